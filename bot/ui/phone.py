"""The room for buttons on a phone, 390 pixels wide: Discord breaks a label, or a row, that is wider than a message."""

from __future__ import annotations

from typing import Final

from bot.ui.words import card_names

#: The pixels of a row of buttons, of the space between two of them, of a button without its label, and of an emoji in it.
_ROW: Final = 302
_BETWEEN: Final = 8
_EMPTY: Final = 34
_EMOJI: Final = 26
#: The most pixels of a button that looks lost in a line of its own.
_SHORT: Final = 90
#: The pixels of letters, about; of all others.
_LETTERS: Final = {
    **dict.fromkeys("fijlrtI.,:;!'’()| ⋯", 4.2),
    **dict.fromkeys("0123456789+ABCDEFGHJKLNOPQRSTUVXYZ", 8.5),
    **dict.fromkeys("mwMW…", 10.5),
    **dict.fromkeys("♠♥♦♣→", 14.0),
}
_LETTER: Final = 7.6


def pixels(label: str, *, emoji: bool = False) -> float:
    """Return about how wide a button with a label is, and with an `emoji` before it if there is one."""
    seen = card_names.seen(label)
    return _EMPTY + sum(_LETTERS.get(letter, _LETTER) for letter in seen) + (_EMOJI if emoji else 0)


def in_a_line(label: str, *, emoji: bool = False) -> bool:
    """Return whether a button's label stands in one line."""
    return pixels(label, emoji=emoji) <= _ROW


def lines(widths: list[float]) -> list[int]:
    """Return how many buttons of these widths stand in each line: a short one alone in the last gets another beside it."""
    many: list[int] = []
    left = 0.0
    for width in widths:
        if not many or width + _BETWEEN > left:
            many.append(0)
            left = _ROW + _BETWEEN
        many[-1] += 1
        left -= width + _BETWEEN
    alone = len(many) > 1 and many[-1] == 1 and many[-2] > 1 and widths[-1] <= _SHORT
    if alone and sum(widths[-2:]) + _BETWEEN <= _ROW:
        many[-2:] = [many[-2] - 1, 2]
    return many
