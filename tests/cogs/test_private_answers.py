"""Private answers in a channel: each person has one of a table before them, whatever they type and press."""

from __future__ import annotations

from pathlib import Path

import pytest
from simcord import ResponseMessage

from tests.cogs.players import choose_discard, in_world, now, on_turn, play_on, seat_four
from tests.faults import EXPIRED, MESSAGE, PASSING, Fault, failing, site
from tests.players import bot_of, by_command, card_buttons, has_new_cards, refresh
from tests.world import Person, Shown, World

MINUTE = 60


def before(world: World, person: Person) -> list[Shown]:
    """Return the messages of the channel that only this person sees, oldest first; those of the time before the deal apart."""
    stored = world.env.backend.messages[world.channel.id]
    shown = [
        world.show(ResponseMessage(world.env, message))
        for _, message in sorted(stored.items())
        if message.is_ephemeral
        and message.interaction_metadata is not None
        and int(message.interaction_metadata["user"]["id"]) == person.id
    ]
    return [one for one in shown if not one.text.startswith(("Your table is open", "The cards are dealt"))]


@pytest.mark.slow
@in_world
async def test_a_round_by_commands_leaves_at_most_twelve_messages(world: World) -> None:
    table, people = await seat_four(world)
    while (table := await now(world, table)).round == 1:
        person = on_turn(table, people)
        await person.slash("hand")
        await play_on(world, table, people, by_command, moves=1)
    private = [before(world, person) for person in people]
    assert all(len(messages) <= 1 for messages in private), [len(messages) for messages in private]
    beside = 2  # the messages to the host when they opened the table and dealt
    assert len(world.messages()) + sum(map(len, private)) + beside <= 12
    [shown] = before(world, person)
    answered = person.answers[-1].message
    assert answered
    assert shown.id == answered.id, "what is left is the last answer"


@pytest.mark.parametrize("direct", [True, False])
async def test_a_hand_is_drawn_where_its_player_plays(direct: bool, tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        person = on_turn(table, people)
        await bot_of(world).services.tables.preferences.set(person.id, direct=direct)
        await person.slash("draw")
        offered = await person.complete("discard", "card")
        answer = (await person.slash("discard", card=next(iter(offered.values())))).message
        assert answer
        assert "**You** drew, discarded " in answer.text
        assert "Waiting for **" in answer.text
        assert "**Your hand, 11 cards**: " in answer.text
        assert not answer.pictures, "the table stands in the channel"
        assert [len(one.pictures) for one in person.hands()] == ([1] if direct else [])
        if direct:
            [message] = person.hands()
            assert "**You** drew, discarded " in message.text
            assert "**Your hand, 11 cards**: " in message.text
            await person.press("My hand", on=message)
            [message] = person.hands()
            assert message.alt_texts[-1].startswith("Your hand, 11 cards")


@in_world
async def test_a_hand_that_its_player_plays_in_direct_messages_is_drawn_there(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    await person.slash("hand")
    await person.press("Draw", dm=True)
    [message] = person.hands()
    assert len(message.pictures) == 2
    await person.press(next(iter(card_buttons(message).values())), on=message)
    [message] = person.hands()
    assert "**Your hand, 11 cards**: " in message.text
    assert f"After {person.name}’s move." in message.alt_texts[0]
    await person.press("My hand", on=message)
    [message] = person.hands()
    assert message.alt_texts[-1].startswith("Your hand, 11 cards")


@in_world
async def test_the_button_under_the_table_takes_the_place_of_the_last_answer_too(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    await person.slash("draw")
    await person.press("My hand")
    [hand] = before(world, person)
    await choose_discard(world, person, on=hand)
    await person.press("My hand")
    [again] = before(world, person)
    assert again.id != hand.id
    assert card_buttons(again)


@in_world
async def test_what_was_refused_goes_with_the_next_answer(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    waiting = people[(table.turn or 0) - 1]
    for _ in range(3):
        assert "turn" in (await waiting.slash("draw")).text
    [refused] = before(world, waiting)
    await waiting.slash("hand")
    [hand] = before(world, waiting)
    assert hand.id != refused.id
    await person.slash("draw")
    [drawn] = before(world, person)
    await person.slash("meld", cards="K 7 *")
    kept, why = before(world, person)
    assert kept.id == drawn.id, "the hand stays, with all that can be done with it"
    assert not why.buttons
    await person.slash("hand")
    assert len(before(world, person)) == 1


@pytest.mark.slow
@in_world
async def test_answers_to_others_and_in_other_places_stay(world: World) -> None:
    _, people = await seat_four(world)
    for person in people:
        await person.slash("hand")
    other = world.guild.create_text_channel("elsewhere")
    await people[0].slash("hand", where=other)
    await people[0].slash("hand", dm=True)
    assert [len(before(world, person)) for person in people] == [1, 1, 1, 1]


@pytest.mark.slow
@in_world
async def test_an_old_answer_shows_the_present_hand_in_its_place(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    await person.slash("hand")
    [old] = before(world, person)
    await world.env.advance_time(15 * MINUTE)
    await person.slash("draw")
    left, drawn = before(world, person)
    assert left.id == old.id, "Discord takes no more changes of it"
    await person.press("Draw", on=left)
    [shown] = before(world, person)
    assert shown.id == old.id
    assert shown.id != drawn.id, "what was pressed is what counts from now on"
    assert "⚠️" in shown.text
    assert has_new_cards(shown)


@in_world
async def test_each_press_keeps_an_answer_changeable(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    await person.slash("hand")
    for _ in range(3):
        await world.env.advance_time(10 * MINUTE)
        [shown] = before(world, person)
        await refresh(person, shown)
    await person.slash("hand")
    assert len(before(world, person)) == 1


@pytest.mark.slow
@in_world
async def test_after_a_restart_old_answers_age(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    await person.slash("hand")
    await world.restart()
    await person.slash("draw")
    old, _ = before(world, person)
    await person.press("Draw", on=old)
    [shown] = before(world, person)
    assert shown.id == old.id
    assert card_buttons(shown)


@pytest.mark.parametrize("fault", [*PASSING[:3], *EXPIRED[:2], MESSAGE[0]], ids=str)
async def test_an_answer_is_given_though_the_last_one_can_not_be_deleted(fault: Fault, tmp_path: object) -> None:
    @in_world
    async def told(world: World) -> None:
        table, people = await seat_four(world)
        person = on_turn(table, people)
        await person.slash("hand")
        tried: list[str] = []

        def choose(method: str, path: str) -> Fault | None:
            if method != "DELETE" or "@original" not in path:
                return None
            tried.append(site(method, path))
            return fault

        with failing(choose):
            answer = await person.slash("draw")
        assert tried
        assert has_new_cards(answer)

    await told(tmp_path)  # type: ignore[arg-type]


@pytest.mark.slow
@in_world
async def test_an_error_of_a_kind_that_nobody_knows_concerns_nobody(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    await person.slash("hand")
    world.env.inject_error("DELETE", "/webhooks/*/*/messages/@original", status=400, code=0, message="No", times=1)
    answer = await person.slash("draw")
    assert has_new_cards(answer)
    assert answer.followups == []
    assert len(before(world, person)) == 2


@in_world
async def test_an_answer_in_direct_messages_and_the_hand_above_it_show_the_same(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    [hand] = person.hands()
    typed = await person.slash("draw", dm=True)
    assert has_new_cards(typed)
    [followed] = [one for one in person.hands() if one.id == hand.id]
    assert has_new_cards(followed)
    assert not followed.button("Draw"), "it would be refused"
