"""The private answers that each person sees: only one for each table, so that they don't hide the table."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.messages.discord_api import in_place
from bot.ui.actions import Interaction

#: Seconds for which an answer is changed or deleted. Discord allows 15 minutes; one of them is left for delays.
_SECONDS = 14 * 60
#: How many answers are remembered; older ones are no longer replaced.
_REMEMBERED = 1_000


@dataclass(frozen=True, slots=True)
class PrivateAnswer:
    """A message to one person alone, and the interaction that it answers.

    `table` is 0 if the answer is useful only at that moment. `choice` says that the reader is choosing cards in it.
    """

    interaction: Interaction
    message: int
    table: int
    choice: bool
    at: int


class Answers:
    """The last answers that can still be changed. `clock` returns seconds."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._last: OrderedDict[tuple[int, int, int], PrivateAnswer] = OrderedDict()

    def given(self, interaction: Interaction, message: int, table: int, *, choice: bool = False) -> list[PrivateAnswer]:
        """Remember an answer, and return those that it replaces.

        They are the last answer about the same table in the same channel, and the last one that was useful only at its
        moment.
        """
        self._forget()
        user, channel = interaction.user.id, interaction.channel_id or 0
        found = [self._last.pop((user, channel, number), None) for number in {table, 0}]
        new = PrivateAnswer(interaction, message, table, choice, self._clock())
        old = next((one for one in found if one is not None and one.interaction is interaction), None)
        self._last[user, channel, table] = new if old is None else replace(new, at=old.at)
        return [one for one in found if one is not None and one.message != message]

    def of(self, user_id: int) -> list[PrivateAnswer]:
        """Return a person's answers about tables."""
        self._forget()
        return [one for (user, _, table), one in self._last.items() if user == user_id and table]

    def _forget(self) -> None:
        while self._last:
            oldest = next(iter(self._last.values()))
            if len(self._last) < _REMEMBERED and self._clock() < oldest.at + _SECONDS:
                break
            self._last.popitem(last=False)


def for_one(interaction: Interaction) -> bool:
    """Return whether the answer is a private message that Discord shows only for a while.

    If not, it is a message that the bot keeps up to date with a table.
    """
    if in_place(interaction):
        return interaction.message is not None and interaction.message.flags.ephemeral
    return True
