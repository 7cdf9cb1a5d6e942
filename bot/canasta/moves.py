"""Moves, their one-line text form, and the two ways a move can be wrong.

`UnreadableMove` is a text that is no move at all; `IllegalMove` is a move that the rules forbid now. The grammar is the
record's, `SEAT VERB [ARGUMENTS]` (docs/record-format.md, Moves).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple, Protocol, overload

from .cards import (
    LOW_ACE,
    RANKS,
    SUITS,
    Card,
    UnreadableCard,
    card_text,
    cards_text,
    normalise,
    pick_cards,
    rank_at,
    read_card,
)

VERBS: Final = (
    "draw", "take", "pick", "three", "extra", "caliente", "meld", "ask", "answer", "special", "keep", "discard",
    "float", "undo",
)  # fmt: skip


class UnreadableMove(ValueError):
    """A text that is not a move; `args[0]` says what could not be read."""


class IllegalMove(Exception):
    """A move that the rules forbid now.

    `code` is stable and translatable (`bot.canasta.errors` has a sentence for each); `facts` fill that sentence, and
    hold nothing that the mover may not know. `alone` says that the mover never has a partner in this game, for which
    some sentences are others.
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts
        self.alone = False

    def __eq__(self, other: object) -> bool:
        """Return whether the other is a refusal that says the same."""
        if not isinstance(other, IllegalMove):
            return NotImplemented
        return (self.code, self.facts, self.alone) == (other.code, other.facts, other.alone)

    def __hash__(self) -> int:
        """Return the same number for refusals that say the same."""
        return hash(self.code)


class MeldName(NamedTuple):
    """The name of a meld of one's own side, as a record writes it (docs/record-format.md, Naming a meld).

    `kind` is `set` (key = rank index; the twos' meld is the set of rank two), `wild` (key 0) or `sequence` (key = four
    times its lowest place, plus its suit). `nth` is 1 for the first of that name in the order laid, 2 for the second; 0
    stands for "the first that may take the cards". `new` starts one.
    """

    kind: str
    key: int = 0
    nth: int = 0
    new: bool = False

    def __str__(self) -> str:
        if self.kind == "sequence":
            base, nth = SUITS[self.key & 3] + RANKS[rank_at(self.key >> 2)], f"#{self.nth}"
        else:
            base, nth = "WILD" if self.kind == "wild" else RANKS[self.key], str(self.nth)
        return base + ("+" if self.new else nth if self.nth > 1 else "")


class Group(NamedTuple):
    """Cards laid together: to the meld `name`, or where the rules put them when it is None.

    `below` asks that a lone wild card goes to the low end of its sequence (`2S <`).
    """

    cards: tuple[Card, ...]
    name: MeldName | None = None
    below: bool = False

    def __str__(self) -> str:
        text = cards_text(self.cards) + (" <" if self.below else "")
        return f"{self.name}: {text}".rstrip() if self.name else text


class Move(NamedTuple):
    """One move of one seat. `card` is for `discard` and `three`; `word` is for `answer`, `keep` and `special`.

    For a `take`, `groups[0]` holds the cards that join the top card (perhaps none) and the rest are melds laid in the
    same move.
    """

    seat: int
    verb: str
    groups: tuple[Group, ...] = ()
    card: Card | None = None
    word: str = ""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards of all groups."""
        return tuple(card for group in self.groups for card in group.cards)

    def __str__(self) -> str:
        """Return the canonical line, `0 take KS KH / QS QH 2D`."""
        head = f"{self.seat} {self.verb}"
        if self.card is not None:
            return f"{head} {card_text(self.card)}"
        if self.word:
            return f"{head} {self.word}"
        if not self.groups:
            return head
        groups = [str(group) for group in self.groups]
        if groups == [""]:
            return head
        return f"{head} {' / '.join(groups)}".replace("  ", " ")


def one_group_moves(seat: int, verb: str, groups: Iterable[Group]) -> list[Move]:
    """Return the moves that lay each of some groups alone."""
    return [new_move((seat, verb, (group,), None, "")) for group in groups]


#: Make a group, or a move, of all its fields: most are made by the lister, in half the time that their classes take.
new_group: Final = partial(tuple.__new__, Group)
new_move: Final = partial(tuple.__new__, Move)


class Ways(NamedTuple):
    """The moves that lay exactly some cards; if there are none, why the likeliest way is refused."""

    moves: tuple[Move, ...] = ()
    refusal: IllegalMove | None = None


class VerbMoves(Protocol):
    """Some moves of one verb in a row, such as a list, that need not be made before they are looked at."""

    def __len__(self) -> int: ...

    def __getitem__(self, place: int, /) -> Move: ...

    def __iter__(self) -> Iterator[Move]: ...


class Legal(Sequence[Move]):
    """The legal moves of a seat: those of some `parts`, which hold at least one move each, in their order.

    A part may make a move when it is looked at, as most never are. `verbs` are the verbs of the parts, where each has
    another.
    """

    __slots__ = ("_every", "_seen", "parts", "verbs")

    def __init__(self, parts: Sequence[VerbMoves], verbs: Sequence[str] = ()) -> None:
        self.parts = parts
        self.verbs = verbs
        self._every: list[Move] | None = None
        self._seen: list[Move] = []

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    @overload
    def __getitem__(self, place: int) -> Move: ...

    @overload
    def __getitem__(self, place: slice) -> list[Move]: ...

    def __getitem__(self, place: int | slice) -> Move | list[Move]:
        if self._every is not None or isinstance(place, slice) or place < 0:
            return self.every()[place]
        for part in self.parts:
            size = len(part)
            if place < size:
                move = part[place]
                self._seen.append(move)
                return move
            place -= size
        raise IndexError(place)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.every())

    def __contains__(self, move: object) -> bool:
        return move in self._seen or move in self.every()

    def every(self) -> list[Move]:
        """Return all moves; not for the caller to change."""
        if self._every is None:
            self._every = []
            for part in self.parts:
                self._every += part
        return self._every


_NAME = re.compile(
    r"(?:(?P<wild>WILD)(?P<wn>\d{1,4})?|(?P<suit>[SHDC])(?P<low>[2-9TJQKA])(?:\#(?P<sn>\d{1,4}))?|(?P<rank>[2-9TJQKA])(?P<rn>\d{1,4})?)(?P<new>\+)?"
)


#: The lowest places of runs that begin below the four; a run that begins at an ace begins at the low one.
_LOWEST: Final = {RANKS[rank_at(place)]: place for place in range(LOW_ACE, 0)}


def read_name(text: str) -> MeldName:
    """Read a meld's name (`K`, `K2`, `K+`, `WILD`, `H5#2`; the colon left off). Raises `UnreadableMove`."""
    token = normalise(text.strip())
    match = _NAME.fullmatch(token)
    if match is None:
        raise UnreadableMove(f"no meld is called {text.strip()[:60]!r}")
    new = match["new"] is not None
    # A new meld comes after all others, whatever number is written.
    nth = 0 if new else int(match["wn"] or match["sn"] or match["rn"] or 0)
    if match["wild"]:
        return MeldName("wild", 0, nth, new)
    if match["suit"]:
        low = _LOWEST.get(match["low"], RANKS.index(match["low"]))
        return MeldName("sequence", low * 4 + SUITS.index(match["suit"]), nth, new)
    return MeldName("set", RANKS.index(match["rank"]), nth, new)


def read_move(text: str, hand: Sequence[Card] | None = None, seat: int | None = None) -> Move:
    """Read one move.

    `hand` lets ranks stand without suits (`discard K`, `meld K K 2`). `seat` supplies the seat where the text leaves it
    out, as people do. Raises `UnreadableMove`.
    """
    words = text.split()
    if words and words[0].isdecimal() and len(words[0]) < 3 and (seat is None or len(words) > 1):
        seat, words = int(words[0]), words[1:]
    if seat is None:
        raise UnreadableMove("a move starts with the seat's number")
    if not words or words[0].lower() not in VERBS:
        raise UnreadableMove(f"no such move: {' '.join(words)[:60]!r}")
    verb, rest = words[0].lower(), " ".join(words[1:])
    try:
        if verb in ("meld", "take"):
            return Move(seat, verb, _read_groups(rest, hand, verb))
        if verb == "pick":
            return Move(seat, verb, (Group((), read_name(rest.rstrip(":"))),))
        if verb in ("discard", "three"):
            cards = _read_some(rest, hand)
            if len(cards) != 1:
                raise UnreadableMove(f"{verb} names exactly one card")
            return Move(seat, verb, card=cards[0])
    except UnreadableCard as error:
        raise UnreadableMove(f"no such card here: {error.args[0]!r}") from None
    allowed = {"answer": ("yes", "no"), "keep": ("hand", "foot"), "special": ("straight", "pairs", "garbage")}.get(verb)
    if allowed is None:
        if rest:
            raise UnreadableMove(f"{verb} stands alone, without {rest[:40]!r}")
        return Move(seat, verb)
    if rest.lower() not in allowed:
        raise UnreadableMove(f"{verb} is followed by {' or '.join(allowed)}")
    return Move(seat, verb, word=rest.lower())


def _read_some(text: str, hand: Sequence[Card] | None) -> list[Card]:
    if hand is not None:
        return pick_cards(text, hand)
    return [read_card(token) for token in text.replace(",", " ").split()]


def _read_groups(text: str, hand: Sequence[Card] | None, verb: str) -> tuple[Group, ...]:
    if not text.strip():
        if verb == "take":
            return (Group(()),)
        raise UnreadableMove("meld names the cards to lay")
    left = sorted(hand) if hand is not None else None
    groups = []
    for place, part in enumerate(text.split("/")):
        name, colon, cards_part = part.rpartition(":")
        below = cards_part.rstrip().endswith("<")
        cards = _read_some(cards_part.replace("<", " "), left)
        if not cards and (verb == "meld" or place > 0):
            raise UnreadableMove("each group between slashes names at least one card")
        if left is not None:
            for card in cards:
                if card in left:
                    left.remove(card)
        groups.append(Group(tuple(cards), read_name(name) if colon else None, below))
    return tuple(groups)
