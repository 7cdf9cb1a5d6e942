"""`classic`: asking the partner (docs/rules.md, Asking for leave)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.canasta.play import allowed, bag, classic, hand, refused, round_entry, verbs

CANASTA = "KS KH KD KC KS KH KD"

#: Seat 0 can go out by melding the nines and discarding the five it draws.
READY = classic(hands=["9S 9H 9D"], melds=[[CANASTA]], pile="7H", stock="5S 8D 8C 6D 4H")


def test_classic_asking_passes_the_word_to_the_partner() -> None:
    state = allowed(READY, "0 draw", "0 ask")
    assert state["legal"] == ["2 answer"]
    assert state["answer"] == "due"
    assert state["asked"] == [0]


@pytest.mark.parametrize(
    "move", ["0 discard 5S", "0 meld 9S 9H 9D", "0 answer yes", "1 answer yes", "3 answer no", "2 draw", "0 undo"]
)
def test_classic_only_the_partners_answer_comes_next(move: str) -> None:
    refused(READY, "0 draw", "0 ask", move)


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_classic_after_the_answer_the_asker_goes_on(answer: str) -> None:
    state = allowed(READY, "0 draw", "0 ask", f"2 answer {answer}")
    assert state["turn"] == 0
    assert state["phase"] == "play"
    assert state["answer"] == answer
    assert hand(state, 0) == bag("9S 9H 9D 5S")


def test_classic_answer_without_a_question_is_refused() -> None:
    refused(READY, "0 draw", "2 answer yes")
    refused(READY, "0 draw", "0 answer yes")


def test_classic_asking_is_offered_only_when_going_out_is_possible() -> None:
    """It is offered only when there is a way to go out."""
    assert "ask" in verbs(allowed(READY, "0 draw"))
    no_canasta = classic(hands=["9S 9H 9D"], melds=[["KS KH KD KC KS KH"]], pile="7H", stock="5S 8D")
    assert "ask" not in verbs(allowed(no_canasta, "0 draw"))
    refused(no_canasta, "0 draw", "0 ask")
    too_many = classic(hands=["9S 9H 9D 6S"], melds=[[CANASTA]], pile="7H", stock="5S 8D")
    assert "ask" not in verbs(allowed(too_many, "0 draw"))
    refused(too_many, "0 draw", "0 ask")


def test_classic_asking_is_possible_when_the_canasta_is_completed_this_turn() -> None:
    game = classic(hands=["KC 9S 9H 9D"], melds=[["KS KH KD KC KS KH"]], pile="7H", stock="5S 8D")
    allowed(game, "0 draw", "0 ask", "2 answer yes", "0 meld KC / 9S 9H 9D", "0 discard 5S")


def test_classic_asking_is_possible_for_the_concealed_exemption() -> None:
    game = classic(hands=["4S 4H 4D 4C 4S 4H 4D 5S 5H 5D 5C"], scores=[3000, 0], pile="9H", stock="5S 8D")
    allowed(game, "0 draw", "0 ask")


def test_classic_asking_counts_wilds_and_black_threes_into_the_completion() -> None:
    """Going out is possible: nines with a two, three black threes, one card to discard."""
    game = classic(hands=["9S 9H 2S 3S 3C 3S"], melds=[[CANASTA]], pile="7H", stock="5S 8D")
    allowed(game, "0 draw", "0 ask", "2 answer yes", "0 meld 3S 3C 3S", "0 meld 9S 9H 2S", "0 discard 5S")


def test_classic_asking_before_the_draw_is_refused() -> None:
    game = classic(hands=["9S 9H 9D 5S"], melds=[[CANASTA]], pile="7H", stock="5H 8D")
    refused(game, "0 ask")


def test_classic_asking_after_a_meld_is_refused() -> None:
    """Before any meld other than the one using the top card of a taken pile."""
    refused(READY, "0 draw", "0 meld 9S 9H 9D", "0 ask")


def test_classic_asking_after_taking_the_pile_is_allowed() -> None:
    game = classic(hands=["9S 9H QS QH"], melds=[[CANASTA]], pile="9D", stock="5S 8D")
    state = allowed(game, "0 take 9S 9H")
    assert "ask" not in verbs(state), "two queens: no going out"
    game = classic(hands=["9S 9H QS QH"], melds=[[CANASTA]], pile="QD 9D", stock="5S 8D")
    moves = ["0 take 9S 9H", "0 ask", "2 answer yes"]
    assert round_entry(game, *moves, "0 meld QS QH QD")["out"] == 0


def test_classic_asking_after_a_take_with_further_melds_is_refused() -> None:
    game = classic(hands=["9S 9H QS QH QC"], melds=[[CANASTA]], pile="QD 9D", stock="5S 8D")
    refused(game, "0 take 9S 9H / QS QH QC", "0 ask")
    allowed(game, "0 take 9S 9H", "0 ask")


def test_classic_asking_after_a_take_and_a_meld_is_refused() -> None:
    game = classic(hands=["9S 9H QS QH"], melds=[[CANASTA]], pile="KC QD 9D", stock="5S 8D")
    refused(game, "0 take 9S 9H", "0 meld KC", "0 ask")


def test_classic_asking_is_never_required() -> None:
    round_entry(READY, "0 draw", "0 meld 9S 9H 9D", "0 discard 5S")


def test_where_leave_must_be_asked_for_the_last_card_is_not_discarded_without_it() -> None:
    position: dict[str, Any] = {
        "hands": ["5S"],
        "melds": [[CANASTA]],
        "phase": "play",
        "so_far": ["draw"],
        "pile": "7H",
    }
    game = classic(rules={"out.ask": "must"}, **position)
    assert refused(game, "0 discard 5S") == "ask-first"
    assert verbs(allowed(game)) == {"ask"}
    assert round_entry(game, "0 ask", "2 answer yes", "0 discard 5S")["out"] == 0
    assert round_entry(classic(**position), "0 discard 5S")["out"] == 0


def test_classic_yes_binds_to_go_out_this_turn() -> None:
    moves = ["0 draw", "0 ask", "2 answer yes"]
    refused(READY, *moves, "0 discard 5S")
    refused(READY, *moves, "0 discard 9S")
    assert verbs(allowed(READY, *moves)) == {"meld"}
    refused(READY, *moves, "0 meld 9S 9H 9D", "0 undo", "0 discard 9S")
    entry = round_entry(READY, *moves, "0 meld 9S 9H 9D", "0 discard 5S")
    assert entry["out"] == 0


def test_classic_yes_forbids_melds_after_which_going_out_is_impossible() -> None:
    game = classic(hands=["9S 9H 2S QS QH"], melds=[[CANASTA]], pile="7H", stock="QD 5S")
    moves = ["0 draw", "0 ask", "2 answer yes"]
    # The two is needed with the nines: on the queens it leaves nines that can't be laid.
    refused(game, *moves, "0 meld QS QH QD 2S")
    refused(game, *moves, "0 meld K: 2S")
    assert round_entry(game, *moves, "0 meld QS QH QD", "0 meld 9S 9H 2S")["out"] == 0


def test_classic_no_binds_not_to_go_out_this_turn() -> None:
    moves = ["0 draw", "0 ask", "2 answer no"]
    refused(READY, *moves, "0 meld 9S 9H 9D")  # would leave one card
    allowed(READY, *moves, "0 discard 5S")
    game = classic(hands=["9S 9H"], melds=[[CANASTA]], pile="7H", stock="9D 8D 8C")
    refused(game, *moves, "0 meld 9S 9H 9D")
    assert allowed(game, *moves, "0 discard 9D")["turn"] == 1


def test_classic_an_answer_that_leaves_no_legal_turn_is_refused() -> None:
    """Decided: every answer is checked for a legal way to finish the turn; one card can't end it without going out."""
    game = classic(hands=["QS QH 5S"], melds=[["5H 5D 5C 5H 5D 5C"]], pile="QD", stock="4C 8D")
    refused(game, "0 take QS QH", "0 ask", "2 answer no")
    allowed(game, "0 take QS QH", "0 ask", "2 answer yes", "0 meld 5S")


def test_classic_no_still_lets_other_melds_be_laid() -> None:
    game = classic(hands=["9S 9H 9D KC"], melds=[[CANASTA]], pile="7H", stock="9C 8D 8C")
    moves = ["0 draw", "0 ask", "2 answer no"]
    state = allowed(game, *moves, "0 meld KC", "0 discard 9C")
    assert hand(state, 0) == bag("9S 9H 9D")
    refused(game, *moves, "0 meld KC", "0 meld 9S 9H 9D 9C")
    refused(game, *moves, "0 meld 9S 9H 9D / KC")


def test_classic_no_forbids_black_threes() -> None:
    game = classic(hands=["3S 3C 3S 9S 9H"], melds=[[CANASTA]], pile="7H", stock="9D 8D")
    refused(game, "0 draw", "0 ask", "2 answer no", "0 meld 3S 3C 3S")


def test_classic_no_binds_for_this_turn_only() -> None:
    game = classic(
        hands=["9S 9H 9D", "TS 8S", "JS 8H", "QS 8D"], melds=[[CANASTA]], pile="7H", stock="5S 6S 6H 6D 5H 4S"
    )
    round_one = ["0 draw", "0 ask", "2 answer no", "0 discard 5S"]
    others = ["1 draw", "1 discard TS", "2 draw", "2 discard JS", "3 draw", "3 discard QS"]
    state = allowed(game, *round_one, *others)
    assert state["turn"] == 0
    entry = round_entry(game, *round_one, *others, "0 draw", "0 meld 9S 9H 9D", "0 discard 5H")
    assert entry["out"] == 0


def test_classic_state_tells_who_asked_this_round_and_only_this_turns_answer() -> None:
    """Record format: `asked` are the seats that have asked this round; `answer` is this turn's."""
    state = allowed(READY, "0 draw", "0 ask", "2 answer no", "0 discard 5S")
    assert state["asked"] == [0]
    assert state.get("answer") is None


def test_classic_one_may_ask_once_a_turn() -> None:
    """Once per turn."""
    refused(READY, "0 draw", "0 ask", "2 answer no", "0 ask")
    refused(READY, "0 draw", "0 ask", "2 answer yes", "0 ask")


def test_classic_one_may_ask_again_in_a_later_turn() -> None:
    game = classic(
        hands=["9S 9H 9D", "TS 8S", "JS 8H", "QS 8D"], melds=[[CANASTA]], pile="7H", stock="5S 6S 6H 6D 5H 4S"
    )
    moves = ["0 draw", "0 ask", "2 answer no", "0 discard 5S"]
    moves += ["1 draw", "1 discard TS", "2 draw", "2 discard JS", "3 draw", "3 discard QS"]
    state = allowed(game, *moves, "0 draw", "0 ask", "2 answer yes")
    assert state["answer"] == "yes"


def test_classic_two_players_have_nobody_to_ask() -> None:
    """Nobody is there to ask."""
    game = classic("2", hands=["9S 9H 9D"], melds=[[CANASTA, "QS QH QD QC QS QH QD"]], pile="7H", stock="9C 5S 8D")
    assert "ask" not in verbs(allowed(game, "0 draw"))
    refused(game, "0 draw", "0 ask")


def test_classic_six_in_pairs_ask_the_partner_opposite() -> None:
    game = classic("6-pairs", hands=["9S 9H 9D"], melds=[[CANASTA, "QS QH QD QC QS QH QD"]], pile="7H", stock="5S 8D")
    assert allowed(game, "0 draw", "0 ask")["legal"] == ["3 answer"]
    refused(game, "0 draw", "0 ask", "2 answer yes")
    allowed(game, "0 draw", "0 ask", "3 answer yes")


@pytest.mark.parametrize(("asker", "answerer"), [(0, 2), (2, 4), (4, 0)])
def test_classic_six_in_trios_ask_the_next_team_mate(asker: int, answerer: int) -> None:
    """The team-mate next in turn order answers, and their answer binds."""
    hands = ["9S TS", "8S 7S", "9H TH", "8H 7C", "9D TD", "8C 7D"]
    hands[asker] = "JS JH JD"
    game = classic(
        "6-trios",
        turn=asker,
        hands=hands,
        melds=[[CANASTA, "QS QH QD QC QS QH QD"]],
        pile="7H",
        stock="5S 8D",
    )
    moves = [f"{asker} draw", f"{asker} ask"]
    assert allowed(game, *moves)["legal"] == [f"{answerer} answer"]
    other = ({0, 2, 4} - {asker, answerer}).pop()
    refused(game, *moves, f"{other} answer yes")
    refused(game, *moves, f"{answerer} answer no", f"{asker} meld JS JH JD")
    assert round_entry(game, *moves, f"{answerer} answer yes", f"{asker} meld JS JH JD", f"{asker} discard 5S")


def test_classic_five_players_ask_the_partner_who_plays() -> None:
    hands = ["5C 6C", "9S 9H 9D", "TH JS", "", "JH QS"]
    game = classic(
        "5-sitout", round=1, turn=1, sitting_out=3, hands=hands, melds=[[], [CANASTA]], pile="7H", stock="5S 8D"
    )
    assert allowed(game, "1 draw", "1 ask")["legal"] == ["4 answer"]
    refused(game, "1 draw", "1 ask", "3 answer yes")


def test_classic_three_players_ask_only_within_an_alliance() -> None:
    """There is somebody to ask only while there are partners."""
    position: dict[str, Any] = {"hands": ["9S 9H 9D"], "melds": [[CANASTA]], "pile": "7H", "stock": "9C 5S 8D"}
    alone = classic("3-lone", **position)
    assert "ask" not in verbs(allowed(alone, "0 draw"))
    refused(alone, "0 draw", "0 ask")
    lone = classic("3-lone", lone=0, **position)
    refused(lone, "0 draw", "0 ask")
    pair = classic("3-lone", lone=1, **position)
    assert allowed(pair, "0 draw", "0 ask")["legal"] == ["2 answer"]
    refused(pair, "0 draw", "0 ask", "2 answer no", "0 meld 9S 9H 9D 9C")


MUST = {"out.ask": "must", "out.ask_when": ["after-melding"]}
QUEENS = "QS QH QC QD QS QH QC"


def test_who_must_ask_may_do_so_before_a_take_that_opens_and_closes() -> None:
    game = classic(rules=MUST, hands=[f"{QUEENS} 8S 8H"], pile="8C", scores=[0, 0])
    take = f"0 take 8S 8H / {QUEENS}"
    assert refused(game, take) == "ask-first"
    assert verbs(allowed(game, "0 ask", "2 answer yes")) == {"take"}
    assert round_entry(game, "0 ask", "2 answer yes", take)["out"] == 0
    assert refused(game, "0 ask", "2 answer no", take) == "must-not-go-out"


def test_who_must_ask_may_not_before_a_take_that_opens_and_leaves_cards() -> None:
    game = classic(rules=MUST, hands=[f"{QUEENS} 8S 8H 5D 6D"], pile="8C", scores=[0, 0])
    assert refused(game, "0 ask") == "draw-first"
