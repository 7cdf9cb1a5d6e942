"""Reviews of rounds: one's costliest moves, who was ahead and what turned it; private until they are shown to all."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from bot.canasta.cards import Card
from bot.computer import choose
from bot.data.tables import Status, Table
from bot.tables.errors import NotOver, NotSeated, PositionGone, ReviewsWaiting, Stale
from bot.tables.reviews import Reviews, _Waiting
from bot.tables.views import RoundReview
from bot.tables.what_ifs import WHAT_IF
from bot.ui.words import warmth
from tests.cogs.players import in_world, now, play_ahead, seat_four
from tests.cogs.test_replay import forged, shown
from tests.cogs.test_series import REFUSAL, begun, played_out
from tests.players import bot_of
from tests.secrecy import cards_in
from tests.world import Answer, Person, Shown, World

pytestmark = pytest.mark.slow


async def play_a_round(world: World, **options: Any) -> tuple[Table, list[Person]]:
    """Return a table of four whose first round is over, and its people in seat order."""
    table, people = await seat_four(world, target=3000, house="deal.hand=20", **options)
    return await play_ahead(world, table, people, rounds=1), people


async def found(world: World, table: Table, person: Person) -> RoundReview:
    return await bot_of(world).services.tables.reviews.of(table.id, person.id)


async def most_reviewable(world: World, table: Table, people: Collection[Person]) -> Person:
    """Return a player with costly moves."""
    for person in people:
        if (await found(world, table, person)).costliest:
            return person
    raise AssertionError("nobody has made a costly move: choose another seed")


def sheet(world: World) -> Shown:
    return next(message for message in world.messages() if message.text.startswith("## Round 1 is over"))


@in_world
async def test_a_round_is_reviewed_in_private_and_shown_to_all_by_a_button(world: World) -> None:
    table, people = await play_a_round(world)
    person = await most_reviewable(world, table, people)
    own = await found(world, table, person)
    review = await person.press("Review", on=sheet(world))
    text = review.text
    assert review.ephemeral
    assert "## Your review: Classic Canasta, round 1" in review.text
    parts = {part for one in world.sent for part in one.texts() if "Your costliest moves:" in part}
    assert parts
    assert all(part.startswith("**Your costliest") for part in parts), "what follows a list stands by itself"
    assert review.text.count("points more by the end of the round.") == len(own.costliest)
    [alt] = shown(review).alt_texts
    assert alt.startswith(f"{person.name} and ")
    assert f"turn {len(own.turns)}: " in alt

    position = await person.press("Position 1", on=shown(review))
    assert shown(position).id == shown(review).id
    assert len(shown(position).pictures) == 2
    before = own.costliest[0].before
    assert cards_in(shown(position).alt_texts[1]) == set(before.hand)
    again = await person.press("Back to the review", on=shown(position))
    assert again.text == text

    count = len(world.messages())
    said = await person.press("Show this to everybody", on=shown(again))
    assert f"Everybody can see it now in <#{world.channel.id}>." in said.text
    assert len(world.messages()) == count + 1
    public = world.messages()[-1]
    assert f"## Review by {person.name}: Classic Canasta, round 1" in public.text
    assert f"**{person.name}'s costliest moves:**" in public.text
    assert public.text.count("points more by the end of the round.") == len(own.costliest)
    assert "||" in text
    assert "||" not in public.text
    assert "You" not in public.text
    assert public.alt_texts == (alt,)
    assert public.buttons == ()


@in_world
async def test_who_reads_gets_the_review_in_words_and_after_a_restart_the_same_one(world: World) -> None:
    table, people = await play_a_round(world)
    person = await most_reviewable(world, table, people)
    await bot_of(world).services.tables.preferences.set(person.id, pictures=0)
    review = await person.slash("canasta review", dm=True)
    text = review.text
    assert shown(review).alt_texts == ()
    assert ": the lead after each turn" in review.text
    position = await person.press("Position 1", on=shown(review))
    assert shown(position).pictures == ()
    assert "**The table**" in position.text
    await world.restart()
    assert (await person.press("Back to the review", on=shown(position))).text == text


@in_world
async def test_ones_costliest_move_is_a_puzzle_of_what_could_be_seen(world: World) -> None:
    table, people = await play_a_round(world)
    person = await most_reviewable(world, table, people)
    own = await found(world, table, person)
    asked = own.puzzle
    assert asked is not None
    review = await person.press("Review", on=sheet(world))
    [hidden] = [line for line in review.text.splitlines() if "||" in line]
    assert hidden.startswith("1. ||You ") or hidden.startswith("1. ||Turn "), "its solution isn't shown by the review"
    question = f"Your turn {asked.turn}: what would you play?"
    puzzle = await person.press(question, on=shown(review))
    assert puzzle.text == f"### {question}"
    assert shown(puzzle).id == shown(review).id
    *moves, back = shown(puzzle).buttons
    assert back.label == "Back to the review"
    assert 2 <= len({one.label for one in moves}) == len(moves) <= 4
    assert cards_in(shown(puzzle).alt_texts[1]) == set(own.costliest[0].before.hand)
    public = own.costliest[0].before.public
    seen = {card for move in own.moves[: asked.move.place] for event in move.events for card in event.cards}
    seen |= {card for card in public.pile if card is not None}
    seen |= {card for side in public.sides for card in side.threes}
    texts = (puzzle.text, *shown(puzzle).alt_texts, *(one.label for one in moves))
    told = {card for text in texts for card in cards_in(text)}
    assert told <= seen | set(own.costliest[0].before.hand), (told - seen, shown(puzzle).alt_texts)
    for place, move in enumerate(moves):
        answer = await person.press(move.label, on=shown(puzzle))
        assert ("✅ **Right!**" in answer.text) is (place == asked.best)
        assert ("❌ **Not the best move.**" in answer.text) is (place != asked.best)
        assert f"Best: **{moves[asked.best].label}**. " in answer.text
        assert "points more by the end of the round." in answer.text
        assert f"You played: **{moves[asked.made].label}**." in answer.text
        assert shown(answer).button("Play on from here")
        puzzle = await person.press(question, on=shown(await person.press("Back to the review", on=shown(answer))))
    assert "older message" in (await forged(world, people[0], sheet(world), f"c:guess:{table.id}:0:1/9")).text


@in_world
async def test_who_made_no_costly_mistake_is_told_so_warmly_and_asked_nothing(world: World) -> None:
    table, people = await play_a_round(world)
    reviews = bot_of(world).services.tables.reviews
    really = reviews._think

    async def faultless(*asked: Any) -> Any:
        return (await really(*asked))[0], ()

    reviews._think = faultless  # type: ignore[method-assign,assignment]
    review = await people[0].press("Review", on=sheet(world))
    assert f"🌟 {warmth.clean(table.id)}" in review.text
    assert not any("what would you play" in one.label for one in shown(review).buttons)
    assert "older message" in (await forged(world, people[0], sheet(world), f"c:puzzle:{table.id}:0:1")).text


@pytest.mark.parametrize("dm", [False, True])
async def test_a_review_answers_at_once_and_then_shows_itself_in_the_same_message(tmp_path: Path, dm: bool) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        _, people = await play_a_round(world)
        before = len(world.sent)
        review = await people[0].slash("canasta review", dm=dm)
        said = [
            text for one in world.sent[before:] for text in one.texts() if "Looking at" in text or "Your review" in text
        ]
        assert re.fullmatch(r"🔎 Looking at \d+ moves…\n-# .* press \*\*Try again\*\*\.", said[0])
        assert said[1].startswith("## Your review: ")
        assert not review.followups
        assert "Looking at" not in review.text
        count = len(world.sent)
        await people[0].slash("canasta review", dm=dm)
        assert not [text for one in world.sent[count:] for text in one.texts() if "Looking at" in text], "it is kept"


@in_world
async def test_a_review_that_fails_says_so_and_is_had_by_another_press_also_after_a_restart(world: World) -> None:
    _, people = await play_a_round(world)
    reviews = bot_of(world).services.tables.reviews

    async def fails(*_asked: Any) -> Any:
        raise RuntimeError("the thinkers are gone")

    reviews._think = fails  # type: ignore[method-assign,assignment]
    review = await people[0].press("Review", on=sheet(world))
    assert shown(review).text == "Your review could not be finished. Press **Try again** in a minute."
    assert "this code" in review.followups[0].text
    await world.restart()
    again = await people[0].press("Try again", on=shown(review))
    assert "## Your review" in again.text
    assert shown(again).id == shown(review).id


@in_world
async def test_of_a_game_that_has_not_begun_there_is_no_review(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", players="4")
    (table,) = await bot_of(world).services.tables.games.of_person(anna.id)
    assert "once the game is over" in (await anna.slash("canasta review", game=str(table.id))).text
    with pytest.raises(NotOver):
        await bot_of(world).services.tables.what_ifs.open(table.id, anna.id, 1, 0)


@in_world
async def test_only_ones_own_games_and_rounds_that_are_over_are_reviewed(world: World) -> None:
    anna, zoe = world.people("Anna", "Zoe")
    assert "You haven't finished a round yet" in (await anna.slash("canasta review")).text
    table, people = await play_a_round(world)
    assert list((await anna.complete("canasta review", "game")).values()) == [str(table.id)]
    assert await zoe.complete("canasta review", "game") == {}
    assert "You haven't finished a round yet" in (await zoe.slash("canasta review")).text
    assert "don't sit at this table" in (await zoe.slash("canasta review", game=str(table.id))).text
    assert "don't sit at this table" in (await zoe.press("Review", on=sheet(world))).text
    assert "once the game is over" in (await anna.slash("canasta review", round=2)).text
    assert "from the list" in (await anna.slash("canasta review", game="yesterday's")).text
    for identity in (f"c:review:{table.id}:0:2", f"c:review:{table.id}:0:0", f"c:review-move:{table.id}:0:2/1",
                     f"c:review-share:{table.id}:0:2"):  # fmt: skip
        assert "once the game is over" in (await forged(world, people[0], sheet(world), identity)).text
    assert "older message" in (await forged(world, people[0], sheet(world), f"c:review-move:{table.id}:0:1/9")).text


@in_world
async def test_a_review_tells_nothing_of_the_round_in_play_and_of_others_hands_only_what_was_shown(
    world: World,
) -> None:
    table, people = await play_a_round(world)
    story = await bot_of(world).services.tables.replays.story(table.id, 1)
    assert story is not None
    seen: set[Card] = {card for move in story.moves for event in move.events for card in event.cards}
    for person in people:
        own = await found(world, table, person)
        assert own.number == 1
        assert {move.round for move in own.moves} == {1}
        for one in own.costliest:
            assert one.before.seat == own.seat
            assert one.before.public.round_number == 1
        held = {card for one in own.costliest for card in one.before.hand}
        answers: list[Answer] = [await person.press("Review", on=sheet(world))]
        for number in range(1, len(own.costliest) + 1):
            answers.append(await person.press(f"Position {number}", on=shown(answers[-1])))
            answers.append(await person.press("Back to the review", on=shown(answers[-1])))
        told = {card for one in answers for text in (one.text, *shown(one).alt_texts) for card in cards_in(text)}
        assert told <= seen | held


@in_world
async def test_there_is_no_review_while_another_table_plays_the_same_packs(world: World) -> None:
    people, others = world.people("Anna", "Bruno"), world.people("Carla", "Dino")
    series = await bot_of(world).services.tables.series.begin()
    first = await begun(world, people, world.channel.id, house={"rounds": 1}, series=series)
    second = await begun(
        world, others, world.guild.create_text_channel("second").id, house={"rounds": 1}, series=series
    )
    first = await played_out(world, first)
    refused = [await people[0].slash("canasta review"), await people[0].press("Review", on=sheet(world))]
    for answer in refused:
        assert REFUSAL in answer.text
        assert not cards_in(answer.text)
    await played_out(world, second)
    await bot_of(world).services.tables.series.open(series)
    assert "## Your review" in (await people[0].slash("canasta review")).text


@in_world
async def test_a_position_is_played_on_against_computers_and_counts_nowhere(world: World) -> None:
    table, people = await play_a_round(world)
    person = await most_reviewable(world, table, people)
    own = await found(world, table, person)
    before = own.costliest[0].before
    review = await person.press("Review", on=sheet(world))
    position = await person.press("Position 1", on=shown(review))
    hand = await person.press("Play on from here", on=shown(position))
    assert shown(hand).id == shown(review).id
    assert "### What if: Classic Canasta, round 1" in hand.text
    assert cards_in(next(alt for alt in shown(hand).alt_texts if alt.startswith("Your hand"))) == set(before.hand)
    stored = await now(world, table)
    sent = len(world.messages())

    tables, chance = bot_of(world).services.tables, random.Random(5)
    look = await tables.look(WHAT_IF, person.id)
    assert look.mine == before
    while look.table.status is Status.PLAYING:
        assert look.mine is not None
        assert look.mine.my_turn
        old = look.table.version
        await tables.turns.play(WHAT_IF, person.id, choose(look.mine, "normal", chance), version=old)
        look = await tables.look(WHAT_IF, person.id)
        with pytest.raises(Stale):
            await tables.turns.play(WHAT_IF, person.id, "draw", version=old)
    over = await person.press(next(one.label for one in shown(hand).buttons if one.label != "Back to the review"),
                              on=shown(hand))  # fmt: skip
    assert "Your points in the round as it was played: " in over.text
    assert look.public is not None
    assert look.public.round_number == 1
    assert await now(world, table) == stored
    assert len(world.messages()) == sent
    assert "Your review" in (await person.press("Back to the review", on=shown(over))).text

    await world.restart()
    with pytest.raises(PositionGone):
        await bot_of(world).services.tables.look(WHAT_IF, person.id)


@in_world
async def test_only_ones_own_moves_of_rounds_that_are_over_are_played_on_from(world: World) -> None:
    table, people = await play_a_round(world)
    own = await found(world, table, people[0])
    theirs = next(turn.first for turn in own.turns if turn.seat != own.seat)
    mine = next(turn.first for turn in own.turns if turn.seat == own.seat)
    what_ifs = bot_of(world).services.tables.what_ifs
    for number, place in ((1, theirs), (2, 0), (0, mine), (1, len(own.moves)), (1, 10**6)):
        with pytest.raises(NotOver):
            await what_ifs.open(table.id, people[0].id, number, place)
    with pytest.raises(NotSeated):
        await what_ifs.open(table.id, world.person("Zoe").id, 1, mine)
    looks = [await what_ifs.open(table.id, people[0].id, 1, mine) for _ in range(2)]
    assert looks[0].mine == looks[1].mine
    assert looks[0].table.version < looks[1].table.version


async def _some_turns() -> None:
    for _each in range(5):
        await asyncio.sleep(0)


async def test_a_line_of_reviews_moves_up_and_takes_few_of_one_person() -> None:
    reviews, places = Reviews(None, None), list[list[int]]()  # type: ignore[arg-type]
    go_on = asyncio.Event()

    async def stand(person: int, told: list[int]) -> None:
        async def waits(before: int) -> None:
            told.append(before)

        places.append(told)
        async with reviews._first_in_line(_Waiting(person, 1), waits):
            await go_on.wait()

    waiting = [asyncio.create_task(stand(person, [])) for person in (1, 1, 2)]
    await _some_turns()
    one_more = asyncio.create_task(stand(1, []))
    await _some_turns()
    assert isinstance(one_more.done() and one_more.exception(), ReviewsWaiting)
    go_on.set()
    await asyncio.gather(*waiting)
    assert places[:2] == [[], [1]]
    assert places[2][0] == 2
    assert places[2] == sorted(places[2], reverse=True)
    assert reviews._line == []


@in_world
async def test_a_server_and_the_bot_have_only_so_many_reviews_waiting(world: World) -> None:
    reviews = bot_of(world).services.tables.reviews
    table, people = await play_a_round(world)
    for line in ([(-one, table.guild_id) for one in range(5)], [(-one, -one) for one in range(20)]):
        reviews._line = [_Waiting(*one) for one in line]
        refused = await people[0].slash("canasta review")
        assert refused.text == "Many reviews are waiting already. Try again in a minute."
    # Somebody who asks again and again gets it thought only a few times a minute, if at all.
    reviews._line = []
    assert "## Your review" in (await people[0].slash("canasta review")).text


@in_world
async def test_people_are_told_how_many_reviews_come_before_theirs(world: World) -> None:
    table, people = await play_a_round(world)
    really = bot_of(world).services.tables.reviews.of

    async def after_two(*asked: Any) -> RoundReview:
        await asked[4](await now(world, table), 1, 12)
        for before in (2, 1):
            await asked[3](before)
        return await really(*asked)

    bot_of(world).services.tables.reviews.of = after_two  # type: ignore[method-assign,assignment]
    answer = await people[0].slash("canasta review", dm=True)
    assert "## Your review" in answer.text
    said = [text.splitlines() for one in world.sent for text in one.texts() if "first. Yours appears here" in text]
    assert [lines[0] for lines in said] == ["🔎 Looking at 12 moves…"] * 2
    assert [lines[1] for lines in said] == [
        "2 other reviews come first. Yours appears here after them.",
        "1 other review comes first. Yours appears here after it.",
    ]
    assert "## Your review" in (await people[0].press("Review", on=sheet(world))).text


@in_world
async def test_a_review_that_is_kept_is_shown_while_another_one_is_thought_and_none_is_thought_twice(
    world: World,
) -> None:
    table, people = await play_a_round(world)
    reviews = bot_of(world).services.tables.reviews
    kept = (await people[0].press("Review", on=sheet(world))).text
    go_on, begun, really, thought = asyncio.Event(), asyncio.Event(), reviews._think, list[int]()

    async def slowly(game: Any, number: int, own: list[int], seed: str) -> Any:
        thought.append(own[0])
        begun.set()
        await go_on.wait()
        return await really(game, number, own, seed)

    reviews._think = slowly  # type: ignore[method-assign]
    twice = [asyncio.create_task(found(world, table, people[1])) for _ in range(2)]
    await begun.wait()
    assert (await people[0].press("Review", on=sheet(world))).text == kept, "it is shown at once"
    assert len(thought) == 1
    waiting = asyncio.create_task(people[2].slash("canasta review"))
    place = "2 other reviews come first. Yours appears here after them."
    async with asyncio.timeout(300):
        while not any(place in text for one in world.sent for text in one.texts()):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    go_on.set()
    first, second = await asyncio.gather(*twice)
    assert first.costliest == second.costliest
    assert "## Your review" in (await waiting).text
    assert len(thought) == 2, "one for each of the two people"
