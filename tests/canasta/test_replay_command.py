"""`python -m bot replay` as people call it: files, standard input, `--trace`, exit statuses (docs/record-format.md, What `replay` prints)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.canasta.play import classic, played, with_moves
from tests.test_main import bot, bot_here

GAME = classic(hands=["KS KH 5S 9D"], melds=[["QS QH QD 2C"]], pile="7H 2S KD")
GOOD = with_moves(GAME, "0 take KS KH", "0 discard 5S")
FORBIDDEN = with_moves(GAME, "0 take KS KH", "0 draw")


def run(*arguments: str | Path, stdin: str = "") -> tuple[int, list[Any], str]:
    """Exit status, the documents printed (one a line), and what went to standard error."""
    done = bot_here(Path.cwd(), "replay", *map(str, arguments), stdin=stdin)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    texts = {
        "good": json.dumps(GOOD),
        "forbidden": json.dumps(FORBIDDEN),
        "broken": '{"variant": ',
        "other": '["no record"]',
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return {name: tmp_path / name for name in texts}


def test_replay_prints_one_document_and_exits_with_0(files: dict[str, Path]) -> None:
    assert run(files["good"])[:2] == (0, [played(GOOD)])


def test_replay_reads_standard_input() -> None:
    assert run("-", stdin=json.dumps(GOOD))[:2] == (0, [played(GOOD)])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "status"), [("good", 0), ("forbidden", 1), ("broken", 2)])
def test_the_process_ends_as_the_command_does(files: dict[str, Path], name: str, status: int) -> None:
    done = bot(files[name].parent, "replay", str(files[name]))
    assert (done.returncode, [json.loads(done.stdout)], done.stderr) == run(files[name])
    assert done.returncode == status


def test_replay_of_a_forbidden_move_exits_with_1(files: dict[str, Path]) -> None:
    status, (answer,), errors = run(files["forbidden"])
    assert status == 1
    assert answer["error"]["move"] == 1
    assert answer["state"] == played(GAME, "0 take KS KH")["state"]
    assert "Traceback" not in errors


@pytest.mark.parametrize("name", ["broken", "other"])
def test_replay_of_what_is_no_record_exits_with_2(files: dict[str, Path], name: str) -> None:
    status, (answer,), errors = run(files[name])
    assert status == 2
    assert answer["ok"] is False
    assert answer["error"]["code"] == "bad-record"
    assert "Traceback" not in errors


def test_replay_of_a_missing_file_exits_with_2_and_no_traceback(tmp_path: Path) -> None:
    status, answers, errors = run(tmp_path / "nowhere.json")
    assert status == 2
    assert "nowhere.json" in json.dumps(answers) + errors
    assert "Traceback" not in errors


def test_replay_of_bytes_that_are_no_text_exits_with_2(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00{")
    status, (answer,), errors = run(tmp_path / "bytes")
    assert (status, answer["error"]["code"]) == (2, "bad-record")
    assert "Traceback" not in errors


def test_replay_of_several_files_prints_a_line_each(files: dict[str, Path]) -> None:
    status, answers, _ = run(files["good"], files["forbidden"], files["good"])
    assert [answer["ok"] for answer in answers] == [True, False, True]
    assert status == 1


def test_trace_prints_a_line_after_every_move(files: dict[str, Path]) -> None:
    status, (first, second, last), _ = run("--trace", files["good"])
    assert status == 0
    assert set(first) == {"move", "state"}
    assert first["move"] == "0 take KS KH"
    assert first["state"] == played(GAME, "0 take KS KH")["state"]
    assert second["move"] == "0 discard 5S"
    assert last == played(GOOD)
    assert second["state"] == last["state"]


def test_trace_of_a_forbidden_move_stops_before_it(files: dict[str, Path]) -> None:
    status, answers, _ = run(files["forbidden"], "--trace")
    assert status == 1
    assert [set(answer) for answer in answers] == [{"move", "state"}, {"ok", "error", "state"}]
