"""The servers' morning posts: switched on by a moderator, and made once a day, whatever happens."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from bot.data.daily import BegunDeal, MorningPost, Posting
from bot.messages.discord_api.messages import MessageCalls
from bot.messages.morning_posts import MorningPoster
from bot.store.daily import DailyStore
from bot.store.morning_posts import MorningPostStore
from bot.tables.thinkers import Thinkers
from bot.ui.actions import Action
from bot.ui.pages import morning_page
from tests.cogs.players import in_world
from tests.cogs.test_daily import club, to_hour, today
from tests.cogs.test_lost_places import invite, throw_out
from tests.cogs.test_replay import forged
from tests.cogs.test_settings import forged as forged_choice
from tests.cogs.test_settings import manager, opened
from tests.players import bot_of
from tests.world import Person, Sent, Shown, World

PAR = 400


def posts(world: World) -> list[Shown]:
    """Return the morning posts in the channel."""
    return [one for one in world.messages() if one.button("Play today's deal")]


def attempts(world: World) -> list[Sent]:
    """Return every request by which the bot wanted to make one."""
    return [one for one in world.sent if "Play today's deal" in one.texts() and "nonce" in one.body]


async def panel(person: Person) -> Shown:
    shown = (await person.press("Morning post…", on=await opened(person))).message
    assert shown is not None
    return shown


async def switched_on(world: World, mona: Person) -> Shown:
    """Switch the post on in the channel as a moderator does, at eight by the clocks of Lisbon in winter: UTC."""
    await to_hour(world, today(world), 12)
    shown = await panel(mona)
    choice = mona.member.select(shown.handle, [world.channel], custom_id=morning_page.SetMorningChannel().pack())
    answer = await mona._act(mona.member, choice)
    answer = await mona.choose("Region of the time zone", "Europe", on=answer.message)
    answer = await mona.choose("A place whose clocks count", "Europe/Lisbon", on=answer.message)
    assert answer.message is not None
    return answer.message


async def played(world: World, day: int, points: dict[Person, int]) -> None:
    """Store results of a day."""
    store = DailyStore(bot_of(world).services.database)
    await store.begin_deal(BegunDeal(day, "5" * 32, "sealed", None), day * 86_400)
    await store.set_par(day, PAR)
    for person, scored in points.items():
        await store.begin(day, person.id, person.name, ["1 draw"], day * 86_400)
        begun = await store.of(day, person.id)
        assert begun is not None
        assert await store.add(begun, ["0 draw"], scored, day * 86_400 + 9)


async def kept(world: World) -> MorningPost:
    post = await MorningPostStore(bot_of(world).services.database).of(world.guild.id)
    assert post is not None
    return post


@in_world
async def test_a_moderator_switches_it_on_and_off(world: World) -> None:
    mona, anna = manager(world), world.person("Anna")
    shown = await panel(mona)
    assert "**Now:** off." in shown.text
    assert shown.menu("Hour of the post") is None
    shown = await switched_on(world, mona)
    assert f"in <#{world.channel.id}> at 08:00. The clocks there: Lisbon" in shown.text
    later = await mona.choose("Hour of the post", "Post at 17:00", on=shown)
    assert "at 17:00" in later.text
    asia = await mona.choose("Region of the time zone", "Asia", on=later.message)
    tokyo = await mona.choose("A place whose clocks count", "Asia/Tokyo", on=asia.message)
    assert "The clocks there: Tokyo" in tokyo.text
    off = await mona.press("No morning post", on=tokyo.message)
    assert "**Now:** off." in off.text
    assert (await kept(world)).due_at is None
    await to_hour(world, today(world) + 2, 12)
    assert attempts(world) == []

    for action in (morning_page.OpenMorning(), morning_page.EndMorning()):
        message = (await anna.slash("canasta daily")).message
        assert message is not None
        assert "Only people who can manage this server" in (await forged(world, anna, message, action.pack())).text
    choices: tuple[tuple[Action, str], ...] = (
        (morning_page.SetMorningHour(), "24"),
        (morning_page.SetMorningHour(), "soon"),
        (morning_page.SetMorningZone(), "Mars/Olympus"),
        (morning_page.SetMorningRegion(), "Mars"),
        (morning_page.SetMorningChannel(), "5"),
    )
    for choice, value in choices:
        before = await kept(world)
        await forged_choice(mona, await panel(mona), choice.pack(), value)
        assert await kept(world) == before


@in_world
async def test_it_shows_yesterdays_best_and_opens_todays_deal(world: World) -> None:
    mona, anna, bruno, carla = manager(world), *world.people("Anna", "Bruno", "Carla")
    await switched_on(world, mona)
    day = today(world)
    await club(world, anna, bruno, carla)
    await played(world, day, {anna: PAR + 300, bruno: PAR - 50})
    await played(world, day + 1, {carla: PAR + 900})
    await to_hour(world, day + 1, 7.9)
    assert posts(world) == []
    await to_hour(world, day + 1, 8.1)
    [post] = posts(world)
    [alt] = post.alt_texts
    assert "Anna" in alt
    assert "plus 300" in alt
    assert "Carla" not in alt, "others still play that deal"
    assert post.pinged == ()
    [sent] = attempts(world)
    assert sent.body["flags"] & 1 << 12, "it makes no sound"
    answer = await bruno.press("Play today's deal", on=post)
    assert "The deal of the day is in your direct messages." in answer.text
    assert "Leaderboard" in [one.label for one in post.buttons]
    await to_hour(world, day + 2, 7)
    assert len(posts(world)) == 1


@in_world
async def test_where_nobody_played_it_only_offers_the_present_deals(world: World) -> None:
    await switched_on(world, manager(world))
    await to_hour(world, today(world) + 1, 9)
    await to_hour(world, today(world) + 1, 9)
    first, second = posts(world)
    assert first.alt_texts == second.alt_texts == ()
    assert [one.label for one in first.buttons] == ["Play today's deal", "Game of the week: Hand & Foot"]
    assert "The new game of the week is open: **Hand & Foot**, one round, until Sunday." in first.text
    assert [one.label for one in second.buttons] == ["Play today's deal"]
    for post in (first, second):
        assert "Today's cards are dealt" in post.text


class Killed(Exception):
    """The stand-in for the end of the process."""


#: Where the process ends: the class, the method and if that has been done by then.
KILLS = [
    (MorningPoster, "_page", False),
    (MorningPostStore, "begin", False),
    (MorningPostStore, "begin", True),
    (MessageCalls, "post", False),
    (MessageCalls, "post", True),
    (MorningPostStore, "end", False),
    (MorningPostStore, "end", True),
]


@contextlib.contextmanager
def dying(kind: type, name: str, *, done: bool) -> Iterator[list[str]]:
    """Have the process end at a method; yield what then says so. After that it does nothing more."""
    real, made, ended = getattr(kind, name), MorningPoster._made, list[str]()

    async def ends(self: object, *arguments: Any, **options: Any) -> None:
        if done:
            await real(self, *arguments, **options)
        ended.append(name)
        raise Killed

    async def nothing_more(self: MorningPoster, post: MorningPost) -> bool:
        return not ended and await made(self, post)

    with mock.patch.object(kind, name, ends), mock.patch.object(MorningPoster, "_made", nothing_more):
        yield ended


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name", "done"), KILLS)
@pytest.mark.parametrize("missed", [0, 1])
async def test_a_kill_at_any_point_makes_it_neither_twice_nor_never(
    tmp_path: Path, kind: type, name: str, done: bool, missed: int
) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        await switched_on(world, manager(world))
        day = today(world)
        await to_hour(world, day + 1, 7.9)
        with dying(kind, name, done=done) as ended:
            await world.env.advance_time(600)
            assert ended == [name]
            await world.stop()
        # The nonces of the simulated Discord are forgotten after five minutes.
        await world.env.advance_time(600 + missed * 86_400)
        await world.env.restart_bot(await world.make_client())
        await world.env.settle()
        await world.env.advance_time(60)
        made_before = done if kind is MessageCalls else name == "end"
        assert len(posts(world)) == 1 + (missed if made_before else 0)
        assert (await kept(world)).told_day == day + missed
        assert (await kept(world)).posting is None
        await to_hour(world, day + 2 + missed, 8.2)
        assert len(posts(world)) == 2 + (missed if made_before else 0)


@pytest.mark.slow
@in_world
async def test_after_an_outage_or_missed_hours_it_is_made_once(world: World) -> None:
    await switched_on(world, manager(world))
    day = today(world)
    await to_hour(world, day + 1, 7)
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=503, code=0, message="Out of order", times=None)
    await world.env.advance_time(5 * 3_600)
    assert posts(world) == []
    world.env.backend.faults.clear()
    await world.env.advance_time(300)
    assert len(posts(world)) == 1
    await world.stop()
    await world.env.advance_time(3 * 86_400)
    await world.env.restart_bot(await world.make_client())
    await world.env.settle()
    assert len(posts(world)) == 2
    await to_hour(world, day + 5, 7)
    assert len(posts(world)) == 2
    await to_hour(world, day + 5, 8.1)
    assert len(posts(world)) == 3


@pytest.mark.slow
@in_world
async def test_another_hour_makes_no_second_post_of_a_day(world: World) -> None:
    mona, day = manager(world), today(world)
    shown = await switched_on(world, mona)
    await to_hour(world, day + 1, 8.1)
    await mona.choose("Hour of the post", "Post at 10:00", on=shown)
    await to_hour(world, day + 1, 12)
    assert len(posts(world)) == 1
    await to_hour(world, day + 2, 9)
    assert len(posts(world)) == 1
    await to_hour(world, day + 2, 11)
    assert len(posts(world)) == 2


@in_world
async def test_a_server_that_the_bot_has_left_gets_none_until_it_is_back(world: World) -> None:
    day = today(world)
    await switched_on(world, manager(world))
    await to_hour(world, day + 1, 8.1)
    assert len(posts(world)) == 1
    guild, channel = throw_out(world)
    await world.env.settle()
    tried = len(world.sent)
    await to_hour(world, day + 4, 7)
    assert len(world.sent) == tried, "not even a try"
    invite(world, guild, channel)
    await to_hour(world, day + 4, 8.1)
    assert len(attempts(world)) == 2
    assert not (await kept(world)).refused


@in_world
async def test_what_is_switched_off_while_others_are_made_is_not_made(world: World) -> None:
    """Many servers' posts are due at one hour: it takes minutes until the last is made."""
    mona, day = manager(world), today(world)
    await switched_on(world, mona)
    due, store = MorningPostStore.due, bot_of(world).services.morning_posts

    async def then_switched_off(self: MorningPostStore, now: int) -> list[MorningPost]:
        found = await due(self, now)
        if found:
            await store.switch_off(world.guild.id)
        return found

    with mock.patch.object(MorningPostStore, "due", then_switched_off):
        await to_hour(world, day + 1, 9)
    assert attempts(world) == []


@pytest.mark.slow
@in_world
async def test_a_channel_that_is_closed_to_the_bot_is_named_to_moderators(world: World) -> None:
    mona, day = manager(world), today(world)
    await switched_on(world, mona)
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50013, message="Missing", times=None)
    await to_hour(world, day + 1, 9)
    tried = len(attempts(world))
    await to_hour(world, day + 1, 20)
    assert len(attempts(world)) == tried, "not before the next morning"
    world.env.backend.faults.clear()
    assert f"I couldn't post in <#{world.channel.id}>" in (await panel(mona)).text
    await to_hour(world, day + 2, 9)
    assert len(posts(world)) == 1
    assert "couldn't post" not in (await panel(mona)).text


async def test_par_that_nobody_has_waited_for_is_played_for(tmp_path: Path) -> None:
    with mock.patch.object(Thinkers, "par", mock.AsyncMock(return_value=PAR)):
        async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
            [anna], day = world.people("Anna"), today(world)
            await club(world, anna)
            store = DailyStore(bot_of(world).services.database)
            await played(world, day, {anna: PAR + 10})
            await bot_of(world).services.database.write("UPDATE days SET par = NULL")
            await to_hour(world, day + 1, 3)
            board = await bot_of(world).services.tables.daily.board_of(world.guild.id, day)
            assert [(row.name, row.above) for row in board.rows] == [("Anna", 10)]
            assert (await store.deal(day)).par == PAR  # type: ignore[union-attr]


async def test_what_a_moderator_changes_meanwhile_stays(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        store = MorningPostStore(bot_of(world).services.database)
        await store.set(1, 5, 8, "UTC", 1_000)
        [before] = await store.due(1_000)
        assert await store.due(999) == []
        await store.begin(1, Posting(7, 5, 1_000))
        await store.set(1, 6, 9, "UTC", 2_000)
        await store.end(before, 7, 9_999)
        assert await store.of(1) == MorningPost(1, 6, 9, "UTC", 2_000, 7, told_at=1_000)
        await store.put_off(before, 9_999)
        assert await store.soonest() == 2_000
        await store.switch_off(1)
        await store.end(before, 8, 9_999)
        assert await store.soonest() is None
