"""The league's pages that lead to each other: boards, profiles, histories, and the question of which server is meant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.data.seasons import Season
from bot.data.servers import OPEN_LEAGUE
from bot.league import ALL_TIME, Board, By, HeadToHead, History, Profile
from bot.league.solo import Solo, SoloBoard
from bot.tables.rules.daily_days import DailyDays
from bot.ui.actions import Action, Unreadable
from bot.ui.components import button, menus
from bot.ui.i18n import _
from bot.ui.page import Gallery, Page, gallery, notice
from bot.ui.pages import history_page, league_page
from bot.ui.pages.find_page import OpenFind
from bot.ui.pages.solo_page import ShowSolo
from bot.ui.pages.table_page import todays_deal
from bot.ui.words import daily_text, league_text, solo_text
from bot.ui.words.person_names import plain
from renderer import Picture
from renderer.profile import ProfileView
from renderer.standings import StandingsView


@dataclass(frozen=True)
class LeagueView(Action):
    """A wish to see a page of a server's league; server 0 is the one where the button is pressed, `OPEN_LEAGUE` the open league.

    A season is named by its id: None is the latest, 0 all time.
    """

    server: int


@dataclass(frozen=True)
class ShowBoard(LeagueView, name="board"):
    """The wish to see a page of a board; an empty scope is the whole league, any other a family of variants."""

    season: int | None
    by: By
    page: int
    scope: str


class SortBoard(ShowBoard, name="board-by"):
    """The choice of what a board is sorted by."""


@dataclass(frozen=True)
class ShowProfile(LeagueView, name="profile"):
    """The wish to see somebody's profile."""

    user: int
    season: int | None


@dataclass(frozen=True)
class Compare(LeagueView, name="head"):
    """The wish to see what two people have done with and against each other."""

    one: int
    other: int
    season: int | None


@dataclass(frozen=True)
class ShowHistory(LeagueView, name="history"):
    """The wish to see somebody's games, the latest `before` a result's id; 0 is no limit."""

    user: int
    before: int


@dataclass(frozen=True)
class ShowSoloBoard(LeagueView, name="solo-board"):
    """The wish to see a page of the board of games against computers."""

    page: int


@dataclass(frozen=True)
class ShowSeasonEnd(LeagueView, name="season-end"):
    """The wish to see what a season has brought, by its id; only of the open league, which has no channel where that is posted."""

    season: int


_VIEWS: dict[str, type[LeagueView]] = {
    one.name: one for one in (ShowBoard, ShowProfile, Compare, ShowHistory, ShowSoloBoard)
}


@dataclass(frozen=True)
class InServer(Action, name="league-in"):
    """The choice of the server of which a `view` (whose server is 0) is wanted."""

    view: LeagueView

    def rest(self) -> str:
        """Return the fields as the custom id holds them."""
        return f"{self.view.name}/{self.view.rest().removeprefix('0/')}"

    @classmethod
    def read_rest(cls, rest: str) -> tuple[Any, ...]:
        """Return the fields that `rest` wrote. Raises `Unreadable` for any other text."""
        name, _slash, more = rest.partition("/")
        if name not in _VIEWS:
            raise Unreadable
        return (_VIEWS[name](*_VIEWS[name].read_rest(f"0/{more}")),)


def which_server(view: LeagueView, servers: Iterable[tuple[int, str]]) -> Page:
    """Return the page that asks of which server's league the view is wanted."""
    options = [discord.SelectOption(label=name, value=str(guild_id)) for guild_id, name in servers]
    choice = menus(_("Which server?"), InServer(view), options)
    if any(option.value == str(OPEN_LEAGUE) for option in options):
        return notice(_("Which league do you mean?"), *choice)
    return notice(_("You play in several servers. Which league do you mean?"), *choice)


def nowhere() -> Page:
    """Return the page for somebody who has played in no server's league."""
    return notice(
        _("In direct messages this shows the league of a server you've played in. Use it in a channel of that server.")
    )


def board(
    view: StandingsView,
    found: Board,
    shown: ShowBoard,
    picture: Picture | None,
    user_id: int,
    ended: Season | None = None,
) -> Page:
    """Return a page of a board, with ways to its other pages; `shown` names it, `view` is what it shows.

    Of the open league, `ended` is the season whose end can be seen from there.
    """
    by, server, season = found.by, shown.server, shown.season
    items: list[ui.Item[Any]] = []
    if picture is None:
        items.append(ui.TextDisplay(league_page.board_text(view)))
    else:
        heading = _("### {season}, by {what}").format(season=plain(view.title), what=league_page.sorted_by(by))
        items += [ui.TextDisplay(heading), gallery("board.png", picture)]

    def to(page: int) -> ShowBoard:
        return ShowBoard(server, season, by, page, shown.scope)

    options = [
        discord.SelectOption(
            label=_("Sorted by: {what}").format(what=league_page.sorted_by(one)), value=one.value, default=one is by
        )
        for one in By
    ]
    items += menus(_("Sorted by"), SortBoard(server, season, by, 0, shown.scope), options)
    row: ui.ActionRow[Any] = ui.ActionRow()
    if found.pages > 1:
        at = found.page
        row.add_item(button(_("Previous"), to(at - 1), disabled=at <= 1))
        row.add_item(button(_("Next"), to(at + 1), disabled=at >= found.pages))
    row.add_item(button(_("Refresh"), to(found.page)))
    row.add_item(button(_("My profile"), ShowProfile(server, user_id, season)))
    if server != OPEN_LEAGUE:
        row.add_item(button(_("Solo"), ShowSoloBoard(server, 1)))
        return Page(*items, row, ui.ActionRow(todays_deal()))
    items.append(
        ui.TextDisplay(
            _("-# Only names of people who want it stand here. Yours does once you switch it on in `/preferences`.")
        )
    )
    ways: list[ui.Item[Any]] = [button(_("Find players"), OpenFind())]
    if ended is not None:
        ways.append(button(_("How {season} ended").format(season=_brief(ended)), ShowSeasonEnd(server, ended.id)))
    return Page(*items, row, ui.ActionRow(*ways))


def _brief(season: Season) -> str:
    """Return a season's name for a button."""
    name = league_text.season(season)
    return name if len(name) <= league_text.NAME else name[: league_text.NAME - 1] + "…"


def solo_board(
    view: StandingsView, found: SoloBoard, shown: ShowSoloBoard, picture: Picture | None, user_id: int
) -> Page:
    """Return a page of the board of games against computers, with ways to its other pages and to the league."""
    server, at = shown.server, found.page
    row: ui.ActionRow[Any] = ui.ActionRow()
    if found.pages > 1:
        row.add_item(button(_("Previous"), ShowSoloBoard(server, max(at - 1, 1)), disabled=at <= 1))
        row.add_item(button(_("Next"), ShowSoloBoard(server, at + 1), disabled=at >= found.pages))
    row.add_item(button(_("League"), ShowBoard(server, None, By.RATING, 1, "")))
    row.add_item(button(_("My profile"), ShowProfile(server, user_id, None)))
    items: list[ui.Item[Any]] = [ui.TextDisplay(league_page.board_text(view))]
    if picture is not None:
        heading = "### " + _("Solo: who wins most against computers")
        items = [ui.TextDisplay(heading), gallery("solo.png", picture)]
    return Page(*items, ui.TextDisplay(solo_text.how_it_counts()), row, ui.ActionRow(todays_deal()))


def empty_open_board() -> str:
    """Return the text of a board of the open league on which nobody stands."""
    return _("Nobody is listed here yet. `/canasta find` brings you rated games with people from anywhere.")


def empty_board(season: Season | None, *, seasons: bool) -> str:
    """Return the text of a board on which nobody stands; `seasons` says that the server has had one."""
    if season is not None and not season.open:
        return _("Nobody is listed here: no game counted in that season.")
    if season is None and not seasons:
        return _("Nobody is listed here yet. Finish a game with others and you will be!")
    return _("Nobody is listed here yet. `/play` opens a table, and a finished game counts.")


def no_profile(shown: ShowProfile, solo: Solo, reader_id: int) -> Page:
    """Return the page for somebody who has finished no game that counts, but perhaps some against computers."""
    if shown.server == OPEN_LEAGUE:
        return notice(_no_open_profile(shown.user, reader_id), ui.ActionRow(button(_("Find players"), OpenFind())))
    if shown.user == reader_id:
        text = _("You haven't finished a game here that counts yet: one with other people. `/play` opens a table.")
    else:
        text = _("<@{user}> hasn't finished a game here that counts yet. `/play` opens a table.").format(
            user=shown.user
        )
    lines = [text, solo_text.badges(solo)]
    row = ui.ActionRow(_games(shown.server, shown.user), *_alone(shown.user, reader_id))
    return notice("\n".join(line for line in lines if line), row)


def _no_open_profile(user_id: int, reader_id: int) -> str:
    """Return what is said of somebody who hasn't played in the open league, or doesn't want to be named there."""
    if user_id == reader_id:
        return _("You haven't finished a game of the open league yet. `/canasta find` brings you rated games.")
    return _("The open league shows nothing about <@{user}>.").format(user=user_id)


def _alone(user_id: int, reader_id: int) -> list[ui.Item[Any]]:
    """Return the way to one's own record against computers, from one's own profile."""
    return [button(_("Solo"), ShowSolo())] if user_id == reader_id else []


def profile(
    view: ProfileView,
    found: Profile,
    shown: ShowProfile,
    solo: Solo,
    days: DailyDays,
    picture: Picture | None,
    reader_id: int,
) -> Page:
    """Return somebody's profile with their badges from games against computers, and ways on from it."""
    server, user_id = shown.server, shown.user
    items: list[ui.Item[Any]] = []
    if picture is not None:
        season = plain(league_text.season(found.season))
        if user_id == reader_id:
            heading = _("### You, {season}").format(season=season)
        else:
            heading = _("### {name}, {season}").format(name=league_text.name(view.name), season=season)
        items += [ui.TextDisplay(heading), gallery("profile.png", picture)]
    else:
        items.append(ui.TextDisplay(league_page.profile_text(view)))
    if earned := solo_text.badges(solo):
        items.append(ui.TextDisplay(earned))
    if daily := daily_text.in_profile(days):
        items.append(ui.TextDisplay(daily))
    row: ui.ActionRow[Any] = ui.ActionRow(
        *([] if server == OPEN_LEAGUE and user_id != reader_id else [_games(server, user_id)]),
        *_alone(user_id, reader_id),
    )
    if server == OPEN_LEAGUE:
        row.add_item(button(_("Leaderboard"), ShowBoard(server, None, By.RATING, 1, "")))
    if user_id != reader_id:
        row.add_item(button(_("Against me"), Compare(server, reader_id, user_id, ALL_TIME)))
    label, again = (_("All time"), ALL_TIME) if found.season is not None else (_("This season"), None)
    row.add_item(button(label, ShowProfile(server, user_id, again)))
    return Page(*items, row)


def _games(server: int, user_id: int) -> ui.Item[Any]:
    return button(_("Games"), ShowHistory(server, user_id, 0))


def head_to_head(found: HeadToHead, one: int, other: int) -> Page:
    """Return what two people have done with and against each other."""
    return notice(
        history_page.listed(history_page.meetings(found, one, other), found.recent),
        *history_page.replays(found.recent),
    )


def alone() -> Page:
    """Return the page for somebody who is to be compared with themselves."""
    return notice(_("Choose somebody else: you can't be compared with yourself."))


def history(found: History, shown: ShowHistory, reader_id: int) -> Page:
    """Return somebody's games, with ways to older and later ones."""
    server, user_id = shown.server, shown.user
    own = user_id == reader_id
    if not found.results and not shown.before:
        if own:
            return notice(_("You haven't finished a game in this server yet. `/play` opens a table."))
        text = _("<@{user}> hasn't finished a game in this server yet. `/play` opens a table.")
        return notice(text.format(user=user_id))
    heading = _("### Your games") if own else _("### Games of <@{user}>").format(user=user_id)
    items: list[ui.Item[Any]] = [
        ui.TextDisplay(history_page.listed(heading, found.results)),
        *history_page.replays(found.results),
    ]
    row: ui.ActionRow[Any] = ui.ActionRow()
    if shown.before:
        row.add_item(button(_("Latest games"), ShowHistory(server, user_id, 0)))
    if found.before is not None:
        row.add_item(button(_("Older games"), ShowHistory(server, user_id, found.before)))
    if server != OPEN_LEAGUE:
        row.add_item(button(_("Profile"), ShowProfile(server, user_id, None)))
    return Page(*items, *([row] if row.children else []))


def season_end(season: Season, closing: Picture, standings: Picture | None) -> Page:
    """Return what a season brought, its final board (None if nobody is on it), and a button to the board."""
    heading = _("## {season} is over").format(season=plain(league_text.season(season)))
    way: ui.ActionRow[Any] = ui.ActionRow(button(_("Full leaderboard"), whole_board(season)))
    return Page(ui.TextDisplay(heading), *_season_pictures(closing, standings), way)


def open_season_end(season: Season, closing: Picture | None, standings: Picture | None, words: str) -> Page:
    """Return what a season of the open league has brought, for one reader; `words` say the same without pictures."""
    way: ui.ActionRow[Any] = ui.ActionRow(button(_("Leaderboard"), ShowBoard(OPEN_LEAGUE, season.id, By.RATING, 1, "")))
    if closing is None:
        return Page(ui.TextDisplay(words), way)
    heading = _("## {season} is over").format(season=plain(league_text.season_of(season, open_league=True)))
    return Page(ui.TextDisplay(heading), *_season_pictures(closing, standings), way)


def _season_pictures(closing: Picture, standings: Picture | None) -> list[Gallery]:
    return [gallery("season.png", closing), *([] if standings is None else [gallery("standings.png", standings)])]


def whole_board(season: Season) -> ShowBoard:
    """Return the wish to see a season's board, by which the post of its end is found again."""
    return ShowBoard(0, season.id, By.RATING, 1, "")
