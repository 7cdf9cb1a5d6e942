"""A round that is over in words: what turned it, and the cards that were left in people's hands."""

from __future__ import annotations

from bot.store.games import Table
from bot.tables.views import RoundStory
from bot.ui.i18n import _, clauses
from bot.ui.words import card_names, happenings, score_text


def story(told: RoundStory, table: Table, reader: int = -1) -> list[str]:
    """Return a round's story in lines; to the player in the seat `reader` if there is one.

    The list of what turned the round is last: Discord shows a line after a list as a part of its last point.
    """
    points = [f"- {line}" for line in happenings.turning_points(told.moves, table, reader)]
    left = [
        f"{score_text.names((seat,), table, reader)} {card_names.cards(sorted(cards))}"
        for seat, cards in enumerate(told.left)
        if cards
    ]
    return [_("Left in hand: {hands}.").format(hands=clauses(left)), *points] if left else points
