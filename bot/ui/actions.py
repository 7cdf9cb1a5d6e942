"""Actions of buttons, menus and forms that outlive the process: all they need is in their custom id.

A custom id reads `c:ACTION:TABLE:VERSION:REST`: the numbers in base 36, REST whatever the action carries along. Where
several in a message would be the same, the further ones have a number behind ACTION, which readers pass over.
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
#: Room in a custom id for the number that tells it from others.
_MARK_LENGTH = 2
#: No longer numbers than the database takes.
_FORM = re.compile(
    r"c:(?P<action>[a-z-]+)[0-9]{0,2}:(?P<table>[0-9a-z]{1,12}):(?P<version>[0-9a-z]{1,12}):(?P<rest>.*)", re.DOTALL
)
_NUMBER = re.compile(r"[0-9]{1,19}")
_MOST = 2**63 - 1
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Unreadable(Exception):
    """What was pressed, chosen or sent in says something that the bot doesn't write, or no longer."""


@dataclass(frozen=True, slots=True)
class Press:
    """What was pressed: on which table, as it stood at which version. `values` are a menu's choices or a form's texts."""

    action: str
    table: int
    version: int
    rest: str
    values: tuple[str, ...] = ()

    @property
    def value(self) -> str:
        """The one thing that was chosen or written. Raises `Unreadable` if it isn't one."""
        if len(self.values) != 1:
            raise Unreadable
        return self.values[0]


class Answering(Protocol):
    """The client, as far as presses need it. `pressed` answers one, unknown ones (None) included."""

    async def pressed(self, interaction: Interaction, press: Press | None) -> None:
        """Answer a press."""


Answerer = Callable[[Interaction, Press], Awaitable[None]]


class Pressable(ui.DynamicItem[ui.Item[Any]], template=r"[\s\S]+"):
    """Any button or menu of the bot. The template takes every custom id, so that unknown ones get an answer too."""

    @classmethod
    async def from_custom_id(cls, _: Interaction, item: ui.Item[Any], __: re.Match[str], /) -> Pressable:
        """The pressed item, as it stands in its message."""
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        """Hand the press to the client."""
        values = cast("dict[str, Any]", interaction.data or {}).get("values", ())
        await cast(Answering, interaction.client).pressed(interaction, read(self.custom_id, values))


def read(custom_id: str, values: Sequence[str] = ()) -> Press | None:
    """What a custom id says, None if it is not of our form (any more)."""
    match = _FORM.fullmatch(custom_id)
    if match is None:
        return None
    return Press(match["action"], int(match["table"], 36), int(match["version"], 36), match["rest"], tuple(values))


def read_form(data: dict[str, Any]) -> Press | None:
    """What a form that was sent in says; `data` is the interaction's."""
    texts = [str(row["component"].get("value", "")) for row in data.get("components", ()) if "component" in row]
    return read(data["custom_id"], texts)


def number(text: str) -> int:
    """A whole number from 0 up, as custom ids and menus hold it, Discord's ids too. Raises `Unreadable`."""
    if _NUMBER.fullmatch(text) is None or int(text) > _MOST:
        raise Unreadable
    return int(text)


def custom_id(action: str, table: int, version: int, rest: str = "") -> str:
    """The custom id of a press. Raises `ValueError` if it would be longer than Discord takes."""
    text = f"c:{action}:{_base36(table)}:{_base36(version)}:{rest}"
    if len(text) > CUSTOM_ID_LENGTH - _MARK_LENGTH:
        raise ValueError(f"a custom id of {len(text)} characters")
    return text


def number_alike(items: Iterable[ui.Item[Any]]) -> None:
    """Number those of a message's buttons and menus that have the same custom id, as Discord takes no two alike."""
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
