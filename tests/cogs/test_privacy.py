"""Requests of people about their own data: export tells everything, deletion leaves nothing of them anywhere."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import sqlite3
import zipfile
from contextlib import closing
from functools import partial, partialmethod
from typing import Any
from unittest import mock

import pytest

from bot.store.people import PersonStore
from bot.store.privacy import PrivacyStore
from bot.tables.rules.standing_orders import DrawChoice, Orders
from cogs.privacy import PrivacyCog
from tests.cogs.clubs import play, result_of
from tests.cogs.players import in_world
from tests.players import bot_of, sit_down
from tests.world import Person, Shown, World


def rows(world: World) -> dict[str, list[dict[str, Any]]]:
    """Return the whole database, as it is on disk."""
    with closing(sqlite3.connect(world.file)) as connection:
        connection.row_factory = sqlite3.Row
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {name: [dict(row) for row in connection.execute(f'SELECT * FROM "{name}"')] for name in names}


def traces(world: World, person: Person) -> set[str]:
    """Return where a person's id or name can be found in the database."""
    return {
        f"{table}.{column}"
        for table, found in rows(world).items()
        for row in found
        for column, value in row.items()
        if str(person.id) in str(value) or person.name in str(value)
    }


async def lived(world: World) -> tuple[Person, Person]:
    """Return two people who have met the bot in as many ways as there are; the first one's traces are everywhere."""
    anna, bruno, carla = world.people("Annabella", "Bruno", "Carla")
    table = await play(world, [anna, bruno])
    zone: dict[str, Any] = {"time-zone": "Europe/Rome"}
    await anna.slash("preferences", **zone)
    tables, league = bot_of(world).services.tables, bot_of(world).services.league
    await tables.vacations.begin(anna.id, 86_400)
    result = await result_of(world, table)
    correction = await league.corrections.void(world.guild.id, result.id, by=anna.id, reason="a trial")
    await league.corrections.undo(world.guild.id, correction.id, by=anna.id)
    await league.seasons.close(world.guild.id)
    # In one game Ana came late, and left; in another they play.
    elsewhere = world.guild.create_text_channel("elsewhere")
    await bruno.slash("play", where=elsewhere, variant="classic", players="2")
    other = await tables.games.in_channel(elsewhere.id)
    assert other is not None
    await tables.lobbies.join(other.id, carla.id, carla.name)
    await tables.lobbies.start(other.id, bruno.id)
    await tables.moderation.replace_player(other.id, bruno.id, 1, anna.id, anna.name)
    await tables.seating.resign(other.id, anna.id)
    await sit_down(world, "Annabella", "Bruno", players="2")
    here = await tables.games.in_channel(world.channel.id)
    assert here is not None
    await tables.lessons.open(anna.id, anna.name)
    await tables.standing_orders.give(here.id, anna.id, Orders(draw=DrawChoice.ALWAYS), lasting=True)
    await bot_of(world).services.teller.finish()
    return anna, bruno


def archive(message: Shown, world: World) -> zipfile.ZipFile:
    content = world.env.backend.cdn.get(message.files[0])
    assert content is not None
    return zipfile.ZipFile(io.BytesIO(content))


@pytest.mark.slow
@in_world
async def test_export_holds_every_row_about_a_person_as_json_and_csv(world: World) -> None:
    anna, bruno = await lived(world)
    await anna.slash("preferences export")
    sent = anna.messages()[-1]
    with archive(sent, world) as file:
        data = json.loads(file.read("data.json"))
        tables = {name for name in data if name != "user_id"}
        assert set(file.namelist()) == {"data.json", *(f"{table}.csv" for table in tables)}
        for table in tables:
            read = list(csv.DictReader(io.StringIO(file.read(f"{table}.csv").decode("utf-8-sig"))))
            assert [{name: value or None for name, value in row.items()} for row in read] == [
                {name: None if value is None else str(value) or None for name, value in row.items()}
                for row in data[table]
            ]
    assert data["user_id"] == str(anna.id)
    stored = {place.partition(".")[0] for place in traces(world, anna)}
    # An announcement at a season's end is no row about Anna.
    assert tables == stored - {"seasons"}
    assert all(str(bruno.id) != row.get("user_id") for table in tables for row in data[table] if table != "log")
    assert [row["user_id"] for row in data["standing_orders"]] == [str(anna.id)]
    # A player who knew when orders run could tell them from moves that people make themselves.
    assert {row["host_id"] for row in data["games"]} == {str(anna.id)}
    assert not any(name.startswith("orders_") for row in data["games"] for name in row)
    others = {row["pack"] for row in rows(world)["rounds"]}
    assert not any(pack in json.dumps(data) for pack in others)


@pytest.mark.slow
@in_world
async def test_deletion_leaves_neither_id_nor_name_and_others_keep_their_histories(world: World) -> None:
    anna, bruno = await lived(world)
    league, guild = bot_of(world).services.league, world.guild.id
    before = await league.boards.profile(guild, bruno.id)
    places = traces(world, anna)
    assert {"seats.user_id", "moves.user_id", "result_people.user_id", "standings.user_id", "people.user_id"} <= places
    assert {"meetings.other_id", "corrections.undone_by", "vacations.user_id", "seasons.closing"} <= places
    assert {"standing_orders.user_id", "lessons.user_id", "lessons.name", "tips.user_id"} <= places

    asked = await anna.slash("preferences delete")
    assert asked.message is not None
    assert "You are at 1 table: a computer takes over your seat." in asked.message.text
    assert traces(world, anna) == places
    done = await anna.press("Delete everything", on=asked.message)
    assert "deleted" in done.text
    await bot_of(world).services.teller.finish()
    assert traces(world, anna) == set()

    # Others' figures stand, the game goes on without Ana, and ratings calculated again are the same.
    after = await league.boards.profile(guild, bruno.id)
    assert before is not None
    assert after is not None
    assert (after.standing, after.families) == (before.standing, before.families)
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    assert all(seat.user_id != anna.id for seat in table.seats)
    kept = {name: rows(world)[name] for name in ("standings", "meetings")}
    await league.corrections.rerate(guild)
    assert {name: rows(world)[name] for name in ("standings", "meetings")} == kept
    assert "Annabella" not in (await bruno.slash("leaderboard")).message.alt_texts[0]  # type: ignore[union-attr]
    history = await bruno.slash("canasta history")
    assert history.message is not None
    assert "Annabella" not in history.message.text

    await world.restart()
    assert traces(world, anna) == set()


@pytest.mark.slow
@in_world
async def test_an_old_question_deletes_nothing(world: World) -> None:
    anna, _bruno = await lived(world)
    asked = await anna.slash("preferences delete")
    assert asked.message is not None
    await world.env.advance_time(25 * 3600)
    places = traces(world, anna)
    answer = await anna.press("Delete everything", on=asked.message)
    assert f"Use {world.mention('preferences delete')} again" in answer.text
    assert places <= traces(world, anna)


@pytest.mark.slow
@in_world
async def test_with_closed_messages_the_archive_comes_where_only_she_sees_it(world: World) -> None:
    anna, _bruno = await lived(world)
    world.close_messages(anna)
    answer = await anna.slash("preferences export")
    assert answer.ephemeral
    assert answer.message is not None
    with archive(answer.message, world) as file:
        assert json.loads(file.read("data.json"))["people"][0]["user_id"] == str(anna.id)


def read(world: World, message: Shown) -> dict[str, Any]:
    with archive(message, world) as file:
        found: dict[str, Any] = json.loads(file.read("data.json"))
        for table in found.keys() - {"user_id"}:
            lines = list(csv.DictReader(io.StringIO(file.read(f"{table}.csv").decode("utf-8-sig"))))
            assert len(lines) == len(found[table])
        return found


@pytest.mark.slow
@in_world
async def test_what_is_too_large_for_one_file_comes_in_several(world: World) -> None:
    anna, _bruno = await lived(world)
    privacy = bot_of(world).services.privacy
    # Every archive is full as soon as somebody looks.
    with mock.patch.object(privacy, "_largest", 256 * 1024 + 200), mock.patch("bot.tables.privacy._LOOK_EVERY", 3):
        answer = await anna.slash("preferences export")
    sent = [message for message in anna.messages() if message.files and "canasta-data" in message.files[0]]
    assert len(sent) > 3
    assert f"in {len(sent)} direct messages" in answer.text
    parts = [read(world, message) for message in sent]
    whole = await anna.slash("preferences export")
    assert "a direct message" in whole.text
    expected = read(world, anna.messages()[-1])
    names = {name for part in parts for name in part}
    assert names == expected.keys()
    for table in names - {"user_id"}:
        rows = [row for part in parts for row in part.get(table, [])]
        if table not in ("messages", "people"):
            assert rows == expected[table]


@pytest.mark.slow
@in_world
async def test_several_files_are_refused_at_once_where_they_can_not_be_sent(world: World) -> None:
    anna, _bruno = await lived(world)
    world.close_messages(anna)
    with mock.patch("cogs.privacy._MANY_ROWS", 10), mock.patch.object(PrivacyStore, "gather") as gather:
        answer = await anna.slash("preferences export")
    assert "more data about you than fits in one file" in answer.text
    gather.assert_not_called()
    with mock.patch.object(bot_of(world).services.privacy, "_largest", 256 * 1024 + 200):
        answer = await anna.slash("preferences export")
    assert "more data about you than fits in one file" in answer.text


@pytest.mark.slow
@in_world
async def test_one_export_is_made_at_a_time_and_the_others_are_told(world: World) -> None:
    anna, bruno = await lived(world)
    privacy = bot_of(world).services.privacy
    archives, others = privacy.export(anna.id), privacy.export(bruno.id)
    assert await anext(archives)
    again = await anna.slash("preferences export")
    assert "already being put together" in again.text
    assert privacy.before(bruno.id) == 1
    waiting = asyncio.create_task(anext(others))
    await asyncio.sleep(0)
    assert privacy._asking == [anna.id, bruno.id]
    assert not waiting.done()
    await archives.aclose()
    with zipfile.ZipFile(io.BytesIO(await waiting)) as file:
        assert json.loads(file.read("data.json"))["user_id"] == str(bruno.id)
    await others.aclose()
    show = PrivacyCog.show
    with (
        mock.patch.object(privacy, "before", return_value=1),
        mock.patch.object(PrivacyCog, "show", autospec=True, side_effect=show) as shown,
    ):
        answer = await anna.slash("preferences export")
    assert "1 person asked for their data before you" in shown.call_args_list[0].args[2]._texts[0].content
    assert "I have sent you everything" in answer.text


@pytest.mark.slow
@in_world
async def test_rows_come_in_the_order_of_their_keys(world: World) -> None:
    anna, _bruno = await lived(world)
    await anna.slash("preferences export")
    data = read(world, anna.messages()[-1])
    forms = await bot_of(world).services.database.forms()
    for table in data.keys() - {"user_id"}:
        keys = [
            tuple(
                int(row[name]) if name.endswith("_id") and row[name] is not None else row[name]
                for name in forms[table].key
            )
            for row in data[table]
        ]
        assert keys == sorted(keys)
        assert len(keys) == len(set(keys))


@in_world
async def test_every_column_of_peoples_ids_belongs_to_a_repository_that_forgets_it(world: World) -> None:
    """A column that somebody adds and nobody deletes is found by its name."""
    kept = {
        (table, column)
        for keeper in PrivacyStore(bot_of(world).services.database)._keepers
        for table, columns in keeper.ABOUT.items()
        for column in columns
    }
    with closing(sqlite3.connect(world.file)) as connection:
        named = {
            (table, column)
            for (table,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            for (column,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
            if column in {"replaced", "undone_by", "host_id", "by", "holder_id"}
            or column.endswith(("user_id", "newcomer_id"))
        }
    # Those whose deletion isn't finished yet; it takes them out itself.
    assert named - {("ghosts", "user_id")} == kept


@in_world
async def test_what_she_pressed_before_she_deletes_everything_brings_nothing_of_her_back(world: World) -> None:
    anna, _ = world.people("Annabella", "Bruno")
    await anna.slash("help")
    assert "people.user_id" in traces(world, anna)
    heard, opened = PersonStore.heard, PersonStore.dm_opened

    async def late(write: Any, self: PersonStore, user_id: int, *values: Any, **options: Any) -> None:
        await bot_of(world).services.privacy.delete(user_id)
        await write(self, user_id, *values, **options)

    for name, write in (("heard", heard), ("dm_opened", opened)):
        await anna.slash("help", dm=True)
        await anna.slash("preferences")
        database = bot_of(world).services.database
        async with database.transaction() as tx:
            await tx.run("UPDATE people SET locale = 'fr', dm_channel_id = 1 WHERE user_id = ?", (anna.id,))
        with mock.patch.object(PersonStore, name, partialmethod(partial(late, write))):
            await anna.slash("help", dm=True)
        assert traces(world, anna) == set(), name
