"""The pages for players say the same in every language: headings, pictures, commands and buttons, in the same order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.ui.i18n import catalogue, languages
from bot.ui.words.command_names import COMMANDS

PAGES = Path(__file__).parents[2] / "docs" / "players"
LANGUAGES = sorted(language.replace("-", "_") for language in languages() if language != "en")
ENGLISH = (PAGES / "en.md").read_text(encoding="utf-8")


def headings(page: str) -> list[str]:
    """Return how deep each heading is."""
    return re.findall(r"^#+(?= )", page, re.MULTILINE)


def pictures(page: str) -> list[str]:
    return re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page)


def commands(page: str) -> list[str]:
    return re.findall(r"`/([^`]+)`", page)


def buttons(page: str) -> list[str]:
    return re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", page)


def called(command: str, language: str) -> str:
    """Return what a command is called in a language."""
    names = catalogue(language)
    return " ".join(names.pgettext("name of a command, lower case, no spaces", name) for name in command.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_in_step_with_the_english_one(language: str) -> None:
    page = (PAGES / f"{language}.md").read_text(encoding="utf-8")
    assert headings(page) == headings(ENGLISH)
    assert pictures(page) == pictures(ENGLISH)
    assert commands(page) == [called(command, language) for command in commands(ENGLISH)]
    assert buttons(page) == [catalogue(language).gettext(label) for label in buttons(ENGLISH)]


def test_the_english_page_names_what_there_is() -> None:
    with (PAGES.parents[1] / "bot/locale/it/LC_MESSAGES/canasta.po").open("rb") as file:
        texts = read_po(file)
    assert {label for label in buttons(ENGLISH) if label not in texts} == set()
    assert len(buttons(ENGLISH)) > 10
    assert {name for command in commands(ENGLISH) for name in command.split()} <= set(COMMANDS)
    assert len(commands(ENGLISH)) > 15
    assert all((PAGES / name).is_file() for name in pictures(ENGLISH))


def test_the_readme_links_each_page() -> None:
    readme = (PAGES.parents[1] / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\(docs/players/(\w+)\.md\)", readme)) == sorted(["en", *LANGUAGES])
