"""`viennese`: what differs from classic (docs/variants.md, Viennese)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.canasta.play import allowed, at_end, classic, dealt, lines, refused, stacked, verbs

viennese = partial(classic, variant="viennese")

OWN = "JS JH JD"
NINES = "9S 9H 9D 9C 9S 9H 9D"
KINGS = "KS KH KC KS KH KC KD"


round_end = partial(at_end, viennese, pile="8H")


# Layouts


@pytest.mark.parametrize(
    ("layout", "cards", "decks", "sides"),
    [("2", 15, 2, 2), ("3-lone", 13, 2, 3), ("4", 11, 2, 2), ("6-pairs", 13, 3, 3), ("6-trios", 13, 3, 2)],
)
def test_viennese_layouts_deal_as_classic_does(layout: str, cards: int, decks: int, sides: int) -> None:
    seats = int(layout[0])
    pack = stacked(then="KS", order=range(seats), size=cards, decks=decks)
    state = allowed(dealt(pack, layout=layout, variant="viennese"))
    assert [len(one.split()) for one in state["hands"]] == [cards] * seats
    assert len(state["melds"]) == sides


def test_viennese_three_players_take_the_pile_to_play_alone() -> None:
    state = allowed(viennese("3-lone", hands=["KS KH 5S 6S"], melds=[[OWN]], pile="8H KD"), "0 take KS KH")
    assert state["lone"] == 0


@pytest.mark.parametrize("layout", ["2", "6-pairs", "6-trios"])
def test_viennese_two_canastas_to_go_out_at_two_and_six(layout: str) -> None:
    game = viennese(layout, hands=["5S 5H"], melds=[[KINGS]], pile="8H", stock="5D 6C")
    refused(game, "0 draw", "0 meld 5S 5H 5D")
    game = viennese(layout, hands=["5S 5H 6S"], melds=[[KINGS, "QS QH QC QS QH QC QD"]], pile="8H", stock="5D 5C")
    drawn = "5S 5H 5D 5C" if layout == "2" else "5S 5H 5D"
    assert allowed(game, "0 draw", f"0 meld {drawn}", "0 discard 6S")["phase"] == "over"


# Red threes


@pytest.mark.parametrize(("threes", "points"), [("3H", 100), ("3H 3D", 200), ("3H 3D 3H", 300), ("3H 3D 3H 3D", 800)])
def test_viennese_red_threes_count_only_with_a_canasta(threes: str, points: int) -> None:
    """A mere meld is not enough."""
    assert round_end(threes=[threes], melds=[[KINGS]])["threes"] == points
    assert round_end(threes=[threes], melds=[[OWN]])["threes"] == -points
    assert round_end(threes=[threes])["threes"] == -points


# Melds


@pytest.mark.parametrize(
    ("cards", "legal"),
    [("QS QH 2S 2H 2D", False), ("QS QH 2S 2H", True), ("QS QH QD 2S 2H *", True), ("QS QH QD QC 2S 2H 2D *", False),
     ("QS 2S 2H", False)],
)  # fmt: skip
def test_viennese_wilds_may_not_outnumber_naturals(cards: str, legal: bool) -> None:
    """The cap of three and the minimum of two naturals remain."""
    game = viennese(hands=[f"{cards} 6S 7S"], melds=[[OWN]], pile="8H", stock="TC")
    (allowed if legal else refused)(game, "0 draw", f"0 meld {cards}")


def test_viennese_wilds_added_later_may_not_outnumber_naturals_either() -> None:
    game = viennese(hands=["2S 6S 7S"], melds=[["QS QH 2H 2D"]], pile="8H", stock="QC")
    assert refused(game, "0 draw", "0 meld Q: 2S") == "wilds-outnumber-naturals"
    allowed(game, "0 draw", "0 meld Q: QC 2S")


# The pile


def test_viennese_discard_that_fits_an_opponents_canasta_blocks_the_next_player() -> None:
    """Even with a pair of naturals; no freeze, and the effect ends when covered."""
    game = viennese(turn=3, hands=["9S 9H 5S 6S", "4H 7S", "4S 7H", "9C 5H 5D"], melds=[["9S 9H 9D 9C 2S 2H *"], [OWN]], pile="8H", stock="TC 4C TD 6D")  # fmt: skip
    state = allowed(game, "3 draw", "3 discard 9C")
    assert (state["blocked"], state["frozen"]) == (True, False)
    assert verbs(state) == {"draw"}
    assert refused(game, "3 draw", "3 discard 9C", "0 take 9S 9H") == "pile-own-canasta"
    assert refused(game, "3 draw", "3 discard 9C", "0 take") == "pile-own-canasta"
    covered = allowed(game, "3 draw", "3 discard 9C", "0 draw", "0 discard 5S", "1 draw", "1 discard 4H")
    assert covered["blocked"] is False


def test_viennese_discard_of_another_rank_does_not_block() -> None:
    game = viennese(
        turn=3, hands=["QS QH 5S 6S", "4H", "4S", "QC 5H 5D"], melds=[[NINES], [OWN]], pile="8H", stock="TC 4C"
    )
    allowed(game, "3 draw", "3 discard QC", "0 take QS QH")


def test_viennese_meld_short_of_a_canasta_does_not_block() -> None:
    game = viennese(
        turn=3, hands=["5S 6S", "4H", "4S", "9C 5H 5D"], melds=[["9S 9H 9D 9C 2S *"], [OWN]], pile="8H", stock="TC"
    )
    allowed(game, "3 draw", "3 discard 9C", "0 take")


def test_viennese_ones_own_canasta_does_not_block_ones_own_discard_for_others() -> None:
    """Only a card that fits a canasta of the discarder's opponents blocks."""
    game = viennese(
        turn=3,
        hands=["9S 9H 5S 6S", "4H", "4S", "9C 5H 5D"],
        melds=[[OWN], ["9D 9C 9H 9S 9D 2S *"]],
        pile="8H",
        stock="TC",
    )
    allowed(game, "3 draw", "3 discard 9C", "0 take 9S 9H")


def test_viennese_any_opponents_canasta_blocks_at_three_sides() -> None:
    """6-pairs: the next player is an opponent, and the canasta may be of the third side."""
    hands = ["9S 9H 5S 6S", "4H", "4S", "4D", "4C", "9C 5H 5D"]
    game = viennese("6-pairs", turn=5, hands=hands, melds=[[OWN], [NINES], []], pile="8H", stock="TC 6D")
    assert allowed(game, "5 draw", "5 discard 9C")["blocked"] is True
    refused(game, "5 draw", "5 discard 9C", "0 take 9S 9H")


def test_viennese_a_discard_never_blocks_the_discarders_own_partner() -> None:
    """3-lone: the pair's second player may take what their partner discards."""
    hands = ["5S 6S", "9C 5H 5D", "9S 9H 5C 6C"]
    game = viennese(
        "3-lone", turn=1, lone=0, hands=hands, melds=[["9D 9C 9H 9S 9D 2S *"], [OWN]], pile="8H", stock="TC TD"
    )
    state = allowed(game, "1 draw", "1 discard 9C")
    assert (state["turn"], state["blocked"]) == (2, False)
    allowed(game, "1 draw", "1 discard 9C", "2 take 9S 9H")
    lone = viennese("3-lone", turn=2, lone=0, hands=["9S 9H 5S 6S", "4H", "9C 5H 5D"], melds=[["9D 9C 9H 9S 9D 2S *"], [OWN]], pile="8H", stock="TC TD")  # fmt: skip
    refused(lone, "2 draw", "2 discard 9C", "0 take 9S 9H")


def test_viennese_blocked_top_card_is_never_forced() -> None:
    game = viennese(hands=["5S 6S"], melds=[[NINES]], pile="8H 9C", stock="")
    assert allowed(game)["legal"] == ["0 draw"]
    assert allowed(game, "0 draw")["phase"] == "over"


def test_viennese_one_card_may_take_one_card_if_the_turn_can_end() -> None:
    assert refused(viennese(hands=["5S"], melds=[["8S 8H 8D"]], pile="8C"), "0 take") == "keep-a-card"
    game = viennese(hands=["5S"], melds=[["8S 8H 8D", KINGS]], pile="8C")
    assert allowed(game, "0 take", "0 discard 5S")["phase"] == "over"


# Going out concealed


def out_lines(first: str, *moves: str, melds: list[str] | None = None, **position: Any) -> dict[str, int]:
    game = viennese(hands=[first, "", "", ""], melds=[melds or []], melded_by=[2] if melds else [], **position)
    return lines(game, *moves)


def test_viennese_hand_canasta_scores_a_thousand() -> None:
    sheet = out_lines(f"{KINGS} QS QH", "0 draw", f"0 meld {KINGS} / QS QH QD", pile="8H", stock="QD")
    assert (sheet["out"], sheet["concealed"]) == (100, 900)
    sheet = out_lines(
        f"{KINGS} QS QH", "0 draw", f"0 meld {KINGS}", "0 meld QS QH QD", melds=[OWN], pile="8H", stock="QD"
    )
    assert (sheet["out"], sheet["concealed"]) == (100, 900)


def test_viennese_covered_going_out_without_an_own_canasta_scores_two_hundred() -> None:
    sheet = out_lines("QS QH", "0 draw", "0 meld QS QH QD", melds=[KINGS], pile="8H", stock="QD")
    assert (sheet["out"], sheet["concealed"]) == (100, 100)


def test_viennese_adding_to_partners_melds_is_not_concealed() -> None:
    sheet = out_lines("QS QH KD", "0 draw", "0 meld QS QH QD", "0 meld KD", melds=[KINGS], pile="8H", stock="QD")
    assert sheet["out"] == 100
    assert "concealed" not in sheet


def test_viennese_no_concealed_bonus_after_taking_the_pile() -> None:
    sheet = out_lines("QS QH", "0 take QS QH", melds=[KINGS], pile="QD")
    assert sheet["out"] == 100
    assert "concealed" not in sheet
    sheet = out_lines(f"QS QH {KINGS}", f"0 take QS QH / {KINGS}", pile="QD")
    assert sheet["out"] == 100
    assert "concealed" not in sheet


def test_viennese_ordinary_going_out_stays_a_hundred() -> None:
    game = viennese(hands=["QS QH", "", "", ""], melds=[[KINGS]], pile="8H", stock="QD")
    sheet = lines(game, "0 draw", "0 meld QS QH QD")
    assert sheet["out"] == 100
    assert "concealed" not in sheet


def test_viennese_hand_canasta_needs_no_minimum() -> None:
    fours = "4S 4H 4D 4C 4S 4H 4D"
    sheet = out_lines(fours, "0 draw", f"0 meld {fours}", "0 discard 5D", pile="8H", stock="5D")
    assert sheet["concealed"] == 900


def test_viennese_keeps_classics_upcard_rule() -> None:
    """A black three turned up stays and blocks the first player."""
    state = allowed(dealt(stacked(then="3S"), variant="viennese"))
    assert state["pile"] == "3S"
    assert state["blocked"] is True
