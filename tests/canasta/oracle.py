"""`classic` read a second time, from the rules' own words and on the state's text form alone.

It says what a meld may be, what a side's round is worth and whether a move is allowed, knowing nothing of
the engine. Sides with two melds of one rank (three players, after an alliance) are outside of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

State = dict[str, Any]

NATURALS = "456789TJQKA"
VALUES = {"*": 50, "A": 20, "2": 20, **dict.fromkeys("KQJT98", 10), **dict.fromkeys("76543", 5)}


@dataclass(frozen=True)
class Layout:
    """The differences between the tables of `classic`."""

    seats: int
    sides: tuple[tuple[int, ...], ...]
    draw: int = 1
    canastas: int = 1
    decks: int = 2
    threes: tuple[int, ...] = (100, 200, 300, 800)
    top_need: int | None = None


SIX = (100, 200, 300, 400, 1000, 1200)
LAYOUTS = {
    "2": Layout(2, ((0,), (1,)), draw=2, canastas=2),
    "3-lone": Layout(3, ((0,), (1,), (2,)), draw=2),
    "4": Layout(4, ((0, 2), (1, 3))),
    "5-sitout": Layout(5, ((0, 2), (1, 3, 4))),
    "6-pairs": Layout(6, ((0, 3), (1, 4), (2, 5)), canastas=2, decks=3, threes=SIX),
    "6-trios": Layout(6, ((0, 2, 4), (1, 3, 5)), canastas=2, decks=3, threes=SIX, top_need=150),
}


def is_wild(card: str) -> bool:
    return card[0] in "2*"


def is_black_three(card: str) -> bool:
    return card in ("3S", "3C")


def is_red_three(card: str) -> bool:
    return card in ("3H", "3D")


def worth(cards: Iterable[str]) -> int:
    """Return the card values, red threes without any."""
    return sum(0 if is_red_three(card) else VALUES[card[0]] for card in cards)


def rank_of_meld(cards: Sequence[str]) -> str | None:
    """Return the one natural rank of a meld, "3" for black threes, None for anything that can't be a meld."""
    ranks = {card[0] for card in cards if not is_wild(card)}
    return ranks.pop() if len(ranks) == 1 else None


def meld_is_legal(cards: Sequence[str]) -> bool:
    """Return three or more of one rank, two naturals, three wilds at most; or black threes alone."""
    rank = rank_of_meld(cards)
    wilds = sum(map(is_wild, cards))
    if rank == "3":
        return len(cards) >= 3 and all(map(is_black_three, cards))
    return rank is not None and len(cards) >= 3 and len(cards) - wilds >= 2 and wilds <= 3


def minimum(score: int, layout: Layout) -> int:
    """Return the initial meld's minimum for a score before the round."""
    if layout.top_need and score >= 7000:
        return layout.top_need
    return 15 if score < 0 else 50 if score < 1500 else 90 if score < 3000 else 120


def all_cards(state: State) -> Counter[str]:
    """Return every card that the state shows anywhere."""
    texts = [
        *state["hands"],
        *state.get("feet", []),
        *(meld for side in state["melds"] for meld in side),
        *state["threes"],
        state["stock"],
        state["pile"],
    ]
    return Counter(card for text in texts for card in text.split())


def side_sheet(
    state: State, layout: Layout, seats: Sequence[int], melds: Sequence[str], threes: str, *, out: bool, concealed: bool
) -> dict[str, int]:
    """Return a side's score lines as the rules have them, zeros left out."""
    sheet = {
        "cards": sum(worth(meld.split()) for meld in melds),
        "hand": -sum(worth(state["hands"][seat].split()) for seat in seats),
        "natural": sum(500 for meld in melds if len(meld.split()) >= 7 and not any(map(is_wild, meld.split()))),
        "mixed": sum(300 for meld in melds if len(meld.split()) >= 7 and any(map(is_wild, meld.split()))),
        "threes": 0,
        "out": 100 if out else 0,
        "concealed": 100 if concealed else 0,
    }
    count = len(threes.split())
    if count:
        sheet["threes"] = layout.threes[count - 1] * (1 if melds else -1)
    return {key: points for key, points in sheet.items() if points}


@dataclass(frozen=True)
class Turn:
    """The outcome of a turn so far, kept by the player of the moves."""

    drew: bool = False
    took: bool = False
    melds_since: int = 0  # meld moves, and melds of the take's stroke apart from the one of the top card
    may_undo: bool = False
    asked: bool = False
    answer: str | None = None
    blacks: bool = False
    must_discard: bool = False


@dataclass
class Table:
    """A state made ready for questions: one seat's turn."""

    layout: Layout
    state: State
    turn: Turn
    seat: int
    needs: int | None
    hand: Counter[str] = field(init=False)
    melds: dict[str, list[str]] = field(init=False)
    partner: int | None = field(init=False)

    def __post_init__(self) -> None:
        self.hand = Counter(self.state["hands"][self.seat].split())
        side, self.partner = self._side()
        melds = [meld.split() for meld in self.state["melds"][side]]
        self.melds = {str(rank_of_meld(cards)): cards for cards in melds}
        assert len(self.melds) == len(melds), "two melds of one rank"

    def _side(self) -> tuple[int, int | None]:
        if self.layout.sides == ((0,), (1,), (2,)):
            lone = self.state.get("lone")
            if lone is None or lone == self.seat:
                return self.seat, None
            pair = [seat for seat in range(3) if seat != lone]
            return pair[0], next(seat for seat in pair if seat != self.seat)
        for number, seats in enumerate(self.layout.sides):
            if self.seat in seats:
                playing = [seat for seat in seats if seat != self.state.get("sitting_out")]
                place = playing.index(self.seat)
                return number, playing[(place + 1) % len(playing)] if len(playing) > 1 else None
        raise AssertionError

    @property
    def opened(self) -> bool:
        return bool(self.melds)

    # Questions.

    def allows(self, line: str) -> bool:
        """Return whether the rules allow the move."""
        seat, verb, *rest = line.split()
        if self.state["phase"] == "over":
            return False
        if self.turn.asked and self.turn.answer is None:
            return verb == "answer" and int(seat) == self.partner and self._may_answer(rest[0])
        if int(seat) != self.seat:
            return False
        groups = " ".join(rest).split("/") if rest else [""]
        drawing = self.state["phase"] == "draw"
        if verb == "draw":
            return drawing and not (not self.state["stock"] and self._take([""]))
        if verb == "take":
            return drawing and self._take(groups)
        if drawing:
            return False
        if verb == "meld":
            return self._meld(groups)
        if verb == "discard":
            return self._discard(rest[0])
        if verb == "ask":
            return self._may_ask()
        if verb == "undo":
            return self.turn.may_undo
        return False

    def _may_ask(self) -> bool:
        turn = self.turn
        return (
            self.partner is not None
            and not turn.asked
            and not turn.melds_since
            and self._can_go_out(self.hand, self.melds)
        )

    def _may_answer(self, word: str) -> bool:
        if word == "yes":
            return True
        return self.hand.total() >= 2

    def _discard(self, card: str) -> bool:
        if not self.hand[card]:
            return False
        if self.hand.total() == 1:
            return self._canastas(self.melds) >= self.layout.canastas and self.turn.answer != "no"
        return not (self.turn.answer == "yes" or self.turn.blacks)

    def _meld(self, groups: Sequence[str]) -> bool:
        if self.turn.must_discard:
            return False
        hand, melds, laid = self.hand.copy(), dict(self.melds), list[str]()
        for text in groups:
            cards = self._lay(text, hand, melds)
            if cards is None:
                return False
            laid += cards
        blacks = self.turn.blacks or "3" in melds
        if not self.opened and self.needs is not None and worth(laid) < self.needs:
            exempt = self.turn.drew and hand.total() <= 1 and self._canastas(melds) >= self.layout.canastas
            return exempt and self.turn.answer != "no"
        return self._can_end(hand, melds, blacks)

    def _lay(self, text: str, hand: Counter[str], melds: dict[str, list[str]]) -> list[str] | None:
        """Move one group from `hand` to `melds`, both changed; None if it can't be laid."""
        name, _, cards_text = text.rpartition(":")
        cards = cards_text.split()
        rank = rank_of_meld(cards) if not all(map(is_wild, cards)) else name.strip() or None
        if rank is None or not cards or (name.strip() and name.strip() != rank):
            return None
        if Counter(cards) - hand or (rank == "3" and "3" in melds):  # black threes: one group, laid at once
            return None
        merged = [*melds.get(rank, []), *cards]
        if not meld_is_legal(merged) or any(map(is_red_three, cards)):
            return None
        hand.subtract(Counter(cards))
        melds[rank] = merged
        return cards

    def _take(self, groups: Sequence[str]) -> bool:
        pile = self.state["pile"].split()
        if not pile or is_wild(pile[-1]) or pile[-1][0] == "3" or (self.hand.total() == 1 and len(pile) == 1):
            return False
        top, rank = pile[-1], pile[-1][0]
        first = groups[0].rpartition(":")[2].split()
        if Counter(first) - self.hand or any(card[0] != rank and not is_wild(card) for card in first):
            return False
        naturals = sum(card[0] == rank for card in first)
        frozen = self.state["frozen"] or not self.opened
        if naturals < 2 and (frozen or not (rank in self.melds or (naturals == 1 and len(first) > 1))):
            return False
        hand, melds = self.hand.copy(), dict(self.melds)
        melds[rank] = [*melds.get(rank, []), *first, top]
        if not meld_is_legal(melds[rank]):
            return False
        hand.subtract(Counter(first))
        laid = [*first, top]
        for text in groups[1:]:
            cards = self._lay(text, hand, melds)
            if cards is None:
                return False
            laid += cards
        if not self.opened and self.needs is not None and worth(laid) < self.needs:
            return False
        hand.update(card for card in pile[:-1] if not is_red_three(card))
        return self._can_end(hand, melds, "3" in melds)

    # Ways to end a turn.

    def _canastas(self, melds: dict[str, list[str]]) -> int:
        return sum(len(cards) >= 7 for rank, cards in melds.items() if rank != "3")

    def _can_end(self, hand: Counter[str], melds: dict[str, list[str]], blacks: bool) -> bool:
        """Return whether a legal end of the turn is left with these cards and melds."""
        if self.turn.answer == "no":
            return not blacks and hand.total() >= 2
        if self.turn.answer == "yes" or blacks or hand.total() < 2:
            return self._can_go_out(hand, melds)
        return True

    def _can_go_out(self, hand: Counter[str], melds: dict[str, list[str]]) -> bool:
        """Return whether all cards but at most one can be laid, with the canastas that going out asks for."""
        wilds = sum(count for card, count in hand.items() if is_wild(card))
        blacks = sum(count for card, count in hand.items() if is_black_three(card))
        # (wilds left, whether the one card to discard is spent, canastas)
        reach = {(wilds, False, 0)}
        if wilds:
            reach.add((wilds - 1, True, 0))
        for rank in NATURALS:
            have = sum(count for card, count in hand.items() if card[0] == rank)
            meld = melds.get(rank, [])
            after: set[tuple[int, bool, int]] = set()
            for left, spent, canastas in reach:
                for keep in (0, 1) if have and not spent else (0,):
                    for added in range(left + 1):
                        cards = [*meld, *[rank] * (have - keep), *["*"] * added]
                        if cards == meld or meld_is_legal(cards):
                            after.add((left - added, spent or keep == 1, canastas + (len(cards) >= 7)))
            reach = after
        black_meld = "3" in melds
        ends = {(spent, canastas) for left, spent, canastas in reach if not left and canastas >= self.layout.canastas}
        if not ends:
            return False
        if not blacks or (blacks >= 3 and not black_meld):
            return True
        return blacks == 1 and any(not spent for spent, _ in ends)


def next_turn(table: Table, line: str, after: State) -> Turn:
    """Return the turn's memory after an allowed move (an `undo` excepted: the caller keeps the one before the meld)."""
    _, verb, *rest = line.split()
    turn = table.turn
    if after["phase"] in ("draw", "over"):
        return Turn()
    if verb == "draw":
        return Turn(drew=True)
    if verb == "take":
        return Turn(took=True, melds_since=line.count("/"), blacks=" 3" in line)
    if verb == "ask":
        return replace(turn, asked=True, may_undo=False)
    if verb == "answer":
        return replace(turn, answer=rest[0], may_undo=False)
    if verb == "meld":
        cards = [card for card in rest if card != "/" and not card.endswith(":")]
        low = not table.opened and table.needs is not None and worth(cards) < table.needs
        return replace(
            turn,
            melds_since=turn.melds_since + 1,
            may_undo=True,
            blacks=turn.blacks or any(map(is_black_three, cards)),
            must_discard=low,
        )
    return turn
