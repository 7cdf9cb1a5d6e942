"""A reader of nothing but a game's pages finds the answers to its questions of docs/rules-questions.md there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.canasta.rules import load_rules
from bot.ui.words import rules_text

QUESTIONS = Path(__file__).parents[3] / "docs/rules-questions.md"
#: The sentences of the pages that answer, question by question, by variant and layout.
SAID = {
    ("classic", "4"): [
        [
            "from 1,500: 90 points",
            "king to eight 10 each",
            "seven to four 5 each",
            "all laid down at once, must together be worth a minimum",
        ],
        ["one card of its rank and a wild card from your hand"],
        [
            "Discarding any of these freezes the pile for everyone until it is taken: jokers, twos.",
            "you can take the pile only with 2 natural cards of the top card's rank from your hand",
        ],
        ["can have at most 3 wild cards"],
        ["Lay down red threes (♥ ♦) at once and draw a card for each."],
        ["To go out, your side needs 1 canasta."],
        ["the pile can't be taken while one of these is on top: jokers, twos, black threes."],
        [
            "Cards left in the hands of your side are subtracted.",
            "If you still hold A K 7 when the round ends, you lose 35.",
        ],
        [
            "2 red threes: 200",
            "If your side has laid down a meld, the points of its threes are added; otherwise they are subtracted.",
        ],
        ["if they say no, you can't."],
    ],
    ("samba", "4"): [
        ["Draw 2 cards from the stock"],
        ["A run has three to seven cards of one suit in a row, from 4 up to the ace."],
        ["Runs have no wild cards."],
        [
            "you must lay down its top card at once, together with two natural cards of its rank from your hand.",
            "neither is a meld of nines on the table",
        ],
        ["Instead of drawing, you can take just the top card and add it to a run of your side."],
        ["A run of seven cards is a samba", "samba: 1,500"],
        ["A side can start a second meld of a rank when the first is a canasta."],
        ["To go out, your side needs 2 canastas.", "One of those canastas must be natural or a samba."],
        ["from 7,000: 150 points"],
        ["Cards left in the hands of your side are subtracted.", "ace 20", "king to eight 10 each"],
    ],
    ("american", "4"): [
        ["below 3,000: 125 points"],
        [
            "You need three natural cards of one rank, or a meld of wild cards, to open.",
            "No wild cards in melds of aces, unless the meld had one when your side opened.",
        ],
        ["No wild cards in melds of sevens."],
        [
            "the *talons*. If you open for your side, you get one",
            "the first to open: 4 cards",
            "the next to open: 3 cards",
        ],
        ["A 9 and a joker aren't enough"],
        ["2 threes: 300", "If your side has at least two canastas, the points of its threes are added."],
        ["a meld of sevens that isn't a canasta: −2,500"],
        ["You must discard your last card.", "Your last discard is laid face down."],
        ["If your side has no canasta, its melded cards are subtracted instead."],
        [
            "If you can lay down one of these special hands of 14 cards before your side has melded, the round ends and you earn:",
            "seven pairs of natural cards: 2,500",
            "seven pairs with sevens, aces and twos: 2,000",
        ],
    ],
    ("hand-and-foot", "2"): [
        [
            "Everyone is dealt two packets (11 cards and 13 cards)",
            "The packet with the lower bottom card is your *hand*",
        ],
        ["The other packet is your *foot*: you pick it up when you run out of cards."],
        ["Nobody takes the pile."],
        ["can have at most 3 wild cards", "A meld always has more natural cards than wild ones."],
        ["You don't lay down threes: you get rid of them by discarding."],
        ["A red three left in your hand or foot costs 500."],
        ["To go out, you need 2 canastas (at least 1 clean and at least 1 dirty)."],
        ["You must have laid down or discarded a card from your foot."],
        ["K K 2 is worth only 40", "from 0: 50 points"],
        ["You can start a second meld of a rank when the first is a canasta."],
    ],
    ("filanda", "2"): [
        ["If you haven't opened yet, you can open now, before you draw, but not later in your turn."],
        [
            "The melds that you open with can't contain wild cards, except when there is no minimum.",
            "from 0: 50 points",
        ],
        ["You must open before you can take the pile."],
        ["you must lay down its top card at once, together with two natural cards of its rank from your hand."],
        [
            "When the pile is frozen, you need 3 natural cards of that rank.",
            "With 9 9 9 from your hand you can take it.",
        ],
        ["A black three freezes the pile once another card covers it."],
        ["While you have a meld of wild cards that isn't a canasta yet, you can't discard a wild card or go out."],
        ["To go out, you need 2 canastas (at least 1 natural and at least 1 mixed)."],
        ["only natural canastas: they count for nothing"],
        ["Your last discard can't be one of these: jokers, twos, black threes."],
    ],
    ("burraco", "2"): [
        ["You can take the pile at any time instead of drawing."],
        ["You don't have to lay down anything for it."],
        ["The ace counts once in a run: above the king or below the 2."],
        ["A meld of one rank needs at least 2 natural cards and can have at most 1 wild card."],
        ["The wild card then moves to an end of the run, the upper one if there is room."],
        ["the *pozzetto*. You pick it up when you run out of cards."],
        ["To go out, you need 1 burraco.", "You must discard your last card."],
        ["Your last discard can't be one of these: jokers, twos."],
        ["there is no minimum."],
        ["A pozzetto that you haven't taken costs 100."],
    ],
    ("burraco", "4"): [
        ["or take the whole pile into your hand."],
        ["If you lay down your last card, you pick up the pozzetto and play on at once."],
        [
            "The first player of the side to run out of cards picks it up; everyone else plays on with their own hand.",
            "getting rid of all your cards when no pozzetto is left for you",
        ],
        ["A side can have several runs of one suit."],
        ["Three or more cards of one rank, from 3 to ace.", "Wild cards can't be a meld by themselves."],
        ["8♦ 9♦ 2♠ earn 150, because seven natural cards are in a row. 3♦ 4♦ 5♦ 2♠ 7♦ 8♦ 9♦ earn 100."],
        ["You must discard your last card."],
        ["Cards left in the hands of your side are subtracted.", "ace 15", "seven to four 5 each"],
        ["A pozzetto that your side hasn't taken costs 100."],
        [
            "Nobody draws the last two cards of the stock. The player who draws the card before them finishes the turn; then the round ends."
        ],
    ],
}


@pytest.mark.parametrize(("variant", "layout"), SAID)
def test_pages_answer_the_questions(variant: str, layout: str) -> None:
    pages = "\n".join(page.text for page in rules_text.pages(load_rules(variant, layout))).replace("\ufe0e", "")
    for number, quotes in enumerate(SAID[variant, layout], 1):
        assert [quote for quote in quotes if quote not in pages] == [], f"question {number}"


def test_each_question_is_answered() -> None:
    """Another game or question in the document needs what answers it here."""
    chapters = QUESTIONS.read_text(encoding="utf-8").split("\n## ")[1:]
    asked = [len(re.findall(r"^\d+\. ", chapter, re.MULTILINE)) for chapter in chapters]
    assert asked == [len(quotes) for quotes in SAID.values()]
