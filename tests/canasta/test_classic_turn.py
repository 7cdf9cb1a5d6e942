"""`classic`: the order of a turn, drawing and discarding."""

from __future__ import annotations

import pytest

from tests.canasta.play import allowed, bag, classic, hand, refused, replay, verbs, with_moves


def test_classic_draw_brings_the_next_card_of_the_stock() -> None:
    game = classic(hands=["KS QS 5S"], stock="9H 8D", pile="7H")
    state = allowed(game, "0 draw")
    assert hand(state, 0) == bag("KS QS 5S 9H")
    assert state["stock"] == "8D"
    assert state["turn"] == 0
    assert state["phase"] == "play"


def test_classic_draw_is_always_permitted_while_there_is_stock() -> None:
    """ "draw 1 from the stock (always permitted while there is stock)", even if the pile matches a meld."""
    game = classic(hands=["KS QS 5S"], melds=[["7S 7D 7C"]], pile="7H", stock="9H")
    assert verbs(allowed(game)) == {"draw", "take"}
    allowed(game, "0 draw")


def test_classic_turn_begins_with_a_draw_or_a_take() -> None:
    game = classic(hands=["KS KH KD QS QH QD 5S"], melds=[["AS AH AD"]], pile="7H")
    assert verbs(allowed(game)) == {"draw"}
    refused(game, "0 meld KS KH KD")
    refused(game, "0 discard 5S")
    refused(game, "0 ask")
    refused(game, "0 undo")


def test_classic_one_draw_a_turn() -> None:
    refused(classic(hands=["KS QS 5S"], pile="7H"), "0 draw", "0 draw")


def test_classic_no_draw_after_taking_the_pile() -> None:
    game = classic(hands=["KS QS 5S 6S"], melds=[["7S 7D 7C"]], pile="8H 7H")
    refused(game, "0 take", "0 draw")


def test_classic_no_take_after_drawing() -> None:
    game = classic(hands=["KS QS 5S 6S"], melds=[["7S 7D 7C"]], pile="8H 7H")
    refused(game, "0 draw", "0 take")


def test_classic_discard_ends_the_turn_and_lies_on_top() -> None:
    game = classic(hands=["KS QS 5S"], stock="9H 8D", pile="7H")
    state = allowed(game, "0 draw", "0 discard 5S")
    assert state["pile"] == "7H 5S"
    assert hand(state, 0) == bag("KS QS 9H")
    assert (state["turn"], state["phase"]) == (1, "draw")
    assert verbs(state) == {"draw"}


def test_classic_one_discard_a_turn() -> None:
    refused(classic(hands=["KS QS 5S 6S"], pile="7H"), "0 draw", "0 discard 5S", "0 discard 6S")


def test_classic_discard_is_a_card_of_ones_own_hand() -> None:
    game = classic(hands=["KS QS 5S"], stock="9H 8D", pile="7H")
    refused(game, "0 draw", "0 discard AS")
    refused(game, "0 draw", "0 discard KH")
    allowed(game, "0 draw", "0 discard 9H")


def test_classic_turns_go_clockwise_round_the_table() -> None:
    game = classic(hands=["KS QS 5S", "KH QH 5H", "KD QD 5D", "KC QC 5C"], stock="9H 8D 7C 6S 4S", pile="7H")
    moves = ["0 draw", "0 discard 5S", "1 draw", "1 discard 5H", "2 draw", "2 discard 5D", "3 draw", "3 discard 5C"]
    state = allowed(game, *moves)
    assert state["turn"] == 0
    assert state["pile"] == "7H 5S 5H 5D 5C"


@pytest.mark.parametrize("verb", ["draw", "take", "take TS JS", "meld 9S TS JS", "discard 9S", "ask", "undo"])
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_only_the_seat_whose_turn_it_is_may_move(seat: int, verb: str) -> None:
    refused(classic(hands=["KS QS 5S"], pile="7H"), f"{seat} {verb}")


@pytest.mark.parametrize("card", ["2S", "*", "3S"])
def test_classic_wilds_and_black_threes_may_be_discarded(card: str) -> None:
    """Discard restrictions: none by rank."""
    state = allowed(classic(hands=[f"KS QS {card}"], pile="7H"), "0 draw", f"0 discard {card}")
    assert state["pile"] == f"7H {card}"


@pytest.mark.parametrize("card", ["2S", "*"])
def test_classic_discarded_wild_freezes_the_pile_and_blocks_while_on_top(card: str) -> None:
    game = classic(hands=[f"KS QS {card}", "KH QH 7S", "KD QD 7D"], pile="7H", stock="9C 8C 9D 9H 5C")
    state = allowed(game, "0 draw", f"0 discard {card}")
    assert state["frozen"] is True
    assert state["blocked"] is True
    state = allowed(game, "0 draw", f"0 discard {card}", "1 draw", "1 discard 7S")
    assert state["frozen"] is True, "the freeze ends when the pile is taken, not when it is covered"
    assert state["blocked"] is False


def test_classic_discarded_black_three_stops_the_next_player_and_does_not_freeze() -> None:
    game = classic(hands=["KS QS 3S", "KH QH 7S"], melds=[[], ["7D 7C 7H"]], pile="7H", stock="9C 8C 9D 9H 5C")
    state = allowed(game, "0 draw", "0 discard 3S")
    assert state["blocked"] is True
    assert state["frozen"] is False
    refused(game, "0 draw", "0 discard 3S", "1 take 7S")
    refused(game, "0 draw", "0 discard 3S", "1 take")


def test_classic_covered_black_three_has_no_further_effect() -> None:
    game = classic(hands=["KS QS 7S 5S"], melds=[["7D 7C 7H"]], pile="3S 7H")
    state = allowed(game)
    assert state["blocked"] is False
    assert state["frozen"] is False
    state = allowed(game, "0 take")
    assert hand(state, 0) == bag("KS QS 7S 5S 3S")


def test_classic_without_the_right_to_go_out_the_last_card_is_kept() -> None:
    """Structural: you must hold at least two cards before discarding, one stays."""
    game = classic(hands=["KS"], pile="7H", stock="9H 8H")
    state = allowed(game, "0 draw", "0 discard 9H")
    assert hand(state, 0) == bag("KS")


def test_classic_drawn_red_three_is_laid_and_replaced_at_once() -> None:
    game = classic(hands=["KS QS 5S"], stock="3H 9H 8D", pile="7H")
    state = allowed(game, "0 draw")
    assert hand(state, 0) == bag("KS QS 5S 9H")
    assert state["threes"][0] == "3H"
    assert state["stock"] == "8D"
    assert state["phase"] == "play"


def test_classic_a_replacement_that_is_a_red_three_is_replaced_too() -> None:
    state = allowed(classic(hands=["KS QS 5S"], stock="3H 3D 3D 9H 8D", pile="7H"), "0 draw")
    assert hand(state, 0) == bag("KS QS 5S 9H")
    assert bag(state["threes"][0]) == bag("3H 3D 3D")


def test_classic_red_threes_lie_with_the_side_of_the_drawer() -> None:
    state = allowed(classic(turn=3, stock="3H 9H 8D", pile="7H"), "3 draw")
    assert state["threes"] == ["", "3H"]


def test_classic_red_threes_do_not_open() -> None:
    """Red threes are not melds: they don't count as having melded."""
    state = allowed(classic(stock="3H 9H 8D", pile="7H"), "0 draw")
    assert state["opening"] == [50, 50]


def test_classic_red_three_is_never_a_move_of_its_own() -> None:
    game = classic(hands=["KS QS 5S"], pile="7H")
    refused(game, "0 draw", "0 three 3H")
    refused(game, "0 draw", "0 discard 3H")


@pytest.mark.parametrize(
    "move",
    ["extra", "caliente", "special straight", "special pairs", "special garbage", "float", "keep hand", "pick H5:"],
)
def test_classic_has_none_of_the_moves_of_other_variants(move: str) -> None:
    game = classic(hands=["KS QS 5S 6H 7H"], pile="5H")
    refused(game, f"0 {move}")
    refused(game, "0 draw", f"0 {move}")


def test_a_refused_move_stops_the_replay_there() -> None:
    """Record format: the state as it was before that move; what follows is not looked at."""
    game = classic(hands=["KS QS 5S"], pile="7H")
    answer = replay(with_moves(game, "0 draw", "0 draw", "0 discard 5S"))
    assert answer["ok"] is False
    assert answer["error"]["move"] == 1
    assert answer["state"] == allowed(game, "0 draw")
