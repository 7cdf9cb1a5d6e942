"""Messages in the thread of a tournament's match: until when it lasts, its result, and what the next round waits
for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.data.tournaments import Match
from bot.league.tournaments import TournamentState
from bot.ui.components import button
from bot.ui.i18n import _
from bot.ui.page import Page
from bot.ui.pages import tournament_page
from bot.ui.pages.tournament_page import ShowStandings
from bot.ui.words import tournament_names
from bot.ui.words.clock_text import far


def lasts(state: TournamentState, match: Match, mark: str) -> Page:
    """Return that a match lasts until another time than before."""
    until = state.ends_at(match)
    text = _("{players}: this match has no deadline any more.")
    if until is not None:
        text = _("{players}: this match now lasts until <t:{until}:f> (<t:{until}:R>).")
    return _noted(state, match, mark, [text.format(players=_called(state, match), until=until)])


def ends_soon(state: TournamentState, match: Match, mark: str) -> Page:
    """Return the reminder that a match ends soon."""
    text = _("{players}: this match ends {far} and then counts as it stands.")
    return _noted(state, match, mark, [text.format(players=_called(state, match), far=far(state.ends_at(match)))])


def cancelled(state: TournamentState, match: Match, mark: str) -> Page:
    """Return that a tournament was cancelled, for a match that is being played."""
    text = _("{players}: the tournament was cancelled. This game can go on, but doesn't count for it any more.")
    return _noted(state, match, mark, [text.format(players=_called(state, match))])


def over(state: TournamentState, match: Match, mark: str) -> Page:
    """Return a match's result, what it leads to, and what the next round waits for."""
    places = state.places()
    lines = [tournament_names.match_line(state, match)]
    if match.round == state.tournament.round:
        lines += [
            _("{team} is in place {place} of {count} now.").format(
                team=tournament_names.team_name(team), place=places[team.entry], count=len(places)
            )
            for team in state.tournament.sides(match)
            if team is not None and team.entry in places
        ]
        lines += tournament_page.waits_for(state)
    return _noted(state, match, mark, lines)


def corrected(state: TournamentState, match: Match, mark: str) -> Page:
    """Return that a match's result is another one now."""
    text = _("{players}: the result of this match was changed.").format(players=_called(state, match))
    return _noted(state, match, mark, [text, tournament_names.match_line(state, match)])


def called(state: TournamentState, match: Match) -> Page:
    """Return the organiser's call to those who play a match."""
    until = state.ends_at(match)
    text = _("{players}: the organiser asks you to play your match.").format(players=_called(state, match))
    if until is not None:
        text += " " + _("It ends {far} at the latest.").format(far=far(until))
    return Page(ui.TextDisplay(text))


def _called(state: TournamentState, match: Match) -> str:
    sides = state.tournament.sides(match)
    return ", ".join(tournament_names.mentions(team) for team in sides if team is not None)


def _noted(state: TournamentState, match: Match, mark: str, lines: Sequence[str]) -> Page:
    row: ui.ActionRow[Any] = ui.ActionRow(button(_("Standings"), ShowStandings(mark, state.tournament.id, match.round)))
    return Page(ui.TextDisplay("\n".join(lines)), row)
