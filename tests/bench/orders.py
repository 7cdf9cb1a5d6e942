"""How often standing orders play a turn as `normal` does: `python -m tests.bench orders [--rounds N] [--seed N] [VARIANT …]`.

Four computers play. At the end of each turn its seat orders: draw; discard from these cards, in the order in which it would discard
them of the hand that it has then. Whatever it plays in its next turn is compared with what the orders would have played: by them alone,
and with the owner called where the pile was frozen, somebody opened, it could be taken, something could be laid, or it has more than
8 cards. Discards are the same if they are of one rank.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from bot.canasta import Game, seat_view
from bot.canasta.cards import Card
from bot.canasta.events import Event
from bot.canasta.moves import Move
from bot.canasta.rules import load_rules
from bot.canasta.views import SeatView
from bot.computer import choose
from bot.data.standing_orders import Stop
from bot.tables.rules.standing_orders import CALLS, DrawChoice, Orders, next_move

#: How many cards the orders name.
NAMED = 5
KINDS = {
    "alone": Orders(draw=DrawChoice.ALWAYS),
    "with calls": Orders(draw=DrawChoice.ALWAYS, calls=frozenset(CALLS), pile=8),
}


class Turn:
    """One turn as it is played, and what orders of each kind make of it."""

    def __init__(self, view: SeatView, cards: tuple[Card, ...], since: Sequence[Event]) -> None:
        self._orders = {kind: replace(orders, discards=cards) for kind, orders in KINDS.items()}
        self._since = since
        self._found = {kind: [next_move(orders, view, since)] for kind, orders in self._orders.items()}
        self._made: list[Move] = []

    def made(self, move: Move, view: SeatView) -> None:
        """Note a move of the player, and what the orders that have drawn like the player do then."""
        self._made.append(move)
        if move.verb == "draw" and view.my_turn:
            for kind, orders in self._orders.items():
                self._found[kind].append(next_move(orders, view, self._since))

    def outcomes(self) -> dict[str, str]:
        """Return what became of orders of each kind: `same`, `other`, or why their owner was `called`."""
        return {kind: self._outcome(found) for kind, found in self._found.items()}

    @property
    def plain(self) -> bool:
        """Whether the player drew and discarded, and nothing else."""
        return [move.verb for move in self._made] == ["draw", "discard"]

    def _outcome(self, found: list[Move | Stop | None]) -> str:
        stop = next((one for one in found if isinstance(one, Stop)), None)
        if stop is not None:
            return f"called ({stop.value})"
        discard = found[-1]
        if not self.plain or not isinstance(discard, Move) or discard.card is None or self._made[-1].card is None:
            return "other"
        return "same" if discard.card >> 2 == self._made[-1].card >> 2 else "other"


def named(view: SeatView, chance: random.Random) -> tuple[Card, ...]:
    """Return the cards of a hand that `normal` would discard first, if it were its turn."""
    hand, cards = list(view.hand), list[Card]()
    while len(hand) > 1 and len(cards) < NAMED:
        legal = tuple(Move(view.seat, "discard", card=card) for card in dict.fromkeys(hand))
        public = view.public._replace(turn=view.seat, phase="play", so_far=("draw",))
        asked = SeatView(public, view.seat, tuple(hand), (), ("discard",), legal)
        card = choose(asked, "normal", chance).card
        assert card is not None
        hand.remove(card)
        cards.append(card)
    return tuple(cards)


def played(game: Game, chance: random.Random, counts: Counter[tuple[str, str]]) -> None:
    """Play a round, and count what orders would have made of its turns."""
    cards: dict[int, tuple[Card, ...]] = {}
    seen: dict[int, list[Event]] = {}
    turn: Turn | None = None
    mover: int | None = None
    rounds = len(game.rounds)
    while len(game.rounds) == rounds and game.turn is not None:
        view = seat_view(game, game.turn)
        if view.seat != mover and view.public.phase == "draw":
            mover, since = view.seat, seen.pop(view.seat, [])
            turn = Turn(view, cards[mover], since) if mover in cards else None
        move = choose(view, "normal", chance)
        events = game.apply(move)
        for seat, happened in seen.items():
            if seat != move.seat:
                happened.extend(events)
        over = len(game.rounds) > rounds
        if turn is not None and move.seat == mover:
            turn.made(move, view if over else seat_view(game, move.seat))
        if move.verb == "discard" or over:
            if turn is not None:
                counts["turns", "all"] += 1
                counts["turns", "plain"] += turn.plain
                counts.update(turn.outcomes().items())
            turn = None
            if not over:
                cards[move.seat], seen[move.seat] = named(seat_view(game, move.seat), chance), []


def main(arguments: list[str]) -> int:
    """Measure as the arguments say and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench orders")
    parser.add_argument("variants", nargs="*", default=["classic"])
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    for variant in chosen.variants:
        chance, counts = random.Random(chosen.seed), Counter[tuple[str, str]]()
        for _ in range(chosen.rounds):
            game = Game(load_rules(variant, "4"), ["Anna", "Bruno", "Carla", "Dino"])
            pack = game.fresh_pack()
            chance.shuffle(pack)
            game.start_round(pack)
            played(game, chance, counts)
        turns = counts["turns", "all"]
        print(
            f"{variant}: {chosen.rounds} rounds, {turns} turns, {counts['turns', 'plain'] / turns:.1%} draw and discard alone"
        )
        for kind in KINDS:
            found = {outcome: count for (one, outcome), count in counts.items() if one == kind}
            shares = [f"{outcome} {count / turns:.1%}" for outcome, count in sorted(found.items())]
            decided = counts[kind, "same"] + counts[kind, "other"]
            print(
                f"  {kind}: {', '.join(shares)}; of those played {counts[kind, 'same'] / max(1, decided):.1%} the same"
            )
    return 0
