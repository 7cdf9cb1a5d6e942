"""Runs: consecutive cards of one suit, the places of wild cards in them, and what their canastas earn."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ..cards import ACE, JOKER, LOW_ACE, LOW_TWO, RANKS, SUITS, TWO, Card, card_at, is_wild, rank_at
from ..hand import wild_mixes
from ..moves import Group, IllegalMove, MeldName
from ..rules.model import Rules
from .base import Meld, Place, Table, bonus_by_wilds
from .locks import refuse_locked

#: The king's place in a run.
_KING: Final = ACE - 1
#: Ranks that stand below the four, by their places.
_LOW_PLACES: Final = {rank_at(place): place for place in range(LOW_ACE, 0)}


class Run(Meld):
    """Three or more cards of one suit in order (docs/rules.md, Runs). `rank` is the lowest place."""

    __slots__ = ()
    kind = "sequence"

    @property
    def high(self) -> int:
        """The highest place."""
        return self.rank + len(self.cards) - 1

    def standing(self) -> dict[int, Card]:
        """Return the cards by their places."""
        return dict(enumerate(self.cards, self.rank))

    def wild_count(self) -> int:
        """Return how many cards stand at a place that isn't theirs: a two at its own place is natural."""
        return sum(card != card_at(place, self.suit) for place, card in enumerate(self.cards, self.rank))

    def natural_row(self) -> int:
        """Return how many naturals lie side by side."""
        own = (card == card_at(place, self.suit) for place, card in enumerate(self.cards, self.rank))
        return max((len(list(row)) for natural, row in itertools.groupby(own) if natural), default=0)

    def counts_as(self, rules: Rules) -> str | None:
        """Return `sequence` or, where runs count like melds of one rank, `natural` or `mixed`."""
        if rules.sequences.counts == "sequence" or self.canasta is None:
            return self.canasta
        return "mixed" if self.wilds else "natural"

    def earns(self, rules: Rules, kind: str, *, went_out: bool) -> tuple[str, int]:
        """Return line and points: `royal` for a run from ace to king or ace, or from four to ace, where that counts more.

        Other runs count by their wild cards.
        """
        canastas = rules.canastas
        if self.rank == LOW_ACE and self.high >= _KING:
            royal = canastas.earns("royal-wild" if self.wilds else "royal")
            aces = canastas.earns("royal-aces") if self.high == ACE and not self.wilds else None
            if aces is not None or royal is not None:
                return "royal", aces if aces is not None else royal or 0
        if self.rank <= 0 and self.high == ACE:
            full = canastas.earns("four-to-ace-wild" if self.wilds else "four-to-ace")
            if full is not None:
                return "royal", full
        if rules.sequences.counts != "sequence":
            return bonus_by_wilds(rules, "mixed" if self.wilds else "natural", self.natural_row())
        wild = canastas.earns("wild-run") if self.wilds else None
        return "sequence", rules.sequences.bonus if wild is None else wild

    def times(self, trump: int | None) -> int:
        """Return 2 for a run of trumps."""
        return 2 if self.suit == trump else 1

    def owes(self, rules: Rules) -> int:
        """Return the penalty for a run of fewer than seven cards."""
        return rules.sequences.unfinished if len(self.cards) <= rules.sequences.unfinished_up_to else 0

    @property
    def label(self) -> str:
        """The suit and lowest rank."""
        return SUITS[self.suit] + RANKS[rank_at(self.rank)]

    def numbered(self, nth: int) -> str:
        """Return the name of another run that begins there. It has a `#`, as the rank before it may be a digit."""
        return f"{self.label}#{nth}"

    @property
    def name(self) -> MeldName:
        """The name that a move has for the first run of this suit and place."""
        return MeldName("sequence", self.rank * 4 + self.suit)

    @classmethod
    def place(cls, table: Table, group: Group, cards: tuple[Card, ...], top: Card | None) -> Place:
        """Return where cards of one suit go. Raises `IllegalMove` if no run may hold them."""
        rules, name = table.rules, group.name
        if not rules.sequences.allowed:
            raise IllegalMove("mixed-ranks", cards=cards)
        refuse_locked(table, cards)
        if name is not None and not name.new:
            return _onto_named(table, name, cards, below=group.below)
        naturals = [card for card in cards if not is_wild(card)]
        if name is None and (run := run_for(table, cards)) is not None:
            return grown(rules, run, cards, below=group.below)
        if not naturals:
            raise IllegalMove("too-few-naturals", rank=TWO)
        suit = naturals[0] & 3
        shape = _new_shape(rules, suit, cards, top, below=group.below)
        if shape is None:
            raise IllegalMove("not-a-run", cards=cards)
        _refuse(rules, suit, *shape)
        return Place(cls(shape[0], suit), tuple(shape[1]), new=True)


def _onto_named(table: Table, name: MeldName, cards: tuple[Card, ...], *, below: bool) -> Place:
    runs = [run for run in runs_of(table.melds) if (run.suit, run.rank) == (name.key & 3, name.key >> 2)]
    if not runs or name.nth > len(runs):
        raise IllegalMove("no-such-meld", meld=str(name))
    refused: IllegalMove | None = None
    for run in runs[name.nth - 1 : name.nth] if name.nth else runs:
        try:
            return grown(table.rules, run, cards, below=below)
        except IllegalMove as error:
            refused = error
    assert refused is not None
    raise refused


def runs_of(melds: Iterable[Meld]) -> list[Run]:
    """Return the runs among these melds."""
    return [one for one in melds if isinstance(one, Run)]


def looks_like_run(table: Table, naturals: Sequence[Card], cards: Sequence[Card]) -> bool:
    """Return whether cards without a meld's name are meant as a run: their naturals, of one suit, are of several ranks.

    They are also meant as one if there is only one natural with a natural two, too few for another meld.
    """
    if len(naturals) == 1 < table.rules.melds.min_naturals and lowest_place(table.rules) < 0:
        lone = all(one.rank != naturals[0] >> 2 or isinstance(one, Run) for one in table.melds)
        return lone and len(cards) > 2 and TWO * 4 + (naturals[0] & 3) in cards
    if len(naturals) < 2 or naturals[0] >> 2 == naturals[1] >> 2 == naturals[-1] >> 2:
        return False
    return len({card >> 2 for card in naturals}) > 1 and len({card & 3 for card in naturals}) == 1


def lowest_place(rules: Rules) -> int:
    """Return the lowest place that a run may have."""
    return 0 if rules.sequences.ace == "high" else LOW_ACE


def run_problem(rules: Rules, naturals: int, wilds: int, low: int) -> str | None:
    """Return why a run may not hold this many naturals and wild cards, or None (docs/rules.md, Runs).

    `low` is its lowest place.
    """
    size = naturals + wilds
    if size < 3:
        return "meld-too-small"
    if size > rules.sequences.max_size or low < lowest_place(rules) or low + size - 1 > ACE:
        return "sequence-too-long"
    if wilds > rules.sequences.max_wilds:
        return "too-many-wilds"
    if naturals < rules.sequences.min_naturals:
        return "too-few-naturals"
    return None


def _shape_problem(rules: Rules, suit: int, low: int, cards: Sequence[Card]) -> str | None:
    """Return why these cards, from the place `low` up, are no run of the suit, or None."""
    if low < LOW_ACE:
        return "sequence-too-long"
    naturals = sum(card == card_at(place, suit) for place, card in enumerate(cards, low))
    return run_problem(rules, naturals, len(cards) - naturals, low)


def _refuse(rules: Rules, suit: int, low: int, cards: Sequence[Card]) -> None:
    problem = _shape_problem(rules, suit, low, cards)
    if problem is not None:
        lowest = RANKS[rank_at(lowest_place(rules))]
        raise IllegalMove(problem, rank=rank_at(max(low, LOW_ACE)), lowest=lowest, most=rules.sequences.max_size)


def _new_shape(
    rules: Rules, suit: int, cards: tuple[Card, ...], top: Card | None, *, below: bool
) -> tuple[int, list[Card]] | None:
    """Return lowest place and cards of a new run: as written from low to high, the pile's top card where it fits.

    The order doesn't matter without wild cards, or where a wild card finds its place by itself. None if they make no
    run.
    """
    others = cards if top is None else cards[:-1]
    for order in [others] if top is None else [(*others[:at], top, *others[at:]) for at in range(len(cards))]:
        for low in _low_places(rules, suit, order):
            if not rules.sequences.free_wild:
                return low, list(order)
            return arranged(rules, suit, {}, order, below=order[0] != card_at(low, suit), low=low)
    if rules.sequences.free_wild or not any(is_wild(card) for card in cards):
        return arranged(rules, suit, {}, cards, below=below)
    return None


def _low_places(rules: Rules, suit: int, cards: Sequence[Card]) -> Iterator[int]:
    """Yield the lowest places of a run that is written from low to high.

    For most cards there is none; there are two where an ace leaves it open.
    """
    first = next(at for at, card in enumerate(cards) if not is_wild(card))
    rank = cards[first] >> 2
    places = (_LOW_PLACES.get(rank, rank), rank) if lowest_place(rules) < 0 else (rank,)
    for low in dict.fromkeys(place - first for place in places):
        if low >= LOW_ACE and all(
            card == card_at(place, suit) or is_wild(card) for place, card in enumerate(cards, low)
        ):
            yield low


def run_for(table: Table, cards: Sequence[Card]) -> Run | None:
    """Return the first run on the table that all of these cards could join."""
    if not table.rules.sequences.allowed:
        return None
    suit = next((card & 3 for card in cards if not is_wild(card)), None)
    runs = (run for run in runs_of(table.melds) if run.suit == suit)
    return next((run for run in runs if fits_run(table.rules, run, cards)), None)


def fits_run(rules: Rules, run: Run, cards: Sequence[Card]) -> bool:
    """Return whether cards may be added to a run."""
    try:
        grown(rules, run, tuple(cards), below=False)
    except IllegalMove:
        return False
    return True


def grown(rules: Rules, run: Run, cards: tuple[Card, ...], *, below: bool) -> Place:
    """Return the place of cards in a run that they join.

    Wild cards fill gaps, else go on top, else below. Raises `IllegalMove` if no run results.
    """
    standing, moving = run.standing(), list[Card]()
    if rules.sequences.free_wild:
        places = [place for place, card in standing.items() if card != card_at(place, run.suit)]
        moving = [standing.pop(place) for place in places]
    shape = arranged(rules, run.suit, standing, cards, moving=moving, below=below)
    if shape is None:
        raise IllegalMove("not-a-run", cards=cards)
    _refuse(rules, run.suit, *shape)
    return Place(run, cards, run=shape)


def arranged(
    rules: Rules,
    suit: int,
    standing: Mapping[int, Card],
    cards: Iterable[Card],
    *,
    moving: Sequence[Card] = (),
    below: bool,
    low: int | None = None,
) -> tuple[int, list[Card]] | None:
    """Return lowest place and cards of the run that cards make with those `standing` at their places; None if none.

    Wild cards fill gaps, else go on top; they go below if the ace is there or `below` is asked for. An ace stands on
    top where it can at either end, unless `below`. A two of the suit goes to its own place where it can; if it is one
    of the wild cards `moving`, which lay there, only where no gap needs it. `low` is preferred where there are several
    ways.
    """
    places, aces, wilds, lowest = dict(standing), list[Card](), list(moving), lowest_place(rules)
    for card in cards:
        if is_wild(card):
            wilds.append(card)
            continue
        rank = card >> 2
        place = rank if rank <= ACE else _LOW_PLACES.get(rank, lowest - 1)
        if card & 3 != suit or place < lowest:
            return None
        if rank == ACE:
            aces.append(card)
        elif place in places:
            return None
        else:
            places[place] = card
    own_two = TWO * 4 + suit
    free_twos = [False, True] if lowest < 0 and own_two in wilds and LOW_TWO not in places else [False]
    bound = own_two not in wilds[len(moving) :]
    found: list[tuple[bool, bool, bool, tuple[int, list[Card]]]] = []
    ways = _ace_places(rules, places, len(aces), suit)
    for ends in reversed(ways) if below else ways:
        for natural in free_twos:
            tried, loose = places | dict.fromkeys(ends, ACE * 4 + suit), list(wilds)
            if natural and bound and _gaps(tried, LOW_TWO):
                continue
            if natural:
                tried[LOW_TWO] = own_two
                loose.remove(own_two)
            shape = _filled(tried, loose, below=below)
            if shape is not None:
                legal = _shape_problem(rules, suit, *shape) is None
                found.append((legal, natural, shape[0] == low, shape))
    return max(found, key=lambda one: one[:3])[3] if found else None


def _ace_places(rules: Rules, places: Mapping[int, Card], count: int, suit: int) -> list[tuple[int, ...]]:
    """Return where `count` more aces may stand, the high place first."""
    if not count:
        return [()]
    ends = (ACE,) if rules.sequences.ace == "high" else (ACE, LOW_ACE)
    lying = sum(places.get(place) == ACE * 4 + suit for place in ends)
    if lying + count > (2 if rules.sequences.ace == "both-ends" else 1):
        return []
    free = [place for place in ends if place not in places]
    return [(place,) for place in free] if count == 1 else [tuple(free)] if len(free) == count else []


def _filled(places: dict[int, Card], wilds: Iterable[Card], *, below: bool) -> tuple[int, list[Card]] | None:
    """Return lowest place and cards after wild cards have filled gaps and gone to the ends; None if a gap is left."""
    if not places:
        return None
    low, high = min(places), max(places)
    gaps = _gaps(places)
    for nth, wild in enumerate(wilds):
        if nth < len(gaps):
            places[gaps[nth]] = wild
        elif high == ACE or below:
            low -= 1
            places[low] = wild
        else:
            high += 1
            places[high] = wild
    if high - low + 1 != len(places):
        return None
    return low, [places[place] for place in range(low, high + 1)]


def _gaps(places: Collection[int], *others: int) -> list[int]:
    """Return the places between the lowest and the highest of `places` that are neither in it nor in `others`."""
    return [place for place in range(min(places), max(places)) if place not in places and place not in others]


def run_standing(suit: int, low: int, cards: Sequence[Card]) -> list[Card]:
    """Return the cards of a run from low to high.

    Each natural stands at its place from `low` up, the others between them in their order.
    """
    left, order = list(cards), list[Card | None]()
    for place in range(low, low + len(cards)):
        card = card_at(place, suit)
        order.append(card if card in left else None)
        if card in left:
            left.remove(card)
    others = iter(left)
    return [next(others) if card is None else card for card in order]


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
    """The shortest new run of a suit that begins at a place with so many wild cards.

    `cards` are those of its places. `plain` are its lower cards, if they are a run without wild cards; `above` is the
    card above it, if there is one.
    """

    run: NewRun
    suit: int
    cards: tuple[Card, ...]
    plain: frozenset[Card] | None
    above: Card | None


@functools.lru_cache(maxsize=256)
def _beginnings(rules: Rules) -> Sequence[_Beginning]:
    """Return the shortest new runs by their place, their suit and the number of their wild cards."""
    allowed = {*new_runs(rules)}
    shortest: dict[tuple[int, int], NewRun] = {}
    for run in new_runs(rules):
        shortest.setdefault((run.low, run.wilds), run)
    found = []
    for (_, suit, _), run in sorted(
        ((run.low, suit, run.wilds), run) for run in shortest.values() for suit in range(4)
    ):
        cards = tuple(card_at(place, suit) for place in run.places)
        plain = NewRun(run.low, run.size - run.wilds, 0)
        above = run.low + run.size
        found.append(
            _Beginning(
                run,
                suit,
                cards,
                frozenset(cards[: plain.size]) if run.wilds and plain in allowed else None,
                card_at(above, suit) if above <= ACE else None,
            )
        )
    return found


@functools.lru_cache(maxsize=256)
def fewest_naturals(rules: Rules) -> int:
    """Return how many natural cards a new run has at least."""
    return min((run.size - run.wilds for run in new_runs(rules)), default=0)


def run_groups(table: Table, hand: Sequence[Card]) -> Iterator[Group]:
    """Yield every card that makes a run longer by one, and the shortest new runs; wild cards where rules allow them."""
    rules = table.rules
    if not rules.sequences.allowed:
        return
    held, least = frozenset(hand), fewest_naturals(rules)
    yield from told_apart(table.melds, [(run, _joining(rules, run, hand)) for run in runs_of(table.melds)])
    suits = {suit for suit, placed in enumerate(_PLACED) if len(held.intersection(placed)) >= least}
    for one in _beginnings(rules) if suits else ():
        if one.suit in suits and _begins(one, held, moving=rules.sequences.free_wild):
            yield from filled_groups(rules, hand, one.run.places, one.suit, one.run.name(one.suit))


def told_apart(melds: Sequence[Meld], joining: Iterable[tuple[Run, Iterable[Group]]]) -> Iterator[Group]:
    """Yield the groups that may join each run.

    If another run of the same name takes a group already, the group is sent to this one by its number.
    """
    runs, seen = runs_of(melds), set[Group]()
    for run, groups in joining:
        alike = [one for one in runs if one.key == run.key]
        for group in groups:
            if group in seen and len(alike) > 1:
                nth = next(place for place, one in enumerate(alike, 1) if one is run)
                yield group._replace(name=run.name._replace(nth=nth))
            else:
                seen.add(group)
                yield group


#: The cards that may stand at places of their own, by suit, from the low ace up.
_ROWS: Final = tuple(tuple(card_at(place, suit) for place in range(LOW_ACE, ACE + 1)) for suit in range(4))
_PLACED: Final = tuple(map(frozenset, _ROWS))


def _begins(one: _Beginning, held: frozenset[Card], *, moving: bool) -> bool:
    """Return whether a hand has just the naturals of a new run, and the run is not the same as another listed one.

    A wild card that stays at its place is not listed for the top end of what is a run without it; one that is `moving`
    on is not listed for the low end where it may be on top.
    """
    if len(held.intersection(one.cards)) != len(one.cards) - one.run.wilds:
        return False
    if moving:
        return one.cards[0] in held or one.above is None or one.above in held
    return one.plain is None or not held >= one.plain


def bridged_run_groups(table: Table, hand: Sequence[Card]) -> Iterator[Group]:
    """Yield the new runs of more than three cards that need wild cards, the longest first.

    A wild card at an end stands on top where it can.
    """
    held = set(hand)
    for run in sorted(new_runs(table.rules), key=lambda run: -run.size):
        for suit in range(4) if run.wilds and run.size > 3 else ():
            holes = sum(card_at(place, suit) not in held for place in run.places)
            if holes == run.wilds and (run.places[-1] == ACE or card_at(run.low, suit) in held):
                yield from filled_groups(table.rules, hand, run.places, suit, run.name(suit))


def _joining(rules: Rules, run: Run, hand: Sequence[Card]) -> Iterator[Group]:
    """Yield the cards of a hand that a run takes one by one, each once for all places that come to the same."""
    if rules.sequences.free_wild:
        yield from _joining_anywhere(rules, run, hand)
    else:
        yield from _joining_an_end(rules, run, hand)


def _joining_an_end(rules: Rules, run: Run, hand: Sequence[Card]) -> Iterator[Group]:
    """Yield the same for a run whose wild cards stay where they are: what it takes at either end."""
    shape = run.rank, tuple(run.cards)
    for place, below in ((run.high + 1, False), (run.rank - 1, True)):
        if not LOW_ACE <= place <= ACE:
            continue
        card = card_at(place, run.suit)
        groups = [Group((card,), run.name, below and place == LOW_ACE)] if card in hand else []
        groups += [Group(mix, run.name, below) for mix in _mixes(rules, hand, run.suit, 1) if mix != (card,)]
        for group in groups:
            longer = _longer(rules, run.suit, shape, group.cards, below)
            if longer is not None and longer[0] == min(place, run.rank):
                yield group


def _joining_anywhere(rules: Rules, run: Run, hand: Sequence[Card]) -> Iterator[Group]:
    """Yield the same for a run whose wild cards move on: where its naturals stand then is what matters.

    A wild card is listed with a card of the suit where it joins the run with that card only: a two that would go to its
    own place alone, or one that frees the two of the run for the place below it.
    """
    seen: set[object] = set()
    shape, suit = (run.rank, tuple(run.cards)), run.suit
    own = list(dict.fromkeys(card for card in hand if card in _PLACED[suit]))
    wilds = list(dict.fromkeys(card for mix in _mixes(rules, hand, suit, 1) for card in mix))
    tried: list[tuple[Card, ...]] = [(card,) for card in dict.fromkeys((*own, *wilds))]
    far = [card for card in own if _longer(rules, suit, shape, (card,), below=False) is None]
    for wild in wilds if far else ():
        alone = _longer(rules, suit, shape, (wild,), below=False)
        tried += [
            (wild, card)
            for card in far
            if card != wild and (alone is None or _longer(rules, suit, alone, (card,), below=False) is None)
        ]
    for cards in tried:
        for below in (False, True):
            longer = _longer(rules, suit, shape, cards, below)
            matters = None if longer is None else (cards, _own_places(suit, *longer))
            if matters is not None and matters not in seen:
                seen.add(matters)
                yield Group(cards, run.name, below)


#: The lowest place of a run, and its cards from there up.
_Shape = tuple[int, tuple[Card, ...]]


@functools.lru_cache(maxsize=8192)
def _longer(rules: Rules, suit: int, shape: _Shape, more: tuple[Card, ...], below: bool) -> _Shape | None:
    """Return the shape of a run after `more` have joined it, None if they can't. Searches ask again and again."""
    run = Run(shape[0], suit)
    run.cards = list(shape[1])
    try:
        longer = grown(rules, run, more, below=below).run
    except IllegalMove:
        return None
    assert longer is not None
    return longer[0], tuple(longer[1])


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
    holes = [card for place in _gaps(standing) if (card := card_at(place, suit)) in hand]
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


def longer_run_groups(table: Table, hand: Sequence[Card]) -> Iterator[Group]:
    """Yield the groups of `run_groups`, and the new runs of every length that begin like them."""
    for group in run_groups(table, hand):
        yield group
        if group.name is not None and group.name.new:
            suit, low = group.name.key & 3, group.name.key >> 2
            longer = [*group.cards]
            for place in range(low + len(longer), ACE + 1):
                longer.append(card_at(place, suit))
                if longer[-1] not in hand or _shape_problem(table.rules, suit, low, longer) is not None:
                    break
                yield Group(tuple(longer), group.name)
