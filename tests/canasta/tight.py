"""Positions where ends of turns are tight, made from a state by moving cards: small hands, a stock nearly out, melds nearly done."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

from bot.canasta.cards import cards_text
from bot.canasta.rules import Rules
from tests.canasta.play import Document
from tests.canasta.tries import NATURALS, PLACES, is_run, is_wild, lowest

_PACKETS = ("hands", "feet", "talons", "threes", "set_aside", "talons_left")


def side_of(rules: Rules, state: Document, played: int, seat: int) -> int:
    """Return where a seat's melds lie in a state, in a round after this many."""
    mode = rules.side.mode
    if mode == "sit-out":
        return (0, 1, 0, 1, 1)[seat]
    if mode == "rotating":
        return 0 if seat in (played % 5, (played + 2) % 5) else 1
    lone = state.get("lone")
    if lone is not None and seat != lone:
        return min(one for one in range(rules.seats) if one != lone)
    return seat % rules.side.sides


def unused(rules: Rules, state: Document) -> Counter[str]:
    """Return the cards of the pack that lie nowhere in a state."""
    texts = [state.get("stock", ""), state.get("pile", ""), *(text for key in _PACKETS for text in state.get(key, []))]
    texts += [meld for side in state["melds"] for meld in side]
    pack = Counter(cards_text(rules.full_pack()).split())
    pack.subtract(card for text in texts for card in text.split())
    return pack


class _Maker:
    """A state whose cards are moved about; `pool` are those that lie nowhere."""

    def __init__(self, chance: random.Random, rules: Rules, state: Document, side: int) -> None:
        self.chance, self.rules, self.state, self.side = chance, rules, state, side
        self.seat: int = state["turn"]
        self.pool = unused(rules, state)
        self.hand: list[str] = state["hands"][self.seat].split()
        self.melds: list[list[str]] = [meld.split() for meld in state["melds"][side]]
        self.cut("stock", 12)

    def get(self, able: Any, most: int = 1) -> list[str]:
        """Take up to this many cards that `able` lets pass out of the pool, any of them."""
        cards = [card for card in sorted(self.pool.elements()) if able(card)]
        found = self.chance.sample(cards, max(0, min(most, len(cards))))
        self.pool.subtract(found)
        return found

    def put(self, cards: list[str]) -> None:
        """Put cards back into the pool."""
        self.pool.update(cards)

    def cut(self, key: str, count: int) -> None:
        """Leave this many cards of the stock, the first ones, or of the pile, the last ones."""
        cards = self.state[key].split()
        kept = cards[:count] if key == "stock" else cards[len(cards) - min(count, len(cards)) :]
        self.put(cards[:])
        self.pool.subtract(kept)
        self.state[key] = " ".join(kept)

    # The changes of a state.

    def few_in_hand(self) -> None:
        count = self.chance.choice((1, 1, 2, 2, 3, 4, 6))
        self.chance.shuffle(self.hand)
        self.put(self.hand[count:])
        del self.hand[count:]

    def few_in_stock(self) -> None:
        self.cut("stock", self.chance.choice((0, 0, 1, 2, 3)))
        if self.chance.random() < 0.3:
            reds = self.get(lambda card: card in ("3H", "3D"), self.chance.choice((1, 2)))
            self.state["stock"] = " ".join([*reds, self.state["stock"]]).strip()

    def short_pile(self) -> None:
        self.cut("pile", self.chance.choice((0, 1, 1, 2, 3)))

    def another_top(self) -> None:
        """Put a card on the pile that somebody could use, or that nobody can."""
        ranks = {meld[0][0] for meld in self.melds} | {card[0] for card in self.hand}
        kind = self.chance.random()
        if kind < 0.6:
            top = self.get(lambda card: card[0] in ranks and card[0] in NATURALS)
        elif kind < 0.8:
            near = {end for meld in self.melds if is_run(meld) for end in _ends(meld)}
            top = self.get(lambda card: card in near) or self.get(is_wild)
        else:
            top = self.get(lambda card: card[0] in "23*")
        self.state["pile"] = " ".join([self.state["pile"], *top]).strip()

    def longer_meld(self) -> None:
        """Bring a meld near seven cards, or over."""
        sets = [meld for meld in self.melds if not is_run(meld) and meld[0][0] in NATURALS]
        if not sets:
            return self.new_meld()
        meld = self.chance.choice(sets)
        rank = next(card[0] for card in meld if not is_wild(card))
        wanted = self.chance.choice((5, 6, 6, 7, 7, 8)) - len(meld)
        meld += self.get(lambda card: card[0] == rank, wanted)
        return None

    def new_meld(self) -> None:
        kind = self.chance.random()
        if kind < 0.15 and self.rules.wilds.allowed:
            cards = self.get(is_wild, self.chance.choice((3, 5, 6, 7)))
        elif kind < 0.4 and self.rules.sequences.allowed:
            places = _places(self.rules)
            size = self.chance.choice((3, 4, 5, 6, 7, self.rules.sequences.max_size))
            suit, low = self.chance.choice("SHDC"), self.chance.randrange(len(places) - 2)
            wanted = [rank + suit for rank in places[low : low + size]]
            cards = wanted if all(self.pool[card] >= wanted.count(card) for card in wanted) else []
            self.pool.subtract(cards)
        else:
            rank = self.chance.choice(NATURALS)
            cards = self.get(lambda card: card[0] == rank, self.chance.choice((3, 4, 6, 7, 7)))
            cards += self.get(is_wild, self.chance.choice((0, 0, 0, 1, 2)))
        if len(cards) > 2:
            self.melds.append(cards)

    def nearly_ready(self) -> None:
        """Put down what the side needs to go out, or nearly."""
        need = self.rules.out
        dirty = need.asks("mixed")
        mixed = [True] * dirty + [False] * max(need.asks("natural"), need.canastas - dirty)
        for wild in mixed[self.chance.choice((0, 0, 0, 1)) :]:
            rank = self.chance.choice(NATURALS)
            cards = self.get(lambda card, rank=rank: card[0] == rank, 6 if wild else 7)
            cards += self.get(is_wild, int(wild))
            if len(cards) == 7:
                self.melds.append(cards)
            else:
                self.put(cards)

    def no_melds(self) -> None:
        self.put([card for meld in self.melds for card in meld])
        self.melds.clear()

    def better_hand(self) -> None:
        """Give the hand cards that go with its melds, the top card or each other."""
        kind = self.chance.random()
        ranks = {meld[0][0] for meld in self.melds}
        top = self.state["pile"].split()[-1:]
        if kind < 0.25:
            self.hand += self.get(lambda card: card[0] in ranks, self.chance.choice((1, 2)))
        elif kind < 0.45 and top:
            self.hand += self.get(lambda card: card[0] == top[0][0], self.chance.choice((1, 2, 3)))
        elif kind < 0.6:
            self.hand += self.get(is_wild, self.chance.choice((1, 2, 3, 7)))
        elif kind < 0.7:
            self.hand += self.get(lambda card: card in ("3S", "3C"), self.chance.choice((1, 2, 3, 4)))
        elif kind < 0.85:
            near = {end for meld in self.melds if is_run(meld) for end in _ends(meld)}
            near |= {end for card in top if card[0] in NATURALS for end in _ends([card, card])}
            self.hand += self.get(lambda card: card in near, self.chance.choice((1, 2, 3)))
        else:
            rank = self.chance.choice(NATURALS)
            self.hand += self.get(lambda card: card[0] == rank, self.chance.choice((3, 6, 7)))

    def card_for_the_top(self) -> None:
        """Put a natural card on the pile, with others of its rank, and wild cards, in the hand."""
        rank = self.chance.choice(NATURALS)
        self.state["pile"] = " ".join([self.state["pile"], *self.get(lambda card: card[0] == rank)]).strip()
        self.hand += self.get(lambda card: card[0] == rank, self.chance.choice((1, 2, 2, 3, 5)))
        self.hand += self.get(is_wild, self.chance.choice((0, 0, 1, 2)))

    def an_opening(self) -> None:
        """Take the melds away and give the hand what might open with: groups of a rank, wild cards, perhaps for the top."""
        self.no_melds()
        self.scores()
        for size in self.chance.choice(((3,), (3, 3), (2, 2), (4, 3), (7,), (6, 2), (3, 3, 2))):
            rank = self.chance.choice(NATURALS)
            self.hand += self.get(lambda card, rank=rank: card[0] == rank, size)
            if self.chance.random() < 0.3:
                self.state["pile"] += "".join(f" {card}" for card in self.get(lambda card, rank=rank: card[0] == rank))
        self.hand += self.get(is_wild, self.chance.choice((0, 1, 2, 3)))

    def a_whole_hand(self) -> None:
        """Take the melds away and give the hand melds alone, of few points, and perhaps a card to discard."""
        self.no_melds()
        self.put(self.hand)
        self.hand.clear()
        self.state["scores"] = [8000 for _ in self.state["scores"]]
        sizes = self.chance.choice(((7, 2), (7, 3), (7, 2, 2), (6, 2), (7, 7), (7, 7, 2), (7,), (3, 2)))
        for size, rank in zip(sizes, self.chance.sample(NATURALS[:6], len(sizes)), strict=True):
            self.hand += self.get(lambda card, rank=rank: card[0] == rank, size)
        self.hand += self.get(is_wild, self.chance.choice((0, 1, 2, 3, 4, 5)))
        self.hand += self.get(lambda card: card in ("3S", "3C"), self.chance.choice((0, 0, 0, 3)))
        self.hand += self.get(lambda card: card[0] in NATURALS, self.chance.choice((0, 1)))

    def a_suit(self) -> None:
        """Give the hand a row of one suit, with holes in it, and wild cards."""
        places = _places(self.rules)
        suit, low = self.chance.choice("SHDC"), self.chance.randrange(len(places) - 6)
        row = [rank + suit for rank in places[low : low + 7]]
        for card in self.chance.sample(row, self.chance.randint(2, 6)):
            self.hand += self.get(lambda one, card=card: one == card)
        self.hand += self.get(is_wild, self.chance.choice((0, 0, 1, 2)))

    def other_hands(self) -> None:
        """Leave the others few cards."""
        for seat, text in enumerate(self.state["hands"]):
            if seat != self.seat and len(text.split()) > 1:
                cards = text.split()
                count = self.chance.choice((1, 2, 4))
                self.put(cards[count:])
                self.state["hands"][seat] = " ".join(cards[:count])

    def in_foot(self) -> None:
        """Let everybody be in the foot, and have played of it."""
        if not self.rules.deal.foot:
            return
        for text in self.state.get("feet", []):
            self.put(text.split())
        self.state.pop("feet", None)
        self.state["in_foot"] = [seat for seat, text in enumerate(self.state["hands"]) if text]
        played = list(self.state["in_foot"])
        if self.chance.random() < 0.4:
            played = [seat for seat in played if self.chance.random() < 0.5]
        self.state["foot_played"] = played

    def scores(self) -> None:
        self.state["scores"] = [self.chance.choice((-100, 0, 700, 1600, 3100, 8000)) for _ in self.state["scores"]]


def _places(rules: Rules) -> str:
    return NATURALS if rules.sequences.ace == "high" else PLACES


def _ends(run: list[str]) -> list[str]:
    low = PLACES.rindex(run[0][0]) if run[0] == run[-1] else lowest(run)
    high = low if run[0] == run[-1] else low + len(run) - 1
    suit = next(card[1] for card in run if not is_wild(card))
    return [PLACES[at] + suit for at in (low - 2, low - 1, high + 1, high + 2) if 0 <= at < len(PLACES)]


def tight(chance: random.Random, rules: Rules, document: Document) -> Document:
    """Return a position made from another where somebody is to draw: with some things changed that make it tight."""
    state = copy.deepcopy(document["position"])
    played = document.get("round", 0)
    maker = _Maker(chance, rules, state, side_of(rules, state, played, state["turn"]))
    able = [
        maker.few_in_hand, maker.few_in_hand, maker.few_in_hand, maker.few_in_stock, maker.few_in_stock, maker.short_pile,
        maker.another_top, maker.card_for_the_top, maker.card_for_the_top, maker.longer_meld, maker.longer_meld, maker.new_meld, maker.new_meld,
        maker.no_melds, maker.better_hand, maker.better_hand, maker.better_hand, maker.other_hands, maker.in_foot,
        maker.in_foot, maker.scores,
    ]  # fmt: skip
    if rules.sequences.allowed:
        able += [maker.a_suit] * 4
    for change in chance.sample(able, chance.randint(2, 8)):
        change()
    last = chance.random()
    if last < 0.15:
        maker.an_opening()
    elif last < 0.25:
        maker.a_whole_hand()
        if chance.random() < 0.6:
            maker.in_foot()
    elif last < 0.6:
        maker.nearly_ready()
        if chance.random() < 0.6:
            maker.few_in_hand()
        if chance.random() < 0.6:
            maker.in_foot()
    if not maker.hand:
        maker.hand += maker.get(lambda card: card[0] in NATURALS)
    state["hands"][maker.seat] = " ".join(maker.hand)
    state["melds"][maker.side] = [" ".join(meld) for meld in maker.melds]
    for key in ("melded_by", "opened_meld_by", "frozen", "reshuffles"):
        state.pop(key, None)
    if rules.stock.end == "reshuffle":
        pile = state["pile"].split()
        state["reshuffles"] = [" ".join(chance.sample(pile, len(pile)))]
    return {**document, "position": state, "scores": state["scores"], "moves": []}
