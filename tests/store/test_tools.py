"""Backups are made while the bot plays, and restored whatever is there and whenever the process is killed."""

from __future__ import annotations

import asyncio
import ctypes
import hashlib
import os
import random
import re
import resource
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.data.errors import DatabaseError
from bot.store import database as module
from bot.store import soundness, sqlite, tools
from bot.store.opening import open_database
from bot.store.sqlite import migrations
from bot.tables import Tables
from bot.tables.tools import check
from tests import forks, killed
from tests.stored import rows, stored
from tests.tables.club import ANA, BO, Clock, choice, mover, started

pytestmark = pytest.mark.sqlite

AT = datetime(2026, 11, 22, 3, 15, tzinfo=UTC)
KEPT = "canasta-before-restore-20261122-031500.sqlite3"
NOBODY = 65534


def digest(path: Path) -> dict[str, str]:
    """Return what every file of a folder holds, but for memory that processes share."""
    files = [one for one in sorted(path.iterdir()) if one.is_file() and not one.name.endswith("-shm")]
    return {one.name: hashlib.sha256(one.read_bytes()).hexdigest() for one in files}


def names(folder: Path) -> set[str]:
    return {one.name for one in folder.iterdir()}


def people(path: Path) -> set[object]:
    return {user_id for (user_id,) in rows(path, "SELECT user_id FROM people")}


async def make(path: Path, *user_ids: int) -> Path:
    """Return a database that knows these people, closed in good order."""
    database = await open_database(path)
    for user_id in user_ids:
        await database.write("INSERT INTO people (user_id) VALUES (?)", (user_id,))
    await database.close()
    return path


def _dies(path: Path, user_id: int) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("INSERT INTO people (user_id) VALUES (?)", (user_id,))
    os._exit(0)


def write_and_die(path: Path, user_id: int) -> None:
    """Write about somebody more, known only to the log, and die without closing the database."""
    child = forks.CONTEXT.Process(target=_dies, args=(path, user_id))
    child.start()
    child.join()
    assert path.with_name(path.name + "-wal").stat().st_size > 0


# A bot in a process of its own


def _plays(path: Path, ready: Any, stop: Any) -> None:
    asyncio.run(_play(path, ready, stop))


async def _play(path: Path, ready: Any, stop: Any) -> None:
    database = await open_database(path)
    tables, chance = Tables(database, clock=Clock(), chance=random.Random(4)), random.Random(4)
    table = await started(tables, ANA, BO, layout="2", house={"target": 100_000})
    ready.set()
    while not stop.is_set():
        table = (await tables.turns.play(table.id, mover(table), await choice(tables, table, chance))).table
    await tables.computers.close()
    await database.close()


def _idles(path: Path, ready: Any, stop: Any) -> None:
    async def idle() -> None:
        database = await open_database(path)
        ready.set()
        stop.wait()
        await database.close()

    asyncio.run(idle())


@contextmanager
def bot(path: Path, does: Callable[..., None]) -> Iterator[None]:
    """Let another process keep the database open and do something until the end."""
    ready, stop = forks.CONTEXT.Event(), forks.CONTEXT.Event()
    child = forks.CONTEXT.Process(target=does, args=(path, ready, stop))
    child.start()
    try:
        assert ready.wait(300)
        yield
    finally:
        stop.set()
        child.join()
    assert child.exitcode == 0


# Backups


@pytest.mark.slow
async def test_backups_are_made_while_a_game_is_played(tmp_path: Path) -> None:
    path, versions = tmp_path / "canasta.sqlite3", []
    with bot(path, _plays):
        for number in range(6):
            before = rows(path, "SELECT version FROM games")
            while before == rows(path, "SELECT version FROM games"):  # noqa: ASYNC110 - it happens in another process
                await asyncio.sleep(0.01)
            target = tmp_path / f"{number}.sqlite3"
            copy = tools.back_up(path, target)
            assert (copy.path, copy.schema, copy.games) == (target, len(migrations()), 1)
            versions.append(rows(target, "SELECT version FROM games"))
    assert versions == sorted(versions)
    assert len({str(version) for version in versions}) == 6, "moves were made between any two"
    for number in range(6):
        assert list(soundness.faults(tmp_path / f"{number}.sqlite3", len(migrations()))) == []
        assert [failure async for failure in check.failures(tmp_path / f"{number}.sqlite3")] == []
        assert list(soundness.contradictions(tmp_path / f"{number}.sqlite3")) == []


async def test_a_backup_is_one_file_for_its_owner_alone_and_leaves_no_trace(tmp_path: Path) -> None:
    path = await make(tmp_path / "canasta.sqlite3", 1)
    before = digest(tmp_path)
    (tmp_path / "away").mkdir()
    tools.back_up(path, tmp_path / "away" / "copy.sqlite3")
    assert digest(tmp_path) == before
    [copy] = (tmp_path / "away").iterdir()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert rows(copy, "PRAGMA journal_mode") == [("delete",)]
    assert killed.content(copy) == killed.content(path)


async def test_a_backup_holds_what_is_only_in_the_log_of_a_bot_that_was_killed(tmp_path: Path) -> None:
    path = await make(tmp_path / "canasta.sqlite3", 1)
    write_and_die(path, 2)
    before = path.read_bytes()
    tools.back_up(path, tmp_path / "copy.sqlite3")
    assert path.read_bytes() == before
    assert people(tmp_path / "copy.sqlite3") == {1, 2}


async def test_a_backup_overwrites_nothing_unless_it_is_told_to(tmp_path: Path) -> None:
    path, target = await make(tmp_path / "canasta.sqlite3", 1), tmp_path / "copy.sqlite3"
    target.write_text("dear to somebody", encoding="utf-8")
    with pytest.raises(DatabaseError, match="exists already"):
        tools.back_up(path, target)
    assert target.read_text(encoding="utf-8") == "dear to somebody"
    tools.back_up(path, target, force=True)
    assert people(target) == {1}
    for own in (path, tmp_path / "away" / ".." / "canasta.sqlite3"):
        (tmp_path / "away").mkdir(exist_ok=True)
        with pytest.raises(DatabaseError, match="the database itself"):
            tools.back_up(path, own, force=True)
    assert people(path) == {1}


async def test_of_dated_backups_the_newest_are_kept_and_nothing_else_is_touched(tmp_path: Path) -> None:
    path, folder = await make(tmp_path / "canasta.sqlite3", 1), tmp_path / "backups"
    folder.mkdir()
    others = {
        "canasta-20261101-031500.sqlite3.bz2",
        "canasta-before-restore-20200101-000000.sqlite3",
        "canasta-holiday.sqlite3",
        "canasta-20261101-031500.sqlite3.abcd1234.part",
        "salon-20200101-000000.sqlite3",
    }
    dated = {tools.dated(path, AT.replace(day=day)) for day in (1, 2, 3, 30)}
    given_up = {"canasta-20200101-000000.sqlite3.x_1.part", "canasta-20200101-000000.sqlite3.x_1.part-journal"}
    for name in (*others, *dated, *given_up):
        (folder / name).touch()
    for name in given_up:
        os.utime(folder / name, (1, 1))
    newest = tools.back_up(path, folder / tools.dated(path, AT)).path
    gone = tools.thin_out(path, newest, 2)
    assert [one.name for one in gone] == [tools.dated(path, AT.replace(day=day)) for day in (1, 2, 3)]
    kept = {newest.name, tools.dated(path, AT.replace(day=30))}
    assert names(folder) == others | kept
    assert {one.name for one in tools.thin_out(path, newest, 1)} == kept - {newest.name}, "a clock went wrong"
    assert people(newest) == {1}


def nothing(_: Path) -> None:
    """Do nothing to the database."""


def empty(path: Path) -> None:
    path.write_bytes(b"")


def text(path: Path) -> None:
    path.write_bytes(b"What people wrote down by hand, over some pages. " * 200)


def foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.commit()


def newer(path: Path) -> None:
    rows(path, f"PRAGMA user_version = {len(migrations()) + 1}")


def truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2 + 100)


def holes(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096 * 5 : 4096 * 12] = b"\xa5" * (4096 * 7)
    path.write_bytes(content)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def missing(path: Path) -> None:
    path.unlink()


UNUSABLE: dict[Callable[[Path], None], str] = {
    empty: r"canasta\.sqlite3 is empty",
    text: r"damaged or no database \(file is not a database\)\. Nothing was changed",
    foreign: "a database of another program",
    newer: "a newer version of this program.*Update the program",
    truncated: r"damaged or no database \(database disk image is malformed\)",
    holes: "is damaged .*Nothing was changed",
    folder: "is no file",
    missing: "There is no file",
}


@pytest.mark.parametrize("spoil", UNUSABLE, ids=lambda spoil: spoil.__name__)
def test_what_is_no_sound_database_of_ours_is_neither_copied_nor_restored(
    tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    path = stored(tmp_path / "canasta.sqlite3", 2)
    spoil(path)
    (tmp_path / "away").mkdir()
    here = stored(tmp_path / "away" / "other.sqlite3", 1)
    before, before_away = digest(tmp_path), digest(tmp_path / "away")
    for refused in (
        partial(tools.back_up, path, tmp_path / "away" / "copy.sqlite3"),
        partial(tools.restore, here, path, AT),
    ):
        with pytest.raises(DatabaseError, match=UNUSABLE[spoil]) as error:
            refused()
        assert str(path) in str(error.value)
        assert ".part" not in str(error.value), "nobody knows the name that a copy has for a moment"
    assert digest(tmp_path) == before
    assert digest(tmp_path / "away") == before_away


def _backs_up(path: Path, target: Path) -> None:
    tools.back_up(path, target)


async def test_a_backup_killed_at_any_step_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    path = await make(tmp_path / "canasta.sqlite3", 1)
    write_and_die(path, 2)
    seen = set()
    for kill_at in killed.moments():
        target = tmp_path / f"{kill_at}.sqlite3"
        finished = killed.step_by_step(partial(_backs_up, path, target), kill_at)
        seen.add(target.exists() and target.stat().st_size > 0)
        if finished:
            break
        if target.exists() and target.stat().st_size:
            assert people(target) == {1, 2}
    assert people(target) == {1, 2}
    assert seen == {False, True}
    assert kill_at > 15
    assert people(path) == {1, 2}


# Where there is no room, and nothing may be written


@contextmanager
def no_room() -> Iterator[None]:
    """Keep every file from growing beyond a few pages, as on a full disk."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


#: A right of Linux's superuser, as a bit: to read and write whatever the permissions are (see capabilities(7)).
CAP_DAC_OVERRIDE = 1 << 1
_CAPABILITY_VERSION_3 = 0x20080522


def defies_permissions(whether: bool) -> None:
    """Take that right from the superuser, or give it back. Nobody else has it.

    All that the superuser owns stays readable, so that nothing has to be loaded before. That isn't so where another user
    takes over: the checkout, or Python itself, may lie where nobody else may look.
    """
    if os.geteuid() != 0:
        return
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "capset"):
        pytest.skip("the superuser can write everywhere")
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    rights = (ctypes.c_uint32 * 6)()
    assert libc.capget(header, rights) == 0
    effective, permitted = rights[0], rights[1]
    rights[0] = effective | CAP_DAC_OVERRIDE & permitted if whether else effective & ~CAP_DAC_OVERRIDE
    assert libc.capset(header, rights) == 0


@contextmanager
def readable_folder() -> Iterator[Path]:
    """Yield a folder that is ours, and that this process can be made to read and no more."""
    place = Path(tempfile.mkdtemp())
    try:
        yield place
    finally:
        defies_permissions(True)
        place.chmod(0o755)
        shutil.rmtree(place)


def give_up_writing(place: Path) -> None:
    place.chmod(0o555)
    defies_permissions(False)


def test_without_room_nothing_is_left_behind(tmp_path: Path) -> None:
    path, backup = stored(tmp_path / "canasta.sqlite3", 2), stored(tmp_path / "backup.sqlite3", 2)
    before = digest(tmp_path)
    for work in (partial(tools.back_up, path, tmp_path / "copy.sqlite3"), partial(tools.restore, path, backup, AT)):
        with no_room(), pytest.raises(DatabaseError, match=r"can't be copied.*Check that there is room"):
            work()
        assert digest(tmp_path) == before


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with readable_folder() as place:
        path, backup = stored(place / "canasta.sqlite3", 2), stored(place / "backup.sqlite3", 1)
        before = digest(place)
        give_up_writing(place)
        for work in (partial(tools.back_up, path, place / "copy.sqlite3"), partial(tools.restore, path, backup, AT)):
            with pytest.raises(DatabaseError, match=rf"{place} can't be used \(Permission denied\)"):
                work()
        with tools.snapshot(path) as copy:
            assert tools.examined(copy, path).games == 8
        assert digest(place) == before


async def test_a_log_that_cannot_be_made_is_explained() -> None:
    with readable_folder() as place:
        path = await make(place / "canasta.sqlite3", 1)
        give_up_writing(place)
        with pytest.raises(DatabaseError, match="its folder must be writable too"), tools.snapshot(path):
            pass


# Restoring


async def test_a_backup_is_restored_and_what_was_there_is_kept_with_its_log(tmp_path: Path) -> None:
    path = await make(tmp_path / "canasta.sqlite3", 1)
    backup = tools.back_up(path, tmp_path / "backup.sqlite3").path
    write_and_die(path, 2)
    (tmp_path / "canasta.sqlite3.abc_1.part").touch()
    copy, kept = tools.restore(path, backup, AT)
    assert (copy.path, kept) == (path, tmp_path / KEPT)
    assert kept is not None
    assert names(tmp_path) == {"canasta.sqlite3", "backup.sqlite3", KEPT}
    assert (people(path), people(kept), people(backup)) == ({1}, {1, 2}, {1})
    await make(path, 3)
    assert people(path) == {1, 3}


async def test_a_backup_of_an_earlier_version_is_restored_and_brought_up_to_date_at_the_start(tmp_path: Path) -> None:
    path = await make(tmp_path / "canasta.sqlite3", 1)
    copy, _ = tools.restore(path, stored(tmp_path / "backup.sqlite3", 1), AT)
    assert (copy.schema, copy.games) == (1, 2)
    assert rows(path, "PRAGMA user_version") == [(1,)]
    await make(path)
    assert rows(path, "PRAGMA user_version") == [(len(migrations()),)]


async def test_a_backup_is_restored_where_there_was_nothing(tmp_path: Path) -> None:
    backup = await make(tmp_path / "backup.sqlite3", 1)
    path = tmp_path / "deep" / "down" / "canasta.sqlite3"
    assert tools.restore(path, backup, AT)[1] is None
    assert names(path.parent) == {"canasta.sqlite3"}
    assert people(path) == {1}


@pytest.mark.skipif(os.name != "posix", reason="owners and permissions are Unix's")
async def test_what_is_restored_belongs_to_whom_the_database_belonged(tmp_path: Path) -> None:
    backup = await make(tmp_path / "backup.sqlite3", 1)
    path = await make(tmp_path / "data" / "canasta.sqlite3", 2)
    path.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(path, NOBODY, NOBODY)
        os.chown(path.parent, NOBODY, NOBODY)
    there = path.stat()
    for _ in range(2):
        tools.restore(path, backup, AT)
        assert (path.stat().st_uid, path.stat().st_gid) == (there.st_uid, there.st_gid)
        for one in path.parent.iterdir():
            one.unlink()
    with pytest.raises(DatabaseError, match="the database itself"):
        tools.restore(backup, backup, AT)


async def test_a_database_elsewhere_that_is_only_linked_to_is_copied_and_replaced_there(tmp_path: Path) -> None:
    real = await make(tmp_path / "disk" / "games.sqlite3", 1)
    backup = tools.back_up(real, tmp_path / "backup.sqlite3").path
    write_and_die(real, 2)
    path = tmp_path / "canasta.sqlite3"
    path.symlink_to(real)
    before = digest(real.parent)
    tools.back_up(path, tmp_path / "later.sqlite3")
    assert people(tmp_path / "later.sqlite3") == {1, 2}
    assert digest(real.parent) == before
    _, kept = tools.restore(path, backup, AT)
    assert path.is_symlink()
    assert kept is not None
    assert (kept.parent, people(path), people(kept)) == (real.parent, {1}, {1, 2})


@pytest.mark.parametrize("does", [_idles, _plays])
async def test_nothing_is_restored_while_a_bot_runs(tmp_path: Path, does: Callable[..., None]) -> None:
    path, backup = await make(tmp_path / "canasta.sqlite3", 1), await make(tmp_path / "backup.sqlite3", 2)
    with bot(path, does):
        for _ in range(3):
            with pytest.raises(DatabaseError, match="is in use"):
                tools.restore(path, backup, AT)
    assert names(tmp_path) == {"canasta.sqlite3", "backup.sqlite3"}
    assert people(path) == {1}
    tools.restore(path, backup, AT)
    assert people(path) == {2}


async def test_nothing_is_restored_while_a_bot_runs_whose_database_was_destroyed(tmp_path: Path) -> None:
    path, backup = await make(tmp_path / "canasta.sqlite3", 1), await make(tmp_path / "backup.sqlite3", 2)
    with bot(path, _idles):
        with path.open("r+b") as file:
            file.write(b"destroyed" * 20)
        with pytest.raises(DatabaseError, match="is in use"):
            tools.restore(path, backup, AT)
    _, kept = tools.restore(path, backup, AT)
    assert kept is not None
    assert kept.read_bytes().startswith(b"destroyed")
    assert people(path) == {2}


async def test_no_bot_starts_while_a_backup_is_restored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = await make(tmp_path / "canasta.sqlite3", 1)
    monkeypatch.setattr(module, "BUSY_SECONDS", 0.0)
    with tools._held(path) as readable:
        assert readable
        with pytest.raises(DatabaseError, match="held by another process"):
            await open_database(path)
    await make(path)


async def test_nobody_gets_at_the_database_between_two_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, connected, tries = await make(tmp_path / "canasta.sqlite3", 1), tools._connected, list[str]()

    def intrude(statement: str) -> None:
        if tries or statement == "BEGIN EXCLUSIVE":
            with closing(sqlite3.connect(path, timeout=0.0)) as other:
                try:
                    other.execute("SELECT count(*) FROM people").fetchone()
                    tries.append("got in")
                except sqlite3.OperationalError as error:
                    tries.append(error.sqlite_errorname)

    def watched(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection = connected(*arguments, **options)
        connection.set_trace_callback(intrude)
        return connection

    monkeypatch.setattr(tools, "_connected", watched)
    with tools._held(path):
        intrude("at the end")
    assert len(tries) > 3
    assert tries == ["got in", *["SQLITE_BUSY"] * (len(tries) - 1)], "it is held from the first of them on"


async def test_a_bot_that_waited_for_the_end_of_it_does_not_start_with_what_was_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, backup = await make(tmp_path / "canasta.sqlite3", 1), await make(tmp_path / "backup.sqlite3", 2)
    connect = sqlite._connected

    async def late(place: Path) -> Any:
        connection = await connect(place)
        await asyncio.to_thread(tools.restore, path, backup, AT)
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(sqlite, "_connected", late)
        with pytest.raises(DatabaseError, match="replaced by another file a moment ago"):
            await open_database(path)
    assert not path.with_name(path.name + "-wal").exists(), "it would be taken for the log of the new file"
    assert people(path) == {2}
    assert people(tmp_path / KEPT) == {1}


# Killed in the middle of it


def destroyed(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(b"destroyed" * 20)


STATES: dict[Callable[[Path], None], str | None] = {
    nothing: None,
    destroyed: "damaged or no database",
    missing: "Put the database back beside it|damaged or no database",
}
"""Accidents of a database beside which there is a log, and the words of a bot that starts with it (None: it plays
on)."""


def _restores(path: Path, backup: Path) -> None:
    tools.restore(path, backup, AT)


@pytest.mark.slow
@pytest.mark.parametrize("befell", STATES, ids=lambda befell: befell.__name__)
async def test_killed_at_any_step_the_old_database_is_in_place_or_the_new_one(
    tmp_path: Path, befell: Callable[[Path], None]
) -> None:
    backup, model = await make(tmp_path / "backup.sqlite3", 3), tmp_path / "model"
    write_and_die(await make(model / "canasta.sqlite3", 1), 2)
    befell(model / "canasta.sqlite3")
    lost = (model / "canasta.sqlite3-wal").read_bytes()
    outcomes = list[str]()
    for kill_at in killed.moments():
        place = shutil.copytree(model, tmp_path / str(kill_at))
        path = place / "canasta.sqlite3"
        finished = killed.step_by_step(partial(_restores, path, backup), kill_at)
        outcomes.append(await outcome(path, STATES[befell]))
        if outcomes[-1] == "old":
            tools.restore(path, backup, AT.replace(minute=59))
            assert not list(place.glob("canasta.sqlite3?*")), "nothing is left of the one that was killed"
        assert people(path) == {3}
        kept = list(place.glob("canasta-before-restore-*"))
        assert tools._NOTE not in [one.read_bytes() for one in kept]
        if befell is nothing:
            assert {frozenset(people(one)) for one in kept} == {frozenset({1, 2})}
        else:
            assert lost in [one.read_bytes() for one in kept]
        if finished:
            break
    assert outcomes == sorted(outcomes, reverse=True), "first always the old one, then always the new one"
    assert outcomes.count("old") > 15 // killed.SAMPLE
    assert "new" in outcomes


async def outcome(path: Path, refused: str | None) -> str:
    """Return which database is in place: the `old` one as it was (where it can't be used, a bot says so), or the `new` one."""
    before, said = digest(path.parent), ""
    try:
        database = await open_database(path)
    except DatabaseError as error:
        said = str(error)
    if said:
        assert refused is not None
        assert re.search(refused, said), said
        assert digest(path.parent) == before
        return "old"
    found = {row[0] for row in await database.rows("SELECT user_id FROM people")}
    await database.close()
    assert found in ([{3}] if refused else [{1, 2}, {3}])
    return "new" if found == {3} else "old"
