"""`python -m bot` whose shuffles come out the same every time: the setting CANASTA_TEST_SEED seeds them.

It has imported everything when it waits for a line on standard input, so that one can stand ready to take over.
"""

from __future__ import annotations

import os
import random
import sys
from typing import Any

from bot import client
from bot.__main__ import main
from bot.client import CanastaBot, create_bot


def create_seeded_bot(*arguments: Any) -> CanastaBot:
    """`bot.client.create_bot`, with two things replaced."""
    bot = create_bot(*arguments, chance=random.Random(int(os.environ["CANASTA_TEST_SEED"])))
    # The library waits so many seconds whether more servers come before it calls the bot ready.
    bot._connection.guild_ready_timeout = 0.1
    return bot


if __name__ == "__main__":
    client.create_bot = create_seeded_bot  # type: ignore[assignment]
    sys.exit(main(["run"]) if sys.stdin.readline() else 0)
