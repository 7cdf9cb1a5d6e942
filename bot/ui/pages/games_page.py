"""Somebody's own games in all servers, those that wait for them first; and the question of which game is meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.canasta.views import PublicView
from bot.data.tables import Status, Table
from bot.ui.actions import Action, TableAction
from bot.ui.components import button, in_rows, menus, shortened
from bot.ui.i18n import _, labelled, ngettext
from bot.ui.page import Page, notice
from bot.ui.words import clock_text, person_names, score_text
from bot.ui.words.game_places import PlaceNames, PlaceOf, names_of, placed

#: How many games a page lists, so that it fits in a message.
_ON_A_PAGE = 8
#: The most characters of a server's or channel's name in a list.
_NAME = 40
#: How many links a text lists.
_LINKS = 10


@dataclass(frozen=True)
class TurnGames(Action, name="games", between="."):
    """The wish to see a page of one's games; `why` tells the buttons of a message apart."""

    page: int
    why: str


class ShowHandOf(Action, name="show"):
    """The choice of the game whose hand is shown, where the list has more pages."""


class ShowHand(TableAction, name="show-hand"):
    """The wish to see the hand of a game of the list."""


@dataclass(frozen=True)
class Which(Action, name="which"):
    """The choice of the game that a command is for: its verb, and the text typed with it."""

    verb: str
    text: str = ""

    def rest(self) -> str:
        """Return the fields as the custom id holds them."""
        return f"{self.verb} {self.text}".strip()

    @classmethod
    def read_rest(cls, rest: str) -> tuple[Any, ...]:
        """Return the fields that `rest` wrote."""
        verb, _space, text = rest.strip().partition(" ")
        return verb, text.strip()


class MoveHere(Action, name="move"):
    """The choice of the game that is to come into this channel."""


def none() -> Page:
    """Return the page for somebody who is in no game."""
    return notice(_("You aren't in any game. `/play` opens a table."))


def in_order(tables: Sequence[Table], user_id: int) -> list[Table]:
    """Return somebody's games: those that wait for them, those where they are away, and all others."""
    return sorted(tables, key=lambda table: _order(table, user_id))


def on_page(tables: Sequence[Table], page: int) -> tuple[int, list[Table]]:
    """Return the number of a page (from 0) that there is, and its games."""
    page = min(page, _last(tables))
    return page, list(tables[page * _ON_A_PAGE : (page + 1) * _ON_A_PAGE])


def _last(tables: Sequence[Table]) -> int:
    return (len(tables) - 1) // _ON_A_PAGE


def listed(tables: Sequence[Table], page: int, standings: Sequence[str], user_id: int, place_of: PlaceOf) -> Page:
    """Return a page of somebody's games, which are in order; `standings` are the scores of the games on this page."""
    last = _last(tables)
    _page, shown = on_page(tables, page)
    lines = [
        _entry(number, table, standing, user_id, place_of(table))
        for number, (table, standing) in enumerate(zip(shown, standings, strict=True), page * _ON_A_PAGE + 1)
    ]
    waiting = [table for table in tables if _waits(table, user_id)]
    heading = _("### Your games") if last == 0 else _("### Your games, page {page} of {pages}")
    title = heading.format(page=page + 1, pages=last + 1)
    text = ngettext("{count} is waiting for you.", "{count} are waiting for you.", len(waiting)).format(
        count=len(waiting)
    )
    text = text if waiting else _("No game is waiting for you now.")
    items: list[ui.Item[Any]] = [ui.TextDisplay(f"{title}\n{text}"), *map(ui.TextDisplay, lines)]
    # Buttons, as the list stays: Discord doesn't send a choice from a menu that is made twice.
    buttons = [
        button(labelled(_("My hand"), str(number)), ShowHand(table.id, table.version))
        for number, table in enumerate(shown, page * _ON_A_PAGE + 1)
        if _waits(table, user_id)
    ]
    items += in_rows(buttons)
    if len(waiting) > len(buttons):
        items += menus(_("Show a game that is waiting"), ShowHandOf(), entries(waiting, place_of, user_id))
    return Page(*items, _turning(page, last))


def _entry(number: int, table: Table, standing: str, user_id: int, where: PlaceNames | None) -> str:
    """Return one game in two lines: where it is and whose turn it is; how it stands."""
    if where is not None:
        where = PlaceNames(shortened(where.server, _NAME), shortened(where.channel, _NAME), where.link)
    lines = [f"**{number}. {placed(score_text.game_of(table), where)}**", _state(table, user_id)]
    if table.status is Status.LOBBY:
        standing = ", ".join(person_names.name_of(seat) for seat in table.seats)
    return "\n".join([*lines, f"-# {standing}"])


def standing(table: Table, public: PublicView | None, user_id: int) -> str:
    """Return the score of a game with everybody's names, the person's own side first; nothing before the game."""
    own = table.seat_of(user_id)
    if public is None or own is None:
        return ""
    scores = score_text.standing(public, table, own.number, public.scores)
    return _("Round {round}: {scores}").format(round=public.round_number, scores=scores)


def _waits(table: Table, user_id: int) -> bool:
    to_move = table.to_move
    return to_move is not None and to_move.user_id == user_id and to_move.computer is None


def _order(table: Table, user_id: int) -> tuple[int, float, int]:
    """Return the key by which a person's games are sorted.

    Games that wait for them come first, the most urgent at the top. Then come games where they are away, then all
    others.
    """
    own = table.seat_of(user_id)
    if _waits(table, user_id):
        kind = 0
    elif own is not None and own.computer:
        kind = 1
    else:
        kind = 2 if table.status is Status.PLAYING else 3
    return kind, table.deadline or float("inf"), table.turn_since or table.updated_at


def _state(table: Table, user_id: int) -> str:
    own, to_move = table.seat_of(user_id), table.to_move
    if table.status is Status.LOBBY:
        free = len(table.free)
        text = ngettext("not started yet, {count} seat free", "not started yet, {count} seats free", free)
        return text.format(count=free) if free else _("not started yet, everybody is there")
    parts = []
    if own is not None and own.computer:
        parts.append(_("a computer is playing for you: `/canasta back` gives you your seat back"))
    if _waits(table, user_id):
        parts.append(_("**your turn**"))
    elif to_move is not None:
        parts.append(_("{name}'s turn").format(name=person_names.name_of(to_move)))
    if table.lost is not None:
        parts.append(_("I can't reach its channel; the game is waiting"))
    if table.deadline is not None:
        parts.append(_("time runs out {far}").format(far=clock_text.far(table.deadline)))
    return " · ".join(parts)


def _turning(page: int, last: int) -> ui.ActionRow[Any]:
    """Return buttons to the pages before and after, and one that updates this page."""
    row: ui.ActionRow[Any] = ui.ActionRow()
    if last:
        row.add_item(button(_("Previous"), TurnGames(max(page - 1, 0), "back"), disabled=page == 0))
        row.add_item(button(_("Next"), TurnGames(page + 1, "more"), disabled=page == last))
    row.add_item(button(_("Refresh"), TurnGames(page, "again")))
    return row


def entries(tables: Sequence[Table], place_of: PlaceOf, user_id: int) -> list[discord.SelectOption]:
    """Return games as options of a menu of somebody's games: against whom and where they play, and whose turn it is."""
    options = []
    for table, name in zip(tables, names_of(tables, place_of, user_id), strict=True):
        to_move = table.to_move
        turn = (
            _("your turn")
            if to_move is not None and to_move.user_id == user_id
            else _("{name}'s turn").format(name=person_names.label_of(to_move))
        )
        label = person_names.bare(name)
        options.append(discord.SelectOption(label=label, value=str(table.id), description=turn))
    return options


def which(tables: Sequence[Table], user_id: int, verb: str, text: str, place_of: PlaceOf) -> Page:
    """Return the page that asks which of several games a command is for."""
    options = entries(tables, place_of, user_id)
    try:
        choice = menus(_("Which game?"), Which(verb, text), options)
    except ValueError:
        links = [f"- {placed(score_text.game_of(table), place_of(table))}" for table in tables[:_LINKS]]
        said = _(
            "You are in several games, and your command is too long for me to remember while you choose. Use it in the game's channel:"
        )
        return notice("\n".join([said, *links]))
    return notice(_("You are in several games. Which one do you mean?"), *choice)


def which_to_move(tables: Sequence[Table], channel_of: Callable[[Table], str | None]) -> Page:
    """Return the page that asks which game is to come into this channel; `channel_of` names where a game is now."""
    options = []
    for table in tables:
        channel = channel_of(table)
        label = f"{score_text.game_of(table)}, #{channel}" if channel else score_text.game_of(table)
        names = ", ".join(person_names.label_of(seat) for seat in table.seats)
        options.append(discord.SelectOption(label=label, value=str(table.id), description=names))
    return notice(_("Which game do you want to move here?"), *menus(_("Which game?"), MoveHere(), options))
