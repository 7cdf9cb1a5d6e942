"""The sessions that show the engine in use, run as they are written."""

from __future__ import annotations

import doctest
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import bot.canasta


def test_the_session_goes_as_it_is_written() -> None:
    result = doctest.testmod(bot.canasta)
    assert result.attempted > 15
    assert result.failed == 0


@pytest.mark.slow
def test_the_guide_for_other_programs_goes_as_it_is_written_in_a_copy_under_another_name(tmp_path: Path) -> None:
    """In a process of its own, with nothing but the standard library: as the guide says."""
    folder = Path(bot.canasta.__file__).parent
    shutil.copytree(folder, tmp_path / "canasta", ignore=shutil.ignore_patterns("__pycache__"))
    code = "import doctest, sys; sys.path.insert(0, '.'); print(doctest.testfile('canasta/README.md', module_relative=False))"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], cwd=tmp_path, capture_output=True, check=False, text=True, timeout=120
    )
    result = re.search(r"failed=(\d+), attempted=(\d+)", done.stdout)
    assert result, done.stdout + done.stderr
    assert result[1] == "0", done.stdout
    assert int(result[2]) > 20


def test_every_file_on_the_map_is_there_and_every_move_is_on_it() -> None:
    folder = Path(bot.canasta.__file__).parent
    page = (folder / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_]+(?:/[a-z_]+)*\.py)`", page))
    assert [name for name in sorted(named) if not (folder / name).exists() and not list(folder.rglob(name))] == []
    helpers = {"__init__", "laying", "openings", "passing", "taking", "way_out"}
    moves = {path.stem for path in (folder / "turn").glob("*.py")} - helpers
    unnamed = {"extra", "caliente", "floating", "keep", "special", "undo"}
    assert {f"turn/{name}.py" for name in moves - unnamed} <= named
