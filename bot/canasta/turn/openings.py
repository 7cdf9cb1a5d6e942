"""Puts initial melds together: groups that open, of which each is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, islice, product
from operator import itemgetter
from typing import Final, NamedTuple

from ..cards import JOKER, JOKER_RANK, TWO, Card, is_wild
from ..hand import Hand
from ..melds import CANASTA, canasta_count, other_groups
from ..melds.base import wilds_among
from ..melds.run_groups import bridged_run_groups
from ..melds.sets import named_shapes, set_groups, set_ranks
from ..moves import Group, IllegalMove, MeldName, Move, new_group, new_move
from ..opening import Opening, Shape, opening_due
from ..pile import taken_cards
from ..state import State
from .laying import stroke_problem, surely_laid
from .taking import groups_to_lay

#: A question about one group of an opening.
Demand = Callable[[Shape], bool]
#: The most openings that are listed for a hand that could open in thousands of ways.
MOST_OPENINGS: Final = 200
_POINTS: Final = itemgetter(0)
#: The most beginnings of an opening that are tried.
_BEGINNINGS: Final = 300


def openings(state: State, taking: Group | None = None, lower: int | None = None) -> Iterator[Move]:
    """Yield moves that open the side, and would not open it without any one of their groups.

    `taking` is the group that takes the pile; its cards and the top card count unless all must come from the hand
    first. With a `lower` requirement the moves reach that, and may be refused.
    """
    seat = state.turn
    opening = opening_due(state) if lower is None else Opening(state.rules.opening, state.rules.card_worths, lower)
    if opening is None:
        return
    hand = list(state.hands[seat])
    own: list[Group] = []
    if taking is not None:
        _remove(hand, taking.cards)
        if state.rules.opening.with_pile != "first-from-hand":
            own = [Group((*taking.cards, state.pile[-1]), taking.name)]
    given = sum([opening.worth(group.cards) for group in own])
    least = opening.points - given
    if opening.splash == "no" and opening.worth(hand) < least:
        return
    verb, first = ("meld", ()) if taking is None else ("take", (taking,))
    room = _canastas_left(state)
    if taking is not None and len(taking.cards) + 1 >= CANASTA:
        room -= 1
    # Longer runs with wild cards come to much the same as the shortest ones, unless nothing else is enough.
    for bridged in (False, True) if state.rules.sequences.max_wilds else (False,):
        search, found = _Search(state, opening, own, least, room, bridged), False
        surely = _surely_opens(state) if taking is None else _surely_takes(state, taking, own)
        for groups, plain in search.strokes(hand, with_nothing=bool(own)):
            move = new_move((seat, verb, (*first, *groups), None, ""))
            sure = lower is not None or (plain and sum([len(group.cards) for group in groups]) <= surely)
            if move.groups and (sure or _opens(state, move)):
                found = True
                yield move
        if found:
            return


def _surely_opens(state: State) -> int:
    """Return up to how many cards a plain stroke that is enough surely opens: the turn has an end then; -1 if never.

    Nothing on the table is in its way.
    """
    conditions = state.turn_conditions()
    return -1 if conditions.melds or conditions.barred else surely_laid(state, 0)


def _surely_takes(state: State, taking: Group, own: Sequence[Group]) -> int:
    """Return the same for plain strokes laid with a group that takes the pile in a meld of a rank, `own`."""
    if not (taking.cards and own) or state.pile[-1] >> 2 not in set_ranks(state.rules) or not _is_set(taking):
        return -1
    try:
        groups_to_lay(state, state.turn, (taking,))
    except IllegalMove:
        return -1
    most = _surely_opens(state)
    return most if most < 0 else most - len(taking.cards) + len(taken_cards(state))


def _opens(state: State, move: Move) -> bool:
    """Return whether a stroke opens, laid by itself or with the top of the pile."""
    if move.verb == "meld":
        return stroke_problem(state, move.seat, move.groups) is None
    try:
        groups = groups_to_lay(state, move.seat, move.groups)
    except IllegalMove:
        return False
    return stroke_problem(state, move.seat, groups, state.pile[-1]) is None


def _canastas_left(state: State) -> int:
    """Return how many more canastas the side to move may have."""
    conditions = state.turn_conditions()
    return 99 if conditions.room is None else conditions.room - canasta_count(conditions.melds)


class _Search(NamedTuple):
    """The requirement of an opening: `own` is the group of the pile's top card where it counts, `least` the points
    needed.

    `room` says how many canastas may be made, `bridged` that longer runs with wild cards are tried.
    """

    state: State
    opening: Opening
    own: Sequence[Group]
    least: int
    room: int
    bridged: bool

    def strokes(self, hand: Sequence[Card], *, with_nothing: bool) -> Iterator[tuple[tuple[Group, ...], bool]]:
        """Yield groups of the hand that reach what is needed, and if they are nothing but new melds of different ranks.

        With `with_nothing`, no group at all may be enough.
        """
        skip = next((group.cards[0] >> 2 for group in self.own if group.cards[1:] and _is_set(group)), None)
        shape_of = self.opening.shape_of_group
        for beginning, rest in self._beginnings(hand):
            shapes = [shape_of(group) for group in beginning]
            shapes += [shape_of(group) for group in self.own]
            left = self.room - len([group for group in beginning if len(group.cards) >= CANASTA])
            splash = self.opening.splashed(shapes)
            if left < 0 or (self.opening.pure and not splash and any(shape.wild for shape in shapes)):
                continue
            laid = sum([self.opening.worth(group.cards) for group in beginning])
            short = 0 if splash else self.least - laid
            enough = short <= 0 and (beginning or with_nothing)
            for bundle in [()] if enough else self._bundles(rest, short, left, skip):
                # Wild cards laid by themselves may hold back those of other melds, so they come last.
                groups = (*beginning, *bundle)
                if beginning or self.state.turn_conditions().melds:
                    groups = tuple(sorted(groups, key=lambda group: _naturals(group) == 0))
                yield groups, not beginning and (short > 0 or with_nothing)

    def _beginnings(self, hand: Sequence[Card]) -> Iterator[tuple[tuple[Group, ...], Sequence[Card]]]:
        """Yield groups to begin with, other than plain melds: what is demanded, then runs and wild melds.

        First come single ones and none, then combinations of up to four, each with the cards that are left.
        """
        state, opening = self.state, self.opening
        demands = self._demands()
        rules = state.rules
        others = rules.wilds.allowed or rules.twos.allowed or rules.sequences.allowed
        if not others and not demands and opening.splash == "no":
            yield (), hand
            return
        usable = [card for card in hand if not is_wild(card)] if opening.pure and opening.splash == "no" else hand
        conditions = state.turn_conditions()
        sorted_cards = Hand(usable)
        bridged = bridged_run_groups(conditions, usable) if self.bridged else ()
        free = [
            group
            for group in (*bridged, *other_groups(conditions, state.hands[state.turn], sorted_cards))
            if all(card in usable for card in group.cards)
        ]
        keys: list[tuple[Group, ...]] = [()]
        if demands or opening.splash != "no":
            sets = [
                group
                for rank in set_ranks(rules)
                for group in set_groups(conditions, state.sizes, sorted_cards, rank, ())
            ]
            sets = sorted((*sets, *free), key=lambda group: -len(group.cards))
            shapes = {group: opening.shape_of_group(group) for group in sets}
            keys = [(one,) for one in sets if _is_key(opening, demands, shapes[one])]
            keys += [] if demands else [()]
            able = ([one for one in sets if meets(shapes[one])] for meets in demands)
            keys += [both for both in product(*able) if len(set(both)) > 1]
        yield from _combined(hand, keys, free)

    def _demands(self) -> list[Demand]:
        """Return what the opening demands and the pile's top card doesn't bring already."""
        shapes = [self.opening.shape_of_group(group) for group in self.own]
        if self.opening.splashed(shapes):
            return []
        return [meets for meets in self.opening.demands if not any(map(meets, shapes))]

    def _bundles(
        self, cards: Sequence[Card], needed: int, canastas: int, skip: int | None
    ) -> Iterator[tuple[Group, ...]]:
        """Yield combinations of one group per rank that count just enough, the best first, `MOST_OPENINGS` at most.

        `canastas` says how many may be made; the rank `skip` is left out. An ally who has still to open may add to the
        melds of their partner.
        """
        state, values = self.state, self.state.values
        conditions = state.turn_conditions()
        hand = Hand(cards)
        two, joker = values[TWO], values[JOKER >> 2]
        least = state.rules.melds.min_naturals
        ranks = [
            rank
            for rank in set_ranks(state.rules)
            if rank != skip and (hand.counts[rank] >= least or conditions.melds.lying[rank])
        ]
        most = [0]
        for rank in reversed(ranks):
            most.insert(0, most[0] + hand.counts[rank] * values[rank])
        twos, jokers = hand.counts[TWO], hand.counts[JOKER_RANK]
        if most[0] + twos * two + jokers * joker < needed:
            return
        pools = []
        pure = self.opening.pure and needed > 0
        for rank in ranks:
            pool, held = [], hand.of_rank(rank)
            for name, count, plain, mixed in named_shapes(conditions, state.sizes, hand, rank):
                if (not pure or not plain + mixed) and (canastas > 0 or count + plain + mixed < CANASTA):
                    points = count * values[rank] + mixed * joker + plain * two
                    pool.append((points, plain, mixed, held[:count], name))
            pools.append(sorted(pool, key=_POINTS, reverse=True))
        found = _Pools(needed, two, joker, pools, most).filled(0, 0, hand.twos, jokers, ())
        yield from islice(found, MOST_OPENINGS)


def _is_key(opening: Opening, demands: Sequence[Demand], shape: Shape) -> bool:
    """Return whether a group is all that is demanded, or makes the demands unnecessary."""
    return opening.splashes(shape) or (bool(demands) and all(meets(shape) for meets in demands))


def _combined(
    hand: Sequence[Card], keys: Sequence[tuple[Group, ...]], free: Sequence[Group]
) -> Iterator[tuple[tuple[Group, ...], Sequence[Card]]]:
    """Yield keys alone, then with one free group, two, up to four, each with the cards that are left."""
    tries = 0
    for size in range(5 if free else 1):
        for start in keys:
            for others in combinations(free, size):
                tries += 1
                if tries > _BEGINNINGS:
                    return
                left = list(hand)
                if _remove(left, [card for group in (*start, *others) for card in group.cards]):
                    yield (*start, *others), left


def _is_set(group: Group) -> bool:
    return group.name is None or group.name.kind == "set"


def _naturals(group: Group) -> int:
    return len(group.cards) - wilds_among(group.cards)


def _remove(hand: list[Card], cards: Iterable[Card]) -> bool:
    """Take cards out of a hand. Return False if it doesn't hold them all."""
    for card in cards:
        if card not in hand:
            return False
        hand.remove(card)
    return True


class _Pools(NamedTuple):
    """The parts of bundles: by rank, (points, twos, jokers, naturals, name of the meld) with the best first.

    `most` is, from each rank on, the points of all naturals; `needed`, `two` and `joker` are points.
    """

    needed: int
    two: int
    joker: int
    ranks: Sequence[Sequence[tuple[int, int, int, tuple[Card, ...], MeldName | None]]]
    most: Sequence[int]

    def filled(
        self, place: int, points: int, twos: tuple[Card, ...], jokers: int, chosen: tuple[Group, ...]
    ) -> Iterator[tuple[Group, ...]]:
        """Yield the bundles that begin with `chosen` and go on with the ranks from `place` and the wild cards left."""
        short = self.needed - points
        of_wilds = len(twos) * self.two + jokers * self.joker
        for later, parts in enumerate(self.ranks[place:], place + 1):
            if self.most[later - 1] + of_wilds < short:
                return
            for worth, plain, mixed, naturals, name in parts:
                if plain > len(twos) or mixed > jokers:
                    continue
                own = new_group((naturals + twos[:plain] + (JOKER,) * mixed, name, False))
                if worth >= short:
                    yield (*chosen, own)
                else:
                    yield from self.filled(later, points + worth, twos[plain:], jokers - mixed, (*chosen, own))
