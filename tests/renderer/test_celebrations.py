"""Celebrations: each kind has a picture of its own; those that move do so gently, and stand still in the end."""

import dataclasses
import io

import pytest
from PIL import Image, ImageChops, ImageStat

from renderer import THEMES, Style, celebration, render_animation, render_celebration
from renderer.celebration import FRAMES, KINDS, MOVING, CelebrationView
from tests.renderer.samples import CELEBRATIONS

LONG = ("Bartholomew the Third of Somewhere", "Niccolò D’Amico the Great of Palermo", "Θεοδώρα")


def frames(gif: bytes) -> list[Image.Image]:
    image = Image.open(io.BytesIO(gif))
    found = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        found.append(image.convert("RGB"))
    return found


def test_each_kind_has_a_picture_of_its_own() -> None:
    assert set(CELEBRATIONS) == set(KINDS)
    words = CelebrationView("won", "The same")
    assert len({render_celebration(dataclasses.replace(words, kind=kind)).png for kind in KINDS}) == len(KINDS)


def test_alt_says_what_the_picture_says() -> None:
    assert render_celebration(CELEBRATIONS["canasta"]).alt == (
        "Ana and Ștefan: a natural canasta. Seven kings and no wild card: plus 500."
    )


def test_a_name_that_cannot_be_written_is_not_left_out() -> None:
    strange = dataclasses.replace(CELEBRATIONS["out"], names=("日本",), line="")
    assert render_celebration(strange).alt == "Player went out."


@pytest.mark.parametrize("kind", KINDS)
def test_long_words_stay_in_their_box(kind: str) -> None:
    view = dataclasses.replace(CELEBRATIONS[kind], names=LONG, line="A long sentence about what has happened " * 4)
    image = Image.open(io.BytesIO(render_celebration(view).png)).convert("RGB")
    plain = Image.open(io.BytesIO(render_celebration(dataclasses.replace(view, names=(), title="", line="")).png))
    changed = ImageChops.difference(image, plain.convert("RGB")).getbbox()
    assert changed is not None
    left, top, right, bottom = changed
    assert left >= 477
    assert top >= 17
    assert right <= 892
    assert bottom <= 318


def test_unknown_kind() -> None:
    with pytest.raises(KeyError):
        render_celebration(CelebrationView("no such kind", ""))
    with pytest.raises(KeyError):
        render_animation(CELEBRATIONS["canasta"])


@pytest.mark.parametrize("kind", MOVING)
@pytest.mark.parametrize("theme", THEMES)
def test_an_animation_is_small_and_begins_as_the_still(kind: str, theme: str) -> None:
    view, style = dataclasses.replace(CELEBRATIONS[kind], names=LONG), Style(theme)
    moving, still = render_animation(view, style=style), render_celebration(view, style=style)
    assert len(moving.data) <= 300_000
    assert moving.alt == still.alt
    assert (moving.width, moving.height) == (still.width, still.height)
    first = frames(moving.data)[0]
    assert ImageChops.difference(first, Image.open(io.BytesIO(still.png)).convert("RGB")).getbbox() is None


@pytest.mark.slow
@pytest.mark.parametrize("kind", MOVING)
def test_nothing_flashes(kind: str) -> None:
    """From frame to frame, and from the last to the first, little changes and the whole stays as light."""
    gif = render_animation(CELEBRATIONS[kind]).data
    shown = frames(gif)
    assert len(shown) == FRAMES
    light = [ImageStat.Stat(frame.convert("L")).mean[0] for frame in shown]
    assert max(light) - min(light) < 2
    for before, after in zip(shown, [*shown[1:], shown[0]], strict=True):
        # Seen from afar, where a small movement is no change.
        far = [image.convert("L").resize((22, 8), Image.Resampling.BOX) for image in (before, after)]
        assert ImageStat.Stat(ImageChops.difference(*far)).extrema[0][1] < 40


def test_an_animation_ends() -> None:
    image = Image.open(io.BytesIO(render_animation(CELEBRATIONS["won"]).data))
    assert 0 < image.info["loop"] < 10
    assert image.info["duration"] >= 100


@pytest.mark.slow
def test_drawn_twice_is_the_same() -> None:
    for kind in MOVING:
        view = CELEBRATIONS[kind]
        assert celebration.animate.__wrapped__(view, Style()) == render_animation(view)
        assert celebration.render.__wrapped__(view, Style()) == render_celebration(view)
