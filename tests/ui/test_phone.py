"""A phone's lines: buttons that stand in one, rows of them, and tips of two."""

from __future__ import annotations

import re

import pytest

from bot.canasta.cards import read_card
from bot.canasta.moves import read_move
from bot.canasta.rules import list_variants, load_rules
from bot.tables.rules import lengths
from bot.ui import i18n, phone
from bot.ui.words import house_rule_text, tips, turn_text, variant_names

#: About as many characters as two lines of text have.
TWO_LINES = 78


@pytest.mark.parametrize(
    ("widths", "expected"),
    [
        ([], []),
        ([100, 90], [2]),
        ([100, 130, 52], [3]),
        ([100, 140, 60], [1, 2]),
        ([90, 110, 60, 38], [2, 2]),
        ([290, 99, 53], [1, 2]),
        ([132, 129, 137], [2, 1]),
        ([99, 290, 38], [1, 1, 1]),
        ([300, 300], [1, 1]),
    ],
)
def test_no_short_button_is_left_alone_in_a_line(widths: list[float], expected: list[int]) -> None:
    assert phone.lines(widths) == expected


@pytest.mark.parametrize(
    ("label", "fits"),
    [
        ("Lay down 8♥\ufe0e 8♦\ufe0e 8♣\ufe0e + 10♠\ufe0e 10♦\ufe0e 10♣\ufe0e", True),
        ("Take the pile: 10♥\ufe0e to your tens (10 points)", False),
        ("Add A♦\ufe0e to the run from 10♦\ufe0e + Q♠\ufe0e to the run from 9♠\ufe0e", False),
        ("Add K♠\ufe0e to the run from 9♠\ufe0e", True),
    ],
)
def test_what_stands_in_a_line_was_seen_in_a_browser(label: str, fits: bool) -> None:
    assert phone.in_a_line(label) == fits


@pytest.mark.parametrize("language", sorted(i18n.languages()))
def test_other_lengths_of_a_game_stand_in_one_line(language: str) -> None:
    many = {}
    for variant in list_variants():
        rules = load_rules(variant.id, None, None)
        others = [one for one in lengths.offered(rules, {}) if one != lengths.length_of(rules)]
        with i18n.speaking(language), i18n.using_words(variant_names.vocabulary(variant.id)):
            many[variant.id] = phone.lines([phone.pixels(house_rule_text.button_of(one)) for one in others])
    assert {name for name, lines in many.items() if len(lines) > 1} == set()


@pytest.mark.parametrize("language", sorted(i18n.languages()))
def test_a_tip_takes_two_lines_at_most(language: str) -> None:
    long = set[str]()
    for variant in list_variants():
        rules = load_rules(variant.id, None, None)
        with i18n.speaking(language), i18n.using_words(variant_names.vocabulary(variant.id)):
            said = {tips.text(kind, rules) for kind in tips.KINDS}
        long |= {one for one in said if len(re.sub(r"\*\*", "", one)) > TWO_LINES}
    assert long == set()


@pytest.mark.parametrize(
    ("move", "label"),
    [
        ("meld 6S 6H 6D / AS AH 2S", "6♠ 6♥ 6♦ + A♠ A♥ 2♠"),
        ("meld 6S 6D 6C / 7S 7H 7D / KS KH KD KC / AS AH AD", "6 6 6 + 7 7 7 + K K K K + A A A"),
    ],
)
def test_a_suggestion_of_many_cards_leaves_out_suits_that_do_not_matter(move: str, label: str) -> None:
    said = turn_text.suggestion_in_a_line(read_move(move, seat=0), None)
    assert said.replace("\ufe0e", "") == label


def test_a_suggestion_to_take_the_pile_says_its_top_card() -> None:
    move = read_move("take KS KH / 6S 6D 6C / 7S 7H 7D / AS AH AD AC", seat=0)
    assert turn_text.suggestion_in_a_line(move, read_card("KD")).startswith("K♦")


def test_a_suggestion_with_a_run_keeps_all_suits() -> None:
    said = turn_text.suggestion_in_a_line(
        read_move("meld S4: 4S 5S 6S / 7S 7H 7D / KS KH KD KC / AS AH AD", seat=0), None
    )
    assert said.replace("\ufe0e", "").endswith(" + 7♠ 7♥ 7♦ + K♠ K♥ K♦ K♣ + A♠ A♥ A♦")
