"""`classic`: what a side needs to open (docs/rules.md, Opening)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.canasta.play import allowed, bag, classic, hand, meld_bags, refused, replay, round_entry, verbs, with_moves

TOO_LOW = "initial-meld-too-low"

#: Score at the start of the round, minimum, a bundle worth exactly that, one worth five less.
THRESHOLDS = [
    (-5, 15, "4S 4H 4D", None),
    (0, 50, "KS KH KD / 5S 5H 5D 5C", "KS KH KD / 5S 5H 5D"),
    (1495, 50, "KS KH KD / 5S 5H 5D 5C", "KS KH KD / 5S 5H 5D"),
    (1500, 90, "AS AH AD / KS KH KD", "AS AH AD / 5S 5H 5D 5C 5S"),
    (2995, 90, "AS AH AD / KS KH KD", "AS AH AD / 5S 5H 5D 5C 5S"),
    (3000, 120, "AS AH AD AC 2S 2H", "AS AH AD / KS KH KD / 5S 5H 5D 5C 5S"),
    (4995, 120, "AS AH AD / KS KH KD / QS QH QD", "AS AH AD / KS KH KD / 5S 5H 5D 5C 5S"),
]
EXACT = [(score, need, bundle) for score, need, bundle, _ in THRESHOLDS]
SHORT = [(score, need, bundle) for score, need, _, bundle in THRESHOLDS if bundle]


def _holding(bundle: str) -> str:
    return bundle.replace("/", " ") + " 7S 8S"


@pytest.mark.parametrize(("score", "need", "bundle"), EXACT)
def test_classic_initial_meld_is_met_by_an_equal_count(score: int, need: int, bundle: str) -> None:
    """The minimum goes by the side's total, and an equal count meets it."""
    game = classic(hands=[_holding(bundle)], scores=[score, 0], pile="9H")
    assert allowed(game)["opening"] == [need, 50]
    assert allowed(game, "0 draw", f"0 meld {bundle}")["opening"] == [None, 50]


@pytest.mark.parametrize(("score", "need", "bundle"), SHORT)
def test_classic_initial_meld_five_points_short_is_refused(score: int, need: int, bundle: str) -> None:
    game = classic(hands=[_holding(bundle)], scores=[score, 0], pile="9H")
    assert allowed(game)["opening"] == [need, 50]
    assert refused(game, "0 draw", f"0 meld {bundle}") == TOO_LOW


@pytest.mark.parametrize("cards", ["4S 4H 4D", "4S 4H 2D", "JS JH *"])
def test_classic_negative_score_opens_with_any_legal_meld(cards: str) -> None:
    game = classic(hands=[f"{cards} 7S 8S"], scores=[-200, 0], pile="9H")
    allowed(game, "0 draw", f"0 meld {cards}")


def test_classic_minimum_follows_the_own_sides_score() -> None:
    game = classic(scores=[3000, -5], pile="9H")
    assert allowed(game)["opening"] == [120, 15]
    game = classic(turn=1, hands=["9S TS JS", "4S 4H 4D 7S 8S"], scores=[3000, -5], pile="9H")
    assert allowed(game, "1 draw", "1 meld 4S 4H 4D")["opening"] == [120, None]


@pytest.mark.parametrize(
    ("score", "bundle", "points"),
    [
        (-5, "7S 7H 7D", 15),
        (0, "KS KH KD / 7S 7H 7D 7C", 50),
        (0, "8S 8H 8D 8C 8S", 50),
        (0, "AS AH AD", 60),
        (0, "7S 7H *", 60),
        (0, "8S 8H 2D", 40),
        (0, "KS KH 2D 2C", 60),
        (0, "8S 8H 8D 8C", 40),
        (1500, "4S 4H * 2D", 80),
        (1500, "KS KH * 2D", 90),
        (3000, "KS KH * *", 120),
        (3000, "9S 9C * 2S 2D", 110),
    ],
)
def test_classic_card_values_of_the_initial_meld(score: int, bundle: str, points: int) -> None:
    """joker 50; A, 2 20; K to 8 10; 7 to 4 5."""
    game = classic(hands=[f"{bundle.replace('/', ' ')} JH QC"], scores=[score, 0], pile="6H")
    need = allowed(game)["opening"][0]
    if points >= need:
        allowed(game, "0 draw", f"0 meld {bundle}")
    else:
        refused(game, "0 draw", f"0 meld {bundle}")


def test_classic_several_melds_of_one_stroke_are_summed() -> None:
    game = classic(hands=["QS QH QD 8S 8H 8C 7S 6S"], pile="9H")
    refused(game, "0 draw", "0 meld QS QH QD")
    state = allowed(game, "0 draw", "0 meld QS QH QD / 8S 8H 8C")
    assert meld_bags(state, 0) == [bag("QS QH QD"), bag("8S 8H 8C")]


def test_classic_initial_meld_is_one_bundle_not_several_moves() -> None:
    """Resolution 3: the bundle total must reach the minimum when it is laid."""
    game = classic(hands=["QS QH QD 8S 8H 8C 7S 6S"], pile="9H")
    assert refused(game, "0 draw", "0 meld QS QH QD") == TOO_LOW
    assert refused(game, "0 draw", "0 meld 8S 8H 8C") == TOO_LOW


def test_classic_later_melds_of_the_opening_turn_are_free() -> None:
    game = classic(hands=["AS AH AD 4S 4H 4D 7S 6S"], pile="9H", stock="8D")
    allowed(game, "0 draw", "0 meld AS AH AD", "0 meld 4S 4H 4D")


def test_classic_once_a_partner_has_opened_both_are_free() -> None:
    game = classic(
        hands=["4S 4H 4D 7S 6S"], scores=[3000, 0], melds=[["KS KH KD"]], melded_by=[2], pile="9H", stock="8D"
    )
    assert allowed(game)["opening"] == [None, 50]
    allowed(game, "0 draw", "0 meld 4S 4H 4D")


def test_classic_opponents_still_owe_their_initial_meld() -> None:
    game = classic(hands=["4S 4H 4D 7S 6S"], melds=[[], ["KS KH KD"]], pile="9H", stock="8D")
    assert allowed(game)["opening"] == [50, None]
    assert refused(game, "0 draw", "0 meld 4S 4H 4D") == TOO_LOW


def test_classic_top_card_counts_toward_the_minimum() -> None:
    """Values of everything laid from the holding plus the top discard if it is used."""
    game = classic(hands=["AS AH KS KH KD 6S 5S"], scores=[1500, 0], pile="8H AD")
    state = allowed(game, "0 take AS AH / KS KH KD")
    assert state["opening"] == [None, 50]
    assert meld_bags(state, 0) == [bag("AS AH AD"), bag("KS KH KD")]
    assert hand(state, 0) == bag("6S 5S 8H")


def test_classic_top_card_counts_but_no_more_than_once() -> None:
    """40 from the holding and the ace on top are 60, under 90."""
    game = classic(hands=["AS AH KS KH KD 6S 5S"], scores=[1500, 0], pile="8H AD")
    assert refused(game, "0 take AS AH") == TOO_LOW


def test_classic_buried_cards_never_count_toward_the_minimum() -> None:
    """K-K-K + Q-Q-2 = 70 opens at 50; at 90 the buried king and queen don't help."""
    position: dict[str, Any] = {"hands": ["KS KH QS QH 2S 7S 6S"], "pile": "KC QC KD"}
    state = allowed(classic(**position), "0 take KS KH / QS QH 2S")
    assert hand(state, 0) == bag("7S 6S KC QC")
    state = allowed(classic(**position), "0 take KS KH / QS QH 2S", "0 meld KC / QC")
    assert meld_bags(state, 0) == [bag("KS KH KD KC"), bag("QS QH 2S QC")]
    at_ninety = classic(scores=[1500, 0], **position)
    assert refused(at_ninety, "0 take KS KH / QS QH 2S") == TOO_LOW
    refused(at_ninety, "0 take KS KH / QS QH 2S QC")
    refused(at_ninety, "0 take KS KH KC / QS QH QC 2S")


def test_classic_other_cards_of_the_first_group_count() -> None:
    """Record format: the first group may hold more than the rule needs; all of it counts."""
    game = classic(hands=["KS KH KC 2S 7S 6S"], pile="8H KD")
    assert refused(game, "0 take KS KH") == TOO_LOW
    assert refused(game, "0 take KS KH KC") == TOO_LOW
    state = allowed(game, "0 take KS KH KC 2S")
    assert meld_bags(state, 0) == [bag("KS KH KC KD 2S")]


def test_classic_red_threes_do_not_count_toward_the_minimum() -> None:
    game = classic(hands=["KS KH KD 7S 6S"], threes=["3H 3D"], pile="9H")
    assert refused(game, "0 draw", "0 meld KS KH KD") == TOO_LOW


def test_classic_canasta_bonus_does_not_count_toward_the_minimum() -> None:
    """Seven fours count 35, which is too little at a total of 0."""
    game = classic(hands=["4S 4H 4D 4C 4S 4H 4D 7S 6S"], pile="9H", stock="8D")
    assert refused(game, "0 draw", "0 meld 4S 4H 4D 4C 4S 4H 4D") == TOO_LOW


def test_classic_refused_initial_meld_says_what_is_needed_and_what_there_is() -> None:
    """The facts (needed 90, have 65) fill the sentence."""
    game = classic(hands=["KS KH KD 5S 5H 5D 7S 6S"], scores=[1500, 0], pile="9H")
    message = replay(with_moves(game, "0 draw", "0 meld KS KH KD / 5S 5H 5D"))["error"]["message"]
    assert "90" in message
    assert "45" in message


# The single exception: going out concealed from a stock draw.

SEVEN_FOURS = "4S 4H 4D 4C 4S 4H 4D"
EXEMPT = classic(
    hands=[f"{SEVEN_FOURS} 5S 5H 5D 5C"], scores=[3000, 0], pile="9H", stock="5S 8D"
)  # after the draw: seven 4s and five 5s, 60 points


def test_classic_concealed_going_out_needs_no_minimum() -> None:
    """After a draw, a whole hand with a canasta may be laid below any minimum."""
    entry = round_entry(EXEMPT, "0 draw", f"0 meld {SEVEN_FOURS} / 5S 5H 5D 5C 5S")
    assert entry["out"] == 0
    assert entry["concealed"] is True


def test_classic_concealed_exemption_may_leave_one_card_to_discard() -> None:
    moves = ["0 draw", f"0 meld {SEVEN_FOURS} / 5S 5H 5D 5C"]
    state = allowed(EXEMPT, *moves)
    assert hand(state, 0) == bag("5S")
    assert round_entry(EXEMPT, *moves, "0 discard 5S")["concealed"] is True


def test_an_exempt_laying_is_offered_though_its_new_wild_meld_must_come_last() -> None:
    """While it is no canasta it keeps wild cards from all other melds, so the fives get their two before it lies."""
    rules = {
        "wilds.allowed": True,
        "opening.table": [[0, 500]],
        "out.needs": ["natural"],
        "melds.ratio": "fewer-than-naturals",
    }
    hand = "4S 4S 4H 4H 4D 4D 4C 5H 5D 2C 2S 2H 2D 9C"
    position = classic(phase="play", hands=[hand], stock="8D 7D 6D", rules=rules)
    assert "meld" in verbs(allowed(position))
    allowed(position, "0 meld 4S 4S 4H 4H 4D 4D 4C / 5H 5D 2C / 2S 2H 2D", "0 discard 9C")


def test_classic_card_left_by_the_exempt_laying_must_be_discarded() -> None:
    """ "The exempt laying is one `meld` move that leaves no card, or one, which must then be discarded"."""
    moves = ["0 draw", f"0 meld {SEVEN_FOURS} / 5S 5H 5D 5C"]
    assert verbs(allowed(EXEMPT, *moves)) - {"undo"} == {"discard"}
    refused(EXEMPT, *moves, "0 meld 5S")


def test_it_must_be_discarded_too_where_a_three_was_laid_before_drawing() -> None:
    rules = {"threes.red": "optional"}
    hand = f"{SEVEN_FOURS} 5S 5H 5D 3H"
    game = classic(rules=rules, hands=[hand], scores=[3000, 0], pile="9H", stock="5C 5S 8D")
    moves = ("0 three 3H", "0 draw", f"0 meld {SEVEN_FOURS} / 5S 5H 5D 5C")
    assert refused(game, *moves, "0 meld 5S") == "discard-the-last"


def test_classic_exempt_laying_leaves_at_most_one_card() -> None:
    assert refused(EXEMPT, "0 draw", f"0 meld {SEVEN_FOURS} / 5S 5H 5D") == TOO_LOW
    assert refused(EXEMPT, "0 draw", f"0 meld {SEVEN_FOURS}") == TOO_LOW


def test_classic_exempt_laying_needs_a_canasta() -> None:
    game = classic(hands=["4S 4H 4D 4C 4S 4H 5S 5H 5D 5C 5S"], scores=[3000, 0], pile="9H", stock="5H 8D")
    refused(game, "0 draw", "0 meld 4S 4H 4D 4C 4S 4H / 5S 5H 5D 5C 5S 5H")
    refused(game, "0 draw", "0 meld 4S 4H 4D 4C 4S 4H / 5S 5H 5D 5C 5S")


def test_classic_exposed_red_threes_do_not_remove_the_exemption() -> None:
    game = classic(hands=[f"{SEVEN_FOURS} 5S 5H 5D 5C"], scores=[3000, 0], threes=["3H"], pile="9H", stock="3D 5S 8D")
    entry = round_entry(game, "0 draw", f"0 meld {SEVEN_FOURS} / 5S 5H 5D 5C 5S")
    assert entry["concealed"] is True


def test_classic_taking_the_pile_gives_no_exemption() -> None:
    """Only a player who drew from the stock; with the pile the normal minimum applies."""
    game = classic(hands=["4S 4H 4D 4C 4S 4H 5S 5H 5D 5C"], scores=[3000, 0], pile="4D", stock="8D")
    assert refused(game, "0 take 4S 4H 4D 4C 4S 4H / 5S 5H 5D 5C") == TOO_LOW
    assert refused(game, "0 take 4S 4H 4D 4C 4S 4H / 5S 5H 5D") == TOO_LOW


def test_a_pile_taken_freely_gives_no_exemption_either() -> None:
    rules = {"pile.needs": "nothing"}
    game = classic(rules=rules, hands=[f"{SEVEN_FOURS} 5S 5H"], scores=[3000, 0], pile="5D", stock="8D")
    assert refused(game, "0 take", f"0 meld {SEVEN_FOURS} / 5S 5H 5D") == TOO_LOW


def test_there_is_no_exemption_before_drawing() -> None:
    """As a house rule that lets a side open before it draws."""
    rules = {"opening.before_draw": True}
    game = classic(rules=rules, hands=[f"{SEVEN_FOURS} 5S 5H 5D"], scores=[3000, 0], pile="9H", stock="8D")
    assert refused(game, f"0 meld {SEVEN_FOURS} / 5S 5H 5D") == TOO_LOW


def test_classic_taking_the_pile_and_going_out_at_the_minimum_is_concealed() -> None:
    """Taking is allowed and keeps the bonus, at the normal minimum while the side hasn't melded."""
    game = classic(hands=["KS KH KD KC KS KH AS AH AD"], scores=[3000, 0], pile="KD", stock="8D")
    entry = round_entry(game, "0 take KS KH KD KC KS KH / AS AH AD")
    assert (entry["out"], entry["concealed"]) == (0, True)
    assert entry["sides"][0]["concealed"] == 100


def test_classic_exemption_needs_the_partners_leave_when_asked() -> None:
    """A partner's no binds: the exempt laying would go out."""
    refused(EXEMPT, "0 draw", "0 ask", "2 answer no", f"0 meld {SEVEN_FOURS} / 5S 5H 5D 5C 5S")
    refused(EXEMPT, "0 draw", "0 ask", "2 answer no", f"0 meld {SEVEN_FOURS} / 5S 5H 5D 5C")
    round_entry(EXEMPT, "0 draw", "0 ask", "2 answer yes", f"0 meld {SEVEN_FOURS} / 5S 5H 5D 5C 5S")


def test_classic_two_player_exemption_needs_both_canastas_in_the_laying() -> None:
    """The side must then have all the canastas required to go out at its table."""
    one = classic("2", hands=[f"{SEVEN_FOURS} 5S 5H 5D 5C"], scores=[3000, 0], pile="9H", stock="5S 5H 8D")
    refused(one, "0 draw", f"0 meld {SEVEN_FOURS} / 5S 5H 5D 5C 5S 5H")
    two = classic("2", hands=[f"{SEVEN_FOURS} 5S 5H 5D 5C 5D"], scores=[3000, 0], pile="9H", stock="5S 5H 8D")
    entry = round_entry(two, "0 draw", f"0 meld {SEVEN_FOURS} / 5S 5H 5D 5C 5D 5S 5H")
    assert entry["concealed"] is True
