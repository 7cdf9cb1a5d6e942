"""Shares the natural cards of a hand and its wild ones out over melds, so that the side may go out."""

from __future__ import annotations

import functools
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from ..cards import JOKER, SET_RANKS, TWO, Card
from ..melds import CANASTA, LayConditions, Meld, canasta_count
from ..melds.locks import is_unfinished, locked
from ..melds.sets import (
    Set,
    addition_problem,
    may_start_set,
    set_counts_as,
    set_must_finish,
    set_ranks,
    sets_of,
)
from ..melds.wilds import (
    WildMeld,
    may_start_wild,
    wild_counts_as,
    wild_melds,
    wild_must_finish,
    wild_problem,
)
from ..moves import Group, MeldName
from ..rules.model import Rules
from .needs import canasta_kinds, suffice, unfinished
from .run_search import run_kinds


class MeldAddition(NamedTuple):
    """Cards added to one meld of a rank (or of wild cards): numbers of naturals and wild cards.

    `nth` is 0 for the side's first meld of the rank, None for a new one. Wild cards laid `by_itself` are a wild meld;
    `jokers` are the jokers of such a meld.
    """

    nth: int | None
    by_itself: bool
    rank: int
    naturals: int
    wilds: int
    jokers: int = 0

    def meld(self, conditions: LayConditions) -> Meld | None:
        """Return the meld that it is added to, None if it is a new one."""
        return None if self.nth is None else self.alike(conditions)[self.nth]

    def alike(self, conditions: LayConditions) -> Sequence[Meld]:
        """Return the side's melds among which it might be."""
        return wild_melds(conditions.melds) if self.by_itself else sets_of(conditions.melds, self.rank)

    def legal(self, conditions: LayConditions) -> bool:
        """Return whether the meld may hold all this."""
        meld = self.meld(conditions)
        if self.by_itself:
            return wild_problem(conditions.rules, self.wilds + (0 if meld is None else meld.wilds)) is None
        lying = None if meld is None else (meld.naturals, meld.wilds)
        return addition_problem(conditions, self.rank, lying, self.naturals, self.wilds) is None

    def makes(self, conditions: LayConditions) -> _Made | None:
        """Return the canastas made by this part, to be added up; None if the meld must be a canasta and isn't."""
        rules, meld = conditions.rules, self.meld(conditions)
        have, wild = (0, 0) if meld is None else (meld.naturals, meld.wilds)
        wild += self.wilds
        if have + self.naturals + wild < CANASTA:
            bound = wild_must_finish(rules) if self.by_itself else set_must_finish(rules, self.rank, wild)
            return None if bound else _NONE
        if self.by_itself:
            jokers = self.jokers > 0 or (meld is not None and JOKER in meld.cards)
            return _KINDS_MADE[wild_counts_as(rules, jokers=jokers)]
        kind = set_counts_as(rules, self.rank, wild)
        return _KINDS_MADE.get(kind) or _Made(ranks=(kind,))


class _Made(NamedTuple):
    """The sum of some parts: wild cards used, jokers among them while wild melds are planned, and canastas by kind."""

    used: int = 0
    jokers: int = 0
    natural: int = 0
    mixed: int = 0
    wild: int = 0
    ranks: tuple[str, ...] = ()

    @property
    def kinds(self) -> list[str]:
        """The kinds as which the canastas count."""
        return ["natural"] * self.natural + ["mixed"] * self.mixed + ["wild"] * self.wild + [*self.ranks]

    def plus(self, other: _Made, used: int = 0) -> _Made:
        if other is _NONE and not used:
            return self
        ranks = self.ranks + other.ranks
        return _Made(
            self.used + other.used + used,
            self.jokers + other.jokers,
            self.natural + other.natural,
            self.mixed + other.mixed,
            self.wild + other.wild,
            tuple(sorted(ranks)) if len(ranks) > 1 else ranks,
        )


#: Different results of sharing cards out, each with one way to reach it.
_Ways = dict[_Made, tuple[MeldAddition, ...]]


_NONE: Final = _Made()
_USED: Final = attrgetter("used")


#: The value of one canasta of each kind that isn't a rank's own.
_KINDS_MADE: Final = {"natural": _Made(natural=1), "mixed": _Made(mixed=1), "wild": _Made(wild=1)}


#: A rank with the number of its cards to lay, and how many wild cards there are.
_Task = tuple[int, int, int]


#: The result of each task after those before it, with the tasks that came next. The first task is the number of jokers,
#: without cards.
Known = dict[_Task, tuple["_Ways", "Known"]]


class _OfRanks:
    """The results of single ranks by the numbers of cards that decide them: the `ways`, and only what they have `made`.

    By `like`, ranks of which the rules say the same have the same results.
    """

    __slots__ = ("like", "made", "ways")

    def __init__(self, rules: Rules) -> None:
        self.ways: dict[object, _Ways] = {}
        self.made: dict[object, Sequence[_Made]] = {}
        alike: dict[object, int] = {}
        ranks = set_ranks(rules)
        self.like = {
            rank: alike.setdefault((rules.ranks[rank], set_counts_as(rules, rank, 0), rank in ranks), rank)
            for rank in SET_RANKS
        }


#: How many of them are remembered.
_MOST_KNOWN: Final = 8192


#: The interface of `share_out` and `can_share`.
Sharing = Callable[[LayConditions, Mapping[int, int], Sequence[Card], int, Known], tuple[MeldAddition, ...] | None]


def can_share(
    conditions: LayConditions, naturals: Mapping[int, int], pool: Sequence[Card], reds: int, known: Known
) -> tuple[MeldAddition, ...] | None:
    """Return no parts where `share_out` returns some, and None where it returns None, in less time."""
    if _shares_simply(conditions, naturals, len(pool), reds):
        return ()
    return None if share_out(conditions, naturals, pool, reds, known) is None else ()


def _shares_simply(conditions: LayConditions, naturals: Mapping[int, int], wilds: int, reds: int) -> bool:
    """Return whether the first way that comes to hand is one of `share_out`, as it is for most hands.

    Each rank gets as few wild cards as it needs, and the first ones that take more get the rest. False may be wrong.
    """
    rules = conditions.rules
    if rules.wilds.allowed or conditions.room is not None:
        return False
    of_ranks, left = _known_of_ranks(rules), wilds
    chosen: list[Sequence[_Made]] = []
    for rank in naturals.keys() | conditions.melds.sets.keys():
        ways = _made_of_rank(conditions, rank, naturals.get(rank, 0), wilds, of_ranks)
        if not ways or ways[0].used > left:
            return False
        left -= ways[0].used
        chosen.append(ways)
    kinds = [*run_kinds(conditions)]
    for ways in chosen:
        made = ways[0]
        if left:
            most = max((way for way in ways if way.used <= made.used + left), key=_USED)
            left -= most.used - made.used
            made = most
        if made is not _NONE:
            kinds += made.kinds
    return not left and suffice(rules, kinds, reds)


def share_out(
    conditions: LayConditions, naturals: Mapping[int, int], pool: Sequence[Card], reds: int, known: Known
) -> tuple[MeldAddition, ...] | None:
    """Return a way to share out all natural cards and the wild ones of `pool` over the melds, or None.

    With it the side may go out.
    """
    rules, melds = conditions.rules, conditions.melds
    wilds, jokers = len(pool), pool.count(JOKER)
    of_ranks, first = _known_of_ranks(rules), (jokers, 0, wilds)
    if first not in known:
        known[first] = _wild_ways(conditions, wilds - jokers, jokers), {}
    ways, later = known[first]
    # Without wild cards most melds get nothing.
    still = _NONE if wilds else _still(conditions, naturals)
    if still is None:
        return None
    for rank in sorted(melds.sets.keys() | naturals.keys() if wilds else naturals):
        task = rank, naturals.get(rank, 0), wilds
        if task not in later:
            later[task] = _combined(ways, _rank_ways(conditions, *task, of_ranks), wilds), {}
        ways, later = later[task]
        if not ways:
            return None
    runs = run_kinds(conditions)
    for shared, parts in ways.items():
        made = shared.plus(still)
        if made.used < wilds or (conditions.room is not None and _canastas_with(conditions, made) > conditions.room):
            continue
        if suffice(rules, [*made.kinds, *runs], reds):
            return parts
    return None


def _canastas_with(conditions: LayConditions, made: _Made) -> int:
    """Return how many canastas the side has with those made: 0 if it makes none."""
    count = made.natural + made.mixed + made.wild + len(made.ranks)
    count += canasta_count(meld for meld in conditions.melds if not isinstance(meld, Set | WildMeld))
    return count if count > canasta_count(conditions.melds) else 0


def _still(conditions: LayConditions, ranks: Container[int]) -> _Made | None:
    """Return the canastas of all sets whose rank is not in `ranks`; None if one must be a canasta and isn't."""
    rules = conditions.rules
    still = [meld for meld in conditions.melds if isinstance(meld, Set) and meld.rank not in ranks]
    if not still:
        return _NONE
    if next(unfinished(rules, still), None) is not None:
        return None
    kinds = canasta_kinds(rules, still)
    if not kinds:
        return _NONE
    others = tuple(sorted([kind for kind in kinds if kind not in ("natural", "mixed")]))
    return _Made(natural=kinds.count("natural"), mixed=kinds.count("mixed"), ranks=others)


def _combined(one: _Ways, other: _Ways, wilds: int) -> _Ways:
    if len(other) == 1 and _NONE in other:
        added = other[_NONE]
        return {made: parts + added for made, parts in one.items()} if added else one
    ways: _Ways = {}
    for made, parts in one.items():
        for more, others in other.items():
            if made.used + more.used <= wilds:
                ways.setdefault(made.plus(more), parts + others)
    return ways


def _rank_ways(conditions: LayConditions, rank: int, count: int, wilds: int, known: _OfRanks) -> _Ways:
    """Return ways to lay this many cards of one rank, and wild cards, on the melds of that rank or a new one."""
    key = rank, count, wilds, conditions.melds.lying[rank], conditions.opening, rank in conditions.barred
    found = known.ways.get(key)
    if found is None:
        if len(known.ways) >= _MOST_KNOWN:
            known.ways.clear()
        found = known.ways[key] = _new_rank_ways(conditions, rank, count, wilds)
    return found


def _made_of_rank(conditions: LayConditions, rank: int, count: int, wilds: int, known: _OfRanks) -> Sequence[_Made]:
    """Return only what these ways make, those with the fewest wild cards first."""
    key = known.like[rank], count, wilds, conditions.melds.lying[rank], conditions.opening, rank in conditions.barred
    found = known.made.get(key)
    if found is None:
        if len(known.made) >= _MOST_KNOWN:
            known.made.clear()
        found = known.made[key] = sorted(_rank_ways(conditions, rank, count, wilds, known), key=_USED)
    return found


def _new_rank_ways(conditions: LayConditions, rank: int, count: int, wilds: int) -> _Ways:
    """Return the same, worked out."""
    of_rank = conditions.melds.lying[rank]
    places: list[int | None] = [*range(len(of_rank))]
    if (
        count
        and rank in set_ranks(conditions.rules)
        and rank not in conditions.barred
        and may_start_set(conditions.rules, of_rank)
    ):
        places.append(None)
    ways: _Ways = {}
    for split in _splits(count, len(places)):
        found: _Ways = {_NONE: ()}
        for place, given in zip(places, split, strict=True):
            if place is not None or given:
                found = _combined(
                    found, _meld_ways(conditions, MeldAddition(place, False, rank, given, 0), wilds), wilds
                )
        for made, parts in found.items():
            ways.setdefault(made, parts)
    return ways


def _meld_ways(conditions: LayConditions, part: MeldAddition, wilds: int) -> _Ways:
    """Return ways to lay a part with none, one, two … wild cards."""
    ways: _Ways = {}
    for more in range(wilds + 1):
        whole = part._replace(wilds=more)
        made = whole.makes(conditions) if not (more or part.naturals) or whole.legal(conditions) else None
        if made is not None:
            ways[made.plus(_NONE, more)] = (whole,) if more or part.naturals else ()
    return ways


@functools.lru_cache(maxsize=256)
def _known_of_ranks(rules: Rules) -> _OfRanks:
    """Return what was found out about single ranks by these rules: it depends only on numbers of cards."""
    return _OfRanks(rules)


def _wild_ways(conditions: LayConditions, twos: int, jokers: int) -> _Ways:
    """Return ways to lay wild cards by themselves.

    An unfinished wild meld that locks takes them all, or is completed.
    """
    wilds, lock = twos + jokers, locked(conditions.rules, conditions.melds)
    ways: _Ways = {_NONE: ()}
    for nth, meld in enumerate(wild_melds(conditions.melds)):
        own = _wild_meld_ways(conditions, nth, twos, jokers)
        if lock and is_unfinished(len(meld.cards)):
            own = {m: p for m, p in own.items() if m.used == wilds or not is_unfinished(len(meld.cards) + m.used)}
        ways = _combined(ways, own, wilds)
    if may_start_wild(conditions.rules, conditions.melds):
        ways = _combined(ways, _wild_meld_ways(conditions, None, twos, jokers) | {_NONE: ()}, wilds)
    return {made._replace(jokers=0): parts for made, parts in ways.items() if made.used - twos <= made.jokers <= jokers}


def _wild_meld_ways(conditions: LayConditions, nth: int | None, twos: int, jokers: int) -> _Ways:
    """Return ways to lay twos and jokers on a wild meld (0 is the first) or a new one."""
    ways: _Ways = {}
    for mixed in range(jokers + 1):
        for more in range(mixed, mixed + twos + 1):
            part = MeldAddition(nth, True, TWO, 0, more, mixed)
            made = part.makes(conditions) if not more or part.legal(conditions) else None
            if made is not None:
                ways[made._replace(used=more, jokers=mixed)] = (part,) if more else ()
    return ways


def _splits(count: int, places: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to share `count` cards out over `places` places."""
    if places == 0:
        if count == 0:
            yield ()
        return
    if places == 1:
        yield (count,)
        return
    for first in range(count, -1, -1):
        for others in _splits(count - first, places - 1):
            yield (first, *others)


def groups_of(
    conditions: LayConditions, parts: Sequence[MeldAddition], hand: Sequence[Card], wilds: Sequence[Card]
) -> Iterator[Group]:
    """Yield the plan for a hand as groups, an unfinished wild meld first since it holds the others back, a new one last."""
    pool = list(wilds)
    left = {part.rank: [card for card in hand if card >> 2 == part.rank] for part in parts if part.naturals}
    shares: list[tuple[MeldAddition, tuple[Card, ...]]] = []
    for part in sorted(parts, key=lambda part: not part.by_itself):
        own: Sequence[Card] = ()
        if part.naturals:
            held = left[part.rank]
            own, left[part.rank] = held[: part.naturals], held[part.naturals :]
        shares.append((part, (*own, *_from_pool(pool, part))))
    for part, cards in sorted(shares, key=lambda one: _turn_of(one[0])):
        alike, nth = part.alike(conditions), part.nth
        kind = ("wild", 0) if part.by_itself else ("set", part.rank)
        if nth is None:
            yield Group(cards, MeldName(*kind, new=True) if alike else None)
        elif len(alike) > 1 or not part.naturals:
            yield Group(cards, MeldName(*kind, nth + 1 if len(alike) > 1 else 0))
        else:
            yield Group(cards)


def _from_pool(pool: list[Card], part: MeldAddition) -> list[Card]:
    """Return the wild cards of a part, taken out of `pool`; those of wild melds must be taken first."""
    if not part.wilds:
        return []
    share = sorted(pool, key=lambda card: card != JOKER)[: part.jokers]
    share += sorted(pool, key=lambda card: card == JOKER)[: part.wilds - part.jokers]
    for card in share:
        pool.remove(card)
    return share


def _turn_of(part: MeldAddition) -> int:
    if not part.by_itself:
        return 1
    return 2 if part.nth is None else 0
