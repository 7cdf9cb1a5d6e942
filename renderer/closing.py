"""The picture of a season that is over: the podium, the awards, how much was played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the podium: rank (1 to 3; equal ones possible), names as on a board, and a figure: "1,742"."""

    rank: int
    names: tuple[str, ...]
    figure: str


@dataclass(frozen=True, slots=True)
class Award:
    """What somebody is honoured for: `Award("crown", "Champion", ("Ana",), "1,742")`, names as on a board."""

    icon: Literal["crown", "pair", "cards", "star", "clock"]
    title: str
    names: tuple[str, ...]
    figure: str


@dataclass(frozen=True, slots=True)
class ClosingView:
    """All that the picture of a season's end says, translated and formatted.

    `title` is the season's name, `subtitle` its dates, `facts` up to three such as "124 games", "31 players". `podium`
    holds up to three places, the best first, `awards` up to six. `empty` is said if there is no podium.
    """

    title: str
    subtitle: str
    facts: tuple[str, ...]
    podium: tuple[Place, ...]
    awards: tuple[Award, ...] = ()
    empty: str = ""
