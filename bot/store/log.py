"""The log of a game: what was done to it apart from moves. Players leave or agree; moderators step in."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from bot.data.log import Deed, LogEntry
from bot.data.tables import Table
from bot.store.about import About
from bot.store.database import Row, Store, Transaction, storable
from bot.store.people import DOER

_COLUMNS = "kind, user_id, seat, facts, at, version, newcomer_id"


class LogStore(Store):
    """The stored logs of games."""

    ABOUT: ClassVar[About] = {"log": ("user_id", "newcomer_id")}

    async def append(self, tx: Transaction, table: Table, entries: Sequence[LogEntry]) -> None:
        """Add entries to a game's log, made with the change that led to `table`.

        A deed of somebody whose data was deleted since they decided on it is nobody's (0).
        """
        await tx.many(
            "INSERT INTO log (user_id, game_id, version, at, kind, seat, newcomer_id, facts)"
            f" VALUES ({DOER}, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            [
                (
                    one.user_id,
                    table.id,
                    table.version,
                    table.updated_at,
                    one.deed,
                    one.seat,
                    one.newcomer_id,
                    json.dumps({key: storable(one) if isinstance(one, str) else one for key, one in one.facts.items()}),
                )
                for one in entries
            ],
        )

    async def of(self, table_id: int, most: int) -> list[LogEntry]:
        """Return the last `most` entries of a game's log, oldest first."""
        sql = f"SELECT {_COLUMNS} FROM log WHERE game_id = ? ORDER BY id DESC LIMIT ?"
        return [_entry(row) for row in reversed(await self._database.rows(sql, (table_id, most)))]

    async def since(self, table_id: int, version: int) -> list[LogEntry]:
        """Return the entries of a game's log that were made after a version of the table, oldest first."""
        # Others ask for each turn of a game from another version on. This is asked in the same words every time, so that
        # what it read is remembered, and mostly it is all that there is to know.
        [last] = await self._database.rows("SELECT coalesce(max(version), 0) FROM log WHERE game_id = ?", (table_id,))
        if last[0] <= version:
            return []
        sql = f"SELECT {_COLUMNS} FROM log WHERE game_id = ? AND version > ? ORDER BY id"
        return [_entry(row) for row in await self._database.rows(sql, (table_id, version))]

    async def whole(self, tx: Transaction, table_id: int) -> list[LogEntry]:
        """Return all entries of a game's log, oldest first."""
        sql = f"SELECT {_COLUMNS} FROM log WHERE game_id = ? ORDER BY id"
        return [_entry(row) for row in await tx.rows(sql, (table_id,))]

    async def stopped(self, table_id: int) -> bool:
        """Return whether a game was ended as it stood."""
        sql = "SELECT 1 FROM log WHERE game_id = ? AND kind = ? LIMIT 1"
        return bool(await self._database.rows(sql, (table_id, Deed.STOPPED)))

    async def has(self, table_id: int, deed: Deed, newcomer_id: int) -> bool:
        """Return whether a game's log has a deed about this newcomer."""
        sql = "SELECT 1 FROM log WHERE game_id = ? AND kind = ? AND newcomer_id = ? LIMIT 1"
        return bool(await self._database.rows(sql, (table_id, deed, newcomer_id)))

    async def last_at(self, table_id: int, deed: Deed, seat: int) -> int | None:
        """Return when this was last done to a seat of a game (seconds UTC), None if it never was."""
        sql = "SELECT max(at) FROM log WHERE game_id = ? AND kind = ? AND seat = ?"
        [last] = await self._database.rows(sql, (table_id, deed, seat))
        return None if last[0] is None else int(last[0])

    async def rename(self, tx: Transaction, table_id: int, old: str, new: str) -> None:
        """Call somebody by another name in the log of a game."""
        for row in await tx.rows("SELECT id, facts FROM log WHERE game_id = ? AND facts <> '{}'", (table_id,)):
            before = json.loads(row["facts"])
            facts = renamed(before, old, new)
            if facts != before:
                await tx.run("UPDATE log SET facts = ? WHERE id = ?", (json.dumps(facts), row["id"]))

    async def forget(self, tx: Transaction, user_id: int, ghost_id: int) -> None:
        """Put a ghost in a person's place, and take their names out of the logs.

        Call this while the seats still hold the names under which the person sat.
        """
        names = await names_at(tx, user_id)
        told = await tx.rows(
            "SELECT id, game_id, facts FROM log WHERE facts <> '{}'"
            " AND (game_id IN (SELECT game_id FROM seats WHERE user_id = ?1) OR newcomer_id = ?1)",
            (user_id,),
        )
        nameless = []
        for entry_id, game_id, text in told:
            before = json.loads(text)
            facts = without_person(before, names[game_id], user_id, ghost_id)
            if facts != before:
                nameless.append((json.dumps(facts), entry_id))
        await tx.many("UPDATE log SET facts = ? WHERE id = ?", nameless)
        for column in ("user_id", "newcomer_id"):
            await tx.run(f"UPDATE log SET {column} = ? WHERE {column} = ?", (ghost_id, user_id))


async def names_at(tx: Transaction, user_id: int) -> dict[int, set[str]]:
    """Return the names under which a person has sat, or was to have a seat, by the numbers of the games."""
    names: dict[int, set[str]] = {}
    for game_id, name in await tx.rows("SELECT game_id, name FROM seats WHERE user_id = ?", (user_id,)):
        names.setdefault(game_id, set()).add(name)
    for game_id, facts in await tx.rows("SELECT game_id, facts FROM log WHERE newcomer_id = ?", (user_id,)):
        names.setdefault(game_id, set()).add(json.loads(facts).get("newcomer", ""))
    return names


def renamed(facts: Mapping[str, str | int], old: str, new: str) -> dict[str, str | int]:
    """Return facts with one name in another's place."""
    return {key: new if value == old else value for key, value in facts.items()}


def without_person(
    facts: Mapping[str, str | int], names: Collection[str], user_id: int, ghost_id: int
) -> dict[str, str | int]:
    """Return facts without a person's `names`, and with a ghost in the person's place."""
    return {key: "" if value in names else ghost_id if value == user_id else value for key, value in facts.items()}


def _entry(row: Row) -> LogEntry:
    kind, user_id, seat, facts, at, version, newcomer_id = row
    return LogEntry(Deed(kind), user_id, seat, json.loads(facts), at, version, newcomer_id)
