"""Menus and forms keep Discord's limits whatever they are to say."""

from __future__ import annotations

from typing import Any

import discord
from hypothesis import given
from hypothesis import strategies as st

from bot.buttons import OPTION_LENGTH, field, menu, shortened


@given(st.text(max_size=300))
def test_a_shortened_text_fits_and_begins_the_same(text: str) -> None:
    short = shortened(text)
    assert len(short) <= OPTION_LENGTH
    assert short == text or (short.endswith("…") and text.startswith(short[:-1]) and len(short) == OPTION_LENGTH)


def test_a_menu_shortens_what_its_options_say_and_never_their_values() -> None:
    value = "x" * OPTION_LENGTH
    [select] = menu(
        "Which?",
        "c:x:0:0:",
        [
            discord.SelectOption(label="a" * 101, value=value, description="b" * 200),
            discord.SelectOption(label="short", value="2"),
        ],
    ).to_component_dict()["components"]
    first, second = select["options"]
    assert (len(first["label"]), len(first["description"]), first["value"]) == (100, 100, value)
    assert (second["label"], second.get("description")) == ("short", None)


def test_a_field_says_what_leaving_it_empty_means_once_it_is() -> None:
    whole: Any = field(
        "Rule", "What it is", "5000", longest=200, empty="Leave empty for the usual."
    ).to_component_dict()
    entry = whole["component"]
    assert (entry["value"], entry["placeholder"]) == ("5000", "Leave empty for the usual.")
