#!/usr/bin/env bash
# CPython's sqlite3 (3.11 to 3.13) beside pysqlite3-binary 0.5.4.post2, which still has the older close().
# Guess: once close() has returned, the file is free, and a transaction that was open is rolled back.
# Seen: with the standard library one cursor that somebody still holds (a traceback does) keeps the closed connection's lock, its open
# transaction too, until that cursor goes. pysqlite3 lets go at once.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check pysqlite3-binary==0.5.4.post2
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import sqlite3
import sys
from pathlib import Path

import pysqlite3

assert (3, 11) <= sys.version_info < (3, 14), "made with Python 3.11 to 3.13"


def written(module, file, transaction):
    """Return whether another connection can write after a close: with a half-read cursor still held, and without it."""
    first = module.connect(file, isolation_level=None)
    first.execute("CREATE TABLE score (points)")
    first.executemany("INSERT INTO score VALUES (?)", [(n,) for n in range(10_000)])
    if transaction:
        first.execute("BEGIN IMMEDIATE")
        first.execute("INSERT INTO score VALUES (-1)")
    held = first.execute("SELECT points FROM score")
    held.fetchone()
    first.close()
    second = module.connect(file, isolation_level=None, timeout=0.1)
    answers = []
    for _ in range(2):
        try:
            second.execute("INSERT INTO score VALUES (0)")
            answers.append("written")
        except module.OperationalError as refused:
            answers.append(str(refused))
        held = None
    return answers


seen = {}
for module in (sqlite3, pysqlite3):
    for transaction in (False, True):
        name = f"{module.__name__}, {'a transaction' if transaction else 'a read'} open"
        seen[name] = written(module, Path(sys.argv[1], f"{module.__name__}{transaction}.db"), transaction)
        print(f"{name}: cursor held: {seen[name][0]}; cursor gone: {seen[name][1]}")
assert seen["sqlite3, a read open"] == seen["sqlite3, a transaction open"] == ["database is locked", "written"]
assert seen["pysqlite3, a read open"] == seen["pysqlite3, a transaction open"] == ["written", "written"]
PYTHON
