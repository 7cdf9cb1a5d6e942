"""A game keeps the rules it was begun with: an operator may change or take away variant files under it."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.canasta.record import game_from_record
from bot.canasta.rules import RulesError, load
from bot.data.tables import InChannel, Status, Table
from bot.store import Database
from bot.store.opening import open_database
from bot.tables import Order, Tables, rules_of
from bot.tables.errors import Unplayable
from tests.cogs.players import in_world, now
from tests.players import bot_of
from tests.tables.club import ANA, CHANNEL, GUILD, Clock, play_on
from tests.world import World

#: Nobody is asked for leave, and so on: what is legal here is not in what the file says later.
CLUB = 'name = "Club"\nsource = "our club"\nbase = "classic"\ntarget = 300\nturn.draw = 2\n[layouts.2]\nseats = 2\n'


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Path]:
    """Yield the file of a variant of the operator's own, in use."""
    folder = tmp_path / "own"
    folder.mkdir()
    file = folder / "club.toml"
    file.write_text(CLUB, encoding="utf-8")
    load.use_folder(folder)
    yield file
    load._folders.remove(folder)
    load._forget()


def change(file: Path) -> None:
    file.write_text(CLUB.replace("turn.draw = 2", "turn.draw = 1\npile.always_frozen = true"), encoding="utf-8")


def spoil(file: Path) -> None:
    file.write_text("name = [", encoding="utf-8")


async def begun(tables: Tables) -> Table:
    table = await tables.lobbies.open(
        Order(home=InChannel(GUILD, CHANNEL), host_id=ANA, variant="club", house={"out.bonus": 150}), "Ana"
    )
    await tables.lobbies.join(table.id, 102, "Bo")
    return await tables.lobbies.start(table.id, ANA)


@pytest.mark.slow
@pytest.mark.parametrize("happens", [Path.touch, change, spoil, Path.unlink])
async def test_a_game_goes_on_to_its_end_whatever_becomes_of_its_variant_file(
    club: Path, happens: Callable[[Path], None], database: Database, clock: Clock
) -> None:
    chance = random.Random(3)
    tables = Tables(database, clock=clock, chance=chance)
    table = await begun(tables)
    rules = rules_of(table)
    assert (rules.turn.draw, dict(rules.house)) == (2, {"out.bonus": 150})
    table = (await play_on(tables, table, chance, moves=25))[-1].table

    happens(club)
    load._forget()
    again = Tables(database, clock=clock, chance=chance)
    assert rules_of(await again.get(table.id)) == rules
    table = (await play_on(again, table, chance))[-1].table
    assert table.status is Status.FINISHED

    await asyncio.to_thread(club.unlink, missing_ok=True)
    load._forget()
    read = game_from_record(json.loads(json.dumps((await again.replays.proof(table.id)).record)))
    assert (read.winner, tuple(read.scores)) == (table.winner, table.scores)


async def test_what_a_file_says_now_holds_for_a_lobby(club: Path, tables: Tables) -> None:
    table = await tables.lobbies.open(Order(home=InChannel(GUILD, CHANNEL), host_id=ANA, variant="club"), "Ana")
    change(club)
    load._forget()
    assert rules_of(table).turn.draw == 1


async def test_a_game_begun_before_rules_were_kept_is_played_by_its_file(
    club: Path, tables: Tables, database: Database, clock: Clock
) -> None:
    table = await begun(tables)
    await database.write("UPDATE games SET rules = NULL")
    old = await Tables(database, clock=clock).get(table.id)
    assert old.rules is None
    assert rules_of(old) == rules_of(table)
    spoil(club)
    load._forget()
    with pytest.raises(RulesError):
        rules_of(old)
    with pytest.raises(Unplayable, match="club"):
        await Tables(database, clock=clock).look(table.id)


async def test_rules_that_this_version_does_not_know_are_named_and_the_game_is_left_alone(
    tables: Tables, database: Database, clock: Clock
) -> None:
    table = await tables.lobbies.open(Order(home=InChannel(GUILD, CHANNEL), host_id=ANA), "Ana")
    table = await tables.lobbies.start(table.id, ANA, fill="normal")
    await tables.computers.close()
    [row] = await database.rows("SELECT rules FROM games")
    stored = json.loads(row["rules"])
    stored["parameters"]["turn.blindfolded"] = True
    await database.write("UPDATE games SET rules = ?", (json.dumps(stored),))
    new = Tables(database, clock=clock)
    await new.computers.resume()
    with pytest.raises(Unplayable, match=r"turn\.blindfolded"):
        await new.look(table.id, ANA)
    await new.computers.close()
    assert (await new.get(table.id)).status is Status.PLAYING


@pytest.mark.sqlite
@pytest.mark.slow
@in_world
async def test_the_table_is_told_why_it_stands_still_and_that_it_goes_on(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", players="2", computers=1)
    await anna.press("Start")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    database = world.file

    await world.stop()
    await write(database, "UPDATE games SET told_version = 0, rules = json_set(rules, '$.parameters.\"turn.moon\"', 1)")
    await world.env.restart_bot(await world.make_client())
    said = [shown.text for shown in world.messages() if "turn.moon" in shown.text]
    assert len(said) == 1
    assert "Nothing is lost" in said[0]
    answer = await anna.slash("hand")
    assert "turn.moon" in answer.text
    assert "turn.moon" in (await anna.slash("draw")).text
    assert (await now(world, table)).version == table.version

    await world.stop()
    await write(database, "UPDATE games SET rules = json_remove(rules, '$.parameters.\"turn.moon\"')")
    await world.env.restart_bot(await world.make_client())
    assert not [shown for shown in world.messages() if "turn.moon" in shown.text]
    assert "turn.moon" not in (await anna.slash("hand")).text


async def test_a_lobby_whose_variant_is_taken_away_says_so_and_can_be_cancelled(club: Path, tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3") as world:
        anna = world.person("Anna")
        await anna.slash("play", variant="club")
        assert "Club" in world.messages()[-1].text
        await asyncio.to_thread(club.unlink)
        load._forget()
        await anna.press("Add computer")
        [lobby] = world.messages()
        assert "can't be played any more" in lobby.text
        assert "club" in lobby.text
        assert "club" in (await anna.slash("canasta list")).text
        await anna.press("Cancel table")
        assert "was cancelled" in world.messages()[-1].text
        assert not [line for line in world.log if "Traceback" in line]


async def write(path: Path, sql: str) -> None:
    database = await open_database(path)
    await database.write(sql)
    await database.close()
