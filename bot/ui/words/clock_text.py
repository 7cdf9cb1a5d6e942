"""Clocks in words: a turn's time limit, its deadline, what reminders say."""

from __future__ import annotations

from collections.abc import Collection

from bot.data.tables import Table
from bot.tables.rules import clock
from bot.ui.i18n import _, ngettext
from bot.ui.words.person_names import name_of


def limit(seconds: int) -> str:
    """Return a turn's time limit in words, `4 hours`; 0 is no limit."""
    if not seconds:
        return _("no limit")
    if seconds % clock.DAY == 0:
        return ngettext("{count} day", "{count} days", seconds // clock.DAY).format(count=seconds // clock.DAY)
    if seconds % clock.HOUR == 0:
        return ngettext("{count} hour", "{count} hours", seconds // clock.HOUR).format(count=seconds // clock.HOUR)
    minutes = seconds // clock.MINUTE
    return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)


def span(seconds: int) -> str:
    """Return a length of time, rounded down: `3 days`, `20 hours`."""
    unit = next((unit for unit in (clock.DAY, clock.HOUR) if seconds >= 2 * unit), clock.MINUTE)
    return limit(max(clock.MINUTE, seconds - seconds % unit))


def deadline(table: Table) -> str | None:
    """Return when the present turn ends, for everybody at the table; None if nothing limits it.

    A turn whose clock doesn't run because only computers are waiting gets a sentence that says so, unless nobody else
    plays at the table, as its lobby has said it.
    """
    paused, end = table.timers.get(clock.CALL), table.deadline
    if end is None:
        alone = table.turn_limit is not None and table.to_move is not None and table.to_move.computer is None
        if not alone or clock.is_awaited(table) or clock.one_person(table):
            return None
        text = _("⏳ This turn has no time limit: only computers are waiting for **{name}**.")
        return text.format(name=name_of(table.to_move))
    if paused is not None:
        text = _("⏳ The clock is stopped until {moment}. Time runs out {far}; then a computer plays this turn.")
    else:
        text = _("⏳ Time runs out {far}; then a computer plays this turn.")
    return text.format(moment=moment(paused), far=far(end))


def own_deadline(table: Table) -> str | None:
    """Return when the present turn ends, in the words for the player to move; None without a limit."""
    if table.deadline is None or table.turn_limit is None or table.to_move is None:
        return None
    facts = {"moment": moment(table.deadline), "far": _away(table.deadline), "reserve": span(table.to_move.bank)}
    if table.to_move.bank:
        text = _(
            "⏳ You have until {moment} ({far}), including your reserve of {reserve}; then a computer plays this turn."
        )
    else:
        text = _("⏳ You have until {moment} ({far}); then a computer plays this turn.")
    return text.format_map(facts)


def reminder(table: Table, due: Collection[str]) -> str:
    """Return what the player to move is reminded of; `due` are the kinds of reminders."""
    if clock.TENTH not in due and clock.LAST not in due:
        return _("It's still your turn, and half your time is gone.")
    if clock.LAST not in due and table.to_move is not None and table.to_move.bank:
        return _("It's still your turn, and soon your reserve will be used.")
    return _("It's still your turn, and your time is nearly up.")


def far(at: int | None, style: str = "f") -> str:
    """Return how far a moment (seconds UTC) is away, and when it is, in a style of Discord's for times.

    On some phones, the first part stands still.
    """
    return f"{_away(at)} (<t:{at}:{style}>)"


def _away(at: int | None) -> str:
    return f"<t:{at}:R>"


def moment(at: int | None) -> str:
    """Return a moment (seconds UTC) by its date and time."""
    return f"<t:{at}:f>"
