"""Reads variant files: the variants that can be played, and the rules of one of their tables."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .check import check, flatten
from .errors import ECHO, RulesError, close_to, raise_all
from .model import Rules
from .parameters import parameters
from .stored import apply_overrides, old_names, with_house

#: Where variant files are looked for: those that come with the bot, then the operator's own.
_folders = [Path(__file__).parent / "variants"]
#: The variant from which rules begin if a variant file names no base, and its family if it names none.
_FIRST = "classic"
#: The longest id of a variant: programs put it into identifiers of their own.
_LONGEST_ID = 50


@dataclass(frozen=True, slots=True)
class LayoutInfo:
    """One table of a variant: its name (`6-pairs`) and how many people it seats."""

    name: str
    seats: int


@dataclass(frozen=True, slots=True)
class VariantInfo:
    """One variant: its id, English name, the section of the rules it follows, its layouts, its family, title and words.

    The title is the game's full name, with `{name}` in place of its name. A family is a group of variants that play
    alike, so that games can be compared. It has the id of the variant that began it. The `vocabulary` names lists of
    words that its players use in some languages, where nobody here reads them: the first that a language has counts.
    """

    id: str
    name: str
    source: str
    layouts: tuple[LayoutInfo, ...]
    family: str
    title: str
    vocabulary: tuple[str, ...]


def list_variants(*, own: bool = True) -> list[VariantInfo]:
    """Return every variant by id, the classic game first; `own` False leaves out the operator's variants."""
    names = (name for name, path in _files().items() if own or path.parent == _folders[0])
    return [variant_info(name) for name in sorted(names, key=lambda name: (name != _FIRST, name))]


def families() -> list[str]:
    """Return the families in the order of `list_variants`: the ids of variants that name themselves as family."""
    there = []
    for name in sorted(_files(), key=lambda name: (name != _FIRST, name)):
        try:
            begins = _read(name).get("family") == name
        except RulesError:  # of a file that can't be read, which is reported elsewhere
            continue
        there += [name] * begins
    return there


def comes_with_bot(variant: str) -> bool:
    """Return whether a variant comes with the bot, and is not one of the operator's own."""
    path = _files().get(variant)
    return path is not None and path.parent == _folders[0]


def use_folder(folder: Path) -> list[str]:
    """Look for variant files in one more folder, check them all now, and return the ids found there.

    Raises `RulesError` with all that is wrong in them, also where one has the id of a variant that exists already; then
    the folder is not used.
    """
    if not folder.is_dir():
        raise RulesError("file", str(folder), reason="there is no such folder")
    taken = _files()
    found = sorted(path.stem for path in folder.glob("*.toml"))
    _folders.append(folder)
    _forget()
    faults: list[RulesError] = []
    for name in found:
        elsewhere = name in taken and taken[name].parent != folder
        faults += [_taken(folder / f"{name}.toml")] if elsewhere else _faults(name)
    if faults:
        _folders.remove(folder)
        _forget()
        raise_all(faults)
    return found


def _taken(path: Path) -> RulesError:
    reason = f"there is a variant {path.stem!r} already; give the file another name"
    return RulesError("file", str(path), reason=reason)


@contextmanager
def file_in_use(path: Path) -> Iterator[VariantInfo]:
    """Let a variant file from anywhere be played inside, after all its layouts have been read; yield the variant.

    Raises `RulesError` with all that is wrong, by file and key.
    """
    if not path.is_file():
        raise RulesError("file", str(path), reason="there is no such file")
    if path.suffix != ".toml":
        raise RulesError("file", str(path), reason="the name of a variant file ends in .toml")
    if path.resolve().parent in (folder.resolve() for folder in _folders):
        yield check_variant(path.stem)
        return
    if path.stem in _files():
        raise _taken(path)
    _folders.append(path.parent)
    _forget()
    try:
        yield check_variant(path.stem)
    finally:
        _folders.remove(path.parent)
        _forget()


def check_file(path: Path) -> VariantInfo:
    """Return the variant in a file from anywhere. Raises `RulesError` with all that is wrong, by file and key."""
    with file_in_use(path) as info:
        return info


def check_variant(variant: str) -> VariantInfo:
    """Return a variant by its id, after every table of it has been read. Raises `RulesError` with all that is wrong."""
    raise_all(_faults(variant))
    return variant_info(variant)


def _faults(variant: str) -> list[RulesError]:
    """Return all that is wrong with a variant's file; faults of its base files only if it has none itself."""
    found: list[RulesError] = []

    def attempt(work: Callable[..., object], *arguments: object) -> None:
        try:
            work(*arguments)
        except RulesError as error:
            found.append(error)

    attempt(_read, variant)
    if len(variant) > _LONGEST_ID:
        reason = f"its name has {len(variant)} characters before .toml, {_LONGEST_ID} at most are possible"
        found.append(RulesError("file", f"{variant}.toml", reason=reason))
    if found:
        return found
    data, file = _read(variant), f"{variant}.toml"
    attempt(variant_info, variant)
    attempt(_chain, variant)
    attempt(_check_table, data, _HEAD, file)
    tables = data.get("layouts")
    for name, own in tables.items() if isinstance(tables, dict) else ():
        if isinstance(own, dict):
            attempt(_check_table, own, _LAYOUT_HEAD, file, f"layouts.{name}.")
            attempt(_layout_chain, variant, name)
    if not found:
        for layout in variant_info(variant).layouts:
            attempt(_table, variant, layout.name)
    return found


def _check_table(data: Mapping[str, Any], keys: Collection[str], file: str, within: str = "") -> None:
    """Raise `RulesError` for all names and values in a file's table that are neither rules nor the table's `keys`."""
    parts = {part for one in parameters() for part in (one.name.partition(".")[0], one.name.rpartition(".")[2])}
    misspelt = {name: close_to(name, keys) for name in data if name not in keys and name not in parts}
    misspelt = {name: close for name, close in misspelt.items() if close}
    wrong = [
        RulesError("file", file, reason=f"there is no key called {within}{name[:ECHO]}", close=within + close["close"])
        for name, close in misspelt.items()
    ]
    try:
        blank = Rules(id="", name="", source="", layout="", seats=4)
        apply_overrides(blank, _rules_in(data, (*keys, *misspelt)), file, within)
    except RulesError as error:
        wrong.append(error)
    raise_all(wrong)


def _files() -> dict[str, Path]:
    return {path.stem: path for folder in reversed(_folders) for path in folder.glob("*.toml")}


def _forget() -> None:
    for cached in (variant_info, _table, _laid_out, _read):
        cached.cache_clear()


@functools.cache
def variant_info(variant: str) -> VariantInfo:
    """Return a variant by its id.

    Raises `RulesError`, which names the existing ids if it doesn't exist, else all that is wrong.
    """
    data, file = _read(variant), f"{variant}.toml"
    wrong = [
        _wrong(file, key, "a text in quotes", data.get(key))
        for key in ("name", "source")
        if not isinstance(data.get(key), str) or not data[key].strip()
    ]
    title = data.get("title", "{name}")
    if not isinstance(title, str) or not title.strip():
        wrong.append(_wrong(file, "title", 'a text in quotes, for example "{name} Canasta"', title))
    tables = data.get("layouts")
    if not isinstance(tables, dict) or not tables:
        wrong.append(_wrong(file, "layouts", "at least one table, for example 4 = { seats = 4 }", tables))
        tables = {}
    for name, table in tables.items():
        if not isinstance(table, dict):
            wrong.append(_wrong(file, f"layouts.{name}", "a table, for example { seats = 4 }", table))
        elif type(seats := table.get("seats")) is not int or not 2 <= seats <= 8:
            wrong.append(_wrong(file, f"layouts.{name}.seats", "a whole number from 2 to 8, without quotes", seats))
    family = _FIRST
    try:
        family = _family(variant)
    except RulesError as error:
        wrong.append(error)
    vocabulary: tuple[str, ...] = ()
    try:
        vocabulary = _vocabulary(variant)
    except RulesError as error:
        wrong.append(error)
    raise_all(wrong)
    layouts = tuple(LayoutInfo(name, one["seats"]) for name, one in tables.items())
    return VariantInfo(variant, data["name"], data["source"], layouts, family, title, vocabulary)


def _wrong(file: str, key: str, wanted: str, value: object, choices: Collection[str] = ()) -> RulesError:
    """Return the error for a wrong value of a key that is no rule; None means that it is missing."""
    written = " and is missing" if value is None else f", not {repr(value)[:ECHO]}"
    return RulesError("file", file, reason=f"{key} must be {wanted}{written}", **close_to(value, choices))


def _family(variant: str) -> str:
    """Return the family of a variant: the one that its file names, or the nearest of its bases."""
    family = _read(variant).get("family")
    if family is None:
        chain = _chain(variant)
        return _family(chain[1]) if len(chain) > 1 else _FIRST
    if family not in (there := families()):
        wanted = f"one of {', '.join(there)}; or {variant}, the name of this file, for a family of its own"
        raise _wrong(f"{variant}.toml", "family", wanted, family, [*there, variant])
    return str(family)


def _vocabulary(variant: str) -> tuple[str, ...]:
    """Return the words of a variant's players by name: those that its file names, or the nearest of its bases."""
    named = _read(variant).get("vocabulary")
    if named is None:
        chain = _chain(variant)
        return _vocabulary(chain[1]) if len(chain) > 1 else ()
    if not isinstance(named, list) or not all(isinstance(one, str) for one in named):
        raise _wrong(f"{variant}.toml", "vocabulary", 'a list of texts in quotes, for example ["burraco"]', named)
    return tuple(named)


def load_rules(
    variant: str, layout: str | None = None, players: int | None = None, house: Mapping[str, object] | None = None
) -> Rules:
    """Return the rules of one table.

    `layout` is a table's name or a plain number of players; without it the first layout for `players`, else the
    variant's first. `house` holds single parameters by dotted name. Raises `RulesError` with a sentence that says what
    could be played instead.
    """
    info = variant_info(variant)
    chosen = _choose(info, layout, players)
    if not house:
        return _table(variant, chosen.name)
    said = [name for name, _ in flatten(house)]
    rules = _laid_out(variant, chosen.name, frozenset(name for name in said if name in old_names()))
    rules = apply_overrides(rules, house, "house rules")
    return check(with_house(rules, said))


def _choose(info: VariantInfo, layout: str | None, players: int | None) -> LayoutInfo:
    names = [one.name for one in info.layouts]
    if layout is not None and layout.isdecimal() and len(layout) < 3 and layout not in names:
        players, layout = int(layout), None
    for one in info.layouts:
        if (layout is None or one.name == layout) and (players is None or one.seats == players):
            return one
    there = {"variant": info.name, "id": info.id, "choices": ", ".join(names)}
    if layout is not None:
        raise RulesError("no-such-table", value=layout[:ECHO], **there, **close_to(layout, names))
    raise RulesError("no-table-for-so-many", count=players, **there)


@functools.cache
def _table(variant: str, layout: str) -> Rules:
    rules = _laid_out(variant, layout)
    try:
        return check(rules)
    except RulesError as error:
        place = f"{variant}.toml, layouts.{layout}"
        raise_all([RulesError(one.code, place, **one.facts) for one in (error, *error.others)])
        raise


@functools.lru_cache(maxsize=256)
def _laid_out(variant: str, layout: str, said_later: frozenset[str] = frozenset()) -> Rules:
    """Return the rules of a table as its files make them, without the old names in `said_later`, which house rules set.

    Two old names may concern one parameter. So an old name counts only in the last file that sets it.
    """
    head = _read(variant)
    rules = Rules(
        id=variant, name=head["name"], source=head["source"], layout=layout, seats=head["layouts"][layout]["seats"]
    )
    files = [(f"{file}.toml", "", _rules_in(_read(file), _HEAD)) for file in reversed(_chain(variant))]
    files += [
        (f"{file}.toml", f"layouts.{layout}.", _rules_in(own, _LAYOUT_HEAD))
        for file, own in _layout_chain(variant, layout)
    ]
    steps: list[tuple[dict[str, object], str, str]] = []
    for place, within, own in reversed(files):
        steps.append(({name: value for name, value in flatten(own) if name not in said_later}, place, within))
        said_later |= {name for name, _ in flatten(own)} & old_names()
    for values, place, within in reversed(steps):
        rules = apply_overrides(rules, values, place, within)
    return rules


_HEAD = ("name", "title", "source", "base", "family", "vocabulary", "layouts")
_LAYOUT_HEAD = ("seats", "like")


def _rules_in(data: Mapping[str, Any], keys: Collection[str]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in keys}


def _layout_chain(variant: str, layout: str) -> list[tuple[str, dict[str, Any]]]:
    """Return a layout's changes, after those of the variants whose layout it is `like`; each with its variant's id."""
    chain = [variant]
    while (model := _read(chain[-1])["layouts"][layout].get("like")) is not None:
        key, file = f"layouts.{layout}.like", f"{chain[-1]}.toml"
        if model in chain:
            raise RulesError("file", file, reason=f"{key} = {model!r} leads round in a circle")
        if model not in list(_files()) or layout not in _tables_of(model):
            having = [one for one in sorted(_files()) if one not in chain and layout in _tables_of(one)]
            wanted = f"a variant that has a layout {layout} ({', '.join(having) or 'there is none'})"
            raise _wrong(file, key, wanted, model, having)
        chain.append(model)
    return [(one, _read(one)["layouts"][layout]) for one in reversed(chain)]


def _tables_of(variant: str) -> Collection[str]:
    """Return the names of a variant's layouts that are tables; none if its file can't be read (reported elsewhere)."""
    try:
        layouts = _read(variant).get("layouts")
    except RulesError:
        return ()
    return [name for name, one in layouts.items() if isinstance(one, dict)] if isinstance(layouts, dict) else ()


def _chain(variant: str) -> list[str]:
    chain = [variant]
    while (base := _read(chain[-1]).get("base")) is not None:
        file = f"{chain[-1]}.toml"
        if base in chain:
            raise RulesError("file", file, reason=f"base = {base!r} leads round in a circle")
        if base not in (there := sorted(set(_files()) - set(chain))):
            raise _wrong(file, "base", f"one of {', '.join(there)}", base, there)
        chain.append(base)
    return chain


@functools.cache
def _read(variant: str) -> dict[str, Any]:
    files = _files()
    path = files.get(variant)
    if path is None:
        choices = ", ".join(sorted(files))
        raise RulesError("no-such-variant", value=variant[:ECHO], choices=choices, **close_to(variant, files))
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise RulesError("file", path.name, reason=f"it must be text in UTF-8 ({error.reason})") from None
    except tomllib.TOMLDecodeError as error:
        unquoted = "; words stand in quotes, and yes and no are true and false" if "Invalid value" in str(error) else ""
        raise RulesError("file", path.name, reason=f"{error}{unquoted}") from None
    except (ValueError, OSError, RecursionError) as error:  # a number of thousands of digits is no `TOMLDecodeError`
        raise RulesError("file", path.name, reason=error) from None
