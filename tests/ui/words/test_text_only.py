"""A hand and the table in words say what the pictures show."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.canasta.cards import full_pack, read_card
from bot.canasta.game import Game
from bot.canasta.record import game_from_record
from bot.canasta.views import PublicView, public_view, seat_view
from bot.data.tables import InChannel, Seat, Status, Table
from bot.tables.views import RoundStory
from bot.ui import move_order
from bot.ui.words import card_names, round_text, terms, text_only, tips
from bot.ui.words.rules_chapters.meanings import Term
from renderer import render_table
from renderer.canvas import ENGLISH
from renderer.hand import groups
from renderer.words import winner_name
from tests.renderer.samples import dealt, hand_view

PACK = full_pack(4, 8, calientes=2)


def row(names: tuple[str, ...]) -> Table:
    values: dict[str, Any] = {
        "id": 1, "home": InChannel(1, 1), "status": Status.PLAYING, "version": 9, "variant": "classic",
        "layout": "4", "size": len(names), "house": {}, "host_id": 100, "round": 1, "commitment": None, "turn": 0,
        "turn_since": 0, "scores": (0, 0), "winner": None, "created_at": 0, "updated_at": 0, "ended_at": None,
        "seats": tuple(Seat(number, 100 + number, None, name) for number, name in enumerate(names)),
    }  # fmt: skip
    return Table(**values)


def position(variant: str = "classic", **changes: Any) -> PublicView:
    document = {
        "variant": variant,
        "scores": [1200, -50],
        "position": {
            "turn": 0,
            "phase": "play",
            "hands": ["AS AH 2C", "4C 4D 5C", "5D 6D", "6S 8D 8H 8C"],
            "melds": [["KS KH KC 2S", "7S 7H 7D 7C 7S 7H 7D"], []],
            "threes": ["3H", ""],
            "stock": "5H 6D 7C 8C",
            "pile": "5H 9C 9D",
            **changes,
        },
        "moves": [],
    }
    return public_view(game_from_record(document))


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(st.sampled_from(PACK), max_size=60))
def test_every_card_of_a_hand_is_named_in_the_line_of_its_rank(cards: list[int]) -> None:
    heading, *lines = text_only.hand(hand_view(sorted(cards))).splitlines()
    assert str(len(cards)) in heading
    named: Counter[str] = Counter()
    for line in lines:
        count, listed = line.removeprefix("- ").split(" ", 1)[0], line.partition(": ")[2].split()
        assert int(count) == len(listed)
        named.update(listed)
    assert named == Counter(card_names.card(card) for card in cards)


def test_of_a_foot_that_is_left_after_a_round_the_number_is_said_not_each_card() -> None:
    king, fours = read_card("KS"), tuple(map(read_card, ("4S", "4H", "4D")))
    told = RoundStory((), ((king,), ()), (fours, fours[:2]))
    assert round_text.story(told, row(("Ana", "Bo"))) == [
        f"Left in hand: Ana {card_names.card(king)}, 3 in the foot; Bo 2 in the foot."
    ]


def test_cards_come_in_the_order_of_the_picture() -> None:
    view = dealt(40)
    listed = [card for line in text_only.hand(view).splitlines()[1:] for card in line.partition(": ")[2].split()]
    assert listed == [card_names.card(card) for fan in groups(view.hand) for card in fan]


def test_the_table_says_all_that_lies_open() -> None:
    text = text_only.table(position(), row(("Ana", "Bo", "Cy", "Di")))
    for said in (
        "Stock: 4 cards",
        "Pile: 3 cards, 9♦\ufe0e on top",
        "**Ana** (3 cards), **Cy** (2 cards): 1,200 points",
        "**Bo** (3 cards), **Di** (4 cards): −50 points",
        "4 kings (1 wild)",
        "7 sevens, **natural canasta**",
        "laid down: nothing yet",
    ):
        assert said in text
    assert "A♠" not in text


def test_ones_own_table_calls_oneself_you() -> None:
    text = text_only.table(position(), row(("Ana", "Bo", "Cy", "Di")), 2)
    assert "**Ana** (3 cards), **You** (2 cards): 1,200 points" in text


@pytest.mark.parametrize("pile", ["", "5H 2C 9D"])
def test_the_piles_state_is_said(pile: str) -> None:
    text = text_only.table(position(pile=pile), row(("Ana", "Bo", "Cy", "Di")))
    assert ("The pile is empty" in text) == (not pile)
    assert ("frozen" in text) == bool(pile)


def test_names_are_never_formatting() -> None:
    text = text_only.table(position(), row(("**Ana**", "_Bo_", "[Cy](https://x.y)", "Di")))
    live = re.sub(r"\\.", "", text)
    assert "](https" not in live
    assert "://" not in live
    assert "****" not in live


def _romanian(layout: str, names: str, **where: Any) -> Game:
    scores = where.pop("scores")
    return game_from_record(
        {
            "variant": "romanian",
            "layout": layout,
            "players": names.split(),
            "scores": scores,
            "position": {"turn": 0, "phase": "draw", "pile": "8H", "stock": "9C", **where},
            "moves": [],
        }
    )


def _allies(winner: int | None = None) -> PublicView:
    melds, hands = [["JS JH JD"], ["TS TH TC"], []], ["5S", "6S", "KS"]
    found = _romanian(
        "3-alliance", "Ana Bo Cy", melds=melds, hands=hands, lone=0, melded_by=[0, 1], scores=[0, 5, 3000]
    )
    return public_view(found)._replace(winner=winner)


@pytest.mark.parametrize(
    ("variant", "feet", "said"),
    [
        ("burraco", ["KS KH", "", "", ""], "**Ana** (3 cards), **Cy** (2 cards): 1,200 points; 2 in the side's foot;"),
        (
            "hand-and-foot",
            ["KS KH", "", "KD", ""],
            "**Ana** (3 cards, 2 in the foot), **Cy** (2 cards, 1 in the foot):",
        ),
    ],
)
def test_a_foot_is_told_of_whom_it_belongs_to(variant: str, feet: list[str], said: str) -> None:
    view = position(variant, melds=[[], []], threes=["", ""], feet=feet)
    assert said in text_only.table(view, row(("Ana", "Bo", "Cy", "Di")))


def test_everybody_with_a_score_of_their_own_is_told_their_own_minimum() -> None:
    scores = [1500, 0, 0, 3000, -50]
    game = _romanian("5-rotating", "Ana Bo Cy Di Eva", hands=["AS"] * 5, melds=[[], []], scores=scores)
    assert [move_order.opening(seat_view(game, seat)) for seat in range(5)] == [90, 50, 50, 120, 15]
    text = text_only.table(public_view(game), row(("Ana", "Bo", "Cy", "Di", "Eva")))
    assert "**Ana** (1 card, 1,500 points, needs 90 points to open)" in text
    assert "**Di** (1 card, 3,000 points, needs 120 points to open)" in text
    assert "90 and 50 to open." in render_table(public_view(game)).alt


def test_allies_share_a_side_but_no_score() -> None:
    text = text_only.table(_allies(), row(("Ana", "Bo", "Cy")))
    assert "**Bo** (1 card, 5 points), **Cy** (1 card, 3,000 points, needs 120 points to open): laid down:" in text
    assert len(text.splitlines()) == 4, "heading, heaps and two sides: the third has no players"
    assert render_table(_allies()).alt.endswith(
        "Bo, 1 card, 5 points, and Cy, 1 card, 3,000 points, 120 to open: 30 points on the table; 3 tens."
    )
    assert winner_name(_allies(winner=2), ENGLISH) == "Cy"


def test_the_table_in_words_names_the_trump() -> None:
    view = position("biriba", trump="H", melds=[["AS 2S 3S"], []], threes=[])
    assert f"Trump: {card_names.suit(1)}." in text_only.table(view, row(("Ana", "Bo", "Cy", "Di")))
    assert "Trump" not in text_only.table(position(), row(("Ana", "Bo", "Cy", "Di")))


def test_a_pile_that_nobody_takes_is_told_without_what_keeps_people_from_it() -> None:
    """In Hand & Foot, a two freezes no pile for anybody, and a black three blocks none."""
    for pile, sign in (("9C 2D", "frozen"), ("9C 3S", "blocked")):
        feet = ["4S 4D", "5S 5D", "6S 6H", "7S 7H"]
        nobodys = game_from_record(
            {
                "variant": "hand-and-foot",
                "scores": [0, 0],
                "position": {
                    "turn": 0, "phase": "draw", "hands": ["AS 4H", "4C 5C", "5D 6D", "6S 8D"], "feet": feet,
                    "melds": [[], []], "threes": ["", ""], "stock": "5H 6D 7C 8C", "pile": pile, "frozen": sign == "frozen",
                },
                "moves": [],
            }
        )  # fmt: skip
        seat, view = seat_view(nobodys, 0), public_view(nobodys)
        mine = position(phase="draw", pile=pile, frozen=sign == "frozen")
        assert sign in text_only.table(mine, row(("Ana", "Bo", "Cy", "Di")))
        assert sign in render_table(mine).alt.lower()
        assert sign not in text_only.table(view, row(("Ana", "Bo", "Cy", "Di")))
        assert sign not in render_table(view).alt.lower()
        assert not {Term.FROZEN, Term.BLOCKED} & set(terms.shown(view, seat))
        assert sign not in tips.due(seat)
