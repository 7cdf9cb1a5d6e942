"""The state of one round: the cards and where they lie, the turn, and what has been done in it. It decides no rules."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Literal, TypeVar

from .cards import RED_THREES, Card
from .hand import Hand
from .melds import Laid, LayConditions, Melds, canasta_count
from .melds.sets import set_sizes
from .moves import Legal
from .rules.card_sets import card_sets
from .rules.model import Rules

T = TypeVar("T")
Phase = Literal["pass", "draw", "play", "answer", "over"]
#: The result of a question that was not asked yet.
_NOTHING: Final = object()


class State:
    """The cards and the turn of one round. Seats and sides are indices; `scores` are the totals before this round.

    Melds lie per side. Threes lie per *entry* of the score sheet: the side, or the seat where there is a lone player.
    `scores` are per account: the side, or the seat where players have totals of their own. `stock` and `pile` have
    their next and top card last. `trump` is a suit. `frozen` is the pile's own state; for a side that has not opened it
    may be frozen even so.

    With slots an attribute is found in half the time, and everything looks at some.
    """

    __slots__ = (
        "_after",
        "_conditions",
        "_mates",
        "_turn_conditions",
        "_unlimited",
        "answer",
        "asked",
        "asked_in",
        "cards",
        "closed_by",
        "concealed",
        "concealed_canastas",
        "cut",
        "dealer",
        "drawn",
        "ending",
        "entries_of",
        "extra_taken",
        "face_down",
        "feet",
        "foot_of",
        "foot_played",
        "frozen",
        "given_reshuffles",
        "hands",
        "in_foot",
        "known",
        "laid",
        "listed",
        "lone",
        "melded_by",
        "melds",
        "mirror",
        "no_turn_yet",
        "number",
        "opened_meld_by",
        "order",
        "out",
        "pack_key",
        "phase",
        "pile",
        "recycles",
        "reshuffles",
        "rules",
        "scores",
        "seats_of",
        "set_aside",
        "shown",
        "side_of",
        "sitting_out",
        "sizes",
        "so_far",
        "special",
        "stock",
        "talons",
        "talons_left",
        "threes",
        "top_was_turned",
        "tried",
        "trump",
        "turn",
        "values",
        "whole_pile",
    )

    def __init__(self, rules: Rules, scores: Sequence[int], dealer: int, number: int = 0) -> None:
        self.rules = rules
        self.scores = list(scores)
        self.dealer = dealer
        self.number = number
        self.values = rules.card_values
        self.sizes = set_sizes(rules)
        self.cards = card_sets(rules)
        self.side_of = list(_sides(rules, number))
        self.sitting_out: int | None = None
        self.order = list(range(rules.seats))
        self.foot_of = self._foot_places()
        self._team_up()
        resting = _resting(rules, number)
        if resting is not None:
            self.rest(resting)
        self.hands = [Hand() for _ in range(rules.seats)]
        self.feet: list[list[Card]] = [[] for _ in range(rules.seats)]
        self.talons: list[list[Card]] = [[] for _ in range(rules.seats)]
        self.talons_left: list[list[Card]] = []
        self.melds = [Melds() for _ in range(max(self.side_of) + 1)]
        self.threes: list[list[Card]] = [[] for _ in self.melds]
        self.set_aside: list[list[Card]] = [[] for _ in self.melds]
        self.stock: list[Card] = []
        self.pile: list[Card] = []
        self.face_down = 0
        self.trump: int | None = None
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
        self.whole_pile: Card | None = None
        """The card that was the whole pile taken this turn, if it may not be discarded and its taker held no twin."""
        self.answer: Literal["yes", "no"] | None = None
        self.asked_in: Literal["draw", "play"] = "play"
        self.out: int | None = None
        self.ending = ""
        self.concealed = 0
        self.special = 0
        self.cut = False
        self.listed: Legal | None = None
        """The legal moves, if they were listed since the last move: they need not be judged again."""
        self.known: dict[object, Any] = {}
        """Results worked out since the last move (`once`); `forget` empties it."""
        limits = rules.melds
        self._unlimited = not limits.not_theirs and limits.cap is None and limits.cap_red_threes != "always"
        self._conditions: dict[int, LayConditions] = {}
        self._turn_conditions: LayConditions | None = None
        self.tried: dict[Phase, Sequence[Any]] = {}
        """The functions of the verbs that may be tried in each phase, as far as `legal` has looked them up."""
        self.shown: dict[object, Any] = {}
        """Parts of the last views, to be shown again while nothing has changed in them."""

    def once(self, work: Callable[[State], T]) -> T:
        """Return what `work` finds out about this state, and remember it until the next move.

        Not for use while cards are laid on trial.
        """
        found: T = self.known.get(work, _NOTHING)
        if found is _NOTHING:
            found = self.known[work] = work(self)
        return found

    def forget(self) -> None:
        """Drop what was worked out: the state is about to change, or has changed."""
        self.listed = None
        self.known = {}
        self._turn_conditions = None

    # Sides and partners

    def account(self, seat: int) -> int:
        """Return the index of the account in which a seat's total is kept."""
        return seat if self.rules.side.mode in ("lone", "alliance", "rotating") else self.side_of[seat]

    def entry(self, seat: int) -> int:
        """Return the entry of the score sheet for which a seat's threes count."""
        return seat if self.rules.side.mode in ("lone", "alliance") else self.side_of[seat]

    def rest(self, seat: int) -> None:
        """Let this seat of the side of three sit the round out (docs/record-format.md, Sides and seats)."""
        first, second = (one for one in (1, 3, 4) if one != seat)
        self.sitting_out, self.order = seat, [0, first, 2, second]
        self.foot_of = self._foot_places()
        self._team_up()

    def _foot_places(self) -> list[int]:
        """Return the seat where each seat's foot lies: its own or its side's first (docs/rules.md, Hand and foot)."""
        if self.rules.deal.foot_of != "side":
            return list(range(self.rules.seats))
        return [min((one for one in self.order if self.side_of[one] == side), default=0) for side in self.side_of]

    def pair_against(self, lone: int) -> None:
        """Make the other two seats partners, who share the melds of the lower seat."""
        self.lone = lone
        low, high = sorted(seat for seat in self.order if seat != lone)
        self.side_of[low] = self.side_of[high] = low
        self._team_up()

    def _team_up(self) -> None:
        """Work out what follows from `order` and `side_of` and is needed at every move."""
        later = {seat: self.order[place + 1 :] + self.order[:place] for place, seat in enumerate(self.order)}
        self._after = {seat: others[0] for seat, others in later.items()}
        self._mates = {
            seat: [one for one in others if self.side_of[one] == self.side_of[seat]] for seat, others in later.items()
        }
        self.seats_of = {
            side: tuple([seat for seat, one in enumerate(self.side_of) if one == side]) for side in self.side_of
        }
        self.entries_of = {
            side: tuple(dict.fromkeys([self.entry(seat) for seat in seats])) for side, seats in self.seats_of.items()
        }

    def mates(self, seat: int) -> list[int]:
        """Return the other seats of a side that play this round, in turn order after `seat`."""
        return self._mates[seat]

    def side(self, seat: int) -> Melds:
        """Return the melds of a seat's side."""
        return self.melds[self.side_of[seat]]

    def foot(self, seat: int) -> list[Card]:
        """Return the foot that waits for a seat to use up its hand, empty where its side may not have it yet."""
        foot = self.feet[self.foot_of[seat]] if self.rules.deal.foot_with == "empty-hand" else []
        return foot if not foot or self.foot_lacks(seat) <= 0 else []

    def foot_lacks(self, seat: int) -> int:
        """Return how many canastas a seat's side lacks before a hand may be used up for its foot."""
        needed = self.rules.deal.foot_canastas
        return needed and needed - canasta_count(self.side(seat))

    def canasta_foot(self, seat: int) -> list[Card]:
        """Return the foot that waits for a seat's first canasta."""
        return self.feet[self.foot_of[seat]] if self.rules.deal.foot_with == "first-canasta" else []

    def next_seat(self) -> int:
        """Return the seat whose turn comes next."""
        return self._after[self.turn]

    def actor(self) -> int | None:
        """Return the seat to move: the asked team-mate while an answer is due; None when the round is over."""
        if self.phase == "over":
            return None
        return self._mates[self.turn][0] if self.phase == "answer" else self.turn

    # The cards on the table

    def conditions(self, side: int) -> LayConditions:
        """Return what laying on a side's melds depends on."""
        melds = self.melds[side]
        if self._unlimited:
            last = self._conditions.get(side)
            if last is None or last.melds is not melds or last.opening == bool(melds):
                last = self._conditions[side] = LayConditions(self.rules, melds, not melds)
            return last
        limits = self.rules.melds
        barred: frozenset[int] = frozenset()
        if limits.not_theirs:
            theirs = (meld for one, others in enumerate(self.melds) if one != side for meld in others)
            barred = frozenset(meld.rank for meld in theirs if meld.kind == "set" and meld.canasta is not None)
        room = limits.cap
        if limits.cap_red_threes == "always":
            room = min(self.reds(side), room if room is not None else 99)
        return LayConditions(self.rules, melds, not melds, barred, room)

    def turn_conditions(self) -> LayConditions:
        """Return what laying depends on for the seat whose turn it is."""
        conditions = self._turn_conditions
        if conditions is None:
            conditions = self._turn_conditions = self.conditions(self.side_of[self.turn])
        return conditions

    def reds(self, side: int) -> int:
        """Return how many red threes lie on a side's table."""
        return len([card for entry in self.entries_of[side] for card in self.threes[entry] if card in RED_THREES])

    def lay_threes(self, seat: int, threes: Iterable[Card]) -> None:
        """Put threes, or calientes, down for a seat."""
        self.threes[self.entry(seat)] += threes

    def opened_now(self, seat: int, stroke: Sequence[Laid] = ()) -> bool:
        """Return whether all that the side has on the table was laid this turn, `stroke` (being laid now) included."""
        melds = self.side(seat)
        created = [one.meld for laid in (*self.laid, stroke) for one in laid if one.new]
        if not melds or len(created) < len(melds):
            return False
        return all(any(one is meld for one in created) for meld in melds)


def _resting(rules: Rules, number: int) -> int | None:
    """Return the seat that sits a round out, None if all play."""
    return (4, 3, 1)[number % 3] if rules.side.mode == "sit-out" else None


def seats_playing(rules: Rules, number: int) -> list[int]:
    """Return the seats that play a round counted from 0, by number."""
    resting = _resting(rules, number)
    return [seat for seat in range(rules.seats) if seat != resting]


@functools.cache
def _sides(rules: Rules, number: int) -> tuple[int, ...]:
    """Return the side of each seat in a round counted from 0 (docs/record-format.md, Sides and seats)."""
    if rules.side.mode == "sit-out":
        return (0, 1, 0, 1, 1)
    if rules.side.mode == "rotating":
        pair = (number % 5, (number + 2) % 5)
        return tuple(0 if seat in pair else 1 for seat in range(5))
    return tuple(seat % rules.side.sides for seat in range(rules.seats))
