"""Whether a player may go out, may ask for it or must, what he lacks, and whether his turn can be ended at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.canasta.cards import CALIENTE, THREE, Card, cards_of
from bot.canasta.goingout import OutPlan, is_hopeless, plan_out, plans_out
from bot.canasta.moves import IllegalMove, Move
from bot.canasta.requirement import Lack, canasta_kinds, lacking, requirement_met, unfinished
from bot.canasta.stock import stock_is_out
from bot.canasta.taking import taking_groups

if TYPE_CHECKING:
    from bot.canasta.round import Round


def may_leave(now: Round, seat: int) -> bool:
    """Whether the side has all that going out takes, the last cards apart."""
    side = now.side_of[seat]
    melds = now.melds[side]
    if not requirement_met(now.rules, canasta_kinds(now.rules, melds), now.reds(side)) or unfinished(now.rules, melds):
        return False
    return mates_ready(now, seat)


def mates_ready(now: Round, seat: int) -> bool:
    """Whether feet and threes of the team-mates let the seat go out (wikipedia: hand-and-foot, Going out)."""
    rules = now.rules.out
    if rules.foot == "no" and not rules.team_no_threes:
        return True
    return _mates_lack(now, seat) is None


def _mates_lack(now: Round, seat: int) -> Lack | None:
    """What team-mates have still to do with their feet and threes."""
    rules, mates = now.rules.out, now.mates(seat)
    if rules.foot != "no":
        ready = now.foot_played if rules.foot == "played" else now.in_foot
        have = sum(1 for mate in mates if mate in ready)
        if have < len(mates):
            return Lack("feet-played" if rules.foot == "played" else "feet-picked-up", have, len(mates))
    held = [card for mate in mates for card in now.hands[mate] + now.feet[mate]] if rules.team_no_threes else []
    return Lack("threes-held") if any(card >> 2 == THREE for card in held) else None


def lacks(now: Round, seat: int) -> tuple[Lack, ...]:
    """What the seat still lacks to go out with the cards it keeps; the last of them if it is nothing else."""
    side = now.side_of[seat]
    found, mates = lacking(now.rules, now.melds[side], now.reds(side)), _mates_lack(now, seat)
    # That team-mates hold threes is nobody's business, unless nothing else is in the way and the refusal tells it.
    if mates is not None and not (found and mates.what == "threes-held"):
        found.append(mates)
    return (*found,) or (Lack("last-card"),)


def plays_on(now: Round, seat: int, last: Card | None = None) -> bool:
    """Whether a player who uses up his cards plays on without any (wikipedia: la-filanda, ambiguity 13).

    `last` is the card that they discard last: one that can't be the last discard doesn't go out.
    """
    rules = now.rules.out
    if not rules.play_on or must_go_out(now, now.side_of[seat]):
        return False
    return last in cards_of(rules.last_not) or not may_leave(now, seat)


def needs_leave(now: Round, seat: int) -> bool:
    """Whether the seat may not go out before its partner has said yes."""
    return now.rules.out.ask == "must" and now.answer != "yes" and bool(now.mates(seat))


def must_go_out(now: Round, side: int) -> bool:
    """Whether the player whose turn it is has bound himself to go out this turn."""
    return now.answer == "yes" or "black-threes" in [meld.kind for meld in now.melds[side]]


def may_keep_one(now: Round, seat: int) -> bool:
    """Whether a player who isn't bound to go out may end his turn with a single card (wikipedia: hand-and-foot, float)."""
    return now.rules.turn.float and seat in now.in_foot


def may_refill(now: Round, side: int) -> bool:
    """Return whether a side has no more melds than any other, which playing a caliente takes (wikipedia: canasta-caliente)."""
    others = {one for one in now.side_of if one != side}
    return all(len(now.melds[side]) <= len(now.melds[other]) for other in others)


def refill_size(now: Round, seat: int, laid: int = 0) -> int:
    """Return to how many cards a caliente refills a hand; `laid` cards of it are being laid just now."""
    if now.rules.extra.caliente_to_deal:
        return now.rules.deal.hand
    before = sum(len(one.cards) for stroke in now.laid for one in stroke) - now.so_far.count("take")
    return len(now.hands[seat]) - len(now.drawn) + before + now.so_far.count("caliente") + laid


def _caliente_waits(now: Round, seat: int, cards: Sequence[Card], laid: int = 0) -> bool:
    """Return whether these are a caliente alone, and playing it brings a hand to go on with."""
    if len(cards) != 1 or cards[0] != CALIENTE or not may_refill(now, now.side_of[seat]):
        return False
    # A taken pile can't become the stock any more.
    stock = bool(now.stock) if now.phase == "draw" else not stock_is_out(now)
    return stock and refill_size(now, seat, laid) >= 2


def check_can_end(
    now: Round, seat: int, gained: Sequence[Card], *, draws: bool = False, laid: int = 0, unseen: int = 0
) -> None:
    """Raise `IllegalMove` unless the turn has a legal end from here (catalogue: conflicts, decided).

    The play under way lays `laid` cards of the hand and adds those `gained` to it, and `unseen` ones of the stock;
    `draws` says that the turn's draw is still to come.
    """
    side, hand = now.side_of[seat], now.hands[seat]
    size = len(hand) + len(gained) + unseen
    bound = must_go_out(now, side)
    if not bound and (size >= 2 or now.foot(seat) or (size == 1 and (draws or may_keep_one(now, seat)))):
        if size >= 2 and not draws and not unseen and _only_threes_stay(now, seat, [*hand, *gained]):
            raise IllegalMove("three-discard")
        return
    if now.rules.canastas.automatic is not None and (
        sum(1 for meld in now.melds[side] if meld.canasta) >= now.rules.canastas.automatic
    ):
        return
    if bound and (now.foot(seat) or (draws and size)):
        raise IllegalMove("black-threes-going-out")
    cards = [*hand, *gained]
    if not bound and size == 1 and _caliente_waits(now, seat, cards, laid):
        return
    if now.answer == "no":
        raise IllegalMove("must-not-go-out")
    if plays_on(now, seat) and (size == 1 or now.rules.out.discard == "optional"):
        return
    if unseen:
        can_leave = size == 1 and may_leave(now, seat) and (not now.rules.out.last_not or now.rules.out.play_on)
    elif not cards:
        can_leave = may_leave(now, seat) and now.rules.out.discard == "optional"
    else:
        can_leave = _may_discard_last(now, seat, cards) or _can_lay_out(now, seat, cards)
    if can_leave:
        if needs_leave(now, seat):
            raise IllegalMove("ask-first")
        return
    if now.answer == "yes":
        raise IllegalMove("must-go-out")
    if bound:
        raise IllegalMove("black-threes-going-out")
    if not size and (may_leave(now, seat) or plays_on(now, seat)):
        raise IllegalMove("keep-the-discard")
    raise IllegalMove("keep-a-card", lacks=lacks(now, seat))


def _only_threes_stay(now: Round, seat: int, cards: Sequence[Card]) -> bool:
    """Whether these are threes alone that can be neither laid nor discarded (pagat: american-modern, ambiguity 4)."""
    if now.rules.discards.threes != "last" or now.foot(seat) or may_keep_one(now, seat):
        return False
    layable = now.layable if now.rules.threes.red != "optional" or now.rules.threes.any_time else frozenset()
    return all(card >> 2 == THREE and card not in layable for card in cards)


def _can_lay_out(now: Round, seat: int, cards: Sequence[Card]) -> bool:
    """Whether these cards can be laid whole, but for one discarded at most, and let the seat go out."""
    side = now.side_of[seat]
    return mates_ready(now, seat) and plan_out(now.table(side), cards, now.reds(side)) is not None


def _may_discard_last(now: Round, seat: int, cards: Sequence[Card]) -> bool:
    """Whether one card is left and may be discarded to go out."""
    return len(cards) == 1 and may_leave(now, seat) and cards[0] not in cards_of(now.rules.out.last_not)


def is_stranded(now: Round, seat: int) -> bool:
    """Whether red threes were all that the stock still had, and the hand is too small to end the turn with."""
    if now.phase != "play":
        return False
    try:
        check_can_end(now, seat, ())
    except IllegalMove:
        return True
    return False


def out_plan(now: Round) -> OutPlan | None:
    """A way for the player whose turn it is to go out now, what an initial meld must be included; None without one."""
    seat = now.turn
    side = now.side_of[seat]
    if now.phase != "play" or now.answer == "no" or now.foot(seat) or not mates_ready(now, seat):
        return None
    hand = now.hands[seat]
    if is_hopeless(now.rules, now.melds[side], hand):
        return None
    if now.required(seat) is not None:
        # An opening can only be judged once the search has taken back what it laid on the table.
        plans = list(plans_out(now.table(side), hand, now.reds(side)))
        return next((plan for plan in plans if plan.groups and _opens_with(now, seat, plan)), None)
    return plan_out(now.table(side), hand, now.reds(side))


def _opens_with(now: Round, seat: int, plan: OutPlan) -> bool:
    """Whether a plan's groups open the side, looked at as if leave had been given."""
    answer = now.answer
    now.answer = "yes"
    try:
        return now.is_legal(Move(seat, "meld", plan.groups))
    finally:
        now.answer = answer


def ask_problem(now: Round) -> str | None:
    """Why the player may not ask now, as an error code, or None (pagat: classic, Asking)."""
    rules = now.rules.out
    if rules.ask == "no" or not now.mates(now.turn):
        return "no-partner"
    if now.phase != "play" and not rules.ask_late:
        return "draw-first"
    if now.answer is not None:
        return "already-asked"
    if rules.ask_once and now.turn in now.asked:
        return "already-asked-this-round"
    if now.phase == "draw":
        return None if needs_leave(now, now.turn) and _closes_by_taking(now) else "draw-first"
    if not rules.ask_late and ("meld" in now.so_far or [stroke for stroke in now.laid if len(stroke) > 1]):
        return "ask-before-melding"
    return None if out_plan(now) is not None else "cannot-go-out"


def _closes_by_taking(now: Round) -> bool:
    """Whether a take that would end the round is refused for want of leave alone; what lies face down helps nobody."""
    if not now.pile or now.face_down or len(now.taken_cards()) > 1:
        return False
    return any(_lacks_leave_only(now, Move(now.turn, "take", (group,))) for group in taking_groups(now))


def _lacks_leave_only(now: Round, move: Move) -> bool:
    try:
        now.check(move)
    except IllegalMove as refused:
        return refused.code == "ask-first"
    return False


def may_answer(now: Round, word: str) -> bool:
    """Whether an answer leaves the asker a legal way to end his turn."""
    if word == "yes":
        return True
    hand = now.hands[now.turn]
    keeps = now.asked_in == "draw" or len(hand) >= 2 or may_keep_one(now, now.turn)
    keeps = keeps or _caliente_waits(now, now.turn, hand)
    return keeps and not must_go_out(now, now.side_of[now.turn])
