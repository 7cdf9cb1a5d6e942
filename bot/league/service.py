"""The league of each server: records the results of games, and gives out standings, of now and of past seasons."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from bot.league import awards
from bot.league.rating import Skill
from bot.league.remake import Remade, remake
from bot.league.seasons import calendar_of, end_of
from bot.league.tally import ALL_TIME, Book
from bot.store.corrections import Amendment, Correction, Corrections
from bot.store.database import Database, Transaction, unasked
from bot.store.members import Members
from bot.store.results import Result, Results, Role, Unrated
from bot.store.seasons import Calendar, Season, Seasons
from bot.store.servers import Servers
from bot.store.standings import Meeting, Standing, Standings

#: Rows on a page of a board, and results on a page of a history.
PAGE = 10


Found = TypeVar("Found")


class LeagueError(Exception):
    """A request to the league that can't be met; its kinds say why, and nothing was changed."""


class NoSuchResult(LeagueError):
    """This server has no result, or correction, of that number."""


class AlreadyUndone(LeagueError):
    """That correction has been undone before."""


class WrongScores(LeagueError):
    """Scores or ranks don't fit: there must be a number for each of `sides` sides, and ranks begin at 1."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class SeasonOpen(LeagueError):
    """A season is open already: `season`."""

    def __init__(self, season: Season) -> None:
        super().__init__(season.id)
        self.season = season


class NoSeasonOpen(LeagueError):
    """No season is open."""


class By(StrEnum):
    """What a board is sorted by."""

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
class HeadToHead:
    """The record of two people with each other, seen from the first; standings are None without a game that counts.

    `recent` are the last results in which they met, the latest first.
    """

    season: Season | None
    names: tuple[str, str]
    standings: tuple[Standing | None, Standing | None]
    meeting: Meeting
    recent: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class History:
    """Results, the latest first; `before` asks for the next page, None after the last."""

    results: tuple[Result, ...]
    before: int | None


class League:
    """The league of all servers. Every method takes a server's id, and reads or changes nothing of another."""

    def __init__(self, database: Database, *, clock: Callable[[], int]) -> None:
        """Serve the league of `database`. `clock` gives whole seconds UTC."""
        self._database = database
        self._clock = clock
        self._results = Results(database)
        self._standings = Standings(database)
        self._seasons = Seasons(database)
        self._corrections = Corrections(database)
        self._members = Members(database)
        self._servers = Servers(database)
        self._one_remade_at_a_time = asyncio.Lock()

    # Results

    async def record(self, tx: Transaction, result: Result) -> None:
        """Store the result of a game, inside the transaction that ends it.

        This sets its season and whether it is rated: `id`, `season_id` and `unrated` of `result` are ignored.
        """
        guild_id = result.guild_id
        server = await self._servers.get(guild_id)
        season = await self._season_now(tx, guild_id, calendar_of(server.calendar), result.ended_at)
        why = _unrated(result, season is not None, bool(server.rate_computers))
        result = replace(result, season_id=None if season is None else season.id, unrated=why, amendment=None)
        result = replace(result, id=await self._results.add(tx, result))
        names = {person.user_id: person.name for person in result.people}
        await self._members.played(tx, guild_id, names, result.ended_at)
        if season is not None and result.counts:
            await self._count(tx, result, season.id)

    async def _count(self, tx: Transaction, result: Result, season_id: int) -> None:
        """Add a result to the standings and meetings of its people."""
        guild_id, users = result.guild_id, {person.user_id for person in result.people}
        seasons, scopes = (season_id, ALL_TIME), tuple(dict.fromkeys(("", result.family)))
        kept = {
            (one.season_id, one.scope, one.user_id): one
            for one in await self._standings.of(tx, guild_id, seasons, scopes, users)
        }
        newcomers = [(scope, user) for scope in scopes for user in users if (season_id, scope, user) not in kept]
        met = await self._standings.among(tx, guild_id, seasons, users)
        book = Book(
            await self._members.gone(tx, guild_id, users),
            {key: replace(one) for key, one in kept.items()},
            {(one.season_id, one.user_id, one.other_id): one for one in met},
            {
                (one.scope, one.user_id): Skill(one.mu, one.sigma)
                for one in await self._standings.before(tx, guild_id, season_id, newcomers)
            },
        )
        book.add(result)
        changed = [one for key, one in book.standings.items() if kept.get(key) != one]
        await self._standings.put(tx, guild_id, changed, book.meetings.values())

    async def result(self, guild_id: int, result_id: int) -> Result | None:
        """Return a result of a server, or None."""
        return await self._results.get(guild_id, result_id)

    async def result_of_game(self, guild_id: int, game_id: int) -> Result | None:
        """Return the result of a game of a server, None if it has not ended."""
        return await self._results.of_game(guild_id, game_id)

    async def history(self, guild_id: int, user_id: int | None = None, *, before: int | None = None) -> History:
        """Return a page of a server's results, or of those in which a person had a seat, also unrated and void ones."""
        if user_id is None:
            found = await self._results.of_guild(guild_id, before, PAGE + 1)
        else:
            found = await self._results.of_person(guild_id, user_id, before, PAGE + 1)
        shown = tuple(found[:PAGE])
        return History(shown, shown[-1].id if len(found) > PAGE else None)

    # Boards

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
        which, season_id = await self._which(guild_id, season)
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
        own = None if me is None else await self._standings.one(*board, me)
        if own is not None and (own.hidden or (by is By.RATING and not own.rated)):
            own = None
        asked = [*found] if own is None else [*found, own]
        names = await self._members.names(guild_id, {one.user_id for one in asked})

        def row(rank: int, one: Standing) -> BoardRow:
            return BoardRow(rank, (one.user_id,), (names.get(one.user_id, ""),), _value(one, by), standing=one)

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
        names = await self._members.names(guild_id, {user for one in asked for user in (one.user_id, one.other_id)})

        def row(rank: int, one: Meeting) -> BoardRow:
            users = one.user_id, one.other_id
            return BoardRow(rank, users, tuple(names.get(user, "") for user in users), one.worth, pair=one)

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

    async def profile(self, guild_id: int, user_id: int, *, season: int | None = None) -> Profile | None:
        """Return a person's profile, None if they have no game there that counts. `season` is as for `board`."""
        which, season_id = await self._which(guild_id, season)
        standings = await self._standings.by_scope(guild_id, season_id, user_id)
        if not standings:
            return None
        standing, *families = standings
        rank = None
        if standing.rated and not standing.hidden:
            rank = 1 + await self._standings.above(guild_id, season_id, "", By.RATING, standing.rating)
        best = await self._standings.best_partner(guild_id, season_id, user_id)
        names = await self._members.names(guild_id, {user_id} if best is None else {user_id, best.other_id})
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

    async def head_to_head(self, guild_id: int, one: int, other: int, *, season: int = ALL_TIME) -> HeadToHead:
        """Return the record of two people with each other in a season (its id)."""
        which, season_id = await self._which(guild_id, season)
        names = await self._members.names(guild_id, {one, other})
        meeting = await self._standings.meeting(guild_id, season_id, one, other) or Meeting(season_id, one, other)
        return HeadToHead(
            which,
            (names.get(one, ""), names.get(other, "")),
            (
                await self._standings.one(guild_id, season_id, "", one),
                await self._standings.one(guild_id, season_id, "", other),
            ),
            meeting,
            tuple(await self._results.some(guild_id, meeting.recent)),
        )

    # Seasons

    async def seasons(self, guild_id: int) -> list[Season]:
        """Return a server's seasons, the latest first."""
        return await self._seasons.of_guild(guild_id)

    async def season(self, guild_id: int, season_id: int | None = None) -> Season | None:
        """Return a season of a server by its id, or the latest; None if there is none, and for `ALL_TIME`."""
        if season_id is None:
            return await self._seasons.latest(guild_id)
        return None if season_id == ALL_TIME else await self._seasons.get(guild_id, season_id)

    async def _which(self, guild_id: int, season: int | None) -> tuple[Season | None, int]:
        """Return the season that is meant, and the id to look under.

        Under an id that the server doesn't have nothing is found.
        """
        found = await self.season(guild_id, season)
        return found, season or ALL_TIME if found is None else found.id

    async def open_season(self, guild_id: int, name: str = "") -> Season:
        """Open a season and return it; its end follows the server's calendar. Raises `SeasonOpen`."""
        calendar = await self._calendar(guild_id)
        async with self._database.transaction() as tx:
            latest = await self._seasons.latest(guild_id, tx)
            if latest is not None and latest.open:
                if latest.ends_at is None or latest.ends_at > self._clock():
                    raise SeasonOpen(latest)
                latest = await self._close(tx, latest, latest.ends_at)
            return await self._open(tx, guild_id, latest, calendar, self._clock(), name)

    async def close_season(self, guild_id: int) -> Season:
        """Close the open season and return it.

        Until the next is opened games count for nothing. Raises `NoSeasonOpen`.
        """
        async with self._database.transaction() as tx:
            latest = await self._seasons.latest(guild_id, tx)
            if latest is None or not latest.open:
                raise NoSeasonOpen
            return await self._close(tx, latest, self._clock())

    async def roll(self) -> list[Season]:
        """Close all seasons, in every server, that the calendar has ended by now, and return them.

        The next season of a server opens with the next game that ends.
        """
        closed = []
        for due in await self._seasons.due(self._clock()):
            async with self._database.transaction() as tx:
                latest = await self._seasons.latest(due.guild_id, tx)
                if (
                    latest is not None
                    and latest.open
                    and latest.ends_at is not None
                    and latest.ends_at <= self._clock()
                ):
                    closed.append(await self._close(tx, latest, latest.ends_at))
        return closed

    async def calendar_changed(self, guild_id: int) -> None:
        """Set the end of the open season by the server's calendar, which was just changed."""
        calendar = await self._calendar(guild_id)
        async with self._database.transaction() as tx:
            latest = await self._seasons.latest(guild_id, tx)
            if latest is not None and latest.open:
                await self._seasons.end_at(tx, latest.id, end_of(calendar, self._clock()))

    async def untold(self) -> list[Season]:
        """Return the closed seasons of all servers whose end was not posted yet."""
        return await self._seasons.untold()

    async def told(self, season_id: int, channel_id: int, message_id: int) -> None:
        """Note where a season's end was posted (0, 0: it can't be posted, and is not tried again)."""
        await self._seasons.told(season_id, channel_id, message_id)

    async def telling(self, season_id: int, channel_id: int) -> None:
        """Note where a season's end is about to be posted; until `told` is called, it may have been posted or not."""
        await self._seasons.telling(season_id, channel_id)

    async def next_end(self) -> int | None:
        """Return when the calendar ends the next season of any server (seconds UTC), None if it ends none."""
        return await self._seasons.next_end()

    async def _calendar(self, guild_id: int) -> Calendar:
        return calendar_of((await self._servers.get(guild_id)).calendar)

    async def _season_now(self, tx: Transaction, guild_id: int, calendar: Calendar, now: int) -> Season | None:
        """Return the season of a game that ends now; None if a moderator has closed one and none is open."""
        latest = await self._seasons.latest(guild_id, tx)
        if latest is not None:
            if latest.open and (latest.ends_at is None or latest.ends_at > now):
                return latest
            if latest.open and latest.ends_at is not None:
                latest = await self._close(tx, latest, latest.ends_at)
            elif latest.closed_at != latest.ends_at:
                return None
        return await self._open(tx, guild_id, latest, calendar, now)

    async def _open(
        self, tx: Transaction, guild_id: int, latest: Season | None, calendar: Calendar, now: int, name: str = ""
    ) -> Season:
        """Open a season and return it.

        It begins where the latest one ended if the calendar ended that, and did so in the present period.
        """
        opened_at, ends_at = now, end_of(calendar, now)
        if latest is not None and latest.closed_at is not None and latest.closed_at == latest.ends_at:
            opened_at = latest.closed_at if end_of(calendar, latest.closed_at) == ends_at else now
        season = Season(0, guild_id, 1 if latest is None else latest.number + 1, name, opened_at, ends_at)
        return replace(season, id=await self._seasons.add(tx, season))

    async def _close(self, tx: Transaction, season: Season, at: int) -> Season:
        """Close a season. This transaction has written nothing that counts in it: only what is committed is read."""
        closing = await awards.closing(season, self._results, self._standings, self._members)
        await self._seasons.close(tx, season.id, at, closing)
        return replace(season, closed_at=at, closing=closing)

    # Corrections

    async def correct(
        self,
        guild_id: int,
        result_id: int,
        *,
        by: int,
        reason: str,
        points: Sequence[int] | None = None,
        ranks: Sequence[int] | None = None,
    ) -> Correction:
        """Replace a result's points or ranks (by sides), and return the correction.

        Without ranks these follow from the points. All standings are then as if it had always been so. Raises
        `NoSuchResult` and `WrongScores`.
        """
        async with self._one_remade_at_a_time:
            result = await self._get(guild_id, result_id)
            amendment = _amendment(result, points, ranks)
            return await self._amend(result, amendment, by, reason)

    async def void(self, guild_id: int, result_id: int, *, by: int, reason: str) -> Correction:
        """Make a result count for nothing, and return the correction; histories still show it.

        Raises `NoSuchResult`.
        """
        async with self._one_remade_at_a_time:
            return await self._amend(await self._get(guild_id, result_id), Amendment(void=True), by, reason)

    async def undo(self, guild_id: int, correction_id: int, *, by: int) -> Correction:
        """Undo a correction; the latest that was not undone holds then. Raises `NoSuchResult`, `AlreadyUndone`."""
        async with self._one_remade_at_a_time:
            one = await self._corrections.get(guild_id, correction_id)
            if one is None:
                raise NoSuchResult
            if one.undone_at is not None:
                raise AlreadyUndone
            undone = replace(one, undone_at=self._clock(), undone_by=by)
            left = [
                other
                for other in await self._corrections.of_result(one.result_id)
                if other.id != one.id and other.undone_at is None
            ]
            amendment = left[0].after if left else None

            async def also(tx: Transaction) -> None:
                await self._corrections.undo(tx, one.id, self._clock(), by)
                await self._results.amend(tx, one.result_id, amendment)
                await self._standings.remade(tx, guild_id)

            await remake(self._database, guild_id, also, (one.result_id, amendment))
            return undone

    async def corrections(self, guild_id: int, *, before: int | None = None) -> list[Correction]:
        """Return a page of moderators' corrections in a server, the latest first; `before` is the id to go on from."""
        return await self._corrections.of_guild(guild_id, before, PAGE)

    async def rerate(self, guild_id: int) -> Remade:
        """Make a server's standings again from its results."""

        async def also(_: Transaction) -> None:
            pass

        async with self._one_remade_at_a_time:
            return await remake(self._database, guild_id, also)

    async def guilds(self) -> list[int]:
        """Return the servers that have results."""
        return await self._results.guilds()

    async def _get(self, guild_id: int, result_id: int) -> Result:
        result = await self._results.get(guild_id, result_id)
        if result is None:
            raise NoSuchResult
        return result

    async def _amend(self, result: Result, amendment: Amendment, by: int, reason: str) -> Correction:
        one = Correction(0, result.id, result.game_id, self._clock(), by, reason, result.amendment, amendment)
        ids = []

        async def also(tx: Transaction) -> None:
            ids.append(await self._corrections.add(tx, result.guild_id, one))
            await self._results.amend(tx, result.id, amendment)
            await self._standings.remade(tx, result.guild_id)

        await remake(self._database, result.guild_id, also, (result.id, amendment))
        return replace(one, id=ids[0])

    # Members

    async def seen(self, guild_id: int, user_id: int, name: str) -> None:
        """Note that a person is in a server, and their name there: its boards show them if they have played there."""
        with unasked():
            await self._check(guild_id, user_id, name)

    async def gone(self, guild_id: int, user_id: int) -> None:
        """Note that a person has left a server: its boards hide them, histories don't."""
        with unasked():
            await self._check(guild_id, user_id, None)

    async def stale(self, guild_id: int, users: Collection[int], *, older_than: int) -> list[int]:
        """Return those of these people who had left, or were last checked `older_than` seconds ago or more."""
        return await self._members.stale(guild_id, users, self._clock() - older_than)

    async def servers_of(self, user_id: int) -> dict[int, bool]:
        """Return the servers in which a person has played, each with True if they are thought to be still there."""
        return await self._members.guilds(user_id)

    async def _check(self, guild_id: int, user_id: int, name: str | None) -> None:
        gone = name is None
        async with self._database.transaction() as tx:
            if await self._members.check(tx, guild_id, user_id, gone, self._clock(), name):
                await self._standings.hide(tx, guild_id, user_id, gone)
                await self._standings.remade(tx, guild_id)


def _unrated(result: Result, season: bool, rate_computers: bool) -> Unrated | None:
    """Return why a result isn't rated, the first reason that holds; None if it is rated."""
    sides = {person.side for person in result.people}
    reasons = {
        Unrated.FRIENDLY: result.friendly,
        # A person who left before takes the loss all the same.
        Unrated.ABANDONED: result.abandoned and all(one.role is not Role.LEFT for one in result.people),
        Unrated.NO_ROUND: not result.rounds,
        Unrated.NO_SEASON: not season,
        Unrated.NO_OPPONENTS: len(sides) < 2,
        Unrated.COMPUTERS: bool(result.computers) and not rate_computers,
    }
    return next((reason for reason, holds in reasons.items() if holds), None)


def _amendment(result: Result, points: Sequence[int] | None, ranks: Sequence[int] | None) -> Amendment:
    """Return a moderator's points and ranks for a result's sides. Raises `WrongScores`."""
    sides = result.standing_sides
    if points is not None and len(points) != len(sides):
        raise WrongScores(len(sides))
    if ranks is None:
        scores = [side.points for side in sides] if points is None else points
        ranks = [1 + sum(other > score for other in scores) for score in scores]
    if len(ranks) != len(sides) or min(ranks) != 1:
        raise WrongScores(len(sides))
    return Amendment(
        points=tuple(side.points for side in sides) if points is None else tuple(points), ranks=tuple(ranks)
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


def _ranked(found: Sequence[Found], values: Sequence[int], above: int, skipped: int) -> list[tuple[int, Found]]:
    """Return the rows of a page with their ranks; `above` are better than its first, and `skipped` come before it."""
    return [
        (above + 1 if value == values[0] else skipped + values.index(value) + 1, one)
        for one, value in zip(found, values, strict=True)
    ]
