"""The real bot is served over HTTP as over the gateway: commands, presses, completions and forms, with a gateway or without."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from simcord import Env

from bot.client.endpoint import PATH
from tests.discord_limits import walk
from tests.ports import free_port
from tests.standin import ProcessWorld, Standin
from tests.world import Person

pytestmark = pytest.mark.slow


class HttpWorld(ProcessWorld):
    """A world in which Discord can send interactions to the bot's endpoint, where its address has been set."""

    gateway = True

    def __init__(self, database: Path) -> None:
        super().__init__(database)
        self.port, self.watched = free_port(), free_port()

    def environment(self) -> dict[str, str]:
        """Return the settings by which the bot lives."""
        return super().environment() | {
            "CANASTA_INTERACTIONS_KEY": self.standin.key.verify_key.encode().hex(),
            "CANASTA_INTERACTIONS_PORT": str(self.port),
            "CANASTA_HTTP_PORT": str(self.watched),
            "CANASTA_GATEWAY": str(self.gateway),
        }

    async def start(self) -> None:
        """Start the bot and wait until it listens."""
        self._before = len(self.log)
        await super().start()

    def listens(self) -> bool:
        """Return whether the bot can be asked."""
        return any("Interactions are taken" in line for line in self.log[self._before :]) and (
            not self.gateway or self.standin.connected
        )

    async def set_address(self, *, there: bool = True) -> None:
        """Set the endpoint's address at Discord, which tries it by a ping; or take it away."""
        self.standin.endpoint = f"http://127.0.0.1:{self.port}{PATH}" if there else None
        if there:
            assert await self.standin.ask({"type": 1}) == (200, b'{"type": 1}')

    async def figures(self, path: str = "/metrics") -> str:
        """Return what the port for operators tells."""
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"http://127.0.0.1:{self.watched}{path}") as answer,
        ):
            return await answer.text()

    def offered(self) -> list[Any]:
        """Return what was offered as completions, oldest first."""
        bodies = [one.body for one in self.sent if one.path.endswith("/callback")]
        return [body["data"]["choices"] for body in bodies if body["type"] == 8]

    async def draws_alone(self, person: Person) -> None:
        """Have a person begin a game against a computer, and draw by the button in their direct messages."""
        opened = await person.slash("play", players="2", computers=1)
        await self.until(lambda: opened.text, "the table is open")
        await person.slash("canasta start")
        await self.until(lambda: any(one.button("Draw") for one in person.messages()), "it is their turn")
        await person.press("Draw", dm=True)
        await self.until(lambda: any("**Discard:**" in one.text for one in person.messages()), "they have drawn")


class WithoutGateway(HttpWorld):
    """Such a world, whose bot is not on the gateway."""

    gateway = False


async def test_a_bot_without_the_gateway_answers_whatever_people_do(tmp_path: Path) -> None:
    async with WithoutGateway(tmp_path / "canasta.sqlite3") as world:
        await world.set_address()
        anna, bruno = world.people("Anna", "Bruno")
        opened = await anna.slash("play", players="2")
        await world.until(lambda: opened.text, "the table is open")
        await world.until(lambda: any(shown.button("Join") for shown in world.messages()), "the table is shown")
        await bruno.press("Join")
        await world.until(lambda: any("Bruno" in shown.text for shown in world.messages()), "he sits there")
        await anna.slash("canasta start")
        await world.until(
            lambda: all(any(one.alt_texts for one in who.messages()) for who in (anna, bruno)), "hands are shown"
        )
        # The hand names server and channel, which only Discord can tell where no gateway has.
        hands = "\n".join(one.text for one in [*anna.messages(), *bruno.messages()])
        assert "The club" in hands
        mover = next(one for one in (anna, bruno) if any(shown.button("Draw") for shown in one.messages()))
        await mover.press("Draw", dm=True)
        await world.until(lambda: any("**Discard:**" in one.text for one in mover.messages()), "they can discard")
        await mover.complete("discard", "card")
        await world.until(world.offered, "cards are offered")
        assert world.offered()[-1], "the legal discards"
        opened = await anna.slash("preferences")
        await world.until(lambda: opened.message and opened.message.button("Times and data"), "the first page")
        panel = await anna.press("Times and data", on=opened.message)
        await world.until(lambda: panel.message and panel.message.button("Time zone…"), "the panel")
        zones = await anna.press("Time zone…", on=panel.message)
        await world.until(lambda: zones.message and zones.message.button("Type your city or time…"), "the regions")
        form = await anna.press("Type your city or time…", on=zones.message)
        await world.until(lambda: form.form, "the form")
        assert form.form is not None
        (field,) = (one["custom_id"] for one in walk(form.form["components"]) if one["type"] == 4)
        await anna.fill(form, **{field: "Kathmandu"})
        await world.until(lambda: "Kathmandu" in str([one.body for one in world.sent]), "the time zone is known")
        assert set(world.standin.answers) == {200, 202}
        assert '"well": true' in await world.figures("/healthz")
        figures = await world.figures()
        assert re.search(r'canasta_requests_total\{outcome="taken"\} ([89]|1\d)\.0', figures)
        assert 'canasta_requests_total{outcome="ping"} 1.0' in figures
        assert re.search(r'canasta_first_answer_seconds_count\{kind="/play"\} 1\.0', figures)
        # A bot that was killed goes on where it stood, without anybody's telling it that it is connected.
        await world.kill()
        await world.start()
        again = await mover.slash("hand")
        await world.until(lambda: again.message and again.message.alt_texts, "the hand again")


async def test_interactions_move_from_the_gateway_to_the_endpoint_and_back_with_none_lost(tmp_path: Path) -> None:
    async with HttpWorld(tmp_path / "canasta.sqlite3") as world:
        (anna,) = world.people("Anna")

        async def asks() -> None:
            listed = await anna.slash("canasta list")
            await world.until(lambda: listed.text, "an answer")
            assert "You aren't in any game" in listed.text

        await asks()
        await world.set_address()
        # Interactions that came by the gateway before are answered while the next ones come to the endpoint.
        await asyncio.gather(*(asks() for _ in range(3)))
        assert world.standin.answers == [200, 202, 202, 202]
        await world.set_address(there=False)
        await asks()
        assert len(world.standin.answers) == 4
        # People are answered before the library has heard of all servers and calls itself ready.
        async with asyncio.timeout(300):
            while '"well": true' not in await world.figures("/healthz"):  # noqa: ASYNC110
                await asyncio.sleep(0.05)


async def test_what_comes_both_ways_is_done_and_told_once(tmp_path: Path) -> None:
    async with HttpWorld(tmp_path / "canasta.sqlite3") as world:
        await world.set_address()
        world.standin.both_ways = True
        (anna,) = world.people("Anna")
        await world.draws_alone(anna)
        assert sum(shown.button("Watch") is not None for shown in world.messages()) == 1, "one table"
        with sqlite3.connect(world.file) as stored:
            (drawn,) = stored.execute(
                "SELECT count(*) FROM moves WHERE line LIKE '%draw%' AND interaction_id > 0"
            ).fetchone()
        assert drawn == 1


class Relayed(Standin):
    """A stand-in behind a proxy as operators put before Discord's API: it passes requests on one at a time, and never refuses any."""

    def __init__(self, env: Env) -> None:
        super().__init__(env)
        application = web.Application(client_max_size=64 * 1024 * 1024)
        application.router.add_route("*", "/api/v10/{path:.*}", self._pass_on)
        self._relay = web.AppRunner(application, access_log=None, shutdown_timeout=1)
        self._one_at_a_time = asyncio.Lock()
        self.passed_on = 0
        self.past = 0
        """The requests that came without the proxy."""

    async def start(self) -> None:
        """Start both."""
        await super().start()
        await self._relay.setup()
        await web.TCPSite(self._relay, "127.0.0.1", 0).start()
        host, port = self._relay.addresses[0][:2]
        self._behind, self.api = self.api, f"http://{host}:{port}/api/v10"

    async def close(self) -> None:
        """Stop both."""
        await self._relay.cleanup()
        await super().close()

    async def _request(self, request: web.Request) -> web.Response:
        self.past += "X-Relayed" not in request.headers
        return await super()._request(request)

    async def _pass_on(self, request: web.Request) -> web.Response:
        self.passed_on += 1
        address = f"{self._behind}/{request.match_info['path']}"
        headers = {"X-Relayed": "yes", "Content-Type": request.headers.get("Content-Type", "application/json")}
        async with (
            self._one_at_a_time,
            aiohttp.ClientSession() as session,
            session.request(
                request.method, address, params=request.query, data=await request.read() or None, headers=headers
            ) as answer,
        ):
            return web.Response(
                status=answer.status, body=await answer.read() or None, content_type=answer.content_type
            )


class RelayedWorld(WithoutGateway):
    """Such a world, whose bot calls Discord by way of a proxy."""

    def make_standin(self) -> Standin:
        """Return the server that the bot takes for Discord."""
        self.relayed = Relayed(self.env)
        return self.relayed


async def test_all_calls_go_to_the_proxy_that_the_settings_name(tmp_path: Path) -> None:
    async with RelayedWorld(tmp_path / "canasta.sqlite3") as world:
        await world.set_address()
        (anna,) = world.people("Anna")
        await world.draws_alone(anna)
        assert world.relayed.past == 0
        assert world.relayed.passed_on > 10
