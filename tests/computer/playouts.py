"""Rounds played out by counts, made again in the rules engine: every move is legal there, and the score is the same.

`python -m tests.computer.playouts [--rounds N] [--variant V --layout L]`; without a table, all that can be played out.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator

from bot.canasta.cards import BLACK_THREES, NATURAL_RANKS, RED_THREES, Card, is_wild
from bot.canasta.game import Game, account_count
from bot.canasta.moves import Group, MeldName, Move
from bot.canasta.rules import Rules, list_variants, load_rules
from bot.computer.compact import BLACKS, JOKERS, KINDS, TWOS, LogGroup, LogMove, Position, facts_of, kind_of, supports
from bot.computer.playout import play_out


def tables() -> Iterator[Rules]:
    """Yield every table whose rounds can be played out."""
    for info in list_variants():
        for layout in info.layouts:
            rules = load_rules(info.id, layout.name)
            if supports(rules):
                yield rules


def dealt(rules: Rules, seed: object) -> Game:
    """Return a round that has been dealt, at scores that ask for any of the openings."""
    chance = random.Random(f"playouts {rules.id} {rules.layout} {seed}")
    scores = [chance.choice([-100, 0, 1500, 3000, 4000]) for _ in range(account_count(rules))]
    game = Game(rules, [str(seat) for seat in range(rules.seats)], scores)
    pack = game.fresh_pack()
    chance.shuffle(pack)
    game.start_round(pack, chance.choice(game.next_players()))
    return game


def position_of(game: Game) -> Position:
    """Return the counts of a round that has just been dealt, hidden cards and all."""
    state = game.round
    assert state is not None
    now, sides = Position(), len(state.melds)
    now.hands = [[0] * KINDS for _ in state.hands]
    for counts, hand in zip(now.hands, state.hands, strict=True):
        for card in hand:
            counts[kind_of(card)] += 1
    now.sizes = [len(hand) for hand in state.hands]
    now.lying = [[0] * NATURAL_RANKS for _ in range(sides)]
    now.wilds = [[0] * NATURAL_RANKS for _ in range(sides)]
    now.laid, now.canastas = [0] * sides, [0] * sides
    now.reds = [len(threes) for threes in state.threes]
    now.opening = [
        next(needed for start, needed in reversed(game.rules.opening.table) if score >= start)  # type: ignore[misc]
        for score in game.scores
    ]
    now.pile = [kind_of(card) for card in state.pile]
    now.stock = [kind_of(card) for card in state.stock]
    now.frozen, now.drew, now.out = state.frozen, False, None
    now.order, now.sides, now.turn = list(state.order), list(state.side_of), state.turn
    now.melded, now.threw = [False] * game.rules.seats, [0] * game.rules.seats
    return now


def move_of(game: Game, logged: LogMove) -> Move:
    """Return the move that a log says, with cards of the hand for its counts."""
    state = game.round
    assert state is not None
    seat, verb, groups, thrown = logged
    left = state.hands[seat].copy()

    def some(kind: int, count: int) -> list[Card]:
        found = [card for card in left if kind_of(card) == kind][:count]
        assert len(found) == count, f"{logged}: the hand holds {len(found)} of kind {kind}"
        for card in found:
            left.remove(card)
        return found

    def group(group: LogGroup) -> Group:
        rank, naturals, twos, jokers = group
        name = MeldName("set", rank) if any(meld.rank == rank for meld in state.side(seat)) else None
        return Group((*some(rank, naturals), *some(TWOS, twos), *some(JOKERS, jokers)), name)

    if verb == "discard":
        return Move(seat, verb, card=some(thrown, 1)[0])
    return Move(seat, verb, tuple(map(group, groups)))


def check(rules: Rules, seed: object) -> int:
    """Play a round out, make the same moves in the engine, and return how many they were."""
    game = dealt(rules, seed)
    start = position_of(game)
    before = sum(sum(counts) for counts in start.hands) + len(start.pile) + len(start.stock) + sum(start.reds)
    log: list[LogMove] = []
    points = play_out(facts_of(rules), end := start.copy(), log)
    for logged in log:
        assert game.turn == logged[0], f"{logged} out of turn"
        game.apply(move_of(game, logged))
    state = game.round
    assert state is not None
    assert state.phase == "over"
    result = game.rounds[-1]
    assert [sheet.total for sheet in result.sides] == points, f"{result.sides} is not {points}"
    assert end.out == state.out
    # The remaining cards lie as in the engine; the last discard of the one who goes out is on no compact pile.
    for seat, hand in enumerate(state.hands):
        assert Counter(map(kind_of, hand)) == Counter(dict(enumerate(end.hands[seat]))) - Counter()
        assert len(hand) == end.sizes[seat]
    last = int(state.out is not None and log[-1][1] == "discard")
    after = sum(sum(counts) for counts in end.hands) + len(end.pile) + last + len(end.stock) + sum(end.reds)
    assert after + sum(map(sum, end.lying)) == before
    for side, melds in enumerate(state.melds):
        for meld in melds:
            wild = sum(map(is_wild, meld.cards))
            assert (end.lying[side][meld.rank], end.wilds[side][meld.rank]) == (len(meld.cards), wild)
        assert end.reds[side] == sum(card in RED_THREES for card in state.threes[side])
    assert Counter(map(kind_of, state.pile[: len(state.pile) - last])) == Counter(end.pile)
    assert not any(card in BLACK_THREES for melds in state.melds for meld in melds for card in meld.cards) or BLACKS
    return len(log)


def main(arguments: list[str] | None = None) -> None:
    """Check rounds, and print how many and how fast they are played out."""
    parser = argparse.ArgumentParser(prog="python -m tests.computer.playouts", description=__doc__)
    parser.add_argument("--rounds", type=int, default=10_000, metavar="N", help="at each table (default %(default)s)")
    parser.add_argument("--variant", help="only this game")
    parser.add_argument("--layout", help="only this table of it")
    options = parser.parse_args(arguments)
    for rules in tables():
        if options.variant in (None, rules.id) and options.layout in (None, rules.layout):
            moves = sum(check(rules, seed) for seed in range(options.rounds))
            starts = [position_of(dealt(rules, seed)) for seed in range(min(300, options.rounds))]
            began = time.process_time()
            for start in starts:
                play_out(facts_of(rules), start)
            speed = len(starts) / (time.process_time() - began)
            print(
                f"{rules.id} {rules.layout}: {options.rounds} rounds agree, {moves} moves; {speed:.0f} rounds a second",
                flush=True,
            )


if __name__ == "__main__":
    main()
