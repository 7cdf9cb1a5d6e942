"""Buttons, menus and forms that keep within Discord's limits, however long their texts are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import ui

from bot.ui import phone
from bot.ui.actions import Action
from bot.ui.limits import LABEL_LENGTH, MENU_OPTIONS, MENUS, OPTION_LENGTH, PLACEHOLDER_LENGTH, ROW_BUTTONS

#: Styles of buttons: the usual step, a step that moves the game on, a step that can't be undone.
SECONDARY = discord.ButtonStyle.secondary
PRIMARY = discord.ButtonStyle.primary
GO = discord.ButtonStyle.success
STOP = discord.ButtonStyle.danger
#: Seconds until the library forgets a form. A form that is sent later is answered all the same.
_FORM_SECONDS = 900.0


class LabelledButton(ui.Item[Any]):
    """A button that asks for an action, and knows its words also while it shows its emoji alone.

    Each answer makes some dozens of them. Those of the library, which can do more, take three times as long to make.
    """

    type = discord.ComponentType.button

    def __init__(
        self,
        words: str,
        custom_id: str,
        style: discord.ButtonStyle,
        *,
        disabled: bool,
        emoji: discord.PartialEmoji | None,
        wordless: bool,
    ) -> None:
        """Show the words unless the button is `wordless`."""
        super().__init__()  # type: ignore[no-untyped-call]
        self.label = None if wordless else words
        self.custom_id = custom_id
        self.style = style
        self.disabled = disabled
        self.emoji = emoji
        self._words = words

    @property
    def pixels(self) -> float:
        """About how wide a phone shows the button."""
        return phone.pixels(self.label or "", emoji=self.emoji is not None)

    def drop_emoji(self) -> None:
        """Show the words alone."""
        self.emoji, self.label = None, self._words

    def to_component_dict(self) -> dict[str, Any]:
        """Return the button as Discord receives it."""
        told: dict[str, Any] = {"type": self.type.value, "style": self.style.value, "disabled": self.disabled}
        if self.label:
            told["label"] = self.label
        told["custom_id"] = self.custom_id
        if self.emoji:
            told["emoji"] = self.emoji.to_dict()
        return told


def button(
    label: str,
    action: Action,
    style: discord.ButtonStyle = SECONDARY,
    *,
    disabled: bool = False,
    emoji: discord.PartialEmoji | None = None,
    wordless: bool = False,
) -> LabelledButton:
    """Return a button that asks for an action; a `wordless` one shows its emoji alone, as long as it has one.

    Raises `ValueError` if the action is too long for a custom id.
    """
    return LabelledButton(
        shortened(label, LABEL_LENGTH),
        action.pack(),
        style,
        disabled=disabled,
        emoji=emoji,
        wordless=wordless and emoji is not None,
    )


def in_rows(buttons: Sequence[ui.Item[Any]]) -> list[ui.ActionRow[Any]]:
    """Return buttons in as few rows as hold them."""
    return [ui.ActionRow(*buttons[first : first + ROW_BUTTONS]) for first in range(0, len(buttons), ROW_BUTTONS)]


def in_lines(buttons: Sequence[LabelledButton]) -> list[ui.ActionRow[Any]]:
    """Return buttons in rows that a phone shows in a line each, so that no short one is left alone in the last."""
    rows, first = [], 0
    for many in phone.lines([one.pixels for one in buttons]):
        rows += in_rows(buttons[first : first + many])
        first += many
    return rows


def counted(items: Iterable[ui.Item[Any]]) -> int:
    """Return how many components Discord counts: these, and those within them."""
    return sum(1 + (sum(1 for _ in one.walk_children()) if isinstance(one, ui.ActionRow) else 0) for one in items)


def menus(
    placeholder: str, action: Action, options: Iterable[discord.SelectOption], *, most: int = 1
) -> list[ui.ActionRow[Any]]:
    """Return as many menus as the options need, each in its own row; none if there are no options.

    In each menu up to `most` options can be chosen. Texts of options are shortened to fit. Of several options with the
    same value only the first is offered. Menus after the first have their number in the placeholder. Raises `ValueError`
    if the action is too long for a custom id.
    """
    identity = action.pack()
    distinct: dict[str, discord.SelectOption] = {}
    for option in options:
        distinct.setdefault(option.value, option)
    offered = list(distinct.values())
    pages = [offered[start : start + MENU_OPTIONS] for start in range(0, len(offered), MENU_OPTIONS)][:MENUS]
    names = [placeholder, *(f"{placeholder} ({number})" for number in range(2, len(pages) + 1))]
    return [_menu(name, identity, page, most) for name, page in zip(names, pages, strict=False)]


def _menu(placeholder: str, identity: str, options: list[discord.SelectOption], most: int) -> ui.ActionRow[Any]:
    """Return a menu of 1 to 25 options with different values, in its row."""
    for option in options:
        option.label = shortened(option.label)
        option.description = option.description and shortened(option.description)
    for option in [option for option in options if option.default][most:]:
        option.default = False
    select: ui.Select[Any] = ui.Select(
        placeholder=shortened(placeholder, PLACEHOLDER_LENGTH),
        custom_id=identity,
        options=options,
        max_values=min(most, len(options)),
    )
    return ui.ActionRow(select)


def shortened(text: str, longest: int = OPTION_LENGTH) -> str:
    """Return a text cut to `longest` characters, by default as many as an option or a completion may have."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def whole_sentences(text: str, longest: int = OPTION_LENGTH) -> str:
    """Return as many whole sentences of a text as fit, an empty text if the first is too long; semicolons end some."""
    said = ""
    for part in re.split(r"(?<=[.;]) +", text):
        longer = f"{said} {part}".strip()
        if len(longer) > longest:
            break
        said = longer
    # In French a space stands before a semicolon, and none before a full stop.
    return said[:-1].rstrip() + "." if said.endswith(";") else said


def form(title: str, action: Action, *fields: ui.Label[Any]) -> ui.Modal:
    """Return a form of up to five fields; sending it asks for the action."""
    modal = ui.Modal(title=title, custom_id=action.pack(), timeout=_FORM_SECONDS)
    for one in fields:
        modal.add_item(one)
    return modal


def field(
    label: str, hint: str, text: str = "", *, longest: int, required: bool = False, short: bool = False, empty: str = ""
) -> ui.Label[Any]:
    """Return a field of a form.

    `text` is what the field holds already. `empty` is shown while the field is empty. A `short` field has a single
    line.
    """
    style = discord.TextStyle.short if short else discord.TextStyle.paragraph
    entry: ui.TextInput[Any] = ui.TextInput(
        style=style, default=text, placeholder=empty or None, required=required, max_length=longest
    )
    return ui.Label(text=label, description=hint, component=entry)
