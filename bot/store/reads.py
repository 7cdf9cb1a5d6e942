"""Remembers what queries have read, until something is written to one of their tables."""

from __future__ import annotations

import os
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from bot.store.database import Row

#: How many queries are remembered, those last asked, and of how many rows each at most: what a press asks for is less.
_KEPT = 1_000
_MOST_ROWS = 64
#: The seconds after another process's write to the log in which nothing is remembered: committing takes less, on any disk.
_UNSURE_SECONDS = 60.0

#: The words before the name of a table in SQL. Functions that give rows and `UPDATE OF` stand there too; their names
#: are no tables'.
_TABLE = re.compile(r'\b(?:FROM|JOIN|INTO|UPDATE)\s+"?(\w+)', re.IGNORECASE)

#: The words before the name of a table that a statement changes; tables that it only reads stand after other words.
_CHANGED = re.compile(r'\b(?:INTO|UPDATE|DELETE\s+FROM)\s+"?(\w+)', re.IGNORECASE)

#: The sign that something was written: how often each table has been since the start, and how the log of the file
#: looks.
Stamp: TypeAlias = tuple[object, ...]


class Reads:
    """The last queries with what they have read; none, unless its memory can be relied on.

    Other processes may write to the file too (tools for operators do). That shows in its write-ahead log, and then
    nothing is remembered any more, nor for some seconds: the log is written to before what is in it can be read.
    """

    def __init__(self, path: Path, *, remembers: bool) -> None:
        self._remembers = remembers
        self._unsure_until = float("-inf")
        self._log = os.fspath(path.with_name(path.name + "-wal"))
        self._looks = self._look()
        self._others = 0
        self._writing = False
        self._writes = Counter[str]()
        self._kept: OrderedDict[tuple[str, tuple[object, ...]], tuple[Stamp, list[Row]]] = OrderedDict()

    def stamp(self, sql: str) -> Stamp:
        """Return what must stay the same for as long as what a query reads does. To be asked for before it is read."""
        self.notice()
        return (self._others, *(self._writes[table] for table in tables_of(sql)))

    def find(self, sql: str, parameters: Sequence[object], stamp: Stamp) -> list[Row] | None:
        """Return what a query read before, None where it must be read again."""
        asked = (sql, tuple(parameters))
        kept = self._kept.get(asked)
        if kept is None or kept[0] != stamp:
            return None
        self._kept.move_to_end(asked)
        return [*kept[1]]

    def keep(self, sql: str, parameters: Sequence[object], stamp: Stamp, rows: Sequence[Row]) -> None:
        """Remember what a query has read since it had this stamp."""
        if not self._remembers or len(rows) > _MOST_ROWS or time.monotonic() < self._unsure_until:
            return
        asked = (sql, tuple(parameters))
        self._kept[asked] = (stamp, [*rows])
        self._kept.move_to_end(asked)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    def notice(self) -> None:
        """Forget everything if another process has written to the file."""
        looks = self._look()
        if looks != self._looks and not self._writing:
            self._looks = looks
            self._others += 1
            self._unsure_until = time.monotonic() + _UNSURE_SECONDS
            self._kept.clear()

    def begin(self) -> None:
        """Note that from now on, until `written` or `failed`, this process alone writes to the file."""
        self.notice()
        self._writing = True

    def written(self, tables: Iterable[str]) -> None:
        """Forget what was read of these tables: this process has just written to them."""
        self._writes.update(set(tables))
        self._looks = self._look()
        self._writing = False

    def failed(self) -> None:
        """Note that a change failed; what may have been written all the same will be noticed."""
        self._writing = False

    def _look(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self._log)
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=1_000)
def tables_of(sql: str) -> frozenset[str]:
    """Return the names of the tables that a statement reads or writes, in lower case."""
    return frozenset(name.lower() for name in _TABLE.findall(sql))


@lru_cache(maxsize=1_000)
def changed_by(sql: str) -> frozenset[str]:
    """Return the names of the tables that a statement changes, in lower case."""
    return frozenset(name.lower() for name in _CHANGED.findall(sql))
