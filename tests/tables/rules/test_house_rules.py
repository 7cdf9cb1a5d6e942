"""House rules as text and as codes."""

import base64
import zlib
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.canasta.rules import RulesError, load_rules
from bot.tables.rules import house_rules


def test_a_list_is_read_with_numbers_answers_and_lists() -> None:
    text = "target=3000, pile.always_frozen = yes; melds.max_wilds=none\nopening.table=[[0, 50], [1500, 90]]"
    assert house_rules.read(text) == {
        "target": 3000,
        "pile.always_frozen": True,
        "melds.max_wilds": None,
        "opening.table": [[0, 50], [1500, 90]],
    }
    assert load_rules("classic", "4", house=house_rules.read(text)).opening.table == ((0, 50), (1500, 90))


def test_a_code_says_the_same_as_the_list_and_is_short() -> None:
    rules = {"target": 3000, "pile.always_frozen": True}
    code = house_rules.code(rules)
    assert house_rules.read(code) == rules
    assert len(code) < 70


@pytest.mark.parametrize("text", ["", "   ", "target", "=3", "target=", "H-", "H-xyz", "H-AAAA", "opening.table=[[1,"])
def test_what_cannot_be_read_is_answered_with_a_sentence(text: str) -> None:
    with pytest.raises(RulesError, match=r"\w+ \w+ "):
        house_rules.read(text)


@pytest.mark.parametrize("text", ["no.such=1", "target=yes", "target=0", "melds.max_size=5", "side.sides=7"])
def test_what_cannot_work_is_refused_with_its_reason(text: str) -> None:
    with pytest.raises(RulesError, match=r"\w"):
        load_rules("classic", "4", house=house_rules.read(text))


def test_a_list_that_no_message_would_hold_is_refused_however_short_its_code() -> None:
    rules = {"opening.table": [[number, 50] for number in range(200)]}
    with pytest.raises(RulesError, match="1,000"):
        house_rules.read(house_rules.code(rules))
    with pytest.raises(RulesError, match="1,000"):
        house_rules.read(house_rules.write(rules))


@pytest.mark.parametrize("depth", [300, 900, 5000, 200_000])
def test_lists_within_lists_are_refused_however_deep_they_go(depth: int) -> None:
    nested = "[" * depth + "]" * depth
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(f'{{"opening.table": {nested}}}'.encode()) + packer.flush()
    code = "H-" + base64.urlsafe_b64encode(packed).decode().rstrip("=")
    for text in (f"opening.table={nested}", "opening.table=" + "[" * depth, code):
        with pytest.raises(RulesError, match=r"\w+ \w+ "):
            load_rules("classic", "4", house=house_rules.read(text))


@given(st.text(max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    for one in (text, "H-" + text):
        with suppress(RulesError):
            load_rules("classic", "4", house=house_rules.read(one))
