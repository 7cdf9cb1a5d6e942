"""What only some games have: an extra hand, calientes, special hands, packets to choose from, turns without a discard."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from bot.canasta.cards import CALIENTE
from bot.canasta.leaving import is_stranded, may_refill, must_go_out, refill_size
from bot.canasta.moves import IllegalMove, Move
from bot.canasta.specials import special_score
from bot.canasta.stock import draw, stock_is_out
from bot.canasta.views import Event

if TYPE_CHECKING:
    from bot.canasta.round import Round


def may_take_extra(now: Round, seat: int) -> bool:
    """Whether the seat may take the extra hand that its opening earned (romanian: mexican, Extra hand)."""
    return now.phase == "play" and not must_go_out(now, now.side_of[seat]) and now.extra_waits(seat)


def apply_extra(now: Round, move: Move) -> list[Event]:
    """Take the extra hand. Raises `IllegalMove`, and then nothing has changed; so do those below."""
    seat = move.seat
    if not may_take_extra(now, seat):
        raise IllegalMove("no-extra-hand" if now.rules.extra.hand else "not-in-this-game", verb="extra")
    gained, laid = draw(now, seat, now.rules.extra.hand, reshuffle=False)
    now.hands[seat] = sorted(now.hands[seat] + gained)
    now.extra_taken.add(now.side_of[seat])
    now.so_far.append("extra")
    now.drawn = gained
    events = [Event("extra", seat, count=len(gained))]
    if laid:
        events.append(Event("three", seat, tuple(laid)))
    return events + now.end(None, "stock") if is_stranded(now, seat) else events


def may_play_caliente(now: Round, seat: int) -> bool:
    """Whether the seat may play a caliente (wikipedia: canasta-caliente)."""
    if now.phase != "play" or CALIENTE not in now.hands[seat] or must_go_out(now, now.side_of[seat]):
        return False
    if not may_refill(now, now.side_of[seat]):
        return False
    size = len(now.hands[seat])
    return size > 2 or not stock_is_out(now) or (size == 2 and not _strands(now, seat))


def _strands(now: Round, seat: int) -> bool:
    """Whether the turn could not be ended with what a caliente leaves in the hand."""
    hand = now.hands[seat]
    hand.remove(CALIENTE)
    try:
        return is_stranded(now, seat)
    finally:
        insort(hand, CALIENTE)


def apply_caliente(now: Round, move: Move) -> list[Event]:
    """Play a caliente and refill the hand."""
    seat = move.seat
    if not may_play_caliente(now, seat):
        raise IllegalMove("no-caliente" if now.rules.pack.calientes else "not-in-this-game", verb="caliente")
    size = refill_size(now, seat)
    now.hands[seat].remove(CALIENTE)
    now.threes[now.entry(seat)].append(CALIENTE)
    gained, laid = draw(now, seat, max(0, size - len(now.hands[seat])))
    now.hands[seat] = sorted(now.hands[seat] + gained)
    now.so_far.append("caliente")
    now.drawn = [*now.drawn, *gained]
    events = [Event("caliente", seat, (CALIENTE,), count=len(gained))]
    if laid:
        events.append(Event("three", seat, tuple(laid)))
    return events + now.end(None, "stock") if is_stranded(now, seat) else events


def special_points(now: Round, seat: int, name: str) -> int | None:
    """What the seat's hand would score as a special hand laid now; None if it can't be."""
    if now.phase != "play" or "draw" not in now.so_far or now.melds[now.side_of[seat]]:
        return None
    return special_score(now.rules, name, now.hands[seat])


def apply_special(now: Round, move: Move) -> list[Event]:
    """End the round with a special hand."""
    points = special_points(now, move.seat, move.word)
    if points is None:
        raise IllegalMove("no-special-hand", name=move.word)
    now.special = points
    now.so_far.append("special")
    return [
        Event("special", move.seat, tuple(now.hands[move.seat]), word=move.word),
        *now.end(move.seat, "special"),
    ]


def apply_keep(now: Round, move: Move) -> list[Event]:
    """Keep one packet as foot and pass the other to the left once all have chosen (wikipedia: foot_pass)."""
    if now.phase != "pass":
        raise IllegalMove("nothing-to-keep" if now.rules.deal.foot else "not-in-this-game", verb="keep")
    seat = move.seat
    if move.word == "hand":
        now.hands[seat], now.feet[seat] = now.feet[seat], sorted(now.hands[seat])
    now.so_far.append("keep")
    now.turn = now.next_seat()
    if len(now.so_far) < len(now.order):
        return [Event("keep", seat)]
    passed = [now.hands[one] for one in now.order]
    for receiver, hand in zip(now.order[1:] + now.order[:1], passed, strict=True):
        now.hands[receiver] = sorted(hand)
    now.so_far = []
    now.begin_turn()
    return [Event("keep", seat)]


def may_float(now: Round, seat: int) -> bool:
    """Whether the seat may end its turn without a discard (wikipedia: hand-and-foot, float)."""
    ready = now.rules.turn.float and now.phase == "play" and seat in now.in_foot
    return ready and not must_go_out(now, now.side_of[seat]) and bool(now.hands[seat])


def apply_float(now: Round, move: Move) -> list[Event]:
    """End the turn without a discard."""
    if not may_float(now, move.seat):
        raise IllegalMove("no-float" if now.rules.turn.float else "not-in-this-game", verb="float")
    now.so_far.append("float")
    now.next_turn()
    return [Event("float", move.seat)]
