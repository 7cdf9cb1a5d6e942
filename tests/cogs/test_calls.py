"""How often people are called, and the channel is marked unread, over a round; and how a round ends in direct messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.data.tables import Status, Table
from bot.messages import tables
from bot.ui.words import warmth
from tests.cogs.players import in_world, now, on_turn, play_on, seat_four
from tests.players import bot_of, by_button, by_command, card_buttons
from tests.world import Person, World

SILENT = discord.MessageFlags.suppress_notifications.flag


class Heard:
    """Calls, which people hear and see as new: calls by a sound for each person, and new messages of the channel, by
    turns."""

    def __init__(self, world: World, people: Sequence[Person]) -> None:
        self._world = world
        self._direct = {person.member.user.dm_channel.id: person.id for person in people}
        self.turn = 0
        self.calls: dict[int, Counter[int]] = {}
        """By turns, how often each person is called."""
        self.unread = Counter[int]()
        """By turns, how often the channel is marked unread."""

    def __call__(self, event: str, payload: Any) -> None:
        if event != "MESSAGE_CREATE" or payload.get("flags", 0) & discord.MessageFlags.ephemeral.flag:
            return
        channel, calls = int(payload["channel_id"]), self.calls.setdefault(self.turn, Counter())
        if channel == self._world.channel.id:
            self.unread[self.turn] += 1
            calls.update(int(user["id"]) for user in payload["mentions"])
        elif channel in self._direct and not payload.get("flags", 0) & SILENT:
            calls[self._direct[channel]] += 1


@contextmanager
def hearing(world: World, people: Sequence[Person]) -> Iterator[Heard]:
    heard = Heard(world, people)
    world.env.backend.subscribers.append(heard)
    yield heard
    world.env.backend.subscribers.remove(heard)


async def play_a_round(world: World, table: Table, people: list[Person], heard: Heard) -> list[int]:
    """Play until the next round has begun, and return who was called to turns, one after another."""
    movers: list[int] = []
    while True:
        before = await now(world, table)
        if before.round > 1 or before.status is not Status.PLAYING:
            return movers
        await play_on(world, table, people, by_command, moves=1)
        after = await now(world, table)
        if after.turn != before.turn:
            heard.turn += 1
            movers.append(on_turn(before, people).id)


@pytest.mark.slow
@pytest.mark.parametrize("where", ["direct", "pinged", "closed"])
async def test_everybody_is_called_once_a_turn_and_the_channel_marked_unread_once_at_most(
    tmp_path: Path, where: str
) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        people = world.people("Anna", "Bruno", "Carla", "Dino")
        if where == "pinged":
            for person in people:
                await bot_of(world).services.tables.preferences.set(person.id, pinged=1)
        if where == "closed":
            for person in people:
                world.close_messages(person)
        table, people = await seat_four(world)
        await play_on(world, table, people, by_command, moves=1)
        with hearing(world, people) as heard:
            movers = await play_a_round(world, table, people, heard)
        turns = len(movers)
        assert turns >= 12
        # Only the next turn's player is called while a turn is played.
        called = Counter(user for calls in heard.calls.values() for user in calls.elements())
        assert sum(called.values()) == turns, "one notification a turn"
        assert all(calls.total() <= 1 for calls in heard.calls.values())
        assert max(called.values()) <= turns // 4 + 1
        if where == "direct":
            assert heard.unread.total() == 1, "the channel is marked unread by the end of the round alone"
        assert max(heard.unread.values()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["classic", "burraco"])
async def test_the_end_of_a_round_is_a_message_of_its_own_and_celebrates_those_who_gained(
    tmp_path: Path, variant: str
) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world, variant=variant)
        while (table := await now(world, table)).round == 1:
            await play_on(world, table, people, by_command, moves=1)
        assert table.status is Status.PLAYING
        public = (await bot_of(world).services.tables.look(table.id)).public
        assert public is not None
        [sheet] = public.finished
        totals = [side.total for side in sheet.sides]
        assert len(set(totals)) == 2
        first = on_turn(table, people)
        for person in people:
            seat = people.index(person)
            shown = next(one for one in person.messages() if one.alt_texts and one.alt_texts[0].startswith("Round 1."))
            own, other = totals[seat % 2], totals[1 - seat % 2]
            assert (warmth.gained(table.id + 1) in shown.text) == (own > other) == (len(shown.pictures) == 2)
            assert (warmth.gained_less(table.id + 1) in shown.text) == (own < other)
            assert shown.text.count("\n- ") <= 2
            assert shown.button("Review")
            assert bool(shown.button("Next round")) == (person is not first)
            assert bool(person.messages()[-1].button("Draw")) == (person is first), "nobody waits for whoever reads"
        reader = people[(people.index(first) + 1) % 4]
        await reader.press("Next round", dm=True)
        shown, hand = reader.messages()[-2:]
        assert not shown.button("Next round")
        assert "round 2" in hand.text
        assert "went out" not in hand.text
        assert hand.handle._message.flags & SILENT
        await world.env.advance_time(tables.READING + 1)
        for person in people:
            shown, hand = person.messages()[-2:]
            assert shown.alt_texts[0].startswith("Round 1.")
            assert hand.alt_texts[-1].startswith("Your hand")


@pytest.mark.slow
@in_world
async def test_after_a_restart_the_next_hand_comes_all_the_same(world: World) -> None:
    table, people = await seat_four(world)
    while (table := await now(world, table)).round == 1:
        await play_on(world, table, people, by_command, moves=1)
    first = on_turn(table, people)
    await world.restart()
    sheets = [message for person in people for message in person.messages() if message.button("Review")]
    assert len(sheets) == 4
    await world.env.advance_time(tables.READING + 1)
    for person in people:
        assert sum(1 for one in person.messages() if one.button("Review")) == 1
        assert sum(1 for one in person.messages() if one.button("⋯")) == 1
    assert first.messages()[-1].button("Draw")


@pytest.mark.slow
@in_world
async def test_alone_with_computers_one_reads_the_sheet_before_the_next_hand_comes(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", computers=3)
    await anna.press("Start")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    while (await now(world, table)).round == 1:
        await play_on(world, table, [anna] * 4, by_command, moves=1)
    if (await now(world, table)).turn == 0:
        assert anna.messages()[-1].button("Next round")
    await world.env.advance_time(tables.READING_ALONE + 1)
    assert anna.messages()[-1].button("Draw")
    assert not anna.messages()[-2].button("Next round")


@pytest.mark.slow
@in_world
async def test_while_others_play_the_table_stays_and_says_after_whose_move_it_was_drawn(world: World) -> None:
    table, people = await seat_four(world)
    first = on_turn(table, people)
    await first.press("Draw", dm=True)
    [drawn] = [one for one in first.messages() if one.pictures]
    await first.press(next(iter(card_buttons(drawn).values())), on=drawn)
    edits = 0
    for _ in range(3):
        table = await now(world, table)
        mover = on_turn(table, people)
        [shown] = [one for one in first.messages() if one.pictures]
        assert f"Waiting for **{mover.name}**." in shown.text
        assert f"After {first.name}’s move." in shown.alt_texts[0]
        assert "’s turn" not in shown.alt_texts[0]
        assert shown.handle._message.flags & SILENT == drawn.handle._message.flags & SILENT
        sent = len(world.sent)
        while (await now(world, table)).turn == table.turn:
            await play_on(world, table, people, by_button, moves=1)
        to_first = [one for one in world.sent[sent:] if one.readers == frozenset({first.id})]
        edits += len(to_first)
        if on_turn(await now(world, table), people) is not first:
            assert [(one.method, len(one.uploads)) for one in to_first] == [("PATCH", 0)], "one silent edit a turn"
            [shown] = [one for one in first.messages() if one.pictures]
            assert f"**{mover.name}** " in shown.text
    assert edits


@in_world
async def test_for_whoever_waits_at_the_deal_the_table_says_that_it_was_dealt(world: World) -> None:
    table, people = await seat_four(world)
    for person in people:
        if person is not on_turn(table, people):
            [shown] = [one for one in person.messages() if one.pictures]
            assert "After the deal." in shown.alt_texts[0]
            assert f"Waiting for **{on_turn(table, people).name}**." in shown.text
            assert shown.handle._message.flags & SILENT


@in_world
async def test_a_preference_says_whether_the_channel_or_a_direct_message_calls(world: World) -> None:
    anna = world.person("Anna")
    panel = (await anna.slash("preferences")).message
    assert panel is not None
    changed = (await anna.press("Pinged in the channel instead: off", on=panel)).message
    assert changed is not None
    assert "I ping you in the channel when it's your turn" in changed.text
    assert changed.button("Pinged in the channel instead: on")
