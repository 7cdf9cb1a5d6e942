"""Whole games are played, and each message to a person or a channel is read: nothing is said twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from tests.players import Way, bot_of, by_button, by_command, play_to_the_end, sit_down
from tests.world import Person, Sent, World

pytestmark = pytest.mark.slow

#: The fields of a message, of its embeds and of its components that people read as text.
_READ: Final = ("content", "title", "description", "value")
#: A sentence ends with a mark before a blank, and with its line.
_SENTENCES: Final = re.compile(r"(?<=[.!?])\s+|\n")
#: The marks of bold and small text, of headings and lists.
_MARKS: Final = re.compile(r"[*_#`|]|^-# |^- |^> ", re.MULTILINE)
#: Shorter ones are names, cards and labels, of which a message may have several alike.
_WORDS: Final = 3


def read(body: Any) -> Iterator[str]:
    """Yield the texts of a message that people read."""
    if isinstance(body, dict):
        for name, inner in body.items():
            if isinstance(inner, str):
                # The description of a picture is its alt text, which stands for the picture.
                if name in _READ and "media" not in body:
                    yield inner
            elif name not in ("attachments", "options", "choices"):
                yield from read(inner)
    elif isinstance(body, list):
        for inner in body:
            yield from read(inner)


def sentences(body: Any) -> list[str]:
    """Return the sentences of a message, without their marks."""
    text = _MARKS.sub("", "\n".join(read(body)))
    found = (one.strip(" .:!?") for one in _SENTENCES.split(text))
    return [one for one in found if len(one.split()) >= _WORDS]


class Reader:
    """Reads messages as they are sent, and notes repetitions."""

    def __init__(self, world: World) -> None:
        self.twice: list[str] = []
        self.messages = 0
        self._world = world
        self._read = len(world.sent)

    def read_on(self) -> None:
        """Read everything sent since; all of it was sent in one second."""
        before: dict[str, Sequence[str]] = {}
        for sent in self._world.sent[self._read :]:
            if sent.path.endswith("/commands"):
                continue
            said = sentences(sent.body)
            self.messages += bool(said)
            again = {one for one in said if said.count(one) > 1}
            self.twice += [f"twice in one message: {one!r} in {said}" for one in again]
            if (place := _place(sent)) is not None:
                repeated = set(said) & set(before.get(place, ()))
                self.twice += [f"as the message before: {one!r} in {said}" for one in repeated]
                before[place] = said
        self._read = len(self._world.sent)


def _place(sent: Sent) -> str | None:
    """Return the channel of a new message, None for an edit."""
    return sent.path if sent.method == "POST" and sent.path.endswith("/messages") else None


async def prefer(world: World, people: Sequence[Person], language: str) -> None:
    """Have everybody, and the server, read a language."""
    for person in people:
        await bot_of(world).services.tables.preferences.set(person.id, language=language)
    await bot_of(world).services.servers.set(world.guild.id, language=language)


@pytest.mark.parametrize(
    ("way", "language"),
    [(by_command, "en"), (by_button, "en"), (by_command, "de")],
    ids=["commands", "buttons", "commands in German"],
)
async def test_no_message_of_a_game_says_a_thing_twice(tmp_path: Path, way: Way, language: str) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=5) as world:
        reader = Reader(world)
        people = await sit_down(world, "Anna", "Bruno", "Carla", "Dario", players="4", target=600)
        reader.read_on()
        await prefer(world, people, language)
        async for _move in play_to_the_end(world, people, way):
            reader.read_on()
        assert reader.messages > 50
        assert not reader.twice, "\n".join(reader.twice)
