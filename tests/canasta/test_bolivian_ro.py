"""`bolivian-ro`: what differs from Samba in the Romanian form (docs/variants.md, Bolivian)."""

from __future__ import annotations

from functools import partial

import pytest

from tests.canasta.play import allowed, at_end, bag, classic, lines, meld_bags, played, refused

bolivian = partial(classic, variant="bolivian-ro")

OWN = "JS JH JD"
KINGS = "KS KH KC KD KS KH KC"
RUN = "8D 9D TD JD QD KD AD"
BOLIVIA = "* * * 2S 2H 2D 2C"


round_end = partial(at_end, bolivian)


@pytest.mark.parametrize("layout", ["4", "6-trios"])
def test_bolivian_ro_tables(layout: str) -> None:
    assert len(allowed(bolivian(layout))["melds"]) == 2


def test_bolivian_ro_wild_cards_are_melded_alone_from_three_to_seven() -> None:
    game = bolivian(hands=["2S 2H * 2D 5S"], melds=[[OWN]], pile="8H")
    state = allowed(game, "0 draw", "0 meld 2S 2H *", "0 meld 2D")
    assert meld_bags(state, 0)[1] == bag("2S 2H * 2D")
    assert refused(game, "0 draw", "0 meld 2S 2H") == "meld-too-small"
    full = bolivian(hands=["2S 5S 6S"], melds=[[BOLIVIA]], pile="8H")
    assert refused(full, "0 draw", "0 meld WILD: 2S") == "meld-full"


def test_bolivian_ro_a_second_wild_meld_waits_for_the_first_to_be_complete() -> None:
    game = bolivian(hands=["2S 2H * 5S"], melds=[["2S * 2D"]], pile="8H")
    assert refused(game, "0 draw", "0 meld WILD+: 2S 2H *") == "one-wild-meld"
    done = bolivian(hands=["2S 2H * 5S"], melds=[[BOLIVIA]], pile="8H")
    assert len(allowed(done, "0 draw", "0 meld WILD+: 2S 2H *")["melds"][0]) == 2


def test_bolivian_ro_an_unfinished_wild_meld_locks_nothing() -> None:
    game = bolivian(hands=["2S KS 5S"], melds=[["2S * 2D", "KH KD KC"]], pile="8H")
    allowed(game, "0 draw", "0 meld KS 2S")


def test_bolivian_ro_wild_meld_opens() -> None:
    """Worked example: a joker and two twos are 90."""
    game = bolivian(hands=["* 2S 2H 5S"], pile="8H", scores=[1500, 0])
    assert allowed(game, "0 draw", "0 meld * 2S 2H")["opening"][0] is None
    assert refused({**game, "scores": [3000, 0]}, "0 draw", "0 meld * 2S 2H") == "initial-meld-too-low"


def test_bolivian_ro_a_bolivia_and_another_formation_go_out() -> None:
    """No run is needed unless the house wants one."""
    game = bolivian(hands=["JC"], melds=[[BOLIVIA, KINGS, OWN]], pile="8H", stock="9D JH")
    assert lines(game, "0 draw", "0 meld JC JH", "0 discard 9D")["out"] == 200
    strict = {**game, "rules": {"out.sequence": True}}
    assert refused(strict, "0 draw", "0 meld JC JH") == "keep-a-card"
    run = bolivian(hands=["JC"], melds=[[BOLIVIA, RUN, OWN]], pile="8H", stock="9D JH", rules={"out.sequence": True})
    assert lines(run, "0 draw", "0 meld JC JH", "0 discard 9D")["sequence"] == 1500


def test_bolivian_ro_a_discarded_wild_closes_and_is_never_taken() -> None:
    game = bolivian(turn=3, phase="play", hands=["2S 2H 5S", "KS", "KH", "2D 4S"], melds=[[OWN], [KINGS]], pile="8H")
    assert refused(game, "3 discard 2D", "0 take 2S 2H") == "pile-closed"
    open_ = bolivian(hands=["2S 2H 5S"], melds=[[OWN]], pile="8H 2D")
    assert refused(open_, "0 take 2S 2H") == "pile-blocked"


@pytest.mark.parametrize(("meld", "points"), [(BOLIVIA, 230), ("2S 2S 2S 2H 2H 2H 2D", 140)])
def test_bolivian_ro_a_bolivia_is_2500(meld: str, points: int) -> None:
    assert round_end(melds=[[meld]]) == {"wild": 2500, "cards": points}


def test_bolivian_ro_black_threes_in_a_hand_cost_a_hundred_each() -> None:
    """A partner's too, and the one who went out gets 5 for each one melded."""
    assert round_end(hands=["3S 3C 9S", "", "", ""], melds=[[OWN]]) == {"cards": 30, "hand": -10, "held": -200}
    game = bolivian(hands=["3S 3S 3S", "", "3C", ""], melds=[[KINGS, RUN]], pile="8H", stock="9D 3C")
    sheet = lines(game, "0 draw", "0 meld 3S 3S 3S 3C", "0 discard 9D")
    assert sheet["held"] == -100
    assert sheet["cards"] == 70 + 80 + 20


def test_bolivian_ro_ends_at_fifteen_thousand() -> None:
    game = bolivian(hands=[""] * 4, stock="", pile="", melds=[[OWN]])
    assert played({**game, "scores": [14970, 0]}, "0 draw")["result"] == {"winner": 0, "scores": [15000, 0]}
    assert played({**game, "scores": [14965, 0]}, "0 draw")["result"] is None
    assert (
        allowed({**game, "scores": [14000, 0], "position": {**game["position"], "melds": [[], []]}})["opening"][0]
        == 150
    )
