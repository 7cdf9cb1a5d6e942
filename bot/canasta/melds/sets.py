"""Melds of one rank: what they may hold, when one may be begun, and what their canastas earn."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from ..cards import ACE, JOKER, NATURAL_RANKS, RANK_NAMES, RANKS, SEVEN, THREE, Card
from ..hand import Hand, mixes_of
from ..moves import Group, IllegalMove, MeldName, Move, new_group, one_group_moves
from ..rules.model import Rules
from .base import CANASTA, LayConditions, Lying, Meld, MeldPlace, Melds, bonus_by_wilds, may_begin_another, named
from .locks import refuse_locked

#: Numbers of natural and of wild cards that may join a meld together.
Additions = tuple[tuple[int, int], ...]
#: The name of the meld that cards join, as its place in `_NAMES`, and how many naturals, twos and jokers they are.
SetShape = tuple[int, int, int, int]

#: The shapes of a rank, and the most cards of one of them, by the cards of its melds (None where there are none), how many
#: of it are in the hand, and if no meld of it may be begun.
_ShapesOfRank = dict[tuple[Lying | None, int, bool], tuple[Sequence[SetShape], int]]

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
        cls, table: LayConditions, name: MeldName | None, rank: int, cards: tuple[Card, ...], wilds: int
    ) -> MeldPlace:
        """Return where cards of a rank go. Raises `IllegalMove` if no meld of it may hold them."""
        rules = table.rules
        if rank not in set_ranks(rules):
            if rank >= NATURAL_RANKS:
                raise IllegalMove("no-such-meld", meld=RANKS[rank])
            raise IllegalMove("rank-not-melded", rank=rank)
        if wilds:
            refuse_locked(table, cards)
        of_rank = sets_of(table.melds, rank)
        if name is not None and name.nth > len(of_rank):
            raise IllegalMove("no-such-meld", meld=str(name))
        problem: str | None = None
        if of_rank and (name is None or not name.new):
            for meld in named(name, of_rank):
                problem = addition_problem(table, rank, meld, len(cards) - wilds, wilds)
                if problem is None:
                    return MeldPlace(meld, cards)
            if name is not None:
                raise IllegalMove(problem or "no-such-meld", rank=rank)
        if of_rank and not may_start_set(rules, of_rank):
            raise IllegalMove(problem or "one-meld-a-rank", rank=rank)
        if name is not None and not name.new and not of_rank and len(cards) < 3:
            raise IllegalMove("no-such-meld", meld=str(name))
        if rank in table.barred:
            raise IllegalMove("their-canasta", rank=rank)
        started = addition_problem(table, rank, None, len(cards) - wilds, wilds)
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


def addition_problem(table: LayConditions, rank: int, meld: Meld | None, naturals: int, wilds: int) -> str | None:
    """Return why this many cards may not join a meld of a rank, or be one (None), as an error code, or None."""
    have, wild = (0, 0) if meld is None else (meld.naturals, meld.wilds)
    problem = set_problem(table.rules, have + naturals, wild + wilds)
    if problem is None and wilds and not _takes_wilds(table.rules, rank, meld, opening=table.opening):
        return "pure-only"
    return problem


def _takes_wilds(rules: Rules, rank: int, meld: Meld | None, *, opening: bool) -> bool:
    """Return whether a meld of this rank (None: a new one) may get wild cards (docs/rules.md, Sevens and aces)."""
    if meld is not None and meld.canasta is not None and not rules.melds.canasta_wilds:
        return False
    pure = rules.ranks[rank].pure
    if pure == "opening":
        return opening if meld is None else meld.wilds > 0
    return pure == "no"


def may_start_set(rules: Rules, of_rank: Sequence[Meld]) -> bool:
    """Return whether a side with these melds of a rank may begin another (docs/rules.md, More than one meld of a rank)."""
    return may_begin_another(rules.melds.same_rank, of_rank)


class SetSizes:
    """The limits of `addition_problem`, for frequent use: each answer is worked out once for all games of the same
    rules."""

    __slots__ = ("_known", "_pure", "_shapes", "_worked_out")

    def __init__(self, rules: Rules) -> None:
        self._known: dict[object, Additions] = {}
        #: The shapes of each rank by what a hand's wild cards and the table say of all ranks.
        self._shapes: dict[object, dict[int, _ShapesOfRank]] = {}
        self._worked_out = 0
        #: All that matters of a rank is whether its melds take wild cards.
        self._pure = {rank: rules.ranks[rank].pure for rank in set_ranks(rules)}

    def additions(
        self, table: LayConditions, rank: int, meld: Meld | None, more: int, more_wilds: int, given: int = 0
    ) -> Additions:
        """Return what of `more` and `more_wilds` may join a meld of a rank, or be one (None); fewest first.

        `given` naturals are laid with them.
        """
        lying = None if meld is None else (meld.naturals, meld.wilds)
        key = self._pure[rank], lying, more, more_wilds, given, table.opening
        if key not in self._known:
            self._known[key] = tuple(
                (count, wild)
                for count in range(more + 1)
                for wild in range(more_wilds + 1)
                if addition_problem(table, rank, meld, given + count, wild) is None
            )
        return self._known[key]

    def shapes(
        self, table: LayConditions, hand: Hand, rank: int, of_rank: Sequence[Meld]
    ) -> tuple[Sequence[SetShape], int]:
        """Return what a hand can add to each meld of `of_rank` or begin a new one with, and the most cards of these."""
        known = self._by_rank(table, hand)[rank]
        key = table.melds.lying[rank] if of_rank else None, hand.counts[rank], rank in table.barred
        found = known.get(key)
        if found is None:
            shapes = [*self._new_shapes(table, hand, rank, of_rank)]
            found = known[key] = shapes, max([sum(shape[1:]) for shape in shapes], default=0)
            self._worked_out += 1
        return found

    def _by_rank(self, table: LayConditions, hand: Hand) -> dict[int, _ShapesOfRank]:
        """Return the shapes of each rank that are known for such a hand's wild cards."""
        key = len(hand.free_twos), hand.free_jokers, table.opening
        if self._worked_out > _MOST_KNOWN:
            self._shapes.clear()
            self._worked_out = 0
        found = self._shapes.get(key)
        if found is None:
            alike: dict[str, _ShapesOfRank] = {pure: {} for pure in self._pure.values()}
            found = self._shapes[key] = {rank: alike[pure] for rank, pure in self._pure.items()}
        return found

    def of_hand(self, table: LayConditions, hand: Hand) -> tuple[list[tuple[int, Sequence[SetShape]]], int]:
        """Return the `shapes` of each rank of which a hand can lay something, and the most cards of one of all these."""
        melds, barred, ranks = table.melds, table.barred, self._pure
        known, wilds = self._by_rank(table, hand), len(hand.free_twos) + hand.free_jokers
        # A rank without a meld of the side offers nothing if the hand has too few cards for one.
        least, least_on_table = max(table.rules.melds.min_naturals, 3 - wilds), 0 if wilds else 1
        offered, largest = list[tuple[int, Sequence[SetShape]]](), 0
        counted = zip(ranks, map(hand.counts.__getitem__, ranks), map(melds.lying.get, ranks), strict=True)
        for rank, count, on_table in counted:
            if count < (least if on_table is None else least_on_table):
                continue
            shapes, most = known[rank].get((on_table, count, rank in barred)) or self.shapes(
                table, hand, rank, sets_of(melds, rank)
            )
            if shapes:
                offered.append((rank, shapes))
                largest = max(largest, most)
        return offered, largest

    def _new_shapes(self, table: LayConditions, hand: Hand, rank: int, of_rank: Sequence[Meld]) -> Iterator[SetShape]:
        held, twos, jokers = hand.counts[rank], len(hand.free_twos), hand.free_jokers
        places: list[tuple[Meld | None, int, int]] = []
        for nth, meld in enumerate(of_rank, 1):
            name = _NEW + nth if len(of_rank) > 1 else _PLAIN
            # Wild cards alone don't say where they go.
            places.append((meld, name if len(of_rank) > 1 else _NAMELESS, name))
        if held and rank not in table.barred and (not of_rank or may_start_set(table.rules, of_rank)):
            places.append((None, _NEW if of_rank else _NAMELESS, _NEW))
        for place, name_of_naturals, name_of_wilds in places:
            for more, wild in self.additions(table, rank, place, held, twos + jokers):
                for mixed in mixes_of(wild, twos, jokers) if more or wild else ():
                    yield name_of_naturals if more else name_of_wilds, more, wild - mixed, mixed


@functools.lru_cache(maxsize=256)
def set_sizes(rules: Rules) -> SetSizes:
    """Return the `SetSizes` that all games of these rules share."""
    return SetSizes(rules)


def named_shapes(
    table: LayConditions, sizes: SetSizes, hand: Hand, rank: int, of_rank: Sequence[Meld]
) -> list[tuple[MeldName | None, int, int, int]]:
    """Return the groups of `set_groups` as the name of the meld and the numbers of naturals, twos and jokers."""
    names = _NAMES[rank]
    shapes, _ = sizes.shapes(table, hand, rank, of_rank)
    return [(names[name], more, twos, jokers) for name, more, twos, jokers in shapes]


def set_groups(table: LayConditions, sizes: SetSizes, hand: Hand, rank: int, of_rank: Sequence[Meld]) -> list[Group]:
    """Return all groups of one rank that fit a meld of `of_rank` or are a new one, and hold at least one card."""
    return named_groups(hand, rank, sizes.shapes(table, hand, rank, of_rank)[0])


class SetMoves:
    """The melds of one group by which a seat lays cards of its hand in these shapes of each rank."""

    __slots__ = ("_hand", "_seat", "_shapes", "_size")

    def __init__(self, seat: int, hand: Hand, shapes: Sequence[tuple[int, Sequence[SetShape]]]) -> None:
        self._seat = seat
        self._hand = hand
        self._shapes = shapes
        self._size = sum([len(of_rank) for _, of_rank in shapes])

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, place: int, /) -> Move:
        for rank, of_rank in self._shapes:
            if place < len(of_rank):
                return one_group_moves(self._seat, "meld", named_groups(self._hand, rank, [of_rank[place]]))[0]
            place -= len(of_rank)
        raise IndexError(place)

    def __iter__(self) -> Iterator[Move]:
        groups = list[Group]()
        for rank, of_rank in self._shapes:
            groups += named_groups(self._hand, rank, of_rank)
        return iter(one_group_moves(self._seat, "meld", groups))


def named_groups(hand: Hand, rank: int, shapes: Iterable[SetShape]) -> list[Group]:
    """Return the cards of a hand that have these shapes."""
    held, free_twos, names = hand.of_rank(rank), hand.free_twos, _NAMES[rank]
    return [
        new_group((held[:more] + free_twos[:twos] + _JOKERS[jokers], names[name], False))
        for name, more, twos, jokers in shapes
    ]
