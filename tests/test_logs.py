"""The log says which interaction and table a line is about, as text or as JSON, and never a name or a card."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import logging
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from aiohttp import web

from bot.watching import logs
from tests.cogs.players import in_world, seat_four
from tests.players import bot_of
from tests.secrecy import cards_in
from tests.world import World


@contextmanager
def written(form: Literal["text", "json"]) -> Iterator[io.StringIO]:
    """Yield what is logged inside, as the bot writes it."""
    handler, lines = logs.handler(form), io.StringIO()
    handler.setStream(lines)
    logging.getLogger().addHandler(handler)
    try:
        yield lines
    finally:
        logging.getLogger().removeHandler(handler)


def test_text_says_at_the_end_of_the_line_what_it_is_about() -> None:
    with written("text") as lines:
        logging.getLogger("bot.trial").warning("one")
        with logs.at_table(7):
            logging.getLogger("bot.trial").warning("two")
        logging.getLogger("bot.trial").warning("three")
    one, two, three = lines.getvalue().splitlines()
    assert one.endswith("WARNING bot.trial: one")
    assert two.endswith("WARNING bot.trial: two [table 7]")
    assert three.endswith("WARNING bot.trial: three")


def test_json_is_an_object_a_line_also_of_an_error() -> None:
    with written("json") as lines:
        try:
            raise ValueError("two\nlines")
        except ValueError:
            logging.getLogger("bot.trial").exception("something %s", "went ♠")
    [document] = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert document.keys() == {"level", "logger", "message", "time", "exc_info"}
    assert document["message"] == "something went ♠"
    assert (document["level"], document["logger"]) == ("ERROR", "bot.trial")
    assert document["exc_info"].endswith("ValueError: two\nlines")


@pytest.mark.slow
@in_world
async def test_lines_of_an_answer_name_its_interaction_and_table_and_nothing_else(world: World) -> None:
    table, people = await seat_four(world)

    async def broken(*_: Any) -> None:
        raise RuntimeError("a trial")

    bot_of(world).services.interactions._answerers["hand"] = broken
    with written("json") as lines:
        answer = await people[0].press("My hand")
        await people[1].slash("canasta list")
    reference = answer.text.rstrip(".").split()[-1]
    documents = [json.loads(line) for line in lines.getvalue().splitlines()]
    [told] = [one for one in documents if reference in one["message"]]
    assert told["table"] == table.id
    assert isinstance(told["interaction"], int)
    for secret in (*(person.name for person in people), "♠", "♥"):
        assert secret not in lines.getvalue()
    assert all(not cards_in(one["message"]) for one in documents)


TROUBLE = """
import logging, sys
from bot.watching import logs

logs.report_to(sys.argv[1])
logging.getLogger("bot.trial").warning("a warning stays here")
logs.about(interaction=4711, table=7)


def fail():
    hand = "7\\u2660 of Anna"
    {hand: 1}["K\\u2665"]


try:
    fail()
except KeyError:
    logging.getLogger("bot.trial").exception("Unexpected error, reference %s", "a1b2c3")
"""


@pytest.mark.slow
async def test_a_sentry_server_gets_where_an_error_happened_and_nothing_of_what_was_being_done() -> None:
    got: list[bytes] = []

    async def take(request: web.Request) -> web.Response:
        body = await request.read()
        got.append(gzip.decompress(body) if request.headers.get("Content-Encoding") == "gzip" else body)
        return web.json_response({"id": "0" * 32})

    application = web.Application()
    application.router.add_post("/api/1/envelope/", take)
    runner = web.AppRunner(application, access_log=None, auto_decompress=False)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", TROUBLE, f"http://key@{host}:{port}/1", cwd=Path(__file__).parents[1]
    )
    assert await process.wait() == 0
    await runner.cleanup()
    (envelope,) = got
    document = json.loads(envelope.splitlines()[-1])
    assert document["tags"] == {"interaction": "4711", "table": "7"}
    assert document["logentry"]["message"] == "Unexpected error, reference %s"
    assert document["exception"]["values"][0]["type"] == "KeyError"
    said = envelope.decode()
    for kept in ("of Anna", "\u2665", "u2665", "a warning", socket.gethostname()):
        assert kept not in said, kept
