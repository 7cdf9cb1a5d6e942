"""A game after a backup was restored: everything shows it as it stands now, which is as it stood then."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.canasta.views import PublicView
from bot.data.tables import Table
from bot.store import tools
from renderer import render_hand, render_table
from tests.cogs.players import in_world, now, on_turn, play_on, seat_four
from tests.cogs.test_tournaments import DAY, begun, play_round, post
from tests.players import bot_of, by_command, calls
from tests.world import World

pytestmark = pytest.mark.slow

AT = datetime(2026, 11, 22, 3, 15, tzinfo=UTC)


@in_world
async def test_a_game_goes_on_from_the_backup_and_what_is_told_last_is_how_it_stands(world: World) -> None:
    path, backup = world.file, Path(f"{world.file}-copy")
    table, people = await seat_four(world)
    await play_on(world, table, people, by_command, moves=6)
    then = await now(world, table)
    tools.back_up(path, backup)
    await play_on(world, table, people, by_command, moves=8)
    later = await now(world, table)
    assert later.turn != then.turn
    await world.stop()
    tools.restore(path, backup, AT)
    world.nonces.clear()
    await world.env.restart_bot(await world.make_client())

    assert (await now(world, table)).version == then.version
    anna = on_turn(then, people)
    await world.until(lambda: calls(world, people, then) == [anna.id], "whose turn it is now is called")
    tables = [message for message in world.messages() if message.pictures and message.button("My hand")]
    assert tables[-1].alt_texts == (render_table(await public(world, table)).alt,)
    for person in people:
        seen = (await bot_of(world).services.tables.look(table.id, person.id)).mine
        assert seen is not None
        assert person.messages()[-1].alt_texts[-1] == render_hand(seen).alt
    await play_on(world, table, people, by_command, moves=5)


@in_world
async def test_a_tournament_goes_on_from_the_backup_and_its_messages_show_how_it_stands(world: World) -> None:
    path, backup = world.file, Path(f"{world.file}-copy")
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    mona = await begun(world, anna, bruno, carla, deadline=DAY)
    await mona.slash("tournament-admin new", name="Autumn Cup", kind="swiss", variant="classic", players="2")
    await anna.press("Join", on=post(world, "## Autumn Cup\n"))
    beginnings = ("## Spring Cup\n", "### Spring Cup: tournament round 1", "## Autumn Cup\n")
    then = [post(world, one).text for one in beginnings]
    tools.back_up(path, backup)
    await bruno.press("Join", on=post(world, "## Autumn Cup\n"))
    await play_round(world)
    assert not set(then) & {post(world, one).text for one in beginnings}
    await world.stop()
    tools.restore(path, backup, AT)
    await world.env.restart_bot(await world.make_client())
    await world.env.settle()
    assert [post(world, one).text for one in beginnings] == then


async def public(world: World, table: Table) -> PublicView:
    view = (await bot_of(world).services.tables.look(table.id)).public
    assert view is not None
    return view
