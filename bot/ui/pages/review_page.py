"""Reviews of rounds: the course, what turned the round, somebody's costliest moves, and each of those as it stood."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.canasta.views import SeatView
from bot.computer.discards import advice
from bot.data.tables import Table
from bot.tables.rules.daily_times import is_daily
from bot.tables.views import CostlyMove, OthersTurn, Puzzle, RoundReview
from bot.ui.actions import TableAction
from bot.ui.components import PRIMARY, button, in_rows, menus
from bot.ui.i18n import _, ngettext
from bot.ui.limits import MENU_OPTIONS
from bot.ui.page import Page, gallery, notice
from bot.ui.words import hint_text, review_text, text_only, variant_names
from renderer import Picture


@dataclass(frozen=True)
class ChooseRound(TableAction, name="review-rounds"):
    """The choice of a round that is reviewed."""


@dataclass(frozen=True)
class BackToReview(TableAction, name="review-back"):
    """The wish to see the review of a round again."""

    round: int


@dataclass(frozen=True)
class ShowMove(TableAction, name="review-move"):
    """The wish to see the position before one of the costliest moves, by its number from 1."""

    round: int
    number: int


@dataclass(frozen=True)
class AskPuzzle(TableAction, name="puzzle"):
    """The wish to be asked what one would play in one's costliest position of a round."""

    round: int


@dataclass(frozen=True)
class Guess(TableAction, name="guess"):
    """The answer to that question, by its place from 0."""

    round: int
    choice: int


@dataclass(frozen=True)
class ShowOthers(TableAction, name="review-others"):
    """The wish to see what others did in one's costliest turn of a deal that everybody plays the same."""

    round: int


@dataclass(frozen=True)
class ShareReview(TableAction, name="review-share"):
    """The wish to show a review to everybody at the table."""

    round: int


@dataclass(frozen=True)
class PlayOn(TableAction, name="what-if"):
    """The wish to play on from the position before a move of a round, by its place from 0."""

    round: int
    place: int


def review(found: RoundReview, course: Picture | None, remark: str | None = None, *, shared: bool = False) -> Page:
    """Return the review of a round for its player or, `shared`, for everybody; without a `course` that stands in words.

    The `remark` is the last line.
    """
    table, number = found.table, found.number
    title = _("## Review by {name}: {game}, round {number}") if shared else _("## Your review: {game}, round {number}")
    names = {
        "name": review_text.name(table, found.seat),
        "game": variant_names.title(found.public.rules),
        "number": number,
    }
    # A text after a list stands by itself: Discord shows a line after a list as a part of its last point.
    head = [
        title.format_map(names),
        *([] if course is not None else [review_text.course(found)]),
        *review_text.turning_points(found, -1 if shared else found.seat),
    ]
    moves = review_text.costliest(found) if shared else review_text.own_costliest(found)
    parts = [head, moves, [review_text.how_judged(), *([remark] if remark else [])]]
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines)) for lines in parts]
    if course is not None:
        items.insert(0, gallery("course.png", course))
    if not shared:
        items += _onwards(found)
    return Page(*items)


def _onwards(found: RoundReview) -> list[ui.ActionRow[Any]]:
    """Return buttons to the costliest moves and to everybody, and a menu of the rounds."""
    table, number = found.table, found.number
    here = (table.id, table.version, number)
    asked = [] if found.puzzle is None else [button(review_text.puzzle_title(found.puzzle), AskPuzzle(*here), PRIMARY)]
    buttons = [
        button(_("Position {number}").format(number=place), ShowMove(*here, place))
        for place in range(1, len(found.costliest) + 1)
    ]
    if is_daily(table.id) and found.costliest:
        buttons.append(button(_("What others did"), ShowOthers(*here)))
    if table.channel_id is not None:
        buttons.append(button(_("Show this to everybody"), ShareReview(*here)))
    rounds = [
        discord.SelectOption(label=_("Round {number}").format(number=one), value=str(one), default=one == number)
        for one in range(max(1, found.scored - MENU_OPTIONS + 1), found.scored + 1)
    ]
    chosen = (
        menus(_("Review of another round"), ChooseRound(table.id, table.version), rounds) if found.scored > 1 else []
    )
    return [*in_rows(asked), *in_rows(buttons), *chosen]


def looking(table: Table, number: int, moves: int, before: int = 0) -> Page:
    """Return the page in the place of a coming review, while this many `moves` of a round are looked at, and `before`
    it others'."""
    lines = [ngettext("🔎 Looking at {count} move…", "🔎 Looking at {count} moves…", moves).format(count=moves)]
    if before:
        text = ngettext(
            "{count} other review comes first. Yours appears here after it.",
            "{count} other reviews come first. Yours appears here after them.",
            before,
        )
        lines.append(text.format(count=before))
    lines.append(_("-# This can take a minute. If nothing comes, press **Try again**."))
    return _later(table, number, *lines)


def unfinished(table: Table, number: int) -> Page:
    """Return what stands where a review should be, if something went wrong while it was made."""
    return _later(table, number, _("Your review could not be finished. Press **Try again** in a minute."))


def _later(table: Table, number: int, *lines: str) -> Page:
    again = button(_("Try again"), BackToReview(table.id, table.version, number))
    return notice("\n".join(lines), ui.ActionRow(again))


def puzzle(
    found: RoundReview,
    asked: Puzzle,
    table_picture: Picture | None,
    hand_picture: Picture | None,
    guess: int | None = None,
) -> Page:
    """Return the question of the puzzle of a review or, once there is a `guess`, its solution; in words without pictures.

    It shows what the player could see before their move, and nothing else.
    """
    table = found.table
    here = (table.id, table.version, found.number)
    lines = [f"### {review_text.puzzle_title(asked)}"]
    if guess is None:
        buttons = [
            button(review_text.deed(asked.move, move), Guess(*here, place), PRIMARY)
            for place, move in enumerate(asked.choices)
        ]
    else:
        lines += [*review_text.solution(asked, guess), *_warnings(found, asked.move)]
        buttons = [button(_("Play on from here"), PlayOn(*here, asked.move.place), PRIMARY)]
    text = ui.TextDisplay[Any]("\n".join(lines))
    seen = _seen(asked.move.before, table, table_picture, hand_picture)
    back = button(_("Back to the review"), BackToReview(*here))
    return Page(text, *seen, *in_rows([*buttons, back]))


def others(
    found: RoundReview, turn: OthersTurn, par: int, table_picture: Picture | None, hand_picture: Picture | None
) -> Page:
    """Return what others did in a turn of a review's player, with its position; in words without pictures."""
    table = found.table
    text = ui.TextDisplay[Any]("\n".join(review_text.others(turn, par)))
    back = button(_("Back to the review"), BackToReview(table.id, table.version, found.number))
    return Page(
        text,
        *_seen(turn.before, table, table_picture, hand_picture),
        *in_rows([back]),
    )


def nobody_alike(found: RoundReview) -> Page:
    """Return the page where no round of others can be compared."""
    table = found.table
    back = button(_("Back to the review"), BackToReview(table.id, table.version, found.number))
    return notice(_("Nobody else's round of this deal can be compared with yours."), ui.ActionRow(back))


def position(found: RoundReview, number: int, table_picture: Picture | None, hand_picture: Picture | None) -> Page:
    """Return the position before one of the costliest moves, as its player saw it; in words without pictures."""
    costly, table = found.costliest[number - 1], found.table
    view = costly.before
    lines = [
        _("## Position {number}: {game}, round {round}").format(
            number=number, game=variant_names.title(view.public.rules), round=found.number
        ),
        review_text.costly(found, costly, found.seat),
        *_warnings(found, costly),
    ]
    buttons = [
        button(_("Play on from here"), PlayOn(table.id, table.version, found.number, costly.place), PRIMARY),
        button(_("Back to the review"), BackToReview(table.id, table.version, found.number)),
    ]
    text = ui.TextDisplay[Any]("\n".join(lines))
    return Page(
        text,
        *_seen(view, table, table_picture, hand_picture),
        *in_rows(buttons),
    )


def _warnings(found: RoundReview, costly: CostlyMove) -> list[str]:
    """Return what showed about the card that a costly move discarded."""
    shows = advice(costly.before)
    played = found.moves[costly.place]
    thrown = [card for event in played.events if event.kind == "discard" for card in event.cards if card in shows]
    return [*filter(None, [hint_text.warning(costly.before, found.table, card, shows[card]) for card in thrown])]


def _seen(
    view: SeatView, table: Table, table_picture: Picture | None, hand_picture: Picture | None
) -> list[ui.Item[Any]]:
    """Return a position as its player saw it, in pictures or in words."""
    return [
        ui.TextDisplay(text_only.table(view.public, table))
        if table_picture is None
        else gallery("table.png", table_picture),
        ui.TextDisplay(text_only.hand(view)) if hand_picture is None else gallery("hand.png", hand_picture),
    ]
