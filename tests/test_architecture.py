"""`docs/architecture.md` shows the imports as they are."""

from __future__ import annotations

import re

import networkx as nx
import pytest

from tests import architecture


@pytest.mark.slow
def test_no_two_packages_import_each_other() -> None:
    assert list(nx.simple_cycles(architecture.imports())) == []


def test_the_picture_is_the_one_that_the_imports_draw() -> None:
    text = architecture.FILE.read_text(encoding="utf-8")
    assert f"```mermaid\n{architecture.picture()}```" in text, "run: uv run python -m tests.architecture"


def test_every_name_on_the_way_of_a_press_is_where_it_is_said_to_be() -> None:
    text = architecture.FILE.read_text(encoding="utf-8")
    root = architecture.FILE.parent.parent
    files = re.findall(r"`((?:bot|cogs|renderer|tests)/[\w/]+(?:\.py)?)`", text)
    assert [file for file in files if not (root / file).exists()] == []
    for names, file in re.findall(r"\*\*[^*]*?`([\w.]+)`(?: and `\w+`)?\*\* \(`([\w/.]+)`\)", text):
        source = (root / file).read_text(encoding="utf-8")
        for name in names.split("."):
            assert re.search(rf"\b(?:class|def) {name}\b", source), f"{name} is not in {file}"
