"""A game in direct messages that waits for somebody who can't be reached: the others hear of it, and a computer may play."""

from __future__ import annotations

import pytest

from bot.data.tables import Table
from bot.tables.rules.clock import DAY
from bot.ui.pages.notice_page import StandIn
from tests.cogs.players import in_world, now
from tests.cogs.test_direct_tables import lobby_of, play, sit_down, table_of
from tests.cogs.test_replay import forged
from tests.world import Person, Shown, World


async def waiting(world: World) -> tuple[Table, Person, Person]:
    """Play a game without a clock until Discord refuses to call the person to move; return both people, that one first."""
    people = await sit_down(world, clock=0)
    await people[0].press("Start", on=lobby_of(people[0]))
    table = await table_of(world, people[0])
    assert table.to_move is not None
    other = next(one for one in people if one.id == table.to_move.user_id)
    slow = next(one for one in people if one != other)
    world.close_messages(slow)
    first = table.turn
    while table.turn == first:
        table = await play(world, people, moves=1)
    await world.env.settle()
    return table, slow, other


def said(person: Person) -> list[Shown]:
    return [one for one in person.messages() if "Once the game has waited a day" in one.text]


async def away(world: World, table: Table, person: Person) -> bool:
    seat = (await now(world, table)).seat_of(person.id)
    assert seat is not None
    return seat.sitting_in is not None


@pytest.mark.slow
@in_world
async def test_a_computer_plays_after_a_day_until_they_are_back(world: World) -> None:
    table, slow, other = await waiting(world)
    await world.env.advance_time(3700)
    [notice] = said(other)
    assert f"**{slow.name}**" in notice.text
    early = await other.press("Let a computer play", on=notice)
    assert "hasn't waited a day yet" in early.text
    assert not await away(world, table, slow)
    await world.restart()
    await world.env.advance_time(DAY)
    [notice] = said(other)
    done = await other.press("Let a computer play", on=notice)
    assert f"**{slow.name}** is away: a computer plays until they're back." in done.text
    assert await away(world, table, slow)
    assert said(other) == [], "the message with the button is of no more use"
    # Whatever they type, they can be written to again.
    world.open_messages(slow)
    await slow.member.user.send_dm("hello?")
    await world.env.settle()
    hand = next(one for one in reversed(slow.messages()) if one.button("I'm back"))
    assert "**A computer is playing for you.** Press **I'm back** to take over again." in hand.text
    await slow.press("I'm back", on=hand)
    assert not await away(world, table, slow)


@pytest.mark.slow
@in_world
async def test_whoever_presses_anything_keeps_their_seat(world: World) -> None:
    table, slow, other = await waiting(world)
    await world.env.advance_time(2 * DAY)
    [notice] = said(other)
    world.open_messages(slow)
    await slow.slash("help", dm=True)
    late = await other.press("Let a computer play", on=notice)
    assert "No computer is needed" in late.text
    assert not await away(world, table, slow)


@pytest.mark.slow
@in_world
async def test_nobody_else_can_press_it(world: World) -> None:
    table, slow, _other = await waiting(world)
    await world.env.advance_time(2 * DAY)
    carla = world.person("Carla")
    home = await carla.slash("canasta", dm=True)
    assert home.message is not None
    assert table.turn is not None
    await forged(world, carla, home.message, StandIn(table.id, table.turn).pack())
    assert not await away(world, table, slow)
