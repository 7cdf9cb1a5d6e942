"""Copies everything from one database to another, of either kind, and compares them row by row."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from itertools import zip_longest
from pathlib import Path
from typing import Any

from bot.store.database import Database, DatabaseError, Form, Side, quoted, storable

#: Rows that are read and written at a time. Those of games take seven kilobytes each, and several times as many are held at once.
_CHUNK = 10_000


async def copy(source: Path | str, target: Path | str) -> dict[str, int]:
    """Copy all rows of a database that no bot uses into an empty one, and return how many each table has.

    Both are brought up to the newest schema first. What was copied is compared with what was there once more at the end.
    Raises `DatabaseError`; then the target holds nothing, unless that comparison failed.
    """
    if isinstance(source, Path) and not await asyncio.to_thread(source.exists):
        raise DatabaseError(f"There is no file {source}. Nothing was copied.")
    if source == target:
        raise DatabaseError("A database can't be copied to itself. Nothing was copied.")
    old = await Database.open(source, alone=True)
    try:
        new = await Database.open(target, alone=True)
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
    side = old.beside()
    try:
        async with new.transaction() as tx:
            for table in order:
                for rows in _chunks(side, table, forms[table]):
                    await tx.fill(table, forms[table].columns, rows)
            for table, last in (await old.last_numbers()).items():
                await tx.number_after(table, last)
    finally:
        side.close()
    return _compared(old, new, forms)


def _compared(old: Database, new: Database, forms: Mapping[str, Form]) -> dict[str, int]:
    """Return how many rows each table has. Raises `DatabaseError` for the first row that differs."""
    counts = dict.fromkeys(forms, 0)
    one, other = old.beside(), new.beside()
    try:
        for table, form in forms.items():
            for row, copied in zip_longest(_rows(one, table, form), _rows(other, table, form)):
                if row != copied:
                    raise DatabaseError(
                        f"row {counts[table] + 1} of {table} is not the same in {new.name} as in {old.name}."
                        f" Don't use {new.name}."
                    )
                counts[table] += 1
    finally:
        one.close()
        other.close()
    return counts


def _rows(side: Side, table: str, form: Form) -> Iterator[tuple[Any, ...]]:
    for rows in _chunks(side, table, form):
        yield from rows


def _chunks(side: Side, table: str, form: Form) -> Iterator[list[tuple[Any, ...]]]:
    """Yield all rows of a table, some at a time, in the order of its key."""
    places = [form.columns.index(one) for one in form.key]
    after: tuple[Any, ...] = ()
    while True:
        where = f"WHERE ({quoted(form.key)}) > ({', '.join('?' * len(form.key))})" if after else ""
        sql = f"SELECT {quoted(form.columns)} FROM {table} {where} ORDER BY {quoted(form.key)} LIMIT {_CHUNK}"
        rows = [tuple(row) for row in side.execute(sql, after)]
        if not rows:
            return
        # Earlier versions stored what a server doesn't take.
        yield [tuple(storable(one) if isinstance(one, str) else one for one in row) for row in rows]
        after = tuple(rows[-1][place] for place in places)
