"""A round that is over in words: what turned it, and the cards that were left in people's hands."""

from __future__ import annotations

from collections.abc import Sequence

from bot.canasta.cards import Card
from bot.data.tables import Table
from bot.tables.views import RoundStory
from bot.ui.i18n import _, clauses
from bot.ui.words import card_names, happenings, score_text


def story(told: RoundStory, table: Table, reader: int = -1) -> list[str]:
    """Return a round's story in lines; to the player in the seat `reader` if there is one.

    The list of what turned the round is last: Discord shows a line after a list as a part of its last point.
    """
    points = what_turned(told, table, reader)
    feet = told.feet or ((),) * len(told.left)
    left = [
        f"{score_text.names((seat,), table, reader)} {_left(hand, foot)}"
        for seat, (hand, foot) in enumerate(zip(told.left, feet, strict=True))
        if hand or foot
    ]
    return [_("Left in hand: {hands}.").format(hands=clauses(left)), *points] if left else points


def what_turned(told: RoundStory, table: Table, reader: int = -1) -> list[str]:
    """Return what turned a round, a list in lines below a heading; to the player in the seat `reader` if there is one."""
    points = [f"- {line}" for line in happenings.turning_points(told.moves, table, reader)]
    return [_("**What turned the round:**"), *points] if points else []


def _left(hand: Sequence[Card], foot: Sequence[Card]) -> str:
    """Return the cards that somebody had left, and how many of a foot, as they count too: a foot's names would fill lines."""
    parts = [card_names.cards(sorted(hand))] if hand else []
    if foot:
        parts.append(_("{count} in the foot").format(count=len(foot)))
    return ", ".join(parts)
