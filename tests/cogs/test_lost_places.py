"""A game goes on when people delete its messages, its channel or thread, take permissions away, or throw the bot
out."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest import mock

import discord
import pytest
from simcord import ChannelHandle
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import ChannelType, OverwriteType

from bot.data.messages import MessageKind
from bot.data.tables import InChannel, Lost, Status
from bot.messages.discord_refusals import Refusal
from bot.tables import Order
from tests.cogs.players import SHORT, in_world, now, on_turn, play_on, seat_four
from tests.players import bot_of, by_button, by_command, calls
from tests.world import Person, World


def deny(world: World, *names: str) -> None:
    """Take permissions away from the bot in the game's channel."""
    flags = 0
    for name in names:
        flags |= getattr(discord.Permissions, name).flag
    me = world.env.backend.bot_user.id
    world.env.backend.set_overwrite(world.channel.id, Overwrite(target_id=me, type=OverwriteType.MEMBER, deny=flags))


async def allow(world: World) -> None:
    """Give them back."""
    world.env.backend.delete_overwrite(world.channel.id, world.env.backend.bot_user.id)
    await world.env.settle()


def told(person: Person, part: str) -> list[str]:
    """Return a person's direct messages with these words."""
    return [message.text for message in person.messages() if part in message.text]


def hands(person: Person) -> int:
    return sum(
        1 for message in person.messages() if message.button("Draw") or message.button("My hand") or message.pictures
    )


def tables_shown(world: World, channel: ChannelHandle | None = None) -> int:
    return sum(1 for message in world.messages(channel) if message.button("My hand") and message.pictures)


def called(world: World, channel: ChannelHandle | None = None) -> list[str]:
    """Whom the calls in a channel are for, as their texts begin."""
    texts = [message.text for message in world.messages(channel) if "it's your turn" in message.text]
    return [text.partition(",")[0] for text in texts]


def errors(world: World) -> list[str]:
    return [line for line in world.log if line.startswith(("ERROR", "CRITICAL"))]


async def deleted(world: World, channel_id: int) -> None:
    world.env.backend.delete_channel(channel_id)
    await world.env.settle()


@pytest.mark.slow
@pytest.mark.parametrize("what", [MessageKind.TABLE, MessageKind.HAND, MessageKind.SCORES])
async def test_messages_that_were_deleted_come_again_or_are_not_missed(tmp_path: Path, what: MessageKind) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world, target=3000, house="deal.hand=20")
        if what is MessageKind.SCORES:
            while (await now(world, table)).round == 1:
                await play_on(world, table, people, by_command, moves=1)
        for message in await bot_of(world).services.teller.messages.of(table.id):
            if message.purpose.kind is what:
                world.env.backend.delete_message(message.channel_id, message.message_id)
        await world.env.settle()
        turn = (await now(world, table)).turn
        while (await now(world, table)).turn == turn:
            await play_on(world, table, people, by_command, moves=1)
        assert tables_shown(world) == 1
        assert calls(world, people, await now(world, table)) == [on_turn(await now(world, table), people).id]
        assert hands(on_turn(await now(world, table), people)) == 1
        assert not errors(world)


@pytest.mark.slow
@in_world
async def test_in_a_deleted_channel_the_game_waits_and_can_be_played_by_direct_message(world: World) -> None:
    table, people = await seat_four(world)
    await deleted(world, world.channel.id)
    for person in people:
        [notice] = told(person, "was deleted")
        assert "`/canasta` › *move*" in notice
        assert "The club" in notice
    lost = await now(world, table)
    assert (lost.status, lost.lost) == (Status.PLAYING, Lost.GONE)
    await play_on(world, lost, people, by_button, moves=3)
    calls = len(world.sent)
    assert (await now(world, table)).version == lost.version + 3
    await world.env.advance_time(5 * 24 * 3600)
    assert len(world.sent) == calls, "a channel that is gone isn't tried again, and nobody's time is up"
    assert (await now(world, table)).deadline is None
    assert not errors(world)


@pytest.mark.slow
@in_world
async def test_a_game_is_brought_into_another_channel_by_anyone_who_plays_in_it(world: World) -> None:
    table, people = await seat_four(world)
    await deleted(world, world.channel.id)
    other = world.guild.create_text_channel("elsewhere")
    await world.env.settle()
    stranger = world.person("Stranger")
    assert "no game elsewhere" in (await stranger.slash("canasta move", where=other)).text
    assert "continues in this channel" in (await people[2].slash("canasta move", where=other)).text
    moved = await now(world, table)
    assert (moved.channel_id, moved.lost) == (other.id, None)
    assert moved.deadline is not None, "its clock goes on"
    assert tables_shown(world, other) == 1
    assert calls(world, people, moved) == [on_turn(moved, people).id]
    assert not any(told(person, "was deleted") for person in people), "what is no longer so is taken away"
    world.channel = other
    await play_on(world, moved, people, by_command, moves=6)
    assert not errors(world)


@in_world
async def test_the_host_moves_a_game_whose_channel_is_still_there(world: World) -> None:
    table, people = await seat_four(world)
    other = world.guild.create_text_channel("elsewhere")
    await world.env.settle()
    assert "no game elsewhere" in (await people[1].slash("canasta move", where=other)).text
    await people[0].slash("canasta move", where=other)
    assert (await now(world, table)).channel_id == other.id
    assert tables_shown(world) == 0
    assert tables_shown(world, other) == 1
    assert [message.pinged for message in world.messages() if message.pinged] == []
    assert [message.pinged for message in world.messages(other) if message.pinged] == []
    assert calls(world, people, await now(world, table)) == [on_turn(table, people).id]


@pytest.mark.slow
@in_world
async def test_of_several_games_one_is_chosen_and_a_busy_channel_is_refused(world: World) -> None:
    home, (anna, *_others) = world.channel, (await seat_four(world))[1]
    second = world.guild.create_text_channel("second")
    third = world.guild.create_text_channel("third")
    await world.env.settle()
    await anna.slash("play", where=second)
    asked = await anna.slash("canasta move", where=third)
    assert asked.message is not None
    menu = asked.message.menu("Which game?")
    assert menu is not None
    assert len(menu.options) == 2
    first = next(iter(menu.options.values()))
    done = await anna.choose("Which game?", first, on=asked.message)
    assert "continues in this channel" in done.text
    assert tables_shown(world, home) == 0
    assert "already" in (await anna.slash("canasta move", where=third)).text, "a channel holds one game"


@pytest.mark.slow
@in_world
async def test_of_thirty_games_any_can_be_brought_into_another_channel(world: World) -> None:
    anna, home = world.person("Anna"), world.guild.create_text_channel("home")
    tables = bot_of(world).services.tables
    await world.env.settle()
    for number in range(30):
        await tables.lobbies.open(
            Order(
                home=InChannel(world.guild.id, world.guild.create_text_channel(f"table-{number}").id),
                host_id=anna.id,
            ),
            anna.name,
        )
    await world.env.settle()
    asked = await anna.slash("canasta move", where=home)
    assert asked.message
    offered = [value for menu in asked.message.menus for value in menu.options.values()]
    assert sorted(offered) == sorted(str(table.id) for table in await tables.games.active())
    assert (
        "continues in this channel"
        in (await anna.choose(asked.message.menus[-1].custom_id, offered[-1], on=asked.message)).text
    )
    assert (await tables.get(int(offered[-1]))).channel_id == home.id


@in_world
async def test_a_lobby_in_a_deleted_channel_is_closed(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    await deleted(world, world.channel.id)
    assert (await now(world, table)).status is Status.CANCELLED
    assert not errors(world)


@in_world
async def test_of_a_lobby_whose_channel_bars_the_bot_the_host_is_told(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("play")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    deny(world, "view_channel")
    # A press would show the lobby by its answer, for which no permission is needed.
    await bot_of(world).services.tables.lobbies.join(table.id, bruno.id, "Bruno")
    await asyncio.gather(*bot_of(world).services.teller.passes)
    assert (await now(world, table)).lost is Lost.BARRED
    [notice] = told(anna, "I need the permission")
    assert "View Channel" in notice
    assert "who joins or leaves your table" in notice
    assert "clock" not in notice
    assert not told(bruno, "I need")
    await allow(world)
    after = await now(world, table)
    assert after.lost is None
    [lobby] = [message for message in world.messages() if message.button("Join")]
    assert "Bruno" in lobby.text
    assert not told(anna, "I need")
    assert not errors(world)


@pytest.mark.slow
@pytest.mark.parametrize("restarted", [False, True])
async def test_what_a_game_came_to_is_posted_once_when_its_channel_can_be_written_to_again(
    tmp_path: Path, *, restarted: bool
) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world, **SHORT)
        deny(world, "send_messages")
        await play_on(world, table, people, by_button)
        over = await now(world, table)
        assert over.status is Status.FINISHED
        assert posted(world) == ["Round 1 is over"], "which takes the place of the table"
        if restarted:
            await world.restart()
        before = len(world.env.http_requests)
        await world.env.advance_time(2 * 24 * 3600)
        assert len(world.env.http_requests) - before < 10, "nothing is tried before the channel changes"
        await allow(world)
        sheets = [f"Round {number + 1} is over" for number in range(over.round)]
        assert [text for text in posted(world) if "Round" in text] == sheets
        assert len(posted(world)) == len(sheets) + 1
        assert tables_shown(world) <= 1
        await allow(world)
        await world.restart()
        assert len(posted(world)) == len(sheets) + 1
        assert not errors(world)


@in_world
async def test_what_a_game_came_to_is_posted_when_the_bot_is_invited_again(world: World) -> None:
    table, people = await seat_four(world)
    guild, channel = throw_out(world)
    await world.env.settle()
    for person in people:
        await bot_of(world).services.tables.seating.resign(table.id, person.id)
    await bot_of(world).services.teller.finish()
    assert (await now(world, table)).status is Status.ABANDONED
    invite(world, guild, channel)
    await world.env.settle()
    await bot_of(world).services.teller.finish()
    assert ["ended early" in message.text for message in world.messages()] == [True]
    assert not errors(world)


def posted(world: World) -> list[str]:
    """Return the score sheets and results in the channel, by their headings."""
    texts = [message.text for message in world.messages()]
    found = [text.partition("\n")[0].removeprefix("## ") for text in texts]
    return [heading for heading in found if "is over" in heading or "won" in heading or "win" in heading]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("denied", "name"),
    [("view_channel", "View Channel"), ("attach_files", "Attach Files")],
)
async def test_a_lost_permission_is_named_to_the_players_and_the_game_goes_on_when_it_is_back(
    tmp_path: Path, denied: str, name: str
) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        deny(world, denied)
        refuse_uploads(world, denied)
        await world.env.settle()
        turn = table.turn
        while (await now(world, table)).turn == turn:
            await play_on(world, table, people, by_button, moves=1)
        lost = await now(world, table)
        assert lost.lost is Lost.BARRED
        for person in people:
            [notice] = told(person, "I need the permission")
            assert name in notice
        await play_on(world, lost, people, by_button, moves=2)
        world.env.backend.faults.clear()
        await allow(world)
        after = await now(world, table)
        assert after.lost is None
        assert after.version == lost.version + 3
        assert tables_shown(world) == 1
        assert calls(world, people, after) == [on_turn(after, people).id]
        assert not any(told(person, "I need") for person in people)
        assert not errors(world)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("status", "code", "why"),
    [
        (403, 50013, "Attach Files"),
        (403, 400001, "Discord takes no pictures"),
        (413, 40005, ""),
        (400, 50045, ""),
        (400, 50138, ""),
    ],
)
async def test_where_discord_takes_no_pictures_the_game_goes_on_in_words(
    tmp_path: Path, status: int, code: int, why: str
) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        world.files_refused = (status, code)
        turn = table.turn
        while (await now(world, table)).turn == turn:
            await play_on(world, table, people, by_button, moves=1)
        there = await now(world, table)
        assert there.lost is None
        shown = [message for message in world.messages() if message.buttons]
        assert len(shown) == 1
        assert not shown[0].files
        # The words of the picture name the discard pile.
        assert "iscard" in shown[0].text
        assert why in shown[0].text
        assert ("Attach Files" in shown[0].text) == (code == 50013)
        assert not any(told(person, "I can't send you") for person in people)
        assert not errors(world)
        # Where no picture can be posted, not every message is tried with one first.
        before = uploads(world)
        await play_on(world, table, people, by_button, moves=2)
        assert (uploads(world) == before) == bool(why)


def uploads(world: World) -> int:
    """Return how many requests have tried to post pictures in the channel."""
    return sum(bool(sent.uploads) and f"/channels/{world.channel.id}/" in sent.path for sent in world.sent)


def refuse_uploads(world: World, denied: str) -> None:
    """simcord doesn't look at the permission to attach files."""
    if denied == "attach_files":
        for method in ("POST", "PATCH"):
            world.env.inject_error(
                method, f"/channels/{world.channel.id}/messages*", status=403, code=50013, times=None
            )


@pytest.mark.slow
@in_world
async def test_a_permission_that_stays_away_is_tried_ever_more_rarely(world: World) -> None:
    table, people = await seat_four(world)
    deny(world, "view_channel")
    await world.env.settle()
    await play_on(world, table, people, by_button, moves=2)
    before = len(world.env.http_requests)
    await world.env.advance_time(24 * 3600)
    assert 24 <= len(world.env.http_requests) - before < 150
    assert not errors(world)


@pytest.mark.slow
@in_world
async def test_an_archived_thread_is_opened_again(world: World) -> None:
    thread = Thread(world)
    table, people = await seat_four(world)
    thread.archive()
    await play_on(world, table, people, by_command, moves=4)
    assert thread.opened
    assert tables_shown(world) == 1
    assert (await now(world, table)).lost is None
    assert not errors(world)


@pytest.mark.slow
@in_world
async def test_of_a_locked_thread_the_players_are_told(world: World) -> None:
    thread = Thread(world)
    table, people = await seat_four(world)
    thread.archive(locked=True)
    await play_on(world, table, people, by_button, moves=4)
    assert (await now(world, table)).lost is Lost.LOCKED
    assert all(len(told(person, "is locked")) == 1 for person in people)
    thread.unlock()
    await world.env.settle()
    assert (await now(world, table)).lost is None
    assert not any(told(person, "is locked") for person in people)
    assert not errors(world)


class Thread:
    """A thread in which the world plays; simcord lets bots write into archived and locked ones, Discord doesn't."""

    def __init__(self, world: World) -> None:
        self._world = world
        backend = world.env.backend
        self._thread = backend.create_thread(world.channel.id, "Canasta", backend.bot_user.id)
        world.channel = ChannelHandle(world.env, world.guild, self._thread)

    def archive(self, *, locked: bool = False) -> None:
        assert self._thread.thread_metadata is not None
        self._thread.thread_metadata.archived = True
        self._thread.thread_metadata.locked = locked
        path = f"/channels/{self._thread.id}"
        code = 160005 if locked else 50083
        times = None if locked else 1
        self._world.env.inject_error("*", f"{path}/messages*", status=403 if locked else 400, code=code, times=times)
        if locked:
            self._world.env.inject_error("PATCH", path, status=403, code=50013, times=None)

    def unlock(self) -> None:
        assert self._thread.thread_metadata is not None
        self._thread.thread_metadata.locked = False
        self._world.env.backend.faults.clear()
        self._world.env.backend.announce_channel_update(self._thread.id)

    @property
    def opened(self) -> bool:
        assert self._thread.thread_metadata is not None
        return not self._thread.thread_metadata.archived


@in_world
async def test_a_deleted_thread_is_noticed(world: World) -> None:
    Thread(world)
    table, people = await seat_four(world)
    await deleted(world, world.channel.id)
    assert (await now(world, table)).lost is Lost.GONE
    assert all(told(person, "was deleted") for person in people)


@pytest.mark.slow
@in_world
async def test_games_of_a_server_that_removed_the_bot_wait_for_it(world: World) -> None:
    table, people = await seat_four(world)
    guild, channel = throw_out(world)
    await world.env.settle()
    assert (await now(world, table)).lost is Lost.LEFT
    await world.env.advance_time(5 * 24 * 3600)
    waiting = await now(world, table)
    assert (waiting.turn, waiting.deadline) == (table.turn, None)
    invite(world, guild, channel)
    await world.env.settle()
    back = await now(world, table)
    assert back.lost is None
    assert tables_shown(world) == 1
    await play_on(world, back, people, by_command, moves=3)
    assert all(hands(person) == 1 for person in people)
    assert not errors(world)


@pytest.mark.slow
@in_world
async def test_servers_that_removed_the_bot_are_noticed_when_one_of_its_connections_begins_again(world: World) -> None:
    table, _people = await seat_four(world)
    bot = bot_of(world)
    user = {"id": str(bot.application_id), "username": "Canasta", "discriminator": "0", "avatar": None}

    async def begins(shard: int, guilds: list[dict[str, object]]) -> None:
        others = asyncio.all_tasks()
        bot._connection.parsers["READY"]({"user": user, "guilds": guilds, "shard": [shard, 2]})
        await asyncio.wait(asyncio.all_tasks() - others)

    # The server belongs to the first of two connections.
    await begins(1, [])
    assert (await now(world, table)).lost is None
    await begins(0, [])
    assert (await now(world, table)).lost is Lost.LEFT
    assert not errors(world)


@pytest.mark.slow
@in_world
async def test_what_happened_while_the_bot_was_away_is_noticed_at_the_start(world: World) -> None:
    table, people = await seat_four(world)
    await world.stop()
    world.env.backend.delete_channel(world.channel.id)
    await world.env.restart_bot(await world.make_client())
    assert (await now(world, table)).lost is Lost.GONE
    assert all(told(person, "was deleted") for person in people)
    assert not errors(world)


@pytest.mark.slow
@in_world
async def test_at_the_start_discord_is_asked_about_several_channels_at_a_time(world: World) -> None:
    places = [world.guild.create_text_channel(f"place-{number}") for number in range(12)]
    anna = world.person("Anna")
    for place in places:
        await anna.slash("play", where=place)
    bot = bot_of(world)
    asking, most, asked = 0, 0, []

    async def there(channel_id: int) -> Refusal | None:
        nonlocal asking, most
        asking += 1
        most = max(most, asking)
        asked.append(channel_id)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asking -= 1
        return Refusal.NOWHERE if channel_id == places[3].id else None

    with (
        mock.patch.object(bot.services.discord_api.places, "there", there),
        mock.patch.object(discord.Guild, "get_channel_or_thread", return_value=None),
    ):
        await asyncio.gather(*(listener() for listener in bot.extra_events["on_ready"]))
    await bot.services.teller.finish()
    assert sorted(asked) == [place.id for place in places]
    assert most == 10
    assert [table.channel_id for table in await bot.services.tables.games.active()] == [
        place.id for place in places if place != places[3]
    ]


@pytest.mark.slow
@in_world
async def test_servers_that_removed_or_invited_the_bot_while_it_was_away_are_noticed_too(world: World) -> None:
    table, people = await seat_four(world)
    await world.stop()
    guild, channel = throw_out(world)
    await world.env.restart_bot(await world.make_client())
    assert (await now(world, table)).lost is Lost.LEFT
    await world.stop()
    invite(world, guild, channel, announce=False)
    await world.env.restart_bot(await world.make_client())
    back = await now(world, table)
    assert back.lost is None
    await play_on(world, back, people, by_command, moves=2)
    assert not errors(world)


def throw_out(world: World) -> tuple[object, object]:
    """Remove the bot from the server, which no longer lets it write to its members."""
    backend = world.env.backend
    kept = backend.guilds[world.guild.id], backend.channels[world.channel.id]
    backend.remove_guild(world.guild.id)
    for channel in backend.channels.values():
        if channel.type == ChannelType.DM:
            world.env.inject_error("POST", f"/channels/{channel.id}/messages", status=403, code=50278, times=None)
    return kept


def invite(world: World, guild: object, channel: object, *, announce: bool = True) -> None:
    backend = world.env.backend
    backend.guilds[world.guild.id] = guild  # type: ignore[assignment]
    backend.channels[world.channel.id] = channel  # type: ignore[assignment]
    backend.messages.setdefault(world.channel.id, {})
    backend.faults.clear()
    if announce:
        payload = dict(serializers.guild_create_payload(backend, guild))  # type: ignore[arg-type]
        # Discord says that a server is available where it comes back after an outage, not where the bot is new.
        payload.pop("unavailable", None)
        backend.emit("GUILD_CREATE", payload)


@pytest.mark.slow
@in_world
async def test_somebody_who_left_the_server_is_said_to_be_out_of_reach(world: World) -> None:
    table, people = await seat_four(world)
    gone = people[(table.turn or 0) - 1]
    world.guild.remove_member(gone.member)
    path = f"/channels/{gone.member.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50278, times=None)
    while on_turn(await now(world, table), people) is not gone:
        await play_on(world, table, people, by_command, moves=1)
    said = [message for message in world.messages() if "can't send you direct messages" in message.text]
    assert len(said) == 1
    assert calls(world, people, await now(world, table)) == [gone.id], "by a ping under the table"
    assert not errors(world)
