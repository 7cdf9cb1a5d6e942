"""The strong player: the same for the same seed, by its own cards alone, and only where it knows the rules."""

from __future__ import annotations

import ast
import inspect
import random
from collections import Counter
from pathlib import Path

import pytest

from bot.canasta.cards import RED_THREES
from bot.canasta.game import Game
from bot.canasta.moves import Move
from bot.canasta.rules import list_variants, load_rules
from bot.canasta.views import SeatView, seat_view
from bot.computer import (
    LEVELS,
    UnknownLevel,
    UnsupportedLevel,
    choose,
    compact,
    hard,
    levels_at,
    offered_at,
    player_at,
    playout,
    worlds,
)
from bot.computer.levels import NOT_OFFERED
from bot.computer.workshop.simulate import SimulationError, simulate
from tests.computer.playouts import tables
from tests.computer.positions import view_of


def played(view: SeatView, seeds: int = 3) -> set[str]:
    return {str(choose(view, "hard", random.Random(seed))) for seed in range(seeds)}


def test_a_level_says_where_it_can_play() -> None:
    assert LEVELS == ("random", "easy", "normal", "hard")
    assert levels_at(load_rules("classic", "4")) == LEVELS
    assert levels_at(load_rules("samba", "4")) == ("random", "easy", "normal")
    with pytest.raises(UnsupportedLevel, match="hard can't play Samba at the table 4"):
        player_at(load_rules("samba", "4"), "hard")
    with pytest.raises(UnknownLevel):
        player_at(load_rules("samba", "4"), "master")
    with pytest.raises(SimulationError, match="hard can't play Samba at the table 4"):
        simulate(load_rules("samba", "4"), games=1, seed=1, players=["hard"])


def test_a_level_is_offered_unless_it_plays_no_better_than_a_weaker_one() -> None:
    assert offered_at(load_rules("biriba", "4")) == ("easy", "normal")
    assert offered_at(load_rules("miller", "6-trios")) == ("normal",)
    assert offered_at(load_rules("retail", "3-solo")) == ("easy", "normal")


def test_levels_are_withheld_only_at_tables_that_exist() -> None:
    tables = {f"{one.id} {layout.name}" for one in list_variants() for layout in one.layouts}
    assert {*NOT_OFFERED} < {*LEVELS}
    assert {table for names in NOT_OFFERED.values() for table in names} <= tables


@pytest.mark.slow
def test_equal_views_and_seeds_give_equal_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hard, "WORLDS", 12)

    def game(seed: int) -> list[Move]:
        rules, chance = load_rules("classic", "4"), random.Random(seed)
        one = Game(rules, ["a", "b", "c", "d"])
        pack = one.fresh_pack()
        random.Random(1).shuffle(pack)
        one.start_round(pack)
        for _ in range(24):
            assert one.turn is not None
            one.apply(choose(seat_view(one, one.turn), "hard", chance))
        return one.deals[-1].moves

    assert game(1) == game(1)


def test_no_clock_bounds_it() -> None:
    """As the same move must come on every machine."""
    for module in (hard, worlds, playout, compact):
        tree = ast.parse(Path(inspect.getfile(module)).read_text(encoding="utf-8"))
        names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        assert names <= {"functools", "math", "random"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, 3, 4])
def test_hidden_cards_change_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the cards that nobody has shown lie otherwise, the same view, memory and seed give the same move."""
    monkeypatch.setattr(hard, "WORLDS", 12)
    rules, chance = load_rules("classic", "4"), random.Random(seed)
    game, pack = Game(rules, ["a", "b", "c", "d"]), rules.full_pack()
    chance.shuffle(pack)
    game.start_round(pack)
    while game.turn is not None and len(game.deals[-1].moves) < 24:
        game.apply(choose(seat_view(game, game.turn), "normal", chance))
    while game.turn is not None and len(game.legal_moves()) < 2:
        game.apply(game.legal_moves()[0])
    assert game.turn is not None
    assert game.round is not None
    seat, moves = game.turn, game.deals[-1].moves
    # Of each kind of card, only as many places may change as are hidden from this seat and were never shown.
    hidden = Counter(game.round.stock)
    for other, memory in enumerate(game.memory.seats):
        if other != seat:
            hidden += Counter(game.round.hands[other]) - Counter(memory.picked)
    places = [
        place
        for place in range(len(pack))
        if hidden[pack[place]] == pack.count(pack[place]) and pack[place] not in RED_THREES
    ]
    assert len(places) > 10
    order = places.copy()
    chance.shuffle(order)
    otherwise = pack.copy()
    for place, origin in zip(places, order, strict=True):
        otherwise[place] = pack[origin]
    again = Game(rules, game.names)
    again.start_round(otherwise)
    for move in moves:
        again.apply(move)
    assert again.round is not None
    assert again.round.hands != game.round.hands
    assert seat_view(again, seat) == seat_view(game, seat)
    assert choose(seat_view(again, seat), "hard", random.Random(1)) == choose(
        seat_view(game, seat), "hard", random.Random(1)
    )


@pytest.mark.slow
@pytest.mark.parametrize("rules", list(tables()), ids=lambda rules: f"{rules.id} {rules.layout}")
def test_a_round_at_every_table_without_a_violation(rules: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hard, "WORLDS", 4)
    report = simulate(rules, games=1, seed=3, players=["hard"], most_rounds=1)  # type: ignore[arg-type]
    assert report["violations"] == []


@pytest.mark.slow
def test_keeps_what_would_complete_the_opponents_canasta() -> None:
    """A nine onto six naturals is 500 points to the next player, a pair broken for a safe card is not."""
    melds = [["4S 4H 4D"], ["9S 9H 9D 9C 9S 9H"]]
    view = view_of(
        ["9D KS KH QD JC TS", "5S 5H 6S 7H 8C JD", "6D 6C 7D 8S", "5D 5C 8D 8H TD"], melds=melds, pile="AS AD AH"
    )
    assert "0 discard 9D" not in played(view)


@pytest.mark.slow
def test_goes_out_before_the_opponents_do() -> None:
    melds = [["KS KH KD KC KS KH KD"], ["9S 9H 9D 9C 9S 9H 9D", "QS QH QD QC"]]
    view = view_of(["4S 4H 4D 7C", "5S", "6D 6C 7D 8S", "5D 8D"], melds=melds, pile="AS JD")
    assert played(view) <= {"0 meld 4S 4H 4D", "0 ask"}
