"""Reviews: which moves are called costly, by what their players saw, and what each side had after each turn."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from bot.canasta.game import Game
from bot.canasta.moves import read_move
from bot.canasta.rules import Rules, list_variants, load_rules
from bot.canasta.views import SeatView, seat_view
from bot.computer import choose, hard
from bot.computer.review import Better, Costly, costliest, judge, judged_places
from bot.tables.played_rounds import PlayedRound, better_at, turns_of
from tests.computer.positions import view_of

NINE, KING = read_move("0 discard 9C"), read_move("0 discard KS")


def foolish(hidden: Sequence[str] = ("4C 4D 5C 6H 7S",) * 3, variant: str = "classic") -> SeatView:
    """Return a position in which the opponents have six natural nines, and the pile is worth having."""
    melds = [["KS KH KD"], ["9S 9H 9D 9S 9H 9D"]]
    return view_of(["TD 9C KS AH 4S 6C", *hidden], melds=melds, pile="4S 5D QH QD JC JD TH TS 4H", variant=variant)


def played(rules: Rules, level: str = "easy") -> Game:
    """Return a game whose first round is over."""
    game, chance = Game(rules, [f"seat {seat}" for seat in range(rules.seats)]), random.Random(1)
    pack = game.fresh_pack()
    chance.shuffle(pack)
    game.start_round(pack)
    while not game.rounds:
        assert game.turn is not None
        view = seat_view(game, game.turn)
        game.apply(choose(view, level, chance))
    return game


def of_first_round(game: Game) -> PlayedRound:
    return PlayedRound(game.rules, game.started_with, 0, game.deals[0])


def costly_moves(game: Game, seat: int) -> tuple[Costly, ...]:
    """Return the costliest moves of a seat in the first round."""
    played = of_first_round(game)
    own = [place for place, move in enumerate(played.deal.moves) if move.seat == seat]
    found = {place: better_at(played, place, random.Random(place)) for place in judged_places(played.deal.moves, own)}
    return costliest(found, [range(turn.first, turn.end) for turn in turns_of(played)])


def test_a_discard_that_completes_a_canasta_of_the_opponents_is_costly() -> None:
    view = foolish()
    better = judge(view, NINE, random.Random(1))
    assert better is not None
    assert better.move.verb == "discard"
    assert better.move.card != NINE.card
    assert better.points > 100


def test_what_hard_does_is_not_costly() -> None:
    view = foolish()
    assert judge(view, hard.choose(view, random.Random(2)), random.Random(1)) is None


def test_a_move_is_judged_by_what_its_player_saw() -> None:
    """The others hold other cards: the judgement is the same."""
    hands = [["4C 4D 5C 6H 7S"] * 3, ["9C 9C AS AD 2S", "2C 2C 2H 2D TC", "9H KC KC QS QS"]]
    views = [foolish(others) for others in hands]
    assert len({judge(view, NINE, random.Random(1)) for view in views}) == 1


def test_a_game_without_worlds_is_judged_by_what_normal_weighs() -> None:
    view = foolish(variant="samba")
    assert not hard.supports(view.public.rules)
    better = judge(view, KING, random.Random(1))
    assert better is not None
    assert better.points > 40


def test_moves_that_were_taken_back_are_not_judged() -> None:
    moves = [read_move(f"0 {line}") for line in ("draw", "meld KS KH KD", "undo", "meld 5S 5H 5D", "discard 9C")]
    assert judged_places(moves, range(5)) == [0, 3, 4]


@pytest.mark.slow
def test_the_costliest_moves_of_a_round_are_ones_own_and_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hard, "WORLDS", 30)
    game = played(load_rules("classic", "4"))
    found = costly_moves(game, 0)
    assert found == costly_moves(game, 0)
    assert found
    assert [one.better.points for one in found] == sorted((one.better.points for one in found), reverse=True)
    assert all(game.deals[0].moves[one.place].seat == 0 for one in found)


def test_of_each_turn_the_costliest_move_is_told_and_three_in_all() -> None:
    turns = [range(first, first + 3) for first in range(0, 15, 3)]
    points = {0: 50, 1: 70, 4: 20, 6: 300, 7: None, 9: 90, 12: 60}
    found = {place: None if cost is None else Better(KING, cost) for place, cost in points.items()}
    assert [(one.place, one.better.points) for one in costliest(found, turns)] == [(6, 300), (9, 90), (1, 70)]


@pytest.mark.slow
@pytest.mark.parametrize("variant", [info.id for info in list_variants()])
def test_the_turns_are_all_moves_and_end_with_the_score_sheet(variant: str) -> None:
    game = played(load_rules(variant))
    moves, turns = game.deals[0].moves, turns_of(of_first_round(game))
    assert [turn.first for turn in turns] == [0, *(turn.end for turn in turns[:-1])]
    assert turns[-1].end == len(moves)
    assert all({move.seat for move in moves[turn.first : turn.end]} == {turn.seat} for turn in turns)
    totals, state = [sheet.total for sheet in game.rounds[0].sides], game.round
    assert state is not None
    assert list(turns[-1].points) == [totals[state.entry(seat)] for seat in range(game.rules.seats)]
