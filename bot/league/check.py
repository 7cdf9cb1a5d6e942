"""Checks that the stored tournaments agree with the results of their tables and the moderators' corrections."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import replace
from pathlib import Path

from bot.data.results import Result
from bot.data.tournaments import Amended, Match, Played
from bot.league.tournaments import TournamentState
from bot.league.tournaments.match_tables import as_it_stood, played_as
from bot.store.games import GameStore
from bot.store.opening import open_database
from bot.store.results import ResultStore
from bot.store.soundness import tournaments
from bot.store.tournaments import TournamentStore


async def failures(copy: Path) -> AsyncIterator[str]:
    """Yield, in sentences, what counts in another way than it was played and corrected.

    `copy` must belong to the caller alone: it is brought up to the newest schema. Raises `DatabaseError`.
    """
    database = await open_database(copy)
    try:
        for number in tournaments(copy):
            try:
                found = await _failures(TournamentStore(database), ResultStore(database), GameStore(database), number)
            except (ValueError, LookupError, TypeError) as error:
                found = [f"it can't be read ({type(error).__name__})"]
            for failure in found:
                yield f"Tournament {number}: {failure}."
    finally:
        await database.close()


async def _failures(stored: TournamentStore, results: ResultStore, games: GameStore, number: int) -> list[str]:
    tournament = await stored.get(number)
    assert tournament is not None
    matches, amended = await stored.matches(number), await stored.amended(number)
    found, counted = [], []
    for match in matches:
        result = None if match.game_id is None else await results.of_game(tournament.guild_id, match.game_id)
        made = [each for each in amended if (each.round, each.first) == (match.round, match.first)]
        gone = set() if match.game_id is None else await games.gone(match.game_id)
        failure, played = _played(match, result, made[::-1], gone)
        if failure is not None:
            found.append(f"match {match.round}.{match.first} {failure}")
        counted.append(replace(match, played=played))
    state = TournamentState(tournament, tuple(await stored.rounds(number)), tuple(matches), ())
    return [*found, *_standings(state, counted)]


def _played(
    match: Match, result: Result | None, made: Sequence[Amended], gone: Collection[int]
) -> tuple[str | None, Played | None]:
    """Return what is wrong with a match (None: nothing), and how it should count.

    `made` are the match's corrections, oldest first; `gone` are those at its table who had left the server.
    """
    standing = [each for each in made if each.undone_at is None]
    before = standing[0].before if standing else match.played
    failure = None
    if result is not None:
        # It is not stored whose turn it was when time was called.
        asked = [None, *(seat for side in result.sides for seat in side.seats)]
        # Before giving up or leaving was a forfeit, such a match counted as it stood.
        possible = [played_as(result, awaited, left) for left in (gone, ()) for awaited in asked]
        possible += [as_it_stood(result, awaited) for awaited in asked]
        if before is None:
            failure = "is not over, and its table has a result"
        elif before not in possible:
            failure = "counts otherwise than its table was played"
        before = before if before in possible else possible[0]
    elif before not in (None, Played()):
        # A match whose game could not be read any more, or never began, was given up as it is.
        failure = "has points or a forfeit, and no table with a result"
        before = Played()
    played = before
    for each in standing:
        if each.before != played:
            failure = failure or "was corrected from another outcome than it had"
        played = each.after
    if failure is None and played != match.played:
        failure = "counts otherwise than it was corrected"
    return failure, played


def _standings(state: TournamentState, counted: Sequence[Match]) -> list[str]:
    """Return what is wrong with the standings, which must follow from matches that count as they should."""
    last = state.tournament.round
    try:
        shown = state.after(last).standings
        wanted = replace(state, matches=tuple(counted)).after(last).standings
    except ValueError:
        return ["its standings can't be worked out"]
    return [] if shown == wanted else ["its standings are not those that its tables and corrections lead to"]
