"""The documents: one sentence on a line, links that lead somewhere, and a README that fits on two screens."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from tests.cases import in_one_test

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "bot").rglob("*.md"),
        *(ROOT / "findings").rglob("*.md"),
    )
)
#: A sentence ends, and another begins.
NEXT_SENTENCE = re.compile(r"(?<=[.?!])(?:[\"”»)_]*|\*(?!\*)) +(?=[A-ZÀ-ÞȘȚ0-9`\"“«„*(\[])")
#: The beginning of an item of a list.
ITEM = re.compile(r" *(?:[-*] |\d+\. )")


def prose(text: str) -> Iterator[str]:
    """Yield the lines of prose of a document: no headings, tables, code or pictures."""
    fenced, inside = False, 0
    for line in text.splitlines():
        words = line.strip()
        if words.startswith("```"):
            fenced = not fenced
        elif fenced or not words:
            continue
        else:
            depth = len(line) - len(line.lstrip())
            if item := ITEM.match(line):
                inside = len(item[0])
            elif depth == 0:
                inside = 0
            if depth < inside + 4 and words[0] not in "|<>" and not re.match(r"#+ |!\[", words):
                yield words


def run_together(line: str) -> bool:
    """Return whether a line of prose holds the end of a sentence and the beginning of another."""
    without_code = re.sub(r"`[^`]+`", "`", re.sub(r"\]\([^)]*\)", "]", line))
    return bool(NEXT_SENTENCE.search(re.sub(ITEM, "", without_code, count=1)))


@in_one_test(DOCUMENTS)
def test_a_line_holds_one_sentence(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert [line for line in prose(text) if run_together(line)] == []


@in_one_test(DOCUMENTS)
def test_a_sentence_stands_on_one_line(name: str) -> None:
    text = re.sub(r"^```.*?^```$", "", (ROOT / name).read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    broken = re.findall(r"^(?![|#>!]|    ).*[\w,]\n {0,3}[a-z][^|\n]*$", text, re.MULTILINE)
    assert broken == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("The bot deals. Players draw.", True),
        ("- Which is it? *That* one.", True),
        ("**Clocks.** A turn can take a day.", False),
        ("1. Press *Join*.", False),
        ("It takes `a. B`, 3.5 points, e.g. two cards.", False),
    ],
)
def test_two_sentences_on_a_line_are_found(line: str, expected: bool) -> None:
    assert run_together(line) == expected


@in_one_test(DOCUMENTS)
def test_links_lead_to_files(name: str) -> None:
    path = ROOT / name
    linked = re.findall(r"\]\(([^)\s#]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
    assert [link for link in linked if ":" not in link and not (path.parent / link).exists()] == []


@in_one_test(DOCUMENTS)
def test_named_files_are_there(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    named = re.findall(r"`((?:bot|cogs|renderer|tests|docs|deploy|findings)/[\w./-]+)`", text)
    # The operator writes the one, and the translator the others.
    made = [path for path in named if "LANGUAGE" not in path and not path.endswith("/.env")]
    assert [path for path in made if not (ROOT / path).exists()] == []


def test_the_changelog_orders_each_release_by_subject() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased, *releases = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    for release in (unreleased, *releases):
        subjects = ["Play", "Computers", "League", "Operating", "Development"]
        assert re.findall(r"^### (.+)$", release, re.MULTILINE) == subjects
    assert unreleased.startswith("Unreleased\n")
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert re.match(rf"{re.escape(version)} – \d{{4}}-\d\d-\d\d\n", releases[0])
    entries = re.findall(r"^- .+$", text, re.MULTILINE)
    assert len(set(entries)) == len(entries)


def test_the_readme_is_short_and_shows_a_hand_and_the_page() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert 6_000 <= len(text.encode()) <= 8_192
    assert text.index("git clone ") < text.index("python -m bot sandbox")
    hand, page = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
    with Image.open(ROOT / hand) as image:
        assert image.height <= 500
    # As wide as a phone, and after everything that one needs to begin.
    with Image.open(ROOT / page) as image:
        assert image.size == (390, 780)
    assert text.index(page) > text.index("## Play")
    sections = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert sections[:2] == ["Try it in a minute", "Run your own"]
    # The first screen ends at about forty lines.
    assert text[: text.index("## Run your own")].count("\n") <= 45
