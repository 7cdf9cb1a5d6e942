"""Pictures of joy: beside the message that they belong to, after it, once, and never in its way."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.data.servers import Server
from bot.ui.page import Attachment
from bot.ui.pictures import Pictures
from bot.ui.words import warmth
from renderer import CelebrationView
from tests.cogs.players import play_on, seat_four
from tests.known_deals import FIRST, stacked
from tests.players import bot_of, by_command
from tests.world import Person, Sent, Shown, World

pytestmark = pytest.mark.slow

#: The first player draws a five. With it they can go out without having laid anything before.
HAND = "KS KH KD KC KS KH KD AS AH AD AC"


@asynccontextmanager
async def drawn(tmp_path: Path, **options: Any) -> AsyncIterator[tuple[World, list[Person]]]:
    """Yield a game in which the first player has drawn."""
    async with World(tmp_path / "canasta.sqlite3", chance=stacked(HAND, "4S", "5C")) as world:
        _table, people = await seat_four(world, **options)
        await people[FIRST].slash("draw")
        yield world, people


def shown(world: World, beginning: str) -> Shown:
    """Return the newest message of the channel whose text begins so."""
    return [message for message in world.messages() if message.text.startswith(beginning)][-1]


def uploaded(sent: Sequence[Sent]) -> list[str]:
    """Return the kinds of files of celebrations that were uploaded."""
    files = [upload.filename for one in sent for upload in one.uploads]
    return [name.rpartition(".")[2] for name in files if name.startswith("celebration")]


def to_all(world: World, since: int) -> list[Sent]:
    """Return what was sent for everybody to see."""
    return [one for one in world.sent[since:] if one.readers is None]


async def choose_setting(world: World, way: str) -> None:
    await bot_of(world).services.servers.set(world.guild.id, celebrations=way)


async def test_a_canasta_is_celebrated_in_the_tables_message_after_it_was_told(tmp_path: Path) -> None:
    async with drawn(tmp_path) as (world, people):
        before = len(world.sent)
        await people[FIRST].slash("meld", cards="k k k k k k k")
        edits = [one for one in world.sent[before:] if one.edits and one.readers is None]
        assert [uploaded([one]) for one in edits if one.path.startswith("/channels")] == [[], ["png"]]
        table = shown(world, "## Classic Canasta")
        assert table.alt_texts[1] == "Bruno completed a natural canasta of kings."
        before = len(world.sent)
        await people[FIRST].slash("discard", card="5")
        await people[FIRST + 1].slash("draw")
        assert len(shown(world, "## Classic Canasta").pictures) == 2
        assert uploaded(world.sent[before:]) == []


async def test_the_last_round_and_the_game_are_celebrated_by_one_picture_in_the_newer_message(tmp_path: Path) -> None:
    async with drawn(tmp_path, target=100) as (world, people):
        before = len(world.sent)
        await people[FIRST].slash("meld", cards="k k k k k k k / a a a a")
        await people[FIRST].slash("discard", card="5")
        sheet, end = shown(world, "## Round 1 is over"), shown(world, "## Bruno & Dino won")
        assert "\n**Bruno went out concealed.**\n" in sheet.text, "what the game brought is said once, below"
        assert len(sheet.pictures) == 1
        [alt] = end.alt_texts
        assert re.fullmatch(
            r"Bruno and Dino won the game\. Bruno and Dino: 790 points; Anna and Carla: .*\d+ points\.", alt
        )
        assert end.pictures[0].startswith(b"GIF8")
        assert len(end.pictures[0]) <= 300_000
        assert sorted(uploaded(to_all(world, before))) == ["gif", "png"]


async def test_a_round_in_the_middle_of_a_game_is_celebrated_by_a_picture(tmp_path: Path) -> None:
    async with drawn(tmp_path) as (world, people):
        before = len(world.sent)
        await people[FIRST].slash("meld", cards="k k k k k k k / a a a a")
        await people[FIRST].slash("discard", card="5")
        sheet = shown(world, "## Round 1 is over")
        assert "**Bruno went out concealed.** 790 points for Bruno & Dino" in sheet.text
        assert sheet.alt_texts[1].startswith("Bruno went out concealed. 790 points for Bruno and Dino.")
        assert uploaded(to_all(world, before)) == ["png", "png"]


async def test_a_round_and_a_game_that_computers_win_are_celebrated_in_words_alone(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=3) as world:
        anna = world.person("Anna")
        await anna.slash("play", computers=3, rounds=1)
        await anna.press("Start")
        table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
        assert table is not None
        await play_on(world, table, [anna] * 4, by_command)
        assert "## Ada 🤖 & Carla 🤖 won the game!" in world.messages()[-1].text
        assert "went out" in shown(world, "## Round 1 is over").text
        assert shown(world, "## Round 1 is over").alt_texts[1:] == world.messages()[-1].alt_texts == ()


@pytest.mark.parametrize(("way", "files"), [("still", ["png", "png"]), ("none", [])])
async def test_a_server_can_have_still_pictures_or_none(tmp_path: Path, way: str, files: list[str]) -> None:
    async with drawn(tmp_path, target=100) as (world, people):
        await choose_setting(world, way)
        before = len(world.sent)
        await people[FIRST].slash("meld", cards="k k k k k k k / a a a a")
        await people[FIRST].slash("discard", card="5")
        assert uploaded(to_all(world, before)) == files
        assert "**Bruno went out concealed.**" in shown(world, "## Round 1 is over").text


async def test_a_picture_that_cannot_be_drawn_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_arguments: object, **_options: object) -> None:
        raise ValueError("no brush")

    monkeypatch.setattr(Pictures, "celebration", fails)
    async with drawn(tmp_path) as (world, people):
        await people[FIRST].slash("meld", cards="k k k k k k k")
        await people[FIRST].slash("discard", card="5")
        table = shown(world, "## Classic Canasta")
        assert len(table.pictures) == 1
        assert "completed a natural canasta of kings" in table.text
        assert "It's **Carla**'s turn" in table.text
        failures = [line for line in world.log if "could not be drawn" in line]
        assert len(failures) == 1, "it isn't tried again"


def own(person: Person) -> Shown:
    """Return the direct message that shows a person how the table stands."""
    return person.messages()[-1]


def to(world: World, person: Person, since: int) -> list[Sent]:
    """Return what was sent to a person alone."""
    return [one for one in world.sent[since:] if one.readers == frozenset({person.id})]


async def test_a_won_game_is_celebrated_in_direct_messages_after_they_were_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn_of: list[str] = []
    draw = Pictures.celebration

    async def counted(self: Pictures, view: CelebrationView, server: Server) -> Attachment:
        drawn_of.append(view.kind)
        return await draw(self, view, server)

    monkeypatch.setattr(Pictures, "celebration", counted)
    async with drawn(tmp_path, target=100) as (world, people):
        anna, bruno, carla, dino = people
        await bruno.slash("meld", cards="k k k k k k k / a a a a")
        before = len(world.sent)
        await bruno.slash("discard", card="5")
        for person in (bruno, dino):
            assert [uploaded([one]) for one in to(world, person, before)][:1] == [[]]
            assert uploaded(to(world, person, before)) == ["gif"]
            assert own(person).alt_texts[0].startswith("Round 1.")
            assert own(person).alt_texts[1].startswith("Bruno and Dino won the game. Bruno and Dino: 790 points; ")
            assert own(person).pictures[1].startswith(b"GIF8")
        for person in (anna, carla):
            assert uploaded(to(world, person, before)) == [], "nobody is shown confetti for what they lost"
        assert "## You win!" in own(bruno).text
        assert "**You & Bruno** 790 points" in own(dino).text.replace(": ", " ")
        assert "## Bruno & Dino won the game!" in own(anna).text
        assert "**You & Anna**" in own(carla).text
        assert sorted(drawn_of) == ["canasta", "won"], "people who read the same share a picture"


async def test_who_went_out_is_celebrated_in_direct_messages_once(tmp_path: Path) -> None:
    async with drawn(tmp_path) as (world, people):
        _anna, bruno, carla, dino = people
        await bruno.slash("meld", cards="k k k k k k k / a a a a")
        before = len(world.sent)
        await bruno.slash("discard", card="5")
        for person in people:
            sheet = next(
                one for one in person.messages() if one.alt_texts and one.alt_texts[0].startswith("Round 1. Bruno")
            )
            won = person in (bruno, dino)
            said = "**You went out concealed.**" if person is bruno else "**Bruno went out concealed.**"
            number = 2  # the only table's number and the round's
            assert (f"{warmth.gained(number)} {said}" if won else warmth.gained_less(number)) in sheet.text
            assert ("You **+790**, they" in sheet.text) == won
            assert uploaded(to(world, person, before)) == (["png"] if won else [])
            assert [
                alt.startswith("Bruno went out concealed. 790 points for Bruno and Dino.")
                for alt in sheet.alt_texts[1:]
            ] == [True] * won
            posts = [one for one in to(world, person, before) if one.method == "POST" and "/messages" in one.path]
            assert len(posts) == (person is carla), "nobody is called for a picture"
        before = len(world.sent)
        await carla.slash("draw")
        await carla.slash("discard", card=next(iter((await carla.complete("discard", "card")).values())))
        assert [uploaded(to(world, person, before)) for person in people] == [[], [], [], []]


async def test_in_direct_messages_too_a_server_or_a_reader_can_have_words_alone(tmp_path: Path) -> None:
    async with drawn(tmp_path) as (world, people):
        _anna, bruno, _carla, dino = people
        await bot_of(world).services.tables.preferences.set(bruno.id, pictures=0)
        await choose_setting(world, "still")
        await bruno.slash("meld", cards="k k k k k k k / a a a a")
        before = len(world.sent)
        await bruno.slash("discard", card="5")
        assert uploaded(to(world, bruno, before)) == []
        assert uploaded(to(world, dino, before)) == ["png"]
        assert own(bruno).text.count("**You went out concealed.**") == 1


async def test_four_red_threes_are_told_in_direct_messages(tmp_path: Path) -> None:
    chance = stacked("3H 3D 3H KS KH KD KC QS QH QD QC", "4S", "5C 6C 7C 3D")
    async with World(tmp_path / "canasta.sqlite3", chance=chance) as world:
        _table, people = await seat_four(world)
        await people[FIRST].slash("draw")
        before = len(world.sent)
        await people[FIRST].slash("discard", card="5")
        for person, said in zip(people[FIRST : FIRST + 2], ("Your side has", "Bruno has"), strict=True):
            assert f"**{said} four red threes.**" in own(person).text
            assert uploaded(to(world, person, before)) == []
