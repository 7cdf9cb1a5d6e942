"""The picture of a finished round's score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from gettext import NullTranslations
from typing import Final, NamedTuple

from bot.canasta.cards import SET_RANKS
from bot.canasta.events import RoundSheet
from bot.canasta.rules import Rules
from bot.canasta.views import PublicView
from renderer import speech
from renderer.canvas import MAX_HEIGHT, WIDTH, Canvas, Picture, Style
from renderer.text import CAP_HEIGHT, LEAST_SIZE, shortened, text_width, wrapped
from renderer.theme import SIDE_INKS
from renderer.words import joined, labelled, number, player_name, signed, winner_name, winner_names

_MARGIN: Final = 28
#: The head's first line, and the height of each line of names below it.
_TITLE: Final = 64
_NAME_LINE: Final = 37
_FOOT: Final = 125
_LINE: Final = 45
_LABEL_ROOM: Final = 276
#: The least width of a side's column if the labels are long.
_LEAST_STEP: Final = 151
#: The height of a label's second line, and the least height of a line.
_LABEL_LINE: Final = 35
_LEAST_LINE: Final = 31
#: The lines that a sheet with too many of them shows as one.
_CANASTAS: Final = ("natural", "semi", "mixed", "royal", "wild", "sequence", "aces", "sevens", "twos", "count")


class SheetRow(NamedTuple):
    """A line of a sheet: its key in a record, its label, and each side's points."""

    key: str
    label: str
    points: tuple[int, ...]


def line_labels(rules: Rules, t: NullTranslations) -> dict[str, str]:
    """Return the label of each score line by its key in a record, in the order of the sheet.

    The wording for cards left in a hand depends on which of them these `rules` count.
    """
    return {
        "natural": t.gettext("Natural canastas"),
        "semi": t.gettext("Semi-clean canastas"),
        "mixed": t.gettext("Mixed canastas"),
        "royal": t.gettext("Runs of a whole suit"),
        "wild": t.gettext("Wild canastas"),
        "sequence": t.gettext("Run canastas"),
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
        "foot": t.gettext("Foot"),
        "mirror": t.gettext("Dealt the upcard's twin"),
        "cut": t.gettext("Exact cut"),
        "caliente": t.gettext("Calientes played"),
        "cards": t.gettext("Cards melded"),
        "hand": _left_label(rules, t),
        "held": _penalty_label(rules, t),
        "unfinished": t.gettext("Unfinished melds"),
    }


def _left_label(rules: Rules, t: NullTranslations) -> str:
    """Return the label of the cards left in hands, and in the packets that count like hands."""
    if rules.deal.foot and "feet" in rules.score.against:
        return t.gettext("Cards left in hand and foot")
    if rules.deal.talons and "side-packets" in rules.score.against:
        return t.gettext("Cards left in hand and talon")
    return t.gettext("Cards left in hand")


def _penalty_label(rules: Rules, t: NullTranslations) -> str:
    """Return the label of penalties for what was left in hands: what it must have been, if that can only be one thing."""
    threes = rules.threes
    kinds = {
        "red": threes.red != "ordinary" and bool(threes.costs("red") or threes.costs("red-no-turn")),
        "black": bool(threes.costs("black")),
        "rank": any(rules.ranks[rank].held for rank in SET_RANKS),
        "foot": bool(rules.score.foot("partner-left")),
    }
    labels = {
        ("red",): t.gettext("Red threes left in hand"),
        ("black",): t.gettext("Black threes left in hand"),
        ("red", "black"): t.gettext("Threes left in hand"),
        ("rank",): t.gettext("Too many cards of a rank in hand"),
    }
    possible = tuple(kind for kind, counts in kinds.items() if counts)
    return labels.get(possible) or t.gettext("Penalties for cards left in hand")


def how_it_ended(score: RoundSheet, view: PublicView, t: NullTranslations) -> tuple[str, str]:
    """Return a sentence that says who went out or why the round ended, and the name of the player.

    The sentence has no full stop and may contain `{name}`; the name is empty if nobody went out.
    """
    if score.out is None:
        return t.gettext("The stock ran out"), ""
    name = player_name(view.players[score.out], t)
    if score.ending == "special":
        return t.gettext("{name} laid down a special hand"), name
    if score.ending == "automatic":
        return t.gettext("{name} won the round outright"), name
    if score.concealed:
        return t.gettext("{name} went out concealed"), name
    return t.gettext("{name} went out"), name


def sheet_rows(score: RoundSheet, rules: Rules, t: NullTranslations) -> list[SheetRow]:
    """Return every line that any side has."""
    by_side = [dict(side.lines) for side in score.sides]
    labels = line_labels(rules, t)
    keys = [key for key in labels if any(key in lines for lines in by_side)]
    keys += sorted({key for lines in by_side for key in lines} - labels.keys())
    return [SheetRow(key, labels.get(key, key), tuple(lines.get(key, 0) for lines in by_side)) for key in keys]


def _drawn(rows: list[SheetRow], most: int, t: NullTranslations) -> list[SheetRow]:
    """Return at most this many lines: if there are more, all canastas are one, and then the last lines too."""
    if len(rows) > most and (canastas := [row for row in rows if row.key in _CANASTAS]):
        others = [row for row in rows if row.key not in _CANASTAS]
        rows = [_together(canastas, t.gettext("All canastas")), *others]
    if len(rows) > most:
        rows = [*rows[: most - 1], _together(rows[most - 1 :], t.gettext("All other points"))]
    return rows


def _together(rows: list[SheetRow], label: str) -> SheetRow:
    return SheetRow("", label, tuple(map(sum, zip(*(row.points for row in rows), strict=True))))


def sheet_columns(score: RoundSheet, view: PublicView, t: NullTranslations) -> list[list[str]]:
    """Return the players' names above each column."""
    if len(score.sides) == len(view.sides) and all(side.seats for side in view.sides):
        return [[player_name(view.players[seat], t) for seat in side.seats] for side in view.sides]
    return [[player_name(player, t)] for player in view.players[: len(score.sides)]]


#: How the words of a large sheet are cut: lines without the word points, and all totals before the lines.
_BARE, _TOTALS_FIRST = 1, 2


def describe(score: RoundSheet, view: PublicView, style: Style) -> str:
    """Return the alt text: every line of every side, after its total."""
    t = style.translation
    rows = sheet_rows(score, view.rules, t)
    sentence, name = how_it_ended(score, view, t)
    head = t.gettext("Round {round}. {ending}.").format(
        round=number(score.number, t), ending=sentence.format(name=name)
    )
    if _decided(score, view):
        head += f" {_winner_sentence(view, t).format(name=speech.together(winner_names(view, t), t))}."

    def words(brief: int) -> str:
        totals = _totals_words(score, view, t)
        lines = [_lines_words(rows, place, brief, t) for place in range(len(score.sides))]
        names = [speech.together(one, t) for one in sheet_columns(score, view, t)]
        own = [] if len(score.scores) == len(score.sides) else own_scores(score, view, t)
        if brief < _TOTALS_FIRST:
            parts = zip(map(partial(_labelled, t), names, totals), lines, strict=True)
            return speech.sentences((head, *(text for side in parts for text in side), *own))
        first = map(partial(_labelled, t), names, totals)
        return speech.sentences((head, *first, *own, *map(partial(_labelled, t), names, lines)))

    return speech.short_enough(words, range(_TOTALS_FIRST + 1))


def _labelled(t: NullTranslations, label: str, text: str) -> str:
    return labelled(label, text, t) if text else ""


def _totals_words(score: RoundSheet, view: PublicView, t: NullTranslations) -> list[str]:
    """Return for each side the points of the round and, where sides have them, the score of the game."""
    totals = []
    for place, side in enumerate(score.sides):
        parts = [t.gettext("this round {points}").format(points=speech.points(side.total, t))]
        if len(score.scores) == len(score.sides):
            parts.append(t.gettext("score {points}").format(points=speech.number(score.scores[place], t)))
        totals.append(", ".join(parts))
    return totals


def _lines_words(rows: list[SheetRow], place: int, brief: int, t: NullTranslations) -> str:
    """Return a side's lines as sentences, since their labels begin with a capital letter."""
    said = speech.number if brief else speech.points
    return speech.sentences(
        f"{speech.said(row.label, t)} {said(row.points[place], t)}" for row in rows if row.points[place]
    )


def own_scores(score: RoundSheet, view: PublicView, t: NullTranslations) -> list[str]:
    """Return the score of each player, where players score for themselves."""
    return [
        t.gettext("{name}: score {points}.").format(name=player_name(player, t), points=speech.number(points, t))
        for player, points in zip(view.players, score.scores, strict=True)
    ]


def _decided(score: RoundSheet, view: PublicView) -> bool:
    return view.over and score.number == max((one.number for one in view.finished), default=score.number)


def _winner_sentence(view: PublicView, t: NullTranslations) -> str:
    """Return how the game ended, with `{name}` in place of a winner."""
    return t.gettext("It's a draw") if view.winner is None else t.gettext("{name} won the game")


@lru_cache(maxsize=256)
def render(score: RoundSheet, view: PublicView, style: Style) -> Picture:
    """Draw a round's score sheet, one column for each side. Raises `KeyError` for an unknown theme."""
    t = style.translation
    by_player = len(score.scores) != len(score.sides)
    decided = _decided(score, view)
    names = sheet_columns(score, view, t)
    foot = _FOOT + 37 * by_player + 50 * decided
    rows = sheet_rows(score, view.rules, t)
    for each in (2, 1):
        # A long name takes two lines if all rows have room below.
        columns, step = _heads(names, rows, each, t)
        head = _TITLE + _NAME_LINE * max(map(len, columns)) + 12
        most = (MAX_HEIGHT - head - foot) // _LEAST_LINE
        if len(rows) <= most:
            break
    rows = _drawn(rows, most, t)
    rights = [WIDTH - _MARGIN - step * (len(score.sides) - 1 - place) for place in range(len(score.sides))]
    room = rights[0] - step - _MARGIN
    labels = [wrapped(row.label, LEAST_SIZE, "regular", room, 2) for row in rows]
    more = _LABEL_LINE * sum(len(label) - 1 for label in labels)
    line = min(_LINE, (MAX_HEIGHT - head - foot - more) // max(len(rows), 1))
    if line < _LABEL_LINE:
        # Where a sheet has very many lines, each label has one.
        line, more = min(_LINE, (MAX_HEIGHT - head - foot) // max(len(rows), 1)), 0
        labels = [[shortened(row.label, LEAST_SIZE, "regular", room)] for row in rows]
    canvas = Canvas(WIDTH, head + line * len(rows) + more + foot, "panel")
    _draw_head(canvas, score, view, t)
    for place, (lines, right) in enumerate(zip(columns, rights, strict=True)):
        baseline = head - 22 - _NAME_LINE * (len(lines) - 1)
        for name in lines:
            canvas.text_to(right, baseline, name, LEAST_SIZE, "bold", _ink(place), "panel")
            baseline += _NAME_LINE

    y = head
    for place, (label, row) in enumerate(zip(labels, rows, strict=True)):
        ground = "panel" if place % 2 else "felt"
        tall = line + _LABEL_LINE * (len(label) - 1)
        canvas.fill(0, y, WIDTH, y + tall, ground)
        baseline = y + (line + round(LEAST_SIZE * CAP_HEIGHT)) // 2
        for words in label:
            canvas.text(_MARGIN, baseline, words, LEAST_SIZE, "regular", "text", ground)
            baseline += _LABEL_LINE
        baseline -= _LABEL_LINE
        for value, right in zip(row.points, rights, strict=True):
            ink = "bad" if value < 0 else "text" if value else "muted"
            words = signed(value, t) if value else "–"
            canvas.narrowed_to(right, baseline, words, LEAST_SIZE, "strong", ink, ground, step - 17)
        y += tall
    _draw_totals(canvas, score, rights, step, y, t)
    if by_player:
        _draw_player_scores(canvas, score, view, y + 100, t)
    if decided:
        _draw_winner(canvas, view, canvas.height - 25, t)
    return canvas.finish(style, describe(score, view, style))


def _step(rows: Sequence[SheetRow], sides: int, most: int) -> int:
    """Return the width of a side's column: the labels get what they need as long as the columns are wide enough."""
    widest = max((text_width(row.label, LEAST_SIZE, "regular") for row in rows), default=0) + 17
    whole = WIDTH - 2 * _MARGIN
    return min(most, (whole - max(_LABEL_ROOM, min(widest, whole - _LEAST_STEP * sides))) // sides)


def _heads(
    names: Sequence[list[str]], rows: Sequence[SheetRow], each: int, t: NullTranslations
) -> tuple[list[list[str]], int]:
    """Return the lines of names above each column, a single name on at most `each` lines, and the columns' width."""
    widest = max(text_width(name, LEAST_SIZE, "bold") for one in names for name in one) + 18
    step = _step(rows, len(names), max(251, widest))
    return [_name_lines(one, step - 18, each, t) for one in names], step


def _ink(side: int) -> str:
    return SIDE_INKS[side % len(SIDE_INKS)]


def _draw_head(canvas: Canvas, score: RoundSheet, view: PublicView, t: NullTranslations) -> None:
    """Write which round it was, and at the right how it ended."""
    title = t.gettext("Round {round}").format(round=number(score.number, t))
    left = canvas.text(_MARGIN, 49, title, 35, "bold", "text", "panel") + 33
    sentence, name = how_it_ended(score, view, t)
    room = WIDTH - _MARGIN - left - text_width(sentence.format(name=""), LEAST_SIZE, "regular")
    words = sentence.format(name=shortened(name, LEAST_SIZE, "regular", room))
    canvas.text_to(WIDTH - _MARGIN, 49, words, LEAST_SIZE, "regular", "muted", "panel")


def _draw_totals(
    canvas: Canvas, score: RoundSheet, rights: list[int], step: int, top: int, t: NullTranslations
) -> None:
    """Draw the points of the round and, where the sides have them, the scores of the game."""
    canvas.fill(_MARGIN, top + 10, WIDTH - _MARGIN, top + 12, "line")
    canvas.text(_MARGIN, top + 52, t.gettext("This round"), LEAST_SIZE, "bold", "text", "panel")
    for side, right in zip(score.sides, rights, strict=True):
        ink = "bad" if side.total < 0 else "text"
        canvas.narrowed_to(right, top + 52, signed(side.total, t), 32, "bold", ink, "panel", step - 13)
    canvas.text(_MARGIN, top + 100, t.gettext("Score"), LEAST_SIZE, "strong", "muted", "panel")
    if len(score.scores) == len(score.sides):
        for place, (total, right) in enumerate(zip(score.scores, rights, strict=True)):
            canvas.narrowed_to(right, top + 100, number(total, t), 37, "bold", _ink(place), "panel", step - 13)


def _draw_winner(canvas: Canvas, view: PublicView, baseline: int, t: NullTranslations) -> None:
    left = _MARGIN
    if view.winner is not None:
        canvas.icon("crown", left, baseline - 28, 32, "text", "panel")
        left += 45
    sentence = _winner_sentence(view, t)
    room = WIDTH - left - _MARGIN - text_width(sentence.format(name=""), 30, "bold")
    words = sentence.format(name=shortened(winner_name(view, t), 30, "bold", room))
    canvas.text(left, baseline, words, 30, "bold", "text", "panel")


def _name_lines(names: list[str], room: int, each: int, t: NullTranslations) -> list[str]:
    """Return a column's names in lines.

    They are on one line if they fit. If not, each player has a line of their own, and a long name up to `each` lines.
    """
    whole = joined(names, t)
    if text_width(whole, LEAST_SIZE, "bold") <= room:
        return [whole]
    most = each if room > 125 else 1
    return [line for name in names for line in wrapped(name, LEAST_SIZE, "bold", room, most)]


def _draw_player_scores(
    canvas: Canvas, score: RoundSheet, view: PublicView, baseline: int, t: NullTranslations
) -> None:
    """Draw each player's name and score, where players score for themselves but the round was scored by sides."""
    room = (WIDTH - _MARGIN * 2 - 100) // len(score.scores)
    for place, (player, points) in enumerate(zip(view.players, score.scores, strict=True)):
        right = WIDTH - _MARGIN - room * (len(score.scores) - 1 - place)
        name = shortened(player_name(player, t), LEAST_SIZE, "strong", room - 17)
        canvas.text_to(right, baseline, name, LEAST_SIZE, "strong", "muted", "panel")
        canvas.narrowed_to(right, baseline + 38, number(points, t), LEAST_SIZE, "bold", _ink(place), "panel", room - 17)
