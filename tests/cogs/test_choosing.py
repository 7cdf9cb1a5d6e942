"""While somebody chooses cards in a direct message it stays as it is, whatever else happens at the table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.canasta.cards import read_cards
from bot.data.tables import Table
from bot.tables.rules.clock import DAY, MINUTE
from tests.cogs.players import choose_discard, now, on_turn, play_on, seat_four
from tests.cogs.test_private_answers import before
from tests.known_deals import FIRST, stacked
from tests.players import bot_of, by_command, look, pick
from tests.world import Person, Shown, World

pytestmark = pytest.mark.slow

Happening = Callable[[World, Table, Person, Person], Awaitable[None]]


async def told(world: World) -> None:
    """Wait for what the test itself, past Discord, has set going."""
    await world.env.settle()
    await asyncio.gather(*bot_of(world).services.teller.passes)


async def proposal(world: World, _table: Table, _chooser: Person, other: Person) -> None:
    asked = await other.slash("canasta abandon")
    await other.press("Propose to end it", on=asked.message)


async def resignation(world: World, table: Table, _chooser: Person, other: Person) -> None:
    await bot_of(world).services.tables.seating.resign(table.id, other.id)


async def vacation(world: World, _table: Table, _chooser: Person, other: Person) -> None:
    await bot_of(world).services.tables.vacations.begin(other.id)


async def own_vacation(world: World, _table: Table, chooser: Person, _other: Person) -> None:
    await bot_of(world).services.tables.vacations.begin(chooser.id)


async def own_preference(world: World, _table: Table, chooser: Person, _other: Person) -> None:
    opened = await chooser.slash("preferences")
    panel = (await chooser.press("Cards and table", on=opened.message)).message
    await chooser.choose("Colours of the table", "Light table", on=panel)


async def chosen_card(world: World, table: Table, person: Person) -> Shown:
    """Open the choice of a discard in the direct message, and choose a card."""
    await person.press("Draw", dm=True)
    await choose_discard(world, person)
    [message] = person.hands()
    assert message.menus[-1].chosen
    return message


@pytest.mark.parametrize(
    "happen", [proposal, resignation, vacation, own_vacation, own_preference], ids=lambda it: it.__name__
)
async def test_a_choice_stays_while_something_else_happens(tmp_path: Path, happen: Happening) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        person, other = on_turn(table, people), people[(table.turn or 0) - 1]
        chosen = await chosen_card(world, table, person)
        await happen(world, table, person, other)
        await told(world)
        [message] = person.hands()
        assert (message.id, message.text, message.menus) == (chosen.id, chosen.text, chosen.menus)
        version = (await now(world, table)).version
        another = list(message.menus[-1].options)[1]
        await person.choose("Which card?", another, dm=True)
        [message] = person.hands()
        assert message.menus[-1].chosen == (message.menus[-1].options[another],)
        green = next(button for button in message.buttons if button.label.startswith("Discard "))
        await person.press(green.label, dm=True)
        assert (await now(world, table)).version > version
        assert "Waiting for **" in person.hands()[-1].text


async def test_what_had_to_wait_is_shown_once_the_choice_is_left(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        person, other = on_turn(table, people), people[(table.turn or 0) - 1]
        await chosen_card(world, table, person)
        await proposal(world, table, person, other)
        await person.press("Back", dm=True)
        await told(world)
        [message] = person.hands()
        assert message.button("Agree")
        [shown] = [
            one for one in await bot_of(world).services.teller.messages.of(table.id) if one.message_id == message.id
        ]
        assert shown.shows_version == (await now(world, table)).version
        assert table.id not in await bot_of(world).services.teller.messages.lagging()


async def test_a_reminder_comes_beside_a_choice(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        person = on_turn(table, people)
        chosen = await chosen_card(world, table, person)
        await world.env.advance_time(DAY // 2 + MINUTE)
        await told(world)
        old, reminder = person.hands()
        assert (old.id, old.menus) == (chosen.id, chosen.menus)
        assert "It's still your turn" in reminder.text
        green = next(button for button in old.buttons if button.label.startswith("Discard "))
        await person.press(green.label, on=old)
        await told(world)
        [left] = person.hands()
        assert left.id == reminder.id
        assert "Waiting for **" in left.text


async def test_a_choice_goes_with_the_turn(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        person = on_turn(table, people)
        await chosen_card(world, table, person)
        await play_on(world, table, people, by_command, moves=1)
        await told(world)
        [message] = person.hands()
        assert not message.button("Back")


async def test_a_choice_goes_when_a_computer_takes_over(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        person = on_turn(table, people)
        await chosen_card(world, table, person)
        deadline = (await now(world, table)).deadline
        assert deadline is not None
        await world.env.advance_time(deadline + 1 - world.now().timestamp())
        await told(world)
        assert not any(message.button("Back") for message in person.hands())


async def test_a_choice_in_a_private_answer_stays_too(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        person, other = on_turn(table, people), people[(table.turn or 0) - 1]
        await person.slash("draw")
        await person.slash("discard")
        [choice] = before(world, person)
        await proposal(world, table, person, other)
        await own_preference(world, table, person, other)
        name = next(iter(choice.menus[-1].options))
        chosen = (await person.choose("Which card?", name, on=choice)).message
        assert chosen
        assert chosen.menus[-1].chosen
        assert "⚠️" not in chosen.text


async def test_a_restart_forgets_that_somebody_chooses_and_shows_what_had_to_wait(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        person, other = on_turn(table, people), people[(table.turn or 0) - 1]
        await chosen_card(world, table, person)
        await proposal(world, table, person, other)
        await world.restart()
        await told(world)
        [message] = person.hands()
        assert message.button("Agree")


async def test_chosen_cards_are_lifted_in_the_picture_of_the_hand(tmp_path: Path) -> None:
    chance = stacked("KS KH KD QS QH QD 9C TC 8C 7C 6C", "4S", "5C")
    async with World(tmp_path / "canasta.sqlite3", chance=chance) as world:
        _table, people = await seat_four(world)
        person = people[FIRST]
        await person.press("Draw", dm=True)
        await person.press("Lay down…", dm=True)
        assert "Chosen" not in person.hands()[-1].alt_texts[-1]
        view = (await look(world, person)).mine
        assert view is not None
        await pick(person, view, read_cards("KS KH KD"))
        table, hand = person.hands()[-1].alt_texts
        assert "Chosen: 3 kings: spades, hearts, diamonds." in hand
        assert "Pile: 1 card, four of spades on top. " in table, "the table stays in view"
        assert "You need 50 points to open; these cards count 30." in person.hands()[-1].text
        await pick(person, view, ())
        assert "Chosen" not in person.hands()[-1].alt_texts[-1]
        await person.press("Back", dm=True)
        await choose_discard(world, person)
        assert person.hands()[-1].alt_texts[-1].count("Chosen: ") == 1
