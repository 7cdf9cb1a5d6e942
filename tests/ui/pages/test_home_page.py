"""The page of `/canasta`."""

from __future__ import annotations

import pytest

from bot.ui.i18n import speaking
from bot.ui.pages import home_page
from tests.discord_limits import walk
from tests.ui.pages.test_watch_page import check


@pytest.mark.parametrize(("language", "heading"), [("en", "## Canasta"), ("pt-BR", "## Canastra")])
def test_its_heading_names_the_game_as_its_players_do(language: str, heading: str) -> None:
    with speaking(language):
        page = home_page.page([], 1, lambda _table: None, None, in_server=True, moderator=False)
    texts = [part["content"] for part in walk(check(page)["components"]) if part.get("type") == 10]
    assert texts[0].splitlines()[0] == heading
