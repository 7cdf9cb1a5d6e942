"""The summary of an arena's pairs: means with their intervals, rounds, pairs and matches won, figures."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

#: How many standard errors a 95% interval reaches to each side.
WIDTH: Final = statistics.NormalDist().inv_cdf(0.975)

#: The report's lines for each side: a label, the figure, and the figure by which it is divided (None: the rounds).
FIGURES: Final = (
    ("piles taken a round", "takes", None),
    ("cards in such a pile", "cards_taken", "takes"),
    ("big piles given away", "large_piles_given", None),
    ("black threes on 0–4", "black_threes_on_small", None),
    ("black threes on 5–9", "black_threes_on_middle", None),
    ("black threes on 10+", "black_threes_on_large", None),
    ("share of rounds out", "exits", None),
    ("of these lost", "exits_lost", "exits"),
    ("of these concealed", "exits_concealed", "exits"),
    ("partner held then", "partner_cards_at_exit", "exits"),
    ("feet unopened", "feet_left", None),
    ("turn of the opening", "opening_turns", "openings"),
    ("wild cards left", "wilds_left", None),
)


@dataclass(frozen=True, slots=True)
class Summary:
    """The results over `pairs` deals, each played twice.

    `points` is the mean of A's points less B's a round, with the 95% interval of pair means from `low` to `high` (None
    for one pair). Rounds, pairs and matches are counts of those that A has won; `lost` ones B has won.
    `course` is the mean and the half width of its interval after each pair. `figures` are a label, and the values of A
    and B (None where there is nothing to divide by).
    """

    pairs: int
    points: float
    low: float | None
    high: float | None
    rounds_won: int
    rounds_lost: int
    pairs_won: int
    pairs_lost: int
    matches_won: int
    matches_lost: int
    by_stock: float
    course: tuple[tuple[float, float | None], ...]
    figures: tuple[tuple[str, float | None, float | None], ...]
    faults: tuple[dict[str, int], dict[str, int]]


def summary(pairs: Sequence[dict[str, Any]], target: int, score: int = 0) -> Summary:
    """Return what pairs come to, at least one, in the order of their numbers.

    A match is rounds in that order, those with A on the same side, added up from `score` until a side reaches the
    target with more points than the other.
    """
    rounds = [played for pair in pairs for played in pair["rounds"]]
    gains = [_gain(played) for played in rounds]
    means = [statistics.fmean(map(_gain, pair["rounds"])) for pair in pairs]
    course = tuple(_course(means))
    points, half = course[-1]
    won, lost = (
        sum(counts)
        for counts in zip(
            *(_matches([pair["rounds"][way] for pair in pairs], target, score) for way in (0, 1)), strict=True
        )
    )
    sums = {name: sum((Counter(played[name]["figures"]) for played in rounds), Counter()) for name in "ab"}

    def figure(name: str, counted: str, of: str | None) -> float | None:
        whole = len(rounds) if of is None else sums[name][of]
        return sums[name][counted] / whole if whole else None

    return Summary(
        pairs=len(pairs),
        points=points,
        low=None if half is None else points - half,
        high=None if half is None else points + half,
        rounds_won=sum(gain > 0 for gain in gains),
        rounds_lost=sum(gain < 0 for gain in gains),
        pairs_won=sum(mean > 0 for mean in means),
        pairs_lost=sum(mean < 0 for mean in means),
        matches_won=won,
        matches_lost=lost,
        by_stock=sum(played["ending"] == "stock" for played in rounds) / len(rounds),
        course=course,
        figures=tuple((label, figure("a", counted, of), figure("b", counted, of)) for label, counted, of in FIGURES),
        faults=tuple(  # type: ignore[arg-type]
            dict(sum((Counter(played[name]["faults"]) for played in rounds), Counter())) for name in "ab"
        ),
    )


def _gain(played: dict[str, Any]) -> float:
    gain: float = played["a"]["points"] - played["b"]["points"]
    return gain


def _course(means: Sequence[float]) -> list[tuple[float, float | None]]:
    """Return the mean, and the half width of its 95% interval, of the first one, two, … values."""
    course: list[tuple[float, float | None]] = []
    total = squares = 0.0
    for count, mean in enumerate(means, 1):
        total, squares = total + mean, squares + mean * mean
        if count == 1:
            course.append((total, None))
            continue
        variance = max(0.0, (squares - total * total / count) / (count - 1))
        course.append((total / count, WIDTH * math.sqrt(variance / count)))
    return course


def _matches(rounds: Sequence[dict[str, Any]], target: int, score: int) -> tuple[int, int]:
    """Return how many matches A has won and lost; one that these rounds don't finish is left out."""
    won = lost = 0
    a = b = float(score)
    for played in rounds:
        a, b = a + played["a"]["points"], b + played["b"]["points"]
        if max(a, b) >= target and a != b:
            won, lost = won + (a > b), lost + (b > a)
            a = b = float(score)
    return won, lost
