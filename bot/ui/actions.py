"""Actions of buttons, menus and forms that still work after a restart: all they need is in their custom id.

A custom id reads `c:ACTION:TABLE:VERSION:REST`. The numbers are in base 36; REST is what else the action needs. If two
items of a message would have the same custom id, the later ones have a number after ACTION, which readers ignore.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

import discord
from discord import ui

from bot.ui.limits import CUSTOM_ID_LENGTH

Interaction = discord.Interaction[Any]
#: How many characters of a custom id are kept free for the number that tells it from others in its message.
_MARK_LENGTH = 2
#: A custom id of the bot. Its numbers are limited to what the database can store.
_FORM = re.compile(
    r"c:(?P<action>[a-z-]+)[0-9]{0,2}:(?P<table>[0-9a-z]{1,12}):(?P<version>[0-9a-z]{1,12}):(?P<rest>.*)", re.DOTALL
)
_NUMBER = re.compile(r"[0-9]{1,19}")
_MOST = 2**63 - 1
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Unreadable(Exception):
    """A custom id, a choice or an entered text that the bot doesn't write, or doesn't write any more."""


@dataclass(frozen=True, slots=True)
class Press:
    """A press of a button, a choice in a menu or a sent form, with its table and the table's version.

    `values` are a menu's choices or a form's texts.
    """

    action: str
    table: int
    version: int
    rest: str
    values: tuple[str, ...] = ()

    @property
    def value(self) -> str:
        """The only thing that was chosen or written. Raises `Unreadable` if there is not exactly one."""
        if len(self.values) != 1:
            raise Unreadable
        return self.values[0]


class Answering(Protocol):
    """The client as presses need it."""

    async def pressed(self, interaction: Interaction, press: Press | None) -> None:
        """Answer a press; None is a press that the bot can't read."""


Answerer = Callable[[Interaction, Press], Awaitable[None]]


class Pressable(ui.DynamicItem[ui.Item[Any]], template=r"[\s\S]+"):
    """Any button or menu of the bot.

    The template matches every custom id, so that unknown ones get an answer too.
    """

    @classmethod
    async def from_custom_id(cls, _: Interaction, item: ui.Item[Any], __: re.Match[str], /) -> Pressable:
        """Return the pressed item as it is in its message."""
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        """Pass the press to the client."""
        values = cast("dict[str, Any]", interaction.data or {}).get("values", ())
        await cast(Answering, interaction.client).pressed(interaction, read(self.custom_id, values))


def read(custom_id: str, values: Sequence[str] = ()) -> Press | None:
    """Return the press that a custom id describes, None if the custom id is not of our form (any more)."""
    match = _FORM.fullmatch(custom_id)
    if match is None:
        return None
    return Press(match["action"], int(match["table"], 36), int(match["version"], 36), match["rest"], tuple(values))


def read_form(data: dict[str, Any]) -> Press | None:
    """Return the press of a form that was sent; `data` is the interaction's data."""
    texts = [str(row["component"].get("value", "")) for row in data.get("components", ()) if "component" in row]
    return read(data["custom_id"], texts)


def number(text: str) -> int:
    """Return the number in a text of a custom id or menu, from 0 up; Discord's ids are such numbers too.

    Raises `Unreadable` if the text is not such a number.
    """
    if _NUMBER.fullmatch(text) is None or int(text) > _MOST:
        raise Unreadable
    return int(text)


def custom_id(action: str, table: int, version: int, rest: str = "") -> str:
    """Return the custom id of a press. Raises `ValueError` if it would be longer than Discord allows."""
    text = f"c:{action}:{_base36(table)}:{_base36(version)}:{rest}"
    if len(text) > CUSTOM_ID_LENGTH - _MARK_LENGTH:
        raise ValueError(f"a custom id of {len(text)} characters")
    return text


def number_alike(items: Iterable[ui.Item[Any]]) -> None:
    """Number a message's buttons and menus that share a custom id, as Discord allows no duplicates."""
    seen = Counter[str]()
    for item in items:
        if isinstance(item, Pressable):
            same = seen[item.custom_id]
            seen[item.custom_id] += 1
            if same:
                start, action, rest = item.custom_id.split(":", 2)
                item.custom_id = f"{start}:{action}{same}:{rest}"


def _base36(number: int) -> str:
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if number == 0:
            return digits
