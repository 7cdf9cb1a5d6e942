"""Reads of a server's league only what a correction concerns, beside the bot."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bot.data.results import GameOutcome, PlainGame, Result
from bot.data.standings import StandingKey
from bot.store.database import Found, Side, marks
from bot.store.results import OUTCOME, RESULT, game_of, result_of
from bot.store.standings import ENDS, RATINGS, STATE, Rating, SeasonEnd, placed_end, placed_rating

#: Results read at a time.
_CHUNK = 500


class Rereading:
    """Reads by a connection of its own, for a worker thread. Whatever is read between `begin` and `end` is one state."""

    def __init__(self, side: Side, guild_id: int) -> None:
        self._side = side
        self._guild_id = guild_id

    def begin(self) -> tuple[int, int]:
        """Begin to read, and return how the state is known: the last result, and how often something else has changed."""
        self._run("BEGIN")
        last, version = self._run(STATE, self._guild_id).fetchone()
        return last, version

    def end(self) -> None:
        """Let go of the state that was read."""
        self._run("COMMIT")

    def gone(self) -> set[int]:
        """Return the people who have left the server."""
        sql = "SELECT user_id FROM members WHERE guild_id = ? AND gone = 1"
        return {row[0] for row in self._run(sql, self._guild_id)}

    def result(self, result_id: int) -> Result:
        """Return a result."""
        return result_of(self._run(f"{RESULT} WHERE id = ?", result_id).fetchone())

    def outcomes(self, after: int) -> Iterator[PlainGame | GameOutcome]:
        """Yield the outcomes of the results with an id above `after`, in their order."""
        sql = f"{OUTCOME} WHERE guild_id = ? AND id > ? ORDER BY id LIMIT {_CHUNK}"
        while found := self._run(sql, self._guild_id, after).fetchall():
            yield from map(game_of, found)
            after = found[-1]["id"]

    def results_of(self, users: Collection[int], after: int) -> Iterator[Result]:
        """Yield the results with an id above `after` in which one of those people had a seat, in their order."""
        where = f"guild_id = ? AND user_id IN ({marks(users)}) AND result_id > ?"
        sql = f"SELECT DISTINCT result_id FROM result_people WHERE {where} ORDER BY result_id"
        ids = [row[0] for row in self._run(sql, self._guild_id, *users, after)]
        for start in range(0, len(ids), _CHUNK):
            some = ids[start : start + _CHUNK]
            rows = self._run(f"{RESULT} WHERE id IN ({marks(some)}) ORDER BY id", *some)
            yield from map(result_of, rows.fetchall())

    def last_before(self, season_id: int) -> int:
        """Return an id below those of all results of a season and of later ones, and not below those of the earlier ones."""
        found = self._run("SELECT id FROM results WHERE season_id = ? ORDER BY id LIMIT 1", season_id).fetchone()
        return 0 if found is None else found[0] - 1

    def before(self, season_id: int, scopes: Collection[str]) -> dict[tuple[str, int], SeasonEnd]:
        """Return for each scope and person how their last season before `season_id` ended."""
        where = f"guild_id = ? AND season_id > 0 AND season_id < ? AND scope IN ({marks(scopes)})"
        sql = f"{ENDS} WHERE {where} ORDER BY season_id"
        return dict(map(placed_end, self._run(sql, self._guild_id, season_id, *scopes)))

    def since(self, season_id: int, scopes: Collection[str]) -> Iterator[tuple[StandingKey, Rating]]:
        """Yield the ratings of all time, then those of a season and of all later ones, the earliest first."""
        return self._ratings(f"(season_id = 0 OR season_id >= ?) AND scope IN ({marks(scopes)})", season_id, *scopes)

    def of(self, users: Collection[int], scopes: Collection[str]) -> Iterator[tuple[StandingKey, Rating]]:
        """Yield all ratings of some people."""
        return self._ratings(f"scope IN ({marks(scopes)}) AND user_id IN ({marks(users)})", *scopes, *users)

    def _ratings(self, where: str, *parameters: object) -> Iterator[tuple[StandingKey, Rating]]:
        sql = f"{RATINGS} WHERE guild_id = ? AND {where} ORDER BY season_id, scope, user_id"
        return map(placed_rating, self._run(sql, self._guild_id, *parameters))

    def _run(self, sql: str, *parameters: object) -> Found:
        return self._side.execute(sql, parameters)
