"""`samba`: three packs, two cards a draw, sequences of one suit, and an always frozen pile (docs/variants.md, Samba)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.canasta.play import (
    Document,
    allowed,
    bag,
    classic,
    dealt,
    hand,
    lines,
    meld_bags,
    refused,
    replay,
    stacked,
    verbs,
)

KINGS = "KS KH KD KC KS KH KD"
QUEENS = "QS QH QD QC QS QH QD"
MIXED_KINGS = "KS KH KD KC KS 2S 2H"
MIXED_QUEENS = "QS QH QD QC QS 2D 2C"
SAMBA = "5H 6H 7H 8H 9H TH JH"
OWN = ["AS AH AD"]


def samba(layout: str = "4", **position: Any) -> Document:
    return classic(layout, variant="samba", **position)


# The table.


@pytest.mark.parametrize(("layout", "players"), [("4", 4), ("6-trios", 6)])
def test_samba_deals_fifteen_of_162_cards_at_four_and_at_six(layout: str, players: int) -> None:
    pack = stacked(order=range(players), size=15, decks=3, then="9S")
    game = {**dealt(pack, layout=layout), "variant": "samba"}
    state = allowed(game)
    assert [len(text.split()) for text in state["hands"]] == [15] * players
    assert len(state["stock"].split()) == 162 - 15 * players - 1


def test_samba_six_play_three_against_three() -> None:
    assert allowed(samba("6-trios"))["scores"] == [0, 0]


def test_samba_draws_two_and_discards_one() -> None:
    state = allowed(samba(hands=["KS QS"], stock="4S 5S 6S"), "0 draw")
    assert hand(state, 0) == bag("KS QS 4S 5S")
    assert allowed(samba(hands=["KS QS"], stock="4S 5S 6S"), "0 draw", "0 discard 4S")["turn"] == 1


def test_samba_a_short_draw_is_played_on() -> None:
    state = allowed(samba(hands=["KS QS"], stock="4S"), "0 draw")
    assert (state["phase"], hand(state, 0)) == ("play", bag("KS QS 4S"))


# Sets.


def test_samba_a_set_holds_two_wilds_at_most() -> None:
    game = samba(phase="play", so_far=["draw"], hands=["KS KH KD KC 2S 2H * 5S 6S"], melds=[OWN])
    allowed(game, "0 meld KS KH KD KC 2S 2H")
    refused(game, "0 meld KS KH KD KC 2S 2H *")


def test_samba_a_second_set_of_a_rank_waits_for_the_first_to_be_a_canasta() -> None:
    refused(samba(phase="play", hands=["KS KH KD 5S 6S"], melds=[["KC KS KH"]]), "0 meld K+: KS KH KD")
    state = allowed(samba(phase="play", hands=["KS KH KD 5S 6S"], melds=[[KINGS]]), "0 meld K+: KS KH KD")
    assert meld_bags(state, 0) == [bag(KINGS), bag("KS KH KD")]


@pytest.mark.parametrize(("cards", "fits"), [("KS KH KD KC 2S 2H", True), ("KS KH KD 2S 2H", False)])
def test_samba_house_rule_of_twice_as_many_naturals_as_wilds(cards: str, fits: bool) -> None:
    game = samba(phase="play", hands=[f"{cards} 5S 6S"], melds=[OWN], rules={"melds.ratio": "half-of-naturals"})
    allowed(game, f"0 meld {cards}") if fits else refused(game, f"0 meld {cards}")


# Sequences.


@pytest.mark.parametrize("run", ["4H 5H 6H", "TS JS QS", "QD KD AD", "5H 6H 7H 8H", SAMBA])
def test_samba_a_sequence_is_three_to_seven_consecutive_cards_of_one_suit(run: str) -> None:
    state = allowed(samba(phase="play", hands=[f"{run} 5S 6C"], melds=[OWN]), f"0 meld {run}")
    assert state["melds"][0][1] == run


@pytest.mark.parametrize("run", ["4H 5H", "4H 5H 6D", "4H 6H 8H", "KH AH 4H", "3H 4H 5H", "AH 2H 4H", "4H 5H 5H"])
def test_samba_no_other_cards_are_a_sequence(run: str) -> None:
    refused(samba(phase="play", hands=[f"{run} 5S 6C"], melds=[OWN]), f"0 meld {run}")


def test_samba_eight_cards_are_no_sequence() -> None:
    refused(samba(phase="play", hands=[f"{SAMBA} QH 5S 6C"], melds=[OWN]), f"0 meld {SAMBA} QH")
    refused(samba(phase="play", hands=["QH 5S 6C"], melds=[[SAMBA]]), "0 meld H5: QH")


@pytest.mark.parametrize("card", ["4H", "8H"])
def test_samba_a_sequence_grows_at_both_ends(card: str) -> None:
    state = allowed(samba(phase="play", hands=[f"{card} 9S 6C"], melds=[["5H 6H 7H"]]), f"0 meld H5: {card}")
    assert state["melds"][0] == ["4H 5H 6H 7H" if card == "4H" else "5H 6H 7H 8H"]


@pytest.mark.parametrize("card", ["9H", "8S", "6H", "2H", "*"])
def test_samba_no_other_card_joins_a_sequence(card: str) -> None:
    refused(samba(phase="play", hands=[f"{card} 9S 6C"], melds=[["5H 6H 7H"]]), f"0 meld H5: {card}")


def test_samba_wild_cards_are_no_part_of_a_sequence() -> None:
    refused(samba(phase="play", hands=["4H 2S 6H 9S 8C"], melds=[OWN]), "0 meld 4H 2S 6H")


def test_samba_house_rule_lets_wild_cards_into_sequences() -> None:
    rules = {"sequences.max_wilds": 1, "sequences.min_naturals": 2}
    game = samba(phase="play", hands=["4H 2S 6H 7H 2H 9S 8C"], melds=[OWN], rules=rules)
    assert allowed(game, "0 meld 4H 2S 6H")["melds"][0][1] == "4H 2S 6H"
    refused(game, "0 meld 4H 2S 6H 2H")
    refused(game, "0 meld 4H 2S 6H", "0 meld H4: 2H")


def test_samba_several_sequences_of_one_suit_lie_apart() -> None:
    game = samba(phase="play", hands=["5H 6H 7H 8H 8S 9S"], melds=[["5H 6H 7H"]])
    state = allowed(game, "0 meld H5+: 5H 6H 7H")
    assert state["melds"][0] == ["5H 6H 7H", "5H 6H 7H"]
    assert allowed(game, "0 meld H5+: 5H 6H 7H", "0 meld H5#2: 8H")["melds"][0] == ["5H 6H 7H", "5H 6H 7H 8H"]


def test_samba_sequences_that_meet_are_not_joined() -> None:
    state = allowed(samba(phase="play", hands=["8H 9S 6C"], melds=[["5H 6H 7H", "9H TH JH"]]), "0 meld H5: 8H")
    assert state["melds"][0] == ["5H 6H 7H 8H", "9H TH JH"]


# The initial meld.


@pytest.mark.parametrize(("score", "needed"), [(-5, 15), (0, 50), (1495, 50), (1500, 90), (3000, 120), (6995, 120),
                                               (7000, 150), (9995, 150)])  # fmt: skip
def test_samba_initial_meld_rises_to_150_at_7000(score: int, needed: int) -> None:
    assert allowed(samba(scores=[score, 0]))["opening"] == [needed, 50]


def test_samba_sequences_count_to_the_initial_meld() -> None:
    game = samba(phase="play", so_far=["draw"], hands=["TH JH QH KH AH 5S 6S"])
    allowed(game, "0 meld TH JH QH KH AH")
    refused(game, "0 meld TH JH QH KH")


def test_samba_a_concealed_exit_needs_the_minimum_too() -> None:
    """The base has no exemption: two sequences of 4 to 10 open alone, at 3000 with 100 points they don't."""
    run = "4H 5H 6H 7H 8H 9H TH"
    game = samba(phase="play", so_far=["draw"], hands=[f"{run} {run.replace('H', 'S')} 9C"])
    allowed(game, f"0 meld {run} / {run.replace('H', 'S')}")
    game["scores"] = [3000, 0]
    refused(game, f"0 meld {run} / {run.replace('H', 'S')}")


# Taking the pile.


def test_samba_pile_is_always_frozen_natural_pair_only() -> None:
    game = samba(hands=["KS KH 2S 5S 6S"], melds=[OWN], pile="8H KD")
    assert allowed(game)["frozen"] is True
    assert meld_bags(allowed(game, "0 take KS KH"), 0)[1] == bag("KS KH KD")
    refused(game, "0 take KS 2S")
    refused(samba(hands=["KS 5S 6S"], melds=[["KS KH KC"]], pile="8H KD"), "0 take KS")
    refused(samba(hands=["5S 6S"], melds=[["KS KH KC"]], pile="8H KD"), "0 take")


def test_samba_the_top_card_alone_extends_a_sequence_in_place_of_the_draw() -> None:
    game = samba(hands=["KS QS"], melds=[["5H 6H 7H"]], pile="9C 8H")
    state = allowed(game, "0 pick H5:")
    assert state["melds"][0] == ["5H 6H 7H 8H"]
    assert (state["pile"], hand(state, 0), state["phase"]) == ("9C", bag("KS QS"), "play")
    refused(game, "0 pick H5:", "0 draw")
    assert allowed(game, "0 pick H5:", "0 discard KS")["turn"] == 1


@pytest.mark.parametrize("top", ["9H", "8S", "2H", "3H", "*"])
def test_samba_no_other_top_card_is_picked(top: str) -> None:
    game = samba(hands=["KS QS"], melds=[["5H 6H 7H"]], pile=f"9C {top}")
    refused(game, "0 pick H5:")
    assert "pick" not in verbs(allowed(game))


@pytest.mark.parametrize(
    ("position", "moves", "why"),
    [
        ({"pile": "9C 8H"}, ["0 draw"], "already-drawn"),
        ({"pile": "9C 8H", "rules": {"pile.sequences": "no"}}, [], "not-in-this-game"),
        ({"pile": ""}, [], "pile-empty"),
        ({"pile": "9C 8H", "rules": {"discards.close": ["seven"]}, "closed_by": 3}, [], "pile-closed"),
    ],
)
def test_samba_a_top_card_is_picked_only_from_a_pile_that_is_open_and_before_drawing(
    position: dict[str, Any], moves: list[str], why: str
) -> None:
    game = samba(hands=["KS TS 4C"], melds=[["5H 6H 7H"]], **position)
    assert refused(game, *moves, "0 pick H5:") == why
    assert "pick" not in verbs(allowed(game, *moves))


def test_samba_the_player_who_closed_the_pile_picks_its_top_card() -> None:
    house = {"discards.close": ["seven"]}
    game = samba(hands=["KS TS 4C"], melds=[["5H 6H 7H"]], pile="9C 8H", rules=house, closed_by=0)
    assert allowed(game, "0 pick H5:")["melds"][0] == ["5H 6H 7H 8H"]


def test_samba_a_sequence_of_seven_picks_nothing() -> None:
    refused(samba(hands=["KS TS"], melds=[[SAMBA]], pile="9C QH"), "0 pick H5:")


def test_samba_only_an_own_sequence_picks_the_top_card() -> None:
    refused(samba(hands=["KS QS"], melds=[OWN, ["5H 6H 7H"]], pile="9C 8H"), "0 pick H5:")


def test_samba_the_pile_is_not_taken_for_a_sequence() -> None:
    refused(samba(hands=["5H 6H KS QS"], melds=[OWN], pile="9C 7H"), "0 take 5H 6H")
    refused(samba(hands=["KS QS"], melds=[["4H 5H 6H"]], pile="9C 7H"), "0 take H4:")


def test_samba_house_rule_takes_the_whole_pile_for_a_sequence() -> None:
    rules = {"pile.sequences": "whole"}
    state = allowed(samba(hands=["5H 6H KS QS"], melds=[OWN], pile="9C 7H", rules=rules), "0 take 5H 6H")
    assert meld_bags(state, 0)[1] == bag("5H 6H 7H")
    assert hand(state, 0) == bag("KS QS 9C")
    low = samba(hands=["8H 9H KS QS"], melds=[OWN], pile="9C 7H", rules=rules)
    assert allowed(low, "0 take 8H 9H")["melds"][0][1] == "7H 8H 9H"
    state = allowed(samba(hands=["KS QS"], melds=[["4H 5H 6H"]], pile="9C 7H", rules=rules), "0 take H4:")
    assert state["melds"][0] == ["4H 5H 6H 7H"]
    refused(samba(hands=["KS QS"], melds=[["4H 5H 6H"]], pile="9C 7H", rules=rules), "0 pick H4:")


@pytest.mark.parametrize(
    ("hand", "melds", "wilds"),
    [("5H 6H KS QS", OWN, 0), ("KS QS", ["4H 5H 6H"], 0),
     ("7H KS QS", ["4H 5H 6H"], 0), ("2S 6H KS QS", OWN, 1)],
)  # fmt: skip
def test_samba_an_empty_stock_forces_a_take_by_a_run_too(hand: str, melds: list[str], wilds: int) -> None:
    rules = {"pile.sequences": "whole", "sequences.max_wilds": wilds, "sequences.min_naturals": 2}
    top = "8H" if hand.startswith("7H") else "7H"
    game = samba(hands=[hand], melds=[melds], pile=f"9C {top}", stock="", rules=rules)
    assert verbs(allowed(game)) == {"take"}
    assert refused(game, "0 draw") == "must-take"
    optional = samba(
        hands=[hand], melds=[melds], pile=f"9C {top}", stock="", rules={**rules, "stock.forced_take": "no"}
    )
    assert allowed(optional, "0 draw")["phase"] == "over"


def test_samba_an_empty_stock_forces_no_new_run_where_only_the_top_card_alone_is_forced() -> None:
    rules = {"pile.sequences": "whole", "stock.forced_take": "onto-meld"}
    new = samba(hands=["5H 6H KS QS"], melds=[OWN], pile="9C 7H", stock="", rules=rules)
    assert verbs(allowed(new)) == {"draw", "take"}
    onto = samba(hands=["KS QS"], melds=[["4H 5H 6H"]], pile="9C 7H", stock="", rules=rules)
    assert verbs(allowed(onto)) == {"take"}


def test_samba_leave_may_be_asked_for_a_run_that_takes_the_pile_and_goes_out() -> None:
    """By house rules that let the pile be taken so, and bind who goes out to ask."""
    rules = {"pile.sequences": "whole", "out.ask": "must", "out.ask_late": True}
    game = samba(hands=["5H 6H"], melds=[[KINGS, QUEENS]], pile="7H", rules=rules)
    assert refused(game, "0 take 5H 6H") == "ask-first"
    assert verbs(allowed(game)) == {"draw", "ask"}
    assert allowed(game, "0 ask", "2 answer yes", "0 take 5H 6H")["phase"] == "over"


def test_samba_house_rules_let_a_wild_help_the_top_card_to_a_run() -> None:
    rules = {"pile.sequences": "whole", "sequences.max_wilds": 1, "sequences.min_naturals": 2}
    game = samba(hands=["8H 2S KS QD"], melds=[OWN], pile="9C 7H", rules=rules)
    assert "take" in verbs(allowed(game))
    assert allowed(game, "0 take 8H 2S")["melds"][0][1] == "7H 8H 2S"


def test_samba_house_rule_of_no_use_of_the_pile_for_sequences() -> None:
    game = samba(hands=["KS QS"], melds=[["4H 5H 6H"]], pile="9C 7H", rules={"pile.sequences": "no"})
    refused(game, "0 pick H4:")
    refused(game, "0 take H4:")


def test_samba_house_rule_of_a_pile_that_is_not_always_frozen() -> None:
    rules = {"pile.always_frozen": False}
    game = samba(hands=["KS KH 2S 5S 6S"], melds=[OWN], pile="8H KD", rules=rules)
    assert allowed(game)["frozen"] is False
    allowed(game, "0 take KS KH")
    refused(game, "0 take KS 2S")
    allowed(samba(hands=["5S 6S"], melds=[["KS KH KC"]], pile="8H KD", rules=rules), "0 take")


# Going out.


@pytest.mark.parametrize("canastas", [[SAMBA, SAMBA], [SAMBA, MIXED_KINGS], [KINGS, MIXED_QUEENS], [KINGS, QUEENS]])
def test_samba_two_canastas_one_a_samba_or_natural_let_a_side_go_out(canastas: list[str]) -> None:
    entry = lines(samba(phase="play", hands=["4S"], melds=[canastas]), "0 discard 4S")
    assert entry["out"] == 100


@pytest.mark.parametrize("canastas", [[SAMBA], [KINGS], [MIXED_KINGS, MIXED_QUEENS], [SAMBA, "8H 9H TH"]])
def test_samba_other_canastas_do_not_let_a_side_go_out(canastas: list[str]) -> None:
    refused(samba(phase="play", hands=["4S"], melds=[canastas]), "0 discard 4S")


def test_samba_house_rule_of_any_two_canastas() -> None:
    game = samba(phase="play", hands=["4S"], melds=[[MIXED_KINGS, MIXED_QUEENS]], rules={"out.pure_or_sequence": False})
    assert lines(game, "0 discard 4S")["out"] == 100


def test_samba_may_go_out_by_melding_everything() -> None:
    game = samba(phase="play", hands=["JH"], melds=[["5H 6H 7H 8H 9H TH", KINGS]])
    assert lines(game, "0 meld H5: JH")["out"] == 100


def test_samba_no_meld_leaves_a_side_stranded() -> None:
    refused(samba(phase="play", hands=["8H 9H TH"], melds=[[KINGS]]), "0 meld 8H 9H TH")
    refused(samba(phase="play", hands=["8H 4S"], melds=[["5H 6H 7H", KINGS]]), "0 meld H5: 8H")


def test_samba_a_concealed_exit_pays_another_hundred() -> None:
    low, other = "4H 5H 6H 7H 8H 9H TH", "4S 5S 6S 7S 8S 9S TS"
    game = samba(phase="play", so_far=["draw"], hands=[f"{low} {other} 9C"])
    sheet = lines(game, f"0 meld {low} / {other}", "0 discard 9C")
    assert (sheet["out"], sheet["concealed"], sheet["sequence"]) == (100, 100, 3000)
    opened = samba(phase="play", so_far=["draw"], hands=[f"{low} {other} 9C"], melds=[OWN])
    assert "concealed" not in lines(opened, f"0 meld {low} / {other}", "0 discard 9C")


# Scoring.


def _at_end(side: int = 0, **position: Any) -> dict[str, int]:
    """Return the lines of a round that ends on a draw from an empty stock; the hands count 5 each."""
    hands = ["4S", "4H", "5S", "5H"]
    return lines(samba(stock="", pile="9H", hands=hands, **position), "0 draw", side=side)


def test_samba_canasta_bonuses() -> None:
    assert _at_end(melds=[[SAMBA]]) == {"sequence": 1500, "cards": 5 * 3 + 10 * 4, "hand": -10}
    assert _at_end(melds=[[KINGS, MIXED_QUEENS]]) == {"natural": 500, "mixed": 300, "cards": 70 + 90, "hand": -10}


def test_samba_a_sequence_short_of_seven_has_no_bonus_and_no_penalty() -> None:
    assert _at_end(melds=[["8H 9H TH"]]) == {"cards": 30, "hand": -10}


@pytest.mark.parametrize(("count", "points"), list(enumerate([100, 200, 300, 800, 1000, 1200], 1)))
def test_samba_red_threes_by_the_first_schedule_minus_without_a_meld(count: int, points: int) -> None:
    threes = " ".join(["3H", "3D", "3H", "3D", "3H", "3D"][:count])
    assert _at_end(melds=[["8H 9H TH"]], threes=[threes])["threes"] == points
    assert _at_end(threes=[threes])["threes"] == -points


def test_samba_house_rule_of_the_second_schedule() -> None:
    rules = {"threes.totals": [100, 200, 300, 400, 500, 1000]}
    assert _at_end(melds=[["8H 9H TH"]], threes=["3H 3D 3H 3D"], rules=rules)["threes"] == 400


def test_samba_the_game_goes_to_ten_thousand() -> None:
    game = samba(stock="", pile="9H", hands=["4S", "4H", "5S", "5H"], melds=[[SAMBA]], scores=[8455, 0])
    game["moves"] = ["0 draw"]
    assert replay(game)["result"] == {"winner": 0, "scores": [10000, -10]}
    game["scores"] = [8450, 0]
    assert replay(game)["result"] is None


def test_samba_a_way_out_by_runs_that_would_not_open_is_neither_listed_nor_may_be_asked_for() -> None:
    """Runs count towards the minimum as everything does: 45 points don't open at 50."""
    rules = {"out.canastas": 0, "out.pure_or_sequence": False, "opening.concealed_free": False, "turn.draw": 1}
    game = samba(hands=["4S 5S 6S KS KH KD 9C"], phase="play", so_far=["draw"], pile="JC", rules=rules)
    assert verbs(allowed(game)) == {"discard"}
    enough = samba(hands=["4S 5S 6S AS AH AD 9C"], phase="play", so_far=["draw"], pile="JC", rules=rules)
    assert verbs(allowed(enough)) == {"meld", "ask", "discard"}
