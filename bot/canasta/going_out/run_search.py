"""Searches the ways in which a hand can lay its runs, so that it can be laid out whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from typing import Final

from ..cards import ACE, BLACK_THREES, JOKER, RED_THREES, TWO, Card, card_at, is_wild
from ..melds import LayConditions, lay, unlay
from ..melds.base import wilds_among
from ..melds.black_threes import black_threes_needed
from ..melds.run_groups import run_groups
from ..melds.runs import Run, lowest_place, runs_of
from ..melds.sets import set_ranks
from ..moves import Group, IllegalMove

#: How many ways of laying runs are tried before a hand counts as one that can't go out.
_RUN_BUDGET: Final = 200


def is_stuck(conditions: LayConditions, hand: Sequence[Card]) -> bool:
    """Return whether a hand surely can't be laid out, with one card discarded at most.

    Then neither a meld of their rank nor a run could take several of its cards, or what is missing to melds of ranks,
    beside cards that might be part of a run, is more than the wild cards.
    """
    rules = conditions.rules
    held = frozenset(hand)
    near: frozenset[Card] = frozenset().union(*[_near_a_run(conditions, suit, held) for suit in range(4)])
    on_table, may_be, least = conditions.melds.sets, set_ranks(rules), rules.melds.min_naturals
    naturals = [card for card in hand if card < TWO * 4 or (card > JOKER and rules.plain_threes)]
    counts, bound = Counter([card >> 2 for card in naturals]), Counter([c >> 2 for c in naturals if c not in near])
    homeless = 0
    if not rules.plain_threes:
        blacks, needed = len([card for card in hand if card in BLACK_THREES]), black_threes_needed(rules)
        homeless = len([card for card in hand if card in RED_THREES])
        homeless += 0 if needed is not None and blacks >= needed else blacks
    missing = spare = 0
    for rank, count in bound.items():
        if rank in on_table:
            continue
        if rank not in may_be or counts[rank] < least:
            homeless += count
            continue
        lack = max(0, 3 - counts[rank])
        missing += lack
        if count == 1:
            spare = max(spare, lack)
    return homeless > 1 or missing - (0 if homeless else spare) > wilds_among(hand)


def _near_a_run(conditions: LayConditions, suit: int, hand: frozenset[Card]) -> set[Card]:
    """Return the cards of a suit that might be part of a run, judged by their neighbours alone."""
    rules = conditions.rules.sequences
    reach = 2 if rules.max_wilds and any(map(is_wild, hand)) else 1
    places = range(lowest_place(conditions.rules), ACE + 1)
    on_table: set[int] = set()
    for run in runs_of(conditions.melds):
        if run.suit == suit and len(run.cards) < rules.max_size:
            moving = run.wilds if rules.free_wild else 0
            on_table.update(place for place in places if run.rank - moving <= place <= run.high + moving)
    held = {place for place in places if card_at(place, suit) in hand}
    near: set[Card] = set()
    chain: list[int] = []
    for place in [*sorted(held | on_table), 99]:
        if chain and place - chain[-1] > reach:
            if on_table.intersection(chain) or len(chain) >= min(3, max(rules.min_naturals, 4 - reach)):
                near.update(card_at(one, suit) for one in chain)
            chain = []
        chain.append(place)
    return near


def _run_suits(conditions: LayConditions, hand: Sequence[Card]) -> set[int]:
    """Return the suits in which a card of the hand could join or start a run."""
    rules = conditions.rules.sequences
    suits = {run.suit for run in runs_of(conditions.melds) if len(run.cards) < rules.max_size}
    places = range(lowest_place(conditions.rules), ACE + 1)
    for suit in range(4):
        if len({card_at(place, suit) for place in places}.intersection(hand)) >= 3 - rules.max_wilds:
            suits.add(suit)
    return suits


def run_plays(conditions: LayConditions, hand: Sequence[Card]) -> Generator[tuple[tuple[Group, ...], Sequence[Card]]]:
    """Yield ways to lay runs from a hand, none first: the groups, and what is left.

    The melds change during the search. Close it where you don't use it up, or the last run stays laid.
    """
    if not conditions.rules.sequences.allowed or not _run_suits(conditions, hand):
        yield (), hand
        return
    seen: set[tuple[object, ...]] = set()

    def plays(done: tuple[Group, ...], left: list[Card]) -> Generator[tuple[tuple[Group, ...], Sequence[Card]]]:
        shape = (
            tuple(left),
            *sorted((one.suit, one.rank, len(one.cards)) for one in runs_of(conditions.melds)),
        )
        if shape in seen or len(seen) >= _RUN_BUDGET:
            return
        seen.add(shape)
        yield done, left
        for group in list(run_groups(conditions, left)):
            if len(seen) >= _RUN_BUDGET:
                return
            try:
                laid = lay(conditions, group)
            except IllegalMove:
                continue
            rest = left.copy()
            for card in group.cards:
                rest.remove(card)
            try:
                yield from plays((*done, group), rest)
            finally:
                unlay(conditions.melds, laid)

    yield from plays((), list(hand))


def run_kinds(conditions: LayConditions) -> tuple[str, ...]:
    """Return the kinds as which the canastas among the runs on the table count."""
    if not conditions.rules.sequences.allowed:
        return ()
    runs = (meld for meld in conditions.melds if isinstance(meld, Run))
    return tuple(sorted(kind for run in runs if (kind := run.counts_as(conditions.rules)) is not None))
