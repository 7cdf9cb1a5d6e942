"""Every name that a rule parameter ever had is read for ever, wherever rules are, and means what it meant.

`old_names.jsonl` has a name a line, as it was when this was written: type, range, default, sample values, and records in
which a value makes a difference, each with a digest of all that `replay --trace` said of it then but for sentences. `old_tables.jsonl` has the
tables of that time in these names.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.canasta.game import Game
from bot.canasta.record import game_from_record, record_of, replay
from bot.canasta.rules import Rules, RulesError, load, load_rules, parameters, stored, value_of
from bot.tables.rules import house_rules
from tests.cases import case, in_one_test


@dataclass(frozen=True)
class Old:
    """An old name, and what was known of it."""

    name: str
    type: str
    range: str
    default: object
    values: list[object]
    records: list[tuple[dict[str, Any], str]]


def _lines(name: str) -> list[Any]:
    return [json.loads(line) for line in (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()]


OLD = [Old(**line) for line in _lines("old_names.jsonl")]
TABLES: dict[tuple[str, str], dict[str, object]] = {
    (one, layout): own for one, layout, own in _lines("old_tables.jsonl")
}
RECORDS = [(one.name, document, digest) for one in OLD for document, digest in one.records]


NUMBERS = itertools.count(1)


def same(rules: Rules, others: Rules) -> bool:
    """Return whether two rule sets play alike, whatever they are called."""
    return _played(rules) == _played(others)


@functools.lru_cache(maxsize=64)
def _played(rules: Rules) -> object:
    document = json.loads(stored.write(rules))
    return document["parameters"], document["seats"]


@pytest.mark.slow
def test_a_record_with_an_old_name_goes_as_it_went() -> None:
    for name, document, digest in RECORDS:
        with case(name, document):
            assert name in document["rules"]
            assert _digest(document) == digest


def _digest(document: dict[str, Any]) -> str:
    seen: list[object] = []
    _status, answer = replay(document, lambda _move, state: seen.append(state))
    if not answer["ok"]:
        del answer["error"]["message"]
    return hashlib.sha256(json.dumps([seen, answer], sort_keys=True).encode()).hexdigest()[:16]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield a folder whose variant files can be played; as a file is read once, each has a name of its own."""
    path = tmp_path_factory.mktemp("variants")
    load.use_folder(path)
    yield path
    load._folders.remove(path)
    load._forget()


@pytest.mark.slow
def test_an_old_name_comes_in_by_every_door_and_means_the_same(folder: Path) -> None:
    for old in OLD:
        with case(old.name):
            for changes, variant, layout in _changes(old):
                expected = load_rules(variant, layout, house=changes)
                assert house_rules.read(house_rules.write(changes))
                for name, found in {
                    "list": load_rules(variant, layout, house=house_rules.read(house_rules.write(changes))),
                    "code": load_rules(variant, layout, house=house_rules.read(house_rules.code(changes))),
                    "file": _from_file(folder, variant, layout, changes),
                    "stored": _from_storage(variant, layout, changes),
                    "record": _from_record(variant, layout, changes),
                }.items():
                    assert same(found, expected), (name, changes)
                    assert name == "file" or found.house == expected.house, (name, changes)


def _changes(old: Old) -> Iterator[tuple[Mapping[str, object], str, str]]:
    """Yield house rules with each of the sample values, on a table where they can work."""
    for value in old.values:
        tables = [(document["rules"], document["variant"], document["layout"]) for document, _digest in old.records]
        for rules, variant, layout in [*tables, *(({}, *table) for table in TABLES)]:
            changes = {**rules, old.name: value}
            try:
                load_rules(variant, layout, house=changes)
            except RulesError:
                continue
            yield changes, variant, layout
            break
        else:
            raise AssertionError(f"{old.name} = {value} works nowhere")


@pytest.mark.parametrize(
    ("in_file", "later", "found"),
    [
        ({"melds.mixed_unlimited": True}, {"melds.mixed_unlimited": False}, {"melds.max_wilds": 3}),
        (
            {"melds.mixed_unlimited": True, "melds.max_wilds": 2},
            {"melds.mixed_unlimited": False},
            {"melds.max_wilds": 2},
        ),
        (
            {"opening.concealed_free": False, "opening.concealed_partner": True},
            {"opening.concealed_free": True},
            {"opening.whole_hand": "free"},
        ),
    ],
)
def test_an_old_name_that_is_said_again_takes_back_what_it_said(
    in_file: dict[str, object], later: dict[str, object], found: dict[str, object], folder: Path
) -> None:
    """As long as the names were those of parameters, the last value was all that counted."""
    first = _own_file(folder, "classic", "4", 4, in_file)
    assert dict(load_rules(first.stem, "4", house=later).house) == found
    second = _own_file(folder, first.stem, "4", 4, later)
    assert {name: value_of(load_rules(second.stem, "4"), name) for name in found} == found


def _from_file(folder: Path, variant: str, layout: str, changes: Mapping[str, object]) -> Rules:
    file = _own_file(folder, variant, layout, load_rules(variant, layout).seats, changes)
    rules = load_rules(file.stem, layout)
    file.unlink()
    return rules


def _own_file(folder: Path, variant: str, layout: str, seats: int, changes: Mapping[str, object]) -> Path:
    like = f'like = "{variant}"\n' if layout in load._tables_of(variant) else ""
    lines = [f"{name} = {_toml(value)}" for name, value in changes.items()]
    file = folder / f"own-{next(NUMBERS)}.toml"
    file.write_text(
        f'name = "Own"\nsource = "own"\nbase = "{variant}"\n[layouts.{layout}]\nseats = {seats}\n{like}'
        + "\n".join(lines),
        encoding="utf-8",
    )
    return file


def _toml(value: object) -> str:
    return json.dumps("none" if value is None else value)


def _from_storage(variant: str, layout: str, changes: Mapping[str, object]) -> Rules:
    """Read the text that was stored with a game of these rules when the names were in use."""
    rules = load_rules(variant, layout)
    identity = {key: getattr(rules, key) for key in ("id", "name", "source", "layout", "seats")}
    values = {one.name: one.default for one in OLD} | TABLES[variant, layout] | dict(changes)
    return stored.read(json.dumps({**identity, "house": sorted(changes), "parameters": values}))


def _from_record(variant: str, layout: str, changes: Mapping[str, object]) -> Rules:
    return game_from_record({"variant": variant, "layout": layout, "rules": changes, "rounds": []}).rules


@pytest.mark.slow
def test_what_an_old_name_can_say_is_written_by_it_in_a_record() -> None:
    """Programs that read records know these names."""
    for old in OLD:
        with case(old.name):
            for changes, variant, layout in _changes(old):
                rules = load_rules(variant, layout, house=changes)
                written = record_of(Game(rules, ["A"] * rules.seats)).get("rules", {})
                assert set(written) <= {one.name for one in OLD}, changes
                assert same(load_rules(variant, layout, house=written), rules)


@pytest.mark.slow
def test_who_asks_for_an_old_name_is_told_the_present_one(capsys: pytest.CaptureFixture[str]) -> None:
    for old in OLD:
        with case(old.name):
            assert main(["variants", "--parameters", old.name]) == 0
            told = capsys.readouterr().out
            assert old.name in told
            families = {one.name: one.family for one in parameters()}
            for name in stored.present_names(old.name):
                assert name in told
                assert f"\n{name} (" in f"\n{told}" or f"\n{families[name]} (" in f"\n{told}"


@in_one_test(TABLES)
def test_a_table_in_old_names_is_the_table(variant: str, layout: str) -> None:
    assert same(_from_storage(variant, layout, {}), load_rules(variant, layout))
