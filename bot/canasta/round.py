"""One round, from the deal to the last card: its state, and what each move does to it."""

from __future__ import annotations

import functools
from bisect import insort
from collections.abc import Sequence
from typing import Final, Literal

from bot.canasta.cards import BLACK_THREES, RED_THREES, THREE, Card, cards_of
from bot.canasta.discarding import discardable, unrestricted
from bot.canasta.leaving import (
    ask_problem,
    check_can_end,
    is_stranded,
    lacks,
    may_answer,
    may_leave,
    must_go_out,
    needs_leave,
    plays_on,
)
from bot.canasta.melds import Laid, Meld, Table, lay, meld_name, set_problem, set_sizes, unlay, wild_problem
from bot.canasta.moves import Group, IllegalMove, Move
from bot.canasta.opening import check_opening, laid_for_free
from bot.canasta.rarities import apply_caliente, apply_extra, apply_float, apply_keep, apply_special
from bot.canasta.requirement import canasta_kinds
from bot.canasta.rules import Rules
from bot.canasta.stock import draw, stock_is_out
from bot.canasta.taking import check_pick, check_take, freezes, pile_problem, split_pile, taking_groups
from bot.canasta.views import Event

Phase = Literal["pass", "draw", "play", "answer", "over"]


class Round:
    """The cards and whose turn it is. Seats and sides are indices; `scores` are the totals before this round.

    Melds lie per side. Threes lie per *entry* of the score sheet: the side, or the seat where there is a lone player.
    `scores` are per account: the side, or the seat where players have totals of their own. `stock` and `pile` have their
    next and top card last. `frozen` is the pile's own state; a side that has not opened may find it frozen besides.
    """

    def __init__(self, rules: Rules, scores: Sequence[int], dealer: int, number: int = 0) -> None:
        self.rules = rules
        self.scores = list(scores)
        self.dealer = dealer
        self.number = number
        self.values = rules.card_values()
        self.sizes = set_sizes(rules)
        self.blocking, self.freezing, self.closing, self.at_once, self.layable = _card_sets(rules)
        self.free_discards = unrestricted(rules)
        special = rules.extra.straight or rules.extra.pairs or rules.extra.pairs_wild or rules.extra.garbage
        self.melds_limited = (
            rules.melds.cap is not None or rules.melds.not_theirs or rules.melds.cap_red_threes == "always"
        )
        self.has_rarities = bool(rules.extra.hand or rules.pack.calientes or rules.turn.float or special)
        self.side_of = list(_sides(rules, number))
        self.sitting_out: int | None = None
        self.order = list(range(rules.seats))
        self.foot_of = self._foot_places()
        self._team_up()
        if rules.side.mode == "sit-out":
            self.rest((4, 3, 1)[number % 3])
        self.hands: list[list[Card]] = [[] for _ in range(rules.seats)]
        self.feet: list[list[Card]] = [[] for _ in range(rules.seats)]
        self.talons: list[list[Card]] = [[] for _ in range(rules.seats)]
        self.talons_left: list[list[Card]] = []
        self.melds: list[list[Meld]] = [[] for _ in range(max(self.side_of) + 1)]
        self.threes: list[list[Card]] = [[] for _ in self.melds]
        self.set_aside: list[list[Card]] = [[] for _ in self.melds]
        self.stock: list[Card] = []
        self.pile: list[Card] = []
        self.face_down = 0
        self.frozen = False
        self.top_was_turned = False
        self.closed_by: int | None = None
        self.recycles = 0
        self.reshuffles: list[list[Card]] = []
        self.given_reshuffles: list[list[Card]] | None = None
        self.pack_key = b""
        self.lone: int | None = None
        self.phase: Phase = "draw"
        self.turn = self.order[0]
        self.no_turn_yet: set[int] = set(self.order)
        self.melded_by: set[int] = set()
        self.opened_meld_by: set[int] = set()
        self.asked: set[int] = set()
        self.in_foot: set[int] = set()
        self.foot_played: set[int] = set()
        self.extra_taken: set[int] = set()
        self.mirror: set[int] = set()
        self.concealed_canastas = [0] * len(self.melds)
        self.so_far: list[str] = []
        self.laid: list[list[Laid]] = []
        self.drawn: list[Card] = []
        self.answer: Literal["yes", "no"] | None = None
        self.asked_in: Literal["draw", "play"] = "play"
        self.out: int | None = None
        self.ending = ""
        self.concealed = 0
        self.special = 0
        self.cut = False

    # Who belongs to whom

    def account(self, seat: int) -> int:
        """Where a seat's total is kept."""
        return seat if self.rules.side.mode in ("lone", "alliance", "rotating") else self.side_of[seat]

    def entry(self, seat: int) -> int:
        """Which entry of the score sheet a seat's threes count for."""
        return seat if self.rules.side.mode in ("lone", "alliance") else self.side_of[seat]

    def rest(self, seat: int) -> None:
        """Let this seat of the side of three sit the round out (record.md, 5-sitout)."""
        first, second = (one for one in (1, 3, 4) if one != seat)
        self.sitting_out, self.order = seat, [0, first, 2, second]
        self.foot_of = self._foot_places()
        self._team_up()

    def _foot_places(self) -> list[int]:
        """The seat where each seat's foot lies: its own, or the first of its side (pagat: opt-foot)."""
        if not self.rules.deal.foot_per_side:
            return list(range(self.rules.seats))
        return [min((one for one in self.order if self.side_of[one] == side), default=0) for side in self.side_of]

    def pair_against(self, lone: int) -> None:
        """Make the other two partners, sharing the melds of the lower seat."""
        self.lone = lone
        low, high = sorted(seat for seat in self.order if seat != lone)
        self.side_of[low] = self.side_of[high] = low
        self._team_up()

    def _team_up(self) -> None:
        """Note what follows from `order` and `side_of`, for those who ask at every move."""
        later = {seat: self.order[place + 1 :] + self.order[:place] for place, seat in enumerate(self.order)}
        self._mates = {
            seat: [one for one in others if self.side_of[one] == self.side_of[seat]] for seat, others in later.items()
        }
        self._entries = {
            side: {self.entry(seat) for seat in self.order if self.side_of[seat] == side} for side in self.side_of
        }

    def mates(self, seat: int) -> list[int]:
        """The other seats of a side that play this round, in turn order after `seat`."""
        return self._mates[seat]

    def foot(self, seat: int) -> list[Card]:
        """The foot that waits for a seat to use up its hand."""
        return self.feet[self.foot_of[seat]]

    def next_seat(self) -> int:
        """The seat whose turn comes next."""
        return self.order[(self.order.index(self.turn) + 1) % len(self.order)]

    def actor(self) -> int | None:
        """The seat to move: the asked team-mate while an answer is due; None when the round is over."""
        if self.phase == "over":
            return None
        return self._mates[self.turn][0] if self.phase == "answer" else self.turn

    def table(self, side: int) -> Table:
        """What laying on a side's melds depends on."""
        melds, limits = self.melds[side], self.rules.melds
        if not self.melds_limited:
            return Table(self.rules, melds, not melds)
        barred: frozenset[int] = frozenset()
        if limits.not_theirs:
            theirs = (meld for one, others in enumerate(self.melds) if one != side for meld in others)
            barred = frozenset(meld.rank for meld in theirs if meld.kind == "set" and meld.canasta is not None)
        room = limits.cap
        if limits.cap_red_threes == "always":
            room = min(self.reds(side), room if room is not None else 99)
        return Table(self.rules, melds, not melds, barred, room)

    def canastas_left(self, side: int) -> int:
        """How many canastas more a side may have."""
        room = self.table(side).room if self.melds_limited else None
        return 99 if room is None else room - sum(1 for meld in self.melds[side] if meld.canasta)

    def reds(self, side: int) -> int:
        """How many red threes lie on a side's table."""
        return len([card for entry in self._entries[side] for card in self.threes[entry] if card in RED_THREES])

    def required(self, seat: int) -> int | str | None:
        """What a seat still needs to open, by its own score; None once it may lay freely."""
        if self.melds[self.side_of[seat]]:
            if self.rules.side.shared_opening or self.lone in (None, seat):
                return None
            if seat in self.melded_by or (seat == self.turn and self.laid):
                return None
        return self.requirement(self.scores[self.account(seat)])

    def requirement(self, score: int) -> int | str:
        """The initial meld's requirement at a score (each game's Initial meld)."""
        rows = self.rules.opening.table
        return next((needed for start, needed in reversed(rows) if score >= start), rows[0][1])

    # Moves

    def apply(self, move: Move) -> list[Event]:
        """Make a move; the events are what the table saw. Raises `IllegalMove`, and then nothing has changed."""
        if self.phase == "over":
            raise IllegalMove("round-over")
        if move.seat != self.actor():
            if self.phase == "answer" and move.seat in self.order:
                raise IllegalMove("answer-first", seat=self.actor())
            raise IllegalMove("not-your-turn", seat=self.actor())
        if self.phase == "answer" and move.verb != "answer":
            raise IllegalMove("answer-first", seat=self.actor())
        if self.phase == "pass" and move.verb != "keep":
            raise IllegalMove("keep-first")
        handler = _HANDLERS.get(move.verb)
        if handler is None:
            raise IllegalMove("not-in-this-game", verb=move.verb)
        return handler(self, move)

    def check(self, move: Move) -> None:
        """Raise `IllegalMove` if a `take`, `pick`, `meld` or `discard` of the seat to move would be refused."""
        if move.verb == "meld":
            self._lay_and(move.seat, self._meld_groups(move), None, keep=False)
        elif move.verb == "take":
            self._lay_and(move.seat, self._take_groups(move), self.pile[-1], keep=False)
        elif move.verb == "pick":
            self._check_pick(move)
            self._lay_and(move.seat, move.groups, self.pile[-1], keep=False, alone=True)
        else:
            self._check_discard(move)

    def is_legal(self, move: Move) -> bool:
        """Whether `check` lets a move pass."""
        try:
            self.check(move)
        except IllegalMove:
            return False
        return True

    # Drawing

    def must_take(self) -> bool:
        """Whether the empty stock forces the seat to move to take the pile (pagat: classic, Stock exhaustion)."""
        rule = self.rules.stock.forced_take
        if self.stock or rule == "no" or not self.pile or not stock_is_out(self):
            return False
        seat = self.turn
        if pile_problem(self, seat) or self.required(seat) is not None:
            return False
        groups = taking_groups(self) if rule == "any" else filter(lambda group: not group.cards, taking_groups(self))
        return any(self.is_legal(Move(seat, "take", (group,))) for group in groups)

    def _apply_draw(self, move: Move) -> list[Event]:
        if self.phase != "draw":
            raise IllegalMove("already-drawn")
        if self.must_take():
            raise IllegalMove("must-take")
        if self.answer == "yes":
            raise IllegalMove("must-go-out")
        seat, recycles = move.seat, self.recycles
        gained, laid = draw(self, seat, self.rules.turn.draw)
        events = [Event("reshuffle")] if self.recycles > recycles else []
        events.append(Event("draw", seat, count=len(gained)))
        if laid:
            events.append(Event("three", seat, tuple(laid)))
        self.so_far.append("draw")
        short = self.rules.stock.short_draw_ends and len(gained) < self.rules.turn.draw
        for card in gained:
            insort(self.hands[seat], card)
        self.drawn = gained
        if short or not gained:
            return events + self.end(None, "stock")
        self.phase = "play"
        return events

    # Threes

    def three_problem(self, seat: int, card: Card) -> str | None:
        """Why a three can't be laid now, as an error code, or None (record.md, Threes)."""
        if card not in self.layable:
            return "threes-lie-by-themselves" if card >> 2 == THREE else "not-a-three"
        if card not in self.hands[seat]:
            return "card-not-in-hand"
        if must_go_out(self, self.side_of[seat]):
            return "three-before-asking"
        if self.phase == "draw" or self.rules.threes.red != "optional" or self.rules.threes.any_time:
            return None
        fresh = all(verb in ("draw", "three") for verb in self.so_far) and "draw" in self.so_far
        return None if fresh and card in self.drawn else "three-too-late"

    def may_lay_three(self, seat: int, card: Card) -> bool:
        """Whether a card is a three that can be laid now."""
        return card in self.layable and self.three_problem(seat, card) is None and self._strands_by_three(seat) is None

    def _strands_by_three(self, seat: int) -> str | None:
        """Return why a three laid now would leave no way to end the turn, as an error code, or None.

        It is not replaced, or by the extra hand's last card; or it is the only card, and what replaces it might not go.
        """
        if self.phase != "play":
            return None
        extra, held = self.extra_waits(seat), len(self.hands[seat])
        if held <= 2 and not self.rules.stock.three_ends and stock_is_out(self):
            return "three-not-replaced"
        if held == len(self.stock) == 1 and extra and not may_leave(self, seat):
            return "three-not-replaced"
        if held == 1 and self.rules.out.last_not and not self._any_card_ends(seat, draws=extra and len(self.stock) > 1):
            return "three-only-card"
        return None

    def _any_card_ends(self, seat: int, *, draws: bool) -> bool:
        """Return whether the turn could be ended with any one card in place of the hand."""
        hand, self.hands[seat] = self.hands[seat], []
        try:
            check_can_end(self, seat, (), draws=draws, unseen=1)
        except IllegalMove:
            return False
        finally:
            self.hands[seat] = hand
        return True

    def _apply_three(self, move: Move) -> list[Event]:
        seat, card = move.seat, move.card
        problem = "not-a-three" if card is None else self.three_problem(seat, card)
        if problem is not None or card is None:
            raise IllegalMove(problem or "not-a-three", card=card)
        problem = self._strands_by_three(seat)
        if problem is not None:
            raise IllegalMove(problem)
        self.hands[seat].remove(card)
        self.threes[self.entry(seat)].append(card)
        self.so_far.append("three")
        events, recycles = [Event("three", seat, (card,))], self.recycles
        gained, laid = draw(self, seat, 1)
        if self.recycles > recycles:
            events.append(Event("reshuffle"))
        if laid:
            events.append(Event("three", seat, tuple(laid)))
        for one in gained:
            insort(self.hands[seat], one)
        if card in self.drawn:
            self.drawn = [*self.drawn, *gained]
            self.drawn.remove(card)
        if not gained and (self.rules.stock.three_ends or is_stranded(self, seat)):
            return events + self.end(None, "stock")
        return events

    # Taking the pile

    def _take_groups(self, move: Move) -> tuple[Group, ...]:
        if self.phase != "draw":
            raise IllegalMove("already-drawn")
        return check_take(self, move)

    def _apply_take(self, move: Move) -> list[Event]:
        seat, top = move.seat, self.pile[-1] if self.pile else None
        laid = self._lay_and(seat, self._take_groups(move), top, keep=True)
        taken, self.pile = split_pile(self)
        self.face_down = min(self.face_down, len(self.pile))
        events = [Event("take", seat, (top,) if top is not None else (), count=len(taken) + 1)]
        reds = [card for card in taken if self._laid_from_pile(card)]
        kept = [card for card in taken if not self._laid_from_pile(card) and not self._goes_aside(card)]
        self.set_aside[self.side_of[seat]] += [card for card in taken if self._goes_aside(card)]
        self.threes[self.entry(seat)] += reds
        short = False
        if reds and self.rules.threes.pile_replaced:
            more, replaced = draw(self, seat, len(reds))
            short = len(more) < len(reds)
            kept += more
            reds += replaced
        for card in kept:
            insort(self.hands[seat], card)
        self.drawn = kept
        self.frozen = self.frozen and freezes(self)
        self.top_was_turned = False
        self.phase = "play"
        if reds:
            events.append(Event("three", seat, tuple(reds)))
        if self.rules.side.mode in ("lone", "alliance") and self.lone is None:
            self._form_pair(seat)
            events.append(Event("alliance", seat))
        return events + self._after_laying(seat, laid, "take", short=short)

    def _laid_from_pile(self, card: Card) -> bool:
        return card in self.at_once or (card in RED_THREES and self.rules.threes.red in ("held", "optional"))

    def _goes_aside(self, card: Card) -> bool:
        return card in BLACK_THREES and bool(self.rules.threes.set_aside)

    def taken_cards(self) -> list[Card]:
        """What a take would bring to the hand."""
        return [card for card in split_pile(self)[0] if not self._laid_from_pile(card) and not self._goes_aside(card)]

    def _replaced(self) -> int:
        """Return how many cards of the stock would replace the red threes of a taken pile, red threes perhaps among them."""
        if not self.rules.threes.pile_replaced:
            return 0
        return min(len(self.stock), sum(map(self._laid_from_pile, split_pile(self)[0])))

    def _check_pick(self, move: Move) -> None:
        if self.phase != "draw":
            raise IllegalMove("already-drawn")
        check_pick(self, move.seat)
        name = move.groups[0].name
        if name is None or name.kind != "sequence" or name.new:
            raise IllegalMove("pick-names-run")

    def _apply_pick(self, move: Move) -> list[Event]:
        self._check_pick(move)
        seat, top = move.seat, self.pile[-1]
        laid = self._lay_and(seat, move.groups, top, keep=True, alone=True)
        self.pile.pop()
        self.face_down = min(self.face_down, len(self.pile))
        self.frozen = self.frozen and bool(self.pile)
        self.phase = "play"
        self.top_was_turned = False
        return [Event("pick", seat, (top,)), *self._after_laying(seat, laid, "pick")]

    # Melding

    def _meld_groups(self, move: Move) -> tuple[Group, ...]:
        if self.phase == "draw" and not self.opens_before_draw(move.seat):
            raise IllegalMove("draw-first")
        if self.rules.opening.before_draw and self.phase == "play" and self.required(move.seat) is not None:
            raise IllegalMove("open-before-drawing")
        if laid_for_free(self):
            raise IllegalMove("discard-the-last")
        return move.groups

    def opens_before_draw(self, seat: int) -> bool:
        """Whether the seat may lay its initial meld now, before it draws (wikipedia: la-filanda, Opening)."""
        return self.rules.opening.before_draw and self.phase == "draw" and self.required(seat) is not None

    def _apply_meld(self, move: Move) -> list[Event]:
        laid = self._lay_and(move.seat, self._meld_groups(move), None, keep=True)
        return self._after_laying(move.seat, laid, "meld")

    def _after_laying(self, seat: int, laid: list[Laid], verb: str, *, short: bool = False) -> list[Event]:
        """What follows from cards laid: a foot played or picked up, the round won or ended.

        `short` says that the stock had not all the cards that it owed the hand.
        """
        side = self.side_of[seat]
        self.so_far.append(verb)
        self.laid.append(laid)
        melds = self.melds[side]
        events = [Event("meld", seat, one.cards, word="" if one.new else meld_name(one.meld, melds)) for one in laid]
        if seat in self.in_foot and seat not in self.foot_played and any(one.cards for one in laid):
            self.foot_played.add(seat)
            laid[0].from_foot = True
        automatic = self.rules.canastas.automatic
        if automatic is not None and sum(1 for meld in self.melds[side] if meld.canasta) >= automatic:
            return events + self.end(seat, "automatic")
        if short and is_stranded(self, seat):
            return events + self.end(None, "stock")
        if not self.hands[seat]:
            if not self.foot(seat):
                if plays_on(self, seat):
                    self.next_turn()
                    return [*events, Event("float", seat)]
                return events + self._go_out(seat)
            self._pick_up_foot(seat)
            events.append(Event("foot", seat, count=len(self.hands[seat])))
        return events

    def _pick_up_foot(self, seat: int) -> None:
        self.hands[seat], self.feet[self.foot_of[seat]] = sorted(self.foot(seat)), []
        self.in_foot.add(seat)
        self.drawn = list(self.hands[seat])
        self.so_far.append("foot")

    def _lay_and(
        self, seat: int, groups: Sequence[Group], top: Card | None, *, keep: bool, alone: bool = False
    ) -> list[Laid]:
        """Lay groups (the first with `top`) if the turn can still be ended, and keep them laid or take them back.

        `alone`: the top card comes without the rest of the pile. Raises `IllegalMove` with nothing changed.
        """
        if not groups or not all(group.cards for group in groups[0 if top is None else 1 :]):
            raise IllegalMove("meld-too-small")
        side = self.side_of[seat]
        melds, hand = self.melds[side], self.hands[seat]
        needed = self.required(seat)
        hand_first = top is not None and needed is not None and self.rules.opening.with_pile == "first-from-hand"
        before = hand.copy()
        table = self.table(side)
        laid: list[Laid] = []
        try:
            for group in groups:
                for card in group.cards:
                    if card not in hand:
                        raise IllegalMove("card-not-in-hand", card=card)
                    hand.remove(card)
            takes = top is not None and not alone
            gained, unseen = (self.taken_cards(), self._replaced()) if takes else ([], 0)
            for place, group in enumerate(groups):
                if place or not hand_first:
                    laid.append(lay(table, group, None if place else top))
            if needed is not None:
                left = len(hand) if hand_first else len(hand) + len(gained)
                check_opening(self, seat, laid, needed, left, drew=top is None)
            if hand_first:
                laid.append(lay(table._replace(opening=False), groups[0], top))
            extra = self.extra_waits(seat, laid) and not must_go_out(self, side)
            draws = extra or (top is None and self.phase == "draw")
            check_can_end(self, seat, gained, draws=draws, laid=len(before) - len(hand), unseen=unseen)
        except IllegalMove:
            self._take_back(melds, laid)
            hand[:] = before
            raise
        if not keep:
            self._take_back(melds, laid)
            hand[:] = before
        return laid

    def _take_back(self, melds: list[Meld], laid: list[Laid]) -> None:
        for one in reversed(laid):
            unlay(melds, one)

    # Ending the turn

    def _check_discard(self, move: Move) -> None:
        if self.phase == "draw":
            raise IllegalMove("draw-first")
        seat, card = move.seat, move.card
        hand, side = self.hands[seat], self.side_of[seat]
        if card is None or card not in hand:
            raise IllegalMove("card-not-in-hand", card=card)
        if len(hand) > 1 or self.foot(seat) or (self.answer != "no" and plays_on(self, seat, card)):
            if self.answer == "yes":
                raise IllegalMove("must-go-out")
            if must_go_out(self, side):
                raise IllegalMove("black-threes-going-out")
            if not self.free_discards and (problem := discardable(self, seat)[card]) is not None:
                raise IllegalMove(problem, card=card)
            return
        if self.answer == "no":
            raise IllegalMove("must-not-go-out")
        if not may_leave(self, seat):
            raise IllegalMove("keep-a-card", lacks=lacks(self, seat))
        if needs_leave(self, seat):
            raise IllegalMove("ask-first")
        if card in cards_of(self.rules.out.last_not):
            raise IllegalMove("last-card", card=card)

    def _apply_discard(self, move: Move) -> list[Event]:
        self._check_discard(move)
        seat, card = move.seat, move.card
        assert card is not None
        hand = self.hands[seat]
        hand.remove(card)
        if seat in self.in_foot:
            self.foot_played.add(seat)
        covered = self.pile[-1] if self.pile else None
        counts = not self.top_was_turned or self.rules.deal.cover_freezes
        if covered in BLACK_THREES and self.rules.discards.covered_black_freezes and counts:
            self.frozen = True
        self.pile.append(card)
        self.top_was_turned = False
        self.so_far.append("discard")
        last = not hand and not self.foot(seat) and not plays_on(self, seat, card)
        face_down = last and self.rules.out.discard_hidden
        events = [Event("discard", seat, () if face_down else (card,), count=1)]
        if last:
            return events + self._go_out(seat)
        if card in self.freezing:
            self.frozen = True
        if card in self.closing:
            self.closed_by = seat
        if not hand and self.foot(seat):
            self._pick_up_foot(seat)
            events.append(Event("foot", seat, count=len(self.hands[seat])))
        self.next_turn()
        return events

    def next_turn(self) -> None:
        """Note what the turn's melds earn or end, and pass the turn on."""
        seat = self.turn
        side = self.side_of[seat]
        if self.laid:
            if self.rules.canastas.concealed:
                self._count_concealed()
            self.melded_by.add(seat)
            if any(one.new for stroke in self.laid for one in stroke):
                self.opened_meld_by.add(seat)
            if self.opened_now(seat):
                self.extra_taken.add(side)
                if self.talons_left and self.rules.deal.talons_given:
                    self.talons[seat] = self.talons_left.pop(0)
        self.no_turn_yet.discard(seat)
        self.turn = self.next_seat()
        self.so_far, self.laid, self.drawn, self.answer = [], [], [], None
        self.begin_turn()

    def begin_turn(self) -> None:
        """What the beginning of a turn changes by itself: closures lapse, a talon is picked up."""
        seat = self.turn
        self.phase = "draw"
        if self.closed_by is not None:
            after = self.order[(self.order.index(self.closed_by) + 1) % len(self.order)]
            if seat == self.closed_by or (self.rules.discards.closes_next_only and seat != after):
                self.closed_by = None
        if self.talons[seat]:
            self.hands[seat] = sorted(self.hands[seat] + self.talons[seat])
            self.talons[seat] = []

    def opened_now(self, seat: int, stroke: Sequence[Laid] = ()) -> bool:
        """Whether all that the side has on the table was laid this turn, `stroke` just now included."""
        created = [one.meld for laid in (*self.laid, stroke) for one in laid if one.new]
        melds = self.melds[self.side_of[seat]]
        return bool(melds) and all(any(one is meld for one in created) for meld in melds)

    def extra_waits(self, seat: int, stroke: Sequence[Laid] = ()) -> bool:
        """Whether an extra hand is there for who opened this turn, `stroke` just now included (romanian: mexican)."""
        if not self.rules.extra.hand or not self.stock or self.side_of[seat] in self.extra_taken:
            return False
        return self.opened_now(seat, stroke)

    # Asking

    def _apply_ask(self, move: Move) -> list[Event]:
        problem = ask_problem(self)
        if problem is not None:
            raise IllegalMove(problem)
        self.asked.add(move.seat)
        self.so_far.append("ask")
        self.asked_in = "draw" if self.phase == "draw" else "play"
        self.phase = "answer"
        return [Event("ask", move.seat)]

    def _apply_answer(self, move: Move) -> list[Event]:
        if self.phase != "answer":
            raise IllegalMove("not-asked")
        if not may_answer(self, move.word):
            raise IllegalMove("asker-must-go-out")
        self.answer = "yes" if move.word == "yes" else "no"
        self.so_far.append("answer")
        self.phase = self.asked_in
        return [Event("answer", move.seat, word=move.word)]

    # Undo

    def may_undo(self) -> bool:
        """Whether the last thing done this turn is a meld that can be taken back (play.md, Undo)."""
        return self.phase in ("draw", "play") and bool(self.laid) and self.so_far[-1:] == ["meld"]

    def _apply_undo(self, move: Move) -> list[Event]:
        if not self.may_undo():
            raise IllegalMove("nothing-to-undo")
        laid = self.laid.pop()
        self.so_far.pop()
        side = self.side_of[move.seat]
        self._take_back(self.melds[side], laid)
        if any(one.from_foot for one in laid):
            self.foot_played.discard(move.seat)
        for one in laid:
            for card in one.cards:
                insort(self.hands[move.seat], card)
        return [Event("undo", move.seat, tuple(card for one in laid for card in one.cards))]

    # Three players

    def _form_pair(self, lone: int) -> None:
        """Make the two others partners, their melds pooled (pagat: classic-3p, Dynamic sides; romanian: A3.6)."""
        low, high = sorted(seat for seat in self.order if seat != lone)
        pooled = self.melds[low]
        for meld in self.melds[high]:
            mine = next((one for one in pooled if self._merges(one, meld)), None)
            if mine is None:
                pooled.append(meld)
                continue
            mine.cards += meld.cards
            mine.naturals += meld.naturals
            mine.wilds += meld.wilds
            mine.made = mine.made or mine.canasta
        self.melds[high] = []
        self.concealed_canastas[low] += self.concealed_canastas[high]
        self.concealed_canastas[high] = 0
        self.pair_against(lone)

    def _merges(self, mine: Meld, other: Meld) -> bool:
        if (mine.kind, other.kind) == ("wild", "wild") and self.rules.wilds.melds == "one":
            return wild_problem(self.rules, len(mine.cards) + len(other.cards)) is None
        if (mine.kind, other.kind) != ("set", "set") or mine.rank != other.rank:
            return False
        if self.rules.side.mode == "alliance":
            spoilt = "natural" in (mine.canasta, other.canasta) and bool(mine.wilds + other.wilds)
            if spoilt:
                return False
        return set_problem(self.rules, mine.naturals + other.naturals, mine.wilds + other.wilds) is None

    # The end

    def _go_out(self, seat: int) -> list[Event]:
        self.out = seat
        self.concealed = self._concealed_bonus(seat)
        if self.lone is None and (self.rules.side.mode in ("lone", "alliance")) and self.rules.side.lone_by_going_out:
            self._form_pair(seat)
        return [Event("out", seat), *self.end(seat, "out")]

    def _concealed_bonus(self, seat: int) -> int:
        """What comes on top when the player had melded nothing before this turn (each game's Going out)."""
        rules = self.rules.out
        laid = [one for stroke in self.laid for one in stroke]
        own = [one.meld for one in laid if one.new]
        if seat in self.melded_by or not laid or (not rules.concealed_take and "take" in self.so_far):
            return 0
        if rules.concealed_no_partner and any(all(one.meld is not meld for meld in own) for one in laid):
            return 0
        if rules.concealed_side and not self.opened_now(seat):
            return 0
        if not rules.concealed_own_canasta or canasta_kinds(self.rules, own):
            return rules.concealed
        return rules.concealed_plain

    def _count_concealed(self) -> None:
        """Count the canastas that came whole from one hand this turn (wikipedia: classic-misc-toggles)."""
        created = [one.meld for stroke in self.laid for one in stroke if one.new]
        topped = [one.meld for stroke in self.laid for one in stroke if one.topped]
        whole = (meld for meld in created if meld.canasta and all(meld is not one for one in topped))
        self.concealed_canastas[self.side_of[self.turn]] += sum(1 for _ in whole)

    def end(self, out: int | None, ending: str) -> list[Event]:
        """End the round: `out` is who went out, None if nobody; `ending` is `out`, `stock`, `special` or `automatic`."""
        if self.rules.canastas.concealed:
            self._count_concealed()
        self.out, self.ending, self.phase = out, ending, "over"
        return [Event("round", out, word=ending)]


_HANDLERS: Final = {
    "draw": Round._apply_draw,
    "take": Round._apply_take,
    "pick": Round._apply_pick,
    "three": Round._apply_three,
    "extra": apply_extra,
    "caliente": apply_caliente,
    "meld": Round._apply_meld,
    "ask": Round._apply_ask,
    "answer": Round._apply_answer,
    "special": apply_special,
    "keep": apply_keep,
    "discard": Round._apply_discard,
    "float": apply_float,
    "undo": Round._apply_undo,
}


@functools.cache
def _sides(rules: Rules, number: int) -> tuple[int, ...]:
    """The side of each seat in a round counted from 0 (record.md, Sides and seats)."""
    if rules.side.mode == "sit-out":
        return (0, 1, 0, 1, 1)
    if rules.side.mode == "rotating":
        pair = (number % 5, (number + 2) % 5)
        return tuple(0 if seat in pair else 1 for seat in range(5))
    return tuple(seat % rules.side.sides for seat in range(rules.seats))


@functools.cache
def _card_sets(rules: Rules) -> tuple[frozenset[Card], ...]:
    """Cards that block the pile on top, freeze it, close it, lie down at once, and may be laid by `three`."""
    threes = rules.threes
    at_once = set(RED_THREES) if threes.red == "at-once" else set()
    layable = set(RED_THREES) if threes.red in ("held", "optional") else set()
    if threes.black == "like-red":
        (at_once if threes.red == "at-once" else layable).update(BLACK_THREES)
    elif threes.black == "may-be-laid":
        layable.update(BLACK_THREES)
    wild_top = cards_of(("joker", "two")) if rules.pile.wild_top else frozenset()
    return (
        cards_of(rules.discards.block) - wild_top,
        cards_of(rules.discards.freeze),
        cards_of(rules.discards.close),
        frozenset(at_once),
        frozenset(layable),
    )
