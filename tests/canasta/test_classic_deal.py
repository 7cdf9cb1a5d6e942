"""`classic`: pack, deal, upcard and the red threes of the deal (docs/rules.md, The deal; docs/rules.md, The upcard)."""

from __future__ import annotations

import pytest

from tests.canasta.play import allowed, bag, dealt, hand, refused, replay, stacked, unreadable, verbs, whole_pack

SIZES = {"2": 15, "3-lone": 13, "4": 11, "6-pairs": 13, "6-trios": 13}
ORDERS = {"2": (0, 1), "3-lone": (0, 1, 2), "4": (0, 1, 2, 3), "6-pairs": range(6), "6-trios": range(6)}


def _deal(layout: str, then: str = "KS", **kwargs: object) -> str:
    decks = 3 if layout.startswith("6") else 2
    return stacked(then=then, order=tuple(ORDERS[layout]), size=SIZES[layout], decks=decks, **kwargs)  # type: ignore[arg-type]


@pytest.mark.parametrize("layout", SIZES)
def test_classic_deal_gives_each_layout_its_hand_size_and_the_rest_is_stock(layout: str) -> None:
    """11 cards at four, 15 at two, 13 at three and six; 108 cards or 162; one upcard."""
    state = allowed(dealt(_deal(layout), layout=layout))
    assert [len(cards.split()) for cards in state["hands"]] == [SIZES[layout]] * len(state["hands"])
    size = 162 if layout.startswith("6") else 108
    assert len(state["stock"].split()) == size - SIZES[layout] * len(state["hands"]) - 1
    assert state["pile"] == "KS"


def test_classic_deal_is_one_card_at_a_time_from_the_dealers_left() -> None:
    """Record format: "Dealing takes from the top: one card at a time to each player from the dealer's left"."""
    pack = stacked(then="KS", order=(2, 3, 0, 1))
    cards = pack.split()
    state = allowed(dealt(pack, dealer=1))
    for place, seat in enumerate((2, 3, 0, 1)):
        assert hand(state, seat) == bag(cards[place:44:4])
    assert state["turn"] == 2
    assert state["phase"] == "draw"


def test_classic_first_player_is_the_one_left_of_the_dealer_and_play_goes_clockwise() -> None:
    """Common: "First player: left of dealer; play clockwise"."""
    game = dealt(stacked({2: "4S 5S 6S 7S 8S 9S TS JS QS KS AS"}, "KH 4H", order=(2, 3, 0, 1)), dealer=1)
    assert allowed(game)["turn"] == 2
    refused(game, "0 draw")
    assert allowed(game, "2 draw", "2 discard 4S")["turn"] == 3


def test_classic_dealt_red_three_is_laid_and_replaced_after_the_upcard() -> None:
    """A dealt red three is laid at once and replaced from the stock; the upcard is turned before."""
    pack = stacked({0: "3H 4S 5S 6S 7S 8S 9S TS JS QS KS"}, then="QH 9H 5H")
    state = allowed(dealt(pack))
    assert state["pile"] == "QH"
    assert hand(state, 0) == bag("4S 5S 6S 7S 8S 9S TS JS QS KS 9H")
    assert state["threes"] == ["3H", ""]
    assert state["stock"].split()[0] == "5H"


def test_classic_dealt_red_threes_are_replaced_player_by_player_replacements_included() -> None:
    """From the dealer's left, each lays and replaces all of their threes, replacements included, before the next."""
    pack = stacked(
        {0: "3H 4S 5S 6S 7S 8S 9S TS JS QS KS", 1: "3D 4H 5H 6H 7H 8H TH JH QH KH AH"},
        then="QC 3H 9C 9D",
    )
    state = allowed(dealt(pack))
    assert hand(state, 0) == bag("4S 5S 6S 7S 8S 9S TS JS QS KS 9C")
    assert hand(state, 1) == bag("4H 5H 6H 7H 8H TH JH QH KH AH 9D")
    assert [bag(threes) for threes in state["threes"]] == [bag("3H 3H"), bag("3D")]


def test_classic_red_threes_of_the_deal_begin_left_of_the_dealer_not_at_seat_zero() -> None:
    pack = stacked(
        {0: "3H 4S 5S 6S 7S 8S 9S TS JS QS KS", 3: "3D 4H 5H 6H 7H 8H TH JH QH KH AH"}, "QC 9C 9D", order=(3, 0, 1, 2)
    )
    state = allowed(dealt(pack, dealer=2))
    assert hand(state, 3) >= bag("9C")
    assert hand(state, 0) >= bag("9D")


@pytest.mark.parametrize("first", ["2S", "*", "3H", "3D"])
def test_classic_wild_or_red_three_upcard_is_covered_and_freezes_the_pile(first: str) -> None:
    """A wild or red three turned up is covered by another card and the pile is frozen from the start."""
    state = allowed(dealt(stacked(then=f"{first} 9H 5H")))
    assert state["pile"] == f"{first} 9H"
    assert state["frozen"] is True
    assert state["threes"] == ["", ""], "a red three of the turn-up belongs to nobody yet"
    assert state["stock"].split()[0] == "5H"


def test_classic_upcard_is_turned_again_until_a_natural_lies_on_top() -> None:
    state = allowed(dealt(stacked(then="2S 3D * 9H 5H")))
    assert state["pile"] == "2S 3D * 9H"
    assert state["frozen"] is True


def test_classic_natural_upcard_does_not_freeze_for_everybody() -> None:
    """Frozen against a side that hasn't melded is not "frozen for everybody"; it shows in `opening`."""
    state = allowed(dealt(stacked(then="9H")))
    assert state["frozen"] is False
    assert state["blocked"] is False
    assert state["opening"] == [50, 50]


def test_classic_black_three_upcard_stays_and_blocks_the_first_player() -> None:
    """Resolution 1: a black three as upcard is not replaced; the first player cannot take the pile."""
    game = dealt(stacked({0: "3C 3C KS KS KH KH KD KD KC AS AH"}, then="3S 9H 5H"))
    state = allowed(game)
    assert state["pile"] == "3S"
    assert state["blocked"] is True
    assert state["frozen"] is False
    assert verbs(state) == {"draw"}
    refused(game, "0 take 3C 3C")


def test_classic_black_three_over_a_wild_upcard_is_enough_to_cover_it() -> None:
    """Only a wild or a red three is covered; a black three on top of one stays."""
    state = allowed(dealt(stacked(then="2S 3C 9H")))
    assert state["pile"] == "2S 3C"
    assert state["frozen"] is True
    assert state["blocked"] is True


def test_classic_first_player_may_open_with_the_upcard() -> None:
    """The upcard is a pile of one; a side without melds needs two naturals and the minimum."""
    game = dealt(stacked({0: "AS AH KS KH KD 4S 5S 6S 7S 8S 9S"}, then="AD 9H 5H"))
    state = allowed(game, "0 take AS AH")
    assert state["pile"] == ""
    assert state["opening"] == [None, 50]
    refused(game, "0 take KS KH")


@pytest.mark.parametrize("dealer", range(4))
def test_classic_dealer_of_a_record_is_taken_as_written(dealer: int) -> None:
    order = [(dealer + step) % 4 for step in range(1, 5)]
    assert allowed(dealt(stacked(then="KS", order=order), dealer=dealer))["turn"] == order[0]


def test_classic_deal_conserves_the_pack() -> None:
    state = allowed(dealt(stacked({0: "3H 3D 4S 5S 6S 7S 8S 9S TS JS QS"}, then="3H 2S KS 3D")))
    texts = [*state["hands"], *state["threes"], state["stock"], state["pile"]]
    assert bag(" ".join(texts)) == whole_pack()


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda cards: cards[:-1], id="a card short"),
        pytest.param(lambda cards: [*cards, "KS"], id="a card too many"),
        pytest.param(lambda cards: ["KS" if card == "KH" else card for card in cards], id="wrong cards"),
        pytest.param(lambda cards: ["!", *cards[1:]], id="a card of another game"),
        pytest.param(lambda cards: ["1S", *cards[1:]], id="no card at all"),
        pytest.param(lambda cards: [], id="empty"),
    ],
)
def test_record_whose_pack_is_not_the_whole_pack_is_bad(spoil: object) -> None:
    """Record format: "`pack` is the whole shuffled pack"."""
    cards = stacked(then="KS").split()
    unreadable(dealt(" ".join(spoil(cards))))  # type: ignore[operator]


def test_record_pack_without_a_dealer_is_bad() -> None:
    """Record format: "`dealer` is required with `pack`"."""
    game = dealt(stacked(then="KS"))
    del game["rounds"][0]["dealer"]
    assert "dealer" in unreadable(game)


def test_replaying_the_same_record_twice_gives_the_same_answer() -> None:
    game = dealt(stacked({0: "4S 5S 6S 7S 8S 9S TS JS QS KS AS"}, "KH 4H"), "0 draw", "0 discard 4S")
    assert replay(game) == replay(game)
