"""Which picture was uploaded as which emoji of the bot."""

from __future__ import annotations

from collections.abc import Collection

from bot.store.database import Store


class EmojiStore(Store):
    """Remembers a digest of each picture by the emoji's id."""

    async def digests(self) -> dict[int, str]:
        """Return what was uploaded, by the emojis' ids."""
        return {row[0]: row[1] for row in await self._database.rows("SELECT emoji_id, digest FROM emojis")}

    async def add(self, emoji_id: int, digest: str) -> None:
        """Remember what was uploaded as an emoji."""
        sql = (
            "INSERT INTO emojis (emoji_id, digest) VALUES (?, ?)"
            " ON CONFLICT (emoji_id) DO UPDATE SET digest = excluded.digest"
        )
        await self._database.write(sql, (emoji_id, digest))

    async def remove(self, emoji_ids: Collection[int]) -> None:
        """Forget emojis that Discord keeps no more."""
        sql = f"DELETE FROM emojis WHERE emoji_id IN ({', '.join('?' * len(emoji_ids))})"
        await self._database.write(sql, tuple(emoji_ids))
