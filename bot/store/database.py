"""The interface of every database for the repositories: reads of what is committed, transactions, and trouble in plain
words."""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from bot.data import stored
from bot.data.errors import DatabaseError, Overtaken, StoreTrouble
from bot.watching import metrics

#: Seconds to wait for another process that holds the database.
BUSY_SECONDS = 5.0

#: A number above all ids.
LAST = 2**63 - 1

#: Seconds after something was stored for which it counts as sure that more can be.
_SURE_SECONDS = 5.0

#: How often work is begun that other transactions keep from being stored.
_TRIES = 5

Done = TypeVar("Done")

log = logging.getLogger(__name__)


class Lock(StrEnum):
    """Work that one of several processes does at a time: to the table, the channel, the person … of a number."""

    TABLE = "change a table"
    TELLING = "tell how a table stands"
    COMPUTERS = "play for the computers of a table"
    TIMERS = "see to what fell due at a table"
    PAUSE = "play or take back a discard that waits at a table"
    CHANNEL = "give a channel a table"
    DIRECT = "open a table in direct messages, for a person or after a game"
    PERSON = "change when no time counts for a person"
    RESULTS = "correct the results of a server"
    EXPORT = "put together what is stored about a person"
    PAR = "play for the par of a deal"
    DUTY = "do what is for all processes"
    LEAD = "lead"


@dataclass
class Hold:
    """The hold of one process on a lock. It is `lost` if it turns out at the end that another may have had it too."""

    lost: bool = False


class Row(Protocol):
    """One row that a query has read: its values in order, by their places or by the names of their columns."""

    def keys(self) -> Iterable[str]:
        """Return the names of the columns."""

    def __getitem__(self, key: Any, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...

    def __len__(self) -> int: ...

    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Form:
    """The columns of a table in order, those of its primary key, and the tables to which its rows refer."""

    columns: tuple[str, ...]
    key: tuple[str, ...]
    refers_to: frozenset[str]


class Found(Protocol):
    """The rows that a statement of a `Side` has read."""

    def fetchone(self) -> Any:
        """Return the next row, None after the last."""

    def fetchall(self) -> list[Any]:
        """Return all other rows."""

    def __iter__(self) -> Iterator[Any]: ...


class Side(Protocol):
    """A connection of its own beside those of the bot, for a worker thread. Each transaction sees one state throughout."""

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Found:
        """Run one statement."""

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> object:
        """Run one statement for each row of parameters."""

    def close(self) -> None:
        """Give up the connection, with what was not committed and all temporary tables."""


def quoted(columns: Iterable[str]) -> str:
    """Return names of columns as SQL lists them, of which some are words of SQL too."""
    return ", ".join(f'"{one}"' for one in columns)


def marks(values: Collection[object]) -> str:
    """Return the marks of a list of parameters in SQL."""
    return ", ".join("?" * len(values))


def storable(text: str) -> str:
    """Return a text as every database can store it: without the sign NUL."""
    return text.replace("\0", "")


def put(table: str, columns: Sequence[str], key: Sequence[str], rows: int = 1) -> str:
    """Return the statement that stores rows of these columns, each in place of the one with the same key, if there is one."""
    sets = ", ".join(f'"{one}" = excluded."{one}"' for one in columns if one not in key)
    row = f"({', '.join('?' * len(columns))})"
    return (
        f"INSERT INTO {table} ({quoted(columns)}) VALUES {', '.join([row] * rows)}"
        f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {sets}"
    )


class Database(ABC):
    """One open database: a connection that writes, one transaction at a time, and one that reads what is committed.

    Statements are SQL that each kind of database knows, with `?` for parameters, or `?1`, `?2` for those that stand in several
    places. Errors that only a mistake in this program can bring are those of the database's own library.
    """

    def __init__(self, name: str) -> None:
        """`name` is what people call the database by."""
        self.name = name
        self.shared = False
        """Whether several processes use the database at the same time."""
        self.leads = True
        """Whether this process is the one that does what only one of them does."""
        self._one_at_a_time = asyncio.Lock()
        self._sure_until = float("-inf")
        self._trouble: str | None = None
        self._said: str | None = None

    @abstractmethod
    async def close(self) -> None:
        """Wait for the transaction that is running, then close all connections."""

    @abstractmethod
    async def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """Return the rows that a query reads of what is committed, never half a transaction. Raises `StoreTrouble`.

        Rows that were read before and can't have changed since need not be read again.
        """

    @abstractmethod
    async def size(self) -> int:
        """Return how many bytes the database takes."""

    @abstractmethod
    async def room(self) -> int | None:
        """Return the bytes that are left on the disk of the database, 0 if it is gone; None where that can't be known."""

    @abstractmethod
    async def forms(self) -> dict[str, Form]:
        """Return what the tables of the bot are like, by their names."""

    @abstractmethod
    async def last_numbers(self) -> dict[str, int]:
        """Return the last id that each table gave to a row, which may be gone; tables that gave none can be left out."""

    @abstractmethod
    def beside(self) -> Side:
        """Return a connection of its own. It may be used in one thread at a time, and must be closed."""

    @abstractmethod
    def streamed(self, side: Side, sql: str) -> Iterator[Row]:
        """Yield the rows that a query without parameters reads in a transaction of `side`, of which few are in memory at a time."""

    async def read_beside(self, read: Callable[[], Done], stop: Callable[[], None]) -> Done:
        """Return what `read` returns in a thread that reads by a connection `beside` those of the bot.

        If the task is cancelled meanwhile, `stop` it and wait until the thread has ended. Raises `StoreTrouble`.
        """
        reading = asyncio.create_task(asyncio.to_thread(read))
        try:
            return await asyncio.shield(reading)
        except asyncio.CancelledError:
            stop()
            with suppress(Exception):
                await reading
            raise
        except Exception as error:
            await self._judge(error)
            raise

    @asynccontextmanager
    async def side(self) -> AsyncIterator[Side]:
        """Give a connection `beside` those of the bot, and close it at the end. Raises `StoreTrouble`."""
        opened: list[Side] = []
        try:
            # If the task is cancelled meanwhile, the connection is there all the same once the thread has ended.
            await self.read_beside(lambda: opened.append(self.beside()), lambda: None)
            yield opened[0]
        finally:
            for one in opened:
                one.close()

    async def write(self, sql: str, parameters: Sequence[object] = ()) -> None:
        """Run one statement as a transaction of its own. Raises `StoreTrouble`."""

        async def work(tx: Transaction) -> None:
            await tx.run(sql, parameters)

        await self.carry_out(work)

    async def carry_out(self, work: Callable[[Transaction], Awaitable[Done]], *, alone: bool = False) -> Done:
        """Do some work in a transaction, and do it again if others stood in its way. Raises `StoreTrouble`."""
        for _ in range(_TRIES - 1):
            with suppress(Overtaken):
                async with self.transaction(alone=alone) as tx:
                    return await work(tx)
        async with self.transaction(alone=alone) as tx:
            return await work(tx)

    @asynccontextmanager
    async def transaction(self, *, alone: bool = False) -> AsyncIterator[Transaction]:
        """Commit everything written inside together at the end or, after any exception, nothing of it.

        While one is open `alone` there is no other one, in any process: what all others have read inside of them is still
        so when they write. Raises `StoreTrouble`.
        """
        async with self._one_at_a_time:
            began = time.monotonic()
            try:
                tx = await self._begin(alone)
                yield tx
                await self._commit(tx)
            except BaseException as error:
                await self._roll_back()
                await self._judge(error)
                raise
            now = time.monotonic()
            self._sure_until = now + _SURE_SECONDS
            metrics.DATABASE.labels("write").observe(now - began)
            if tx.changed:
                stored.note()
            if self._trouble is not None:
                log.info("%s can be used again", self.name)
                self._trouble = None
                await self._recovered()
            self._said = None

    @asynccontextmanager
    async def locked(self, what: Lock, number: int) -> AsyncIterator[Hold]:
        """Keep other processes from doing the same inside, and wait for one that does it now. Raises `StoreTrouble`.

        It is up to the caller that nothing else in this process does it: alone, a process has no other locks. A process
        may lose the lock with its connection and go on: check what must never be done twice when you store it.
        """
        async with self.claimed(what, number, wait=True) as hold:
            assert hold is not None
            yield hold

    @asynccontextmanager
    async def claimed(self, what: Lock, number: int, *, wait: bool = False) -> AsyncIterator[Hold | None]:
        """Do the same, but yield None at once where another process has the lock, unless asked to `wait`."""
        yield Hold()

    async def lead(self) -> bool:
        """Try to be, or to go on being, the process that `leads`. Return whether it is. Raises `StoreTrouble`."""
        return self.leads

    async def works(self) -> bool:
        """Return whether games can be stored. This tries to write, unless something was stored a moment ago."""
        try:
            if self._trouble is None and time.monotonic() < self._sure_until:
                await self._look()
            else:
                said = self._said
                with stored.unasked():
                    await self._try_to_write()
                # A move may need more room than this took: that would be the same trouble, which has been logged.
                self._said = said
        except (DatabaseError, OSError):
            return False
        except Exception:
            log.exception("It can't be said whether %s can be used", self.name)
            return False
        return self._trouble is None

    @abstractmethod
    async def _begin(self, alone: bool) -> Transaction:
        """Begin a transaction. Raises `StoreTrouble` if what is written now would be lost, or would do harm."""

    @abstractmethod
    async def _commit(self, tx: Transaction) -> None:
        """Commit what was written since `_begin`."""

    @abstractmethod
    async def _roll_back(self) -> None:
        """Undo what was written since `_begin`, and have nothing left of a beginning that failed; raises nothing."""

    @abstractmethod
    async def _judge(self, error: BaseException) -> None:
        """Raise `StoreTrouble` if an error is one that can happen to a database in use."""

    @abstractmethod
    async def _look(self) -> None:
        """Raise `StoreTrouble` if a look at the database, without a write, shows that it is lost."""

    @abstractmethod
    async def _try_to_write(self) -> None:
        """Write something that changes nothing, unless there is plainly no room yet. Raises `StoreTrouble`, `OSError`."""

    async def _recovered(self) -> None:  # noqa: B027 - most have nothing to do
        """Do what is left to do after trouble."""

    def _troubled(self, text: str) -> StoreTrouble:
        """Return the trouble with that text, which is logged unless it was the last time."""
        if text != self._said:
            log.error("%s Until then no move is taken.", text)
        self._trouble = self._said = text
        self._sure_until = float("-inf")
        return StoreTrouble(text)


class Transaction(ABC):
    """The writes of one transaction, and its reads. `changed` counts the rows written so far."""

    def __init__(self) -> None:
        """Called by `Database.transaction` alone."""
        self.changed = 0

    @abstractmethod
    async def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """Return the rows that a query reads of what is committed, and of what this transaction has written."""

    async def run(self, sql: str, parameters: Sequence[object] = ()) -> int:
        """Run one statement, and return how many rows it changed."""
        count = max(0, await self._run(sql, parameters))
        self.changed += count
        return count

    async def insert(self, sql: str, parameters: Sequence[object] = ()) -> int:
        """Insert one row into a table that numbers its rows, and return its id."""
        [row] = await self._insert(f"{sql} RETURNING id", parameters)
        self.changed += 1
        return int(row[0])

    async def many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each row of parameters."""
        self.changed += max(0, await self._many(sql, rows))

    async def fill(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        """Insert many rows of these columns into a table."""
        await self.many(f"INSERT INTO {table} ({quoted(columns)}) VALUES ({', '.join('?' * len(columns))})", rows)

    @abstractmethod
    async def hold(self, number: int) -> None:
        """Wait until no other transaction holds this number, in any process, and hold it to the end.

        So that what was read after that is still so when it is written.
        """

    @abstractmethod
    async def number_after(self, table: str, last: int) -> None:
        """Have a table that numbers its rows give the next one an id above `last`."""

    @abstractmethod
    async def _run(self, sql: str, parameters: Sequence[object]) -> int:
        """Run one statement, and return how many rows it changed, below 0 if it is none that changes rows."""

    @abstractmethod
    async def _insert(self, sql: str, parameters: Sequence[object]) -> list[Row]:
        """Run one statement that writes, and return the rows that it gives."""

    @abstractmethod
    async def _many(self, sql: str, rows: Iterable[Sequence[object]]) -> int:
        """Run one statement for each row of parameters, and return how many rows that changed."""


class Store:
    """The base of what is stored of one subject."""

    def __init__(self, database: Database) -> None:
        self._database = database
