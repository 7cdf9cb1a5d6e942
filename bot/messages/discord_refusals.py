"""The meaning of Discord's refusals, and the attempt of a call that returns them as values."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterator
from contextvars import ContextVar
from enum import Enum
from typing import Any, TypeVar

import aiohttp
import discord

from bot.watching import metrics

log = logging.getLogger(__name__)
T = TypeVar("T")

#: The errors of Discord's own that the tries of the running call have met so far: the library sends it again by itself.
_HICCUPS = ContextVar[list[int]]("hiccups")

#: Discord's answers to a call that has been carried out before: the code, and the end of what it calls wrong in the
#: form.
_ANSWERED_BEFORE = 40060
_NAME_TAKEN = "NAME_ALREADY_TAKEN"

#: Seconds without calls to a channel if Discord asks for a rest but doesn't say for how long.
_REST_SECONDS = 60.0


class Reason(Enum):
    """The subject of a refusal, which decides the reaction."""

    PASSING = "nothing that lasts: the same call may well succeed a little later"
    MESSAGE = "this message or answer: another one may be accepted"
    PLACE = "this channel, thread or server: nothing of the kind can be done there now"
    PERSON = "this person"
    OURS = "the bot: what it has sent is wrong"


class Refusal(Enum):
    """A reason why Discord refused a call."""

    LATER = "not now: there have been too many requests"
    UNSURE = "no answer, or an error of Discord's own: it may have been done or not"
    HELD_UP = "Discord, or what stands before it, lets nothing of the kind through for now"
    STRANGER = "Discord doesn't accept the bot's token"
    UNKNOWN = "for a reason that the bot doesn't know"
    GONE = "the message no longer exists"
    AGED = "the message is too old to be edited again so soon"
    UNFIT = "a filter lets no such text through"
    EXPIRED = "the interaction was answered too late, or twice"
    DONE = "an earlier try of the same call has done it, although Discord answered that one by an error"
    NOWHERE = "the channel no longer exists"
    BARRED = "the bot may not do that there"
    LOCKED = "the thread is archived and the bot may not open it"
    FULL = "there are as many of the kind as Discord allows"
    CLOSED = "the person takes no direct messages from the bot"
    ABSENT = "the person is not in that server"
    MALFORMED = "the request breaks Discord's rules"

    @property
    def about(self) -> Reason:
        """The subject of the refusal."""
        return _ABOUT[self]

    @property
    def passing(self) -> bool:
        """Whether the same call may well succeed a little later."""
        return self.about is Reason.PASSING

    def passes(self, late: int, most: int) -> bool:
        """Return whether a call that was due `late` seconds ago is tried again; for an unknown reason within `most` seconds only."""
        return self.passing and (self is not Refusal.UNKNOWN or late < most)


_ABOUT = {
    one: about
    for about, those in {
        Reason.PASSING: (Refusal.LATER, Refusal.UNSURE, Refusal.HELD_UP, Refusal.STRANGER, Refusal.UNKNOWN),
        Reason.MESSAGE: (Refusal.GONE, Refusal.AGED, Refusal.UNFIT, Refusal.EXPIRED, Refusal.DONE),
        Reason.PLACE: (Refusal.NOWHERE, Refusal.BARRED, Refusal.LOCKED, Refusal.FULL),
        Reason.PERSON: (Refusal.CLOSED, Refusal.ABSENT),
        Reason.OURS: (Refusal.MALFORMED,),
    }.items()
    for one in those
}

#: The meaning of Discord's codes, for all requests that the bot makes.
_CODES = {
    code: meaning
    for meaning, codes in {
        Refusal.LATER: (
            20016,  # slow mode
            20022,  # edits of announcements
            20028,  # messages in a channel
            20029,  # messages in a server
            30034,  # new commands in a day
            40003,  # direct messages opened too fast
            40062,  # a service is rate-limited
        ),
        Refusal.HELD_UP: (
            40004,  # sending messages is switched off for now
            40006,  # the feature is switched off for now
            40333,  # blocked by Discord's network before it came to Discord
            110001,  # the application isn't available yet
            130000,  # the resource is overloaded
        ),
        Refusal.STRANGER: (40001, 50014),
        Refusal.GONE: (
            10008,
            10014,  # unknown emoji
            50005,  # the message is somebody else's
            50021,  # it is one of Discord's own
        ),
        Refusal.AGED: (30046,),
        Refusal.UNFIT: (
            20009,  # explicit content
            200000,  # the server's AutoMod, a message
            200001,  # the same, a title
            240000,  # links that Discord calls harmful
        ),
        Refusal.EXPIRED: (
            10015,
            10062,
            40060,
            40094,  # more answers to one interaction than Discord takes
            50027,
        ),
        Refusal.NOWHERE: (10003, 10004),
        Refusal.BARRED: (
            40058,  # nobody can write in a forum's thread before its first message
            50001,  # missing access
            50003,  # not in direct messages
            50008,  # not in a channel of this type
            50009,  # the server's verification level
            50013,  # missing permissions
            50024,  # not in a channel of this type
            60003,  # moderation in a server that asks for two-factor authentication
            160002,  # without Read Message History
            400001,  # Discord lets nobody send files in this server
        ),
        Refusal.LOCKED: (
            50083,  # the thread is archived or locked
            160005,  # the thread is locked
        ),
        Refusal.FULL: (
            30008,  # emojis
            30013,  # channels of a server
            30033,  # participants of a thread
            160006,  # open threads of a server
            160007,  # its open threads under announcements
        ),
        Refusal.CLOSED: (
            10013,  # unknown user
            50007,  # no direct messages, or the bot is blocked
            50033,  # invalid recipient
            50278,  # no server in common
        ),
        Refusal.ABSENT: (
            10007,  # unknown member
            40007,  # banned from the server
        ),
        Refusal.MALFORMED: (
            20012,  # another application's
            30015,  # too many files
            30032,  # too many commands
            40005,  # too large
            50006,  # empty
            50035,  # something in the form
            50041,  # a version of the API that Discord has given up
            50045,  # a file too large
            50046,  # a file that can't be read
            50068,  # a type of message
            50080,  # stickers
            50109,  # no JSON
            50110,  # a file that isn't what it should be
            50123,  # a type of file
            50138,  # a picture that can't be made small enough
            50146,  # a file that isn't there
        ),
    }.items()
    for code in codes
}
#: The meaning of a status where the code isn't known. There is no 403 or 404: whatever stands before Discord gives these too.
_STATUSES = {401: Refusal.STRANGER, 413: Refusal.MALFORMED, 429: Refusal.LATER}
#: A status, and codes, with which a message may be refused that would be accepted without its files.
_TOO_LARGE = 413
_OF_FILES = {30015, 40005, 50013, 50045, 50046, 50110, 50123, 50138, 400001}


def meaning(error: discord.HTTPException) -> Refusal:
    """Return what an error of Discord's means."""
    if error.status >= 500:
        return Refusal.UNSURE
    return _CODES.get(error.code) or _STATUSES.get(error.status, Refusal.UNKNOWN)


def of_the_files(error: discord.HTTPException) -> bool:
    """Return whether a message may have been refused for its files alone."""
    return error.code in _OF_FILES or error.status == _TOO_LARGE


def note_hiccup(status: int) -> None:
    """Note that Discord has answered a try of the running call by an error of its own: it may have been carried out."""
    if (hiccups := _HICCUPS.get(None)) is not None:
        hiccups.append(status)


class TooMany(Exception):
    """Discord answered 429 and the library gave up; `rest` is in seconds."""

    def __init__(self, rest: float) -> None:
        super().__init__()
        self.rest = rest


class Attempts:
    """The attempts at calls. Of what the bot can't have met without a mistake of somebody's, each kind is logged once."""

    def __init__(self) -> None:
        self._logged = set[tuple[object, ...]]()

    async def in_time(
        self, seconds: float, call: Awaitable[T], what: str, *, level: int = logging.WARNING
    ) -> T | Refusal:
        """Attempt an answer to an interaction for at most `seconds`.

        If Discord asks for it, the library would wait for hours. An answer that is cut short is logged at `level`. Only
        answers may be cut short: if any other request is cancelled while Discord asks the whole bot for a rest, the
        library waits for ever, and so do all later requests. Raises Discord's error if it is the bot's own.
        """
        try:
            async with asyncio.timeout(seconds):
                return await self.attempt(call, what, raise_ours=True)
        except (discord.RateLimited, TooMany, TimeoutError):
            log.log(level, "An answer could not be given within %.0f s", seconds)
            return Refusal.LATER

    async def attempt(self, call: Awaitable[T], what: str, *, raise_ours: bool = False) -> T | Refusal:
        """Make a call, and return what it returns, or why Discord refused it. Raises `TooMany`.

        `what` names the kind of call for the log. With `raise_ours`, an error that is the bot's own is raised.
        """
        hiccups: list[int] = []
        token = _HICCUPS.set(hiccups)
        try:
            return await call
        except discord.HTTPException as error:
            refusal = Refusal.DONE if hiccups and _done_before(error) else meaning(error)
            metrics.DISCORD_REFUSALS.labels(refusal.name.lower()).inc()
            if refusal is Refusal.LATER:
                raise TooMany(_rest(error)) from error
            if refusal.about is Reason.OURS and raise_ours:
                raise
            self._log(error, refusal, what)
            return refusal
        except (aiohttp.ClientError, OSError) as error:
            # Timeouts are OSErrors.
            log.warning("Discord gave no answer: %s", type(error).__name__)
            return Refusal.UNSURE
        except discord.InteractionResponded:
            return Refusal.EXPIRED
        finally:
            _HICCUPS.reset(token)

    def _log(self, error: discord.HTTPException, refusal: Refusal, what: str) -> None:
        # Not the error's text: it can hold what was sent, and so somebody's cards.
        wrong = ", ".join(sorted(_wrong(getattr(error, "_errors", None))))
        kind = (what, error.status, error.code, wrong)
        level = logging.INFO
        if kind not in self._logged and refusal in _TOLD_ONCE:
            self._logged.add(kind)
            level = _TOLD_ONCE[refusal]
        text = "Discord refused to %s (%s, %s): %s"
        log.log(
            level,
            text + (" in %s" if wrong else ""),
            what,
            error.status,
            error.code,
            refusal.value,
            *filter(None, [wrong]),
        )


#: Refusals for somebody to look at, and how loudly each is logged the first time.
_TOLD_ONCE = {
    Refusal.STRANGER: logging.WARNING,
    Refusal.MALFORMED: logging.ERROR,
    Refusal.UNKNOWN: logging.WARNING,
    Refusal.UNFIT: logging.WARNING,
    Refusal.FULL: logging.WARNING,
}


def _done_before(error: discord.HTTPException) -> bool:
    """Return whether a call is refused as it has been carried out before."""
    taken = any(one.endswith(_NAME_TAKEN) for one in _wrong(getattr(error, "_errors", None)))
    return taken or error.code == _ANSWERED_BEFORE


def _wrong(errors: Any, path: str = "") -> Iterator[str]:
    """Yield the places of a request with what is wrong there, as Discord's errors name them."""
    for key, inner in errors.items() if isinstance(errors, dict) else ():
        if key == "_errors" and isinstance(inner, list):
            yield from (f"{path}: {one.get('code')}" for one in inner if isinstance(one, dict))
        else:
            yield from _wrong(inner, f"{path}.{key}" if path else str(key))


def _rest(error: discord.HTTPException) -> float:
    try:
        return float(error.response.headers["Retry-After"])
    except (KeyError, ValueError):
        return _REST_SECONDS
