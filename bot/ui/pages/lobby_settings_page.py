"""The seats of a table before its game, and its settings: clock, computers and advice."""

from __future__ import annotations

import discord

from bot.computer.levels import offered_at
from bot.data.tables import Seat, Table
from bot.tables.rules.game_rules import rules_of
from bot.ui.actions import TableAction
from bot.ui.components import menus
from bot.ui.i18n import _
from bot.ui.options import limit_options
from bot.ui.page import Page, notice
from bot.ui.pages.lobby_page import advice, limits_now, partners
from bot.ui.words import level_names, person_names


class Sit(TableAction, name="sit"):
    """The choice of another seat."""


class Away(TableAction, name="away"):
    """The choice of somebody to send away."""


class SetClock(TableAction, name="set-clock"):
    """The choice of how long a turn may take."""


class SetLevel(TableAction, name="set-level"):
    """The choice of how well the table's computers play."""


class SetTableAdvice(TableAction, name="set-advice"):
    """The choice if the table's players get advice."""


class SetSeatLevel(TableAction, name="seat-level"):
    """The choice of how well the computer of one seat plays; the value is seat and level, `2 hard`."""


def settings(table: Table, user_id: int, *, advisable: bool, moderator: bool) -> Page:
    """Return the page with a lobby's clock, the level of its computers and its advice, and menus for what a person may change.

    If the table can't have advice (`advisable`), it isn't offered.
    """
    decides, seated = moderator or table.host_id == user_id, table.seat_of(user_id) is not None
    here = (table.id, table.version)
    levels = [
        discord.SelectOption(
            label=_("Computers: {level}").format(level=level_names.level_name(level)),
            value=level,
            description=level_names.level_description(level),
            default=level == table.computers,
        )
        for level in offered_at(rules_of(table))
    ]
    lines = [limits_now(table), _computers(table), advice(table) if advisable else None]
    rows = [
        *(menus(_("Time per turn"), SetClock(*here), limit_options(table.turn_limit or 0)) if decides else ()),
        *(menus(_("How well do computers play?"), SetLevel(*here), levels) if seated else ()),
    ]
    if advisable and decides:
        rows += menus(
            _("Does everybody get hints?"),
            SetTableAdvice(*here),
            [
                discord.SelectOption(label=_("No hints"), value="0", default=not table.advice),
                discord.SelectOption(
                    label=_("Hints for everybody"),
                    value="1",
                    description=_("A hint on request, and a warning before costly discards"),
                    default=table.advice,
                ),
            ],
        )
    return notice("\n".join(line for line in lines if line), *rows)


def _computers(table: Table) -> str:
    """Return how well the computers of a lobby play, in one line."""
    return _("🤖 Computers play at level **{level}**, and so do those that fill in for somebody.").format(
        level=level_names.level_name(table.computers)
    )


def seating(table: Table, user_id: int) -> Page:
    """Return where a person may sit, and whom they may send away."""
    own = table.seat_of(user_id)
    options = [
        discord.SelectOption(
            label=_("Seat {number}: {name}").format(number=number + 1, name=person_names.label_of(table.seat(number))),
            value=str(number),
        )
        for number in range(table.size)
        if (own is None or number != own.number) and _may_have(table, table.seat(number), user_id)
    ]
    text = [_("You're in seat {number}.").format(number=own.number + 1)] if own else []
    if together := partners(table):
        text.append(together)
    rows = [*menus(_("Move to another seat"), Sit(table.id, table.version), options)]
    others = [
        discord.SelectOption(
            label=_("Seat {number}: {name}").format(number=seat.number + 1, name=person_names.label_of(seat)),
            value=str(seat.number),
        )
        for seat in table.seats
        if seat.user_id != user_id and (seat.level or table.host_id == user_id)
    ]
    rows += menus(_("Remove somebody"), Away(table.id, table.version), others)
    levels = [
        discord.SelectOption(
            label=_("{name}: {level}").format(
                name=person_names.bare(person_names.bare_name(seat)), level=level_names.level_name(level)
            ),
            value=f"{seat.number} {level}",
            description=level_names.level_description(level),
        )
        for seat in table.seats
        if seat.level
        for level in offered_at(rules_of(table))
        if level != seat.level
    ]
    rows += menus(_("Change a computer's level"), SetSeatLevel(table.id, table.version), levels)
    return notice("\n".join(text) or _("Choose a seat."), *rows)


def _may_have(table: Table, seat: Seat | None, user_id: int) -> bool:
    """Return whether somebody may have a seat where they find this player: only the host swaps people."""
    return seat is None or seat.level is not None or table.host_id == user_id
