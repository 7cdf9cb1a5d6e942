"""The command line: `python -m bot` runs the bot, `python -m bot --help` lists the rest."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import re
import sys
import time
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from bot import health
from bot.config import Settings, SettingsError, place, read_settings

if TYPE_CHECKING:
    from bot.store.tools import Copy


#: What adds a command to others.
_Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m bot", description="A Canasta bot for Discord.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("run", help="connect to Discord and play (the default)")
    commands.add_parser("health", help="succeed if the bot was connected a moment ago")
    _add_sandbox(commands)
    _add_replay(commands)
    _add_verify(commands)
    _add_simulate(commands)
    _add_arena(commands)
    _add_variants(commands)
    _add_database(commands)
    options = parser.parse_args(arguments)
    _use_own_variants()
    return {
        "run": _run,
        "health": _health,
        "sandbox": _sandbox,
        "replay": _replay,
        "verify": _verify,
        "simulate": _simulate,
        "arena": _arena,
        "variants": _variants,
        "database": _database,
    }[options.command or "run"](options)


def _add_sandbox(commands: _Commands) -> None:
    sandbox = commands.add_parser("sandbox", help="try the bot in a simulated Discord on this machine; needs no token")
    sandbox.add_argument("--players", type=int, metavar="N", help="seats at the table (default 4)")
    sandbox.add_argument("--variant", default="classic", help="what to play (default classic)")
    sandbox.add_argument("--layout", help="the table, by its name in the list of `variants`")
    sandbox.add_argument("--seed", type=int, metavar="N", help="shuffle reproducibly")
    sandbox.add_argument("--database", type=Path, metavar="FILE", help="keep the games in this file")


def _add_replay(commands: _Commands) -> None:
    replay = commands.add_parser("replay", help="play recorded games again and print where they lead")
    replay.add_argument("files", nargs="+", metavar="FILE", help="a record; - for standard input")
    replay.add_argument("--trace", action="store_true", help="print the state after every move as well")


def _add_verify(commands: _Commands) -> None:
    verify = commands.add_parser("verify", help="check that no deal of a recorded game was changed after it was dealt")
    verify.add_argument("record", metavar="RECORD", help="a record; - for standard input")
    verify.add_argument(
        "--seals", type=Path, metavar="FILE", help="its seals (default: the file beside it named like it, with -seals)"
    )
    verify.add_argument(
        "--commitment",
        action="append",
        default=[],
        metavar="[ROUND:]HEX",
        help="what you noted when the cards were dealt, 16 digits or more; can be given several times",
    )


def _add_simulate(commands: _Commands) -> None:
    simulate = commands.add_parser("simulate", help="let computer players play, and check every move")
    simulate.add_argument("--variant", default="classic", help="what to play; all: every table, a line for each")
    simulate.add_argument("--layout", help="the table, by its name in the list of `variants` (default: its first)")
    simulate.add_argument("--house", default="none", metavar="RULES", help="house rules, a list or a code: target=1500")
    simulate.add_argument("--games", type=int, default=100, metavar="N")
    simulate.add_argument("--seed", type=int, default=1, metavar="N")
    simulate.add_argument(
        "--players", default="random", metavar="LEVEL[,LEVEL...]", help="one level for all, or one a seat or side"
    )
    simulate.add_argument(
        "--most-rounds",
        type=int,
        default=300,
        metavar="N",
        help="leave a game unfinished after so many (default %(default)s)",
    )
    simulate.add_argument(
        "--thorough",
        type=int,
        default=10,
        metavar="N",
        help="in one game of N, try every offered move and replay the record (default %(default)s)",
    )
    simulate.add_argument("--records", type=Path, metavar="DIR", help="write every game into this directory")


def _add_arena(commands: _Commands) -> None:
    arena = commands.add_parser(
        "arena", help="let two computer players play the same deals, sides swapped, and compare"
    )
    for name in ("a", "b"):
        arena.add_argument(name, metavar=name.upper(), help="a level, a player of the past, or program:COMMAND")
    arena.add_argument("--variant", default="classic", help="what to play (default classic)")
    arena.add_argument("--layout", help="the table, by its name in the list of `variants` (default: its first)")
    arena.add_argument("--house", default="none", metavar="RULES", help="house rules, a list or a code: target=1500")
    arena.add_argument("--pairs", type=_count, default=100, metavar="N", help="how many deals (default %(default)s)")
    arena.add_argument("--seed", type=int, default=1, metavar="N", help="which deals (default %(default)s)")
    arena.add_argument("--reserved", action="store_true", help="deals kept for tests, which no tuning may see")
    arena.add_argument("--score", type=int, default=0, metavar="N", help="both sides' points before each round")
    arena.add_argument(
        "--processes",
        type=_count,
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many at once (default %(default)s)",
    )
    arena.add_argument(
        "--limit", type=float, default=10.0, metavar="SECONDS", help="a program's time for a move (default %(default)s)"
    )
    arena.add_argument("--file", type=Path, metavar="FILE", help="keep every pair there, and go on with what it holds")
    arena.add_argument("--picture", type=Path, metavar="FILE", help="draw the result into this PNG file")
    arena.add_argument("--json", action="store_true", help="print a last line for programs")


def _add_variants(commands: _Commands) -> None:
    variants = commands.add_parser("variants", help="list what can be played")
    variants.add_argument(
        "--parameters",
        nargs="?",
        const="",
        metavar="WORD",
        help="list the rule parameters: all, or those of a group or with a word in name or meaning",
    )
    variants.add_argument("--check", type=Path, metavar="FILE", help="say whether a variant file can be played")
    variants.add_argument("--page", metavar="FILE|ID", help="print the rules of a game as the bot writes them out")
    variants.add_argument(
        "--language", default="en", metavar="LANGUAGE", help="with --page: its code, for example it (default en)"
    )
    variants.add_argument(
        "--layout", help="with --page: the table, by its name in the list of `variants` (default: its first)"
    )


def _add_database(commands: _Commands) -> None:
    database = commands.add_parser("database", help="back up, restore, check, export, copy or rerate the database")
    works = database.add_subparsers(dest="work", required=True)
    backup = works.add_parser("backup", help="copy the database, also while the bot runs")
    backup.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help="the copy, or a folder for it (default: a dated one beside it)",
    )
    backup.add_argument("--force", action="store_true", help="overwrite FILE")
    backup.add_argument("--keep", type=_count, metavar="N", help="of the dated copies in the folder, keep the newest N")
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


def _settings() -> Settings:
    try:
        return read_settings()
    except SettingsError as error:
        sys.exit(f"Settings: {error}.")


def _use_own_variants() -> None:
    """Let every command play the operator's own variant files. Exits if one of them is wrong."""
    folder = _settings().variants
    if folder is None:
        return
    from bot.canasta.rules import RulesError, use_folder

    try:
        use_folder(folder)
    except RulesError as error:
        sys.exit("\n".join(f"Variants: {line}." for line in error.lines()))


def _run(_: argparse.Namespace) -> int:
    settings = _settings()
    if settings.token is None:
        sys.exit(
            "There is no Discord token: write CANASTA_TOKEN=... into a file named .env (.env.example explains it), "
            "or try the bot without one by `python -m bot sandbox`."
        )
    if settings.interactions_port and find_spec("nacl") is None:
        sys.exit("Interactions over HTTP need the package PyNaCl: install the bot by `pip install .[interactions]`.")
    import aiohttp
    import discord

    from bot import logs, process
    from bot.store import DatabaseError

    logging.basicConfig(level=settings.log_level, handlers=[logs.handler(settings.log_format)])
    if settings.sentry_dsn is not None:
        try:
            logs.report_to(settings.sentry_dsn.get_secret_value())
        except ModuleNotFoundError:
            sys.exit("Reports need the package sentry-sdk: install the bot by `pip install .[sentry]`.")
        except ValueError:
            sys.exit(f"Settings: CANASTA_SENTRY_DSN cannot be used: {Settings.model_fields['sentry_dsn'].description}.")
    for library in ("discord", "aiosqlite", "psycopg"):
        # At DEBUG they log what is sent and stored: everybody's cards.
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLogger().level))
    try:
        process.run(settings)
    except discord.LoginFailure:
        sys.exit("Discord does not accept CANASTA_TOKEN: copy it again from the developer portal.")
    except (discord.HTTPException, discord.RateLimited, discord.GatewayNotFound) as error:
        sys.exit(f"Discord does not let the bot in just now ({error}). Start it again in a few minutes.")
    except (aiohttp.ClientError, TimeoutError):
        sys.exit(f"Discord cannot be reached at {settings.discord_api}: check the network, or CANASTA_DISCORD_API.")
    except DatabaseError as error:
        sys.exit(str(error))
    except SettingsError as error:
        sys.exit(f"The bot can't start: {error}.")
    return 0


def _health(_: argparse.Namespace) -> int:
    complaint = health.complaint(_settings().database)
    if complaint is not None:
        sys.exit(f"Not well: {complaint}.")
    return 0


def _sandbox(options: argparse.Namespace) -> int:
    try:
        from bot import sandbox
    except ModuleNotFoundError as error:
        sys.exit(f"The sandbox needs the development packages ({error.name} is missing): start it by `uv run`.")
    return sandbox.run(options.players, options.variant, options.layout, options.seed, options.database)


def _replay(options: argparse.Namespace) -> int:
    from bot.canasta.position import Document
    from bot.canasta.record import replay

    def trace(move: str, state: Document | None) -> None:
        _print({"move": move, "state": state})

    status = 0
    for name in options.files:
        try:
            document = _read_json(name)
        except (OSError, ValueError, RecursionError) as error:
            ended, answer = 2, {"ok": False, "error": {"code": "bad-record", "message": f"{name}: {error}"}}
        else:
            ended, answer = replay(document, trace if options.trace else None)
        _print(answer)
        status = max(status, ended)
    return status


def _verify(options: argparse.Namespace) -> int:
    from bot.canasta.reading import BadRecord
    from bot.tables.rules.seals import read_seals
    from bot.tables.tools.verify import verify

    def read(name: str | Path, otherwise: str) -> object:
        try:
            return _read_json(name)
        except FileNotFoundError:
            raise BadRecord(f"{name}: there is no such file{otherwise}") from None
        except OSError as error:
            raise BadRecord(f"{name}: {error.strerror}") from None
        except (ValueError, RecursionError):
            raise BadRecord(f"{name}: that is no JSON document") from None

    try:
        if options.record == "-" and options.seals is None:
            raise BadRecord("--seals must say where the seals are of a record that comes from standard input")
        document = read(options.record, "")
        beside = options.seals or Path(options.record).with_name(f"{Path(options.record).stem}-seals.json")
        seals = read_seals(read(beside, "; the seals come with the record, and --seals says where they are"))
        findings = list(verify(document, seals, options.commitment))
    except BadRecord as error:
        print(f"verify: {error}.", file=sys.stderr)
        return 2
    for finding in findings:
        print(finding.text)
    honest = all(finding.good for finding in findings)
    print("Every deal is the one that was sealed." if honest else "Not everything agrees.")
    return 0 if honest else 1


def _read_json(name: str | Path) -> object:
    """Return the document in a file, or in standard input for `-`. Raises `OSError`, `ValueError`, `RecursionError`."""
    text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    document: object = json.loads(text)
    return document


def _simulate(options: argparse.Namespace) -> int:
    from bot.canasta.rules import RulesError
    from bot.computer.simulate import SimulationError, simulate, tables
    from bot.tables.rules import house_rules

    status = 0
    try:
        for rules in tables(options.variant, options.layout, house_rules.read(options.house)):
            report = simulate(
                rules,
                games=options.games,
                seed=options.seed,
                players=options.players.split(","),
                most_rounds=options.most_rounds,
                thorough=options.thorough,
                records=options.records,
            )
            _print(report)
            status = 1 if report["violations"] else status
    except (RulesError, SimulationError) as error:
        sys.exit(f"simulate: {str(error).rstrip('.')}.")
    return status


def _arena(options: argparse.Namespace) -> int:
    from bot import arena
    from bot.canasta.rules import RulesError, load_rules
    from bot.computer.arena.pairs import Match
    from bot.tables.rules import house_rules

    try:
        rules = load_rules(options.variant, options.layout, house=house_rules.read(options.house))
        match = Match(rules, (options.a, options.b), options.seed, options.reserved, options.score, options.limit)
        arena.run(
            match,
            options.pairs,
            processes=options.processes,
            file=options.file,
            picture=options.picture,
            as_json=options.json,
        )
    except (RulesError, ValueError, OSError) as error:
        sys.exit(f"arena: {str(error).rstrip('.')}.")
    return 0


def _variants(options: argparse.Namespace) -> int:
    from bot import variants
    from bot.canasta.rules import RulesError

    try:
        if options.check is not None:
            return variants.check(options.check)
        if options.page is not None:
            return variants.page(options.page, options.layout, options.language)
    except RulesError as error:
        sys.exit("\n".join(f"variants: {line.rstrip('.')}." for line in error.lines()))
    if options.parameters is not None:
        return _parameters(options.parameters)
    variants.listing()
    return 0


def _parameters(word: str) -> int:
    """Print the rule parameters that a word asks for: first those with it in their name, then in their meaning."""
    from bot.canasta.rules import changed, close_to, list_variants, load_rules, parameter_groups, parameters
    from bot.canasta.rules.stored import old_names, present_names

    word = word.strip().lower()
    every = parameters()
    asked_for = [
        old for old in old_names() if word and any(one.startswith(word) for one in (old, old.partition(".")[2]))
    ]
    gone = {old: present_names(old) for old in asked_for}
    named = [one for one in every if word in one.name or any(one.name in names for names in gone.values())]
    meant = [one for one in every if one not in named and word in " ".join([one.doc, *one.choices.values()]).lower()]
    if not named + meant:
        words = {found for one in every for found in re.findall(r"\w+", f"{one.name} {one.doc}".lower())}
        close = close_to(word, [*(one.name for one in every), *old_names(), *sorted(words)]).get("close")
        perhaps = f" perhaps you mean {close};" if close else ""
        sys.exit(
            f"variants: no rule parameter has “{word}” in its name or meaning;{perhaps}"
            f" the groups are {', '.join(parameter_groups())}."
        )
    tables = [(info.id, load_rules(info.id, one.name)) for info in list_variants() for one in info.layouts]
    asked = sorted(named, key=lambda one: not one.name.startswith(word)) + meant
    for family in dict.fromkeys(one.family for one in asked):
        alike = [one for one in asked if one.family == family]
        one, *others = alike
        allowed = "true | false" if one.type == "yes or no" else one.range or " | ".join(one.words)
        span = f", {allowed}" if allowed else ""
        default = "; ".join(
            [
                f"default {_in_a_file(one.default)}",
                *(f"of {o.rank} {_in_a_file(o.default)}" for o in others if o.default != one.default),
            ]
        )
        users = dict.fromkeys(name for name, rules in tables if any(changed(rules, one) for one in alike))
        used = f" Changed by: {', '.join(users)}." if users else ""
        ranks = f" RANK is {', '.join(one.rank for one in alike)}." if others else ""
        print(f"{family if others else one.name} ({one.type}{span}; {default}): {one.doc}{ranks}{used}")
        for value, meaning in one.choices.items():
            print(f"    {value}: {meaning}")
    for old, names in gone.items():
        print(f"{old} is an old name, read as ever; now it is said by {' and '.join(names)}.")
    if not word:
        print(f"{len(old_names())} older names are read as ever; --parameters NAME says how one is said now.")
    return 0


def _in_a_file(value: object) -> str:
    """Return the value of a rule as it stands in a variant file."""
    return json.dumps("none" if value is None else value)


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)


def _database(options: argparse.Namespace) -> int:
    from bot.store import DatabaseError

    works = {
        "backup": _backup,
        "restore": _restore,
        "check": _check,
        "export": _export,
        "copy": _copy,
        "rerate": _rerate,
    }
    try:
        return works[options.work](options, _settings().database)
    except DatabaseError as error:
        print(f"database {options.work}: {error}", file=sys.stderr)
        return 2 if options.work == "check" else 1


def _file(database: Path | str, instead: str) -> Path:
    """Return the file of the database. Raises `DatabaseError` if it is none, and says what to do `instead`."""
    from bot.store import DatabaseError

    if isinstance(database, str):
        raise DatabaseError(
            f"this looks after SQLite files, and CANASTA_DATABASE names a PostgreSQL database: {instead}."
        )
    return database


def _backup(options: argparse.Namespace, where: Path | str) -> int:
    from bot.store import DatabaseError, tools

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
    from bot.store import tools

    database = _file(where, "restore that by pg_restore, as docs/operating/postgresql.md says")
    restored, kept = tools.restore(database, options.file, datetime.now(UTC))
    print(f"{database} is now what {options.file} holds ({_held(restored)}). Start the bot.")
    if kept is not None:
        print(f"What was there before is kept as {kept}.")
    return 0


def _check(options: argparse.Namespace, where: Path | str) -> int:
    from bot.league import check as tournaments
    from bot.store import soundness, tools
    from bot.tables.tools import check as games

    async def failures(copy: Path) -> list[str]:
        found = [finding async for finding in games.failures(copy)]
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


def _export(options: argparse.Namespace, where: Path | str) -> int:
    from bot.store import tools
    from bot.tables.tools import export

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
    from bot.store import DatabaseError
    from bot.store.copying import copy

    try:
        source, target = place(options.source), place(options.target)
    except ValueError:
        raise DatabaseError("FROM and TO are files, or addresses that begin with postgresql://.") from None
    counts = asyncio.run(copy(source, target))
    print(
        f"All {sum(counts.values()):,} rows were copied and compared, those of {counts['games']:,} tables among them."
        " Set CANASTA_DATABASE to the new database, then start the bot."
    )
    return 0


def _rerate(options: argparse.Namespace, database: Path | str) -> int:
    from bot.league import League
    from bot.store import Database, DatabaseError

    async def rerate() -> None:
        opened = await Database.open(database)
        try:
            league = League(opened, clock=lambda: int(time.time()))
            guilds = await league.guilds()
            if options.server is not None and options.server not in guilds:
                raise DatabaseError(f"no game of the server {options.server} has ended.")
            for guild_id in guilds if options.server is None else [options.server]:
                done = await league.corrections.rerate(guild_id)
                print(f"Server {guild_id}: {done.results:,} results; rows of standings that changed: {done.rows:,}.")
        finally:
            await opened.close()

    if isinstance(database, Path) and not database.exists():
        raise DatabaseError(f"{database} is not there.")
    asyncio.run(rerate())
    return 0


def _held(copy: Copy) -> str:
    return f"games: {copy.games:,}, schema: {copy.schema}, {copy.size / 1_000_000:,.1f} MB"


def _print(document: object) -> None:
    print(json.dumps(document, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        # The reader of the output has ended, as `head` does; what is still buffered must not raise this error again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
