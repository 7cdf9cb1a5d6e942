"""Whatever happens to a league, its standings are those that follow from its results, to the last bit."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.data.results import Result, Role
from bot.league.errors import LeagueError
from bot.store.opening import open_database
from tests.killed import LONG
from tests.league import recount
from tests.league.games import DAY, GUILD, OTHER_GUILD, Club, game, lent
from tests.stored import clear, make_empty, place, rows

pytestmark = pytest.mark.slow

PEOPLE = range(1, 8)
GUILDS = st.sampled_from([GUILD] * 5 + [OTHER_GUILD])


@st.composite
def games(draw: st.DrawFn) -> Result:
    """Return a game of any shape, with computers, leavers, substitutes, missed turns, ties, and reasons not to count."""
    shape = draw(st.sampled_from([(2, 2), (2, 2), (1, 1), (1, 2), (2, 2, 2), (1, 1, 1)]))
    people = draw(st.permutations(PEOPLE))
    computers = draw(st.sets(st.integers(0, sum(shape) - 1), max_size=2)) if draw(st.integers(0, 3)) == 3 else set()
    order: list[int | None] = [None if index in computers else user for index, user in enumerate(people[: sum(shape)])]
    teams = []
    for size in shape:
        teams.append(order[:size])
        order = order[size:]
    playing = [user for team in teams for user in team if user is not None]
    others: list[int | None] = [None, *people[sum(shape) :]]
    left = {}
    for user in draw(st.lists(st.sampled_from(playing), max_size=2, unique=True)) if playing else []:
        left[user] = draw(st.sampled_from(others))
        if left[user] is not None:
            others.remove(left[user])
    ended = game(
        *teams,
        points=draw(st.lists(st.sampled_from([-500, 3000, 4000, 5005]), min_size=len(shape), max_size=len(shape))),
        left=left,
        missed={user: draw(st.integers(0, 9)) for user in draw(st.sets(st.sampled_from(playing), max_size=2))}
        if playing
        else {},
        guild_id=draw(GUILDS),
        family=draw(st.sampled_from(["classic", "samba"])),
        friendly=draw(st.integers(0, 9)) == 9,
        abandoned=draw(st.integers(0, 5)) == 5,
        rounds=draw(st.sampled_from([3, 2, 1, 0])),
        canastas=[
            draw(st.dictionaries(st.sampled_from(["natural", "mixed", "wild", "twos", "sequence"]), st.integers(0, 5)))
            for _ in shape
        ],
        best_round=[draw(st.integers(-300, 3000)) for _ in shape],
    )
    owners = [one.user_id for one in ended.people if one.role is Role.PLAYED]
    helpers = [user for user in others if user is not None]
    if owners and helpers and draw(st.integers(0, 4)) == 4:
        ended = lent(ended, draw(st.sampled_from(owners)), draw(st.sampled_from(helpers)))
    return ended


@dataclass(frozen=True)
class Step:
    """Something else that happens in a league: what, to which server, and which of those that could be meant."""

    what: str
    guild_id: int
    which: int


STEPS = st.builds(
    Step,
    st.sampled_from(
        [
            "open",
            "close",
            "quarter",
            "quarter",
            "correct",
            "correct",
            "void",
            "undo",
            "undo",
            "gone",
            "gone",
            "seen",
            "forget",
            "set",
        ]
    ),
    GUILDS,
    st.integers(0, 50),
)
HISTORIES = st.lists(st.one_of(games(), games(), STEPS), min_size=20, max_size=40)


async def happen(club: Club, step: Step) -> None:
    league, guild_id, which = club.league, step.guild_id, step.which
    club.clock.now += 60
    if step.what == "quarter":
        club.clock.now += 92 * DAY
        await league.seasons.close_due()
    elif step.what == "set":
        await club.servers.set(guild_id, rate_computers=which % 2, calendar=["none", "monthly", "quarterly"][which % 3])
        await league.seasons.calendar_changed(guild_id)
    elif step.what in ("gone", "seen"):
        user_id = PEOPLE[which % len(PEOPLE)]
        if step.what == "gone":
            await league.members.note_gone(guild_id, user_id)
        else:
            await league.members.note_present(guild_id, user_id, "again")
    elif step.what == "forget":
        await club.forget(PEOPLE[which % len(PEOPLE)])
    else:
        results = (await league.history(guild_id)).results
        result = results[which % len(results)] if results else None
        try:
            if step.what == "open":
                await league.seasons.open(guild_id)
            elif step.what == "close":
                await league.seasons.close(guild_id)
            elif step.what == "undo":
                corrections = await league.corrections.page(guild_id)
                if corrections:
                    await league.corrections.undo(guild_id, corrections[which % len(corrections)].id, by=1)
            elif result is not None and step.what == "void":
                await league.corrections.void(guild_id, result.id, by=1, reason="cheated")
            elif result is not None:
                points = [which * (index + 1) % 7 for index in range(len(result.sides))]
                await league.corrections.correct(guild_id, result.id, by=1, reason="miscounted", points=points)
        except LeagueError:
            pass


def empty(path: Path | str) -> None:
    for table in ("standings", "meetings"):
        rows(path, f"DELETE FROM {table}")


@settings(
    max_examples=40 if LONG else 15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(HISTORIES)
def test_standings_are_those_of_the_results(tmp_path: Path, history: list[Result | Step]) -> None:
    async def check(path: Path | str) -> None:
        await make_empty(path)
        database = await open_database(path)
        try:
            club = Club(database, path)
            for step in history:
                if isinstance(step, Step):
                    await happen(club, step)
                else:
                    await club.play(step)
            kept = club.kept()
            if isinstance(path, Path):
                found = recount.differences(path)
                assert (found["standings"], found["meetings"]) == (0, 0)
            for guild_id in await club.league.guilds():
                assert (await club.league.corrections.rerate(guild_id)).rows == 0
            assert club.kept() == kept
            empty(path)
            for guild_id in await club.league.guilds():
                await club.league.corrections.rerate(guild_id)
            assert club.kept() == kept
        finally:
            await database.close()

    asyncio.run(check(place(Path(tempfile.mkdtemp(dir=tmp_path)) / "canasta.sqlite3")))
    clear()
