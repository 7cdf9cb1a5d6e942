"""Copies of a database: made while the bot runs, checked to be sound, and put in its place while it doesn't run."""

from __future__ import annotations

import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from bot.data.errors import DatabaseError
from bot.store.database import BUSY_SECONDS
from bot.store.messages import PURPOSES_UNTIL, RETIRE, RETIRE_PURPOSES
from bot.store.sqlite import APPLICATION_ID, DAMAGES, HELD, begins_as_database, explain, migrations
from bot.store.tournaments import SHOW_ANEW

#: The endings of the files that SQLite keeps beside a database while it is open, or after its process was killed.
_LOG, _SHARED, _JOURNAL = "-wal", "-shm", "-journal"

#: Where SQLite's locks on a file begin, and over how many bytes, whatever its content (its file format, "The Lock-Byte
#: Page").
_LOCKS_AT, _LOCKS = 0x40000000, 512

#: Takes the place of a database that can't be read for a moment, so that nobody begins a new one there.
_NOTE = b"A backup is being restored here. If you can read this, that was interrupted: restore it again.\n"

#: How the names of unfinished copies end, the pattern for those that were left behind when a copy was killed, and the
#: seconds after which no copy can still be running.
_UNFINISHED = ".part"
_LEFT = r"\.\w+\.part(-\w+)?"
_GIVEN_UP_AFTER = 86_400


@dataclass(frozen=True, slots=True)
class Copy:
    """A sound copy of a database: the schema that it is of, its games, and its size in bytes."""

    path: Path
    schema: int
    games: int
    size: int


# Backups


def dated(database: Path, at: datetime) -> str:
    """Return the name of a backup made at a time; backups of other times get other names."""
    return f"{database.stem}-{at:%Y%m%d-%H%M%S}{database.suffix}"


def back_up(database: Path, target: Path, *, force: bool = False) -> Copy:
    """Copy a database as it stands now to a new file; with `force`, in place of one that is there.

    The file appears under its name when it is whole, sound and on disk. Only its owner can read it. Raises
    `DatabaseError`.
    """
    _check_is_there(database)
    if _same(database, target):
        raise DatabaseError(f"{target} is the database itself. Choose another name for the backup.")
    if target.exists() and not force:
        raise DatabaseError(f"{target} exists already. Choose another name, or overwrite it by --force.")
    with _unfinished(target) as unfinished:
        _copy(database, unfinished)
        copy = examined(unfinished, database)
        with _explained(target):
            _sync(unfinished)
            if not force:
                # Nobody else may have made it meanwhile.
                target.open("xb").close()
            unfinished.replace(target)
            _sync(target.parent)
    return replace(copy, path=target)


def thin_out(database: Path, newest: Path, keep: int) -> list[Path]:
    """Delete the oldest dated backups in the folder of the `newest` until `keep` are left, and return those deleted.

    Files that killed backups have left there are deleted as well. Raises `DatabaseError`.
    """
    name = rf"{re.escape(database.stem)}-\d{{8}}-\d{{6}}{re.escape(database.suffix)}"
    with _explained(newest.parent):
        beside = sorted(newest.parent.iterdir())
        others = [path for path in beside if path != newest and re.fullmatch(name, path.name)]
        old = others[: max(0, len(others) - (keep - 1))]
        given_up = newest.stat().st_mtime - _GIVEN_UP_AFTER
        left = [path for path in beside if re.fullmatch(name + _LEFT, path.name) and path.stat().st_mtime < given_up]
        for path in [*old, *left]:
            path.unlink()
    return old


# Restoring


def restore(database: Path, backup: Path, at: datetime) -> tuple[Copy, Path | None]:
    """Put a copy of a backup in place of a database that nobody uses.

    Return the restored copy, and the new path of the old database (None if there was none). If it is interrupted at any
    point, either database is in place or, where the old one can't be read, a note that nobody takes for a database.
    Raises `DatabaseError`, also while a bot runs; then the old database stays in place.
    """
    _check_is_there(backup)
    if _same(database, backup):
        raise DatabaseError(f"{backup} is the database itself. Choose a backup of it.")
    if database.is_symlink():
        database = database.resolve()
    kept = database.with_name(f"{database.stem}-before-restore-{at:%Y%m%d-%H%M%S}{database.suffix}")
    with _explained(database.parent):
        database.parent.mkdir(parents=True, exist_ok=True)
    with _unfinished(database) as unfinished:
        _copy(backup, unfinished)
        restored = examined(unfinished, backup)
        _ready_for_use(unfinished)
        # Closing a file releases the locks that its process has on it, so the file is read before it is held.
        worth_keeping = _size(database) > 0 and not _is_note(database)
        with _held(database) as readable, _explained(database):
            _belongs_to_the_same(unfinished, database)
            _sync(unfinished)
            if worth_keeping:
                os.link(database, kept)
            if not readable:
                _set_aside_what_cannot_be_read(database, kept)
            _beside(database, _SHARED).unlink(missing_ok=True)
            _sync(database.parent)
            unfinished.replace(database)
            _sync(database.parent)
            for path in database.parent.iterdir():
                # Left behind by restores that were killed; no other restore runs now.
                if re.fullmatch(re.escape(database.name) + _LEFT, path.name):
                    path.unlink()
    there = kept.exists() or _beside(kept, _LOG).exists()
    return replace(restored, path=database), kept if there else None


@contextmanager
def _held(database: Path) -> Iterator[bool]:
    """Keep everybody else from using the file. Yield True if it is a database, which is then whole without a log.

    Raises `DatabaseError` if somebody uses it.
    """
    if not _size(database):
        # SQLite would take a log beside it for that of a new database, and throw it away.
        yield False
        return
    with ExitStack() as stack:
        readable = begins_as_database(database)
        if readable:
            try:
                connection = stack.enter_context(closing(_connected(database, "rw", timeout=0.0)))
                # The bot shares the file's lock while it runs. In this mode the lock isn't released between two
                # statements.
                connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                connection.execute("BEGIN EXCLUSIVE")
                connection.execute("COMMIT")
                [[mode]] = connection.execute("PRAGMA journal_mode = DELETE")
                connection.execute("BEGIN EXCLUSIVE")
            except sqlite3.Error as error:
                if _is(error, HELD):
                    raise _in_use(database) from error
                if not _is(error, DAMAGES):
                    raise DatabaseError(explain(error, database)) from error
                readable = False
                stack.pop_all().close()
            else:
                if mode != "delete":
                    raise DatabaseError(f"The log of {database} can't be folded into it. Nothing was restored.")
        if not readable:
            stack.enter_context(_held_unread(database))
        yield readable


@contextmanager
def _held_unread(database: Path) -> Iterator[None]:
    """Keep everybody else from using a file that SQLite can't read, so that it doesn't lock it either."""
    import fcntl

    with _explained(database), database.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, _LOCKS, _LOCKS_AT)
        except OSError as error:
            raise _in_use(database) from error
        yield


def _in_use(database: Path) -> DatabaseError:
    return DatabaseError(f"{database} is in use. Stop the bot (or whatever else has it open), then restore the backup.")


def _set_aside_what_cannot_be_read(database: Path, kept: Path) -> None:
    """Move away the logs of a file that is no database or is missing; a new file there would be taken for theirs."""
    logs = [name for name in (_LOG, _JOURNAL) if _beside(database, name).exists()]
    for name in logs:
        os.link(_beside(database, name), _beside(kept, name))
    if logs:
        with _unfinished(database) as note:
            note.write_bytes(_NOTE)
            _sync(note)
            _sync(database.parent)
            note.replace(database)
    for name in logs:
        _beside(database, name).unlink()


def _ready_for_use(copy: Path) -> None:
    """Prepare a restored database for the bot. Raises `DatabaseError`.

    The bot then shows all active games and tournaments again. The file gets the journal mode of the bot's own database:
    a process that opens it holds a lock from its first read on.
    """
    try:
        with closing(_connected(copy, "rw")) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            active = connection.execute("SELECT id FROM games WHERE status IN ('lobby', 'playing')").fetchall()
            (schema,) = connection.execute("PRAGMA user_version").fetchone()
            connection.execute("BEGIN")
            for sql in RETIRE_PURPOSES if schema <= PURPOSES_UNTIL else RETIRE:
                connection.executemany(sql, active)
            # Earlier schemas had no tournaments.
            if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'tournaments'").fetchone():
                connection.execute(SHOW_ANEW)
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise DatabaseError(explain(error, copy)) from error


def _belongs_to_the_same(copy: Path, database: Path) -> None:
    """Give a file the owner and permissions of the one that it replaces, or the owner of the folder."""
    model = (database if database.exists() else database.parent).stat()
    if database.exists():
        copy.chmod(model.st_mode & 0o777)
    if hasattr(os, "chown"):
        # Only the superuser can give files away, and only they need to.
        with suppress(PermissionError):
            os.chown(copy, model.st_uid, model.st_gid)


# Reading


@contextmanager
def snapshot(database: Path) -> Iterator[Path]:
    """Yield a copy of a database as it stands now, which nobody else can read. Raises `DatabaseError`, also if it can't be used."""
    _check_is_there(database)
    with ExitStack() as stack:
        with _explained(Path(tempfile.gettempdir())):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="canasta-")))
        copy = folder / "copy.sqlite3"
        copy.touch()
        _copy(database, copy)
        try:
            yield copy
        except sqlite3.Error as error:
            raise DatabaseError(_not_copied(error, database, copy)) from error


def reading(copy: Path) -> sqlite3.Connection:
    """Return a connection that can only read. Raises `sqlite3.Error`."""
    connection = _connected(copy, "rw")
    connection.execute("PRAGMA query_only = ON")
    return connection


def schema_of(copy: Path, name: Path) -> int:
    """Return the version of a database's schema. Raises `DatabaseError` for a file that isn't this program's.

    `name` is the path by which errors name the file.
    """
    try:
        with closing(reading(copy)) as connection:
            (things,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error as error:
        raise _unreadable(error, name) from error
    known = len(migrations())
    if not things:
        raise DatabaseError(f"{name} is empty.")
    if application != APPLICATION_ID:
        raise DatabaseError(f"{name} is a database of another program.")
    if version > known:
        raise DatabaseError(
            f"{name} was written by a newer version of this program (schema {version}, this one knows {known})."
            " Update the program."
        )
    return int(version)


def damage(copy: Path, most: int) -> list[str]:
    """Return what SQLite finds wrong with a file, about `most` things at most. Raises `sqlite3.Error`."""
    found: list[str] = []
    with closing(reading(copy)) as connection:
        try:
            for (text,) in connection.execute(f"PRAGMA integrity_check({most})"):
                found += [line for line in text.splitlines() if not line.startswith("***")]
        except sqlite3.Error as error:
            if not _is(error, DAMAGES):
                raise
            found.append(str(error))
    return [] if found == ["ok"] else found


def examined(copy: Path, name: Path) -> Copy:
    """Return what a copy holds; errors call it by `name`.

    Raises `DatabaseError` if it isn't this program's, or unsound.
    """
    schema = schema_of(copy, name)
    try:
        found = damage(copy, 3)
        if not found:
            with closing(reading(copy)) as connection:
                (games,) = connection.execute("SELECT count(*) FROM games").fetchone()
    except sqlite3.Error as error:
        raise _unreadable(error, name) from error
    if found:
        raise DatabaseError(f"{name} is damaged ({'; '.join(found)}). Nothing was changed.")
    return Copy(copy, schema, games, copy.stat().st_size)


def _copy(source: Path, target: Path) -> None:
    """Copy one state of a database, which others may be writing to, into an empty file. Raises `DatabaseError`."""
    # Where there is no log this connection makes one and deletes it again, which a read-only connection could not.
    # Where there is one, it must not fold it into the file.
    mode = "ro" if _beside(source.resolve(), _LOG).exists() else "rw"
    try:
        with closing(_connected(source, mode)) as connection:
            connection.execute("PRAGMA query_only = ON")
            connection.execute("BEGIN")
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            try:
                with closing(_connected(target, "rw")) as copy:
                    connection.backup(copy)
                    # One file, without a log, can be opened wherever it is taken.
                    copy.execute("PRAGMA journal_mode = DELETE")
            except sqlite3.Error as error:
                raise DatabaseError(_not_copied(error, source, target)) from error
    except sqlite3.Error as error:
        raise _unreadable(error, source) from error


def _not_copied(error: sqlite3.Error, source: Path, target: Path) -> str:
    if _is(error, DAMAGES):
        return f"{source} is damaged or no database ({error}). Nothing was changed."
    return f"{source} can't be copied to {target.parent}: {error}. Check that there is room."


def _unreadable(error: sqlite3.Error, path: Path) -> DatabaseError:
    if _is(error, DAMAGES):
        return DatabaseError(f"{path} is damaged or no database ({error}). Nothing was changed.")
    if _is(error, ("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM")):
        return DatabaseError(
            f"{path} can't be read ({error}). Check its permissions; its folder must be writable too, or copy it elsewhere."
        )
    return DatabaseError(explain(error, path))


def _connected(path: Path, mode: str, timeout: float = BUSY_SECONDS) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=timeout)


def _is(error: sqlite3.Error, kinds: tuple[str, ...]) -> bool:
    return getattr(error, "sqlite_errorname", "").startswith(kinds)


# Files


def _check_is_there(path: Path) -> None:
    with _explained(path):
        there = path.exists()
    if not there:
        raise DatabaseError(f"There is no file {path}. Check its name, and CANASTA_DATABASE.")
    if not path.is_file():
        raise DatabaseError(f"{path} is no file.")


def _same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _is_note(path: Path) -> bool:
    return _size(path) == len(_NOTE) and path.read_bytes() == _NOTE


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


@contextmanager
def _unfinished(target: Path) -> Iterator[Path]:
    """Yield an empty file beside the target, for its owner alone. It is deleted afterwards unless it was renamed."""
    with _explained(target.parent):
        handle, name = tempfile.mkstemp(prefix=f"{target.name}.", suffix=_UNFINISHED, dir=target.parent)
        os.close(handle)
    path = Path(name)
    try:
        yield path
    finally:
        for ending in ("", _JOURNAL, _LOG, _SHARED):
            _beside(path, ending).unlink(missing_ok=True)


@contextmanager
def _explained(place: Path) -> Iterator[None]:
    """Raise `DatabaseError` where the operating system refuses something."""
    try:
        yield
    except OSError as error:
        raise DatabaseError(
            f"{place} can't be used ({error.strerror}). Check the folder, its permissions and room."
        ) from error


def _sync(path: Path) -> None:
    """Wait until the content of a file, or the list of files in a folder, is on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
