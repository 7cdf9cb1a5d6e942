"""The league for everybody: what an end of a game says of it, boards, profiles, comparisons and histories."""

from __future__ import annotations

import itertools
import re
from typing import Any

import discord
import pytest

from bot.data.results import Unrated
from bot.data.tables import Table
from bot.league import By
from bot.ui.i18n import languages, speaking
from bot.ui.pages.table_page import Record
from bot.ui.typed_names import named_id
from bot.ui.words import league_text
from tests.cases import in_one_test
from tests.cogs.clubs import ended, play, result_of, second_server
from tests.cogs.players import in_world
from tests.players import bot_of
from tests.world import Answer, Person, Shown, World


def shown(answer: Answer) -> Shown:
    assert answer.message is not None
    assert answer.ephemeral
    return answer.message


def alt(answer: Answer) -> str:
    """Return what a picture says in words."""
    message = shown(answer)
    assert len(message.pictures) == 1
    assert message.pictures[0].startswith(b"\x89PNG")
    return message.alt_texts[0]


def ranking(text: str) -> list[str]:
    """Return the names on a board's page, from the top, the reader's own marked."""
    return re.findall(r"Place [\d,]+, (\w+(?:, you)?):", text)


async def forged(world: World, person: Person, message: Shown, identity: str) -> Answer:
    """Press a button whose custom id was made up."""
    rows = [part for part in message.handle._message.components if part["type"] == 1]
    button = next(part for row in rows for part in row["components"] if part["type"] == 2 and not part.get("disabled"))
    button["custom_id"] = identity
    return await person.press(identity, on=world.show(message.handle))


def result_message(world: World, table: Table) -> Shown:
    """Return the message that tells the end of a game."""
    record = Record(table.id, table.version).pack()
    return next(one for one in world.messages() if one.button(record))


@pytest.mark.slow
@in_world
async def test_the_end_of_a_game_says_what_it_did_to_the_ratings(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    table = await play(world, [anna, bruno])
    result = await result_of(world, table)
    standings = [await bot_of(world).services.league.boards.profile(world.guild.id, one.id) for one in (anna, bruno)]
    ratings = {one.name: one.standing.rating for one in standings if one is not None}
    winner = next(one.name for one in result.people if result.sides[one.side].rank == 1)
    loser = "Bruno" if winner == "Anna" else "Anna"
    said = result_message(world, table).text
    assert f"League: {winner} {ratings[winner]:,}, {loser} {ratings[loser]:,}" in said

    second = await play(world, [anna, bruno], seed=2)
    after = [await bot_of(world).services.league.boards.profile(world.guild.id, one.id) for one in (anna, bruno)]
    for one in after:
        assert one is not None
        change = one.standing.rating - ratings[one.name]
        sign = "+" if change >= 0 else "−"
        assert f"{one.name} {one.standing.rating:,} ({sign}{abs(change)})" in result_message(world, second).text

    await anna.slash("play", players="2", target=200, computers=1)
    await anna.press("Start")
    with_computer = await bot_of(world).services.tables.games.last_in_channel(world.channel.id)
    assert with_computer is not None
    await bot_of(world).services.tables.endings.cancel(with_computer.id, anna.id, moderator=True)
    await bot_of(world).services.teller.finish()
    assert "Not rated: it was ended early." in world.messages()[-1].text


@pytest.mark.slow
@in_world
async def test_a_board_shows_who_stands_where_and_oneself(world: World) -> None:
    anna, bruno, carla, dino = world.people("Anna", "Bruno", "Carla", "Dino")
    empty = await anna.slash("leaderboard")
    assert "Nobody is listed here yet" in alt(empty)
    assert "`" not in alt(empty)
    table = await play(world, [anna, bruno, carla, dino])
    first = next(one for one in (await result_of(world, table)).sides if one.rank == 1)
    winners = {["Anna", "Bruno", "Carla", "Dino"][seat] for seat in first.seats}
    board = await anna.slash("leaderboard")
    names = ranking(alt(board))
    assert {one.removesuffix(", you") for one in names[:2]} == winners
    assert "Anna, you" in names
    assert "Season 1. Every variant, 4 players" in alt(board)
    assert "only a few games so far" in alt(board)
    for by in By:
        answer = await bruno.slash("leaderboard", by=by.value)
        assert ("Bruno" if by is By.PAIRS else "Bruno, you") in alt(answer)
    sorted_again = await anna.choose("Sorted by", "Sorted by: games won", on=shown(board))
    assert "Games won" in alt(sorted_again)

    family = await anna.slash("leaderboard", variant="classic")
    assert "Classic, 4 players" in alt(family)
    assert "Nobody is listed here yet" in alt(await anna.slash("leaderboard", variant="Samba"))
    nobody = alt(await anna.slash("leaderboard", variant="bolivia"))
    assert "Nobody is listed here yet. The command play opens a table" in nobody, "it is read aloud"
    assert await anna.complete("leaderboard", "variant") == {"Classic": "classic"}
    assert await anna.complete("leaderboard", "season") == {
        "Season 1 (the current one)": named_id(1),
        "All time": "all",
    }
    assert "All time" in alt(await anna.slash("leaderboard", season="all"))
    assert "Season 1" in alt(await anna.slash("leaderboard", season="season 1"))
    wrongs: list[dict[str, Any]] = [{"season": "7"}, {"season": "spring"}, {"variant": "bridge"}]
    for wrong in wrongs:
        assert "doesn't have that season or kind" in (await anna.slash("leaderboard", **wrong)).text

    await bot_of(world).services.tables.preferences.set(anna.id, pictures=False)
    in_words = await anna.slash("leaderboard")
    assert shown(in_words).pictures == ()
    assert "➤ Anna" in in_words.text
    assert "Rating **" in in_words.text


@pytest.mark.slow
@in_world
async def test_long_boards_come_in_pages_that_work_after_a_restart(world: World) -> None:
    people = world.people(*(f"Player{number:02}" for number in range(24)))
    for one, other in zip(people[::2], people[1::2], strict=True):
        await ended(world, [one], [other])
    last = people[-1]
    board = await last.slash("leaderboard")
    assert "page 1 of 3" in alt(board)
    assert len(ranking(alt(board))) == 11
    assert ranking(alt(board))[-1] == "Player23, you"
    assert not shown(board).button("Previous").enabled  # type: ignore[union-attr]
    await world.restart()
    second = await last.press("Next", on=shown(board))
    assert "page 2 of 3" in alt(second)
    assert shown(second).id == shown(board).id
    third = await last.press("Next", on=shown(second))
    assert "page 3 of 3" in alt(third)
    assert not shown(third).button("Next").enabled  # type: ignore[union-attr]
    assert ranking(alt(third))[-1] == "Player23, you"
    assert len(ranking(alt(third))) == 4
    assert "page 2 of 3" in alt(await last.press("Previous", on=shown(third)))
    beyond = await forged(world, last, shown(board), "c:board:0:0:0//rating/99999/")
    assert "page 3 of 3" in alt(beyond)
    for identity in ("c:board:0:0:", "c:board:0:0:0//wisdom/1/", "c:board:0:0:0//rating/x/", "c:board:0:0:0/1/2",
                     "c:profile:0:0:0/x/", "c:history:0:0:0/1", "c:head:0:0:0/1/2", "c:league-in:0:0:board"):  # fmt: skip
        fresh = shown(await last.slash("leaderboard"))
        assert "older message" in (await forged(world, last, fresh, identity)).text


@in_world
async def test_who_has_left_is_hidden_from_boards_and_not_from_histories(world: World) -> None:
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    await ended(world, [anna], [bruno])
    await ended(world, [bruno], [carla])
    assert len(ranking(alt(await anna.slash("leaderboard")))) == 3
    world.guild.remove_member(bruno.member)
    await world.env.settle()
    asked = len(world.sent)
    assert len(ranking(alt(await anna.slash("leaderboard")))) == 3
    assert not [one for one in world.sent[asked:] if "/members/" in one.path]
    await world.env.advance_time(24 * 3600)
    board = await anna.slash("leaderboard")
    assert [one.removesuffix(", you") for one in ranking(alt(board))] == ["Anna", "Carla"]
    assert "Every variant, 2 players" in alt(board)
    history = await anna.slash("canasta history")
    assert "Bruno" in history.text
    assert "Anna 5,000" in history.text

    back = Person(world, world.guild.add_member(bruno.member.user, nick="Bruno the Second"))
    await back.slash("canasta history")
    again = alt(await anna.slash("leaderboard"))
    assert "Bruno the Second" in again
    assert "Every variant, 3 players" in again


@pytest.mark.slow
@in_world
async def test_a_profile_tells_of_one_player(world: World) -> None:
    anna, bruno, carla, dino = world.people("Anna", "Bruno", "Carla", "Dino")
    nothing = await anna.slash("profile")
    assert "finished a game here that counts" in nothing.text
    await play(world, [anna, bruno, carla, dino])
    await ended(world, [anna, bruno], [carla, dino], family="samba", points=[7000, 2000])
    card = await bruno.slash("profile", player=anna)
    said = alt(card)
    assert said.startswith("Anna")
    assert "Samba" in said
    assert "Classic" in said
    assert "On time, doesn't affect the rating: " in said
    assert "2 games rated" in said
    assert "Best partner" in said
    await bot_of(world).services.tables.preferences.set(bruno.id, pictures=False)
    in_words = await bruno.slash("profile", player=anna)
    assert shown(in_words).pictures == ()
    assert "**Rating " in in_words.text
    assert "On time (doesn't affect the rating)" in in_words.text
    against = await bruno.press("Against me", on=shown(in_words))
    assert "Bruno and Anna" in against.text
    overall = await bruno.press("All time", on=shown(await bruno.slash("profile", player=anna)))
    assert "All time" in overall.text
    games = await bruno.press("Games", on=shown(overall))
    assert "Games of" in games.text


@in_world
async def test_two_players_are_compared(world: World) -> None:
    anna, bruno, carla, dino = world.people("Anna", "Bruno", "Carla", "Dino")
    await ended(world, [anna, carla], [bruno, dino], points=[5000, 3000])
    await ended(world, [anna, carla], [bruno, dino], points=[1000, 5500])
    await ended(world, [anna, bruno], [carla, dino], points=[5200, 4100])
    mine = await bruno.slash("profile", against=anna)
    assert "### Bruno and Anna" in mine.text
    assert "Together: **1–0** in 1 game, 5,200 points a game." in mine.text
    assert "Against each other: **1–1** for Bruno in 2 games, +1,250 points a game." in mine.text
    theirs = await bruno.slash("profile", player=anna, against=dino)
    assert "### Anna and Dino" in theirs.text
    assert "haven't played together" in theirs.text
    assert "**2–1** for Anna in 3 games" in theirs.text
    assert "somebody else" in (await bruno.slash("profile", against=bruno)).text
    stranger = await bruno.slash("profile", against=world.person("Zoe"))
    assert f"Bruno and <@{world.person('Zoe').id}>" in stranger.text
    assert "haven't played together" in stranger.text
    assert "haven't played against" in stranger.text


@pytest.mark.slow
@in_world
async def test_a_history_leads_to_replays_of_games_in_channels_that_one_sees(world: World) -> None:
    anna, bruno, zoe = world.people("Anna", "Bruno", "Zoe")
    assert "You haven't finished a game in this server" in (await zoe.slash("canasta history")).text
    hidden = world.guild.create_text_channel(
        "secret",
        overwrites={
            world.guild.default_role: discord.PermissionOverwrite(view_channel=False),
            anna.member: discord.PermissionOverwrite(view_channel=True, send_messages=True),
            bruno.member: discord.PermissionOverwrite(view_channel=True, send_messages=True),
        },
    )
    other = world.guild.create_text_channel("other")
    public = await play(world, [anna, bruno], where=other)
    secret = (await ended(world, [anna], [bruno])).game_id
    database = bot_of(world).services.database
    await database.write("UPDATE games SET channel_id = ? WHERE id = ?", (hidden.id, secret))
    history = await zoe.slash("canasta history", player=anna)
    assert f"No. {public.id} · Classic" in history.text
    assert "· rated" in history.text
    assert f"<t:{public.ended_at}:d>" in history.text
    replay = await zoe.press(f"Replay: No. {public.id}", on=shown(history))
    assert "Replay: Classic Canasta, round 1" in replay.text
    step = await zoe.press("Next", on=shown(replay))
    assert "Move 1 of " in step.text
    refused = await zoe.press(f"Replay: No. {secret}", on=shown(history))
    assert "channels that you see" in refused.text


@in_world
async def test_histories_come_in_pages(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    results = [await ended(world, [anna], [bruno], friendly=number == 0) for number in range(23)]
    page = await bruno.slash("canasta history", player=anna)
    told = re.findall(r"No\. (\d+)", page.text)
    assert told == [str(one.game_id) for one in reversed(results[13:])]
    page = await bruno.press("Older games", on=shown(page))
    page = await bruno.press("Older games", on=shown(page))
    assert not shown(page).button("Older games")
    assert re.findall(r"No\. (\d+)", page.text) == [str(one.game_id) for one in reversed(results[:3])]
    assert "not rated: it was played for fun" in page.text
    page = await bruno.press("Latest games", on=shown(page))
    assert re.findall(r"No\. (\d+)", page.text) == told


@in_world
async def test_nothing_of_one_server_is_shown_in_another(world: World) -> None:
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    guild, channel, (anna_there, bruno_there, carla_there) = second_server(world, anna, bruno, carla)
    here = [await ended(world, [anna], [bruno], points=[4321, 1234]), await ended(world, [carla], [anna])]
    there = await ended(world, [bruno], [anna], points=[8765, 5678], guild=guild)
    seasons = await bot_of(world).services.league.seasons.of_guild(world.guild.id)
    board = await bruno_there.slash("leaderboard", where=channel)
    assert ranking(alt(board)) == ["Bruno, you", "Anna"]
    assert "Carla" not in alt(board)
    history = await anna_there.slash("canasta history", where=channel)
    assert "8,765" in history.text
    assert "4,321" not in history.text
    assert f"No. {there.game_id}" in history.text
    assert "**1–0** for Bruno in 1 game" in (await bruno_there.slash("profile", where=channel, against=anna_there)).text
    assert (
        "finished a game here that counts"
        in (await anna_there.slash("profile", where=channel, player=carla_there)).text
    )
    for path in (f"0/{seasons[0].id}/rating/1/", f"{world.guild.id}/{seasons[0].id}/rating/1/"):
        fresh = shown(await anna_there.slash("leaderboard", where=channel))
        leak = await forged(world, anna_there, fresh, f"c:board:0:0:{path}")
        assert "doesn't have that season" in leak.text
    fresh = shown(await anna_there.slash("leaderboard", where=channel))
    other = await forged(world, anna_there, fresh, f"c:history:0:0:{world.guild.id}/{anna.id}/0")
    assert "4,321" not in other.text
    assert f"No. {there.game_id}" in other.text
    assert all(f"No. {one.game_id} " not in other.text for one in here)


@pytest.mark.slow
@in_world
async def test_in_direct_messages_the_only_server_is_meant_or_one_is_asked_for(world: World) -> None:
    anna, bruno, zoe = world.people("Anna", "Bruno", "Zoe")
    assert "### Open league" in (await zoe.slash("leaderboard", dm=True)).text
    await ended(world, [anna], [bruno], points=[4321, 1234])
    only = await anna.slash("leaderboard", dm=True)
    assert only.message is not None
    assert "Anna, you" in only.message.alt_texts[0]
    again = await anna.press("Refresh", on=only.message)
    assert again.message is not None
    assert "Anna, you" in again.message.alt_texts[0]

    guild, _channel, _people = second_server(world, anna, bruno)
    await ended(world, [bruno], [anna], points=[8765, 5678], guild=guild)
    asked = await anna.slash("canasta history", dm=True)
    assert asked.message is not None
    assert "4,321" not in asked.text
    chosen = await anna.choose("Which server?", "The other club", on=asked.message)
    assert "8,765" in chosen.text
    assert "4,321" not in chosen.text

    world.guild.remove_member(anna.member)
    await world.env.advance_time(24 * 3600)
    left = await anna.slash("canasta history", dm=True)
    assert "8,765" in left.text
    assert again.message is not None
    assert "in a channel of that server" in (await anna.press("Refresh", on=again.message)).text


@pytest.mark.slow
@in_world
async def test_the_league_speaks_everybodys_own_language(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await ended(world, [anna], [bruno], points=[4321, 1234])
    await bot_of(world).services.tables.preferences.set(anna.id, language="it")
    assert "4.321" in (await anna.slash("canasta history")).text
    assert "4,321" in (await bruno.slash("canasta history")).text
    assert "Stagione 1" in alt(await anna.slash("leaderboard"))
    assert "Season 1" in alt(await bruno.slash("leaderboard"))
    assert [name[:10] for name in await anna.complete("leaderboard", "season", "stagione")] == ["Stagione 1"]
    await bot_of(world).services.servers.set(world.guild.id, language="ro")
    table = await play(world, [anna, bruno])
    assert "League:" not in result_message(world, table).text


@in_one_test(itertools.product(Unrated, languages()))
def test_every_reason_has_a_sentence(why: Unrated, language: str) -> None:
    with speaking(language):
        assert all(len(league_text.unrated(why, alone=alone)) > 5 for alone in (False, True))
