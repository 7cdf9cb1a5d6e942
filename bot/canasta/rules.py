"""The rules of one table as data: a frozen tree of dataclasses, one group a subject.

Every leaf is a *rule parameter*: it has a dotted name (`pile.always_frozen`), a type, a range and a sentence.
Variant files and house rules set parameters by these names; nothing else in the engine knows of variants.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from bot.canasta.cards import ACE, EIGHT, JOKER_RANK, THREE, TWO, Card, full_pack

#: Rows of the initial meld: (from this score, requirement); the first row holds below the second's score too.
OpeningTable = tuple[tuple[int, int], ...]


class RulesError(ValueError):
    """A rule set that can't be read or can't work; the text names the place and the reason."""


def _param(default: Any, doc: str, *, low: int | None = None, high: int | None = None) -> Any:
    """A rule parameter: its default, what it means, and for numbers its range."""
    return field(default=default, metadata={"doc": doc, "low": low, "high": high})


@dataclass(frozen=True, slots=True)
class SeatRules:
    """Who sits where and who plays with whom."""

    sides: int = _param(2, "How many sides share the seats, in turn order.", low=2, high=8)
    mode: Literal["fixed", "lone", "sit-out"] = _param(
        "fixed",
        "Fixed sides; a lone player against two who become partners; or a side of three that rests one by turns.",
    )


@dataclass(frozen=True, slots=True)
class PackRules:
    """The cards in play."""

    decks: int = _param(2, "Packs of 52 cards.", low=1, high=9)
    jokers: int = _param(4, "Jokers in all.", low=0, high=18)
    copies_per_natural: int | None = _param(
        None, "Cards of each rank from 4 to ace, where fewer than the packs hold.", low=1, high=36
    )


@dataclass(frozen=True, slots=True)
class ValueRules:
    """What cards count, melded or left in a hand."""

    joker: int = _param(50, "A joker.", low=0, high=100)
    two: int = _param(20, "A two.", low=0, high=100)
    ace: int = _param(20, "An ace.", low=0, high=100)
    eight: int = _param(10, "An eight.", low=0, high=100)
    black_three: int = _param(5, "A black three.", low=0, high=100)


@dataclass(frozen=True, slots=True)
class DealRules:
    """The deal and the first upcard."""

    hand: int = _param(11, "Cards dealt to each player.", low=5, high=20)
    foot: int = _param(0, "Cards of the second packet, played when the hand is used up (0: none).", low=0, high=20)
    cut_bonus: int = _param(
        0, "For the side that does not deal, when the cutter lifts exactly the cards of the deal.", low=0, high=1000
    )


@dataclass(frozen=True, slots=True)
class TurnRules:
    """How a turn runs."""

    draw: int = _param(1, "Cards drawn from the stock.", low=1, high=4)


@dataclass(frozen=True, slots=True)
class ThreeRules:
    """Red and black threes."""

    totals: tuple[int, ...] = _param(
        (100, 200, 300, 800), "What one, two, three … red threes of a side count together."
    )
    plus_if: Literal["meld", "canasta"] = _param(
        "meld", "What the side needs for its red threes to count for it and not against it."
    )
    pile_replaced: bool = _param(False, "Whether a red three found in a taken pile is replaced from the stock.")
    black_meld: Literal["never", "going-out", "all"] = _param(
        "going-out",
        "Black threes may be melded in the turn one goes out: never, three or more, or only all of the pack.",
    )
    black_held: int = _param(
        0, "Penalty for each black three left in a hand, in place of its value (0: its value).", low=0, high=1000
    )


@dataclass(frozen=True, slots=True)
class MeldRules:
    """Melds of one rank."""

    min_naturals: int = _param(2, "Natural cards that every meld needs.", low=1, high=7)
    max_wilds: int | None = _param(3, "Wild cards a meld may hold.", low=0, high=12)
    ratio: Literal["free", "at-most-naturals", "fewer-than-naturals"] = _param(
        "free", "Wild cards compared with naturals in one meld: free, not more, or fewer."
    )
    max_size: int | None = _param(None, "Cards a meld may hold.", low=3, high=40)
    big_unlimited: bool = _param(False, "No limit of wild cards in melds over seven cards that hold four naturals.")
    same_rank: Literal["one", "after-canasta", "two"] = _param(
        "one", "Melds of one rank on a side: one, another after a canasta, or two at any time."
    )


@dataclass(frozen=True, slots=True)
class WildMeldRules:
    """Melds of wild cards alone."""

    allowed: bool = _param(False, "Whether twos and jokers may be melded by themselves.")
    locks: bool = _param(True, "Whether no other meld may get wild cards while the wild meld is under seven.")
    max_size: int | None = _param(None, "Cards a wild meld may hold.", low=3, high=40)
    bonus: int = _param(2000, "A wild canasta.", low=0, high=10000)
    bonus_twos: int | None = _param(None, "A wild canasta of twos alone, where it counts otherwise.", low=0, high=10000)
    bonus_four_jokers: int | None = _param(
        None, "A wild canasta with four jokers, where it counts otherwise.", low=0, high=10000
    )
    unfinished: int = _param(0, "Penalty for a wild meld that is no canasta at the end.", low=0, high=10000)


@dataclass(frozen=True, slots=True)
class SequenceRules:
    """Melds of consecutive cards of one suit, 4 low to ace high."""

    allowed: bool = _param(False, "Whether runs of one suit may be melded.")
    max_wilds: int = _param(0, "Wild cards a run may hold.", low=0, high=4)
    min_naturals: int = _param(2, "Natural cards that every run needs.", low=2, high=7)
    bonus: int = _param(1500, "A run of seven.", low=0, high=10000)


@dataclass(frozen=True, slots=True)
class CanastaRules:
    """What melds of seven earn besides their cards."""

    natural: int = _param(500, "A canasta without wild cards.", low=0, high=10000)
    mixed: int = _param(300, "A canasta with wild cards.", low=0, high=10000)


@dataclass(frozen=True, slots=True)
class OpeningRules:
    """The initial meld."""

    table: OpeningTable = _param(
        ((-1000000, 15), (0, 50), (1500, 90), (3000, 120)), "Points needed, by the side's score before the round."
    )
    concealed_free: bool = _param(True, "Whether who lays his whole hand at once after drawing needs no minimum.")


@dataclass(frozen=True, slots=True)
class PileRules:
    """Taking the discard pile."""

    always_frozen: bool = _param(False, "Whether only two natural cards of the top card's rank ever take the pile.")
    natural_and_wild: bool = _param(True, "Whether a natural and a wild card take a pile that is not frozen.")
    onto_meld: Literal["any", "below-canasta", "never"] = _param(
        "any", "Own melds that the top card alone may join to take a pile that is not frozen."
    )
    own_canasta: bool = _param(True, "Whether a top card of the rank of one's own canasta may be taken.")
    one_card: bool = _param(False, "Whether a player with one card may take a pile of one card.")
    taken: Literal["all", "five", "to-wild"] = _param(
        "all", "What is taken: the whole pile, its top five cards, or down to the next wild card."
    )


@dataclass(frozen=True, slots=True)
class OutRules:
    """Going out."""

    canastas: int = _param(1, "Canastas that the side needs.", low=0, high=10)
    natural: int = _param(0, "Natural canastas among them.", low=0, high=10)
    wild: int = _param(0, "Wild canastas among them.", low=0, high=10)
    bonus: int = _param(100, "For going out.", low=0, high=2000)
    concealed: int = _param(
        100, "On top, when the player had melded nothing before and lays a canasta of his own.", low=0, high=2000
    )
    ask: bool = _param(True, "Whether a player may ask his partner for leave to go out.")


@dataclass(frozen=True, slots=True)
class StockRules:
    """When the stock has run out."""

    forced_take: bool = _param(True, "Whether the pile must be taken when its top card fits a meld of one's own side.")


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that can differ between two tables. `id`, `name`, `source`, `layout` and `seats` are not parameters."""

    id: str
    name: str
    source: str
    layout: str
    seats: int
    target: int = _param(5000, "The game ends when a side has this many points after a round.", low=100, high=100000)
    side: SeatRules = field(default_factory=SeatRules)
    pack: PackRules = field(default_factory=PackRules)
    values: ValueRules = field(default_factory=ValueRules)
    deal: DealRules = field(default_factory=DealRules)
    turn: TurnRules = field(default_factory=TurnRules)
    threes: ThreeRules = field(default_factory=ThreeRules)
    melds: MeldRules = field(default_factory=MeldRules)
    wilds: WildMeldRules = field(default_factory=WildMeldRules)
    sequences: SequenceRules = field(default_factory=SequenceRules)
    canastas: CanastaRules = field(default_factory=CanastaRules)
    opening: OpeningRules = field(default_factory=OpeningRules)
    pile: PileRules = field(default_factory=PileRules)
    out: OutRules = field(default_factory=OutRules)
    stock: StockRules = field(default_factory=StockRules)
    house: tuple[tuple[str, object], ...] = ()

    def full_pack(self) -> list[Card]:
        """The whole pack in canonical order, to be shuffled by the caller."""
        return full_pack(self.pack.decks, self.pack.jokers, copies_per_natural=self.pack.copies_per_natural)

    def card_values(self) -> tuple[int, ...]:
        """Points of a card by its rank index; red threes have none of their own and count as black ones here."""
        values = [5] * 4 + [10] * 7 + [0] * 4
        values[EIGHT], values[ACE] = self.values.eight, self.values.ace
        values[TWO], values[JOKER_RANK], values[THREE] = self.values.two, self.values.joker, self.values.black_three
        return tuple(values)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One rule parameter: its dotted name, type as text, default, range in words, and what it means."""

    name: str
    type: str
    default: object
    range: str
    doc: str


#: The fields of `Rules` that say which table it is, and are set by the loader only.
IDENTITY: Final = ("id", "name", "source", "layout", "seats", "house")


def parameters() -> Iterator[Parameter]:
    """Every rule parameter, in the order of the groups."""
    for item in dataclasses.fields(Rules):
        if item.name in IDENTITY:
            continue
        hint = _hints(Rules)[item.name]
        if not dataclasses.is_dataclass(hint):
            yield _parameter(item.name, item, hint)
            continue
        for leaf in dataclasses.fields(hint):
            yield _parameter(f"{item.name}.{leaf.name}", leaf, _hints(hint)[leaf.name])


def _parameter(name: str, item: dataclasses.Field[Any], hint: Any) -> Parameter:
    choices = typing.get_args(hint) if typing.get_origin(hint) is Literal else ()
    low, high = item.metadata["low"], item.metadata["high"]
    span = " | ".join(map(str, choices)) if choices else "" if low is None else f"{low} to {high}"
    return Parameter(name, _type_text(hint), item.default, span, item.metadata["doc"])


def _hints(cls: Any) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def _type_text(hint: Any) -> str:
    if typing.get_origin(hint) is Literal:
        return "choice"
    if hint == OpeningTable:
        return "rows of [from score, points]"
    if typing.get_origin(hint) is tuple:
        return "list of numbers"
    if isinstance(hint, types.UnionType):
        return "number or none"
    return {bool: "yes or no", int: "number", str: "text"}[hint]


def apply_overrides(rules: Rules, overrides: Mapping[str, object], place: str) -> Rules:
    """`rules` with some parameters set by dotted name or by nested tables.

    Raises `RulesError` that begins with `place` (a file or "house rules") for unknown names, wrong types and
    values out of range. Whether the whole can work is for `check` to say.
    """
    changed: dict[str, Any] = {}
    for name, value in _flatten(overrides):
        group_name, _, leaf = name.rpartition(".")
        owner = Rules if not group_name else _hints(Rules).get(group_name)
        if owner is None or (
            not group_name and (leaf in IDENTITY or dataclasses.is_dataclass(_hints(Rules).get(leaf)))
        ):
            raise RulesError(f"{place}: there is no rule parameter {name!r}")
        item = {one.name: one for one in dataclasses.fields(owner)}.get(leaf)
        if item is None:
            raise RulesError(f"{place}: there is no rule parameter {name!r}")
        checked = _checked(value, _hints(owner)[leaf], item, f"{place}: {name}")
        if group_name:
            group = changed.get(group_name, getattr(rules, group_name))
            changed[group_name] = dataclasses.replace(group, **{leaf: checked})
        else:
            changed[leaf] = checked
    return dataclasses.replace(rules, **changed)


def _flatten(overrides: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    for key, value in overrides.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def _checked(value: object, hint: Any, item: dataclasses.Field[Any], place: str) -> object:
    choices = typing.get_args(hint) if typing.get_origin(hint) is Literal else None
    if choices:
        if value not in choices:
            raise RulesError(f"{place} must be one of {', '.join(map(repr, choices))}, not {value!r}")
        return value
    if isinstance(hint, types.UnionType):
        if value is None or value == "none":
            return None
        hint = int
    if hint is bool:
        if not isinstance(value, bool):
            raise RulesError(f"{place} must be true or false, not {value!r}")
        return value
    if hint is int:
        low, high = item.metadata["low"], item.metadata["high"]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise RulesError(f"{place} must be a whole number from {low} to {high}, not {value!r}")
        return value
    if not isinstance(value, list | tuple):
        raise RulesError(f"{place} must be a list, not {value!r}")
    if hint == OpeningTable:
        return _opening_table(value, place)
    if not value or not all(isinstance(one, int) and not isinstance(one, bool) for one in value):
        raise RulesError(f"{place} must be a list of whole numbers, not {value!r}")
    return tuple(value)


def _opening_table(rows: list[Any] | tuple[Any, ...], place: str) -> OpeningTable:
    table: list[tuple[int, int]] = []
    for row in rows:
        if not (isinstance(row, list | tuple) and len(row) == 2 and all(isinstance(one, int) for one in row)):
            raise RulesError(f"{place} must be rows of [from score, points], not {row!r}")
        if table and row[0] <= table[-1][0]:
            raise RulesError(f"{place} must rise from row to row, {row[0]} does not")
        table.append((row[0], row[1]))
    if not table:
        raise RulesError(f"{place} needs at least one row")
    return tuple(table)


def check(rules: Rules) -> Rules:
    """`rules` unchanged, if they can work together; else `RulesError` with the reason."""
    cards = len(rules.full_pack())
    dealt = (rules.deal.hand + rules.deal.foot) * (4 if rules.side.mode == "sit-out" else rules.seats)
    reasons = (
        (
            rules.melds.max_size is not None and rules.melds.max_size < 7,
            "a meld that may not reach seven cards makes no canasta",
        ),
        (
            rules.wilds.max_size is not None and rules.wilds.max_size < 7,
            "a wild meld that may not reach seven cards makes no canasta",
        ),
        (dealt + 8 * rules.turn.draw > cards, f"{dealt} of {cards} cards are dealt, too few are left to play with"),
        (
            rules.out.wild > 0 and not rules.wilds.allowed,
            "going out needs a wild canasta, but wild melds are not allowed",
        ),
        (
            rules.out.natural + rules.out.wild > rules.out.canastas,
            "going out asks for more canastas of a kind than canastas in all",
        ),
        (rules.threes.plus_if == "canasta" and not rules.threes.totals, "red threes need totals"),
        (
            len(rules.threes.totals) < 2 * rules.pack.decks,
            f"threes.totals needs {2 * rules.pack.decks} numbers, one for each red three",
        ),
    )
    for broken, why in reasons:
        if broken:
            raise RulesError(why)
    return rules
