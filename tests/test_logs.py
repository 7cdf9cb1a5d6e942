"""The log says which interaction and table a line is about, as text or as JSON, and never a name or a card."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

import pytest

from bot import logs
from tests.cogs.players import in_world, seat_four
from tests.players import bot_of
from tests.secrecy import cards_in
from tests.world import World


@contextmanager
def written(form: Literal["text", "json"]) -> Iterator[io.StringIO]:
    """What is logged inside, as the bot writes it."""
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

    bot_of(world)._answerers["hand"] = broken
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
