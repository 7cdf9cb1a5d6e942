"""Reading variant files: what can be played, and the rules of one table of it."""

from __future__ import annotations

import dataclasses
import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.canasta.rules import Rules, RulesError, apply_overrides, check, flatten, value_of

#: Where variant files are looked for: those that come with the bot, then the operator's own.
_folders = [Path(__file__).parent]
#: So many characters of a name that there isn't are said back.
_ECHO = 40
#: What variants that play alike are called together, for whoever compares games; a file that says nothing has its base's.
FAMILIES = ("classic", "samba", "american", "hand-and-foot", "filanda", "caliente", "canadian", "miller")


@dataclass(frozen=True, slots=True)
class LayoutInfo:
    """One table of a variant: its name in the catalogue (`6-pairs`) and how many people it seats."""

    name: str
    seats: int


@dataclass(frozen=True, slots=True)
class VariantInfo:
    """One variant: its id, English name, the section of the rules it follows, its layouts, and its family of `FAMILIES`."""

    id: str
    name: str
    source: str
    layouts: tuple[LayoutInfo, ...]
    family: str


def list_variants(*, own: bool = True) -> list[VariantInfo]:
    """Every variant there is, in the order of their ids, the classic game first; without the operator's `own`, if so asked."""
    names = (name for name, path in _files().items() if own or path.parent == _folders[0])
    return [variant_info(name) for name in sorted(names, key=lambda name: (name != "classic", name))]


def comes_with_bot(variant: str) -> bool:
    """Whether a variant is everywhere where the bot is, not one of the operator's own."""
    path = _files().get(variant)
    return path is not None and path.parent == _folders[0]


def use_folder(folder: Path) -> list[str]:
    """Look for variant files in one more folder, and check them all now; the ids found there.

    Raises `RulesError` that names the file for the first that can't be read or can't work, or that has the id of
    a variant that is there already; then the folder is not used.
    """
    if not folder.is_dir():
        raise RulesError("file", str(folder), reason="there is no such folder")
    taken = _files()
    found = sorted(path.stem for path in folder.glob("*.toml"))
    for name in found:
        if name in taken and taken[name].parent != folder:
            raise _taken(folder / f"{name}.toml")
    _folders.append(folder)
    _forget()
    try:
        for name in found:
            check_variant(name)
    except RulesError:
        _folders.remove(folder)
        _forget()
        raise
    return found


def _taken(path: Path) -> RulesError:
    reason = f"there is a variant {path.stem!r} already; give the file another name"
    return RulesError("file", str(path), reason=reason)


def check_file(path: Path) -> VariantInfo:
    """Read a variant file from anywhere, all its layouts. Raises `RulesError` that names the file and key."""
    if not path.is_file():
        raise RulesError("file", str(path), reason="there is no such file")
    if path.resolve().parent in (folder.resolve() for folder in _folders):
        return check_variant(path.stem)
    if path.stem in _files():
        raise _taken(path)
    _folders.append(path.parent)
    _forget()
    try:
        return check_variant(path.stem)
    finally:
        _folders.remove(path.parent)
        _forget()


def check_variant(variant: str) -> VariantInfo:
    """What a variant is, once every table of it has been read. Raises `RulesError`."""
    info = variant_info(variant)
    for layout in info.layouts:
        _table(variant, layout.name)
    return info


def _files() -> dict[str, Path]:
    return {path.stem: path for folder in reversed(_folders) for path in folder.glob("*.toml")}


def _forget() -> None:
    for cached in (variant_info, _table, _read):
        cached.cache_clear()


@functools.cache
def variant_info(variant: str) -> VariantInfo:
    """What one variant is. Raises `RulesError` that lists the ids there are."""
    data = _read(variant)
    for key in ("name", "source"):
        if not isinstance(data.get(key), str) or not data[key].strip():
            raise RulesError("file", f"{variant}.toml", reason=f"{key} must be a text")
    tables = data.get("layouts")
    if not isinstance(tables, dict) or not tables:
        raise RulesError("file", f"{variant}.toml", reason="layouts must name at least one table")
    for name, table in tables.items():
        seats = table.get("seats") if isinstance(table, dict) else None
        if not isinstance(seats, int) or not 2 <= seats <= 8:
            wrong = f"layouts.{name}.seats must be a whole number from 2 to 8"
            raise RulesError("file", f"{variant}.toml", reason=wrong)
    layouts = tuple(LayoutInfo(name, one["seats"]) for name, one in tables.items())
    return VariantInfo(variant, data["name"], data["source"], layouts, _family(variant))


def _family(variant: str) -> str:
    """The family that the nearest of a variant and its bases names; the rules begin as those of the classic game."""
    for file in _chain(variant):
        family = _read(file).get("family")
        if family is not None:
            if family not in FAMILIES:
                wrong = f"family must be one of {', '.join(FAMILIES)}, not {family!r}"
                raise RulesError("file", f"{file}.toml", reason=wrong)
            return str(family)
    return FAMILIES[0]


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
        kept = tuple(sorted((name, value_of(rules, name)) for name, _ in flatten(house)))
        rules = dataclasses.replace(rules, house=kept)
    return check(rules)


def _choose(info: VariantInfo, layout: str | None, players: int | None) -> LayoutInfo:
    names = [one.name for one in info.layouts]
    if layout is not None and layout.isdecimal() and len(layout) < 3 and layout not in names:
        players, layout = int(layout), None
    for one in info.layouts:
        if (layout is None or one.name == layout) and (players is None or one.seats == players):
            return one
    offered = ", ".join(names)
    if layout is not None:
        raise RulesError("no-such-table", variant=info.name, value=layout[:_ECHO], choices=offered)
    raise RulesError("no-table-for-so-many", variant=info.name, count=players, choices=offered)


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
    try:
        return check(rules)
    except RulesError as error:
        raise RulesError(error.code, f"{variant}.toml, layout {layout}", **error.facts) from None


_HEAD = ("name", "source", "base", "family", "layouts")
_LAYOUT_HEAD = ("seats", "like")


def _layout_chain(variant: str, layout: str) -> list[tuple[str, dict[str, Any]]]:
    """A layout's own changes, before them those of the variants whose layout of that name it is like, with places."""
    chain = [variant]
    while (model := _read(chain[-1])["layouts"][layout].get("like")) is not None:
        place = f"{chain[-1]}.toml, layout {layout}"
        if model in chain:
            raise RulesError("file", place, reason=f"like {model!r} leads round in a circle")
        if not isinstance(model, str) or layout not in _read(model)["layouts"]:
            raise RulesError("file", place, reason=f"like {model!r} is no variant with such a layout")
        chain.append(model)
    return [(f"{one}.toml, layout {layout}", _read(one)["layouts"][layout]) for one in reversed(chain)]


def _chain(variant: str) -> list[str]:
    chain = [variant]
    while (base := _read(chain[-1]).get("base")) is not None:
        if base in chain:
            raise RulesError("file", f"{chain[-1]}.toml", reason=f"base {base!r} leads round in a circle")
        chain.append(base)
    return chain


@functools.cache
def _read(variant: str) -> dict[str, Any]:
    path = _files().get(variant)
    if path is None:
        raise RulesError("no-such-variant", value=variant[:_ECHO], choices=", ".join(sorted(_files())))
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesError("file", path.name, reason=error) from None
