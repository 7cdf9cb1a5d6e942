"""People who play a game through Discord: what they do is chosen by a computer player, how is up to the test."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Sequence
from typing import cast

from bot.canasta.cards import card_text
from bot.canasta.moves import Group, Move
from bot.client import CanastaBot
from bot.computer import choose
from bot.tables import Look, Status, Table, draft
from tests.discord_limits import walk
from tests.world import Answer, Person, Shown, World

Way = Callable[[Person, Move, Look], Awaitable[Answer]]


def bot_of(world: World) -> CanastaBot:
    return cast(CanastaBot, world.env.bot)


async def seat_four(world: World, *names: str, **options: object) -> tuple[Table, list[Person]]:
    """A started game of four people, in seat order."""
    people = world.people(*(names or ("Anna", "Bruno", "Carla", "Dino")))
    await people[0].slash("canasta new", **options)
    for person in people[1:]:
        await person.press("Join")
    await people[0].press("Start")
    table = await bot_of(world).tables.in_channel(world.channel.id)
    assert table is not None
    assert table.status is Status.PLAYING
    return table, people


async def play_on(
    world: World,
    table: Table,
    people: Sequence[Person],
    way: Way,
    *,
    seed: int = 7,
    moves: int | None = None,
    after_each: Callable[[], Awaitable[None]] | None = None,
) -> list[str]:
    """Play until the game or the given number of moves is over; returns the moves as record lines."""
    chance = random.Random(seed)
    lines: list[str] = []
    while moves is None or len(lines) < moves:
        table = await bot_of(world).tables.get(table.id)
        if table.status is not Status.PLAYING or table.turn is None:
            break
        person = people[table.turn]
        look = await bot_of(world).tables.look(table.id, person.id)
        assert look.mine is not None
        move = choose(look.mine, "normal", chance)
        await way(person, move, look)
        after = await bot_of(world).tables.look(table.id)
        assert after.table.version > table.version, f"{move} had no effect: {person.answers[-1].text}"
        lines.append(after.recent[-1].line)
        if after_each is not None:
            await after_each()
    return lines


async def by_command(person: Person, move: Move, look: Look, *, dm: bool = False) -> Answer:
    """Type the command for a move."""
    match move.verb:
        case "draw":
            return await person.slash("draw", dm=dm)
        case "ask":
            return await person.slash("ask-to-go-out", dm=dm)
        case "undo":
            return await person.slash("undo", dm=dm)
        case "discard":
            assert move.card is not None
            return await person.slash("discard", dm=dm, card=card_text(move.card))
        case "meld":
            return await person.slash("meld", dm=dm, cards=" / ".join(map(str, move.groups)))
        case "take":
            first, more = str(move.groups[0]) or "-", " / ".join(map(str, move.groups[1:]))
            return await person.slash("take-pile", dm=dm, **({"with": first} | ({"also": more} if more else {})))
        case _:
            assert move.verb == "answer"
            shown = await person.slash("hand", dm=dm)
            return await person.press("Yes, go out" if move.word == "yes" else "No, not yet", on=shown.message)


async def by_button(person: Person, move: Move, look: Look) -> Answer:
    """Press and choose, in direct messages, what makes a move."""
    match move.verb:
        case "draw":
            return await person.press("Draw", dm=True)
        case "ask":
            return await person.press("Ask to go out", dm=True)
        case "answer":
            return await person.press("Yes, go out" if move.word == "yes" else "No, not yet", dm=True)
        case "discard":
            assert move.card is not None
            opened = await person.press("Discard…", dm=True)
            chosen = await person.choose("Which card?", str(move.card), on=opened.message)
            assert chosen.message is not None
            return await person.press(chosen.message.buttons[0].label, on=chosen.message)
        case _:
            return await _lay(person, move, look)


async def _lay(person: Person, move: Move, look: Look) -> Answer:
    opened = await person.press("Lay down…" if move.verb == "meld" else "Take the pile", dm=True)
    after = await bot_of(person._world).tables.get(look.table.id)
    if after.version > look.table.version:
        return opened  # the only way to take the pile is played at once
    groups = draft.of_move(move, look.public.upcard if look.public else None)
    ready = opened.message.menu("Ready to lay, best first") if opened.message else None
    value = draft.pack(groups) or "-"
    if ready is not None and value in ready.options.values() and look.table.version % 2:
        opened = await person.choose("Ready to lay, best first", value, on=opened.message)
    else:
        for group in groups:
            opened = await _choose_group(person, group, opened)
    return await person.press("Lay these down" if move.verb == "meld" else "Take the pile so", on=opened.message)


async def _choose_group(person: Person, group: Group, opened: Answer) -> Answer:
    rank = draft.rank_of(group)
    opened = await person.choose("Or choose yourself: which rank?", str(rank), on=opened.message)
    assert opened.message is not None
    offered = _values(opened.message, "Which cards?")
    wanted = []
    for card in group.cards:
        value = next(value for value in offered if value.endswith(f".{card}"))
        offered.remove(value)
        wanted.append(value)
    return await person.choose("Which cards?", *wanted, on=opened.message)


def _values(shown: Shown, placeholder: str) -> list[str]:
    """A menu's values, those of equal cards too."""
    menus = [part for part in walk(shown.handle._message.components) if part.get("placeholder") == placeholder]
    return [option["value"] for option in menus[0]["options"]]
