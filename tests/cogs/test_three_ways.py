"""One table, played on the page, in direct messages and by commands at the same time: all see the same, no move is lost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.canasta.moves import Move
from bot.client.client import browser_server
from bot.computer import choose
from bot.data.tables import Table
from bot.tables.views import Look
from tests.browser.served import Visitor
from tests.cogs.players import now, on_turn, seat_four
from tests.cogs.test_browser import bot_of, world_with_a_page
from tests.players import by_button, by_command
from tests.world import Person, World

pytestmark = pytest.mark.slow


@asynccontextmanager
async def three_ways(folder: Path) -> AsyncIterator[tuple[World, Table, list[Person], Visitor]]:
    """Open a world with a game of four; the first of them has the page before them, too."""
    async with world_with_a_page(folder) as world:
        table, people = await seat_four(world)
        server = browser_server(bot_of(world))
        await server.open("127.0.0.1", 0)
        host, port = server.address
        visitor = Visitor(cast("Any", SimpleNamespace(url=f"http://{host}:{port}")))
        secret = (await bot_of(world).services.doors.link(people[0].id, table.id)).partition("#")[2]
        assert (await visitor.post("/api/enter", {"secret": secret}))[0] == 200
        try:
            yield world, table, people, visitor
        finally:
            await server.close()


async def seen(world: World, table: Table, person: Person) -> Look:
    """Return what a person sees of the table."""
    return await bot_of(world).services.tables.look(table.id, person.id)


async def chosen(world: World, table: Table, person: Person) -> tuple[Move, Look]:
    """Return a sensible move of the person to move, and what they see before it."""
    look = await seen(world, table, person)
    assert look.mine is not None
    return choose(look.mine, "normal", random.Random(look.table.version)), look


async def test_who_plays_on_the_page_in_messages_and_by_commands_sees_the_same(tmp_path: Path) -> None:
    async with three_ways(tmp_path) as (world, table, people, visitor):
        ways = set[str]()
        for _ in range(32):
            version = (await now(world, table)).version
            person = on_turn(await now(world, table), people)
            move, look = await chosen(world, table, person)
            assert look.mine is not None
            if person is people[0]:
                status, answer = await visitor.play(table.id, str(move), version)
                assert (status, answer["refused"]) == (200, "")
                ways.add("page")
            elif person is people[1]:
                await by_button(person, move, look.mine)
                ways.add("messages")
            else:
                await by_command(person, move, look.mine)
                ways.add("commands")
            await bot_of(world).services.teller.finish()
            await world.env.settle()
            after = await seen(world, table, people[0])
            assert after.table.version > version, f"{move} is lost"
            # The page shows the table as it is, and its person's hand as their message does.
            shown = await visitor.scene(table.id)
            assert after.mine is not None
            assert after.public is not None
            assert shown["version"] == after.table.version
            assert sorted(card["card"] for card in shown["hand"]) == sorted(after.mine.hand)
            assert (shown["stock"], shown["pile"]["count"]) == (after.public.stock_size, len(after.public.pile))
            assert [player["cards"] for side in shown["sides"] for player in side["players"]] == [
                after.public.players[player["seat"]].hand_size for side in shown["sides"] for player in side["players"]
            ]
            # The message of whoever is to move now is theirs, by the same version of the table.
            mover = on_turn(after.table, people)
            if mover is people[1]:
                theirs = (await seen(world, table, mover)).mine
                assert theirs is not None
                assert ("Draw" in [one.label for one in mover.messages()[-1].buttons]) == ("draw" in theirs.verbs)
        assert ways == {"page", "messages", "commands"}


async def test_of_moves_made_at_once_each_counts_once_or_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with three_ways(tmp_path) as (world, table, people, visitor):
        turns = 0
        while turns < 3:
            person, version = on_turn(await now(world, table), people), (await now(world, table)).version
            move, look = await chosen(world, table, person)
            assert look.mine is not None
            if person is not people[0] or move.verb != "draw":
                await by_command(person, move, look.mine)
                continue
            turns += 1
            # The same person draws on the page and by a command, and another one who isn't to move tries to.
            (status, answer), commanded, other = await asyncio.gather(
                visitor.play(table.id, "0 draw", version), person.slash("draw"), people[2].slash("draw")
            )
            after = await seen(world, table, person)
            assert after.table.version == version + 1, "one draw counts, once"
            assert "It's Anna's turn." in other.text
            assert (status == 200) != ("**Discard:**" in commanded.text), (status, commanded.text)
            assert status == 200 or answer["refused"]
            assert answer["scene"]["version"] == after.table.version
