"""The palette: named colours, the blends between pairs of them, and the themes and backs that define them."""

from __future__ import annotations

from functools import cache
from typing import Final

#: The names of colours: those of every picture, those of pictures with cards, those of the league's pictures.
_SHARED_NAMES: Final = (
    "felt", "panel", "line", "text", "muted", "accent", "ice", "good", "bad", "pink", "violet", "coral", "lime",
    "red_front", "dark_front", "wild_front", "front_text", "front_star", "wild_ink",
)  # fmt: skip
_CARD_NAMES: Final = (
    "face", "gold", "slate", "rose",
    "face_edge", "gold_edge", "slate_edge", "rose_edge",
    "face_shade", "gold_shade", "slate_shade", "rose_shade",
    "spade", "heart", "diamond", "club", "joker", "star", "count",
    "crown", "skin", "hair",
    "back", "back_edge", "back_line", "pill",
)  # fmt: skip
_LEAGUE_NAMES: Final = ("own", "area", "first", "second", "third", "medal_ink")
NAMES: Final = (*_SHARED_NAMES, *_CARD_NAMES, *_LEAGUE_NAMES)

#: The sides' colours, in the order of the sides.
SIDE_INKS: Final = ("pink", "ice", "good", "violet", "coral", "lime")

_SUITS: Final = ("spade", "heart", "diamond", "club")
#: Pairs of ink and ground that meet with soft edges: `text` needs a contrast of 4.5, `large` of 3, `edge` none.
_SHARED_PAIRS: Final[dict[tuple[str, str], str]] = {
    **{
        (ink, ground): "text"
        for ground in ("felt", "panel")
        for ink in ("text", "muted", "accent", "ice", "bad", "pink")
    },
    **{(ink, "panel"): "text" for ink in ("good", "violet", "coral", "lime")},
    ("front_text", "red_front"): "text",
    ("front_star", "dark_front"): "text",
    ("wild_ink", "wild_front"): "text",
    **{(front, "panel"): "edge" for front in ("red_front", "dark_front", "wild_front")},
    ("panel", "felt"): "edge",
}
_CARD_PAIRS: Final[dict[tuple[str, str], str]] = {
    **{(ink, "face"): "large" for ink in _SUITS},
    **{(ink, "gold"): "large" for ink in (*_SUITS, "joker")},
    **{(ink, "slate"): "large" for ink in ("spade", "club")},
    **{(ink, "rose"): "large" for ink in ("heart", "diamond")},
    **{("count", ground): "text" for ground in ("face", "gold", "slate", "rose")},
    **{("star", ground): "text" for ground in ("face", "gold", "slate")},
    ("front_text", "dark_front"): "text",
    ("front_text", "pill"): "text",
    **{(f"{kind}_edge", kind): "edge" for kind in ("face", "gold", "slate", "rose", "back")},
    **{(f"{kind}_edge", ground): "edge" for kind in ("face", "gold", "slate", "rose") for ground in ("felt", "panel")},
    **{(f"{kind}_edge", f"{kind}_shade"): "edge" for kind in ("face", "gold", "slate", "rose")},
    ("face_edge", "gold_shade"): "edge",
    **{(front, "face_shade"): "edge" for front in ("red_front", "dark_front")},
    ("wild_front", "gold_shade"): "edge",
    ("back_edge", "felt"): "edge",
    ("back_line", "back"): "edge",
    ("pill", "back"): "edge",
    # Figures: their parts among each other, and on their cards.
    **{(ink, part): "edge" for ink in _SUITS for part in ("skin", "hair", "crown")},
    **{(part, "face"): "edge" for part in ("skin", "hair", "crown")},
    ("hair", "skin"): "edge",
    ("crown", "skin"): "edge",
    ("crown", "hair"): "edge",
    ("skin", "gold"): "edge",
    ("joker", "skin"): "edge",
    ("joker", "face"): "edge",
    ("star", "joker"): "edge",
}
_LEAGUE_PAIRS: Final[dict[tuple[str, str], str]] = {
    ("good", "felt"): "text",
    **{(ink, "own"): "text" for ink in ("text", "muted", "accent", "good", "bad")},
    ("text", "line"): "text",
    **{("medal_ink", medal): "text" for medal in ("first", "second", "third")},
    **{(medal, ground): "edge" for medal in ("first", "second", "third") for ground in ("felt", "panel")},
    ("accent", "area"): "edge",
    ("accent", "line"): "edge",
    ("line", "felt"): "edge",
    ("line", "panel"): "edge",
}
#: The names and pairs that a family of pictures has in addition to the shared ones. No picture is of two families, so
#: those of each family use the same indices.
_FAMILIES: Final = {"cards": (_CARD_NAMES, _CARD_PAIRS), "league": (_LEAGUE_NAMES, _LEAGUE_PAIRS)}
PAIRS: Final = {**_SHARED_PAIRS, **_CARD_PAIRS, **_LEAGUE_PAIRS}
#: The number of blends between ink and ground, without the two. Pictures are shown at half their size or less, where
#: more shades look like one, but make a file a sixth larger.
STEPS: Final = 1


def _places() -> tuple[dict[str, int], dict[tuple[str, str], int]]:
    """Return the index of each named colour, and that of the first blend of each pair."""
    index = {name: place for place, name in enumerate(_SHARED_NAMES)}
    shared_blends, start = _blend_places(_SHARED_PAIRS, len(index))
    blends = dict(shared_blends)
    for names, pairs in _FAMILIES.values():
        index |= {name: start + place for place, name in enumerate(names)}
        blends |= _blend_places(pairs, start + len(names))[0]
    return index, blends


def _blend_places(pairs: dict[tuple[str, str], str], place: int) -> tuple[dict[tuple[str, str], int], int]:
    """Return where the blends of some pairs begin if the first begins at `place`, and the next free place."""
    places = {}
    for pair in pairs:
        places[pair] = place
        place += STEPS
    return places, place


INDEX, _BLENDS = _places()


@cache
def ramp(ink: str, ground: str) -> tuple[int, ...]:
    """Return the 256 plane indices for coverage 0 (ground) to 255 (ink).

    The pair must be in `PAIRS`, in either order.
    """
    if (ink, ground) not in PAIRS:
        return ramp(ground, ink)[::-1]
    first = _BLENDS[ink, ground]
    ladder = (INDEX[ground], *range(first, first + STEPS), INDEX[ink])
    return tuple(ladder[(coverage * (STEPS + 1) + 127) // 255] for coverage in range(256))


_COMMON: Final = {
    "face": "#fdfcf5", "gold": "#ffe8a6", "slate": "#d4dae3", "rose": "#ffdcd9",
    "face_edge": "#b9b5a6", "gold_edge": "#bd8a10", "slate_edge": "#5a6478", "rose_edge": "#c8404e",
    "face_shade": "#d6d3c6", "gold_shade": "#dcbf70", "slate_shade": "#aab2bf", "rose_shade": "#e3b3b0",
    "spade": "#15191e", "heart": "#ad0030", "diamond": "#d45a00", "club": "#1668b0",
    "joker": "#6a3cb8", "star": "#855400", "count": "#5e5c52",
    "crown": "#e2a11c", "skin": "#f6cfa6", "hair": "#7a4a22",
    "red_front": "#c9213a", "dark_front": "#22262e", "wild_front": "#f0b429", "front_text": "#fffdf6",
    "front_star": "#f6b93b", "wild_ink": "#2a1c00",
    "back_edge": "#ddd6c6", "pill": "#10291f",
    "first": "#f0b429", "second": "#c3ccd8", "third": "#d0905c", "medal_ink": "#20160a",
}  # fmt: skip
#: Colours by theme; a theme has the colours of `_COMMON` unless it replaces them.
THEMES: Final[dict[str, dict[str, str]]] = {
    "green": {
        **_COMMON,
        "felt": "#18493c", "panel": "#11362c", "line": "#3c6557", "text": "#f7f2e4", "muted": "#a3c4b7",
        "accent": "#f6b93b", "ice": "#9fdcff", "good": "#5fd68f", "bad": "#ff9a8c", "pink": "#ff9ccb", "violet": "#cdb8ff",
        "coral": "#ffb48f", "lime": "#d6e56c", "own": "#463f16", "area": "#335a3e",
    },
    "night": {
        **_COMMON,
        "felt": "#262a33", "panel": "#1a1d24", "line": "#454b58", "text": "#f5f2ea", "muted": "#a9b0bd",
        "accent": "#f6b93b", "ice": "#9fdcff", "good": "#5fd68f", "bad": "#ff8f86", "pink": "#ff9ccb", "violet": "#cdb8ff",
        "coral": "#ffb48f", "lime": "#d6e56c", "dark_front": "#3a4150", "pill": "#14161b", "own": "#463a1a",
        "area": "#453f33",
    },
    "light": {
        **_COMMON,
        "felt": "#e5dabf", "panel": "#f3ebd6", "line": "#c3b593", "text": "#2a2317", "muted": "#5d523c",
        "accent": "#7d4a00", "ice": "#0a568c", "good": "#12643a", "bad": "#a81c1c", "pink": "#a3155f", "violet": "#5c2fae",
        "coral": "#9a360c", "lime": "#515c00", "face_edge": "#a39a82", "back_edge": "#fffaf0",
        "own": "#ffe3a0", "area": "#dfc68f", "second": "#aab5c3",
    },
}  # fmt: skip
#: The colours of the backs to choose from; `sprites` has the pattern of each.
BACKS: Final[dict[str, dict[str, str]]] = {
    "ruby": {"back": "#8e2b3b", "back_line": "#a5505d"},
    "ocean": {"back": "#1f4f7d", "back_line": "#4f80ac"},
    "sun": {"back": "#b5651d", "back_line": "#cf8a45"},
    "stars": {"back": "#3f3470", "back_line": "#7568b0"},
}
_TWO_COLOURS: Final = {"spade": "#15191e", "club": "#15191e", "heart": "#c4102d", "diamond": "#c4102d"}


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def colour(theme: str, name: str, *, two_colour: bool = False, back: str = "ruby") -> tuple[int, int, int]:
    """Return red, green and blue (0 to 255) of a named colour.

    Raises `KeyError` for an unknown theme, back or name.
    """
    if two_colour and name in _TWO_COLOURS:
        return _rgb(_TWO_COLOURS[name])
    return _rgb((THEMES[theme] | BACKS[back])[name])


@cache
def palette(theme: str, two_colour: bool, back: str = "ruby", family: str = "cards") -> bytes:
    """Return the palette as PNG needs it: red, green, blue for each of at most 256 indices.

    `family` is `cards` or `league`. Raises `KeyError` for an unknown theme, back or family.
    """
    names, pairs = _FAMILIES[family]
    colours = {INDEX[name]: colour(theme, name, two_colour=two_colour, back=back) for name in (*_SHARED_NAMES, *names)}
    for ink, ground in (*_SHARED_PAIRS, *pairs):
        low, high = colours[INDEX[ground]], colours[INDEX[ink]]
        for step in range(1, STEPS + 1):
            red, green, blue = (round(a + (b - a) * step / (STEPS + 1)) for a, b in zip(low, high, strict=True))
            colours[_BLENDS[ink, ground] + step - 1] = (red, green, blue)
    return bytes(value for index in sorted(colours) for value in colours[index])
