"""Looks for cards in whatever the bot sends, and says which of them the readers may not know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bot.canasta.cards import Card, read_card
from bot.tables import Look
from tests.cogs.players import bot_of
from tests.world import Person, Sent, World

_CARD = re.compile(r"(?<![\w])(10|[2-9TJQKA])\s?([♠♥♦♣]|[SHDC](?![\w]))")
_REMEMBERED = 30


class Secrecy:
    """Watches one game: call `check` after every move, with everybody's look from before it."""

    def __init__(self, world: World, people: Sequence[Person], table_id: int) -> None:
        self._world = world
        self._people = people
        self._table_id = table_id
        self._sent = 0
        self._logged = 0
        self._before: list[Look] = []
        self.checked = 0

    async def check(self) -> None:
        """Fail if anything sent or logged since the last call named a card that its readers can't know."""
        after = [await bot_of(self._world).tables.look(self._table_id, person.id) for person in self._people]
        looks = [*self._before, *after]
        everybody = _public(after[0]) | (_public(self._before[0]) if self._before else set())
        for sent in self._world.sent[self._sent :]:
            if sent.path.endswith("/commands"):
                continue  # the commands' descriptions name cards as examples
            known = set(everybody)
            for look, person in zip(looks, [*self._people] * 2, strict=False):
                if sent.readers is not None and sent.readers <= {person.id} and look.mine is not None:
                    known |= set(look.mine.hand)
            for text in _shown(sent):
                secret = cards_in(text) - known
                assert not secret, f"{secret} in {sent.method} {sent.path} to {sent.readers}: {text}"
                self.checked += bool(cards_in(text) - everybody)
            for upload in sent.uploads:
                if upload.filename == "hand.png":
                    assert sent.readers is not None
                    assert len(sent.readers) == 1, sent
        for line in self._world.log[self._logged :]:
            assert not cards_in(line), line
        self._sent, self._logged, self._before = len(self._world.sent), len(self._world.log), after


def cards_in(text: str) -> set[Card]:
    """The cards that a text names, in signs or as records write them."""
    return {read_card(rank + suit) for rank, suit in _CARD.findall(text)}


def _shown(sent: Sent) -> list[str]:
    """The texts of a message, without the ids and values that its menus carry for the bot; only private ones may carry any."""
    carried = [text for key, text in _strings("", sent.body) if key in ("custom_id", "value")]
    if sent.readers is None:
        assert all(text.startswith("c:") and text.endswith(":") for text in carried), carried
    return [text for text in sent.texts() if text not in carried]


def _strings(key: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _strings(name, inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(key, inner)


def _public(look: Look) -> set[Card]:
    """What lies or lately lay open."""
    cards: set[Card] = set()
    for happening in look.recent[-_REMEMBERED:]:
        for event in happening.events:
            cards |= set(event.cards)
    if look.public is not None:
        cards |= _open(card for card in look.public.pile)
        for side in look.public.sides:
            cards |= _open(side.threes) | _open(card for meld in side.melds for card in meld.cards)
    return cards


def _open(cards: Iterable[Card | None]) -> set[Card]:
    return {card for card in cards if card is not None}
