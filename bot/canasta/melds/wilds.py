"""Melds of twos and jokers alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..cards import JOKER, TWO, Card, is_wild
from ..hand import Hand
from ..moves import Group, IllegalMove, MeldName
from ..rules.model import Rules
from .base import CANASTA, LayConditions, Meld, MeldPlace, may_begin_another, named


class WildMeld(Meld):
    """Three or more twos and jokers (docs/rules.md, Wild melds)."""

    __slots__ = ()
    kind = "wild"

    def counts_as(self, rules: Rules) -> str | None:
        """Return `wild` or, where canastas of twos count as natural, `natural` or `mixed`."""
        return None if self.canasta is None else wild_counts_as(rules, jokers=JOKER in self.cards)

    def must_finish(self, rules: Rules) -> bool:
        """Return whether a wild meld, once begun, must be a canasta before its side may go out."""
        return wild_must_finish(rules)

    def earns(self, rules: Rules, kind: str, *, went_out: bool) -> tuple[str, int]:
        """Return `wild` and the points, by how many jokers it holds."""
        return "wild", rules.wilds.bonus(self.cards.count(JOKER))

    def owes(self, rules: Rules) -> int:
        """Return the penalty for a wild meld that is no canasta."""
        return rules.wilds.unfinished

    @property
    def label(self) -> str:
        """The name `WILD`."""
        return "WILD"

    @classmethod
    def place(cls, conditions: LayConditions, name: MeldName | None, cards: tuple[Card, ...]) -> MeldPlace:
        """Return where wild cards go that are melded by themselves. Raises `IllegalMove` if nowhere."""
        rules = conditions.rules
        if not all(map(is_wild, cards)):
            raise IllegalMove("mixed-ranks", cards=cards)
        if not rules.wilds.allowed:
            raise IllegalMove("no-wild-melds")
        mine = wild_melds(conditions.melds)
        problem: str | None = None
        if name is None or not name.new:
            if name is not None and name.nth > len(mine):
                raise IllegalMove("no-such-meld", meld=str(name))
            for meld in named(name, mine):
                problem = wild_problem(rules, len(meld.cards) + len(cards))
                if problem is None:
                    return MeldPlace(meld, cards)
            if name is not None and mine:
                raise IllegalMove(problem or "meld-full", rank=TWO)
        if not may_start_wild(rules, conditions.melds):
            raise IllegalMove(problem or "one-wild-meld", rank=TWO)
        problem = wild_problem(rules, len(cards))
        if problem is not None:
            raise IllegalMove(problem, rank=TWO)
        return MeldPlace(cls(), cards, new=True)


def wild_melds(melds: Iterable[Meld]) -> list[Meld]:
    """Return the melds of wild cards alone."""
    return [one for one in melds if isinstance(one, WildMeld)]


def wild_problem(rules: Rules, size: int) -> str | None:
    """Return why a meld of wild cards alone may not hold `size` cards, or None (docs/rules.md, Wild melds)."""
    if not rules.wilds.allowed:
        return "no-wild-melds"
    if size < (CANASTA if rules.wilds.whole else 3):
        return "meld-too-small"
    if rules.wilds.max_size is not None and size > rules.wilds.max_size:
        return "meld-full"
    return None


def wild_counts_as(rules: Rules, *, jokers: bool) -> str:
    """Return the kind as which a canasta of wild cards counts that has `jokers` or none (docs/rules.md, Going out)."""
    if not rules.wilds.pure_twos:
        return "wild"
    return "mixed" if jokers else "natural"


def wild_must_finish(rules: Rules) -> bool:
    """Return whether a wild meld must be a canasta before its side may go out."""
    return rules.wilds.binds


def may_start_wild(rules: Rules, melds: Iterable[Meld]) -> bool:
    """Return whether a side with these melds may begin a wild meld (docs/rules.md, Wild melds)."""
    return rules.wilds.allowed and may_begin_another(rules.wilds.melds, [len(one.cards) for one in wild_melds(melds)])


def wild_groups(conditions: LayConditions, hand: Hand) -> Iterator[Group]:
    """Yield every mix of wild cards for each wild meld of the side and for a new one, where rules have such melds."""
    mixes = [mix for of_size in hand.wilds[1:] for mix in of_size]
    mine = wild_melds(conditions.melds)
    for nth in range(1, len(mine) + 1):
        yield from (Group(mix, MeldName("wild", 0, nth)) for mix in mixes)
    if may_start_wild(conditions.rules, conditions.melds):
        yield from (Group(mix, MeldName("wild", new=True) if mine else None) for mix in mixes if len(mix) > 2)
