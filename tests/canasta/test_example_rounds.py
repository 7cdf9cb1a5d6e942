"""The rounds behind the examples of the rules pages are played by today's rules, and show what they are for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.canasta.example_round import FOLDER, PLAYERS, example_round, has_example, play, written_of
from bot.canasta.moves import IllegalMove
from bot.canasta.rules import list_variants, load_rules

VARIANTS = {one.id: [layout.name for layout in one.layouts] for one in list_variants(own=False)}


def test_each_table_has_a_round_and_each_round_a_table() -> None:
    """If one lacks: `python -m tests.example_rounds VARIANT` has computers play it."""
    assert {file.stem: [*written_of(file.stem)] for file in FOLDER.glob("*.json")} == VARIANTS


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_round_is_legal_to_its_end_and_shows_a_whole_turn(variant: str) -> None:
    """If a rule was corrected: `python -m tests.example_rounds VARIANT` has computers play another round."""
    for layout in VARIANTS[variant]:
        rules = load_rules(variant, layout)
        example = example_round(rules)
        assert (example.before.phase, example.before.turn, example.after.phase) == ("draw", 0, "over")
        assert example.after.finished == (example.sheet,)
        assert (example.after.over, example.sheet.scores) == (False, example.after.scores)
        verbs = [step.verb for step in example.steps]
        assert {"draw", "take"} & {*verbs}
        assert any(event.kind == "meld" for step in example.steps for event in step.events)
        assert verbs[-1] == "discard"
        assert len(example.hand) == example.before.players[0].hand_size <= 15
        assert max(len(step.brought) for step in example.steps if step.verb != "take") <= rules.turn.draw
        assert example.after.players[0].name == PLAYERS[0]


def test_a_round_that_the_rules_no_longer_allow_is_refused() -> None:
    written = written_of("classic")["4"]
    assert play(load_rules("classic", "4"), written) == example_round(load_rules("classic", "4"))
    with pytest.raises(IllegalMove):
        play(load_rules("classic", "4", house={"turn.draw": 2, "opening.table": [[0, 900]]}), written)


def test_only_a_table_that_comes_with_the_bot_has_one() -> None:
    rules = load_rules("classic", "4")
    assert has_example(rules)
    assert has_example(load_rules("classic", "4", house={"target": 700}))
    assert not has_example(replace(rules, id="club"))
    assert not has_example(replace(rules, layout="7"))
