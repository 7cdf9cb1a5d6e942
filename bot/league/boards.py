"""Boards: who leads a server's league or the open one, what one person has done in it, and how two compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from bot.data.results import Result
from bot.data.seasons import Season
from bot.data.servers import OPEN_LEAGUE
from bot.data.standings import Meeting, Standing
from bot.league.seasons import Seasons
from bot.league.tally import ALL_TIME
from bot.store.database import Database
from bot.store.members import MemberStore
from bot.store.people import PersonStore
from bot.store.results import ResultStore
from bot.store.standings import StandingStore

#: Rows on a page of a board, and results on a page of a history.
PAGE = 10

Gathered = TypeVar("Gathered")


class By(StrEnum):
    """The value by which a board is sorted."""

    RATING = "rating"
    WINS = "wins"
    POINTS = "points"
    CANASTAS = "canastas"
    PAIRS = "pairs"


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One row: a person with their `standing`, or a pair with what it has done together.

    `rank` counts from 1; rows with equal `value` (by which the board is sorted) share it.
    """

    rank: int
    user_ids: tuple[int, ...]
    names: tuple[str, ...]
    value: int
    standing: Standing | None = None
    pair: Meeting | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """One page (from 1) of a board; `me` is the asker's own row (of pairs: their best), None if they have none.

    `season` is None for all of a server's time, and before the first season. `total` counts all rows.
    """

    season: Season | None
    scope: str
    by: By
    page: int
    pages: int
    total: int
    rows: tuple[BoardRow, ...]
    me: BoardRow | None


@dataclass(frozen=True, slots=True)
class Partner:
    """Somebody's partner, with what they have done together."""

    user_id: int
    name: str
    meeting: Meeting


@dataclass(frozen=True, slots=True)
class Profile:
    """A person's season: all that counts together, and each family of variants apart, the most played first.

    `rank` is by rating, among `ranked` people; it is None before the person's first rated game, and once they have
    left.
    """

    season: Season | None
    user_id: int
    name: str
    standing: Standing
    rank: int | None
    ranked: int
    families: tuple[Standing, ...]
    partner: Partner | None


@dataclass(frozen=True, slots=True)
class NextPlace:
    """A place on the board by rating, and how many points somebody is short of it."""

    rank: int
    missing: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The record of two people with each other, seen from the first; standings are None without a game that counts.

    `recent` are the last results in which they met, the latest first.
    """

    season: Season | None
    names: tuple[str, str]
    standings: tuple[Standing | None, Standing | None]
    meeting: Meeting
    recent: tuple[Result, ...]


class Boards:
    """The boards of all servers, of the present season, of past ones and of all time."""

    def __init__(self, database: Database, seasons: Seasons) -> None:
        self._seasons = seasons
        self._results = ResultStore(database)
        self._standings = StandingStore(database)
        self._members = MemberStore(database)
        self._persons = PersonStore(database)

    async def board(
        self,
        guild_id: int,
        *,
        season: int | None = None,
        scope: str = "",
        by: By = By.RATING,
        page: int = 1,
        me: int | None = None,
    ) -> Board:
        """Return a page of a board; a page beyond the last is the last.

        `season` is a season's id, `ALL_TIME`, or None for the latest; `scope` a family of variants ('': every one;
        pairs know no other, and their board ends after the best 200). The board by rating shows only people who have a
        rated game.
        """
        which, season_id = await self._seasons.meant(guild_id, season)
        place = guild_id, season_id
        if by is By.PAIRS:
            total = await self._standings.count_pairs(*place)
        else:
            total = await self._standings.count(*place, scope, by)
        pages = max(1, -(-total // PAGE))
        page = min(max(page, 1), pages)
        skipped = (page - 1) * PAGE
        if by is By.PAIRS:
            rows, own = await self._pairs(*place, skipped, me)
        else:
            rows, own = await self._people(*place, scope, by, skipped, me)
        return Board(which, "" if by is By.PAIRS else scope, by, page, pages, total, rows, own)

    async def _people(
        self, guild_id: int, season_id: int, scope: str, by: By, skipped: int, me: int | None
    ) -> tuple[tuple[BoardRow, ...], BoardRow | None]:
        """Return the rows of a page of a board, and somebody's own."""
        board = guild_id, season_id, scope
        found = await self._standings.page(*board, by, skipped, PAGE)
        own = None if me is None else await self._standings.of_person(*board, me)
        if own is not None and (own.hidden or (by is By.RATING and not own.rated)):
            own = None
        asked = [*found] if own is None else [*found, own]
        names = await self._members.names(guild_id, {one.user_id for one in asked}, reader=me)

        def row(rank: int, standing: Standing) -> BoardRow:
            return BoardRow(
                rank, (standing.user_id,), (names.get(standing.user_id, ""),), _value(standing, by), standing=standing
            )

        above = await self._standings.above(*board, by, _value(found[0], by)) if found else 0
        rows = tuple(row(*one) for one in _ranked(found, [_value(one, by) for one in found], above, skipped))
        if own is None:
            return rows, None
        mine = next((one for one in rows if one.user_ids == (me,)), None)
        return rows, mine or row(1 + await self._standings.above(*board, by, _value(own, by)), own)

    async def _pairs(
        self, guild_id: int, season_id: int, skipped: int, me: int | None
    ) -> tuple[tuple[BoardRow, ...], BoardRow | None]:
        """Return the rows of a page of the board of pairs, and the best with somebody in it."""
        found = await self._standings.page_of_pairs(guild_id, season_id, skipped, PAGE)
        own = None if me is None else await self._standings.best_partner(guild_id, season_id, me)
        asked = [*found] if own is None else [*found, own]
        names = await self._members.names(
            guild_id, {user for one in asked for user in (one.user_id, one.other_id)}, reader=me
        )

        def row(rank: int, meeting: Meeting) -> BoardRow:
            users = meeting.user_id, meeting.other_id
            return BoardRow(rank, users, tuple(names.get(user, "") for user in users), meeting.worth, pair=meeting)

        above = await self._standings.pairs_above(guild_id, season_id, found[0].worth) if found else 0
        rows = tuple(row(*one) for one in _ranked(found, [one.worth for one in found], above, skipped))
        if own is None:
            return rows, None
        both = {own.user_id, own.other_id}
        mine = next((one for one in rows if set(one.user_ids) == both), None)
        return rows, mine or row(1 + await self._standings.pairs_above(guild_id, season_id, own.worth), own)

    async def scopes(self, guild_id: int) -> list[str]:
        """Return the families of variants that a server has boards for."""
        return await self._standings.scopes(guild_id, ALL_TIME)

    async def profile(
        self, guild_id: int, user_id: int, *, season: int | None = None, reader: int | None = None
    ) -> Profile | None:
        """Return a person's profile, None if they have no game there that counts. `season` is as for `board`.

        In the open league it is that of somebody whom the `reader` may see, and they read their own name.
        """
        which, season_id = await self._seasons.meant(guild_id, season)
        standings = await self._standings.by_scope(guild_id, season_id, user_id)
        if not standings:
            return None
        standing, *families = standings
        rank = None
        if standing.rated and not standing.hidden:
            rank = 1 + await self._standings.above(guild_id, season_id, "", By.RATING, standing.rating)
        best = await self._standings.best_partner(guild_id, season_id, user_id)
        names = await self._members.names(
            guild_id, {user_id} if best is None else {user_id, best.other_id}, reader=reader
        )
        return Profile(
            which,
            user_id,
            names.get(user_id, ""),
            standing,
            rank,
            await self._standings.count(guild_id, season_id, "", By.RATING),
            tuple(families),
            None if best is None else Partner(best.other_id, names.get(best.other_id, ""), best),
        )

    async def may_see(self, guild_id: int, user_id: int, reader: int) -> bool:
        """Return whether a reader may ask for somebody: in the open league only for themselves and for those who are named."""
        return guild_id != OPEN_LEAGUE or user_id == reader or (await self._persons.get(user_id)).named

    async def next_place(self, guild_id: int, user_id: int) -> NextPlace | None:
        """Return the next better place by rating in the latest season; None for its first and for those without a place."""
        _which, season_id = await self._seasons.meant(guild_id, None)
        board = guild_id, season_id, ""
        own = await self._standings.of_person(*board, user_id)
        if own is None or own.hidden or not own.rated:
            return None
        better = await self._standings.next_above(*board, By.RATING, own.rating)
        if better is None:
            return None
        rank = 1 + await self._standings.above(*board, By.RATING, better)
        return NextPlace(rank, better - own.rating)

    async def head_to_head(
        self, guild_id: int, one: int, other: int, *, season: int = ALL_TIME, reader: int | None = None
    ) -> HeadToHead:
        """Return the record of two people with each other in a season (its id); `reader` is as for `profile`."""
        which, season_id = await self._seasons.meant(guild_id, season)
        names = await self._members.names(guild_id, {one, other}, reader=reader)
        meeting = await self._standings.meeting(guild_id, season_id, one, other) or Meeting(season_id, one, other)
        return HeadToHead(
            which,
            (names.get(one, ""), names.get(other, "")),
            (
                await self._standings.of_person(guild_id, season_id, "", one),
                await self._standings.of_person(guild_id, season_id, "", other),
            ),
            meeting,
            tuple(await self._results.some(guild_id, meeting.recent)),
        )


def _value(standing: Standing, by: By) -> int:
    """Return the value by which a board of people is sorted."""
    values = {
        By.RATING: standing.rating,
        By.WINS: standing.wins,
        By.POINTS: standing.points,
        By.CANASTAS: standing.canastas,
    }
    return values[by]


def _ranked(found: Sequence[Gathered], values: Sequence[int], above: int, skipped: int) -> list[tuple[int, Gathered]]:
    """Return the rows of a page with their ranks; `above` are better than its first, and `skipped` come before it."""
    return [
        (above + 1 if value == values[0] else skipped + values.index(value) + 1, one)
        for one, value in zip(found, values, strict=True)
    ]
