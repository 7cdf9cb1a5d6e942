"""Watching: anybody in the channel sees the table as it stands, never a hand, and may look again."""

from __future__ import annotations

import random
from pathlib import Path

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.computer import choose
from bot.data.tables import Status
from tests import secrecy
from tests.cogs.players import in_world, now, seat_four
from tests.players import bot_of, by_command, look, to_move
from tests.world import World


@pytest.mark.slow
@in_world
async def test_a_spectator_is_shown_the_table_and_can_look_again(world: World) -> None:
    table, people = await seat_four(world)
    zoe = world.person("Zoe")
    watched = await zoe.press("Watch")
    assert watched.ephemeral
    assert watched.message is not None
    assert [button.label for button in watched.message.buttons] == ["Refresh"]
    assert len(watched.message.pictures) == 1
    first = people[table.turn or 0]
    assert f"**{first.name}**'s turn" in watched.text
    assert "5,000" in watched.message.alt_texts[0], "the picture says how long the game is"

    await first.slash("draw")
    again = await zoe.press("Refresh", on=watched.message)
    assert again.message is not None
    assert again.message.id == watched.message.id
    assert f"**{first.name}** drew." in again.text
    by_name = await zoe.slash("table")
    assert (by_name.text, by_name.ephemeral) == (again.text, True)
    assert (await zoe.slash("table")).text == again.text


@in_world
async def test_who_would_rather_read_is_told_the_table(world: World) -> None:
    await seat_four(world)
    zoe = world.person("Zoe")
    await bot_of(world).services.tables.preferences.set(zoe.id, pictures=False)
    watched = await zoe.press("Watch")
    assert watched.message is not None
    assert watched.message.pictures == ()
    assert "**The table**" in watched.text
    assert "Stock: " in watched.text


@in_world
async def test_a_player_who_watches_finds_their_hand_from_there(world: World) -> None:
    await seat_four(world)
    watched = await world.person("Anna").slash("table")
    assert watched.message is not None
    hand = await world.person("Anna").press("My hand", on=watched.message)
    assert hand.message is not None
    assert len(hand.message.pictures) == 1
    refused = await world.person("Zoe").press("My hand")
    assert "don't sit" in refused.text


@in_world
async def test_the_whole_seal_is_told_before_the_first_card_is_played(world: World) -> None:
    table, _people = await seat_four(world)
    assert table.commitment is not None
    [shown] = [message for message in world.messages() if message.button("Watch")]
    assert table.commitment[:16] not in shown.text
    assert f"`{table.commitment}`" in (await world.person("Zoe").press("Sealed deal")).text


@in_world
async def test_there_may_be_nothing_to_watch_or_only_a_lobby(world: World) -> None:
    zoe = world.person("Zoe")
    assert "no game in this channel" in (await zoe.slash("table")).text
    await world.person("Anna").slash("play")
    lobby = await zoe.slash("table")
    assert lobby.message is not None
    assert lobby.message.button("Join")
    assert "You aren't in any game" in (await zoe.slash("table", dm=True)).text


@pytest.mark.slow
@in_world
async def test_a_game_of_a_channel_that_one_does_not_see_is_shown_to_its_players_alone(world: World) -> None:
    table, people = await seat_four(world)
    identity = f"c:refresh:{table.id}:0:"
    elsewhere = world.guild.create_text_channel("elsewhere")
    zoe = world.person("Zoe")
    watched = await zoe.press("Watch")
    assert watched.message is not None
    world.channel, here = elsewhere, world.channel
    await world.person("Xenia").slash("play", players="2")
    stranger = await world.person("Yann").slash("table")
    assert stranger.message is not None
    yann = world.person("Yann")
    hidden = Overwrite(target_id=yann.id, type=OverwriteType.MEMBER, deny=discord.Permissions.view_channel.flag)
    assert table.channel_id is not None
    world.env.backend.set_overwrite(table.channel_id, hidden)
    forged = await press_forged(world, "Yann", identity)
    assert "at those of channels that you see" in forged
    assert "'s turn" in await press_forged(world, people[0].name, identity)
    world.channel = here


async def press_forged(world: World, name: str, identity: str) -> str:
    """Press a button whose custom id was made up, under the newest message of the channel."""
    message = world.messages()[-1]
    stored = message.handle._message
    row = next(part for part in stored.components if part["type"] == 1)
    row["components"][0]["custom_id"] = identity
    person = world.person(name)
    shown = world.show(message.handle)
    answer = await person.press(identity, on=shown)
    return answer.text


@pytest.mark.slow
async def test_what_spectators_get_holds_no_hidden_card(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=5) as world:
        _table, people = await seat_four(world, house="deal.hand=18")
        zoe, chance = world.person("Zoe"), random.Random(3)
        guard = secrecy.Watch(world, [*people, zoe])
        watched = await zoe.press("Watch")
        assert watched.message is not None
        await guard.check()
        looks = 0
        while (await look(world, zoe)).table.round == 1:
            turn = await to_move(world, people)
            assert turn is not None
            person, view = turn
            await by_command(person, choose(view, "normal", chance), view)
            await guard.check()
            if view.public.phase == "play":
                await zoe.press("Refresh", on=watched.message)
                await zoe.slash("table")
                await guard.check()
                looks += 1
        assert looks > 10
        assert guard.leaks == []
        assert guard.private > 50


@pytest.mark.slow
@in_world
async def test_a_game_that_has_ended_shows_how_it_ended(world: World) -> None:
    table, people = await seat_four(world)
    await bot_of(world).services.tables.endings.cancel(table.id, people[0].id, moderator=True)
    assert (await now(world, table)).status is Status.ABANDONED
    await bot_of(world).services.teller.finish()
    watched = await world.person("Zoe").slash("table")
    assert "ended early" in watched.text
    assert watched.message is not None
    assert watched.message.button("Replay")
    [alt] = watched.message.alt_texts
    assert "5,000 points. Ended without a result. Stock" in alt
    assert "’s turn" not in alt
    assert alt == world.messages()[-1].alt_texts[0]
    assert all("’s turn" not in one for person in people for one in person.messages()[-1].alt_texts)


@pytest.mark.slow
@in_world
async def test_who_ends_a_game_alone_is_not_said_to_have_agreed_with_others(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", computers=3)
    await anna.press("Start")
    asked = await anna.slash("canasta abandon")
    await anna.press("End the game", on=asked.message)
    said = world.messages()[-1].text
    assert f"<@{anna.id}> ended the game without a result." in said
    assert "everybody agreed" not in said
