"""The picture of one player's season: rating and its course, figures, canastas, partner, variants, timeliness."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure and what it is: `Figure("18–4", "won – lost")`. A label may take two lines."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Canastas:
    """How many canastas of a kind; `kind` chooses the small front beside it, `label` names it."""

    kind: Literal["natural", "mixed", "wild", "sequence"]
    count: str
    label: str


@dataclass(frozen=True, slots=True)
class Family:
    """The rating in one family of variants, and how long its bar is, from 0 to 1.

    `unsure` pales the rating and puts a `?` behind it.
    """

    name: str
    rating: str
    share: float
    unsure: bool = False


@dataclass(frozen=True, slots=True)
class Partner:
    """The best partner: `Partner("Best partner", "Bea", "12–3")`, the name just as he calls himself."""

    label: str
    name: str
    figure: str


@dataclass(frozen=True, slots=True)
class ProfileView:
    """All that a profile's picture says, translated and formatted; whatever is empty takes no room.

    `name` is just as the player calls himself. `rank` counts from 1 (None: not ranked) and is shown as a medal beside
    the name, `subtitle` beneath it, such as "3rd of 24 · Spring League". `rating` stands large at the right, `sure`
    beneath it ("± 45 · 12 games"); `unsure` pales the rating and puts a `?` behind it. `course` are up to 30 ratings,
    the latest last, beneath `course_title`. Up to 6 `figures`, 4 `canastas` and 6 `families`, those beneath
    `families_title`. `timeliness` stands apart: Figure("answers in 3 h, 97 % in time", "Timeliness").
    `empty` is said in place of the course if that has fewer than two ratings.
    """

    name: str
    rank: int | None
    subtitle: str
    rating: str
    sure: str
    unsure: bool = False
    course_title: str = ""
    course: tuple[float, ...] = ()
    figures: tuple[Figure, ...] = ()
    canastas_title: str = ""
    canastas: tuple[Canastas, ...] = ()
    partner: Partner | None = None
    families_title: str = ""
    families: tuple[Family, ...] = ()
    timeliness: Figure | None = None
    empty: str = ""
