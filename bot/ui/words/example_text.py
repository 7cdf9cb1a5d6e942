"""The example of a rules page in words: a whole turn of a round that computers played, and how it was scored."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from bot.canasta.cards import Card
from bot.canasta.example_round import ExampleRound
from bot.canasta.views import PublicView
from bot.ui import i18n
from bot.ui.i18n import _, labelled
from bot.ui.words import card_names, happenings, rule_values, score_text
from renderer.canvas import Style
from renderer.scores import describe
from renderer.words import joined

#: The most cards of a pile that are named.
_MOST: Final = 8


def name() -> str:
    """Return what the page is called, and the button that leads to it."""
    return _("An example")


def lines(example: ExampleRound, *, with_points: bool) -> list[str]:
    """Return the page, line by line: who plays, the turn, and the points if they are wanted in words."""
    return [
        " ".join(_players(example.before)),
        "### " + _("A whole turn"),
        *(f"- {one}" for one in _as_it_begins(example)),
        *(f"{number}. {one}" for number, one in enumerate(_steps(example), 1)),
        "### " + _("The points of the round"),
        *([_points(example)] if with_points else []),
    ]


def _players(view: PublicView) -> Iterator[str]:
    """Yield who plays, and who with whom."""
    yield _("Computers played this round by the standard rules.")
    if not view.by_player and len(view.sides[0].seats) > 1:
        yield _("{names} are partners.").format(names=_side(view))


def _side(view: PublicView) -> str:
    """Return the names of the first player and their partners."""
    names = [view.players[seat].name for seat in view.sides[view.players[0].side].seats]
    return joined(names, i18n.current())


def _as_it_begins(example: ExampleRound) -> Iterator[str]:
    """Yield what the player holds, and what lies on the table."""
    view = example.before
    player = view.players[0]
    yield labelled(_("Hand of {name}").format(name=player.name), card_names.cards(example.hand))
    yield labelled(_("Pile, top card last"), _pile(view.pile))
    yield labelled(_("Melds of {names}").format(names=_side(view)), score_text.melds(view.sides[player.side]))
    if player.opening:
        yield labelled(_("Needed to open"), rule_values.needed(player.opening))


def _steps(example: ExampleRound) -> Iterator[str]:
    """Yield the turn, a sentence for each of its steps: moves of one kind are one step."""
    player = example.before.players[0].name
    for verb, group in groupby(example.steps, key=lambda step: step.verb):
        steps = [*group]
        if verb == "draw":
            drawn = card_names.cards(card for step in steps for card in step.brought)
            yield _("**{name}** drew {cards}.").format(name=player, cards=drawn)
        else:
            yield happenings.of_player(player, [step.events for step in steps])


def _pile(pile: tuple[Card | None, ...]) -> str:
    """Return the cards of a pile, as far as they lie open and aren't too many."""
    if not pile:
        return _("nothing yet")
    named = card_names.cards(card for card in pile[-_MOST:] if card is not None)
    return named if len(pile) <= _MOST and None not in pile else f"… {named}"


def _points(example: ExampleRound) -> str:
    """Return the score sheet in sentences."""
    return describe(example.sheet, example.after, Style(translation=i18n.current()))
