"""Few commands, and everything behind them: `/canasta` and its page, what other commands do by `what`, and old names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from simcord.actors import _slash_resolved

from bot.ui.words.ways import MOVED, WAYS
from tests.cogs.players import in_world, on_turn, seat_four
from tests.cogs.test_settings import manager
from tests.players import bot_of
from tests.world import Answer, Person, Shown, World

#: The most that somebody without any right sees in the first list, each subcommand counted.
MOST = 15


def first_list(world: World) -> list[str]:
    """Return what Discord lists for a player: the commands that no permission hides, and what is in their groups."""
    listed = []
    for command in world.env.backend.commands[None].values():
        # Those of other types stand in the menu of a person.
        if command.get("type", 1) == 1 and command.get("default_member_permissions") is None:
            inner = [one["name"] for one in command.get("options") or [] if one["type"] in (1, 2)]
            listed += [f"{command['name']} {name}" for name in inner] or [command["name"]]
    return listed


def shown(answer: Answer) -> Shown:
    assert answer.message
    return answer.message


async def typed(person: Person, world: World, command: str) -> Answer:
    """Type a command that the bot doesn't have any more, as a Discord does that was not restarted."""
    name, *inner = command.split()
    old = {"id": "77", "name": name, "type": 1, "options": [{"type": 1, "name": one} for one in inner]}
    typing = _slash_resolved(person.member, world.channel, command, {}, old)
    return await person._act(person.member, typing)


@in_world
async def test_a_player_sees_few_commands_and_those_for_moves_among_them(world: World) -> None:
    listed = first_list(world)
    assert len(listed) <= MOST, sorted(listed)
    moves = {"draw", "take-pile", "meld", "discard", "ask-to-go-out"}
    assert moves | {"play", "canasta", "hand", "table", "help", "preferences"} <= set(listed)


@in_world
async def test_everything_that_a_command_does_is_answered_and_can_be_chosen(world: World) -> None:
    paths = {f"{command} {name}" for command, does in WAYS.items() for name in does}
    assert set(bot_of(world).ways) == paths
    for command in WAYS:
        registered = world.env.backend.find_command(command, None)
        assert registered
        [what] = [option for option in registered["options"] if option["name"] == "what"]
        assert [choice["value"] for choice in what["choices"]] == [*WAYS[command]]


async def test_an_old_command_is_answered_by_the_new_one(tmp_path: Path) -> None:
    # The world keeps what the command tree raised, even if the bot has answered it.
    with pytest.raises(ExceptionGroup, match=f"raised {len(MOVED)} error"):
        async with World(tmp_path / "canasta.sqlite3") as world:
            await type_each(world)


async def type_each(world: World) -> None:
    """Type each old command."""
    anna = world.person("Anna")
    for old, new in MOVED.items():
        answer = await typed(anna, world, old)
        assert answer.text == (
            f"This command has moved: {world.mention(new)} does it now. Restart Discord to see it in the list."
        )
    assert await bot_of(world).services.tables.games.in_channel(world.channel.id) is None


@in_world
async def test_an_old_command_leads_to_one_that_there_is(world: World) -> None:
    there = {*first_list(world), *(f"{command} {name}" for command, does in WAYS.items() for name in does)}
    assert set(MOVED.values()) <= there
    assert not {old for old in MOVED if " " not in old} & set(first_list(world))


@in_world
async def test_an_option_that_does_nothing_for_what_was_chosen_is_refused(world: World) -> None:
    table, people = await seat_four(world)
    other = world.guild.create_text_channel("elsewhere")
    await world.env.settle()
    refused = await people[0].slash("canasta move", where=other, game="7", round=2)
    assert refused.text.endswith("leave this empty: *game*, *round*.")
    assert (await bot_of(world).services.tables.get(table.id)).channel_id == table.channel_id, "nothing has moved"
    await bot_of(world).services.tables.preferences.set(people[0].id, language="de")
    assert "*partie*, *runde*" in (await people[0].slash("canasta move", where=other, game="7", round=2)).text
    assert "in diesem Kanal" in (await people[0].slash("canasta move", where=other)).text


@in_world
async def test_the_log_is_that_of_the_game_which_is_named_wherever_one_asks(world: World) -> None:
    table, people = await seat_four(world)
    other = world.guild.create_text_channel("elsewhere")
    await world.env.settle()
    assert "No game has been played" in (await people[0].slash("canasta log", where=other)).text
    there = await people[0].slash("canasta log", where=other, game=str(table.id))
    assert there.text == (await people[0].slash("canasta log")).text
    stranger = world.person("Zoe")
    refused = await stranger.slash("canasta log", where=other, game=str(table.id))
    assert refused.text == "Choose one from the list that appears while you type."


@in_world
async def test_the_page_opens_a_table_and_then_offers_what_can_be_done_there(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    page = shown(await anna.slash("canasta"))
    assert "You aren't in a game" in page.text
    assert "Fill with computers and start" in page.text
    assert page.menu("At this table") is None
    opened = await anna.press("Open a table", on=page)
    assert "Your table is open" in opened.text
    page = shown(await bruno.slash("canasta"))
    menu = page.menu("At this table")
    assert menu
    assert set(menu.options) == {"join"}
    await bruno.choose("At this table", "join", on=page)
    page = shown(await anna.slash("canasta"))
    menu = page.menu("At this table")
    assert menu
    assert set(menu.options) == {"leave", "start", "cancel"}
    assert page.button("Open a table") is None, "there is a table already"
    await anna.press("Fill with computers and start")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table
    assert table.to_move


@in_world
async def test_the_page_says_what_waits_and_leads_to_everything_of_a_running_game(world: World) -> None:
    table, people = await seat_four(world)
    mover = on_turn(table, people)
    page = shown(await mover.slash("canasta"))
    assert "1 game is waiting for you" in page.text
    assert "hand" in (await mover.press("My hand", on=page)).message.alt_texts[-1]  # type: ignore[union-attr]
    at_table, more = page.menu("At this table"), page.menu("Your games and more")
    assert at_table
    assert more
    assert {"hint", "undo", "orders", "substitute", "resign", "abandon", "log"} == set(at_table.options)
    said = {
        "orders": "Standing orders",
        "resign": "computer",
        "abandon": "without a result",
        "log": "just good old moves",
        "list": "Your games",
        "history": "haven't finished",
        "solo": "computers",
        "replay": "once the game is over",
        "move": "no game elsewhere",
    }
    for name, text in said.items():
        page = shown(await mover.slash("canasta"))
        menu = "At this table" if name in at_table.options else "Your games and more"
        assert text.lower() in (await mover.choose(menu, name, on=page)).text.lower(), name
        assert text.lower() in (await mover.slash(f"canasta {name}")).text.lower(), name
    stranger = shown(await world.person("Zoe").slash("canasta")).menu("At this table")
    assert stranger
    assert set(stranger.options) == {"log"}


@in_world
async def test_whoever_opens_a_table_reads_what_else_waits(world: World) -> None:
    table, people = await seat_four(world)
    mover, other = on_turn(table, people), people[(table.turn or 0) - 1]
    room = world.guild.create_text_channel("room")
    opened = await mover.slash("play", where=room)
    assert f"1 other game is waiting for you: {world.mention('canasta')} shows it." in opened.text
    await mover.slash("canasta cancel", where=room)
    assert "waiting" not in (await other.slash("play", where=room)).text


@in_world
async def test_somebody_is_proposed_for_a_seat_by_the_page(world: World) -> None:
    table, people = await seat_four(world)
    zoe = world.person("Zoe")
    page = shown(await people[0].slash("canasta"))
    who = shown(await people[0].choose("At this table", "substitute", on=page))
    menu = who.menu("Who should play?")
    assert menu
    choosing = people[0].member.select(who.handle, [zoe.member], custom_id=menu.custom_id)
    which = shown(await people[0]._act(people[0].member, choosing))
    assert f"Which seat should <@{zoe.id}> take over?" in which.text
    said = await people[0].choose("Seat", "1", on=which)
    assert "You agree" in said.text
    proposed = (await bot_of(world).services.tables.get(table.id)).agreements
    assert [one.newcomer_id for one in proposed] == [zoe.id]


@in_world
async def test_in_direct_messages_the_page_offers_what_can_be_done_in_ones_games(world: World) -> None:
    _table, people = await seat_four(world)
    page = shown(await people[0].slash("canasta", dm=True))
    assert page.button("Open a table")
    menu = page.menu("At this table")
    assert menu
    assert {"resign", "abandon", "orders"} <= set(menu.options)
    assert "computer" in (await people[0].choose("At this table", "resign", on=page, dm=True)).text


@in_world
async def test_help_opens_a_table_by_a_button(world: World) -> None:
    anna = world.person("Anna")
    page = shown(await anna.slash("help"))
    assert re.search(r"press \*\*Open a table\*\*", page.text, re.IGNORECASE)
    await anna.press("Open a table", on=page)
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table
    assert table.host_id == anna.id


@in_world
async def test_the_page_of_tournaments_leads_to_what_else_there_is(world: World) -> None:
    anna, mona = world.person("Anna"), manager(world)
    empty = shown(await anna.slash("tournament"))
    assert "hasn't been a tournament here yet" in empty.text
    assert not empty.menus
    await mona.slash("tournament-admin new", name="Cup", kind="swiss", players="2")
    for name, said in {
        "pairings": "hasn't begun yet",
        "standings": "Cup",
        "withdraw": "isn't in this tournament",
    }.items():
        page = shown(await anna.slash("tournament"))
        assert "Cup" in page.text
        by_page = await anna.choose("What do you want to do?", name, on=page)
        by_option = await anna.slash(f"tournament {name}")
        for answer in (by_page, by_option):
            assert answer.message
            assert said in answer.text + "".join(answer.message.alt_texts), name


@in_world
async def test_ones_data_is_asked_for_and_deleted_from_the_preferences(world: World) -> None:
    anna = world.person("Anna")
    page = shown(await anna.slash("preferences"))
    page = shown(await anna.press("Times and data", on=page))
    assert "I have sent you everything" in (await anna.press("Get my data", on=page)).text
    assert "Delete everything stored about you?" in (await anna.press("Delete my data…", on=page)).text
