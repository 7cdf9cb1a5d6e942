"""A language is there as soon as it has a catalogue. No code names it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.ui import i18n
from tests.cogs.test_settings import manager
from tests.players import bot_of
from tests.world import World

WORDS = {
    (
        None,
        "You aren't in any game. `/play` opens a table.",
    ): "Du spelar inte: `/play`.",
    ("name of a command, lower case, no spaces", "list"): "lista",
    ("name of a command, lower case, no spaces", "play"): "spela",
}


@pytest.fixture
def swedish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Yield a folder of catalogues with a new one that has three texts."""
    folder = tmp_path / "locale"
    shutil.copytree(i18n._FOLDER, folder, ignore=shutil.ignore_patterns("sv"))
    catalogue = Catalog(locale="sv")
    for (context, english), text in WORDS.items():
        catalogue.add(english, text, context=context)
    place = folder / "sv" / "LC_MESSAGES" / "canasta.po"
    place.parent.mkdir(parents=True)
    with place.open("wb") as file:
        write_po(file, catalogue)
    monkeypatch.setattr(i18n, "_FOLDER", folder)
    for cached in (i18n.catalogue, i18n.languages):
        cached.cache_clear()
    yield
    monkeypatch.undo()
    for cached in (i18n.catalogue, i18n.languages):
        cached.cache_clear()


@pytest.mark.usefixtures("swedish")
async def test_a_language_with_a_catalogue_can_be_chosen_and_is_spoken(tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3") as world:
        anna, mona = world.person("Anna"), manager(world)
        panel = (await anna.slash("preferences")).message
        await anna.choose("Language", "Svenska", on=panel)
        assert (await anna.slash("canasta list")).text == f"Du spelar inte: {world.mention('play')}."
        # Texts without a translation are in English.
        assert "There is no game in this channel." in (await anna.slash("canasta join")).text
        settings = (await mona.slash("settings")).message
        assert "Svenska" in (await mona.choose("Language of the tables", "Svenska", on=settings)).text
        assert (await bot_of(world).services.servers.get(world.guild.id)).language == "sv"
        [body] = [sent.body for sent in world.sent if sent.path.endswith("/commands")]
        named = {one["name"]: one["name_localizations"].get("sv-SE") for one in body}
        assert (named["play"], named["hand"]) == ("spela", None)
        canasta = next(command for command in body if command["name"] == "canasta")
        [what] = [option for option in canasta["options"] if option["name"] == "what"]
        does = {one["value"]: one["name_localizations"].get("sv-SE") for one in what["choices"]}
        assert (does["list"], does["join"]) == ("lista: Show the games you are in, in every server", None)


def test_languages_are_called_as_their_speakers_call_them() -> None:
    assert i18n.languages().items() >= {"en": "English", "it": "Italiano", "pt-BR": "Português (Brasil)"}.items()
