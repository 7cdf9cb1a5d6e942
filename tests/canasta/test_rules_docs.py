"""The pages on the rules: they name parameters that there are, and every game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.canasta.rules import list_variants, parameter_groups, parameters

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["rules.md", "variants.md", "record-format.md"])
def test_parameters_named_on_the_pages_exist(page: str) -> None:
    named = re.findall(r"`([\w.]+\.\w+)(?: = [^`]+)?`", (DOCS / page).read_text(encoding="utf-8"))
    ours = [name for name in named if name.split(".")[0] in parameter_groups()]
    assert ours
    assert set(ours) - {name for one in parameters() for name in (one.name, one.family)} == set()


@pytest.mark.parametrize(("name", "choice"), sorted({
    found
    for page in ("rules.md", "record-format.md")
    for found in re.findall(r'`(\w+\.\w+) = "([\w-]+)"`', (DOCS / page).read_text(encoding="utf-8"))
}))  # fmt: skip
def test_choices_named_on_the_pages_exist(name: str, choice: str) -> None:
    parameter = next(one for one in parameters() if one.name == name)
    assert choice in parameter.range.split(" | ")


def test_every_game_has_a_section_that_begins_with_its_id() -> None:
    sections = re.findall(r"^## .+\n\n`([\w-]+)`", (DOCS / "variants.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(sections) == sorted(one.id for one in list_variants(own=False))
