"""Alt texts are speech: each kind of picture is read aloud, as text, in all languages."""

from __future__ import annotations

import json
import re
import unicodedata

import pytest

from bot.ui.i18n import catalogue, languages
from renderer import speech
from renderer.canvas import ENGLISH, MAX_ALT
from renderer.text import whole_phrases
from tests.ui.aloud import GOLDEN, KEPT, KINDS, aloud

#: Signs that nobody reads aloud as they are meant, and the marks of a text for Discord.
_SIGNS = re.compile(r"[·•×→←+−–—=±~/\\|&%#@^<>()\[\]{}*_`…♠♥♦♣★]")
#: The marks within a date: `March 1, 2026`, `1. März 2026`, `1. Aug.`.
_DATE = re.compile(r"(?<=\d), (?=\d{4}\b)|(?<=\d)\. (?=[^\W\d]+(?: \d{4}\b|\.))")
#: A phrase ends with a mark before a blank: within a number there is none.
_ENDS = re.compile(r"[.,;!?](?:\s|$)")


@pytest.mark.parametrize("language", languages())
def test_every_picture_can_be_read_aloud(language: str) -> None:
    for kind, text in aloud(language).items():
        assert not _SIGNS.findall(text), f"{kind}: {text}"
        assert not [sign for sign in text if unicodedata.category(sign) in ("So", "Sk", "Co")], f"{kind}: {text}"
        assert 0 < len(text) <= MAX_ALT, kind
        assert text.endswith((".", "!")), f"{kind} ends within a phrase: {text}"
        assert ".." not in text, f"{kind}: {text}"
        assert "  " not in text, f"{kind}: {text}"


@pytest.mark.parametrize("language", languages())
def test_every_number_is_in_a_phrase_with_its_noun(language: str) -> None:
    for kind, text in aloud(language).items():
        for phrase in _ENDS.split(_DATE.sub(" ", text)):
            if any(sign.isdigit() for sign in phrase):
                assert re.search(r"[^\W\d]{2}", phrase), f"{kind}: {phrase!r} is a bare number in {text}"


@pytest.mark.parametrize("language", [one for one in languages() if one != "en"])
def test_every_language_says_it_in_its_own_words(language: str) -> None:
    english, own = aloud("en"), aloud(language)
    assert not [kind for kind in KINDS if own[kind] == english[kind]]


@pytest.mark.parametrize("language", KEPT)
def test_what_is_read_aloud_is_what_was_read_before_it_was_kept(language: str) -> None:
    """After a change of words: `uv run python -m tests.ui.aloud`, and read what it writes."""
    assert aloud(language) == json.loads(GOLDEN.read_text("utf-8"))[language]


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        ("± 45 · 48 games", "plus or minus 45, 48 games"),
        ("1 March – 31 May 2026", "1 March to 31 May 2026"),
        ("−1,204", "minus 1,204"),
        ("+23", "plus 23"),
        ("97 % in time", "97 percent in time"),
        ("1,477–1,742", "1,477 to 1,742"),
        ("On time (doesn't affect the rating)", "On time, doesn't affect the rating"),
        ("took K\u2660\ufe0e and 10\u2665\ufe0e", "took king of spades and ten of hearts"),
        ("a run of \u2666\ufe0e", "a run of diamonds"),
        ("Hand & Foot", "Hand and Foot"),
        ("Anna won 🎉", "Anna won"),
        ("three-handed, Anne-Marie", "three-handed, Anne-Marie"),
    ],
)
def test_signs_of_a_picture_are_words_in_its_alt_text(drawn: str, said: str) -> None:
    assert speech.said(drawn, ENGLISH) == said


def test_a_long_text_is_cut_after_a_whole_phrase() -> None:
    text = "Anna, 20 cards: score 2,385, four red threes; natural canasta: 7 kings."
    assert whole_phrases(text, 100) == text
    assert whole_phrases(text, 45) == "Anna, 20 cards: score 2,385, four red threes."
    assert whole_phrases(text, 44) == "Anna, 20 cards: score 2,385."
    assert whole_phrases(text, 25) == "Anna.", "a number is never cut"


def test_a_romanian_counts_with_a_preposition_aloud_too() -> None:
    ro = catalogue("ro")
    assert [speech.points(number, ro) for number in (1, 2, 20, -20)] == [
        "1 punct",
        "2 puncte",
        "20 de puncte",
        "minus 20 de puncte",
    ]
