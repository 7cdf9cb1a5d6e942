"""The common part of the league's tests: a league over a database, games that ended as a test says, and all that is
kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.data.results import Result, ResultPerson, ResultSide, Role
from bot.data.servers import OPEN_LEAGUE
from bot.league import League
from bot.store.database import Database
from bot.store.privacy import PrivacyStore
from bot.store.servers import ServerStore
from tests.stored import rows

GUILD, OTHER_GUILD = 7, 8

#: 2027-01-15 08:00 UTC, in the first quarter.
BEGIN = 1_800_000_000
DAY = 86_400


#: Names of computers in each seat.
COMPUTERS = ("Ada", "Bruno", "Carla", "Dino", "Elsa", "Fabio")


class Clock:
    """Seconds that pass only when a test says so."""

    def __init__(self, now: int = BEGIN) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


class Club:
    """A league over a database, in which games end as a test says."""

    def __init__(self, database: Database, path: Path | str) -> None:
        self.database = database
        self.path = path
        self.clock = Clock()
        self.league = League(database, clock=self.clock)
        self.servers = ServerStore(database)

    async def play(self, result: Result, level: str = "normal") -> Result:
        """Have a game end like that, but now, with computers of a level; what is stored of it."""
        async with self.database.transaction() as tx:
            home = (None, None, 1) if result.guild_id == OPEN_LEAGUE else (result.guild_id, 1, 0)
            game_id = await tx.insert(
                "INSERT INTO games (guild_id, channel_id, in_open_league, status, version, variant, layout, size, house, host_id,"
                " created_at, updated_at) VALUES (?, ?, ?, 'finished', 1, 'classic', '4', 4, '{}', 1, 0, 0)",
                home,
            )
            await tx.many(
                "INSERT INTO seats (game_id, seat, from_version, level, name) VALUES (?, ?, 0, ?, ?)",
                [(game_id, seat, level, COMPUTERS[seat]) for seat in result.computers],
            )
            await self.league.record(tx, replace(result, game_id=game_id, ended_at=self.clock.now))
        stored = await self.league.result_of_game(result.guild_id, game_id)
        assert stored is not None
        return stored

    async def forget(self, user_id: int) -> int:
        """Have a person's data deleted; return their ghost's id."""
        ghost_id = await PrivacyStore(self.database).forget(user_id, self.clock.now)
        assert ghost_id is not None
        return ghost_id

    def kept(self) -> list[tuple[object, ...]]:
        """Return all that must be the same however it came about: every row of standings and meetings, to the last bit."""
        return dump(self.path)


def dump(path: Path | str) -> list[tuple[object, ...]]:
    """Return every row of standings and meetings, real numbers as their bits."""
    return [
        (table, *(value.hex() if isinstance(value, float) else value for value in row))
        for table in ("standings", "meetings")
        for row in rows(path, f"SELECT * FROM {table} ORDER BY 1, 2, 3, 4")
    ]


def game(
    *teams: Sequence[int | None],
    points: Sequence[int] = (),
    ranks: Sequence[int] = (),
    left: Mapping[int, int | None] | None = None,
    missed: Mapping[int, int] | None = None,
    turns: int = 20,
    guild_id: int = GUILD,
    family: str = "classic",
    friendly: bool = False,
    abandoned: bool = False,
    rounds: int = 3,
    canastas: Sequence[Mapping[str, int]] = (),
    best_round: Sequence[int] = (),
) -> Result:
    """Return a game between sides of people (None: a computer), who sit in turns.

    Without `points` the sides have 5000, 4000, and so on; ranks follow from the points. The seats that `left` in the
    middle, and the one who sat in for them to the end, None: a computer.
    """
    left, missed = left or {}, missed or {}
    points = points or [5000 - 1000 * index for index in range(len(teams))]
    ranks = ranks or [1 + sum(other > own for other in points) for own in points]
    free = iter(range(sum(map(len, teams))))
    seats: list[list[int]] = [[] for _ in teams]
    people = []
    for place in range(max(map(len, teams))):
        for side, team in enumerate(teams):
            if place >= len(team):
                continue
            seat, user_id = next(free), team[place]
            seats[side].append(seat)
            if user_id is None:
                continue
            role = Role.LEFT if user_id in left else Role.PLAYED
            his_turns = turns // 2 if user_id in left else turns
            people.append(_person(seat, user_id, side, role, his_turns, missed.get(user_id, 0)))
            substitute = left.get(user_id)
            if substitute is not None:
                one = _person(seat, substitute, side, Role.SUBSTITUTE, turns // 2, missed.get(substitute, 0))
                people.append(one._replace(replaced=user_id))
    sides = tuple(
        ResultSide(
            tuple(seats[index]),
            points[index],
            ranks[index],
            canastas[index] if canastas else {"natural": 1, "mixed": 2},
            concealed=int(ranks[index] == 1),
            best_round=best_round[index] if best_round else points[index] // 2,
        )
        for index in range(len(teams))
    )
    return Result(
        game_id=0,
        guild_id=guild_id,
        variant=family,
        layout=str(sum(map(len, teams))),
        family=family,
        house={},
        friendly=friendly,
        abandoned=abandoned,
        rounds=rounds,
        moves=100,
        began_at=BEGIN - DAY,
        ended_at=BEGIN,
        sides=sides,
        people=tuple(people),
        computers=tuple(
            seats[side][place] for side, team in enumerate(teams) for place, one in enumerate(team) if one is None
        ),
    )


def lent(result: Result, owner: int, helper: int) -> Result:
    """Return a game in which one had another's seat for a while and gave it back."""
    (one,) = [person for person in result.people if person.user_id == owner]
    turns: dict[str, Any] = {"turns": 1, "missed": 0, "role": Role.SUBSTITUTE, "replaced": owner, "handed_back": True}
    return replace(result, people=(*result.people, one._replace(user_id=helper, name=f"P{helper}", **turns)))


def _person(seat: int, user_id: int, side: int, role: Role, turns: int, missed: int) -> ResultPerson:
    return ResultPerson(seat, user_id, f"P{user_id}", side, role, turns, missed, seconds=60 * (turns - missed))
