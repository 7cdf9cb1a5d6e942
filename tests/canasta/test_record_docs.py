"""The page on the record format: its examples are played, and it names all that is read and written."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.canasta import position, record, scoring
from bot.canasta.moves import VERBS, read_move
from tests.cases import in_one_test

PAGE = (Path(__file__).parents[2] / "docs" / "record-format.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


DOCUMENTS: list[dict[str, Any]] = [json.loads(block) for block in blocks("json")]
RECORDS = [document for document in DOCUMENTS if "ok" not in document]
#: Each answer on the page, with the record that stands before it.
ANSWERS = [(before, answer) for before, answer in pairwise(DOCUMENTS) if "ok" in answer]
LINES = [line for block in blocks("text") for line in block.splitlines()]


def test_every_fenced_block_is_an_example() -> None:
    assert len(re.findall(r"^```\w", PAGE, re.MULTILINE)) == len(DOCUMENTS) + len(blocks("text"))
    assert len(RECORDS) > len(ANSWERS) > 2


@pytest.mark.parametrize("line", LINES)
def test_a_line_on_the_page_is_a_move_written_as_the_engine_writes_it(line: str) -> None:
    assert str(read_move(line)) == line


@pytest.mark.parametrize("document", RECORDS, ids=range(len(RECORDS)))
def test_a_record_on_the_page_is_played_to_its_end_or_to_the_answer_beneath_it(document: dict[str, Any]) -> None:
    refused = [answer for before, answer in ANSWERS if before is document and not answer["ok"]]
    status, answer = record.replay(document)
    assert (status == 0) is (not refused), answer


def test_the_answers_on_the_page_are_what_replay_prints() -> None:
    for document, answer in ANSWERS:
        assert record.replay(document)[1] == answer


@in_one_test(
    [
        *sorted(record._TOP_KEYS | record._ROUND_KEYS | position.KEYS),
        *scoring.LINES,
        *("ok", "state", "rounds", "result", "out", "concealed", "sides", "total", "winner", "bad-record"),
    ]
)
def test_the_page_names_every_key(name: str) -> None:
    assert f"`{name}`" in PAGE or f'"{name}"' in PAGE


@in_one_test(VERBS)
def test_the_page_has_an_example_of_every_verb(verb: str) -> None:
    assert verb in {line.split()[1] for line in LINES}
