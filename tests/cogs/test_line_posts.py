"""The servers' messages of the line: kept up to date, one in each server, and the same to all who read it."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from bot.data.line import LinePost, LineStage, LineTrouble, RatedWish, StandingPost, Wish
from bot.data.people import NamedPerson
from bot.messages.discord_api.messages import MessageCalls
from bot.messages.line_posts import PAUSE, LinePoster
from bot.store.line_posts import LinePostStore
from bot.store.opening import open_database
from bot.ui import i18n
from bot.ui.pages import find_page, line_post_page
from tests.cogs.players import in_world
from tests.cogs.test_find import DAY, forged, shown, stage
from tests.cogs.test_lost_places import invite, throw_out
from tests.cogs.test_settings import forged as forged_choice
from tests.cogs.test_settings import manager, opened
from tests.players import bot_of
from tests.stored import place
from tests.world import Person, Sent, Shown, World

FIND = find_page.FindHere().pack()
FOUR = Wish("classic", 4, 0)


def posts(world: World) -> list[Shown]:
    """Return the messages of the line in the channel."""
    return [one for one in world.messages() if one.button(FIND)]


def sent(world: World) -> list[Sent]:
    """Return every request by which the bot has posted or edited one."""
    return [one for one in world.sent if FIND in one.texts()]


async def panel(person: Person) -> Shown:
    return shown(await person.press("Players wanted…", on=await opened(person)))


async def switched_on(world: World, mona: Person) -> Shown:
    message = await panel(mona)
    choice = mona.member.select(message.handle, [world.channel], custom_id=line_post_page.SetLineChannel().pack())
    answer = await mona._act(mona.member, choice)
    await world.env.settle()
    return shown(answer)


async def enter(world: World, *people: Person, wish: Wish = FOUR, guild_id: int | None = None) -> None:
    for person in people:
        await bot_of(world).services.tables.line.enter(person.id, person.name, wish, guild_id or world.guild.id, DAY)


async def later(world: World, seconds: float = PAUSE + 1) -> str:
    """Let time pass, and return what the only message says then."""
    await world.env.advance_time(seconds)
    [post] = posts(world)
    return post.text


async def kept(world: World) -> LinePost:
    post = await LinePostStore(bot_of(world).services.database).of(world.guild.id)
    assert post is not None
    return post


@in_world
async def test_a_moderator_switches_it_on_and_off(world: World) -> None:
    mona, anna = manager(world), world.person("Anna")
    message = await panel(mona)
    assert "**Now:** off." in message.text
    message = await switched_on(world, mona)
    assert f"**Now:** in <#{world.channel.id}>." in message.text
    [post] = posts(world)
    assert "Nobody is in line now." in post.text
    assert post.pinged == ()
    assert sent(world)[0].body["flags"] & 1 << 12, "it makes no sound"
    off = shown(await mona.press("No such message", on=message))
    assert "**Now:** off." in off.text
    await world.env.settle()
    assert posts(world) == []
    await enter(world, anna)
    before = len(sent(world))
    await world.env.advance_time(3 * PAUSE)
    assert len(sent(world)) == before

    for action in (line_post_page.OpenLinePost(), line_post_page.EndLinePost()):
        refused = await forged(world, anna, shown(await anna.slash("canasta find")), action.pack())
        assert "Only people who can manage this server" in refused.text
    await forged_choice(mona, await panel(mona), line_post_page.SetLineChannel().pack(), "5")
    assert (await kept(world)).channel_id is None


@in_world
async def test_it_shows_what_waits_and_one_press_gets_in_line(world: World) -> None:
    mona, anna, bruno, carla = manager(world), *world.people("Anna", "Bruno", "Carla")
    await switched_on(world, mona)
    await enter(world, anna, wish=Wish("classic", 4, 3600, rated=RatedWish.YES))
    text = await later(world)
    assert "**Classic · 4 players · Time per turn: 1 hour · rated**" in text
    assert "1 of 4 players so far · first in line: <t:" in text
    assert "Anna" not in text
    [post] = posts(world)
    answer = await bruno.press("I'd play", on=post)
    assert answer.ephemeral
    assert "You are in line" in answer.text
    assert "Classic · 4 players · Time per turn: 1 hour · rated" in answer.text
    text = await later(world)
    assert "2 of 4 players so far" in text
    again = await bruno.press("I'd play", on=posts(world)[0])
    assert "You are in line" in again.text
    # Somebody who waits for another game is asked before that changes.
    await enter(world, carla, wish=Wish("samba", 2, 0, rated=RatedWish.NO))
    assert "**Samba · 2 players · any pace · not rated**" in await later(world)
    asked = shown(await carla.press("I'd play", on=posts(world)[0]))
    assert asked.button("Get in line")
    place = await bot_of(world).services.tables.line.of(carla.id)
    assert place is not None
    assert place.wish.variant == "samba"
    own = await anna.press("Choose another game", on=posts(world)[0])
    assert own.ephemeral
    assert "You are in line" in own.text


@in_world
async def test_the_press_is_refused_as_under_find(world: World) -> None:
    mona, anna, bruno = manager(world), *world.people("Anna", "Bruno")
    await switched_on(world, mona)
    await enter(world, anna)
    await later(world)
    [post] = posts(world)
    await bruno.press("Direct messages: on", on=shown(await bruno.slash("preferences")))
    assert "switch them on" in (await bruno.press("I'd play", on=post)).text
    assert await stage(world, bruno) is None
    find = shown(await bruno.slash("canasta find"))
    for action in (
        find_page.PlayToo(7, 0, 0, RatedWish.ANY, "classic"),
        find_page.PlayToo(2, 7, 0, RatedWish.ANY, "classic"),
        find_page.PlayToo(2, 0, 2, RatedWish.ANY, "classic"),
        find_page.PlayToo(2, 0, 0, RatedWish.ANY, "no-such-game"),
    ):
        await forged(world, bruno, find, action.pack())
        assert await stage(world, bruno) is None, action


@in_world
async def test_wishes_for_one_server_are_shown_there_alone(world: World) -> None:
    await switched_on(world, manager(world))
    anna, bruno = world.people("Anna", "Bruno")
    await enter(world, anna, wish=Wish("classic", 2, 0, here=True), guild_id=5)
    await enter(world, bruno, wish=Wish("samba", 2, 0, here=True))
    text = await later(world)
    assert "Samba · 2 players · any pace · this server only" in text
    assert "Classic" not in text


@in_world
async def test_many_changes_make_few_edits_and_none_that_looks_the_same(world: World) -> None:
    await switched_on(world, manager(world))
    line, people = bot_of(world).services.tables.line, world.people("Anna", "Bruno", "Carla", "Dora")
    before = len(sent(world))
    for _ in range(6):
        for person in people:
            await enter(world, person, wish=Wish("classic", 6, 0))
            await line.leave(person.id)
        await enter(world, people[0], wish=Wish("classic", 6, 0))
        await world.env.advance_time(10)
    assert 1 <= len(sent(world)) - before <= 3
    await world.env.advance_time(PAUSE)
    before = len(sent(world))
    await world.env.advance_time(30 * PAUSE)
    assert len(sent(world)) == before


@in_world
async def test_who_is_on_a_list_sees_the_same_as_if_the_other_were_not_there(world: World) -> None:
    """Neither the message nor, beside it, one's own page tells who avoids whom: for each pair, and both ways."""
    await switched_on(world, manager(world))
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    avoid, line = bot_of(world).services.avoid, bot_of(world).services.tables.line
    await enter(world, carla, wish=Wish("samba", 2, 0))
    without = await later(world)
    await avoid.add(anna.id, NamedPerson(bruno.id, "Bruno"))
    await enter(world, anna, wish=Wish("classic", 2, 0))
    assert await later(world) == without
    for reader in (anna, bruno, carla):
        for guild_id in (world.guild.id, None):
            seen = {one.user_id for one in await line.waiting(reader.id, guild_id)} | {reader.id}
            # All people whom the message counts are on a reader's own page too: nobody is missing there because of a list.
            assert {one.user_id for one in await line.shown_to_all()} <= seen
    await enter(world, bruno, wish=Wish("classic", 2, 0))
    await world.env.advance_time(3600)
    assert [await stage(world, one) for one in (anna, bruno)] == [LineStage.WAITING, LineStage.WAITING]
    assert await later(world) != without, "Bruno avoids nobody, so he is counted"
    await avoid.remove(anna.id, bruno.id)
    await world.env.advance_time(61)
    await world.until(lambda: any(one.button("I'm in") for one in bruno.messages()), "a call")


@in_world
async def test_nobody_is_known_by_the_moment_at_which_they_came(world: World) -> None:
    await switched_on(world, manager(world))
    anna = world.person("Anna")
    await world.env.advance_time(7)
    await enter(world, anna)
    text = await later(world)
    place = await bot_of(world).services.tables.line.of(anna.id)
    [since] = re.findall(r"first in line: <t:(\d+):", text)
    assert place is not None
    assert place.since % 900
    assert int(since) == place.since - place.since % 900


@in_world
async def test_it_speaks_the_language_of_the_server(world: World) -> None:
    await switched_on(world, manager(world))
    await bot_of(world).services.servers.set(world.guild.id, language="de")
    with i18n.speaking("de"):
        german = find_page.shown_to_all([]).shown().text
    assert "Nobody is in line now." not in german
    assert await later(world) == german


@in_world
async def test_an_edit_that_is_refused_is_put_off(world: World) -> None:
    mona, anna = manager(world), world.person("Anna")
    await switched_on(world, mona)
    path = f"/channels/{world.channel.id}/messages/{posts(world)[0].id}"
    world.env.inject_error("PATCH", path, status=400, code=30046, message="Too many edits", times=None)
    await enter(world, anna)
    await world.env.advance_time(PAUSE + 1)
    tried = len(sent(world))
    await world.env.advance_time(10 * PAUSE)
    assert len(sent(world)) == tried
    world.env.backend.faults.clear()
    assert "1 of 4" in await later(world, 1000)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[LinePostStore]:
    database = await open_database(place(tmp_path / "canasta.sqlite3"))
    yield LinePostStore(database)
    await database.close()


async def test_what_moderators_choose_stays_whatever_happens_to_the_message_before(store: LinePostStore) -> None:
    for guild_id in (1, 2):
        await store.set(guild_id, 10)
    before = await store.of(1)
    assert before is not None
    await store.end(1, StandingPost(10, 100, "digest", 0))
    await store.gone(1, 100, 5)
    await store.give_up(before, LineTrouble.DELETED)
    given_up, other = await store.of(1), await store.of(2)
    assert given_up is not None
    assert other is not None
    assert (given_up.trouble, given_up.again_at, other.trouble) == (LineTrouble.DELETED, 5, None)
    assert [post.guild_id for post in await store.kept()] == [2]
    # Chosen again it may be posted once more after somebody deletes it.
    await store.set(1, 11)
    assert await store.of(1) == LinePost(1, 11, None, None, None, 0)
    await store.give_up(before, LineTrouble.CLOSED)
    assert await store.of(1) == LinePost(1, 11, None, None, None, 0), "it was about the channel before"
    await store.give_up(LinePost(1, 11, None, None, None, 0), LineTrouble.CLOSED)
    await store.switch_off(1)
    assert await store.of(1) == LinePost(1, None, None, None, None, 0)


@in_world
async def test_deleted_data_leaves_the_message(world: World) -> None:
    await switched_on(world, manager(world))
    anna = world.person("Anna")
    await enter(world, anna)
    assert "1 of 4" in await later(world)
    await bot_of(world).services.privacy.delete(anna.id)
    assert "Nobody is in line now." in await later(world)


@in_world
async def test_a_deleted_message_is_posted_once_more(world: World) -> None:
    mona, anna, bruno = manager(world), *world.people("Anna", "Bruno")
    await switched_on(world, mona)
    backend = world.env.backend
    for person in (anna, bruno):
        [post] = posts(world)
        del backend.messages[world.channel.id][post.id]
        await enter(world, person)
        await world.env.advance_time(PAUSE + 1)
    assert posts(world) == []
    assert (await kept(world)).trouble is LineTrouble.DELETED
    assert "was deleted twice" in (await panel(mona)).text
    await switched_on(world, mona)
    assert "2 of 4" in posts(world)[0].text
    await enter(world, *world.people("Carla", "Dora"), wish=Wish("classic", 6, 0))
    assert "2 of 6" in await later(world)


@in_world
async def test_a_channel_that_is_closed_to_the_bot_is_named_to_moderators(world: World) -> None:
    mona, anna = manager(world), world.person("Anna")
    await switched_on(world, mona)
    path = f"/channels/{world.channel.id}/messages/{posts(world)[0].id}"
    world.env.inject_error("PATCH", path, status=403, code=50013, message="Missing", times=None)
    await enter(world, anna)
    await world.env.advance_time(PAUSE + 1)
    tried = len(sent(world))
    await world.env.advance_time(3600)
    assert len(sent(world)) == tried
    world.env.backend.faults.clear()
    assert f"I can't write in <#{world.channel.id}> any more" in (await panel(mona)).text
    await switched_on(world, mona)
    assert "1 of 4" in await later(world), "the same message, and no second one"


@in_world
async def test_a_server_that_the_bot_has_left_has_its_message_brought_up_to_date_when_it_is_back(world: World) -> None:
    [anna] = world.people("Anna")
    await switched_on(world, manager(world))
    guild, channel = throw_out(world)
    await world.env.settle()
    tried = len(world.sent)
    await enter(world, anna)
    await world.env.advance_time(3_600)
    assert len(world.sent) == tried, "not even a try"
    invite(world, guild, channel)
    assert "1 of 4" in await later(world), "the same message, and no second one"
    assert (await kept(world)).trouble is None


@in_world
async def test_it_moves_to_another_channel(world: World) -> None:
    mona = manager(world)
    await switched_on(world, mona)
    other = world.guild.create_text_channel("elsewhere")
    message = await panel(mona)
    choice = mona.member.select(message.handle, [other], custom_id=line_post_page.SetLineChannel().pack())
    await mona._act(mona.member, choice)
    await world.env.settle()
    assert posts(world) == []
    assert [one for one in world.messages(other) if one.button(FIND)]


@pytest.mark.slow
@in_world
async def test_after_an_outage_there_is_one_message(world: World) -> None:
    mona, anna = manager(world), world.person("Anna")
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=503, code=0, message="Out of order", times=None)
    await switched_on(world, mona)
    await world.env.advance_time(1800)
    assert posts(world) == []
    world.env.backend.faults.clear()
    await world.env.advance_time(120)
    [post] = posts(world)
    world.env.inject_error("PATCH", f"{path}/{post.id}", status=503, code=0, message="Out of order", times=None)
    await enter(world, anna)
    await world.env.advance_time(1800)
    world.env.backend.faults.clear()
    assert "1 of 4" in await later(world, 120)


class Killed(Exception):
    """The stand-in for the end of the process."""


#: Where the process ends: the class, the method and if that has been done by then.
KILLS = [
    (LinePostStore, "begin", False),
    (LinePostStore, "begin", True),
    (MessageCalls, "post", False),
    (MessageCalls, "post", True),
    (LinePostStore, "end", False),
    (LinePostStore, "end", True),
]
#: The same where somebody has deleted the message.
KILLS_AGAIN = [(LinePostStore, "gone", False), (LinePostStore, "gone", True), *KILLS]
#: The same while it is edited, and while it moves.
KILLS_OF_EDITS = [
    (MessageCalls, "edit", False),
    (MessageCalls, "edit", True),
    (LinePostStore, "show", False),
    (LinePostStore, "show", True),
]


@contextlib.contextmanager
def dying(kind: type, name: str, *, done: bool) -> Iterator[list[str]]:
    """Have the process end at a method; yield what then says so. After that it does nothing more."""
    real, brought, ended = getattr(kind, name), LinePoster._brought_up, list[str]()

    async def ends(self: object, *arguments: Any, **options: Any) -> None:
        if done:
            await real(self, *arguments, **options)
        ended.append(name)
        raise Killed

    async def nothing_more(self: LinePoster, *arguments: Any) -> bool:
        return not ended and await brought(self, *arguments)

    with mock.patch.object(kind, name, ends), mock.patch.object(LinePoster, "_brought_up", nothing_more):
        yield ended


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "name", "done", "when"),
    [
        *((*kill, "first") for kill in KILLS),
        *((*kill, "again") for kill in KILLS_AGAIN),
        *((*kill, "edited") for kill in KILLS_OF_EDITS),
    ],
)
async def test_a_kill_at_any_point_leaves_one_message(
    tmp_path: Path, kind: type, name: str, done: bool, when: str
) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        mona, anna = manager(world), world.person("Anna")
        if when != "first":
            await switched_on(world, mona)
            [post] = posts(world)
            if when == "again":
                del world.env.backend.messages[world.channel.id][post.id]
        with dying(kind, name, done=done) as ended:
            await enter(world, anna)
            if when == "first":
                await switched_on(world, mona)
            await world.env.advance_time(PAUSE + 1)
            assert ended == [name]
            await world.stop()
        # The nonces of the simulated Discord are forgotten after five minutes.
        await world.env.advance_time(600)
        await world.env.restart_bot(await world.make_client())
        await world.env.settle()
        await world.env.advance_time(2 * PAUSE)
        [post] = posts(world)
        assert "1 of 4" in post.text
        after = await kept(world)
        assert after.posting is None
        assert after.standing is not None
        assert after.standing.message_id == post.id


@pytest.mark.slow
async def test_a_post_that_was_begun_in_another_channel_leaves_one_message_after_two_kills(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        mona, other = manager(world), world.guild.create_text_channel("elsewhere")
        with dying(MessageCalls, "post", done=False):
            await switched_on(world, mona)
            await world.env.advance_time(PAUSE + 1)
            await LinePostStore(bot_of(world).services.database).set(world.guild.id, other.id)
            await world.stop()
        for dies in (True, False):
            await world.env.advance_time(600)
            with dying(MessageCalls, "post", done=True) if dies else contextlib.nullcontext():
                await world.env.restart_bot(await world.make_client())
                await world.env.settle()
                await world.env.advance_time(2 * PAUSE)
                if dies:
                    await world.stop()
        assert posts(world) == []
        assert len([one for one in world.messages(other) if one.button(FIND)]) == 1
        assert (await kept(world)).posting is None
