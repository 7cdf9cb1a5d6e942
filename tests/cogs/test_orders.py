"""Standing orders as people give, see and withdraw them; and that nobody else gets to know, in content or in time."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from bot.data.messages import MessageKind, Purpose
from bot.data.tables import Table
from bot.messages import tables
from bot.ui.words import card_names
from tests.cogs.players import in_world, now, on_turn, seat_four
from tests.cogs.test_clocks import pass_time, told
from tests.cogs.test_private_answers import before
from tests.faults import CLOSED, PASSING, Fault, FaultyWorld, failing
from tests.players import bot_of, look
from tests.world import Answer, Person, Sent, Shown, World

#: Ids of messages and files, which differ with how many there were before.
#: The ids of messages, which depend on which of several is posted first, and nonces, which depend on ids.
_IDS = re.compile(r"\d{17,}|(?<='nonce': ')[0-9a-f]{24}")


def seeded(world: World) -> None:
    """Have the waits drawn in the same way each time."""
    bot_of(world).services.tables.changes.waits = random.Random(2)


async def plain_move(world: World, table: Table, person: Person, verb: str) -> None:
    mine = (await look(world, person)).mine
    assert mine is not None
    move = next(move for move in mine.legal if move.verb == verb)
    await bot_of(world).services.tables.turns.play(table.id, person.id, move)
    await told(world)


def next_in_turn(table: Table, people: list[Person]) -> Person:
    """Return the player who moves after the one to move now."""
    return people[((table.turn or 0) + 1) % len(people)]


async def others_play(world: World, table: Table, people: list[Person], turns: int) -> Table:
    """Let this many turns go by, each a draw and a discard."""
    for _ in range(turns):
        mover = on_turn(await now(world, table), people)
        await plain_move(world, table, mover, "draw")
        await plain_move(world, table, mover, "discard")
    return await now(world, table)


async def until(world: World, table: Table, then: int) -> None:
    await pass_time(world, then - int(world.now().timestamp()))
    await told(world)


async def due(world: World, table: Table) -> int:
    at = (await now(world, table)).orders_at
    assert at is not None
    return at


def panel(answer: Answer) -> Shown:
    assert answer.message
    assert answer.ephemeral
    return answer.message


async def gives_orders(world: World, person: Person, *, calls: tuple[str, ...] = (), lasting: bool = False) -> Shown:
    """Draw, and discard the first of the first two cards of the hand."""
    mine = (await look(world, person)).mine
    assert mine is not None
    shown = panel(await person.slash("canasta orders"))
    shown = panel(await person.choose("Card to discard", card_names.card(mine.hand[0]), on=shown))
    shown = panel(await person.choose("Next card to discard", card_names.card(mine.hand[1]), on=shown))
    if calls:
        shown = panel(await person.choose("Ping me if…", *calls, on=shown))
    if lasting:
        shown = panel(await person.press("Until the round ends", on=shown))
    return panel(await person.press("Give these orders", on=shown))


@in_world
async def test_orders_are_put_together_given_shown_and_withdrawn(world: World) -> None:
    table, people = await seat_four(world)
    person = next_in_turn(table, people)
    mine = (await look(world, person)).mine
    assert mine is not None
    first, second = (card_names.card(card) for card in mine.hand[:2])
    shown = await gives_orders(world, person, calls=("the pile was frozen since my last turn", "20"))
    assert "**You have given orders.** Your orders apply for one turn." in shown.text
    assert "2. Draw from the stock." in shown.text
    assert f"discard the first of these that I may discard: {first}, {second}." in shown.text
    assert "the pile was frozen since my last turn; the pile has more than 20 cards." in shown.text
    shown = panel(await person.press("Until the round ends", on=shown))
    assert "The choices below haven't been given as orders yet." in shown.text
    lasts = "These orders would apply until the round ends."
    assert shown.text.index(lasts) < shown.text.index("\n1. "), (
        "after a list it would be shown as a part of the last step"
    )
    shown = panel(await person.press("Give these orders", on=shown))
    assert "Your orders apply until the round ends." in shown.text
    # Under the hand, too.
    [hand] = person.hands()
    again = panel(await person.press("Standing orders…", on=hand))
    assert again.text == shown.text
    gone = panel(await person.press("Withdraw", on=again))
    assert "Only you can see it." in gone.text
    assert not gone.button("Withdraw")
    assert await bot_of(world).services.tables.standing_orders.of(table.id, person.id) is None


@in_world
async def test_the_hand_says_when_orders_will_play_and_withdraws_them_with_one_press(world: World) -> None:
    table, people = await seat_four(world)
    person = next_in_turn(table, people)
    await gives_orders(world, person)
    await told(world)
    [hand] = person.hands()
    assert "Your standing orders are for your next turn." in hand.text
    table = await others_play(world, table, people, 1)
    [hand] = person.hands()
    at = await due(world, table)
    assert f"**Your standing orders will play for you <t:{at}:R> (<t:{at}:f>)**, unless you move first." in hand.text
    assert panel(await person.press("Standing orders…", on=hand)).button("Withdraw")
    await person.press("Withdraw orders", on=hand)
    await told(world)
    [hand] = person.hands()
    assert "standing orders" not in hand.text
    assert not hand.button("Withdraw orders")
    assert hand.button("Draw")
    assert await bot_of(world).services.tables.standing_orders.of(table.id, person.id) is None
    await until(world, table, at + 1)
    assert (await now(world, table)).version == table.version


@in_world
async def test_orders_given_and_withdrawn_in_one_s_own_turn_show_in_the_hand(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    shown = await gives_orders(world, person, lasting=True)
    await told(world)
    [hand] = person.hands()
    assert "Your standing orders will play for you" in hand.text
    panel(await person.press("Withdraw", on=shown))
    await told(world)
    [hand] = person.hands()
    assert "standing orders" not in hand.text
    await gives_orders(world, person, lasting=True)
    await plain_move(world, table, person, "draw")
    [hand] = person.hands()
    assert "Your standing orders are for your next turn." in hand.text, "nothing more is played in this one"


@in_world
async def test_a_hand_in_the_channel_says_it_too_and_is_kept_up_to_date(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    await person.slash("hand")
    await gives_orders(world, person)
    [hand] = [one for one in before(world, person) if one.button("Draw")]
    assert "Your standing orders will play for you" in hand.text
    again = (await person.press("Withdraw orders", on=hand)).message
    assert again
    assert "standing orders" not in again.text


@in_world
async def test_the_hand_does_not_promise_orders_that_have_stopped(world: World) -> None:
    table, person = await about_to_stop(world)
    assert "Your standing orders will play for you" in person.hands()[-1].text
    await until(world, table, await due(world, table))
    hand = next(one for one in person.hands() if one.button("Draw"))
    assert "standing orders" not in hand.text


@pytest.mark.slow
@pytest.mark.parametrize("orders", [False, True])
async def test_orders_do_not_shift_when_others_see_a_draw(tmp_path: Path, orders: bool) -> None:
    """A draw in the channel is shown with the rest of the turn, or after a while."""
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        mover, person = on_turn(table, people), next_in_turn(table, people)
        await mover.slash("draw")
        await told(world)
        await world.env.advance_time(tables.PATIENCE / 2)
        sent = len(world.sent)
        if orders:
            await gives_orders(world, person)
            await told(world)
        assert not [one for one in world.sent[sent:] if one.readers is None]
        await world.env.advance_time(tables.PATIENCE / 2)
        await told(world)
        assert [one for one in world.sent[sent:] if one.readers is None]
        assert ("Your standing orders are for your next turn." in person.hands()[-1].text) == orders


@in_world
async def test_what_can_be_taken_and_a_new_start(world: World) -> None:
    table, people = await seat_four(world)
    person = next_in_turn(table, people)
    shown = panel(await person.slash("canasta orders"))
    menu = shown.menu("Take the pile with…")
    assert menu
    name = next(iter(menu.options))
    shown = panel(await person.choose("Take the pile with…", name, on=shown))
    shown = panel(await person.choose("Draw?", "Draw if that is all I can do", on=shown))
    assert f"take the pile with all my cards of that rank: {name}." in shown.text
    assert "Draw from the stock if that is all I can do." in shown.text
    assert "Leave the rest of the turn to me." in shown.text
    shown = panel(await person.press("Start over", on=shown))
    assert "You haven't given any orders yet." in shown.text
    give = shown.button("Give these orders")
    assert give
    assert not give.enabled


@in_world
async def test_who_does_not_play_here_gives_no_orders(world: World) -> None:
    table, _people = await seat_four(world)
    stranger = world.person("Eva")
    assert "You don't sit at this table." in (await stranger.slash("canasta orders")).text
    assert await bot_of(world).services.tables.standing_orders.of(table.id, stranger.id) is None


async def about_to_stop(world: World) -> tuple[Table, Person]:
    """Return a turn of somebody whose orders will stop in it."""
    seeded(world)
    table, people = await seat_four(world)
    person = next_in_turn(table, people)
    await gives_orders(world, person, calls=("3",), lasting=True)
    # In the first of their turns the owner plays themselves.
    table = await others_play(world, table, people, len(people) + 1)
    assert on_turn(table, people) is person
    return table, person


@pytest.mark.slow
@in_world
async def test_an_owner_who_could_not_be_called_is_called_after_the_next_start(world: World) -> None:
    table, person = await about_to_stop(world)
    await bot_of(world).services.order_calls.close()
    await until(world, table, await due(world, table))
    assert not any("have stopped" in one.text for one in person.hands())
    await world.restart()
    await told(world)
    assert sum("have stopped" in one.text for one in person.hands()) == 1


@in_world
async def test_orders_that_stop_call_their_owner_in_direct_messages_once(world: World) -> None:
    table, person = await about_to_stop(world)
    in_channel = [one.id for one in world.messages()]
    await until(world, table, await due(world, table))
    called = [one for one in person.hands() if "your standing orders have stopped" in one.text]
    assert len(called) == 1
    assert "The pile has more than 3 cards." in called[0].text
    assert [one.id for one in world.messages()] == in_channel
    shown = panel(await person.press("Standing orders…", on=called[0], dm=True))
    assert "Your orders have stopped." in shown.text
    # A message still has to be sent, so that the next process deletes the post that this one has made without noting
    # it.
    await bot_of(world).services.teller.messages.outdated(table.id, Purpose(MessageKind.TABLE))
    await world.restart()
    await pass_time(world, 60)
    assert len([one for one in person.hands() if "have stopped" in one.text]) == 1


async def what_others_get(path: Path, how: str, pause: int = 0) -> tuple[list[list[str]], int]:
    """Return all that reaches others than the owner, step by step through the owner's turn, and the pause between their moves.

    A step is a second before the owner's move, the second in which it is made, and the same for the next one.
    """
    async with World(path, seed=1) as world:
        seeded(world)
        table, people = await seat_four(world)
        owner = next_in_turn(table, people)
        if how == "orders":
            await gives_orders(world, owner)
        elif how == "stop":
            await gives_orders(world, owner, calls=("3",), lasting=True)
        steps = [len(world.sent)]
        table = await others_play(world, table, people, 1 if how in ("orders", "self") else len(people) + 1)
        assert on_turn(table, people) is owner
        begun = await due(world, table)
        for verb in ("draw", "discard"):
            then = begun if verb == "draw" else begun + pause
            await until(world, table, then - 1)
            steps.append(len(world.sent))
            await until(world, table, then)
            if how == "self":
                await plain_move(world, table, owner, verb)
            steps.append(len(world.sent))
            if not pause:
                pause = await due(world, table) - begun
        steps.append(len(world.sent))
        got = [
            [_told(sent) for sent in world.sent[start:end] if sent.readers != frozenset({owner.id})]
            for start, end in zip([0, *steps], steps, strict=False)
        ]
        return [sorted(step) for step in got], pause


def _told(sent: Sent) -> str:
    return _IDS.sub("#", f"{sent.method} {sent.body} {sent.uploads} {sorted(sent.readers or [])}")


@pytest.mark.slow
async def test_others_get_the_same_at_the_same_time_from_orders_and_from_somebody_who_plays_so(tmp_path: Path) -> None:
    ordered, pause = await what_others_get(tmp_path / "orders.sqlite3", "orders")
    assert pause
    played, _ = await what_others_get(tmp_path / "self.sqlite3", "self", pause)
    assert [bool(step) for step in ordered] == [True, True, False, False, True, False]
    assert ordered == played


@pytest.mark.slow
async def test_others_cannot_tell_orders_that_stop_from_somebody_who_has_given_none(tmp_path: Path) -> None:
    stopped, _ = await what_others_get(tmp_path / "stop.sqlite3", "stop", 10)
    nothing, _ = await what_others_get(tmp_path / "nothing.sqlite3", "nothing", 10)
    assert stopped == nothing


@in_world
async def test_an_owner_who_takes_no_direct_messages_finds_in_their_orders_that_they_have_stopped(world: World) -> None:
    table, person = await about_to_stop(world)
    await bot_of(world).services.tables.preferences.set(person.id, direct=False)
    in_channel = [one.text for one in world.messages()]
    await until(world, table, await due(world, table))
    assert not any("have stopped" in one.text for one in [*person.hands(), *world.messages()])
    assert len(world.messages()) == len(in_channel)
    assert "Your orders have stopped." in panel(await person.slash("canasta orders")).text
    await bot_of(world).services.tables.preferences.set(person.id, direct=True)
    await world.restart()
    await told(world)
    assert not any("have stopped" in one.text for one in person.hands()), "nobody is called late"


@pytest.mark.parametrize(("fault", "calls"), [(PASSING[2], 1), (CLOSED[0], 0)], ids=str)
async def test_an_owner_is_called_again_only_if_that_can_help(tmp_path: Path, fault: Fault, calls: int) -> None:
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, person = await about_to_stop(world)
        path = f"/channels/{person.member.user.dm_channel.id}/messages"
        tried = []

        def choose(method: str, where: str) -> Fault | None:
            if (method, where) != ("POST", path):
                return None
            tried.append(where)
            return fault

        with failing(choose):
            await until(world, table, await due(world, table))
        assert tried
        assert not any("have stopped" in one.text for one in person.hands())
        await pass_time(world, 60)
        assert sum("have stopped" in one.text for one in person.hands()) == calls
        await world.restart()
        await pass_time(world, 60)
        assert sum("have stopped" in one.text for one in person.hands()) == calls
        assert "Your orders have stopped." in panel(await person.slash("canasta orders")).text
