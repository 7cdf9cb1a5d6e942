"""`classic`: the end of the stock (docs/rules.md, Draws and the end of the stock)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.canasta.errors import explain
from bot.canasta.moves import IllegalMove
from tests.canasta.play import Document, allowed, bag, classic, hand, played, refused, round_entry, verbs


def test_classic_last_card_of_the_stock_is_drawn_and_the_turn_completed() -> None:
    game = classic(hands=["KS QS 5S"], stock="9H", pile="7H")
    state = allowed(game, "0 draw", "0 discard 5S")
    assert state["phase"] == "draw"
    assert state["turn"] == 1
    assert state["stock"] == ""


def test_classic_round_ends_on_the_draw_that_cannot_be_met() -> None:
    game = classic(hands=["KS QS 5S"], stock="", pile="7H")
    state = allowed(game)
    assert state["phase"] == "draw"
    assert state["legal"] == ["0 draw"], "even if it is the only thing left to do, it is still written"
    entry = round_entry(game, "0 draw")
    assert entry["out"] is None
    assert entry["concealed"] is False


def test_classic_draw_that_cannot_be_met_changes_no_hand() -> None:
    game = classic(hands=["KS QS 5S"], stock="", pile="7H")
    assert hand(allowed(game, "0 draw"), 0) == bag("KS QS 5S")


def test_classic_nobody_gets_a_bonus_when_the_stock_runs_out() -> None:
    game = classic(hands=["KS QS 5S"], melds=[["AS AH AD AC AS AH AD"]], stock="", pile="7H")
    for side in round_entry(game, "0 draw")["sides"]:
        assert "out" not in side
        assert "concealed" not in side


def test_classic_red_three_as_last_card_is_laid_and_ends_the_round() -> None:
    """Laid, counts for the side; that player may neither meld nor discard."""
    game = classic(hands=["AC QS 5S"], melds=[["AS AH AD"]], stock="3H", pile="7H")
    state = allowed(game, "0 draw")
    assert state["phase"] == "over"
    assert state["threes"][0] == "3H"
    assert state["stock"] == ""
    entry = round_entry(game, "0 draw")
    assert entry["out"] is None
    assert entry["sides"][0]["threes"] == 100
    refused(game, "0 draw", "0 meld AC")
    refused(game, "0 draw", "0 discard AC")


def test_classic_several_red_threes_as_last_cards_end_the_round() -> None:
    game = classic(hands=["AC QS 5S"], stock="3H 3D 3H", pile="7H")
    state = allowed(game, "0 draw")
    assert state["phase"] == "over"
    assert bag(state["threes"][0]) == bag("3H 3D 3H")


def test_classic_red_three_with_one_card_after_it_is_replaced_and_play_goes_on() -> None:
    game = classic(hands=["AC QS 5S"], stock="3H 9H", pile="7H")
    state = allowed(game, "0 draw")
    assert state["phase"] == "play"
    assert hand(state, 0) == bag("AC QS 5S 9H")


# An empty stock and a pile that may be taken.


def test_classic_play_continues_on_an_empty_stock_while_the_pile_is_taken() -> None:
    game = classic(hands=["KS QS", "9S 8S 6S"], melds=[["AS AH AD"], ["JS JH JD"]], stock="", pile="8H AC")
    state = allowed(game, "0 take", "0 discard KS")
    assert (state["turn"], state["phase"]) == (1, "draw")
    state = allowed(game, "0 take", "0 discard KS", "1 draw")
    assert state["phase"] == "over"


def test_classic_empty_stock_forces_a_take_that_matches_an_own_meld() -> None:
    game = classic(hands=["KS QS 5S"], melds=[["AS AH AD"]], stock="", pile="8H AC")
    assert allowed(game)["legal"] == ["0 take"]
    refused(game, "0 draw")
    allowed(game, "0 take")


def test_classic_forced_take_includes_completed_canastas() -> None:
    game = classic(hands=["KS QS 5S"], melds=[["AS AH AD AS AH AD 2S"]], stock="", pile="8H AC")
    assert allowed(game)["legal"] == ["0 take"]
    refused(game, "0 draw")


def test_classic_forced_take_may_be_made_with_cards_of_the_hand() -> None:
    """The player must take it, in a way of their choice."""
    game = classic(hands=["AC AS KS QS 5S"], melds=[["AS AH AD"]], stock="", pile="8H AC")
    allowed(game, "0 take AC AS")
    refused(game, "0 draw")


@pytest.mark.parametrize("pile", ["2H AC", "3H 8D AC"])
def test_classic_frozen_pile_is_never_forced(pile: str) -> None:
    """If the pile is not frozen (against the player)."""
    game = classic(hands=["KS QS 5S"], melds=[["AS AH AD"]], stock="", pile=pile)
    assert allowed(game)["legal"] == ["0 draw"]
    assert round_entry(game, "0 draw")["out"] is None


def test_classic_frozen_pile_may_be_taken_or_declined_on_an_empty_stock() -> None:
    game = classic(hands=["AS AH KS QS 5S"], melds=[["AS AH AD"]], stock="", pile="2H 8D AC")
    assert verbs(allowed(game)) == {"draw", "take"}
    allowed(game, "0 take AS AH")
    round_entry(game, "0 draw")


def test_classic_take_that_matches_no_meld_may_be_declined() -> None:
    """Otherwise the player may take if legal, or decline; the draw then ends the round."""
    game = classic(hands=["8S 8D KS QS 5S"], melds=[["AS AH AD"]], stock="", pile="9H 8H")
    assert verbs(allowed(game)) == {"draw", "take"}
    allowed(game, "0 take 8S 8D")
    round_entry(game, "0 draw")


def test_classic_meld_of_the_opponents_forces_nothing() -> None:
    game = classic(hands=["KS QS 5S"], melds=[["JS JH JD"], ["AS AH AD"]], stock="", pile="8H AC")
    assert allowed(game)["legal"] == ["0 draw"]


def test_classic_blocked_pile_forces_nothing() -> None:
    game = classic(hands=["KS QS 5S"], melds=[["AS AH AD"]], stock="", pile="AC 3S")
    assert allowed(game)["legal"] == ["0 draw"]


def test_classic_one_card_against_a_one_card_pile_is_not_forced() -> None:
    """It cannot take, the hand ends."""
    game = classic(hands=["KS"], melds=[["AS AH AD"]], stock="", pile="AC")
    assert allowed(game)["legal"] == ["0 draw"]
    round_entry(game, "0 draw")


def test_classic_empty_pile_and_empty_stock_end_the_round() -> None:
    game = classic(hands=["KS QS 5S"], melds=[["AS AH AD"]], stock="", pile="")
    assert allowed(game)["legal"] == ["0 draw"]
    round_entry(game, "0 draw")


def test_classic_going_out_on_an_empty_stock_pays_as_ever() -> None:
    game = classic(hands=["9S 9H 9D 5S"], melds=[["AS AH AD AS AH AD 2S"]], stock="", pile="AC")
    entry = round_entry(game, "0 take", "0 meld 9S 9H 9D", "0 discard 5S")
    assert entry["out"] == 0
    assert entry["sides"][0]["out"] == 100


# Two cards a draw.


def _two(stock: str, **position: Any) -> Document:
    return classic("2", hands=["KS QS 5S"], melds=[["AS AH AD"]], stock=stock, pile="7H", **position)


def test_classic_two_players_draw_two_and_discard_one() -> None:
    state = allowed(_two("9H 8D 6D"), "0 draw", "0 discard 5S")
    assert hand(state, 0) == bag("KS QS 9H 8D")
    assert state["stock"] == "6D"
    assert state["turn"] == 1


def test_classic_two_players_last_single_card_is_drawn_and_play_goes_on() -> None:
    state = allowed(_two("9H"), "0 draw")
    assert hand(state, 0) == bag("KS QS 5S 9H")
    assert state["phase"] == "play"
    assert allowed(_two("9H"), "0 draw", "0 discard 5S")["turn"] == 1


@pytest.mark.parametrize("stock", ["3H 9H", "9H 3H"])
def test_classic_two_players_red_three_among_the_last_two_is_a_one_card_draw(stock: str) -> None:
    """In any order; laid, not replaced, the turn goes on."""
    state = allowed(_two(stock), "0 draw")
    assert hand(state, 0) == bag("KS QS 5S 9H")
    assert state["threes"][0] == "3H"
    assert state["phase"] == "play"


@pytest.mark.parametrize("stock", ["3H", "3H 3D", "3H 3D 3H"])
def test_classic_two_players_nothing_but_red_threes_ends_the_round(stock: str) -> None:
    """All laid, the round ends at once."""
    state = allowed(_two(stock), "0 draw")
    assert state["phase"] == "over"
    assert bag(state["threes"][0]) == bag(stock)
    assert round_entry(_two(stock), "0 draw")["out"] is None


@pytest.mark.parametrize("stock", ["3H 9H 8D", "9H 3H 8D", "9H 8D 3H"])
def test_classic_two_players_red_three_is_replaced_while_the_stock_lasts(stock: str) -> None:
    state = allowed(_two(stock), "0 draw")
    assert hand(state, 0) == bag("KS QS 5S 9H 8D")
    assert state["phase"] == "play"
    assert state["stock"] == ("3H" if stock.endswith("3H") else "")


def test_classic_two_players_forced_take_as_in_classic() -> None:
    game = classic("2", hands=["KS QS 5S"], melds=[["AS AH AD"]], stock="", pile="8H AC")
    assert allowed(game)["legal"] == ["0 take"]


def test_classic_three_players_draw_two() -> None:
    game = classic("3-lone", hands=["KS QS 5S"], stock="9H 8D 6D", pile="7H")
    assert hand(allowed(game, "0 draw"), 0) == bag("KS QS 5S 9H 8D")


@pytest.mark.parametrize("layout", ["6-pairs", "6-trios"])
def test_classic_six_players_draw_one(layout: str) -> None:
    game = classic(layout, hands=["KS QS 5S"], stock="9H 8D 6D", pile="7H")
    state = allowed(game, "0 draw")
    assert hand(state, 0) == bag("KS QS 5S 9H")
    assert played(game, "0 draw", "0 discard 5S")["state"]["turn"] == 1


def test_classic_whoever_must_take_the_pile_reads_what_is_so_where_no_meld_takes_its_top_card() -> None:
    """With `any`, a pair in the hand forces a take as well as a meld does."""
    for rule, verb in (("any", "take"), ("onto-meld", "draw")):
        rules = {"stock.forced_take": rule}
        game = classic(hands=["KS KH 5S 6S"], melds=[["QS QH QD"]], stock="", pile="KD", rules=rules)
        assert "take" in verbs(allowed(game))
        if verb == "take":
            assert refused(game, "0 draw") == "must-take"
        else:
            assert allowed(game, "0 draw")["phase"] == "over"
    assert "meld" not in explain(IllegalMove("must-take"))
