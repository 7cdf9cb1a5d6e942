"""Says if a player may, may not yet, or must go out, and if a turn can be ended at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..cards import THREE, Card, cards_of
from ..events import Lack
from ..melds import LayConditions, canasta_count, without_more_canastas
from ..melds.sets import set_ranks
from ..moves import IllegalMove
from ..refill import caliente_waits
from ..rules.model import Rules
from ..state import State
from .needs import lacking, side_may_leave
from .plan import has_plan_out

#: More cards than any hand has.
NEVER: Final = 1000
#: The verbs that may follow a taken pile while its card is still what the hand got last.
_ONLY_MELDED: Final = frozenset(("take", "meld", "ask", "answer"))


def may_leave(state: State, seat: int) -> bool:
    """Return whether the side has all that going out takes, apart from the last cards."""
    side = state.side_of[seat]
    return side_may_leave(state.rules, state.melds[side], state.reds(side)) and mates_ready(state, seat)


def mates_ready(state: State, seat: int) -> bool:
    """Return whether feet, and threes of team-mates, let the seat go out (docs/rules.md, Hand and foot)."""
    rules = state.rules.out
    if rules.foot == "no" and not rules.team_no_threes and not state.rules.deal.foot_canastas:
        return True
    return _mates_lack(state, seat) is None


def _mates_lack(state: State, seat: int) -> Lack | None:
    """Return what keeps the seat from going out because of feet, or of threes that team-mates hold; None if nothing.

    The player's own foot comes first.
    """
    rules, mates = state.rules.out, state.mates(seat)
    short = state.foot_lacks(seat)
    if short > 0 and state.feet[state.foot_of[seat]]:
        needed = state.rules.deal.foot_canastas
        return Lack("canastas-for-foot", needed - short, needed)
    if rules.foot != "no":
        ready = state.foot_played if rules.foot == "played" else state.in_foot
        have = sum(1 for mate in mates if mate in ready)
        if have < len(mates):
            return Lack("feet-played" if rules.foot == "played" else "feet-picked-up", have, len(mates))
    held = [card for mate in mates for card in state.hands[mate] + state.feet[mate]] if rules.team_no_threes else []
    return Lack("threes-held") if any(card >> 2 == THREE for card in held) else None


def lacks(state: State, seat: int) -> tuple[Lack, ...]:
    """Return what the seat still lacks to go out with the cards it keeps; the last card if it is nothing else."""
    side = state.side_of[seat]
    found, mates = lacking(state.rules, state.melds[side], state.reds(side)), _mates_lack(state, seat)
    # Threes in team-mates' hands are a secret, unless nothing else is in the way and the refusal shows them anyway.
    if mates is not None and not (found and mates.what == "threes-held"):
        found.append(mates)
    return (*found,) or (Lack("last-card"),)


def plays_on(state: State, seat: int, last: Card | None = None) -> bool:
    """Return whether a player who uses up their cards plays on without any (docs/rules.md, Playing on without cards).

    `last` is the card that they discard last; they can't go out with one that can't be the last discard.
    """
    rules = state.rules.out
    if not rules.play_on or must_go_out(state, seat):
        return False
    return last in last_barred(state) or not may_leave(state, seat)


def thrown_back(state: State) -> Card | None:
    """Return the card that was the whole pile taken this turn, if it can't be discarded, or None.

    See docs/rules.md, Discards that are refused.
    """
    return state.whole_pile if state.whole_pile is not None and _ONLY_MELDED.issuperset(state.so_far) else None


def last_barred(state: State) -> frozenset[Card]:
    """Return the cards with which, as the last discard, nobody can go out this turn."""
    barred, back = cards_of(state.rules.out.last_not), thrown_back(state)
    return barred if back is None else barred | {back}


def needs_leave(state: State, seat: int) -> bool:
    """Return whether the seat may not go out before its partner has said yes."""
    return state.rules.out.ask == "must" and state.answer != "yes" and bool(state.mates(seat))


def must_go_out(state: State, seat: int) -> bool:
    """Return whether the player whose turn it is must go out in it: after a yes, or with black threes on the table."""
    return state.answer == "yes" or state.melds[state.side_of[seat]].blacks > 0


def may_keep_one(state: State, seat: int) -> bool:
    """Return whether a player who doesn't have to go out may end the turn with a single card (docs/rules.md, Hand and foot)."""
    return state.rules.turn.float and seat in state.in_foot


def only_leaving_ends(state: State) -> bool:
    """Return whether a player who keeps fewer than two cards in this turn must go out: no rule gives them others."""
    rules = state.rules
    refilled = rules.pack.calientes or rules.extra.hand or any(state.feet)
    kept = rules.out.play_on or rules.turn.float or rules.canastas.automatic is not None
    return state.phase == "play" and not refilled and not kept


def cards_enough(state: State, left: int) -> int:
    """Return with how many cards left, after some are laid, a turn surely has an end.

    Of two, one can be discarded and one held. Fewer are enough for a player who may go out with any; that is asked only
    where they are to keep so few, `left`.
    """
    enough = _enough(state.rules, bound=must_go_out(state, state.turn))
    if left < enough < NEVER and state.once(_leaves_freely):
        return 0 if state.rules.out.discard == "optional" else 1
    return enough


def _leaves_freely(state: State) -> bool:
    """Return whether the player to move may go out with any last card, now and whatever more they lay."""
    rules, seat = state.rules, state.turn
    # A meld never becomes less than a canasta; where their kinds count, cards laid may still spoil them.
    if rules.out.needs or rules.melds.cap_red_threes == "going-out" or not rules.melds_ranks_only:
        return False
    if rules.out.last_not or rules.pack.calientes or state.whole_pile is not None or any(state.feet):
        return False
    if any(rules.ranks[rank].complete for rank in set_ranks(rules)) or state.answer == "no":
        return False
    return may_leave(state, seat) and not needs_leave(state, seat)


def _enough(rules: Rules, *, bound: bool) -> int:
    return NEVER if bound or "threes" in rules.discards.barred else 2


def end_problem(
    state: State, seat: int, gained: Sequence[Card] = (), *, draws: bool = False, laid: int = 0, unseen: int = 0
) -> IllegalMove | None:
    """Return why the turn has no legal end from here, None if it has one (docs/rules.md, Every turn can be ended).

    The move being judged lays `laid` cards of the hand and adds those `gained` to it, and `unseen` ones of the stock;
    `draws` says that the turn's draw is still to come.
    """
    size, bound = len(state.hands[seat]) + len(gained) + unseen, must_go_out(state, seat)
    if size >= _enough(state.rules, bound=bound):
        return None
    if not bound and (size >= 2 or state.foot(seat) or (size == 1 and (draws or may_keep_one(state, seat)))):
        back = thrown_back(state)
        if back is not None and [*state.hands[seat], *gained] == [back] and not may_keep_one(state, seat):
            return IllegalMove("thrown-back", card=back)
        stay = size >= 2 and not draws and not unseen
        if stay and _only_threes_stay(state, seat, gained):
            return IllegalMove("three-discard")
        return None
    automatic = state.rules.canastas.automatic
    if automatic is not None and canasta_count(state.side(seat)) >= automatic:
        return None
    if bound and (state.foot(seat) or (draws and size)):
        return IllegalMove("black-threes-going-out")
    cards = [*state.hands[seat], *gained]
    if not bound and size == 1 and caliente_waits(state, seat, cards, laid):
        return None
    if state.answer == "no":
        return IllegalMove("must-not-go-out")
    if plays_on(state, seat) and (size == 1 or state.rules.out.discard == "optional"):
        return None
    if _can_leave(state, seat, cards, unseen):
        return IllegalMove("ask-first") if needs_leave(state, seat) else None
    if state.answer == "yes":
        return IllegalMove("must-go-out")
    if bound:
        return IllegalMove("black-threes-going-out")
    if not size and (may_leave(state, seat) or plays_on(state, seat)):
        return IllegalMove("keep-the-discard")
    return IllegalMove("keep-a-card", lacks=lacks(state, seat))


def _can_leave(state: State, seat: int, cards: Sequence[Card], unseen: int) -> bool:
    """Return whether the seat can go out with these cards and `unseen` ones: with none, a last discard, or laying them out."""
    rules = state.rules.out
    if unseen:
        return len(cards) + unseen == 1 and may_leave(state, seat) and (not rules.last_not or rules.play_on)
    if not cards:
        return may_leave(state, seat) and rules.discard == "optional"
    barred = last_barred(state)
    if len(cards) == 1 and may_leave(state, seat) and cards[0] not in barred:
        return True
    if not mates_ready(state, seat):
        return False
    return has_plan_out(leaving_conditions(state, seat), cards, state.reds(state.side_of[seat]), barred)


def leaving_conditions(state: State, seat: int) -> LayConditions:
    """Return the conditions under which the whole hand is laid out: it may make no canasta that would bring a foot."""
    conditions = state.conditions(state.side_of[seat])
    return without_more_canastas(conditions) if state.canasta_foot(seat) else conditions


def _only_threes_stay(state: State, seat: int, gained: Sequence[Card]) -> bool:
    """Return whether only threes are left that can't be laid or discarded (docs/rules.md, Discards that are refused)."""
    if "threes" not in state.rules.discards.barred or state.foot(seat) or may_keep_one(state, seat):
        return False
    threes = state.rules.threes
    layable = state.cards.layable if threes.red != "optional" or threes.any_time else frozenset()
    return all(card >> 2 == THREE and card not in layable for card in (*state.hands[seat], *gained))


def is_stranded(state: State, seat: int) -> bool:
    """Return whether red threes were all that the stock still had, and the hand is too small to end the turn."""
    return state.phase == "play" and end_problem(state, seat) is not None
