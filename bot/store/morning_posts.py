"""The servers' morning posts: where and when each is made, and how far it has come."""

from __future__ import annotations

from bot.data.daily import DAY_SECONDS, GRACE_SECONDS, MorningPost, Posting
from bot.store.database import Row, Store

_COLUMNS = "guild_id, channel_id, hour, zone, due_at, told_day, posting_day, posting_in, posting_at, refused"


class MorningPostStore(Store):
    """The stored morning posts, one of each server whose moderators have ever switched it on.

    The moment stored before a post stays after it, beside the number of its day: it says when the post was made.
    """

    async def of(self, guild_id: int) -> MorningPost | None:
        """Return a server's post, None if nobody has ever switched it on."""
        sql = f"SELECT {_COLUMNS} FROM morning_posts WHERE guild_id = ?"
        for row in await self._database.rows(sql, (guild_id,)):
            return _post(row)
        return None

    async def due(self, now: int) -> list[MorningPost]:
        """Return the posts that are due at `now` (seconds UTC), the one that has waited longest first."""
        sql = f"SELECT {_COLUMNS} FROM morning_posts WHERE due_at <= ? ORDER BY due_at, guild_id"
        return [_post(row) for row in await self._database.rows(sql, (now,))]

    async def soonest(self) -> int | None:
        """Return when the next post is due (seconds UTC), None if every server has switched it off."""
        [row] = await self._database.rows("SELECT min(due_at) FROM morning_posts WHERE due_at IS NOT NULL")
        return None if row[0] is None else int(row[0])

    async def set(self, guild_id: int, channel_id: int, hour: int, zone: str, due_at: int) -> None:
        """Switch a server's post on, or change it."""
        await self._database.write(
            "INSERT INTO morning_posts (guild_id, channel_id, hour, zone, due_at, told_day) VALUES (?, ?, ?, ?, ?, 0)"
            " ON CONFLICT (guild_id) DO UPDATE SET channel_id = excluded.channel_id, hour = excluded.hour,"
            " zone = excluded.zone, due_at = excluded.due_at, refused = 0",
            (guild_id, channel_id, hour, zone, due_at),
        )

    async def switch_off(self, guild_id: int) -> None:
        """Make no more posts in a server; it keeps channel, hour and zone."""
        await self._database.write("UPDATE morning_posts SET due_at = NULL WHERE guild_id = ?", (guild_id,))

    async def begin(self, guild_id: int, posting: Posting) -> None:
        """Note that a post may be made from now on."""
        await self._database.write(
            "UPDATE morning_posts SET posting_day = ?, posting_in = ?, posting_at = ? WHERE guild_id = ?",
            (posting.day, posting.channel_id, posting.at, guild_id),
        )

    async def end(self, before: MorningPost, day: int, due_at: int, *, refused: bool = False) -> None:
        """Note that the board of a day was posted, or refused, and when the next post is due.

        Where a moderator has changed the post since it stood as it did `before`, the time that follows from that stays.
        """
        await self._database.write(
            "UPDATE morning_posts SET told_day = ?1,"
            " due_at = CASE WHEN due_at = ?2 THEN ?3 ELSE due_at END, refused = ?4,"
            " posting_at = coalesce(?5, posting_at) WHERE guild_id = ?6",
            (day, before.due_at, due_at, int(refused), before.told_at if refused else None, before.guild_id),
        )

    async def put_off(self, before: MorningPost, due_at: int) -> None:
        """Note when the next post is due; a moderator's change since then stays."""
        await self._database.write(
            "UPDATE morning_posts SET due_at = ? WHERE guild_id = ? AND due_at = ?",
            (due_at, before.guild_id, before.due_at),
        )


def _post(row: Row) -> MorningPost:
    guild_id, channel_id, hour, zone, due_at, told_day, day, posting_in, at, refused = row
    if day is not None and day <= told_day:
        # It has ended, and this is when it was made.
        posting, told_at = None, at
    else:
        posting = None if day is None else Posting(day, posting_in, at)
        # The moment of the post before isn't known any more: not before its board was closed.
        told_at = (told_day + 1) * DAY_SECONDS + GRACE_SECONDS if told_day else 0
    return MorningPost(guild_id, channel_id, hour, zone, due_at, told_day, told_at, posting, bool(refused))
