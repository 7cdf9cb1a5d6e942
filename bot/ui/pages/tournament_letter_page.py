"""What the organiser and the players of a tournament are written apart from its posts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.store.games import Table
from bot.store.tournaments import Request, Tournament
from bot.tables.rules.agreements import ABANDON
from bot.ui.actions import Action
from bot.ui.components import GO, STOP, button
from bot.ui.i18n import _
from bot.ui.page import Page, notice
from bot.ui.pages.tournament_page import cut
from bot.ui.words.person_names import bare_name, plain


@dataclass(frozen=True)
class Approve(Action, name="cup-approve"):
    """The organiser's yes to a request."""

    request: int


@dataclass(frozen=True)
class Turn(Action, name="cup-decline"):
    """The organiser's no to a request."""

    request: int


def letter(one: Tournament, lines: Sequence[str], address: str) -> Page:
    """Return a letter to the organiser, of some lines; `address` begins it where others read it too."""
    return Page(ui.TextDisplay("\n".join(cut([f"### {address}{plain(one.name)}", *lines]))))


def word(text: str, address: str) -> Page:
    """Return a short letter to a player; `address` begins it where others read it too."""
    return notice(f"{address}{text}")


def request(one: Tournament, wanted: Request, table: Table, address: str) -> Page:
    """Return what the organiser is asked for at the table of a match, with two buttons."""
    row: ui.ActionRow[Any] = ui.ActionRow(
        button(_("Approve"), Approve(wanted.id), STOP if wanted.kind == ABANDON else GO),
        button(_("Decline"), Turn(wanted.id)),
    )
    return notice(f"{address}{_asked(one, wanted, table)}", row)


def decided(one: Tournament, wanted: Request, table: Table, address: str = "") -> Page:
    """Return a request with the organiser's answer, or that it has no reason any more."""
    answer = {
        "approved": _("The organiser approved this."),
        "declined": _("The organiser declined this."),
    }.get(wanted.answer or "", _("This has no reason any more."))
    return notice(f"{address}{_asked(one, wanted, table)}\n**{answer}**")


def _asked(one: Tournament, wanted: Request, table: Table) -> str:
    if wanted.kind == ABANDON:
        text = _("**{tournament}**, <#{thread}>: {name} asks to end this match. It then counts as it stands.")
        return text.format(tournament=plain(one.name), thread=table.channel_id, name=plain(wanted.asker))
    text = _("**{tournament}**, <#{thread}>: {name} asks that {newcomer} plays from now on for {player}.")
    return text.format(
        tournament=plain(one.name),
        thread=table.channel_id,
        name=plain(wanted.asker),
        newcomer=plain(wanted.newcomer),
        player=bare_name(table.seat(wanted.seat)),
    )
