"""Words that don't come back: what people read, and the documentation, stay in plain English."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tests.cases import in_one_test

ROOT = Path(__file__).parents[2]
#: A person is "they"; words of old books have plain ones; a headless "who" lacks its noun; English has no space before %.
UNWANTED = re.compile(
    r"\b(?:he|him|his|himself|shall|anew|afresh|besides|thereby|needn['’]t)\b|\b(?:only|what) who\b|[\d}] %",
    re.IGNORECASE,
)
#: Rules are asked as questions, and other texts say what is the case.
BEGINNING = re.compile(r"^Whether\b")
#: A verb says what a function does.
HEADLESS = re.compile(r"(?:Whether|The|A|An|What|Who|Nobody|Somebody|So many)\b")
#: A sentence that says what is returned stands by itself.
TAIL = re.compile(r"(?:[;,]|\band|\bor) return whether\b")
#: Phrases of the documents' and the docstrings' old voice, in which nobody acts.
PASSIVE = re.compile(r"\b(?:told|seen to|so many|none of|the other way round|brought along|mended)\b", re.IGNORECASE)
#: A relative clause as a subject: the sentence lacks its noun.
NOUNLESS = re.compile(r"(?:What|Who|Whoever)\b[^?]*$")
#: The same in the middle of a text that players read; their headings and labels may begin with "Who" or "What".
WHOEVER = re.compile(r"\b(?:Whoever|Whatever)\b")
#: Where one sentence ends.
SENTENCE = re.compile(r"(?<=[.:;?])\s+")
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
    found = [
        text for text in texts() if any(pattern.search(text) for pattern in (UNWANTED, BEGINNING, PASSIVE, WHOEVER))
    ]
    assert found == []
    assert len(texts()) > 1_500


@in_one_test(DOCUMENTS)
def test_no_document_has_such_a_word(name: str) -> None:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if UNWANTED.search(line)] == []


@pytest.mark.parametrize("folder", ["bot", "cogs", "renderer", "tests"])
def test_no_comment_or_docstring_has_such_a_word(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path.name not in WITH_EXAMPLES
        for text in said(path)
        for line in text.splitlines()
        if UNWANTED.search(line)
    ]
    assert found == []


def voiceless(text: str) -> list[str]:
    """Return the sentences of a text, without its code, in which a phrase stands for the one who acts, or the noun is missing."""
    sentences = SENTENCE.split(re.sub(r"`[^`]*`", "`", text))
    return [one for one in sentences if PASSIVE.search(one) or NOUNLESS.match(one)]


@in_one_test(DOCUMENTS)
def test_in_documents_the_subject_acts(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    lines = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL).splitlines()
    prose_lines = [line.strip().removeprefix("- ") for line in lines if not line.startswith(("#", "    "))]
    assert [found for line in prose_lines for found in voiceless(line.lstrip("*")) if "|" not in found[:5]] == []


@pytest.mark.parametrize("folder", ["bot", "cogs", "renderer", "tests"])
def test_in_docstrings_and_comments_the_subject_acts(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {sentence}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path.name not in WITH_EXAMPLES
        for text in said(path)
        for sentence in voiceless(flowing(text))
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


@cache
def said(path: Path) -> tuple[str, ...]:
    """Return each docstring and each run of comment lines of a module, as they are written."""
    found, run, last = list[str](), list[str](), 0
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.COMMENT:
            if run and token.start[0] != last + 1:
                found.append("\n".join(run))
                run = []
            run.append(token.string)
            last = token.start[0]
        elif token.type == tokenize.STRING and token.string.startswith('"""'):
            found.append(token.string)
    return (*found, "\n".join(run)) if run else tuple(found)


def flowing(text: str) -> str:
    """Return a docstring or comment without its signs, with single spaces between its words."""
    return " ".join(" ".join(line.lstrip("#: ") for line in text.splitlines()).strip('"').split())


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Each move is stored before anybody is told of it.", 1),
        ("Pending discards are seen to by others.", 1),
        ("What is left out is empty.", 1),
        ("It loses no move. Whoever is to move goes on.", 1),
        ("After so many failures none of them is tried.", 1),
        ("What would you play?", 0),
        ("The field `told` holds its place.", 0),
        ("The bot saves each move before anyone sees it.", 0),
    ],
)
def test_a_sentence_in_which_nobody_acts_is_found(text: str, expected: int) -> None:
    assert len(voiceless(text)) == expected
