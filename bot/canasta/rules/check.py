"""Reads values of rule parameters, and finds rules that can't work together."""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from ..cards import RANK_NAMES
from .errors import ECHO, RulesError, close_to, raise_all
from .model import CountedKind, CountedTable, JokerTable, Kind, Kinds, Need, Needs, OpeningTable, Rules
from .parameters import fields, has_rows, hints, parameter_groups, words_of

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
    """Yield parameters of nested tables by their dotted names.

    A table in place of rows is yielded whole, so that its fault is reported once.
    """
    for key, value in overrides.items():
        if isinstance(value, Mapping) and not _wants_rows(prefix + key):
            yield from flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def _wants_rows(name: str) -> bool:
    """Return whether this is the name of a parameter whose value consists of rows."""
    if name not in fields():
        return False
    owner, item = fields()[name]
    return has_rows(hints(owner)[item.name])


def checked_as(
    value: object, hint: Any, *, low: int | None = None, high: int | None = None, **_others: object
) -> object:
    """Return a value of the type and range that a parameter has.

    Raises `RulesError` that doesn't name the parameter.
    """
    choices = typing.get_args(hint) if typing.get_origin(hint) is Literal else None
    if choices:
        if value not in choices:
            raise _no_such_choice(value, choices)
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
        if not has_rows(hint):
            raise RulesError("not-a-list", value=_shown(value))
        value = [value]  # which is no row: the error says what one is
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


def _no_such_choice(value: object, choices: Sequence[str]) -> RulesError:
    shown, close = _shown(value), close_to(value, choices)
    if isinstance(value, bool) and shown in choices:
        # A file's false, where the word "no" is meant.
        shown, close = str(value).lower(), {"close": f"“{shown}”"}
    return RulesError("no-such-choice", choices=", ".join(choices), value=shown, **close)


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
            raise _no_such_choice(what, words)
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
            raise _no_such_choice(kind, kinds)
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


#: A reason why rules can't work: an error code and what its sentence says.
Reason = tuple[str, Mapping[str, object]]


def check(rules: Rules) -> Rules:
    """Return `rules` unchanged if they can work together. Raises `RulesError` with every reason why they can't."""
    raise_all([RulesError(code, "", **facts) for reasons in _CHECKS for code, facts in reasons(rules)])
    return rules


def _too_small_for_canastas(rules: Rules) -> Iterator[Reason]:
    sizes = {"melds.max_size": rules.melds.max_size, "melds.max_natural": rules.melds.max_natural}
    sizes["wilds.max_size"] = rules.wilds.max_size
    for name, size in sizes.items():
        if size is not None and size < 7:
            yield "no-room-for-canastas", {"name": name, "value": size}


def _too_many_dealt(rules: Rules) -> Iterator[Reason]:
    cards, deal = len(rules.full_pack()), rules.deal
    dealt = (deal.hand + deal.foot) * (4 if rules.side.mode == "sit-out" else rules.seats)
    dealt += sum(deal.talons) + (deal.face_down if deal.upcard else 0)
    if dealt + 8 * rules.turn.draw > cards:
        yield "too-many-dealt", {"dealt": dealt, "cards": cards}


def _without_wild_melds(rules: Rules) -> Iterator[Reason]:
    wanting = {"out.needs": rules.out.asks("wild") > 0, "pile.wild_top": rules.pile.wild_top}
    yield from _wanting("needs-wild-melds", wanting, have=rules.wilds.allowed)


def _without_runs(rules: Rules) -> Iterator[Reason]:
    wanting = {
        "out.needs": rules.out.asks("run") > 0,
        "pile.sequences": rules.pile.sequences != "no",
        "melds.ranks": rules.melds.ranks == "none",
    }
    yield from _wanting("needs-runs", wanting, have=rules.sequences.allowed)


def _without_plain_threes(rules: Rules) -> Iterator[Reason]:
    yield from _wanting("needs-plain-threes", {"sequences.ace": rules.sequences.ace != "high"}, have=rules.plain_threes)
    yield from _wanting("needs-plain-blacks", {"threes.red": rules.plain_threes}, have=rules.threes.black == "played")


def _without_upcard(rules: Rules) -> Iterator[Reason]:
    yield from _wanting("needs-upcard", {"sequences.trump": rules.sequences.trump}, have=rules.deal.upcard)


def _nobody_could_go_out(rules: Rules) -> Iterator[Reason]:
    need, runs, wilds = rules.out, rules.out.asks("run"), rules.out.asks("wild")
    kinds = len([one for one in need.needs if one not in ("run", "natural-or-run")])
    of_a_rank = max((need.asks(name) for name in RANK_NAMES), default=0)
    most = {"one": 1, "two": 2}
    if runs > 0 and rules.sequences.counts != "sequence":
        yield _never_out("sequences.counts", "out.needs", runs)
    if kinds > need.canastas:
        yield "more-kinds-than-canastas", {"count": kinds, "value": need.canastas}
    if rules.melds.cap is not None and rules.melds.cap < need.canastas:
        yield _never_out("melds.cap", "out.canastas", need.canastas)
    if wilds > most.get(rules.wilds.melds, wilds):
        yield _never_out("wilds.melds", "out.needs", wilds)
    if wilds > 0 and rules.wilds.pure_twos:
        yield _never_out("wilds.pure_twos", "out.needs", wilds)
    if of_a_rank > most.get(rules.melds.same_rank, of_a_rank):
        yield _never_out("melds.same_rank", "out.needs", of_a_rank)


def _never_out(name: str, other: str, value: int) -> Reason:
    return "nobody-could-go-out", {"name": name, "other": other, "value": value}


def _too_few_threes(rules: Rules) -> Iterator[Reason]:
    threes, need = rules.threes, rules.out
    most = 2 * rules.pack.decks
    reds = most if threes.red not in ("never", "ordinary") else 0
    if need.red_threes > reds:
        yield "needs-red-threes", {"name": "out.red_threes", "count": reds}
    if rules.melds.cap_red_threes != "no" and need.canastas > reds:
        yield "needs-red-threes", {"name": "melds.cap_red_threes", "count": reds}
    if reds > 0 and len(threes.totals) < most:
        yield "too-few-red-totals", {"name": "threes.totals", "count": most, "value": len(threes.totals)}
    if threes.set_aside and len(threes.set_aside) < most:
        yield "too-few-black-totals", {"name": "threes.set_aside", "count": most, "value": len(threes.set_aside)}


def _without_feet(rules: Rules) -> Iterator[Reason]:
    wanting = {
        "out.foot": rules.out.foot != "no",
        "deal.foot_with": rules.deal.foot_with != "empty-hand",
        "turn.float": rules.turn.float,
        "deal.foot_canastas": rules.deal.foot_canastas > 0,
        "stock.end": rules.stock.end == "foot",
        "score.feet": rules.score.foot("taken") + rules.score.foot("left") > 0,
        "score.foot_when": rules.score.foot_when == "played",
        "pile.open_to": rules.pile.open_to == "in-foot",
    }
    yield from _wanting("needs-feet", wanting, have=bool(rules.deal.foot))


def _feet_at_odds(rules: Rules) -> Iterator[Reason]:
    if rules.deal.foot_of == "side" and rules.out.foot != "no":
        yield "shared-foot", {}
    if rules.deal.foot == 1:
        yield "foot-of-one", {}
    wanting = {
        "deal.foot_canastas": rules.deal.foot_canastas > 0,
        "score.foot_when": rules.score.foot_when == "played",
    }
    yield from _wanting("needs-used-up-hand", wanting, have=rules.deal.foot_with != "first-canasta")


def _twos_both_ways(rules: Rules) -> Iterator[Reason]:
    if rules.twos.allowed and rules.wilds.allowed:
        yield "twos-both-ways", {}


def _wrong_table(rules: Rules) -> Iterator[Reason]:
    seats, sides, mode = rules.seats, rules.side.sides, rules.side.mode
    if seats % sides != 0 and mode == "fixed":
        choices = ", ".join(str(one) for one in range(2, seats + 1) if seats % one == 0)
        yield "uneven-sides", {"seats": seats, "value": sides, "choices": choices}
    wanted = _TABLES_OF.get(mode, (seats, sides))
    if (seats, sides) != wanted:
        yield "other-table", {"value": mode, "seats": wanted[0], "sides": wanted[1]}


def _wanting(code: str, wanting: Mapping[str, bool], *, have: bool) -> Iterator[Reason]:
    """Yield a reason for each parameter that wants what the rules don't have."""
    if not have:
        yield from ((code, {"name": name}) for name, wants in wanting.items() if wants)


#: The checks, in the order in which people read their findings.
_CHECKS: Final[Sequence[Callable[[Rules], Iterator[Reason]]]] = (
    _too_small_for_canastas,
    _too_many_dealt,
    _without_wild_melds,
    _without_runs,
    _without_plain_threes,
    _without_upcard,
    _nobody_could_go_out,
    _too_few_threes,
    _without_feet,
    _feet_at_odds,
    _twos_both_ways,
    _wrong_table,
)
