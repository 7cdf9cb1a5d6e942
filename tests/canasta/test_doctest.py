"""The session that shows the engine in use, run as it is written."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import bot.canasta


def test_the_session_goes_as_it_is_written() -> None:
    result = doctest.testmod(bot.canasta)
    assert result.attempted > 15
    assert result.failed == 0


def test_every_file_on_the_map_is_there_and_every_move_is_on_it() -> None:
    folder = Path(bot.canasta.__file__).parent
    page = (folder / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_]+(?:/[a-z_]+)*\.py)`", page))
    assert [name for name in sorted(named) if not (folder / name).exists() and not list(folder.rglob(name))] == []
    helpers = {"__init__", "laying", "openings", "passing", "taking", "way_out"}
    moves = {path.stem for path in (folder / "turn").glob("*.py")} - helpers
    unnamed = {"extra", "caliente", "floating", "keep", "special", "undo"}
    assert {f"turn/{name}.py" for name in moves - unnamed} <= named
