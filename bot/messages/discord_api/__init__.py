"""The only place that calls Discord. A call that Discord refuses returns why, as a value.

Each call names the refusals that say something of its own. Any other may be returned too: those that pass by themselves
are the caller's to try again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.messages.discord_api.answers import AnswerCalls, in_place
from bot.messages.discord_api.application import ENTRY_POINT, ApplicationCalls
from bot.messages.discord_api.caller import Caller, Unshowable, begin, observe
from bot.messages.discord_api.identity import IdentityCalls
from bot.messages.discord_api.library import counting_calls, forget_limits_seldom
from bot.messages.discord_api.messages import MessageCalls, before, nonce_of
from bot.messages.discord_api.places import PlaceCalls
from bot.messages.discord_api.showing import Showing

__all__ = [
    "ENTRY_POINT",
    "AnswerCalls",
    "ApplicationCalls",
    "DiscordApi",
    "IdentityCalls",
    "MessageCalls",
    "PlaceCalls",
    "Unshowable",
    "before",
    "begin",
    "counting_calls",
    "in_place",
    "nonce_of",
    "observe",
]


class DiscordApi:
    """The calls to Discord that this bot needs, by their subjects."""

    def __init__(
        self, client: discord.Client, *, greet: Callable[[discord.Interaction[Any]], Awaitable[None]] | None = None
    ) -> None:
        """Call Discord as `client`; `greet` is as of `AnswerCalls`."""
        forget_limits_seldom(client.http)
        self.caller = caller = Caller(client)
        self.showing = Showing()
        self.application = ApplicationCalls(caller)
        self.identity = IdentityCalls(caller)
        self.places = PlaceCalls(caller)
        self.answers = AnswerCalls(caller, self.showing, greet or _greet_nobody)
        self.messages = MessageCalls(caller, self.showing, self.answers, self.places)


async def _greet_nobody(_: discord.Interaction[Any]) -> None:
    """Do nothing, where nobody needs to be looked up."""
