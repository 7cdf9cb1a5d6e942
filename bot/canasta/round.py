"""One round, from the deal to the last card: its state, and what each move does to it."""

from __future__ import annotations

import functools
from bisect import insort
from collections.abc import Sequence
from typing import Final, Literal

from bot.canasta.cards import THREE, TWO, Card
from bot.canasta.goingout import OutPlan, canasta_kinds, plan_out, requirement_met
from bot.canasta.melds import CANASTA, Laid, Meld, fits, is_wild, lay, set_problem, unlay
from bot.canasta.moves import Group, IllegalMove, MeldName, Move
from bot.canasta.rules import Rules
from bot.canasta.views import Event

Phase = Literal["draw", "play", "answer", "over"]

RED_THREES: Final = (THREE * 4 + 1, THREE * 4 + 2)
BLACK_THREES: Final = (THREE * 4, THREE * 4 + 3)


class Round:
    """The cards and whose turn it is. Seats and sides are indices; `scores` are the totals before this round.

    Melds lie per side, red threes and scores per *account*: the side, or the seat where each player has a score
    of his own. `stock` and `pile` have their next and top card last. `frozen` is the pile's own state; a side that
    has not opened finds it frozen besides.
    """

    def __init__(self, rules: Rules, scores: Sequence[int], dealer: int, number: int = 0) -> None:
        self.rules = rules
        self.scores = list(scores)
        self.dealer = dealer
        self.number = number
        self.values = rules.card_values()
        self.fits = fits(rules)
        self.side_of = list(_sides(rules))
        self.sitting_out: int | None = None
        self.order = list(range(rules.seats))
        if rules.side.mode == "sit-out":
            self.rest((4, 3, 1)[number % 3])
        self.hands: list[list[Card]] = [[] for _ in range(rules.seats)]
        self.feet: list[list[Card]] = [[] for _ in range(rules.seats)]
        self.melds: list[list[Meld]] = [[] for _ in range(max(self.side_of) + 1)]
        self.threes: list[list[Card]] = [[] for _ in self.melds]
        self.stock: list[Card] = []
        self.pile: list[Card] = []
        self.frozen = False
        self.lone: int | None = None
        self.phase: Phase = "draw"
        self.turn = self.order[0]
        self.melded_by: set[int] = set()
        self.asked: set[int] = set()
        self.in_foot: set[int] = set()
        self.so_far: list[str] = []
        self.laid: list[list[Laid]] = []
        self.drawn: list[Card] = []
        self.answer: Literal["yes", "no"] | None = None
        self.out: int | None = None
        self.ending = ""
        self.concealed = False
        self.cut_accounts: list[int] = []

    # Who belongs to whom

    def account(self, seat: int) -> int:
        """Where a seat's red threes lie and its score is kept: its seat with a lone player, else its side."""
        return seat if self.rules.side.mode == "lone" else self.side_of[seat]

    def rest(self, seat: int) -> None:
        """Let this seat of the side of three sit the round out."""
        first, second = (one for one in (1, 3, 4) if one != seat)
        self.sitting_out, self.order = seat, [0, first, 2, second]

    def pair_against(self, lone: int) -> None:
        """Make the other two partners, sharing the melds of the lower seat."""
        self.lone = lone
        low, high = sorted(seat for seat in self.order if seat != lone)
        self.side_of[low] = self.side_of[high] = low

    def mates(self, seat: int) -> list[int]:
        """The other seats of a side that play this round, in turn order after `seat`."""
        start = self.order.index(seat)
        later = self.order[start + 1 :] + self.order[:start]
        return [one for one in later if self.side_of[one] == self.side_of[seat]]

    def actor(self) -> int | None:
        """The seat to move: the asked team-mate while an answer is due; None when the round is over."""
        if self.phase == "over":
            return None
        return self.mates(self.turn)[0] if self.phase == "answer" else self.turn

    def required(self, seat: int) -> int | None:
        """Points the seat's side still needs to open, by the seat's own score; None once it has opened."""
        if self.melds[self.side_of[seat]]:
            return None
        return self.requirement(self.scores[self.account(seat)])

    def requirement(self, score: int) -> int:
        """The initial meld's minimum at a score (pagat: classic, Initial meld minimum)."""
        rows = self.rules.opening.table
        return next((points for start, points in reversed(rows) if score >= start), rows[0][1])

    # The deal

    def deal(self, pack: Sequence[Card], cut: int | None = None) -> list[Event]:
        """Deal from the pack's top (record.md, "pack"; pagat: classic, Pack, deal, opening), red threes laid."""
        stock = list(reversed(pack))
        first = (self.order.index(self.dealer) + 1) % len(self.order)
        seats = self.order[first:] + self.order[:first]
        self.order, self.turn = seats, seats[0]
        for packet, size in ((self.hands, self.rules.deal.hand), (self.feet, self.rules.deal.foot)):
            for _ in range(size):
                for seat in seats:
                    packet[seat].append(stock.pop())
        dealt = len(pack) - len(stock)
        if cut == dealt:
            self.cut_accounts = sorted({self.account(seat) for seat in seats} - {self.account(self.dealer)})
        self.stock = stock
        self._turn_upcard()
        events = [Event("deal", self.dealer, count=self.rules.deal.hand)]
        for seat in seats:
            hand = self.hands[seat]
            reds = [card for card in hand if card in RED_THREES]
            kept = [card for card in hand if card not in RED_THREES]
            self.threes[self.account(seat)] += reds
            more, replaced = self._draw(seat, len(reds))
            self.hands[seat] = sorted(kept + more)
            if reds:
                events.append(Event("three", seat, (*reds, *replaced)))
        return events

    def _turn_upcard(self) -> None:
        while self.stock:
            card = self.stock.pop()
            self.pile.append(card)
            if not is_wild(card) and card not in RED_THREES:
                break
            self.frozen = True

    def _draw(self, seat: int, count: int) -> tuple[list[Card], list[Card]]:
        """Take up to `count` cards from the stock, red threes laid and replaced: (cards gained, red threes laid)."""
        gained: list[Card] = []
        reds: list[Card] = []
        while len(gained) < count and self.stock:
            card = self.stock.pop()
            (reds if card in RED_THREES else gained).append(card)
        if reds:
            self.threes[self.account(seat)] += reds
        return gained, reds

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
        match move.verb:
            case "draw":
                return self._apply_draw(move)
            case "take":
                return self._apply_take(move)
            case "meld":
                return self._apply_meld(move)
            case "discard":
                return self._apply_discard(move)
            case "ask":
                return self._apply_ask(move)
            case "answer":
                return self._apply_answer(move)
            case "undo":
                return self._apply_undo(move)
            case _:
                raise IllegalMove("not-in-this-game", verb=move.verb)

    def check(self, move: Move) -> None:
        """Raise `IllegalMove` if a `take`, `meld` or `discard` of the seat to move would be refused."""
        if move.verb == "meld":
            self._lay_and(move.seat, self._meld_groups(move), None, keep=False)
        elif move.verb == "take":
            self._check_take(move)
            self._lay_and(move.seat, move.groups, self.pile[-1], keep=False)
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
        if self.stock or not self.rules.stock.forced_take or not self.pile:
            return False
        side = self.side_of[self.turn]
        if self.pile_problem(self.turn) or self.frozen_for(side):
            return False
        return bool(self.onto(side)) and self.is_legal(Move(self.turn, "take", (Group(()),)))

    def _apply_draw(self, move: Move) -> list[Event]:
        if self.phase != "draw":
            raise IllegalMove("already-drawn")
        if self.must_take():
            raise IllegalMove("must-take")
        seat = move.seat
        gained, reds = self._draw(seat, self.rules.turn.draw)
        events = [Event("draw", seat, count=len(gained))]
        if reds:
            events.append(Event("three", seat, tuple(reds)))
        self.so_far.append("draw")
        if not gained:
            return events + self._end(None, "stock")
        for card in gained:
            insort(self.hands[seat], card)
        self.drawn = gained
        self.phase = "play"
        return events

    # Taking the pile

    def frozen_for(self, side: int) -> bool:
        """Whether only two naturals from the hand take the pile for a side (pagat: classic, Taking the pile)."""
        return self.frozen or self.rules.pile.always_frozen or not self.melds[side]

    def is_blocked(self) -> bool:
        """Whether the top card alone keeps the next player from the pile (pagat: classic, Black threes)."""
        return bool(self.pile) and self.pile[-1] >= TWO * 4

    def pile_problem(self, seat: int) -> str | None:
        """Why nobody in this seat's place could take the pile now, as an error code, or None."""
        if not self.pile:
            return "pile-empty"
        top = self.pile[-1]
        if self.is_blocked():
            return "pile-blocked"
        if len(self.pile) == 1 and len(self.hands[seat]) == 1 and not self.rules.pile.one_card:
            return "one-card-pile"
        if not self.rules.pile.own_canasta:
            for meld in self.melds[self.side_of[seat]]:
                if meld.kind == "set" and meld.rank == top >> 2 and len(meld.cards) >= CANASTA:
                    return "pile-own-canasta"
        return None

    def onto(self, side: int) -> list[int]:
        """Which of the side's melds of the top card's rank (1 for the first) the top card alone may join."""
        rank = self.pile[-1] >> 2
        rule = self.rules.pile.onto_meld
        of_rank = [meld for meld in self.melds[side] if meld.kind == "set" and meld.rank == rank]
        if rule == "never":
            return []
        return [
            place
            for place, meld in enumerate(of_rank, 1)
            if (rule == "any" or len(meld.cards) < CANASTA)
            and set_problem(self.rules, meld.naturals + 1, meld.wilds) is None
        ]

    def _check_take(self, move: Move) -> None:
        if self.phase != "draw":
            raise IllegalMove("already-drawn")
        problem = self.pile_problem(move.seat)
        if problem is not None:
            raise IllegalMove(problem, top=self.pile[-1] if self.pile else None)
        side = self.side_of[move.seat]
        top, first = self.pile[-1], move.groups[0]
        naturals = sum(1 for card in first.cards if card >> 2 == top >> 2)
        wilds = sum(map(is_wild, first.cards))
        if naturals + wilds < len(first.cards) or (
            first.name and (first.name.kind, first.name.key) != ("set", top >> 2)
        ):
            raise IllegalMove("take-with-other-ranks", top=top)
        frozen = self.frozen_for(side)
        if naturals >= 2:
            return
        if not frozen and naturals and wilds and self.rules.pile.natural_and_wild:
            return
        if not frozen and self.onto(side) and not (first.name is not None and first.name.new):
            return
        reason = "pile-frozen" if frozen else "pile-needs-cards"
        raise IllegalMove(reason, top=top, opened=bool(self.melds[side]))

    def _take_groups(self, move: Move) -> tuple[Group, ...]:
        """The take's groups, the first sent to the meld that lets it pass where it relies on the top card alone."""
        first = move.groups[0]
        top = self.pile[-1]
        naturals = sum(1 for card in first.cards if card >> 2 == top >> 2)
        paired = naturals >= 2 or (naturals and len(first.cards) > naturals and self.rules.pile.natural_and_wild)
        if paired or first.name is not None:
            return move.groups
        place = self.onto(self.side_of[move.seat])[0]
        return (Group(first.cards, MeldName("set", top >> 2, place)), *move.groups[1:])

    def _apply_take(self, move: Move) -> list[Event]:
        self._check_take(move)
        seat, side = move.seat, self.side_of[move.seat]
        groups = self._take_groups(move)
        laid = self._lay_and(seat, groups, self.pile[-1], keep=True)
        taken, self.pile = self._split_pile()
        events = [Event("take", seat, (laid[0].cards[-1],), count=len(taken) + 1)]
        reds = [card for card in taken if card in RED_THREES]
        kept = [card for card in taken if card not in RED_THREES]
        self.threes[self.account(seat)] += reds
        if reds and self.rules.threes.pile_replaced:
            more, replaced = self._draw(seat, len(reds))
            kept += more
            reds += replaced
        for card in kept:
            insort(self.hands[seat], card)
        self.drawn = kept
        self.frozen = any(is_wild(card) or card in RED_THREES for card in self.pile)
        self.so_far.append("take")
        self.laid.append(laid)
        self.phase = "play"
        if reds:
            events.append(Event("three", seat, tuple(reds)))
        events += [Event("meld", seat, one.cards, word=one.meld.kind) for one in laid]
        if self.rules.side.mode == "lone" and self.lone is None:
            self._form_pair(seat)
            events.append(Event("alliance", seat))
        if not self.hands[seat]:
            events += self._emptied(seat, side)
        return events

    def _split_pile(self) -> tuple[list[Card], list[Card]]:
        """What a take brings below the top card, and what stays (pagat: opt-pile-take-limit)."""
        below = self.pile[:-1]
        if self.rules.pile.taken == "five":
            stays = max(0, len(below) - 4)
        elif self.rules.pile.taken == "to-wild":
            stays = max((place + 1 for place, card in enumerate(below) if is_wild(card)), default=0)
        else:
            stays = 0
        return below[stays:], below[:stays]

    # Melding

    def _meld_groups(self, move: Move) -> tuple[Group, ...]:
        if self.phase == "draw":
            raise IllegalMove("draw-first")
        if self.laid_for_free():
            raise IllegalMove("discard-the-last")
        return move.groups

    def laid_for_free(self) -> bool:
        """Whether this turn's first melds were below the minimum, so that a card left can only be discarded."""
        if not self.laid or self.so_far[0] != "draw" or self.turn in self.melded_by:
            return False
        created = [one.meld for stroke in self.laid for one in stroke if one.new]
        if any(all(one is not meld for one in created) for meld in self.melds[self.side_of[self.turn]]):
            return False
        points = sum(self.values[card >> 2] for one in self.laid[0] for card in one.cards)
        return points < self.requirement(self.scores[self.account(self.turn)])

    def _apply_meld(self, move: Move) -> list[Event]:
        seat, side = move.seat, self.side_of[move.seat]
        laid = self._lay_and(seat, self._meld_groups(move), None, keep=True)
        self.so_far.append("meld")
        self.laid.append(laid)
        events = [Event("meld", seat, one.cards, word=one.meld.kind) for one in laid]
        if not self.hands[seat]:
            events += self._emptied(seat, side)
        return events

    def _lay_and(self, seat: int, groups: Sequence[Group], top: Card | None, *, keep: bool) -> list[Laid]:
        """Lay groups (the first with `top`) if the turn can still be ended, and keep them laid or take them back.

        Raises `IllegalMove` with nothing changed.
        """
        side = self.side_of[seat]
        melds, hand = self.melds[side], self.hands[seat]
        needed = self.required(seat)
        before = hand.copy()
        laid: list[Laid] = []
        try:
            for group in groups:
                for card in group.cards:
                    if card not in hand:
                        raise IllegalMove("card-not-in-hand", card=card)
                    hand.remove(card)
            for place, group in enumerate(groups):
                laid.append(lay(self.rules, melds, group, top if place == 0 else None))
            extra = 0 if top is None else self.gain()
            if needed is not None:
                self._check_opening(seat, laid, needed, len(hand) + extra, drew=top is None)
            self._check_can_end(seat, [] if top is None else self._taken_cards())
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

    def _taken_cards(self) -> list[Card]:
        return [card for card in self._split_pile()[0] if card not in RED_THREES]

    def gain(self) -> int:
        """How many cards a take would add to the hand, the top card and red threes apart."""
        return len(self._taken_cards())

    def _check_opening(self, seat: int, laid: Sequence[Laid], needed: int, left: int, *, drew: bool) -> None:
        """The initial meld's minimum, and the concealed exemption (pagat: classic, Initial meld minimum)."""
        points = sum(self.values[card >> 2] for one in laid for card in one.cards)
        if points >= needed:
            return
        free = self.rules.opening.concealed_free and drew and seat not in self.melded_by
        if free and left <= 1 and self._may_leave(self.side_of[seat]) and canasta_kinds(one.meld for one in laid):
            return
        raise IllegalMove("initial-meld-too-low", needed=needed, points=points)

    # Ending the turn

    def _may_leave(self, side: int) -> bool:
        return requirement_met(self.rules, canasta_kinds(self.melds[side]))

    def must_go_out(self, side: int) -> bool:
        """Whether the player whose turn it is has bound himself to go out this turn."""
        return self.answer == "yes" or any(meld.kind == "black-threes" for meld in self.melds[side])

    def _check_can_end(self, seat: int, gained: Sequence[Card]) -> None:
        """Raise `IllegalMove` unless the turn has a legal end from here (catalogue: conflicts, last line but four).

        `gained` are cards that the play under way adds to the hand.
        """
        side, hand = self.side_of[seat], self.hands[seat]
        size = len(hand) + len(gained)
        bound = self.must_go_out(side)
        if size >= 2 and not bound:
            return
        if self.answer == "no":
            raise IllegalMove("must-not-go-out")
        if size == 0:
            if self._may_leave(side):
                return
        elif plan_out(self.rules, self.melds[side], [*hand, *gained]) is not None:
            return
        if self.answer == "yes":
            raise IllegalMove("must-go-out")
        if bound:
            raise IllegalMove("black-threes-going-out")
        raise IllegalMove("keep-a-card", **self._missing(side))

    def _missing(self, side: int) -> dict[str, object]:
        return {"canastas": self.rules.out.canastas, "have": len(canasta_kinds(self.melds[side]))}

    def _emptied(self, seat: int, side: int) -> list[Event]:
        return self._go_out(seat, side)

    def _check_discard(self, move: Move) -> None:
        if self.phase == "draw":
            raise IllegalMove("draw-first")
        seat, card = move.seat, move.card
        hand, side = self.hands[seat], self.side_of[seat]
        if card is None or card not in hand:
            raise IllegalMove("card-not-in-hand", card=card)
        if len(hand) > 1:
            if self.answer == "yes":
                raise IllegalMove("must-go-out")
            if self.must_go_out(side):
                raise IllegalMove("black-threes-going-out")
            return
        if self.answer == "no":
            raise IllegalMove("must-not-go-out")
        if not self._may_leave(side):
            raise IllegalMove("keep-a-card", **self._missing(side))

    def _apply_discard(self, move: Move) -> list[Event]:
        self._check_discard(move)
        seat, card = move.seat, move.card
        assert card is not None
        self.hands[seat].remove(card)
        self.pile.append(card)
        if is_wild(card):
            self.frozen = True
        events = [Event("discard", seat, (card,))]
        self.so_far.append("discard")
        if not self.hands[seat]:
            return events + self._go_out(seat, self.side_of[seat])
        self._next_turn()
        return events

    def _next_turn(self) -> None:
        if self.laid:
            self.melded_by.add(self.turn)
        place = self.order.index(self.turn)
        self.turn = self.order[(place + 1) % len(self.order)]
        self.phase = "draw"
        self.so_far, self.laid, self.drawn, self.answer = [], [], [], None

    # Asking

    def out_plan(self) -> OutPlan | None:
        """A way for the player whose turn it is to go out now, the opening's minimum included; None without one."""
        seat = self.turn
        side = self.side_of[seat]
        if self.phase != "play" or self.answer == "no":
            return None
        plan = plan_out(self.rules, self.melds[side], self.hands[seat])
        if plan is None or self.melds[side]:
            return plan
        return plan if plan.groups and self.is_legal(Move(seat, "meld", plan.groups)) else None

    def ask_problem(self) -> str | None:
        """Why the player may not ask now, as an error code, or None (pagat: classic, Asking)."""
        if not self.rules.out.ask or not self.mates(self.turn):
            return "no-partner"
        if self.phase != "play":
            return "draw-first"
        if self.answer is not None:
            return "already-asked"
        if "meld" in self.so_far or any(len(stroke) > 1 for stroke in self.laid):
            return "ask-before-melding"
        return None if self.out_plan() is not None else "cannot-go-out"

    def _apply_ask(self, move: Move) -> list[Event]:
        problem = self.ask_problem()
        if problem is not None:
            raise IllegalMove(problem)
        self.asked.add(move.seat)
        self.so_far.append("ask")
        self.phase = "answer"
        return [Event("ask", move.seat)]

    def may_answer(self, word: str) -> bool:
        """Whether an answer leaves the asker a legal way to end his turn."""
        return word == "yes" or len(self.hands[self.turn]) >= 2

    def _apply_answer(self, move: Move) -> list[Event]:
        if self.phase != "answer":
            raise IllegalMove("not-asked")
        if not self.may_answer(move.word):
            raise IllegalMove("asker-must-go-out")
        self.answer = "yes" if move.word == "yes" else "no"
        self.so_far.append("answer")
        self.phase = "play"
        return [Event("answer", move.seat, word=move.word)]

    # Undo

    def may_undo(self) -> bool:
        """Whether the last thing done this turn is a meld that can be taken back (play.md, Undo)."""
        return self.phase == "play" and bool(self.so_far) and self.so_far[-1] == "meld"

    def _apply_undo(self, move: Move) -> list[Event]:
        if not self.may_undo():
            raise IllegalMove("nothing-to-undo")
        laid = self.laid.pop()
        self.so_far.pop()
        self._take_back(self.melds[self.side_of[move.seat]], laid)
        for one in laid:
            for card in one.cards:
                insort(self.hands[move.seat], card)
        return [Event("undo", move.seat, tuple(card for one in laid for card in one.cards))]

    # Three players

    def _form_pair(self, lone: int) -> None:
        """Make the two others partners, their melds pooled (pagat: classic-3p, Dynamic sides and ambiguity 3)."""
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
        self.melds[high] = []
        self.pair_against(lone)

    def _merges(self, mine: Meld, other: Meld) -> bool:
        if (mine.kind, other.kind) != ("set", "set") or mine.rank != other.rank:
            return False
        return set_problem(self.rules, mine.naturals + other.naturals, mine.wilds + other.wilds) is None

    # The end

    def _go_out(self, seat: int, side: int) -> list[Event]:
        self.out = seat
        self.concealed = self._is_concealed(seat)
        if self.rules.side.mode == "lone" and self.lone is None:
            self._form_pair(seat)
        return [Event("out", seat), *self._end(seat, "out")]

    def _is_concealed(self, seat: int) -> bool:
        """Whether the player had melded nothing and now laid all himself, a canasta among it (pagat: classic)."""
        laid = [one for stroke in self.laid for one in stroke]
        own = [one.meld for one in laid if one.new]
        return (
            self.rules.out.concealed > 0
            and seat not in self.melded_by
            and all(any(one.meld is meld for meld in own) for one in laid)
            and bool(canasta_kinds(own))
        )

    def _end(self, out: int | None, ending: str) -> list[Event]:
        self.out, self.ending, self.phase = out, ending, "over"
        return [Event("round", out, word=ending)]


@functools.cache
def _sides(rules: Rules) -> tuple[int, ...]:
    if rules.side.mode == "sit-out":
        return (0, 1, 0, 1, 1)
    return tuple(seat % rules.side.sides for seat in range(rules.seats))
