"""People who aren't in the server: Discord lets anybody's id be chosen, and nobody waits for somebody who can't come."""

from __future__ import annotations

from unittest import mock

import pytest

from bot.ui.words.refusals import Refused
from cogs.seats import SeatsCog
from tests.cogs.players import in_world, now, seat_four
from tests.cogs.test_admin import moderator
from tests.cogs.test_settings import manager
from tests.cogs.test_tournaments import opened, state
from tests.players import bot_of
from tests.world import World

NOT_HERE = "Stranger isn't in this server. Choose somebody who is."


@in_world
async def test_somebody_elsewhere_enters_no_tournament(world: World) -> None:
    mona, anna = manager(world), world.person("Anna")
    stranger = world.env.create_user("Stranger")
    await opened(world, mona)
    assert NOT_HERE in (await mona.slash("tournament-admin add", player=stranger)).text
    assert (await state(world)).tournament.teams == ()
    await mona.slash("tournament-admin add", player=anna)
    refused = await mona.slash("tournament-admin substitute", player="Anna", newcomer=stranger)
    assert NOT_HERE in refused.text
    assert [team.players[0].name for team in (await state(world)).tournament.teams] == ["Anna"]


@in_world
async def test_somebody_elsewhere_is_no_partner_in_a_tournament(world: World) -> None:
    mona, anna, bruno = manager(world), *world.people("Anna", "Bruno")
    stranger = world.env.create_user("Stranger")
    await opened(world, mona, players="4")
    assert NOT_HERE in (await mona.slash("tournament-admin add", player=anna, partner=stranger)).text
    asked = await anna.press("Join with a partner…")
    assert asked.message
    menu = asked.message.menus[0]
    actor = anna._actor(asked.message)
    refused = await anna._act(actor, actor.select(asked.message.handle, [stranger], custom_id=menu.custom_id))
    assert NOT_HERE in refused.text
    assert (await state(world)).tournament.teams == ()
    await mona.slash("tournament-admin add", player=anna, partner=bruno)
    assert len((await state(world)).tournament.teams) == 1


@in_world
async def test_somebody_elsewhere_takes_no_seat(world: World) -> None:
    table, people = await seat_four(world)
    stranger = world.env.create_user("Stranger")
    assert NOT_HERE in (await people[0].slash("canasta substitute", player=stranger, seat=2)).text
    assert NOT_HERE in (await people[0].slash("canasta substitute", dm=True, player=stranger, seat=2)).text
    assert NOT_HERE in (await moderator(world).slash("canasta-admin substitute", player=stranger, seat=2)).text
    after = await now(world, table)
    assert after.version == table.version
    assert [seat.user_id for seat in after.seats] == [person.id for person in people]
    eva = world.person("Eva")
    assert "You agree." in (await people[0].slash("canasta substitute", dm=True, player=eva, seat=2)).text
    assert bot_of(world)


@in_world
async def test_nobody_is_called_a_stranger_because_discord_fails(world: World) -> None:
    table, _people = await seat_four(world)
    eva = world.person("Eva")
    path = f"/guilds/{world.guild.id}/members/{eva.id}"
    world.env.inject_error("GET", path, status=500, message="refused by the test", times=None)
    cog = bot_of(world).get_cog("SeatsCog")
    assert isinstance(cog, SeatsCog)
    with pytest.raises(Refused, match="right now"):
        await cog._propose_chosen(mock.Mock(), table, 1, eva.id)
    world.env.backend.faults.clear()
    await world.env.advance_time(60)
    stranger = world.env.create_user("Stranger")
    with pytest.raises(Refused, match="isn't in this server"):
        await cog._propose_chosen(mock.Mock(), table, 1, stranger.id)
