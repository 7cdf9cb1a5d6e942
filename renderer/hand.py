"""The picture of one player's own cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Final, NamedTuple

from bot.canasta.cards import (
    CALIENTE_RANK,
    CARD_CODES,
    JOKER_RANK,
    NATURAL_RANKS,
    THREE,
    TWO,
    Card,
    is_red_three,
    read_cards,
)
from renderer import speech
from renderer.canvas import MAX_HEIGHT, WIDTH, Canvas, Picture, Style
from renderer.sprites import back, badge_size, card, card_height, face_of, outline, sliver_width
from renderer.text import CAP_HEIGHT, LEAST_SIZE
from renderer.words import joker_word

#: The widths of cards to choose from; the largest one that fits is used.
WIDTHS: Final = (125, 116, 108, 100, 91, 84, 75, 66, 58, 50)
#: The widths of large cards. They are spread over more pictures, at most `_PICTURES`, until they are at least
#: `_LARGE_ENOUGH` wide.
LARGE_WIDTHS: Final = (201, 188, 176, 163, 151, 138, *WIDTHS)
_PICTURES, _LARGE_ENOUGH = 3, 163
_MARGIN: Final = 18
_TOP: Final = 17
#: The room between rows, where the mark of a fresh card is drawn.
_ROW_GAP: Final = 17
_MARK_HEIGHT: Final = 7


class Placed(NamedTuple):
    """One card of the picture: its place, how it is drawn, its fan's number of cards, if it is fresh, and if chosen.

    A chosen card lies higher than its place. `loose` are all cards of a fan of which any is chosen.
    """

    card: Card
    x: int
    y: int
    follows: bool
    last: bool
    fan: int
    fresh: bool
    chosen: bool
    loose: bool


class Layout(NamedTuple):
    """All cards of the picture, their width and the picture's height, in pixels."""

    width: int
    height: int
    cards: tuple[Placed, ...]


def _order(code: Card) -> int:
    """Return the place of a card's fan: wilds first, then aces down to fours, then red threes, then black threes."""
    first = {CALIENTE_RANK: 0, JOKER_RANK: 1, TWO: 2, THREE: 20 if is_red_three(code) else 21}
    return first.get(code >> 2, 2 + NATURAL_RANKS - (code >> 2))


_ORDER: Final = tuple(map(_order, range(CARD_CODES)))


def groups(hand: Iterable[Card]) -> list[list[Card]]:
    """Return the hand by rank as the picture shows it: wilds first, black threes last."""
    fans: dict[int, list[Card]] = {}
    for code in sorted(hand):
        fans.setdefault(_ORDER[code], []).append(code)
    return [fans[order] for order in sorted(fans)]


def lift(width: int) -> int:
    """Return how much higher than the others a chosen card of this width lies, in pixels."""
    return round(width * 0.18)


def _rows(widths: Sequence[int], gap: int, limit: int) -> list[int] | None:
    """Return how many fans go into each row that is at most `limit` wide, None if one fan alone is wider."""
    rows, used = [0], 0
    for width in widths:
        if width > limit:
            return None
        needed = used + gap + width if rows[-1] else width
        if needed > limit:
            rows.append(0)
            needed = width
        rows[-1] += 1
        used = needed
    return rows


def _balanced(widths: Sequence[int], gap: int, rows: list[int]) -> list[int]:
    """Return as many rows as given, spread so that the widest row is as narrow as possible."""
    # The widest row can't be narrower than the mean of all rows.
    low, high = max(*widths, (sum(widths) + gap * (len(widths) - len(rows))) // len(rows)), WIDTH - 2 * _MARGIN
    while low < high:
        middle = (low + high) // 2
        attempt = _rows(widths, gap, middle)
        if attempt and len(attempt) == len(rows):
            rows, high = attempt, middle
        else:
            low = middle + 1
    return rows


def layout(
    hand: Sequence[Card],
    fresh: Iterable[Card] = (),
    widths_allowed: Sequence[int] = WIDTHS,
    chosen: Sequence[Card] = (),
) -> Layout:
    """Return the place of every card: the widest of the allowed cards whose rows fit, in balanced rows.

    Where cards are chosen, there is room above each row to lift them.
    """
    whole = groups(hand)
    room = WIDTH - 2 * _MARGIN
    for width in widths_allowed:
        sliver = sliver_width(width)
        most = (room - width) // sliver + 1
        fans = [fan[at : at + most] for fan in whole for at in range(0, len(fan), most)]
        gap = round(width * 0.075)
        widths = [(len(fan) - 1) * sliver + width for fan in fans]
        rows = _rows(widths, gap, room)
        up = lift(width) if chosen else 0
        step = card_height(width) + _ROW_GAP + up
        if rows and (_TOP + len(rows) * step <= MAX_HEIGHT or width == widths_allowed[-1]):
            break
    assert rows is not None  # a fan never holds more cards than fit in a row
    marks, picks = Counter(fresh), Counter(chosen)
    placed: list[Placed] = []
    start = 0
    for row, fans_in_row in enumerate(_balanced(widths, gap, rows) if fans else []):
        end = start + fans_in_row
        x = (WIDTH - sum(widths[start:end]) - gap * (fans_in_row - 1)) // 2
        for fan in fans[start:end]:
            loose = any(picks[code] for code in fan)
            for place, code in enumerate(fan):
                # Of equal cards the last are marked, next to the following suit's.
                is_fresh = marks[code] > 0 and fan[place:].count(code) <= marks[code]
                marks[code] -= is_fresh
                is_chosen = picks[code] > 0 and fan[place:].count(code) <= picks[code]
                picks[code] -= is_chosen
                last, y = place == len(fan) - 1, _TOP + up + row * step
                placed.append(Placed(code, x, y, place > 0, last, len(fan), is_fresh, is_chosen, loose))
                x += width if last else sliver
            x += gap
        start = end
    return Layout(width, _TOP + len(rows) * step if fans else 117, tuple(placed))


def describe(hand: Sequence[Card], fresh: Sequence[Card], chosen: Sequence[Card], style: Style) -> str:
    """Return the alt text: every card by rank, which are fresh, and which are chosen.

    Of more cards than can be named, it counts those of each rank.
    """
    t = style.translation
    if not hand:
        return t.gettext("Your hand is empty.")
    text = t.ngettext("Your hand, {count} card: {cards}.", "Your hand, {count} cards: {cards}.", len(hand))
    return _described(text.replace("{count}", str(len(hand))), hand, fresh, chosen, t)


def _describe_part(
    hand: Sequence[Card], fresh: Sequence[Card], chosen: Sequence[Card], number: int, parts: int, style: Style
) -> str:
    t = style.translation
    text = t.gettext("Your hand, picture {number} of {parts}: {cards}.")
    text = text.replace("{number}", str(number)).replace("{parts}", str(parts))
    return _described(text, hand, fresh, chosen, t)


def _described(
    text: str, hand: Sequence[Card], fresh: Sequence[Card], chosen: Sequence[Card], t: NullTranslations
) -> str:
    """Return a text that names cards, with those of a hand and what is marked in its picture."""
    marks = ((t.gettext("Just received: {cards}."), fresh), (t.gettext("Chosen: {cards}."), chosen))

    def words(brief: int) -> str:
        named = [text.format(cards=spoken(hand, t, suits=brief < 2))]
        named += [mark.format(cards=spoken(some, t, suits=brief < 1)) for mark, some in marks if some]
        return " ".join(named)

    return speech.short_enough(words, range(3))


def spoken(some: Iterable[Card], t: NullTranslations, *, suits: bool = True) -> str:
    """Return cards in the order of the picture as they are read aloud, or only the number of each rank."""
    return speech.cards((card for fan in groups(some) for card in fan), t, suits=suits)


@lru_cache(maxsize=256)
def render(hand: tuple[Card, ...], fresh: tuple[Card, ...], chosen: tuple[Card, ...], style: Style) -> Picture:
    """Draw a hand with its `fresh` cards marked and its `chosen` ones lifted.

    Raises `KeyError` for an unknown theme.
    """
    return _draw(layout(hand, fresh, chosen=chosen), style, describe(hand, fresh, chosen, style))


@lru_cache(maxsize=64)
def render_large(
    hand: tuple[Card, ...], fresh: tuple[Card, ...], chosen: tuple[Card, ...], style: Style
) -> tuple[Picture, ...]:
    """Draw a hand in large cards, from left to right in as few pictures as possible."""
    for pictures in range(1, _PICTURES + 1):
        parts = split(groups(hand), pictures)
        marks, picks = _shared_out(parts, fresh), _shared_out(parts, chosen)
        plans = [layout(part, mark, LARGE_WIDTHS, pick) for part, mark, pick in zip(parts, marks, picks, strict=True)]
        smallest = min(plan.width for plan in plans)
        if smallest >= _LARGE_ENOUGH:
            break
    # All pictures use the card size of the fullest one.
    same = LARGE_WIDTHS[LARGE_WIDTHS.index(smallest) :]
    plans = [layout(part, mark, same, pick) for part, mark, pick in zip(parts, marks, picks, strict=True)]
    if len(parts) == 1:
        return (_draw(plans[0], style, describe(hand, fresh, chosen, style)),)
    return tuple(
        _draw(plan, style, _describe_part(part, mark, pick, number, len(parts), style))
        for number, (plan, part, mark, pick) in enumerate(zip(plans, parts, marks, picks, strict=True), start=1)
    )


#: A joker and cards of each suit, among them a two and a black three.
_SAMPLE: Final = tuple(sorted(read_cards("* 2H KS KH KD KC 3S")))
#: How wide its cards are at most, usual ones and large ones.
_SAMPLE_WIDTHS: Final = (108, _LARGE_ENOUGH)


@lru_cache(maxsize=32)
def render_sample(large: bool, style: Style) -> Picture:
    """Draw some cards of every look, as a hand shows them, and a back. Raises `KeyError` for an unknown theme or back."""
    plan = layout(
        _SAMPLE, (), [width for width in (LARGE_WIDTHS if large else WIDTHS) if width <= _SAMPLE_WIDTHS[large]]
    )
    # The back lies at the left of the last row, which makes room for it.
    room, last = plan.width + round(plan.width * 0.075), plan.cards[-1].y
    cards = tuple(one._replace(x=one.x + room // 2) if one.y == last else one for one in plan.cards)
    canvas = _table(plan._replace(cards=cards), style)
    left = min(one.x for one in cards if one.y == last) - room
    canvas.paste(back(plan.width, style.back), left, last, outline(plan.width))
    alt = style.translation.gettext("An example: {cards}.").format(cards=spoken(_SAMPLE, style.translation))
    return canvas.finish(style, alt)


def split(fans: Sequence[list[Card]], pictures: int) -> list[list[Card]]:
    """Return the fans of a hand in their order, divided into pictures.

    The fullest picture has as few cards as possible.
    """
    fullest = max([len(fan) for fan in fans], default=0)
    while True:
        parts: list[list[Card]] = [[]]
        for fan in fans:
            if parts[-1] and len(parts[-1]) + len(fan) > fullest:
                parts.append([])
            parts[-1] += fan
        if len(parts) <= pictures:
            return parts
        fullest += 1


def _shared_out(parts: Sequence[Sequence[Card]], marked: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Return the marked cards of each part; all cards of a rank are in the same part."""
    return [tuple(card for card in marked if card in part) for part in parts]


def _draw(plan: Layout, style: Style, alt: str) -> Picture:
    return _table(plan, style).finish(style, alt)


def _table(plan: Layout, style: Style) -> Canvas:
    canvas = Canvas(WIDTH, plan.height, "felt")
    for placed in plan.cards:
        _draw_card(canvas, placed, plan.width, style)
    if not plan.cards:
        words = style.translation.gettext("No cards in hand")
        canvas.text_about(WIDTH // 2, plan.height // 2 + 11, words, 30, "regular", "muted", "felt")
    return canvas


def _draw_card(canvas: Canvas, placed: Placed, width: int, style: Style) -> None:
    code, x, y, last = placed.card, placed.x, placed.y, placed.last
    count = f"×{placed.fan}" if last and placed.fan > 2 else ""
    size = badge_size(count, width)
    low = (bool(count) and size is None) or not last
    word = joker_word(style.translation)
    inset = round(width * 0.06)
    if placed.loose:
        # A lifted card uncovers its neighbours, so all cards of the fan are whole and lie on each other.
        y -= lift(width) * placed.chosen
        sprite = card(code, width, follows=False, last=True, low=low, joker_word=word)
        canvas.paste(sprite, x, y, outline(width))
        if placed.chosen:
            bottom = placed.y + card_height(width)
            canvas.fill(x + inset, bottom - 10, x + sliver_width(width) - inset // 2, bottom - 3, "accent")
    else:
        canvas.paste(card(code, width, follows=placed.follows, last=last, low=low and last, joker_word=word), x, y)
    if placed.fresh:
        canvas.fill(x + inset, y - _MARK_HEIGHT - 3, x + sliver_width(width) - inset // 2, y - 3, "good")
    if count:
        right, baseline = x + width - round(width * 0.08), y + round(width * 0.07 + (size or 0) * CAP_HEIGHT)
        if size is None:
            size, baseline = LEAST_SIZE, y + card_height(width) - round(width * 0.12)
        canvas.text_to(right, baseline, count, size, "strong", "count", face_of(code))
