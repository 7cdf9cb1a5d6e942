"""Letters to the organiser and the players of a tournament, apart from its posts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.data.tables import Seat
from bot.data.tournaments import Match, Request, RequestState, Tournament, TournamentStage
from bot.league.tournaments import TournamentState
from bot.tables.rules.agreements import ABANDON
from bot.tables.rules.clock import DAY
from bot.ui.actions import Action
from bot.ui.components import GO, STOP, button
from bot.ui.i18n import _, ngettext
from bot.ui.page import Page, notice
from bot.ui.pages.tournament_page import cut
from bot.ui.words.clock_text import far, limit
from bot.ui.words.person_names import bare_name, plain
from bot.ui.words.tournament_names import sides


@dataclass(frozen=True)
class Approve(Action, name="cup-approve"):
    """The organiser's yes to a request."""

    request: int


@dataclass(frozen=True)
class DeclineRequest(Action, name="cup-decline"):
    """The organiser's no to a request."""

    request: int


@dataclass(frozen=True)
class TakePlace(Action, name="cup-stand-in"):
    """A newcomer's yes to play in somebody's place."""

    request: int


@dataclass(frozen=True)
class DeclinePlace(Action, name="cup-stand-off"):
    """A newcomer's no to that."""

    request: int


@dataclass(frozen=True)
class Extend(Action, name="cup-extend"):
    """The question by how much a round is to be extended."""

    tournament: int


@dataclass(frozen=True)
class ExtendBy(Action, name="cup-longer"):
    """The step to give a round more time."""

    tournament: int
    seconds: int


@dataclass(frozen=True)
class Replace(Action, name="cup-replace"):
    """The question how somebody is replaced."""

    tournament: int


@dataclass(frozen=True)
class StartAnyway(Action, name="cup-anyway"):
    """The step to start with fewer entries than were wanted."""

    tournament: int


@dataclass(frozen=True)
class WaitAWeek(Action, name="cup-wait"):
    """The step to put the start off."""

    tournament: int


@dataclass(frozen=True)
class AskBreakOff(Action, name="cup-end"):
    """The question if a tournament that can't start should be broken off."""

    tournament: int


@dataclass(frozen=True)
class CallThem(Action, name="cup-call"):
    """The step to call those whose matches aren't over."""

    tournament: int


def letter(tournament: Tournament, lines: Sequence[str], waiting: Sequence[tuple[Request, int]], address: str) -> Page:
    """Return a letter to the organiser: some lines, and the requests that wait for an answer, each with its channel.

    `address` begins it where others read it too.
    """
    open_requests = [_waits(each).format(request=_asked(tournament, each, place)) for each, place in waiting]
    row: ui.ActionRow[Any] = ui.ActionRow(
        button(_("Extend…"), Extend(tournament.id)),
        button(_("Replace…"), Replace(tournament.id)),
        button(_("Call them"), CallThem(tournament.id)),
    )
    if tournament.status is TournamentStage.OPEN:
        row = ui.ActionRow(
            button(_("Start anyway"), StartAnyway(tournament.id), GO),
            button(_("Wait a week"), WaitAWeek(tournament.id)),
            button(_("Cancel the tournament"), AskBreakOff(tournament.id), STOP),
        )
    return Page(ui.TextDisplay("\n".join(cut([f"### {address}{plain(tournament.name)}", *lines, *open_requests]))), row)


def too_few(tournament: Tournament) -> str:
    """Return why a tournament that was to start didn't."""
    if not any(team.people for team in tournament.teams if team.agreed):
        return _("The tournament was to start now, but no person has joined. What should happen?")
    text = ngettext(
        "The tournament was to start now, but fewer than {count} team can play: a team has to be complete, and all its people in the server. What should happen?",
        "The tournament was to start now, but fewer than {count} teams can play: a team has to be complete, and all its people in the server. What should happen?",
        tournament.least,
    )
    return text.format(count=tournament.least)


def put_off(tournament: Tournament) -> Page:
    """Return the answer to a moderator who has put the start off."""
    text = _("**{name}** now starts on <t:{at}:f> if enough teams have joined by then.")
    return notice(text.format(name=plain(tournament.name), at=tournament.starts_at))


def not_matched(tournament: Tournament) -> str:
    """Return the message to somebody who looked for a partner until the start."""
    text = _("**{name}** has started. Nobody was left to be your partner, so you aren't signed up.")
    return text.format(name=plain(tournament.name))


def not_begun(state: TournamentState, match: Match) -> str:
    """Return that nobody has moved in a match."""
    return _("{match}: nobody has played yet.").format(match=_where(state, match))


def away(state: TournamentState, match: Match, seat: Seat) -> str:
    """Return that a computer plays for somebody in a match."""
    return _("{match}: {name} is away, and a computer plays.").format(match=_where(state, match), name=bare_name(seat))


def has_left(state: TournamentState, match: Match, seat: Seat) -> str:
    """Return that somebody in a match has left the server."""
    return _("{match}: {name} has left the server.").format(match=_where(state, match), name=bare_name(seat))


def ends(state: TournamentState, match: Match) -> str:
    """Return when a match ends that isn't over."""
    return _("{match}: ends {far}.").format(match=_where(state, match), far=far(state.ends_at(match)))


def extension(tournament: Tournament) -> Page:
    """Return the page that asks by how much a round is to be extended."""
    days = [button(limit(count * DAY), ExtendBy(tournament.id, count * DAY)) for count in (1, 2, 3, 7)]
    text = _("How much more time does the round of **{name}** get?").format(name=plain(tournament.name))
    return notice(text, ui.ActionRow(*days))


def replacing(tournament: Tournament) -> Page:
    """Return how somebody is replaced."""
    text = _("In <#{channel}>, `/tournament-admin substitute` puts somebody else in a player's place.")
    return notice(text.format(channel=tournament.channel_id))


def _where(state: TournamentState, match: Match) -> str:
    return f"{sides(state, match)} (<#{match.thread_id}>)"


def word(text: str, address: str) -> Page:
    """Return a short letter to a player; `address` begins it where others read it too."""
    return notice(f"{address}{text}")


def request(tournament: Tournament, wanted: Request, place: int, address: str) -> Page:
    """Return what the organiser is asked for at the table of a match, which is in the channel `place`, with two buttons."""
    row: ui.ActionRow[Any] = ui.ActionRow(
        button(_("Approve"), Approve(wanted.id), STOP if wanted.kind == ABANDON else GO),
        button(_("Decline"), DeclineRequest(wanted.id)),
    )
    return notice(f"{address}{_asked(tournament, wanted, place)}", row)


def stand_in(tournament: Tournament, wanted: Request, place: int, address: str) -> Page:
    """Return what a newcomer is asked who is to play in somebody's place, with two buttons."""
    row: ui.ActionRow[Any] = ui.ActionRow(
        button(_("Yes, I'll play"), TakePlace(wanted.id), GO), button(_("No"), DeclinePlace(wanted.id))
    )
    text = _("**{tournament}**, <#{thread}>: {name} asks you to play from now on for {player}.")
    return notice(f"{address}{_filled(text, tournament, wanted, place)}", row)


def decided(tournament: Tournament, wanted: Request, place: int, address: str = "") -> Page:
    """Return a request with what has become of it."""
    answer = {
        RequestState.APPROVED: _("The organiser approved this."),
        RequestState.DECLINED: _("The organiser declined this."),
        RequestState.ASKED: _(
            "{newcomer} is asked now, and plays as soon as they say yes. Until then nothing changes."
        ),
        RequestState.AGREED: _("{newcomer} has said yes and plays from now on."),
        RequestState.REFUSED: _("{newcomer} has said no."),
        RequestState.UNREACHED: _("I couldn't reach {newcomer}."),
    }.get(wanted.answer or RequestState.VOID, _("This request is no longer needed."))
    answer = answer.format(newcomer=plain(wanted.newcomer))
    return notice(f"{address}{_asked(tournament, wanted, place)}\n**{answer}**")


def stood_in(tournament: Tournament, wanted: Request) -> Page:
    """Return the message to a newcomer who was asked, once no answer is due any more."""
    match wanted.answer:
        case RequestState.AGREED:
            text = _("You are signed up for **{name}**.")
        case RequestState.REFUSED:
            text = _("You said no. You aren't signed up for **{name}**.")
        case _:
            text = _("This question isn't open any more: it was answered, or taken back.")
    return notice(text.format(name=plain(tournament.name)))


def _waits(wanted: Request) -> str:
    return _("Waiting for a yes: {request}") if wanted.asks_newcomer else _("Waiting for your answer: {request}")


def _asked(tournament: Tournament, wanted: Request, place: int) -> str:
    if wanted.kind == ABANDON:
        text = _("**{tournament}**, <#{thread}>: {name} asks to end this match. It then counts as it stands.")
    else:
        text = _("**{tournament}**, <#{thread}>: {name} asks that {newcomer} plays from now on for {player}.")
    return _filled(text, tournament, wanted, place)


def _filled(text: str, tournament: Tournament, wanted: Request, place: int) -> str:
    return text.format(
        tournament=plain(tournament.name),
        thread=place,
        name=plain(wanted.asker),
        newcomer=plain(wanted.newcomer),
        player=plain(wanted.holder) if wanted.holder else _("somebody"),
    )
