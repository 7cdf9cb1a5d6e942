"""The sensible player's end of a round: if it can go out, and if it should."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from bot.canasta.cards import is_wild
from bot.canasta.going_out.plan import OutPlan, is_hopeless, plan_out
from bot.canasta.melds import CANASTA, LayConditions, lay, meld_name, unlay, without_more_canastas
from bot.canasta.moves import Group, Move
from bot.canasta.views import SideView, meld_view
from bot.computer.goals import lay_conditions, reds_of
from bot.computer.reading import Reading


def answer(reading: Reading, moves: list[Move]) -> Move:
    """Answer yes, unless the round's end would cost this hand more than the others'."""
    mine = sum(reading.values[card >> 2] for card in reading.view.hand)
    to_come = mine + reading.to_come(reading.side)
    word = "yes" if reading.others_lose + reading.rules.out.bonus >= to_come else "no"
    return next((move for move in moves if move.word == word), moves[0])


def way_out(reading: Reading) -> OutPlan | None:
    """Return a way to lay the whole hand this turn and go out, None if there is none."""
    view, rules = reading.view, reading.rules
    so_far = view.public.so_far
    if (
        reading.foot
        or reading.foot_barred
        or (rules.out.foot != "no" and any(partner.foot_size for partner in reading.partners))
    ):
        return None
    if "answer" in so_far and len(view.hand) > 1 and "discard" in view.verbs:
        return None  # The partner said no.
    could_ask = reading.partners and rules.out.ask != "no" and "ask" not in so_far and "meld" not in so_far
    if could_ask and "ask" not in view.verbs:
        return None  # A player who could go out might ask.
    if is_hopeless(rules, _ranks_of(reading.side), reading.hand):
        return None
    conditions = lay_conditions(rules, reading.side, reading.rivals)
    if reading.prize:
        return plan_out(without_more_canastas(conditions), view.hand, reds_of(reading.side))
    plan = plan_out(conditions, view.hand, reds_of(reading.side))
    if plan is None or not reading.wilds:
        return plan
    plans = [plan, *_completing(reading, conditions)]
    return max(plans, key=lambda one: reading.earned(_after(reading, one), reading.partners))


def _ranks_of(side: SideView) -> set[int]:
    """Return the ranks of which a side has melds."""
    return {meld.rank for meld in side.melds if meld.kind == "set" and meld.rank is not None}


def _completing(reading: Reading, conditions: LayConditions) -> Iterator[OutPlan]:
    """Yield ways out that first complete a canasta with wild cards."""
    for move in reading.view.legal:
        if move.verb == "meld" and len(move.groups) == 1 and any(map(is_wild, move.cards)):
            laid = lay(conditions, move.groups[0])
            if laid.completes:
                rest = list(reading.view.hand)
                for card in move.cards:
                    rest.remove(card)
                plan = plan_out(conditions, rest, reds_of(reading.side))
                if plan is not None:
                    yield OutPlan((*move.groups, *plan.groups), plan.discard)
            unlay(conditions.melds, laid)


def next_step(plan: OutPlan, moves: list[Move]) -> Move | None:
    """Return the first move of a plan among the legal ones, or None."""
    if not plan.groups:
        return next((move for move in moves if move.verb == "discard" and move.card == plan.discard), None)
    wanted = [_shape(group) for group in plan.groups]
    best = None
    for move in moves:
        if move.groups:
            laid = [_shape(group) for group in move.groups]
            if laid == wanted:
                return move
            if best is None and len(laid) == 1 and laid[0] == wanted[0]:
                best = move
    return best


def _shape(group: Group) -> tuple[object, ...]:
    """Return what matters of a group: suits don't, unless the cards are a run."""
    run = group.name is not None and group.name.kind == "sequence"
    return group.name, sorted(card if run and not is_wild(card) else card >> 2 for card in group.cards)


def should_end(reading: Reading, plan: OutPlan) -> bool:
    """Return whether the end of the round by this plan is worth more now than playing on, or wins the game."""
    after = _after(reading, plan)
    if _wins(reading, after):
        return True
    worth = reading.worth_of_ending(after, asked="ask" in reading.view.public.so_far)
    return worth >= _fines(reading, after) - _fines(reading, reading.side)


def _after(reading: Reading, plan: OutPlan) -> SideView:
    """Return the side as it will lie there once the plan is carried out."""
    conditions = lay_conditions(reading.rules, reading.side, reading.rivals)
    for group in plan.groups:
        lay(conditions, group)
    melds = tuple([meld_view(reading.rules, meld, meld_name(meld, conditions.melds)) for meld in conditions.melds])
    return dataclasses.replace(reading.side, melds=melds)


def _fines(reading: Reading, side: SideView) -> int:
    """Return what a side's unfinished melds would cost."""
    return sum(reading.fine(one.kind, one.wilds, one.rank) for one in side.melds if len(one.cards) < CANASTA)


def _wins(reading: Reading, after: SideView) -> bool:
    """Return whether going out now, as the side will lie there then, probably ends the game and wins it."""
    total = after.score + reading.earned(after, reading.partners) + reading.rules.out.bonus
    if reading.rules.rounds:
        ends = reading.view.public.round_number >= reading.rules.rounds
    else:
        ends = total >= reading.rules.target
    others = zip(reading.rivals, reading.theirs, strict=True)
    return ends and all(total > rival.score + earned for rival, earned in others)
