"""The ends of rounds and games: the score sheet comes first, with what turned the round and the cards that were left."""

from __future__ import annotations

import pytest

from bot.data.tables import Status, Table
from tests.cogs.players import SHORT, in_world, now, play_ahead, play_on, seat_four
from tests.players import bot_of, by_command
from tests.world import Person, Shown, World


async def play_a_round(world: World) -> tuple[Table, list[Person]]:
    """Return a table of four whose first round is over, and its people in seat order."""
    table, people = await seat_four(world, target=3000, house="deal.hand=15")
    return await play_ahead(world, table, people, rounds=1), people


async def left_in_hand(world: World, table: Table) -> str:
    story = await bot_of(world).services.tables.replays.story(table.id, 1)
    assert story
    seat = next(seat for seat, cards in enumerate(story.left) if cards)
    name = table.seat(seat)
    assert name
    return f"Left in hand: {name.name} " if seat == 0 else name.name


@pytest.mark.slow
@in_world
async def test_after_a_round_its_sheet_is_a_message_with_what_was_left_and_what_turned_it(world: World) -> None:
    table, people = await play_a_round(world)
    [sheet] = [shown for shown in world.messages() if shown.text.startswith("## Round 1 is over")]
    assert "Left in hand: " in sheet.text
    assert await left_in_hand(world, table) in sheet.text
    assert 1 <= sum(line.startswith("- **") for line in sheet.text.split("\n")) <= 2
    assert sheet.text.index("Left in hand: ") < sheet.text.index("\n**What turned the round:**\n- **")
    for person in people:
        [own] = [shown for shown in person.messages() if shown.button("Review")]
        assert own.alt_texts[0].startswith("Round 1.")
        assert 1 <= sum(line.startswith("- **") for line in own.text.split("\n")) <= 2
        assert "**What turned the round:**\n- **" in own.text
        assert "Round 1: " not in own.text, "the sheet says what it brought"
    mover = people[table.turn or 0]
    hand = mover.messages()[-1]
    assert hand.alt_texts[-1].startswith("Your hand, 15 cards")
    assert "Left in hand: " not in hand.text


@pytest.mark.slow
@in_world
async def test_the_sheets_of_all_rounds_can_be_looked_at_again(world: World) -> None:
    await play_a_round(world)
    log = (await world.person("Elsa").slash("canasta log")).message
    again = await world.person("Elsa").press("Round 1", on=log)
    assert again.ephemeral
    assert "## Round 1 is over" in again.text
    assert again.message
    assert again.message.alt_texts[0].startswith("Round 1.")


@pytest.mark.slow
@in_world
async def test_a_game_ends_with_its_sheet_for_everybody(world: World) -> None:
    table, people = await seat_four(world, **SHORT)
    await play_on(world, table, people, by_command)
    winner = (await now(world, table)).winner
    result = world.messages()[-1]
    assert result.button("Round 1")
    for person in people:
        own = person.messages()[-1]
        won = people.index(person) % 2 == winner
        assert ("## You win!" if won else "won the game!") in own.text
        assert own.alt_texts[0].startswith("Round 1.")
        assert any("won the game. " in alt for alt in own.alt_texts[1:]) == won, "only winners celebrate"
        assert "Left in hand: " in own.text
        assert own.button("Replay")
        assert not own.button("Round 1"), "its sheet is right above"


@pytest.mark.slow
@in_world
async def test_who_reads_gets_the_sheet_in_words(world: World) -> None:
    anna = world.person("Anna")
    await bot_of(world).services.tables.preferences.set(anna.id, pictures=0)
    table, people = await seat_four(world, **SHORT)
    await play_ahead(world, table, people)
    own = anna.messages()[-1]
    assert own.alt_texts == ()
    assert "Round 1. " in own.text
    assert "score" in own.text


@pytest.mark.slow
@in_world
async def test_the_same_people_play_again_in_their_seats_by_one_press_each(world: World) -> None:
    table, people = await seat_four(world, **SHORT, clock=3600)
    await play_ahead(world, table, people)
    bot = bot_of(world)
    last = (await bot.services.tables.changes.play.deals(table.id))[-1].dealer
    opened = await people[2].press("Play again")
    assert "Your table is open" in opened.text
    lobby = await bot.services.tables.games.in_channel(world.channel.id)
    assert lobby
    assert [(seat.number, seat.user_id) for seat in lobby.seats] == [(2, people[2].id)]
    assert (lobby.house, lobby.turn_limit, lobby.host_id) == (table.house, 3600, people[2].id)
    assert "already at this table" in (await people[2].press("Play again")).text
    assert "don't sit at this table" in (await world.person("Zoe").press("Play again")).text
    for person in (people[0], people[3]):
        await person.press("Play again", dm=True)
    assert "The cards are dealt" in (await people[1].press("Play again")).text
    again = await now(world, lobby)
    assert again.status is Status.PLAYING
    assert [seat.user_id for seat in again.seats] == [person.id for person in people]
    assert (await bot.services.tables.changes.play.deals(again.id))[0].dealer == (last + 1) % 4
    assert "already a game in this channel" in (await people[1].press("Play again", on=result(world))).text


@pytest.mark.slow
@in_world
async def test_with_computers_the_next_game_begins_at_once_with_another_partner(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", computers=3, house="deal.hand=20", target=100)
    await anna.press("Start")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table
    await play_ahead(world, table, [anna])
    assert "The cards are dealt" in (await anna.press("Swap partners", on=result(world))).text
    again = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert again
    assert [seat.name for seat in again.seats] == ["Anna", *(table.seats[place].name for place in (3, 1, 2))]


def result(world: World) -> Shown:
    """Return the message of the latest game's end."""
    return [shown for shown in world.messages() if shown.button("Record of the game")][-1]
