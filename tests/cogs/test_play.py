"""Moves by command and button, and every way a person can press or type the wrong thing."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from bot.canasta.cards import card_text, cards_text
from bot.canasta.views import SeatView
from bot.computer import choose
from bot.data.people import Person as StoredPerson
from bot.data.tables import Table
from bot.messages.tables import PATIENCE
from bot.ui import move_order
from bot.ui.pictures import Pictures
from bot.ui.words import card_names
from renderer import Picture
from tests.cogs.players import SHORT, choose_discard, in_world, now, on_turn, play_on, seat_four
from tests.known_deals import FIRST, stacked
from tests.players import bot_of, by_button, by_command, has_new_cards, picks
from tests.world import Person, World


async def hand_of(world: World, table: Table, person: Person) -> tuple[int, ...]:
    look = await bot_of(world).services.tables.look(table.id, person.id)
    assert look.mine is not None
    return look.mine.hand


@pytest.mark.slow
@in_world
async def test_a_turn_can_be_played_in_direct_messages_by_commands(world: World) -> None:
    table, people = await seat_four(world)
    first = on_turn(table, people)
    drawn = await first.slash("draw", dm=True)
    assert has_new_cards(drawn)
    card = (await hand_of(world, table, first))[0]
    await first.slash("discard", dm=True, card=card_text(card)[0])
    assert (await now(world, table)).turn == (table.turn or 0) + 1 & 3


@pytest.mark.slow
@in_world
async def test_a_turn_can_be_played_behind_my_hand_in_the_channel(world: World) -> None:
    table, people = await seat_four(world)
    first = on_turn(table, people)
    shown = await first.press("My hand")
    assert shown.ephemeral
    drawn = await first.press("Draw", on=shown.message)
    assert has_new_cards(drawn)
    assert drawn.ephemeral
    chosen = await choose_discard(world, first, on=drawn.message)
    assert chosen.message is not None
    done = await first.press(chosen.message.buttons[0].label, on=chosen.message)
    assert "Waiting for **" in done.text
    assert "Waiting for **" in first.messages()[-1].text, "the direct message follows"


@in_world
async def test_a_button_pressed_twice_plays_once_and_says_so(world: World) -> None:
    table, people = await seat_four(world)
    first = on_turn(table, people)
    mine = await first.press("My hand")
    before = mine.message
    await first.press("Draw", dm=True)
    version = (await now(world, table)).version
    again = await first.press("Draw", on=before)
    assert "moved on" in again.text
    assert has_new_cards(again), "the hand as it is now"
    assert (await now(world, table)).version == version


@in_world
async def test_somebody_else_s_buttons_are_refused(world: World) -> None:
    table, people = await seat_four(world)
    stranger = world.person("Elsa")
    answer = await stranger.press("My hand")
    assert "don't sit" in answer.text
    assert answer.ephemeral
    assert "don't sit" in (await stranger.slash("draw")).text
    waiting = people[(table.turn or 0) - 1]
    early = await waiting.slash("draw")
    assert f"{on_turn(table, people).name}'s turn" in early.text
    assert early.ephemeral
    assert "'s turn" in (await waiting.slash("meld", cards="no such cards")).text
    assert "'s turn" in (await waiting.slash("discard")).text


@in_world
async def test_commands_without_a_game_say_how_to_start_one(world: World) -> None:
    anna = world.person("Anna")
    assert "/play" in (await anna.slash("draw")).text
    assert "/play" in (await anna.slash("hand", dm=True)).text
    await anna.slash("play")
    assert "press Start" in (await anna.slash("draw")).text
    assert "press Start" in (await anna.slash("hand")).text


@in_world
async def test_illegal_moves_get_one_sentence_and_change_nothing(world: World) -> None:
    table, people = await seat_four(world)
    first = on_turn(table, people)
    seen = len(world.messages())
    wrong: tuple[tuple[str, dict[str, Any], str], ...] = (
        ("meld", {"cards": "banana"}, "draw from the stock"),
        ("discard", {"card": "banana"}, "draw from the stock"),
        ("take-pile", {"with": "xyz"}, "xyz"),
        ("canasta undo", {}, "take back"),
        ("meld", {}, "draw from the stock"),
        ("discard", {}, "draw from the stock"),
    )
    for command, options, said in wrong:
        answer = await first.slash(command, **options)
        assert answer.ephemeral
        assert said.lower() in answer.text.lower()
        assert answer.text.count("\n") == 0, answer.text
    assert (await now(world, table)).version == table.version
    assert len(world.messages()) == seen


@pytest.mark.slow
@in_world
async def test_cards_that_are_not_held_are_named_as_they_were_typed(world: World) -> None:
    table, people = await seat_four(world)
    first = on_turn(table, people)
    await first.slash("draw")
    held = [card >> 2 for card in await hand_of(world, table, first)]
    rank = next(rank for rank in range(11) if held.count(rank) == 1)
    missing = next(rank for rank in range(11) if rank not in held)
    sign, none = "456789TJQKA"[rank], "456789TJQKA"[missing]
    answer = await first.slash("meld", cards=f"{sign} {sign} {sign}")
    assert answer.text == f"You have only {card_names.counted(rank, 1)}."
    assert (await first.slash("discard", card=none)).text == f"You have no {card_names.rank(missing, 2)}."
    assert (await first.slash("discard", card=f"{none}♦")).text == f"You don't have {card_names.card(missing * 4 + 2)}."


@pytest.mark.slow
@in_world
async def test_a_discard_that_cannot_be_read_gets_one_card_as_its_example(world: World) -> None:
    table, people = await seat_four(world)
    first = on_turn(table, people)
    await first.slash("draw")
    for typed in ("3x", "Banana"):
        said = f"I can't find “{typed}” among your cards. Write one card, for example 7 or 7♠."
        assert (await first.slash("discard", card=typed)).text == said
    answer = await first.slash("meld", cards="Banana")
    assert answer.text == "I can't find “Banana” among your cards. Write for example K K 2, or 10 10 10."


#: A pair of kings that takes the king on top only with the wild card, and one that takes it with aces as well.
WITH_WILD, WITHOUT = "KS KH 2D 4S 5H 6D 7C 8S 9H TD JC", "KS KH AS AH AD 4S 5H 6D 7C 8S 9H"


@pytest.mark.parametrize("command", [True, False])
async def test_a_wild_card_is_never_spent_on_the_pile_without_being_shown_first(tmp_path: Path, command: bool) -> None:
    async with World(tmp_path / "canasta.sqlite3", chance=stacked(WITH_WILD, "KD", "5C")) as world:
        table, people = await seat_four(world)
        first = people[FIRST]
        shown = await (first.slash("take-pile") if command else first.press("Take the pile", dm=True))
        assert (await now(world, table)).version == table.version
        assert shown.message is not None
        offered = {one.label.replace("\ufe0e", ""): one.custom_id for one in shown.message.buttons}
        [way] = [it for label, it in offered.items() if label.startswith("Take the pile: K♦ with K♠ K♥ 2♦")]
        await first.press(way, on=shown.message)
        await world.env.advance_time(PATIENCE + 1)
        assert "laid down K♠ K♥ 2♦ K♦" in world.messages()[0].text.replace("\ufe0e", "")


@pytest.mark.parametrize("command", [True, False])
async def test_the_only_way_to_take_the_pile_is_played_at_once_if_it_spends_no_wild_card(
    tmp_path: Path, command: bool
) -> None:
    async with World(tmp_path / "canasta.sqlite3", chance=stacked(WITHOUT, "KD", "5C")) as world:
        table, people = await seat_four(world)
        await (people[FIRST].slash("take-pile") if command else people[FIRST].press("Take the pile", dm=True))
        assert (await now(world, table)).version == table.version + 1


@pytest.mark.slow
async def test_text_says_if_the_pile_can_be_taken_and_the_picture_leaves_it_to_the_text(tmp_path: Path) -> None:
    for hand, can in (("KS KH AS 4S 5H 6D 7C 8S 9H TD JC", False), (WITHOUT, True)):
        async with World(tmp_path / f"{can}.sqlite3", chance=stacked(hand, "KD", "5C")) as world:
            _table, people = await seat_four(world)
            mine = people[FIRST].messages()[-1]
            assert ("Draw from the stock, or take the pile" in mine.text) == can
            assert not any("take the pile" in alt for alt in mine.alt_texts)
            assert bool(mine.button("Take the pile")) == can
            typed = await people[FIRST].slash("take-pile")
            assert ("the most you could lay down is 30" in typed.text) != can
            more = await people[FIRST].press("⋯", on=mine)
            assert ("the most you could lay down is 30" in more.text) != can
            assert "the most" not in mine.text


@pytest.mark.slow
@in_world
async def test_scores_are_told_in_words_only_where_no_picture_of_the_table_tells_them(world: World) -> None:
    table, people = await seat_four(world)
    first = on_turn(table, people)
    score = "the game goes to"
    assert any("0 points" in alt for alt in first.messages()[-1].alt_texts)
    assert score not in first.messages()[-1].text
    await first.press("Draw", dm=True)
    assert score not in first.messages()[-1].text
    assert not any(score in one.messages()[-1].text for one in people), "nor while they wait"
    await bot_of(world).services.tables.preferences.set(first.id, pictures=0)
    assert score in (await first.slash("hand")).text


@pytest.mark.slow
async def test_red_threes_that_were_dealt_are_told_to_those_who_had_them(tmp_path: Path) -> None:
    hand = "3H 3D 4S 5H 6D 7C 8S 9H TD JC QS"
    async with World(tmp_path / "canasta.sqlite3", chance=stacked(hand, "KD", "5C")) as world:
        _table, people = await seat_four(world)
        first = people[FIRST]
        told = "You were dealt 3♥ 3♦: they're on the table, and you got other cards for them."
        assert told in first.messages()[-1].text.replace("\ufe0e", "")
        assert all("You were dealt" not in one.messages()[-1].text for one in people if one is not first)
        await first.press("Draw", dm=True)
        assert "You were dealt" not in first.messages()[-1].text


@pytest.mark.slow
@in_world
async def test_completions_offer_only_one_s_own_cards(world: World) -> None:
    table, people = await seat_four(world)
    await play_on(world, table, people, by_command, moves=9)
    table = await now(world, table)
    if (await bot_of(world).services.tables.look(table.id)).public.phase == "draw":  # type: ignore[union-attr]
        await on_turn(table, people).slash("draw")
    for person in people:
        offered = await person.complete("discard", "card")
        own = {card_text(card) for card in await hand_of(world, table, person)}
        assert set(offered.values()) <= own
        assert bool(offered) == (person is on_turn(table, people))
    assert await world.person("Elsa").complete("discard", "card") == {}
    first = on_turn(table, people)
    anything = list((await first.complete("discard", "card", dm=True)).values())
    assert anything
    for card in anything:
        assert next(iter((await first.complete("discard", "card", card.lower())).values())) == card


@pytest.mark.slow
async def test_a_wild_card_is_never_the_first_discard_offered(tmp_path: Path) -> None:
    """A key pressed too early plays what is first."""
    pack = stacked("* 2C QH 9S 4S 5H 6D 7C 8S 9H TD", "KD", "*")
    async with World(tmp_path / "canasta.sqlite3", chance=pack) as world:
        _table, people = await seat_four(world)
        await people[FIRST].slash("draw")
        offered = list((await people[FIRST].complete("discard", "card")).values())
    assert offered[0] == "QH"
    assert offered[-2:] == ["*", "2C"]
    assert len(offered) == 11


@pytest.mark.slow
async def test_a_completion_begins_with_what_was_typed_where_one_does(tmp_path: Path) -> None:
    """A joker has a k, but is no king."""
    async with World(
        tmp_path / "canasta.sqlite3", chance=stacked("KS KH * JH JD TC 9S 8S 7C 6C 4D", "4S", "5C")
    ) as world:
        _table, people = await seat_four(world)
        await people[FIRST].slash("draw")

        async def offered(command: str, option: str, typed: str) -> list[str | int | float]:
            return list((await people[FIRST].complete(command, option, typed)).values())

        assert sorted(map(str, await offered("discard", "card", "k"))) == ["KH", "KS"]
        assert await offered("meld", "cards", "k") == ["KS KH *"]
        assert sorted(map(str, await offered("discard", "card", "j"))) == ["*", "JD", "JH"]
        assert await offered("discard", "card", "oke") == ["*"], "nothing begins so"


@pytest.mark.slow
@in_world
async def test_every_completion_is_accepted(world: World) -> None:
    """Whatever completion offers for the next move is a legal move: each first offer of the game is played."""
    table, people = await seat_four(world, **SHORT)
    chance = random.Random(3)
    played = set()
    for _ in range(400):
        table = await now(world, table)
        if table.turn is None:
            break
        person = on_turn(table, people)
        look = await bot_of(world).services.tables.look(table.id, person.id)
        assert look.mine is not None
        move = choose(look.mine, "normal", chance)
        option = {"discard": "card", "meld": "cards", "take": "with"}.get(move.verb)
        if option is None:
            await by_command(person, move, look.mine)
            continue
        command = {"take": "take-pile"}.get(move.verb, move.verb)
        offered = await person.complete(command, option)
        assert offered, f"nothing offered for {move}"
        await person.slash(command, **{option: chance.choice(list(offered.values()))})
        assert (await now(world, table)).version > table.version, person.answers[-1].text
        played.add(move.verb)
    assert played == {"discard", "meld", "take"}


@pytest.mark.slow
@in_world
async def test_several_games_are_told_apart_in_direct_messages(world: World) -> None:
    table, people = await seat_four(world)
    other = world.guild.create_text_channel("second")
    await people[0].slash("play", where=other, players="2", computers=1)
    await people[0].slash("canasta start", where=other)
    asked = await people[0].slash("hand", dm=True)
    assert "several games" in asked.text
    shown = await people[0].choose("Which game?", str(table.id), on=asked.message)
    assert shown.message is not None
    assert shown.message.alt_texts[-1].startswith("Your hand, 11 cards")


@pytest.mark.slow
@in_world
async def test_the_builder_shows_what_is_missing_and_keeps_the_choice(world: World) -> None:
    table, people = await seat_four(world)
    await play_on(world, table, people, by_button, moves=1)
    first = on_turn(table, people)
    opened = await first.press("Lay down…", dm=True) if first.messages()[-1].button("Lay down…") else None
    while opened is None:
        await play_on(world, table, people, by_button, moves=2)
        first = on_turn(await now(world, table), people)
        opened = await first.press("Lay down…", dm=True) if first.messages()[-1].button("Lay down…") else None
    assert opened.message is not None
    assert not opened.message.button("Lay down").enabled  # type: ignore[union-attr]
    [place, *_others] = picks(opened.message)
    built = await first.press(picks(opened.message)[place], on=opened.message)
    assert "A meld needs at least three cards." in built.text or "points to open; these cards count" in built.text
    assert built.message is not None
    back = await first.press("Back", on=built.message)
    assert "**Discard:**" in back.text


@in_world
async def test_a_button_that_nobody_answers_any_more_says_so(world: World) -> None:
    table, people = await seat_four(world)
    bot = bot_of(world)
    bot.services.interactions._answerers.pop("hand")
    answer = await people[0].press("My hand")
    assert "older message" in answer.text
    assert answer.ephemeral
    assert table.id


@in_world
async def test_an_unexpected_error_gives_a_reference_that_is_in_the_log(world: World) -> None:
    _, people = await seat_four(world)
    bot = bot_of(world)

    async def broken(*_: object) -> None:
        raise RuntimeError(cards_text(()))

    bot.services.interactions._answerers["hand"] = broken
    answer = await people[0].press("My hand")
    reference = answer.text.rstrip(".").split()[-1]
    assert any(reference in line for line in world.log)
    assert answer.ephemeral


@pytest.mark.slow
@in_world
async def test_cards_just_laid_can_be_taken_back(world: World) -> None:
    table, people = await seat_four(world)
    while True:
        look = await bot_of(world).services.tables.look(table.id, on_turn(table := await now(world, table), people).id)
        assert look.mine is not None
        if look.public is not None and look.public.phase == "play" and move_order.melds(look.mine, "meld"):
            break
        await play_on(world, table, people, by_button, moves=1)
    first = on_turn(table, people)
    before = await hand_of(world, table, first)
    await by_button(first, move_order.melds(look.mine, "meld")[0], look.mine)
    assert await hand_of(world, table, first) != before
    await first.press("Take back", dm=True)
    assert await hand_of(world, table, first) == before
    await by_command(first, move_order.melds(look.mine, "meld")[0], look.mine)
    assert "back" not in (await first.slash("canasta undo")).text.splitlines()[0]
    assert await hand_of(world, table, first) == before
    assert (
        "nothing" in (await first.slash("canasta undo")).text.lower()
        or "none" in (await first.slash("canasta undo")).text
    )


@pytest.mark.slow
@in_world
async def test_no_hand_is_drawn_as_it_was_before_a_move(world: World) -> None:
    table, people = await seat_four(world)
    first = on_turn(table, people)
    before = await hand_of(world, table, first)
    drawn: list[tuple[int, ...]] = []
    hands = Pictures.hands

    async def noted(pictures: Pictures, view: SeatView, person: StoredPerson, **options: Any) -> tuple[Picture, ...]:
        if person.user_id == first.id:
            drawn.append(view.hand)
        return await hands(pictures, view, person, **options)

    with mock.patch.object(Pictures, "hands", noted):
        await first.press("Draw", dm=True)
        await world.env.settle()
    after = await hand_of(world, table, first)
    assert len(after) > len(before)
    assert set(drawn) == {after}
