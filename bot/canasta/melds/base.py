"""The base of all melds, the conditions for laying cards, and what is kept of cards laid to take them back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from ..cards import RANKS, WILD_CARDS, Card
from ..moves import MeldName
from ..rules.model import Rules

_IS_WILD: Final = WILD_CARDS.__contains__
#: The number of cards from which a meld is a canasta (docs/rules.md, Melds and canastas).
CANASTA: Final = 7


class Meld:
    """One meld on the table; each kind of meld is a class of its own.

    `cards` are in the order laid, a run's from low to high; `rank` is the rank index of a set, the lowest place of a
    run; `suit` is a run's. `made` is the kind of canasta that the meld was when it became one.
    """

    __slots__ = ("cards", "made", "naturals", "rank", "suit", "wilds")
    kind: ClassVar[str]

    def __init__(self, rank: int = 0, suit: int = 0) -> None:
        self.rank = rank
        self.suit = suit
        self.cards: list[Card] = []
        self.naturals = 0
        self.wilds = 0
        self.made: str | None = None

    @property
    def canasta(self) -> str | None:
        """The kind of canasta that this is:

        `natural`, `mixed`, `wild`, `twos`, `sequence`, or None below seven cards.
        """
        return self.kind if len(self.cards) >= CANASTA else None

    def counts_as(self, rules: Rules) -> str | None:
        """Return the kind of canasta that this is for going out, None for none."""
        del rules
        return self.canasta

    def must_finish(self, rules: Rules) -> bool:
        """Return whether this meld must be a canasta before its side may go out."""
        del rules
        return False

    def earns(self, rules: Rules, kind: str, *, went_out: bool) -> tuple[str, int]:
        """Return the line of the score sheet and the points of this canasta, which counts as `kind`."""
        raise NotImplementedError

    def owes(self, rules: Rules) -> int:
        """Return the penalty for this meld if it is no canasta at the end."""
        del rules
        return 0

    @property
    def key(self) -> tuple[type[Meld], int, int]:
        """The common part of melds that have the same name in moves."""
        return type(self), self.rank, self.suit

    @property
    def label(self) -> str:
        """The name that a move has for the first meld of this key."""
        raise NotImplementedError

    def numbered(self, nth: int) -> str:
        """Return the name that a move has for the second, third … meld of this key."""
        return f"{self.label}{nth}"

    def natural_row(self) -> int:
        """Return how many naturals lie side by side."""
        return self.naturals

    def times(self, trump: int | None) -> int:
        """Return how often this canasta's bonus counts; `trump` is the suit that is trump, None if none is."""
        del trump
        return 1


#: The numbers of natural and of wild cards of each meld of a rank.
Lying = tuple[tuple[int, int], ...]


class Melds(list[Meld]):
    """Melds in the order laid; `sets` are those of one rank, by their rank, and `lying` are the cards of each rank's,
    counted.

    `changes` counts how often something was laid on them or taken back, `blacks` are the melds of black threes.
    """

    __slots__ = ("blacks", "changes", "lying", "sets")

    def __init__(self, melds: Iterable[Meld] = ()) -> None:
        super().__init__()
        self.changes = self.blacks = 0
        self.sets: dict[int, list[Meld]] = {}
        self.lying: list[Lying] = [()] * len(RANKS)
        for meld in melds:
            self.append(meld)

    def append(self, meld: Meld) -> None:
        """Add a meld."""
        super().append(meld)
        self.changes += 1
        if meld.kind == "set":
            self.sets.setdefault(meld.rank, []).append(meld)
            self.recount(meld.rank)
        elif meld.kind == "black-threes":
            self.blacks += 1

    def remove(self, meld: Meld) -> None:
        """Take a meld away."""
        super().remove(meld)
        self.changes += 1
        if meld.kind == "set":
            self.sets[meld.rank].remove(meld)
            self.recount(meld.rank)
            if not self.sets[meld.rank]:
                del self.sets[meld.rank]
        elif meld.kind == "black-threes":
            self.blacks -= 1

    def recount(self, rank: int) -> None:
        """Count the cards of a rank's melds again, which have changed."""
        self.lying[rank] = tuple([(meld.naturals, meld.wilds) for meld in self.sets[rank]])

    def __reduce__(self) -> tuple[type[Melds], tuple[list[Meld]]]:
        """Copy the melds alone: they are sorted again."""
        return Melds, ([*self],)


class Laid:
    """One group as it was laid: its cards, its meld, whether that was `new`, its wild cards, and a run's shape before.

    `completes` says that the cards made the meld a canasta, `topped` that the pile's top card is among them,
    `from_foot` that they are the first that their player played from a foot.
    """

    __slots__ = ("before", "cards", "completes", "from_foot", "meld", "new", "topped", "wilds")

    def __init__(
        self, meld: Meld, cards: tuple[Card, ...], new: bool = False, before: tuple[int, list[Card]] | None = None
    ) -> None:
        self.meld = meld
        self.cards = cards
        self.new = new
        self.wilds = wilds_among(cards)
        self.before = before
        self.completes = False
        self.topped = False
        self.from_foot = False


class MeldPlace(NamedTuple):
    """Where cards go: to `meld`, which they begin if it is `new`.

    A run that grows has its low place and cards in `run`.
    """

    meld: Meld
    cards: tuple[Card, ...]
    new: bool = False
    run: tuple[int, list[Card]] | None = None

    @property
    def makes_canasta(self) -> bool:
        """Whether these cards make the meld a canasta."""
        before = 0 if self.new else len(self.meld.cards)
        return before < CANASTA <= before + len(self.cards)


@dataclass(slots=True)  # its fields are looked at far more often than those of a named tuple could be
class LayConditions:
    """Everything apart from the cards that decides if they can be laid on a side's melds.

    `opening` says that the side's initial meld is being laid, `barred` are ranks that it may not begin, `room` is how
    many canastas it may have in all (None: any number).
    """

    rules: Rules
    melds: Melds
    opening: bool = False
    barred: frozenset[int] = frozenset()
    room: int | None = None


def wilds_among(cards: Sequence[Card]) -> int:
    """Return how many of these cards are twos or jokers."""
    return sum(map(_IS_WILD, cards))


def may_begin_another(rule: str, sizes: Sequence[int]) -> bool:
    """Return whether a side with melds of a kind of these sizes may begin one more.

    `rule` is `one`, `two` or `after-canasta`.
    """
    if not sizes:
        return True
    if rule == "two":
        return len(sizes) < 2
    return rule == "after-canasta" and min(sizes) >= CANASTA


def meld_name(meld: Meld, melds: Sequence[Meld]) -> str:
    """Return the name that a move has for one of these melds (`K`, `K2`, `WILD`, `H5#2`; black threes are `3`)."""
    nth = 1
    for one in melds:
        if one is meld:
            break
        nth += one.rank == meld.rank and one.key == meld.key
    return meld.label if nth == 1 else meld.numbered(nth)


def bonus_by_wilds(rules: Rules, kind: str, row: int) -> tuple[str, int]:
    """Return line and points of a `natural` or `mixed` canasta with `row` naturals side by side.

    A mixed one may be semi-clean (docs/rules.md, Clean and dirty canastas).
    """
    points = rules.canastas
    if kind == "natural":
        return "natural", points.natural
    semi = points.earns("semi-clean") if row >= CANASTA else None
    if semi is not None:
        return "semi", semi
    return "mixed", points.mixed


def named(name: MeldName | None, alike: Sequence[Meld]) -> Sequence[Meld]:
    """Return those of melds of one name that a group may mean: the one with its number, else all in the order laid."""
    return alike[name.nth - 1 : name.nth] if name is not None and name.nth else alike
