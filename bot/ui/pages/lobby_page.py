"""A table that waits for players: its seats, its rules and its clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from discord import ui

from bot.canasta.rules import Rules, RulesError
from bot.data.tables import InChannel, InDirectMessages, Seat, Table
from bot.tables.rules import house_rules, invitations, lengths
from bot.tables.rules.clock import LIMITS, people_wait
from bot.tables.rules.game_rules import rules_of
from bot.ui import actions, components
from bot.ui.actions import Action, TableAction, Unreadable
from bot.ui.components import GO, PRIMARY, button, form, in_rows
from bot.ui.i18n import _, amount, labelled, ngettext
from bot.ui.page import Page, gallery, notice
from bot.ui.words import (
    clock_text,
    house_rule_text,
    league_text,
    level_names,
    move_text,
    person_names,
    rules_text,
    variant_names,
)
from renderer import LobbySeat, LobbyView, Picture

#: The most characters of how a table's rules differ from the usual ones.
_DIFFERENCES = 1_500
#: How many house rules a lobby tells at most.
_RULES_TOLD = 2
#: The most characters of a code, however it is written.
_CODE = 100
_EXAMPLE = "ABCD-2345"
#: The end of an order for a table that does not count in the league.
_FRIENDLY = " friendly"


@dataclass(frozen=True)
class NewTable:
    """The settings with which a table opens; a limit of 0 seconds is none."""

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
        order = self.order
        house = house_rules.code(dict(order.house)) if order.house else "-"
        text = f"{order.variant} {order.layout or '-'} {house} {order.computers} {order.limit}"
        return f"{text}{_FRIENDLY}" if order.friendly else text

    @classmethod
    def read_rest(cls, rest: str) -> tuple[Any, ...]:
        """Return the fields that `rest` wrote.

        Raises `Unreadable` for any other text, `RulesError` for house rules that can't be read.
        """
        parts = rest.removesuffix(_FRIENDLY).split(" ")
        if len(parts) != 5 or not all(parts) or actions.number(parts[4]) not in LIMITS:
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


@dataclass(frozen=True)
class AcceptChallenge(Action, name="challenge-join"):
    """The wish to join the table in direct messages to which a challenge invites by its code."""

    code: str


class AskCode(Action, name="ask-code"):
    """The wish to join a table in direct messages by its code."""


class JoinByCode(Action, name="join-code"):
    """The step to sit down at the table of the code that was written."""


class NewCode(TableAction, name="new-code"):
    """The wish for a new code for a table in direct messages."""


class Leave(TableAction, name="leave"):
    """The step to leave the table."""


class AddComputer(TableAction, name="computer"):
    """The step to seat a computer."""


class AskSeats(TableAction, name="seats"):
    """The question who may sit where."""


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
    """The question what else the table has set: its clock, its computers, its advice."""


@dataclass(frozen=True)
class SetLength(TableAction, name="length"):
    """The choice of how long the game is, as `Length` says it."""

    rounds: int
    target: int


def lobby(table: Table, usual: Mapping[str, object] | None = None, picture: Picture | None = None) -> Page:
    """Return the page of a table that people can still join; without a `picture` its seats stand in words.

    If its variant's file has changed and it can't be played any more, the page says why. `usual` are the house rules of
    its server, if they are known.
    """
    here = (table.id, table.version)
    try:
        rules = rules_of(table)
    except RulesError as error:
        text = _("This table can't be played any more: {reason}. Cancel it and open another with `/play`.")
        cancel = button(_("Cancel table"), Cancel(*here))
        return notice(text.format(reason=move_text.reason(error)), ui.ActionRow(cancel))
    free = len(table.free)
    state = _state(table, free)
    names = (partners(table) or _everybody(table)) if picture is not None else None
    # A picture says that there is no limit where only computers wait.
    limit = None if picture is not None and _alone(table) else limits_now(table)
    under = [names, _rules_told(rules), _usual_here(table.house, usual or {}), limit]
    if isinstance(table.home, InDirectMessages) or table.in_open_league or table.friendly:
        under.append(league_text.table_counts(table))
    if table.advice:
        under.append(advice(table))
    under.append(state)
    return Page(
        *_seats(table, rules, picture),
        ui.TextDisplay("\n".join(line for line in under if line)),
        *_begun(table),
        *_lengths(table, rules, usual or {}),
        ui.ActionRow(
            button(_("Rules"), RulesOf(*here)),
            button(_("House rules"), House(*here)),
            button(_("Settings"), Clock(*here)),
        ),
        ui.ActionRow(button(_("Change seats"), AskSeats(*here)), button(_("Cancel table"), Cancel(*here))),
    )


def _state(table: Table, free: int) -> str:
    """Return what a lobby is waiting for and, in direct messages, how people come to it."""
    if not free:
        return _("Everybody is here: press Start.")
    if isinstance(table.home, InChannel):
        text = ngettext("{count} seat is free: press Join.", "{count} seats are free: press Join.", free)
        return text.format(count=free)
    lines = [ngettext("{count} seat is free.", "{count} seats are free.", free).format(count=free)]
    if table.home.invitation is not None:
        text = _("🔑 Give friends this code: **{code}**. They join with `/canasta join`. The code runs out {when}.")
        code, until = invitations.written(table.home.invitation.code), table.home.invitation.until
        lines.append(text.format(code=code, when=clock_text.far(until)))
    return "\n".join(lines)


def _begun(table: Table) -> list[ui.ActionRow[Any]]:
    """Return the buttons by which seats are taken and the game begins, in rows that are narrow enough for a phone."""
    here = (table.id, table.version)
    leave = button(_("Leave"), Leave(*here))
    if not table.free:
        return [ui.ActionRow(button(_("Start"), Start(*here), GO), leave)]
    if isinstance(table.home, InDirectMessages):
        # Only those who sit there see it.
        first = [leave, button(_("Add computer"), AddComputer(*here)), button(_("New code"), NewCode(*here))]
    else:
        first = [button(_("Join"), Join(*here), GO), leave, button(_("Add computer"), AddComputer(*here))]
    return [
        ui.ActionRow(*first),
        ui.ActionRow(button(_("Fill with computers and start"), Fill(*here), PRIMARY)),
    ]


def _lengths(table: Table, rules: Rules, usual: Mapping[str, object]) -> list[ui.ActionRow[Any]]:
    """Return buttons for other lengths of the game than the present one, which its title says; none where others play the same packs."""
    if table.series is not None:
        return []
    now = lengths.length_of(rules)
    try:
        found = lengths.offered(rules, usual)
    except RulesError:
        return []
    return in_rows(
        [
            button(
                house_rule_text.button_of(one),
                SetLength(table.id, table.version, one.rounds, one.target),
            )
            for one in found
            if one != now
        ]
    )


def _seats(table: Table, rules: Rules, picture: Picture | None) -> list[ui.Item[Any]]:
    """Return what is played and who sits where, in a picture or in words."""
    title = _lobby_title(rules)
    if picture is not None:
        return [ui.TextDisplay(title), gallery("lobby.png", picture)]
    seats = []
    for number in range(table.size):
        seat = table.seat(number)
        seats.append(f"{number + 1}. {_seated(table, seat)}")
    return [ui.TextDisplay("\n".join(line for line in (title, *seats, partners(table)) if line))]


def pictured(table: Table) -> LobbyView | None:
    """Return what the picture of a lobby shows; None if its rules can't be played any more."""
    try:
        rules = rules_of(table)
    except RulesError:
        return None
    length = (
        ngettext("{count} round", "{count} rounds", rules.rounds).format(count=rules.rounds)
        if rules.rounds
        else ngettext("To {target} point", "To {target} points", rules.target).format(target=amount(rules.target))
    )
    lines = (
        variant_names.layout(rules.layout, rules.seats),
        length,
        labelled(_("Time per turn"), clock_text.limit(0 if _alone(table) else table.turn_limit or 0)),
    )
    sides = rules.side.sides if _in_sides(rules, table.size) else table.size
    seats = []
    for number in range(table.size):
        seat = table.seat(number)
        seats.append(LobbySeat(number % sides, None if seat is None else seat.name, bool(seat and seat.level)))
    return LobbyView(variant_names.name(rules.name), lines, tuple(seats))


def _in_sides(rules: Rules, size: int) -> bool:
    """Return whether it is known before the deal who plays together."""
    return rules.side.mode == "fixed" and rules.side.sides < size


def _lobby_title(rules: Rules) -> str:
    if rules.rounds:
        text = ngettext("## {game}, {count} round", "## {game}, {count} rounds", rules.rounds)
        return text.format(game=variant_names.title(rules), count=rules.rounds)
    text = ngettext("## {game}, to {target} point", "## {game}, to {target} points", rules.target)
    return text.format(game=variant_names.title(rules), target=amount(rules.target))


def _usual_here(own: Mapping[str, object], usual: Mapping[str, object]) -> str | None:
    """Return a line that says if a lobby uses its server's usual house rules; None if there are none."""
    if not usual:
        return None
    if all(name in own and own[name] == value for name, value in usual.items()):
        return _("-# These are this server's usual rules.")
    return _("-# This server's usual house rules don't apply here.")


def rules_changed(rules: Rules, *, in_match: bool = False) -> str | None:
    """Return how many house rules a table has, in a line; None if it has none but how long the game is.

    A title or a picture says how long it is. A match's number of rounds is no house rule.
    """
    names = {name for name, _value in rules.house} - ({"rounds"} if in_match else set())
    if names <= {"rounds", "target"}:
        return None
    text = ngettext("-# {count} house rule", "-# {count} house rules", len(names))
    return text.format(count=len(names))


def _rules_told(rules: Rules) -> str | None:
    """Return what a lobby says of its house rules that differ: what they are, or of many their number; None if none differs.

    Its title says when the game ends.
    """
    length = house_rule_text.length(rules)
    told = [one for one in house_rule_text.differences(rules) if one != length]
    return rules_changed(rules) if len(told) > _RULES_TOLD else " · ".join(told) or None


def own_rules(rules: Rules, longest: int = _DIFFERENCES) -> str | None:
    """Return how a table's rules differ from its variant's, None if they don't.

    The differences are cut off after `longest` characters.
    """
    said = rules_text.differences(rules)
    if said is None:
        return None
    return said if len(said) <= longest else said[: longest - 1] + "…"


def limits(table: Table) -> str:
    """Return how long a turn of a game may take, and what happens then, in one line."""
    if table.turn_limit is None:
        return _("⏳ No time limit per turn.")
    facts = {"limit": clock_text.limit(table.turn_limit), "reserve": clock_text.span(table.bank)}
    if not table.bank:
        return _("⏳ **{limit}** per turn; after that, a computer plays the turn.").format_map(facts)
    return _(
        "⏳ **{limit}** per turn; after that, a computer plays the turn. Everybody also has a reserve of {reserve} for the whole game."
    ).format_map(facts)


def limits_now(table: Table) -> str:
    """Return how long a turn may take with those who sit at a table, in one line: a clock runs only where people wait."""
    if not _alone(table):
        return limits(table)
    if table.turn_limit is None:
        return _("⏳ No time limit: only computers are waiting.")
    return _(
        "⏳ No time limit per turn while you play only with computers; with other people **{limit}** per turn."
    ).format(limit=clock_text.limit(table.turn_limit))


def _alone(table: Table) -> bool:
    """Return whether all seats are taken, and all but one of them by computers."""
    return not table.free and not people_wait(table)


def _seated(table: Table, seat: Seat | None) -> str:
    """Return who sits in a seat of a lobby: who is the host, and of a computer how well it plays."""
    if seat is None:
        return f"*{_('free')}*"
    if seat.level is None:
        name = f"**{person_names.name_of(seat)}**"
        return _("{name} (host)").format(name=name) if seat.user_id == table.host_id else name
    level = level_names.level_name(seat.level)
    return f"**{person_names.name_of(seat)} ({level})**"


def _everybody(table: Table) -> str:
    return ", ".join(_seated(table, seat) for seat in table.seats)


def advice(table: Table) -> str:
    """Return the line that says whether the players of a table get advice."""
    if table.advice:
        return _("💡 Everybody at this table can ask for hints.")
    return _("💡 Hints are off at this table.")


def partners(table: Table) -> str | None:
    """Return who plays together, as far as a lobby can tell.

    None if everybody plays for themselves or if the sides form later.
    """
    rules = rules_of(table)
    if not _in_sides(rules, table.size):
        return None
    names = []
    for side in range(rules.side.sides):
        seats = range(side, table.size, rules.side.sides)
        names.append(" + ".join(_seated(table, table.seat(number)) for number in seats))
    return _(" against ").join(names)


def closed_lobby() -> Page:
    """Return the page of a cancelled lobby."""
    return notice(_("This table was cancelled. `/play` opens another."))


def busy(table: Table, link: str, order: NewTable) -> Page:
    """Return the page for somebody who has ordered a table where `table` is; `link` leads to it."""
    text = _("There is already [a game in this channel]({link}). I can open a thread for yours.").format(link=link)
    try:
        thread = button(_("Open a thread"), OpenThread(table.id, table.version, order), PRIMARY)
    except ValueError:
        text = _("There is already [a game in this channel]({link}): use another channel or a thread.")
        return notice(text.format(link=link))
    return notice(text, ui.ActionRow(thread))


def opened(table: Table, waiting: int) -> str:
    """Return the next steps after the opening of a table; `waiting` is the number of games that wait for them
    elsewhere."""
    if table.free:
        text = _("Your table is open. Others press **{join}**; **{fill}** under it begins at once.").format(
            join=_("Join"), fill=_("Fill with computers and start")
        )
    else:
        text = _("Your table is open: press **{start}** under it.").format(start=_("Start"))
    if waiting:
        other = ngettext(
            "{count} other game is waiting for you: `/canasta` shows it.",
            "{count} other games are waiting for you: `/canasta` shows them.",
            waiting,
        )
        text += "\n" + other.format(count=waiting)
    return text


def opened_directly(table: Table) -> str:
    """Return the next steps after the opening of a table in direct messages."""
    if not table.free:
        return _("Your table is open: press **{start}** under it.").format(start=_("Start"))
    return _(
        "Your table is open in direct messages. Friends join with the code that stands there; **{fill}** under it begins at once."
    ).format(fill=_("Fill with computers and start"))


def challenged(name: str, table: Table, code: str) -> Page:
    """Return what somebody is written whom another one, called `name`, challenges to play at a table with a code."""
    text = _(
        "### {name} challenges you to Canasta\n{game} · {time}. Challenges come from people in your servers; `/canasta avoid` keeps one away."
    )
    game, time = (
        variant_names.named(table.variant),
        labelled(_("Time per turn"), clock_text.limit(table.turn_limit or 0)),
    )
    return notice(
        text.format(name=person_names.plain(name), game=game, time=time),
        ui.ActionRow(button(_("Play"), AcceptChallenge(code), GO)),
    )


def challenge_sent(name: str) -> Page:
    """Return the answer to somebody who challenges a person; it is the same whether a message reaches that one or not."""
    return notice(
        _(
            "Your table is open in direct messages. I write to {name}, if they take messages from me; they can also join by the code that stands there."
        ).format(name=person_names.plain(name))
    )


def unreachable() -> Page:
    """Return the page for somebody who sits at a table in direct messages and can't get these."""
    return notice(
        _(
            "You are at the table, but I can't send you direct messages, and it is nowhere else. Allow them in the privacy settings of a server where I am, then use `/canasta list`."
        )
    )


def by_code() -> Page:
    """Return the page that leads to the form for a code."""
    text = _("Somebody who has opened a table in direct messages can give you its code.")
    return notice(text, ui.ActionRow(button(_("Enter a code"), AskCode(), PRIMARY)))


def code_form() -> ui.Modal:
    """Return the form for the code of a table."""
    hint = _("As somebody gave it to you, for example {example}.").format(example=_EXAMPLE)
    entry = components.field(_("Code"), hint, longest=_CODE, required=True, short=True)
    return form(_("Join a table"), JoinByCode(), entry)


def not_opened(missing: Sequence[str]) -> str:
    """Return why no table can be opened in a channel where the bot lacks permissions of these names."""
    return _("I can't open a table here: in this channel I need the permission {names}.").format(
        names=", ".join(missing)
    )


def left(seats: Sequence[Seat]) -> str:
    """Return the sentence that says who has lost their seats, as they have left the server."""
    names = ", ".join(map(person_names.bare_name, seats))
    return _("No longer at this table, as they have left the server: {names}.").format(names=names)


def seats_missing(table: Table, why: str) -> Page:
    """Return the page that says why the game can't begin yet, and offers computers for the free seats."""
    fill = button(_("Fill with computers and start"), Fill(table.id, table.version), GO)
    return notice(why, ui.ActionRow(fill))
