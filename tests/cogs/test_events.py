"""Events: whom each concerns, and that they hear of it once, in a message of their own, and nobody else does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

import pytest

from bot.data.errors import StoreTrouble
from bot.data.notices import News
from bot.messages.notices import Notifier
from bot.store.notices import NoticeStore
from bot.tables.rules import absence
from tests.cogs.clubs import play
from tests.cogs.players import in_world, now, on_turn, play_on, seat_four
from tests.cogs.test_admin import moderator
from tests.cogs.test_out_of_reach import waiting
from tests.cogs.test_person_menu import challenge
from tests.cogs.test_settings import manager
from tests.cogs.test_tournaments import opened
from tests.players import bot_of, by_command
from tests.world import Person, Shown, World

#: Discord's flag of a message that makes no sound.
SILENT = 1 << 12


@dataclass
class Told:
    """The people whom an event concerns, and those who hear nothing."""

    concerned: dict[Person, str]
    others: list[Person] = field(default_factory=list)
    aloud: bool = False
    """Whether the message makes a sound."""


Scene = Callable[[World, Callable[[], None]], Awaitable[Told]]


def notices(person: Person) -> list[Shown]:
    """Return the messages that a person got for themselves, apart from their hands."""
    begins = ("**[", "**Classic Canasta in direct messages**", "### Anna challenges")
    return [one for one in person.messages() if one.text.startswith(begins)]


async def missed(world: World, soon: Callable[[], None]) -> Told:
    table, people = await seat_four(world, clock=600)
    slow = on_turn(table, people)
    soon()
    await world.env.advance_time(1201)
    return Told({slow: "You missed a turn"}, [one for one in people if one is not slow])


async def sitting_in(world: World, soon: Callable[[], None]) -> Told:
    table, people = await seat_four(world, clock=600)
    slow = on_turn(table, people)
    soon()
    with mock.patch.object(absence, "MISSES", 1):
        await world.env.advance_time(1201)
        await world.env.settle()
    return Told({slow: "a computer plays for you now"}, [one for one in people if one is not slow])


async def skipped(world: World, soon: Callable[[], None]) -> Told:
    table, people = await seat_four(world)
    mona, slow = moderator(world), on_turn(table, people)
    soon()
    await mona.slash("canasta-admin skip")
    return Told(
        {slow: "A moderator had a computer play your turn"}, [mona, *(one for one in people if one is not slow)]
    )


async def seated_computer(world: World, soon: Callable[[], None]) -> Told:
    _table, people = await seat_four(world)
    mona = moderator(world)
    soon()
    await mona.slash("canasta-admin computer", seat=2)
    return Told({people[1]: "A moderator has a computer play for you"}, [mona, people[0], *people[2:]])


async def gave_back(world: World, soon: Callable[[], None]) -> Told:
    table, people = await seat_four(world)
    mona = moderator(world)
    await bot_of(world).services.tables.moderation.sit_in(table.id, people[1].id, 1)
    await world.env.settle()
    soon()
    await mona.slash("canasta-admin give-back", seat=2)
    return Told({people[1]: "A moderator gave you your seat back"}, [mona, people[0], *people[2:]])


async def extended(world: World, soon: Callable[[], None]) -> Told:
    table, people = await seat_four(world, clock=600)
    mona, slow = moderator(world), on_turn(table, people)
    soon()
    await mona.slash("canasta-admin extend", time=3600)
    return Told({slow: "more time for this turn: 1 hour"}, [mona, *(one for one in people if one is not slow)])


async def substituted(world: World, soon: Callable[[], None]) -> Told:
    _table, people = await seat_four(world)
    mona, eva = moderator(world), world.person("Eva")
    await mona.slash("canasta-admin computer", seat=2)
    await eva.press("Take a seat")
    for person in (people[0], people[2]):
        await person.press("Agree")
    soon()
    await people[3].press("Agree")
    return Told({people[1]: "**Eva** has your seat from now on"}, [mona, eva, people[0], *people[2:]])


async def substituted_by_moderator(world: World, soon: Callable[[], None]) -> Told:
    _table, people = await seat_four(world)
    mona, eva = moderator(world), world.person("Eva")
    soon()
    await mona.slash("canasta-admin substitute", player=eva, seat=2)
    return Told({people[1]: "A moderator gave your seat to **Eva**"}, [mona, eva, people[0], *people[2:]])


async def resigned(world: World, soon: Callable[[], None]) -> Told:
    _table, people = await seat_four(world)
    asked = await people[3].slash("canasta resign")
    soon()
    await people[3].press("Give up my seat", on=asked.message)
    return Told({people[1]: "**Dino** has given up the seat"}, [people[0], *people[2:]])


async def left(world: World, soon: Callable[[], None]) -> Told:
    _table, people = await seat_four(world)
    soon()
    await bot_of(world).services.privacy.delete(people[3].id)
    await world.env.settle()
    return Told({people[1]: "no longer plays"}, [people[0], people[2]])


async def gone(world: World, soon: Callable[[], None]) -> Told:
    table, people = await seat_four(world, clock=0)
    slow = on_turn(table, people)
    world.guild.remove_member(slow.member)
    soon()
    for _hour in range(26):
        await world.env.advance_time(3601)
    return Told({one: f"The game waits for **{slow.name}**" for one in people if one is not slow}, [slow])


async def declined(world: World, soon: Callable[[], None]) -> Told:
    _table, people = await seat_four(world)
    mona, eva = moderator(world), world.person("Eva")
    await mona.slash("canasta-admin computer", seat=2)
    await eva.press("Take a seat")
    await people[0].press("Agree")
    soon()
    await people[2].press("No")
    return Told({eva: "doesn't want **Eva**", people[0]: "doesn't want **Eva**"}, [people[2], people[3]])


async def ended(world: World, soon: Callable[[], None]) -> Told:
    _table, people = await seat_four(world)
    mona = moderator(world)
    await mona.is_shown("canasta-admin")
    asked = await mona.slash("canasta-admin end")
    soon()
    await mona.press("End the game", on=asked.message)
    return Told(dict.fromkeys(people, "The game has ended without a result"), [mona])


async def cancelled(world: World, soon: Callable[[], None]) -> Told:
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    await anna.slash("play")
    await bruno.press("Join")
    soon()
    await anna.press("Cancel table")
    return Told({bruno: "This table was cancelled"}, [anna, carla])


async def moved(world: World, soon: Callable[[], None]) -> Told:
    _table, people = await seat_four(world)
    other = world.guild.create_text_channel("elsewhere")
    soon()
    await people[0].slash("canasta move", where=other)
    return Told(dict.fromkeys(people[1:], f"The game has moved to <#{other.id}>"), [people[0]])


async def full(world: World, soon: Callable[[], None]) -> Told:
    people = world.people("Anna", "Bruno", "Carla", "Dino")
    await people[0].slash("play")
    for person in people[1:3]:
        await person.press("Join")
    soon()
    await people[3].press("Join")
    return Told({people[0]: "Everybody is here: press Start"}, people[1:])


async def three_seated(world: World) -> list[Person]:
    """Return three people at a table that the first of them hosts."""
    people = world.people("Anna", "Bruno", "Carla")
    await people[0].slash("play")
    for person in people[1:]:
        await person.press("Join")
    return people


async def host(world: World, soon: Callable[[], None]) -> Told:
    people = await three_seated(world)
    soon()
    await people[0].press("Leave")
    return Told({people[1]: "You are the host of this table now"}, [people[0], people[2]])


async def removed(world: World, soon: Callable[[], None]) -> Told:
    people = await three_seated(world)
    seats = await people[0].press("Change seats")
    soon()
    await people[0].choose("Remove somebody", "Seat 2: Bruno", on=seats.message)
    return Told({people[1]: f"<@{people[0].id}> has removed you from this table"}, [people[0], people[2]])


async def seated(world: World, soon: Callable[[], None]) -> Told:
    people = await three_seated(world)
    seats = await people[0].press("Change seats")
    soon()
    await people[0].choose("Move to another seat", "Seat 2: Bruno", on=seats.message)
    return Told({people[1]: f"<@{people[0].id}> has given you another seat"}, [people[0], people[2]])


async def again(world: World, soon: Callable[[], None]) -> Told:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("play", players="2", target=100, house="deal.hand=20")
    await bruno.press("Join")
    await anna.press("Start")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    await play_on(world, table, [anna, bruno], by_command)
    soon()
    await anna.press("Play again")
    return Told({bruno: f"<@{anna.id}> wants to play this game again"}, [anna])


async def challenged(world: World, soon: Callable[[], None]) -> Told:
    anna, bruno = world.people("Anna", "Bruno")
    await bruno.slash("help")
    soon()
    await challenge(world, anna, bruno)
    return Told({bruno: "### Anna challenges you to Canasta"}, [anna], aloud=True)


async def corrected(world: World, soon: Callable[[], None]) -> Told:
    anna, bruno, mona = *world.people("Anna", "Bruno"), manager(world)
    table = await play(world, [anna, bruno])
    soon()
    await mona.slash("league void", game=f"#{table.id}", reason="It was a test")
    words = f"A moderator has changed the result of game {table.id}: as it was played → void."
    return Told({anna: words, bruno: words}, [mona])


async def unreached(world: World, soon: Callable[[], None]) -> Told:
    _table, slow, other = await waiting(world)
    soon()
    await world.env.advance_time(3700)
    return Told({other: f"no message from me through to **{slow.name}**"}, [slow])


SCENES: dict[News, Scene] = {
    News.MISSED: missed,
    News.SITTING_IN: sitting_in,
    News.SKIPPED: skipped,
    News.SEATED_COMPUTER: seated_computer,
    News.GAVE_BACK: gave_back,
    News.EXTENDED: extended,
    News.SUBSTITUTED: substituted,
    News.SUBSTITUTED_BY_MODERATOR: substituted_by_moderator,
    News.RESIGNED: resigned,
    News.LEFT: left,
    News.GONE: gone,
    News.UNREACHED: unreached,
    News.DECLINED: declined,
    News.ENDED: ended,
    News.CANCELLED: cancelled,
    News.MOVED: moved,
    News.FULL: full,
    News.HOST: host,
    News.REMOVED: removed,
    News.SEATED: seated,
    News.AGAIN: again,
    News.CHALLENGED: challenged,
    News.CORRECTED: corrected,
}


#: Those for which the bot is ended in between, as all others are stored, posted and found again in the same way: one has a
#: button, one may be no news any more, one names the present place, one comes from the league, one from no person's act, and one is a
#: page of its own.
ENDED_BETWEEN = (News.SEATED_COMPUTER, News.FULL, News.MOVED, News.CORRECTED, News.UNREACHED, News.CHALLENGED)


def check(world: World, told: Told, before: dict[Person, int]) -> None:
    """Check that all whom it concerns got one message, without a sound unless it has one, and the others none."""
    for person, words in told.concerned.items():
        found = [one for one in notices(person) if words in one.text]
        assert len(found) == 1, (person.name, words, [one.text for one in person.messages()])
        path = f"/channels/{person.member.user.dm_channel.id}/messages"
        posts = [
            sent
            for sent in world.sent
            if sent.method == "POST" and sent.path == path and any(words in text for text in sent.texts())
        ]
        assert posts
        assert all(bool(sent.body["flags"] & SILENT) is not told.aloud for sent in posts)
    for person in told.others:
        assert len(notices(person)) == before.get(person, 0), (person.name, [one.text for one in notices(person)])


def test_each_news_has_a_scene() -> None:
    assert set(SCENES) == set(News)


@pytest.mark.slow
@pytest.mark.parametrize("kind", SCENES)
async def test_whom_it_concerns_is_told_once_and_nobody_else(kind: News, tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        before: dict[Person, int] = {}

        def soon() -> None:
            before.update({person: len(notices(person)) for person in world._people.values()})

        told = await SCENES[kind](world, soon)
        await world.env.settle()
        check(world, told, before)
        await world.restart()
        await world.env.settle()
        check(world, told, before)


@pytest.mark.slow
@pytest.mark.parametrize("posted", [False, True], ids=["stored", "posted"])
@pytest.mark.parametrize("kind", ENDED_BETWEEN)
async def test_they_are_told_once_if_the_bot_ends_in_between(kind: News, posted: bool, tmp_path: Path) -> None:
    """The bot ends after the change was stored, or after the message was posted, before that is remembered."""

    async def never(_notifier: Notifier, _notice: object, _table: object) -> bool:
        return False

    async def failing(_notices: NoticeStore, _notice: object) -> None:
        raise StoreTrouble

    fault = mock.patch.object(NoticeStore, "end", failing) if posted else mock.patch.object(Notifier, "_told", never)
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        before: dict[Person, int] = {}

        def soon() -> None:
            before.update({person: len(notices(person)) for person in world._people.values()})
            fault.start()

        try:
            told = await SCENES[kind](world, soon)
            await world.env.settle()
            for person, words in told.concerned.items():
                assert posted == any(words in one.text for one in notices(person))
            await world.stop()
        finally:
            fault.stop()
        # Discord forgets nonces within minutes.
        world.nonces.clear()
        await world.env.restart_bot(await world.make_client())
        await world.env.settle()
        check(world, told, before)


@in_world
async def test_somebody_who_takes_no_direct_messages_is_named_in_the_channel(world: World) -> None:
    _table, people = await seat_four(world)
    world.close_messages(people[1])
    await moderator(world).slash("canasta-admin computer", seat=2)
    [said] = [one for one in world.messages() if "A moderator has a computer play for you" in one.text]
    assert said.text.startswith(f"<@{people[1].id}>")
    assert said.pinged == (people[1].id,)
    await people[0].press("I'm back", on=said)
    assert said.id in [one.id for one in world.messages()]
    await people[1].press("I'm back", on=said)
    assert said.id not in [one.id for one in world.messages()]
    assert "playing" in (await people[1].slash("canasta back")).text
    await moderator(world).slash("canasta-admin skip")
    assert not [one for one in world.messages() if "had a computer play your turn" in one.text]


@in_world
async def test_a_full_table_that_has_begun_meanwhile_is_no_news(world: World) -> None:
    async def never(_notifier: Notifier, _notice: object, _table: object) -> bool:
        return False

    with mock.patch.object(Notifier, "_told", never):
        await seat_four(world)
    await world.restart()
    assert not notices(world.person("Anna"))


@in_world
async def test_what_is_still_to_be_told_of_somebody_is_without_their_name_once_they_are_deleted(world: World) -> None:
    async def never(_notifier: Notifier, _notice: object, _table: object) -> bool:
        return False

    with mock.patch.object(Notifier, "_told", never):
        _table, people = await seat_four(world)
        asked = await people[3].slash("canasta resign")
        await people[3].press("Give up my seat", on=asked.message)
        await bot_of(world).services.privacy.delete(people[3].id)
    await world.restart()
    await world.env.settle()
    [said] = notices(people[1])
    assert "Dino" not in said.text
    assert "**A former player** has given up the seat" in said.text


@in_world
async def test_the_last_warning_comes_before_the_reserve_is_gone_and_none_is_doubled(world: World) -> None:
    table, people = await seat_four(world, clock=600)
    slow = on_turn(table, people)

    def reminders() -> list[str]:
        return [one.text for one in slow.messages() if "It's still your turn" in one.text]

    await world.env.advance_time(545)
    await world.env.settle()
    assert len(reminders()) == 1
    assert "soon your reserve will be used" in reminders()[0]
    await world.env.advance_time(540)
    await world.env.settle()
    assert len(reminders()) == 1
    assert "your time is nearly up" in reminders()[0]
    assert await now(world, table) == table or (await now(world, table)).turn == table.turn


@in_world
async def test_a_notice_offers_no_seat_that_was_given_back(world: World) -> None:
    table, people = await seat_four(world)
    await moderator(world).slash("canasta-admin computer", seat=2)
    await world.env.settle()
    [told] = notices(people[1])
    answer = await people[1].press("I'm back", on=told, dm=True)
    assert "Welcome back!" in answer.text
    # The table may still be on its way to the messages that show it.
    await bot_of(world).services.teller.finish()
    assert not any(one.button("I'm back") for one in people[1].messages())
    await bot_of(world).services.tables.moderation.sit_in(table.id, people[0].id, 1)
    await world.env.settle()
    await people[1].slash("canasta back")
    await world.env.settle()
    [told] = notices(people[1])
    answer = await people[1].press("I'm back", on=told, dm=True)
    assert "No computer is playing for you." in answer.text
    # The table may still be on its way to the messages that show it.
    await bot_of(world).services.teller.finish()
    assert not any(one.button("I'm back") for one in people[1].messages())


@in_world
async def test_a_notice_is_found_again_although_its_channel_is_called_otherwise(world: World) -> None:
    """The process ends after the post, before that is remembered."""

    async def failing(_notices: NoticeStore, _notice: object) -> None:
        raise StoreTrouble

    _table, people = await seat_four(world)
    with mock.patch.object(NoticeStore, "end", failing):
        await moderator(world).slash("canasta-admin computer", seat=2)
        await world.stop()
    world.nonces.clear()
    world.env.backend.edit_channel(world.channel.id, {"name": "elsewhere"})
    await world.env.restart_bot(await world.make_client())
    await world.env.settle()
    assert len(notices(people[1])) == 1


@in_world
async def test_whom_an_organiser_replaces_is_told_once(world: World) -> None:
    mona, (anna, bruno, carla, dino) = manager(world), world.people("Anna", "Bruno", "Carla", "Dino")
    await opened(world, mona)
    await mona.slash("tournament-admin add", player=anna)
    await mona.slash("tournament-admin add", player=bruno)
    await mona.slash("tournament-admin substitute", player="Bruno", newcomer=carla)
    assert not bruno.messages()
    await carla.press("Yes, I'll play", dm=True)
    assert ["Carla plays in your place in **Spring Cup**" in one.text for one in bruno.messages()] == [True]
    assert ["You are signed up" in one.text for one in carla.messages()] == [True]
    assert not anna.messages()
    assert not dino.messages()
    assert ["Carla has said yes" in one.text for one in mona.messages()] == [True]
