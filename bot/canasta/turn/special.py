"""Special hands: fourteen cards laid at once that end the round (docs/rules.md, Special hands)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..cards import ACE, JOKER, JOKER_RANK, NATURAL_RANKS, SEVEN, THREE, TWO, Card
from ..events import Event
from ..moves import IllegalMove, Move
from ..rules.model import Rules
from ..state import Phase, State
from .passing import end_round

NAMES = ("straight", "pairs", "garbage")
_SIZE = 14


def phases(rules: Rules) -> tuple[Phase, ...]:
    """Return the phases in which games of these rules have this move."""
    return ("play",) if any(points for _hand, points in rules.extra.hands) else ()


def candidates(state: State) -> Iterator[Move]:
    """Yield each special hand by its name, where the hand has the size of one."""
    if len(state.hands[state.turn]) == _SIZE:
        for name in NAMES:
            yield Move(state.turn, "special", word=name)


def problem(state: State, move: Move) -> IllegalMove | None:
    """Return why a hand can't be laid as this special hand now."""
    seat = move.seat
    ready = state.phase == "play" and "draw" in state.so_far and not state.side(seat)
    if ready and special_score(state.rules, move.word, state.hands[seat]) is not None:
        return None
    return IllegalMove("no-special-hand", name=move.word)


def apply(state: State, move: Move) -> list[Event]:
    """End the round with a special hand. Return the events."""
    hand = state.hands[move.seat]
    state.special = special_score(state.rules, move.word, hand) or 0
    state.so_far.append("special")
    return [Event("special", move.seat, tuple(hand), word=move.word), *end_round(state, move.seat, "special")]


def special_score(rules: Rules, name: str, hand: Sequence[Card]) -> int | None:
    """Return what a hand scores as the special hand of this name.

    None if it isn't one, or the rules don't have it.
    """
    if len(hand) != _SIZE:
        return None
    counts = Counter(card >> 2 for card in hand)
    scores = {"straight": _straight, "pairs": _pairs, "garbage": _garbage}
    return scores[name](rules, counts) or None


def _straight(rules: Rules, counts: Counter[int]) -> int:
    ranks = (*range(NATURAL_RANKS), TWO, THREE, JOKER_RANK)
    return rules.extra.hand_earns("straight") if all(counts[rank] == 1 for rank in ranks) else 0


def _pairs(rules: Rules, counts: Counter[int]) -> int:
    if counts[THREE] or any(count % 2 for count in counts.values()):
        return 0
    if "seven-ranks" in rules.extra.hands_made and any(count > 2 for count in counts.values()):
        return 0
    wild_ranks = [rank for rank in (TWO, JOKER_RANK) if counts[rank]]
    if not wild_ranks:
        return rules.extra.hand_earns("pairs")
    jokers = wild_ranks == [JOKER_RANK] and counts[JOKER_RANK] == 2 and "joker-pair" in rules.extra.hands_made
    if wild_ranks != [TWO] and not jokers:
        return 0
    return rules.extra.hand_earns("wild-pairs") if counts[SEVEN] and counts[ACE] else 0


def _garbage(rules: Rules, counts: Counter[int]) -> int:
    naturals = sorted(count for rank, count in counts.items() if rank < NATURAL_RANKS)
    others = {rank: count for rank, count in counts.items() if rank >= NATURAL_RANKS}
    if "triples" in rules.extra.hands_made:
        fits = naturals == [3, 3, 3, 3] and others in ({TWO: 2}, {JOKER >> 2: 2})
    else:
        fits = naturals == [3, 3, 4, 4] and not others
    return rules.extra.hand_earns("garbage") if fits else 0
