"""Emojis of cards: one for each, as Discord takes them, and different at the size of a button."""

import io
import itertools
import re

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.canasta.cards import CARD_CODES, JOKER_RANK, full_pack, read_card
from renderer import BACK_NAME, emoji_name, emojis
from tests.cases import case


@pytest.fixture(scope="module")
def drawn() -> dict[str, bytes]:
    """Return all emojis by their names."""
    return {emoji.name: emoji.png for emoji in emojis()}


def on_a_button(png: bytes) -> Image.Image:
    """Return an emoji as large as on a button, on the grey of one."""
    image = Image.open(io.BytesIO(png)).convert("RGBA")
    ground = Image.new("RGBA", image.size, "#4e5058")
    return Image.alpha_composite(ground, image).convert("RGB").resize((20, 20), Image.Resampling.LANCZOS)


@pytest.mark.slow
def test_there_is_one_for_every_card_in_two_colours_and_in_four(drawn: dict[str, bytes]) -> None:
    cards = {code for code in range(CARD_CODES) if code >> 2 != JOKER_RANK}
    names = {emoji_name(card, two_colour=two) for card in (*cards, *full_pack(1, 2)) for two in (True, False)}
    assert len(names) == 52 * 2 + 2
    assert set(drawn) == {*names, "caliente", BACK_NAME}
    assert len(list(emojis())) == len(drawn)


@pytest.mark.parametrize(
    ("card", "name"),
    [("KH", "king_of_hearts"), ("TD", "ten_of_diamonds"), ("2S", "two_of_spades"), ("*", "joker"), ("!", "caliente")],
)
def test_names_can_be_said(card: str, name: str) -> None:
    assert emoji_name(read_card(card)) == name


def test_discord_takes_it(drawn: dict[str, bytes]) -> None:
    for name, png in drawn.items():
        with case(name):
            assert re.fullmatch(r"[a-z_]{2,32}", name)
            image = Image.open(io.BytesIO(png))
            assert image.size == (128, 128)
            assert len(png) < 4096
            alpha = image.convert("RGBA").getchannel("A")
            assert alpha.getpixel((0, 0)) == 0
            assert alpha.getpixel((64, 64)) == 255


@pytest.mark.parametrize("four", [False, True])
def test_no_two_look_alike_on_a_button(four: bool, drawn: dict[str, bytes]) -> None:
    """No two differ by less than a pip's few pixels, in lightness alone for those who don't see colours."""
    small = {name: on_a_button(png).convert("L") for name, png in drawn.items() if name.endswith("colours") == four}
    for (_, first), (_, second) in itertools.combinations(small.items(), 2):
        assert ImageStat.Stat(ImageChops.difference(first, second)).sum[0] > 600


def test_the_same_bytes_every_time(drawn: dict[str, bytes]) -> None:
    assert {emoji.name: emoji.png for emoji in emojis()} == drawn
