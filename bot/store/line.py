"""The line of people who wait for others to play with, and the tables that come together out of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from bot.data.line import Gathering, InLine, LineLetter, LineStage, RatedWish, Wish
from bot.data.servers import OPEN_LEAGUE
from bot.store.about import About
from bot.store.database import Row, Store, Transaction, marks

_COLUMNS = (
    "user_id, name, guild_id, variant, players, pace, here, rated, since, until, patient_since, version, stage, gathering_id,"
    " letter, changed_at, unheard"
)
_GATHERINGS = "SELECT id, variant, size, pace, computers, made_at, until, rated FROM gatherings"


class LineStore(Store):
    """The stored places, one for each person, and the tables that call some of them.

    A write is made only where the place still stands as it was read, and says so.
    """

    ABOUT: ClassVar[About] = {"in_line": ("user_id",)}

    async def of(self, user_id: int) -> InLine | None:
        """Return the place of a person, also one that they have lost; None if they have none."""
        return next(iter(await self._read("WHERE user_id = ?", user_id)), None)

    async def at(self, stage: LineStage) -> list[InLine]:
        """Return all who have come so far, those first who have waited longest."""
        return await self._read("WHERE stage = ? ORDER BY since, user_id", stage)

    async def called(self, gathering_id: int, tx: Transaction | None = None) -> list[InLine]:
        """Return whom a table calls, those first who have waited longest, as `tx` sees them if it is given."""
        return await self._read("WHERE gathering_id = ? ORDER BY since, user_id", gathering_id, tx=tx)

    async def unwritten(self) -> list[InLine]:
        """Return those who still have to be written something."""
        return await self._read("WHERE letter IS NOT NULL ORDER BY changed_at, user_id")

    async def gatherings(self) -> list[Gathering]:
        """Return the tables that have come together and aren't dealt yet, oldest first."""
        return [_table(row) for row in await self._database.rows(f"{_GATHERINGS} ORDER BY id")]

    async def gathering(self, gathering_id: int) -> Gathering | None:
        """Return the table of that number, None if it doesn't call anybody any more."""
        rows = await self._database.rows(f"{_GATHERINGS} WHERE id = ?", (gathering_id,))
        return _table(rows[0]) if rows else None

    async def ratings(self, user_ids: Sequence[int]) -> dict[int, int]:
        """Return the ratings of people: of each that of the open league, else the one that they have won in most games."""
        sql = (
            f"SELECT user_id, rating FROM standings WHERE user_id IN ({marks(user_ids)}) AND season_id = 0 AND scope = ''"
            " AND rated > 0 ORDER BY CASE WHEN guild_id = ? THEN 1 ELSE 0 END, rated, guild_id"
        )
        return {row[0]: row[1] for row in await self._database.rows(sql, (*user_ids, OPEN_LEAGUE))}

    async def enter(self, place: InLine) -> bool:
        """Put a person into the line, or give the place that they have another wish. Return False while a table calls them."""
        wish = place.wish
        sql = (
            f"INSERT INTO in_line ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 'waiting', NULL, NULL, ?, 0)"
            " ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, guild_id = excluded.guild_id,"
            " variant = excluded.variant, players = excluded.players, pace = excluded.pace, here = excluded.here, rated = excluded.rated,"
            " since = CASE WHEN in_line.stage = 'waiting' THEN in_line.since ELSE excluded.since END,"
            " until = excluded.until, patient_since = excluded.patient_since, version = in_line.version + 1,"
            " stage = 'waiting', letter = NULL, changed_at = excluded.changed_at, unheard = 0"
            " WHERE in_line.gathering_id IS NULL"
        )
        values = (
            place.user_id,
            place.name,
            place.guild_id,
            wish.variant,
            wish.players,
            wish.pace,
            wish.here,
            wish.rated,
            place.since,
            place.until,
            place.patient_since,
            place.changed_at,
        )
        async with self._database.transaction() as tx:
            return bool(await tx.run(sql, values))

    async def leave(self, user_id: int) -> bool:
        """Take a person out of the line. Return whether they had a place."""
        async with self._database.transaction() as tx:
            return bool(await tx.run("DELETE FROM in_line WHERE user_id = ?", (user_id,)))

    async def leave_server(self, user_id: int) -> None:
        """Note that somebody who waits isn't in the server any more where they got in line."""
        await self._database.write(
            "UPDATE in_line SET guild_id = NULL, version = version + 1 WHERE user_id = ? AND stage = 'waiting'",
            (user_id,),
        )

    async def gather(self, tx: Transaction, table: Gathering) -> int:
        """Store a table that has come together, and return its number."""
        return await tx.insert(
            "INSERT INTO gatherings (variant, size, pace, computers, made_at, until, rated) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (table.variant, table.size, table.pace, table.computers, table.made_at, table.until, table.rated),
        )

    async def call(self, tx: Transaction, before: InLine, gathering_id: int, at: int) -> bool:
        """Have a table call somebody. Return False where they don't wait any more as they did `before`."""
        sql = (
            "UPDATE in_line SET stage = 'called', gathering_id = ?, letter = 'call', changed_at = ?"
            " WHERE user_id = ? AND version = ? AND stage = 'waiting'"
        )
        return bool(await tx.run(sql, (gathering_id, at, before.user_id, before.version)))

    async def agree(self, user_id: int, gathering_id: int) -> bool:
        """Note that somebody says yes to the table that calls them. Return whether it calls them, or has heard it before."""
        sql = (
            "UPDATE in_line SET stage = 'ready', letter = NULL WHERE user_id = ? AND gathering_id = ?"
            " AND stage IN ('called', 'ready')"
        )
        async with self._database.transaction() as tx:
            return bool(await tx.run(sql, (user_id, gathering_id)))

    async def move(
        self,
        before: InLine,
        stage: LineStage,
        letter: LineLetter | None,
        at: int,
        *,
        tx: Transaction | None = None,
        patient_since: int | None = None,
        unheard: int = 0,
    ) -> bool:
        """Have somebody who isn't called, or not any more, come to another stage. Return False where they don't stand as `before`."""
        sql = (
            "UPDATE in_line SET stage = ?1, gathering_id = NULL, letter = ?2, changed_at = ?3, patient_since = ?4,"
            " unheard = ?5 WHERE user_id = ?6 AND version = ?7 AND stage = ?8 AND coalesce(gathering_id, 0) = ?9"
        )
        patient = before.patient_since if patient_since is None else patient_since
        stood = (before.user_id, before.version, before.stage, before.gathering_id or 0)
        values = (stage, letter, at, patient, unheard, *stood)
        if tx is not None:
            return bool(await tx.run(sql, values))
        async with self._database.transaction() as own:
            return bool(await own.run(sql, values))

    async def written(self, place: InLine, at: int) -> None:
        """Note that somebody was written what they had to be, and when."""
        await self._database.write(
            "UPDATE in_line SET letter = NULL, changed_at = ? WHERE user_id = ? AND letter = ? AND changed_at = ?",
            (at, place.user_id, place.letter, place.changed_at),
        )

    async def seated(self, tx: Transaction, gathering_id: int) -> int:
        """Take out of the line all who have said yes to a table, and return how many they were."""
        return await tx.run("DELETE FROM in_line WHERE gathering_id = ? AND stage = 'ready'", (gathering_id,))

    async def close(self, tx: Transaction, gathering_id: int) -> bool:
        """Delete a table that calls nobody any more. Return False if that was done before."""
        return bool(await tx.run("DELETE FROM gatherings WHERE id = ?", (gathering_id,)))

    async def drop(self, until: int) -> None:
        """Delete the places that were lost until then (seconds UTC)."""
        await self._database.write(
            "DELETE FROM in_line WHERE stage IN ('missed', 'unreached', 'over') AND letter IS NULL AND changed_at <= ?",
            (until,),
        )

    async def forget(self, tx: Transaction, user_id: int, _ghost_id: int) -> None:
        """Erase a person's place. A table that calls them then lacks somebody, and calls nobody any more."""
        await tx.run("DELETE FROM in_line WHERE user_id = ?", (user_id,))

    async def _read(self, where: str, *parameters: object, tx: Transaction | None = None) -> list[InLine]:
        rows = await (tx or self._database).rows(f"SELECT {_COLUMNS} FROM in_line {where}", parameters)
        return [_place(row) for row in rows]


def _table(row: Row) -> Gathering:
    number, variant, size, pace, computers, made_at, until, rated = row
    return Gathering(number, variant, size, pace, computers, made_at, until, bool(rated))


def _place(row: Row) -> InLine:
    return InLine(
        user_id=row["user_id"],
        name=row["name"],
        guild_id=row["guild_id"],
        wish=Wish(row["variant"], row["players"], row["pace"], bool(row["here"]), RatedWish(row["rated"])),
        since=row["since"],
        until=row["until"],
        patient_since=row["patient_since"],
        version=row["version"],
        stage=LineStage(row["stage"]),
        gathering_id=row["gathering_id"],
        letter=None if row["letter"] is None else LineLetter(row["letter"]),
        changed_at=row["changed_at"],
        unheard=row["unheard"],
    )
