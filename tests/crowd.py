"""A world with the servers, channels and people of all games that a database holds, so that they can be played on."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass

from simcord import ChannelHandle, GuildHandle, UserHandle
from simcord.actors import MemberActor
from simcord.backend.models import Channel, User
from simcord.enums import ChannelType

from tests.standin import ProcessWorld
from tests.world import Person


@dataclass(frozen=True)
class Played:
    """A game that is being played: its channel, its people by their ids, and who of them is to move."""

    table_id: int
    channel: ChannelHandle
    people: dict[int, Person]
    turn: int


class Crowd(ProcessWorld):
    """The world of the games in progress in an SQLite file."""

    def furnish(self) -> None:
        """Make the servers, channels and people."""
        self.games: list[Played] = []
        """The games that are being played, by their numbers."""
        with closing(sqlite3.connect(self.file)) as connection:
            games = connection.execute(
                "SELECT id, guild_id, channel_id, turn FROM games WHERE status = 'playing' ORDER BY id"
            ).fetchall()
            seats = defaultdict[int, list[tuple[int, int, str, int]]](list)
            for game_id, *seat in connection.execute(
                "SELECT game_id, seat, user_id, name, dm_channel_id FROM seats JOIN people USING (user_id)"
                " WHERE until_version IS NULL ORDER BY game_id, seat"
            ):
                seats[game_id].append(tuple(seat))
        servers: dict[int, GuildHandle] = {}
        for game_id, guild_id, channel_id, turn in games:
            if guild_id not in servers:
                servers[guild_id] = self.env.create_guild(f"Server {len(servers)}", id=guild_id)
            guild = servers[guild_id]
            channel = self._channel(channel_id, guild)
            people = {
                user_id: self._seated(guild, user_id, name, direct) for _, user_id, name, direct in seats[game_id]
            }
            to_move = next(user_id for seat, user_id, *_ in seats[game_id] if seat == turn)
            self.games.append(Played(game_id, channel, people, to_move))

    def _channel(self, channel_id: int, guild: GuildHandle) -> ChannelHandle:
        backend = self.env.backend
        channel = Channel(backend.reserve_id(channel_id), ChannelType.TEXT, f"table-{channel_id}", guild.id)
        self._keep(channel)
        backend.get_guild(guild.id).channel_ids.append(channel.id)
        return ChannelHandle(self.env, guild, channel)

    def _seated(self, guild: GuildHandle, user_id: int, name: str, direct: int) -> Person:
        backend = self.env.backend
        user = backend.users.get(user_id)
        if user is None:
            user = backend.users[user_id] = User(id=backend.reserve_id(user_id), name=name)
            self._keep(Channel(backend.reserve_id(direct), ChannelType.DM, recipient_ids=[user_id]))
            backend.dm_channels[user_id] = direct
            backend.add_member(guild.id, user_id, announce=False)
        return Person(self, MemberActor(self.env, guild, UserHandle(self.env, user)))

    def _keep(self, channel: Channel) -> None:
        self.env.backend.channels[channel.id] = channel
        self.env.backend.messages[channel.id] = {}
