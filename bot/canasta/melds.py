"""Melds: what they are, what cards they may hold, and how a group of cards joins or starts one."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Final

from bot.canasta.cards import ACE, JOKER, NATURAL_RANKS, RANKS, SUITS, THREE, TWO, Card
from bot.canasta.moves import Group, IllegalMove, MeldName
from bot.canasta.rules import Rules

#: A meld of this many cards is a canasta (pagat: common).
CANASTA: Final = 7
_FIRST_WILD, _LAST_WILD = TWO * 4, JOKER


class Meld:
    """One meld on the table.

    `kind` is `set`, `wild`, `sequence` or `black-threes`. `cards` are in the order laid, a sequence from low to high;
    `rank` is the rank index of a set, the lowest place of a sequence; `suit` is a sequence's.
    """

    __slots__ = ("cards", "kind", "naturals", "rank", "suit", "wilds")

    def __init__(self, kind: str, rank: int = 0, suit: int = 0) -> None:
        self.kind = kind
        self.rank = rank
        self.suit = suit
        self.cards: list[Card] = []
        self.naturals = 0
        self.wilds = 0

    def copy(self) -> Meld:
        """An equal meld that shares nothing."""
        twin = Meld(self.kind, self.rank, self.suit)
        twin.cards, twin.naturals, twin.wilds = self.cards.copy(), self.naturals, self.wilds
        return twin

    @property
    def canasta(self) -> str | None:
        """Which canasta this is: `natural`, `mixed`, `wild`, `sequence`, or None below seven cards."""
        if len(self.cards) < CANASTA or self.kind == "black-threes":
            return None
        if self.kind == "set":
            return "mixed" if self.wilds else "natural"
        return self.kind

    @property
    def high(self) -> int:
        """The highest place of a sequence."""
        return self.rank + len(self.cards) - 1


def is_wild(card: Card) -> bool:
    """Whether a card is a two or a joker."""
    return _FIRST_WILD <= card <= _LAST_WILD


def set_problem(rules: Rules, naturals: int, wilds: int) -> str | None:
    """Why a meld of one rank may not hold so many cards, as an error code, or None (pagat: classic, Melds)."""
    limits = rules.melds
    size = naturals + wilds
    if size < 3:
        return "meld-too-small"
    if naturals < limits.min_naturals:
        return "too-few-naturals"
    if wilds:
        unlimited = limits.big_unlimited and size > CANASTA and naturals >= 4
        if limits.max_wilds is not None and wilds > limits.max_wilds and not unlimited:
            return "too-many-wilds"
        if limits.ratio != "free" and (
            wilds > naturals or (wilds == naturals and limits.ratio == "fewer-than-naturals")
        ):
            return "wilds-outnumber-naturals"
    if limits.max_size is not None and size > limits.max_size:
        return "meld-full"
    return None


@functools.lru_cache(maxsize=256)
def fits(rules: Rules) -> tuple[tuple[bool, ...], ...]:
    """`set_problem` as a table, for those who ask often: by naturals, then wilds, whether such a meld is legal."""
    naturals, wilds = 4 * rules.pack.decks, 4 * rules.pack.decks + rules.pack.jokers
    return tuple(tuple(set_problem(rules, n, w) is None for w in range(wilds + 1)) for n in range(naturals + 1))


def wild_problem(rules: Rules, size: int) -> str | None:
    """Why a meld of wild cards alone may not hold `size` cards, or None (pagat: opt-wild-melds)."""
    if not rules.wilds.allowed:
        return "too-few-naturals"
    if size < 3:
        return "meld-too-small"
    if rules.wilds.max_size is not None and size > rules.wilds.max_size:
        return "meld-full"
    return None


def sequence_problem(rules: Rules, naturals: int, wilds: int, low: int) -> str | None:
    """Why a run from the rank `low` up may not hold so many cards, or None (wikipedia: samba, Melds)."""
    size = naturals + wilds
    if size < 3:
        return "meld-too-small"
    if size > CANASTA or low < 0 or low + size - 1 > ACE:
        return "sequence-too-long"
    if naturals < rules.sequences.min_naturals:
        return "too-few-naturals"
    if wilds > rules.sequences.max_wilds:
        return "too-many-wilds"
    return None


class Laid:
    """One group as it was laid: the cards, the meld, whether that was new, and a sequence's shape before."""

    __slots__ = ("before", "cards", "meld", "new")

    def __init__(self, meld: Meld, cards: tuple[Card, ...], new: bool, before: tuple[int, list[Card]] | None) -> None:
        self.meld = meld
        self.cards = cards
        self.new = new
        self.before = before


def lay(rules: Rules, melds: list[Meld], group: Group, top: Card | None = None) -> Laid:
    """Lay a group (with the pile's top card, when one is being taken) on a side's melds.

    Changes `melds` and returns what `unlay` needs. Raises `IllegalMove` and changes nothing if the rules forbid the
    meld that would result.
    """
    cards = group.cards if top is None else (*group.cards, top)
    wilds = [card for card in cards if is_wild(card)]
    naturals = [card for card in cards if card < _FIRST_WILD]
    if len(wilds) + len(naturals) != len(cards):
        return _lay_threes(rules, melds, group, cards)
    name = group.name
    if (name is not None and name.kind == "sequence") or (_is_run(naturals) and name is None):
        return _lay_sequence(rules, melds, group, cards, naturals, wilds)
    if (name is not None and name.kind == "wild") or (name is None and not naturals):
        return _lay_wilds(rules, melds, group, cards, naturals)
    ranks = {card >> 2 for card in naturals}
    if len(ranks) > 1 or (name is not None and ranks - {name.key}):
        raise IllegalMove("mixed-ranks", cards=cards)
    rank = naturals[0] >> 2 if naturals else name.key if name is not None else 0
    if name is None and len(cards) < 3 and not any(one.kind == "set" and one.rank == rank for one in melds):
        run = _run_for(rules, melds, cards, naturals)
        if run is not None:
            return _extend(rules, run, group, cards, naturals, wilds)
    return _lay_set(rules, melds, name, rank, cards, len(naturals), len(wilds))


def unlay(melds: list[Meld], laid: Laid) -> None:
    """Take back the group laid last on its meld."""
    meld = laid.meld
    if laid.new:
        melds.remove(meld)
        return
    if laid.before is not None:
        meld.rank, meld.cards = laid.before
    else:
        del meld.cards[len(meld.cards) - len(laid.cards) :]
    wilds = sum(map(is_wild, laid.cards))
    meld.wilds -= wilds
    meld.naturals -= len(laid.cards) - wilds


def _lay_set(
    rules: Rules,
    melds: list[Meld],
    name: MeldName | None,
    rank: int,
    cards: tuple[Card, ...],
    naturals: int,
    wilds: int,
) -> Laid:
    if rank >= NATURAL_RANKS:
        raise IllegalMove("no-such-meld", meld=RANKS[rank])
    if wilds and locked(rules, melds):
        raise IllegalMove("wilds-locked")
    of_rank = [one for one in melds if one.kind == "set" and one.rank == rank]
    if name is not None and name.nth > len(of_rank):
        raise IllegalMove("no-such-meld", meld=str(name))
    problem: str | None = None
    if name is None or not name.new:
        for meld in of_rank[name.nth - 1 : name.nth] if name is not None and name.nth else of_rank:
            problem = set_problem(rules, meld.naturals + naturals, meld.wilds + wilds)
            if problem is None:
                return _add(meld, cards, naturals, wilds)
        if of_rank and name is not None:
            raise IllegalMove(problem or "no-such-meld", rank=rank)
    if of_rank and not may_start(rules, of_rank):
        raise IllegalMove(problem or "one-meld-a-rank", rank=rank)
    if name is not None and not name.new and not of_rank and len(cards) < 3:
        raise IllegalMove("no-such-meld", meld=str(name))
    started = set_problem(rules, naturals, wilds)
    if started is not None:
        raise IllegalMove(problem or started, rank=rank)
    return _start(melds, Meld("set", rank), cards, naturals, wilds)


def may_start(rules: Rules, of_rank: Sequence[Meld]) -> bool:
    """Whether a side with these melds of a rank may start another (pagat: opt-completed-canasta-problem, 1)."""
    if not of_rank or rules.melds.same_rank == "two":
        return len(of_rank) < 2
    return rules.melds.same_rank == "after-canasta" and all(len(one.cards) >= CANASTA for one in of_rank)


def locked(rules: Rules, melds: Iterable[Meld]) -> bool:
    """Whether wild cards may go to no other meld than an unfinished wild meld (pagat: opt-wild-melds, Lock)."""
    return rules.wilds.locks and any(one.kind == "wild" and len(one.cards) < CANASTA for one in melds)


def _lay_wilds(rules: Rules, melds: list[Meld], group: Group, cards: tuple[Card, ...], naturals: list[Card]) -> Laid:
    if naturals:
        raise IllegalMove("mixed-ranks", cards=cards)
    name = group.name
    wild_melds = [one for one in melds if one.kind == "wild"]
    if not rules.wilds.allowed:
        raise IllegalMove("no-wild-melds")
    if name is None or not name.new:
        for meld in wild_melds[name.nth - 1 : name.nth] if name is not None and name.nth else wild_melds:
            if wild_problem(rules, len(meld.cards) + len(cards)) is None:
                return _add(meld, cards, 0, len(cards))
    if wild_melds:
        raise IllegalMove("meld-full", rank=TWO)
    problem = wild_problem(rules, len(cards))
    if problem is not None:
        raise IllegalMove(problem, rank=TWO)
    return _start(melds, Meld("wild"), cards, 0, len(cards))


def _lay_threes(rules: Rules, melds: list[Meld], group: Group, cards: tuple[Card, ...]) -> Laid:
    if any(card not in (THREE * 4, THREE * 4 + 3) for card in cards):
        raise IllegalMove("threes-not-melded")
    if rules.threes.black_meld == "never":
        raise IllegalMove("threes-not-melded")
    if any(one.kind == "black-threes" for one in melds):
        raise IllegalMove("one-meld-a-rank", rank=THREE)
    needed = 2 * rules.pack.decks if rules.threes.black_meld == "all" else 3
    if len(cards) < needed:
        raise IllegalMove("black-threes-few", needed=needed)
    return _start(melds, Meld("black-threes", THREE), cards, len(cards), 0)


def _is_run(naturals: Sequence[Card]) -> bool:
    return len(naturals) > 1 and len({card >> 2 for card in naturals}) > 1 and len({card & 3 for card in naturals}) == 1


def _lay_sequence(
    rules: Rules, melds: list[Meld], group: Group, cards: tuple[Card, ...], naturals: list[Card], wilds: list[Card]
) -> Laid:
    if not rules.sequences.allowed:
        raise IllegalMove("mixed-ranks", cards=cards)
    if wilds and locked(rules, melds):
        raise IllegalMove("wilds-locked")
    name = group.name
    if name is not None and not name.new:
        runs = [
            one for one in melds if one.kind == "sequence" and one.suit == name.key & 3 and one.rank == name.key >> 2
        ]
        if not runs or name.nth > len(runs):
            raise IllegalMove("no-such-meld", meld=str(name))
        if name.nth:
            runs = runs[name.nth - 1 : name.nth]
        for place, run in enumerate(runs):
            try:
                return _extend(rules, run, group, cards, naturals, wilds)
            except IllegalMove:
                if place == len(runs) - 1:
                    raise
    if name is None:
        run_or_none = _run_for(rules, melds, cards, naturals)
        if run_or_none is not None:
            return _extend(rules, run_or_none, group, cards, naturals, wilds)
    if not naturals:
        raise IllegalMove("too-few-naturals", rank=TWO)
    suit = naturals[0] & 3
    first = next(place for place, card in enumerate(cards) if card < _FIRST_WILD)
    low = (cards[first] >> 2) - first
    for place, card in enumerate(cards):
        if card < _FIRST_WILD and (card & 3 != suit or card >> 2 != low + place):
            raise IllegalMove("not-a-run", cards=cards)
    problem = sequence_problem(rules, len(naturals), len(wilds), low)
    if problem is not None:
        raise IllegalMove(problem, rank=low)
    return _start(melds, Meld("sequence", low, suit), cards, len(naturals), len(wilds))


def _run_for(rules: Rules, melds: Sequence[Meld], cards: tuple[Card, ...], naturals: Sequence[Card]) -> Meld | None:
    if not rules.sequences.allowed or not naturals:
        return None
    for meld in melds:
        if meld.kind == "sequence" and meld.suit == naturals[0] & 3:
            try:
                extended(rules, meld, cards, below=False)
            except IllegalMove:
                continue
            return meld
    return None


def extended(rules: Rules, meld: Meld, cards: Sequence[Card], *, below: bool) -> tuple[int, list[Card]]:
    """The low place and cards of a sequence with `cards` added; wilds fill gaps, else go on top, else below.

    Raises `IllegalMove` if no run results.
    """
    places = {meld.rank + offset: card for offset, card in enumerate(meld.cards)}
    wilds = [card for card in cards if is_wild(card)]
    for card in cards:
        if not is_wild(card):
            if card & 3 != meld.suit or card >> 2 in places:
                raise IllegalMove("not-a-run", cards=tuple(cards))
            places[card >> 2] = card
    while wilds:
        low, high = min(places), max(places)
        gap = next((place for place in range(low, high) if place not in places), None)
        if gap is None:
            gap = low - 1 if high == ACE or below else high + 1
        places[gap] = wilds.pop(0)
    low, high = min(places), max(places)
    if high - low + 1 != len(places):
        raise IllegalMove("not-a-run", cards=tuple(cards))
    run = [places[place] for place in range(low, high + 1)]
    wild_count = sum(map(is_wild, run))
    problem = sequence_problem(rules, len(run) - wild_count, wild_count, low)
    if problem is not None:
        raise IllegalMove(problem, rank=low)
    return low, run


def _extend(
    rules: Rules, meld: Meld, group: Group, cards: tuple[Card, ...], naturals: list[Card], wilds: list[Card]
) -> Laid:
    before = meld.rank, meld.cards
    meld.rank, meld.cards = extended(rules, meld, cards, below=group.below)
    meld.naturals += len(naturals)
    meld.wilds += len(wilds)
    return Laid(meld, cards, False, before)


def _add(meld: Meld, cards: tuple[Card, ...], naturals: int, wilds: int) -> Laid:
    meld.cards.extend(cards)
    meld.naturals += naturals
    meld.wilds += wilds
    return Laid(meld, cards, False, None)


def _start(melds: list[Meld], meld: Meld, cards: tuple[Card, ...], naturals: int, wilds: int) -> Laid:
    melds.append(meld)
    meld.cards, meld.naturals, meld.wilds = list(cards), naturals, wilds
    return Laid(meld, cards, True, None)


def meld_name(meld: Meld, melds: Sequence[Meld]) -> str:
    """What a move calls a meld of these (`K`, `K2`, `WILD`, `H5#2`; black threes are `3`)."""
    alike = [one for one in melds if (one.kind, one.rank, one.suit) == (meld.kind, meld.rank, meld.suit)]
    nth = alike.index(meld) + 1
    if meld.kind == "sequence":
        return SUITS[meld.suit] + RANKS[meld.rank] + (f"#{nth}" if nth > 1 else "")
    return ("WILD" if meld.kind == "wild" else RANKS[meld.rank]) + (str(nth) if nth > 1 else "")


def meld_from_cards(rules: Rules, cards: Sequence[Card]) -> Meld:
    """The meld that these cards, as a record writes it, are. Raises `IllegalMove` if they are none."""
    melds: list[Meld] = []
    threes = bool(cards) and all(card >> 2 == THREE for card in cards)
    if threes:
        meld = Meld("black-threes", THREE)
        meld.cards, meld.naturals = list(cards), len(cards)
        return meld
    return lay(rules, melds, Group(tuple(cards))).meld
