"""The way to somebody's direct messages: the channel of which is opened again before its owner counts as unreachable."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.data.people import Person
from bot.messages.discord_api import DiscordApi, before
from bot.messages.discord_refusals import Reason, Refusal
from bot.store.people import PersonStore
from bot.ui.page import Page


class DirectMessages:
    """Where people's direct messages go; it remembers a channel that Discord has opened."""

    def __init__(self, people: PersonStore, discord_api: DiscordApi) -> None:
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
                return await self._noted(person, known, sent)
        opened = await self._discord_api.places.open_direct(person.user_id)
        if isinstance(opened, Refusal):
            return opened
        if opened != known:
            await self._people.dm_opened(person.user_id, opened, if_known=True)
        sent = await self._noted(person, opened, await send(opened))
        return Refusal.CLOSED if _of_the_place(sent) else sent

    async def send(self, person: Person, page: Page, *, nonce: str, silent: bool = False) -> int | Refusal:
        """Post a page in a person's channel, and return the message's id. Refusals: as of `reach`."""
        post = self._discord_api.messages.post
        return await self.reach(person, lambda channel: post(channel, page, nonce=nonce, silent=silent))

    async def _noted(self, person: Person, channel_id: int, sent: int | Refusal) -> int | Refusal:
        """Return what became of a message. A person who got it, although they had closed their direct messages, has
        opened them."""
        if person.dm_tried_at is not None and not isinstance(sent, Refusal):
            await self._people.dm_opened(person.user_id, channel_id, if_known=True)
        return sent

    async def write_once(self, person: Person, page: Page, *, since: int, nonce: str) -> tuple[int, int] | Refusal:
        """Post a page, unless its text has been posted since then (seconds UTC), by whichever process.

        Return the channel and the message. Refusals: `CLOSED` for somebody who takes no direct messages.
        """
        if person.user_id <= 0 or not person.direct or person.dm_closed:
            return Refusal.CLOSED
        place = 0

        async def send(channel_id: int) -> int | Refusal:
            nonlocal place
            place = channel_id
            there = await self._written(channel_id, page, since)
            return there if there is not None else await self._discord_api.messages.post(channel_id, page, nonce=nonce)

        sent = await self.reach(person, send)
        return sent if isinstance(sent, Refusal) else (place, sent)

    async def take_back(self, person: Person, page: Page, *, since: int) -> Refusal | None:
        """Delete the message with a page's text that was posted since then (seconds UTC), if there is one.

        Refusals: only passing ones.
        """
        if person.user_id <= 0 or person.dm_channel_id is None:
            return None
        there = await self._written(person.dm_channel_id, page, since)
        if isinstance(there, int):
            there = await self._discord_api.messages.delete(person.dm_channel_id, there)
        return there if there is not None and there.passing else None

    async def _written(self, channel_id: int, page: Page, since: int) -> int | Refusal | None:
        """Return the bot's message in a channel that has a page's text, and was posted since then (seconds UTC)."""
        own = await self._discord_api.messages.own(channel_id, before(since))
        if isinstance(own, Refusal):
            return own
        return next((post.id for post in own if post.text == page.shown().text), None)


def _of_the_place(sent: int | Refusal) -> bool:
    return isinstance(sent, Refusal) and sent.about is Reason.PLACE
