"""Runs: consecutive cards of one suit, where wild cards stand in them, and what their canastas earn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..cards import ACE, JOKER, RANKS, SUITS, TWO, Card, is_wild
from ..moves import Group, IllegalMove, MeldName
from ..rules.model import Rules
from .base import CANASTA, Meld, Place, Table, wilds_among
from .locks import refuse_locked


class Run(Meld):
    """Three to seven cards of one suit in order, 4 low to ace high (docs/rules.md, Runs)."""

    __slots__ = ()
    kind = "sequence"

    @property
    def high(self) -> int:
        """The highest place."""
        return self.rank + len(self.cards) - 1

    def earns(self, rules: Rules, kind: str, *, went_out: bool) -> tuple[str, int]:
        """Return `sequence` and the points, which a wild card may change."""
        if self.wilds and rules.sequences.bonus_wild is not None:
            return "sequence", rules.sequences.bonus_wild
        return "sequence", rules.sequences.bonus

    def owes(self, rules: Rules) -> int:
        """Return the penalty for a run that is short of seven."""
        return rules.sequences.unfinished if len(self.cards) <= rules.sequences.unfinished_up_to else 0

    @property
    def label(self) -> str:
        """Suit and lowest rank."""
        return SUITS[self.suit] + RANKS[self.rank]

    @property
    def name(self) -> MeldName:
        """What a move calls the first run of this suit and place."""
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
        cards = _in_order(cards, top)
        low = _low_place(cards)
        if low is None:
            raise IllegalMove("not-a-run", cards=cards)
        problem = run_problem(rules, len(naturals), len(cards) - len(naturals), low)
        if problem is not None:
            raise IllegalMove(problem, rank=low)
        return Place(cls(low, naturals[0] & 3), cards, new=True)


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
    """Return the runs among some melds."""
    return [one for one in melds if isinstance(one, Run)]


def looks_like_run(naturals: Sequence[Card]) -> bool:
    """Tell if natural cards without a meld's name are meant as a run: of several ranks and one suit."""
    if len(naturals) < 2 or naturals[0] >> 2 == naturals[1] >> 2 == naturals[-1] >> 2:
        return False
    return len({card >> 2 for card in naturals}) > 1 and len({card & 3 for card in naturals}) == 1


def run_problem(rules: Rules, naturals: int, wilds: int, low: int) -> str | None:
    """Return why a run from the rank `low` up may not hold so many cards, or None (docs/rules.md, Runs)."""
    size = naturals + wilds
    if size < 3:
        return "meld-too-small"
    if size > CANASTA or low < 0 or low + size - 1 > ACE:
        return "sequence-too-long"
    if wilds > rules.sequences.max_wilds:
        return "too-many-wilds"
    if naturals < rules.sequences.min_naturals:
        return "too-few-naturals"
    return None


def _in_order(cards: tuple[Card, ...], top: Card | None) -> tuple[Card, ...]:
    """Return the cards of a new run from low to high; a wild stays where it is written, the pile's top card goes where it fits."""
    if not any(map(is_wild, cards)):
        return tuple(sorted(cards))
    if top is not None:
        others = cards[:-1]
        orders = ((*others[:place], top, *others[place:]) for place in range(len(cards)))
        return next((order for order in orders if _low_place(order) is not None), cards)
    return cards


def _low_place(cards: Sequence[Card]) -> int | None:
    """Return the lowest place of a run that is written from low to high, None if the cards are no run."""
    first = next(place for place, card in enumerate(cards) if not is_wild(card))
    start = cards[first] - 4 * first
    if all(is_wild(card) or card == start + 4 * place for place, card in enumerate(cards)):
        return start >> 2
    return None


def run_for(table: Table, cards: Sequence[Card]) -> Run | None:
    """Return the first run on the table that all of these cards could join."""
    if not table.rules.sequences.allowed:
        return None
    suit = next((card & 3 for card in cards if not is_wild(card)), None)
    runs = (run for run in runs_of(table.melds) if run.suit == suit)
    return next((run for run in runs if fits_run(table.rules, run, cards)), None)


def fits_run(rules: Rules, run: Run, cards: Sequence[Card]) -> bool:
    """Tell if cards may be added to a run."""
    try:
        grown(rules, run, tuple(cards), below=False)
    except IllegalMove:
        return False
    return True


def grown(rules: Rules, run: Run, cards: tuple[Card, ...], *, below: bool) -> Place:
    """Return the place of cards in a run that they join; wilds fill gaps, else go on top, else below.

    Raises `IllegalMove` if no run results.
    """
    places = {run.rank + offset: card for offset, card in enumerate(run.cards)}
    for card in cards:
        if not is_wild(card):
            if card & 3 != run.suit or card >> 2 in places:
                raise IllegalMove("not-a-run", cards=cards)
            places[card >> 2] = card
    for wild in filter(is_wild, cards):
        low, high = min(places), max(places)
        gap = next((place for place in range(low, high) if place not in places), None)
        if gap is None:
            gap = low - 1 if high == ACE or below else high + 1
        places[gap] = wild
    low, high = min(places), max(places)
    if high - low + 1 != len(places):
        raise IllegalMove("not-a-run", cards=cards)
    whole = [places[place] for place in range(low, high + 1)]
    wilds = wilds_among(whole)
    problem = run_problem(rules, len(whole) - wilds, wilds, low)
    if problem is not None:
        raise IllegalMove(problem, rank=low)
    return Place(run, cards, run=(low, whole))


def run_groups(table: Table, hand: Sequence[Card]) -> Iterator[Group]:
    """Yield every card that extends a run by one place, and the shortest new runs, wilds where the rules let them in."""
    rules = table.rules.sequences
    if not rules.allowed:
        return
    held = set(hand)
    wilds = _wilds_of_each_kind(held) if rules.max_wilds else ()
    for run in runs_of(table.melds):
        if len(run.cards) < CANASTA:
            for rank, below in ((run.high + 1, False), (run.rank - 1, True)):
                card = rank * 4 + run.suit
                if 0 <= rank <= ACE:
                    if card in held:
                        yield Group((card,), run.name)
                    if run.wilds < rules.max_wilds and (below or run.high < ACE):
                        yield from (Group((wild,), run.name, below) for wild in wilds)
    mixes = [_mixes(wilds, hand, holes) for holes in range(rules.max_wilds + 1)]
    for low in range((ACE - 1) * 4):
        for holes, of_size in enumerate(mixes):
            places = range(low, low + 4 * max(3, rules.min_naturals + holes), 4)
            if of_size and places[-1] < TWO * 4:
                yield from _new_runs(held, places, holes, of_size)


def _new_runs(held: set[Card], places: range, holes: int, mixes: Sequence[tuple[Card, ...]]) -> Iterator[Group]:
    """Yield runs in these places of which wild cards fill so many, but not the top end alone."""
    naturals = len(places) - holes
    if len(held.intersection(places)) == naturals and not (holes and held.issuperset(places[:naturals])):
        for mix in mixes:
            fill = iter(mix)
            cards = tuple(card if card in held else next(fill) for card in places)
            yield Group(cards, MeldName("sequence", places[0], new=True))


def _mixes(wilds: Sequence[Card], hand: Sequence[Card], count: int) -> list[tuple[Card, ...]]:
    """Return the ways to take so many wild cards, twos or jokers first; which twos doesn't matter."""
    if count < 2:
        return [(wild,) for wild in wilds] if count else [()]
    twos, jokers = [card for card in hand if is_wild(card) and card != JOKER], list(hand).count(JOKER)
    return [
        (*twos[: count - mixed], *(JOKER,) * mixed)
        for mixed in range(count + 1)
        if mixed <= jokers and count - mixed <= len(twos)
    ]


def longer_run_groups(table: Table, hand: Sequence[Card]) -> Iterator[Group]:
    """Yield the groups of `run_groups`, and the new runs of every length that begin like them."""
    for group in run_groups(table, hand):
        yield group
        if group.name is not None and group.name.new:
            longer, higher = group.cards, group.name.key + 4 * len(group.cards)
            while len(longer) < CANASTA and higher < TWO * 4 and higher in hand:
                longer, higher = (*longer, higher), higher + 4
                yield Group(longer, group.name)


def _wilds_of_each_kind(held: Iterable[Card]) -> tuple[Card, ...]:
    """Return one two and a joker, so far as they are held."""
    wilds = {JOKER if card == JOKER else TWO: card for card in sorted(held) if is_wild(card)}
    return tuple(wilds.values())
