"""Positions of habits that lose points: what a player of some strength doesn't throw, leaves or takes, and opens with."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from bot.canasta.cards import cards_text, read_cards
from bot.canasta.views import SeatView
from bot.computer import choose
from tests.computer.positions import view_of

FULL = "4S 5D 6H 7C 8D 9S TC JD QH KC AS"
OTHERS = [FULL, FULL, FULL]
LEVELS = pytest.mark.parametrize("level", ["normal", "hard"])


def done(view: SeatView, level: str) -> set[str]:
    """Return what a level does in a position, as chance decides, without the seat."""
    return {str(choose(view, level, random.Random(seed))).split(" ", 1)[1] for seed in range(3)}


def seen_of(view: SeatView, seat: int, *, picked: str = "", discards: str = "", passed: str = "") -> SeatView:
    """Return the position after so much was seen of a seat."""
    memory = list(view.public.memory)
    memory[seat] = memory[seat]._replace(
        picked=tuple(sorted(read_cards(picked))),
        discards=tuple(read_cards(discards)),
        passed=tuple(read_cards(passed)),
    )
    public = view.public._replace(memory=tuple(memory))
    return SeatView(public, view.seat, view.hand, view.fresh, view.verbs, view.legal)


def thrown(view: SeatView, level: str) -> set[str]:
    """Return the cards that a level discards in a position, as chance decides."""
    moves = [choose(view, level, random.Random(seed)) for seed in range(3)]
    assert all(move.verb == "discard" for move in moves)
    return {cards_text([move.card]) for move in moves if move.card is not None}


@LEVELS
@pytest.mark.parametrize("nines", ["9S 9H 9D 9S 9H 9D", "9S 9H 9D 9S 9H", "9S 9H 9D 9S 9H 2D"])
def test_no_card_is_thrown_that_completes_what_the_opponents_collect(nines: str, level: str) -> None:
    hand, hidden = "TD 9C KS AH 4S 6C", ["4C 4D 5C 6H 7S"] * 3
    pile = "4S 5D QH QD JC JD TH TS 4H"
    assert "9C" not in thrown(view_of([hand, *hidden], melds=[["KS KH KD"], [nines]], pile=pile), level)


@LEVELS
def test_no_card_is_thrown_to_a_pair_that_was_picked_up_with_a_pile(level: str) -> None:
    """The next player took a pile with queens in it: a queen would bring them this one too."""
    melds = [["KS KH KD"], ["7S 7H 7D"]]
    view = view_of(["TD QC 8S AH 4S 6C 2D", *OTHERS], melds=melds, pile="4S 5D JC JD TH TS 4H 9D")
    assert "QC" not in thrown(seen_of(view, 1, picked="QS QH"), level)


@LEVELS
@pytest.mark.parametrize("safe", ["3S", "3C"])
def test_a_safe_card_is_thrown_on_a_pile_that_the_opponents_would_take(safe: str, level: str) -> None:
    melds = [["AS AH AD"], ["KS KH KD", "QS QH QD", "JS JH JC", "8S 8H 8C"]]
    view = view_of([f"KC QC JD 8D {safe}", *OTHERS], melds=melds, pile="6S 6H TD 4D TS 7H 5S 5C")
    assert thrown(view, level) == {safe}


@LEVELS
@pytest.mark.parametrize(
    ("hand", "pile"),
    [
        ("4S 6H 8D QC QD JD JS AS 5C", "6S 9H 9D KS KH AC AD 8S QS"),
        ("4S 6H 8D QC QD JD JS AS 5C", "6S 9H 9D KH AC QS"),
        ("4S 6H 8D QC TD JD JS AS 5C", "6S 9H 9D AC AD 8S 8C KS"),
    ],
)
def test_a_pile_of_five_cards_and_more_is_taken(hand: str, pile: str, level: str) -> None:
    view = view_of([hand, *OTHERS], melds=[["KS KH KD"], ["7S 7H 7D"]], pile=pile, phase="draw")
    assert {one.split()[0] for one in done(view, level)} == {"take"}


@LEVELS
@pytest.mark.parametrize("hand", ["4S * 8D QC 2D JD JS AS 5C", "4S 2S 8D QC 2D JD JS AS 5C"])
def test_a_single_card_is_left_that_would_take_a_wild_card(hand: str, level: str) -> None:
    view = view_of([hand, *OTHERS], melds=[["KS KH KD"], ["7S 7H 7D"]], pile="4H", phase="draw")
    assert done(view, level) == {"draw"}


@LEVELS
@pytest.mark.parametrize("scores", [(0, 0), (1500, 0)])
def test_nobody_opens_with_wild_cards_where_naturals_suffice(scores: Sequence[int], level: str) -> None:
    hand = "AS AH AD QS QH QD KS KH KD * 2S 4S"
    view = view_of([hand, *OTHERS], pile="4S 9D", scores=scores)
    for opened in done(view, level):
        assert opened.startswith("meld "), opened
        assert "*" not in opened
        assert "2S" not in opened


@LEVELS
def test_a_hand_is_not_stripped_beside_a_pile_that_a_pair_could_take(level: str) -> None:
    """Three kings laid now leave a hand that takes nothing; the opponents would have the pile to themselves."""
    melds = [["AS AH AD"], ["7S 7H 7D", "TS TH TD"]]
    view = view_of(["KS KH QS QH 4S", *OTHERS], melds=melds, pile="6S 9H 9D 8S AC 6D 8S JH 5C")
    assert len(thrown(view, level)) >= 1
    assert not {"KS", "KH"} & thrown(view, level)


@LEVELS
def test_nobody_goes_out_unasked_on_a_partner_who_holds_many_cards(level: str) -> None:
    melds = [["KS KH KD KC KS KH KD", "7S 7H 7D"], ["QS QH QD"]]
    partner = "4S 5D 6H 7C 8D 9S TC JD QH KC AS AH 2S *"
    view = view_of(["7C 4S", "5S 6S 8S 9C", partner, "6S 8H 9D"], melds=melds)
    assert "meld 7C" not in done(view, level)


MEXICAN = [
    ["KS KH KD KC KS KH KD", "AS AH AD AC AS AH 2D", "QS QH QD QC QS QH", "9S 9H 9D 9C 9S 9H"],
    ["TS TH TD"],
]


@pytest.mark.parametrize(("reds", "verb"), [("3H 3D", "draw"), ("3H 3D 3D", "take")])
def test_draws_for_the_red_three_without_which_no_canasta_can_be_made(reds: str, verb: str) -> None:
    """In Mexican a side has no more canastas than red threes, and the pile never brings one."""
    hands = ["JS JH 4H 6D 7C 8D 2S", *OTHERS]
    view = view_of(hands, melds=MEXICAN, threes=[reds, "3H"], pile="5C 6C JC", phase="draw", variant="mexican")
    assert {one.split()[0] for one in done(view, "normal")} == {verb}


@pytest.mark.parametrize(("theirs", "verb"), [("3H 3D 3H 3D", "ask"), ("", "discard")])
def test_nobody_waits_for_canastas_that_no_red_three_is_left_for(theirs: str, verb: str) -> None:
    """All six red threes lie there, two of them here: the six-card melds will earn nothing more."""
    view = view_of(["KH 4H", *OTHERS], melds=MEXICAN, threes=["3H 3D", theirs], pile="4S JC JD", variant="mexican")
    assert {one.split()[0] for one in done(view, "normal")} == {verb}


@pytest.mark.parametrize(
    ("variant", "own", "hand", "laid"),
    [
        ("burako", "JS JH JD JS", "4S JC QS 8D 9C KH 5D 7H AC 4D 6C", "meld JC"),
        ("uruguay", "JS JH JD", "4S 6H 6C 6D 6S QS 8D 9C KH 5D 7H AC 4D", "meld 6S 6H 6D 6C"),
    ],
)
def test_cards_are_laid_that_count_against_a_side_without_a_canasta(
    variant: str, own: str, hand: str, laid: str
) -> None:
    """A side whose members both keep what they hold never makes the canasta that would have the cards count for it."""
    view = view_of([hand, *OTHERS], melds=[["TS TH TD", own], ["8S 8H 8D"]], pile="4S 9D KS QC 9H 8C", variant=variant)
    assert done(view, "normal") == {laid}


@pytest.mark.parametrize("theirs", ["9C 9C 9H 2S 2D", "9C 9C 9H 9S 2D 2S"])
def test_a_pair_is_broken_rather_than_a_usual_canasta_helped(theirs: str) -> None:
    """The pile is small, but whoever is about to make their first canasta may go out with it."""
    melds = [["8S 8D 8S *", "TC TS TC 2S", "AH AD AC AH", "7S 7H 7D 7H 7C"], [theirs, "KS KD KC KD"]]
    view = view_of(["6H 6C 9D 2D", "5S 5H 6S QC", "QS QD", "JS JH 5C"], melds=melds, pile="4S 5D")
    assert "9D" not in thrown(view, "normal")


def test_a_canasta_that_goes_down_as_the_round_ends_is_no_reason_to_wait_for_it() -> None:
    """The six eights are complete with the card that is laid to go out."""
    melds = [["QS QC QS QD QH 2S 2C", "8H 8D 8S 8H 8D 8C"], ["AH AD AC 2H", "KH KD KC"]]
    view = view_of(["8C 5C", "4S 6H 7C", "9S", "4C 7D 9H JS"], melds=melds, pile="5D 4S")
    assert done(view, "normal") & {"ask", "meld 8C"}


@pytest.mark.parametrize(
    ("threes", "others", "ends"),
    [
        # Playing on gains 211 ± 8 points over going out, in sampled worlds.
        ("3H 3D 3H 3D", ("4S 6H 7C", "9S TS JD 4D", "4C 7D 9H"), False),
        # It loses 24 ± 6: their side is hardly behind, and has three cards against sixteen.
        ("3H", ("4S 6H 7C JH QD TC 9D 6S TD", "9S", "4C 7D 9H JS 6D TH"), True),
    ],
)
def test_nobody_ends_a_round_in_which_their_side_is_behind(threes: str, others: tuple[str, ...], *, ends: bool) -> None:
    """Their red threes decide it, they can't go out yet, and two melds here are nearly canastas."""
    own = ["QS QC QS QD QH 2S 2C", "8H 8D 8S 8H 8D", "5H 5D 5C 5S 5H 5D"]
    melds = [own, ["AH AD AC 2H", "KH KD KC"]]
    view = view_of(["8C 6C", *others], melds=melds, threes=["", threes], pile="5D 4S")
    assert bool(done(view, "normal") & {"ask", "meld 8C"}) == ends


def test_going_out_completes_a_canasta_where_it_can() -> None:
    """The joker may go to the queens or to the eights, which it makes a canasta."""
    melds = [["QS QC QS QD QH 2S 2C", "8H 8D 8S 8H 8D 8C"], ["AH AD AC 2H", "KH KD KC"]]
    hands = ["* 5C", "4S 6H 7C", "9S", "4C 7D 9H JS"]
    view = view_of(hands, melds=melds, pile="5D 4S")
    assert done(view, "normal") == {"meld 8: *"}


@pytest.mark.parametrize(("turns", "thrown_away"), [(3, True), (8, False)])
def test_sevens_are_discarded_while_there_are_turns_enough_to_be_rid_of_them(turns: int, thrown_away: bool) -> None:
    """In the American game three sevens in the hand at the end cost 1,500 points: five take three turns."""
    hands = ["7S 7H 7D 7C 7S 4D 5S 9H", *OTHERS]
    melds = [["KS KH KD KC", "QS QH QD"], ["JS JH JD"]]
    stock = "5H 5D 5C 6S 6H 6D 6C 8S " * (turns // 2) + "9S 9D TC TH " * (turns % 2)
    view = view_of(hands, melds=melds, stock=stock, variant="american")
    assert (thrown(view, "normal") <= {"7S", "7H", "7D", "7C"}) == thrown_away


@pytest.mark.parametrize(("pile", "verb"), [("JD", "take"), ("9C", "draw")])
def test_a_lone_card_of_the_pile_is_taken_where_it_can_be_laid_at_once(pile: str, verb: str) -> None:
    own = ["JS JH JC", "4D 5D 6D"]
    view = view_of(
        ["QS 8H 6S", "4S 4C 9H 9D", "TS TC KH KD", "6H 6C 8S AS"],
        melds=[own, ["7S 7H 7C"]],
        pile=pile,
        phase="draw",
        variant="burraco",
    )
    assert {word.split()[0] for word in done(view, "normal")} == {verb}


def test_no_card_is_thrown_that_completes_the_run_of_the_next_player() -> None:
    """Six clubs of theirs lie there: the eight is worth a canasta to them, the ten goes to three of a rank."""
    melds = [["JS JH JC"], ["9C TC JC QC KC AC", "TS TH TD", "4S 4H 4D"]]
    view = view_of(["8C TD", "5S 5H 5D 6S", "TS KH KD", "6H 6C 8S"], melds=melds, pile="QS QD", variant="burraco")
    assert "8C" not in thrown(view, "normal")
