"""A seat's view of a round counted by kind, and worlds: ways in which the hidden cards may lie."""

from __future__ import annotations

import random
from typing import Final

from bot.canasta.cards import NATURAL_RANKS
from bot.canasta.rules import Rules
from bot.canasta.views import PublicView, SeatView
from bot.computer.compact import KINDS, REDS, Position, kind_of

#: How likely a card that may be in a hand is there, by what was seen of its player, as measured in rounds of `normal` at
#: other deals than those it is judged by: against the most likely kind, a card that the opponents collect. Of a player
#: whose side has opened, then of others.
_OPENED: Final = {"collected": 1.0, "plain": 0.62, "passed": 0.43, "own": 0.11, "wild": 0.36, "black": 0.21}
_UNOPENED: Final = {"collected": 0.57, "plain": 0.48, "passed": 0.48, "own": 0.48, "wild": 0.4, "black": 0.38}
#: The same of a rank that the player has discarded, where the opponents collect it and where not.
_THROWN_COLLECTED, _THROWN = 0.26, 0.09


def kinds_of_pack(rules: Rules) -> list[int]:
    """Return how many cards of each kind a pack has, red threes too."""
    counts = [0] * (KINDS + 1)
    for card in rules.full_pack():
        counts[kind_of(card)] += 1
    return counts


def position_of(view: SeatView) -> Position:
    """Return what lies open, and the seat's hand; the other hands and the stock are empty."""
    public = view.public
    now = Position()
    players, sides = public.players, public.sides
    now.hands = [[0] * KINDS for _ in players]
    for card in view.hand:
        now.hands[view.seat][kind_of(card)] += 1
    now.sizes = [player.hand_size for player in players]
    now.lying = [[0] * NATURAL_RANKS for _ in sides]
    now.wilds = [[0] * NATURAL_RANKS for _ in sides]
    now.laid, now.canastas = [0] * len(sides), [0] * len(sides)
    values = public.rules.card_values
    for side in sides:
        for meld in side.melds:
            now.laid[side.index] += sum([values[card >> 2] for card in meld.cards])
            now.canastas[side.index] += meld.canasta is not None
            if meld.kind == "set" and meld.rank is not None:
                now.lying[side.index][meld.rank] = len(meld.cards)
                now.wilds[side.index][meld.rank] = meld.wilds
    now.reds = [len(side.threes) for side in sides]
    now.opening = [_opening(public, side.seats[0]) for side in sides]
    now.pile = [kind_of(card) for card in public.pile if card is not None]
    now.stock = []
    now.frozen, now.drew, now.out = public.frozen, public.phase == "play", None
    now.order = _order(public)
    now.sides = [player.side for player in players]
    now.turn = view.seat
    # The view doesn't show which player of an open side has laid cards; it only matters for the bonus of going out
    # concealed.
    now.melded = [bool(sides[player.side].melds) for player in players]
    now.threw = [0] * len(players)
    for seat, memory in enumerate(public.memory):
        for card in memory.discards:
            now.threw[seat] |= 1 << kind_of(card)
    return now


def _opening(public: PublicView, seat: int) -> int:
    needed = public.players[seat].opening
    return needed if isinstance(needed, int) else 0


def _order(public: PublicView) -> list[int]:
    """Return the seats in turn order; where one of a side of three rests, the two others take turns with the rest."""
    playing = [player.seat for player in public.players if not player.sitting_out]
    if len(playing) == len(public.players):
        return playing
    first, second = ([seat for seat in playing if public.players[seat].side == side] for side in (0, 1))
    return [seat for both in zip(first, second, strict=True) for seat in both]


class Worlds:
    """The ways in which the cards may lie that a seat doesn't see."""

    def __init__(self, view: SeatView, now: Position) -> None:
        self._now = now
        counts = kinds_of_pack(view.public.rules)
        for kind, count in enumerate(now.hands[view.seat]):
            counts[kind] -= count
        for kind in now.pile:
            counts[kind] -= 1
        for side in view.public.sides:
            for meld in side.melds:
                for card in meld.cards:
                    counts[kind_of(card)] -= 1
            counts[REDS] -= len(side.threes)
        self._others = [seat for seat in now.order if seat != view.seat]
        #: By seat, the cards that it is known to hold.
        self._known = {seat: list(map(kind_of, view.public.memory[seat].picked)) for seat in self._others}
        for kinds in self._known.values():
            for kind in kinds:
                counts[kind] -= 1
        self._hidden = [kind for kind, count in enumerate(counts[:REDS]) for _ in range(max(0, count))]
        #: Red threes lie on the table or in the stock.
        self._reds = max(0, counts[REDS])
        self._trust = {seat: self._trusted(seat, view.public) for seat in self._others}

    def _trusted(self, seat: int, public: PublicView) -> list[float]:
        """Return for each kind how likely a card of it that was dealt to a seat is left there."""
        now, side = self._now, self._now.sides[seat]
        chances = _OPENED if public.sides[side].melds else _UNOPENED
        passed = {card >> 2 for card in public.memory[seat].passed}
        trust = []
        for rank in range(NATURAL_RANKS):
            collected = any(lying[rank] for other, lying in enumerate(now.lying) if other != side)
            if now.lying[side][rank]:
                trust.append(chances["own"])
            elif now.threw[seat] >> rank & 1:
                trust.append(_THROWN_COLLECTED if collected else _THROWN)
            elif rank in passed:
                trust.append(chances["passed"])
            else:
                trust.append(chances["collected" if collected else "plain"])
        return [*trust, chances["wild"], chances["wild"], chances["black"]]

    def sample(self, chance: random.Random) -> Position:
        """Return the position with the hidden cards laid out at random."""
        draw = chance.random
        hidden = sorted(self._hidden, key=lambda _: draw())
        now = self._now.copy()
        for seat in self._others:
            hand, trust = now.hands[seat], self._trust[seat]
            size = now.sizes[seat] - len(self._known[seat])
            for kind in self._known[seat]:
                hand[kind] += 1
            refused: list[int] = []
            while size and hidden:
                kind = hidden.pop()
                # A card that is refused goes back among those of others and of the stock, as long as there are such.
                if draw() >= trust[kind] and len(hidden) > size:
                    refused.append(kind)
                    continue
                hand[kind] += 1
                size -= 1
            hidden[:0] = refused
        now.stock = sorted(hidden + [REDS] * self._reds, key=lambda _: draw())
        return now
