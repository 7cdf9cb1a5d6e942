"""The open league: apart from every server's, without the names of those who don't want to be named, and looked after by the operator."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.data.results import Result, Unrated
from bot.data.seasons import Calendar
from bot.data.servers import OPEN_LEAGUE
from bot.data.tables import InDirectMessages, Status
from bot.league import By, League
from bot.store.people import PersonStore
from bot.tables import Order, Tables
from bot.ui.page import Page
from bot.ui.pages import boards_page, league_page
from renderer import Style
from renderer.standings import render as draw
from tests import killed
from tests.league.games import DAY, GUILD, Club, dump, game
from tests.stored import gathered, rows
from tests.tables.club import ANA, BO, NAMES, play_on
from tests.tables.test_killed import each_kill


def rated(*teams: list[int | None]) -> Result:
    return game(*teams, guild_id=OPEN_LEAGUE)


async def name(club: Club, user_id: int, *, named: bool) -> None:
    async with club.database.transaction() as tx:
        await PersonStore(club.database).set(tx, user_id, named=int(named))


async def names(club: Club, reader: int, by: By = By.RATING) -> dict[int, str]:
    """Return the names on the open league's board, as somebody reads them, by people."""
    board = await club.league.boards.board(OPEN_LEAGUE, by=by, me=reader)
    return {user: one for row in board.rows for user, one in zip(row.user_ids, row.names, strict=True)}


# Apart from servers


async def test_its_ratings_are_those_of_a_server_and_change_none_there(club: Club) -> None:
    await club.play(game([1, 2], [3, 4]))
    before = dump(club.path)
    await club.play(rated([1, 2], [3, 4]))
    there = {row[1:] for row in dump(club.path)} - {row[1:] for row in before}
    assert {row[0] for row in there} == {OPEN_LEAGUE}
    assert [row for row in dump(club.path) if row[1] == GUILD] == before
    # The same games, the same numbers.
    open_board, board = [await club.league.boards.board(place) for place in (OPEN_LEAGUE, GUILD)]
    assert [(row.user_ids, row.value) for row in open_board.rows] == [(row.user_ids, row.value) for row in board.rows]
    assert list(await club.league.members.servers_of(1)) == [GUILD]
    assert await club.league.members.in_open_league(1)
    assert not await club.league.members.in_open_league(9)


async def test_games_with_computers_are_rated_if_the_operator_says_so(club: Club) -> None:
    assert (await club.play(rated([1, None], [2, None]))).standing is Unrated.COMPUTERS
    await club.servers.set(OPEN_LEAGUE, rate_computers=1)
    assert (await club.play(rated([1, None], [2, None]))).standing is None


async def test_ones_own_record_has_games_in_direct_messages_whether_they_count_or_not(club: Club) -> None:
    counted = await club.play(rated([1, 2], [3, 4]))
    async with club.database.transaction() as tx:
        number = await tx.insert(
            "INSERT INTO games (status, version, variant, layout, size, house, host_id, created_at, updated_at)"
            " VALUES ('finished', 1, 'classic', '4', 4, '{}', 1, 0, 0)",
            (),
        )
        alone = game([1, 2], [3, 4])
        await club.league.record(tx, replace(alone, game_id=number, guild_id=None))
    history = await club.league.history_in_direct_messages(1)
    assert [one.game_id for one in history.results] == [number, counted.game_id]
    assert [one.standing for one in history.results] == [Unrated.DIRECT, None]
    assert [one.game_id for one in (await club.league.history(OPEN_LEAGUE)).results] == [counted.game_id]


# Names


async def test_only_those_who_want_it_are_named_and_everybody_reads_their_own_name(club: Club) -> None:
    await club.play(rated([1, 2], [3, 4]))
    assert await names(club, 1) == {1: "P1", 2: "", 3: "", 4: ""}
    await name(club, 3, named=True)
    for by in (By.RATING, By.WINS, By.PAIRS):
        assert set((await names(club, 1, by)).values()) == {"P1", "", "P3"}
    await name(club, 3, named=False)
    assert await names(club, 9) == dict.fromkeys((1, 2, 3, 4), "")
    profile = await club.league.boards.profile(OPEN_LEAGUE, 1, reader=1)
    assert profile is not None
    assert profile.partner is not None
    assert (profile.name, profile.partner.name) == ("P1", "")
    # In servers, a board names everybody.
    await club.play(game([1, 2], [3, 4]))
    assert {row.names for row in (await club.league.boards.board(GUILD)).rows} == {("P1",), ("P2",), ("P3",), ("P4",)}


async def test_a_reader_asks_only_for_themselves_and_those_who_are_named(club: Club) -> None:
    boards = club.league.boards
    assert [await boards.may_see(OPEN_LEAGUE, one, 1) for one in (1, 2)] == [True, False]
    assert await boards.may_see(GUILD, 2, 1)
    await name(club, 2, named=True)
    assert await boards.may_see(OPEN_LEAGUE, 2, 1)


async def test_the_end_of_a_season_names_only_those_who_want_it_now(club: Club) -> None:
    for _ in range(3):
        await club.play(rated([1, 2], [3, 4]))
    await name(club, 1, named=True)
    season = await club.league.seasons.close(OPEN_LEAGUE)
    kept = str(rows(club.path, "SELECT closing FROM seasons"))
    assert not any(f"P{user}" in kept for user in (1, 2, 3, 4))

    async def podium(reader: int) -> list[str]:
        found = await club.league.seasons.ended(OPEN_LEAGUE, season.id, reader)
        assert found is not None
        assert found.closing is not None
        return [place.name for place in found.closing.podium if place.user_id in (1, 2)]

    assert sorted(await podium(9)) == ["", "P1"]
    assert sorted(await podium(2)) == ["P1", "P2"]
    await name(club, 1, named=False)
    assert await podium(9) == ["", ""]


async def shown(club: Club, reader: int) -> str:
    """Return everything that somebody is sent of the open league: boards and their pictures' alt texts, own profile, season's end."""
    league, found = club.league, []
    for season in (None, 0, (await league.seasons.of_guild(OPEN_LEAGUE))[-1].id):
        for by in By:
            board = await league.boards.board(OPEN_LEAGUE, season=season, by=by, me=reader)
            view = league_page.board(board, "", open_league=True)
            found += [_sent(boards_page.board(view, board, boards_page.ShowBoard(1, season, by, 1, ""), None, reader))]
            found += [draw(view, style=Style()).alt]
    profile = await league.boards.profile(OPEN_LEAGUE, reader, reader=reader)
    assert profile is not None
    found += [league_page.profile_text(league_page.profile(profile, open_league=True))]
    for season_of in await league.seasons.of_guild(OPEN_LEAGUE):
        season_end = await league.seasons.ended(OPEN_LEAGUE, season_of.id, reader)
        if season_end is not None:
            found += [league_page.closing_text(league_page.closing(season_end))]
    return "\n".join(found)


def _sent(page: Page) -> str:
    return json.dumps([item.to_component_dict() for item in page.children])


async def test_leagues_that_differ_in_who_is_not_named_are_the_same_to_a_reader(club: Club) -> None:
    for people in ([10, 20, 30, 40], [10, 30, 20, 40], [10, 20, 40, 30]):
        await club.play(rated([people[0], people[1]], [people[2], people[3]]))
    await club.league.seasons.close(OPEN_LEAGUE)
    await club.league.seasons.open(OPEN_LEAGUE)
    await club.play(rated([10, 20], [30, 40]))
    await name(club, 40, named=True)
    before = await shown(club, 10)
    assert "P40" in before
    # Somebody else has played in 20's place. People with equal figures stand in the order of their ids, which stays.
    other = 25
    rows(club.path, f"UPDATE members SET user_id = {other}, name = 'Quixote' WHERE user_id = 20")
    for table, column in (("standings", "user_id"), ("meetings", "user_id"), ("meetings", "other_id")):
        rows(club.path, f"UPDATE {table} SET {column} = {other} WHERE {column} = 20")
    for before_it, after_it in (
        ('"user_id": 20,', f'"user_id": {other},'),
        ("[20]", f"[{other}]"),
        ("20]", f"{other}]"),
    ):
        rows(club.path, f"UPDATE seasons SET closing = replace(closing, '{before_it}', '{after_it}')")
    club.league = League(club.database, clock=club.clock)
    assert await shown(club, 10) == before
    await name(club, other, named=True)
    assert "Quixote" in await shown(club, 10)


# Data of people


async def test_deletion_takes_names_and_ids_and_leaves_others_their_places(club: Club) -> None:
    for _ in range(3):
        await club.play(rated([1, 2], [3, 4]))
    await name(club, 1, named=True)
    await club.league.seasons.close(OPEN_LEAGUE)
    before = {row.user_ids: row.value for row in (await club.league.boards.board(OPEN_LEAGUE)).rows}
    exported = await gathered(club.database, 1)
    assert {"result_people", "standings", "meetings", "members"} <= set(exported)
    ghost = await club.forget(1)
    after = {row.user_ids: row.value for row in (await club.league.boards.board(OPEN_LEAGUE)).rows}
    assert after == {users: value for users, value in before.items() if users != (1,)}
    season = (await club.league.seasons.of_guild(OPEN_LEAGUE))[0]
    found = await club.league.seasons.ended(OPEN_LEAGUE, season.id, 9)
    assert found is not None
    assert found.closing is not None
    assert {ghost} <= {place.user_id for place in found.closing.podium}
    assert not any(place.name for place in found.closing.podium)
    assert (await club.league.corrections.rerate(OPEN_LEAGUE)).rows == 0


# Seasons


async def test_seasons_end_by_the_calendar_and_are_announced_in_no_channel(club: Club) -> None:
    await club.servers.set(OPEN_LEAGUE, calendar=Calendar.MONTHLY)
    await club.play(rated([1, 2], [3, 4]))
    club.clock.now += 40 * DAY
    [closed] = await club.league.seasons.close_due()
    assert closed.guild_id == OPEN_LEAGUE
    result = await club.play(rated([1, 2], [3, 4]))
    assert result.standing is None
    assert [one.number for one in await club.league.seasons.of_guild(OPEN_LEAGUE)] == [2, 1]


# The operator


async def test_corrections_change_ratings_as_in_a_server_and_are_undone(club: Club) -> None:
    result = await club.play(rated([1, 2], [3, 4]))
    await club.play(rated([1, 3], [2, 4]))
    before = club.kept()
    one = await club.league.corrections.correct(OPEN_LEAGUE, result.id, by=0, reason="typed", points=[1000, 9000])
    changed = club.kept()
    assert changed != before
    assert (await club.league.corrections.rerate(OPEN_LEAGUE)).rows == 0
    await club.league.corrections.undo(OPEN_LEAGUE, one.id, by=0)
    assert club.kept() == before


def told(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main(["league", *arguments]) == status
    printed = capsys.readouterr()
    return printed.err if status else printed.out


async def test_the_operator_corrects_by_the_command_line(
    club: Club, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = await club.play(game([1, 2], [3, 4]))
    result = await club.play(rated([1, 2], [3, 4]))
    before = club.kept()
    monkeypatch.setenv("CANASTA_DATABASE", str(club.path))

    async def ask(*arguments: str, status: int = 0) -> str:
        return await asyncio.to_thread(told, capsys, *arguments, status=status)

    assert f"game {result.game_id} (result {result.id})" in await ask("results")
    assert "P1 & P2 5000; P3 & P4 4000" in await ask("results")
    assert "give points for each of the 2 sides" in await ask(
        "correct", f"{result.game_id}", "5", "--reason", "x", status=1
    )
    done = await ask("correct", str(result.game_id), "-500", "7000", "--reason", "two accounts")
    assert "as played -> -500 7000 (two accounts)" in done
    assert "-> void" in await ask("void", str(result.game_id), "--reason", "two accounts")
    assert "not rated (void)" in await ask("results")
    assert "undone" in await ask("undo", "2")
    assert "undone before" in await ask("undo", "2", status=1)
    await ask("undo", "1")
    assert club.kept() == before
    assert (await ask("log")).count("; undone") == 2
    assert "no such game" in await ask("void", str(elsewhere.game_id), "--reason", "x", status=1)
    assert "Closed: season 1" in await ask("close")
    assert "no season is open" in await ask("close", status=1)
    assert "Open: Spring" in await ask("open", "--name", "Spring")
    assert "Spring is open already" in await ask("open", status=1)
    printed = await ask("settings", "--calendar", "monthly", "--rate-computers", "yes")
    assert printed.splitlines() == ["calendar: monthly", "rate-computers: yes", "season: Spring, open"]


# Games


async def plays(tables: Tables, moves: int) -> None:
    """Play a number of moves of a game of the open league, of one round."""
    order = Order(home=InDirectMessages(), host_id=ANA, layout="2", house={"rounds": 1}, in_open_league=True)
    table = await tables.lobbies.begin(order, [(ANA, NAMES[ANA]), (BO, NAMES[BO])])
    await play_on(tables, table, random.Random(6), moves=moves)


def _note(report: Path, moves: int) -> None:
    report.write_text(str(moves))


async def counts_moves(tables: Tables, report: Path) -> None:
    await plays(tables, 10_000)
    assert (await tables.get(1)).status is Status.FINISHED
    _note(report, len(await tables.changes.play.moves(1)))


async def ends_it(tables: Tables) -> None:
    """Make the game's last move, unless that was done."""
    tables.changes.on_end(League(tables.changes.database, clock=tables.now).record)
    table = await tables.get(1)
    if table.status is Status.PLAYING:
        await play_on(tables, table, random.Random(6), moves=1)


@pytest.mark.slow
@pytest.mark.sqlite
def test_the_end_of_a_game_killed_between_any_two_writes_counts_once(tmp_path: Path) -> None:
    report, path = tmp_path / "moves.txt", tmp_path / "canasta.sqlite3"
    assert killed.run(tmp_path / "whole.sqlite3", partial(counts_moves, report=report))
    assert killed.run(path, partial(plays, moves=int(report.read_text()) - 1))
    assert each_kill(path, ends_it) >= 4
    sql = "SELECT guild_id, user_id, rated, wins + losses FROM standings WHERE season_id = 0 AND scope = ''"
    assert sorted(rows(tmp_path / "done.sqlite3", sql)) == [(OPEN_LEAGUE, ANA, 1, 1), (OPEN_LEAGUE, BO, 1, 1)]
