"""Games and their seats, as everybody at the table may know them: no packs, no hands."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.store.database import Database, Transaction


class Status(StrEnum):
    """Where a table stands. `LOBBY` and `PLAYING` are active: a channel has at most one such table."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits in a seat now: a person (`user_id`) or a computer (`level`)."""

    number: int
    user_id: int | None
    level: str | None
    name: str


@dataclass(frozen=True, slots=True)
class Table:
    """One table as the database has it. Ids are Discord's snowflakes, times whole seconds UTC.

    `version` grows by one with every change that a message could show. `seats` are the taken ones, by number;
    `size` is how many the layout has. `turn` is the seat to move, None unless playing; `turn_since` when it
    became so. `round` counts from 1, 0 before the first deal; `commitment` is its pack's SHA-256. `scores` and
    `winner` go by score index, as in the engine's views. `house` are the house rules by parameter name.
    """

    id: int
    guild_id: int
    channel_id: int
    status: Status
    version: int
    variant: str
    layout: str
    size: int
    house: Mapping[str, object]
    host_id: int
    seats: tuple[Seat, ...]
    round: int
    commitment: str | None
    turn: int | None
    turn_since: int | None
    scores: tuple[int, ...]
    winner: int | None
    created_at: int
    updated_at: int
    ended_at: int | None

    @property
    def active(self) -> bool:
        """Whether this table occupies its channel."""
        return self.status in (Status.LOBBY, Status.PLAYING)

    @property
    def free(self) -> tuple[int, ...]:
        """The numbers of the empty seats."""
        taken = {seat.number for seat in self.seats}
        return tuple(number for number in range(self.size) if number not in taken)

    @property
    def to_move(self) -> Seat | None:
        """Who is to move, None unless playing."""
        return None if self.turn is None else self.seat(self.turn)

    def seat(self, number: int) -> Seat | None:
        """Who sits in seat `number`, None if nobody."""
        return next((seat for seat in self.seats if seat.number == number), None)

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat of a person, None if he doesn't sit here."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)


class VersionMoved(Exception):
    """Another process changed the table since it was read."""


#: A table in one row, its seats gathered into JSON, so that one read is one state.
_TABLE = """
SELECT id, guild_id, channel_id, status, version, variant, layout, size, house, host_id, round, turn, turn_since,
       scores, winner, created_at, updated_at, ended_at,
       (SELECT commitment FROM rounds WHERE game_id = games.id AND number = games.round) AS commitment,
       (SELECT json_group_array(json_array(seat, user_id, level, name)) FROM
            (SELECT * FROM seats WHERE game_id = games.id AND until_version IS NULL ORDER BY seat)) AS seats
FROM games
"""

_SEATED = "id IN (SELECT game_id FROM seats WHERE user_id = ? AND until_version IS NULL)"
_TO_MOVE = "id IN (SELECT game_id FROM seats WHERE user_id = ? AND until_version IS NULL AND seat = games.turn)"


class Games:
    """Reads and writes tables. A write changes the whole row and checks that it was at the version before."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, table_id: int) -> Table | None:
        """The table of that number."""
        return next(iter(await self._read("WHERE id = ?", table_id)), None)

    async def in_channel(self, channel_id: int) -> Table | None:
        """The active table of a channel."""
        return next(iter(await self._read("WHERE channel_id = ? AND status IN ('lobby', 'playing')", channel_id)), None)

    async def last_in_channel(self, channel_id: int) -> Table | None:
        """The newest table of a channel."""
        return next(iter(await self._read("WHERE channel_id = ? ORDER BY id DESC LIMIT 1", channel_id)), None)

    async def active(self) -> list[Table]:
        """All active tables, oldest first."""
        return await self._read("WHERE status IN ('lobby', 'playing') ORDER BY id")

    async def of_person(self, user_id: int) -> list[Table]:
        """A person's active tables, those that wait for him first, then the one last moved."""
        where = f"WHERE {_SEATED} AND status IN ('lobby', 'playing') ORDER BY {_TO_MOVE} DESC, updated_at DESC, id"
        return await self._read(where, user_id, user_id)

    async def waiting_for(self, user_id: int) -> list[Table]:
        """The tables where this person is to move, longest waiting first."""
        where = f"WHERE {_SEATED} AND {_TO_MOVE} ORDER BY turn_since, id"
        return await self._read(where, user_id, user_id)

    async def add(self, tx: Transaction, table: Table) -> int:
        """Insert a new table with its seats; its number."""
        table_id = await tx.insert(
            "INSERT INTO games (guild_id, channel_id, status, version, variant, layout, size, house, host_id,"
            " created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                table.guild_id,
                table.channel_id,
                table.status,
                table.version,
                table.variant,
                table.layout,
                table.size,
                json.dumps(table.house),
                table.host_id,
                table.created_at,
                table.updated_at,
            ),
        )
        await self.seat_anew(tx, replace(table, id=table_id))
        return table_id

    async def save(self, tx: Transaction, table: Table) -> None:
        """Store the row (not the seats) of a table at its new version. Raises `VersionMoved`."""
        changed = await tx.run(
            "UPDATE games SET status = ?, version = ?, variant = ?, layout = ?, size = ?, house = ?, host_id = ?,"
            " round = ?, turn = ?, turn_since = ?, scores = ?, winner = ?, updated_at = ?, ended_at = ?"
            " WHERE id = ? AND version = ?",
            (
                table.status,
                table.version,
                table.variant,
                table.layout,
                table.size,
                json.dumps(table.house),
                table.host_id,
                table.round,
                table.turn,
                table.turn_since,
                json.dumps(table.scores),
                table.winner,
                table.updated_at,
                table.ended_at,
                table.id,
                table.version - 1,
            ),
        )
        if changed != 1:
            raise VersionMoved

    async def seat_anew(self, tx: Transaction, table: Table) -> None:
        """Store who sits where in a lobby, where nothing has been played that a seat's history would tell of."""
        await tx.run("DELETE FROM seats WHERE game_id = ?", (table.id,))
        await tx.many(
            "INSERT INTO seats (game_id, seat, from_version, user_id, level, name) VALUES (?, ?, 0, ?, ?, ?)",
            [(table.id, seat.number, seat.user_id, seat.level, seat.name) for seat in table.seats],
        )

    async def substitute(self, tx: Transaction, table: Table, seat: Seat) -> None:
        """Give a seat of a running game to somebody else from `table.version` on; who had it stays on record."""
        await tx.run(
            "UPDATE seats SET until_version = ? WHERE game_id = ? AND seat = ? AND until_version IS NULL",
            (table.version, table.id, seat.number),
        )
        await tx.insert(
            "INSERT INTO seats (game_id, seat, from_version, user_id, level, name) VALUES (?, ?, ?, ?, ?, ?)",
            (table.id, seat.number, table.version, seat.user_id, seat.level, seat.name),
        )

    async def _read(self, where: str, *parameters: object) -> list[Table]:
        return [_table(row) for row in await self._database.rows(f"{_TABLE} {where}", parameters)]


def _table(row: sqlite3.Row) -> Table:
    return Table(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        status=Status(row["status"]),
        version=row["version"],
        variant=row["variant"],
        layout=row["layout"],
        size=row["size"],
        house=json.loads(row["house"]),
        host_id=row["host_id"],
        seats=tuple(Seat(*seat) for seat in json.loads(row["seats"])),
        round=row["round"],
        commitment=row["commitment"],
        turn=row["turn"],
        turn_since=row["turn_since"],
        scores=tuple(json.loads(row["scores"])),
        winner=row["winner"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        ended_at=row["ended_at"],
    )
