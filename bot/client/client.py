"""The Discord client: starts and stops everything, loads the cogs, and registers commands."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import itertools
import logging
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

import discord
import yarl
from discord import app_commands
from discord.ext import commands

from bot.browser.activity import Activity
from bot.browser.guard import Limits
from bot.browser.server import BrowserServer
from bot.canasta.rules import RulesError, list_variants, load_rules
from bot.client import command_places, tree
from bot.client.condition import Condition
from bot.client.services import Outside, wire
from bot.client.throttle import Strangers, TooOften, too_often
from bot.client.webhook_events import Deauthorized
from bot.config import Settings
from bot.data.errors import StoreTrouble
from bot.data.people import InDiscord
from bot.messages.discord_api import counting_calls
from bot.messages.discord_refusals import Refusal
from bot.store import Database
from bot.store.commands import CommandStore
from bot.store.opening import open_database
from bot.tables.rules import zones
from bot.ui import i18n
from bot.ui.actions import Interaction, read, read_form
from bot.ui.words import command_names, time_zones
from bot.watching import heartbeat

log = logging.getLogger(__name__)

#: Seconds that everything unfinished gets when the bot is stopped, and those of them that answers get: people who would
#: wait for longer learn so. Docker kills it after ten.
_PATIENCE = 8.0
_PATIENCE_FOR_ANSWERS = 5.0

#: Seconds after which what the database didn't let the bot begin with is tried again.
_AGAIN_AFTER = 5.0

#: The longest rest, in seconds, that a request waits for Discord; before a longer one it is given up and made again
#: later.
_LONGEST_REST = 30.0

#: The cogs, in the order in which their commands are registered: those for moderators come last.
COGS = (
    "cogs.lobby",
    "cogs.lobby_settings",
    "cogs.canasta",
    "cogs.help",
    "cogs.learn",
    "cogs.daily",
    "cogs.find",
    "cogs.avoid",
    "cogs.houserules",
    "cogs.preferences",
    "cogs.mine",
    "cogs.seats",
    "cogs.spectators",
    "cogs.review",
    "cogs.play",
    "cogs.browser",
    "cogs.orders",
    "cogs.channels",
    "cogs.league",
    "cogs.solo",
    "cogs.tournaments",
    "cogs.privacy",
    "cogs.admin",
    "cogs.organising",
    "cogs.tournament_corrections",
    "cogs.settings",
    "cogs.seasons",
)


#: Events that the gateway sends to all of several processes, and on which one of them acts.
FOR_ONE = frozenset(
    {
        "guild_channel_delete",
        "guild_channel_update",
        "guild_join",
        "guild_remove",
        "guild_role_update",
        "message",
        "raw_thread_delete",
        "thread_update",
    }
)


@dataclass(frozen=True, slots=True)
class WayHandler:
    """The actions of a command's option `what`: the cog that does it, and its method."""

    cog: Any
    work: Callable[..., Awaitable[Any]]


def _read_ahead() -> None:
    """Read from files what would keep everybody waiting when it is first asked for: games and the names of time zones."""
    with contextlib.suppress(RulesError):  # what is wrong with a file is said elsewhere
        for one in list_variants():
            load_rules(one.id, one.layouts[0].name)
    for zone in itertools.chain.from_iterable(time_zones.COMMON.values()):
        for language in i18n.languages():
            time_zones.described(zone, 0, language)
    zones.zones()


def _say_which_zones_count() -> None:
    """Log by which rules of time zones the bot goes, and if the system has newer ones."""
    theirs = zones.of_system()
    if theirs is not None and theirs > zones.VERSION:
        log.warning(
            "Time zones follow tzdata %s, which came with the bot, but this system has %s: bring the bot up to date",
            zones.VERSION,
            theirs,
        )
    else:
        log.info("Time zones follow tzdata %s, which came with the bot", zones.VERSION)


def _passed_over(_: Any) -> None:
    """Do nothing with an event of the gateway."""


def utc_now() -> datetime:
    """Return the time of the system's clock."""
    return datetime.now(UTC)


class CanastaBot(commands.AutoShardedBot):
    """The bot, which works with an open database and closes it at its end."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        outside: Outside,
        shards: int | None,
    ) -> None:
        super().__init__(
            shard_count=shards,
            http_trace=counting_calls(),
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            max_ratelimit_timeout=_LONGEST_REST,
            tree_cls=_Tree,
        )
        self.settings = settings
        self._outside = outside
        self.services = wire(
            self,
            database,
            settings,
            outside,
            redraw_answers=self.redraw_answers,
            taken_over=self._taken_over,
            try_again=self._try_again,
        )
        self.condition = Condition(
            self, self.services, needs_gateway=lambda: self._needs_gateway, goes_on=lambda: self._resumed
        )
        self.ways: dict[str, WayHandler] = {}
        self._redrawers: list[Callable[[int], Awaitable[None]]] = []
        self._resumed = False
        self._ending = False

    async def setup_hook(self) -> None:
        """Load the cogs and register the commands."""
        self.condition.since = self.seconds()
        _say_which_zones_count()
        reading = asyncio.create_task(asyncio.to_thread(_read_ahead))
        # Asked for meanwhile: the library would ask when all else is done, and go where Discord says.
        asks = self.shard_count is None and self.settings.gateway
        counting = asyncio.create_task(self.services.discord_api.application.shards()) if asks else None
        learning = asyncio.create_task(self.services.emoji_uploads.learn())
        self._connection.parsers["READY"] = self._connected_again
        self._connection.parsers["INTERACTION_CREATE"] = self._interaction_told
        self._connection.parsers["MESSAGE_CREATE"] = self._message_told
        # Of what becomes of messages the bot hears nothing new: nearly all are its own.
        for event in ("MESSAGE_UPDATE", "MESSAGE_DELETE"):
            self._connection.parsers[event] = _passed_over
        self.services.pictures.warm_up()
        await self.tree.set_translator(command_names.CommandTranslator())
        for name in COGS:
            await importlib.import_module(name).setup(self)
            await asyncio.sleep(0)
        command_places.settle(self.tree)
        await self._register()
        await reading
        await learning
        if counting is not None:
            self.shard_count = await counting

    async def _register(self) -> None:
        """Have Discord offer the commands, and messages mention them."""
        stored, discord_api = CommandStore(self.services.database), self.services.discord_api
        known = await stored.ids()
        registered = await discord_api.application.register(self.tree)
        if isinstance(registered, Refusal):
            log.warning("The commands could not be registered; those of the last start remain")
        elif registered != known:
            known = registered
            with contextlib.suppress(StoreTrouble):  # it has been logged, and the next start tries again
                await stored.keep(registered)
        discord_api.showing.mention_commands(known)

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Hand an event on, unless the bot has ended: the library still sends `ready`, with no event loop left."""
        if event_name == "socket_event_type":
            self.condition.heard()
        if not self.is_closed() and (self.leads or event_name not in FOR_ONE):
            super().dispatch(event_name, *args, **kwargs)

    @property
    def leads(self) -> bool:
        """Whether this process does what only one of several may do; alone, it does everything."""
        return self.services.database.leads

    @property
    def stands_by(self) -> bool:
        """Whether this process connects to the gateway only when it leads: interactions come by other ways."""
        return self.settings.workers == "several" and self.settings.interactions_port > 0

    @property
    def _needs_gateway(self) -> bool:
        return self.settings.gateway and (self.leads or not self.stands_by)

    def _interaction_told(self, payload: Any) -> None:
        """Answer an interaction that the gateway tells all processes, if this one leads, unless it would not finish the answer."""
        if self.leads and not self._ending:
            self.take_interaction(payload)

    def _message_told(self, payload: Any) -> None:
        """Read a message that the gateway tells of, unless the bot has written it itself, as it has nearly all."""
        if int(payload["author"]["id"]) != self._connection.self_id:
            self._connection.parse_message_create(payload)

    def _connected_again(self, payload: Any) -> None:
        """Have a connection that begins again tell of the servers that it has lost since the last one.

        The library goes on knowing them: Discord lists those that there are, and says nothing of others.
        """
        there, shard = {int(guild["id"]) for guild in payload["guilds"]}, payload.get("shard", (0, 1))[0]
        self._connection.parse_ready(payload)
        for guild in [one for one in self.guilds if one.shard_id == shard and one.id not in there]:
            self._connection.parse_guild_delete({"id": str(guild.id)})

    async def _taken_over(self) -> None:
        """Begin to lead: do what the process that led before may have left, or not have heard."""
        for one in (
            self.services.lookout,
            self.services.order_calls,
            self.services.departures,
            self.services.notifier,
            self.services.presence,
            self.services.quiet_tries,
            self.services.season_announcer,
            self.services.morning_poster,
            self.services.line_poster,
            self.services.director,
            self.services.emoji_uploads,
        ):
            one.wake()
        self.dispatch("lead")
        await self.services.privacy.finish()

    def _try_again(self) -> None:
        """Do what Discord didn't let be done while it was out of order."""
        if not self._ending:
            self.services.teller.try_again()
            for worker in self.services.workers:
                worker.try_again()

    async def on_resumed(self) -> None:
        """Post what could not be posted while the connection was lost."""
        await self.services.teller.catch_up()

    async def on_ready(self) -> None:
        """Go on: the servers are known now."""
        if self._ending:
            return
        self.services.interactions.finished_before_the_end()
        await self.go_on()

    async def go_on(self) -> None:
        """Post what is still to be posted; the first time, also let timers and computers go on where they stood."""
        await self.insist(self._go_on)

    async def insist(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do some work again and again until the database lets it be done."""
        while not self._ending:
            try:
                await work()
            except StoreTrouble:
                await self._outside.sleep(_AGAIN_AFTER)
            else:
                return

    async def _go_on(self) -> None:
        await self.services.teller.catch_up()
        if self._resumed:
            return
        # Of several processes another may have the computers move; the leading one resumes those that stand still.
        if not self.services.database.shared:
            await self.services.privacy.finish()
            await self.services.tables.computers.resume()
        self._resumed = True
        for worker in reversed(self.services.workers):
            worker.start()

    async def close(self) -> None:
        """Finish the answers and messages that have begun, then close Discord's connection, threads and database."""
        if self.is_closed() or self._ending:
            return
        self._ending = True
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_PATIENCE):
                    await self._finish()
            await super().close()
        finally:
            # Even after an error above: an open database keeps the process from ending.
            self.services.pictures.close()
            await self.services.database.close()

    async def _finish(self) -> None:
        """Wait for what has begun; what can't be finished is done after the next start."""
        await self.services.interactions.finish(_PATIENCE_FOR_ANSWERS)
        for worker in self.services.workers:
            await worker.close()
        await self.services.tables.computers.close()
        await self.services.tables.thinkers.close()
        await self.services.teller.finish()

    def take_interaction(self, payload: dict[str, Any]) -> None:
        """Begin the answer to an interaction, whichever way it came.

        May raise anything if the payload isn't Discord's.
        """
        if payload["type"] == discord.InteractionType.component.value:
            # The library would look for what was pressed in the message that Discord sends along, and else do nothing.
            self.dispatch("interaction", discord.Interaction(data=cast("Any", payload), state=self._connection))
        else:
            # The library takes interactions from its gateway alone, and has no public way for others.
            self._connection.parse_interaction_create(payload)  # type: ignore[arg-type]

    async def take_deauthorized(self, event: Deauthorized) -> None:
        """Note that somebody has taken the app away from their account."""
        await self.services.departures.note(event.user_id, event.at)

    def add_beneath(self, name: str, cog: commands.Cog) -> None:
        """Put a cog's commands under a command, next to those of the cog that defines it (which is loaded first)."""
        group = self.tree.get_command(name)
        assert isinstance(group, app_commands.Group)
        for command in cog.get_app_commands():
            group.add_command(command)

    def seconds(self) -> int:
        """Return the present time in seconds UTC."""
        return self._outside.seconds()

    def redraw_also(self, redrawer: Callable[[int], Awaitable[None]]) -> None:
        """Have `redrawer` called with a person's id when what they are shown is to be drawn again."""
        self._redrawers.append(redrawer)

    async def redraw(self, user_id: int) -> None:
        """Show a person's hands and tables again, as they like them to look now."""
        await self.services.teller.redraw(user_id)
        await self.redraw_answers(user_id)

    async def redraw_answers(self, user_id: int) -> None:
        """Show a person's hands again where only they see them."""
        for redrawer in self._redrawers:
            await redrawer(user_id)

    async def on_message(self, message: discord.Message) -> None:
        """Read no commands in messages: the library would log what it can't read."""

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a press or a form by what it says itself: the library knows only what it has shown or finds in a message."""
        data = cast("dict[str, Any]", interaction.data or {})
        if interaction.type is discord.InteractionType.component:
            await self.services.interactions.pressed(
                interaction, read(data["custom_id"]), tuple(data.get("values", ()))
            )
        elif interaction.type is discord.InteractionType.modal_submit:
            await self.services.interactions.pressed(interaction, read(data["custom_id"]), read_form(data))


class _Tree(app_commands.CommandTree[CanastaBot]):
    """The commands, which go through `tree`."""

    async def interaction_check(self, interaction: discord.Interaction[CanastaBot], /) -> bool:
        return await tree.lets_run(interaction.client.services, interaction)

    async def on_error(
        self, interaction: discord.Interaction[CanastaBot], error: app_commands.AppCommandError, /
    ) -> None:
        await tree.failed(interaction.client.services, interaction, error)


async def open_bot(
    settings: Settings,
    *,
    now: Callable[[], datetime] = utc_now,
    chance: random.Random | None = None,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    shards: int | None = None,
) -> CanastaBot:
    """Open the database, and return a bot that works with it and is not connected yet.

    `chance` shuffles (None: the system's generator), `sleep` paces computers, `shards` are the connections to the gateway
    (None: as many as Discord recommends). Raises `DatabaseError` for a database that can't be opened.
    """
    _point_to(settings)
    place, several = settings.database, settings.workers == "several"
    database = await open_database(place, witness=heartbeat.beat_file(place), alone=not several, shared=several)
    return CanastaBot(settings, database, Outside(now, chance, sleep), shards)


def browser_server(bot: CanastaBot) -> BrowserServer:
    """Return the server that shows tables in browsers. There, too, a person presses and looks only so often."""
    services, restraint = bot.services, bot.services.restraint

    def press(user_id: int) -> str | None:
        try:
            if restraint is not None:
                restraint.note(user_id, None, "browser", bot.seconds())
        except TooOften as error:
            return str(error.args[0])
        return None

    def look(user_id: int) -> str | None:
        lets = restraint is None or restraint.lets_complete(user_id, bot.seconds())
        return None if lets else too_often()

    def strange(address: str) -> str | None:
        return None if restraint is None or strangers.lets(address, bot.seconds()) else too_often()

    def refused(address: str) -> None:
        strangers.refused(address, bot.seconds())

    strangers = Strangers()
    limits = Limits(press, look, strange, refused)
    return BrowserServer(
        services.doors,
        services.tables,
        services.people,
        services.pictures,
        limits,
        shared=services.database.shared,
        activity=_activity(bot),
        without_gone=services.presence.without_gone,
        remark=services.teller.pages.remark_to,
        sees=services.places.sees,
    )


def _activity(bot: CanastaBot) -> Activity | None:
    """Return how the page opens in Discord's own window, None if it doesn't. The bot must have logged in."""
    identity, secret = bot.services.discord_api.identity, bot.settings.client_secret
    if secret is None:
        return None

    async def who(code: str) -> InDiscord | None:
        found = await identity.of(code, secret.get_secret_value())
        if isinstance(found, Refusal):
            raise ConnectionError(found.value)
        return found

    return Activity(str(bot.application_id), who, identity.channel_of)


def _point_to(settings: Settings) -> None:
    """Make the library use the addresses of the settings; it keeps them in class attributes."""
    discord.http.Route.BASE = settings.discord_api
    gateway: Any = discord.gateway.DiscordWebSocket
    gateway.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway)
