"""Views of the league that between them show all its pictures can hold."""

from __future__ import annotations

import random
from typing import Final

from renderer.standings import Column, Row, StandingsView

NAMES: Final = ("Ana Popescu", "Ștefan", "Niccolò D’Amico", "Ilinca", "marco_77", "Θεοδώρα", "Дмитрий", "Bea")
LONG: Final = "Bartholomew Maximilian the Third of Palermo"
#: What people call themselves that no font writes whole.
ODD_NAMES: Final = (
    "日本",
    "محمد",
    "𝓐𝓷𝓪 🎉",
    "\u202eabc\u200b",
    "Z̷̢a̷l̴g",
    "",
    "W" * 40,
    LONG,
    "e" + "\u0301" * 30,
    "A\nn\ta",
)
RATING: Final = (
    Column("W–L"),
    Column("", "trend"),
    Column("Rating", "main"),
    Column("Δ", "change"),
)


def course(end: float, length: int, seed: int = 0, drift: float = 4) -> tuple[float, ...]:
    """Ratings that wander to `end`, the same for the same seed."""
    chance = random.Random(seed)
    values = [end]
    while len(values) < length:
        values.append(values[-1] - chance.gauss(drift, 16))
    return tuple(reversed(values))


def rated(place: int, names: tuple[str, ...], seed: int = 0, **more: bool) -> Row:
    """A row of a board by rating, worse the further down."""
    rating = 1742 - 43 * place
    past = course(rating, 12, seed + place, 8 - 3 * place)
    change = round(past[-1] - past[-2])
    sign = "+" if change > 0 else "−" if change < 0 else "±"
    won = max(18 - place, 0)
    return Row(
        place + 1,
        names,
        (f"{won}–{22 - won}", past, f"{rating:,}", f"{sign}{abs(change)}"),
        **more,
    )


SPRING: Final = StandingsView(
    "Spring League",
    "Week 7 of 10",
    RATING,
    tuple(rated(place, (name,)) for place, name in enumerate(NAMES)),
    own=4,
)
#: Ten rows and the reader's own: ties, names that cannot be written, players with few games.
FULL: Final = StandingsView(
    "Autumn League",
    "Page 2 of 5",
    RATING,
    (
        *(rated(place, (name,)) for place, name in enumerate(ODD_NAMES[:4])),
        Row(5, (LONG,), ("0–22", (None, 1500.0, None, 1480.0, 1490.0), "12,345", "")),
        Row(5, ("W" * 40,), ("0–22", (1500.0,), "12,345", "−1,204"), unsure=True),
        Row(5, ("Horațiu-Alexandru",), ("22–0", (), "12,345", "+1,204")),
        *(rated(place, (name,), unsure=place == 8) for place, name in enumerate(ODD_NAMES[7:], 7)),
    ),
    own=Row(1037, ("Bea",), ("4–18", course(1204, 6), "1,204", "−14"), unsure=True),
    note="? fewer than ten games",
)
PAIRS: Final = StandingsView(
    "Best pairs",
    "Spring League · all variants",
    (Column("Games"), Column("Won"), Column("Points a round", "main")),
    (
        Row(1, ("Ana", "Bea"), ("24", "75 %", "612")),
        Row(2, ("Ștefan", "Niccolò D’Amico"), ("31", "61 %", "488")),
        Row(2, (LONG, "Horațiu-Alexandru Popescu-Tăriceanu"), ("120", "61 %", "488")),
        Row(4, ("Ana", LONG), ("9", "33 %", "97")),
        Row(5, ("日本", "Cy", "Θεοδώρα"), ("12", "0 %", "−1,250")),
    ),
    own=0,
)
TOURNAMENT: Final = StandingsView(
    "Torneo di primavera",
    "Turno 3 di 7",
    (Column("Giocate"), Column("VP", "main"), Column("Punti"), Column("Riposi"), Column("Differenza", "change")),
    (
        Row(1, ("Ana", "Bea"), ("3", "53", "12.345", "0", "+4.210")),
        Row(2, ("Cy", "Di"), ("3", "41", "9.870", "0", "+150")),
        Row(3, ("Eva", "Gigi"), ("2", "32", "7.410", "1", "−1.005")),
        Row(None, ("Marco", "Ugo"), ("0", "0", "0", "0", "")),
    ),
)
NOBODY: Final = StandingsView("Summer League", "June to August", RATING, (), empty="No rated games yet.")
BOARDS: Final = {"ratings": SPRING, "full": FULL, "pairs": PAIRS, "tournament": TOURNAMENT, "nobody": NOBODY}
