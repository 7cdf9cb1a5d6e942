"""Tournaments as people meet them in the simulated Discord: signing up, rounds in threads, standings, and what goes wrong."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from typing import Any

import discord
import pytest
from simcord import ChannelHandle

from bot.computer import choose
from bot.data.tables import Status, Table
from bot.data.tournaments import Match, TournamentStage
from bot.league.tournaments import TournamentState
from bot.ui.typed_names import named_id
from tests.cogs.clubs import second_server
from tests.cogs.players import in_world
from tests.cogs.test_settings import manager
from tests.discord_limits import walk
from tests.players import bot_of
from tests.world import Answer, Person, Shown, World

DAY = 24 * 3600


def shown(answer: Answer) -> Shown:
    """Return the message of an answer, or its further one."""
    message = [*answer.followups, *([answer.message] if answer.message else [])][0]
    assert message.ephemeral
    return message


def post(world: World, beginning: str) -> Shown:
    """Return the one message of the channel that begins so."""
    (found,) = [message for message in world.messages() if message.text.startswith(beginning)]
    return found


async def state(world: World, number: int = 1) -> TournamentState:
    return await bot_of(world).services.organiser.state(number)


async def opened(world: World, mona: Person, **options: Any) -> Shown:
    """Return a tournament of matches of one round for two, without any limits unless wanted; its message."""
    plain: dict[str, Any] = {
        "kind": "round-robin",
        "rounds-per-match": 1,
        "players": "2",
        "deadline": 0,
        "clock": 0,
        **options,
    }
    answer = await mona.slash("tournament-admin new", name="Spring Cup", variant="classic", **plain)
    assert "is open" in answer.text, answer.text
    return post(world, "## Spring Cup\n")


async def started(world: World, mona: Person) -> None:
    asked = await mona.slash("tournament-admin start")
    answer = await mona.press("Start, by drawing lots", on=shown(asked))
    assert "has started" in answer.text, answer.text


async def begun(world: World, *people: Person, **options: Any) -> Person:
    """Return a tournament in which these people have begun; who runs it."""
    mona = manager(world)
    await opened(world, mona, **options)
    for person in people:
        await person.press("Join")
    await started(world, mona)
    return mona


def threads(world: World) -> dict[str, ChannelHandle]:
    """Return the threads by their names."""
    return {thread.name or "": thread for thread in world.channel.threads}


async def play(world: World, match: Match) -> Table:
    """Have a match played by its people, who know their moves."""
    tables, chance = bot_of(world).services.tables, random.Random(match.first)
    assert match.game_id is not None
    table = await tables.get(match.game_id)
    while table.status is Status.PLAYING:
        assert table.to_move is not None
        assert table.to_move.user_id is not None
        view = (await tables.look(table.id, table.to_move.user_id)).mine
        assert view is not None
        table = (await tables.turns.play(table.id, table.to_move.user_id, choose(view, "normal", chance))).table
    await bot_of(world).services.teller.finish()
    return table


async def play_round(world: World) -> None:
    now = await state(world)
    for match in now.of_round(now.tournament.round):
        if match.played is None:
            await play(world, match)
    await world.env.settle()


@in_world
async def test_people_sign_up_alone(world: World) -> None:
    mona, (anna, bruno) = manager(world), world.people("Anna", "Bruno")
    message = await opened(world, mona, kind="swiss", rounds=1, deadline=2 * DAY)
    for said in (
        "Swiss system",
        "Classic, 2 players",
        "1 deal per match",
        "1 tournament round",
        "2 days for each tournament round",
    ):
        assert said in message.text
    assert "You are signed up for **Spring Cup**" in (await anna.press("Join")).text
    assert "Anna is already in the tournament" in (await anna.press("Join")).text
    assert "isn't in this tournament" in (await bruno.press("Leave")).text
    assert "1. Anna" in post(world, "## Spring Cup\n").text
    assert "Classic Canasta" in (await anna.press("Rules")).text
    assert message.button("Start") is None, "only who manages the server can start"
    asked = await mona.slash("tournament-admin start")
    assert "at least two teams" in (await mona.press("Start, by drawing lots", on=shown(asked))).text
    leaving = shown(await anna.press("Leave"))
    assert "Leave **Spring Cup**?" in leaving.text
    assert "You have left" in (await anna.press("Leave the tournament", on=leaving)).text
    assert "Anna" not in post(world, "## Spring Cup\n").text
    assert (await state(world)).tournament.teams == ()
    assert (
        "Another tournament with that name"
        in (await mona.slash("tournament-admin new", name="spring cup", kind="danish", players="2")).text
    )


@in_world
async def test_where_everybody_plays_alone_there_is_no_partner_to_choose(world: World) -> None:
    mona, anna = manager(world), world.person("Anna")
    message = await opened(world, mona)
    button = message.button("Join")
    assert button
    parts = [part for part in walk(message.handle._message.components) if part.get("custom_id") == button.custom_id]
    parts[0]["custom_id"] = forged = "c:cup-pair:0:0:1"
    answer = await anna._act(anna.member, anna.member.click(message.handle, custom_id=forged))
    assert "older message" in answer.text


@pytest.mark.slow
@in_world
async def test_a_pair_takes_part_once_the_partner_has_said_yes(world: World) -> None:
    mona, (anna, bruno, carla) = manager(world), world.people("Anna", "Bruno", "Carla")
    await opened(world, mona, players="4")
    asked = shown(await anna.press("Join with a partner…"))
    (menu,) = asked.menus
    answer = await anna._act(anna.member, anna.member.select(asked.handle, [bruno.member], custom_id=menu.custom_id))
    assert "with Bruno, who still has to say yes" in answer.text
    assert "1. Anna & Bruno (Bruno hasn't said yes yet)" in post(world, "## Spring Cup\n").text
    call = next(message for message in world.messages() if message.button("No"))
    assert call.pinged == (bruno.id,)
    assert "isn't in this tournament" in (await carla.press("Yes, I'll play", on=call)).text
    await mona.slash("tournament-admin add", computers=1)
    begin = shown(await mona.slash("tournament-admin start"))
    assert "No answer yet from Bruno" in begin.text
    assert "at least two teams" in (await mona.press("Start, by drawing lots", on=begin)).text
    assert "name all of them" in (await mona.slash("tournament-admin add", player=carla)).text
    assert (
        "Bruno is already in the tournament"
        in (await mona.slash("tournament-admin add", player=carla, partner=bruno)).text
    )
    assert "already in the tournament" in (await mona.slash("tournament-admin add", player=carla, partner=carla)).text
    assert "You are signed up" in (await bruno.press("Yes, I'll play", on=call)).text
    assert "1. Anna & Bruno\n" in post(world, "## Spring Cup\n").text
    await mona.press("Start, by drawing lots", on=shown(await mona.slash("tournament-admin start")))
    (thread,) = threads(world).values()
    table = await bot_of(world).services.tables.games.in_channel(thread.id)
    assert table is not None
    mine = {seat.number % 2 for seat in table.seats if seat.user_id is not None}
    assert len(mine) == 1, "partners sit opposite each other"


@pytest.mark.slow
@in_world
async def test_three_play_a_round_robin_to_its_end(world: World) -> None:
    people = world.people("Anna", "Bruno", "Carla")
    await begun(world, *people)
    early = await people[0].press("Standings", on=post(world, "## Spring Cup\n"))
    assert "Round robin, 3 tournament rounds." in shown(early).alt_texts[0]
    totals = {person.id: 0 for person in people}
    for number in (1, 2, 3):
        now = await state(world)
        assert now.tournament.round == number
        (match,) = [one for one in now.of_round(number) if one.second is not None]
        names = [
            posts_of.players[0].name
            for one in (match.first, match.second)
            if (posts_of := now.tournament.team(one or 0))
        ]
        thread = threads(world)[f"Spring Cup {number}.{match.number}: {' – '.join(names)}"]
        (greeting,) = [one for one in world.messages(thread) if "against" in one.text]
        assert set(greeting.pinged) == {person.id for person in people if person.name in names}
        pairing = post(world, f"### Spring Cup: tournament round {number} of 3")
        assert f"<#{thread.id}>" in pairing.text
        assert "sits out this round" in pairing.text
        assert pairing.pinged == ()
        table = await play(world, match)
        await world.env.settle()
        for seat in table.seats:
            totals[seat.user_id or 0] += table.scores[seat.number]
    over = await state(world)
    assert over.tournament.status is TournamentStage.FINISHED
    assert [(one.played, one.byes) for one in over.standings] == [(2, 1)] * 3
    ids = {team.entry: team.players[0].user_id for team in over.tournament.teams}
    assert {ids[one.entry]: one.made for one in over.standings} == totals
    assert sum(one.vp for one in over.standings) == 3 * 20 + 3 * 14
    best = over.standings[0]
    winner = over.tournament.team(best.entry)
    assert winner is not None
    final = post(world, "## Spring Cup: The tournament is over. ")
    assert f"**{winner.players[0].name}** won" in final.text
    assert (
        f"Place 1, {winner.players[0].name}: Played 2, {best.won} won, {best.drew} drawn, {best.lost} lost, "
        f"Points {best.made:,}, victory points {best.vp}." in final.alt_texts[0]
    )
    assert f"**{winner.players[0].name}** won" in post(world, "## Spring Cup\n").text
    assert "Round robin, after round 1 of 3" in post(world, "### Spring Cup: standings after round 1\n").alt_texts[0]
    other = await people[0].press("Standings", on=final)
    assert "Anna, you" in shown(other).alt_texts[0]
    count = len(world.messages())
    await world.restart()
    await world.env.settle()
    assert len(world.messages()) == count


@pytest.mark.slow
@in_world
async def test_who_has_not_moved_when_time_is_called_forfeits(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await begun(world, anna, bruno, deadline=DAY)
    (match,) = (await state(world)).matches
    assert match.game_id is not None
    to_move = (await bot_of(world).services.tables.get(match.game_id)).turn
    await world.env.advance_time(DAY + 60)
    over = await state(world)
    assert over.tournament.status is TournamentStage.FINISHED
    assert over.matches[0].played is not None
    assert over.matches[0].played.forfeit == ("first" if to_move == 0 else "second")
    assert [one.vp for one in over.standings] == [14, 0]
    assert not (await bot_of(world).services.tables.get(match.game_id)).active
    who = over.tournament.team(over.matches[0].first if to_move == 0 else over.matches[0].second or 0)
    assert who
    assert f": forfeited by {who.players[0].name}" in post(world, "## Spring Cup: The tournament is over.").text


@pytest.mark.slow
@in_world
async def test_a_match_counts_as_it_stands_when_time_is_called(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    mona = await begun(world, anna, bruno, deadline=DAY, **{"rounds-per-match": 2})
    (match,) = (await state(world)).matches
    tables, chance = bot_of(world).services.tables, random.Random(1)
    assert match.game_id is not None
    table = await tables.get(match.game_id)
    while table.round == 1:
        assert table.to_move is not None
        view = (await tables.look(table.id, table.to_move.user_id or 0)).mine
        assert view is not None
        table = (await tables.turns.play(table.id, table.to_move.user_id or 0, choose(view, "normal", chance))).table
    assert "lasts until" in (await mona.slash("tournament-admin extend", time=DAY)).text
    await world.env.advance_time(DAY + 60)
    assert (await state(world)).tournament.status is TournamentStage.RUNNING
    await world.restart()
    await world.env.advance_time(DAY)
    over = await state(world)
    assert over.tournament.status is TournamentStage.FINISHED
    played = over.matches[0].played
    assert played is not None
    assert (played.points, played.deals, played.forfeit) == (tuple(table.scores), 1, None)


@in_world
async def test_only_those_who_manage_the_server_run_tournaments(world: World) -> None:
    mona, (anna, bruno) = manager(world), world.people("Anna", "Bruno")
    await opened(world, mona)
    await anna.press("Join")
    orders: list[tuple[str, dict[str, Any]]] = [
        ("new", {"name": "Mine", "kind": "swiss"}), ("add", {"computers": 1}), ("start", {}), ("cancel", {}),
        ("withdraw", {"team": "1"}), ("substitute", {"player": "1.0", "newcomer": bruno}), ("extend", {"time": DAY}),
        ("correct", {"match": "1.1", "reason": "so", "first": 1, "second": 2}), ("undo", {"correction": "1"}), ("log", {}),
    ]  # fmt: skip
    before = await state(world)
    await anna.is_shown("tournament-admin")
    for name, options in orders:
        answer = await anna.slash(f"tournament-admin {name}", **options)
        assert "manage this server" in answer.text, name
    for name, option in (("withdraw", "team"), ("substitute", "player"), ("correct", "match"), ("undo", "correction")):
        assert await anna.complete(f"tournament-admin {name}", option) == {}
    assert await mona.complete("tournament-admin withdraw", "team") == {"Anna": named_id(1)}
    assert await state(world) == before
    assert len(await bot_of(world).services.organiser.of_guild(world.guild.id)) == 1


@in_world
async def test_no_server_hears_of_anothers_tournaments(world: World) -> None:
    mona, anna = manager(world), world.person("Anna")
    await opened(world, mona)
    _guild, channel, (there,) = second_server(world, anna)
    for name in ("standings", "pairings"):
        answer = await there.slash(f"tournament {name}", where=channel, tournament=named_id(1))
        assert "tournament doesn't exist here" in answer.text
    assert "been a tournament here" in (await there.slash("tournament", where=channel)).text
    assert "Spring Cup" in (await anna.slash("tournament")).text


@pytest.mark.slow
@in_world
async def test_a_substitute_plays_on_for_an_entry_and_at_its_table(world: World) -> None:
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    mona = await begun(world, anna, bruno)
    (match,) = (await state(world)).matches
    assert match.game_id is not None
    assert (
        "Bruno is already in the tournament"
        in (await mona.slash("tournament-admin substitute", player="Anna", newcomer=bruno)).text
    )
    assert (
        "isn't in this tournament"
        in (await mona.slash("tournament-admin substitute", player="Zoe", newcomer=carla)).text
    )
    options = await mona.complete("tournament-admin substitute", "player", "ann")
    answer = await mona.slash("tournament-admin substitute", player=options["Anna"], newcomer=carla)
    assert f"<@{carla.id}> is asked" in answer.text
    await carla.press("Yes, I'll play", dm=True)
    table = await bot_of(world).services.tables.get(match.game_id)
    assert {seat.user_id for seat in table.seats} == {bruno.id, carla.id}
    now = await state(world)
    assert now.tournament.team_of(anna.id) is None
    assert now.tournament.team_of(carla.id) is not None
    await play_round(world)
    assert (await state(world)).tournament.status is TournamentStage.FINISHED


@pytest.mark.slow
@in_world
async def test_a_corrected_outcome_counts_and_can_be_undone(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    mona = await begun(world, anna, bruno)
    (match,) = (await state(world)).matches
    early = await mona.slash("tournament-admin correct", match=f"1.{match.number}", reason="so", first=1, second=2)
    assert "isn't over yet" in early.text
    await play_round(world)
    before = await state(world)
    (offered,) = (await mona.complete("tournament-admin correct", "match")).values()
    half = await mona.slash("tournament-admin correct", match=offered, reason="miscounted", first=5)
    assert "points of both sides" in half.text
    asked = shown(
        await mona.slash("tournament-admin correct", match=offered, reason="mis*counted*", first=-50, second=3000)
    )
    assert "−50 : 3,000 → 0 : 20 VP" in asked.text
    assert (await state(world)).standings == before.standings
    done = await mona.press("Change the result", on=asked)
    said = f"−50 : 3,000 → 0 : 20 VP (corrected by <@{mona.id}>: mis\\*counted\\*)"
    assert said in done.text
    assert said in post(world, "### Spring Cup: tournament round 1 of 1").text
    assert said in post(world, "## Spring Cup: The tournament is over.").text
    (thread,) = world.channel.threads
    results = [one for one in world.messages(thread) if said in one.text]
    assert len(results) == 3, "the call to the match, the result itself, and that it was changed"
    assert set(results[-1].pinged) == {anna.id, bruno.id}
    after = await state(world)
    assert [(one.entry, one.vp) for one in after.standings] == [(match.second, 20), (match.first, 0)]
    assert "Bruno – Anna: " in (log := (await mona.slash("tournament-admin log")).text) or "Anna – Bruno: " in log
    assert r"mis\*counted\*" in log
    for forfeit, side in (("first", match.first), ("second", match.second)):
        asked = shown(await mona.slash("tournament-admin correct", match=offered, reason="late", forfeit=forfeit))
        again = await mona.press("Change the result", on=asked)
        loser = after.tournament.team(side or 0)
        assert loser
        assert f": forfeited by {loser.players[0].name} → " in again.text
        assert f"→ forfeited by {loser.players[0].name}" in (await mona.slash("tournament-admin log")).text
        assert [(one.entry, one.vp) for one in (await state(world)).standings][1] == (side, 0)
    assert "there is a later correction" in (await mona.slash("tournament-admin undo", correction="1")).text
    corrections = await mona.complete("tournament-admin undo", "correction")
    assert sorted(corrections.values()) == ["1", "2", "3"]
    assert sum("forfeited by" in name.partition("→")[2] and name.endswith(": late") for name in corrections) == 2
    for number in ("3", "2", "1"):
        assert "undone" in (await mona.slash("tournament-admin undo", correction=number)).text
    assert "already been undone" in (await mona.slash("tournament-admin undo", correction="1")).text
    assert (await state(world)).standings == before.standings
    assert [one.played for one in (await state(world)).matches] == [one.played for one in before.matches]


@pytest.mark.slow
@in_world
async def test_a_correction_that_there_is_not_cannot_be_undone(world: World) -> None:
    mona = await begun(world, *world.people("Anna", "Bruno"))
    before = await state(world)
    for unknown in ("7", "12345678901234567", "123456789012345678", "the last"):
        refused = await mona.slash("tournament-admin undo", correction=unknown)
        assert "no such correction" in refused.text, unknown
        assert f"{world.mention('tournament-admin log')} shows" in refused.text
        assert "match" not in refused.text
    assert await state(world) == before


@pytest.mark.slow
@in_world
async def test_entries_come_late_and_leave_early(world: World) -> None:
    anna, bruno, carla, dino = world.people("Anna", "Bruno", "Carla", "Dino")
    mona = await begun(world, anna, bruno, carla, kind="swiss", rounds=3)
    assert "4 teams" in (await mona.slash("tournament-admin add", player=dino)).text
    invited = next(one for one in world.messages() if f"<@{dino.id}>: Mona invites you" in one.text)
    assert "You are signed up" in (await dino.press("Yes, I'll play", on=invited)).text
    asked = shown(await carla.slash("tournament withdraw"))
    assert "The current match is the last" in asked.text
    assert "You have left" in (await carla.press("Leave the tournament", on=asked)).text
    assert {one.second is None for one in (await state(world)).of_round(1)} == {True, False}
    await play_round(world)
    now = await state(world)
    ids = {team.entry: team.players[0].user_id for team in now.tournament.teams}
    second = {ids[one] for match in now.of_round(2) for one in (match.first, match.second) if one}
    assert second == {anna.id, bruno.id, dino.id}


@pytest.mark.slow
@in_world
async def test_what_keeps_a_tournament_from_going_on_is_said_and_made_good(world: World) -> None:
    mona, (anna, bruno) = manager(world), world.people("Anna", "Bruno")
    await opened(world, mona)
    for person in (anna, bruno):
        await person.press("Join")
    world.env.inject_error(
        "POST", f"/channels/{world.channel.id}/threads", status=403, code=50013, message="Missing Permissions", times=1
    )
    await started(world, mona)
    assert "I'm not allowed to open threads here" in post(world, "## Spring Cup\n").text
    assert threads(world) == {}
    await world.env.advance_time(120)
    assert len(threads(world)) == 1
    assert f"<#{next(iter(threads(world).values())).id}>" in post(world, "### Spring Cup: tournament round 1").text
    assert "I'm not allowed to open threads" not in post(world, "## Spring Cup\n").text


@in_world
async def test_a_missing_permission_is_named_before_anything_begins(world: World) -> None:
    mona = manager(world)
    narrow = world.guild.create_text_channel(
        "narrow", overwrites={world.guild.default_role: discord.PermissionOverwrite(create_public_threads=False)}
    )
    answer = await mona.slash("tournament-admin new", name="Cup", kind="swiss", players="2", where=narrow)
    assert "I need the permission Create Public Threads" in answer.text
    assert await bot_of(world).services.organiser.of_guild(world.guild.id) == []


@pytest.mark.slow
@in_world
async def test_it_is_broken_off_after_a_second_press(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    mona = await begun(world, anna, bruno)
    asked = await mona.slash("tournament-admin cancel")
    assert (await state(world)).tournament.status is TournamentStage.RUNNING
    assert "has been cancelled" in (await mona.press("Cancel the tournament", on=shown(asked))).text
    assert "The tournament was cancelled" in post(world, "## Spring Cup\n").text
    (match,) = (await state(world)).matches
    assert (await play(world, match)).status is Status.FINISHED
    assert (await state(world)).tournament.status is TournamentStage.CANCELLED
    assert "That tournament doesn't exist" in (await mona.slash("tournament-admin cancel")).text


@pytest.mark.slow
@in_world
async def test_nothing_of_the_same_packs_is_shown_before_all_tables_of_a_round_are_done(world: World) -> None:
    people = world.people("Anna", "Bruno", "Carla", "Dino")
    await begun(world, *people, **{"same-decks": True})
    one, other = (await state(world)).of_round(1)
    table = await play(world, one)
    thread = next(channel for channel in threads(world).values() if channel.id == table.channel_id)
    refused = await people[0].slash("canasta record", where=thread, game=str(table.id))
    assert "Other tables are still playing with the same decks" in refused.text
    await play(world, other)
    await world.env.settle()
    allowed = await people[0].slash("canasta record", where=thread, game=str(table.id))
    assert "Other tables are still playing with the same decks" not in allowed.text
    with closing(sqlite3.connect(world.file)) as connection:
        assert connection.execute("SELECT count(*) FROM series WHERE open").fetchone() == (1,)


@pytest.mark.slow
@in_world
async def test_deleting_oneself_leaves_a_nameless_player_and_a_computer_in_their_place(world: World) -> None:
    anna, bruno = world.people("Annabella", "Bruno")
    mona = manager(world)
    await opened(world, mona)
    for person in (anna, bruno):
        await person.press("Join")
    asked = await anna.slash("preferences delete")
    await anna.press("Delete everything", on=shown(asked))
    with closing(sqlite3.connect(world.file)) as connection:
        left = "\n".join(connection.iterdump())
    assert str(anna.id) not in left
    assert "Annabella" not in left
    await started(world, mona)
    (match,) = (await state(world)).matches
    assert match.game_id is not None
    table = await bot_of(world).services.tables.get(match.game_id)
    assert [seat.user_id for seat in table.seats if seat.level is None] == [bruno.id]
    assert "somebody" in post(world, "## Spring Cup\n").text


@in_world
async def test_bad_orders_are_answered_with_what_would_work(world: World) -> None:
    mona = manager(world)
    three = await mona.slash("tournament-admin new", name="Cup", kind="swiss", variant="classic", players="3-lone")
    assert "two sides" in three.text
    unknown = await mona.slash("tournament-admin new", name="Cup", kind="swiss", variant="bridge")
    assert "can't be set up" in unknown.text
    assert world.messages() == []
    offered = await mona.complete("tournament-admin new", "players", variant="classic")
    assert set(offered.values()) == {"2", "4", "6-trios"}
    await bot_of(world).services.tables.preferences.set(mona.id, language="de")
    assert "Wiener Canasta" in await mona.complete("tournament-admin new", "variant", "wien")
    assert await mona.complete("tournament-admin new", "players", variant="Klassisches Canasta") == {
        "2 Plätze": "2",
        "4 Plätze": "4",
        "6 Plätze, zwei Parteien zu dritt": "6-trios",
    }
    await bot_of(world).services.tables.preferences.set(mona.id, language="en")
    for name in (
        "tournament standings",
        "tournament pairings",
        "tournament withdraw",
        "tournament-admin start",
        "tournament-admin cancel",
    ):
        assert "That tournament doesn't exist" in (await mona.slash(name)).text
    await opened(world, mona)
    assert "Say who should play" in (await mona.slash("tournament-admin add")).text
    assert "hasn't begun yet" in (await mona.slash("tournament pairings")).text
    assert "hasn't begun yet" in (await mona.slash("tournament-admin extend", time=DAY)).text
    await mona.slash("tournament-admin new", name="Autumn Cup", kind="danish", players="2")
    assert "Several tournaments" in (await mona.slash("tournament standings")).text
    assert await mona.complete("tournament standings", "tournament", "aut") == {"Autumn Cup": named_id(2)}
    assert "hasn't begun" in (await mona.slash("tournament pairings", tournament="autumn cup")).text


@in_world
async def test_a_moderator_withdraws_an_entry_from_the_list_or_by_its_name(world: World) -> None:
    mona, (anna, bruno) = manager(world), world.people("Anna", "Bruno")
    assert await mona.complete("tournament-admin withdraw", "team") == {}, "there is no tournament yet"
    await opened(world, mona)
    await mona.slash("tournament-admin add", player=anna, computers=1)
    await mona.slash("tournament-admin add", player=bruno)
    listed = await mona.complete("tournament-admin withdraw", "team")
    assert list(listed) == ["Anna", "Computer 2", "Bruno"]
    await anna.is_shown("tournament-admin")
    assert await anna.complete("tournament-admin withdraw", "team") == {}, "Anna doesn't manage the server"
    for entry in (listed["Bruno"], "computer 2"):
        await mona.press("Withdraw them", on=shown(await mona.slash("tournament-admin withdraw", team=entry)))
    assert list(await mona.complete("tournament-admin withdraw", "team")) == ["Anna"]
    assert "isn't in this tournament" in (await mona.slash("tournament-admin withdraw", team="Bruno")).text
    assert list(await mona.complete("tournament-admin withdraw", "team")) == ["Anna"]


@in_world
async def test_where_several_tournaments_are_running_nothing_is_offered_until_one_is_named(world: World) -> None:
    mona, anna = manager(world), world.person("Anna")
    await opened(world, mona)
    await anna.press("Join")
    await mona.slash("tournament-admin new", name="Autumn Cup", kind="danish", players="2")
    assert await mona.complete("tournament-admin withdraw", "team") == {}
    assert list(await mona.complete("tournament-admin withdraw", "team", tournament="Spring Cup")) == ["Anna"]
    assert await mona.complete("tournament-admin withdraw", "team", tournament=named_id(2)) == {}, (
        "nobody has entered it"
    )


@in_world
async def test_a_bot_takes_part_in_no_tournament(world: World) -> None:
    mona = manager(world)
    await opened(world, mona)
    robot = Person(world, world.guild.add_member(world.env.create_user("Robot", bot=True)))
    assert "Robot is a bot. Choose a person." in (await mona.slash("tournament-admin add", player=robot)).text
    assert (await state(world)).tournament.teams == ()
