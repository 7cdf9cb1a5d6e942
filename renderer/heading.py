"""The heading of one side's panel: its players with their cards, what it needs to open, its threes, its score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import NullTranslations
from typing import Final, NamedTuple

from bot.canasta.cards import Card
from bot.canasta.views import PlayerView, PublicView, SideView
from renderer import speech
from renderer.canvas import WIDTH, Canvas
from renderer.sprites import small_card
from renderer.text import CAP_HEIGHT, LEAST_SIZE, shares, shortened, text_width
from renderer.theme import SIDE_INKS
from renderer.words import number, player_name, signed

#: The distance between a panel's edge and its contents, in pixels.
PADDING: Final = 15
_HEIGHT: Final = 65
_SECOND_LINE: Final = 45
_BASELINE: Final = 43
#: The pixels by which the heading is lower, and its first baseline higher, where room is tight.
_TIGHTER: Final = (12, 6)
_BAR: Final = 20
_THREE_WIDTH: Final = 35
_THREE_STEP: Final = 13


class _Sizes(NamedTuple):
    """Font sizes and distances in pixels, and how many laid threes are drawn as cards.

    Where there is no room for whole names, a name gets at least `fair_name` pixels, if it needs them, before the heading
    takes a second line.
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
#: The room of a name that isn't cut.
_ANY_NAME: Final = 1 << 20
#: The distance between two things at the right.
_APART: Final = 17


class Tag(NamedTuple):
    """A note after a player's name: an icon (or none), a number or word, its alt text, and words that explain the icon.

    Where there is room, these are written beside the icon.
    """

    icon: str
    words: str
    alt: str
    meaning: str = ""

    def written(self, *, explained: bool) -> str:
        """Return what stands beside the icon."""
        return (explained and self.meaning) or self.words


def foot_icon(view: PublicView) -> str:
    """Return the icon of a foot: a packet that waits for a whole side lies in nobody's hand and is no foot."""
    return "packet" if view.rules.deal.foot_of == "side" else "foot"


def tags(view: PublicView, player: PlayerView, t: NullTranslations, *, own: bool) -> list[Tag]:
    """Return what the heading says about a player in addition to their name.

    In the `own` picture of the player to move, that is not how many cards they hold.
    """
    if player.sitting_out:
        words = t.gettext("sits out")
        return [Tag("", words, words)]
    found = []
    if not (own and player.seat == view.turn):
        found.append(Tag("cards", str(player.hand_size), speech.card_count(player.hand_size, t)))
    if player.foot_size and not view.sides[player.side].foot_size:
        size = player.foot_size
        alt = t.ngettext("{count} card in the foot", "{count} cards in the foot", size).format(count=size)
        meaning = t.gettext("{count} in the foot").format(count=size)
        found.append(Tag(foot_icon(view), str(size), alt, meaning))
    elif player.in_foot:
        alt = t.gettext("plays from the foot")
        found.append(Tag(foot_icon(view), "", alt, alt))
    if player.talon_size:
        size = player.talon_size
        alt = t.ngettext("{count} card in the talon", "{count} cards in the talon", size).format(count=size)
        meaning = t.gettext("{count} in the talon").format(count=size)
        found.append(Tag("packet", f"+{size}", alt, meaning))
    if player.lone:
        words = t.gettext("plays alone")
        found.append(Tag("", words, words))
    if view.by_player:
        score = view.scores[player.seat]
        found.append(Tag("", number(score, t), speech.points(score, t)))
    if player.opening is not None and view.sides[player.side].melds and not view.rules.opening.free:
        words = _needs_words(player.opening, t)
        found.append(Tag("", words, words))
    return found


def side_foot(view: PublicView, side: SideView, t: NullTranslations) -> Tag | None:
    """Return what the heading says about a foot that belongs to the whole side, None if none waits."""
    if not side.foot_size:
        return None
    count = side.foot_size
    if len(side.seats) > 1:
        alt = t.ngettext("{count} card in the side's foot", "{count} cards in the side's foot", count)
    else:
        alt = t.ngettext("{count} card in the foot", "{count} cards in the foot", count)
    meaning = t.gettext("{count} in the foot").format(count=count)
    return Tag(foot_icon(view), str(count), alt.format(count=count), meaning)


def opening_words(view: PublicView, side: SideView, t: NullTranslations, *, chosen: int, aloud: bool = False) -> str:
    """Return what a side still needs to open, an empty text once it has opened.

    If its players need different points, they are listed in the players' order, in words where they are read `aloud`.
    `chosen` is how many points the player to move has chosen to lay down.
    """
    if side.melds or view.rules.opening.free:
        return ""
    if chosen and (due := points_needed(view, side)):
        words = t.gettext("{points} of {needed} to open")
        return words.format(points=number(chosen, t), needed=number(due, t))
    if side.opening is not None:
        return _needs_words(side.opening, t)
    needs = [needed for seat in side.seats if (needed := view.players[seat].opening) is not None]
    if not all(isinstance(needed, int) for needed in needs):
        return _listed([_needs_words(needed, t) for needed in needs], t, aloud=aloud)
    points = _listed([number(needed, t) for needed in needs if isinstance(needed, int)], t, aloud=aloud)
    return t.gettext("{points} to open").format(points=points) if points else ""


def _listed(texts: list[str], t: NullTranslations, *, aloud: bool) -> str:
    return speech.together(texts, t) if aloud else " / ".join(texts)


def points_needed(view: PublicView, side: SideView) -> int:
    """Return the points that the player to move needs to open for this side, 0 if they need none."""
    needed = view.players[view.turn].opening if view.turn in side.seats and view.turn is not None else None
    return needed if isinstance(needed, int) else 0


def needs_now(view: PublicView, side: SideView) -> bool:
    """Return whether a side's need to open wants something of the player to move."""
    needs = {side.opening, *(view.players[seat].opening for seat in side.seats)}
    return view.turn in side.seats and not needs <= {None, 0}


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


class _Line(NamedTuple):
    """A line of a heading: its players, if icons are `explained`, and if it has the score at its right.

    The `last` line has all the rest, and what the melds are worth now beside or below the score.
    """

    players: tuple[_Player, ...]
    explained: bool
    scored: bool
    last: bool


class Heading:
    """One side's heading for a panel `width` pixels wide, its names whole unless it is `cut`.

    Whole names are on as few lines as they fit on. `chosen` is how many points the player to move has chosen to lay down.
    """

    def __init__(
        self,
        view: PublicView,
        side: SideView,
        width: int,
        t: NullTranslations,
        *,
        own: bool,
        chosen: int = 0,
        cut: bool = False,
    ) -> None:
        self._width = width
        self._sizes = sizes = _WIDE if width > WIDTH // 2 else _NARROW
        self._ink = SIDE_INKS[side.index % len(SIDE_INKS)]
        self._threes = tuple(threes for threes in (side.threes, side.set_aside) if threes)
        self._opening = opening_words(view, side, t, chosen=chosen)
        enough = 0 < points_needed(view, side) <= chosen
        self._opening_ink = "good" if enough else "accent" if needs_now(view, side) else "muted"
        self._score = "" if view.by_player else number(view.scores[side.index], t)
        self._worth = signed(side.worth, t) if side.melds else ""
        self._worth_ink = "bad" if side.worth < 0 else "good"
        foot = side_foot(view, side, t)
        # In words wherever names are whole, so that one picture says it as the next one does.
        self._foot = foot and (foot.icon, foot.written(explained=not cut))
        self._room = width - 2 * PADDING - _BAR - 2
        self._score_width, self._worth_width = (
            text_width(words, sizes.score, "bold") + _APART + 1 if words else 0 for words in (self._score, self._worth)
        )
        self._players = self._named(view, side, t, own=own)
        if not cut and not self.fits(whole=True):
            self._sizes = sizes._replace(name=LEAST_SIZE)
            self._players = self._named(view, side, t, own=own)
        self._tight = self._lines(_TIGHT_NAME if cut else _ANY_NAME)
        self._loose = self._lines(sizes.fair_name) if cut else self._tight

    def _named(self, view: PublicView, side: SideView, t: NullTranslations, *, own: bool) -> list[_Player]:
        """Return the side's players with their names as wide as they are written."""
        named = [(view.players[seat], player_name(view.players[seat], t)) for seat in side.seats]
        return [
            _Player(
                name,
                text_width(name, self._sizes.name, "bold"),
                tags(view, player, t, own=own),
                player.seat == view.turn,
                player.sitting_out,
            )
            for player, name in named
        ]

    def _block_width(self, player: _Player, *, explained: bool) -> int:
        """Return the width of a player's tags and mark, without the name."""
        sizes = self._sizes
        total = sizes.after + (sizes.mark + 8 if player.on_turn else 0)
        for tag in player.tags:
            words = text_width(tag.written(explained=explained), sizes.tag, "strong")
            total += (sizes.icon + 4 if tag.icon else 0) + words + sizes.after
        return total

    def _rest_width(self) -> int:
        """Return the width of what the last line has at its right: the need to open, foot, threes, and the melds' worth."""
        width = self._worth_width
        width += text_width(self._opening, LEAST_SIZE, "strong") + _APART if self._opening else 0
        if self._foot:
            width += self._sizes.icon + 4 + text_width(self._foot[1], self._sizes.tag, "strong") + _APART
        return width + sum(map(self._threes_width, self._threes))

    def _threes_width(self, threes: Sequence[Card]) -> int:
        count = text_width(f"×{len(threes)}", LEAST_SIZE, "strong") + 7 if len(threes) > 1 else 0
        return count + _THREE_WIDTH + _THREE_STEP * (min(len(threes), self._sizes.threes) - 1) + _APART

    def _lines(self, fair_name: int) -> tuple[_Line, ...]:
        """Return the fewest lines on which each name has its room; icons are explained if that takes no more of them."""
        if lines := next(self._choices(fair_name), None):
            return lines
        if fair_name > _TIGHT_NAME:
            return self._lines(_TIGHT_NAME)
        last = len(self._players) - 1
        return tuple(
            _Line((player,), False, place == 0, place == last) for place, player in enumerate(self._players)
        ) or (_Line((), False, True, True),)

    def _choices(self, fair_name: int) -> Iterator[tuple[_Line, ...]]:
        """Yield ways to break the heading, best first: the fewest lines, the score on the first, icons explained."""
        for count in range(1, len(self._players) + 2):
            for score_on in (0, count - 1)[:count]:
                for explained in (True, False) if fair_name == _ANY_NAME else (False,):
                    if lines := self._broken(count, fair_name, score_on, explained=explained):
                        yield lines

    def _broken(self, count: int, fair_name: int, score_on: int, *, explained: bool) -> tuple[_Line, ...]:
        """Return the players in their order on `count` lines, the rest on the last; `score_on` is the score's line, from 0.

        No lines if the names haven't their room there, or if a line would be left empty.
        """
        left, lines = [*self._players], list[_Line]()
        rest = self._rest_width()
        for place in range(count):
            scored, last = place == score_on, place == count - 1
            room = self._room - scored * self._score_width - last * rest
            players: list[_Player] = []
            while left:
                needed = min(left[0].name_width, fair_name) + self._block_width(left[0], explained=explained)
                if needed > room:
                    break
                players.append(left.pop(0))
                room -= needed + self._sizes.between
            if not players and not (last and rest + scored * self._score_width):
                return ()
            lines.append(_Line(tuple(players), explained, scored, last))
        return () if left else tuple(lines)

    def fits(self, *, whole: bool = False) -> bool:
        """Return whether there is enough room to tell the players apart, or for their `whole` names."""
        return next(self._choices(_ANY_NAME if whole else _TIGHT_NAME), None) is not None

    def height(self, *, tight: bool) -> int:
        """Return the heading's height in pixels, which is less where room is `tight`."""
        height = _HEIGHT + _SECOND_LINE * (len(self._tight if tight else self._loose) - 1)
        return height - _TIGHTER[0] if tight else height

    def draw(self, canvas: Canvas, left: int, top: int, *, tight: bool) -> None:
        """Draw the heading into the panel whose top left corner is at left, top."""
        lines = self._tight if tight else self._loose
        baseline = top + _BASELINE - (_TIGHTER[1] if tight else 0)
        last = baseline + _SECOND_LINE * (len(lines) - 1)
        x, end = left + PADDING + _BAR, left + self._width - PADDING - 2
        canvas.panel(left + PADDING, baseline - 26, left + PADDING + 8, last + 6, 4, self._ink, "panel")
        for line in lines:
            right = end
            if line.last:
                right = self._draw_points(canvas, self._worth, right, baseline, self._worth_ink)
            if line.scored:
                right = self._draw_points(canvas, self._score, right, baseline, "text")
            if line.last:
                right = self._draw_rest(canvas, x, right, baseline)
            self._draw_players(canvas, line, x, right, baseline)
            baseline += _SECOND_LINE

    def _draw_points(self, canvas: Canvas, words: str, right: int, baseline: int, ink: str) -> int:
        """Write points so that they end at `right`; return where they begin, with a gap before them."""
        if not words:
            return right
        return canvas.text_to(right, baseline, words, self._sizes.score, "bold", ink, "panel") - _APART - 1

    def _draw_rest(self, canvas: Canvas, left: int, right: int, baseline: int) -> int:
        """Draw threes, a foot and the need to open so that they end at `right`; return where they begin, with a gap."""
        sizes = self._sizes
        for threes in self._threes:
            right = self._draw_threes(canvas, threes, right, baseline)
        if self._foot:
            icon, words = self._foot
            right = canvas.text_to(right, baseline, words, sizes.tag, "strong", "text", "panel") - sizes.icon - 4
            canvas.icon(icon, right, baseline - round(sizes.icon * 0.86), sizes.icon, "muted", "panel")
            right -= _APART
        if self._opening:
            words = shortened(self._opening, LEAST_SIZE, "strong", right - left)
            right = canvas.text_to(right, baseline, words, LEAST_SIZE, "strong", self._opening_ink, "panel") - _APART
        return right

    def _draw_players(self, canvas: Canvas, line: _Line, x: int, end: int, baseline: int) -> None:
        sizes = self._sizes
        blocks = sum(self._block_width(player, explained=line.explained) for player in line.players)
        between = sizes.between * (len(line.players) - 1)
        given = shares([player.name_width for player in line.players], end - x - blocks - between)
        for player, share in zip(line.players, given, strict=True):
            if player.on_turn:
                y = baseline - round((sizes.name * CAP_HEIGHT + sizes.mark) / 2)
                canvas.icon("turn", x, y, sizes.mark, "accent", "panel")
                x += sizes.mark + 8
            name = shortened(player.name, sizes.name, "bold", share)
            ink = "muted" if player.sitting_out else "text"
            x = canvas.text(x, baseline, name, sizes.name, "bold", ink, "panel") + sizes.after
            for tag in player.tags:
                words = tag.written(explained=line.explained)
                if tag.icon:
                    ink = "muted" if tag.words else "text"
                    canvas.icon(tag.icon, x, baseline - round(sizes.icon * 0.86), sizes.icon, ink, "panel")
                    x += sizes.icon + 4
                ink = "text" if tag.icon else "muted"
                x = canvas.text(x, baseline, words, sizes.tag, "strong", ink, "panel") + sizes.after
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
            canvas.paste(sprite, before + _APART + place * _THREE_STEP, baseline - 36)
        return before
