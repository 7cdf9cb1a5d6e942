"""Benchmarks of two commits side by side: which figures are held against which, and what is printed of them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.bench._against import compare, compared


def test_shows_the_medians_of_both_and_their_ratio() -> None:
    before = ["a turn: 12.0 requests\n", "a turn: 14.0 requests\n", "a turn: 12.0 requests\n"]
    assert list(compared(before, ["a turn: 9.0 requests\n"])) == ["a turn: 12 → 9 (0.75 ×) requests"]


def test_shows_a_figure_that_is_the_same_once() -> None:
    lines = ["5 × 1,000 rounds, p99 2 ms\n"]
    assert list(compared(lines, ["5 × 1,000 rounds, p99 3 ms\n"])) == ["5 × 1000 rounds, p99 2 → 3 (1.50 ×) ms"]


def test_matches_lines_of_equal_words_in_their_order() -> None:
    before, after = ["11 cards: 300 px\n13 cards: 400 px\n"], ["11 cards: 150 px\n13 cards: 100 px\n"]
    assert list(compared(before, after)) == ["11 cards: 300 → 150 (0.50 ×) px", "13 cards: 400 → 100 (0.25 ×) px"]


def test_names_lines_that_only_one_has() -> None:
    assert list(compared(["old: 1 ms\n"], ["new: 2 ms\n"])) == ["new: 2 ms (new)", "old: … ms (1.) is gone"]


def test_runs_a_commit_and_the_tree_by_turns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bench = tmp_path / "tests" / "bench"
    bench.mkdir(parents=True)
    main = bench / "__main__.py"
    order = tmp_path / "order"

    def speed(pressed: int) -> None:
        lines = f"open({str(order)!r}, 'a').write('{pressed} ')", f"print('{pressed} presses')"
        # As a benchmark does whose figures exceed their limits.
        body = "\n    ".join(("def main(arguments):", *lines, "return 1"))
        main.write_text(f"{body}\n\nif __name__ == '__main__':\n    raise SystemExit(main([]))\n")

    def git(*arguments: str) -> None:
        someone = ["-c", "user.name=Anna", "-c", "user.email=anna@example.org"]
        subprocess.run(["git", *someone, *arguments], cwd=tmp_path, check=True, capture_output=True)

    speed(8)
    git("init")
    git("add", "tests")
    git("commit", "--message", "Before")
    speed(4)
    assert compare("presses", "HEAD", 2, [], tmp_path) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "8 → 4 (0.50 ×) presses"
    assert order.read_text().split() == ["8", "4", "4", "8"]
    main.write_text("def main(arguments):\n    raise OSError\n")
    assert compare("presses", "HEAD", 1, [], tmp_path) == 1
