"""Tournaments' entries, matches and corrections by name, with the results of matches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.data.tournaments import Amended, Forfeit, Match, Player, Team
from bot.league.tournaments import TournamentState
from bot.league.tournaments.state import outcome, scale
from bot.ui.i18n import _, labelled
from bot.ui.words import league_text
from bot.ui.words.person_names import mention, plain


def player(player: Player) -> str:
    """Return a player's name as a text may hold it, or "somebody" if they had their data deleted."""
    return league_text.name(player.name) if player.name else _("somebody")


def team_name(team: Team | None) -> str:
    """Return an entry's name, made of its players."""
    return _("nobody") if team is None else " & ".join(player(each) for each in team.players)


def team_in_a_list(team: Team) -> str:
    """Return an entry's name for a list to choose from, where nothing is formatted."""
    return " & ".join(each.name or _("somebody") for each in team.players)


def match_in_a_list(state: TournamentState, match: Match) -> str:
    """Return a finished match for a list to choose from, where nothing is formatted."""
    return labelled(str(match.round), f"{_sides_in_a_list(state, match)} {_outcome(state, match, team_in_a_list)}")


def correction_in_a_list(state: TournamentState, amended: Amended) -> str:
    """Return a correction in the same way, by the number that the log gives it; no other has the same name."""
    match, before, after = _amended(state, amended, team_in_a_list)
    where = f"{amended.id}. {match.round}.{match.number}, {_sides_in_a_list(state, match)}"
    return labelled(where, labelled(f"{before} → {after}", amended.reason))


def _sides_in_a_list(state: TournamentState, match: Match) -> str:
    sides = state.tournament.sides(match)
    return " – ".join(team_in_a_list(side) for side in sides if side is not None)


def amended(state: TournamentState, amended: Amended) -> str:
    """Return what a moderator changed in an outcome, in one line."""
    match, before, after = _amended(state, amended, team_name)
    changed = labelled(
        f"{match.round}.{match.number}, {sides(state, match)}", labelled(f"{before} → {after}", plain(amended.reason))
    )
    line = labelled(f"{amended.id}. <t:{amended.at}:d> {mention(amended.user_id)}", changed)
    return line if amended.undone_at is None else f"~~{line}~~ " + _("(undone)")


def _amended(state: TournamentState, amended: Amended, name: Callable[[Team], str]) -> tuple[Match, str, str]:
    """Return the match of a correction, and its outcome before and after; `name` says a side's name."""
    match = next(each for each in state.matches if (each.round, each.first) == (amended.round, amended.first))
    before, after = (_outcome(state, replace(match, played=played), name) for played in (amended.before, amended.after))
    return match, before, after


def sides(state: TournamentState, match: Match) -> str:
    """Return who meets whom in a match."""
    return " – ".join(map(team_name, state.tournament.sides(match)))


def mentions(team: Team) -> str:
    """Return an entry's players as mentions, so that they are notified."""
    there = team.people
    return " & ".join(f"<@{each.user_id}>" if each.user_id in there else player(each) for each in team.players)


def thread_beginning(state: TournamentState, match: Match) -> str:
    """Return how the name of a match's thread begins, different for each match of the tournament."""
    return f"{state.tournament.name} {match.round}.{match.number}: "


def thread_name(state: TournamentState, match: Match) -> str:
    """Return the name of a match's thread."""
    sides = state.tournament.sides(match)
    names = [" & ".join(each.name or _("somebody") for each in side.players) if side else "" for side in sides]
    return (thread_beginning(state, match) + " – ".join(names))[:100]


def match_line(state: TournamentState, match: Match) -> str:
    """Return a match in one line: who meets whom, where, and the result."""
    tournament = state.tournament
    first = team_name(tournament.team(match.first))
    if match.second is None:
        return _("{name} sits out this round").format(name=first)
    line = f"{first} – {team_name(tournament.team(match.second))}"
    if match.played is None:
        return line if match.thread_id is None else labelled(line, f"<#{match.thread_id}>")
    return labelled(line, _counted(state, match))


def _counted(state: TournamentState, match: Match) -> str:
    """Return the result of a match that is over, its victory points, and by whom and why it was corrected."""
    assert match.played is not None
    first, second = scale(state.tournament).awards(outcome(match, match.played))
    points = _("{result} → {first} : {second} VP").format(
        result=_outcome(state, match), first=first.vp, second=second.vp
    )
    correction = state.correction(match)
    if correction is None:
        return points
    corrected = _("corrected by {name}").format(name=mention(correction.user_id))
    return f"{points} ({labelled(corrected, plain(correction.reason))})"


def _outcome(state: TournamentState, match: Match, named: Callable[[Team], str] = team_name) -> str:
    """Return the result of a match, an empty text if it is not over; an entry that forfeited it is `named`."""
    played = match.played
    if played is None:
        return ""
    match played.forfeit:
        case Forfeit.FIRST | Forfeit.SECOND:
            loser = match.first if played.forfeit is Forfeit.FIRST else match.second or 0
            forfeiter = state.tournament.team(loser)
            return _("forfeited by {team}").format(team=_("nobody") if forfeiter is None else named(forfeiter))
        case Forfeit.BOTH:
            return _("both forfeited")
    return " : ".join(league_text.signed(points) for points in played.points)
