"""`hand-and-foot-rounds`: four rounds with a minimum for each, and one card of the pile (docs/variants.md, Hand & Foot in four rounds)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.canasta.play import (
    SEATS,
    Document,
    allowed,
    at_end,
    bag,
    classic,
    dealt,
    hand,
    lines,
    meld_bags,
    played,
    refused,
    stacked,
    verbs,
)

game_of = partial(classic, variant="hand-and-foot-rounds")

RED = "7S 7H 7D 7C 7S 7H 7D"
BLACK = "KS KH KD KC KS 2H *"
OWN = "JS JH JD"
FEET = ["4S 5S", "4H 5H", "4D 5D", "4C 5C"]


def playing(cards: str, layout: str = "4", **position: Any) -> Document:
    """Seat 0, having drawn, holds `cards` of its first packet; every foot still lies there."""
    return game_of(layout, **{"phase": "play", "so_far": ["draw"], "hands": [cards], "feet": FEET, **position})


def in_foot(cards: str, layout: str = "4", **position: Any) -> Document:
    """Seat 0, having drawn, plays `cards` of its foot."""
    where = {"phase": "play", "so_far": ["draw"], "hands": [cards], "in_foot": [0], "foot_played": [0]}
    return game_of(layout, **{**where, **position})


# The table


@pytest.mark.parametrize(("layout", "sides"), [("4", 2), ("6-pairs", 3)])
def test_hand_and_foot_rounds_deals_two_packets_of_eleven_from_a_pack_a_player(layout: str, sides: int) -> None:
    players = SEATS[layout]
    pack = stacked(order=range(players), size=22, decks=players)
    state = allowed(dealt(pack, layout=layout, variant="hand-and-foot-rounds"))
    assert {len(packet.split()) for packet in (*state["hands"], *state["feet"])} == {11}
    assert len(state["stock"].split()) == 54 * players - 22 * players
    assert state["pile"] == ""
    assert state["scores"] == [0] * sides


def test_hand_and_foot_rounds_the_second_packet_is_the_foot() -> None:
    pack = stacked({0: "5S TS JS QS KS AS TH JH QH KH AH 4S 4H 4D 5H 5D 6S 6H 6D 8S 8H 8D"}, size=22, decks=4)
    state = allowed(dealt(pack, variant="hand-and-foot-rounds"))
    assert hand(state, 0) == bag("5S TS JS QS KS AS TH JH QH KH AH")
    assert bag(state["feet"][0]) == bag("4S 4H 4D 5H 5D 6S 6H 6D 8S 8H 8D")


@pytest.mark.parametrize(
    ("card", "value"),
    [("4S", 5), ("7S", 5), ("8S", 10), ("9S", 10), ("KS", 10), ("AS", 20), ("2S", 20), ("*", 50)],
)
def test_hand_and_foot_rounds_values(card: str, value: int) -> None:
    assert at_end(game_of, hands=[card, "", "", ""]) == {"hand": -value}


# The turn


def test_hand_and_foot_rounds_draws_two_and_discards_one() -> None:
    game = game_of(hands=["TS JS"], stock="4C 4D 5C", feet=FEET)
    assert hand(allowed(game, "0 draw"), 0) == bag("TS JS 4C 4D")
    assert refused(game, "0 draw", "0 draw") == "already-drawn"
    assert allowed(game, "0 draw", "0 discard TS")["turn"] == 1


def test_hand_and_foot_rounds_takes_the_top_card_only_and_draws_nothing_more() -> None:
    """Worked example 3."""
    game = game_of(hands=["KS KH 6S 8S"], melds=[[OWN]], pile="5D 9C KD", feet=FEET)
    state = allowed(game, "0 take KS KH")
    assert state["pile"] == "5D 9C"
    assert hand(state, 0) == bag("6S 8S")
    assert meld_bags(state, 0)[1] == bag("KS KH KD")
    assert refused(game, "0 take KS KH", "0 draw") == "already-drawn"
    state = allowed(game, "0 take KS KH", "0 discard 6S")
    assert state["pile"] == "5D 9C 6S"


@pytest.mark.parametrize(
    ("cards", "melds", "move"),
    [("KS 2H 6S", [OWN], "0 take KS 2H"), ("6S 8S", [OWN, "KC KS KH"], "0 take"), ("2S 2H 6S", [OWN], "0 take 2S 2H"),
     ("KS 6S 8S", [OWN, "KC KS KH"], "0 take KS")],
)  # fmt: skip
def test_hand_and_foot_rounds_only_two_naturals_of_its_rank_take_it(cards: str, melds: list[str], move: str) -> None:
    game = game_of(hands=[cards], melds=[melds], pile="9C KD", feet=FEET)
    assert verbs(allowed(game)) == {"draw"}
    assert refused(game, move) == "pile-frozen"


def test_hand_and_foot_rounds_the_pair_and_the_top_card_join_a_meld() -> None:
    game = game_of(hands=["KS KH 6S 8S"], melds=[["KC KD KC"]], pile="9C KD", feet=FEET)
    assert meld_bags(allowed(game, "0 take KS KH"), 0) == [bag("KC KD KC KS KH KD")]


def test_hand_and_foot_rounds_a_wild_card_may_come_along_with_the_pair() -> None:
    game = game_of(hands=["KS KH 2H 6S 8S"], melds=[[OWN]], pile="9C KD", feet=FEET)
    assert meld_bags(allowed(game, "0 take KS KH 2H"), 0)[1] == bag("KS KH 2H KD")


@pytest.mark.parametrize("top", ["2D", "*"])
def test_hand_and_foot_rounds_a_wild_card_on_top_is_not_taken_and_one_below_does_no_harm(top: str) -> None:
    assert verbs(allowed(game_of(hands=["2S 2H * * 8S"], melds=[[OWN]], pile=f"8H {top}", feet=FEET))) == {"draw"}
    below = game_of(hands=["8S 8H 6S 5S"], melds=[[OWN]], pile=f"9H {top} 8D", feet=FEET)
    assert allowed(below, "0 take 8S 8H")["pile"].split() == ["9H", top]


def test_hand_and_foot_rounds_the_top_card_counts_for_the_minimum() -> None:
    game = game_of(hands=["AS AH 6S 8S"], pile="9C AD", feet=FEET)
    assert allowed(game, "0 take AS AH")["opening"][0] is None
    assert refused(game_of(hands=["KS KH 6S 8S"], pile="9C KD", feet=FEET), "0 take KS KH") == "initial-meld-too-low"
    more = game_of(hands=["KS KH QS QH QD 6S 8S"], pile="9C KD", feet=FEET)
    assert allowed(more, "0 take KS KH / QS QH QD")["pile"] == "9C"


def test_hand_and_foot_rounds_the_card_that_was_taken_may_go_out() -> None:
    game = game_of(hands=["QS QH"], melds=[[RED, BLACK]], pile="9C QD", in_foot=[0], foot_played=[0])
    assert lines(game, "0 take QS QH")["out"] == 100


# The minimum by round


@pytest.mark.parametrize("scores", [[0, 0], [-500, 4000]])
@pytest.mark.parametrize(("number", "needed"), [(0, 50), (1, 90), (2, 120), (3, 150), (4, 150), (5, 150)])
def test_hand_and_foot_rounds_minimum_by_round_whatever_the_score(scores: list[int], number: int, needed: int) -> None:
    assert allowed(game_of(round=number, scores=scores, feet=FEET))["opening"] == [needed, needed]


def test_hand_and_foot_rounds_opening_in_the_third_round() -> None:
    """Worked example 1."""
    low = playing("KS KH KD AS AH AD 6S 8S", round=2)
    assert refused(low, "0 meld KS KH KD / AS AH AD") == "initial-meld-too-low"
    enough = playing("KS KH KD AS AH AD QS QH QD 6S 8S", round=2)
    assert allowed(enough, "0 meld KS KH KD / AS AH AD / QS QH QD")["opening"][0] is None


def test_hand_and_foot_rounds_one_player_opens_for_the_side() -> None:
    game = playing("AS AH AD 6S 8S", hands=["AS AH AD 6S 8S", "9S TS", "9D 9H 9C 4S 5S"], stock="4C 4D 6C 6D 8C 8D")
    moves = ["0 meld AS AH AD", "0 discard 6S", "1 draw", "1 discard 9S", "2 draw"]
    allowed(game, *moves, "2 meld 9D 9H 9C")


def test_hand_and_foot_rounds_the_minimum_may_go_by_the_score() -> None:
    rules = {"opening.by": "score", "opening.table": [[0, 50], [2500, 90]]}
    assert allowed(game_of(round=3, scores=[0, 2500], rules=rules, feet=FEET))["opening"] == [50, 90]


def test_hand_and_foot_rounds_the_minimum_by_round_in_another_game() -> None:
    rules = {"opening.by": "round", "opening.table": [[1, 50], [3, 120]]}
    for number, needed in ((0, 50), (1, 50), (2, 120), (7, 120)):
        state = allowed(classic(round=number, scores=[4000, 0], rules=rules))
        assert state["opening"] == [needed, needed]


# Melds


@pytest.mark.parametrize(
    ("cards", "code"),
    [("8C 8S 2S", None), ("8C 8S 2S 2H", "wilds-outnumber-naturals"), ("8C 8S 8H 8D 2S 2H 2D", None),
     ("8C 8S 8H 8D 8C 2S 2H 2D *", "too-many-wilds"), ("8C 2S 2H", "too-few-naturals"), ("2S 2H *", "no-wild-melds"),
     ("3S 3C 3S", "threes-not-melded"), ("3H 3D 3H", "threes-not-melded")],
)  # fmt: skip
def test_hand_and_foot_rounds_what_a_meld_holds(cards: str, code: str | None) -> None:
    game = playing(f"{cards} 6S 5S", melds=[[OWN]])
    if code is None:
        allowed(game, f"0 meld {cards}")
    else:
        assert refused(game, f"0 meld {cards}") == code


def test_hand_and_foot_rounds_another_meld_of_a_rank_after_a_canasta() -> None:
    allowed(playing("7C 7S 7H 6S", melds=[[RED]]), "0 meld 7+: 7C 7S 7H")
    code = refused(playing("7C 7S 7H 6S", melds=[["7D 7C 7S"]]), "0 meld 7+: 7C 7S 7H")
    assert code == "one-meld-a-rank"


@pytest.mark.parametrize("canasta", [RED, "7S 7H 7D 7C 7S 7H 2D"])
@pytest.mark.parametrize("cards", ["2S", "*", "7C 2S"])
def test_hand_and_foot_rounds_a_canasta_takes_naturals_and_no_wild_cards(canasta: str, cards: str) -> None:
    game = playing("7C 2S * 6S 5S", melds=[[OWN, canasta]])
    assert refused(game, f"0 meld 7: {cards}") == "pure-only"
    assert bag(allowed(game, "0 meld 7C")["melds"][0][1]) == bag(canasta) + bag("7C")


def test_hand_and_foot_rounds_a_wild_card_may_complete_a_canasta() -> None:
    game = playing("7C 2S 6S 5S", melds=[[OWN, "7S 7H 7D 7C 7S 7H"]])
    allowed(game, "0 meld 7: 2S")
    allowed(game, "0 meld 7C 2S")
    assert refused(game, "0 meld 7: 2S", "0 meld 7C", "0 meld 7: *") == "card-not-in-hand"
    refused(playing("2C 2S 6S 5S", melds=[[OWN, "7S 7H 7D 7C 7S 7H"]]), "0 meld 7: 2S", "0 meld 7: 2C")


def test_hand_and_foot_rounds_wild_cards_go_on_to_a_canasta_by_house_rule() -> None:
    game = playing("7C 2S 6S 5S", melds=[[OWN, RED]], rules={"melds.canasta_wilds": True})
    allowed(game, "0 meld 7: 2S")


def test_hand_and_foot_rounds_wild_cards_alone_go_nowhere_once_all_melds_are_canastas() -> None:
    game = playing("2S 2H 6S 5S", melds=[[RED, BLACK]])
    assert verbs(allowed(game)) == {"discard"}


def test_no_wild_card_comes_on_to_a_canasta_with_the_pile() -> None:
    rules = {"melds.canasta_wilds": False, "melds.same_rank": "one"}
    game = classic(hands=["KC 2H 5S 6S"], melds=[["KS KH KD KC KS KH 2S"]], pile="9C KD", rules=rules)
    allowed(game, "0 take")
    allowed(game, "0 take KC")
    refused(game, "0 take KC 2H")


# Threes


@pytest.mark.parametrize(("three", "cost"), [("3H", 500), ("3D", 500), ("3S", 300), ("3C", 300)])
def test_hand_and_foot_rounds_threes_stay_in_the_hand_and_cost(three: str, cost: int) -> None:
    game = game_of(hands=["6S 8S"], stock=f"{three} 4C 5C", feet=FEET)
    state = allowed(game, "0 draw")
    assert three in state["hands"][0]
    assert "0 three" not in state["legal"]
    assert allowed(game, "0 draw", f"0 discard {three}")["pile"] == three
    assert at_end(game_of, hands=[three, "", "", ""]) == {"held": -cost}
    assert at_end(game_of, feet=[three]) == {"held": -cost}


@pytest.mark.parametrize("three", ["3S", "3H"])
def test_hand_and_foot_rounds_threes_cost_their_holder_when_somebody_goes_out_and_when_it_is_the_holder(
    three: str,
) -> None:
    melds = [[RED, BLACK]]
    game = in_foot("6S", melds=melds, hands=["6S", "", three, ""])
    assert lines(game, "0 discard 6S")["held"] == (-300 if three == "3S" else -500)


@pytest.mark.parametrize("three", ["3S", "3H"])
def test_hand_and_foot_rounds_threes_don_t_block(three: str) -> None:
    assert allowed(game_of(hands=["6S 8S"], pile=f"9C {three}", feet=FEET))["blocked"] is False
    pair = game_of(hands=["8S 8H 6S 5S"], melds=[[OWN]], pile=f"{three} 8D", feet=FEET)
    assert allowed(pair, "0 take 8S 8H")["pile"] == three


# The foot, and going out


def test_hand_and_foot_rounds_the_foot_is_picked_up_at_once_after_a_meld_else_for_the_next_turn() -> None:
    state = allowed(playing("AS AH AD"), "0 meld AS AH AD")
    assert hand(state, 0) == bag("4S 5S")
    assert (state["turn"], state["in_foot"]) == (0, [0])
    state = allowed(playing("AS"), "0 discard AS")
    assert hand(state, 0) == bag("4S 5S")
    assert state["turn"] == 1


@pytest.mark.parametrize("moves", [["0 discard 7C"], ["0 meld 7C"]])
def test_hand_and_foot_rounds_going_out_takes_one_clean_and_one_dirty_canasta(moves: list[str]) -> None:
    assert lines(in_foot("7C", melds=[[RED, BLACK]]), *moves)["out"] == 100
    sevens = "7D 7C 7D"
    for melds in ([RED], [BLACK, sevens], [RED, "8S 8H 8D 8C 8S 8H 8D"], [BLACK, "8S 8H 8D 8C 8S 8H 2D", sevens]):
        assert refused(in_foot("7C", melds=[melds]), *moves) == "keep-a-card"


def test_hand_and_foot_rounds_nobody_goes_out_from_the_hand() -> None:
    state = allowed(playing("7C", melds=[[RED, BLACK]]), "0 meld 7C")
    assert (state["phase"], hand(state, 0)) == ("play", bag("4S 5S"))


def test_hand_and_foot_rounds_nothing_is_asked_of_the_partner() -> None:
    game = in_foot("7C", melds=[[RED, BLACK]], hands=["7C", "9S", "TS 3H"], feet=["", "", "KD QD", ""])
    sheet = lines(game, "0 discard 7C")
    assert sheet["out"] == 100
    assert sheet["hand"] == -30
    assert sheet["held"] == -500


def test_hand_and_foot_rounds_the_partner_may_be_asked_for_leave() -> None:
    game = in_foot("7C 6S", melds=[[RED, BLACK]])
    lines(game, "0 meld 7C", "0 discard 6S")
    assert refused(game, "0 ask", "2 answer no", "0 meld 7C") == "must-not-go-out"
    assert lines(game, "0 ask", "2 answer yes", "0 meld 7C", "0 discard 6S")["out"] == 100


# Scoring and the end


def test_hand_and_foot_rounds_scores_a_round() -> None:
    """Worked example 2."""
    game = in_foot("4H", melds=[[RED, BLACK], [OWN]], hands=["4H", "3H", "3S QD", "AS"], feet=["", "8D", "4C 5C", "8C"])
    ours, theirs = played(game, "0 discard 4H")["rounds"][0]["sides"]
    assert ours == {"natural": 500, "mixed": 300, "cards": 155, "out": 100, "hand": -20, "held": -300, "total": 735}
    assert theirs == {"cards": 30, "hand": -40, "held": -500, "total": -510}


def test_hand_and_foot_rounds_an_empty_stock_is_made_of_the_pile() -> None:
    game = game_of(hands=["6S 8S"], stock="", pile="4C 5C 6C 7C 8C", feet=FEET, reshuffles=["4C 6C 5C 8C 7C"])
    state = allowed(game, "0 draw")
    assert state["recycles"] == 1
    assert hand(state, 0) == bag("6S 8S 6C 5C")
    assert (state["pile"], state["stock"]) == ("4C", "8C 7C")


def last_round(number: int, scores: list[int]) -> Document:
    """Return a round after this many that seat 0's draw ends, and that brings each side as much."""
    return game_of(hands=[""] * 4, stock="", pile="", melds=[[OWN], [OWN]], scores=scores, round=number)


def test_hand_and_foot_rounds_ends_after_the_fourth_round_by_the_higher_total() -> None:
    assert played(last_round(2, [9000, 0]), "0 draw")["result"] is None
    assert played(last_round(3, [100, 105]), "0 draw")["result"] == {"winner": 1, "scores": [130, 135]}


def test_hand_and_foot_rounds_a_tie_after_the_fourth_brings_a_fifth() -> None:
    assert played(last_round(3, [100, 100]), "0 draw")["result"] is None
    assert played(last_round(4, [100, 100]), "0 draw")["result"] is None
    assert played(last_round(4, [105, 100]), "0 draw")["result"] == {"winner": 0, "scores": [135, 130]}


def test_hand_and_foot_rounds_a_tie_is_a_draw_by_house_rule_and_by_default() -> None:
    tie = {**last_round(3, [100, 100]), "rules": {"more_rounds": False}}
    assert played(tie, "0 draw")["result"] == {"winner": None, "scores": [130, 130]}
    other = classic(hands=[""] * 4, stock="", pile="", melds=[["AS AH AD"], ["AC AS AH"]], rules={"rounds": 1})
    assert played(other, "0 draw")["result"] == {"winner": None, "scores": [60, 60]}
