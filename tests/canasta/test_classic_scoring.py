"""`classic`: the score of a round, line by line, and the end of the game (docs/rules.md, Scoring)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.canasta.play import SEATS, SIDES, Document, classic, lines, played, refused, replay, round_entry, with_moves

CANASTA = "KS KH KD KC KS KH KD"


HANDS = {
    "2": ["5S 5H", "4S"],
    "3-lone": ["5S 5H", "4S", "6S"],
    "4": ["5S 5H", "4S", "6S", "6H"],
    "5-sitout": ["5S 5H", "4S", "6S", "6H", ""],
    "6-pairs": ["5S 5H", "4S", "6S", "6H", "6D", "6C"],
    "6-trios": ["5S 5H", "4S", "6S", "6H", "6D", "6C"],
}


def _ended(layout: str = "4", **position: Any) -> Document:
    """Return a round that ends on seat 0's draw from an empty stock: nobody goes out."""
    return classic(layout, stock="", **{"hands": HANDS[layout], "pile": "8H", **position})


def _at_end(side: int = 0, layout: str = "4", **position: Any) -> dict[str, int]:
    return lines(_ended(layout, **position), "0 draw", side=side)


@pytest.mark.parametrize(
    ("card", "points"),
    [("*", 50), ("AS", 20), ("2S", 20), ("KS", 10), ("QS", 10), ("JS", 10), ("TS", 10), ("9S", 10), ("8S", 10),
     ("7S", 5), ("6S", 5), ("5S", 5), ("4S", 5), ("3S", 5)],
)  # fmt: skip
def test_classic_cards_left_in_hands_are_subtracted_at_their_values(card: str, points: int) -> None:
    """Standard values; a black three 5 each."""
    assert _at_end(hands=[f"{card}", "4S", "4H", "4D"]) == {"hand": -points - 5}


def test_classic_both_partners_hands_count_against_the_side() -> None:
    hands = ["KS *", "AS", "QS 4S", "2S 3S"]
    assert _at_end(hands=hands) == {"hand": -60 - 15}
    assert _at_end(hands=hands, side=1) == {"hand": -20 - 25}


@pytest.mark.parametrize(
    ("meld", "points"),
    [("KS KH KD", 30), ("QS QH *", 70), ("AS AH 2D", 60), ("4S 4H 4D 4C", 20), ("8S 8H 2S 2H *", 110)],
)
def test_classic_melded_cards_count_at_their_values(meld: str, points: int) -> None:
    assert _at_end(melds=[[meld]], hands=["5S", "4S", "5H", "6S"]) == {"cards": points, "hand": -10}


def test_classic_natural_canasta_pays_500_and_its_cards() -> None:
    """Seven kings are 500 + 70."""
    assert _at_end(melds=[[CANASTA]], hands=["5S", "4S", "5H", "6S"]) == {"natural": 500, "cards": 70, "hand": -10}


def test_classic_mixed_canasta_pays_300_and_its_cards() -> None:
    sheet = _at_end(melds=[["KS KH KD KC 2S 2H *"]], hands=["5S", "4S", "5H", "6S"])
    assert sheet == {"mixed": 300, "cards": 130, "hand": -10}


def test_classic_wild_on_a_natural_canasta_makes_it_mixed() -> None:
    game = classic(hands=["2S 5S 6S"], melds=[[CANASTA]], pile="7H", stock="8D")
    moves = ["0 draw", "0 meld K: 2S", "0 discard 5S", "1 draw"]
    sheet = lines(game, *moves)
    assert sheet["mixed"] == 300
    assert "natural" not in sheet


def test_classic_more_than_seven_cards_are_still_one_canasta() -> None:
    sheet = _at_end(melds=[["KS KH KD KC KS KH KD KC"]], hands=["5S", "4S", "5H", "6S"])
    assert sheet == {"natural": 500, "cards": 80, "hand": -10}


def test_classic_six_cards_pay_no_bonus() -> None:
    assert _at_end(melds=[["KS KH KD KC KS KH"]], hands=["5S", "4S", "5H", "6S"]) == {"cards": 60, "hand": -10}


def test_classic_several_canastas_each_pay() -> None:
    melds = [[CANASTA, "QS QH QD QC QS QH QD", "JS JH JD JC 2S 2H *", "8S 8H 8D 8C 8S *"]]
    sheet = _at_end(melds=melds, hands=["5S", "4S", "5H", "6S"])
    assert sheet == {"natural": 1000, "mixed": 300, "cards": 70 + 70 + 130 + 100, "hand": -10}


# Red threes.

FOUR = [100, 200, 300, 800]
SIX = [100, 200, 300, 400, 1000, 1200]
THREES = ["3H", "3H 3D", "3H 3D 3H", "3H 3D 3H 3D", "3H 3D 3H 3D 3H", "3H 3D 3H 3D 3H 3D"]
RED_THREES = [
    (layout, count, points)
    for layout, table in {
        "2": FOUR,
        "3-lone": FOUR,
        "4": FOUR,
        "5-sitout": FOUR,
        "6-pairs": SIX,
        "6-trios": SIX,
    }.items()
    for count, points in enumerate(table, 1)
]


@pytest.mark.parametrize(("layout", "count", "points"), RED_THREES)
def test_classic_red_threes_pay_a_side_that_has_a_meld(layout: str, count: int, points: int) -> None:
    """At six 100 each to four, then 1,000 and 1,200."""
    sheet = _at_end(layout=layout, melds=[["KS KH KD"]], threes=[THREES[count - 1]])
    assert sheet["threes"] == points


@pytest.mark.parametrize(("layout", "count", "points"), RED_THREES)
def test_classic_red_threes_cost_a_side_without_a_meld(layout: str, count: int, points: int) -> None:
    sheet = _at_end(layout=layout, threes=[THREES[count - 1]])
    assert sheet["threes"] == -points


def test_classic_red_threes_count_for_the_side_that_laid_them() -> None:
    game: dict[str, Any] = {"melds": [["KS KH KD"]], "threes": ["3H", "3D 3D"]}
    assert _at_end(**game)["threes"] == 100
    assert _at_end(side=1, **game)["threes"] == -200


def test_classic_red_threes_have_no_card_value() -> None:
    assert "cards" not in _at_end(threes=["3H 3D"])


# Going out.


def _goes_out(hand: str, *moves: str, side: int = 0, **position: Any) -> dict[str, int]:
    game = classic(hands=[hand, "4S", "5H", "6S"], pile="7H", **position)
    return lines(game, *moves, side=side)


def test_classic_going_out_pays_100() -> None:
    sheet = _goes_out("9S 9H", "0 draw", "0 meld 9S 9H 9D", melds=[[CANASTA]], stock="9D 8D")
    assert sheet == {"natural": 500, "cards": 100, "hand": -5, "out": 100}


def test_classic_the_other_side_gets_no_bonus() -> None:
    sheet = _goes_out("9S 9H", "0 draw", "0 meld 9S 9H 9D", melds=[[CANASTA]], stock="9D 8D", side=1)
    assert sheet == {"hand": -10}


def test_classic_last_discard_counts_for_nobody() -> None:
    sheet = _goes_out("9S 9H 9D", "0 draw", "0 meld 9S 9H 9D", "0 discard AS", melds=[[CANASTA]], stock="AS 8D")
    assert sheet == {"natural": 500, "cards": 100, "hand": -5, "out": 100}


def test_classic_melded_black_threes_count_five_each() -> None:
    sheet = _goes_out("3S 3C", "0 draw", "0 meld 3S 3C 3S", melds=[[CANASTA]], stock="3S 8D")
    assert sheet == {"natural": 500, "cards": 85, "hand": -5, "out": 100}


CONCEALED = {"natural": 500, "cards": 100, "hand": -5, "out": 100, "concealed": 100}


def test_classic_going_out_concealed_pays_another_100() -> None:
    """200 in all."""
    moves = ["0 draw", f"0 meld {CANASTA} / 9S 9H 9D"]
    assert _goes_out(f"{CANASTA} 9S 9H", *moves, stock="9D 8D") == CONCEALED


def test_classic_concealed_may_be_laid_in_several_moves_of_one_turn() -> None:
    """Lays the whole holding in one turn (the minimum met by the first)."""
    moves = ["0 draw", f"0 meld {CANASTA}", "0 meld 9S 9H 9D"]
    assert _goes_out(f"{CANASTA} 9S 9H", *moves, stock="9D 8D") == CONCEALED


def test_classic_concealed_may_end_with_a_discard() -> None:
    moves = ["0 draw", f"0 meld {CANASTA} / 9S 9H 9D", "0 discard 5S"]
    assert _goes_out(f"{CANASTA} 9S 9H 5S", *moves, stock="9D 8D") == CONCEALED


def test_classic_concealed_beside_a_partner_who_has_melded() -> None:
    """The player melded nothing earlier; their partner may have."""
    moves = ["0 draw", f"0 meld {CANASTA} / 9S 9H 9D"]
    sheet = _goes_out(f"{CANASTA} 9S 9H", *moves, stock="9D 8D", melds=[["AS AH AD"]], melded_by=[2])
    assert sheet == {**CONCEALED, "cards": 160}


def test_classic_not_concealed_after_melding_earlier() -> None:
    moves = ["0 draw", f"0 meld {CANASTA} / 9S 9H 9D"]
    sheet = _goes_out(f"{CANASTA} 9S 9H", *moves, stock="9D 8D", melds=[["AS AH AD"]], melded_by=[0])
    assert "concealed" not in sheet
    assert sheet["out"] == 100


def test_classic_not_concealed_when_adding_to_the_partners_melds() -> None:
    moves = ["0 draw", f"0 meld {CANASTA} / 9S 9H 9D / AC"]
    sheet = _goes_out(f"{CANASTA} 9S 9H AC", *moves, stock="9D 8D", melds=[["AS AH AD"]], melded_by=[2])
    assert "concealed" not in sheet
    assert sheet["out"] == 100


def test_classic_not_concealed_without_a_canasta_of_ones_own() -> None:
    moves = ["0 draw", "0 meld 9S 9H 9D"]
    sheet = _goes_out("9S 9H", *moves, stock="9D 8D", melds=[[CANASTA]], melded_by=[2])
    assert sheet == {"natural": 500, "cards": 100, "hand": -5, "out": 100}


def test_classic_not_concealed_by_completing_the_partners_canasta() -> None:
    moves = ["0 draw", "0 meld KD", "0 meld 9S 9H 9D"]
    sheet = _goes_out("KD 9S 9H", *moves, stock="9D 8D", melds=[["KS KH KD KC KS KH"]], melded_by=[2])
    assert "concealed" not in sheet


def test_classic_concealed_with_black_threes() -> None:
    """Allowed, the canasta must still be there."""
    moves = ["0 draw", f"0 meld {CANASTA} / 3S 3C 3S"]
    assert _goes_out(f"{CANASTA} 3S 3C", *moves, stock="3S 8D") == {**CONCEALED, "cards": 85}


def test_classic_concealed_after_taking_the_pile() -> None:
    """Taking the pile in that turn is allowed and keeps the bonus."""
    game = classic(hands=[f"{CANASTA} 9S 9H", "4S", "5H", "6S"], pile="9D", stock="8D")
    assert lines(game, f"0 take 9S 9H / {CANASTA}") == CONCEALED


def test_classic_concealed_with_cards_of_the_taken_pile() -> None:
    game = classic(hands=["KS KH KD KC KS KH 9S 9H", "4S", "5H", "6S"], pile="KD 9D", stock="8D", scores=[0, 0])
    assert lines(game, "0 take 9S 9H / KS KH KD KC KS KH", "0 meld KD") == CONCEALED


def test_classic_not_concealed_when_the_take_joins_the_partners_meld() -> None:
    game = classic(hands=[CANASTA, "4S", "5H", "6S"], pile="AC", stock="8D", melds=[["AS AH AD"]], melded_by=[2])
    sheet = lines(game, f"0 take / {CANASTA}")
    assert sheet == {"natural": 500, "cards": 150, "hand": -5, "out": 100}


def test_classic_concealed_as_a_new_meld_beside_the_partners() -> None:
    game = classic(
        hands=[f"{CANASTA} 9S 9H", "4S", "5H", "6S"], pile="9D", stock="8D", melds=[["AS AH AD"]], melded_by=[2]
    )
    assert lines(game, f"0 take 9S 9H / {CANASTA}") == {**CONCEALED, "cards": 160}


def test_classic_red_threes_do_not_spoil_a_concealed_going_out() -> None:
    moves = ["0 draw", f"0 meld {CANASTA} / 9S 9H 9D"]
    sheet = _goes_out(f"{CANASTA} 9S 9H", *moves, stock="3H 9D 8D", threes=["3D"])
    assert sheet == {**CONCEALED, "threes": 200}


def test_classic_round_entry_says_who_went_out_and_whether_concealed() -> None:
    game = classic(hands=[f"{CANASTA} 9S 9H"], pile="7H", stock="9D 8D")
    entry = round_entry(game, "0 draw", f"0 meld {CANASTA} / 9S 9H 9D")
    assert (entry["out"], entry["concealed"]) == (0, True)
    game = classic(turn=3, hands=["4S", "5H", "6S", "9S 9H"], melds=[[], [CANASTA]], pile="7H", stock="9D 8D")
    entry = round_entry(game, "3 draw", "3 meld 9S 9H 9D")
    assert (entry["out"], entry["concealed"]) == (3, False)


# Totals and the end of the game.


def test_classic_round_totals_are_added_to_the_scores() -> None:
    answer = played(_ended(scores=[1600, -40], melds=[["KS KH KD"]]), "0 draw")
    totals = [side["total"] for side in answer["rounds"][0]["sides"]]
    assert answer["state"]["scores"] == [1600 + totals[0], -40 + totals[1]]


def test_classic_scores_may_go_negative() -> None:
    """Cumulative scores may go negative; a side below zero needs 15."""
    answer = played(_ended(hands=["* *", "4S", "5H", "6S"]), "0 draw")
    assert answer["state"]["scores"][0] == -105


@pytest.mark.parametrize(
    ("scores", "winner"),
    [([4900, 100], None), ([5000 - 95, 100], 0), ([4500, 5900], 1), ([5500, 5000], 0), ([5000, 6000], 1)],
)
def test_classic_first_to_5000_at_the_end_of_a_round_wins(scores: list[int], winner: int | None) -> None:
    """One or both sides at 5,000 or more: the higher total wins."""
    melds = [["AS AH AD AC AS"]]  # 100 points less one five in hand
    answer = played(_ended(scores=scores, melds=melds, hands=["", "", "5H", ""]), "0 draw")
    final = [scores[0] + 95, scores[1]]
    assert answer["state"]["scores"] == final
    if winner is None:
        assert answer["result"] is None
    else:
        assert answer["result"] == {"winner": winner, "scores": final}


def test_classic_tie_at_the_target_plays_another_round() -> None:
    melds = [["AS AH AD AC AS"]]
    answer = played(_ended(scores=[4905, 5000], melds=melds, hands=["", "", "5H", ""]), "0 draw")
    assert answer["state"]["scores"] == [5000, 5000]
    assert answer["result"] is None


def test_target_is_a_rule_parameter() -> None:
    melds = [["AS AH AD AC AS"]]
    game = _ended(scores=[2905, 0], melds=melds, hands=["", "", "5H", ""], rules={"target": 3000})
    assert played(game, "0 draw")["result"] == {"winner": 0, "scores": [3000, 0]}
    game = _ended(scores=[2900, 0], melds=melds, hands=["", "", "5H", ""], rules={"target": 3000})
    assert played(game, "0 draw")["result"] is None


@pytest.mark.parametrize(
    ("layout", "target"), [("2", 5000), ("3-lone", 7500), ("4", 5000), ("6-pairs", 7500), ("6-trios", 10000)]
)
def test_classic_target_of_each_layout(layout: str, target: int) -> None:
    sides, seats = SIDES[layout], SEATS[layout]
    for short in (5, 0):
        scores = [target - short] + [0] * (sides - 1)
        game = classic(layout, hands=[""] * seats, stock="", pile="8H", scores=scores)
        result = played(game, "0 draw")["result"]
        assert result == (None if short else {"winner": 0, "scores": scores})


def test_nothing_is_played_after_the_game_has_ended() -> None:
    game = _ended(scores=[6000, 0])
    refused(game, "0 draw", "1 draw")


def test_rounds_are_empty_until_one_has_ended() -> None:
    game = classic(hands=["KS QS 5S"], pile="7H")
    answer = played(game, "0 draw")
    assert answer["rounds"] == []
    assert answer["result"] is None


def test_every_line_of_a_full_sheet() -> None:
    """All at once: two canastas, cards, threes, going out, partner's hand."""
    melds = [[CANASTA, "8S 8H 8D 8C 2S 2H *"], ["QS QH QD"]]
    game = classic(
        hands=["9S 9H", "4S 2D", "* 5H", "6S 3C"],
        melds=melds,
        threes=["3H 3H", "3D"],
        pile="7H",
        stock="9D 8D",
        scores=[100, 200],
    )
    answer = replay(with_moves(game, "0 draw", "0 meld 9S 9H 9D"))
    assert answer["rounds"][0]["sides"] == [
        {"cards": 70 + 130 + 30, "hand": -55, "natural": 500, "mixed": 300, "threes": 200, "out": 100, "total": 1275},
        {"cards": 30, "hand": -5 - 20 - 5 - 5, "threes": 100, "total": 95},
    ]
    assert answer["state"]["scores"] == [1375, 295]
