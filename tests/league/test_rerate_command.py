"""`python -m bot database rerate`: standings are made again from the results."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.__main__ import main
from tests.league.games import GUILD, OTHER_GUILD, Club, dump, game
from tests.stored import rows


@pytest.fixture
async def path(club: Club, monkeypatch: pytest.MonkeyPatch) -> Path | str:
    """Return a database, in use, with results of two servers, of which the standings of one were lost."""
    await club.play(game([1, 2], [3, 4]))
    await club.play(game([1, 2], [3, 4], guild_id=OTHER_GUILD))
    monkeypatch.setenv("CANASTA_DATABASE", str(club.path))
    return club.path


def test_what_was_lost_comes_back(path: Path | str, capsys: pytest.CaptureFixture[str]) -> None:
    before = dump(path)
    rows(path, f"DELETE FROM standings WHERE guild_id = {GUILD}")
    rows(path, f"UPDATE meetings SET against = 9, user_id = 8 WHERE guild_id = {GUILD} AND user_id = 1")
    assert dump(path) != before
    assert main(["database", "rerate", "--server", str(OTHER_GUILD)]) == 0
    assert dump(path) != before
    assert main(["database", "rerate"]) == 0
    assert dump(path) == before
    # Of the first 4 people in 4 standings each; 3 meetings that were missing, in either season, and 3 that are none.
    assert capsys.readouterr().out.splitlines() == [
        f"Server {OTHER_GUILD}: 1 results; rows of standings that changed: 0.",
        f"Server {GUILD}: 1 results; rows of standings that changed: {4 * 4 + 2 * 3 * 2}.",
        f"Server {OTHER_GUILD}: 1 results; rows of standings that changed: 0.",
    ]


def test_a_server_without_results_is_not_known(path: Path | str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["database", "rerate", "--server", "99"]) == 1
    assert "no game of the server 99 has ended" in capsys.readouterr().err


def test_no_database_is_made_where_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CANASTA_DATABASE", str(tmp_path / "nothing.sqlite3"))
    assert main(["database", "rerate"]) == 1
    assert "is not there" in capsys.readouterr().err
    assert not (tmp_path / "nothing.sqlite3").exists()
