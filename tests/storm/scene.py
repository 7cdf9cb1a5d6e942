"""A scene for hostile inputs: tables in every state in two servers, and people of every kind.

Some of the people have hostile names.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import discord
from simcord import ChannelHandle, GuildHandle

from bot.client.client import CanastaBot
from bot.computer import choose
from bot.data.tables import Home, InChannel, InDirectMessages, Status, Table
from bot.tables import Order
from tests.players import bot_of
from tests.world import Person, World

LINK = "[free](https://example.com)"
HOST_NAME = f"@everyone {LINK} **{{name}}** \u202e"
"""The name of the host and of a server: nothing in it may have an effect."""
_PATIENCE = 900.0
"""The most real seconds until everything that follows from one input must be done.

An input may begin a tournament of computers.
"""


@dataclass
class Stage:
    """A table with the people in its seats, its state, and the channel where it belongs; None is direct messages."""

    channel: ChannelHandle | None
    people: tuple[Person, ...]
    status: Status
    variant: str = "classic"
    layout: str | None = None
    house: dict[str, object] = field(default_factory=dict)
    moves: int = 0
    table_id: int = 0

    def stands(self, table: Table) -> bool:
        """Return whether the table is still in the state that it should have."""
        sitting = [seat.user_id for seat in table.seats]
        return table.status is self.status and sitting == [person.id for person in self.people]


class Scene:
    """The stages of a world. `people` are everybody by name; `stages` are the tables, one for each channel."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.other = world.env.create_guild(HOST_NAME)
        self.people: dict[str, Person] = {}
        self.stages: list[Stage] = []

    async def build(self) -> None:
        """Have everybody join, and set up every table."""
        world = self.world
        moderators = world.guild.create_role(
            "moderators", permissions=discord.Permissions(manage_messages=True, manage_guild=True)
        )
        for name in ("anna", "bruno", "carla", "dario", "emil", "mona"):
            user = world.env.create_user(name, global_name=HOST_NAME if name == "anna" else None)
            roles = [moderators] if name == "mona" else []
            self.people[name] = Person(world, world.guild.add_member(user, roles=roles))
        anna, bruno, carla, dario, emil, _mona = self.people.values()
        self.people["anna elsewhere"] = Person(world, self.other.add_member(anna.member.user))
        self.people["zoe"] = zoe = Person(world, self.other.add_member(world.env.create_user("zoe")))

        def place(name: str, guild: GuildHandle = world.guild) -> ChannelHandle:
            return guild.create_text_channel(name)

        self.stages = [
            Stage(place("classic"), (anna, bruno, carla, dario), Status.PLAYING, layout="4", moves=21),
            Stage(place("samba"), (bruno, anna, dario, carla), Status.PLAYING, "samba", "4", moves=12),
            Stage(place("lobby"), (carla, anna), Status.LOBBY),
            Stage(place("finished"), (anna, bruno), Status.FINISHED, layout="2", house={"target": 500}),
            Stage(place("cancelled"), (dario, anna), Status.CANCELLED),
            Stage(place("abroad", self.other), (zoe, self.people["anna elsewhere"]), Status.PLAYING, layout="2", moves=9),
            Stage(place("lobby-abroad", self.other), (zoe,), Status.LOBBY),
            Stage(None, (bruno, emil), Status.PLAYING, layout="2", moves=9),
            Stage(None, (dario, carla), Status.LOBBY),
        ]  # fmt: skip
        await self.mend()
        for person in self.people.values():
            await person.slash("hand", dm=True)
            for channel in self.channels(person.member.guild.id):
                await person.slash("hand", where=channel)

    def channels(self, guild_id: int) -> list[ChannelHandle]:
        """Return the channels of a server that have a table."""
        channels = [stage.channel for stage in self.stages if stage.channel is not None]
        return [channel for channel in channels if channel.guild is not None and channel.guild.id == guild_id]

    async def mend(self) -> None:
        """Set up again every table that is no longer in the state that it should have."""
        bot = bot_of(self.world)
        for stage in self.stages:
            if not stage.table_id or not stage.stands(await bot.services.tables.get(stage.table_id)):
                await _set_up(bot, stage)
        await at_rest(bot)

    async def versions(self) -> list[int]:
        """Return the versions that the tables have now."""
        return [(await bot_of(self.world).services.tables.get(stage.table_id)).version for stage in self.stages]


async def at_rest(bot: CanastaBot, also: Callable[[], bool] = lambda: True) -> None:
    """Wait until the bot has nothing to do, and something else is true too.

    Asking the world whether the bot is idle takes far longer.
    """
    deadline = time.perf_counter() + _PATIENCE
    workers = bot.services.workers
    while (
        not also()
        or not bot.services.interactions.idle
        or bot.services.teller.passes
        or bot.services.tables.computers._tasks
        or not all(worker.idle for worker in workers)
    ):
        if time.perf_counter() > deadline:
            break
        await asyncio.sleep(0.0005)


async def _set_up(bot: CanastaBot, stage: Stage) -> None:
    tables = bot.services.tables
    host, *others = stage.people
    if stage.channel is not None:
        old = await tables.games.in_channel(stage.channel.id)
    else:
        of_host = await tables.games.of_person(host.id)
        old = next(
            (table for table in of_host if table.host_id == host.id and isinstance(table.home, InDirectMessages)), None
        )
    if old is not None:
        await tables.endings.cancel(old.id, old.host_id, moderator=True)
    table = await tables.lobbies.open(
        Order(
            home=_home(stage.channel),
            host_id=host.id,
            variant=stage.variant,
            layout=stage.layout,
            house=stage.house,
        ),
        host.member.user.global_name or host.name,
    )
    stage.table_id = table.id
    # Two changes in a row are shown at once or each for itself, by how soon the bot comes to it: each is shown.
    await at_rest(bot)
    for person in others:
        if isinstance(table.home, InChannel):
            table = await tables.lobbies.join(table.id, person.id, person.name)
        else:
            assert table.home.invitation is not None
            table = await tables.lobbies.join_by(table.home.invitation.code, person.id, person.name)
        await at_rest(bot)
    if stage.status is Status.CANCELLED:
        await tables.endings.cancel(table.id, host.id, moderator=True)
    if stage.status in (Status.LOBBY, Status.CANCELLED):
        return
    table = await tables.lobbies.start(table.id, host.id)
    await at_rest(bot)
    chance, made = random.Random(table.id), 0
    while table.to_move is not None and (stage.status is Status.FINISHED or made < stage.moves):
        user = table.to_move.user_id
        assert user is not None
        view = (await tables.look(table.id, user)).mine
        assert view is not None
        table = (await tables.turns.play(table.id, user, choose(view, "normal", chance))).table
        await at_rest(bot)
        made += 1


def _home(channel: ChannelHandle | None) -> Home:
    if channel is None:
        return InDirectMessages()
    assert channel.guild is not None
    return InChannel(channel.guild.id, channel.id)
