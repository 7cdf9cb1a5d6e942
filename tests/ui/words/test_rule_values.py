"""Values of rules in words."""

from __future__ import annotations

import pytest

from bot.canasta.rules import load_rules, parameters
from bot.canasta.rules.words import CHOICES
from bot.tables.rules import house_rules
from bot.ui import house_rule_choices
from bot.ui.i18n import languages, speaking
from bot.ui.words import rule_values, rules_text

OPTION = 100
#: All whose values are words, stand in a list of words, or before the points of a row.
CHOSEN = [one for one in parameters() if one.type in ("choice", "list of words", "rows of [which, points]")]


def test_every_value_of_every_choice_has_words_of_its_own() -> None:
    assert {one.family: list(one.words) for one in CHOSEN} == {name: list(of) for name, of in CHOICES.items()}
    for one in CHOSEN:
        assert len(set(one.choices.values())) == len(one.choices)


@pytest.mark.parametrize("language", languages())
def test_choices_fit_into_menus_in_every_language(language: str) -> None:
    with speaking(language):
        for one in CHOSEN:
            for value in one.choices:
                assert 0 < len(rule_values.words(one, value)) <= OPTION - len("now: ")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("discards.wilds", "last-or-forced", "only as your last card, or if you hold nothing else"),
        ("target", 12500, "12,500"),
        ("pile.always_frozen", True, "yes"),
        ("melds.max_wilds", None, "not set"),
        ("discards.close", (), "none"),
        ("discards.block", ("joker", "black-three"), "jokers, black threes"),
        ("threes.totals", (100, 1200), "100, 1,200"),
        ("out.ask_when", ("after-melding", "once-a-round"), "after laying down cards too; only once a round"),
        ("out.ask_when", (), "none"),
        ("score.feet", (("taken", 50), ("left", 100)), "one that was taken earns 50, one that was not taken costs 100"),
        ("opening.table", ((-1000000, 50),), "50 points"),
        (
            "opening.table",
            ((-1000000, 0), (0, 50), (7000, "canasta 200")),
            "below 0: no minimum; from 0: 50 points; from 7,000: a canasta and 200 points",
        ),
    ],
)
def test_a_value_is_said_as_people_say_it(name: str, value: object, said: str) -> None:
    assert rule_values.words(house_rules.KNOWN[name], value) == said


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ([[1, 50], [2, 90], [4, 120]], "round 1: 50 points; rounds 2 to 3: 90 points; from round 4: 120 points"),
        ([[0, 15], [1, 50], [5, 90]], "rounds 1 to 4: 50 points; from round 5: 90 points"),
        ([[0, 50]], "50 points"),
    ],
)
def test_a_minimum_by_round_is_said_by_rounds_wherever_its_value_is_shown(table: list[list[int]], said: str) -> None:
    rules = load_rules("hand-and-foot-rounds", "4", house={"opening.table": table})
    parameter = house_rules.KNOWN["opening.table"]
    assert rule_values.words(parameter, rules.opening.table, rules) == said
    line = rules_text.differences(rules)
    assert line is not None
    assert f"? {said} (standard: round 1: 50 points; round 2: 90 points; " in line


def test_the_line_that_tells_house_rules_has_no_raw_values() -> None:
    rules = load_rules("classic", "4", house={"discards.wilds": "last-or-forced", "opening.table": [[0, 50]]})
    line = rules_text.differences(rules)
    assert line is not None
    assert "Wild cards: only last, or if you must (standard: allowed)" in line
    assert "50 points (standard: below 0: 15 points; from 0: 50 points" in line
    assert "last-or-forced" not in line


def test_what_completes_a_list_is_written_raw_with_its_meaning_beside_it() -> None:
    found = dict(house_rule_choices.suggestions("classic", "4", "discards.wilds"))
    said = "discards.wilds=forced (only if you hold nothing else): Can you discard a wild card?"
    assert found[said] == "discards.wilds=forced"
    assert house_rules.read(found[said]) == {"discards.wilds": "forced"}
    by_meaning = [value for _said, value in house_rule_choices.suggestions("classic", "4", "hold nothing else")]
    assert by_meaning == ["discards.wilds=last-or-forced", "discards.wilds=forced"]
