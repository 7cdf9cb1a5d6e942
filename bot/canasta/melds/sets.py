"""Melds of one rank: what they may hold, when one may be begun, and what their canastas earn."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import getitem
from typing import Final

from ..cards import ACE, JOKER, NATURAL_RANKS, RANK_NAMES, RANKS, SEVEN, THREE, Card
from ..hand import Hand, mixes_of
from ..moves import Group, IllegalMove, MeldName, Move, new_group, one_group_moves
from ..rules.model import Rules
from .base import CANASTA, LayConditions, Lying, Meld, MeldPlace, Melds, bonus_by_wilds, may_begin_another, named
from .locks import free_wilds, refuse_locked

#: Numbers of natural and of wild cards that may join a meld together.
Additions = tuple[tuple[int, int], ...]
#: The name of the meld that cards join, as its place in `_NAMES`, and how many naturals, twos and jokers they are.
SetShape = tuple[int, int, int, int]

#: Score lines of canastas with a bonus of their own; those of other ranks are on the line of their kind.
_LINES: Final = {SEVEN: "sevens", ACE: "aces"}
#: How many answers are remembered.
_MOST_KNOWN: Final = 8192
#: Jokers, by their number.
_JOKERS: Final = tuple((JOKER,) * count for count in range(33))
#: The names of melds by rank: none, the rank's own, that of a new meld, and those of the first meld, the second, …
_NAMELESS, _PLAIN, _NEW = range(3)
_NAMES: Final = tuple(
    (
        None,
        MeldName("set", rank),
        MeldName("set", rank, new=True),
        *(MeldName("set", rank, nth) for nth in range(1, 40)),
    )
    for rank in range(len(RANKS))
)
#: The number of naturals of a rank that may have a bonus of their own.
_EIGHT: Final = 8
#: The ranks of each choice of `melds.ranks`, with threes where they are ordinary cards.
_SET_RANKS: Final[Mapping[str, Sequence[int]]] = {
    "all": (*range(NATURAL_RANKS), THREE),
    "aces-and-threes": (ACE, THREE),
    "none": (),
}
_WITHOUT_THREES: Final = {choice: [rank for rank in ranks if rank != THREE] for choice, ranks in _SET_RANKS.items()}


class Set(Meld):
    """Three or more cards of one natural rank, with wild cards where the rules allow them."""

    __slots__ = ()
    kind = "set"

    @property
    def canasta(self) -> str | None:
        """`mixed` or `natural`, None below seven cards."""
        if len(self.cards) < CANASTA:
            return None
        return "mixed" if self.wilds else "natural"

    def counts_as(self, rules: Rules) -> str | None:
        """Return `natural` or `mixed`, or the rank's name where its canastas are asked for by themselves."""
        return set_counts_as(rules, self.rank, self.wilds) if len(self.cards) >= CANASTA else None

    def must_finish(self, rules: Rules) -> bool:
        """Return whether melds of this rank must be complete."""
        return set_must_finish(rules, self.rank, self.wilds)

    def earns(self, rules: Rules, kind: str, *, went_out: bool) -> tuple[str, int]:
        """Return line and points; a rank with a bonus of its own may have a line of its own."""
        own = rules.ranks[self.rank]
        if own.canasta is not None and (kind == "natural" or own.concerns == "all"):
            return _LINES.get(self.rank, kind), own.canasta
        if self.naturals >= _EIGHT:
            eight = rules.canastas.earns("eight" if kind == "natural" else "eight-wild")
            if eight is not None:
                return kind, eight
        return bonus_by_wilds(rules, kind, self.natural_row())

    def owes(self, rules: Rules) -> int:
        """Return the penalty for a meld of this rank that is no canasta."""
        return rules.ranks[self.rank].unfinished if rank_concerns(rules, self.rank, self.wilds) else 0

    @property
    def label(self) -> str:
        """The rank."""
        return RANKS[self.rank]

    @classmethod
    def place(
        cls, conditions: LayConditions, name: MeldName | None, rank: int, cards: tuple[Card, ...], wilds: int
    ) -> MeldPlace:
        """Return where cards of a rank go. Raises `IllegalMove` if no meld of it may hold them."""
        rules = conditions.rules
        if rank not in set_ranks(rules):
            if rank >= NATURAL_RANKS:
                raise IllegalMove("no-such-meld", meld=RANKS[rank])
            raise IllegalMove("rank-not-melded", rank=rank)
        if wilds:
            refuse_locked(conditions, cards)
        of_rank = sets_of(conditions.melds, rank)
        if name is not None and name.nth > len(of_rank):
            raise IllegalMove("no-such-meld", meld=str(name))
        problem: str | None = None
        if of_rank and (name is None or not name.new):
            for meld in named(name, of_rank):
                lying = meld.naturals, meld.wilds
                problem = addition_problem(conditions, rank, lying, len(cards) - wilds, wilds)
                if problem is None:
                    return MeldPlace(meld, cards)
            if name is not None:
                raise IllegalMove(problem or "no-such-meld", rank=rank)
        if of_rank and not may_start_set(rules, conditions.melds.lying[rank]):
            raise IllegalMove(problem or "one-meld-a-rank", rank=rank)
        if name is not None and not name.new and not of_rank and len(cards) < 3:
            raise IllegalMove("no-such-meld", meld=str(name))
        if rank in conditions.barred:
            raise IllegalMove("their-canasta", rank=rank)
        started = addition_problem(conditions, rank, None, len(cards) - wilds, wilds)
        if started is not None:
            raise IllegalMove(problem or started, rank=rank)
        return MeldPlace(cls(rank), cards, new=True)


def set_ranks(rules: Rules) -> Sequence[int]:
    """Return the ranks that may be melded as such (docs/rules.md, Melds of one rank)."""
    return (_SET_RANKS if rules.plain_threes else _WITHOUT_THREES)[rules.melds.ranks]


def sets_of(melds: Melds, rank: int) -> Sequence[Meld]:
    """Return the melds of one rank."""
    return melds.sets.get(rank, ())


def has_canasta(melds: Melds, rank: int) -> bool:
    """Return whether a canasta of this rank is among the melds."""
    return any(len(meld.cards) >= CANASTA for meld in sets_of(melds, rank))


def set_counts_as(rules: Rules, rank: int, wilds: int) -> str:
    """Return the kind as which a canasta of this rank with `wilds` wild cards counts (docs/rules.md, Going out)."""
    if RANK_NAMES[rank] in rules.out.needs:
        return RANK_NAMES[rank]
    return "mixed" if wilds else "natural"


def rank_concerns(rules: Rules, rank: int, wilds: int) -> bool:
    """Return whether what is special about a rank concerns a meld with `wilds` wild cards (docs/rules.md, Sevens and aces)."""
    return not wilds or rules.ranks[rank].concerns == "all"


def ranks_asked(rules: Rules) -> list[str]:
    """Return the names of the ranks whose canastas are asked for by themselves to go out."""
    return [name for name in dict.fromkeys(rules.out.needs) if name in RANK_NAMES]


def set_must_finish(rules: Rules, rank: int, wilds: int) -> bool:
    """Return whether a meld of this rank with `wilds` wild cards must be a canasta before its side may go out."""
    return rules.ranks[rank].complete and rank_concerns(rules, rank, wilds)


def set_problem(rules: Rules, naturals: int, wilds: int) -> str | None:
    """Return why a meld of one rank may not hold these numbers of cards, as an error code, or None.

    See docs/rules.md, Melds of one rank.
    """
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
        if _outnumbered(limits.ratio, naturals, wilds):
            return "wilds-outnumber-naturals"
    elif limits.max_natural is not None and size > limits.max_natural:
        return "meld-full"
    if limits.max_size is not None and size > limits.max_size:
        return "meld-full"
    return None


def _outnumbered(ratio: str, naturals: int, wilds: int) -> bool:
    if ratio == "free":
        return False
    if ratio == "half-of-naturals":
        return naturals < 2 * wilds
    return wilds > naturals or (wilds == naturals and ratio == "fewer-than-naturals")


def addition_problem(
    conditions: LayConditions, rank: int, lying: tuple[int, int] | None, naturals: int, wilds: int
) -> str | None:
    """Return why this many cards may not join a meld of a rank, or be one, as an error code, or None.

    `lying` are the naturals and wild cards of the meld, None for a new one.
    """
    have, wild = lying or (0, 0)
    problem = set_problem(conditions.rules, have + naturals, wild + wilds)
    if problem is None and wilds and not _takes_wilds(conditions.rules, rank, lying, opening=conditions.opening):
        return "pure-only"
    return problem


def _takes_wilds(rules: Rules, rank: int, lying: tuple[int, int] | None, *, opening: bool) -> bool:
    """Return whether a meld of this rank (None: a new one) may get wild cards (docs/rules.md, Sevens and aces)."""
    if lying is not None and sum(lying) >= CANASTA and not rules.melds.canasta_wilds:
        return False
    pure = rules.ranks[rank].pure
    if pure == "opening":
        return opening if lying is None else lying[1] > 0
    return pure == "no"


def may_start_set(rules: Rules, of_rank: Lying) -> bool:
    """Return whether a side with these melds of a rank may begin another (docs/rules.md, More than one meld of a rank)."""
    return may_begin_another(rules.melds.same_rank, [*map(sum, of_rank)])


def places_of_rank(rules: Rules, of_rank: Lying) -> Iterator[tuple[int, tuple[int, int] | None, int]]:
    """Yield the melds to which cards of a rank may go: its number, cards, and the place of its name in `_NAMES`.

    The last is a new meld (0, without cards) where there may be one.
    """
    for nth, lying in enumerate(of_rank, 1):
        yield nth, lying, _NEW + nth if len(of_rank) > 1 else _NAMELESS
    if may_start_set(rules, of_rank):
        yield 0, None, _NEW if of_rank else _NAMELESS


class _ShapesOfRank(dict[tuple[Lying, int], Sequence[SetShape]]):
    """The shapes that a hand can lay of a rank, by the cards of its melds and how many of it the hand holds.

    They are worked out when they are first asked for. `rank` is None for one that is not melded.
    """

    __slots__ = ("_barred", "_jokers", "_rank", "_sizes", "_table", "_twos")

    def __init__(self, sizes: SetSizes, conditions: LayConditions, rank: int | None, twos: int, jokers: int) -> None:
        super().__init__()
        self._sizes = sizes
        self._table = LayConditions(conditions.rules, Melds(), conditions.opening)
        self._rank = rank
        self._barred = rank in conditions.barred
        self._twos = twos
        self._jokers = jokers

    def __missing__(self, key: tuple[Lying, int]) -> Sequence[SetShape]:
        self[key] = found = () if self._rank is None else tuple(self._worked_out(self._rank, *key))
        self._sizes.worked_out += 1
        return found

    def _worked_out(self, rank: int, of_rank: Lying, held: int) -> Iterator[SetShape]:
        for _, lying, name in places_of_rank(self._table.rules, of_rank):
            if lying is None and (not held or self._barred):
                continue
            for more, wild in self._sizes.additions(self._table, rank, lying, held, self._twos + self._jokers):
                for mixed in mixes_of(wild, self._twos, self._jokers) if more or wild else ():
                    # Wild cards alone don't say where they go.
                    yield name if more else name or _PLAIN, more, wild - mixed, mixed


class SetSizes:
    """The limits of `addition_problem`, for frequent use: each answer is worked out once for all games of the same
    rules."""

    __slots__ = ("_known", "_pure", "_shapes", "worked_out")

    def __init__(self, rules: Rules) -> None:
        self._known: dict[object, Additions] = {}
        #: The shapes of each rank, by its index, by what a hand's wild cards and the table say of all ranks.
        self._shapes: dict[object, Sequence[_ShapesOfRank]] = {}
        self.worked_out = 0
        #: All that matters of a rank is whether its melds take wild cards.
        self._pure = {rank: rules.ranks[rank].pure for rank in set_ranks(rules)}

    def additions(
        self,
        conditions: LayConditions,
        rank: int,
        lying: tuple[int, int] | None,
        more: int,
        more_wilds: int,
        given: int = 0,
    ) -> Additions:
        """Return what of `more` and `more_wilds` may join a meld of a rank, or be one (None); fewest first.

        `lying` are the naturals and wild cards of the meld; `given` naturals are laid with them.
        """
        key = self._pure[rank], lying, more, more_wilds, given, conditions.opening
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = tuple(
                (count, wild)
                for count in range(more + 1)
                for wild in range(more_wilds + 1)
                if addition_problem(conditions, rank, lying, given + count, wild) is None
            )
        return found

    def by_rank(self, conditions: LayConditions, hand: Hand) -> Sequence[_ShapesOfRank]:
        """Return the shapes that such a hand's wild cards allow under such conditions, of each rank by its index."""
        twos, jokers = free_wilds(conditions, hand)
        found = self._shapes.get((twos, jokers, conditions.opening, conditions.barred))
        if found is None:
            if self.worked_out > _MOST_KNOWN:
                self._shapes.clear()
                self.worked_out = 0
            alike = dict[object, _ShapesOfRank]()
            found = []
            for rank in range(max(self._pure, default=-1) + 1):
                like = self._pure.get(rank), rank in conditions.barred
                if like not in alike:
                    alike[like] = _ShapesOfRank(self, conditions, rank if rank in self._pure else None, twos, jokers)
                found.append(alike[like])
            self._shapes[twos, jokers, conditions.opening, conditions.barred] = found
        return found

    def of_hand(self, conditions: LayConditions, hand: Hand) -> list[Sequence[SetShape]]:
        """Return the shapes of each rank, by its index, that a hand can add to its melds or begin a new one with."""
        return [*map(getitem, self.by_rank(conditions, hand), zip(conditions.melds.lying, hand.counts, strict=True))]

    def shapes(self, conditions: LayConditions, hand: Hand, rank: int, of_rank: Lying) -> Sequence[SetShape]:
        """Return the same of one rank, of which these melds are on the table."""
        return self.by_rank(conditions, hand)[rank][of_rank, hand.counts[rank]]


@functools.lru_cache(maxsize=256)
def set_sizes(rules: Rules) -> SetSizes:
    """Return the `SetSizes` that all games of these rules share."""
    return SetSizes(rules)


def named_shapes(
    conditions: LayConditions, sizes: SetSizes, hand: Hand, rank: int
) -> list[tuple[MeldName | None, int, int, int]]:
    """Return the groups of `set_groups` for the side's melds: the name of one and numbers of naturals, twos and jokers."""
    names = _NAMES[rank]
    shapes = sizes.shapes(conditions, hand, rank, conditions.melds.lying[rank])
    return [(names[name], more, twos, jokers) for name, more, twos, jokers in shapes]


def set_groups(conditions: LayConditions, sizes: SetSizes, hand: Hand, rank: int, of_rank: Lying) -> list[Group]:
    """Return all groups of one rank that fit a meld of `of_rank` or are a new one, and hold at least one card."""
    return named_groups(rank, hand.of_rank(rank), hand.twos, sizes.shapes(conditions, hand, rank, of_rank))


class SetMoves:
    """The moves of one group by which a seat lays cards of its hand in these shapes of each rank, by its index."""

    __slots__ = ("_hand", "_seat", "_shapes", "_size", "_verb")

    def __init__(self, seat: int, verb: str, hand: Hand, shapes: Sequence[Sequence[SetShape]]) -> None:
        self._seat = seat
        self._verb = verb
        self._hand = hand
        self._shapes = shapes
        self._size = sum(map(len, shapes))

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, place: int, /) -> Move:
        for rank, of_rank in enumerate(self._shapes):
            if place < len(of_rank):
                return self.made(rank, of_rank[place])
            place -= len(of_rank)
        raise IndexError(place)

    def __iter__(self) -> Iterator[Move]:
        groups: list[Group] = []
        for rank, of_rank in enumerate(self._shapes):
            if of_rank:
                groups += named_groups(rank, self._hand.of_rank(rank), self._hand.twos, of_rank)
        return iter(one_group_moves(self._seat, self._verb, groups))

    def made(self, rank: int, shape: SetShape) -> Move:
        """Return the move that lays cards of a rank in this shape."""
        groups = named_groups(rank, self._hand.of_rank(rank), self._hand.twos, (shape,))
        return one_group_moves(self._seat, self._verb, groups)[0]

    def fitting(self, fits: Callable[[int, SetShape], bool]) -> SetMoves:
        """Return those of the moves whose rank and shape fit."""
        shapes = [[shape for shape in of_rank if fits(rank, shape)] for rank, of_rank in enumerate(self._shapes)]
        return SetMoves(self._seat, self._verb, self._hand, shapes)


def named_groups(rank: int, held: tuple[Card, ...], twos: tuple[Card, ...], shapes: Iterable[SetShape]) -> list[Group]:
    """Return groups of these shapes, made of cards `held` of a rank, the first of them first, and wild ones."""
    names = _NAMES[rank]
    return [
        new_group((held[:more] + twos[:plain] + _JOKERS[mixed], names[name], False))
        for name, more, plain, mixed in shapes
    ]
