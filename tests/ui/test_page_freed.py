"""Objects made for an answer are freed at once: the garbage collector would keep everybody waiting for it."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import discord
import pytest

from bot.ui.components import button, menus
from bot.ui.page import Page, gallery, notice
from bot.ui.pages.lobby_page import House
from renderer import Picture

PICTURE = Picture(png=b"a picture", width=1, height=1, alt="a picture")


@pytest.fixture(autouse=True)
def _no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def page() -> Page:
    """Return a page with one of everything."""
    options = [discord.SelectOption(label="Seven", value="7")]
    return notice("You may", *menus("Which?", House(1, 1), options), discord.ui.ActionRow(button("House", House(1, 2))))


@pytest.mark.slow
async def test_a_page_is_freed_when_nobody_shows_it() -> None:
    shown = page()
    parts = [weakref.ref(one) for one in (shown, *shown.walk_children())]
    assert len(parts) > 4
    del shown
    assert [one() for one in parts] == [None] * len(parts)


@pytest.mark.slow
async def test_a_file_is_freed_when_it_was_sent() -> None:
    shown = Page(gallery("table.png", PICTURE))
    [file] = shown.files()
    content = weakref.ref(file.fp)
    file.close()
    del file
    assert content() is None
