"""The rules page says all that the parameters say."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.canasta.rules import Rules, apply_overrides, list_variants, load_rules, parameters, value_of
from bot.ui.i18n import speaking
from bot.ui.words import rules_text


def _alone(rules: Rules) -> bool:
    return rules.side.mode == "fixed" and rules.side.sides == rules.seats


TABLES = [(one.id, layout.name) for one in list_variants() for layout in one.layouts]

#: Parameters that need no word on the page where this holds: they decide nothing there.
MOOT: dict[str, Callable[[Rules], bool]] = {
    "deal.cover": lambda rules: not rules.deal.upcard,
    "deal.cover_freezes": lambda rules: not rules.deal.upcard or not rules.deal.cover,
    "discards.freeze": lambda rules: rules.pile.needs != "top-card",
    "deal.red_threes_first": lambda _: True,  # the dealer's business
    "out.ask": _alone,
    "out.ask_when": _alone,
    "out.concealed_needs": lambda rules: not rules.out.concealed,
    "pile.frozen_for_unopened": lambda rules: rules.pile.onto_meld == "never" or rules.pile.needs != "top-card",
    "pile.natural_and_wild": lambda rules: rules.pile.always_frozen or rules.pile.open_to == "nobody",
    "pile.one_card": lambda rules: rules.pile.open_to == "nobody",
    "side.sides": lambda rules: rules.side.mode != "fixed",
    "threes.black": lambda rules: rules.threes.red == "optional",
    "stock.forced_take": lambda rules: (
        rules.pile.open_to == "nobody"
        or (rules.stock.forced_take == "no" and (rules.pile.always_frozen or rules.pile.onto_meld == "never"))
    ),
    "ranks.ace.held_from": lambda rules: not rules.ranks.ace.held,
    "threes.left_only_out": lambda rules: not rules.threes.costs("black"),
    "threes.black_meld": lambda rules: rules.threes.red in ("optional", "ordinary") or rules.threes.black == "like-red",
    "threes.left": lambda rules: rules.threes.red == "at-once",
    "wilds.bonuses": lambda rules: not rules.wilds.allowed,
}


@pytest.mark.parametrize(("variant", "layout"), TABLES)
def test_page_says_every_parameter_that_a_table_changes(variant: str, layout: str) -> None:
    rules = load_rules(variant, layout)
    page = rules_text.page(rules)
    unsaid = [
        one.name
        for one in parameters()
        if value_of(rules, one.name) != one.default
        and rules_text.page(apply_overrides(rules, {one.name: one.default}, "test")) == page
    ]
    assert [name for name in unsaid if not (name in MOOT and MOOT[name](rules))] == []


@pytest.mark.parametrize(
    ("variant", "title"),
    [
        ("classic", "Classic Canasta"),
        ("viennese", "Viennese Canasta"),
        ("american", "Modern American Canasta"),
        ("burraco", "Burraco"),
        ("hand-and-foot", "Hand & Foot"),
        ("pennies", "Pennies from Heaven"),
        ("samba", "Samba"),
        ("sevens", "The Sevens"),
        ("canadian", "Canadian, prize pile"),
    ],
)
def test_page_is_headed_by_what_the_game_is_called(variant: str, title: str) -> None:
    assert rules_text.page(load_rules(variant)).splitlines()[0] == f"## {title}"


def test_a_title_stands_as_its_language_has_it() -> None:
    with speaking("it"):
        assert rules_text.page(load_rules("viennese")).splitlines()[0] == "## Canasta Viennese"
        assert rules_text.page(load_rules("burraco")).splitlines()[0] == "## Burraco"


@pytest.mark.parametrize(("variant", "layout"), TABLES)
def test_page_fits_into_a_message(variant: str, layout: str) -> None:
    assert len(rules_text.page(load_rules(variant, layout))) <= 4000


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({"threes.black": "like-red"}, "Black threes are laid, replaced and counted as red ones are"),
        ({"threes.black": "may-be-laid"}, "Black threes may be laid and replaced"),
        ({"threes.black_four": 100}, "Four melded together count 100."),
        ({"threes.black_held": 100, "threes.black_held_only_out": True}, "costs 100 when another goes out."),
        ({"deal.mirror_bonus": 100}, "the twin of the first upcard scores 100."),
        ({"deal.cut_bonus": 100}, "An exact cut scores 100"),
        ({"deal.foot": 4, "deal.foot_per_side": True}, "waits for the player of each side"),
        ({"deal.foot": 4, "deal.foot_with": "first-canasta"}, "joins your hand when you complete your first canasta;"),
        (
            {"deal.foot": 4, "deal.foot_per_side": True, "deal.foot_with": "first-canasta"},
            "joins the hand of the player of each side who first completes a canasta.",
        ),
        ({"discards.sevens": "own-canasta"}, "Not discarded before your side has a canasta of the rank: sevens."),
        ({"discards.sevens": "every-canasta"}, "Not discarded before every side has a canasta of the rank: sevens."),
        ({"out.canastas": 2, "out.sevens": 1}, "2 canastas (1 of sevens). Canastas of sevens are neither natural nor"),
        ({"threes.plus_if": "sevens"}, "They count against a side without a canasta of sevens."),
        ({"pack.copies_per_natural": 7}, "There are 7 cards of each rank"),
        ({"pile.needs": "nothing"}, "Draw 1 card, or take the pile into your hand;"),
        ({"pile.needs": "nothing"}, "It is taken without condition, its top card too,"),
        ({"pile.needs": "meld"}, "When you take it you must meld a card in the same turn,"),
        ({"pile.needs": "nothing", "pile.taken": "five"}, "Only the top 5 cards are taken."),
        (
            {"pile.needs": "nothing", "pile.own_canasta": "never"},
            "when the top card's rank is that of your own canasta.",
        ),
        (
            {"pile.needs": "nothing", "discards.throw_back": False},
            "you can't discard that card in the same turn, unless",
        ),
        ({"pile.wild_joins": True}, "A two or joker on top takes the pile with any meld that may hold it,"),
        ({"sequences.allowed": True, "pile.sequences": "whole"}, "Its top card is taken for a run too,"),
        ({"threes.red": "ordinary"}, "Threes are cards like others: they are melded, and none is laid or replaced."),
        ({"deal.foot": 4, "deal.foot_canastas": 1}, "No hand is used up for it before its side has 1 canasta."),
        ({"deal.foot": 4, "stock.end": "foot"}, "A foot that nobody has taken becomes the stock,"),
        ({"stock.end": "two-left"}, "the round ends with the discard that finds no more left."),
        ({"deal.foot": 4, "score.foot_taken": 100}, "A foot that your side has taken counts 100."),
        ({"deal.foot": 4, "score.foot_left": 100}, "A foot that your side hasn't taken costs 100."),
        ({"deal.foot": 4, "score.foot_when": "played"}, "no card has been played counts as not taken."),
        (
            {"deal.foot": 4, "score.foot_when": "played", "score.foot_against": False},
            "counts as not taken, its cards in the hand for nobody.",
        ),
        (
            {"deal.foot": 4, "deal.foot_per_side": True, "score.foot_against": False},
            "The cards of a foot left unplayed count for nobody.",
        ),
        ({"canastas.concealed": 250}, "A canasta laid whole from one hand earns 250 more."),
        ({"canastas.fixed_when_made": True}, "keeps the worth that it had when it was made"),
        ({"pile.taken": "top"}, "Only its top card is taken, and nothing is drawn in that turn."),
        ({"pile.taken": "top"}, "Draw 1 card, or take the top card of the pile if you can use it;"),
        ({"melds.canasta_wilds": False}, "A canasta takes no more wild cards."),
        ({"pile.taken": "to-wild"}, "down to the next wild one"),
        ({"pile.onto_meld": "below-canasta"}, "a meld of your side that it joins and that is no canasta."),
        ({"pile.own_canasta": "never"}, "is that of your own canasta"),
        ({"stock.short_draw_ends": True}, "when too few cards can be drawn"),
        ({"stock.end": "flip"}, "The pile is turned over"),
        ({"stock.forced_take": "any"}, "must take the pile if it can"),
        ({"wilds.allowed": True, "wilds.whole": True}, "Seven wild cards may be melded"),
        ({"discards.wilds": "forced"}, "only when you hold nothing else"),
        ({"out.concealed_take": False}, "melds. Nor is it if you took the pile"),
        ({"out.concealed_take": False, "out.concealed_no_partner": False}, "It isn't paid if you took the pile"),
        ({"out.play_on": True}, "Whose cards are used up while his side may not go out draws again"),
    ],
)
def test_page_says_house_rules_in_their_chapters(house: dict[str, object], sentence: str) -> None:
    """Besides the line that lists them."""
    said = rules_text.page(load_rules("classic", "4", house=house))
    chapters = said.split("\n**", 1)[1]
    assert sentence in chapters
    assert sentence not in rules_text.page(load_rules("classic", "4"))


@pytest.mark.parametrize(("variant", "layout"), TABLES)
def test_page_speaks_of_a_partner_only_where_one_may_have_one(variant: str, layout: str) -> None:
    rules = load_rules(variant, layout)
    said = rules_text.page(rules)
    if _alone(rules):
        assert "your partner" not in said
    elif rules.out.ask != "no":
        assert "ask your partner" in said.lower()


def test_page_says_no_card_blocks_that_may_be_taken() -> None:
    said = rules_text.page(load_rules("hollywood", "4"))
    assert "It is blocked while red threes or black threes lie on top." in said
    assert "A two or joker on top is taken with two of its kind." in said


def test_page_says_how_many_wild_cards_take_a_frozen_pile_with_their_kind_on_top() -> None:
    said = rules_text.page(load_rules("filanda", "4", house={"pile.wild_top": True}))
    assert "A two or joker on top is taken with two of its kind, in a frozen pile with 3." in said


def test_page_says_that_a_side_which_may_open_with_anything_may_open_with_wild_cards() -> None:
    assert "It may not hold wild cards, unless anything will do." in rules_text.page(load_rules("filanda", "4"))
    assert "It may not hold wild cards." in rules_text.page(load_rules("classic", "4", house={"opening.pure": True}))


def test_page_says_how_red_threes_count_by_natural_and_mixed_canastas() -> None:
    said = "nothing with natural ones alone, against with mixed ones alone, and doubly against with none."
    assert said in rules_text.page(load_rules("filanda", "4"))


def test_page_forces_no_take_where_nobody_takes_the_pile() -> None:
    assert "must take the pile" not in rules_text.page(load_rules("hand-and-foot", "4"))
    house = {"pile.open_to": "all"}
    assert "must take the pile" in rules_text.page(load_rules("hand-and-foot", "4", house=house))


@pytest.mark.parametrize(
    ("variant", "house", "said"),
    [
        ("classic", {}, True),
        ("joker", {}, False),
        ("classic", {"pile.always_frozen": True}, False),
        ("classic", {"pile.onto_meld": "never"}, False),
        ("samba", {"stock.forced_take": "onto-meld"}, False),
        ("samba", {"stock.forced_take": "onto-meld", "pile.sequences": "whole"}, True),
    ],
)
def test_page_forces_no_top_card_onto_a_meld_where_it_takes_no_pile_alone(
    variant: str, house: dict[str, object], said: bool
) -> None:
    page = rules_text.page(load_rules(variant, "4", house=house))
    assert ("a top card that joins a meld of your side must be taken" in page) is said


@pytest.mark.parametrize(("variant", "number"), [("american", 3), ("american-2007", 3), ("sevens", 4)])
def test_page_says_how_many_sevens_left_in_a_hand_cost(variant: str, number: int) -> None:
    assert f"{number} or more sevens left in a hand −" in rules_text.page(load_rules(variant, "4"))
    page = rules_text.page(load_rules(variant, "4", house={"canastas.held_aces": 700, "canastas.held_from": 5}))
    assert "5 or more sevens left in a hand −" in page
    assert "5 or more aces left in a hand" in page
    assert "left in a hand −" not in rules_text.page(load_rules("classic", "4", house={"canastas.held_from": 5}))


def test_page_says_what_the_rounds_ask_for_opening() -> None:
    said = "50 points in round 1; 90 points in round 2; 120 points in round 3; 150 points from round 4."
    assert f"must count enough for that round: {said}" in rules_text.page(load_rules("hand-and-foot-rounds", "4"))
    house: dict[str, object] = {"opening.by": "round"}
    assert "for that round: 50 points in rounds 1 to 1,499; 90 points in rounds 1,500 to 2,999; " in rules_text.page(
        load_rules("classic", "4", house=house)
    )


def test_page_names_no_bonus_and_no_penalty_of_nothing() -> None:
    house: dict[str, object] = {"threes.left": [], "out.bonus": 0}
    page = rules_text.page(load_rules("hand-and-foot", "4", house=house))
    assert "Threes are not laid. " in page
    assert "costs 0" not in page
    assert "earns 0" not in page


def test_page_says_that_a_tie_after_the_last_round_brings_another() -> None:
    sentence = "while the best are equal, another round is played."
    assert sentence in rules_text.page(load_rules("hand-and-foot-rounds", "4"))
    assert sentence not in rules_text.page(load_rules("classic", "4", house={"rounds": 4}))


def test_page_says_that_a_canasta_of_twos_does_not_help_to_go_out() -> None:
    sentence = "A canasta of twos doesn't count for that."
    assert sentence in rules_text.page(load_rules("italian", "4"))
    assert sentence not in rules_text.page(load_rules("samba-ro", "4"))


def test_page_says_that_dealt_red_threes_may_not_be_held_where_they_come_first() -> None:
    sentence = "Those dealt are laid before the first upcard is turned."
    assert sentence in rules_text.page(load_rules("italian", "4", house={"threes.red": "held"}))
    assert sentence not in rules_text.page(load_rules("samba-ro", "4"))
