"""The command `python -m bot daily`: deals a day or a week from a given secret, and prints points, par and seal."""

from __future__ import annotations

import argparse
import re
import sys
from datetime import date
from pathlib import Path

from bot.canasta.errors import explain
from bot.canasta.game import Game
from bot.canasta.moves import IllegalMove, UnreadableMove, read_move
from bot.canasta.record import record_of
from bot.canasta.rules import RulesError
from bot.canasta.views import seat_view
from bot.commands.options import print_document
from bot.data.daily import Every
from bot.tables.daily_round import SEAT, DailyDeal, points_of
from bot.tables.rules.weekly_plan import game_of


class _MovesError(Exception):
    """The reason why given moves don't make a round: a sentence without full stop."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    when = parser.add_mutually_exclusive_group(required=True)
    when.add_argument("--day", type=_day, metavar="DATE", help="the day: 2026-12-01")
    when.add_argument("--week", type=_week, metavar="WEEK", help="the week, for its game: 2026-W49")
    parser.add_argument(
        "--secret", type=_secret, required=True, metavar="HEX", help="the deal's secret: 32 hexadecimal digits"
    )
    parser.add_argument("--game", metavar="NAME", help="the week's game (default: that of the plan)")
    parser.add_argument(
        "--moves",
        metavar="FILE",
        help="the person's moves, one a line (default: par's player plays); - for standard input",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document, with the record of the round")


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    if options.day is not None and options.game is not None:
        print("daily: every day has the same game: leave --game out, or give --week instead of --day.", file=sys.stderr)
        return 2
    try:
        deal = _deal(options.day, options.week, options.secret, options.game)
    except RulesError as error:
        print(f"daily: {error}.", file=sys.stderr)
        return 2
    for_par = deal.play_for_par()
    try:
        played = for_par if options.moves is None else _played(deal, _lines(options.moves))
    except _MovesError as error:
        print(f"daily: {error}.", file=sys.stderr)
        return 1
    points, par, seal = points_of(played), points_of(for_par), deal.dealt().commitment
    if options.json:
        print_document(
            {deal.every.value: deal.name, "points": points, "par": par, "seal": seal, "record": record_of(played)}
        )
    else:
        print(f"{deal.name}: {points:,} points, {points - par:+,} to par ({par:,})")
        print(f"seal {seal}")
    return 0


def _deal(day: date | None, monday: date | None, secret: str, game: str | None) -> DailyDeal:
    """Return the deal of a day, or of the week from a Monday. Raises `RulesError` if there is no such game."""
    if day is not None:
        return DailyDeal(day, secret)
    assert monday is not None
    deal = DailyDeal(monday, secret, Every.WEEK, game or game_of((monday - date(1970, 1, 1)).days))
    _ = deal.rules
    return deal


def _played(deal: DailyDeal, lines: list[str]) -> Game:
    """Return the game in which the person makes these moves, and the computers theirs. Raises `_MovesError`."""
    game, left = deal.begun(), list(enumerate(lines, 1))
    while game.turn is not None:
        move = deal.answer(game)
        if move is not None:
            game.apply(move)
            continue
        if not left:
            raise _MovesError(f"the round isn't over after {len(lines)} moves of the person: add the next ones")
        number, line = left.pop(0)
        try:
            move = read_move(line, seat_view(game, SEAT).hand, SEAT)
            if move.seat != SEAT:
                raise _MovesError(f"move {number} is of seat {move.seat}: give those of the person alone, seat {SEAT}")
            game.apply(move)
        except UnreadableMove as error:
            raise _MovesError(f"move {number}: {error}") from None
        except IllegalMove as error:
            raise _MovesError(f"move {number}, {line.strip()}: {explain(error).rstrip('.')}") from None
    if left:
        raise _MovesError(f"the round is over before move {left[0][0]}: leave out the moves from there on")
    return game


def _lines(name: str) -> list[str]:
    """Return the moves in a file, or in standard input for `-`. Raises `_MovesError`."""
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise _MovesError(f"{name}: {error.strerror}") from None
    except ValueError:
        raise _MovesError(f"{name}: that is no text in UTF-8") from None
    return [line for line in text.splitlines() if line.strip()]


def _day(text: str) -> date:
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text!r} is not a day like 2026-12-01")
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a day of the calendar") from None


def _week(text: str) -> date:
    """Return the Monday of a week."""
    if not re.fullmatch(r"\d{4}-W\d{2}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text!r} is not a week like 2026-W49")
    try:
        return date.fromisocalendar(int(text[:4]), int(text[6:]), 1)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a week of the calendar") from None


def _secret(text: str) -> str:
    if not re.fullmatch(r"[0-9a-f]{32}", text.lower(), re.ASCII):
        raise argparse.ArgumentTypeError(f"{text!r} is not 32 hexadecimal digits")
    return text.lower()
