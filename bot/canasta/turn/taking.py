"""The cards that take the discard pile, and what a hand could take it with."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ..cards import ACE, BLACK_THREES, JOKER, TWO, Card, card_at, is_wild
from ..hand import Hand, mixes_of
from ..melds import LayConditions, Melds, other_groups, place
from ..melds.base import Lying, wilds_among
from ..melds.locks import free_wilds
from ..melds.run_groups import NewRun, filled_groups, groups_with_top, new_runs, told_apart
from ..melds.runs import fits_run, lowest_place, runs_of
from ..melds.sets import SetShape, named_groups, places_of_rank, set_groups, set_ranks, set_sizes
from ..melds.wilds import may_start_wild, wild_melds
from ..moves import Group, IllegalMove, MeldName
from ..opening import is_open
from ..pile import cards_suffice, frozen_for, naturals_needed, onto, pile_problem, places_onto
from ..rules.model import Rules
from ..state import State

#: Natural cards are up to this one.
LAST_NATURAL: Final = TWO * 4 - 1


def opens_from_hand(state: State) -> bool:
    """Return whether the seat to move must open with cards of the hand alone before the pile counts."""
    return state.rules.opening.with_pile == "first-from-hand" and not is_open(state)


def groups_to_lay(state: State, seat: int, groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """Return the groups of a take in the order to lay them, the one that gets the top card first.

    Raises `IllegalMove` if these cards don't take the pile, no matter which melds they make.
    """
    refused = pile_problem(state)
    if refused is not None:
        raise IllegalMove(refused, top=state.pile[-1] if state.pile else None)
    side, top, first = state.side_of[seat], state.pile[-1], groups[0]
    if is_wild(top) and state.rules.pile.wild_joins and not frozen_for(state, side):
        if _joins_as_wild(state, first, top):
            return groups
        raise IllegalMove("pile-needs-cards", top=top)
    if is_wild(top):
        same = _of_kind(first.cards, top)
        elsewhere = first.name is not None and first.name.kind != "wild"
        needed = naturals_needed(state, side)
        if same < needed or elsewhere or not all(map(is_wild, first.cards)):
            raise IllegalMove("pile-wild-pair", top=top, needed=needed)
        return groups
    if state.rules.pile.sequences == "whole" and (run := _as_run(state, side, first, top)) is not None:
        return (run, *groups[1:])
    naturals = len([card for card in first.cards if card >> 2 == top >> 2])
    wilds = wilds_among(first.cards)
    name = first.name
    if naturals + wilds < len(first.cards) or (name is not None and (name.kind, name.key) != ("set", top >> 2)):
        raise IllegalMove("take-with-other-ranks", top=top)
    if cards_suffice(state.rules.pile, naturals, wilds, frozen=frozen_for(state, side)):
        return groups
    places = onto(state, side, naturals, wilds) or onto(state, side)
    if name is not None and (name.new or name.nth):
        places = [place for place in places if place == name.nth]
    if places:
        return (Group(first.cards, MeldName("set", top >> 2, places[0])), *groups[1:])
    if _pair_among(state, groups):
        return groups
    raise IllegalMove(_missing(state, side), top=top, needed=naturals_needed(state, side))


def _joins_as_wild(state: State, first: Group, top: Card) -> bool:
    """Return whether a wild card on top takes the pile: two cards of the hand go with it, or it may join their meld alone."""
    if len(first.cards) >= 2:
        return True
    name = first.name
    if name is None and first.cards and not is_wild(first.cards[0]):
        name = MeldName("set", first.cards[0] >> 2)
    if name is None or name.new:
        return False
    try:
        place(state.turn_conditions(), Group((), name), top)
    except IllegalMove:
        return False
    return True


def _of_kind(wilds: Sequence[Card], top: Card) -> int:
    """Return how many of these cards are wild and of the kind of a wild card on top: jokers, or twos."""
    return sum(1 for card in wilds if is_wild(card) and (card == JOKER) == (top == JOKER))


def _missing(state: State, side: int) -> str:
    """Return what the cards of a refused take lack, as an error code."""
    if frozen_for(state, side):
        return "pile-frozen"
    if state.rules.pile.natural_and_wild:
        return "pile-needs-cards"
    return "pile-needs-pair" if state.rules.pile.onto_meld == "never" else "pile-needs-pair-or-meld"


def _pair_among(state: State, groups: Sequence[Group]) -> bool:
    """Return whether the initial melds of the same stroke hold the top card's pair (docs/rules.md, Opening with the pile)."""
    if groups[0].cards or not opens_from_hand(state):
        return False
    rank = state.pile[-1] >> 2
    return any(sum(1 for card in group.cards if card >> 2 == rank) >= 2 for group in groups[1:])


def _as_run(state: State, side: int, first: Group, top: Card) -> Group | None:
    """Return the group as one that makes a run with the top card or joins one; None if it doesn't.

    A group that names no meld and could also join a set of the top card's rank goes there, if the top card alone may.
    """
    if first.name is not None and first.name.kind != "sequence":
        return None
    naturals = [card for card in (*first.cards, top) if not is_wild(card)]
    ranks = [card >> 2 for card in naturals]
    twice = 1 if state.rules.sequences.ace == "both-ends" and ranks.count(ACE) == 2 else 0
    if len({card & 3 for card in naturals}) > 1 or len(set(ranks)) + twice < len(ranks):
        return None
    two = lowest_place(state.rules) < 0 and TWO * 4 + (top & 3) in first.cards
    if len(first.cards) >= 2 and (len(naturals) > 1 or two):
        return first
    runs = (run for run in runs_of(state.melds[side]) if fits_run(state.rules, run, (*first.cards, top)))
    run = next(runs, None)
    if run is None or first.name is not None or len(naturals) > 1:
        return None if run is None else first
    return None if onto(state, side, 0, len(first.cards)) else first._replace(name=run.name)


def taking_groups(state: State) -> Sequence[Group]:
    """Return the groups of the hand, of every kind, that might take the pile; an empty one if it is not melded."""
    if state.rules.takes_freely:
        return [Group(())]
    sets = taking_sets(state)
    if state.pile[-1] <= LAST_NATURAL and state.rules.pile.sequences != "whole":
        return sets
    return [*sets, *taking_others(state)]


def taking_sets(state: State) -> Sequence[Group]:
    """Return the groups of the hand that take the pile in a meld of the top card's rank, new or on the table."""
    rank, hand, shapes = state.pile[-1] >> 2, state.hands[state.turn], taking_shapes(state)
    if not shapes:
        return ()
    held = hand.of_rank(rank)
    if state.rules.sequences.allowed:
        held = (*_spare_first(held, hand),)
    return named_groups(rank, held, hand.twos, shapes)


def taking_shapes(state: State) -> Sequence[SetShape]:
    """Return the shapes of these groups."""
    rank, hand, conditions = state.pile[-1] >> 2, state.hands[state.turn], state.turn_conditions()
    of_rank = conditions.melds.lying[rank]
    if not (of_rank or hand.counts[rank]):
        return ()
    frozen, wilds = frozen_for(state, state.side_of[state.turn]), free_wilds(conditions, hand)
    return _taking_shapes(state.rules, rank, of_rank, hand.counts[rank], wilds, frozen, conditions.opening)


@functools.lru_cache(maxsize=4096)
def _taking_shapes(
    rules: Rules,
    rank: int,
    of_rank: Lying,
    held: int,
    free: tuple[int, int],
    frozen: bool,
    opening: bool,
) -> Sequence[SetShape]:
    """Return the same, which depends on numbers of cards: of the melds, held, and `free` twos and jokers."""
    if rank not in set_ranks(rules):
        return ()
    conditions = LayConditions(rules, Melds(), opening)
    found: list[SetShape] = []
    alone, (twos, jokers) = places_onto(rules, of_rank, frozen=frozen), free
    for nth, lying, name in places_of_rank(rules, of_rank):
        for naturals, wilds in set_sizes(rules).additions(conditions, rank, lying, held, twos + jokers, given=1):
            if nth in alone or cards_suffice(rules.pile, naturals, wilds, frozen=frozen):
                found += [(name, naturals, wilds - mixed, mixed) for mixed in mixes_of(wilds, twos, jokers)]
    return tuple(found)


def _spare_first(cards: Sequence[Card], hand: Sequence[Card]) -> list[Card]:
    """Return cards of one rank; last come those that a run in the hand might need."""

    def neighbours(card: Card) -> int:
        near = (other for other in hand if not is_wild(other) and other & 3 == card & 3)
        return len({other for other in near if 0 < abs(other - card) <= 8})

    kept = sorted(dict.fromkeys(cards), key=neighbours)
    spare = list(cards)
    for card in kept:
        spare.remove(card)
    return spare + kept


def taking_others(state: State) -> Iterable[Group]:
    """Return the groups of the hand that might take the pile with a wild card or a black three on top, or for a run."""
    top, cards = state.pile[-1], state.hands[state.turn]
    if is_wild(top):
        if state.rules.pile.wild_joins:
            return dict.fromkeys(_taking_as_wild(state, top))
        return _taking_wilds(state, cards, top)
    if top in BLACK_THREES and not state.rules.plain_threes:
        blacks = [card for card in cards if card in BLACK_THREES]
        return [Group(tuple(blacks[:count])) for count in range(2, len(blacks) + 1)]
    return dict.fromkeys(_taking_runs(state, top)) if state.rules.pile.sequences == "whole" else ()


def _taking_wilds(state: State, hand: Hand, top: Card) -> Iterator[Group]:
    """Yield wild cards with enough of the top card's kind among them, for every meld that might take them."""
    rules, side = state.rules, state.side_of[state.turn]
    melds = state.melds[side]
    mine = wild_melds(melds)
    names: list[MeldName | None] = [MeldName("wild", 0, nth) for nth in range(1, len(mine) + 1)]
    if may_start_wild(rules, melds):
        names.append(MeldName("wild", new=True) if mine else None)
    if rules.twos.allowed:
        names.append(None)
    needed = naturals_needed(state, side)
    for mix in (mix for of_size in hand.wilds[needed:] for mix in of_size):
        if _of_kind(mix, top) >= needed:
            yield from (Group(mix, name) for name in names)


def _taking_as_wild(state: State, top: Card) -> Iterator[Group]:
    """Yield what a hand could lay together with the wild card on top, without that card."""
    conditions, hand = state.turn_conditions(), Hand(state.hands[state.turn])
    hand.gain([top])
    groups = [*other_groups(conditions, hand, hand)]
    for rank in set_ranks(state.rules):
        groups += set_groups(conditions, state.sizes, hand, rank, conditions.melds.lying[rank])
    for group in groups:
        alike = [card for card in group.cards if is_wild(card) and (card == JOKER) == (top == JOKER)]
        if alike:
            left = list(group.cards)
            left.remove(top if top in alike else alike[0])
            yield Group(tuple(left), group.name, group.below)


def _taking_runs(state: State, top: Card) -> Iterator[Group]:
    """Yield cards that make a run with the top card or join it to one, with wild cards where they are allowed."""
    rules, hand, suit = state.rules, state.hands[state.turn], top & 3
    held = set(hand)
    for run, others, cards in _new_runs_with(rules, top):
        if len(cards) - sum(card in held for card in cards) == run.wilds:
            yield from filled_groups(rules, hand, others, suit, run.name(suit))
    melds = state.side(state.turn)
    yield from told_apart(melds, [(run, groups_with_top(rules, run, hand, top)) for run in runs_of(melds)])


@functools.lru_cache(maxsize=1024)
def _new_runs_with(rules: Rules, top: Card) -> Sequence[tuple[NewRun, Sequence[int], Sequence[Card]]]:
    """Return the new runs that hold a card at a place of its own, each with its other places and their cards."""
    found = []
    for run in new_runs(rules):
        for spot in run.places:
            if card_at(spot, top & 3) == top:
                others = [place for place in run.places if place != spot]
                found.append((run, others, [card_at(place, top & 3) for place in others]))
    return found


def groups_apart(state: State) -> list[Group]:
    """Return the groups that take the pile where they don't count for the opening.

    See docs/rules.md, Opening with the pile. They are the smallest of one rank, any other kind, and none at all if the
    opening holds the pair.
    """
    rank = state.pile[-1] >> 2
    same = [card for card in state.hands[state.turn] if card >> 2 == rank]
    sets = taking_sets(state)
    least = min((len(group.cards) for group in sets), default=0)
    small = [group for group in sets if len(group.cards) == least]
    return [*([Group(())] if len(same) >= 2 else []), *small, *taking_others(state)]
