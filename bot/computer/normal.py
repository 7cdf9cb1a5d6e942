"""The sensible player: weighs every legal move by what it leaves behind, and takes the best.

It knows the aims of the game, not its tricks: canastas, a pile worth taking, cards that must not be handed over, a
round that should be ended or kept going. It never asks what the variant is called; what it knows of the rules are their
numbers.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from bot.canasta.cards import (
    JOKER_RANK,
    NATURAL_RANKS,
    THREE,
    TWO,
    Card,
    is_black_three,
    is_natural,
    is_red_three,
    is_wild,
    ranks_of,
)
from bot.canasta.melds import CANASTA
from bot.canasta.moves import Group, Move
from bot.canasta.views import MeldView, SeatView
from bot.computer import ending
from bot.computer.goals import NEEDED
from bot.computer.reading import WILD_POINTS, PatternPart, Reading, run_with_room

#: The value of opening on top of the melds: the partner is free, the pile is easier to take.
OPENING = 70
#: The cost of having none, one, two … cards left after the discard, for a player who can't go out.
THIN = (400, 75, 45, 28, 14, 6)
#: The cost of each wild card in another meld while going out takes a wild canasta that the side has not made.
SAVED = 150
#: The value of laying a card while the foot waits for the hand to be used up.
HURRY = 20
#: The cost of each card of a taken pile while the foot waits: most of them are laid in their turn.
HELD_UP = 4
#: The chance that a hand with this many cards before the discard is used up in time to bring the foot.
REACHED = (1.0, 1.0, 0.5, 0.3, 0.2, 0.12, 0.06)
#: The part of what going out now is worth that a hand is worth already, by its cards before the discard.
NEAR = (0.3, 0.3, 0.27, 0.15, 0.12, 0.07, 0.05, 0.03)
#: The cost of taking the first pile where the taker plays alone against the two others, who pool their melds.
ALONE = 600
#: The value of a drawn card before anybody sees it.
DRAWN = 14
#: Moves that are worth making whenever they are legal, in this order.
WELCOME = ("special", "extra", "three", "keep")

_FIRST_WILD = TWO * 4
_NATURAL = frozenset(range(NATURAL_RANKS))


def choose(view: SeatView, chance: random.Random) -> Move:
    """Return the legal move that this player thinks best; `chance` decides between equals."""
    moves = list(view.legal)
    if len(moves) == 1:
        return moves[0]
    if view.public.phase == "answer":
        return ending.answer(Reading(view), moves)
    for verb in WELCOME:
        if verb in view.verbs:
            return next(move for move in moves if move.verb == verb)
    reading = Reading(view)
    if view.public.phase == "draw":
        return _before_play(reading, moves, chance)
    return _play(reading, moves, chance)


def _best(moves: list[Move], worths: list[float], chance: random.Random) -> Move:
    top = max(worths)
    return chance.choice([move for move, worth in zip(moves, worths, strict=True) if worth == top])


# --- draw or take ---------------------------------------------------------------------------------------------------


def _before_play(reading: Reading, moves: list[Move], chance: random.Random) -> Move:
    opening = [move for move in moves if move.verb == "meld"]
    worths = [_laid(reading, move.groups) for move in opening]
    if worths and max(worths) > 0:
        return _best(opening, worths, chance)
    gaining = [move for move in moves if move.verb not in ("meld", "ask")]
    return _best(gaining, [_gained(reading, move) for move in gaining], chance)


def _gained(reading: Reading, move: Move) -> float:
    """Return what drawing, or this way of taking the pile, is worth."""
    if move.verb == "draw":
        return (DRAWN + reading.red_drawn()) * reading.rules.turn.draw * (1 - reading.risk)
    apart = reading.rules.side.mode in ("lone", "alliance") and len(reading.rivals) > 1
    return _taken(reading, move) - (ALONE if apart else 0)


def _taken(reading: Reading, move: Move) -> float:
    """Return what the pile is worth, taken in this way."""
    pile = reading.view.public.pile
    top = pile[-1]
    assert top is not None
    if reading.rules.takes_freely:
        return _whole(reading)
    first, *rest = move.groups or (Group(()),)
    laid = [Group((*first.cards, top), first.name), *rest]
    if move.verb == "pick":
        return _laid(reading, laid, gained=1)
    brought = reading.view.public.brought
    gained = [card for card in brought[:-1] if card is not None]
    worth = _laid(reading, laid, gained=len(brought))
    worth += sum(reading.run_worth(card) for card in {*gained} if is_natural(card) and card not in reading.view.hand)
    return worth + _gain(reading, gained, first, top) + 0.4 * max(0.0, reading.pile_worth - 40)


def _whole(reading: Reading) -> float:
    """Return the worth of the pile to the hand that it joins whole: in melds, and as opponents don't get it."""
    came = [card for card in reading.view.public.brought if card is not None]
    nearer = 0.0
    if reading.rules.pile.needs == "nothing":
        kept = sum(not fits(reading, card) for card in came)
        if len(came) == kept == 1:
            # Two computers could take each other's discards in turn for ever, and never draw.
            return -1.0
        held = len(reading.view.hand)
        nearer = _nearer(reading, held + kept, held + reading.rules.turn.draw)
    worth = _gain(reading, came, Group(()), None)
    worth += sum(reading.run_worth(card) for card in came if card not in reading.view.hand)
    cost = reading.risk * sum(reading.values[card >> 2] for card in came if is_natural(card))
    return worth + nearer - cost + 0.2 * max(0.0, reading.pile_worth - 40)


def fits(reading: Reading, card: Card) -> bool:
    """Return whether a card of the pile is laid as soon as it is taken."""
    if not reading.opened or (len(reading.view.hand) < 2 and not reading.foot and not reading.goals.ready):
        return False
    return is_natural(card) and (
        card >> 2 in reading.sets
        or (reading.hand[card >> 2] > 1 and card >> 2 not in reading.dead)
        or run_with_room(reading.rules, reading.side.melds, card) is not None
    )


def _nearer(reading: Reading, left: int, before: int) -> float:
    """Return what it is worth that the hand has `left` cards before the discard, not `before`.

    The foot, or the end of the round where that is wanted, comes the sooner the fewer they are.
    """
    if reading.foot:
        reached = _part(REACHED, left) - _part(REACHED, before)
        return DRAWN * reading.foot * (1 - reading.risk) * reached
    if left >= len(NEAR) and before >= len(NEAR):
        return 0.0
    return reading.haste * (_part(NEAR, left) - _part(NEAR, before))


def _gain(reading: Reading, cards: list[Card], first: Group, top: Card | None) -> float:
    """Return what cards of the pile add to the hand once the first group lies on the table.

    The top card lies there with it, if it is melded (`top` is None if not).
    """
    left = reading.hand.copy()
    for card in first.cards:
        left[card >> 2] -= 1
    came = [0] * len(left)
    for card in cards:
        came[card >> 2] += 1
    worth = 0.0
    for rank in range(NATURAL_RANKS):
        if came[rank]:
            laid = len(first.cards) + 1 if top is not None and is_natural(top) and rank == top >> 2 else 0
            wild = sum(1 for card in first.cards if is_wild(card)) if laid else 0
            meld = reading.sets.get(rank)
            worth += reading.hand_worth(rank, left[rank] + came[rank], meld, laid, wild)
            worth -= reading.hand_worth(rank, left[rank], meld, laid, wild)
    wilds = sum(1 for card in cards if is_wild(card))
    held = reading.wilds - sum(1 for card in first.cards if is_wild(card))
    worth += reading.wilds_worth(held + wilds) - reading.wilds_worth(held)
    return worth - came[THREE] * 5 * reading.risk


def gains(reading: Reading, moves: Sequence[Move]) -> list[tuple[float, Move]]:
    """Return the draw and the takes among moves with what each is worth."""
    return [(_gained(reading, move), move) for move in moves if move.verb in ("draw", "take")]


# --- melds and the discard ------------------------------------------------------------------------------------------


def _play(reading: Reading, moves: list[Move], chance: random.Random) -> Move:
    plan = ending.way_out(reading)
    if plan is not None and ending.should_end(reading, plan):
        asks = [move for move in moves if move.verb == "ask"]
        must = reading.rules.out.ask == "must"
        if asks and (must or sum(player.hand_size for player in reading.partners) > 3):
            return asks[0]
        step = ending.next_step(plan, moves)
        if step is not None:
            return step
    if "caliente" in reading.view.verbs and _refill(reading) > reading.rules.extra.caliente_cost:
        return next(move for move in moves if move.verb == "caliente")
    ends = [move for move in moves if move.verb in ("discard", "float")]
    melds = [move for move in moves if move.groups]
    if ends and reading.hand[THREE] and not reading.rules.plain_threes:
        # With black threes on the table the player must go out in this turn.
        melds = [move for move in melds if not any(map(is_black_three, move.cards))]
    worths = [_meld(reading, move) for move in melds]
    if worths and max(worths) > 0:
        return _best(melds, worths, chance)
    if not ends:
        return _best(melds, worths, chance) if melds else moves[0]
    return _best(ends, _discards(reading, ends), chance)


def strokes(reading: Reading, moves: Sequence[Move]) -> tuple[list[tuple[float, Move]], list[tuple[float, Move]]]:
    """Return the melds among moves with what each is worth, above 0 if better than none, and the discards likewise."""
    melds = [(_meld(reading, move), move) for move in moves if move.verb == "meld"]
    ends = [move for move in moves if move.verb == "discard"]
    return melds, list(zip(_discards(reading, ends), ends, strict=True))


def _refill(reading: Reading) -> float:
    """Return what the cards are worth that a caliente would bring."""
    return DRAWN * max(0, reading.rules.deal.hand - len(reading.view.hand) + 1) * (1 - reading.risk)


def _meld(reading: Reading, move: Move) -> float:
    """Return what laying these groups is worth; above 0 means better than keeping them."""
    left = len(reading.view.hand)
    for group in move.groups:
        left -= len(group.cards)
    if left <= 1 and not reading.foot and not _prize(reading, move.groups):
        plays_on = reading.rules.out.play_on and not reading.goals.ready
        if not plays_on:
            return -THIN[0]
    return _laid(reading, move.groups)


def _prize(reading: Reading, groups: Sequence[Group]) -> int:
    """Return how many cards of a foot come with groups that complete this player's first canasta."""
    if not reading.prize:
        return 0
    return reading.prize if any(completes(reading, group) for group in groups) else 0


def completes(reading: Reading, group: Group) -> bool:
    """Return whether a group makes a canasta of the meld that it goes to, or is one."""
    meld, _kind, _rank = target(reading, group)
    size = len(meld.cards) if meld is not None else 0
    return size < CANASTA <= size + len(group.cards)


def _laid(reading: Reading, groups: Sequence[Group], gained: int = 0) -> float:
    """Return the change of worth when groups go from the hand to the table and bring `gained` cards to the hand."""
    worth = 0.0 if reading.opened else _opening(reading)
    lacking = reading.lacking
    laid = spent = lost = 0
    for group in groups:
        # Openings are put together from the same groups.
        part = reading.parts.get(group) if len(groups) > 1 else _part_of(reading, group)
        if part is None:
            part = reading.parts[group] = _part_of(reading, group)
        wilds, completing, lost_wilds, worths = part
        laid += len(group.cards)
        spent += wilds
        lost += lost_wilds
        lacking -= completing
        for more in worths:
            worth += more
    if spent:
        worth += reading.wilds_worth(reading.wilds - spent) - reading.wilds_worth(reading.wilds)
    if lost and reading.goals.lacks["wild"]:
        worth -= SAVED * lost * min(1.0, reading.turns_left / 2)
    left = len(reading.view.hand) - laid + gained
    if reading.prize:
        prize = _prize(reading, groups)
        worth += DRAWN * prize * (1 - reading.risk)
        left += prize
    worth += _nearer(reading, left, left + laid)
    if reading.foot:
        return worth + HURRY * laid - HELD_UP * gained
    if left > len(THIN) or (not reading.pile_worth and left > 1):
        return worth  # Cards are kept for the pile: enough are left, or nobody can take it.
    return worth - (_thin(left) if lacking > 0 else 0.3 * _thin(left)) * min(1.0, reading.turns_left / 3)


def _part_of(reading: Reading, group: Group) -> PatternPart:
    """Return the part of one group in what laying it is worth."""
    ranks = ranks_of(group.cards)
    wilds, count = ranks.count(TWO) + ranks.count(JOKER_RANK), len(ranks)
    meld, kind, rank = target(reading, group)
    size = had = 0
    now = 0.0
    if meld is not None:
        size, had = len(meld.cards), meld.wilds
        now = reading.meld_worth(kind, size, had, rank)
    grown = size + count
    worths = [
        reading.safety * sum(map(reading.laid_values.__getitem__, ranks)),
        reading.meld_worth(kind, grown, had + wilds, rank) - now,
    ]
    if wilds and meld is not None and meld.canasta == "natural" and reading.goals.spoilt():
        worths.append(-2 * NEEDED)
    if rank is not None:
        held = reading.hand[rank]
        worths.append(reading.hand_worth(rank, held - count + wilds, meld, count, wilds))
        worths.append(-reading.hand_worth(rank, held, meld))
    return wilds, size < CANASTA <= grown, wilds if kind != "wild" else 0, worths


def _part(parts: Sequence[float], left: int) -> float:
    """Return the entry for a hand of `left` cards before the discard; 0 beyond the last."""
    return parts[left] if left < len(parts) else 0.0


def _thin(left: int) -> float:
    """Return what it costs to have `left` cards before the discard."""
    return THIN[max(0, left - 1)] if left <= len(THIN) else 0.0


def _opening(reading: Reading) -> float:
    """Return what opening brings on top of the melds."""
    rules = reading.rules
    return OPENING + DRAWN * (max(rules.deal.talons, default=0) + rules.extra.hand)


def target(reading: Reading, group: Group) -> tuple[MeldView | None, str, int | None]:
    """Return the meld that a group goes to (None: a new one), its kind, and its rank if it is a set."""
    name = group.name
    if name is not None and name.kind == "set":
        return (None if name.new else reading.sets.get(name.key)), "set", name.key
    ranks = _NATURAL.intersection(ranks_of(group.cards))
    if name is None and len(ranks) == 1:
        (rank,) = ranks
        return reading.sets.get(rank), "set", rank
    if any(is_black_three(card) for card in group.cards):
        return None, "black-threes", None
    kind = name.kind if name is not None else "sequence" if ranks else "wild"
    for meld in reading.side.melds:
        if meld.kind == kind and not (name is not None and name.new):
            if name is None and kind == "wild":
                return meld, kind, None
            if name is not None and meld.name == str(name):
                return meld, kind, None
    return None, kind, None


def _discards(reading: Reading, moves: list[Move]) -> list[float]:
    """Return what ending the turn by each of these moves is worth; suits matter only for runs and threes."""
    by_rank = not reading.rules.sequences.allowed
    known: dict[int, float] = {}
    worths = []
    for move in moves:
        card = move.card
        if card is None:
            worths.append(0.0)
            continue
        key = card >> 2 if by_rank and card < _FIRST_WILD else -card
        worth = known.get(key)
        if worth is None:
            worth = known[key] = _discard(reading, card)
        worths.append(worth)
    return worths


def _discard(reading: Reading, card: Card) -> float:
    """Return what a discard is worth: what the next player makes of it, against what the card was worth here."""
    rank, risk, taker = card >> 2, reading.risk, reading.taker
    stakes = reading.pile_worth + 10
    if taker.player.side == reading.me.side:
        danger = taker.danger(card) * stakes * -0.5
    else:
        stakes += taker.gains(card)
        danger = taker.danger(card) * stakes
    if rank >= NATURAL_RANKS:
        if is_wild(card):
            useless = 30 if reading.view.public.frozen else 0
            spent = reading.wilds_worth(reading.wilds) - reading.wilds_worth(reading.wilds - 1)
            return -danger - spent - useless - 15 - 0.2 * (reading.values[rank] - WILD_POINTS)
        # The safest discard there is: kept for a pile that is worth it, discarded in time.
        guard = max(0.0, 20 - 0.4 * stakes) * (1 - risk) if reading.pile_worth else 0.0
        return _held(reading, card) * max(0.4, risk) - guard
    meld = reading.sets.get(rank)
    count = reading.hand[rank]
    kept = reading.hand_worth(rank, count, meld) - reading.hand_worth(rank, count - 1, meld)
    worth = -danger - kept
    if reading.rules.sequences.allowed:
        worth -= reading.run_worth(card)
    needs = reading.me.opening
    if isinstance(needs, int):
        # The more of its rank a player holds, the more each point helps to open.
        worth -= (0.2, 0.6, 1.0)[min(count, 3) - 1] * needs / 60 * reading.values[rank]
    return worth


def _held(reading: Reading, card: Card) -> int:
    """Return what a card that is no part of melds costs, left in the hand at the end."""
    costs = reading.rules.threes.costs
    return (costs("black") if is_black_three(card) else costs("red") if is_red_three(card) else None) or 0
