"""The sensible player in positions where a sensible person would not think long."""

from __future__ import annotations

import random

import pytest

from bot.canasta.cards import cards_text
from bot.canasta.game import Game
from bot.canasta.moves import Move
from bot.canasta.rules import load_rules
from bot.canasta.views import SeatView, seat_view
from bot.computer import choose
from tests.computer.positions import view_of

FULL = "4D 5C 6S 7H 8C 9D TS JH QC KD AS"


def played(view: SeatView) -> Move:
    """Return the one move that this player makes here, whatever chance says."""
    moves = {choose(view, "normal", random.Random(seed)) for seed in range(5)}
    assert len(moves) == 1, moves
    return moves.pop()


def discarded(view: SeatView) -> set[str]:
    """Return the cards that this player may discard here, as chance decides."""
    moves = [choose(view, "normal", random.Random(seed)) for seed in range(5)]
    return {cards_text([move.card]) if move.card is not None else str(move) for move in moves}


def test_opens_when_naturals_suffice() -> None:
    view = view_of(["KS KH KD QS QH QD 4S 5H 6D 9C 7C 8D", FULL, FULL, FULL])
    assert str(played(view)) in ("0 meld QS QH QD / KS KH KD", "0 meld KS KH KD / QS QH QD")


def test_opens_without_spending_wild_cards_that_it_can_keep() -> None:
    view = view_of(["KS KH KD QS QH QD 2S * 4S 6H 9D JC", FULL, FULL, FULL])
    move = played(view)
    assert move.verb == "meld"
    assert all(card >> 2 in (8, 9) for group in move.groups for card in group.cards)


def test_completes_a_canasta() -> None:
    melds = [["KS KH KD KC KS 2H"], ["QS QH QD"]]
    view = view_of(["KH 4S 4H 6D 9C 9D 5H", FULL, FULL, FULL], melds=melds, pile="4S 8D")
    assert str(played(view)) == "0 meld KH"


def test_does_not_spoil_a_natural_canasta_with_a_wild_card() -> None:
    melds = [["KS KH KD KC KS KH KD"], ["QS QH QD"]]
    view = view_of(["2S 4S 7H 6D 9C TD 5H JS", FULL, FULL, FULL], melds=melds)
    assert not any("2S" in str(group) for group in played(view).groups)


def test_takes_a_fat_pile() -> None:
    melds = [["QS QH QD"], []]
    pile = "6S 9H 9D KS KH AC AD 8S QC"
    view = view_of(["4S 6H 8D 9C TC JD JS AS 5C", FULL, FULL, FULL], melds=melds, pile=pile, phase="draw")
    assert played(view).verb == "take"


def test_takes_a_frozen_pile_with_a_pair_kept_for_it() -> None:
    melds = [["QS QH QD"], ["TS TH TD"]]
    pile = "6S 2H 9D KS KH AC AD 8S KC"
    view = view_of(["4S 6H 8D 9C KD KS JS AS 5C", FULL, FULL, FULL], melds=melds, pile=pile, phase="draw")
    assert str(played(view)) == "0 take KS KD"


def test_does_not_feed_the_next_players_melds() -> None:
    melds = [["AS AH AD"], ["KS KH KD", "QS QH QD", "9S 9H 9D"]]
    hands = ["KC QC 9C 5D 5H", FULL, FULL, FULL]
    assert discarded(view_of(hands, melds=melds, pile="6S 6H 8D TD JD JS 7H")) <= {"5D", "5H"}


def test_a_black_three_guards_a_fat_pile() -> None:
    melds = [["AS AH AD"], ["KS KH KD", "QS QH QD", "9S 9H 9D", "JS JH JC", "8S 8H 8C"]]
    hands = ["KC QC 9C JD 8D 3S", FULL, FULL, FULL]
    assert discarded(view_of(hands, melds=melds, pile="6S 6H TD 4D TS 7H 5S 5C")) == {"3S"}


def test_keeps_a_black_three_while_the_pile_is_worth_nothing() -> None:
    hands = ["3S 4D 6C 9H JD KS AC AS TD 7H 5H 8C", FULL, FULL, FULL]
    assert discarded(view_of(hands, pile="")).isdisjoint({"3S"})


def test_freezes_a_fat_pile_that_it_would_have_to_hand_over() -> None:
    melds = [["AS AH AD"], ["KS KH KD", "QS QH QD", "9S 9H 9D", "JS JH JC", "8S 8H 8C"]]
    hands = ["KC QC 9C JD 8D 2S", FULL, FULL, FULL]
    pile = "6S 6H TD 4D TS 7H 5S 5C 4H 4S 6D TC 7S 5D AC 6C"
    assert discarded(view_of(hands, melds=melds, pile=pile)) == {"2S"}


def test_does_not_throw_a_wild_card_away_on_a_thin_pile() -> None:
    hands = ["4D 6C 9H JD KS AC TD 7H 5H 8C 2S", FULL, FULL, FULL]
    assert discarded(view_of(hands, pile="4S")).isdisjoint({"2S"})


def test_never_lays_its_last_cards_without_a_canasta() -> None:
    """With three cards and a meld for two of them it may not be left with none after the discard."""
    view = view_of(["KC KD 4S", FULL, FULL, FULL], melds=[["KS KH KD"], ["QS QH QD"]])
    for _ in range(5):
        assert len(played(view).groups) == 0 or len(played(view).groups[0].cards) < 2


def test_goes_out_when_the_opponents_are_about_to() -> None:
    melds = [["KS KH KD KC KS KH KD", "7S 7H 7D"], ["QS QH QD QC QS 2S 2H", "8S 8H 8C"]]
    view = view_of(["7C 4S", "5S", "9H TD", "6S"], melds=melds)
    assert str(played(view)) in ("0 meld 7C", "0 ask")


def test_asks_a_partner_who_holds_many_cards() -> None:
    melds = [["KS KH KD KC KS KH KD", "7S 7H 7D"], ["QS QH QD QC QS 2S 2H", "8S 8H 8C"]]
    view = view_of(["7C 4S", "5S", FULL, "6S"], melds=melds)
    assert str(played(view)) == "0 ask"


KINGS, ACES, QUEENS = (" ".join(f"{rank}{suit}" for suit in "SHDCSHD") for rank in "KAQ")


@pytest.mark.parametrize(
    ("mine", "theirs", "hand", "stock", "ends"),
    [
        # In 40 deals of the other cards: closing -412 ± 8, playing on -750 ± 41.
        ((KINGS, "9S 9H 9C"), (ACES, QUEENS), "9D 5C", 40, True),
        # -412 ± 8 and -700 ± 29: the end of the stock is near.
        ((KINGS, "9S 9H 9C"), (ACES, QUEENS), "9D 5C", 8, True),
        # -367 ± 9 and 12 ± 57: two melds may become canastas.
        ((KINGS, "9S 9H 9C 9D 9S 9H", "JS JH JC JD JS"), (ACES, QUEENS), "JD 5C", 40, False),
        # 868 ± 8 and 765 ± 24: ahead.
        ((KINGS, ACES, "9S 9H 9C"), (QUEENS,), "9D 5C", 40, True),
    ],
)
def test_goes_out_with_few_cards_where_playing_on_is_worse(
    mine: tuple[str, ...], theirs: tuple[str, ...], hand: str, stock: int, *, ends: bool
) -> None:
    hands = [hand, "4D 6S 7H 8C TS TH TC 6D", "4S 6C 7D 8H TD 5S 6H 7C", "4C 5H 7S 8D TH TC 5D 6H"]
    view = view_of(hands, melds=[mine, theirs], stock="4H 5D 6C 7D 8S TD 4C 7S " * (stock // 8))
    assert (str(played(view)) in ("0 meld 9D", "0 meld JD", "0 ask")) is ends


@pytest.mark.parametrize(("hand", "word"), [("5S 6D", "yes"), ("* * 2S AS AH AD KD KC QS QH JD JC TS TD", "no")])
def test_answers_by_what_the_end_would_cost(hand: str, word: str) -> None:
    melds = [["KS KH KD KC KS KH KD", "7S 7H 7D"], ["QS QH QD"]]
    view = view_of(
        ["7C 4S", "5S 6S 8S 9C TD", hand, "6S 6C 8H 9D"],
        melds=melds,
        so_far=["draw", "ask"],
        asked=[0],
        answer="due",
    )
    assert view.seat == 2
    assert str(played(view)) == f"2 answer {word}"


def test_wins_the_game_when_going_out_wins_it() -> None:
    """Going out now ends the game above the target, so there is nothing to wait for."""
    melds = [["KS KH KD KC KS KH KD", "AS AH AC AD AS AH"], []]
    view = view_of(["AC 4S", FULL, "5S 6D", FULL], melds=melds, scores=(4800, 1000))
    assert str(played(view)) in ("0 meld AC", "0 ask")


def test_uses_up_its_hand_to_reach_its_foot() -> None:
    """With a foot waiting, no card is too many to lay."""
    melds = [["8S 8H 8C 8D"], ["QS QH QD"]]
    hands = ["KS KH KD 4S", FULL, FULL, FULL]
    assert str(played(view_of(hands, melds=melds, variant="hand-and-foot", feet=[FULL] * 4))) == "0 meld KS KH KD"
    hands[0] = "8D 4S"
    assert str(played(view_of(hands, melds=melds, variant="hand-and-foot", feet=[FULL] * 4))) == "0 meld 8D"


def test_gets_rid_of_a_three_that_costs_dearly() -> None:
    hands = ["3H 4D 6C 9H JD KS AC TD 7H 5H 8C", FULL, FULL, FULL]
    view = view_of(hands, melds=[["QS QH QD"], []], variant="hand-and-foot", feet=[FULL] * 4)
    assert discarded(view) == {"3H"}


def test_completes_the_wild_canasta_that_going_out_takes() -> None:
    """Two natural canastas lie there, so a wild one is lacking, and the mixed meld has to wait."""
    melds = [["KS KH KD KC KS KH KD", "QS QH QD QC QS QH QD", "2S 2H 2D 2C * *", "9S 9H 9D 9C 9S"], ["8S 8H 8D"]]
    view = view_of(["* 2S 4S 4H 6D JC", FULL, FULL, FULL], melds=melds, variant="canadian")
    assert {str(group.name) for group in played(view).groups} == {"WILD"}


def test_does_not_spoil_the_only_natural_canasta_that_going_out_takes() -> None:
    melds = [["KS KH KD KC KS KH KD", "QS QH QD QC 2S 2H 2D", "9S 9H 9D 9C 9S"], ["8S 8H 8D"]]
    view = view_of(
        ["* 2S 4S 4H 6D JC", FULL, FULL, FULL],
        melds=melds,
        variant="hand-and-foot",
        feet=["4S 5H", "", "4S 5H", ""],
        in_foot=[1, 3],
    )
    assert all(str(group.name) != "K" for group in played(view).groups)


def test_does_not_go_out_by_beginning_sevens_that_cost_more() -> None:
    melds = [["KS KH KD KC KS KH 2S", "QS QH QD QC QS QH 2H"], ["8S 8H 8D"]]
    view = view_of(["7S 7H 7D 4S", FULL, FULL, FULL], melds=melds, variant="american")
    assert discarded(view) <= {"7S", "7H", "7D", "4S"}


@pytest.mark.parametrize("hand", ["7S 7H 7D JC KD TC 5C 6S", "7S 7H 7D 7C JC KD 6S"])
def test_collects_sevens_in_its_hand_where_a_meld_of_them_costs_until_it_is_a_canasta(hand: str) -> None:
    stock = "4S 4H 4D 4C 5S 5H 5D 5C 6S 6H 6D 6C 9S 9H 9D 9C TS TH TD TC JS JH JD JC QS QH QD QC 8S 8H 8D 8C"
    view = view_of(
        [hand, FULL, FULL, FULL],
        melds=[["QS QH QD"], ["9S 9H 9D"]],
        stock=f"{stock} KS KH KD KC AS AH AD AC 6S 6H 6D 8S 8H 8D",
        variant="sevens",
        rules={"out.canastas": 2},
    )
    assert not {card for card in discarded(view) if card.startswith("7")}


@pytest.mark.parametrize(("layout", "variant", "verb"), [("3-lone", "classic", "draw"), ("3-solo", "regency", "take")])
def test_leaves_the_first_pile_where_whoever_takes_it_plays_alone(layout: str, variant: str, verb: str) -> None:
    view = view_of(
        ["KS KH 4D 5C 6S 7H 8C 9D TS JH QC AS 4H", FULL, FULL],
        melds=[["QS QH QD"], ["9S 9H 9D"], []],
        scores=(0, 0, 0),
        pile="4S 5D 6H KD",
        phase="draw",
        variant=variant,
        layout=layout,
    )
    assert played(view).verb == verb


def test_asks_where_nobody_may_go_out_without_leave() -> None:
    melds = [["KS KH KD KC KS KH KD", "9S 9H 9D 9C 9S 2S 2H", "7S 7H 7D"], ["QS QH QD QC QS QH 2H", "8S 8H 8C"]]
    view = view_of(["7C 4S", "5S", "9H TD", "6S"], melds=melds, variant="filanda")
    assert str(played(view)) == "0 ask"


def test_keeps_a_card_of_its_run() -> None:
    melds = [["5H 6H 7H 8H 9H", "KS KH KD"], []]
    hands = ["TH 4C 6D QC JS 4S", FULL, FULL, FULL]
    view = view_of(hands, melds=melds, variant="samba", pile="4S 5D", closed_by=None)
    assert "TH" in str(played(view))


def test_equal_views_and_chances_give_equal_moves() -> None:
    view = view_of([FULL + " 4H", FULL, FULL, FULL])
    assert choose(view, "normal", random.Random(3)) == choose(view, "normal", random.Random(3))
    assert choose(view, "random", random.Random(3)) == choose(view, "random", random.Random(3))


def test_random_draws_evenly_among_the_legal_moves() -> None:
    view = view_of(["4S 5H 6D 9C", FULL, FULL, FULL])
    chance = random.Random(1)
    counts = dict.fromkeys(view.legal, 0)
    for _ in range(4000):
        counts[choose(view, "random", chance)] += 1
    assert len(counts) == 4
    assert all(900 < count < 1100 for count in counts.values())


PLAY_ON = {"out.play_on": True}


def test_uses_up_its_cards_at_the_end_where_it_may_play_on() -> None:
    """Cards that fit would count against their holder, and nobody draws again."""
    melds = [["KS KH KD", "QS QH QD"], ["JS JH JD"]]
    view = view_of(["KC KS QC", FULL, FULL, FULL], melds=melds, stock="", pile="4S", rules=PLAY_ON)
    cards = [card for group in played(view).groups for card in group.cards]
    assert len(cards) >= 2
    usual = view_of(["KC KS QC", FULL, FULL, FULL], melds=melds, stock="", pile="4S")
    assert played(usual).verb == "discard" or len(played(usual).groups[0].cards) == 1


def test_keeps_its_cards_while_there_is_time_though_it_may_play_on() -> None:
    melds = [["KS KH KD", "QS QH QD"], []]
    view = view_of(["KC KS QC", FULL, FULL, FULL], melds=melds, rules=PLAY_ON)
    assert sum(len(group.cards) for group in played(view).groups) <= 1


@pytest.mark.parametrize("hand", ["", "9C"])
def test_goes_on_with_no_card_or_one(hand: str) -> None:
    view = view_of([hand, FULL, FULL, FULL], melds=[["KS KH KD"], []], phase="draw", rules=PLAY_ON)
    assert str(played(view)) == "0 draw"


FIRST_CANASTA: dict[str, object] = {
    "pack.decks": 4,
    "threes.totals": [100] * 8,
    "deal.foot": 11,
    "deal.foot_with": "first-canasta",
}


def test_lays_its_last_card_but_one_where_that_makes_the_canasta_that_brings_its_foot() -> None:
    melds = [["KS KH KD KC KS KH"], ["QS QH QD"]]
    view = view_of(["KD 4S", FULL, FULL, FULL], melds=melds, feet=[FULL], rules=FIRST_CANASTA)
    assert str(played(view)) == "0 meld KD"


def test_goes_out_though_its_foot_still_waits_for_a_canasta() -> None:
    melds = [["KS KH KD KC KS KH KD", "AS AH AC AD"], []]
    view = view_of(["AC 4S", FULL, FULL, FULL], melds=melds, scores=(4900, 1000), feet=["4S 5S"], rules=FIRST_CANASTA)
    assert str(played(view)) == "0 ask"


@pytest.mark.parametrize(("taken", "verb"), [("all", "take"), ("top", "draw")])
def test_counts_only_the_part_of_a_pile_that_a_take_brings(taken: str, verb: str) -> None:
    melds = [["QS QH QD"], []]
    pile = "6S 9H 9D KS KH AC AD 8S 5D"
    rules: dict[str, object] = {"pile.taken": taken, "turn.draw": 4}
    view = view_of(["5S 5H 8D 9C TC JD JS AS 4C"] + [FULL] * 3, melds=melds, pile=pile, phase="draw", rules=rules)
    assert played(view).verb == verb


def test_does_not_take_single_discards_in_turn_with_another_for_ever() -> None:
    """Dealt like this, both once exchanged twos until somebody stopped them."""
    game, chance = Game(load_rules("biriba", "2"), ["Anna", "Bruno"]), random.Random("93")
    pack = game.fresh_pack()
    chance.shuffle(pack)
    game.start_round(pack, 0)
    moves = 0
    while not game.rounds:
        assert game.turn is not None
        game.apply(choose(seat_view(game, game.turn), "normal", chance))
        moves += 1
        assert moves < 1000


def test_takes_a_pile_though_its_foot_waits_for_the_hand() -> None:
    """Most of what comes is laid at once: the foot comes no later for it."""
    view = view_of(
        ["5H 7C 9H KD 2C", FULL, "4C 4D", FULL],
        melds=[["3D 4D 5D 6D 7D *", "QC KC AC", "JH 2S KH AH"], ["6C 7C 8C"]],
        pile="5H TC 3C 3S 3S TS 3C JH JS 6H",
        variant="buraco-stbl",
        phase="draw",
        feet=["4S 4H 5S 8S 8D 9S TD TH QS AS AD", "5C 5D"],
    )
    assert {choose(view, "normal", random.Random(seed)).verb for seed in range(5)} == {"take"}


def test_takes_a_pile_for_the_cards_of_its_runs() -> None:
    view = view_of(
        ["QC KH KD", FULL, FULL, "4C 5C"],
        melds=[["7D 8D 9D TD JD QD KD 2H", "8H 9H TH"], ["6C 7C 8C"]],
        pile="JH 6D",
        variant="buraco-fechado",
        phase="draw",
    )
    assert played(view).verb == "take"


def test_saves_wild_cards_for_the_wild_canasta_that_going_out_takes() -> None:
    """Another mixed canasta earns 200; a wild one is all that is lacking."""
    melds = [["KS KH KD KC KS KH KD", "QS QH QD QC QS QH QD", "9S 9H 9D 9C 9S 9H"], ["8S 8H 8D"]]
    for wilds in ("* 2D", "*"):
        view = view_of([f"{wilds} 4S 5H 6D JC TC", FULL, FULL, FULL], melds=melds, variant="canadian")
        assert discarded(view) <= {"4S", "5H", "6D", "JC", "TC"}


def test_lays_no_black_threes_where_going_out_costs_more_than_playing_on() -> None:
    """Black threes are laid by a player who goes out, and the five sevens would cost 1,500 points then."""
    melds = [["4S 4D 4C 4C * * 2D", "7S 7H 7D 7D 7C", "QS QH QD"], ["JS JH JD"]]
    hands = ["KS KH KD KC 3S 3C 3C AS", "9S 9D 5H 6C TH", FULL, FULL]
    assert str(played(view_of(hands, melds=melds, variant="sevens", pile=""))) == "0 meld KS KH KD KC"


def test_keeps_cards_that_make_the_opponents_a_dear_canasta() -> None:
    """A seven would bring the opponents nearer to 2,000 points; the pile alone is worth less than a pair of nines."""
    melds = [["4S 4D 4C 4C * * 2D", "JS JH JC"], ["7S 7H 7D 2S", "KS KH KD"]]
    hands = ["7C KS 9D 9C", FULL, FULL, FULL]
    assert discarded(view_of(hands, melds=melds, variant="sevens", pile="5S 6H TC")).isdisjoint({"7C"})


def test_lays_its_last_wild_card_where_that_brings_its_foot() -> None:
    view = view_of(
        ["AD *", FULL],
        melds=[["8D 8C 8H 8S", "9H TH JH QH KH AH 2S"], ["KS KH KD"]],
        variant="biriba",
        layout="2",
        pile="6H",
        feet=[FULL, FULL],
    )
    assert "*" in str(played(view))


def test_goes_out_though_a_meld_costs_that_lies_on_the_table_already() -> None:
    """The three sevens cost as much if the round goes on, and the stock ends before they are a canasta."""
    melds = [["KS KH KD KC KS KH 2S", "7S 7H 7D", "9S 9H 9C"], ["QS QH QD QC QS QH 2H", "8S 8H 8C"]]
    view = view_of(
        ["9D 4S", "5S 6D TD JC", "9H TD", FULL], melds=melds, variant="sevens", stock="4C 4D 5C", scores=(0, 0)
    )
    assert str(played(view)) in ("0 meld 9D", "0 ask")


def test_comes_nearer_to_going_out_where_that_is_worth_more_than_playing_on() -> None:
    """The opponents hold two full hands; kept back, the king would only be one card more to get rid of."""
    melds = [["KS KH KD KC KS KH KD", "7S 7H 7D"], ["QS QH QD"]]
    view = view_of(["KC 9S 5D", FULL, "9H TD", FULL], melds=melds)
    assert str(played(view)) == "0 meld KC"


def test_takes_a_pile_for_the_card_whose_place_a_wild_card_has_in_its_run() -> None:
    view = view_of(
        ["4D 5D AH 7C", FULL, FULL, FULL],
        melds=[["9S TS JS QS 2H AS"], ["3D 4D 5D"]],
        pile="JC KS",
        variant="buraco",
        phase="draw",
        feet=[FULL, "", FULL, ""],
    )
    assert played(view).verb == "take"


def test_lays_its_triples_where_no_pile_can_be_taken() -> None:
    """It kept seven cards, and broke one of its melds for the discard."""
    view = view_of(
        ["7S 7D 7D KS KH KD KC", FULL, FULL, FULL],
        melds=[["6S 6H 6D 6C", "TH TD TC", "9S 9H 9D"], ["8S 8C 2H"]],
        variant="hand-and-foot",
        feet=["", FULL, FULL, FULL],
        in_foot=[0],
    )
    assert played(view).verb == "meld"


def test_opens_with_one_joker_where_one_is_enough() -> None:
    view = view_of(["4H 4C 5H 5D 6S 6D 9D JC QD 2S * *", FULL, FULL, FULL], pile="8H 8S")
    moves = [str(choose(view, "normal", random.Random(seed))) for seed in range(5)]
    assert all(move.startswith("0 meld") and move.count("*") == 1 for move in moves), moves
