"""How the bot is: whether it is connected, hears what Discord tells it and can store games, and its figures."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import asdict

import discord

from bot.client.services import Services
from bot.ui.pages.status_page import Doing
from bot.watching import metrics
from bot.watching.web import Health

#: Seconds without an event after which Discord is asked for one, and those that it gets for it.
_SILENCE = 1800.0
_ANSWERS_WITHIN = 8.0


class Condition:
    """The condition of a client.

    `needs_gateway` returns whether it is to be connected to the gateway now, `goes_on` whether its games go on.
    """

    def __init__(
        self,
        client: discord.AutoShardedClient,
        services: Services,
        *,
        needs_gateway: Callable[[], bool],
        goes_on: Callable[[], bool],
    ) -> None:
        self._client = client
        self._services = services
        self._needs_gateway = needs_gateway
        self._goes_on = goes_on
        self._heard = time.monotonic()
        self.since = 0
        """When the client began to start, in seconds UTC."""

    def heard(self) -> None:
        """Note that Discord has sent the bot something just now."""
        self._heard = time.monotonic()

    async def well(self) -> bool:
        """Return whether the bot is connected and can store what people do."""
        return (await self.health()).well

    async def health(self) -> Health:
        """Return whether the bot is connected, hears what Discord tells it, and can store what people do."""
        connected = self._on_gateway() if self._needs_gateway() else self._goes_on()
        stores = await self._services.database.works()
        return Health(connected, connected and await self._hears(), stores)

    def _on_gateway(self) -> bool:
        """Return whether the gateway's connections stand."""
        # The library calls itself ready through every loss of a connection; only the sockets tell.
        return self._client.is_ready() and not any(shard.is_closed() for shard in self._client.shards.values())

    async def _hears(self) -> bool:
        """Return whether Discord has sent the bot anything lately; after a long silence, ask it for something.

        A connection can go on beating although no event comes through it any more. Without one, interactions that stay
        away are no fault as long as Discord answers.
        """
        if time.monotonic() - self._heard < _SILENCE:
            return True
        with contextlib.suppress(TimeoutError, discord.ClientException):
            async with asyncio.timeout(_ANSWERS_WITHIN):
                if not self._needs_gateway():
                    return await self._services.discord_api.application.answers()
                if self._client.guilds and self._client.user is not None:
                    await self._client.guilds[0].query_members(user_ids=[self._client.user.id], cache=False)
                else:
                    return True
        return time.monotonic() - self._heard < _SILENCE

    async def doing(self) -> Doing:
        """Return how the bot is doing."""
        answers, first = metrics.answers()
        return Doing(
            self.since,
            len(self._client.guilds),
            await self._services.tables.games.counted(),
            self._services.tables.held,
            await self._services.turn_timers.late(),
            time.monotonic() - self._heard,
            answers,
            first,
            metrics.errors(),
            await self._services.database.size(),
        )

    async def figures(self) -> bytes:
        """Return what is counted and timed, in Prometheus' text form."""
        return metrics.page(
            await self._services.tables.games.counted(),
            self._services.tables.held,
            await self._services.turn_timers.late(),
            time.monotonic() - self._heard,
            asdict(await self.health()),
            await self._services.database.room(),
        )
