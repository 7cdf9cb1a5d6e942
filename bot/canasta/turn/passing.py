"""The ends of turns and rounds, and the beginning of the next turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ..cards import Card
from ..events import Event
from ..going_out.ending import is_stranded, plays_on
from ..going_out.needs import canasta_kinds
from ..melds import Meld, Melds, WildMeld, canasta_count, meld_name
from ..melds.base import Laid
from ..melds.sets import Set, set_problem
from ..melds.wilds import wild_problem
from ..opening import requirement
from ..state import State
from ..stock import draw

#: The number of cards in the stock at which the round ends without them (docs/rules.md, Draws and the end of the
#: stock).
_UNPLAYED: Final = 2


def begin_turn(state: State) -> None:
    """Do what the beginning of a turn changes by itself: a closed pile opens, a talon is picked up."""
    seat = state.turn
    state.phase = "draw"
    if state.closed_by is not None:
        after = state.order[(state.order.index(state.closed_by) + 1) % len(state.order)]
        if seat == state.closed_by or (state.rules.discards.closes_next_only and seat != after):
            state.closed_by = None
    if state.talons[seat]:
        state.hands[seat].gain(state.talons[seat])
        state.talons[seat] = []


def next_turn(state: State) -> list[Event]:
    """Note what the turn's melds earn or end, and pass the turn on. Return the events.

    The round ends where the last two cards of the stock end it.
    """
    seat = state.turn
    if state.rules.stock.end == "two-left" and len(state.stock) <= _UNPLAYED:
        return end_round(state, None, "stock")
    if state.laid and any(state.laid):
        if state.rules.canastas.concealed:
            _count_concealed(state)
        state.melded_by.add(seat)
        if any(one.new for stroke in state.laid for one in stroke):
            state.opened_meld_by.add(seat)
        if state.opened_now(seat):
            state.extra_taken.add(state.side_of[seat])
            if state.talons_left and state.rules.deal.talons_given:
                state.talons[seat] = state.talons_left.pop(0)
    state.no_turn_yet.discard(seat)
    state.turn = state.next_seat()
    state.so_far, state.laid, state.drawn, state.answer, state.whole_pile = [], [], [], None, None
    begin_turn(state)
    return []


def end_round(state: State, out: int | None, ending: str) -> list[Event]:
    """End the round and return the events.

    `out` is the seat that went out, None if none did; `ending` is `out`, `stock`, `special` or `automatic`.
    """
    if state.rules.canastas.concealed:
        _count_concealed(state)
    state.out, state.ending, state.phase = out, ending, "over"
    return [Event("round", out, word=ending)]


def go_out(state: State, seat: int) -> list[Event]:
    """End the round by a seat that has used up its cards. Return the events."""
    state.out = seat
    state.concealed = _concealed_bonus(state, seat)
    side = state.rules.side
    if state.lone is None and side.mode in ("lone", "alliance") and "lone-by-going-out" in side.pairing:
        form_pair(state, seat)
    return [Event("out", seat), *end_round(state, seat, "out")]


def pick_up_foot(state: State, seat: int) -> list[Event]:
    """Make the foot that waits for a seat its hand. Return the events."""
    return _add_foot(state, seat, sorted(state.foot(seat)))


def earned_foot(state: State, seat: int, laid: Iterable[Laid]) -> list[Card]:
    """Return the foot that comes with cards just laid, a player's first canasta (docs/rules.md, Hand and foot)."""
    foot = state.canasta_foot(seat)
    return foot if foot and any(one.completes for one in laid) else []


def _add_foot(state: State, seat: int, foot: list[Card]) -> list[Event]:
    """Add a foot to a hand; threes that are laid at once are replaced. Return the events."""
    threes = [card for card in foot if card in state.cards.at_once]
    state.feet[state.foot_of[seat]] = []
    state.in_foot.add(seat)
    state.so_far.append("foot")
    state.lay_threes(seat, threes)
    more, replaced, renewed = draw(state, seat, len(threes))
    state.drawn = [card for card in foot if card not in state.cards.at_once] + more
    state.hands[seat].gain(state.drawn)
    events = [Event("foot", seat, count=len(foot))]
    if threes:
        events.append(Event("three", seat, (*threes, *replaced)))
    return events + renewed


def after_laying(state: State, seat: int, laid: list[Laid], verb: str, *, short: bool = False) -> list[Event]:
    """Do what follows from cards laid: a foot is earned, played or picked up, the round is won or ends.

    `short` says that the stock had not all the cards that it owed the hand. Return the events.
    """
    state.so_far.append(verb)
    state.laid.append(laid)
    melds = state.side(seat)
    events = [Event("meld", seat, one.cards, word="" if one.new else meld_name(one.meld, melds)) for one in laid]
    events += _feats(state, seat, laid)
    if seat in state.in_foot and seat not in state.foot_played and any(one.cards for one in laid):
        state.foot_played.add(seat)
        laid[0].from_foot = True
    automatic = state.rules.canastas.automatic
    if automatic is not None and canasta_count(melds) >= automatic:
        return events + end_round(state, seat, "automatic")
    foot = earned_foot(state, seat, laid)
    if foot:
        events += _add_foot(state, seat, foot)
    if (short or foot) and is_stranded(state, seat):
        return events + end_round(state, None, "stock")
    return events + _without_cards(state, seat)


def _feats(state: State, seat: int, laid: list[Laid]) -> list[Event]:
    """Return events for a side's first melds, where they had a minimum to reach, and for canastas just completed."""
    events: list[Event] = []
    if len(laid) >= len(state.side(seat)) and _are_first(state, seat, laid) and requirement(state, seat):
        points = sum(state.values[card >> 2] for one in laid for card in one.cards)
        events.append(Event("open", seat, count=points))
    for one in laid:
        if one.completes:
            events.append(Event("canasta", seat, tuple(sorted(one.meld.cards)), word=one.meld.canasta or ""))
    return events


def _are_first(state: State, seat: int, laid: Sequence[Laid]) -> bool:
    """Return whether cards just laid are all that the side has on the table."""
    return bool(laid) and len({id(one.meld) for one in laid if one.new}) == len(state.side(seat))


def _without_cards(state: State, seat: int) -> list[Event]:
    """Do what follows where laying has used up a hand: the foot is picked up, the player goes out or plays on.

    Return the events.
    """
    if state.hands[seat]:
        return []
    if state.foot(seat):
        events = pick_up_foot(state, seat)
        laid_threes = any(event.kind == "three" for event in events)
        return events + end_round(state, None, "stock") if laid_threes and is_stranded(state, seat) else events
    if plays_on(state, seat):
        return [Event("float", seat), *next_turn(state)]
    return go_out(state, seat)


def _concealed_bonus(state: State, seat: int) -> int:
    """Return the bonus for a player who had melded nothing before this turn (docs/rules.md, Going out concealed)."""
    rules = state.rules.out
    needs = rules.concealed_needs
    laid = [one for stroke in state.laid for one in stroke]
    own = [one.meld for one in laid if one.new]
    if seat in state.melded_by or not laid or ("no-pile" in needs and "take" in state.so_far):
        return 0
    if "own-melds" in needs and any(all(one.meld is not meld for meld in own) for one in laid):
        return 0
    if "partner-unmelded" in needs and not state.opened_now(seat):
        return 0
    if "own-canasta" not in needs or canasta_kinds(state.rules, own):
        return rules.concealed
    return rules.concealed_plain


def _count_concealed(state: State) -> None:
    """Count the canastas that came whole from one hand this turn (docs/rules.md, Bonuses for canastas)."""
    created = [one.meld for stroke in state.laid for one in stroke if one.new]
    topped = [one.meld for stroke in state.laid for one in stroke if one.topped]
    whole = (meld for meld in created if meld.canasta and all(meld is not one for one in topped))
    state.concealed_canastas[state.side_of[state.turn]] += sum(1 for _ in whole)


def form_pair(state: State, lone: int) -> None:
    """Make the two other seats partners, their melds pooled (docs/rules.md, Partners found during the round)."""
    low, high = sorted(seat for seat in state.order if seat != lone)
    pooled = state.melds[low]
    pooled.changes += 1
    for meld in state.melds[high]:
        mine = next((one for one in pooled if _merges(state, one, meld)), None)
        if mine is None:
            pooled.append(meld)
            continue
        mine.cards += meld.cards
        mine.naturals += meld.naturals
        mine.wilds += meld.wilds
        if isinstance(mine, Set):
            pooled.recount(mine.rank)
        mine.made = mine.made or mine.canasta
    state.melds[high] = Melds()
    state.concealed_canastas[low] += state.concealed_canastas[high]
    state.concealed_canastas[high] = 0
    state.pair_against(lone)


def _merges(state: State, mine: Meld, other: Meld) -> bool:
    if isinstance(mine, WildMeld) and isinstance(other, WildMeld) and state.rules.wilds.melds == "one":
        return wild_problem(state.rules, len(mine.cards) + len(other.cards)) is None
    if not (isinstance(mine, Set) and isinstance(other, Set)) or mine.rank != other.rank:
        return False
    if state.rules.side.mode == "alliance":
        spoilt = "natural" in (mine.canasta, other.canasta) and bool(mine.wilds + other.wilds)
        if spoilt:
            return False
    return set_problem(state.rules, mine.naturals + other.naturals, mine.wilds + other.wilds) is None
