"""Reviews of rounds: the course, what turned the round, somebody's costliest moves, and each of those as it stood."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.computer.discards import advice
from bot.tables.views import RoundReview
from bot.ui.actions import TableAction
from bot.ui.components import PRIMARY, button, in_rows, menus
from bot.ui.i18n import _
from bot.ui.limits import MENU_OPTIONS
from bot.ui.page import Page, attachment, gallery
from bot.ui.words import hint_text, review_text, text_only, variant_names
from renderer import Picture


@dataclass(frozen=True)
class Rounds(TableAction, name="review-rounds"):
    """The choice of a round that is reviewed."""


@dataclass(frozen=True)
class Back(TableAction, name="review-back"):
    """The wish to see the review of a round again."""

    round: int


@dataclass(frozen=True)
class ShowMove(TableAction, name="review-move"):
    """The wish to see the position before one of the costliest moves, by its number from 1."""

    round: int
    number: int


@dataclass(frozen=True)
class Share(TableAction, name="review-share"):
    """The wish to show a review to everybody at the table."""

    round: int


@dataclass(frozen=True)
class PlayOn(TableAction, name="what-if"):
    """The wish to play on from the position before a move of a round, by its place from 0."""

    round: int
    place: int


def review(found: RoundReview, course: Picture | None, remark: str | None = None, *, shared: bool = False) -> Page:
    """Return the review of a round for its player or, `shared`, for everybody; without a `course` that is told in words.

    The `remark` is the last line.
    """
    row, number = found.table, found.number
    names = {
        "name": review_text.name(row, found.seat),
        "game": variant_names.title(found.public.rules),
        "number": number,
    }
    # What follows a list stands by itself: Discord shows a line after a list as a part of its last point.
    head = [
        _("## Review by {name}: {game}, round {number}").format_map(names),
        *([] if course is not None else [review_text.course(found)]),
        *review_text.turning_points(found),
    ]
    parts = [head, review_text.costliest(found), [review_text.how_judged(), *([remark] if remark else [])]]
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines)) for lines in parts]
    if course is not None:
        items.insert(0, gallery("course.png", course))
    if not shared:
        items += _onwards(found)
    return Page(*items, attachments=[] if course is None else [attachment("course.png", course)])


def _onwards(found: RoundReview) -> list[ui.ActionRow[Any]]:
    """Return buttons to the costliest moves and to everybody, and a menu of the rounds."""
    row, number = found.table, found.number
    here = (row.id, row.version, number)
    buttons = [
        button(_("Position {number}").format(number=place), ShowMove(*here, place), PRIMARY)
        for place in range(1, len(found.costliest) + 1)
    ]
    buttons.append(button(_("Show this to everybody"), Share(*here)))
    rounds = [
        discord.SelectOption(label=_("Round {number}").format(number=one), value=str(one), default=one == number)
        for one in range(max(1, found.scored - MENU_OPTIONS + 1), found.scored + 1)
    ]
    chosen = menus(_("Review of another round"), Rounds(row.id, row.version), rounds) if found.scored > 1 else []
    return [*in_rows(buttons), *chosen]


def position(found: RoundReview, number: int, table: Picture | None, hand: Picture | None) -> Page:
    """Return the position before one of the costliest moves, as its player saw it; in words without pictures."""
    one, row = found.costliest[number - 1], found.table
    view, played = one.before, found.moves[one.place]
    lines = [
        _("## Position {number}: {game}, round {round}").format(
            number=number, game=variant_names.title(view.public.rules), round=found.number
        ),
        review_text.costly(found, one),
    ]
    shows = advice(view)
    thrown = [card for event in played.events if event.kind == "discard" for card in event.cards if card in shows]
    lines += filter(None, [hint_text.warning(view, row, card, shows[card]) for card in thrown])
    items: list[ui.Item[Any]] = [
        ui.TextDisplay("\n".join(lines)),
        ui.TextDisplay(text_only.table(view.public, row)) if table is None else gallery("table.png", table),
        ui.TextDisplay(text_only.hand(view)) if hand is None else gallery("hand.png", hand),
    ]
    buttons = [
        button(_("Play on from here"), PlayOn(row.id, row.version, found.number, one.place), PRIMARY),
        button(_("Back to the review"), Back(row.id, row.version, found.number)),
    ]
    pictures = [
        attachment(name, picture) for name, picture in (("table.png", table), ("hand.png", hand)) if picture is not None
    ]
    return Page(*items, *in_rows(buttons), attachments=pictures)
