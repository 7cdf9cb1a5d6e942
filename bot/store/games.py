"""Games and their seats, as everybody at the table may know them: no packs, no hands."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar, Final

from bot.data.errors import VersionMoved
from bot.data.tables import (
    Agreement,
    Home,
    InChannel,
    InDirectMessages,
    Invitation,
    Lost,
    Seat,
    Sitting,
    Status,
    Table,
    TablePlace,
)
from bot.store.about import About
from bot.store.database import Row, Store, Transaction, marks

#: A table in one row, its seats gathered into JSON, so that one read is one state.
_TABLE = """
SELECT id, guild_id, channel_id, code, code_until, follows, status, version, variant, layout, size, house, rules, host_id, round, turn, turn_since,
       scores, winner, created_at, updated_at, ended_at, turn_limit, bank, turn_spent, clock_at, lost,
       friendly, series, computers, advice, in_match, in_open_league, orders_wait, orders_at,
       (SELECT coalesce(json_group_object(kind, at), '{}') FROM timers WHERE game_id = games.id) AS timers,
       (SELECT commitment FROM rounds WHERE game_id = games.id AND number = games.round) AS commitment,
       (SELECT coalesce(json_group_array(json_array(seat, user_id, level, name, bank, missed, sitting_in, since_version, gone)), '[]')
            FROM (SELECT * FROM seats WHERE game_id = games.id AND until_version IS NULL ORDER BY seat)) AS seats,
       (SELECT coalesce(json_group_array(json_array(kind, user_id, version, seat, newcomer_id, newcomer)), '[]')
            FROM (SELECT * FROM agreements WHERE game_id = games.id ORDER BY version, user_id, kind, seat, newcomer_id)) AS agreements
FROM games
"""

#: The columns that change with a table's version.
_CHANGING = (
    "status", "variant", "layout", "size", "house", "rules", "host_id", "round", "turn", "turn_since", "scores", "winner",
    "updated_at", "ended_at", "turn_limit", "bank", "turn_spent", "clock_at", "lost", "computers", "advice",
    "orders_wait", "orders_at",
)  # fmt: skip

#: The columns of a table's home.
_HOME = ("guild_id", "channel_id", "code", "code_until", "follows")

#: How many rows are remembered with the tables that they say: a press asks several times for the same one.
_ROWS_KEPT: Final = 128

_SIT_DOWN = (
    "INSERT INTO seats (game_id, seat, from_version, user_id, level, name, bank, missed, sitting_in, since_version, gone)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_SEATED = "id IN (SELECT game_id FROM seats WHERE user_id = ? AND until_version IS NULL)"
_TO_MOVE = (
    "id IN (SELECT game_id FROM seats WHERE user_id = ? AND until_version IS NULL AND seat = games.turn"
    " AND sitting_in IS NULL)"
)


class GameStore(Store):
    """The stored tables. A write stores what has changed, and checks that the table was at the version before."""

    ABOUT: ClassVar[About] = {"games": ("host_id",), "seats": ("user_id",), "agreements": ("user_id", "newcomer_id")}

    async def get(self, table_id: int) -> Table | None:
        """Return the table of that number, or None."""
        return next(iter(await self._read("WHERE id = ?", table_id)), None)

    async def in_channel(self, channel_id: int) -> Table | None:
        """Return the active table of a channel, or None."""
        return next(iter(await self._read("WHERE channel_id = ? AND status IN ('lobby', 'playing')", channel_id)), None)

    async def last_in_channel(self, channel_id: int) -> Table | None:
        """Return the newest table of a channel, or None."""
        return next(iter(await self._read("WHERE channel_id = ? ORDER BY id DESC LIMIT 1", channel_id)), None)

    async def dealt_before(self, table: Table) -> Table | None:
        """Return the game that was dealt last in a table's channel before that table was opened, or None.

        In direct messages it is the one that the table plays again.
        """
        if isinstance(table.home, InDirectMessages):
            return None if table.home.follows is None else await self.get(table.home.follows)
        where = "WHERE channel_id = ? AND id < ? AND round > 0 ORDER BY id DESC LIMIT 1"
        return next(iter(await self._read(where, table.home.channel_id, table.id)), None)

    async def after(self, table: Table) -> Table | None:
        """Return the active table at which a game that is over is played again, if there is one.

        Where it was in a channel, this is the active table there, whatever it plays.
        """
        if isinstance(table.home, InChannel):
            return await self.in_channel(table.home.channel_id)
        return await self.following(table.id)

    async def following(self, table_id: int) -> Table | None:
        """Return the active table in direct messages at which the game of a number is played again, or None."""
        return next(iter(await self._read("WHERE follows = ? AND status IN ('lobby', 'playing')", table_id)), None)

    async def invited_by(self, code: str, now: int) -> Table | None:
        """Return the lobby to which a code invites at a time (seconds UTC), or None."""
        where = "WHERE code = ? AND code_until > ? AND status = 'lobby'"
        return next(iter(await self._read(where, code, now)), None)

    async def hosted_directly(self, user_id: int) -> Table | None:
        """Return the lobby in direct messages that a person hosts, or None."""
        where = f"WHERE {_SEATED} AND status = 'lobby' AND channel_id IS NULL AND host_id = ? ORDER BY id LIMIT 1"
        return next(iter(await self._read(where, user_id, user_id)), None)

    async def active(self, guild_id: int | None = None) -> list[Table]:
        """Return all active tables, of one server if it is named, oldest first."""
        there, of = ("", ()) if guild_id is None else (" AND guild_id = ?", (guild_id,))
        return await self._read(f"WHERE status IN ('lobby', 'playing'){there} ORDER BY id", *of)

    async def computers_to_move(self) -> list[Table]:
        """Return the games in which a computer plays the seat that is to move, oldest first."""
        where = (
            "WHERE status IN ('lobby', 'playing') AND EXISTS (SELECT 1 FROM seats WHERE game_id = games.id AND seat = games.turn"
            " AND until_version IS NULL AND (level IS NOT NULL OR sitting_in IS NOT NULL)) ORDER BY id"
        )
        return await self._read(where)

    async def out_of_reach(self) -> list[int]:
        """Return the games in direct messages, without a clock, that wait for somebody whom a direct message didn't reach last."""
        sql = (
            "SELECT games.id FROM games JOIN seats ON seats.game_id = games.id AND seats.seat = games.turn"
            " AND seats.until_version IS NULL AND seats.sitting_in IS NULL"
            " JOIN people ON people.user_id = seats.user_id AND people.dm_tried_at IS NOT NULL"
            " WHERE games.status = 'playing' AND games.channel_id IS NULL AND games.turn_limit IS NULL ORDER BY games.id"
        )
        return [row[0] for row in await self._database.rows(sql)]

    async def places(self) -> list[TablePlace]:
        """Return where all active tables are that have a channel, oldest first."""
        sql = (
            "SELECT id, guild_id, channel_id, lost FROM games WHERE status IN ('lobby', 'playing')"
            " AND channel_id IS NOT NULL ORDER BY id"
        )
        return [
            TablePlace(
                row["id"], row["guild_id"], row["channel_id"], None if row["lost"] is None else Lost(row["lost"])
            )
            for row in await self._database.rows(sql)
        ]

    async def ended(self, channel_id: int, user_id: int, most: int) -> list[Table]:
        """Return `most` dealt games that are over: those of a channel, then a person's own elsewhere, newest first."""
        where = (
            f"WHERE (channel_id = ? OR {_SEATED}) AND status IN ('finished', 'abandoned') AND round > 0"
            " ORDER BY channel_id = ? DESC, ended_at DESC, id DESC LIMIT ?"
        )
        return await self._read(where, channel_id, user_id, channel_id, most)

    async def of_person(self, user_id: int) -> list[Table]:
        """Return a person's active tables: those that wait for them first, then the most recently changed first."""
        where = f"WHERE {_SEATED} AND status IN ('lobby', 'playing') ORDER BY {_TO_MOVE} DESC, updated_at DESC, id"
        return await self._read(where, user_id, user_id)

    async def variants_of(self, guild_id: int, among: int) -> list[str]:
        """Return the variants of a server's tables, one for each table.

        Only the newest `among` tables of all servers are looked at.
        """
        sql = "SELECT variant FROM games WHERE id > (SELECT MAX(id) FROM games) - ? AND guild_id = ? ORDER BY id DESC"
        return [row["variant"] for row in await self._database.rows(sql, (among, guild_id))]

    async def proposed_to(self, user_id: int) -> list[Table]:
        """Return the active tables where a person was proposed for a seat, oldest first."""
        where = "WHERE id IN (SELECT game_id FROM agreements WHERE newcomer_id = ?) AND status IN ('lobby', 'playing') ORDER BY id"
        return await self._read(where, user_id)

    async def counted(self) -> dict[str, int]:
        """Return how many tables there are in each state."""
        rows = await self._database.rows("SELECT status, count(*) AS tables FROM games GROUP BY status")
        return {str(status): 0 for status in Status} | {row["status"]: row["tables"] for row in rows}

    async def long_awaited(self, since: int) -> list[tuple[int, int, int]]:
        """Return the games that have waited for a person since then (seconds UTC): number, server and person.

        Of a tournament's match that waits it is everybody at the table, and those for whom a computer plays there. Those
        of whom it is known that they have left their server are left out, and so are games in direct messages.
        """
        sql = (
            "SELECT games.id, games.guild_id, seats.user_id FROM games JOIN seats ON seats.game_id = games.id"
            " AND seats.until_version IS NULL WHERE games.status = 'playing' AND games.guild_id IS NOT NULL AND games.lost IS NULL"
            " AND seats.user_id > 0 AND seats.gone = 0 AND CASE WHEN seats.sitting_in IS NOT NULL THEN games.in_match = 1"
            " ELSE games.turn_since <= ? AND (games.in_match = 1 OR seats.seat = games.turn) END ORDER BY games.id"
        )
        return [(row[0], row[1], row[2]) for row in await self._database.rows(sql, (since,))]

    async def gone(self, table_id: int, tx: Transaction | None = None) -> set[int]:
        """Return those with a seat at a table of whom it is known that they have left the server, as `tx` sees it."""
        sql = "SELECT user_id FROM seats WHERE game_id = ? AND until_version IS NULL AND gone = 1 ORDER BY seat"
        return {row[0] for row in await (tx or self._database).rows(sql, (table_id,))}

    async def seated_otherwise(self, guild_id: int, user_id: int, name: str) -> list[int]:
        """Return the active tables of a server at which a person sits under another name, or as one who has left."""
        otherwise = "seats.user_id = ? AND seats.until_version IS NULL AND (seats.name <> ? OR seats.gone = 1)"
        # Of most people there are none, which is remembered for as long as nobody sits down, while moves change games.
        if not await self._database.rows(f"SELECT 1 FROM seats WHERE {otherwise} LIMIT 1", (user_id, name)):
            return []
        sql = (
            f"SELECT games.id FROM seats JOIN games ON games.id = seats.game_id WHERE {otherwise} AND games.guild_id = ?"
            " AND games.status IN ('lobby', 'playing') ORDER BY games.id"
        )
        return [row[0] for row in await self._database.rows(sql, (user_id, name, guild_id))]

    async def waiting_for(self, user_id: int) -> list[Table]:
        """Return the tables where this person is to move, longest waiting first."""
        where = f"WHERE {_SEATED} AND {_TO_MOVE} ORDER BY turn_since, id"
        return await self._read(where, user_id, user_id)

    async def waited_for_elsewhere(self, table_id: int, user_ids: Sequence[int]) -> set[int]:
        """Return those of these people who are to move at another table than this one."""
        sql = (
            "SELECT DISTINCT seats.user_id FROM seats JOIN games ON games.id = seats.game_id AND games.turn = seats.seat"
            f" WHERE seats.user_id IN ({marks(user_ids)}) AND seats.until_version IS NULL"
            " AND seats.sitting_in IS NULL AND games.id <> ? ORDER BY seats.user_id"
        )
        return {row[0] for row in await self._database.rows(sql, (*user_ids, table_id))}

    async def add(self, tx: Transaction, table: Table) -> int:
        """Insert a new table with its seats, and return its number."""
        table_id = await tx.insert(
            f"INSERT INTO games ({', '.join(_HOME)}, status, version, variant, layout, size, house, host_id,"
            " created_at, updated_at, turn_limit, bank, friendly, series, computers, advice, in_match, in_open_league)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *_home_columns(table.home),
                table.status,
                table.version,
                table.variant,
                table.layout,
                table.size,
                json.dumps(table.house),
                table.host_id,
                table.created_at,
                table.updated_at,
                table.turn_limit,
                table.bank,
                table.friendly,
                table.series,
                table.computers,
                table.advice,
                table.in_match,
                table.in_open_league,
            ),
        )
        await self._write_seats(tx, replace(table, id=table_id))
        return table_id

    async def save(self, tx: Transaction, before: Table, table: Table) -> None:
        """Store a table at its new version: what differs from `before`, of its seats, agreements and timers too.

        Raises `VersionMoved`.
        """
        # Of the rest others may have changed what this change leaves alone: there may be a ghost in the host's place.
        names = [name for name in _CHANGING if getattr(before, name) != getattr(table, name)]
        values: list[object] = [_written(name, getattr(table, name)) for name in names]
        if before.home != table.home:
            names += _HOME
            values += _home_columns(table.home)
        sets = ", ".join(f"{name} = ?" for name in ("version", *names))
        changed = await tx.run(
            f"UPDATE games SET {sets} WHERE id = ? AND version = ?",
            (table.version, *values, table.id, table.version - 1),
        )
        if changed != 1:
            raise VersionMoved
        if before.status is Status.LOBBY:
            await self._write_seats(tx, table)
        else:
            for seat in table.seats:
                old = before.seat(seat.number)
                if seat != old:
                    await self._seat_again(tx, table, old, seat)
        if table.agreements != before.agreements:
            await self._write_agreements(tx, table)
        if table.timers != before.timers:
            await self._write_timers(tx, table)

    async def time_orders(self, tx: Transaction, table: Table) -> None:
        """Store when standing orders run in the present turn of a table, at the same version: nobody sees it.

        Raises `VersionMoved`.
        """
        sql = "UPDATE games SET orders_wait = ?, orders_at = ? WHERE id = ? AND version = ?"
        if await tx.run(sql, (table.orders_wait, table.orders_at, table.id, table.version)) != 1:
            raise VersionMoved

    async def _write_timers(self, tx: Transaction, table: Table) -> None:
        await tx.run("DELETE FROM timers WHERE game_id = ?", (table.id,))
        await tx.many(
            "INSERT INTO timers (game_id, kind, at) VALUES (?, ?, ?)",
            [(table.id, kind, at) for kind, at in table.timers.items()],
        )

    async def _write_seats(self, tx: Transaction, table: Table) -> None:
        """Store the seats of a lobby, where nothing has been played, so that no history of seats is needed."""
        await tx.run("DELETE FROM seats WHERE game_id = ?", (table.id,))
        await tx.many(_SIT_DOWN, [_seated(table, seat, 0) for seat in table.seats])

    async def _seat_again(self, tx: Transaction, table: Table, before: Seat | None, seat: Seat) -> None:
        """Store a seat of a running game. If it has a new player a new row begins; the old row stays as history."""
        if before is not None and (before.user_id, before.level) == (seat.user_id, seat.level):
            await tx.run(
                "UPDATE seats SET name = ?, bank = ?, missed = ?, sitting_in = ?, since_version = ?, gone = ?"
                " WHERE game_id = ? AND seat = ? AND until_version IS NULL",
                (seat.name, seat.bank, seat.missed, seat.sitting_in, seat.since, seat.gone, table.id, seat.number),
            )
            return
        await tx.run(
            "UPDATE seats SET until_version = ? WHERE game_id = ? AND seat = ? AND until_version IS NULL",
            (table.version, table.id, seat.number),
        )
        await tx.run(_SIT_DOWN, _seated(table, seat, table.version))

    async def _write_agreements(self, tx: Transaction, table: Table) -> None:
        await tx.run("DELETE FROM agreements WHERE game_id = ?", (table.id,))
        await tx.many(
            "INSERT INTO agreements (game_id, kind, user_id, version, seat, newcomer_id, newcomer) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (table.id, one.kind, one.user_id, one.version, one.seat, one.newcomer_id, one.newcomer)
                for one in table.agreements
            ],
        )

    async def former_seats(self, table_id: int, user_id: int) -> set[int]:
        """Return the numbers of all seats that a person has, or has had, in a game."""
        sql = "SELECT DISTINCT seat FROM seats WHERE game_id = ? AND user_id = ?"
        return {row[0] for row in await self._database.rows(sql, (table_id, user_id))}

    async def former_names(self, table_id: int) -> set[str]:
        """Return the names of all who have, or have had, a seat in a game."""
        sql = "SELECT DISTINCT name FROM seats WHERE game_id = ?"
        return {row[0] for row in await self._database.rows(sql, (table_id,))}

    async def plays_in_series(self, series: int, user_id: int, table_id: int) -> bool:
        """Return whether a person has, or has had, a seat at another table of a series."""
        sql = (
            "SELECT 1 FROM games JOIN seats ON game_id = id WHERE series = ? AND user_id = ? AND id <> ?"
            " AND status <> 'cancelled' LIMIT 1"
        )
        return bool(await self._database.rows(sql, (series, user_id, table_id)))

    async def sittings(self, table_id: int, tx: Transaction | None = None) -> list[Sitting]:
        """Return the players of each seat of a game over its time, by seat and time, as `tx` sees them if it is given."""
        sql = (
            "SELECT seat, from_version, until_version, user_id, level, name FROM seats WHERE game_id = ?"
            " ORDER BY seat, from_version"
        )
        rows = await (self._database.rows if tx is None else tx.rows)(sql, (table_id,))
        return [Sitting(*row) for row in rows]

    async def met_in_open_league(self, user_ids: Collection[int], since: int) -> dict[frozenset[int], int]:
        """Return how many tables of the open league were dealt since then (seconds UTC) at which each two of these people sat."""
        sql = (
            "SELECT one.user_id, other.user_id, count(DISTINCT games.id) FROM games"
            " JOIN seats AS one ON one.game_id = games.id JOIN seats AS other ON other.game_id = games.id"
            " WHERE games.in_open_league = 1 AND games.created_at >= ? AND one.user_id < other.user_id"
            f" AND one.user_id IN ({marks(user_ids)}) AND other.user_id IN ({marks(user_ids)})"
            " GROUP BY one.user_id, other.user_id ORDER BY one.user_id, other.user_id"
        )
        rows = await self._database.rows(sql, (since, *user_ids, *user_ids))
        return {frozenset((row[0], row[1])): row[2] for row in rows}

    async def forget(self, tx: Transaction, user_id: int, ghost_id: int) -> None:
        """Put a ghost without a name wherever a person has sat. The person must not be at an active table.

        A table where something was proposed about them gets a new version: what was read of it before can't be stored.
        """
        await tx.run(
            "UPDATE games SET version = version + 1 WHERE status IN ('lobby', 'playing')"
            " AND id IN (SELECT game_id FROM agreements WHERE ? IN (user_id, newcomer_id))",
            (user_id,),
        )
        await tx.run("DELETE FROM agreements WHERE ? IN (user_id, newcomer_id)", (user_id,))
        await tx.run("UPDATE games SET host_id = ? WHERE host_id = ?", (ghost_id, user_id))
        await tx.run("UPDATE seats SET user_id = ?, name = '' WHERE user_id = ?", (ghost_id, user_id))

    async def _read(self, where: str, *parameters: object) -> list[Table]:
        return [_table(row) for row in await self._database.rows(f"{_TABLE} {where}", parameters)]


def _home(row: Row) -> Home:
    """Return the home of a table that is read."""
    if row["guild_id"] is not None:
        return InChannel(row["guild_id"], row["channel_id"])
    invitation = None if row["code"] is None else Invitation(row["code"], row["code_until"])
    return InDirectMessages(invitation, row["follows"])


def _home_columns(home: Home) -> tuple[object, ...]:
    """Return the values of `_HOME`."""
    if isinstance(home, InChannel):
        return home.guild_id, home.channel_id, None, None, None
    code, until = (None, None) if home.invitation is None else (home.invitation.code, home.invitation.until)
    return None, None, code, until, home.follows


def _written(name: str, value: object) -> object:
    """Return what a column holds for a value of a table."""
    return json.dumps(value) if name in ("house", "scores") else value


def _seated(table: Table, seat: Seat, from_version: int) -> tuple[object, ...]:
    """Return the parameters of `_SIT_DOWN`."""
    return (
        table.id,
        seat.number,
        from_version,
        seat.user_id,
        seat.level,
        seat.name,
        seat.bank,
        seat.missed,
        seat.sitting_in,
        seat.since,
        seat.gone,
    )


@lru_cache(maxsize=_ROWS_KEPT)
def _table(row: Row) -> Table:
    return Table(
        id=row["id"],
        home=_home(row),
        status=Status(row["status"]),
        version=row["version"],
        variant=row["variant"],
        layout=row["layout"],
        size=row["size"],
        house=json.loads(row["house"]),
        host_id=row["host_id"],
        seats=tuple(Seat(*[*seat[:-1], bool(seat[-1])]) for seat in json.loads(row["seats"])),
        round=row["round"],
        commitment=row["commitment"],
        turn=row["turn"],
        turn_since=row["turn_since"],
        scores=tuple(json.loads(row["scores"])),
        winner=row["winner"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        ended_at=row["ended_at"],
        rules=row["rules"],
        agreements=tuple(Agreement(*one) for one in json.loads(row["agreements"])),
        turn_limit=row["turn_limit"],
        bank=row["bank"],
        turn_spent=row["turn_spent"],
        clock_at=row["clock_at"],
        timers=json.loads(row["timers"]),
        lost=None if row["lost"] is None else Lost(row["lost"]),
        friendly=bool(row["friendly"]),
        series=row["series"],
        computers=row["computers"],
        advice=bool(row["advice"]),
        in_match=bool(row["in_match"]),
        in_open_league=bool(row["in_open_league"]),
        orders_wait=row["orders_wait"],
        orders_at=row["orders_at"],
    )
