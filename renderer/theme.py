"""The one fixed palette: named colours, the blends between pairs of them, and the themes that fill it."""

from __future__ import annotations

from functools import cache
from typing import Final

#: Colours by name; a name's place is its index on the plane.
NAMES: Final = (
    "felt", "panel", "line", "text", "muted", "accent", "ice", "good", "bad", "violet", "coral", "lime",
    "face", "gold", "slate", "rose",
    "face_edge", "gold_edge", "slate_edge", "rose_edge",
    "face_shade", "gold_shade", "slate_shade", "rose_shade",
    "spade", "heart", "diamond", "club", "joker", "star", "count",
    "red_front", "dark_front", "wild_front", "front_text", "front_star", "wild_ink",
    "back", "back_edge", "back_line", "pill",
)  # fmt: skip
INDEX: Final = {name: index for index, name in enumerate(NAMES)}

#: The sides' colours, in side order.
SIDE_INKS: Final = ("accent", "ice", "good", "violet", "coral", "lime")

#: Ink and ground pairs that meet with soft edges: `text` needs a contrast of 4.5, `large` of 3, `edge` none.
PAIRS: Final[dict[tuple[str, str], str]] = {
    **{(ink, ground): "text" for ground in ("felt", "panel") for ink in ("text", "muted", "accent", "ice", "bad")},
    **{(ink, "panel"): "text" for ink in ("good", "violet", "coral", "lime")},
    **{(ink, "face"): "large" for ink in ("spade", "heart", "diamond", "club")},
    **{(ink, "gold"): "large" for ink in ("spade", "heart", "diamond", "club", "joker")},
    **{(ink, "slate"): "large" for ink in ("spade", "club")},
    **{(ink, "rose"): "large" for ink in ("heart", "diamond")},
    **{("count", ground): "text" for ground in ("face", "gold", "slate", "rose")},
    **{("star", ground): "text" for ground in ("face", "gold", "slate")},
    ("front_text", "red_front"): "text",
    ("front_text", "dark_front"): "text",
    ("front_star", "dark_front"): "text",
    ("wild_ink", "wild_front"): "text",
    ("front_text", "pill"): "text",
    **{(f"{kind}_edge", kind): "edge" for kind in ("face", "gold", "slate", "rose", "back")},
    **{(f"{kind}_edge", ground): "edge" for kind in ("face", "gold", "slate", "rose") for ground in ("felt", "panel")},
    **{(f"{kind}_edge", f"{kind}_shade"): "edge" for kind in ("face", "gold", "slate", "rose")},
    ("face_edge", "gold_shade"): "edge",
    **{(front, ground): "edge" for front in ("red_front", "dark_front") for ground in ("panel", "face_shade")},
    ("wild_front", "gold_shade"): "edge",
    ("wild_front", "panel"): "edge",
    ("back_edge", "felt"): "edge",
    ("back_line", "back"): "edge",
    ("pill", "back"): "edge",
    ("panel", "felt"): "edge",
    ("good", "felt"): "edge",
}
#: Steps between ink and ground, both left out.
STEPS: Final = {"text": 4, "large": 4, "edge": 2}
#: The contrast each kind of pair must have in every theme.
CONTRAST: Final = {"text": 4.5, "large": 3.0, "edge": 1.0}


def _blend_places() -> dict[tuple[str, str], int]:
    place, places = len(NAMES), {}
    for pair, kind in PAIRS.items():
        places[pair] = place
        place += STEPS[kind]
    return places


_BLENDS: Final = _blend_places()


@cache
def ramp(ink: str, ground: str) -> tuple[int, ...]:
    """The 256 plane indices for coverage 0 (ground) to 255 (ink). The pair, either way round, must be in `PAIRS`."""
    if (ink, ground) not in PAIRS:
        return ramp(ground, ink)[::-1]
    first, steps = _BLENDS[ink, ground], STEPS[PAIRS[ink, ground]]
    ladder = (INDEX[ground], *range(first, first + steps), INDEX[ink])
    return tuple(ladder[(coverage * (steps + 1) + 127) // 255] for coverage in range(256))


_CARDS: Final = {
    "face": "#fdfcf5", "gold": "#ffe8a6", "slate": "#d4dae3", "rose": "#ffdcd9",
    "face_edge": "#b9b5a6", "gold_edge": "#bd8a10", "slate_edge": "#5a6478", "rose_edge": "#c8404e",
    "face_shade": "#d6d3c6", "gold_shade": "#dcbf70", "slate_shade": "#aab2bf", "rose_shade": "#e3b3b0",
    "spade": "#15191e", "heart": "#ad0030", "diamond": "#d45a00", "club": "#1668b0",
    "joker": "#6a3cb8", "star": "#855400", "count": "#5e5c52",
    "red_front": "#c9213a", "dark_front": "#22262e", "wild_front": "#f0b429", "front_text": "#fffdf6",
    "front_star": "#f6b93b", "wild_ink": "#2a1c00",
    "back": "#8e2b3b", "back_edge": "#ddd6c6", "back_line": "#a5505d", "pill": "#10291f",
}  # fmt: skip
#: Colours by theme; what a theme leaves out is `_CARDS`'.
THEMES: Final[dict[str, dict[str, str]]] = {
    "green": {
        **_CARDS,
        "felt": "#18493c", "panel": "#11362c", "line": "#3c6557", "text": "#f7f2e4", "muted": "#a3c4b7",
        "accent": "#f6b93b", "ice": "#9fdcff", "good": "#5fd68f", "bad": "#ff9a8c", "violet": "#cdb8ff",
        "coral": "#ffb48f", "lime": "#d6e56c",
    },
    "night": {
        **_CARDS,
        "felt": "#262a33", "panel": "#1a1d24", "line": "#454b58", "text": "#f5f2ea", "muted": "#a9b0bd",
        "accent": "#f6b93b", "ice": "#9fdcff", "good": "#5fd68f", "bad": "#ff8f86", "violet": "#cdb8ff",
        "coral": "#ffb48f", "lime": "#d6e56c", "dark_front": "#3a4150", "pill": "#14161b",
    },
    "light": {
        **_CARDS,
        "felt": "#d3e2d8", "panel": "#eef4ef", "line": "#a8bdb0", "text": "#14231c", "muted": "#465a50",
        "accent": "#875100", "ice": "#0a5c94", "good": "#12693a", "bad": "#b01e1e", "violet": "#6234b5",
        "coral": "#a53d10", "lime": "#566100", "face_edge": "#a39f90", "back_edge": "#fffaf0",
    },
}  # fmt: skip
_TWO_COLOURS: Final = {"spade": "#15191e", "club": "#15191e", "heart": "#c4102d", "diamond": "#c4102d"}


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def colour(theme: str, name: str, *, two_colour: bool = False) -> tuple[int, int, int]:
    """Red, green and blue (0 to 255) of a named colour. Raises `KeyError` for an unknown theme or name."""
    if two_colour and name in _TWO_COLOURS:
        return _rgb(_TWO_COLOURS[name])
    return _rgb(THEMES[theme][name])


@cache
def palette(theme: str, two_colour: bool) -> bytes:
    """The palette as PNG wants it: at most 256 times red, green, blue. Raises `KeyError` for an unknown theme."""
    colours = [colour(theme, name, two_colour=two_colour) for name in NAMES]
    for (ink, ground), kind in PAIRS.items():
        low, high = colours[INDEX[ground]], colours[INDEX[ink]]
        steps = STEPS[kind]
        for step in range(1, steps + 1):
            red, green, blue = (round(a + (b - a) * step / (steps + 1)) for a, b in zip(low, high, strict=True))
            colours.append((red, green, blue))
    return bytes(value for each in colours for value in each)


def contrast(first: tuple[int, int, int], second: tuple[int, int, int]) -> float:
    """The contrast ratio of two colours as web accessibility guidelines define it, 1 to 21."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(rgb: tuple[int, int, int]) -> float:
    red, green, blue = (value / 255 / 12.92 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
