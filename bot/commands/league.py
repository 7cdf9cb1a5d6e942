"""The command `python -m bot league`: whoever runs the bot looks after the open league, which has no moderators.

It may run beside the bot. Servers' leagues are left alone: their moderators look after those.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from bot.commands.options import count, settings
from bot.data.corrections import Amendment, Correction
from bot.data.errors import DatabaseError
from bot.data.results import Result
from bot.data.seasons import Calendar, Season
from bot.data.servers import OPEN_LEAGUE
from bot.league import League
from bot.league.errors import AlreadyUndone, LeagueError, NoSeasonOpen, NoSuchResult, SeasonOpen, WrongScores
from bot.league.seasons import calendar_of
from bot.store.database import Database
from bot.store.opening import open_database
from bot.store.servers import ServerStore

#: In place of a moderator, whoever runs the bot.
_OPERATOR = 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    works = parser.add_subparsers(dest="work", required=True)
    results = works.add_parser("results", help="list the games that ended in the open league, the latest first")
    results.add_argument("--before", type=count, metavar="RESULT", help="go on below this number of a result")
    correct = works.add_parser("correct", help="correct the points of a game; all ratings follow")
    correct.add_argument("game", type=count, metavar="GAME", help="its number")
    correct.add_argument("points", type=int, nargs="+", metavar="POINTS", help="of each side, as `results` lists them")
    void = works.add_parser("void", help="have a game count for nothing; all ratings follow")
    void.add_argument("game", type=count, metavar="GAME", help="its number")
    for one in (correct, void):
        one.add_argument("--reason", required=True, metavar="TEXT", help="why; the game's people read it")
    undo = works.add_parser("undo", help="undo a correction")
    undo.add_argument("correction", type=count, metavar="NUMBER", help="its number in `log`")
    works.add_parser("log", help="list the latest corrections")
    opened = works.add_parser("open", help="open a season")
    opened.add_argument("--name", default="", metavar="TEXT", help="what it is called (default: its number)")
    works.add_parser("close", help="close the season; games count for nothing until the next one is opened")
    setting = works.add_parser("settings", help="print the settings, and change those that are given")
    setting.add_argument("--calendar", choices=[one.value for one in Calendar], help="when seasons end by themselves")
    setting.add_argument(
        "--rate-computers", choices=("yes", "no"), help="whether games with computers from the start are rated"
    )


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    try:
        place = settings().database
        if isinstance(place, Path) and not place.exists():
            raise DatabaseError(f"{place} is not there.")
        for line in asyncio.run(_done(options, place)):
            print(line)
    except (DatabaseError, LeagueError) as error:
        print(f"league {options.work}: {_refusal(error)}", file=sys.stderr)
        return 1
    return 0


async def _done(options: argparse.Namespace, place: Path | str) -> Sequence[str]:
    works: dict[str, Callable[[argparse.Namespace, League, Database], Awaitable[Sequence[str]]]] = {
        "results": _results,
        "correct": _correct,
        "void": _void,
        "undo": _undo,
        "log": _log,
        "open": _open,
        "close": _close,
        "settings": _settings,
    }
    database = await open_database(place)
    try:
        return await works[options.work](options, League(database, clock=lambda: int(time.time())), database)
    finally:
        await database.close()


async def _results(options: argparse.Namespace, league: League, _database: Database) -> Sequence[str]:
    history = await league.history(OPEN_LEAGUE, before=options.before)
    lines = [_line(one) for one in history.results] or ["No game has ended in the open league."]
    return lines if history.before is None else [*lines, f"Older ones: --before {history.before}"]


async def _correct(options: argparse.Namespace, league: League, _database: Database) -> Sequence[str]:
    result = await _named(league, options.game)
    by, reason = _OPERATOR, _one_line(options.reason)
    correction = await league.corrections.correct(OPEN_LEAGUE, result.id, by=by, reason=reason, points=options.points)
    return [_correction(correction)]


async def _void(options: argparse.Namespace, league: League, _database: Database) -> Sequence[str]:
    result = await _named(league, options.game)
    reason = _one_line(options.reason)
    return [_correction(await league.corrections.void(OPEN_LEAGUE, result.id, by=_OPERATOR, reason=reason))]


async def _undo(options: argparse.Namespace, league: League, _database: Database) -> Sequence[str]:
    return [_correction(await league.corrections.undo(OPEN_LEAGUE, options.correction, by=_OPERATOR))]


async def _log(_options: argparse.Namespace, league: League, _database: Database) -> Sequence[str]:
    return [_correction(one) for one in await league.corrections.page(OPEN_LEAGUE)] or ["Nothing was corrected."]


async def _open(options: argparse.Namespace, league: League, _database: Database) -> Sequence[str]:
    return [f"Open: {_season(await league.seasons.open(OPEN_LEAGUE, _one_line(options.name)))}."]


async def _close(_options: argparse.Namespace, league: League, _database: Database) -> Sequence[str]:
    return [f"Closed: {_season(await league.seasons.close(OPEN_LEAGUE))}. Games count again after `league open`."]


async def _settings(options: argparse.Namespace, league: League, database: Database) -> Sequence[str]:
    servers = ServerStore(database)
    if options.calendar is not None:
        await servers.set(OPEN_LEAGUE, calendar=options.calendar)
        await league.seasons.calendar_changed(OPEN_LEAGUE)
    if options.rate_computers is not None:
        await servers.set(OPEN_LEAGUE, rate_computers=int(options.rate_computers == "yes"))
    now, season = await servers.get(OPEN_LEAGUE), await league.seasons.get(OPEN_LEAGUE)
    return [
        f"calendar: {calendar_of(now.calendar)}",
        f"rate-computers: {'yes' if now.rate_computers else 'no'}",
        "season: none yet" if season is None else f"season: {_season(season)}, {'open' if season.open else 'closed'}",
    ]


async def _named(league: League, game: int) -> Result:
    result = await league.result_of_game(OPEN_LEAGUE, game)
    if result is None:
        raise NoSuchResult
    return result


def _line(result: Result) -> str:
    """Return a result in a line, its sides in the order in which `correct` takes their points."""
    sides = []
    for side in result.standing_sides:
        people = [one.name or "?" for one in result.people if one.seat in side.seats and one.stayed]
        sides.append(f"{' & '.join([*people, *['computer'] * (len(side.seats) - len(people))])} {side.points}")
    standing = "rated" if result.standing is None else f"not rated ({result.standing})"
    return (
        f"game {result.game_id} (result {result.id}), {_day(result.ended_at)}, {result.variant}, {standing}: "
        + "; ".join(sides)
    )


def _correction(correction: Correction) -> str:
    undone = "" if correction.undone_at is None else f"; undone {_day(correction.undone_at)}"
    return f"{correction.id}. {_day(correction.at)}, game {correction.game_id}: {_facts(correction.before)} -> {_facts(correction.after)} ({correction.reason}){undone}"


def _facts(amendment: Amendment | None) -> str:
    if amendment is None:
        return "as played"
    return "void" if amendment.void else " ".join(map(str, amendment.points))


def _season(season: Season) -> str:
    return season.name or f"season {season.number}"


def _day(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _refusal(error: DatabaseError | LeagueError) -> str:
    match error:
        case NoSuchResult():
            return "the open league has no such game or correction."
        case AlreadyUndone():
            return "that correction was undone before."
        case WrongScores(sides=sides):
            return f"give points for each of the {sides} sides."
        case SeasonOpen(season=season):
            return f"{_season(season)} is open already; `league close` ends it."
        case NoSeasonOpen():
            return "no season is open; `league open` opens one."
        case _:
            return str(error)
