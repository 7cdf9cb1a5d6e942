"""The log of a game: all that happened to it except moves, and the part of the log below the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from discord import ui

from bot.data.log import Deed, LogEntry
from bot.data.tables import Table
from bot.tables.rules import absence
from bot.ui.i18n import N_, _, ngettext
from bot.ui.page import Page, notice
from bot.ui.words import person_names, warmth

#: The texts of deeds. {name} is the seat's player (empty without a seat), {newcomer} the new one, {by} the person who
#: acted.
_SENTENCES = {
    Deed.MISSED: N_("**{name}** missed a turn: the computer played it."),
    Deed.RESIGNED: N_("**{name}** has given up the seat: **{newcomer}**, a computer, takes over."),
    Deed.LEFT: N_("**{name}** no longer plays: **{newcomer}**, a computer, takes over."),
    Deed.GONE: N_("**{name}** has left the server: `/canasta substitute` proposes somebody for the seat."),
    Deed.UNREACHED: N_("Discord lets no message from me through to **{name}**."),
    Deed.AWAY: N_("**{name}** is away: a computer plays until they're back."),
    Deed.SUBSTITUTED: N_("**{newcomer}** takes over for **{name}**: everybody agreed."),
    Deed.ABANDONED: N_("The game was ended without a result: everybody agreed."),
    Deed.SKIPPED: N_("{by}, a moderator, let a computer play one turn for **{name}**."),
    Deed.SEATED_COMPUTER: N_("{by}, a moderator, had a computer play until **{name}** is back."),
    Deed.GAVE_BACK: N_("{by}, a moderator, gave the seat back to **{name}**."),
    Deed.SUBSTITUTED_BY_MODERATOR: N_("{by}, a moderator, let **{newcomer}** take over for **{name}**."),
    Deed.EXTENDED: N_("{by}, a moderator, gave **{name}** more time."),
    Deed.ENDED: N_("{by} ended the game without a result."),
    Deed.UNSTUCK: N_("{by}, a moderator, rebuilt the table."),
    Deed.LOST: N_("The game lost its channel."),
    Deed.FOUND: N_("The game has its channel again."),
    Deed.STOPPED: N_("{by} ended the game with the scores as they were."),
    Deed.AGAIN: N_("{by} opened this table to play again."),
    Deed.MOVED: N_("{by} moved the game to another channel."),
}
_AGREEMENTS = {
    (Deed.AGREED, False): N_("{by} wants to end the game without a result."),
    (Deed.WITHDREW, False): N_("{by} no longer wants to end the game."),
    (Deed.DECLINED, False): N_("{by} wants to play on."),
    (Deed.AGREED, True): N_("{by} agreed that **{newcomer}** takes over for **{name}**."),
    (Deed.WITHDREW, True): N_("{by} no longer agrees that **{newcomer}** takes over for **{name}**."),
    (Deed.DECLINED, True): N_("{by} doesn't want **{newcomer}** to take over for **{name}**."),
}
#: How many entries are below a table.
_LATELY = 6
#: The deeds of moderators, and how many of them are below a table.
_MODERATORS = frozenset([*Deed][[*Deed].index(Deed.SKIPPED) :])
_OF_MODERATORS = 2
#: The most characters of the log in a message.
_LONGEST = 3_800


def sentence(entry: LogEntry) -> str:
    """Return one entry of a log as a sentence."""
    if entry.deed is Deed.SITTING_IN:
        text = ngettext(
            "**{name}** has missed {misses} turn in a row. A computer plays until they're back.",
            "**{name}** has missed {misses} turns in a row. A computer plays until they're back.",
            absence.MISSES,
        )
    elif entry.deed is Deed.BACK:
        text = warmth.back(entry.version)
    else:
        text = _(_SENTENCES.get(entry.deed) or _AGREEMENTS[entry.deed, entry.seat is not None])
    facts = {
        name: person_names.plain(value) if isinstance(value, str) else value for name, value in entry.facts.items()
    }
    by = person_names.mention(entry.user_id) if entry.user_id else _("The bot")
    said = text.format(**{"name": "", "newcomer": "", **facts, "by": by, "misses": absence.MISSES})
    return person_names.begun(said)


def lately(entries: Iterable[LogEntry], table: Table) -> list[str]:
    """Return the latest entries as lines below a table.

    It leaves out who agrees to a proposal, as the proposal's own message shows it, and who could not be reached in a turn
    that is over or before they were back.
    """
    entries = list(entries)
    third = {entry.version for entry in entries if entry.deed is Deed.SITTING_IN}
    told = [entry for entry in entries if (entry.deed, entry.seat is not None) not in _AGREEMENTS]
    told = [entry for entry in told if entry.deed is not Deed.MISSED or entry.version not in third]
    told = [entry for entry in told if entry.deed is not Deed.UNREACHED or _awaited(entry, entries, table)]
    passed = [entry for entry in told if entry.deed in _MODERATORS][:-_OF_MODERATORS]
    told = [entry for entry in told if not any(entry is one for one in passed)]
    return [f"-# {sentence(entry)}" for entry in told[-_LATELY:]]


def _awaited(unreached: LogEntry, entries: Iterable[LogEntry], table: Table) -> bool:
    """Return whether the turn in which somebody could not be reached lasts, and they haven't been back in it."""
    back = any(
        one.deed is Deed.BACK and one.seat == unreached.seat and one.version > unreached.version for one in entries
    )
    return table.turn == unreached.seat and unreached.at >= (table.turn_since or 0) and not back


def page(entries: Iterable[LogEntry], *rows: ui.ActionRow[Any]) -> Page:
    """Return a game's log, each entry with its time in the reader's time zone; old entries that don't fit are cut.

    `rows` are what can be pressed below it.
    """
    lines: list[str] = []
    for entry in reversed(list(entries)):
        line = f"- <t:{entry.at}:f> {sentence(entry)}"
        if sum(map(len, lines)) + len(lines) + len(line) > _LONGEST:
            break
        lines.insert(0, line)
    title = _("### What happened in this game, apart from the moves")
    nothing = _("Nothing to report: just good old moves.")
    return notice("\n".join([title, *lines]) if lines else nothing, *rows)
