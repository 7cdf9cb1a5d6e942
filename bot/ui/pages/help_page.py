"""Help: what to do now, ways to the rules and preferences, and all commands by topic."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.store.games import Status, Table
from bot.ui.actions import Action, TableAction
from bot.ui.components import PRIMARY, button, menus
from bot.ui.i18n import N_, _, catalogue, labelled, languages, ngettext
from bot.ui.page import Page, notice
from bot.ui.pages.hand_page import Place
from bot.ui.words import person_names, score_text

#: How many games the page names; `/canasta list` has them all.
_GAMES = 5
#: The topics of the commands, by the names of the cogs that hold them.
TOPICS: Mapping[str, tuple[str, ...]] = {
    N_("Play your turn"): ("TypedMoves", "StandingOrders"),
    N_("Tables and games"): ("Lobby", "Mine", "Seats", "Channels", "Spectators", "Review"),
    N_("League and tournaments"): ("LeagueCog", "Alone", "Tournaments"),
    N_("About you"): ("Help", "Learn", "Preferences", "Privacy"),
    N_("For moderators"): ("Settings", "HouseRules", "Admin", "Seasons", "Organising", "TournamentCorrections"),
}


class OpenHand(TableAction, name="help-hand"):
    """The wish to see one's cards, beside the help."""


class OpenLesson(Action, name="help-learn"):
    """The wish to learn by a guided hand."""


class OpenRules(Action, name="help-rules"):
    """The wish to read the rules of one's game, or of the usual one."""


class OpenPreferences(Action, name="help-prefs"):
    """The wish to see one's preferences, beside the help."""


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


def page(tables: Sequence[Table], user_id: int, place_of: Callable[[Table], Place]) -> Page:
    """Return the first page of help for somebody with these games, those that wait for them first."""
    waiting = [table for table in tables if _waits(table, user_id)]
    text = ["## " + _("Canasta: help"), *(_games(tables, waiting, place_of) if tables else _first_table())]
    buttons: list[ui.Item[Any]] = []
    if waiting:
        buttons.append(button(_("My hand"), OpenHand(waiting[0].id, waiting[0].version), PRIMARY))
    learn = button(_("Learn"), OpenLesson(), discord.ButtonStyle.secondary if tables else PRIMARY)
    buttons += [learn, button(_("Rules"), OpenRules()), button(_("Preferences"), OpenPreferences())]
    return Page(ui.TextDisplay("\n".join(text)), ui.ActionRow(*buttons), *_topics(None))


def _topics(shown: str | None) -> list[ui.ActionRow[Any]]:
    """Return the menu of topics, with the one that is shown chosen."""
    options = [
        discord.SelectOption(label=_(name), value=str(number), default=name == shown)
        for number, name in enumerate(TOPICS)
    ]
    return menus(_("Commands by topic"), Topic(), options)


def _games(tables: Sequence[Table], waiting: Sequence[Table], place_of: Callable[[Table], Place]) -> list[str]:
    """Return what somebody who is in games can do now."""
    # The list is last: Discord shows a line after a list as a part of its last point.
    lines = [
        _("`/canasta list` shows all your games, `/hand` your cards."),
        ngettext("**{count} game is waiting for you:**", "**{count} games are waiting for you:**", len(waiting)).format(
            count=len(waiting)
        )
        if waiting
        else _("**None of your games is waiting for you.** I'll tell you when it's your turn."),
    ]
    for table in (waiting or tables)[:_GAMES]:
        place = place_of(table)
        name = _("{variant} in {server}, #{channel}").format(
            variant=score_text.game_of(table),
            server=person_names.plain(place.server),
            channel=person_names.plain(place.channel),
        )
        lines.append(f"- [{name}]({place.link})")
    return lines


def _first_table() -> list[str]:
    """Return what somebody who is in no game can do now."""
    return [
        _(
            "**You aren't in a game.** If Canasta is new to you, press **{button}**. This is how to play your first game:"
        ).format(button=_("Learn")),
        _("1. Type `/canasta new` in a channel of a server and send it."),
        _("2. Under the table that appears there, wait for others to join, or press **{button}**.").format(
            button=_("Add computer")
        ),
        _("3. Press **{button}**: your cards come in a direct message, with buttons for everything you can do.").format(
            button=_("Start")
        ),
    ]


def _waits(table: Table, user_id: int) -> bool:
    """Return whether a game waits for a person to move."""
    mover = table.to_move
    return table.status is Status.PLAYING and mover is not None and mover.user_id == user_id and not mover.computer


def commands(topic: str, listed: Sequence[Command]) -> Page:
    """Return the commands of a topic, each with what it does, and the way to other topics and back."""
    lines = [f"### {_(topic)}", *(f"- {labelled(f'`/{name}`', does)}" for name, does in listed)]
    return notice("\n".join(lines), *_topics(topic), ui.ActionRow(button(_("Back"), OpenHelp())))
