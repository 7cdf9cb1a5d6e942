"""How many presses a turn takes, and how many messages a round by commands leaves: `python -m tests.bench presses`.

Turns are played by the buttons and menus of direct messages; a choice from a menu is a press.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from bot.canasta.moves import Move, read_move
from bot.canasta.views import SeatView
from bot.ui import meld_draft
from tests.cogs.players import now, on_turn, play_on, seat_four
from tests.known_deals import FIRST, stacked
from tests.players import by_button, by_command, look
from tests.world import Person, World


class Turn(NamedTuple):
    """One turn: the hand that is dealt, the card turned up, the card drawn, and the moves.

    `lay` is the button that names natural melds, `meld` and `take` go by the list of what is ready.
    """

    hand: str
    upcard: str
    drawn: str
    moves: tuple[str, ...]


_ACES: Final = "AS AH AD KS JH JD TC 9S 8S 7C 6C"
_THREE: Final = "KS KH KD AS AH AD QS QH QD 7C 6C"
#: The turns that are counted, by what is done in them.
TURNS: Final = {
    "draw and discard": Turn("KS KH JD TS 9H 8D 7S 6H 5D 4C 4H", "QS", "5C", ("draw", "discard 5C")),
    "one natural meld": Turn(_ACES, "4S", "5C", ("draw", "lay", "discard 5C")),
    "one meld from the list": Turn(_ACES, "4S", "5C", ("draw", "meld AS AH AD", "discard 5C")),
    "three natural melds": Turn(_THREE, "4S", "5C", ("draw", "lay", "discard 5C")),
    "three melds from the list": Turn(
        _THREE, "4S", "5C", ("draw", "meld AS AH AD / KS KH KD / QS QH QD", "discard 5C")
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
            for line in turn.moves:
                version = (await now(world, table)).version
                await _play(world, person, line)
                assert (await now(world, table)).version == version + 1, line
            assert on_turn(await now(world, table), people) is not person
            return len(person.answers) - before


async def _play(world: World, person: Person, line: str) -> None:
    """Play a move by as few presses as its page takes."""
    if line == "lay":
        [shown] = [one for one in person.messages() if one.pictures]
        natural = next(button for button in shown.buttons if button.label.startswith("Lay down ") and button.enabled)
        await person.press(natural.custom_id, on=shown)
        return
    view = (await look(world, person)).mine
    assert view is not None
    move = read_move(line, seat=view.seat)
    if move.groups:
        await _lay(world, person, move, view)
    else:
        await by_button(person, move, view)


async def _lay(world: World, person: Person, move: Move, view: SeatView) -> None:
    """Choose the cards of a move among what is ready, and lay them, unless the first press does that already."""
    taking = move.verb == "take"
    shown = (await person.press("Take the pile" if taking else "Lay down…", dm=True)).message
    assert shown is not None
    menu = shown.menu("Melds, best first")
    if menu is None:
        return
    wanted = set(meld_draft.of_move(move, view.public.upcard if taking else None))
    if not menu.chosen:
        chosen: dict[str, set[object]] = {}
        for value in menu.options.values():
            groups = set[object](meld_draft.unpack(value))
            if groups <= wanted and not groups <= set().union(*chosen.values()):
                chosen[value] = groups
        assert set().union(*chosen.values()) == wanted
        await person.choose(menu.custom_id, *chosen, on=shown)
        if not taking:
            return
    await person.press("Take the pile with these" if taking else "Lay these down", dm=True)


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
