"""`filanda`: opening before the draw, a pile of hidden cards, two freezes, leave to close (docs/variants.md, La Filanda)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from bot.canasta.cards import read_card, read_cards
from bot.canasta.game import Game
from bot.canasta.moves import read_move
from bot.canasta.rules import load_rules
from bot.canasta.views import public_view
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
    played,
    refused,
    replay,
    stacked,
    verbs,
)

PURE = "8S 8H 8D 8C 8S 8H 8D"
IMPURE = "JS JH JD JC JS * 2S"
OWN = ["AS AH AD"]
SIX_JOKERS = "* * * * * *"


def filanda(layout: str = "4", **position: Any) -> Document:
    return classic(layout, variant="filanda", **position)


def playing(cards: str, **position: Any) -> Document:
    """Seat 0 holds `cards`, having drawn."""
    return filanda(**{"phase": "play", "so_far": ["draw"], "hands": [cards], "melds": [OWN], **position})


def test_filanda_a_frozen_pile_with_a_two_on_top_takes_three_twos_by_house_rule() -> None:
    game = partial(filanda, rules={"pile.wild_top": True}, melds=[OWN], hands=["2S 2H 2D * 5S 6S"])
    frozen = game(pile="9C 2C", frozen=True)
    assert refused(frozen, "0 take 2S 2H") == "pile-wild-pair"
    assert refused(frozen, "0 take 2S 2H *") == "pile-wild-pair"
    assert bag("2S 2H 2D 2C") in meld_bags(allowed(frozen, "0 take 2S 2H 2D"), 0)
    assert "take" in verbs(allowed(frozen))
    assert "take" not in verbs(allowed(game(pile="9C 2C", frozen=True, hands=["2S 2H * * 5S 6S"])))
    free = game(pile="9C 2C", frozen=False)
    assert bag("2S 2H 2C") in meld_bags(allowed(free, "0 take 2S 2H"), 0)


# The deal.


def new(
    hands: dict[int, str] | None = None, then: str = "", layout: str = "4", rules: dict[str, object] | None = None
) -> Document:
    pack = stacked(hands, then, order=range(SEATS[layout]), size=15, decks=3)
    return {**dealt(pack, layout=layout), "variant": "filanda", "rules": rules or {}}


@pytest.mark.parametrize("layout", ["2", "4", "6-pairs", "8-pairs"])
def test_filanda_deals_fifteen_of_162_cards_at_every_table(layout: str) -> None:
    state = allowed(new(then="4S", layout=layout))
    assert [len(text.split()) for text in state["hands"]] == [15] * SEATS[layout]
    assert len(state["stock"].split()) == 162 - 15 * SEATS[layout] - 5
    assert len(state["scores"]) == {"2": 2, "4": 2, "6-pairs": 3, "8-pairs": 4}[layout]


def test_filanda_a_two_under_a_jack_and_eleven_cards_under_both() -> None:
    """The sheet's example: a pile of thirteen, the jack on top, 89 cards in the stock."""
    state = allowed(new(then="2S JS 4S 5S 6S"))
    pile = state["pile"].split()
    assert len(pile) == 13
    assert pile[:3] == ["4S", "5S", "6S"]
    assert pile[-2:] == ["2S", "JS"]
    assert len(state["stock"].split()) == 89
    assert state["frozen"] is False


@pytest.mark.parametrize(("upcard", "count"), [("4S", 4), ("9S", 9), ("TS", 10), ("JS", 11), ("QS", 12), ("KS", 13),
                                              ("AS", 14), ("3S", 3)])  # fmt: skip
def test_filanda_as_many_cards_face_down_as_the_upcard_says(upcard: str, count: int) -> None:
    assert len(allowed(new(then=upcard))["pile"].split()) == count + 1


@pytest.mark.parametrize("covered", ["*", "2S", "3H"])
def test_filanda_jokers_twos_and_red_threes_are_covered_without_freezing(covered: str) -> None:
    state = allowed(new(then=f"{covered} 4S"))
    assert state["pile"].split()[-2:] == [covered, "4S"]
    assert state["frozen"] is False
    assert allowed(new(then=f"{covered} 4S", rules={"deal.cover_freezes": True}))["frozen"] is True


def test_filanda_a_black_three_turned_up_blocks_and_does_not_freeze_afterwards() -> None:
    game = new({0: "4S 4H 4D 4C 4S 4H 4D 4C 4S 4H KS QS JS TS 9S"}, then="3S")
    state = allowed(game)
    assert state["blocked"] is True
    assert allowed(game, "0 draw", "0 discard KS")["frozen"] is False
    assert allowed({**game, "rules": {"deal.cover_freezes": True}}, "0 draw", "0 discard KS")["frozen"] is True


def test_filanda_a_position_tells_whether_its_black_three_was_turned_up() -> None:
    state = allowed(new({0: "4S 4H 4D 4C 4S 4H 4D 4C 4S 4H KS QS JS TS 9S"}, then="3S"), "0 draw")
    given = {key: value for key, value in state.items() if key not in ("legal", "opening", "scores", "blocked")}
    assert allowed({"variant": "filanda", "position": given, "moves": []}, "0 discard KS")["frozen"] is False
    later = {**given, "no_turn_yet": []}
    assert allowed({"variant": "filanda", "position": later, "moves": []}, "0 discard KS")["frozen"] is True
    assert "no_turn_yet" not in allowed(new({0: "4S 4H KS QS JS"}, then="9S"), "0 draw")


def test_filanda_red_threes_dealt_are_replaced_before_the_upcard_is_turned() -> None:
    state = allowed(new({0: "3H 3D"}, then="4C 5C 9S"))
    assert state["threes"][0] == "3H 3D"
    assert {"4C", "5C"} <= set(state["hands"][0].split())
    assert state["pile"].split()[-1] == "9S"


def test_filanda_nobody_learns_a_hidden_card_from_what_freezes_the_pile() -> None:
    rules = load_rules("filanda", "4")
    pack = stacked({0: "2C 3S KS QS"}, then="4S 2S 2H * *", size=15, decks=3)
    game = Game(rules, ["Ana", "Bo", "Cy", "Di"])
    game.start_round(read_cards(pack), dealer=3)
    assert public_view(game).freezing is None
    for line in ("0 draw", "0 discard 3S", "1 draw"):
        game.apply(read_move(line))
    game.apply(next(move for move in game.legal_moves() if move.verb == "discard"))
    view = public_view(game)
    assert view.pile[:4] == (None,) * 4
    assert view.freezing == read_card("3S")


# Opening.


@pytest.mark.parametrize(
    ("score", "needed"),
    [(-5, 0), (0, 50), (2995, 50), (3000, 90), (4995, 90), (5000, 120), (6995, 120), (7000, 160), (9995, 160),
     (10000, 180), (11995, 180), (12000, 200), (14995, 200)],
)  # fmt: skip
def test_filanda_opening_by_score(score: int, needed: int) -> None:
    assert allowed(filanda(scores=[score, 0]))["opening"] == [needed, 50]


def test_filanda_opens_before_the_draw_and_goes_on_like_an_opened_side() -> None:
    game = filanda(hands=["AS AH AD 4S 5S"], stock="6S 7S 8S 9S")
    state = allowed(game, "0 meld AS AH AD")
    assert state["phase"] == "draw"
    state = allowed(game, "0 meld AS AH AD", "0 draw")
    assert hand(state, 0) == bag("4S 5S 6S 7S")
    refused(game, "0 draw", "0 meld AS AH AD")


def test_filanda_an_opening_may_leave_one_card_since_the_draw_is_still_to_come() -> None:
    game = filanda(hands=["AS AH AD 4S"], stock="6S 7S 8S 9S")
    assert hand(allowed(game, "0 meld AS AH AD", "0 draw"), 0) == bag("4S 6S 7S")
    assert "meld" in verbs(allowed(game))
    refused(filanda(hands=["AS AH AD"]), "0 meld AS AH AD")


def test_filanda_an_opening_before_the_draw_holds_no_black_threes_while_cards_are_left() -> None:
    """The two cards drawn after it could make closing impossible."""
    game = filanda("2", hands=[f"{PURE} {IMPURE} 3S 3C 3S 9C"], scores=[-5, 0])
    assert refused(game, f"0 meld {PURE} / {IMPURE} / 3S 3C 3S") == "black-threes-going-out"
    allowed(game, f"0 meld {PURE} / {IMPURE}")


def test_filanda_a_player_who_opens_may_take_the_pile_in_the_same_turn() -> None:
    game = filanda(hands=["AS AH AD KS KH 4S 5S"], pile="9S KD")
    refused(game, "0 take KS KH")
    assert meld_bags(allowed(game, "0 meld AS AH AD", "0 take KS KH"), 0)[1] == bag("KS KH KD")


def test_filanda_an_opened_side_melds_after_the_draw_only() -> None:
    game = filanda(hands=["KS KH KD 4S 5S"], melds=[OWN])
    refused(game, "0 meld KS KH KD")
    allowed(game, "0 draw", "0 meld KS KH KD")


def test_filanda_one_partner_opens_for_both() -> None:
    game = filanda(turn=2, phase="play", so_far=["draw"], hands=["4S 5S", "4H 5H", "KS KH KD 4D 5D"], melds=[OWN])
    allowed(game, "2 meld KS KH KD")


def test_filanda_opening_takes_no_wild_cards() -> None:
    assert refused(filanda(hands=["AS AH AD 2S KS KH KD 5S 6S"]), "0 meld AS AH AD 2S") == "initial-meld-pure"
    refused(filanda(hands=["2S 2H 2D 5S 6S"]), "0 meld 2S 2H 2D")
    refused(filanda(hands=["KS KH KD 2S 5S 6S"]), "0 meld KS KH KD 2S")
    rules = {"opening.pure": False}
    allowed(filanda(hands=["KS KH KD 2S 5S 6S"], rules=rules), "0 meld KS KH KD 2S")


def test_filanda_several_columns_open_together() -> None:
    game = filanda(hands=["KS KH KD QS QH QD 5S 6S"])
    refused(game, "0 meld KS KH KD")
    allowed(game, "0 meld KS KH KD / QS QH QD")


@pytest.mark.parametrize("column", ["4S 4H 4D", "4S 4H 2D", "2S 2H 2D"])
def test_filanda_any_column_opens_below_zero(column: str) -> None:
    allowed(filanda(hands=[f"{column} 9S TS"], scores=[-5, 0]), f"0 meld {column}")


def test_filanda_house_rule_of_opening_after_the_draw() -> None:
    rules = {"opening.before_draw": False}
    game = filanda(hands=["AS AH AD 4S 5S"], rules=rules)
    refused(game, "0 meld AS AH AD")
    allowed(game, "0 draw", "0 meld AS AH AD")


def test_filanda_house_rule_of_opening_with_the_top_card() -> None:
    rules = {"opening.with_pile": "top-counts"}
    game = filanda(hands=["AS AH 4S 5S"], pile="9S AD", rules=rules)
    assert hand(allowed(game, "0 take AS AH"), 0) == bag("4S 5S 9S")
    refused(filanda(hands=["AS AH 4S 5S"], pile="9S AD"), "0 take AS AH")
    refused(filanda(hands=["KS KH 4S 5S"], pile="9S KD", rules=rules), "0 take KS KH")


# Columns.


def test_filanda_two_wilds_at_most_and_two_naturals_at_least() -> None:
    allowed(playing("6S 6H 2S 2H 9S TS"), "0 meld 6S 6H 2S 2H")
    refused(playing("6S 2S 2H 9S TS"), "0 meld 6S 2S 2H")
    refused(playing("6S 6H 6D 2S 2H * 9S TS"), "0 meld 6S 6H 6D 2S 2H *")


def test_filanda_a_column_grows_past_seven_but_a_rank_has_one() -> None:
    allowed(playing("8C 9S TS", melds=[[PURE]]), "0 meld 8C")
    refused(playing("8C 8S 8H 9S TS", melds=[[PURE]]), "0 meld 8+: 8C 8S 8H")


def test_filanda_wild_columns_are_free_of_the_limit_of_two() -> None:
    allowed(playing("2S 2H * * 9S TS"), "0 meld 2S 2H * *")
    state = allowed(playing("2S 9S TS", melds=[["2H 2D 2C 2S 2H 2D 2C"]]), "0 meld WILD: 2S")
    assert meld_bags(state, 0) == [bag("2H 2D 2C 2S 2H 2D 2C 2S")]


def test_filanda_a_wild_column_begun_leaves_wilds_free_for_other_columns() -> None:
    allowed(playing("2S 9S TS", melds=[["2H 2D 2C", "KS KH KD"]]), "0 meld K: 2S")


# Taking the pile.


def test_filanda_two_equal_cards_take_a_pile_that_is_not_frozen() -> None:
    game = filanda(hands=["KS KH 2S 5S"], melds=[OWN], pile="9S KD")
    assert hand(allowed(game, "0 take KS KH"), 0) == bag("2S 5S 9S")
    refused(game, "0 take KS 2S")
    column = filanda(hands=["KS KH 5S 6S"], melds=[["KC KD KS"]], pile="9S KD")
    refused(column, "0 take")
    refused(column, "0 take KS")
    assert meld_bags(allowed(column, "0 take KS KH"), 0) == [bag("KC KD KS KS KH KD")]


def test_filanda_a_discarded_wild_freezes_three_equal_cards() -> None:
    game = filanda(hands=["KS KH KC 5S"], melds=[OWN], pile="9S 2S KD")
    assert allowed(game)["frozen"] is True
    refused(game, "0 take KS KH")
    assert allowed(game, "0 take KS KH KC")["frozen"] is False


def test_filanda_a_black_three_blocks_and_then_freezes() -> None:
    game = filanda(turn=3, phase="play", so_far=["draw"], hands=["KS KH KC 5S TS", "9S TH", "6S 7S", "3S KD QD"],
                   melds=[OWN, OWN], pile="9S")  # fmt: skip
    state = allowed(game, "3 discard 3S")
    assert (state["blocked"], state["frozen"]) == (True, False)
    refused(game, "3 discard 3S", "0 take KS KH")
    later = allowed(game, "3 discard 3S", "0 draw", "0 discard TS")
    assert (later["blocked"], later["frozen"]) == (False, True)


@pytest.mark.parametrize("top", ["2S", "*"])
def test_filanda_a_wild_on_top_is_not_taken(top: str) -> None:
    state = allowed(filanda(hands=["2H 2D 2C * * * KS"], melds=[OWN], pile=f"9S {top}"))
    assert verbs(state) == {"draw"}


def test_filanda_house_rule_lets_wilds_help_to_take() -> None:
    rules = {"pile.wild_helps": True}
    game = filanda(hands=["KS KH 2S 5S"], melds=[OWN], pile="9S KD", rules=rules)
    allowed(game, "0 take KS 2S")
    frozen = filanda(hands=["KS KH 2S 5S 6S"], melds=[OWN], pile="2D 9S KD", rules=rules)
    allowed(frozen, "0 take KS KH 2S")
    refused(frozen, "0 take KS 2S")
    refused(frozen, "0 take KS KH")


def test_filanda_red_threes_in_a_taken_pile_are_laid_and_not_replaced() -> None:
    game = filanda(hands=["KS KH 5S 6S"], melds=[OWN], pile="3H 3D 9S KD")
    state = allowed(game, "0 take KS KH")
    assert state["threes"][0].split() == ["3H", "3D"]
    assert hand(state, 0) == bag("5S 6S 9S")


def test_filanda_an_empty_stock_forces_no_take() -> None:
    game = filanda(hands=["KS KH 5S 6S"], melds=[OWN], pile="9S KD", stock="")
    assert verbs(allowed(game)) == {"draw", "take"}
    assert allowed(game, "0 draw")["phase"] == "over"


def test_filanda_one_card_left_is_drawn_and_played_on() -> None:
    assert allowed(filanda(hands=["KS 5S"], stock="9S"), "0 draw")["phase"] == "play"


# Discards.


def test_filanda_an_unfinished_wild_column_forbids_discarding_wilds() -> None:
    melds = [[*OWN, "2S 2H 2D"]]
    refused(playing("2C 9S TS", melds=melds), "0 discard 2C")
    allowed(playing("2C 9S TS"), "0 discard 2C")
    allowed(playing("3S 9S TS", melds=melds), "0 discard 3S")
    allowed(playing("2C 9S TS", melds=[[*OWN, "2S 2H 2D 2C 2S * *"]]), "0 discard 2C")


def test_filanda_a_hand_of_wilds_goes_to_the_wild_column_and_discards_one_only_if_it_cannot() -> None:
    melds = [[*OWN, "2S 2H 2D"]]
    game = playing("2C 2D *", melds=melds)
    assert verbs(allowed(game)) == {"meld"}
    assert refused(game, "0 discard 2C") == "wild-meld-open"
    assert hand(allowed(game, "0 meld WILD: 2C", "0 discard 2D"), 0) == bag("*")
    allowed(playing("2C *", melds=melds), "0 discard 2C")


# Going out.


READY = [PURE, IMPURE]


def test_filanda_closing_takes_a_pure_and_an_impure_canasta_and_leave() -> None:
    game = playing("9S TS", melds=[[*READY, "9H 9D 9C"]])
    assert refused(game, "0 meld 9: 9S") == "ask-first"
    state = allowed(game, "0 ask")
    assert state["answer"] == "due"
    assert lines(game, "0 ask", "2 answer yes", "0 meld 9: 9S", "0 discard TS")["out"] == 500


@pytest.mark.parametrize("melds", [[PURE], [IMPURE], [PURE, "9S 9H 9D 9C 9S 9H 9D"]])
def test_filanda_other_canastas_do_not_close(melds: list[str]) -> None:
    refused(playing("TS", melds=[melds]), "0 ask")
    refused(playing("TS", melds=[melds]), "0 discard TS")


def test_filanda_asks_before_a_take_that_closes() -> None:
    """Leave is asked at any moment before the move that closes: here that is the take itself."""
    game = filanda(hands=["KS KH 9S"], melds=[READY], pile="KD")
    assert refused(game, "0 take KS KH") == "ask-first"
    due = allowed(game, "0 ask")
    assert (due["phase"], due["answer"]) == ("draw", "due")
    assert verbs(allowed(game, "0 ask", "2 answer yes")) == {"take"}
    assert refused(game, "0 ask", "2 answer yes", "0 draw") == "must-go-out"
    assert lines(game, "0 ask", "2 answer yes", "0 take KS KH", "0 discard 9S")["out"] == 500
    assert refused(game, "0 ask", "2 answer no", "0 take KS KH") == "must-not-go-out"
    assert verbs(allowed(game, "0 ask", "2 answer no", "0 draw")) >= {"discard"}
    position = {
        key: due[key] for key in ("turn", "phase", "hands", "melds", "pile", "stock", "so_far", "asked", "answer")
    }
    assert allowed(filanda(**position), "2 answer yes", "0 take KS KH")["hands"][0] == "9S"


@pytest.mark.parametrize(
    "position",
    [{"hands": ["KS KH 9S TS"], "pile": "KD"}, {"hands": ["KS KH 9S"], "pile": "QD TD KD"},
     {"hands": ["KS QH 9S"], "pile": "KD"}, {"hands": ["KS KH 3S"], "pile": "KD"}],
)  # fmt: skip
def test_filanda_asks_before_the_draw_for_nothing_but_a_take_that_closes(position: dict[str, Any]) -> None:
    assert refused(filanda(melds=[READY], **position), "0 ask") == "draw-first"


def test_filanda_may_ask_at_any_moment_of_the_turn() -> None:
    game = playing("9S 9H TS QS", melds=[[*READY, "9H 9D 9C", "TH TD TC"]])
    assert allowed(game, "0 meld 9: 9S 9H", "0 ask")["answer"] == "due"


def test_filanda_a_no_keeps_a_card_in_the_hand() -> None:
    game = playing("9S TS", melds=[[*READY, "9H 9D 9C"]])
    refused(game, "0 ask", "2 answer no", "0 meld 9: 9S")
    assert allowed(game, "0 ask", "2 answer no", "0 discard TS")["turn"] == 1


def test_filanda_a_yes_binds() -> None:
    refused(playing("9S TS", melds=[[*READY, "9H 9D 9C"]]), "0 ask", "2 answer yes", "0 discard TS")


def test_filanda_may_close_by_laying_everything() -> None:
    game = playing("9S 9C", melds=[[*READY, "9H 9D 9C"]])
    assert lines(game, "0 ask", "2 answer yes", "0 meld 9: 9S 9C")["out"] == 500


@pytest.mark.parametrize("card", ["2S", "*", "3S"])
def test_filanda_the_last_discard_is_no_wild_and_no_black_three(card: str) -> None:
    refused(playing(card, melds=[READY], answer="yes"), f"0 discard {card}")


def test_filanda_no_meld_leaves_a_black_three_as_the_last_card_to_close_with() -> None:
    refused(playing("9S 3S", melds=[[*READY, "9H 9D 9C"]], answer="yes"), "0 meld 9: 9S")
    refused(playing("9S 3S", melds=[[*READY, "9H 9D 9C"]]), "0 ask")


def test_filanda_black_threes_are_melded_in_closing() -> None:
    game = playing("3S 3C 3S TS", melds=[READY])
    assert lines(game, "0 ask", "2 answer yes", "0 meld 3S 3C 3S", "0 discard TS")["out"] == 500
    refused(playing("3S 3C 3S TS QS", melds=[READY]), "0 meld 3S 3C 3S")


def test_filanda_an_unfinished_wild_column_forbids_closing() -> None:
    refused(playing("TS", melds=[[*READY, "2S 2H 2D"]]), "0 ask")
    done = playing("TS", melds=[[*READY, "2S 2H 2D 2C 2S * *"]])
    assert lines(done, "0 ask", "2 answer yes", "0 discard TS")["out"] == 500


@pytest.mark.parametrize(
    ("melds", "closes"),
    [([IMPURE, "2S 2H 2D 2C 2S 2H 2D"], True), ([PURE, "2S 2H 2D 2C 2S 2H *"], True),
     ([PURE, "2S 2H 2D 2C 2S 2H 2D"], False), ([IMPURE, f"{SIX_JOKERS} 2H"], False)],
)  # fmt: skip
def test_filanda_seven_twos_are_pure_and_other_wild_canastas_impure(melds: list[str], closes: bool) -> None:
    if melds[0] == IMPURE:
        melds = ["JS JH JD JC JS 2C 2C", *melds[1:]]
    game = playing("TS", melds=[melds])
    allowed(game, "0 ask") if closes else refused(game, "0 ask")


SIX_TWOS = "2S 2H 2D 2C 2S 2H"


def test_filanda_a_wild_column_completed_in_closing_is_pure_with_twos_alone() -> None:
    game = playing("2D TS", melds=[[IMPURE.replace("2S", "2C"), SIX_TWOS]])
    assert lines(game, "0 ask", "2 answer yes", "0 meld WILD: 2D", "0 discard TS")["wild"] == 3000
    refused(playing("* TS", melds=[[IMPURE.replace("2S", "2C"), SIX_TWOS]]), "0 ask")


def test_filanda_a_wild_column_completed_in_closing_is_impure_with_a_joker() -> None:
    game = playing("* TS", melds=[[PURE, SIX_TWOS]])
    assert lines(game, "0 ask", "2 answer yes", "0 meld WILD: *", "0 discard TS")["wild"] == 2000
    assert refused(playing("2D TS", melds=[[PURE, SIX_TWOS]]), "0 ask") == "cannot-go-out"


def test_filanda_a_player_who_has_leave_keeps_the_wild_card_that_their_wild_column_needs() -> None:
    """The joker makes that column the impure canasta, so the two goes to the kings, or to that column too."""
    game = playing("2D * TS", melds=[[PURE, "KS KH KD", SIX_TWOS]])
    assert refused(game, "0 ask", "2 answer yes", "0 meld K: *") == "must-go-out"
    allowed(game, "0 ask", "2 answer yes", "0 meld K: 2D", "0 meld WILD: *", "0 discard TS")


def test_filanda_two_players_need_no_leave() -> None:
    game = filanda("2", phase="play", so_far=["draw"], hands=["TS"], melds=[READY])
    assert lines(game, "0 discard TS")["out"] == 500
    refused(game, "0 ask")


# Scoring.


round_end = partial(at_end, filanda, pile="9H", hands=["4S", "4H", "5S", "5H"])


@pytest.mark.parametrize(
    ("meld", "line", "points"),
    [(PURE, "natural", 500), (IMPURE, "mixed", 300), ("AS AH AD AC AS AH AD", "aces", 1000),
     ("AS AH AD AC AS * 2S", "mixed", 300), ("2S 2H 2D 2C 2S 2H 2D", "wild", 3000),
     ("2S 2H 2D 2C 2S 2H *", "wild", 2000), ("2S 2H * * * * *", "wild", 2000), (f"{SIX_JOKERS} 2S", "wild", 5000),
     (f"{SIX_JOKERS} 2S 2H", "wild", 5000)],
)  # fmt: skip
def test_filanda_canasta_bonuses(meld: str, line: str, points: int) -> None:
    sheet = round_end(melds=[[meld]])
    assert sheet[line] == points
    assert set(sheet) == {line, "cards", "hand"}


@pytest.mark.parametrize(
    ("melds", "factor"), [([PURE, IMPURE], 1), ([PURE], 0), ([IMPURE], -1), ([], -2), (["KS KH KD"], -2)]
)
@pytest.mark.parametrize(("count", "points"), list(enumerate([100, 200, 300, 800, 1000, 1200], 1)))
def test_filanda_red_threes_by_pure_and_impure(melds: list[str], factor: int, count: int, points: int) -> None:
    """Four: 800, nothing, −800, −1,600; five −2,000 and six −2,400 with no canasta."""
    threes = " ".join(["3H", "3D", "3H", "3D", "3H", "3D"][:count])
    assert round_end(melds=[melds], threes=[threes]).get("threes", 0) == factor * points


def test_filanda_the_closing_side_and_the_other() -> None:
    game = playing("TS", melds=[READY, [PURE]], threes=["3H 3D", "3H"])
    game["position"]["hands"] = ["TS", "KS", "QS 2S", "AS"]
    answer = played(game, "0 ask", "2 answer yes", "0 discard TS")
    first, second = answer["rounds"][0]["sides"]
    assert first == {"natural": 500, "mixed": 300, "threes": 200, "out": 500, "cards": 190, "hand": -30, "total": 1660}
    assert second == {"natural": 500, "cards": 70, "hand": -30, "total": 540}


def test_filanda_no_bonus_for_a_concealed_exit() -> None:
    game = filanda(phase="play", so_far=["draw"], hands=[f"{PURE} {IMPURE} TS"], melds=[OWN], melded_by=[2])
    sheet = lines(game, "0 ask", "2 answer yes", f"0 meld {PURE} / {IMPURE}", "0 discard TS")
    assert "concealed" not in sheet


def test_filanda_the_game_goes_to_fifteen_thousand() -> None:
    game = filanda(stock="", pile="9H", hands=["4S", "4H", "5S", "5H"], melds=[[PURE]], scores=[14440, 0])
    game["moves"] = ["0 draw"]
    assert replay(game)["result"] == {"winner": 0, "scores": [15000, -10]}
    game["scores"] = [14435, 0]
    assert replay(game)["result"] is None
    game["rules"] = {"target": 10000}
    game["scores"] = [9440, 0]
    assert replay(game)["result"]["winner"] == 0


# House rule: playing on without cards (docs/rules.md, Playing on without cards).

PLAY_ON = {"out.play_on": True}


def test_filanda_nobody_uses_up_their_cards_before_their_side_may_close() -> None:
    assert refused(playing("AC TS"), "0 meld AC") == "keep-a-card"
    assert refused(playing("AC TS", rules={"out.ask": "may"}), "0 meld AC") == "keep-a-card"


def test_filanda_a_player_who_used_up_their_cards_may_play_on_and_draw_again() -> None:
    game = playing("AC TS", rules=PLAY_ON, stock="4C 8D 4D 7D 6D 5D 4S 5S 6S 7S")
    state = allowed(game, "0 meld AC", "0 discard TS")
    assert (state["turn"], state["phase"], state["hands"][0]) == (1, "draw", "")
    around = [
        f"{seat} {act}" for seat, card in ((1, "4C"), (2, "4D"), (3, "6D")) for act in ("draw", f"discard {card}")
    ]
    state = allowed(game, "0 meld AC", "0 discard TS", *around, "0 draw")
    assert state["hands"][0] == "4S 5S"


def test_filanda_a_player_who_lays_their_last_cards_plays_on_without_a_discard() -> None:
    game = playing("AC AS", rules=PLAY_ON)
    state = allowed(game, "0 meld AC AS")
    assert (state["turn"], state["phase"], state["hands"][0]) == (1, "draw", "")
    assert (
        refused(playing("AC AS", rules=PLAY_ON | {"out.discard": "required", "out.ask": "may"}), "0 meld AC AS")
        == "keep-the-discard"
    )


def test_filanda_a_player_who_may_close_needs_leave_as_ever_where_others_play_on() -> None:
    game = playing("AC TS", melds=[[*OWN, PURE, IMPURE]], rules=PLAY_ON)
    assert refused(game, "0 meld AC") == "ask-first"
    assert lines(game, "0 ask", "2 answer yes", "0 meld AC", "0 discard TS")["out"] == 500
    assert refused(game, "0 ask", "2 answer no", "0 meld AC") == "must-not-go-out"


def test_filanda_with_no_cards_and_no_stock_the_round_ends_at_the_draw() -> None:
    game = filanda(hands=[""], melds=[OWN], stock="", rules=PLAY_ON)
    assert played(game, "0 draw")["rounds"][0]["out"] is None
