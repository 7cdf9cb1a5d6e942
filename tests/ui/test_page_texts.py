"""No page is refused for its length, whatever names are in it: where all is made that a message shows, texts are cut."""

from __future__ import annotations

import random

import pytest
from discord import ui

from bot.data.tables import InChannel, Seat, Status, Table
from bot.ui.i18n import languages, speaking
from bot.ui.limits import COMPONENTS, TEXT_LENGTH
from bot.ui.page import Page
from bot.ui.pages import games_page
from bot.ui.words.game_places import PlaceNames

#: A name as long as Discord allows, of signs that are all escaped.
LONGEST = "_" * 32


def texts(page: Page) -> list[str]:
    return [item.content for item in page.walk_children() if isinstance(item, ui.TextDisplay)]


@pytest.mark.parametrize("seed", range(20))
async def test_texts_are_cut_to_what_a_message_takes(seed: int) -> None:
    chance = random.Random(seed)
    lengths = [chance.randint(1, chance.choice((50, 700, 6_000))) for _ in range(chance.randint(1, 20))]
    whole = ["".join(chance.choices("ab\\_*[](x)\n", k=length)) for length in lengths]
    shown = texts(Page(*map(ui.TextDisplay, whole)))
    assert sum(map(len, shown)) <= TEXT_LENGTH
    if sum(lengths) <= TEXT_LENGTH:
        assert shown == whole
    for before, after in zip(whole, shown, strict=True):
        assert after
        assert before == after or after.endswith("…")
        assert not after.endswith("\\…")


async def test_whole_lines_are_kept_and_short_texts_stay() -> None:
    long = "\n".join(f"line {number} " + "x" * 90 for number in range(60))
    page = Page(ui.TextDisplay("### Title"), ui.TextDisplay(long), ui.TextDisplay(long))
    title, one, other = texts(page)
    assert title == "### Title"
    assert one == other
    assert set(one.splitlines()) <= {*long.splitlines(), "…"}


async def test_no_link_is_cut_in_two() -> None:
    page = Page(ui.TextDisplay("a" * 3_980 + " [somewhere](https://discord.com/channels/1/2/3)"))
    assert texts(page) == ["a" * 3_980 + " …"]


async def test_commands_that_are_mentioned_make_no_page_too_long() -> None:
    page = Page(ui.TextDisplay("`/play` " * 280))
    page.mention_commands({"canasta": 1234567890123456789})
    assert sum(map(len, texts(page))) <= TEXT_LENGTH


@pytest.mark.parametrize("language", languages())
async def test_the_longest_names_fit_into_a_list_of_games(language: str) -> None:
    seats = tuple(Seat(number, number + 1, None, LONGEST) for number in range(6))
    tables = [
        Table(
            id=number,
            home=InChannel(1, 2),
            status=Status.LOBBY,
            version=1,
            variant="hand-and-foot",
            layout="6-2",
            size=6,
            house={},
            host_id=1,
            seats=seats,
            round=0,
            commitment=None,
            turn=None,
            turn_since=None,
            scores=(),
            winner=None,
            created_at=0,
            updated_at=0,
            ended_at=None,
        )
        for number in range(1, 9)
    ]
    place = PlaceNames("_" * 100, "_" * 100, "https://discord.com/channels/1456074443980800025/1456074443980800028")
    with speaking(language):
        page = games_page.listed(tables, 0, [""] * 8, 1, lambda table: place)
    shown = texts(page)
    assert sum(map(len, shown)) <= TEXT_LENGTH
    # Every game can still be found.
    assert all(any(f"**{number}. [" in text for text in shown) for number in range(1, 9))
    assert len([*page.walk_children()]) <= COMPONENTS
