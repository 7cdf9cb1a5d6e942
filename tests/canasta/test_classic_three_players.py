"""`classic` for three: sides that form during the round (docs/rules.md, Partners found during the round)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.canasta.play import (
    Document,
    allowed,
    bag,
    classic,
    dealt,
    hand,
    lines,
    meld_bags,
    played,
    refused,
    round_entry,
    stacked,
    verbs,
)

CANASTA = "KS KH KD KC KS KH KD"


def three(**position: Any) -> Document:
    return classic("3-lone", **position)


@pytest.mark.parametrize("laid_by", [1, 2])
def test_classic_three_players_a_concealed_canasta_counts_for_the_pair_that_forms_later(laid_by: int) -> None:
    """By the house rule that pays for it, whichever of the two laid it."""
    hands = ["QS QH 5S 6S", "4H 5H", "4D 5D"]
    hands[laid_by] = f"{CANASTA} {hands[laid_by]}"
    game = three(
        rules={"canastas.concealed": 100}, turn=laid_by, phase="play", so_far=["draw"], hands=hands,
        melds=[["QC QD QC"], ["9S 9H 9D"], ["8S 8H 8C"]], pile="7H", stock="AS TD 4C 7D",
    )  # fmt: skip
    moves = [f"{laid_by} meld {CANASTA}", f"{laid_by} discard 5{'HD'[laid_by - 1]}"]
    moves += ["2 draw", "2 discard 5D"] if laid_by == 1 else []
    taken = allowed({**game, "position": {**game["position"], "pile": "7H QD"}, "moves": []}, *moves[:1])
    assert taken["phase"] == "play"
    # Seat 0 takes the pile with the last discard, once somebody has discarded a queen.
    game["position"]["hands"][2] += " QD"
    moves[-1] = "2 discard QD"
    state = allowed(game, *moves, "0 take QS QH")
    assert state["lone"] == 0
    assert sum(state["concealed_canastas"]) == 1
    ends = {
        **game,
        "position": {**state, "stock": "", "pile": "", "phase": "draw", "turn": 1, "so_far": [], "laid": []},
    }
    sides = round_entry(ends, "1 draw")["sides"]
    assert [sheet.get("concealed_canasta") for sheet in sides] == [None, 100, 100]


def test_classic_three_players_are_three_sides_before_anyone_takes() -> None:
    """Each player is a side of their own for melds, freezing, initial meld."""
    state = allowed(three(melds=[["AS AH AD"]], pile="8H", scores=[0, 1600, 3000]))
    assert state["opening"] == [None, 90, 120]
    assert state.get("lone") is None
    assert len(state["melds"]) == len(state["threes"]) == len(state["scores"]) == 3


def test_classic_three_players_add_to_their_own_melds_only_before_an_alliance() -> None:
    game = three(hands=["AC 5S 6S", "9H TH", "9D TD"], melds=[["JS JH JD"], ["AS AH AD"]], pile="8H")
    refused(game, "0 draw", "0 meld AC")


def test_classic_first_to_take_the_pile_is_the_lone_player() -> None:
    game = three(hands=["AS AH 5S 6S"], melds=[["JS JH JD"]], pile="8H AD")
    state = allowed(game, "0 take AS AH")
    assert state["lone"] == 0
    assert meld_bags(state, 0) == [bag("JS JH JD"), bag("AS AH AD")]


def test_classic_drawing_and_melding_form_no_sides() -> None:
    game = three(hands=["AS AH AD 5S 6S"], pile="8H", stock="4C 8D 6D")
    assert allowed(game, "0 draw", "0 meld AS AH AD", "0 discard 5S").get("lone") is None


@pytest.mark.parametrize(("taker", "pooled", "empty"), [(0, 1, 2), (1, 0, 2), (2, 0, 1)])
def test_classic_the_other_two_pool_their_melds_at_the_lower_seat(taker: int, pooled: int, empty: int) -> None:
    """Record format: that seat's melds first, then the other's, in the order laid; the other's list is empty."""
    hands = ["9S TS", "9H TH", "9D TD"]
    hands[taker] = "AS AH 5S 6S"
    melds = [[], [], []]  # type: list[list[str]]
    melds[pooled], melds[empty], melds[taker] = ["QS QH QD", "7S 7H 7D"], ["JS JH JD"], ["4S 4H 4D"]
    state = allowed(three(turn=taker, hands=hands, melds=melds, pile="8H AD"), f"{taker} take AS AH")
    assert state["lone"] == taker
    assert meld_bags(state, pooled) == [bag("QS QH QD"), bag("7S 7H 7D"), bag("JS JH JD")]
    assert state["melds"][empty] == []
    assert meld_bags(state, taker) == [bag("4S 4H 4D"), bag("AS AH AD")]


def test_classic_pooled_melds_of_one_rank_merge() -> None:
    """The merged meld may become a canasta."""
    melds = [[], ["QS QH QD", "JS JH JD"], ["QS QH QD QC"]]
    game = three(hands=["AS AH 5S 6S"], melds=melds, pile="8H AD", rules=None)
    game["position"]["melds"][0] = ["4S 4H 4D"]
    state = allowed(game, "0 take AS AH")
    assert meld_bags(state, 1) == [bag("QS QH QD QS QH QD QC"), bag("JS JH JD")]


def test_classic_pooled_melds_that_would_break_the_cap_stay_parallel() -> None:
    """Kept as two melds of that rank, each under its own limits."""
    melds = [["4S 4H 4D"], ["QS QH 2S 2H"], ["QS QD 2D *"]]
    game = three(hands=["AS AH 5S 6S", "QC 9H 8H", "QH 9D 8D"], melds=melds, pile="8H AD", stock="6D 7D 6C 7C 5H 5D")
    state = allowed(game, "0 take AS AH")
    assert meld_bags(state, 1) == [bag("QS QH 2S 2H"), bag("QS QD 2D *")]
    later = ["0 take AS AH", "0 discard 5S", "1 draw"]
    state = allowed(game, *later, "1 meld Q2: QC")
    assert meld_bags(state, 1) == [bag("QS QH 2S 2H"), bag("QS QD 2D * QC")]
    state = allowed(game, *later, "1 meld QC")
    assert meld_bags(state, 1) == [bag("QS QH 2S 2H QC"), bag("QS QD 2D *")]


@pytest.mark.parametrize(("rules", "melds"), [
    ({}, ["2S 2H 2D 2C * *", "9S 9H 9D"]),
    ({"wilds.max_size": 7}, ["2S 2H 2D 2C * *", "9S 9H 9D"]),
    ({"wilds.melds": "two"}, ["2S 2H 2D", "9S 9H 9D", "2C * *"]),
])  # fmt: skip
def test_classic_pooled_wild_melds_merge_where_a_side_has_one(rules: dict[str, object], melds: list[str]) -> None:
    """One a side, like a rank."""
    position: dict[str, Any] = {"melds": [["4S 4H 4D"], ["2S 2H 2D", "9S 9H 9D"], ["2C * *"]], "pile": "8H AD"}
    game = three(hands=["AS AH 5S 6S"], rules={"wilds.allowed": True, **rules}, **position)
    assert meld_bags(allowed(game, "0 take AS AH"), 1) == [bag(meld) for meld in melds]


def test_classic_pooled_wild_melds_too_big_for_one_stay_parallel() -> None:
    position: dict[str, Any] = {"melds": [["4S 4H 4D"], ["2S 2H 2D *"], ["2C 2C * *"]], "pile": "8H AD"}
    game = three(hands=["AS AH 5S 6S"], rules={"wilds.allowed": True, "wilds.max_size": 7}, **position)
    assert meld_bags(allowed(game, "0 take AS AH"), 1) == [bag("2S 2H 2D *"), bag("2C 2C * *")]


def test_classic_formation_never_changes_later_in_the_round() -> None:
    game = three(turn=1, lone=0, hands=["9S TS", "AC 5S 6S", "9D TD"], melds=[["JS JH JD"], ["AS AH AD"]], pile="8H AD")
    game["position"]["melds"] = [["JS JH JD"], ["AS AH AC"], []]
    state = allowed(game, "1 take")
    assert state["lone"] == 0


def test_classic_partners_add_to_the_pooled_melds() -> None:
    game = three(turn=2, lone=0, hands=["9S TS", "9H TH", "QC 5S 6S"], melds=[[], ["QS QH QD"]], pile="8H")
    state = allowed(game, "2 draw", "2 meld QC")
    assert meld_bags(state, 1) == [bag("QS QH QD QC")]
    assert state["melds"][2] == []


def test_classic_lone_player_has_no_part_in_the_pairs_melds() -> None:
    game = three(lone=0, hands=["QC 5S 6S"], melds=[["JS JH JD"], ["QS QH QD"]], pile="8H")
    refused(game, "0 draw", "0 meld QC")


def test_classic_turn_order_never_changes() -> None:
    """Partners may sit next to each other."""
    game = three(
        hands=["AS AH 5S 6S", "9H TH", "9D TD"], melds=[["JS JH JD"]], pile="8H AD", stock="4C 4H 4D 4S 7S 7D 7C"
    )
    moves = ["0 take AS AH", "0 discard 5S", "1 draw", "1 discard 9H", "2 draw", "2 discard 9D"]
    assert allowed(game, *moves)["turn"] == 0


# The initial meld of a pair.


@pytest.mark.parametrize(("seat", "bundle", "legal"), [
    (0, "KS KH KD / 5S 5H 5D 5C", False),
    (0, "AS AH AD / KS KH KD", True),
    (1, "KS KH KD / 5S 5H 5D 5C", True),
])  # fmt: skip
def test_classic_pair_opens_at_the_minimum_of_the_player_who_melds_first(seat: int, bundle: str, legal: bool) -> None:
    """Scores 1600 and 200: the first needs 90, the other 50."""
    hands = ["9S TS", "9H TH", "9D TD"]
    hands[seat] = bundle.replace("/", " ") + " 7S 8S"
    game = three(turn=seat, lone=2, hands=hands, scores=[1600, 200, 0], pile="8H", stock="6D 7D 6C 7C")
    assert allowed(game)["opening"] == [90, 50, 50]
    moves = [f"{seat} draw", f"{seat} meld {bundle}"]
    if not legal:
        assert refused(game, *moves) == "initial-meld-too-low"
        return
    assert allowed(game, *moves)["opening"] == [None, None, 50]


def test_classic_after_one_partner_opened_the_other_is_free() -> None:
    """Then both are free; so they are if one had melded before they were partners."""
    game = three(
        lone=2,
        hands=["4S 4H 4D 7S 8S"],
        melds=[["QS QH QD"]],
        melded_by=[1],
        scores=[1600, 200, 0],
        pile="8H",
        stock="6D 7D 6C",
    )
    assert allowed(game)["opening"] == [None, None, 50]
    allowed(game, "0 draw", "0 meld 4S 4H 4D")


def test_classic_alliance_frees_the_partner_who_had_not_melded() -> None:
    game = three(
        hands=["AS AH 5S 6S", "4S 4H 4D 7S 8S", "9D TD"],
        melds=[["JS JH JD"], [], ["QS QH QD"]],
        pile="8H AD",
        stock="6D 7D 6C 7C",
        scores=[0, 3000, 0],
    )
    assert allowed(game)["opening"] == [None, 120, None]
    state = allowed(game, "0 take AS AH")
    assert state["opening"] == [None, None, None]
    allowed(game, "0 take AS AH", "0 discard 5S", "1 draw", "1 meld 4S 4H 4D")


def test_classic_pile_is_frozen_for_a_pair_that_has_not_melded() -> None:
    game = three(turn=1, lone=0, hands=["9S TS", "AS * 5S 6S", "9D TD"], melds=[["JS JH JD"]], pile="8H AD")
    refused(game, "1 take AS *")


# The end of a round.


def test_classic_going_out_before_any_take_makes_the_lone_player() -> None:
    """The first is alone; each of the others gets what both made, and their own red threes."""
    game = three(
        hands=["9S 9H", "4S AS", "5H TS"],
        melds=[[CANASTA], ["QS QH QD"], ["JS JH JD"]],
        threes=["", "3H", "3D 3D"],
        pile="7H",
        stock="9D 9C 8D",
        scores=[100, 200, 300],
    )
    answer = played(game, "0 draw", "0 meld 9S 9H 9D 9C")
    state, entry = answer["state"], answer["rounds"][0]
    assert state["lone"] == 0
    assert meld_bags(state, 1) == [bag("QS QH QD"), bag("JS JH JD")]
    assert state["melds"][2] == []
    assert entry["out"] == 0
    assert entry["sides"] == [
        {"cards": 110, "natural": 500, "out": 100, "total": 710},
        {"cards": 60, "hand": -40, "threes": 100, "total": 120},
        {"cards": 60, "hand": -40, "threes": 200, "total": 220},
    ]
    assert state["scores"] == [810, 320, 520]


def test_classic_losers_melds_are_pooled_for_scoring_and_may_make_a_canasta() -> None:
    """Their melds are pooled for the score in the same way."""
    game = three(
        hands=["9S 9H", "4S", "5H"],
        melds=[[CANASTA], ["QS QH QD"], ["QS QH QD QC"]],
        pile="7H",
        stock="9D 9C 8D",
    )
    entry = round_entry(game, "0 draw", "0 meld 9S 9H 9D 9C")
    assert entry["sides"][1] == {"cards": 70, "natural": 500, "hand": -10, "total": 560}
    assert entry["sides"][2] == entry["sides"][1]


def test_classic_nobody_takes_the_pile_and_the_stock_ends_three_separate_scores() -> None:
    game = three(
        hands=["9S", "4S AS", "5H *"],
        melds=[["KS KH KD"], ["QS QH QD QC"], []],
        threes=["3H", "", "3D"],
        stock="",
        pile="7H",
        scores=[1000, 2000, 3000],
    )
    answer = played(game, "0 draw")
    assert answer["rounds"][0]["sides"] == [
        {"cards": 30, "hand": -10, "threes": 100, "total": 120},
        {"cards": 40, "hand": -25, "total": 15},
        {"hand": -55, "threes": -100, "total": -155},
    ]
    assert answer["state"].get("lone") is None
    assert answer["state"]["scores"] == [1120, 2015, 2845]


def test_classic_pairs_lines_are_written_in_full_for_both_partners() -> None:
    """Record format: each partner's entry carries the pair's lines in full and their own `threes`."""
    game = three(
        lone=2,
        hands=["9S", "4S AS", "5H *"],
        melds=[["KS KH KD", CANASTA.replace("K", "Q")], [], ["JS JH JD"]],
        threes=["3H", "", "3D"],
        stock="",
        pile="7H",
    )
    entry = round_entry(game, "0 draw")
    pair = {"cards": 100, "natural": 500, "hand": -35}
    assert entry["sides"][0] == {**pair, "threes": 100, "total": 665}
    assert entry["sides"][1] == {**pair, "total": 565}
    assert entry["sides"][2] == {"cards": 30, "hand": -55, "threes": 100, "total": 75}


def test_classic_going_out_bonus_of_a_pair_is_for_both() -> None:
    game = three(lone=2, hands=["9S 9H", "4S", "5H"], melds=[[CANASTA], [], ["JS JH JD"]], pile="7H", stock="9D 9C 8D")
    entry = round_entry(game, "0 draw", "0 meld 9S 9H 9D 9C")
    assert entry["sides"][0] == {"cards": 110, "natural": 500, "hand": -5, "out": 100, "total": 705}
    assert entry["sides"][1] == entry["sides"][0]


def test_classic_partners_red_threes_are_plus_if_the_partnership_has_melded() -> None:
    """By the pair's melds, but each by their own count: 800 only for four of one player."""
    base: dict[str, Any] = {"hands": ["9S", "4S", "5H"], "stock": "", "pile": "7H", "lone": 2}
    entry = round_entry(three(melds=[["KS KH KD"]], threes=["3H", "3H 3D 3D", ""], **base), "0 draw")
    assert [side.get("threes") for side in entry["sides"]] == [100, 300, None]
    entry = round_entry(three(threes=["3H", "3H 3D 3D", ""], **base), "0 draw")
    assert [side.get("threes") for side in entry["sides"]] == [-100, -300, None]
    entry = round_entry(three(melds=[["KS KH KD"]], threes=["", "3H 3H 3D 3D", ""], **base), "0 draw")
    assert [side.get("threes") for side in entry["sides"]] == [None, 800, None]


def test_classic_three_players_red_threes_before_an_alliance_go_by_the_own_melds() -> None:
    game = three(hands=["9S", "4S", "5H"], melds=[["KS KH KD"]], threes=["3H", "3H", "3D 3D"], stock="", pile="7H")
    entry = round_entry(game, "0 draw")
    assert [side.get("threes") for side in entry["sides"]] == [100, -100, -200]


def test_classic_three_players_concealed_before_an_alliance() -> None:
    """No partner's melds exist; usual conditions."""
    game = three(hands=[f"{CANASTA} 9S 9H", "4S", "5H"], pile="7H", stock="9D 9C 8D")
    assert lines(game, "0 draw", f"0 meld {CANASTA} / 9S 9H 9D 9C") == {
        "natural": 500, "cards": 110, "out": 100, "concealed": 100
    }  # fmt: skip


def test_classic_three_players_winner_is_the_highest_single_score() -> None:
    """Game end: one or more players at 7,500: highest score wins; a tie, another hand."""
    base: dict[str, Any] = {"hands": ["", "", ""], "stock": "", "pile": "7H"}
    assert played(three(scores=[7500, 7600, 0], **base), "0 draw")["result"] == {"winner": 1, "scores": [7500, 7600, 0]}
    assert played(three(scores=[7495, 0, 0], **base), "0 draw")["result"] is None
    assert played(three(scores=[7600, 7600, 0], **base), "0 draw")["result"] is None
    assert played(three(scores=[7600, 7600, 7700], **base), "0 draw")["result"]["winner"] == 2


def test_classic_next_round_begins_with_three_separate_players() -> None:
    pack = stacked({0: "KS KH KD KC KS KH KD 9S 9H 9D 5S 5H 5D"}, "8H 9C 9D", order=(0, 1, 2), size=13)
    document = dealt(pack, "0 draw", f"0 meld {CANASTA} / 9S 9H 9D 9C 9D / 5S 5H 5D", layout="3-lone")
    answer = played(document)
    assert answer["state"]["lone"] == 0
    document["rounds"].append({"dealer": 0, "pack": stacked(then="8H", order=(1, 2, 0), size=13), "moves": []})
    state = allowed(document)
    assert state.get("lone") is None
    assert state["melds"] == [[], [], []]
    assert state["turn"] == 1


def test_classic_lone_player_by_the_upcard_itself() -> None:
    """Taking the pile in the first turn already forms the sides."""
    pack = stacked({0: "AS AH KS KH KD KC QS QH 9D 5S 5H 6D 7D"}, "AD", order=(0, 1, 2), size=13)
    state = allowed(dealt(pack, "0 take AS AH", layout="3-lone"))
    assert state["lone"] == 0
    assert verbs(state) >= {"meld", "discard"}
    assert hand(state, 0) == bag("KS KH KD KC QS QH 9D 5S 5H 6D 7D")
