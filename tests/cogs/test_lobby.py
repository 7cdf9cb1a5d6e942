"""Opening a table, sitting down, moving seats, starting, leaving, ending."""

from __future__ import annotations

import json

import pytest

from bot.canasta.rules import families, list_variants
from bot.data.tables import Status
from tests.cogs.players import SHORT, in_world, now, play_on, seat_four
from tests.cogs.test_settings import manager
from tests.players import bot_of, by_command
from tests.world import Answer, Shown, World


def _shown(answer: Answer) -> Shown:
    assert answer.message is not None
    return answer.message


def lobby(world: World) -> Shown:
    return next(message for message in world.messages() if message.button("Join"))


@in_world
async def test_people_and_computers_sit_down_and_start(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    opened = await anna.slash("play", target=1000, computers=1)
    assert opened.ephemeral
    assert "1,000 points" in lobby(world).text
    await bruno.press("Join")
    assert "**Bruno**" in lobby(world).text
    assert lobby(world).button("Start") is None
    early = await anna.slash("canasta start")
    assert "1 seat is still free" in early.text
    assert early.message
    assert early.message.button("Fill with computers and start")
    await anna.press("Fill with computers and start", on=lobby(world))
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    assert table.status is Status.PLAYING
    assert [seat.level for seat in table.seats] == [None, "normal", None, "normal"]
    assert not any(message.button("Join") for message in world.messages())
    assert anna.hands()[-1].alt_texts[-1].startswith("Your hand, 1")
    assert bruno.hands()[-1].alt_texts[-1].startswith("Your hand, 1")


@in_world
async def test_joining_twice_and_joining_a_full_table_are_refused_to_the_person_alone(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("play", players="2")
    assert "already" in (twice := await anna.press("Join")).text
    assert twice.message is not None
    assert twice.message.ephemeral
    await bruno.slash("canasta join")
    full = await world.person("Carla").slash("canasta join")
    assert "Every seat is taken" in full.text
    assert full.ephemeral


@pytest.mark.slow
@in_world
async def test_seats_can_be_changed_so_that_partners_are_chosen(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("play", computers=1)
    await bruno.press("Join")
    assert "Anna and Bruno." in lobby(world).alt_texts[0]
    seats = await bruno.press("Change seats")
    await bruno.choose("Move to another seat", "3", on=seats.message)
    assert "Anna and 1 free seat." in lobby(world).alt_texts[0]
    offered = (await bruno.press("Change seats")).message
    assert offered is not None
    assert not any("Anna" in label for label in offered.menus[0].options)
    away = await anna.press("Change seats")
    await anna.choose("Remove somebody", "1", on=away.message)
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    assert [seat.number for seat in table.seats] == [0, 3]


@in_world
async def test_leaving_and_cancelling(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("play")
    await bruno.press("Join")
    await bruno.slash("canasta leave")
    assert "Bruno" not in lobby(world).text
    stranger = await bruno.press("Cancel table")
    assert "Only" in stranger.text
    await anna.slash("canasta cancel")
    assert "cancelled" in world.messages()[-1].text
    assert "no game in this channel" in (await bruno.slash("canasta join")).text


@in_world
async def test_a_second_game_in_the_channel_gets_a_thread(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("play")
    second = await bruno.slash("play", target=700)
    assert "already" in second.text
    assert second.ephemeral
    done = await bruno.press("Open a thread", on=second.message)
    assert "Your table is open in <#" in done.text
    games = await bot_of(world).services.tables.games.active()
    assert len({table.channel_id for table in games}) == 2
    assert games[-1].house == {"target": 700}
    assert games[-1].host_id == bruno.id


@pytest.mark.slow
@in_world
async def test_resigning_gives_the_seat_to_a_computer_and_takes_the_cards_back(world: World) -> None:
    table, people = await seat_four(world)
    asked = await people[1].slash("canasta resign")
    await people[1].press("Give up my seat", on=asked.message)
    seat = (await bot_of(world).services.tables.get(table.id)).seat(1)
    assert seat is not None
    assert seat.level
    assert people[1].hands() == []
    assert "don't sit" in (await people[1].slash("hand")).text


@pytest.mark.slow
@in_world
async def test_ending_a_game_needs_all_who_play_it_and_a_second_press(world: World) -> None:
    table, people = await seat_four(world)
    stranger = await world.person("Eva").slash("canasta cancel")
    assert "Only" in stranger.text
    asked = await people[0].slash("canasta cancel")
    assert "must agree too" in asked.text
    await people[0].press("Propose to end it", on=asked.message)
    assert (await now(world, table)).status is Status.PLAYING
    for person in people[1:]:
        await person.press("Agree")
    assert (await now(world, table)).status is Status.ABANDONED
    assert all("ended early" in person.hands()[-1].text for person in people)
    assert not any(message.pinged for message in world.messages())


@pytest.mark.slow
@in_world
async def test_list_names_the_games_that_wait_first(world: World) -> None:
    table, people = await seat_four(world)
    on_turn = people[table.turn or 0]
    assert "**your turn**" in (await on_turn.slash("canasta list")).text
    assert "**your turn**" in (await on_turn.slash("canasta list", dm=True)).text
    other = people[(table.turn or 0) - 1]
    assert "'s turn" in (await other.slash("canasta list")).text
    assert "aren't in any game" in (await world.person("Elsa").slash("canasta list")).text


@in_world
async def test_rules_and_completions(world: World) -> None:
    anna = world.person("Anna")
    rules = await anna.slash("rules")
    assert "5,000" in rules.text
    assert rules.ephemeral
    assert "classic" in (await anna.complete("play", "variant", "cla")).values()
    layouts = await anna.complete("play", "players", "", variant="classic")
    assert {"2", "4"} <= set(layouts.values())
    wrong = await anna.slash("play", variant="no such game")
    assert wrong.ephemeral
    assert world.messages() == []


@in_world
async def test_a_game_and_its_layout_can_be_typed_as_they_are_called_and_a_refusal_calls_them_so(world: World) -> None:
    anna = world.person("Anna")
    await bot_of(world).services.tables.preferences.set(anna.id, language="de")
    unknown = await anna.slash("play", variant="poker")
    assert "Wiener Canasta" in unknown.text
    assert "viennese" not in unknown.text
    close = await anna.slash("play", variant="sambba")
    assert "Samba" in close.text.rpartition(";")[2]
    too_many = await anna.slash("play", variant="wiener canasta", players="7")
    assert "Wiener Canasta" in too_many.text
    assert "4 Plätze" in too_many.text
    assert "6 Plätze, zwei Parteien zu dritt" in too_many.text
    assert "6-trios" not in too_many.text
    assert "6-trios" not in (await anna.slash("play", variant="viennese", players="zu siebt")).text
    layouts = await anna.complete("play", "players", "", variant="Wiener Canasta")
    assert "6-trios" in layouts.values()
    await anna.slash("play", variant="Wiener Canasta", players="6 plätze, zwei parteien zu dritt")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    assert (table.variant, table.layout) == ("viennese", "6-trios")


@pytest.mark.slow
@in_world
async def test_games_are_offered_the_usual_one_first_then_those_played_then_one_of_each_family(world: World) -> None:
    anna = world.person("Anna")
    first = list((await anna.complete("play", "variant")).values())
    assert sorted(first[: len(families())]) == sorted(families())
    assert first[0] == "classic"
    bot = bot_of(world)
    for variant in ("uruguay", "samba-ro", "uruguay"):
        await anna.slash("play", variant=variant)
        await anna.press("Cancel table")
    await bot.services.servers.set(world.guild.id, variant="pennies")
    offered = list((await anna.complete("rules", "variant")).values())
    assert offered[:5] == ["pennies", "uruguay", "samba-ro", "classic", "american"]
    assert len(offered) == 25 < len(list_variants())
    assert list((await manager(world).complete("tournament-admin new", "variant")).values()) == offered
    left_out = {one.id for one in list_variants()} - set(offered)
    for name in left_out:
        assert name in (await anna.complete("play", "variant", name)).values()


@in_world
async def test_rules_are_those_of_the_table_that_would_be_opened(world: World) -> None:
    anna = world.person("Anna")
    told = (await anna.slash("rules", variant="hand-and-foot")).text
    await anna.slash("play", variant="hand-and-foot")
    here = (await anna.slash("rules")).text
    assert told == here
    assert "2 sides of 2 players" in told
    assert "or take the" not in told


@in_world
async def test_the_rules_are_turned_page_by_page_with_their_house_rules(world: World) -> None:
    anna = world.person("Anna")
    told = await anna.slash("rules", variant="samba", house="out.bonus=300")
    assert told.message is not None
    assert [(button.label, button.enabled) for button in told.message.buttons] == [
        ("The basics", False), ("Melds and the pile", True), ("Going out and points", True), ("An example", True),
    ]  # fmt: skip
    last = await anna.press("Going out and points", on=told.message)
    assert "Going out earns 300." in last.text
    assert "Going out earns 300." in told.text
    assert "Everyone is dealt" in (await anna.press("The basics", on=last.message)).text
    assert world.messages() == []


@in_world
async def test_the_rules_under_a_table_are_shown_to_those_who_ask_and_turned_there(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("play", variant="hand-and-foot")
    told = await bruno.press("Rules")
    assert told.ephemeral
    assert "Nobody takes the pile" in (await bruno.press("Melds and the pile", on=told.message)).text
    assert "Hand & Foot" in lobby(world).text


@in_world
async def test_the_last_page_of_rules_shows_a_turn_and_the_sheet_of_its_round(world: World) -> None:
    """As a picture, or in words for people who prefer those, in the words of the players of the game."""
    anna = world.person("Anna")
    told = await anna.slash("rules", variant="burraco", house="out.bonus=300")
    basics = told.text
    drawn = _shown(await anna.press("An example", on=told.message))
    assert "**Ada** discarded " in drawn.text
    (sheet,) = drawn.alt_texts
    assert sheet.startswith("Round 1. ")
    assert "burracos 100 points" in sheet
    assert "canasta" not in sheet.lower()
    assert "Going out 300" not in sheet, "the round was played by the standard rules"
    assert sheet not in drawn.text
    back = _shown(await anna.press("The basics", on=drawn))
    assert (back.alt_texts, back.text) == ((), basics)
    await bot_of(world).services.tables.preferences.set(anna.id, pictures=False)
    said = _shown(await anna.press("An example", on=back))
    assert (said.alt_texts, said.text) == ((), f"{drawn.text}\n{sheet}")


@in_world
async def test_a_table_shows_the_example_of_its_game(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("play", variant="samba")
    told = await bruno.press("Rules")
    example = await bruno.press("An example", on=told.message)
    assert example.text.startswith("## Samba: An example\n")
    assert len(_shown(example).alt_texts) == 1


@in_world
async def test_house_rules_too_long_for_a_button_leave_the_rules_on_one_page(world: World) -> None:
    ranks = ("four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
    house = ", ".join(f"ranks.{rank}.canasta={points * 37}" for points, rank in enumerate(ranks, 21))
    told = await world.person("Anna").slash("rules", variant="samba", house=house)
    assert told.message is not None
    assert not told.message.buttons
    assert "Everyone is dealt" in told.text


@pytest.mark.slow
@in_world
async def test_the_record_comes_when_the_game_is_over(world: World) -> None:
    table, people = await seat_four(world, **SHORT)
    assert "once the game is over" in (await people[0].slash("canasta record")).text
    await play_on(world, table, people, by_command)
    answer = await people[0].slash("canasta record")
    assert answer.message is not None
    document = json.loads(world.env.backend.cdn.get(answer.message.files[0]) or b"")
    assert document == (await bot_of(world).services.tables.replays.proof(table.id)).record
