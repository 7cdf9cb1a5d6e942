"""Messages of tables that were posted but not recorded: the process was killed in between, or the database failed.

Discord makes no second message of a nonce that it knows, but forgets nonces within minutes. So where such messages may
exist, the end of the channel is searched before anything is posted there. A message that shows what would be posted now
is adopted. Once everything is posted, the others are deleted.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterable

import discord

from bot.data.tables import Table
from bot.messages.discord_api import DiscordApi
from bot.messages.discord_refusals import Refusal
from bot.store.messages import MessageStore
from bot.ui.actions import CustomId, read
from bot.ui.page import Page, Posted

#: The most seconds by which a stray may be older than the newest recorded message. A post that fails is tried again
#: within an hour, and other messages may be posted meanwhile.
_BESIDE = 2 * 3600


class Strays:
    """The tables of which messages may have been posted but not recorded, and the search for such messages."""

    def __init__(self, discord_api: DiscordApi, messages: MessageStore) -> None:
        self._discord_api = discord_api
        self._messages = messages
        self._new_after: int | None = None
        self._doubtful: set[int] = set()
        self._found: dict[int, dict[int, list[Posted]]] = {}
        """Of each table the channels that were searched, with the messages that may be strays."""
        self._bounds: defaultdict[int, dict[int, int]] = defaultdict(dict)
        """Of each table and channel the id of the message where the search ends, until no doubt is left."""
        self._one_at_a_time: defaultdict[int, defaultdict[int, asyncio.Lock]] = defaultdict(_locks)
        """Of each table a lock for each channel, so that a wait for one channel delays no other."""

    async def start(self) -> None:
        """Find out which tables are older than this process.

        Of these, doubt the ones of which something must still be posted.
        """
        if self._new_after is None:
            self._doubtful.update(await self._messages.lagging())
            self._new_after = await self._messages.newest_table()

    def doubt(self, table_id: int) -> None:
        """Have the next pass search for messages of a table that may just have been posted but not recorded."""
        self._doubtful.add(table_id)

    def doubts(self, table_id: int) -> bool:
        """Return whether there may be such messages of a table."""
        return table_id in self._doubtful

    def begin(self, table_id: int) -> None:
        """Begin a pass; in case of doubt, drop what earlier passes found."""
        if table_id in self._doubtful:
            self._found.pop(table_id, None)

    def forget(self, table_id: int) -> None:
        """Forget a table of which nothing will be posted any more."""
        for known in (self._found, self._bounds, self._one_at_a_time):
            known.pop(table_id, None)

    async def like(self, table: Table, channel_id: int, page: Page, since: int) -> Posted | Refusal | None:
        """Return a stray that shows this page in the table's version `since` or a later one.

        Refusals: only passing ones.
        """
        found = await self._look(table, channel_id)
        if isinstance(found, Refusal):
            return found
        known = await self._messages.in_channel(channel_id) if found else set()
        for one in found:
            if one.id not in known and _alike(table, one, page, since):
                found.remove(one)
                return one
        return None

    async def clear(self, table: Table, channels: Iterable[int], sent: Collection[int]) -> Refusal | None:
        """Delete the strays in the channels that were searched for this table.

        If the table is doubtful, all of these channels are searched. Messages that were `sent` just now are no strays.
        Refusals: only passing ones.
        """
        looked = set(self._found.get(table.id, ()))
        for channel_id in looked | set(channels if table.id in self._doubtful else ()):
            found = await self._look(table, channel_id)
            if isinstance(found, Refusal):
                return found
            known = {*sent, *(await self._messages.in_channel(channel_id))} if found else set()
            while found:
                if found[0].id not in known and any(press.table == table.id for press in _presses(found[0])):
                    refusal = await self._discord_api.messages.delete(channel_id, found[0].id)
                    if refusal is not None and refusal.passing:
                        return refusal
                del found[0]
        self._doubtful.discard(table.id)
        self._bounds.pop(table.id, None)
        return None

    async def _look(self, table: Table, channel_id: int) -> list[Posted] | Refusal:
        """Return what the bot has posted in a channel lately, searched once; nothing if there can't be strays."""
        async with self._one_at_a_time[table.id][channel_id]:
            places = self._found.setdefault(table.id, {})
            new = self._new_after is not None and table.id > self._new_after
            if channel_id in places or (new and table.id not in self._doubtful):
                return places.get(channel_id, [])
            if channel_id not in self._bounds[table.id]:
                self._bounds[table.id][channel_id] = await self._since(table, channel_id)
            found = await self._discord_api.messages.own(channel_id, self._bounds[table.id][channel_id])
            if isinstance(found, Refusal):
                if found.passing:
                    return found
                found = []
            places[channel_id] = found
            return found

    async def _since(self, table: Table, channel_id: int) -> int:
        """Return a message id; no message before it can be a stray of this table."""
        known = [one.message_id for one in await self._messages.of(table.id) if one.channel_id == channel_id]
        if known:
            return max(known) - (_BESIDE * 1000 << 22)
        return max(0, (table.created_at - _BESIDE) * 1000 - discord.utils.DISCORD_EPOCH) << 22


def _locks() -> defaultdict[int, asyncio.Lock]:
    return defaultdict(asyncio.Lock)


def _presses(posted: Posted) -> list[CustomId]:
    return [press for press in map(read, posted.buttons) if press is not None]


def _alike(table: Table, posted: Posted, page: Page, since: int) -> bool:
    """Return whether a message was posted to show a page: with the same buttons, or without any the same text."""
    wanted = page.shown()
    if not wanted.buttons:
        return not posted.buttons and posted.text == wanted.text
    theirs, ours = ({(press.action, press.table, press.rest) for press in _presses(each)} for each in (posted, wanted))
    versions = {press.version for press in _presses(posted) if press.table == table.id}
    return theirs == ours and all(since <= version <= table.version for version in versions)
