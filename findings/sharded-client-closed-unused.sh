#!/usr/bin/env bash
# discord.py 2.7.1: closing a client that never logged in does nothing to a Client, and is an AttributeError of an AutoShardedClient.
#
# Guess before: both may be closed at any time, as a start that fails half way closes what it has made.
# Seen: AutoShardedClient.close() looks for a queue that only logging in or `async with` makes. The error hides the one for which the
# start was given up, and is_closed() is True all the same.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check discord.py==2.7.1
"$folder/venv/bin/python" - <<'PYTHON'
import asyncio

import discord


async def closed(kind: type[discord.Client]) -> str:
    """Return what comes of a start that fails before the login and closes its client."""
    client = kind(intents=discord.Intents.none())
    try:
        try:
            raise OSError("the database can't be opened")
        finally:
            await client.close()
    except (OSError, AttributeError) as error:
        return f"{type(error).__name__}, is_closed() is {client.is_closed()}"


async def main() -> None:
    found = {kind.__name__: await closed(kind) for kind in (discord.Client, discord.AutoShardedClient)}
    print(*found.items(), sep="\n")
    assert found == {
        "Client": "OSError, is_closed() is True",
        "AutoShardedClient": "AttributeError, is_closed() is True",
    }
    async with discord.AutoShardedClient(intents=discord.Intents.none()) as client:
        pass
    assert client.is_closed()


asyncio.run(main())
PYTHON
