"""Messages of tables that were posted and not remembered: the process was killed in between, or the database failed.

Discord makes no second message of a nonce that it knows, but forgets them within minutes. So where there may be such
messages, the end of the channel is looked through before anything is posted there: what would be posted now is adopted,
and when all is told the others are deleted.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterable

import discord

from bot.messages.discord_api import DiscordApi, Refusal
from bot.store.games import Table
from bot.store.messages import Messages
from bot.ui.actions import Press, read
from bot.ui.page import Page, Posted

#: Seconds by which a stray may be older than the newest message that is remembered: what fails is told again within an
#: hour, and more may be posted meanwhile.
_BESIDE = 2 * 3600


class Strays:
    """Knows of which tables messages may have been posted that nobody remembers, and finds them."""

    def __init__(self, discord_api: DiscordApi, messages: Messages) -> None:
        self._discord_api = discord_api
        self._messages = messages
        self._new_after: int | None = None
        self._doubtful: set[int] = set()
        self._found: dict[int, dict[int, list[Posted]]] = {}
        """Of each table the channels that were looked through, with what may be strays there."""
        self._bounds: defaultdict[int, dict[int, int]] = defaultdict(dict)
        """Of each table how far these channels are looked through, until no doubt is left."""
        self._one_at_a_time: defaultdict[int, defaultdict[int, asyncio.Lock]] = defaultdict(_locks)
        """Of each table by channel: what holds up one place holds up no other."""

    async def start(self) -> None:
        """Remember which tables are older than this process, and doubt those of which something has still to be told."""
        if self._new_after is None:
            self._doubtful.update(await self._messages.lagging())
            self._new_after = await self._messages.newest_table()

    def doubt(self, table_id: int) -> None:
        """Something may have been posted just now that isn't remembered: look for it in the next pass."""
        self._doubtful.add(table_id)

    def begin(self, table_id: int) -> None:
        """A pass begins: where there is a doubt, what was found before is out of date."""
        if table_id in self._doubtful:
            self._found.pop(table_id, None)

    def forget(self, table_id: int) -> None:
        """Nothing more is told of a table."""
        for known in (self._found, self._bounds, self._one_at_a_time):
            known.pop(table_id, None)

    async def like(self, row: Table, channel_id: int, page: Page, since: int) -> Posted | Refusal | None:
        """Return a stray that shows this page, as of a version from `since` on. Refusals: only passing ones."""
        found = await self._look(row, channel_id)
        if isinstance(found, Refusal):
            return found
        known = await self._messages.in_channel(channel_id) if found else set()
        for one in found:
            if one.id not in known and _alike(row, one, page, since):
                found.remove(one)
                return one
        return None

    async def clear(self, row: Table, channels: Iterable[int], sent: Collection[int]) -> Refusal | None:
        """Delete the strays where this table was looked for, if it is doubtful in all of these channels.

        Messages that were `sent` just now are none. Refusals: only passing ones.
        """
        looked = set(self._found.get(row.id, ()))
        for channel_id in looked | set(channels if row.id in self._doubtful else ()):
            found = await self._look(row, channel_id)
            if isinstance(found, Refusal):
                return found
            known = {*sent, *(await self._messages.in_channel(channel_id))} if found else set()
            while found:
                if found[0].id not in known and any(press.table == row.id for press in _presses(found[0])):
                    refusal = await self._discord_api.delete(channel_id, found[0].id)
                    if refusal is not None and refusal.passing:
                        return refusal
                del found[0]
        self._doubtful.discard(row.id)
        self._bounds.pop(row.id, None)
        return None

    async def _look(self, row: Table, channel_id: int) -> list[Posted] | Refusal:
        """What the bot has posted in a channel lately, looked for once; nothing where there can't be strays."""
        async with self._one_at_a_time[row.id][channel_id]:
            places = self._found.setdefault(row.id, {})
            new = self._new_after is not None and row.id > self._new_after
            if channel_id in places or (new and row.id not in self._doubtful):
                return places.get(channel_id, [])
            if channel_id not in self._bounds[row.id]:
                self._bounds[row.id][channel_id] = await self._since(row, channel_id)
            found = await self._discord_api.own(channel_id, self._bounds[row.id][channel_id])
            if isinstance(found, Refusal):
                if found.passing:
                    return found
                found = []
            places[channel_id] = found
            return found

    async def _since(self, row: Table, channel_id: int) -> int:
        """A message's id: none that is older can be a stray of this table."""
        known = [one.message_id for one in await self._messages.of(row.id) if one.channel_id == channel_id]
        if known:
            return max(known) - (_BESIDE * 1000 << 22)
        return max(0, (row.created_at - _BESIDE) * 1000 - discord.utils.DISCORD_EPOCH) << 22


def _locks() -> defaultdict[int, asyncio.Lock]:
    return defaultdict(asyncio.Lock)


def _presses(one: Posted) -> list[Press]:
    return [press for press in map(read, one.buttons) if press is not None]


def _alike(row: Table, one: Posted, page: Page, since: int) -> bool:
    """Whether a message was posted to show a page: with the same buttons, or without any the same text."""
    wanted = page.shown()
    if not wanted.buttons:
        return not one.buttons and one.text == wanted.text
    theirs, ours = ({(press.action, press.table, press.rest) for press in _presses(each)} for each in (one, wanted))
    versions = {press.version for press in _presses(one) if press.table == row.id}
    return theirs == ours and all(since <= version <= row.version for version in versions)
