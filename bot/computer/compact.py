"""Rounds of games without runs, played out fast: cards are counted by rank, and one policy plays every seat.

It is the policy of somebody who plays on from here without thinking long, for comparing what may be done now. It looks at
nothing but the cards of the seat to move and what lies open, so that a round is as blind as at the table.
"""

from __future__ import annotations

import functools
from typing import Final, NamedTuple

from bot.canasta.cards import JOKER_RANK, NATURAL_RANKS, RED_THREES, TWO, Card
from bot.canasta.melds import CANASTA
from bot.canasta.rules import Rules, parameters, value_of

#: The kinds of cards: natural ranks have the indices below these.
TWOS, JOKERS, BLACKS, REDS = range(NATURAL_RANKS, NATURAL_RANKS + 4)
#: How many kinds a hand may hold; red threes lie on the table.
KINDS: Final = REDS
_RANKS: Final = range(NATURAL_RANKS)

#: A group of cards as a log has it: rank, naturals, twos and jokers from the hand.
LogGroup = tuple[int, int, int, int]
#: One move of a log: its verb, the groups that are laid, and the kind that is discarded (-1: none).
LogMove = tuple[int, str, tuple[LogGroup, ...], int]


def kind_of(card: Card) -> int:
    """Return the kind of a card."""
    rank = card >> 2
    if rank < NATURAL_RANKS:
        return rank
    if rank == TWO:
        return TWOS
    if rank == JOKER_RANK:
        return JOKERS
    return REDS if card in RED_THREES else BLACKS


class PlayoutRules(NamedTuple):
    """The rules of a table, in the form for playing out a round."""

    draw: int
    values: tuple[int, ...]
    max_wilds: int
    as_naturals: bool
    natural: int
    mixed: int
    frozen: bool
    natural_and_wild: bool
    own_canasta: bool
    one_card: bool
    needed: int
    out: int
    concealed: int
    concealed_plain: int
    concealed_needs: tuple[str, ...]
    threes: tuple[int, ...]
    threes_by_canasta: bool


#: The parameters that may be anything: a round that is played out looks at them, or they don't matter to it.
_FREE: Final = frozenset(
    (
        "target", "rounds", "more_rounds", "side.sides", "side.pairing", "pack.decks", "pack.jokers",
        "pack.copies_per_natural", "deal.hand", "deal.cover", "deal.red_threes_first", "deal.upcard", "turn.draw",
        "threes.totals", "threes.left_only_out", "threes.black_meld", "threes.pile_replaced", "melds.max_wilds",
        "canastas.natural", "canastas.mixed", "opening.table", "opening.by", "opening.whole_hand",
        "pile.always_frozen", "pile.natural_and_wild", "pile.one_card", "out.canastas", "out.bonus", "out.concealed",
        "out.concealed_needs", "out.concealed_plain", "out.ask_when", "stock.recycles", "extra.caliente_cost",
        "extra.caliente_to_deal", "wilds.bonuses", "wilds.bars", "wilds.unfinished", "wilds.max_size", "wilds.melds",
    )
)  # fmt: skip
#: The values of other parameters that it can play by, beside the default.
_ALSO: Final[dict[str, tuple[object, ...]]] = {
    "side.mode": ("sit-out",),
    "threes.plus_if": ("canasta",),
    "melds.ratio": ("at-most-naturals",),
    "pile.own_canasta": ("never", "opponents"),
    "stock.forced_take": ("any",),
}


@functools.lru_cache(maxsize=256)
def supports(rules: Rules) -> bool:
    """Return whether rounds of these rules can be played out here."""
    for parameter in parameters():
        name, value = parameter.name, value_of(rules, parameter.name)
        known = value == parameter.default or name in _FREE or name.startswith("values.")
        if not known and value not in _ALSO.get(name, ()):
            return False
    by_opponents = rules.pile.own_canasta == "opponents" and rules.side.sides > 2
    return not by_opponents and all(isinstance(needed, int) for _, needed in rules.opening.table)


@functools.lru_cache(maxsize=256)
def facts_of(rules: Rules) -> PlayoutRules:
    """Return what rules that are supported say."""
    values = rules.card_values
    return PlayoutRules(
        draw=rules.turn.draw,
        values=(*values[: NATURAL_RANKS + 2], rules.values.three, 0),
        max_wilds=99 if rules.melds.max_wilds is None else rules.melds.max_wilds,
        as_naturals=rules.melds.ratio == "at-most-naturals",
        natural=rules.canastas.natural,
        mixed=rules.canastas.mixed,
        frozen=rules.pile.always_frozen,
        natural_and_wild=rules.pile.natural_and_wild,
        own_canasta=rules.pile.own_canasta == "free",
        one_card=rules.pile.one_card,
        needed=rules.out.canastas,
        out=rules.out.bonus,
        concealed=rules.out.concealed,
        concealed_plain=rules.out.concealed_plain,
        concealed_needs=rules.out.concealed_needs,
        threes=rules.threes.totals,
        threes_by_canasta=rules.threes.plus_if == "canasta",
    )


class Position:
    """A round in play, of cards counted by kind.

    `hands` and `sizes` are by seat. By side and rank, `lying` are the cards of a meld, and `wilds` those of them that are
    wild; by side, `laid` are the points of the cards on the table, `canastas` and `reds` numbers, `opening` the points
    that the side needs to open. `pile` and `stock` are kinds, the top and the next card last. `order` are the seats that
    play, in turn order; `turn` is the seat to move, which is to draw unless it `drew`; `melded` are the seats that laid
    cards in turns before. `threw` are by seat the ranks that it has discarded, as bits.
    """

    __slots__ = (
        "canastas",
        "drew",
        "frozen",
        "hands",
        "laid",
        "lying",
        "melded",
        "opening",
        "order",
        "out",
        "pile",
        "reds",
        "sides",
        "sizes",
        "stock",
        "threw",
        "turn",
        "wilds",
    )

    hands: list[list[int]]
    sizes: list[int]
    lying: list[list[int]]
    wilds: list[list[int]]
    laid: list[int]
    canastas: list[int]
    reds: list[int]
    opening: list[int]
    pile: list[int]
    stock: list[int]
    frozen: bool
    order: list[int]
    sides: list[int]
    turn: int
    drew: bool
    melded: list[bool]
    threw: list[int]
    out: int | None

    def copy(self) -> Position:
        """Return a copy that can be played on by itself."""
        other = Position()
        other.hands = [hand[:] for hand in self.hands]
        other.sizes = self.sizes[:]
        other.lying = [lying[:] for lying in self.lying]
        other.wilds = [wilds[:] for wilds in self.wilds]
        other.laid = self.laid[:]
        other.canastas = self.canastas[:]
        other.reds = self.reds[:]
        other.opening = self.opening
        other.pile = self.pile[:]
        other.stock = self.stock[:]
        other.frozen = self.frozen
        other.order = self.order
        other.sides = self.sides
        other.turn = self.turn
        other.drew = self.drew
        other.melded = self.melded[:]
        other.threw = self.threw[:]
        other.out = self.out
        return other

    def lay(self, facts: PlayoutRules, seat: int, group: LogGroup) -> None:
        """Lay a group of a hand on the meld of its rank, or as one."""
        rank, naturals, twos, jokers = group
        hand, side = self.hands[seat], self.sides[seat]
        values = facts.values
        count = naturals + twos + jokers
        hand[rank] -= naturals
        hand[TWOS] -= twos
        hand[JOKERS] -= jokers
        self.sizes[seat] -= count
        lying = self.lying[side]
        size = lying[rank]
        lying[rank] = size + count
        self.wilds[side][rank] += twos + jokers
        self.laid[side] += naturals * values[rank] + twos * values[TWOS] + jokers * values[JOKERS]
        if size < CANASTA <= size + count:
            self.canastas[side] += 1

    def take(self, facts: PlayoutRules, seat: int, group: LogGroup) -> None:
        """Take the pile with a group of the hand, which joins the top card."""
        top, side, hand = self.pile.pop(), self.sides[seat], self.hands[seat]
        hand[top] += 1
        self.sizes[seat] += 1
        self.lay(facts, seat, (top, group[1] + 1, group[2], group[3]))
        for kind in self.pile:
            if kind == REDS:
                self.reds[side] += 1
            else:
                hand[kind] += 1
                self.sizes[seat] += 1
        self.pile = []
        self.frozen = False
        self.drew = True

    def draw(self, facts: PlayoutRules, seat: int) -> bool:
        """Draw for a seat; red threes are laid and replaced. Return whether the hand gained a card."""
        hand, stock, gained = self.hands[seat], self.stock, 0
        while gained < facts.draw and stock:
            kind = stock.pop()
            if kind == REDS:
                self.reds[self.sides[seat]] += 1
            else:
                hand[kind] += 1
                gained += 1
        self.sizes[seat] += gained
        self.drew = True
        return gained > 0

    def throw(self, seat: int, kind: int) -> None:
        """Discard a card, and pass the turn on."""
        self.hands[seat][kind] -= 1
        self.sizes[seat] -= 1
        self.pile.append(kind)
        if TWOS <= kind <= JOKERS:
            self.frozen = True
        self.threw[seat] |= 1 << kind
        order = self.order
        self.turn = order[(order.index(seat) + 1) % len(order)]
        self.drew = False
