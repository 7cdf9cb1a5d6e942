"""`biriba`: the upcard's suit is trump and doubles runs; a foot takes a canasta (docs/variants.md, Biriba)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from bot.canasta.record import game_from_record
from bot.canasta.views import public_view
from tests.canasta.play import Document, allowed, classic, dealt, lines, refused, stacked, unreadable, verbs

biriba = partial(classic, variant="biriba")

CLUBS = "5C 6C 7C 8C 9C TC JC"
DIRTY = "4H 5H 6H * 8H 9H TH"
SPADES = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
FOOT = "4S 5D 6D 8C TS AH 5S 6H 8D TC AC"


def playing(cards: str, *own: str, **position: Any) -> Document:
    """Seat 0 has drawn and holds `cards`; `own` are the melds of its side, and spades are trump."""
    where = {"phase": "play", "so_far": ["draw"], "hands": [cards], "melds": [list(own)], "trump": "S"}
    return biriba(**{**where, **position})


def bonus(meld: str, **position: Any) -> dict[str, int]:
    """Side 0's lines of a round that ends with a discard, the cards apart."""
    where = {"hands": ["5C 4D", "", "", ""], "stock": "4C 8D", "in_foot": [0, 1], **position}
    sheet = lines(playing("", meld, **where), "0 discard 5C")
    assert sheet.pop("hand") == -5
    assert sheet.pop("cards") > 0
    return sheet


@pytest.mark.parametrize(
    ("then", "pile", "trump"), [("KH", "KH", "H"), ("3C", "3C", "C"), ("2D", "2D", "D"), ("* 9S", "* 9S", "S")]
)
@pytest.mark.parametrize(("layout", "players"), [("2", 2), ("4", 4)])
def test_biriba_the_upcard_says_which_suit_is_trump(
    layout: str, players: int, then: str, pile: str, trump: str
) -> None:
    # The feet are dealt first, one a side.
    hands = dict.fromkeys(range(players), "")
    pack = stacked(hands, then, order=range(players), size=11)
    cards = pack.split()
    at = 11 * players
    upcard = cards[at : at + len(then.split())]
    assert upcard == then.split()
    pack = " ".join(
        [*cards[:at], *cards[at + len(upcard) : at + len(upcard) + 22], *upcard, *cards[at + len(upcard) + 22 :]]
    )
    game = {**dealt(pack, layout=layout), "variant": "biriba"}
    state = allowed(game)
    assert (state["pile"], state["trump"], state["frozen"]) == (pile, trump, False)
    assert public_view(game_from_record(game)).trump == "SHDC".index(trump)


def test_biriba_a_position_names_its_trump() -> None:
    state = allowed(playing("5C 4D"))
    assert state["trump"] == "S"
    assert allowed({"variant": "biriba", "layout": "4", "position": state, "moves": []})["trump"] == "S"
    assert "trump" not in allowed(playing("5C 4D", trump=None))
    assert "position.trump" in unreadable(playing("5C 4D", trump="X"))
    assert "position.trump" in unreadable(classic(trump="S"))


def test_biriba_first_example() -> None:
    nines = "9S 9H 9D 9C 9S 9H 9D"
    game = playing("JD", hands=["JD", "AS", "KD 2S", "QH 3D"], melds=[[CLUBS, DIRTY], [nines]], in_foot=[0], trump="C",
                   feet=["", FOOT, "", ""])  # fmt: skip
    mine, theirs = lines(game, "0 discard JD"), lines(game, "0 discard JD", side=1)
    assert (mine, sum(mine.values())) == ({"natural": 400, "mixed": 100, "out": 100, "cards": 120, "hand": -20}, 700)
    assert (theirs, sum(theirs.values())) == ({"natural": 200, "cards": 70, "hand": -30, "foot": -100}, 140)


@pytest.mark.parametrize(
    ("meld", "line", "points", "in_trumps"),
    [
        (CLUBS.replace("C", "S"), "natural", 200, 400),
        (DIRTY.replace("H", "S"), "mixed", 100, 200),
        (SPADES, "royal", 1000, 2000),
        (SPADES.replace("7S", "*"), "royal", 500, 1000),
        (f"{SPADES} *", "royal", 500, 1000),
        ("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "natural", 200, 400),
        ("9S 9S 9H 9H 9D 9D 9C", "natural", 200, 200),
        ("3S 4S 5S 6S 7S 8S 9S *", "mixed", 100, 200),
    ],
)
def test_biriba_bonuses_and_trumps(meld: str, line: str, points: int, in_trumps: int) -> None:
    assert bonus(meld, trump="D") == {line: points}
    assert bonus(meld, trump="S") == {line: in_trumps}


def test_biriba_second_example_counts_125_in_cards() -> None:
    game = playing("5C 4D", SPADES.replace("7S", "*"), hands=["5C 4D", "", "", ""], stock="4C 8D", in_foot=[0, 1])
    assert lines(game, "0 discard 5C")["cards"] == 125


def test_biriba_without_a_canasta_no_hand_is_used_up() -> None:
    feet = [FOOT, FOOT, "", ""]
    game = playing("5D 6D 7D", feet=feet)
    refused(game, "0 meld 5D 6D 7D")
    refused(playing("7D", "4D 5D 6D", feet=feet), "0 discard 7D")
    assert verbs(allowed(game)) == {"discard"}
    direct = allowed(playing("5D 6D 7D", CLUBS, feet=feet), "0 meld 5D 6D 7D")
    assert (direct["turn"], direct["hands"][0].split()) == (
        0,
        sorted(FOOT.split(), key=direct["hands"][0].split().index),
    )
    assert allowed(playing("7D", CLUBS, feet=feet), "0 discard 7D")["in_foot"] == [0]


def test_biriba_the_last_card_is_discarded_and_may_be_wild() -> None:
    assert lines(playing("*", CLUBS, in_foot=[0]), "0 discard *")["out"] == 100
    refused(playing("5D 6D 7D", CLUBS, in_foot=[0]), "0 meld 5D 6D 7D")
