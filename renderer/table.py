"""The picture of the table as everybody sees it: stock, pile, the player to move, and every side's melds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Final, NamedTuple

from bot.canasta.cards import SUITS
from bot.canasta.views import MeldView, PublicView, SideView
from renderer.canvas import MAX_HEIGHT, WIDTH, Canvas, Picture, Style
from renderer.heading import PADDING, Heading, opening_words, score_words, side_foot, tags
from renderer.melds import Meld, jokers_in, meld_of, meld_sprite, run_label
from renderer.sprites import SUIT_NAMES, back, card, card_height, crosswise, meld_height, outline, rank_label
from renderer.text import shortened, text_width
from renderer.words import (
    SUIT_SIGNS,
    card_words,
    cards_words,
    joined,
    joker_word,
    number,
    player_name,
    short_enough,
    winner_name,
)

_MARGIN: Final = 18
_GAP: Final = 14
_RADIUS: Final = 20
#: The room below a panel's last meld.
_BELOW: Final = 14
#: The widths of a meld's front to choose from; the largest one that fits is used. With the second list the header
#: becomes small.
_MELD_WIDTHS: Final = (104, 96, 88, 80, 72, 64)
_SMALL_MELD_WIDTHS: Final = (72, 64, 56, 50)
_LEAST_MELD_WIDTHS: Final = (46, 42, 39, 36, 32, 28)
_HEADER: Final = 192
_SMALL_HEADER: Final = 132


# --- the layout ------------------------------------------------------------------------------------------------


class Panel(NamedTuple):
    """One side's panel: its box, its heading, its melds and their places."""

    left: int
    top: int
    right: int
    bottom: int
    heading: Heading
    melds: tuple[tuple[Meld, int, int], ...]


class Plan(NamedTuple):
    """The layout: the header's height, the panels, the width of a meld's front, the picture's height."""

    header: int
    panels: tuple[Panel, ...]
    meld_width: int
    tight: bool
    height: int


def _plan_for(
    headings: Sequence[Heading], sides: Sequence[Sequence[Meld]], header: int, columns: int, width: int, tight: bool
) -> Plan:
    """Return the layout with `columns` columns of panels and fronts `width` pixels wide, however high that is."""
    panel_width = _panel_width(columns)
    gap = max(6, round(width * 0.13))
    between = _GAP // 2 if tight else _GAP
    panels: list[Panel] = []
    top = header
    for start in range(0, len(sides), columns):
        row: list[Panel] = []
        for place, side in enumerate(sides[start : start + columns]):
            left = _MARGIN + place * (panel_width + _GAP)
            first, limit = left + PADDING, left + panel_width - PADDING
            bottom = top + headings[start + place].height(tight=tight)
            x, y = first, bottom - 6
            melds: list[tuple[Meld, int, int]] = []
            for meld in side:
                if x > first and x + meld.width(width) > limit:
                    x, y = first, y + meld_height(width) + gap
                melds.append((meld, x, y))
                x += meld.width(width) + gap
                bottom = y + meld_height(width) + _BELOW
            row.append(Panel(left, top, left + panel_width, bottom, headings[start + place], tuple(melds)))
        bottom = max(panel.bottom for panel in row)
        panels += [panel._replace(bottom=bottom) for panel in row]
        top = bottom + between
    return Plan(header, tuple(panels), width, tight, top - between + _MARGIN)


def _panel_width(columns: int) -> int:
    return (WIDTH - 2 * _MARGIN - (columns - 1) * _GAP) // columns


def plan_of(view: PublicView, t: NullTranslations) -> Plan:
    """Return the layout with the largest melds that fit, in one or two columns of panels.

    If none fits, the names are shortened, and at last the melds are squeezed.
    """
    seated = [side for side in view.sides if side.seats]
    sides = [[meld_of(meld) for meld in side.melds] for side in seated]
    squeezed = [[meld.squeezed() for meld in side] for side in sides]
    headings = {
        columns: [Heading(view, side, _panel_width(columns), t) for side in seated]
        for columns in ((1, 2) if len(sides) > 2 else (1,))
    }
    if 2 in headings and not all(one.fits() for one in headings[2]):
        del headings[2]
    choices = [(sides, _HEADER, width, False) for width in _MELD_WIDTHS]
    for melds in (sides, squeezed):
        choices += [(melds, _SMALL_HEADER, width, tight) for width in _SMALL_MELD_WIDTHS for tight in (False, True)]
    choices += [(squeezed, _SMALL_HEADER, width, True) for width in _LEAST_MELD_WIDTHS]
    for melds, header, width, tight in choices:
        for columns, of_sides in headings.items():
            plan = _plan_for(of_sides, melds, header, columns, width, tight)
            if plan.height <= MAX_HEIGHT:
                return plan
    return plan


# --- the header --------------------------------------------------------------------------------------------------


class Turn(NamedTuple):
    """What is going on: a sentence about `name` (empty if it names nobody), and what that player may do."""

    sentence: str
    name: str
    may: str

    def words(self) -> str:
        """Return the sentence with the whole name."""
        return self.sentence.format(name=self.name)


def turn_words(view: PublicView, t: NullTranslations, takes: bool | None = None) -> Turn:
    """Return whose turn it is and what that player may do, or the state of a game in which it is nobody's turn.

    `takes` says if the player to move can take the pile; it is known if the picture is for that player alone.
    """
    if view.abandoned:
        return Turn(t.gettext("Ended without a result"), "", "")
    if view.over and view.winner is None:
        return Turn(t.gettext("The game is a draw"), "", "")
    if view.over:
        return Turn("{name}", winner_name(view, t), t.gettext("Won the game"))
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
    if not (_may_take(view, view.turn) if takes is None else takes):
        words = t.ngettext("Draw {count} card", "Draw {count} cards", draw)
    else:
        words = t.ngettext("Draw {count} card, or take the pile", "Draw {count} cards, or take the pile", draw)
    return Turn(whose, name, words.format(count=draw))


def _may_take(view: PublicView, seat: int) -> bool:
    """Return whether the pile may be taken, as far as everybody can tell."""
    open_to = view.rules.pile.open_to
    allowed = open_to == "all" or (open_to == "in-foot" and view.players[seat].in_foot)
    return view.may_take and bool(view.pile) and allowed and not view.blocked and view.closed_by in (None, seat)


def pile_states(view: PublicView, t: NullTranslations) -> list[tuple[str, str, str]]:
    """Return the states of the pile, and the side packets that are left, each as (icon, ink, words)."""
    states = []
    if view.frozen:
        states.append(("snowflake", "ice", t.pgettext("the discard pile", "Frozen")))
    if view.blocked and view.closed_by is None:
        states.append(("barred", "bad", t.pgettext("the discard pile", "Blocked")))
    if view.closed_by is not None:
        name = player_name(view.players[view.closed_by], t)
        states.append(("lock", "bad", t.pgettext("the discard pile", "Closed by {name}").format(name=name)))
    if view.talons_left:
        words = t.ngettext("Talon {sizes}", "Talons {sizes}", len(view.talons_left))
        states.append(("cards", "muted", words.format(sizes=" + ".join(map(str, view.talons_left)))))
    return states


def _trump_state(view: PublicView, t: NullTranslations) -> list[tuple[str, str, str]]:
    """Return this round's trump suit in the form of `pile_states`, an empty list if there is none."""
    if view.trump is None:
        return []
    return [(SUIT_NAMES[SUITS[view.trump]], "text", t.pgettext("beside the suit", "Trump"))]


def _draw_header(canvas: Canvas, view: PublicView, height: int, style: Style, turn: Turn) -> None:
    t = style.translation
    width = 108 if height == _HEADER else 70
    tall = card_height(width)
    scale = height / _HEADER
    top = _MARGIN
    small, large = max(20, round(26 * scale)), round(52 * scale)
    _draw_stock(canvas, view.stock_size, width, top, style)
    x = _MARGIN + width + round(32 * scale)
    x = _draw_pile(canvas, view, x, width, top, style) + round(22 * scale)
    line = top + small
    canvas.text(x, line, t.gettext("Discard pile"), small, "regular", "muted", "felt")
    heading_end = canvas.text(
        x, line + large + round(4 * scale), number(len(view.pile), t), large, "bold", "text", "felt"
    )
    state_size = round(30 * scale) + 2
    icon_size, state_line = round(state_size * 1.25), top + tall - round(10 * scale)
    right = WIDTH - _MARGIN
    may = shortened(turn.may, small, "regular", 470)
    states_end = right - text_width(may, small, "regular") - 30
    for name, ink, words in pile_states(view, t) + _trump_state(view, t):
        canvas.icon(name, x, state_line - round(icon_size * 0.8), icon_size, ink, "felt")
        short = shortened(words, state_size, "strong", states_end - x - icon_size - 10)
        x = canvas.text(x + icon_size + 10, state_line, short, state_size, "strong", ink, "felt") + 24
    rules, current = view.rules, number(max(view.round_number, 1), t)
    if rules.rounds:
        about = t.gettext("Round {round} of {rounds}").format(round=current, rounds=number(rules.rounds, t))
    else:
        about = t.gettext("Round {round} · to {target}").format(round=current, target=number(rules.target, t))
    canvas.text_to(right, line, about, small, "regular", "muted", "felt")
    room = right - heading_end - round(80 * scale)
    fitting = [size for size in (44, 38, 32) if text_width(turn.words(), round(size * scale), "bold") <= room]
    turn_size = round((fitting or [32])[0] * scale)
    name_room = room - text_width(turn.sentence.format(name=""), turn_size, "bold")
    words = turn.sentence.format(name=shortened(turn.name, turn_size, "bold", name_room))
    turn_line = line + round(56 * scale)
    left = canvas.text_to(right, turn_line, words, turn_size, "bold", "text", "felt")
    mark = round(turn_size * 0.7)
    if turn.name:
        name = "crown" if view.over else "turn"
        canvas.icon(name, left - mark - 14, turn_line - round(mark * 1.02), mark, "accent", "felt")
    if may:
        canvas.text_to(right, state_line - round(2 * scale), may, small, "regular", "muted", "felt")


def _draw_stock(canvas: Canvas, size: int, width: int, top: int, style: Style) -> None:
    tall = card_height(width)
    if size:
        for depth in range(min(4, size // 12), -1, -1):
            canvas.paste(back(width, style.back), _MARGIN + 2 * depth, top + 2 * depth, outline(width))
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
    """Draw the place of an empty heap."""
    canvas.panel(x, y, x + width, y + tall, 9, "panel", "felt")


def _draw_pile(canvas: Canvas, view: PublicView, x: int, width: int, top: int, style: Style) -> int:
    """Draw the pile from `x` on; return its right end."""
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
        back(width, style.back)
        if upcard is None
        else card(upcard, width, follows=False, last=True, low=False, joker_word=joker_word(style.translation))
    )
    for below in range(depth, -1, -1):
        canvas.paste(top_card, x + 3 * below, top + 3 * below, outline(width))
    return end


# --- in words ----------------------------------------------------------------------------------------------------


def _meld_words(meld: MeldView, t: NullTranslations, brief: int) -> str:
    wilds = jokers_in(meld) if meld.kind in ("wild", "twos") else meld.wilds
    count = str(len(meld.cards) - wilds) + (f"+{wilds}★" if wilds else "")
    if meld.kind == "sequence":
        name = run_label(meld) + SUIT_SIGNS[meld.suit or 0]
    elif meld.kind == "wild":
        name = "★" if brief else t.gettext("wilds")
        count = str(len(meld.cards))
        jokers = jokers_in(meld)
        if jokers and not brief:
            count += " " + t.ngettext("({count} joker)", "({count} jokers)", jokers).format(count=jokers)
    elif meld.kind == "black-threes":
        name = "3" if brief else t.gettext("black threes")
    else:
        name = "2" if meld.kind == "twos" else rank_label(meld.rank or 0)
    if meld.canasta is None:
        return f"{name}×{count}"
    if brief == 2:
        return f"{name}×{count}!"
    if brief:
        return " ".join((f"{name}×{count}", t.gettext("canasta")))
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
        words = ", ".join(tag.alt for tag in tags(view, player, t))
        players.append(f"{player_name(player, t)[: 12 if brief == 2 else None]} {words}")
    foot = side_foot(side, t)
    parts = [score_words(view, side, t), opening_words(view, side, t), foot.alt if foot else ""]
    parts.append(cards_words((*side.threes, *side.set_aside), t))
    parts += [_meld_words(meld, t, brief) for meld in side.melds]
    said = ", ".join(part for part in parts if part)
    return f"{joined(players, t)}: {said}." if said else f"{joined(players, t)}."


def describe(view: PublicView, style: Style, now: Turn) -> str:
    """Return the alt text, which is shorter if there are many melds and names."""
    t = style.translation
    current = max(view.round_number, 1)
    if view.rules.rounds:
        about = t.gettext("Round {round} of {rounds}.").format(round=current, rounds=view.rules.rounds)
    else:
        about = t.gettext("Round {round} to {target}.").format(round=current, target=number(view.rules.target, t))
    heaps = [t.gettext("Stock {count}.").format(count=view.stock_size)]
    if view.pile:
        top = t.gettext("face down") if view.upcard is None else card_words(view.upcard, t)
        heaps.append(t.gettext("Pile {count}, top {card}.").format(count=len(view.pile), card=top))
    else:
        heaps.append(t.gettext("The pile is empty."))
    heaps += [f"{words}." for _, _, words in pile_states(view, t)]
    if view.trump is not None:
        heaps.append(t.gettext("Trump is {suit}.").format(suit=SUIT_SIGNS[view.trump]))
    turn = f"{now.words()}: {now.may}." if now.may else f"{now.words()}."

    def words(brief: int) -> str:
        sides = [_side_words(view, side, t, brief) for side in view.sides if side.seats]
        return " ".join((about, turn.replace("?.", "?"), *heaps, *sides))

    return short_enough(words, range(3))


def render(view: PublicView, style: Style, takes: bool | None = None) -> Picture:
    """Draw the table; `takes` is as in `turn_words`. Raises `KeyError` for an unknown theme."""
    return _render(view, style, turn_words(view, style.translation, takes))


@lru_cache(maxsize=256)
def _render(view: PublicView, style: Style, turn: Turn) -> Picture:
    t = style.translation
    plan = plan_of(view, t)
    canvas = Canvas(WIDTH, min(plan.height, MAX_HEIGHT), "felt")
    _draw_header(canvas, view, plan.header, style, turn)
    for panel in plan.panels:
        canvas.panel(panel.left, panel.top, panel.right, panel.bottom, _RADIUS, "panel", "felt")
        panel.heading.draw(canvas, panel.left, panel.top, tight=plan.tight)
        for meld, x, y in panel.melds:
            canvas.paste(meld_sprite(meld, plan.meld_width), x, y)
    return canvas.finish(style, describe(view, style, turn))
