"""Tables that begin at once, tables of a series with the same packs, and games that are ended as they stand."""

from __future__ import annotations

import hmac
import random
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.canasta.cards import Card
from bot.canasta.game import Game
from bot.canasta.moves import Move
from bot.canasta.rules import RulesError, load_rules
from bot.data.log import Deed
from bot.data.tables import InChannel, Status, Table
from bot.store import Database
from bot.store.database import Transaction
from bot.store.opening import open_database
from bot.store.people import PersonStore
from bot.store.play import PlayStore
from bot.tables import Order, Tables
from bot.tables.errors import (
    AlreadySeated,
    ChannelBusy,
    KnowsPacks,
    NoSuchSeries,
    NotOver,
    PacksInPlay,
    SeatsMissing,
    TooManySeated,
    WrongStatus,
)
from bot.tables.rules import shuffles
from bot.tables.rules.clock import DAY
from bot.tables.tools.check import failures
from tests import killed
from tests.known_deals import Stacked
from tests.tables import test_killed
from tests.tables.club import ANA, BO, CHANNEL, CY, DI, EVA, GUILD, Clock, choice, mover, play_on, started
from tests.tables.rules.test_game_result import Recorder, of, records, results_in
from tests.tables.test_absence import FAY

TWO: dict[str, Any] = {"layout": "2", "house": {"rounds": 3}}
SHORT: dict[str, Any] = {"layout": "2", "house": {"rounds": 2}}


@pytest.fixture
def recorder(tables: Tables) -> Recorder:
    recorder = Recorder()
    tables.changes.on_end(recorder)
    return recorder


@pytest.fixture
async def two_tables(tables: Tables) -> tuple[int, Table, Table]:
    """Return a series and its two tables, of three rounds each."""
    series = await tables.series.begin()
    one = await begun(tables, (ANA, "Ana"), (BO, "Bo"), channel=1, series=series, **TWO)
    other = await begun(tables, (CY, "Cy"), (DI, "Di"), channel=2, series=series, **TWO)
    return series, one, other


async def begun(
    tables: Tables,
    *players: tuple[int, str] | str,
    channel: int = CHANNEL,
    along: Callable[[Transaction, Table], Awaitable[None]] | None = None,
    **options: Any,
) -> Table:
    order = Order(home=InChannel(GUILD, channel), host_id=EVA, **options)
    return await tables.lobbies.begin(order, players, along)


# Tables that begin at once


async def test_a_table_begins_with_the_people_given(tables: Tables) -> None:
    told: list[Table] = []
    tables.changes.on_change(lambda change: told.append(change.table))
    table = await begun(tables, (ANA, "Ada"), "random", (BO, "Bo"), "normal", house={"rounds": 4}, turn_limit=DAY)
    assert told[0] == await tables.get(table.id)
    assert [(seat.user_id, seat.level) for seat in table.seats] == [(ANA, None), (None, "random"), (BO, None), (None, "normal")]  # fmt: skip
    assert len({seat.name for seat in table.seats}) == 4
    assert (table.status, table.round, table.host_id, table.house) == (Status.PLAYING, 1, EVA, {"rounds": 4})
    assert (table.guild_id, table.channel_id, table.turn_limit) == (GUILD, CHANNEL, DAY)
    assert (table.friendly, table.series) == (False, None)
    look = await tables.look(table.id, ANA)
    assert look.mine is not None
    assert len(look.mine.hand) == 11
    assert table.seats[0].bank == DAY


async def test_a_table_that_cannot_begin_leaves_nothing(tables: Tables, database: Database) -> None:
    two = ((ANA, "Ana"), (BO, "Bo"))
    with pytest.raises(SeatsMissing):
        await begun(tables, *two)
    with pytest.raises(TooManySeated):
        await begun(tables, *two, (CY, "Cy"), layout="2")
    with pytest.raises(AlreadySeated):
        await begun(tables, two[0], two[0], layout="2")
    with pytest.raises(RulesError):
        await begun(tables, *two, layout="9")
    with pytest.raises(NoSuchSeries):
        await begun(tables, *two, layout="2", series=4)

    async def fail(_: Transaction, table: Table) -> None:
        raise OSError(f"no room beside table {table.id}")

    with pytest.raises(OSError, match="beside table 1"):
        await begun(tables, *two, layout="2", along=fail)
    assert await database.rows("SELECT 1 FROM games UNION SELECT 1 FROM rounds UNION SELECT 1 FROM seats") == []
    await begun(tables, *two, layout="2")
    with pytest.raises(ChannelBusy):
        await begun(tables, *two, layout="2")
    assert len(await tables.games.active()) == 1


@pytest.mark.slow
async def test_computers_alone_play_to_the_end(tables: Tables, recorder: Recorder) -> None:
    table = await begun(tables, "random", "random", layout="2", house={"rounds": 1})
    await tables.computers._tasks[table.id]
    assert (await tables.get(table.id)).status is Status.FINISHED
    assert (recorder.only.people, recorder.only.computers, recorder.only.rounds) == ((), (0, 1), 1)


# Packs


def test_packs_are_the_same_on_every_machine() -> None:
    """Reckoned by hand from the words that describe it."""
    keys = [hmac.digest(b"secret", f"7 {place}".encode(), "sha256") for place in range(12)]
    assert shuffles.shuffled(range(12), "secret", 7) == [
        place for _, place in sorted(zip(keys, range(12), strict=True))
    ]
    assert shuffles.shuffled(range(12), "secret", 7) == [1, 3, 11, 7, 6, 0, 5, 2, 10, 8, 4, 9]


@given(st.text(min_size=1), st.integers(1, 100))
def test_a_pack_is_whole_and_every_rounds_own(secret: str, number: int) -> None:
    pack = list(range(108))
    first, second = shuffles.shuffled(pack, secret, number), shuffles.shuffled(pack, secret, number + 1)
    assert sorted(first) == sorted(second) == pack
    assert first != second
    assert shuffles.first_dealer([0, 1, 2, 3], secret) in range(4)


def test_every_card_comes_to_every_place_as_often() -> None:
    """Over 3,000 rounds of ten cards: each in each place about 300 times, give or take six standard deviations."""
    counts = [[0] * 10 for _ in range(10)]
    for number in range(3000):
        for place, card in enumerate(shuffles.shuffled(range(10), "secret", number)):
            counts[card][place] += 1
    assert all(abs(count - 300) < 100 for row in counts for count in row)
    dealers = [shuffles.first_dealer([0, 1, 2, 3], str(secret)) for secret in range(2000)]
    assert all(abs(dealers.count(seat) - 500) < 120 for seat in range(4))


@pytest.mark.slow
async def test_all_tables_of_a_series_are_dealt_the_same(
    tables: Tables, database: Database, clock: Clock, two_tables: tuple[int, Table, Table]
) -> None:
    """Whatever is played there, and by whichever process; only the salts that seal the deals are their own."""
    _, one, other = two_tables
    await play_on(tables, one, random.Random(1))
    again = Tables(database, clock=clock, chance=random.Random(99))
    await play_on(again, other, random.Random(2))
    await again.computers.close()
    deals, theirs = [await PlayStore(database).deals(table.id) for table in (one, other)]
    assert len(deals) == len(theirs) == 3
    assert [(deal.pack, deal.dealer) for deal in deals] == [(deal.pack, deal.dealer) for deal in theirs]
    assert len({deal.pack for deal in deals}) == 3
    assert len({deal.salt for deal in (*deals, *theirs)}) == len({deal.commitment for deal in (*deals, *theirs)}) == 6
    moves = [await database.rows("SELECT line FROM moves WHERE game_id = ?", (table.id,)) for table in (one, other)]
    assert [row["line"] for row in moves[0]] != [row["line"] for row in moves[1]]


async def test_other_series_and_tables_without_one_have_other_packs(tables: Tables, database: Database) -> None:
    series = [await tables.series.begin(), await tables.series.begin(), None, None]
    tables_of = [
        await begun(tables, (ANA, "Ana"), (BO, "Bo"), channel=channel, layout="2", series=one)
        for channel, one in enumerate(series)
    ]
    assert len({(await PlayStore(database).deals(table.id))[0].pack for table in tables_of}) == 4


@pytest.mark.slow
async def test_a_series_says_nothing_before_all_have_finished(
    tables: Tables, two_tables: tuple[int, Table, Table]
) -> None:
    series, one, other = two_tables
    await play_on(tables, one, random.Random(1), rounds=1)
    with pytest.raises(PacksInPlay):
        await tables.replays.proof(one.id, 1)
    assert await tables.replays.story(one.id, 1) is None
    await play_on(tables, await tables.get(one.id), random.Random(1))
    await tables.endings.cancel(other.id, EVA, moderator=True)
    for look in (
        tables.replays.proof(one.id),
        tables.replays.proof(one.id, 1),
        tables.replays.scene(one.id, 0),
        tables.replays.scene(other.id, 0, 1),
    ):
        with pytest.raises(PacksInPlay):
            await look
    finished = (await tables.look(one.id, BO)).public
    assert finished is not None
    assert len(finished.finished) == 3
    await tables.series.open(series)
    await tables.series.open(series)
    story = await tables.replays.story(one.id, 1)
    assert story
    assert any(story.left)
    assert story.moves[-1].round == 1
    assert len((await tables.replays.proof(one.id)).seals) == 3
    assert (await tables.replays.scene(other.id, 0, 1)).mine is not None


async def test_there_must_be_such_a_series(tables: Tables) -> None:
    with pytest.raises(NoSuchSeries):
        await tables.series.open(1)
    with pytest.raises(NoSuchSeries):
        await tables.lobbies.open(Order(home=InChannel(GUILD, 1), host_id=ANA, series=1), "Ana")


async def test_a_lobby_of_a_series_that_is_for_fun(tables: Tables, recorder: Recorder, database: Database) -> None:
    series = await tables.series.begin()
    for channel in (1, 2):
        table = await tables.lobbies.open(
            Order(home=InChannel(GUILD, channel), host_id=ANA, layout="2", friendly=True, series=series), "Ana"
        )
        assert (table.friendly, table.series) == (True, series)
        assert await tables.get(table.id) == table
        table = await tables.lobbies.start(table.id, ANA, fill="random")
        await tables.endings.cancel(table.id, EVA, moderator=True)
    one, other = [await PlayStore(database).deals(number) for number in (1, 2)]
    assert (one[0].pack, one[0].dealer) == (other[0].pack, other[0].dealer)
    assert [result.friendly for result in recorder.results] == [True, True]


async def test_who_has_seen_the_packs_steps_in_nowhere(tables: Tables, two_tables: tuple[int, Table, Table]) -> None:
    _, one, other = two_tables
    with pytest.raises(KnowsPacks):
        await tables.moderation.replace_player(one.id, EVA, 0, CY, "Cy")
    with pytest.raises(KnowsPacks):
        await tables.proposals.substitute(one.id, ANA, 1, CY, "Cy")
    await tables.moderation.replace_player(other.id, EVA, 0, FAY, "Fay")
    with pytest.raises(KnowsPacks):
        await tables.moderation.replace_player(one.id, EVA, 0, CY, "Cy")
    assert (await tables.moderation.replace_player(one.id, EVA, 0, EVA, "Eva")).seats[0].user_id == EVA


# Games that are ended as they stand


@pytest.mark.slow
async def test_a_game_ends_as_it_stands(tables: Tables, recorder: Recorder, database: Database, clock: Clock) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    await play_on(tables, table, random.Random(3), rounds=1)
    table = await tables.get(table.id)
    await play_on(tables, table, random.Random(4), moves=9)
    clock.now += DAY
    await PersonStore(database).heard(EVA, "en")
    after = await tables.endings.end_as_it_stands(table.id, EVA)
    best = max(table.scores)
    assert (after.status, after.scores, after.winner) == (Status.FINISHED, table.scores, table.scores.index(best))
    assert (after.turn, after.ended_at, after.deadline) == (None, clock.now, None)
    result = recorder.only
    assert (result.abandoned, result.rounds, result.ended_at) == (False, 1, clock.now)
    assert [(side.points, side.rank) for side in result.sides] == [
        (points, 1 + (points < best)) for points in table.scores
    ]
    [entry] = [one for one in await tables.history(table.id) if one.deed is Deed.STOPPED]
    assert (entry.user_id, entry.version) == (EVA, after.version)
    other = Tables(database, clock=clock)
    for service in (tables, other):
        look = await service.look(table.id, ANA)
        assert look.public is not None
        assert look.mine is not None
        assert (look.public.over, look.public.winner, look.public.turn, look.mine.legal) == (
            True,
            after.winner,
            None,
            (),
        )
        scene = await service.replays.scene(table.id, 10_000)
        assert (scene.public.over, scene.public.winner) == (True, after.winner)
        assert not (await service.replays.scene(table.id, scene.stop - 1)).public.over
        with pytest.raises(WrongStatus):
            await service.turns.play(table.id, ANA, "draw")
        with pytest.raises(WrongStatus):
            await service.endings.end_as_it_stands(table.id, EVA)
    await other.computers.close()


@pytest.mark.sqlite
@pytest.mark.slow
async def test_what_is_stored_of_it_is_sound(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "canasta.sqlite3"
    database = await open_database(path)
    tables = Tables(database, clock=clock, chance=random.Random(8))
    table = await started(tables, ANA, BO, CY, DI)
    await play_on(tables, table, random.Random(3), rounds=1)
    await tables.endings.end_as_it_stands(table.id, None)
    await tables.computers.close()
    await database.close()
    assert [failure async for failure in failures(path)] == []


async def test_equal_points_are_a_draw(tables: Tables, recorder: Recorder) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    after = await tables.endings.end_as_it_stands(table.id, None)
    assert (after.status, after.winner) == (Status.FINISHED, None)
    assert [side.rank for side in recorder.only.sides] == [1, 1]
    assert recorder.only.rounds == 0
    assert of(recorder.only, ANA).turns == 0
    look = await tables.look(table.id)
    assert look.public is not None
    assert (look.public.over, look.public.winner) == (True, None)


async def test_an_end_that_cannot_be_stored_has_not_happened(tables: Tables, recorder: Recorder) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    recorder.failing = True
    with pytest.raises(OSError, match="results"):
        await tables.endings.end_as_it_stands(table.id, None)
    assert await tables.get(table.id) == table
    recorder.failing = False
    await tables.turns.play(table.id, mover(table), await choice(tables, table, random.Random(1)))


@pytest.mark.slow
async def test_a_match_of_two_rounds_is_over_after_them(tables: Tables, recorder: Recorder) -> None:
    table = await begun(tables, (ANA, "Ana"), (BO, "Bo"), **SHORT)
    await play_on(tables, table, random.Random(1))
    table = await tables.get(table.id)
    assert (table.status, table.round, recorder.only.rounds) == (Status.FINISHED, 2, 2)
    with pytest.raises(NotOver):
        await tables.replays.proof(table.id, 3)


@pytest.mark.slow
async def test_a_drawn_match_is_finished_without_a_winner(database: Database, clock: Clock) -> None:
    """Both draw and discard until the stock is out; by this pack they are left with as much."""
    tables, recorder = Tables(database, clock=clock, chance=Stacked(drawn_pack())), Recorder()
    tables.changes.on_end(recorder)
    table = await begun(tables, (ANA, "Ana"), (BO, "Bo"), layout="2", house={"rounds": 1})
    while table.status is Status.PLAYING:
        mine = (await tables.look(table.id, mover(table))).mine
        assert mine is not None
        table = (await tables.turns.play(table.id, mover(table), idle(mine.legal))).table
    await tables.computers.close()
    assert (table.status, table.winner, table.scores[0]) == (Status.FINISHED, None, table.scores[1])
    assert [side.rank for side in recorder.only.sides] == [1, 1]
    other = Tables(database, clock=clock)
    look = await other.look(table.id)
    assert look.public is not None
    assert (look.public.over, look.public.winner) == (True, None)
    await other.computers.close()


def idle(legal: Sequence[Move]) -> Move:
    """Draw, then discard; lay nothing."""
    moves = {move.verb: move for move in legal}
    return moves.get("draw") or moves.get("discard") or legal[0]


def drawn_pack() -> list[Card]:
    """Return a pack by which a match of one round is drawn where nobody lays anything, whoever of the two deals."""
    for seed in range(10_000):
        games = [Game(load_rules("classic", "2", house={"rounds": 1}), ["Ana", "Bo"]) for _ in range(2)]
        pack = games[0].fresh_pack()
        random.Random(seed).shuffle(pack)
        for dealer, game in enumerate(games):
            game.start_round(pack, dealer)
            while not game.over:
                game.apply(idle(game.legal_moves()))
            if game.winner is not None:
                break
        else:
            return pack
    raise AssertionError("no such pack")


# Killed on the way


async def begins(tables: Tables) -> None:
    if await tables.games.in_channel(CHANNEL) is None:
        await begun(tables, (ANA, "Ana"), (BO, "Bo"), layout="2", along=_beside, turn_limit=DAY)


async def _beside(tx: Transaction, table: Table) -> None:
    await tx.insert("INSERT INTO series (secret) VALUES (?)", (f"beside {table.id} at {table.version}",))


async def ends_as_it_stands(tables: Tables) -> None:
    if (await tables.get(1)).status is Status.PLAYING:
        await tables.endings.end_as_it_stands(1, None)


@pytest.mark.sqlite
@pytest.mark.slow
def test_a_beginning_killed_between_any_two_writes(tmp_path: Path) -> None:
    path = tmp_path / "canasta.sqlite3"
    assert killed.run(path, test_killed.nothing)
    assert test_killed.each_kill(path, begins) >= 5


@pytest.mark.sqlite
@pytest.mark.slow
def test_an_end_as_it_stands_killed_between_any_two_writes(tmp_path: Path) -> None:
    path = tmp_path / "canasta.sqlite3"
    assert killed.run(path, test_killed.four_play)
    assert test_killed.each_kill(path, partial(records, work=ends_as_it_stands)) >= 4
    assert results_in(tmp_path / "done.sqlite3") == 1
