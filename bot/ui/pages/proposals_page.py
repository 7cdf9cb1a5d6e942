"""Proposals to end a game or to give a seat to another person, and questions before such steps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.data.tables import Table
from bot.tables.errors import NoSuchProposal
from bot.tables.rules import agreements, clock
from bot.tables.rules.agreements import ABANDON, Proposal
from bot.ui.actions import TableAction
from bot.ui.components import GO, STOP, LabelledButton, button, menus
from bot.ui.i18n import _, labelled
from bot.ui.page import Page, notice
from bot.ui.typed_names import Offer
from bot.ui.words import person_names

#: How many proposals a player's own message shows, where there is little room.
_OWN = 2


class Return(TableAction, name="return"):
    """A person's wish to play their own seat again."""


class Newcomer(TableAction, name="newcomer"):
    """A wish to play a seat that a computer plays."""


class Propose(TableAction, name="propose"):
    """The choice of a person to play a seat."""


@dataclass(frozen=True)
class ProposeFor(TableAction, name="propose-for"):
    """The choice of a seat for a person who was chosen to play it."""

    player: int


class TakeSeat(TableAction, name="take-seat"):
    """The choice of a seat to play."""


class Resign(TableAction, name="resign"):
    """The step to give up one's seat."""


class Abandon(TableAction, name="abandon"):
    """Consent to end the game without a result."""


class EndGame(TableAction, name="end"):
    """The step to end a game, or close a table, as a moderator."""


@dataclass(frozen=True)
class Agree(TableAction, name="agree"):
    """Consent to a proposal, which `about` names."""

    about: str


@dataclass(frozen=True)
class Decline(TableAction, name="decline"):
    """A No to a proposal, which `about` names."""

    about: str


def proposed(proposal: Proposal, table: Table) -> Page:
    """Return the message of a proposal, with buttons to agree or not; it mentions those who must still answer."""
    return Page(ui.TextDisplay(_told(proposal, table)), _buttons(proposal, table))


def proposal(table: Table, about: str) -> Proposal:
    """Return the proposal that a button is about. Raises `NoSuchProposal` if there is none any more."""
    found = next((one for one in agreements.proposals(table) if _key(one) == about), None)
    if found is None:
        raise NoSuchProposal
    return found


def own_proposals(table: Table, user_id: int) -> list[ui.Item[Any]]:
    """Return the proposals that wait for this person, for their own message."""
    waiting = [one for one in agreements.proposals(table) if user_id in one.missing][:_OWN]
    items: list[ui.Item[Any]] = []
    for one in waiting:
        items += [ui.TextDisplay(_about(one, table)), _buttons(one, table)]
    return items


def offers(table: Table) -> list[ui.Item[Any]]:
    """Return the buttons below a table: for a player who is back, and for a seat that a computer plays.

    At a table of one person with computers, others are not asked in, but in a tournament, whose organiser decides;
    `/canasta substitute` still lets them.
    """
    found: list[ui.Item[Any]] = [back(table)] if any(seat.sitting_in for seat in table.seats) else []
    if can_be_taken(table) and (table.in_match or not clock.one_person(table)):
        found.append(button(_("Take a seat"), Newcomer(table.id, table.version)))
    return found


def back(table: Table) -> LabelledButton:
    """Return the button by which a person takes their own seat back."""
    return button(_("I'm back"), Return(table.id, table.version), GO)


def can_be_taken(table: Table) -> list[int]:
    """Return the seats that newcomers may ask for: those that computers play, and those of people who have left the server."""
    return [seat.number for seat in table.seats if seat.computer is not None or seat.gone]


def seat_offers(table: Table | None) -> list[Offer]:
    """Return the seats of a game for a command's option, numbered from 1."""
    labels = [] if table is None else [(seat.number + 1, person_names.label_of(seat)) for seat in table.seats]
    return [Offer(labelled(str(number), label), number) for number, label in labels]


def who_plays(table: Table) -> Page:
    """Return the page on which a player chooses whom they propose for a seat."""
    choice: ui.UserSelect[Any] = ui.UserSelect(
        placeholder=_("Who should play?"), custom_id=Propose(table.id, table.version).pack()
    )
    return notice(_("Choose who takes over a seat of this game. The others are asked."), ui.ActionRow(choice))


def which_seat(table: Table, player_id: int) -> Page:
    """Return the page on which a player chooses the seat that somebody should take over."""
    text = _("Which seat should {player} take over?").format(player=person_names.mention(player_id))
    return notice(
        text, *menus(_("Seat"), ProposeFor(table.id, table.version, player_id), _seats(table, range(len(table.seats))))
    )


def take_a_seat(table: Table) -> Page:
    """Return the page that asks a newcomer which seat they want."""
    text = _("Which seat do you want to take? The players must agree; then you play on with the cards of that seat.")
    if table.in_match:
        text = _("Which seat do you want to take? The organiser decides; then you play on with the cards of that seat.")
    return _ask(text, *menus(_("Seat"), TakeSeat(table.id, table.version), _seats(table, can_be_taken(table))))


def _seats(table: Table, numbers: Iterable[int]) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=_("Seat {number}: {name}").format(number=number + 1, name=person_names.label_of(table.seat(number))),
            value=str(number),
        )
        for number in numbers
    ]


def asked() -> str:
    """Return the answer to somebody who has asked the organiser of a tournament for something."""
    return _("The organiser is asked. I'll let you know what they decide.")


def before_resigning(table: Table) -> Page:
    """Return the page that asks if somebody really wants to give up their seat."""
    text = _(
        "Give up your seat for good? A computer will take over. (If you're only away for a while, there's no need: a computer plays for you until you're back.)"
    )
    if table.friendly:
        return _ask(text, ui.ActionRow(button(_("Give up my seat"), Resign(table.id, table.version), STOP)))
    price = _(
        "In the league you are then rated as if your side had come last; for your partner the game counts as if you had stayed."
    )
    text = "\n".join([text, price])
    return _ask(text, ui.ActionRow(button(_("Give up my seat"), Resign(table.id, table.version), STOP)))


def before_abandoning(table: Table, others: set[int]) -> Page:
    """Return the page that asks if somebody really wants to end the game; `others` must then agree too."""
    end = Abandon(table.id, table.version)
    if table.in_match:
        text = _("In a tournament the organiser decides. Ask them to end this match? It then counts as it stands.")
        return _ask(text, ui.ActionRow(button(_("Ask the organiser"), end, STOP)))
    if not others:
        text = _("End this game without a result?")
        return _ask(text, ui.ActionRow(button(_("End the game"), end, STOP)))
    text = _("Propose to end this game without a result? {people} must agree too.").format(people=_people(others))
    return _ask(text, ui.ActionRow(button(_("Propose to end it"), end, STOP)))


def before_ending(table: Table) -> Page:
    """Return the page that asks a moderator if the game should really end for everybody."""
    text = _("End this game for everybody, without a result?")
    return _ask(text, ui.ActionRow(button(_("End the game"), EndGame(table.id, table.version), STOP)))


def _told(proposal: Proposal, table: Table) -> str:
    newcomer = person_names.plain(proposal.newcomer)
    # By name and not as a mention, which would notify people who have already answered.
    names = [
        newcomer if user == proposal.newcomer_id else person_names.bare_name(table.seat_of(user))
        for user in proposal.agreed
    ]
    lines = [_about(proposal, table), _("Agreed: {people}").format(people=", ".join(names))]
    if proposal.missing:
        lines.append(_("Waiting for: {people}").format(people=_people(proposal.missing)))
    return "\n".join(lines)


def _key(proposal: Proposal) -> str:
    """Return what a button says about the proposal that it belongs to."""
    return f"{proposal.kind} {proposal.seat} {proposal.newcomer_id}"


def _about(proposal: Proposal, table: Table) -> str:
    if proposal.kind == ABANDON:
        return _("**End this game without a result?**")
    return _("**{newcomer} would like to take {name}'s seat. Is that all right?**").format(
        newcomer=person_names.plain(proposal.newcomer), name=person_names.bare_name(table.seat(proposal.seat))
    )


def _buttons(proposal: Proposal, table: Table) -> ui.ActionRow[Any]:
    return ui.ActionRow(
        button(_("Agree"), Agree(table.id, table.version, _key(proposal)), GO),
        button(_("No"), Decline(table.id, table.version, _key(proposal))),
    )


def _people(ids: set[int] | tuple[int, ...]) -> str:
    return ", ".join(person_names.mention(one) for one in sorted(ids))


def _ask(text: str, *rows: ui.ActionRow[Any]) -> Page:
    return Page(ui.TextDisplay(text), *rows)
