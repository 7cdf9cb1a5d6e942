"""Absent players as people see them: turns played for them, being back, substitutes, agreements, the log."""

from __future__ import annotations

import asyncio

import pytest

from bot.data.tables import Seat, Status, Table
from tests.cogs.players import in_world, now, on_turn, play_on, seat_four
from tests.players import bot_of, by_command, calls
from tests.world import Person, Shown, World


def under_the_table(world: World) -> Shown:
    return next(message for message in reversed(world.messages()) if message.button("My hand") and message.pictures)


def proposals(world: World) -> list[Shown]:
    return [message for message in world.messages() if message.button("Agree")]


async def expire(world: World, table: Table) -> Table:
    """Let the present turn's time pass."""
    deadline = (await now(world, table)).deadline
    assert deadline is not None
    await world.env.advance_time(deadline + 1 - world.now().timestamp())
    await told(world)
    return await now(world, table)


async def told(world: World) -> None:
    """Wait until all moves of the computers are made and shown."""
    bot = bot_of(world)
    while tasks := [*bot.services.tables.computers._tasks.values(), *bot.services.teller.passes]:
        await asyncio.wait(tasks)


async def lose(world: World, table: Table, people: list[Person], person: Person, turns: int = 3) -> Table:
    """Let the others play on until this person has missed this many turns."""
    missed = 0
    while missed < turns:
        table = await now(world, table)
        if on_turn(table, people) is person:
            await expire(world, table)
            missed += 1
        else:
            await play_on(world, table, people, by_command, moves=1)
    return await now(world, table)


async def let_a_computer_play(world: World, table: Table, person: Person) -> Seat:
    """As a moderator does; the seat."""
    seat = (await now(world, table)).seat_of(person.id)
    assert seat is not None
    await bot_of(world).services.tables.moderation.sit_in(table.id, 999, seat.number)
    await told(world)
    return seat


@pytest.mark.slow
@in_world
async def test_a_missed_turn_is_told_and_nobody_is_called_for_it_again(world: World) -> None:
    table, people = await seat_four(world)
    gone = on_turn(table, people)
    table = await expire(world, table)
    assert f"{gone.name}** missed a turn: the computer played it." in under_the_table(world).text
    assert calls(world, people, table) == [on_turn(table, people).id]
    assert "Your turn" not in gone.messages()[-1].text
    await play_on(world, table, people, by_command, moves=16)
    assert "missed a turn" not in under_the_table(world).text
    log = await people[0].slash("canasta log")
    assert log.ephemeral
    assert f"{gone.name}** missed a turn" in log.text
    assert "<t:" in log.text


@pytest.mark.slow
@in_world
async def test_a_computer_sits_in_and_one_press_under_the_table_gives_the_seat_back(world: World) -> None:
    table, people = await seat_four(world)
    gone = on_turn(table, people)
    before = len(gone.hands())
    await lose(world, table, people, gone)
    assert f"A computer, for {gone.name}" in under_the_table(world).text
    message = gone.hands()[-1]
    assert "a computer is playing for you" in message.text
    assert message.button("I'm back")
    assert not message.button("Draw")
    other = next(person for person in people if person is not gone)
    assert (await other.press("I'm back", on=under_the_table(world))).text == "No computer is playing for you."
    assert (await other.slash("canasta back")).text == "No computer is playing for you."
    back = await gone.press("I'm back", on=under_the_table(world))
    assert "Welcome back" in back.text
    assert back.ephemeral
    seat = (await now(world, table)).seat_of(gone.id)
    assert seat is not None
    assert seat.computer is None
    assert "is back" in under_the_table(world).text
    assert not under_the_table(world).button("I'm back")
    assert not gone.hands()[-1].button("I'm back")
    assert len(gone.hands()) <= before + 1


def people_present(people: list[Person], gone: Person) -> list[Person]:
    return [person for person in people if person is not gone]


@pytest.mark.slow
@in_world
async def test_back_by_the_direct_message_and_by_command(world: World) -> None:
    table, people = await seat_four(world)
    gone = on_turn(table, people)
    tables = bot_of(world).services.tables
    seat = table.turn
    assert seat is not None
    for way in ("press", "slash", "dm"):
        await tables.moderation.sit_in(table.id, 999, seat)
        await told(world)
        if way == "press":
            answer = await gone.press("I'm back", dm=True)
        else:
            answer = await gone.slash("canasta back", dm=way == "dm")
        assert "Welcome back" in answer.text
        own = (await now(world, table)).seat_of(gone.id)
        assert own is not None
        assert own.computer is None
        assert not gone.hands()[-1].button("I'm back")
    assert "No computer is playing for you" in (await gone.slash("canasta back", dm=True)).text
    assert "No computer is playing for you." in (await gone.slash("canasta back")).text


@pytest.mark.slow
@in_world
async def test_while_a_computer_sits_in_no_message_calls_the_absent_person(world: World) -> None:
    table, people = await seat_four(world)
    gone = on_turn(table, people)
    await let_a_computer_play(world, table, gone)
    had = [message.id for message in gone.hands()]
    for _ in range(12):
        table = await now(world, table)
        if table.to_move is not None and table.to_move.computer is None:
            await play_on(world, table, people, by_command, moves=1)
    assert [message.id for message in gone.hands()] == had
    assert not any(gone.id in message.pinged for message in world.messages())


@pytest.mark.slow
@in_world
async def test_where_everybody_is_away_that_is_said_and_one_press_lets_the_game_go_on(world: World) -> None:
    table, people = await seat_four(world)
    for seat in range(4):
        await bot_of(world).services.tables.moderation.sit_in(table.id, people[0].id, seat)
    await told(world)
    assert "Everybody is away: the game waits" in under_the_table(world).text
    assert not any(message.pinged for message in world.messages())
    table = await now(world, table)
    version, waiting = table.version, on_turn(table, people)
    await world.restart()
    await world.env.advance_time(7 * 24 * 3600)
    assert (await now(world, table)).version == version
    assert all(person.messages()[-1].button("I'm back") for person in people)
    one = next(person for person in people if person is not waiting)
    await one.press("I'm back", dm=True)
    await told(world)
    assert (await now(world, table)).version > version + 1
    assert on_turn(await now(world, table), people) is one
    assert "Everybody is away" not in under_the_table(world).text


@pytest.mark.slow
@in_world
async def test_all_agree_to_end_the_game(world: World) -> None:
    table, people = await seat_four(world)
    asked = await people[2].slash("canasta abandon")
    await people[2].press("Propose to end it", on=asked.message)
    [shown] = proposals(world)
    assert set(shown.pinged) >= {people[0].id, people[1].id, people[3].id}
    assert "don't sit" in (await world.person("Eva").press("Agree", on=shown)).text
    await people[0].press("Agree", on=shown)
    again = await people[0].press("Agree")
    assert "no longer agree" in again.text
    await world.restart()
    for person in (people[0], people[1]):
        await person.press("Agree")
    await people[3].press("Agree", dm=True)
    assert (await now(world, table)).status is Status.ABANDONED
    assert proposals(world) == []


@pytest.mark.slow
@in_world
async def test_each_proposal_calls_those_who_are_to_be_asked_once(world: World) -> None:
    table, people = await seat_four(world)
    asked = await people[2].slash("canasta abandon")
    await people[2].press("Propose to end it", on=asked.message)
    eva = world.person("Eva")
    await people[0].slash("canasta substitute", player=eva, seat=4)
    end, substitute = proposals(world)
    assert set(end.pinged) == {person.id for person in people if person is not people[2]}
    assert set(substitute.pinged) == {eva.id, *(person.id for person in people[1:])}
    await play_on(world, table, people, by_command, moves=4)
    await people[1].press("Agree", on=proposals(world)[0])
    again = proposals(world)
    assert [one.id for one in again] == [end.id, substitute.id]
    assert not again[0].pinged
    assert "Agreed: Carla, Bruno" in again[0].text
    await people[1].press("No", on=again[0])
    assert [one.id for one in proposals(world)] == [substitute.id]


@pytest.mark.slow
@in_world
async def test_a_proposal_that_is_made_again_in_the_same_turn_is_shown_and_calls_nobody_again(world: World) -> None:
    table, people = await seat_four(world)
    carla, others = people[2], {people[0].id, people[1].id, people[3].id}

    async def propose() -> Shown:
        asked = await carla.slash("canasta abandon")
        await carla.press("Propose to end it", on=asked.message)
        [shown] = [one for one in proposals(world) if "End this game" in one.text]
        return shown

    assert set((await propose()).pinged) == others
    await carla.press("Agree")
    assert proposals(world) == []
    again = await propose()
    assert again.pinged == ()
    assert "Agreed: Carla" in again.text
    assert all(person.messages()[-1].button("Agree") for person in people if person is not carla)
    await people[1].press("No", on=again)
    await world.restart()
    assert (await propose()).pinged == ()
    eva = world.person("Eva")
    await people[0].slash("canasta substitute", player=eva, seat=4)
    assert eva.id in proposals(world)[1].pinged
    await carla.press("Agree", on=proposals(world)[0])
    turn = (await now(world, table)).turn
    while (await now(world, table)).turn == turn:
        await play_on(world, table, people, by_command, moves=1)
    assert set((await propose()).pinged) == others


@in_world
async def test_one_no_takes_the_proposal_away(world: World) -> None:
    table, people = await seat_four(world)
    asked = await people[2].slash("canasta abandon")
    await people[2].press("Propose to end it", on=asked.message)
    stale = proposals(world)[0]
    assert people[3].messages()[-1].button("Agree")
    assert "the proposal is cancelled" in (await people[1].press("No", on=stale)).text
    assert proposals(world) == []
    assert not any(person.messages()[-1].button("Agree") for person in people)
    assert (await now(world, table)).agreements == ()
    log = await people[0].slash("canasta log")
    assert "wants to play on" in log.text


@in_world
async def test_whoever_plays_already_learns_whom_a_free_seat_is_for(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("play", computers=2)
    await bruno.press("Join")
    await anna.press("Start")
    answer = await anna.press("Take a seat", on=under_the_table(world))
    assert "You play here already" in answer.text
    assert "somebody else" in answer.text
    hand = await anna.press("My hand", on=answer.message)
    assert hand.message is not None
    assert hand.message.alt_texts[-1].startswith("Your hand")


@in_world
async def test_a_table_of_one_person_asks_nobody_in(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", computers=3)
    await anna.press("Start")
    assert not under_the_table(world).button("Take a seat")
    asked = await world.person("Bruno").slash("canasta substitute", player=world.person("Bruno"), seat=2)
    assert "OK?" in "".join(message.text for message in world.messages()) or "Still to answer" in asked.text


@in_world
async def test_where_the_others_have_resigned_somebody_is_asked_in(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("play", computers=2)
    await bruno.press("Join")
    await anna.press("Start")
    asked = await bruno.slash("canasta resign")
    await bruno.press("Give up my seat", on=asked.message)
    assert under_the_table(world).button("Take a seat")


@pytest.mark.slow
@in_world
async def test_a_newcomer_takes_the_seat_of_somebody_who_resigned(world: World) -> None:
    table, people = await seat_four(world)
    gone, left = people[1], [people[0], people[2], people[3]]
    asked = await gone.slash("canasta resign")
    await gone.press("Give up my seat", on=asked.message)
    assert gone.hands() == []
    eva = world.person("Eva")
    wants = await eva.press("Take a seat", on=under_the_table(world))
    assert "Still to answer" in wants.text
    for person in left:
        await person.press("Agree")
    seat = (await now(world, table)).seat(1)
    assert seat is not None
    assert (seat.user_id, seat.name) == (eva.id, "Eva")
    assert eva.messages()[-1].alt_texts[-1].startswith("Your hand, 1")
    assert gone.hands() == []
    assert "**Eva** takes over for" in under_the_table(world).text
    assert proposals(world) == []


@pytest.mark.slow
@in_world
async def test_a_substitute_gets_the_seat_and_the_cards_leave_the_messages_of_the_player_who_had_it(
    world: World,
) -> None:
    table, people = await seat_four(world)
    gone = on_turn(table, people)
    seat = await let_a_computer_play(world, table, gone)
    eva = world.person("Eva")
    first, *others = people_present(people, gone)
    await first.slash("canasta substitute", player=eva, seat=seat.number + 1)
    assert eva.id in proposals(world)[0].pinged
    for person in (eva, *others):
        await person.press("Agree")
    assert (await now(world, table)).seat_of(eva.id) is not None
    assert gone.hands() == []
    assert eva.messages()[-1].alt_texts[-1].startswith("Your hand")
    assert "don't sit" in (await gone.slash("hand")).text
    people[seat.number] = eva
    await play_on(world, table, people, by_command, moves=8)
    assert gone.hands() == []


@pytest.mark.slow
@in_world
async def test_a_player_is_not_replaced_against_their_will_and_bots_are_no_players(world: World) -> None:
    table, people = await seat_four(world)
    eva = world.person("Eva")
    answer = await people[0].slash("canasta substitute", player=eva, seat=2)
    assert people[1].name in str(answer.text) or str(people[1].id) in answer.text
    for person in (eva, people[2], people[3]):
        await person.press("Agree")
    assert (await now(world, table)).seat_of(people[1].id) is not None
    plays = await people[0].slash("canasta substitute", player=people[2], seat=2)
    assert "is already in this game" in plays.text
    unclear = await people[0].slash("canasta substitute", player=eva)
    assert "which seat" in unclear.text
    far = await people[0].slash("canasta substitute", player=eva, seat=8)
    assert "numbered from 1 to 4" in far.text


@pytest.mark.slow
@in_world
async def test_seats_are_suggested_by_name(world: World) -> None:
    await seat_four(world)
    offered = await world.person("Anna").complete("canasta substitute", "seat", "", player=world.person("Eva").member)
    assert offered == {"1: Anna": 1, "2: Bruno": 2, "3: Carla": 3, "4: Dino": 4}
