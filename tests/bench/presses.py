"""How many presses a turn takes, and how many messages a round by commands leaves: `python -m tests.bench presses`.

Turns are played by the buttons of direct messages.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from bot.canasta.moves import Move, read_move
from bot.canasta.views import SeatView
from bot.ui import move_order
from bot.ui.pages.builder_page import Cards
from tests.cogs.players import now, play_on, seat_four
from tests.known_deals import FIRST, stacked
from tests.players import by_button, by_command, lay, lays, look, pick
from tests.world import Person, World


class Turn(NamedTuple):
    """One turn: the hand that is dealt, the card turned up, the card drawn, and the moves.

    `lay` is the button that names natural melds, `part` lays a move that is suggested after *Lay down…*, `press` presses cards
    one by one; `take` goes by what is suggested. `since`: the presses of the moves before that one aren't counted.
    """

    hand: str
    upcard: str
    drawn: str
    moves: tuple[str, ...]
    since: int = 0


_ACES: Final = "AS AH AD KS JH JD TC 9S 8S 7C 6C"
_THREE: Final = "KS KH KD AS AH AD QS QH QD 7C 6C"
#: The turns that are counted, by what is done in them.
TURNS: Final = {
    "draw and discard": Turn("KS KH JD TS 9H 8D 7S 6H 5D 4C 4H", "QS", "5C", ("draw", "discard 5C")),
    "one meld that is suggested": Turn(_ACES, "4S", "5C", ("draw", "lay", "discard 5C")),
    "one meld of one's own choice": Turn(
        "KS KH * JH JD TC 9S 8S 7C 6C 4D", "4S", "5C", ("draw", "press KS KH *", "discard 5C")
    ),
    "one of two cards added to a meld, that alone": Turn(
        "AS AH AD AC KS KH KD KC 8S 7C 6C", "4S", "5C", ("draw", "meld AS AH AD KS KH KD", "part AC"), since=2
    ),
    "a wild card added to a meld, that alone": Turn(
        "AS AH AD * KS JH TC 9S 8S 7C 6C", "4S", "5C", ("draw", "lay", "part A: *"), since=2
    ),
    "three melds that are suggested": Turn(
        _THREE, "4S", "5C", ("draw", "part QS QH QD / AS AH AD / KS KH KD", "discard 5C")
    ),
    "three melds that the hand offers": Turn(_THREE, "4S", "5C", ("draw", "lay", "lay", "discard 5C")),
    "three melds card by card": Turn(
        _THREE, "4S", "5C", ("draw", "press AS AH AD / KS KH KD / QS QH QD", "discard 5C")
    ),
    "open with the pile, in one of several ways": Turn(
        "KS KH 2D AS AH AD QS 9D 8C 7C 6C", "KD", "5C", ("take KS KH / AS AH AD", "discard 6C")
    ),
    "open with the pile, in the only way": Turn(
        "KS KH AS AH AD 4S 5H 6D 7C 8S 9H", "KD", "5C", ("take KS KH / AS AH AD", "discard 9H")
    ),
}


async def presses(turn: Turn) -> int:
    """Return how many presses a turn takes."""
    with tempfile.TemporaryDirectory() as folder:
        chance = stacked(turn.hand, turn.upcard, turn.drawn)
        async with World(Path(folder) / "canasta.sqlite3", chance=chance) as world:
            table, people = await seat_four(world)
            person = people[FIRST]
            before = len(person.answers)
            for number, line in enumerate(turn.moves):
                if number == turn.since:
                    before = len(person.answers)
                version = (await now(world, table)).version
                await _play(world, person, line)
                assert (await now(world, table)).version == version + 1, line
            return len(person.answers) - before


async def _play(world: World, person: Person, line: str) -> None:
    """Play a move by as few presses as its page takes."""
    if line == "lay":
        [shown] = [one for one in person.messages() if one.pictures]
        await person.press(next(iter(lays(shown))), on=shown)
        return
    view = (await look(world, person)).mine
    assert view is not None
    move = read_move(line.replace("part", "meld").replace("press", "meld"), seat=view.seat)
    if line.startswith("press"):
        await person.press("Lay down…", dm=True)
        await lay(person, move, await pick(person, view, move.cards))
    elif line.startswith("part"):
        offered = (await person.press("Lay down…", dm=True)).message
        assert offered is not None
        await person.press(next(one for one, groups in lays(offered).items() if groups == move.groups), on=offered)
    elif move.verb == "take" and move_order.plain_take(view) is None:
        await _take(person, move, view)
    else:
        await by_button(person, move, view)


async def _take(person: Person, move: Move, view: SeatView) -> None:
    """Take the pile in one of the ways that are suggested."""
    shown = (await person.press("Take the pile", dm=True)).message
    assert shown is not None
    wanted = Cards.of(view, move.cards)
    way = next(one.custom_id for one in shown.buttons if f":t{wanted}." in one.custom_id and one.label.startswith("K"))
    chosen = (await person.press(way, on=shown)).message
    assert chosen is not None
    await person.press(next(iter(lays(chosen))), on=chosen)


async def messages_left() -> int:
    """Return how many messages lie in a channel after a round by commands, those that only one person sees included.

    No time passes between the turns, so that each private answer could still be deleted.
    """
    with tempfile.TemporaryDirectory() as folder:
        async with World(Path(folder) / "canasta.sqlite3", seed=1) as world:
            table, people = await seat_four(world)
            while (table := await now(world, table)).round == 1:
                await play_on(world, table, people, by_command, moves=1)
            return len(world.env.backend.messages[world.channel.id])


async def _lines() -> list[str]:
    return [
        *[f"{what}: {await presses(turn)} presses" for what, turn in TURNS.items()],
        f"a round by commands: {await messages_left()} messages left in its channel",
    ]


def main(arguments: list[str]) -> int:
    """Print how many presses turns take, and how many messages a round leaves."""
    argparse.ArgumentParser(prog="python -m tests.bench presses").parse_args(arguments)
    print("\n".join(asyncio.run(_lines())))
    return 0
