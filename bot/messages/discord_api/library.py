"""Ways of the library that the bot needs otherwise."""

from __future__ import annotations

import time
from collections.abc import Callable

import aiohttp
import discord

from bot.messages.discord_refusals import note_hiccup
from bot.watching import metrics

#: Discord's code for a message that is too old to be edited again so soon, which it sends as a rate limit.
_AGED = 30046
#: The end of a call that is repeated only after a search for the effects of the first one.
_SENT_ONCE = "/threads"

#: Seconds between two looks for limits of Discord's that may be forgotten.
_FORGETTING_SECONDS = 60.0


def forget_limits_seldom(http: discord.http.HTTPClient) -> None:
    """Have the library look for limits that it may forget once in a while.

    It keeps one for each channel and kind of call in the last five minutes. Once there are 256 it would go over all of them
    whenever one is added, which takes a fifth of the processor time where hundreds of people play.
    """
    forget: Callable[[], None] = http._try_clear_expired_ratelimits
    after = 0.0

    def seldom() -> None:
        nonlocal after
        if time.monotonic() >= after:
            after = time.monotonic() + _FORGETTING_SECONDS
            forget()

    http._try_clear_expired_ratelimits = seldom  # type: ignore[method-assign]


def counting_calls() -> aiohttp.TraceConfig:
    """Return what has a session of aiohttp count its calls by status: the library tells nobody of most limits that it meets.

    Where Discord refuses to edit a message that is older than an hour, the library takes that for a rest. It would make the
    same call again, or say nothing of the reason, so that is raised as the error that it is. So is an error of Discord's own
    where a second call would do the same once more; any other call the library sends again, and it is noted.
    """

    async def ended(_: aiohttp.ClientSession, __: object, call: aiohttp.TraceRequestEndParams) -> None:
        metrics.DISCORD_CALLS.labels(str(call.response.status)).inc()
        if call.response.status == 429 and call.method == "PATCH":
            said = await discord.http.json_or_text(call.response)
            if isinstance(said, dict) and said.get("code") == _AGED:
                raise discord.HTTPException(call.response, said)
        if call.response.status >= 500:
            note_hiccup(call.response.status)
            if call.method == "POST" and call.url.path.endswith(_SENT_ONCE):
                raise discord.DiscordServerError(call.response, await discord.http.json_or_text(call.response))

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    return trace
