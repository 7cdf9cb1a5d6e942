"""Tells which rules of a table can never matter because of its other rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .cards import ACE, CARD_CODES, Card, is_wild
from .melds import CANASTA
from .melds.sets import set_problem, set_ranks
from .rules.card_sets import card_sets
from .rules.model import Rules, SequenceRules, SpecialCanasta

#: The most cards that a meld is tried with.
_MOST: Final = 60
_ACE_TO_KING: Final = 13
#: The kinds of canastas in `canastas.special` that are runs, and those of them that hold a wild card.
_OF_RUNS: Final = ("wild-run", "royal", "royal-wild", "royal-aces", "four-to-ace", "four-to-ace-wild")
_WITH_WILDS: Final = ("wild-run", "royal-wild", "four-to-ace-wild")


def without_effect(rules: Rules) -> Iterator[str]:
    """Yield what can never matter, though nothing forbids it: each a sentence without its full stop."""
    melds, runs, special = rules.melds, rules.sequences, [kind for kind, _points in rules.canastas.special]
    if melds.max_size is not None and melds.max_natural is not None and melds.max_natural > melds.max_size:
        yield (
            f"melds.max_natural is {melds.max_natural}, but no meld reaches that: melds.max_size is {melds.max_size}"
        )
    if rules.turn.exchange and rules.turn.draw > 1:
        yield f"turn.exchange is yes, but it is for a draw of one card: turn.draw is {rules.turn.draw}"
    if rules.pile.wild_joins and not any(map(is_wild, _tops(rules))):
        yield (
            "pile.wild_joins is yes, but no pile with a two or joker on top can be taken so: "
            "see discards.block, discards.freeze, pile.always_frozen and pile.open_to"
        )
    mixed = [name for name, wanted in _mixed_wanted(rules).items() if wanted]
    if mixed and not _can_be_mixed(rules):
        limits = "melds.min_naturals, melds.max_wilds, melds.ratio, melds.max_size"
        yield f"{' and '.join(mixed)} asks for mixed canastas, but no meld can be one: see {limits}"
    if not runs.allowed:
        yield from _of_runs(rules, special)
        return
    if runs.max_wilds == 0 and (wild := [kind for kind in special if kind in _WITH_WILDS]):
        yield f"canastas.special has rows for runs with a wild card ({', '.join(wild)}), but sequences.max_wilds is 0"
    if runs.counts != "sequence" and "wild-run" in special:
        yield "canastas.special has a row for wild-run, but runs count as natural or mixed canastas: see sequences.counts"
    royal = [kind for kind in special if kind.startswith("royal")]
    if royal and (runs.ace == "high" or runs.max_size < _ACE_TO_KING):
        yield (
            f"canastas.special has rows for runs from the ace on ({', '.join(royal)}), but none can be laid: "
            "see sequences.ace and sequences.max_size"
        )
    full = [kind for kind in special if kind.startswith("four-to-ace")]
    if full and runs.max_size <= ACE:
        yield (
            f"canastas.special has rows for runs of eleven cards ({', '.join(full)}), but none can be laid: "
            "see sequences.max_size"
        )


def _tops(rules: Rules) -> frozenset[Card]:
    """Return the cards that may lie on top of a pile that is taken and not frozen."""
    if not rules.pile.can_be_taken or rules.pile.always_frozen:
        return frozenset()
    sets = card_sets(rules)
    return frozenset(range(CARD_CODES)) - sets.blocking - sets.freezing


def _of_runs(rules: Rules, special: list[SpecialCanasta]) -> Iterator[str]:
    """Yield the rules about runs that can't matter where there are none."""
    rows = [kind for kind in special if kind in _OF_RUNS]
    if rows:
        yield f"canastas.special has rows for runs ({', '.join(rows)}), but there are none: sequences.allowed is no"
    for name in ("bonus", "unfinished"):
        if getattr(rules.sequences, name) != getattr(SequenceRules(), name):
            points = getattr(rules.sequences, name)
            yield f"sequences.{name} is {points:,}, but there are no runs: sequences.allowed is no"


def _mixed_wanted(rules: Rules) -> dict[str, bool]:
    """Return, by the name of a parameter, if it asks for mixed canastas."""
    counted = "mixed" in [kind for kind, _number, _points in rules.canastas.counted]
    return {
        "out.needs": rules.out.asks("mixed") > 0 and not rules.out.either_way,
        "canastas.counted": counted,
    }


def _can_be_mixed(rules: Rules) -> bool:
    runs = rules.sequences
    if runs.allowed and runs.counts != "sequence" and runs.max_wilds:
        return True
    if rules.wilds.allowed and rules.wilds.pure_twos:
        return True
    if all(rules.ranks[rank].pure == "yes" for rank in set_ranks(rules)):
        return False
    most = rules.melds.max_size or _MOST
    return any(
        set_problem(rules, size - wilds, wilds) is None for size in range(CANASTA, most + 1) for wilds in range(1, size)
    )
