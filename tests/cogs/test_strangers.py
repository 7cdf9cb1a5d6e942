"""People who aren't in the server: Discord lets anybody's id be chosen, and nobody waits for somebody who can't come."""

from __future__ import annotations

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
