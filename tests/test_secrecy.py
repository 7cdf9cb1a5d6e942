"""Other cards in a hand change nothing that anybody but its holder gets: not a word, not a pixel, not a line of the log."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.canasta.cards import JOKER, Card, is_red_three, is_wild
from bot.canasta.moves import Move
from tests.cogs.players import choose_discard
from tests.known_deals import WHOLE, Stacked
from tests.players import by_button, by_command, look, sit_down, to_move
from tests.world import World

pytestmark = pytest.mark.slow

SEAT = 2
"""Whose hand is exchanged; the first dealer is seat 0."""
LAPS = 3
_SEAL = re.compile(r"[0-9a-f]{16}…")
"""The published part of a deal: another pack has another one, which says nothing about any card."""
_NONCE = re.compile(r"(?<='nonce': ')[0-9a-f]{24}")
"""Nonces depend on the ids of messages, and these on which of several is posted first."""


def packs() -> tuple[list[Card], list[Card]]:
    """Return two packs that deal the same but for the hand of `SEAT`, whose cards lie deep in the other's stock."""
    one = list(WHOLE)
    random.Random(4).shuffle(one)
    one.sort(key=is_red_three)  # to the bottom: they would be laid open
    other = list(one)
    for place in range(11):
        dealt, deep = place * 4 + SEAT - 1, len(one) - 10 - place
        other[dealt], other[deep] = other[deep], other[dealt]
    return one, other


def packs_but_for_a_joker() -> tuple[list[Card], list[Card]]:
    """Return two packs that deal the same but for one card of `SEAT`, which is a joker in the second one.

    The word "joker" stands in rules and buttons that everybody sees, so a search for it would find no hidden one.
    """
    one, _other = packs()
    hand = [place * 4 + SEAT - 1 for place in range(11)]
    dealt = next(place for place in hand if not is_wild(one[place]))
    deep = max(place for place, card in enumerate(one) if card == JOKER)
    assert deep > len(one) // 2
    assert not any(one[place] == JOKER for place in hand)
    other = list(one)
    other[dealt], other[deep] = other[deep], other[dealt]
    return one, other


async def what_others_get(database: Path, pack: list[Card]) -> tuple[list[str], list[Card]]:
    """Return all that others than the holder get while everybody draws and discards, and the holder's hand at the start.

    Messages that go out at the same time may overtake each other, so they are sorted.
    """
    async with World(database, chance=Stacked(pack)) as world:
        people = await sit_down(world, "Anna", "Bruno", "Carla", "Dario", players="4")
        holder = people[SEAT]
        mine = (await look(world, holder)).mine
        assert mine is not None
        for _ in range(LAPS * len(people)):
            turn = await to_move(world, people)
            assert turn is not None
            person, view = turn
            await (by_button if person is holder else by_command)(person, Move(view.seat, "draw"), view)
            turn = await to_move(world, people)
            assert turn is not None
            drawn = turn[1].fresh[0]
            if person is holder:
                await holder.slash("hand")
                await choose_discard(world, holder)
                await holder.press("Back", dm=True)
                await holder.slash("meld", cards="a a joker joker")
                await holder.complete("discard", "card", "")
            await by_command(person, Move(view.seat, "discard", card=drawn), turn[1])
        seen = [
            f"{sent.method} {sent.body} {sent.uploads} {sorted(sent.readers or [])}"
            for sent in world.sent
            if sent.readers != frozenset({holder.id})
        ]
        log = [line.replace(str(database), "DATABASE") for line in world.log]
        texts = [_NONCE.sub("NONCE", _SEAL.sub("SEAL", text)) for text in [*seen, *log]]
        return sorted(texts), list(mine.hand)


@pytest.mark.parametrize("twins", [packs, packs_but_for_a_joker])
async def test_a_hand_is_its_holders_alone(tmp_path: Path, twins: Callable[[], tuple[list[Card], list[Card]]]) -> None:
    one, other = twins()
    seen_by_others, hand = await what_others_get(tmp_path / "one.sqlite3", one)
    the_same, another_hand = await what_others_get(tmp_path / "other.sqlite3", other)
    assert hand != another_hand
    assert len(seen_by_others) > 50
    assert the_same == seen_by_others
