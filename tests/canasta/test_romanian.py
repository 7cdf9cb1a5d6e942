"""`romanian`: the Romanian standard game, what differs from the classic one (docs/variants.md, Romanian)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from bot.canasta.record import game_from_record
from bot.canasta.views import public_view
from tests.canasta.play import (
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
    round_entry,
    stacked,
    unreadable,
    verbs,
)

romanian = partial(classic, variant="romanian")
romanian_deal = partial(dealt, variant="romanian")

OWN = "JS JH JD"
TENS = "TS TH TC TS TH TC TD"
CLOSING = ("*", "2S", "3S", "3H")


round_end = partial(at_end, romanian)


# Always a move

LAST = {"out.last_not": ["ace", "seven", "two"]}


def test_romanian_a_three_kept_as_the_only_card_is_not_laid_where_its_replacement_might_not_go() -> None:
    """That card might neither be discarded last nor be kept; the three itself may still be discarded."""
    game = romanian(phase="play", so_far=["draw"], hands=["3H"], melds=[[TENS]], pile="8H", stock="7S 9C", rules=LAST)
    assert verbs(allowed(game)) == {"ask", "discard"}
    assert refused(game, "0 three 3H") == "three-only-card"
    assert lines(game, "0 discard 3H")["out"] == 100
    free = {**game, "rules": {}}
    assert verbs(allowed(free, "0 three 3H")) == {"ask", "discard"}


def test_romanian_a_three_beside_another_card_is_laid_as_ever() -> None:
    game = romanian(hands=["3H 5S"], melds=[[TENS]], pile="8H", stock="7S 9C 6C", rules=LAST)
    assert hand(allowed(game, "0 three 3H"), 0) == bag("5S 7S")
    assert hand(allowed(game, "0 draw", "0 three 3H"), 0) == bag("5S 7S 9C")
    alone = romanian(hands=["3H"], melds=[[TENS]], pile="8H", stock="7S 9C 6C", rules=LAST)
    assert verbs(allowed(alone, "0 three 3H", "0 draw")) == {"discard"}


# Deal


@pytest.mark.parametrize("covered", ["*", "2S", "3H", "3S"])
def test_romanian_upcard_wild_or_three_is_covered_and_neither_freezes_nor_closes(covered: str) -> None:
    """Black threes too."""
    state = allowed(romanian_deal(stacked(then=f"{covered} KS")))
    assert state["pile"] == f"{covered} KS"
    assert state["frozen"] is False
    assert "closed_by" not in state


def test_romanian_dealt_red_three_stays_in_the_hand() -> None:
    pack = stacked({0: "3H 4S 5S 6S 7S 8S 9S TS JS QS KS"}, then="9H")
    state = allowed(romanian_deal(pack))
    assert hand(state, 0) >= bag("3H")
    assert state["threes"] == ["", ""]
    assert "three" in verbs(state)


# Taking the pile


def test_romanian_two_naturals_of_the_top_card_take_the_pile() -> None:
    state = allowed(romanian(hands=["TS TH 5S 6S"], melds=[[OWN]], pile="8H TD"), "0 take TS TH")
    assert meld_bags(state, 0) == [bag(OWN), bag("TS TH TD")]
    assert hand(state, 0) == bag("5S 6S 8H")


@pytest.mark.parametrize("move", ["0 take TS 2H", "0 take"])
def test_romanian_a_natural_and_a_wild_or_a_meld_of_the_rank_does_not_take_the_pile(move: str) -> None:
    """Always a pair from the hand, even when the side has a meld of that rank."""
    game = romanian(hands=["TS 2H 5S 6S"], melds=[[OWN, "TS TH TC"]], pile="8H TD")
    assert refused(game, move) == "pile-needs-pair"
    assert verbs(allowed(game)) == {"draw"}


def test_romanian_a_side_opens_with_the_pair_and_the_top_card() -> None:
    """The cards under the top card do not count."""
    game = romanian(hands=["TS TH KS KH KD 5S 6S"], pile="AS AH TD")
    assert refused(game, "0 take TS TH") == "initial-meld-too-low"
    assert meld_bags(allowed(game, "0 take TS TH / KS KH KD"), 0) == [bag("TS TH TD"), bag("KS KH KD")]


def test_romanian_a_wild_card_deep_in_the_pile_changes_nothing() -> None:
    """There is no lasting freeze."""
    game = romanian(hands=["TS TH 5S 6S"], melds=[[OWN]], pile="8H 2S 9H TD")
    assert allowed(game)["frozen"] is False
    allowed(game, "0 take TS TH")


def test_romanian_a_taken_red_three_is_laid_without_replacement() -> None:
    game = romanian(hands=["TS TH 5S 6S"], melds=[[OWN]], pile="3H 8H TD", stock="4C")
    state = allowed(game, "0 take TS TH")
    assert state["threes"][0] == "3H"
    assert hand(state, 0) == bag("5S 6S 8H")
    assert state["stock"] == "4C"


# Closing


@pytest.mark.parametrize("card", CLOSING)
def test_romanian_wilds_and_threes_discarded_close_the_pile_for_a_lap(card: str) -> None:
    hands = ["TS TH 5S", f"{card} 7H", "KS KH 6S", "9S 9H 4S"]
    game = romanian(
        turn=1, phase="play", hands=hands, melds=[[OWN], ["QS QH QD"]], pile="8H", stock="4C 4D 5D 9D TD 6D"
    )
    state = allowed(game, f"1 discard {card}")
    assert state["closed_by"] == 1
    assert refused(game, f"1 discard {card}", "2 draw", "2 discard KS", "3 take KS KH") == "pile-closed"
    lap = [f"1 discard {card}", "2 draw", "2 discard 6S", "3 draw", "3 discard 4S"]
    assert refused(game, *lap, "0 take 5S 5S") == "pile-closed"
    assert allowed(game, *lap, "0 draw", "0 discard 5S").get("closed_by") is None


def test_romanian_a_position_may_say_that_the_closer_is_to_move() -> None:
    game = romanian(hands=["TS TH 5S"], melds=[[OWN]], pile="8H TD", closed_by=0)
    allowed(game, "0 take TS TH")
    assert refused({**game, "position": {**game["position"], "closed_by": 3}}, "0 take TS TH") == "pile-closed"


def test_romanian_the_closer_is_the_first_player_who_may_take() -> None:
    hands = ["9S 8S 7S", "2S 9H 9D", "KS 6S", "4S 4H"]
    game = romanian(turn=1, phase="play", hands=hands, melds=[[OWN], ["QS QH QD"]], pile="8H", stock="4C 4D 5D TD 6D")
    lap = ["1 discard 2S", "2 draw", "2 discard 6S", "3 draw", "3 discard 4S", "0 draw", "0 discard 9S"]
    state = allowed(game, *lap, "1 take 9H 9D")
    assert meld_bags(state, 1) == [bag("QS QH QD"), bag("9H 9D 9S")]


def test_romanian_another_closing_card_moves_the_closure() -> None:
    hands = ["9S 8S 7S", "2S 9H 9D", "KS 6S", "3S 4H"]
    game = romanian(turn=1, phase="play", hands=hands, melds=[[OWN], ["QS QH QD"]], pile="8H", stock="4C 4D 5D TD 6D")
    lap = ["1 discard 2S", "2 draw", "2 discard 6S", "3 draw", "3 discard 3S"]
    assert allowed(game, *lap)["closed_by"] == 3
    assert refused(game, *lap, "0 draw", "0 discard 9S", "1 take 9H 9D") == "pile-closed"


def test_romanian_closure_may_be_set_to_bind_the_next_player_only() -> None:
    hands = ["KS 6S 7S", "2S 9H 9D", "9S 8S", "9H 9C"]
    game = romanian(turn=1, phase="play", hands=hands, melds=[[OWN], ["QS QH QD"]], pile="8H", stock="4C 4D 5D TD 6D")
    after = ["1 discard 2S", "2 draw", "2 discard 9S"]
    assert refused(game, *after, "3 take 9H 9C") == "pile-closed"
    allowed({**game, "rules": {"discards.closes_next_only": True}}, *after, "3 take 9H 9C")


# Red threes


def test_romanian_a_red_three_may_be_laid_at_any_moment_of_a_turn() -> None:
    game = romanian(hands=["3H KS KH KD 5S"], pile="8H", stock="4C 9D")
    early = allowed(game, "0 three 3H")
    assert early["threes"][0] == "3H"
    assert hand(early, 0) == bag("KS KH KD 5S 4C")
    late = allowed(game, "0 draw", "0 three 3H")
    assert hand(late, 0) == bag("KS KH KD 5S 4C 9D")
    assert refused(game, "1 three 3H") == "not-your-turn"


def test_romanian_red_threes_kept_in_hand_cost_five_hundred_each() -> None:
    sheet = round_end(hands=["3H 3D KS", "", "", ""], melds=[[OWN]])
    assert sheet == {"cards": 30, "hand": -10, "held": -1000}


def test_romanian_kept_red_threes_may_be_set_to_cost_nothing() -> None:
    """They are never counted as cards."""
    rules = {"threes.held": 0}
    assert round_end(hands=["3H 3D KS", "", "", ""], melds=[[OWN]], rules=rules) == {"cards": 30, "hand": -10}


def test_romanian_a_kept_red_three_costs_a_hundred_before_its_holders_first_turn() -> None:
    sheet = round_end(1, hands=["", "3H", "", "3D"], melds=[[], [OWN]], no_turn_yet=[3])
    assert sheet == {"cards": 30, "held": -600}


@pytest.mark.parametrize(("laid", "points"), [("3H", 100), ("3H 3D", 200), ("3H 3D 3H", 300), ("3H 3D 3H 3D", 800)])
def test_romanian_red_three_table(laid: str, points: int) -> None:
    assert round_end(threes=[laid], melds=[[OWN]])["threes"] == points
    assert round_end(threes=[laid])["threes"] == -points


def test_romanian_house_rule_red_threes_are_laid_at_once() -> None:
    game = romanian(hands=["KS KH 5S"], stock="3H 4C", pile="8H", rules={"threes.red": "at-once"})
    state = allowed(game, "0 draw")
    assert state["threes"][0] == "3H"
    assert hand(state, 0) == bag("KS KH 5S 4C")


# Melds and the initial meld


@pytest.mark.parametrize(
    ("score", "hand_", "move", "opens"),
    [
        (0, "KS KH KD 8S 8H 8D", "KS KH KD / 8S 8H 8D", True),
        (0, "4S 4H 4D 5S 5H 5D", "4S 4H 4D / 5S 5H 5D", False),
        (0, "QS QH * 5S", "QS QH *", True),
        (-5, "4S 4H 4D 5S", "4S 4H 4D", True),
        (1500, "AS AH AD 5S", "AS AH AD", False),
        (1500, "AS AH AD 2S KS KH KD", "AS AH AD / KS KH KD", True),
        (3000, "AS AH AD KS KH KD", "AS AH AD / KS KH KD", False),
        (3000, "AS AH AD * KS KH KD", "AS AH AD * / KS KH KD", True),
    ],
)
def test_romanian_initial_meld_by_score(score: int, hand_: str, move: str, opens: bool) -> None:
    game = romanian(hands=[f"{hand_} 9S 7C"], scores=[score, 0], pile="8H")
    if opens:
        assert allowed(game, "0 draw", f"0 meld {move}")["opening"][0] is None
    else:
        assert refused(game, "0 draw", f"0 meld {move}") == "initial-meld-too-low"


def test_romanian_a_concealed_hand_is_not_free_of_the_minimum() -> None:
    game = romanian(hands=["4S 4H 4D 4C 4S 4H 5S"], scores=[3000, 0], pile="8H", stock="4D 5D")
    assert refused(game, "0 draw", "0 meld 4S 4H 4D 4C 4S 4H 4D") == "initial-meld-too-low"


def test_romanian_two_naturals_carry_three_wilds_and_no_more() -> None:
    game = romanian(hands=["AS AH * 2S 2H 2D 5S"], pile="8H")
    allowed(game, "0 draw", "0 meld AS AH * 2S 2H")
    assert refused(game, "0 draw", "0 meld AS AH * 2S 2H 2D") == "too-many-wilds"


@pytest.mark.parametrize("group", ["2S 2H *", "5S 6S 7S"])
def test_romanian_neither_wild_melds_nor_runs_are_laid(group: str) -> None:
    assert refused(romanian(hands=[f"{group} KS"], melds=[[OWN]], pile="8H"), "0 draw", f"0 meld {group}")


def test_romanian_black_threes_are_melded_when_going_out_only() -> None:
    """Three or four, no wild cards."""
    game = romanian(hands=["3S 3C 3S 5S"], melds=[[TENS]], pile="8H", stock="4C")
    assert refused(game, "0 draw", "0 meld 3S 3C 3S") == "black-threes-going-out"
    ready = romanian(hands=["3S 3C 3S"], melds=[[TENS]], pile="8H", stock="4C")
    assert allowed(ready, "0 draw", "0 meld 3S 3C 3S", "0 discard 4C")["phase"] == "over"
    assert refused(romanian(hands=["3S 3C 2S"], melds=[[TENS]], pile="8H"), "0 draw", "0 meld 3S 3C 2S")


# Going out


def test_romanian_one_canasta_lets_a_side_go_out() -> None:
    game = romanian(hands=["JC"], melds=[[OWN, TENS]], pile="8H")
    assert allowed(game, "0 draw", "0 meld JC", "0 discard 4C")["phase"] == "over"
    short = romanian(hands=["JC"], melds=[[OWN]], pile="8H")
    assert refused(short, "0 draw", "0 meld JC") == "keep-a-card"


def test_romanian_concealed_takes_nothing_but_that_the_player_melded_nothing_before() -> None:
    """No canasta of their own, cards for their partner's melds allowed."""
    melds = [[TENS, OWN]]
    game = romanian(hands=["JC QS QH QD"], melds=melds, melded_by=[2], pile="8H", stock="9D")
    entry = round_entry(game, "0 draw", "0 meld JC", "0 meld QS QH QD", "0 discard 9D")
    assert entry["concealed"] is True
    assert entry["sides"][0]["concealed"] == 100
    before = romanian(hands=["JC QS QH QD"], melds=melds, melded_by=[0, 2], pile="8H", stock="9D")
    assert "concealed" not in lines(before, "0 draw", "0 meld JC", "0 meld QS QH QD", "0 discard 9D")


def test_romanian_concealed_may_be_set_to_the_strict_form() -> None:
    strict = {"out.concealed_own_canasta": True, "out.concealed_no_partner": True}
    game = romanian(hands=["JC QS QH QD"], melds=[[TENS, OWN]], melded_by=[2], pile="8H", stock="9D", rules=strict)
    assert "concealed" not in lines(game, "0 draw", "0 meld JC", "0 meld QS QH QD", "0 discard 9D")


def test_romanian_the_partner_may_be_asked_after_melding_too() -> None:
    game = romanian(hands=["JC QS QH QD"], melds=[[TENS, OWN]], pile="8H", stock="9D")
    state = allowed(game, "0 draw", "0 meld QS QH QD", "0 ask", "2 answer no")
    assert state["answer"] == "no"
    assert refused(game, "0 draw", "0 meld QS QH QD", "0 ask", "2 answer no", "0 meld JC") == "must-not-go-out"


def test_romanian_a_player_who_laid_black_threes_is_not_refused_leave() -> None:
    """Every meld leaves a legal way to end the turn, so the answer does too."""
    game = romanian(hands=["3S 3C 3S QS QH QD"], melds=[[TENS, OWN]], pile="8H", stock="9D")
    moves = ["0 draw", "0 meld 3S 3C 3S", "0 ask"]
    assert verbs(allowed(game, *moves)) == {"answer"}
    assert refused(game, *moves, "2 answer no") == "asker-must-go-out"
    allowed(game, *moves, "2 answer yes", "0 meld QS QH QD", "0 discard 9D")


# The stock


def test_romanian_the_pile_becomes_the_stock() -> None:
    """In the order the record gives; a new upcard is turned and covered as at the start."""
    game = romanian(hands=["KS 5S"], stock="", pile="8H 9S 2D QS", closed_by=3, reshuffles=["2D QS 8H 9S"])
    state = allowed(game, "0 draw")
    assert state["pile"] == "2D QS"
    assert hand(state, 0) == bag("KS 5S 8H")
    assert state["stock"] == "9S"
    assert "closed_by" not in state
    assert state["recycles"] == 1


def test_romanian_the_old_pile_may_be_taken_before_it_is_shuffled() -> None:
    game = romanian(hands=["QH QD 5S 6S"], melds=[[OWN]], stock="", pile="8H 9S QS")
    allowed(game, "0 take QH QD")
    assert verbs(allowed(game)) == {"draw", "take"}


def test_romanian_a_reshuffle_must_hold_the_cards_of_the_pile() -> None:
    game = romanian(hands=["KS 5S"], stock="", pile="8H 9S QS", reshuffles=["QS 8H 9D"])
    assert "exactly" in unreadable({**game, "moves": ["0 draw"]})


def test_romanian_a_reshuffle_that_the_position_lacks_is_named() -> None:
    game = romanian(hands=["KS 5S"], stock="", pile="8H 9S QS")
    assert "missing" in unreadable({**game, "moves": ["0 draw"]})


@pytest.mark.parametrize(("pile", "recycles"), [("8H", 0), ("8H 9S QS", 3)])
def test_romanian_the_round_ends_when_nothing_can_be_drawn_any_more(pile: str, recycles: int) -> None:
    game = romanian(hands=["KS 5S"], stock="", pile=pile, recycles=recycles)
    assert round_entry(game, "0 draw")["out"] is None


def test_romanian_the_stock_may_be_set_to_end_the_round() -> None:
    game = romanian(hands=["KS 5S"], stock="", pile="8H 9S QS", rules={"stock.end": "round"})
    assert "out" not in lines(game, "0 draw")


def test_romanian_a_red_three_laid_when_nothing_is_left_is_not_replaced() -> None:
    game = romanian(hands=["3H KS 5S 6S"], stock="4C", pile="8H", recycles=3)
    state = allowed(game, "0 draw", "0 three 3H")
    assert state["phase"] == "play"
    assert hand(state, 0) == bag("KS 5S 6S 4C")


# Scoring


def test_romanian_worked_example_of_a_round() -> None:
    melds = [[TENS, "AS AH AD AC AS * *"], ["KS KH KD"]]
    hands = ["JS", "* AD 3S 9S", "", ""]
    game = romanian(phase="play", hands=hands, melds=melds, threes=["3H 3D", "3H"], stock="4C", pile="8H")
    entry = round_entry(game, "0 discard JS")
    assert entry["sides"][0] == {
        "natural": 500, "mixed": 300, "cards": 270, "threes": 200, "out": 100, "total": 1370,
    }  # fmt: skip
    assert entry["sides"][1]["total"] == 45
    unopened = ["JS", "* AD 3S 9S KS KH KD", "", ""]
    bare = romanian(phase="play", hands=unopened, melds=melds[:1], threes=["3H 3D", "3H"], stock="4C", pile="8H")
    assert round_entry(bare, "0 discard JS")["sides"][1]["total"] == -215


@pytest.mark.parametrize(("meld", "points"), [("AS AH AD * 2S", 130), ("KS KH 2S", 40)])
def test_romanian_card_points(meld: str, points: int) -> None:
    assert round_end(melds=[[meld]])["cards"] == points


# Layouts


@pytest.mark.parametrize(
    ("layout", "size", "decks", "sides", "scores"),
    [
        ("2", 15, 2, 2, 2),
        ("3-solo", 11, 2, 3, 3),
        ("3-alliance", 11, 2, 3, 3),
        ("4", 11, 2, 2, 2),
        ("5-sitout", 11, 2, 2, 2),
        ("5-rotating", 11, 2, 2, 5),
        ("6-pairs", 11, 3, 3, 3),
        ("6-trios", 11, 3, 2, 2),
    ],
)
def test_romanian_tables(layout: str, size: int, decks: int, sides: int, scores: int) -> None:
    order = {"2": (0, 1), "5-sitout": (0, 1, 2, 3), "5-rotating": range(5)}.get(layout, range(int(layout[0])))
    dealer = 3 if layout == "5-sitout" else None
    pack = stacked(then="KS", size=size, decks=decks, order=tuple(order))
    state = allowed(romanian_deal(pack, layout=layout, dealer=dealer))
    dealt_to = [len(one.split()) for one in state["hands"]]
    assert dealt_to == ([11] * 4 + [0] if layout == "5-sitout" else [size] * int(layout[0]))
    assert len(state["melds"]) == len(state["threes"]) == sides
    assert len(state["scores"]) == len(state["opening"]) == scores


@pytest.mark.parametrize(
    ("layout", "target"),
    [("2", 5000), ("3-solo", 5000), ("3-alliance", 7500), ("4", 5000), ("5-sitout", 5000), ("5-rotating", 5000),
     ("6-pairs", 7500), ("6-trios", 10000)],
)  # fmt: skip
def test_romanian_game_ends_at_the_layouts_target(layout: str, target: int) -> None:
    entries = 5 if layout == "5-rotating" else None
    game = romanian(layout, hands=["KS"] + [""] * (int(layout[0]) - 1), stock="", pile="", melds=[[OWN]])
    if layout == "5-sitout":
        game["position"]["hands"][4] = ""
    count = entries or len(game["position"]["melds"])
    reached = {**game, "scores": [target - 20] + [0] * (count - 1)}
    short = {**game, "scores": [target - 25] + [0] * (count - 1)}
    assert played(reached, "0 draw")["result"]["winner"] == 0
    assert played(short, "0 draw")["result"] is None


def test_romanian_two_players_draw_two() -> None:
    game = romanian("2", hands=["9S 9H 9C 5S"], melds=[[TENS]], pile="8H", stock="9D 4C 6H")
    assert hand(allowed(game, "0 draw"), 0) == bag("9S 9H 9C 5S 9D 4C")


def test_romanian_two_players_need_a_second_canasta_to_go_out() -> None:
    game = romanian("2", hands=["JC"], melds=[[TENS, "JS JH JD JC JS JH"]], pile="8H", stock="JD 4C")
    assert allowed(game, "0 draw", "0 meld JC JD", "0 discard 4C")["phase"] == "over"
    one = romanian("2", hands=["JC"], melds=[[TENS, OWN]], pile="8H", stock="JS 4C")
    assert refused(one, "0 draw", "0 meld JC JS") == "keep-a-card"


def test_romanian_draw_of_two_takes_the_second_card_from_the_new_stock() -> None:
    game = romanian("2", hands=["KS 5S"], stock="4C", pile="8H 9S QS", reshuffles=["QS 8H 9S"])
    state = allowed(game, "0 draw")
    assert hand(state, 0) == bag("KS 5S 4C 8H")
    assert state["pile"] == "QS"
    assert state["stock"] == "9S"


def test_romanian_three_for_themselves_never_pair() -> None:
    game = romanian("3-solo", hands=["TS TH 5S 6S"], melds=[[OWN]], pile="8H TD")
    state = allowed(game, "0 take TS TH")
    assert "lone" not in state
    assert refused(game, "0 take TS TH", "0 ask") == "no-partner"


# Three players, alliance


def alliance(**position: Any) -> Document:
    return romanian("3-alliance", **position)


def test_romanian_first_taker_plays_alone_against_two_allies() -> None:
    """Their melds are joined at the lower seat; those of a rank merge within the limit of wilds."""
    melds = [[OWN], ["QS QH 2S", "7S 7H 7D"], ["QD QC 2D 2C", "7C 7S 2H"]]
    game = alliance(hands=["TS TH 5S 6S"], melds=melds, pile="8H TD")
    state = allowed(game, "0 take TS TH")
    assert state["lone"] == 0
    assert meld_bags(state, 1) == [bag("QS QH QD QC 2S 2D 2C"), bag("7S 7H 7D 7C 7S 2H")]
    assert state["melds"][2] == []


def test_romanian_allies_melds_over_the_limit_of_wilds_stay_apart() -> None:
    melds = [[OWN], ["QS QH 2S 2H"], ["QD QC 2D 2C"]]
    state = allowed(alliance(hands=["TS TH 5S 6S"], melds=melds, pile="8H TD"), "0 take TS TH")
    assert meld_bags(state, 1) == [bag("QS QH 2S 2H"), bag("QD QC 2D 2C")]


def test_romanian_an_allys_natural_canasta_never_merges_with_wild_cards() -> None:
    natural, mixed = "9S 9H 9D 9C 9S 9H 9D", "9H 9D 2D"
    game = alliance(hands=["TS TH 4S 6S", "KS", "KH"], melds=[[OWN], [natural], [mixed]], pile="8H TD")
    game["rules"] = {"pack.decks": 3, "threes.totals": [100, 200, 300, 800, 1000, 1200]}
    assert meld_bags(allowed(game, "0 take TS TH"), 1) == [bag(natural), bag(mixed)]


def test_romanian_each_ally_opens_by_their_own_score() -> None:
    position = {"turn": 2, "hands": ["KS", "KH", "AS AH AD 5S 6S"], "melds": [[OWN], ["QS QH QD"]], "lone": 0}
    game = alliance(**position, melded_by=[0, 1], pile="8H", scores=[0, 0, 1500])
    assert allowed(game)["opening"] == [None, None, None]
    assert refused(game, "2 draw", "2 meld AS AH AD") == "initial-meld-too-low"
    shared = alliance(**position, melded_by=[0, 1], pile="8H", scores=[0, 0, 1500], rules={"side.shared_opening": True})
    allowed(shared, "2 draw", "2 meld AS AH AD")


def test_romanian_an_ally_opens_with_cards_for_their_partners_melds_too() -> None:
    game = alliance(
        turn=2,
        hands=["KS", "KH", "AC QC QH 5S 6S"],
        melds=[[OWN], ["QS QH QD", "AS AH AD"]],
        lone=0,
        melded_by=[0, 1],
        pile="8H",
        stock="9D",
    )
    assert refused(game, "2 draw", "2 meld QC QH") == "initial-meld-too-low"
    assert "2 meld" in allowed({**game, "scores": [0, 0, -5]}, "2 draw")["legal"]
    allowed({**game, "scores": [0, 0, -5]}, "2 draw", "2 meld QC QH")


def test_romanian_an_ally_who_got_leave_can_go_out_over_their_partners_melds() -> None:
    game = alliance(
        turn=2,
        hands=["KS", "KH", "AC AD AH AS QC QH"],
        melds=[[OWN], ["QS QH QD QC QS", TENS, "AS AH AD"]],
        lone=0,
        melded_by=[0, 1],
        pile="8H",
        stock="9D",
        scores=[0, 0, 1500],
    )
    assert verbs(allowed(game, "2 draw", "2 ask", "1 answer yes")) == {"meld"}
    state = allowed(game, "2 draw", "2 ask", "1 answer yes", "2 meld AC AD AH AS / QC QH", "2 discard 9D")
    assert state["phase"] == "over"


def allied_end(rules: dict[str, object] | None = None) -> list[dict[str, int]]:
    """Return the score of a round in which the allies, seats 1 and 2, have 905 points in common.

    Seat 1 has a red three and 35 in hand, seat 2 has 60 in hand.
    """
    common = ["TS TH TD TC TS TH TD", "AS AH AD AC * 2S", "KS KH KD 2D 2C", "QS QH *", "4S 4H 4D", OWN]
    melds = [[], common, []]
    hands = ["", "AS KS 4S", "* KC"]
    game = alliance(hands=hands, melds=melds, threes=["", "3H"], lone=0, stock="", pile="", rules=rules)
    sides: list[dict[str, int]] = round_entry(game, "0 draw")["sides"]
    return sides


def test_romanian_allies_share_what_their_melds_count_and_nothing_else() -> None:
    """The worked example: 905 in common is 450 each; 515 with a red three, 390 without."""
    _, one, other = allied_end()
    assert one == {"natural": 250, "cards": 200, "threes": 100, "hand": -35, "total": 515}
    assert other == {"natural": 250, "cards": 200, "hand": -60, "total": 390}


def test_romanian_allies_may_be_set_to_score_all_of_their_melds_each() -> None:
    _, one, other = allied_end({"side.full_share": True})
    assert (one["natural"], one["cards"]) == (other["natural"], other["cards"]) == (500, 405)


def test_romanian_a_player_who_goes_out_before_any_taking_scores_alone() -> None:
    game = alliance(hands=["JC", "KS", "KH"], melds=[[TENS, OWN]], pile="8H", stock="9D")
    answer = played(game, "0 draw", "0 meld JC", "0 discard 9D")
    assert "lone" not in answer["state"]
    published = alliance(
        hands=["JC", "KS", "KH"], melds=[[TENS, OWN]], pile="8H", stock="9D", rules={"side.lone_by_going_out": True}
    )
    assert played(published, "0 draw", "0 meld JC", "0 discard 9D")["state"]["lone"] == 0


# Five players


@pytest.mark.parametrize(
    ("round_", "resting", "order"), [(0, 4, (0, 1, 2, 3)), (1, 3, (0, 1, 2, 4)), (2, 1, (0, 3, 2, 4))]
)
def test_romanian_one_of_the_side_of_three_rests(round_: int, resting: int, order: tuple[int, ...]) -> None:
    pack = stacked(then="KS 4C", order=order)
    state = allowed(romanian_deal(pack, layout="5-sitout", dealer=order[-1], round=round_))
    assert state["sitting_out"] == resting
    assert state["hands"][resting] == ""
    assert state["turn"] == order[0]


@pytest.mark.parametrize(("round_", "pair"), [(0, (0, 2)), (1, (1, 3)), (2, (2, 4)), (3, (0, 3)), (4, (1, 4))])
def test_romanian_the_pair_changes_every_round(round_: int, pair: tuple[int, int]) -> None:
    """A partner adds to their side's melds; the others are the side of three."""
    hands = ["KS 5S", "KH 5H", "KD 5D", "KC 5C", "KS 6S"]
    for seat in range(5):
        side = 0 if seat in pair else 1
        game = romanian("5-rotating", turn=seat, hands=hands, round=round_, pile="8H", stock="9D 9C")
        game["position"]["melds"] = [[], []]
        game["position"]["melds"][side] = ["KH KD KC"]
        state = allowed(game, f"{seat} draw", f"{seat} meld {hands[seat][:2]}")
        assert len(state["melds"][side][0].split()) == 4


def test_romanian_each_of_a_rotating_side_scores_all_and_opens_by_their_own_score() -> None:
    game = romanian(
        "5-rotating", hands=["AS AH AD 5S", "", "KS", "", ""], scores=[1500, 0, 0, 3000, -50], pile="", stock=""
    )
    assert allowed(game)["opening"] == [90, 50, 50, 120, 15]
    entry = played(game, "0 draw")
    assert [side["total"] for side in entry["rounds"][0]["sides"]] == [-75, 0]
    assert entry["state"]["scores"] == [1425, 0, -75, 3000, -50]


def test_romanian_each_of_a_rotating_side_is_told_their_own_minimum() -> None:
    game = romanian("5-rotating", hands=["AS"] * 5, scores=[1500, 0, 0, 3000, -50], pile="8H")
    view = public_view(game_from_record(game))
    assert [player.opening for player in view.players] == [90, 50, 50, 120, 15]
    assert [side.opening for side in view.sides] == [None, None], "no minimum is the whole side's"


def test_romanian_an_ally_who_has_not_opened_is_told_their_own_minimum() -> None:
    melds = [[OWN], [TENS], []]
    game = alliance(hands=["5S", "6S", "KS"], melds=melds, lone=0, melded_by=[0, 1], scores=[0, 0, 3000], pile="8H")
    assert [player.opening for player in public_view(game_from_record(game)).players] == [None, None, 120]


# Six players


@pytest.mark.parametrize(("layout", "needed"), [("6-trios", 150), ("6-pairs", 120)])
def test_romanian_six_players_initial_meld_at_seven_thousand(layout: str, needed: int) -> None:
    sides = 2 if layout == "6-trios" else 3
    assert allowed(romanian(layout, scores=[7000] + [0] * (sides - 1)))["opening"][0] == needed


@pytest.mark.parametrize("layout", ["6-trios", "6-pairs"])
def test_romanian_six_players_need_two_canastas(layout: str) -> None:
    one = romanian(layout, hands=["JC"], melds=[[TENS, OWN]], pile="8H", stock="9D")
    assert refused(one, "0 draw", "0 meld JC") == "keep-a-card"
    two = romanian(layout, hands=["JC"], melds=[[TENS, "JS JH JD JS JH JD JC"]], pile="8H", stock="9D")
    assert allowed(two, "0 draw", "0 meld JC", "0 discard 9D")["phase"] == "over"


@pytest.mark.parametrize(("count", "points"), [(1, 100), (4, 400), (5, 1000), (6, 1200)])
def test_romanian_six_players_red_three_table(count: int, points: int) -> None:
    laid = " ".join(["3H", "3H", "3H", "3D", "3D", "3D"][:count])
    for melds, sign in (([[OWN]], 1), ([[]], -1)):
        game = romanian("6-trios", hands=[""] * 6, stock="", pile="", threes=[laid], melds=melds)
        assert lines(game, "0 draw")["threes"] == sign * points


def test_romanian_in_a_side_of_three_the_next_team_mate_answers() -> None:
    melds = [[TENS, "JS JH JD JS JH JD JC", "QS QH QD"]]
    game = romanian("6-trios", turn=2, hands=["4S", "4H", "QC"], melds=melds, pile="8H", stock="9D")
    assert allowed(game, "2 draw", "2 ask")["turn"] == 4
