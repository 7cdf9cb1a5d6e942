"""The private answers that people have before them: one about each table, so that they don't bury it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

import discord

from bot.ui.actions import Interaction

#: An answer can be changed and deleted for 15 minutes after what was asked; a minute of them is for whatever delays that.
_SECONDS = 14 * 60
#: So many answers are remembered; older ones stay where they are.
_REMEMBERED = 1_000


@dataclass(frozen=True, slots=True)
class Answer:
    """A message for one person alone, and what it answers. `table` is 0 for one that is of use only at that moment.

    `choice`: its reader is choosing cards in it.
    """

    interaction: Interaction
    message: int
    table: int
    choice: bool
    at: int


class Answers:
    """Remembers the last answers that can still be changed. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._last: OrderedDict[tuple[int, int, int], Answer] = OrderedDict()

    def given(self, interaction: Interaction, message: int, table: int, *, choice: bool = False) -> list[Answer]:
        """Remember an answer; returns those that it takes the place of.

        They are the last one about the same table in the same channel, and whatever was of use only at its moment.
        """
        self._forget()
        user, channel = interaction.user.id, interaction.channel_id or 0
        found = [self._last.pop((user, channel, number), None) for number in {table, 0}]
        new = Answer(interaction, message, table, choice, self._clock())
        old = next((one for one in found if one is not None and one.interaction is interaction), None)
        self._last[user, channel, table] = new if old is None else replace(new, at=old.at)
        return [one for one in found if one is not None and one.message != message]

    def of(self, user_id: int) -> list[Answer]:
        """A person's answers about tables."""
        self._forget()
        return [one for (user, _, table), one in self._last.items() if user == user_id and table]

    def _forget(self) -> None:
        while self._last:
            oldest = next(iter(self._last.values()))
            if len(self._last) < _REMEMBERED and self._clock() < oldest.at + _SECONDS:
                break
            self._last.popitem(last=False)


def for_one(interaction: Interaction) -> bool:
    """Whether the answer is a message that Discord shows to this person for a while, not one that follows a table."""
    if interaction.response.type is discord.InteractionResponseType.deferred_message_update:
        return interaction.message is not None and interaction.message.flags.ephemeral
    return True
