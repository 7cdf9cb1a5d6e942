"""Seasons: when each server's began and ended, and what was found at their end."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import ClassVar

from bot.data.seasons import Award, Closing, Honour, PodiumPlace, Season
from bot.store.about import About
from bot.store.database import Row, Store, Transaction

_SEASON = """
SELECT id, guild_id, number, name, opened_at, ends_at, closed_at, closing, told_channel, told_message FROM seasons
"""


class SeasonStore(Store):
    """The stored seasons."""

    #: People appear in what was found at a season's end, but there is no column with their ids.
    ABOUT: ClassVar[About] = {}

    async def of_guild(self, guild_id: int) -> list[Season]:
        """Return a server's seasons, the latest first."""
        return await self._read("WHERE guild_id = ? ORDER BY number DESC", guild_id)

    async def latest(self, guild_id: int, tx: Transaction | None = None) -> Season | None:
        """Return a server's latest season, open or not, as `tx` sees it; or None."""
        where = "WHERE guild_id = ? ORDER BY number DESC LIMIT 1"
        return next(iter(await self._read(where, guild_id, tx=tx)), None)

    async def get(self, guild_id: int, season_id: int) -> Season | None:
        """Return a season of a server by its id, or None."""
        return next(iter(await self._read("WHERE id = ? AND guild_id = ?", season_id, guild_id)), None)

    async def due(self, now: int) -> list[Season]:
        """Return the open seasons that end by the calendar and whose time is up."""
        return await self._read(
            "WHERE closed_at IS NULL AND ends_at IS NOT NULL AND ends_at <= ? ORDER BY ends_at, id", now
        )

    async def untold(self) -> list[Season]:
        """Return the closed seasons whose end was not posted."""
        return await self._read("WHERE closing IS NOT NULL AND told_message IS NULL ORDER BY id")

    async def add(self, tx: Transaction, season: Season) -> int:
        """Store a new season, and return its id."""
        return await tx.insert(
            "INSERT INTO seasons (guild_id, number, name, opened_at, ends_at) VALUES (?, ?, ?, ?, ?)",
            (season.guild_id, season.number, season.name, season.opened_at, season.ends_at),
        )

    async def close(self, tx: Transaction, season_id: int, at: int, closing: Closing) -> None:
        """Close a season with what was found."""
        sql = "UPDATE seasons SET closed_at = ?, closing = ? WHERE id = ?"
        await tx.run(sql, (at, json.dumps(asdict(closing)), season_id))

    async def end_at(self, tx: Transaction, season_id: int, ends_at: int | None) -> None:
        """Set when the calendar closes a season."""
        await tx.run("UPDATE seasons SET ends_at = ? WHERE id = ?", (ends_at, season_id))

    async def told(self, season_id: int, channel_id: int, message_id: int) -> None:
        """Note where a season's end was posted."""
        sql = "UPDATE seasons SET told_channel = ?, told_message = ? WHERE id = ?"
        await self._database.write(sql, (channel_id, message_id, season_id))

    async def telling(self, season_id: int, channel_id: int) -> None:
        """Note where a season's end is about to be posted, unless it was."""
        sql = "UPDATE seasons SET told_channel = ? WHERE id = ? AND told_message IS NULL"
        await self._database.write(sql, (channel_id, season_id))

    async def next_end(self) -> int | None:
        """Return when the calendar closes the next of all open seasons, None if it closes none."""
        sql = "SELECT min(ends_at) FROM seasons WHERE closed_at IS NULL AND ends_at IS NOT NULL"
        return (await self._database.rows(sql))[0][0]  # type: ignore[no-any-return]

    async def forget(self, tx: Transaction, user_id: int, ghost_id: int) -> None:
        """Put a ghost without a name wherever a person was honoured.

        Call this when the ghost is in the person's place in the results already: nobody is honoured without any.
        """
        sql = (
            "SELECT id, closing FROM seasons WHERE closing LIKE ?"
            " AND guild_id IN (SELECT guild_id FROM result_people WHERE user_id = ?)"
        )
        for season_id, text in await tx.rows(sql, (f"%{user_id}%", ghost_id)):
            closing = json.loads(text)
            for place in closing["podium"]:
                if place["user_id"] == user_id:
                    place.update(user_id=ghost_id, name="")
            for award in closing["awards"]:
                award["names"] = [
                    "" if one == user_id else name for one, name in zip(award["user_ids"], award["names"], strict=True)
                ]
                award["user_ids"] = [ghost_id if one == user_id else one for one in award["user_ids"]]
            await tx.run("UPDATE seasons SET closing = ? WHERE id = ?", (json.dumps(closing), season_id))

    async def _read(self, where: str, *parameters: object, tx: Transaction | None = None) -> list[Season]:
        return [_season(row) for row in await (tx or self._database).rows(f"{_SEASON} {where}", parameters)]


def _season(row: Row) -> Season:
    return Season(
        id=row["id"],
        guild_id=row["guild_id"],
        number=row["number"],
        name=row["name"],
        opened_at=row["opened_at"],
        ends_at=row["ends_at"],
        closed_at=row["closed_at"],
        closing=None if row["closing"] is None else _closing(row["closing"]),
        told=None if row["told_message"] is None else (row["told_channel"], row["told_message"]),
        telling_in=row["told_channel"] if row["told_message"] is None else None,
    )


def _closing(text: str) -> Closing:
    found = json.loads(text)
    awards = tuple(
        Award(Honour(one["honour"]), tuple(one["user_ids"]), tuple(one["names"]), tuple(one["figures"]))
        for one in found["awards"]
    )
    return Closing(found["games"], found["players"], tuple(PodiumPlace(**one) for one in found["podium"]), awards)
