"""The deals of the day and of the week: the ways into them, their results, and the line that shares one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.data.daily import DailyRow, Every, Span, WorldRow
from bot.tables.rules.daily_days import DailyDays
from bot.tables.rules.game_rules import rules_of
from bot.tables.views import DailyBoard, DailyLook, Look, WeekGame, WorldBoard
from bot.ui.actions import Action, TableAction
from bot.ui.components import PRIMARY, LabelledButton, button, in_rows
from bot.ui.i18n import _, amount, pgettext, signed
from bot.ui.page import Page, gallery, notice
from bot.ui.pages import league_page, past_deal_page, rules_page
from bot.ui.pages.table_page import Ended, OpenDaily, OpenReview, Record, Replay, todays_deal
from bot.ui.words import clock_text, daily_text, person_names, variant_names
from renderer import Picture
from renderer.standings import Column, StandingsRow, StandingsView


@dataclass(frozen=True)
class MorningDeal(Action, name="daily-morning"):
    """The same wish under a server's morning post, which has the board of a `day`."""

    day: int


class OpenWeekly(Action, name="weekly"):
    """The wish to play the game of the week."""


@dataclass(frozen=True)
class Here(Action, name="daily-here"):
    """The wish to play the deal of the day or the week in this message."""

    every: Every


class DealBefore(TableAction, name="daily-before"):
    """The wish to see the deal of the day or the week before that of the table."""


@dataclass(frozen=True)
class ShowDailyBoard(Action, name="daily-board"):
    """The wish to see a server's board of a day, a week or a month, or of the game of a week."""

    span: Span


class OpenDailyBoard(ShowDailyBoard, name="daily-boards"):
    """The same, beside the page with the button."""


class ShowDailyDays(Action, name="daily-days"):
    """The wish to see one's own results, streaks and badges."""


class ShowWorldBoard(Action, name="daily-world"):
    """The wish to see the best of all who have played the deal of a day."""


class OpenWorldBoard(ShowWorldBoard, name="daily-worlds"):
    """The same, beside the page with the button."""


class ShareDaily(TableAction, name="daily-share"):
    """The wish to show everybody in the channel how it went, without the cards."""


def over(
    look: Look, daily: DailyLook, ended: Ended, board: Sequence[DailyRow] = (), *, in_server: bool = False
) -> Page:
    """Return a person's result; in a server with its board, and the way to show the result there."""
    assert daily.result is not None
    table = look.table
    here = (table.id, table.version)
    lines = [daily_text.heading(daily, begun=True), *daily_text.result(daily, daily.result)]
    buttons = [button(_("Share"), ShareDaily(*here), PRIMARY)] if in_server else []
    if daily.closed:
        buttons += [
            button(_("Review"), OpenReview(*here, ended.number)),
            button(_("Replay"), Replay(*here)),
            button(_("Record of the game"), Record(*here)),
        ]
    if in_server:
        buttons.append(button(_("Leaderboard"), OpenDailyBoard(Span.DAY if daily.every is Every.DAY else Span.GAME)))
    elif daily.every is Every.DAY:
        buttons.append(button(_("Everybody's leaderboard"), OpenWorldBoard()))
    if daily.current:
        buttons.append(before(look, daily))
    if daily.every is Every.DAY and daily.current:
        if not in_server:
            lines.append(_("-# Type `/canasta daily` in a server to share this there, and to see its leaderboard."))
        lines.append(daily_text.of_week(daily.week))
    else:
        buttons.append(todays_deal())
    if daily.every is Every.DAY or not daily.current:
        buttons.append(weeks_game(daily.week))
    if daily.every is Every.DAY:
        buttons.append(button(_("My days"), ShowDailyDays()))
    buttons.append(past_deal_page.way(daily.every))
    best = [ui.TextDisplay[Any]("\n".join([_("**Best in this server:**"), *daily_text.board(board)]))] if board else []
    return Page(ui.TextDisplay("\n".join(lines)), *ended.items(table), *best, *in_rows(buttons))


def before(look: Look, daily: DailyLook) -> LabelledButton:
    """Return the button that shows the deal of the day or the week before."""
    label = _("Yesterday") if daily.every is Every.DAY else _("Last week")
    return button(label, DealBefore(look.table.id, look.table.version))


def weeks_game(week: WeekGame) -> LabelledButton:
    """Return the button that opens the game of the present week."""
    return button(_("Game of the week: {game}").format(game=variant_names.named(week.variant)), OpenWeekly())


def server_board(board: DailyBoard, user_id: int) -> StandingsView:
    """Return a server's board for its picture, as a reader sees it."""
    counted = board.span in (Span.WEEK, Span.MONTH)
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
        title=daily_text.title(board),
        subtitle=daily_text.days_of(board),
        columns=columns,
        rows=tuple(rows[: board.most]),
        own=rows[place] if place is not None and place >= board.most else place,
        empty=_("Nobody in this server has finished it yet.")
        if board.span is Span.GAME
        else _("Nobody in this server has finished a deal of these days."),
    )


def board_shown(board: DailyBoard, view: StandingsView, picture: Picture | None) -> Page:
    """Return a server's board with ways to those of other spans, and to the deal."""
    names = {Span.DAY: _("Day"), Span.WEEK: _("Week"), Span.MONTH: _("Month"), Span.GAME: _("Game of the week")}
    items: list[ui.Item[Any]] = [ui.TextDisplay(league_page.board_text(view))]
    if picture is not None:
        items = [gallery("daily.png", picture)]
    items += [ui.TextDisplay(line) for line in daily_text.not_final(board.open_until, board.next_at)]
    buttons = [button(name, ShowDailyBoard(span), disabled=span is board.span) for span, name in names.items()]
    ways = [button(_("Everybody's leaderboard"), ShowWorldBoard()), button(_("Deal of the day"), OpenDaily(), PRIMARY)]
    return Page(*items, *in_rows(buttons), *in_rows(ways))


def own_days(found: DailyDays, picture: Picture | None) -> Page:
    """Return somebody's own results, streaks and badges."""
    title = "### " + _("Your deals of the day")
    ways = in_rows([button(_("Deal of the day"), OpenDaily(), PRIMARY), past_deal_page.way()])
    if not found.results:
        text = _("You haven't finished a deal of the day yet. Today's takes about five minutes.")
        return notice(f"{title}\n{text}", *ways)
    pictures = [] if picture is None else [gallery("days.png", picture)]
    return Page(
        ui.TextDisplay("\n".join([title, *daily_text.days(found)])),
        *pictures,
        *ways,
    )


def world_board(board: WorldBoard, user_id: int) -> StandingsView:
    """Return the board of all who have played a deal for its picture, as a reader sees it."""

    def row(found: WorldRow) -> StandingsRow:
        return StandingsRow(found.place, (found.name or _("Somebody"),), (signed(found.above),))

    rows = [board.own if board.own is not None and one.user_id == user_id else one for one in board.rows]
    place = next((place for place, one in enumerate(rows) if one.user_id == user_id), None)
    below = None if board.own is None else row(board.own)
    return StandingsView(
        title=_("Deal of the day: everybody"),
        subtitle=daily_text.dated(board.day),
        columns=(Column(_("Above par"), "main"),),
        rows=tuple(map(row, rows)),
        own=below if place is None else place,
        empty=_("Nobody has finished this deal."),
    )


def world_board_shown(
    board: WorldBoard, view: StandingsView, picture: Picture | None, *, named: bool, in_server: bool
) -> Page:
    """Return the board of all who have played a deal; `named`: the reader's name stands there."""
    items: list[ui.Item[Any]] = [ui.TextDisplay(league_page.board_text(view))]
    if picture is not None:
        items = [gallery("world.png", picture)]
    lines = [] if board.place is None else daily_text.ranked(board.place)
    lines += daily_text.not_final(board.open_until)
    if not named:
        lines.append(
            _("-# Only names of people who want it stand here. Yours does once you switch it on in `/preferences`.")
        )
    back = [button(_("Leaderboard"), ShowDailyBoard(Span.DAY))] if in_server else []
    return Page(
        *items,
        *([ui.TextDisplay("\n".join(lines))] if lines else []),
        *in_rows([*back, button(_("Deal of the day"), OpenDaily(), PRIMARY)]),
    )


def morning(
    picture: Picture | None, day: int, week: WeekGame | None = None, week_before: Picture | None = None
) -> Page:
    """Return a server's morning post: the `picture` of the board of a `day`, if anybody is on it, and the way to today's deal.

    A new `week` has its game. `week_before` is the picture of the board of the one before, if anybody is on that and the
    post is the first after it closed.
    """
    today = _("Today's cards are dealt: the same for everybody, with one try each. It takes about five minutes.")
    items: list[ui.Item[Any]] = [ui.TextDisplay(f"### {_('Deal of the day')}\n{today}")]
    if picture is not None:
        items = [gallery("daily.png", picture), ui.TextDisplay(today)]
    buttons = [button(_("Play today's deal"), MorningDeal(day), PRIMARY)]
    if week_before is not None:
        items.append(gallery("weekly.png", week_before))
    if week is not None:
        text = _("The new game of the week is open: **{game}**, one round, until Sunday.")
        items.append(ui.TextDisplay(text.format(game=variant_names.named(week.variant))))
        buttons.append(weeks_game(week))
    if picture is not None or week_before is not None:
        buttons.append(button(_("Leaderboard"), OpenDailyBoard(Span.DAY)))
    return Page(*items, *in_rows(buttons))


def sent(look: Look, daily: DailyLook) -> Page:
    """Return the page that says where the deal is, and until when it can be finished."""
    when = clock_text.moment(daily.closes_at)
    if daily.every is Every.WEEK:
        text = _("The game of the week, {game}, is in your direct messages. You can stop and go on until {when}.")
        said = text.format(game=variant_names.named(daily.variant), when=when)
        return notice(said, *in_rows([rules(look), before(look, daily), past_deal_page.way(Every.WEEK)]))
    text = _("The deal of the day is in your direct messages. You can stop and go on until {when}.")
    lines = [text.format(when=when), daily_text.of_week(daily.week)]
    buttons = [before(look, daily), weeks_game(daily.week), past_deal_page.way()]
    return notice("\n".join(lines), *in_rows(buttons))


def rules(look: Look) -> LabelledButton:
    """Return the button that shows the rules of the game of a week, which people may not know."""
    return rules_page.rules_button(rules_of(look.table))


def closed(every: Every) -> Page:
    """Return the page for somebody who can't get a direct message, now or at all: what works."""
    text = _(
        "I can't send you a direct message now. Play the deal right here, where only you see it. Or see if this server's privacy settings allow direct messages, then use `/canasta daily` again."
    )
    return notice(text, ui.ActionRow(button(_("Play here"), Here(every), PRIMARY)))


def shared(user_id: int, daily: DailyLook) -> Page:
    """Return the line for everybody: how somebody did, and the course of their round without its cards."""
    assert daily.result is not None
    said = daily_text.result_of(daily, person_names.mention(user_id))
    way = button(_("Deal of the day"), OpenDaily(), PRIMARY)
    if daily.every is Every.WEEK:
        way = weeks_game(daily.week)
    return Page(ui.TextDisplay(f"{said}\n{daily_text.squares(daily.result)}"), ui.ActionRow(way))
