"""The command line: `python -m bot` runs the bot, `python -m bot --help` lists the rest."""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
from pathlib import Path

from bot import health
from bot.config import Settings, SettingsError, read_settings


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m bot", description="A Canasta bot for Discord.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    commands.add_parser("run", help="connect to Discord and play (the default)")
    commands.add_parser("health", help="succeed if the bot was connected a moment ago")

    sandbox = commands.add_parser("sandbox", help="try the bot in a simulated Discord on this machine; needs no token")
    sandbox.add_argument("--players", type=int, metavar="N", help="seats at the table (default 4)")
    sandbox.add_argument("--variant", default="classic", help="what to play (default classic)")
    sandbox.add_argument("--layout", help="the table, by its name in the catalogue")
    sandbox.add_argument("--seed", type=int, metavar="N", help="shuffle reproducibly")
    sandbox.add_argument("--database", type=Path, metavar="FILE", help="keep the games in this file")

    replay = commands.add_parser("replay", help="play recorded games again and print where they lead")
    replay.add_argument("files", nargs="+", metavar="FILE", help="a record; - for standard input")
    replay.add_argument("--trace", action="store_true", help="print the state after every move as well")

    simulate = commands.add_parser("simulate", help="let computer players play, and check every move")
    simulate.add_argument("--variant", default="classic")
    simulate.add_argument("--layout", help="the table, by its name in the catalogue (default: the variant's first)")
    simulate.add_argument("--games", type=int, default=100, metavar="N")
    simulate.add_argument("--seed", type=int, default=1, metavar="N")
    simulate.add_argument(
        "--players", default="random", metavar="LEVEL[,LEVEL...]", help="one level for all, or one a seat or side"
    )
    simulate.add_argument("--records", type=Path, metavar="DIR", help="write every game into this directory")

    variants = commands.add_parser("variants", help="list what can be played")
    variants.add_argument("--parameters", action="store_true", help="list the rule parameters")
    variants.add_argument("--check", type=Path, metavar="FILE", help="say whether a variant file can be played")

    options = parser.parse_args(arguments)
    _use_own_variants()
    return {
        "run": _run,
        "health": _health,
        "sandbox": _sandbox,
        "replay": _replay,
        "simulate": _simulate,
        "variants": _variants,
    }[options.command or "run"](options)


def _settings() -> Settings:
    try:
        return read_settings()
    except SettingsError as error:
        sys.exit(f"Settings: {error}.")


def _use_own_variants() -> None:
    """Let the operator's own variant files be played by every command."""
    folder = _settings().variants
    if folder is None:
        return
    from bot.canasta.rules import RulesError
    from bot.canasta.variants import use_folder

    try:
        use_folder(folder)
    except RulesError as error:
        sys.exit(f"Variants: {error}.")


def _run(_: argparse.Namespace) -> int:
    settings = _settings()
    if settings.token is None:
        sys.exit(
            "There is no Discord token: write CANASTA_TOKEN=... into a file named .env (.env.example explains it), "
            "or try the bot without one by `python -m bot sandbox`."
        )
    import aiohttp
    import discord

    from bot import client
    from bot.store import DatabaseError

    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for library in ("discord", "aiosqlite"):
        # At DEBUG they log what is sent and stored: everybody's cards.
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLogger().level))
    settings.database.parent.mkdir(parents=True, exist_ok=True)
    try:
        client.run(settings)
    except discord.LoginFailure:
        sys.exit("Discord does not accept CANASTA_TOKEN: copy it anew from the developer portal.")
    except aiohttp.ClientConnectionError:
        sys.exit(f"Discord cannot be reached at {settings.discord_api}: check the network, or CANASTA_DISCORD_API.")
    except DatabaseError as error:
        sys.exit(str(error))
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
    from bot.canasta.record import State, replay

    def trace(move: str, state: State | None) -> None:
        _print({"move": move, "state": state})

    status = 0
    for name in options.files:
        try:
            document = json.loads(sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            ended, answer = 2, {"ok": False, "error": {"code": "bad-record", "message": f"{name}: {error}"}}
        else:
            ended, answer = replay(document, trace if options.trace else None)
        _print(answer)
        status = max(status, ended)
    return status


def _simulate(options: argparse.Namespace) -> int:
    from bot.computer.simulate import SimulationError, simulate

    try:
        report = simulate(
            variant=options.variant,
            layout=options.layout,
            games=options.games,
            seed=options.seed,
            players=options.players.split(","),
            records=options.records,
        )
    except SimulationError as error:
        sys.exit(f"simulate: {error}.")
    _print(report)
    return 1 if report["violations"] else 0


def _variants(options: argparse.Namespace) -> int:
    from bot.canasta.rules import RulesError, changed, parameters
    from bot.canasta.variants import check_file, list_variants, load_rules

    if options.check is not None:
        try:
            info = check_file(options.check)
        except RulesError as error:
            sys.exit(f"variants: {error}.")
        print(f"{info.id}: {info.name} can be played (tables: {', '.join(one.name for one in info.layouts)})")
        return 0
    if options.parameters:
        tables = [(info.id, load_rules(info.id, one.name)) for info in list_variants() for one in info.layouts]
        for one in parameters():
            span = f", {one.range}" if one.range else ""
            users = dict.fromkeys(name for name, rules in tables if changed(rules, one))
            used = f" Changed by: {', '.join(users)}." if users else ""
            print(f"{one.name} ({one.type}{span}; default {one.default}): {one.doc}{used}")
        return 0
    for variant in list_variants():
        tables_of = ", ".join(layout.name for layout in variant.layouts)
        print(f"{variant.id}: {variant.name} (tables: {tables_of}; rules: {variant.source})")
    return 0


def _print(document: object) -> None:
    print(json.dumps(document, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        # Whoever read the output has gone, as `head` does; what is still buffered must not complain about it either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
