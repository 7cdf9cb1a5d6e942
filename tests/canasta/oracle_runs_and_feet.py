"""`samba` and `hand-and-foot` read a second time, from the rules' own words and on the state's text form alone.

Like `oracle` for `classic`: it says whether a move is allowed and knows nothing of the engine. It answers None where the
rules leave it open what a move means, or whether it is offered: those moves are not compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from tests.canasta.oracle import NATURALS, State, Turn, is_black_three, is_wild, worth

Run = tuple[str, int, int]
"""A run as its suit, its lowest place (4 is 0) and how many cards it has."""


@dataclass(frozen=True)
class Table:
    """The differences between the games and tables."""

    variant: str
    layout: str
    seats: int
    sides: int
    natural: int = 0
    mixed: int = 0


TABLES = {
    "samba/4": Table("samba", "4", 4, 2),
    "samba/6-trios": Table("samba", "6-trios", 6, 2),
    "hand-and-foot/2": Table("hand-and-foot", "2", 2, 2, natural=1, mixed=1),
    "hand-and-foot/4": Table("hand-and-foot", "4", 4, 2, natural=2, mixed=3),
    "hand-and-foot/6-pairs": Table("hand-and-foot", "6-pairs", 6, 3, natural=2, mixed=3),
}
LARGEST_HAND = 13
"""Of larger hands nothing is said, as there are too many ways to go out to look at."""


class Unsaid(Exception):
    """The rules don't say, or it takes too long to find out."""


def minimum(table: Table, score: int) -> int:
    """Return the initial meld's minimum for a score before the round."""
    if table.variant == "samba" and score >= 7000:
        return 150
    return 15 if score < 0 else 50 if score < 1500 else 90 if score < 3000 else 120


def _suit_and_places(cards: Sequence[str]) -> tuple[str, list[int]] | None:
    """Return the suit and the places of cards that could lie in one run, None if they couldn't."""
    if any(card[0] not in NATURALS for card in cards) or len({card[1] for card in cards}) != 1:
        return None
    places = sorted(NATURALS.index(card[0]) for card in cards)
    return (cards[0][1], places) if len(set(places)) == len(places) else None


@dataclass(frozen=True)
class Lying:
    """The melds of a side: runs, black threes, and sets by rank in the order laid, each as (naturals, wilds)."""

    sets: tuple[tuple[str, int, int], ...] = ()
    runs: tuple[Run, ...] = ()
    blacks: bool = False

    @staticmethod
    def read(melds: Sequence[str]) -> Lying:
        lying = Lying()
        for cards in map(str.split, melds):
            ranks = {card[0] for card in cards if not is_wild(card)}
            wilds = sum(map(is_wild, cards))
            if ranks == {"3"}:
                lying = replace(lying, blacks=True)
            elif len(ranks) > 1:
                row = _suit_and_places(cards)
                assert row is not None
                lying = replace(lying, runs=(*lying.runs, (row[0], row[1][0], len(cards))))
            else:
                lying = replace(lying, sets=(*lying.sets, (ranks.pop(), len(cards) - wilds, wilds)))
        return lying

    def canastas(self) -> tuple[int, int, int]:
        """Return how many natural and mixed canastas and whole runs there are."""
        whole = [wilds for _, naturals, wilds in self.sets if naturals + wilds >= 7]
        return (
            sum(1 for wilds in whole if not wilds),
            sum(1 for wilds in whole if wilds),
            sum(1 for _, _, size in self.runs if size == 7),
        )


@dataclass
class Reading:
    """A state made ready for questions: one seat's turn."""

    table: Table
    state: State
    turn: Turn
    seat: int
    hand: Counter[str] = field(init=False)
    lying: Lying = field(init=False)

    def __post_init__(self) -> None:
        self.hand = Counter(self.state["hands"][self.seat].split())
        side = self.seat % self.table.sides
        self.lying = Lying.read(self.state["melds"][side])
        self.needs = None if self.state["melds"][side] else minimum(self.table, self.state["scores"][side])
        mates = [seat for seat in range(self.table.seats) if seat % self.table.sides == side and seat != self.seat]
        self.mates = sorted(mates, key=lambda seat: (seat - self.seat) % self.table.seats)
        self.foot = self.state["feet"][self.seat].split() if "feet" in self.state else []

    @property
    def has_runs(self) -> bool:
        return self.table.variant == "samba"

    def allows(self, line: str) -> bool | None:
        """Return whether the rules allow the move, None where they leave it open."""
        try:
            return self._allows(line)
        except Unsaid:
            return None

    def _allows(self, line: str) -> bool:
        number, verb, *rest = line.split()
        if self.state["phase"] == "over":
            return False
        if self.turn.asked and self.turn.answer is None:
            if verb != "answer" or int(number) != self.mates[0]:
                return False
            return rest[0] == "yes" or self.hand.total() >= 2
        if int(number) != self.seat:
            return False
        drawing = self.state["phase"] == "draw"
        groups = " ".join(rest).split("/") if rest else [""]
        if verb == "draw":
            return drawing and not (not self.state["stock"] and self._must_take())
        if verb == "take":
            return drawing and self._take(groups)
        if verb == "pick":
            return drawing and self._pick(rest[0])
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

    # Moves

    def _may_ask(self) -> bool:
        if not self.mates or self.turn.asked or self.turn.melds_since or self.foot:
            return False
        if self.hand.total() < 2:
            raise Unsaid
        return self._can_go_out(self.hand, self.lying, blacks=False)

    def _discard(self, card: str) -> bool:
        if not self.hand[card]:
            return False
        if self.hand.total() == 1 and not self.foot:
            return self._ready(self.lying) and self.turn.answer != "no"
        return not (self.turn.answer == "yes" or self.turn.blacks)

    def _meld(self, groups: Sequence[str]) -> bool:
        hand, lying, laid = self.hand.copy(), self.lying, list[str]()
        for text in groups:
            lying, cards = self._lay(text, hand, lying)
            if not cards:
                return False
            laid += cards
        if self.needs is not None and worth(laid) < self.needs:
            return False
        return self._can_end(hand, lying)

    def _lay(self, text: str, hand: Counter[str], lying: Lying, top: str = "") -> tuple[Lying, list[str]]:
        """Move one group from `hand`, with the pile's top card, to a side's melds; no cards if it can't be laid."""
        name, _, cards_text = text.rpartition(":")
        name, cards = name.strip(), cards_text.split()
        if "<" in cards:
            raise Unsaid
        if not cards or Counter(cards) - hand:
            return lying, []
        hand.subtract(Counter(cards))
        cards += [top] if top else []
        after = self._with(name, cards, lying)
        return (lying, []) if after is None else (after, cards)

    def _with(self, name: str, cards: Sequence[str], lying: Lying) -> Lying | None:
        """Return the melds with a group laid, None if that can't be."""
        naturals = [card for card in cards if not is_wild(card)]
        ranks = {card[0] for card in naturals}
        if "!" in ranks or any(card in ("3H", "3D") for card in cards):
            return None
        if "3" in ranks:
            if name and len(ranks) == 1:
                raise Unsaid  # black threes have no name
            able = self.has_runs and len(ranks) == 1 and len(cards) == len(naturals) >= 3 and not lying.blacks
            return replace(lying, blacks=True) if able else None
        is_named = len(name.rstrip("+")) > 1 and name[0] in "SHDC"
        if len(ranks) > 1 or is_named:
            return self._with_run(name, cards, lying) if self.has_runs else None
        if name.startswith(("WILD", "2")) or (not ranks and not name):
            return None
        rank = next(iter(ranks)) if ranks else name[0]
        if name and name[0] != rank:
            return None
        of_rank = [place for place, one in enumerate(lying.sets) if one[0] == rank]
        near = any(suit == card[1] for card in naturals for suit, _, _ in lying.runs)
        if not name and len(cards) < 3 and not of_rank and near:
            raise Unsaid  # a card without the name of the run that it is for
        return self._with_set(name, rank, len(naturals), len(cards) - len(naturals), of_rank, lying)

    def _with_set(
        self, name: str, rank: str, naturals: int, wilds: int, of_rank: Sequence[int], lying: Lying
    ) -> Lying | None:
        sets = lying.sets
        fits = [place for place in of_rank if self._is_set(sets[place][1] + naturals, sets[place][2] + wilds)]
        new = all(sum(sets[place][1:]) >= 7 for place in of_rank) and self._is_set(naturals, wilds)
        started = replace(lying, sets=(*sets, (rank, naturals, wilds)))
        if name.endswith("+"):
            return started if new else None
        if len(name) > 1:
            place = int(name[1:]) - 1
            fits = [one for one in fits if place < len(of_rank) and one == of_rank[place]]
        elif name and not of_rank:
            raise Unsaid  # a name for what doesn't lie there yet
        if not fits:
            return started if new and not name else None
        sets = tuple(
            (rank, one[1] + naturals, one[2] + wilds) if place == fits[0] else one for place, one in enumerate(sets)
        )
        return replace(lying, sets=sets)

    def _is_set(self, naturals: int, wilds: int) -> bool:
        """Return whether a meld of one rank may hold this many cards."""
        if naturals + wilds < 3 or naturals < 2:
            return False
        return wilds <= 2 if self.has_runs else wilds <= 3 and wilds < naturals

    def _with_run(self, name: str, cards: Sequence[str], lying: Lying) -> Lying | None:
        row = _suit_and_places(cards)
        if row is None or (name and name[0] != row[0]):
            return None
        suit, places = row
        same = [run for run in lying.runs if run[0] == suit]
        if not name and same:
            raise Unsaid  # it might be for one of these, or a new one
        if not name or name.endswith("+"):
            if name and name[1] != NATURALS[places[0]]:
                raise Unsaid
            able = 3 <= len(places) <= 7 and places[-1] - places[0] == len(places) - 1
            return replace(lying, runs=(*lying.runs, (suit, places[0], len(places)))) if able else None
        called, _, nth = name.partition("#")
        meant = [run for run in same if NATURALS[run[1]] == called[1]]
        if nth:
            meant = meant[int(nth) - 1 : int(nth)]
        for run in meant:
            both = sorted([*range(run[1], run[1] + run[2]), *places])
            if len(both) <= 7 and both == list(range(both[0], both[0] + len(both))):
                at = lying.runs.index(run)
                longer = (suit, both[0], len(both))
                return replace(lying, runs=(*lying.runs[:at], longer, *lying.runs[at + 1 :]))
        return None

    def _take(self, groups: Sequence[str]) -> bool:
        """Return whether the pile, which is always frozen, is taken by two naturals of its top card's rank."""
        pile = self.state["pile"].split()
        if not self.has_runs or not pile or pile[-1][0] not in NATURALS:
            return False
        top, rank = pile[-1], pile[-1][0]
        name, _, cards = groups[0].rpartition(":")
        first = cards.split()
        if Counter(first) - self.hand or any(card[0] != rank and not is_wild(card) for card in first):
            return False
        if sum(card[0] == rank for card in first) < 2 or (name.strip() and name.strip()[0] != rank):
            return False
        hand = self.hand.copy()
        lying, laid = self._lay(groups[0], hand, self.lying, top)
        for text in groups[1:] if laid else []:
            lying, cards_laid = self._lay(text, hand, lying)
            if not cards_laid:
                return False
            laid += cards_laid
        if not laid or (self.needs is not None and worth(laid) < self.needs):
            return False
        hand.update(card for card in pile[:-1] if card not in ("3H", "3D"))
        return self._can_end(hand, lying)

    def _must_take(self) -> bool:
        """Return whether an empty stock forces a side that has opened to take the pile."""
        if self.needs is not None or not self.state["pile"]:
            return False
        top = self.state["pile"].split()[-1]
        same = [card for card in self.hand.elements() if card[0] == top[0] and not is_wild(card)]
        wilds = [card for card in self.hand.elements() if is_wild(card)]
        names = ["", f"{top[0]}2:", f"{top[0]}+:"]
        ways = [
            f"{name} {' '.join([*same[:have], *wilds[:more]])}"
            for name in names
            for have in range(2, len(same) + 1)
            for more in range(min(2, len(wilds)) + 1)
        ]
        return any(self._take([way]) for way in ways)

    def _pick(self, name: str) -> bool:
        """Return whether the top card alone may be added to a run, in place of the draw."""
        pile = self.state["pile"].split()
        if not self.has_runs or not pile or pile[-1][0] not in NATURALS:
            return False
        if not self.state["stock"]:
            raise Unsaid  # whether a pile that must be taken leaves that way open
        name = name.rstrip(":")
        if name.endswith("+"):
            return False
        lying = self._with_run(name, pile[-1:], self.lying)
        return lying is not None and self._can_end(self.hand, lying)

    # Ways to end a turn

    def _ready(self, lying: Lying) -> bool:
        """Return whether the side has all that going out takes, the last cards apart."""
        natural, mixed, runs = lying.canastas()
        if self.has_runs:
            return natural + mixed + runs >= 2 and natural + runs >= 1
        played = self.state.get("foot_played", [])
        return (
            natural >= self.table.natural and mixed >= self.table.mixed and all(mate in played for mate in self.mates)
        )

    def _can_end(self, hand: Counter[str], lying: Lying) -> bool:
        if self.foot:
            return True
        blacks = lying.blacks
        if self.turn.answer == "no":
            return not blacks and hand.total() >= 2
        if self.turn.answer == "yes" or blacks or hand.total() < 2:
            return self._can_go_out(hand, lying, blacks=blacks)
        return True

    def _can_go_out(self, hand: Counter[str], lying: Lying, *, blacks: bool) -> bool:
        """Return whether all cards but at most one can be laid, with the canastas that going out asks for."""
        if hand.total() > LARGEST_HAND:
            raise Unsaid
        threes = sum(count for card, count in hand.items() if is_black_three(card))
        if any(card in ("3H", "3D") or (threes and not self.has_runs) for card in hand.elements() if card[0] == "3"):
            reds = [card for card in hand.elements() if card[0] == "3"]
            if len(reds) > 1:
                return False
        left = +hand
        for last in [None, *left]:
            rest = left.copy()
            if last is not None:
                rest[last] -= 1
                rest = +rest
            if self._lays_all(rest, lying, blacks=blacks):
                return True
        return False

    def _lays_all(self, hand: Counter[str], lying: Lying, *, blacks: bool) -> bool:
        threes = sum(count for card, count in hand.items() if card[0] == "3")
        if threes:
            if not self.has_runs or blacks or threes < 3 or hand["3H"] or hand["3D"]:
                return False
            hand = Counter({card: count for card, count in hand.items() if card[0] != "3"})
        plays = _with_runs(hand, lying, set()) if self.has_runs else iter([(hand, lying)])
        return any(self._sets_use_all(rest, after) for rest, after in plays)

    def _sets_use_all(self, hand: Counter[str], lying: Lying) -> bool:
        """Return whether sets take all these cards so that the side may go out."""
        wilds = sum(count for card, count in hand.items() if is_wild(card))
        ways: set[tuple[int, int, int]] = {(wilds, 0, 0)}
        for rank in NATURALS:
            have = sum(count for card, count in hand.items() if card[0] == rank)
            here = [one[1:] for one in lying.sets if one[0] == rank]
            after: set[tuple[int, int, int]] = set()
            for left, natural, mixed in ways:
                for used, more, others in self._rank_ways(have, left, here):
                    after.add((left - used, natural + more, mixed + others))
            ways = after
        runs = lying.canastas()[2]
        for left, natural, mixed in ways:
            if self.has_runs:
                enough = natural + mixed + runs >= 2 and natural + runs >= 1
            else:
                enough = natural >= self.table.natural and mixed >= self.table.mixed
                enough = enough and all(mate in self.state.get("foot_played", []) for mate in self.mates)
            if not left and enough:
                return True
        return False

    def _rank_ways(self, have: int, wilds: int, here: Sequence[tuple[int, int]]) -> set[tuple[int, int, int]]:
        """Return (wild cards used, natural and mixed canastas) for every way to lay all naturals of a rank."""
        found: set[tuple[int, int, int]] = set()

        def share(place: int, left: int, spare: int, melds: tuple[tuple[int, int], ...]) -> None:
            if place < len(here):
                for more in range(left + 1):
                    for wild in range(spare + 1):
                        meld = here[place][0] + more, here[place][1] + wild
                        if not (more or wild) or self._is_set(*meld):
                            share(place + 1, left - more, spare - wild, (*melds, meld))
                return
            if left == 0:
                whole = [meld for meld in melds if sum(meld) >= 7]
                pure = sum(1 for meld in whole if not meld[1])
                found.add((wilds - spare, pure, len(whole) - pure))
            if all(sum(meld) >= 7 for meld in melds):
                for more in range(2, left + 1):
                    for wild in range(spare + 1):
                        if self._is_set(more, wild):
                            share(place, left - more, spare - wild, (*melds, (more, wild)))

        share(0, have, wilds, ())
        return found


def _with_runs(hand: Counter[str], lying: Lying, seen: set[object]) -> Iterator[tuple[Counter[str], Lying]]:
    """Yield what is left of a hand, and the melds, for every way to lay runs from it, none first."""
    hand = +hand
    key = (frozenset(hand.items()), tuple(sorted(lying.runs)))
    if key in seen:
        return
    seen.add(key)
    if len(seen) > 3000:
        raise Unsaid
    yield hand, lying
    for run in lying.runs:
        suit, low, size = run
        for end, longer in ((low - 1, (suit, low - 1, size + 1)), (low + size, (suit, low, size + 1))):
            if size < 7 and 0 <= end < len(NATURALS) and hand[NATURALS[end] + suit]:
                runs = list(lying.runs)
                runs[runs.index(run)] = longer
                left = hand - Counter([NATURALS[end] + suit])
                yield from _with_runs(left, replace(lying, runs=tuple(runs)), seen)
    for suit in "SHDC":
        for low in range(len(NATURALS) - 2):
            cards = [rank + suit for rank in NATURALS[low : low + 3]]
            if all(hand[card] for card in cards):
                yield from _with_runs(hand - Counter(cards), replace(lying, runs=(*lying.runs, (suit, low, 3))), seen)


def next_turn(reading: Reading, line: str, after: State) -> Turn:
    """Return the turn's memory after an allowed move other than `undo`."""
    _, verb, *rest = line.split()
    turn = reading.turn
    if after["phase"] in ("draw", "over"):
        return Turn()
    if verb == "draw":
        return Turn(drew=True)
    if verb in ("take", "pick"):
        blacks = any(map(is_black_three, rest))
        return Turn(took=True, melds_since=line.count("/"), blacks=blacks)
    if verb == "ask":
        return replace(turn, asked=True, may_undo=False)
    if verb == "answer":
        return replace(turn, answer=rest[0], may_undo=False)
    if verb == "meld":
        unseen = reading.state.get("feet") == after.get("feet")
        blacks = turn.blacks or any(map(is_black_three, rest))
        return replace(turn, melds_since=turn.melds_since + 1, may_undo=unseen, blacks=blacks)
    return turn
