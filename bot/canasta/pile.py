"""The discard pile: who may take it with any hand, when it is frozen, and what a take brings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from .cards import BLACK_THREES, RED_THREES, Card, is_wild
from .events import Event
from .melds import CANASTA
from .melds.base import Lying
from .melds.sets import has_canasta, set_problem
from .opening import required
from .rules.model import PileRules, Rules
from .state import State


def is_blocked(state: State, seat: int) -> bool:
    """Return whether the top card alone keeps a seat from the pile (docs/rules.md, Blocked and closed piles)."""
    if not state.pile:
        return False
    top = state.pile[-1]
    if top in state.cards.blocking:
        return True
    rule = state.rules.pile.own_canasta
    if rule == "free" or is_wild(top):
        return False
    if rule == "never":
        return has_canasta(state.side(seat), top >> 2)
    discarder = state.order[state.order.index(seat) - 1]
    if state.side_of[discarder] == state.side_of[seat]:
        return False
    others = set(state.side_of) - {state.side_of[discarder]}
    return any(has_canasta(state.melds[side], top >> 2) for side in others)


def pile_problem(state: State) -> str | None:
    """Return why the seat to move can't take the pile with any hand, as an error code.

    None if it may with the right cards.
    """
    return state.once(_pile_problem)


def _pile_problem(state: State) -> str | None:
    rules, seat = state.rules.pile, state.turn
    if not rules.can_be_taken:
        return "pile-never-taken"
    if not state.pile:
        return "pile-empty"
    if rules.open_to == "in-foot" and seat not in state.in_foot:
        return "pile-in-foot"
    if state.closed_by is not None and state.closed_by != seat:
        return "pile-closed"
    if state.pile[-1] in state.cards.blocking:
        return "pile-blocked"
    if rules.own_canasta != "free" and is_blocked(state, seat):
        return "pile-own-canasta"
    if len(state.pile) == 1 and len(state.hands[seat]) <= 1 and not rules.one_card:
        return "one-card-pile"
    if rules.own_meld_first and seat not in state.opened_meld_by:
        return "pile-own-meld-first"
    if state.rules.opening.with_pile == "no" and required(state, seat) is not None:
        return "pile-open-first"
    return None


def frozen_for(state: State, side: int) -> bool:
    """Return whether the pile is frozen for a side (docs/rules.md, The frozen pile)."""
    rules = state.rules.pile
    return state.frozen or rules.always_frozen or (rules.frozen_for_unopened and not state.melds[side])


def naturals_needed(state: State, side: int) -> int:
    """Return how many natural cards of the top card's rank, or wild ones of its kind, always take the pile."""
    return _needed(state.rules.pile, frozen=frozen_for(state, side))


def _needed(rules: PileRules, *, frozen: bool) -> int:
    return rules.frozen_needs if frozen else 2


def onto(state: State, side: int, naturals: int = 0, wilds: int = 0) -> list[int]:
    """Return which of the side's melds of the top card's rank (1 for the first) the top card alone may join.

    `naturals` and `wilds` are cards of the hand that go there too, though the top card doesn't need them.
    """
    of_rank = state.melds[side].lying[state.pile[-1] >> 2]
    return places_onto(state.rules, of_rank, naturals, wilds, frozen=frozen_for(state, side))


def places_onto(rules: Rules, of_rank: Lying, naturals: int = 0, wilds: int = 0, *, frozen: bool) -> list[int]:
    """Return the same of any melds of a rank; `frozen` says whether the pile is frozen for their side."""
    rule = rules.pile.onto_meld
    if not of_rank or rule == "never" or frozen:
        return []
    return [
        place
        for place, (have, wild) in enumerate(of_rank, 1)
        if (rule == "any" or have + wild < CANASTA) and set_problem(rules, have + 1 + naturals, wild + wilds) is None
    ]


def cards_suffice(rules: PileRules, naturals: int, wilds: int, *, frozen: bool) -> bool:
    """Return whether this many naturals of the top card's rank, with wild cards, take a pile by themselves.

    `frozen` says whether it is frozen for their side.
    """
    if naturals + (1 if rules.wild_helps and wilds else 0) >= _needed(rules, frozen=frozen):
        return True
    return rules.natural_and_wild and naturals > 0 < wilds and not frozen


def freezes(state: State) -> bool:
    """Return whether the cards of the pile freeze it (docs/rules.md, The frozen pile)."""
    freezing = state.cards.freezing.union(RED_THREES) if state.rules.deal.cover_freezes else state.cards.freezing
    covered = state.pile[:-1] if state.rules.discards.covered_black_freezes else []
    return not freezing.isdisjoint(state.pile) or any(card in BLACK_THREES for card in covered)


def put_on_pile(state: State, seat: int, card: Card, *, last: bool = False) -> list[Event]:
    """Put a seat's card on the pile, and return the events: it may freeze or close the pile, unless it ends the round.

    See docs/rules.md, The frozen pile.
    """
    was_frozen, rules = state.frozen, state.rules
    if rules.discards.covered_black_freezes and state.pile and state.pile[-1] in BLACK_THREES:
        state.frozen = was_frozen or not state.top_was_turned or rules.deal.cover_freezes
    state.pile.append(card)
    state.top_was_turned = False
    if last:
        return []
    if card in state.cards.freezing:
        state.frozen = True
    if card in state.cards.closing:
        state.closed_by = seat
    if was_frozen or not state.frozen or not rules.pile.can_be_taken:
        return []
    return [Event("frozen", seat)]


#: How many cards below the top one come with it, by `pile.taken`, where that is a number.
_BELOW_TOP: Final = {"top": 0, "five": 4, "seven": 6}


def left_lying(rules: Rules, pile: Sequence[Card | None]) -> int:
    """Return how many cards of a pile (None: face down) stay when it is taken (docs/rules.md, A part of the pile)."""
    if rules.pile.taken == "all":
        return 0
    below = pile[:-1]
    limit = _BELOW_TOP.get(rules.pile.taken)
    if limit is not None:
        return max(0, len(below) - limit)
    if rules.pile.taken == "to-wild":
        return max((place + 1 for place, card in enumerate(below) if card is not None and is_wild(card)), default=0)
    return 0


def split_pile(state: State) -> tuple[list[Card], list[Card]]:
    """Return the cards that a take brings, without a top card that is melded by it, and those that stay."""
    stays = left_lying(state.rules, state.pile)
    taken = state.pile if state.rules.takes_freely else state.pile[:-1]
    return taken[stays:], state.pile[:stays]


def taken_cards(state: State) -> list[Card]:
    """Return the cards that a take would bring to the hand."""
    return to_hand(state, split_pile(state)[0])


def to_hand(state: State, taken: Iterable[Card | None]) -> list[Card]:
    """Return those cards of a taken pile (None: face down) that come to the hand."""
    down, aside = state.cards.down, state.cards.aside
    return [card for card in taken if card is not None and card not in down and card not in aside]


def replaced_count(state: State) -> int:
    """Return how many cards of the stock, red threes or not, would replace the red threes of a taken pile."""
    if not state.rules.threes.pile_replaced:
        return 0
    return min(len(state.stock), len([card for card in split_pile(state)[0] if card in state.cards.down]))
