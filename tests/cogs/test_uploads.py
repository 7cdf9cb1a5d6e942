"""Pictures that stay as they are stay in their message: an edit uploads those that have changed and no others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from simcord.backend import serializers

from bot.ui.page import HeldFile
from tests.cogs.players import choose_discard, in_world, on_turn, play_on, seat_four
from tests.known_deals import FIRST, stacked
from tests.players import bot_of, by_button
from tests.world import Person, Sent, World

HAND = "QS QH 9S 4S 5H 6D 7C 8S 9H TD JC"


def uploaded(world: World, since: int) -> list[str]:
    """Return the files that edits have brought."""
    return [file.filename for one in edits(world, since) for file in one.uploads]


def edits(world: World, since: int) -> list[Sent]:
    return [one for one in world.sent[since:] if one.edits]


@contextmanager
def nothing_again(world: World) -> Iterator[list[str]]:
    """Hold each edit against the pictures that its message has: what is uploaded though it is there already."""
    again: list[str] = []
    real = world._note

    def note(method: str, path: str, body: object, files: list[object]) -> None:
        before = {file["filename"]: file["url"] for file in _files_of(world, method, path)}
        sent = len(world.sent)
        real(method, path, body, files)  # type: ignore[arg-type]
        for one in world.sent[sent:]:
            contents = {world.env.backend.cdn.get(url) for url in before.values()}
            again.extend(f"{method} {path}: {file.filename}" for file in one.uploads if file.data in contents)

    world._note = note  # type: ignore[method-assign, assignment]
    yield again


def _files_of(world: World, method: str, path: str) -> list[dict[str, str]]:
    backend, parts = world.env.backend, path.strip("/").split("/")
    if parts[-1] == "callback":
        asked = backend.interactions[int(parts[1])]
        if asked.source_message_id is None:
            return []
        return backend.get_message(asked.channel_id, asked.source_message_id).attachments
    if method != "PATCH" or "messages" not in parts:
        return []
    if parts[0] == "channels":
        return backend.get_message(int(parts[1]), int(parts[3])).attachments
    record = backend.interactions[backend.interaction_tokens[parts[2]]]
    assert record.message_id is not None
    return backend.get_message(record.channel_id, record.message_id).attachments


async def propose(person: Person) -> None:
    """Propose to end the game."""
    asked = await person.slash("canasta abandon")
    await person.press("Propose to end it", on=asked.message)


@pytest.mark.slow
@pytest.mark.parametrize("drawn", ["5C", "3H"])
async def test_a_draw_uploads_the_table_only_if_a_red_three_came(tmp_path: Path, drawn: str) -> None:
    """Its picture counts neither the stock nor the player's cards, so that it stays true; the words below it count them."""
    async with World(tmp_path / "canasta.sqlite3", chance=stacked(HAND, "KD", drawn)) as world:
        table, people = await seat_four(world)
        person = people[FIRST]
        [message] = person.hands()
        before = message.pictures[0]
        assert "Cards: 63 in the stock, 11 in your hand." in message.text
        sent = len(world.sent)
        await person.press("Draw", dm=True)
        names = [name.partition("-")[0] for name in uploaded(world, sent)]
        [message] = person.hands()
        if drawn == "3H":
            assert sorted(names) == ["hand", "table"], "the channel shows the three when the turn is over"
            assert message.pictures[0] != before
            sent = len(world.sent)
            await play_on(world, table, people, by_button, moves=1)
            in_channel = [one for one in edits(world, sent) if f"/channels/{world.channel.id}/" in one.path]
            assert any(upload.filename.startswith("table") for one in in_channel for upload in one.uploads)
            return
        assert names == ["hand"]
        assert message.pictures[0] == before
        assert "Cards: 62 in the stock, 12 in your hand." in message.text
        assert "Stock" not in message.alt_texts[0]
        assert f"{person.name}, 1" not in message.alt_texts[0]


@pytest.mark.slow
@in_world
async def test_a_picture_is_described_once(world: World) -> None:
    """Where the gallery describes it, the file says nothing more; what follows the message keeps the description."""
    table, people = await seat_four(world)
    person = on_turn(table, people)
    await person.press("Draw", dm=True)
    assert uploaded(world, 0)
    for sent in world.sent:
        assert [file.filename for file in sent.uploads if file.description] == [], sent.path
    [message] = person.hands()
    assert len(message.alt_texts) == 2
    assert all(message.alt_texts), "the table was kept, the hand is a new picture"


@pytest.mark.slow
@in_world
async def test_a_press_that_changes_only_words_uploads_nothing(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    await person.press("Draw", dm=True)
    sent = len(world.sent)
    await choose_discard(world, person)
    [message] = person.hands()
    card = list(message.menus[-1].options)[1]
    await person.choose("Which card?", card, dm=True)
    assert len(edits(world, sent)) == 2
    assert len(uploaded(world, sent)) == 2, "each time the hand with another card lifted"
    sent = len(world.sent)
    await person.choose("Which card?", card, dm=True)
    assert len(edits(world, sent)) == 1
    assert uploaded(world, sent) == []
    [message] = person.hands()
    assert all(message.pictures), "what was kept is still shown"
    assert len(message.pictures) == 2, "the hand and the table"


@pytest.mark.slow
async def test_a_private_answer_keeps_its_pictures_too(tmp_path: Path) -> None:
    chance = stacked("KS KH KD QS QH QD 9C TC 8C 7C 6C", "4S", "5C")
    async with World(tmp_path / "canasta.sqlite3", chance=chance) as world:
        _table, people = await seat_four(world)
        person = people[FIRST]
        panel = (await person.slash("draw")).message
        assert panel
        assert panel.pictures
        for press in ("Lay down…", "Back"):
            sent = len(world.sent)
            panel = (await person.press(press, on=panel)).message
            assert len(edits(world, sent)) == 1
            assert uploaded(world, sent) == []


@pytest.mark.slow
@pytest.mark.parametrize("listed", [True, False], ids=["listed", "only shown"])
async def test_a_proposal_at_the_table_uploads_nothing_after_a_restart_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listed: bool
) -> None:
    """Discord may list the files of a message, or only tell of them where the message shows them."""
    real = serializers.message_payload

    def unlisted(*arguments: Any, **options: Any) -> Any:
        return {**real(*arguments, **options), "attachments": []}

    if not listed:
        monkeypatch.setattr(serializers, "message_payload", unlisted)
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        turn = table.turn or 0
        sent = len(world.sent)
        await propose(people[turn - 1])
        await world.restart()
        await people[turn - 2].press("Agree")
        touched = {one.path for one in edits(world, sent) if one.path.startswith("/channels/")}
        assert len(touched) >= 5, "the table and each player's message tell of it"
        assert uploaded(world, sent) == []
        for person in people:
            assert all(person.hands()[-1].pictures)


@pytest.mark.slow
@in_world
async def test_a_round_uploads_no_picture_that_its_message_has(world: World) -> None:
    table, people = await seat_four(world)
    with nothing_again(world) as again:
        await play_on(world, table, people, by_button, moves=20)
        await world.restart()
        await play_on(world, table, people, by_button, moves=20)
    assert again == []
    assert uploaded(world, 0), "pictures that have changed are uploaded"


@pytest.mark.slow
@in_world
async def test_a_file_that_another_edit_took_away_is_uploaded_again(world: World) -> None:
    table, people = await seat_four(world)
    waiting = people[(table.turn or 0) - 1]
    showing = bot_of(world).services.discord_api.showing
    showing._held = type(showing._held)(
        {number: dict.fromkeys(held, HeldFile(5)) for number, held in showing._held.items()}
    )
    await propose(waiting)
    for person in people:
        [message] = person.hands()
        assert len(message.pictures) == 2
        assert all(message.pictures)


@pytest.mark.slow
@in_world
async def test_without_the_right_to_read_a_channel_pictures_are_uploaded_again(world: World) -> None:
    table, people = await seat_four(world)
    await world.restart()
    waiting = people[(table.turn or 0) - 1]
    message = next(one for one in world.messages() if one.text.startswith("## Classic Canasta"))
    path = f"/channels/{world.channel.id}/messages/{message.id}"
    world.env.inject_error("GET", path, status=403, code=50013, message="Missing Permissions", times=None)
    sent = len(world.sent)
    await propose(waiting)
    [edit] = [one for one in edits(world, sent) if one.path == path]
    assert [file.filename.split("-")[0] for file in edit.uploads] == ["table"]
