"""Consequences of Discord's refusals: only what means so closes direct messages, loses a channel or is logged as a
fault."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.messages.discord_refusals import _CODES, Reason, Refusal
from tests import faults
from tests.cogs.test_my_games import SILENT
from tests.cogs.test_settings import manager
from tests.cogs.test_tournaments import opened, shown
from tests.faults import Fault, FaultyWorld, failing
from tests.players import bot_of, sit_down
from tests.test_faults import _is_direct, check, complaints, hands_shown, make_move, table_of
from tests.world import Person, World

slow = pytest.mark.slow

#: Refusals that say nothing of the person, the place or the message: codes that pass, pages in place of JSON, what
#: nobody knows.
PASSING = [
    Fault("40333 blocked on the way", faults.refused(403, 40333)),
    Fault("403 without JSON", faults.refused(403, text="<html>Attention required</html>")),
    Fault("403 with code 0", faults.refused(403, 0)),
    Fault("404 with code 0", faults.refused(404, 0)),
    Fault("403 of an unknown kind", faults.refused(403, 99999)),
    Fault("400 of an unknown kind", faults.refused(400, 99999)),
    Fault("401", faults.refused(401, 0)),
    Fault("130000 overloaded", faults.refused(503, 130000)),
    Fault("240000 links", faults.refused(400, 240000)),
    Fault("200000 AutoMod", faults.refused(400, 200000)),
    Fault("50035 malformed", faults.refused(400, 50035)),
]


def test_every_refusal_is_about_something() -> None:
    assert all(isinstance(one.about, Reason) for one in Refusal)
    assert {_CODES[code] for code in (50007, 50278, 10013)} == {Refusal.CLOSED}
    assert _CODES[40333].passing


async def closed(world: World, people: list[Person]) -> list[bool]:
    return [(await bot_of(world).services.people.get(person.id)).dm_closed for person in people]


@slow
@pytest.mark.parametrize("fault", PASSING, ids=str)
async def test_what_passes_closes_nothing_and_loses_nothing(tmp_path: Path, fault: Fault) -> None:
    on: list[Fault] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        with failing(lambda _method, path: on[0] if on and path.startswith("/channels/") else None):
            people = await sit_down(world, "Anna", "Bruno", players="2")
            chance = random.Random(7)
            on.append(fault)
            for _ in range(4):
                table = await make_move(world, people, chance)
            assert table.lost is None
            await world.env.advance_time(3600)
            assert (await table_of(world)).lost is None
            assert not any(await closed(world, people))
            on.clear()
            await world.env.advance_time(2 * 3600)
        check_but_errors(world, people)
        assert not any("can't send you direct messages" in one.text for one in world.messages())
        assert not any("Traceback" in line for line in world.log)
        loud = [line for line in world.log if line.startswith(("WARNING", "ERROR")) and "Discord refused to" in line]
        assert len(loud) == len(set(loud)), "each is logged once"


def check_but_errors(world: World, people: list[Person]) -> None:
    messages = world.messages()
    assert sum(1 for one in messages if one.button("My hand") and one.pictures) == 1
    assert all(len(hands_shown(person)) == 1 for person in people)


@slow
@pytest.mark.parametrize("code", [(403, 50001), (403, 50013), (404, 10003)])
async def test_a_channel_of_direct_messages_that_has_changed_is_opened_again(
    tmp_path: Path, code: tuple[int, int]
) -> None:
    old: list[str] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        people = await sit_down(world, "Anna", "Bruno", players="2")
        chance = random.Random(7)
        anna = people[0]
        known = await bot_of(world).services.people.get(anna.id)
        # Discord answers with the present channel: what is stored is another one.
        await bot_of(world).services.people.dm_opened(anna.id, 4242)
        old.append("/channels/4242/")
        gone = Fault("changed", faults.refused(*code))
        with failing(lambda _method, path: gone if path.startswith(old[0]) else None):
            for _ in range(8):
                await make_move(world, people, chance)
            await world.env.advance_time(3600)
        after = await bot_of(world).services.people.get(anna.id)
        assert (after.dm_channel_id, after.dm_closed) == (known.dm_channel_id, False)
        check(world, people, await table_of(world))
        assert complaints(world) == []


@slow
async def test_whoever_does_anything_in_their_direct_messages_is_written_to_again(tmp_path: Path) -> None:
    on: list[Fault] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        with failing(
            lambda method, path: on[0] if on and method in ("POST", "PATCH") and _is_direct(world, path) else None
        ):
            people = await sit_down(world, "Anna", "Bruno", players="2")
            chance = random.Random(7)
            hand = people[0].messages()[-1]
            for way in ("help", "list", "press"):
                on.append(faults.CLOSED[0])
                for _ in range(6):
                    await make_move(world, people, chance)
                assert all(await closed(world, people))
                on.clear()
                if way == "press":
                    await people[0].press(next(one.custom_id for one in hand.buttons if one.enabled), on=hand)
                else:
                    await people[0].slash("help" if way == "help" else "canasta list", dm=True)
                assert (await closed(world, people))[0] is False
                assert len(hands_shown(people[0])) == 1
                for person in people:
                    await person.slash("help", dm=True)
                hand = people[0].messages()[-1]
        assert complaints(world) == []


@slow
async def test_an_edit_that_is_accepted_opens_direct_messages(tmp_path: Path) -> None:
    on: list[Fault] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        with failing(lambda method, path: on[0] if on and method == "POST" and _is_direct(world, path) else None):
            people = await sit_down(world, "Anna", "Bruno", players="2")
            chance = random.Random(7)
            on.append(faults.CLOSED[0])
            for _ in range(6):
                await make_move(world, people, chance)
            on.clear()
            said = [one for one in world.messages() if "can't send you direct messages" in one.text]
            assert len(said) <= len(people)
            for _ in range(6):
                await make_move(world, people, chance)
            assert not any(await closed(world, people))
        check(world, people, await table_of(world))


@slow
async def test_a_locked_thread_makes_no_noise(tmp_path: Path) -> None:
    """Commands reach the bot there, but no answer to them is accepted."""
    on: list[Fault] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:

        def choose(_method: str, path: str) -> Fault | None:
            return on[0] if on and path.startswith(("/interactions", "/webhooks")) else None

        with failing(choose):
            people = await sit_down(world, "Anna", "Bruno", players="2")
            for fault in (*faults.EXPIRED, *faults.PLACE, *PASSING[:7]):
                on[:] = [fault]
                await make_move(world, people, random.Random(7))
                await people[0].slash("hand")
                shown = people[0].messages()[-1]
                await people[0].press(next(one.custom_id for one in shown.buttons if one.enabled), on=shown)
            on.clear()
        assert complaints(world) == []
        assert (await table_of(world)).lost is None


@slow
@pytest.mark.parametrize("fault", [one for one in PASSING if "240000" in one.name or "400 of an" in one.name], ids=str)
@pytest.mark.parametrize("restarted", [False, True], ids=["at work", "restarted"])
async def test_the_host_of_a_table_that_discord_refuses_to_show_is_told_once(
    tmp_path: Path, fault: Fault, restarted: bool
) -> None:
    """Their message is deleted once the table is shown."""
    on: list[Fault] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        place = f"/channels/{world.channel.id}/messages"
        with failing(lambda _method, path: on[0] if on and path.startswith(place) else None):
            people = await sit_down(world, "Anna", "Bruno", players="2")
            on.append(fault)
            await make_move(world, people, random.Random(7))
            await world.env.advance_time(3 * 3600)
            await world.restart()
            await world.env.advance_time(3 * 3600)
            said = [[one.text for one in who.messages() if "refuses my messages" in one.text] for who in people]
            assert [len(texts) for texts in said] == [1, 0]
            on.clear()
            if restarted:
                await world.restart()
            await world.env.advance_time(3 * 3600)
            assert not any("refuses my messages" in one.text for who in people for one in who.messages())


@slow
async def test_the_host_is_not_told_of_a_filter_if_most_of_it_was_something_else(tmp_path: Path) -> None:
    """Discord fails for hours, and once in between for a reason that nobody knows."""
    failing_now, unknown = Fault("500", faults.refused(500)), Fault("403", faults.refused(403, 99999))
    on: list[Fault] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        place = f"/channels/{world.channel.id}/messages"
        with failing(lambda _method, path: on[-1] if on and path.startswith(place) else None):
            people = await sit_down(world, "Anna", "Bruno", players="2")
            on.append(failing_now)
            await make_move(world, people, random.Random(7))
            await world.env.advance_time(1800)
            on.append(unknown)
            await world.env.advance_time(1500)
            assert not any("refuses my messages" in one.text for who in people for one in who.messages())


@slow
async def test_an_answer_that_a_filter_refuses_is_answered_by_a_sentence(tmp_path: Path) -> None:
    left = [faults.refused(400, 240000)]
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        anna = world.person("Anna")

        def choose(_method: str, path: str) -> Fault | None:
            return Fault("links", left.pop()) if left and path.startswith("/interactions") else None

        with failing(choose):
            answer = await anna.slash("canasta list")
        assert "Discord doesn't let me show you this" in answer.text
        assert complaints(world) == []


@slow
async def test_edits_that_work_in_closed_direct_messages_make_no_noise(tmp_path: Path) -> None:
    """Discord may take edits there for good while it refuses everything new."""
    tried: list[str] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:

        def choose(method: str, path: str) -> Fault | None:
            if not (tried and method == "POST" and _is_direct(world, path)):
                return None
            tried.append(path)
            return faults.CLOSED[0]

        with failing(choose):
            people = await sit_down(world, "Anna", "Bruno", players="2")
            tried.append("from now on")
            chance, moves = random.Random(7), 12
            for _ in range(moves):
                await make_move(world, people, chance)
            await world.env.advance_time(24 * 3600)
        assert len(tried) <= 2 * moves
        said = [one for one in world.messages() if "can't send you direct messages" in one.text]
        assert len(said) <= len(people)
        assert complaints(world) == []


@slow
async def test_answers_that_go_to_direct_messages_find_the_channel_that_has_changed(tmp_path: Path) -> None:
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        anna = world.person("Anna")
        await anna.slash("canasta learn")
        known = (await bot_of(world).services.people.get(anna.id)).dm_channel_id
        gone = Fault("changed", faults.refused(403, 50001))
        with failing(lambda _method, path: gone if path.startswith("/channels/4242/") else None):
            for command, said in (
                ("canasta learn", "direct message"),
                ("preferences export", "I have sent you everything"),
            ):
                await bot_of(world).services.people.dm_opened(anna.id, 4242)
                before = len(anna.messages())
                assert said in (await anna.slash(command)).text
                assert len(anna.messages()) == before + 1
                assert (await bot_of(world).services.people.get(anna.id)).dm_channel_id == known
        blocked = Fault("blocked", faults.refused(403, 40333))
        with failing(lambda method, path: blocked if method == "POST" and path.startswith("/channels/") else None):
            for command in ("canasta learn", "preferences export"):
                assert "can't send you a direct message now" in (await anna.slash(command)).text
        assert not (await bot_of(world).services.people.get(anna.id)).dm_closed
        assert complaints(world) == []


@slow
async def test_what_nobody_knows_is_logged_once_for_each_kind_of_request(tmp_path: Path) -> None:
    """Also of requests for tournaments and of answers; nothing of it with a name."""
    on: list[Fault] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        with failing(lambda _method, _path: on[0] if on else None):
            mona, people = manager(world), world.people("Anna", "Bruno")
            await opened(world, mona)
            for person in people:
                await person.press("Join")
            question = await mona.slash("tournament-admin start")
            on.append(Fault("400 of an unknown kind", faults.refused(400, 4711)))
            for person in people:
                for command in ("canasta list", "canasta learn", "preferences export", "hand", "preferences"):
                    await person.slash(command)
            on.clear()
            await mona.press("Start, by drawing lots", on=shown(question))
            on.append(Fault("404 of an unknown kind", faults.refused(404, 4712)))
            await world.env.advance_time(3 * 3600)
            on.clear()
            await world.env.advance_time(2 * 3600)
        assert complaints(world) == []
        loud = [line for line in world.log if line.startswith("WARNING") and "Discord refused to" in line]
        assert loud
        assert len(loud) == len(set(loud))
        assert not any(name in line for line in loud for name in ("Anna", "Bruno", "Spring Cup"))
        assert len(world.channel.threads) == 1


@slow
@pytest.mark.parametrize("opened", [True, False], ids=["opened again", "still closed"])
async def test_whoever_has_closed_their_direct_messages_is_tried_quietly_once_a_day(
    tmp_path: Path, opened: bool
) -> None:
    """Nobody does anything, the bot is restarted every two hours, and the old hands are gone."""
    tried: list[str] = []
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:

        def choose(method: str, path: str) -> Fault | None:
            if not (tried and method == "POST" and path.endswith("/messages") and _is_direct(world, path)):
                return None
            tried.append(path)
            return faults.CLOSED[0]

        with failing(choose):
            people = await sit_down(world, "Anna", "Bruno", players="2", clock=0)
            for person in people:
                for hand in hands_shown(person):
                    world.env.backend.delete_message(hand.channel_id, hand.id)
            tried.append("from now on")
            chance = random.Random(7)
            for _ in range(6):
                await make_move(world, people, chance)
            assert await closed(world, people) == [True, True]
            said = [one.text for one in world.messages()]
            tries = len(tried)
            for _ in range(11):
                await world.env.advance_time(2 * 3600)
                await world.restart()
            assert len(tried) == tries
            if opened:
                tried.clear()
            await world.env.advance_time(4 * 3600)
            await world.restart()
            await world.env.advance_time(20 * 3600)
        assert await closed(world, people) == [not opened] * 2
        if opened:
            assert all(len(hands_shown(person)) == 1 for person in people)
            silent = [one.body["flags"] & SILENT for one in world.sent if one.path in direct_posts_of(people)]
            assert all(silent[-2:])
            for _ in range(4):
                await make_move(world, people, chance)
            assert not [one.body["flags"] & SILENT for one in world.sent if one.path in direct_posts_of(people)][-1]
        else:
            assert len(tried) == tries + 2
            assert [one.text for one in world.messages()] == said
        assert complaints(world) == []


def direct_posts_of(people: list[Person]) -> set[str]:
    return {f"/channels/{person.member.user.dm_channel.id}/messages" for person in people}


@slow
@pytest.mark.parametrize("code", [(400, 50035), (403, 50001), (404, 99999)])
async def test_direct_messages_that_cannot_be_opened_for_another_reason_are_not_closed(
    tmp_path: Path, code: tuple[int, int]
) -> None:
    on = [Fault("refused", faults.refused(*code))]
    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        with failing(lambda _method, path: on[0] if on and path == "/users/@me/channels" else None):
            people = await sit_down(world, "Anna", "Bruno", players="2")
            chance = random.Random(7)
            for _ in range(4):
                await make_move(world, people, chance)
            assert not any(await closed(world, people))
            on.clear()
            await world.env.advance_time(2 * 3600)
        check_but_errors(world, people)
        assert not any("can't send you direct messages" in one.text for one in world.messages())
