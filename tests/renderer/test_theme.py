"""The palette's limits, and that everything written can be read in every theme."""

import pytest

from renderer.sprites import PATTERNS, back
from renderer.theme import BACKS, INDEX, NAMES, PAIRS, SIDE_INKS, THEMES, colour, palette, ramp

#: The contrast each kind of pair must have in every theme.
CONTRAST = {"text": 4.5, "large": 3.0, "edge": 1.0}


def contrast(first: tuple[int, int, int], second: tuple[int, int, int]) -> float:
    """Return the contrast ratio of two colours as web accessibility guidelines define it, 1 to 21."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(rgb: tuple[int, int, int]) -> float:
    red, green, blue = (value / 255 / 12.92 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("family", ["cards", "league"])
@pytest.mark.parametrize("two_colour", [False, True])
@pytest.mark.parametrize("theme", THEMES)
def test_palette_fits_a_png(theme: str, two_colour: bool, family: str) -> None:
    assert len(palette(theme, two_colour, family=family)) <= 3 * 256


@pytest.mark.parametrize(("family", "own"), [("cards", "heart"), ("league", "own")])
@pytest.mark.parametrize("theme", THEMES)
def test_each_family_has_its_colours_where_its_index_says(theme: str, family: str, own: str) -> None:
    colours = palette(theme, False, family=family)
    for name in ("felt", "wild_front", own):
        index = INDEX[name]
        assert tuple(colours[3 * index : 3 * index + 3]) == colour(theme, name)


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_names_every_colour(theme: str) -> None:
    assert set(THEMES[theme]) | {"back", "back_line"} == set(NAMES)


@pytest.mark.parametrize("two_colour", [False, True])
@pytest.mark.parametrize("theme", THEMES)
def test_contrast(theme: str, two_colour: bool) -> None:
    poor = {
        (ink, ground): round(ratio, 2)
        for (ink, ground), kind in PAIRS.items()
        if (ratio := contrast(colour(theme, ink, two_colour=two_colour), colour(theme, ground, two_colour=two_colour)))
        < CONTRAST[kind]
    }
    assert not poor


def test_contrast_of_known_colours() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


def test_ramp_goes_from_ground_to_ink() -> None:
    up, down = ramp("text", "felt"), ramp("felt", "text")
    assert up == down[::-1]
    assert up[0] == INDEX["felt"]
    assert up[255] == INDEX["text"]
    assert len(set(up)) == 3


def test_blends_lie_between_their_colours() -> None:
    colours = palette("green", False)
    steps = [sum(colours[3 * index : 3 * index + 3]) for index in dict.fromkeys(ramp("text", "felt"))]
    assert steps == sorted(steps)


def test_sides_differ() -> None:
    for theme in THEMES:
        assert len({colour(theme, ink) for ink in SIDE_INKS}) == 6


def test_two_colours_are_two() -> None:
    inks = {colour("green", suit, two_colour=True) for suit in ("spade", "heart", "diamond", "club")}
    assert len(inks) == 2


def test_every_back_has_colours_and_a_pattern_of_its_own() -> None:
    assert set(BACKS) == set(PATTERNS)
    assert len({back(108, name).tobytes() for name in BACKS}) == len(BACKS)
    assert len({palette("green", True, name) for name in BACKS}) == len(BACKS)


def test_unknown_back() -> None:
    with pytest.raises(KeyError):
        palette("green", False, "no such back")


def test_unknown_theme() -> None:
    with pytest.raises(KeyError):
        palette("no such theme", False)


def test_unknown_family() -> None:
    with pytest.raises(KeyError):
        palette("green", False, family="no such family")
