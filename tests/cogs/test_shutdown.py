"""Stopping the bot as an operator does: what is under way is finished first."""

from __future__ import annotations

import asyncio
import signal
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from discord import ui

from bot.client import client
from bot.config import Settings
from bot.ui.page import Page
from tests.players import bot_of
from tests.standin import ProcessWorld
from tests.world import Answer, World


@pytest.mark.slow
async def test_an_answer_under_way_is_finished_before_the_bot_ends(tmp_path: Path) -> None:
    async with ProcessWorld(tmp_path / "canasta.sqlite3") as world:
        anna = world.person("Anna")
        opened = await anna.slash("play", computers=3)
        assert world.process is not None
        world.process.send_signal(signal.SIGTERM)
        assert await world.process.wait() == 0
        assert "Your table is open" in opened.text
        assert world.messages()[-1].button("Start"), "the table is shown"
        assert not [line for line in world.log if "Traceback" in line or " ERROR " in line]


class HurriedWorld(ProcessWorld):
    """A world in which people don't wait for their answers."""

    async def answered(self, answer: Answer) -> None:
        """Check nothing yet."""


@pytest.mark.slow
async def test_all_that_was_accepted_before_the_end_is_answered(tmp_path: Path) -> None:
    async with HurriedWorld(tmp_path / "canasta.sqlite3") as world:
        anna, *others = world.people("Anna", *(f"Guest {number}" for number in range(60)))
        await anna.slash("play", players="4")
        await world.until(lambda: any(one.button("Join") for one in world.messages()), "the table is shown")
        asked = []
        for number, person in enumerate(others):
            match number % 4:
                # On a busy machine every seat is taken before the last of them press.
                case 0 if world.messages()[-1].button("Join"):
                    asked.append(await person.press("Join"))
                case 1:
                    asked.append(await person.slash("rules"))
                case 2:
                    asked.append(await person.slash("preferences"))
                case _:
                    asked.append(await person.slash("hand"))
        await world.until(lambda: any(one.acknowledged for one in asked), "the first are being answered")
        assert world.process is not None
        world.process.send_signal(signal.SIGTERM)
        assert await world.process.wait() == 0
        accepted = [one for one in asked if one.acknowledged]
        pressed = [one for one in accepted if one.result._interaction.source_message_id is not None]
        assert pressed
        assert len(accepted) > len(pressed)
        assert not [one.result for one in accepted if one.result._interaction.loading]
        assert all(one.text for one in accepted)
        seated = {person.name for person in others if any(person.name in one.text for one in world.messages())}
        for one in pressed:
            # People who got no seat were refused by a sentence.
            person = next(person for person in others if one in person.answers)
            assert person.name in seated or "Every seat is taken" in one.text, person.name


@pytest.mark.parametrize("way", ["command", "press"])
async def test_whoever_would_wait_longer_than_the_bot_lives_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(client, "_PATIENCE_FOR_ANSWERS", 0.2)
    async with World(tmp_path / "canasta.sqlite3") as world:
        bot, anna = bot_of(world), world.person("Anna")
        await anna.slash("play", players="4")
        reached = asyncio.Event()

        async def long(*_: object, **__: object) -> None:
            reached.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(bot.services.tables.lobbies, "leave", long)
        asking = anna.slash("canasta leave") if way == "command" else anna.press("Leave")
        task = asyncio.create_task(asking)
        await reached.wait()
        told: list[str] = []
        really = bot.services.discord_api.answers.answer, bot.services.discord_api.answers.whisper

        async def heard(how: int, interaction: Any, page: Page) -> Any:
            told.extend(item.content for item in page.walk_children() if isinstance(item, ui.TextDisplay))
            return await really[how](interaction, page)

        monkeypatch.setattr(bot.services.discord_api.answers, "answer", partial(heard, 0))
        monkeypatch.setattr(bot.services.discord_api.answers, "whisper", partial(heard, 1))
        text = "The bot is being restarted. In a minute, look at the game with `/hand` or `/table`, then try again."
        await world.stop()
        assert told == [text]
        assert [one for sent in world.sent for one in sent.texts() if "being restarted" in one]
        assert bot.is_closed()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_what_comes_while_the_bot_finishes_is_not_accepted(tmp_path: Path) -> None:
    async with await client.open_bot(Settings(database=tmp_path / "canasta.sqlite3"), shards=1) as bot:
        with mock.patch.object(bot, "take_interaction") as taken:
            bot._interaction_told({})
            bot._ending = True
            bot._interaction_told({})
            bot._ending = False
    taken.assert_called_once()


async def test_an_event_that_comes_after_the_end_is_dropped(tmp_path: Path) -> None:
    """Ended just after it has connected, the library tells half a second later that it is ready."""
    async with World(tmp_path / "canasta.sqlite3") as world:
        bot = bot_of(world)
        await world.stop()
        assert bot.is_closed()
        bot.dispatch("ready")
