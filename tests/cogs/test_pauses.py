"""Discarding by a press on a card: after a moment in which it can be taken back, after a question, or at once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from bot.data.tables import Table
from bot.store.tips import TipStore
from bot.tables.pauses import Pauses
from tests.cogs.players import ask_before_discard, now, on_turn, play_on, seat_four
from tests.known_deals import stacked
from tests.players import bot_of, by_command, card_buttons, refresh
from tests.world import Answer, Person, World

PAUSE = 20
"""Seconds; a wait as long as that isn't waited for by itself."""


class Pausing(World):
    """A world in which a discard waits, long enough to do something meanwhile."""

    def __init__(self, database: Path, **options: Any) -> None:
        super().__init__(database, **options)
        self.settings = self.settings.model_copy(update={"discard_pause": PAUSE})


async def press_a_card(
    world: World, *, new: bool = False, clock: int = 0, left: int = 0
) -> tuple[Table, Person, Answer]:
    """Return the table, who is to move, and what they see after they have drawn and pressed their first card.

    Somebody `new` was never asked if they mean it. `left` are the seconds of their time when they press, where there is a `clock`.
    """
    table, people = await seat_four(world, clock=clock)
    person = on_turn(table, people)
    if not new:
        await TipStore(bot_of(world).services.tables.changes.database).tell(person.id, "discard", (0, 0))
    await person.press("Draw", dm=True)
    table = await now(world, table)
    if left:
        assert table.deadline is not None
        await world.env.advance_time(table.deadline - left - world.now().timestamp())
    drawn = next(one for one in reversed(person.hands()) if card_buttons(one))
    return table, person, await person.press(next(iter(card_buttons(drawn).values())), on=drawn)


async def test_a_plain_turn_is_two_presses(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, _person, _answer = await press_a_card(world)
        assert (await now(world, table)).turn != table.turn


async def test_whoever_presses_a_card_for_the_first_time_is_asked_once(tmp_path: Path) -> None:
    async with Pausing(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, person, answer = await press_a_card(world, new=True)
        assert re.search(r"\*\*Discard .+\?\*\* That ends your turn", answer.text)
        assert (await now(world, table)).turn == table.turn
        assert "Chosen: " in person.hands()[-1].alt_texts[-1]
        await person.press("Keep it", dm=True)
        [kept] = person.hands()
        await person.press(next(iter(card_buttons(kept).values())), on=kept)
        assert "goes on the pile" in person.messages()[-1].text, "the second press is no question any more"
        await person.press("Discard it now", dm=True)
        assert (await now(world, table)).turn != table.turn


async def test_a_first_press_that_was_meant_discards(tmp_path: Path) -> None:
    async with Pausing(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, person, _answer = await press_a_card(world, new=True)
        await person.press("Discard", dm=True)
        assert (await now(world, table)).turn != table.turn


async def test_whoever_has_discarded_by_a_command_is_not_asked(tmp_path: Path) -> None:
    async with Pausing(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        person = on_turn(table, people)
        while on_turn(table, people) is person:
            await play_on(world, table, people, by_command, moves=1)
            table = await now(world, table)
        while on_turn(table, people) is not person:
            await play_on(world, table, people, by_command, moves=1)
            table = await now(world, table)
        await person.press("Draw", dm=True)
        [drawn] = person.hands()
        await person.press(next(iter(card_buttons(drawn).values())), on=drawn)
        assert "goes on the pile" in person.messages()[-1].text


@pytest.mark.parametrize("left", [PAUSE + 2, PAUSE, PAUSE // 2, 1])
async def test_a_discard_that_was_chosen_in_time_is_played_in_time(left: int, tmp_path: Path) -> None:
    """A turn whose time is up while its discard waits isn't missed: the card was chosen."""
    async with Pausing(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, person, _answer = await press_a_card(world, clock=600, left=left)
        await world.env.advance_time(PAUSE + 5)
        after = await now(world, table)
        assert after.turn != table.turn
        own = after.seat_of(person.id)
        assert own is not None
        assert own.missed == 0
        assert not any("You missed a turn" in one.text for one in person.messages())


async def test_a_discard_that_waits_is_played_though_the_bot_was_down_until_the_time_was_up(tmp_path: Path) -> None:
    async with Pausing(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, person, _answer = await press_a_card(world, clock=600, left=PAUSE + 2)
        await world.stop()
        await world.env.advance_time(600)
        play, began = Pauses._work, list[float]()

        async def slowly(pauses: Pauses) -> float:
            """Leave the other workers a second before discards are played."""
            if began:
                return await play(pauses)
            began.append(1)
            return 1

        with mock.patch.object(Pauses, "_work", slowly):
            await world.env.restart_bot(await world.make_client())
            await world.env.advance_time(PAUSE)
        after = await now(world, table)
        assert after.turn != table.turn
        own = after.seat_of(person.id)
        assert own is not None
        assert own.missed == 0


async def test_a_discard_waits_and_is_played_then(tmp_path: Path) -> None:
    async with Pausing(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, person, _answer = await press_a_card(world)
        assert "goes on the pile" in person.messages()[-1].text
        assert (await now(world, table)).turn == table.turn
        await world.env.advance_time(PAUSE + 1)
        assert (await now(world, table)).turn != table.turn
        assert "Waiting for **" in person.messages()[-1].text


async def test_a_discard_can_be_taken_back_while_it_waits(tmp_path: Path) -> None:
    async with Pausing(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, person, _answer = await press_a_card(world)
        await person.press("Take it back", dm=True)
        assert card_buttons(person.messages()[-1])
        await world.env.advance_time(10 * PAUSE)
        assert await now(world, table) == table


async def test_a_discard_that_waits_is_shown_again_wherever_the_hand_is(tmp_path: Path) -> None:
    async with Pausing(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, person, answer = await press_a_card(world)
        assert answer.message
        said = next(line for line in answer.text.split("\n") if "goes on the pile" in line)
        assert f"<t:{int(world.now().timestamp()) + PAUSE}:R>" in said
        await refresh(person, person.hands()[-1])
        elsewhere = (await person.slash("hand")).message
        for shown in (person.messages()[-1], elsewhere):
            assert shown
            assert said in shown.text
            assert shown.button("Take it back")
            assert not card_buttons(shown)
        await person.press("Take it back", on=elsewhere)
        await world.env.advance_time(10 * PAUSE)
        assert await now(world, table) == table


async def test_a_discard_that_waited_is_not_shown_once_another_move_was_made(tmp_path: Path) -> None:
    async with Pausing(
        tmp_path / "canasta.sqlite3", chance=stacked("KS KH KD AS AH AD 9C TC 8C 7C 6C", "4S", "5C")
    ) as world:
        _table, person, _answer = await press_a_card(world)
        await person.slash("meld", cards="k k k / a a a")
        shown = (await refresh(person, person.hands()[-1])).message
        assert shown
        assert "goes on the pile" not in shown.text
        assert card_buttons(shown)


async def test_a_discard_taken_back_too_late_is_said_to_be(tmp_path: Path) -> None:
    async with Pausing(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, person, _answer = await press_a_card(world)
        assert await bot_of(world).services.pauses.withdraw(table.id, person.id)
        await person.press("Take it back", dm=True)
        assert "It's too late to take that card back." in person.messages()[-1].text


async def test_a_discard_can_be_played_without_waiting_on(tmp_path: Path) -> None:
    async with Pausing(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, person, _answer = await press_a_card(world)
        await person.press("Discard it now", dm=True)
        after = await now(world, table)
        assert after.version == table.version + 1
        await world.env.advance_time(10 * PAUSE)
        assert await now(world, table) == after


async def test_a_discard_that_waits_is_played_after_a_restart(tmp_path: Path) -> None:
    async with Pausing(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, person, _answer = await press_a_card(world)
        await world.restart()
        assert (await now(world, table)).turn == table.turn
        await world.env.advance_time(PAUSE + 1)
        assert (await now(world, table)).turn != table.turn
        assert "Waiting for **" in person.messages()[-1].text


async def test_a_discard_that_waits_gives_way_to_another_move(tmp_path: Path) -> None:
    async with Pausing(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, person, _answer = await press_a_card(world)
        look = await bot_of(world).services.tables.look(table.id, person.id)
        assert look.mine
        other = next(move for move in reversed(look.mine.legal) if move.verb == "discard")
        await person.slash("discard", card=str(other).rpartition(" ")[2])
        after = await now(world, table)
        await world.env.advance_time(10 * PAUSE)
        assert (await now(world, table)).version == after.version == table.version + 1


async def test_the_hand_behind_the_button_in_the_channel_follows_a_discard_that_waited(tmp_path: Path) -> None:
    async with Pausing(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        person = on_turn(table, people)
        await TipStore(bot_of(world).services.tables.changes.database).tell(person.id, "discard", (0, 0))
        drawn = await person.slash("draw")
        assert drawn.message
        pressed = await person.press(next(iter(card_buttons(drawn.message).values())), on=drawn.message)
        assert "goes on the pile" in pressed.text
        await world.env.advance_time(PAUSE + 1)
        assert "Waiting for **" in pressed.text


async def test_nobody_else_learns_that_a_discard_waits(tmp_path: Path) -> None:
    async with Pausing(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        person = on_turn(table, people)
        await person.press("Draw", dm=True)
        [drawn] = person.hands()
        sent = len(world.sent)
        await person.press(next(iter(card_buttons(drawn).values())), on=drawn)
        assert {one.readers for one in world.sent[sent:]} == {frozenset({person.id})}


async def test_who_wants_to_be_asked_is_asked_first(tmp_path: Path) -> None:
    async with Pausing(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        person = on_turn(table, people)
        await ask_before_discard(world, person)
        await person.press("Draw", dm=True)
        [drawn] = person.hands()
        await person.press(next(iter(card_buttons(drawn).values())), on=drawn)
        [asked] = person.hands()
        green = next(button for button in asked.buttons if button.label.startswith("Discard "))
        await person.press(green.label, dm=True)
        assert (await now(world, table)).turn != table.turn


@pytest.mark.parametrize("way", ["undo", "ask", "at once"])
async def test_what_a_press_on_a_card_does_is_a_preference(tmp_path: Path, way: str) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        person = world.person("Anna")
        opened = await person.slash("preferences")
        panel = (await person.press("Cards and table", on=opened.message)).message
        assert panel
        menu = panel.menu("When you press a card")
        assert menu
        assert menu.chosen == ("undo",)
        await person.choose("When you press a card", way, on=panel)
        assert (await bot_of(world).services.people.get(person.id)).discarding == way
