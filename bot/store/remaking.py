"""Remakes a server's standings and meetings while the bot runs: reads results, and finds what has to be changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.data.results import Result
from bot.data.standings import Meeting, Standing
from bot.store.database import Found, Side, Transaction, put, quoted
from bot.store.results import RESULT, result_of
from bot.store.standings import MEETING, MEETING_KEY, STANDING, STANDING_KEY, STATE, stored_meeting, stored_standing

#: Results read at a time; between two reads the bot's log can be emptied into the database.
_CHUNK = 1000

#: Each table's columns, and the columns of its key after the server's id.
_TABLES = {
    "standings": (STANDING, STANDING_KEY[1:]),
    "meetings": (MEETING, MEETING_KEY[1:]),
}


class Remaking:
    """Work by a connection of its own, for a worker thread.

    New rows are gathered in temporary tables, on disk if there are many. The order is: read `results`, `put` each row
    once it is final, `compare`; if more results came meanwhile, all that again with those; then `apply`. `different`
    counts the gathered rows that were found to differ from the kept ones.
    """

    def __init__(self, side: Side, guild_id: int) -> None:
        self._guild_id = guild_id
        self._side = side
        self._state = (0, self._now()[1])
        self._compared: tuple[int, int] | None = None
        self.different = 0
        for name, (columns, key) in _TABLES.items():
            # Without the types of the columns that they are compared with, these could not be found by an index.
            self._run(f"CREATE TEMP TABLE new_{name} AS SELECT {quoted(columns)} FROM {name} WHERE 1 = 0")
            self._run(f"CREATE UNIQUE INDEX new_{name}_by_key ON new_{name} ({', '.join(key)})")
            self._run(f"CREATE TEMP TABLE old_{name} AS SELECT {', '.join(key)} FROM {name} WHERE 1 = 0")

    @property
    def spoilt(self) -> bool:
        """Whether anything but more results came since the beginning, so that all results must be read again."""
        return self._now()[1] != self._state[1]

    def gone(self) -> set[int]:
        """Return the people who have left the server."""
        return {
            row[0] for row in self._run("SELECT user_id FROM members WHERE guild_id = ? AND gone = 1", self._guild_id)
        }

    def results(self) -> Iterator[Result]:
        """Yield the server's results that were not read yet, in their order."""
        sql = f"{RESULT} WHERE guild_id = ? AND id > ? ORDER BY id LIMIT {_CHUNK}"
        while found := self._run(sql, self._guild_id, self._state[0]).fetchall():
            for row in found:
                yield result_of(row)
            self._state = (found[-1]["id"], self._state[1])

    def put(self, standings: Iterable[Standing], meetings: Iterable[Meeting]) -> None:
        """Gather rows; they replace those gathered before for the same people."""
        for name, rows in (
            ("standings", (stored_standing(self._guild_id, one) for one in standings)),
            ("meetings", (stored_meeting(self._guild_id, one) for one in meetings)),
        ):
            self._run("BEGIN")
            self._side.executemany(put(f"new_{name}", *_TABLES[name]), rows)
            self._run("COMMIT")

    def compare(self) -> None:
        """Find the differences between the gathered rows and the kept ones."""
        self._run("BEGIN")
        self._compared = self._now()
        self.different = 0
        for name, (columns, key) in _TABLES.items():
            on = " AND ".join(f"old.{one} = new.{one}" for one in key)
            olds, news = (", ".join(f'{which}."{one}"' for one in columns) for which in ("old", "new"))
            self._run(f"DROP TABLE IF EXISTS changed_{name}")
            self._run(
                f"CREATE TEMP TABLE changed_{name} AS SELECT new.* FROM new_{name} AS new LEFT JOIN {name} AS old"
                f" ON old.guild_id = {self._guild_id} AND {on} WHERE old.guild_id IS NULL OR ({news}) <> ({olds})"
            )
            self._run(f"DELETE FROM old_{name}")
            self._run(
                f"INSERT INTO old_{name} SELECT {', '.join(f'old.{one}' for one in key)} FROM {name} AS old"
                f" LEFT JOIN new_{name} AS new ON {on} WHERE old.guild_id = ? AND new.guild_id IS NULL",
                self._guild_id,
            )
            (rows,) = self._run(
                f"SELECT (SELECT count(*) FROM changed_{name}) + (SELECT count(*) FROM old_{name})"
            ).fetchone()
            self.different += rows
        self._run("COMMIT")

    async def apply(self, tx: Transaction) -> bool:
        """Change the kept rows as `compare` has found. Return False and change nothing if something came meanwhile."""
        await tx.hold(self._guild_id)
        now = tuple((await tx.rows(STATE, (self._guild_id,)))[0])
        if not now == self._compared == self._state:
            return False
        for name, (columns, key) in _TABLES.items():
            where = " AND ".join(f"{one} = ?" for one in ("guild_id", *key))
            old = (tuple(row) for row in self._run(f"SELECT {self._guild_id}, * FROM old_{name}"))
            await tx.many(f"DELETE FROM {name} WHERE {where}", old)
            changed = (tuple(row) for row in self._run(f"SELECT * FROM changed_{name}"))
            await tx.many(put(name, columns, ("guild_id", *key)), changed)
        return True

    def _now(self) -> tuple[int, int]:
        last, version = self._run(STATE, self._guild_id).fetchone()
        return last, version

    def _run(self, sql: str, *parameters: object) -> Found:
        return self._side.execute(sql, parameters)
