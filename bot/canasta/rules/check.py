"""Reads values of rule parameters, and finds rules that can't work together."""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from ..cards import RANK_NAMES
from .errors import ECHO, RulesError, close_to, raise_all
from .model import CountedKind, CountedTable, JokerTable, Kind, Kinds, Need, Needs, OpeningTable, Rules
from .parameters import fields, hints, parameter_groups, words_of

#: Requirements in words: any canasta; a canasta and 200 points in all; a canasta that isn't mixed.
CANASTA_ROWS: Final = ("canasta", "canasta 200", "natural canasta")
#: A number that could have been written without quotes.
_DIGITS = re.compile(r"\s*-?[0-9]{1,9}\s*")
#: The most points that an initial meld may have to count.
_MOST_ASKED = 1000
#: The most points of a bonus that is a row.
_MOST_EARNED = 10000


def checked(name: str, value: object, within: str = "") -> object:
    """Return a value in the form that the parameter of this name has.

    Raises `RulesError` for an unknown name, or a wrong type or range.
    """
    if name not in fields():
        raise _unknown(name, within)
    owner, item = fields()[name]
    return checked_as(value, hints(owner)[item.name], **item.metadata)


def put(rules: Any, values: Mapping[str, object]) -> Any:
    """Return rules, or a group of them, with parameters of these dotted names set to values that were `checked`."""
    groups: dict[str, dict[str, object]] = {}
    changed: dict[str, object] = {}
    for name, value in values.items():
        first, _, rest = name.partition(".")
        if rest:
            groups.setdefault(first, {})[rest] = value
        else:
            changed[first] = value
    changed |= {group: put(getattr(rules, group), own) for group, own in groups.items()}
    return dataclasses.replace(rules, **changed)


def _unknown(name: str, within: str) -> RulesError:
    """Return the error for a name that no parameter has.

    It gives the nearest name, by the whole name or its end; if there is none, all names.
    """
    names = list(fields())
    ends = {one.rpartition(".")[2]: one for one in names}
    close = close_to(name, names)
    if not close and (end := close_to(name.rpartition(".")[2], ends)):
        close = {"close": ends[end["close"]]}
    if close:
        return RulesError("no-such-rule", close=within + close["close"])
    inside = [one for one in names if one.startswith(f"{name.partition('.')[0]}.")]
    every = [*(one for one in names if "." not in one), *(f"{one}.…" for one in parameter_groups())]
    return RulesError("no-rule-like-it", choices=", ".join(inside or every))


def flatten(overrides: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    """Yield parameters of nested tables by their dotted names."""
    for key, value in overrides.items():
        if isinstance(value, Mapping):
            yield from flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def checked_as(
    value: object, hint: Any, *, low: int | None = None, high: int | None = None, **_others: object
) -> object:
    """Return a value of the type and range that a parameter has.

    Raises `RulesError` that doesn't name the parameter.
    """
    choices = typing.get_args(hint) if typing.get_origin(hint) is Literal else None
    if choices:
        if value not in choices:
            raise RulesError(
                "no-such-choice", choices=", ".join(choices), value=_shown(value), **close_to(value, choices)
            )
        return value
    if isinstance(hint, types.UnionType):
        if value is None or value == "none":
            return None
        hint = int
    if hint is bool:
        if not isinstance(value, bool):
            raise RulesError("not-yes-or-no", value=f"“{_shown(value)}”" if isinstance(value, str) else _shown(value))
        return value
    if hint is int:
        assert low is not None
        assert high is not None
        if isinstance(value, str) and _DIGITS.fullmatch(value):
            raise RulesError("number-in-quotes", low=low, high=high, value=value)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise RulesError("not-in-range", low=low, high=high, value=_shown(value))
        return value
    if not isinstance(value, list | tuple):
        raise RulesError("not-a-list", value=_shown(value))
    if hint == OpeningTable:
        return _opening_table(value)
    if hint == JokerTable:
        return _joker_table(value)
    if hint == CountedTable:
        return _counted_table(value)
    if words := words_of(hint) if hint not in (Kinds, Needs) else ():
        return _points_table(value, words, low, high) if low is not None else _word_list(value, words)
    if hint in (Kinds, Needs):
        kinds = typing.get_args(Kind if hint == Kinds else Need)
        _check_words(value, kinds)
        return tuple(value) if hint == Kinds else tuple(sorted(value, key=kinds.index))
    if not all(isinstance(one, int) and not isinstance(one, bool) for one in value):
        raise RulesError("not-of-numbers", value=_shown(value))
    return tuple(value)


def _opening_table(rows: list[Any] | tuple[Any, ...]) -> OpeningTable:
    table: list[tuple[int, int | str]] = []
    for row in rows:
        if not (isinstance(row, list | tuple) and len(row) == 2 and isinstance(row[0], int)):
            raise RulesError("not-of-rows", value=_shown(row))
        if row[1] not in CANASTA_ROWS and not (isinstance(row[1], int) and 0 <= row[1] <= _MOST_ASKED):
            raise RulesError(
                "no-such-requirement",
                most=_MOST_ASKED,
                choices=", ".join(CANASTA_ROWS),
                value=_shown(row[1]),
                **close_to(row[1], CANASTA_ROWS),
            )
        if table and row[0] <= table[-1][0]:
            raise RulesError("rows-out-of-order", value=row[0])
        table.append((row[0], row[1]))
    if not table:
        raise RulesError("no-rows")
    return tuple(table)


def _check_words(value: list[Any] | tuple[Any, ...], words: Sequence[str]) -> None:
    for one in value:
        if one not in words:
            raise RulesError("not-of-cards", choices=", ".join(words), value=_shown(one), **close_to(one, words))


def _word_list(value: list[Any] | tuple[Any, ...], words: Sequence[str]) -> tuple[str, ...]:
    """Return words in their own order, each once, so that the same list is the same rules."""
    _check_words(value, words)
    return tuple(one for one in words if one in value)


def _points_table(
    rows: list[Any] | tuple[Any, ...], words: Sequence[str], low: int, high: int | None
) -> tuple[tuple[str, int], ...]:
    """Return rows of a word and points in the order of the words."""
    assert high is not None
    found: dict[str, int] = {}
    for row in rows:
        what, points = _row(row, 2, "[which, points]")
        if what not in words:
            raise RulesError("no-such-choice", choices=", ".join(words), value=_shown(what), **close_to(what, words))
        if what in found:
            raise RulesError("row-twice", value=what)
        found[what] = _number(points, low, high)
    return tuple((one, found[one]) for one in words if one in found)


def _joker_table(rows: list[Any] | tuple[Any, ...]) -> JokerTable:
    table: list[tuple[int, int]] = []
    for row in rows:
        jokers, points = _row(row, 2, "[from jokers, points]")
        start, earned = _number(jokers, 0, 18), _number(points, 0, _MOST_EARNED)
        if table and start <= table[-1][0]:
            raise RulesError("rows-out-of-order", value=start)
        table.append((start, earned))
    if not table:
        raise RulesError("no-rows")
    return tuple(table)


def _counted_table(rows: list[Any] | tuple[Any, ...]) -> CountedTable:
    """Return rows in an order of their own, so that the same bonuses are the same rules."""
    kinds: tuple[CountedKind, ...] = typing.get_args(CountedKind)
    found: dict[tuple[int, int], tuple[CountedKind, int, int]] = {}
    for row in rows:
        kind, number, points = _row(row, 3, "[kind, number, points]")
        if kind not in kinds:
            raise RulesError("no-such-choice", choices=", ".join(kinds), value=_shown(kind), **close_to(kind, kinds))
        place = kinds.index(kind), _number(number, 2, 20)
        if place in found:
            raise RulesError("row-twice", value=f"{kind}, {number}")
        found[place] = kind, number, _number(points, 0, _MOST_EARNED)
    return tuple(row for _place, row in sorted(found.items()))


def _row(row: object, size: int, wanted: str) -> Sequence[Any]:
    if not (isinstance(row, list | tuple) and len(row) == size):
        raise RulesError("not-rows-of", choices=wanted, value=_shown(row))
    return row


def _number(value: object, low: int, high: int) -> int:
    number = checked_as(value, int, low=low, high=high)
    assert isinstance(number, int)
    return number


def _shown(value: object) -> str:
    """Return a wrong value as messages repeat it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)[:ECHO]


#: The seats and sides for which each way of playing with others is meant, if not for any.
_TABLES_OF: Final = {"lone": (3, 3), "alliance": (3, 3), "sit-out": (5, 2), "rotating": (5, 2)}


def check(rules: Rules) -> Rules:
    """Return `rules` unchanged if they can work together. Raises `RulesError` with every reason why they can't."""
    cards = len(rules.full_pack())
    dealt = (rules.deal.hand + rules.deal.foot) * (4 if rules.side.mode == "sit-out" else rules.seats)
    dealt += sum(rules.deal.talons) + (rules.deal.face_down if rules.deal.upcard else 0)
    threes = 2 * rules.pack.decks
    reds = threes if rules.threes.red not in ("never", "ordinary") else 0
    feet, runs = bool(rules.deal.foot), rules.sequences.allowed
    by_canasta = rules.deal.foot_with == "first-canasta"
    sizes = {"melds.max_size": rules.melds.max_size, "melds.max_natural": rules.melds.max_natural}
    sizes["wilds.max_size"] = rules.wilds.max_size
    need = rules.out
    kinds = len([one for one in need.needs if one not in ("run", "natural-or-run")])
    wilds = need.asks("wild")
    of_a_rank = max((need.asks(name) for name in RANK_NAMES), default=0)
    wild_canastas = {"one": 1, "two": 2}.get(rules.wilds.melds, wilds)
    rank_canastas = {"one": 1, "two": 2}.get(rules.melds.same_rank, of_a_rank)
    seats, sides = _TABLES_OF.get(rules.side.mode, (rules.seats, rules.side.sides))
    problems: list[tuple[bool, str, Mapping[str, object]]] = [
        *(
            (size is not None and size < 7, "no-room-for-canastas", {"name": name, "value": size})
            for name, size in sizes.items()
        ),
        (dealt + 8 * rules.turn.draw > cards, "too-many-dealt", {"dealt": dealt, "cards": cards}),
        (wilds > 0 and not rules.wilds.allowed, "needs-wild-melds", {"name": "out.needs"}),
        (rules.pile.wild_top and not rules.wilds.allowed, "needs-wild-melds", {"name": "pile.wild_top"}),
        (need.asks("run") > 0 and not runs, "needs-runs", {"name": "out.needs"}),
        (rules.pile.sequences != "no" and not runs, "needs-runs", {"name": "pile.sequences"}),
        (rules.melds.ranks == "none" and not runs, "needs-runs", {"name": "melds.ranks"}),
        (rules.sequences.ace != "high" and not rules.plain_threes, "needs-plain-threes", {"name": "sequences.ace"}),
        (rules.plain_threes and rules.threes.black != "played", "needs-plain-blacks", {"name": "threes.red"}),
        (rules.sequences.trump and not rules.deal.upcard, "needs-upcard", {"name": "sequences.trump"}),
        (
            need.asks("run") > 0 and rules.sequences.counts != "sequence",
            "nobody-could-go-out",
            {"name": "sequences.counts", "other": "out.needs", "value": need.asks("run")},
        ),
        (kinds > need.canastas, "more-kinds-than-canastas", {"count": kinds, "value": need.canastas}),
        (
            rules.melds.cap is not None and rules.melds.cap < need.canastas,
            "nobody-could-go-out",
            {"name": "melds.cap", "other": "out.canastas", "value": need.canastas},
        ),
        (
            wilds > wild_canastas,
            "nobody-could-go-out",
            {"name": "wilds.melds", "other": "out.needs", "value": wilds},
        ),
        (
            wilds > 0 and rules.wilds.pure_twos,
            "nobody-could-go-out",
            {"name": "wilds.pure_twos", "other": "out.needs", "value": wilds},
        ),
        (
            of_a_rank > rank_canastas,
            "nobody-could-go-out",
            {"name": "melds.same_rank", "other": "out.needs", "value": of_a_rank},
        ),
        (need.red_threes > reds, "needs-red-threes", {"name": "out.red_threes", "count": reds}),
        (
            rules.melds.cap_red_threes != "no" and need.canastas > reds,
            "needs-red-threes",
            {"name": "melds.cap_red_threes", "count": reds},
        ),
        (
            reds > 0 and len(rules.threes.totals) < threes,
            "too-few-red-totals",
            {"name": "threes.totals", "count": threes, "value": len(rules.threes.totals)},
        ),
        (
            bool(rules.threes.set_aside) and len(rules.threes.set_aside) < threes,
            "too-few-black-totals",
            {"name": "threes.set_aside", "count": threes, "value": len(rules.threes.set_aside)},
        ),
        (rules.deal.foot_of == "side" and need.foot != "no", "shared-foot", {}),
        (rules.deal.foot == 1, "foot-of-one", {}),
        (need.foot != "no" and not feet, "needs-feet", {"name": "out.foot"}),
        (rules.deal.foot_with != "empty-hand" and not feet, "needs-feet", {"name": "deal.foot_with"}),
        (rules.turn.float and not feet, "needs-feet", {"name": "turn.float"}),
        (rules.deal.foot_canastas > 0 and not feet, "needs-feet", {"name": "deal.foot_canastas"}),
        (rules.stock.end == "foot" and not feet, "needs-feet", {"name": "stock.end"}),
        (
            rules.score.foot("taken") + rules.score.foot("left") > 0 and not feet,
            "needs-feet",
            {"name": "score.feet"},
        ),
        (rules.score.foot_when == "played" and not feet, "needs-feet", {"name": "score.foot_when"}),
        (rules.deal.foot_canastas > 0 and by_canasta, "needs-used-up-hand", {"name": "deal.foot_canastas"}),
        (rules.score.foot_when == "played" and by_canasta, "needs-used-up-hand", {"name": "score.foot_when"}),
        (rules.pile.open_to == "in-foot" and not feet, "needs-feet", {"name": "pile.open_to"}),
        (rules.twos.allowed and rules.wilds.allowed, "twos-both-ways", {}),
        (
            rules.seats % rules.side.sides != 0 and rules.side.mode == "fixed",
            "uneven-sides",
            {
                "seats": rules.seats,
                "value": rules.side.sides,
                "choices": ", ".join(str(one) for one in range(2, rules.seats + 1) if rules.seats % one == 0),
            },
        ),
        (
            (rules.seats, rules.side.sides) != (seats, sides),
            "other-table",
            {"value": rules.side.mode, "seats": seats, "sides": sides},
        ),
    ]
    raise_all([RulesError(code, "", **facts) for broken, code, facts in problems if broken])
    return rules
