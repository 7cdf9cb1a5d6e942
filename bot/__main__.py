"""The command line: `python -m bot` runs the bot, `python -m bot --help` lists the rest."""

from __future__ import annotations

import argparse
import gc
import logging
import os
import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from bot.commands.options import settings
from bot.config import Settings, SettingsError
from bot.watching import heartbeat

#: The commands of `bot.commands`, a module each, which is loaded only when it is called. Some need packages that not
#: everybody has installed.
_COMMANDS = {
    "sandbox": "try the bot in a simulated Discord on this machine; needs no token",
    "replay": "play recorded games again and print where they lead",
    "verify": "check that no deal of a recorded game was changed after it was dealt",
    "simulate": "let computer players play, and check every move",
    "daily": "deal the deal of a day or a week from its secret, and print points, par and seal",
    "arena": "let two computer players play the same deals, sides swapped, and compare",
    "variants": "list what can be played",
    "league": "correct results of the open league, and open and close its seasons",
    "database": "back up, restore, check, export, copy or rerate the database",
}


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    parser = argparse.ArgumentParser(prog="python -m bot", description="A Canasta bot for Discord.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("run", help="connect to Discord and play (the default)").set_defaults(run=_run)
    commands.add_parser("health", help="succeed if the bot was connected a moment ago").set_defaults(run=_health)
    called = next((argument for argument in arguments if not argument.startswith("-")), None)
    for name, about in _COMMANDS.items():
        command = commands.add_parser(name, help=about)
        if name == called:
            module = _loaded(name)
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    parser.set_defaults(run=_run)
    options = parser.parse_args(arguments)
    _use_own_variants()
    status: int = options.run(options)
    return status


def _loaded(name: str) -> ModuleType:
    """Return the module of a command. Exits if the simulated Discord of the sandbox isn't installed."""
    try:
        return import_module(f"bot.commands.{name}")
    except ModuleNotFoundError as error:
        if name != "sandbox":
            raise
        sys.exit(
            f"The sandbox needs a simulated Discord ({error.name} is missing): "
            "start it by `uv run --no-dev --group sandbox python -m bot sandbox`."
        )


def _use_own_variants() -> None:
    """Let every command play the operator's own variant files. Exits if one of them is wrong."""
    folder = settings().variants
    if folder is None:
        return
    from bot.canasta.rules import RulesError, use_folder

    try:
        use_folder(folder)
    except RulesError as error:
        sys.exit("\n".join(f"Variants: {line}." for line in error.lines()))


def _run(_: argparse.Namespace) -> int:
    used = settings()
    if used.token is None:
        sys.exit(
            "There is no Discord token: write CANASTA_TOKEN=... into a file named .env (.env.example explains it), "
            "or try the bot without one by `python -m bot sandbox`."
        )
    if used.interactions_port and find_spec("nacl") is None:
        sys.exit("Interactions over HTTP need the package PyNaCl: install the bot by `pip install .[interactions]`.")
    # Next to nothing of what is loaded now can be freed again, and the collector would go over it again and again.
    gc.disable()
    try:
        return _connect(used)
    finally:
        gc.enable()


def _connect(used: Settings) -> int:
    """Load the bot and run it."""
    import aiohttp
    import discord

    from bot import process
    from bot.data.errors import DatabaseError
    from bot.watching import logs

    logging.basicConfig(level=used.log_level, handlers=[logs.handler(used.log_format)])
    if used.sentry_dsn is not None:
        try:
            logs.report_to(used.sentry_dsn.get_secret_value())
        except ModuleNotFoundError:
            sys.exit("Reports need the package sentry-sdk: install the bot by `pip install .[sentry]`.")
        except ValueError:
            sys.exit(f"Settings: CANASTA_SENTRY_DSN cannot be used: {Settings.model_fields['sentry_dsn'].description}.")
    for library in ("discord", "aiosqlite", "psycopg"):
        # At DEBUG they log what is sent and stored: everybody's cards.
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLogger().level))
    try:
        process.run(used)
    except discord.LoginFailure:
        sys.exit("Discord does not accept CANASTA_TOKEN: copy it again from the developer portal.")
    except (discord.HTTPException, discord.RateLimited, discord.GatewayNotFound) as error:
        sys.exit(f"Discord does not let the bot in just now ({error}). Start it again in a few minutes.")
    except (aiohttp.ClientError, TimeoutError):
        sys.exit(f"Discord cannot be reached at {used.discord_api}: check the network, or CANASTA_DISCORD_API.")
    except DatabaseError as error:
        sys.exit(str(error))
    except SettingsError as error:
        sys.exit(f"The bot can't start: {error}.")
    return 0


def _health(_: argparse.Namespace) -> int:
    complaint = heartbeat.complaint(settings().database)
    if complaint is not None:
        sys.exit(f"Not well: {complaint}.")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        # The reader of the output has ended, as `head` does; what is still buffered must not raise this error again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
