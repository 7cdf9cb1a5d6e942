"""The league of each server: records the results of games, and holds the services for all that follows from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.data.results import Result, ResultPerson, Role, Unrated
from bot.league.boards import PAGE, Boards
from bot.league.corrections import ResultCorrections
from bot.league.members import Members
from bot.league.seasons import Seasons, calendar_of
from bot.league.solo import SoloGames, solo_points
from bot.league.tally import ALL_TIME, Book, scopes_of
from bot.store.database import Database, Transaction
from bot.store.members import MemberStore
from bot.store.results import ResultStore
from bot.store.servers import ServerStore
from bot.store.standings import StandingStore


@dataclass(frozen=True, slots=True)
class History:
    """Results, the latest first; `before` asks for the next page, None after the last."""

    results: tuple[Result, ...]
    before: int | None


class League:
    """The league of all servers. Every method takes a server's id, and reads or changes nothing of another."""

    def __init__(self, database: Database, *, clock: Callable[[], int]) -> None:
        """Serve the league of `database`. `clock` gives whole seconds UTC."""
        self.seasons = Seasons(database, clock)
        self.boards = Boards(database, self.seasons)
        self.corrections = ResultCorrections(database, clock)
        self.members = Members(database, clock)
        self.solo = SoloGames(database)
        self._results = ResultStore(database)
        self._standings = StandingStore(database)
        self._members = MemberStore(database)
        self._servers = ServerStore(database)

    async def record(self, tx: Transaction, result: Result) -> None:
        """Store the result of a game, inside the transaction that ends it.

        This sets its season, whether it is rated, and what it brings against computers: `id`, `season_id`, `unrated` of
        `result` and what its people have as `solo` are ignored.
        """
        guild_id = result.guild_id
        if guild_id is None:
            # It is for the records of its people alone.
            alone = replace(result, season_id=None, unrated=Unrated.DIRECT, amendment=None)
            await self._results.add(tx, alone)
            return
        await tx.hold(guild_id)
        server = await self._servers.get(guild_id)
        season = await self.seasons.at(tx, guild_id, calendar_of(server.calendar), result.ended_at)
        why = _unrated(result, season is not None, bool(server.rate_computers))
        levels = await self._results.levels_as_seen(tx, result.game_id) if result.computers else frozenset()
        result = replace(
            result,
            season_id=None if season is None else season.id,
            unrated=why,
            amendment=None,
            people=_with_solo(result.people, solo_points(result, levels)),
        )
        result = replace(result, id=await self._results.add(tx, result))
        names = {person.user_id: person.name for person in result.people}
        await self._members.played(tx, guild_id, names, result.ended_at)
        if season is not None and result.counts:
            await self._count(tx, result, season.id)

    async def _count(self, tx: Transaction, result: Result, season_id: int) -> None:
        """Add a result to the standings and meetings of its people."""
        guild_id, users = result.league, {person.user_id for person in result.people}
        seasons, scopes = (season_id, ALL_TIME), scopes_of(result.family)
        kept = {
            (one.season_id, one.scope, one.user_id): one
            for one in await self._standings.of(tx, guild_id, seasons, scopes, users)
        }
        newcomers = [(scope, user) for scope in scopes for user in users if (season_id, scope, user) not in kept]
        book = Book(
            await self._members.gone(tx, guild_id, users),
            [replace(one) for one in kept.values()],
            await self._standings.before(tx, guild_id, season_id, newcomers),
            await self._standings.among(tx, guild_id, seasons, users),
        )
        book.add(result)
        changed = [one for key, one in book.standings.items() if kept.get(key) != one]
        await self._standings.put(tx, guild_id, changed, book.meetings.values())

    async def result(self, guild_id: int, result_id: int) -> Result | None:
        """Return a result of a server, or None."""
        return await self._results.get(guild_id, result_id)

    async def result_of_game(self, guild_id: int | None, game_id: int) -> Result | None:
        """Return the result of a game of a server, or in direct messages (None), None if it has not ended."""
        return await self._results.of_game(guild_id, game_id)

    async def history_in_direct_messages(self, user_id: int, *, before: int | None = None) -> History:
        """Return a page of the results in direct messages in which a person had a seat."""
        return _page(await self._results.of_person(None, user_id, before, PAGE + 1))

    async def history(self, guild_id: int, user_id: int | None = None, *, before: int | None = None) -> History:
        """Return a page of a server's results, or of those in which a person had a seat, also unrated and void ones."""
        if user_id is None:
            found = await self._results.of_guild(guild_id, before, PAGE + 1)
        else:
            found = await self._results.of_person(guild_id, user_id, before, PAGE + 1)
        return _page(found)

    async def guilds(self) -> list[int]:
        """Return the servers that have results."""
        return await self._results.guilds()


def _page(found: Sequence[Result]) -> History:
    """Return a page of results, of which one more than fits was looked for."""
    shown = tuple(found[:PAGE])
    return History(shown, shown[-1].id if len(found) > PAGE else None)


def _with_solo(people: tuple[ResultPerson, ...], points: int | None) -> tuple[ResultPerson, ...]:
    """Return the people of a result, the first with what a game against computers brings."""
    return people and (people[0]._replace(solo=points), *people[1:])


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
