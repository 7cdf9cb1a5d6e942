"""Playing: what is applied, what is refused, what is stored and who hears of it."""

from __future__ import annotations

import asyncio
import hashlib
import random

import pytest

from bot.canasta.moves import IllegalMove, Move, UnreadableMove
from bot.canasta.record import game_from_record
from bot.data.play import PlayedMove, StoredDeal
from bot.data.tables import Status
from bot.store import Database
from bot.tables import Change, MoveOutcome, Tables, games_in_memory
from bot.tables.errors import NotOver, NotSeated, NotYourSeat, NotYourTurn, Stale, Unplayable, WrongStatus
from tests.tables.club import ANA, BO, CHANNEL, CY, DI, EVA, Clock, choice, lobby, mover, play_on, started


@pytest.fixture
def chance() -> random.Random:
    return random.Random(1)


def other_than(user_id: int) -> int:
    return next(user for user in (ANA, BO, CY, DI) if user != user_id)


async def moves_stored(database: Database) -> list[tuple[int, str, int | None, int | None]]:
    rows = await database.rows("SELECT number, line, user_id, interaction_id FROM moves ORDER BY game_id, number")
    return [tuple(row) for row in rows]


async def test_a_move_is_stored_and_told(tables: Tables, database: Database, clock: Clock) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    heard: list[Change] = []
    tables.changes.on_change(heard.append)
    clock.now += 60
    outcome = await tables.turns.play(table.id, mover(table), "draw", version=table.version, interaction_id=9)
    assert not outcome.repeated
    assert outcome.played.line == f"{table.turn} draw"
    assert outcome.table.version == outcome.played.version == table.version + 1
    assert outcome.table.updated_at == clock.now
    assert outcome.table.turn_since == table.turn_since == clock.now - 60
    assert await tables.get(table.id) == outcome.table
    assert await moves_stored(database) == [(1, f"{table.turn} draw", mover(table), 9)]
    assert heard == [Change(outcome.table, outcome.played.events)]
    assert "draw" in [event.kind for event in outcome.played.events]
    look = await tables.look(table.id)
    assert look.table == outcome.table
    assert look.recent == (outcome.played,)


async def test_typed_cards_take_their_suits_from_the_hand(tables: Tables) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    user = mover(table)
    await tables.turns.play(table.id, user, "draw")
    mine = (await tables.look(table.id, user)).mine
    assert mine is not None
    discard = next(move for move in mine.legal if move.verb == "discard" and str(move)[-2:-1] in "456789TJQKA")
    rank = str(discard).split()[-1][0].lower()
    outcome = await tables.turns.play(table.id, user, f"discard {rank}")
    assert outcome.played.line.startswith(f"{table.turn} discard {rank.upper()}")


async def test_a_press_made_again_is_answered_and_not_played_again(tables: Tables, database: Database) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    press = {"version": table.version, "interaction_id": 9}
    first = await tables.turns.play(table.id, mover(table), "draw", **press)
    again = await tables.turns.play(table.id, mover(table), "draw", **press)
    assert again == MoveOutcome(first.table, first.played, repeated=True)
    await play_on(tables, first.table, random.Random(1), moves=5)
    later = await tables.turns.play(table.id, mover(table), "draw", **press)
    assert later.repeated
    assert later.played == first.played
    assert later.table.version == first.table.version + 5
    assert len(await moves_stored(database)) == 6


async def test_two_presses_at_once_play_one_move(tables: Tables, database: Database) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    results = await asyncio.gather(
        *(
            tables.turns.play(table.id, mover(table), "draw", version=table.version, interaction_id=press)
            for press in range(1, 6)
        ),
        return_exceptions=True,
    )
    played = [result for result in results if isinstance(result, MoveOutcome)]
    refused = [result for result in results if isinstance(result, Stale)]
    assert (len(played), len(refused)) == (1, 4)
    assert all(error.table == played[0].table for error in refused)
    assert len(await moves_stored(database)) == 1


async def test_the_same_press_delivered_twice_at_once(tables: Tables, database: Database) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    press = {"version": table.version, "interaction_id": 9}
    one, other = await asyncio.gather(*(tables.turns.play(table.id, mover(table), "draw", **press) for _ in range(2)))
    assert {one.repeated, other.repeated} == {False, True}
    assert one.played == other.played
    assert len(await moves_stored(database)) == 1


async def test_what_is_refused_changes_nothing(tables: Tables, database: Database) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    user, turn = mover(table), table.turn
    assert turn is not None
    with pytest.raises(NotSeated):
        await tables.turns.play(table.id, EVA, "draw")
    with pytest.raises(NotYourTurn) as waiting:
        await tables.turns.play(table.id, other_than(user), "draw")
    assert waiting.value.seat == turn
    with pytest.raises(NotYourSeat) as foreign:
        await tables.turns.play(table.id, user, Move((turn + 1) % 4, "draw"))
    assert foreign.value.own == turn
    with pytest.raises(NotYourSeat):
        await tables.turns.play(table.id, user, f"{(turn + 1) % 4} draw")
    for version in (table.version - 1, table.version + 1):
        with pytest.raises(Stale) as stale:
            await tables.turns.play(table.id, user, "draw", version=version)
        assert stale.value.table == table
    with pytest.raises(UnreadableMove):
        await tables.turns.play(table.id, user, "dance")
    with pytest.raises(IllegalMove) as illegal:
        await tables.turns.play(table.id, user, "float")
    assert illegal.value.code
    assert await tables.get(table.id) == table
    assert await moves_stored(database) == []
    await tables.turns.play(table.id, user, "draw", version=table.version)


async def test_a_lobby_cannot_be_played(tables: Tables) -> None:
    table = await lobby(tables, ANA)
    with pytest.raises(WrongStatus) as refused:
        await tables.turns.play(table.id, ANA, "draw")
    assert refused.value.table == table
    assert (await tables.look(table.id, ANA)).public is None
    with pytest.raises(NotOver):
        await tables.replays.proof(table.id)


async def test_everyone_sees_what_they_may(tables: Tables) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    hands = []
    for seat in table.seats:
        look = await tables.look(table.id, seat.user_id)
        assert look.table == table
        assert look.mine is not None
        assert look.mine.seat == seat.number
        assert look.mine.public == look.public
        assert bool(look.mine.legal) == (seat.number == table.turn)
        hands.append(look.mine.hand)
    assert len(set(hands)) == 4
    spectator = await tables.look(table.id, EVA)
    assert spectator.mine is None
    assert spectator.public == (await tables.look(table.id)).public


@pytest.mark.slow
async def test_the_next_round_is_dealt_with_the_move_that_ended_the_last(
    tables: Tables, database: Database, chance: random.Random
) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    first = table.commitment
    *_, last = await play_on(tables, table, chance, rounds=1)
    assert [event.kind for event in last.played.events if event.kind in ("round", "deal")] == ["round", "deal"]
    assert (last.played.round, last.table.round) == (1, 2)
    assert any(last.table.scores)
    assert last.table.commitment not in (None, first)
    rounds = await database.rows("SELECT number, pack, salt, commitment FROM rounds ORDER BY number")
    assert [row["number"] for row in rounds] == [1, 2]
    for row in rounds:
        assert row["commitment"] == hashlib.sha256(f"{row['salt']} {row['pack']}".encode()).hexdigest()
    assert rounds[0]["pack"] != rounds[1]["pack"]


@pytest.mark.slow
async def test_a_whole_game_ends_with_its_result_and_gives_its_record(
    tables: Tables, database: Database, clock: Clock, chance: random.Random
) -> None:
    table = await started(tables, ANA, BO, CY, DI, house={"target": 1500})
    with pytest.raises(NotOver):
        await tables.replays.proof(table.id)
    outcomes = await play_on(tables, table, chance)
    table = outcomes[-1].table
    assert (table.status, table.turn, table.ended_at) == (Status.FINISHED, None, clock.now)
    assert table.winner is not None
    assert table.scores[table.winner] == max(table.scores) >= 1500
    assert await tables.games.waiting_for(ANA) == []
    record = (await tables.replays.proof(table.id)).record
    again = game_from_record(record)
    assert (tuple(again.scores), again.winner) == (table.scores, table.winner)
    lines = [line for _, line, _, _ in await moves_stored(database)]
    assert lines == [outcome.played.line for outcome in outcomes]
    rounds = record["rounds"]
    assert isinstance(rounds, list)
    assert [line for played in rounds for line in played["moves"]] == lines
    with pytest.raises(WrongStatus):
        await tables.turns.play(table.id, ANA, "draw")
    look = await tables.look(table.id, ANA)
    assert look.public is not None
    assert look.public.winner == table.winner


@pytest.mark.slow
async def test_a_game_rebuilt_from_its_moves_is_the_same(
    tables: Tables, database: Database, clock: Clock, chance: random.Random
) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    *_, last = await play_on(tables, table, chance, rounds=2)
    table = (await play_on(tables, last.table, chance, moves=30))[-1].table
    rebuilt = Tables(database, clock=clock)
    for user in (ANA, BO, CY, DI, EVA):
        assert await rebuilt.look(table.id, user) == await tables.look(table.id, user)


@pytest.mark.slow
async def test_another_process_may_end_the_round_while_a_game_is_read(
    tables: Tables, database: Database, clock: Clock, chance: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    table = (await play_on(tables, table, chance, rounds=1))[-1].table
    reader = Tables(database, clock=clock)
    reading = reader.changes.play.deals, reader.changes.play.moves

    async def meanwhile() -> None:
        nonlocal table
        if table.round == 2:
            table = (await play_on(tables, table, chance, rounds=1))[-1].table

    async def deals(table_id: int) -> list[StoredDeal]:
        found = await reading[0](table_id)
        await meanwhile()
        return found

    async def moves(table_id: int, after: int = 0) -> list[PlayedMove]:
        found = await reading[1](table_id, after)
        await meanwhile()
        return found

    assert table.round == 2
    with monkeypatch.context() as patch:
        patch.setattr(reader.changes.play, "deals", deals)
        patch.setattr(reader.changes.play, "moves", moves)
        assert (await reader.look(table.id)).public is not None
    assert table.round == 3
    assert await reader.look(table.id, ANA) == await tables.look(table.id, ANA)


async def test_the_game_longest_out_of_use_is_rebuilt_when_it_is_asked_for(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_in_memory, "KEPT_GAMES", 2)
    begun = [await started(tables, ANA, BO, layout="2", channel=channel) for channel in (1, 2, 3)]
    looks = [await tables.look(table.id, ANA) for table in begun]
    kept = tables.changes.in_memory._games
    assert [*kept] == [begun[1].id, begun[2].id]
    await tables.look(begun[1].id)
    assert await tables.look(begun[0].id, ANA) == looks[0]
    assert [*kept] == [begun[1].id, begun[0].id]


async def test_a_stored_move_that_the_rules_refuse_is_named(
    tables: Tables, database: Database, clock: Clock, chance: random.Random
) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    table = (await play_on(tables, table, chance, moves=4))[-1].table
    await database.write(
        "INSERT INTO moves (game_id, number, round, version, seat, line, made_at) VALUES (?, 5, 1, 99, 0, '0 float', 0)",
        (table.id,),
    )
    await database.write("UPDATE games SET version = 99 WHERE id = ?", (table.id,))
    with pytest.raises(Unplayable, match="move 5 is refused now"):
        await Tables(database, clock=clock).look(table.id)


async def test_no_two_deals_are_alike_unless_a_test_says_so(database: Database, clock: Clock) -> None:
    for place in range(2):
        await started(Tables(database, clock=clock), ANA, BO, channel=CHANNEL + place, layout="2")
    packs = [row[0] for row in await database.rows("SELECT pack FROM rounds")]
    assert packs[0] != packs[1]
    assert sorted(packs[0].split()) == sorted(packs[1].split())


async def test_undo_is_a_move(tables: Tables, database: Database, chance: random.Random) -> None:
    table = await started(tables, ANA, BO, layout="2")
    while True:
        mine = (await tables.look(table.id, mover(table))).mine
        assert mine is not None
        meld = next((move for move in mine.legal if move.verb == "meld"), None)
        if meld is not None:
            break
        table = (await tables.turns.play(table.id, mover(table), chance.choice(mine.legal))).table
    user = mover(table)
    await tables.turns.play(table.id, user, meld)
    outcome = await tables.turns.play(table.id, user, "undo")
    after = (await tables.look(table.id, user)).mine
    assert after is not None
    assert after.hand == mine.hand
    assert (await moves_stored(database))[-1][1] == f"{table.turn} undo"
    assert outcome.table.version == table.version + 2


async def test_a_move_that_cannot_be_stored_has_not_been_made(
    tables: Tables, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    heard: list[Change] = []
    tables.changes.on_change(heard.append)

    async def full(*_args: object, **_options: object) -> None:
        raise OSError("no room on the disk")

    with monkeypatch.context() as patch:
        patch.setattr(tables.games, "save", full)
        with pytest.raises(OSError, match="no room"):
            await tables.turns.play(table.id, mover(table), "draw", interaction_id=9)
    assert heard == []
    assert await moves_stored(database) == []
    assert (await tables.look(table.id, mover(table))).table == table
    outcome = await tables.turns.play(table.id, mover(table), "draw", interaction_id=9)
    assert not outcome.repeated


async def test_the_version_in_the_database_stands_behind_the_lock(
    tables: Tables, database: Database, clock: Clock
) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    other_process = Tables(database, clock=clock)
    await other_process.look(table.id)
    results = await asyncio.gather(
        tables.turns.play(table.id, mover(table), "draw"),
        other_process.turns.play(table.id, mover(table), "draw"),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == ["MoveOutcome", "Stale"]
    assert len(await moves_stored(database)) == 1
    for service in (tables, other_process):
        assert (await service.look(table.id)).table.version == table.version + 1
    lookers = [await service.look(table.id, mover(table)) for service in (tables, other_process)]
    assert lookers[0] == lookers[1]


async def test_who_resigns_is_replaced_by_a_computer(tables: Tables, database: Database) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    waiting = mover(table)
    gone = other_than(waiting)
    own = table.seat_of(gone)
    assert own is not None
    after = await tables.seating.resign(table.id, gone)
    assert (after.status, after.version, after.turn) == (Status.PLAYING, table.version + 1, table.turn)
    seat = after.seat(own.number)
    assert seat is not None
    assert (seat.user_id, seat.level, seat.name) == (None, "normal", "Ada")
    assert after.host_id != gone
    look = await tables.look(table.id, waiting)
    assert look.public is not None
    assert look.public.players[own.number].name == "Ada"
    with pytest.raises(NotSeated):
        await tables.seating.resign(table.id, gone)
    history = await database.rows(
        "SELECT name, from_version, until_version FROM seats WHERE seat = ? ORDER BY from_version", (own.number,)
    )
    assert [tuple(row) for row in history] == [(own.name, 0, after.version), ("Ada", after.version, None)]
    outcome = await tables.turns.play(table.id, waiting, "draw")
    assert outcome.table.version == after.version + 1


async def test_the_last_person_to_resign_abandons_the_game(tables: Tables) -> None:
    table = await started(tables, ANA, BO, layout="2")
    staying = mover(table)
    gone = BO if staying == ANA else ANA
    assert (await tables.seating.resign(table.id, gone)).status is Status.PLAYING
    table = await tables.seating.resign(table.id, staying)
    assert (table.status, table.turn) == (Status.ABANDONED, None)
    assert (await tables.replays.proof(table.id)).record


async def test_games_of_one_person_in_several_places(tables: Tables, clock: Clock) -> None:
    waiting = await lobby(tables, ANA, channel=CHANNEL)
    games = []
    for place in range(1, 9):
        clock.now += 10
        games.append(
            await started(tables, *((ANA, BO) if place % 2 else (BO, ANA)), channel=CHANNEL + place, layout="2")
        )
    mine = [game for game in games if mover(game) == ANA]
    other = [game for game in games if mover(game) == BO]
    assert min(len(mine), len(other)) >= 2
    assert await tables.games.waiting_for(ANA) == mine
    assert await tables.games.waiting_for(BO) == other
    assert await tables.games.of_person(ANA) == [*reversed(mine), *reversed(other), waiting]
    assert await tables.games.of_person(EVA) == []
    assert await tables.games.waiting_for(EVA) == []
    assert await tables.games.waited_for_elsewhere(0, [EVA, ANA, BO]) == {ANA, BO}
    assert await tables.games.waited_for_elsewhere(mine[0].id, [BO, EVA]) == {BO}
    assert await tables.games.waited_for_elsewhere(0, [EVA]) == set()
    await tables.endings.cancel(mine[0].id, 0, moderator=True)
    assert await tables.games.waiting_for(ANA) == mine[1:]


async def test_a_subscriber_that_fails_disturbs_nobody(tables: Tables) -> None:
    heard: list[int] = []

    def fails(_: Change) -> None:
        raise RuntimeError("it can't be used")

    tables.changes.on_change(fails)
    tables.changes.on_change(lambda change: heard.append(change.table.version))
    table = await started(tables, ANA, BO, layout="2")
    outcome = await tables.turns.play(table.id, mover(table), await choice(tables, table, random.Random(1)))
    assert heard == [1, 2, 3, 4]
    assert outcome.table.version == 4


@pytest.mark.slow
async def test_fifty_games_at_once_keep_their_own_moves(tables: Tables, database: Database) -> None:
    games = [await started(tables, ANA, BO, channel=CHANNEL + n, layout="2") for n in range(50)]
    await asyncio.gather(*(play_on(tables, game, random.Random(game.id), moves=12) for game in games))
    rows = await database.rows("SELECT game_id, count(*), max(number) FROM moves GROUP BY game_id ORDER BY game_id")
    assert [tuple(row) for row in rows] == [(game.id, 12, 12) for game in games]
