"""One deal played twice with the sides swapped, and what is counted on the way."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final

from bot.canasta.cards import is_black_three, is_wild
from bot.canasta.game import Game, account_count
from bot.canasta.rules import Rules
from bot.canasta.state import State
from bot.computer.workshop.arena.entrants import Seated

#: A pile of this many cards is one worth having.
LARGE: Final = 5
#: After how many moves a round counts as one that never ends.
MAX_MOVES: Final = 5000


class EndlessError(Exception):
    """A round that goes on and on; `args[0]` says which."""


@dataclass(frozen=True, slots=True)
class ArenaMatch:
    """The games to play: the two entrants, the table, both sides' score before each round, and the seed of the deals.

    Deals for tests (`reserved`) are others than those for tuning, whatever the seed. A program has `limit` seconds for
    an answer.
    """

    rules: Rules
    entrants: tuple[str, str]
    seed: int = 1
    reserved: bool = False
    score: int = 0
    limit: float = 10.0

    def settings(self) -> dict[str, Any]:
        """Return all that decides what is played, as a document that can be written as JSON."""
        rules = self.rules
        return {
            "a": self.entrants[0],
            "b": self.entrants[1],
            "variant": rules.id,
            "layout": rules.layout,
            "rules": dict(rules.house),
            "seed": self.seed,
            "reserved": self.reserved,
            "score": self.score,
        }


def play_pair(match: ArenaMatch, number: int) -> dict[str, Any]:
    """Play one deal with A on the first side, then with A on the other, and return both rounds as a document.

    `rounds` has for each its `ending`, and for `a` and `b` their `points`, `faults` and what was counted
    (docs/arena.md, Figures). At tables with more than two sides, A sits on every other side; its points are the mean of
    its seats'. Raises `EndlessError`, and what `Seated` raises.
    """
    return {"pair": number, "rounds": [_play(match, number, swapped) for swapped in (0, 1)]}


def _play(match: ArenaMatch, number: int, swapped: int) -> dict[str, Any]:
    rules = match.rules
    seed = f"{'reserved' if match.reserved else 'tuning'} {match.seed} {rules.id} {rules.layout} {number}"
    game = Game(rules, [f"seat {seat}" for seat in range(rules.seats)], [match.score] * account_count(rules))
    pack = game.fresh_pack()
    random.Random(f"pack {seed}").shuffle(pack)
    playing = game.next_players()
    game.start_round(pack, playing[number % len(playing)])
    assert game.round is not None
    of_seat = [(side + swapped) % 2 for side in game.round.side_of]
    with ExitStack() as stack:
        seated = []
        for seat, which in enumerate(of_seat):
            player = Seated(rules, match.entrants[which], random.Random(f"moves {seed} {seat}"), match.limit)
            stack.callback(player.close)
            seated.append(player)
        watch = RoundCounts(game)
        for _ in range(MAX_MOVES):
            turn = game.turn
            if turn is None:
                break
            watch.move(turn, seated[turn].move(game, turn))
        else:
            raise EndlessError(f"deal {number} goes on after {MAX_MOVES} moves")
    watch.end()
    result, final = game.rounds[-1], game.round
    assert final is not None
    played: dict[str, Any] = {"ending": result.ending}
    for which, name in enumerate("ab"):
        seats = [seat for seat in final.order if of_seat[seat] == which]
        faults: Counter[str] = sum((seated[seat].faults for seat in seats), Counter())
        played[name] = {
            "points": sum(result.sides[final.entry(seat)].total for seat in seats) / len(seats),
            "faults": dict(faults),
            "figures": dict(sum((watch.figures[seat] for seat in seats), Counter())),
        }
    return played


class RoundCounts:
    """The counts of one round, by seat (docs/arena.md, Figures)."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._turns = Counter[int]()
        self._turn_of: int | None = None
        self._discarder: int | None = None
        self.figures: list[Counter[str]] = [Counter() for _ in range(game.rules.seats)]

    def move(self, seat: int, move: Any) -> None:
        """Make a move in the game, and count what it shows."""
        state = self._state()
        side, pile, opened = state.side_of[seat], len(state.pile), bool(state.side(seat))
        figures = self.figures[seat]
        if state.turn != self._turn_of:
            self._turn_of = state.turn
            self._turns[state.turn] += 1
        if move.verb == "take":
            figures["takes"] += 1
            figures["cards_taken"] += pile
            giver = self._discarder
            if pile >= LARGE and giver is not None and state.side_of[giver] != side:
                self.figures[giver]["large_piles_given"] += 1
        if move.verb == "discard":
            self._discarder = seat
            if is_black_three(move.card):
                size = "small" if pile < LARGE else "middle" if pile < 2 * LARGE else "large"
                figures[f"black_threes_on_{size}"] += 1
        self._game.apply(move)
        if not opened and state.side(seat):
            figures["openings"] += 1
            figures["opening_turns"] += self._turns[seat]

    def end(self) -> None:
        """Count what is left at the end of the round."""
        state, result = self._state(), self._game.rounds[-1]
        for seat in state.order:
            self.figures[seat]["wilds_left"] += sum(1 for card in state.hands[seat] if is_wild(card))
            self.figures[seat]["feet_left"] += bool(state.feet[seat])
        out = state.out
        if state.ending == "out" and out is not None:
            own = result.sides[state.entry(out)].total
            others = [
                result.sides[state.entry(seat)].total
                for seat in state.order
                if state.side_of[seat] != state.side_of[out]
            ]
            figures = self.figures[out]
            figures["exits"] += 1
            figures["exits_lost"] += own < max(others)
            figures["exits_concealed"] += result.concealed
            figures["partner_cards_at_exit"] += sum(len(state.hands[mate]) for mate in state.mates(out))

    def _state(self) -> State:
        assert self._game.round is not None
        return self._game.round
