"""The end of a round for one of its players: the score sheet, what it brought them, and the way to their next hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.canasta.events import RoundSheet
from bot.canasta.views import PublicView
from bot.data.tables import Table
from bot.ui import celebrations
from bot.ui.actions import TableAction
from bot.ui.celebrations import Celebrated
from bot.ui.components import PRIMARY, button, in_rows
from bot.ui.i18n import _, signed
from bot.ui.page import Page
from bot.ui.pages.table_page import Ended, OpenReview, joy
from bot.ui.words import round_text, score_text, warmth
from bot.ui.words.game_places import PlaceNames, heading


@dataclass(frozen=True)
class NextRound(TableAction, name="next-round"):
    """The wish to see one's hand of the round after this one."""

    round: int


def over(
    table: Table,
    public: PublicView,
    place: PlaceNames | None,
    seat: int,
    sheet: RoundSheet,
    ended: Ended,
    celebrated: Celebrated | None = None,
    *,
    onwards: bool,
) -> Page:
    """Return the end of a round with this `sheet`, for the player in a seat. `onwards`: they may ask for their next hand."""
    lines = [
        heading(public, place, ended.number),
        f"{brought(sheet, public, table, seat)} {felt(sheet, public, seat, celebrated, table.id + ended.number)}",
    ]
    turns = [] if ended.story is None else round_text.what_turned(ended.story, table, seat)
    here = (table.id, table.version, ended.number)
    buttons: list[ui.Item[Any]] = [
        *([button(_("Next round"), NextRound(*here), PRIMARY)] if onwards else []),
        button(_("Review"), OpenReview(*here)),
    ]
    return Page(
        ui.TextDisplay("\n".join(line.strip() for line in lines)),
        ended.sheet_item,
        *joy(celebrated),
        *([ui.TextDisplay("\n".join(turns))] if turns else []),
        *in_rows(buttons),
    )


def brought(sheet: RoundSheet, public: PublicView, table: Table, seat: int) -> str:
    """Return what a round brought to the player in a seat and to the others, in a sentence."""
    own = celebrations.account_of(seat, public)
    owners = score_text.owners(public, len(sheet.sides))
    others = [
        (score_text.names(seats, table, seat), signed(side.total))
        for index, (seats, side) in enumerate(zip(owners, sheet.sides, strict=True))
        if index != own
    ]
    won = f"**{signed(sheet.sides[own].total)}**"
    if len(others) == 1:
        return _("You {own}, they {others}.").format(own=won, others=others[0][1])
    listed = ", ".join(f"{names} {points}" for names, points in others)
    return _("You {own}; {others}.").format(own=won, others=listed)


def felt(sheet: RoundSheet, public: PublicView, seat: int, celebrated: Celebrated | None, number: int) -> str:
    """Return a warm word for those who gained most, with what is celebrated, and a kind one for the others."""
    best = celebrations.gained_most(sheet)
    if best is None:
        return ""
    if best != celebrations.account_of(seat, public):
        return warmth.gained_less(number)
    return warmth.gained(number) + ("" if celebrated is None else f" {celebrated.title}")
