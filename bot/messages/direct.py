"""The way to somebody's direct messages: the channel of which is opened again before its owner counts as unreachable."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import discord

from bot.messages.discord_api import DiscordApi
from bot.messages.discord_refusals import About, Refusal
from bot.store.people import People, Person
from bot.ui.page import Page


class DirectMessages:
    """Where people's direct messages go; it remembers a channel that Discord has opened."""

    def __init__(self, people: People, discord_api: DiscordApi) -> None:
        self._people = people
        self._discord_api = discord_api

    async def reach(self, person: Person, send: Callable[[int], Awaitable[int | Refusal]]) -> int | Refusal:
        """Have `send` post something in a person's channel, and return the message's id.

        The channel that is known may be another one by now: if Discord refuses it, it is opened again. Refusals: `CLOSED`.
        """
        known = person.dm_channel_id
        if known is not None:
            sent = await send(known)
            if not _of_the_place(sent):
                return sent
        opened = await self._discord_api.open_direct(person.user_id)
        if isinstance(opened, Refusal):
            return opened
        if opened != known:
            await self._people.dm_opened(person.user_id, opened, if_known=True)
        sent = await send(opened)
        return Refusal.CLOSED if _of_the_place(sent) else sent

    async def write_once(self, person: Person, page: Page, *, since: int, nonce: str) -> bool:
        """Post a page, unless its text has been posted since then (seconds UTC), by whichever process.

        Return whether that is settled: the person has it, or doesn't take direct messages.
        """
        if person.user_id <= 0 or not person.direct or person.dm_closed:
            return True

        async def send(channel_id: int) -> int | Refusal:
            own = await self._discord_api.own(
                channel_id, discord.utils.time_snowflake(datetime.fromtimestamp(since, UTC))
            )
            if isinstance(own, Refusal):
                return own
            there = next((post.id for post in own if post.text == page.shown().text), None)
            return there if there is not None else await self._discord_api.post(channel_id, page, nonce=nonce)

        sent = await self.reach(person, send)
        return not (isinstance(sent, Refusal) and sent.passing)


def _of_the_place(sent: int | Refusal) -> bool:
    return isinstance(sent, Refusal) and sent.about is About.PLACE
