"""The wiring: everything that the bot works with, put together in one place."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

import discord

from bot.browser.doors import Doors
from bot.client.greeting import Greeter
from bot.client.interactions import Interactions
from bot.client.lead import Lead
from bot.client.throttle import Restraint
from bot.config import Settings
from bot.data.results import Result
from bot.league import League
from bot.league.tournaments import Organiser
from bot.messages.direct import DirectMessages
from bot.messages.discord_api import DiscordApi
from bot.messages.emojis import EmojiUploads
from bot.messages.letters import Letters
from bot.messages.line_calls import LineCalls
from bot.messages.line_posts import LinePoster
from bot.messages.lookout import Lookout
from bot.messages.morning_posts import MorningPoster
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
from bot.store.avoid import AvoidStore
from bot.store.database import Transaction
from bot.store.line_posts import LinePostStore
from bot.store.morning_posts import MorningPostStore
from bot.store.people import PersonStore
from bot.store.servers import ServerStore
from bot.tables import Tables
from bot.tables.departures import Departures
from bot.tables.pauses import Pauses
from bot.tables.privacy import Privacy
from bot.tables.timers import TurnTimers
from bot.ui.pictures import Pictures
from bot.worker import Worker


@dataclass(frozen=True, slots=True)
class Outside:
    """The clock, chance (None: the system's generator) and waiting, which tests replace."""

    now: Callable[[], datetime]
    chance: random.Random | None
    sleep: Callable[[float], Awaitable[None]]

    def seconds(self) -> int:
        """Return the present time in seconds UTC."""
        return int(self.now().timestamp())


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Everything that commands and the client work with.

    `workers` are those of this process, in the order in which they end.
    """

    database: Database
    people: PersonStore
    avoid: AvoidStore
    servers: ServerStore
    morning_posts: MorningPostStore
    line_posts: LinePostStore
    tables: Tables
    league: League
    organiser: Organiser
    privacy: Privacy
    doors: Doors
    discord_api: DiscordApi
    greeter: Greeter
    interactions: Interactions
    restraint: Restraint | None
    places: Places
    pictures: Pictures
    direct_messages: DirectMessages
    emoji_uploads: EmojiUploads
    teller: Teller
    letters: Letters
    turn_timers: TurnTimers
    order_calls: OrderCalls
    line_calls: LineCalls
    departures: Departures
    notifier: Notifier
    presence: Presence
    quiet_tries: QuietTries
    pauses: Pauses
    season_announcer: SeasonAnnouncer
    morning_poster: MorningPoster
    line_poster: LinePoster
    director: Director
    lookout: Lookout
    lead: Lead
    workers: tuple[Worker, ...]


def wire(
    client: discord.Client,
    database: Database,
    settings: Settings,
    outside: Outside,
    *,
    redraw_answers: Callable[[int], Awaitable[None]],
    taken_over: Callable[[], Awaitable[None]],
    try_again: Callable[[], None],
) -> Services:
    """Return the services of a client that works with an open database.

    `redraw_answers` shows a person's hands again where only they see them. `taken_over` is called when this process
    begins to lead, `try_again` when Discord is in order again.
    """

    async def greet(interaction: discord.Interaction) -> None:
        # It needs what calls Discord, which calls it.
        await greeter.greet(interaction)

    async def record(tx: Transaction, result: Result) -> None:
        """Have league and tournaments record the result of a game, inside the transaction that ends it."""
        await league.record(tx, result)
        await organiser.match_tables.record(tx, result)

    seconds, chance, sleep = outside.seconds, outside.chance, outside.sleep
    people, servers = PersonStore(database), ServerStore(database)
    tables = Tables(database, clock=seconds, chance=chance, pace=settings.computer_pace, sleep=sleep)
    league = League(database, clock=seconds)
    organiser = Organiser(database, tables, clock=seconds, chance=chance)
    tables.changes.on_end(record)
    privacy = Privacy(database, tables)
    address = settings.page_url if settings.page_port else ""
    doors = Doors(database, address, seconds, activity=settings.client_secret is not None)

    discord_api = DiscordApi(client, greet=greet)
    discord_api.caller.outages.over = try_again
    places, pictures = Places(client, discord_api), Pictures()
    emoji_uploads = EmojiUploads(database, discord_api, upload=settings.upload_emojis, sleep=sleep)
    teller = Teller(
        places, database, tables, discord_api, pictures, emoji_uploads, each_computer=settings.computer_pace > 0
    )
    teller.pages.in_browsers = doors.there
    remarks = Remarks(league, tables)
    teller.remark_results(remarks.effect, remarks.own_effect)
    letters, language_of = Letters(discord_api, people), teller.pages.language_of

    turn_timers = TurnTimers(database, tables, teller.wake, sleep=sleep)
    order_calls = OrderCalls(database, tables, discord_api, teller.pages.find_place, sleep=sleep)
    presence = Presence(database, tables, discord_api, places, sleep=sleep)
    line_calls = LineCalls(database, tables, discord_api, presence.gone, sleep=sleep)
    departures = Departures(database, tables, sleep=sleep)
    notifier = Notifier(database, tables, league, discord_api, teller.pages, sleep=sleep)
    quiet_tries = QuietTries(database, tables, teller, sleep=sleep)
    pauses = Pauses(database, tables, settings.discard_pause, redraw_answers, sleep=sleep)
    season_announcer = SeasonAnnouncer(database, league, tables, discord_api, pictures, language_of, sleep=sleep)
    morning_poster = MorningPoster(database, tables, discord_api, pictures, language_of, places.there, sleep=sleep)
    line_poster = LinePoster(database, tables, discord_api, language_of, places.there, sleep=sleep)
    director = Director(
        database,
        organiser,
        tables,
        discord_api,
        TournamentAnnouncer(organiser, discord_api, pictures, servers),
        language_of,
        places,
        OrganiserLetters(organiser, tables, discord_api, letters),
        sleep=sleep,
    )
    lookout = Lookout(database, tables, teller, sleep=sleep)
    lead = Lead(database, taken_over, sleep=sleep)

    def look_again(table_id: int) -> None:
        """Have all look at a table again who would have heard of a change of it. They wait until the database works."""
        teller.wake(table_id)
        tables.computers.look_again(table_id)
        for worker in (turn_timers, notifier, director):
            worker.wake()

    tables.changes.on_doubt(look_again)

    greeter = Greeter(places, people, tables, league, teller, presence, is_ready=client.is_ready)
    restraint = Restraint(settings.most_presses) if settings.most_presses else None
    return Services(
        database=database,
        people=people,
        avoid=AvoidStore(database),
        servers=servers,
        morning_posts=MorningPostStore(database),
        line_posts=LinePostStore(database),
        tables=tables,
        league=league,
        organiser=organiser,
        privacy=privacy,
        doors=doors,
        discord_api=discord_api,
        greeter=greeter,
        interactions=Interactions(discord_api, restraint, outside.now),
        restraint=restraint,
        places=places,
        pictures=pictures,
        direct_messages=DirectMessages(people, discord_api),
        emoji_uploads=emoji_uploads,
        teller=teller,
        letters=letters,
        turn_timers=turn_timers,
        order_calls=order_calls,
        line_calls=line_calls,
        departures=departures,
        notifier=notifier,
        presence=presence,
        quiet_tries=quiet_tries,
        pauses=pauses,
        season_announcer=season_announcer,
        morning_poster=morning_poster,
        line_poster=line_poster,
        director=director,
        lookout=lookout,
        lead=lead,
        workers=(
            turn_timers,
            order_calls,
            line_calls,
            departures,
            notifier,
            presence,
            quiet_tries,
            emoji_uploads,
            pauses,
            season_announcer,
            morning_poster,
            line_poster,
            director,
            *((lookout,) if database.shared else ()),
            *((lead,) if database.shared and settings.gateway else ()),
        ),
    )
