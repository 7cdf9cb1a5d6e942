"""Servers and channels: as the gateway tells of them, and in a process that isn't there, as Discord says when it is asked."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from typing import Generic, TypeVar

import discord

from bot.messages.discord_api import DiscordApi
from bot.messages.discord_refusals import Refusal

Channel = discord.abc.GuildChannel | discord.Thread
_T = TypeVar("_T")

#: Seconds after which Discord is asked again, and the most answers that are remembered of a kind.
_FRESH = 3600.0
_MOST = 2_000


class Places:
    """Knowledge about servers and channels.

    On the gateway all of it is known at any time. Elsewhere it has to be learnt first; then it holds for an hour.
    """

    def __init__(self, client: discord.Client, discord_api: DiscordApi) -> None:
        self._client = client
        self._discord_api = discord_api
        self._guilds: _Answers[discord.Guild] = _Answers()
        self._channels: _Answers[Channel] = _Answers()

    async def learn(self, guild_id: int, channel_id: int | None = None) -> None:
        """Ask Discord for a server and one of its channels, if they aren't known."""
        if self._client.is_ready():
            return
        if guild_id not in self._guilds:
            self._guilds.note(guild_id, await self._discord_api.places.guild(guild_id))
        guild = self._guilds.get(guild_id)
        if channel_id and guild is not None and channel_id not in self._channels:
            self._channels.note(channel_id, await self._discord_api.places.channel(guild, channel_id))

    def guild(self, guild_id: int) -> discord.Guild | None:
        """Return a server, None if it isn't known or the bot isn't there."""
        return self._client.get_guild(guild_id) or (None if self._client.is_ready() else self._guilds.get(guild_id))

    def channel(self, guild_id: int, channel_id: int) -> Channel | None:
        """Return a server's channel or thread, None if it isn't known."""
        guild = self.guild(guild_id)
        found: Channel | None = guild.get_channel_or_thread(channel_id) if guild else None
        if found is None and not self._client.is_ready():
            found = self._channels.get(channel_id)
        return found if found is not None and found.guild.id == guild_id else None

    async def there(self, guild_id: int) -> bool:
        """Return whether the bot is in a server. Where Discord doesn't say, it counts as being there."""
        await self.learn(guild_id)
        return self.guild(guild_id) is not None or not (self._client.is_ready() or guild_id in self._guilds)

    async def permissions(self, guild_id: int, channel_id: int) -> discord.Permissions | None:
        """Return what the bot may do in a channel, None if that isn't known."""
        await self.learn(guild_id, channel_id)
        channel = self.channel(guild_id, channel_id)
        if channel is None:
            return None
        me = channel.guild.me or await self._discord_api.places.self_in(channel.guild)
        return None if isinstance(me, Refusal) else channel.permissions_for(me)

    async def absent(self, guild_id: int, users: Iterable[int]) -> set[int]:
        """Return those of these people who aren't in a server. Where Discord doesn't say, they count as being there."""
        await self.learn(guild_id)
        guild = self.guild(guild_id)
        if guild is None:
            return set()
        return {user for user in users if await self._discord_api.places.member(guild, user) is Refusal.ABSENT}

    async def sees(self, guild_id: int, channel_id: int, user_id: int) -> bool | None:
        """Return whether a person sees a channel, None where Discord doesn't say. A private thread is seen where its channel is."""
        await self.learn(guild_id, channel_id)
        channel = self.channel(guild_id, channel_id)
        seen = None if channel is None else await self._discord_api.places.seen_by(channel, user_id)
        return False if seen is Refusal.ABSENT else None if isinstance(seen, Refusal) else seen

    async def manages(self, guild_id: int, user_id: int) -> bool:
        """Return whether a person may manage a server, as far as Discord says."""
        await self.learn(guild_id)
        guild = self.guild(guild_id)
        granted = None if guild is None else await self._discord_api.places.granted(guild, user_id)
        return isinstance(granted, discord.Permissions) and granted.manage_guild


class _Answers(Generic[_T]):
    """Discord's latest answers, by ids; None stands for a thing that doesn't exist."""

    def __init__(self) -> None:
        self._found: OrderedDict[int, tuple[float, _T | None]] = OrderedDict()

    def __contains__(self, place_id: int) -> bool:
        return place_id in self._found and self._found[place_id][0] > time.monotonic()

    def get(self, place_id: int) -> _T | None:
        """Return what is remembered, however old it is, None for nothing."""
        return self._found.get(place_id, (0.0, None))[1]

    def note(self, place_id: int, answer: _T | Refusal) -> None:
        """Remember an answer, unless it only puts off."""
        if isinstance(answer, Refusal) and answer.passing:
            return
        self._found[place_id] = (time.monotonic() + _FRESH, None if isinstance(answer, Refusal) else answer)
        self._found.move_to_end(place_id)
        if len(self._found) > _MOST:
            self._found.popitem(last=False)
