"""The sums kept of each person and of each two people by season, so that no board has to count games."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields
from operator import attrgetter
from typing import ClassVar, NamedTuple

from bot.data.standings import Meeting, MeetingKey, Standing, StandingKey, Trend
from bot.store.about import About
from bot.store.database import Row, Store, Transaction, marks, put, quoted


class Rating(NamedTuple):
    """The columns of a standing that follow from rated games, as they are stored."""

    mu: float
    sigma: float
    rating: int
    rated: int
    earlier: int
    began: str
    trend: str


#: How a season ended for somebody: `mu` and `sigma`, and how many rated games they had played in it and before it.
SeasonEnd = tuple[tuple[float, float], int]

#: The columns of both tables: the server, all that their dataclasses have as it is, and last what is stored as JSON.
_STANDING = tuple(field.name for field in fields(Standing) if field.name != "trend")
_MEETING = tuple(field.name for field in fields(Meeting) if field.name != "recent")
STANDING = ("guild_id", *_STANDING, "trend")
MEETING = ("guild_id", *_MEETING, "recent")
_of_standing, _of_meeting = attrgetter(*_STANDING), attrgetter(*_MEETING)

#: The columns by which rows of both tables are distinguished.
STANDING_KEY = ("guild_id", "season_id", "scope", "user_id")
MEETING_KEY = ("guild_id", "season_id", "user_id", "other_id")


#: The inputs of standings: the last result, and how often something else has changed.
STATE = (
    "SELECT coalesce((SELECT max(id) FROM results WHERE guild_id = ?1), 0),"
    " coalesce((SELECT league_version FROM servers WHERE guild_id = ?1), 0)"
)

ENDS = "SELECT scope, user_id, mu, sigma, earlier + rated FROM standings"
RATINGS = f"SELECT season_id, scope, user_id, {quoted(Rating._fields)} FROM standings"
_SET_RATING = (
    f"UPDATE standings SET {', '.join(f'{one} = ?' for one in Rating._fields)}"
    " WHERE guild_id = ? AND season_id = ? AND scope = ? AND user_id = ?"
)
_PUT_STANDING = put("standings", STANDING, STANDING_KEY)
_PUT_MEETING = put("meetings", MEETING, MEETING_KEY)

_STANDINGS = f"SELECT {quoted(STANDING[1:])} FROM standings"
_MEETINGS = f"SELECT {quoted(MEETING[1:])} FROM meetings"

#: Which rows are on a board. Of the two rows of each pair only one is.
_ON_BOARD = "guild_id = ? AND season_id = ? AND scope = ? AND hidden = 0"
_MOST_PAIRS = 200
_ON_PAIRS = "guild_id = ? AND season_id = ? AND hidden = 0 AND user_id < other_id AND together > 0"


class StandingStore(Store):
    """The stored standings and meetings.

    Boards are sorted by one of their columns (`rating`, `wins`, `points`, `canastas`; pairs by `worth`), and show
    nobody who is hidden. The board by rating shows only people who have a rated game.
    """

    ABOUT: ClassVar[About] = {"standings": ("user_id",), "meetings": ("user_id",)}

    async def put(
        self, tx: Transaction, guild_id: int, standings: Iterable[Standing], meetings: Iterable[Meeting]
    ) -> None:
        """Store rows; they replace the old ones."""
        await tx.many(_PUT_STANDING, [stored_standing(guild_id, one) for one in standings])
        await tx.many(_PUT_MEETING, [stored_meeting(guild_id, one) for one in meetings])

    async def of(
        self, tx: Transaction, guild_id: int, seasons: Collection[int], scopes: Collection[str], users: Collection[int]
    ) -> list[Standing]:
        """Return those people's standings, as far as they have any."""
        where = (
            f"WHERE guild_id = ? AND season_id IN ({marks(seasons)}) AND scope IN ({marks(scopes)})"
            f" AND user_id IN ({marks(users)})"
        )
        rows = await tx.rows(f"{_STANDINGS} {where}", (guild_id, *seasons, *scopes, *users))
        return [_standing(row) for row in rows]

    async def before(
        self, tx: Transaction, guild_id: int, season_id: int, whose: Collection[tuple[str, int]]
    ) -> list[Standing]:
        """Return the standing of each scope and person in the last season before `season_id` in which they had one."""
        where = (
            "WHERE user_id = ? AND guild_id = ? AND scope = ? AND season_id > 0 AND season_id < ?"
            " ORDER BY season_id DESC LIMIT 1"
        )
        found = []
        for scope, user_id in whose:
            found += await tx.rows(f"{_STANDINGS} {where}", (user_id, guild_id, scope, season_id))
        return [_standing(row) for row in found]

    async def among(
        self, tx: Transaction, guild_id: int, seasons: Collection[int], users: Collection[int]
    ) -> list[Meeting]:
        """Return the meetings of those people with each other."""
        where = (
            f"WHERE guild_id = ? AND season_id IN ({marks(seasons)}) AND user_id IN ({marks(users)})"
            f" AND other_id IN ({marks(users)})"
        )
        rows = await tx.rows(f"{_MEETINGS} {where}", (guild_id, *seasons, *users, *users))
        return [_meeting(row) for row in rows]

    async def of_person(self, guild_id: int, season_id: int, scope: str, user_id: int) -> Standing | None:
        """Return a person's standing, or None."""
        where = "WHERE guild_id = ? AND season_id = ? AND scope = ? AND user_id = ?"
        rows = await self._database.rows(f"{_STANDINGS} {where}", (guild_id, season_id, scope, user_id))
        return _standing(rows[0]) if rows else None

    async def by_scope(self, guild_id: int, season_id: int, user_id: int) -> list[Standing]:
        """Return a person's standings in all scopes: that of all games first, then the most played first."""
        where = "WHERE user_id = ? AND guild_id = ? AND season_id = ? ORDER BY scope <> '', games DESC, scope"
        rows = await self._database.rows(f"{_STANDINGS} {where}", (user_id, guild_id, season_id))
        return [_standing(row) for row in rows]

    async def scopes(self, guild_id: int, season_id: int) -> list[str]:
        """Return the scopes in which anybody has a standing, except that of all games."""
        # Leaps from one scope to the next in the key, however many people stand in each.
        sql = (
            "WITH RECURSIVE found (scope) AS (SELECT min(scope) FROM standings WHERE guild_id = ?1 AND season_id = ?2"
            " UNION ALL SELECT (SELECT min(scope) FROM standings WHERE guild_id = ?1 AND season_id = ?2"
            " AND scope > found.scope) FROM found WHERE scope IS NOT NULL)"
            " SELECT scope FROM found WHERE scope <> '' ORDER BY scope"
        )
        return [row[0] for row in await self._database.rows(sql, (guild_id, season_id))]

    async def count(self, guild_id: int, season_id: int, scope: str, by: str) -> int:
        """Return how many people stand on a board."""
        sql = f"SELECT count(*) FROM standings WHERE {_ON_BOARD}{_rated(by)}"
        return int((await self._database.rows(sql, (guild_id, season_id, scope)))[0][0])

    async def above(self, guild_id: int, season_id: int, scope: str, by: str, value: int) -> int:
        """Return how many people stand on a board with more than `value`."""
        sql = f"SELECT count(*) FROM standings WHERE {_ON_BOARD}{_rated(by)} AND {by} > ?"
        return int((await self._database.rows(sql, (guild_id, season_id, scope, value)))[0][0])

    async def next_above(self, guild_id: int, season_id: int, scope: str, by: str, value: int) -> int | None:
        """Return the least value above `value` on a board, or None."""
        sql = f"SELECT min({by}) FROM standings WHERE {_ON_BOARD}{_rated(by)} AND {by} > ?"
        found = (await self._database.rows(sql, (guild_id, season_id, scope, value)))[0][0]
        return None if found is None else int(found)

    async def page(self, guild_id: int, season_id: int, scope: str, by: str, skipped: int, most: int) -> list[Standing]:
        """Return a part of a board, the best first, equal ones by their ids."""
        where = f"WHERE {_ON_BOARD}{_rated(by)} ORDER BY {by} DESC, user_id LIMIT ? OFFSET ?"
        rows = await self._database.rows(f"{_STANDINGS} {where}", (guild_id, season_id, scope, most, skipped))
        return [_standing(row) for row in rows]

    async def meeting(self, guild_id: int, season_id: int, user_id: int, other_id: int) -> Meeting | None:
        """Return the meeting of a person with another, or None."""
        where = "WHERE guild_id = ? AND season_id = ? AND user_id = ? AND other_id = ?"
        rows = await self._database.rows(f"{_MEETINGS} {where}", (guild_id, season_id, user_id, other_id))
        return _meeting(rows[0]) if rows else None

    async def best_partner(self, guild_id: int, season_id: int, user_id: int) -> Meeting | None:
        """Return the meeting with the partner with whom a person has done best, hidden ones left out; or None."""
        where = "WHERE guild_id = ? AND season_id = ? AND user_id = ? AND hidden = 0 AND together > 0"
        sql = f"{_MEETINGS} {where} ORDER BY worth DESC, other_id LIMIT 1"
        rows = await self._database.rows(sql, (guild_id, season_id, user_id))
        return _meeting(rows[0]) if rows else None

    async def best_pair(self, guild_id: int, season_id: int, games: int) -> Meeting | None:
        """Return the best pair of those that played at least `games` together, or None."""
        sql = f"{_MEETINGS} WHERE {_ON_PAIRS} AND together >= ? ORDER BY worth DESC, user_id, other_id LIMIT 1"
        rows = await self._database.rows(sql, (guild_id, season_id, games))
        return _meeting(rows[0]) if rows else None

    async def count_pairs(self, guild_id: int, season_id: int) -> int:
        """Return how many pairs stand on their board. It ends after the best 200: there are more pairs than people."""
        sql = f"SELECT count(*) FROM (SELECT 1 FROM meetings WHERE {_ON_PAIRS} LIMIT {_MOST_PAIRS})"
        return int((await self._database.rows(sql, (guild_id, season_id)))[0][0])

    async def pairs_above(self, guild_id: int, season_id: int, worth: int) -> int:
        """Return how many pairs stand on their board with more than `worth`."""
        sql = f"SELECT count(*) FROM meetings WHERE {_ON_PAIRS} AND worth > ?"
        return int((await self._database.rows(sql, (guild_id, season_id, worth)))[0][0])

    async def page_of_pairs(self, guild_id: int, season_id: int, skipped: int, most: int) -> list[Meeting]:
        """Return a part of the board of pairs, the best first."""
        sql = f"{_MEETINGS} WHERE {_ON_PAIRS} ORDER BY worth DESC, user_id, other_id LIMIT ? OFFSET ?"
        rows = await self._database.rows(sql, (guild_id, season_id, most, skipped))
        return [_meeting(row) for row in rows]

    async def best(self, guild_id: int, season_id: int, by: str, least: str, most: int) -> list[Standing]:
        """Return `most` standings of a season that meet the condition `least`, sorted by `by`, without hidden ones.

        Reads all of the season's people: for its end. Both arguments are SQL.
        """
        where = f"WHERE {_ON_BOARD} AND {least} ORDER BY {by}, user_id LIMIT ?"
        rows = await self._database.rows(f"{_STANDINGS} {where}", (guild_id, season_id, "", most))
        return [_standing(row) for row in rows]

    async def hide(self, tx: Transaction, guild_id: int, user_id: int, gone: bool) -> None:
        """Hide a person who has left a server on its boards, or show them again; a pair is hidden if either is."""
        await tx.run("UPDATE standings SET hidden = ? WHERE user_id = ? AND guild_id = ?", (gone, user_id, guild_id))
        for own, other in (("user_id", "other_id"), ("other_id", "user_id")):
            left = (
                f"SELECT 1 FROM members WHERE guild_id = meetings.guild_id AND user_id = meetings.{other} AND gone = 1"
            )
            await tx.run(
                f"UPDATE meetings SET hidden = CASE WHEN ? = 1 OR {other} < 0 OR EXISTS ({left}) THEN 1 ELSE 0 END"
                f" WHERE {own} = ? AND guild_id = ?",
                (gone, user_id, guild_id),
            )

    async def forget(self, tx: Transaction, user_id: int, ghost_id: int) -> None:
        """Put a ghost in a person's place, hidden everywhere."""
        # The ghost is in their place in the results already. Also from those that don't count something may be made just now.
        for guild in await tx.rows(
            "SELECT guild_id FROM result_people WHERE user_id = ?"
            " UNION SELECT guild_id FROM standings WHERE user_id = ? ORDER BY guild_id",
            (ghost_id, user_id),
        ):
            await self.remade(tx, guild[0])
        await tx.run("UPDATE standings SET user_id = ?, hidden = 1 WHERE user_id = ?", (ghost_id, user_id))
        for own in ("user_id", "other_id"):
            await tx.run(f"UPDATE meetings SET {own} = ?, hidden = 1 WHERE {own} = ?", (ghost_id, user_id))

    async def state(self, tx: Transaction, guild_id: int) -> tuple[int, int]:
        """Hold a server's league, and return its last result, and how often something else has changed."""
        await tx.hold(guild_id)
        last, version = (await tx.rows(STATE, (guild_id,)))[0]
        return last, version

    async def ratings(
        self, tx: Transaction, guild_id: int, scopes: Collection[str], users: Collection[int]
    ) -> dict[StandingKey, Rating]:
        """Return all ratings of some people."""
        where = f"WHERE guild_id = ? AND scope IN ({marks(scopes)}) AND user_id IN ({marks(users)})"
        return dict(map(placed_rating, await tx.rows(f"{RATINGS} {where}", (guild_id, *scopes, *users))))

    async def set_ratings(self, tx: Transaction, guild_id: int, ratings: Mapping[StandingKey, Rating]) -> None:
        """Store ratings in standings."""
        await tx.many(_SET_RATING, ((*rating, guild_id, *place) for place, rating in ratings.items()))

    async def take_out(
        self, tx: Transaction, guild_id: int, standings: Iterable[StandingKey], meetings: Iterable[MeetingKey]
    ) -> None:
        """Delete rows."""
        for table, key, places in (("standings", STANDING_KEY, standings), ("meetings", MEETING_KEY, meetings)):
            where = " AND ".join(f"{one} = ?" for one in key)
            await tx.many(f"DELETE FROM {table} WHERE {where}", [(guild_id, *place) for place in places])

    async def remade(self, tx: Transaction, guild_id: int) -> None:
        """Note that something on which standings depend is about to change in another way than by one more result."""
        await tx.hold(guild_id)
        await tx.run(
            "INSERT INTO servers (guild_id, league_version) VALUES (?, 1)"
            " ON CONFLICT (guild_id) DO UPDATE SET league_version = servers.league_version + 1",
            (guild_id,),
        )


def stored_standing(guild_id: int, standing: Standing) -> tuple[object, ...]:
    """Return the columns `STANDING`."""
    return (guild_id, *_of_standing(standing), _listed(standing.trend))


def stored_rating(mu: float, sigma: float, rating: int, rated: int, earlier: int, began: str, trend: Trend) -> Rating:
    """Return the rating of a standing that has these."""
    return Rating(mu, sigma, rating, rated, earlier, began, _listed(trend))


def placed_rating(row: Row) -> tuple[StandingKey, Rating]:
    """Return the place and the rating in a row of `RATINGS`."""
    season_id, scope, user_id, *rating = row
    return (season_id, scope, user_id), Rating(*rating)


def placed_end(row: Row) -> tuple[tuple[str, int], SeasonEnd]:
    """Return the scope and the person in a row of `ENDS`, and how that season ended for them."""
    scope, user_id, mu, sigma, rated = row
    return (scope, user_id), ((mu, sigma), rated)


def rated_standing(place: StandingKey, rating: Rating) -> Standing:
    """Return a standing that has a rating, and no sums."""
    return Standing(*place, **{**rating._asdict(), "trend": tuple(json.loads(rating.trend))})


def course(mu: float, sigma: float, rating: int, rated: int, trend: Trend) -> str:
    """Return the course of a standing of all time that has these, as JSON."""
    return f"[{mu!r},{sigma!r},{rating},{rated},{_listed(trend)}]"


def begun_standing(place: StandingKey, rating: Rating) -> Standing:
    """Return the standing of all time with which the season of a rating began, without sums."""
    mu, sigma, shown, rated, trend = json.loads(rating.began)
    return Standing(*place, mu, sigma, shown, rated, trend=tuple(trend))


def stored_meeting(guild_id: int, meeting: Meeting) -> tuple[object, ...]:
    """Return the columns `MEETING`."""
    return (guild_id, *_of_meeting(meeting), _listed(meeting.recent))


def _listed(numbers: tuple[int, ...]) -> str:
    """Return numbers as JSON."""
    return f"[{','.join(map(str, numbers))}]"


def _standing(row: Row) -> Standing:
    return Standing(**{**row, "trend": tuple(json.loads(row["trend"])), "hidden": bool(row["hidden"])})


def _meeting(row: Row) -> Meeting:
    return Meeting(**{**row, "recent": tuple(json.loads(row["recent"])), "hidden": bool(row["hidden"])})


def _rated(by: str) -> str:
    return " AND rated > 0" if by == "rating" else ""
