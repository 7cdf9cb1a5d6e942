"""Series, friendly games and fixed numbers of rounds as people meet them in the simulated Discord."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.canasta.cards import read_cards
from bot.computer import choose
from bot.data.tables import InChannel, Status, Table
from bot.store.tools import back_up
from bot.tables import Order
from bot.tables.tools.export import export
from tests.cogs.players import in_world
from tests.players import bot_of
from tests.secrecy import cards_in
from tests.world import Answer, Person, World

REFUSAL = "Other tables are still playing with the same decks"


async def begun(world: World, people: list[Person], channel: int, **options: Any) -> Table:
    return await bot_of(world).services.tables.lobbies.begin(
        Order(home=InChannel(world.guild.id, channel), host_id=people[0].id, layout="2", **options),
        [(person.id, person.name) for person in people],
    )


async def played_out(world: World, table: Table) -> Table:
    """Play a game to its end as people do who know their moves."""
    tables, chance = bot_of(world).services.tables, random.Random(table.id)
    while table.status is Status.PLAYING:
        to_move = table.to_move
        assert to_move is not None
        assert to_move.user_id is not None
        view = (await tables.look(table.id, to_move.user_id)).mine
        assert view is not None
        table = (await tables.turns.play(table.id, to_move.user_id, choose(view, "normal", chance))).table
    await bot_of(world).services.teller.finish()
    return table


@in_world
async def test_a_table_that_begins_at_once_is_shown_and_its_players_are_told(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    table = await begun(world, [anna, bruno], world.channel.id, house={"rounds": 4})
    await bot_of(world).services.teller.finish()
    texts = "\n".join(message.text for message in world.messages())
    assert "'s turn" in texts
    assert "Press Join" not in texts
    for person in (anna, bruno):
        [message] = person.hands()
        assert any("Round 1 of 4." in alt for alt in message.alt_texts)
        assert message.pictures
    mover = anna if table.turn == 0 else bruno
    await mover.slash("draw")
    assert (await bot_of(world).services.tables.get(table.id)).version == table.version + 1


async def everything_asked(world: World, people: list[Person], table: Table) -> list[Answer]:
    """Return all ways in which people can ask what was dealt at a table."""
    anna, bruno, zoe = people[0], people[1], world.person("Zoe")
    answers = [await zoe.press("Check the deal"), await anna.press("Replay"), await bruno.press("Record of the game")]
    for name in ("replay", "record"):
        answers.append(await zoe.slash(f"canasta {name}"))
        answers.append(await anna.slash(f"canasta {name}", game=str(table.id)))
        answers.append(await bruno.slash(f"canasta {name}", game=str(table.id), dm=True))
    return answers


@pytest.mark.slow
@in_world
async def test_nothing_tells_what_was_dealt_before_all_tables_have_finished(world: World) -> None:
    people = world.people("Anna", "Bruno")
    others = world.people("Carla", "Dino")
    tables = bot_of(world).services.tables
    series = await tables.series.begin()
    table = await begun(world, people, world.channel.id, house={"rounds": 1}, series=series)
    elsewhere = await begun(world, others, world.guild.create_text_channel("second").id, series=series)
    table = await played_out(world, table)
    look = await tables.look(table.id)
    assert look.public is not None
    assert look.public.over
    told = len(world.sent)
    answers = await everything_asked(world, people, table)
    await world.person("Zoe").slash("table")
    await people[0].slash("canasta log")
    assert [answer.text for answer in answers if REFUSAL not in answer.text] == []
    lying = {card for card in look.public.pile if card is not None}
    for side in look.public.sides:
        lying.update(side.threes, *(meld.cards for meld in side.melds))
    lap = {card for happening in look.recent for event in happening.events for card in event.cards}
    with closing(sqlite3.connect(bot_of(world).settings.database)) as connection:
        [(pack, salt)] = connection.execute("SELECT pack, salt FROM rounds WHERE game_id = ?", (table.id,))
        [(secret,)] = connection.execute("SELECT secret FROM series")
    dealt = set(read_cards(pack))
    assert dealt - lying - lap, "every card lies open: this game shows nothing"
    for sent in world.sent[told:]:
        for text in sent.texts():
            assert cards_in(text) <= lying | lap, f"{sent.path} tells {text}"
    sealed = (pack[:60], salt, secret)
    everything = [text for sent in world.sent for text in sent.texts()]
    everything += [upload.data.decode(errors="replace") for sent in world.sent for upload in sent.uploads]
    everything += world.log
    assert [text for text in everything if any(part in text for part in sealed)] == []

    await tables.series.open(series)
    assert REFUSAL not in "".join(answer.text for answer in await everything_asked(world, people, table))
    assert (await tables.get(elsewhere.id)).status is Status.PLAYING


@pytest.mark.slow
@in_world
async def test_an_operators_export_holds_no_packs_of_a_series_that_goes_on(world: World) -> None:
    people = world.people("Anna", "Bruno")
    tables = bot_of(world).services.tables
    series = await tables.series.begin()
    table = await played_out(world, await begun(world, people, world.channel.id, house={"rounds": 1}, series=series))
    path = world.file
    with closing(sqlite3.connect(path)) as connection:
        [(pack, salt, secret)] = connection.execute("SELECT pack, salt, secret FROM rounds, series")
    for is_open in (False, True):
        copy, folder = path.with_name(f"copy-{is_open}.sqlite3"), path.with_name(f"export-{is_open}")
        back_up(path, copy)
        await export(copy, folder, datetime.now(UTC))
        texts = [file.read_text() for file in folder.rglob("*") if file.is_file()]
        for part in (pack, salt, secret):
            assert any(part in text for text in texts) is is_open
        assert (folder / "records" / f"canasta-{table.id}.json").exists() is is_open
        await tables.series.open(series)


@in_world
async def test_a_game_for_fun_says_so(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", friendly=True)
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    assert table.friendly
    assert "For fun: not counted in the league." in world.messages()[-1].text
    busy = await world.person("Bruno").slash("play", friendly=True, players="2")
    await world.person("Bruno").press("Open a thread", on=busy.message)
    tables = await bot_of(world).services.tables.games.active()
    assert [(one.friendly, one.layout) for one in tables] == [(True, "4"), (True, "2")]
    other = await world.person("Carla").slash("play", players="2")
    await world.person("Carla").press("Open a thread", on=other.message)
    assert [one.friendly for one in await bot_of(world).services.tables.games.active()] == [True, True, False]


@pytest.mark.slow
@in_world
async def test_a_fixed_number_of_rounds_is_a_house_rule_like_others(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("play", players="2", house="rounds=1")
    assert "## Classic Canasta, 1 round" in world.messages()[-1].text
    rules = await bruno.press("Rules")
    assert "The game is 1 round long, whatever the points." in rules.text
    assert "Reach " not in rules.text
    refused = await world.person("Zoe").slash("rules", house="rounds=101")
    assert "100" in refused.text
    await bruno.press("Join")
    await anna.press("Start")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    assert "Round 1 of 1." in "".join(alt for message in world.messages() for alt in message.alt_texts)
    table = await played_out(world, table)
    assert (table.status, table.round) == (Status.FINISHED, 1)
    assert any("won the game!" in message.text for message in world.messages())


@in_world
async def test_a_game_that_is_stopped_with_equal_points_is_a_draw(world: World) -> None:
    people = world.people("Anna", "Bruno")
    table = await begun(world, people, world.channel.id)
    await bot_of(world).services.teller.finish()
    await bot_of(world).services.tables.endings.end_as_it_stands(table.id, None)
    await bot_of(world).services.teller.finish()
    texts = [message.text for message in world.messages()]
    assert any("## It's a draw" in text for text in texts)
    assert any("The game is over. It's a draw!" in text for text in texts)
    assert any("The bot ended the game with the scores as they were." in text for text in texts)
    assert any("It's a draw." in alt for message in world.messages() for alt in message.alt_texts)
    assert "The game is over. It's a draw!" in people[0].hands()[-1].text
    replay = await world.person("Zoe").press("Replay")
    assert "New cards were dealt" in replay.text
    assert "It's a draw" in replay.text
    assert "The bot ended the game with the scores as they were." in (await people[0].slash("canasta log")).text


def test_the_searches_above_find_cards(tmp_path: Path) -> None:
    assert cards_in("K♠ and 10♦ in words, 4H in a record") == set(read_cards("KS TD 4H"))
