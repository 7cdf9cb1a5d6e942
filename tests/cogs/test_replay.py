"""Looking back by buttons: a finished game move by move, its record, and how its deals are checked."""

from __future__ import annotations

import hashlib
import json
import random
import re
from pathlib import Path

import pytest

from bot.canasta.cards import JOKER, read_cards
from bot.computer import choose
from bot.data.tables import Status, Table
from tests.cogs.players import in_world
from tests.players import bot_of
from tests.secrecy import cards_in
from tests.test_main import bot
from tests.world import Answer, Person, Shown, World

pytestmark = pytest.mark.slow


async def finished(
    world: World, *names: str, target: int = 1500, rounds: int | None = None, variant: str = "classic"
) -> Table:
    """Return a game of two that was played to its end, or for this many rounds."""
    tables, people = bot_of(world).services.tables, world.people(*(names or ("Anna", "Bruno")))
    await people[0].slash("play", variant=variant, players="2", target=target)
    await people[1].press("Join")
    await people[0].press("Start")
    table, chance = await tables.games.in_channel(world.channel.id), random.Random(1)
    assert table is not None
    while table.status is Status.PLAYING and (rounds is None or table.round <= rounds):
        seat = table.to_move
        assert seat is not None
        view = (await tables.look(table.id, seat.user_id)).mine
        assert view is not None
        assert seat.user_id is not None
        table = (await tables.turns.play(table.id, seat.user_id, choose(view, "normal", chance))).table
    await bot_of(world).services.teller.finish()
    return table


def shown(answer: Answer) -> Shown:
    assert answer.message is not None
    return answer.message


async def press(person: Person, label: str, on: Answer) -> Answer:
    """Press a button of a replay, which then shows another move."""
    answer = await person.press(label, on=shown(on))
    assert shown(answer).id == shown(on).id
    return answer


def step(answer: Answer) -> tuple[int, int]:
    """Return which step of how many is shown."""
    found = re.search(r"\((\d+) of (\d+) in the game\)", answer.text)
    assert found
    return int(found[1]), int(found[2])


@in_world
async def test_a_finished_game_is_gone_through_by_buttons(world: World) -> None:
    table = await finished(world)
    assert table.round > 1
    zoe = world.person("Zoe")
    replay = await zoe.press("Replay")
    assert replay.ephemeral
    assert step(replay)[0] == 1
    assert "New cards were dealt" in replay.text
    assert f"round 1 of {table.round}" in replay.text
    last = step(replay)[1]
    buttons = {button.label: button.enabled for button in shown(replay).buttons}
    assert buttons == {
        "First": False, "Previous": False, "Next": True, "Last": True, "Previous turn": False, "Next turn": True
    }  # fmt: skip

    replay = await press(zoe, "Next", replay)
    assert step(replay) == (2, last)
    replay = await press(zoe, "Next turn", replay)
    turn = step(replay)[0]
    assert turn > 2
    assert step(await press(zoe, "Previous", replay))[0] == turn - 1
    assert step(await press(zoe, "Previous turn", replay))[0] == 1
    replay = await press(zoe, "Last", replay)
    assert step(replay) == (last, last)
    assert "The game is over" in replay.text
    assert not shown(replay).button("Next").enabled  # type: ignore[union-attr]
    replay = await zoe.choose("Go to a round", "Round 2", on=shown(replay))
    assert f"round 2 of {table.round}" in replay.text
    assert "Move 0 of" in replay.text
    assert step(await press(zoe, "First", replay))[0] == 1


@in_world
async def test_cards_are_shown_of_the_seat_that_was_chosen_and_of_nobody_else(world: World) -> None:
    table = await finished(world)
    zoe = world.person("Zoe")
    replay = await zoe.press("Replay")
    hidden = [await bot_of(world).services.tables.replays.scene(table.id, 0, seat) for seat in range(2)]
    hands = [set(scene.mine.hand) for scene in hidden if scene.mine]
    open_cards = cards_in(shown(replay).alt_texts[0])
    assert not (hands[0] | hands[1]) <= open_cards
    replay = await zoe.choose("Show somebody's cards", "Bruno's cards", on=shown(replay))
    assert "Bruno" in replay.text
    assert len(shown(replay).pictures) == 2
    assert hands[1] - {JOKER} <= cards_in(shown(replay).alt_texts[1])
    assert not hands[0] <= cards_in(" ".join(shown(replay).alt_texts))
    assert "Your hand" not in shown(replay).alt_texts[1]
    replay = await press(zoe, "Next turn", replay)
    assert len(shown(replay).pictures) == 2
    await bot_of(world).services.tables.preferences.set(zoe.id, pictures=False)
    replay = await press(zoe, "Previous turn", replay)
    assert shown(replay).pictures == ()
    assert "**The table**" in replay.text
    assert hands[1] - {JOKER} <= cards_in(replay.text)
    await bot_of(world).services.tables.preferences.set(zoe.id, pictures=True)
    replay = await zoe.choose("Show somebody's cards", "Hide all hands", on=shown(replay))
    assert len(shown(replay).pictures) == 1


@in_world
async def test_nobody_looks_back_at_a_game_in_play(world: World) -> None:
    table = await finished(world, rounds=1, target=100_000)
    assert table.status is Status.PLAYING
    zoe = world.person("Zoe")
    sheet = next(message for message in world.messages() if message.button("Check the deal"))
    assert "once the game is over" in (await zoe.slash("canasta replay")).text
    assert "once the game is over" in (await zoe.slash("canasta replay", game=str(table.id))).text
    assert "once the game is over" in (await zoe.slash("canasta record", game=str(table.id))).text
    for identity in (f"c:replay:{table.id}:0:", f"c:step:{table.id}:0:next 3 1", f"c:record:{table.id}:0:",
                     f"c:deal:{table.id}:0:{table.round}", f"c:deal:{table.id}:0:0"):  # fmt: skip
        answer = await forged(world, zoe, sheet, identity)
        assert "once the game is over" in answer.text
        assert cards_in(answer.text) <= cards_in(sheet.text), "the cards that were left in hand, at most"
        assert not any(url.endswith(".json") for url in shown(answer).files)
    for identity in (f"c:step:{table.id}:0:", f"c:step:{table.id}:0:next x -", f"c:deal:{table.id}:0:-1"):
        assert "older message" in (await forged(world, zoe, sheet, identity)).text


async def forged(world: World, person: Person, message: Shown, identity: str) -> Answer:
    """Press a button whose custom id was made up."""
    row = next(part for part in message.handle._message.components if part["type"] == 1)
    row["components"][0]["custom_id"] = identity
    return await person.press(identity, on=world.show(message.handle))


async def test_a_scored_deal_of_a_game_in_play_can_be_checked_by_hand_and_by_command(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table = await finished(world, rounds=2, target=100_000)
        assert table.round == 3
        sheets = [message for message in world.messages() if message.button("Check the deal")]
        assert len(sheets) == 2
        check = await world.person("Zoe").press("Check the deal", on=sheets[1])
        assert check.ephemeral
        for url in shown(check).files:
            (tmp_path / url.rpartition("/")[2]).write_bytes(world.env.backend.cdn.get(url) or b"")
        sealed = (tmp_path / f"canasta-{table.id}-round-2-sealed.txt").read_bytes()
        seal = hashlib.sha256(sealed).hexdigest()
        assert f"\n{seal}\n" in check.text
        assert len(check.text) < 400, "it is read on a phone"
        assert seal[:16] not in sheets[1].text
        assert len(read_cards(sealed.decode().partition(" ")[2])) == 108
    ended = bot(tmp_path, "verify", f"canasta-{table.id}-round-2.json", "--commitment", f"2:{seal[:16]}…")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "Round 2" in ended.stdout.splitlines()[1]
    assert "as you noted it" in ended.stdout.splitlines()[1]


async def test_the_record_of_a_finished_game_comes_with_what_verifies_it(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=2) as world:
        table = await finished(world)
        answer = await world.person("Zoe").press("Record of the game")
        assert answer.ephemeral
        for url in shown(answer).files:
            (tmp_path / url.rpartition("/")[2]).write_bytes(world.env.backend.cdn.get(url) or b"")
    record = tmp_path / f"canasta-{table.id}.json"
    assert set(json.loads(record.read_text())) == {
        "format",
        "variant",
        "layout",
        "rules",
        "players",
        "scores",
        "rounds",
    }
    assert bot(tmp_path, "replay", record.name).returncode == 0
    ended = bot(tmp_path, "verify", record.name)
    assert (ended.returncode, ended.stderr) == (0, "")
    text = record.read_text().replace(json.loads(record.read_text())["rounds"][0]["pack"][:5], "KS KS", 1)
    record.write_text(text)
    assert bot(tmp_path, "verify", record.name).returncode == 1


@in_world
async def test_games_are_offered_and_chosen(world: World) -> None:
    zoe, anna = world.person("Zoe"), world.person("Anna")
    assert "No game has finished" in (await zoe.slash("canasta replay")).text
    first = await finished(world, target=300)
    second = await finished(world, target=300)
    offered = await zoe.complete("canasta replay", "game")
    assert list(offered.values()) == [str(second.id), str(first.id)]
    assert all("Classic" in name and "Anna, Bruno" in name for name in offered)
    assert list((await zoe.complete("canasta record", "game", str(first.id))).values()) == [str(first.id)]
    chosen = await zoe.slash("canasta replay", game=str(first.id))
    assert f"c:step:{first.id}:" in shown(chosen).buttons[0].custom_id
    for typed in ("yesterday's", "-1", "9" * 40):
        assert "from the list" in (await zoe.slash("canasta replay", game=typed)).text
    assert "no longer exists" in (await zoe.slash("canasta replay", game="4321")).text

    await anna.slash("play")
    assert f"c:step:{second.id}:" in shown(await zoe.slash("canasta replay")).buttons[0].custom_id
    assert list((await zoe.complete("canasta replay", "game", dm=True)).values()) == []
    assert len(await anna.complete("canasta replay", "game", dm=True)) == 2
    own = await anna.slash("canasta replay", dm=True)
    assert f"c:step:{second.id}:" in shown(own).buttons[0].custom_id
    assert step(await press(anna, "Next", own))[0] == 2


@in_world
async def test_a_game_whose_names_are_too_long_for_a_completion_is_found_by_all_of_them(world: World) -> None:
    first, last = "A" * 50, "B" * 50 + " the last"
    table = await finished(world, first, last, target=300)
    for typed in ("", "the last"):
        offered = await world.person("Zoe").complete("canasta replay", "game", typed)
        assert list(offered.values()) == [str(table.id)], typed
        (name,) = offered
        assert len(name) == 100
        assert name.endswith("…")


@in_world
async def test_an_abandoned_game_is_gone_through_to_where_it_broke_off(world: World) -> None:
    table = await finished(world, rounds=1, target=100_000)
    await bot_of(world).services.tables.endings.cancel(table.id, world.person("Anna").id, moderator=True)
    zoe = world.person("Zoe")
    replay = await zoe.slash("canasta replay")
    assert "early" not in replay.text
    replay = await press(zoe, "Last", replay)
    assert "The game was ended early here" in replay.text
    assert f"round {table.round} of {table.round}" in replay.text


@in_world
async def test_a_replay_goes_on_after_a_restart(world: World) -> None:
    await finished(world, target=300)
    zoe = world.person("Zoe")
    replay = await press(zoe, "Next turn", await zoe.press("Replay"))
    before = step(replay)
    await world.restart()
    assert step(await press(zoe, "Previous", replay)) == (before[0] - 1, before[1])
