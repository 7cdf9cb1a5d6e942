"""The maker of each move: moves name their makers, seats carry the names of today, and those who left are missed."""

from __future__ import annotations

import pytest

from bot.data.tables import Status
from tests.cogs.players import in_world, now, on_turn, play_ahead, play_on, seat_four
from tests.cogs.test_admin import moderator
from tests.cogs.test_seats import told, under_the_table
from tests.players import bot_of, by_command
from tests.world import Person, World


def rename(world: World, person: Person, name: str) -> None:
    """Have a person take another name in the server."""
    world.env.backend.guilds[world.guild.id].members[person.id].nick = name


async def hand_of(person: Person) -> str:
    return (await person.slash("hand")).text


@in_world
async def test_a_computers_move_is_told_as_one_for_its_person(world: World) -> None:
    table, people = await seat_four(world)
    slow, mona = on_turn(table, people), moderator(world)
    await mona.slash("canasta-admin skip")
    line = f"**A computer, for {slow.name}** "
    assert line in under_the_table(world).text
    assert f"**{slow.name}** discarded" not in under_the_table(world).text
    other = next(one for one in people if one is not slow)
    assert f"**{slow.name}** discarded" not in await hand_of(other)
    assert "**A computer, for you** " in await hand_of(slow)
    await world.restart()
    assert "**A computer, for you** " in await hand_of(slow)
    await mona.slash("canasta-admin unstick")
    assert line in under_the_table(world).text


@in_world
async def test_the_moves_of_somebody_who_resigned_stay_theirs(world: World) -> None:
    table, people = await seat_four(world)
    first = on_turn(table, people)
    while (await now(world, table)).turn == table.turn:
        await play_on(world, table, people, by_command, moves=1)
    asked = await first.slash("canasta resign")
    await first.press("Give up my seat", on=asked.message)
    await told(world)
    for _again in range(2):
        text = under_the_table(world).text
        assert f"**{first.name}** " in text.replace("has given up", "")
        assert f"**{first.name}** has given up the seat" in text
        await world.restart()
        await moderator(world).slash("canasta-admin unstick")
    newcomer = (await now(world, table)).seat(people.index(first))
    assert newcomer is not None
    assert f"**{newcomer.name} 🤖** drew" not in text


@in_world
async def test_who_had_their_data_deleted_is_a_former_player_everywhere(world: World) -> None:
    table, people = await seat_four(world)
    first = on_turn(table, people)
    while (await now(world, table)).turn == table.turn:
        await play_on(world, table, people, by_command, moves=1)
    await bot_of(world).services.privacy.delete(first.id)
    await world.env.settle()
    await told(world)
    after = await now(world, table)
    assert first.name not in {seat.name for seat in after.seats}, "no computer gets the freed name"
    await world.restart()
    await moderator(world).slash("canasta-admin unstick")
    other = next(one for one in people if one is not first)
    for text in (under_the_table(world).text, (await other.slash("canasta log")).text):
        assert "<@-" not in text
        assert f"**{first.name}**" not in text
        assert "given up" not in text
        assert "**A former player** no longer plays" in text
    assert "**A former player** " in under_the_table(world).text


@in_world
async def test_no_mention_of_nobody_is_in_a_log(world: World) -> None:
    _table, people = await seat_four(world)
    mona, eva = moderator(world), world.person("Eva")
    await mona.slash("canasta-admin computer", seat=2)
    await eva.press("Take a seat", on=under_the_table(world))
    await people[0].press("Agree")
    await bot_of(world).services.privacy.delete(people[0].id)
    await world.env.settle()
    log = (await people[2].slash("canasta log")).text
    assert "<@-" not in log
    assert "A former player agreed that **Eva** takes over" in log


@in_world
async def test_a_computer_never_has_a_name_that_somebody_at_the_table_has_or_has_had(world: World) -> None:
    ada = world.person("Ada")
    await world.person("Bruno").slash("play", computers=2)
    await ada.press("Join")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    names = [seat.name for seat in table.seats]
    assert names.count("Ada") == 1
    assert table.seat_of(ada.id) is not None
    await ada.press("Start")
    asked = await ada.slash("canasta resign")
    await ada.press("Give up my seat", on=asked.message)
    assert "Ada" not in [seat.name for seat in (await now(world, table)).seats]


@in_world
async def test_a_seats_name_follows_its_person_when_they_act(world: World) -> None:
    table, people = await seat_four(world)
    dino = people[3]
    rename(world, dino, "Dino the Great")
    await dino.slash("help")
    own = (await now(world, table)).seat_of(dino.id)
    assert own is not None
    assert own.name == "Dino the Great"
    version = (await now(world, table)).version
    await dino.slash("help")
    assert (await now(world, table)).version == version, "nothing is written while the name stays"
    shown = under_the_table(world)
    assert any("Dino the Great" in alt for alt in shown.alt_texts) or "Dino the Great" in shown.text
    await world.restart()
    await play_on(world, table, people, by_command, moves=4)
    assert "Dino the Great" in (await people[0].slash("table")).text + str(under_the_table(world).alt_texts)


@in_world
async def test_a_name_follows_at_all_tables_of_the_server_and_in_lobbies(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    other = world.guild.create_text_channel("two")
    for channel in (world.channel, other):
        await anna.slash("play", players="2", where=channel)
        await bruno.slash("canasta join", where=channel)
    await anna.slash("canasta start", where=other)
    rename(world, bruno, "Bruno II")
    await bruno.slash("help")
    tables = await bot_of(world).services.tables.games.of_person(bruno.id)
    assert [table.seat_of(bruno.id).name for table in tables] == ["Bruno II", "Bruno II"]  # type: ignore[union-attr]


@in_world
async def test_who_has_left_the_server_isnt_dealt_in_and_the_host_is_shown_who(world: World) -> None:
    people = world.people("Anna", "Bruno", "Carla", "Dino")
    await people[0].slash("play")
    for person in people[1:]:
        await person.press("Join")
    world.guild.remove_member(people[3].member)
    answer = await people[0].press("Start")
    assert "left the server: Dino" in answer.text
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    assert table.status is Status.LOBBY
    assert table.seat_of(people[3].id) is None
    assert answer.message is not None
    await people[0].press("Fill with computers and start", on=answer.message)
    assert (await now(world, table)).status is Status.PLAYING


@pytest.mark.slow
@in_world
async def test_a_table_that_waits_for_somebody_who_left_says_so_once_and_they_can_come_back(world: World) -> None:
    table, people = await seat_four(world, clock=0)
    slow = on_turn(table, people)
    others = [one for one in people if one is not slow]
    world.guild.remove_member(slow.member)
    for _half_day in range(8):
        await world.env.advance_time(12 * 3600)
        await world.env.settle()
    shown = under_the_table(world)
    assert f"**{slow.name}** has left the server" in shown.text
    assert "`/canasta` › *substitute*" in shown.text
    assert shown.button("Take a seat")
    for one in others:
        assert sum("has left the server" in message.text for message in one.messages()) == 1
    log = (await others[0].slash("canasta log")).text
    assert log.count("has left the server") == 1
    # The others can give the seat to somebody without asking the one who left.
    eva = world.person("Eva")
    await eva.press("Take a seat", on=shown)
    assert "Still to answer" in (await others[0].press("Agree")).text
    # They come back, and nobody takes their seat over any more.
    slow.member = world.guild.add_member(slow.member.user)
    await slow.slash("help")
    after = await now(world, table)
    assert after.seat_of(slow.id) is not None
    assert not after.agreements
    assert not under_the_table(world).button("Take a seat")


@in_world
async def test_a_proposal_ends_when_the_person_it_is_about_is_back(world: World) -> None:
    table, people = await seat_four(world)
    eva = world.person("Eva")
    await moderator(world).slash("canasta-admin computer", seat=2)
    await eva.press("Take a seat", on=under_the_table(world))
    await people[0].press("Agree")
    await people[1].slash("canasta back")
    assert not (await now(world, table)).agreements
    assert not [one for one in world.messages() if one.button("Agree")]


@in_world
async def test_the_table_shows_two_lines_of_moderators_and_the_log_all(world: World) -> None:
    _table, people = await seat_four(world)
    mona = moderator(world)
    for _time in range(2):
        await mona.slash("canasta-admin computer", seat=3)
        await mona.slash("canasta-admin give-back", seat=3)
    assert under_the_table(world).text.count("a moderator") == 2
    assert (await people[0].slash("canasta log")).text.count("a moderator") == 4


@in_world
async def test_nobody_is_called_away_who_wasnt(world: World) -> None:
    _table, people = await seat_four(world)
    await moderator(world).slash("canasta-admin computer", seat=2)
    text = await hand_of(people[1])
    assert "You were away" not in text
    assert "A computer is playing for you" in text
    assert "away" not in under_the_table(world).text


@in_world
async def test_a_lobby_says_who_plays_together_and_who_is_the_host(world: World) -> None:
    people = world.people("Anna", "Bruno", "Carla", "Dino")
    await people[0].slash("play")
    for person in people[1:]:
        await person.press("Join")
    [lobby] = world.messages()
    assert "**Anna** (host) + **Carla** against **Bruno** + **Dino**" in lobby.text
    refused = await people[1].press("Cancel table")
    assert f"Only the host, <@{people[0].id}>, or a moderator can do that." in refused.text
    await people[0].press("Leave")
    assert "**Bruno** (host)" in world.messages()[0].text


@in_world
async def test_nothing_is_offered_in_a_lobby_that_will_be_refused(world: World) -> None:
    anna, bruno, eva = world.people("Anna", "Bruno", "Eva")
    await anna.slash("play")
    await bruno.press("Join")
    seats = (await bruno.press("Change seats")).message
    assert seats is not None
    menu = seats.menu("Move to another seat")
    assert menu is not None
    assert not any("Anna" in label for label in menu.options)
    settings = (await eva.press("Settings")).message
    assert settings is not None
    assert not settings.menus
    own = (await bruno.press("Settings")).message
    assert own is not None
    assert [one.placeholder for one in own.menus] == ["How well do computers play?"]


@pytest.mark.slow
@in_world
async def test_swapping_partners_does_what_is_pressed_or_says_why_not(world: World) -> None:
    table, people = await seat_four(world, target=100, house="deal.hand=20")
    await play_ahead(world, table, people)
    result = next(one for one in world.messages() if one.button("Swap partners"))
    await people[0].press("Play again", on=result)
    refused = await people[1].press("Swap partners", on=result)
    assert f"<@{people[0].id}> has opened the table with the same partners" in refused.text
    lobby = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert lobby is not None
    assert lobby.seat_of(people[1].id) is None
    joined = await people[1].press("Play again", on=result)
    assert "You are at the table now" in joined.text
    assert "**Anna** (host) + *free* against **Bruno** + *free*" in joined.text


@pytest.mark.slow
@in_world
async def test_once_partners_are_swapped_everybody_sits_so(world: World) -> None:
    table, people = await seat_four(world, target=100, house="deal.hand=20")
    await play_ahead(world, table, people)
    result = next(one for one in world.messages() if one.button("Swap partners"))
    await people[0].press("Swap partners", on=result)
    for person, way in zip(people[1:], ("Play again", "Swap partners", "Play again"), strict=True):
        await person.press(way, on=result)
    again = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert again is not None
    assert [seat.name for seat in again.seats] == ["Anna", "Dino", "Bruno", "Carla"]


@in_world
async def test_of_two_games_each_is_told_by_its_opponents_and_place(world: World) -> None:
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    other = world.guild.create_text_channel("two")
    for channel, person in ((world.channel, bruno), (other, carla)):
        await anna.slash("play", players="2", where=channel)
        await person.slash("canasta join", where=channel)
        await anna.slash("canasta start", where=channel)
    asked = (await anna.slash("canasta resign", dm=True)).text
    assert "[against Bruno · #canasta, The club]" in asked
    assert "[against Carla · #two, The club]" in asked
    chosen = (await anna.slash("hand", dm=True)).message
    assert chosen is not None
    assert set(chosen.menus[0].options) >= {"against Bruno · #canasta, The club", "against Carla · #two, The club"}
    for channel, name in ((world.channel, "Bruno"), (other, "Carla")):
        shown = next(one for one in anna.messages() if f"#{channel.name}]" in one.text and one.pictures)
        assert any(name in alt for alt in shown.alt_texts)


@in_world
async def test_the_price_of_resigning_is_said_in_its_question(world: World) -> None:
    _table, people = await seat_four(world)
    assert "rated as if your side had come last" in (await people[0].slash("canasta resign")).text


@in_world
async def test_a_game_that_moved_leaves_a_pointer_and_headings_follow(world: World) -> None:
    _table, people = await seat_four(world)
    other = world.guild.create_text_channel("elsewhere")
    await people[0].slash("canasta move", where=other)
    [left] = world.messages()
    assert left.text == f"The game has moved to <#{other.id}>."
    for person in people:
        hands = [one for one in person.messages() if one.text.startswith("###")]
        assert all("#elsewhere]" in one.text for one in hands)
    await people[0].slash("canasta move")
    assert f"The game has moved to <#{world.channel.id}>." in [one.text for one in world.messages(other)]


@in_world
async def test_two_people_of_one_name_are_told_apart_at_a_table(world: World) -> None:
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    rename(world, bruno, "Anna")
    await anna.slash("play")
    await bruno.press("Join")
    await carla.press("Join")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    assert [seat.name for seat in table.seats] == ["Anna", "Anna (2)", "Carla"]
    rename(world, carla, "anna")
    await carla.slash("help")
    await carla.slash("help")
    after = await now(world, table)
    assert [seat.name for seat in after.seats] == ["Anna", "Anna (2)", "anna (3)"]
    assert after.version == table.version + 1


@in_world
async def test_a_former_name_goes_too_when_its_person_has_their_data_deleted(world: World) -> None:
    table, people = await seat_four(world)
    await moderator(world).slash("canasta-admin computer", seat=4)
    rename(world, people[3], "Dino the Great")
    await people[3].slash("canasta back")
    log = (await people[0].slash("canasta log")).text
    assert "**Dino the Great** is back" in log
    await bot_of(world).services.privacy.delete(people[3].id)
    await world.env.settle()
    assert "Dino" not in (await people[0].slash("canasta log")).text
    entries = await bot_of(world).services.tables.history(table.id)
    assert not any("Dino" in str(value) for entry in entries for value in entry.facts.values())


@in_world
async def test_two_games_that_would_be_called_alike_have_their_numbers(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    other = world.guild.create_text_channel("canasta")
    for channel in (world.channel, other):
        await anna.slash("play", players="2", where=channel)
        await bruno.slash("canasta join", where=channel)
        await anna.slash("canasta start", where=channel)
    asked = (await anna.slash("canasta resign", dm=True)).text
    assert "[1: against Bruno · #canasta, The club]" in asked
    assert "[2: against Bruno · #canasta, The club]" in asked
