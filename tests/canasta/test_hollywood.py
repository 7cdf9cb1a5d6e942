"""`hollywood`: what differs from Samba in the Romanian form (docs/variants.md, Hollywood)."""

from __future__ import annotations

from functools import partial

import pytest

from bot.canasta.game import Game
from bot.canasta.record import game_from_record
from tests.canasta.play import (
    Document,
    allowed,
    at_end,
    bag,
    classic,
    hand,
    lines,
    meld_bags,
    refused,
    replay,
    unreadable,
    verbs,
    with_moves,
)

hollywood = partial(classic, variant="hollywood")

OWN = "JS JH JD"
KINGS = "KS KH KC KD KS KH KC"
RUN = "8D 9D TD JD QD KD AD"
WILDS = "* * * 2S 2H 2D 2C"


round_end = partial(at_end, hollywood)


def offered(document: Document, *moves: str) -> set[str]:
    """Return all moves offered after these."""
    game: Game = game_from_record(with_moves(document, *moves))
    return {str(move) for move in game.legal_moves()}


@pytest.mark.parametrize("layout", ["4", "6-trios"])
def test_hollywood_tables(layout: str) -> None:
    assert len(allowed(hollywood(layout))["melds"]) == 2


# Melds


def test_hollywood_every_meld_holds_three_naturals() -> None:
    """Worked example."""
    game = hollywood(hands=["KS KH KD 2S 5S 6S"], melds=[[OWN]], pile="8H")
    assert refused(game, "0 draw", "0 meld KS KH 2S") == "too-few-naturals"
    assert "two" not in replay(with_moves(game, "0 draw", "0 meld KS KH 2S"))["error"]["message"]
    allowed(game, "0 draw", "0 meld KS KH KD 2S")


def test_hollywood_wild_melds_are_exempt() -> None:
    """At the opening too."""
    game = hollywood(hands=["2S 2H * 5S 6S"], pile="8H")
    assert meld_bags(allowed(game, "0 draw", "0 meld 2S 2H *"), 0) == [bag("2S 2H *")]
    full = hollywood(hands=["2S 5S 6S"], melds=[[WILDS]], pile="8H")
    assert refused(full, "0 draw", "0 meld WILD: 2S") == "meld-full"


def test_hollywood_two_wild_melds_at_most() -> None:
    game = hollywood(hands=["2S 2H * 5S 6S"], melds=[[WILDS]], pile="8H")
    assert len(allowed(game, "0 draw", "0 meld 2S 2H *")["melds"][0]) == 2
    third = hollywood(hands=["2S 2H * 5S 6S"], melds=[["* * 2S", "* * 2H"]], pile="8H")
    assert refused(third, "0 draw", "0 meld WILD+: 2S 2H *") == "one-wild-meld"


# Sequences


def test_hollywood_a_run_holds_one_wild_and_three_naturals() -> None:
    """The wild card stands for the place where it is written."""
    game = hollywood(hands=["5H 6H 8H 2S * 9C 7D"], melds=[[OWN]], pile="8C", stock="4C 4D")
    assert allowed(game, "0 draw", "0 meld 5H 6H 2S 8H")["melds"][0][1] == "5H 6H 2S 8H"
    assert refused(game, "0 draw", "0 meld 5H 6H 2S") == "too-few-naturals"
    assert refused(game, "0 draw", "0 meld 5H 6H 2S 8H *") == "too-many-wilds"


def test_hollywood_a_run_with_a_gap_is_offered_with_either_wild() -> None:
    game = hollywood(hands=["5H 6H 8H 9H 2S * 9C 7D"], melds=[[OWN]], pile="8C", stock="4C 4D")
    moves = offered(game, "0 draw")
    for run in ("5H 6H 2S 8H", "5H 6H * 8H", "5H 6H 2S 8H 9H"):
        assert f"0 meld H5+: {run}" in moves


def test_hollywood_a_lone_wild_goes_on_top_or_below() -> None:
    game = hollywood(hands=["2S 9C 7D"], melds=[["5H 6H 7H"]], pile="8C", stock="4C 4D")
    assert allowed(game, "0 draw", "0 meld H5: 2S")["melds"][0] == ["5H 6H 7H 2S"]
    assert allowed(game, "0 draw", "0 meld H5: 2S <")["melds"][0] == ["2S 5H 6H 7H"]
    high = hollywood(hands=["2S 9C 7D"], melds=[["QH KH AH"]], pile="8C", stock="4C 4D")
    assert allowed(high, "0 draw", "0 meld HQ: 2S")["melds"][0] == ["2S QH KH AH"]


def test_hollywood_a_wild_in_a_run_is_not_replaced() -> None:
    game = hollywood(hands=["7H 9C 7D"], melds=[["5H 6H 2S 8H"]], pile="8C", stock="4C 4D")
    assert refused(game, "0 draw", "0 meld H5: 7H") == "not-a-run"


def test_hollywood_may_be_set_to_keep_wilds_for_an_unfinished_wild_meld() -> None:
    """A run gets none either, whether it is named or not."""
    rules = {"wilds.locks": True}
    game = hollywood(hands=["9H 2S 5C 6C"], melds=[["6H 7H 8H", "2H 2D *"]], pile="8C", rules=rules)
    assert refused(game, "0 draw", "0 meld H6: 9H 2S") == "wilds-locked"
    assert refused(game, "0 draw", "0 meld 9H 2S") == "wilds-locked"
    allowed(game, "0 draw", "0 meld 9H")


# Taking the pile


def test_hollywood_wilds_in_the_pile_change_nothing() -> None:
    game = hollywood(hands=["9S 9H 5S 6S"], melds=[[OWN]], pile="2S * 9D")
    allowed(game, "0 take 9S 9H")
    assert refused(hollywood(hands=["9S 2H 5S"], melds=[[OWN]], pile="8H 9D"), "0 take 9S 2H") == "pile-needs-pair"


@pytest.mark.parametrize(("top", "pair", "other"), [("2D", "2S 2H", "* *"), ("*", "* *", "2S 2H")])
def test_hollywood_a_wild_on_top_is_taken_with_its_own_kind(top: str, pair: str, other: str) -> None:
    game = hollywood(hands=["2S 2H * * 5S 6S"], melds=[[OWN]], pile=f"8H {top}")
    state = allowed(game, f"0 take {pair}")
    assert meld_bags(state, 0)[1] == bag(f"{pair} {top}")
    assert hand(state, 0) == bag(f"{other} 5S 6S 8H")
    assert refused(game, f"0 take {other}") == "pile-wild-pair"
    assert f"0 take {pair}" in offered(game)


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ({"out.wild": 3, "out.canastas": 3}, "wilds.melds"),
        ({"out.wild": 2, "wilds.melds": "one"}, "wilds.melds"),
        ({"out.wild": 1, "wilds.pure_twos": True}, "wilds.pure_twos"),
    ],
)
def test_hollywood_wild_canastas_that_nobody_can_have_are_no_condition(rules: dict[str, object], name: str) -> None:
    assert name in unreadable(hollywood(hands=["KS"], pile="8H", rules=rules))
    allowed(hollywood(hands=["KS"], pile="8H", rules={"out.wild": 2}))


def test_hollywood_taking_a_wild_takes_wild_melds() -> None:
    game = hollywood(hands=["KS"], pile="8H", rules={"wilds.allowed": False})
    assert "pile.wild_top" in unreadable(game)


def test_hollywood_a_taken_wild_joins_no_meld_of_a_rank() -> None:
    game = hollywood(hands=["2S 2H 5S 6S"], melds=[["KS KH KD KC"]], pile="8H 2D")
    assert refused(game, "0 take K: 2S 2H") == "pile-wild-pair"


def test_hollywood_taken_wilds_start_another_meld_when_the_first_would_be_overfull() -> None:
    game = hollywood(hands=["2S 2H 5S 6S"], melds=[["* * * 2S 2H"]], pile="8H 2D")
    assert [len(meld.split()) for meld in allowed(game, "0 take 2S 2H")["melds"][0]] == [5, 3]
    joins = hollywood(hands=["2S 2H 5S 6S"], melds=[["* * * 2S"]], pile="8H 2D")
    assert [len(meld.split()) for meld in allowed(joins, "0 take 2S 2H")["melds"][0]] == [7]
    full = hollywood(hands=["2S 2H 5S 6S"], melds=[["* * * 2S 2H", "* * * 2S 2D"]], pile="8H 2D")
    assert refused(full, "0 take 2S 2H") in ("meld-full", "one-wild-meld")
    assert verbs(allowed(full)) == {"draw"}


@pytest.mark.parametrize(
    ("top", "pair", "score", "opens"),
    [("*", "* *", 3000, True), ("2D", "2S 2H", 0, True), ("2D", "2S 2H", 1500, False)],
)
def test_hollywood_a_taken_wild_opens_with_what_it_counts(top: str, pair: str, score: int, opens: bool) -> None:
    """Three jokers 150, three twos 60."""
    game = hollywood(hands=[f"{pair} 5S 6S"], pile=f"8H {top}", scores=[score, 0])
    if opens:
        assert allowed(game, f"0 take {pair}")["opening"][0] is None
    else:
        assert refused(game, f"0 take {pair}") == "initial-meld-too-low"


# Closing


@pytest.mark.parametrize(("card", "closes"), [("3S", True), ("2S", False), ("*", False), ("3H", False), ("7S", False)])
def test_hollywood_only_a_black_three_closes(card: str, closes: bool) -> None:
    hands = ["TS TH 5S", f"{card} 2S 9H", "KS KH 6S", "TD 9H 4S"]
    game = hollywood(turn=1, phase="play", hands=hands, melds=[[OWN], ["QS QH QD"]], pile="8H", stock="4C 4D 5D TC 6D")
    assert ("closed_by" in allowed(game, f"1 discard {card}")) is closes
    lap = [f"1 discard {card}", "2 draw", "2 discard 6S", "3 draw", "3 discard TD"]
    if closes:
        assert refused(game, *lap, "0 take TS TH") == "pile-closed"
    else:
        allowed(game, *lap, "0 take TS TH")


@pytest.mark.parametrize("top", ["3S", "3H"])
def test_hollywood_a_three_on_top_is_never_taken(top: str) -> None:
    game = hollywood(hands=["3S 3S 3D 3D 5S"], melds=[[OWN]], pile=f"8H {top}")
    assert "take" not in verbs(allowed(game))
    assert refused(game, "0 take 3S 3S") == "pile-blocked"


# Going out and scoring


@pytest.mark.parametrize(
    ("meld", "sheet"),
    [
        ("8D 2S TD JD QD KD AD", {"sequence": 1000, "cards": 90}),
        (RUN, {"sequence": 1500, "cards": 80}),
        (WILDS, {"wild": 2000, "cards": 230}),
    ],
)
def test_hollywood_worked_examples(meld: str, sheet: dict[str, int]) -> None:
    assert round_end(melds=[[meld]]) == sheet


def test_hollywood_a_pure_samba_may_be_set_to_2000() -> None:
    rules = {"sequences.bonus": 2000}
    assert round_end(melds=[[RUN]], rules=rules)["sequence"] == 2000
    assert round_end(melds=[["8D 2S TD JD QD KD AD"]], rules=rules)["sequence"] == 1000


def test_hollywood_a_wild_canasta_counts_for_going_out() -> None:
    game = hollywood(hands=["JC"], melds=[[WILDS, KINGS, OWN]], pile="8H", stock="9D JH")
    assert lines(game, "0 draw", "0 meld JC JH", "0 discard 9D")["out"] == 200
    short = hollywood(hands=["JC"], melds=[["* * * 2S 2H 2D", KINGS, OWN]], pile="8H", stock="9D JH")
    assert refused(short, "0 draw", "0 meld JC JH") == "keep-a-card"
