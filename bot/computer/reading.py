"""What a careful player reads from the table: how long the round may last, who threatens, what each card is worth.

Amounts are points of the score sheet. Sums and products only, so that every machine gets the same numbers.
"""

from __future__ import annotations

from typing import Final

from bot.canasta.cards import ACE, NATURAL_RANKS, SEVEN, Card, is_natural, is_wild
from bot.canasta.views import MeldView, PlayerView, SeatView, SideView

CANASTA: Final = 7
#: The chance that a meld becomes a canasta, early in a round, by the half cards it has: a natural counts two, a wild
#: card one, since it could have waited in the hand and still come.
HOPE: Final = (0.0, 0.01, 0.02, 0.04, 0.06, 0.10, 0.15, 0.21, 0.28, 0.37, 0.46, 0.58, 0.70)
#: What the canastas that a side still lacks to go out are worth besides their bonus.
NEEDED: Final = 150
#: What wild cards are worth unspent: the first, the second, and so on.
WILD_WORTH: Final = (45, 42, 38, 30, 22, 15, 10)
#: What a wild card counts, on average; like any card that can be laid later it counts against its holder otherwise.
WILD_POINTS: Final = 30
#: What a card that somebody else holds counts against him, on average.
HELD: Final = 11
#: Chance that the round is over before one's next turn, by the smallest hand among opponents who may go out.
THREAT: Final = (0.7, 0.6, 0.5, 0.38, 0.26, 0.17, 0.1, 0.06)


class Reading:
    """One seat's reading of its view."""

    def __init__(self, view: SeatView) -> None:
        public = view.public
        self.view = view
        self.rules = public.rules
        self.values = self.rules.card_values()
        self.me: PlayerView = public.players[view.seat]
        self.side: SideView = public.sides[self.me.side]
        self.opened = self.side.opening is None
        self.partners = [
            p for p in public.players if p.side == self.me.side and p.seat != view.seat and not p.sitting_out
        ]
        self.opponents = [p for p in public.players if p.side != self.me.side and not p.sitting_out]
        self.rivals = [side for side in public.sides if side.index != self.me.side and side.seats]

        self.hand = [0] * (NATURAL_RANKS + 4)
        for card in view.hand:
            self.hand[card >> 2] += 1
        self.wilds = sum(1 for card in view.hand if is_wild(card))
        self.sets = own_sets(self.side)
        self.lacking = max(0, self.rules.out.canastas - sum(1 for meld in self.side.melds if meld.canasta))

        players = 1 + len(self.partners) + len(self.opponents)
        turns_left = public.stock_size / (players * self.rules.turn.draw)
        #: 1 while the round is young, towards 0 as the stock runs out.
        self.time = min(1.0, turns_left / 8)
        self.risk = self._risk(turns_left)
        #: What the pile is worth to whoever takes it, now or when it has grown a little.
        self.pile_worth = 15 + sum(self._taken(card) for card in public.pile if card is not None)
        self.frozen = public.frozen or (self.rules.pile.frozen_for_unopened and not self.opened)
        #: What holding a pair of naturals, which alone takes a frozen pile, is worth.
        self.pair = self.pile_worth * (0.2 if self.frozen else 0.08) * (0.3 + 0.7 * self.time)
        #: What a meld that lets the top card alone take the pile is worth.
        self.grip = 0.0 if public.frozen else self.pile_worth * 0.12

    def _risk(self, turns_left: float) -> float:
        """The chance that the round ends before this seat plays again."""
        risk = 0.03
        for player in self.opponents:
            canastas = sum(1 for meld in self.view.public.sides[player.side].melds if meld.canasta)
            if canastas >= self.rules.out.canastas and player.foot_size == 0:
                risk = max(risk, THREAT[min(player.hand_size, len(THREAT)) - 1] if player.hand_size else 0.7)
        for player in self.partners:
            if not self.lacking and player.foot_size == 0 and player.hand_size <= 3:
                risk = max(risk, 0.2)
        if turns_left < 1:
            risk = max(risk, 0.85)
        elif turns_left < 2:
            risk = max(risk, 0.4)
        return risk

    def _taken(self, card: Card) -> float:
        if is_wild(card):
            return 40.0
        return 9.0 if is_natural(card) else 0.0

    def bonus(self, kind: str, wilds: int, rank: int | None) -> int:
        """What a canasta of this kind, with so many wild cards, of this rank if it is a set, earns."""
        if kind == "wild":
            return self.rules.wilds.bonus
        if kind == "sequence":
            return self.rules.sequences.bonus
        canastas = self.rules.canastas
        if wilds:
            return canastas.mixed
        special = canastas.sevens if rank == SEVEN else canastas.aces if rank == ACE else None
        return canastas.natural if special is None else special

    def penalty(self, kind: str, wilds: int, rank: int | None) -> int:
        """What the same costs when the round ends before it is a canasta."""
        if kind == "wild":
            return self.rules.wilds.unfinished
        if kind == "sequence":
            return self.rules.sequences.unfinished
        if rank == SEVEN:
            return self.rules.canastas.unfinished_sevens
        return self.rules.canastas.unfinished_aces if rank == ACE and not wilds else 0

    def meld_worth(self, kind: str, size: int, wilds: int, rank: int | None) -> float:
        """What a meld on the table is worth beyond its cards: its bonus, or the hope of one and the fear of none."""
        if size == 0 or kind == "black-threes":
            return 0.0
        needed = NEEDED if self.lacking else 0
        bonus = self.bonus(kind, wilds, rank)
        if size >= CANASTA:
            return bonus + needed
        if kind == "set" and wilds == 0:
            bonus = (bonus + self.bonus(kind, 1, rank)) // 2
        chance = HOPE[2 * size - wilds] * (0.3 + 0.7 * self.time)
        return chance * (bonus + needed) - (1 - chance) * self.penalty(kind, wilds, rank) + self.grip

    def hand_worth(self, rank: int, count: int, table: MeldView | None, extra: int = 0, extra_wilds: int = 0) -> float:
        """What `count` naturals of a rank are worth in the hand, given the side's meld of that rank.

        `extra` cards, of which `extra_wilds` are wild, are thought to lie on that meld already.
        """
        if count == 0:
            return 0.0
        points = self.values[rank]
        size = (len(table.cards) if table else 0) + extra
        wilds = (table.wilds if table else 0) + extra_wilds
        pair = self.pair if count >= 2 else 0.0
        if size or count >= 3:
            grown = self.meld_worth("set", size + count, wilds, rank) - self.meld_worth("set", size, wilds, rank)
            if not size:
                grown = max(0.0, grown)
            return pair + (1 - self.risk) * (0.85 * grown + count * points) - self.risk * count * points
        hope = HOPE[4] * self.bonus("set", 0, rank) if count == 2 else 1.0
        return pair + hope * self.time - self.risk * count * points

    def wilds_worth(self, count: int) -> float:
        """What `count` wild cards are worth in the hand."""
        worth = sum(WILD_WORTH[min(place, len(WILD_WORTH) - 1)] for place in range(count))
        return worth * (0.15 + 0.85 * self.time) * (1 - self.risk) + count * WILD_POINTS * (1 - 2 * self.risk)

    def table_hope(self, side: SideView) -> float:
        """What a side may still gain from its unfinished melds, penalties avoided among it."""
        return sum(
            HOPE[2 * meld.naturals + meld.wilds]
            * self.time
            * (self.bonus(meld.kind, meld.wilds, meld.rank) + self.penalty(meld.kind, meld.wilds, meld.rank))
            for meld in side.melds
            if len(meld.cards) < CANASTA
        )

    def standing(self, side: SideView, holders: list[PlayerView]) -> float:
        """What a side's score would be if the round ended now, its hands guessed by their sizes."""
        melded = sum(
            sum(self.values[card >> 2] for card in meld.cards)
            + (
                self.bonus(meld.kind, meld.wilds, meld.rank)
                if meld.canasta
                else -self.penalty(meld.kind, meld.wilds, meld.rank)
            )
            for meld in side.melds
        )
        totals = self.rules.threes.totals
        threes = totals[min(len(side.threes), len(totals)) - 1] if side.threes else 0
        held = sum(HELD * player.hand_size for player in holders)
        return side.score + melded + (threes if side.melds else -threes) - held

    def unseen(self, rank: int) -> int:
        """How many naturals of a rank lie in the stock or in others' hands."""
        public = self.view.public
        total = 4 * self.rules.pack.decks
        if self.rules.pack.copies_per_natural is not None:
            total = min(total, self.rules.pack.copies_per_natural)
        seen = self.hand[rank] + sum(1 for card in public.pile if card is not None and card >> 2 == rank)
        for side in public.sides:
            seen += sum(meld.naturals for meld in side.melds if meld.kind == "set" and meld.rank == rank)
        return max(0, total - seen)

    def next_player(self) -> PlayerView:
        """Who plays after this seat."""
        players = self.view.public.players
        seat = self.view.seat
        while True:
            seat = (seat + 1) % len(players)
            if not players[seat].sitting_out:
                return players[seat]

    def discarded_by(self, seat: int) -> set[int]:
        """Ranks that a seat has probably put on the pile as it lies: each turn puts one card on it."""
        active = [player.seat for player in self.view.public.players if not player.sitting_out]
        back = (active.index(self.view.seat) - active.index(seat)) % len(active)
        pile = self.view.public.pile
        return (
            {card >> 2 for card in pile[-back :: -len(active)] if card is not None} if 0 < back <= len(pile) else set()
        )

    def danger(self, card: Card) -> float:
        """The chance that the next player takes the pile if this card is discarded."""
        if not is_natural(card):
            return 0.0
        rank, rules, public = card >> 2, self.rules, self.view.public
        taker = self.next_player()
        side = public.sides[taker.side]
        opened = side.opening is None
        hidden = public.stock_size + sum(p.hand_size + p.foot_size for p in public.players if p.seat != self.view.seat)
        share = taker.hand_size / max(1, hidden)
        none, one = 1.0, 0.0
        for _ in range(self.unseen(rank)):
            none, one = none * (1 - share), one * (1 - share) + none * share
        pair = 1 - none - one
        if rank in self.discarded_by(taker.seat):
            pair, one = pair * 0.4, one * 0.5
        if not opened:
            needs = side.opening if isinstance(side.opening, int) else 120
            pair *= 0.7 if needs <= 50 else 0.5 if needs <= 90 else 0.35
        if public.frozen or (rules.pile.frozen_for_unopened and not opened):
            return pair
        own = own_sets(side).get(rank)
        onto = rules.pile.onto_meld
        if own is not None and (onto == "any" or (onto == "below-canasta" and len(own.cards) < CANASTA)):
            return 1.0
        return min(1.0, pair + (0.5 * one if rules.pile.natural_and_wild else 0.0))


def own_sets(side: SideView) -> dict[int, MeldView]:
    """A side's melds of one rank, by rank; where there are several, the one that still grows."""
    found: dict[int, MeldView] = {}
    for meld in side.melds:
        if meld.kind == "set" and meld.rank is not None and (meld.rank not in found or not meld.canasta):
            found[meld.rank] = meld
    return found
