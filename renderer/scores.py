"""The picture of a finished round's score sheet."""

from __future__ import annotations

from functools import lru_cache
from gettext import NullTranslations
from typing import Final

from bot.canasta.events import RoundScore
from bot.canasta.views import PublicView
from renderer.canvas import MAX_ALT, MAX_HEIGHT, WIDTH, Canvas, Picture, Style
from renderer.text import shortened, text_width
from renderer.theme import SIDE_INKS
from renderer.words import joined, number, player_name, winner_name

_MARGIN: Final = 34
_HEAD: Final = 132
_FOOT: Final = 150
_LINE: Final = 54
_LABEL_ROOM: Final = 320


def line_labels(t: NullTranslations) -> dict[str, str]:
    """Return the label of each score line by its key in a record, in the order of the sheet."""
    return {
        "natural": t.gettext("Natural canastas"),
        "semi": t.gettext("Semi-clean canastas"),
        "mixed": t.gettext("Mixed canastas"),
        "royal": t.gettext("Runs of a whole suit"),
        "wild": t.gettext("Wild canastas"),
        "sequence": t.gettext("Sequence canastas"),
        "aces": t.gettext("Canastas of aces"),
        "sevens": t.gettext("Canastas of sevens"),
        "twos": t.gettext("Canastas of twos"),
        "count": t.gettext("Number of canastas"),
        "special": t.gettext("Special hand"),
        "threes": t.gettext("Red threes"),
        "black_threes": t.gettext("Black threes"),
        "out": t.gettext("Going out"),
        "concealed": t.gettext("Going out concealed"),
        "concealed_canasta": t.gettext("Concealed canasta"),
        "foot": t.gettext("Foot taken or left"),
        "mirror": t.gettext("Mirror bonus"),
        "cut": t.gettext("Exact cut"),
        "caliente": t.gettext("Calientes played"),
        "cards": t.gettext("Cards melded"),
        "hand": t.gettext("Cards left in hand"),
        "held": t.gettext("Cards held back"),
        "unfinished": t.gettext("Unfinished melds"),
    }


def how_it_ended(score: RoundScore, view: PublicView, t: NullTranslations) -> tuple[str, str]:
    """Return a sentence that says who went out or why the round ended, and the name of the player.

    The sentence has no full stop and may contain `{name}`; the name is empty if nobody went out.
    """
    if score.out is None:
        return t.gettext("The stock ran out"), ""
    name = player_name(view.players[score.out], t)
    if score.ending == "special":
        return t.gettext("{name} laid a special hand"), name
    if score.ending == "automatic":
        return t.gettext("{name} won the round outright"), name
    if score.concealed:
        return t.gettext("{name} went out concealed"), name
    return t.gettext("{name} went out"), name


def _signed(value: int, t: NullTranslations) -> str:
    return ("+" if value > 0 else "") + number(value, t)


def _rows(score: RoundScore, t: NullTranslations) -> list[tuple[str, list[int]]]:
    """Return the label and each side's points of every line that any side has."""
    by_side = [dict(side.lines) for side in score.sides]
    labels = line_labels(t)
    keys = [key for key in labels if any(key in lines for lines in by_side)]
    keys += sorted({key for lines in by_side for key in lines} - labels.keys())
    return [(labels.get(key, key), [lines.get(key, 0) for lines in by_side]) for key in keys]


def _columns(score: RoundScore, view: PublicView, t: NullTranslations) -> list[list[str]]:
    """Return the players' names above each column."""
    if len(score.sides) == len(view.sides):
        return [[player_name(view.players[seat], t) for seat in side.seats] for side in view.sides]
    return [[player_name(player, t)] for player in view.players[: len(score.sides)]]


def describe(score: RoundScore, view: PublicView, style: Style) -> str:
    """Return the alt text: every line of every side."""
    t = style.translation
    rows = _rows(score, t)
    sentence, name = how_it_ended(score, view, t)
    head = t.gettext("Round {round}. {ending}.").format(
        round=number(score.number, t), ending=sentence.format(name=name)
    )
    won = [f"{_winner(view, t)}."] if _decided(score, view) else []
    text = " ".join((head, *won, *_by_side(score, view, rows, t)))
    return text if len(text) <= MAX_ALT else " ".join((head, *won, _by_line(score, view, rows, t)))


def _by_side(score: RoundScore, view: PublicView, rows: list[tuple[str, list[int]]], t: NullTranslations) -> list[str]:
    """Return a sentence for each side, with its lines."""
    sides = []
    for place, names in enumerate(_columns(score, view, t)):
        lines = [f"{label} {_signed(points[place], t)}" for label, points in rows if points[place]]
        lines.append(t.gettext("this round {points}").format(points=_signed(score.sides[place].total, t)))
        if len(score.scores) == len(score.sides):
            lines.append(t.gettext("score {points}").format(points=number(score.scores[place], t)))
        sides.append(f"{joined(names, t)}: {', '.join(lines)}.")
    if len(score.scores) != len(score.sides):
        sides += [
            t.gettext("{name}: score {points}.").format(name=player_name(player, t), points=number(points, t))
            for player, points in zip(view.players, score.scores, strict=True)
        ]
    return sides


def _by_line(score: RoundScore, view: PublicView, rows: list[tuple[str, list[int]]], t: NullTranslations) -> str:
    """Return all lines with all sides' points, the totals first; this is shorter than `_by_side`."""
    names = " / ".join(joined(names, t)[:24] for names in _columns(score, view, t))
    totals = [
        (t.gettext("This round"), [side.total for side in score.sides]),
        (t.gettext("Score"), list(score.scores)),
    ]
    lines = [f"{label} {' / '.join(number(value, t) for value in points)}" for label, points in totals + rows]
    return f"{names}: {'; '.join(lines)}."


def _decided(score: RoundScore, view: PublicView) -> bool:
    return view.over and score.number == max((one.number for one in view.finished), default=score.number)


def _winner(view: PublicView, t: NullTranslations) -> str:
    if view.winner is None:
        return t.gettext("The game is a draw")
    return t.gettext("{name} won the game").format(name=winner_name(view, t))


@lru_cache(maxsize=256)
def render(score: RoundScore, view: PublicView, style: Style) -> Picture:
    """Draw a round's score sheet, one column for each side. Raises `KeyError` for an unknown theme."""
    t = style.translation
    rows = _rows(score, t)
    columns = _columns(score, view, t)
    by_player = len(score.scores) != len(score.sides)
    decided = _decided(score, view)
    foot = _FOOT + 60 * decided
    line = min(_LINE, (MAX_HEIGHT - _HEAD - foot) // max(len(rows), 1))
    size = min(29, round(line * 0.54))
    height = _HEAD + line * len(rows) + foot
    canvas = Canvas(WIDTH, height, "panel")

    step = min(300, (WIDTH - 2 * _MARGIN - _LABEL_ROOM) // len(columns))
    rights = [WIDTH - _MARGIN - step * (len(columns) - 1 - place) for place in range(len(columns))]
    label_room = rights[0] - step - _MARGIN + 30

    title = t.gettext("Round {round}").format(round=number(score.number, t))
    canvas.text(_MARGIN, 62, title, 42, "bold", "text", "panel")
    room = label_room
    for place, (names, right) in enumerate(zip(columns, rights, strict=True)):
        left = _draw_names(canvas, names, right, step - 22, SIDE_INKS[place % len(SIDE_INKS)], t)
        room = left - _MARGIN - 30 if place == 0 else room
    sentence, name = how_it_ended(score, view, t)
    name = shortened(name, 27, "regular", room - text_width(sentence.format(name=""), 27, "regular"))
    canvas.text(_MARGIN, 104, sentence.format(name=name), 27, "regular", "muted", "panel")

    values = [_signed(value, t) for _, points in rows for value in points]
    value_size = _size_for(values, size, step - 20)
    y = _HEAD
    for row, (label, points) in enumerate(rows):
        ground = "panel" if row % 2 else "felt"
        canvas.fill(0, y, WIDTH, y + line, ground)
        baseline = y + (line + round(size * 0.727)) // 2
        canvas.text(_MARGIN, baseline, shortened(label, size, "regular", label_room), size, "regular", "text", ground)
        for value, right in zip(points, rights, strict=True):
            ink = "bad" if value < 0 else "text" if value else "muted"
            canvas.text_to(right, baseline, _signed(value, t) if value else "–", value_size, "strong", ink, ground)
        y += line

    canvas.fill(_MARGIN, y + 12, WIDTH - _MARGIN, y + 14, "line")
    rounds = [_signed(side.total, t) for side in score.sides]
    totals = [number(total, t) for total in score.scores]
    small, large = _size_for(rounds, 36, step - 16), _size_for(totals, 44, step - 16)
    canvas.text(_MARGIN, y + 62, t.gettext("This round"), 31, "bold", "text", "panel")
    canvas.text(_MARGIN, y + 120, t.gettext("Score"), 31, "strong", "muted", "panel")
    for side, words, right in zip(score.sides, rounds, rights, strict=True):
        canvas.text_to(right, y + 62, words, small, "bold", "bad" if side.total < 0 else "text", "panel")
    if by_player:
        _draw_player_scores(canvas, score, view, y + 120, t)
    else:
        for place, (words, right) in enumerate(zip(totals, rights, strict=True)):
            canvas.text_to(right, y + 120, words, large, "bold", SIDE_INKS[place % len(SIDE_INKS)], "panel")
    if decided:
        left = _MARGIN
        if view.winner is not None:
            canvas.icon("crown", left, y + 147, 38, "accent", "panel")
            left += 54
        room = WIDTH - left - _MARGIN - 6
        won_size = _size_for([_winner(view, t)], 34, room)
        words = shortened(_winner(view, t), won_size, "bold", room)
        canvas.text(left, y + 180, words, won_size, "bold", "accent", "panel")
    return canvas.finish(style, describe(score, view, style))


def _size_for(texts: list[str], size: int, room: int) -> int:
    """Return the font size, at most `size`, at which all texts fit."""
    while size > 14 and any(text_width(text, size, "bold") > room for text in texts):
        size -= 2
    return size


def _draw_names(canvas: Canvas, names: list[str], right: int, room: int, ink: str, t: NullTranslations) -> int:
    """Draw a column's names and return their left end.

    They are on one line if they fit. If not, each player has a line, or a single long name has two.
    """
    whole = joined(names, t)
    lines, size = [whole], 31 if text_width(whole, 31, "bold") <= room else 26
    if text_width(whole, size, "bold") > room:
        lines = names if len(names) > 1 else _broken(whole, room)
    baseline = 104 - round(size * 1.3) * (len(lines) - 1)
    left = right
    for line in lines:
        left = min(
            left, canvas.text_to(right, baseline, shortened(line, size, "bold", room), size, "bold", ink, "panel")
        )
        baseline += round(size * 1.3)
    return left


def _broken(name: str, room: int) -> list[str]:
    """Return a name on two lines, the first as long as fits."""
    words = name.split(" ")
    first = 1
    while first < len(words) and text_width(" ".join(words[: first + 1]), 26, "bold") <= room:
        first += 1
    return [line for line in (" ".join(words[:first]), " ".join(words[first:])) if line]


def _draw_player_scores(
    canvas: Canvas, score: RoundScore, view: PublicView, baseline: int, t: NullTranslations
) -> None:
    """Draw all players' scores in one line, where players score for themselves but the round was scored by sides."""
    count = len(score.scores)
    room = (WIDTH - _MARGIN * 2 - 150) // count
    for place, (player, points) in enumerate(zip(view.players, score.scores, strict=True)):
        right = WIDTH - _MARGIN - room * (count - 1 - place)
        ink = SIDE_INKS[place % len(SIDE_INKS)]
        left = canvas.text_to(right, baseline, number(points, t), 26, "bold", ink, "panel")
        name = shortened(player_name(player, t), 22, "strong", room - (right - left) - 26)
        canvas.text_to(left - 8, baseline, name, 22, "strong", "muted", "panel")
