"""What a side's melds and red threes must be before it may go out, and what they lack."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.canasta.cards import ACE, JOKER, SEVEN
from bot.canasta.melds import CANASTA, Meld
from bot.canasta.rules import Rules


def canasta_kinds(rules: Rules, melds: Iterable[Meld]) -> list[str]:
    """The kinds of a side's canastas, canastas of twos left out since they never count towards going out."""
    kinds = []
    for meld in melds:
        kind = meld.canasta
        if kind == "wild" and rules.wilds.pure_twos:
            kind = "mixed" if JOKER in meld.cards else "natural"
        if kind is not None and kind != "twos":
            kinds.append(kind)
    return kinds


def requirement_met(rules: Rules, kinds: Sequence[str], reds: int = 0) -> bool:
    """Whether canastas of these kinds, and so many red threes, let a side go out (each game's Going out)."""
    need = rules.out
    if len(kinds) < need.canastas or kinds.count("wild") < need.wild or reds < need.red_threes:
        return False
    if rules.melds.cap_red_threes == "going-out" and len(kinds) > reds:
        return False
    natural, mixed = kinds.count("natural"), kinds.count("mixed")
    if not (natural >= need.natural and mixed >= need.mixed) and not (
        need.either_way and natural >= need.mixed and mixed >= need.natural
    ):
        return False
    if need.pure_or_sequence and not natural and "sequence" not in kinds:
        return False
    return not need.sequence or "sequence" in kinds


class Lack(NamedTuple):
    """What a side lacks to go out: `bot.canasta.errors` has words for `what`; how much of it there is, of how much."""

    what: str
    have: int = 0
    needed: int = 1


def lacking(rules: Rules, melds: Sequence[Meld], reds: int) -> list[Lack]:
    """What a side's melds and red threes lack to go out; nothing where `requirement_met` and nothing is `unfinished`."""
    need, kinds = rules.out, canasta_kinds(rules, melds)
    natural, mixed, runs = kinds.count("natural"), kinds.count("mixed"), kinds.count("sequence")
    wanted = need.natural, need.mixed
    if need.either_way:
        wanted = min(wanted, wanted[::-1], key=lambda both: max(0, both[0] - natural) + max(0, both[1] - mixed))
    counted = [
        Lack("canastas", len(kinds), need.canastas),
        Lack("natural", natural, wanted[0]),
        Lack("mixed", mixed, wanted[1]),
        Lack("wild", kinds.count("wild"), need.wild),
        Lack("sequence", runs, int(need.sequence)),
        Lack("natural-or-sequence", natural + runs, int(need.pure_or_sequence)),
        Lack("red-threes", reds, need.red_threes),
        Lack("red-threes-for-canastas", reds, len(kinds) if rules.melds.cap_red_threes == "going-out" else 0),
    ]
    short = [
        meld for meld in melds if len(meld.cards) < CANASTA and must_finish(rules, meld.kind, meld.rank, meld.wilds)
    ]
    for meld in short:
        what = "wild-meld" if meld.kind == "wild" else "sevens" if meld.rank == SEVEN else "aces"
        counted.append(Lack(what, len(meld.cards), CANASTA))
    return [one for one in counted if one.have < one.needed]


def unfinished(rules: Rules, melds: Iterable[Meld]) -> bool:
    """Whether a meld lies there that must be a canasta before its side may go out."""
    return any(must_finish(rules, meld.kind, meld.rank, meld.wilds) and len(meld.cards) < CANASTA for meld in melds)


def must_finish(rules: Rules, kind: str, rank: int, wilds: int) -> bool:
    """Whether a meld of this kind must be a canasta before its side may go out; `rank` is that of a set."""
    if kind == "wild":
        return rules.wilds.binds
    return kind == "set" and rules.out.specials_complete and (rank == SEVEN or (rank == ACE and not wilds))
