"""A careful player's reading of the table: how long the round may last, who threatens, what each card is worth.

Amounts are points of the score sheet. Sums and products only, so that every machine gets the same numbers.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from bot.canasta.cards import (
    ACE,
    CARD_CODES,
    JOKER_RANK,
    NATURAL_RANKS,
    RANKS,
    RED_THREES,
    SET_RANKS,
    TWO,
    Card,
    card_at,
    cards_of,
    is_natural,
    is_wild,
    rank_counts,
)
from bot.canasta.melds import CANASTA, set_problem
from bot.canasta.melds.runs import lowest_place
from bot.canasta.melds.sets import rank_concerns, set_counts_as, set_ranks
from bot.canasta.moves import Group
from bot.canasta.rules import Rules
from bot.canasta.rules.model import RankRules
from bot.canasta.views import MeldView, PlayerView, SeatView, SideView
from bot.computer.goals import NEEDED, Goals, canastas_of, reds_of

#: The chance that a meld becomes a canasta, early in a round, by the half cards it has. A natural counts two, a wild
#: card one, since it could have waited in the hand and still come. For a meld of one rank this is half of the answer: the
#: other half is what its cards that were not seen say (`Reading.completes`).
HOPE: Final = (0.0, 0.01, 0.02, 0.04, 0.06, 0.10, 0.15, 0.21, 0.28, 0.37, 0.46, 0.58, 0.70)
_MOST_HALVES: Final = len(HOPE) - 1
#: The value of unspent wild cards: the first, the second, and so on. Where they can be melds themselves, it is less.
WILD_WORTH: Final = (60, 55, 48, 38, 28, 18, 12)
#: The points of a wild card, on average: for its holder if it is laid in time, else against them.
WILD_POINTS: Final = 30
#: The value of a card of the pile to the player who takes it; nothing is known of one that lies face down.
TAKEN: Final[dict[Card | None, float]] = {
    None: 0.0,
    **{card: 9.0 if is_natural(card) else 40.0 if is_wild(card) else 0.0 for card in range(CARD_CODES)},
}
#: The points of a card that somebody else holds against them, on average.
HELD: Final = 11
#: The chance that the round is over before the player's next turn, by the smallest hand among opponents who may go out,
#: about as counted in 750 rounds of `normal` at classic, Regency, Uruguay and American tables.
THREAT: Final = (0.4, 0.2, 0.15, 0.08, 0.05, 0.04, 0.03, 0.03)
#: The value of the hope of a canasta while its cards are in the hand, as a share of its value on the table.
IN_HAND: Final = 0.7
#: The part of the stock that is drawn before a round ends where going out takes one canasta. Each further canasta adds as
#: much for a player alone, and less for partners, who make theirs side by side; `MOST_DRAWN` is the most that it comes to.
DRAWN_FOR: Final = 0.3
MOST_DRAWN: Final = 0.6
#: The part of what a side expects of its melds that counts for playing on: many rounds end before it has them.
TO_COME: Final = 0.5
#: The most that being ahead counts for ending a round, or being behind against it.
LEAD: Final = 250
#: The part of what a usual canasta counts that opponents get without the help of a discard.
ANYWAY: Final = 0.7
#: Of this many wild cards, one goes to any one meld.
WILDS_FOR: Final = 4
#: A rank that nothing is special about.
_PLAIN: Final = RankRules()


#: The part of a group in what laying it is worth: its wild cards, whether it completes a canasta, the wild cards that go
#: to no wild meld, and amounts to be added up in their order.
PatternPart = tuple[int, bool, int, Sequence[float]]


class SetPrice(NamedTuple):
    """The bonus of a meld of one rank as a canasta, and its cost when the round ends before it is one.

    `counts` is the kind as which the canasta counts. `fine` is the cost. `penalty` is the fine plus the cost of a meld
    that keeps the side from ending the round. A `pure` meld takes no wild card. One that is `dear` costs points, with
    wild cards or without, unless it becomes a canasta.
    """

    counts: str
    bonus: int
    fine: int
    penalty: int
    pure: bool
    dear: bool


@functools.lru_cache(maxsize=256)
def set_prices(rules: Rules) -> tuple[tuple[SetPrice, ...], tuple[SetPrice, ...]]:
    """Return the prices of melds of each rank without wild cards, and of those with some."""
    plain = [_set_price(rules, rank, 0) for rank in range(len(RANKS))]
    return tuple(plain), tuple(_set_price(rules, rank, 1) for rank in range(len(RANKS)))


def _set_price(rules: Rules, rank: int, wilds: int) -> SetPrice:
    of_rank = rules.ranks[rank] if rank in SET_RANKS else _PLAIN
    own = of_rank if rank in SET_RANKS and rank_concerns(rules, rank, wilds) else _PLAIN
    usual = rules.canastas.mixed if wilds else rules.canastas.natural
    penalty = own.unfinished + (NEEDED if own.complete else 0)
    pure = of_rank.pure == "yes" or (of_rank.pure == "opening" and not wilds)
    return SetPrice(
        counts=set_counts_as(rules, rank, wilds),
        bonus=usual if own.canasta is None else own.canasta,
        fine=own.unfinished,
        penalty=penalty,
        pure=pure,
        dear=penalty > 0 and not pure,
    )


class Reading:
    """One seat's reading of its view.

    With slots an attribute is found in less time; what is worked out when it is asked for stands beside them.
    """

    __slots__ = (
        "__dict__",
        "_chances",
        "_hand_worths",
        "_helpful",
        "_meld_worths",
        "_wilds_worths",
        "_youth",
        "closing",
        "dead",
        "feet_wait",
        "foot",
        "foot_barred",
        "goals",
        "grip",
        "hand",
        "key",
        "lacking",
        "laid_values",
        "me",
        "opened",
        "opponents",
        "pair",
        "partners",
        "parts",
        "pile_worth",
        "prize",
        "risk",
        "rivals",
        "room",
        "rules",
        "safety",
        "set_prices",
        "sets",
        "share",
        "side",
        "supply",
        "time",
        "turns_left",
        "unseen",
        "values",
        "view",
        "wild_meld",
        "wilds",
    )

    def __init__(self, view: SeatView) -> None:
        public = view.public
        self.view = view
        self.rules = public.rules
        self.values = self.rules.card_values
        self.me: PlayerView = public.players[view.seat]
        self.side: SideView = public.sides[self.me.side]
        self.opened = self.me.opening is None
        mine = self.me.side
        self.partners: list[PlayerView] = []
        self.opponents: list[PlayerView] = []
        for player in public.players:
            if player.side != mine:
                if not player.sitting_out:
                    self.opponents.append(player)
            elif player.seat != view.seat and not player.sitting_out:
                self.partners.append(player)
        foot = self.me.foot_size
        if self.rules.deal.foot_of == "side":
            foot += sum(partner.foot_size for partner in self.partners)
        #: Whether a foot comes when the hand is used up, and so keeps players from going out.
        self.feet_wait = self.rules.deal.foot_with == "empty-hand"
        made = len([meld for meld in self.side.melds if meld.canasta]) if foot else 0
        #: Whether a foot lies there for which the side has not enough canastas yet.
        self.foot_barred = foot > 0 and made < self.rules.deal.foot_canastas
        #: How many cards come when this seat has used up its hand, and how many with its first canasta.
        self.foot, self.prize = (0 if self.foot_barred else foot, 0) if self.feet_wait else (0, foot)
        self.rivals = [side for side in public.sides if side.index != mine and side.seats]

        self.hand = rank_counts(view.hand)
        self.wilds = self.hand[TWO] + self.hand[JOKER_RANK]
        #: The parts of groups that were weighed.
        self.parts: dict[Group, PatternPart] = {}
        self._meld_worths: dict[tuple[str, int, int, int | None], float] = {}
        self._wilds_worths: dict[int, float] = {}
        self._hand_worths: dict[tuple[int, int, int, int], float] = {}
        #: The bonus and cost of melds of one rank: of each rank without wild cards, and with some.
        self.set_prices = set_prices(self.rules)
        self.goals = Goals(self.rules, self.side)
        self.lacking = self.goals.lacking
        self.sets, self.dead = own_sets(self.rules, self.side)
        #: The value of a point on the table: nothing where the cards count against a side that makes no canasta, for it
        #: may still make one.
        self.safety = (
            0.0 if "melded-cards" in self.rules.score.against and self.opened and not self.goals.kinds else 1.0
        )
        self.closing = cards_of(self.rules.discards.close)
        #: The size of the wild meld that the side's wild cards may go to, None if there can be none.
        self.wild_meld = self._wild_meld()
        #: How likely melds of naturals alone are to stay so.
        self.supply = min(0.8, 0.5 + 0.08 * (self.rules.pack.decks - 2))

        players = 1 + len(self.partners) + len(self.opponents)
        more = {"reshuffle": len(public.pile), "flip": len(public.pile), "two-left": -2}.get(self.rules.stock.end, 0)
        if self.rules.stock.end == "foot":
            more = sum(player.foot_size for player in public.players)
        to_draw = max(0, public.stock_size + more)
        #: How many turns each player may still have.
        self.turns_left = to_draw / (players * self.rules.turn.draw)
        #: 1 while the round is young, towards 0 as the stock runs out.
        self.time = min(1.0, self.turns_left / 8)
        self._youth = 0.3 + 0.7 * self.time
        #: The part of the hidden cards that the side will probably draw.
        hidden = public.stock_size + sum([player.hand_size + player.foot_size for player in self.opponents])
        further = (self.rules.out.canastas - 1) / (1 + 2 * len(self.partners))
        drawn = min(MOST_DRAWN, DRAWN_FOR * (1 + further)) * to_draw * (1 + len(self.partners)) / players
        self.share = min(1.0, drawn / max(1, hidden))
        #: The chances of `_at_least` for this share, and how many wild cards may help any one meld.
        self._chances = _chances(self.share)
        self._helpful = (4 * self.rules.pack.decks + self.rules.pack.jokers) // WILDS_FOR
        #: The number of naturals of each rank that lie in the stock or in others' hands.
        self.unseen = self._unseen()
        #: The result of `room_of` for this side.
        self.room = self.room_of(self.side)
        self.risk = self._risk()
        #: The value of each rank's points once laid. A wild card in the hand counts as any other, so a joker brings no
        #: more on the table than it may cost in the hand.
        self.laid_values: list[float] = list(self.values)
        for rank in (TWO, JOKER_RANK):
            self.laid_values[rank] = WILD_POINTS + (self.values[rank] - WILD_POINTS) * 2 * self.risk
        self._read_pile()

    def _read_pile(self) -> None:
        public, rules = self.view.public, self.rules.pile
        takes = rules.open_to == "all" or (rules.open_to == "in-foot" and self.me.in_foot)
        #: The value of the pile to the player who takes it, now or when it has grown a little.
        self.pile_worth = 0.0
        if rules.open_to != "nobody":
            self.pile_worth = 15 + sum(map(TAKEN.__getitem__, public.brought))
        frozen = public.frozen or (rules.frozen_for_unopened and not self.opened)
        alone = frozen or (rules.onto_meld == "never" and not rules.natural_and_wild)
        #: How many naturals of one rank take the pile, and what holding them is worth.
        self.key = rules.frozen_needs if frozen else 2
        share = (0.2 if alone else 0.08) if takes else 0.0
        self.pair = self.pile_worth * share * (0.3 + 0.7 * self.time)
        #: The value of a meld that lets the top card alone take the pile.
        self.grip = 0.0 if public.frozen or rules.onto_meld == "never" or not takes else self.pile_worth * 0.12

    def _risk(self) -> float:
        """Return the chance that the round ends before this seat plays again."""
        risk = 0.03
        ready = {side.index for side in self.rivals if self._ready(side)}
        for player in self.opponents:
            if not (player.foot_size and self.feet_wait) and player.side in ready:
                risk = max(risk, THREAT[min(player.hand_size, len(THREAT)) - 1] if player.hand_size else 0.7)
        for player in self.partners:
            if not self.lacking and not (player.foot_size and self.feet_wait) and player.hand_size <= 3:
                risk = max(risk, 0.2)
        if self.turns_left < 1:
            risk = max(risk, 0.85)
        elif self.turns_left < 2:
            risk = max(risk, 0.4)
        return risk

    def _wild_meld(self) -> int | None:
        if not self.rules.wilds.allowed:
            return None
        mine = [meld for meld in self.side.melds if meld.kind == "wild"]
        growing = next((len(meld.cards) for meld in mine if not meld.canasta), None)
        if growing is not None or not mine:
            return growing or 0
        return None if self.rules.wilds.melds == "one" else 0

    def _ready(self, side: SideView) -> bool:
        canastas = len([meld for meld in side.melds if meld.canasta])
        return canastas >= self.rules.out.canastas and Goals(self.rules, side).ready

    def bonus(self, kind: str, wilds: int, rank: int | None) -> int:
        """Return what a canasta earns, by its kind, the number of its wild cards, and its rank if it is a set."""
        if kind == "wild":
            return self.rules.wilds.bonus(1)
        if kind == "twos":
            return self.rules.twos.mixed
        canastas = self.rules.canastas
        if kind == "sequence":
            if self.rules.sequences.counts != "sequence":
                return canastas.mixed if wilds else canastas.natural
            mixed = canastas.earns("wild-run") if wilds else None
            return self.rules.sequences.bonus if mixed is None else mixed
        if rank is None:
            return canastas.mixed if wilds else canastas.natural
        return self.set_prices[wilds > 0][rank].bonus

    def fine(self, kind: str, wilds: int, rank: int | None) -> int:
        """Return what such a meld costs when the round ends before it is a canasta."""
        if kind == "wild":
            return self.rules.wilds.unfinished
        if kind == "sequence":
            return self.rules.sequences.unfinished
        return self.set_prices[wilds > 0][rank].fine if kind == "set" and rank is not None else 0

    def penalty(self, kind: str, wilds: int, rank: int | None) -> int:
        """Return the fine, plus the cost of a meld that keeps the side from ending the round."""
        if kind == "set" and rank is not None:
            return self.set_prices[wilds > 0][rank].penalty
        return self.fine(kind, wilds, rank) + (NEEDED if kind == "wild" and self.rules.wilds.binds else 0)

    def meld_worth(self, kind: str, size: int, wilds: int, rank: int | None) -> float:
        """Return what a meld on the table is worth beyond its cards: its bonus, or the hope of it less the risk."""
        if size == 0 or kind == "black-threes":
            return 0.0
        meld = kind, size, wilds, rank
        worth = self._meld_worths.get(meld)
        if worth is None:
            if kind == "set" and rank is not None:
                worth = self._set_worth(rank, size, wilds)
            else:
                worth = self._other_worth(kind, size, wilds, rank)
            self._meld_worths[meld] = worth
        return worth

    def _set_worth(self, rank: int, size: int, wilds: int) -> float:
        """Return the same of a meld of one rank."""
        worth_of, clean, dirty = self.goals.worth, self.set_prices[0][rank], self.set_prices[1][rank]
        worth: float
        price = clean
        if wilds:
            price = dirty
            worth = dirty.bonus + worth_of(dirty.counts)
            halves = 2 * size - wilds
        elif size >= CANASTA or clean.pure:
            worth = clean.bonus + worth_of(clean.counts)
            halves = 2 * size - 1
            if size + self.unseen[rank] + self.hand[rank] < CANASTA:
                halves = 0
        else:
            least = dirty.bonus + worth_of(dirty.counts)
            worth = least + (clean.bonus + worth_of(clean.counts) - least) * self.supply
            halves = 2 * size
        if size >= CANASTA:
            return worth
        if clean.dear:
            meld = self.sets.get(rank)
            chance = self.completes(rank, max(size, self.hand[rank] + (len(meld.cards) if meld else 0)))
        else:
            chance = (HOPE[halves] if halves < _MOST_HALVES else HOPE[-1]) * self._youth
            if halves:
                chance = (chance + self.completes(rank, size - wilds, pure=price.pure)) / 2
        if self.room is not None:
            chance *= min(1.0, self.room)
        return chance * worth - (1 - chance) * price.penalty + self.grip

    def _other_worth(self, kind: str, size: int, wilds: int, rank: int | None) -> float:
        """Return the same of another meld."""
        counts = kind
        if kind == "sequence" and self.rules.sequences.counts != "sequence":
            counts = "mixed" if wilds else "natural"
        worth = self.bonus(kind, wilds, rank) + self.goals.worth(counts)
        if size >= CANASTA:
            return worth
        halves = 2 * size - wilds
        if kind == "wild":
            # Where going out takes a wild canasta, both partners save their wild cards for it.
            halves = 2 * size + (1 if self.goals.lacks["wild"] else -2)
        chance = HOPE[min(halves, _MOST_HALVES)] * self._youth
        if self.room is not None:
            chance *= min(1.0, self.room)
        return chance * worth - (1 - chance) * self.penalty(kind, wilds, rank)

    def completes(self, rank: int, own: int, *, pure: bool = False) -> float:
        """Return the chance that `own` cards of a rank become a canasta by what their side will probably draw.

        `pure`: no wild card helps.
        """
        return _at_least(CANASTA - own, self.unseen[rank] + (0 if pure else self._helpful), self._chances, self.share)

    def hand_worth(self, rank: int, count: int, meld: MeldView | None, extra: int = 0, extra_wilds: int = 0) -> float:
        """Return what `count` naturals of a rank are worth in the hand, given the side's meld of that rank.

        `extra` cards, of which `extra_wilds` are wild, count as if they lay on that meld already.
        """
        if count == 0:
            return 0.0
        size, wilds = extra, extra_wilds
        if meld is not None:
            size += len(meld.cards)
            wilds += meld.wilds
        held = rank, count, size, wilds
        worth = self._hand_worths.get(held)
        if worth is None:
            worth = self._hand_worths[held] = self._hand_worth(rank, count, size, wilds)
        return worth

    def _hand_worth(self, rank: int, count: int, size: int, wilds: int) -> float:
        points = self.values[rank]
        if rank in self.dead:
            return -self.risk * count * points
        worth = (self.pair if count >= self.key else 0.0) - self.risk * count * points
        clean = self.set_prices[0][rank]
        pure = clean.pure
        if count > 2 and not size and pure:
            return worth + self._collected(rank, count)
        if not size and clean.dear:
            earned = clean.bonus + self.goals.worth(clean.counts)
            return worth + IN_HAND * self.completes(rank, count) * earned - self._caught(rank, count)
        if size or count >= 3:
            grown = self.meld_worth("set", size + count, wilds, rank) - self.meld_worth("set", size, wilds, rank)
            if not size:
                grown = max(0.0, grown)
            return worth + (1 - self.risk) * (0.85 * grown + self.safety * count * points)
        hope = HOPE[4] * clean.bonus if count == 2 and not pure else 1.0
        return worth + hope * self.time

    def _collected(self, rank: int, count: int) -> float:
        """Return the worth of cards of a rank that are collected in the hand until they are a canasta."""
        chance = HOPE[min(2 * count - 3, len(HOPE) - 1)] * self.time
        return 0.6 * chance * self.set_prices[0][rank].bonus - self._caught(rank, count)

    def _caught(self, rank: int, count: int) -> float:
        """Return what `count` cards of a rank will probably cost that must not be in the hand at the end.

        Towards the end of the stock there must be turns enough to discard them one by one.
        """
        held = self.rules.ranks[rank]
        if count < held.held_from:
            return 0.0
        late = (count - held.held_from + 3 - self.turns_left) / 2
        return held.held * max(0.08, self.risk, min(1.0, late))

    def wilds_worth(self, count: int) -> float:
        """Return what `count` wild cards are worth in the hand."""
        worth = self._wilds_worths.get(count)
        if worth is None:
            worth = self._wilds_worths[count] = self._wilds_worth(count)
        return worth

    def _wilds_worth(self, count: int) -> float:
        if not count:
            return 0.0
        worth = _unspent(count) * (0.15 + 0.85 * self.time)
        if self.wild_meld is not None:
            size = self.wild_meld
            worth *= 0.5 if size else 0.75
            if size or count > 2:
                grown = self.meld_worth("wild", size + count, size + count, None)
                worth = max(worth, 0.85 * (grown - self.meld_worth("wild", size, size, None)))
        return worth * (1 - self.risk) + count * WILD_POINTS * (1 - 2 * self.risk)

    def run_worth(self, card: Card) -> float:
        """Return what a natural card is worth for runs of its suit, on the table or in the hand."""
        if not self.rules.sequences.allowed:
            return 0.0
        worth, most, places = 0.0, self.rules.sequences.max_size, places_of(self.rules, card)
        for meld in self.side.melds:
            if meld.kind == "sequence" and meld.suit == card & 3 and meld.rank is not None:
                size = len(meld.cards)
                for place in places:
                    beyond = max(meld.rank - place, place - meld.rank - size + 1)
                    if beyond <= 0 and card in _gaps(self.rules, meld):
                        beyond = 1
                    if 0 < beyond <= most - size:
                        grown = self.meld_worth("sequence", size + 1, meld.wilds, None)
                        grown -= self.meld_worth("sequence", size, meld.wilds, None)
                        worth = max(worth, grown + self.values[card >> 2] if beyond == 1 else grown / 2)
        if worth:
            return worth
        near = {
            other
            for other in self.view.hand
            if other & 3 == card & 3
            and any(0 < abs(one - place) <= 2 for one in places_of(self.rules, other) for place in places)
        }
        return (0.0, 8.0, 25.0)[min(2, len(near))] * self.time

    def hope_of(self, meld: MeldView, more: int = 0) -> float:
        """Return the chance that an unfinished meld, of any side, becomes a canasta once `more` naturals lie on it."""
        if meld.kind == "set" and meld.rank is not None:
            return self.completes(meld.rank, len(meld.cards) + more)
        return HOPE[2 * (meld.naturals + more) + meld.wilds] * self.time

    def table_hope(self, side: SideView) -> float:
        """Return what a side may still gain from its unfinished melds, avoided penalties included."""
        hopes = [
            self.hope_of(meld)
            * (self.bonus(meld.kind, meld.wilds, meld.rank) + self.penalty(meld.kind, meld.wilds, meld.rank))
            for meld in side.melds
            if len(meld.cards) < CANASTA
        ]
        room = self.room_of(side)
        if room is not None:
            hopes.sort(reverse=True)
            hopes = [hope * max(0.0, min(1.0, room - place)) for place, hope in enumerate(hopes)]
        return sum(hopes)

    @functools.cached_property
    def others_lose(self) -> float:
        """The points that the opponents hold and may still gain, which the round's end takes from them."""
        held = sum(HELD * (0.6 * player.hand_size + player.foot_size) for player in self.opponents)
        return held / max(1, len(self.rivals)) + max((self.table_hope(side) for side in self.rivals), default=0.0)

    def to_come(self, side: SideView) -> float:
        """Return what this side, with the melds that it has here, may still gain by playing on: more while no opponent has opened."""
        waiting = all(rival.opening is not None for rival in self.rivals)
        return self.table_hope(side) * TO_COME + (150 * self.time if waiting else 0.0)

    def lead(self, side: SideView) -> float:
        """Return what the lead of this side, with the melds that it has here, counts for ending the round now.

        It is below 0 if another side is ahead, as far as this player has the cards to catch up. A lead that nobody can make
        up for counts nothing.
        """
        ahead = self.earned(side, self.partners) + self.rules.out.bonus - max(self.theirs, default=0.0)
        return max(-LEAD, ahead) * self.means if ahead < 0 else min(ahead, max(0.0, LEAD - ahead / 10))

    @functools.cached_property
    def means(self) -> float:
        """How many cards this player has for each of an opponent's, on average, but no more than 1.

        With few cards, a player who plays on lays little and rarely takes the pile, while opponents lay what they hold.
        """
        theirs = sum(player.hand_size for player in self.opponents)
        return min(1.0, len(self.view.hand) * len(self.opponents) / theirs) if theirs else 1.0

    @functools.cached_property
    def theirs(self) -> list[float]:
        """The points of each other side if the round ended now."""
        return [self.earned(side, [one for one in self.opponents if one.side == side.index]) for side in self.rivals]

    def worth_of_ending(self, side: SideView, *, asked: bool = False) -> float:
        """Return how much more the end of the round is worth than playing on to this side, with the melds that it has here.

        `asked`: the partners have had their say, so that what they hold counts no more.
        """
        partners_hold = 0 if asked else sum(HELD * player.hand_size for player in self.partners)
        worth = self.rules.out.bonus + self.others_lose - partners_hold + NEEDED * self.risk + self.lead(side)
        return worth - self.to_come(side) * (1 - self.risk)

    @functools.cached_property
    def haste(self) -> float:
        """How much more going out now is worth than playing on: 0 where it isn't, or the side may not."""
        return max(0.0, self.worth_of_ending(self.side)) if self.goals.ready else 0.0

    def room_of(self, side: SideView) -> float | None:
        """Return how many more canastas a side can have, with the red threes that will probably come, None if any number."""
        limits = self.rules.melds
        made = canastas_of(side)
        room = None if limits.cap is None else float(limits.cap - made)
        if limits.cap_red_threes == "always":
            by_reds = reds_of(side) + self.reds * self.share - made
            room = by_reds if room is None else min(room, by_reds)
        return None if room is None else max(0.0, room)

    def red_drawn(self) -> float:
        """Return what the hope of a red three adds to a drawn card, where only another one lets the side make a canasta."""
        if self.rules.melds.cap_red_threes != "always" or reds_of(self.side) > canastas_of(self.side):
            return 0.0
        waiting = [
            self.hope_of(meld) * self.bonus(meld.kind, meld.wilds, meld.rank)
            for meld in self.side.melds
            if len(meld.cards) < CANASTA
        ]
        others = sum(player.hand_size + player.foot_size for player in self.opponents + self.partners)
        return self.reds / max(1, self.view.public.stock_size + others) * (max(waiting, default=0.0) + NEEDED)

    @functools.cached_property
    def reds(self) -> int:
        """The number of red threes that lie in the stock or in others' hands."""
        total = len(RED_THREES) * self.rules.pack.decks
        laid = sum(reds_of(side) for side in self.view.public.sides)
        held = sum(1 for card in [*self.view.hand, *self.view.public.pile] if card in RED_THREES)
        return max(0, total - laid - held)

    def earned(self, side: SideView, holders: list[PlayerView]) -> float:
        """Return what a side would earn if the round ended now, its hands guessed by their sizes."""
        points, worth_of = 0, self.rules.card_worths.__getitem__
        for meld in side.melds:
            points += sum(map(worth_of, meld.cards))
            if meld.canasta:
                points += self.bonus(meld.kind, meld.wilds, meld.rank)
            else:
                points -= self.fine(meld.kind, meld.wilds, meld.rank)
        for player in holders:
            points -= HELD * (player.hand_size + player.foot_size)
        goals = self.goals if side is self.side else Goals(self.rules, side)
        return points + goals.threes(goals.kinds)

    def _unseen(self) -> list[int]:
        public = self.view.public
        total = 4 * self.rules.pack.decks
        if self.rules.pack.copies_per_natural is not None:
            total = min(total, self.rules.pack.copies_per_natural)
        seen = rank_counts([*self.view.hand, *[card for card in public.pile if card is not None]])
        for side in public.sides:
            for meld in side.melds:
                if meld.kind == "set" and meld.rank is not None:
                    seen[meld.rank] += meld.naturals
        return [total - count if count < total else 0 for count in seen]

    @functools.cached_property
    def taker(self) -> Taker:
        """The gain that the next player may make from a discard."""
        return Taker(self)


class Taker:
    """The player after a seat, who may take the pile with the card that the seat discards."""

    def __init__(self, reading: Reading) -> None:
        public, seat, self.rules = reading.view.public, reading.view.seat, reading.rules
        active = [player for player in public.players if not player.sitting_out]
        seats = [player.seat for player in active]
        self.player = active[(seats.index(seat) + 1) % len(seats)]
        self.opened = self.player.opening is None
        self.frozen = public.frozen or (self.rules.pile.frozen_for_unopened and not self.opened)
        side = public.sides[self.player.side]
        self.sets, dead = own_sets(self.rules, side)
        self.runs = [meld for meld in side.melds if meld.kind == "sequence"]
        #: Ranks of which no discard helps to the pile, whatever the player holds.
        self.useless = {*dead, *self._kept_out(side, reading.rivals)}
        self.closing = reading.closing
        self.bonus, self.penalty, self.hope_of = reading.bonus, reading.penalty, reading.hope_of
        self.unseen = reading.unseen
        back = len(seats) - 1
        #: Ranks that the player has probably put on the pile as it lies: each turn puts one card on it.
        self.discarded: set[int] = set()
        if 0 < back <= len(public.pile):
            self.discarded = {card >> 2 for card in public.pile[-back :: -len(seats)] if card is not None}
        hidden = public.stock_size + sum([p.hand_size + p.foot_size for p in public.players if p.seat != seat])
        #: For each number of unseen cards, the chances that the player holds none, one and two of them.
        self.holds = _holds(self.player.hand_size / max(1, hidden), max(self.unseen))

    def danger(self, card: Card) -> float:
        """Return the chance that the player takes the pile if this card is discarded."""
        rank, rules = card >> 2, self.rules.pile
        if self.rules.takes_freely:
            return 0.8 if is_wild(card) or rank in self.sets or self._run_for(card) else 0.1
        if rules.sequences == "whole" and self._run_for(card) and not self.frozen:
            return 1.0
        if not is_natural(card) or rank in self.useless or card in self.closing:
            return 0.0
        own, onto = self.sets.get(rank), rules.onto_meld
        alone = own is not None and (onto == "any" or (onto == "below-canasta" and len(own.cards) < CANASTA))
        if alone and not self.frozen:
            return 1.0
        none, one, two = self.holds[self.unseen[rank]]
        enough = 1 - none - one
        if self.frozen and rules.frozen_needs > 2:
            enough -= two
        if rank in self.discarded:
            enough, one = enough * 0.4, one * 0.5
        if not self.opened:
            needs = self.player.opening if isinstance(self.player.opening, int) else 120
            enough *= 0.7 if needs <= 50 else 0.5 if needs <= 90 else 0.35
        return min(1.0, enough + (0.5 * one if rules.natural_and_wild and not self.frozen else 0.0))

    def gains(self, card: Card) -> float:
        """Return what a card adds to the hope of a canasta of the player's side, counting only a part of what any canasta earns."""
        own = self.sets.get(card >> 2) if is_natural(card) else None
        if own is None and self.runs:
            own = self._run_for(card)
        if own is None or len(own.cards) >= CANASTA:
            return 0.0
        before = self.hope_of(own)
        hope = 1.0 if len(own.cards) == CANASTA - 1 else self.hope_of(own, 1)
        price = self.bonus(own.kind, own.wilds, own.rank) + self.penalty(own.kind, own.wilds, own.rank)
        usual = self.rules.canastas.mixed if own.wilds else self.rules.canastas.natural
        return (hope - before) * max(0.0, price - ANYWAY * usual)

    def _run_for(self, card: Card) -> MeldView | None:
        return run_with_room(self.rules, self.runs, card)

    def _kept_out(self, side: SideView, rivals: list[SideView]) -> set[int | None]:
        """Return the ranks of which a discard leaves the player, whose side this is, no way to the pile."""
        rules = self.rules.pile
        closed = rules.open_to == "nobody" or (rules.open_to == "in-foot" and not self.player.in_foot)
        if closed or (not self.opened and self.rules.opening.with_pile == "no"):
            return {*range(NATURAL_RANKS)}
        if rules.own_canasta == "free":
            return set()
        sides = [side] if rules.own_canasta == "never" else rivals
        return {meld.rank for one in sides for meld in one.melds if meld.canasta}


@functools.lru_cache(maxsize=256)
def _unspent(count: int) -> int:
    """Return what `count` wild cards are worth unspent while the round is young."""
    return sum(WILD_WORTH[min(place, len(WILD_WORTH) - 1)] for place in range(count))


def _at_least(wanted: int, count: int, rows: list[list[float]], share: float) -> float:
    """Return the chance that at least `wanted` of `count` cards come, each by the chance `share`, whose `_chances` are `rows`."""
    if wanted <= 0:
        return 1.0
    if wanted > count:
        return 0.0
    while len(rows) <= count:
        last = rows[-1]
        rows.append([1.0, *[share * more + (1 - share) * same for more, same in pairwise((*last, 0.0))]])
    return rows[count][wanted]


@functools.lru_cache(maxsize=256)
def _chances(share: float) -> list[list[float]]:
    """Return, for each number of cards, the chances that at least 0, 1, 2, … of them come; longer rows are added later."""
    del share
    return [[1.0]]


@functools.lru_cache(maxsize=4096)
def _holds(share: float, most: int) -> tuple[tuple[float, float, float], ...]:
    """Return, for 0 to `most` cards, the chances that none, one and two of them are held.

    `share` is the chance of each card to be held.
    """
    none, one, two = 1.0, 0.0, 0.0
    chances = [(none, one, two)]
    for _ in range(most):
        none, one, two = none * (1 - share), one * (1 - share) + none * share, two * (1 - share) + one * share
        chances.append((none, one, two))
    return tuple(chances)


def own_sets(rules: Rules, side: SideView) -> tuple[dict[int, MeldView], frozenset[int]]:
    """Return a side's melds of one rank that still grow, by rank, and the ranks of which it can lay no more."""
    found: dict[int, MeldView] = {}
    full: set[int] = set()
    limited = rules.melds.max_size is not None or rules.melds.max_natural is not None
    for meld in side.melds:
        if meld.kind == "set" and meld.rank is not None:
            if limited and set_problem(rules, meld.naturals + 1, meld.wilds) is not None:
                full.add(meld.rank)
            elif meld.rank not in found or not meld.canasta:
                found[meld.rank] = meld
    never = _never_melded(rules)
    return found, never | (full - found.keys()) if full and rules.melds.same_rank == "one" else never


@functools.lru_cache(maxsize=256)
def _never_melded(rules: Rules) -> frozenset[int]:
    """Return the natural ranks of which there are no melds."""
    return frozenset(range(NATURAL_RANKS)).difference(set_ranks(rules))


@functools.lru_cache(maxsize=1024)
def places_of(rules: Rules, card: Card) -> tuple[int, ...]:
    """Return the places of a run that a card may stand at as a natural one."""
    return tuple(place for place in range(lowest_place(rules), ACE + 1) if card_at(place, card & 3) == card)


def run_with_room(rules: Rules, melds: Iterable[MeldView], card: Card) -> MeldView | None:
    """Return the first of the melds that is a run and that a card lengthens, None if there is none."""
    return next((meld for meld in melds if card in cards_that_lengthen(rules, meld)), None)


def cards_that_lengthen(rules: Rules, meld: MeldView) -> set[Card]:
    """Return the cards that lengthen a run; none for other melds, and for a run that is full."""
    if meld.kind != "sequence" or meld.rank is None or meld.suit is None:
        return set()
    if len(meld.cards) >= rules.sequences.max_size:
        return set()
    ends = (meld.rank - 1, meld.rank + len(meld.cards))
    return {card_at(place, meld.suit) for place in ends if lowest_place(rules) <= place <= ACE} | _gaps(rules, meld)


def _gaps(rules: Rules, run: MeldView) -> set[Card]:
    """Return the cards whose places in a run are held by wild cards, which would move on."""
    if not rules.sequences.free_wild or not run.wilds or run.rank is None or run.suit is None:
        return set()
    due = [card_at(place, run.suit) for place in range(run.rank, run.rank + len(run.cards))]
    return {own for own, card in zip(due, run.cards, strict=True) if own != card}
