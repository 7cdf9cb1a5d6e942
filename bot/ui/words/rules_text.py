"""The rules of a table in words, written from its parameters, so that the text always says what is played.

A page is for people who have never played: what the words mean comes first, numbers stand in lists, and what people get
wrong has an example.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from bot.canasta.example_round import example_round, has_example
from bot.canasta.rules import Rules
from bot.ui import i18n
from bot.ui.i18n import _, clauses, labelled
from bot.ui.words import card_names, example_text, house_rule_text, variant_names
from bot.ui.words.rules_chapters import (
    basics,
    cards,
    going_out,
    meanings,
    melds,
    opening,
    pile,
    points,
    stock,
    threes,
    turn,
)
from bot.ui.words.rules_chapters.chapter import Chapter

#: The most characters of a page that a message in Discord shows.
LONGEST = 4_000
#: How many pages say the rules; an example may follow them.
PAGES = 3


class RulesMessage(NamedTuple):
    """One message of the rules, and the label of the button that leads to it."""

    name: str
    text: str


def pages(rules: Rules) -> list[RulesMessage]:
    """Return everything that a player of these rules must know, in pages to be read one after the other.

    They use the words of the people who play the game.
    """
    with i18n.using_words(variant_names.vocabulary(rules.id)):
        return _pages(rules)


def _pages(rules: Rules) -> list[RulesMessage]:
    parts = [
        (_("The basics"), [meanings.chapter(rules), cards.chapter(rules), turn.chapter(rules)]),
        (_("Melds and the pile"), [melds.chapter(rules), opening.chapter(rules), pile.chapter(rules)]),
        (
            _("Going out and points"),
            [threes.chapter(rules), going_out.chapter(rules), stock.chapter(rules), points.chapter(rules)],
        ),
    ]
    own = differences(rules)
    house = [labelled(_("House rules"), own)] if own else []
    before = "\n".join([f"## {variant_names.title(rules)}", *house, " ".join(basics.in_short(rules))])
    found: list[RulesMessage] = []
    for name, chapters in parts:
        said = [_written(one) for one in chapters if one.lines]
        text = "\n".join([before, *said] if not found else ["## " + labelled(variant_names.title(rules), name), *said])
        found.append(RulesMessage(name, card_names.with_signs_as_text(text)))
    return found


def example(rules: Rules, *, with_points: bool) -> RulesMessage:
    """Return the page with the example of a game: a whole turn, and the heading for the points of its round.

    `with_points` adds them in words, for those who get no picture of the sheet.
    """
    with i18n.using_words(variant_names.vocabulary(rules.id)):
        said = example_text.lines(example_round(rules), with_points=with_points)
        name = example_text.name()
        head = "## " + labelled(variant_names.title(rules), name)
        return RulesMessage(name, card_names.with_signs_as_text("\n".join([head, *said])))


def with_example(rules: Rules) -> list[RulesMessage]:
    """Return the pages, and after them the example with its points in words, if the game has one."""
    return pages(rules) + ([example(rules, with_points=True)] if has_example(rules) else [])


def sentences(rules: Rules) -> list[str]:
    """Return all that `pages` says of the rules themselves, sentence by sentence, without marks and line breaks."""
    chapters = (
        meanings.chapter, cards.chapter, turn.chapter, melds.chapter, opening.chapter, pile.chapter, threes.chapter,
        going_out.chapter, stock.chapter, points.chapter,
    )  # fmt: skip
    lines = [*basics.in_short(rules), *(line for chapter in chapters for line in chapter(rules).lines)]
    return [_plain(line) for line in lines]


def differences(rules: Rules) -> str | None:
    """Return one line of sentences that say how a table's rules differ from its variant; None if they don't."""
    said = house_rule_text.differences(rules)
    return " ".join(f"{one}." for one in said) if said else None


def _written(chapter: Chapter) -> str:
    marks = [f"{number}." for number in range(1, len(chapter.lines) + 1)] if chapter.numbered else None
    lines = [f"{marks[place] if marks else '-'} {line}" for place, line in enumerate(chapter.lines)]
    return "\n".join([f"### {chapter.heading}", *lines])


def _plain(line: str) -> str:
    intro, *rows = line.replace("*", "").split("\n  - ")
    said = f"{intro} {clauses(rows)}" if rows else intro
    return re.sub(r"[ \n]+", " ", said).strip(" ")
