"""`american`: optional threes, talons, sevens and aces, wild melds, special hands (docs/variants.md, Modern American)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from bot.canasta.moves import read_move
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
    replay,
    stacked,
    verbs,
)

NATURAL = "8S 8H 8D 8C 8S 8H 8D"
MIXED = "JS JH JD JC JS * 2S"
SMALL = ["4S 5S 8S", "4H 5H 6H", "4D 5D 6D", "4C 5C 6C"]


def american(**position: Any) -> Document:
    return classic(variant="american", **position)


def opening(cards: str, **position: Any) -> Document:
    """Seat 0, having drawn, holds `cards` and may open."""
    return american(phase="play", so_far=["draw"], hands=[cards], **position)


# The deal.


def _new(hands: dict[int, str] | None = None, *moves: str, then: str = "", **options: Any) -> Document:
    """Return a fresh round; `then` are the two talons and the top of the stock."""
    return {**dealt(stacked(hands, then, size=13), *moves, **options), "variant": "american"}


def test_american_deals_thirteen_two_talons_and_no_upcard() -> None:
    state = allowed(_new(then="4S 4H 4D 4C 5S 5H 5D 6S"))
    assert [len(text.split()) for text in state["hands"]] == [13] * 4
    assert state["talons_left"] == ["4S 4H 4D 4C", "5S 5H 5D"]
    assert state["pile"] == ""
    assert len(state["stock"].split()) == 49
    assert state["stock"].split()[0] == "6S"
    assert state["frozen"] is False


def test_american_draws_one_and_discards_one() -> None:
    game = _new(then="4S 4H 4D 4C 5S 5H 5D 6S 6H")
    assert len(allowed(game, "0 draw")["hands"][0].split()) == 14


# Threes.


def test_american_dealt_threes_stay_in_the_hand_until_laid() -> None:
    game = _new({0: "3S 3H KS"}, then="4S 4H 4D 4C 5S 5H 5D 6S 3D 7S")
    state = allowed(game)
    assert state["threes"] == ["", ""]
    assert {"three", "draw"} <= verbs(state)
    state = allowed(game, "0 three 3S")
    assert state["threes"] == ["3S", ""]
    assert "6S" in state["hands"][0].split()
    state = allowed(game, "0 three 3S", "0 three 3H", "0 three 3D", "0 draw")
    assert state["threes"] == ["3S 3H 3D", ""]


def test_american_a_drawn_three_is_laid_right_after_the_draw_only() -> None:
    game = american(hands=["KS KH KD QS 9D 9C"], melds=[["AS AH AD *"]], stock="3C 4S 5S")
    state = allowed(game, "0 draw")
    assert "three" in verbs(state)
    assert allowed(game, "0 draw", "0 three 3C")["threes"] == ["3C", ""]
    refused(game, "0 draw", "0 meld KS KH KD", "0 three 3C")


def test_american_a_kept_three_is_laid_before_a_later_draw_not_after_it() -> None:
    game = american(hands=["3S KS QS"], stock="4S 5S")
    assert allowed(game, "0 three 3S")["threes"] == ["3S", ""]
    refused(game, "0 draw", "0 three 3S")


def test_american_a_replacement_may_make_the_pair_that_takes_the_pile() -> None:
    game = american(hands=["3S KS QS 9D"], melds=[["AS AH AD *"]], stock="KH 5S", pile="4C KD")
    refused(game, "0 take KS KH")
    state = allowed(game, "0 three 3S", "0 take KS KH")
    assert meld_bags(state, 0)[1] == bag("KS KH KD")


@pytest.mark.parametrize("three", ["3S", "3H"])
def test_american_threes_are_discarded_only_in_going_out(three: str) -> None:
    refused(opening(f"{three} KS QS"), f"0 discard {three}")
    out = opening(three, melds=[[NATURAL, MIXED]])
    assert lines(out, f"0 discard {three}")["out"] == 100


def test_american_black_threes_are_never_melded() -> None:
    refused(opening("3S 3C 3S KS", melds=[[NATURAL, MIXED]]), "0 meld 3S 3C 3S")


def test_american_a_three_that_cannot_be_replaced_ends_the_round() -> None:
    game = american(hands=["3S KS QS"], stock="")
    sheet = lines(game, "0 three 3S")
    assert sheet["threes"] == -100
    assert played(game, "0 three 3S")["rounds"][0]["out"] is None


def test_american_laying_threes_bars_no_special_hand() -> None:
    game = american(hands=["4S 4H 4D 6S 6H 6D 6C JS JH JD JC AS 3S"], stock="AH AD 5H")
    assert lines(game, "0 three 3S", "0 draw", "0 special garbage") == {"special": 2000}


# Melds.


@pytest.mark.parametrize("meld", ["KS KH KD 2S 2H", "KS KH 2S", "KS KH KD KC KS 2S *"])
def test_american_ordinary_melds_hold_two_naturals_and_two_wilds(meld: str) -> None:
    allowed(opening(f"{meld} 4S 5S", melds=[["QS QH QD"]]), f"0 meld {meld}")


@pytest.mark.parametrize("meld", ["KS 2S *", "KS KH KD 2S 2H *", "KS KH KD KC KS KH KD KC"])
def test_american_no_more_wilds_and_no_eighth_card(meld: str) -> None:
    refused(opening(f"{meld} 4S 5S", melds=[["QS QH QD"]]), f"0 meld {meld}")


def test_american_no_card_joins_a_canasta() -> None:
    refused(opening("8C 4S 5S", melds=[[NATURAL]]), "0 meld 8: 8C")
    refused(opening("8C 8S 8H 4S 5S", melds=[[NATURAL]]), "0 meld 8+: 8C 8S 8H")


def test_american_sevens_take_no_wild_card_ever() -> None:
    allowed(opening("7S 7H 7D 4S 5S", melds=[["QS QH QD"]]), "0 meld 7S 7H 7D")
    refused(opening("7S 7H 2S 4S 5S", melds=[["QS QH QD"]]), "0 meld 7S 7H 2S")
    refused(opening("2S 4S 5S", melds=[["7S 7H 7D"]]), "0 meld 7: 2S")
    refused(opening("7S 7H 7D 2S AS AH AD * KS KH KD 4S 5S"), "0 meld 7S 7H 7D 2S / AS AH AD * / KS KH KD")


def test_american_mixed_aces_only_in_the_initial_meld() -> None:
    cards = "AS AH AD 2S 2H KS KH KD 4S 5S"
    allowed(opening(cards), "0 meld AS AH AD 2S 2H / KS KH KD")
    refused(opening("AS AH 2S 4S 5S", melds=[["QS QH QD"]]), "0 meld AS AH 2S")
    refused(opening("AS AH AD 2S 4S 5S", melds=[["QS QH QD"]]), "0 meld AS AH AD 2S")
    refused(opening("2S 4S 5S", melds=[["QS QH QD", "AS AH AD"]]), "0 meld A: 2S")
    pure = opening("AS AH AD KS KH KD KC * 2S 4S 5S")
    refused(pure, "0 meld AS AH AD / KS KH KD KC *", "0 meld A: 2S")


def test_american_aces_mixed_from_the_start_may_get_a_second_wild_later() -> None:
    state = allowed(opening("2H 4S 5S", melds=[["AS AH AD 2S"]]), "0 meld A: 2H")
    assert meld_bags(state, 0) == [bag("AS AH AD 2S 2H")]
    refused(opening("* 4S 5S", melds=[["AS AH AD 2S 2H"]]), "0 meld A: *")


def test_american_wild_melds_hold_three_to_seven_wilds() -> None:
    game = opening("2S 2H * 4S 5S", melds=[["QS QH QD"]])
    assert meld_bags(allowed(game, "0 meld 2S 2H *"), 0)[1] == bag("2S 2H *")
    refused(game, "0 meld 2S 2H")
    refused(opening("2S 4S 5S", melds=[["2S 2H 2D 2C * * *"]]), "0 meld WILD: 2S")


def test_american_an_unfinished_wild_meld_holds_back_all_other_wilds() -> None:
    started = opening("KS KH 2D 4S 5S", melds=[["QS QH QD", "2S 2H *"]])
    refused(started, "0 meld KS KH 2D")
    refused(started, "0 meld Q: 2D")
    allowed(started, "0 meld WILD: 2D")
    done = opening("KS KH 2D 4S 5S", melds=[["QS QH QD", "2S 2H 2C * * * *"]])
    allowed(done, "0 meld KS KH 2D")


def test_american_the_lock_looks_at_the_order_in_a_bundle() -> None:
    cards = "KS KH KD 2D 2S 2H * 4S 5S"
    allowed(opening(cards), "0 meld KS KH KD 2D / 2S 2H *")
    refused(opening(cards), "0 meld 2S 2H * / KS KH KD 2D")


def test_american_an_opening_with_a_mixed_meld_before_the_wild_one_is_offered() -> None:
    cards = "7H 7C 8D TS TH 2H 2H 2D *"
    allowed(opening(cards), "0 meld TS TH * / 2H 2H 2D")
    assert "meld" in verbs(allowed(opening(cards)))


def test_american_both_sides_may_meld_a_rank() -> None:
    allowed(opening("QS QC QD 4S 5S", melds=[["KS KH KD"], ["QS QH QD"]]), "0 meld QS QC QD")


# The initial meld.


@pytest.mark.parametrize(
    ("score", "needed"), [(-500, 125), (0, 125), (2995, 125), (3000, 155), (4995, 155), (5000, 180)]
)
def test_american_initial_meld_by_score(score: int, needed: int) -> None:
    assert allowed(american(scores=[score, 0]))["opening"] == [needed, 125]


def test_american_initial_meld_counts_cards_only() -> None:
    allowed(opening("KS KH KD 2S 2H QS QH * 4S 5S"), "0 meld KS KH KD 2S 2H / QS QH *")
    refused(opening("KS KH KD 2S 2H QS QH * 4S 5S", scores=[3000, 0]), "0 meld KS KH KD 2S 2H / QS QH *")
    refused(opening("KS KH KD 2S 2H 4S 5S"), "0 meld KS KH KD 2S 2H")


def test_american_initial_meld_needs_three_naturals_of_a_rank_or_a_wild_meld() -> None:
    cards, bundle = "KS KH 2S QS QH 2H AS AH * 4S 5S", "0 meld KS KH 2S / QS QH 2H / AS AH *"
    assert refused(opening(cards), bundle) == "initial-meld-triple"
    allowed(opening(cards, rules={"opening.triple": "no"}), bundle)
    allowed(opening("* * 2S KS KH 2H 4S 5S"), "0 meld KS KH 2H / * * 2S")


def test_american_house_rule_asks_for_a_triple_beside_a_wild_meld() -> None:
    rules = {"opening.triple": "yes"}
    refused(opening("* * 2S KS KH 2H 4S 5S", rules=rules), "0 meld KS KH 2H / * * 2S")
    allowed(opening("* * 2S KS KH KD 4S 5S", rules=rules), "0 meld KS KH KD / * * 2S")
    splash = "2S 2H 2D 2C 2S 2H *"
    allowed(opening(f"{splash} 4S 5S", rules=rules), f"0 meld {splash}")


@pytest.mark.parametrize("splash", ["4S 4H 4D 4C 4S 4H 4D", "2S 2H 2D 2C 2S 2H 2D"])
def test_american_a_natural_or_wild_canasta_from_the_hand_needs_no_minimum(splash: str) -> None:
    allowed(opening(f"{splash} 9S TS", scores=[5000, 0]), f"0 meld {splash}")
    refused(opening("4S 4H 4D 4C 4S 2H 2D 9S TS", scores=[5000, 0]), "0 meld 4S 4H 4D 4C 4S 2H 2D")


def test_american_a_splash_that_misses_the_minimum_is_offered() -> None:
    splash = "4S 4H 4D 4C 4S 4H 4D"
    assert "meld" in verbs(allowed(opening(f"{splash} 9S TS", scores=[5000, 0])))
    taking = american(hands=[f"{splash} KS KH 9S TS"], pile="9C KD", scores=[5000, 0])
    assert "take" in verbs(allowed(taking))
    assert "meld" not in verbs(allowed(opening("4S 4H 4D 4C 4S 2H 2D 9S TS", scores=[5000, 0])))


def test_american_other_melds_may_lie_beside_a_splash_without_a_minimum() -> None:
    splash = "4S 4H 4D 4C 4S 4H 4D"
    allowed(opening(f"{splash} 5S 5H 5D 9S TS"), f"0 meld {splash} / 5S 5H 5D")


CONCEALED = {"canastas.concealed": 100}


@pytest.mark.parametrize(
    "groups",
    [f"{NATURAL} / KS KH KC", f"KS KH KC / {NATURAL}", f"{NATURAL} / AS AH AC / KS KH KC"],
)
@pytest.mark.parametrize("variant", ["american", "american-2007"])
def test_american_a_concealed_canasta_pays_in_whatever_order_an_opening_with_the_pile_is_written(
    variant: str, groups: str
) -> None:
    """It does not hold the pile's top card, which is laid last."""
    game = classic(
        variant=variant, hands=[f"{NATURAL} KS KH KC AS AH AC 5S 6S"], pile="9H KD", rules=CONCEALED, scores=[0, 0]
    )
    state = allowed(game, f"0 take / {groups}", "0 discard 5S")
    assert state["concealed_canastas"] == [1, 0]
    later = {**game, "position": allowed(game, f"0 take / {groups}")}
    assert allowed(later, "0 discard 5S")["concealed_canastas"] == [1, 0]


@pytest.mark.parametrize("groups", ["KS KH KC KS KH KC / QS QH QC", "QS QH QC / KS KH KC KS KH KC"])
@pytest.mark.parametrize("variant", ["american", "american-2007"])
def test_american_a_canasta_with_the_piles_top_card_is_never_concealed(variant: str, groups: str) -> None:
    rules = {**CONCEALED, "opening.table": [[-1000000, 50]]}
    game = classic(
        variant=variant, hands=["KS KH KC KS KH KC QS QH QC 5S 6S"], pile="9H KD", rules=rules, scores=[0, 0]
    )
    state = allowed(game, f"0 take / {groups}", "0 discard 5S")
    assert bag("KS KH KC KS KH KC KD") in meld_bags(state, 0)
    assert "concealed_canastas" not in state
    later = {**game, "position": allowed(game, f"0 take / {groups}")}
    assert "concealed_canastas" not in allowed(later, "0 discard 5S")


def test_american_no_exemption_for_a_concealed_exit() -> None:
    low = "4S 4H 4D 4C 4S 2H 2D"
    refused(opening(f"{low} 5S 5H 5D 5C 5S 2S 2C KS", scores=[5000, 0]), f"0 meld {low} / 5S 5H 5D 5C 5S 2S 2C")


# Taking the pile.


def test_american_a_natural_pair_takes_the_pile() -> None:
    game = american(hands=["KS KH 2S 5S 6S"], melds=[["QS QH QD"]], pile="9C 2H KD")
    state = allowed(game, "0 take KS KH")
    assert hand(state, 0) == bag("2S 5S 6S 9C 2H")
    refused(game, "0 take KS 2S")
    refused(american(hands=["KS 5S 6S"], melds=[["KH KC KD"]], pile="9C KD"), "0 take KS")
    refused(american(hands=["5S 6S"], melds=[["KH KC KD"]], pile="9C KD"), "0 take")


def test_american_a_meld_of_five_does_not_take_the_pile() -> None:
    """Five and three are eight."""
    four = american(hands=["JS JH 5S 6S"], melds=[["JD JC JS JH"]], pile="9C JD")
    assert sum(meld_bags(allowed(four, "0 take JS JH"), 0)[0].values()) == 7
    refused(american(hands=["JS JH 5S 6S"], melds=[["JD JC JS JH 2S"]], pile="9C JD"), "0 take JS JH")


@pytest.mark.parametrize("top", ["2S", "*"])
def test_american_a_wild_on_top_blocks(top: str) -> None:
    state = allowed(american(hands=["2H 2D * * KS"], melds=[["QS QH QD"]], pile=f"9C {top}"))
    assert state["blocked"] is True
    assert "take" not in verbs(state)


def test_american_opening_and_taking_in_one_turn_by_a_pair_in_the_melds() -> None:
    game = american(hands=["KS KH KC 2H AS AH AD * 4S 5S"], pile="9C KD")
    state = allowed(game, "0 take / KS KH KC 2H / AS AH AD *")
    assert meld_bags(state, 0) == [bag("KS KH KC KD 2H"), bag("AS AH AD *")]
    assert hand(state, 0) == bag("4S 5S 9C")


def test_american_opening_and_taking_by_a_separate_pair_that_does_not_count() -> None:
    game = american(hands=["KS KH QS QH QD 2H AS AH AD * 4S 5S"], pile="9C KD")
    state = allowed(game, "0 take KS KH / QS QH QD 2H / AS AH AD *")
    assert meld_bags(state, 0) == [bag("QS QH QD 2H"), bag("AS AH AD *"), bag("KS KH KD")]
    assert hand(state, 0) == bag("4S 5S 9C")


def test_american_neither_the_pair_nor_the_top_card_counts_to_the_minimum() -> None:
    game = american(hands=["AS AH KS KH KD 2S * 4S 5S"], pile="9C AD")
    refused(game, "0 take AS AH / KS KH KD 2S *")


def test_american_the_meld_must_be_complete_without_the_top_card() -> None:
    game = american(hands=["KS KH AS AH AD 2H * QS QH QD 4S 5S"], pile="9C KD")
    refused(game, "0 take / KS KH / AS AH AD 2H * / QS QH QD")
    allowed(game, "0 take KS KH / AS AH AD 2H * / QS QH QD")


def test_american_a_splash_takes_the_pile_by_a_pair_of_another_rank_only() -> None:
    splash = "4S 4H 4D 4C 4S 4H 4D"
    allowed(american(hands=[f"{splash} KS KH 9S TS"], pile="9C KD"), f"0 take KS KH / {splash}")
    refused(american(hands=["4S 4H 4D 4C 4S 4H 9S TS"], pile="9C 4D"), "0 take / 4S 4H 4D 4C 4S 4H")


def test_american_house_rule_bars_the_pile_in_the_opening_turn() -> None:
    rules = {"opening.with_pile": "no"}
    game = american(hands=["KS KH KC 2H AS AH AD * 4S 5S"], pile="9C KD", rules=rules)
    assert "take" not in verbs(allowed(game))
    refused(game, "0 take / KS KH KC 2H / AS AH AD *")
    allowed(american(hands=["KS KH 4S 5S"], melds=[["QS QH QD"]], pile="9C KD", rules=rules), "0 take KS KH")


def test_american_house_rule_bars_the_rank_of_their_canasta() -> None:
    rules = {"melds.not_theirs": True}
    melds = [["QS QH QD"], ["KS KH KD KC KS KH 2S"]]
    refused(opening("KD KC KH 4S 5S", melds=melds, rules=rules), "0 meld KD KC KH")
    refused(american(hands=["KD KC 4S 5S"], melds=melds, pile="9C KH", rules=rules), "0 take KD KC")
    allowed(opening("KD KC KH 4S 5S", melds=melds), "0 meld KD KC KH")
    both = [["QS QH QD", "9S 9H 9D"], ["9S 9H 9C 9C 9D 2S 2H"]]
    allowed(opening("2D 4S 5S", melds=both, rules=rules), "0 meld 9: 2D")


def test_american_a_refused_opening_with_the_pile_leaves_no_meld_behind() -> None:
    game = american(hands=["KS KH QS QH QD 7S 7H 2H 4S 5S"], pile="9C KD")
    refused(game, "0 take KS KH / QS QH QD / 7S 7H 2H")


# Discards.


def test_american_no_ace_or_seven_starts_an_empty_pile() -> None:
    game = opening("AS 7S 2S 9S")
    for card in ("AS", "7S", "2S"):
        refused(game, f"0 discard {card}")
    allowed(game, "0 discard 9S")
    rest = opening("AS 7S 2S")
    allowed(rest, "0 discard AS")
    allowed(rest, "0 discard 7S")
    refused(rest, "0 discard 2S")
    allowed(opening("AS 7S 2S 9S", pile="4C"), "0 discard AS")


def test_american_a_wild_is_discarded_only_from_a_hand_of_wilds_or_in_going_out() -> None:
    refused(opening("2S * 9S"), "0 discard 2S")
    state = allowed(opening("2S * 2H"), "0 discard *")
    assert (state["pile"], state["blocked"]) == ("*", True)
    assert lines(opening("2S", melds=[[NATURAL, MIXED]]), "0 discard 2S")["out"] == 100


def test_american_a_hand_of_wilds_and_threes_may_discard_a_wild() -> None:
    game = opening("2S 3S *")
    allowed(game, "0 discard 2S")
    refused(game, "0 discard 3S")


def test_american_no_play_leaves_threes_alone() -> None:
    """A three stays forbidden, so there would be nothing to discard."""
    game = opening("3S 3H KS KH KD", melds=[["QS QH QD"]])
    refused(game, "0 meld KS KH KD")
    assert "meld" not in verbs(allowed(game))
    drawn = american(hands=["3S KS KH KD"], melds=[["QS QH QD"]], stock="3H 5S")
    refused(drawn, "0 draw", "0 meld KS KH KD")
    taking = american(hands=["3S 3H KS KH"], melds=[["QS QH QD"]], pile="KD")
    refused(taking, "0 take KS KH")
    assert "take" not in verbs(allowed(taking))
    allowed(opening("3S 2H KS KH KD", melds=[["QS QH QD"]]), "0 meld KS KH KD", "0 discard 2H")


def test_american_a_hand_of_wilds_and_threes_that_may_go_out_discards_no_wild() -> None:
    ready = opening("2S 3S", melds=[[NATURAL, MIXED, "QS QH QD"]])
    refused(ready, "0 discard 2S")
    allowed(ready, "0 ask", "2 answer no", "0 discard 2S")
    assert lines(ready, "0 meld Q: 2S", "0 discard 3S")["out"] == 100
    allowed(opening("2S 3S", melds=[[NATURAL, "QS QH QD"]]), "0 discard 2S")
    allowed(opening("2S 2H", melds=[[NATURAL, MIXED, "QS QH QD"]]), "0 discard 2S")


def test_american_house_rule_bars_safe_cards_from_an_empty_pile() -> None:
    rules = {"discards.safe_ban": True}
    melds = [["QS QH QD", "JS JH JD JC JS JH JD"], ["KS KH KD KC KS", "9S 9H 9D 9C"]]
    game = opening("JC KH 9C TS", melds=melds, rules=rules)
    refused(game, "0 discard JC")
    refused(game, "0 discard KH")
    allowed(game, "0 discard 9C")
    allowed(opening("JC KH 9C TS", melds=melds), "0 discard JC")
    allowed(opening("JC KH 7S", melds=melds, rules=rules), "0 discard JC")
    allowed(opening("JC KH 9C TS", melds=melds, rules=rules, pile="4C"), "0 discard JC")


# Talons.


def test_american_the_first_side_to_open_gets_four_cards_the_other_three() -> None:
    bundle = "AS AH AD * KS KH KD"
    game = american(
        phase="play", so_far=["draw"], hands=[f"{bundle} 9S TC", "QS QH QD AS AC AH * 2S TC JC"], stock="4C 8D 4D 7D 6D 5D",
        talons_left=["4S KD 9C 2H", "7D 7C *"],
    )  # fmt: skip
    moves = ["0 meld AS AH AD * / KS KH KD", "0 discard 9S"]
    state = allowed(game, *moves[:1])
    assert hand(state, 0) == bag("9S TC")
    state = allowed(game, *moves)
    assert state["talons"] == ["4S KD 9C 2H", "", "", ""]
    assert state["talons_left"] == ["7D 7C *"]
    moves += ["1 draw", "1 meld QS QH QD / AS AC AH * 2S", "1 discard TC"]
    state = allowed(game, *moves)
    assert state["talons"][1] == "7D 7C *"
    moves += ["2 draw", "2 discard TD", "3 draw", "3 discard TC"]
    state = allowed(game, *moves)
    assert hand(state, 0) == bag("TC 4S KD 9C 2H")
    assert state["phase"] == "draw"


@pytest.mark.parametrize(("against", "points"), [(False, -25), (True, -90)])
def test_american_a_talon_not_picked_up_counts_only_by_house_rule(against: bool, points: int) -> None:
    game = american(
        hands=["TC", *SMALL[1:]], talons=["4S KD 9C 2H 2D"], stock="", rules={"score.talon_against": against}
    )
    assert lines(game, "0 draw")["hand"] == points


def test_american_only_the_opening_earns_a_talon() -> None:
    game = american(phase="play", so_far=["draw"], hands=["KS KH KD 9S TC"], melds=[["AS AH AD *"]],
                    talons_left=["7D 7C *"])  # fmt: skip
    assert "talons" not in allowed(game, "0 meld KS KH KD", "0 discard 9S")


def test_american_threes_of_a_talon_may_be_laid_before_the_draw() -> None:
    game = american(turn=3, phase="play", so_far=["draw"], hands=["TC", "9H TH", "9D TD", "9C TC JC"],
                    melds=[["AS AH AD *"]], talons=["3S KD 9C 2H"], stock="5S 6S")  # fmt: skip
    state = allowed(game, "3 discard TC", "0 three 3S")
    assert state["threes"][0] == "3S"
    assert hand(state, 0) == bag("TC KD 9C 2H 5S")


def test_american_house_rule_leaves_the_talons_alone() -> None:
    game = american(phase="play", so_far=["draw"], hands=["AS AH AD * KS KH KD 9S TC"],
                    talons_left=["4S KD 9C 2H", "7D 7C *"], rules={"deal.talons_given": False})  # fmt: skip
    assert "talons" not in allowed(game, "0 meld AS AH AD * / KS KH KD", "0 discard 9S")


def test_american_a_talon_not_picked_up_counts_for_nothing() -> None:
    game = american(stock="", hands=SMALL, melds=[["AS AH AD *", NATURAL]], talons=["4S KD 9C 2H"],
                    pile="9C", turn=1)  # fmt: skip
    assert lines(game, "1 draw") == {"natural": 500, "cards": 110 + 70, "hand": -20 - 15}


# Going out.


def test_american_two_canastas_and_a_discard_end_the_round() -> None:
    game = opening("JC QS", melds=[[NATURAL, "KS KH KD KC KS KH KD", "JS JH JD", "QS QH QD"]])
    refused(game, "0 meld J: JC / Q: QS")
    assert lines(game, "0 meld J: JC", "0 discard QS")["out"] == 100


@pytest.mark.parametrize(("variant", "seen"), [("american", 0), ("american-2007", 1)])
def test_american_the_last_discard_lies_face_down_where_the_sheet_says_so(variant: str, seen: int) -> None:
    game = game_from_record(
        classic(variant=variant, phase="play", so_far=["draw"], hands=["2S"], melds=[[NATURAL, MIXED]])
    )
    (discard,) = (event for event in game.apply(read_move("0 discard 2S")) if event.kind == "discard")
    assert len(discard.cards) == seen
    view = public_view(game)
    assert (view.upcard is not None, view.blocked) == (bool(seen), bool(seen))


def test_american_one_canasta_does_not_let_a_side_go_out() -> None:
    refused(opening("JC", melds=[[NATURAL]]), "0 discard JC")
    refused(opening("JC QS", melds=[[NATURAL, "JS JH JD"]]), "0 meld J: JC")


def test_american_the_second_canasta_may_be_made_in_going_out() -> None:
    game = opening("JC QS", melds=[[NATURAL, "JS JH JD JC JS JH"]])
    assert lines(game, "0 meld J: JC", "0 discard QS")["natural"] == 1000


def test_american_asking_is_free_all_turn_once_a_round() -> None:
    game = opening("JC QS 9S", melds=[[NATURAL, MIXED, "QH QD QC 2H", "9H 9D 9C"]])
    assert allowed(game, "0 meld Q: QS", "0 ask")["answer"] == "due"
    refused(game, "0 ask", "2 answer no", "0 ask")
    asked = opening("JC QS", melds=[[NATURAL, MIXED, "QH QD QC 2H"]], asked=[0])
    refused(asked, "0 ask")
    refused(game, "0 ask", "2 answer no", "0 meld Q: QS", "0 meld 9: 9S")
    refused(game, "0 ask", "2 answer yes", "0 discard JC")


def test_american_house_rule_asks_for_complete_sevens_and_pure_aces() -> None:
    rules = {"out.specials_complete": True}
    done = [NATURAL, MIXED]
    refused(opening("4S", melds=[[*done, "7S 7H 7D"]], rules=rules), "0 discard 4S")
    refused(opening("4S", melds=[[*done, "AS AH AD"]], rules=rules), "0 discard 4S")
    allowed(opening("4S", melds=[[*done, "AS AH AD 2H"]], rules=rules), "0 discard 4S")
    allowed(opening("4S", melds=[[*done, "2S 2H 2D"]], rules=rules), "0 discard 4S")
    allowed(opening("4S", melds=[[*done, "7S 7H 7D"]]), "0 discard 4S")


def test_american_stock_out_is_never_a_forced_take() -> None:
    game = american(hands=["KS KH 5S 6S"], melds=[["QS QH QD"]], pile="9C KD", stock="")
    assert verbs(allowed(game)) == {"draw", "take"}
    assert allowed(game, "0 draw")["phase"] == "over"


# Special hands.

PAIRS = "4S 4H 5S 5H 7S 7H 8S 8H 9S 9H TS TH QS QH"
PAIRS_TWOS = "2S 2H 6S 6H 7S 7H 9S 9H JS JH KS KH AS AH"
NOT_PAIRS = "2S 2H 4S 4H 5S 5H 6S 6H 8S 8H 9S 9H AS AH"
GARBAGE = "4S 4H 4D 6S 6H 6D 6C JS JH JD JC AS AH AD"
STRAIGHT = "AS 2S 3S 4H 5D 6C 7S 8H 9D TC JS QH KD *"


@pytest.mark.parametrize(
    ("name", "cards", "points"),
    [("pairs", PAIRS, 2500), ("pairs", PAIRS_TWOS, 2000), ("garbage", GARBAGE, 2000), ("straight", STRAIGHT, 3000),
     ("pairs", "4S 4H 4D 4C 5S 5H 8S 8H 9S 9H TS TH QS QH", 2500)],
)  # fmt: skip
def test_american_special_hands(name: str, cards: str, points: int) -> None:
    game = opening(cards, threes=["3H"])
    assert f"0 special {name}".split()[1] in verbs(allowed(game))
    assert lines(game, f"0 special {name}") == {"special": points}
    answer = played(game, f"0 special {name}")
    assert answer["rounds"][0]["out"] == 0
    assert answer["rounds"][0]["sides"][1]["hand"] < 0


@pytest.mark.parametrize(
    ("name", "cards"),
    [("pairs", NOT_PAIRS), ("pairs", PAIRS.replace("4S 4H", "3S 3C")), ("pairs", PAIRS.replace("4S 4H", "* *")),
     ("garbage", GARBAGE.replace("4S 4H 4D", "2S 2H 2D")), ("garbage", GARBAGE.replace("4S", "6S")),
     ("straight", STRAIGHT.replace("3S", "4S")), ("straight", STRAIGHT.replace("*", "2H"))],
)  # fmt: skip
def test_american_no_special_hands(name: str, cards: str) -> None:
    refused(opening(cards), f"0 special {name}")
    assert "special" not in verbs(allowed(opening(cards)))


def test_american_no_special_hand_once_the_side_has_melded_or_before_the_draw() -> None:
    refused(opening(PAIRS, melds=[["KS KH KD"]]), "0 special pairs")
    refused(american(hands=[PAIRS]), "0 special pairs")


def test_american_house_rule_lets_two_jokers_be_the_wild_pair() -> None:
    hand_ = PAIRS_TWOS.replace("2S 2H", "* *")
    refused(opening(hand_), "0 special pairs")
    assert lines(opening(hand_, rules={"extra.pairs_joker": True}), "0 special pairs") == {"special": 2000}
    both = hand_.replace("6S 6H", "2S 2H")
    refused(opening(both, rules={"extra.pairs_joker": True}), "0 special pairs")


def test_american_house_rule_of_pairs_without_wilds_only() -> None:
    refused(opening(PAIRS_TWOS, rules={"extra.pairs_wild": 0}), "0 special pairs")
    natural = PAIRS_TWOS.replace("2S 2H", "4S 4H")
    assert lines(opening(natural, rules={"extra.pairs_wild": 0}), "0 special pairs") == {"special": 2500}


def test_american_house_rule_of_four_triples_and_a_wild_pair() -> None:
    rules = {"extra.garbage_triples": True}
    triples = "4S 4H 4D 6S 6H 6D JS JH JD AS AH AD"
    assert lines(opening(f"{triples} 2S 2H", rules=rules), "0 special garbage") == {"special": 2000}
    assert lines(opening(f"{triples} * *", rules=rules), "0 special garbage") == {"special": 2000}
    refused(opening(f"{triples} * 2S", rules=rules), "0 special garbage")
    refused(opening(GARBAGE, rules=rules), "0 special garbage")


def test_american_house_rule_of_higher_special_hands_and_of_distinct_pairs() -> None:
    assert lines(opening(PAIRS, rules={"extra.pairs": 4000}), "0 special pairs") == {"special": 4000}
    double = "4S 4H 4D 4C 5S 5H 8S 8H 9S 9H TS TH QS QH"
    refused(opening(double, rules={"extra.pairs_distinct": True}), "0 special pairs")


# Scoring.


round_end = partial(at_end, american, pile="9C", hands=SMALL)


def test_american_no_canasta_everything_counts_against_the_side() -> None:
    sheet = round_end(melds=[["KS KH KD 2S"]], threes=["3H 3D 3S"], hands=["KC KS", "4H", "TS TC 5S", "4D"])
    assert sheet == {"threes": -400, "cards": -50, "hand": -45}


def test_american_one_canasta_ignores_the_threes() -> None:
    sheet = round_end(melds=[["QS QH QD QC QS 2S 2H", "KS KH KD"]], threes=["3H 3D 3S"],
                   hands=["KC", "4H", "TS 5S", "4D"])  # fmt: skip
    assert sheet == {"mixed": 300, "cards": 120, "hand": -25}


def test_american_two_canastas_and_out() -> None:
    game = opening("9S", melds=[[NATURAL, MIXED]], threes=["3H 3D 3H 3S"])
    game["position"]["hands"][2] = "KS KH KD KC QS QH"
    sheet = lines(game, "0 discard 9S")
    assert sheet == {"natural": 500, "mixed": 300, "threes": 600, "out": 100, "cards": 190, "hand": -60}
    assert sum(sheet.values()) == 1630


@pytest.mark.parametrize(
    ("meld", "points"),
    [("2S 2H 2D 2C 2S 2H 2D", 3000), ("* * * * 2S 2H 2D", 2500), ("* * * 2S 2H 2D 2C", 2000),
     ("* 2S 2H 2D 2C 2S 2H", 2000)],
)  # fmt: skip
def test_american_wild_canastas(meld: str, points: int) -> None:
    assert round_end(melds=[[meld]])["wild"] == points


def test_american_natural_sevens_and_aces_pay_2500() -> None:
    assert round_end(melds=[["7S 7H 7D 7C 7S 7H 7D"]])["sevens"] == 2500
    assert round_end(melds=[["AS AH AD AC AS AH AD"]])["aces"] == 2500
    assert round_end(melds=[["AS AH AD AC AS * 2S"]])["mixed"] == 300


def test_american_unfinished_melds_are_penalised() -> None:
    sheet = round_end(melds=[[NATURAL, "2S 2H 2D *"]])
    assert sheet == {"natural": 500, "unfinished": -2000, "cards": 70 + 110, "hand": -35}
    assert round_end(melds=[[NATURAL, "7S 7H 7D"]])["unfinished"] == -2500
    assert round_end(melds=[[NATURAL, "AS AH AD"]])["unfinished"] == -2500
    assert "unfinished" not in round_end(melds=[[NATURAL, "AS AH AD 2S"]])


def test_american_penalties_add_up() -> None:
    sheet = round_end(melds=[["7S 7H 7D"]], hands=["4S", "4H", "7C 7S 7H", "4D"])
    assert sheet["unfinished"] + sheet["held"] == -4000
    sheet = round_end(melds=[["AS AH AD"]], hands=["4S", "4H", "AC AS AH", "4D"])
    assert sheet["unfinished"] + sheet["held"] == -4000
    sheet = round_end(hands=["AS AH AD", "4H", "AC AS AH", "4D"])
    assert sheet["held"] == -3000
    sheet = round_end(melds=[["AS AH AD AC AS * 2S"]], hands=["4S", "4H", "AC AH AD", "4D"])
    assert sheet["held"] == -1500


def test_american_two_of_them_held_cost_nothing_besides() -> None:
    assert "held" not in round_end(hands=["AS AH 7S 7H", "4H", "6S", "4D"])


@pytest.mark.parametrize(
    ("threes", "points"),
    [("3H", 100), ("3H 3D", 300), ("3H 3D 3H", 500), ("3H 3D 3H 3D", 1000), ("3S 3C", 300), ("3H 3S", 200),
     ("3H 3D 3H 3D 3S 3C 3S 3C", 2000)],
)  # fmt: skip
def test_american_threes_by_colour_and_number_of_canastas(threes: str, points: int) -> None:
    assert round_end(melds=[[NATURAL, MIXED]], threes=[threes])["threes"] == points
    assert "threes" not in round_end(melds=[[NATURAL]], threes=[threes])
    assert round_end(threes=[threes])["threes"] == -points


def test_american_a_kept_three_counts_as_laid_and_five_against() -> None:
    sheet = round_end(threes=["3H"], hands=["3D", "4H", "4D", "4C"])
    assert sheet == {"threes": -300, "hand": -5 - 5}
    both = [[NATURAL, MIXED]]
    assert round_end(melds=both, threes=["3H"], hands=["3D", "4H", "4D", "4C"])["threes"] == 300


@pytest.mark.parametrize(("rule", "threes", "held"), [("tally", -300, -5), ("five", -100, -10)])
def test_american_house_rules_for_kept_threes(rule: str, threes: int, held: int) -> None:
    sheet = round_end(threes=["3H"], hands=["3D", "4H", "4D", "4C"], rules={"threes.held_tally": rule})
    assert sheet == {"threes": threes, "hand": held}


def test_american_no_bonus_for_a_concealed_exit() -> None:
    canasta, other = "8S 8H 8D 8C 8S 8H 8D", "JS JH JD JC JS JH JD"
    game = opening(f"{canasta} {other} 9S")
    entry = lines(game, f"0 meld {canasta} / {other}", "0 discard 9S")
    assert entry["out"] == 100
    assert "concealed" not in entry


def test_american_the_game_goes_to_8500() -> None:
    game = opening("9S", melds=[[NATURAL, MIXED]], scores=[7420, 0], rules={})
    game["position"]["hands"][2] = "5S"
    game["moves"] = ["0 discard 9S"]
    answer = replay(game)
    assert answer["result"]["scores"][0] == 7420 + 500 + 300 + 100 + 190 - 5
    assert answer["result"]["winner"] == 0
    game["scores"] = [7410, 0]
    assert replay(game)["result"] is None
