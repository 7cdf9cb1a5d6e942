"""Conditions for every picture: it looks as it did when somebody looked at it, and can be sent as it is."""

import ast
import inspect
import io
import re
import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PIL import Image

import renderer
from bot.canasta.rules import list_variants, load_rules
from bot.ui import i18n
from renderer import (
    MOVING,
    THEMES,
    CurveView,
    LeadView,
    Picture,
    Style,
    hand,
    png,
    prewarm,
    render_animation,
    render_celebration,
    render_closing,
    render_curve,
    render_hand,
    render_large_hand,
    render_lead,
    render_lobby,
    render_profile,
    render_sample,
    render_scores,
    render_standings,
    render_table,
    render_tables,
    scores,
    table,
    text,
)
from renderer.canvas import MAX_HEIGHT, WIDTH, Canvas
from renderer.table import LARGE_WIDTH
from renderer.theme import INDEX, palette
from tests.renderer import test_hostile_texts
from tests.renderer.league import BOARDS, CLOSINGS, PROFILES
from tests.renderer.samples import (
    CELEBRATIONS,
    DOCS,
    DOCUMENT_PICTURES,
    GOLDEN,
    LOBBIES,
    PICTURES,
    PSEUDO,
    SCORES,
    TABLES,
    alike,
    dealt,
    plane_of,
    player,
    round_score,
)
from tests.renderer.test_scores import KEYS
from tests.renderer.test_table import CROWDS, crowded

#: Pictures of the documentation that a measurement or a browser draws.
DRAWN_ELSEWHERE = {"curves", "load", "page"}


def decoded(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("name", PICTURES)
def test_looks_as_kept(name: str) -> None:
    """If the change is meant: `uv run python -m tests.renderer.samples`, and look at the pictures."""
    assert alike((GOLDEN / f"{name}.png").read_bytes(), PICTURES[name]().png)


def test_no_kept_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(PICTURES)
    assert {path.stem for path in DOCS.glob("*.png")} == {*DOCUMENT_PICTURES, *DRAWN_ELSEWHERE}


@pytest.mark.parametrize("name", DOCUMENT_PICTURES)
def test_documents_show_what_is_drawn(name: str) -> None:
    assert alike((DOCS / f"{name}.png").read_bytes(), (GOLDEN / f"{DOCUMENT_PICTURES[name]}.png").read_bytes())


@pytest.mark.parametrize("name", PICTURES)
def test_fits_what_discord_shows(name: str) -> None:
    picture = PICTURES[name]()
    assert (picture.width, picture.height) == decoded(picture.png).size
    assert picture.width in (WIDTH, LARGE_WIDTH)
    assert picture.height <= picture.width * 7 / 11
    assert 0 < len(picture.alt) <= 1024
    assert len(picture.png) < 40_000


#: Every kind of picture that is seen in Discord, with as much in it as it can hold. The arena's is a file on a desk.
WIDEST: dict[str, Callable[[], object]] = {
    "hands": lambda: [
        *(render_hand(dealt(size), chosen=dealt(size).hand[::3]) for size in (0, 1, 13, 40, 80)),
        *(one for size in (13, 80) for one in render_large_hand(dealt(size))),
        render_sample(large=False),
        render_sample(large=True),
    ],
    "tables": lambda: [
        render_tables(view, large=large, own=own, chosen=30) for view in TABLES.values() for large in (False, True) for own in (False, True)
    ] + [render_table(view) for view in TABLES.values()],
    "crowds": lambda: [
        (render_table(view), render_tables(view, large=large)) for view in map(crowded, *zip(*CROWDS, strict=True)) for large in (False, True)
    ],
    "sheets": lambda: [render_scores(*pair) for pair in SCORES.values()],
    "long sheets": lambda: [
        render_scores(round_score([dict.fromkeys(KEYS[:lines], -1234) for _ in range(len(view.sides))], [-12345] * len(view.sides)), view)
        for lines in range(1, len(KEYS) + 1)
        for view in (TABLES["four players"], TABLES["six in trios"], TABLES["six sides"])
    ],
    "boards": lambda: [render_standings(board) for board in BOARDS.values()],
    "profiles": lambda: [render_profile(one) for one in PROFILES.values()],
    "closings": lambda: [render_closing(season) for season in CLOSINGS.values()],
    "celebrations": lambda: [render_celebration(event) for event in CELEBRATIONS.values()],
    "animations": lambda: [render_animation(CELEBRATIONS[kind]) for kind in MOVING],
    "lobbies": lambda: [render_lobby(waiting) for waiting in LOBBIES.values()],
    "curves": lambda: render_curve(CurveView("Points above par", (9_000, None, -9_000), "Nov 1", "Nov 5", "Words")),
    "leads": lambda: render_lead(LeadView("{names}: the lead", ("Ana", "Bo"), (0, 1100, -2000), (1, 2), "Words")),
}  # fmt: skip


@pytest.mark.parametrize("place", [Path(__file__), Path(test_hostile_texts.__file__)], ids=["WIDEST", "PICTURES"])
def test_every_kind_of_picture_is_tried(place: Path) -> None:
    """Add a new one to `WIDEST` in this file and to `PICTURES` in `test_hostile_texts.py`, so that both try it."""
    tree = ast.parse(place.read_text("utf-8"))
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    drawn = [getattr(renderer, name) for name in renderer.__all__ if name.startswith("render_")]
    of_views = {draw.__name__ for draw in drawn if "view" in inspect.signature(draw).parameters}
    assert of_views - named == set()


@contextmanager
def sizes_drawn() -> Iterator[dict[str, int]]:
    """Note the smallest size in which each text is drawn, wherever: all of them come from `text.mask`."""
    smallest: dict[str, int] = {}
    original = text.mask

    def noted(words: str, size: int, weight: str, *, tabular: bool = True) -> tuple[Image.Image, int]:
        if words.strip():
            smallest[words] = min(size, smallest.get(words, size))
        return original(words, size, weight, tabular=tabular)

    modules = [one for name, one in sys.modules.items() if name.split(".")[0] == "renderer"]
    kept = [one for module in modules for one in vars(module).values() if hasattr(one, "cache_clear")]
    with pytest.MonkeyPatch.context() as patch:
        for module in modules:
            if getattr(module, "mask", None) is original:
                patch.setattr(module, "mask", noted)
        for one in kept:
            one.cache_clear()
        yield smallest
    for one in kept:
        one.cache_clear()


@pytest.mark.slow
@pytest.mark.parametrize("kind", WIDEST)
def test_no_words_are_small_print(kind: str) -> None:
    """At least 11 pixels where the picture is shown 350 pixels wide."""
    with sizes_drawn() as smallest:
        WIDEST[kind]()
    assert smallest
    assert {words: size for words, size in smallest.items() if size * 350 / WIDTH < 11} == {}


@pytest.mark.slow
@pytest.mark.parametrize("variant", [one.id for one in list_variants(own=False)])
def test_no_variant_has_small_print(variant: str) -> None:
    """With long names, every kind of meld, packets, threes and states of the pile, and in a language with long words."""
    layouts = next(one.layouts for one in list_variants(own=False) if one.id == variant)
    style = Style(translation=i18n.catalogue("de"))
    with sizes_drawn() as smallest:
        for layout in layouts:
            rules = load_rules(variant, layout.name)
            view = crowded(rules.side.sides if rules.side.mode == "fixed" else rules.seats, 1, 12)
            sides = len(view.sides)
            players = [
                player(seat, f"Maximiliane Annegret von und zu{seat}", seat % sides, 13, foot_size=11 * bool(rules.deal.foot), talon_size=4)
                for seat in range(rules.seats)
            ]  # fmt: skip
            seats = [tuple(range(place, rules.seats, sides)) for place in range(sides)]
            of_sides = [replace(one, seats=seats[place]) for place, one in enumerate(view.sides)]
            view = view._replace(rules=rules, players=tuple(players), sides=tuple(of_sides), frozen=True, closed_by=0)
            assert render_table(view, style=style).height <= MAX_HEIGHT
            render_tables(view, large=False, own=True, chosen=30, style=style)
            sheet = round_score([dict.fromkeys(KEYS[:12], -1234)] * sides, [-12345] * sides, out=0)
            render_scores(sheet, view, style=style)
    assert {words: size for words, size in smallest.items() if size * 350 / WIDTH < 11} == {}


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


def test_what_is_made_from_a_sprite_has_its_own_colours() -> None:
    """A canvas remembers which colours a sprite has."""
    canvas = Canvas(4, 2, "felt")
    sprite = Image.new("L", (1, 1), INDEX["text"])
    canvas.paste(sprite, 0, 0)
    canvas.paste(sprite.point([INDEX["heart"]] * 256), 2, 1)
    image, colours = decoded(canvas.finish(Style(), "").png), palette("green", True)
    seen = {at: image.getpixel(at) for at in ((0, 0), (2, 1), (3, 1))}
    named = {(0, 0): "text", (2, 1): "heart", (3, 1): "felt"}
    assert seen == {at: tuple(colours[3 * INDEX[name] :][:3]) for at, name in named.items()}


@pytest.mark.parametrize("shown", [2, 16, 17, 255])
@pytest.mark.parametrize("width", [31, 32])
def test_the_encoder_keeps_every_colour_and_what_is_clear(shown: int, width: int) -> None:
    """Of sixteen colours or fewer, the zero in the first column among them, two pixels share a byte."""
    plane = Image.new("L", (1 + width, 9))
    colours = bytes((7 * place + channel) % 256 for place in range(256) for channel in range(3))
    indices = [255 - place % (shown - 1) for place in range(9 * width)]
    for place, index in enumerate(indices):
        plane.putpixel((1 + place % width, place // width), index)
    image = Image.open(io.BytesIO(png.encode(plane, colours, clear=255)))
    wanted = [(*colours[3 * index : 3 * index + 3], 0 if index == 255 else 255) for index in indices]
    seen = image.convert("RGBA")
    assert [seen.getpixel((place % width, place // width)) for place in range(9 * width)] == wanted


def test_themes_share_the_plane() -> None:
    view = dealt(20)
    hand.render.cache_clear()
    planes = {
        plane_of(partial(render_hand, view, style=Style(theme, two_colour)))
        for theme in THEMES
        for two_colour in (False, True)
    }
    assert len(planes) == 1


def test_a_picture_holds_each_of_its_colours_once() -> None:
    plain = render_hand(dealt(20), style=Style(two_colour=True)).png
    start = plain.index(b"PLTE")
    (size,) = struct.unpack(">I", plain[start - 4 : start])
    colours = [plain[at : at + 3] for at in range(start + 4, start + 4 + size, 3)]
    assert len(set(colours)) == len(colours)


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
    # Names that are long are shortened where there are many.
    beginnings = {name[:length].rstrip() for name in names for length in range(2, len(name) + 1)}
    known = "|".join(map(re.escape, sorted(beginnings, key=len, reverse=True)))
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
