"""The command `python -m bot database`: backs up, restores, checks, exports, copies and rerates what the bot stores."""

from __future__ import annotations

import argparse
import asyncio
import logging
import math
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from bot.commands.options import count, settings
from bot.config import place
from bot.data.errors import DatabaseError
from bot.data.servers import OPEN_LEAGUE
from bot.league import League
from bot.league import check as tournaments
from bot.store import soundness, tools
from bot.store.copying import copy as copy_all
from bot.store.opening import open_database
from bot.store.tools import Copy
from bot.tables.tools import check as games
from bot.tables.tools import export

#: Seconds after which `check` says again how far it is.
_SAID_EVERY = 10.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    works = parser.add_subparsers(dest="work", required=True)
    backup = works.add_parser("backup", help="copy the database, also while the bot runs")
    backup.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help="the copy, or a folder for it (default: a dated one beside it)",
    )
    backup.add_argument("--force", action="store_true", help="overwrite FILE")
    backup.add_argument("--keep", type=count, metavar="N", help="of the dated copies in the folder, keep the newest N")
    restore = works.add_parser("restore", help="put a backup in the place of the database; the bot must be stopped")
    restore.add_argument("file", type=Path, metavar="FILE", help="the backup")
    check = works.add_parser("check", help="say what is wrong with the database; changes nothing")
    check.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="another file than the database, such as a backup"
    )
    export = works.add_parser("export", help="write games and tables as files that other programs read")
    export.add_argument("target", type=Path, metavar="DIR|ZIP", help="a new folder, or a file that ends in .zip")
    copy = works.add_parser(
        "copy",
        help="copy everything from one database into an empty one, SQLite or PostgreSQL; the bot must be stopped",
    )
    copy.add_argument("source", metavar="FROM", help="a file, or postgresql://...")
    copy.add_argument("target", metavar="TO", help="a new file, or postgresql://... of a database without tables")
    rerate = works.add_parser(
        "rerate", help="calculate ratings and standings again from the results, also while the bot runs"
    )
    rerate.add_argument("--server", type=int, metavar="ID", help="of one server alone (default: of all)")


def run(options: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    works = {
        "backup": _backup,
        "restore": _restore,
        "check": _check,
        "export": _export,
        "copy": _copy,
        "rerate": _rerate,
    }
    # The error repeats the log's line on the trouble, once.
    logging.basicConfig(handlers=[logging.NullHandler()])
    try:
        return works[options.work](options, settings().database)
    except DatabaseError as error:
        print(f"database {options.work}: {error}", file=sys.stderr)
        return 2 if options.work == "check" else 1


def _file(database: Path | str, instead: str) -> Path:
    """Return the file of the database. Raises `DatabaseError` if it is none, and says what to do `instead`."""
    if isinstance(database, str):
        raise DatabaseError(
            f"this looks after SQLite files, and CANASTA_DATABASE names a PostgreSQL database: {instead}."
        )
    return database


def _backup(options: argparse.Namespace, where: Path | str) -> int:
    database = _file(where, "back that up by pg_dump, as docs/operating/postgresql.md says")
    file = options.file or database.parent
    if file.is_dir():
        file /= tools.dated(database, datetime.now(UTC))
    elif options.keep:
        raise DatabaseError("--keep is for dated copies: name a folder, or nothing, in place of a file.")
    copy = tools.back_up(database, file, force=options.force)
    print(f"{file} is a sound copy of {database} ({_held(copy)}). Keep it private: it holds hidden cards.")
    if options.keep:
        for old in tools.thin_out(database, file, options.keep):
            print(f"{old} was deleted.")
    return 0


def _restore(options: argparse.Namespace, where: Path | str) -> int:
    database = _file(where, "restore that by pg_restore, as docs/operating/postgresql.md says")
    restored, kept = tools.restore(database, options.file, datetime.now(UTC))
    print(f"{database} is now what {options.file} holds ({_held(restored)}). Start the bot.")
    if kept is not None:
        print(f"What was there before is kept as {kept}.")
    return 0


def _check(options: argparse.Namespace, where: Path | str) -> int:
    async def failures(copy: Path) -> list[str]:
        found = [finding async for finding in games.failures(copy, _told())]
        return found + [finding async for finding in tournaments.failures(copy)]

    file = options.file or _file(where, "copy that into a file by `database copy`, and check the file")
    with tools.snapshot(file) as copy:
        findings = list(soundness.faults(copy, tools.schema_of(copy, file)))
        if findings:
            findings.append("The games and tournaments were not looked at for that reason.")
        else:
            held = _held(tools.examined(copy, file))
            findings = asyncio.run(failures(copy)) + list(soundness.contradictions(copy))
    for finding in findings:
        print(finding)
    if not findings:
        print(f"{file} is sound ({held}).")
    return 1 if findings else 0


def _told() -> Callable[[int, int], None]:
    """Return what says on the error output now and then how many games have been played again, and how long the others take."""
    began = last = time.monotonic()

    def tell(done: int, of: int) -> None:
        nonlocal last
        now = time.monotonic()
        if done < of and now - last > _SAID_EVERY:
            last = now
            left = (now - began) / done * (of - done)
            print(f"{done:,} of {of:,} games, about {math.ceil(left / 60)} min more", file=sys.stderr, flush=True)

    return tell


def _export(options: argparse.Namespace, where: Path | str) -> int:
    database = _file(
        where, "copy that into a file by `database copy`, and export with CANASTA_DATABASE set to the file"
    )
    with tools.snapshot(database) as copy:
        tools.examined(copy, database)
        done = asyncio.run(export.export(copy, options.target, datetime.now(UTC)))
    print(f"{options.target} holds {done.rows:,} rows and the records of {done.games:,} games that are over.")
    for number in done.without_record:
        print(f"Table {number} has no record, as it can't be played again.")
    return 1 if done.without_record else 0


def _copy(options: argparse.Namespace, _: Path | str) -> int:
    try:
        source, target = place(options.source), place(options.target)
    except ValueError:
        raise DatabaseError("FROM and TO are files, or addresses that begin with postgresql://.") from None
    counts = asyncio.run(copy_all(source, target))
    print(
        f"All {sum(counts.values()):,} rows were copied and compared, those of {counts['games']:,} tables among them."
        " Set CANASTA_DATABASE to the new database, then start the bot."
    )
    return 0


def _rerate(options: argparse.Namespace, database: Path | str) -> int:
    async def rerate() -> None:
        opened = await open_database(database)
        try:
            league = League(opened, clock=lambda: int(time.time()))
            guilds = await league.guilds()
            if options.server is not None and options.server not in guilds:
                raise DatabaseError(f"no game of the server {options.server} has ended.")
            for guild_id in guilds if options.server is None else [options.server]:
                done = await league.corrections.rerate(guild_id)
                place = "The open league" if guild_id == OPEN_LEAGUE else f"Server {guild_id}"
                print(f"{place}: {done.results:,} results; rows of standings that changed: {done.rows:,}.")
        finally:
            await opened.close()

    if isinstance(database, Path) and not database.exists():
        raise DatabaseError(f"{database} is not there.")
    asyncio.run(rerate())
    return 0


def _held(copy: Copy) -> str:
    return f"games: {copy.games:,}, schema: {copy.schema}, {copy.size / 1_000_000:,.1f} MB"
