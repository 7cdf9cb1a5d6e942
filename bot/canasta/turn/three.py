"""Laying a three for its bonus, where that is the player's own choice."""

from __future__ import annotations

from collections.abc import Iterator

from ..cards import THREE, Card
from ..events import Event
from ..going_out.ending import end_problem, is_stranded, may_leave, must_go_out
from ..hand import Hand
from ..moves import IllegalMove, Move
from ..rules.card_sets import card_sets
from ..rules.model import Rules
from ..state import Phase, State
from ..stock import draw, stock_is_out
from .extra import extra_waits
from .passing import end_round


def phases(rules: Rules) -> tuple[Phase, ...]:
    """Return the phases in which games of these rules have this move."""
    return ("draw", "play") if card_sets(rules).layable else ()


def candidates(state: State) -> Iterator[Move]:
    """Yield each kind of three held that may be laid in this game, copies once."""
    for card in sorted(state.cards.layable.intersection(state.hands[state.turn])):
        yield Move(state.turn, "three", card=card)


def problem(state: State, move: Move) -> IllegalMove | None:
    """Return why a three can't be laid now (docs/rules.md, Threes)."""
    seat, card = move.seat, move.card
    if card is None:
        return IllegalMove("not-a-three", card=card)
    code = _timing(state, seat, card)
    if code is not None:
        return IllegalMove(code, card=card)
    code = _strands(state, seat)
    return None if code is None else IllegalMove(code)


def _timing(state: State, seat: int, card: Card) -> str | None:
    """Return why this is no card to lay now, as an error code."""
    if card not in state.cards.layable:
        return "threes-lie-by-themselves" if card >> 2 == THREE else "not-a-three"
    if card not in state.hands[seat]:
        return "card-not-in-hand"
    if must_go_out(state, seat):
        return "three-before-asking"
    if state.phase == "draw" or state.rules.threes.red != "optional" or state.rules.threes.any_time:
        return None
    fresh = all(verb in ("draw", "three") for verb in state.so_far) and "draw" in state.so_far
    return None if fresh and card in state.drawn else "three-too-late"


def _strands(state: State, seat: int) -> str | None:
    """Return why a three laid now would leave no way to end the turn, as an error code, or None.

    Either nothing replaces it, or only the last card of the extra hand does; or it is the only card, and what replaces
    it might not be allowed as a discard.
    """
    if state.phase != "play":
        return None
    extra, held = extra_waits(state, seat), len(state.hands[seat])
    if held <= 2 and "three" not in state.rules.stock.ends_on and stock_is_out(state):
        return "three-not-replaced"
    if held == len(state.stock) == 1 and extra and not may_leave(state, seat):
        return "three-not-replaced"
    if held == 1 and state.rules.out.last_not and not _any_card_ends(state, seat, draws=extra and len(state.stock) > 1):
        return "three-only-card"
    return None


def _any_card_ends(state: State, seat: int, *, draws: bool) -> bool:
    """Return whether the turn could be ended with any one card in place of the hand."""
    hand, state.hands[seat] = state.hands[seat], Hand()
    try:
        return end_problem(state, seat, draws=draws, unseen=1) is None
    finally:
        state.hands[seat] = hand


def apply(state: State, move: Move) -> list[Event]:
    """Lay a three and draw a card for it. Return the events."""
    seat, card = move.seat, move.card
    assert card is not None
    state.hands[seat].remove(card)
    state.lay_threes(seat, [card])
    state.so_far.append("three")
    gained, laid, renewed = draw(state, seat, 1)
    events = [Event("three", seat, (card,)), *renewed]
    if laid:
        events.append(Event("three", seat, tuple(laid)))
    state.hands[seat].gain(gained)
    if card in state.drawn:
        state.drawn = [*state.drawn, *gained]
        state.drawn.remove(card)
    if not gained and ("three" in state.rules.stock.ends_on or is_stranded(state, seat)):
        return events + end_round(state, None, "stock")
    return events
