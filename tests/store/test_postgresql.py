"""PostgreSQL: the same tables as in SQLite, lost connections, messages to an operator, and copies to and fro."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

import psycopg
import pytest

from bot.__main__ import main
from bot.data.daily import BegunDeal
from bot.data.errors import DatabaseError, StoreTrouble
from bot.data.messages import MessageKind, MessageState
from bot.store import copying
from bot.store import postgresql as module
from bot.store.copying import copy
from bot.store.daily import DailyStore
from bot.store.games import GameStore
from bot.store.messages import MessageStore
from bot.store.opening import open_database
from bot.store.people import PersonStore
from bot.store.postgresql import PostgreSQL, in_its_words, migrations
from bot.store.sqlite import migrations as sqlite_migrations
from tests import postgresql_server
from tests.stored import VERSIONS, rows, stored
from tests.test_main import bot

INSERT = "INSERT INTO people (user_id) VALUES (?)"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Yield a database with all tables."""
    one = postgresql_server.database_for(tmp_path / "whole")
    yield one
    postgresql_server.drop([one])


@pytest.fixture
def blank(tmp_path: Path) -> Iterator[str]:
    """Yield a database in which nothing was done yet."""
    one = postgresql_server.database_for(tmp_path / "blank", tables=False)
    yield one
    postgresql_server.drop([one])


# The schema

_TYPES = {"INTEGER": "bigint", "TEXT": "text", "REAL": "double precision"}


def made_by_sqlite() -> dict[str, set[tuple[object, ...]]]:
    """Columns, references, indexes and the rest, as SQLite tells of them."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for script in sqlite_migrations():
            connection.executescript(script)

        def found(sql: str) -> list[Any]:
            return connection.execute(sql).fetchall()

        tables = "sqlite_schema AS m JOIN {} WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'"
        columns = found(
            'SELECT m.name, c.cid, c.name, c.type, c."notnull" OR c.pk > 0, c.dflt_value, c.pk FROM '
            + tables.format("pragma_table_info(m.name) AS c")
        )
        references = 'SELECT m.name, f."from", f."table", f."to", f.on_delete FROM '
        indexed = found(
            "SELECT m.name, i.name, i.\"unique\", i.partial, i.origin, group_concat(x.name || iif(x.desc, ' DESC', ''), ', ') FROM "
            + tables.format("pragma_index_list(m.name) AS i JOIN pragma_index_xinfo(i.name) AS x")
            + ' AND x."key" GROUP BY m.name, i.name'
        )
        whole: dict[str, str] = dict(found("SELECT name, sql FROM sqlite_schema WHERE type = 'table'"))
        return {
            "columns": {
                (t, n, c, _TYPES[kind], bool(must), default, pk) for t, n, c, kind, must, default, pk in columns
            },
            "references": set(found(references + tables.format("pragma_foreign_key_list(m.name) AS f"))),
            "indexes": {(t, i, bool(u), bool(p), c) for t, i, u, p, origin, c in indexed if origin == "c"},
            "unique columns": {(t, c) for t, _, _, _, origin, c in indexed if origin == "u"},
            "checks": {(t, len(re.findall(r"\bCHECK\b", sql))) for t, sql in whole.items() if "CHECK" in sql},
            "triggers": set(found("SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger'")),
            "numbered": {(t,) for t, sql in whole.items() if "AUTOINCREMENT" in sql},
        }


def made_by_postgresql(address: str) -> dict[str, set[tuple[object, ...]]]:
    """Return the same, as PostgreSQL tells of them."""

    def found(sql: str) -> list[tuple[object, ...]]:
        return rows(address, sql)

    indexed = found(
        "SELECT t.relname, i.relname, x.indisunique, x.indpred IS NOT NULL, c.contype, (SELECT string_agg(a.attname ||"
        " CASE WHEN x.indoption[k.n - 1] & 1 = 1 THEN ' DESC' ELSE '' END, ', ' ORDER BY k.n)"
        " FROM unnest(x.indkey::int2[]) WITH ORDINALITY AS k (place, n)"
        " JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = k.place)"
        " FROM pg_index AS x JOIN pg_class AS t ON t.oid = x.indrelid JOIN pg_class AS i ON i.oid = x.indexrelid"
        " LEFT JOIN pg_constraint AS c ON c.conindid = i.oid AND c.contype IN ('p', 'u')"
        " WHERE t.relnamespace = 'public'::regnamespace"
    )
    return {
        "columns": {
            (
                t,
                n,
                c,
                kind,
                must == "NO",
                None if default is None else re.sub(r"^'(-?\d+)'::integer|::text$", r"\1", str(default)),
                pk,
            )
            for t, n, c, kind, must, default, pk in found(
                "SELECT table_name, ordinal_position - 1, column_name, data_type, is_nullable, column_default,"
                " coalesce((SELECT array_position(x.indkey::int2[], ordinal_position::int2) + 1 FROM pg_index AS x"
                " WHERE x.indrelid = table_name::regclass AND x.indisprimary), 0)"
                " FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'canasta_schema'"
            )
        },
        "references": {
            (t, c, other, to, {"c": "CASCADE", "a": "NO ACTION"}[str(how)])
            for t, c, other, to, how in found(
                "SELECT t.relname, a.attname, o.relname, b.attname, f.confdeltype FROM pg_constraint AS f"
                " JOIN pg_class AS t ON t.oid = f.conrelid JOIN pg_class AS o ON o.oid = f.confrelid"
                " CROSS JOIN unnest(f.conkey, f.confkey) AS k (one, other)"
                " JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = k.one"
                " JOIN pg_attribute AS b ON b.attrelid = o.oid AND b.attnum = k.other WHERE f.contype = 'f'"
            )
        },
        "indexes": {(t, i, u, p, c) for t, i, u, p, kind, c in indexed if kind is None},
        "unique columns": {(t, c) for t, _, _, _, kind, c in indexed if kind == "u"},
        "checks": set(
            found(
                "SELECT conrelid::regclass::text, count(*) FROM pg_constraint WHERE contype = 'c'"
                " AND connamespace = 'public'::regnamespace GROUP BY conrelid"
            )
        ),
        "triggers": set(found("SELECT tgname, tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal")),
        "numbered": set(
            found(
                "SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND is_identity = 'YES'"
            )
        ),
    }


def test_both_stores_have_the_same_tables(address: str) -> None:
    here, there = made_by_sqlite(), made_by_postgresql(address)
    assert len(here["columns"]) > 200
    for what, made in here.items():
        assert made ^ there[what] == set(), what


def test_each_change_of_the_schema_is_made_in_both_stores() -> None:
    """The first script of PostgreSQL makes all that was there by then."""
    first, *others = migrations()
    assert [first, *others] == list(range(first, len(sqlite_migrations()) + 1))


async def test_a_new_database_gets_its_tables_once(blank: str, address: str) -> None:
    for _ in range(2):
        await (await open_database(blank)).close()
    assert rows(blank, "SELECT version FROM canasta_schema") == [(max(migrations()),)]
    assert made_by_postgresql(blank) == made_by_postgresql(address)


async def test_a_change_of_the_schema_that_fails_leaves_the_one_before(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = max(migrations()) + 1
    broken = migrations() | {number: "CREATE TABLE extra (id BIGINT);\nINSERT INTO nowhere VALUES (1);\n"}
    before = made_by_postgresql(address)
    with monkeypatch.context() as patch:
        patch.setattr(module, "migrations", lambda: broken)
        with pytest.raises(DatabaseError, match="nowhere"):
            await open_database(address)
    assert made_by_postgresql(address) == before
    await (await open_database(address)).close()


def test_a_server_that_starts_amid_a_test_has_all_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run's first question of the server may come while its test plays with an old schema."""
    first, script = next(iter(migrations().items()))
    with postgresql_server.another():
        with monkeypatch.context() as patch:
            patch.setattr(module, "migrations", lambda: {first: script})
            whole = postgresql_server.database_for(tmp_path / "whole")
        assert rows(whole, "SELECT version FROM canasta_schema") == [(max(migrations()),)]


def test_statements_are_said_in_its_words() -> None:
    assert in_its_words("SELECT ? WHERE a = ?2 AND b IN (?, ?)") == "SELECT $1 WHERE a = $2 AND b IN ($2, $3)"
    assert in_its_words("SELECT 1 WHERE a IN () AND b = ?") == "SELECT 1 WHERE a IN (NULL) AND b = $1"
    assert in_its_words("SELECT json_group_array(json_array(a)) AS json_array") == (
        "SELECT json_agg(json_build_array(a)) AS json_array"
    )


async def test_a_number_is_held_by_one_transaction_at_a_time(address: str) -> None:
    one, other = await open_database(address), await open_database(address)
    order = []

    async def waits() -> None:
        async with other.transaction() as tx:
            await tx.hold(7)
            order.append("other")

    async with one.transaction() as tx:
        await tx.hold(7)
        async with other.transaction() as free:
            await free.hold(8)
        waiting = asyncio.create_task(waits())
        sql = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        while not (await one.rows(sql))[0][0]:  # noqa: ASYNC110 - it happens on the server
            await asyncio.sleep(0.01)
        order.append("one")
    await waiting
    assert order == ["one", "other"]
    for database in (one, other):
        await database.close()


# Messages to an operator


async def test_a_newer_schema_is_refused(address: str) -> None:
    rows(address, "UPDATE canasta_schema SET version = version + 1")
    with pytest.raises(DatabaseError, match="newer version"):
        await open_database(address)


async def test_another_programs_database_is_refused(blank: str) -> None:
    rows(blank, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(DatabaseError, match="another program"):
        await open_database(blank)
    assert rows(blank, "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'") == [
        ("recipes",)
    ]


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("canasta:sesame@/nowhere?host={host}", 'database "nowhere" does not exist'),
        ("canasta:sesame@/{name}?host=/nowhere", "No such file"),
        ("stranger:sesame@/{name}?host={host}", 'role "stranger" does not exist'),
        ("canasta:sesame@street:x/y@{host}/{name}", "%40 and %2F"),
    ],
)
async def test_an_address_that_leads_nowhere_is_named_without_its_password(address: str, place: str, said: str) -> None:
    parts = psycopg.conninfo.conninfo_to_dict(address)
    with pytest.raises(DatabaseError, match=said) as error:
        await open_database("postgresql://" + place.format(host=parts["host"], name=parts["dbname"]))
    assert "sesame" not in str(error.value)


@pytest.mark.parametrize("work", [["backup"], ["restore", "copy.sqlite3"], ["check"], ["export", "out.zip"]])
def test_commands_that_look_after_files_say_what_to_do_instead(
    work: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CANASTA_DATABASE", "postgresql://canasta:sesame@db.example/canasta")
    assert main(["database", *work]) == (2 if work == ["check"] else 1)
    said = capsys.readouterr().err
    assert re.search(r"names a PostgreSQL database: .*(pg_dump|pg_restore|database copy)", said)
    assert "sesame" not in said
    assert list(tmp_path.iterdir()) == []


async def test_a_bot_without_the_package_says_how_to_get_it() -> None:
    with (
        mock.patch.dict("sys.modules", {"bot.store.postgresql": None}),
        pytest.raises(DatabaseError, match=r"pip install \.\[postgresql\]"),
    ):
        await open_database("postgresql://db.example/canasta")


# Connections that are lost


def cut(address: str) -> None:
    """End all connections to a database, as a server does when it restarts."""
    [name] = re.findall(r"test_\w+", address)
    sql = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = ?"
    rows(postgresql_server.address(), sql, (name,))


async def test_a_connection_that_was_lost_meanwhile_is_made_again(address: str) -> None:
    database = await open_database(address, alone=True)
    await database.write(INSERT, (1,))
    cut(address)
    await database.write(INSERT, (2,))
    cut(address)
    assert [row["user_id"] for row in await database.rows("SELECT user_id FROM people ORDER BY 1")] == [1, 2]
    assert await database.works()
    with postgresql_server.refusing_at_once(), pytest.raises(DatabaseError, match="in use by another bot"):
        await open_database(address, alone=True)
    await database.close()


async def test_a_connection_that_is_lost_in_a_transaction_changes_nothing(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    database = await open_database(address, alone=True)

    async def cut_short() -> None:
        async with database.transaction() as tx:
            await tx.run(INSERT, (1,))
            cut(address)
            await tx.run(INSERT, (2,))

    with pytest.raises(StoreTrouble, match="can't be used just now"):
        await cut_short()
    assert await database.rows("SELECT * FROM people") == []
    assert await database.works()
    await database.write(INSERT, (3,))
    assert [record.levelname for record in caplog.records if "Until then no move" in record.message] == ["ERROR"]
    await database.close()


@pytest.mark.parametrize("committed", [True, False])
async def test_what_became_of_a_commit_without_an_answer_is_asked(address: str, committed: bool) -> None:
    database = await PostgreSQL.at(address)
    execute = module._Connection.execute

    def lost(self: module._Connection, query: str, *args: object, **options: object) -> object:
        if query != "COMMIT":
            return execute(self, query, *args, **options)
        if committed:
            execute(self, query)
        self.close()
        raise psycopg.OperationalError("the connection is lost")

    async def commit() -> None:
        with mock.patch.object(module._Connection, "execute", lost):
            await database.write(INSERT, (1,))

    if committed:
        await commit()
    else:
        with pytest.raises(StoreTrouble):
            await commit()
    assert len(await database.rows("SELECT * FROM people")) == committed
    assert await database.works()
    await database.close()


async def test_another_bot_that_took_the_database_meanwhile_keeps_it(address: str) -> None:
    one = await open_database(address, alone=True)
    cut(address)
    other = await open_database(address, alone=True)
    with postgresql_server.refusing_at_once():
        with pytest.raises(StoreTrouble, match="in use by another bot"):
            await one.write(INSERT, (1,))
        assert not await one.works()
    await other.close()
    assert await one.works()
    await one.close()


async def test_what_only_a_mistake_of_ours_brings_is_no_trouble(address: str) -> None:
    database = await open_database(address)
    await database.write(INSERT, (1,))
    with pytest.raises(psycopg.IntegrityError):
        await database.write(INSERT, (1,))
    with pytest.raises(psycopg.errors.UndefinedTable):
        await database.rows("SELECT * FROM nowhere")
    assert await database.works()
    await database.close()


def test_a_machine_that_fell_is_not_waited_for_longer_than_the_address_says(address: str) -> None:
    for where, seconds in ((address, 30), (f"{address}&tcp_user_timeout=7000", 7)):
        with closing(module._connect(where)) as connection:
            known = connection.info.get_parameters()
            assert int(known["tcp_user_timeout"]) == seconds * 1000
            idle, every, times = (int(known[f"keepalives_{name}"]) for name in ("idle", "interval", "count"))
            assert idle + every * times == 30


# Backups

PAGE = Path(__file__).parents[2] / "docs" / "operating" / "postgresql.md"


async def test_a_backup_is_restored_as_the_page_says(tmp_path: Path, address: str, blank: str) -> None:
    await copy(stored(tmp_path / "here.sqlite3", VERSIONS[-1]), address)
    backup = tmp_path / "canasta.dump"
    postgresql_server.run("pg_dump", "--format=custom", f"--file={backup}", address)
    postgresql_server.run("pg_restore", "--exit-on-error", "--no-owner", f"--dbname={blank}", str(backup))
    [statements] = re.findall(r"^```sql\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    rows(blank, statements)
    restored = await open_database(blank)
    messages = MessageStore(restored)
    active = [table.id for table in await GameStore(restored).active()]
    assert active
    assert set(active) <= set(await messages.lagging())
    shown = [one for table in active for one in await messages.of(table) if one.state is MessageState.SHOWN]
    assert {one.purpose.kind for one in shown} <= {MessageKind.SCORES, MessageKind.RESULT}
    await restored.close()
    assert rows(blank, "SELECT * FROM moves ORDER BY 1, 2") == rows(address, "SELECT * FROM moves ORDER BY 1, 2")


# Copies


def held(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of a file, with the last numbers given."""
    tables = rows(path, "SELECT name FROM sqlite_schema WHERE type = 'table'")
    return {str(name): sorted(rows(path, f"SELECT * FROM {name}"), key=repr) for (name,) in tables}


async def test_a_copy_there_and_back_is_the_same(tmp_path: Path, blank: str) -> None:
    here, back = stored(tmp_path / "here.sqlite3", VERSIONS[-1]), tmp_path / "back.sqlite3"
    counts = await copy(here, blank)
    assert await copy(blank, back) == counts
    assert sum(counts.values()) > 100
    assert held(back) == held(here)
    last = [row[0] for row in rows(here, "SELECT seq FROM sqlite_sequence WHERE name = 'games'")]
    for place in (back, blank):
        database = await open_database(place)
        async with database.transaction() as tx:
            number = await tx.insert(
                "INSERT INTO games (guild_id, channel_id, status, version, variant, layout, size, house, host_id,"
                " created_at, updated_at) VALUES (1, 99, 'lobby', 1, '', '', 4, '{}', 1, 0, 0)"
            )
        await database.close()
        assert [number - 1] == last


async def test_a_copy_is_made_some_rows_at_a_time_with_all_signs(
    tmp_path: Path, blank: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, back = stored(tmp_path / "here.sqlite3", VERSIONS[-1]), tmp_path / "back.sqlite3"
    for seat, name in enumerate(("\\N", "\\.", "a\tb\nc\rd", "\\")):
        rows(here, "UPDATE seats SET name = ? WHERE seat = ?", (name, seat))
    monkeypatch.setattr(copying, "_CHUNK", 7)
    await copy(here, blank)
    await copy(blank, back)
    assert held(back) == held(here)


async def test_a_table_whose_rows_were_never_numbered_is_copied_as_such(tmp_path: Path, blank: str) -> None:
    here, back = tmp_path / "here.sqlite3", tmp_path / "back.sqlite3"
    await (await open_database(here)).close()
    rows(here, "INSERT INTO ghosts (made_at) SELECT 1 WHERE 1 = 0")
    assert rows(here, "SELECT name, seq FROM sqlite_sequence") == [("ghosts", 0)]
    await copy(here, blank)
    await copy(blank, back)
    database = await open_database(back)
    async with database.transaction() as tx:
        assert await tx.insert("INSERT INTO ghosts (made_at) VALUES (?)", (1,)) == 1
    await database.close()


async def test_a_copy_is_made_into_an_empty_database_alone(tmp_path: Path, address: str) -> None:
    here = stored(tmp_path / "here.sqlite3", VERSIONS[-1])
    database = await open_database(address)
    await PersonStore(database).dm_opened(1, 100)
    await database.close()
    with pytest.raises(DatabaseError, match=r"isn't empty\. Name a new file, or a database without any games\.$"):
        await copy(here, address)
    assert rows(address, "SELECT user_id FROM people") == [(1,)]
    assert rows(address, "SELECT * FROM games") == []
    with pytest.raises(DatabaseError, match="isn't empty"):
        await copy(address, here)
    with pytest.raises(DatabaseError, match="There is no file"):
        await copy(tmp_path / "nothing.sqlite3", address)


async def test_a_copy_waits_for_the_bot_to_be_stopped(tmp_path: Path, blank: str) -> None:
    here = stored(tmp_path / "here.sqlite3", VERSIONS[-1])
    bot = await open_database(here, alone=True)
    with pytest.raises(DatabaseError, match="Stop that one"):
        await copy(here, blank)
    await bot.close()


async def test_a_row_that_was_changed_on_the_way_is_named(tmp_path: Path, address: str) -> None:
    here = stored(tmp_path / "here.sqlite3", VERSIONS[-1])
    rows(
        address,
        "CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.name = upper(NEW.name); RETURN NEW; END'",
    )
    rows(address, "CREATE TRIGGER spoils BEFORE INSERT ON seats FOR EACH ROW EXECUTE FUNCTION spoil()")
    for _ in range(2):
        with pytest.raises(
            DatabaseError, match=r"row 1 of seats is not the same in the database.*Nothing was copied\.$"
        ):
            await copy(here, address)
    assert rows(address, "SELECT * FROM seats") == rows(address, "SELECT * FROM games") == []
    rows(address, "DROP TRIGGER spoils ON seats")
    assert (await copy(here, address))["seats"] > 0


@pytest.mark.slow
def test_what_keeps_a_command_from_its_work_is_said_once(tmp_path: Path, address: str) -> None:
    here = stored(tmp_path / "here.sqlite3", VERSIONS[-1])
    [name] = re.findall(r"test_\w+", address)
    rows(postgresql_server.address(), f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    ended = bot(tmp_path, "database", "copy", str(here), address)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert re.fullmatch(r"database copy: the database .* can be read but not written to just now: .*\.\n", ended.stderr)
    rows(postgresql_server.address(), f"ALTER DATABASE {name} RESET default_transaction_read_only")
    assert bot(tmp_path, "database", "copy", str(here), address).returncode == 0


def test_the_command_copies_and_says_how_much(tmp_path: Path, blank: str, capsys: pytest.CaptureFixture[str]) -> None:
    here = stored(tmp_path / "here.sqlite3", VERSIONS[-1])
    assert main(["database", "copy", str(here), blank]) == 0
    assert re.fullmatch(
        r"All \d+ rows were copied and compared, those of \d+ tables among them\. Set CANASTA_DATABASE .*\n",
        capsys.readouterr().out,
    )
    assert main(["database", "copy", str(here), "mysql://db.example/canasta"]) == 1
    assert "begin with postgresql://" in capsys.readouterr().err


async def test_two_processes_that_begin_a_day_at_once_draw_one_secret(address: str) -> None:
    """Each has its own connections; who comes second gets what the first has drawn."""
    databases = [await open_database(address) for _ in range(2)]
    stores = [DailyStore(database) for database in databases]
    try:
        for day in range(10):
            drawn = [BegunDeal(day, f"{process}{day:031x}", "sealed", None) for process in range(2)]
            begun = await asyncio.gather(*(store.begin_deal(one, 5) for store, one in zip(stores, drawn, strict=True)))
            assert begun[0] == begun[1]
            assert begun[0] in drawn
            assert await stores[0].deal(day) == await stores[1].deal(day) == begun[0]
            await asyncio.gather(*(store.begin(day, 7, "Anna", ["1 draw"], 5) for store in stores))
            before = await stores[0].of(day, 7)
            assert before is not None
            stored = await asyncio.gather(*(store.add(before, ["0 draw"], 90, 6) for store in stores))
            assert sorted(stored) == [False, True], "a result is counted once"
            after = await stores[1].of(day, 7)
            assert after is not None
            assert (after.moves, after.points) == (("1 draw", "0 draw"), 90)
    finally:
        for database in databases:
            await database.close()
