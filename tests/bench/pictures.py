"""How long pictures take, beside two yardsticks timed in the same run.

`python -m tests.bench pictures [--repeats N]`

The floor is the encode of the finished plane alone, by the same encoder and level. The naive way draws the same
picture card by card and letter by letter with Pillow in RGB, its fonts opened once, and saves it as PNG. Every repeat
draws another hand, or others' results among the same people, so that kept bytes don't count. The naive way is not
measured for the league's pictures. Times are the processor's, so that the machine's other work doesn't
count either.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib.resources
import io
import math
import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Final, NamedTuple, TypeVar

from PIL import Image, ImageDraw, ImageFont

from bot.canasta.cards import JOKER, Card, full_pack
from bot.canasta.views import PublicView, SeatView
from renderer import (
    ClosingView,
    Picture,
    ProfileView,
    StandingsView,
    hand,
    png,
    prewarm,
    render_closing,
    render_hand,
    render_profile,
    render_scores,
    render_standings,
    render_table,
)
from renderer.canvas import WIDTH
from renderer.profile import Figure
from renderer.sprites import card_height, face_of, rank_label, sliver_width, suit_name
from renderer.standings import StandingsRow
from renderer.theme import colour, palette
from tests.renderer import league, samples

T = TypeVar("T")
BLOCK: Final = 10


@cache
def naive_font(size: int) -> ImageFont.FreeTypeFont:
    data = (importlib.resources.files("fontpkg_inter") / "files" / "Inter[opsz,wght].ttf").read_bytes()
    font = ImageFont.truetype(io.BytesIO(data), size)
    font.set_variation_by_axes([32, 750])
    return font


def rgb(name: str) -> tuple[int, int, int]:
    return colour("green", name)


def naive_shape(image: Image.Image, name: str, ink: str, x: float, y: float, size: float) -> None:
    """Draw a suit or star from plain shapes; drawn four times as large and reduced, since its edges should be soft."""
    full = round(size) * 4
    mask = Image.new("L", (full, full))
    draw = ImageDraw.Draw(mask)
    third, half = full / 3, full / 2
    stem = [(half, 0.6 * full), (0.7 * full, full), (0.3 * full, full)]
    if name == "star":
        points = [(turn * math.pi / 5, half if turn % 2 == 0 else 0.4 * half) for turn in range(10)]
        draw.polygon([(half + r * math.sin(a), half - r * math.cos(a)) for a, r in points], fill=255)
    elif name == "diamond":
        draw.polygon([(half, 0), (0.9 * full, half), (half, full), (0.1 * full, half)], fill=255)
    elif name == "heart":
        draw.ellipse((0, 0, half, half), fill=255)
        draw.ellipse((half, 0, full, half), fill=255)
        draw.polygon([(0, third), (full, third), (half, full)], fill=255)
    elif name == "spade":
        draw.polygon([(half, 0), (0, 2 * third), (full, 2 * third)], fill=255)
        draw.ellipse((0, third, half, 2.6 * third), fill=255)
        draw.ellipse((half, third, full, 2.6 * third), fill=255)
        draw.polygon(stem, fill=255)
    else:
        for left, top in ((0.25, 0), (0, 0.4), (0.5, 0.4)):
            draw.ellipse((left * full, top * full, (left + 0.5) * full, (top + 0.5) * full), fill=255)
        draw.polygon(stem, fill=255)
    image.paste(rgb(ink), (round(x), round(y)), mask.reduce(4))


def naive_face(draw: ImageDraw.ImageDraw, face: str, x: int, y: int, width: int, height: int) -> None:
    border = 2 if face == "face" else 4
    right, bottom = x + width - 1, y + height - 1
    draw.rounded_rectangle((x - 2, y + 8, x, bottom - 8), 1, fill=rgb(f"{face}_shade"))
    draw.rounded_rectangle((x, y, right, bottom), width * 0.075, fill=rgb(f"{face}_edge"))
    inner = (x + border, y + border, right - border, bottom - border)
    draw.rounded_rectangle(inner, width * 0.075 - border, fill=rgb(face))


def naive_card(image: Image.Image, code: Card, x: int, y: int, width: int) -> None:
    draw = ImageDraw.Draw(image)
    face, height = face_of(code), card_height(width)
    naive_face(draw, face, x, y, width, height)
    large = (x + width * 0.48, y + height - width * 0.52, width * 0.44)
    if code == JOKER:
        naive_shape(image, "star", "joker", x + width * 0.06, y + width * 0.08, width * 0.34)
        naive_shape(image, "star", "joker", *large)
        word = Image.new("L", (width // 2, width // 5))
        ImageDraw.Draw(word).text((0, 0), "JOKER", font=naive_font(round(width * 0.17)), fill=255)
        word = word.rotate(-90, expand=True)
        image.paste(rgb("joker"), (x + round(width * 0.12), y + width // 2), word)
        return
    name = suit_name(code)
    draw.text((x + 8, y + 4), rank_label(code >> 2), font=naive_font(round(width * 0.55)), fill=rgb(name))
    naive_shape(image, name, name, x + width * 0.1, y + width * 0.56, width * 0.26)
    if face == "gold":
        naive_shape(image, "star", "star", x + width * 0.12, y + width * 0.9, width * 0.2)
    naive_shape(image, name, name, *large)


def naive_png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def naive_hand(view: SeatView) -> bytes:
    plan = hand.layout(view.hand, view.fresh)
    image = Image.new("RGB", (WIDTH, plan.height), rgb("felt"))
    draw = ImageDraw.Draw(image)
    for one in plan.cards:
        x, y = one.x, one.y
        naive_card(image, one.card, x, y, plan.width)
        if one.fresh:
            draw.rectangle((x + 8, y - 11, x + sliver_width(plan.width), y - 3), fill=rgb("good"))
        if one.last and one.fan > 2:
            draw.text((x + plan.width * 0.7, y + 8), f"×{one.fan}", font=naive_font(28), fill=rgb("count"))
    return naive_png(image)


def naive_table(view: PublicView) -> bytes:
    """Return the same heaps, panels, names and melds; its places need not be exact to take the same time."""
    image = Image.new("RGB", (WIDTH, render_table(view).height), rgb("felt"))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((18, 18, 126, 168), 8, fill=rgb("back"), outline=rgb("back_edge"), width=3)
    for x in range(24, 120, 6):
        draw.line((x, 24, 144 - x, 162), fill=rgb("back_line"))
    draw.text((50, 80), str(view.stock_size), font=naive_font(30), fill=rgb("front_text"))
    if view.upcard is not None:
        naive_card(image, view.upcard, 158, 18, 108)
    for at, text, size in (
        ((330, 20), "Discard pile", 26),
        ((330, 60), str(len(view.pile)), 52),
        ((380, 130), "Frozen", 32),
    ):
        draw.text(at, text, font=naive_font(size), fill=rgb("text"))
    for at, text, size in (
        ((850, 20), "Round 3 · to 5,000", 26),
        ((840, 60), "Ilinca’s turn", 44),
        ((720, 135), "Draw", 26),
    ):
        draw.text(at, text, font=naive_font(size), fill=rgb("text"))
    y = 192
    for side in view.sides:
        draw.rounded_rectangle((18, y, 1082, y + 226), 20, fill=rgb("panel"))
        x = 60
        for seat in side.seats:
            player = view.players[seat]
            draw.text((x, y + 20), player.name, font=naive_font(34), fill=rgb("text"))
            draw.text((x + 110, y + 24), str(player.hand_size), font=naive_font(29), fill=rgb("text"))
            x += 200
        draw.text((960, y + 20), f"{side.score:,}", font=naive_font(36), fill=rgb("text"))
        x = 36
        for meld in side.melds:
            for _ in meld.cards[1:]:
                naive_face(draw, "face", x, y + 72, 104, 140)
                x += 8 if meld.canasta else 17
            front = "dark_front" if meld.canasta else "face"
            draw.rounded_rectangle((x, y + 72, x + 104, y + 212), 8, fill=rgb(front))
            draw.text((x + 30, y + 80), rank_label(meld.rank or 0), font=naive_font(62), fill=rgb("spade"))
            draw.text((x + 20, y + 160), f"{meld.naturals} {meld.wilds}", font=naive_font(33), fill=rgb("count"))
            x += 118
        y += 240
    return naive_png(image)


def plane_of(picture: Picture) -> Image.Image:
    """Return the finished plane of a picture, as the encoder got it."""
    image = Image.open(io.BytesIO(picture.png))
    plane = Image.new("L", (image.width + 1, image.height))
    plane.paste(Image.frombytes("L", image.size, image.tobytes()), (1, 0))
    return plane


def hand_of(size: int, chance: random.Random) -> SeatView:
    hand = sorted(chance.sample(full_pack(2, 4), size))
    return samples.hand_view(hand, hand[2:4])


def boards(repeats: int, chance: random.Random) -> list[StandingsView]:
    """Return a board of ten after each of many games, four people in each."""
    names = (*league.NAMES, "Zoe", "Horațiu")
    trends = {name: [1500.0 + chance.randrange(200) for _ in range(12)] for name in names}
    records = dict.fromkeys(names, (0, 0))
    found = []
    for _ in range(repeats):
        for place, name in enumerate(chance.sample(names, 4)):
            won, lost = records[name]
            records[name] = (won + place % 2, lost + 1 - place % 2)
            trends[name] = [*trends[name][1:], trends[name][-1] + chance.randrange(-40, 41)]
        rows = []
        for place, (name, trend) in enumerate(sorted(trends.items(), key=lambda one: -one[1][-1])):
            change = f"{trend[-1] - trend[-2]:+.0f}".replace("-", "−")
            record = "–".join(map(str, records[name]))
            rows.append(StandingsRow(place + 1, (name,), (record, tuple(trend), f"{trend[-1]:,.0f}", change)))
        found.append(dataclasses.replace(league.SPRING, rows=tuple(rows), own=chance.randrange(10)))
    return found


def profile_of(chance: random.Random) -> ProfileView:
    """Return another course and other counts each time, the words the same."""
    course = tuple(1500.0 + chance.randrange(300) for _ in range(30))
    figures = tuple(Figure(f"{chance.randrange(5000):,}", one.label) for one in league.ANA.figures)
    return dataclasses.replace(league.ANA, course=course, rating=f"{course[-1]:,.0f}", figures=figures)


def closing_of(chance: random.Random) -> ClosingView:
    """Return other ratings each time."""
    places = tuple(
        dataclasses.replace(one, figure=f"{chance.randrange(2000):,}") for one in league.SPRING_CLOSED.podium
    )
    return dataclasses.replace(league.SPRING_CLOSED, podium=places)


def sheet_of(chance: random.Random) -> tuple[list[dict[str, int]], list[int]]:
    """Return the lines and scores of two sides, other points each time."""
    keys = ("natural", "mixed", "threes", "out", "cards", "hand")
    sides = [{key: 5 * chance.randrange(1, 200) for key in keys} for _ in range(2)]
    return sides, [chance.randrange(5000) for _ in range(2)]


class Kind(NamedTuple):
    """A kind of picture: its palette, a picture's drawing for each repeat, and the naive way for each."""

    family: str
    ours: Sequence[Callable[[], Picture]]
    naive: Sequence[Callable[[], bytes]] = ()


def kinds(repeats: int) -> dict[str, Kind]:
    """Return all that is measured, by name."""
    chance = random.Random(0)
    found: dict[str, Kind] = {}
    for size in (13, 40):
        hands = [hand_of(size, chance) for _ in range(repeats)]
        ways = [partial(naive_hand, view) for view in hands]
        found[f"hand of {size}"] = Kind("cards", [partial(render_hand, view) for view in hands], ways)
    tables = [samples.FOUR_PLAYERS._replace(stock_size=size) for size in range(repeats)]
    ways = [partial(naive_table, view) for view in tables]
    found["table"] = Kind("cards", [partial(render_table, view) for view in tables], ways)
    sheets = [samples.round_score(*sheet_of(chance)) for _ in range(repeats)]
    found["sheet"] = Kind("cards", [partial(render_scores, sheet, samples.FOUR_PLAYERS) for sheet in sheets])
    numbers = range(repeats)
    found["standings"] = Kind("league", [partial(render_standings, view) for view in boards(repeats, chance)])
    found["profile"] = Kind("league", [partial(render_profile, profile_of(chance)) for _ in numbers])
    found["closing"] = Kind("league", [partial(render_closing, closing_of(chance)) for _ in numbers])
    return found


def timed(work: Callable[[], T]) -> tuple[float, T]:
    started = time.process_time()
    made = work()
    return (time.process_time() - started) * 1000, made


def main(arguments: list[str]) -> int:
    """Print medians in milliseconds from view to PNG bytes, and how they compare."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench pictures", description=__doc__)
    parser.add_argument("--repeats", type=int, default=110)
    options = parser.parse_args(arguments)
    prewarm()
    for name, kind in kinds(options.repeats).items():
        colours = palette("green", True, family=kind.family)
        ours: list[float] = []
        floors: list[float] = []
        naives: list[float] = []
        pictures: list[Picture] = []
        # In blocks, so that each way runs as warm as in use and all see the same load of the machine.
        for start in range(0, options.repeats, BLOCK):
            drawn = [timed(work) for work in kind.ours[start : start + BLOCK]]
            planes = [plane_of(picture) for _, picture in drawn]
            ours += [ms for ms, _ in drawn]
            # A canvas knows its colours, and the encoder doesn't look for them.
            encodes = [partial(png.encode, plane, colours, among=png.indices(plane)) for plane in planes]
            floors += [timed(encode)[0] for encode in encodes]
            naives += [timed(work)[0] for work in kind.naive[start : start + BLOCK]]
            pictures += [picture for _, picture in drawn]
        # The first block fills what is kept: words, and the few sprites that prewarming leaves out.
        ms, floor = statistics.median(ours[BLOCK:]), statistics.median(floors[BLOCK:])
        size = statistics.median(len(picture.png) for picture in pictures) / 1024
        line = f"{name}: {ms:.2f} ms ({size:.1f} KiB); floor {floor:.2f} ms, ratio {ms / floor:.2f}"
        if naives:
            slow = statistics.median(naives[BLOCK:])
            line += f"; naive {slow:.1f} ms, {slow / ms:.1f} times as long"
        print(line)
    return 0
