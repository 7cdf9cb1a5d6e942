"""A local Discord to try the bot in: the real bot in a simulated server, with pages for channel and direct messages."""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextvars
import logging
import random
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Self

from simcord import ChannelHandle, Env, MemberActor, Preview, UserHandle
from simcord._clock import Clock
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import SetupError
from simcord.preview._media import MediaInfo, MediaWorker, _process_media

from bot.canasta.rules import RulesError, load_rules
from bot.client.client import CanastaBot, browser_server, open_bot
from bot.config import Settings
from bot.data.errors import DatabaseError
from bot.data.tables import Status
from bot.store.games import GameStore
from bot.store.messages import MessageStore
from bot.store.opening import open_database

#: Seconds between two checks for news that the pages don't show yet.
FOLLOW_EVERY: Final = 0.25

#: Seconds after which a start counts as stuck. The bot draws the emojis then, which takes a slow machine some time.
_START_WITHIN: Final = 120.0

#: Seconds after which what a press or a command does counts as stuck. simcord also waits for whatever the bot has left
#: for later within this time, so it is less than what a draw waits before it is shown by itself.
_SETTLE_WITHIN: Final = 20.0

#: Seconds that pages, bot and simulated Discord get to end.
_END_WITHIN: Final = 15.0

#: Seconds for which the address of the table can be used: whoever looks around first has time to.
_LINK_SECONDS: Final = 24 * 3600

WELCOME: Final = """\
Canasta runs in a simulated Discord. Open these pages, side by side:

  #canasta          {channel}
  direct messages   {direct}

Or see and play the same table by touch, mouse or keyboard (the address works once, for the browser that opens it first):

  your table        {table}

1. {first_step}
2. Your hand comes as a direct message, with buttons for whatever you may do.
3. Or type commands, there or in the channel: /draw, /take-pile, /meld, /discard, /hand, /table.
   In an option, type a letter or a space to see what you could play.
4. The computers move by themselves; both pages follow.
5. A second table goes into a thread. Its page's address is printed here.
6. “Deal of the day”, above the table in the channel, sends today's deal, the same for everybody, to the direct messages;
   a button under its answer opens the game of the week.
7. “Viewing as”, at the top of the channel's page, makes you the server's owner, who has the commands of moderators too:
   /settings, /league, /tournament-admin new.
8. {keeping} Ctrl-C ends the sandbox."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--players", type=int, metavar="N", help="seats at the table (default 4)")
    parser.add_argument("--variant", default="classic", help="what to play (default classic)")
    parser.add_argument("--layout", help="the table, by its name in the list of `variants`")
    parser.add_argument("--house", metavar="RULES", help="house rules, as `/play` takes them: deal.hand=13")
    parser.add_argument("--seed", type=int, metavar="N", help="shuffle reproducibly")
    parser.add_argument("--database", type=Path, metavar="FILE", help="keep the games in this file")


def run(options: argparse.Namespace) -> int:
    """Run the sandbox until Ctrl-C and return an exit status.

    `players` counts all seats of the table that waits in the channel: one for the newcomer, computers on the rest; it
    is 4 where no layout says otherwise. Without a `database` file the games are gone afterwards.
    """
    database: Path | None = options.database
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    # A shell that starts this in the background makes it ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        seats = options.players or (4 if options.layout is None else None)
        rules = load_rules(options.variant, options.layout, seats)
    except RulesError as error:
        print(error, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as scratch:
        port = _free_port()
        settings = Settings(
            database=database or Path(scratch) / "sandbox.sqlite3",
            page_port=port,
            page_url=f"http://127.0.0.1:{port}",
        )
        chance = random.Random(options.seed) if options.seed is not None else None

        async def serve() -> None:
            sandbox = await _Sandbox.open(settings, chance)
            await sandbox.run(options.variant, rules.layout, rules.seats, options.house, kept=database is not None)

        try:
            asyncio.run(serve())
        except KeyboardInterrupt:
            print("\nThe sandbox ends.")
        except DatabaseError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


class _OwnPictures(MediaWorker):
    """The reader of pictures before a page shows them, in a thread: they are the bot's own.

    simcord has a process for each, and refuses more than eight at once: a hand has more emojis.
    """

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        """Return what a page needs to know of a picture. Raises `MediaError` if it can't be shown."""
        return await asyncio.to_thread(_process_media, blob, media_time or 0.0)


class _PatientEnv(Env):
    """A simulated Discord that waits for a bot on a slow machine as it starts: simcord gives it five seconds."""

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109
        **options: Any,
    ) -> None:
        await super()._settle_internal(timeout=None if timeout is None else max(timeout, _START_WITHIN), **options)


class _WallClock(Clock):
    """The clock of the simulated Discord, which tells the real time."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class _Sandbox:
    """One simulated Discord with the bot in it. Ids are the same in every run, so that a kept game finds its people."""

    def __init__(self, settings: Settings, bot: CanastaBot) -> None:
        self._settings = settings
        self._bot = bot
        self._env = _PatientEnv(self._bot, settle_timeout=_START_WITHIN)
        self._env.backend.edit_bot_profile("Canasta")
        self._guild = self._env.create_guild("Sandbox")
        self._channel = self._guild.create_text_channel("canasta")
        self._newcomer = self._guild.add_member(self._env.create_user("Newcomer"))
        self._owner = MemberActor(self._env, self._guild, self._guild.owner)
        self._direct = self._newcomer.user.dm_channel
        self._env.backend.clock = _WallClock()
        _keep_emojis(self._env)
        _allow_late_answers(self._env)
        self._served = asyncio.Event()
        self._pages: list[Preview] = []
        self._news: set[int] = set()

    @classmethod
    async def open(cls, settings: Settings, chance: random.Random | None) -> Self:
        """Return a sandbox with the games of the settings' database, or a new one."""

        async def sleep(seconds: float) -> None:
            await sandbox._sleep(seconds)

        await _forget_messages(settings.database)
        sandbox = cls(settings, await open_bot(settings, chance=chance, sleep=sleep, shards=1))
        return sandbox

    async def run(self, variant: str, layout: str, players: int, house: str | None, *, kept: bool) -> None:
        """Serve both pages until it is cancelled."""
        async with self._ends_in_time() as stack:
            # For a start that fails: the database's threads keep the process alive until the bot is closed.
            stack.push_async_callback(self._bot.close)
            self._draw_emojis_later()
            self._bot.tree.set_translator = _untranslated  # type: ignore[method-assign,assignment]
            await self._env.start()
            stack.push_async_callback(self._env.shutdown)
            stack.push_async_callback(self._bot.close)
            # The pages show no mentions of commands: there commands are called by their names.
            self._bot.services.discord_api.showing.mention_commands({})
            kept_table = await self._bot.services.tables.games.in_channel(self._channel.id)
            # Its answer offers today's deal, which a newcomer would otherwise find by a command alone.
            await self._newcomer.slash(self._channel, "help")
            if kept_table is None:
                order = {"variant": variant, "players": layout, "computers": players - 1}
                order |= {} if not house else {"house": house}
                await self._newcomer.slash(self._channel, "play", **order)
            self._env.settle_timeout = _SETTLE_WITHIN
            self._bot.services.tables.thinkers.wait = self._beside
            self._env.backend.subscribers.append(self._heard)
            channel = await stack.enter_async_context(self._page(self._channel, self._newcomer, self._owner))
            direct = await stack.enter_async_context(self._page(self._direct, self._newcomer.user))
            await self._serve_tables(stack)
            print(
                WELCOME.format(
                    channel=channel.url,
                    direct=direct.url,
                    table=await self._table_link(),
                    first_step="Your game goes on where it was."
                    if kept_table is not None and kept_table.status is Status.PLAYING
                    else "The table is laid: press Start under the message in the channel.",
                    keeping=f"Games are kept in {self._settings.database}."
                    if kept
                    else "Games are forgotten at the end (--database FILE keeps them).",
                ),
                flush=True,
            )
            self._served.set()
            await self._follow(stack)

    async def _serve_tables(self, stack: AsyncExitStack) -> None:
        """Serve tables to browsers."""
        server = browser_server(self._bot)
        await server.open(self._settings.page_host, self._settings.page_port)
        stack.push_async_callback(server.close)

    async def _table_link(self) -> str:
        """Return the address that opens the table in the channel for the newcomer."""
        table = await self._bot.services.tables.games.in_channel(self._channel.id)
        if table is None or table.seat_of(self._newcomer.id) is None:
            return self._bot.services.doors.url
        return await self._bot.services.doors.link(self._newcomer.id, table.id, _LINK_SECONDS)

    def _draw_emojis_later(self) -> None:
        """Have the bot draw and upload its emojis once the pages are served: the first message that shows one comes later."""
        uploads = self._bot.services.emoji_uploads
        work = uploads._work

        async def later() -> float:
            await self._env.external_wait(self._served.wait(), reason="the pages come first")
            seconds: float = await self._beside(work())
            return seconds

        uploads._work = later  # type: ignore[method-assign]

    @asynccontextmanager
    async def _ends_in_time(self) -> AsyncIterator[AsyncExitStack]:
        """Yield a stack whose callbacks together get `_END_WITHIN` seconds.

        Ctrl-C must end the sandbox, whatever a browser does.
        """
        stack = AsyncExitStack()
        try:
            yield stack
        finally:
            with suppress(TimeoutError):
                async with asyncio.timeout(_END_WITHIN):
                    await stack.aclose()

    def _page(self, channel: ChannelHandle, *viewers: MemberActor | UserHandle) -> Preview:
        # simcord allows one page per Env because of `env.preview.refresh`, which isn't used here.
        self._env._preview = None
        page = self._env.preview(channel, viewers=viewers, layout="channel")
        page._media_worker = _OwnPictures()
        self._pages.append(page)
        return page

    def _heard(self, event: str, payload: Mapping[str, Any]) -> None:
        if event.startswith("MESSAGE_"):
            self._news.add(int(payload["channel_id"]))

    async def _follow(self, stack: AsyncExitStack) -> None:
        """Publish what came without an action of the newcomer's, and serve pages of new threads.

        The newcomer's own actions publish by themselves.
        """
        while True:
            await asyncio.sleep(FOLLOW_EVERY)
            if all(page._active_action is None for page in self._pages):
                await self._open_threads(stack)
            for page in self._pages:
                # Otherwise “in 5 seconds” would count from the moment at which the page was made.
                page._advance_presentation_time()
                if page.channel.id in self._news and page._active_action is None:
                    self._news.discard(page.channel.id)
                    for browser_page in tuple(page._pages.values()):
                        page._publish(browser_page, reason="refresh")

    async def _open_threads(self, stack: AsyncExitStack) -> None:
        """Serve a page for each thread that has none: a page shows one channel and leads to no other."""
        shown = {page.channel.id for page in self._pages}
        for thread in self._channel.threads:
            if thread.id not in shown:
                page = await stack.enter_async_context(self._page(thread, self._newcomer, self._owner))
                print(f"\n  thread “{thread.name}”   {page.url}", flush=True)

    async def _sleep(self, seconds: float) -> None:
        """Wait before a computer's move, in a way that simcord knows of.

        Otherwise it would hold up the newcomer's actions.
        """
        loop = asyncio.get_running_loop()
        over = loop.create_future()
        # An empty context: the timer is not the bot's, so it runs by the real clock.
        contextvars.Context().run(loop.call_later, seconds, _finish, over)
        await self._known(over, "a computer thinks")

    async def _beside(self, thought: Coroutine[Any, Any, Any]) -> Any:
        """Wait for what takes long, as a hint or the emojis, in a way that simcord knows of.

        A press is over then as soon as its answer says that the bot thinks. Otherwise a page would be held up until all of
        that is there, and call the press uncertain.
        """
        # An empty context: the work is not the bot's, so simcord doesn't wait for it.
        task = contextvars.Context().run(asyncio.get_running_loop().create_task, thought)
        return await self._known(task, "it takes long")

    async def _known(self, awaited: asyncio.Future[Any], reason: str) -> Any:
        """Wait for something, and have simcord wait too, unless a browser asked for it: simcord refuses that."""
        try:
            return await self._env.external_wait(awaited, reason=reason)
        except SetupError:
            return await awaited


def _free_port() -> int:
    """Return a port of this machine at which nobody listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


async def _untranslated(_translator: object) -> None:
    """Have commands keep their English names: the pages show no others, and these take a second to read."""


def _allow_late_answers(env: Env) -> None:
    """Have the simulated Discord take first answers after three seconds, too.

    The bot announces in time that an answer takes longer, but in simcord no time passes for it before the answer is there.
    """
    backend = env.backend
    begin = backend.new_interaction

    def began(*what: Any) -> Any:
        interaction = begin(*what)
        interaction.initial_response_deadline = None
        return interaction

    backend.new_interaction = began  # type: ignore[method-assign,assignment]


def _keep_emojis(env: Env) -> None:
    """Have the simulated Discord keep the pictures of the bot's emojis, so that pages show them."""
    backend = env.backend
    create = backend.create_application_emoji

    def created(name: str, **options: Any) -> Any:
        emoji = create(name, **options)
        # The request that asks for it is the last one. Its picture is a data URI.
        asked: Any = backend.http_requests[-1].json
        picture = base64.b64decode(asked["image"].partition(",")[2])
        backend.cdn._blobs[f"{CDN_BASE}/emojis/{emoji.id}.png"] = picture
        return emoji

    backend.create_application_emoji = created  # type: ignore[method-assign]


def _finish(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


async def _forget_messages(place: Path | str) -> None:
    """Forget the bot's messages, so that it posts them again: the simulated Discord starts empty each time."""
    database = await open_database(place, alone=True)
    try:
        messages = MessageStore(database)
        for table in await GameStore(database).active():
            await messages.forget_table(table.id)
    finally:
        await database.close()
