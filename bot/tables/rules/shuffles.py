"""Packs that follow from a secret, so that all tables of a series are dealt the same cards, round by round.

Each place of the pack in its canonical order gets the HMAC-SHA256 of round and place under the secret as key; the cards
are dealt in the order of these numbers. Nobody can tell them without the secret. With it, every machine finds the same.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256

from bot.canasta.cards import Card


def shuffled(pack: Sequence[Card], secret: str, number: int) -> list[Card]:
    """Return the pack as it is dealt in round `number`, first card on top; `pack` is whole and in canonical order."""
    order = sorted(range(len(pack)), key=lambda place: drawn(secret, f"{number} {place}"))
    return [pack[place] for place in order]


def first_dealer(players: Sequence[int], secret: str) -> int:
    """Return the seat that deals the first round, one of those that play it."""
    return min(players, key=lambda seat: drawn(secret, f"dealer {seat}"))


def drawn(secret: str, what: str) -> bytes:
    """Return what is drawn for a purpose, which follows from the secret: 32 bytes."""
    return hmac.digest(secret.encode(), what.encode(), sha256)
