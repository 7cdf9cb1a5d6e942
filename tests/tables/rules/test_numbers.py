"""Whole numbers as people and the bot write them."""

from __future__ import annotations

import pytest

from bot.tables.rules.house_rules import read, read_value
from bot.tables.rules.numbers import whole_number
from bot.ui.i18n import amount, languages, speaking

FIVE_THOUSAND = (
    "5000", "5,000", "5.000", "5 000", "5\u00a0000", "5\u202f000", "5\u2009000", "5’000", "5'000", "５０００", "５，０００",
    " 5,000 ", "\u200b5,000", "+5000", "5️⃣0️⃣0️⃣0️⃣",
)  # fmt: skip


@pytest.mark.parametrize("text", FIVE_THOUSAND)
def test_thousands(text: str) -> None:
    assert whole_number(text) == 5000
    assert read_value("target", text) == 5000
    assert read(f"target={text}") == {"target": 5000}
    assert read(f"target={text},turn.draw=2, out.canastas=1;deal.hand=13") == {
        "target": 5000,
        "turn.draw": 2,
        "out.canastas": 1,
        "deal.hand": 13,
    }


@pytest.mark.parametrize("text", ["1,000,000", "1.000.000", "1 000 000", "1’000’000", "10,00,000", "1000000"])
def test_more(text: str) -> None:
    assert whole_number(text) in (1_000_000,)


@pytest.mark.parametrize("text", ["-50", "−50", "–50", "- 50", "－50"])
def test_below_zero(text: str) -> None:
    assert whole_number(text) == -50


@pytest.mark.parametrize(
    "text",
    [
        "2,5",
        "1,5",
        "2.5",
        "5,00",
        "5,0000",
        "50,00",
        "1,234.5",
        "1.234,567",
        "5 00",
        "5k",
        "",
        "-",
        "1e3",
        "½",
        "²",
        "9" * 10,
    ],
)
def test_what_is_no_whole_number(text: str) -> None:
    assert whole_number(text) is None
    if text:
        assert not isinstance(read_value("target", text), int)


@pytest.mark.parametrize("language", sorted(languages()))
def test_the_bots_own_numbers_can_be_typed_back(language: str) -> None:
    with speaking(language):
        for number in (0, 7, 999, 1000, 5000, 100_000, 1_000_000, -50, -5000):
            assert whole_number(amount(number)) == number


def test_quotes_of_phones_in_lists() -> None:
    assert read("opening.table=[[0,50]]; turn.draw=2、target=3000") == {
        "opening.table": [[0, 50]],
        "turn.draw": 2,
        "target": 3000,
    }
    assert read_value("x", "[“joker”]") == ["joker"]
