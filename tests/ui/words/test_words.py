"""Happenings in words."""

from __future__ import annotations

import pytest

from bot.canasta.cards import read_cards
from bot.canasta.events import Event
from bot.canasta.moves import read_move
from bot.canasta.record import game_from_record
from bot.canasta.views import public_view
from bot.data.tables import Seat
from bot.tables.views import Happening
from bot.ui.words import happenings, score_text, text_only
from tests.cogs.test_panels import table_row

MELDS = ["KS KH KC", "5H 6H 7H"]


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("0 meld K: 2D", "laid down 2♦ to the kings"),
        ("0 meld KD", "laid down K♦"),
        ("0 meld H5: 8H", "laid down 8♥ to the run from 5♥"),
        ("0 meld QS QH 2D", "laid down Q♠ Q♥ 2♦"),
        ("0 meld K: 2D / QS QH QC", "laid down 2♦ to the kings + Q♠ Q♥ Q♣"),
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
    [line] = happenings.turn_lines([Happening(2, 1, 0, move, events)], table_row(variant="samba"), 4)
    assert line.replace("\ufe0e", "").endswith(said)


def test_wild_canastas_tell_their_jokers_and_tables_the_talons_that_are_left() -> None:
    wilds = game_from_record(
        {
            "variant": "bolivia",
            "position": {
                "hands": ["4S", "5S", "6S", "7S"],
                "melds": [["2S 2S 2H 2H 2D * *"], ["2C 2C 2C"]],
                "stock": "4D",
            },
        }
    )
    first, second = public_view(wilds).sides
    assert score_text.melds(first) == "7 wild cards (2 jokers), **canasta**"
    assert score_text.melds(second) == "3 wild cards"
    talons = game_from_record(
        {
            "variant": "american",
            "position": {"hands": ["4S", "5S", "6S", "7S"], "talons_left": ["4H 5H 6H 7H", "8H 9H TH"], "stock": "4D"},
        }
    )
    assert "Talons left: 4, 3." in text_only.table(public_view(talons), table_row())
    assert "Talons left" not in text_only.table(public_view(wilds), table_row())


def test_each_player_is_told_to_have_laid_their_own_cards_alone() -> None:
    threes = [["3H"], ["3D"], ["3H", "3D"]]
    dealt = tuple(Event("three", seat, tuple(read_cards(" ".join(cards)))) for seat, cards in enumerate(threes))
    lines = happenings.turn_lines([Happening(1, 1, 0, "", (Event("deal", 0), *dealt))], table_row(), 9)
    said = [line.replace("\ufe0e", "").rpartition("**")[2].strip() for line in lines]
    assert said == ["New cards were dealt.", "laid down 3♥", "laid down 3♦", "laid down 3♥ 3♦"]


def test_a_computer_is_called_the_same_in_the_scores_as_in_what_happened() -> None:
    seats = (*table_row().seats[:3], Seat(3, None, "normal", "Ada"))
    game = game_from_record({"variant": "classic", "position": {"hands": ["4S", "5S", "6S", "7S"], "stock": "4D"}})
    table, view = table_row(seats=seats), public_view(game)
    assert "& Ada 🤖** 0" in score_text.standing(view, table, 0, view.scores)
    [line] = happenings.turn_lines([Happening(1, 1, 3, "", (Event("draw", 3, count=1),))], table, 4)
    assert line == "**Ada 🤖** drew"
