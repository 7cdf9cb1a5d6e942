"""Faults of a copy of a database: its file, its schema, and rows that contradict each other."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bot.data.daily import GRACE_SECONDS, WEEKS
from bot.store.daily import CLOSES_AT, OPENS_AT
from bot.store.sqlite import migrations
from bot.store.tools import damage, reading

#: The most faults of a damaged file that are reported.
_MOST = 100
#: The prefix of the tables in which Litestream notes how far it has copied a file.
_COPIER = "_litestream_"

#: Contradictions that can't be in a database that only the bot has written to: a sentence, and SQL for the numbers of
#: such games.
_CONTRADICTIONS = (
    (
        "the numbers of its moves have gaps",
        "SELECT game_id FROM moves GROUP BY game_id HAVING count(*) <> max(number) OR min(number) <> 1",
    ),
    (
        "its moves are not in the order of its versions and rounds",
        "SELECT DISTINCT game_id FROM (SELECT game_id, version, round,"
        " lag(version) OVER game AS version_before, lag(round) OVER game AS round_before FROM moves"
        " WINDOW game AS (PARTITION BY game_id ORDER BY number))"
        " WHERE version <= version_before OR round NOT BETWEEN round_before AND round_before + 1",
    ),
    (
        "it has a move that is newer than the game",
        "SELECT DISTINCT game_id FROM moves JOIN games ON games.id = game_id"
        " WHERE moves.version > games.version OR moves.round > games.round",
    ),
    (
        "its deals are not those of its rounds",
        "SELECT id FROM games LEFT JOIN rounds ON game_id = id GROUP BY id"
        " HAVING count(number) <> games.round OR coalesce(max(number), 0) <> games.round",
    ),
    (
        "it was begun with seats that nobody has",
        "SELECT id FROM games WHERE status IN ('playing', 'finished') AND size <> (SELECT count(*) FROM seats WHERE"
        " game_id = id AND until_version IS NULL AND seat BETWEEN 0 AND size - 1 AND (user_id IS NULL) <> (level IS NULL))",
    ),
    (
        "a seat passed from one to another at a version when it didn't",
        "SELECT DISTINCT game_id FROM seats JOIN games ON games.id = game_id WHERE until_version <= from_version"
        " OR from_version > version OR until_version > version",
    ),
    (
        "it is in play, and nobody is to move",
        "SELECT id FROM games WHERE status = 'playing' AND (turn IS NULL OR turn NOT BETWEEN 0 AND size - 1 OR round = 0)",
    ),
    (
        "it was not begun, and has been dealt",
        "SELECT id FROM games WHERE status IN ('lobby', 'cancelled') AND round > 0",
    ),
    (
        "it is over without a time at which it ended, or has one and is not over",
        "SELECT id FROM games WHERE (ended_at IS NULL) <> (status IN ('lobby', 'playing'))",
    ),
    (
        "it is not in play, and something falls due in it",
        "SELECT DISTINCT game_id FROM timers JOIN games ON games.id = game_id WHERE status <> 'playing'",
    ),
    (
        "it is not in play, and people agree on something there",
        "SELECT DISTINCT game_id FROM agreements JOIN games ON games.id = game_id WHERE status <> 'playing'",
    ),
    ("more of it was told than happened", "SELECT id FROM games WHERE told_version > version"),
    (
        "a message shows more of it than happened",
        "SELECT DISTINCT game_id FROM messages JOIN games ON games.id = game_id WHERE shows_version > version",
    ),
    (
        "it has a result and is not over",
        "SELECT game_id FROM results JOIN games ON games.id = game_id WHERE status NOT IN ('finished', 'abandoned')",
    ),
)

#: The same for tournaments.
_OF_TOURNAMENTS = (
    (
        "who meets or has a bye there has not all entered",
        "SELECT DISTINCT tournament_id FROM (SELECT tournament_id, first AS entry FROM tournament_matches UNION"
        " SELECT tournament_id, second FROM tournament_matches WHERE second IS NOT NULL)"
        " WHERE (tournament_id, entry) NOT IN (SELECT tournament_id, entry FROM tournament_entries)",
    ),
    (
        "an entry has two matches in a round, or one in a round in which it takes no part",
        "SELECT DISTINCT tournament_id FROM (SELECT tournament_id, round, first AS entry FROM tournament_matches UNION ALL"
        " SELECT tournament_id, round, second FROM tournament_matches WHERE second IS NOT NULL)"
        " JOIN tournament_entries USING (tournament_id, entry) GROUP BY tournament_id, entry, round"
        " HAVING count(*) > 1 OR round NOT BETWEEN joined AND coalesce(left, round)",
    ),
    (
        "its entries are not of as many players each",
        "SELECT tournament_id FROM (SELECT tournament_id, count(place) AS players FROM tournament_entries"
        " LEFT JOIN tournament_players USING (tournament_id, entry) GROUP BY tournament_id, entry)"
        " GROUP BY tournament_id HAVING min(players) = 0 OR min(players) <> max(players)",
    ),
    (
        "its rounds are not those that have begun",
        "SELECT id FROM tournaments LEFT JOIN tournament_rounds ON tournament_id = id GROUP BY id"
        " HAVING count(number) <> round OR coalesce(max(number), 0) <> round OR (round = 0) <> (status = 'open')"
        " AND status <> 'cancelled'",
    ),
    (
        "a round of it goes on though the next has begun or it is finished",
        "SELECT DISTINCT id FROM tournaments JOIN tournament_rounds ON tournament_id = id"
        " WHERE tournament_rounds.ended_at IS NULL AND (number < round OR status = 'finished')",
    ),
    (
        "a round of it is over, and a match of that is not",
        "SELECT DISTINCT m.tournament_id FROM tournament_matches AS m JOIN tournament_rounds AS r"
        " ON r.tournament_id = m.tournament_id AND r.number = m.round WHERE r.ended_at IS NOT NULL AND NOT m.over",
    ),
    (
        "a table of it plays something else, in another server, or with other packs",
        "SELECT DISTINCT t.id FROM tournaments AS t JOIN tournament_matches AS m ON m.tournament_id = t.id"
        " JOIN tournament_rounds AS r ON r.tournament_id = t.id AND r.number = m.round JOIN games ON games.id = m.game_id"
        " WHERE games.guild_id <> t.guild_id OR games.variant <> t.variant OR games.layout <> t.layout"
        " OR games.series IS NOT r.series",
    ),
    (
        # A table that was closed because nobody could read it any more has none.
        "a match of it is over, and its table has no result",
        "SELECT DISTINCT tournament_id FROM tournament_matches AS m JOIN games ON games.id = game_id WHERE m.over"
        " AND games.status <> 'abandoned' AND game_id NOT IN (SELECT game_id FROM results)",
    ),
    (
        "a moderator corrected what is no match of it that is over",
        "SELECT DISTINCT tournament_id FROM tournament_corrections WHERE (tournament_id, round, first) NOT IN"
        " (SELECT tournament_id, round, first FROM tournament_matches WHERE over AND second IS NOT NULL)",
    ),
    (
        "it is over without a time at which it ended, or has one and is not over",
        "SELECT id FROM tournaments WHERE (ended_at IS NULL) <> (status IN ('open', 'running'))",
    ),
    ("more of it is shown than happened", "SELECT id FROM tournaments WHERE shown_version > version"),
)

#: The same for the deals of days and weeks, which are known by their dates. Nobody's points in one round of classic come near
#: the bounds of a day, and in other games those of a week.
_NAME = f"CASE WHEN day < {WEEKS} THEN '' ELSE 'the week from ' END || date({OPENS_AT}, 'unixepoch')"
_OF_ROUNDS = tuple(
    (wrong, f"SELECT DISTINCT {_NAME} FROM daily_rounds WHERE {condition}")
    for wrong, condition in (
        (
            "a round of it has more or fewer moves than it says",
            "played <> length(moves) - length(replace(moves, char(10), ''))",
        ),
        (
            "a round of it has points without a time at which it ended, or one without points",
            "(points IS NULL) <> (ended_at IS NULL)",
        ),
        ("a round of it has points without moves", "points IS NOT NULL AND moves = '' AND user_id > 0"),
        (
            "a round of it has points that can't be",
            f"points NOT BETWEEN -2000 AND 10000 AND (day < {WEEKS} OR points NOT BETWEEN -20000 AND 100000) OR points % 5 <> 0",
        ),
        (
            "a round of it was played when the deal wasn't open",
            f"began_at NOT BETWEEN {OPENS_AT} AND {CLOSES_AT} - {GRACE_SECONDS} - 1"
            f" OR ended_at NOT BETWEEN began_at AND {CLOSES_AT}",
        ),
    )
)
_OF_DEALS = (
    *_OF_ROUNDS,
    (
        "its results are not counted as they are",
        f"SELECT DISTINCT {_NAME} FROM (SELECT day, points, count(*) AS more FROM daily_rounds WHERE points IS NOT NULL"
        " GROUP BY day, points UNION ALL SELECT day, points, -results FROM daily_scores)"
        " GROUP BY day, points HAVING sum(more) <> 0",
    ),
)


def faults(copy: Path, schema: int) -> Iterator[str]:
    """Yield what is wrong with the file itself and with its schema, in sentences.

    `schema` is a version that this program knows. Raises `sqlite3.Error` where the file is too damaged to be read.
    """
    found = damage(copy, _MOST)
    yield from (f"The file is damaged: {one}." for one in found)
    if not found:
        with closing(reading(copy)) as connection:
            yield from _schema_faults(connection, schema)


def contradictions(copy: Path) -> Iterator[str]:
    """Yield rows that contradict each other in a database of the newest schema, in sentences."""
    with closing(reading(copy)) as connection:
        yield from _missing_rows(connection)
        for what, known in (
            ("Table", _CONTRADICTIONS),
            ("Tournament", _OF_TOURNAMENTS),
            ("The deal of", _OF_DEALS),
        ):
            for wrong, sql in known:
                yield from (f"{what} {number}: {wrong}." for (number,) in connection.execute(sql))


def begun(copy: Path) -> Iterator[int]:
    """Yield the numbers of all games that were begun, oldest first."""
    with closing(reading(copy)) as connection:
        yield from (number for (number,) in connection.execute("SELECT id FROM games WHERE round > 0 ORDER BY id"))


def tournaments(copy: Path) -> Iterator[int]:
    """Yield the numbers of all tournaments, oldest first."""
    with closing(reading(copy)) as connection:
        yield from (number for (number,) in connection.execute("SELECT id FROM tournaments ORDER BY id"))


def deals(copy: Path) -> Iterator[int]:
    """Yield the numbers of all deals of days and weeks that have begun, in their order."""
    with closing(reading(copy)) as connection:
        yield from (day for (day,) in connection.execute("SELECT day FROM days ORDER BY day"))


def rounds_of_deals(copy: Path) -> Iterator[tuple[int, int]]:
    """Yield deal and person of each round of which there are moves: deletion leaves none."""
    with closing(reading(copy)) as connection:
        yield from connection.execute("SELECT day, user_id FROM daily_rounds WHERE moves <> '' ORDER BY day, user_id")


def _schema_faults(connection: sqlite3.Connection, schema: int) -> Iterator[str]:
    """Yield how the schema differs from what the migrations up to its version make, in sentences."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        for script in migrations()[:schema]:
            fresh.executescript(script)
        wanted = _things(fresh)
    there = _things(connection)
    yield from (f"The schema lacks the {kind} {name}." for kind, name in sorted(wanted.keys() - there.keys()))
    for kind, name in sorted(there.keys() - wanted.keys()):
        if not name.startswith(_COPIER):
            yield f"The schema has the {kind} {name}, which this program didn't make."
    for kind, name in sorted(wanted.keys() & there.keys()):
        if wanted[kind, name] != there[kind, name]:
            yield f"The {kind} {name} is not as this program makes it."


def _things(connection: sqlite3.Connection) -> dict[tuple[str, str], str]:
    """Return tables, indexes and triggers with the SQL that makes them, except what SQLite makes by itself."""
    rows = connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    return {(kind, name): " ".join(sql.split()) for kind, name, sql in rows}


def _missing_rows(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield references to rows that aren't there, in sentences."""
    missing: dict[tuple[str, str], set[int]] = {}
    for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        games = missing.setdefault((table, parent), set())
        with_game = connection.execute("SELECT 1 FROM pragma_table_info(?) WHERE name = 'game_id'", (table,)).fetchone()
        if with_game and row is not None:
            games.update(*connection.execute(f'SELECT game_id FROM "{table}" WHERE rowid = ?', (row,)))
    for (table, parent), games in missing.items():
        of = f" (of table {', '.join(map(str, sorted(games)))})" if games else ""
        yield f"In {table} there is something{of} that refers to something in {parent} which isn't there."
