"""Somebody deletes their data in the middle of what others do with the bot: nothing of them is left or comes back, and that goes on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import pytest

from bot.data.tables import Status, Table
from bot.data.tournaments import TournamentStage
from bot.league import amend, awards, remake
from bot.tables.lobbies import Lobbies
from bot.tables.rules.standing_orders import DrawChoice, Orders
from tests.cogs.clubs import play, result_of
from tests.cogs.players import in_world, now, play_on, seat_four
from tests.cogs.test_orders import seeded
from tests.cogs.test_privacy import read
from tests.cogs.test_settings import manager
from tests.cogs.test_tournament_people import agreed
from tests.cogs.test_tournament_requests import match_table
from tests.cogs.test_tournaments import opened, shown, started, state
from tests.players import bot_of, by_command, sit_down
from tests.world import Person, World

pytestmark = pytest.mark.slow


async def traces(world: World, *people: Person) -> set[str]:
    """Return where an id or a name of these people can be found in the database."""
    database = bot_of(world).services.database
    signs = [sign for person in people for sign in (str(person.id), str(person.member.user.dm_channel.id), person.name)]
    found = set()
    for table in await database.forms():
        for row in await database.rows(f"SELECT * FROM {table}"):
            for column, value in zip(row.keys(), row, strict=True):
                if any(sign in str(value) for sign in signs):
                    found.add(f"{table}.{column}")
    return found


async def nothing_is_left(world: World, *people: Person) -> None:
    """Check that nothing of these people is in the database, also once all messages are sent and by another start of
    the bot."""
    await bot_of(world).services.teller.finish()
    await world.env.settle()
    assert await traces(world, *people) == set()
    await world.env.advance_time(200)
    assert await traces(world, *people) == set()
    await world.restart()
    await world.env.settle()
    assert await traces(world, *people) == set()


async def deletes(person: Person) -> None:
    """Have somebody delete their data as people do."""
    asked = await person.slash("preferences delete")
    assert asked.message is not None
    assert "deleted" in (await person.press("Delete everything", on=asked.message)).text


@contextmanager
def deleted_at(world: World, person: Person, owner: Any, name: str, *, after: bool = False) -> Iterator[None]:
    """Have somebody's data be deleted when something is called for the first time: before it does anything, or after."""
    function, called = getattr(owner, name), list[bool]()

    async def delete() -> None:
        called.append(True)
        await bot_of(world).services.privacy.delete(person.id)

    async def interrupted(*args: Any, **options: Any) -> Any:
        if not called and not after:
            await delete()
        done = await function(*args, **options)
        if not called:
            await delete()
        return done

    with mock.patch.object(owner, name, interrupted):
        yield
    assert called


async def comes(world: World, table: Table, so: Callable[[Table], bool]) -> None:
    """Let time pass until a table is as wanted; computers think in a process of their own, which takes real time too."""
    end = time.monotonic() + 300
    while not so(await now(world, table)):
        assert time.monotonic() < end, f"the table stays as it is: {await now(world, table)}"
        await world.env.advance_time(1)
        await asyncio.sleep(0.01)


# Tables


@in_world
async def test_a_lobby_goes_on_without_its_host_and_without_a_guest(world: World) -> None:
    anna, bruno, carla = world.people("Annabella", "Brunello", "Carla")
    await anna.slash("play", players="4")
    for person in (bruno, carla):
        await person.press("Join")
    await deletes(anna)
    await deletes(bruno)
    assert await traces(world, anna, bruno) == set()
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    assert (table.host_id, [seat.user_id for seat in table.seats]) == (carla.id, [carla.id])
    for person in world.people("Dino", "Eva", "Franco"):
        await person.press("Join")
    await carla.press("Start")
    assert (await now(world, table)).status is Status.PLAYING
    await nothing_is_left(world, anna, bruno)


@in_world
async def test_a_game_is_played_again_by_those_who_are_left(world: World) -> None:
    anna, bruno, carla = world.people("Annabella", "Bruno", "Carla")
    old = await play(world, [anna, bruno, carla])
    lobbies, told = bot_of(world).services.tables.lobbies, len(anna.messages())
    with deleted_at(world, anna, Lobbies, "_open_again"):
        lobby = await lobbies.again(old.id, bruno.id)
    assert await traces(world, anna) == set()
    await world.env.settle()
    assert len(anna.messages()) == told
    lobby = await lobbies.again(old.id, carla.id)
    await world.person("Dino").press("Join")
    lobby = await lobbies.start(lobby.id, bruno.id)
    assert lobby.status is Status.PLAYING
    await nothing_is_left(world, anna)


@in_world
async def test_a_game_is_played_again_though_somebody_was_deleted_before(world: World) -> None:
    anna, bruno = world.people("Annabella", "Bruno")
    await play(world, [anna, bruno])
    await deletes(anna)
    again = await bruno.press("Play again")
    assert await traces(world, anna) == set(), again.text
    await world.person("Dino").press("Join")
    await bruno.press("Start")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    assert table.status is Status.PLAYING
    await nothing_is_left(world, anna)


@in_world
async def test_three_of_a_table_are_deleted_at_once_and_the_fourth_plays_on(world: World) -> None:
    table, people = await seat_four(world)
    result = await play(world, people, where=world.guild.create_text_channel("elsewhere"))
    assert result.status is Status.FINISHED
    await play_on(world, table, people, by_command, moves=4)
    delete = bot_of(world).services.privacy.delete
    await asyncio.gather(*(delete(person.id) for person in people[:3]), delete(people[0].id))
    assert await traces(world, *people[:3]) == set()
    after = await now(world, table)
    assert (after.status, after.host_id) == (Status.PLAYING, people[3].id)
    assert [seat.user_id for seat in after.seats] == [None, None, None, people[3].id]
    await comes(world, table, lambda now: now.turn == 3)
    await play_on(world, table, people, by_command, moves=1)
    await nothing_is_left(world, *people[:3])


@in_world
async def test_orders_that_wait_go_with_whom_they_are_of(world: World) -> None:
    seeded(world)
    people = await sit_down(world, "Annabella", "Bruno", "Carla", "Dino", players="4")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    orders = bot_of(world).services.tables.standing_orders
    for person in people:
        await orders.give(table.id, person.id, Orders(draw=DrawChoice.ALWAYS), lasting=True)
    await world.env.advance_time(1)
    mover = next(person for person in people if person.id == table.seats[table.turn or 0].user_id)
    await deletes(mover)
    assert await traces(world, mover) == set()
    others = [person for person in people if person is not mover]
    for person in others:
        assert await orders.of(table.id, person.id) is not None
    await comes(world, table, lambda now: now.turn != table.turn)
    await nothing_is_left(world, mover)


# Tournaments


async def pairs_begun(world: World, **options: Any) -> tuple[Person, list[Person]]:
    """Return a tournament of three pairs whose first round is played: who runs it, and its people."""
    mona, people = manager(world), world.people("Annabella", "Brunello", "Carla", "Dino", "Eva", "Franco")
    await opened(world, mona, players="4", **{"kind": "round-robin", **options})
    for one, other in zip(people[::2], people[1::2], strict=True):
        await mona.slash("tournament-admin add", player=one, partner=other)
        await agreed(world, one, other)
    await started(world, mona)
    return mona, people


@in_world
async def test_a_tournament_goes_on_without_a_partner_and_without_its_organiser(world: World) -> None:
    mona, people = await pairs_begun(world)
    bruno = people[1]
    await deletes(bruno)
    assert await traces(world, bruno) == set()
    await deletes(mona)
    assert await traces(world, bruno, mona) == set()
    rounds = []
    while (await state(world)).tournament.status is TournamentStage.RUNNING:
        rounds.append((await state(world)).tournament.round)
        await finish_round(world)
        await world.env.settle()
    assert rounds == [1, 2, 3]
    await nothing_is_left(world, bruno, mona)


async def finish_round(world: World) -> None:
    """Have the people of a round play; computers play in the others' places."""
    for match in (here := await state(world)).of_round(here.tournament.round):
        if match.played is None:
            assert match.game_id is not None
            table = await bot_of(world).services.tables.get(match.game_id)
            if table.status is Status.PLAYING:
                await bot_of(world).services.tables.endings.end_as_it_stands(table.id, None)
    await bot_of(world).services.teller.finish()


@pytest.mark.parametrize("who", ["player", "organiser"])
async def test_whoever_is_deleted_as_a_match_begins_is_not_seated(tmp_path: Any, who: str) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        anna, bruno = world.people("Annabella", "Bruno")
        mona = manager(world)
        await opened(world, mona)
        for person in (anna, bruno):
            await person.press("Join")
        gone = anna if who == "player" else mona
        with deleted_at(world, gone, Lobbies, "begin"):
            await started(world, mona)
            await world.env.settle()
        await world.env.advance_time(120)
        assert await traces(world, gone) == set()
        table = await match_table(world)
        assert table.status is Status.PLAYING
        assert table.seat_of(bruno.id) is not None
        await nothing_is_left(world, gone)


@in_world
async def test_a_request_about_a_computers_seat_keeps_no_name_of_whose_it_was(world: World) -> None:
    _mona, people = await pairs_begun(world)
    table = await match_table(world)
    bruno = next(one for one in people if one.id == table.seats[0].user_id)
    partner = next(one for one in people if one.id == table.seats[2].user_id)
    await bot_of(world).services.tables.seating.resign(table.id, bruno.id)
    (thread,) = [one for one in world.channel.threads if one.id == table.channel_id]
    answer = await partner.slash("canasta substitute", where=thread, player=world.person("Xenia"), seat=1)
    assert "The organiser is asked" in answer.text
    await deletes(bruno)
    await nothing_is_left(world, bruno)


@in_world
async def test_a_request_is_not_stored_about_somebody_who_is_deleted_just_then(world: World) -> None:
    _mona, people = await pairs_begun(world)
    table = await match_table(world)
    bruno = next(one for one in people if one.id == table.seats[0].user_id)
    partner = next(one for one in people if one.id == table.seats[2].user_id)
    (thread,) = [one for one in world.channel.threads if one.id == table.channel_id]
    with deleted_at(world, bruno, bot_of(world).services.organiser.requests, "_ask"):
        await partner.slash("canasta substitute", where=thread, player=world.person("Xenia"), seat=1)
    await nothing_is_left(world, bruno)


@pytest.mark.parametrize("wish", ["end", "substitute", "seat", "invite"])
async def test_who_asks_the_organiser_and_is_deleted_just_then_leaves_nothing(tmp_path: Any, wish: str) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        mona, people = await pairs_begun(world)
        table = await match_table(world)
        bruno = next(one for one in people if one.id == table.seats[0].user_id)
        partner = next(one for one in people if one.id == table.seats[2].user_id)
        (thread,) = [one for one in world.channel.threads if one.id == table.channel_id]
        xenia = world.person("Xeniabella")
        gone = {"seat": xenia, "invite": mona}.get(wish, partner)
        await gone.slash("help")
        asking = shown(await partner.slash("canasta abandon", where=thread))
        with deleted_at(world, gone, bot_of(world).services.organiser.requests, "_ask"):
            if wish == "end":
                await partner.press("Ask the organiser", on=asking)
            elif wish == "invite":
                await mona.slash("tournament-admin substitute", player=bruno.name, newcomer=xenia)
            else:
                await gone.slash("canasta substitute", where=thread, player=xenia, seat=1)
        await nothing_is_left(world, gone)


# The league


@in_world
async def test_a_season_ends_while_one_of_its_best_is_deleted(world: World) -> None:
    anna, bruno = world.people("Annabella", "Bruno")
    await play(world, [anna, bruno])
    closing, deleting = awards.closing, list[asyncio.Task[None]]()

    async def slowly(*args: Any) -> Any:
        found = await closing(*args)
        deleting.append(asyncio.create_task(bot_of(world).services.privacy.delete(anna.id)))
        await asyncio.sleep(0.05)
        return found

    with mock.patch.object(awards, "closing", slowly):
        await bot_of(world).services.league.seasons.close(world.guild.id)
    await deleting[0]
    assert await traces(world, anna) == set()
    answer = await bruno.slash("leaderboard")
    assert answer.message is not None
    assert "Annabella" not in str(answer.message.alt_texts)
    await nothing_is_left(world, anna)


@in_world
async def test_an_export_that_is_being_made_is_no_hindrance_and_brings_nothing_back(world: World) -> None:
    anna, bruno = world.people("Annabella", "Bruno")
    await play(world, [anna, bruno])
    privacy = bot_of(world).services.privacy
    with mock.patch.object(privacy, "_largest", 256 * 1024 + 200), mock.patch("bot.tables.privacy._LOOK_EVERY", 3):
        archives = privacy.export(anna.id)
        assert await anext(archives)
        await privacy.delete(anna.id)
        rest = [one async for one in archives]
    assert len(rest) > 2
    assert await traces(world, anna) == set()
    assert "I have sent you everything" in (await anna.slash("preferences export")).text
    await privacy.delete(anna.id)
    await nothing_is_left(world, anna)


@in_world
async def test_three_delete_at_once_beside_the_export_of_who_ran_their_tournament(world: World) -> None:
    mona, three = manager(world), world.people("Annabella", "Brunello", "Carlotta")
    anna, bruno, carla = three
    result = await result_of(world, await play(world, [mona, *three]))
    await mona.slash("league void", game=str(result.id), reason="a trial")
    await opened(world, mona)
    for person in three:
        await person.press("Join")
    await started(world, mona)
    # Each of them is in the log of what was done about another.
    elsewhere = world.guild.create_text_channel("elsewhere")
    await mona.slash("play", where=elsewhere, variant="classic", players="2")
    tables, privacy = bot_of(world).services.tables, bot_of(world).services.privacy
    table = await tables.games.in_channel(elsewhere.id)
    assert table is not None
    await tables.lobbies.join(table.id, anna.id, anna.name)
    await tables.lobbies.start(table.id, mona.id)
    for newcomer in (bruno, carla, anna):
        await tables.moderation.replace_player(table.id, mona.id, 1, newcomer.id, newcomer.name)
    assert {"log.facts", "seats.user_id", "result_people.user_id"} <= await traces(world, *three)
    export, deleting = privacy.export, list[asyncio.Task[None]]()

    async def exported(user_id: int) -> AsyncIterator[bytes]:
        archives = export(user_id)
        deleting.extend(asyncio.create_task(privacy.delete(person.id)) for person in three)
        async for archive in archives:
            yield archive

    with mock.patch.object(privacy, "export", exported):
        answer = await mona.slash("preferences export")
    await asyncio.gather(*deleting)
    assert len(deleting) == 3
    assert await traces(world, *three) == set()
    assert "I have sent you everything" in answer.text
    (sent,) = [message for message in mona.messages() if message.files and "canasta-data" in message.files[0]]
    data = read(world, sent)
    assert data["user_id"] == str(mona.id)
    assert len(data["games"]) >= 2
    await nothing_is_left(world, *three)


@pytest.mark.parametrize("work", ["rerate", "void"])
async def test_ratings_are_made_again_while_somebody_is_deleted(tmp_path: Any, work: str) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        anna, bruno = world.people("Annabella", "Bruno")
        result = await result_of(world, await play(world, [anna, bruno]))
        await play(world, [anna, bruno], seed=2)
        league = bot_of(world).services.league
        with deleted_at(world, anna, amend if work == "void" else remake, "_read", after=True):
            if work == "rerate":
                await league.corrections.rerate(world.guild.id)
            else:
                await league.corrections.void(world.guild.id, result.id, by=bruno.id, reason="a trial")
        assert await traces(world, anna) == set()
        assert (await league.corrections.rerate(world.guild.id)).rows == 0
        await nothing_is_left(world, anna)
