"""A parameter of the rules is finished: the engine reads it, the rules page says it, a frozen round plays with it."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

from bot.canasta.rules import apply_overrides, load_rules, parameters, value_of
from bot.canasta.rules.stored import present_names
from bot.ui.words import rules_text
from tests.perft.frozen import frozen_rounds
from tests.perft.rule_sets import SHAPES_OF_TABLES
from tests.perft.walk import Start

ENGINE = Path(__file__).parent.parent.parent / "bot/canasta"
#: Modules that name parameters though nothing of the play follows from it.
NAMING = ("check.py", "stored.py", "words.py")
#: Parameters of which the page says nothing: the dealer alone has to know.
UNSAID = ("deal.red_threes_first",)

PARAMETERS = {one.name: one for one in parameters()}
FAMILIES = sorted({one.family for one in PARAMETERS.values()} - {*SHAPES_OF_TABLES})


@pytest.fixture(scope="module")
def attributes() -> set[str]:
    """Return the names of all attributes that the engine reads."""
    modules = [one for one in ENGINE.rglob("*.py") if one.name not in NAMING]
    nodes = (node for one in modules for node in ast.walk(ast.parse(one.read_text(encoding="utf-8"))))
    return {node.attr for node in nodes if isinstance(node, ast.Attribute)}


@pytest.fixture(scope="module")
def frozen() -> dict[str, list[tuple[Start, str]]]:
    """Return the frozen rounds in which a parameter has another value than its default, with its name, by its family."""
    found = defaultdict(list)
    for one in frozen_rounds():
        for name in {name for old in one.start.house for name in present_names(old)}:
            found[PARAMETERS[name].family].append((one.start, name))
    return found


def test_the_engine_reads_it(attributes: set[str]) -> None:
    read = {family: "values" if family == "values.RANK" else family.rpartition(".")[2] for family in FAMILIES}
    assert [family for family, attribute in read.items() if attribute not in attributes] == []


@pytest.mark.parametrize("family", FAMILIES)
def test_a_frozen_round_plays_with_it_and_its_page_says_so(
    family: str, frozen: dict[str, list[tuple[Start, str]]]
) -> None:
    """`python -m tests.perft --freeze` adds such rounds."""
    said = None
    for start, name in frozen[family]:
        rules, default = load_rules(start.variant, start.layout, house=start.house), PARAMETERS[name].default
        if value_of(rules, name) != default:
            plain = apply_overrides(rules, {name: default}, "test")
            said = rules_text.pages(rules) != rules_text.pages(plain)
            if said or family in UNSAID:
                return
    assert said is not None, "no frozen round has another value than the default"
    pytest.fail("the rules page is the same with the default")
