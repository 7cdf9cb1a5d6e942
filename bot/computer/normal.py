"""The sensible player: weighs every legal move by what it leaves behind, and takes the best.

It knows the game's ends, not its tricks: canastas, a pile worth taking, cards that must not be handed over, a
round that should be ended or kept going. It never asks what the variant is called; what it knows of the rules
are their numbers.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from bot.canasta.cards import NATURAL_RANKS, THREE, Card, is_black_three, is_natural, is_wild
from bot.canasta.moves import Group, Move
from bot.canasta.views import MeldView, SeatView
from bot.computer.reading import CANASTA, HELD, NEEDED, Reading

#: What opening is worth besides the melds: the partner is free, the pile is easier to take.
OPENING = 70
#: What it costs to be left with so few cards after the discard, when one can't go out.
THIN = (400, 75, 45, 28, 14, 6)
#: What a drawn card is worth before one has seen it.
DRAWN = 14
#: Moves that are worth making whenever they are legal, in this order.
WELCOME = ("special", "extra", "caliente", "three", "keep")


def choose(view: SeatView, chance: random.Random) -> Move:
    """The best legal move by this player's lights; `chance` decides between equals."""
    moves = [move for move in view.legal if move.verb != "undo"]
    if len(moves) == 1:
        return moves[0]
    if view.public.phase == "answer":
        return _answer(view, moves)
    for verb in WELCOME:
        for move in moves:
            if move.verb == verb:
                return move
    reading = Reading(view)
    if any(move.verb == "draw" for move in moves):
        return _best(moves, [_before_play(reading, move) for move in moves], chance)
    return _play(reading, moves, chance)


def _best(moves: list[Move], worths: list[float], chance: random.Random) -> Move:
    top = max(worths)
    return chance.choice([move for move, worth in zip(moves, worths, strict=True) if worth == top])


def _answer(view: SeatView, moves: list[Move]) -> Move:
    """Yes, unless the round's end would cost this hand more than the others'."""
    reading = Reading(view)
    mine = sum(reading.values[card >> 2] for card in view.hand)
    word = "yes" if _others_lose(reading) + reading.rules.out.bonus >= mine + _ours_to_come(reading) else "no"
    return next(move for move in moves if move.word == word)


def _others_lose(reading: Reading) -> float:
    """What the opponents hold and may still gain, which the round's end takes from them."""
    held = sum(HELD * 0.6 * player.hand_size for player in reading.opponents) / max(1, len(reading.rivals))
    return held + max((reading.table_hope(side) for side in reading.rivals), default=0.0)


def _ours_to_come(reading: Reading) -> float:
    """What the side may still gain by playing on: more so while the opponents have not opened."""
    waiting = all(side.opening is not None for side in reading.rivals)
    return reading.table_hope(reading.side) * 0.8 + (150 * reading.time if waiting else 0.0)


# --- draw or take ---------------------------------------------------------------------------------------------------


def _before_play(reading: Reading, move: Move) -> float:
    """What drawing, or this way of taking the pile, is worth."""
    if move.verb == "draw":
        return DRAWN * reading.rules.turn.draw * (1 - reading.risk)
    if move.verb not in ("take", "pick"):
        return _laid(reading, move.groups)
    pile = reading.view.public.pile
    top = pile[-1]
    assert top is not None
    first, *rest = move.groups or (Group(()),)
    laid = [Group((*first.cards, top), first.name), *rest]
    if move.verb == "pick":
        return _laid(reading, laid, gained=1)
    gained = [card for card in pile[:-1] if card is not None]
    worth = _laid(reading, laid, gained=len(pile))
    return worth + _gain(reading, gained, first, top) + 0.4 * max(0.0, reading.pile_worth - 40)


def _gain(reading: Reading, cards: list[Card], first: Group, top: Card) -> float:
    """What the cards under the top add to the hand, once the first group lies on the table."""
    left = reading.hand.copy()
    for card in first.cards:
        left[card >> 2] -= 1
    came = [0] * len(left)
    for card in cards:
        came[card >> 2] += 1
    worth = 0.0
    for rank in range(NATURAL_RANKS):
        if came[rank]:
            laid = len(first.cards) + 1 if is_natural(top) and rank == top >> 2 else 0
            wild = sum(1 for card in first.cards if is_wild(card)) if laid else 0
            table = reading.sets.get(rank)
            worth += reading.hand_worth(rank, left[rank] + came[rank], table, laid, wild)
            worth -= reading.hand_worth(rank, left[rank], table, laid, wild)
    wilds = sum(1 for card in cards if is_wild(card))
    held = reading.wilds - sum(1 for card in first.cards if is_wild(card))
    worth += reading.wilds_worth(held + wilds) - reading.wilds_worth(held)
    return worth - came[THREE] * 5 * reading.risk


# --- melds and the discard ------------------------------------------------------------------------------------------


def _play(reading: Reading, moves: list[Move], chance: random.Random) -> Move:
    ending = _can_empty(reading, moves) and _should_end(reading)
    if ending:
        asks = [move for move in moves if move.verb == "ask"]
        if asks and sum(player.hand_size for player in reading.partners) > 3:
            return asks[0]
    melds = [move for move in moves if move.groups]
    worths = [_meld(reading, move, ending) for move in melds]
    if worths and max(worths) > 0:
        return _best(melds, worths, chance)
    ends = [move for move in moves if move.verb in ("discard", "float")]
    if not ends:
        return _best(melds, worths, chance) if melds else moves[0]
    return _best(ends, [_discard(reading, move) for move in ends], chance)


def _meld(reading: Reading, move: Move, ending: bool) -> float:
    """What laying these groups is worth; above 0 means better than keeping them."""
    cards = sum(len(group.cards) for group in move.groups)
    left = len(reading.view.hand) - cards
    worth = _laid(reading, move.groups)
    if ending:
        # Everything has to go; melds that grow towards a canasta go first, and many cards at once before few.
        return 1000 + 10 * cards + worth
    if left <= 1 and reading.me.foot_size == 0:
        return -THIN[0]
    return worth


def _laid(reading: Reading, groups: Sequence[Group], gained: int = 0) -> float:
    """The change of worth when groups go from the hand to the table; `gained` more cards come into the hand by it."""
    worth = 0.0 if reading.opened else OPENING
    spent = 0
    lacking = reading.lacking
    for group in groups:
        wilds = sum(1 for card in group.cards if is_wild(card))
        spent += wilds
        worth += sum(reading.values[card >> 2] for card in group.cards)
        table, kind, rank = _target(reading, group)
        size, had = (len(table.cards), table.wilds) if table is not None else (0, 0)
        grown = size + len(group.cards)
        worth += reading.meld_worth(kind, grown, had + wilds, rank) - reading.meld_worth(kind, size, had, rank)
        if size < CANASTA <= grown:
            lacking -= 1
        if rank is not None:
            naturals = len(group.cards) - wilds
            held = reading.hand[rank]
            worth += reading.hand_worth(rank, held - naturals, table, len(group.cards), wilds)
            worth -= reading.hand_worth(rank, held, table)
    worth += reading.wilds_worth(reading.wilds - spent) - reading.wilds_worth(reading.wilds)
    left = len(reading.view.hand) - sum(len(group.cards) for group in groups) + gained
    return worth - (_thin(left) if lacking > 0 else 0.3 * _thin(left))


def _thin(left: int) -> float:
    """What it costs to be left with so few cards before the discard."""
    return THIN[max(0, left - 1)] if left <= len(THIN) else 0.0


def _target(reading: Reading, group: Group) -> tuple[MeldView | None, str, int | None]:
    """The meld that a group goes to (None: a new one), its kind, and its rank if it is a set."""
    name = group.name
    naturals = [card for card in group.cards if is_natural(card)]
    if name is not None and name.kind == "set":
        rank: int | None = name.key
    elif naturals and all(card >> 2 == naturals[0] >> 2 for card in naturals) and (name is None or name.kind == "set"):
        rank = naturals[0] >> 2
    else:
        rank = None
    if rank is not None:
        return (None if name is not None and name.new else reading.sets.get(rank)), "set", rank
    if any(is_black_three(card) for card in group.cards):
        return None, "black-threes", None
    kind = name.kind if name is not None else "sequence" if naturals else "wild"
    for meld in reading.side.melds:
        if meld.kind == kind and not (name is not None and name.new):
            if name is None and kind == "wild":
                return meld, kind, None
            if name is not None and meld.name == str(name):
                return meld, kind, None
    return None, kind, None


def _discard(reading: Reading, move: Move) -> float:
    """What is left after a discard: what the next player makes of it, against what the card was worth here."""
    card = move.card
    if card is None:
        return 0.0
    stakes = reading.pile_worth + 10
    partner_next = reading.next_player().side == reading.me.side
    danger = reading.danger(card) * stakes * (-0.5 if partner_next else 1.0)
    if is_wild(card):
        public = reading.view.public
        useless = 30 if public.frozen else 0
        return -danger - (reading.wilds_worth(reading.wilds) - reading.wilds_worth(reading.wilds - 1)) - useless - 15
    if is_black_three(card):
        # The safest discard there is: kept for a pile that is worth it, thrown in time.
        return -danger - max(0.0, 20 - 0.4 * stakes) * (1 - reading.risk)
    rank = card >> 2
    if rank >= NATURAL_RANKS:
        return -danger
    table = reading.sets.get(rank)
    count = reading.hand[rank]
    kept = reading.hand_worth(rank, count, table) - reading.hand_worth(rank, count - 1, table)
    return -danger - kept


# --- going out ------------------------------------------------------------------------------------------------------


def _can_empty(reading: Reading, moves: list[Move]) -> bool:
    """Whether all cards but one can probably be laid now, with the canastas that going out asks for."""
    hand = len(reading.view.hand)
    if reading.me.foot_size:
        return False
    if any(move.groups and hand - sum(len(group.cards) for group in move.groups) <= 1 for move in moves):
        return True
    if not reading.opened:
        return False
    if any(move.verb == "discard" for move in moves) and hand == 1:
        return True
    return _can_lay_all(reading)


def _can_lay_all(reading: Reading) -> bool:
    rules = reading.rules
    wilds, loose, lacking = reading.wilds, 0, reading.lacking
    sizes: list[int] = []
    room = 0
    for rank in range(NATURAL_RANKS):
        count, table = reading.hand[rank], reading.sets.get(rank)
        size, had = (len(table.cards), table.wilds) if table is not None else (0, 0)
        if table is None and count == 2 and wilds:
            wilds, had, size = wilds - 1, 1, 1
        elif table is None and 0 < count < 3:
            loose += count
            continue
        if size + count == 0:
            continue
        if size < CANASTA <= size + count:
            lacking -= 1
        elif size + count < CANASTA:
            sizes.append(size + count)
        room += (rules.melds.max_wilds if rules.melds.max_wilds is not None else 99) - had
    for size in sorted(sizes, reverse=True):
        short = CANASTA - size
        if lacking > 0 and short <= min(wilds, rules.melds.max_wilds or 0):
            wilds, room, lacking = wilds - short, room - short, lacking - 1
    threes = sum(1 for card in reading.view.hand if is_black_three(card))
    if threes < 3 or rules.threes.black_meld == "never":
        loose += threes
    return lacking <= 0 and loose + max(0, wilds - room) <= 1


def _should_end(reading: Reading) -> bool:
    """Whether the end of the round is worth more now than playing on, or wins the game."""
    if _wins(reading):
        return True
    partners_hold = sum(HELD * player.hand_size for player in reading.partners)
    asked = "ask" in reading.view.public.so_far
    worth = reading.rules.out.bonus + _others_lose(reading) - (0 if asked else partners_hold)
    return worth + NEEDED * reading.risk >= _ours_to_come(reading) * (1 - reading.risk)


def _wins(reading: Reading) -> bool:
    """Whether going out now probably ends the game, and wins it."""
    hand = sum(reading.values[card >> 2] for card in reading.view.hand)
    ours = reading.standing(reading.side, reading.partners) + hand + reading.rules.out.bonus
    theirs = [
        reading.standing(side, [player for player in reading.opponents if player.side == side.index])
        for side in reading.rivals
    ]
    return ours >= reading.rules.target and all(ours > other for other in theirs)
