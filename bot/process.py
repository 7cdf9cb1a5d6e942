"""The process that runs the bot: until it is asked to stop, listening at its HTTP ports, with short garbage
collections."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from importlib.util import find_spec
from typing import Any, Protocol

from bot.client import client
from bot.client.client import CanastaBot
from bot.config import Settings, SettingsError
from bot.store.opening import load_database
from bot.ui import i18n
from bot.watching import heartbeat, metrics
from bot.watching.web import Web

#: Seconds after which a thread that draws or calculates lets the event loop go on. The usual 5 ms are waited for at
#: every step of an answer, and once more for each further thread: together that is a tenth of a second.
_HAND_OVER = 0.0005

#: Seconds after which the connection is asked once more to end.
_CANCELLED_AGAIN_AFTER = 0.5

#: How much makes the garbage collector go over its three generations: a full pass comes after some five thousand new objects.
_SWEPT_AFTER = (700, 3, 1)
#: The garbage collector's generation whose collection is a full pass, and the seconds after which it goes over everything.
_FULL_PASS = 2
_WHOLE_AFTER = 24 * 3600


class _Server(Protocol):
    """A listener at a port."""

    async def open(self, host: str, port: int) -> None:
        """Listen. Raises `OSError` if the address can't be had."""

    async def close(self) -> None:
        """Stop listening."""


def run(settings: Settings) -> None:
    """Run the bot until it is asked to stop. The settings must hold a token."""
    assert settings.token is not None
    sys.setswitchinterval(_HAND_OVER)
    # Before there is an event loop that all this would hold for half a second.
    for name in client.COGS:
        importlib.import_module(name)
    for language in i18n.languages():
        i18n.catalogue(language)
    load_database(settings.database)
    keep_sweeps_short()
    with (
        contextlib.suppress(asyncio.CancelledError, KeyboardInterrupt),
        asyncio.Runner(loop_factory=faster_loop()) as runner,
    ):
        runner.run(_run(settings, settings.token.get_secret_value()))


def faster_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return what makes the event loop of the package uvloop, None where that isn't installed."""
    if find_spec("uvloop") is None:
        return None
    make: Callable[[], asyncio.AbstractEventLoop] = importlib.import_module("uvloop").new_event_loop
    return make


async def _run(settings: Settings, token: str) -> None:
    main = asyncio.current_task()
    asyncio.get_running_loop().set_exception_handler(count_unread)
    if main is not None:
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, main.cancel)
    bot = await client.open_bot(settings)
    async with contextlib.AsyncExitStack() as watched:
        for work in (heartbeat.keep_beating(settings.database, bot.condition.well), metrics.watch_loop()):
            watched.callback(asyncio.create_task(work).cancel)
        async with bot:
            await bot.login(token)
            # Over no more than the start has left: what was there before it is left out already.
            gc.collect()
            if settings.http_port:
                # How the bot is can be asked until it has closed.
                web = Web(bot.condition.health, bot.condition.figures)
                await watched.enter_async_context(_listening(web, settings.http_host, settings.http_port))
            async with _interactions(bot), _browsers(bot):
                if not settings.gateway or bot.stands_by:
                    await bot.go_on()
                    await bot.services.lead.begun.wait()
                await _stay_connected(bot)


def count_unread(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error for which nobody waited any more, and count it among the unexpected ones."""
    if context.get("exception") is not None:
        metrics.ERRORS.inc()
    loop.default_exception_handler(context)


async def _stay_connected(bot: CanastaBot) -> None:
    """Be connected to the gateway until the bot closes or this is cancelled."""
    connecting = asyncio.create_task(bot.connect())
    try:
        await asyncio.shield(connecting)
    finally:
        # The library takes no notice of being cancelled while it renews a connection, only before and after that.
        while not connecting.done():
            connecting.cancel()
            await asyncio.wait([connecting], timeout=_CANCELLED_AGAIN_AFTER)


@contextlib.asynccontextmanager
async def _listening(server: _Server, host: str, port: int) -> AsyncIterator[None]:
    """Have a server listen at an address meanwhile. Raises `SettingsError` if the address can't be had."""
    try:
        try:
            await server.open(host, port)
        except (OSError, UnicodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "that is no name of a machine"
            raise SettingsError(f"port {port} of {host} can't be listened at ({reason})") from error
        yield
    finally:
        await server.close()


def _interactions(bot: CanastaBot) -> AbstractAsyncContextManager[None]:
    """Take interactions over HTTP meanwhile, if the settings say so. Nothing new is taken when the bot finishes its answers."""
    settings = bot.settings
    if not settings.interactions_port:
        return contextlib.nullcontext()
    # Only here: the library that checks signatures need not be installed where interactions come through the gateway.
    from bot.client.endpoint import Endpoint
    from bot.client.signatures import Signatures

    signatures = Signatures(settings.interactions_key, time.time)
    endpoint = Endpoint(signatures, bot.take_interaction, bot.take_deauthorized, bot.condition.heard)
    return _listening(endpoint, settings.interactions_host, settings.interactions_port)


def _browsers(bot: CanastaBot) -> AbstractAsyncContextManager[None]:
    """Serve tables to browsers meanwhile, if the settings say so."""
    settings = bot.settings
    if not settings.page_port:
        return contextlib.nullcontext()
    return _listening(client.browser_server(bot), settings.page_host, settings.page_port)


def keep_sweeps_short() -> None:
    """Have the garbage collector go over what has come since its last full pass, and only once a day over everything.

    It begins to if it was switched off.

    It finds next to nothing, as answers leave no reference cycles behind (`let_go`), and while it looks nobody gets an
    answer: for a twentieth of a second when fifty games are in memory. Objects that are left out stay until the day is
    over if they have cycles; all others are freed when they are no longer needed.
    """
    last_whole = time.monotonic()

    def heard(phase: str, about: dict[str, int]) -> None:
        nonlocal last_whole
        if about["generation"] < _FULL_PASS:
            return
        if phase == "stop":
            gc.freeze()
        elif time.monotonic() - last_whole >= _WHOLE_AFTER:
            last_whole = time.monotonic()
            gc.unfreeze()

    gc.set_threshold(*_SWEPT_AFTER)
    gc.callbacks.append(heard)
    gc.enable()
    gc.collect()
    # A full pass also waits until there is a quarter as much new as the last one went over: this one goes over nothing.
    gc.collect()
