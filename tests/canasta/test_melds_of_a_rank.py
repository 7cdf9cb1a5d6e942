"""A side's melds of one rank are at hand by their rank, whatever is laid, taken back, pooled or copied."""

from __future__ import annotations

import copy
import random

import pytest

from bot.canasta.game import Game
from bot.canasta.melds import Melds, Set
from bot.canasta.moves import Move
from bot.canasta.rules import load_rules


def by_rank(melds: Melds) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for meld in melds:
        if isinstance(meld, Set):
            found.setdefault(meld.rank, []).append(id(meld))
    return found


@pytest.mark.parametrize(("variant", "layout"), [("classic", "3-lone"), ("samba", "4")])
def test_melds_of_one_rank_are_at_hand(variant: str, layout: str) -> None:
    chance, seen = random.Random(variant), 0
    game = Game(load_rules(variant, layout), ["Ana"] * load_rules(variant, layout).seats)
    pack = game.fresh_pack()
    chance.shuffle(pack)
    game.start_round(pack)
    while (seat := game.turn) is not None:
        takes_back = "undo" in game.legal_verbs() and chance.random() < 0.3
        game.apply(Move(seat, "undo") if takes_back else chance.choice(game.legal_moves()))
        assert game.round is not None
        for melds in game.round.melds:
            assert {rank: list(map(id, alike)) for rank, alike in melds.sets.items()} == by_rank(melds)
            seen += len(melds)
    assert seen > 100


def test_a_copy_of_melds_holds_each_once() -> None:
    melds = Melds([Set(3), Set(5), Set(3)])
    again = copy.deepcopy(melds)
    assert {rank: list(map(id, alike)) for rank, alike in again.sets.items()} == by_rank(again)
    assert [len(alike) for alike in again.sets.values()] == [2, 1]
    assert not {*map(id, melds)} & {*map(id, again)}
