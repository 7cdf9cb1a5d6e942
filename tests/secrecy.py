"""Looks for cards in everything the bot sends, and tells which of them somebody gets to see who must not."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from bot.canasta.cards import JOKER, Card, read_card
from bot.canasta.views import PublicView
from tests.players import look
from tests.world import Person, Sent, World

_CARD: Final = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]|Joker|\b[2-9TJQKA][SHDC]\b")

_RANKS_ALOUD: Final = {
    **dict(
        zip(
            ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"],
            "23456789TJQKA",
            strict=True,
        )
    ),
    **dict(
        zip(
            [
                "twos",
                "threes",
                "fours",
                "fives",
                "sixes",
                "sevens",
                "eights",
                "nines",
                "tens",
                "jacks",
                "queens",
                "kings",
                "aces",
            ],
            "23456789TJQKA",
            strict=True,
        )
    ),
}
_RANK: Final = rf"(?P<rank>{'|'.join(sorted(_RANKS_ALOUD, reverse=True))})"
_SUIT: Final = "(?:spades|hearts|diamonds|clubs)"
_ALOUD: Final = re.compile(rf"\b{_RANK} of (?P<suit>{_SUIT})")
_SEVERAL_ALOUD: Final = re.compile(rf"\b{_RANK}: (?P<suits>{_SUIT}(?:, {_SUIT})*)")

_JOKERS_ALOUD: Final = re.compile(r"(?:\b(?P<count>\d+) )?\bjokers?\b")

_LEFT: Final = "Left in hand: "
"""So a line begins that tells what was left in hands when the last round was scored."""

_LAP: Final = 16
"""Messages may mention moves this far back, over a new deal too."""


def cards_in(text: str) -> set[Card]:
    """Return every card that a text names: in people's form (`K♠`, `Joker`), the record's (`KS`) or as it is read aloud.

    Aloud it is `king of spades`, and several of a rank are `2 kings: spades, hearts`.
    """
    named = {read_card(found.replace("10", "T").replace("Joker", "*")) for found in _CARD.findall(text)}
    return named | {card for card in cards_aloud(text) if card != JOKER}


def cards_aloud(text: str) -> Counter[Card]:
    """Return the cards that a text names as they are read aloud, jokers too, and how many of each."""
    named = Counter({JOKER: sum(int(found["count"] or 1) for found in _JOKERS_ALOUD.finditer(text))})
    for found in _ALOUD.finditer(text):
        named[_aloud(found["rank"], found["suit"])] += 1
    for found in _SEVERAL_ALOUD.finditer(text):
        named.update(_aloud(found["rank"], one) for one in found["suits"].split(", "))
    return +named


def _aloud(rank: str, suit: str) -> Card:
    return read_card(_RANKS_ALOUD[rank] + suit[0].upper())


class Watch:
    """Called between moves, checks what was sent since by what each reader may know then.

    Everybody may know the cards that have lain open in this round, everyone their own hand, and after a round's end
    the hands that it was scored by: at that moment, and later where a line says what was left in hand. `leaks` are sentences; `private` counts the hidden cards that were rightly sent
    to their holders, to see that the search finds cards at all.
    """

    def __init__(self, world: World, people: list[Person]) -> None:
        self.leaks: list[str] = []
        self.private = 0
        self._world = world
        self._people = people
        self._sent = 0
        self._logged = 0
        self._round = 0
        self._open: set[Card] = set()
        self._left: set[Card] = set()
        self._over = False
        self._hands: dict[int, set[Card]] = {}

    async def check(self) -> None:
        """Check everything since the last check; at most one move lies between."""
        before = self._hands
        self._hands = {}
        for person in self._people:
            seen = await look(self._world, person)
            self._hands[person.id] = set(seen.mine.hand) if seen.mine else set()
        public = seen.public
        known = {person: before.get(person, set()) | hand for person, hand in self._hands.items()}
        said = set(self._open)
        if public is not None:
            if (public.round_number, public.over) != (self._round, self._over):
                self._round, self._over = public.round_number, public.over
                self._open = set()
                self._left = set().union(*before.values())
                said |= self._left
            self._open |= _lying_open(public)
            lap = [event for happening in seen.recent[-_LAP:] for event in happening.events]
            said |= self._open | {card for event in lap for card in event.cards}
        for sent in self._world.sent[self._sent :]:
            if not sent.path.endswith("/commands"):  # definitions, where cards are examples
                self._inspect(sent, said, known)
        self._sent = len(self._world.sent)
        for line in self._world.log[self._logged :]:
            if cards_in(line):
                self.leaks.append(f"logged: {line}")
        self._logged = len(self._world.log)

    def _inspect(self, sent: Sent, said: set[Card], known: dict[int, set[Card]]) -> None:
        for text in "\n".join(sent.texts()).split("\n"):
            hidden = cards_in(text) - (self._left if text.startswith(_LEFT) else said)
            if sent.readers is not None:
                mine = set.intersection(*(known.get(reader, set()) for reader in sent.readers))
                self.private += len(hidden & mine)
                hidden -= mine
            if hidden:
                self.leaks.append(
                    f"{sent.method} {sent.path} to {sent.readers or 'all'} tells {sorted(hidden)}: {text}"
                )


def _lying_open(public: PublicView) -> set[Card]:
    cards = {card for card in public.pile if card is not None}
    for side in public.sides:
        cards.update(side.threes, side.set_aside, *(meld.cards for meld in side.melds))
    return cards
