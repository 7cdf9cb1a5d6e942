"""How well computers play is chosen in the lobby, and so is advice: hints in one's own turn, which are counted for all to see."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.computer import UnsupportedLevel
from bot.computer.hints import Hint
from bot.tables.errors import NoAdviceHere
from bot.ui.pages import builder_page
from bot.ui.words import hint_text
from tests.cogs.players import in_world, now, on_turn, play_on, seat_four
from tests.cogs.test_panels import check, own
from tests.computer.positions import view_of
from tests.players import bot_of, by_command
from tests.world import Person, World


async def choose_in_settings(person: Person, menu: str, value: str) -> str:
    """What the page of a lobby's settings says after a choice, or why the choice was refused."""
    shown = await person.press("Settings")
    return (await person.choose(menu, value, on=shown.message)).text


@in_world
async def test_the_level_of_computers_is_chosen_for_all_and_for_each(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("canasta new", computers=2)
    assert "at the level **hard**" in await choose_in_settings(anna, "How well do computers play?", "hard")
    seats = await anna.press("Change seats")
    await anna.choose("Change how well a computer plays", "1 easy", on=seats.message)
    await anna.press("Add computer")
    table = await bot_of(world).tables.games.in_channel(world.channel.id)
    assert table is not None
    assert [seat.level for seat in table.seats] == [None, "easy", "hard", "hard"]
    assert "(computer, easy)" in world.messages()[-1].text


@in_world
async def test_a_level_that_does_not_know_the_game_is_not_offered(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("canasta new", variant="samba", computers=1)
    shown = await anna.press("Settings")
    assert shown.message is not None
    menu = shown.message.menu("How well do computers play?")
    assert menu is not None
    assert list(menu.options) == ["Computers: easy", "Computers: normal"]
    table = await bot_of(world).tables.games.in_channel(world.channel.id)
    assert table is not None
    with pytest.raises(UnsupportedLevel):
        await bot_of(world).tables.lobbies.set_level(table.id, anna.id, "hard")
    assert await now(world, table) == table


@in_world
async def test_advice_is_for_games_that_do_not_count_unless_the_server_says_so(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("canasta new")
    assert "advice" not in (await anna.press("Settings")).text.lower()
    table = await bot_of(world).tables.games.in_channel(world.channel.id)
    assert table is not None
    with pytest.raises(NoAdviceHere):
        await bot_of(world).tables.lobbies.advise(table.id, anna.id, advice=True)
    assert await now(world, table) == table
    await bot_of(world).servers.set(world.guild.id, advice=1)
    assert "can ask for hints" in await choose_in_settings(anna, "Does everybody get advice?", "1")
    assert (await now(world, table)).advice


@pytest.mark.slow
@in_world
async def test_hints_are_given_on_request_in_ones_own_turn_and_counted(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("canasta new", friendly=True, players="2", target=100, house="deal.hand=20")
    await choose_in_settings(anna, "Does everybody get advice?", "1")
    await bruno.press("Join")
    await anna.press("Start")
    table = await bot_of(world).tables.games.in_channel(world.channel.id)
    assert table is not None
    people = [anna, bruno]
    person = on_turn(table, people)
    other = people[1 - people.index(person)]
    assert "turn" in (await other.slash("hint")).text
    hinted = await person.press("Hint", dm=True)
    assert "💡 **I would " in hinted.text
    assert "💡" in (await person.slash("hint")).text
    assert await bot_of(world).tables.hints.taken(table.id) == {person.id: 2}
    assert (await now(world, table)).version == table.version
    await play_on(world, table, people, by_command)
    assert any(f"Hints taken: {person.name} 2." in message.text for message in world.messages())


@in_world
async def test_there_are_no_hints_without_advice(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    assert "Advice is for games" in (await person.slash("hint")).text
    assert not any(message.button("Hint") for message in person.messages())
    assert await bot_of(world).tables.hints.taken(table.id) == {}


def test_a_hint_says_why_by_what_lies_on_the_table() -> None:
    view = view_of(["TD 9C KS KH 4S", *["4C 4D 5C"] * 3], melds=[["KS KH KD"], ["9S 9H 9D 9S 9H 9D"]])
    by_card = {str(move).split()[-1]: move for move in view.legal if move.verb == "discard"}
    ten, nine = by_card["TD"], by_card["9C"]
    said = hint_text.hint(view, Hint(ten, nine, 384)).replace("\N{VARIATION SELECTOR-15}", "")
    assert said.startswith("💡 **I would discard 10♦.** 9♣ would complete your opponents' canasta of nines.")
    assert re.search(r"about 380 points more .* than discarding 9♣\.$", said)
    assert "about as good" in hint_text.hint(view, Hint(ten, nine, 3))


def test_a_discard_that_opponents_collect_is_warned_of_where_there_is_advice() -> None:
    view = view_of(["TD 9C KS KH 4S", *["4C 4D 5C"] * 3], melds=[["KS KH KD"], ["9S 9H 9D"]])
    nine = next(move.card for move in view.legal if str(move).endswith("discard 9C"))
    position = own("TD 9C KS KH 4S")
    for advice in (True, False):
        look = replace(position.look, table=replace(position.look.table, advice=advice))
        page = builder_page.discarding(replace(position, view=view, look=look), card=nine)
        assert ("Your opponents collect nines." in str([*check(page)["components"]])) is advice
