"""The league for moderators: seasons and their ends, announced once; results corrected, voided, and as they were
again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from unittest import mock

import discord
import pytest

from bot.data.errors import StoreTrouble
from bot.data.results import Result
from bot.data.seasons import Season
from bot.league.corrections import ResultCorrections
from bot.league.errors import NoSuchResult, WrongScores
from bot.league.seasons import Seasons as LeagueSeasons
from bot.messages.delivery import Delivery
from bot.messages.seasons import SeasonAnnouncer
from bot.store.opening import open_database
from bot.store.seasons import SeasonStore
from bot.ui.pages.league_settings_page import SetChannel
from cogs import seasons
from tests.cogs.clubs import club_of, ended, play, result_of, second_server
from tests.cogs.players import in_world
from tests.cogs.test_league import forged, result_message, shown
from tests.cogs.test_settings import forged as forged_choice
from tests.cogs.test_settings import manager
from tests.league.games import game
from tests.players import bot_of
from tests.world import Answer, Person, Sent, Shown, World

DAY = 24 * 3600


def posts(world: World) -> list[Shown]:
    """Return the messages that tell the end of a season, in the channel of the games."""
    return [one for one in world.messages() if "is over" in one.text and one.button("Full leaderboard")]


def attempts(world: World) -> list[Sent]:
    """Return every request by which the bot wanted to post the end of a season."""
    return [one for one in world.sent if "Full leaderboard" in one.texts() and "nonce" in one.body]


async def closed(world: World, mona: Person) -> Answer:
    """Close the season as a moderator does."""
    asked = await mona.slash("league close")
    return await mona.press("Close it", on=shown(asked))


async def latest(world: World) -> Season:
    season = await bot_of(world).services.league.seasons.get(world.guild.id)
    assert season is not None
    return season


async def ratings(world: World, *people: Person) -> list[int | None]:
    found = [await bot_of(world).services.league.boards.profile(world.guild.id, one.id) for one in people]
    return [one.standing.rating if one is not None else None for one in found]


async def months_pass(world: World, days: int) -> None:
    """Virtual time goes by in steps that are short enough for a slow machine."""
    for _day in range(days):
        await world.env.advance_time(DAY)


@pytest.mark.slow
@in_world
async def test_only_those_who_manage_the_server_do_any_of_it(world: World) -> None:
    mona, anna, bruno = manager(world), *world.people("Anna", "Bruno")
    table = await play(world, [anna, bruno])
    season = await latest(world)
    await anna.is_shown("league")
    orders: list[tuple[str, dict[str, Any]]] = [
        ("open", {}), ("close", {}), ("settings", {}), ("log", {}), ("correct", {"game": str(table.id)}),
        ("void", {"game": str(table.id), "reason": "because"}), ("undo", {"correction": "1"}),
    ]  # fmt: skip
    for name, options in orders:
        answer = await anna.slash(f"league {name}", **options)
        assert "manage this server" in answer.text
        assert answer.ephemeral
    for name, option in (("correct", "game"), ("void", "game"), ("undo", "correction")):
        assert await anna.complete(f"league {name}", option) == {}
        assert (await mona.complete(f"league {name}", option) == {}) == (name == "undo")
    board = await anna.slash("leaderboard")
    for identity in (f"c:league-close:0:0:{season.id}", "c:league-open:0:0:", "c:league-log:0:0:0"):
        fresh = shown(await anna.slash("leaderboard"))
        assert "manage this server" in (await forged(world, anna, fresh, identity)).text
    assert board.message
    assert (await latest(world)) == season
    definition = next(one for one in bot_of(world).tree.get_commands() if one.name == "league")
    assert isinstance(definition, discord.app_commands.Group)
    assert definition.default_permissions == discord.Permissions(manage_guild=True)
    assert definition.guild_only
    assert "### The league of this server" in (await mona.slash("league settings")).text


@pytest.mark.slow
@in_world
async def test_a_season_is_closed_after_a_second_press_and_told_once(world: World) -> None:
    mona, anna, bruno = manager(world), *world.people("Anna", "Bruno")
    await ended(world, [anna], [bruno], points=[5000, 3000], best_round=[2400, 900])
    asked = await mona.slash("league close")
    assert (await latest(world)).open
    done = await mona.press("Close it", on=shown(asked))
    assert "**Season 1** is closed." in done.text
    assert f"<#{world.channel.id}>" in done.text
    assert "already closed" in (await mona.press("Close it", on=shown(await again(world, mona, asked)))).text
    (post,) = posts(world)
    assert post.text == "## Season 1 is over"
    assert len(post.pictures) == 2
    said = " ".join(post.alt_texts)
    assert "Champion" in said
    assert "Biggest round: Anna, 2,400" in said
    assert "Anna" in said
    assert "1 game" in said
    board = shown(await bruno.press("Full leaderboard", on=post))
    assert board.ephemeral
    assert "Bruno, you" in board.alt_texts[0]
    assert "Season 1" in board.alt_texts[0]
    assert posts(world)[0].alt_texts == post.alt_texts

    await ended(world, [bruno], [anna])
    table = await play(world, [anna, bruno])
    assert "Not rated: no season was open." in result_message(world, table).text
    assert "No season is open" in (await mona.slash("league close")).text
    opened = await mona.press("Open the next season", on=shown(done))
    assert "**Season 2** is open" in opened.text
    assert "Season 2 is already open" in (await mona.slash("league open", name="Spring")).text
    await world.env.advance_time(2 * 3600)
    await world.restart()
    await world.env.advance_time(2 * 3600)
    assert len(posts(world)) == 1
    assert len(attempts(world)) == 1
    archive = shown(await bruno.press("Full leaderboard", on=posts(world)[0]))
    assert "Anna" in archive.alt_texts[0]


async def again(world: World, mona: Person, asked: Answer) -> Answer:
    """Return the question before closing, asked by a button that still stands on another device."""
    question = await mona.slash("leaderboard")
    message = shown(question)
    rows = [part for part in message.handle._message.components if part["type"] == 1]
    season = (await bot_of(world).services.league.seasons.of_guild(world.guild.id))[-1]
    rows[-1]["components"][0].update({"custom_id": f"c:league-close:0:0:{season.id}", "label": "Close it"})
    assert asked.message
    return question


@in_world
async def test_a_named_season_is_opened_and_found_by_its_name(world: World) -> None:
    mona, anna, bruno = manager(world), *world.people("Anna", "Bruno")
    opened = await mona.slash("league open", name="  Spring *League* ")
    assert "Spring \\*League\\*" in opened.text or "Spring League" in opened.text
    await ended(world, [anna], [bruno])
    board = await anna.slash("leaderboard", season="spring *league*")
    assert "Spring *League*" in shown(board).alt_texts[0]


@pytest.mark.slow
@in_world
async def test_the_calendar_ends_a_season_and_the_bot_tells_it(world: World) -> None:
    mona, anna, bruno = manager(world), *world.people("Anna", "Bruno")
    await play(world, [anna, bruno])
    panel = shown(await mona.slash("league settings"))
    assert "Seasons end with the quarter" in panel.text
    monthly = await mona.choose("When seasons end", "Seasons end with the month", on=panel)
    ends_at = (await latest(world)).ends_at
    assert ends_at is not None
    assert f"<t:{ends_at}:f>" in monthly.text
    await months_pass(world, (ends_at - bot_of(world).seconds() - 1) // DAY)
    assert posts(world) == []
    await world.env.advance_time(ends_at - bot_of(world).seconds() + 60)
    assert len(posts(world)) == 1
    season = await latest(world)
    assert season.closed_at == ends_at
    assert season.told == (world.channel.id, posts(world)[0].id)


@pytest.mark.slow
@in_world
async def test_an_end_is_posted_in_the_leagues_channel_or_where_it_can_be(world: World) -> None:
    mona, anna, bruno = manager(world), *world.people("Anna", "Bruno")
    hall = world.guild.create_text_channel("hall-of-fame")
    await play(world, [anna, bruno])
    panel = shown(await mona.slash("league settings"))
    choice = mona.member.select(panel.handle, [hall], custom_id=SetChannel().pack())
    set_ = await mona._act(mona.member, choice)
    assert f"<#{hall.id}>" in set_.text
    assert f"<#{hall.id}>" in (await closed(world, mona)).text
    assert posts(world) == []
    assert len([one for one in world.messages(hall) if "Season 1 is over" in one.text]) == 1

    await mona.slash("league open")
    world.env.inject_error(
        "POST", f"/channels/{hall.id}/messages", status=403, code=50013, message="Missing", times=None
    )
    assert f"<#{world.channel.id}>" in (await closed(world, mona)).text
    assert len(posts(world)) == 1
    none = await mona.press("No fixed channel", on=shown(await mona.slash("league settings")))
    assert "where a moderator closes the season" in none.text


@pytest.mark.slow
@pytest.mark.parametrize("elsewhere", [True, False])
async def test_an_end_that_a_channel_refuses_for_an_unknown_reason_is_not_tried_for_ever(
    tmp_path: Path, elsewhere: bool
) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        mona, anna, bruno = manager(world), *world.people("Anna", "Bruno")
        hall = world.guild.create_text_channel("hall-of-fame")
        await play(world, [anna, bruno])
        choice = mona.member.select(
            shown(await mona.slash("league settings")).handle, [hall], custom_id=SetChannel().pack()
        )
        await mona._act(mona.member, choice)
        for channel in (hall, *(() if elsewhere else (world.channel,))):
            world.env.inject_error(
                "POST", f"/channels/{channel.id}/messages", status=400, code=99999, message="Unknown", times=None
            )
        await closed(world, mona)
        await world.env.advance_time(5400)
        assert len(posts(world)) == elsewhere
        tried = len(attempts(world))
        await world.env.advance_time(DAY)
        assert len(attempts(world)) == tried
        assert (await latest(world)).told is not None


@pytest.mark.slow
@in_world
async def test_an_end_that_was_posted_before_a_kill_is_not_posted_again(world: World) -> None:
    mona, anna, bruno = manager(world), *world.people("Anna", "Bruno")
    await ended(world, [anna], [bruno])
    with mock.patch.object(LeagueSeasons, "note_announcement", side_effect=Killed):
        asked = await mona.slash("league close")
        await mona.press("Close it", on=shown(asked))
        assert len(attempts(world)) == 1
        await world.stop()
    assert (await stored(world)).told is None
    await world.env.restart_bot(await world.make_client())
    await world.env.settle()
    assert len(attempts(world)) == 1
    assert (await latest(world)).told == (world.channel.id, posts(world)[0].id)


@pytest.mark.slow
@in_world
async def test_an_end_that_was_not_posted_before_a_kill_is_posted(world: World) -> None:
    mona, anna, bruno = manager(world), *world.people("Anna", "Bruno")
    await ended(world, [anna], [bruno])
    with mock.patch.object(SeasonAnnouncer, "_page", side_effect=Killed):
        asked = await mona.slash("league close")
        await mona.press("Close it", on=shown(asked))
    assert posts(world) == []
    await play(world, [anna, bruno])
    await world.restart()
    await world.env.settle()
    assert len(posts(world)) == 1
    assert len(attempts(world)) == 1


@in_world
async def test_an_end_is_told_once_whoever_is_quicker(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await ended(world, [anna], [bruno])
    other = world.guild.create_text_channel("other")
    bot = bot_of(world)
    season = await bot.services.league.seasons.close(world.guild.id)
    told = await asyncio.gather(
        bot.services.season_announcer.tell(world.guild.id, season.id, world.channel.id),
        bot.services.season_announcer.tell(world.guild.id, season.id, other.id),
    )
    assert list(told) == [world.channel.id, world.channel.id]
    assert len(attempts(world)) == 1


class Killed(Exception):
    """The stand-in for the end of the process."""


async def stored(world: World) -> Season:
    database = await open_database(world.file)
    try:
        found = await SeasonStore(database).latest(world.guild.id)
    finally:
        await database.close()
    assert found is not None
    return found


@pytest.mark.slow
@in_world
async def test_a_result_is_corrected_as_if_it_had_always_been_so_and_undone_again(world: World) -> None:
    mona, anna, bruno = manager(world), *world.people("Anna", "Bruno")
    table = await play(world, [anna, bruno])
    await play(world, [anna, bruno], seed=2)
    result, before = await result_of(world, table), await ratings(world, anna, bruno)
    said = result_message(world, table).text
    offered = await mona.complete("league correct", "game")
    assert str(table.id) in offered.values()
    opened = await mona.slash("league correct", game=str(table.id))
    assert opened.form is not None
    assert opened.form["title"] == f"Game {table.id}"
    points, reason = [row["component"]["custom_id"] for row in opened.form["components"]]
    assert f"Anna: {result.sides[0].points}" in opened.form["components"][0]["component"]["value"]

    winner = next(index for index, side in enumerate(result.sides) if side.rank == 1)
    swapped = {0: "Anna: 100\nBruno: 2,000", 1: "Anna: 2,000\nBruno: −100"}[winner]
    wrong = await mona.fill(opened, **{points: "Anna: many\nBruno: 3", reason: "typing"})
    assert "each of the 2 sides" in wrong.text
    opened = await mona.slash("league correct", game=str(table.id))
    assert opened.form is not None
    points, reason = [row["component"]["custom_id"] for row in opened.form["components"]]
    done = await mona.fill(opened, **{points: swapped, reason: "The sheet  was read *wrongly*"})
    after = await ratings(world, anna, bruno)
    assert after != before
    for name, old, new in zip(("Anna", "Bruno"), before, after, strict=True):
        assert f"{name} {old:,} → {new:,}" in done.text
    await bot_of(world).services.teller.finish()
    assert "A moderator has corrected the points" in result_message(world, table).text
    assert "2,000" in result_message(world, table).text
    history = await anna.slash("canasta history")
    assert "corrected by a moderator" in history.text

    log = await mona.slash("league log")
    assert f"<@{mona.id}>, game {table.id}: as it was played → " in log.text
    assert "The sheet was read" in log.text
    (label, value), *_more = (await mona.complete("league undo", "correction")).items()
    assert f"game {table.id}" in label
    undone = await mona.slash("league undo", correction=value)
    assert "has been undone" in undone.text
    assert await ratings(world, anna, bruno) == before
    await bot_of(world).services.teller.finish()
    assert result_message(world, table).text == said
    assert "already been undone" in (await mona.slash("league undo", correction=value)).text
    assert f"Undone by <@{mona.id}>" in (await mona.slash("league log")).text
    assert await mona.complete("league undo", "correction") == {}


@pytest.mark.slow
@in_world
async def test_a_game_voided_while_its_result_is_shown_again_is_shown_as_void(world: World) -> None:
    mona, anna, bruno = manager(world), *world.people("Anna", "Bruno")
    table = await play(world, [anna, bruno])
    bot, remember, reached, go_on = bot_of(world), Delivery._remember, asyncio.Event(), asyncio.Event()

    async def held(delivery: Delivery, due: Any, *, complete: bool = False) -> None:
        reached.set()
        await go_on.wait()
        await remember(delivery, due, complete=complete)

    with mock.patch.object(Delivery, "_remember", held):
        await bot.services.teller.result_changed(table.id)
        await reached.wait()
        assert "no longer counts" in (await mona.slash("league void", game=f"#{table.id}", reason="A test")).text
        go_on.set()
        await bot.services.teller.finish()
    assert "Not rated: a moderator declared it void." in result_message(world, table).text


@pytest.mark.slow
@in_world
async def test_who_no_longer_waits_for_a_change_hears_that_it_failed(world: World) -> None:
    mona, anna, bruno = manager(world), *world.people("Anna", "Bruno")
    table = await play(world, [anna, bruno])
    for error, said in (
        (RuntimeError("boom"), "Something went wrong and nothing was changed"),
        (NoSuchResult(), "doesn't have that game"),
        (StoreTrouble("gone"), "Games can't be stored right now"),
    ):

        async def fail(*_: object, error: Exception = error, **__: object) -> None:
            await asyncio.sleep(30)
            raise error

        with mock.patch.object(seasons, "_PATIENCE", 0.0), mock.patch.object(ResultCorrections, "void", fail):
            assert "takes longer" in (await mona.slash("league void", game=f"#{table.id}", reason="A test")).text
            assert said not in answered(world)
            await world.env.advance_time(60)
            assert said in answered(world)


def answered(world: World) -> str:
    """Return all that the bot has said."""
    return "\n".join(text for one in world.sent for text in one.texts())


@pytest.mark.slow
@in_world
async def test_a_voided_game_counts_for_nothing_and_is_still_in_histories(world: World) -> None:
    mona, anna, bruno = manager(world), *world.people("Anna", "Bruno")
    assert "No moderator has changed" in (await mona.slash("league log")).text
    table = await play(world, [anna, bruno])
    done = await mona.slash("league void", game=f"#{table.id}", reason="It was a test")
    assert "no longer counts" in done.text
    assert "→ –" in done.text
    await bot_of(world).services.teller.finish()
    assert "Not rated: a moderator declared it void." in result_message(world, table).text
    history = await anna.slash("canasta history")
    assert "~~" in history.text
    assert "not rated: a moderator declared it void" in history.text
    assert "Nobody is listed here yet" in shown(await anna.slash("leaderboard")).alt_texts[0]
    for wrong in ("99", "the last one", "9" * 30):
        assert "doesn't have that game" in (await mona.slash("league void", game=wrong, reason="x")).text
        assert "doesn't have that game" in (await mona.slash("league correct", game=wrong)).text
        assert "doesn't have that game" in (await mona.slash("league undo", correction=wrong)).text


@pytest.mark.slow
@in_world
async def test_moderators_of_another_server_change_nothing_here(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    mona = manager(world)
    guild, channel, _people = second_server(world, anna, bruno)
    role = guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    stranger = Person(world, guild.add_member(world.env.create_user("Olga"), roles=[role]))
    table = await play(world, [anna, bruno])
    one = await bot_of(world).services.league.corrections.void(
        world.guild.id, (await result_of(world, table)).id, by=mona.id, reason="A secret reason"
    )
    assert await stranger.slash("league void", where=channel, game=str(table.id), reason="x")
    assert "doesn't have that game" in stranger.answers[-1].text
    assert "doesn't have that game" in (await stranger.slash("league undo", where=channel, correction=str(one.id))).text
    assert "No moderator has changed" in (await stranger.slash("league log", where=channel)).text
    assert "No season is open" in (await stranger.slash("league close", where=channel)).text


@pytest.mark.slow
@in_world
async def test_games_with_computers_are_rated_where_the_server_says_so(world: World) -> None:
    mona, anna, bruno = manager(world), *world.people("Anna", "Bruno")
    assert (await ended_with_computer(world, anna, bruno)).unrated is not None
    panel = shown(await mona.slash("league settings"))
    assert "No ratings with computers" in panel.text
    panel = shown(await mona.choose("Games with computers", "Ratings with computers too", on=panel))
    assert "Ratings with computers too" in panel.text
    assert (await ended_with_computer(world, anna, bruno)).unrated is None
    for identity, value in (("c:league-set:0:0:calendar", "daily"), ("c:league-set:0:0:language", "it"),
                            ("c:league-channel:0:0:", "12345")):  # fmt: skip
        fresh = shown(await mona.slash("league settings"))
        assert "older message" in (await forged_choice(mona, fresh, identity, value)).text


async def ended_with_computer(world: World, anna: Person, bruno: Person) -> Result:
    return await club_of(world).play(game([anna.id, None], [bruno.id, None], guild_id=world.guild.id))


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        ("Anna & Carla: 5120\nBruno & Dino: 3,300", [5120, 3300]),
        ("5.120\n\n -85 ", [5120, -85]),
        ("a: b: −1\u202f200\n0", [-1200, 0]),
        ("5120", None),
        ("5120\n3300\n10", None),
        ("Anna 5120\nBruno 3300", None),
        ("9999999\n1", None),
        ("", None),
    ],
)
def test_points_are_read_as_people_write_them(typed: str, points: list[int] | None) -> None:
    if points is None:
        with pytest.raises(WrongScores):
            seasons._read_points(typed, 2)
    else:
        assert seasons._read_points(typed, 2) == points
