"""Melds of twos as a rank of their own, with jokers as wild cards."""

from __future__ import annotations

from collections.abc import Iterator

from ..cards import JOKER, RANKS, TWO, Card
from ..hand import Hand
from ..moves import Group, IllegalMove, MeldName
from ..rules.model import Rules
from .base import CANASTA, LayConditions, Meld, MeldPlace, may_begin_another


class Twos(Meld):
    """Twos, with two jokers at most, up to seven cards (docs/rules.md, Melds of twos)."""

    __slots__ = ()
    kind = "twos"

    def __init__(self, rank: int = TWO, suit: int = 0) -> None:
        super().__init__(rank, suit)

    def counts_as(self, rules: Rules) -> str | None:
        """Return None: canastas of twos never count towards going out."""
        del rules
        return None

    def earns(self, rules: Rules, kind: str, *, went_out: bool) -> tuple[str, int]:
        """Return `twos` and the points, which only a side that goes out gets."""
        points = rules.twos.mixed if JOKER in self.cards else rules.twos.natural
        return "twos", points if went_out else 0

    @property
    def label(self) -> str:
        """The rank."""
        return RANKS[TWO]

    @classmethod
    def place(cls, conditions: LayConditions, name: MeldName | None, cards: tuple[Card, ...]) -> MeldPlace:
        """Return where twos and jokers go that are melded as a rank. Raises `IllegalMove` if nowhere."""
        rules = conditions.rules
        if not rules.twos.allowed:
            raise IllegalMove("no-wild-melds")
        mine = [one for one in conditions.melds if isinstance(one, Twos)]
        jokers = cards.count(JOKER)
        if name is not None and name.nth > len(mine):
            raise IllegalMove("no-such-meld", meld=str(name))
        another = may_begin_another("after-canasta", [len(one.cards) for one in mine])
        if mine and not (name is not None and name.new):
            meld = mine[name.nth - 1] if name is not None and name.nth else mine[-1]
            have = meld.cards.count(JOKER)
            problem = twos_problem(rules, len(meld.cards) - have + len(cards) - jokers, have + jokers)
            if problem is None:
                return MeldPlace(meld, cards)
            if not another:
                raise IllegalMove(problem, rank=TWO)
        if not another:
            raise IllegalMove("one-meld-a-rank", rank=TWO)
        problem = twos_problem(rules, len(cards) - jokers, jokers)
        if problem is not None:
            raise IllegalMove(problem, rank=TWO)
        return MeldPlace(cls(), cards, new=True)


def twos_problem(rules: Rules, twos: int, jokers: int) -> str | None:
    """Return why a meld of twos may not hold this many twos and jokers, or None (docs/rules.md, Melds of twos)."""
    if not rules.twos.allowed:
        return "no-wild-melds"
    if twos + jokers < 3:
        return "meld-too-small"
    if twos < 2:
        return "too-few-naturals"
    if jokers > 2:
        return "too-many-wilds"
    return "meld-full" if twos + jokers > CANASTA else None


def twos_groups(conditions: LayConditions, hand: Hand) -> Iterator[Group]:
    """Yield every mix of twos and jokers that may join a meld of twos, or be one, where the rules have such melds."""
    least = 1 if any(isinstance(one, Twos) for one in conditions.melds) else 3
    for of_size in hand.wilds[least:]:
        yield from (Group(mix, MeldName("set", TWO)) for mix in of_size)
