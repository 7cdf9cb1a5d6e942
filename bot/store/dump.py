"""All rows of a database, table by table, without what nobody may know yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bot.store.daily import CLOSES_AT
from bot.store.tools import reading

#: The deal of a day or a week is closed by the system's clock.
_CLOSED = f"CAST(strftime('%s', 'now') AS INTEGER) >= {CLOSES_AT}"

#: The columns that hold secrets, with the SQL condition under which they are none any more: the round is scored or its
#: game over, and all games with the same packs are over too; or the deal of a day or a week is closed, of which moves name cards.
SECRETS = {
    # With this key, numbers on lists of avoided people could be tried for ids.
    "avoid_key": (("secret",), "0"),
    # By these hashes, browsers and links are known for as long as there are any.
    "browser_links": (("secret_hash",), "0"),
    "browsers": (("secret_hash",), "0"),
    "days": (("secret",), _CLOSED),
    "daily_rounds": (("moves",), _CLOSED),
    # An order of one's own names the cards of a hand. It stands there until the next one, whatever has become of the hand.
    "people": (("hand_order",), "hand_order NOT LIKE 'own %'"),
    "rounds": (
        ("pack", "salt"),
        "EXISTS (SELECT 1 FROM games LEFT JOIN series ON series.id = games.series WHERE games.id = rounds.game_id"
        " AND (games.status NOT IN ('lobby', 'playing') OR rounds.number < games.round) AND coalesce(series.open, 1))",
    ),
    "series": (("secret",), "open"),
}


def tables(copy: Path) -> dict[str, tuple[str, ...]]:
    """Return the columns of each table, sorted by the tables' names."""
    sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
    with closing(reading(copy)) as connection:
        return {
            table: tuple(name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table,)))
            for (table,) in connection.execute(sql).fetchall()
        }


def rows(copy: Path, table: str, columns: tuple[str, ...]) -> Iterator[tuple[str | int | float | None, ...]]:
    """Yield all rows of one of the `tables`, one at a time, with None in place of what is secret."""
    secret, told = SECRETS.get(table, ((), ""))
    chosen = [f'CASE WHEN {told} THEN "{name}" END' if name in secret else f'"{name}"' for name in columns]
    with closing(reading(copy)) as connection:
        yield from connection.execute(f'SELECT {", ".join(chosen)} FROM "{table}"')
