"""A few rounds at a table whose rules somebody has just written, to see if its game can be won at all."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterator, Sequence
from typing import Final

from bot.canasta.cards import NATURAL_RANKS, SEVEN, Card, is_red_three, is_wild
from bot.canasta.errors import LACKS
from bot.canasta.events import Lack
from bot.canasta.game import Game
from bot.canasta.going_out.needs import lacking
from bot.canasta.melds import CANASTA
from bot.canasta.rules import Rules
from bot.computer.workshop.simulate import Tally, play

#: How many rounds are dealt by chance, and how many more where the points have hardly risen in them.
ROUNDS: Final = 6
MORE_ROUNDS: Final = 24
#: The most rounds dealt in everybody's favour where nobody has gone out in any of the others.
LUCKY: Final = 12
#: After how many moves a round counts as one that never ends.
MOVES: Final = 2_000
#: The most rounds of a game: one that would take more is one that nobody wins.
LONGEST: Final = 300


def doubts(rules: Rules) -> Iterator[str]:
    """Yield what a few rounds between `normal` players show to be wrong with a game, as sentences without full stop.

    The same rules always give the same sentences. It is said that nobody can go out only where nobody did in rounds
    dealt by chance, nor in others with packs stacked for canastas: no warning is needed if going out is merely rare.
    """
    tally = Tally(rules)
    game = _played(rules, tally, "fair", ROUNDS)
    if not tally.violations and _rounds_needed(game) is None:
        game = _played(rules, tally, "more", MORE_ROUNDS)
        if not tally.violations and _rounds_needed(game) is None:
            yield (
                f"the points hardly rise: after {MORE_ROUNDS} rounds the best total is {max(game.scores):,}, and a game "
                f"takes {rules.target:,}"
            )
    dealt, lacks = tally.rounds, []
    while not tally.violations and tally.ends["stock"] == tally.rounds < dealt + LUCKY:
        game = _played(rules, tally, f"lucky {tally.rounds}", 1, stacked=True)
        lacks += _lacks(game)
    if tally.violations:
        first = tally.violations[0]
        yield f"something went wrong in round {first['round'] + 1}, after {first['move']} moves: {first['what']}"
    elif tally.ends["stock"] == tally.rounds:
        yield (
            f"nobody can go out, it seems: nobody did in {dealt} rounds dealt by chance, nor in {LUCKY} dealt in "
            f"everybody's favour{_always(lacks)}"
        )


def _played(rules: Rules, tally: Tally, seed: str, rounds: int, *, stacked: bool = False) -> Game:
    """Return a new game after `rounds` rounds, or at its end if that came first; what happened is counted."""
    game = Game(rules, [f"seat {seat}" for seat in range(rules.seats)])
    shuffle = functools.partial(_stack, rules) if stacked else random.Random.shuffle
    play(
        game,
        ["normal"] * rules.seats,
        f"trial {seed}",
        tally,
        most_rounds=rounds,
        most_moves=MOVES,
        thorough=False,
        shuffle=shuffle,
    )
    return game


def _rounds_needed(game: Game) -> int | None:
    """Return how many rounds a game takes if it goes on as it began; None where that is too many or has no end."""
    rules, best = game.rules, max(game.scores)
    if game.over or rules.rounds:
        return len(game.rounds)
    if best * LONGEST < rules.target * len(game.rounds):
        return None
    return -(-rules.target * len(game.rounds) // best)


def _lacks(game: Game) -> list[list[Lack]]:
    """Return what each side lacked to go out when the round ended."""
    state = game.round
    assert state is not None
    sides = sorted(set(state.side_of))
    return [lacking(state.rules, state.melds[side], state.reds(side)) for side in sides]


def _always(lacks: list[list[Lack]]) -> str:
    """Return what every side lacked in every round, as the end of a sentence; empty where there is no such thing."""
    common = set.intersection(*({one.what for one in side} for side in lacks))
    best = {one.what: one for one in sorted(itertools.chain(*lacks), key=lambda one: one.have)}
    said = [LACKS[what].format_map(best[what]._asdict()) for what in LACKS if what in common]
    return f"; what lacked at best: {', '.join(said)}" if said else ""


def _stack(rules: Rules, chance: random.Random, pack: list[Card]) -> None:
    """Order a pack so that seven cards that follow each other are mostly a canasta, in each hand and in the stock."""
    chance.shuffle(pack)
    reds = rules.out.red_threes or rules.melds.cap_red_threes != "no"
    stream = [card for card in pack if is_red_three(card)] if reds else []
    left = [card for card in pack if not (reds and is_red_three(card))]
    need = rules.out
    wanted: list[str] = [one for one in need.needs if one != "natural-or-run"]
    chance.shuffle(wanted)
    usual = ["natural", "mixed", *["wild"] * rules.wilds.allowed, *["run"] * rules.sequences.allowed]
    for _ in range(len(pack) // 2):
        for card in _group(wanted.pop() if wanted else chance.choice(usual), left, chance):
            left.remove(card)
            stream.append(card)
    stream += left
    # A card goes to each seat in turn, so each seat gets cards that follow each other in the stream.
    seats = 4 if rules.side.mode == "sit-out" else rules.seats
    pack.clear()
    for size in (rules.deal.hand, rules.deal.foot):
        packets = [stream[len(pack) + seat * size :][:size] for seat in range(seats)]
        pack += [packet[place] for place in range(size) for packet in packets]
    pack += stream[len(pack) :]


def _group(kind: str, left: Sequence[Card], chance: random.Random) -> list[Card]:
    """Return cards for a canasta of a kind from those that are left, as many of them as there are."""
    wilds = [card for card in left if is_wild(card)]
    rank = SEVEN if kind == "sevens" else chance.randrange(NATURAL_RANKS)
    naturals = [card for card in left if card >> 2 == rank]
    match kind:
        case "wild":
            return wilds[:CANASTA]
        case "run":
            low, suit = chance.randrange(NATURAL_RANKS - CANASTA + 1), chance.randrange(4)
            cards = [4 * rank + suit for rank in range(low, low + CANASTA)]
            return [card for card in cards if card in left]
        case "mixed":
            return naturals[: CANASTA - 2] + wilds[:2]
    return naturals[:CANASTA]
