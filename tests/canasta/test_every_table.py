"""Every table of every variant: a round by chance keeps its cards, its record replays, and each state is a position."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from bot.canasta.cards import cards_text
from bot.canasta.game import Game
from bot.canasta.moves import Group, IllegalMove, Move, read_name
from bot.canasta.position import state
from bot.canasta.record import record_of, replay
from bot.canasta.rules import RulesError, list_variants, load_rules
from bot.canasta.views import public_view

TABLES = [(one.id, layout.name) for one in list_variants() for layout in one.layouts]

#: Keys of a state that a position lacks.
REPORTED = ("legal", "opening", "scores", "blocked")
#: The keys that hold cards, as one text or as a list of them.
CARDS = ("hands", "feet", "talons", "talons_left", "melds", "threes", "set_aside", "stock", "pile")


def _state(game: Game) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(state(game)))
    return found


def _count(value: object) -> Counter[str]:
    """Return every card in a text, or in a list of texts or lists."""
    if isinstance(value, str):
        return Counter(value.split())
    assert isinstance(value, list)
    return sum((_count(one) for one in value), Counter[str]())


def _from_position(before: dict[str, Any], game: Game, moves: list[str]) -> dict[str, Any]:
    """Return the state that the same moves lead to from `before`, given as a position."""
    position = {key: value for key, value in before.items() if key not in REPORTED}
    reshuffles = record_of(game)["rounds"][-1].get("reshuffles", [])
    if reshuffles:
        position["reshuffles"] = reshuffles[before.get("recycles", 0) :]
    table = {"variant": game.rules.id, "layout": game.rules.layout, "scores": before["scores"]}
    status, printed = replay({**table, "position": position, "moves": moves})
    assert status == 0, printed
    answer: dict[str, Any] = json.loads(json.dumps(printed))["state"]
    return answer


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "layout"), TABLES)
def test_a_round_by_chance_at_every_table(variant: str, layout: str) -> None:
    chance = random.Random(f"{variant} {layout}")
    rules = load_rules(variant, layout)
    game = Game(rules, [f"Player {seat}" for seat in range(rules.seats)])
    pack = game.fresh_pack()
    chance.shuffle(pack)
    game.start_round(pack, dealer=0)
    whole = Counter(cards_text(pack).split())
    before, moves = _state(game), [""]
    while game.turn is not None:
        legal = game.legal_moves()
        assert legal, f"seat {game.turn} has no legal move"
        move = chance.choice(legal)
        game.apply(move)
        moves.append(str(move))
        if len(moves) > 12 or game.turn is None:
            now = _state(game)
            assert sum((_count(now[key]) for key in CARDS if key in now), Counter()) == whole
            if moves[0]:
                assert _from_position(before, game, moves) == now
            before, moves = now, []
    status, printed = replay(json.loads(json.dumps(record_of(game))))
    assert status == 0
    assert json.loads(json.dumps(printed))["state"] == _state(game)


@pytest.mark.parametrize(("variant", "layout"), TABLES)
def test_whoever_plays_with_whom_there_is_a_score_for_each_side_or_player(variant: str, layout: str) -> None:
    for mode, sides in product(("fixed", "lone", "alliance", "sit-out", "rotating"), range(2, 9)):
        try:
            rules = load_rules(variant, layout, house={"side.mode": mode, "side.sides": sides})
        except RulesError:
            continue
        game = Game(rules, [f"Player {seat}" for seat in range(rules.seats)])
        game.start_round(game.fresh_pack(), dealer=0)
        view = public_view(game)
        assert len(view.scores) in (len(view.players), len(view.sides))


@pytest.mark.parametrize(("variant", "layout"), [("classic", "4"), ("bolivia", "4"), ("hand-and-foot", "4")])
def test_nothing_is_laid_without_cards(variant: str, layout: str) -> None:
    chance, tried = random.Random(f"{variant} {layout}"), 0
    rules = load_rules(variant, layout)
    game = Game(rules, [f"Player {seat}" for seat in range(rules.seats)])
    pack = game.fresh_pack()
    chance.shuffle(pack)
    game.start_round(pack, dealer=0)
    none = (Group(()), Group((), read_name("9")))
    while game.turn is not None and tried < 3_000:
        legal, before = game.legal_moves(), _state(game)
        laying = [move for move in legal if move.verb in ("meld", "take")][:5]
        wrong = [move._replace(groups=(*move.groups, empty)) for move in laying for empty in none]
        wrong += [Move(game.turn, "meld", groups) for groups in ((), none[:1], none[1:])]
        for move in wrong:
            tried += 1
            with pytest.raises(IllegalMove):
                game.apply(move)
        assert _state(game) == before
        game.apply(chance.choice(laying or legal))
    assert tried > 100
