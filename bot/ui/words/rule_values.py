"""Values of rules as people read them: choices, numbers, lists of cards, what an initial meld needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from bot.canasta.cards import RANK_NAMES
from bot.canasta.rules import OpeningTable, Parameter, Rules
from bot.canasta.rules.model import CountedKind, CountedTable, JokerTable
from bot.canasta.rules.words import CHOICES
from bot.ui.i18n import _, amount, capitalised, clauses, labelled, ngettext, pgettext
from bot.ui.words.card_names import rank as word_of

#: The kinds of cards that rules list, with their names in words.
CARDS = {
    "joker": lambda: _("jokers"),
    "two": lambda: _("twos"),
    "seven": lambda: _("sevens"),
    "ace": lambda: _("aces"),
    "red-three": lambda: _("red threes"),
    "black-three": lambda: _("black threes"),
    "caliente": lambda: _("calientes"),
}


def listed(names: Sequence[str], *, either: bool = False) -> str:
    """Return words in a row, the last two joined by "and" or "or"."""
    if len(names) < 2:
        return "".join(names)
    joined = _("{first} or {last}") if either else _("{first} and {last}")
    return joined.format(first=", ".join(names[:-1]), last=names[-1])


def rank(name: str) -> str:
    """Return a rank's name in the plural; `name` is its name in rules."""
    return word_of(RANK_NAMES.index(name), 2)


def meaning(parameter: Parameter) -> str:
    """Return what a parameter means; one that exists for each rank begins with its rank."""
    if not parameter.rank:
        return _(parameter.doc)
    return _("{ranks}: {question}").format(ranks=capitalised(rank(parameter.rank)), question=_(parameter.doc))


def words(parameter: Parameter, value: object, rules: Rules | None = None) -> str:
    """Return a parameter's value in words.

    The words suit `rules`, or without them most rules. A value that the parameter can't have is returned as it is.
    """
    if value is None:
        return pgettext("value of a rule", "not set")
    if value == ():
        return pgettext("value of a rule", "none")
    if isinstance(value, bool):
        return pgettext("value of a rule", "yes") if value else pgettext("value of a rule", "no")
    if isinstance(value, tuple):
        if parameter.type == "list of canastas":
            return ", ".join(needed_canastas(cast(Iterable[str], value)))
        if parameter.type == "rows of [from jokers, points]":
            table = cast(JokerTable, value)
            most = [] if table[1:2] and table[1][0] == 1 else [amount(table[0][1])]
            return ", ".join(most + joker_rows(table[len(most) :]))
        if parameter.type == "rows of [kind, number, points]":
            return ", ".join(counted_rows(cast(CountedTable, value)))
        if parameter.type == "list of words":
            return clauses(words(parameter, one) for one in value)
        if parameter.type == "rows of [which, points]":
            return ", ".join(named_rows(parameter.name, cast(Iterable[tuple[str, int]], value)))
        if parameter.type.startswith("rows"):
            by_round = rules is not None and rules.opening.by == "round"
            return clauses((rows_by_round if by_round else rows)(cast(OpeningTable, value)))
        return ", ".join(CARDS[one]() if one in CARDS else words(parameter, one) for one in value)
    if isinstance(value, int):
        return amount(value)
    return _(parameter.choices.get(str(value), str(value)))


def needed_canastas(kinds: Iterable[str]) -> Iterator[str]:
    """Yield the canastas that are needed to go out, one text for each kind."""
    for kind, count in Counter(kinds).items():
        match kind:
            case "natural":
                said = ngettext("{count} natural", "{count} natural", count)
            case "mixed":
                said = ngettext("{count} mixed", "{count} mixed", count)
            case "wild":
                said = ngettext("{count} wild", "{count} wild", count)
            case "run":
                said = ngettext("{count} run", "{count} runs", count)
            case "natural-or-run":
                said = ngettext("{count} natural or run", "{count} natural or runs", count)
            case rank_name:
                said = ngettext("{count} of {ranks}", "{count} of {ranks}", count)
                yield said.format(count=count, ranks=rank(rank_name))
                continue
        yield said.format(count=count)


def named_rows(name: str, table: Iterable[tuple[str, int]]) -> list[str]:
    """Return the rows of a table of points in words; `name` is the parameter's name."""
    return [_("{what} {points}").format(what=_(CHOICES[name][which]), points=amount(points)) for which, points in table]


def joker_rows(table: Iterable[tuple[int, int]]) -> list[str]:
    """Return what wild canastas earn, each row with its number of jokers."""
    return [
        (
            ngettext("{points} with {count} joker", "{points} with {count} jokers", jokers)
            if jokers
            else _("{points} with twos only")
        ).format(points=amount(points), count=jokers)
        for jokers, points in table
    ]


def counted_rows(table: CountedTable) -> list[str]:
    """Return what several canastas of a side earn together, row by row."""
    return [labelled(_several(kind, number), amount(points)) for kind, number, points in table]


def _several(kind: CountedKind, number: int) -> str:
    match kind:
        case "natural":
            said = ngettext("{count} natural canasta", "{count} natural canastas", number)
        case "mixed":
            said = ngettext("{count} mixed canasta", "{count} mixed canastas", number)
        case "some-mixed":
            said = ngettext("{count} canasta that isn't natural", "{count} canastas, not all natural", number)
        case "any":
            said = ngettext("{count} canasta of any kind", "{count} canastas of any kind", number)
    return said.format(count=number)


def rows(table: OpeningTable) -> list[str]:
    """Return what initial melds need, each row with the scores that it applies to."""
    first, *others = table
    said = [needed(first[1])]
    if others:
        said = [_("below {score}: {needed}").format(needed=said[0], score=amount(others[0][0]))]
    return said + [_("from {score}: {needed}").format(needed=needed(one), score=amount(start)) for start, one in others]


def rows_by_round(table: OpeningTable) -> list[str]:
    """Return what initial melds need, each row with the rounds that it applies to, counted from 1."""
    starts = [one for one, after in zip(table, (*table[1:], None), strict=True) if not after or after[0] > 1]
    if len(starts) == 1:
        return [needed(starts[0][1])]
    said = []
    for place, (start, one) in enumerate(starts):
        first, last = max(start, 1), starts[place + 1][0] - 1 if place + 1 < len(starts) else None
        if last is None:
            text = _("from round {first}: {needed}")
        elif last == first:
            text = _("round {first}: {needed}")
        else:
            text = _("rounds {first} to {last}: {needed}")
        said.append(text.format(needed=needed(one), first=amount(first), last=amount(last or first)))
    return said


def needed(requirement: int | str) -> str:
    """Return what one row requires of an initial meld."""
    if isinstance(requirement, int):
        if not requirement:
            return _("no minimum")
        return ngettext("{count} point", "{count} points", requirement).format(count=requirement)
    return {
        "canasta": _("a canasta"),
        "canasta 200": _("a canasta and 200 points"),
        "natural canasta": _("a canasta that isn't mixed"),
    }[requirement]
