"""`classic` for five and six: seats, turns, deals and sides (docs/record-format.md, Sides and seats)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.canasta.game import Game
from bot.canasta.record import record_of
from bot.canasta.rules import load_rules
from tests.canasta.play import allowed, bag, classic, dealt, hand, meld_bags, played, refused, stacked

#: Rounds played, who sits out, the turn order.
SIT_OUT = [
    (0, 4, (0, 1, 2, 3)),
    (1, 3, (0, 1, 2, 4)),
    (2, 1, (0, 3, 2, 4)),
    (3, 4, (0, 1, 2, 3)),
    (4, 3, (0, 1, 2, 4)),
    (5, 1, (0, 3, 2, 4)),
]


@pytest.mark.parametrize(("number", "resting", "order"), SIT_OUT)
def test_classic_five_one_of_the_three_sits_out_in_turn(number: int, resting: int, order: tuple[int, ...]) -> None:
    """In round 1 seat 4 sits out, in round 2 seat 3, in round 3 seat 1, and again; turns go 0, b, 2, b'."""
    pack = stacked(then="8H", order=order)
    document = dealt(pack, layout="5-sitout", dealer=order[3], round=number)
    state = allowed(document)
    assert state["sitting_out"] == resting
    assert state["hands"][resting] == ""
    assert [len(state["hands"][seat].split()) for seat in order] == [11] * 4
    assert state["turn"] == order[0]
    cards = pack.split()
    for place, seat in enumerate(order):
        assert hand(state, seat) == bag(cards[place:44:4])


@pytest.mark.parametrize(("number", "resting", "order"), SIT_OUT[:3])
def test_classic_five_turn_order(number: int, resting: int, order: tuple[int, ...]) -> None:
    hands = ["9S TS JS", "9H TH JH", "9D TD JD", "9C TC JC", "8S 7S 6S"]
    hands[resting] = ""
    game = classic("5-sitout", round=number, sitting_out=resting, hands=hands, pile="8H", stock="4C 4D 4H 4S 5S")
    moves: list[str] = []
    for place, seat in enumerate(order):
        assert allowed(game, *moves)["turn"] == seat
        refused(game, *moves, f"{resting} draw")
        moves += [f"{seat} draw", f"{seat} discard {hands[seat].split()[0]}"]
        assert allowed(game, *moves)["turn"] == order[(place + 1) % 4]


@pytest.mark.parametrize("dealer", range(4))
def test_classic_five_first_player_is_the_next_in_turn_after_the_dealer(dealer: int) -> None:
    order = (0, 3, 2, 4)  # round 3
    rotated = [order[(dealer + step) % 4] for step in range(1, 5)]
    state = allowed(dealt(stacked(then="8H", order=rotated), layout="5-sitout", dealer=order[dealer], round=2))
    assert state["turn"] == rotated[0]


def test_classic_five_side_of_three_scores_as_one() -> None:
    """Scores per side: seats 0 and 2 against 1, 3 and 4."""
    hands = ["", "5S", "", "", "AS"]
    game = classic(
        "5-sitout",
        round=1,
        sitting_out=3,
        hands=hands,
        melds=[[], ["KS KH KD"]],
        threes=["3H"],
        stock="",
        pile="8H",
        scores=[10, 20],
    )
    answer = played(game, "0 draw")
    assert answer["rounds"][0]["sides"] == [{"threes": -100, "total": -100}, {"cards": 30, "hand": -25, "total": 5}]
    assert answer["state"]["scores"] == [-90, 25]


def test_classic_five_partners_share_their_melds() -> None:
    hands = ["9S TS JS", "9H TH JH", "9D TD JD", "", "QC 7S 6S"]
    game = classic("5-sitout", round=1, turn=4, sitting_out=3, hands=hands, melds=[[], ["QS QH QD"]], pile="8H")
    assert meld_bags(allowed(game, "4 draw", "4 meld QC"), 1) == [bag("QS QH QD QC")]


def test_classic_five_several_rounds_of_one_record() -> None:
    """The record's own rounds count too: its second round is the second."""
    document = dealt(stacked({0: "KS KH KD KC KS KH KD 9S 9H 9D 5S"}, "8H 9C"), layout="5-sitout", dealer=3)
    document["rounds"][0]["moves"] = ["0 draw", "0 meld KS KH KD KC KS KH KD / 9S 9H 9D 9C", "0 discard 5S"]
    document["rounds"].append({"dealer": 4, "pack": stacked(then="8H", order=(0, 1, 2, 4)), "moves": []})
    state = allowed(document)
    assert state["sitting_out"] == 3
    assert state["turn"] == 0


@pytest.mark.parametrize(
    ("layout", "first", "expected"),
    [
        ("4", 3, [3, 0, 1, 2, 3]),
        ("2", 0, [0, 1, 0, 1, 0]),
        ("3-lone", 1, [1, 2, 0, 1, 2]),
        ("6-trios", 5, [5, 0, 1, 2, 3]),
        ("5-sitout", 0, [0, 1, 2, 3, 4]),
        ("5-sitout", 2, [2, 4, 0, 1, 2]),
        ("5-sitout", 3, [3, 4, 0, 1, 2]),
    ],
)
def test_classic_deal_passes_to_the_next_seat_that_plays(layout: str, first: int, expected: list[int]) -> None:
    """First dealer given, then clockwise; at five "the next dealer is the next seat by number that plays in the new round"."""
    game = Game(load_rules("classic", layout), [f"Player {seat}" for seat in range(int(layout[0]))])
    dealers: list[int] = []
    for _ in expected:
        game.start_round(game.fresh_pack(), dealer=first if not dealers else None)
        dealers.append(record_of(game)["rounds"][-1]["dealer"])
        while not game.needs_deal:
            moves = game.legal_moves()
            draw = [move for move in moves if move.verb == "draw"]
            game.apply(draw[0] if draw else next(move for move in moves if move.verb == "discard"))
    assert dealers == expected


# Six.


def test_classic_six_pairs_are_three_sides_of_opposite_seats() -> None:
    """Seats 0+3, 1+4, 2+5."""
    hands = ["9S TS JS", "9H TH JH", "9D TD JD", "QC 7C JC", "8S 7S 6S", "8H 7H 6H"]
    game = classic("6-pairs", turn=3, hands=hands, melds=[["QS QH QD"], ["KS KH KD"]], pile="8H")
    state = allowed(game)
    assert len(state["scores"]) == len(state["melds"]) == 3
    assert meld_bags(allowed(game, "3 draw", "3 meld QC"), 0) == [bag("QS QH QD QC")]


def test_classic_six_trios_are_two_sides_alternately() -> None:
    """Seats 0, 2, 4 against 1, 3, 5."""
    hands = ["9S TS JS", "9H TH JH", "9D TD JD", "9C TC JC", "QC 7S 6S", "8H 7H 6H"]
    game = classic("6-trios", turn=4, hands=hands, melds=[["QS QH QD"], ["KS KH KD"]], pile="8H")
    assert len(allowed(game)["scores"]) == 2
    assert meld_bags(allowed(game, "4 draw", "4 meld QC"), 0) == [bag("QS QH QD QC")]


@pytest.mark.parametrize("layout", ["6-pairs", "6-trios"])
def test_classic_six_turns_go_round_all_seats(layout: str) -> None:
    game = classic(layout, pile="8H", stock="4C 4D 4H 4S 5S 5H 5D")
    first = ["9S", "9H", "9D", "9C", "8S", "8H"]
    moves: list[str] = []
    for seat in range(6):
        assert allowed(game, *moves)["turn"] == seat
        moves += [f"{seat} draw", f"{seat} discard {first[seat]}"]
    assert allowed(game, *moves)["turn"] == 0


@pytest.mark.parametrize(
    ("layout", "score", "need"),
    [("6-trios", 6995, 120), ("6-trios", 7000, 150), ("6-trios", 9995, 150), ("6-trios", 3000, 120), ("6-trios", -5, 15),
     ("6-pairs", 7000, 120), ("6-pairs", 3000, 120), ("4", 7000, 120)],
)  # fmt: skip
def test_classic_six_trios_need_150_from_7000(layout: str, score: int, need: int) -> None:
    """A side with 7,000 or more: 150; only there."""
    scores = [score] + [0] * (2 if layout == "6-pairs" else 1)
    assert allowed(classic(layout, scores=scores, pile="8H"))["opening"][0] == need


def test_classic_six_trios_minimum_of_150_is_enforced() -> None:
    hands = ["AS AH AD AC AS AH 2S 7S 8S", "9H TH", "9D TD", "9C TC", "8C 7C", "8H 7H"]
    game = classic("6-trios", hands=hands, scores=[7000, 0], pile="9S")
    assert refused(game, "0 draw", "0 meld AS AH AD AC AS AH 2S") == "initial-meld-too-low"
    game["position"]["hands"][0] = "AS AH AD AC AS AH * 7S 8S"
    allowed(game, "0 draw", "0 meld AS AH AD AC AS AH *")


@pytest.mark.parametrize("threes", ["3S 3C 3S", "3S 3C 3S 3C", "3S 3C 3S 3C 3S", "3S 3C 3S 3C 3S 3C"])
def test_classic_six_black_threes_go_out_in_threes_to_sixes(threes: str) -> None:
    """B3 group going out: three to six (six exist)."""
    canastas = ["KS KH KD KC KS KH KD", "QS QH QD QC QS QH QD"]
    game = classic("6-trios", hands=[threes], melds=[canastas], pile="8H", stock="5S 6S")
    assert allowed(game, "0 draw", f"0 meld {threes}", "0 discard 5S")["phase"] == "over"


def test_classic_six_three_copies_of_a_card_may_be_melded() -> None:
    game = classic("6-trios", hands=["QS QS QS 7S 8S"], melds=[["KS KH KD"]], pile="9S")
    assert meld_bags(allowed(game, "0 draw", "0 meld QS QS QS"), 0)[1] == bag("QS QS QS")


def test_classic_six_pairs_highest_of_three_wins_and_a_tie_plays_on() -> None:
    base: dict[str, Any] = {"hands": [""] * 6, "stock": "", "pile": "8H"}
    assert played(classic("6-pairs", scores=[7500, 7600, 7700], **base), "0 draw")["result"]["winner"] == 2
    assert played(classic("6-pairs", scores=[7500, 7700, 7700], **base), "0 draw")["result"] is None
    assert played(classic("6-pairs", scores=[7800, 7700, 7700], **base), "0 draw")["result"]["winner"] == 0
