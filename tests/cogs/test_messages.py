"""The messages that follow a game: the table, the call to the player to move, hands, and what a restart does to them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.client.client import CanastaBot, open_bot
from bot.data.messages import Told
from bot.messages import tables
from bot.ui.actions import read
from tests.cogs.players import choose_discard, in_world, now, on_turn, play_on, seat_four
from tests.faults import overtaken
from tests.players import bot_of, by_button, by_command, calls, card_buttons, has_new_cards
from tests.world import Shown, World


class Unhurried(World):
    """A world whose computers wait before each move until every message before it has been sent."""

    async def make_client(self) -> CanastaBot:
        settings = self.settings.model_copy(update={"computer_pace": 1.0})
        bot = await open_bot(
            settings,
            now=self.now,
            chance=self.chance,
            shards=1,
            sleep=lambda seconds: told(bot) if seconds <= settings.computer_pace else asyncio.sleep(seconds),
        )
        return bot


async def told(bot: CanastaBot) -> None:
    await asyncio.sleep(0)
    await asyncio.gather(*bot.services.teller.passes)


def tables_shown(world: World) -> list[Shown]:
    return [message for message in world.messages() if message.text.startswith("## Classic Canasta")]


@pytest.mark.slow
@in_world
async def test_only_the_player_to_move_is_called_and_only_once(world: World) -> None:
    table, people = await seat_four(world)
    for _ in range(6):
        table = await now(world, table)
        assert calls(world, people, table) == [on_turn(table, people).id]
        assert len(tables_shown(world)) == 1
        await play_on(world, table, people, by_command, moves=1)


@pytest.mark.slow
@in_world
async def test_the_table_is_edited_and_posted_again_when_people_have_written(world: World) -> None:
    table, people = await seat_four(world)
    first = tables_shown(world)[0].id
    while (await now(world, table)).turn == table.turn:
        await play_on(world, table, people, by_command, moves=1)
    assert tables_shown(world)[0].id == first
    for _ in range(4):
        await people[0].member.send(world.channel, "What a hand!")
    await world.env.advance_time(60)
    turn = (await now(world, table)).turn
    while (await now(world, table)).turn == turn:
        await play_on(world, table, people, by_command, moves=1)
    [moved] = tables_shown(world)
    assert moved.id != first
    assert [message.id for message in world.messages()].index(moved.id) >= 4


@pytest.mark.slow
@in_world
async def test_whether_the_table_is_in_sight_is_looked_up_once_a_minute(world: World) -> None:
    table, people = await seat_four(world)
    for _ in range(2):
        before = _looks(world)
        for _ in range(3):
            turn = (await now(world, table)).turn
            while (await now(world, table)).turn == turn:
                await play_on(world, table, people, by_command, moves=1)
        assert _looks(world) == before + 1
        await world.env.advance_time(60)


def _looks(world: World) -> int:
    """Return how many times the bot has read the messages of the game's channel."""
    looked = f"GET /channels/{world.channel.id}/messages"
    return sum(kind == "HTTP" and name == looked for kind, name, _ in world.env.backend.transcript)


@pytest.mark.slow
@in_world
async def test_each_turn_brings_one_direct_message_and_it_follows_the_turn(world: World) -> None:
    table, people = await seat_four(world)
    first = on_turn(table, people)
    dealt = first.messages()
    assert len(dealt) == 1
    assert dealt[0].button("Draw")
    await first.press("Draw", dm=True)
    [drawn] = first.hands()
    assert drawn.id == dealt[0].id
    assert card_buttons(drawn)
    while (await now(world, table)).turn == table.turn:
        await play_on(world, table, people, by_command, moves=1)
    [waiting] = first.hands()
    assert f"Waiting for **{on_turn(await now(world, table), people).name}**." in waiting.text
    while (await now(world, table)).turn != table.turn:
        await play_on(world, table, people, by_command, moves=1)
    [again] = first.hands()
    assert again.id != dealt[0].id, "a new message calls them"
    assert again.button("Draw")
    for name in ("The club", f"https://discord.com/channels/{table.guild_id}/{table.channel_id}"):
        assert name in again.text


@pytest.mark.slow
@in_world
async def test_computers_in_a_row_make_one_update(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", computers=3)
    await anna.press("Start")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    sent = len(world.sent)
    own = 0
    while tables_shown(world)[0].text.count("🤖") < 3:
        await play_on(world, table, [anna] * 4, by_command, moves=1)
        own += 1
        assert own < 20
    edits = [one for one in world.sent[sent:] if f"/channels/{world.channel.id}/messages/" in one.path and one.body]
    assert len(edits) <= own + 2


@pytest.mark.slow
@in_world
async def test_closed_direct_messages_are_said_once_and_the_channel_suffices(world: World) -> None:
    bruno = world.person("Bruno")
    world.close_messages(bruno)
    table, people = await seat_four(world)
    await play_on(world, table, people, by_command, moves=30)
    said = [message for message in world.messages() if "can't send you direct messages" in message.text]
    assert len(said) == 1
    assert said[0].pinged in ((bruno.id,), ()), "the table pings them if it's their turn"
    attempts = [one for one in world.sent if one.path == f"/channels/{bruno.member.user.dm_channel.id}/messages"]
    assert len(attempts) == 1
    assert (await bruno.slash("hand")).message is not None


@pytest.mark.slow
@in_world
async def test_after_a_restart_old_buttons_work_and_nobody_is_called_again(world: World) -> None:
    table, people = await seat_four(world)
    await play_on(world, table, people, by_button, moves=5)
    table = await now(world, table)
    before = [message.id for message in world.messages()]
    await world.restart()
    assert [message.id for message in world.messages()] == before
    assert (await now(world, table)).version == table.version
    await play_on(world, table, people, by_button, moves=8)
    assert len(calls(world, people, await now(world, table))) == 1


@pytest.mark.slow
@in_world
async def test_what_could_not_be_told_is_told_after_a_restart(world: World) -> None:
    table, people = await seat_four(world)
    first = on_turn(table, people)
    shown = tables_shown(world)[0]
    path = f"/channels/{world.channel.id}/messages/{shown.id}"
    world.env.inject_error("PATCH", path, status=400, code=0, message="No", times=1)
    await first.slash("draw")
    await world.env.advance_time(tables.PATIENCE)
    assert f"**{first.name}** drew." not in tables_shown(world)[0].text
    await world.restart()
    await world.env.advance_time(tables.PATIENCE)
    assert f"**{first.name}** drew." in tables_shown(world)[0].text
    assert calls(world, people, await now(world, table)) == [first.id]


@in_world
async def test_a_deleted_table_comes_back(world: World) -> None:
    table, people = await seat_four(world)
    bot = bot_of(world)
    for message in world.messages():
        await bot.services.discord_api.messages.delete(world.channel.id, message.id)
    await on_turn(table, people).slash("draw")
    await world.env.advance_time(tables.PATIENCE)
    assert len(tables_shown(world)) == 1


@in_world
async def test_a_draw_is_shown_with_the_rest_of_the_turn_or_if_that_takes_long(world: World) -> None:
    table, people = await seat_four(world)
    first = on_turn(table, people)
    sent = len(world.sent)
    await first.slash("draw")
    assert [one.readers for one in world.sent[sent:]] == [frozenset({first.id})], "an answer, and nothing else"
    assert first.messages()[-1].button("Draw")
    await world.env.advance_time(tables.PATIENCE)
    assert f"**{first.name}** drew." in tables_shown(world)[0].text
    assert not first.messages()[-1].button("Draw")
    assert len(first.hands()[-1].pictures) == 2


@pytest.mark.slow
@in_world
async def test_a_finished_round_leaves_its_sheet_and_new_hands(world: World) -> None:
    table, people = await seat_four(world, target=3000, house="deal.hand=15")
    while (table := await now(world, table)).round == 1:
        await play_on(world, table, people, by_command, moves=1)
    sheets = [message for message in world.messages() if message.text.startswith("## Round 1 is over")]
    assert len(sheets) == 1
    assert "score" in sheets[0].alt_texts[0]
    first = on_turn(table, people)
    for person in people:
        [sheet, *hands] = person.hands()
        assert "score" in sheet.alt_texts[0]
        assert bool(sheet.button("Next round")) == (person is not first) == (not hands)
    await world.env.advance_time(tables.READING + 1)
    for person in people:
        [sheet, hand] = person.hands()
        assert not sheet.button("Next round")
        assert "round 2" in hand.text
        assert "Your hand, 15 cards" in hand.alt_texts[-1]


@pytest.mark.slow
@in_world
async def test_direct_messages_come_again_when_somebody_has_opened_them(world: World) -> None:
    bruno = world.person("Bruno")
    world.close_messages(bruno)
    table, people = await seat_four(world)
    world.open_messages(bruno)
    assert bruno.hands() == []
    await bruno.slash("hand", dm=True)
    await play_on(world, table, people, by_command, moves=30)
    while on_turn(await now(world, table), people) is not bruno:
        await play_on(world, table, people, by_command, moves=1)
    assert any(message.alt_texts[:1] and message.alt_texts[-1].startswith("Your hand") for message in bruno.hands())


@pytest.mark.slow
@in_world
async def test_a_direct_message_that_is_there_follows_though_new_ones_are_refused(world: World) -> None:
    table, people = await seat_four(world)
    first = on_turn(table, people)
    [dealt] = first.hands()
    world.close_messages(first)
    while (await now(world, table)).turn == table.turn:
        await play_on(world, table, people, by_command, moves=1)
    while (await now(world, table)).turn != table.turn:
        await play_on(world, table, people, by_command, moves=1)
    [called_again] = first.hands()
    assert called_again.id == dealt.id
    assert "Your turn" in called_again.text, "the message that would have called them was refused"
    await first.press("Draw", dm=True)
    [drawn] = first.hands()
    assert card_buttons(drawn), "it shows what became of the press"
    while (await now(world, table)).turn == table.turn:
        await play_on(world, table, people, by_button, moves=1)
    [waiting] = first.hands()
    assert f"Waiting for **{on_turn(await now(world, table), people).name}**." in waiting.text
    said = [message for message in world.messages() if "can't send you direct messages" in message.text]
    assert len(said) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a card", "Back"])
async def test_a_page_that_comes_late_does_not_hide_what_happened_meanwhile(tmp_path: Path, name: str) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        first = on_turn(table, people)
        other = next(person for person in people if person is not first)
        await first.press("Draw", dm=True)

        async def resign() -> None:
            await bot_of(world).services.tables.seating.resign(table.id, other.id)
            await told(bot_of(world))

        if name == "Back":
            await choose_discard(world, first)
        with overtaken("POST /interactions/*/*/callback", resign):
            await (choose_discard(world, first) if name == "a card" else first.press(name, dm=True))
        if name == "a card":
            # It changes nothing of what can be discarded, so the choice stays until it is left.
            await first.press("Back", dm=True)
        [shown] = first.hands()
        press = read(shown.buttons[0].custom_id)
        assert press is not None
        assert press.version == (await now(world, table)).version
        assert "given up the seat" in shown.text


@in_world
async def test_a_press_is_answered_in_a_message_that_the_bot_has_lost_sight_of(world: World) -> None:
    table, people = await seat_four(world)
    first = on_turn(table, people)
    [lost] = first.hands()
    await bot_of(world).services.teller.messages.record(table.id, Told(table.version, deleted=[lost.id]))
    answer = await first.press("Draw", dm=True)
    assert has_new_cards(world.show(lost.handle))
    assert answer.message is not None
    assert answer.message.id == lost.id


@in_world
async def test_nobody_is_written_to_in_the_place_of_somebody_who_was_deleted(world: World) -> None:
    table, people = await seat_four(world)
    bot = bot_of(world)
    await bot.services.tables.endings.cancel(table.id, people[0].id, moderator=True)
    await told(bot)
    await bot.services.privacy.delete(people[1].id)
    await told(bot)
    ghost = (await now(world, table)).seats[1].user_id
    assert ghost is not None
    assert ghost < 0
    before = len(world.log)
    bot.services.teller.wake(table.id)
    await told(bot)
    assert (await bot.services.people.get(ghost)).dm_closed is False, "nobody tried"
    assert not any("Discord refused" in line or line.startswith("ERROR") for line in world.log[before:])


@pytest.mark.slow
async def test_computers_that_take_their_time_are_shown_one_by_one(tmp_path: Path) -> None:
    async with Unhurried(tmp_path / "canasta.sqlite3", seed=1) as world:
        anna = world.person("Anna")
        await anna.slash("play", computers=3)
        await anna.press("Start")
        table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
        assert table is not None
        await anna.slash("draw")
        sent = len(world.sent)
        offered = await anna.complete("discard", "card")
        await anna.slash("discard", card=next(iter(offered.values())))
        shown = [
            text
            for one in world.sent[sent:]
            if one.method == "PATCH" and f"/channels/{world.channel.id}/messages/" in one.path
            for text in one.texts()
            if text.startswith("## Classic Canasta")
        ]
        turns = [line for text in shown for line in text.splitlines() if line.startswith(("It's ", "Waiting for "))]
        assert len(set(turns)) >= 3, turns
        assert calls(world, [anna], await now(world, table)) == [anna.id]
