"""House rules in words and codes."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.buttons import OPTION_LENGTH
from bot.canasta.rules import (
    Parameter,
    RulesError,
    apply_overrides,
    list_variants,
    load_rules,
    parameters,
    value_of,
)
from bot.tables import house, rules_for
from bot.texts import LANGUAGES, _, speaking


def test_a_list_is_read_with_numbers_answers_and_lists() -> None:
    text = "target=3000, pile.always_frozen = yes; melds.max_wilds=none\nopening.table=[[0, 50], [1500, 90]]"
    assert house.read(text) == {
        "target": 3000,
        "pile.always_frozen": True,
        "melds.max_wilds": None,
        "opening.table": [[0, 50], [1500, 90]],
    }
    assert load_rules("classic", "4", house=house.read(text)).opening.table == ((0, 50), (1500, 90))


def test_a_code_says_the_same_as_the_list_and_is_short() -> None:
    rules = {"target": 3000, "pile.always_frozen": True}
    code = house.code(rules)
    assert house.read(code) == rules
    assert len(code) < 70


@pytest.mark.parametrize("text", ["", "   ", "target", "=3", "target=", "H-", "H-xyz", "H-AAAA", "opening.table=[[1,"])
def test_what_cannot_be_read_is_answered_with_a_sentence(text: str) -> None:
    with pytest.raises(RulesError, match=r"\w+ \w+ "):
        house.read(text)


@pytest.mark.parametrize("text", ["no.such=1", "target=yes", "target=0", "melds.max_size=5", "side.sides=7"])
def test_what_cannot_work_is_refused_with_its_reason(text: str) -> None:
    with pytest.raises(RulesError, match=r"\w"):
        load_rules("classic", "4", house=house.read(text))


def test_a_list_that_no_message_would_hold_is_refused_however_short_its_code() -> None:
    rules = {"opening.table": [[number, 50] for number in range(200)]}
    with pytest.raises(RulesError, match="1,000"):
        house.read(house.code(rules))
    with pytest.raises(RulesError, match="1,000"):
        house.read(house.write(rules))


@pytest.mark.parametrize("variant", ["classic", "hand-and-foot"])
def test_whatever_is_suggested_is_read_and_works(variant: str) -> None:
    found = [value for _name, value in house.suggestions(variant, None, "a")]
    assert {"pile.onto_meld=never", "out.ask=no"} <= set(found)
    for value in found:
        assert load_rules(variant, house=house.read(value)).house


@given(st.text(max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    for one in (text, "H-" + text):
        with suppress(RulesError):
            load_rules("classic", "4", house=house.read(one))


TABLES = [(one.id, layout.name) for one in list_variants() for layout in one.layouts]
#: What must be so before other rules make a difference, for those that do nowhere otherwise.
AFTER: dict[str, dict[str, object]] = {
    "deal.foot": {"deal.foot": 11},
    "ranks.seven.concerns": {"ranks.seven.canasta": 1000},
    "ranks.ace.held_from": {"ranks.ace.held": 500},
    "discards.barred": {"pile.needs": "nothing"},
    "discards.closes_next_only": {"discards.close": ["joker"]},
    "extra.caliente_to_deal": {"pack.calientes": 2},
    "out.either_way": {"out.natural": 1},
    "sequences.min_naturals": {"sequences.allowed": True, "sequences.max_wilds": 1},
    "sequences.royal": {
        "sequences.allowed": True,
        "sequences.ace": "either-end",
        "sequences.max_size": 13,
        "threes.red": "ordinary",
    },
}
#: The dealer's business, or told by no sentence of its own.
UNTOLD = {"deal.red_threes_first", "sequences.unfinished_up_to"}


@pytest.mark.parametrize(("variant", "layout"), TABLES)
def test_every_rule_that_makes_a_difference_is_offered_with_values_that_can_be_read(variant: str, layout: str) -> None:
    rules = load_rules(variant, layout)
    for group, found in house.groups(rules).items():
        assert found
        for parameter in found:
            assert parameter.name.rpartition(".")[0] == group
            for value in house.values(parameter):
                text = house.write({parameter.name: value})
                assert house.read(text) == {parameter.name: value}
                apply_overrides(rules, {parameter.name: value}, "test")
            assert len(house.values(parameter)) <= 22


@pytest.mark.parametrize(
    "parameter", [one for one in parameters() if one.type == "list of words"], ids=lambda one: one.name
)
def test_each_word_of_a_list_can_be_put_in_and_taken_out_by_a_menu(parameter: Parameter) -> None:
    rules = load_rules("classic", "4")
    for now in ((), parameter.words):
        for word, value in house.switched(parameter, now):
            text = house.write({parameter.name: value})
            assert len(text) <= 100, "the value of an option has no more characters"
            after = value_of(apply_overrides(rules, house.read(text), "test"), parameter.name)
            assert isinstance(after, tuple)
            assert set(after) ^ set(now) == {word}
        assert dict(house.switched(parameter, now)).keys() == set(parameter.words)


def test_every_rule_is_offered_somewhere() -> None:
    """In a variant as it is, or once another rule is changed."""
    offered = {
        one.family
        for variant, layout in TABLES
        for found in house.groups(load_rules(variant, layout)).values()
        for one in found
    }
    for changes in AFTER.values():
        rules = apply_overrides(load_rules("classic", "4"), changes, "test")
        offered |= {one.family for found in house.groups(rules).values() for one in found}
    assert {one.family for one in parameters()} - offered - UNTOLD == set()


def test_rules_that_make_no_difference_are_not_offered() -> None:
    classic = [one.name for found in house.groups(load_rules("classic", "4")).values() for one in found]
    assert "wilds.allowed" in classic
    assert "wilds.max_size" not in classic
    with_wilds = house.groups(load_rules("classic", "4", house={"wilds.allowed": True}))
    assert "wilds.max_size" in [one.name for one in with_wilds["wilds"]]


@pytest.mark.parametrize("variant", [one.id for one in list_variants()])
def test_the_rules_changed_most_all_work_and_are_not_in_force(variant: str) -> None:
    rules = rules_for(variant, None, {})
    offered = house.common(variant, rules.layout, {})
    assert offered
    assert len(offered) <= 25
    for parameter, value in offered:
        changed = load_rules(variant, rules.layout, house={parameter.name: value})
        assert value_of(changed, parameter.name) == value != value_of(rules, parameter.name)


def test_what_a_value_brings_about_is_said_in_the_words_of_the_rules_page() -> None:
    classic = load_rules("classic", "4")
    assert house.effect(classic, "melds.max_wilds", 2) == "Jokers and twos are wild: at most 2 in a meld."
    assert house.effect(classic, "target", 3000) == "Reach 3,000 points. Seven cards in one meld are a *canasta*."
    assert house.effect(classic, "target", 5000) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_rule_means_fits_into_a_menu(language: str) -> None:
    with speaking(language):
        long = [one.name for one in parameters() if len(_(one.doc).rstrip(".")) > OPTION_LENGTH]
    assert long == []
