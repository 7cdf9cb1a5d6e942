"""Lessons: guided hands in direct messages, with the buttons of every hand; left and taken up at any step."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.tables import COURSES, LESSON
from bot.tables.views import Look
from bot.ui import move_order
from bot.ui.pages.builder_page import Cards
from bot.ui.words import lesson_text
from tests.cogs.players import in_world
from tests.players import LAY_WHERE, bot_of, card_buttons, picks, refresh
from tests.world import Answer, Person, Shown, World


async def seen(world: World, person: Person) -> Look:
    return await bot_of(world).services.tables.look(LESSON, person.id)


async def begun(person: Person, course: str | None = None) -> Shown:
    """Begin a lesson; the message in which it goes on."""
    options: dict[str, Any] = {} if course is None else {"course": course}
    answer = await person.slash("canasta learn", **options)
    assert "direct messages" in answer.text
    return person.messages()[-1]


async def step(world: World, person: Person, lesson: Shown) -> Answer:
    """Press what the lesson says."""
    look = await seen(world, person)
    assert look.mine is not None
    assert look.lesson is not None
    move = look.lesson.move
    assert move is not None
    label = lesson_text.task(look.mine, move)
    assert label in lesson.text
    pressed = re.findall(r"\*\*(.+?)\*\*", label)
    if move.verb == "discard":
        return await person.press(card_buttons(lesson)[f"{move.card}"], on=lesson)
    if len(pressed) == 1:
        return await person.press(pressed[0], on=lesson)
    first, _cards, choice = pressed
    chosen = (await person.press(first, on=lesson)).message
    for place in Cards.of(look.mine, move_order.presses(look.mine, move.cards)):
        assert chosen is not None
        assert label in chosen.text, "what is to be done stays in view"
        chosen = (await person.press(picks(chosen)[place], on=chosen)).message
    assert chosen is not None
    if (menu := chosen.menu(LAY_WHERE)) is not None:
        [way] = [one for one in menu.options if one.startswith(f"{choice} (")]
        return await person.choose(LAY_WHERE, way, on=chosen)
    [button] = [one for one in chosen.buttons if one.label.startswith(f"{choice} (")]
    return await person.press(button.custom_id, on=chosen)


@pytest.mark.parametrize("course", COURSES)
async def test_a_course_is_learned_by_pressing_what_each_step_says(course: str, tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3") as world:
        anna = world.person("Anna")
        lesson = await begun(anna, course)
        steps = (await seen(world, anna)).lesson.steps  # type: ignore[union-attr]
        for number in range(1, steps + 1):
            assert f"step {number} of {steps}" in lesson.text
            shown = (await step(world, anna, lesson)).message
            assert shown is not None
            assert shown.id == lesson.id
            lesson = shown
        assert "done" in lesson.text
        look = await seen(world, anna)
        assert look.public is not None
        assert look.public.finished[-1].out == 0
        assert f"{look.public.scores[0]:,} points" in lesson.text
        assert await bot_of(world).services.league.guilds() == [], "a lesson counts for no league"
        again = (await anna.press("Start again", on=lesson)).message
        assert again is not None
        assert "step 1 of" in again.text


@in_world
async def test_a_lesson_speaks_in_the_words_of_its_game_from_its_first_step(world: World) -> None:
    """In Spanish the foot of Mano y pie is a pie, that of other games a muerto."""
    anna = world.person("Anna")
    await anna.choose("Language", "Español", on=(await anna.slash("preferences")).message)
    await anna.slash("canasta learn", course="hand-and-foot")
    lesson = anna.messages()[-1]
    assert "la *mano* y el *pie*" in lesson.text
    await anna.press("Robar", on=lesson)
    assert "muerto" not in anna.messages()[-1].text


@in_world
async def test_a_wrong_press_gets_a_sentence_and_changes_nothing(world: World) -> None:
    anna = world.person("Anna")
    lesson = await begun(anna)
    lesson = (await step(world, anna, lesson)).message  # type: ignore[assignment]
    before = await seen(world, anna)
    wrong = next(iter(card_buttons(lesson).values()))
    answer = await anna.press(wrong, on=lesson)
    assert "the lesson goes another way. Press **Lay down A" in answer.text
    assert await seen(world, anna) == before
    # Forbidden moves are refused as in any game.
    builder = (await anna.press("Lay down…", on=answer.message)).message
    assert builder is not None
    assert "Press the cards that you lay down." in builder.text
    assert (await seen(world, anna)) == before


@in_world
async def test_a_lesson_goes_on_after_a_restart_and_beside_another(world: World) -> None:
    anna = world.person("Anna")
    lesson = await begun(anna)
    for _number in range(3):
        lesson = (await step(world, anna, lesson)).message  # type: ignore[assignment]
    await world.restart()
    lesson = (await step(world, anna, lesson)).message  # type: ignore[assignment]
    assert "step 5 of" in lesson.text
    other = await begun(anna, "hand-and-foot")
    assert "Hand & Foot, step 1 of" in other.text
    stale = await refresh(anna, lesson)
    assert "Hand & Foot" in stale.text, "a message shows the lesson that was opened last"
    again = await begun(anna, "classic")
    assert "Classic Canasta, step 5 of" in again.text
    stale = await anna.press("Draw", on=other)
    assert "has moved on" in stale.text
    assert (await seen(world, anna)).lesson.done == 4  # type: ignore[union-attr]


@in_world
async def test_with_closed_messages_the_lesson_can_be_taken_where_only_one_sees_it(world: World) -> None:
    anna = world.person("Anna")
    world.close_messages(anna)
    answer = await anna.slash("canasta learn")
    assert answer.ephemeral
    assert "see if this server's privacy settings allow direct messages" in answer.text
    lesson = (await anna.press("Learn here", on=answer.message)).message
    assert lesson is not None
    assert lesson.ephemeral
    done = await step(world, anna, lesson)
    assert done.ephemeral
    assert "step 2 of" in done.text


@pytest.mark.parametrize("course", COURSES)
async def test_what_a_step_tells_of_the_cards_is_so(course: str, tmp_path: Path) -> None:
    """The numbers in the texts are those of the rules and of the prepared deal."""
    async with World(tmp_path / "canasta.sqlite3") as world:
        anna = world.person("Anna")
        tables = bot_of(world).services.tables
        look = await tables.lessons.open(anna.id, "Anna", course)
        facts: dict[str, bool] = {}
        while look.lesson is not None and (move := look.lesson.move) is not None:
            view, text = look.mine, "\n".join(lesson_text.lines(look))
            assert view is not None
            own, top = move_order.own_side(view), view.public.upcard
            if "50 points" in text:
                worth = move_order.points(view, move.groups)
                facts["the opening needs 50, and the cards are worth it"] = move_order.opening(view) == 50 <= worth
            if "discarded a king, and you hold two" in text:
                facts["two kings take the pile"] = move == move_order.plain_take(view) and not view.public.frozen
            if "*freeze* it" in text:
                facts["the pile is frozen to a melded rank"] = (
                    view.public.frozen
                    and "take" not in view.verbs
                    and top is not None
                    and any(meld.rank == top >> 2 for meld in own.melds)
                )
            if "lies on the frozen pile" in text:
                facts["a pair takes the frozen pile"] = view.public.frozen and move == move_order.plain_take(view)
            if "black three" in text:
                facts["the pile is blocked"] = view.public.blocked and len(view.hand) == 1
            if "red three" in text and look.lesson.done < 5:
                facts["a red three lies there"] = len(own.threes) == 1
            look_before = look
            await tables.turns.play(LESSON, anna.id, move)
            look = await tables.look(LESSON, anna.id)
            made = [event.word for one in look.recent[-6:] for event in one.events if event.kind == "canasta"]
            for kind, points in (("natural", 500), ("mixed", 300)):
                if f"{points}" in text and kind in made and look.mine is not None:
                    facts[f"{kind} canasta"] = getattr(look_before.mine.public.rules.canastas, kind) == points  # type: ignore[union-attr]
        assert facts
        assert all(facts.values()), facts
        assert len(facts) == {"classic": 7, "hand-and-foot": 3}[course]
