"""`burraco`: sets and runs with one wild card that moves on, a foot a side, a pile for everybody (docs/variants.md, Burraco)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from bot.canasta.record import game_from_record
from tests.canasta.play import (
    Document,
    allowed,
    bag,
    classic,
    dealt,
    hand,
    lines,
    meld_bags,
    played,
    refused,
    replay,
    stacked,
    unreadable,
    verbs,
)

burraco = partial(classic, variant="burraco")

CLEAN = "4H 5H 6H 7H 8H 9H TH"
KINGS = "KH KD KC *"
FOOT = "4S 5D 6D 8C TS AH 5S 6H 8D TC AC"


def playing(cards: str, *own: str, **position: Any) -> Document:
    """Seat 0 has drawn and holds `cards`, beside two that fit nowhere; `own` are the melds of its side."""
    where = {"phase": "play", "so_far": ["draw"], "hands": [f"{cards} JC TD".strip()], "melds": [list(own)]}
    return burraco(**{**where, **position})


def ready(cards: str, *own: str, **position: Any) -> Document:
    """Seat 0 has drawn and holds `cards`; its side has its foot."""
    where = {"phase": "play", "so_far": ["draw"], "hands": [cards], "melds": [list(own)], "in_foot": [0]}
    return burraco(**{**where, "foot_played": [0], **position})


def run(cards: str, *moves: str, own: str = "", **position: Any) -> str:
    """Return the first meld of side 0 after moves that are allowed with these cards in the hand."""
    melds = [own] if own else []
    first: str = allowed(playing(cards, *melds, **position), *moves)["melds"][0][0]
    return first


def at_end(*own: str, side: int = 0, **position: Any) -> dict[str, int]:
    """Return a side's score lines of a round that ends with a discard, as two cards are left, but for the 5 of the card kept."""
    where = {"hands": ["5C 4D", "", "", ""], "melds": [list(own)], "stock": "4C 8D", "in_foot": [0, 1], **position}
    sheet = lines(burraco(**{"phase": "play", "so_far": ["draw"], **where}), "0 discard 5C", side=side)
    if side == 0:
        assert sheet.pop("hand") == -5
    return sheet


# The table


@pytest.mark.parametrize(("layout", "players"), [("2", 2), ("4", 4)])
def test_burraco_deals_eleven_a_foot_a_side_and_one_upcard(layout: str, players: int) -> None:
    pack = stacked(order=range(players), then="KS")
    state = allowed({**dealt(pack, layout=layout), "variant": "burraco"})
    assert [len(text.split()) for text in state["hands"]] == [11] * players
    assert [len(text.split()) for text in state["feet"]] == ([11, 11] if players == 2 else [11, 11, 0, 0])
    assert len(state["pile"].split()) == 1
    assert len(state["stock"].split()) == 108 - 11 * players - 22 - 1


@pytest.mark.parametrize("top", ["*", "2S", "3H", "3S"])
def test_burraco_any_upcard_stays_and_is_taken_like_any(top: str) -> None:
    state = allowed(burraco(pile=top, hands=["KS 4D", "", "", ""]))
    assert (state["frozen"], state["blocked"], verbs(state)) == (False, False, {"draw", "take"})


def test_burraco_takes_the_whole_pile_into_the_hand_without_a_meld() -> None:
    state = allowed(burraco(hands=["KS 4D"], pile="3H 2S 9D *"), "0 take")
    assert hand(state, 0) == bag("KS 4D 3H 2S 9D *")
    assert state["pile"] == ""
    assert allowed(burraco(hands=["KS 4D"], pile="3H 2S 9D *"), "0 take", "0 discard 2S")["turn"] == 1


def test_burraco_a_pile_of_one_card_is_not_thrown_back_save_for_its_twin() -> None:
    refused(burraco(hands=["KS 4D"], pile="9D"), "0 take", "0 discard 9D")
    allowed(burraco(hands=["KS 9D"], pile="9D"), "0 take", "0 discard 9D")
    allowed(burraco(hands=["KS 4D"], pile="9C 9D"), "0 take", "0 discard 9D")


def test_burraco_a_wild_discard_neither_freezes_nor_blocks() -> None:
    state = allowed(playing("2S"), "0 discard 2S")
    assert (state["frozen"], state["blocked"], verbs(state)) == (False, False, {"draw", "take"})


# Sets


@pytest.mark.parametrize("cards", ["KS KH KD", "3S 3H 3C", "3S 3H 2D", "AS AH *", "9S 9H 9D 9C 9S 9H 9D 9C 2H"])
def test_burraco_sets_of_three_to_ace_hold_one_wild_card(cards: str) -> None:
    assert meld_bags(allowed(playing(cards), f"0 meld {cards}"), 0) == [bag(cards)]


@pytest.mark.parametrize(
    "cards", ["KS KH", "KS 2H 2D", "KS KH 2D *", "2S 2H 2D", "* * *", "2S 2H *", "3S 3H", "3S 2H *"]
)
def test_burraco_no_other_cards_are_a_set(cards: str) -> None:
    refused(playing(cards), f"0 meld {cards}")


def test_burraco_a_side_has_one_set_of_a_rank() -> None:
    refused(playing("KS KH KD", "KS KH KC"), "0 meld K+: KS KH KD")
    assert meld_bags(allowed(playing("3S", "3S 3H 3C"), "0 meld 3S"), 0) == [bag("3S 3H 3C 3S")]


def test_burraco_threes_are_not_laid_and_not_melded_as_black_ones() -> None:
    assert "three" not in verbs(allowed(playing("3S 3C 3H 3D")))
    state = allowed(burraco(stock="3H 9C 9D", hands=["KS 4D"]), "0 draw")
    assert (hand(state, 0), state["threes"]) == (bag("KS 4D 3H"), ["", ""])


# Runs


@pytest.mark.parametrize("cards", ["AS 2S 3S", "2S 3S 4S", "QS KS AS", "3S 4S 5S 6S", "3S 4S 2S 6S", "* 3S 4S", "KS AS *",
                                   "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "AS * 3S", "AS 2S *", "2S 3S *"])  # fmt: skip
def test_burraco_a_run_is_three_or_more_of_a_suit_from_a_low_ace_to_a_high_one(cards: str) -> None:
    assert bag(run(cards, f"0 meld {cards}")) == bag(cards)


@pytest.mark.parametrize("cards", ["KS AS 2S 3S", "AS 2S 4S", "3S 4S", "3S 4D 5S", "3D * 5D *", "3S * 2D 6S",
                                   "AS * *", "2S * 4S 2D", "AS 2S 3S AS", "* 2S 2S",
                                   "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"])  # fmt: skip
def test_burraco_no_other_cards_are_a_run(cards: str) -> None:
    refused(playing(cards), f"0 meld {cards}")


def test_burraco_a_two_is_wild_above_the_ace_and_the_ace_is_not_both_ends() -> None:
    """`AS 2S 3S` and `KS`, or `QS KS AS` and `2S`, are no runs, save the two as the one wild card."""
    refused(playing("KS", "AS 2S 3S"), "0 meld SA: KS")
    assert run("2S", "0 meld SQ: 2S", own="QS KS AS") == "2S QS KS AS"
    refused(playing("2S", "* QS KS AS"), "0 meld SJ: 2S")


def test_burraco_a_run_holds_the_thirteen_cards_and_one_wild() -> None:
    suit = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    assert run("*", "0 meld SA: *", own=suit) == f"{suit} *"
    refused(playing("AS", suit), "0 meld SA: AS")
    refused(playing("* 2D", suit), "0 meld SA: *", "0 meld SA: 2D")


def test_burraco_a_missing_ace_goes_on_top_or_below_as_written() -> None:
    suit = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    assert run("AS", "0 meld S2: AS", own=suit) == f"{suit} AS"
    assert run("AS", "0 meld S2: AS <", own=suit) == f"AS {suit}"
    names = {str(move) for move in game_from_record(playing("AS", suit)).legal_moves()}
    assert {"0 meld S2: AS", "0 meld S2: AS <"} <= names


def test_burraco_several_runs_of_a_suit_lie_apart() -> None:
    game = playing("5H 6H 7H 8H", "5H 6H 7H")
    state = allowed(game, "0 meld H5+: 5H 6H 7H", "0 meld H5#2: 8H")
    assert state["melds"][0] == ["5H 6H 7H", "5H 6H 7H 8H"]


@pytest.mark.parametrize(
    ("own", "name", "card"), [("AH 2H 3H", "HA", "4H"), ("2H 3H 4H", "H2", "5H"), ("3H 4H 5H", "H3", "6H")]
)
def test_burraco_runs_are_named_by_a_low_ace_two_or_three(own: str, name: str, card: str) -> None:
    assert run(card, f"0 meld {name}: {card}", own=own) == f"{own} {card}"


# Where a wild card stands


@pytest.mark.parametrize(
    ("own", "group", "after"),
    [
        ("5H 2S 7H", "H5: 6H", "5H 6H 7H 2S"),  # the card it stood for pushes it on, to the top
        ("5H 2S 7H", "H5: 6H <", "2S 5H 6H 7H"),  # or below, as written
        ("QH 2S AH", "HQ: KH", "2S QH KH AH"),  # below, where the ace is on top
        ("5H 6H 7H *", "H5: 8H", "5H 6H 7H 8H *"),  # at an end it moves freely
        ("5H 6H 7H *", "H5: 9H", "5H 6H 7H * 9H"),  # into a gap
        ("5H 6H 7H *", "H5: 3H", "3H * 5H 6H 7H"),
        ("5H 6H 7H *", "H5: 4H", "4H 5H 6H 7H *"),
        ("* 5H 6H 7H", "H4: 8H", "5H 6H 7H 8H *"),
        ("5H 6H 7H", "H5: 2S", "5H 6H 7H 2S"),
        ("5H 6H 7H", "H5: 2S <", "2S 5H 6H 7H"),
        ("5H 6H 7H", "H5: 2S 9H", "5H 6H 7H 2S 9H"),
        ("QH KH AH", "HQ: *", "* QH KH AH"),
        ("QH KH AH *", "HJ: JH", "* JH QH KH AH"),
        ("3S 4S 2S 6S", "S3: 5S", "2S 3S 4S 5S 6S"),  # the suit's own two becomes natural
        ("4S 5S 2S", "S4: 3S", "2S 3S 4S 5S"),
        ("3S 4S 5S", "S3: 2S", "2S 3S 4S 5S"),
        ("4S 5S 6S", "S4: 2S", "4S 5S 6S 2S"),
        ("4S 5S 2S 7S", "S4: 6S", "4S 5S 6S 7S 2S"),  # its place is not next to the run
        ("2S 3S 4S", "S2: 2S", "2S 3S 4S 2S"),
        ("3S 4S 5S *", "S3: AS", "AS * 3S 4S 5S"),
        ("AS * 3S 4S 5S", "SA: 2S", "AS 2S 3S 4S 5S *"),
    ],
)  # fmt: skip
def test_burraco_a_wild_card_moves_on_when_its_card_is_added(own: str, group: str, after: str) -> None:
    written = "* QH KH AH" if own.endswith("AH *") else own
    assert run(group.partition(":")[2].replace("<", ""), f"0 meld {group}", own=written) == after


@pytest.mark.parametrize(
    ("own", "group"),
    [
        ("5H 2S 7H", "H5: 2D"),  # a second wild card
        ("5H 2S 7H", "H5: 9H"),  # two gaps
        ("5H 6H 7H", "H5: 9H"),
        ("5H 6H 7H", "H5: 6H"),
        ("5H 6H 7H", "H5: 8S"),
        ("AH 2H 3H", "HA: * <"),  # nothing is below a low ace
    ],
)  # fmt: skip
def test_burraco_no_other_card_joins_a_run(own: str, group: str) -> None:
    refused(playing(group.partition(":")[2].replace("<", ""), own), f"0 meld {group}")


def test_burraco_a_two_that_became_natural_leaves_room_for_a_joker() -> None:
    game = playing("5S *", "3S 4S 2S 6S")
    assert allowed(game, "0 meld S3: 5S", "0 meld S2: *")["melds"][0] == ["2S 3S 4S 5S 6S *"]
    refused(playing("*", "3S 4S 2S 6S"), "0 meld S3: *")


@pytest.mark.parametrize(("own", "cards", "moves"), [("5H 2S 7H", "6H 8H", ["H5: 6H", "H5: 8H"]),
                                                     ("3S 4S 2S 6S", "5S 7S", ["S3: 5S", "S2: 7S"])])  # fmt: skip
def test_burraco_a_group_is_taken_back_from_a_position_too(own: str, cards: str, moves: list[str]) -> None:
    game = playing(cards, own)
    state = allowed(game, *(f"0 meld {move}" for move in moves))
    again = {"variant": "burraco", "layout": "4", "position": state, "moves": []}
    after = allowed(again, "0 undo", "0 undo")
    assert (after["melds"][0], hand(after, 0)) == ([own], bag(f"{cards} JC TD"))
    assert allowed(again, "0 undo")["melds"] == allowed(game, f"0 meld {moves[0]}")["melds"]


@pytest.mark.parametrize("cards", ["2S 3S 4S", "5H 6H 7H *", "2D QS KS AS", "3S 4S 2S 6S", "AS 2S *", "AS 2S 3S"])
def test_burraco_a_run_reads_as_it_is_written(cards: str) -> None:
    assert allowed(playing("", cards))["melds"][0] == [cards]


def test_burraco_no_position_holds_a_run_that_may_not_be() -> None:
    unreadable(playing("", "KS AS 2S 3S"))
    unreadable(playing("", "5H * 2D 8H"))


# Going out


def test_burraco_takes_a_foot_a_canasta_and_a_last_discard_that_is_not_wild() -> None:
    assert lines(ready("9C", CLEAN), "0 discard 9C")["out"] == 100
    refused(ready("9C", "4H 5H 6H"), "0 discard 9C")
    refused(ready("2C", CLEAN), "0 discard 2C")
    refused(ready("*", CLEAN), "0 discard *")
    refused(ready("9C 9D 9H", CLEAN), "0 meld 9C 9D 9H")
    assert allowed(ready("9C 9D 9H 8C", CLEAN), "0 meld 9C 9D 9H", "0 discard 8C")["phase"] == "over"


@pytest.mark.parametrize("canasta", [CLEAN, "3D 4D 5D 2C 7D 8D 9D", "QS QH QD QC QS QH 2D", "2C 3C 4C 5C 6C 7C 8C"])
def test_burraco_any_canasta_will_do(canasta: str) -> None:
    assert lines(ready("9C", canasta), "0 discard 9C")["out"] == 100


def test_burraco_a_run_completed_in_the_same_turn_will_do() -> None:
    game = ready("TH 9C", "4H 5H 6H 7H 8H 9H")
    assert lines(game, "0 meld H4: TH", "0 discard 9C")["out"] == 100
    refused(ready("TH 2C", "4H 5H 6H 7H 8H 9H"), "0 meld H4: TH")


def test_burraco_a_foot_is_picked_up_at_once_by_a_meld_and_later_by_a_discard() -> None:
    feet = [FOOT, FOOT, "", ""]
    direct = allowed(playing("", phase="play", hands=["9C 9D 9H"], feet=feet), "0 meld 9C 9D 9H")
    assert (direct["turn"], direct["phase"], hand(direct, 0)) == (0, "play", bag(FOOT))
    later = allowed(playing("", phase="play", hands=["9C"], feet=feet), "0 discard 9C")
    assert (later["turn"], hand(later, 0), later["in_foot"]) == (1, bag(FOOT), [0])


# Scoring


def test_burraco_first_example() -> None:
    game = ready("8D", CLEAN, KINGS, hands=["8D", "8S 3C", "AS 2C 5D", "AD"], feet=["", FOOT, "", ""],
                 melds=[[CLEAN, KINGS], ["QS QH QD"]])  # fmt: skip
    assert lines(game, "0 discard 8D") == {"natural": 200, "out": 100, "cards": 110, "hand": -40}
    assert lines(game, "0 discard 8D", side=1) == {"cards": 30, "hand": -30, "foot": -100}


@pytest.mark.parametrize(
    ("meld", "cards", "line", "bonus"),
    [
        ("3S 4S 5S 6S 7S 8S 9S *", 75, "semi", 150),
        ("3D 4D 5D 2C 7D 8D 9D", 60, "mixed", 100),
        ("2C 3C 4C 5C 6C 7C 8C", 55, "natural", 200),
        ("9S 9H 9D 9C 9H 9S 9D 2H", 90, "semi", 150),
        ("3S 4S 5S 6S 7S 8S 9S * JS", 85, "semi", 150),
        ("9S 9H 9D 9C 9H 9S 2H", 80, "mixed", 100),
        ("9S 9H 9D 9C 9H 9S 9D", 70, "natural", 200),
        ("3S 4S 5S 6S 2H 8S 9S TS JS QS", 90, "mixed", 100),
        ("2C 3C 4C 5C 6C 7C 8C 2C", 75, "semi", 150),
        ("3H 3S 3D 3C 3H 3S 3D", 35, "natural", 200),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", 120, "natural", 200),
    ],
)
def test_burraco_clean_semi_clean_and_dirty_canastas(meld: str, cards: int, line: str, bonus: int) -> None:
    assert at_end(meld) == {line: bonus, "cards": cards}


def test_burraco_melded_cards_count_without_a_canasta_too() -> None:
    assert at_end("9S 9H 9D") == {"cards": 30}


def test_burraco_house_rules_of_semi_clean_royal_and_super_canastas() -> None:
    suit = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    rules = {"canastas.semi": None, "sequences.royal": 300, "sequences.royal_wild": 250}
    assert at_end("3S 4S 5S 6S 7S 8S 9S *", rules=rules) == {"mixed": 100, "cards": 75}
    assert at_end(suit, rules=rules) == {"royal": 300, "cards": 120}
    assert at_end(suit.replace("9S", "*"), rules=rules) == {"royal": 250, "cards": 140}
    eights = {"canastas.eight": 250, "canastas.eight_wild": 200}
    eight = "9S 9H 9D 9C 9S 9H 9D 9C"
    assert at_end(eight, rules=eights) == {"natural": 250, "cards": 80}
    assert at_end(f"{eight} 2H", rules=eights) == {"mixed": 200, "cards": 100}
    assert at_end("9S 9H 9D 9C 9S 9H 9D 2H", rules=eights) == {"semi": 150, "cards": 90}


def test_burraco_the_last_two_cards_of_the_stock_are_not_played() -> None:
    game = burraco(hands=["9C 8C", "", "", ""], stock="4C 8D 5D", pile="KS")
    answer = played(game, "0 draw", "0 discard 9C")
    assert (answer["state"]["phase"], answer["rounds"][0]["out"]) == ("over", None)
    assert allowed(burraco(hands=["9C 8C"], stock="4C 8D 5D 6D", pile="KS"), "0 draw", "0 discard 9C")["turn"] == 1


def test_burraco_a_foot_picked_up_by_the_last_discard_counts_as_taken_and_against() -> None:
    game = burraco(phase="play", so_far=["draw"], hands=["5C", "", "", ""], feet=[FOOT, FOOT, "", ""], stock="4C 8D")
    assert lines(game, "0 discard 5C") == {"hand": -95}
    assert lines(game, "0 discard 5C", side=1) == {"foot": -100}


def test_burraco_goes_to_2005() -> None:
    game = ready("8D", CLEAN, hands=["8D", "9S", "", "9S"], scores=[1655, 0], in_foot=[0, 1])
    assert replay({**game, "moves": ["0 discard 8D"]})["result"] == {"winner": 0, "scores": [2005, -20]}
    game["scores"] = [1650, 0]
    assert replay({**game, "moves": ["0 discard 8D"]})["result"] is None
