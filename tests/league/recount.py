"""Counts standings and meetings again from the results, in SQL alone: nothing of it is shared with the league.

Ratings aside, which `test_rating` holds against openskill.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

#: Step by step, so that each is found by its key: as one query this took time that grew with the square of the results.
_PARTS = """
CREATE TEMP TABLE counted AS
SELECT * FROM results WHERE season_id IS NOT NULL AND (unrated IS NULL OR unrated = 'computers')
    AND coalesce(json_extract(correction, '$.void'), 0) = 0;
CREATE INDEX temp.by_id ON counted (id);

CREATE TEMP TABLE sides AS
SELECT counted.id AS result_id, side.key AS side,
    coalesce(json_extract(correction, '$.points[' || side.key || ']'), json_extract(side.value, '$.points')) AS points,
    coalesce(json_extract(correction, '$.ranks[' || side.key || ']'), json_extract(side.value, '$.rank')) AS rank,
    coalesce(json_extract(side.value, '$.canastas.natural'), 0) AS natural_,
    coalesce(json_extract(side.value, '$.canastas.mixed'), 0) AS mixed,
    coalesce(json_extract(side.value, '$.canastas.wild'), 0) AS wild,
    coalesce(json_extract(side.value, '$.canastas.twos'), 0) AS twos,
    coalesce(json_extract(side.value, '$.canastas.sequence'), 0) AS sequence,
    json_extract(side.value, '$.concealed') AS concealed,
    json_extract(side.value, '$.best_round') AS best_round
FROM counted, json_each(counted.sides) AS side;
CREATE INDEX temp.by_side ON sides (result_id, side);

CREATE TEMP TABLE ranks AS
SELECT result_id, max(rank) AS last, sum(rank = 1) AS firsts FROM sides GROUP BY result_id;
CREATE INDEX temp.by_result ON ranks (result_id);

CREATE TEMP TABLE people_ AS
SELECT *, row_number() OVER (PARTITION BY result_id, user_id ORDER BY role <> 'left', seat) AS main,
    sum(turns) OVER one AS all_turns, sum(missed) OVER one AS all_missed, sum(seconds) OVER one AS all_seconds
FROM result_people WINDOW one AS (PARTITION BY result_id, user_id);

CREATE TEMP TABLE parts AS
SELECT counted.id, counted.guild_id, counted.season_id, counted.family, person.user_id, person.side, role = 'left' AS left_,
    CASE WHEN role = 'left' THEN last + 1 ELSE rank END AS rank, firsts, points, rounds, natural_, mixed, wild + twos AS wild,
    sequence, concealed, best_round, all_turns AS turns, all_missed AS missed, all_seconds AS seconds
FROM people_ AS person CROSS JOIN counted ON counted.id = person.result_id
    CROSS JOIN sides ON sides.result_id = person.result_id AND sides.side = person.side
    CROSS JOIN ranks ON ranks.result_id = person.result_id
WHERE main = 1 AND (role = 'left' OR NOT counted.abandoned);
CREATE INDEX temp.parts_of_result ON parts (id);
"""

_STANDINGS = """
SELECT guild_id, {season}, {scope}, user_id, count(*), sum(rank = 1 AND firsts = 1), sum(rank > 1),
    sum(rank = 1 AND firsts > 1), sum(iif(left_, 0, points)), sum(iif(left_, 0, rounds)),
    sum(iif(left_, 0, natural_ + mixed + wild + sequence)), sum(iif(left_, 0, natural_)), sum(iif(left_, 0, mixed)),
    sum(iif(left_, 0, wild)), sum(iif(left_, 0, sequence)), sum(iif(left_, 0, concealed)),
    max(0, max(iif(left_, 0, best_round))), sum(turns), sum(missed), sum(seconds), sum(left_)
FROM parts GROUP BY 1, 2, 3, 4
"""

_MEETINGS = """
SELECT one.guild_id, {season}, one.user_id, other.user_id,
    sum(one.side = other.side),
    sum(one.side = other.side AND one.rank = 1 AND one.firsts = 1),
    sum(one.side = other.side AND one.rank = 1 AND one.firsts > 1),
    sum(iif(one.side = other.side, one.points, 0)),
    sum(one.side <> other.side),
    sum(one.side <> other.side AND one.rank < other.rank),
    sum(one.side <> other.side AND one.rank = other.rank),
    sum(iif(one.side <> other.side AND NOT one.left_ AND NOT other.left_, one.points - other.points, 0))
FROM parts AS one JOIN parts AS other ON other.id = one.id AND other.user_id <> one.user_id
WHERE iif(one.side = other.side, NOT one.left_ AND NOT other.left_, NOT (one.left_ AND other.left_))
GROUP BY 1, 2, 3, 4
"""

_KEPT_STANDINGS = """
SELECT guild_id, season_id, scope, user_id, games, wins, losses, ties, points, rounds, canastas, natural, mixed, wild,
    sequence, concealed, best_round, turns, missed, seconds, left_games
FROM standings
"""

_KEPT_MEETINGS = """
SELECT guild_id, season_id, user_id, other_id, together, together_won, together_tied, together_points, against,
    against_won, against_tied, against_margin
FROM meetings
"""


def differences(path: Path) -> dict[str, int]:
    """Return how many rows of each table differ between what is kept and what is counted, and how many there are."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(_PARTS)
        counted = {
            "standings": [
                _STANDINGS.format(season=season, scope=scope)
                for season in ("season_id", "0")
                for scope in ("''", "family")
            ],
            "meetings": [_MEETINGS.format(season=season) for season in ("one.season_id", "0")],
        }
        kept = {"standings": _KEPT_STANDINGS, "meetings": _KEPT_MEETINGS}
        found = {}
        for table, selects in counted.items():
            connection.execute(f"CREATE TEMP TABLE counted_{table} AS {' UNION ALL '.join(selects)}")
            one, other = f"SELECT * FROM counted_{table}", kept[table]
            sql = f"SELECT (SELECT count(*) FROM (SELECT * FROM ({one} EXCEPT {other}) UNION ALL SELECT * FROM ({other} EXCEPT {one})))"
            found[table] = connection.execute(sql).fetchone()[0]
            found[f"all {table}"] = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        return found
