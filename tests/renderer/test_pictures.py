"""What holds of every picture: it looks as it did when somebody looked at it, and can be sent as it is."""

import io
import re
import zlib
from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image, ImageChops

from renderer import (
    THEMES,
    Picture,
    Style,
    canvas,
    celebration,
    closing,
    hand,
    lobby,
    prewarm,
    render_hand,
    render_scores,
    render_table,
    scores,
    standings,
    table,
)
from renderer.canvas import ENGLISH, WIDTH, Canvas
from renderer.table import LARGE_WIDTH
from renderer.text import strip
from renderer.theme import INDEX, palette
from tests.renderer.league import BOARDS, CLOSINGS
from tests.renderer.samples import (
    CELEBRATIONS,
    DOCS,
    GOLDEN,
    LOBBIES,
    PICTURES,
    PSEUDO,
    README_PICTURES,
    SCORES,
    TABLES,
    dealt,
)

#: Pictures of the documentation that a measurement draws.
MEASURED = {"load"}


def decoded(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("name", PICTURES)
def test_looks_as_kept(name: str) -> None:
    """If the change is meant: `uv run python -m tests.renderer.samples`, and look at the pictures."""
    kept, now = decoded((GOLDEN / f"{name}.png").read_bytes()), decoded(PICTURES[name]().png)
    assert now.size == kept.size
    assert ImageChops.difference(now, kept).getbbox() is None


def test_no_kept_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(PICTURES)
    assert {path.stem for path in DOCS.glob("*.png")} == {*README_PICTURES, *MEASURED}


@pytest.mark.parametrize("name", README_PICTURES)
def test_readme_shows_what_is_drawn(name: str) -> None:
    shown = decoded((DOCS / f"{name}.png").read_bytes())
    assert (
        ImageChops.difference(shown, decoded((GOLDEN / f"{README_PICTURES[name]}.png").read_bytes())).getbbox() is None
    )


@pytest.mark.parametrize("name", PICTURES)
def test_fits_what_discord_shows(name: str) -> None:
    picture = PICTURES[name]()
    assert (picture.width, picture.height) == decoded(picture.png).size
    assert picture.width in (WIDTH, LARGE_WIDTH)
    assert picture.height <= picture.width * 7 / 11
    assert 0 < len(picture.alt) <= 1024
    assert len(picture.png) < 40_000


@pytest.mark.slow
def test_no_words_are_small_print(monkeypatch: pytest.MonkeyPatch) -> None:
    """In all but profiles: 11 pixels where the picture is shown 350 pixels wide."""
    sizes: list[int] = []

    def noted(text: str, size: int, weight: str, ink: str, ground: str) -> tuple[Image.Image, int]:
        sizes.append(size)
        return strip(text, size, weight, ink, ground)

    monkeypatch.setattr(canvas, "strip", noted)
    for size in (13, 80):
        view = dealt(size)
        hand.render.__wrapped__(view.hand, view.fresh, (), Style())
    for name in ("four players", "eight players"):
        for large in (False, True):
            public = TABLES[name]
            table._render_parts.__wrapped__(public, Style(), table.turn_words(public, ENGLISH), large)
    for score, public in SCORES.values():
        scores.render.__wrapped__(score, public, Style())
    for board in BOARDS.values():
        standings.render.__wrapped__(board, Style())
    for season in CLOSINGS.values():
        closing.render.__wrapped__(season, Style())
    for event in CELEBRATIONS.values():
        celebration.render.__wrapped__(event, Style())
    for waiting in LOBBIES.values():
        lobby.render.__wrapped__(waiting, Style())
    assert sizes
    assert min(sizes) * 350 / WIDTH >= 11


def test_is_a_sound_png() -> None:
    png = render_hand(dealt(13)).png
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, kinds = 8, []
    while at < len(png):
        size = int.from_bytes(png[at : at + 4])
        body = png[at + 4 : at + 8 + size]
        assert zlib.crc32(body) == int.from_bytes(png[at + 8 + size : at + 12 + size])
        kinds.append(body[:4])
        at += 12 + size
    assert kinds == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    Image.open(io.BytesIO(png)).verify()


def test_the_encoder_keeps_every_pixel() -> None:
    small = Canvas(5, 3, "felt")
    small.fill(0, 0, 1, 1, "text")
    small.fill(4, 2, 5, 3, "heart")
    image = decoded(small.finish(Style(), "").png)
    colours = palette("green", True)
    for (x, y), name in {(0, 0): "text", (4, 2): "heart", (2, 1): "felt"}.items():
        index = INDEX[name]
        assert image.getpixel((x, y)) == tuple(colours[3 * index : 3 * index + 3])


def test_themes_share_the_plane() -> None:
    view = dealt(20)
    planes = set()
    for theme in THEMES:
        for two_colour in (False, True):
            png = render_hand(view, style=Style(theme, two_colour)).png
            planes.add(Image.open(io.BytesIO(png)).tobytes())
    assert len(planes) == 1


def test_drawn_twice_is_the_same() -> None:
    view = dealt(30)
    assert hand.render.__wrapped__(view.hand, view.fresh, (), Style()) == render_hand(view)
    for public in TABLES.values():
        turn = table.turn_words(public, Style().translation)
        assert table._render.__wrapped__(public, Style(), turn) == render_table(public)
    for score, public in SCORES.values():
        assert scores.render.__wrapped__(score, public, Style()) == render_scores(score, public)


@pytest.mark.slow
def test_drawn_in_many_threads_is_the_same() -> None:
    views = [dealt(size, seed=7) for size in range(5, 45)]

    def draw(number: int) -> Picture:
        view = views[number % len(views)]
        return hand.render.__wrapped__(view.hand, view.fresh, (), Style())

    with ThreadPoolExecutor(8) as pool:
        warm = pool.submit(prewarm)
        pictures = list(pool.map(draw, range(3 * len(views))))
        warm.result()
    for number, picture in enumerate(pictures):
        assert picture == pictures[number % len(views)]
        assert picture == draw(number)


def test_every_word_can_be_translated() -> None:
    style = Style(translation=PSEUDO)
    alts = [render_hand(dealt(30), style=style).alt, render_hand(dealt(0), style=style).alt]
    alts += [render_table(view, style=style).alt for view in TABLES.values()]
    alts += [render_scores(*pair, style=style).alt for pair in SCORES.values()]
    names = {player.name for view in TABLES.values() for player in view.players}
    known = "|".join(re.escape(short) for name in sorted(names, key=len, reverse=True) for short in (name, name[:12]))
    for alt in alts:
        assert not re.search(r"[a-zA-Z]{2,}", re.sub(known, "", alt))


def test_words_in_the_picture_are_translated_too() -> None:
    style = Style(translation=PSEUDO)
    for name in TABLES:
        assert render_table(TABLES[name], style=style).png != render_table(TABLES[name]).png
    for pair in SCORES.values():
        assert render_scores(*pair, style=style).png != render_scores(*pair).png


def test_unknown_theme() -> None:
    with pytest.raises(KeyError):
        render_hand(dealt(3), style=Style("no such theme"))
