"""Plain data that the engine hands out: what everybody at the table saw, and how a round was scored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .cards import Card


@dataclass(slots=True)  # not frozen: that triples what it takes to make one, and every move makes some
class Event:
    """Something that everybody at the table saw.

    `kind`: `deal`, `draw`, `take`, `meld`, `open`, `canasta`, `three`, `discard`, `frozen`, `one-left`, `ask`,
    `answer`, `foot`, `keep`, `pick`, `extra`, `caliente`, `alliance`, `reshuffle`, `foot-stock`, `undo`, `float`,
    `special`, `out`, `round`, `game`. `count` is a number of cards, of `open` the points of a side's first melds;
    `cards` are only ever cards that lie open, so that a discard laid face down has none, and of `canasta` the whole meld;
    `word` is an answer, the name of the meld that cards joined (empty for a new one), the kind of a canasta, or how a round
    ended.
    """

    kind: str
    seat: int | None = None
    cards: tuple[Card, ...] = ()
    count: int = 0
    word: str = ""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One side's (or, in three-player alliances, one player's) line items of a finished round, in sheet order.

    `lines` are (key, points) with the record's keys (`natural`, `hand`, …), zeros left out.
    """

    lines: tuple[tuple[str, int], ...]
    total: int


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """A finished round.

    `number` counts from 1; `out` is the seat that went out (None: the stock ran out); `sides` are the sheets; `scores`
    the totals by score index. `canastas` are, for each score, how many of each kind its side had (`natural`, `mixed`,
    `wild`, `sequence`, `twos`).
    """

    number: int
    out: int | None
    ending: str
    concealed: bool
    sides: tuple[ScoreLine, ...]
    scores: tuple[int, ...]
    canastas: tuple[tuple[tuple[str, int], ...], ...] = ()


class Lack(NamedTuple):
    """One thing that a side lacks to go out: `errors` has words for `what`; it has `have` of the `needed`."""

    what: str
    have: int = 0
    needed: int = 1
