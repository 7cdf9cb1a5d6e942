"""Inputs from a seed: valid examples, damaged a little, and things that no honest sender would send."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Sequence
from typing import Any

from tests.storm.inputs import Hostile

#: Replacements of a document's value.
_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 3, 7, 10**6, 10**40, 1.5, float("inf"), float("nan"), "", "x", "0", "-", "*", "KS", "\ud800",
    "K" * 3000, "9" * 5000, [], [[]], [None], {}, {"": None}, {"a": {"b": []}}, ["KS", 1], [[1, 2], [3]], [0] * 200,
)  # fmt: skip
#: Texts that go on for longer than readers expect, or go deeper.
_LONG = ("[", "{", '{"a":', "(", "9", "K", "K ", "/", "-", ".", "=", " ", "\0", "A", "\ud800")


class Damage:
    """A source of damaged inputs; the same seed gives the same ones."""

    def __init__(self, seed: int) -> None:
        self._hostile = Hostile(seed)
        self.chance: random.Random = self._hostile.chance

    def text(self, examples: Sequence[str], longest: int = 6000) -> str:
        """Return a text of up to `longest` characters: an example, whole or damaged, pieces of several, or anything."""
        one, other = self.chance.choice(examples), self.chance.choice(examples)
        match self.chance.randrange(10):
            case 0:
                made = one
            case 1:
                made = one[: self.chance.randrange(len(one) + 1)] + other[self.chance.randrange(len(other) + 1) :]
            case 2:
                place = self.chance.randrange(len(one) + 1)
                made = (
                    one[:place] + self.chance.choice(_LONG) * self.chance.choice((2, 30, 1200, longest)) + one[place:]
                )
            case 3:
                made = self._hostile.text(longest)
            case _:
                made = self._hostile.damaged(one)
        return made[:longest]

    def document(self, examples: Sequence[Any], texts: Sequence[str]) -> Any:
        """Return a JSON document: an example, mostly with one to three of its parts damaged; `texts` go into it whole."""
        document = copy.deepcopy(self.chance.choice(examples))
        for _ in range(self.chance.choice((0, 1, 1, 1, 2, 3))):
            document = self._damaged(document, texts)
        return document

    def octets(self, examples: Sequence[str]) -> bytes:
        """Return a file's content: a text, now and then not in UTF-8."""
        content = bytearray(self.text(examples, 20_000).encode("utf-8", "surrogatepass"))
        if content and self.chance.random() < 0.1:
            content[self.chance.randrange(len(content))] = self.chance.randrange(256)
        return bytes(content)

    def _damaged(self, document: Any, texts: Sequence[str]) -> Any:
        """Return the document with one of its parts, or all of it, changed, lost or doubled."""
        parts = list(_parts(document))
        if not parts or self.chance.random() < 0.02:
            return copy.deepcopy(self.chance.choice(_VALUES))
        holder, key = self.chance.choice(parts)
        value = holder[key]
        match self.chance.randrange(7):
            case 0:
                del holder[key]
            case 1:
                holder[key] = copy.deepcopy(self.chance.choice(_VALUES))
            case 2:
                other, its = self.chance.choice(parts)
                holder[key] = copy.deepcopy(other[its])
            case 3 if isinstance(holder, list):
                holder.insert(self.chance.randrange(len(holder) + 1), copy.deepcopy(value))
            case 3:
                holder[self._hostile.damaged(key)] = value
            case 4 if isinstance(value, int):
                holder[key] = value + self.chance.choice((-1, 1, 100, -value))
            case _ if isinstance(value, str):
                holder[key] = self.text([value, *texts])
            case _:
                holder[key] = json.loads(json.dumps(self.chance.choice((str(value), [value], [], 1))))
        return document


def _parts(document: Any) -> Sequence[tuple[Any, Any]]:
    """Return every place in a document: what holds it, and its key or index there."""
    inside: list[tuple[Any, Any]]
    if isinstance(document, dict):
        inside = [(document, key) for key in document]
    elif isinstance(document, list):
        inside = [(document, index) for index in range(len(document))]
    else:
        return []
    return [*inside, *(part for holder, key in inside for part in _parts(holder[key]))]
