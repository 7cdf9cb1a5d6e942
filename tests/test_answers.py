"""Answers to people when something fails midway: what holds is said, once, and nothing is answered twice."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.data.errors import StoreTrouble
from bot.messages.discord_api import answers, caller
from bot.ui.pages import lobby_settings_page
from tests import faults
from tests.cogs.players import in_world, now, on_turn, seat_four
from tests.faults import Fault, FaultyWorld, failing, site
from tests.players import bot_of
from tests.store.test_runtime_failures import database_of
from tests.world import World

_CALLBACK = "POST /interactions/*/*/callback"
_EDIT = "PATCH /webhooks/*/*/messages/@original"


@contextlib.contextmanager
def breaking(world: World, thing: object, name: str, error: Exception) -> Iterator[None]:
    """Have a method fail for a while; that it does is no failure of the test."""

    def broken(*_: Any, **__: Any) -> None:
        raise error

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thing, name, broken)
        yield
    world.env._errors.clear()


# Completions that come too late


@pytest.mark.slow
@pytest.mark.parametrize("fault", [*faults.EXPIRED, Fault("no answer in time", None, seconds=30.0)], ids=str)
async def test_a_completion_that_is_late_or_cut_off_is_not_answered_again(
    tmp_path: Path, fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered: list[str] = []

    def choose(method: str, path: str) -> Fault | None:
        if site(method, path) != _CALLBACK:
            return None
        answered.append(path)
        return fault

    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        person = on_turn(await now(world, table), people)
        with failing(choose), monkeypatch.context() as patch, contextlib.suppress(AssertionError, RuntimeError):
            patch.setattr(caller, "_FIRST_SECONDS", 0.05)
            await person.complete("discard", "card")
        assert len(answered) == 1
        assert not [line for line in world.log if "Traceback" in line or line.startswith(("ERROR", "WARNING"))]
        assert await person.complete("discard", "card") == {}, "it is to be drawn first"


@in_world
async def test_nothing_is_completed_at_a_table_that_cannot_be_played_any_more(world: World) -> None:
    table, people = await seat_four(world)
    await _spoil(world)
    assert await on_turn(await now(world, table), people).complete("meld", "cards") == {}
    assert not [line for line in world.log if "Traceback" in line]


# Changes stored before it went wrong


@pytest.mark.slow
@pytest.mark.parametrize("error", [RuntimeError("no paint"), StoreTrouble("the disk is gone")])
async def test_a_move_counts_though_it_cannot_be_shown(tmp_path: Path, error: Exception) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        person = on_turn(table, people)
        with breaking(world, bot_of(world).services.pictures, "hands", error):
            answer = await person.slash("draw")
        assert (await now(world, table)).version == table.version + 1
        assert "nothing was changed" not in answer.text
        assert "change was stored" in answer.text
        assert "`/hand`" in answer.text or world.mention("hand") in answer.text
        if not isinstance(error, StoreTrouble):
            assert "this code:" in answer.text
        assert "no paint" not in answer.text


@pytest.mark.slow
@in_world
async def test_it_is_said_that_nothing_was_changed_only_where_that_is_so(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    with breaking(world, bot_of(world).services.tables.turns, "play", RuntimeError("odd")):
        answer = await person.slash("draw")
    assert (await now(world, table)).version == table.version
    assert "nothing was changed" in answer.text
    with breaking(world, bot_of(world).services.tables, "look", StoreTrouble("odd")):
        answer = await person.slash("draw")
    assert "nothing was changed" in answer.text


@in_world
async def test_a_seat_is_taken_though_the_list_cannot_be_shown(world: World) -> None:
    [anna] = world.people("Anna")
    await anna.slash("play")
    opened = await anna.press("Change seats")
    assert opened.message is not None
    with breaking(world, lobby_settings_page, "seating", RuntimeError("odd")):
        answer = await anna.choose("Move to another seat", "2", on=opened.message)
    assert "nothing was changed" not in answer.text
    assert "change was stored" in answer.text
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    assert [seat.number for seat in table.seats] == [2]


@in_world
async def test_a_preference_is_kept_though_its_sample_cannot_be_drawn(world: World) -> None:
    [anna] = world.people("Anna")
    opened = await anna.press("Cards and table", on=(await anna.slash("preferences")).message)
    assert opened.message is not None
    before = await bot_of(world).services.people.get(anna.id)
    with breaking(world, bot_of(world).services.pictures, "sample", RuntimeError("no paint")):
        other = next(one for one in opened.message.buttons if "colours=" in one.custom_id)
        answer = await anna.press(other.custom_id, on=opened.message)
    assert await bot_of(world).services.people.get(anna.id) != before
    assert "nothing was changed" not in answer.text
    assert "change was stored" in answer.text


@in_world
async def test_what_the_bot_notes_by_itself_is_no_change(world: World) -> None:
    """That somebody is heard of in a server for the first time is stored, and is nothing that they did."""
    [anna] = world.people("Anna")
    with breaking(world, bot_of(world).services.tables.games, "in_channel", RuntimeError("odd")):
        answer = await anna.slash("hand")
    assert "nothing was changed" in answer.text


# A refusal that looks at what it can't see


async def _spoil(world: World) -> None:
    """Have the games played by a rule that this version doesn't know."""
    sql = "UPDATE games SET rules = json_set(rules, '$.parameters.\"turn.moon\"', 1)"
    await database_of(world).write(sql)
    bot_of(world).services.tables.changes.in_memory.drop_all()


@pytest.mark.parametrize("dm", [True, False])
async def test_a_press_on_a_table_that_cannot_be_played_any_more_gets_one_sentence(tmp_path: Path, dm: bool) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        person = on_turn(table, people)
        await _spoil(world)
        answer = await person.press("Draw" if dm else "My hand", dm=dm)
        assert "turn.moon" in answer.text
        assert "Something went wrong" not in answer.text
        assert not [line for line in world.log if "Traceback" in line or "reference" in line]


# A message that is deleted between the press and its answer


@pytest.mark.parametrize("at_once", [True, False])
async def test_the_answer_to_a_press_comes_though_its_message_is_deleted_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: bool
) -> None:
    edits: list[str] = []

    def choose(method: str, path: str) -> Fault | None:
        if edits or site(method, path) != (_CALLBACK if at_once else _EDIT):
            return None
        edits.append(path)
        return faults.MESSAGE[0]

    async with FaultyWorld(tmp_path / "canasta.sqlite3", seed=1) as world:
        [anna] = world.people("Anna")
        opened = await anna.press("Cards and table", on=(await anna.slash("preferences")).message)
        assert opened.message is not None
        colours = next(one for one in opened.message.buttons if "colours=" in one.custom_id)
        if not at_once:
            monkeypatch.setattr(answers, "_MOST_AT_ONCE", 0)
        with failing(choose):
            answer = await anna.press(colours.custom_id, on=opened.message)
        assert len(edits) == 1
        further = answer.message if at_once else answer.followups[0]
        assert further is not None
        assert further.id != opened.message.id
        assert further.ephemeral, "the page comes in a further message"
        assert further.buttons
