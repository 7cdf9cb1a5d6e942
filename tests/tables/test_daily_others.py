"""Rounds of one deal are compared where they are the same up to a turn, and nowhere else."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date
from functools import cache

from bot.canasta.moves import Move, read_move
from bot.canasta.views import SeatView, seat_view
from bot.computer import choose
from bot.tables.daily_others import Other, others_turn
from bot.tables.daily_round import SEAT, DailyDeal, points_of
from bot.tables.views import OthersTurn

DEAL = DailyDeal(date(2026, 12, 1), "0" * 32)

NAMES = ("Ana", "Bo", "Cy", "Di")


def played(choice: Callable[[SeatView, int], Move]) -> Other:
    """Return the round in which the person chooses so, by their view and the number of moves that they have made."""
    game, made = DEAL.begun(), 0
    while game.turn is not None:
        move = DEAL.answer(game)
        if move is None:
            move, made = choice(seat_view(game, SEAT), made), made + 1
        game.apply(move)
    return Other(tuple(map(str, game.deals[0].moves)), points_of(game))


@cache
def usual() -> Other:
    return played(lambda view, made: choose(view, "normal", random.Random(made)))


@cache
def other_discard(turn: int) -> Other:
    """Return the same round but for the discard of one of the person's turns, from 0."""
    turns = 0

    def choice(view: SeatView, made: int) -> Move:
        nonlocal turns
        move = choose(view, "normal", random.Random(made))
        if move.verb != "discard":
            return move
        turns += 1
        others = [card for card in view.hand if card != move.card and card < 48]
        return Move(SEAT, "discard", card=others[0]) if turns == turn + 1 and others else move

    return played(choice)


def own_places(moves: tuple[str, ...], verb: str) -> list[int]:
    return [place for place, line in enumerate(moves) if line.startswith(f"{SEAT} {verb}")]


def compared(own: Other, place: int, *others: Other) -> OthersTurn | None:
    best = max(others, key=lambda one: one.points)
    return others_turn(DEAL, own.moves, own.points, place, others, best, NAMES)


def test_equal_rounds_are_the_same_turn() -> None:
    found = compared(usual(), own_places(usual().moves, "discard")[2], usual(), usual())
    assert found is not None
    assert (found.number, found.count, found.parted, found.best) == (3, 2, False, None)
    assert (found.most.same, found.most.count) == (True, 2)
    assert found.before.hand == hand_before(usual().moves, found.number)
    assert [one.name for one in found.before.public.players] == [*NAMES]


def hand_before(moves: tuple[str, ...], number: int) -> tuple[int, ...]:
    """Return the person's hand before a turn of theirs, from 1."""
    game, turns, last = DEAL.begun(), 0, -1
    for line in moves:
        seat = int(line.split()[0])
        if seat == SEAT and last != SEAT:
            turns += 1
            if turns == number:
                break
        last = seat
        game.apply(read_move(line))
    return seat_view(game, SEAT).hand


def test_another_choice_shows_where_all_before_is_the_same_and_not_after_it() -> None:
    other = other_discard(1)
    assert other.moves != usual().moves
    at_the_turn, later = own_places(usual().moves, "discard")[1], own_places(usual().moves, "discard")[2]
    found = compared(usual(), at_the_turn, usual(), other, other)
    assert found is not None
    assert (found.number, found.count) == (2, 3)
    assert (found.most.same, found.most.count) == (False, 2)
    after = compared(usual(), later, usual(), other, other)
    assert after is not None
    assert after.count == 1, "the others had other cards and another table by then"


def test_where_nobody_was_in_the_position_it_is_the_turn_where_the_best_parted() -> None:
    other = other_discard(1)
    found = compared(usual(), own_places(usual().moves, "discard")[3], other)
    assert found is not None
    assert (found.number, found.parted, found.count) == (2, True, 1)
    assert found.most.same is False
    assert (found.best is not None) == (other.points > usual().points)


def test_cards_taken_back_and_the_order_of_melds_make_no_difference() -> None:
    melds = own_places(usual().moves, "meld")
    assert melds, "this round has a meld"
    place = melds[0]
    line = usual().moves[place]
    hesitant = Other((*usual().moves[:place], line, f"{SEAT} undo", *usual().moves[place:]), usual().points)
    last = own_places(usual().moves, "discard")[-1]
    found = compared(usual(), last, hesitant)
    assert found is not None
    assert (found.parted, found.most.same, found.count) == (False, True, 1)
    same = compared(hesitant, place, usual())
    assert same is not None
    assert same.own.moves == same.most.moves
