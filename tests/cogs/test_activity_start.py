"""The way into Discord's own window: *Play here* starts the Activity, and the command by which Discord starts it stays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from pydantic import SecretStr
from simcord import BackendError

from bot.client.client import browser_server
from bot.client.throttle import _MOST_OF_ADDRESS, _MOST_STRANGERS
from bot.messages.discord_api.application import ENTRY_POINT
from tests.activities import LAUNCH, answered_otherwise, launches
from tests.browser.served import OWN
from tests.browser.test_activity import discord_there
from tests.cogs.players import seat_four
from tests.cogs.test_browser import bot_of, world_with_a_page
from tests.world import World

pytestmark = pytest.mark.slow

_COMMANDS = "/applications/{application_id}/commands"
_ENTRY = {
    "id": "4444",
    "application_id": "1",
    "version": "1",
    "type": ENTRY_POINT,
    "name": "launch",
    "name_localizations": {"de": "starten"},
    "description": "",
    "handler": 2,
    "integration_types": [0],
    "contexts": [0, 1],
    "default_member_permissions": None,
    "nsfw": False,
}


class Entry:
    """The simulated Discord with an Activity: it has its command, and refuses lists of commands without it."""

    def __init__(self) -> None:
        self.there: dict[str, Any] = dict(_ENTRY)
        self.refused = 0

    def listed(self, real: Any, context: Any) -> Any:
        localized = context.params.get("with_localizations") == "true"
        shown = {key: value for key, value in self.there.items() if localized or "localizations" not in key}
        return [*real(context), shown]

    def overwritten(self, real: Any, context: Any) -> Any:
        mine = [one for one in context.json if one.get("type") == ENTRY_POINT]
        if len(mine) != 1 or mine[0]["name"] != self.there["name"]:
            self.refused += 1
            raise BackendError(
                400, 50240, "You cannot remove this app's Entry Point command in a bulk update operation"
            )
        self.there = {"name_localizations": None, **mine[0], "application_id": "1", "version": "2"}
        context.json[:] = [one for one in context.json if one.get("type") != ENTRY_POINT]
        return [*real(context), self.there]


@contextmanager
def activity_there() -> Iterator[Entry]:
    entry = Entry()
    with (
        answered_otherwise("GET", _COMMANDS, entry.listed),
        answered_otherwise("PUT", _COMMANDS, entry.overwritten),
    ):
        yield entry


def world_with_an_activity(folder: Path) -> World:
    world = world_with_a_page(folder)
    world.settings = world.settings.model_copy(update={"client_secret": SecretStr("a-secret")})
    return world


async def test_the_command_that_starts_the_activity_is_kept(tmp_path: Path) -> None:
    with activity_there() as entry:
        async with World(tmp_path / "canasta.sqlite3") as world:
            # A list without it would have been refused.
            assert entry.refused == 0
            kept = {key: entry.there.get(key) for key in _ENTRY if key not in ("version", "nsfw")}
            assert kept == {key: value for key, value in _ENTRY.items() if key not in ("version", "nsfw")}
            # Messages mention the bot's own commands alone.
            mentioned = bot_of(world).services.discord_api.showing._commands
            assert "play" in mentioned
            assert "launch" not in mentioned


async def test_without_an_activity_nothing_is_kept(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3") as world:
        lists = [one for one in world.sent if one.method == "PUT" and one.path.endswith("/commands")]
        assert len(lists) == 1
        assert not [one for one in lists[0].body if one.get("type") == ENTRY_POINT]


async def test_play_here_starts_the_activity_at_the_table(tmp_path: Path) -> None:
    async with world_with_an_activity(tmp_path) as world:
        table, people = await seat_four(world)
        doors, anna = bot_of(world).services.doors, people[0]
        opened = await anna.press("Open the table")
        assert "**Play here** opens the table inside Discord." in opened.text
        with launches() as started:
            answer = await anna.press("Play here", on=opened.message)
        assert answer.acknowledged
        assert started == [anna.id]
        assert await doors.wished(anna.id) == table.id
        assert await doors.wished(people[1].id) is None


async def test_where_discord_starts_none_the_person_hears_what_else_works(tmp_path: Path) -> None:
    async with world_with_an_activity(tmp_path) as world:
        _table, people = await seat_four(world)
        opened = await people[0].press("Open the table")
        # The simulated Discord knows no Activities, and answers as Discord does to an application that has none.
        answer = await people[0].press("Play here", on=opened.message)
        assert "Discord can't open the table here. Press **Open the table** under your hand" in answer.text
        assert answer.ephemeral


async def test_who_does_not_sit_there_watches(tmp_path: Path) -> None:
    async with world_with_an_activity(tmp_path) as world:
        table, _people = await seat_four(world)
        zoe, doors = world.person("Zoe"), bot_of(world).services.doors
        opened = await zoe.press("Open the table")
        assert "**Watch here** opens the table inside Discord." in opened.text
        with launches() as started:
            await zoe.press("Watch here", on=opened.message)
        assert started == [zoe.id]
        assert await doors.wished(zoe.id) == table.id
        assert await doors.watching(table.id, [zoe.id]) == {zoe.id}
        answer = await zoe.press("Watch here", on=opened.message)
        assert "Discord can't open the table here. Press **Open the table** under the table" in answer.text


async def test_who_has_left_the_table_watches_it(tmp_path: Path) -> None:
    async with world_with_an_activity(tmp_path) as world:
        table, people = await seat_four(world)
        opened = await people[0].press("Open the table")
        assert opened.message is not None
        button = opened.message.button("Play here")
        assert button is not None
        with launches() as started:
            await bot_of(world).services.tables.seating.resign(table.id, people[0].id)
            answer = await people[0].press("Play here", on=opened.message)
        assert answer.acknowledged
        assert started == [people[0].id]
        assert await bot_of(world).services.doors.watching(table.id, [people[0].id]) == {people[0].id}


async def test_the_bot_asks_discord_for_the_person_and_opens_their_table(tmp_path: Path) -> None:
    world = world_with_an_activity(tmp_path)
    world.settings = world.settings.model_copy(update={"most_presses": 30})
    async with world:
        table, people = await seat_four(world)
        bot = bot_of(world)
        application = str(bot.application_id)
        server = browser_server(bot)
        await server.open("127.0.0.1", 0)
        host, port = server.address
        async with discord_there() as (there, _calls), aiohttp.ClientSession(f"http://{host}:{port}") as session:
            there.named = (200, {"application": {"id": application}, "user": {"id": str(people[0].id)}})

            async def asks(address: str = "192.0.2.1") -> tuple[int, Any]:
                headers = {**OWN, "X-Forwarded-For": address}
                async with session.post("/api/activity", data='{"code": "a-code"}', headers=headers) as answer:
                    return answer.status, await answer.json()

            assert await asks() == (200, {"table": table.id})
            good = there.token
            assert (there.asked[0]["client_id"], there.asked[0]["client_secret"]) == (application, "a-secret")
            there.token = (401, {"error": "invalid_client"})
            assert (await asks())[0] == 502
            there.token = (400, {"error": "invalid_grant"})
            assert (await asks())[0] == 403
            # The bot stops somebody who tries codes before it asks Discord about each.
            statuses = [(await asks())[0] for _ in range(_MOST_STRANGERS)]
            assert statuses[-1] == 429
            assert len(there.asked) <= _MOST_OF_ADDRESS + 3
            # From one address or from many: others come in meanwhile.
            for number in range(2 * _MOST_STRANGERS):
                await asks(f"198.51.100.{number % 10}")
            there.token = good
            assert (await asks("198.51.100.1"))[0] == 429
            assert await asks("203.0.113.5") == (200, {"table": table.id})
        await server.close()


async def test_without_the_secret_nothing_offers_it(tmp_path: Path) -> None:
    async with world_with_a_page(tmp_path) as world:
        _table, people = await seat_four(world)
        opened = await people[0].press("Open the table")
        assert opened.message is not None
        assert opened.message.button("Play here") is None
        assert "Play here" not in opened.text


async def pressed_entry(world: World, person: Any) -> list[Any]:
    """Have Discord leave its command to the bot, for a person; return how the bot answered."""
    before, member = len(world.sent), person.member
    data = {"id": "4444", "name": "launch", "type": ENTRY_POINT}
    async with world.acting:
        await member._dispatch_interaction(2, world.channel, data)
    return [one.body for one in world.sent[before:] if one.path.endswith("/callback")]


async def test_a_command_that_discord_leaves_to_the_bot_starts_it(tmp_path: Path) -> None:
    async with world_with_an_activity(tmp_path) as world:
        anna = world.person("Anna")
        with launches() as started:
            answers = await pressed_entry(world, anna)
        assert [one["type"] for one in answers] == [LAUNCH]
        assert started == [anna.id]
        refused, answered = await pressed_entry(world, anna)
        assert refused["type"] == LAUNCH
        assert "Discord can't open the table here." in str(answered)
        assert not [line for line in world.log if line.startswith("ERROR")]
