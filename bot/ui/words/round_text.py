"""A round that is over in words: what turned it, and the cards that were left in people's hands."""

from __future__ import annotations

from bot.store.games import Table
from bot.tables.views import RoundStory
from bot.ui.i18n import _
from bot.ui.words import card_names, happenings
from bot.ui.words.person_names import name_of


def story(told: RoundStory, table: Table) -> list[str]:
    """Return a round's story in lines."""
    lines = [f"- {line}" for line in happenings.turning_points(told.moves, table)]
    left = [
        f"{name_of(table.seat(seat))} {card_names.cards(sorted(cards))}"
        for seat, cards in enumerate(told.left)
        if cards
    ]
    return [*lines, _("Left in hand: {hands}.").format(hands="; ".join(left))] if left else lines
