"""`caliente`: what the two calientes add to the Regency draft (docs/variants.md, Caliente)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.canasta.play import Document, allowed, bag, classic, dealt, hand, lines, refused, stacked, verbs, with_moves

caliente = partial(classic, variant="caliente")

OWN = "JS JH JD"
KINGS = "KS KH KC KS KH KC KD"
STOCK = "4C 4D 5C 5D 6C 6D 7C 7D 8C 8D TC TD QC QD AC AD"


def deal(then: str, layout: str = "4", size: int = 11) -> Document:
    """Return a deal of the caliente pack: what `then` says comes after the hands, calientes that it lacks lie lowest."""
    seats = int(layout[0])
    place = seats * size
    pack = stacked(order=range(seats), size=size, then=" ".join(card for card in then.split() if card != "!")).split()
    for offset, card in enumerate(then.split()):
        if card == "!":
            pack.insert(place + offset, card)
    pack += ["!"] * (2 - pack.count("!"))
    return dealt(" ".join(pack), layout=layout, variant="caliente")


@pytest.mark.parametrize(
    ("layout", "size", "sides"), [("2", 15, 2), ("3-solo", 13, 3), ("4", 11, 2), ("6-pairs", 11, 3)]
)
def test_caliente_layouts_play_with_110_cards(layout: str, size: int, sides: int) -> None:
    state = allowed(deal("KS", layout, size))
    assert [len(one.split()) for one in state["hands"]] == [size] * int(layout[0])
    assert len(state["stock"].split()) == 110 - int(layout[0]) * size - 1
    assert len(state["melds"]) == sides


def test_caliente_turned_up_is_covered_without_freezing() -> None:
    state = allowed(deal("! KS"))
    assert (state["pile"], state["frozen"], state["blocked"]) == ("! KS", False, False)


# Playing one


def test_caliente_refills_the_hand_to_the_size_of_the_deal() -> None:
    game = caliente(hands=["! KS 6S"], pile="8H", stock=STOCK)
    state = allowed(game, "0 draw", "0 caliente")
    assert hand(state, 0) == bag("KS 6S " + " ".join(STOCK.split()[:9]))
    assert state["threes"][0] == "!"
    assert (state["turn"], state["phase"]) == (0, "play")


def test_caliente_refills_to_fifteen_at_two() -> None:
    game = caliente("2", hands=["! KS 6S"], pile="8H", stock=STOCK)
    assert len(allowed(game, "0 draw", "0 caliente")["hands"][0].split()) == 15


def test_caliente_refills_to_the_size_at_the_turns_start_by_house_rule() -> None:
    rules = {"extra.caliente_to_deal": False}
    game = caliente(rules=rules, hands=["! KS 6S 7S"], melds=[[], [OWN]], pile="8H", stock=STOCK)
    state = allowed(game, "0 draw", "0 caliente")
    assert hand(state, 0) == bag("KS 6S 7S 4C")
    opened = caliente(rules=rules, hands=["! AS AH AD KS 6S"], melds=[[], [OWN]], pile="8H", stock=STOCK)
    assert len(allowed(opened, "0 draw", "0 meld AS AH AD", "0 caliente")["hands"][0].split()) == 6


def test_caliente_is_played_only_after_the_draw_or_the_taken_pile() -> None:
    refused(caliente(hands=["! KS 6S"], pile="8H", stock=STOCK), "0 caliente")
    game = caliente(hands=["! KS KH 6S 7S"], melds=[["KD KC KC"], [OWN]], pile="8H KD", stock=STOCK)
    allowed(game, "0 take KS KH", "0 caliente")


def test_caliente_drawn_with_the_pile_may_be_played_in_the_same_turn() -> None:
    game = caliente(hands=["KS KH 6S 7S"], melds=[["KD KC KC"], [OWN]], pile="! KD", stock=STOCK)
    state = allowed(game, "0 take KS KH", "0 caliente")
    assert state["threes"][0] == "!"


def test_caliente_needs_one_in_the_hand() -> None:
    refused(caliente(hands=["KS 6S"], pile="8H", stock=STOCK), "0 draw", "0 caliente")
    refused(classic(hands=["KS 6S"], pile="8H"), "0 draw", "0 caliente")


def test_caliente_is_refused_to_a_side_with_more_melds_than_the_other() -> None:
    game = partial(caliente, hands=["! KS 6S"], pile="8H", stock=STOCK)
    assert refused(game(melds=[[OWN]]), "0 draw", "0 caliente") == "no-caliente"
    allowed(game(melds=[[OWN], ["QS QH QD"]]), "0 draw", "0 caliente")
    refused(game(melds=[[OWN, "9S 9H 9D"], ["QS QH QD"]]), "0 draw", "0 caliente")


def test_caliente_compares_melds_with_every_other_side() -> None:
    game = partial(caliente, "3-solo", hands=["! KS 6S"], pile="8H", stock=STOCK)
    refused(game(melds=[[OWN], ["QS QH QD"], []]), "0 draw", "0 caliente")
    allowed(game(melds=[[OWN], ["QS QH QD"], ["9S 9H 9D"]]), "0 draw", "0 caliente")


def test_caliente_red_threes_drawn_while_refilling_are_laid_and_replaced() -> None:
    game = caliente(hands=["! KS 6S"], pile="8H", stock=f"9C 3H {STOCK}")
    state = allowed(game, "0 draw", "0 caliente")
    assert bag(state["threes"][0]) == bag("! 3H")
    assert len(state["hands"][0].split()) == 11


def test_caliente_refilling_stops_with_the_stock_and_play_goes_on() -> None:
    game = caliente(hands=["! KS 6S"], pile="8H", stock="9C 4C 4D")
    state = allowed(game, "0 draw", "0 caliente")
    assert hand(state, 0) == bag("KS 6S 9C 4C 4D")
    assert allowed(game, "0 draw", "0 caliente", "0 discard 6S")["turn"] == 1


def test_caliente_round_ends_when_refilling_brings_red_threes_only_and_one_card_is_left() -> None:
    """That card could neither be kept nor discarded."""
    game = caliente(phase="play", so_far=["draw"], hands=["! 5S"], pile="8H", stock="3H")
    state = allowed(game, "0 caliente")
    assert (state["phase"], bag(state["threes"][0])) == ("over", bag("! 3H"))
    ready = caliente(phase="play", so_far=["draw"], hands=["! 5S"], melds=[[KINGS], [OWN]], pile="8H", stock="3H")
    assert allowed(ready, "0 caliente")["phase"] == "play"


def test_caliente_with_no_stock_left_is_played_only_if_the_last_card_may_go_out() -> None:
    game = partial(caliente, phase="play", so_far=["take"], hands=["! 5S"], pile="", stock="")
    assert refused(game(melds=[[OWN], [OWN]]), "0 caliente") == "no-caliente"
    assert lines(game(melds=[[KINGS], [OWN]]), "0 caliente", "0 discard 5S")["caliente"] == -100


def test_caliente_is_a_way_to_end_a_turn_that_leaves_nothing_else() -> None:
    """Playing it refills the hand, so all the rest may be laid, or take the pile."""
    game = partial(caliente, melds=[[OWN], ["QS QH QD", "TS TH TD"]], stock=STOCK)
    laid = game(phase="play", so_far=["draw"], hands=["9S 9H 9D !"], pile="8H")
    state = allowed(laid, "0 meld 9S 9H 9D")
    assert verbs(state) == {"caliente", "undo"}
    assert len(hand(allowed(laid, "0 meld 9S 9H 9D", "0 caliente"), 0)) == 11
    taken = game(hands=["9S 9H !"], pile="9D")
    assert verbs(allowed(taken)) == {"draw", "take"}
    assert verbs(allowed(taken, "0 take 9S 9H")) == {"caliente"}
    assert len(hand(allowed(taken, "0 take 9S 9H", "0 caliente"), 0)) == 11


def test_caliente_that_may_not_be_played_ends_no_turn() -> None:
    game = partial(caliente, phase="play", so_far=["draw"], hands=["9S 9H 9D !"], pile="8H")
    more = game(melds=[[OWN, "KS KH KD"], ["QS QH QD", "TS TH TD"]], stock=STOCK)
    assert refused(more, "0 meld 9S 9H 9D") == "keep-a-card"
    empty = game(melds=[[OWN], ["QS QH QD", "TS TH TD"]], stock="")
    assert refused(empty, "0 meld 9S 9H 9D") == "keep-a-card"
    taken = caliente(hands=["9S 9H !"], melds=[[OWN], ["QS QH QD", "TS TH TD"]], pile="9D", stock="")
    assert refused(taken, "0 take 9S 9H") == "keep-a-card"


def test_caliente_that_refills_to_less_than_two_cards_ends_no_turn() -> None:
    """By the house rule that it refills to the size of the turn's start."""
    game = partial(caliente, rules={"extra.caliente_to_deal": False}, pile="8H", stock=STOCK)
    melds = [["JS JH JD"], ["QS QH QD"]]
    one = game(phase="play", so_far=["draw"], drawn="JC", hands=["JC !"], melds=melds)
    assert refused(one, "0 meld J: JC") == "keep-a-card"
    two = game(phase="play", so_far=["draw"], drawn="JC", hands=["JC JS !"], melds=melds)
    assert len(hand(allowed(two, "0 meld J: JC JS", "0 caliente"), 0)) == 2


def test_caliente_leaves_a_partner_who_is_asked_free_to_say_no() -> None:
    game = caliente(phase="play", so_far=["draw"], hands=["!"], melds=[[KINGS], [OWN]], pile="8H", stock=STOCK)
    asked = with_moves(game, "0 ask")
    assert verbs(allowed(asked, "2 answer no")) == {"caliente"}
    game["position"]["stock"] = ""
    assert refused(with_moves(game, "0 ask"), "2 answer no") == "asker-must-go-out"


def test_caliente_both_may_be_played_in_one_turn() -> None:
    game = caliente(hands=["! ! KS 6S"], pile="8H", stock=STOCK)
    state = allowed(game, "0 draw", "0 caliente", "0 discard 6S")
    assert state["threes"][0] == "!"
    assert bag(allowed(game, "0 draw", "0 caliente", "0 caliente")["threes"][0]) == bag("! !")


# Discarding and keeping one


def test_caliente_discarded_blocks_the_next_player_like_a_black_three() -> None:
    game = caliente(
        turn=3, hands=["KS KH 5S 6S", "4H", "4S", "! 5H 5D"], melds=[["KD KC KC"]], pile="8H", stock="TC TD"
    )
    state = allowed(game, "3 draw", "3 discard !")
    assert (state["blocked"], state["frozen"]) == (True, False)
    assert verbs(state) == {"draw"}
    assert refused(game, "3 draw", "3 discard !", "0 take KS KH") == "pile-blocked"


def test_caliente_is_no_wild_card_and_no_part_of_a_meld() -> None:
    game = caliente(hands=["! KS KH KC 6S"], melds=[[OWN]], pile="8H", stock="9C")
    refused(game, "0 draw", "0 meld KS KH !")
    refused(game, "0 draw", "0 meld J: !")


# Scoring


def at_end(**position: Any) -> dict[str, int]:
    where = {"stock": "", "pile": "8H", **position}
    return lines(caliente(**where), "0 draw")


def test_caliente_costs_a_hundred_for_each_played() -> None:
    hands = ["", "", "", ""]
    assert at_end(hands=hands, threes=["!"], melds=[[OWN]]) == {"cards": 30, "caliente": -100}
    assert at_end(hands=hands, threes=["! ! 3H"], melds=[[OWN]]) == {"cards": 30, "caliente": -200, "threes": 100}


def test_caliente_cost_by_house_rule() -> None:
    game = caliente(rules={"extra.caliente_cost": 50}, hands=["", "", "", ""], threes=["!"], stock="", pile="8H")
    assert lines(game, "0 draw") == {"caliente": -50}


def test_caliente_kept_doubles_its_holders_hand_and_two_triple_it() -> None:
    """Not the partner's hand, and its own value is nothing."""
    assert at_end(hands=["! KS 5S", "", "AS", ""]) == {"hand": -30 - 20}
    assert at_end(hands=["! ! KS 5S", "", "AS", ""]) == {"hand": -45 - 20}
    assert at_end(hands=["! KS 5S", "", "! AS", ""]) == {"hand": -30 - 40}
    assert at_end(hands=["!", "", "AS", ""]) == {"hand": -20}


def test_caliente_may_be_the_last_discard() -> None:
    game = caliente(hands=["9S 9H !", "", "", ""], melds=[[KINGS], [OWN]], pile="8H", stock="9D")
    sheet = lines(game, "0 draw", "0 meld 9S 9H 9D", "0 discard !")
    assert sheet["out"] == 100
    assert "caliente" not in sheet
