"""Reads the values of a JSON document, and names the place where one is not what it must be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .cards import Card, UnreadableCard, read_cards


class BadRecord(ValueError):
    """A record that can't be read; the text names the place and what is wrong there."""


def read_mapping(value: object, place: str, keys: set[str] | None) -> Mapping[str, Any]:
    """Return an object that has only these keys (None: any). Raises `BadRecord`, as all of these do."""
    if not isinstance(value, Mapping):
        raise BadRecord(f"{place} must be an object")
    for key in value:
        if keys is not None and key not in keys:
            raise BadRecord(f"{place}: there is no key {key!r}")
    return value


def read_list(value: object, place: str) -> list[Any]:
    """Return a list. Raises `BadRecord`."""
    if not isinstance(value, list):
        raise BadRecord(f"{place}: must be a list")
    return value


def read_lines(value: object, place: str) -> list[str]:
    """Return a list of moves. Raises `BadRecord`."""
    lines = read_list(value, place)
    if not all(isinstance(one, str) for one in lines):
        raise BadRecord(f"{place}: must be a list of moves")
    return lines


def read_number(value: object, place: str, low: int, high: int) -> int:
    """Return a whole number from `low` to `high`. Raises `BadRecord`."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadRecord(f"{place}: must be a whole number from {low} to {high}")
    return value


def read_cards_at(value: object, place: str) -> list[Card]:
    """Return the cards of a text. Raises `BadRecord`."""
    if not isinstance(value, str):
        raise BadRecord(f"{place}: must be a text of cards")
    try:
        return read_cards(value)
    except UnreadableCard as error:
        raise BadRecord(f"{place}: no such card: {error.args[0][:20]!r}") from None


def read_reshuffles(value: object, place: str, before: int) -> list[list[Card]]:
    """Return the given orders, after an empty one for each of the `before` recycles that are past.

    Raises `BadRecord`.
    """
    return [[] for _ in range(before)] + [read_cards_at(text, place) for text in read_list(value, place)]
