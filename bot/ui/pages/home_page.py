"""The page of `/canasta`: the games that wait, and everything that can be done about this channel's table and one's
games."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.data.tables import Status, Table
from bot.ui.actions import Action
from bot.ui.components import menus
from bot.ui.i18n import _, language, pgettext
from bot.ui.page import Page
from bot.ui.pages import help_page
from bot.ui.words import command_names
from bot.ui.words.game_places import PlaceOf
from bot.ui.words.ways import WAYS

#: Actions at a table before its game: by those who sit there, by others, and by moderators too.
_SEATED, _OTHERS, _MODERATORS = ("start", "leave", "cancel"), ("join",), ("start", "cancel")
#: Actions of players in a running game, in the order in which they are offered.
_PLAYING = ("hint", "undo", "orders", "substitute", "resign", "abandon")
#: Actions that don't depend on a table.
_ALWAYS = ("list", "find", "daily", "learn", "review", "replay", "record", "history", "solo", "avoid")


@dataclass(frozen=True)
class Choose(Action, name="way"):
    """The choice of what a command is to do."""

    command: str


@dataclass(frozen=True)
class Do(Action, name="do"):
    """The wish to have a command do something."""

    command: str
    what: str


def page(
    tables: Sequence[Table],
    user_id: int,
    place_of: PlaceOf,
    here: Table | None,
    *,
    in_server: bool,
    moderator: bool,
) -> Page:
    """Return the page for somebody with these games, those that wait for them first; `here` is this channel's table."""
    at_table = _at_table(here, user_id, moderator) if in_server else ["join", *_in_games(tables, user_id)]
    others = [*_ALWAYS, *(["move"] if in_server else []), *(["log"] if in_server and "log" not in at_table else [])]
    return Page(
        ui.TextDisplay("\n".join([_heading(), *help_page.what_waits(tables, user_id, place_of, in_server=in_server)])),
        help_page.ways_on(tables, user_id, can_open=here is None),
        *_menu(_("At this table"), at_table),
        *_menu(_("Your games and more"), others),
    )


def _heading() -> str:
    return "## " + pgettext("heading: the game, whichever kind is played", "Canasta")


def _menu(placeholder: str, names: Collection[str]) -> list[ui.ActionRow[Any]]:
    return ways("canasta", names, placeholder)


def ways(command: str, names: Collection[str] | None = None, placeholder: str | None = None) -> list[ui.ActionRow[Any]]:
    """Return a menu of what a command does (all of it, if no names are given)."""
    options = [
        discord.SelectOption(label=command_names.called(name, language()), value=name, description=_(does))
        for name, does in WAYS[command].items()
        if names is None or name in names
    ]
    return menus(placeholder or _("What do you want to do?"), Choose(command), options)


def _at_table(here: Table | None, user_id: int, moderator: bool) -> list[str]:
    """Return what somebody can do at a channel's table."""
    if here is None:
        return []
    seated = here.seat_of(user_id)
    if here.status is Status.LOBBY:
        found = {*(_SEATED if seated else _OTHERS), *(_MODERATORS if moderator else ())}
        return [name for name in WAYS["canasta"] if name in found]
    return [*(_of_player(here, user_id) if seated else ["cancel"] if moderator else []), "log"]


def _in_games(tables: Sequence[Table], user_id: int) -> list[str]:
    """Return what somebody can do in their running games, of which some may be meant."""
    return sorted({name for table in tables if table.status is Status.PLAYING for name in _of_player(table, user_id)})


def _of_player(table: Table, user_id: int) -> list[str]:
    own = table.seat_of(user_id)
    return [*(["back"] if own is not None and own.sitting_in else []), *_PLAYING]
