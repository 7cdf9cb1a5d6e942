"""The player for missed turns: always legal, never melds, opens, asks or goes out where it doesn't have to, gives little away."""

from __future__ import annotations

import copy
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.canasta.game import Game
from bot.canasta.moves import Move
from bot.canasta.rules import list_variants, load_rules
from bot.canasta.views import SeatView, seat_view
from bot.computer import choose, choose_safely
from tests.computer.positions import view_of
from tests.killed import LONG

#: Every table in the long form, the first of each variant in the short one.
TABLES = [(one.id, layout.name) for one in list_variants() for layout in one.layouts[: None if LONG else 1]]
FULL = "5S 6H 7D 8C 9S TH JD QC KS AH 5D"


def played(view: SeatView, seed: int = 1) -> Move:
    return choose_safely(view, random.Random(seed))


def dealt(variant: str, layout: str, chance: random.Random) -> Game:
    rules = load_rules(variant, layout)
    game = Game(rules, [f"Player {seat}" for seat in range(rules.seats)])
    pack = game.fresh_pack()
    chance.shuffle(pack)
    game.start_round(pack, dealer=game.next_dealer())
    return game


def goes_out(game: Game, move: Move) -> bool:
    """Return whether the engine ends the round by this move, with somebody out."""
    # Rules never change.
    after = copy.deepcopy(game, {id(game.rules): game.rules})
    return any(event.kind == "out" for event in after.apply(move))


def check(game: Game, view: SeatView, move: Move) -> None:
    """Hold a move against all that could have been done instead."""
    assert move in view.legal
    assert move.verb not in ("ask", "special", "extra", "caliente") or {one.verb for one in view.legal} == {move.verb}
    if move.groups:
        without = [
            one for one in view.legal if not one.groups and one.verb not in ("ask", "special", "extra", "caliente")
        ]
        assert all(goes_out(game, one) for one in without), f"{move} was laid though {without} was possible"
    if goes_out(game, move):
        assert all(goes_out(game, one) for one in view.legal), f"{move} goes out, others of {view.legal} don't"


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(table=st.sampled_from(TABLES), seed=st.integers(0, 10**9), turns=st.integers(0, 60))
def test_a_turn_in_any_position_of_any_game(table: tuple[str, str], seed: int, turns: int) -> None:
    """Sensible players come to some position, perhaps in the middle of a turn; then the turn is finished safely."""
    chance = random.Random(seed)
    game = dealt(*table, chance)
    for _ in range(turns):
        if game.turn is None:
            return
        game.apply(choose(seat_view(game, game.turn), chance.choice(("normal", "random")), chance))
    seat = game.turn
    moves = 0
    while game.turn is not None and game.turn == seat:
        view = seat_view(game, seat)
        move = choose_safely(view, chance)
        check(game, view, move)
        game.apply(move)
        moves += 1
        assert moves < 30
    if game.round is not None and game.round.ending is None:
        assert game.turn != seat


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "layout"), TABLES)
def test_whole_rounds_of_missed_turns_at_every_table(variant: str, layout: str) -> None:
    """Nobody ever comes: every round ends, by the stock as good as always, and nobody opens unless forced to."""
    chance = random.Random(f"{variant} {layout}")
    game = dealt(variant, layout, chance)
    moves = 0
    while game.turn is not None:
        view = seat_view(game, game.turn)
        game.apply(choose_safely(view, chance))
        moves += 1
        assert moves < 1500
    assert game.rounds


def test_draws_though_the_pile_could_be_taken() -> None:
    view = view_of(["KS KH 4H 9C", FULL, FULL, FULL], pile="4C KD", phase="draw", melds=[["QS QH QD"], []])
    assert {"draw", "take"} <= set(view.verbs)
    assert str(played(view)) == "0 draw"


def test_takes_the_pile_where_the_rules_make_it_with_as_little_as_it_can() -> None:
    view = view_of(["KS KC 4H 9C 5D", FULL, FULL, FULL], melds=[["KS KH KD"], []], pile="4C KD", phase="draw", stock="")
    assert "draw" not in view.verbs
    assert str(played(view)) == "0 take"


def test_lays_nothing_and_discards_what_the_next_player_cannot_use() -> None:
    """Kings join the opponents' meld, the four would break a set: the lone nine goes."""
    view = view_of(
        ["KS 4H 4D 4C 9C 2S", "5S 6S 8S", FULL, FULL],
        melds=[["QS QH QD"], ["KH KD KC"]],
        pile="9S 9H",
    )
    assert str(played(view)) == "0 discard 9C"


def test_keeps_wild_cards_as_long_as_there_is_anything_else() -> None:
    view = view_of(["2S * KS", FULL, FULL, FULL], melds=[["QS QH QD"], ["KH KD KC"]])
    assert str(played(view)) == "0 discard KS"


def test_does_not_go_out_though_it_could() -> None:
    melds = [["KS KH KD KC KS KH KD", "7S 7H 7D"], []]
    view = view_of(["7C 7H 4S", FULL, FULL, FULL], melds=melds)
    move = played(view)
    assert move.verb == "discard"


def test_answers_no_for_somebody_who_is_not_there() -> None:
    melds = [["KS KH KD KC KS KH KD", "7S 7H 7D"], []]
    view = view_of(["7C 4S", FULL, "5S 6D", FULL], melds=melds, so_far=["draw", "ask"], asked=[0], answer="due")
    assert view.seat == 2
    assert str(played(view)) == "2 answer no"


def test_equal_views_and_chances_give_equal_moves() -> None:
    view = view_of([FULL + " 4H", FULL, FULL, FULL])
    assert played(view, 3) == played(view, 3)
