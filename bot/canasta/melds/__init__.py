"""Melds: the kinds there are, where a group of cards goes, and laying and taking back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ..cards import JOKER, THREE, TWO, WILD_CARDS, Card
from ..hand import Hand
from ..moves import Group, IllegalMove, MeldName
from ..rules.model import Rules
from .base import CANASTA, Laid, LayConditions, Meld, MeldPlace, Melds, meld_name
from .black_threes import BlackThrees
from .locks import refuse_locked
from .run_groups import longer_run_groups
from .runs import Run, grown, looks_like_run, run_for
from .sets import Set, set_problem, sets_of
from .twos import Twos, twos_groups
from .wilds import WildMeld, wild_groups

#: The class of each kind of meld, by the word that views and records have for it.
KINDS: Final[Mapping[str, type[Meld]]] = {one.kind: one for one in (Set, Run, WildMeld, Twos, BlackThrees)}

__all__ = [
    "CANASTA",
    "KINDS",
    "BlackThrees",
    "Laid",
    "LayConditions",
    "Meld",
    "MeldPlace",
    "Melds",
    "Run",
    "Set",
    "Twos",
    "WildMeld",
    "canasta_count",
    "lay",
    "meld_from_cards",
    "meld_name",
    "other_groups",
    "place",
    "set_problem",
    "unlay",
    "without_more_canastas",
]


def place(conditions: LayConditions, group: Group, top: Card | None = None) -> MeldPlace:
    """Return where a group goes, with the pile's top card when one is being taken; nothing is changed.

    Raises `IllegalMove` if the rules forbid the meld that would result.
    """
    found = _place(conditions, group, top)
    if conditions.room is not None and found.makes_canasta:
        more = 0 if isinstance(found.meld, BlackThrees) else 1
        if canasta_count(conditions.melds) + more > conditions.room:
            raise IllegalMove("too-many-canastas", room=conditions.room)
    return found


def _place(conditions: LayConditions, group: Group, top: Card | None) -> MeldPlace:
    cards = group.cards if top is None else (*group.cards, top)
    if max(cards, default=0) > JOKER and not conditions.rules.plain_threes:
        return BlackThrees.place(conditions, cards)
    naturals = [card for card in cards if card not in WILD_CARDS]
    name, runs = group.name, conditions.rules.sequences.allowed
    if name.kind == "sequence" if name is not None else runs and looks_like_run(conditions, naturals, cards):
        return Run.place(conditions, group, cards, top)
    if name.kind == "wild" if name is not None else not naturals:
        if name is None and conditions.rules.twos.allowed:
            return Twos.place(conditions, name, cards)
        return WildMeld.place(conditions, name, cards)
    rank = name.key if name is not None else naturals[0] >> 2
    for card in naturals:
        if card >> 2 != rank:
            raise IllegalMove("mixed-ranks", cards=cards)
    if rank == TWO:
        return Twos.place(conditions, name, cards)
    if name is None and len(cards) < 3 and runs and not sets_of(conditions.melds, rank):
        run = run_for(conditions, cards)
        if run is not None:
            refuse_locked(conditions, cards)
            return grown(conditions.rules, run, cards, below=group.below)
    return Set.place(conditions, name, rank, cards, len(cards) - len(naturals))


def lay(conditions: LayConditions, group: Group, top: Card | None = None) -> Laid:
    """Lay a group on a side's melds, and return what `unlay` needs.

    `top` is the pile's top card when one is being taken. Raises `IllegalMove` and changes nothing if the rules forbid
    the meld that would result.
    """
    found = place(conditions, group, top)
    meld, cards = found.meld, found.cards
    laid = Laid(meld, cards, found.new)
    laid.topped = top is not None
    conditions.melds.changes += 1
    if found.new:
        conditions.melds.append(meld)
    if found.run is None:
        meld.cards.extend(cards)
    else:
        laid.before = meld.rank, meld.cards
        meld.rank, meld.cards = found.run
    _count(conditions.melds, laid, 1)
    if len(meld.cards) >= CANASTA > len(meld.cards) - len(cards):
        meld.made = meld.canasta
        laid.completes = meld.canasta is not None
    return laid


def unlay(melds: Melds, laid: Laid) -> None:
    """Take back the group laid last on its meld."""
    meld = laid.meld
    melds.changes += 1
    if laid.new:
        melds.remove(meld)
        return
    if laid.before is not None:
        meld.rank, meld.cards = laid.before
    else:
        del meld.cards[len(meld.cards) - len(laid.cards) :]
    _count(melds, laid, -1)
    if len(meld.cards) < CANASTA:
        meld.made = None


def _count(melds: Melds, laid: Laid, sign: int) -> None:
    """Count cards laid (`sign` 1) or taken back (-1) as naturals and wilds."""
    meld = laid.meld
    if isinstance(meld, Run):
        meld.count_wilds()
        return
    meld.wilds += sign * laid.wilds
    meld.naturals += sign * (len(laid.cards) - laid.wilds)
    if isinstance(meld, Set):
        melds.recount(meld.rank)


def canasta_count(melds: Iterable[Meld]) -> int:
    """Return how many of these melds are canastas."""
    return sum(1 for meld in melds if meld.canasta is not None)


def without_more_canastas(conditions: LayConditions) -> LayConditions:
    """Return the same conditions, but that no further canasta may be made."""
    count = canasta_count(conditions.melds)
    return replace(conditions, room=count if conditions.room is None else min(count, conditions.room))


def other_groups(conditions: LayConditions, cards: Sequence[Card], hand: Hand) -> Iterator[Group]:
    """Yield what a hand could lay apart from melds of one rank and black threes: wild melds, twos as a rank, runs."""
    rules = conditions.rules
    if rules.wilds.allowed:
        yield from wild_groups(conditions, hand)
    if rules.twos.allowed:
        yield from twos_groups(conditions, hand)
    if rules.sequences.allowed:
        yield from longer_run_groups(conditions, cards)


def meld_from_cards(rules: Rules, cards: Sequence[Card]) -> Meld:
    """Return the meld that these cards are, in the order in which a record writes them.

    Raises `IllegalMove` if they are none.
    """
    if cards and not rules.plain_threes and all(card >> 2 == THREE for card in cards):
        blacks = BlackThrees()
        blacks.cards, blacks.naturals = list(cards), len(cards)
        return blacks
    try:
        meld = lay(LayConditions(rules, Melds(), opening=True), Group(tuple(cards))).meld
    except IllegalMove as refused:
        try:
            meld = lay(
                LayConditions(rules, Melds(), opening=True), Group(tuple(cards), MeldName("sequence", new=True))
            ).meld
        except IllegalMove:
            raise refused from None
    if isinstance(meld, Run):
        meld.stand_as_written(rules, cards)
    return meld
