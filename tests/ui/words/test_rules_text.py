"""The rules page says all that the parameters say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest

from bot.canasta.example_round import example_round
from bot.canasta.rules import Rules, RulesError, apply_overrides, list_variants, load_rules, parameters, value_of
from bot.ui.i18n import languages, pgettext, speaking
from bot.ui.words import card_names, rules_examples, rules_text, variant_names
from bot.ui.words.rules_chapters import meanings
from tests.cases import in_one_test


def _alone(rules: Rules) -> bool:
    return rules.side.mode == "fixed" and rules.side.sides == rules.seats


def whole(rules: Rules) -> str:
    """Return all pages of the rules, one after the other."""
    return "\n".join(one.text for one in rules_text.pages(rules))


TABLES = [(one.id, layout.name) for one in list_variants() for layout in one.layouts]


def _never_freezes(rules: Rules) -> bool:
    return not rules_examples.freezable(rules)


#: Parameters that need no word on the page where this holds: they decide nothing there.
MOOT: dict[str, Callable[[Rules], bool]] = {
    "deal.cover": lambda rules: not rules.deal.upcard,
    "deal.foot_of": lambda rules: _alone(rules) and rules.deal.foot_of == "side",
    "deal.cover_freezes": lambda rules: not rules.deal.upcard or not rules.deal.cover or _never_freezes(rules),
    "discards.freeze": lambda rules: rules.pile.needs != "top-card" or _never_freezes(rules),
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
    "melds.max_wilds": lambda rules: rules.melds.ranks == "none",
    "ranks.ace.held_from": lambda rules: not rules.ranks.ace.held,
    "threes.left_only_out": lambda rules: not rules.threes.costs("black"),
    "threes.black_meld": lambda rules: rules.threes.red in ("optional", "ordinary") or rules.threes.black == "like-red",
    "threes.left": lambda rules: rules.threes.red == "at-once",
    "values.joker": lambda rules: not rules.pack.jokers,
    "wilds.bonuses": lambda rules: not rules.wilds.allowed,
}


@pytest.mark.parametrize(("variant", "layout"), TABLES)
def test_page_says_every_parameter_that_a_table_changes(variant: str, layout: str) -> None:
    rules = load_rules(variant, layout)
    page = whole(rules)
    unsaid = [
        one.name
        for one in parameters()
        if value_of(rules, one.name) != one.default
        and whole(apply_overrides(rules, {one.name: one.default}, "test")) == page
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
    assert whole(load_rules(variant)).splitlines()[0] == f"## {title}"


@pytest.mark.parametrize(
    ("language", "title", "alone"),
    [
        ("en", "Viennese Canasta", "Viennese"),
        ("de", "Wiener Canasta", "Wiener Canasta"),
        ("es", "Canasta vienesa", "Vienesa"),
        ("fr", "Canasta viennoise", "Viennoise"),
        ("it", "Canasta viennese", "Viennese"),
        ("ro", "Canasta vieneză", "Vieneză"),
    ],
)
def test_a_name_stands_alone_and_in_a_title_as_its_language_has_it(language: str, title: str, alone: str) -> None:
    with speaking(language):
        assert whole(load_rules("viennese")).splitlines()[0] == f"## {title}"
        assert whole(load_rules("burraco")).splitlines()[0] == "## Burraco"
        assert variant_names.named("viennese") == alone


def test_numbers_from_and_to_are_both_in_digits() -> None:
    assert "A run has 3 to 11 cards of one suit in a row." in whole(load_rules("tranca"))


def test_a_game_without_jokers_explains_its_cards_without_them() -> None:
    said = rules_text.pages(load_rules("tranca"))[0].text
    assert "2 decks without jokers." in said
    assert "**Wild cards:** twos; they" in said
    assert "joker 20" not in said


@pytest.mark.parametrize("language", languages())
def test_every_page_fits_into_a_message_and_has_something_in_each_place(language: str) -> None:
    """No placeholder is left, and no number stands before a word that doesn't go with it."""
    with speaking(language):
        for variant, layout in TABLES:
            pages = rules_text.pages(load_rules(variant, layout))
            assert len(pages) == rules_text.PAGES
            for page in (*pages, rules_text.example(load_rules(variant, layout), with_points=True)):
                assert len(page.text) <= rules_text.LONGEST
                assert not set("{}") & set(page.text)
                assert "\n- \n" not in page.text


def _numbers(line: str) -> Counter[int]:
    """Return the numbers in a line, however the reader's language separates thousands."""
    plain = re.sub(rf"(?<=\d){re.escape(pgettext('thousands separator', ','))}(?=\d{{3}})", "", line)
    return Counter(map(int, re.findall(r"\d+", plain)))


def _all_lines(rules: Rules) -> list[str]:
    """Return the lines of the rules and of the example."""
    return [line for page in rules_text.with_example(rules) for line in page.text.splitlines()]


@pytest.mark.parametrize("language", sorted(languages().keys() - {"en"}))
def test_a_page_says_the_same_in_every_language(language: str) -> None:
    """Line by line: no line is English but a game's title, and no number is another than in English.

    Small numbers may be words, as names of ranks are, and French says how many cards a deck has.
    """
    for variant, layout in TABLES:
        rules = load_rules(variant, layout)
        english = [(line, _numbers(line)) for line in _all_lines(rules)]
        with speaking(language):
            theirs = [(line, _numbers(line)) for line in _all_lines(rules)]
        for (line, numbers), (translated, found) in zip(english, theirs, strict=True):
            assert line != translated or line.startswith("#")
            missing, new = numbers - found, found - numbers
            assert not missing or not new, translated
            assert all(number < 10 or number == 52 for number in missing + new), translated


def test_each_number_of_a_line_is_found() -> None:
    assert _numbers("from 1,500: 90 points, 2 of 12,345") == Counter([1500, 90, 2, 12345])
    with speaking("de"):
        assert _numbers("ab 1.500: 90 Punkte") == Counter([1500, 90])


@in_one_test(
    [
        ({"threes.black": "like-red"}, "Black threes are laid down, replaced and counted like red ones"),
        ({"threes.black": "may-be-laid"}, "Black threes can be laid down and replaced too"),
        ({"threes.black_four": 100}, "Four black threes melded together are worth 100."),
        ({"threes.black_held": 100, "threes.black_held_only_out": True}, "costs 100 when somebody else goes out."),
        ({"deal.mirror_bonus": 100}, "of the same rank and suit as the first upcard scores 100."),
        ({"deal.cut_bonus": 100}, "the side that isn't dealing scores 100"),
        ({"deal.foot": 4, "deal.foot_per_side": True}, "The first player of the side to run out of cards picks it up;"),
        (
            {"deal.foot": 4, "deal.foot_with": "first-canasta"},
            "add it to your hand when you complete your first canasta,",
        ),
        (
            {"deal.foot": 4, "deal.foot_per_side": True, "deal.foot_with": "first-canasta"},
            "its first player to complete a canasta adds it to their hand.",
        ),
        (
            {"discards.sevens": "own-canasta"},
            "You can't discard these before your side has a canasta of the rank: sevens.",
        ),
        (
            {"discards.sevens": "every-canasta"},
            "You can't discard these before every side has a canasta of the rank: sevens.",
        ),
        ({"out.canastas": 2, "out.sevens": 1}, "Canastas of sevens count as neither natural nor mixed"),
        ({"threes.plus_if": "sevens"}, "If your side has a canasta of sevens, the points of its threes are added;"),
        ({"pack.copies_per_natural": 7}, "There are 7 cards of each rank"),
        ({"pile.needs": "nothing"}, "Draw 1 card from the stock, or take the whole pile into your hand."),
        ({"pile.needs": "nothing"}, "You can take the pile at any time instead of drawing."),
        ({"pile.needs": "meld"}, "you must lay down a card in the same turn,"),
        ({"pile.needs": "nothing", "pile.taken": "five"}, "You take only the top 5 cards."),
        (
            {"pile.needs": "nothing", "pile.taken": "five"},
            "Draw 1 card from the stock, or take cards from the pile into your hand.",
        ),
        (
            {"pile.needs": "nothing", "pile.own_canasta": "never"},
            "when its top card has the rank of a canasta of your side.",
        ),
        (
            {"pile.needs": "nothing", "discards.throw_back": False},
            "you can't discard that card in the same turn, unless",
        ),
        (
            {"pile.wild_joins": True},
            "and a wild card is on top, you can take the pile for any meld that can have that wild card.",
        ),
        (
            {"sequences.allowed": True, "pile.sequences": "whole"},
            "You can also take the pile if you add its top card to a run of your side,",
        ),
        ({"threes.red": "ordinary"}, "Threes are ordinary cards: you meld them like any others."),
        ({"deal.foot": 4, "deal.foot_canastas": 1}, "Until your side has 1 canasta, you must keep at least one card:"),
        ({"deal.foot": 4, "stock.end": "foot"}, "A foot that nobody has taken becomes the stock,"),
        ({"pile.taken": "seven"}, "or take cards from the pile if you can use its top card."),
        ({"stock.end": "two-left"}, "Nobody draws the last two cards of the stock."),
        ({"deal.foot": 4}, "If you lay down your last card, you pick up the foot and play on at once."),
        ({"deal.foot": 4, "deal.foot_of": "low-bottom"}, "Everyone is dealt two packets (11 cards and 4 cards);"),
        ({"deal.foot": 4, "score.against": ["feet"]}, "The cards of a foot left unplayed are subtracted too."),
        (
            {"deal.foot": 4, "score.against": ["feet"], "threes.left": [["black", 300]], "threes.left_only_out": []},
            "A black three left in your hand or foot costs 300.",
        ),
        (
            {"deal.foot": 4, "score.against": [], "threes.left": [["black", 300]], "threes.left_only_out": []},
            "A black three left in your hand costs 300.",
        ),
        (
            {"canastas.special": [["eight-wild", 250], ["eight", 400]]},
            "the first one that fits:\n  - eight natural cards of one rank and a wild card: 250\n  - eight natural cards of one rank: 400\n  - natural canasta: 500\n  - mixed canasta: 300",
        ),
        ({"opening.before_draw": True}, "1. If your side hasn't opened yet, you can open now, before you draw,"),
        ({"deal.foot": 4, "score.foot_taken": 100}, "A foot that your side has taken earns 100."),
        ({"deal.foot": 4, "score.foot_left": 100}, "A foot that your side hasn't taken costs 100."),
        (
            {"deal.foot": 4, "score.foot_when": "played"},
            "A foot from which no card has been played counts as not taken.",
        ),
        (
            {"deal.foot": 4, "score.foot_when": "played", "score.foot_against": False},
            "counts as not taken, and its cards count for nobody.",
        ),
        (
            {"deal.foot": 4, "deal.foot_per_side": True, "score.foot_against": False},
            "The cards of a foot left unplayed count for nobody.",
        ),
        ({"canastas.concealed": 250}, "A canasta laid down complete from one hand earns another 250."),
        ({"canastas.fixed_when_made": True}, "keeps the bonus it had when it was made"),
        ({"pile.taken": "top"}, "You take only the top card of the pile, and draw nothing in that turn."),
        ({"pile.taken": "top"}, "Draw 1 card from the stock, or take the top card of the pile if you can use it."),
        ({"melds.canasta_wilds": False}, "You can't add wild cards to a canasta."),
        ({"pile.taken": "to-wild"}, "down to the next wild card"),
        ({"pile.onto_meld": "below-canasta"}, "that your side already has and that isn't a canasta yet"),
        ({"pile.own_canasta": "never"}, "has the rank of a canasta of your side"),
        ({"stock.short_draw_ends": True}, "when too few cards can be drawn"),
        ({"stock.end": "flip"}, "The pile is turned over"),
        ({"stock.forced_take": "any"}, "If your side has opened and you can take the pile, you must."),
        ({"wilds.allowed": True, "wilds.whole": True}, "Seven wild cards can be melded"),
        ({"discards.wilds": "forced"}, "only when you hold nothing else"),
        (
            {"out.concealed_take": False},
            "if you add to your partner's melds, or took the pile in that turn.",
        ),
        (
            {"out.concealed_take": False, "out.concealed_no_partner": False},
            "You don't get these extra points if you took the pile in that turn.",
        ),
        ({"out.play_on": True}, "If you run out of cards when your side can't go out yet, you draw again"),
        ({"out.needs": ["natural"]}, "To go out, your side needs a natural canasta."),
        (
            {"melds.cap_red_threes": "going-out"},
            "To go out, your side needs at least as many red threes as canastas.",
        ),
        (
            {"canastas.special": [["semi-clean", 400]]},
            "canasta of seven natural cards, in a row or of one rank, and a wild card: 400",
        ),
        ({"pile.always_frozen": True}, "together with two natural cards of its rank from your hand."),
        ({"extra.hands": [["pairs", 2500]]}, "seven pairs of natural cards: 2,500"),
        (
            {"extra.hands": [["garbage", 2000]]},
            "natural cards: four of each of two ranks, and three of each of two others",
        ),
    ]
)
def test_page_says_house_rules_in_their_chapters(house: dict[str, object], sentence: str) -> None:
    """Beside the line that lists them."""
    said = whole(load_rules("classic", "4", house=house))
    chapters = said.split("\n### ", 1)[1]
    assert sentence in chapters
    assert sentence not in whole(load_rules("classic", "4"))


@pytest.mark.parametrize(("variant", "layout"), [one for one in TABLES if _alone(load_rules(*one))])
def test_page_speaks_of_no_side_where_everyone_plays_alone(variant: str, layout: str) -> None:
    said = whole(load_rules(variant, layout))
    assert "Everyone plays alone." in said
    assert not re.search(r"\bsides?\b", said)


def _changes() -> list[tuple[str, object]]:
    """Return each parameter with values that let its sentence appear."""
    changes: list[tuple[str, object]] = []
    for one in parameters():
        match one.type:
            case "choice":
                changes += [(one.name, word) for word in one.words]
            case "yes or no":
                changes += [(one.name, not one.default)]
            case "number" | "number or none":
                changes += [(one.name, number) for number in (2, 4, 100)]
            case "list of words":
                changes += [(one.name, [word]) for word in one.words]
            case "rows of [which, points]":
                changes += [(one.name, [[word, 100]]) for word in one.words]
    return changes


@pytest.mark.parametrize(
    "with_it", [{}, {"wilds.allowed": True, "sequences.allowed": True}, {"deal.foot": 11}], ids=str
)
def test_page_speaks_of_no_side_where_everyone_plays_alone_whatever_the_house_rules(with_it: dict[str, object]) -> None:
    said = 0
    for name, value in _changes():
        try:
            rules = load_rules("classic", "2", house=with_it | {name: value})
        except RulesError:
            continue  # that value is out of range, or doesn't go with the others
        if _alone(rules):
            said += 1
            assert [line for line in rules_text.sentences(rules) if re.search(r"\bsides?\b", line)] == [], name
    assert said > 200


@in_one_test(TABLES)
def test_page_speaks_of_a_partner_only_where_one_may_have_one(variant: str, layout: str) -> None:
    rules = load_rules(variant, layout)
    said = whole(rules)
    if _alone(rules):
        assert "your partner" not in said
    elif rules.out.ask != "no":
        assert "ask your partner" in said.lower()


def test_page_says_no_card_blocks_that_may_be_taken() -> None:
    said = whole(load_rules("hollywood", "4"))
    assert "while one of these is on top: red threes, black threes." in said
    assert "A two or joker on top: you need two more of its kind." in said


def test_page_says_that_a_wild_card_on_top_is_of_use() -> None:
    said = "If a wild card is on top, you can take the pile for any meld that can have that wild card."
    assert said in whole(load_rules("tranca", "4"))
    assert said not in whole(load_rules("classic", "4", house={"pile.wild_joins": True}))


def test_page_says_what_opening_with_the_pile_counts() -> None:
    said = "If you open by taking the pile, its top card counts towards the minimum,"
    assert said in whole(load_rules("classic", "4"))
    for variant in ("american", "filanda", "tranca", "hand-and-foot"):
        assert said not in whole(load_rules(variant, "4"))


def test_page_says_how_many_wild_cards_take_a_frozen_pile_with_their_kind_on_top() -> None:
    said = whole(load_rules("filanda", "4", house={"pile.wild_top": True}))
    assert "you need two more of its kind, or 3 if the pile is frozen." in said


def test_page_says_that_a_side_which_may_open_with_anything_may_open_with_wild_cards() -> None:
    assert "The melds that you open with can't contain wild cards, except when there is no minimum." in whole(
        load_rules("filanda", "4")
    )
    assert "The melds that you open with can't contain wild cards." in whole(
        load_rules("classic", "4", house={"opening.pure": True})
    )


def test_page_says_beside_what_frozen_means_for_whom_the_pile_is_always_frozen() -> None:
    assert "from your hand. Until your side has opened, the pile is always frozen for you." in whole(
        load_rules("classic", "4")
    )
    assert "from your hand. Until you have opened, the pile is always frozen for you." in whole(
        load_rules("classic", "2")
    )
    assert "always frozen for you" not in whole(load_rules("romanian", "4"))


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        (
            "burraco",
            "A pozzetto that you haven't taken costs 100.\n- The cards of a pozzetto left unplayed count for nobody.",
        ),
        ("buraco", "A morto from which no card has been played counts as not taken, and its cards count for nobody."),
    ],
)
def test_page_says_once_and_among_the_points_that_cards_of_an_untaken_foot_count_for_nobody(
    variant: str, said: str
) -> None:
    page = whole(load_rules(variant, "2"))
    assert said in page
    assert page.count("for nobody") == 1


@pytest.mark.parametrize("variant", ["hand-and-foot", "burraco"])
def test_page_says_that_the_last_packet_lasts_until_its_side_can_go_out(variant: str) -> None:
    said = "is left for you and your side can't go out yet, you must still have a card in your hand after your discard."
    assert said in whole(load_rules(variant, "4"))
    assert said not in whole(load_rules("classic", "4"))


def test_page_says_once_what_becomes_of_threes_that_nobody_lays_down() -> None:
    page = whole(load_rules("hand-and-foot", "4"))
    assert "You don't lay down threes: you get rid of them by discarding." in page
    assert "Black threes can't be melded." not in page
    assert "Black threes can't be melded." in whole(load_rules("uruguay", "4"))


def test_page_says_how_red_threes_count_by_natural_and_mixed_canastas() -> None:
    said = "\n  - only natural canastas: they count for nothing\n  - only mixed canastas: they are subtracted\n"
    assert said in whole(load_rules("filanda", "4"))


@pytest.mark.parametrize("red", ["at-once", "held", "optional"])
def test_page_lists_no_points_of_threes_that_never_count(red: str) -> None:
    said = whole(load_rules("classic", "4", house={"threes.red": red, "threes.plus_if": "never"}))
    assert "Threes on the table earn and cost nothing." in said
    assert "they earn:" not in said
    assert "colour earn:" not in said
    assert "they earn:" in whole(load_rules("classic", "4"))


@pytest.mark.parametrize(
    ("variant", "house", "said"),
    [
        ("classic", {}, True),
        ("filanda", {}, True),
        ("classic", {"threes.pile_replaced": True}, False),
        ("classic", {"deal.upcard": False}, False),
        ("burraco", {}, False),
        ("hand-and-foot", {}, False),
    ],
)
def test_page_says_that_no_card_is_drawn_for_a_red_three_of_a_taken_pile(
    variant: str, house: dict[str, object], said: bool
) -> None:
    """Only where a red three can come into the pile, under its first upcard."""
    page = whole(load_rules(variant, "4", house=house))
    assert ("You draw no card for a red three in a pile that you take." in page) is said


def test_page_forces_no_take_where_nobody_takes_the_pile() -> None:
    assert "you can take the pile, you must" not in whole(load_rules("hand-and-foot", "4"))
    house = {"pile.open_to": "all"}
    assert "you can take the pile, you must" in whole(load_rules("hand-and-foot", "4", house=house))


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
    page = whole(load_rules(variant, "4", house=house))
    assert ("adding its top card to a meld of your side, you must" in page) is said


@pytest.mark.parametrize(("variant", "number"), [("american", 3), ("american-2007", 3), ("sevens", 4)])
def test_page_says_how_many_sevens_left_in_a_hand_cost(variant: str, number: int) -> None:
    assert f"{number} or more sevens left in a hand: −" in whole(load_rules(variant, "4"))
    page = whole(load_rules(variant, "4", house={"canastas.held_aces": 700, "canastas.held_from": 5}))
    assert "5 or more sevens left in a hand: −" in page
    assert "5 or more aces left in a hand" in page
    assert "left in a hand: −" not in whole(load_rules("classic", "4", house={"canastas.held_from": 5}))


def test_page_says_what_the_rounds_ask_for_opening() -> None:
    said = "  - round 1: 50 points\n  - round 2: 90 points\n  - round 3: 120 points\n  - from round 4: 150 points\n"
    assert f"It depends on the round:\n{said}" in whole(load_rules("hand-and-foot-rounds", "4"))
    house: dict[str, object] = {"opening.by": "round"}
    assert "the round:\n  - rounds 1 to 1,499: 50 points\n  - rounds 1,500 to 2,999: 90 points\n" in whole(
        load_rules("classic", "4", house=house)
    )


def test_page_names_no_bonus_and_no_penalty_of_nothing() -> None:
    house: dict[str, object] = {"threes.left": [], "out.bonus": 0}
    page = whole(load_rules("hand-and-foot", "4", house=house)).split("### ", 1)[1]
    assert "You don't lay down threes: you get rid of them by discarding." in page
    assert "costs 0" not in page
    assert "earns 0" not in page


def test_page_says_that_a_tie_after_the_last_round_brings_another() -> None:
    sentence = "while first place is tied, another round is played."
    assert sentence in whole(load_rules("hand-and-foot-rounds", "4"))
    assert sentence not in whole(load_rules("classic", "4", house={"rounds": 4}))


def test_page_says_that_a_canasta_of_twos_does_not_help_to_go_out() -> None:
    sentence = "A canasta of twos doesn't help you go out."
    assert sentence in whole(load_rules("italian", "4"))
    assert sentence not in whole(load_rules("samba-ro", "4"))


def test_page_says_that_dealt_red_threes_may_not_be_held_where_they_come_first() -> None:
    sentence = "Red threes that you are dealt are laid down before the first upcard is turned."
    assert sentence in whole(load_rules("italian", "4", house={"threes.red": "held"}))
    assert sentence not in whole(load_rules("samba-ro", "4"))


def test_changed_rules_are_told_in_few_words_or_as_questions_and_their_answers() -> None:
    rules = load_rules("classic", "4", house={"deal.hand": 13, "target": 500, "deal.foot": 11})
    said = rules_text.differences(rules) or ""
    assert said.startswith("Game ends at 500 points (standard: 5,000). How many cards are in the foot")
    assert said.endswith("? 11 (standard: 0). Cards for each player: 13 (standard: 11).")
    with speaking("es"):
        assert (rules_text.differences(rules) or "").endswith(" Cartas por jugador: 13 (estándar: 11).")


@pytest.mark.parametrize("variant", ["samba", "burraco"])
def test_no_sign_of_a_suit_is_shown_as_an_emoji(variant: str) -> None:
    """Discord makes an emoji of a sign unless a mark behind it asks for text."""
    rules = load_rules(variant, "4")
    told = whole(rules) + meanings.meaning(rules, meanings.Term.MELD)
    assert re.findall("[♠♥♦♣]\ufe0e", told)
    assert re.findall("[♠♥♦♣](?!\ufe0e)", told) == []


def test_a_word_that_a_page_shows_is_explained_as_the_page_says_it() -> None:
    """The signs of a table are the same in all variants; the rules page speaks as the variant's own players do."""
    with speaking("it"):
        rules = load_rules("filanda", "4")
        sign = pgettext("the discard pile", "frozen")
        assert sign in meanings.meaning(rules, meanings.Term.FROZEN)
        assert sign not in whole(rules)


def test_a_variant_is_explained_in_the_words_of_its_own_players() -> None:
    with speaking("it"):
        said, classic = whole(load_rules("filanda", "4")).lower(), whole(load_rules("classic", "4")).lower()
    for usual, own in (("combinazione", "colonna"), ("smazzata", "giocata"), ("tallone", "mazzo di pescata")):
        assert usual not in said
        assert own in said
        assert usual in classic
    with speaking("it"):
        assert "pozzetto" in whole(load_rules("burraco", "4"))
        for text in (whole(load_rules(one, "4")) for one in ("burraco", "buraco", "burako", "tranca", "biriba")):
            assert "burraco pulito" in text
            assert not re.search(r"canast|\bpur[ae]\b|\bsporc[ae]\b", text, re.IGNORECASE)
        assert "pozzetto" not in whole(load_rules("hand-and-foot", "4"))
    with speaking("ro"):
        assert "formație" in whole(load_rules("filanda", "4"))


@pytest.mark.parametrize("variant", ["buraco", "buraco-fechado", "buraco-stbl"])
def test_page_says_that_a_wild_card_takes_a_run_its_bonus_for_its_length(variant: str) -> None:
    text = whole(load_rules(variant))
    assert "run from ace to king without wild cards: 500" in text
    assert "run from ace to ace without wild cards: 1,000" in text


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        ("classic", "you need 50. K K 2 is worth only 40, but together with 7 7 7 you have 55 and can open."),
        ("american", "you need 125. K K K is worth only 30, but together with 7 7 7, A A A and Q Q Q you have 135"),
        ("filanda", "With 9 9 9 from your hand you can take it."),
        ("samba", "a 9 is on top. With 9 9 from your hand you can take the pile."),
        ("burraco", "seven kings earn 200 as a clean burraco and 70 as cards: 270 in all."),
    ],
)
def test_examples_count_as_the_rules_do(variant: str, said: str) -> None:
    assert said in whole(load_rules(variant))


@pytest.mark.parametrize(
    ("variant", "layout", "said"),
    [
        ("classic", "4", "partners sit opposite each other and share all their melds. Nobody adds to the melds of opponents."),
        ("classic", "6-trios", "nobody sits next to a partner, and partners share all their melds."),
        ("classic", "2", "Everyone plays alone. Nobody adds to the melds of others."),
        ("classic", "4", "the next player on the left is the dealer. The player on the dealer's left begins,"),
        ("classic", "4", "**Frozen pile:** a discard pile that you can take only with 2 natural cards of its top card's rank"),
        ("classic", "4", "A wild card that you add to a natural canasta makes it mixed."),
        ("classic", "4", "Wild cards can't be a meld by themselves."),
        ("classic", "4", "If you draw from the stock and go out with your whole hand at once, including a canasta,"),
        ("classic", "4", "on top: jokers, twos, black threes. A black three blocks it only until another card covers it."),
        ("classic", "4", "the round ends at once: you can't meld or discard any more."),
        ("classic", "4", "you earn another 100. You don't get these extra points if you add to your partner's melds."),
        ("samba", "4", "If fewer cards are left than you must draw, you draw those and play your turn."),
        ("samba", "4", "the first one that fits:\n  - samba: 1,500\n  - natural canasta: 500"),
        ("bolivia", "4", "the first one that fits:\n  - escalera: 1,500\n  - bolivia: 2,500\n  - natural canasta: 500"),
        ("american", "4", "with an ace or a seven, unless aces and sevens are your only natural cards."),
        ("hand-and-foot", "4", "your side needs 5 canastas (at least 2 clean and at least 3 dirty)."),
        ("hand-and-foot", "4", "Everyone on your side must have laid down or discarded a card from their foot."),
        ("classic", "4", "When the stock ends the round, nobody earns the 100 for going out."),
        ("burraco", "4", "picks it up; everyone else plays on with their own hand."),
        ("burraco", "4", "To go out, your side must also have taken its pozzetto."),
        ("burraco", "2", "To go out, you must also have taken your pozzetto."),
        ("burraco", "4", "at least 3 cards of one suit in a row, and at most all 13 of them and a wild card."),
        ("burraco", "4", "The ace counts once in a run: above the king or below the 2."),
        ("burraco", "4", "A side can have several runs of one suit."),
        (
            "burraco",
            "4",
            "the first one that fits:\n  - clean burraco: 200\n  - semi-clean burraco of seven natural cards, in a row or of one rank, and a wild card: 150\n  - dirty burraco: 100",
        ),
        ("burraco", "4", "or take the whole pile into your hand."),
        ("burraco", "4", "8♦\ufe0e 9♦\ufe0e 2♠\ufe0e earn 150, because seven natural cards are in a row."),
        ("hand-and-foot", "4", "**Hand and foot:** the two packets that you are dealt."),
        ("hand-and-foot", "4", "If they are equal, the first packet (11 cards) is your hand."),
    ],
)  # fmt: skip
def test_page_says_all_that_a_beginner_asks(variant: str, layout: str, said: str) -> None:
    assert said in whole(load_rules(variant, layout))


@pytest.mark.parametrize(
    ("variant", "layout", "unsaid"),
    [
        ("bolivia", "4", "Wild cards can't be a meld by themselves."),
        ("american", "4", "makes it mixed"),
        ("hand-and-foot", "4", "your side must also have taken its foot"),
        ("buraco", "4", "The ace counts once in a run"),
        ("american", "4", "If you draw only red threes"),
        ("classic", "4", "If fewer cards are left than you must draw"),
        ("classic", "4", "the first one that fits"),
        ("burraco-international", "4", "because seven natural cards are in a row"),
    ],
)
def test_page_leaves_out_what_does_not_hold_at_its_table(variant: str, layout: str, unsaid: str) -> None:
    assert unsaid not in whole(load_rules(variant, layout))


@pytest.mark.parametrize("language", languages())
def test_an_example_is_a_turn_on_one_screen(language: str) -> None:
    """The cards with which it begins, and its steps."""
    with speaking(language):
        for variant, layout in TABLES:
            text = rules_text.example(load_rules(variant, layout), with_points=False).text
            intro, turn, points = text.split("\n### ")
            assert intro.count("\n") == 1
            lines = turn.splitlines()[1:]
            assert 5 <= len(lines) <= 8, lines
            assert sum(len(card_names.seen(line)) for line in lines) <= 520, (variant, layout)
            assert "\n" not in points


def test_an_example_says_what_was_played() -> None:
    example = example_round(load_rules("classic", "4"))
    said = rules_text.example(load_rules("classic", "4"), with_points=True).text
    for cards in (example.hand, *(step.brought for step in example.steps if step.verb == "draw")):
        assert card_names.cards(cards) in said
    for event in (event for step in example.steps for event in step.events if event.kind == "discard"):
        assert f"discarded {card_names.cards(event.cards)}." in said
    for side in example.sheet.sides:
        assert f"this round {side.total:,} points, ".replace("-", "minus ") in said


def test_an_example_is_told_in_the_words_of_the_players() -> None:
    assert "burraco" in rules_text.example(load_rules("burraco", "4"), with_points=True).text
    assert "canasta" not in rules_text.example(load_rules("burraco", "4"), with_points=True).text.lower()
