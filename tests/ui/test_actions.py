"""Actions are declared once, made by a page, answered by a cog, and read as they were written."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui import pages
from bot.ui.actions import Action, TableAction, Unreadable, read
from bot.ui.pages import games_page, lobby_page
from tests.cogs.players import in_world
from tests.players import bot_of
from tests.world import World

ROOT = Path(__file__).parents[2]


class Suit(Enum):
    HEARTS = "hearts"
    SPADES = "spades"


@dataclass(frozen=True)
class Sample(TableAction, name="sample"):
    count: int
    limit: int | None
    suit: Suit
    text: str


class Bare(Action, name="bare"):
    """Asks for something that needs no facts."""


#: Actions that no page offers any more: buttons of earlier releases ask for them.
OLD = {"Discard", "OldCards", "OldOver", "OldRank", "OldReady", "ShowPreferences"}


def declared() -> dict[str, type[Action]]:
    """Return every action that the bot's pages declare, by its name; no two have the same."""
    for module in pkgutil.iter_modules(pages.__path__, f"{pages.__name__}."):
        importlib.import_module(module.name)
    found = [one for one in _beneath(Action) if one.name and one.__module__.startswith(f"{pages.__name__}.")]
    actions = {one.name: one for one in found}
    assert len(actions) == len(found)
    return actions


def _beneath(action: type[Action]) -> Iterator[type[Action]]:
    for one in action.__subclasses__():
        yield one
        yield from _beneath(one)


def made_in(*folders: str) -> set[str]:
    """Return the names of all that is called, or handed on to be called, in the files of some folders."""
    found = set()
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                for one in (node.func, *node.args):
                    found.add(
                        one.attr if isinstance(one, ast.Attribute) else one.id if isinstance(one, ast.Name) else ""
                    )
    return found


@in_world
async def test_every_action_that_pages_offer_is_answered_and_the_other_way_round(world: World) -> None:
    actions, made = declared(), made_in("bot/ui")
    assert set(bot_of(world).services.interactions._answerers) == set(actions)
    assert {one.__name__ for one in actions.values() if one.__name__ not in made} == OLD


@in_world
async def test_a_second_answer_to_an_action_is_refused(world: World) -> None:
    bot, name = bot_of(world), next(iter(declared()))

    async def answer(*_: Any) -> None:
        pytest.fail("nobody pressed")

    with pytest.raises(ValueError, match="two answers"):
        bot.services.interactions.answer_presses(declared()[name], answer)
    with pytest.raises(ValueError, match="no name"):
        bot.services.interactions.answer_presses(TableAction, answer)


@given(
    st.builds(
        Sample,
        st.integers(0, 2**40),
        st.integers(0, 2**40),
        st.integers(0, 2**60),
        st.none() | st.integers(0, 2**40),
        st.sampled_from(Suit),
        st.text(max_size=20),
    )
)
def test_an_action_is_read_as_it_was_written(action: Sample) -> None:
    written = read(action.pack())
    assert written is not None
    assert Sample.unpack(written) == action


@pytest.mark.parametrize("rest", ["", "1", "1//hearts", "-1//hearts/", "x//hearts/", "1/x/hearts/", "1//clubs/"])
def test_what_is_not_of_the_fields_types_is_not_read(rest: str) -> None:
    written = read(f"c:sample:1:1:{rest}")
    assert written is not None
    with pytest.raises(Unreadable):
        Sample.unpack(written)


def test_an_action_without_fields_reads_whatever_follows() -> None:
    written = read("c:bare:0:0:left over")
    assert written is not None
    assert Bare.unpack(written) == Bare()


@pytest.mark.parametrize("rest", ["hand", "meld K K 2", "meld  K K  ", "  ", " K", ""])
def test_the_command_that_a_game_is_chosen_for_is_read_as_it_was_written(rest: str) -> None:
    action = games_page.Which(*games_page.Which.read_rest(rest))
    assert games_page.Which(*games_page.Which.read_rest(action.rest())) == action


def test_a_wish_for_a_table_of_no_layout_is_not_read() -> None:
    written = read("c:thread:2:2:classic  - 1 86400")
    assert written is not None
    with pytest.raises(Unreadable):
        lobby_page.OpenThread.unpack(written)
