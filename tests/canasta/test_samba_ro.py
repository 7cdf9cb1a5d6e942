"""`samba-ro`: what differs from the Romanian standard game (docs/variants.md, Romanian Samba)."""

from __future__ import annotations

from functools import partial

import pytest

from tests.canasta.play import allowed, at_end, bag, classic, dealt, hand, lines, meld_bags, played, refused, stacked

samba = partial(classic, variant="samba-ro")

OWN = "JS JH JD"
KINGS = "KS KH KC KD KS KH KC"
RUN = "8D 9D TD JD QD KD AD"
SPADES = "4S 5S 6S 7S 8S 9S TS"


round_end = partial(at_end, samba)


# Deal and turn


@pytest.mark.parametrize(("layout", "seats"), [("4", 4), ("6-trios", 6)])
def test_samba_ro_deals_fifteen_from_three_packs(layout: str, seats: int) -> None:
    pack = stacked(then="KS", size=15, decks=3, order=range(seats))
    state = allowed(dealt(pack, layout=layout, variant="samba-ro"))
    assert [len(one.split()) for one in state["hands"]] == [15] * seats
    assert len(state["melds"]) == 2
    assert len(state["stock"].split()) == 162 - 15 * seats - 1


def test_samba_ro_draws_two_and_discards_one() -> None:
    state = allowed(samba(hands=["9S 4H"], pile="8H", stock="KS QS JS"), "0 draw", "0 discard 4H")
    assert hand(state, 0) == bag("9S KS QS")
    assert state["turn"] == 1


@pytest.mark.parametrize(("score", "needed"), [(-5, 15), (0, 50), (1500, 90), (3000, 120), (6995, 120), (7000, 150)])
def test_samba_ro_initial_meld_by_score(score: int, needed: int) -> None:
    assert allowed(samba(scores=[score, 0]))["opening"][0] == needed


# Melds


def test_samba_ro_two_wilds_a_meld() -> None:
    """Worked example: K×5 with a two and a joker is a canasta, K×4 with three wilds is none."""
    game = samba(hands=["KS KH KD KC KS 2S * 2H 5S"], melds=[[OWN]], pile="8H")
    state = allowed(game, "0 draw", "0 meld KS KH KD KC KS 2S *")
    assert bag("KS KH KD KC KS 2S *") in meld_bags(state, 0)
    assert refused(game, "0 draw", "0 meld KS KH KD KC 2S 2H *") == "too-many-wilds"


def test_samba_ro_two_wilds_in_a_canasta_too() -> None:
    game = samba(hands=["2S 5S 6S 7D"], melds=[["KS KH KD KC KS 2H *"]], pile="8H")
    assert refused(game, "0 draw", "0 meld K: 2S") == "too-many-wilds"


def test_samba_ro_a_side_may_have_two_melds_of_a_rank_and_no_third() -> None:
    """The second may begin at any time."""
    game = samba(hands=["KS KH KD 5S 6S"], melds=[["KC KC KS"]], pile="8H")
    state = allowed(game, "0 draw", "0 meld K+: KS KH KD")
    assert meld_bags(state, 0) == [bag("KC KC KS"), bag("KS KH KD")]
    third = samba(hands=["KS KH KD 5S 6S"], melds=[["KC KC KS", "KH KD KC"]], pile="8H")
    assert refused(third, "0 draw", "0 meld K+: KS KH KD") == "one-meld-a-rank"


def test_samba_ro_no_melds_of_wild_cards_alone() -> None:
    assert refused(samba(hands=["2S 2H * 5S"], melds=[[OWN]], pile="8H"), "0 draw", "0 meld 2S 2H *") == "no-wild-melds"


# Sequences


def test_samba_ro_a_run_of_three_may_be_laid_and_extended_at_both_ends() -> None:
    game = samba(hands=["6H 7H 8H 5H 9H KS KD"], melds=[[OWN]], pile="8C", stock="4C 4D")
    state = allowed(game, "0 draw", "0 meld 6H 7H 8H", "0 meld 5H 9H")
    assert state["melds"][0][1] == "5H 6H 7H 8H 9H"


@pytest.mark.parametrize(
    ("group", "code"),
    [
        ("6H 7H", "meld-too-small"),
        ("6H 7H 9H", "not-a-run"),
        ("KH AH 2H", "sequence-too-long"),
        ("6H 2S 8H", "too-many-wilds"),
        ("6H 7H 8S", "mixed-ranks"),
        ("3S 4S 5S", "threes-not-melded"),
    ],
)
def test_samba_ro_a_run_is_three_neighbours_of_a_suit_without_wilds(group: str, code: str) -> None:
    game = samba(hands=[f"{group} KS KD 9C"], melds=[[OWN]], pile="8C", stock="4C 4D")
    assert refused(game, "0 draw", f"0 meld {group}") == code


def test_samba_ro_nothing_is_added_to_a_samba() -> None:
    game = samba(hands=["JS 5H KS"], melds=[[SPADES]], pile="8C", stock="4C 4D")
    assert refused(game, "0 draw", "0 meld S4: JS") == "sequence-too-long"


def test_samba_ro_several_runs_of_a_suit_lie_apart() -> None:
    game = samba(hands=["8H 9H TH KS KD"], melds=[["5H 6H 7H"]], pile="8C", stock="4C 4D")
    state = allowed(game, "0 draw", "0 meld H8+: 8H 9H TH")
    assert state["melds"][0] == ["5H 6H 7H", "8H 9H TH"]


def test_samba_ro_runs_count_their_cards_for_the_initial_meld() -> None:
    game = samba(hands=["JH QH KH AH 4S 4H"], pile="8C", stock="9C 4D")
    assert allowed(game, "0 draw", "0 meld JH QH KH AH")["opening"][0] is None
    assert refused(game, "0 draw", "0 meld JH QH KH") == "initial-meld-too-low"


def test_samba_ro_the_pile_is_never_taken_for_a_run() -> None:
    game = samba(hands=["6H 7H 9H KS"], melds=[["9H TH JH"]], pile="8H")
    assert refused(game, "0 take 6H 7H") == "take-with-other-ranks"
    assert refused(game, "0 pick H9:") == "not-in-this-game"


def test_samba_ro_the_pair_and_the_top_card_may_join_a_canasta_or_start_the_second_meld() -> None:
    game = samba(hands=["KS KH 5S 6S"], melds=[["KC KC KD KS KH 2S 2H"]], pile="8H KD")
    assert len(allowed(game, "0 take KS KH")["melds"][0][0].split()) == 10
    assert meld_bags(allowed(game, "0 take K+: KS KH"), 0)[1] == bag("KS KH KD")


# Going out and scoring


@pytest.mark.parametrize("formations", [[KINGS, RUN], [RUN, SPADES], [KINGS, "QS QH QC QD QS QH QC"]])
def test_samba_ro_any_two_formations_let_a_side_go_out(formations: list[str]) -> None:
    game = samba(hands=["JC"], melds=[[*formations, OWN]], pile="8H", stock="9D JH")
    sheet = lines(game, "0 draw", "0 meld JC JH", "0 discard 9D")
    assert sheet["out"] == 200
    short = samba(hands=["JC"], melds=[[formations[0], OWN]], pile="8H", stock="9D JH")
    assert refused(short, "0 draw", "0 meld JC JH") == "keep-a-card"


def test_samba_ro_concealed_adds_a_hundred() -> None:
    game = samba(hands=["JC"], melds=[[KINGS, RUN, OWN]], melded_by=[2], pile="8H", stock="9D JH")
    assert lines(game, "0 draw", "0 meld JC JH", "0 discard 9D")["concealed"] == 100


def test_samba_ro_up_to_six_black_threes_go_out() -> None:
    game = samba(hands=["3S 3S 3S 3C"], melds=[[KINGS, RUN]], pile="8H", stock="3C 3C")
    assert allowed(game, "0 draw", "0 meld 3S 3S 3S 3C 3C 3C")["phase"] == "over"


@pytest.mark.parametrize(("run", "points"), [(RUN, 80), (SPADES, 50)])
def test_samba_ro_a_samba_is_1500(run: str, points: int) -> None:
    assert round_end(melds=[[run]]) == {"sequence": 1500, "cards": points}


def test_samba_ro_an_unfinished_run_counts_its_cards() -> None:
    assert round_end(melds=[["5H 6H 7H 8H"]]) == {"cards": 25}


@pytest.mark.parametrize(("count", "points"), [(1, 100), (4, 400), (5, 500), (6, 1000)])
def test_samba_ro_red_threes_count_for_a_side_with_two_formations(count: int, points: int) -> None:
    laid = " ".join(["3H", "3D"] * 3).split()[:count]
    assert round_end(threes=[" ".join(laid)], melds=[[KINGS, RUN]])["threes"] == points
    assert round_end(threes=[" ".join(laid)], melds=[[KINGS]])["threes"] == -points


def test_samba_ro_ends_at_ten_thousand() -> None:
    game = samba(hands=[""] * 4, stock="", pile="", melds=[[OWN]])
    assert played({**game, "scores": [9970, 0]}, "0 draw")["result"] == {"winner": 0, "scores": [10000, 0]}
    assert played({**game, "scores": [9965, 0]}, "0 draw")["result"] is None
