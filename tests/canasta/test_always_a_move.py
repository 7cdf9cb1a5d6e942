"""Whatever the house rules about the last card, whoever is to move has a move: near the end of rounds, with few cards."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.canasta import record
from tests.canasta.play import SEATS, SIDES, Document, allowed, classic, replay, verbs

ROUNDS = int(os.environ.get("CANASTA_TEST_RANDOM_ROUNDS", "2"))

KINDS = ("joker", "two", "seven", "ace", "red-three", "black-three", "caliente")
READY = ["KS KH KC KD KS KH KC", "QS QH QC QD QS QH QC", "JS JH JC JD JS 2H 2D"]
#: Tables of every way to lay threes, to end a turn and to run out.
TABLES = [
    *(("romanian", layout) for layout in ("2", "3-alliance", "4")),
    ("classic", "4"),
    ("classic", "3-lone"),
    ("caliente", "4"),
    ("mexican", "4"),
    ("cuban", "4"),
    ("american", "4"),
    ("american-2007", "4"),
    ("hand-and-foot", "4"),
    ("filanda", "4"),
    ("canadian", "4"),
    ("uruguay", "2"),
]
CHOICES: dict[str, list[Any]] = {
    "out.play_on": [True],
    "out.discard": ["required", "optional"],
    "out.ask": ["no", "may", "must"],
    "out.canastas": [0, 1],
    "out.natural": [0],
    "threes.red": ["held", "optional", "at-once"],
    "threes.black": ["may-be-laid", "like-red"],
    "threes.any_time": [True],
    "threes.pile_replaced": [True],
    "turn.draw": [1, 2],
    "turn.float": [True],
    "stock.end": ["reshuffle", "round"],
    "discards.wilds": ["forced"],
    "discards.threes": ["last"],
    "extra.caliente_to_deal": [False],
}


def near_the_end(rng: random.Random) -> Document:
    """Return a position with few cards in every hand, threes and cards that may not go last among them."""
    variant, layout = rng.choice(TABLES)
    rules: dict[str, Any] = {"out.last_not": rng.sample(KINDS, rng.randint(1, 5))}
    for name in rng.sample(sorted(CHOICES), rng.randint(0, 3)):
        rules[name] = rng.choice(CHOICES[name])
    if rng.random() < 0.5:
        rules |= {"out.canastas": 1, "out.natural": 0, "out.mixed": 0, "out.wild": 0}
    seats, sides = SEATS[layout], SIDES[layout]
    cards = ["3H", "3D", "3S", "3C", "7S", "7H", "AS", "AH", "2S", "*", "5S", "9H"] * 2 + ["KD", "QD"]
    cards += ["!", "!"] if variant == "caliente" else []
    rng.shuffle(cards)
    hands = [" ".join(cards.pop() for _ in range(rng.randint(1, 2))) for _ in range(seats)]
    if rules.get("out.play_on"):
        hands[0] = ""
    pile = " ".join(cards.pop() for _ in range(rng.randint(0, 2)))
    stock = " ".join(cards.pop() for _ in range(rng.randint(1, 6)))
    position: dict[str, Any] = {"hands": hands, "pile": pile, "stock": stock}
    ready = rng.sample(READY, rng.randint(0, 3))
    position["melds"] = [ready, *[[]] * (sides - 1)]
    if hands[0] and rng.random() < 0.5:
        position |= {"phase": "play", "so_far": ["draw"]}
    if variant == "hand-and-foot":
        position["in_foot"] = position["foot_played"] = list(range(seats))
    return classic(
        layout, variant=variant, rules=rules, scores=[0] * (seats if "alliance" in layout else sides), **position
    )


@pytest.mark.slow
@settings(max_examples=300 * ROUNDS, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32))
def test_somebody_always_has_a_move_whatever_may_not_be_discarded_last(seed: int) -> None:
    rng = random.Random(seed)
    document = near_the_end(rng)
    if not replay(document)["ok"]:
        return  # these house rules can't be; what they say then is tested with the options
    game = record.game_from_record(document)
    if not game.legal_moves():
        return  # no play leads to this position
    done: list[str] = []
    while game.turn is not None and len(done) < 60:
        legal = game.legal_moves()
        assert legal, f"no legal move left after {done} in {document}"
        lively = [move for move in legal if move.verb in ("three", "meld", "take", "caliente")]
        move = rng.choice(lively if lively and rng.random() < 0.7 else legal)
        try:
            game.apply(move)
        except ValueError:
            return  # the pile became the stock, and a position doesn't say in which order
        done.append(str(move))


def test_who_has_no_cards_and_draws_one_that_may_not_go_last_plays_on() -> None:
    """Where a hand may be used up before the side may go out, and the partner has completed what it lacked."""
    rules = {"out.play_on": True, "out.last_not": ["seven"]}
    game = classic(rules=rules, hands=["", "4S 5S"], melds=[READY[:1]], pile="8H", stock="7S 9C 9D")
    state = allowed(game, "0 draw")
    assert verbs(state) == {"discard"}
    state = allowed(game, "0 draw", "0 discard 7S")
    assert (state["phase"], state["turn"], state["hands"][0]) == ("draw", 1, "")
    game["position"]["stock"] = "9C 7S"
    assert allowed(game, "0 draw", "0 discard 9C")["phase"] == "over"


@pytest.mark.parametrize("rules", [{}, {"out.play_on": True}])
def test_no_meld_leaves_only_a_card_that_may_not_go_last(rules: dict[str, Any]) -> None:
    game = classic(
        rules={**rules, "out.last_not": ["seven"]}, phase="play", so_far=["draw"], hands=["KD 7S"], melds=[READY[:1]],
        pile="8H",
    )  # fmt: skip
    assert verbs(allowed(game)) == {"discard"}
