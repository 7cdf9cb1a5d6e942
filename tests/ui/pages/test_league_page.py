"""A board's cells under each of its headings."""

from __future__ import annotations

import pytest

from bot.data.standings import Meeting, Standing
from bot.league.boards import Board, BoardRow, By
from bot.ui.pages import league_page
from renderer.standings import Cell

ANNA = Standing(
    1, "", 101, mu=30, sigma=2, rating=1_234, rated=12, games=14, wins=9, losses=4, ties=1, points=45_600, rounds=30,
    canastas=66, natural=21, mixed=45, trend=(1_200, 1_234),
)  # fmt: skip
PAIR = Meeting(1, 101, 102, together=8, together_won=6, together_tied=1, together_points=9_600)


def under(by: By, heading: str) -> Cell:
    """Return the cell below a heading, of the only row of a board."""
    pair = by is By.PAIRS
    ids, names = ((101, 102), ("Anna", "Bruno")) if pair else ((101,), ("Anna",))
    row = BoardRow(1, ids, names, 0, standing=None if pair else ANNA, pair=PAIR if pair else None)
    view = league_page.board(Board(None, "", by, 1, 1, 1, (row,), None), "")
    [cells] = [one.cells for one in view.rows]
    assert len(cells) == len(view.columns)
    [place] = [number for number, column in enumerate(view.columns) if column.heading == heading]
    return cells[place]


@pytest.mark.parametrize(
    ("by", "heading", "cell"),
    [
        (By.RATING, "W–L", "9–4–1"),
        (By.RATING, "", (1_200.0, 1_234.0)),
        (By.RATING, "Rating", "1,234"),
        (By.RATING, "Δ", "+34"),
        (By.WINS, "Games", "14"),
        (By.WINS, "Share", "64%"),
        (By.WINS, "Games won", "9"),
        (By.POINTS, "Games", "14"),
        (By.POINTS, "Per round", "1,520"),
        (By.POINTS, "Points", "45,600"),
        (By.CANASTAS, "Natural", "21"),
        (By.CANASTAS, "Mixed", "45"),
        (By.CANASTAS, "Per round", "2.2"),
        (By.CANASTAS, "Canastas", "66"),
        (By.PAIRS, "W–L", "6–1–1"),
        (By.PAIRS, "Points per game", "1,200"),
        (By.PAIRS, "Games won", "75%"),
    ],
)
def test_each_cell_is_what_its_heading_says(by: By, heading: str, cell: Cell) -> None:
    assert under(by, heading) == cell
