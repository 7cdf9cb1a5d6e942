"""Reading variant files: what can be played, and the rules of one table of it."""

from __future__ import annotations

import dataclasses
import functools
import operator
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.canasta.rules import Rules, RulesError, apply_overrides, check, flatten

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class LayoutInfo:
    """One table of a variant: its name in the catalogue (`6-pairs`) and how many people it seats."""

    name: str
    seats: int


@dataclass(frozen=True, slots=True)
class VariantInfo:
    """One variant: its id, English name, the section of the rules it follows, and its layouts."""

    id: str
    name: str
    source: str
    layouts: tuple[LayoutInfo, ...]


def list_variants() -> list[VariantInfo]:
    """Every variant there is, in the order of their ids, the classic game first."""
    ids = sorted((path.stem for path in _FOLDER.glob("*.toml")), key=lambda name: (name != "classic", name))
    return [variant_info(name) for name in ids]


@functools.cache
def variant_info(variant: str) -> VariantInfo:
    """What one variant is. Raises `RulesError` that lists the ids there are."""
    data = _read(variant)
    layouts = tuple(LayoutInfo(name, table["seats"]) for name, table in data["layouts"].items())
    return VariantInfo(variant, data["name"], data["source"], layouts)


def load_rules(
    variant: str, layout: str | None = None, players: int | None = None, house: Mapping[str, object] | None = None
) -> Rules:
    """The rules of one table.

    `layout` is a name of the catalogue or a plain number of players; without it the first layout for `players`,
    else the variant's first. `house` holds single parameters by dotted name. Raises `RulesError` with a
    sentence that says what could be played instead.
    """
    info = variant_info(variant)
    chosen = _choose(info, layout, players)
    rules = _table(variant, chosen.name)
    if house:
        rules = apply_overrides(rules, house, "house rules")
        kept = tuple(sorted((name, operator.attrgetter(name)(rules)) for name, _ in flatten(house)))
        rules = dataclasses.replace(rules, house=kept)
    return check(rules)


def _choose(info: VariantInfo, layout: str | None, players: int | None) -> LayoutInfo:
    if layout is not None and layout.isdecimal() and layout not in (one.name for one in info.layouts):
        players, layout = int(layout), None
    for one in info.layouts:
        if (layout is None or one.name == layout) and (players is None or one.seats == players):
            return one
    wanted = f"layout {layout}" if layout is not None else f"{players} players"
    offered = ", ".join(one.name for one in info.layouts)
    raise RulesError(f"{info.name} has no table for {wanted}; its layouts are {offered}")


@functools.cache
def _table(variant: str, layout: str) -> Rules:
    chain = _chain(variant)
    head = _read(variant)
    seats = head["layouts"][layout]["seats"]
    rules = Rules(id=variant, name=head["name"], source=head["source"], layout=layout, seats=seats)
    for file in reversed(chain):
        data = _read(file)
        rules = apply_overrides(rules, {k: v for k, v in data.items() if k not in _HEAD}, f"{file}.toml")
    for place, own in _layout_chain(variant, layout):
        rules = apply_overrides(rules, {k: v for k, v in own.items() if k not in _LAYOUT_HEAD}, place)
    return check(rules)


_HEAD = ("name", "source", "base", "layouts")
_LAYOUT_HEAD = ("seats", "like")


def _layout_chain(variant: str, layout: str) -> list[tuple[str, dict[str, Any]]]:
    """A layout's own changes after those of the variant's whose layout of that name it is like, each with its place."""
    table = _read(variant)["layouts"][layout]
    model = table.get("like")
    if model is not None and layout not in _read(model)["layouts"]:
        raise RulesError(f"{variant}.toml, layout {layout}: {model} has no such layout")
    before = [] if model is None else _layout_chain(model, layout)
    return [*before, (f"{variant}.toml, layout {layout}", table)]


def _chain(variant: str) -> list[str]:
    chain = [variant]
    while (base := _read(chain[-1]).get("base")) is not None:
        if base in chain:
            raise RulesError(f"{chain[-1]}.toml: base {base!r} leads round in a circle")
        chain.append(base)
    return chain


@functools.cache
def _read(variant: str) -> dict[str, Any]:
    path = _FOLDER / f"{variant}.toml"
    if not variant.replace("-", "").isalnum() or not path.is_file():
        ids = ", ".join(sorted(one.stem for one in _FOLDER.glob("*.toml")))
        raise RulesError(f"there is no variant {variant!r}; there are {ids}")
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{path.name}: {error}") from None
