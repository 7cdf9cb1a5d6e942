"""The picture of the table as everybody sees it: stock, pile, whose turn, and every side's melds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Final, NamedTuple

from bot.canasta.cards import RANKS, Card, is_wild, rank_of
from bot.canasta.views import MeldView, PlayerView, PublicView, SideView
from renderer.canvas import MAX_ALT, MAX_HEIGHT, WIDTH, Canvas, Picture, Style
from renderer.sprites import (
    SUIT_NAMES,
    back,
    card,
    card_height,
    crosswise,
    meld_front,
    meld_height,
    meld_slivers,
    outline,
    rank_label,
    small_card,
)
from renderer.text import CAP_HEIGHT, shortened, text_width
from renderer.theme import SIDE_INKS
from renderer.words import card_words, cards_words, joined, joker_word, number, player_name, side_name

_MARGIN: Final = 18
_GAP: Final = 14
#: Inside a panel: its padding, its heading and the room beneath that.
_PADDING: Final = 18
_HEADING: Final = 78
_SECOND_LINE: Final = 50
_BELOW: Final = 14
#: A meld's front: widths to choose from, the largest that fits. Past the first number the header shrinks too.
_MELD_WIDTHS: Final = (104, 96, 88, 80, 72, 64)
_SMALL_MELD_WIDTHS: Final = (72, 64, 56, 50)
_LEAST_MELD_WIDTHS: Final = (44, 38, 32, 26)
#: Cards beneath a meld's front that are drawn: all that a meld short of a canasta can have, four of a squared one.
_MOST_SLIVERS: Final = 6
_SQUARED_SLIVERS: Final = 4


# --- melds ---------------------------------------------------------------------------------------------------


class _Meld(NamedTuple):
    """How one meld is drawn."""

    faces: tuple[str, ...]
    front: str
    label: str
    suit: str | None
    naturals: int
    wilds: int
    squared: bool

    def step(self, width: int) -> int:
        """How much of each card beneath the front shows, in pixels."""
        return max(3, round(width * (0.07 if self.squared else 0.165)))

    def width(self, width: int) -> int:
        """The whole meld's width, in pixels, where its front is `width` wide."""
        return width + len(self.faces) * self.step(width)


_FRONTS: Final = {
    "natural": "red_front",
    "sequence": "red_front",
    "mixed": "dark_front",
    "wild": "wild_front",
    "twos": "wild_front",
}


def sequence_ends(meld: MeldView) -> tuple[int, int]:
    """The lowest and highest rank index of a sequence, wilds standing for their places."""
    first = next(place for place, code in enumerate(meld.cards) if not is_wild(code))
    low = rank_of(meld.cards[first]) - first
    return low, low + len(meld.cards) - 1


def _meld(view: MeldView) -> _Meld:
    own_face = "gold" if view.kind in ("wild", "twos") else "slate" if view.kind == "black-threes" else "face"
    front = _FRONTS.get(view.canasta or "", own_face)
    beneath = min(len(view.cards) - 1, _SQUARED_SLIVERS if view.canasta else _MOST_SLIVERS)
    gold = min(view.wilds, beneath) if own_face == "face" else 0
    if view.canasta and gold:
        gold = 1 + (view.wilds > 2)
    faces = ("gold",) * gold + (own_face,) * (beneath - gold)
    label, suit, naturals, wilds = "", None, view.naturals, view.wilds
    if view.kind == "sequence":
        low, high = sequence_ends(view)
        label, suit = f"{rank_label(low)}–{rank_label(high)}", SUIT_NAMES["SHDC"[view.suit or 0]]
    elif view.kind == "twos":
        label, naturals, wilds = "2", len(view.cards), 0
    elif view.kind == "black-threes":
        label = "3"
    elif view.kind == "wild":
        naturals, wilds = 0, len(view.cards)
    else:
        label = rank_label(view.rank or 0)
    return _Meld(faces, front, label, suit, naturals, wilds, view.canasta is not None)


def _draw_meld(canvas: Canvas, meld: _Meld, x: int, y: int, width: int) -> None:
    step = meld.step(width)
    for sliver in meld_slivers(meld.faces, width, step):
        canvas.paste(sliver, x, y)
        x += step
    behind = meld.faces[-1] if meld.faces else None
    canvas.paste(meld_front(meld.front, behind, meld.label, meld.suit, meld.naturals, meld.wilds, width), x, y)


# --- where everything goes -------------------------------------------------------------------------------------


class _Plan(NamedTuple):
    """Where everything goes: header height, panels as (left, top, right, bottom), melds as (side, meld, x, y)."""

    header: int
    panels: tuple[tuple[int, int, int, int], ...]
    melds: tuple[tuple[int, _Meld, int, int], ...]
    width: int
    height: int


def _plan_for(
    view: PublicView, sides: Sequence[Sequence[_Meld]], header: int, columns: int, width: int, t: NullTranslations
) -> _Plan:
    panel_width = (WIDTH - 2 * _MARGIN - (columns - 1) * _GAP) // columns
    gap = max(6, round(width * 0.13))
    panels: list[tuple[int, int, int, int]] = []
    melds: list[tuple[int, _Meld, int, int]] = []
    top = header
    for start in range(0, len(sides), columns):
        bottom = top
        for place, side in enumerate(sides[start : start + columns]):
            left = _MARGIN + place * (panel_width + _GAP)
            right = left + panel_width
            heading = _HEADING + _SECOND_LINE * (_heading_lines(view, view.sides[start + place], panel_width, t) - 1)
            x, y = left + _PADDING, top + heading - 6
            for meld in side:
                if x > left + _PADDING and x + meld.width(width) > right - _PADDING:
                    x, y = left + _PADDING, y + meld_height(width) + gap
                melds.append((start + place, meld, x, y))
                x += meld.width(width) + gap
            bottom = max(bottom, y + meld_height(width) + _BELOW if side else top + heading)
        for place in range(len(sides[start : start + columns])):
            left = _MARGIN + place * (panel_width + _GAP)
            panels.append((left, top, left + panel_width, bottom))
        top = bottom + _GAP
    return _Plan(header, tuple(panels), tuple(melds), width, top - _GAP + _MARGIN)


_HEADER: Final = 192
_SMALL_HEADER: Final = 132


def _fit_half(view: PublicView, t: NullTranslations) -> bool:
    """Whether every side's players can be told apart in a panel of half the width."""
    room = WIDTH // 2 - 200
    return all(_tags_width(view, side, _NARROW, t) + 100 * (len(side.seats) - 1) <= room for side in view.sides)


def _plan(view: PublicView, t: NullTranslations) -> _Plan:
    """The largest melds that fit, in one column of panels or two; squared up if they must be."""
    sides = [[_meld(meld) for meld in side.melds] for side in view.sides]
    squared = [
        [meld._replace(faces=meld.faces[:1] + meld.faces[1:][-1:], squared=True) for meld in side] for side in sides
    ]
    columns = (1, 2) if len(sides) > 2 and _fit_half(view, t) else (1,)
    choices = [(sides, _HEADER, width) for width in _MELD_WIDTHS]
    choices += [(melds, _SMALL_HEADER, width) for melds in (sides, squared) for width in _SMALL_MELD_WIDTHS]
    choices += [(squared, _SMALL_HEADER, width) for width in _LEAST_MELD_WIDTHS]
    for melds, header, width in choices:
        for column in columns:
            plan = _plan_for(view, melds, header, column, width, t)
            if plan.height <= MAX_HEIGHT:
                return plan
    return plan


# --- the header --------------------------------------------------------------------------------------------------


class Turn(NamedTuple):
    """What goes on: a sentence about `name` (empty where it names nobody), and what he may do."""

    sentence: str
    name: str
    may: str

    def words(self) -> str:
        """The sentence with the whole name."""
        return self.sentence.format(name=self.name)


def turn_words(view: PublicView, t: NullTranslations) -> Turn:
    """Whose turn it is and what he may do, or how the game stands when it is nobody's."""
    if view.winner is not None:
        by_seat = len(view.scores) != len(view.sides)
        name = player_name(view.players[view.winner], t) if by_seat else side_name(view, view.winner, t)
        return Turn("{name}", name, t.gettext("Won the game"))
    if view.turn is None:
        return Turn(t.gettext("The round is over"), "", "")
    name = player_name(view.players[view.turn], t)
    if view.phase == "answer" and view.asking is not None:
        asking = player_name(view.players[view.asking], t)
        return Turn(t.gettext("{name} is asked"), name, t.gettext("May {name} go out?").format(name=asking))
    whose = t.gettext("{name}’s turn")
    if view.phase == "pass":
        return Turn(whose, name, t.gettext("Choose the foot"))
    if view.phase != "draw":
        return Turn(whose, name, t.gettext("Meld, then discard"))
    draw = view.rules.turn.draw
    if not view.pile or view.blocked:
        words = t.ngettext("Draw {count} card", "Draw {count} cards", draw)
    else:
        words = t.ngettext("Draw {count} card, or take the pile", "Draw {count} cards, or take the pile", draw)
    return Turn(whose, name, words.format(count=draw))


def pile_states(view: PublicView, t: NullTranslations) -> list[tuple[str, str, str]]:
    """What holds of the pile, each as (icon, ink, words)."""
    states = []
    if view.frozen:
        states.append(("snowflake", "ice", t.pgettext("the discard pile", "Frozen")))
    if view.blocked:
        states.append(("barred", "bad", t.pgettext("the discard pile", "Blocked")))
    if view.closed_by is not None:
        name = player_name(view.players[view.closed_by], t)
        states.append(("lock", "bad", t.pgettext("the discard pile", "Closed by {name}").format(name=name)))
    return states


def _draw_header(canvas: Canvas, view: PublicView, height: int, t: NullTranslations) -> None:
    width = 108 if height == _HEADER else 70
    tall = card_height(width)
    scale = height / _HEADER
    top = _MARGIN
    small, large = max(20, round(26 * scale)), round(52 * scale)
    _draw_stock(canvas, view.stock_size, width, top)
    x = _MARGIN + width + round(32 * scale)
    x = _draw_pile(canvas, view, x, width, top, t) + round(22 * scale)
    line = top + small
    canvas.text(x, line, t.gettext("Discard pile"), small, "regular", "muted", "felt")
    heading_end = canvas.text(
        x, line + large + round(4 * scale), number(len(view.pile), t), large, "bold", "text", "felt"
    )
    state_size = round(30 * scale) + 2
    icon_size, state_line = round(state_size * 1.25), top + tall - round(10 * scale)
    for name, ink, words in pile_states(view, t):
        canvas.icon(name, x, state_line - round(icon_size * 0.8), icon_size, ink, "felt")
        short = shortened(words, state_size, "strong", WIDTH - 400 - x)
        x = canvas.text(x + icon_size + 10, state_line, short, state_size, "strong", ink, "felt") + 24
    right = WIDTH - _MARGIN
    about = t.gettext("Round {round} · to {target}")
    about = about.format(round=number(max(view.round_number, 1), t), target=number(view.rules.target, t))
    canvas.text_to(right, line, about, small, "regular", "muted", "felt")
    turn = turn_words(view, t)
    room = right - heading_end - round(80 * scale)
    fitting = [size for size in (44, 38, 32) if text_width(turn.words(), round(size * scale), "bold") <= room]
    turn_size = round((fitting or [32])[0] * scale)
    name_room = room - text_width(turn.sentence.format(name=""), turn_size, "bold")
    words = turn.sentence.format(name=shortened(turn.name, turn_size, "bold", name_room))
    turn_line = line + round(56 * scale)
    left = canvas.text_to(right, turn_line, words, turn_size, "bold", "text", "felt")
    mark = round(turn_size * 0.7)
    if turn.name:
        name = "turn" if view.winner is None else "crown"
        canvas.icon(name, left - mark - 14, turn_line - round(mark * 1.02), mark, "accent", "felt")
    if turn.may:
        may = shortened(turn.may, small, "regular", 470)
        canvas.text_to(right, state_line - round(2 * scale), may, small, "regular", "muted", "felt")


def _draw_stock(canvas: Canvas, size: int, width: int, top: int) -> None:
    tall = card_height(width)
    if size:
        for depth in range(min(4, size // 12), -1, -1):
            canvas.paste(back(width), _MARGIN + 2 * depth, top + 2 * depth, outline(width))
    else:
        _draw_empty(canvas, _MARGIN, top, width, tall)
    digits = str(size)
    font = round(width * 0.28)
    pill_width, pill_height = text_width(digits, font, "bold") + round(width * 0.24), round(width * 0.42)
    left, upper = _MARGIN + (width - pill_width) // 2, top + (tall - pill_height) // 2
    if size:
        canvas.panel(left, upper, left + pill_width, upper + pill_height, pill_height // 2, "pill", "back")
    ink, on = ("front_text", "pill") if size else ("muted", "panel")
    baseline = upper + (pill_height + round(font * 0.727)) // 2
    canvas.text(left + round(width * 0.12), baseline, digits, font, "bold", ink, on)


def _draw_empty(canvas: Canvas, x: int, y: int, width: int, tall: int) -> None:
    """The place of a heap that is empty."""
    canvas.panel(x, y, x + width, y + tall, 9, "panel", "felt")


def _draw_pile(canvas: Canvas, view: PublicView, x: int, width: int, top: int, t: NullTranslations) -> int:
    """Draws the pile from `x` on; returns its right end."""
    tall = card_height(width)
    if not view.pile:
        _draw_empty(canvas, x, top, width, tall)
        return x + width
    depth = min(3, (len(view.pile) + 2) // 4 if len(view.pile) > 1 else 0)
    end = x + width + 3 * depth
    beneath = view.pile[:-1]
    if view.freezing is not None and (view.freezing != view.upcard or view.freezing in beneath):
        shown = round(width * 0.36)
        canvas.paste(crosswise(view.freezing, width, shown), end - 2, top + (tall - width) // 2)
        end += shown - 2
    upcard = view.upcard
    top_card = (
        back(width) if upcard is None else card(upcard, width, follows=False, last=True, joker_word=joker_word(t))
    )
    for below in range(depth, -1, -1):
        canvas.paste(top_card, x + 3 * below, top + 3 * below, outline(width))
    return end


# --- the panels --------------------------------------------------------------------------------------------------


def opening_words(side: SideView, t: NullTranslations) -> str:
    """What a side still needs to open, empty once it has."""
    if side.opening is None:
        return ""
    if side.opening == 0:
        return t.gettext("any meld opens")
    if isinstance(side.opening, int):
        return t.gettext("{points} to open").format(points=number(side.opening, t))
    named = {
        "canasta": t.gettext("a canasta to open"),
        "canasta 200": t.gettext("a canasta and 200 to open"),
        "natural canasta": t.gettext("a natural canasta to open"),
    }
    return named.get(side.opening, side.opening)


class _Tag(NamedTuple):
    """What follows a player's name: an icon (or none) and a number or word; how the alt text says it."""

    icon: str
    words: str
    alt: str = ""


def _tags(view: PublicView, player: PlayerView, t: NullTranslations) -> list[_Tag]:
    if player.sitting_out:
        return [_Tag("", t.gettext("sits out"))]
    tags = [_Tag("cards", str(player.hand_size))]
    if player.foot_size:
        foot = t.gettext("{count} in the foot").format(count=player.foot_size)
        tags.append(_Tag("foot", str(player.foot_size), foot))
    elif player.in_foot:
        tags.append(_Tag("foot", "", t.gettext("plays from the foot")))
    if player.talon_size:
        talon = t.gettext("{count} in the talon").format(count=player.talon_size)
        tags.append(_Tag("cards", f"+{player.talon_size}", talon))
    if player.lone:
        tags.append(_Tag("", t.gettext("alone")))
    if len(view.scores) != len(view.sides):
        tags.append(_Tag("", number(view.scores[player.seat], t)))
    return tags


def _share(widths: Sequence[int], room: int) -> list[int]:
    """How much room each of some texts gets: the short ones all they need, the long ones alike."""
    shares = [0] * len(widths)
    left = room
    order = sorted(range(len(widths)), key=lambda place: widths[place])
    for done, place in enumerate(order):
        shares[place] = min(widths[place], max(left, 0) // (len(widths) - done))
        left -= shares[place]
    return shares


class _Sizes(NamedTuple):
    """Font sizes and distances of a panel's heading, in pixels, and how many laid threes it shows as cards.

    A name gets at least `fair_name`, if it needs that, before the heading takes a second line.
    """

    name: int
    tag: int
    score: int
    between: int
    after: int
    fair_name: int
    threes: int

    @property
    def icon(self) -> int:
        return round(self.tag * 0.95)

    @property
    def mark(self) -> int:
        return round(self.name * 0.62)


_WIDE: Final = _Sizes(34, 29, 36, 26, 12, 190, 4)
_NARROW: Final = _Sizes(30, 27, 32, 14, 8, 130, 1)


def _sizes(panel_width: int) -> _Sizes:
    return _WIDE if panel_width > WIDTH // 2 else _NARROW


def _tags_width(view: PublicView, side: SideView, sizes: _Sizes, t: NullTranslations) -> int:
    """All of a side's players take but their names."""
    total = sizes.between * (len(side.seats) - 1) + (sizes.mark + 10 if view.turn in side.seats else 0)
    for seat in side.seats:
        total += sizes.after
        for tag in _tags(view, view.players[seat], t):
            total += (sizes.icon + 5 if tag.icon else 0) + text_width(tag.words, sizes.tag, "strong") + sizes.after
    return total


def _score(view: PublicView, side: SideView, t: NullTranslations) -> str:
    return number(side.score, t) if len(view.scores) == len(view.sides) else ""


def _heading_lines(view: PublicView, side: SideView, panel_width: int, t: NullTranslations) -> int:
    """One line if the names have fair room beside the threes, the opening and the score, else two."""
    sizes = _sizes(panel_width)
    names = [player_name(view.players[seat], t) for seat in side.seats]
    needed = 2 * _PADDING + 26 + sum(min(text_width(name, sizes.name, "bold"), sizes.fair_name) for name in names)
    needed += _tags_width(view, side, sizes, t) + text_width(_score(view, side, t), sizes.score, "bold") + 22
    needed += _threes_width(side.threes, sizes) + _threes_width(side.set_aside, sizes)
    needed += text_width(opening_words(side, t), sizes.tag - 2, "strong") + 20
    return 1 if needed <= panel_width else 2


def _draw_heading(
    canvas: Canvas, view: PublicView, side: SideView, box: tuple[int, int, int, int], t: NullTranslations
) -> None:
    left, top, right, _ = box
    sizes = _sizes(right - left)
    lines = _heading_lines(view, side, right - left, t)
    baseline, second = top + 51, top + 51 + _SECOND_LINE * (lines - 1)
    bar = left + _PADDING
    canvas.panel(bar, top + 20, bar + 10, second + 7, 5, SIDE_INKS[side.index % len(SIDE_INKS)], "panel")
    x, end = bar + 24, right - _PADDING - 2
    score = _score(view, side, t)
    after_score = canvas.text_to(end, baseline, score, sizes.score, "bold", "text", "panel") - 22 if score else end
    end_of_second = end if lines == 2 else after_score
    end_of_second = _draw_threes(canvas, side.threes, end_of_second, second, sizes)
    end_of_second = _draw_threes(canvas, side.set_aside, end_of_second, second, sizes)
    opening = opening_words(side, t)
    if opening:
        words = shortened(opening, sizes.tag - 2, "strong", end_of_second - x)
        end_of_second = canvas.text_to(end_of_second, second, words, sizes.tag - 2, "strong", "accent", "panel") - 20
    end = after_score if lines == 2 else end_of_second
    players = [view.players[seat] for seat in side.seats]
    names = [player_name(player, t) for player in players]
    room = end - x - _tags_width(view, side, sizes, t)
    for player, name, share in zip(
        players, names, _share([text_width(name, sizes.name, "bold") for name in names], room), strict=True
    ):
        if player.seat == view.turn:
            y = baseline - round((sizes.name * CAP_HEIGHT + sizes.mark) / 2)
            canvas.icon("turn", x, y, sizes.mark, "accent", "panel")
            x += sizes.mark + 10
        ink = "muted" if player.sitting_out else "text"
        x = canvas.text(x, baseline, shortened(name, sizes.name, "bold", share), sizes.name, "bold", ink, "panel") + sizes.after
        for tag in _tags(view, player, t):
            if tag.icon:
                ink = "muted" if tag.words else "accent"
                canvas.icon(tag.icon, x, baseline - round(sizes.icon * 0.86), sizes.icon, ink, "panel")
                x += sizes.icon + 5
            ink = "text" if tag.icon else "muted"
            x = canvas.text(x, baseline, tag.words, sizes.tag, "strong", ink, "panel") + sizes.after
        x += sizes.between


_THREE_WIDTH: Final = 38
_THREE_STEP: Final = 15


def _threes_width(threes: Sequence[Card], sizes: _Sizes) -> int:
    if not threes:
        return 0
    count = text_width(f"×{len(threes)}", 27, "strong") + 8 if len(threes) > 1 else 0
    return count + _THREE_WIDTH + _THREE_STEP * (min(len(threes), sizes.threes) - 1) + 20


def _draw_threes(canvas: Canvas, threes: Sequence[Card], right: int, baseline: int, sizes: _Sizes) -> int:
    """Draws a side's laid threes so that they end at `right`; returns where they begin, less a gap."""
    if not threes:
        return right
    if len(threes) > 1:
        canvas.text_to(right, baseline, f"×{len(threes)}", 27, "strong", "text", "panel")
    x = left = right - _threes_width(threes, sizes) + 20
    shown = threes[-sizes.threes :]
    for place, code in enumerate(shown):
        last = place == len(shown) - 1
        canvas.paste(small_card(code, _THREE_WIDTH, follows=place > 0, last=last), x, baseline - 38)
        x += _THREE_STEP
    return left - 20


# --- in words ----------------------------------------------------------------------------------------------------


def _meld_words(meld: MeldView, t: NullTranslations, brief: int) -> str:
    if meld.kind == "sequence":
        low, high = sequence_ends(meld)
        name = f"{rank_label(low)}–{rank_label(high)}{'♠♥♦♣'[meld.suit or 0]}"
    elif meld.kind == "wild":
        name = "★" if brief else t.gettext("wilds")
    elif meld.kind == "black-threes":
        name = "3" if brief else t.gettext("black threes")
    else:
        name = rank_label(RANKS.index("2") if meld.kind == "twos" else meld.rank or 0)
    wilds = 0 if meld.kind in ("wild", "twos") else meld.wilds
    count = str(len(meld.cards) - wilds) + (f"+{wilds}★" if wilds else "")
    if meld.canasta is None:
        return f"{name}×{count}"
    if brief:
        return f"{name}×{count}" + (f" {t.gettext('canasta')}" if brief == 1 else "!")
    kinds = {
        "natural": t.gettext("natural canasta"),
        "mixed": t.gettext("mixed canasta"),
        "wild": t.gettext("wild canasta"),
        "sequence": t.gettext("sequence canasta"),
        "twos": t.gettext("canasta of twos"),
    }
    return f"{name}×{count} {kinds.get(meld.canasta, meld.canasta)}"


def _side_words(view: PublicView, side: SideView, t: NullTranslations, brief: int) -> str:
    players = []
    for seat in side.seats:
        player = view.players[seat]
        words = ", ".join(tag.alt or tag.words for tag in _tags(view, player, t))
        players.append(f"{player_name(player, t)[: 12 if brief else None]} {words}")
    parts = []
    if len(view.scores) == len(view.sides):
        parts.append(number(side.score, t))
    if side.opening is not None:
        parts.append(opening_words(side, t))
    if side.threes or side.set_aside:
        parts.append(cards_words((*side.threes, *side.set_aside), t))
    parts += [_meld_words(meld, t, brief) for meld in side.melds]
    return f"{joined(players, t)}: {', '.join(parts)}."


def describe(view: PublicView, style: Style) -> str:
    """The alt text, shorter where melds and names are many."""
    t = style.translation
    now = turn_words(view, t)
    about = t.gettext("Round {round} to {target}.").format(
        round=max(view.round_number, 1), target=number(view.rules.target, t)
    )
    heaps = [t.gettext("Stock {count}.").format(count=view.stock_size)]
    if view.pile:
        top = t.gettext("face down") if view.upcard is None else card_words(view.upcard, t)
        heaps.append(t.gettext("Pile {count}, top {card}.").format(count=len(view.pile), card=top))
    else:
        heaps.append(t.gettext("The pile is empty."))
    heaps += [f"{words}." for _, _, words in pile_states(view, t)]
    turn = f"{now.words()}: {now.may}." if now.may else f"{now.words()}."
    for brief in range(3):
        sides = [_side_words(view, side, t, brief) for side in view.sides]
        text = " ".join((about, turn.replace("?.", "?"), *heaps, *sides))
        if len(text) <= MAX_ALT:
            break
    return text


@lru_cache(maxsize=256)
def render(view: PublicView, style: Style) -> Picture:
    """The picture of the table. Raises `KeyError` for an unknown theme."""
    t = style.translation
    plan = _plan(view, t)
    canvas = Canvas(WIDTH, min(plan.height, MAX_HEIGHT), "felt")
    _draw_header(canvas, view, plan.header, t)
    for side, box in zip(view.sides, plan.panels, strict=True):
        canvas.panel(*box, 20, "panel", "felt")
        _draw_heading(canvas, view, side, box, t)
    for _, meld, x, y in plan.melds:
        _draw_meld(canvas, meld, x, y, plan.width)
    return canvas.finish(style, describe(view, style))
