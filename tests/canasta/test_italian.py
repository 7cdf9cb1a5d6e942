"""`italian`: what differs from Samba in the Romanian form (docs/variants.md, Italian)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from bot.canasta.record import game_from_record
from bot.canasta.views import public_view
from tests.canasta.play import (
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
    with_moves,
)

italian = partial(classic, variant="italian")
italian_deal = partial(dealt, variant="italian")

OWN = "JS JH JD"
KINGS = "KS KH KC KD KS KH KC"
RUN = "8D 9D TD JD QD KD AD"
TWOS = "2S 2H 2D 2C 2S 2H 2D"


round_end = partial(at_end, italian)


def out_with(melds: list[str], **position: Any) -> dict[str, int]:
    """Return the lines of side 0, which has two canastas apart from these melds and goes out."""
    game = italian(hands=["JC"], melds=[[KINGS, RUN, OWN, *melds]], pile="8H", stock="9S JH", **position)
    return lines(game, "0 draw", "0 meld JC JH", "0 discard 9S")


def pack(then: str, hands: dict[int, str] | None = None) -> str:
    return stacked(hands, then=then, size=15, decks=3)


# The dowry


@pytest.mark.parametrize(("upcard", "number"), [("4S", 4), ("TS", 10), ("JS", 11), ("QS", 12), ("KS", 13), ("AS", 14)])
def test_italian_as_many_cards_as_the_upcard_says_lie_face_down_under_it(upcard: str, number: int) -> None:
    """A king makes a pile of fourteen."""
    document = italian_deal(pack(f"{upcard} 9C 9H"))
    state = allowed(document)
    assert len(state["pile"].split()) == number + 1
    assert state["pile"].split()[:2] == ["9C", "9H"]
    assert state["pile"].split()[-1] == upcard


@pytest.mark.parametrize("covered", ["*", "2S", "3H", "3S"])
def test_italian_a_wild_or_three_turned_up_is_covered_before_the_dowry_is_counted(covered: str) -> None:
    state = allowed(italian_deal(pack(f"{covered} 4S 9C 9H 9D TC")))
    assert state["pile"] == f"9C 9H 9D TC {covered} 4S"


def test_italian_the_dowry_is_hidden() -> None:
    view = public_view(game_from_record(italian_deal(pack("* 4S 9C 9H 9D TC"))))
    assert view.pile[:4] == (None,) * 4
    assert None not in view.pile[4:]


def test_italian_red_threes_of_the_dowry_go_to_the_takers_table() -> None:
    document = italian_deal(pack("4S 3H 9H 9D TC", {0: "4H 4D KS KH KD AS AH AD QS QH 5S 6S 7S 8H TS"}))
    document["rounds"][0]["moves"] = ["0 take 4H 4D / AS AH AD / KS KH KD"]
    state = allowed(document)
    assert state["threes"][0] == "3H"
    assert hand(state, 0) == bag("QS QH 5S 6S 7S 8H TS 9H 9D TC")


def test_italian_dealt_red_threes_are_laid_and_replaced_before_the_upcard() -> None:
    state = allowed(italian_deal(pack("9C 4S", {0: "3H 4H 4D KS KH KD AS AH AD QS QH 5S 6S 7S 8H"})))
    assert state["threes"][0] == "3H"
    assert hand(state, 0) >= bag("9C")
    assert state["pile"].split()[-1] == "4S"


def test_italian_later_red_threes_are_laid_at_once_too() -> None:
    game = italian(hands=["KS 5S"], pile="8H", stock="3H 9C 9D")
    state = allowed(game, "0 draw")
    assert state["threes"][0] == "3H"
    assert hand(state, 0) == bag("KS 5S 9C 9D")
    held = allowed({**game, "rules": {"threes.red": "held"}}, "0 draw")
    assert hand(held, 0) == bag("KS 5S 3H 9C")


def test_italian_later_red_threes_may_be_set_to_be_held_but_dealt_ones_are_laid() -> None:
    """The deal's own rule stays, replacements included."""
    dealt_ = pack("3D 9C 4S", {0: "3H 4H 4D KS KH KD AS AH AD QS QH 5S 6S 7S 8H"})
    state = allowed(dealt(dealt_, variant="italian", rules={"threes.red": "held"}))
    assert state["threes"][0] == "3H 3D"
    assert hand(state, 0) >= bag("9C")
    assert len(state["hands"][0].split()) == 15
    assert state["pile"].split()[-1] == "4S"


# Twos as a rank


def test_italian_twos_are_melded_with_two_jokers_at_most() -> None:
    game = italian(hands=["2S 2H 2D * * * 5S 6S"], melds=[[OWN]], pile="8H")
    assert meld_bags(allowed(game, "0 draw", "0 meld 2S 2H * *"), 0)[1] == bag("2S 2H * *")
    assert refused(game, "0 draw", "0 meld 2S 2H * * *") == "too-many-wilds"
    assert refused(game, "0 draw", "0 meld 2S * *") == "too-few-naturals"
    assert refused(game, "0 draw", "0 meld 2S 2H") == "meld-too-small"


def test_italian_a_begun_meld_of_twos_keeps_twos_from_all_others_of_the_side() -> None:
    """Jokers stay free."""
    game = italian(hands=["2S * KS KH 5S 6S"], melds=[["2H 2D 2C", OWN]], pile="8H")
    assert refused(game, "0 draw", "0 meld KS KH 2S") == "twos-locked"
    assert refused(game, "0 draw", "0 meld J: 2S") == "twos-locked"
    allowed(game, "0 draw", "0 meld KS KH *")
    lines_ = [str(move) for move in game_from_record(with_moves(game, "0 draw")).legal_moves()]
    assert "0 meld KS KH *" in lines_
    assert "0 meld KS KH 2S" not in lines_


def test_italian_a_begun_meld_of_twos_keeps_twos_from_runs_that_may_hold_wilds() -> None:
    melds = [["6H 7H 8H", "2H 2D 2C"]]
    game = italian(hands=["9H 2S * 5C 6C"], melds=melds, pile="8C", rules={"sequences.max_wilds": 1})
    for group in ("9H 2S", "H6: 9H 2S", "H6: 2S"):
        assert refused(game, "0 draw", f"0 meld {group}") == "twos-locked"
    allowed(game, "0 draw", "0 meld 9H *")


def test_italian_a_completed_canasta_of_twos_frees_the_others_and_lets_another_begin() -> None:
    game = italian(hands=["2C 2C 2S KS KH 5S 6S"], melds=[[TWOS]], pile="8H")
    allowed(game, "0 draw", "0 meld KS KH 2S")
    assert len(allowed(game, "0 draw", "0 meld 2C 2C 2S")["melds"][0]) == 2
    begun = italian(hands=["2C 2C 2S 5S 6S"], melds=[["2H 2D 2C"]], pile="8H")
    assert refused(begun, "0 draw", "0 meld 2+: 2C 2C 2S") == "one-meld-a-rank"


def test_italian_a_discarded_two_closes_the_pile_and_is_not_taken() -> None:
    game = italian(turn=3, phase="play", hands=["2S 2H 5S", "KS", "KH", "2D 4S"], melds=[[OWN], [KINGS]], pile="8H")
    assert refused(game, "3 discard 2D", "0 take 2S 2H") == "pile-closed"
    top = italian(hands=["2S 2H 5S"], melds=[[OWN]], pile="8H 2D")
    assert refused(top, "0 take 2S 2H") == "pile-blocked"
    assert "pile.wild_top" in unreadable({**top, "rules": {"pile.wild_top": True}})


@pytest.mark.parametrize(
    ("meld", "bonus", "points"), [(TWOS, 3000, 140), ("2S 2H 2D 2C 2S * *", 2000, 200), ("2S 2H 2D * *", 0, 160)]
)
def test_italian_a_canasta_of_twos_scores_for_the_side_that_goes_out(meld: str, bonus: int, points: int) -> None:
    """The worked examples."""
    sheet = out_with([meld])
    assert sheet.get("twos", 0) == bonus
    assert sheet["cards"] == points + 70 + 80 + 50
    assert round_end(melds=[[meld]]) == {"cards": points}


def test_italian_a_canasta_of_twos_does_not_count_for_going_out_nor_for_red_threes() -> None:
    game = italian(hands=["JC"], melds=[[KINGS, TWOS, OWN]], pile="8H", stock="9S JH")
    assert refused(game, "0 draw", "0 meld JC JH") == "keep-a-card"
    assert round_end(melds=[[KINGS, TWOS]], threes=["3H"])["threes"] == -100


# Scores


@pytest.mark.parametrize(
    ("score", "needed"),
    [(-5, 15), (0, 50), (1500, 90), (3000, 120), (4995, 120), (5000, 160), (7500, 180), (9995, 180), (10000, 200)],
)
def test_italian_initial_meld_by_score(score: int, needed: int) -> None:
    assert allowed(italian(scores=[score, 0]))["opening"][0] == needed


def test_italian_the_initial_meld_may_be_set_to_naturals_only() -> None:
    game = italian(hands=["KS KH * 5S"], pile="8H")
    allowed(game, "0 draw", "0 meld KS KH *")
    assert refused({**game, "rules": {"opening.pure": True}}, "0 draw", "0 meld KS KH *") == "initial-meld-pure"


@pytest.mark.parametrize(("count", "points"), [(1, 100), (3, 300), (4, 800), (5, 1000), (6, 1200)])
def test_italian_red_three_table(count: int, points: int) -> None:
    laid = " ".join((["3H", "3D"] * 3)[:count])
    assert round_end(threes=[laid], melds=[[KINGS, RUN]])["threes"] == points
    assert round_end(threes=[laid], melds=[[KINGS]])["threes"] == -points


def canastas(natural: int, mixed: int) -> list[str]:
    """Return this many canastas of each kind, of different ranks."""
    ranks = "KQJT9876A54"[: natural + mixed]
    suits = ("S", "H", "D", "C", "S", "H", "D")
    wilds = ["2S *", "2H *", "2D *", "2C *", "2S *", "2H"]
    made = [" ".join(rank + suit for suit in suits) for rank in ranks[:natural]]
    for rank, wild in zip(ranks[natural:], wilds, strict=False):
        made.append(" ".join([*(rank + suit for suit in suits[: 7 - len(wild.split())]), wild]))
    return made


@pytest.mark.parametrize(
    ("natural", "mixed", "points"), [(5, 0, 2000), (4, 0, 0), (0, 5, 1000), (4, 4, 0), (5, 5, 3000), (6, 1, 2000)]
)
def test_italian_five_canastas_of_a_kind_earn_a_bonus(natural: int, mixed: int, points: int) -> None:
    """Both are possible together; sambas and canastas of twos don't count."""
    sheet = round_end(melds=[[*canastas(natural, mixed), RUN]])
    assert sheet.get("count", 0) == points


@pytest.mark.parametrize(("natural", "mixed", "points"), [(4, 1, 1000), (5, 0, 2000), (3, 1, 0), (5, 5, 5000)])
def test_italian_may_be_set_to_the_published_bonuses(natural: int, mixed: int, points: int) -> None:
    rules = {"canastas.five_mixed": 0, "canastas.five_any": 1000, "canastas.ten": 2000}
    assert round_end(melds=[canastas(natural, mixed)], rules=rules).get("count", 0) == points


def test_italian_going_out_is_200_and_may_be_set_to_300() -> None:
    assert out_with([])["out"] == 200
    assert out_with([], rules={"out.bonus": 300})["out"] == 300


def test_italian_ends_at_twelve_thousand() -> None:
    game = italian(hands=[""] * 4, stock="", pile="", melds=[[OWN]])
    assert played({**game, "scores": [11970, 0]}, "0 draw")["result"] == {"winner": 0, "scores": [12000, 0]}
    assert played({**game, "scores": [11965, 0]}, "0 draw")["result"] is None


@pytest.mark.parametrize("layout", ["4", "6-trios"])
def test_italian_tables(layout: str) -> None:
    assert len(allowed(italian(layout))["melds"]) == 2
