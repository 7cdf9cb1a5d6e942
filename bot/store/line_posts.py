"""The servers' messages of the line: where each is wanted, which one stands, and what it shows."""

from __future__ import annotations

from bot.data.line import LinePost, LinePosting, LineTrouble, StandingPost
from bot.store.database import Row, Store

_COLUMNS = "guild_id, channel_id, trouble, message_in, message_id, shown, edit_from, posting_in, posting_at, again_at"


class LinePostStore(Store):
    """The stored messages, one of each server whose moderators have ever switched it on. They say nothing about any person.

    A moderator's wish and the message that stands in a channel are written apart: neither write undoes the other.
    """

    async def of(self, guild_id: int) -> LinePost | None:
        """Return a server's message, None if nobody has ever switched it on."""
        sql = f"SELECT {_COLUMNS} FROM line_posts WHERE guild_id = ?"
        for row in await self._database.rows(sql, (guild_id,)):
            return _post(row)
        return None

    async def kept(self) -> list[LinePost]:
        """Return those that are to stand, or of which something is still to be deleted, and which weren't given up."""
        sql = (
            f"SELECT {_COLUMNS} FROM line_posts WHERE trouble IS NULL"
            " AND coalesce(channel_id, message_id, posting_at) IS NOT NULL ORDER BY guild_id"
        )
        return [_post(row) for row in await self._database.rows(sql)]

    async def set(self, guild_id: int, channel_id: int) -> None:
        """Have a server's message stand in a channel."""
        await self._database.write(
            "INSERT INTO line_posts (guild_id, channel_id) VALUES (?, ?)"
            " ON CONFLICT (guild_id) DO UPDATE SET channel_id = excluded.channel_id, trouble = NULL, again_at = 0",
            (guild_id, channel_id),
        )

    async def switch_off(self, guild_id: int) -> None:
        """Have a server's message stand nowhere."""
        await self._database.write(
            "UPDATE line_posts SET channel_id = NULL, trouble = NULL WHERE guild_id = ?", (guild_id,)
        )

    async def begin(self, guild_id: int, posting: LinePosting) -> None:
        """Note that a message may be posted from now on."""
        await self._database.write(
            "UPDATE line_posts SET posting_in = ?, posting_at = ? WHERE guild_id = ?",
            (posting.channel_id, posting.at, guild_id),
        )

    async def end(self, guild_id: int, standing: StandingPost | None) -> None:
        """Note the message that was posted, or that none was."""
        if standing is None:
            sql = "UPDATE line_posts SET posting_in = NULL, posting_at = NULL WHERE guild_id = ?"
            await self._database.write(sql, (guild_id,))
            return
        await self._database.write(
            "UPDATE line_posts SET posting_in = NULL, posting_at = NULL, message_in = ?, message_id = ?, shown = ?,"
            " edit_from = ? WHERE guild_id = ?",
            (standing.channel_id, standing.message_id, standing.digest, standing.edit_from, guild_id),
        )

    async def show(self, guild_id: int, standing: StandingPost) -> None:
        """Note what a message shows, and from when on it may be edited again."""
        await self._database.write(
            "UPDATE line_posts SET shown = ?, edit_from = ? WHERE guild_id = ? AND message_id = ?",
            (standing.digest, standing.edit_from, guild_id, standing.message_id),
        )

    async def gone(self, guild_id: int, message_id: int, again_at: int | None = None) -> None:
        """Note that a message is no more and, where somebody else deleted it, when (seconds UTC)."""
        await self._database.write(
            "UPDATE line_posts SET message_in = NULL, message_id = NULL, shown = NULL, edit_from = NULL,"
            " again_at = coalesce(?, again_at) WHERE guild_id = ? AND message_id = ?",
            (again_at, guild_id, message_id),
        )

    async def give_up(self, before: LinePost, trouble: LineTrouble) -> None:
        """Keep no message any more, until a moderator wants it again. If one has chosen another channel since `before`, that stays."""
        await self._database.write(
            "UPDATE line_posts SET trouble = ?, posting_in = NULL, posting_at = NULL WHERE guild_id = ? AND channel_id = ?",
            (trouble, before.guild_id, before.channel_id),
        )


def _post(row: Row) -> LinePost:
    guild_id, channel_id, trouble, message_in, message_id, shown, edit_from, posting_in, at, again_at = row
    return LinePost(
        guild_id,
        channel_id,
        None if trouble is None else LineTrouble(trouble),
        None if message_id is None else StandingPost(message_in, message_id, shown, edit_from),
        None if at is None else LinePosting(posting_in, at),
        again_at,
    )
