"""Clubs whose people have finished games: a short one is played by sensible moves, without waiting for anybody."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from simcord import ChannelHandle, GuildHandle

from bot.computer import choose
from bot.data.results import Result
from bot.data.tables import Status, Table
from tests.league.games import Club, game
from tests.players import bot_of
from tests.world import Person, World

#: Games to this many points end with the first round or the second.
SHORT = 200


async def play(
    world: World,
    people: Sequence[Person],
    *,
    variant: str = "classic",
    target: int = SHORT,
    seed: int = 1,
    where: ChannelHandle | None = None,
) -> Table:
    """Return a game that these people, in seat order, open by command and play to its end. The bot has shown it
    then."""
    channel = where or world.channel
    layout = {2: "2", 3: "3", 4: "4"}[len(people)]
    await people[0].slash("play", where=channel, variant=variant, players=layout, target=target)
    tables = bot_of(world).services.tables
    table = await tables.games.in_channel(channel.id)
    assert table is not None
    for person in people[1:]:
        table = await tables.lobbies.join(table.id, person.id, person.name)
    table, chance = await tables.lobbies.start(table.id, people[0].id), random.Random(seed)
    while table.status is Status.PLAYING:
        assert table.to_move is not None
        user_id = table.to_move.user_id
        assert user_id is not None
        view = (await tables.look(table.id, user_id)).mine
        assert view is not None
        table = (await tables.turns.play(table.id, user_id, choose(view, "normal", chance))).table
    await bot_of(world).services.teller.finish()
    return table


async def result_of(world: World, table: Table) -> Result:
    """Return what the league has of a game."""
    found = await bot_of(world).services.league.result_of_game(table.guild_id, table.id)
    assert found is not None
    return found


def second_server(world: World, *people: Person) -> tuple[GuildHandle, ChannelHandle, list[Person]]:
    """Return another server with a channel, of which these people are members too."""
    guild = world.env.create_guild("The other club")
    channel = guild.create_text_channel("cards")
    return guild, channel, [Person(world, guild.add_member(person.member.user)) for person in people]


def club_of(world: World) -> Club:
    """Return the league of the bot that runs in this world now, which can record games that nobody has played."""
    bot = bot_of(world)
    club = Club(bot.services.database, world.settings.database)
    club.league, club.clock.now = bot.services.league, bot.seconds()
    return club


async def ended(world: World, *sides: Sequence[Person], guild: GuildHandle | None = None, **facts: Any) -> Result:
    """Return a game between sides of people that the league records, without anybody having played it."""
    result = game(*([one.id for one in side] for side in sides), guild_id=(guild or world.guild).id, **facts)
    names = {one.id: one.name for side in sides for one in side}
    people = tuple(one._replace(name=names[one.user_id]) for one in result.people)
    return await club_of(world).play(replace(result, people=people))
