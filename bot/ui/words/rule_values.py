"""Values of rules as people read them: choices in words, numbers, lists of cards, what an initial meld needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import cast

from bot.canasta.cards import RANK_NAMES
from bot.canasta.rules import OpeningTable, Parameter, Rules
from bot.canasta.rules.model import CountedTable, JokerTable
from bot.canasta.rules.words import CHOICES
from bot.ui.i18n import _, amount, ngettext, pgettext
from bot.ui.words import rank as word_of

#: Kinds of cards, as rules list them.
CARDS = {
    "joker": lambda: _("jokers"),
    "two": lambda: _("twos"),
    "seven": lambda: _("sevens"),
    "ace": lambda: _("aces"),
    "red-three": lambda: _("red threes"),
    "black-three": lambda: _("black threes"),
    "caliente": lambda: _("calientes"),
}


def rank(name: str) -> str:
    """A rank in the plural, by its name in rules."""
    return word_of(RANK_NAMES.index(name), 2)


def meaning(parameter: Parameter) -> str:
    """What a parameter asks; with the rank, where it is there for each."""
    if not parameter.rank:
        return _(parameter.doc)
    ranks = rank(parameter.rank)
    return _("{ranks}: {question}").format(ranks=ranks[:1].upper() + ranks[1:], question=_(parameter.doc))


def words(parameter: Parameter, value: object, rules: Rules | None = None) -> str:
    """A parameter's value in words, as it is meant among these rules (None: most rules); one that it can't have as it is."""
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
            return "; ".join(words(parameter, one) for one in value)
        if parameter.type == "rows of [which, points]":
            return ", ".join(named_rows(parameter.name, cast(Iterable[tuple[str, int]], value)))
        if parameter.type.startswith("rows"):
            by_round = rules is not None and rules.opening.by == "round"
            return "; ".join((rows_by_round if by_round else rows)(cast(OpeningTable, value)))
        return ", ".join(CARDS[one]() if one in CARDS else words(parameter, one) for one in value)
    if isinstance(value, int):
        return amount(value)
    return _(parameter.choices.get(str(value), str(value)))


def needed_canastas(kinds: Iterable[str]) -> Iterator[str]:
    """Canastas that going out takes, those of a kind together."""
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
    """What each row of a table of points says, by the name of the parameter."""
    return [_("{what} {points}").format(what=_(CHOICES[name][which]), points=amount(points)) for which, points in table]


def joker_rows(table: Iterable[tuple[int, int]]) -> list[str]:
    """What wild canastas earn, each row with the number of jokers that it is for."""
    return [
        (
            ngettext("{points} with {count} joker", "{points} with {count} jokers", jokers)
            if jokers
            else _("{points} of twos")
        ).format(points=amount(points), count=jokers)
        for jokers, points in table
    ]


def counted_rows(table: CountedTable) -> list[str]:
    """What several canastas of a side earn together."""
    lines = {
        "natural": _("{count} natural ones {points}"),
        "mixed": _("{count} mixed ones {points}"),
        "some-mixed": _("{count}, not all of them natural, {points}"),
        "any": _("{count} of any kind {points}"),
    }
    return [lines[kind].format(count=number, points=amount(points)) for kind, number, points in table]


def rows(table: OpeningTable) -> list[str]:
    """What initial melds need, each row with the scores that it is for."""
    first, *others = table
    said = [needed(first[1])]
    if others:
        said = [_("{needed} below {score}").format(needed=said[0], score=amount(others[0][0]))]
    return said + [_("{needed} from {score}").format(needed=needed(one), score=amount(start)) for start, one in others]


def rows_by_round(table: OpeningTable) -> list[str]:
    """What initial melds need, each row with the rounds that it is for, counted from 1."""
    starts = [one for one, after in zip(table, (*table[1:], None), strict=True) if not after or after[0] > 1]
    if len(starts) == 1:
        return [needed(starts[0][1])]
    said = []
    for place, (start, one) in enumerate(starts):
        first, last = max(start, 1), starts[place + 1][0] - 1 if place + 1 < len(starts) else None
        if last is None:
            text = _("{needed} from round {first}")
        elif last == first:
            text = _("{needed} in round {first}")
        else:
            text = _("{needed} in rounds {first} to {last}")
        said.append(text.format(needed=needed(one), first=amount(first), last=amount(last or first)))
    return said


def needed(requirement: int | str) -> str:
    """One row's requirement."""
    if isinstance(requirement, int):
        if not requirement:
            return _("anything")
        return ngettext("{count} point", "{count} points", requirement).format(count=requirement)
    return {
        "canasta": _("a canasta"),
        "canasta 200": _("a canasta and 200 points"),
        "natural canasta": _("a canasta that isn't mixed"),
    }[requirement]
