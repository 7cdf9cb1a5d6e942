"""The league's pictures: they say all they are given, whatever it is, and nothing lies on anything else."""

import dataclasses
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.canasta.rules import list_variants
from renderer import (
    THEMES,
    ClosingView,
    Picture,
    ProfileView,
    StandingsView,
    Style,
    closing,
    profile,
    render_closing,
    render_profile,
    render_standings,
    standings,
)
from renderer.canvas import ENGLISH, MAX_HEIGHT, WIDTH, Canvas
from renderer.charts import rises, sparkline
from renderer.closing import AwardView, PodiumView
from renderer.profile import Canastas, Family, Figure, PartnerView
from renderer.speech import brief
from renderer.standings import Column, StandingsRow
from renderer.text import clean_text, fitting, strip, text_width, wrapped
from renderer.theme import INDEX, colour
from renderer.words import fitted
from tests.renderer.league import (
    ANA,
    BEGINNER,
    BOARDS,
    CLOSINGS,
    FULL,
    LONG,
    LONGEST,
    NOBODY,
    ODD_NAMES,
    PAIRS,
    PROFILES,
    RATING,
    SPRING,
    SPRING_CLOSED,
    TOURNAMENT,
    rated,
)
from tests.renderer.samples import PSEUDO, plane_of
from tests.renderer.test_theme import contrast

View = StandingsView | ProfileView | ClosingView
VIEWS: list[View] = [*BOARDS.values(), *PROFILES.values(), *CLOSINGS.values()]


def render(view: View, style: Style | None = None) -> Picture:
    """Past what is kept of earlier pictures."""
    style = style or Style()
    if isinstance(view, StandingsView):
        return standings.render.__wrapped__(view, style)
    if isinstance(view, ProfileView):
        return profile.render.__wrapped__(view, style)
    return closing.render.__wrapped__(view, style)


# --- in words -------------------------------------------------------------------------------------------------------


def test_alt_of_a_board_says_every_row() -> None:
    assert render_standings(dataclasses.replace(SPRING, rows=SPRING.rows[3:6], own=1)).alt == (
        "Spring League. Week 7 of 10. "
        "Place 4, Ilinca: 15 won, 7 lost, rising, Rating 1,613, change plus 1. "
        "Place 5, marco_77, you: 14 won, 8 lost, falling, Rating 1,570, change minus 3. "
        "Place 6, Θεοδώρα: 13 won, 9 lost, falling, Rating 1,527, change minus 26."
    )


def test_alt_of_a_full_board_has_the_reader_last() -> None:
    alt = render_standings(FULL).alt
    assert "Place 1, Player: 18 won, 4 lost, rising, Rating 1,742, change plus 23. Place 2, Player:" in alt
    assert f"Place 5, {LONG}: 0 won, 22 lost, falling, Rating 12,345. Place 5, WWWW" in alt
    assert alt.endswith(
        "Place 1,037, Bea, you: 4 won, 18 lost, falling, Rating 1,204, only a few games so far, change minus 14."
    )


def test_alt_of_pairs_and_tournaments() -> None:
    alt = render_standings(PAIRS).alt
    assert "Place 1, Ana and Bea, you: Games 24, Won 75 percent, Points a round 612. Place 2, Ștefan and" in alt
    alt = render_standings(TOURNAMENT).alt
    assert (
        "Place 3, Eva and Gigi: Giocate 2, VP 32, Punti 7.410, Riposi 1, Differenza minus 1.005. Marco and Ugo:" in alt
    )
    assert render_standings(NOBODY).alt == "Summer League. June to August. No rated games yet."
    waiting = dataclasses.replace(NOBODY, empty="Play the first one!")
    assert render_standings(waiting).alt == "Summer League. June to August. Play the first one!"


def test_alt_of_a_profile_says_all() -> None:
    assert render_profile(ANA).alt == (
        "Ana Popescu, 1st of 24, Spring League. Rating 1,742, plus or minus 45, 48 games. "
        "39 won, 9 lost, 81 percent games won, 612 points a round, 3 concealed goings-out, 2,340 biggest round, "
        "1 games left. Canastas: 31 natural, 74 mixed, 2 wild, 11 runs. "
        "Best partner: Bea, 12 won, 3 lost. Timeliness: answers in 3 h, 97 percent in time. "
        "Rating over the last 30 games: from 1,498 to 1,742, between 1,477 and 1,742. "
        "By variant: Classic 1,742, Samba 1,655, Hand and Foot 1,690, Modern American 1,402, only a few games so far, "
        "Bolivian 1,500, only a few games so far, Italian 1,571."
    )
    assert "Rating 1,466, only a few games so far, plus or minus 212, 3 games." in render_profile(BEGINNER).alt


def test_names_of_partners_are_whole_on_a_podium_that_has_room_for_them() -> None:
    places = (PodiumView(1, ("Ada", "Carla"), "695"), PodiumView(2, ("Newcomer", "Maximilian"), "25"))
    with watched() as (written, wrong):
        render(ClosingView("Classic Canasta", "November 28, 2026", ("1 round",), places))
    assert wrong == []
    assert {"Ada", "Carla", "Newcomer", "Maximilian"} <= {words for words, _box in written}


def test_alt_of_a_closing_says_all() -> None:
    assert render_closing(SPRING_CLOSED).alt == (
        "Spring League. 1 March to 31 May 2026. 124 games, 31 players. "
        "Place 1, Ana Popescu: Rating 1,742. Place 2, Ștefan: Rating 1,699. Place 3, Niccolò D’Amico: Rating 1,656. "
        "Champion: Ana Popescu, Rating 1,742. Best pair: Ana Popescu and Bea, 12 of 15 games won. "
        "Most canastas: Ștefan, 118 canastas. Biggest round: Niccolò D’Amico, 2,340 points. "
        "Most reliable: Θεοδώρα, 99 percent in time."
    )


def test_the_longest_alt_loses_names_before_numbers() -> None:
    long = tuple(
        StandingsRow(place, (LONG, LONG, LONG), ("1,234–5,678", (1.0, 2.0), "1,234,567", "+1,234"))
        for place in range(1000, 1010)
    )
    alt = render_standings(dataclasses.replace(FULL, rows=long)).alt
    assert len(alt) <= 1024
    assert alt.count(": Rating 1,234,567.") == 10
    for view in (LONGEST, CLOSINGS["long"]):
        assert len(render(view).alt) <= 1024


def test_the_renderer_adds_no_words_that_cannot_be_translated() -> None:
    style = Style(translation=PSEUDO)
    board = StandingsView("", "", (Column("", "main"),), (StandingsRow(1, ("日本", ""), ("1",), unsure=True),), own=0)
    person = ProfileView("日本", 2, "", "1", "", course=(1.0, 2.0), partner=PartnerView("", "日本", ""))
    end = ClosingView("", "", (), (PodiumView(1, ("日本",), ""),), (AwardView("star", "", ("日本", "Ж"), ""),))
    for view in (board, person, end):
        alt = render(view, style).alt
        assert "¤" in alt
        assert not re.search(r"[a-zA-Z]", alt)
        assert alt != render(view).alt


# --- what is shown --------------------------------------------------------------------------------------------------


def changed(view: View, **more: object) -> View:
    return dataclasses.replace(view, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("view", "change"),
    [
        (SPRING, {"title": "Summer League"}),
        (SPRING, {"subtitle": "Week 8 of 10"}),
        (SPRING, {"own": 3}),
        (SPRING, {"own": None}),
        (SPRING, {"own": rated(11, ("Zoe",))}),
        (SPRING, {"notes": ("Page 2 of 5",)}),
        (SPRING, {"columns": (Column("Won"), *RATING[1:])}),
        (SPRING, {"rows": SPRING.rows[:7]}),
        (SPRING, {"rows": (dataclasses.replace(SPRING.rows[0], unsure=True), *SPRING.rows[1:])}),
        (SPRING, {"rows": (dataclasses.replace(SPRING.rows[0], rank=2), *SPRING.rows[1:])}),
        (SPRING, {"rows": (dataclasses.replace(SPRING.rows[0], rank=None), *SPRING.rows[1:])}),
        (NOBODY, {"empty": "Nobody has played."}),
        (ANA, {"name": "Bea"}),
        (ANA, {"rank": 2, "subtitle": "2nd of 24"}),
        (ANA, {"rank": None, "subtitle": "Spring League"}),
        (ANA, {"subtitle": "1st of 25"}),
        (ANA, {"rating": "1,743"}),
        (ANA, {"sure": "± 44"}),
        (ANA, {"unsure": True}),
        (ANA, {"course": ANA.course[:-1]}),
        (ANA, {"course_title": "Course"}),
        (ANA, {"figures": ANA.figures[:4]}),
        (ANA, {"canastas": ANA.canastas[:3]}),
        (ANA, {"families": ANA.families[:5]}),
        (dataclasses.replace(ANA, families=ANA.families[:4]), {"families_title": "Variants"}),
        (ANA, {"partner": None}),
        (ANA, {"timeliness": None}),
        (PROFILES["newcomer"], {"empty": "Nothing yet."}),
        (SPRING_CLOSED, {"title": "Summer League"}),
        (SPRING_CLOSED, {"subtitle": "June"}),
        (SPRING_CLOSED, {"facts": ("124 games",)}),
        (SPRING_CLOSED, {"podium": SPRING_CLOSED.podium[:2]}),
        (SPRING_CLOSED, {"awards": SPRING_CLOSED.awards[:4]}),
        (SPRING_CLOSED, {"awards": ()}),
        (CLOSINGS["nobody"], {"empty": "Nobody has played."}),
    ],
)
def test_what_changes_shows(view: View, change: dict[str, object]) -> None:
    after = render(changed(view, **change))
    assert after.png != render(view).png
    assert after.alt != render(view).alt


def test_themes_share_the_plane() -> None:
    for view in (FULL, ANA, SPRING_CLOSED):
        assert len({plane_of(partial(render, view, Style(theme))) for theme in THEMES}) == 1


def test_drawn_twice_is_the_same() -> None:
    assert render(FULL) == render_standings(FULL)
    assert render(ANA) == render_profile(ANA)
    assert render(SPRING_CLOSED) == render_closing(SPRING_CLOSED)


def test_unknown_theme() -> None:
    for view in (SPRING, ANA, SPRING_CLOSED):
        with pytest.raises(KeyError):
            render(view, Style("no such theme"))


@pytest.mark.parametrize("theme", THEMES)
def test_the_readers_row_stands_out(theme: str) -> None:
    """Its ground differs from the others', and a bar at its left in any colours."""
    image = Image.open(io.BytesIO(render(SPRING, Style(theme)).png)).convert("RGB")
    row = (image.height - standings._HEAD - standings._FOOT) // len(SPRING.rows)
    middles = [standings._HEAD + row * place + row // 2 for place in range(len(SPRING.rows))]
    bars = [image.getpixel((4, y)) for y in middles]
    assert bars.count(bars[4]) == 1
    assert contrast(colour(theme, "accent"), colour(theme, "own")) >= 3


def test_a_rise_and_a_fall_differ_by_more_than_colour() -> None:
    def plane(values: tuple[float | None, ...]) -> bytes:
        return sparkline(values, 12, 120, 48, "good", "felt").tobytes()

    assert rises((1, None, 1))
    assert rises((None,))
    assert rises(())
    assert not rises((2, 3, 1, None))
    assert plane((1, 2)) != plane((2, 1))


def test_a_sparkline_has_its_dot_at_the_right_whatever_its_length() -> None:
    def inked(*values: float | None) -> tuple[int, int, int, int]:
        image = sparkline(values, 12, 120, 48, "good", "felt")
        box = image.point([0 if index == INDEX["felt"] else 255 for index in range(256)]).getbbox()
        assert box is not None
        return box

    rights = {inked(*range(length))[2] for length in range(1, 13)}
    assert max(rights) - min(rights) <= 1
    assert max(rights) <= 120
    assert inked(*range(12))[0] < inked(*range(6))[0] < inked(1)[0]
    assert inked(None, None, 5)[0] > inked(5, None, None)[0]
    flat = inked(7, 7, 7)
    assert abs((flat[1] + flat[3]) / 2 - 24) <= 2


# --- room ---------------------------------------------------------------------------------------------------------


Box = tuple[int, int, int, int]


@contextmanager
def watched() -> Iterator[tuple[list[tuple[str, Box]], list[str]]]:
    """Yield what is written meanwhile as (text, box of its ink), and what was wrong about it."""
    written: list[tuple[str, Box]] = []
    wrong: list[str] = []
    text, paste, fill = Canvas.text, Canvas.paste, Canvas.fill
    writing = False

    def meets(box: Box) -> Iterator[str]:
        for other, (left, top, right, bottom) in written:
            if box[0] < right and left < box[2] and box[1] < bottom and top < box[3]:
                yield other

    def on_text(self: Canvas, x: int, baseline: int, words: str, size: int, weight: str, ink: str, ground: str) -> int:
        nonlocal writing
        writing = True
        try:
            end = text(self, x, baseline, words, size, weight, ink, ground)
        finally:
            writing = False
        if words.strip():
            image, above = strip(words, size, weight, ink, ground)
            box = (x, baseline - above + 1, end, baseline - above + image.height - 1)
            wrong.extend(f"{words!r} on {other!r}" for other in meets(box))
            if box[0] < 0 or box[1] < 0 or box[2] > self.width or box[3] > self.height:
                wrong.append(f"{words!r} leaves the picture: {box}")
            written.append((words, box))
        return end

    def covered(self: Canvas, box: Box) -> None:
        wrong.extend(f"something on {other!r}" for other in meets(box))
        if box[0] < 0 or box[1] < 0 or box[2] > self.width or box[3] > self.height:
            wrong.append(f"something leaves the picture: {box}")

    def on_paste(self: Canvas, sprite: Image.Image, x: int, y: int, outline: Image.Image | None = None) -> None:
        if not writing:
            covered(self, (x, y, x + sprite.width, y + sprite.height))
        paste(self, sprite, x, y, outline)

    def on_fill(self: Canvas, left: int, top: int, right: int, bottom: int, ink: str) -> None:
        covered(self, (left, top, right, bottom))
        fill(self, left, top, right, bottom, ink)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "text", on_text)
        patch.setattr(Canvas, "paste", on_paste)
        patch.setattr(Canvas, "fill", on_fill)
        yield written, wrong


def check_room(view: View) -> None:
    with watched() as (written, wrong):
        picture = render(view)
    assert wrong == []
    assert written
    assert picture.width == WIDTH
    assert picture.height <= MAX_HEIGHT
    assert 0 < len(picture.alt) <= 1024


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_lies_on_a_text(view: View) -> None:
    check_room(view)


def test_the_watch_sees_texts_that_meet() -> None:
    with watched() as (_, wrong):
        canvas = Canvas(200, 100, "felt", "league")
        canvas.text(10, 50, "one", 30, "regular", "text", "felt")
        canvas.text(20, 60, "two", 30, "regular", "text", "felt")
        canvas.fill(0, 45, 200, 55, "panel")
        canvas.text(180, 95, "three", 30, "regular", "text", "felt")
    assert wrong[:3] == ["'two' on 'one'", "something on 'one'", "something on 'two'"]
    assert wrong[3].startswith("'three' leaves the picture")


WORDS = st.sampled_from(
    [
        *ODD_NAMES,
        "",
        "Ana",
        "Ștefan",
        "Θεοδώρα",
        "Дмитрий",
        "Țăranu-Ǻngström",
        "Épée gÿp",
        "partita",
        "62 %",
        "± 45 · 12",
    ]
) | st.text(max_size=50)
NUMBERS = st.integers(-(10**10), 10**10).map(lambda value: f"{value:,}".replace("-", "−"))
NAMES = st.lists(WORDS, min_size=1, max_size=3).map(tuple)
RANKS = st.none() | st.integers(1, 12) | st.integers(1, 10**6)
TREND = st.lists(st.none() | st.floats(-1e6, 1e6), max_size=12).map(tuple)


@st.composite
def boards(draw: st.DrawFn) -> StandingsView:
    kinds = draw(st.lists(st.sampled_from(["main", "plain", "change", "trend"]), max_size=5))
    cells = st.tuples(*(TREND if kind == "trend" else NUMBERS | WORDS for kind in kinds))
    rows = st.builds(StandingsRow, RANKS, NAMES, cells, st.booleans())
    shown = tuple(draw(st.lists(rows, max_size=10)))
    columns = tuple(Column(draw(WORDS), kind) for kind in kinds)  # type: ignore[arg-type]
    own = draw(st.none() | rows | (st.integers(0, len(shown) - 1) if shown else st.none()))
    return StandingsView("Title" + draw(WORDS), draw(WORDS), columns, shown, own, draw(NAMES), draw(WORDS))


FIGURES = st.builds(Figure, NUMBERS | st.sampled_from(["62 %", "± 45 · 12", "18–4"]), WORDS)
#: No person writes these names: those that the bot brings, in scripts with tall and deep letters.
GAMES = st.sampled_from([*(one.name for one in list_variants(own=False)), "Șeptică românească", "Żółw", "日本"])
PROFILE_VIEWS = st.builds(
    ProfileView,
    name=WORDS,
    rank=RANKS,
    subtitle=WORDS,
    rating=NUMBERS | st.just(""),
    sure=WORDS,
    unsure=st.booleans(),
    course_title=WORDS,
    course=st.lists(st.floats(-1e5, 1e5), max_size=30).map(tuple),
    figures=st.lists(FIGURES, max_size=6).map(tuple),
    canastas_title=WORDS,
    canastas=st.lists(
        st.builds(Canastas, st.sampled_from(["natural", "mixed", "wild", "sequence"]), NUMBERS, WORDS), max_size=4
    ).map(tuple),
    partner=st.none() | st.builds(PartnerView, WORDS, WORDS, WORDS),
    families_title=WORDS,
    families=st.lists(st.builds(Family, GAMES, NUMBERS, st.floats(-1, 2), st.booleans()), max_size=6).map(tuple),
    timeliness=st.none() | FIGURES,
    empty=WORDS,
)
AWARDS = st.builds(
    AwardView, st.sampled_from(["crown", "pair", "cards", "star", "clock"]), WORDS, NAMES, NUMBERS | WORDS
)
CLOSING_VIEWS = st.builds(
    ClosingView,
    title=WORDS.map("Title".__add__),
    subtitle=WORDS,
    facts=st.lists(WORDS, max_size=3).map(tuple),
    podium=st.lists(st.builds(PodiumView, st.integers(1, 3), NAMES, NUMBERS | WORDS), max_size=3).map(tuple),
    awards=st.lists(AWARDS, max_size=6).map(tuple),
    empty=WORDS,
)


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(boards() | PROFILE_VIEWS | CLOSING_VIEWS)
def test_nothing_lies_on_a_text_whatever_it_says(view: View) -> None:
    check_room(view)


@pytest.mark.slow
@given(st.lists(WORDS.map(clean_text), min_size=1, max_size=4), st.integers(120, 900))
def test_names_fit(names: list[str], room: int) -> None:
    assert text_width(fitted(names, 30, "strong", room, ENGLISH), 30, "strong") <= room


@given(WORDS.map(clean_text), st.integers(120, 900))
def test_lines_fit_and_lose_nothing_before_the_last(text: str, room: int) -> None:
    lines = wrapped(text, 24, "regular", room, 3)
    assert len(lines) <= 3
    assert all(text_width(line, 24, "regular") <= room for line in lines)
    if not any(line.endswith("…") for line in lines):
        assert " ".join(lines).split() == text.split()
    words, size = fitting(text, 40, 24, "bold", room)
    assert text_width(words, size, "bold") <= room
    assert words == text or size == 24


def test_brief() -> None:
    assert brief("Ana", 3) == "Ana"
    assert brief("Ana Popescu", 4) == "Ana"
