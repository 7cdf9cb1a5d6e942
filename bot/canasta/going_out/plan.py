"""Ways to lay out a whole hand this turn: they decide if going out is offered, asked for or required."""

from __future__ import annotations

import functools
from collections.abc import Container, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from typing import Final, NamedTuple

from ..cards import CALIENTE_RANK, JOKER, NATURAL_RANKS, RED_THREES, THREE, TWO, Card, cards_of, is_wild
from ..melds import CANASTA, Meld, Table, canasta_count
from ..melds.base import wilds_among
from ..melds.black_threes import black_threes_problem
from ..melds.locks import locked
from ..melds.runs import Run
from ..melds.sets import (
    Set,
    may_start_set,
    set_counts_as,
    set_must_finish,
    set_problem,
    set_ranks,
    sets_of,
    takes_wilds,
)
from ..melds.twos import Twos, twos_problem
from ..melds.wilds import WildMeld, may_start_wild, wild_melds, wild_problem
from ..moves import Group, MeldName
from ..rules.model import Rules
from .needs import canasta_kinds, suffice, unfinished
from .run_search import homeless, run_plays


@dataclass(frozen=True, slots=True)
class OutPlan:
    """A way to go out: the groups to lay in one stroke, and the card to discard after them, if any."""

    groups: tuple[Group, ...]
    discard: Card | None


def is_hopeless(rules: Rules, on_table: Iterable[int | None], counts: Sequence[int]) -> bool:
    """Tell if a hand surely can't go out: it holds single cards of two ranks that have no meld (`on_table`).

    Most hands fail by that. `counts` are the numbers of its cards by rank.
    """
    if rules.sequences.allowed or rules.melds.min_naturals == 1 or counts[:NATURAL_RANKS].count(1) < 2:
        return False
    lone = {rank for rank in range(NATURAL_RANKS) if counts[rank] == 1}
    return len(lone.difference(on_table)) > 1


def plan_out(table: Table, hand: Sequence[Card], reds: int, barred: frozenset[Card] = frozenset()) -> OutPlan | None:
    """Return the first of `plans_out`, None if there is none."""
    with closing(plans_out(table, hand, reds, barred)) as plans:
        return next(plans, None)


def has_plan_out(table: Table, hand: Sequence[Card], reds: int, barred: frozenset[Card] = frozenset()) -> bool:
    """Tell if there is a way that `plans_out` would yield."""
    with closing(_ways_out(table, hand, reds, barred)) as ways:
        return next(ways, None) is not None


def plans_out(
    table: Table, hand: Sequence[Card], reds: int, barred: frozenset[Card] = frozenset()
) -> Generator[OutPlan]:
    """Yield ways to lay all cards of `hand`, except at most one that is discarded, that leave the side free to go out.

    There is one for each last discard and way to lay runs. `reds` are the side's red threes on the table, `barred`
    cards that can't be the last discard in addition to those that never can. The conditions of an initial meld are not
    checked.
    """
    for groups, last in _ways_out(table, hand, reds, barred):
        yield OutPlan(tuple(groups), last)


def _ways_out(
    table: Table, hand: Sequence[Card], reds: int, barred: frozenset[Card]
) -> Generator[tuple[Iterable[Group], Card | None]]:
    """Yield the ways out, each as its groups and its last discard.

    The groups must be put together before the next way is asked for.
    """
    rules = table.rules
    if rules.sequences.allowed and (len(homeless(table, hand)) > 1 or _canastas_are_far(table, hand)):
        return
    barred = barred | cards_of(rules.out.last_not)
    known: _Known = {}
    seen: set[tuple[object, ...]] = set()
    for runs, rest in run_plays(table, hand) if rules.sequences.allowed else [((), hand)]:
        kinds = _run_kinds(table)
        if kinds.count("sequence") < rules.out.asks("run"):
            continue
        for last in _last_cards(table, rest):
            if (last is None and rules.out.discard == "required") or last in barred:
                continue
            left = list(rest)
            if last is not None:
                left.remove(last)
            shape = (kinds, *(card >> 2 if card < TWO * 4 else card for card in left))
            if shape in seen:
                continue
            seen.add(shape)
            groups = _lay_sets(table, left, reds, known)
            if groups is not None:
                yield chain(runs, groups), last


def _canastas_are_far(table: Table, hand: Sequence[Card]) -> bool:
    """Tell if a hand surely can't complete the canastas that going out takes, or those of them without wild cards."""
    rules, wilds = table.rules, wilds_among(hand)
    of_suit, of_rank = [0] * 4, dict[int, int]()
    own_twos = [hand.count(TWO * 4 + suit) for suit in range(4)] if rules.plain_threes else [0] * 4
    for card in hand:
        if not is_wild(card):
            of_suit[card & 3] += 1
            of_rank[card >> 2] = of_rank.get(card >> 2, 0) + 1
    near = sum((count + wilds) // CANASTA for count in (*of_suit, *of_rank.values())) + wilds // CANASTA
    clean = sum((count + twos) // CANASTA for count, twos in zip(of_suit, own_twos, strict=True))
    clean += sum(count // CANASTA for count in of_rank.values())
    for meld in table.melds:
        more, pure = of_rank.get(meld.rank, 0) if isinstance(meld, Set) else 0, not meld.wilds
        if isinstance(meld, Run):
            more = of_suit[meld.suit] + own_twos[meld.suit]
            pure = pure or (rules.plain_threes and TWO * 4 + meld.suit in meld.cards)
        near += len(meld.cards) + more + wilds >= CANASTA
        clean += pure and len(meld.cards) + more >= CANASTA
    if near < rules.out.canastas:
        return True
    return clean < rules.out.asks("natural") and not rules.out.either_way and not rules.wilds.allowed


def _run_kinds(table: Table) -> tuple[str, ...]:
    """Return the kinds as which the canastas among the runs on the table count."""
    runs = (meld for meld in table.melds if isinstance(meld, Run))
    return tuple(sorted(kind for run in runs if (kind := run.counts_as(table.rules)) is not None))


def _last_cards(table: Table, hand: Sequence[Card]) -> Sequence[Card | None]:
    """Return the cards that may be the last discard (None: none is needed); for most hands none, as a quick look shows.

    A card that no meld can take must be the one discarded, so there is one such card at most; a rank that only a wild
    card makes up to three needs one of its own; and enough canastas must be near.
    """
    rules, melds = table.rules, table.melds
    on_table = {meld.rank for meld in melds if isinstance(meld, Set)}
    may_be = set_ranks(rules)
    by_rank: dict[int, list[Card]] = {}
    for card in hand:
        by_rank.setdefault(card >> 2, []).append(card)
    wilds = len(by_rank.get(TWO, ())) + len(by_rank.get(JOKER >> 2, ()))
    stuck: list[Card] = []
    short = spare = 0
    near = 1 if rules.wilds.allowed and wilds >= CANASTA else 0
    for meld in melds:
        added = len(by_rank.get(meld.rank, ())) if isinstance(meld, Set) else 0
        near += len(meld.cards) + added + wilds >= CANASTA
    for rank, cards in by_rank.items():
        if rank in may_be:
            near += len(cards) + wilds >= CANASTA
            if rank not in on_table and len(cards) < 3:
                if len(cards) < rules.melds.min_naturals:
                    stuck += cards
                else:
                    short += 1
                    spare = max(spare, len(cards) == 1)
        elif rank == THREE and len(cards) >= 3:
            stuck += [card for card in cards if card in RED_THREES]
        elif rank not in (TWO, JOKER >> 2):
            stuck += cards
    if len(stuck) > 1 or short - spare > wilds or near < rules.out.canastas:
        return ()
    return stuck or (None, *(cards[-1] for cards in by_rank.values()))


def _lay_sets(table: Table, hand: Sequence[Card], reds: int, known: _Known) -> Iterable[Group] | None:
    """Return groups of one rank, wild melds and black threes that use the whole hand and let the side go out, or None.

    `known` keeps what was found out about the first ranks, for the next hand that differs only in later ones.
    """
    rules = table.rules
    left: dict[int, list[Card]] = {}
    for card in hand:
        left.setdefault(card >> 2, []).append(card)
    threes = [] if rules.plain_threes else left.pop(THREE, [])
    if threes and black_threes_problem(table, threes) is not None:
        return None
    twos, jokers = left.pop(TWO, []), left.pop(JOKER >> 2, [])
    if CALIENTE_RANK in left:
        return None
    for two_meld, wilds in _twos_plays(table, twos, jokers):
        parts = _share_out(table, left, wilds, reds, known)
        if parts is not None:
            return chain(two_meld, _groups(table, parts, wilds), [Group(tuple(threes))] if threes else ())
    return None


def _twos_plays(table: Table, twos: list[Card], jokers: list[Card]) -> Iterator[tuple[list[Group], list[Card]]]:
    """Yield ways to send twos and jokers to a meld of twos, and the wild cards left for other melds."""
    if not table.rules.twos.allowed:
        yield [], twos + jokers
        return
    mine = next((one for one in table.melds if isinstance(one, Twos) and len(one.cards) < CANASTA), None)
    have = mine.cards.count(JOKER) if mine is not None else 0
    base = len(mine.cards) - have if mine is not None else 0
    for count in range(len(twos) + 1):
        for mixed in range(len(jokers) + 1):
            whole = base + have + count + mixed
            if (count or mixed) and twos_problem(table.rules, base + count, have + mixed) is not None:
                continue
            if table.room is not None and whole >= CANASTA and canasta_count(table.melds) >= table.room:
                continue
            if (mine is not None or count) and whole < CANASTA and count < len(twos):
                continue
            group = [Group((*twos[:count], *jokers[:mixed]), MeldName("set", TWO))] if count or mixed else []
            yield group, twos[count:] + jokers[mixed:]


class _Part(NamedTuple):
    """What the plan adds to one meld of a rank (or of wild cards), None for a new one.

    Wild cards laid `by_itself` are a wild meld; `jokers` are the jokers of such a meld.
    """

    meld: Meld | None
    by_itself: bool
    rank: int
    naturals: tuple[Card, ...]
    wilds: int
    jokers: int = 0

    def legal(self, table: Table) -> bool:
        """Tell if the meld may hold all this."""
        have, wild = (0, 0) if self.meld is None else (self.meld.naturals, self.meld.wilds)
        if self.by_itself:
            return wild_problem(table.rules, wild + self.wilds) is None
        if self.wilds and not takes_wilds(table.rules, self.rank, self.meld, opening=table.opening):
            return False
        return set_problem(table.rules, have + len(self.naturals), wild + self.wilds) is None

    def makes(self, rules: Rules) -> _Made | None:
        """Return the canastas made by this part, to be added up; None if the meld must be a canasta and isn't."""
        have, wild = (0, 0) if self.meld is None else (self.meld.naturals, self.meld.wilds)
        wild += self.wilds
        if have + len(self.naturals) + wild < CANASTA:
            bound = rules.wilds.binds if self.by_itself else set_must_finish(rules, self.rank, wild)
            return None if bound else _NONE
        if self.by_itself and rules.wilds.pure_twos:
            jokers = self.jokers or (self.meld is not None and JOKER in self.meld.cards)
            return _Made(mixed=1) if jokers else _Made(natural=1)
        if self.by_itself:
            return _Made(wild=1)
        kind = set_counts_as(rules, self.rank, wild)
        return _Made(natural=1) if kind == "natural" else _Made(mixed=1) if kind == "mixed" else _Made(ranks=(kind,))


class _Made(NamedTuple):
    """What some parts make: wild cards used, jokers among them while wild melds are planned, and canastas by kind."""

    used: int = 0
    jokers: int = 0
    natural: int = 0
    mixed: int = 0
    wild: int = 0
    ranks: tuple[str, ...] = ()

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
_Ways = dict[_Made, tuple[_Part, ...]]


_NONE: Final = _Made()
_NOTHING: Final[_Ways] = {_NONE: ()}

#: A rank with its cards to lay, and how many wild cards there are.
_Task = tuple[int, tuple[Card, ...], int]

#: The result of each task after those before it, with the tasks that came next. The first task is the number of jokers,
#: without cards.
_Known = dict[_Task, tuple["_Ways", "_Known"]]

#: The results of single sets, by the numbers of cards that decide them: canastas, and wild cards added.
_OfSets = dict[tuple[int, ...], list[tuple[_Made, int]]]


def _share_out(
    table: Table, naturals: dict[int, list[Card]], pool: Sequence[Card], reds: int, known: _Known
) -> tuple[_Part, ...] | None:
    """Return a way to share out all natural cards and the wild ones of `pool` over the melds, or None.

    With it the side may go out.
    """
    rules, melds = table.rules, table.melds
    wilds, jokers = len(pool), pool.count(JOKER)
    of_sets, first = _known_of_sets(rules), (jokers, (), wilds)
    if first not in known:
        known[first] = _wild_ways(table, wilds - jokers, jokers), {}
    ways, later = known[first]
    # Without wild cards most melds get nothing.
    still = _NONE if wilds else _still(table, naturals)
    if still is None:
        return None
    lying = {meld.rank for meld in melds if isinstance(meld, Set)} if wilds else set()
    for rank in sorted(lying | naturals.keys()):
        task = rank, tuple(naturals.get(rank, ())), wilds
        if task not in later:
            later[task] = _combined(ways, _rank_ways(table, *task, of_sets), wilds), {}
        ways, later = later[task]
        if not ways:
            return None
    runs = _run_kinds(table)
    before = canasta_count(melds)
    others = canasta_count(meld for meld in melds if not isinstance(meld, Set | WildMeld))
    for shared, parts in ways.items():
        made = shared.plus(still)
        count = made.natural + made.mixed + made.wild + len(made.ranks)
        if made.used < wilds or (table.room is not None and before < count + others > table.room):
            continue
        kinds = ["natural"] * made.natural + ["mixed"] * made.mixed + ["wild"] * made.wild + [*made.ranks]
        if suffice(rules, [*kinds, *runs], reds):
            return parts
    return None


def _still(table: Table, naturals: Container[int]) -> _Made | None:
    """Return the canastas of all sets whose rank is not in `naturals`; None if one must be a canasta and isn't."""
    rules = table.rules
    still = [meld for meld in table.melds if isinstance(meld, Set) and meld.rank not in naturals]
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


def _rank_ways(table: Table, rank: int, cards: tuple[Card, ...], wilds: int, of_sets: _OfSets) -> _Ways:
    """Return ways to lay all these cards of one rank, and wild cards, on the melds of that rank or a new one."""
    of_rank = sets_of(table.melds, rank)
    places: list[Meld | None] = [*of_rank]
    if cards and rank in set_ranks(table.rules) and rank not in table.barred and may_start_set(table.rules, of_rank):
        places.append(None)
    if len(places) == 1:
        return _meld_ways(table, _Part(places[0], False, rank, cards, 0), wilds, of_sets)
    ways: _Ways = {}
    for split in _splits(len(cards), len(places)):
        found: _Ways = {_Made(): ()}
        at = 0
        for place, count in zip(places, split, strict=True):
            given = cards[at : at + count]
            at += count
            if place is None and not given:
                continue
            found = _combined(found, _meld_ways(table, _Part(place, False, rank, given, 0), wilds, of_sets), wilds)
        for made, parts in found.items():
            ways.setdefault(made, parts)
    return ways


def _meld_ways(table: Table, part: _Part, wilds: int, known: _OfSets) -> _Ways:
    """Return ways to lay a part with none, one, two … wild cards."""
    meld, _, rank, naturals, *_ = part
    have, wild = (0, 0) if meld is None else (meld.naturals, meld.wilds)
    key = rank, meld is None, have, wild, len(naturals), wilds, table.opening
    if key not in known:
        found = known[key] = []
        for more in range(wilds + 1):
            whole = part._replace(wilds=more)
            made = whole.makes(table.rules) if not (more or naturals) or whole.legal(table) else None
            if made is not None:
                found.append((made.plus(_NONE, more), more))
    return {made: (_Part(meld, False, rank, naturals, more),) if more or naturals else () for made, more in known[key]}


@functools.lru_cache(maxsize=256)
def _known_of_sets(rules: Rules) -> _OfSets:
    """Return what was found out about single sets of these rules: it depends only on numbers of cards."""
    del rules
    return {}


def _wild_ways(table: Table, twos: int, jokers: int) -> _Ways:
    """Return ways to lay wild cards by themselves.

    An unfinished wild meld that locks takes them all, or is completed.
    """
    wilds, lock = twos + jokers, locked(table.rules, table.melds)
    ways: _Ways = {_Made(): ()}
    for meld in table.melds:
        if isinstance(meld, WildMeld):
            own = _wild_meld_ways(table, meld, twos, jokers)
            if lock and len(meld.cards) < CANASTA:
                own = {m: p for m, p in own.items() if m.used == wilds or len(meld.cards) + m.used >= CANASTA}
            ways = _combined(ways, own, wilds)
    if may_start_wild(table.rules, table.melds):
        ways = _combined(ways, _wild_meld_ways(table, None, twos, jokers) | {_Made(): ()}, wilds)
    return {made._replace(jokers=0): parts for made, parts in ways.items() if made.used - twos <= made.jokers <= jokers}


def _wild_meld_ways(table: Table, meld: Meld | None, twos: int, jokers: int) -> _Ways:
    """Return ways to lay twos and jokers on a wild meld or a new one."""
    ways: _Ways = {}
    for mixed in range(jokers + 1):
        for more in range(mixed, mixed + twos + 1):
            part = _Part(meld, True, TWO, (), more, mixed)
            made = part.makes(table.rules) if not more or part.legal(table) else None
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


def _groups(table: Table, parts: Sequence[_Part], wilds: list[Card]) -> Iterator[Group]:
    """Yield the plan as groups, an unfinished wild meld first since it holds the others back, a new one last."""
    pool = list(wilds)
    shares = [(part, _from_pool(pool, part)) for part in sorted(parts, key=lambda part: not part.by_itself)]
    for part, share in sorted(shares, key=lambda one: _turn_of(one[0])):
        cards = (*part.naturals, *share)
        alike = wild_melds(table.melds) if part.by_itself else sets_of(table.melds, part.rank)
        kind = ("wild", 0) if part.by_itself else ("set", part.rank)
        if part.meld is None:
            yield Group(cards, MeldName(*kind, new=True) if alike else None)
        elif len(alike) > 1 or not part.naturals:
            nth = next(place for place, one in enumerate(alike, 1) if one is part.meld)
            yield Group(cards, MeldName(*kind, nth if len(alike) > 1 else 0))
        else:
            yield Group(cards)


def _from_pool(pool: list[Card], part: _Part) -> list[Card]:
    """Return the wild cards of a part, taken out of `pool`; those of wild melds must be taken first."""
    if not part.wilds:
        return []
    share = sorted(pool, key=lambda card: card != JOKER)[: part.jokers]
    share += sorted(pool, key=lambda card: card == JOKER)[: part.wilds - part.jokers]
    for card in share:
        pool.remove(card)
    return share


def _turn_of(part: _Part) -> int:
    if not part.by_itself:
        return 1
    return 2 if part.meld is None else 0
