"""Buttons, menus and forms keep Discord's limits whatever they are to say, and however much there is to choose from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord import ui
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.actions import Action, read
from bot.ui.components import button, field, menus, shortened, whole_sentences
from bot.ui.limits import CUSTOM_ID_LENGTH, OPTION_LENGTH
from bot.ui.page import Page
from tests import discord_limits


@dataclass(frozen=True)
class Long(Action, name="x"):
    text: str = "y" * (CUSTOM_ID_LENGTH - 10)


LONG = Long()
LONGEST = LONG.pack()


def sent(*items: ui.Item[Any]) -> list[dict[str, Any]]:
    """Return the menus and buttons of a page as Discord gets them, which has nothing against them."""
    page: Any = Page(ui.TextDisplay("Choose"), *items)
    body = {"components": page.to_components(), "flags": discord_limits.COMPONENTS_V2}
    assert not discord_limits.complaints("POST", "/channels/1/messages", body)
    return [part for part in discord_limits.walk(body["components"]) if "custom_id" in part]


def options(*values: str, **more: Any) -> list[discord.SelectOption]:
    return [discord.SelectOption(label=value, value=value, **more) for value in values]


def row(*labels: str) -> ui.ActionRow[Any]:
    """Buttons with one custom id."""
    return ui.ActionRow(*(button(label, LONG) for label in labels))


@given(st.text(max_size=300))
def test_a_shortened_text_fits_and_begins_the_same(text: str) -> None:
    short = shortened(text)
    assert len(short) <= OPTION_LENGTH
    assert short == text or (short.endswith("…") and text.startswith(short[:-1]) and len(short) == OPTION_LENGTH)


def test_a_menu_shortens_what_its_options_say_and_never_their_values() -> None:
    value = "x" * OPTION_LENGTH
    [select] = sent(
        *menus(
            "Which?",
            LONG,
            [
                discord.SelectOption(label="a" * 101, value=value, description="b" * 200),
                discord.SelectOption(label="short", value="2"),
            ],
        )
    )
    first, second = select["options"]
    assert (len(first["label"]), len(first["description"]), first["value"]) == (100, 100, value)
    assert (second["label"], second.get("description")) == ("short", None)


def test_where_there_is_nothing_to_choose_there_is_no_menu() -> None:
    assert sent(*menus("Which?", LONG, [])) == []


def test_many_options_come_in_several_menus() -> None:
    values = [str(number) for number in range(60)]
    selects = sent(*menus("Which?", LONG, options(*values)))
    assert [option["value"] for select in selects for option in select["options"]] == values
    assert [len(select["options"]) for select in selects] == [25, 25, 10]
    assert [read(select["custom_id"]) for select in selects] == [read(LONGEST)] * 3
    assert [select["placeholder"] for select in selects] == ["Which?", "Which? (2)", "Which? (3)"]


def test_more_options_than_a_message_holds_leave_room_for_the_rest_of_it() -> None:
    assert len(sent(*menus("Which?", LONG, options(*map(str, range(1_000)))))) >= 10


def test_an_option_is_offered_once_and_no_more_are_chosen_than_may_be() -> None:
    [select] = sent(*menus("Which?", LONG, options("a", "b", "a", "c", default=True), most=2))
    assert [option["value"] for option in select["options"]] == ["a", "b", "c"]
    assert [bool(option.get("default")) for option in select["options"]] == [True, True, False]
    assert (select.get("min_values", 1), select["max_values"]) == (1, 2)


def test_buttons_with_the_same_custom_id_are_told_apart_and_mean_the_same() -> None:
    found = sent(*(row(label * 40) for label in ("one", "two", "three")))
    assert found[0]["custom_id"] == LONGEST
    assert len({part["custom_id"] for part in found}) == 3
    assert [read(part["custom_id"]) for part in found] == [read(LONGEST)] * 3


def test_an_empty_row_is_left_out() -> None:
    assert [part["label"] for part in sent(row(), row("One"))] == ["One"]


def test_a_field_says_what_leaving_it_empty_means_once_it_is() -> None:
    whole: Any = field(
        "Rule", "What it is", "5000", longest=200, empty="Leave empty for the standard rule."
    ).to_component_dict()
    entry = whole["component"]
    assert (entry["value"], entry["placeholder"]) == ("5000", "Leave empty for the standard rule.")


def test_a_text_too_long_for_an_option_ends_with_a_whole_sentence() -> None:
    text = "One draws two cards; the highest score wins. It counts."
    assert whole_sentences(text) == text
    assert whole_sentences(text, 50) == "One draws two cards; the highest score wins."
    assert whole_sentences(text, 30) == "One draws two cards."
    assert whole_sentences(text, 10) == ""
    assert whole_sentences("On en pioche deux\u202f; le plus haut gagne.", 20) == "On en pioche deux."
