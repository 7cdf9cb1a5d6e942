"""The picture of the table as everybody sees it: stock, pile, the player to move, and every side's melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from gettext import NullTranslations
from typing import Final, NamedTuple

from bot.canasta.cards import SUITS, TWO, card_at, is_wild
from bot.canasta.views import MeldView, PublicView, SideView
from renderer import speech
from renderer.canvas import MAX_HEIGHT, WIDTH, Canvas, Picture, Style
from renderer.heading import PADDING, Heading, opening_words, side_foot, tags
from renderer.melds import DrawnMeld, meld_height, meld_of, meld_sprite
from renderer.sprites import CHIP_WIDTH, SUIT_NAMES, back, card, card_height, crosswise, outline
from renderer.text import CAP_HEIGHT, LEAST_CAP, LEAST_SIZE, shortened, text_width
from renderer.words import clauses, joker_word, labelled, number, player_name, winner_name, winner_names

_MARGIN: Final = 15
_GAP: Final = 12
_RADIUS: Final = 17
#: The room below a panel's last meld.
_BELOW: Final = 12
#: The widths of a meld's front to choose from; the largest one that fits is used. With those of the second list the
#: header becomes small. On narrower ones words would be too small to read.
_MELD_WIDTHS: Final = (87, 80, 74, 67)
_SMALL_MELD_WIDTHS: Final = (64, 60, 54, 50)
_HEADER: Final = 161
#: The width of stock and pile in most headers.
HEAP_WIDTH: Final = 90
_SMALL_HEADER: Final = 124
#: The large table is as much narrower as it is larger on the screen, which shows both as wide as each other. Its header
#: has one more line.
LARGE_WIDTH: Final = 672
_LARGE_HEADER: Final = 197
_MOST_PICTURES: Final = 3
#: The height of a fourth line of the header where three have too little room.
_LINE_BELOW: Final = 38
#: This many cards of the stock show as one edge.
_CARDS_AN_EDGE: Final = 12
#: How much of the card that freezes the pile is shown, as a multiple of its width.
_FREEZING_SHOWN: Final = 0.36


# --- the layout ------------------------------------------------------------------------------------------------


class SidePanel(NamedTuple):
    """One side's panel: its box, its heading, its melds and their places."""

    left: int
    top: int
    right: int
    bottom: int
    heading: Heading
    melds: tuple[tuple[DrawnMeld, int, int], ...]


class TableLayout(NamedTuple):
    """The layout of a picture: its width, the header's height (0: none), the panels, a meld's width, the height.

    `below` is the height of a fourth line of the header, part of its height, and 0 if three lines have room for everything.
    """

    room: int
    header: int
    below: int
    panels: tuple[SidePanel, ...]
    meld_width: int
    tight: bool
    height: int


class _Side(NamedTuple):
    """The contents of a side's panel."""

    heading: Heading
    melds: Sequence[DrawnMeld]


def _plan_for(
    sides: Sequence[_Side], header: int, below: int, room: int, columns: int, width: int, tight: bool
) -> TableLayout:
    """Return the layout in `room` pixels with `columns` columns of panels and fronts `width` pixels wide.

    It is as high as it needs to be.
    """
    panel_width = _panel_width(columns, room)
    gap = max(3, round(width * 0.13))
    between = _GAP // 4 if width == CHIP_WIDTH else _GAP // 2 if tight else _GAP
    panels: list[SidePanel] = []
    header += below
    top = header or _MARGIN
    for start in range(0, len(sides), columns):
        row: list[SidePanel] = []
        for place, side in enumerate(sides[start : start + columns]):
            left = _MARGIN + place * (panel_width + _GAP)
            first, limit = left + PADDING, left + panel_width - PADDING
            bottom = top + side.heading.height(tight=tight)
            x, y = first, bottom - 5
            melds: list[tuple[DrawnMeld, int, int]] = []
            for meld in side.melds:
                if x > first and x + meld.width(width) > limit:
                    x, y = first, y + meld_height(width) + gap
                melds.append((meld, x, y))
                x += meld.width(width) + gap
                bottom = y + meld_height(width) + (_BELOW // 3 if width == CHIP_WIDTH else _BELOW)
            row.append(SidePanel(left, top, left + panel_width, bottom, side.heading, tuple(melds)))
        bottom = max(panel.bottom for panel in row)
        panels += [panel._replace(bottom=bottom) for panel in row]
        top = bottom + between
    height = top - between + _MARGIN if sides else header + _MARGIN
    return TableLayout(room, header, below, tuple(panels), width, tight, height)


def _panel_width(columns: int, room: int) -> int:
    return (room - 2 * _MARGIN - (columns - 1) * _GAP) // columns


def _choices(views: Sequence[SideView], *, chips: bool = False) -> Iterator[tuple[list[list[DrawnMeld]], int]]:
    """Yield each side's melds with the width of their fronts, from what shows most to what takes least room.

    The melds lose their suits first, then all but two of the cards below their fronts, and at last, if there are `chips`,
    the number of their cards.
    """
    melds = [[meld_of(meld) for meld in side.melds] for side in views]
    for width in _MELD_WIDTHS[:3]:
        yield melds, width
    for style in (DrawnMeld.plain, DrawnMeld.squeezed):
        fewer = [[style(meld) for meld in side] for side in melds]
        for width in (*_MELD_WIDTHS, *_SMALL_MELD_WIDTHS):
            yield fewer, width
    if chips:
        yield [[meld.chip() for meld in side] for side in melds], CHIP_WIDTH


def plan_of(view: PublicView, t: NullTranslations, turn: TurnText) -> TableLayout:
    """Return the layout of one picture with the largest melds that fit, in one or two columns of panels.

    For narrow melds the header becomes small too, then the panels' headings. Names are cut where they would make melds
    chips, and the header has no fourth line where there is no room for it.
    """
    seated = [side for side in view.sides if side.seats]
    for cut, fourth in ((False, True), (True, True), (True, False)):
        headings: dict[int, list[Heading]] = {}
        for columns in (1, 2) if len(seated) > 2 else (1,):
            of_sides = [
                Heading(view, side, _panel_width(columns, WIDTH), t, own=turn.own, chosen=turn.chosen, cut=cut)
                for side in seated
            ]
            if columns == 1 or all(one.fits(whole=not cut) for one in of_sides):
                headings[columns] = of_sides
        for melds, width in _choices(seated, chips=not fourth):
            header = _HEADER if width in _MELD_WIDTHS else _SMALL_HEADER
            below = _below(view, turn, header, t) if fourth else 0
            for tight in (False,) if header == _HEADER else (False, True):
                for columns, of_sides in headings.items():
                    sides = [_Side(*one) for one in zip(of_sides, melds, strict=True)]
                    plan = _plan_for(sides, header, below, WIDTH, columns, width, tight)
                    if plan.height <= MAX_HEIGHT:
                        return plan
    return plan


def plans_of(view: PublicView, t: NullTranslations, turn: TurnText, *, large: bool) -> list[TableLayout]:
    """Return the layouts of as few pictures as count every meld's cards: one, or with `large` words up to three.

    A crowd takes more than one in either case. It is not enlarged if that would take more than three, or if its names
    would get too little room.
    """
    if not large:
        whole = plan_of(view, t, turn)
        pages = _pages_of(view, t, turn, WIDTH, _SMALL_HEADER) if whole.meld_width == CHIP_WIDTH else []
        return pages or [whole]
    plans = _pages_of(view, t, turn, LARGE_WIDTH, _LARGE_HEADER - (0 if turn.may else _LINE_BELOW))
    fitting = plans and all(panel.heading.fits() for plan in plans for panel in plan.panels)
    return plans if fitting else plans_of(view, t, turn, large=False)


def _pages_of(view: PublicView, t: NullTranslations, turn: TurnText, room: int, header: int) -> list[TableLayout]:
    """Return the layouts of up to three pictures `room` pixels wide with the largest melds that fit; none if none do.

    Names are cut only where they don't fit whole.
    """
    seated = [side for side in view.sides if side.seats]
    for cut in (False, True):
        headings = [
            Heading(view, side, _panel_width(1, room), t, own=turn.own, chosen=turn.chosen, cut=cut) for side in seated
        ]
        for melds, width in _choices(seated):
            sides = [_Side(*one) for one in zip(headings, melds, strict=True)]
            plans = _pages(sides, width, room, header, 0)
            if room == WIDTH:
                lower = _pages(sides, width, room, header, _below(view, turn, header, t))
                plans = lower if len(lower) == len(plans) else plans
            if len(plans) <= _MOST_PICTURES and max(plan.height for plan in plans) <= _highest(room):
                return plans
    return []


def _highest(room: int) -> int:
    """Return the height of the highest picture of this width."""
    return room * MAX_HEIGHT // WIDTH


def _pages(sides: Sequence[_Side], width: int, room: int, header: int, below: int) -> list[TableLayout]:
    """Return layouts `room` pixels wide, each with as many of the sides as fit; the header is on the first."""
    plans = [_plan_for((), header, below, room, 1, width, tight=False)]
    start = 0
    for end in range(1, len(sides) + 1):
        before = plans[-1]
        longer = _plan_for(sides[start:end], before.header - before.below, before.below, room, 1, width, tight=False)
        if longer.height <= _highest(room):
            plans[-1] = longer
        else:
            start = end - 1
            plans.append(_plan_for(sides[start:end], 0, 0, room, 1, width, tight=False))
    return plans


# --- the header --------------------------------------------------------------------------------------------------


#: The phase of a view that is shown as it was after a move of `turn`'s, or after the deal, to somebody who waits.
AFTER: Final = "after"


class TurnText(NamedTuple):
    """The state of play: a sentence about `name` (empty if it names nobody), and what that player may do or has done.

    An `own` picture is for the player to move alone. It counts neither the stock nor their cards, as their message does
    that in words: so it stays true when they draw.
    """

    sentence: str
    name: str
    may: str
    won: bool = False
    own: bool = False
    chosen: int = 0

    def words(self) -> str:
        """Return the sentence with the whole name."""
        return self.sentence.format(name=self.name)


def turn_words(view: PublicView, t: NullTranslations, *, own: bool = False, chosen: int = 0) -> TurnText:
    """Return whose turn it is and what that player may do, or the state of a game in which it is nobody's turn.

    With `own` only whose turn it is: the player's message says more exactly what they may do.
    """
    if view.abandoned:
        return TurnText(t.gettext("Ended without a result"), "", "")
    if view.over and view.winner is None:
        return TurnText(t.gettext("It's a draw"), "", "")
    if view.over:
        return TurnText("{name}", winner_name(view, t), t.gettext("Won the game"), won=True)
    if view.phase == AFTER:
        if view.turn is None:
            return TurnText(t.gettext("After the deal"), "", "")
        return TurnText(t.gettext("After {name}’s move"), player_name(view.players[view.turn], t), "")
    if view.turn is None:
        return TurnText(t.gettext("The round is over"), "", "")
    name = player_name(view.players[view.turn], t)
    if view.phase == "answer" and view.asking is not None:
        asking = player_name(view.players[view.asking], t)
        return TurnText(
            t.gettext("{name} is asked"), name, t.gettext("May {name} go out?").format(name=asking), own=own
        )
    whose = t.gettext("{name}’s turn")
    if own:
        return TurnText(whose, name, "", own=True, chosen=chosen)
    if view.phase == "pass":
        return TurnText(whose, name, t.gettext("Choose the foot"))
    if view.phase != "draw":
        return TurnText(whose, name, t.gettext("Lay down, then discard"))
    draw = view.rules.turn.draw
    if not _may_take(view, view.turn):
        words = t.ngettext("Draw {count} card", "Draw {count} cards", draw)
    else:
        words = t.ngettext("Draw {count} card, or take the pile", "Draw {count} cards, or take the pile", draw)
    return TurnText(whose, name, words.format(count=draw))


def _may_take(view: PublicView, seat: int) -> bool:
    """Return whether the pile may be taken, as far as everybody can tell."""
    open_to = view.rules.pile.open_to
    allowed = open_to == "all" or (open_to == "in-foot" and view.players[seat].in_foot)
    return view.may_take and bool(view.pile) and allowed and not view.blocked and view.closed_by in (None, seat)


def pile_states(view: PublicView, t: NullTranslations) -> list[tuple[str, str, str]]:
    """Return the states of the pile, each as (icon, ink, words)."""
    states = []
    taken = view.rules.pile.can_be_taken
    if taken and view.frozen:
        states.append(("snowflake", "ice", t.pgettext("the discard pile", "Frozen")))
    if taken and view.blocked and view.closed_by is None:
        states.append(("barred", "bad", t.pgettext("the discard pile", "Blocked")))
    if view.closed_by is not None:
        name = player_name(view.players[view.closed_by], t)
        states.append(("lock", "bad", t.pgettext("the discard pile", "Closed by {name}").format(name=name)))
    return states


def _talons_state(view: PublicView, t: NullTranslations) -> list[tuple[str, str, str]]:
    """Return the side packets that are left in the form of `pile_states`, an empty list if there are none."""
    if not view.talons_left:
        return []
    words = t.ngettext("Talon {sizes}", "Talons {sizes}", len(view.talons_left))
    return [("cards", "muted", words.format(sizes=" + ".join(map(str, view.talons_left))))]


def _trump_state(view: PublicView, t: NullTranslations) -> list[tuple[str, str, str]]:
    """Return this round's trump suit in the form of `pile_states`, an empty list if there is none."""
    if view.trump is None:
        return []
    return [(SUIT_NAMES[SUITS[view.trump]], "text", t.pgettext("beside the suit", "Trump"))]


def _heap_width(header: int) -> int:
    """Return the width of stock and pile in a header of this height without a fourth line."""
    return 67 if header == _SMALL_HEADER else HEAP_WIDTH


def _below(view: PublicView, turn: TurnText, header: int, t: NullTranslations) -> int:
    """Return the height of a line below the header, 0 if its third line has room for the pile's states and `turn.may`."""
    if not turn.may:
        return 0
    width = _heap_width(header)
    left = _pile_right(view, _MARGIN + width + round(0.3 * width), width) + round(0.2 * width)
    states = sum(
        round(LEAST_SIZE * 1.2) + 28 + text_width(words, LEAST_SIZE, "strong")
        for _, _, words in pile_states(view, t) + _talons_state(view, t) + _trump_state(view, t)
    )
    needed = left + states + 5 + text_width(turn.may, LEAST_SIZE, "regular")
    return 0 if needed <= WIDTH - _MARGIN else _LINE_BELOW


def _draw_header(canvas: Canvas, view: PublicView, plan: TableLayout, style: Style, turn: TurnText) -> None:
    """Draw the heaps at the left, and beside them three lines: of the pile at the left, of the game at the right.

    In the large table, and where there is no room for it, what the player may do is on a fourth line, below.
    """
    t = style.translation
    width = _heap_width(plan.header - plan.below)
    large = canvas.width < WIDTH
    tall = card_height(width)
    top, right = _MARGIN, canvas.width - _MARGIN
    _draw_stock(canvas, view.stock_size, width, top, style, counted=not turn.own)
    x = _MARGIN + width + round(0.3 * width)
    x = _draw_pile(canvas, view, x, width, top, style) + round(0.2 * width)
    first, third = top + LEAST_CAP + 2, top + tall - round(width * 0.06)
    count_size = round(width * 0.12) + LEAST_SIZE
    second = (first + third + round(count_size * CAP_HEIGHT) - LEAST_CAP) // 2

    rules, current = view.rules, number(max(view.round_number, 1), t)
    if rules.rounds:
        about = t.gettext("Round {round} of {rounds}").format(round=current, rounds=number(rules.rounds, t))
    else:
        about = t.gettext("Round {round} · to {target}").format(round=current, target=number(rules.target, t))
    about_left = canvas.text_to(right, first, about, LEAST_SIZE, "regular", "muted", "felt")
    label = t.gettext("Discard pile")
    if x + text_width(label, LEAST_SIZE, "regular") + 25 <= about_left:
        canvas.text(x, first, label, LEAST_SIZE, "regular", "muted", "felt")
    count_end = canvas.text(x, second, number(len(view.pile), t), count_size, "bold", "text", "felt")
    _draw_turn(canvas, turn, count_end + 42, right, second, 37 if width > 84 else 33)

    may_below = large or plan.below
    may_line = top + tall + 40 if may_below else third
    may = shortened(turn.may, LEAST_SIZE, "regular", right - _MARGIN)
    if may:
        canvas.text_to(right, may_line, may, LEAST_SIZE, "regular", "muted", "felt")
    states_end = right if may_below else right - text_width(may, LEAST_SIZE, "regular") - 25
    icon_size = round(LEAST_SIZE * 1.2)
    for name, ink, words in pile_states(view, t) + _talons_state(view, t) + _trump_state(view, t):
        room = states_end - x - icon_size - 8
        if room < 0:
            break
        canvas.icon(name, x, third - round(icon_size * 0.8), icon_size, ink, "felt")
        short = shortened(words, LEAST_SIZE, "strong", room)
        x = canvas.text(x + icon_size + 8, third, short, LEAST_SIZE, "strong", ink, "felt") + 20


def _draw_turn(canvas: Canvas, turn: TurnText, left: int, right: int, baseline: int, size: int) -> None:
    """Write whose turn it is between `left` and `right`, no larger than `size`, with a mark before it.

    Where there is no room for the sentence, the mark and the name say it.
    """
    room = right - left - size
    while size > LEAST_SIZE and text_width(turn.words(), size, "bold") > room:
        size -= 3
    size = max(size, LEAST_SIZE)
    words = turn.words()
    if turn.name and text_width(words, size, "bold") > room:
        words = shortened(turn.name, size, "bold", room)
    x = canvas.text_to(right, baseline, words, size, "bold", "text", "felt")
    if turn.name:
        mark = round(size * 0.7)
        name, ink = ("crown", "text") if turn.won else ("turn", "accent")
        canvas.icon(name, x - mark - 12, baseline - round(mark * 1.02), mark, ink, "felt")


def _edges(size: int) -> int:
    """Return how many edges of cards below the top card of the stock are shown."""
    return min(4, size // _CARDS_AN_EDGE)


def _draw_stock(canvas: Canvas, size: int, width: int, top: int, style: Style, *, counted: bool) -> None:
    tall = card_height(width)
    if size:
        for depth in range(_edges(size), -1, -1):
            canvas.paste(back(width, style.back), _MARGIN + 2 * depth, top + 2 * depth, outline(width))
    else:
        _draw_empty(canvas, _MARGIN, top, width, tall)
    if not counted:
        return
    digits = str(size)
    middle, baseline = _MARGIN + width // 2, top + (tall + LEAST_CAP) // 2
    if size:
        half = min(text_width(digits, LEAST_SIZE, "bold") // 2 + 10, width // 2 - 2)
        upper = top + tall // 2 - 19
        canvas.panel(middle - half, upper, middle + half, upper + 38, min(19, half), "pill", "back")
    ink, on = ("front_text", "pill") if size else ("muted", "panel")
    canvas.text_about(middle, baseline, digits, LEAST_SIZE, "bold", ink, on)


def _draw_empty(canvas: Canvas, x: int, y: int, width: int, tall: int) -> None:
    """Draw the place of an empty heap."""
    canvas.panel(x, y, x + width, y + tall, 8, "panel", "felt")


def _depth(view: PublicView) -> int:
    """Return how many edges of cards below the top card of the pile are shown."""
    return min(3, (len(view.pile) + 2) // 4 if len(view.pile) > 1 else 0)


def _shows_freezing(view: PublicView) -> bool:
    """Return whether the card that freezes the pile lies below the top card, and is shown crosswise."""
    if view.freezing is None or not view.rules.pile.can_be_taken:
        return False
    return view.freezing != view.upcard or view.freezing in view.pile[:-1]


def _pile_right(view: PublicView, x: int, width: int) -> int:
    """Return the right end of a pile that begins at `x`."""
    if not view.pile:
        return x + width
    crossed = round(width * _FREEZING_SHOWN) - 2 if _shows_freezing(view) else 0
    return x + width + 3 * _depth(view) + crossed


def _draw_pile(canvas: Canvas, view: PublicView, x: int, width: int, top: int, style: Style) -> int:
    """Draw the pile from `x` on; return its right end."""
    tall = card_height(width)
    if not view.pile:
        _draw_empty(canvas, x, top, width, tall)
        return x + width
    depth, end = _depth(view), _pile_right(view, x, width)
    if view.freezing is not None and _shows_freezing(view):
        shown = round(width * _FREEZING_SHOWN)
        canvas.paste(crosswise(view.freezing, width, shown), end - shown, top + (tall - width) // 2)
    upcard = view.upcard
    top_card = (
        back(width, style.back)
        if upcard is None
        else card(upcard, width, follows=False, last=True, low=False, joker_word=joker_word(style.translation))
    )
    for below in range(depth, -1, -1):
        canvas.paste(top_card, x + 3 * below, top + 3 * below, outline(width))
    return end


# --- in words ----------------------------------------------------------------------------------------------------


#: How the words of a crowded table are cut, most important first: without what wild cards are in a meld, with names of
#: twelve letters and melds that don't say which canasta they are, with melds that are only counted.
_UNCOUNTED, _SHORT, _TALLIED = 1, 2, 3
_SHORT_NAME: Final = 12


def _meld_words(meld: MeldView, t: NullTranslations, brief: int) -> str:
    """Return a meld as it is read aloud: `mixed canasta: 6 aces and 2 wild cards`."""
    held = _held_words(meld, t, brief)
    if meld.canasta is None or brief >= _SHORT:
        return held
    kinds = {
        "natural": t.gettext("natural canasta"),
        "mixed": t.gettext("mixed canasta"),
        "wild": t.gettext("wild canasta"),
        "sequence": t.gettext("run canasta"),
        "twos": t.gettext("canasta of twos"),
    }
    return labelled(kinds.get(meld.canasta, meld.canasta), held, t)


def _held_words(meld: MeldView, t: NullTranslations, brief: int) -> str:
    if meld.kind == "sequence":
        return _run_words(meld, t, brief)
    if meld.kind == "wild":
        ranks = Counter(card >> 2 for card in sorted(meld.cards, reverse=True))
        return speech.together([speech.counted(rank, count, t) for rank, count in ranks.items()], t)
    if meld.kind == "black-threes":
        naturals = [card for card in meld.cards if not is_wild(card)]
        wilds, held = len(meld.cards) - len(naturals), speech.threes(naturals, t)
    else:
        wilds = 0 if meld.kind == "twos" else meld.wilds
        held = speech.counted(TWO if meld.kind == "twos" else meld.rank or 0, len(meld.cards) - wilds, t)
    return speech.together([held, speech.wild_cards(wilds, t)], t) if wilds and not brief else held


def _run_words(meld: MeldView, t: NullTranslations, brief: int) -> str:
    """Return a run as it is read aloud: `four of hearts to ten of hearts, 7 cards, 1 wild card`."""
    ends = (card_at((meld.rank or 0) + place, meld.suit or 0) for place in (0, len(meld.cards) - 1))
    first, last = (speech.card(end, t) for end in ends)
    parts = [t.pgettext("a range", "{first} to {last}").format(first=first, last=last)]
    if not brief:
        parts.append(speech.card_count(len(meld.cards), t))
        if meld.wilds:
            parts.append(speech.wild_cards(meld.wilds, t))
    return ", ".join(parts)


def _tally_words(side: SideView, t: NullTranslations) -> list[str]:
    """Return how many melds a side has, and how many canastas."""
    melds, canastas = len(side.melds), sum(meld.canasta is not None for meld in side.melds)
    parts = [t.ngettext("{count} meld", "{count} melds", melds).format(count=melds)]
    if canastas:
        parts.append(t.ngettext("{count} canasta", "{count} canastas", canastas).format(count=canastas))
    return parts


def _player_words(view: PublicView, seat: int, t: NullTranslations, brief: int, *, own: bool) -> str:
    player = view.players[seat]
    name = player_name(player, t)
    shown = speech.brief(name, _SHORT_NAME) if brief >= _SHORT else name
    return ", ".join((shown, *(tag.alt for tag in tags(view, player, t, own=own))))


def _side_words(view: PublicView, side: SideView, t: NullTranslations, brief: int, now: TurnText) -> str:
    # A name alone stands last, where the words of another don't seem to be about both.
    seats = sorted(side.seats, key=lambda seat: not tags(view, view.players[seat], t, own=now.own))
    side = replace(side, seats=tuple(seats))
    players = [_player_words(view, seat, t, brief, own=now.own) for seat in seats]
    foot = side_foot(view, side, t)
    score = speech.number(view.scores[side.index], t) if not view.by_player else ""
    parts = [
        t.gettext("score {points}").format(points=score) if score else "",
        opening_words(view, side, t, chosen=now.chosen, aloud=True),
        foot.alt if foot else "",
        speech.threes((*side.threes, *side.set_aside), t),
    ]
    melds = [_meld_words(meld, t, brief) for meld in side.melds]
    if side.melds:
        parts.append(t.gettext("{points} on the table").format(points=speech.points(side.worth, t)))
    if brief >= _TALLIED and melds:
        parts, melds = parts + _tally_words(side, t), []
    elif brief == _SHORT and melds:
        parts += _tally_words(side, t)[1:]
    said = clauses([", ".join(part for part in parts if part), *melds], t) if melds or any(parts) else ""
    names = speech.together(players, t)
    return labelled(names, f"{said}.", t) if said else f"{names}."


def _sides_words(view: PublicView, sides: Sequence[SideView], t: NullTranslations, now: TurnText, brief: int) -> str:
    return " ".join(_side_words(view, side, t, brief, now) for side in sides)


def _heaps_words(view: PublicView, t: NullTranslations, *, own: bool) -> list[str]:
    """Return what is said of stock and pile, each in a sentence."""
    heaps = []
    if not own:
        stock = t.ngettext("Stock: {count} card.", "Stock: {count} cards.", view.stock_size)
        heaps.append(stock.format(count=view.stock_size))
    if view.pile:
        top = t.gettext("a face-down card") if view.upcard is None else speech.card(view.upcard, t)
        pile = t.ngettext("Pile: {count} card, {card} on top", "Pile: {count} cards, {card} on top", len(view.pile))
        heaps.append(f"{pile.format(count=len(view.pile), card=top)}.")
    else:
        heaps.append(t.gettext("The pile is empty."))
    heaps += [f"{words}." for _, _, words in pile_states(view, t)]
    if view.talons_left:
        sizes = speech.together([speech.card_count(size, t) for size in view.talons_left], t)
        heaps.append(t.gettext("Talons left: {sizes}.").format(sizes=sizes))
    if view.trump is not None:
        heaps.append(t.gettext("Trump is {suit}.").format(suit=speech.suit(view.trump, t)))
    return heaps


def describe(view: PublicView, style: Style, now: TurnText) -> str:
    """Return the alt text, which is shorter if there are many melds and names."""
    t = style.translation
    current = max(view.round_number, 1)
    if view.rules.rounds:
        about = t.gettext("Round {round} of {rounds}.").format(round=current, rounds=view.rules.rounds)
    else:
        points = speech.points(view.rules.target, t)
        about = t.gettext("Round {round}, playing to {points}.").format(round=current, points=points)
    if now.won:
        now = now._replace(name=speech.together(winner_names(view, t), t))
    turn = labelled(now.words(), f"{now.may}.", t) if now.may else f"{now.words()}."
    heaps = _heaps_words(view, t, own=now.own)

    def words(brief: int) -> str:
        sides = _sides_words(view, [side for side in view.sides if side.seats], t, now, brief)
        return " ".join((about, turn.replace("?.", "?"), *heaps, sides))

    return speech.short_enough(words, range(_TALLIED + 1))


def render(view: PublicView, style: Style, *, own: bool = False, chosen: int = 0) -> Picture:
    """Draw the table; `own` and `chosen` are as in `TurnText`. Raises `KeyError` for an unknown theme."""
    return _render(_shown(view, own=own), style, turn_words(view, style.translation, own=own, chosen=chosen))


def _shown(view: PublicView, *, own: bool) -> PublicView:
    """Return the view without what the picture doesn't show, so that the same picture isn't drawn again."""
    after = view.phase == AFTER
    view = view._replace(phase="", so_far=(), may_take=False, memory=(), turn=None if after else view.turn)
    if not own:
        return view
    stock = _edges(view.stock_size) * _CARDS_AN_EDGE or min(view.stock_size, 1)
    players = tuple(one._replace(hand_size=0) if one.seat == view.turn else one for one in view.players)
    return view._replace(stock_size=stock, players=players)


@lru_cache(maxsize=256)
def _render(view: PublicView, style: Style, turn: TurnText) -> Picture:
    plan = plan_of(view, style.translation, turn)
    picture = _draw(plan, view, style, turn).finish(style, describe(view, style, turn))
    return replace(picture, crowded=plan.meld_width == CHIP_WIDTH)


def render_parts(view: PublicView, style: Style, *, own: bool, chosen: int, large: bool) -> tuple[Picture, ...]:
    """Draw the table in as many pictures as it takes, the header in the first one and the sides in order.

    The first picture's alt text is that of the whole table, the others' say the sides that they show.
    """
    turn = turn_words(view, style.translation, own=own, chosen=chosen)
    return _render_parts(_shown(view, own=own), style, turn, large)


@lru_cache(maxsize=64)
def _render_parts(view: PublicView, style: Style, turn: TurnText, large: bool) -> tuple[Picture, ...]:
    t = style.translation
    plans = plans_of(view, t, turn, large=large)
    alts = [describe(view, style, turn)]
    left = [side for side in view.sides if side.seats][len(plans[0].panels) :]
    for plan in plans[1:]:
        words = partial(_sides_words, view, left[: len(plan.panels)], t, turn)
        alts.append(speech.short_enough(words, range(_TALLIED + 1)))
        left = left[len(plan.panels) :]
    return tuple(_draw(plan, view, style, turn).finish(style, alt) for plan, alt in zip(plans, alts, strict=True))


def _draw(plan: TableLayout, view: PublicView, style: Style, turn: TurnText) -> Canvas:
    canvas = Canvas(plan.room, min(plan.height, MAX_HEIGHT), "felt")
    if plan.header:
        _draw_header(canvas, view, plan, style, turn)
    for panel in plan.panels:
        canvas.panel(panel.left, panel.top, panel.right, panel.bottom, _RADIUS, "panel", "felt")
        panel.heading.draw(canvas, panel.left, panel.top, tight=plan.tight)
        for meld, x, y in panel.melds:
            canvas.paste(meld_sprite(meld, plan.meld_width), x, y)
    return canvas
