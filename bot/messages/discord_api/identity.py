"""The questions to Discord who somebody is who has let this application know it, and where they are."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any

import aiohttp
import discord

from bot.data.people import InDiscord
from bot.messages.discord_api.caller import Caller
from bot.messages.discord_refusals import Refusal

log = logging.getLogger(__name__)

#: The most seconds that Discord may take to say who somebody is: they look at an empty page meanwhile.
_SECONDS = 8.0
#: A language as Discord names them.
_LOCALE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,4})?")


class IdentityCalls:
    """The calls by which a person in Discord's client is known, and their channel."""

    def __init__(self, caller: Caller) -> None:
        self._client = caller.client
        self._wrong_secret = False

    async def of(self, code: str, secret: str) -> InDiscord | Refusal | None:
        """Return the person whose client got a `code` for this application; None for a code that isn't one, or none any more.

        `secret` is the application's. The token that Discord gives for the code is forgotten at once. Refusals: `STRANGER` for a wrong
        secret, or passing ones.
        """
        try:
            async with (
                asyncio.timeout(_SECONDS),
                aiohttp.ClientSession(raise_for_status=False) as session,
            ):
                return await self._asked(session, code, secret)
        except (aiohttp.ClientError, OSError, ValueError) as error:
            # Timeouts are OSErrors. Not the error's text: it may hold what was sent.
            log.warning("Discord doesn't say who somebody is: %s", type(error).__name__)
            return Refusal.UNSURE

    async def channel_of(self, instance: str, user_id: int) -> int | None:
        """Return the channel of a server where a person is in a running Activity of this application, None if Discord doesn't say so.

        `instance` is the Activity's id, as anybody may have sent it.
        """
        route = discord.http.Route(
            "GET",
            "/applications/{application_id}/activity-instances/{instance_id}",
            application_id=self._client.application_id,
            instance_id=instance,
        )
        try:
            # Not by the caller: questions about Activities that there aren't would have Discord put off other calls too.
            async with asyncio.timeout(_SECONDS):
                found = await self._client.http.request(route)
            place = _field(found, "location", dict)
            there = str(user_id) in _field(found, "users", list) and _field(place, "kind") == "gc"
            same = _field(found, "application_id") == str(self._client.application_id)
            return int(_field(place, "channel_id")) if there and same else None
        except (discord.DiscordException, aiohttp.ClientError, OSError, ValueError) as error:
            log.info("Discord doesn't say where somebody is in an Activity: %s", type(error).__name__)
            return None

    async def _asked(self, session: aiohttp.ClientSession, code: str, secret: str) -> InDiscord | Refusal | None:
        application, address = str(self._client.application_id), discord.http.Route.BASE
        form = {"client_id": application, "client_secret": secret, "grant_type": "authorization_code", "code": code}
        async with session.post(f"{address}/oauth2/token", data=form, allow_redirects=False) as answer:
            given = await answer.json() if answer.status in (200, 400) else {}
            if answer.status == 400 and given.get("error") == "invalid_grant":
                return None
            if answer.status != 200:
                return self._refused(answer.status)
            token = _field(given, "access_token")
        bearer = {"Authorization": f"Bearer {token}"}
        # The one says for which application, the other in which language: asked together, they take the time of one.
        (status, known), (_status, user) = await asyncio.gather(
            _read(session, f"{address}/oauth2/@me", bearer), _read(session, f"{address}/users/@me", bearer)
        )
        if status != 200:
            return self._refused(status)
        if _field(_field(known, "application", dict), "id") != application:
            return None
        user_id = _field(_field(known, "user", dict), "id")
        locale = user.get("locale") if isinstance(user, dict) and user.get("id") == user_id else None
        return InDiscord(int(user_id), locale if isinstance(locale, str) and _LOCALE.fullmatch(locale) else "")

    def _refused(self, status: int) -> Refusal:
        if status == 429:
            return Refusal.LATER
        if status not in (401, 403):
            log.warning("Discord doesn't say who somebody is (%s)", status)
            return Refusal.HELD_UP
        if not self._wrong_secret:
            self._wrong_secret = True
            log.error("Discord refuses CANASTA_CLIENT_SECRET (%s): nobody can open the Activity", status)
        return Refusal.STRANGER


async def _read(session: aiohttp.ClientSession, address: str, headers: dict[str, str]) -> tuple[int, Any]:
    """Return the status of an answer, and what it holds if that is 200."""
    async with session.get(address, headers=headers, allow_redirects=False) as answer:
        return answer.status, await answer.json() if answer.status == 200 else None


def _field(values: Any, name: str, kind: type = str) -> Any:
    """Return a field of an answer. Raises `ValueError` if it isn't there, or of another kind."""
    found = values.get(name) if isinstance(values, dict) else None
    if not isinstance(found, kind):
        raise ValueError(name)  # noqa: TRY004
    return found
