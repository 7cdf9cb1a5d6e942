"""The initial meld: what a seat needs to open, and the one place that says if groups open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from .cards import Card
from .melds import CANASTA, KINDS, Laid
from .melds.base import wilds_among
from .moves import Group, IllegalMove
from .rules.model import OpeningRules
from .state import State

#: Points, or the words of the record (`"canasta"`).
Needed = int | str


def requirement(state: State, seat: int) -> Needed:
    """Return the points, or the kind of meld, that a seat needs to open, by its score or the number of the round."""
    rules = state.rules.opening
    reached = state.number + 1 if rules.by == "round" else state.scores[state.account(seat)]
    for start, needed in reversed(rules.table):
        if reached >= start:
            return needed
    return rules.table[0][1]


def required(state: State, seat: int) -> Needed | None:
    """Return what a seat still needs to open; None once it may lay freely."""
    return None if _has_opened(state, seat) else requirement(state, seat)


def is_open(state: State) -> bool:
    """Return whether the seat whose turn it is may lay freely."""
    return _has_opened(state, state.turn)


def _has_opened(state: State, seat: int) -> bool:
    """Return whether a seat may lay freely."""
    if not state.melds[state.side_of[seat]]:
        return False
    if state.lone is None or state.lone == seat or "shared-opening" in state.rules.side.pairing:
        return True
    return seat in state.melded_by or (seat == state.turn and any(state.laid))


def opens_before_draw(state: State, seat: int) -> bool:
    """Return whether the seat may lay its initial meld now, before it draws (docs/rules.md, Opening before the draw)."""
    return state.rules.opening.before_draw and state.phase == "draw" and required(state, seat) is not None


class Shape(NamedTuple):
    """The part of a group that counts for opening.

    `kind`, `canasta` and `naturals` are of the meld that the group lies in then; `whole` says that it is all of that
    meld.
    """

    kind: str
    canasta: str | None
    naturals: int
    points: int
    wild: bool
    whole: bool


class Opening:
    """The conditions of the initial meld: points, a canasta, three of a kind, no wild cards, and the exceptions.

    `worths` are the points of each card; `demands` are questions about one group: for each, at least one group must meet
    it.
    """

    def __init__(self, rules: OpeningRules, worths: Sequence[int], needed: Needed) -> None:
        self.needed = needed
        self.points = needed if isinstance(needed, int) else 200 if needed == "canasta 200" else 0
        self.pure = rules.pure and needed != 0
        self.splash = rules.splash
        self._worth_of = worths.__getitem__
        self.demands: list[Callable[[Shape], bool]] = []
        if isinstance(needed, str):
            self.demands.append(self._is_canasta)
        if rules.triple != "no":
            self.demands.append(self._is_triple_or_wild if rules.triple == "or-wild-meld" else _is_triple)

    def worth(self, cards: Iterable[Card]) -> int:
        """Return the points of some cards."""
        return sum(map(self._worth_of, cards))

    def problem(self, shapes: Sequence[Shape], *, free: bool) -> IllegalMove | None:
        """Return why groups of these shapes don't open, None if they do. `free` says that points don't matter."""
        points = sum([shape.points for shape in shapes])
        code = self._refusal(shapes, points, free=free)
        if code != "initial-meld-too-low":
            return None if code is None else IllegalMove(code)
        return IllegalMove(code, needed=self.needed, points=points)

    def _refusal(self, shapes: Sequence[Shape], points: int, *, free: bool) -> str | None:
        """Return the same refusal as an error code."""
        if self.splashed(shapes):
            return None
        if self.pure and any(shape.wild for shape in shapes):
            return "initial-meld-pure"
        if not shapes or (points < self.points and not (free and isinstance(self.needed, int))):
            return "initial-meld-too-low"
        for meets in self.demands:
            if not any(map(meets, shapes)):
                return "initial-meld-too-low" if meets == self._is_canasta else "initial-meld-triple"
        return None

    def splashed(self, shapes: Iterable[Shape]) -> bool:
        """Return whether one of some groups lifts every minimum."""
        return self.splash != "no" and any(map(self.splashes, shapes))

    def splashes(self, shape: Shape) -> bool:
        """Return whether a canasta laid whole lifts every minimum (docs/rules.md, Opening)."""
        if self.splash == "no" or not shape.whole:
            return False
        return shape.canasta in ("natural", "wild") or (self.splash == "any" and shape.canasta == "mixed")

    def _is_canasta(self, shape: Shape) -> bool:
        return shape.canasta is not None and not (self.needed == "natural canasta" and shape.canasta == "mixed")

    def _is_triple_or_wild(self, shape: Shape) -> bool:
        return shape.kind == "wild" or _is_triple(shape)

    def shape_of_laid(self, laid: Laid) -> Shape:
        """Return the shape of a group that lies on the table."""
        meld, cards = laid.meld, laid.cards
        whole = laid.new and len(cards) >= CANASTA
        return Shape(meld.kind, meld.canasta, meld.naturals, self.worth(cards), laid.wilds > 0, whole)

    def shape_of_group(self, group: Group) -> Shape:
        """Return the shape of a group that would be a meld of its own."""
        wilds = wilds_among(group.cards)
        kind = "set" if group.name is None else group.name.kind
        if wilds == len(group.cards):
            kind = "twos" if kind == "set" and group.name is not None else "wild"
        meld = KINDS[kind]()
        meld.cards, meld.naturals, meld.wilds = [*group.cards], len(group.cards) - wilds, wilds
        return self.shape_of_laid(Laid(meld, group.cards, new=True))


def _is_triple(shape: Shape) -> bool:
    return shape.kind == "set" and shape.naturals >= 3


def opening_due(state: State) -> Opening | None:
    """Return what the initial meld of the seat whose turn it is must be; None where it has opened."""
    return state.once(_opening_due)


def _opening_due(state: State) -> Opening | None:
    needed = required(state, state.turn)
    return None if needed is None else Opening(state.rules.opening, state.rules.card_worths, needed)


def whole_hand_is_free(state: State) -> bool:
    """Return whether a whole hand laid at once may be below the minimum: its player drew from the stock.

    See docs/rules.md, Opening.
    """
    return state.rules.opening.whole_hand != "minimum" and state.phase == "play" and "take" not in state.so_far


def laid_for_free(state: State) -> bool:
    """Return whether this turn's first melds were below the minimum, so that a card left can only be discarded."""
    if not state.laid or not whole_hand_is_free(state):
        return False
    if not state.opened_now(state.turn):
        return False
    needed = requirement(state, state.turn)
    opening = Opening(state.rules.opening, state.rules.card_worths, needed)
    shapes = [opening.shape_of_laid(one) for one in state.laid[0]]
    points = sum(shape.points for shape in shapes)
    return isinstance(needed, int) and points < needed and not opening.splashed(shapes)
