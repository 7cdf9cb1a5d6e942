"""Views of the league that between them show all its pictures can hold."""

from __future__ import annotations

import random
from typing import Final

from renderer.closing import AwardView, ClosingView, PodiumView
from renderer.profile import Canastas, Family, Figure, PartnerView, ProfileView
from renderer.standings import Column, StandingsRow, StandingsView

NAMES: Final = ("Ana Popescu", "Ștefan", "Niccolò D’Amico", "Ilinca", "marco_77", "Θεοδώρα", "Дмитрий", "Bea")
LONG: Final = "Bartholomew Maximilian the Third of Palermo"
#: Names of people that no font writes whole.
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
    Column("W–L", spoken=("won", "lost")),
    Column("", "trend"),
    Column("Rating", "main"),
    Column("Δ", "change", ("change",)),
)


def course(end: float, length: int, seed: int = 0, drift: float = 4) -> tuple[float, ...]:
    """Return ratings that wander to `end`, the same for the same seed."""
    chance = random.Random(seed)
    values = [end]
    while len(values) < length:
        values.append(values[-1] - chance.gauss(drift, 16))
    return tuple(reversed(values))


def rated(place: int, names: tuple[str, ...], seed: int = 0, **more: bool) -> StandingsRow:
    """Return a row of a board by rating, worse the further down."""
    rating = 1742 - 43 * place
    past = course(rating, 12, seed + place, 8 - 3 * place)
    change = round(past[-1] - past[-2])
    sign = "+" if change > 0 else "−" if change < 0 else "±"
    won = max(18 - place, 0)
    return StandingsRow(
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
        StandingsRow(5, (LONG,), ("0–22", (None, 1500.0, None, 1480.0, 1490.0), "12,345", "")),
        StandingsRow(5, ("W" * 40,), ("0–22", (1500.0,), "12,345", "−1,204"), unsure=True),
        StandingsRow(5, ("Horațiu-Alexandru",), ("22–0", (), "12,345", "+1,204")),
        *(rated(place, (name,), unsure=place == 8) for place, name in enumerate(ODD_NAMES[7:], 7)),
    ),
    own=StandingsRow(1037, ("Bea",), ("4–18", course(1204, 6), "1,204", "−14"), unsure=True),
    notes=("? fewer than ten games",),
)
PAIRS: Final = StandingsView(
    "Best pairs",
    "Spring League · all variants",
    (Column("Games"), Column("Won"), Column("Points a round", "main")),
    (
        StandingsRow(1, ("Ana", "Bea"), ("24", "75 %", "612")),
        StandingsRow(2, ("Ștefan", "Niccolò D’Amico"), ("31", "61 %", "488")),
        StandingsRow(2, (LONG, "Horațiu-Alexandru Popescu-Tăriceanu"), ("120", "61 %", "488")),
        StandingsRow(4, ("Ana", LONG), ("9", "33 %", "97")),
        StandingsRow(5, ("日本", "Cy", "Θεοδώρα"), ("12", "0 %", "−1,250")),
    ),
    own=0,
)
TOURNAMENT: Final = StandingsView(
    "Torneo di primavera",
    "Turno 3 di 7",
    (Column("Giocate"), Column("VP", "main"), Column("Punti"), Column("Riposi"), Column("Differenza", "change")),
    (
        StandingsRow(1, ("Ana", "Bea"), ("3", "53", "12.345", "0", "+4.210")),
        StandingsRow(2, ("Cy", "Di"), ("3", "41", "9.870", "0", "+150")),
        StandingsRow(3, ("Eva", "Gigi"), ("2", "32", "7.410", "1", "−1.005")),
        StandingsRow(None, ("Marco", "Ugo"), ("0", "0", "0", "0", "")),
    ),
)
NOBODY: Final = StandingsView("Summer League", "June to August", RATING, (), empty="No rated games yet.")
BOARDS: Final = {"ratings": SPRING, "full": FULL, "pairs": PAIRS, "tournament": TOURNAMENT, "nobody": NOBODY}

FIGURES: Final = (
    Figure("39–9", "won – lost", ("won", "lost")),
    Figure("81 %", "games won"),
    Figure("612", "points a round"),
    Figure("3", "concealed goings-out"),
    Figure("2,340", "biggest round"),
    Figure("1", "games left"),
)
CANASTAS: Final = (
    Canastas("natural", "31", "natural"),
    Canastas("mixed", "74", "mixed"),
    Canastas("wild", "2", "wild"),
    Canastas("sequence", "11", "runs"),
)
FAMILIES: Final = (
    Family("Classic", "1,742", 0.92),
    Family("Samba", "1,655", 0.78),
    Family("Hand & Foot", "1,690", 0.84),
    Family("Modern American", "1,402", 0.31, unsure=True),
    Family("Bolivian", "1,500", 0.5, unsure=True),
    Family("Italian", "1,571", 0.62),
)
ANA: Final = ProfileView(
    "Ana Popescu",
    1,
    "1st of 24 · Spring League",
    "1,742",
    "± 45 · 48 games",
    course_title="Rating over the last 30 games",
    course=course(1742, 30, 4, 9),
    figures=FIGURES,
    canastas_title="Canastas",
    canastas=CANASTAS,
    partner=PartnerView("Best partner", "Bea", "12–3", ("won", "lost")),
    families_title="By variant",
    families=FAMILIES,
    timeliness=Figure("answers in 3 h, 97 % in time", "Timeliness"),
)
#: Somebody with a few games of one variant.
BEGINNER: Final = ProfileView(
    "Θεοδώρα Παπαδοπούλου",
    37,
    "37th of 40 · Spring League",
    "1,466",
    "± 212 · 3 games",
    unsure=True,
    course_title="Rating over the last 3 games",
    course=(1500.0, 1484.0, 1466.0),
    figures=FIGURES[:5],
    timeliness=Figure("answers in 40 min, 100 % in time", "Timeliness"),
)
NEWCOMER: Final = ProfileView(
    "Дмитрий",
    None,
    "Spring League",
    "",
    "",
    empty="No games yet. A table is opened with /play, and every game that is played to its end counts here.",
)
#: Every text longer than there is room for.
LONGEST: Final = ProfileView(
    LONG * 2,
    1037,
    "1,037th of 1,204 · " + "The League of Extraordinarily Long Seasons " * 2,
    "1,234,567",
    "± 1,234 · 10,000 games",
    course_title="Rating over the last thirty of all the games " * 3,
    course=(12.0, *course(9000, 29, 1, 300)),
    figures=tuple(Figure("1,234,567,890–1,000,000", "Incomprehensibilities of unusual length " * 2) for _ in range(6)),
    canastas_title="Canastas of every kind there is in any variant",
    canastas=tuple(Canastas(one.kind, "1,234,567,890", "sequence canastas of all suits") for one in CANASTAS),
    partner=PartnerView("Best partner of all the partners there ever were", LONG, "1,234–1,000 in all their games"),
    families_title="By families of variants and house rules",
    families=tuple(Family(LONG, "1,234,567", 1.7, unsure=True) for _ in range(6)),
    timeliness=Figure("answers in thirteen days and twenty-three hours, 97 % in time", "Timeliness of all answers"),
)
PROFILES: Final = {
    "champion": ANA,
    "beginner": BEGINNER,
    "newcomer": NEWCOMER,
    "longest": LONGEST,
}

AWARDS: Final = (
    AwardView("crown", "Champion", ("Ana Popescu",), "1,742", "Rating 1,742"),
    AwardView("pair", "Best pair", ("Ana Popescu", "Bea"), "12 of 15", "12 of 15 games won"),
    AwardView("cards", "Most canastas", ("Ștefan",), "118", "118 canastas"),
    AwardView("star", "Biggest round", ("Niccolò D’Amico",), "2,340", "2,340 points"),
    AwardView("clock", "Most reliable", ("Θεοδώρα",), "99 %", "99 % in time"),
)
SPRING_CLOSED: Final = ClosingView(
    "Spring League",
    "1 March – 31 May 2026",
    ("124 games", "31 players"),
    (
        PodiumView(1, ("Ana Popescu",), "1,742"),
        PodiumView(2, ("Ștefan",), "1,699"),
        PodiumView(3, ("Niccolò D’Amico",), "1,656"),
    ),
    AWARDS,
    measure="Rating",
)
LONG_CLOSED: Final = ClosingView(
    "The League of Extraordinarily Long Seasons " * 2,
    "from the first day of March to the last day of May " * 2,
    ("1,234,567,890 games in all variants", "1,234,567 players", "12,345,678 rounds"),
    (
        PodiumView(1, (LONG, "Horațiu-Alexandru"), "1,234,567,890"),
        PodiumView(1, ("W" * 40,), "1,234,567,890"),
        PodiumView(3, ("日本",), "1,234,567,890"),
    ),
    tuple(
        AwardView("pair", "The most of everything there is", (LONG, "Horațiu-Alexandru"), "1,234,567,890")
        for _ in range(6)
    ),
)
TWO_CLOSED: Final = ClosingView(
    "Summer League",
    "June 2026",
    ("1 game", "2 players"),
    (PodiumView(1, ("Дмитрий",), "1,512"), PodiumView(2, ("Bea",), "1,488")),
)
NOBODY_CLOSED: Final = ClosingView(
    "Autumn League", "September 2026", (), (), empty="No rated games were played in this season."
)
CLOSINGS: Final = {"spring": SPRING_CLOSED, "long": LONG_CLOSED, "two": TWO_CLOSED, "nobody": NOBODY_CLOSED}
