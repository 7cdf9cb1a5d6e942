"""Discord waits 3 seconds for a first answer: it comes in time, however long what it tells may take."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any
from unittest import mock

import discord
import pytest

from bot.client.client import CanastaBot
from bot.client.interactions import Interactions
from bot.messages.discord_api import answers
from bot.messages.discord_api.caller import Caller
from bot.messages.tables import Teller
from bot.store.database import Transaction
from tests.cogs.players import choose_discard, in_world, now, on_turn, seat_four
from tests.faults import overtaken
from tests.players import bot_of, card_buttons
from tests.store.test_runtime_failures import database_of
from tests.world import Answer, World

#: Delays of the answer to an interaction, in seconds: longer than Discord waits for the first one.
_SLOW = 20.0
#: Set in the task that answers an interaction, until it has waited for the database.
_to_wait: ContextVar[bool] = ContextVar("to_wait", default=False)


class SlowWorld(World):
    """A world in which people wait for what the bot answers late."""

    quick = 0.1

    async def answered(self, answer: Answer) -> None:
        """Check that there is a first answer in time, then wait for the rest."""
        await self.env.advance_time(self.quick)
        await super().answered(answer)
        await self.env.advance_time(_SLOW)


@contextmanager
def held_up(world: World) -> Iterator[list[str]]:
    """Have the database hold up each interaction once; collect the kinds of first answers."""
    given: list[str] = []
    database = type(database_of(world))
    rows, transaction, first, begin = database.rows, database.transaction, Caller.first_answer, Interactions.begin

    async def wait() -> None:
        if _to_wait.get():
            _to_wait.set(False)
            await asyncio.sleep(_SLOW)

    async def slow_rows(self: Any, sql: str, *rest: Any) -> list[Any]:
        await wait()
        return await rows(self, sql, *rest)

    @asynccontextmanager
    async def slow_transaction(self: Any) -> AsyncIterator[Transaction]:
        await wait()
        async with transaction(self) as tx:
            yield tx

    async def noted_first(self: Caller, interaction: discord.Interaction[CanastaBot], kind: Any, answer: Any) -> Any:
        done = await first(self, interaction, kind, answer)
        assert interaction.response.type is not None
        given.append(interaction.response.type.name)
        return done

    def noted_begin(self: Interactions, interaction: discord.Interaction[CanastaBot], kind: str) -> None:
        _to_wait.set(True)
        begin(self, interaction, kind)

    with (
        mock.patch.object(database, "rows", slow_rows),
        mock.patch.object(database, "transaction", slow_transaction),
        mock.patch.object(Caller, "first_answer", noted_first),
        mock.patch.object(Interactions, "begin", noted_begin),
    ):
        yield given


@pytest.mark.slow
async def test_no_first_answer_waits_for_the_database(tmp_path: Path) -> None:
    async with SlowWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        first = on_turn(table, people)
        with held_up(world) as given:
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
                answer = await first.slash(command)
                assert answer.text, "what was announced comes"
        apart = "deferred_channel_message"
        assert given == [apart] * 2 + ["deferred_message_update"] * 3 + [apart] * 7
        assert (await now(world, table)).version > table.version


@in_world
async def test_what_is_ready_soon_is_the_first_answer(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    sent = len(world.sent)
    answer = await person.slash("draw")
    assert answer.message
    assert answer.message.ephemeral
    assert answer.message.pictures
    to_it = [one for one in world.sent[sent:] if one.path.startswith(("/interactions/", "/webhooks/"))]
    assert [(one.body["type"], one.readers) for one in to_it] == [(4, frozenset({person.id}))]
    again = await person.press(next(iter(card_buttons(answer.message).values())), on=answer.message)
    assert again.message
    assert again.message.id == answer.message.id, "it can be changed as any other"


@in_world
async def test_what_is_shown_in_the_pressed_message_answers_the_press(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)

    def changes(since: int) -> list[tuple[str, Any]]:
        """Return how the person's hand was changed."""
        to_it = [one for one in world.sent[since:] if one.readers == frozenset({person.id})]
        return [(one.method, one.body.get("type")) for one in to_it]

    sent = len(world.sent)
    drawn = (await person.press("Draw", dm=True)).message
    assert drawn is not None
    assert card_buttons(drawn)
    assert changes(sent) == [("POST", 7)]
    sent = len(world.sent)
    await person.press(next(iter(card_buttons(drawn).values())), on=drawn)
    await world.env.settle()
    assert changes(sent) == [("POST", 7)]
    [waiting] = person.hands()
    assert "Waiting for" in waiting.text
    # Nothing is left in memory of what has been answered.
    assert not bot_of(world).services.discord_api.answers._pressed


@in_world
async def test_a_press_is_not_over_before_the_edit_that_answers_it_is(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)

    async def edits() -> None:
        await asyncio.sleep(0.05)

    # The press itself doesn't wait for what is being shown.
    with overtaken("POST /interactions/*/*/callback", edits), mock.patch.object(Teller, "shown"):
        drawn = (await person.press("Draw", dm=True)).message
    assert drawn is not None
    assert card_buttons(drawn)
    assert not [line for line in world.log if "ERROR" in line]


@in_world
async def test_a_lobby_that_somebody_joins_is_shown_by_the_answer_to_their_press(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("play", players="4")
    sent = len(world.sent)
    await bruno.press("Join")
    assert "Bruno" in world.messages()[-1].text
    assert [(one.body.get("type"), one.readers) for one in world.sent[sent:]] == [(7, None)]


@in_world
async def test_while_several_answers_are_in_the_making_one_is_announced_at_once(world: World) -> None:
    (anna,) = world.people("Anna")
    calls = bot_of(world).services.discord_api.answers

    async def kinds() -> list[int]:
        sent = len(world.sent)
        assert (await anna.slash("canasta list")).text
        return [one.body["type"] for one in world.sent[sent:] if one.path.startswith("/interactions/")]

    others = [answers._Announcement(asyncio.Event().wait, calls._announcements) for _ in range(answers._MOST_AT_ONCE)]
    assert await kinds() == [discord.InteractionResponseType.deferred_channel_message.value]
    assert await others.pop().needless()
    assert await kinds() == [discord.InteractionResponseType.channel_message.value]
