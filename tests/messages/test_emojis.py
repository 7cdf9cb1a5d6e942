"""Cards as emojis on buttons: uploaded once, replaced where a drawing has changed, and never needed to play."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import pytest

from bot.messages import emojis as module
from renderer import Emoji, emoji_name, emojis
from tests.cogs.players import now, on_turn, seat_four
from tests.players import bot_of, card_buttons, has_new_cards
from tests.stored import rows
from tests.world import World

pytestmark = pytest.mark.slow

LATER = 61.0
"""Seconds after which what was refused twice is tried again."""


def asked(world: World) -> Counter[str]:
    """Return the requests about emojis since the last call, by their methods."""
    requests = world.env.backend.http_requests
    found = Counter(one.method for one in requests if "/emojis" in one.path)
    requests.clear()
    return found


def there(world: World) -> dict[str, int]:
    """Return the emojis that Discord has: names and ids."""
    return {one.name: one.id for one in world.env.backend.application_emojis.values()}


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> list[Emoji]:
    """Return the only emojis that are drawn; tests change the list."""
    drawn = list(itertools.islice(emojis(), 3))
    monkeypatch.setattr(module, "emojis", lambda: iter(drawn))
    return drawn


async def test_cards_are_shown_on_buttons_and_options_in_the_colours_that_each_prefers(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", emojis=True) as world:
        assert set(there(world)) == {one.name for one in emojis()}
        table, people = await seat_four(world)
        person = on_turn(table, people)
        draw = person.messages()[-1].button("Draw")
        assert draw is not None
        assert draw.emoji == "card_back"
        await bot_of(world).services.tables.preferences.set(person.id, colours=4)
        await person.press("Draw", dm=True)
        shown = person.messages()[-1]
        cards = card_buttons(shown)
        assert cards
        for card, custom_id in cards.items():
            button = shown.button(custom_id)
            assert button is not None
            assert (button.label, button.emoji) == ("", emoji_name(int(card), two_colour=False)), "each is named once"
        orders = await people[(table.turn or 0) - 1].press("Standing orders…", dm=True)
        assert orders.message is not None
        menu = next(one for one in orders.message.menus if one.placeholder == "Card to discard")
        assert menu.emojis.keys() == menu.options.keys()
        await bot_of(world).services.tables.preferences.set(person.id, pictures=0)
        alone = await person.slash("hand")
        assert alone.message is not None
        assert {button.emoji for button in alone.message.buttons} == {None}
        assert all(button.label for button in alone.message.buttons)


async def test_what_is_there_is_not_uploaded_again_and_what_has_changed_is_replaced(
    tmp_path: Path, few: list[Emoji]
) -> None:
    async with World(tmp_path / "canasta.sqlite3", emojis=True) as world:
        assert asked(world) == {"GET": 1, "POST": 3}
        before = there(world)
        await world.restart()
        assert asked(world) == {"GET": 1}
        few[1] = Emoji(few[1].name, few[2].png)
        gone, *_ = few
        del few[0]
        await world.restart()
        assert asked(world) == {"GET": 3, "DELETE": 2, "POST": 1}
        after = there(world)
        assert after.keys() == before.keys() - {gone.name}
        assert {name for name in after if after[name] != before[name]} == {few[0].name}
    stored = rows(tmp_path / "canasta.sqlite3", "SELECT emoji_id FROM emojis")
    assert {one for (one,) in stored} == set(after.values())


async def test_an_upload_that_is_refused_goes_on_later_and_keeps_nobody_waiting(
    tmp_path: Path, few: list[Emoji]
) -> None:
    async with World(tmp_path / "canasta.sqlite3", emojis=True) as world:
        backend = world.env.backend
        backend.application_emojis.clear()
        world.env.inject_error("POST", "*/emojis", status=500, code=0, message="down", times=2)
        await world.restart()
        assert there(world) == {}
        table, people = await seat_four(world)
        drawn = await on_turn(table, people).press("Draw", dm=True)
        assert has_new_cards(drawn)
        await world.env.advance_time(LATER)
        assert there(world).keys() == {one.name for one in few}


async def test_a_process_that_may_not_upload_uses_what_another_has_uploaded(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3") as world:
        world.env.backend.create_application_emoji("card_back")
        await world.restart()
        assert "POST" not in asked(world)
        table, people = await seat_four(world)
        draw = on_turn(table, people).messages()[-1].button("Draw")
        assert draw is not None
        assert draw.emoji == "card_back"


async def test_a_message_that_is_refused_with_its_emojis_comes_without_and_what_is_gone_is_uploaded(
    tmp_path: Path, few: list[Emoji], monkeypatch: pytest.MonkeyPatch
) -> None:
    few[:] = [one for one in emojis() if one.name == "card_back"]
    async with World(tmp_path / "canasta.sqlite3", emojis=True) as world:
        table, people = await seat_four(world)
        person = on_turn(await now(world, table), people)
        backend = world.env.backend
        backend.application_emojis.clear()
        world.env.inject_error("POST", "/interactions/*", status=400, code=50035, message="Invalid emoji", times=1)
        shown = await person.slash("hand")
        assert shown.message is not None
        draw = shown.message.button("Draw")
        assert draw is not None
        assert draw.emoji is None
        assert there(world).keys() == {"card_back"}, "it was uploaded at once"
        again = await person.slash("hand")
        assert again.message is not None
        assert [one.emoji for one in again.message.buttons if one.label == "Draw"] == ["card_back"]
