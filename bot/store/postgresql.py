"""PostgreSQL: connects to a server, brings its schema up to date, says statements in its words, and survives its restarts."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import logging
import random
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import lru_cache, partial
from importlib.resources import files
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import psycopg
from psycopg import pq
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumperUnknown, TextLoader

from bot.data.errors import DatabaseError, Overtaken, StoreTrouble
from bot.store.database import BUSY_SECONDS, Database, Form, Hold, Lock, Row, Side, Transaction, quoted, storable
from bot.watching import metrics

# Its lines at that level show what is written: packs and moves, which nobody may read while a game is played.
logging.getLogger("psycopg").setLevel(logging.INFO)

#: The oldest server that knows all that is asked of it.
_OLDEST = 160000

#: The number of the lock that a bot holds while it uses a database (several processes share it), of the one under which its schema
#: is changed, and of the one that all transactions share but those that are alone.
_ALONE, _MIGRATING, _TRANSACTION = 0x43414E41, 0x43414E42, 0x43414E43

#: Seconds to wait for a server to answer, and for the lock of a bot that has just ended.
_CONNECT_SECONDS = 10
_ENDING_SECONDS = 1.0

#: The least and the most seconds until it is tried again to get a lock that another process has.
_LOCK_AGAIN, _LOCK_AGAIN_AT_MOST = 0.005, 0.25

#: Rows that are fetched at a time where they are read one after the other.
_STREAMED = 1_000

#: A server that has not answered for half a minute is taken for gone too, as one is whose machine fell: otherwise people would
#: wait for a quarter of an hour, or for two hours where nothing is sent. An address may say otherwise.
_WATCHING = {
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "4",
    "tcp_user_timeout": "30000",
}

#: The server takes a machine that has not answered for half a minute for gone, and frees its locks.
_WATCHED = "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4"

#: SQLite's names of functions that PostgreSQL has under others.
_FUNCTIONS = {
    "json_array": "json_build_array",
    "json_group_array": "json_agg",
    "json_group_object": "json_object_agg",
}
#: A list of nothing, in which nothing is; PostgreSQL wants something in it.
_EMPTY = "IN ()"
_WORDS = re.compile(rf"\?(?P<number>\d*)|\b(?P<function>{'|'.join(_FUNCTIONS)})(?=\()|(?P<empty>{re.escape(_EMPTY)})")

#: The classes of errors that come from what others do to a server, and from what befalls it: transactions that it refuses or has
#: ended (25), and what its role may no longer do. Those that have an exception of their own among the library's are not named here.
_REFUSALS = ("25", "42501")
#: The server's words for rows or indexes that can't be read. Other errors inside of it leave what is stored as it is.
_DAMAGES = ("XX001", "XX002")
#: The server has ended one of several transactions, for each of which it would have been right to go first.
_OVERTAKEN = "40"

Done = TypeVar("Done")

log = logging.getLogger(__name__)


def migrations() -> dict[int, str]:
    """Return the migration scripts by the schemas that they lead to, in order. The first makes all tables at once."""
    folder = files("bot.store") / "migrations" / "postgresql"
    scripts = {
        int(entry.name[:4]): entry.read_text("utf-8") for entry in folder.iterdir() if entry.name.endswith(".sql")
    }
    return dict(sorted(scripts.items()))


@lru_cache(maxsize=1_000)
def in_its_words(sql: str) -> str:
    """Return a statement as PostgreSQL has it."""
    numbers = itertools.count(1)

    def word(found: re.Match[str]) -> str:
        if function := found["function"]:
            return _FUNCTIONS[function]
        if found["empty"]:
            return "IN (NULL)"
        return f"${found['number'] or next(numbers)}"

    return _WORDS.sub(word, sql)


class NamedRow(tuple[Any, ...]):
    """A row whose values are found by the names of its columns too."""

    __slots__ = ()
    names: dict[str, int]

    def keys(self) -> Iterable[str]:
        """Return the names of the columns."""
        return self.names.keys()

    def __getitem__(self, key: Any) -> Any:
        return tuple.__getitem__(self, self.names[key] if isinstance(key, str) else key)


@lru_cache(maxsize=1_000)
def _row_class(names: tuple[str, ...]) -> type[NamedRow]:
    places = {name: place for place, name in enumerate(names)}
    return type("NamedRow", (NamedRow,), {"__slots__": (), "names": places})


def _rows(cursor: psycopg.Cursor[Any]) -> Callable[[Sequence[Any]], NamedRow]:
    return _row_class(tuple(column.name for column in cursor.description or ()))


class _Number(Int8Dumper):
    """Numbers and yes or no are all as long, so that a statement is prepared once."""

    def dump(self, obj: Any) -> bytes:
        return b"%d" % obj


class _Text(StrDumperUnknown):
    """Text without the one sign that a server doesn't take."""

    def dump(self, obj: str) -> Any:
        return super().dump(storable(obj))


class _Connection(psycopg.Connection[NamedRow]):
    """A connection that takes statements in the words that all databases share."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> psycopg.Cursor[NamedRow]:
        """Run one statement."""
        return super().execute(in_its_words(query), params or None, **options)

    def executemany(self, query: str, rows: Iterable[Sequence[object]]) -> int:
        """Run one statement for each row of parameters, and return how many rows that changed."""
        with self.cursor() as cursor:
            cursor.executemany(in_its_words(query), rows)
            return cursor.rowcount

    def copy_in(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> int:
        """Insert rows into a table by the server's COPY, and return how many there were."""
        with self.cursor() as cursor:
            # The library's own way to say numbers is the faster one, and nothing is prepared here.
            cursor.adapters.register_dumper(int, Int8Dumper)
            with cursor.copy(f"COPY {table} ({quoted(columns)}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return cursor.rowcount


def _connect(address: str) -> _Connection:
    """Return a new connection, which commits each statement by itself."""
    said = psycopg.conninfo.conninfo_to_dict(address)
    connection = _Connection.connect(
        psycopg.conninfo.make_conninfo(address, **{name: one for name, one in _WATCHING.items() if name not in said}),
        autocommit=True,
        connect_timeout=_CONNECT_SECONDS,
        application_name="canasta",
        client_encoding="utf8",
        cursor_factory=psycopg.RawCursor,
        row_factory=_rows,
    )
    connection.adapters.register_dumper(int, _Number)
    connection.adapters.register_dumper(bool, _Number)
    connection.adapters.register_dumper(str, _Text)
    connection.adapters.register_loader("json", TextLoader)
    return connection


def named(address: str) -> str:
    """Return the words for a database in messages to people, without its password. Raises `DatabaseError`."""
    try:
        parts = psycopg.conninfo.conninfo_to_dict(address)
    except psycopg.ProgrammingError:
        parts = {}
    if not parts or "@" in f"{parts.get('host')}{parts.get('dbname')}":
        # Parts split off by a password's own signs are not shown either.
        raise DatabaseError(
            "CANASTA_DATABASE can't be read: it is postgresql://NAME:PASSWORD@HOST/DATABASE, where signs such as @ and / in a"
            " password are written as %40 and %2F."
        )
    return f"the database {parts.get('dbname') or parts.get('user') or ''} at {parts.get('host') or 'this machine'}"


class _Line:
    """A connection that is used by a thread of its own, one piece of work after the other, and made again once it is lost."""

    def __init__(self, address: str, prepare: Callable[[_Connection], None]) -> None:
        """`prepare` is done on each new connection."""
        self._address = address
        self._prepare = prepare
        self._thread = ThreadPoolExecutor(1, "postgresql")
        self._connection: _Connection | None = None
        self._elsewhere = False

    def look_elsewhere(self) -> None:
        """Have the next piece of work done on a new connection: the address may lead to another server by now."""
        self._elsewhere = True

    async def do(
        self, work: Callable[[_Connection], Done], *, again: bool = False, within: _Connection | None = None
    ) -> Done:
        """Do some work, `again` on a new connection if the old one turns out to be lost, or on none but that it is `within`.

        Raises `psycopg.Error`.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, work, again, within)

    async def end_transaction(self) -> None:
        """Have nothing left of a transaction, whatever became of its beginning, once what has begun is done."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._end_transaction)

    async def close(self) -> None:
        """Close the connection, once what has begun is done."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown(wait=False)

    def _do(self, work: Callable[[_Connection], Done], again: bool, within: _Connection | None) -> Done:
        if within is not None:
            if within is not self._connection or within.closed:
                raise psycopg.OperationalError("the connection was lost")
            return work(within)
        try:
            return work(self._connected())
        except psycopg.Error:
            if not again or self._connection is None or not self._connection.closed:
                raise
        return work(self._connected())

    def _end_transaction(self) -> None:
        if self._connection is None or self._connection.closed:
            return
        if self._elsewhere:
            self._connection.close()
        elif self._connection.info.transaction_status != pq.TransactionStatus.IDLE:
            try:
                self._connection.execute("ROLLBACK")
            except psycopg.Error:
                # The server rolls back whatever was begun on a connection that is gone.
                self._connection.close()

    def _connected(self) -> _Connection:
        if self._elsewhere and self._connection is not None:
            self._connection.close()
        self._elsewhere = False
        if self._connection is None or self._connection.closed:
            connection = _connect(self._address)
            try:
                self._prepare(connection)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()


class _Locks:
    """The locks that a process has on a server, by numbers. They are free as soon as its connection ends, however it ends."""

    def __init__(self, line: _Line, judge: Callable[[BaseException], Awaitable[None]]) -> None:
        """Take them on the connection of `line`; `judge` raises `StoreTrouble` where one can't be tried."""
        self._line = line
        self._judge = judge
        # The server would give the same session a lock again.
        self._here: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._freeing = set[asyncio.Task[bool]]()

    @asynccontextmanager
    async def claimed(self, number: int, *, wait: bool) -> AsyncIterator[Hold | None]:
        """Hold a lock inside; yield None if it can't be had at once, unless asked to `wait`."""
        here = self._here.setdefault(number, asyncio.Lock())
        if here.locked() and not wait:
            yield None
            return
        async with here:
            pause, connection = _LOCK_AGAIN, await self.take(number)
            while connection is None and wait:
                await asyncio.sleep(pause * random.uniform(0.5, 1))
                pause, connection = min(2 * pause, _LOCK_AGAIN_AT_MOST), await self.take(number)
            if connection is None:
                yield None
                return
            hold = Hold()
            try:
                yield hold
            finally:
                hold.lost = not await asyncio.shield(self._free(connection, number))

    async def take(self, number: int) -> _Connection | None:
        """Take a lock, and return the connection that holds it; None if another session does. Raises `StoreTrouble`."""
        taking = asyncio.ensure_future(self._line.do(partial(_try_lock, number), again=True))
        try:
            return await asyncio.shield(taking)
        except (psycopg.Error, DatabaseError) as error:
            await self._judge(error)
            raise
        except asyncio.CancelledError:
            taking.add_done_callback(partial(self._not_wanted, number))
            raise

    async def holds(self, connection: _Connection) -> bool:
        """Return whether a connection still holds its locks."""
        try:
            await self._line.do(lambda one: _read(one, "SELECT 1", ()), within=connection)
        except psycopg.Error:
            return False
        return True

    async def close(self) -> None:
        """Give up all locks."""
        await self._line.close()

    def _not_wanted(self, number: int, taking: asyncio.Future[_Connection | None]) -> None:
        """Free a lock that was taken when nobody waited for it any more."""
        if not taking.cancelled() and taking.exception() is None and (connection := taking.result()) is not None:
            task = asyncio.ensure_future(self._free(connection, number))
            self._freeing.add(task)
            task.add_done_callback(self._freeing.discard)

    async def _free(self, connection: _Connection, number: int) -> bool:
        """Free a lock. Return whether it was held until now."""
        try:
            await self._line.do(lambda one: _read(one, "SELECT pg_advisory_unlock(?)", (number,)), within=connection)
        except psycopg.Error:
            return False
        return True


class PostgreSQL(Database):
    """One database of a server."""

    def __init__(self, address: str, writer: _Line, reader: _Line, locks: _Line | None) -> None:
        """Called by `at` alone."""
        super().__init__(named(address))
        self._address = address
        self._writer = writer
        self._reader = reader
        self._locks = None if locks is None else _Locks(locks, self._judge)
        self._leading: _Connection | None = None
        """The connection that holds the lock of the process that leads."""
        self.shared, self.leads = locks is not None, locks is None

    @staticmethod
    async def at(address: str, *, alone: bool = False, shared: bool = False) -> PostgreSQL:
        """Connect to a database as `open_database` says. Its server must have been set to make it."""
        name = named(address)

        def prepare(connection: _Connection) -> None:
            _check(connection, name)
            if alone or shared:
                _take(connection, name, shared=shared)
            # Reads must come from the server that takes the writes.
            reader.look_elsewhere()

        def read_only(connection: _Connection) -> None:
            connection.execute("SET default_transaction_read_only = on")

        def watched(connection: _Connection) -> None:
            connection.execute(_WATCHED, prepare=False)

        writer, reader = _Line(address, prepare), _Line(address, read_only)
        locks = _Line(address, watched) if shared else None
        try:
            await writer.do(_migrate)
            await reader.do(lambda connection: None)
        except BaseException as error:
            await writer.close()
            await reader.close()
            if isinstance(error, psycopg.Error):
                raise DatabaseError(explain(error, name)) from error
            raise
        database = PostgreSQL(address, writer, reader, locks)
        # Where it takes nothing now, that is said, and people can look at their games until it does.
        await database.works()
        return database

    async def close(self) -> None:
        """Wait for the transaction that is running, then close all connections."""
        async with self._one_at_a_time:
            await self._reader.close()
            await self._writer.close()
            if self._locks is not None:
                await self._locks.close()

    @asynccontextmanager
    async def claimed(self, what: Lock, number: int, *, wait: bool = False) -> AsyncIterator[Hold | None]:
        """Hold a lock inside, as `Database.claimed` says."""
        if self._locks is None:
            yield Hold()
            return
        async with self._locks.claimed(_number_of(what, number), wait=wait) as hold:
            yield hold

    async def lead(self) -> bool:
        """Try to lead, as `Database.lead` says."""
        if self._locks is None:
            return True
        if self._leading is None or not await self._locks.holds(self._leading):
            self.leads = False
            self._leading = await self._locks.take(_number_of(Lock.LEAD, 0))
            self.leads = self._leading is not None
        return self.leads

    async def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """Return the rows that a query reads, as `Database.rows` says. Others may write at any time: nothing is remembered."""
        try:
            with metrics.timed(metrics.DATABASE, "read"):
                return await self._reader.do(lambda connection: _read(connection, sql, parameters), again=True)
        except psycopg.Error as error:
            if not isinstance(error, psycopg.errors.ReadOnlySqlTransaction):
                # The reader may never write; that is no fault of the server.
                await self._judge(error)
            raise

    async def size(self) -> int:
        """Return how many bytes the database takes on its server."""
        [row] = await self.rows("SELECT pg_database_size(current_database())")
        return int(row[0])

    async def room(self) -> None:
        """Return None: a server doesn't tell."""
        return

    async def forms(self) -> dict[str, Form]:
        """Return what the tables of the bot are like."""
        columns: dict[str, list[str]] = {}
        for table, name in await self.rows(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND table_name <> 'canasta_schema' ORDER BY table_name, ordinal_position"
        ):
            columns.setdefault(table, []).append(name)
        keys: dict[str, list[str]] = {}
        for table, name in await self.rows(
            "SELECT table_name, column_name FROM information_schema.table_constraints AS made"
            " JOIN information_schema.key_column_usage AS used USING (table_schema, table_name, constraint_name)"
            " WHERE table_schema = current_schema() AND constraint_type = 'PRIMARY KEY' ORDER BY used.ordinal_position"
        ):
            keys.setdefault(table, []).append(name)
        references = {
            (table, other)
            for table, other in await self.rows(
                "SELECT one.relname, other.relname FROM pg_constraint AS c JOIN pg_class AS one ON one.oid = c.conrelid"
                " JOIN pg_class AS other ON other.oid = c.confrelid"
                " WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace"
            )
        }
        return {
            table: Form(tuple(found), tuple(keys[table]), frozenset(other for one, other in references if one == table))
            for table, found in columns.items()
        }

    async def last_numbers(self) -> dict[str, int]:
        """Return the last id that each table gave."""
        sql = (
            "SELECT table_name, pg_sequence_last_value(pg_get_serial_sequence(table_name, column_name)::regclass)"
            " FROM information_schema.columns WHERE table_schema = current_schema() AND is_identity = 'YES'"
        )
        return {table: last for table, last in await self.rows(sql) if last is not None}

    def beside(self) -> Side:
        """Return a connection of its own."""
        connection = _connect(self._address)
        connection.execute("SET default_transaction_isolation = 'repeatable read'")
        return connection

    def streamed(self, side: Side, sql: str) -> Iterator[Row]:
        """Yield the rows that a query reads; otherwise the library would have them all at once."""
        side.execute(f"DECLARE streamed NO SCROLL CURSOR FOR {sql}")
        while found := side.execute(f"FETCH {_STREAMED} FROM streamed").fetchall():
            yield from found
        side.execute("CLOSE streamed")

    async def _begin(self, alone: bool) -> Transaction:
        # By its number it can be asked for later what became of it.
        begun, number = await self._writer.do(partial(_begin, alone), again=True)
        return PostgreSQLTransaction(self._writer, begun, number)

    async def _commit(self, tx: Transaction) -> None:
        assert isinstance(tx, PostgreSQLTransaction)
        try:
            await self._writer.do(_commit, within=tx.begun)
        except psycopg.Error:
            if not tx.begun.closed or not await self._was_committed(tx.number):
                raise

    async def _was_committed(self, number: str) -> bool:
        """Return what became of a transaction whose commit was not answered. Raises `psycopg.Error`."""
        end = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                [[status]] = await self._writer.do(
                    lambda connection: _read(connection, "SELECT pg_xact_status(?::xid8)", (number,)), again=True
                )
            except psycopg.DataError:
                # A server that has taken over has not heard of it yet.
                return False
            if status != "in progress" or time.monotonic() > end:
                return bool(status == "committed")
            await asyncio.sleep(0.05)

    async def _roll_back(self) -> None:
        await self._writer.end_transaction()

    async def _judge(self, error: BaseException) -> None:
        if isinstance(error, psycopg.Error):
            state = error.sqlstate or ""
            if state.startswith(_OVERTAKEN):
                raise Overtaken(explain(error, self.name)) from error
            if state == psycopg.errors.ReadOnlySqlTransaction.sqlstate:
                # Sessions keep what was set when they began, and another server may have taken over.
                self._writer.look_elsewhere()
            if (
                isinstance(error, psycopg.OperationalError)
                or (isinstance(error, psycopg.InternalError) and state.startswith("XX"))
                or state.startswith(_REFUSALS)
            ):
                raise self._troubled(explain(error, self.name)) from error
        if isinstance(error, DatabaseError) and not isinstance(error, StoreTrouble):
            # Said while the connection was made again.
            raise self._troubled(str(error)) from error

    async def _look(self) -> None:
        # The connection that writes is also the one that keeps other bots from the database.
        async with self._one_at_a_time:
            try:
                await self._writer.do(_look, again=True)
            except (psycopg.Error, DatabaseError) as error:
                await self._judge(error)
                raise

    async def _try_to_write(self) -> None:
        await self.write("UPDATE canasta_schema SET version = version")


class PostgreSQLTransaction(Transaction):
    """A transaction on a server. Others write at the same time: what depends on what was read says so in its conditions."""

    def __init__(self, line: _Line, begun: _Connection, number: str) -> None:
        """Write through `line`, on the connection on which it was begun. Called by `PostgreSQL` alone."""
        super().__init__()
        self._line = line
        self.begun = begun
        """The connection on which it was begun."""
        self.number = number
        """The server's number of it."""

    async def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """Return the rows that a query reads, as `Transaction.rows` says."""
        return await self._do(lambda connection: _read(connection, sql, parameters))

    async def fill(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        """Insert many rows, which takes half the time of single statements."""
        self.changed += await self._do(lambda connection: connection.copy_in(table, columns, rows))

    async def hold(self, number: int) -> None:
        """Hold a number, as `Transaction.hold` says."""
        await self.rows("SELECT pg_advisory_xact_lock(?)", (number,))

    async def number_after(self, table: str, last: int) -> None:
        """Have a table give ids above `last`."""
        await self.rows("SELECT setval(pg_get_serial_sequence(?, 'id'), ?)", (table, last))

    async def _run(self, sql: str, parameters: Sequence[object]) -> int:
        return await self._do(lambda connection: connection.execute(sql, parameters).rowcount)

    async def _insert(self, sql: str, parameters: Sequence[object]) -> list[Row]:
        return await self.rows(sql, parameters)

    async def _many(self, sql: str, rows: Iterable[Sequence[object]]) -> int:
        return await self._do(lambda connection: connection.executemany(sql, rows))

    async def _do(self, work: Callable[[_Connection], Done]) -> Done:
        return await self._line.do(work, within=self.begun)


def _read(connection: _Connection, sql: str, parameters: Sequence[object]) -> list[Row]:
    return [*connection.execute(sql, parameters).fetchall()]


def _begin(alone: bool, connection: _Connection) -> tuple[_Connection, str]:
    lock = "pg_advisory_xact_lock" if alone else "pg_advisory_xact_lock_shared"
    cursor = connection.execute(f"BEGIN; SELECT pg_current_xact_id()::text, {lock}({_TRANSACTION})", prepare=False)
    cursor.nextset()
    [[number, _]] = cursor.fetchall()
    return connection, str(number)


def _commit(connection: _Connection) -> None:
    """Commit a transaction. A server that has ended it rolls it back then, and calls that no error."""
    said = connection.execute("COMMIT").statusmessage
    if said != "COMMIT":
        raise psycopg.errors.InFailedSqlTransaction(f"the server answered {said} to COMMIT")


def _look(connection: _Connection) -> None:
    """Raise `psycopg.Error` if a server takes nothing that is written."""
    [[read_only]] = _read(connection, "SELECT current_setting('transaction_read_only')", ())
    if read_only != "off":
        raise psycopg.errors.ReadOnlySqlTransaction("all its transactions are read-only")


def _check(connection: _Connection, name: str) -> None:
    """Raise `DatabaseError` for a database that this program can't use."""
    if connection.info.server_version < _OLDEST:
        raise DatabaseError(
            f"{name} is on a server of version {connection.info.server_version // 10_000}."
            f" PostgreSQL {_OLDEST // 10_000} is the oldest that can be used."
        )
    [[encoding]] = _read(connection, "SHOW server_encoding", ())
    if encoding != "UTF8":
        raise DatabaseError(f"{name} has the encoding {encoding}. Make it with the encoding UTF8.")
    version, known = _version(connection, name), max(migrations())
    if version > known:
        raise DatabaseError(
            f"{name} was written by a newer version of this program (schema {version}, this one knows {known})."
            " Update the program."
        )


def _version(connection: _Connection, name: str) -> int:
    """Return the version of the schema, 0 where there is nothing. Raises `DatabaseError` for tables of another program."""
    sql = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
    tables = {row[0] for row in _read(connection, sql, ())}
    if "canasta_schema" in tables:
        [[version]] = _read(connection, "SELECT version FROM canasta_schema", ())
        return int(version)
    if tables:
        raise DatabaseError(f"{name} is a database of another program. Choose another one in the settings.")
    return 0


def _take(connection: _Connection, name: str, *, shared: bool) -> None:
    """Keep other bots from the database for as long as the connection lasts, unless they share it too.

    Raises `DatabaseError` if one uses it.
    """
    end = time.monotonic() + _ENDING_SECONDS
    lock = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
    while True:
        [[taken]] = _read(connection, f"SELECT {lock}(?)", (_ALONE,))
        if taken:
            return
        if time.monotonic() > end:
            raise DatabaseError(
                f"{name} is in use by another bot process. Stop that one, or name another database by CANASTA_DATABASE."
                " Several processes of a bot all have CANASTA_WORKERS=several."
            )
        time.sleep(0.05)


def _number_of(what: Lock, number: int) -> int:
    """Return the server's number for a lock, a hash of 64 bits."""
    digest = hashlib.blake2b(f"{what.name} {number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)


def _try_lock(number: int, connection: _Connection) -> _Connection | None:
    [[taken]] = _read(connection, "SELECT pg_try_advisory_lock(?)", (number,))
    return connection if taken else None


def _migrate(connection: _Connection) -> None:
    """Bring the schema up to date, in one transaction."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(?)", (_MIGRATING,))
        version = _version(connection, "")
        if version == 0:
            connection.execute("CREATE TABLE canasta_schema (version BIGINT NOT NULL)")
            connection.execute("INSERT INTO canasta_schema (version) VALUES (0)")
        for number, script in migrations().items():
            if number > version:
                # As it stands: there are no parameters in it.
                with psycopg.ClientCursor(connection) as cursor:
                    cursor.execute(script.encode())
                connection.execute("UPDATE canasta_schema SET version = ?", (number,))


def explain(error: psycopg.Error, name: str) -> str:
    """Return what an error of the server means, and what to do, for the operator."""
    said = " ".join(str(error).split()).rstrip(".")
    state = error.sqlstate or ""
    if isinstance(error, psycopg.errors.DiskFull):
        return f"{name} can't grow: the server's disk is full. Make room."
    if isinstance(error, psycopg.errors.ReadOnlySqlTransaction):
        return (
            f"{name} can be read but not written to just now: its server is a standby, or was set to be read-only,"
            " as some are when a disk is nearly full."
        )
    if state in _DAMAGES:
        return f"{name} is damaged ({said}). Restore a backup."
    if state.startswith(_OVERTAKEN):
        return f"{name} was changed by others at the same moment ({said})."
    if isinstance(error, psycopg.OperationalError | psycopg.InternalError):
        return f"{name} can't be used just now ({said}). Check its server, and CANASTA_DATABASE."
    return f"{name} can't be used: {said}."
