"""Copies everything from one database to another, of either kind, and compares them row by row."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from functools import partial
from graphlib import TopologicalSorter
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeAlias

from bot.data.errors import DatabaseError
from bot.store.database import Database, Form, Row, Side, Transaction, quoted, storable
from bot.store.opening import open_database

#: Rows that are read and written at a time. Those of games take seven kilobytes each, and several times as many are held at once.
_CHUNK = 10_000

#: The reader of a query's rows.
_Read: TypeAlias = Callable[[str, Sequence[object]], Awaitable[Sequence[Row]]]


async def copy(source: Path | str, target: Path | str) -> dict[str, int]:
    """Copy all rows of a database that no bot uses into an empty one, and return how many each table has.

    Both are brought up to the newest schema first. The copy is compared with the source once more before it counts.
    Raises `DatabaseError`; then the target holds nothing.
    """
    if isinstance(source, Path) and not await asyncio.to_thread(source.exists):
        raise DatabaseError(f"There is no file {source}. Nothing was copied.")
    if source == target:
        raise DatabaseError("A database can't be copied to itself. Nothing was copied.")
    old = await open_database(source, alone=True)
    try:
        new = await open_database(target, alone=True)
        try:
            return await _copy(old, new)
        finally:
            await new.close()
    finally:
        await old.close()


async def _copy(old: Database, new: Database) -> dict[str, int]:
    forms = await new.forms()
    for table in forms:
        if await new.rows(f"SELECT 1 FROM {table} LIMIT 1"):
            raise DatabaseError(f"{new.name} isn't empty. Name a new file, or a database without any games.")
    order = [*TopologicalSorter({table: form.refers_to - {table} for table, form in forms.items()}).static_order()]
    async with old.side() as side:
        read = partial(_read, old, side)
        async with new.transaction() as tx:
            for table in order:
                async for rows in _chunks(read, table, forms[table]):
                    await tx.fill(table, forms[table].columns, rows)
            for table, last in (await old.last_numbers()).items():
                await tx.number_after(table, last)
            return await _compared(read, tx, forms, old.name, new.name)


def _goes_on() -> None:
    """Stop nothing: what is read at a time takes a moment."""


async def _read(database: Database, side: Side, sql: str, parameters: Sequence[object]) -> Sequence[Row]:
    """Return the rows that a query reads by a connection of its own: the database would remember them all."""
    return await database.read_beside(lambda: side.execute(sql, parameters).fetchall(), _goes_on)


async def _compared(read: _Read, tx: Transaction, forms: Mapping[str, Form], old: str, new: str) -> dict[str, int]:
    """Return how many rows each table has. Raises `DatabaseError` for the first row that differs."""
    counts = dict.fromkeys(forms, 0)
    for table, form in forms.items():
        async with aclosing(_chunks(read, table, form)) as there, aclosing(_chunks(tx.rows, table, form)) as copied:
            while True:
                rows, others = await anext(there, None), await anext(copied, None)
                if rows is None and others is None:
                    break
                for number, (row, other) in enumerate(zip_longest(rows or (), others or ()), counts[table] + 1):
                    if row != other:
                        raise DatabaseError(
                            f"row {number} of {table} is not the same in {new} as in {old}. Nothing was copied."
                        )
                counts[table] += len(rows or ())
    return counts


async def _chunks(read: _Read, table: str, form: Form) -> AsyncGenerator[list[tuple[Any, ...]], None]:
    """Yield all rows of a table, some at a time, in the order of its key."""
    places = [form.columns.index(one) for one in form.key]
    after: tuple[Any, ...] = ()
    while True:
        where = f"WHERE ({quoted(form.key)}) > ({', '.join('?' * len(form.key))})" if after else ""
        sql = f"SELECT {quoted(form.columns)} FROM {table} {where} ORDER BY {quoted(form.key)} LIMIT {_CHUNK}"
        rows = [tuple(row) for row in await read(sql, after)]
        if not rows:
            return
        # Earlier versions stored what a server doesn't take.
        yield [tuple(storable(one) if isinstance(one, str) else one for one in row) for row in rows]
        after = tuple(rows[-1][place] for place in places)
