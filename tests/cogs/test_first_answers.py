"""Discord waits 3 seconds for a first answer, so it is given before anything is read or written."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from typing import Any
from unittest import mock

import discord
import pytest

from bot.client import CanastaBot
from bot.messages.discord_api import DiscordApi
from bot.store.database import Database, Transaction
from tests.cogs.players import choose_discard, in_world, now, on_turn, seat_four
from tests.world import World

pytestmark = pytest.mark.slow

#: What the running task has read and written since the interaction came in that it answers.
_statements: ContextVar[list[str] | None] = ContextVar("statements", default=None)


@contextmanager
def watching() -> Iterator[list[list[str]]]:
    """Collect, for each interaction, the statements that its first answer had to wait for."""
    waited: list[list[str]] = []
    rows, transaction, first, answering = Database.rows, Database.transaction, DiscordApi._first, CanastaBot.answering

    async def counted_rows(self: Database, sql: str, *rest: Any) -> list[Any]:
        if (found := _statements.get()) is not None:
            found.append(sql)
        return await rows(self, sql, *rest)

    @asynccontextmanager
    async def counted_transaction(self: Database) -> AsyncIterator[Transaction]:
        if (found := _statements.get()) is not None:
            found.append("BEGIN")
        async with transaction(self) as tx:
            yield tx

    async def counted_first(self: DiscordApi, interaction: discord.Interaction[CanastaBot], answer: Any) -> bool:
        waited.append(list(_statements.get() or []))
        return await first(self, interaction, answer)

    def counted_answering(self: CanastaBot, interaction: discord.Interaction[CanastaBot], kind: str) -> None:
        _statements.set([])
        answering(self, interaction, kind)

    with (
        mock.patch.object(Database, "rows", counted_rows),
        mock.patch.object(Database, "transaction", counted_transaction),
        mock.patch.object(DiscordApi, "_first", counted_first),
        mock.patch.object(CanastaBot, "answering", counted_answering),
    ):
        yield waited


@in_world
async def test_no_first_answer_waits_for_the_database(world: World) -> None:
    with watching() as waited:
        table, people = await seat_four(world)
        first = on_turn(table, people)
        await first.press("My hand")
        drawn = await first.slash("draw")
        choosing = await choose_discard(world, first, on=drawn.message)
        assert choosing.message is not None
        menu = choosing.message.menu("Which card?")
        assert menu is not None
        chosen = await first.choose("Which card?", next(iter(menu.options.values())), on=choosing.message)
        assert chosen.message is not None
        await first.press(chosen.message.buttons[0].label, on=chosen.message)
        for command in ("hand", "table", "preferences", "canasta list", "canasta log", "leaderboard", "profile"):
            await first.slash(command)
        assert (await now(world, table)).version > table.version
    assert len(waited) == 17
    assert [one for one in waited if one] == []
