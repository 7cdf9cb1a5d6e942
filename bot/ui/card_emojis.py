"""The emojis of cards that buttons and options show beside their texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import discord

from bot.canasta.cards import Card
from renderer import BACK_NAME, emoji_name


@dataclass(frozen=True, slots=True)
class CardEmojis:
    """The emojis that a person sees, as far as Discord has them: by default none, so that there are words alone.

    `ids` are the emojis' ids by their names; `two_colour` are the cards' colours.
    """

    ids: Mapping[str, int] = field(default_factory=dict)
    two_colour: bool = True

    def of(self, card: Card | None) -> discord.PartialEmoji | None:
        """Return the emoji of a card."""
        return None if card is None else self._named(emoji_name(card, two_colour=self.two_colour))

    @property
    def back(self) -> discord.PartialEmoji | None:
        """The emoji of a card from behind."""
        return self._named(BACK_NAME)

    def _named(self, name: str) -> discord.PartialEmoji | None:
        return discord.PartialEmoji(name=name, id=self.ids[name]) if name in self.ids else None
