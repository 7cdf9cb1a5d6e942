"""Discarding, which ends the turn: which cards may go, and what they do to the pile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..cards import ACE, CARD_CODES, SEVEN, THREE, TWO, Card, cards_of, is_wild
from ..events import Event
from ..going_out.ending import lacks, last_barred, may_leave, must_go_out, needs_leave, plays_on, thrown_back
from ..melds import CANASTA
from ..melds.locks import wild_open
from ..melds.sets import has_canasta, sets_of
from ..moves import Group, IllegalMove, MeldName, Move, VerbMoves
from ..pile import put_on_pile
from ..rules.model import Rules
from ..state import Phase, State
from . import lay, three
from .bound import owes_meld
from .passing import end_round, go_out, next_turn, pick_up_foot
from .way_out import has_way_out

#: Every discard there is, by seat and card: most of the moves listed are discards.
_DISCARDS: Final = tuple(tuple(Move(seat, "discard", card=card) for card in range(CARD_CODES)) for seat in range(8))


def phases(rules: Rules) -> tuple[Phase, ...]:
    """Return the phases in which games of these rules have this move."""
    del rules
    return ("play",)


def candidates(state: State) -> VerbMoves:
    """Return a discard of each card of the hand that may go, copies once."""
    by_card = _DISCARDS[state.turn]
    if _is_free(state):
        return [*map(by_card.__getitem__, dict.fromkeys(state.hands[state.turn]))]
    return [by_card[card] for card, refused in state.once(_refusals).items() if refused is None]


def problem(state: State, move: Move) -> IllegalMove | None:
    """Return why a card can't be discarded now."""
    if state.phase == "draw":
        return IllegalMove("draw-first")
    found = state.once(_refusals)
    if move.card is None or move.card not in found:
        return IllegalMove("card-not-in-hand", card=move.card)
    return found[move.card]


def _refusals(state: State) -> dict[Card, IllegalMove | None]:
    """Return each card of the hand with the reason why it can't be discarded now, None if it can."""
    seat = state.turn
    hand = state.hands[seat]
    if not hand:
        return {}
    if _is_free(state):
        return dict.fromkeys(hand)
    if state.rules.pile.needs == "meld" and owes_meld(state):
        return dict.fromkeys(hand, IllegalMove("meld-before-discard"))
    goes_on = len(hand) > 1 or state.foot(seat) or (state.answer != "no" and plays_on(state, seat, hand[0]))
    if not goes_on:
        return {hand[0]: _last_problem(state, seat, hand[0])}
    if must_go_out(state, seat):
        return dict.fromkeys(hand, IllegalMove("must-go-out" if state.answer == "yes" else "black-threes-going-out"))
    codes = _restrictions(state, seat)
    return {card: None if code is None else IllegalMove(code, card=card) for card, code in codes.items()}


def _last_problem(state: State, seat: int, card: Card) -> IllegalMove | None:
    """Return why the last card can't be discarded to go out."""
    if state.answer == "no":
        return IllegalMove("must-not-go-out")
    if not may_leave(state, seat):
        return IllegalMove("keep-a-card", lacks=lacks(state, seat))
    if needs_leave(state, seat):
        return IllegalMove("ask-first")
    if card not in last_barred(state):
        return None
    return IllegalMove("last-card" if card in cards_of(state.rules.out.last_not) else "thrown-back", card=card)


def apply(state: State, move: Move) -> list[Event]:
    """Put a card on the pile, and pass the turn on or go out. Return the events."""
    seat, card = move.seat, move.card
    assert card is not None
    hand = state.hands[seat]
    hand.remove(card)
    if seat in state.in_foot:
        state.foot_played.add(seat)
    state.so_far.append("discard")
    last = not hand and not state.foot(seat) and not plays_on(state, seat, card)
    face_down = last and state.rules.out.discard_hidden
    events = [Event("discard", seat, () if face_down else (card,), count=1)]
    events += put_on_pile(state, seat, card, last=last)
    if last:
        return events + go_out(state, seat)
    if len(hand) == 1 and not state.foot(seat):
        events.append(Event("one-left", seat))
    if not hand and state.foot(seat):
        events += pick_up_foot(state, seat)
        if not state.hands[seat]:
            return events + end_round(state, None, "stock")
    return events + next_turn(state)


def _is_free(state: State) -> bool:
    """Return whether any card of the hand may go: no rule keeps one back, and the turn goes on to somebody else."""
    if state.rules.bars_discards or state.whole_pile is not None:
        return False
    return len(state.hands[state.turn]) > 1 and not must_go_out(state, state.turn)


def _restrictions(state: State, seat: int) -> dict[Card, str | None]:
    """Return each card of the hand with the reason why it can't be discarded while others are kept, or None if it can.

    Where the restrictions would leave nothing, and the player can neither go out nor add to a wild meld that they must
    complete, wild cards may go, and threes if there is nothing else and none can be laid (docs/rules.md, Discards that
    are refused).
    """
    hand = state.hands[seat]
    found = {card: _ban(state, seat, card) for card in hand}
    if "safe-cards" in state.rules.discards.barred and not state.pile and _any_may_go(found):
        banned = {card: why or ("safe-card" if _is_safe(state, seat, card) else None) for card, why in found.items()}
        if _any_may_go(banned):
            found = banned
    if _any_may_go(found) or _wild_meld_takes_one(state, seat):
        return found
    if not needs_leave(state, seat) and has_way_out(state):
        return found
    found = {card: None if is_wild(card) else why for card, why in found.items()}
    if not _any_may_go(found) and not any(
        three.problem(state, Move(seat, "three", card=card)) is None for card in hand
    ):
        found = dict.fromkeys(hand)
    return found


def _any_may_go(found: Mapping[Card, str | None]) -> bool:
    return any(why is None for why in found.values())


def _ban(state: State, seat: int, card: Card) -> str | None:
    limits, hand = state.rules.discards, state.hands[seat]
    if card == thrown_back(state):
        return "thrown-back"
    if is_wild(card):
        if _bound_by_wild_meld(state, seat):
            return "wild-meld-open"
        return None if limits.wilds == "free" or all(map(is_wild, hand)) else "wild-discard"
    if card >> 2 == THREE:
        if "early-black-threes" in limits.barred and state.no_turn_yet and card in cards_of(("black-three",)):
            return "black-three-early"
        return "three-discard" if "threes" in limits.barred else None
    if card in state.cards.withheld:
        own = state.rules.ranks[card >> 2].discard == "own-canasta"
        sides = [state.side_of[seat]] if own else {state.side_of[one] for one in state.order}
        if not all(has_canasta(state.melds[side], card >> 2) for side in sides):
            which = "seven" if card >> 2 == SEVEN else "rank"
            return f"{which}-before-canasta{'' if own else 's'}"
    if "aces-and-sevens" in limits.barred and not state.pile and card >> 2 in (ACE, SEVEN):
        others = (one for one in hand if one < TWO * 4 and one >> 2 not in (ACE, SEVEN))
        return "ace-or-seven" if any(True for _ in others) else None
    return None


def _bound_by_wild_meld(state: State, seat: int) -> bool:
    return state.rules.wilds.binds and wild_open(state.side(seat))


def _wild_meld_takes_one(state: State, seat: int) -> bool:
    """Return whether a wild card that may not be discarded could be laid on the unfinished wild meld instead."""
    if not _bound_by_wild_meld(state, seat):
        return False
    groups = (Group((card,), MeldName("wild")) for card in set(state.hands[seat]) if is_wild(card))
    return any(lay.problem(state, Move(seat, "meld", (group,))) is None for group in groups)


def _is_safe(state: State, seat: int, card: Card) -> bool:
    """Return whether the next player could not use a card (docs/rules.md, Discards that are refused)."""
    for side, melds in enumerate(state.melds):
        for meld in sets_of(melds, card >> 2):
            size = len(meld.cards)
            if size >= CANASTA or (side != state.side_of[seat] and size >= CANASTA - 2):
                return True
    return False
