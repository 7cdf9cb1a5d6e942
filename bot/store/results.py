"""The results of games: one for each game that was played and has ended, in the order in which they ended."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from bot.data.corrections import Amendment
from bot.data.results import (
    GameOutcome,
    PlainGame,
    Result,
    ResultPerson,
    ResultSide,
    Role,
    SoloRow,
    Unrated,
    plain_teams,
    played,
)
from bot.data.servers import OPEN_LEAGUE
from bot.store.about import About
from bot.store.database import LAST, Row, Store, Transaction, marks

#: The columns of an outcome, its people gathered into JSON, so that one read is one state.
_OUTCOME = """
id, season_id, family, abandoned, unrated, sides, correction,
(SELECT coalesce(json_group_array(json_array({})), '[]')
    FROM (SELECT * FROM result_people WHERE result_id = results.id ORDER BY seat, user_id)) AS people
"""
#: An outcome in one row, and a result. All of a league's outcomes are read at once, so they hold nothing else.
OUTCOME = f"SELECT {_OUTCOME.format('seat, user_id, side, role, turns, missed, replaced, handed_back')} FROM results"
RESULT = (
    f"SELECT {_OUTCOME.format('seat, user_id, name, side, role, turns, missed, seconds, replaced, handed_back, solo')},"
    " game_id, guild_id, variant, layout, house, rounds, moves, began_at, ended_at FROM results"
)


#: The games against computers that stand on a server's board, of people who are still there.
_SOLO_GAMES = (
    "result_people AS own JOIN results ON results.id = own.result_id"
    " JOIN members ON members.guild_id = own.guild_id AND members.user_id = own.user_id AND members.gone = 0"
    " WHERE own.guild_id = ? AND own.solo IS NOT NULL AND coalesce(results.correction, '') <> ?"
)
_SOLO = (
    "WITH board AS (SELECT own.user_id, members.name, sum(own.solo) AS points, count(*) AS games,"
    f" sum(CASE WHEN own.solo > 0 THEN 1 ELSE 0 END) AS won FROM {_SOLO_GAMES} GROUP BY own.user_id, members.name)"
    " SELECT (SELECT count(*) + 1 FROM board AS better WHERE better.points > board.points),"
    " user_id, points, games, won, name FROM board"
)
_VOID = Amendment(void=True).json
_LEVELS = "SELECT DISTINCT level FROM seats WHERE game_id = ? AND from_version = 0 AND level IS NOT NULL"


def _solo_row(row: Any) -> SoloRow:
    rank, user_id, points, games, won, name = row
    # PostgreSQL adds whole numbers up to a decimal one.
    return SoloRow(rank, user_id, int(points), games, int(won), name)


class ResultStore(Store):
    """The stored results. They are only ever appended; only their amendments change."""

    ABOUT: ClassVar[About] = {"result_people": ("user_id", "replaced")}

    async def add(self, tx: Transaction, result: Result) -> int:
        """Append a result, and return its id."""
        result_id = await tx.insert(
            "INSERT INTO results (game_id, guild_id, season_id, variant, layout, family, house, abandoned, unrated,"
            " rounds, moves, began_at, ended_at, sides) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            stored(result),
        )
        await tx.many(
            f"INSERT INTO result_people VALUES ({', '.join('?' * 13)})",
            [stored_person(result_id, result.guild_id, person) for person in result.people],
        )
        return result_id

    async def get(self, guild_id: int, result_id: int) -> Result | None:
        """Return a result of a server, or None."""
        return next(iter(await self._shown("WHERE id = ? AND guild_id = ?", result_id, guild_id)), None)

    async def of_game(self, guild_id: int | None, game_id: int) -> Result | None:
        """Return the result of a game of a server, or in direct messages (None), or None."""
        there, of = _there(guild_id)
        return next(iter(await self._shown(f"WHERE game_id = ? AND {there}", game_id, *of)), None)

    async def of_guild(self, guild_id: int, before: int | None, most: int) -> list[Result]:
        """Return at most `most` results of a server with an id below `before` (None: all), the latest first."""
        where = "WHERE guild_id = ? AND id < ? ORDER BY id DESC LIMIT ?"
        return await self._shown(where, guild_id, LAST if before is None else before, most)

    async def of_person(self, guild_id: int | None, user_id: int, before: int | None, most: int) -> list[Result]:
        """Return the same of those results of a server, or in direct messages (None), in which a person had a seat."""
        there, of = _there(guild_id)
        where = (
            f"WHERE id IN (SELECT DISTINCT result_id FROM result_people WHERE user_id = ? AND {there}"
            " AND result_id < ? ORDER BY result_id DESC LIMIT ?) ORDER BY id DESC"
        )
        return await self._shown(where, user_id, *of, LAST if before is None else before, most)

    async def alone(self, user_id: int) -> list[Result]:
        """Return the results of all servers in which a person was the only one at the table, the oldest first."""
        where = (
            "WHERE id IN (SELECT result_id FROM result_people WHERE user_id = ?1) AND NOT EXISTS"
            " (SELECT 1 FROM result_people WHERE result_id = results.id AND user_id <> ?1) ORDER BY id"
        )
        return [one for one in await self._read(where, user_id) if one.computers]

    async def solo(self, guild_id: int, skipped: int, most: int) -> list[SoloRow]:
        """Return a part of a server's board of games against computers, the most points first, then the fewest games."""
        sql = f"{_SOLO} ORDER BY points DESC, games, user_id LIMIT ? OFFSET ?"
        rows = await self._database.rows(sql, (guild_id, _VOID, most, skipped))
        return [_solo_row(row) for row in rows]

    async def solo_of(self, guild_id: int, user_id: int) -> SoloRow | None:
        """Return somebody's own row of that board, None if they have none."""
        rows = await self._database.rows(f"{_SOLO} WHERE user_id = ?", (guild_id, _VOID, user_id))
        return _solo_row(rows[0]) if rows else None

    async def count_solo(self, guild_id: int) -> int:
        """Return how many people stand on that board."""
        sql = f"SELECT count(DISTINCT own.user_id) FROM {_SOLO_GAMES}"
        return int((await self._database.rows(sql, (guild_id, _VOID)))[0][0])

    async def levels(self, user_id: int) -> dict[int, frozenset[str]]:
        """Return the levels of the computers that sat from the start in each of a person's games, by games."""
        sql = (
            "SELECT DISTINCT game_id, level FROM seats WHERE from_version = 0 AND level IS NOT NULL AND game_id IN"
            " (SELECT results.game_id FROM results JOIN result_people ON result_people.result_id = results.id"
            " WHERE result_people.user_id = ?)"
        )
        found: dict[int, frozenset[str]] = {}
        for game_id, level in await self._database.rows(sql, (user_id,)):
            found[game_id] = found.get(game_id, frozenset()) | {level}
        return found

    async def levels_as_seen(self, tx: Transaction, game_id: int) -> frozenset[str]:
        """Return the same as the transaction sees it."""
        return frozenset(row[0] for row in await tx.rows(_LEVELS, (game_id,)))

    async def since(self, tx: Transaction, guild_id: int, after: int) -> list[Result]:
        """Return the results of a server with an id above `after`, in their order, as `tx` sees them."""
        rows = await tx.rows(f"{RESULT} WHERE guild_id = ? AND id > ? ORDER BY id", (guild_id, after))
        return [result_of(row) for row in rows]

    async def some(self, guild_id: int, result_ids: Sequence[int]) -> list[Result]:
        """Return the results of a server with these ids, the latest first."""
        where = f"WHERE id IN ({', '.join('?' * len(result_ids))}) AND guild_id = ? ORDER BY id DESC"
        return await self._shown(where, *result_ids, guild_id)

    async def people_of(self, tx: Transaction, result_id: int) -> list[int]:
        """Return the people of a result, ghosts too, as the transaction sees them."""
        sql = "SELECT DISTINCT user_id FROM result_people WHERE result_id = ? ORDER BY user_id"
        return [row[0] for row in await tx.rows(sql, (result_id,))]

    async def amend(self, tx: Transaction, result_id: int, amendment: Amendment | None) -> None:
        """Replace a result's facts by an amendment, None for the facts as played."""
        text = None if amendment is None else amendment.json
        await tx.run("UPDATE results SET correction = ? WHERE id = ?", (text, result_id))

    async def counted(self, guild_id: int, season_id: int) -> int:
        """Return how many results of a season count. Reads all of them: for the season's end."""
        where = "season_id = ? AND guild_id = ? AND (unrated IS NULL OR unrated = ?) AND coalesce(correction, '') <> ?"
        sql = f"SELECT count(*) FROM results WHERE {where}"
        parameters = season_id, guild_id, Unrated.COMPUTERS, Amendment(void=True).json
        return int((await self._database.rows(sql, parameters))[0][0])

    async def guilds(self) -> list[int]:
        """Return the servers that have results."""
        # Leaps from one server to the next in the index, however many results each has.
        sql = (
            "WITH RECURSIVE found (id) AS (SELECT min(guild_id) FROM results UNION ALL"
            " SELECT (SELECT min(guild_id) FROM results WHERE guild_id > found.id) FROM found WHERE id IS NOT NULL)"
            " SELECT id FROM found WHERE id IS NOT NULL ORDER BY id"
        )
        return [row[0] for row in await self._database.rows(sql)]

    async def forget(self, tx: Transaction, user_id: int, ghost_id: int) -> None:
        """Put a ghost without a name in a person's place in all results."""
        await tx.run("UPDATE result_people SET replaced = ? WHERE replaced = ?", (ghost_id, user_id))
        await tx.run(
            "UPDATE result_people SET user_id = ?, name = '', solo = NULL WHERE user_id = ?", (ghost_id, user_id)
        )

    async def _read(self, where: str, *parameters: object) -> list[Result]:
        return [result_of(row) for row in await self._database.rows(f"{RESULT} {where}", parameters)]

    async def _shown(self, where: str, *parameters: object) -> list[Result]:
        """Read some results with the names of their computers."""
        found = await self._read(where, *parameters)
        games = [one.game_id for one in found if one.computers]
        if not games:
            return found
        sql = (
            f"SELECT game_id, seat, name FROM seats WHERE game_id IN ({marks(games)})"
            " AND from_version = 0 AND level IS NOT NULL ORDER BY game_id, seat"
        )
        names: dict[int, dict[int, str]] = {}
        for game_id, seat, name in await self._database.rows(sql, tuple(games)):
            names.setdefault(game_id, {})[seat] = name
        return [replace(one, computer_names=names.get(one.game_id, {})) for one in found]


def _there(guild_id: int | None) -> tuple[str, tuple[int, ...]]:
    """Return the condition for results of a server, or in direct messages (None), with its parameters."""
    if guild_id is None:
        return "(guild_id IS NULL OR guild_id = ?)", (OPEN_LEAGUE,)
    return "guild_id = ?", (guild_id,)


def stored(result: Result) -> tuple[object, ...]:
    """Return a result's columns, without its id."""
    sides = [
        {
            "seats": side.seats,
            "points": side.points,
            "rank": side.rank,
            "canastas": dict(side.canastas),
            "concealed": side.concealed,
            "best_round": side.best_round,
        }
        for side in result.sides
    ]
    return (
        result.game_id,
        result.guild_id,
        result.season_id,
        result.variant,
        result.layout,
        result.family,
        json.dumps(dict(result.house)),
        result.abandoned,
        result.unrated,
        result.rounds,
        result.moves,
        result.began_at,
        result.ended_at,
        json.dumps(sides),
    )


def stored_person(result_id: int, guild_id: int | None, person: ResultPerson) -> tuple[object, ...]:
    """Return the columns of one of a result's people."""
    return (
        result_id,
        person.seat,
        person.user_id,
        guild_id,
        person.name,
        person.side,
        person.role,
        person.turns,
        person.missed,
        person.seconds,
        person.replaced,
        person.handed_back,
        person.solo,
    )


#: Shorter ways, since many results are read at once: JSON as it was written here, house rules where there are none, and roles and
#: reasons by their names.
_decode = json.JSONDecoder().raw_decode
_NO_RULES = "{}"
_ROLES = {role.value: role for role in Role}
_PLAYED = Role.PLAYED.value
_REASONS: dict[str | None, Unrated | None] = {None: None, **{reason.value: reason for reason in Unrated}}


def game_of(row: Row) -> PlainGame | GameOutcome:
    """Return the outcome in a row of `OUTCOME`, in the shorter form where that says all."""
    result_id, season_id, family, abandoned, why, sides, correction, people = row
    if abandoned or why is not None or correction is not None:
        return outcome_of(row)
    found = _decode(people)[0]
    users = {}
    for seat, user_id, _, role, turns, missed, _, _ in found:
        if role != _PLAYED or not played(turns, missed):
            return outcome_of(row)
        users[seat] = user_id
    ends = _decode(sides)[0]
    teams = plain_teams([side["seats"] for side in ends], users, len(found))
    if teams is None:
        return outcome_of(row)
    return PlainGame(result_id, season_id, family, teams, tuple([side["rank"] for side in ends]))


def outcome_of(row: Row) -> GameOutcome:
    """Return the outcome in a row of `OUTCOME`."""
    result_id, season_id, family, abandoned, why, sides, correction, people = row
    return GameOutcome(
        id=result_id,
        season_id=season_id,
        family=family,
        abandoned=bool(abandoned),
        unrated=_REASONS[why],
        sides=_sides(sides),
        people=tuple(
            [
                ResultPerson(seat, user_id, "", side, _ROLES[role], turns, missed, 0, replaced, bool(back))
                for seat, user_id, side, role, turns, missed, replaced, back in _decode(people)[0]
            ]
        ),
        amendment=Amendment.of(correction),
    )


def result_of(row: Row) -> Result:
    """Return the result in a row of `RESULT`."""
    result_id, season_id, family, abandoned, why, sides_text, correction, people_text, game_id, guild_id, *rest = row
    variant, layout, house, rounds, moves, began_at, ended_at = rest
    sides, people, unrated = _sides(sides_text), _people(people_text), _REASONS[why]
    taken = {person.seat for person in people}
    return Result(
        id=result_id,
        game_id=game_id,
        guild_id=guild_id,
        season_id=season_id,
        variant=variant,
        layout=layout,
        family=family,
        house={} if house == _NO_RULES else json.loads(house),
        friendly=unrated is Unrated.FRIENDLY,
        abandoned=bool(abandoned),
        unrated=unrated,
        rounds=rounds,
        moves=moves,
        began_at=began_at,
        ended_at=ended_at,
        sides=sides,
        people=people,
        computers=tuple(sorted([seat for side in sides for seat in side.seats if seat not in taken])),
        amendment=Amendment.of(correction),
    )


def _sides(text: str) -> tuple[ResultSide, ...]:
    return tuple(
        [
            ResultSide(
                tuple(side["seats"]),
                side["points"],
                side["rank"],
                side["canastas"],
                side["concealed"],
                side["best_round"],
            )
            for side in _decode(text)[0]
        ]
    )


def _people(text: str) -> tuple[ResultPerson, ...]:
    return tuple(
        [
            ResultPerson(seat, user_id, name, side, _ROLES[role], turns, missed, seconds, replaced, bool(back), solo)
            for seat, user_id, name, side, role, turns, missed, seconds, replaced, back, solo in _decode(text)[0]
        ]
    )
