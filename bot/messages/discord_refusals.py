"""What Discord's refusals mean, and the attempt of a call that returns them as values."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from enum import Enum
from typing import TypeVar

import aiohttp
import discord

from bot import metrics

log = logging.getLogger(__name__)
T = TypeVar("T")

#: Seconds without calls to a channel if Discord asks for a rest but doesn't say for how long.
_REST_SECONDS = 60.0


class Refusal(Enum):
    """A reason why Discord refused a call, of the kind that a bot without errors may meet."""

    GONE = "the message no longer exists"
    NOWHERE = "the channel no longer exists"
    BARRED = "the bot may not do that there"
    LOCKED = "the thread is archived and the bot may not open it"
    CLOSED = "the person takes no direct messages from the bot"
    ABSENT = "the person is not in that server"
    LATER = "not now: there have been too many requests"
    UNSURE = "no answer, or an error of Discord's own: it may have been done or not"
    AGED = "the message is too old to be edited again so soon"
    EXPIRED = "the interaction was answered too late, or twice"

    @property
    def passing(self) -> bool:
        """Whether the same call may well succeed a little later."""
        return self in (Refusal.LATER, Refusal.UNSURE)


_BY_CODE = {
    10003: Refusal.NOWHERE,
    10004: Refusal.NOWHERE,
    10007: Refusal.ABSENT,
    10008: Refusal.GONE,
    10013: Refusal.CLOSED,
    10015: Refusal.EXPIRED,
    10062: Refusal.EXPIRED,
    30046: Refusal.AGED,
    40003: Refusal.LATER,
    40060: Refusal.EXPIRED,
    50001: Refusal.BARRED,
    50007: Refusal.CLOSED,
    50013: Refusal.BARRED,
    50027: Refusal.EXPIRED,
    50083: Refusal.LOCKED,
    50278: Refusal.CLOSED,
    160005: Refusal.LOCKED,
}
#: The meaning of a status whose code isn't listed.
_BY_STATUS = {403: Refusal.BARRED, 404: Refusal.GONE, 429: Refusal.LATER}


class TooMany(Exception):
    """Discord answered 429 and the library gave up; `rest` is in seconds."""

    def __init__(self, rest: float) -> None:
        super().__init__()
        self.rest = rest


async def in_time(seconds: float, call: Awaitable[T], *normal: Refusal, level: int = logging.WARNING) -> T | Refusal:
    """Attempt an answer to an interaction for at most `seconds`.

    If Discord asks for it, the library would wait for hours. An answer that is cut short is logged at `level`. Only
    answers may be cut short: if any other request is cancelled while Discord asks the whole bot for a rest, the library
    waits for ever, and so do all later requests.
    """
    try:
        async with asyncio.timeout(seconds):
            return await attempt(call, *normal)
    except (discord.RateLimited, TooMany, TimeoutError):
        log.log(level, "An answer could not be given within %.0f s", seconds)
        return Refusal.LATER


async def attempt(call: Awaitable[T], *normal: Refusal) -> T | Refusal:
    """Make a call, and return what it returns, or one of the `normal` refusals, or a passing one.

    Raises any other error of Discord, and `TooMany`.
    """
    try:
        return await call
    except discord.HTTPException as error:
        refusal = Refusal.UNSURE if error.status >= 500 else _BY_CODE.get(error.code, _BY_STATUS.get(error.status))
        if refusal is Refusal.LATER:
            metrics.DISCORD_REFUSALS.labels("later").inc()
            raise TooMany(_rest(error)) from error
        if refusal is None or not (refusal.passing or refusal in normal):
            raise
        log.info("Discord refused (%s, %s): %s", error.status, error.code, refusal.value)
        metrics.DISCORD_REFUSALS.labels(refusal.name.lower()).inc()
        return refusal
    except (aiohttp.ClientError, OSError) as error:
        # Timeouts are OSErrors.
        log.warning("Discord gave no answer: %s", type(error).__name__)
        return Refusal.UNSURE
    except discord.InteractionResponded:
        return Refusal.EXPIRED


def _rest(error: discord.HTTPException) -> float:
    try:
        return float(error.response.headers["Retry-After"])
    except (KeyError, ValueError):
        return _REST_SECONDS
