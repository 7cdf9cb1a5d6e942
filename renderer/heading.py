"""The heading of one side's panel: its players with their cards, what it needs to open, its threes, its score."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Final, NamedTuple

from bot.canasta.cards import Card
from bot.canasta.views import PlayerView, PublicView, SideView
from renderer.canvas import WIDTH, Canvas
from renderer.sprites import small_card
from renderer.text import CAP_HEIGHT, LEAST_SIZE, shares, shortened, text_width
from renderer.theme import SIDE_INKS
from renderer.words import number, player_name

#: The distance between a panel's edge and its contents, in pixels.
PADDING: Final = 15
_HEIGHT: Final = 65
_SECOND_LINE: Final = 42
_BASELINE: Final = 43
#: The pixels by which the heading is lower, and its first baseline higher, where room is tight.
_TIGHTER: Final = (12, 6)
_BAR: Final = 20
_THREE_WIDTH: Final = 35
_THREE_STEP: Final = 13


class _Sizes(NamedTuple):
    """Font sizes and distances in pixels, and how many laid threes are drawn as cards.

    A name gets at least `fair_name` pixels, if it needs them, before the heading takes a second line.
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


_WIDE: Final = _Sizes(32, LEAST_SIZE, 33, 20, 10, 159, 4)
_NARROW: Final = _Sizes(LEAST_SIZE, LEAST_SIZE, LEAST_SIZE, 12, 7, 109, 1)
_TIGHT_NAME: Final = 75


class Tag(NamedTuple):
    """A note after a player's name: an icon (or none) and a number or word, and its alt text."""

    icon: str
    words: str
    alt: str


def tags(view: PublicView, player: PlayerView, t: NullTranslations, *, own: bool) -> list[Tag]:
    """Return what the heading says about a player in addition to their name.

    In the `own` picture of the player to move, that is not how many cards they hold.
    """
    if player.sitting_out:
        words = t.gettext("sits out")
        return [Tag("", words, words)]
    found = []
    if not (own and player.seat == view.turn):
        found.append(Tag("cards", str(player.hand_size), str(player.hand_size)))
    if player.foot_size and not view.sides[player.side].foot_size:
        alt = t.gettext("{count} in the foot").format(count=player.foot_size)
        found.append(Tag("foot", str(player.foot_size), alt))
    elif player.in_foot:
        found.append(Tag("foot", "", t.gettext("plays from the foot")))
    if player.talon_size:
        alt = t.gettext("{count} in the talon").format(count=player.talon_size)
        found.append(Tag("cards", f"+{player.talon_size}", alt))
    if player.lone:
        words = t.gettext("plays alone")
        found.append(Tag("", words, words))
    if view.by_player:
        words = number(view.scores[player.seat], t)
        found.append(Tag("", words, words))
    if player.opening is not None and view.sides[player.side].melds:
        words = _needs_words(player.opening, t)
        found.append(Tag("", words, words))
    return found


def score_words(view: PublicView, side: SideView, t: NullTranslations) -> str:
    """Return a side's score, an empty text if the players score for themselves."""
    return "" if view.by_player else number(view.scores[side.index], t)


def side_foot(side: SideView, t: NullTranslations) -> Tag | None:
    """Return what the heading says about a foot that belongs to the whole side, None if none waits."""
    if not side.foot_size:
        return None
    shared = len(side.seats) > 1
    alt = t.gettext("{count} in the side's foot") if shared else t.gettext("{count} in the foot")
    return Tag("foot", str(side.foot_size), alt.format(count=side.foot_size))


def opening_words(view: PublicView, side: SideView, t: NullTranslations) -> str:
    """Return what a side still needs to open, an empty text once it has opened.

    If its players need different points, they are listed in the players' order.
    """
    if side.melds:
        return ""
    if side.opening is not None:
        return _needs_words(side.opening, t)
    needs = [needed for seat in side.seats if (needed := view.players[seat].opening) is not None]
    if not all(isinstance(needed, int) for needed in needs):
        return " / ".join(_needs_words(needed, t) for needed in needs)
    points = " / ".join(number(needed, t) for needed in needs if isinstance(needed, int))
    return t.gettext("{points} to open").format(points=points) if points else ""


def _needs_words(needed: int | str, t: NullTranslations) -> str:
    if needed == 0:
        return t.gettext("no minimum to open")
    if isinstance(needed, int):
        return t.gettext("{points} to open").format(points=number(needed, t))
    named = {
        "canasta": t.gettext("a canasta to open"),
        "canasta 200": t.gettext("a canasta and 200 to open"),
        "natural canasta": t.gettext("a natural canasta to open"),
    }
    return named.get(needed, needed)


class _Player(NamedTuple):
    name: str
    name_width: int
    tags: list[Tag]
    on_turn: bool
    sitting_out: bool


class Heading:
    """One side's heading for a panel `width` pixels wide."""

    def __init__(self, view: PublicView, side: SideView, width: int, t: NullTranslations, *, own: bool) -> None:
        self._width = width
        self._sizes = sizes = _WIDE if width > WIDTH // 2 else _NARROW
        self._ink = SIDE_INKS[side.index % len(SIDE_INKS)]
        self._threes = tuple(threes for threes in (side.threes, side.set_aside) if threes)
        self._opening, self._score = opening_words(view, side, t), score_words(view, side, t)
        self._foot = side_foot(side, t)
        self._players: list[_Player] = []
        for seat in side.seats:
            player = view.players[seat]
            name = player_name(player, t)
            found = tags(view, player, t, own=own)
            self._players.append(
                _Player(name, text_width(name, sizes.name, "bold"), found, seat == view.turn, player.sitting_out)
            )
        self._besides_names = self._tags_width()
        self._right_width = text_width(self._opening, LEAST_SIZE, "strong") + 17 if self._opening else 0
        self._right_width += sum(map(self._threes_width, self._threes))
        if self._foot:
            self._right_width += sizes.icon + 4 + text_width(self._foot.words, sizes.tag, "strong") + 17
        self._score_width = text_width(self._score, sizes.score, "bold") + 18

    def _tags_width(self) -> int:
        sizes = self._sizes
        total = sizes.between * (len(self._players) - 1)
        for player in self._players:
            total += sizes.after + (sizes.mark + 8 if player.on_turn else 0)
            for tag in player.tags:
                total += (sizes.icon + 4 if tag.icon else 0) + text_width(tag.words, sizes.tag, "strong") + sizes.after
        return total

    def _threes_width(self, threes: Sequence[Card]) -> int:
        count = text_width(f"×{len(threes)}", LEAST_SIZE, "strong") + 7 if len(threes) > 1 else 0
        return count + _THREE_WIDTH + _THREE_STEP * (min(len(threes), self._sizes.threes) - 1) + 17

    def _needs(self, fair_name: int) -> int:
        """Return the width of the first line, without what may go to a second line."""
        names = sum(min(player.name_width, fair_name) for player in self._players)
        return 2 * PADDING + _BAR + names + self._besides_names + self._score_width

    def fits(self) -> bool:
        """Return whether two lines are enough to tell the players apart."""
        return self._needs(_TIGHT_NAME) <= self._width

    def _lines(self, tight: bool) -> int:
        """Return 1 if the names have enough room in one line with all the rest, else 2.

        Less room is enough for `tight` ones.
        """
        needed = self._needs(_TIGHT_NAME if tight else self._sizes.fair_name) + self._right_width
        return 1 if needed <= self._width else 2

    def height(self, *, tight: bool) -> int:
        """Return the heading's height in pixels, which is less where room is `tight`."""
        height = _HEIGHT + _SECOND_LINE * (self._lines(tight) - 1)
        return height - _TIGHTER[0] if tight else height

    def draw(self, canvas: Canvas, left: int, top: int, *, tight: bool) -> None:
        """Draw the heading into the panel whose top left corner is at left, top."""
        sizes = self._sizes
        lines = self._lines(tight)
        baseline = top + _BASELINE - (_TIGHTER[1] if tight else 0)
        second = top + self.height(tight=tight) - _HEIGHT + _BASELINE + (_TIGHTER[1] if tight else 0)
        x, end = left + PADDING + _BAR, left + self._width - PADDING - 2
        canvas.panel(left + PADDING, baseline - 26, left + PADDING + 8, second + 6, 4, self._ink, "panel")
        after_score = end
        if self._score:
            after_score = canvas.text_to(end, baseline, self._score, sizes.score, "bold", "text", "panel") - 18
        rest = end if lines == 2 else after_score
        for threes in self._threes:
            rest = self._draw_threes(canvas, threes, rest, second)
        if self._foot:
            x_words = canvas.text_to(rest, second, self._foot.words, sizes.tag, "strong", "text", "panel")
            rest = x_words - sizes.icon - 4
            canvas.icon(self._foot.icon, rest, second - round(sizes.icon * 0.86), sizes.icon, "muted", "panel")
            rest -= 17
        if self._opening:
            words = shortened(self._opening, LEAST_SIZE, "strong", rest - x)
            rest = canvas.text_to(rest, second, words, LEAST_SIZE, "strong", "accent", "panel") - 17
        self._draw_players(canvas, x, after_score if lines == 2 else rest, baseline)

    def _draw_players(self, canvas: Canvas, x: int, end: int, baseline: int) -> None:
        sizes = self._sizes
        given = shares([player.name_width for player in self._players], end - x - self._besides_names)
        for player, share in zip(self._players, given, strict=True):
            if player.on_turn:
                y = baseline - round((sizes.name * CAP_HEIGHT + sizes.mark) / 2)
                canvas.icon("turn", x, y, sizes.mark, "accent", "panel")
                x += sizes.mark + 8
            name = shortened(player.name, sizes.name, "bold", share)
            ink = "muted" if player.sitting_out else "text"
            x = canvas.text(x, baseline, name, sizes.name, "bold", ink, "panel") + sizes.after
            for tag in player.tags:
                if tag.icon:
                    ink = "muted" if tag.words else "accent"
                    canvas.icon(tag.icon, x, baseline - round(sizes.icon * 0.86), sizes.icon, ink, "panel")
                    x += sizes.icon + 4
                ink = "text" if tag.icon else "muted"
                x = canvas.text(x, baseline, tag.words, sizes.tag, "strong", ink, "panel") + sizes.after
            x += sizes.between

    def _draw_threes(self, canvas: Canvas, threes: Sequence[Card], right: int, baseline: int) -> int:
        """Draw laid threes so that they end at `right`; return where they begin, with a gap before them."""
        if len(threes) > 1:
            count = f"×{len(threes)}"
            canvas.text_to(right, baseline, count, LEAST_SIZE, "strong", "text", "panel")
        before = right - self._threes_width(threes)
        shown = threes[-self._sizes.threes :]
        for place, code in enumerate(shown):
            sprite = small_card(code, _THREE_WIDTH, follows=place > 0, last=place == len(shown) - 1)
            canvas.paste(sprite, before + 17 + place * _THREE_STEP, baseline - 36)
        return before
