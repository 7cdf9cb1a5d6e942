"""The score sheet: a label for every line there can be, and the same in words."""

import pytest

from bot.canasta.example_round import example_round
from bot.canasta.rules import list_variants, load_rules
from renderer import Style, render_scores, speech
from renderer.canvas import ENGLISH, MAX_HEIGHT
from renderer.scores import line_labels
from tests.renderer.samples import FOUR_PLAYERS, SCORES, SIX_SIDES, round_score

#: The keys that a record's score sheets may have.
KEYS = [
    "cards",
    "hand",
    "natural",
    "mixed",
    "wild",
    "sequence",
    "aces",
    "sevens",
    "twos",
    "semi",
    "royal",
    "threes",
    "black_threes",
    "out",
    "foot",
    "concealed",
    "concealed_canasta",
    "special",
    "unfinished",
    "held",
    "count",
    "cut",
    "mirror",
    "caliente",
]


def test_every_line_has_a_label() -> None:
    for variant in list_variants(own=False):
        for layout in variant.layouts:
            labels = line_labels(load_rules(variant.id, layout.name), ENGLISH)
            assert set(labels) == set(KEYS)
            assert len(set(labels.values())) == len(KEYS)


@pytest.mark.parametrize(
    ("variant", "layout", "house", "left", "penalty"),
    [
        ("hand-and-foot", "4", {}, "Cards left in hand and foot", "Red threes left in hand"),
        ("romanian", "4", {}, "Cards left in hand", "Red threes left in hand"),
        ("brazilian", "4", {}, "Cards left in hand", "Threes left in hand"),
        ("canadian", "4", {}, "Cards left in hand", "Black threes left in hand"),
        ("american", "4", {}, "Cards left in hand", "Too many cards of a rank in hand"),
        ("burraco", "4", {}, "Cards left in hand", "Penalties for cards left in hand"),
        ("american", "4", {"score.against": ["side-packets"]}, "Cards left in hand and talon", "Too many cards of a rank in hand"),
        ("hand-and-foot", "4", {"score.feet": [["partner-left", 100]]}, "Cards left in hand and foot", "Penalties for cards left in hand"),
    ],
)  # fmt: skip
def test_what_was_left_in_a_hand_is_told_by_what_counts(
    variant: str, layout: str, house: dict[str, object], left: str, penalty: str
) -> None:
    rules = load_rules(variant, layout, house=house)
    labels = line_labels(rules, ENGLISH)
    assert (labels["hand"], labels["held"]) == (left, penalty)
    alt = render_scores(round_score([{"held": -500}, {}], (0, 0)), FOUR_PLAYERS._replace(rules=rules)).alt
    assert f"{penalty} minus 500" in alt


def test_alt_says_every_line() -> None:
    assert render_scores(*SCORES["four players"]).alt == (
        "Round 3. Niccolò went out. "
        "Ana and Ștefan: this round 1,240 points, score 3,625. Natural canastas 500 points. Mixed canastas 300 points. "
        "Red threes 200 points. Cards melded 385 points. Cards left in hand minus 145 points. "
        "Ilinca and Niccolò: this round 730 points, score 2,670. Mixed canastas 300 points. Red threes 100 points. "
        "Going out 100 points. Cards melded 290 points. Cards left in hand minus 60 points."
    )


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({}, "Niccolò went out."),
        ({"concealed": True}, "Niccolò went out concealed."),
        ({"out": None, "ending": "stock"}, "The stock ran out."),
        ({"ending": "special"}, "Niccolò laid down a special hand."),
        ({"ending": "automatic"}, "Niccolò won the round outright."),
    ],
)
def test_how_it_ended(more: dict[str, object], words: str) -> None:
    assert render_scores(round_score([{"out": 100}, {}], (100, 0), **more), FOUR_PLAYERS).alt.startswith(
        f"Round 3. {words} "
    )


def test_the_winner_is_named_on_the_last_sheet_only() -> None:
    last, view = SCORES["game won"]
    earlier = round_score([{"natural": 500}, {}], (500, 0), number=2)
    view = view._replace(finished=(earlier, last))
    assert "Bartholomew the Third, Дмитрий and Θεοδώρα won the game." in render_scores(last, view).alt
    assert "won the game" not in render_scores(earlier, view).alt


def test_a_draw_is_told_on_the_last_sheet_and_nobody_is_crowned() -> None:
    last, view = SCORES["game won"]
    drawn = view._replace(finished=(last,), winner=None)
    picture = render_scores(last, drawn)
    assert "It's a draw." in picture.alt
    assert picture.png != render_scores(last, view._replace(finished=(last,))).png
    going_on = render_scores(last, drawn._replace(over=False))
    assert "It's a draw" not in going_on.alt
    assert going_on.height < picture.height


def test_players_who_score_for_themselves() -> None:
    alt = render_scores(*SCORES["five rotating"]).alt
    assert "Ana and Player 3: this round 500 points. Natural canastas 500 points." in alt
    assert "Дмитрий: score 12,990." in alt


def test_everything_at_once_fits() -> None:
    lines = {key: -1000 - place for place, key in enumerate(KEYS)}
    picture = render_scores(round_score([lines] * 6, [-100000] * 6), SIX_SIDES, style=Style("light"))
    assert picture.height <= MAX_HEIGHT
    assert len(picture.alt) <= 1024
    assert picture.alt.count("this round minus ") == 6


def test_a_line_that_nobody_named_yet_is_shown_by_its_key() -> None:
    assert "new_bonus 10" in render_scores(round_score([{"new_bonus": 10}, {}], (10, 0)), FOUR_PLAYERS).alt


@pytest.mark.parametrize(("variant", "layout"), [("classic", "3-lone"), ("sevens", "3-lone"), ("viennese", "3-lone")])
def test_where_one_plays_against_two_each_has_a_column_with_their_name(variant: str, layout: str) -> None:
    """The two share their melds, but each has a sheet of their own."""
    example = example_round(load_rules(variant, layout))
    alt = render_scores(example.sheet, example.after).alt
    for name, side in zip(("Ada", "Bo", "Cy"), example.sheet.sides, strict=True):
        assert f" {name}: " in alt
        assert f"this round {speech.points(side.total, ENGLISH)}" in alt.partition(f" {name}: ")[2].partition(". ")[0]
