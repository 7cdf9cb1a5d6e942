"""Hands of every size: each card is there once, whole enough to read, in its place."""

import io
import itertools
import random
from collections import Counter

import pytest
from PIL import Image

from bot.canasta.cards import JOKER, Card, full_pack, is_black_three, is_wild, read_cards
from renderer import BACKS, THEMES, Picture, Style, render_hand, render_large_hand, render_sample
from renderer.canvas import MAX_HEIGHT, WIDTH
from renderer.hand import _LARGE_ENOUGH, LARGE_WIDTHS, WIDTHS, Layout, groups, layout, lift, split
from renderer.sprites import card_height, sliver_width
from renderer.theme import colour
from tests.cases import case
from tests.killed import LONG
from tests.renderer.samples import dealt, hand_view
from tests.secrecy import cards_aloud

SIZES = range(81)


def boxes(plan: Layout) -> list[tuple[int, int, int, int]]:
    """Return what can be seen of each card."""
    tall = card_height(plan.width)
    return [
        (one.x, one.y, one.x + (plan.width if one.last else sliver_width(plan.width)), one.y + tall)
        for one in plan.cards
    ]


def test_every_card_lies_free_inside_the_picture() -> None:
    for size, seed in itertools.product(SIZES, range(3)):
        with case(size, seed):
            view = dealt(size, seed)
            plan = layout(view.hand, view.fresh)
            assert Counter(one.card for one in plan.cards) == Counter(view.hand)
            assert Counter(one.card for one in plan.cards if one.fresh) == Counter(view.fresh)
            assert plan.width in WIDTHS
            assert plan.height <= MAX_HEIGHT
            seen = boxes(plan)
            for left, top, right, bottom in seen:
                assert left >= 0
                assert right <= WIDTH
                # The mark of a fresh card stands above it.
                assert top >= 12
                assert bottom <= plan.height
            for place, (left, top, right, bottom) in enumerate(seen):
                for other in seen[place + 1 :]:
                    assert other[0] >= right or other[2] <= left or other[1] >= bottom or other[3] <= top


@pytest.mark.parametrize("card", read_cards("* TH 2C"))
def test_eighty_of_one_rank(card: Card) -> None:
    plan = layout([card] * 80)
    assert len(plan.cards) == 80
    assert plan.height <= MAX_HEIGHT
    assert max(box[2] for box in boxes(plan)) <= WIDTH


def test_card_widths_shrink_with_the_hand() -> None:
    widths = [layout(dealt(size).hand).width for size in (5, 13, 40, 80)]
    assert widths == sorted(widths, reverse=True)
    assert widths[1] == WIDTHS[0]
    assert widths[3] >= 58


def test_rows_are_balanced() -> None:
    plan = layout(dealt(26).hand)
    rows: dict[int, int] = {}
    for (left, _, right, _), one in zip(boxes(plan), plan.cards, strict=True):
        rows[one.y] = rows.get(one.y, 0) + right - left
    assert max(rows.values()) - min(rows.values()) < 2.5 * plan.width


def test_wilds_first_black_threes_last_and_ranks_together() -> None:
    cards = [one.card for one in layout(dealt(60).hand).cards]
    assert [is_wild(code) for code in cards] == sorted((is_wild(code) for code in cards), reverse=True)
    assert [is_black_three(code) for code in cards] == sorted(is_black_three(code) for code in cards)
    ranks = [code >> 2 for code in cards]
    assert all(code == JOKER for code in cards[: cards.count(JOKER)])
    changes = sum(first != second for first, second in itertools.pairwise(ranks))
    # Red threes and black ones lie beside each other.
    assert changes == len(set(ranks)) - 1


def test_of_equal_cards_as_many_are_marked_as_came() -> None:
    plan = layout(read_cards("KS KS KS KH"), read_cards("KS"))
    assert [one.fresh for one in plan.cards] == [False, False, True, False]


@pytest.mark.parametrize("size", [1, 13, 40, 80])
def test_chosen_cards_lie_higher_in_a_room_of_their_own(size: int) -> None:
    view = dealt(size)
    picked = view.hand[::3]
    plan = layout(view.hand, view.fresh, chosen=picked)
    assert Counter(one.card for one in plan.cards if one.chosen) == Counter(picked)
    assert plan.height <= MAX_HEIGHT
    up, tall = lift(plan.width), card_height(plan.width)
    rows = sorted({one.y for one in plan.cards})
    assert rows[0] - up >= 12
    assert all(low - up >= high + tall + 12 for high, low in itertools.pairwise(rows))
    ranks = {groups([one.card])[0][0] >> 2 for one in plan.cards if one.chosen}
    assert {one.card >> 2 for one in plan.cards if one.loose} <= ranks


def test_a_chosen_card_leaves_its_place() -> None:
    view = hand_view(read_cards("7S 9H KS KH"))
    plain, picked = render_hand(view), render_hand(view, chosen=tuple(read_cards("7S")))
    assert picked.alt == plain.alt + " Chosen: seven of spades."
    plan = layout(view.hand, chosen=read_cards("7S"))
    image = Image.open(io.BytesIO(picked.png)).convert("RGB")
    for one in plan.cards:
        low = image.getpixel((one.x + plan.width // 2, one.y + card_height(plan.width) - 3))
        assert (low == colour("green", "felt")) == (one.card == read_cards("7S")[0])


@pytest.mark.parametrize("large", [False, True])
def test_of_equal_cards_as_many_are_lifted_as_were_chosen(large: bool) -> None:
    view = hand_view(read_cards("KS KS KS KH"))
    render = render_large_hand if large else lambda *args, **more: (render_hand(*args, **more),)
    pictures = {render(view, chosen=tuple(read_cards("KS " * count)))[0].png for count in range(4)}
    assert len(pictures) == 4
    plan = layout(view.hand, chosen=read_cards("KS KS"))
    assert [one.chosen for one in plan.cards] == [False, True, True, False]


@pytest.mark.slow
def test_alt_names_every_card() -> None:
    for size in SIZES:
        with case(size):
            view = dealt(size)
            picture = render_hand(view)
            assert 0 < len(picture.alt) <= 1024
            assert "…" not in picture.alt
            held, _, fresh = picture.alt.partition(" Just received")
            for cards, words in ((view.hand, held), (view.fresh, fresh)):
                if "spades" in words or "hearts" in words:
                    assert cards_aloud(words) == Counter(cards)


def test_alt_of_the_fullest_hand() -> None:
    pack = sorted(random.Random(0).sample(full_pack(6, 12), 200))
    picture = render_hand(hand_view(pack, pack))
    assert len(picture.alt) <= 1024
    assert "…" not in picture.alt


def shown(part: Picture) -> Counter[Card]:
    """Return the cards that a picture's words name."""
    held, _, _ = part.alt.partition(" Just received")
    return cards_aloud(held.partition(": ")[2])


@pytest.mark.slow
def test_large_cards_show_the_same_hand_larger() -> None:
    for size, seed in itertools.product(SIZES if LONG else SIZES[::3], range(2)):
        with case(size, seed):
            view = dealt(size, seed)
            parts = render_large_hand(view)
            assert 1 <= len(parts) <= 3
            assert all(part.width == WIDTH and part.height <= MAX_HEIGHT and len(part.alt) <= 1024 for part in parts)
            if size:
                assert sum(map(shown, parts), Counter()) == shown(render_hand(view))
            fans = groups(view.hand)
            plans = [layout(part, (), LARGE_WIDTHS) for part in split(fans, len(parts))]
            assert min(plan.width for plan in plans) >= min(1.2 * layout(view.hand).width, _LARGE_ENOUGH)


def test_a_picture_of_cards_in_every_look() -> None:
    looks = {
        render_sample(large=large, style=Style(theme, two_colour=two)).png
        for large in (True, False)
        for theme in THEMES
        for two in (True, False)
    }
    assert len(looks) == 2 * 2 * len(THEMES)
    assert len({render_sample(large=True, style=Style(back=back)).png for back in BACKS}) == len(BACKS)
