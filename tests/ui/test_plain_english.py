"""Words that don't come back: what people read, and the documentation, stay in plain English."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
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
#: What a function does is said by a verb.
HEADLESS = re.compile(r"(?:Whether|The|A|An|What|Who|Nobody|Somebody|So many)\b")
#: A sentence that says what is returned stands by itself.
TAIL = re.compile(r"(?:[;,]|\band|\bor) return whether\b")
#: Test modules that hold such words as examples.
WITH_EXAMPLES = ("test_plain_english.py",)
DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bot").rglob("*.md"))
)


def texts() -> list[str]:
    """Return every English text that is translated: the catalogues hold what the code says and nothing else."""
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


@pytest.mark.parametrize("folder", ["bot", "cogs", "renderer", "tests"])
def test_no_comment_or_docstring_has_such_a_word(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path.name not in WITH_EXAMPLES
        for line in prose(path.read_text(encoding="utf-8"))
        if UNWANTED.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("folder", ["bot", "cogs", "renderer", "tests"])
def test_docstrings_of_functions_say_what_to_do(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line in first_lines(ast.parse(path.read_text(encoding="utf-8")))
        if HEADLESS.match(line) or TAIL.search(line)
    ]
    assert found == []


def prose(source: str) -> Iterator[str]:
    """Yield the lines of a module's comments and docstrings."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and token.string.startswith('"""')):
            yield from token.string.splitlines()


def first_lines(module: ast.Module) -> Iterator[str]:
    """Yield the first lines of the docstrings of functions; properties say what they are, and tests what is the case."""
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if (
                text
                and not node.name.startswith("test_")
                and not any("property" in ast.unparse(one) for one in node.decorator_list)
            ):
                yield text.splitlines()[0]


@pytest.mark.parametrize(
    "text",
    ["Everybody plays for himself.", "Who shall play", "The table was set up anew.", "You needn’t.", "{number} %",
     "Only who plays from the foot may take it.", "He plays."],
)  # fmt: skip
def test_such_a_word_is_found(text: str) -> None:
    assert UNWANTED.search(text)


def test_a_text_that_begins_with_whether_is_found() -> None:
    assert BEGINNING.search("Whether the pile is frozen.")
