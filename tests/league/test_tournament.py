"""Tournaments step by step: each is there wholly or not at all, and what forfeits and drops out is as said."""

from __future__ import annotations

import itertools
import random
import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.computer import choose
from bot.data.people import NamedPerson
from bot.data.tables import Status, Table
from bot.data.tournaments import Forfeit, Played, Player, Tournament, TournamentKind, TournamentStage
from bot.league.tournaments import Organiser
from bot.league.tournaments.errors import (
    EnteredAlready,
    Full,
    NobodyPlays,
    NoSuchTournament,
    NotTwoSides,
    TooFew,
    WrongNumber,
    WrongStage,
)
from bot.store.avoid import AvoidStore
from bot.store.opening import open_database
from bot.tables import Tables
from tests import killed
from tests.stored import place
from tests.tables.club import ANA, BO, CY, DI, NAMES, Clock

GUILD, CHANNEL = 7, 70


def wanted(**changes: Any) -> Tournament:
    """Return a round robin of matches of one round between two."""
    plain: dict[str, Any] = {
        "id": 0, "guild_id": GUILD, "channel_id": CHANNEL, "host_id": ANA, "name": "Cup", "kind": TournamentKind.ROUND_ROBIN,
        "variant": "classic", "layout": "2", "deals": 1, "scale": 1, "created_at": 0,
    }  # fmt: skip
    return Tournament(**{**plain, **changes})


def organiser_of(tables: Tables) -> Organiser:
    """Return the organiser of the tables' database, which hears of games that end."""
    one = Organiser(tables.changes.database, tables, clock=Clock(), chance=random.Random(5))
    tables.changes.on_end(one.match_tables.record)
    return one


def person(user_id: int) -> Player:
    return Player(NAMES[user_id], user_id)


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    database = await open_database(place(tmp_path / "canasta.sqlite3"))
    tables = Tables(database, clock=Clock(), chance=random.Random(5))
    yield tables
    await tables.computers.close()
    await database.close()


async def begun(organiser: Organiser, *people: int, **changes: Any) -> int:
    """Return a tournament of these people that has begun; its number."""
    number = (await organiser.open(wanted(**changes))).id
    for user_id in people:
        await organiser.entries.enter(number, [person(user_id)])
    await organiser.rounds.start(number)
    return number


@pytest.mark.parametrize("kind", [TournamentKind.SWISS, TournamentKind.DANISH])
@pytest.mark.parametrize("seeds", [None, {1: 0}])
async def test_the_draw_has_nobody_meet_somebody_of_whom_one_avoids_the_other(
    tables: Tables, kind: TournamentKind, seeds: dict[int, int] | None
) -> None:
    avoid = AvoidStore(tables.changes.database)
    await avoid.add(ANA, NamedPerson(BO, "Bo"))
    await avoid.add(DI, NamedPerson(CY, "Cy"))
    seen = set()
    for seed in range(12):
        one = Organiser(tables.changes.database, tables, clock=Clock(), chance=random.Random(seed))
        number = (await one.open(wanted(kind=kind, name=f"Cup {seed}"))).id
        for user_id in (ANA, BO, CY, DI):
            await one.entries.enter(number, [person(user_id)])
        state = await one.rounds.start(number, seeds=seeds)
        of = {team.entry: team.people[0] for team in state.tournament.teams}
        meetings = {frozenset((of[match.first], of[match.second or 0])) for match in state.of_round(1)}
        assert not meetings & {frozenset((ANA, BO)), frozenset((CY, DI))}
        seen |= meetings
    assert len(seen) == 4, "all else is drawn"


async def test_where_all_avoid_all_the_draw_is_made_all_the_same(tables: Tables) -> None:
    await AvoidStore(tables.changes.database).add(ANA, NamedPerson(BO, "Bo"))
    one = organiser_of(tables)
    number = await begun(one, ANA, BO, kind=TournamentKind.SWISS)
    assert len((await one.state(number)).of_round(1)) == 1


async def test_what_cannot_be_is_refused_and_changes_nothing(tables: Tables) -> None:
    one = organiser_of(tables)
    for layout in ("3-lone", "6-pairs", "5-sitout"):
        with pytest.raises(NotTwoSides):
            await one.open(wanted(layout=layout))
    number = (await one.open(wanted())).id
    with pytest.raises(NoSuchTournament):
        await one.get(GUILD + 1, number)
    with pytest.raises(WrongNumber):
        await one.entries.enter(number, [person(ANA), person(BO)])
    await one.entries.enter(number, [person(ANA)])
    with pytest.raises(EnteredAlready):
        await one.entries.enter(number, [person(ANA)])
    with pytest.raises(TooFew):
        await one.rounds.start(number)
    with pytest.raises(WrongStage):
        await one.rounds.extend(number, 1)
    await one.entries.enter(number, [person(BO)])
    await one.rounds.start(number)
    with pytest.raises(WrongStage):
        await one.rounds.start(number)
    with pytest.raises(Full):
        await one.entries.enter(number, [person(CY)])
    assert [team.entry for team in (await one.get(GUILD, number)).teams] == [1, 2]


async def test_an_odd_round_robin_has_one_place_for_somebody_late(tables: Tables) -> None:
    one = organiser_of(tables)
    number = await begun(one, ANA, BO, CY)
    await one.entries.enter(number, [person(DI)])
    with pytest.raises(Full):
        await one.entries.enter(number, [Player("Eva", 105)])
    assert (await one.state(number)).last == 3


async def test_seeds_are_the_ratings_as_far_as_there_are_any(tables: Tables) -> None:
    one = organiser_of(tables)
    number = (await one.open(wanted(kind=TournamentKind.DANISH))).id
    for user_id in (ANA, BO, CY, DI):
        await one.entries.enter(number, [person(user_id)])
    state = await one.rounds.start(number, seeds={3: 0, 2: 1})
    seeds = {team.entry: team.seed for team in state.tournament.teams}
    assert (seeds[3], seeds[2]) == (1, 2)
    assert sorted(seeds.values(), key=lambda seed: seed or 0) == [1, 2, 3, 4]
    assert state.tournament.rounds == 3
    assert {frozenset((match.first, match.second)) for match in state.matches} == {frozenset((2, 3)), frozenset((1, 4))}


async def test_standings_leave_out_the_round_that_is_played(tables: Tables) -> None:
    one = organiser_of(tables)
    number = await begun(one, ANA, BO, CY)
    state = await one.state(number)
    assert any(match.second is None and match.played is not None for match in state.matches)
    assert all(standing.vp == 0 for standing in state.standings)


async def seated(organiser: Organiser, tables: Tables, number: int) -> int:
    (match,) = [match for match in (await organiser.state(number)).matches if match.second is not None]
    await organiser.match_tables.note_thread(number, match, 700 + match.round)
    return await organiser.match_tables.seat(number, match, 700 + match.round)


async def test_only_a_player_who_did_not_move_on_their_turn_forfeits(tables: Tables) -> None:
    one = organiser_of(tables)
    for moves, forfeits in ((0, "awaited"), (1, "nobody"), (8, "nobody")):
        number = await begun(one, ANA, BO, name=f"Cup {moves}")
        table = await tables.get(await seated(one, tables, number))
        first = table.turn
        for _move in range(moves):
            assert table.to_move is not None
            user_id = table.to_move.user_id or 0
            view = (await tables.look(table.id, user_id)).mine
            assert view is not None
            table = (await tables.turns.play(table.id, user_id, view.legal[0])).table
        (match,) = (await one.state(number)).matches
        awaited = table.turn
        await one.match_tables.call_time(number, match)
        (match,) = (await one.state(number)).matches
        assert match.played is not None
        side = {0: Forfeit.FIRST, 1: Forfeit.SECOND}
        if forfeits == "awaited":
            assert match.played == Played(forfeit=side[first or 0])
        elif awaited != first and moves < 2:
            assert match.played == Played(forfeit=side[awaited or 0])
        else:
            assert match.played == Played()
        assert await one.rounds.advance(number)
        assert (await one.state(number)).tournament.status is TournamentStage.FINISHED
        assert (await tables.get(table.id)).status is Status.FINISHED


async def on_turn(tables: Tables, table: Table, rounds: int) -> Table:
    """Have people play on until this many rounds have been scored."""
    chance = random.Random(3)
    while table.round <= rounds and table.status is Status.PLAYING:
        assert table.to_move is not None
        user_id = table.to_move.user_id or 0
        view = (await tables.look(table.id, user_id)).mine
        assert view is not None
        table = (await tables.turns.play(table.id, user_id, choose(view, "normal", chance))).table
    return table


#: People who leave a match of Ana & Cy against Bo & Di, the way in which they do, and the sides that then forfeit.
_LEAVERS = [
    ([ANA], 0, ""),
    ([ANA, CY], 0, "mine"),
    ([CY, ANA], 0, "mine"),
    ([BO, DI], 0, "theirs"),
    ([ANA, BO], 0, ""),
    ([ANA, CY, BO], 0, "mine"),
    ([ANA, BO, CY, DI], 0, "both"),
    ([DI, CY, BO, ANA], 0, "both"),
    ([ANA, CY], 1, "mine"),
    ([BO, DI], 1, "theirs"),
    ([ANA, CY, BO, DI], 1, "both"),
    ([DI, BO, CY, ANA], 1, "both"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("leavers", "scored", "forfeits"), _LEAVERS)
async def test_who_gives_up_does_not_win_by_it(tables: Tables, leavers: list[int], scored: int, forfeits: str) -> None:
    one = organiser_of(tables)
    number = (await one.open(wanted(layout="4", deals=3))).id
    for pair in ((ANA, CY), (BO, DI)):
        await one.entries.enter(number, [person(user_id) for user_id in pair])
    await one.rounds.start(number, seeds={1: 0, 2: 1})
    table = await on_turn(tables, await tables.get(await seated(one, tables, number)), scored)
    for user_id in leavers:
        await tables.seating.resign(table.id, user_id)
    (match,) = (await one.state(number)).matches
    await one.match_tables.call_time(number, match)
    (match,) = (await one.state(number)).matches
    assert match.played is not None
    mine = Forfeit.FIRST if match.first == 1 else Forfeit.SECOND
    theirs = Forfeit.SECOND if match.first == 1 else Forfeit.FIRST
    if forfeits:
        assert match.played == Played(forfeit={"mine": mine, "theirs": theirs, "both": Forfeit.BOTH}[forfeits])
    else:
        assert match.played.forfeit in (None, mine, theirs)
        assert len(leavers) == 2 or match.played.forfeit != mine


@pytest.mark.parametrize("deleted", [[BO], [ANA], [ANA, BO]])
async def test_whoever_has_their_data_deleted_does_not_win_by_it(tables: Tables, deleted: list[int]) -> None:
    one = organiser_of(tables)
    number = await begun(one, ANA, BO)
    table = await tables.get(await seated(one, tables, number))
    for user_id in (BO, ANA):
        await tables.seating.resign(table.id, user_id, deleted=user_id in deleted)
    (match,) = (await one.state(number)).matches
    await one.match_tables.call_time(number, match)
    (match,) = (await one.state(number)).matches
    assert match.played == Played(forfeit=Forfeit.BOTH)


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("moves", [0, 1])
async def test_whoever_gives_up_at_once_forfeits_whatever_the_other_does(
    tables: Tables, first: bool, moves: int
) -> None:
    one = organiser_of(tables)
    number = await begun(one, ANA, BO)
    table = await tables.get(await seated(one, tables, number))
    quitter = next(seat for seat in table.seats if (seat.number == table.turn) is first)
    assert quitter.user_id is not None
    await tables.seating.resign(table.id, quitter.user_id)
    while table.id in tables.computers._tasks:
        await tables.computers._tasks[table.id]
    for _move in range(moves):
        table = await tables.get(table.id)
        assert table.to_move is not None
        if table.to_move.user_id is not None:
            view = (await tables.look(table.id, table.to_move.user_id)).mine
            assert view is not None
            await tables.turns.play(table.id, table.to_move.user_id, view.legal[0])
    (match,) = (await one.state(number)).matches
    await one.match_tables.call_time(number, match)
    assert await one.rounds.advance(number)
    state = await one.state(number)
    assert state.matches[0].played == Played(forfeit=Forfeit.FIRST if quitter.number == 0 else Forfeit.SECOND)
    winner = state.tournament.team(state.standings[0].entry)
    assert winner is not None
    assert winner.people == (BO if quitter.user_id == ANA else ANA,)
    assert [standing.vp for standing in state.standings] == [14, 0]


async def test_a_tournament_ends_when_no_person_takes_part_any_more(tables: Tables) -> None:
    one = organiser_of(tables)
    number = (await one.open(wanted(kind=TournamentKind.SWISS, rounds=3))).id
    computers = [Player(f"Computer {place}", level="random") for place in range(4)]
    for player in (*computers[:2], person(ANA)):
        await one.entries.enter(number, [player])
    await one.rounds.start(number)
    await one.entries.withdraw(number, 3)
    for match in (await one.state(number)).matches:
        if match.played is None:
            await one.match_tables.call_time(number, match)
    assert await one.rounds.advance(number)
    state = await one.state(number)
    assert (state.tournament.status, state.tournament.round) == (TournamentStage.FINISHED, 1)
    number = (await one.open(wanted(name="Computers"))).id
    for player in computers:
        await one.entries.enter(number, [player])
    with pytest.raises(NobodyPlays):
        await one.rounds.start(number)
    await one.entries.enter(number, [Player("", -5)])
    with pytest.raises(NobodyPlays):
        await one.rounds.start(number)
    assert (await one.state(number)).tournament.status is TournamentStage.OPEN


@pytest.mark.parametrize("stay", [1, 2, 3])
async def test_rounds_without_a_match_are_skipped_and_who_left_early_does_not_count(tables: Tables, stay: int) -> None:
    one, people = organiser_of(tables), [*range(101, 107)]
    for names in itertools.combinations(people, stay):
        number = (await one.open(wanted(name=f"Cup {names}"))).id
        for user_id in people:
            await one.entries.enter(number, [Player(f"P{user_id}", user_id)])
        await one.rounds.start(number, seeds={entry: entry for entry in range(1, 7)})
        staying = {people.index(user_id) + 1 for user_id in names}
        for entry in {*range(1, 7)} - staying:
            await one.entries.withdraw(number, entry)
        played = []
        while (state := await one.state(number)).tournament.status is TournamentStage.RUNNING:
            played.append(state.tournament.round)
            matches = [match for match in state.of_round(played[-1]) if match.second is not None]
            assert matches, "no round without a match"
            for match in matches:
                await one.match_tables.call_time(number, match)
            assert await one.rounds.advance(number)
        met = {frozenset((match.first, match.second)) for match in state.matches if match.second is not None}
        assert {frozenset(both) for both in itertools.combinations(staying, 2)} <= met
        assert set(state.annulled) == {*range(1, 7)} - staying
        assert {each.entry: each.vp for each in state.standings if each.entry in state.annulled} == dict.fromkeys(
            state.annulled, 0
        )
        # Only draws among those who stayed count: nobody gets anything for the places of those who left.
        assert {each.vp for each in state.standings if each.entry in staying} == {10 * (stay - 1)}
        assert {each.played + each.byes for each in state.standings if each.entry in staying} == {stay - 1}


async def test_who_left_after_half_of_their_matches_counts(tables: Tables) -> None:
    one = organiser_of(tables)
    number = await begun(one, ANA, BO, CY, DI)
    for number_of_round in (1, 2, 3):
        if number_of_round == 2:
            await one.entries.withdraw(number, 1)
        for match in (await one.state(number)).of_round(number_of_round):
            if match.played is None:
                await one.match_tables.call_time(number, match)
        assert await one.rounds.advance(number)
    state = await one.state(number)
    assert state.annulled == ()
    assert sorted((each.entry, each.vp) for each in state.standings)[0] == (1, 20)
    assert sorted(each.vp for each in state.standings) == [20, 30, 30, 34]


async def test_a_match_that_never_began_is_a_draw(tables: Tables) -> None:
    one = organiser_of(tables)
    number = await begun(one, ANA, BO)
    (match,) = (await one.state(number)).matches
    await one.match_tables.call_time(number, match)
    assert await one.rounds.advance(number)
    assert [standing.vp for standing in (await one.state(number)).standings] == [10, 10]


async def test_no_table_is_opened_for_a_tournament_that_was_broken_off(tables: Tables) -> None:
    one = organiser_of(tables)
    number = await begun(one, ANA, BO)
    await one.cancel(number)
    with pytest.raises(WrongStage):
        await seated(one, tables, number)
    assert await tables.games.active() == []


@pytest.mark.slow
async def test_computers_alone_play_their_match(tables: Tables) -> None:
    one = organiser_of(tables)
    number = (await one.open(wanted())).id
    for player in (Player("One", level="random"), Player("Two", level="random"), person(ANA)):
        await one.entries.enter(number, [player])
    # The first of three sits out.
    await one.rounds.start(number, seeds={3: 1})
    game = await seated(one, tables, number)
    while game in tables.computers._tasks:
        await tables.computers._tasks[game]
    assert (await tables.get(game)).status is Status.FINISHED
    match, _bye = (await one.state(number)).matches
    assert match.played is not None
    assert match.played.points == (await tables.get(game)).scores


# Killed between any two writes, and done again.


async def nothing(_: Tables) -> None:
    pass


async def two_have_signed_up(tables: Tables) -> None:
    one = organiser_of(tables)
    await one.open(wanted(same_packs=True))
    for user_id in (ANA, BO, CY):
        await one.entries.enter(1, [person(user_id)])


async def it_has_begun(tables: Tables) -> None:
    await two_have_signed_up(tables)
    await organiser_of(tables).rounds.start(1)


async def its_table_is_open(tables: Tables) -> None:
    await it_has_begun(tables)
    await seated(organiser_of(tables), tables, 1)


async def its_match_is_over(tables: Tables) -> None:
    await its_table_is_open(tables)
    await time_is_called(tables)


async def it_starts(tables: Tables) -> None:
    one = organiser_of(tables)
    if (await one.state(1)).tournament.status is TournamentStage.OPEN:
        await one.rounds.start(1)


async def its_table_opens(tables: Tables) -> None:
    one = organiser_of(tables)
    if all(match.game_id is None for match in (await one.state(1)).matches):
        await seated(one, tables, 1)


async def time_is_called(tables: Tables) -> None:
    one = organiser_of(tables)
    for match in (await one.state(1)).matches:
        if match.played is None:
            await one.match_tables.call_time(1, match)


async def the_next_round_begins(tables: Tables) -> None:
    one = organiser_of(tables)
    if (await one.state(1)).tournament.round == 1:
        assert await one.rounds.advance(1)


async def an_outcome_is_corrected(tables: Tables) -> None:
    one = organiser_of(tables)
    (match,) = [match for match in (await one.state(1)).matches if match.second is not None]
    if not await one.corrections.of(1):
        await one.corrections.correct(1, 1, match.first, Played((5, 7), 1), by=ANA, reason="so")


#: The statement before which the first kill comes: there are as many in every step.
FIRST_KILL = 4


@pytest.mark.sqlite
@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "work"),
    [
        (two_have_signed_up, it_starts),
        (it_has_begun, its_table_opens),
        (its_table_is_open, time_is_called),
        (its_match_is_over, the_next_round_begins),
        (its_match_is_over, an_outcome_is_corrected),
    ],
)
def test_a_step_that_was_killed_is_done_again_and_comes_to_the_same(
    tmp_path: Path, before: Callable[[Tables], Awaitable[None]], work: Callable[[Tables], Awaitable[None]]
) -> None:
    start = tmp_path / "start.sqlite3"
    assert killed.run(start, before)
    whole = tmp_path / "whole.sqlite3"
    shutil.copy(start, whole)
    assert killed.run(whole, work)
    for kill_at in itertools.count(FIRST_KILL, 13):
        path = tmp_path / f"{kill_at}.sqlite3"
        shutil.copy(start, path)
        done = killed.run(path, work, kill_at)
        assert killed.run(path, work)
        assert shape(path) == shape(whole)
        if done:
            break
    assert kill_at > FIRST_KILL


def shape(path: Path) -> dict[str, Any]:
    """Return what must be there once, whatever chance drew."""
    sql = {
        "tournament": "SELECT status, round FROM tournaments",
        "rounds": "SELECT number, ended_at IS NULL, series IS NULL FROM tournament_rounds",
        "matches": "SELECT round, count(*), count(second), count(game_id), sum(over) FROM tournament_matches GROUP BY 1",
        "games": "SELECT status, channel_id FROM games",
        "corrections": "SELECT round, reason FROM tournament_corrections",
    }
    with closing(sqlite3.connect(path)) as connection:
        return {name: connection.execute(each).fetchall() for name, each in sql.items()}
