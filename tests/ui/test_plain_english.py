"""Words that don't come back: what people read, and the documentation, stay in plain English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
#: A person is "they"; words of old books have plain ones; a headless "who" lacks its noun; English has no space before %.
UNWANTED = re.compile(
    r"\b(?:he|him|his|himself|shall|anew|afresh|besides|thereby|needn['’]t)\b|\b(?:only|what) who\b|[\d}] %",
    re.IGNORECASE,
)
#: Rules are asked as questions, and other texts say what is the case.
BEGINNING = re.compile(r"^Whether\b")
DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bot").rglob("*.md"))
)


def texts() -> list[str]:
    """Every English text that is translated: the catalogues hold what the code says and nothing else."""
    with (ROOT / "bot/locale/it/LC_MESSAGES/canasta.po").open("rb") as file:
        return [
            str(form)
            for message in read_po(file)
            if message.id and message.context != "words people type for this card"
            for form in (message.id if isinstance(message.id, tuple) else (message.id,))
        ]


def test_no_text_has_a_word_that_is_not_to_come_back() -> None:
    found = [text for text in texts() if UNWANTED.search(text) or BEGINNING.search(text)]
    assert found == []
    assert len(texts()) > 1_500


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_document_has_such_a_word(name: str) -> None:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if UNWANTED.search(line)] == []


@pytest.mark.parametrize(
    "text",
    ["Everybody plays for himself.", "Who shall play", "The table was set up anew.", "You needn’t.", "{number} %",
     "Only who plays from the foot may take it.", "He plays."],
)  # fmt: skip
def test_such_a_word_is_found(text: str) -> None:
    assert UNWANTED.search(text)


def test_a_text_that_begins_with_whether_is_found() -> None:
    assert BEGINNING.search("Whether the pile is frozen.")
