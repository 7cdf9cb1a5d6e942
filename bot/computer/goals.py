"""The canastas that a side still has to make before it may go out, and their other effects."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from bot.canasta.cards import RED_THREES, SEVEN
from bot.canasta.going_out.needs import canasta_kinds, suffice
from bot.canasta.melds import KINDS, LayConditions, Melds
from bot.canasta.melds.sets import has_canasta, ranks_asked
from bot.canasta.rules import Rules
from bot.canasta.views import MeldView, SideView

#: The value, on top of its bonus, of a canasta that a side still lacks to go out.
NEEDED: Final = 150


def melds_of(views: Iterable[MeldView]) -> Melds:
    """Return melds as the rules' own functions take them."""
    melds = Melds()
    for view in views:
        meld = KINDS[view.kind](view.rank or 0, view.suit or 0)
        meld.cards, meld.naturals, meld.wilds = list(view.cards), view.naturals, view.wilds
        melds.append(meld)
    return melds


def lay_conditions(rules: Rules, side: SideView, rivals: list[SideView]) -> LayConditions:
    """Return what laying on a side's melds depends on."""
    barred: frozenset[int] = frozenset()
    if rules.melds.not_theirs:
        barred = frozenset(
            meld.rank
            for rival in rivals
            for meld in rival.melds
            if meld.kind == "set" and meld.canasta and meld.rank is not None
        )
    room = rules.melds.cap
    if rules.melds.cap_red_threes == "always":
        room = min(reds_of(side), room if room is not None else 99)
    return LayConditions(rules, melds_of(side.melds), not side.melds, barred, room)


def reds_of(side: SideView) -> int:
    """Return how many red threes a side has laid."""
    return sum(1 for card in side.threes if card in RED_THREES)


def canastas_of(side: SideView) -> int:
    """Return how many canastas a side has made."""
    return sum(1 for meld in side.melds if meld.canasta)


class _Wanted(NamedTuple):
    """The canastas that a side lacks, with the `kinds` as which those that it has made count.

    `lacks` counts them by kind, and `lacking` in all. `worths` are what another canasta of a kind is worth on top of its
    bonus, and `others` is that of every kind which isn't there.
    """

    kinds: Sequence[str]
    lacks: Mapping[str, int]
    lacking: int
    worths: Mapping[str, int]
    others: int


@functools.lru_cache(maxsize=4096)
def _wanted(rules: Rules, canastas: tuple[MeldView, ...]) -> _Wanted:
    """Return what a side with these canastas lacks."""
    kinds = tuple(canasta_kinds(rules, melds_of(canastas)))
    need, natural, mixed = rules.out, kinds.count("natural"), kinds.count("mixed")
    pure, dirty = need.asks("natural"), need.asks("mixed")
    short = max(0, pure - natural), max(0, dirty - mixed)
    if need.either_way:
        short = min(short, (max(0, dirty - natural), max(0, pure - mixed)), key=sum)
    lacks = {
        "natural": short[0],
        "mixed": short[1],
        "wild": max(0, need.asks("wild") - kinds.count("wild")),
        "sequence": max(0, need.asks("run") - kinds.count("sequence")),
        **{name: max(0, need.asks(name) - kinds.count(name)) for name in ranks_asked(rules)},
    }
    clean = need.asks("natural-or-run") > natural + kinds.count("sequence")
    asked = sum(lacks.values())
    if clean and not lacks["natural"] and not lacks["sequence"]:
        asked += 1
    lacking = max(0, asked, need.canastas - len(kinds))
    helps = {kind for kind, short in lacks.items() if short}
    if clean:
        helps |= {"natural", "sequence"}
    if rules.wilds.pure_twos and (lacks["natural"] or lacks["mixed"]):
        helps.add("wild")
    # One of any kind is wanted.
    others = NEEDED if lacking > asked else 0
    return _Wanted(kinds, lacks, lacking, dict.fromkeys(helps, NEEDED), others)


class Goals:
    """The needs of one side before it may go out."""

    def __init__(self, rules: Rules, side: SideView) -> None:
        self.rules = rules
        self.side = side
        wanted = _wanted(rules, tuple([meld for meld in side.melds if meld.canasta]))
        self.kinds = wanted.kinds
        #: The canastas that the side lacks, by kind.
        self.lacks = wanted.lacks
        #: How many canastas the side lacks in all.
        self.lacking = wanted.lacking
        self._worths, self._others = wanted.worths, wanted.others

    @property
    def ready(self) -> bool:
        """Whether the side's canastas let it go out."""
        return not self.lacking and suffice(self.rules, self.kinds, reds_of(self.side))

    def worth(self, kind: str) -> int:
        """Return what another canasta of this kind is worth on top of its bonus, as it brings going out nearer."""
        return self._worths.get(kind, self._others)

    def spoilt(self) -> bool:
        """Return whether going out needs every natural canasta that the side has."""
        count = self.kinds.count("natural")
        needed = max(self.rules.out.asks("natural"), self.rules.out.asks("natural-or-run"))
        return count <= needed

    def threes(self, kinds: Sequence[str]) -> int:
        """Return what the side's threes would count at the end with such canastas (docs/rules.md, Scoring)."""
        rules = self.rules.threes
        if not self.side.threes:
            return 0
        total = rules.totals[min(len(self.side.threes), len(rules.totals)) - 1]
        pure, mixed = "natural" in kinds, "mixed" in kinds
        match rules.plus_if:
            case "meld":
                return total if self.side.melds else -total
            case "canasta":
                return total if kinds else -total
            case "ready":
                return total if suffice(self.rules, kinds, reds_of(self.side)) else -total
            case "two-canastas":
                return total * (-1, 0, 1)[min(len(kinds), 2)]
            case "sevens":
                return total if has_canasta(melds_of(self.side.melds), SEVEN) else -total
            case "pure-and-mixed":
                return total * (1 if pure and mixed else 0 if pure else -1 if mixed else -2)
        return 0
