"""`hand-and-foot`: two packets a player, no pile to take, threes that only cost (docs/variants.md, Hand & Foot)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from bot.canasta.cards import read_cards
from bot.canasta.game import Game
from bot.canasta.moves import read_move
from bot.canasta.rules import load_rules
from bot.canasta.views import seat_view
from tests.canasta.play import (
    SEATS,
    Document,
    allowed,
    at_end,
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

RED = ["8S 8H 8D 8C 8S 8H 8D", "9S 9H 9D 9C 9S 9H 9D"]
BLACK = ["JS JH JD JC JS * 2S", "QS QH QD QC QS * 2S", "KS KH KD KC KS * 2S"]
READY = [*RED, *BLACK]
OWN = ["AS AH AD"]
FEET = ["4S 5S", "4H 5H", "4D 5D", "4C 5C"]


def foot_game(layout: str = "4", **position: Any) -> Document:
    return classic(layout, variant="hand-and-foot", **position)


def playing(cards: str, **position: Any) -> Document:
    """Seat 0, having drawn, holds `cards` of its first packet; every foot still lies there."""
    return foot_game(**{"phase": "play", "so_far": ["draw"], "hands": [cards], "feet": FEET, **position})


def in_foot(cards: str, layout: str = "4", **position: Any) -> Document:
    """Seat 0, having drawn, plays `cards` of its foot, and so does everybody else."""
    seats = list(range(SEATS[layout]))
    feet = {"in_foot": seats, "foot_played": seats}
    return foot_game(layout, **{"phase": "play", "so_far": ["draw"], "hands": [cards], **feet, **position})


# The table.


@pytest.mark.parametrize(("layout", "decks"), [("2", 3), ("4", 5), ("6-pairs", 7), ("8-pairs", 9)])
def test_hand_and_foot_deals_eleven_and_thirteen_from_a_pack_more_than_players(layout: str, decks: int) -> None:
    players = SEATS[layout]
    pack = stacked(order=range(players), size=24, decks=decks)
    state = allowed({**dealt(pack, layout=layout), "variant": "hand-and-foot"})
    sizes = {(len(held.split()), len(foot.split())) for held, foot in zip(state["hands"], state["feet"], strict=True)}
    assert sizes <= {(11, 13), (13, 11)}
    assert len(state["stock"].split()) == 54 * decks - 24 * players
    assert state["pile"] == ""


@pytest.mark.parametrize(("layout", "sides"), [("2", 2), ("4", 2), ("6-pairs", 3), ("8-pairs", 4)])
def test_hand_and_foot_pairs_sit_opposite(layout: str, sides: int) -> None:
    assert allowed(foot_game(layout))["scores"] == [0] * sides


def _packets(first: str, second: str, **rules: object) -> tuple[int, int]:
    """Return how many cards the hand and the foot have whose bottom cards are these."""
    cards = stacked({0: f"{first} TS JS QS KS AS TH JH QH KH AH {second}"}, size=24, decks=5)
    game = {**dealt(cards), "variant": "hand-and-foot", "rules": rules}
    state = allowed(game)
    return len(state["hands"][0].split()), len(state["feet"][0].split())


@pytest.mark.parametrize(
    ("first", "second", "sizes"),
    [("4S", "5S", (11, 13)), ("5S", "4S", (13, 11)), ("5S", "5H", (11, 13)), ("4S", "3S", (13, 11)),
     ("2S", "AC", (13, 11)), ("2S", "*", (11, 13)), ("3H", "3S", (11, 13))],
)  # fmt: skip
def test_hand_and_foot_the_packet_with_the_lower_bottom_card_is_the_hand(
    first: str, second: str, sizes: tuple[int, int]
) -> None:
    assert _packets(first, second) == sizes


def test_hand_and_foot_house_rule_plays_the_first_packet_first() -> None:
    assert _packets("5S", "4S", **{"deal.foot_choice": "second"}) == (11, 13)


@pytest.mark.parametrize(("size", "foot"), [(11, 11), (13, 13)])
def test_hand_and_foot_house_rule_of_other_packets(size: int, foot: int) -> None:
    pack = stacked(size=size + foot, decks=5)
    rules = {"deal.hand": size, "deal.foot": foot}
    state = allowed({**dealt(pack), "variant": "hand-and-foot", "rules": rules})
    assert [len(text.split()) for text in state["hands"] + state["feet"]] == [size] * 4 + [foot] * 4


def test_hand_and_foot_house_rule_of_passing_a_packet() -> None:
    """Each keeps one packet as their foot and hands the other to the left, the dealer's left first."""
    cards = stacked({seat: f"{rank}S" for seat, rank in enumerate("4567")}, size=24, decks=5)
    game = {**dealt(cards), "variant": "hand-and-foot", "rules": {"deal.foot_choice": "pass"}}
    start = allowed(game)
    assert start["phase"] == "pass"
    assert verbs(start) == {"keep"}
    refused(game, "0 draw")
    state = allowed(game, "0 keep foot", "1 keep hand", "2 keep foot", "3 keep foot")
    assert bag(state["feet"][0]) == bag(start["feet"][0])
    assert bag(state["feet"][1]) == bag(start["hands"][1])
    assert hand(state, 1) == bag(start["hands"][0])
    assert hand(state, 2) == bag(start["feet"][1])
    assert hand(state, 0) == bag(start["hands"][3])
    assert (state["turn"], state["phase"]) == (0, "draw")


def test_hand_and_foot_a_player_who_passes_a_packet_has_seen_the_top_card_of_each_only() -> None:
    rules = load_rules("hand-and-foot", "4", house={"deal.foot_choice": "pass"})
    game = Game(rules, ["Ana", "Bo", "Cy", "Di"])
    cards = stacked({0: "4S 5S 6S 7S 8S 9S TS JS QS KS 4H 5H 6H 7H 8H 9H TH JH QH KH AS AH AD 4D"}, size=24, decks=5)
    game.start_round(read_cards(cards), dealer=3)
    assert seat_view(game, 0).hand == tuple(read_cards("4H 4D"))
    for seat in range(4):
        game.apply(read_move(f"{seat} keep foot"))
    assert len(seat_view(game, 0).hand) == 11


def test_hand_and_foot_a_position_in_the_midst_of_passing_goes_on_the_same_way() -> None:
    game = {**dealt(stacked(size=24, decks=5), dealer=1), "variant": "hand-and-foot",
            "rules": {"deal.foot_choice": "pass"}}  # fmt: skip
    moves = ["2 keep foot", "3 keep hand", "0 keep foot", "1 keep foot", "2 draw"]
    for told in range(4):
        state = allowed(game, *moves[:told])
        given = {key: value for key, value in state.items() if key not in ("legal", "opening", "scores", "blocked")}
        position = {"variant": "hand-and-foot", "rules": game["rules"], "position": given, "moves": moves[told:]}
        assert replay(position)["state"] == allowed(game, *moves)


# The turn.


def test_hand_and_foot_draws_two_and_discards_one() -> None:
    state = allowed(foot_game(hands=["TS JS"], stock="4C 4D 5C", feet=FEET), "0 draw")
    assert hand(state, 0) == bag("TS JS 4C 4D")


def test_hand_and_foot_the_pile_is_never_taken() -> None:
    game = foot_game(hands=["KS KH 5S"], melds=[["KC KD KS"]], pile="9C KD", feet=FEET)
    assert verbs(allowed(game)) == {"draw"}
    refused(game, "0 take KS KH")


def test_hand_and_foot_melding_the_last_card_picks_up_the_foot_at_once() -> None:
    game = playing("AC AS", melds=[OWN])
    state = allowed(game, "0 meld AC AS")
    assert (hand(state, 0), state["feet"][0], state["in_foot"]) == (bag("4S 5S"), "", [0])
    assert (state["turn"], state["phase"]) == (0, "play")
    assert allowed(game, "0 meld AC AS", "0 discard 4S")["foot_played"] == [0]


FLOAT = {"turn.float": True}


def test_hand_and_foot_a_meld_taken_back_has_played_no_card_of_the_foot() -> None:
    """A player who may end a turn without a discard may then have played none at all."""
    game = in_foot("AC AS 5S", melds=[OWN], foot_played=[2], rules=FLOAT)
    assert allowed(game, "0 meld AC")["foot_played"] == [0, 2]
    assert allowed(game, "0 meld AC", "0 undo") == allowed(game)
    assert allowed(game, "0 meld AC", "0 undo", "0 float")["foot_played"] == [2]
    assert allowed(game, "0 meld AC", "0 meld AS", "0 undo", "0 float")["foot_played"] == [0, 2]
    assert allowed(game, "0 meld AC", "0 meld AS", "0 undo", "0 undo", "0 float")["foot_played"] == [2]


def test_hand_and_foot_a_meld_taken_back_leaves_what_was_played_before() -> None:
    game = in_foot("AC AS 5S", melds=[OWN], foot_played=[0], rules=FLOAT)
    assert allowed(game, "0 meld AC", "0 undo", "0 float")["foot_played"] == [0]


def test_hand_and_foot_discarding_the_last_card_picks_up_the_foot_for_the_next_turn() -> None:
    state = allowed(playing("KC", melds=[OWN]), "0 discard KC")
    assert (hand(state, 0), state["turn"], state["in_foot"]) == (bag("4S 5S"), 1, [0])
    assert "foot_played" not in state


def test_hand_and_foot_a_foot_is_reached_without_any_canasta() -> None:
    assert allowed(playing("KC"), "0 discard KC")["in_foot"] == [0]


def test_hand_and_foot_house_rule_of_floating() -> None:
    rules = {"turn.float": True}
    assert allowed(in_foot("4S", rules=rules), "0 float")["turn"] == 1
    assert hand(allowed(in_foot("4S 5S", rules=rules), "0 float"), 0) == bag("4S 5S")
    refused(in_foot("4S"), "0 float")
    refused(playing("4S", rules=rules), "0 float")
    refused(in_foot("4S AC", melds=[OWN], rules=rules), "0 float", "0 float")


def test_hand_and_foot_a_player_who_may_float_may_keep_a_single_card() -> None:
    rules = {"turn.float": True}
    game = in_foot("AC KC", melds=[OWN], rules=rules)
    assert hand(allowed(game, "0 meld AC", "0 float"), 0) == bag("KC")
    refused(game, "0 meld AC", "0 discard KC")
    refused(game, "0 meld AC", "0 meld K: KC")
    refused(in_foot("AC AS", melds=[OWN], rules=rules), "0 meld AC AS")
    taking = {"pile.open_to": "all", **rules}
    pile = foot_game(hands=["KS KH 5S"], melds=[OWN], pile="KD", in_foot=[0], rules=taking)
    assert hand(allowed(pile, "0 take KS KH", "0 float"), 0) == bag("5S")


def test_hand_and_foot_a_player_who_was_told_no_may_float_with_a_single_card() -> None:
    game = in_foot("8C 4S", melds=[READY], rules={"turn.float": True})
    refused(game, "0 ask", "2 answer no", "0 meld 8C", "0 discard 4S")
    assert hand(allowed(game, "0 ask", "2 answer no", "0 meld 8C", "0 float"), 0) == bag("4S")
    refused(game, "0 ask", "2 answer yes", "0 meld 8C", "0 float")


# Threes.


def test_hand_and_foot_threes_stay_in_the_hand_and_may_be_discarded() -> None:
    game = foot_game(hands=["KS QS"], stock="3H 3S 5C", feet=FEET)
    state = allowed(game, "0 draw")
    assert hand(state, 0) == bag("KS QS 3H 3S")
    assert state["threes"] == ["", ""]
    refused(game, "0 draw", "0 three 3H")
    assert allowed(game, "0 draw", "0 discard 3H")["pile"] == "3H"
    assert allowed(game, "0 draw", "0 discard 3S")["pile"] == "3S"


def test_hand_and_foot_no_three_is_melded() -> None:
    refused(in_foot("3S 3C 3S 4S", melds=[READY]), "0 meld 3S 3C 3S")


def test_hand_and_foot_a_three_may_be_the_last_discard() -> None:
    assert lines(in_foot("3H", melds=[READY]), "0 discard 3H")["out"] == 100


# Melds.


@pytest.mark.parametrize("cards", ["5S 5H 2S", "8S 8H 8D 2S 2H", "KS KH KD KC 2S 2H *"])
def test_hand_and_foot_naturals_outnumber_wilds(cards: str) -> None:
    allowed(playing(f"{cards} 6S 7S", melds=[OWN]), f"0 meld {cards}")


@pytest.mark.parametrize("cards", ["8S 8H 2S 2H", "9S 9H 2S 2H 2D", "9S 9H 9D 2S 2H *", "KS KH KD KC KS 2S 2H * *"])
def test_hand_and_foot_as_many_wilds_as_naturals_or_more_than_three_are_too_many(cards: str) -> None:
    refused(playing(f"{cards} 6S 7S", melds=[OWN]), f"0 meld {cards}")


def test_hand_and_foot_house_rule_lets_mixed_canastas_grow() -> None:
    rules = {"melds.mixed_unlimited": True}
    allowed(playing("KS KH KD KC KS 2S 2H * * 6S", melds=[OWN], rules=rules), "0 meld KS KH KD KC KS 2S 2H * *")
    refused(playing("KS KH KD KC 2S 2H * * 6S", melds=[OWN], rules=rules), "0 meld KS KH KD KC 2S 2H * *")


def test_hand_and_foot_house_rule_keeps_natural_canastas_at_seven() -> None:
    rules = {"melds.max_natural": 7}
    refused(playing("8C 6S 7S", melds=[[RED[0]]], rules=rules), "0 meld 8C")
    allowed(playing("8C 6S 7S", melds=[[RED[0]]]), "0 meld 8C")
    allowed(playing("JC 6S 7S", melds=[[BLACK[0]]], rules=rules), "0 meld JC")


def test_hand_and_foot_a_second_meld_of_a_rank_after_a_canasta() -> None:
    state = allowed(playing("8C 8S 8H 6S", melds=[[RED[0]]]), "0 meld 8+: 8C 8S 8H")
    assert meld_bags(state, 0)[1] == bag("8C 8S 8H")
    refused(playing("8C 8S 8H 6S", melds=[["8D 8C 8S"]]), "0 meld 8+: 8C 8S 8H")


def test_hand_and_foot_wild_melds_only_by_house_rule() -> None:
    refused(playing("2S 2H * 6S", melds=[OWN]), "0 meld 2S 2H *")
    rules = {"wilds.allowed": True}
    state = allowed(playing("2S 2H * 6S", melds=[OWN], rules=rules), "0 meld 2S 2H *")
    assert meld_bags(state, 0)[1] == bag("2S 2H *")


@pytest.mark.parametrize(("score", "needed"), [(-5, 15), (0, 50), (1495, 50), (1500, 90), (3000, 120)])
def test_hand_and_foot_initial_meld(score: int, needed: int) -> None:
    assert allowed(foot_game(scores=[score, 0]))["opening"] == [needed, 50]


# House rules for the pile.


def test_hand_and_foot_house_rule_takes_seven_cards_by_a_natural_pair() -> None:
    rules = {"pile.open_to": "all", "pile.always_frozen": True, "pile.taken": "seven"}
    pile = "4C 5C 6C 7C 8C 9C TC 3H KD"
    state = allowed(foot_game(hands=["KS KH 2S"], melds=[OWN], pile=pile, feet=FEET, rules=rules), "0 take KS KH")
    assert state["pile"] == "4C 5C"
    assert hand(state, 0) == bag("2S 6C 7C 8C 9C TC 3H")
    refused(foot_game(hands=["KS KH 2S"], melds=[OWN], pile=pile, feet=FEET, rules=rules), "0 take KS 2S")


def test_hand_and_foot_house_rule_gives_the_whole_pile_to_a_player_in_their_foot() -> None:
    rules = {"pile.open_to": "in-foot", "pile.natural_and_wild": True}
    game = foot_game(hands=["KS KH 4S"], melds=[["KC KD KS"]], pile="9C 3H KD", in_foot=[0], rules=rules)
    state = allowed(game, "0 take")
    assert hand(state, 0) == bag("KS KH 4S 9C 3H")
    allowed(foot_game(hands=["KS KH 4S"], melds=[OWN], pile="9C KD", in_foot=[0], rules=rules), "0 take KS KH")
    refused(foot_game(hands=["KS KH 4S"], melds=[["KC KD KS"]], pile="9C KD", feet=FEET, rules=rules), "0 take")


# Going out.


def test_hand_and_foot_two_red_and_three_black_canastas_go_out() -> None:
    assert lines(in_foot("4S", melds=[READY]), "0 discard 4S")["out"] == 100
    assert lines(in_foot("8C", melds=[READY]), "0 meld 8C")["out"] == 100


@pytest.mark.parametrize("melds", [READY[1:], READY[:-1], [*RED, "AS AH AD AC AS AH AD", *BLACK[:2]]])
def test_hand_and_foot_other_canastas_do_not(melds: list[str]) -> None:
    refused(in_foot("4S", melds=[melds]), "0 discard 4S")


@pytest.mark.parametrize(
    ("rules", "melds"),
    [({"out.natural": 3, "out.mixed": 2}, [*RED, "AS AH AD AC AS AH AD", *BLACK[:2]]),
     ({"out.either_way": True}, [*RED, "AS AH AD AC AS AH AD", *BLACK[:2]]),
     ({"out.canastas": 3, "out.natural": 1, "out.mixed": 1, "out.wild": 1, "wilds.allowed": True},
      [RED[0], BLACK[0], "2H 2D 2C 2S 2H 2D *"])],
)  # fmt: skip
def test_hand_and_foot_house_rules_for_the_canastas(rules: dict[str, object], melds: list[str]) -> None:
    assert lines(in_foot("4S", melds=[melds], rules=rules), "0 discard 4S")["out"] == 100
    refused(in_foot("4S", melds=[melds[1:]], rules=rules), "0 discard 4S")


def test_hand_and_foot_singles_need_one_of_each() -> None:
    assert lines(in_foot("4S", "2", melds=[[RED[0], BLACK[0]]]), "0 discard 4S")["out"] == 100
    refused(in_foot("4S", "2", melds=[RED]), "0 discard 4S")


def test_hand_and_foot_the_partner_must_have_played_a_card_of_their_foot() -> None:
    refused(in_foot("4S", melds=[READY], foot_played=[0, 1, 3]), "0 discard 4S")
    waiting = in_foot("4S", melds=[READY], in_foot=[0, 1, 3], foot_played=[0, 1, 3], feet=["", "", "4D 5D", ""])
    refused(waiting, "0 discard 4S")
    allowed(in_foot("4S", melds=[READY], foot_played=[0, 2]), "0 discard 4S")


def test_hand_and_foot_a_melded_card_of_the_foot_counts_as_played() -> None:
    game = foot_game(turn=2, phase="play", so_far=["draw"], hands=["4S", "4H", "8C TC JC"], melds=[READY],
                     in_foot=[0, 2], foot_played=[0], stock="6C 6D 6H 6S 8D 8D")  # fmt: skip
    assert allowed(game, "2 meld 8C")["foot_played"] == [0, 2]


def test_hand_and_foot_house_rule_of_both_feet_picked_up() -> None:
    rules = {"out.foot": "both-picked-up"}
    allowed(in_foot("4S", melds=[READY], foot_played=[0], rules=rules), "0 discard 4S")
    refused(in_foot("4S", melds=[READY], in_foot=[0], foot_played=[0], rules=rules), "0 discard 4S")


def test_hand_and_foot_house_rule_of_no_care_for_the_partners_foot() -> None:
    rules = {"out.foot": "no", "out.foot_penalty": 100}
    game = in_foot("4S", melds=[READY], in_foot=[0], foot_played=[0], feet=["", "", "KD QD", ""], rules=rules)
    sheet = lines(game, "0 discard 4S")
    assert sheet["hand"] == -30 - 20
    assert sheet["held"] == -100
    game = in_foot("4S", melds=[READY], feet=["", "KD QD", "", ""], rules=rules)
    assert "held" not in lines(game, "0 discard 4S", side=1)


def test_hand_and_foot_house_rule_of_no_threes_in_the_side() -> None:
    rules = {"out.team_no_threes": True}
    held = ["4S", "4H", "3S 4D", "4C"]
    refused(in_foot("4S", melds=[READY], hands=held, rules=rules), "0 discard 4S")
    allowed(in_foot("4S", melds=[READY], hands=held), "0 discard 4S")
    allowed(in_foot("4S", melds=[READY], hands=["4S", "3H", "4D", "3S"], rules=rules), "0 discard 4S")


def test_hand_and_foot_keep_a_card_holds_for_the_foot_only() -> None:
    allowed(playing("AC KC", melds=[OWN]), "0 meld AC", "0 discard KC")
    refused(in_foot("AC KC", melds=[OWN]), "0 meld AC")


@pytest.mark.parametrize(("rule", "outcome"), [("must", False), ("no", True), ("may", True)])
def test_hand_and_foot_house_rules_for_asking(rule: str, outcome: bool) -> None:
    game = in_foot("4S 8C", melds=[READY], rules={"out.ask": rule})
    if outcome:
        allowed(game, "0 meld 8C", "0 discard 4S")
    else:
        refused(game, "0 meld 8C")
        allowed(game, "0 ask", "2 answer yes", "0 meld 8C", "0 discard 4S")
    if rule == "no":
        refused(game, "0 ask")


# Scoring.


round_end = partial(at_end, foot_game, hands=["4S", "4H", "5S", "5H"])


def test_hand_and_foot_canastas_and_cards() -> None:
    assert round_end(melds=[[RED[0], BLACK[0]]]) == {"natural": 500, "mixed": 300, "cards": 70 + 50 + 70, "hand": -10}


def test_hand_and_foot_an_unplayed_foot_counts_against_the_side() -> None:
    assert round_end(feet=["KS QS", "AS", "*", ""]) == {"hand": -10 - 20 - 50}


@pytest.mark.parametrize(("hands", "feet", "held"), [(["3H 4S"], [], -500), (["3H 3D"], ["3H"], -1500)])
def test_hand_and_foot_each_red_three_held_costs_500(hands: list[str], feet: list[str], held: int) -> None:
    game: dict[str, Any] = {"hands": [*hands, "4H", "5S", "5H"], "feet": [*feet, "", "", ""][:4]}
    assert round_end(**game)["held"] == held


def test_hand_and_foot_black_threes_held_cost_nothing() -> None:
    assert round_end(hands=["3S 3C 4S", "4H", "5S", "5H"]) == {"hand": -10}


@pytest.mark.parametrize(
    ("rules", "held", "points"),
    [({"threes.held": 100}, "3H", {"held": -100}), ({"values.black_three": 5}, "3S", {"hand": -5 - 5}),
     ({"values.eight": 5}, "8S", {"hand": -5 - 5})],
)  # fmt: skip
def test_hand_and_foot_house_rules_for_values(rules: dict[str, object], held: str, points: dict[str, int]) -> None:
    sheet = round_end(hands=[held, "4H", "5S", "5H"], rules=rules)
    assert points.items() <= sheet.items()


def test_hand_and_foot_red_threes_cost_at_the_end_of_the_stock_unless_the_house_says_otherwise() -> None:
    held = ["3H 4S", "4H", "5S", "5H"]
    assert round_end(hands=held)["held"] == -500
    rules = {"threes.held_only_out": True}
    assert "held" not in round_end(hands=held, rules=rules)
    assert (
        lines(in_foot("4S", melds=[READY], hands=["4S", "3H", "5S", "5H"], rules=rules), "0 discard 4S", side=1)["held"]
        == -500
    )


@pytest.mark.parametrize("rules", [{"threes.held_only_out": True}, {"threes.held": 0}])
def test_hand_and_foot_a_red_three_without_a_penalty_costs_nothing(rules: dict[str, object]) -> None:
    """It has no card value, whatever black threes are worth."""
    sheet = round_end(hands=["3H 4S", "4H", "5S", "5H"], rules={**rules, "values.black_three": 5})
    assert sheet == {"hand": -10}
    assert round_end(hands=["3S 4S", "4H", "5S", "5H"], rules={**rules, "values.black_three": 5}) == {"hand": -15}


def test_hand_and_foot_wild_canasta_pays_1500_where_it_may_be() -> None:
    assert round_end(melds=[["2H 2D 2C 2S 2H 2D *"]], rules={"wilds.allowed": True})["wild"] == 1500
