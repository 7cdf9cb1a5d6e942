"""Help: what to do now, ways to the rules and preferences, and all commands by topic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.data.tables import Status, Table
from bot.ui.actions import Action, TableAction
from bot.ui.components import GO, PRIMARY, button, menus
from bot.ui.i18n import N_, _, catalogue, labelled, languages, ngettext
from bot.ui.page import Page, notice
from bot.ui.pages.table_page import OpenDaily
from bot.ui.words import score_text
from bot.ui.words.game_places import PlaceOf, placed

#: How many games the page names; `/canasta list` has them all.
_GAMES = 5
#: The topics of the commands, by the names of the cogs that hold them.
TOPICS: Mapping[str, tuple[str, ...]] = {
    N_("Play your turn"): ("TypedMoves", "OrdersCog"),
    N_("Tables and games"): (
        "CanastaCog",
        "LobbyCog",
        "FindCog",
        "MineCog",
        "SeatsCog",
        "ChannelsCog",
        "SpectatorsCog",
        "ReviewCog",
    ),
    N_("League and tournaments"): ("LeagueCog", "SoloCog", "TournamentsCog"),
    N_("About you"): ("HelpCog", "LearnCog", "DailyCog", "PreferencesCog", "AvoidCog", "PrivacyCog"),
    N_("For moderators"): (
        "SettingsCog",
        "HouseRulesCog",
        "AdminCog",
        "SeasonsCog",
        "OrganisingCog",
        "TournamentCorrectionsCog",
    ),
}


class OpenHand(TableAction, name="help-hand"):
    """The wish to see one's cards, beside the help."""


class OpenLesson(Action, name="help-learn"):
    """The wish to learn by a guided hand."""


class OpenRules(Action, name="help-rules"):
    """The wish to read the rules of one's game, or of the usual one."""


class OpenPreferences(Action, name="help-prefs"):
    """The wish to see one's preferences, beside the help."""


class OpenTable(Action, name="help-open"):
    """The wish to open a table of the usual game, in this channel or in direct messages."""


class OpenHelp(Action, name="help"):
    """The way back to the help's first page."""


class Topic(Action, name="help-topic"):
    """The choice of a topic of which the commands are listed."""


def asked_for(text: str) -> bool:
    """Return whether somebody has typed the word for help, and nothing else, in any language of the bot."""
    typed = "".join(filter(str.isalpha, text)).casefold()
    return typed in {
        catalogue(language).pgettext("typed by somebody who needs help, one word", "help") for language in languages()
    }


#: A command by its English name with those above it, and what it does.
Command = tuple[str, str]


def page(tables: Sequence[Table], user_id: int, place_of: PlaceOf, *, in_server: bool) -> Page:
    """Return the first page of help for somebody with these games, those that wait for them first."""
    text = ["## " + _("Canasta: help"), *what_waits(tables, user_id, place_of, in_server=in_server)]
    return Page(ui.TextDisplay("\n".join(text)), ways_on(tables, user_id, can_open=True), *_topics(None))


def ways_on(tables: Sequence[Table], user_id: int, *, can_open: bool) -> ui.ActionRow[Any]:
    """Return buttons to a table of one's own, the hand or the deal of the day, the lesson, the rules and the preferences."""
    waiting = [table for table in tables if _waits(table, user_id)]
    row: ui.ActionRow[Any] = ui.ActionRow()
    if waiting:
        row.add_item(button(_("My hand"), OpenHand(waiting[0].id, waiting[0].version), PRIMARY))
    if can_open:
        row.add_item(button(_("Open a table"), OpenTable(), discord.ButtonStyle.secondary if tables else GO))
    if not waiting:
        row.add_item(button(_("Deal of the day"), OpenDaily()))
    row.add_item(button(_("Learn"), OpenLesson(), discord.ButtonStyle.secondary if tables else PRIMARY))
    row.add_item(button(_("Rules"), OpenRules()))
    return row.add_item(button(_("Preferences"), OpenPreferences()))


def _topics(shown: str | None) -> list[ui.ActionRow[Any]]:
    """Return the menu of topics, with the one that is shown chosen."""
    options = [
        discord.SelectOption(label=_(name), value=str(number), default=name == shown)
        for number, name in enumerate(TOPICS)
    ]
    return menus(_("Commands by topic"), Topic(), options)


def what_waits(tables: Sequence[Table], user_id: int, place_of: PlaceOf, *, in_server: bool) -> list[str]:
    """Return what somebody can do now: in their games or, without any, for their first one."""
    if not tables:
        return _first_table(in_server=in_server)
    waiting = [table for table in tables if _waits(table, user_id)]
    # The list is last: Discord shows a line after a list as a part of its last point.
    lines = [
        _("`/canasta list` shows all your games, `/hand` your cards."),
        ngettext("**{count} game is waiting for you:**", "**{count} games are waiting for you:**", len(waiting)).format(
            count=len(waiting)
        )
        if waiting
        else _idle(tables, user_id),
    ]
    for table in (waiting or tables)[:_GAMES]:
        lines.append(f"- {placed(score_text.game_of(table), place_of(table))}")
    return lines


def _idle(tables: Sequence[Table], user_id: int) -> str:
    """Return why no game of somebody's is waiting for a move of theirs."""
    if any(table.status is Status.LOBBY and table.host_id == user_id for table in tables):
        return _("**Your table hasn't started yet.** Press **{start}** there when everybody has a seat.").format(
            start=_("Start")
        )
    return _("**No game is waiting for you.** I'll tell you when it's your turn.")


def _first_table(*, in_server: bool) -> list[str]:
    """Return what somebody who is in no game can do now."""
    return [
        _(
            "**You aren't in a game.** If Canasta is new to you, press **{button}**. This is how to play your first game:"
        ).format(button=_("Learn")),
        _("1. Press **{button}**, or type `/play` in a channel.").format(button=_("Open a table"))
        if in_server
        else _("1. Press **{button}**, or type `/play` here.").format(button=_("Open a table")),
        _(
            "2. Under the table that appears there, press **{fill}**: you play at once. Or wait until others have joined."
        ).format(fill=_("Fill with computers and start")),
        _("3. Your cards come in a direct message, with buttons for everything you can do."),
    ]


def _waits(table: Table, user_id: int) -> bool:
    """Return whether a game waits for a person to move."""
    mover = table.to_move
    return table.status is Status.PLAYING and mover is not None and mover.user_id == user_id and not mover.computer


def commands(topic: str, listed: Sequence[Command]) -> Page:
    """Return the commands of a topic, each with what it does, and the way to other topics and back."""
    lines = [f"### {_(topic)}", *(f"- {labelled(f'`/{name}`', does)}" for name, does in listed)]
    return notice("\n".join(lines), *_topics(topic), ui.ActionRow(button(_("Back"), OpenHelp())))
