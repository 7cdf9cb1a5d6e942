"""The database fails in what the bot does by itself, at the end of a game or of a round: that is done once, without a restart."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest import mock

import psycopg
import pytest

from bot.computer import choose
from bot.data.errors import StoreTrouble
from bot.data.results import Result
from bot.data.tables import Status, Table
from bot.data.tournaments import TournamentStage
from bot.league.tournaments.pairing import pairings
from bot.store.database import Transaction
from bot.store.sqlite import SQLite
from tests import postgresql_server
from tests.cogs.clubs import SHORT
from tests.cogs.players import now
from tests.cogs.test_tournament_requests import match_table
from tests.cogs.test_tournaments import DAY, begun, state, threads
from tests.players import bot_of
from tests.store.test_deletion_in_play import comes
from tests.store.test_failures import of_sqlite
from tests.store.test_postgresql import cut
from tests.store.test_runtime_failures import logged
from tests.stored import rows
from tests.world import World

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """Yield a database of a server, in which worlds keep their games."""
    address = postgresql_server.database_for(tmp_path / "games")
    with mock.patch("tests.world.place", return_value=address):
        yield address
    postgresql_server.drop([address])


@pytest.fixture(params=["a file", "a server"])
def kept(request: pytest.FixtureRequest) -> str:
    """Return where worlds keep their games."""
    if request.param == "a server":
        request.getfixturevalue("server")
    return str(request.param)


class Commits:
    """The commits of chosen transactions, of which the first ones fail: nothing of them is stored, or all of it and nobody says so."""

    def __init__(self, world: World, times: int, *, carried_out: bool) -> None:
        self._database = bot_of(world).services.database
        self._address = world.settings.database
        self._times, self._carried_out = times, carried_out
        self._chosen: list[Transaction] = []
        self.failed = 0

    def choose(self, tx: Transaction) -> None:
        """Have the commit of a transaction fail, unless enough have failed."""
        self._chosen.append(tx)

    @contextmanager
    def failing(self) -> Iterator[None]:
        """Fail them inside."""
        commit = self._database._commit

        async def commits(tx: Transaction) -> None:
            if tx not in self._chosen or self.failed == self._times:
                await commit(tx)
                return
            self.failed += 1
            if self._carried_out:
                await commit(tx)
                raise psycopg.OperationalError("the connection was lost, and nobody says what became of it")
            if isinstance(self._database, SQLite):
                raise of_sqlite("SQLITE_IOERR_WRITE")()
            cut(str(self._address))
            await commit(tx)

        with mock.patch.object(self._database, "_commit", commits):
            yield
        assert self.failed == self._times


@contextmanager
def counting_fails(world: World, times: int, *, carried_out: bool = False) -> Iterator[None]:
    """Fail the commits of the first transactions in which the result of a game is counted."""
    league, commits = bot_of(world).services.league, Commits(world, times, carried_out=carried_out)
    record = league.record

    async def recorded(tx: Transaction, result: Result) -> None:
        await record(tx, result)
        commits.choose(tx)

    with mock.patch.object(league, "record", recorded), commits.failing():
        yield


async def counted_once(world: World, table: Table) -> None:
    """Check that the only game of a world is over, was counted once, and that people were shown its end once."""
    database, guild = bot_of(world).services.database, world.guild.id
    assert (await now(world, table)).status is Status.FINISHED
    standings = "SELECT season_id, scope, user_id, games, wins, losses, ties, rating FROM standings ORDER BY 1, 2, 3"
    for again in (False, True):
        results = [tuple(row) for row in await database.rows("SELECT game_id FROM results")]
        assert results == [(table.id,)]
        counted = [tuple(row) for row in await database.rows(standings)]
        assert {row[3] for row in counted} == {1}
        assert len({row[2] for row in counted}) == 2
        if not again:
            assert (await bot_of(world).services.league.corrections.rerate(guild)).rows == 0
    for line in logged(world):
        assert "Until then no move is taken" in line
        assert "backup" not in line
        assert "Traceback" not in line


async def two_play(world: World) -> Table:
    """Return a short game of Anna and Bruno."""
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("play", variant="classic", players="2", target=SHORT)
    await bruno.press("Join")
    await anna.press("Start")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    return table


async def to_the_end(world: World, table: Table, *, hopeless: int | None = None) -> None:
    """Play sensible moves until a game is over; a person who is `hopeless` lays nothing down.

    A move that can't be stored is made again.
    """
    tables, chance = bot_of(world).services.tables, random.Random(1)
    while (table := await now(world, table)).status is Status.PLAYING:
        assert table.to_move is not None
        user_id = table.to_move.user_id
        if user_id is None:
            await comes(world, table, lambda then: not then.active or then.turn != table.turn)
            continue
        view = (await tables.look(table.id, user_id)).mine
        assert view is not None
        move = choose(view, "normal", chance)
        if user_id == hopeless:
            move = next((one for one in view.legal if one.verb in ("draw", "discard")), move)
        with suppress(StoreTrouble):
            await tables.turns.play(table.id, user_id, move)


async def shown(world: World) -> None:
    """Let the bot show what has happened."""
    await world.env.advance_time(200)
    await bot_of(world).services.teller.finish()
    await world.env.settle()


@pytest.mark.parametrize("times", [1, 2])
async def test_the_result_of_a_game_that_people_end_is_counted_once(tmp_path: Path, kept: str, times: int) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table = await two_play(world)
        with counting_fails(world, times):
            await to_the_end(world, table)
        await shown(world)
        await counted_once(world, table)
        assert len([message for message in world.messages() if message.button("Play again")]) == 1


async def test_the_result_of_a_game_that_a_computer_ends_is_counted_once(tmp_path: Path, kept: str) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table = await two_play(world)
        anna, bruno = (seat.user_id for seat in table.seats)
        assert bruno is not None
        await bot_of(world).services.tables.seating.resign(table.id, bruno)
        # This computer belongs to the test, where time is real.
        with counting_fails(world, 2), mock.patch("bot.tables.computers.RETRY_SECONDS", 0.01):
            await to_the_end(world, table, hopeless=anna)
        await shown(world)
        await counted_once(world, table)


@pytest.mark.parametrize("carried_out", [False, True], ids=["", "though carried out"])
async def test_the_result_of_a_match_that_the_bot_ends_is_counted_once(
    tmp_path: Path, server: str, carried_out: bool
) -> None:
    await _time_is_called(tmp_path, carried_out=carried_out)


async def test_the_result_of_a_match_in_a_file_that_the_bot_ends_is_counted_once(tmp_path: Path) -> None:
    await _time_is_called(tmp_path, carried_out=False)


async def _time_is_called(tmp_path: Path, *, carried_out: bool) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        options: dict[str, Any] = {"rounds-per-match": 2, "deadline": DAY}
        await begun(world, *world.people("Anna", "Bruno"), **options)
        tables, table, chance = bot_of(world).services.tables, await match_table(world), random.Random(1)
        while table.round == 1:
            assert table.to_move is not None
            assert table.to_move.user_id is not None
            view = (await tables.look(table.id, table.to_move.user_id)).mine
            assert view is not None
            table = (await tables.turns.play(table.id, table.to_move.user_id, choose(view, "normal", chance))).table
        with counting_fails(world, 1, carried_out=carried_out):
            await world.env.advance_time(DAY + 60)
        await world.env.advance_time(200)
        over = await state(world)
        assert over.tournament.status is TournamentStage.FINISHED
        assert over.matches[0].played is not None
        assert over.matches[0].played.deals == 1
        await counted_once(world, table)
        ends = [
            message for message in world.messages() if message.text.startswith("## Spring Cup: The tournament is over")
        ]
        assert len(ends) == 1


async def test_a_game_whose_end_is_stored_though_nobody_says_so_is_shown_and_counted_once(
    tmp_path: Path, server: str
) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table = await two_play(world)
        with counting_fails(world, 1, carried_out=True):
            await to_the_end(world, table)
        await shown(world)
        await counted_once(world, table)
        assert len([message for message in world.messages() if message.button("Play again")]) == 1


async def test_a_vacation_that_is_stored_though_nobody_says_so_is_shown_at_every_table(
    tmp_path: Path, server: str
) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table = await two_play(world)
        await shown(world)
        before = await now(world, table)
        turn = before.to_move
        assert turn is not None
        assert turn.user_id is not None
        bot = bot_of(world)
        begin, commits = bot.services.tables.vacations._stored.begin, Commits(world, 1, carried_out=True)

        async def begun_and_lost(tx: Transaction, *vacation: Any) -> None:
            await begin(tx, *vacation)
            commits.choose(tx)

        stored = bot.services.tables.vacations._stored
        with (
            mock.patch.object(stored, "begin", begun_and_lost),
            commits.failing(),
            pytest.raises(StoreTrouble),
        ):
            await bot.services.tables.vacations.begin(turn.user_id)
        # Nothing else looks at the table: a minute hasn't passed.
        await bot.services.teller.finish()
        await world.env.settle()
        assert rows(server, "SELECT version, told_version FROM games") == [(before.version + 1, before.version + 1)]


# Rounds


@pytest.mark.parametrize("moment", ["before", "within", "commit", "commit, though carried out"])
async def test_a_round_is_paired_once_though_the_connection_ends_meanwhile(
    tmp_path: Path, server: str, moment: str
) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        people = world.people("Anna", "Bruno", "Carla", "Dino")
        await begun(world, *people, kind="swiss", rounds=2)
        first = (await state(world)).of_round(1)
        with _cut_while_paired(world, server, moment):
            for match in first:
                assert match.game_id is not None
                await bot_of(world).services.tables.endings.end_as_it_stands(match.game_id, None)
            await world.env.settle()
            await world.env.advance_time(200)
        after = await state(world)
        assert (after.tournament.status, after.tournament.round) == (TournamentStage.RUNNING, 2)
        assert [one.number for one in after.rounds] == [1, 2]
        second = after.of_round(2)
        assert sorted(side for match in second for side in (match.first, match.second or 0)) == [1, 2, 3, 4]
        assert {(one.first, one.second) for one in first}.isdisjoint((one.first, one.second) for one in second)
        games = [match.game_id for match in (*first, *second)]
        assert len({*games} - {None}) == 4
        assert len(threads(world)) == 4
        assert rows(server, "SELECT count(*) FROM games WHERE status = 'playing'") == [(2,)]
        assert rows(server, "SELECT count(*) FROM tournament_matches WHERE round = 2") == [(2,)]
        for line in logged(world):
            assert "can't be used just now" in line
        assert "backup" not in "".join(world.log)
        for match in second:
            assert match.game_id is not None
            await bot_of(world).services.tables.endings.end_as_it_stands(match.game_id, None)
        await world.env.settle()
        assert (await state(world)).tournament.status is TournamentStage.FINISHED


@contextmanager
def _cut_while_paired(world: World, server: str, moment: str) -> Iterator[None]:
    """End all connections at some moment while a round is paired for the first time."""
    stored, cuts = bot_of(world).services.organiser._stored, list[str]()
    commits = Commits(world, int("commit" in moment), carried_out="carried out" in moment)
    pair = "bot.league.tournaments.rounds.pairings"
    add_round: Callable[..., Awaitable[None]] = stored.add_round

    def cut_at(here: str) -> None:
        if here == moment and not cuts:
            cuts.append(here)
            cut(server)

    def paired(*args: Any) -> Any:
        cut_at("before")
        return pairings(*args)

    async def added(tx: Transaction, *args: Any) -> None:
        await add_round(tx, *args)
        commits.choose(tx)
        cut_at("within")

    with mock.patch(pair, paired), mock.patch.object(stored, "add_round", added), commits.failing():
        yield
    assert cuts or "commit" in moment
