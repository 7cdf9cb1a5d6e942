"""`pennies`: a foot with one's first canasta, four kinds of canastas to go out, sevens that stay in the hand (docs/variants.md, Pennies from Heaven)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from bot.canasta.record import game_from_record
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
    verbs,
)

pennies = partial(classic, "6-trios", variant="pennies")

SEVENS = "7S 7H 7D 7C 7S 7H 2C"
WILDS = "2S 2H 2D 2S 2H * *"
NATURAL = "KS KH KD KC KS KH KD"
MIXED = "QS QH QD QC QS 2D *"
READY = [SEVENS, WILDS, NATURAL, MIXED]
SIX = "9S 9H 9D 9C 9S 9H"
OWN = "JS JH JD"
FOOT = "4S 5H 6D 8C TS AH 5S 6H 8D TC AC"
FEET = [FOOT, FOOT, FOOT, FOOT, FOOT, FOOT]


def playing(cards: str, **position: Any) -> Document:
    """Seat 0 has drawn and holds `cards`; every foot still lies there."""
    return pennies(**{"phase": "play", "so_far": ["draw"], "hands": [cards], "feet": FEET, **position})


def with_foot(cards: str, **position: Any) -> Document:
    """Seat 0 has drawn, and has got its foot in an earlier turn."""
    where = {"phase": "play", "so_far": ["draw"], "hands": [cards], "in_foot": [0], "foot_played": [0]}
    return pennies(**{**where, **position})


def round_end(**position: Any) -> dict[str, int]:
    """Side 0's score lines of a round that nobody has ended by going out."""
    return at_end(partial(classic, variant="pennies"), layout="6-trios", **position)


# The deal


def test_pennies_deals_thirteen_and_a_foot_of_eleven_from_four_packs() -> None:
    state = allowed(dealt(stacked(order=range(6), size=24, decks=4, then="KS"), layout="6-trios", variant="pennies"))
    assert [len(one.split()) for one in state["hands"]] == [13] * 6
    assert [len(one.split()) for one in state["feet"]] == [11] * 6
    assert len(state["stock"].split()) == 71
    assert len(state["pile"].split()) == 1
    assert state["scores"] == [0, 0]


def test_pennies_draws_two() -> None:
    state = allowed(pennies(hands=["TS JS"], stock="4C 4D 5C", feet=FEET), "0 draw")
    assert hand(state, 0) == bag("TS JS 4C 4D")


@pytest.mark.parametrize(
    ("score", "needed"),
    [(-5, 15), (0, 50), (495, 50), (500, 90), (995, 90), (1000, 120), (1495, 120), (1500, 150), (19995, 150)],
)
def test_pennies_initial_meld_by_score(score: int, needed: int) -> None:
    assert allowed(pennies(scores=[score, 0], feet=FEET))["opening"][0] == needed


def test_pennies_initial_meld_of_a_hundred_and_fifty() -> None:
    """Worked example 2."""
    game = playing("AS AH AD KS KH KD QS QH QD JS JH JD 4S 6S", scores=[1500, 0])
    three = "0 meld AS AH AD / KS KH KD / QS QH QD"
    assert refused(game, three) == "initial-meld-too-low"
    assert allowed(game, f"{three} / JS JH JD")["opening"][0] is None


# The foot


def test_pennies_a_player_who_completes_their_first_canasta_adds_their_foot_to_their_hand_and_goes_on() -> None:
    """Worked example 3."""
    game = playing("9D 4C 4D", melds=[[SIX]])
    state = allowed(game, "0 meld 9D")
    assert hand(state, 0) == bag("4C 4D") + bag(FOOT)
    assert state["feet"][0] == ""
    assert (state["turn"], state["phase"], state["in_foot"]) == (0, "play", [0])
    assert state["so_far"] == ["draw", "meld", "foot"]
    state = allowed(game, "0 meld 9D", "0 discard AH")
    assert (state["turn"], hand(state, 0)) == (1, bag("4C 4D") + bag(FOOT) - bag("AH"))


def test_pennies_the_partners_feet_lie_where_they_are() -> None:
    state = allowed(playing("9D 4C 4D", melds=[[SIX]]), "0 meld 9D")
    assert [len(foot.split()) for foot in state["feet"]] == [0, 11, 11, 11, 11, 11]
    later = pennies(turn=2, phase="play", so_far=["draw"], hands=["4S 5S", "8S 9S", "TD 4C 4D"], feet=["", *FEET[1:]],
                    melds=[[NATURAL, "TS TH TC TS TH TC"]], in_foot=[0])  # fmt: skip
    assert allowed(later, "2 meld TD")["in_foot"] == [0, 2]


def test_pennies_what_is_laid_on_a_canasta_or_short_of_one_brings_no_foot() -> None:
    state = allowed(playing("9D 4C 4D", melds=[["9S 9H 9D 9C 9S"]]), "0 meld 9D")
    assert (state["feet"][0], state["so_far"]) == (FOOT, ["draw", "meld"])
    longer = playing("9D 4C 4D", melds=[[NATURAL, "9S 9H 9D"]])
    assert allowed(longer, "0 meld 9D")["feet"][0] == FOOT


@pytest.mark.parametrize(
    ("cards", "melds", "move"),
    [("9D 9C 9H 9S 9S 9D 9H 4C 4D", [OWN], "0 meld 9D 9C 9H 9S 9S 9D 9H"),
     ("2C 4C 4D", [SIX], "0 meld 9: 2C"), ("* 4C 4D", ["2S 2H 2D 2S 2H *"], "0 meld *"),
     ("9D JC 4C 4D", [OWN, SIX], "0 meld JC / 9D"), ("9C 9D 4C 4D", ["9S 9H 9D 9C 9S"], "0 meld 9C / 9D")],
)  # fmt: skip
def test_pennies_every_kind_of_canasta_brings_it(cards: str, melds: list[str], move: str) -> None:
    state = allowed(playing(cards, melds=[melds]), move)
    assert state["feet"][0] == ""
    assert hand(state, 0) == bag("4C 4D") + bag(FOOT)


def test_pennies_a_canasta_made_by_a_take_brings_it_too() -> None:
    game = pennies(hands=["9D 9C 4C 4D"], melds=[["9S 9H 9D 9S"]], pile="6S TD 9H", feet=FEET)
    state = allowed(game, "0 take 9D 9C")
    assert hand(state, 0) == bag("4C 4D 6S TD") + bag(FOOT)
    assert state["so_far"] == ["take", "foot"]


def test_pennies_an_opening_canasta_brings_it() -> None:
    game = playing("9D 9C 9H 9S 9S 9D 9H 4C 4D")
    assert hand(allowed(game, "0 meld 9D 9C 9H 9S 9S 9D 9H"), 0) == bag("4C 4D") + bag(FOOT)


def test_pennies_a_second_canasta_brings_nothing_more() -> None:
    game = with_foot("9D 4C 4D", melds=[[NATURAL, SIX]], feet=["", *FEET[1:]])
    assert hand(allowed(game, "0 meld 9D"), 0) == bag("4C 4D")


def test_pennies_red_threes_in_the_foot_are_laid_and_replaced() -> None:
    foot = FOOT.replace("4S", "3H").replace("5H", "3D")
    game = playing("9D 4C 4D", melds=[[SIX]], feet=[foot], stock="KC 3H QC 8S 8H")
    state = allowed(game, "0 meld 9D")
    assert bag(state["threes"][0]) == bag("3H 3D 3H")
    assert hand(state, 0) == bag("4C 4D KC QC") + bag(foot) - bag("3H 3D")
    assert state["stock"] == "8S 8H"
    short = playing("9D 4C 4D", melds=[[SIX]], feet=[foot], stock="KC")
    assert hand(allowed(short, "0 meld 9D"), 0) == bag("4C 4D KC") + bag(foot) - bag("3H 3D")


def test_pennies_a_meld_that_brought_the_foot_is_not_taken_back() -> None:
    game = playing("9D JC 4C 4D", melds=[[SIX, OWN]])
    assert refused(game, "0 meld 9D", "0 undo") == "nothing-to-undo"
    assert "0 undo" in allowed(game, "0 meld JC")["legal"]
    assert "0 undo" not in allowed(game, "0 meld 9D")["legal"]


def test_pennies_the_last_cards_may_make_the_canasta_and_the_foot_goes_on() -> None:
    state = allowed(playing("9D", melds=[[SIX]]), "0 meld 9D")
    assert hand(state, 0) == bag(FOOT)
    assert state["phase"] == "play"
    one = allowed(playing("9D 4C", melds=[[SIX]]), "0 meld 9D")
    assert hand(one, 0) == bag("4C") + bag(FOOT)


def test_pennies_using_up_the_hand_brings_no_foot() -> None:
    """It is going out, where the side may, and refused where it may not."""
    assert refused(playing("JC 4C", melds=[[NATURAL, OWN]]), "0 meld JC") == "keep-a-card"
    assert refused(playing("4C", melds=[[NATURAL, OWN]]), "0 discard 4C") == "keep-a-card"
    ready = playing("JC 4C", melds=[[*READY, OWN]])
    sheet = lines(ready, "0 meld JC", "0 discard 4C")
    assert sheet["out"] == 100
    assert sheet["hand"] == -3 * 105 - 50


def test_pennies_a_last_canasta_that_is_the_first_of_its_player_brings_the_foot_and_no_end() -> None:
    game = playing("KD", melds=[[SEVENS, WILDS, MIXED, "KS KH KD KC KS KH"]])
    state = allowed(game, "0 meld KD")
    assert (state["phase"], hand(state, 0)) == ("play", bag(FOOT))


def test_pennies_nobody_asks_for_leave_by_a_canasta_that_brings_the_foot() -> None:
    game = playing("KD 4C", melds=[[SEVENS, WILDS, MIXED, "KS KH KD KC KS KH"]])
    assert refused(game, "0 ask") == "cannot-go-out"
    ready = playing("JC 9D 4C", melds=[[*READY, OWN, SIX]])
    assert refused(ready, "0 ask") == "cannot-go-out"
    laid = playing("JC 4C", melds=[[*READY, OWN, SIX]])
    asked = ("0 ask", "2 answer yes")
    lines(laid, *asked, "0 meld JC", "0 discard 4C")
    bound = playing("9D 4C", melds=[[*READY, "9S 9H 9D 9C 9S"]])
    lines(bound, *asked, "0 meld 9D", "0 discard 4C")


def test_pennies_a_player_who_is_bound_to_go_out_completes_no_first_canasta() -> None:
    game = playing("9D 9C 4C", melds=[[*READY, "9S 9H 9D 9S", "4S 4H 4D 4S 4H 4D"]])
    asked = ("0 ask", "2 answer yes")
    assert refused(game, *asked, "0 meld 4C") == "must-go-out"
    assert lines(game, *asked, "0 meld 9D 9C", "0 discard 4C")["out"] == 100


def test_pennies_black_threes_and_a_first_canasta_don_t_go_together() -> None:
    game = playing("3S 3C 3S 9D 4C", melds=[[*READY, SIX]])
    refused(game, "0 meld 3S 3C 3S / 9D")
    refused(game, "0 meld 3S 3C 3S")
    allowed(game, "0 meld 9D")


def test_pennies_nobody_opens_below_the_minimum_by_a_canasta_that_brings_the_foot() -> None:
    kinds = {"out.natural": 0, "out.mixed": 0, "out.wild": 0, "out.sevens": 0}
    rules = {"out.canastas": 1, **kinds, "opening.concealed_free": True}
    game = playing("4S 4H 4D 4C 4S 4H 4D", scores=[500, 0], rules=rules)
    assert refused(game, "0 meld 4S 4H 4D 4C 4S 4H 4D") == "initial-meld-too-low"
    without = {**game, "position": {**game["position"], "feet": []}}
    assert lines(without, "0 meld 4S 4H 4D 4C 4S 4H 4D")["out"] == 100


def test_pennies_a_foot_of_a_side_comes_to_the_first_of_it_by_house_rule() -> None:
    rules = {"deal.foot_per_side": True}
    game = pennies(turn=2, phase="play", so_far=["draw"], hands=["4S 5S", "8S 9S", "9D 4C 4D"], feet=[FOOT],
                   melds=[[SIX]], rules=rules)  # fmt: skip
    state = allowed(game, "2 meld 9D")
    assert hand(state, 2) == bag("4C 4D") + bag(FOOT)
    assert not any(state.get("feet", []))


def test_a_foot_with_the_first_canasta_in_another_game() -> None:
    rules = {"deal.foot": 5, "deal.foot_with": "first-canasta"}
    game = classic(phase="play", so_far=["draw"], hands=["KD 5S 6S"], melds=[["KS KH KD KC KS KH"]],
                   feet=["4S 4H 5D 5C 6D"], rules=rules)  # fmt: skip
    assert hand(allowed(game, "0 meld KD"), 0) == bag("5S 6S 4S 4H 5D 5C 6D")


# Melds


def test_pennies_no_meld_holds_more_than_seven_cards_and_another_may_be_begun() -> None:
    full = with_foot("KC KS KH 4S 5S", melds=[[NATURAL]])
    assert refused(full, "0 meld K: KC") == "meld-full"
    assert len(meld_bags(allowed(full, "0 meld KC KS KH"), 0)) == 2
    assert refused(with_foot("KC KD KS KH 4S", melds=[["KS KH KD KC KS"]]), "0 meld KC KD KS") == "meld-full"
    begun = with_foot("KC KS KH 4S 5S", melds=[["KS KH KD"]])
    assert refused(begun, "0 meld K+: KC KS KH") == "one-meld-a-rank"


@pytest.mark.parametrize(
    ("cards", "code"),
    [("9S 9H 2S", None), ("9S 9H 2S 2H *", None), ("9S 9H 9D 2S 2H 2D 2C", "too-many-wilds"),
     ("9S 2S 2H", "too-few-naturals"), ("2S 2H *", None), ("2S * *", None), ("2S 2H", "meld-too-small")],
)  # fmt: skip
def test_pennies_what_melds_hold(cards: str, code: str | None) -> None:
    game = with_foot(f"{cards} 4S 5S", melds=[[OWN]])
    if code is None:
        allowed(game, f"0 meld {cards}")
    else:
        assert refused(game, f"0 meld {cards}") == code


def test_pennies_an_unfinished_wild_meld_holds_no_wild_card_back() -> None:
    game = with_foot("2S 4S 5S", melds=[[OWN, "2D 2H *"]])
    allowed(game, "0 meld J: 2S")
    allowed(game, "0 discard 2S")
    assert refused(with_foot("2S 4S 5S", melds=[[WILDS]]), "0 meld WILD: 2S") == "meld-full"


# Sevens


@pytest.mark.parametrize(
    ("ours", "theirs", "free"),
    [([OWN], [], False), ([SEVENS], [OWN], False), ([OWN], [SEVENS], False), ([SEVENS], [SEVENS], True),
     (["7S 7H 7D 7C 7S 7H"], [SEVENS], False)],
)  # fmt: skip
def test_pennies_no_seven_is_discarded_before_each_side_has_a_canasta_of_sevens(
    ours: list[str], theirs: list[str], free: bool
) -> None:
    game = with_foot("7D 4S 5S", melds=[ours, theirs])
    if free:
        allowed(game, "0 discard 7D")
    else:
        assert refused(game, "0 discard 7D") == "seven-before-canastas"
        allowed(game, "0 discard 4S")


def test_pennies_one_s_own_canasta_frees_sevens_by_house_rule() -> None:
    rules = {"discards.sevens": "own-canasta"}
    allowed(with_foot("7D 4S 5S", melds=[[SEVENS], []], rules=rules), "0 discard 7D")
    code = refused(with_foot("7D 4S 5S", melds=[[OWN], [SEVENS]], rules=rules), "0 discard 7D")
    assert code == "seven-before-canasta"
    allowed(with_foot("7D 4S 5S", melds=[[OWN]], rules={"discards.sevens": "free"}), "0 discard 7D")


def test_pennies_a_hand_of_sevens_alone_may_discard_one() -> None:
    game = with_foot("7D 7S", melds=[[OWN]])
    assert verbs(allowed(game)) == {"discard"}
    allowed(game, "0 discard 7D")
    wild = with_foot("7D 2S", melds=[[WILDS]])
    assert refused(wild, "0 discard 7D") == "seven-before-canastas"
    allowed(wild, "0 discard 2S")


def test_pennies_a_seven_is_never_the_last_card() -> None:
    game = with_foot("JC 7D", melds=[[*READY, OWN], [SEVENS]])
    assert refused(game, "0 meld JC") == "keep-a-card"
    last = with_foot("7D", melds=[[*READY, OWN], [SEVENS]])
    assert refused(last, "0 discard 7D") == "last-card"
    allowed(with_foot("JC 4D", melds=[[*READY, OWN], [SEVENS]]), "0 meld JC", "0 discard 4D")


# Going out


@pytest.mark.parametrize("missing", READY)
def test_pennies_going_out_takes_one_of_each_kind(missing: str) -> None:
    assert lines(with_foot("4C", melds=[[*READY, OWN]]), "0 discard 4C")["out"] == 100
    others = [one for one in READY if one != missing]
    extra = "TS TH TD TC TS TH TD" if missing != NATURAL else "TS TH TD TC TS TH 2S"
    game = with_foot("4C", melds=[[*others, extra, "8S 8H 8D 8C 8S 8H 2D", OWN]])
    assert refused(with_foot("4C", melds=[[*others, OWN]]), "0 discard 4C") == "keep-a-card"
    if missing in (SEVENS, WILDS, NATURAL):
        assert refused(game, "0 discard 4C") == "keep-a-card"


@pytest.mark.parametrize(("sevens", "other"), [("7S 7H 7D 7C 7S 7H 7D", MIXED), (SEVENS, NATURAL)])
def test_pennies_a_canasta_of_sevens_is_neither_natural_nor_mixed(sevens: str, other: str) -> None:
    second = "TS TH TD TC TS TH TD" if other == NATURAL else "TS TH TD TC TS TH 2S"
    assert refused(with_foot("4C", melds=[[sevens, WILDS, other, second]]), "0 discard 4C") == "keep-a-card"


def test_pennies_the_last_canasta_may_be_made_in_the_turn_of_going_out() -> None:
    game = with_foot("7H 4C", melds=[["7S 7H 7D 7C 7S 2C", WILDS, NATURAL, MIXED]])
    assert "0 ask" in allowed(game)["legal"]
    assert lines(game, "0 meld 7H", "0 discard 4C")["out"] == 100
    plan = with_foot("7H 7D JC 4C", melds=[["7S 7H 7D 7C 2C", WILDS, NATURAL, MIXED, OWN]])
    assert lines(plan, "0 ask", "2 answer yes", "0 meld 7H 7D / JC", "0 discard 4C")["sevens"] == 1500


def test_pennies_going_out_concealed_is_as_in_classic() -> None:
    game = with_foot(
        f"{NATURAL} 4C", melds=[[SEVENS, WILDS, MIXED, "TS TH TD TC TS TH TD"]], melded_by=[2, 4], feet=["", *FEET[1:]]
    )
    assert lines(game, f"0 meld {NATURAL}", "0 discard 4C")["concealed"] == 100


# Scoring


@pytest.mark.parametrize(
    ("meld", "sheet"),
    [("7S 7H 7D 7C 7S 7H 7D", {"sevens": 1500, "cards": 35}), (SEVENS, {"sevens": 1500, "cards": 50}),
     (WILDS, {"wild": 1000, "cards": 200}), (NATURAL, {"natural": 500, "cards": 70}),
     (MIXED, {"mixed": 300, "cards": 120}), ("2S 2H 2D 2C 2S 2H 2D", {"wild": 1000, "cards": 140})],
)  # fmt: skip
def test_pennies_canastas(meld: str, sheet: dict[str, int]) -> None:
    assert round_end(melds=[[meld]]) == sheet


@pytest.mark.parametrize("count", range(1, 9))
def test_pennies_red_threes_count_by_a_canasta_of_sevens(count: int) -> None:
    laid = " ".join((["3H", "3D"] * 4)[:count])
    points = 1000 if count == 8 else 100 * count
    assert round_end(threes=[laid], melds=[[SEVENS]])["threes"] == points
    assert round_end(threes=[laid], melds=[[NATURAL, MIXED, WILDS, "7S 7H 7D 7C 7S 7H"]])["threes"] == -points
    assert round_end(threes=[laid]) == {"threes": -points}


def test_pennies_a_foot_that_was_not_picked_up_counts_against_its_side() -> None:
    assert round_end(feet=["KS 4S", "AS", "*"]) == {"hand": -65}


def test_pennies_scores_a_round() -> None:
    """Worked example 1."""
    game = with_foot(
        "4S", hands=["4S", "JD", "AS", "TC TD", "4C", "6S"], feet=["", "5C 5D"], melds=[READY, ["8S 8H 8D"]],
        threes=["3H 3D 3H", "3D 3H"], scores=[0, 0],
    )  # fmt: skip
    ours, theirs = played(game, "0 discard 4S")["rounds"][0]["sides"]
    assert ours == {
        "natural": 500, "mixed": 300, "wild": 1000, "sevens": 1500, "threes": 300, "out": 100, "cards": 440, "hand": -25,
        "total": 4115,
    }  # fmt: skip
    assert theirs == {"threes": -200, "cards": 30, "hand": -45, "total": -215}


def test_pennies_ends_at_twenty_thousand() -> None:
    game = partial(pennies, hands=[""] * 6, stock="", pile="", melds=[[OWN]])
    assert played(game(scores=[19970, 0]), "0 draw")["result"] == {"winner": 0, "scores": [20000, 0]}
    assert played(game(scores=[19965, 0]), "0 draw")["result"] is None


# The pile


def test_pennies_the_pile_is_frozen_for_a_side_that_has_not_opened() -> None:
    hands = ["KS 2S 5S 6S"]
    assert refused(pennies(hands=hands, pile="8H KD", feet=FEET), "0 take KS 2S") == "pile-frozen"
    opened = pennies(hands=hands, pile="8H KD", melds=[[OWN]], feet=FEET)
    assert hand(allowed(opened, "0 take KS 2S"), 0) == bag("5S 6S 8H")
    frozen = pennies(hands=hands, pile="2H KD", melds=[[OWN]], feet=FEET)
    assert refused(frozen, "0 take KS 2S") == "pile-frozen"


def test_no_opening_is_listed_that_two_groups_of_a_rank_would_make_too_large() -> None:
    """The second joins the first, which then holds more than seven cards."""
    rules = {"opening.triple": "or-wild-meld"}
    document = playing("* 2H 5H 6H 5D 5C 5C 5S 5D 5D 4S 8S", rules=rules)
    offered = [str(move) for move in game_from_record(document).legal_moves()]
    assert "0 meld 5S 5H 5D 5D 5D *" in offered
    for move in offered:
        allowed(document, move)
