"""Runs that a hand could lay: cards that no run is near, single steps, and whole ways of laying them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.canasta.cards import ACE, JOKER, RED_THREES, TWO, Card, is_wild
from bot.canasta.melds import CANASTA, Table, lay, unlay
from bot.canasta.moves import Group, IllegalMove, MeldName

#: How many ways of laying runs are looked at before a hand counts as one that can't go out.
_RUN_BUDGET: Final = 200


def homeless(table: Table, hand: Sequence[Card]) -> list[Card]:
    """Cards that neither a meld of their rank nor a run could take: all but one of them keep the hand from going out."""
    rules = table.rules
    on_table = {meld.rank for meld in table.melds if meld.kind == "set"}
    ranks = [card >> 2 for card in hand]
    found = [card for card in hand if card in RED_THREES]
    for suit in range(4):
        held = {card >> 2 for card in hand if card & 3 == suit and card < TWO * 4}
        lone = {rank for rank in held if rank not in on_table and ranks.count(rank) < rules.melds.min_naturals}
        if lone:
            near = _near_a_run(table, suit, held, any(map(is_wild, hand)))
            found += [card for card in hand if card & 3 == suit and card >> 2 in lone - near]
    return found


def _near_a_run(table: Table, suit: int, held: set[int], wild: bool) -> set[int]:
    """Ranks of a suit that might be part of a run, as far as a look at their neighbours tells."""
    rules = table.rules.sequences
    reach = 2 if wild and rules.max_wilds else 1
    on_table = {
        rank
        for meld in table.melds
        if meld.kind == "sequence" and meld.suit == suit and len(meld.cards) < CANASTA
        for rank in range(meld.rank, meld.high + 1)
    }
    near: set[int] = set()
    chain: list[int] = []
    for rank in [*sorted(held | on_table), 99]:
        if chain and rank - chain[-1] > reach:
            if on_table.intersection(chain) or len(chain) >= min(3, max(rules.min_naturals, 4 - reach)):
                near.update(chain)
            chain = []
        chain.append(rank)
    return near


def _run_suits(table: Table, hand: Sequence[Card]) -> set[int]:
    """Suits in which a card of the hand could join or start a run."""
    rules = table.rules.sequences
    suits = {meld.suit for meld in table.melds if meld.kind == "sequence" and len(meld.cards) < CANASTA}
    for suit in range(4):
        if len({card for card in hand if card < TWO * 4 and card & 3 == suit}) >= 3 - rules.max_wilds:
            suits.add(suit)
    return suits


def run_groups(table: Table, hand: Sequence[Card]) -> Iterator[Group]:
    """Every card that extends a run by one place, and the shortest new runs, wilds where the rules let them in."""
    rules = table.rules.sequences
    if not rules.allowed:
        return
    held = set(hand)
    wilds = _wilds_of_each_kind(held) if rules.max_wilds else ()
    for meld in table.melds:
        if meld.kind == "sequence" and len(meld.cards) < CANASTA:
            name = MeldName("sequence", meld.rank * 4 + meld.suit)
            for rank, below in ((meld.high + 1, False), (meld.rank - 1, True)):
                card = rank * 4 + meld.suit
                if 0 <= rank <= ACE:
                    if card in held:
                        yield Group((card,), name)
                    if meld.wilds < rules.max_wilds and (below or meld.high < ACE):
                        yield from (Group((wild,), name, below) for wild in wilds)
    size = max(3, rules.min_naturals + 1)
    for low in range((ACE - 1) * 4):
        found = (low in held) + (low + 4 in held) + (low + 8 in held)
        if found < 2:
            continue
        new = MeldName("sequence", low, new=True)
        if found == 3:
            yield Group((low, low + 4, low + 8), new)
        elif wilds and low + 4 * (size - 1) < TWO * 4:
            places = range(low, low + 4 * size, 4)
            if len(held.intersection(places)) == size - 1:
                yield from (Group(tuple(card if card in held else wild for card in places), new) for wild in wilds)


def _wilds_of_each_kind(held: Iterable[Card]) -> tuple[Card, ...]:
    """One two and a joker, so far as they are held."""
    wilds = {JOKER if card == JOKER else TWO: card for card in sorted(held) if is_wild(card)}
    return tuple(wilds.values())


def run_plays(table: Table, hand: Sequence[Card]) -> Iterator[tuple[tuple[Group, ...], Sequence[Card]]]:
    """Ways to lay runs from a hand, none first: the groups, and what is left. The melds change while this goes on."""
    if not _run_suits(table, hand):
        yield (), hand
        return
    seen: set[tuple[object, ...]] = set()

    def plays(done: tuple[Group, ...], left: list[Card]) -> Iterator[tuple[tuple[Group, ...], Sequence[Card]]]:
        shape = (
            tuple(left),
            *sorted((one.suit, one.rank, len(one.cards)) for one in table.melds if one.kind == "sequence"),
        )
        if shape in seen or len(seen) >= _RUN_BUDGET:
            return
        seen.add(shape)
        yield done, left
        for group in list(run_groups(table, left)):
            if len(seen) >= _RUN_BUDGET:
                return
            try:
                laid = lay(table, group)
            except IllegalMove:
                continue
            rest = left.copy()
            for card in group.cards:
                rest.remove(card)
            try:
                yield from plays((*done, group), rest)
            finally:
                unlay(table.melds, laid)

    yield from plays((), list(hand))
