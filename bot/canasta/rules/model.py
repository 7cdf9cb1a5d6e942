"""The rules of one table as data: a frozen tree of dataclasses, one group per subject.

Every leaf is a *rule parameter*: it has a dotted name (`pile.always_frozen`), a type, a range and a sentence. Variant
files and house rules set parameters by these names; nothing else in the engine knows of variants.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal

from ..cards import RANK_NAMES, Card, full_pack

#: Rows of the initial meld: (from this score, requirement); the first row holds for all lower scores too.
OpeningTable = tuple[tuple[int, int | str], ...]
#: Rows of what a wild canasta earns: (from this number of jokers, points); the first row holds for fewer too.
JokerTable = tuple[tuple[int, int], ...]
CountedKind = Literal["natural", "mixed", "some-mixed", "any"]
#: Rows of bonuses for a number of canastas: (which, this many or more, points).
CountedTable = tuple[tuple[CountedKind, int, int], ...]
#: Canastas that going out may take; one named by its rank is asked for by itself, and counts as neither natural nor
#: mixed.
Need = Literal[
    "natural", "mixed", "wild", "run", "natural-or-run",
    "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace", "three",
]  # fmt: skip
Needs = tuple[Need, ...]
Kind = Literal["joker", "two", "seven", "ace", "red-three", "black-three", "caliente"]
#: Sets of card kinds, as variant files name them.
Kinds = tuple[Kind, ...]


#: Canastas that may earn something of their own.
SpecialCanasta = Literal[
    "semi-clean",
    "eight",
    "eight-wild",
    "wild-run",
    "royal",
    "royal-wild",
    "royal-aces",
    "four-to-ace",
    "four-to-ace-wild",
]


SpecialHand = Literal["straight", "pairs", "wild-pairs", "garbage"]
HandForm = Literal["joker-pair", "seven-ranks", "triples"]


ConcealedNeed = Literal["own-canasta", "own-melds", "partner-unmelded", "no-pile"]


ThreeLeft = Literal["red", "red-no-turn", "black"]


Barred = Literal["threes", "early-black-threes", "aces-and-sevens", "safe-cards", "lone-card"]


Against = Literal["melded-cards", "feet", "side-packets"]
FootPoints = Literal["taken", "left", "partner-left"]


DealBonus = Literal["exact-cut", "twin"]


Pairing = Literal["shared-opening", "lone-by-going-out", "full-share"]
WildBar = Literal["other-melds", "discards-and-going-out"]
Asking = Literal["after-melding", "once-a-round"]
StockEnd = Literal["short-draw", "three"]


#: Groups of parameters that exist for each rank; the rank is the second part of their names.
BY_RANK: Final = ("values", "ranks")


def _param(default: Any, doc: str, *, low: int | None = None, high: int | None = None) -> Any:
    """Return a rule parameter: its default, what it means, and for numbers its range."""
    return field(default=default, metadata={"doc": doc, "low": low, "high": high})


def points_of(rows: Iterable[tuple[str, int]], what: str) -> int | None:
    """Return the points of the row for `what`, None where there is none."""
    for one, points in rows:
        if one == what:
            return points
    return None


def _points(default: int) -> Any:
    """Return the parameter for the points of a card of some rank."""
    return _param(default, "How many points does a card of this rank count?", low=0, high=100)


@dataclass(frozen=True, slots=True)
class SideRules:
    """The sides: the partners, and those who play alone."""

    sides: int = _param(2, "How many sides share the seats, in turn order?", low=2, high=8)
    mode: Literal["fixed", "lone", "alliance", "sit-out", "rotating"] = _param(
        "fixed",
        "Who plays with whom?",
    )
    pairing: tuple[Pairing, ...] = _param(
        ("shared-opening", "lone-by-going-out"),
        "What holds where one plays alone against two who become partners during the round?",
    )


@dataclass(frozen=True, slots=True)
class PackRules:
    """The cards in play."""

    decks: int = _param(2, "How many packs of 52 cards are there?", low=1, high=9)
    jokers: int = _param(4, "How many jokers are there in all?", low=0, high=18)
    calientes: int = _param(0, "How many calientes are there in all?", low=0, high=6)
    copies_per_natural: int | None = _param(
        None, "How many cards of each rank from 4 to ace are there, if fewer than the packs hold?", low=1, high=36
    )


@dataclass(frozen=True, slots=True)
class ValueRules:
    """What cards count, melded or left in a hand."""

    joker: int = _points(50)
    two: int = _points(20)
    ace: int = _points(20)
    king: int = _points(10)
    queen: int = _points(10)
    jack: int = _points(10)
    ten: int = _points(10)
    nine: int = _points(10)
    eight: int = _points(10)
    seven: int = _points(5)
    six: int = _points(5)
    five: int = _points(5)
    four: int = _points(5)
    three: int = _points(5)


@dataclass(frozen=True, slots=True)
class DealRules:
    """The deal and the first upcard."""

    hand: int = _param(11, "How many cards is each player dealt?", low=5, high=20)
    foot: int = _param(0, "How many cards has the second packet, the foot (0: none)?", low=0, high=20)
    foot_with: Literal["empty-hand", "first-canasta"] = _param("empty-hand", "What brings a player the foot?")
    foot_of: Literal["second", "low-bottom", "pass", "side"] = _param(
        "second", "Has each player a foot, or each side, and which packet is it?"
    )
    talons: tuple[int, ...] = _param((), "Which side packets are there for those who make their side's initial meld?")
    talons_given: bool = _param(True, "Are the side packets given out at all?")
    upcard: bool = _param(True, "Is a card turned to start the pile?")
    cover: Kinds = _param(("joker", "two", "red-three"), "Which upcards are covered by the next card?")
    cover_freezes: bool = _param(True, "Does a covered wild card or red three freeze the pile?")
    face_down: int = _param(0, "How many cards lie face down under the upcard?", low=0, high=20)
    face_down_by_rank: bool = _param(False, "Do as many cards lie face down as the upcard's rank says?")
    red_threes_first: bool = _param(False, "Are the red threes dealt laid before the upcard is turned?")
    bonuses: tuple[tuple[DealBonus, int], ...] = _param((), "What does luck at the deal earn?", low=0, high=1000)
    foot_canastas: int = _param(
        0, "How many canastas does a side need before a hand may be used up for its foot?", low=0, high=7
    )

    def bonus(self, what: DealBonus) -> int:
        """Return the points for this luck at the deal."""
        return points_of(self.bonuses, what) or 0


@dataclass(frozen=True, slots=True)
class TurnRules:
    """The draw, and the end of a turn."""

    draw: int = _param(1, "How many cards are drawn from the stock?", low=1, high=4)
    float: bool = _param(False, "May a player in their foot end a turn without a discard?")


@dataclass(frozen=True, slots=True)
class ThreeRules:
    """Red and black threes."""

    red: Literal["at-once", "held", "optional", "never", "ordinary"] = _param(
        "at-once",
        "How are red threes laid?",
    )
    black: Literal["played", "like-red", "may-be-laid"] = _param("played", "What is done with black threes?")
    any_time: bool = _param(False, "May optional threes be laid at any time before the discard?")
    totals: tuple[int, ...] = _param(
        (100, 200, 300, 800), "What do one, two, three … red threes of a side count together?"
    )
    plus_if: Literal["meld", "canasta", "ready", "two-canastas", "pure-and-mixed", "sevens", "never"] = _param(
        "meld", "What does a side need for its threes to count for it?"
    )
    pile_replaced: bool = _param(False, "Is a red three found in a taken pile replaced from the stock?")
    left: tuple[tuple[ThreeLeft, int], ...] = _param((), "What do threes left in a hand cost?", low=0, high=2000)
    left_only_out: tuple[Literal["red", "black"], ...] = _param(
        (), "Which threes left in a hand cost something only when somebody went out?"
    )
    held_tally: Literal["tally-and-5", "tally", "five", "penalty"] = _param(
        "five", "How do threes kept in a hand count where laying is optional?"
    )
    black_meld: Literal["never", "going-out", "all"] = _param(
        "going-out",
        "How many black threes may be melded in the turn of going out?",
    )
    black_four: int = _param(0, "What do four melded black threes earn, in place of their value?", low=0, high=1000)
    set_aside: tuple[int, ...] = _param(
        (), "What do one, two, three … black threes from taken piles count, if set aside?"
    )

    def costs(self, which: ThreeLeft) -> int | None:
        """Return what a three of this kind costs that is left in a hand; None where there is no rule for it."""
        return points_of(self.left, which)


@dataclass(frozen=True, slots=True)
class MeldRules:
    """Melds of one rank."""

    min_naturals: int = _param(2, "How many natural cards does every meld need?", low=1, high=7)
    max_wilds: int | None = _param(3, "How many wild cards may a meld hold?", low=0, high=12)
    ratio: Literal["free", "at-most-naturals", "fewer-than-naturals", "half-of-naturals"] = _param(
        "free", "How many wild cards may a meld hold, compared with its naturals?"
    )
    max_size: int | None = _param(None, "How many cards may a meld hold?", low=3, high=60)
    max_natural: int | None = _param(None, "How many cards may a natural canasta hold?", low=3, high=60)
    big_unlimited: bool = _param(False, "May melds over seven cards with four naturals hold any number of wild cards?")
    same_rank: Literal["one", "after-canasta", "two"] = _param("one", "How many melds of one rank may a side have?")
    canasta_wilds: bool = _param(True, "Does a canasta take further wild cards?")
    not_theirs: bool = _param(False, "Is it forbidden to begin a meld in the rank of the opponents' canasta?")
    cap: int | None = _param(None, "How many canastas may a side have?", low=1, high=20)
    cap_red_threes: Literal["no", "always", "going-out"] = _param(
        "no", "How do red threes limit the canastas of their side?"
    )
    ranks: Literal["all", "aces-and-threes", "none"] = _param("all", "Of which ranks may a meld of one rank be?")


@dataclass(frozen=True, slots=True)
class RankRules:
    """What is special about one rank."""

    concerns: Literal["all", "natural"] = _param(
        "all", "Which melds of this rank have a bonus or penalty of their own, or must be complete?"
    )
    canasta: int | None = _param(
        None, "What does a canasta of this rank earn, if not what others do?", low=0, high=10000
    )
    unfinished: int = _param(0, "What does a meld of this rank cost that is no canasta at the end?", low=0, high=10000)
    complete: bool = _param(False, "Must melds of this rank be canastas before their side goes out?")
    pure: Literal["no", "opening", "yes"] = _param("no", "Are melds of this rank kept free of wild cards?")
    held: int = _param(0, "What does a hand with too many cards of this rank cost?", low=0, high=10000)
    held_from: int = _param(3, "How many cards of this rank in a hand are too many?", low=1, high=12)
    held_if_mixed: bool = _param(
        True, "Do too many cards of this rank in a hand cost something beside a mixed meld of it?"
    )
    discard: Literal["free", "own-canasta", "every-canasta"] = _param("free", "May this rank be discarded?")


@dataclass(frozen=True)
class Ranks:
    """What is special about each rank that melds may be of; the engine looks it up by the rank's index."""

    three: RankRules = field(default_factory=RankRules)
    four: RankRules = field(default_factory=RankRules)
    five: RankRules = field(default_factory=RankRules)
    six: RankRules = field(default_factory=RankRules)
    seven: RankRules = field(default_factory=RankRules)
    eight: RankRules = field(default_factory=RankRules)
    nine: RankRules = field(default_factory=RankRules)
    ten: RankRules = field(default_factory=RankRules)
    jack: RankRules = field(default_factory=RankRules)
    queen: RankRules = field(default_factory=RankRules)
    king: RankRules = field(default_factory=RankRules)
    ace: RankRules = field(default_factory=lambda: RankRules(concerns="natural"))

    def __getitem__(self, rank: int) -> RankRules:
        """Return what is special about the rank with this index."""
        found = self._by_rank[rank]
        assert found is not None
        return found

    @functools.cached_property
    def _by_rank(self) -> tuple[RankRules | None, ...]:
        return tuple(getattr(self, name, None) for name in RANK_NAMES)


@dataclass(frozen=True, slots=True)
class WildMeldRules:
    """Melds of wild cards alone."""

    allowed: bool = _param(False, "May twos and jokers be melded by themselves?")
    pure_twos: bool = _param(False, "Do canastas of twos count as natural ones, and other wild canastas as mixed ones?")
    whole: bool = _param(False, "Must a wild meld be a canasta when it is laid?")
    bars: tuple[WildBar, ...] = _param(("other-melds",), "What does a wild meld under seven cards forbid its side?")
    melds: Literal["one", "after-canasta", "two"] = _param("one", "How many melds of wild cards may a side have?")
    max_size: int | None = _param(None, "How many cards may a wild meld hold?", low=3, high=40)
    bonuses: JokerTable = _param(((0, 2000),), "What does a wild canasta earn, by the number of its jokers?")
    unfinished: int = _param(0, "What does a wild meld cost that is no canasta at the end?", low=0, high=10000)

    @property
    def binds(self) -> bool:
        """Whether an unfinished wild meld forbids discarding wild cards and going out."""
        return "discards-and-going-out" in self.bars

    def bonus(self, jokers: int) -> int:
        """Return what a wild canasta with this many jokers earns."""
        return next((points for start, points in reversed(self.bonuses) if start <= jokers), self.bonuses[0][1])


@dataclass(frozen=True, slots=True)
class TwosRules:
    """Melds of twos as a rank of their own."""

    allowed: bool = _param(False, "Are twos melded as a rank, with two jokers at most, up to seven cards?")
    natural: int = _param(3000, "What do seven twos earn a side that goes out?", low=0, high=10000)
    mixed: int = _param(2000, "What do seven twos and jokers earn a side that goes out?", low=0, high=10000)


@dataclass(frozen=True, slots=True)
class SequenceRules:
    """Melds of consecutive cards of one suit."""

    allowed: bool = _param(False, "May runs of one suit be melded?")
    max_wilds: int = _param(0, "How many wild cards may a run hold?", low=0, high=4)
    min_naturals: int = _param(3, "How many natural cards does every run need?", low=2, high=7)
    bonus: int = _param(1500, "What does a run of seven earn?", low=0, high=10000)
    unfinished: int = _param(0, "What does each run cost that is short of seven at the end?", low=0, high=10000)
    unfinished_up_to: int = _param(6, "What is the longest run that costs something?", low=3, high=6)
    ace: Literal["high", "either-end", "both-ends"] = _param("high", "Where does the ace stand in a run?")
    max_size: int = _param(7, "How many cards may a run hold?", low=7, high=14)
    free_wild: bool = _param(False, "Does a wild card in a run move on when the card it stands for is added?")
    counts: Literal["sequence", "natural-or-mixed"] = _param("sequence", "What does a run of seven count as?")
    trump: bool = _param(False, "Is the upcard's suit trump for the round, so that canastas of its runs count twice?")


@dataclass(frozen=True, slots=True)
class CanastaRules:
    """What melds of seven earn on top of their cards."""

    natural: int = _param(500, "What does a canasta without wild cards earn?", low=0, high=10000)
    mixed: int = _param(300, "What does a canasta with wild cards earn?", low=0, high=10000)
    fixed_when_made: bool = _param(False, "Does a canasta keep the bonus it had when it was made?")
    counted: CountedTable = _param((), "What do several canastas of a side earn together?")
    concealed: int = _param(0, "What does a canasta earn on top that is laid whole from one hand?", low=0, high=1000)
    automatic: int | None = _param(None, "How many canastas win the game at once?", low=3, high=20)
    special: tuple[tuple[SpecialCanasta, int], ...] = _param(
        (), "Which canastas earn something of their own, and what?", low=0, high=10000
    )

    def earns(self, which: SpecialCanasta) -> int | None:
        """Return what a canasta of this kind earns; None where it earns what others do."""
        return points_of(self.special, which)


@dataclass(frozen=True, slots=True)
class OpeningRules:
    """The initial meld."""

    table: OpeningTable = _param(((-1000000, 15), (0, 50), (1500, 90), (3000, 120)), "What does an initial meld need?")
    by: Literal["score", "round"] = _param("score", "What do the minimums of the initial meld go by?")
    whole_hand: Literal["minimum", "free-with-canasta", "free"] = _param(
        "free-with-canasta", "Must a whole hand that is laid at once after drawing reach the minimum?"
    )
    pure: bool = _param(False, "Is the initial meld kept free of wild cards?")
    triple: Literal["no", "or-wild-meld", "yes"] = _param("no", "Does the initial meld need three naturals of a rank?")
    splash: Literal["no", "natural-or-wild", "any"] = _param(
        "no", "Which canastas need no minimum where they open whole?"
    )
    before_draw: bool = _param(False, "Is the initial meld laid before the draw and not after?")
    with_pile: Literal["top-counts", "first-from-hand", "no"] = _param(
        "top-counts",
        "May the pile be taken in the turn of the initial meld?",
    )


@dataclass(frozen=True, slots=True)
class PileRules:
    """Taking the discard pile."""

    open_to: Literal["all", "in-foot", "nobody"] = _param("all", "Who may take the pile?")
    always_frozen: bool = _param(
        False, "Is the pile always frozen: do only natural cards of the top card's rank take it?"
    )
    frozen_for_unopened: bool = _param(True, "Is the pile frozen for a side until it has opened?")
    frozen_needs: int = _param(2, "How many natural cards take a frozen pile?", low=2, high=4)
    natural_and_wild: bool = _param(True, "Do a natural and a wild card take a pile that is not frozen?")
    wild_helps: bool = _param(False, "May a wild card stand for one of the natural cards that take the pile?")
    onto_meld: Literal["any", "below-canasta", "never"] = _param(
        "any", "Which own melds may the top card alone join to take a pile that is not frozen?"
    )
    own_canasta: Literal["free", "never", "opponents"] = _param(
        "free",
        "May a side take a top card of the rank of its own canasta?",
    )
    one_card: bool = _param(False, "May a player with one card take a pile of one card?")
    taken: Literal["all", "top", "five", "seven", "to-wild"] = _param("all", "What does whoever takes the pile get?")
    own_meld_first: bool = _param(False, "Must a player have laid a new meld of their own to take the pile?")
    wild_top: bool = _param(False, "Is a two or joker on top taken with two of its kind?")
    sequences: Literal["no", "top-card", "whole"] = _param(
        "no", "What is a top card worth that extends a run of one's own?"
    )
    needs: Literal["top-card", "meld", "nothing"] = _param("top-card", "What must whoever takes the pile do for it?")
    wild_joins: bool = _param(False, "Does a two or joker on top take the pile with any meld that may hold it?")


@dataclass(frozen=True, slots=True)
class DiscardRules:
    """What a discard does, and discards that are forbidden."""

    freeze: Kinds = _param(("joker", "two"), "Which discards freeze the pile?")
    block: Kinds = _param(("joker", "two", "red-three", "black-three", "caliente"), "Which top cards can't be taken?")
    close: Kinds = _param((), "Which discards close the pile to all until the player's next turn?")
    closes_next_only: bool = _param(False, "Does a closed pile open again after the next player?")
    covered_black_freezes: bool = _param(False, "Does a discarded black three freeze the pile once it is covered?")
    wilds: Literal["free", "last-or-forced", "forced"] = _param("free", "May a wild card be discarded?")
    barred: tuple[Barred, ...] = _param((), "Which cards that aren't wild may not be discarded, and when?")


@dataclass(frozen=True, slots=True)
class OutRules:
    """Going out."""

    canastas: int = _param(1, "How many canastas does the side need?", low=0, high=12)
    needs: Needs = _param((), "Which canastas must be among them?")
    either_way: bool = _param(False, "May the numbers of natural and mixed canastas change places?")
    red_threes: int = _param(0, "How many red threes does the side need on the table?", low=0, high=8)
    bonus: int = _param(100, "What does going out earn?", low=0, high=2000)
    concealed: int = _param(
        100, "What does going out concealed, having melded nothing before, earn on top?", low=0, high=2000
    )
    concealed_needs: tuple[ConcealedNeed, ...] = _param(
        ("own-canasta", "own-melds"), "What does going out concealed take, beside having melded nothing before?"
    )
    concealed_plain: int = _param(
        0,
        "What does going out concealed earn on top without the player's own canasta, where it takes one?",
        low=0,
        high=2000,
    )
    discard: Literal["optional", "required"] = _param("optional", "Must the last card be discarded?")
    discard_hidden: bool = _param(False, "Does the last discard of whoever goes out lie face down?")
    last_not: Kinds = _param((), "Which cards can't be the last discard?")
    play_on: bool = _param(
        False, "May a player use up all cards while their side may not go out, to draw again next turn?"
    )
    ask: Literal["no", "may", "must"] = _param("may", "Must a player ask their partner for leave to go out?")
    ask_when: tuple[Asking, ...] = _param(
        (), "When may a player ask for leave to go out, if not once a turn, before melding?"
    )
    foot: Literal["no", "played", "both-picked-up"] = _param("no", "What does going out take of feet?")
    team_no_threes: bool = _param(False, "Does a three in a hand of the side forbid going out?")

    def asks(self, kind: str) -> int:
        """Return how many canastas of a kind of `needs` a side must have."""
        return self.needs.count(kind)


@dataclass(frozen=True, slots=True)
class StockRules:
    """What happens when the stock has run out."""

    end: Literal["round", "reshuffle", "flip", "foot", "two-left"] = _param(
        "round", "What happens when the stock has run out?"
    )
    recycles: int = _param(3, "How often may the pile become the stock in a round?", low=0, high=3)
    forced_take: Literal["no", "onto-meld", "any"] = _param(
        "onto-meld", "Which takes of the pile does an empty stock force?"
    )
    ends_on: tuple[StockEnd, ...] = _param((), "What ends the round as soon as the stock has too few cards for it?")


@dataclass(frozen=True, slots=True)
class ExtraRules:
    """The moves that only some games have."""

    hand: int = _param(0, "How many more cards may whoever makes their side's initial meld take?", low=0, high=20)
    caliente_cost: int = _param(100, "What does playing a caliente cost?", low=0, high=1000)
    caliente_to_deal: bool = _param(True, "Does a caliente refill to the deal's size, not that of the turn's start?")
    hands: tuple[tuple[SpecialHand, int], ...] = _param(
        (), "Which special hands of 14 cards are there, and what do they earn?", low=0, high=10000
    )
    hands_made: tuple[HandForm, ...] = _param((), "How are special hands of 14 cards made otherwise than usual?")

    def hand_earns(self, which: SpecialHand) -> int:
        """Return what a special hand earns, 0 where the rules don't have it."""
        return points_of(self.hands, which) or 0


@dataclass(frozen=True, slots=True)
class ScoreRules:
    """What counts against a side, and what its feet count."""

    against: tuple[Against, ...] = _param(("feet",), "What counts against a side, beside the cards in its hands?")
    feet: tuple[tuple[FootPoints, int], ...] = _param((), "What do feet earn or cost?", low=0, high=1000)
    foot_when: Literal["picked-up", "played"] = _param("picked-up", "When does a foot count as taken?")

    def foot(self, which: FootPoints) -> int:
        """Return what a foot earns (`taken`) or costs (the others)."""
        return points_of(self.feet, which) or 0


@dataclass(frozen=True)
class Rules:
    """Everything that can differ between two tables. `id`, `name`, `source`, `layout` and `seats` are not parameters.

    What follows from the parameters and is needed at every move is worked out once and kept with them.
    """

    id: str
    name: str
    source: str
    layout: str
    seats: int
    target: int = _param(5000, "With how many points does the game end, after a round?", low=100, high=100000)
    rounds: int = _param(
        0, "After how many rounds does the game end, whatever the points (0: it is played to points)?", low=0, high=100
    )
    more_rounds: bool = _param(False, "Does another round follow the last one while the best points are equal?")
    side: SideRules = field(default_factory=SideRules)
    pack: PackRules = field(default_factory=PackRules)
    values: ValueRules = field(default_factory=ValueRules)
    deal: DealRules = field(default_factory=DealRules)
    turn: TurnRules = field(default_factory=TurnRules)
    threes: ThreeRules = field(default_factory=ThreeRules)
    melds: MeldRules = field(default_factory=MeldRules)
    ranks: Ranks = field(default_factory=Ranks)
    wilds: WildMeldRules = field(default_factory=WildMeldRules)
    twos: TwosRules = field(default_factory=TwosRules)
    sequences: SequenceRules = field(default_factory=SequenceRules)
    canastas: CanastaRules = field(default_factory=CanastaRules)
    opening: OpeningRules = field(default_factory=OpeningRules)
    pile: PileRules = field(default_factory=PileRules)
    discards: DiscardRules = field(default_factory=DiscardRules)
    out: OutRules = field(default_factory=OutRules)
    stock: StockRules = field(default_factory=StockRules)
    extra: ExtraRules = field(default_factory=ExtraRules)
    score: ScoreRules = field(default_factory=ScoreRules)
    house: tuple[tuple[str, object], ...] = ()

    def full_pack(self) -> list[Card]:
        """Return the whole pack in canonical order, to be shuffled by the caller."""
        return full_pack(
            self.pack.decks,
            self.pack.jokers,
            copies_per_natural=self.pack.copies_per_natural,
            calientes=self.pack.calientes,
        )

    @functools.cached_property
    def takes_freely(self) -> bool:
        """Whether the pile goes to the hand whole, its top card too, and nothing is melded by taking it."""
        return self.pile.needs != "top-card"

    @functools.cached_property
    def plain_threes(self) -> bool:
        """Whether threes are ordinary cards, which stand in runs and are melded as a rank."""
        return self.threes.red == "ordinary"

    @functools.cached_property
    def card_values(self) -> tuple[int, ...]:
        """The points of a card by its rank index; red threes have none of their own and count as black ones here."""
        return tuple(getattr(self.values, name, 0) for name in RANK_NAMES)

    def __hash__(self) -> int:
        """Return the hash of all parameters: what is remembered about a game's rules is looked up by it."""
        return self._hash

    @functools.cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, one.name) for one in fields(self)))

    def __getstate__(self) -> dict[str, object]:
        """Return only the parameters: hashes of texts differ in another process."""
        return {one.name: getattr(self, one.name) for one in fields(self)}
