"""Records and positions: the text form, lenient reading, what can't be read, and that a state is a position (docs/record-format.md)."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.canasta import record
from tests.canasta.play import (
    Document,
    allowed,
    bag,
    classic,
    dealt,
    hand,
    played,
    refused,
    replay,
    stacked,
    unreadable,
    with_moves,
)

#: The position that the text form's description gives as its example.
EXAMPLE: Document = {
    "variant": "classic",
    "scores": [1600, 0],
    "position": {
        "turn": 0,
        "phase": "draw",
        "hands": ["KS KH 5S 9D", "4C", "5D", "6S"],
        "melds": [["QS QH QD 2C"], []],
        "threes": ["3H", ""],
        "stock": "5H 6D 7C",
        "pile": "7H 2S KD",
    },
    "moves": ["0 take KS KH", "0 discard 5S"],
}

ROUND = dealt(stacked({0: "4S 5S 6S 7S 8S 9S TS JS QS KS AS"}, "KH 4H"), "0 draw", "0 discard 4S")


def test_the_example_position_plays() -> None:
    state = allowed(EXAMPLE)
    assert state["hands"] == ["7H 9D 2S", "4C", "5D", "6S"]
    assert state["pile"] == "5S"
    assert state["turn"] == 1
    assert [bag(meld) for meld in state["melds"][0]] == [bag("QS QH QD 2C"), bag("KS KH KD")]
    assert state["opening"] == [None, 50]
    assert state["scores"] == [1600, 0]
    assert state["legal"] == ["1 draw"]


def test_the_answer_has_the_documented_keys() -> None:
    answer = played(EXAMPLE)
    assert set(answer) == {"ok", "state", "rounds", "result"}
    wanted = "turn phase hands melds threes stock pile frozen blocked opening scores legal"
    assert set(wanted.split()) <= set(answer["state"])


def test_refusal_has_the_documented_keys() -> None:
    answer = replay(with_moves(EXAMPLE, "0 draw"))
    assert set(answer) == {"ok", "error", "state"}
    assert answer["ok"] is False
    assert {"move", "code", "message"} <= set(answer["error"])
    assert answer["error"]["move"] == 2


def test_refusal_names_round_and_move() -> None:
    document = copy.deepcopy(ROUND)
    document["rounds"][0]["moves"].append("0 draw")
    answer = replay(document)
    assert answer["error"]["round"] == 0
    assert answer["error"]["move"] == 2


# Cards.


@pytest.mark.parametrize("text", ["10D", "10d", "td", "Td", "T♦", "10♦"])
def test_cards_are_read_leniently(text: str) -> None:
    assert hand(allowed(classic(hands=[f"KS {text}"], pile="8H")), 0) == bag("KS TD")


@pytest.mark.parametrize(
    ("text", "card"), [("k♠", "KS"), ("K♥", "KH"), ("k♣", "KC"), ("ks", "KS"), ("*", "*"), ("2♦", "2D")]
)
def test_symbols_and_lower_case_are_read(text: str, card: str) -> None:
    assert hand(allowed(classic(hands=[f"5S {text}"], pile="8H")), 0) == bag(f"5S {card}")


def test_hands_are_written_in_canonical_order() -> None:
    """By rank 4 … K A 2 * 3, then suit S H D C."""
    game = classic(hands=["3C * 2H AS KC KS TD 4H 4S 3S 2S JD"], pile="8H")
    assert allowed(game)["hands"][0] == "4S 4H TD JD KS KC AS 2S 2H * 3S 3C"


def test_stock_and_pile_keep_their_order() -> None:
    game = classic(hands=["KS 5S"], stock="9D 4S * 3H 2C", pile="8H 3S 4C")
    state = allowed(game)
    assert state["stock"] == "9D 4S * 3H 2C"
    assert state["pile"] == "8H 3S 4C"


def test_ranks_without_suits_take_suits_in_the_order_s_h_d_c() -> None:
    game = classic(hands=["KC KD KH 2D 5S 5H"], melds=[["AS AH AD"]], pile="8H", stock="7S 7H")
    state = allowed(game, "0 draw", "0 meld K K 2")
    assert bag(state["melds"][0][1]) == bag("KH KD 2D")
    assert allowed(game, "0 draw", "0 discard 5")["pile"] == "8H 5S"
    taking = classic(hands=["KC KH 5S 6S"], melds=[["AS AH AD"]], pile="8H KD")
    assert bag(allowed(taking, "0 take K K")["melds"][0][1]) == bag("KC KH KD")


def test_moves_are_read_leniently() -> None:
    game = classic(hands=["KS KH TD 5S 6S"], melds=[["AS AH AD"]], pile="8H KD")
    state = allowed(game, "0 take k♠ kh", "0 discard 10d")
    assert state["pile"] == "TD"
    assert "KH" in state["melds"][0][1]


# Layouts, scores, rounds.


def test_layout_may_be_left_out_for_the_number_of_hands() -> None:
    """Without it, the variant's first layout for that number of players or hands."""
    six = {**classic("6-pairs", pile="8H")}
    del six["layout"]
    assert len(allowed(six)["scores"]) == 3
    four = classic(pile="8H")
    del four["layout"]
    assert len(allowed(four)["scores"]) == 2


def test_layout_may_be_left_out_for_the_number_of_players() -> None:
    document = copy.deepcopy(ROUND)
    del document["layout"]
    assert allowed(document) == allowed(ROUND)


def test_scores_left_out_are_zero() -> None:
    assert allowed(ROUND)["scores"] == [0, 0]


def test_positions_keys_left_out_are_empty() -> None:
    document = {
        "variant": "classic",
        "position": {"turn": 2, "phase": "draw", "hands": ["4S", "5S", "6S", "7S"]},
        "moves": [],
    }
    state = allowed(document)
    assert (state["turn"], state["stock"], state["pile"]) == (2, "", "")
    assert state["melds"] == [[], []]
    assert state["threes"] == ["", ""]


def test_a_position_need_not_use_a_whole_pack() -> None:
    assert played(EXAMPLE, "1 draw")["ok"]


def test_scores_and_thresholds_carry_over_to_the_next_round_of_a_record() -> None:
    fours = "KS KH KD KC KS KH KD 9S 9H 9D 5S"
    document = dealt(
        stacked({0: fours}, "8H 9C"),
        "0 draw",
        "0 meld KS KH KD KC KS KH KD / 9S 9H 9D 9C",
        "0 discard 5S",
        scores=[1000, 0],
    )
    first = played(document)
    total = [side["total"] for side in first["rounds"][0]["sides"]]
    document["rounds"].append({"dealer": 0, "pack": stacked(then="8H", order=(1, 2, 3, 0)), "moves": ["1 draw"]})
    second = played(document)
    assert len(second["rounds"]) == 1
    assert second["state"]["scores"] == [1000 + total[0], total[1]]
    assert second["state"]["opening"] == [90, 15]
    assert second["state"]["melds"] == [[], []]


def test_a_round_cannot_begin_before_the_last_has_ended() -> None:
    document = copy.deepcopy(ROUND)
    document["rounds"].append({"dealer": 0, "pack": stacked(then="8H", order=(1, 2, 3, 0)), "moves": []})
    assert replay(document)["ok"] is False


# A state is a position.

GO_ON: dict[str, tuple[Document, list[str]]] = {
    "undo": (
        classic(hands=["9S 9H 9D QS QH QD 5S 6S"], melds=[["AS AH AD"]], pile="7H", stock="4C 8D 8C"),
        ["0 draw", "0 meld 9S 9H 9D", "0 undo", "0 meld QS QH QD", "0 discard 5S", "1 draw"],
    ),
    "ask": (
        classic(hands=["9S 9H QS QH"], melds=[["KS KH KD KC KS KH KD"]], pile="QD 9D", stock="5S 8D"),
        ["0 take 9S 9H", "0 ask", "2 answer yes", "0 meld QS QH QD"],
    ),
    "concealed in two moves": (
        classic(hands=["KS KH KD KC KS KH KD 9S 9H"], pile="7H", stock="9D 8D"),
        ["0 draw", "0 meld KS KH KD KC KS KH KD", "0 meld 9S 9H 9D"],
    ),
    "exempt": (
        classic(hands=["4S 4H 4D 4C 4S 4H 4D 5S 5H 5D 5C"], scores=[3000, 0], pile="9H", stock="5S 8D"),
        ["0 draw", "0 meld 4S 4H 4D 4C 4S 4H 4D / 5S 5H 5D 5C", "0 discard 5S"],
    ),
    "black threes": (
        classic(hands=["3S 3C 3S 9S"], melds=[["KS KH KD KC KS KH KD", "9H 9D 9C"]], pile="7H", stock="5S 8D"),
        ["0 draw", "0 meld 3S 3C 3S", "0 meld 9S", "0 discard 5S"],
    ),
    "alliance": (
        classic(
            "3-lone",
            hands=["AS AH 5S 6S", "4S 4H 4D 7S 8S", "9D TD"],
            melds=[["JS JH JD"], [], ["QS QH QD"]],
            pile="8H AD",
            stock="6D 7D 6C 7C",
            scores=[0, 3000, 0],
        ),
        ["0 take AS AH", "0 discard 5S", "1 draw", "1 meld 4S 4H 4D", "1 discard 7S"],
    ),
    "five": (
        classic(
            "5-sitout", round=2, sitting_out=1, hands=["9S TS JS", "", "9D TD JD", "9C TC JC", "8S 7S 6S"], pile="8H"
        ),
        ["0 draw", "0 discard 9S", "3 draw", "3 discard 9C", "2 draw"],
    ),
    "red three in the pile": (
        classic(hands=["KS KH 5S 6S"], melds=[["AS AH AD"]], pile="3H 8H KD"),
        ["0 take KS KH", "0 discard 5S"],
    ),
    "wild cards at both ends of a run": (
        classic(
            variant="tranca",
            rules={"sequences.max_wilds": 2},
            hands=["QS 5D 7C 9C"],
            phase="play",
            so_far=["draw"],
            melds=[["JS 2S KS 2H", "5H 5D 5C"]],
            pile="8H",
        ),
        ["0 meld SJ: QS", "0 meld 5: 5D", "0 discard 7C"],
    ),
    "melded by the partner only": (
        classic(hands=["KC 9S 9H"], melds=[["AS AH AD"]], melded_by=[2], pile="8H", stock="9D 8D"),
        ["0 draw", "0 discard KC", "1 draw"],
    ),
}


@pytest.mark.parametrize(("document", "moves"), GO_ON.values(), ids=GO_ON)
def test_a_state_fed_back_as_a_position_goes_on_the_same_way(document: Document, moves: list[str]) -> None:
    whole = played(document, *moves)
    for done in range(len(moves)):
        state = allowed(document, *moves[:done])
        again = {**document, "position": state, "moves": moves[done:], "scores": state["scores"]}
        assert allowed({**again, "moves": []}) == state
        assert played(again) == whole


def test_a_state_remembers_what_was_laid_this_turn() -> None:
    """Fed back after the first half of a concealed going-out, the second half is still concealed."""
    document, moves = GO_ON["concealed in two moves"]
    state = allowed(document, *moves[:2])
    entry = played({**document, "position": state}, moves[2])["rounds"][0]
    assert entry["concealed"] is True


def test_replaying_leaves_the_document_as_it_was() -> None:
    """A state fed back twice goes on the same way twice."""
    document, moves = GO_ON["concealed in two moves"]
    again = {**document, "position": allowed(document, *moves[:2]), "moves": moves[2:]}
    before = copy.deepcopy(again)
    assert record.replay(again)[0] == 0
    assert again == before


def test_a_state_remembers_a_binding_answer() -> None:
    document, moves = GO_ON["ask"]
    state = allowed(document, *moves[:3])
    refused({**document, "position": state}, "0 discard QD")


# Unreadable records.


def _with(path: str, value: object, base: Document = EXAMPLE) -> Document:
    document = copy.deepcopy(base)
    *parents, key = path.split(".")
    target: Any = document
    for parent in parents:
        target = target[int(parent) if parent.isdigit() else parent]
    target[int(key) if key.isdigit() else key] = value
    return document


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("variant", "klassik", "klassik"),
        ("variant", None, "variant"),
        ("layout", "7", "7"),
        ("layout", "2", "2"),
        ("rules", {"targt": 3000}, "targt"),
        ("rules", [], "rules"),
        ("scores", [0], "scores"),
        ("scores", [0, "many"], "scores"),
        ("scores", "0 0", "scores"),
        ("round", -1, "round"),
        ("round", "first", "round"),
        ("format", "canasta-record/9", "format"),
        ("moves", "0 draw", "moves"),
        ("moves", [1], "moves"),
        ("moves", ["0 fly"], "fly"),
        ("moves", ["draw"], "move"),
        ("moves", ["0 meld"], "move"),
        ("moves", ["0 discard KS KH"], "move"),
        ("moves", ["0 discard XX"], "XX"),
        ("moves", [""], "move"),
        ("position", [], "position"),
        ("position.turn", 4, "turn"),
        ("position.turn", "0", "turn"),
        ("position.turn", -1, "turn"),
        ("position.phase", "asleep", "phase"),
        ("position.hands", ["KS"], "1"),
        ("position.hands", ["KS"] * 7, "7"),
        ("position.hands", "KS", "hands"),
        ("position.hands.0", "KX", "KX"),
        ("position.hands.0", 7, "hands"),
        ("position.melds", [["KS"]], "melds"),
        ("position.melds.0", ["KS QS"], "melds"),
        ("position.melds.0", ["KS"], "melds"),
        ("position.melds.0", "KS KH KD", "melds"),
        ("position.threes", ["KS", ""], "threes"),
        ("position.threes", "3H", "threes"),
        ("position.stock", ["KS"], "stock"),
        ("position.stock", "1S", "stock"),
        ("position.pile", "??", "pile"),
        ("position.answer", "perhaps", "answer"),
        ("position.lone", 9, "lone"),
        ("position.so_far", "draw", "so_far"),
        ("position.asked", [9], "asked"),
        ("position.melded_by", [9], "melded_by"),
        ("position.nonsense", 1, "nonsense"),
        ("nonsense", 1, "nonsense"),
    ],
)
def test_record_that_cannot_be_read_is_refused_with_the_place(path: str, value: object, place: str) -> None:
    assert place in unreadable(_with(path, value))


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("rounds", {}, "rounds"),
        ("rounds", [1], "rounds"),
        ("rounds.0.dealer", 7, "dealer"),
        ("rounds.0.dealer", "3", "dealer"),
        ("rounds.0.pack", 7, "pack"),
        ("rounds.0.pack", "KS KH", "pack"),
        ("rounds.0.moves", None, "moves"),
        ("rounds.0.moves", [None], "moves"),
        ("players", ["Ana", "Bo"], "players"),
        ("players", "Ana", "players"),
        ("players", [1, 2, 3, 4], "players"),
    ],
)
def test_round_that_cannot_be_read_is_refused_with_the_place(path: str, value: object, place: str) -> None:
    assert place in unreadable(_with(path, value, ROUND))


@pytest.mark.parametrize("value", [None, 1, "text", [], {}, {"variant": "classic"}, {"position": {}}])
def test_something_else_than_a_record_is_refused(value: Any) -> None:
    unreadable(value)


def test_cards_in_the_hand_of_a_player_who_sits_out_are_refused() -> None:
    """The one who sits out has an empty hand."""
    unreadable(classic("5-sitout", hands=["9S", "9H", "9D", "9C", "7S"], pile="8H"))


def test_melds_of_the_higher_seat_of_a_pair_are_refused_or_pooled() -> None:
    """The pair's melds stand at the lower of its two seats; none may be lost in the scores."""
    game = classic("3-lone", lone=0, hands=["", "", ""], melds=[[], ["KS KH KD"], ["QS QH QD"]], pile="8H", stock="")
    answer = replay(with_moves(game, "0 draw"))
    assert not answer["ok"] or [side["cards"] for side in answer["rounds"][0]["sides"][1:]] == [60, 60]


def test_both_a_position_and_rounds_are_refused() -> None:
    unreadable({**EXAMPLE, "rounds": ROUND["rounds"]})


CONTRADICTIONS: dict[str, Document] = {
    "laid cards of a turn that did nothing": {
        "hands": ["9S 9H 9D", "4S", "5S", "6S"],
        "melds": [["KS KH KD KC KS KH KD"], []],
        "melded_by": [],
        "laid": [[{"cards": "KS KH KD KC KS KH KD", "meld": "K", "new": True}]],
    },
    "a meld that laid nothing": {
        "hands": ["5S 9S", "4S", "5H", "6S"],
        "melds": [["9H 9D 9C"], []],
        "so_far": ["draw", "meld"],
    },
    "ten kings": {"hands": ["KS KH KD", "4S", "5S", "6S"], "melds": [["KS KH KD KC KS KH KD"], []], "so_far": ["draw"]},
    "an answer without a question": {"hands": ["9S 9H", "4S", "5S", "6S"], "answer": "due"},
    "a question to answer by somebody without cards": {
        "hands": ["", "4S", "5S", "6S"],
        "so_far": ["draw", "ask"],
        "answer": "due",
    },
}


@pytest.mark.parametrize("position", CONTRADICTIONS.values(), ids=CONTRADICTIONS)
@pytest.mark.parametrize(
    "move", ["0 meld 9S 9H 9D", "0 undo", "0 meld KS", "0 discard 9S", "2 answer yes", "2 answer no"]
)
def test_a_position_that_contradicts_itself_is_answered_never_a_traceback(position: Document, move: str) -> None:
    document = {
        "variant": "classic",
        "layout": "4",
        "position": {"turn": 0, "phase": "play", "stock": "8D", "pile": "7H", **position},
    }
    for moves in ([], [move]):
        status, answer = record.replay({**document, "moves": moves})
        assert (status == 0) is answer["ok"]


def test_closed_by_somebody_who_sits_out_is_answered_never_a_traceback() -> None:
    game = classic("5-sitout", hands=["9S", "9H", "9D", "9C", ""], pile="8H", closed_by=4)
    assert isinstance(replay(with_moves(game, "0 draw", "0 discard 9S"))["ok"], bool)


JUNK: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 9), st.floats(), st.text(max_size=8), st.just([]), st.just({}),
    st.sampled_from(["KS", "*", "3H", "! !", "0 draw", "KS KH KD / 2S", "yes", "due", "WILD:", "H5#2: 6H", "9" * 30]),
    st.lists(st.sampled_from(["KS", "", "KS KH KD", "2S 2S 2S", None, 7, []]), max_size=7),
)  # fmt: skip


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, inner in items for place in _places(inner, (*path, key)))]


FULL_STATES: list[Document] = [
    {**document, "position": allowed(document, *moves[:2]), "moves": moves[2:]} for document, moves in GO_ON.values()
]


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_damaged_record_is_answered_never_a_traceback(data: st.DataObject) -> None:
    """Any value anywhere replaced by junk, keys taken away or added: one of the three documented answers."""
    document: Any = copy.deepcopy(data.draw(st.sampled_from([EXAMPLE, ROUND, *FULL_STATES])))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(_places(document)))
        value = data.draw(JUNK)
        if not path:
            continue
        target = document
        for key in path[:-1]:
            target = target[key]
        if isinstance(target, dict) and data.draw(st.booleans()):
            if data.draw(st.booleans()):
                del target[path[-1]]
            else:
                target[
                    data.draw(
                        st.sampled_from(
                            ["feet", "cut", "reshuffles", "drawn", "laid", "so_far", "frozen", "lone", "mirror"]
                        )
                    )
                ] = value
        else:
            target[path[-1]] = value
    status, answer = record.replay(document)
    assert status in (0, 1, 2)
    assert json.loads(json.dumps(answer)) == answer
    if status == 2:
        assert answer["error"]["code"] == "bad-record"
        assert answer["error"]["message"]


@settings(max_examples=100, deadline=None)
@given(line=st.one_of(st.text(max_size=30), st.lists(st.sampled_from(
    ["0", "1", "2", "meld", "take", "discard", "ask", "answer", "undo", "draw", "pick", "three", "/", "K:", "WILD:", "K+:", "H5:", "K#2:",
     "KS", "K", "2S", "2", "*", "!", "<", "3H", "yes", "10d", "♠K", "K♠", ":", "#", "99999999999999999999"]), max_size=8).map(" ".join)))  # fmt: skip
def test_any_line_is_answered_never_a_traceback(line: str) -> None:
    for game in (FULL_STATES[0], FULL_STATES[1], EXAMPLE):
        document = {**game, "moves": [line]}
        status, answer = record.replay(document)
        assert status in (0, 1, 2)
        assert answer["ok"] is (status == 0)


def test_a_meld_that_is_counted_by_thousands_of_digits_is_no_meld() -> None:
    assert "no meld is called" in unreadable(with_moves(EXAMPLE, f"0 take KS KH / Q{'9' * 5000}: QS QH QD"))
