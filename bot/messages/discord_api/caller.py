"""The frame around every call to Discord: attempts, rests that Discord asks for, and outages."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord
from prometheus_client import Histogram

from bot.messages.discord_refusals import Attempts, Refusal, TooMany
from bot.messages.outages import Outages
from bot.watching import metrics

log = logging.getLogger(__name__)
T = TypeVar("T")

#: How many new direct message channels may be opened within `_BURST_SECONDS`: bots that open many at once are flagged.
_BURST = 20
_BURST_SECONDS = 60.0

#: The most seconds that a first answer may take (Discord accepts none after 3), and any later answer.
_FIRST_SECONDS = 5.0
_ANSWER_SECONDS = 60.0

#: In place of a channel's id, keys for what Discord limits for all channels together: opening direct messages,
#: commands, and emojis.
OPENING = 0
REGISTERING = 1
EMOJIS = 2
_ANSWERING = 3

#: How calls are named of which there are more than one.
EDIT, READ, LOOK = "edit a message", "read a channel", "look up a place or a person"

#: The key under which an interaction keeps its kind and when it arrived, by the monotonic clock.
_BEGAN = "began"


class Unshowable(Exception):
    """Discord refuses to show an answer for what it says."""


class Caller:
    """Makes calls to Discord as `client`. A call that Discord refuses returns why, as a value."""

    def __init__(self, client: discord.Client) -> None:
        self.client = client
        self.outages = Outages()
        self._attempts = Attempts()
        self._opened: deque[float] = deque(maxlen=_BURST)
        self._rests: dict[int, float] = {}
        self._edits_rest: dict[int, float] = {}

    def rest(self, channel_id: int | None, *, of_edits: bool = False) -> float:
        """Return for how many seconds Discord wants no calls for a channel, or `of_edits` no edits there.

        None as the channel stands for opening direct messages.
        """
        now = time.monotonic()
        until = self._rests.get(OPENING if channel_id is None else channel_id, 0.0)
        if of_edits and channel_id is not None:
            until = max(until, self._edits_rest.get(channel_id, 0.0))
        if channel_id is None and len(self._opened) == _BURST:
            until = max(until, self._opened[0] + _BURST_SECONDS)
        return max(0.0, until - now)

    def may_open(self) -> bool:
        """Return whether one more direct message channel may be opened now, and count it."""
        now = time.monotonic()
        if len(self._opened) == _BURST and now - self._opened[0] < _BURST_SECONDS:
            return False
        self._opened.append(now)
        return True

    async def in_channel(self, channel_id: int, what: str, call: Callable[[], Awaitable[T]]) -> T | Refusal:
        """Make a call for a channel, unless Discord has asked for a rest there; an archived thread is opened for it.

        `what` says what kind of call it is.
        """
        if self.rest(channel_id, of_edits=what == EDIT):
            return Refusal.LATER
        done = await self._attempted(channel_id, what, call)
        if done is Refusal.LOCKED:
            kept_shut = await self._opened_again(channel_id)
            if kept_shut is None:
                return await self._attempted(channel_id, what, call)
            if kept_shut is Refusal.FULL or kept_shut.passing:
                return kept_shut
        return done

    async def _attempted(self, channel_id: int, what: str, call: Callable[[], Awaitable[T]]) -> T | Refusal:
        # Edits have limits of their own: a channel in which none can be made for now takes other calls.
        rests = self._edits_rest if what == EDIT else self._rests
        rests.pop(channel_id, None)
        try:
            return self.outages.noted(channel_id, await self._attempts.attempt(call(), what))
        except discord.RateLimited as error:
            rest = error.retry_after
        except TooMany as error:
            rest = error.rest
        log.warning("Discord asks for a rest of %.0f s in channel %s, of those who %s", rest, channel_id, what)
        rests[channel_id] = time.monotonic() + rest
        return Refusal.LATER

    async def _opened_again(self, channel_id: int) -> Refusal | None:
        """Take a thread out of the archive if the bot may. Return what keeps it from that, if anything does."""

        async def open_again() -> None:
            thread = await self.client.fetch_channel(channel_id)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=False)

        return await self._attempted(channel_id, "open a thread again", open_again)

    async def first_answer(
        self, interaction: discord.Interaction[Any], kind: discord.InteractionResponseType, answer: Awaitable[T]
    ) -> T | Refusal:
        """Give a first answer of some kind, which may come too late for Discord. Raises `Unshowable`."""
        done = await self._attempts.in_time(_FIRST_SECONDS, answer, "answer")
        observe(metrics.FIRST_ANSWERS, interaction)
        if done is Refusal.DONE:
            # The library knows of the answers alone that Discord has confirmed.
            interaction.response._response_type = kind
        return _shown(self.outages.noted(_ANSWERING, done))

    async def suggestion(self, interaction: discord.Interaction[Any], answer: Awaitable[T]) -> T | Refusal:
        """Give the answer to an autocompletion, which may come too late for Discord."""
        done = await self._attempts.in_time(_FIRST_SECONDS, answer, "suggest", level=logging.INFO)
        observe(metrics.FIRST_ANSWERS, interaction)
        return done

    async def later_answer(self, answer: Awaitable[T]) -> T | Refusal:
        """Give a later answer; one that can't be given is not raised as an error.

        The person's act is stored, and `/hand` shows it. Raises `Unshowable`.
        """
        done = await self._attempts.in_time(_ANSWER_SECONDS, answer, "answer later")
        return _shown(self.outages.noted(_ANSWERING, done))


def begin(interaction: discord.Interaction[Any], kind: str) -> None:
    """Note that an interaction of some kind has just arrived."""
    interaction.extras[_BEGAN] = (kind, time.monotonic())


def observe(histogram: Histogram, interaction: discord.Interaction[Any]) -> None:
    """Note how long ago an interaction arrived, if its arrival was noted."""
    if (began := interaction.extras.get(_BEGAN)) is not None:
        histogram.labels(began[0]).observe(time.monotonic() - began[1])


def _shown(done: T | Refusal) -> T | Refusal:
    """Return what became of an answer. Raises `Unshowable` if a sentence can say to its reader why."""
    if done is Refusal.UNFIT:
        raise Unshowable
    return done
