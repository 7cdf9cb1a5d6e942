"""House rules in any combination: random games go on to the end, with nothing lost and no move offered in vain."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.canasta import position, record
from bot.canasta.cards import cards_text
from bot.canasta.game import Game
from bot.canasta.rules import RulesError, load_rules
from tests.canasta.oracle import all_cards
from tests.canasta.play import allowed, bag, replay, with_moves
from tests.canasta.test_classic_random_play import candidates, tight_position

pytestmark = pytest.mark.slow

ROUNDS = int(os.environ.get("CANASTA_TEST_RANDOM_ROUNDS", "2"))

HOUSE_RULES: dict[str, list[Any]] = {
    "pile.always_frozen": [True],
    "pile.natural_and_wild": [False],
    "pile.onto_meld": ["below-canasta", "never"],
    "pile.own_canasta": ["never", "opponents"],
    "pile.one_card": [True],
    "pile.taken": ["top", "five", "seven", "to-wild"],
    "pile.wild_helps": [True],
    "pile.frozen_needs": [3],
    "pile.sequences": ["whole"],
    "pile.needs": ["meld", "nothing"],
    "pile.wild_joins": [True],
    "melds.canasta_wilds": [False],
    "melds.same_rank": ["after-canasta", "two"],
    "melds.big_unlimited": [True],
    "melds.max_size": [7, 8],
    "melds.max_wilds": [2, None],
    "melds.ratio": ["at-most-naturals", "fewer-than-naturals", "half-of-naturals"],
    "melds.cap": [2, 3],
    "melds.not_theirs": [True],
    "wilds.allowed": [True],
    "wilds.locks": [False],
    "wilds.whole": [True],
    "wilds.max_size": [7],
    "wilds.unfinished": [1000],
    "sequences.allowed": [True],
    "canastas.concealed": [100],
    "canastas.fixed_when_made": [True],
    "threes.red": ["held"],
    "threes.black": ["like-red", "may-be-laid"],
    "threes.black_meld": ["never", "all"],
    "threes.black_held": [100],
    "threes.plus_if": ["canasta", "sevens"],
    "threes.pile_replaced": [True],
    "discards.block": [["joker", "two"], ["joker", "two", "red-three"], ["black-three"], []],
    "discards.throw_back": [False],
    "discards.sevens": ["own-canasta", "every-canasta"],
    "discards.wilds": ["forced", "last-or-forced"],
    "opening.concealed_free": [False],
    "opening.with_pile": ["no", "first-from-hand"],
    "opening.pure": [True],
    "opening.triple": ["yes", "or-wild-meld"],
    "opening.splash": ["any", "natural-or-wild"],
    "opening.by": ["round"],
    "opening.table": [[[-1000000, "canasta"]], [[-1000000, "natural canasta"]]],
    "out.canastas": [0, 2],
    "out.natural": [1],
    "out.sevens": [1],
    "out.discard": ["required"],
    "out.last_not": [["joker", "two"], ["black-three"], ["ace", "seven", "two"]],
    "out.ask": ["no", "must"],
    "out.ask_late": [True],
    "out.play_on": [True],
    "stock.end": ["flip", "foot", "two-left"],
    "stock.forced_take": ["no", "any"],
    "stock.short_draw_ends": [True],
    "turn.draw": [2],
    "deal.hand": [13],
    "deal.foot": [4],
    "deal.foot_canastas": [1],
    "deal.foot_with": ["first-canasta"],
    "deal.foot_per_side": [True],
}


some_names = st.sets(st.sampled_from(sorted(HOUSE_RULES)), max_size=4)


def _house(rng: random.Random, names: set[str]) -> dict[str, Any]:
    return {name: rng.choice(HOUSE_RULES[name]) for name in sorted(names)}


#: Tables that differ from `classic` by few rules each: its positions are theirs too.
NEAR = [
    *(("classic", layout) for layout in ("2", "3-lone", "4", "6-trios")),
    *(("regency", layout) for layout in ("2", "4")),
    *(("viennese", layout) for layout in ("3-lone", "4", "6-pairs")),
    *(("retail", layout) for layout in ("4", "6-pairs")),
    *(("uruguay", layout) for layout in ("2", "4")),
    ("caliente", "4"),
    ("miller", "6-trios"),
    ("canadian", "4"),
]


@settings(max_examples=4 * ROUNDS, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32), names=some_names, table=st.sampled_from(NEAR))
def test_house_rules_in_any_combination_play_on_to_the_end(seed: int, names: set[str], table: tuple[str, str]) -> None:
    rng = random.Random(seed)
    variant, layout = table
    house = _house(rng, names)
    try:
        rules = load_rules(variant, layout, house=house)
    except RulesError:
        return  # a combination that can't work; what it says is tested with the options
    game = Game(rules, [f"Player {seat}" for seat in range(rules.seats)])
    pack = game.fresh_pack()
    rng.shuffle(pack)
    game.start_round(pack, dealer=rng.randrange(rules.seats))
    while not game.needs_deal and game.winner is None:
        state = position.state(game)
        assert state is not None
        assert all_cards(state) == bag(cards_text(pack))
        legal = game.legal_moves()
        assert legal, f"no legal move left under {house} in {state}"
        for move in rng.sample(legal, 1):
            allowed(
                {
                    "variant": variant,
                    "layout": layout,
                    "rules": house,
                    "position": state,
                    "scores": state["scores"],
                    "moves": [],
                },
                str(move),
            )
        lively = [move for move in legal if move.verb in ("take", "meld", "ask", "answer")]
        game.apply(rng.choice(lively if lively and rng.random() < 0.8 else legal))
    answer = record.replay(record.record_of(game))
    assert answer[0] == 0
    for sheet in answer[1]["rounds"][0]["sides"]:
        assert sheet["total"] == sum(points for key, points in sheet.items() if key != "total")


@settings(max_examples=15 * ROUNDS, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32), names=some_names, table=st.sampled_from(NEAR))
# To go out the player must keep their only wild card for the discard, as the initial meld must be pure.
@example(seed=6923, names={"out.canastas", "opening.pure"}, table=("classic", "6-trios"))
def test_house_rules_leave_a_legal_end_to_every_turn(seed: int, names: set[str], table: tuple[str, str]) -> None:
    """Whatever is accepted, something is offered next, and what is offered is accepted."""
    rng = random.Random(seed)
    variant, layout = table
    document: dict[str, Any] = {**tight_position(rng, layout), "variant": variant, "rules": _house(rng, names)}
    if variant == "caliente":
        document["position"]["hands"][0] += " !"
    if not replay(document)["ok"]:
        return  # the house rules, or the melds of the position under them, can't be
    state = allowed(document)
    while state["turn"] == 0 and state["phase"] != "over":
        offered = [str(move) for move in record.game_from_record(document).legal_moves()]
        assert offered, f"no move left in {document}"
        tried = list(dict.fromkeys([*rng.sample(offered, min(5, len(offered))), *candidates(rng, 4, state, 5)]))
        accepted = [line for line in tried if replay(with_moves(document, line))["ok"]]
        assert set(tried) & set(offered) <= set(accepted), f"offered and refused in {document}"
        for line in accepted:
            assert " ".join(line.split()[:2]) in state["legal"], f"accepted but not offered: {line}, in {document}"
        forward = [line for line in accepted if not line.endswith("undo")]
        stay = [line for line in forward if " discard " not in line]
        document = with_moves(document, rng.choice(stay or forward))
        state = allowed(document)
