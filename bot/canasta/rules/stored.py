"""Rules of any age: names that parameters once had, and the text that is stored with a game.

Reading such a text doesn't depend on any variant file. A name that was ever read is always read: old names of
parameters are in `OLD`, with what they mean for the present ones. Nothing else knows them.
"""

from __future__ import annotations

import dataclasses
import functools
import json
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any, Final, Literal

from .check import checked, checked_as, flatten, put
from .errors import ECHO, RulesError, raise_all
from .model import Rules, points_of
from .parameters import fields, hints, parameters, value_of

_IDENTITY = {"id": str, "name": str, "source": str, "layout": str, "seats": int}

#: The present values of some parameters, in the order of their names.
OldValues = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Old:
    """An old `name`, and what it means for present parameters.

    `hint`, `low` and `high` are the type and range of its values, `names` the parameters that it concerns now. `write`
    gets their values and that of the old name, and returns their new values; `read` gets their values, and returns that
    of the old name, or `UNSAYABLE` where the old name had none for that.
    """

    name: str
    names: tuple[str, ...]
    hint: Any
    write: Callable[[OldValues, Any], OldValues]
    read: Callable[[OldValues], object]
    low: int | None = None
    high: int | None = None

    def read_of(self, rules: Rules) -> object:
        """Return the value of the old name in some rules, or `UNSAYABLE`."""
        return self.read(tuple(value_of(rules, name) for name in self.names))

    def written(self, rules: Rules, value: object) -> dict[str, object]:
        """Return the present parameters, by name, of rules in which the old one has a value."""
        now = tuple(value_of(rules, name) for name in self.names)
        return dict(zip(self.names, self.write(now, value), strict=True))


UNSAYABLE: Final = object()


#: The names that parameters had once.
def _renamed(name: str, *names: str) -> Old:
    """Return an old name whose values one parameter has now, or several have alike."""
    owner, item = fields()[names[0]]

    def write(now: OldValues, value: Any) -> OldValues:
        return (value,) * len(now)

    def read(now: OldValues) -> object:
        return now[0] if all(one == now[0] for one in now) else UNSAYABLE

    return Old(name, names, hints(owner)[item.name], write, read, item.metadata["low"], item.metadata["high"])


def _answered(name: str, parameter: str, no: str, yes: str) -> Old:
    """Return an old name that was yes or no, for two choices of a parameter."""
    return Old(
        name,
        (parameter,),
        bool,
        lambda now, value: (yes if value else no,),
        lambda now: {no: False, yes: True}.get(now[0], UNSAYABLE),
    )


#: The number of jokers from which the row for most canastas counts, where canastas of twos alone have their own row.
_WITH_JOKERS: Final = 1


def _of_jokers(name: str, start: int | None, high: int = 10000) -> Old:
    """Return an old name for one row of `wilds.bonuses`: from `start` jokers on, or (None) that of most canastas."""

    def plain(rows: Mapping[int, int]) -> int:
        return _WITH_JOKERS if _WITH_JOKERS in rows else 0

    def write(now: OldValues, value: Any) -> OldValues:
        rows = dict(now[0])
        if start is None:
            rows[plain(rows)] = value
        elif start == 0:
            most = rows.pop(plain(rows))
            rows |= {0: most} if value is None else {0: value, _WITH_JOKERS: most}
        elif value is None:
            rows.pop(start, None)
        else:
            rows[start] = value
        return (tuple(sorted(rows.items())),)

    def read(now: OldValues) -> object:
        rows = dict(now[0])
        if start is None:
            return rows.get(plain(rows), UNSAYABLE)
        return rows.get(start) if start or plain(rows) else None

    return Old(name, ("wilds.bonuses",), int if start is None else int | None, write, read, 0, high)


def _of_number(name: str, kind: str, number: int) -> Old:
    """Return an old name for one row of `canastas.counted`."""

    def write(now: OldValues, value: Any) -> OldValues:
        rows = [row for row in now[0] if row[:2] != (kind, number)]
        return (checked("canastas.counted", [*rows, (kind, number, value)] if value else rows),)

    def read(now: OldValues) -> object:
        return next((row[2] for row in now[0] if row[:2] == (kind, number)), 0)

    return Old(name, ("canastas.counted",), int, write, read, 0, 10000)


def _of_needs(name: str, kind: str, most: int | None = None) -> Old:
    """Return an old name for canastas of a kind in `out.needs`: how many (up to `most`), or (None) if there is one."""

    def write(now: OldValues, value: Any) -> OldValues:
        others = [one for one in now[0] if one != kind]
        return (checked("out.needs", [*others, *([kind] * int(value))]),)

    def read(now: OldValues) -> object:
        count = now[0].count(kind)
        if most is None:
            return bool(count) if count < 2 else UNSAYABLE
        return count if count <= most else UNSAYABLE

    return Old(name, ("out.needs",), bool if most is None else int, write, read, 0, most)


def _of_row(name: str, parameter: str, which: str, high: int = 10000, *, none: bool = False) -> Old:
    """Return an old name for the points of one row of a table: no row is 0 or, with `none`, no value."""

    def write(now: OldValues, value: Any) -> OldValues:
        rows = [row for row in now[0] if row[0] != which]
        return (checked(parameter, rows if value is None or (value == 0 and not none) else [*rows, (which, value)]),)

    def read(now: OldValues) -> object:
        points = points_of(now[0], which)
        if points is not None and points > high:
            return UNSAYABLE
        return points if none else points or 0

    return Old(name, (parameter,), int | None if none else int, write, read, 0, high)


def _of_word(name: str, parameter: str, word: str, *, listed: object = True, out: object = False) -> Old:
    """Return an old name with two values: `listed` where a list has a word, `out` where the word is left out."""

    def write(now: OldValues, value: Any) -> OldValues:
        return (checked(parameter, [*(one for one in now[0] if one != word), *([word] if value == listed else [])]),)

    def read(now: OldValues) -> object:
        return listed if word in now[0] else out

    return Old(name, (parameter,), bool if isinstance(listed, bool) else Literal[out, listed], write, read)


def _foot_per_side(now: OldValues, value: Any) -> OldValues:
    return ("side",) if value else ("second",) if now == ("side",) else now


def _foot_choice(now: OldValues, value: Any) -> OldValues:
    if now == ("side",) and value != "second":
        raise RulesError("foot-of-a-side")
    return now if now == ("side",) else (value,)


def _whole_hand_free(now: OldValues, value: Any) -> OldValues:
    if not value:
        return ("minimum",)
    return ("free-with-canasta",) if now == ("minimum",) else now


def _whole_hand_without_canasta(now: OldValues, value: Any) -> OldValues:
    return now if now == ("minimum",) else ("free" if value else "free-with-canasta",)


_ALL_OLD: Final = (
    _of_word("side.full_share", "side.pairing", "full-share"),
    _of_word("side.shared_opening", "side.pairing", "shared-opening"),
    _of_word("side.lone_by_going_out", "side.pairing", "lone-by-going-out"),
    _of_word("wilds.locks", "wilds.bars", "other-melds"),
    _of_word("wilds.binds", "wilds.bars", "discards-and-going-out"),
    _of_word("out.ask_late", "out.ask_when", "after-melding"),
    _of_word("out.ask_once", "out.ask_when", "once-a-round"),
    _of_word("stock.short_draw_ends", "stock.ends_on", "short-draw"),
    _of_word("stock.three_ends", "stock.ends_on", "three"),
    Old(
        "opening.concealed_free",
        ("opening.whole_hand",),
        bool,
        _whole_hand_free,
        lambda now: now != ("minimum",),
    ),
    Old(
        "opening.concealed_partner",
        ("opening.whole_hand",),
        bool,
        _whole_hand_without_canasta,
        lambda now: now == ("free",),
    ),
    Old("deal.foot_per_side", ("deal.foot_of",), bool, _foot_per_side, lambda now: now == ("side",)),
    Old(
        "deal.foot_choice",
        ("deal.foot_of",),
        Literal["low-bottom", "second", "pass"],
        _foot_choice,
        lambda now: "second" if now == ("side",) else now[0],
    ),
    _of_row("deal.cut_bonus", "deal.bonuses", "exact-cut", 1000),
    _of_row("deal.mirror_bonus", "deal.bonuses", "twin", 1000),
    _of_word("score.cards_against", "score.against", "melded-cards"),
    _of_word("score.foot_against", "score.against", "feet"),
    _of_word("score.talon_against", "score.against", "side-packets"),
    _of_row("score.foot_taken", "score.feet", "taken", 1000),
    _of_row("score.foot_left", "score.feet", "left", 1000),
    _of_row("out.foot_penalty", "score.feet", "partner-left", 1000),
    _of_word("discards.threes", "discards.barred", "threes", listed="last", out="free"),
    _of_word("discards.no_black_first", "discards.barred", "early-black-threes"),
    _of_word("discards.empty_pile_ban", "discards.barred", "aces-and-sevens"),
    _of_word("discards.safe_ban", "discards.barred", "safe-cards"),
    _of_word("discards.throw_back", "discards.barred", "lone-card", listed=False, out=True),
    _of_row("threes.held", "threes.left", "red", 2000),
    _of_row("threes.held_no_turn", "threes.left", "red-no-turn", 2000, none=True),
    _of_row("threes.black_held", "threes.left", "black", 1000),
    _of_word("threes.held_only_out", "threes.left_only_out", "red"),
    _of_word("threes.black_held_only_out", "threes.left_only_out", "black"),
    _of_word("out.concealed_own_canasta", "out.concealed_needs", "own-canasta"),
    _of_word("out.concealed_no_partner", "out.concealed_needs", "own-melds"),
    _of_word("out.concealed_side", "out.concealed_needs", "partner-unmelded"),
    _of_word("out.concealed_take", "out.concealed_needs", "no-pile", listed=False, out=True),
    _of_row("extra.straight", "extra.hands", "straight"),
    _of_row("extra.pairs", "extra.hands", "pairs"),
    _of_row("extra.pairs_wild", "extra.hands", "wild-pairs"),
    _of_row("extra.garbage", "extra.hands", "garbage"),
    _of_word("extra.pairs_joker", "extra.hands_made", "joker-pair"),
    _of_word("extra.pairs_distinct", "extra.hands_made", "seven-ranks"),
    _of_word("extra.garbage_triples", "extra.hands_made", "triples"),
    _of_row("canastas.semi", "canastas.special", "semi-clean", none=True),
    _of_row("canastas.eight", "canastas.special", "eight", none=True),
    _of_row("canastas.eight_wild", "canastas.special", "eight-wild", none=True),
    _of_row("sequences.bonus_wild", "canastas.special", "wild-run", none=True),
    _of_row("sequences.royal", "canastas.special", "royal", none=True),
    _of_row("sequences.royal_wild", "canastas.special", "royal-wild", none=True),
    _of_row("sequences.royal_aces", "canastas.special", "royal-aces", none=True),
    _of_needs("out.natural", "natural", 10),
    _of_needs("out.mixed", "mixed", 10),
    _of_needs("out.wild", "wild", 10),
    _of_needs("out.sevens", "seven", 4),
    _of_needs("out.sequence", "run"),
    _of_needs("out.pure_or_sequence", "natural-or-run"),
    _of_jokers("wilds.bonus", None),
    _of_jokers("wilds.bonus_twos", 0),
    _of_jokers("wilds.bonus_four_jokers", 4),
    _of_jokers("wilds.bonus_six_jokers", 6),
    _of_number("canastas.five_natural", "natural", 5),
    _of_number("canastas.five_mixed", "mixed", 5),
    _of_number("canastas.five_any", "some-mixed", 5),
    _of_number("canastas.ten", "any", 10),
    _renamed("values.black_three", "values.three"),
    _renamed("canastas.sevens", "ranks.seven.canasta"),
    _renamed("canastas.aces", "ranks.ace.canasta"),
    _renamed("canastas.unfinished_sevens", "ranks.seven.unfinished"),
    _renamed("canastas.unfinished_aces", "ranks.ace.unfinished"),
    _renamed("canastas.held_sevens", "ranks.seven.held"),
    _renamed("canastas.held_aces", "ranks.ace.held"),
    _renamed("canastas.held_from", "ranks.seven.held_from", "ranks.ace.held_from"),
    _renamed("canastas.held_aces_if_mixed", "ranks.ace.held_if_mixed"),
    _renamed("out.specials_complete", "ranks.seven.complete", "ranks.ace.complete"),
    _renamed("discards.sevens", "ranks.seven.discard"),
    _answered("melds.pure_sevens", "ranks.seven.pure", "no", "yes"),
    _answered("melds.pure_aces", "ranks.ace.pure", "no", "opening"),
    Old(
        "melds.mixed_unlimited",
        ("melds.max_wilds",),
        bool,
        lambda now, value: (None,) if value else now,
        lambda now: UNSAYABLE,
    ),
)
#: The old names with what they mean, by name.
OLD: Final[Mapping[str, Old]] = {one.name: one for one in _ALL_OLD}
#: Parameters that existed before an old one was merged into them.
_KEPT: Final = ("melds.max_wilds",)
#: Parameters that replaced others.
_NEW: Final = frozenset(name for one in _ALL_OLD for name in one.names if name not in _KEPT)


def old_names() -> Set[str]:
    """Return the names that parameters once had and no longer have."""
    return OLD.keys()


def present_names(name: str) -> tuple[str, ...]:
    """Return the parameters that a name concerns now: itself or, for an old name, those that replaced it."""
    return OLD[name].names if name in OLD else (name,)


def apply_overrides(rules: Rules, overrides: Mapping[str, object], place: str, within: str = "") -> Rules:
    """Return rules with some parameters set by dotted name or by nested tables.

    Old names are read last, as they change part of what the rest says. Raises `RulesError` that begins with `place` (a
    file or "house rules") for unknown names, wrong types and values out of range; `within` is the table of a file in
    which the names stand. `check` checks that the whole can work.
    """
    present: dict[str, object] = {}
    old: dict[str, object] = {}
    errors: list[RulesError] = []
    for name, value in flatten(overrides):
        try:
            if name in OLD:
                old[name] = checked_as(value, OLD[name].hint, low=OLD[name].low, high=OLD[name].high)
            else:
                present[name] = checked(name, value, within)
        except RulesError as error:
            errors.append(RulesError(error.code, place, **{**error.facts, "name": within + name[:ECHO]}))
    raise_all(errors)
    rules = put(rules, present)
    for name in (one for one in OLD if one in old):
        try:
            rules = put(rules, OLD[name].written(rules, old[name]))
        except RulesError as error:
            raise RulesError(error.code, place, **{**error.facts, "name": within + name}) from None
    return rules


def in_old_names(table: Rules, rules: Rules, names: Iterable[str]) -> dict[str, object]:
    """Return what rules change of a table's by parameters of these names, under old names where those can express it.

    Programs that read records know the old names; `apply_overrides` makes the same rules of these and the table's.
    """
    found: dict[str, object] = {}
    sayable: dict[str, object] = {}
    for name in names:
        found[name] = value_of(rules, name)
        for old in (one for one in OLD.values() if name in one.names):
            said = old.read_of(rules)
            if said is not UNSAYABLE and said != old.read_of(table):
                sayable[old.name] = said
    back = apply_overrides(table, sayable, "")
    return sayable | {name: value for name, value in found.items() if name not in _NEW or value != value_of(back, name)}


def write(rules: Rules) -> str:
    """Return rules as JSON: their table, every parameter, and the names of those that are house rules."""
    document = {key: getattr(rules, key) for key in _IDENTITY}
    document["house"] = [name for name, _value in rules.house]
    document["parameters"] = {one.name: value_of(rules, one.name) for one in parameters()}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


@functools.lru_cache(maxsize=256)
def read(text: str) -> Rules:
    """Return the rules of which `write` made this text.

    A parameter that is newer than the text has its default, which changes no game that was begun without it. A
    parameter that is no longer known can't be left out, nor a value that is no longer possible: `RulesError` names it.
    """
    place = "the rules stored with the game"
    try:
        document: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
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
    return with_house(rules, house)


def with_house(rules: Rules, names: Iterable[str]) -> Rules:
    """Return rules in which parameters of these names, some perhaps old, are marked as house rules."""
    house = sorted({one for name in names for one in present_names(name)})
    return dataclasses.replace(rules, house=tuple((name, value_of(rules, name)) for name in house))
