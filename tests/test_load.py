"""The measurement of many tables, in its short form: people play on in a file of many games, and all that is reported is measured."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest

from bot.ui.pages import hand_page
from tests import bulk, load_picture, postgresql_server
from tests.bench import load
from tests.cogs.players import now, on_turn, seat_four
from tests.world import World

pytestmark = [pytest.mark.sqlite, pytest.mark.slow]


async def test_people_play_on_in_a_file_of_many_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "_THINK", 0.3)
    monkeypatch.setattr(load, "_WARMING", 0.5)
    file = tmp_path / "canasta.sqlite3"
    await bulk.play(file, finished=2, running=2, points=300)
    bulk.copy(file, 3)
    result = await load.measure(file, people=6, seconds=6, least=4)
    assert result.counts.troubles == []
    assert (result.tables, result.stored) == (6, 6)
    assert result.counts.turns > 1
    assert len(result.counts.full) >= result.counts.turns
    assert result.calls > 1
    assert result.cpu_ms > result.bare["cpu_ms"] > 0
    # Some draw by commands only and some by buttons only, in so short a time.
    drawn = [result.figures.get(f"canasta_first_answer_seconds_count {how}", 0) for how in ("draw", "/draw")]
    assert sum(drawn) > 0
    document = result.document()
    assert set(document) == {"p50_ms", "p99_ms", "memory_mb", "cpu_ratio", "start_s", "calls"}
    assert all(value > 0 for value in document.values())
    assert "tables in progress" in "\n".join(result.lines())
    assert result.picture().alt.startswith("6 tables, 6 people playing. and 6 finished games")


async def test_people_play_on_at_several_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "_THINK", 0.3)
    monkeypatch.setattr(load, "_WARMING", 0.5)
    file = tmp_path / "canasta.sqlite3"
    await bulk.play(file, finished=1, running=2, points=300)
    address = postgresql_server.database_for(tmp_path)
    result = await load.measure(file, people=4, seconds=3, least=1, address=address, workers=2)
    postgresql_server.drop([address])
    assert result.counts.troubles == []
    assert (result.tables, result.stored, result.workers) == (2, 1, 2)
    # Of a turn that began before the measurement only the last answer counts.
    assert len(result.counts.full) >= result.counts.turns > 0
    assert result.figures["canasta_requests_total taken"] > 0
    assert all(value > 0 for value in result.document().values())
    assert "2 processes on PostgreSQL" in "\n".join(result.lines())


@pytest.mark.parametrize("by_button", [True, False])
async def test_people_discard_from_a_hand_that_is_too_large_for_a_button_a_card(
    by_button: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hand_page, "_MOST_CARDS", 3)
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        person = on_turn(table, people)
        drawn = await (person.press("Draw", dm=True) if by_button else person.slash("draw"))
        assert drawn.message is not None
        await load.Group(mock.Mock(), [], 1, seed=1).discard(person, drawn.message)
        await world.env.settle()
        assert on_turn(await now(world, table), people) is not person


def test_every_answer_counts_for_one_bar() -> None:
    assert load_picture.shares([1, 25, 26, 1000, 1001, 5000]) == [2 / 6, 1 / 6, 0, 0, 0, 1 / 6, 2 / 6]
