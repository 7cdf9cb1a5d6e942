"""The cards that people are choosing to lay, message by message.

A message's buttons say what it shows as chosen, so that a choice outlasts a restart. Presses that arrive while another is
still being answered, from two devices or from quick fingers, were made before the message showed that one: what is kept here
has them all count. Another worker may have answered in between: then the message shows what this one doesn't know, and counts.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from bot.ui.actions import Interaction
from bot.ui.pages.builder_page import Cards, chosen_in, mark_in

#: How many choices are kept, the last ones.
_KEPT: Final = 1_000
#: The subject of a choice: a table, the version that its last move made, and the verb of the move to be made.
Subject = tuple[int, int, str]


@dataclass(slots=True)
class Draft:
    """The cards that are chosen in a message, and those that it has been changed to show (None: not yet).

    `marks` are those of the choices that this worker has shown in it, with the one that it began from. `page` is as in `Pick`.
    `lock` has its answers come one after the other.
    """

    subject: Subject
    cards: Cards
    marks: set[int | None] = field(default_factory=set)
    page: int = 0
    shown: tuple[Cards, int] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def verb(self) -> str:
        """The verb of the move."""
        return self.subject[2]


class Drafts:
    """The choices of cards that are under way."""

    def __init__(self) -> None:
        self._of: OrderedDict[int, Draft] = OrderedDict()
        # No two choices share a mark, those of other workers neither.
        self._marks = count(secrets.randbelow(1 << 40))

    def mark(self, draft: Draft) -> int:
        """Return a new mark for a choice that is about to be shown."""
        mark = next(self._marks)
        draft.marks.add(mark)
        return mark

    def begin(self, interaction: Interaction, subject: Subject, cards: Cards) -> Draft:
        """Return a new choice in the message that was pressed."""
        draft = Draft(subject, cards)
        if interaction.message is not None:
            self._of[interaction.message.id] = draft
            self._of.move_to_end(interaction.message.id)
            if len(self._of) > _KEPT:
                self._of.popitem(last=False)
        return draft

    def of(self, interaction: Interaction, subject: Subject) -> Draft:
        """Return the choice in the message that was pressed: the one that is kept, or else the one that the message shows.

        Raises `Unreadable` where the message shows none that can be read.
        """
        message = interaction.message
        rows = [] if message is None else message.components
        ids = [getattr(one, "custom_id", None) or "" for row in rows for one in getattr(row, "children", ())]
        mark = mark_in(ids)
        draft = None if message is None else self._of.get(message.id)
        if draft is None or draft.subject != subject or mark not in draft.marks:
            draft = self.begin(interaction, subject, chosen_in(ids))
            draft.marks.add(mark)
        return draft
