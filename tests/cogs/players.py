"""Worlds with a game already going, and a few moves of it at a time."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Final

from bot.computer import choose
from bot.data.tables import Status, Table
from bot.ui.i18n import catalogue
from tests.players import Way, bot_of, by_command, card_buttons
from tests.world import Answer, Person, Shown, World

#: A game that one round ends, and soon: most of the cards are dealt.
SHORT: Final = {"target": 100, "house": "deal.hand=20"}


def in_world(test: Callable[[World], Awaitable[None]]) -> Callable[[Path], Awaitable[None]]:
    """Make a test of a world out of a coroutine function that takes one."""

    async def run(tmp_path: Path) -> None:
        async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
            await test(world)

    return run


async def seat_four(world: World, **options: Any) -> tuple[Table, list[Person]]:
    """Return a started game of four people, in seat order."""
    people = world.people("Anna", "Bruno", "Carla", "Dino")
    await people[0].slash("play", **options)
    for person in people[1:]:
        await person.press("Join")
    await people[0].press("Start")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    assert table.status is Status.PLAYING
    return table, people


async def now(world: World, table: Table) -> Table:
    """Return the table as it is by now."""
    return await bot_of(world).services.tables.get(table.id)


async def ask_before_discard(world: World, person: Person) -> None:
    """Set a person's preference: a press on a card asks before it discards."""
    await bot_of(world).services.tables.preferences.set(person.id, discarding="ask")


async def choose_discard(world: World, person: Person, on: Shown | None = None) -> Answer:
    """Have a person press the first card to discard, in the direct message or another: they are asked first."""
    await ask_before_discard(world, person)
    shown = on or person.messages()[-1]
    return await person.press(next(iter(card_buttons(shown).values())), on=shown)


def on_turn(table: Table, people: Sequence[Person]) -> Person:
    """Return whose turn it is."""
    assert table.turn is not None
    return people[table.turn]


async def play_on(world: World, table: Table, people: Sequence[Person], way: Way, *, moves: int | None = None) -> None:
    """Play this many sensible moves, or until the game is over."""
    chance = random.Random(7)
    played = 0
    while moves is None or played < moves:
        table = await now(world, table)
        if table.status is not Status.PLAYING:
            break
        person = on_turn(table, people)
        look = await bot_of(world).services.tables.look(table.id, person.id)
        assert look.mine is not None
        move = choose(look.mine, "normal", chance)
        answer = await way(person, move, look.mine)
        assert (await now(world, table)).version > table.version, f"{move} had no effect: {answer.text}"
        played += 1


async def play_ahead(world: World, table: Table, people: Sequence[Person], *, rounds: int | None = None) -> Table:
    """Play this many sensible rounds, or until the game is over, and return the table.

    For what comes before a test: people don't wait for messages, so the bot shows only some of what happens between.
    """
    tables = bot_of(world).services.tables
    while table.status is Status.PLAYING and (rounds is None or table.round <= rounds):
        if table.to_move is None or table.to_move.user_id is None:
            await world.env.settle()
        else:
            person = on_turn(table, people)
            view = (await tables.look(table.id, person.id)).mine
            assert view is not None
            await tables.turns.play(table.id, person.id, choose(view, "normal", random.Random(7)))
        table = await tables.get(table.id)
    await bot_of(world).services.teller.finish()
    await world.env.settle()
    return await tables.get(table.id)


async def play_and_look(
    world: World, people: Sequence[Person], language: str = "en", *, moves: int | None = None
) -> None:
    """Play this many moves of the channel's game by commands, or all, with a few looks and refusals between them.

    People read the bot in this language.
    """
    chance = random.Random(7)
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    played = 0
    while (table := await now(world, table)).status is Status.PLAYING and played != moves:
        person = on_turn(table, people)
        seen = (await bot_of(world).services.tables.look(table.id, person.id)).mine
        assert seen is not None
        if played % 50 == 1:
            await person.slash("canasta hint")
        if played % 10 == 0:
            for command in ("hand", "table", "canasta undo", "take-pile"):
                await person.slash(command)
            await person.slash("meld", cards="joker")
            for command, option in (("meld", "cards"), ("discard", "card")):
                await person.complete(command, option)
        move = choose(seen, "normal", chance)
        if move.verb == "answer":
            hand = (await person.slash("hand")).message
            said = "Yes, go out" if move.word == "yes" else "No, not yet"
            await person.press(catalogue(language).gettext(said), on=hand)
        else:
            await by_command(person, move, seen)
        played += 1
