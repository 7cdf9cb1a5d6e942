"""The deal of the day: the way into it, its result, and the line that shares it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.data.daily import DailyRow, Span
from bot.tables.views import DailyBoard, DailyLook, DailyResult, Look
from bot.ui.actions import Action, TableAction
from bot.ui.components import PRIMARY, button, in_rows
from bot.ui.i18n import _, amount, pgettext, signed
from bot.ui.page import Page, attachment, gallery, notice
from bot.ui.pages import league_page
from bot.ui.pages.table_page import Ended, OpenDaily, OpenReview, Record, Replay, todays_deal
from bot.ui.words import clock_text, daily_text, person_names
from renderer import Picture
from renderer.standings import Column, StandingsRow, StandingsView


@dataclass(frozen=True)
class MorningDeal(Action, name="daily-morning"):
    """The same wish under a server's morning post, which has the board of a `day`."""

    day: int


class Here(Action, name="daily-here"):
    """The wish to play it in this message."""


class Yesterday(TableAction, name="daily-before"):
    """The wish to see the deal of the day before that of the table."""


@dataclass(frozen=True)
class ShowDailyBoard(Action, name="daily-board"):
    """The wish to see a server's board of a day, a week or a month."""

    span: Span


class OpenDailyBoard(ShowDailyBoard, name="daily-boards"):
    """The same, beside the page with the button."""


class ShareDaily(TableAction, name="daily-share"):
    """The wish to show everybody in the channel how it went, without the cards."""


def over(
    look: Look, daily: DailyLook, ended: Ended, board: Sequence[DailyRow] = (), *, in_server: bool = False
) -> Page:
    """Return a person's result; in a server with its board, and the way to show the result there."""
    assert daily.result is not None
    row = look.table
    here = (row.id, row.version)
    lines = [daily_text.heading(daily, begun=True), *daily_text.result(daily, daily.result)]
    buttons = [button(_("Share"), ShareDaily(*here), PRIMARY)] if in_server else []
    if daily.closed:
        buttons += [
            button(_("Review"), OpenReview(*here, ended.number)),
            button(_("Replay"), Replay(*here)),
            button(_("Record of the game"), Record(*here)),
        ]
    if in_server:
        buttons.append(button(_("Leaderboard"), OpenDailyBoard(Span.DAY)))
    buttons.append(button(_("Yesterday"), Yesterday(*here)) if daily.today else todays_deal())
    best = [ui.TextDisplay[Any]("\n".join([_("**Best in this server:**"), *daily_text.board(board)]))] if board else []
    return Page(ui.TextDisplay("\n".join(lines)), *ended.items(row), *best, *in_rows(buttons), attachments=ended.files)


def server_board(board: DailyBoard, user_id: int) -> StandingsView:
    """Return a server's board for its picture, as a reader sees it."""
    counted = board.span is not Span.DAY
    columns = (
        *([Column(pgettext("heading: how many", "Days"))] if counted else []),
        Column(_("Above par"), "main"),
    )

    def row(found: DailyRow) -> StandingsRow:
        cells = (*([amount(found.days)] if counted else []), signed(found.above))
        return StandingsRow(found.place, (found.name,), cells)

    rows = [row(one) for one in board.rows]
    place = next((place for place, one in enumerate(board.rows) if one.user_id == user_id), None)
    return StandingsView(
        title=_("Deal of the day"),
        subtitle=daily_text.days_of(board),
        columns=columns,
        rows=tuple(rows[: board.most]),
        own=rows[place] if place is not None and place >= board.most else place,
        empty=_("Nobody in this server has finished a deal of these days."),
    )


def board_shown(board: DailyBoard, view: StandingsView, picture: Picture | None) -> Page:
    """Return a server's board with ways to those of other spans, and to the deal."""
    names = {Span.DAY: _("Day"), Span.WEEK: _("Week"), Span.MONTH: _("Month")}
    items: list[ui.Item[Any]] = [ui.TextDisplay(league_page.board_text(view))]
    if picture is not None:
        items = [gallery("daily.png", picture)]
    row: ui.ActionRow[Any] = ui.ActionRow()
    for span, name in names.items():
        row.add_item(button(name, ShowDailyBoard(span), disabled=span is board.span))
    row.add_item(button(_("Deal of the day"), OpenDaily(), PRIMARY))
    return Page(*items, row, attachments=[] if picture is None else [attachment("daily.png", picture)])


def morning(picture: Picture | None, day: int) -> Page:
    """Return a server's morning post: the `picture` of the board of a `day`, if anybody is on it, and the way to today's deal."""
    today = _("Today's cards are dealt: the same for everybody, with one try each. It takes about five minutes.")
    items: list[ui.Item[Any]] = [ui.TextDisplay(f"### {_('Deal of the day')}\n{today}")]
    buttons = [button(_("Play today's deal"), MorningDeal(day), PRIMARY)]
    if picture is not None:
        items = [gallery("daily.png", picture), ui.TextDisplay(today)]
        buttons.append(button(_("Leaderboard"), OpenDailyBoard(Span.DAY)))
    attachments = [] if picture is None else [attachment("daily.png", picture)]
    return Page(*items, *in_rows(buttons), attachments=attachments)


def sent(look: Look, daily: DailyLook) -> Page:
    """Return the page that says where the deal is, and until when it can be finished."""
    text = _("The deal of the day is in your direct messages. You can stop and go on until {when}.")
    here = (look.table.id, look.table.version)
    return notice(
        text.format(when=clock_text.far(daily.closes_at)), ui.ActionRow(button(_("Yesterday"), Yesterday(*here)))
    )


def closed() -> Page:
    """Return the page for somebody who can't get a direct message, now or at all: what works."""
    text = _(
        "I can't send you a direct message now. Play the deal right here, where only you see it. Or see if this server's privacy settings allow direct messages, then use `/canasta daily` again."
    )
    return notice(text, ui.ActionRow(button(_("Play here"), Here(), PRIMARY)))


def shared(user_id: int, daily: DailyLook, result: DailyResult) -> Page:
    """Return the line for everybody: how somebody did, and the course of their round without its cards."""
    text = _("{player}, deal of the day, {date}: **{standing}**").format(
        player=person_names.mention(user_id), date=daily_text.dated(daily.day), standing=daily_text.standing(result)
    )
    return Page(
        ui.TextDisplay(f"{text}\n{daily_text.squares(result)}"),
        ui.ActionRow(button(_("Deal of the day"), OpenDaily(), PRIMARY)),
    )
