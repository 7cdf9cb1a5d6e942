"""Parts that the league's pictures share: texts that the font can write, medals, a box for an empty board."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import lru_cache
from gettext import NullTranslations
from typing import Any, Final, TypeVar

from renderer.canvas import Canvas
from renderer.text import CAP_HEIGHT, LEAST_SIZE, clean_text, text_width, wrapped
from renderer.words import number

View = TypeVar("View")

#: The shape and colour of each medal, so that no two differ by colour alone. Ranks from the fourth on have a plain tag.
MEDALS: Final = {1: ("rosette", "first"), 2: ("disc", "second"), 3: ("hexagon", "third")}


def written(view: View) -> View:
    """Return a view with all its texts as the font can write them, as some were typed by people.

    A text of which nothing is left becomes an ellipsis: no text at all stands for somebody who had their data deleted.
    """
    whole: View = _written(view)
    return whole


def _written(value: Any) -> Any:
    if isinstance(value, str):
        return clean_text(value) or ("…" if value else "")
    if isinstance(value, tuple):
        # Most members of most tuples are numbers.
        return tuple([one if type(one) is float else _written(one) for one in value])
    return _rebuilt(value) if hasattr(value, "__dataclass_fields__") else value


@lru_cache(maxsize=1024)
def _rebuilt(view: Any) -> Any:
    return replace(view, **{field.name: _written(getattr(view, field.name)) for field in fields(view)})


def draw_medal(canvas: Canvas, rank: int, x: int, y: int, size: int, ground: str, t: NullTranslations) -> int:
    """Draw a rank `size` pixels high with its top left corner at x, y; return its right end."""
    text = number(rank, t)
    if rank in MEDALS:
        name, colour = MEDALS[rank]
        canvas.icon(name, x, y, size, colour, ground)
        ink, letters, width = "medal_ink", round(size * 0.5), size
    else:
        ink, colour, letters = "text", "line", max(LEAST_SIZE, round(size * 0.42))
        width = max(size, text_width(text, letters, "bold") + round(size * 0.5))
        canvas.panel(x, y, x + width, y + size, size // 4, colour, ground)
    canvas.text_about(x + width // 2, y + (size + round(letters * CAP_HEIGHT)) // 2, text, letters, "bold", ink, colour)
    return x + width


def draw_notice(canvas: Canvas, text: str, left: int, top: int, right: int, bottom: int) -> None:
    """Draw a box on a panel with up to three lines of text in its middle."""
    canvas.panel(left, top, right, bottom, 17, "felt", "panel")
    lines = wrapped(text, LEAST_SIZE, "regular", right - left - 37, 3)
    across, middle = (left + right) // 2, (top + bottom) // 2
    canvas.icon("cards", across - 25, middle - 42 - 18 * len(lines), 50, "muted", "felt")
    baseline = middle + 57 - 18 * len(lines)
    for line in lines:
        canvas.text_about(across, baseline, line, LEAST_SIZE, "regular", "muted", "felt")
        baseline += 37
