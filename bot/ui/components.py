"""Buttons, menus and forms that outlive the process: all they need is in their custom id, and cogs say who answers which.

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

Interaction = discord.Interaction[Any]

#: Discord's limits of a custom id, and of what an option of a menu or a completion says.
CUSTOM_ID_LENGTH = 100
OPTION_LENGTH = 100
#: Discord's limits of a menu's options, and of what stands on a button and on a menu.
_OPTIONS = 25
_LABEL_LENGTH = 80
_PLACEHOLDER_LENGTH = 150
#: A message's 40 components have room for so many menus beside all else that a page shows.
_MENUS = 12
#: Room in a custom id for the number that tells it from others.
_MARK_LENGTH = 2
#: No longer numbers than the database takes.
_FORM = re.compile(
    r"c:(?P<action>[a-z-]+)[0-9]{0,2}:(?P<table>[0-9a-z]{1,12}):(?P<version>[0-9a-z]{1,12}):(?P<rest>.*)", re.DOTALL
)
_NUMBER = re.compile(r"[0-9]{1,19}")
_MOST = 2**63 - 1
#: The library forgets a form after so long; one sent in later is answered all the same.
_FORM_SECONDS = 900.0
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


def button(
    label: str, identity: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary, *, disabled: bool = False
) -> Pressable:
    """A button; `identity` is its custom id."""
    return Pressable(
        ui.Button(label=shortened(label, _LABEL_LENGTH), custom_id=identity, style=style, disabled=disabled)
    )


def menus(
    placeholder: str, identity: str, options: Iterable[discord.SelectOption], *, most: int = 1
) -> list[ui.ActionRow[Any]]:
    """As many menus, each in its row, as it takes to choose up to `most` of some options; without any there is no menu.

    What options say is shortened to fit. Of several with the same value only the first is offered. Menus after the first
    have their number in the placeholder.
    """
    distinct: dict[str, discord.SelectOption] = {}
    for option in options:
        distinct.setdefault(option.value, option)
    offered = list(distinct.values())
    pages = [offered[start : start + _OPTIONS] for start in range(0, len(offered), _OPTIONS)][:_MENUS]
    names = [placeholder, *(f"{placeholder} ({number})" for number in range(2, len(pages) + 1))]
    return [_menu(name, identity, page, most) for name, page in zip(names, pages, strict=False)]


def _menu(placeholder: str, identity: str, options: list[discord.SelectOption], most: int) -> ui.ActionRow[Any]:
    """A menu of 1 to 25 options with different values."""
    for option in options:
        option.label = shortened(option.label)
        option.description = option.description and shortened(option.description)
    for option in [option for option in options if option.default][most:]:
        option.default = False
    select: ui.Select[Any] = ui.Select(
        placeholder=shortened(placeholder, _PLACEHOLDER_LENGTH),
        custom_id=identity,
        options=options,
        max_values=min(most, len(options)),
    )
    return ui.ActionRow(Pressable(select))


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


def shortened(text: str, longest: int = OPTION_LENGTH) -> str:
    """A text as long as an option of a menu, or a completion, may say it, or up to so many characters."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def form(title: str, identity: str, *fields: ui.Label[Any]) -> ui.Modal:
    """A form of up to five fields; `identity` is its custom id."""
    modal = ui.Modal(title=title, custom_id=identity, timeout=_FORM_SECONDS)
    for one in fields:
        modal.add_item(one)
    return modal


def field(
    label: str, hint: str, text: str = "", *, longest: int, required: bool = False, short: bool = False, empty: str = ""
) -> ui.Label[Any]:
    """A field of a form; `text` is what it holds already, `empty` is shown where that is nothing. A `short` one is a line."""
    style = discord.TextStyle.short if short else discord.TextStyle.paragraph
    entry: ui.TextInput[Any] = ui.TextInput(
        style=style, default=text, placeholder=empty or None, required=required, max_length=longest
    )
    return ui.Label(text=label, description=hint, component=entry)


def _base36(number: int) -> str:
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if number == 0:
            return digits
