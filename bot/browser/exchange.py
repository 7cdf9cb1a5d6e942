"""The contents of requests to the page and of answers: values within their bounds, JSON, and refusals in a sentence."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

from aiohttp import web

from bot.browser.scene import Values, said
from bot.canasta.cards import CARD_CODES, Card, card_text, read_card
from bot.tables.errors import NotSeated
from bot.ui.i18n import pgettext
from bot.ui.pages import table_page
from bot.ui.words.refusals import sentence

#: The most bytes of a body, and the seconds that it may take to come.
LARGEST = 4096
_BODY_SECONDS = 5.0
MOST_CHOSEN = 60
"""The most cards of a hand that a request names."""


class Denied(Exception):
    """A request is refused by a `status`, with a sentence for the person."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(status)
        self.status = status
        self.text = text


def not_there() -> Denied:
    """Return the refusal of a table, the same whether it is somebody else's or there is none."""
    watch = pgettext("on the page of a table", "To watch a table, press {button} under it in Discord.")
    return Denied(404, f"{said(sentence(NotSeated()))} {watch.format(button=table_page.open_name())}")


def crowded() -> Denied:
    """Return the refusal of what too many want at a time."""
    text = pgettext("on the page of a table", "Too many people are looking just now. Try again in a minute.")
    return Denied(503, text)


def failed() -> str:
    """Return the sentence for what nobody expected."""
    return pgettext("on the page of a table", "Something went wrong. Look at the table before you try again.")


def as_json(values: Values, status: int = 200) -> web.Response:
    """Return the answer that holds some values."""
    return of_json(as_text(values), status)


def as_text(values: Values) -> str:
    """Return values as they are sent."""
    return json.dumps(values, separators=(",", ":"))


def of_json(text: str, status: int = 200) -> web.Response:
    """Return the answer that holds JSON."""
    return web.Response(text=text, content_type="application/json", status=status)


def table_of(request: web.Request) -> int:
    """Return the number of the table that a request's address names."""
    return int(request.match_info["table"])


async def body(request: web.Request) -> dict[str, Any]:
    """Return the object that a request holds. Raises a status if it holds none, is too large or too slow."""
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            content = await request.read()
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    with suppress(ValueError, RecursionError):
        found = json.loads(content)
        if isinstance(found, dict):
            return found
    raise web.HTTPBadRequest


def cards(value: object) -> list[Card]:
    """Return the cards that a request names. Raises `HTTPBadRequest` for anything else."""
    if not isinstance(value, list) or len(value) > MOST_CHOSEN or not all(map(_is_card, value)):
        raise web.HTTPBadRequest
    return value


def _is_card(value: object) -> bool:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < CARD_CODES:
        return False
    return read_card(card_text(value)) == value


def small(value: object) -> int:
    """Return a number that a request names. Raises `HTTPBadRequest` for anything else."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1_000_000:
        raise web.HTTPBadRequest
    return value
