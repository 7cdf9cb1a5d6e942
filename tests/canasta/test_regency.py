"""`regency`: the Regency Club draft (docs/variants.md, Regency draft)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

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
    stacked,
    unreadable,
    verbs,
)

regency = partial(classic, variant="regency")
regency_deal = partial(dealt, variant="regency")

OWN = "JS JH JD"
KINGS = "KS KH KC KS KH KC KD"
QUEENS = "QS QH QC QS QH QC QD"


round_end = partial(at_end, regency, pile="8H", hands=["5S", "", "", ""])


# Layouts


@pytest.mark.parametrize(
    ("layout", "seats", "sides", "cards"),
    [("2", 2, 2, 15), ("3-solo", 3, 3, 13), ("4", 4, 2, 11), ("5-solo", 5, 5, 11), ("6-pairs", 6, 3, 11)],
)
def test_regency_layouts_deal_their_cards_from_108(layout: str, seats: int, sides: int, cards: int) -> None:
    state = allowed(regency_deal(stacked(then="KS", order=range(seats), size=cards), layout=layout))
    assert [len(one.split()) for one in state["hands"]] == [cards] * seats
    assert len(state["melds"]) == len(state["scores"]) == sides
    assert len(state["stock"].split()) == 108 - seats * cards - 1


@pytest.mark.parametrize(("layout", "drawn"), [("2", 2), ("3-solo", 1), ("4", 1), ("5-solo", 1), ("6-pairs", 1)])
def test_regency_draws_two_at_two_and_one_elsewhere(layout: str, drawn: int) -> None:
    state = allowed(regency(layout, hands=["5S 6S"], pile="8H"), "0 draw")
    assert len(state["hands"][0].split()) == 2 + drawn


@pytest.mark.parametrize("layout", ["3-solo", "4", "5-solo", "6-pairs"])
def test_regency_one_canasta_lets_go_out(layout: str) -> None:
    game = regency(layout, hands=["9S 9H"], melds=[[KINGS]], pile="8H", stock="9D")
    assert allowed(game, "0 draw", "0 meld 9S 9H 9D")["phase"] == "over"


def test_regency_one_canasta_is_not_enough_at_two() -> None:
    game = regency("2", hands=["9S 9H"], melds=[["7S 7H 7D", KINGS]], pile="8H", stock="9D 7C")
    refused(game, "0 draw", "0 meld 9S 9H 9D / 7C")


def test_regency_two_canastas_go_out_at_two() -> None:
    game = regency("2", hands=["9S 9H 9D"], melds=[[QUEENS, KINGS]], pile="8H", stock="9C 5S")
    assert allowed(game, "0 draw", "0 meld 9S 9H 9D 9C", "0 discard 5S")["phase"] == "over"


@pytest.mark.parametrize("layout", ["3-solo", "5-solo"])
def test_regency_odd_tables_play_each_for_themselves_and_nobody_is_asked(layout: str) -> None:
    game = regency(layout, hands=["9S 9H 5S"], melds=[[KINGS], [QUEENS]], pile="8H", stock="9D")
    state = allowed(game, "0 draw")
    assert "0 ask" not in state["legal"]
    refused(game, "0 draw", "0 meld Q: 5S")
    state = allowed(game, "0 draw", "0 meld 9S 9H 9D", "0 discard 5S")
    assert state["scores"][0] > 0


def test_regency_taking_the_pile_makes_no_lone_player_at_three() -> None:
    state = allowed(regency("3-solo", hands=["KS KH 5S 6S"], melds=[[OWN]], pile="8H KD"), "0 take KS KH")
    assert "lone" not in state


def test_regency_six_sit_as_three_pairs() -> None:
    game = regency("6-pairs", turn=3, hands=["4S", "4H", "4D", "JC 7C 9C"], melds=[[OWN]], pile="8H")
    assert meld_bags(allowed(game, "3 draw", "3 meld JC"), 0) == [bag("JS JH JD JC")]


# The deal


@pytest.mark.parametrize("first", ["3S", "3C"])
def test_regency_black_three_upcard_is_covered_without_freezing(first: str) -> None:
    state = allowed(regency_deal(stacked(then=f"{first} KS")))
    assert state["pile"] == f"{first} KS"
    assert state["frozen"] is False
    assert state["blocked"] is False


@pytest.mark.parametrize("first", ["2S", "*", "3H"])
def test_regency_wild_or_red_three_upcard_is_covered_and_freezes(first: str) -> None:
    state = allowed(regency_deal(stacked(then=f"{first} 3C KS")))
    assert state["pile"] == f"{first} 3C KS"
    assert state["frozen"] is True


def test_regency_dealt_red_threes_are_replaced_before_the_upcard_is_turned() -> None:
    pack = stacked({0: "3H 4S 5S 6S 7S 8S 9S TS JS QS KS"}, then="QH 9H 5H")
    state = allowed(regency_deal(pack))
    assert hand(state, 0) == bag("4S 5S 6S 7S 8S 9S TS JS QS KS QH")
    assert state["pile"] == "9H"
    assert state["threes"] == ["3H", ""]


# Melds


@pytest.mark.parametrize(
    ("cards", "legal"),
    [("5S 5H 2S", True), ("8S 8H 8D 2S 2H *", True), ("4S 2S 2H", False), ("9S 9H 2S 2H 2D", True),
     ("9S 9H 9D 2S 2H *", True), ("9S 9H 9D 2S 2H 2D *", False), ("2S 2H 2D", False)],
)  # fmt: skip
def test_regency_melds_hold_two_naturals_and_three_wilds_at_most(cards: str, legal: bool) -> None:
    """The source's examples."""
    game = regency(hands=[f"{cards} 6S 7S"], melds=[[OWN]], pile="8H", stock="TC")
    (allowed if legal else refused)(game, "0 draw", f"0 meld {cards}")


@pytest.mark.parametrize(
    ("score", "melds", "legal"),
    [
        (1600, "5S 5H 5D / QS QH QD 2S", False),
        (1600, "5S 5H 5D / AS AH AD 2S", True),
        (1495, "5S 5H 5D / QS QH QD 2S", True),
        (1495, "5S 5H 5D / AS AH AD 2S", True),
        (3000, "5S 5H 5D / QS QH QD 2S", False),
        (3000, "5S 5H 5D / AS AH AD 2S", False),
        (-5, "4S 4H 4D", True),
        (0, "4S 4H 4D", False),
        (0, "TS TH TD AS AH", False),
    ],
)
def test_regency_initial_meld_by_score(score: int, melds: str, legal: bool) -> None:
    """The source's examples; the minimum is met by an equal count."""
    cards = melds.replace(" /", "")
    game = regency(hands=[f"{cards} 6S 7S"], pile="8H", stock="9C", scores=[score, 0])
    (allowed if legal else refused)(game, "0 draw", f"0 meld {melds}")


def test_regency_no_exemption_from_the_minimum_for_a_concealed_going_out() -> None:
    fours = "4S 4H 4D 4C 4S 4H 4D"
    game = regency(hands=[f"{fours} 5S"], pile="8H", stock="6C")
    assert refused(game, "0 draw", f"0 meld {fours}") == "initial-meld-too-low"
    game = regency(hands=[f"{fours} 5S 5H 5D"], pile="8H", stock="6C")
    assert allowed(game, "0 draw", f"0 meld {fours} / 5S 5H 5D", "0 discard 6C")["phase"] == "over"


# Taking the pile


def test_regency_natural_and_wild_never_take_the_pile() -> None:
    """The rule that this draft is stricter in: a new meld needs two cards of the top card's rank."""
    game = regency(hands=["KS 2S 5S 6S"], melds=[[OWN]], pile="8H KD")
    assert refused(game, "0 take KS 2S") == "pile-needs-pair-or-meld"
    assert verbs(allowed(game)) == {"draw"}
    allowed(regency(hands=["KS KH 5S 6S"], melds=[[OWN]], pile="8H KD"), "0 take KS KH")
    allowed(regency(hands=["5S 6S"], melds=[["KS KH KC"]], pile="8H KD"), "0 take")


def test_regency_pair_may_bring_a_wild_along() -> None:
    allowed(regency(hands=["KS KH 2S 5S 6S"], melds=[[OWN]], pile="8H KD"), "0 take KS KH 2S")


def test_regency_unfrozen_new_meld_of_any_two_by_house_rule() -> None:
    rules = {"pile.natural_and_wild": True}
    allowed(regency(rules=rules, hands=["KS 2S 5S 6S"], melds=[[OWN]], pile="8H KD"), "0 take KS 2S")


def test_regency_one_card_may_take_one_card() -> None:
    game = regency(hands=["5S"], melds=[[KINGS]], pile="KC")
    assert allowed(game, "0 take", "0 discard 5S")["phase"] == "over"
    refused(regency(hands=["5S"], melds=[[OWN]], pile="JC"), "0 take")


# The empty stock


def test_regency_empty_stock_forces_any_legal_take() -> None:
    game = regency(hands=["KS KH 5S 6S"], melds=[[OWN]], pile="8H KD", stock="")
    assert refused(game, "0 draw") == "must-take"
    allowed(game, "0 take KS KH")
    frozen = regency(hands=["KS KH 5S 6S"], melds=[[OWN]], pile="2S 8H KD", stock="")
    assert verbs(allowed(frozen)) == {"take"}


def test_regency_empty_stock_forces_nothing_on_a_side_that_has_not_opened() -> None:
    game = regency(hands=["KS KH KC KS KH 5S 6S"], pile="8H KD", stock="")
    assert verbs(allowed(game)) == {"draw", "take"}


def test_regency_empty_stock_forces_no_more_than_a_match_by_house_rule() -> None:
    rules = {"stock.forced_take": "onto-meld"}
    game = regency(rules=rules, hands=["KS KH 5S 6S"], melds=[[OWN]], pile="8H KD", stock="")
    assert verbs(allowed(game)) == {"draw", "take"}


def test_regency_short_draw_of_two_plays_on_or_ends_the_round() -> None:
    game = partial(regency, "2", hands=["5S 6S"], pile="8H", stock="9C")
    assert allowed(game(), "0 draw")["phase"] == "play"
    assert allowed(game(rules={"stock.short_draw_ends": True}), "0 draw")["phase"] == "over"
    assert allowed(regency("2", hands=["5S 6S"], pile="8H", stock="3H 9C"), "0 draw")["phase"] == "play"
    assert allowed(regency("2", hands=["5S 6S"], pile="8H", stock="3H 3D"), "0 draw")["phase"] == "over"


# Scoring


def test_regency_scoring_example() -> None:
    """The source's worked example: North goes out by the last discard."""
    game = regency(
        phase="play",
        so_far=["draw"],
        hands=["3C 3S 3S QC", "2H 5D 6D TH JS JH", "4D 5S 5H QS KS AH AD", "4C 4S TD QH QD KH KD"],
        melds=[
            ["6S 6H 6D 6C 6S 6H 2S", "9S 9H 9D 9C 9S 9H 9D 9C", "TS TH TD", "JS JH JD JC 2H 2D *"],
            ["4S 4H 2C", "7S 7H 7D 7C 7S 2S *", "TC TC *", "AS AH AD AC AS"],
        ],
        threes=["3H 3D", "3H"],
        pile="8H",
    )
    answer = played(game, "0 meld 3C 3S 3S", "0 discard QC")
    north, east = answer["rounds"][0]["sides"]
    assert north == {"cards": 305, "hand": -75, "mixed": 600, "natural": 500, "threes": 200, "out": 100, "total": 1630}
    assert east == {"cards": 295, "hand": -120, "mixed": 300, "threes": 100, "total": 575}
    assert answer["rounds"][0]["concealed"] is False


def test_regency_concealed_going_out_is_the_sides_initial_meld() -> None:
    """A player's own first melds pay nothing more when their partner has melded before."""
    cards = f"{KINGS} 9S 9H"
    alone = regency(hands=[cards, "", "", ""], pile="8H", stock="9D")
    assert lines(alone, "0 draw", f"0 meld {KINGS} / 9S 9H 9D")["concealed"] == 100
    joined = regency(hands=[cards, "", "", ""], melds=[[OWN]], melded_by=[2], pile="8H", stock="9D")
    assert "concealed" not in lines(joined, "0 draw", f"0 meld {KINGS} / 9S 9H 9D")


def test_regency_concealed_going_out_may_follow_a_taken_pile() -> None:
    game = regency(hands=["KS KH KC KS KH KC 9S 9H 9D", "", "", ""], pile="KD")
    assert lines(game, "0 take KS KH KC KS KH KC / 9S 9H 9D")["concealed"] == 100


@pytest.mark.parametrize("bonus", [250, 500])
def test_regency_concealed_bonus_by_house_rule(bonus: int) -> None:
    game = regency(rules={"out.concealed": bonus}, hands=[f"{KINGS} 9S 9H", "", "", ""], pile="8H", stock="9D")
    assert lines(game, "0 draw", f"0 meld {KINGS} / 9S 9H 9D")["concealed"] == bonus


@pytest.mark.parametrize(("threes", "points"), [("3H", 100), ("3H 3D", 200), ("3H 3D 3H", 300), ("3H 3D 3H 3D", 800)])
def test_regency_red_threes_count_for_a_side_with_a_meld_and_against_one_without(threes: str, points: int) -> None:
    assert round_end(threes=[threes], melds=[[OWN]])["threes"] == points
    assert round_end(threes=[threes])["threes"] == -points


# Optional rules: scoring


def test_regency_third_red_three_worth_two_hundred_by_house_rule() -> None:
    rules = {"threes.totals": [100, 200, 400, 800]}
    assert round_end(rules=rules, threes=["3H 3D 3H"], melds=[[OWN]])["threes"] == 400


def test_regency_extended_game_with_higher_rows_by_house_rule() -> None:
    rules = {
        "target": 10000,
        "opening.table": [[-1000000, 15], [0, 50], [1500, 90], [3000, 120], [5000, 150], [7000, "canasta"]],
    }
    assert allowed(regency(rules=rules, scores=[5000, 4995]))["opening"] == [150, 120]
    game = regency(rules=rules, hands=["* * KS KH KC AS AH AD 5S"], pile="8H", scores=[7000, 0])
    assert allowed(game)["opening"] == ["canasta", 50]
    assert refused(game, "0 draw", "0 meld KS KH KC * * / AS AH AD") == "initial-meld-too-low"
    fours = "4S 4H 4D 4S 4H 4D 4C"
    game = regency(rules=rules, hands=[f"{fours} 5S 6S"], pile="8H", stock="7C", scores=[7000, 0])
    allowed(game, "0 draw", f"0 meld {fours}")


def test_regency_four_black_threes_together_by_house_rule() -> None:
    """100 in all, and those four are not counted at 5 each; three keep 5 each."""
    rules = {"threes.black_four": 100}
    four = regency(rules=rules, hands=["3S 3C 3S 3C", "", "", ""], melds=[[KINGS]], pile="8H", stock="9D 8D")
    sheet = lines(four, "0 draw", "0 meld 3S 3C 3S 3C", "0 discard 9D")
    assert (sheet["black_threes"], sheet["cards"]) == (100, 70)
    three = regency(rules=rules, hands=["3S 3C 3S", "", "", ""], melds=[[KINGS]], pile="8H", stock="9D 8D")
    sheet = lines(three, "0 draw", "0 meld 3S 3C 3S", "0 discard 9D")
    assert "black_threes" not in sheet
    assert sheet["cards"] == 85


BLACK_LIKE_RED = {"threes.black": "like-red"}
BLACK_BY_CHOICE = {"threes.black": "may-be-laid"}


def test_regency_black_threes_laid_like_red_ones_by_house_rule() -> None:
    """Laid and replaced at once, and scored by themselves with the same schedule and sign."""
    game = regency(rules=BLACK_LIKE_RED, hands=["5S 6S"], melds=[[OWN]], pile="8H", stock="3S 3H 9C")
    state = allowed(game, "0 draw")
    assert bag(state["threes"][0]) == bag("3S 3H")
    assert hand(state, 0) == bag("5S 6S 9C")
    sheet = round_end(rules=BLACK_LIKE_RED, threes=["3S 3C 3S 3C 3H"], melds=[[OWN]])
    assert (sheet["black_threes"], sheet["threes"]) == (800, 100)
    sheet = round_end(rules=BLACK_LIKE_RED, threes=["3S 3C 3H"])
    assert (sheet["black_threes"], sheet["threes"]) == (-200, -100)


def test_regency_dealt_black_threes_are_laid_like_red_ones_by_house_rule() -> None:
    pack = stacked({0: "3C 4S 5S 6S 7S 8S 9S TS JS QS KS"}, then="QH 9H 5H")
    state = allowed(regency_deal(pack, rules=BLACK_LIKE_RED))
    assert state["threes"] == ["3C", ""]
    assert "3C" not in state["hands"][0]


def test_regency_black_threes_that_keep_their_block_are_laid_by_choice() -> None:
    game = regency(
        rules=BLACK_BY_CHOICE, hands=["3S 3C 5S 6S", "KS KH 4S"], melds=[[OWN], ["KC KD KC"]], pile="8H", stock="9C TD"
    )
    state = allowed(game, "0 three 3S", "0 draw")
    assert state["threes"] == ["3S", ""]
    assert hand(state, 0) == bag("3C 5S 6S 9C TD")
    assert allowed(game, "0 draw", "0 three 3C", "0 discard 3S")["blocked"] is True
    refused(game, "0 three 3H")
    refused(regency(hands=["3S 5S 6S"], pile="8H"), "0 three 3S")


def test_regency_black_three_replaced_by_nothing_but_red_threes_ends_a_round_that_cannot_go_on() -> None:
    position: dict[str, Any] = {"phase": "play", "so_far": ["draw"], "pile": "8H", "stock": "3H"}
    game = regency(rules=BLACK_BY_CHOICE, hands=["3S 5S"], melds=[[OWN]], **position)
    assert allowed(game, "0 three 3S")["phase"] == "over"
    game = regency(rules=BLACK_BY_CHOICE, hands=["3S 5S 6S"], melds=[[OWN]], **position)
    assert allowed(game, "0 three 3S")["phase"] == "play"


def test_regency_black_three_is_not_laid_once_going_out_is_settled() -> None:
    game = regency(
        rules=BLACK_BY_CHOICE, hands=["9S 9H 3S", "4S", "4H", "4D"], melds=[[KINGS]], pile="8H", stock="9D 5H"
    )
    allowed(game, "0 draw", "0 three 3S")
    refused(game, "0 draw", "0 ask", "2 answer yes", "0 three 3S")
    allowed(game, "0 draw", "0 ask", "2 answer yes", "0 meld 9S 9H 9D", "0 discard 3S")


def test_regency_black_threes_by_choice_score_by_themselves() -> None:
    sheet = round_end(rules=BLACK_BY_CHOICE, threes=["3S 3C"], melds=[[OWN]])
    assert sheet["black_threes"] == 200


def test_regency_held_black_three_costs_a_hundred_when_another_goes_out() -> None:
    """Partner or opponent; not the one who goes out, nor when the stock runs out."""
    rules = {"threes.black_held": 100}
    game = regency(rules=rules, hands=["9S 9H", "3S 4S", "3C", ""], melds=[[KINGS]], pile="8H", stock="9D")
    assert lines(game, "0 draw", "0 meld 9S 9H 9D")["held"] == -100
    sheet = lines(game, "0 draw", "0 meld 9S 9H 9D", side=1)
    assert (sheet["held"], sheet["hand"]) == (-100, -5)
    assert round_end(rules=rules, hands=["", "3S", "", ""], side=1) == {"hand": -5}


# Optional rules: miscellaneous


@pytest.mark.parametrize("cards", [13, 15])
def test_regency_hand_size_by_house_rule(cards: int) -> None:
    state = allowed(regency_deal(stacked(then="KS", size=cards), rules={"deal.hand": cards}))
    assert [len(one.split()) for one in state["hands"]] == [cards] * 4


def test_regency_always_frozen_pile_by_house_rule() -> None:
    rules = {"pile.always_frozen": True}
    game = regency(rules=rules, hands=["KS KC 5S 6S"], melds=[["KS KH KC"]], pile="8H KD")
    refused(game, "0 take")
    allowed(game, "0 take KS KC")


CONCEALED = {"canastas.concealed": 100}


def test_regency_concealed_canasta_laid_whole_by_house_rule() -> None:
    game = regency(rules=CONCEALED, hands=[f"{KINGS} 9S 9H", "", "", ""], melds=[[OWN]], pile="8H", stock="9D")
    assert lines(game, "0 draw", f"0 meld {KINGS}", "0 meld 9S 9H 9D")["concealed_canasta"] == 100


def test_regency_concealed_canasta_may_be_laid_in_parts_of_one_turn() -> None:
    game = regency(rules=CONCEALED, hands=[f"{KINGS} 9S 9H", "", "", ""], melds=[[OWN]], pile="8H", stock="9D")
    moves = ["0 draw", "0 meld KS KH KC", "0 meld K: KS KH KC KD", "0 meld 9S 9H 9D"]
    assert lines(game, *moves)["concealed_canasta"] == 100
    later = regency(rules=CONCEALED, hands=["KS KH KC KD 4S 4H", "5S"], melds=[["KS KH KC"]], pile="8H", stock="9D")
    state = allowed(later, "0 draw", "0 meld K: KS KH KC KD", "0 discard 4S")
    assert not any(state.get("concealed_canastas", []))


def test_regency_canasta_with_the_piles_top_card_is_not_concealed() -> None:
    game = regency(rules=CONCEALED, hands=["KS KH KC KS KH KC 9S 9H 9D", "", "", ""], melds=[[OWN]], pile="KD")
    assert "concealed_canasta" not in lines(game, "0 take KS KH KC KS KH KC", "0 meld 9S 9H 9D")
    both = regency(rules=CONCEALED, hands=[f"{QUEENS} KS KH", "", "", ""], melds=[[OWN]], pile="KD")
    assert lines(both, "0 take KS KH", f"0 meld {QUEENS}")["concealed_canasta"] == 100


def test_regency_concealed_canasta_taken_back_is_not_counted() -> None:
    game = regency(rules=CONCEALED, hands=[f"{KINGS} 9S 5S"], melds=[[OWN]], pile="8H", stock="9D")
    moves = ["0 draw", f"0 meld {KINGS}", "0 undo", "0 meld KS KH KC", "0 discard 9S"]
    assert not any(allowed(game, *moves).get("concealed_canastas", []))
    assert allowed(game, *moves[:2], "0 discard 9S")["concealed_canastas"] == [1, 0]


@pytest.mark.parametrize(
    ("cards", "legal"),
    [("8S 8H 2S 2H", False), ("9S 9H 2S 2H 2D", False), ("9S 9H 9D 2S 2H *", False), ("5S 5H 2S", True)],
)
def test_regency_more_naturals_than_wilds_by_house_rule(cards: str, legal: bool) -> None:
    rules = {"melds.ratio": "fewer-than-naturals"}
    game = regency(rules=rules, hands=[f"{cards} 6S 7S"], melds=[[OWN]], pile="8H", stock="TC")
    (allowed if legal else refused)(game, "0 draw", f"0 meld {cards}")


def test_regency_two_canastas_one_or_both_natural_by_house_rule() -> None:
    mixed = "QS QH QC QS QH 2S 2H"
    game = partial(regency, hands=["9S 9H 9D"], pile="8H", stock="9C")
    out = ("0 draw", "0 meld 9S 9H 9D 9C")
    refused(game(rules={"out.canastas": 2}, melds=[[KINGS]]), *out)
    allowed(game(rules={"out.canastas": 2}, melds=[[mixed, "7S 7H 7D 7C 7S 2S 2H"]]), *out)
    one = {"out.canastas": 2, "out.natural": 1}
    refused(game(rules=one, melds=[[mixed, "7S 7H 7D 7C 7S 2D 2C"]]), *out)
    allowed(game(rules=one, melds=[[KINGS, mixed]]), *out)
    both = {"out.canastas": 2, "out.natural": 2}
    refused(game(rules=both, melds=[[KINGS, mixed]]), *out)
    allowed(game(rules=both, melds=[[KINGS, QUEENS]]), *out)
    assert "out.canastas" in unreadable(game(rules={"out.natural": 2}, melds=[[KINGS]]))


FLIP = {"stock.end": "flip"}


def test_regency_stock_recycled_by_house_rule() -> None:
    """The whole pile is turned over, its bottom card drawn first; the pile is then empty and not frozen."""
    game = regency(rules=FLIP, hands=["KS 6S", "5H"], melds=[[OWN]], pile="2C 9D 3S", stock="")
    state = allowed(game, "0 draw")
    assert hand(state, 0) == bag("KS 6S 2C")
    assert (state["stock"], state["pile"], state["frozen"]) == ("9D 3S", "", False)
    assert state["recycles"] == 1


def test_regency_stock_and_pile_both_gone_end_the_round() -> None:
    game = regency(rules=FLIP, hands=["KS 6S", "5H"], pile="", stock="")
    assert allowed(game, "0 draw")["phase"] == "over"
    assert allowed(regency(hands=["KS 6S"], pile="8H", stock=""), "0 draw")["phase"] == "over"


def test_regency_stock_is_recycled_three_times_at_most() -> None:
    game = regency(rules=FLIP, hands=["KS 6S", "5H"], pile="8H 9D", stock="", recycles=3)
    assert allowed(game, "0 draw")["phase"] == "over"
    allowed(regency(rules=FLIP, hands=["KS 6S", "5H"], pile="8H 9D", stock="", recycles=2), "0 draw", "0 discard 6S")


@pytest.mark.parametrize("jokers", [0, 2, 6])
def test_regency_modified_pack_of_jokers_by_house_rule(jokers: int) -> None:
    pack = [card for card in stacked(then="KS").split() if card != "*"] + ["*"] * jokers
    state = allowed(regency_deal(" ".join(pack), rules={"pack.jokers": jokers}))
    assert state["stock"].split().count("*") == jokers
    assert "pack" in unreadable(regency_deal(stacked(then="KS"), rules={"pack.jokers": jokers}))


def test_regency_seven_of_each_natural_rank_by_house_rule() -> None:
    rules = {"pack.copies_per_natural": 7}
    pack = stacked(then="KS").split()
    for rank in "456789TJQKA":
        pack.remove(f"{rank}C")
    state = allowed(regency_deal(" ".join(pack), rules=rules))
    assert len(state["stock"].split()) == 108 - 11 - 45


@pytest.mark.parametrize(("layout", "draw"), [("4", 2), ("2", 1), ("3-solo", 2)])
def test_regency_number_of_cards_drawn_by_house_rule(layout: str, draw: int) -> None:
    game = regency(layout, rules={"turn.draw": draw}, hands=["5S 6S"], pile="8H")
    assert len(allowed(game, "0 draw")["hands"][0].split()) == 2 + draw


def test_regency_fifty_for_negative_scores_by_house_rule() -> None:
    rules = {"opening.table": [[-1000000, 50], [1500, 90], [3000, 120]]}
    assert allowed(regency(rules=rules, scores=[-5, 0]))["opening"] == [50, 50]
    assert allowed(regency(scores=[-5, 0]))["opening"] == [15, 50]


def test_regency_six_with_a_third_pack_by_house_rule() -> None:
    rules = {"pack.decks": 3, "pack.jokers": 6, "deal.hand": 13, "threes.totals": [100, 200, 300, 800, 1000, 1200]}
    pack = stacked(then="KS", order=range(6), size=13, decks=3)
    assert len(allowed(regency_deal(pack, layout="6-pairs", rules=rules))["stock"].split()) == 162 - 78 - 1
    short: Document = regency_deal(pack, layout="6-pairs", rules={**rules, "threes.totals": [100]})
    assert "threes.totals" in unreadable(short)
