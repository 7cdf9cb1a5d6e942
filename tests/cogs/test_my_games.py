"""The list of one's games in every server, and commands in direct messages that have to find the game they mean."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest
from simcord import ChannelHandle

from bot.computer import choose
from bot.data.tables import InChannel, Lost, Status, Table
from bot.tables import Order
from bot.ui.pages.games_page import ShowHand
from bot.ui.words import text_only
from tests.cogs.players import in_world
from tests.players import bot_of, card_buttons
from tests.storm.scene import at_rest
from tests.world import Person, Sent, Shown, World

#: Discord's flag of messages that make no sound.
SILENT = 1 << 12


async def new_game(world: World, name: str, people: list[Person], **options: Any) -> Table:
    """Return a game of some people and computers that has begun in a channel of its own."""
    channel = world.guild.create_text_channel(name)
    table = await new_lobby(world, channel, people, **options)
    return await bot_of(world).services.tables.lobbies.start(table.id, people[0].id, fill="normal")


async def new_lobby(world: World, channel: ChannelHandle, people: list[Person], **options: Any) -> Table:
    guild = channel.guild
    assert guild is not None
    tables = bot_of(world).services.tables
    host = people[0]
    table = await tables.lobbies.open(
        Order(home=InChannel(guild.id, channel.id), host_id=host.id, **options), host.name
    )
    for person in people[1:]:
        table = await tables.lobbies.join(table.id, person.id, person.name)
    return table


async def let_play(world: World, table: Table, person: Person) -> None:
    """Let others play until this person is to move, who ends no turn."""
    await at_rest(bot_of(world))
    tables = bot_of(world).services.tables
    for _ in range(40):
        now = await tables.get(table.id)
        if now.to_move is None or now.to_move.user_id == person.id:
            return
        assert now.to_move.user_id is not None
        look = await tables.look(table.id, now.to_move.user_id)
        assert look.mine is not None
        await tables.turns.play(table.id, now.to_move.user_id, look.mine.legal[0])
        await at_rest(bot_of(world))


async def listed(person: Person, *, dm: bool = False) -> Shown:
    answer = await person.slash("canasta list", dm=dm)
    assert answer.ephemeral
    assert answer.message
    return answer.message


def order(shown: Shown) -> list[str]:
    """Return the channels of the games on a page, from the top."""
    return re.findall(r"#([a-z0-9\\-]+)\]\(https", shown.text)


def direct_posts(world: World, person: Person) -> list[Sent]:
    """Return what the bot has posted in a person's direct messages."""
    path = f"/channels/{person.member.user.dm_channel.id}/messages"
    return [one for one in world.sent if one.method == "POST" and one.path == path]


@in_world
async def test_after_a_turn_one_press_opens_the_game_that_has_waited_longest(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    tables = [await new_game(world, name, [anna, bruno], layout="2") for name in ("one", "two", "three")]
    for table in tables:
        await let_play(world, table, anna)
        await world.env.advance_time(1)
    first = next(shown for shown in anna.messages() if shown.text.startswith("###") and "#one]" in shown.text)
    await anna.press("Draw", on=first)
    drawn = next(shown for shown in anna.messages() if shown.text.startswith("###") and "#one]" in shown.text)
    assert not drawn.button("Next game")
    await anna.press(next(iter(card_buttons(drawn).values())), on=drawn)
    played = next(shown for shown in anna.messages() if shown.text.startswith("###") and "#one]" in shown.text)
    answer = await anna.press("Next game", on=played)
    assert answer.ephemeral
    waiting = next(shown for shown in anna.messages() if shown.text.startswith("###") and "#two]" in shown.text)
    assert "(against Bruno · #two, The club): [your cards]" in answer.text
    assert f"/{waiting.channel_id}/{waiting.id})" in answer.text
    assert waiting.button("Draw")
    assert answer.message
    assert not answer.message.pictures, "the hand is there already"
    assert "#one]" in next(shown for shown in anna.messages() if shown.id == played.id).text, (
        "the other game stays where it is"
    )


@in_world
async def test_who_has_no_other_game_waiting_is_offered_none(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    table = await new_game(world, "one", [anna, bruno], layout="2")
    await let_play(world, table, bruno)
    assert not any(shown.button("Next game") for shown in anna.messages())


@in_world
async def test_who_wants_to_know_is_told_without_a_sound_that_they_are_next(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    answer = await anna.slash("preferences")
    await anna.press("Heads-up: off", on=answer.message)
    assert "without a sound" in answer.text
    table = await new_game(world, "one", [anna, bruno], layout="2")
    await let_play(world, table, bruno)
    told = [shown for shown in anna.messages() if "You are next" in shown.text]
    assert [shown.text for shown in told] == [
        f"**Bruno** is playing in [The club, #one](https://discord.com/channels/{table.guild_id}/{table.channel_id}). You are next."
    ]
    assert direct_posts(world, anna)[-1].body["flags"] & SILENT
    assert not any("You are next" in shown.text for shown in bruno.messages())
    await let_play(world, table, anna)
    assert not any("You are next" in shown.text for shown in anna.messages())


@pytest.mark.slow
@in_world
async def test_in_several_games_nobody_is_written_to_of_anything_but_their_turns_more_than_once_a_day(
    world: World,
) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    house = {"target": 100, "deal.hand": 20}
    tables = [await new_game(world, name, [anna, bruno], layout="2", house=house) for name in ("one", "two", "three")]
    await at_rest(bot_of(world))
    before = {person: len(direct_posts(world, person)) for person in (anna, bruno)}
    chance, turns = random.Random(3), Counter[Person]()
    for table in tables:
        while (now := await bot_of(world).services.tables.get(table.id)).status is Status.PLAYING:
            person = anna if now.to_move and now.to_move.user_id == anna.id else bruno
            look = await bot_of(world).services.tables.look(table.id, person.id)
            assert look.mine
            await bot_of(world).services.tables.turns.play(table.id, person.id, choose(look.mine, "normal", chance))
            await at_rest(bot_of(world))
            after = await bot_of(world).services.tables.get(table.id)
            if after.to_move and (after.turn, after.round) != (now.turn, now.round):
                turns[anna if after.to_move.user_id == anna.id else bruno] += 1
    for person in (anna, bruno):
        assert len(direct_posts(world, person)) - before[person] == turns[person] + 1
        over = [shown for shown in person.messages() if shown.button("Replay")]
        assert len(over) == len(tables)


@in_world
async def test_who_is_in_no_game_is_told_how_to_begin_one(world: World) -> None:
    assert "aren't in any game" in (await listed(world.person("Anna"))).text
    assert "aren't in any game" in (await listed(world.person("Anna"), dm=True)).text


@pytest.mark.slow
@in_world
async def test_games_that_wait_come_first_then_others_then_lobbies(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    other = world.env.create_guild("The other club")
    lobby = await new_lobby(world, other.create_text_channel("lobby"), [bruno, anna])
    theirs = await new_game(world, "theirs", [bruno, anna], layout="2")
    mine = await new_game(world, "mine", [anna, bruno], layout="2")
    await let_play(world, mine, anna)
    await let_play(world, theirs, bruno)
    shown = await listed(anna)
    assert "Classic Canasta in " in shown.text
    assert order(shown) == ["mine", "theirs", "lobby"]
    assert "1 is waiting for you" in shown.text
    assert "**your turn**" in shown.text
    assert "Bruno's turn" in shown.text
    assert "2 seats free" in shown.text
    assert "The other club" in shown.text
    for table in (lobby, theirs, mine):
        assert f"https://discord.com/channels/{table.guild_id}/{table.channel_id}" in shown.text
    assert shown.text.count("**You** 0, **Bruno** 0") == 2
    assert order(await listed(anna, dm=True)) == order(shown)


@pytest.mark.slow
@in_world
async def test_the_time_left_is_told_in_everybodys_own_time(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    soon = await new_game(world, "soon", [anna, bruno], layout="2", turn_limit=3600)
    late = await new_game(world, "late", [anna, bruno], layout="2", turn_limit=86400)
    for table in (soon, late):
        await let_play(world, table, anna)
    shown = await listed(anna)
    assert order(shown) == ["soon", "late"]
    for table in (soon, late):
        deadline = (await bot_of(world).services.tables.get(table.id)).deadline
        assert deadline is not None
        assert f"<t:{deadline}:R>" in shown.text


@in_world
async def test_a_game_whose_channel_is_gone_is_still_listed(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    table = await new_game(world, "mine", [anna, bruno], layout="2")
    await bot_of(world).services.tables.channels.lose(table.id, Lost.GONE)
    assert "I can't reach its channel" in (await listed(anna)).text


@pytest.mark.slow
@in_world
async def test_many_games_come_in_pages_and_the_hand_of_any_that_waits_can_be_shown(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    tables = [await new_game(world, f"game-{number}", [anna, bruno], layout="2") for number in range(11)]
    for table in tables:
        await let_play(world, table, anna)
    first = await listed(anna)
    assert len(order(first)) == 8
    assert "page 1 of 2" in first.text
    second = (await anna.press("Next", on=first)).message
    assert second
    assert len(order(second)) == 3
    assert {*order(first), *order(second)} == {f"game-{number}" for number in range(11)}
    menu = second.menu("Show a game that is waiting")
    assert menu
    assert len(menu.options) == 11
    hand = await anna.choose("Show a game that is waiting", str(tables[4].id), on=second)
    look = await bot_of(world).services.tables.look(tables[4].id, anna.id)
    assert look.mine
    assert hand.ephemeral
    assert hand.message
    assert hand.message.alt_texts[-1].startswith("Your hand")
    assert len(hand.message.pictures) == 2, "the table isn't in sight here"
    assert "The club" in hand.text
    back = (await anna.press("Previous", on=second)).message
    assert back
    assert order(back) == order(first)


@pytest.mark.slow
@in_world
async def test_of_thirty_games_every_one_can_be_chosen(world: World) -> None:
    anna = world.person("Anna")
    await bot_of(world).services.tables.preferences.set(anna.id, pictures=0)
    tables = [await new_game(world, f"game-{number}", [anna], layout="2") for number in range(30)]
    # Computers take longer to think than the world waits for them.
    await at_rest(bot_of(world))
    shown = await listed(anna)
    asked = await anna.slash("hand", dm=True)
    assert asked.message
    for message, placeholder in ((shown, "Show a game that is waiting"), (asked.message, "Which game?")):
        menus = [menu for menu in message.menus if menu.placeholder.startswith(placeholder)]
        assert sorted(value for menu in menus for value in menu.options.values()) == sorted(
            str(table.id) for table in tables
        )
        last = list(menus[-1].options.values())[-1]
        hand = await anna.choose(menus[-1].custom_id, last, on=message)
        look = await bot_of(world).services.tables.look(int(last), anna.id)
        assert look.mine
        assert text_only.hand(look.mine) in hand.text


@pytest.mark.slow
@in_world
async def test_only_ones_own_hand_is_shown(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    theirs = await new_game(world, "theirs", [bruno], layout="2")
    mine = await new_game(world, "mine", [anna, bruno], layout="2")
    await let_play(world, mine, anna)
    shown = await listed(anna)
    assert [button.label for button in shown.buttons] == ["My hand: 1", "Refresh"]
    forged = ShowHand(theirs.id, 1).pack()
    for row in shown.handle._message.components:
        for button in row.get("components", ()):
            if button["label"] == "My hand: 1":
                button["custom_id"] = forged
    assert "don't sit at this table" in (await anna.press(forged, on=world.show(shown.handle))).text


@pytest.mark.slow
@in_world
async def test_a_typed_command_in_a_direct_message_means_the_only_game_that_waits(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    assert "aren't in any game" in (await anna.slash("draw", dm=True)).text
    mine = await new_game(world, "mine", [anna, bruno], layout="2")
    await let_play(world, mine, bruno)
    assert "Bruno's turn" in (await anna.slash("draw", dm=True)).text
    other = await new_game(world, "other", [anna, bruno], layout="2")
    await let_play(world, other, bruno)
    assert "No game is waiting" in (await anna.slash("draw", dm=True)).text
    await let_play(world, other, anna)
    before = (await bot_of(world).services.tables.get(other.id)).version
    await anna.slash("draw", dm=True)
    assert (await bot_of(world).services.tables.get(other.id)).version == before + 1


@pytest.mark.slow
@in_world
async def test_where_several_games_wait_a_typed_command_asks_which_and_then_does_it(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    games = [await new_game(world, name, [anna, bruno], layout="2") for name in ("red", "blue")]
    for table in games:
        await let_play(world, table, anna)
    asked = await anna.slash("draw", dm=True)
    assert asked.message
    menu = asked.message.menu("Which game?")
    assert menu
    assert set(menu.options) == {"against Bruno · #red, The club", "against Bruno · #blue, The club"}
    before = (await bot_of(world).services.tables.get(games[1].id)).version
    await world.restart()
    await anna.choose("Which game?", "against Bruno · #blue, The club", on=asked.message)
    assert (await bot_of(world).services.tables.get(games[1].id)).version == before + 1
    hands = await anna.slash("hand", dm=True)
    assert hands.message
    hand = await anna.choose("Which game?", "against Bruno · #red, The club", on=hands.message)
    assert "#red" in hand.text or "Your turn" in hand.text


@pytest.mark.slow
@in_world
async def test_what_is_too_long_to_be_kept_while_one_chooses_is_to_be_typed_where_one_plays(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    games = [await new_game(world, name, [anna, bruno], layout="2") for name in ("red", "blue")]
    for table in games:
        await let_play(world, table, anna)
    answer = await anna.slash("meld", cards="K K K K K K / " * 20, dm=True)
    assert "too long" in answer.text
    for table in games:
        assert f"/{table.channel_id}" in answer.text


@pytest.mark.slow
@in_world
async def test_a_hand_from_the_list_is_in_words_for_those_who_read(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    mine = await new_game(world, "mine", [anna, bruno], layout="2")
    await let_play(world, mine, anna)
    await bot_of(world).services.tables.preferences.set(anna.id, pictures=0)
    shown = await listed(anna)
    assert not shown.menus, "a choice that is made twice isn't sent"
    assert await anna.press("My hand: 1", on=shown)
    hand = await anna.press("My hand: 1", on=shown)
    look = await bot_of(world).services.tables.look(mine.id, anna.id)
    assert look.mine
    assert look.table.status is Status.PLAYING
    assert text_only.hand(look.mine) in hand.text
    assert text_only.table(look.mine.public, look.table, look.mine.seat) in hand.text
