"""Places and people as Discord knows them: servers, channels, threads, members, and direct messages."""

from __future__ import annotations

import asyncio
from typing import Final

import discord

from bot.messages.discord_api.caller import LOOK, OPENING, Caller
from bot.messages.discord_refusals import Refusal

#: Minutes without a message after which Discord hides a thread: the most that it offers. Edits don't count.
_OPEN_MINUTES: Final = 10_080

#: Seconds after each of the attempts to open a thread of which Discord doesn't say whether it has opened one.
_THREAD_AGAIN_AFTER = (1.0, 2.0, 0.0)


class PlaceCalls:
    """The calls that look up and open places, and look up people there."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._client = caller.client

    async def open_direct(self, user_id: int) -> int | Refusal:
        """Return the id of the direct message channel with a person. Refusals: `CLOSED`, `MALFORMED`."""
        if not self._caller.may_open():
            return Refusal.LATER

        async def open_it() -> int:
            # The library's own way goes on giving the first id that it has met, which may be another by now.
            return int((await self._client.http.start_private_message(user_id))["id"])

        return await self._caller.in_channel(OPENING, "open direct messages", open_it)

    async def guild(self, guild_id: int) -> discord.Guild | Refusal:
        """Return a server without its channels and members. Refusals: `NOWHERE`, `BARRED`."""
        return await self._caller.in_channel(
            -guild_id, LOOK, lambda: self._client.fetch_guild(guild_id, with_counts=False)
        )

    async def channel(
        self, guild: discord.Guild, channel_id: int
    ) -> discord.abc.GuildChannel | discord.Thread | Refusal:
        """Return a server's channel or thread. Refusals: `NOWHERE`, `BARRED`."""

        async def find() -> discord.abc.GuildChannel | discord.Thread | Refusal:
            try:
                return await guild.fetch_channel(channel_id)
            except discord.InvalidData:  # it is another server's
                return Refusal.NOWHERE

        return await self._caller.in_channel(channel_id, LOOK, find)

    async def self_in(self, guild: discord.Guild) -> discord.Member | Refusal:
        """Return the bot as a member of a server. Refusals: `ABSENT`, `NOWHERE`, `BARRED`."""
        user = self._client.user
        assert user is not None
        return await self._caller.in_channel(-guild.id, LOOK, lambda: guild.fetch_member(user.id))

    async def granted(self, guild: discord.Guild, user_id: int) -> discord.Permissions | Refusal:
        """Return what a person may do in a server. Refusals: `ABSENT`, `NOWHERE`, `BARRED`."""
        found = await self._member(guild, user_id)
        return found if isinstance(found, Refusal) else found.guild_permissions

    async def seen_by(self, channel: discord.abc.GuildChannel | discord.Thread, user_id: int) -> bool | Refusal:
        """Return whether a person may see a channel, or that of a thread. Refusals: `ABSENT`, `NOWHERE`, `BARRED`."""
        found = await self._member(channel.guild, user_id)
        return found if isinstance(found, Refusal) else channel.permissions_for(found).view_channel

    async def member(self, guild: discord.Guild, user_id: int) -> str | Refusal:
        """Return a person's name in a server. Refusals: `ABSENT`, `NOWHERE`, `BARRED`."""
        found = await self._member(guild, user_id)
        return found if isinstance(found, Refusal) else found.display_name

    async def _member(self, guild: discord.Guild, user_id: int) -> discord.Member | Refusal:
        # A server's oldest channel may have the server's id, and a rest for that channel is not a rest for the server.
        found = await self._caller.in_channel(-guild.id, LOOK, lambda: guild.fetch_member(user_id))
        # No such person exists any more.
        return Refusal.ABSENT if found is Refusal.CLOSED else found

    async def there(self, channel_id: int) -> Refusal | None:
        """Return None if a channel can be seen, else the refusal. Refusals: `NOWHERE`, `BARRED`."""
        found = await self._caller.in_channel(channel_id, LOOK, lambda: self._client.fetch_channel(channel_id))
        return found if isinstance(found, Refusal) else None

    async def open_thread(self, channel: discord.TextChannel, name: str, *, since: int) -> int | Refusal:
        """Open a thread that everybody in a channel sees, and return its id.

        `since` is the id of something that is older than the thread, and younger than all others of that name. Refusals:
        `NOWHERE`, `BARRED`, `FULL`, `UNFIT`.
        """
        kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
        for again_after in _THREAD_AGAIN_AFTER:
            thread = await self._caller.in_channel(
                channel.id,
                "open a thread",
                lambda: channel.create_thread(name=name, type=kind, auto_archive_duration=_OPEN_MINUTES),
            )
            if not isinstance(thread, Refusal):
                return thread.id
            if thread is not Refusal.UNSURE:
                return thread
            # Discord lets many threads have one name: before it is asked again, it is looked for.
            there = await self.threads(channel, since)
            if isinstance(there, Refusal):
                break
            if own := [thread_id for thread_id, one in there.items() if one == name]:
                return max(own)
            await asyncio.sleep(again_after)
        return Refusal.UNSURE

    async def threads(self, channel: discord.TextChannel, after: int) -> dict[int, str] | Refusal:
        """Return the names of the bot's own open threads of a channel by their ids, if they are younger than a message.

        Refusals: `NOWHERE`, `BARRED`.
        """

        async def find() -> dict[int, str]:
            return {
                thread.id: thread.name
                for thread in await channel.guild.active_threads()
                if thread.parent_id == channel.id
                and thread.id > after
                and self._client.user is not None
                and thread.owner_id == self._client.user.id
            }

        return await self._caller.in_channel(channel.id, "list threads", find)
