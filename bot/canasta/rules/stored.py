"""The rules of one table as a text that is stored with its game: what is read back doesn't depend on any variant file."""

from __future__ import annotations

import dataclasses
import functools
import json
from collections.abc import Mapping
from typing import Any

from .check import apply_overrides
from .errors import RulesError
from .model import Rules
from .parameters import parameters, value_of

_IDENTITY = {"id": str, "name": str, "source": str, "layout": str, "seats": int}


def write(rules: Rules) -> str:
    """Return rules as JSON: which table they are of, every parameter, and the names of those that are house rules."""
    document = {key: getattr(rules, key) for key in _IDENTITY}
    document["house"] = [name for name, _value in rules.house]
    document["parameters"] = {one.name: value_of(rules, one.name) for one in parameters()}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


@functools.lru_cache(maxsize=256)
def read(text: str) -> Rules:
    """Return the rules that `write` made this text of.

    A parameter that has come into being since is as it is by default, which changes no game that was begun without
    it. One that is no longer known can't be left out, nor a value that is no longer possible: `RulesError` names it.
    """
    place = "the rules stored with the game"
    try:
        document: Any = json.loads(text)
    except ValueError as error:
        raise RulesError("file", place, reason=f"they can't be read: {error}") from None
    if not isinstance(document, dict) or any(
        not isinstance(document.get(key), kind) for key, kind in _IDENTITY.items()
    ):
        raise RulesError("file", place, reason="they don't say which table they are of")
    values, house = document.get("parameters"), document.get("house")
    if (
        not isinstance(values, Mapping)
        or not isinstance(house, list)
        or any(name not in list(values) for name in house)
    ):
        raise RulesError("file", place, reason="they are not whole")
    rules = apply_overrides(Rules(**{key: document[key] for key in _IDENTITY}), values, place)
    return dataclasses.replace(rules, house=tuple((name, value_of(rules, name)) for name in house))
