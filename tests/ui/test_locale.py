"""The tools that translators use find all texts."""

from __future__ import annotations

import ast
import gettext
import io
import string
import tomllib
from pathlib import Path
from typing import Any

import discord
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from discord import app_commands

from bot.canasta.rules import list_variants, parameters
from bot.ui import i18n
from bot.ui.words import command_names, score_text, variant_names
from tests import catalogues

ROOT = Path(__file__).parents[2]


def test_catalogues_name_the_release_that_they_are_of() -> None:
    """Babel keeps the first line of a header as it is: after a release, write its number there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = f"Project-Id-Version: Canasta bot {project['version']}\\n"
    files = sorted((ROOT / "bot" / "locale").glob("*/LC_MESSAGES/canasta.po"))
    assert [path.parts[-3] for path in files if named not in path.read_text("utf-8")] == []
    assert len(files) == 7


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    path = tmp_path_factory.mktemp("locale") / "canasta.pot"
    said = catalogues.extract(path)
    assert "warning" not in said.lower(), said
    return read_po(path.open("rb"), abort_invalid=True)


@pytest.mark.slow
def test_every_text_that_is_marked_can_be_extracted(template: Catalog) -> None:
    """Placeholders have names, and a plural names what its singular names, except for the count."""
    assert len(template) > 0
    wrong = []
    for message in template:
        forms = message.id if isinstance(message.id, tuple) else (message.id,)
        fields = [
            {str(name) for _, name, _, _ in string.Formatter().parse(str(form)) if name is not None} for form in forms
        ]
        if any(not name.isidentifier() for names in fields for name in names):
            wrong.append(f"{forms[0]!r}: a placeholder without a name")
        if not fields[0] <= fields[-1]:
            wrong.append(f"{forms[0]!r}: the plural leaves out {sorted(fields[0] - fields[-1])}")
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted((ROOT / "bot/locale").rglob("*.po")), ids=lambda path: path.parts[-3])
def test_a_catalogue_holds_what_the_code_says_and_nothing_else(template: Catalog, path: Path) -> None:
    said = {(message.context, message.id) for message in template if message.id}
    held = {(message.context, message.id) for message in read_po(path.open("rb")) if message.id}
    mend = "run `uv run python -m tests.catalogues`"
    assert held - said == set(), f"texts that nothing says any more: {mend}"
    assert said - held == set(), f"new texts: {mend}"


def test_names_of_variants_and_meanings_of_rules_can_be_extracted(template: Catalog) -> None:
    """They are data, and found only where they are marked for it."""
    names = {one.name for one in list_variants()}
    assert names == set(variant_names.VARIANTS)
    marked = {(message.context, message.id) for message in template}
    assert {("name of a game", name) for name in names} <= marked
    assert {(None, one.doc) for one in parameters()} <= marked


@pytest.mark.slow
def test_the_tools_find_every_text_that_is_marked(template: Catalog) -> None:
    """They look into no f-string: a text marked there would stay English."""
    places = {"_": 0, "N_": 0, "NC_": 1, "gettext": 0, "ngettext": 0, "pgettext": 1, "npgettext": 1}
    known = {message.id[0] if isinstance(message.id, tuple) else message.id for message in template}
    missed = []
    for path in (path for folder in ("bot", "cogs", "renderer") for path in (ROOT / folder).rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call):
                continue
            place = places.get(call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", ""))
            if place is None or len(call.args) <= place:
                continue
            text = call.args[place]
            if isinstance(text, ast.Constant) and text.value not in known:
                missed.append(f"{path.relative_to(ROOT)}:{call.lineno}: {text.value!r}")
    assert missed == []


@pytest.mark.parametrize("path", sorted(ROOT.glob("bot/locale/*/LC_MESSAGES/*.po")), ids=lambda path: path.parts[-3])
def test_a_catalogue_says_what_it_would_say_compiled(path: Path) -> None:
    catalogue = read_po(path.open("rb"))
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    expected, read = gettext.GNUTranslations(compiled), i18n.catalogue(path.parts[-3])
    missing = Message(("one never heard of", "several never heard of")), Message("never heard of", context="nowhere")
    for message in [*filter(lambda message: message.id, catalogue), *missing]:
        assert _said(read, message) == _said(expected, message)


def _said(texts: gettext.NullTranslations, message: Message) -> list[str]:
    """Return what a catalogue says for a message, in the forms for some numbers."""
    if not isinstance(message.id, tuple):
        text = str(message.id)
        return [texts.pgettext(message.context, text) if message.context else texts.gettext(text)]
    one, several = map(str, message.id)
    numbers = (0, 1, 2, 19, 20, 100, 1_000_000)
    if message.context:
        return [texts.npgettext(message.context, one, several, number) for number in numbers]
    return [texts.gettext(one), *(texts.ngettext(one, several, number) for number in numbers)]


async def test_choices_of_an_option_are_translated_like_any_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "it" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    text = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "1 hour"\nmsgstr "1 ora"\n'
    (folder / "canasta.po").write_text(text, encoding="utf-8")
    monkeypatch.setattr(i18n, "_FOLDER", tmp_path)
    i18n.catalogue.cache_clear()
    choice = app_commands.Choice(name="1 hour", value=3600)
    context: Any = app_commands.TranslationContext(app_commands.TranslationContextLocation.choice_name, choice)
    try:
        translated = await command_names.CommandTranslator().translate(
            app_commands.locale_str("1 hour"), discord.Locale.italian, context
        )
    finally:
        i18n.catalogue.cache_clear()
    assert translated == "1 ora"


@pytest.mark.parametrize("language", i18n.languages())
def test_minus_points_are_as_many_as_points(language: str) -> None:
    with i18n.speaking(language):
        for number in (5, 15, 85, 1_120):
            assert score_text.points(-number) == f"−{score_text.points(number)}"
