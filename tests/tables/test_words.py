"""What happened, in words."""

from __future__ import annotations

import pytest

from bot.canasta.moves import read_move
from bot.canasta.record import game_from_record
from bot.tables import words
from bot.tables.model import Happening
from tests.cogs.test_panels import table_row

MELDS = ["KS KH KC", "5H 6H 7H"]


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("0 meld K: 2D", "laid 2♦ to the kings"),
        ("0 meld KD", "laid K♦"),
        ("0 meld H5: 8H", "laid 8♥ to the run from 5♥"),
        ("0 meld QS QH 2D", "laid Q♠ Q♥ 2♦"),
        ("0 meld K: 2D / QS QH QC", "laid 2♦ to the kings + Q♠ Q♥ Q♣"),
    ],
)
def test_cards_that_join_a_meld_are_said_to_where_they_do_not_tell(move: str, said: str) -> None:
    game = game_from_record(
        {
            "variant": "samba",
            "position": {
                "turn": 0,
                "phase": "play",
                "hands": ["KD QS QH QC 8H 2D 4S 4C 9C", "4D 5C", "5D 6D", "6S 8D"],
                "melds": [MELDS, []],
                "stock": "5H 6D 7C 8C",
                "pile": "5H",
            },
            "moves": [],
        }
    )
    events = tuple(game.apply(read_move(move)))
    [line] = words.turn_lines([Happening(2, 1, 0, move, events)], table_row(variant="samba"), 4)
    assert line.replace("\ufe0e", "").endswith(said)
