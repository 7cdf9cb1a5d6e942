"""Actions of buttons, menus and forms that still work after a restart: all they need is in their custom id.

Each action is a class, declared in the page that offers it: `bot/ui/pages` makes it, and a cog answers it. A custom id
reads `c:ACTION:TABLE:VERSION:REST`. The numbers are in base 36; REST holds the action's other fields. If two items of a
message would have the same custom id, the later ones have a number after ACTION, which readers ignore.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, ClassVar, Generic, Self, TypeVar, get_type_hints

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
#: Findings of `_kinds`.
_KINDS: dict[type[Action], dict[str, Any]] = {}


class Unreadable(Exception):
    """A custom id, a choice or an entered text that the bot doesn't write, or doesn't write any more."""


@dataclass(frozen=True, slots=True)
class CustomId:
    """A custom id taken apart as far as all of them are alike; `action` is an action's name."""

    action: str
    table: int
    version: int
    rest: str

    def __str__(self) -> str:
        """Return the text that Discord keeps. Raises `ValueError` if it would be longer than Discord allows."""
        text = f"c:{self.action}:{base36(self.table)}:{base36(self.version)}:{self.rest}"
        if len(text) > CUSTOM_ID_LENGTH - _MARK_LENGTH:
            raise ValueError(f"a custom id of {len(text)} characters")
        return text


@dataclass(frozen=True)
class Action:
    """The action that a button, a menu or a form asks for.

    A subclass is declared with its `name`. Its fields are numbers from 0 up, numbers or None, members of enums, and
    texts; they are written one after the other, with `between` between them. Only the last may hold that text itself.
    """

    name: ClassVar[str] = ""
    between: ClassVar[str] = "/"

    def __init_subclass__(cls, *, name: str = "", between: str | None = None) -> None:
        """Set what the custom ids of a kind of action have in common."""
        cls.name = name
        cls.between = cls.between if between is None else between

    def pack(self) -> str:
        """Return the custom id. Raises `ValueError` if it would be longer than Discord allows."""
        return str(CustomId(self.name, 0, 0, self.rest()))

    @classmethod
    def unpack(cls, written: CustomId) -> Self:
        """Return the action of a custom id with its name. Raises `Unreadable` if the fields can't be read."""
        return cls(*cls.read_rest(written.rest))

    def rest(self) -> str:
        """Return the fields as the custom id holds them."""
        return self.between.join(_written(getattr(self, name)) for name in _kinds(type(self)))

    @classmethod
    def read_rest(cls, rest: str) -> tuple[Any, ...]:
        """Return the fields that `rest` wrote. Raises `Unreadable` for any other text."""
        kinds = _kinds(cls)
        if not kinds:
            return ()
        parts = rest.split(cls.between, len(kinds) - 1)
        if len(parts) != len(kinds):
            raise Unreadable
        return tuple(_value(kind, part) for kind, part in zip(kinds.values(), parts, strict=True))


@dataclass(frozen=True)
class TableAction(Action):
    """An action about a table, with the version of it that the message showed."""

    table: int
    version: int

    def pack(self) -> str:
        """Return the custom id. Raises `ValueError` if it would be longer than Discord allows."""
        return str(CustomId(self.name, self.table, self.version, self.rest()))

    @classmethod
    def unpack(cls, written: CustomId) -> Self:
        """Return the action of a custom id with its name. Raises `Unreadable` if the fields can't be read."""
        return cls(written.table, written.version, *cls.read_rest(written.rest))


def _kinds(action: type[Action]) -> dict[str, Any]:
    """Return the types of the fields that the last part of an action's custom ids holds, by their names."""
    if action not in _KINDS:
        hints = get_type_hints(action)
        kinds = {one.name: hints[one.name] for one in fields(action) if one.name not in ("table", "version")}
        _KINDS[action] = kinds
    return _KINDS[action]


def _written(value: Any) -> str:
    if value is None:
        return ""
    return str(value.value if isinstance(value, Enum) else value)


def _value(kind: Any, text: str) -> Any:
    """Return the field of a type that a text of a custom id holds. Raises `Unreadable` if it holds none."""
    if kind is str:
        return text
    if isinstance(kind, type) and issubclass(kind, Enum):
        try:
            return kind(text)
        except ValueError:
            raise Unreadable from None
    return None if kind == int | None and not text else number(text)


A_co = TypeVar("A_co", bound=Action, covariant=True)


@dataclass(frozen=True, slots=True)
class Press(Generic[A_co]):
    """A press of a button, a choice in a menu or a sent form; `values` are a menu's choices or a form's texts."""

    action: A_co
    values: tuple[str, ...] = ()

    @property
    def value(self) -> str:
        """The only thing that was chosen or written. Raises `Unreadable` if there is not exactly one."""
        if len(self.values) != 1:
            raise Unreadable
        return self.values[0]


#: The handler of an action's presses.
Answerer = Callable[[Interaction, CustomId, tuple[str, ...]], Awaitable[None]]


def let_go(items: Iterable[ui.Item[Any]]) -> None:
    """Have the parts of a view no longer refer back to it, which nothing here asks for.

    So they are freed as soon as nobody needs them. Objects that refer to each other stay until the garbage collector
    comes, and it keeps everybody waiting.
    """
    for item in items:
        item._view = item._parent = None


def read(custom_id: str) -> CustomId | None:
    """Return a custom id taken apart, None if it is not of our form (any more)."""
    match = _FORM.fullmatch(custom_id)
    if match is None:
        return None
    return CustomId(match["action"], int(match["table"], 36), int(match["version"], 36), match["rest"])


def read_form(data: dict[str, Any]) -> tuple[str, ...]:
    """Return the texts of a form that was sent; `data` is the interaction's data."""
    return tuple(str(row["component"].get("value", "")) for row in data.get("components", ()) if "component" in row)


def number(text: str) -> int:
    """Return the number in a text of a custom id or menu, from 0 up; Discord's ids are such numbers too.

    Raises `Unreadable` if the text is not such a number.
    """
    if _NUMBER.fullmatch(text) is None or int(text) > _MOST:
        raise Unreadable
    return int(text)


def number_alike(items: Iterable[ui.Item[Any]]) -> None:
    """Number a message's buttons and menus that share a custom id, as Discord allows no duplicates."""
    seen = Counter[str]()
    for item in items:
        custom_id: str | None = getattr(item, "custom_id", None)
        if custom_id is not None:
            same = seen[custom_id]
            seen[custom_id] += 1
            if same:
                start, action, rest = custom_id.split(":", 2)
                item.custom_id = f"{start}:{action}{same}:{rest}"  # type: ignore[attr-defined]


def base36(number: int) -> str:
    """Return a number as custom ids hold it."""
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if number == 0:
            return digits
