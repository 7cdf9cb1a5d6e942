"""The effect of one game on the ratings of its players, found again from results at any time."""

from __future__ import annotations

from dataclasses import dataclass

from bot.data.results import Result
from bot.league.rating import RatingEffect, lineup
from bot.league.service import League


@dataclass(frozen=True, slots=True)
class Effect:
    """Somebody's rating after a game and how the game changed it, None for their first in the season."""

    name: str
    rating: int
    change: int | None


async def effects(league: League, result: Result) -> list[Effect]:
    """Return the effects of a game on all whose ratings it changed, winners first.

    Only the last ratings of each person are kept. Their later games show which of these came from this game; for an old
    game some effects can't be found any more, and are left out.
    """
    if result.standing is not None or result.season_id is None:
        return []
    found, names = [], {person.user_id: person.name for person in result.people}
    for entry in sorted(lineup(result).entries, key=lambda one: result.standing_sides[one.side].rank):
        if not _changes(result, entry.user_id):
            continue
        later = await _since(league, result, entry.user_id)
        profile = await league.boards.profile(result.league, entry.user_id, season=result.season_id)
        if later is None or profile is None or later >= len(profile.standing.trend):
            continue
        ratings = profile.standing.trend[: len(profile.standing.trend) - later]
        change = ratings[-1] - ratings[-2] if len(ratings) > 1 else None
        # Those who sat at the table know each other's names, also where a board shows none.
        found.append(Effect(profile.name or names[entry.user_id], ratings[-1], change))
    return found


async def _since(league: League, result: Result, user_id: int) -> int | None:
    """Return how many later games of the season changed somebody's rating; None if too many, or if it isn't clear."""
    count = 0
    for one in (await league.history(result.league, user_id)).results:
        if one.id == result.id:
            return count
        if one.season_id == result.season_id and one.standing is None:
            changed = _changes(one, user_id)
            if changed is None:
                return None
            count += changed
    return None


def _changes(result: Result, user_id: int) -> bool | None:
    """Return whether a rated game has changed somebody's rating; None where the ratings at the time decide."""
    game = lineup(result)
    entry = next((one for one in game.entries if one.user_id == user_id), None)
    if entry is None:
        return False
    if entry.how in (RatingEffect.FULLY, RatingEffect.AS_LOST):
        return True
    rank, helps = game.ranks[entry.side], entry.how is RatingEffect.IF_IT_HELPS
    if rank == max(game.ranks) and rank != min(game.ranks):
        return not helps
    return helps if rank == 1 and game.ranks.count(1) == 1 else None
