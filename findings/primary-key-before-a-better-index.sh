#!/usr/bin/env bash
# SQLite 3.51.1, by pysqlite3-binary 0.5.4.post2. Guess: an index that answers three equalities and a range is taken before a primary key
# that answers one of them and the range; WITHOUT ROWID makes no difference to that.
# Seen: in a table WITHOUT ROWID the primary key is taken, and every row of the server is read for one person's, until ANALYZE has run once.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check pysqlite3-binary==0.5.4.post2
"$folder/venv/bin/python" - <<'PYTHON'
import pysqlite3

QUERY = "SELECT points FROM result WHERE server = 1 AND kind = 2 AND person = 3 AND at > 4"


def plans(suffix):
    """Return which of the two ways SQLite takes before ANALYZE, and after it."""
    database = pysqlite3.connect(":memory:")
    columns = "server INT NOT NULL, at INT NOT NULL, kind INT, person INT, points INT"
    database.execute(f"CREATE TABLE result ({columns}, PRIMARY KEY (server, at)) {suffix}")
    database.execute("CREATE INDEX by_person ON result (server, kind, person, at)")
    rows = ((server, at, at % 5, at % 100, 0) for server in range(5) for at in range(5000))
    database.executemany("INSERT INTO result VALUES (?, ?, ?, ?, ?)", rows)
    found = []
    for _ in range(2):
        found.append(database.execute(f"EXPLAIN QUERY PLAN {QUERY}").fetchone()[3])
        database.execute("ANALYZE")
    return found


index = "SEARCH result USING INDEX by_person (server=? AND kind=? AND person=? AND at>?)"
key = "SEARCH result USING PRIMARY KEY (server=? AND at>?)"
print("SQLite", pysqlite3.sqlite_version)
seen = {suffix: plans(suffix) for suffix in ("", "WITHOUT ROWID")}
for suffix, (before, after) in seen.items():
    print(f"{suffix or 'with row ids'}: before ANALYZE: {before}; after: {after}")
assert seen[""] == [index, index]
assert seen["WITHOUT ROWID"] == [key, index]
PYTHON
