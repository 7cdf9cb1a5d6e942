"""Calls that Discord carries out and answers by an error, and the library sends again: each is done once, and known to
be done.

The bot's calls are made by the library's own HTTP client to a server, for every kind of request that the bot makes.
"""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import discord
import pytest
from aiohttp import web
from discord import app_commands, ui
from discord.webhook.async_ import AsyncWebhookAdapter, async_context
from simcord import Env, ResponseMessage

from bot.messages.discord_api import (
    AnswerCalls,
    ApplicationCalls,
    DiscordApi,
    MessageCalls,
    PlaceCalls,
    answers,
    counting_calls,
)
from bot.messages.emojis import _AGAIN_AFTER, EmojiUploads
from bot.store.opening import open_database
from bot.ui.page import Attachment, Page
from renderer import emojis
from tests.activities import launches
from tests.standin import Standin
from tests.world import World

_SLEEP = asyncio.sleep


class Hiccuping(Standin):
    """A stand-in that carries the next requests of a kind out, and answers them by an error of its own."""

    def __init__(self, env: Env) -> None:
        super().__init__(env)
        self.wanted = ""
        self.left = 0
        self.carries_out = True
        self.met: list[str] = []
        """The calls that have been answered so."""

    def hiccup(self, wanted: str, times: int = 1) -> None:
        """Answer the next requests whose method and path begin with a pattern by an error, though they are carried out."""
        self.wanted, self.left = wanted, times

    async def _request(self, request: web.Request) -> web.Response:
        what = f"{request.method} /{request.match_info['path']}"
        if not (self.left and re.fullmatch(self.wanted, what)):
            return await super()._request(request)
        self.left -= 1
        self.met.append(what)
        if self.carries_out:
            await super()._request(request)
        return web.Response(status=500)


async def _hello(_: discord.Interaction[Any]) -> None:
    """Do nothing: people only ask for it."""


class Ground(World):
    """A world without the bot, whose calls to Discord are made by the library's own client."""

    async def make_client(self) -> discord.Client:
        """Return a client that does nothing, as simcord requires one."""
        return discord.Client(intents=discord.Intents.none())

    @asynccontextmanager
    async def calls(self) -> AsyncIterator[None]:
        """Log a client in at the stand-in; inside, `api` makes calls by it."""
        self.standin = Hiccuping(self.env)
        await self.standin.start()
        self.told: list[Any] = []
        self.env.backend.subscribers.append(self._asked_for)
        with (
            mock.patch.object(discord.http.Route, "BASE", self.standin.api),
            mock.patch.object(asyncio, "sleep", lambda seconds: _SLEEP(seconds / 100)),
        ):
            self.client = discord.Client(intents=discord.Intents.none(), http_trace=counting_calls())
            await self.client.login("a.stand-in.token")
            adapter = async_context.get()
            async_context.set(AsyncWebhookAdapter())  # type: ignore[no-untyped-call]
            self.api = DiscordApi(self.client)
            self.tree = app_commands.CommandTree(self.client)
            self.tree.add_command(app_commands.Command(name="hello", description="Says hello", callback=_hello))
            try:
                yield
            finally:
                async_context.set(adapter)
                await self.client.close()
                await self.standin.close()

    def _asked_for(self, event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            self.told.append(payload)

    async def text_channel(self) -> discord.TextChannel:
        """Return the channel as the library knows it."""
        guild = await self.api.places.guild(self.guild.id)
        assert isinstance(guild, discord.Guild)
        channel = await self.api.places.channel(guild, self.channel.id)
        assert isinstance(channel, discord.TextChannel)
        return channel

    async def asked(self) -> discord.Interaction[Any]:
        """Return the interaction of a command that somebody has just typed."""
        await self.api.application.register(self.tree)
        await self.person("Anna").member.slash(self.channel, "hello")
        return discord.Interaction(data=self.told[-1], state=self.client._connection)

    async def pressed(self) -> discord.Interaction[Any]:
        """Return the interaction of a button that somebody has just pressed under a message that all see."""
        await self.api.messages.post(self.channel.id, page("for all"), nonce="pressed")
        (message,) = self.messages()
        await self.person("Anna").member.click(message.handle, custom_id="press")
        return discord.Interaction(data=self.told[-1], state=self.client._connection)

    async def pressed_alone(self) -> discord.Interaction[Any]:
        """Return the interaction of a button that somebody has just pressed under a message that they alone see."""
        asked = await self.asked()
        await self.api.answers.expect(asked)
        await self.api.answers.answer(asked, page("for one"))
        record = self.env.backend.interactions[asked.id]
        assert record.message_id is not None
        answered = ResponseMessage(self.env, self.env.backend.get_message(self.channel.id, record.message_id))
        await self.person("Anna").member.click(answered, custom_id="press")
        return discord.Interaction(data=self.told[-1], state=self.client._connection)

    def texts(self) -> list[tuple[str, bool]]:
        """Return the texts of the channel's messages, and whether each is private."""
        stored = self.env.backend.messages.get(self.channel.id, {})
        shown = [self.show(ResponseMessage(self.env, one)) for _, one in sorted(stored.items())]
        return [(one.text, one.ephemeral) for one in shown]


def page(text: str, *files: Attachment) -> Page:
    """Return a page with a button."""
    row: ui.ActionRow[Any] = ui.ActionRow(ui.Button(label="Press", custom_id="press"))
    return Page(ui.TextDisplay(text), row, attachments=files)


FILE = Attachment("cards.bin", b"cards")


async def register(on: Ground) -> None:
    on.standin.hiccup("PUT .*/commands")
    registered = await on.api.application.register(on.tree)
    assert isinstance(registered, dict)
    known = on.env.backend.find_command("hello", None)
    assert known is not None
    assert registered == {"hello": int(known["id"])}


async def upload_emoji(on: Ground) -> None:
    on.standin.hiccup("POST .*/emojis")
    made = await on.api.application.upload_emoji("ace", b"\x89PNG\r\n\x1a\n")
    assert await on.api.application.emojis() == {"ace": made}


async def delete_emoji(on: Ground) -> None:
    made = await on.api.application.upload_emoji("ace", b"\x89PNG\r\n\x1a\n")
    assert isinstance(made, int)
    on.standin.hiccup("DELETE .*/emojis/.*")
    assert await on.api.application.delete_emoji(made) is None
    assert await on.api.application.emojis() == {}


async def post(on: Ground) -> None:
    on.standin.hiccup("POST .*/messages")
    made = await on.api.messages.post(on.channel.id, page("The table", FILE), nonce="1")
    assert [one.id for one in on.messages()] == [made]


async def edit(on: Ground) -> None:
    made = await on.api.messages.post(on.channel.id, page("before", FILE), nonce="1")
    assert isinstance(made, int)
    on.standin.hiccup("PATCH .*/messages/.*")
    assert await on.api.messages.edit(on.channel.id, made, page("after", Attachment("other.bin", b"others"))) is None
    (message,) = on.messages()
    assert (message.text, len(message.files)) == ("after", 1)


async def delete(on: Ground) -> None:
    made = await on.api.messages.post(on.channel.id, page("gone soon"), nonce="1")
    assert isinstance(made, int)
    on.standin.hiccup("DELETE .*/messages/.*")
    assert await on.api.messages.delete(on.channel.id, made) is None
    assert on.messages() == []


async def open_direct(on: Ground) -> None:
    anna = on.person("Anna")
    on.standin.hiccup("POST /users/@me/channels")
    assert await on.api.places.open_direct(anna.id) == anna.member.user.dm_channel.id


async def open_thread(on: Ground) -> None:
    channel = await on.text_channel()
    older = await on.api.places.open_thread(channel, "Anna's game", since=on.channel.id)
    assert isinstance(older, int)
    on.standin.hiccup("POST .*/threads")
    opened = await on.api.places.open_thread(channel, "Anna's game", since=older)
    assert isinstance(opened, int)
    assert opened != older
    assert await on.api.places.threads(channel, on.channel.id) == {older: "Anna's game", opened: "Anna's game"}


async def open_thread_again(on: Ground) -> None:
    channel = await on.text_channel()
    thread = await on.api.places.open_thread(channel, "Anna's game", since=on.channel.id)
    assert isinstance(thread, int)
    made = await on.api.messages.post(thread, page("before"), nonce="1")
    assert isinstance(made, int)
    found = await on.client.fetch_channel(thread)
    assert isinstance(found, discord.Thread)
    await found.edit(archived=True)
    on.standin.hiccup("PATCH /channels/[0-9]+")
    await on.api.caller._opened_again(thread)
    assert await on.api.messages.edit(thread, made, page("after")) is None


async def announced(on: Ground, interaction: discord.Interaction[Any], *, in_place: bool = False) -> None:
    with mock.patch.object(answers, "_MOST_AT_ONCE", 0):
        await on.api.answers.expect(interaction, in_place=in_place)


async def expect(on: Ground) -> None:
    """Announce an answer, which then takes the place of the announcement."""
    interaction = await on.asked()
    on.standin.hiccup("POST .*/callback")
    await announced(on, interaction)
    assert await on.api.answers.answer(interaction, page("Your hand")) is not None
    assert on.texts() == [("Your hand", True)]


async def accept(on: Ground) -> None:
    """Accept a press, and don't write what one person asked for into what others see."""
    interaction = await on.pressed()
    await on.api.answers.expect(interaction, in_place=True)
    on.standin.hiccup("POST .*/callback")
    await on.api.answers.accept(interaction)
    await on.api.answers.answer(interaction, page("Your hand"))
    assert on.texts() == [("for all", False), ("Your hand", True)]


async def open_form(on: Ground) -> None:
    interaction = await on.pressed()
    form = ui.Modal(title="How many?", custom_id="form")
    form.add_item(ui.TextInput(label="Points", custom_id="points"))
    on.standin.hiccup("POST .*/callback")
    assert await on.api.answers.open_form(interaction, lambda: form)


async def suggest(on: Ground) -> None:
    interaction = await on.asked()
    interaction.type = discord.InteractionType.autocomplete
    on.standin.hiccup("POST .*/callback")
    assert await on.api.answers.suggest(interaction, [app_commands.Choice(name="7♠", value="7S")])


async def launch(on: Ground) -> None:
    interaction = await on.asked()
    on.standin.hiccup("POST .*/callback")
    with launches() as started:
        assert await on.api.answers.launch(interaction)
    assert len(started) == 1


async def answer(on: Ground) -> None:
    """Give a first answer once, and change it."""
    interaction = await on.asked()
    await on.api.answers.expect(interaction)
    on.standin.hiccup("POST .*/callback")
    made = await on.api.answers.answer(interaction, page("Your hand", FILE))
    assert made is not None
    assert await on.api.answers.answer(interaction, page("Your hand now")) == made
    assert on.texts() == [("Your hand now", True)]


async def answer_again(on: Ground) -> None:
    interaction = await on.asked()
    await announced(on, interaction)
    on.standin.hiccup("PATCH .*/messages/@original")
    assert await on.api.answers.answer(interaction, page("Your hand", FILE)) is not None
    assert on.texts() == [("Your hand", True)]


async def answer_in_place(on: Ground) -> None:
    """Change the pressed message as the first answer, then once more."""
    interaction = await on.pressed_alone()
    await on.api.answers.expect(interaction, in_place=True)
    on.standin.hiccup("POST .*/callback")
    made = await on.api.answers.answer(interaction, page("Your hand", FILE))
    assert made is not None
    assert on.texts() == [("Your hand", True)]
    assert await on.api.answers.answer(interaction, page("Your hand now", FILE)) == made
    assert on.texts() == [("Your hand now", True)]


async def whisper_at_once(on: Ground) -> None:
    """Say a sentence as the first answer to a press; what is answered later takes its place."""
    interaction = await on.pressed()
    await on.api.answers.expect(interaction, in_place=True)
    on.standin.hiccup("POST .*/callback")
    await on.api.answers.whisper(interaction, page("Not your turn"))
    assert on.texts() == [("for all", False), ("Not your turn", True)]
    await on.api.answers.answer(interaction, page("Your hand"))
    assert on.texts() == [("for all", False), ("Your hand", True)]


async def withdraw(on: Ground) -> None:
    interaction = await on.asked()
    await announced(on, interaction)
    on.standin.hiccup("DELETE .*/messages/@original")
    await on.api.answers.withdraw(interaction)
    assert on.texts() == []


async def whisper(on: Ground) -> None:
    """Say a sentence twice: Discord knows no nonce there, and shows the message to nobody else.

    This is the one call that may do a thing twice. It is better than to leave somebody without an answer.
    """
    interaction = await on.pressed()
    await announced(on, interaction, in_place=True)
    on.standin.hiccup("POST /webhooks/.*")
    await on.api.answers.whisper(interaction, page("Not your turn"))
    assert on.texts() == [("for all", False), ("Not your turn", True), ("Not your turn", True)]


async def whisper_in_place_of_an_announcement(on: Ground) -> None:
    interaction = await on.asked()
    await announced(on, interaction)
    on.standin.hiccup("(POST|PATCH) /webhooks/.*")
    await on.api.answers.whisper(interaction, page("Not your turn"))
    assert on.texts() == [("Not your turn", True)]


CHANGES: dict[str, tuple[Callable[[Ground], Awaitable[None]], ...]] = {
    "register": (register,),
    "upload_emoji": (upload_emoji,),
    "delete_emoji": (delete_emoji,),
    "post": (post,),
    "edit": (edit, open_thread_again),
    "delete": (delete,),
    "open_direct": (open_direct,),
    "open_thread": (open_thread,),
    "expect": (expect,),
    "accept": (accept,),
    "open_form": (open_form,),
    "suggest": (suggest,),
    "launch": (launch,),
    "answer": (answer, answer_again, answer_in_place),
    "withdraw": (withdraw,),
    "whisper": (whisper, whisper_at_once, whisper_in_place_of_an_announcement),
}
"""The trials of each of the bot's calls that changes something."""

READS = {
    "emojis", "written_since", "own", "posted", "shards", "answers", "guild", "channel", "self_in", "member", "there",
    "threads", "granted", "seen_by", "held",
}  # fmt: skip
"""The calls that only read."""


def test_no_kind_of_call_is_left_out() -> None:
    subjects = (ApplicationCalls, PlaceCalls, AnswerCalls, MessageCalls)
    calls = {
        name
        for subject in subjects
        for name, method in inspect.getmembers(subject, inspect.iscoroutinefunction)
        if name[0] != "_"
    }
    # The way of an edit that answers a press.
    assert calls - {"take_as_answer"} == CHANGES.keys() | READS
    assert not CHANGES.keys() & READS


@pytest.mark.parametrize(
    "trial", dict.fromkeys(one for each in CHANGES.values() for one in each), ids=lambda one: one.__name__
)
async def test_what_is_sent_again_after_it_was_carried_out_is_done_once(
    tmp_path: Path, trial: Callable[[Ground], Awaitable[None]]
) -> None:
    async with Ground(tmp_path / "none.sqlite3") as on, on.calls():
        await trial(on)
        assert len(on.standin.met) == 1
        assert not [line for line in on.log if line.startswith(("ERROR", "CRITICAL"))]


async def test_a_thread_is_opened_by_another_try_if_none_was(tmp_path: Path) -> None:
    async with Ground(tmp_path / "none.sqlite3") as on, on.calls():
        channel = await on.text_channel()
        on.standin.hiccup("POST .*/threads", times=2)
        on.standin.carries_out = False
        opened = await on.api.places.open_thread(channel, "Anna's game", since=on.channel.id)
        assert await on.api.places.threads(channel, on.channel.id) == {opened: "Anna's game"}
        assert len(on.standin.met) == 2


@pytest.mark.slow
async def test_all_emojis_are_complete_after_hiccups(tmp_path: Path) -> None:
    async with Ground(tmp_path / "none.sqlite3") as on, on.calls():
        database = await open_database(tmp_path / "games.sqlite3")
        try:
            uploads = EmojiUploads(database, on.api, upload=True, sleep=_SLEEP)
            # Of the first two, no try is confirmed; the third one is refused at its second try, as its name is taken.
            on.standin.hiccup("POST .*/emojis", times=11)
            assert await uploads._work() == _AGAIN_AFTER
        finally:
            await database.close()
        names = [one.name for one in on.env.backend.application_emojis.values()]
        assert sorted(names) == sorted(emoji.name for emoji in emojis())
        assert await on.api.application.emojis() == uploads.ids
        assert len(names) == 107
        assert not [line for line in on.log if line.startswith(("ERROR", "WARNING bot"))]
