"""The open league as people see it: the choice in the line, the board, profiles and seasons, and nobody's name against their will."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.data.servers import OPEN_LEAGUE
from bot.league import By
from bot.store.people import PersonStore
from bot.ui.pages.boards_page import Compare, ShowBoard, ShowHistory, ShowProfile, ShowSeasonEnd, ShowSoloBoard
from tests.cogs.players import in_world
from tests.cogs.test_direct_tables import strangers
from tests.cogs.test_find import called, forged, shown, wishing
from tests.league.games import game
from tests.players import bot_of
from tests.world import Person, Shown, World


async def played(world: World, winner: Person, loser: Person | None) -> None:
    """Have a game of the open league end; None: against a computer."""
    services, now = bot_of(world).services, bot_of(world).seconds()
    result = game([winner.id], [None if loser is None else loser.id], guild_id=OPEN_LEAGUE)
    names = {one.id: one.name for one in (winner, loser) if one is not None}
    async with services.database.transaction() as tx:
        number = await tx.insert(
            "INSERT INTO games (in_open_league, status, version, variant, layout, size, house, host_id, created_at, updated_at)"
            " VALUES (1, 'finished', 1, 'classic', '2', 2, '{}', ?, 0, 0)",
            (winner.id,),
        )
        await tx.many(
            "INSERT INTO seats (game_id, seat, from_version, level, name) VALUES (?, ?, 0, 'normal', 'Ada')",
            [(number, seat) for seat in result.computers],
        )
        people = tuple(one._replace(name=names[one.user_id]) for one in result.people)
        await services.league.record(tx, replace(result, game_id=number, ended_at=now, people=people))


async def name(world: World, person: Person, *, named: bool) -> None:
    database = bot_of(world).services.database
    async with database.transaction() as tx:
        await PersonStore(database).set(tx, person.id, named=int(named))


def whole(message: Shown) -> str:
    """Return everything of a message that Discord was sent: texts, alt texts and custom ids."""
    return f"{message.text} {message.alt_texts} {message.handle._message.components}"


@in_world
async def test_the_board_names_those_who_want_it_and_the_reader(world: World) -> None:
    anna, bruno = strangers(world)
    assert "Nobody is listed here yet" in whole(shown(await bruno.slash("leaderboard", dm=True)))
    await played(world, anna, bruno)
    for pictures in (1, 0):
        async with bot_of(world).services.database.transaction() as tx:
            await PersonStore(bot_of(world).services.database).set(tx, anna.id, pictures=pictures)
        board = shown(await anna.slash("leaderboard", dm=True))
        text = whole(board)
        assert "Open league · Season 1" in text
        assert "Anna" in text
        assert "a player" in text
        assert "Bruno" not in text
        assert str(bruno.id) not in text
    await name(world, bruno, named=True)
    assert "Bruno" in shown(await anna.slash("leaderboard", dm=True)).text
    # Where they play in a server too, they are asked which league is meant.
    asked = await anna.press("My profile", on=board)
    assert "Open league" in asked.text


@in_world
async def test_nobody_is_looked_up_against_their_will(world: World) -> None:
    anna, bruno = strangers(world)
    await played(world, anna, bruno)
    board = shown(await anna.slash("leaderboard", dm=True))
    unknown = 424242
    answers: dict[int, list[str]] = {}
    for user_id in (bruno.id, unknown):
        answers[user_id] = []
        for action in (
            ShowProfile(OPEN_LEAGUE, user_id, None),
            ShowProfile(OPEN_LEAGUE, user_id, 0),
            Compare(OPEN_LEAGUE, anna.id, user_id, 0),
            Compare(OPEN_LEAGUE, user_id, unknown + 1, 0),
        ):
            answer = await forged(world, anna, board, action.pack())
            answers[user_id].append(whole(shown(answer)).replace(str(user_id), "…"))
    assert answers[bruno.id] == answers[unknown]
    assert all("shows nothing about" in text for text in answers[unknown])
    # Others' games in direct messages are shown to nobody.
    history = await forged(world, anna, board, ShowHistory(OPEN_LEAGUE, bruno.id, 0).pack())
    assert "Your games" in history.text
    await name(world, bruno, named=True)
    profile = await forged(world, anna, board, ShowProfile(OPEN_LEAGUE, bruno.id, None).pack())
    assert "Bruno" in profile.text
    assert "Against each other" in (await anna.press("Against me", on=shown(profile))).text


@in_world
async def test_games_against_computers_name_nobody_there(world: World) -> None:
    anna, bruno = strangers(world)
    await played(world, bruno, None)
    assert await bot_of(world).services.league.solo.points(OPEN_LEAGUE, bruno.id) > 0
    # In direct messages the open league is Bruno's only one.
    asked = shown(await bruno.slash("leaderboard", dm=True))
    assert "Solo" not in whole(asked)
    assert "Open league" in whole(asked)
    async with bot_of(world).services.database.transaction() as tx:
        await PersonStore(bot_of(world).services.database).set(tx, anna.id, pictures=0)
    for message in (shown(await anna.slash("leaderboard", dm=True)), shown(await anna.slash("leaderboard"))):
        board = whole(shown(await forged(world, anna, message, ShowSoloBoard(OPEN_LEAGUE, 1).pack())))
        assert "Bruno" not in board
        assert str(bruno.id) not in board
        assert "Open league" in board


@in_world
async def test_the_end_of_a_season_is_on_the_board(world: World) -> None:
    anna, bruno = strangers(world)
    await played(world, anna, bruno)
    season = await bot_of(world).services.league.seasons.close(OPEN_LEAGUE)
    await bot_of(world).services.season_announcer._work()
    assert await bot_of(world).services.league.seasons.unannounced() == []
    assert world.messages() == []
    board = shown(await anna.slash("leaderboard", dm=True))
    ended = shown(await anna.press("How Season 1 ended", on=board))
    assert "Open league · Season 1 is over" in ended.text
    assert "Anna" in whole(ended)
    assert "Bruno" not in whole(ended)
    assert str(bruno.id) not in whole(ended)
    for action in (ShowSeasonEnd(OPEN_LEAGUE, season.id + 7), ShowSeasonEnd(world.guild.id, season.id)):
        board = shown(await anna.slash("leaderboard", dm=True))
        answer = await forged(world, anna, board, action.pack())
        assert "is over" not in answer.text


@in_world
async def test_a_server_does_not_show_it_as_its_own(world: World) -> None:
    anna, bruno = strangers(world)
    await played(world, anna, bruno)
    public = shown(await anna.slash("leaderboard"))
    assert "Open league" not in public.text
    line = shown(await anna.slash("canasta find"))
    board = shown(await anna.press("Open league", on=line))
    assert board.ephemeral
    assert "Open league · Season 1" in board.text
    again = await forged(world, anna, board, ShowBoard(OPEN_LEAGUE, None, By.WINS, 1, "").pack())
    assert "Open league · Season 1" in again.text


async def calls_say(world: World, wish: str, said: str, *, counts: bool) -> None:
    anna, bruno = strangers(world)
    for person, dm in ((anna, False), (bruno, True)):
        page = await wishing(person, dm=dm)
        page = shown(await person.choose("Rated or not", wish, on=page))
        await person.press("Get in line", on=page)
    calls = [await called(world, person) for person in (anna, bruno)]
    assert all(said in call.text for call in calls)
    for person, call in zip((anna, bruno), calls, strict=True):
        assert said in (await person.press("I'm in", on=call)).text
    await world.until(lambda: any("round 1" in one.text for one in bruno.messages()), "a hand")
    [table] = await bot_of(world).services.tables.games.of_person(anna.id)
    assert table.in_open_league is counts


@pytest.mark.slow
@in_world
async def test_a_call_says_that_the_game_counts(world: World) -> None:
    await calls_say(world, "yes", "Rated: it counts in the open league.", counts=True)


@pytest.mark.slow
@in_world
async def test_a_call_says_that_the_game_does_not_count(world: World) -> None:
    await calls_say(world, "no", "Not rated: it is in your own record alone.", counts=False)
