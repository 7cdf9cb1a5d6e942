"""A bot that only answers: `/picture` with the picture in the file that CANASTA_TEST_PICTURE names. It shows what discord.py costs.

Like `tests.seeded_bot` it has imported everything when it waits for a line on standard input.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import signal
import sys
from pathlib import Path
from typing import Any

import discord
import yarl
from discord import app_commands


class BareBot(discord.Client):
    """A client with one command."""

    def __init__(self, picture: bytes) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self._picture = picture
        self.tree = app_commands.CommandTree(self)
        self.tree.command(name="picture", description="Show a picture")(self._show)

    async def setup_hook(self) -> None:
        """Have Discord offer the command."""
        await self.tree.sync()

    async def _show(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(file=discord.File(io.BytesIO(self._picture), "picture.png"))


async def _run(bot: BareBot) -> None:
    main = asyncio.current_task()
    assert main is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, main.cancel)
    async with bot:
        await bot.start(os.environ["CANASTA_TOKEN"])


def run(line: str) -> int:
    """Be the bot; an empty text is the end of the input."""
    if not line:
        return 0
    discord.http.Route.BASE = os.environ["CANASTA_DISCORD_API"]
    gateway: Any = discord.gateway.DiscordWebSocket
    gateway.DEFAULT_GATEWAY = yarl.URL(os.environ["CANASTA_DISCORD_GATEWAY"])
    with contextlib.suppress(asyncio.CancelledError):
        asyncio.run(_run(BareBot(Path(os.environ["CANASTA_TEST_PICTURE"]).read_bytes())))
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.stdin.readline()))
