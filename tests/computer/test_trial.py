"""Faults of a game that a few rounds show; `CANASTA_TEST_LONG=1` looks at every table that comes with the bot."""

from __future__ import annotations

import os
import random
import re
from collections import Counter

import pytest

from bot.canasta.cards import is_natural
from bot.canasta.game import Game
from bot.canasta.moves import Move
from bot.canasta.rules import list_variants, load_rules
from bot.computer.workshop import simulate
from bot.computer.workshop.trial import LUCKY, _stack, doubts

TABLES = [(info.id, one.name) for info in list_variants(own=False) for one in info.layouts]
#: Where going out is so rare that the rounds dealt by chance may all end by the stock.
RARE = [("canadian", "4"), ("filanda", "8-pairs"), ("mexicana", "4"), ("pennies", "6-trios")]
TRIED = TABLES if os.environ.get("CANASTA_TEST_LONG") else [*RARE, *TABLES[::5]]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "layout"), TRIED)
def test_nothing_is_said_against_a_table_that_comes_with_the_bot(variant: str, layout: str) -> None:
    assert list(doubts(load_rules(variant, layout))) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "layout", "house", "lacks"),
    [
        ("classic", "2", {"out.canastas": 12}, "what lacked at best: canastas: "),
        ("classic", "4", {"out.canastas": 3, "out.mixed": 3, "melds.max_wilds": 0}, "mixed canastas: 0 of 3"),
        ("classic", "4", {"melds.same_rank": "one", "pack.jokers": 0, "melds.min_naturals": 7, "melds.max_size": 7,
                          "out.mixed": 1}, "mixed canastas: 0 of 1"),
        ("classic", "4", {"out.sevens": 2, "out.canastas": 2, "melds.same_rank": "two", "melds.pure_sevens": True}, "canastas of sevens: "),
    ],
)  # fmt: skip
def test_a_game_in_which_nobody_can_go_out_is_warned_of(
    variant: str, layout: str, house: dict[str, object], lacks: str
) -> None:
    rules = load_rules(variant, layout, house=house)
    said = [doubt for doubt in doubts(rules) if "nobody can go out" in doubt]
    assert len(said) == 1
    assert lacks in said[0]
    assert f"nor in {LUCKY} dealt in everybody's favour" in said[0]
    assert list(doubts(rules)) == list(doubts(rules)), "the same rules always give the same answer"


#: Nothing counts but what is left in a hand.
WORTHLESS = {
    "canastas.natural": 0, "canastas.mixed": 0, "out.bonus": 0, "out.concealed": 0, "threes.totals": [0, 0, 0, 0],
    "values.joker": 0, "values.two": 0, "values.ace": 0, "values.eight": 0, "opening.table": [[-1000000, 0]],
}  # fmt: skip


@pytest.mark.slow
def test_a_game_whose_points_do_not_reach_its_target_is_warned_of() -> None:
    rules = load_rules("classic", "4", house={**WORTHLESS, "target": 100_000})
    said = [doubt for doubt in doubts(rules) if "the points hardly rise" in doubt]
    assert len(said) == 1
    assert said[0].endswith("and a game takes 100,000")
    rounds = load_rules("classic", "4", house={**WORTHLESS, "target": 100_000, "rounds": 4})
    assert not [doubt for doubt in doubts(rounds) if "points" in doubt], "a game of so many rounds has an end"


def test_an_error_of_the_engine_is_told_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Counter[str]()

    def apply(game: Game, move: Move) -> object:
        made["moves"] += 1
        if made["moves"] == 6:
            raise ZeroDivisionError("by nothing")
        return usual(game, move)

    usual = Game.apply
    monkeypatch.setattr(Game, "apply", apply)
    said = list(doubts(load_rules("classic", "4")))
    assert said == ["something went wrong in round 1, after 5 moves: ZeroDivisionError: by nothing"]


def test_a_player_without_a_move_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "seat_view", lambda game, seat: type("View", (), {"legal": ()}))
    [said] = doubts(load_rules("classic", "4"))
    assert re.fullmatch(r"something went wrong in round 1, after 0 moves: seat \d has no legal move", said)


@pytest.mark.parametrize(
    ("variant", "layout"), [("classic", "5-sitout"), ("hand-and-foot", "4"), ("retail", "6-pairs")]
)
def test_a_stacked_pack_is_the_whole_pack_and_makes_hands_of_canastas(variant: str, layout: str) -> None:
    rules = load_rules(variant, layout)
    pack = rules.full_pack()
    _stack(rules, random.Random(1), pack)
    assert sorted(pack) == sorted(rules.full_pack())
    game = Game(rules, ["x"] * rules.seats)
    game.start_round(pack)
    assert game.round is not None
    hands = [hand for hand in game.round.hands if hand]
    longest = [max(Counter(card >> 2 for card in hand if is_natural(card)).values()) for hand in hands]
    assert sum(longest) >= 4 * len(hands), "a hand dealt by chance has three or so of its best rank"
