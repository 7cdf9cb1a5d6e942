"""Figures on cards: each rank and suit has its own, clear of the index, and soft edges alone between known inks."""

import itertools

import pytest
from PIL import Image

from bot.canasta.cards import read_card
from renderer.figures import FIGURES, figure
from renderer.painting import Painting
from renderer.sprites import badge_size, card, card_height
from renderer.text import LEAST_SIZE
from renderer.theme import INDEX, ramp

SUITS = ("spade", "heart", "diamond", "club")
WIDTH = 140


def drawn(rank: str, suit: str, width: int = WIDTH) -> Image.Image:
    return figure(rank, suit, width, card_height(width), "gold" if rank == "*" else "face")


def test_every_court_card_has_a_figure_of_its_own() -> None:
    pictures = {drawn(rank, suit).tobytes() for rank, suit in itertools.product("JQK", SUITS)}
    assert len({*pictures, drawn("*", "spade").tobytes()}) == 13


@pytest.mark.parametrize("rank", FIGURES)
def test_a_figure_keeps_clear_of_index_and_edge(rank: str) -> None:
    picture = drawn(rank, "heart")
    ground = INDEX["gold" if rank == "*" else "face"]
    inked = picture.point([255 * (index != ground) for index in range(256)])
    box = inked.getbbox()
    assert box is not None
    assert box[0] >= 7
    assert box[2] <= picture.width - 7
    assert box[3] <= picture.height - 7
    # Rank and suit; a joker's word reaches down to its lower edge.
    index = (0, 0, round(WIDTH * 0.4), picture.height if rank == "*" else round(WIDTH * 0.84))
    assert inked.crop(index).getbbox() is None


@pytest.mark.parametrize("text", ["KS", "QH", "JD", "*", "AC", "2S", "!", "9D"])
def test_a_whole_card_shows_more_than_its_index(text: str) -> None:
    one = read_card(text)
    whole = card(one, WIDTH, follows=False, last=True, low=False, joker_word="JOKER")
    bare = card(one, WIDTH, follows=False, last=True, joker_word="JOKER", low=True)
    assert whole.tobytes() != bare.tobytes()
    left = (0, 0, round(WIDTH * 0.38), round(WIDTH * 0.8))
    assert whole.crop(left).tobytes() == bare.crop(left).tobytes()


@pytest.mark.parametrize("width", [50, 67, 84, 125, 200])
def test_a_count_beside_the_index_is_never_small_print(width: int) -> None:
    for count in ("×3", "×12"):
        assert (badge_size(count, width) or LEAST_SIZE) >= LEAST_SIZE


def test_edges_are_soft_between_inks_that_meet_and_hard_between_others() -> None:
    painting = Painting(8, 8, 8, "face")
    painting.circle(0.5, 0.5, 0.42, "heart")
    soft = set(painting.finish().tobytes())
    assert soft == set(ramp("heart", "face"))
    painting.oval(0.3, 0.1, 0.7, 0.9, "joker")
    hard = set(painting.finish().tobytes())
    assert not hard - soft - {INDEX["joker"]} - set(ramp("joker", "face"))
