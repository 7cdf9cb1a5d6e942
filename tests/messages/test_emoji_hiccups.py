"""Emojis are complete after a hiccup of Discord's: what was carried out but answered by an error is found again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from bot.messages import emojis
from bot.messages.discord_refusals import Refusal
from bot.messages.emojis import EmojiUploads
from bot.store import Database
from renderer import Emoji


class Hiccuping:
    """Discord's emojis, one of a name: the second upload is carried out, and refused as it is sent again."""

    def __init__(self) -> None:
        self.there: dict[str, int] = {}

    async def emojis(self) -> dict[str, int]:
        return dict(self.there)

    async def upload_emoji(self, name: str, _picture: bytes) -> int | Refusal:
        assert name not in self.there
        self.there[name] = len(self.there) + 1
        return Refusal.MALFORMED if len(self.there) == 2 else self.there[name]


async def test_an_upload_that_was_carried_out_but_refused_is_found(tmp_path: Path) -> None:
    api: Any = Hiccuping()
    database = await Database.open(tmp_path / "games.sqlite3")
    try:
        uploads = EmojiUploads(database, api, upload=True, sleep=asyncio.sleep)
        uploads._drawn = [Emoji(name, name.encode()) for name in ("one", "two", "three")]
        assert await uploads._work() == emojis._AGAIN_AFTER
        assert uploads.ids == api.there == {"one": 1, "two": 2, "three": 3}
    finally:
        await database.close()
