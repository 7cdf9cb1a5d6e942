"""House rules that are offered: every rule that makes a difference, with values that work."""

import pytest

from bot.canasta.rules import Parameter, apply_overrides, list_variants, load_rules, parameters, value_of
from bot.tables import rules_for
from bot.tables.rules import house_rules
from bot.ui import house_rule_choices
from bot.ui.i18n import _, languages, speaking
from bot.ui.limits import OPTION_LENGTH
from tests.killed import LONG


@pytest.mark.parametrize("variant", ["classic", "hand-and-foot"])
def test_whatever_is_suggested_is_read_and_works(variant: str) -> None:
    found = [value for _name, value in house_rule_choices.suggestions(variant, None, "a")]
    assert {"pile.onto_meld=never", "out.ask=no"} <= set(found)
    for value in found:
        assert load_rules(variant, house=house_rules.read(value)).house


#: The first table of each variant, and the others.
FIRST = [(one.id, one.layouts[0].name) for one in list_variants()]
OTHERS = [(one.id, layout.name) for one in list_variants() for layout in one.layouts[1:]]
#: Conditions for rules that make a difference nowhere otherwise.
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
#: The dealer's business, or without a sentence of its own.
UNTOLD = {"deal.red_threes_first", "sequences.unfinished_up_to"}


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "layout"), [*FIRST, *OTHERS] if LONG else FIRST)
def test_every_rule_that_makes_a_difference_is_offered_with_values_that_can_be_read(variant: str, layout: str) -> None:
    rules = load_rules(variant, layout)
    for group, found in house_rule_choices.groups(rules).items():
        assert found
        for parameter in found:
            assert parameter.name.rpartition(".")[0] == group
            for value in house_rule_choices.values(parameter):
                text = house_rules.write({parameter.name: value})
                assert house_rules.read(text) == {parameter.name: value}
                apply_overrides(rules, {parameter.name: value}, "test")
            assert len(house_rule_choices.values(parameter)) <= 22


@pytest.mark.parametrize(
    "parameter", [one for one in parameters() if one.type == "list of words"], ids=lambda one: one.name
)
def test_each_word_of_a_list_can_be_put_in_and_taken_out_by_a_menu(parameter: Parameter) -> None:
    rules = load_rules("classic", "4")
    for now in ((), parameter.words):
        for word, value in house_rule_choices.switched(parameter, now):
            text = house_rules.write({parameter.name: value})
            assert len(text) <= 100, "the value of an option has no more characters"
            after = value_of(apply_overrides(rules, house_rules.read(text), "test"), parameter.name)
            assert isinstance(after, tuple)
            assert set(after) ^ set(now) == {word}
        assert dict(house_rule_choices.switched(parameter, now)).keys() == set(parameter.words)


@pytest.mark.slow
def test_every_rule_is_offered_somewhere() -> None:
    """In a variant as it is, or once another rule is changed."""
    wanted = {one.family for one in parameters()} - UNTOLD
    for changes in AFTER.values():
        rules = apply_overrides(load_rules("classic", "4"), changes, "test")
        wanted -= {one.family for found in house_rule_choices.groups(rules).values() for one in found}
    for variant, layout in [*FIRST, *OTHERS]:
        if wanted:
            found = house_rule_choices.groups(load_rules(variant, layout))
            wanted -= {one.family for group in found.values() for one in group}
    assert wanted == set()


def test_rules_that_make_no_difference_are_not_offered() -> None:
    classic = [one.name for found in house_rule_choices.groups(load_rules("classic", "4")).values() for one in found]
    assert "wilds.allowed" in classic
    assert "wilds.max_size" not in classic
    with_wilds = house_rule_choices.groups(load_rules("classic", "4", house={"wilds.allowed": True}))
    assert "wilds.max_size" in [one.name for one in with_wilds["wilds"]]


@pytest.mark.parametrize("variant", [one.id for one in list_variants()])
def test_the_rules_changed_most_all_work_and_are_not_in_force(variant: str) -> None:
    rules = rules_for(variant, None, {})
    offered = house_rule_choices.common(variant, rules.layout, {})
    assert offered
    assert len(offered) <= 25
    for parameter, value in offered:
        changed = load_rules(variant, rules.layout, house={parameter.name: value})
        assert value_of(changed, parameter.name) == value != value_of(rules, parameter.name)


def test_what_a_value_brings_about_is_said_in_the_words_of_the_rules_page() -> None:
    classic = load_rules("classic", "4")
    assert house_rule_choices.effect(classic, "melds.max_wilds", 2) == (
        "A meld of one rank needs at least 2 natural cards and can have at most 2 wild cards."
    )
    assert house_rule_choices.effect(classic, "target", 3000) == (
        "The game ends after the round in which somebody reaches 3,000 points, and the highest score wins; "
        "if first place is tied, another round is played."
    )
    assert (
        house_rule_choices.effect(classic, "canastas.natural", 700)
        == "Each canasta also earns: natural canasta: 700; mixed canasta: 300"
    )
    assert house_rule_choices.effect(classic, "target", 5000) is None
    # Of a paragraph that says more, only what is new: that a discard ends the turn is so anyhow.
    assert house_rule_choices.effect(classic, "discards.wilds", "forced") == (
        "You can discard a wild card only when you hold nothing else."
    )


@pytest.mark.parametrize("language", languages())
def test_what_a_rule_means_fits_into_a_menu(language: str) -> None:
    with speaking(language):
        long = [one.name for one in parameters() if len(_(one.doc).rstrip(".")) > OPTION_LENGTH]
    assert long == []
