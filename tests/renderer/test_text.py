"""Names as the font can write them, and lines that fit."""

import pytest

from renderer import clean_name
from renderer.text import shortened, strip, text_width, wrapped


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana", "Ana"),
        ("Ștefan Țăranu", "Ștefan Țăranu"),
        ("Niccolò D’Amico", "Niccolò D’Amico"),
        ("Θεοδώρα", "Θεοδώρα"),
        ("Дмитрий", "Дмитрий"),
        ("a\u0301na", "ána"),
        ("𝓐𝓷𝓪 🎉", "Ana"),
        ("Ａｎａ", "Ana"),
        ("\u202eabc\u200b", "abc"),
        ("A\nn\ta", "Ana"),
        ("  two   words ", "two words"),
        ("Z̷̢a̷l̴g", "Zalg"),
        ("日本", "Player 3"),
        ("محمد", "Player 3"),
        ("!!!", "Player 3"),
        ("", "Player 3"),
    ],
)
def test_names(name: str, shown: str) -> None:
    assert clean_name(name, "Player 3") == shown


@pytest.mark.parametrize("room", [20, 60, 200, 1000])
def test_shortened_fits(room: int) -> None:
    name = "Horațiu-Alexandru Popescu-Tăriceanu"
    short = shortened(name, 34, "bold", room)
    assert text_width(short, 34, "bold") <= max(room, text_width("…", 34, "bold"))
    assert short == name or short.endswith("…")


def test_digits_are_as_wide_as_each_other() -> None:
    assert len({text_width(digit, 36, "bold") for digit in "0123456789"}) == 1


def test_nothing_of_a_line_is_cut_off() -> None:
    for text in ("Ș", "Ǻ", "ğ", "Q,", "Țj", "10"):
        image, baseline = strip(text, 40, "bold", "text", "felt")
        ground = image.getpixel((0, image.height - 1))
        inked = image.point([0 if index == ground else 255 for index in range(256)]).getbbox()
        assert inked is not None
        assert inked[1] > 0
        assert inked[3] < image.height
        assert inked[1] < baseline


def test_a_line_does_not_end_between_a_number_and_what_it_counts() -> None:
    text = "Timp pentru o tură: 1 zi"
    room = text_width("Timp pentru o tură: 1", 24, "regular")
    assert wrapped(text, 24, "regular", room, 2) == ["Timp pentru o tură:", "1 zi"]


def test_a_number_ends_a_line_where_nothing_else_fits() -> None:
    room = text_width("canastas", 24, "regular")
    assert wrapped("all 12 canastas", 24, "regular", room, 2) == ["all 12", "canastas"]
