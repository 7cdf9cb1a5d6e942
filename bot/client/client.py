"""The Discord client: starts and stops everything, loads the cogs, and registers commands."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import itertools
import logging
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, cast

import discord
import yarl
from discord import app_commands
from discord.ext import commands

from bot.canasta.rules import RulesError, list_variants, load_rules
from bot.client.interactions import Interactions
from bot.client.lead import Lead
from bot.client.throttle import Restraint, TooOften
from bot.config import Settings
from bot.data.errors import StoreTrouble
from bot.data.results import Result
from bot.league import League
from bot.league.tournaments import Organiser
from bot.messages.direct import DirectMessages
from bot.messages.discord_api import DiscordApi, counting_calls
from bot.messages.discord_refusals import Refusal
from bot.messages.emojis import EmojiUploads
from bot.messages.letters import Letters
from bot.messages.lookout import Lookout
from bot.messages.notices import Notifier
from bot.messages.order_calls import OrderCalls
from bot.messages.organiser_letters import OrganiserLetters
from bot.messages.places import Places
from bot.messages.presence import Presence
from bot.messages.quiet_tries import QuietTries
from bot.messages.remarks import Remarks
from bot.messages.seasons import SeasonAnnouncer
from bot.messages.tables import Teller
from bot.messages.tournament_posts import TournamentAnnouncer
from bot.messages.tournaments import Director
from bot.store import Database
from bot.store.commands import Commands
from bot.store.database import Transaction
from bot.store.opening import open_database
from bot.store.people import People
from bot.store.servers import Servers
from bot.tables import Tables
from bot.tables.pauses import Pauses
from bot.tables.privacy import Privacy
from bot.tables.rules import zones
from bot.tables.timers import TurnTimers
from bot.ui import i18n
from bot.ui.actions import Interaction, Unreadable, read, read_form
from bot.ui.pages.status_page import Doing
from bot.ui.pictures import Pictures
from bot.ui.words import command_names, time_zones, ways
from bot.watching import heartbeat, metrics
from bot.watching.web import Health
from bot.worker import Worker

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

#: Seconds without an event after which Discord is asked for one.
_SILENCE = 1800.0

#: The cogs, in the order in which their commands are registered: those for moderators come last.
COGS = (
    "cogs.lobby",
    "cogs.canasta",
    "cogs.help",
    "cogs.learn",
    "cogs.houserules",
    "cogs.preferences",
    "cogs.mine",
    "cogs.seats",
    "cogs.spectators",
    "cogs.review",
    "cogs.play",
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

#: The library's errors for commands other than the registered ones: people's Discords keep old ones for a while.
_OUTDATED = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
    Unreadable,
)


@dataclass(frozen=True, slots=True)
class Way:
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


def utc_now() -> datetime:
    """Return the time of the system's clock."""
    return datetime.now(UTC)


class CanastaBot(commands.AutoShardedBot):
    """The bot.

    `people`, `servers`, `direct_messages`, `tables`, `league`, `teller`, `pictures` and `discord_api` are there for the
    cogs once it has logged in.
    """

    people: People
    servers: Servers
    direct_messages: DirectMessages
    tables: Tables
    league: League
    teller: Teller
    turn_timers: TurnTimers
    order_calls: OrderCalls
    notifier: Notifier
    presence: Presence
    quiet_tries: QuietTries
    emoji_uploads: EmojiUploads
    pauses: Pauses
    season_announcer: SeasonAnnouncer
    organiser: Organiser
    letters: Letters
    director: Director
    lookout: Lookout
    lead: Lead
    privacy: Privacy

    def __init__(
        self,
        settings: Settings,
        *,
        now: Callable[[], datetime],
        chance: random.Random | None,
        sleep: Callable[[float], Awaitable[None]],
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
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self.settings = settings
        restraint = Restraint(settings.most_presses) if settings.most_presses else None
        self.interactions = Interactions(self, restraint, now)
        self.discord_api = DiscordApi(self, greet=self.interactions.greet)
        self.places = Places(self, self.discord_api)
        self.pictures = Pictures()
        self._now = now
        self._chance = chance
        self._sleep = sleep
        self._database: Database | None = None
        self._workers: tuple[Worker, ...] = ()
        self.ways: dict[str, Way] = {}
        self._redrawers: list[Callable[[int], Awaitable[None]]] = []
        self._resumed = False
        self._heard = time.monotonic()
        self._since = 0
        self._ending = False

    async def setup_hook(self) -> None:
        """Open the database, load the cogs, register the commands, and continue the games where they stood."""
        self._since = self.seconds()
        _say_which_zones_count()
        reading = asyncio.create_task(asyncio.to_thread(_read_ahead))
        place = self.settings.database
        several = self.settings.workers == "several"
        database = await open_database(place, witness=heartbeat.beat_file(place), alone=not several, shared=several)
        self._database = database
        # Asked for meanwhile: the library would ask when all else is done, and go where Discord says.
        asks = self.shard_count is None and self.settings.gateway
        counting = asyncio.create_task(self.discord_api.shards()) if asks else None
        self._hold_games(database)
        self._keep_discord_up_to_date(database)
        self._workers = self._work_in_the_background(database)
        self._connection.parsers["READY"] = self._connected_again
        self._connection.parsers["INTERACTION_CREATE"] = self._interaction_told
        self.pictures.warm_up()
        await self.tree.set_translator(command_names.CommandTranslator())
        for name in COGS:
            await importlib.import_module(name).setup(self)
            await asyncio.sleep(0)
        await self._register(database)
        await reading
        if counting is not None:
            self.shard_count = await counting

    def _hold_games(self, database: Database) -> None:
        """Put together what holds people, games, leagues and tournaments."""
        self.people = People(database)
        self.servers = Servers(database)
        self.direct_messages = DirectMessages(self.people, self.discord_api)
        self.tables = Tables(
            database, clock=self.seconds, chance=self._chance, pace=self.settings.computer_pace, sleep=self._sleep
        )
        self.league = League(database, clock=self.seconds)
        self.organiser = Organiser(database, self.tables, clock=self.seconds, chance=self._chance)
        self.tables.changes.on_end(self._record)
        self.privacy = Privacy(database, self.tables)

    def _keep_discord_up_to_date(self, database: Database) -> None:
        """Put together what tells of games."""
        self.emoji_uploads = EmojiUploads(
            database, self.discord_api, upload=self.settings.upload_emojis, sleep=self._sleep
        )
        self.teller = Teller(
            self.places,
            database,
            self.tables,
            self.discord_api,
            self.pictures,
            self.emoji_uploads,
            each_computer=self.settings.computer_pace > 0,
        )
        self.letters = Letters(self.discord_api, self.people)
        remarks = Remarks(self.league, self.tables)
        self.teller.remark_results(remarks.effect, remarks.own_effect)

    def _work_in_the_background(self, database: Database) -> tuple[Worker, ...]:
        """Put together the workers, and return those that work in this process, in the order in which they end."""
        sleep, language_of = self._sleep, self.teller.pages.language_of
        self.turn_timers = TurnTimers(database, self.tables, self.teller.wake, sleep=sleep)
        self.order_calls = OrderCalls(
            database, self.tables, self.discord_api, self.teller.pages.find_place, sleep=sleep
        )
        self.notifier = Notifier(database, self.tables, self.league, self.discord_api, self.teller.pages, sleep=sleep)
        self.presence = Presence(database, self.tables, self.discord_api, self.places, sleep=sleep)
        self.quiet_tries = QuietTries(database, self.tables, self.teller, sleep=sleep)
        self.pauses = Pauses(database, self.tables, self.settings.discard_pause, self.redraw_answers, sleep=sleep)
        self.season_announcer = SeasonAnnouncer(
            database, self.league, self.tables, self.discord_api, self.pictures, language_of, sleep=sleep
        )
        self.director = Director(
            database,
            self.organiser,
            self.tables,
            self.discord_api,
            TournamentAnnouncer(self.organiser, self.discord_api, self.pictures, self.servers),
            language_of,
            self.places,
            OrganiserLetters(self.organiser, self.tables, self.discord_api, self.letters),
            sleep=sleep,
        )
        self.lookout = Lookout(database, self.tables, self.teller, sleep=sleep)
        self.lead = Lead(database, self._taken_over, sleep=sleep)
        self.discord_api.outages.over = self._try_again
        return (
            self.turn_timers,
            self.order_calls,
            self.notifier,
            self.presence,
            self.quiet_tries,
            self.emoji_uploads,
            self.pauses,
            self.season_announcer,
            self.director,
            *((self.lookout,) if database.shared else ()),
            *((self.lead,) if database.shared and self.settings.gateway else ()),
        )

    async def _register(self, database: Database) -> None:
        """Have Discord offer the commands, and messages mention them."""
        stored = Commands(database)
        known = await stored.ids()
        registered = await self.discord_api.register(self.tree)
        if isinstance(registered, Refusal):
            log.warning("The commands could not be registered; those of the last start remain")
        elif registered != known:
            known = registered
            with contextlib.suppress(StoreTrouble):  # it has been logged, and the next start tries again
                await stored.keep(registered)
        self.discord_api.mention_commands(known)

    async def _record(self, tx: Transaction, result: Result) -> None:
        """Have league and tournaments record the result of a game, inside the transaction that ends it."""
        await self.league.record(tx, result)
        await self.organiser.match_tables.record(tx, result)

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Hand an event on, unless the bot has ended: the library still sends `ready`, with no event loop left."""
        if event_name == "socket_event_type":
            self.heard()
        if not self.is_closed() and (self.leads or event_name not in FOR_ONE):
            super().dispatch(event_name, *args, **kwargs)

    @property
    def leads(self) -> bool:
        """Whether this process does what only one of several may do; alone, it does everything."""
        return self._database is None or self._database.leads

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
            self.lookout,
            self.order_calls,
            self.notifier,
            self.presence,
            self.quiet_tries,
            self.season_announcer,
            self.director,
            self.emoji_uploads,
        ):
            one.wake()
        self.dispatch("lead")
        await self.privacy.finish()

    def _try_again(self) -> None:
        """Do what Discord didn't let be done while it was out of order."""
        if not self._ending:
            self.teller.try_again()
            for worker in self._workers:
                worker.try_again()

    async def on_resumed(self) -> None:
        """Post what could not be posted while the connection was lost."""
        await self.teller.catch_up()

    async def on_ready(self) -> None:
        """Go on: the servers are known now."""
        if self._ending:
            return
        self.interactions.finished_before_the_end()
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
                await self._sleep(_AGAIN_AFTER)
            else:
                return

    async def _go_on(self) -> None:
        await self.teller.catch_up()
        if self._resumed:
            return
        # Where there are several processes, others may have the computers move: the one that leads sees to those that stand still.
        shared = self._database is not None and self._database.shared
        if not shared:
            await self.privacy.finish()
            await self.tables.computers.resume()
        self._resumed = True
        for worker in reversed(self._workers):
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
            self.pictures.close()
            if self._database is not None:
                await self._database.close()

    async def _finish(self) -> None:
        """Wait for what has begun; what can't be finished is done after the next start."""
        await self.interactions.finish(_PATIENCE_FOR_ANSWERS)
        if self._database is not None:
            for worker in self._workers:
                await worker.close()
            await self.tables.computers.close()
            await self.tables.thinkers.close()
            await self.teller.finish()

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

    def heard(self) -> None:
        """Note that Discord has sent the bot something just now."""
        self._heard = time.monotonic()

    async def well(self) -> bool:
        """Return whether the bot is connected and can store what people do."""
        return (await self.health()).well

    async def health(self) -> Health:
        """Return whether the bot is connected, hears what Discord tells it, and can store what people do."""
        connected = self._on_gateway() if self._needs_gateway else self._resumed
        stores = self._database is not None and await self._database.works()
        return Health(connected, connected and await self._hears(), stores)

    def _on_gateway(self) -> bool:
        """Return whether the gateway's connections stand."""
        # The library calls itself ready through every loss of a connection; only the sockets tell.
        return self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())

    async def _hears(self) -> bool:
        """Return whether Discord has sent the bot anything lately; after a long silence, ask it for something.

        A connection can go on beating although no event comes through it any more. Without one, interactions that stay
        away are no fault as long as Discord answers.
        """
        if time.monotonic() - self._heard < _SILENCE:
            return True
        with contextlib.suppress(TimeoutError, discord.ClientException):
            async with asyncio.timeout(_PATIENCE):
                if not self._needs_gateway:
                    return await self.discord_api.answers()
                if self.guilds and self.user is not None:
                    await self.guilds[0].query_members(user_ids=[self.user.id], cache=False)
                else:
                    return True
        return time.monotonic() - self._heard < _SILENCE

    async def doing(self) -> Doing:
        """Return how the bot is doing."""
        answers, first = metrics.answers()
        return Doing(
            self._since,
            len(self.guilds),
            await self.tables.games.counted(),
            self.tables.held,
            await self.turn_timers.late(),
            time.monotonic() - self._heard,
            answers,
            first,
            metrics.errors(),
            0 if self._database is None else await self._database.size(),
        )

    async def figures(self) -> bytes:
        """Return what is counted and timed, in Prometheus' text form."""
        return metrics.page(
            await self.tables.games.counted(),
            self.tables.held,
            await self.turn_timers.late(),
            time.monotonic() - self._heard,
            asdict(await self.health()),
            None if self._database is None else await self._database.room(),
        )

    def add_beneath(self, name: str, cog: commands.Cog) -> None:
        """Put a cog's commands under a command, next to those of the cog that defines it (which is loaded first)."""
        group = self.tree.get_command(name)
        assert isinstance(group, app_commands.Group)
        for command in cog.get_app_commands():
            group.add_command(command)

    def seconds(self) -> int:
        """Return the present time in seconds UTC."""
        return int(self._now().timestamp())

    def redraw_also(self, redrawer: Callable[[int], Awaitable[None]]) -> None:
        """Have `redrawer` called with a person's id when what they are shown is to be drawn again."""
        self._redrawers.append(redrawer)

    async def redraw(self, user_id: int) -> None:
        """Show a person's hands and tables again, as they like them to look now."""
        await self.teller.redraw(user_id)
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
            await self.interactions.pressed(interaction, read(data["custom_id"]), tuple(data.get("values", ())))
        elif interaction.type is discord.InteractionType.modal_submit:
            await self.interactions.pressed(interaction, read(data["custom_id"]), read_form(data))


class _Tree(app_commands.CommandTree[CanastaBot]):
    """The commands; each runs in the language of its person, who hears of errors."""

    async def interaction_check(self, interaction: discord.Interaction[CanastaBot], /) -> bool:
        completes = interaction.type is discord.InteractionType.autocomplete
        command = interaction.command
        kind = "completion" if completes else f"/{'old' if command is None else _asked_for(interaction, command)}"
        interaction.client.interactions.begin(interaction, kind)
        if completes:
            if not interaction.client.interactions.lets_complete(interaction):
                await interaction.client.discord_api.suggest(interaction, [])
                return False
            # Offers are in the person's language, and in the first answer.
            await interaction.client.interactions.greet(interaction)
        else:
            try:
                interaction.client.interactions.restrain(interaction, kind)
            except TooOften as error:
                await interaction.client.interactions.failed(interaction, error)
                return False
        if not _within_bounds(interaction):
            await interaction.client.interactions.outdated(interaction)
            return False
        return True

    async def on_error(
        self, interaction: discord.Interaction[CanastaBot], error: app_commands.AppCommandError, /
    ) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(cause, _OUTDATED):
            await interaction.client.interactions.outdated(interaction)
        else:
            await interaction.client.interactions.failed(interaction, cause)


def _asked_for(
    interaction: Interaction, command: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu
) -> str:
    """Return the name of a command, with what it is asked to do by its option `what`."""
    path = f"{command.qualified_name} {getattr(interaction.namespace, 'what', None)}"
    return path if ways.split(path)[1] is not None else command.qualified_name


def _within_bounds(interaction: Interaction) -> bool:
    """Return whether each option's number, or text length, is in the command's range.

    The library leaves that check to Discord.
    """
    command = interaction.command
    if interaction.type is discord.InteractionType.autocomplete or not isinstance(command, app_commands.Command):
        return True
    given = dict(iter(interaction.namespace))
    for option in command.parameters:
        value = given.get(option.display_name)
        if isinstance(value, str) and option.type is not discord.AppCommandOptionType.string and option.autocomplete:
            # The name of what the option offers, whose value has been looked up by then.
            continue
        size = len(value) if isinstance(value, str) else value
        if not isinstance(size, int):
            continue
        if (option.min_value is not None and size < option.min_value) or (
            option.max_value is not None and size > option.max_value
        ):
            return False
    return True


def create_bot(
    settings: Settings,
    *,
    now: Callable[[], datetime] = utc_now,
    chance: random.Random | None = None,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    shards: int | None = None,
) -> CanastaBot:
    """Return a bot that is not connected yet.

    `chance` shuffles (None: the system's generator), `sleep` paces computers, `shards` are the connections to the gateway
    (None: as many as Discord recommends).
    """
    _point_to(settings)
    return CanastaBot(settings, now=now, chance=chance, sleep=sleep, shards=shards)


def _point_to(settings: Settings) -> None:
    """Make the library use the addresses of the settings; it keeps them in class attributes."""
    discord.http.Route.BASE = settings.discord_api
    gateway: Any = discord.gateway.DiscordWebSocket
    gateway.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway)
