"""Views are made again only where something changed: what is kept must never be out of date, nor lead to the game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from bot.canasta.cards import cards_text
from bot.canasta.game import Game
from bot.canasta.moves import Move, read_move
from bot.canasta.record import game_from_record
from bot.canasta.rules import list_variants, load_rules
from bot.canasta.views import SeatView, public_view, seat_view
from bot.computer import choose
from tests.canasta.play import classic

#: Between them they have runs, wild melds, melds of twos, feet, a lone player, a side of three and scores of one's own.
TABLES = [
    ("classic", "3-lone"),
    ("classic", "4"),
    ("classic", "5-sitout"),
    ("bolivia", "4"),
    ("samba", "4"),
    ("hand-and-foot", "4"),
    ("sevens", "4"),
]


def positions(variant: str, layout: str) -> Iterator[Game]:
    """Yield two rounds of random moves, some of them taken back."""
    chance = random.Random(f"{variant} {layout}")
    rules = load_rules(variant, layout)
    game = Game(rules, [f"Player {seat}" for seat in range(rules.seats)])
    for _ in range(2):
        pack = game.fresh_pack()
        chance.shuffle(pack)
        game.start_round(pack)
        yield game
        while (seat := game.turn) is not None:
            takes_back = "undo" in game.legal_verbs() and chance.random() < 0.4
            game.apply(Move(seat, "undo") if takes_back else chance.choice(game.legal_moves()))
            yield game


def test_what_was_drawn_is_seen_by_the_drawer_alone() -> None:
    game = next(positions("classic", "4"))
    drawer = game.turn
    assert drawer is not None
    game.apply(Move(drawer, "draw"))
    assert [bool(seat_view(game, seat).fresh) for seat in range(4)] == [seat == drawer for seat in range(4)]


#: The lines of a sheet that melds alone decide, whoever went out.
MELDED = {"natural", "semi", "mixed", "royal", "wild", "sequence", "aces", "sevens", "cards", "count", "unfinished"}


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "layout"), [(one.id, one.layouts[0].name) for one in list_variants(own=False)])
def test_melds_are_worth_what_the_sheet_gives_for_them(variant: str, layout: str) -> None:
    """A view says during a round the same as the round's sheet at its end."""
    chance, worths = random.Random(variant), set[int]()
    rules = load_rules(variant, layout)
    for _ in range(3):
        game = Game(rules, [f"Player {seat}" for seat in range(rules.seats)])
        pack = game.fresh_pack()
        chance.shuffle(pack)
        game.start_round(pack, 0)
        while (seat := game.turn) is not None:
            game.apply(choose(seat_view(game, seat), "easy", chance))
        view = public_view(game)
        score = view.finished[-1]
        if score.ending in ("special", "automatic"):
            continue
        for side, sheet in zip(view.sides, score.sides, strict=True):
            assert side.worth == sum(points for key, points in sheet.lines if key in MELDED)
            worths.add(side.worth)
    assert len(worths) > 1


def test_a_canasta_and_cards_are_worth_their_bonus_and_their_points() -> None:
    melds = [["TS TS TH TH TD TD TC", "KS KH 2D"], ["4S 4H 4D"]]
    game = game_from_record(classic(melds=melds, hands=["QS QH", "KS KH", "JS JH", "5S 5H"]))
    assert [side.worth for side in public_view(game).sides] == [500 + 7 * 10 + 2 * 10 + 20, 3 * 5]


def views_of(game: Game) -> list[SeatView]:
    return [seat_view(game, seat) for seat in range(game.rules.seats)]


@pytest.mark.parametrize(("variant", "layout"), TABLES)
def test_what_is_kept_of_the_last_view_is_up_to_date(variant: str, layout: str) -> None:
    chance, melds = random.Random(1), 0
    for game in positions(variant, layout):
        if chance.random() < 0.7:
            continue  # So that the last view may be of melds that have been taken back since.
        views = views_of(game)
        assert game.round is not None
        game.round.shown.clear()
        assert views == views_of(game)
        melds += sum(len(side.melds) for side in views[0].public.sides)
    assert melds > 20


def test_a_meld_taken_back_for_another_of_its_size_is_not_shown_any_more() -> None:
    position = classic(hands=["KS KH KD KC 4S 5S"], melds=[["QS QH QD"], []], phase="play", so_far=["draw"])
    game = game_from_record({"moves": [], **position})
    for line in ("0 meld KS KH KD", "0 undo", "0 meld KH KD KC"):
        game.apply(read_move(line))
        if line != "0 undo":
            shown = [cards_text(meld.cards) for meld in views_of(game)[0].public.sides[0].melds]
            assert shown == ["QS QH QD", line.removeprefix("0 meld ")]


def test_a_side_on_which_nothing_is_laid_is_shown_by_the_same_view() -> None:
    for game in positions("classic", "4"):
        before, seat = views_of(game)[0].public, game.turn
        if before.phase == "draw" and seat is not None and any(side.melds for side in before.sides):
            game.apply(Move(seat, "draw"))
            after = views_of(game)[0].public
            assert all(one is other for one, other in zip(before.sides, after.sides, strict=True) if one == other)
            assert [one is other for one, other in zip(before.players, after.players, strict=True)].count(False) == 1
            return
    pytest.fail("nobody melded")


@pytest.mark.parametrize(("variant", "layout"), TABLES)
def test_a_view_leads_to_plain_values_alone(variant: str, layout: str) -> None:
    for number, game in enumerate(positions(variant, layout)):
        if number % 20 == 0:
            for view in views_of(game):
                assert not list(mutable_parts(view))


def mutable_parts(value: object) -> Iterator[object]:
    """Yield what of a view, or of anything in it, could change, or is no value that says all about itself."""
    if is_dataclass(value):
        kind: Any = type(value)
        if not kind.__dataclass_params__.frozen:
            yield value
        for field in fields(value):
            yield from mutable_parts(getattr(value, field.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from mutable_parts(part)
    elif not isinstance(value, int | str | None):
        yield value
