"""Cards are laid down by pressing them: they rise, and a button says what would be laid."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from simcord.backend.errors import SetupError

from bot.canasta.cards import cards_text, read_cards
from tests.cogs.players import now, on_turn, seat_four
from tests.known_deals import FIRST, stacked
from tests.players import bot_of, card_buttons, lays, pick, picks
from tests.world import Person, Shown, World

KINGS = "KS KH * QS QH QD 9C TC 8C 7C 6C"


def plain(text: str) -> str:
    return text.replace("\ufe0e", "")


async def press_card(person: Person, label: str, on: Shown | None = None) -> Shown:
    """Press the card of that name in the newest direct message, and return the message as it is then."""
    shown = on or person.hands()[-1]
    named = {plain(one.label): one.custom_id for one in shown.buttons if one.custom_id in picks(shown).values()}
    answer = await person.press(named[label], on=shown)
    assert answer.message is not None
    return answer.message


def lifted(person: Person) -> str:
    """Return which cards the picture of the hand shows as chosen."""
    return plain(person.hands()[-1].alt_texts[-1]).partition("Chosen: ")[2]


def button(shown: Shown, starts: str) -> str:
    """Return the custom id of the only button whose label begins so, and that can be pressed."""
    [found] = [one.custom_id for one in shown.buttons if plain(one.label).startswith(starts) and one.enabled]
    return found


@pytest.mark.slow
async def test_a_meld_of_ones_own_choice_takes_a_press_for_each_rank(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", chance=stacked(KINGS, "4S", "5C")) as world:
        table, people = await seat_four(world)
        person = people[FIRST]
        await person.press("Draw", dm=True)
        await person.press("Lay down…", dm=True)
        for press, chosen in (
            ("K♥", "2 kings: spades, hearts."),
            ("✓ K♥", "king of spades."),
            ("K♥", "2 kings: spades, hearts."),
            ("Joker", "joker; 2 kings: spades, hearts."),
        ):
            sent = len(world.sent)
            await press_card(person, press)
            assert lifted(person) == chosen
            edits = [one for one in world.sent[sent:] if one.edits]
            assert len(edits) == 1, "a press edits its message once"
            assert [upload.filename.partition("-")[0] for one in edits for upload in one.uploads] == ["table", "hand"]
        assert "70 of 50 to open" in person.hands()[-1].alt_texts[0]
        version = (await now(world, table)).version
        await person.press(button(person.hands()[-1], "Lay down K♠ K♥ Joker (70 points)"), on=person.hands()[-1])
        assert (await now(world, table)).version == version + 1
        [message] = person.hands()
        assert "**You** laid down K♠ K♥ Joker, **opened with 70**." in plain(message.text)
        assert card_buttons(message)
        await person.press("Lay down…", dm=True)
        sent = len(world.sent)
        await press_card(person, "Q♠")
        uploads = [upload.filename for one in world.sent[sent:] if one.edits for upload in one.uploads]
        assert [name.partition("-")[0] for name in uploads] == ["hand"], (
            "once the side has opened, the table stays as it is"
        )


@pytest.mark.slow
async def test_presses_that_come_at_once_all_count_and_none_counts_twice(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", chance=stacked(KINGS, "4S", "5C")) as world:
        _table, people = await seat_four(world)
        person = people[FIRST]
        await person.press("Draw", dm=True)
        shown = (await person.press("Lay down…", dm=True)).message
        assert shown is not None
        at = picks(shown)
        named = {plain(one.label): one.custom_id for one in shown.buttons if one.custom_id in at.values()}
        pressed = [named[name] for name in ("Q♠", "K♥", "Joker", "K♥", "Q♠")]
        # A button that shows its card as chosen by now is another one: Discord refuses a press on what it was.
        presses = (person.press(identity, on=shown) for identity in pressed)
        answers = await asyncio.gather(*presses, return_exceptions=True)
        assert sum(isinstance(one, SetupError) for one in answers) == len(answers) - 3
        assert lifted(person) == "joker; 2 kings: spades, hearts; 3 queens: spades, hearts, diamonds."


@pytest.mark.slow
async def test_a_choice_outlasts_what_others_do_and_a_restart(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", chance=stacked(KINGS, "4S", "5C")) as world:
        table, people = await seat_four(world)
        person, other = people[FIRST], people[FIRST - 1]
        await person.press("Draw", dm=True)
        await person.press("Lay down…", dm=True)
        await press_card(person, "9♣")
        asked = await other.slash("canasta abandon")
        await other.press("Propose to end it", on=asked.message)
        await world.env.settle()
        await press_card(person, "K♠")
        assert lifted(person) == "2 kings: spades, hearts; nine of clubs."
        await world.restart()
        before = person.hands()[-1]
        if picks(before):
            await press_card(person, "Joker")
            assert lifted(person) == "joker; 2 kings: spades, hearts; nine of clubs."
        assert (await now(world, table)).status.value == "playing"


@pytest.mark.slow
async def test_a_press_on_a_choice_that_is_over_gets_a_sentence_and_the_hand(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", chance=stacked(KINGS, "4S", "5C")) as world:
        table, people = await seat_four(world)
        person = people[FIRST]
        answer = await person.slash("draw")
        old = (await person.press("Lay down…", on=answer.message)).message
        assert old is not None
        old = await press_card(person, "Q♠", old)
        await bot_of(world).services.tables.turns.play(table.id, person.id, "discard 5C")
        version = (await now(world, table)).version
        answer = await person.press(picks(old)[0], on=old)
        assert "has moved on" in answer.text
        assert (await now(world, table)).version == version


@pytest.mark.slow
async def test_several_melds_open_together_and_two_ways_are_two_buttons(tmp_path: Path) -> None:
    hand = "KS KH 2D QS QH QD 9C TC 8C 7C 6C"
    async with World(tmp_path / "canasta.sqlite3", chance=stacked(hand, "4S", "5C")) as world:
        table, people = await seat_four(world)
        person = people[FIRST]
        await person.press("Draw", dm=True)
        await person.press("Lay down…", dm=True)
        view = (await bot_of(world).services.tables.look(table.id, person.id)).mine
        assert view is not None
        shown = await pick(person, view, read_cards("KS KH 2D QS QH QD"))
        await person.press(button(shown, "Lay down Q♠ Q♥ Q♦ + K♠ K♥ 2♦"), on=shown)
        assert "opened with 70" in person.hands()[-1].text


@pytest.mark.slow
async def test_the_pile_is_taken_with_cards_that_are_pressed(tmp_path: Path) -> None:
    hand = "KS KH 2D AS AH AD QS 9D 8C 7C 6C"
    async with World(tmp_path / "canasta.sqlite3", chance=stacked(hand, "KD", "5C")) as world:
        table, people = await seat_four(world)
        person = people[FIRST]
        await person.press("Take the pile", dm=True)
        view = (await bot_of(world).services.tables.look(table.id, person.id)).mine
        assert view is not None
        shown = await pick(person, view, read_cards("KS KH 2D"))
        await person.press(button(shown, "Take the pile: K♦ with K♠ K♥ 2♦"), on=shown)
        assert "took the pile" in person.hands()[-1].text


@pytest.mark.slow
async def test_without_pictures_words_say_which_cards_are_chosen(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", chance=stacked(KINGS, "4S", "5C")) as world:
        _table, people = await seat_four(world)
        person = people[FIRST]
        await bot_of(world).services.tables.preferences.set(person.id, pictures=False)
        await person.press("Draw", dm=True)
        await person.press("Lay down…", dm=True)
        await press_card(person, "9♣")
        await press_card(person, "Joker")
        [message] = person.hands()
        assert not message.pictures
        assert "Chosen: 9♣ Joker." in plain(message.text)
        assert "A meld needs at least three cards." in message.text


@pytest.mark.slow
async def test_chosen_cards_are_seen_by_nobody_else(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", chance=stacked(KINGS, "4S", "5C")) as world:
        table, people = await seat_four(world)
        person = on_turn(table, people)
        answer = await person.slash("draw")
        panel = (await person.press("Lay down…", on=answer.message)).message
        sent = len(world.sent)
        for press in ("K♥", "Joker"):
            assert panel is not None
            panel = await press_card(person, press, panel)
        assert panel is not None
        assert panel.ephemeral
        assert all("/webhooks/" in one.path or "/callback" in one.path for one in world.sent[sent:])


@pytest.mark.slow
async def test_all_natural_melds_can_open_at_once(tmp_path: Path) -> None:
    hand = "KS KH KD AS AH AD QS QH QD 7C 6C"
    async with World(tmp_path / "canasta.sqlite3", chance=stacked(hand, "4S", "5C")) as world:
        table, people = await seat_four(world)
        person = people[FIRST]
        await person.press("Draw", dm=True)
        shown = (await person.press("Lay down…", dm=True)).message
        assert shown is not None
        await person.press(next(iter(lays(shown))), on=shown)
        view = (await bot_of(world).services.tables.look(table.id, person.id)).mine
        assert view is not None
        melds = view.public.sides[view.public.players[view.seat].side].melds
        assert sorted(cards_text(meld.cards) for meld in melds) == ["AS AH AD", "KS KH KD", "QS QH QD"]


@pytest.mark.slow
async def test_a_wild_card_is_added_by_one_press_to_the_meld_that_its_button_names(tmp_path: Path) -> None:
    hand = "AS AH AD * 2C KS KH KD TC 9S 7C"
    async with World(tmp_path / "canasta.sqlite3", chance=stacked(hand, "4S", "5C")) as world:
        table, people = await seat_four(world)
        person = people[FIRST]
        await person.press("Draw", dm=True)
        await person.press(button(person.hands()[-1], "Lay down K♠ K♥ K♦ + A♠ A♥ A♦"), on=person.hands()[-1])
        shown = (await person.press("Lay down…", dm=True)).message
        assert shown is not None
        offered = [plain(one.label) for one in shown.buttons if one.custom_id in lays(shown)]
        assert offered == ["2♣ to the kings", "2♣ to the aces", "Joker to the kings", "Joker to the aces"]
        await person.press(button(shown, "2♣ to the aces"), on=shown)
        look = await bot_of(world).services.tables.look(table.id, person.id)
        assert look.mine is not None
        melds = look.mine.public.sides[look.mine.public.players[look.mine.seat].side].melds
        assert sorted(cards_text(meld.cards) for meld in melds) == ["AS AH AD 2C", "KS KH KD"]
