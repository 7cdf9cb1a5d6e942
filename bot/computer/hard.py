"""The strong player: takes what `normal` would do and what else it might, and plays each out in many worlds.

In every world the hidden cards lie otherwise. All candidates are played out in the same worlds, so that their difference
shows long before their worth does. It deviates from `normal` only where the difference is no chance.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.canasta.moves import Group, Move
from bot.canasta.rules import Rules
from bot.canasta.views import SeatView
from bot.computer import compact, ending, normal
from bot.computer.compact import JOKERS, TWOS, LogGroup, PlayoutRules, Position, facts_of, kind_of
from bot.computer.playout import play_out, score
from bot.computer.reading import Reading
from bot.computer.worlds import Worlds, position_of

#: In how many worlds candidates are played out at most, and after how many of them those that are behind are dropped.
WORLDS: Final = 640
_REVIEWS: Final = (48, 67, 94, 132, 185, 259, 363, 508)
#: The most turns that are played out for one decision, about.
_TURNS: Final = 90_000
#: By how many standard errors a candidate must be ahead to be played, and ahead of the last other one to need no more
#: worlds; by how many it must be behind the best to be dropped.
_AHEAD: Final = 1.5
_SURELY: Final = 2.0
_BEHIND: Final = 1.4
#: After how many worlds a candidate is dropped as well that does no better than the first one.
_PATIENCE: Final = 185
#: A candidate whose gain is surely (by two standard errors) less than this many points is dropped as well.
_IDLE: Final = 5
#: The most candidates of each kind, beside what `normal` does.
_MOST: Final = 4


class Gain(NamedTuple):
    """By how many points a candidate beats the first one: on `average` in the worlds it was played out in, and `surely`,
    which is 0 unless that is no chance.
    """

    average: float = 0.0
    surely: float = 0.0


def supports(rules: Rules) -> bool:
    """Return whether this player can play by some rules."""
    return compact.supports(rules)


def choose(view: SeatView, chance: random.Random) -> Move:
    """Return the move that does best in sampled worlds; `chance` deals them."""
    usual = normal.choose(view, chance)
    if len(view.legal) == 1 or view.public.phase not in ("draw", "play"):
        return usual
    reading = Reading(view)
    moves = candidates(view, reading, usual)
    if len(moves) == 1:
        return moves[0]
    found = compare(view, facts_of(view.public.rules), moves, chance)
    best = max(range(len(moves)), key=lambda one: found[one].surely)
    return moves[best] if found[best].surely > 0 else moves[0]


def candidates(view: SeatView, reading: Reading, usual: Move) -> list[Move]:
    """Return what may be done, what `normal` does first; of moves that come to the same counts there is one."""
    found: list[Move] = []
    if view.public.phase == "draw":
        ranked = sorted(normal.gains(reading, view.legal), key=lambda one: -one[0])
        found += [move for _, move in ranked[:_MOST]]
        found += [move for _, move in ranked if move.verb == "draw"]
    else:
        plan = ending.way_out(reading)
        step = ending.next_step(plan, list(view.legal)) if plan is not None else None
        if step is not None:
            found.append(step)
        melds, ends = (sorted(some, key=lambda one: -one[0]) for some in normal.strokes(reading, view.legal))
        found += [move for _, move in melds[:_MOST]]
        found += [move for _, move in ends[: _MOST + 1]]
    if usual.verb != "ask":
        found.insert(0, usual)
    alike: dict[object, Move] = {}
    for move in found:
        if is_comparable(move):
            alike.setdefault(comes_to(move), move)
        elif move is usual:
            return [usual]
    return list(alike.values())


def is_comparable(move: Move) -> bool:
    """Return whether a move can be played out: black threes are laid by a player who goes out with them, which can't."""
    return all(_group(group)[0] >= 0 or move.verb == "take" for group in move.groups)


def comes_to(move: Move) -> object:
    """Return what a move comes to: its verb, and the counts of its cards by group."""
    card = None if move.card is None else kind_of(move.card)
    return move.verb, card, tuple(sorted(_group(group) for group in move.groups))


def _group(group: Group) -> LogGroup:
    """Return a group as counts; its rank is −1 if the cards don't say it."""
    kinds = [kind_of(card) for card in group.cards]
    twos, jokers = kinds.count(TWOS), kinds.count(JOKERS)
    rank = min(kinds, default=-1)
    if rank < 0 or rank >= TWOS:
        rank = group.name.key if group.name is not None else -1
    return rank, len(kinds) - twos - jokers, twos, jokers


def compare(view: SeatView, facts: PlayoutRules, moves: Sequence[Move], chance: random.Random) -> list[Gain]:
    """Return for each move by how much it beats the first one."""
    now = position_of(view)
    worlds = Worlds(view, now)
    side = now.sides[view.seat]
    others = len({now.sides[seat] for seat in now.order}) - 1
    turns = view.public.stock_size // facts.draw + 2 * len(now.order)
    alive = list(range(1, len(moves)))
    gained: list[list[float]] = [[] for _ in moves]
    left, played = _TURNS, 0
    while alive and played < WORLDS and left > 0:
        world = worlds.sample(chance)
        base = 0.0
        for candidate in (0, *alive):
            points = _played(facts, world.copy(), view.seat, moves[candidate])
            own = points[side]
            gain = own - (sum(points) - own) / others
            if candidate == 0:
                base = gain
            gained[candidate].append(gain - base)
        played += 1
        left -= turns * (1 + len(alive))
        if played in _REVIEWS:
            alive = _worth_more(gained, alive)
            if len(alive) == 1 and _is_ahead(gained[alive[0]], _SURELY):
                break
    gains = [Gain(_mean(some)[0]) if some else Gain() for some in gained]
    for candidate in alive:
        if _is_ahead(gained[candidate], _AHEAD):
            gains[candidate] = gains[candidate]._replace(surely=gains[candidate].average)
    return gains


def _worth_more(gained: list[list[float]], alive: list[int]) -> list[int]:
    """Return which candidates are worth more worlds, by what each gained over the first one in those it was played out in."""
    best = max((0, *alive), key=lambda one: sum(gained[one]))
    late = len(gained[0]) >= _PATIENCE
    found = []
    for candidate in alive:
        if late and sum(gained[candidate]) <= 0:
            continue
        if candidate != best:
            mean, error = _mean([mine - top for mine, top in zip(gained[candidate], gained[best], strict=True)])
            if mean < -_BEHIND * error or mean + 2 * error < _IDLE:
                continue
        found.append(candidate)
    return found


def _is_ahead(gained: list[float], errors: float) -> bool:
    """Return whether a candidate gains, by more than this many standard errors."""
    mean, error = _mean(gained)
    return mean > errors * error


def _mean(values: list[float]) -> tuple[float, float]:
    """Return the mean of values, and its standard error."""
    count, total = len(values), sum(values)
    squares = sum([value * value for value in values])
    return total / count, math.sqrt(max(0.0, squares - total * total / count) / max(1, count * (count - 1)))


def _played(facts: PlayoutRules, now: Position, seat: int, move: Move) -> list[int]:
    """Return each side's points where a move is made and the round played out. The position is used up."""
    match move.verb:
        case "draw":
            if not now.draw(facts, seat):
                return score(facts, now)
        case "take":
            first, *rest = move.groups
            for group in rest:
                now.lay(facts, seat, _group(group))
            now.take(facts, seat, _group(first))
        case "meld":
            for group in move.groups:
                now.lay(facts, seat, _group(group))
        case "discard":
            assert move.card is not None
            now.throw(seat, kind_of(move.card))
    if not now.sizes[seat]:
        now.out = seat
    return play_out(facts, now)
