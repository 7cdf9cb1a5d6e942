"""Boards, profiles and the end of a season, for pictures and in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Generic, Literal, NamedTuple, TypeVar

from babel import Locale
from babel.dates import format_date

from bot.data.results import SoloRow
from bot.data.seasons import Honour, Season
from bot.data.servers import OPEN_LEAGUE
from bot.data.standings import Meeting, Standing
from bot.league import rating
from bot.league.boards import Board, BoardRow, By, Profile
from bot.league.solo import SoloBoard
from bot.ui.i18n import _, amount, labelled, language, languages, ngettext, npgettext, pgettext
from bot.ui.words import league_text
from bot.ui.words.person_names import plain, unnamed
from renderer.closing import AwardView, ClosingView, PodiumView
from renderer.profile import Canastas, Family, Figure, PartnerView, ProfileView
from renderer.standings import Cell, Column, StandingsRow, StandingsView

#: The most characters of a text: Discord's limit, less room for what is around it.
_TEXT = 3_600
#: How many values the line of a board's row has, and how many families of variants a profile shows.
_TREND, _FAMILIES = 12, 6
_ICONS: dict[Honour, Literal["crown", "pair", "cards", "star", "clock"]] = {
    Honour.CHAMPION: "crown",
    Honour.PAIR: "pair",
    Honour.CANASTAS: "cards",
    Honour.ROUND: "star",
    Honour.RELIABLE: "clock",
}

T = TypeVar("T")


class _Measure(NamedTuple, Generic[T]):
    """A column of a board: its heading, and what its cell says of a standing or a pair."""

    column: Column
    cell: Callable[[T], Cell]


def board(board: Board, empty: str, *, open_league: bool = False) -> StandingsView:
    """Return a page of a board for its picture; `empty` is shown if nobody is on it. That of the open league says so."""
    rows = tuple(_row(board, row) for row in board.rows)
    own: int | StandingsRow | None = None
    if board.me is not None:
        places = [place for place, row in enumerate(board.rows) if row.user_ids == board.me.user_ids]
        own = places[0] if places else _row(board, board.me)
    notes = []
    if board.by is By.RATING and any(row.unsure for row in (*rows, *([own] if isinstance(own, StandingsRow) else []))):
        notes.append("? = " + _("only a few games so far"))
    if board.pages > 1:
        notes.append(_page_of(board.page, board.pages))
    return StandingsView(
        title=league_text.season_of(board.season, open_league=open_league),
        subtitle=_subtitle(board),
        columns=_columns(board.by),
        rows=rows,
        own=own,
        notes=tuple(notes),
        empty=empty,
    )


def solo_board(board: SoloBoard) -> StandingsView:
    """Return a page of a server's board of games against computers for its picture."""
    columns = (
        Column(pgettext("heading: how many", "Games")),
        Column(_("Games won")),
        Column(_("Points"), "main"),
    )

    def row(found: SoloRow) -> StandingsRow:
        return StandingsRow(found.rank, (found.name,), (amount(found.games), amount(found.won), amount(found.points)))

    own = None
    if board.me is not None:
        own = board.rows.index(board.me) if board.me in board.rows else row(board.me)
    return StandingsView(
        title=_("Solo"),
        subtitle=league_text.players(board.total),
        columns=columns,
        rows=tuple(map(row, board.rows)),
        own=own,
        notes=() if board.pages == 1 else (_page_of(board.page, board.pages),),
        empty=_("Nobody is listed here yet. `/play` opens a table: fill it with computers."),
    )


def _page_of(page: int, pages: int) -> str:
    return _("page {page} of {pages}").format(page=page, pages=pages)


def sorted_by(by: By) -> str:
    """Return what a board is sorted by, in words."""
    return {
        By.RATING: _("rating"),
        By.WINS: _("games won"),
        By.POINTS: _("points"),
        By.CANASTAS: _("canastas"),
        By.PAIRS: _("pairs"),
    }[by]


def _subtitle(board: Board) -> str:
    if board.by is By.PAIRS:
        return ngettext("{count} pair", "{count} pairs", board.total).format(count=amount(board.total))
    return f"{league_text.family(board.scope)}, {league_text.players(board.total)}"


def _measures(by: By) -> tuple[_Measure[Standing], ...]:
    """Return the columns of a board of people, from left to right."""
    played = _Measure[Standing](Column(pgettext("heading: how many", "Games")), lambda one: amount(one.games))
    a_round = pgettext("heading: on average", "Per round")
    match by:
        case By.WINS:
            return (
                played,
                _Measure(
                    Column(pgettext("heading: of games won", "Share")),
                    lambda one: league_text.percent(one.wins, one.games),
                ),
                _Measure(Column(_("Games won"), "main"), lambda one: amount(one.wins)),
            )
        case By.POINTS:
            return (
                played,
                _Measure(Column(a_round), lambda one: _a_round(one.points, one.rounds)),
                _Measure(Column(_("Points"), "main"), lambda one: league_text.signed(one.points)),
            )
        case By.CANASTAS:
            return (
                _Measure(Column(pgettext("of canastas", "Natural")), lambda one: amount(one.natural)),
                _Measure(Column(pgettext("of canastas", "Mixed")), lambda one: amount(one.mixed)),
                _Measure(
                    Column(a_round),
                    lambda one: _decimal(f"{one.canastas / one.rounds:.1f}") if one.rounds else "–",
                ),
                _Measure(Column(_("Canastas"), "main"), lambda one: amount(one.canastas)),
            )
        case _:
            return (
                _Measure(
                    Column(_won_and_lost(), spoken=league_text.record_words()),
                    lambda one: league_text.record(one.wins, one.losses, one.ties),
                ),
                _Measure(Column("", "trend"), lambda one: tuple(map(float, one.trend[-_TREND:]))),
                _Measure(Column(_("Rating"), "main"), lambda one: amount(one.rating)),
                _Measure(
                    Column("Δ", "change", (_("change"),)),
                    lambda one: "" if one.change is None else league_text.change(one.change),
                ),
            )


def _pair_measures() -> tuple[_Measure[Meeting], ...]:
    """Return the columns of the board of pairs, from left to right."""
    return (
        _Measure(
            Column(_won_and_lost(), spoken=league_text.record_words()),
            lambda pair: league_text.record(pair.together_won, pair.together_lost, pair.together_tied),
        ),
        _Measure(
            Column(_("Points per game")),
            lambda pair: league_text.signed(round(pair.together_points / pair.together)),
        ),
        _Measure(Column(_("Games won"), "main"), lambda pair: league_text.percent(pair.together_won, pair.together)),
    )


def _won_and_lost() -> str:
    return pgettext("heading: games won and lost", "W–L")


def _columns(by: By) -> tuple[Column, ...]:
    return tuple(one.column for one in (_pair_measures() if by is By.PAIRS else _measures(by)))


def _row(board: Board, row: BoardRow) -> StandingsRow:
    if row.pair is not None:
        return StandingsRow(
            row.rank, _names(row.names, row.user_ids), tuple(measure.cell(row.pair) for measure in _pair_measures())
        )
    assert row.standing is not None
    unsure = board.by is By.RATING and not rating.sure(row.standing)
    cells = tuple(measure.cell(row.standing) for measure in _measures(board.by))
    return StandingsRow(row.rank, _names(row.names, row.user_ids), cells, unsure)


def _a_round(points: int, rounds: int) -> str:
    return league_text.signed(round(points / rounds)) if rounds else "–"


def _decimal(text: str) -> str:
    return text.replace(".", pgettext("decimal separator", "."))


def _names(names: Sequence[str], user_ids: Sequence[int]) -> tuple[str, ...]:
    return tuple(name or unnamed(user_id) for name, user_id in zip(names, user_ids, strict=True))


def board_text(view: StandingsView) -> str:
    """Return a board's page in words, one row a line."""
    # The note is first: Discord shows a line after a list as a part of its last point.
    lines = [f"## {plain(view.title)}", view.subtitle, *(["-# " + ", ".join(view.notes)] if view.notes else [])]
    main = next((column.heading for column in view.columns if column.kind == "main"), "")
    for place, row in enumerate(view.rows):
        lines.append(_row_text(view, row, main, own=place == view.own))
    if isinstance(view.own, StandingsRow):
        lines += ["…", _row_text(view, view.own, main, own=True)]
    if not view.rows:
        lines.append(view.empty)
    return _fitting(lines)


def _row_text(view: StandingsView, row: StandingsRow, main: str, *, own: bool) -> str:
    """Return a row in words: `1. **Ana**: Rating **1,742** (W–L 18–4, Δ +23)`."""
    value, others = "", []
    for column, cell in zip(view.columns, row.cells, strict=True):
        if not isinstance(cell, str) or not cell:
            continue
        if column.kind == "main":
            value = f"**{cell}{'?' if row.unsure else ''}**"
        else:
            others.append(f"{column.heading} {cell}")
    rank = "–" if row.rank is None else f"{row.rank}."
    names = " & ".join(map(league_text.name, row.names))
    marked = f"➤ {names}" if own else names
    said = f"{main} {value} ({', '.join(others)})" if others else f"{main} {value}"
    return labelled(f"{rank} **{marked}**", said)


def profile(profile: Profile, *, open_league: bool = False) -> ProfileView:
    """Return a person's season for its picture. That of the open league says so."""
    standing, sure = profile.standing, rating.sure(profile.standing)
    played = bool(standing.rated)
    where = [league_text.season_of(profile.season, open_league=open_league)]
    if profile.rank is not None:
        where.insert(0, _("Place {rank} of {count}").format(rank=amount(profile.rank), count=amount(profile.ranked)))
    sureness = _("± {spread} · {games} rated").format(
        spread=rating.spread(standing), games=league_text.games(standing.rated)
    )
    pace = league_text.pace(standing)
    return ProfileView(
        name=profile.name or unnamed(profile.user_id),
        rank=profile.rank,
        subtitle=" · ".join(where),
        rating=amount(standing.rating) if played else "",
        sure=sureness if played else _("no rated game yet"),
        unsure=played and not sure,
        course_title=_("Rating after each recent game"),
        course=tuple(map(float, standing.trend)),
        figures=_figures(standing),
        canastas_title=_("Canastas"),
        canastas=_canastas(standing),
        partner=_partner(profile),
        families_title=_("Rating by variant"),
        families=_families(profile.families),
        timeliness=None if pace is None else Figure(pace, _("On time (doesn't affect the rating)")),
        empty=_("The rating graph starts with the second rated game."),
    )


def _figures(standing: Standing) -> tuple[Figure, ...]:
    tied = _("won – lost – drawn") if standing.ties else _("won – lost")
    found = [
        Figure(league_text.record(standing.wins, standing.losses, standing.ties), tied, league_text.record_words()),
        Figure(league_text.percent(standing.wins, standing.games), _("games won")),
        Figure(_a_round(standing.points, standing.rounds), _("points per round")),
        Figure(league_text.signed(standing.best_round), _("best round")),
    ]
    if standing.concealed:
        found.append(Figure(amount(standing.concealed), _("went out concealed")))
    if standing.left_games:
        found.append(Figure(amount(standing.left_games), _("games resigned")))
    return tuple(found)


def _canastas(standing: Standing) -> tuple[Canastas, ...]:
    found = (
        Canastas("natural", amount(standing.natural), npgettext("of canastas", "natural", "natural", standing.natural)),
        Canastas("mixed", amount(standing.mixed), npgettext("of canastas", "mixed", "mixed", standing.mixed)),
        Canastas("wild", amount(standing.wild), npgettext("of canastas", "wild", "wild", standing.wild)),
        Canastas("sequence", amount(standing.sequence), npgettext("of canastas", "run", "runs", standing.sequence)),
    )
    counts = (standing.natural, standing.mixed, standing.wild, standing.sequence)
    return tuple(canastas for canastas, count in zip(found, counts, strict=True) if count)


def _partner(profile: Profile) -> PartnerView | None:
    if profile.partner is None:
        return None
    pair = profile.partner.meeting
    figure = league_text.record(pair.together_won, pair.together_lost, pair.together_tied)
    partner = profile.partner.name or unnamed(profile.partner.user_id)
    return PartnerView(_("Best partner"), partner, figure, league_text.record_words())


def _families(standings: Sequence[Standing]) -> tuple[Family, ...]:
    rated = [one for one in standings if one.rated][:_FAMILIES]
    best = max((one.rating for one in rated), default=1)
    return tuple(
        Family(
            league_text.family(one.scope), amount(one.rating), max(0.0, min(1.0, one.rating / max(best, 1))),
            unsure=not rating.sure(one),
        )
        for one in rated
    )  # fmt: skip


def profile_text(view: ProfileView) -> str:
    """Return a profile in words."""
    lines = [f"## {league_text.name(view.name)}", plain(view.subtitle)]
    if view.rating:
        lines.append(
            _("**Rating {rating}** ({sure})").format(
                rating=f"{view.rating}{'?' if view.unsure else ''}", sure=view.sure
            )
        )
    else:
        lines.append(view.sure)
    if len(view.course) > 1:
        lines.append(labelled(view.course_title, " → ".join(amount(round(one)) for one in view.course[-_TREND:])))
    lines += ["- " + labelled(figure.label, f"**{figure.value}**") for figure in view.figures]
    if view.canastas:
        told = ", ".join(f"{one.label} **{one.count}**" for one in view.canastas)
        lines.append("- " + labelled(view.canastas_title, told))
    if view.partner:
        told = f"**{league_text.name(view.partner.name)}** {view.partner.figure}"
        lines.append("- " + labelled(view.partner.label, told))
    if view.families:
        told = ", ".join(f"{one.name} **{one.rating}{'?' if one.unsure else ''}**" for one in view.families)
        lines.append("- " + labelled(view.families_title, told))
    if view.timeliness:
        lines.append("- " + labelled(view.timeliness.label, view.timeliness.value))
    return _fitting(lines)


def closing(season: Season) -> ClosingView:
    """Return a finished season for its picture; the season must have its `closing`. That of the open league says so."""
    assert season.closing is not None
    assert season.closed_at is not None
    found = season.closing
    return ClosingView(
        title=league_text.season_of(season, open_league=season.guild_id == OPEN_LEAGUE),
        # A season that ends with a month ends after that month's last second.
        subtitle=f"{_date(season.opened_at)} – {_date(max(season.opened_at, season.closed_at - 1))}",
        facts=(league_text.games(found.games), league_text.players(found.players)),
        podium=tuple(
            PodiumView(place.rank, _names((place.name,), (place.user_id,)), amount(place.rating))
            for place in found.podium
        ),
        awards=tuple(
            AwardView(_ICONS[award.honour], title, _names(award.names, award.user_ids), figure, spoken)
            for award in found.awards
            for title, figure, spoken in [league_text.honour(award)]
        ),
        empty=_("No rated games were played."),
        measure=_("Rating"),
    )


def closing_text(view: ClosingView) -> str:
    """Return how a season ended in words."""
    lines = [f"## {plain(view.title)}", view.subtitle, " · ".join(view.facts)]
    lines += [
        labelled(
            f"{place.rank}. **{' & '.join(map(league_text.name, place.names))}**", f"{view.measure} **{place.figure}**"
        )
        for place in view.podium
    ]
    if not view.podium:
        lines.append(view.empty)
    lines += [
        f"- {labelled(award.title, ' & '.join(map(league_text.name, award.names)))} ({award.spoken})"
        for award in view.awards
    ]
    return _fitting(lines)


def _date(at: int) -> str:
    locale = Locale.negotiate([language()], languages(), sep="-") or Locale("en")
    return format_date(datetime.fromtimestamp(at, UTC), "long", locale=locale)


def _fitting(lines: Sequence[str]) -> str:
    """Return as many lines as a message can hold."""
    text = ""
    for line in lines:
        if len(text) + len(line) + 1 > _TEXT:
            break
        text += f"{line}\n"
    return text.rstrip("\n")
