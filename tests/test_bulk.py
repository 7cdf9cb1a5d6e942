"""A file of many games holds what a bot would have stored, as often as wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.__main__ import main
from tests import bulk
from tests.stored import rows

pytestmark = [pytest.mark.sqlite, pytest.mark.slow]


def test_a_server_is_copied_with_all_that_belongs_to_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "canasta.sqlite3"
    bulk.fill(file, servers=3, finished=2, running=1, points=300)
    counts = rows(file, "SELECT status, count(*) FROM games GROUP BY status ORDER BY status")
    assert counts == [("finished", 6), ("playing", 3)]
    [[servers]] = rows(file, "SELECT count(DISTINCT guild_id) FROM games JOIN standings USING (guild_id)")
    assert servers == 3
    assert main(["database", "check", str(file)]) == 0, capsys.readouterr().out
