"""Emojis of cards: one for each, as Discord takes them, and different at the size of a button."""

import io
import itertools
import re

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.canasta.cards import CARD_CODES, JOKER_RANK, full_pack, read_card
from renderer import BACK_NAME, emoji_name, emojis

EMOJIS = {emoji.name: emoji.png for emoji in emojis()}


def on_a_button(png: bytes) -> Image.Image:
    """Return an emoji as large as on a button, on the grey of one."""
    image = Image.open(io.BytesIO(png)).convert("RGBA")
    ground = Image.new("RGBA", image.size, "#4e5058")
    return Image.alpha_composite(ground, image).convert("RGB").resize((20, 20), Image.Resampling.LANCZOS)


def test_there_is_one_for_every_card_in_two_colours_and_in_four() -> None:
    cards = {code for code in range(CARD_CODES) if code >> 2 != JOKER_RANK}
    names = {emoji_name(card, two_colour=two) for card in (*cards, *full_pack(1, 2)) for two in (True, False)}
    assert len(names) == 52 * 2 + 2
    assert set(EMOJIS) == {*names, "caliente", BACK_NAME}
    assert len(list(emojis())) == len(EMOJIS)


@pytest.mark.parametrize(
    ("card", "name"),
    [("KH", "king_of_hearts"), ("TD", "ten_of_diamonds"), ("2S", "two_of_spades"), ("*", "joker"), ("!", "caliente")],
)
def test_names_can_be_said(card: str, name: str) -> None:
    assert emoji_name(read_card(card)) == name


@pytest.mark.parametrize("name", EMOJIS)
def test_discord_takes_it(name: str) -> None:
    assert re.fullmatch(r"[a-z_]{2,32}", name)
    image = Image.open(io.BytesIO(EMOJIS[name]))
    assert image.size == (128, 128)
    assert len(EMOJIS[name]) < 4096
    alpha = image.convert("RGBA").getchannel("A")
    assert alpha.getpixel((0, 0)) == 0
    assert alpha.getpixel((64, 64)) == 255


@pytest.mark.parametrize("four", [False, True])
def test_no_two_look_alike_on_a_button(four: bool) -> None:
    """No two differ by less than a pip's few pixels, in lightness alone for those who don't see colours."""
    small = {name: on_a_button(png).convert("L") for name, png in EMOJIS.items() if name.endswith("colours") == four}
    for (_, first), (_, second) in itertools.combinations(small.items(), 2):
        assert ImageStat.Stat(ImageChops.difference(first, second)).sum[0] > 600


def test_the_same_bytes_every_time() -> None:
    assert {emoji.name: emoji.png for emoji in emojis()} == EMOJIS
