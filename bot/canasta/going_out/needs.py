"""The needs of a side before it may go out: canastas and red threes that it still lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ..cards import ACE, SEVEN
from ..events import Lack
from ..melds import CANASTA, Meld
from ..melds.sets import ranks_asked
from ..rules.model import Rules

#: Melds of one rank that have a `Lack` of their own.
_MELDS_OF: Final = {SEVEN: "sevens", ACE: "aces"}


def canasta_kinds(rules: Rules, melds: Iterable[Meld]) -> list[str]:
    """Return the kinds of a side's canastas that count towards going out."""
    return [kind for meld in melds if (kind := meld.counts_as(rules)) is not None]


def kinds_lacking(rules: Rules, kinds: Sequence[str], reds: int) -> Iterator[Lack]:
    """Yield what canastas of these kinds, and `reds` red threes, lack to go out (docs/rules.md, Going out)."""
    need, count = rules.out, len(kinds)
    if count < need.canastas:
        yield Lack("canastas", count, need.canastas)
    if need.needs:
        yield from _named_lacking(rules, kinds)
    if reds < need.red_threes:
        yield Lack("red-threes", reds, need.red_threes)
    if rules.melds.cap_red_threes == "going-out" and reds < count:
        yield Lack("red-threes-for-canastas", reds, count)


def _named_lacking(rules: Rules, kinds: Sequence[str]) -> Iterator[Lack]:
    """Yield the lacking canastas that going out asks for by their kind."""
    need = rules.out
    natural, mixed, runs = kinds.count("natural"), kinds.count("mixed"), kinds.count("sequence")
    wanted = need.asks("natural"), need.asks("mixed")
    if need.either_way:
        wanted = min(wanted, wanted[::-1], key=lambda both: max(0, both[0] - natural) + max(0, both[1] - mixed))
    for what, have, needed in (
        ("natural", natural, wanted[0]),
        ("mixed", mixed, wanted[1]),
        ("wild", kinds.count("wild"), need.asks("wild")),
        *(
            ("canastas-of-sevens" if name == "seven" else "canastas-of-a-rank", kinds.count(name), need.asks(name))
            for name in ranks_asked(rules)
        ),
        ("sequence", runs, need.asks("run")),
        ("natural-or-sequence", natural + runs, need.asks("natural-or-run")),
    ):
        if have < needed:
            yield Lack(what, have, needed)


def suffice(rules: Rules, kinds: Sequence[str], reds: int) -> bool:
    """Return whether canastas of these kinds, and `reds` red threes, let a side go out."""
    return next(kinds_lacking(rules, kinds, reds), None) is None


def unfinished(rules: Rules, melds: Iterable[Meld]) -> Iterator[Lack]:
    """Yield how many cards those melds have that must be canastas before their side may go out."""
    for meld in melds:
        if len(meld.cards) < CANASTA and meld.must_finish(rules):
            what = "wild-meld" if meld.kind == "wild" else _MELDS_OF.get(meld.rank, "rank")
            yield Lack(what, len(meld.cards), CANASTA)


def lacking(rules: Rules, melds: Sequence[Meld], reds: int) -> list[Lack]:
    """Return all that a side's melds and red threes lack to go out."""
    return [*kinds_lacking(rules, canasta_kinds(rules, melds), reds), *unfinished(rules, melds)]


def side_may_leave(rules: Rules, melds: Sequence[Meld], reds: int) -> bool:
    """Return whether a side's melds and red threes lack nothing."""
    kinds = canasta_kinds(rules, melds)
    return (
        len(kinds) >= rules.out.canastas
        and suffice(rules, kinds, reds)
        and next(unfinished(rules, melds), None) is None
    )
