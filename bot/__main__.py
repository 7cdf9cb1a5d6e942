"""The command line: `python -m bot` runs the bot, `python -m bot --help` lists the rest."""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TypeAlias

from bot.config import Settings, SettingsError, read_settings
from bot.watching import heartbeat

#: The object that adds subcommands to a parser.
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
    sandbox.add_argument("--house", metavar="RULES", help="house rules, as `/play` takes them: deal.hand=13")
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
    simulate.add_argument(
        "--layout",
        help="the table, by its name in the list of `variants` (default: the one for four, or else its first)",
    )
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
    arena.add_argument(
        "--layout",
        help="the table, by its name in the list of `variants` (default: the one for four, or else its first)",
    )
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
        "--layout",
        help="with --page: the table, by its name in the list of `variants` (default: the one for four, or else its first)",
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

    from bot import process
    from bot.data.errors import DatabaseError
    from bot.watching import logs

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
    complaint = heartbeat.complaint(_settings().database)
    if complaint is not None:
        sys.exit(f"Not well: {complaint}.")
    return 0


def _sandbox(options: argparse.Namespace) -> int:
    try:
        from bot.commands import sandbox
    except ModuleNotFoundError as error:
        sys.exit(
            f"The sandbox needs a simulated Discord ({error.name} is missing): "
            "start it by `uv run --no-dev --group sandbox python -m bot sandbox`."
        )
    return sandbox.run(options.players, options.variant, options.layout, options.house, options.seed, options.database)


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
    from bot.canasta.rules import RulesError, load_rules
    from bot.commands import arena
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
    from bot.canasta.rules import RulesError
    from bot.commands import variants

    try:
        if options.check is not None:
            return variants.check(options.check)
        if options.page is not None:
            return variants.page(options.page, options.layout, options.language)
    except RulesError as error:
        sys.exit("\n".join(f"variants: {line.rstrip('.')}." for line in error.lines()))
    if options.parameters is not None:
        return variants.list_parameters(options.parameters)
    variants.listing()
    return 0


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)


def _database(options: argparse.Namespace) -> int:
    from bot.commands import database

    return database.work(options, _settings().database)


def _print(document: object) -> None:
    print(json.dumps(document, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        # The reader of the output has ended, as `head` does; what is still buffered must not raise this error again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
