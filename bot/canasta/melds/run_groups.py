"""The cards of a hand that make new runs or join those on the table, alone or with the top card of the pile."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from ..cards import ACE, JOKER, LOW_ACE, TWO, WILD_CARDS, Card, card_at
from ..hand import wild_mixes
from ..moves import Group, MeldName
from ..rules.model import Rules
from .base import LayConditions, Meld
from .runs import (
    ROWS,
    Run,
    Shape,
    fits_run,
    gaps_between,
    longer,
    lowest_place,
    run_name,
    run_problem,
    runs_of,
    shape_problem,
)

_LOW: Final = itemgetter(0)


def filled_groups(
    rules: Rules, cards: Sequence[Card], places: Sequence[int], suit: int, name: MeldName
) -> Iterator[Group]:
    """Yield the cards of a hand for these places of a suit; wild cards, in every mix, stand for those that it lacks."""
    of_places = [card_at(place, suit) for place in places]
    missing = [card for card in of_places if card not in cards]
    own_two = TWO * 4 + suit
    for mix in _mixes(rules, cards, suit, len(missing), without=own_two in of_places and own_two not in missing):
        fill = iter(mix)
        yield Group(tuple(next(fill) if card in missing else card for card in of_places), name)


def _mixes(
    rules: Rules, cards: Sequence[Card], suit: int, count: int, *, without: bool = False
) -> Iterable[tuple[Card, ...]]:
    """Return the ways to take `count` wild cards of a hand for a run.

    Twos of different suits differ only where one of the suit is natural. `without` says that this two is at its own
    place already.
    """
    if not count:
        return ((),)
    own_two = TWO * 4 + suit
    # Any two will do, but always the same one must be named, or computers would not choose the same each time.
    twos = sorted((card for card in cards if card >> 2 == TWO), reverse=count == 1)
    if without:
        twos.remove(own_two)
    orders = [twos]
    if lowest_place(rules) < 0 and own_two in twos:
        orders = [sorted(twos, key=lambda card: (card == own_two) == first) for first in (True, False)]
    found: dict[tuple[Card, ...], None] = {}
    for order in orders:
        mixes = wild_mixes(tuple(order), cards.count(JOKER))
        found |= dict.fromkeys(mixes[count] if count < len(mixes) else ())
    return found


class NewRun(NamedTuple):
    """A run that the rules allow as a new one: its lowest place, its size, and how many wild cards it has."""

    low: int
    size: int
    wilds: int

    @property
    def places(self) -> range:
        """Its places, from low to high."""
        return range(self.low, self.low + self.size)

    def name(self, suit: int) -> MeldName:
        """Return the name that a move has for such a run of a suit."""
        return MeldName("sequence", self.low * 4 + suit, new=True)


@functools.lru_cache(maxsize=256)
def new_runs(rules: Rules) -> Sequence[NewRun]:
    """Return every new run that has no `run_problem`, the shortest first, then from the lowest place up."""
    if not rules.sequences.allowed:
        return ()
    return [
        NewRun(low, size, wilds)
        for size in range(1, ACE + 2 - LOW_ACE)
        for low in range(LOW_ACE, ACE + 2 - size)
        for wilds in range(size + 1)
        if run_problem(rules, size - wilds, wilds, low) is None
    ]


class _Beginning(NamedTuple):
    """The shortest new run of some suit that begins at a place with this many wild cards.

    `cards` are those of its places, of which a hand has `naturals`. `plain` are its lower cards, if they are a run
    without wild cards; `low` is its lowest card, `above` the card above it, if there is one. Cards are bits of a number.
    """

    run: NewRun
    cards: int
    naturals: int
    plain: int | None
    low: int
    above: int | None


@functools.lru_cache(maxsize=1024)
def _beginnings(rules: Rules, suit: int) -> Sequence[_Beginning]:
    """Return the shortest new runs of a suit by their place and the number of their wild cards."""
    allowed = {*new_runs(rules)}
    shortest: dict[tuple[int, int], NewRun] = {}
    for run in new_runs(rules):
        shortest.setdefault((run.low, run.wilds), run)
    found = []
    for _, run in sorted(shortest.items()):
        cards = tuple(card_at(place, suit) for place in run.places)
        plain = NewRun(run.low, run.size - run.wilds, 0)
        above = run.low + run.size
        found.append(
            _Beginning(
                run,
                _bits(cards),
                run.size - run.wilds,
                _bits(cards[: plain.size]) if run.wilds and plain in allowed else None,
                _bits(cards[:1]),
                _bits([card_at(above, suit)]) if above <= ACE else None,
            )
        )
    return found


def _bits(cards: Iterable[Card]) -> int:
    """Return different cards as the bits of one number."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


@functools.lru_cache(maxsize=256)
def fewest_naturals(rules: Rules) -> int:
    """Return how many natural cards a new run has at least."""
    return min((run.size - run.wilds for run in new_runs(rules)), default=0)


def run_groups(conditions: LayConditions, hand: Sequence[Card]) -> Iterator[Group]:
    """Yield every card that makes a run longer by one, and the shortest new runs; wild cards where rules allow them."""
    yield from _all_groups(conditions, hand, _shortest)


def longer_run_groups(conditions: LayConditions, hand: Sequence[Card]) -> Iterator[Group]:
    """Yield the groups of `run_groups`, and the new runs of every length that begin like them."""
    yield from _all_groups(conditions, hand, _of_every_length)


#: New runs that a hand can make in a suit, each with its lowest place, by that.
_New = Sequence[tuple[int, Group]]


def _all_groups(
    conditions: LayConditions, hand: Sequence[Card], new: Callable[[Rules, int, tuple[Card, ...]], _New]
) -> Iterator[Group]:
    """Yield what joins the runs on the table, then `new` runs of all suits, from the lowest place up."""
    rules, runs = conditions.rules, runs_of(conditions.melds)
    if not rules.sequences.allowed:
        return
    usable = [tuple(filter(usable.__contains__, hand)) for usable in _USABLE]
    yield from told_apart(
        conditions.melds, [(run, _joining(rules, run.suit, run.shape, usable[run.suit])) for run in runs]
    )
    least = fewest_naturals(rules)
    found = [one for suit, cards in enumerate(usable) if len(cards) >= least for one in new(rules, suit, cards)]
    found.sort(key=_LOW)
    for _, group in found:
        yield group


@functools.lru_cache(maxsize=8192)
def _shortest(rules: Rules, suit: int, cards: tuple[Card, ...]) -> _New:
    """Return the shortest new runs of a suit that cards of it and wild ones can make. Hands change by few cards."""
    held = _bits(cards)
    if (held & _PLACED_BITS[suit]).bit_count() < fewest_naturals(rules):
        return ()
    return [
        (one.run.low, group)
        for one in _beginnings(rules, suit)
        if (held & one.cards).bit_count() == one.naturals
        and _is_told_apart(one, held, moving=rules.sequences.free_wild)
        for group in filled_groups(rules, cards, one.run.places, suit, one.run.name(suit))
    ]


@functools.lru_cache(maxsize=8192)
def _of_every_length(rules: Rules, suit: int, cards: tuple[Card, ...]) -> _New:
    """Return the same with the longer runs that begin like each, one card more at a time."""
    found: list[tuple[int, Group]] = []
    for low, group in _shortest(rules, suit, cards):
        found.append((low, group))
        whole = [*group.cards]
        for place in range(low + len(whole), ACE + 1):
            whole.append(card_at(place, suit))
            if whole[-1] not in cards or shape_problem(rules, suit, low, whole) is not None:
                break
            found.append((low, group._replace(cards=(*whole,))))
    return found


def told_apart(melds: Sequence[Meld], joining: Iterable[tuple[Run, Iterable[Group]]]) -> Iterator[Group]:
    """Yield the groups that may join each run.

    If another run of the same name takes a group already, the group is sent to this one by its number.
    """
    runs = runs_of(melds)
    seen: set[Group] = set()
    for run, groups in joining:
        alike = [one for one in runs if one.rank == run.rank and one.suit == run.suit]
        if len(alike) == 1:
            yield from groups
            continue
        for group in groups:
            if group in seen:
                nth = next(place for place, one in enumerate(alike, 1) if one is run)
                yield group._replace(name=run.name._replace(nth=nth))
            else:
                seen.add(group)
                yield group


#: The cards that may stand at places of their own, by suit.
_PLACED: Final = tuple(map(frozenset, ROWS))


#: The cards that runs of a suit may have, by suit.
_USABLE: Final = tuple(placed | WILD_CARDS for placed in _PLACED)


_PLACED_BITS: Final = tuple(map(_bits, ROWS))


def _is_told_apart(beginning: _Beginning, held: int, *, moving: bool) -> bool:
    """Return whether a new run, of which a hand has just the naturals, is not the same as another listed one.

    A wild card that stays at its place is not listed for the top end of what is a run without it; one that is `moving`
    on is not listed for the low end where it may be on top.
    """
    if moving:
        return bool(held & beginning.low) or beginning.above is None or bool(held & beginning.above)
    return beginning.plain is None or held & beginning.plain != beginning.plain


def bridged_run_groups(conditions: LayConditions, hand: Sequence[Card]) -> Iterator[Group]:
    """Yield the new runs of more than three cards that need wild cards, the longest first.

    A wild card at an end stands on top where it can.
    """
    held = set(hand)
    for run in sorted(new_runs(conditions.rules), key=lambda run: -run.size):
        for suit in range(4) if run.wilds and run.size > 3 else ():
            holes = sum(card_at(place, suit) not in held for place in run.places)
            if holes == run.wilds and (run.places[-1] == ACE or card_at(run.low, suit) in held):
                yield from filled_groups(conditions.rules, hand, run.places, suit, run.name(suit))


@functools.lru_cache(maxsize=8192)
def _joining(rules: Rules, suit: int, shape: Shape, cards: tuple[Card, ...]) -> Sequence[Group]:
    """Return which of some cards a run takes one by one, each once for all places that come to the same."""
    joining = _joining_anywhere if rules.sequences.free_wild else _joining_an_end
    return (*joining(rules, suit, shape, cards),)


def _joining_an_end(rules: Rules, suit: int, shape: Shape, hand: Sequence[Card]) -> Iterator[Group]:
    """Yield the same for a run whose wild cards stay where they are: what it takes at either end."""
    low, name = shape[0], run_name(suit, shape[0])
    for place, below in ((low + len(shape[1]), False), (low - 1, True)):
        if not LOW_ACE <= place <= ACE:
            continue
        card = card_at(place, suit)
        groups = [Group((card,), name, below and place == LOW_ACE)] if card in hand else []
        groups += [Group(mix, name, below) for mix in _mixes(rules, hand, suit, 1) if mix != (card,)]
        for group in groups:
            grows = longer(rules, suit, shape, group.cards, below=below)
            if grows is not None and grows[0] == min(place, low):
                yield group


#: Cards that may go to either end of a run.
_ENDS: Final = WILD_CARDS.union(card_at(ACE, suit) for suit in range(4))


def _joining_anywhere(rules: Rules, suit: int, shape: Shape, hand: Sequence[Card]) -> Iterator[Group]:
    """Yield the same for a run whose wild cards move on: where its naturals stand then is what matters.

    A wild card is listed with a card of the suit where it joins the run with that card only: a two that would go to its
    own place alone, or one that frees the two of the run for the place below it.
    """
    name = run_name(suit, shape[0])
    seen: set[object] = set()
    own = list(dict.fromkeys(card for card in hand if card in _PLACED[suit]))
    wilds = list(dict.fromkeys(card for mix in _mixes(rules, hand, suit, 1) for card in mix))
    tried: list[tuple[Card, ...]] = [(card,) for card in dict.fromkeys((*own, *wilds))]
    far = [card for card in own if longer(rules, suit, shape, (card,), below=False) is None]
    for wild in wilds if far else ():
        alone = longer(rules, suit, shape, (wild,), below=False)
        tried += [
            (wild, card)
            for card in far
            if card != wild and (alone is None or longer(rules, suit, alone, (card,), below=False) is None)
        ]
    either = any(card != card_at(place, suit) for place, card in enumerate(shape[1], shape[0]))
    for cards in tried:
        # Only wild cards and aces may go to either end.
        for below in (False, True) if either or not _ENDS.isdisjoint(cards) else (False,):
            grows = longer(rules, suit, shape, cards, below=below)
            matters = None if grows is None else (cards, _own_places(suit, *grows))
            if matters is not None and matters not in seen:
                seen.add(matters)
                yield Group(cards, name, below)


def _own_places(suit: int, low: int, cards: Sequence[Card]) -> tuple[int, ...]:
    """Return the places of the naturals of a run."""
    return tuple([place for place, card in enumerate(cards, low) if card == card_at(place, suit)])


def groups_with_top(rules: Rules, run: Run, hand: Sequence[Card], top: Card) -> Iterator[Group]:
    """Yield the cards of a hand that join a run together with the pile's top card; an empty group if it needs none."""
    if top & 3 == run.suit:
        for group in _reaching(rules, run, hand, top):
            if fits_run(rules, run, (*group.cards, top)):
                yield group


def _reaching(rules: Rules, run: Run, hand: Sequence[Card], top: Card) -> Iterator[Group]:
    """Yield the cards between a run and each place of the top card, with wild cards for those that a hand lacks.

    Where the run's own wild cards move on, they may be enough, also those that stand for a card of the hand.
    """
    suit, standing = run.suit, run.standing()
    if rules.sequences.free_wild:
        standing = {place: card for place, card in standing.items() if card == card_at(place, suit)}
    low, high, loose = min(standing), max(standing), len(run.cards) - len(standing)
    holes = [card for place in gaps_between(standing) if (card := card_at(place, suit)) in hand]
    yield Group((), run.name)
    for place in range(LOW_ACE, ACE + 1):
        if card_at(place, suit) == top and not low <= place <= high:
            gap = range(high + 1, place) if place > high else range(place + 1, low)
            yield from filled_groups(rules, hand, gap, suit, run.name)
            held = [card for one in gap if (card := card_at(one, suit)) in hand]
            if len(gap) - len(held) <= loose:
                yield Group(tuple(held), run.name)
                if holes:
                    yield Group((*held, *holes), run.name)
