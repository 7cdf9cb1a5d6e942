"""The only place that calls Discord. Every call names the refusals that are normal for it and returns them as values.

Anything else that Discord answers is raised, for the caller's log.
"""

from __future__ import annotations

import io
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

import discord
from discord import app_commands, ui

log = logging.getLogger(__name__)
T = TypeVar("T")

#: New direct message channels that may be opened within `_BURST_SECONDS`: bots that open many at once are flagged.
_BURST = 20
_BURST_SECONDS = 60.0


class Refusal(Enum):
    """Why Discord didn't do what it was asked, where that can happen to a bot in good order."""

    GONE = "the channel or message no longer exists"
    BARRED = "the bot may not do that there"
    CLOSED = "the person takes no direct messages from the bot"
    LATER = "too many direct messages were opened lately"
    AGED = "the message is too old to be edited again so soon"
    EXPIRED = "the interaction was answered too late, or twice"


_BY_CODE = {
    10003: Refusal.GONE,
    10008: Refusal.GONE,
    10015: Refusal.EXPIRED,
    10062: Refusal.EXPIRED,
    30046: Refusal.AGED,
    40003: Refusal.LATER,
    40060: Refusal.EXPIRED,
    50001: Refusal.BARRED,
    50007: Refusal.CLOSED,
    50013: Refusal.BARRED,
    50027: Refusal.EXPIRED,
    50278: Refusal.CLOSED,
}


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with a page. `alt` describes a picture (up to 1,024 characters)."""

    name: str
    content: bytes
    alt: str | None = None


class Page(ui.LayoutView):
    """What one message shows: components in order, and the files that they refer to."""

    def __init__(self, *items: ui.Item[Any], attachments: Sequence[Attachment] = ()) -> None:
        super().__init__(timeout=None)
        for item in items:
            self.add_item(item)
        self._attachments = tuple(attachments)

    def files(self) -> list[discord.File]:
        """The attachments as new upload objects (each serves once)."""
        return [
            discord.File(io.BytesIO(one.content), filename=one.name, description=one.alt) for one in self._attachments
        ]


class Outbound:
    """Discord, as far as this bot uses it."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._opened: deque[float] = deque(maxlen=_BURST)

    async def register(self, tree: app_commands.CommandTree[Any]) -> None:
        """Have Discord offer these commands, and no others, everywhere."""
        await tree.sync()

    # -- messages

    async def post(self, channel_id: int, page: Page, *, nonce: str, pings: bool = False) -> int | Refusal:
        """Post a page; returns the message's id. `pings`: whether people whom it mentions are called.

        Posting again with the same `nonce` (up to 25 characters) within a few minutes makes no second message.
        Refusals: `GONE`, `BARRED`, `CLOSED`.
        """
        sent = await _attempt(
            self._client.get_partial_messageable(channel_id).send(
                view=page,
                files=page.files(),
                nonce=nonce,
                allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=pings),
            ),
            Refusal.GONE,
            Refusal.BARRED,
            Refusal.CLOSED,
        )
        return sent if isinstance(sent, Refusal) else sent.id

    async def edit(self, channel_id: int, message_id: int, page: Page) -> Refusal | None:
        """Show another page in a message of the bot. Refusals: `GONE`, `BARRED`, `AGED`, `CLOSED`."""
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        edited = await _attempt(
            message.edit(view=page, attachments=page.files(), allowed_mentions=discord.AllowedMentions.none()),
            Refusal.GONE,
            Refusal.BARRED,
            Refusal.AGED,
            Refusal.CLOSED,
        )
        return edited if isinstance(edited, Refusal) else None

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message of the bot; one that is out of reach counts as deleted."""
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        await _attempt(message.delete(), Refusal.GONE, Refusal.BARRED, Refusal.CLOSED)

    async def open_direct(self, user_id: int) -> int | Refusal:
        """The id of the direct message channel with a person. Refusals: `LATER`, `CLOSED`."""
        now = time.monotonic()
        if len(self._opened) == _BURST and now - self._opened[0] < _BURST_SECONDS:
            return Refusal.LATER
        self._opened.append(now)
        channel = await _attempt(self._client.create_dm(discord.Object(user_id)), Refusal.LATER, Refusal.CLOSED)
        return channel if isinstance(channel, Refusal) else channel.id

    async def written_since(self, channel_id: int, message_id: int, most: int) -> list[int] | Refusal:
        """The ids of up to `most` messages after one; none without the permission to read the channel's history.

        Refusals: `GONE`, `BARRED`.
        """
        history = self._client.get_partial_messageable(channel_id).history(after=discord.Object(message_id), limit=most)
        return await _attempt(_ids(history), Refusal.GONE, Refusal.BARRED)

    async def open_thread(self, channel: discord.TextChannel, name: str) -> int | Refusal:
        """Open a public thread; returns its id. Refusals: `GONE`, `BARRED`."""
        thread = await _attempt(
            channel.create_thread(name=name, type=discord.ChannelType.public_thread), Refusal.GONE, Refusal.BARRED
        )
        return thread if isinstance(thread, Refusal) else thread.id

    # -- interactions

    async def defer(self, interaction: discord.Interaction[Any]) -> bool:
        """Say that an answer to a command, or a further message after a press, will come, for this person only."""
        return await self._first(interaction.response.defer(ephemeral=True, thinking=True))

    async def acknowledge(self, interaction: discord.Interaction[Any]) -> bool:
        """Take a press, without a visible answer yet."""
        return await self._first(interaction.response.defer())

    async def open_form(self, interaction: discord.Interaction[Any], form: ui.Modal) -> bool:
        """Answer a press with a form."""
        return await self._first(interaction.response.send_modal(form))

    async def suggest(self, interaction: discord.Interaction[Any], choices: Sequence[app_commands.Choice[str]]) -> bool:
        """Answer an autocompletion with up to 25 choices (to be done before the library would, which lets nothing fail)."""
        return await self._first(interaction.response.autocomplete(list(choices)[:25]))

    async def answer(self, interaction: discord.Interaction[Any], page: Page) -> None:
        """Fill in the deferred answer, or change the message that was pressed."""
        await _attempt(
            interaction.edit_original_response(
                view=page, attachments=page.files(), allowed_mentions=discord.AllowedMentions.none()
            ),
            Refusal.EXPIRED,
            Refusal.GONE,
        )

    async def whisper(self, interaction: discord.Interaction[Any], page: Page) -> None:
        """A further message that only this person sees."""
        await _attempt(
            interaction.followup.send(view=page, files=page.files(), ephemeral=True),
            Refusal.EXPIRED,
            Refusal.GONE,
        )

    async def _first(self, answer: Awaitable[Any]) -> bool:
        """Whether a first answer reached Discord in time."""
        return not isinstance(await _attempt(answer, Refusal.EXPIRED), Refusal)


async def _ids(messages: AsyncIterator[discord.Message]) -> list[int]:
    return [message.id async for message in messages]


async def _attempt(call: Awaitable[T], *normal: Refusal) -> T | Refusal:
    try:
        return await call
    except discord.HTTPException as error:
        refusal = _BY_CODE.get(error.code)
        if refusal is None or refusal not in normal:
            raise
        log.info("Discord refused (%s): %s", error.code, refusal.value)
        return refusal
    except discord.InteractionResponded:
        return Refusal.EXPIRED
