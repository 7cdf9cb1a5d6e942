"""Seasons: when they open and close, by moderators or by the calendar, and which of them are still to be announced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from bot.data.seasons import Calendar, Season
from bot.data.servers import OPEN_LEAGUE
from bot.league import awards
from bot.league.errors import NoSeasonOpen, SeasonOpen
from bot.league.tally import ALL_TIME
from bot.store.database import Database, Transaction
from bot.store.members import MemberStore
from bot.store.results import ResultStore
from bot.store.seasons import SeasonStore
from bot.store.servers import ServerStore
from bot.store.standings import StandingStore

#: How many months each calendar's seasons last; they begin with the year.
_MONTHS = {Calendar.MONTHLY: 1, Calendar.QUARTERLY: 3}


class Seasons:
    """The seasons of all servers."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        """`clock` gives whole seconds UTC."""
        self._database = database
        self._clock = clock
        self._stored = SeasonStore(database)
        self._results = ResultStore(database)
        self._standings = StandingStore(database)
        self._members = MemberStore(database)
        self._servers = ServerStore(database)

    async def of_guild(self, guild_id: int) -> list[Season]:
        """Return a server's seasons, the latest first."""
        return await self._stored.of_guild(guild_id)

    async def get(self, guild_id: int, season_id: int | None = None) -> Season | None:
        """Return a season of a server by its id, or the latest; None if there is none, and for `ALL_TIME`."""
        if season_id is None:
            return await self._stored.latest(guild_id)
        return None if season_id == ALL_TIME else await self._stored.get(guild_id, season_id)

    async def meant(self, guild_id: int, season: int | None) -> tuple[Season | None, int]:
        """Return the season that is meant, and the id to look under.

        Under an id that the server doesn't have nothing is found.
        """
        found = await self.get(guild_id, season)
        return found, season or ALL_TIME if found is None else found.id

    async def ended(self, guild_id: int, season_id: int, reader: int) -> Season | None:
        """Return a season that has ended, with what was found; None if there is none. In the open league it has the names that a
        reader may see now.
        """
        season = await self.get(guild_id, season_id)
        if season is None or season.closing is None or guild_id != OPEN_LEAGUE:
            return season if season is not None and season.closing is not None else None
        found = season.closing
        users = {one.user_id for one in found.podium} | {user for award in found.awards for user in award.user_ids}
        names = await self._members.names(guild_id, users, reader=reader)
        podium = tuple(replace(one, name=names.get(one.user_id, "")) for one in found.podium)
        honours = tuple(
            replace(one, names=tuple(names.get(user_id, "") for user_id in one.user_ids)) for one in found.awards
        )
        return replace(season, closing=replace(found, podium=podium, awards=honours))

    async def open(self, guild_id: int, name: str = "") -> Season:
        """Open a season and return it; its end follows the server's calendar. Raises `SeasonOpen`."""
        calendar = await self._calendar(guild_id)
        async with self._database.transaction() as tx:
            await tx.hold(guild_id)
            latest = await self._stored.latest(guild_id, tx)
            if latest is not None and latest.open:
                if latest.ends_at is None or latest.ends_at > self._clock():
                    raise SeasonOpen(latest)
                latest = await self._close(tx, latest, latest.ends_at)
            return await self._open(tx, guild_id, latest, calendar, self._clock(), name)

    async def close(self, guild_id: int) -> Season:
        """Close the open season and return it.

        Until the next is opened games count for nothing. Raises `NoSeasonOpen`.
        """
        async with self._database.transaction() as tx:
            await tx.hold(guild_id)
            latest = await self._stored.latest(guild_id, tx)
            if latest is None or not latest.open:
                raise NoSeasonOpen
            return await self._close(tx, latest, self._clock())

    async def close_due(self) -> list[Season]:
        """Close all seasons, in every server, that the calendar has ended by now, and return them.

        The next season of a server opens with the next game that ends.
        """
        closed = []
        for due in await self._stored.due(self._clock()):
            async with self._database.transaction() as tx:
                await tx.hold(due.guild_id)
                latest = await self._stored.latest(due.guild_id, tx)
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
            await tx.hold(guild_id)
            latest = await self._stored.latest(guild_id, tx)
            if latest is not None and latest.open:
                await self._stored.end_at(tx, latest.id, end_of(calendar, self._clock()))

    async def unannounced(self) -> list[Season]:
        """Return the closed seasons of all servers whose end was not posted yet."""
        return await self._stored.untold()

    async def note_announcement(self, season_id: int, channel_id: int, message_id: int) -> None:
        """Note where a season's end was posted (0, 0: it can't be posted, and is not tried again)."""
        await self._stored.told(season_id, channel_id, message_id)

    async def note_channel(self, season_id: int, channel_id: int) -> None:
        """Note where a season's end is about to be posted.

        Until `note_announcement` is called, it may have been posted or not.
        """
        await self._stored.telling(season_id, channel_id)

    async def next_end(self) -> int | None:
        """Return when the calendar ends the next season of any server (seconds UTC), None if it ends none."""
        return await self._stored.next_end()

    async def _calendar(self, guild_id: int) -> Calendar:
        return calendar_of((await self._servers.get(guild_id)).calendar)

    async def at(self, tx: Transaction, guild_id: int, calendar: Calendar, now: int) -> Season | None:
        """Return the season of a game that ends now, opened if need be; None if a moderator has closed the last one."""
        latest = await self._stored.latest(guild_id, tx)
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
        return replace(season, id=await self._stored.add(tx, season))

    async def _close(self, tx: Transaction, season: Season, at: int) -> Season:
        """Close a season. This transaction has written nothing that counts in it: only what is committed is read."""
        closing = await awards.closing(season, self._results, self._standings, self._members)
        await self._stored.close(tx, season.id, at, closing)
        return replace(season, closed_at=at, closing=closing)


def calendar_of(setting: Calendar | None) -> Calendar:
    """Return a server's calendar; quarters where nobody chose one, so that every league's seasons have an end."""
    return Calendar.QUARTERLY if setting is None else setting


def end_of(calendar: Calendar, now: int) -> int | None:
    """Return when a season ends that is open at `now` (both seconds UTC); None: never.

    It ends with the month or quarter, by UTC. Servers have no time zone of their own, and everybody understands one
    moment for all.
    """
    if calendar is Calendar.NONE:
        return None
    today = datetime.fromtimestamp(now, UTC)
    length = _MONTHS[calendar]
    month = today.month - 1 - (today.month - 1) % length + length
    return int(datetime(today.year + month // 12, month % 12 + 1, 1, tzinfo=UTC).timestamp())
