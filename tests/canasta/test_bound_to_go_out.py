"""A player who is bound to go out always finds a move: no move offered leads to where nothing is legal."""

from __future__ import annotations

import pytest

from bot.canasta.record import game_from_record

POOLED = {
    "variant": "classic",
    "layout": "3-lone",
    "position": {
        "turn": 0,
        "phase": "play",
        "lone": 1,
        "hands": ["4H 4D TH 2S", "6S 6S 7S", "4C 4S TS"],
        # Two melds of jacks, as partners have them whose melds together would hold too many wild cards.
        "melds": [["JH JH JD JC JS 2C 2C", "JS JD * *", "9S 9D 9C 9D 9H *"], ["KS KH KD"], []],
        "stock": "5S 5H 5D 5C",
        "pile": "3S",
        "so_far": ["draw", "ask"],
        "asked": [0],
        "answer": "yes",
    },
    "moves": [],
}
SINGLE = {
    "variant": "classic",
    "layout": "4",
    "rules": {"melds.min_naturals": 1},
    "position": {
        "turn": 0,
        "phase": "play",
        "hands": ["KC *", "6S 6H 7S", "4C 4S TS", "5C 5D 8S"],
        "melds": [["QS QH QD QC QS QH QD", "7S 7H 7D"], ["9S 9H 9D"]],
        "stock": "5S 5H 5D 5C",
        "pile": "3S",
        "so_far": ["draw", "ask"],
        "asked": [0],
        "answer": "yes",
    },
    "moves": [],
}
UNOPENED = {
    "variant": "classic",
    "layout": "4",
    "rules": {"out.canastas": 0},
    "position": {
        "turn": 0,
        "phase": "play",
        # The two is needed for the sevens: aces with it would open, and leave three cards that cannot go.
        "hands": ["AS AH AD 2S 7S 7H 4S", "6S 6H 7S", "4C 4S TS", "5C 5D 8S"],
        "melds": [[], ["9S 9H 9D"]],
        "stock": "5S 5H 5D 5C",
        "pile": "3S",
        "so_far": ["draw", "ask"],
        "asked": [0],
        "answer": "yes",
    },
    "moves": [],
}


@pytest.mark.parametrize(
    "document", [POOLED, SINGLE, UNOPENED], ids=["two melds of a rank", "a single natural", "not opened yet"]
)
def test_every_move_offered_leads_out(document: dict[str, object]) -> None:
    def follow(moves: list[str]) -> None:
        game = game_from_record({**document, "moves": moves})
        if game.turn is None:
            assert game.rounds[-1].ending == "out"
            return
        offered = game.legal_moves()
        assert offered, f"nothing is legal after {moves}"
        for move in offered:
            follow([*moves, str(move)])

    follow([])
