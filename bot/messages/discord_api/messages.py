"""The bot's messages in channels: posting, editing, deleting, and finding them again."""

from __future__ import annotations

import contextlib
import hashlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Collection
from datetime import UTC, datetime

import discord

from bot.messages.discord_api.answers import AnswerCalls
from bot.messages.discord_api.caller import EDIT, READ, Caller
from bot.messages.discord_api.places import PlaceCalls
from bot.messages.discord_api.showing import Showing, keep, only
from bot.messages.discord_refusals import Refusal
from bot.ui.page import Attachment, Page, Posted, posted_as

#: How many messages of a channel are searched for one that may have been posted.
_LOOKED_THROUGH = 500
#: The most seconds by which Discord's clock may differ from ours.
_SKEW = 60

#: Half as many characters as a nonce has, of which Discord takes 25.
_NONCE_BYTES = 12
#: How many nonces are tried at a time for a message that was deleted within the minutes in which Discord knows its nonce.
_COPIES = 10


class MessageCalls:
    """The calls for the bot's messages in channels."""

    def __init__(self, caller: Caller, showing: Showing, answers: AnswerCalls, places: PlaceCalls) -> None:
        """Call by `caller`. `answers` show an edit as the answer to a press, `places` say what keeps a message from being posted."""
        self._caller = caller
        self._client = caller.client
        self._showing = showing
        self._answers = answers
        self._places = places
        self._copies: OrderedDict[str, int] = OrderedDict()
        """By nonces how many messages in a row were deleted that were posted with them."""

    async def post(
        self, channel_id: int, page: Page, *, nonce: str, pings: Collection[int] = (), silent: bool = False
    ) -> int | Refusal:
        """Post a page and return the message's id.

        `nonce` (up to 25 characters, see `nonce_of`) tells the message from all others that the bot ever posts, in whichever
        channel. Posting with it again within a few minutes makes no second message, unless the first was deleted. `pings` are the ids of the people who are notified
        if the page mentions them. A `silent` message appears without a sound. Refusals: `NOWHERE`, `BARRED`, `LOCKED`,
        `CLOSED`.
        """
        for _ in range(_COPIES):
            copy = self._copies.get(nonce, 0)
            known_by = nonce_of(nonce, copy) if copy else nonce
            sent = await self._posted_once(channel_id, page, known_by, pings, silent=silent)
            if sent is not Refusal.GONE:
                break
            # Discord makes no second message of a nonce, although the first one was deleted.
            keep(self._copies, nonce, copy + 1)
        if sent is Refusal.GONE:
            return await self._places.there(channel_id) or Refusal.UNSURE
        if isinstance(sent, Refusal):
            return sent
        self._showing.remember(sent)
        return sent.id

    async def _posted_once(
        self, channel_id: int, page: Page, nonce: str, pings: Collection[int], *, silent: bool
    ) -> discord.Message | Refusal:
        async def send() -> discord.Message | Refusal:
            return await self._caller.in_channel(
                channel_id,
                "post",
                lambda: self._showing.show(
                    page,
                    lambda: self._client.get_partial_messageable(channel_id).send(
                        view=page,
                        files=page.files(),
                        nonce=nonce,
                        silent=silent,
                        allowed_mentions=only(pings),
                    ),
                    channel_id=channel_id,
                ),
            )

        sent = await send()
        if sent is not Refusal.UNSURE:
            return sent
        # The nonce prevents a second message, and without this call the message's id would be lost.
        again = await send()
        return sent if again is Refusal.LATER else again

    async def edit(self, channel_id: int, message_id: int, page: Page) -> Refusal | None:
        """Show another page in a message of the bot; files that stay the same are kept.

        If somebody has just pressed something in the message, this answers the press.

        Refusals: `GONE`, `NOWHERE`, `BARRED`, `LOCKED`, `AGED`, `CLOSED`.
        """
        if await self._answers.take_as_answer(message_id, page):
            return None
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)

        async def edit() -> discord.Message:
            if page.pictured and not self._showing.knows(message_id):
                with contextlib.suppress(discord.Forbidden, discord.NotFound):
                    self._showing.remember(await message.fetch())
            return await self._showing.changed(
                message_id,
                page,
                lambda files: message.edit(view=page, attachments=files, allowed_mentions=only(())),
                channel_id=channel_id,
            )

        edited = await self._caller.in_channel(channel_id, EDIT, edit)
        return edited if isinstance(edited, Refusal) else None

    async def held(self, channel_id: int, message_id: int) -> list[Attachment]:
        """Return the files that a message of the bot holds, for an edit that keeps them; none if Discord doesn't say."""
        if not self._showing.knows(message_id):
            message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)

            async def fetch() -> discord.Message:
                return await message.fetch()

            fetched = await self._caller.in_channel(channel_id, READ, fetch)
            if isinstance(fetched, Refusal):
                return []
            self._showing.remember(fetched)
        return self._showing.files(message_id)

    async def delete(self, channel_id: int, message_id: int) -> Refusal | None:
        """Delete a message of the bot.

        A message that no longer exists counts as deleted. Refusals: `BARRED`, `LOCKED`.
        """
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        deleted = await self._caller.in_channel(channel_id, "delete a message", message.delete)
        gone = deleted in (Refusal.GONE, Refusal.NOWHERE, Refusal.CLOSED)
        return deleted if isinstance(deleted, Refusal) and not gone else None

    async def written_since(self, channel_id: int, message_id: int, most: int) -> list[int] | Refusal:
        """Return the ids of up to `most` messages after one; none if the bot may not read the channel's history.

        Refusals: `NOWHERE`, `BARRED`.
        """
        channel = self._client.get_partial_messageable(channel_id)
        return await self._caller.in_channel(
            channel_id, READ, lambda: _ids(channel.history(after=discord.Object(message_id), limit=most))
        )

    async def own(self, channel_id: int, since: int) -> list[Posted] | Refusal:
        """Return the messages that the bot has posted in a channel after a message, unless they are too old.

        Answers to commands and presses are left out. If the bot may not read the channel's history, there are none.
        Refusals: `NOWHERE`, `BARRED`.
        """
        channel = self._client.get_partial_messageable(channel_id)

        async def find() -> list[Posted]:
            found = []
            async for message in channel.history(limit=_LOOKED_THROUGH):
                if message.id <= since:
                    break
                own = self._client.user is not None and message.author.id == self._client.user.id
                if own and message.interaction_metadata is None:
                    found.append(posted_as(message.id, [one.to_dict() for one in message.components]))
            return found

        return await self._caller.in_channel(channel_id, READ, find)

    async def posted(self, channel_id: int, since: int, identity: str) -> int | Refusal | None:
        """Return the bot's first message after a moment (seconds UTC, by our clock) that has a button with this custom id.

        None if there is no such message, or if the bot may not read the channel's history. Refusals: `NOWHERE`,
        `BARRED`.
        """
        channel = self._client.get_partial_messageable(channel_id)
        moment = before(since - _SKEW)

        async def find() -> int | None:
            async for message in channel.history(after=discord.Object(moment), limit=_LOOKED_THROUGH):
                own = self._client.user is not None and message.author.id == self._client.user.id
                if own and any(identity == button for button in _buttons_of(message)):
                    return message.id
            return None

        return await self._caller.in_channel(channel_id, READ, find)


def before(moment: int) -> int:
    """Return the id below those of all messages from a moment (seconds UTC) on, as searches begin after an id."""
    # A search leaves out the message that has the id itself, and one may have just the first id of the moment.
    return discord.utils.time_snowflake(datetime.fromtimestamp(moment, UTC)) - 1


def nonce_of(*what: object) -> str:
    """Return the nonce of a message, from all that tells it from every other message of the bot.

    Discord looks for a nonce in all channels: if a message can stand in more than one, its channel is to be named too.
    """
    return hashlib.blake2b(" ".join(map(str, what)).encode(), digest_size=_NONCE_BYTES).hexdigest()


def _buttons_of(message: discord.Message) -> list[str | None]:
    rows = (row for row in message.components if isinstance(row, discord.ActionRow))
    return [item.custom_id for row in rows for item in row.children]


async def _ids(messages: AsyncIterator[discord.Message]) -> list[int]:
    return [message.id async for message in messages]
