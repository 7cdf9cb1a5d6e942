"""Clocks as people meet them: chosen in a lobby, shown to everybody, and what happens when a turn lasts."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest import mock

import discord
import pytest

from bot.data.errors import StoreTrouble
from bot.data.tables import Table
from bot.store.timers import TimerStore
from bot.tables.rules.clock import DAY, HOUR, MINUTE
from tests.cogs.players import in_world, now, on_turn, play_on, seat_four
from tests.players import bot_of, by_command, calls
from tests.world import Person, Shown, World


async def told(world: World) -> None:
    """Wait for what the test itself, past Discord, has set going."""
    await asyncio.gather(*bot_of(world).services.teller.passes)


async def pass_time(world: World, seconds: int) -> None:
    await world.env.advance_time(seconds)
    await world.env.settle()


def pings(world: World) -> list[Shown]:
    return [message for message in world.messages() if message.pinged]


def table_shown(world: World) -> Shown:
    [table] = [message for message in world.messages() if message.button("Watch")]
    return table


async def finish_turn(world: World, table: Table, people: list[Person]) -> Table:
    turn = (await now(world, table)).turn
    while (await now(world, table)).turn == turn:
        await play_on(world, table, people, by_command, moves=1)
    return await now(world, table)


@in_world
async def test_a_clock_is_chosen_with_the_table_and_changed_in_the_lobby(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("play", clock=4 * HOUR)
    [lobby] = world.messages()
    assert (
        "**4 hours** per turn; after that, a computer plays the turn. Everybody also has a reserve of 4 hours"
        in lobby.text
    )
    answer = await anna.press("Settings")
    assert answer.ephemeral
    await anna.choose("Time per turn", "Time per turn: 10 minutes", on=answer.message)
    assert "**10 minutes** per turn" in world.messages()[0].text
    other = await bruno.press("Settings")
    assert other.message is not None
    assert not other.message.menu("Time per turn")
    assert "**10 minutes** per turn" in world.messages()[0].text
    await anna.choose("Time per turn", "Time per turn: no limit", on=answer.message)
    assert "No time limit per turn" in world.messages()[0].text


@in_world
async def test_a_lobby_of_one_player_and_computers_tells_of_no_limit(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", computers=2)
    assert "**1 day** per turn" in world.messages()[0].text
    assert "Time per turn: 1 day" in world.messages()[0].alt_texts[0]
    await anna.press("Add computer")
    alone = "No time limit per turn while you play only with computers; with other people **1 day** per turn."
    assert "per turn" not in world.messages()[0].text
    assert "Time per turn: no limit" in world.messages()[0].alt_texts[0]
    settings = await anna.press("Settings")
    assert alone in settings.text
    await anna.press("Start")
    assert "time limit" not in world.messages()[0].text, "the lobby has said it"


@in_world
async def test_where_nobody_says_otherwise_a_turn_may_take_a_day(world: World) -> None:
    table, people = await seat_four(world)
    assert (table.turn_limit, table.bank) == (DAY, DAY)
    begun = int(world.now().timestamp())
    assert table.deadline is not None
    assert begun <= table.deadline - 2 * DAY + 5 <= begun + 10
    for shown in (table_shown(world), *pings(world), *on_turn(table, people).messages()):
        assert f"<t:{table.deadline}:R>" in shown.text
    for person in people:
        if person is not on_turn(table, people):
            assert f"<t:{table.deadline}:R>" not in person.hands()[0].text.splitlines()[0]


@pytest.mark.slow
@in_world
async def test_one_reminder_at_half_time_and_one_near_the_end_in_the_direct_message(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    [first] = person.hands()
    await pass_time(world, DAY // 2 - MINUTE)
    assert [message.id for message in person.hands()] == [first.id]
    await pass_time(world, 2 * MINUTE)
    [half] = person.hands()
    assert half.id != first.id
    assert "It's still your turn, and half your time is gone." in half.text
    assert half.button("Draw")
    assert "https://discord.com/channels/" in half.text
    await pass_time(world, 9 * HOUR + 34 * MINUTE)
    assert [message.id for message in person.hands()] == [half.id]
    await pass_time(world, 4 * MINUTE)
    [tenth] = person.hands()
    assert tenth.id != half.id
    assert "It's still your turn, and soon your reserve will be used." in tenth.text
    assert pings(world) == []
    for other in people:
        if other is not person:
            assert len(other.hands()) == 1
            assert "still" not in other.hands()[0].text
    await person.slash("draw")
    await pass_time(world, MINUTE)
    assert "still your turn" not in person.hands()[0].text
    await pass_time(world, HOUR)
    assert len(person.hands()) == 1


@pytest.mark.slow
@in_world
async def test_nobody_is_reminded_who_has_moved(world: World) -> None:
    table, people = await seat_four(world)
    first = on_turn(table, people)
    await pass_time(world, DAY // 2 - MINUTE)
    table = await finish_turn(world, table, people)
    before = [message.id for message in first.hands()]
    await pass_time(world, HOUR)
    assert [message.id for message in first.hands()] == before
    assert calls(world, people, table) == [on_turn(table, people).id]


@pytest.mark.slow
@in_world
async def test_who_gets_no_direct_messages_is_reminded_in_the_channel(world: World) -> None:
    for person in world.people("Anna", "Bruno", "Carla", "Dino"):
        world.close_messages(person)
    table, people = await seat_four(world)
    person = on_turn(table, people)
    [ping] = [message for message in pings(world) if "it's your turn" in message.text]
    await pass_time(world, DAY // 2 + MINUTE)
    [reminder] = [message for message in pings(world) if "It's still your turn" in message.text]
    assert reminder.pinged == (person.id,)
    assert ping.id not in [message.id for message in world.messages()]
    table = await finish_turn(world, table, people)
    assert reminder.id not in [message.id for message in world.messages()]


@pytest.mark.slow
@in_world
async def test_whoever_closes_their_messages_in_mid_turn_is_reminded_in_the_channel(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    world.close_messages(person)
    await pass_time(world, DAY // 2 + MINUTE)
    assert [message.pinged for message in pings(world) if "still your turn" in message.text] == [(person.id,)]


@pytest.mark.slow
@in_world
async def test_whoever_wants_no_reminders_gets_none(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    await bot_of(world).services.tables.preferences.set(person.id, reminders=0)
    await told(world)
    [before] = person.hands()
    await pass_time(world, 40 * HOUR)
    assert [message.id for message in person.hands()] == [before.id]
    assert pings(world) == []


@in_world
async def test_when_time_and_reserve_are_up_a_computer_plays_the_turn(world: World) -> None:
    table, people = await seat_four(world, clock=10 * MINUTE)
    await pass_time(world, 19 * MINUTE)
    assert (await now(world, table)).turn == table.turn
    await pass_time(world, 2 * MINUTE)
    later = await now(world, table)
    assert later.turn != table.turn
    assert table.turn is not None
    seat = later.seat(table.turn)
    assert seat is not None
    assert (seat.bank, seat.missed) == (0, 1)
    assert calls(world, people, later) == [on_turn(later, people).id]
    assert pings(world) == []


@pytest.mark.slow
@in_world
async def test_what_fell_due_while_the_bot_was_down_happens_once(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    [before] = person.hands()
    await world.stop()
    await pass_time(world, DAY)
    await world.env.restart_bot(await world.make_client())
    [after] = person.hands()
    assert after.id != before.id
    assert (await now(world, table)).turn == table.turn
    sent = len(world.sent)
    await world.restart()
    assert [message.id for message in person.hands()] == [after.id]
    await pass_time(world, HOUR)
    assert [message.id for message in person.hands()] == [after.id]
    assert not [one for one in world.sent[sent:] if "/messages" in one.path]
    await world.stop()
    await pass_time(world, 2 * DAY)
    await world.env.restart_bot(await world.make_client())
    later = await now(world, table)
    assert later.turn != table.turn
    assert calls(world, people, later) == [on_turn(later, people).id]


async def until_hour(world: World, hour: int) -> None:
    """Let time pass until the clocks (UTC) show that hour."""
    then = world.now().replace(hour=hour, minute=0, second=0, microsecond=0)
    await pass_time(world, int((then - world.now()).total_seconds()) % DAY)


async def set_quiet_nights(world: World, people: list[Person]) -> None:
    for person in people:
        await bot_of(world).services.tables.preferences.set(
            person.id, quiet_from=22 * 60, quiet_until=8 * 60, time_zone="UTC"
        )
    await told(world)


@pytest.mark.slow
@in_world
async def test_quiet_hours_hold_the_call_and_the_clock(world: World) -> None:
    table, people = await seat_four(world)
    await set_quiet_nights(world, people)
    await until_hour(world, 23)
    table = await finish_turn(world, table, people)
    person = on_turn(table, people)
    assert pings(world) == []
    [silent] = person.hands()
    assert silent.handle._message.flags & discord.MessageFlags.suppress_notifications.flag
    assert "The clock is stopped until" in table_shown(world).text
    morning = int(world.now().timestamp()) + 9 * HOUR
    # Two days are counted in the fourteen hours from eight to ten: three whole days of them, and six hours.
    assert table.deadline == morning + 3 * DAY + 6 * HOUR
    await pass_time(world, 9 * HOUR - MINUTE)
    assert pings(world) == []
    await pass_time(world, 2 * MINUTE)
    assert pings(world) == []
    [rung] = person.hands()
    assert rung.id != silent.id
    assert calls(world, people, table) == [person.id]
    await pass_time(world, 12 * HOUR)
    [reminder] = person.hands()
    assert "It's still your turn" in reminder.text


@pytest.mark.slow
@in_world
async def test_nobody_is_reminded_in_their_quiet_hours_after_the_bot_was_down(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    await until_hour(world, 9)
    await set_quiet_nights(world, people)
    table = await finish_turn(world, table, people)
    person = on_turn(table, people)
    [before] = person.hands()
    await world.stop()
    await until_hour(world, 23)
    await world.env.restart_bot(await world.make_client())
    assert [message.id for message in person.hands()] == [before.id]
    await pass_time(world, 9 * HOUR + MINUTE)
    [reminder] = person.hands()
    assert reminder.id != before.id
    assert "It's still your turn" in reminder.text


@pytest.mark.slow
@in_world
async def test_a_vacation_stops_the_clock_of_all_games_until_its_owner_moves(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    await pass_time(world, HOUR)
    tables = bot_of(world).services.tables
    vacation = await tables.vacations.begin(person.id, 5 * DAY)
    await told(world)
    resting = await now(world, table)
    assert vacation.until is not None
    assert table.deadline is not None
    assert resting.deadline == table.deadline + 5 * DAY
    for shown in (table_shown(world), *pings(world), *person.hands()):
        assert f"<t:{resting.deadline}:R>" in shown.text
    await pass_time(world, 2 * DAY)
    assert (await now(world, table)).turn == table.turn
    await person.slash("draw")
    assert (await tables.vacations.of(person.id)).until is None
    back = await now(world, table)
    assert back.deadline == table.deadline + 2 * DAY


@pytest.mark.slow
@in_world
async def test_no_clock_runs_while_only_computers_wait(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", computers=3, clock=10 * MINUTE)
    await anna.press("Start")
    assert "time" not in table_shown(world).text, "nobody waits for them"
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    await pass_time(world, DAY)
    assert (await now(world, table)).version == table.version


@pytest.mark.slow
@pytest.mark.parametrize("direct", [True, False])
async def test_a_reminder_that_could_not_be_noted_down_is_not_sent_twice(tmp_path: Path, direct: bool) -> None:
    """As after a kill between the two: the number that goes with a message keeps it from being made again."""
    async with World(tmp_path / "canasta.sqlite3") as world:
        table, people = await seat_four(world)
        person = on_turn(table, people)
        if not direct:
            await bot_of(world).services.tables.preferences.set(person.id, direct=0)
            await told(world)
        before = ids(world, person)
        with mock.patch.object(TimerStore, "settle", side_effect=StoreTrouble("full")) as tried:
            await pass_time(world, DAY // 2 + 5)
        assert tried.call_count
        [reminder] = ids(world, person) - before
        await world.restart()
        assert reminder in ids(world, person) <= before | {reminder}
        [shown] = [message for message in [*person.hands(), *world.messages()] if "still your turn" in message.text]
        assert shown.id == reminder
        known = ids(world, person)
        await pass_time(world, HOUR)
        assert ids(world, person) == known


def ids(world: World, person: Person) -> set[int]:
    return {message.id for message in [*person.hands(), *world.messages()]}
