"""All rule parameters: their names, types, ranges and meanings, read from the model."""

from __future__ import annotations

import dataclasses
import functools
import operator
import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from .model import BY_RANK, CountedTable, JokerTable, Kinds, Needs, OpeningTable, Rules
from .words import CHOICES


@dataclass(frozen=True, slots=True)
class Parameter:
    """One rule parameter: its dotted name, type as text, default, range in words, meaning, and its choices' meanings.

    `words` are the choices, or what may stand in a list or in rows.

    Of a parameter that exists for each rank, `rank` is the rank's name (`seven`), and `family` the name of all of them,
    with RANK in place of the rank; of others, `rank` is empty and `family` the name.
    """

    name: str
    type: str
    default: object
    range: str
    doc: str
    choices: Mapping[str, str]
    words: tuple[str, ...]
    rank: str
    family: str


#: The fields of `Rules` that say which table it is, and are set only by the loader.
IDENTITY: Final = ("id", "name", "source", "layout", "seats", "house")

_USUAL: Final = Rules(id="", name="", source="", layout="", seats=4)


@functools.cache
def parameters() -> tuple[Parameter, ...]:
    """Return every rule parameter, in the order of the groups."""
    return tuple(_parameter(name, item, hints(owner)[item.name]) for name, (owner, item) in fields().items())


def parameter_groups() -> list[str]:
    """Return the names of the groups of rule parameters, in their order."""
    return list(dict.fromkeys(name.partition(".")[0] for name in fields() if "." in name))


@functools.cache
def fields() -> Mapping[str, tuple[Any, dataclasses.Field[Any]]]:
    """Return the dataclass and field of each parameter, by its dotted name."""
    return {name: (owner, item) for name, owner, item in _fields_of(Rules, "") if name not in IDENTITY}


def _fields_of(owner: Any, prefix: str) -> Iterator[tuple[str, Any, dataclasses.Field[Any]]]:
    for item in dataclasses.fields(owner):
        hint = hints(owner)[item.name]
        if isinstance(hint, type) and dataclasses.is_dataclass(hint):
            yield from _fields_of(hint, f"{prefix}{item.name}.")
        else:
            yield prefix + item.name, owner, item


def value_of(rules: Rules, name: str) -> object:
    """Return the value of the parameter with this dotted name."""
    return operator.attrgetter(name)(rules)


def changed(rules: Rules, parameter: Parameter) -> bool:
    """Return whether rules differ from the default in a parameter."""
    return value_of(rules, parameter.name) != parameter.default


def _parameter(name: str, item: dataclasses.Field[Any], hint: Any) -> Parameter:
    choices = typing.get_args(hint) if typing.get_origin(hint) is Literal else ()
    low, high = item.metadata["low"], item.metadata["high"]
    rows = typing.get_origin(hint) is tuple
    span = " | ".join(map(str, choices)) if choices else "" if low is None or rows else f"{low} to {high}"
    group, *parts = name.split(".")
    rank = parts[0] if group in BY_RANK else ""
    family = ".".join([group, "RANK", *parts[1:]]) if rank else name
    default = value_of(_USUAL, name)
    said, words = CHOICES.get(family, {}), words_of(hint)
    return Parameter(name, _type_text(hint), default, span, item.metadata["doc"], said, words, rank, family)


@functools.cache
def hints(cls: Any) -> dict[str, Any]:
    """Return the types of a dataclass's fields, worked out once."""
    return typing.get_type_hints(cls)


def words_of(hint: Any) -> tuple[str, ...]:
    """Return the words that a value may be, or that may stand in its list or rows."""
    if typing.get_origin(hint) is Literal:
        return typing.get_args(hint)
    inner = typing.get_args(hint) if typing.get_origin(hint) is tuple else ()
    return tuple(word for one in inner if one is not Ellipsis for word in words_of(one))


def has_rows(hint: Any) -> bool:
    """Return whether a value consists of rows."""
    inner = typing.get_args(hint) if typing.get_origin(hint) is tuple else ()
    return bool(inner) and typing.get_origin(inner[0]) is tuple


def _type_text(hint: Any) -> str:
    if typing.get_origin(hint) is Literal:
        return "choice"
    if hint == OpeningTable:
        return "rows of [from score, points]"
    if hint == JokerTable:
        return "rows of [from jokers, points]"
    if hint == CountedTable:
        return "rows of [kind, number, points]"
    if hint == Needs:
        return "list of canastas"
    if hint == Kinds:
        return "list of cards"
    if words_of(hint):
        return "rows of [which, points]" if has_rows(hint) else "list of words"
    if typing.get_origin(hint) is tuple:
        return "list of numbers"
    if isinstance(hint, types.UnionType):
        return "number or none"
    return {bool: "yes or no", int: "number", str: "text"}[hint]
