"""`uruguay`: original Canasta, what differs from the Regency draft (docs/variants.md, Uruguay)."""

from __future__ import annotations

from functools import partial

import pytest

from tests.canasta.play import allowed, at_end, bag, classic, dealt, hand, lines, meld_bags, played, refused, stacked

uruguay = partial(classic, variant="uruguay")
uruguay_deal = partial(dealt, variant="uruguay")

OWN = "JS JH JD"
KINGS = "KS KH KC KS KH KC KD"
WILDS = "2S 2H 2D 2C 2S * *"
SIX = [
    KINGS,
    "QS QH QC QS QH QC QD",
    "JS JH JC JS JH JC JD",
    "TS TH TC TS TH TC TD",
    "8S 8H 8C 8S 8H 8C 8D",
    "7S 7H 7C 7S 7H 2S 2H",
]


round_end = partial(at_end, uruguay)


# Players


@pytest.mark.parametrize(
    ("layout", "seats", "sides"), [("2", 2, 2), ("3-solo", 3, 3), ("4", 4, 2), ("5-solo", 5, 5), ("6-pairs", 6, 3)]
)
def test_uruguay_deals_eleven_to_every_number_of_players(layout: str, seats: int, sides: int) -> None:
    state = allowed(uruguay_deal(stacked(then="KS", order=range(seats)), layout=layout))
    assert [len(one.split()) for one in state["hands"]] == [11] * seats
    assert len(state["melds"]) == len(state["scores"]) == sides
    assert len(state["stock"].split()) == 108 - 11 * seats - 1


@pytest.mark.parametrize("layout", ["2", "3-solo", "4", "5-solo", "6-pairs"])
def test_uruguay_draws_one_and_needs_one_canasta_everywhere(layout: str) -> None:
    game = uruguay(layout, hands=["9S 9H 5S"], melds=[[KINGS]], pile="8H", stock="9D 9C")
    assert hand(allowed(game, "0 draw"), 0) == bag("9S 9H 5S 9D")
    assert allowed(game, "0 draw", "0 meld 9S 9H 9D", "0 discard 5S")["phase"] == "over"


# Deal


def test_uruguay_black_three_upcard_is_covered_and_red_threes_are_replaced_before() -> None:
    pack = stacked({0: "3H 4S 5S 6S 7S 8S 9S TS JS QS KS"}, then="9H 3S KH")
    state = allowed(uruguay_deal(pack))
    assert hand(state, 0) >= bag("9H")
    assert (state["pile"], state["frozen"]) == ("3S KH", False)


MIRROR = {"deal.mirror_bonus": 100}


def test_uruguay_mirror_card_scores_by_house_rule() -> None:
    """The twin, by rank and suit, of the final upcard in a player's first hand."""
    own = {0: "KD 4S 5S 6S 7S 8S 9S TS JS QS AS"}
    pack = stacked(own, then="3S KD")
    assert "mirror" in allowed(uruguay_deal(pack, rules=MIRROR))
    assert allowed(uruguay_deal(pack, rules=MIRROR))["mirror"] == [0]
    assert "mirror" not in allowed(uruguay_deal(pack))
    other = stacked(own, then="3S KC")
    assert 0 not in allowed(uruguay_deal(other, rules=MIRROR)).get("mirror", [])


def test_uruguay_mirror_card_counts_for_the_side_of_its_holder() -> None:
    assert round_end(rules=MIRROR, mirror=[2])["mirror"] == 100
    assert "mirror" not in round_end(rules=MIRROR, mirror=[2], side=1)
    assert "mirror" not in round_end(mirror=[2])


# Melds


@pytest.mark.parametrize(
    ("cards", "legal"),
    [("5S 5H 2S", True), ("9S 9H 9D 2S 2H *", True), ("5S 2S 2H", False), ("9S 9H 2S 2H 2D *", False)],
)
def test_uruguay_melds_hold_two_naturals_and_three_wilds_at_most(cards: str, legal: bool) -> None:
    """The source's examples."""
    game = uruguay(hands=[f"{cards} 6S 7S"], melds=[[OWN]], pile="8H", stock="TC")
    (allowed if legal else refused)(game, "0 draw", f"0 meld {cards}")


def test_uruguay_black_threes_are_never_melded() -> None:
    game = uruguay(hands=["3S 3C 3S 9C"], melds=[[KINGS]], pile="8H", stock="9D")
    assert refused(game, "0 draw", "0 meld 3S 3C 3S") == "threes-not-melded"


def test_uruguay_wild_meld_is_built_up_from_three() -> None:
    game = uruguay(hands=["2S 2H * 6S 7S"], melds=[[OWN]], pile="8H", stock="2D")
    state = allowed(game, "0 draw", "0 meld 2S 2H *", "0 meld WILD: 2D")
    assert meld_bags(state, 0)[1] == bag("2S 2H * 2D")
    refused(uruguay(hands=["2S 2H 6S 7S"], melds=[[OWN]], pile="8H", stock="TC"), "0 draw", "0 meld 2S 2H")


def test_uruguay_wild_meld_must_be_a_whole_canasta_by_house_rule() -> None:
    rules = {"wilds.whole": True}
    refused(uruguay(rules=rules, hands=["2S 2H * 6S"], melds=[[OWN]], pile="8H"), "0 draw", "0 meld 2S 2H *")
    allowed(uruguay(rules=rules, hands=[f"{WILDS} 6S"], melds=[[OWN]], pile="8H"), "0 draw", f"0 meld {WILDS}")


def test_uruguay_unfinished_wild_meld_binds_no_other_wilds_and_costs_nothing() -> None:
    game = uruguay(hands=["2S 6S 7S"], melds=[[OWN, "2S 2H 2D"]], pile="8H")
    allowed(game, "0 draw", "0 meld J: 2S")
    assert "unfinished" not in round_end(melds=[[KINGS, "2S 2H 2D"]])


def test_uruguay_wild_canasta_scores_seven_hundred_and_lets_go_out() -> None:
    game = uruguay(hands=["9S 9H 5S", "", "", ""], melds=[[WILDS]], pile="8H", stock="9D")
    sheet = lines(game, "0 draw", "0 meld 9S 9H 9D", "0 discard 5S")
    assert sheet == {"wild": 700, "out": 100, "cards": 200 + 30}


# The initial meld


@pytest.mark.parametrize(
    ("score", "melds", "legal"),
    [
        (1600, "6S 6H 6D / KS KH KD 2S", False),
        (1600, "6S 6H 6D / AS AH AD 2S", True),
        (1495, "6S 6H 6D / KS KH KD 2S", True),
        (-500, "6S 6H 6D / KS KH KD 2S", True),
        (-500, "6S 6H 6D", False),
        (3000, "6S 6H 6D / KS KH KD 2S", False),
        (3000, "6S 6H 6D / AS AH AD 2S", False),
    ],
)
def test_uruguay_initial_meld_by_score(score: int, melds: str, legal: bool) -> None:
    """The source's examples; negative scores need 50 too."""
    cards = melds.replace(" /", "")
    game = uruguay(hands=[f"{cards} 4S 7S"], pile="8H", stock="9C", scores=[score, 0])
    (allowed if legal else refused)(game, "0 draw", f"0 meld {melds}")


# The pile


def test_uruguay_unfrozen_pile_is_taken_with_any_two_that_meld() -> None:
    game = uruguay(hands=["KS 2S 5S 6S"], melds=[[OWN]], pile="8H KD")
    allowed(game, "0 take KS 2S")
    refused(uruguay(hands=["KS 2S 5S 6S"], melds=[[OWN]], pile="2H 8H KD"), "0 take KS 2S")
    refused(uruguay(hands=["AS 2S 5S 6S"], pile="8H AD"), "0 take AS 2S")


# Going out


def test_uruguay_last_card_must_be_discarded() -> None:
    """Melding everything is no legal exit."""
    game = uruguay(hands=["9S 9H 5S"], melds=[[KINGS, "5H 5D 5C"]], pile="8H", stock="9D")
    assert refused(game, "0 draw", "0 meld 9S 9H 9D / 5S") == "keep-the-discard"
    assert allowed(game, "0 draw", "0 meld 9S 9H 9D", "0 discard 5S")["phase"] == "over"


def test_uruguay_one_card_may_be_kept_for_the_discard_only_with_a_canasta() -> None:
    game = uruguay(hands=["9S 9H 5S"], melds=[[OWN]], pile="8H", stock="9D")
    assert refused(game, "0 draw", "0 meld 9S 9H 9D") == "keep-a-card"
    almost = uruguay(hands=["9S 9H JC"], melds=[["JS JH JD JS JH JD"]], pile="8H", stock="9D")
    refused(almost, "0 draw", "0 meld 9S 9H 9D")


def test_uruguay_partner_may_be_asked_and_binds() -> None:
    game = uruguay(hands=["9S 9H 5S", "4S", "4H", "4D"], melds=[[KINGS]], pile="8H", stock="9D")
    refused(game, "0 draw", "0 ask", "2 answer no", "0 meld 9S 9H 9D")
    refused(game, "0 draw", "0 ask", "2 answer yes", "0 discard 5S")
    allowed(game, "0 draw", "0 meld 9S 9H 9D", "0 discard 5S")


def test_uruguay_no_bonus_for_going_out_concealed() -> None:
    game = uruguay(hands=[f"{KINGS} 9S 9H 5S", "", "", ""], pile="8H", stock="9D")
    sheet = lines(game, "0 draw", f"0 meld {KINGS} / 9S 9H 9D", "0 discard 5S")
    assert sheet["out"] == 100
    assert "concealed" not in sheet


# The empty stock


def test_uruguay_pile_is_turned_over_and_play_goes_on() -> None:
    game = uruguay(hands=["KS 6S", "5H"], melds=[[OWN]], pile="2C 9D 3S", stock="")
    state = allowed(game, "0 draw")
    assert hand(state, 0) == bag("KS 6S 2C")
    assert (state["stock"], state["pile"], state["frozen"]) == ("9D 3S", "", False)
    assert allowed(game, "0 draw", "0 discard 6S")["turn"] == 1


def test_uruguay_round_ends_when_stock_and_pile_are_gone_or_recycled_three_times() -> None:
    answer = played(uruguay(hands=["KS 6S"], melds=[[KINGS]], pile="", stock=""), "0 draw")
    assert answer["rounds"][0]["out"] is None
    assert "out" not in answer["rounds"][0]["sides"][0]
    game = partial(uruguay, hands=["KS 6S"], pile="8H 9C", stock="")
    assert allowed(game(recycles=3), "0 draw")["phase"] == "over"
    assert allowed(game(recycles=2), "0 draw")["phase"] == "play"


def test_uruguay_red_three_is_replaced_from_the_turned_pile() -> None:
    state = allowed(uruguay(hands=["KS 6S"], pile="8H 9C", stock="3H"), "0 draw")
    assert state["threes"][0] == "3H"
    assert hand(state, 0) == bag("KS 6S 8H")


# Scoring


@pytest.mark.parametrize(("threes", "points"), [("3H", 100), ("3H 3D 3H", 300), ("3H 3D 3H 3D", 800)])
def test_uruguay_everything_counts_against_a_side_without_a_canasta(threes: str, points: int) -> None:
    sheet = round_end(threes=[threes], melds=[[OWN]], hands=["5S", "", "AS", ""])
    assert sheet == {"cards": -30, "hand": -25, "threes": -points}
    sheet = round_end(threes=[threes], melds=[[KINGS]], hands=["5S", "", "AS", ""])
    assert sheet == {"natural": 500, "cards": 70, "hand": -25, "threes": points}


# The automatic win


def test_uruguay_seven_canastas_win_the_game_at_once() -> None:
    """5,000 in place of that side's round, the other as usual, whatever the totals are."""
    game = uruguay(
        hands=["9S 9H 9C 9S 5S", "AS", "AH", "AD"],
        melds=[[*SIX, "9D 9C 9H"], ["4S 4H 4D"]],
        threes=["3H"],
        pile="8H",
        stock="4C",
        scores=[-6000, 4000],
    )
    answer = played(game, "0 draw", "0 meld 9S 9H 9C 9S")
    assert answer["rounds"][0]["sides"] == [{"count": 5000, "total": 5000}, {"cards": -15, "hand": -40, "total": -55}]
    assert answer["rounds"][0]["out"] == 0
    assert answer["result"] == {"winner": 0, "scores": [-1000, 3945]}


def test_uruguay_six_canastas_do_not_win() -> None:
    game = uruguay(hands=["9S 9H 5S 6S"], melds=[[*SIX, "9D 9C 9H"]], pile="8H", stock="4C")
    assert allowed(game, "0 draw", "0 meld 9S 9H")["phase"] == "play"


def test_uruguay_seventh_canasta_may_empty_the_hand() -> None:
    """The round stops there, so no discard is missing."""
    game = uruguay(hands=["9S 9H 9C"], melds=[[*SIX, "9D 9C 9H"]], pile="8H", stock="9D")
    assert allowed(game, "0 draw", "0 meld 9S 9H 9C 9D")["phase"] == "over"


def test_uruguay_seventh_canasta_with_the_taken_pile_wins_too() -> None:
    game = uruguay(hands=["9S 9H 9C 9S 5S"], melds=[[*SIX, "9D 9H 9C"]], pile="4C 9D")
    assert played(game, "0 take 9S 9H 9C 9S")["result"]["winner"] == 0
