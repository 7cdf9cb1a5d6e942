"""A table that waits for players: its seats, its rules and its clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord
from discord import ui

from bot.canasta.rules import Rules, RulesError
from bot.store.games import Table
from bot.tables.rules import house_rules
from bot.tables.rules.clock import LIMITS
from bot.tables.rules.game_rules import rules_of
from bot.ui import actions
from bot.ui.actions import TableAction, Unreadable
from bot.ui.components import GO, PRIMARY, button, menus
from bot.ui.i18n import _, amount, ngettext
from bot.ui.options import limit_options
from bot.ui.page import Page, notice
from bot.ui.words import clock_text, move_text, person_names, rules_text

#: The most characters of how a table's rules differ from the usual ones.
_DIFFERENCES = 1_500
#: The end of an order for a table that does not count in the league.
_FRIENDLY = " friendly"


@dataclass(frozen=True)
class NewTable:
    """What a table is to be opened with; a limit of 0 seconds is none."""

    variant: str
    layout: str | None
    house: Mapping[str, object] = field(hash=False)
    computers: int
    limit: int
    friendly: bool


@dataclass(frozen=True)
class OpenThread(TableAction, name="thread"):
    """The wish for a thread with a table of one's own, as its channel has a game already."""

    order: NewTable

    def rest(self) -> str:
        """Return the fields as the custom id holds them."""
        one = self.order
        house = house_rules.code(dict(one.house)) if one.house else "-"
        text = f"{one.variant} {one.layout or '-'} {house} {one.computers} {one.limit}"
        return f"{text}{_FRIENDLY}" if one.friendly else text

    @classmethod
    def read_rest(cls, rest: str) -> tuple[Any, ...]:
        """Return the fields that `rest` wrote.

        Raises `Unreadable` for any other text, `RulesError` for house rules that can't be read.
        """
        parts = rest.removesuffix(_FRIENDLY).split(" ")
        if len(parts) != 5 or actions.number(parts[4]) not in LIMITS:
            raise Unreadable
        variant, layout, house, computers, limit = parts
        own = {} if house == "-" else house_rules.read(house)
        friendly = rest.endswith(_FRIENDLY)
        return (
            NewTable(
                variant,
                None if layout == "-" else layout,
                own,
                actions.number(computers),
                actions.number(limit),
                friendly,
            ),
        )


class Join(TableAction, name="join"):
    """The step to sit down."""


class Leave(TableAction, name="leave"):
    """The step to leave the table."""


class AddComputer(TableAction, name="computer"):
    """The step to seat a computer."""


class Seats(TableAction, name="seats"):
    """The question who may sit where."""


class Sit(TableAction, name="sit"):
    """The choice of another seat."""


class Away(TableAction, name="away"):
    """The choice of somebody to send away."""


class Start(TableAction, name="start"):
    """The step to deal."""


class Fill(TableAction, name="fill"):
    """The step to deal, with computers on the free seats."""


class Cancel(TableAction, name="cancel"):
    """The step to close the table."""


class RulesOf(TableAction, name="rules"):
    """The question by which rules the table plays."""


class House(TableAction, name="house"):
    """The question which house rules the table has."""


class Clock(TableAction, name="clock"):
    """The question how long a turn may take."""


class SetClock(TableAction, name="set-clock"):
    """The choice of how long a turn may take."""


def lobby(table: Table, usual: Mapping[str, object] | None = None) -> Page:
    """Return the page of a table that people can still join.

    If its variant's file has changed and it can't be played any more, the page says why. `usual` are the house rules of
    its server, if they are known.
    """
    here = (table.id, table.version)
    try:
        rules = rules_of(table)
    except RulesError as error:
        text = _("This table can't be played any more: {reason}. Cancel it and open another with `/canasta new`.")
        cancel = button(_("Cancel table"), Cancel(*here))
        return notice(text.format(reason=move_text.reason(error)), ui.ActionRow(cancel))
    seats = []
    for number in range(table.size):
        seat = table.seat(number)
        seats.append(f"{number + 1}. **{person_names.name_of(seat)}**" if seat else f"{number + 1}. *{_('free')}*")
    free = len(table.free)
    state = (
        ngettext("{count} seat is free: press Join.", "{count} seats are free: press Join.", free).format(count=free)
        if free
        else _("Everybody is here: press Start.")
    )
    under = [own_rules(rules), _usual_here(table.house, usual or {}), partners(table), limits(table)]
    if table.friendly:
        under.append(_("For fun: not counted in the league."))
    under.append(state)
    return Page(
        ui.TextDisplay("\n".join([_lobby_title(rules), *seats])),
        ui.TextDisplay("\n".join(line for line in under if line)),
        ui.ActionRow(
            button(_("Join"), Join(*here), GO, disabled=not free),
            button(_("Leave"), Leave(*here)),
            button(_("Add computer"), AddComputer(*here), disabled=not free),
            button(_("Change seats"), Seats(*here)),
        ),
        ui.ActionRow(
            button(_("Start"), Start(*here), PRIMARY),
            button(_("Rules"), RulesOf(*here)),
            button(_("House rules"), House(*here)),
            button(_("Clock"), Clock(*here)),
            button(_("Cancel table"), Cancel(*here)),
        ),
    )


def _lobby_title(rules: Rules) -> str:
    if rules.rounds:
        text = ngettext("## Canasta: {name}, {count} round", "## Canasta: {name}, {count} rounds", rules.rounds)
        return text.format(name=_(rules.name), count=rules.rounds)
    text = ngettext("## Canasta: {name}, to {target} point", "## Canasta: {name}, to {target} points", rules.target)
    return text.format(name=_(rules.name), target=amount(rules.target))


def _usual_here(own: Mapping[str, object], usual: Mapping[str, object]) -> str | None:
    """Return a line that says if a lobby uses its server's usual house rules; None if there are none."""
    if not usual:
        return None
    if all(name in own and own[name] == value for name, value in usual.items()):
        return _("-# These are this server's usual rules.")
    return _("-# This server's usual house rules don't apply here.")


def own_rules(rules: Rules, longest: int = _DIFFERENCES) -> str | None:
    """Return how a table's rules differ from its variant's, and their code; None if they don't.

    The differences are cut off after `longest` characters.
    """
    said = rules_text.differences(rules)
    if said is None:
        return None
    if len(said) > longest:
        said = said[: longest - 1] + "…"
    return _("{differences}. Their code: `{code}`").format(differences=said, code=house_rules.code(dict(rules.house)))


def limits(table: Table) -> str:
    """Return how long a turn of a game may take, and what happens then, in one line."""
    if table.turn_limit is None:
        return _("⏳ No time limit per turn.")
    facts = {"limit": clock_text.limit(table.turn_limit), "reserve": clock_text.span(table.bank)}
    if not table.bank:
        return _("⏳ **{limit}** per turn; then a computer plays it.").format_map(facts)
    return _(
        "⏳ **{limit}** per turn; then a computer plays it. Everybody also has a reserve of {reserve} for the whole game."
    ).format_map(facts)


def clock_choice(table: Table) -> Page:
    """Return the page with a lobby's time limit for a turn, and a menu to change it."""
    options = limit_options(table.turn_limit or 0)
    return notice(limits(table), *menus(_("Time per turn"), SetClock(table.id, table.version), options))


def partners(table: Table) -> str | None:
    """Return who plays together, as far as a lobby can tell.

    None if everybody plays for themselves or if the sides form later.
    """
    rules = rules_of(table)
    if rules.side.mode != "fixed" or rules.side.sides >= table.size:
        return None
    names = []
    for side in range(rules.side.sides):
        seats = range(side, table.size, rules.side.sides)
        names.append(" & ".join(person_names.name_of(table.seat(number)) for number in seats))
    return _("Together: {sides}").format(sides=_(" against ").join(names))


def closed_lobby() -> Page:
    """Return the page of a cancelled lobby."""
    return notice(_("This table was cancelled. `/canasta new` opens another."))


def seating(row: Table, user_id: int) -> Page:
    """Return where a person may sit, and whom they may send away."""
    own = row.seat_of(user_id)
    options = [
        discord.SelectOption(
            label=_("Seat {number}: {name}").format(number=number + 1, name=person_names.label_of(row.seat(number))),
            value=str(number),
        )
        for number in range(row.size)
        if own is None or number != own.number
    ]
    text = [_("You have seat {number}.").format(number=own.number + 1)] if own else []
    if together := partners(row):
        text.append(together)
    rows = [*menus(_("Move to another seat"), Sit(row.id, row.version), options)]
    others = [
        discord.SelectOption(label=person_names.label_of(seat), value=str(seat.number))
        for seat in row.seats
        if seat.user_id != user_id and (seat.level or row.host_id == user_id)
    ]
    rows += menus(_("Remove somebody from the table"), Away(row.id, row.version), others)
    return notice("\n".join(text) or _("Choose a seat."), *rows)


def busy(table: Table, link: str, order: NewTable) -> Page:
    """Return the page for somebody who has ordered a table where `table` is; `link` leads to it."""
    text = _("There is already [a game in this channel]({link}). I can open a thread for yours.").format(link=link)
    try:
        thread = button(_("Open a thread"), OpenThread(table.id, table.version, order), PRIMARY)
    except ValueError:
        text = _("There is already [a game in this channel]({link}): use another channel or a thread.")
        return notice(text.format(link=link))
    return notice(text, ui.ActionRow(thread))


def not_opened(missing: Sequence[str]) -> str:
    """Return why no table can be opened in a channel where the bot lacks permissions of these names."""
    return _("I can't open a table here: in this channel I need the permission {names}.").format(
        names=", ".join(missing)
    )


def seats_missing(table: Table, why: str) -> Page:
    """Return the page that says why the game can't begin yet, and offers computers for the free seats."""
    fill = button(_("Add computers and start"), Fill(table.id, table.version), GO)
    return notice(why, ui.ActionRow(fill))
