"""Runs: consecutive cards of one suit, the places of wild cards in them, and what their canastas earn."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from ..cards import ACE, LOW_ACE, LOW_TWO, RANKS, SUITS, TWO, Card, card_at, is_wild, rank_at
from ..moves import Group, IllegalMove, MeldName
from ..rules.model import Rules
from .base import LayConditions, Meld, MeldPlace, bonus_by_wilds
from .locks import refuse_locked

#: The king's place in a run.
_KING: Final = ACE - 1
#: Ranks that stand below the four, by their places.
_LOW_PLACES: Final = {rank_at(place): place for place in range(LOW_ACE, 0)}
#: The lowest place of a run, and its cards from there up.
Shape = tuple[int, tuple[Card, ...]]


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

    @property
    def shape(self) -> Shape:
        """The lowest place, and the cards from there up."""
        return self.rank, (*self.cards,)

    def count_wilds(self) -> None:
        """Count as wild the cards that stand at a place that isn't theirs: a two at its own place is natural."""
        self.wilds = sum(card != card_at(place, self.suit) for place, card in enumerate(self.cards, self.rank))
        self.naturals = len(self.cards) - self.wilds

    def stand_as_written(self, rules: Rules, cards: Sequence[Card]) -> None:
        """Let the cards of a run stand as a record writes them, from low to high, if they are a run in that order.

        Wild cards that move on may have come to other places than those that a new run gives them.
        """
        for low in _low_places(rules, self.suit, cards):
            if shape_problem(rules, self.suit, low, cards) is None:
                self.rank, self.cards = low, list(cards)
                self.count_wilds()
                return

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
        return run_name(self.suit, self.rank)

    @classmethod
    def place(cls, conditions: LayConditions, group: Group, cards: tuple[Card, ...], top: Card | None) -> MeldPlace:
        """Return where cards of one suit go. Raises `IllegalMove` if no run may hold them."""
        rules, name = conditions.rules, group.name
        if not rules.sequences.allowed:
            raise IllegalMove("mixed-ranks", cards=cards)
        refuse_locked(conditions, cards)
        if name is not None and not name.new:
            return _onto_named(conditions, name, cards, below=group.below)
        naturals = [card for card in cards if not is_wild(card)]
        if name is None and (run := run_for(conditions, cards)) is not None:
            return grown(rules, run, cards, below=group.below)
        if not naturals:
            raise IllegalMove("too-few-naturals", rank=TWO)
        suit = naturals[0] & 3
        shape = _new_shape(rules, suit, cards, top, group.below)
        if shape is None:
            raise IllegalMove("not-a-run", cards=cards)
        _refuse(rules, suit, *shape)
        return MeldPlace(cls(shape[0], suit), shape[1], new=True)


#: The natural cards of each suit in the order of their places, from the low ace up.
ROWS: Final = tuple(tuple(card_at(place, suit) for place in range(LOW_ACE, ACE + 1)) for suit in range(4))


def run_name(suit: int, low: int) -> MeldName:
    """Return the name that a move has for the first run of a suit that begins at a place."""
    return MeldName("sequence", low * 4 + suit)


def _onto_named(conditions: LayConditions, name: MeldName, cards: tuple[Card, ...], *, below: bool) -> MeldPlace:
    runs = [run for run in runs_of(conditions.melds) if (run.suit, run.rank) == (name.key & 3, name.key >> 2)]
    if not runs or name.nth > len(runs):
        raise IllegalMove("no-such-meld", meld=str(name))
    refused: IllegalMove | None = None
    for run in runs[name.nth - 1 : name.nth] if name.nth else runs:
        try:
            return grown(conditions.rules, run, cards, below=below)
        except IllegalMove as error:
            refused = error
    assert refused is not None
    raise refused


def runs_of(melds: Iterable[Meld]) -> list[Run]:
    """Return the runs among these melds."""
    return [one for one in melds if isinstance(one, Run)]


def looks_like_run(conditions: LayConditions, naturals: Sequence[Card], cards: Sequence[Card]) -> bool:
    """Return whether cards without a meld's name are meant as a run: their naturals, of one suit, are of several ranks.

    They are also meant as one if there is only one natural with a natural two, too few for another meld.
    """
    if len(naturals) == 1 < conditions.rules.melds.min_naturals and lowest_place(conditions.rules) < 0:
        lone = all(one.rank != naturals[0] >> 2 or isinstance(one, Run) for one in conditions.melds)
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


def shape_problem(rules: Rules, suit: int, low: int, cards: Sequence[Card]) -> str | None:
    """Return why these cards, from the place `low` up, are no run of the suit, or None."""
    if low < LOW_ACE:
        return "sequence-too-long"
    own = ROWS[suit][low - LOW_ACE :]
    naturals = len([card for card, natural in zip(cards, own, strict=False) if card == natural])
    return run_problem(rules, naturals, len(cards) - naturals, low)


def _refuse(rules: Rules, suit: int, low: int, cards: Sequence[Card]) -> None:
    problem = shape_problem(rules, suit, low, cards)
    if problem is not None:
        lowest = RANKS[rank_at(lowest_place(rules))]
        raise IllegalMove(problem, rank=rank_at(max(low, LOW_ACE)), lowest=lowest, most=rules.sequences.max_size)


@functools.lru_cache(maxsize=16384)
def _new_shape(rules: Rules, suit: int, cards: tuple[Card, ...], top: Card | None, below: bool) -> Shape | None:
    """Return lowest place and cards of a new run: as written from low to high, the pile's top card where it fits.

    The order doesn't matter without wild cards, or where a wild card finds its place by itself. None if they make no
    run.
    """
    others = cards if top is None else cards[:-1]
    for order in [others] if top is None else [(*others[:at], top, *others[at:]) for at in range(len(cards))]:
        for low in _low_places(rules, suit, order):
            if not rules.sequences.free_wild:
                return low, (*order,)
            return _as_shape(arranged(rules, suit, {}, order, below=order[0] != card_at(low, suit), low=low))
    if rules.sequences.free_wild or not any(is_wild(card) for card in cards):
        return _as_shape(arranged(rules, suit, {}, cards, below=below))
    return None


def _as_shape(found: tuple[int, list[Card]] | None) -> Shape | None:
    return None if found is None else (found[0], (*found[1],))


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


def run_for(conditions: LayConditions, cards: Sequence[Card]) -> Run | None:
    """Return the first run on the table that all of these cards could join."""
    if not conditions.rules.sequences.allowed:
        return None
    suit = next((card & 3 for card in cards if not is_wild(card)), None)
    runs = (run for run in runs_of(conditions.melds) if run.suit == suit)
    return next((run for run in runs if fits_run(conditions.rules, run, cards)), None)


def fits_run(rules: Rules, run: Run, cards: Sequence[Card]) -> bool:
    """Return whether cards may be added to a run."""
    try:
        grown(rules, run, tuple(cards), below=False)
    except IllegalMove:
        return False
    return True


def grown(rules: Rules, run: Run, cards: tuple[Card, ...], *, below: bool) -> MeldPlace:
    """Return the place of cards in a run that they join.

    Wild cards fill gaps, else go on top, else below. Raises `IllegalMove` if no run results.
    """
    shape, problem = _joined(rules, run.suit, run.shape, cards, below)
    if shape is None:
        raise IllegalMove("not-a-run", cards=cards)
    if problem is not None:
        _refuse(rules, run.suit, *shape)
    return MeldPlace(run, cards, run=(shape[0], [*shape[1]]))


def longer(rules: Rules, suit: int, shape: Shape, more: tuple[Card, ...], *, below: bool) -> Shape | None:
    """Return the shape of a run after `more` have joined it, None if they can't."""
    found, problem = _joined(rules, suit, shape, more, below)
    return found if problem is None else None


@functools.lru_cache(maxsize=16384)
def _joined(
    rules: Rules, suit: int, shape: Shape, more: tuple[Card, ...], below: bool
) -> tuple[Shape | None, str | None]:
    """Return the shape that a run and more cards make, None if they make none, and why the rules forbid it, if they do.

    Searches ask the same again and again.
    """
    standing = dict(enumerate(shape[1], shape[0]))
    moving: list[Card] = []
    if rules.sequences.free_wild:
        places = [place for place, card in standing.items() if card != card_at(place, suit)]
        moving = [standing.pop(place) for place in places]
    found = _as_shape(arranged(rules, suit, standing, more, moving=moving, below=below))
    return found, None if found is None else shape_problem(rules, suit, *found)


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
    places, wilds, lowest = dict(standing), list(moving), lowest_place(rules)
    aces: list[Card] = []
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
            if natural and bound and gaps_between(tried, LOW_TWO):
                continue
            if natural:
                tried[LOW_TWO] = own_two
                loose.remove(own_two)
            shape = _filled(tried, loose, below=below)
            if shape is not None:
                legal = shape_problem(rules, suit, *shape) is None
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
    gaps = gaps_between(places)
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


def gaps_between(places: Collection[int], *others: int) -> list[int]:
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
