"""The rules of one table as data: a frozen tree of dataclasses, one group per subject.

Every leaf is a *rule parameter*: it has a dotted name (`pile.always_frozen`), a type, a range and a sentence. Variant
files and house rules set parameters by these names; nothing else in the engine knows of variants.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal

from ..cards import CARD_CODES, RANK_NAMES, SET_RANKS, Card, full_pack

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

    sides: int = _param(2, "How many sides are there?", low=2, high=8)
    mode: Literal["fixed", "lone", "alliance", "sit-out", "rotating"] = _param(
        "fixed",
        "Who plays with whom?",
    )
    pairing: tuple[Pairing, ...] = _param(
        ("shared-opening", "lone-by-going-out"),
        "Which special rules are there when one plays against two?",
    )


@dataclass(frozen=True, slots=True)
class PackRules:
    """The cards in play."""

    decks: int = _param(2, "How many decks of 52 cards are used?", low=1, high=9)
    jokers: int = _param(4, "How many jokers are there in total?", low=0, high=18)
    calientes: int = _param(0, "How many calientes are there in total?", low=0, high=6)
    copies_per_natural: int | None = _param(
        None, "How many cards of each rank from 4 to ace are there, if fewer than the decks hold?", low=1, high=36
    )


@dataclass(frozen=True, slots=True)
class ValueRules:
    """Values of cards, melded or left in a hand."""

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
    foot: int = _param(0, "How many cards are in the foot, the second packet (0: none)?", low=0, high=20)
    foot_with: Literal["empty-hand", "first-canasta"] = _param("empty-hand", "How does a player get the foot?")
    foot_of: Literal["second", "low-bottom", "pass", "side"] = _param(
        "second", "Does each player or each side have a foot, and which packet is it?"
    )
    talons: tuple[int, ...] = _param(
        (), "What extra packets (talons) are there for the players who open for their side?"
    )
    talons_given: bool = _param(True, "Does anybody get the talons?")
    upcard: bool = _param(True, "Is a card turned up to start the pile?")
    cover: Kinds = _param(("joker", "two", "red-three"), "Which first upcards are covered by another card?")
    cover_freezes: bool = _param(True, "Does a covered wild card or red three freeze the pile?")
    face_down: int = _param(0, "How many cards lie face down under the upcard?", low=0, high=20)
    face_down_by_rank: bool = _param(False, "Are as many cards laid face down under the upcard as its rank says?")
    red_threes_first: bool = _param(False, "Are red threes that were dealt laid down before the upcard is turned?")
    bonuses: tuple[tuple[DealBonus, int], ...] = _param(
        (), "Which lucky cuts and cards in the deal earn points?", low=0, high=1000
    )
    foot_canastas: int = _param(
        0, "How many canastas does a side need before a player can run out of cards to get the foot?", low=0, high=7
    )

    def bonus(self, what: DealBonus) -> int:
        """Return the points for this luck at the deal."""
        return points_of(self.bonuses, what) or 0


@dataclass(frozen=True, slots=True)
class TurnRules:
    """The draw, and the end of a turn."""

    draw: int = _param(1, "How many cards do you draw from the stock?", low=1, high=4)
    float: bool = _param(False, "Can a player who plays from their foot end a turn without discarding?")
    exchange: bool = _param(
        False, "Can the player who begins the round throw away the first card drawn and draw another?"
    )


@dataclass(frozen=True, slots=True)
class ThreeRules:
    """Red and black threes."""

    red: Literal["at-once", "held", "optional", "never", "ordinary"] = _param(
        "at-once",
        "How are red threes laid down?",
    )
    black: Literal["played", "like-red", "may-be-laid"] = _param("played", "What happens to black threes?")
    any_time: bool = _param(False, "Can optional threes be laid down at any time before the discard?")
    totals: tuple[int, ...] = _param(
        (100, 200, 300, 800), "What are one, two, three … red threes of a side worth together?"
    )
    plus_if: Literal["meld", "canasta", "ready", "two-canastas", "pure-and-mixed", "sevens", "never"] = _param(
        "meld", "What does a side need for its threes to count for it?"
    )
    pile_replaced: bool = _param(False, "Is a red three from a taken pile replaced from the stock?")
    left: tuple[tuple[ThreeLeft, int], ...] = _param((), "What do threes left in a hand cost?", low=0, high=2000)
    left_only_out: tuple[Literal["red", "black"], ...] = _param(
        (), "Which threes left in a hand cost points only when somebody went out?"
    )
    held_tally: Literal["tally-and-5", "tally", "five", "penalty"] = _param(
        "five", "How do threes kept in a hand count, when laying them down is optional?"
    )
    black_meld: Literal["never", "going-out", "all"] = _param(
        "going-out",
        "How many black threes can you lay down in the turn you go out?",
    )
    black_four: int = _param(
        0, "What do four melded black threes earn, instead of their card points?", low=0, high=1000
    )
    set_aside: tuple[int, ...] = _param(
        (), "What are one, two, three … black threes from taken piles worth, if set aside?"
    )

    def costs(self, which: ThreeLeft) -> int | None:
        """Return what a three of this kind costs that is left in a hand; None where there is no rule for it."""
        return points_of(self.left, which)


@dataclass(frozen=True, slots=True)
class MeldRules:
    """Melds of one rank."""

    min_naturals: int = _param(2, "How many natural cards does every meld need?", low=1, high=7)
    max_wilds: int | None = _param(3, "How many wild cards can a meld have?", low=0, high=12)
    ratio: Literal["free", "at-most-naturals", "fewer-than-naturals", "half-of-naturals"] = _param(
        "free", "How many wild cards can a meld have, compared with its natural cards?"
    )
    max_size: int | None = _param(None, "How many cards can a meld have?", low=3, high=60)
    max_natural: int | None = _param(None, "How many cards can a natural canasta have?", low=3, high=60)
    big_unlimited: bool = _param(
        False, "Can a meld of more than seven cards with at least four natural ones have any number of wild cards?"
    )
    same_rank: Literal["one", "after-canasta", "two"] = _param("one", "How many melds of one rank can a side have?")
    canasta_wilds: bool = _param(True, "Can you add wild cards to a canasta?")
    not_theirs: bool = _param(False, "Is it forbidden to start a meld in the rank of an opponents' canasta?")
    cap: int | None = _param(None, "How many canastas can a side have?", low=1, high=20)
    cap_red_threes: Literal["no", "always", "going-out"] = _param(
        "no", "How do red threes limit the canastas of their side?"
    )
    ranks: Literal["all", "aces-and-threes", "none"] = _param("all", "Which ranks can be melded?")


@dataclass(frozen=True, slots=True)
class RankRules:
    """The specialities of one rank."""

    concerns: Literal["all", "natural"] = _param(
        "all", "Which melds of this rank have a bonus or penalty of their own, or must be complete?"
    )
    canasta: int | None = _param(
        None, "What does a canasta of this rank earn, if it scores differently?", low=0, high=10000
    )
    unfinished: int = _param(
        0, "What does a meld of this rank cost if it isn't a canasta at the end?", low=0, high=10000
    )
    complete: bool = _param(False, "Must melds of this rank be canastas before the side can go out?")
    pure: Literal["no", "opening", "yes"] = _param("no", "Must melds of this rank have no wild cards?")
    held: int = _param(0, "What does a hand with too many cards of this rank cost?", low=0, high=10000)
    held_from: int = _param(3, "How many cards of this rank in a hand are too many?", low=1, high=12)
    held_if_mixed: bool = _param(
        True, "Do too many cards of this rank in a hand cost points even if the side has a mixed meld of it?"
    )
    discard: Literal["free", "own-canasta", "every-canasta"] = _param("free", "Can this rank be discarded?")


@dataclass(frozen=True)
class Ranks:
    """The specialities of each rank that melds may be of, by the rank's index."""

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

    allowed: bool = _param(False, "Can twos and jokers be melded by themselves?")
    pure_twos: bool = _param(False, "Do canastas of twos count as natural, and other wild canastas as mixed?")
    whole: bool = _param(False, "Must a wild meld be a canasta when it is laid down?")
    bars: tuple[WildBar, ...] = _param(
        ("other-melds",), "What is forbidden while a side's wild meld has fewer than seven cards?"
    )
    melds: Literal["one", "after-canasta", "two"] = _param("one", "How many wild melds can a side have?")
    max_size: int | None = _param(None, "How many cards can a wild meld have?", low=3, high=40)
    bonuses: JokerTable = _param(((0, 2000),), "What does a wild canasta earn, by the number of its jokers?")
    unfinished: int = _param(0, "What does a wild meld cost if it isn't a canasta at the end?", low=0, high=10000)

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

    allowed: bool = _param(False, "Can twos be melded as a rank, with at most two jokers and up to seven cards?")
    natural: int = _param(3000, "What do seven twos earn a side that goes out?", low=0, high=10000)
    mixed: int = _param(2000, "What do seven twos and jokers earn a side that goes out?", low=0, high=10000)


@dataclass(frozen=True, slots=True)
class SequenceRules:
    """Melds of consecutive cards of one suit."""

    allowed: bool = _param(False, "Can runs of one suit be melded?")
    max_wilds: int = _param(0, "How many wild cards can a run have?", low=0, high=4)
    min_naturals: int = _param(3, "How many natural cards does every run need?", low=2, high=7)
    bonus: int = _param(1500, "What does a run of seven earn?", low=0, high=10000)
    unfinished: int = _param(0, "What does each run of fewer than seven cards cost at the end?", low=0, high=10000)
    unfinished_up_to: int = _param(6, "What is the longest run that costs points?", low=3, high=6)
    ace: Literal["high", "either-end", "both-ends"] = _param("high", "Where can the ace be in a run?")
    max_size: int = _param(7, "How many cards can a run have?", low=7, high=14)
    free_wild: bool = _param(
        False, "Does a wild card in a run move to another place when the card it stands for is added?"
    )
    counts: Literal["sequence", "natural-or-mixed"] = _param("sequence", "What kind of canasta is a run of seven?")
    trump: bool = _param(False, "Is the upcard's suit trump for the round, so that canastas of its runs count double?")


@dataclass(frozen=True, slots=True)
class CanastaRules:
    """Bonuses of melds of seven, on top of their cards."""

    natural: int = _param(500, "What does a canasta without wild cards earn?", low=0, high=10000)
    mixed: int = _param(300, "What does a canasta with wild cards earn?", low=0, high=10000)
    fixed_when_made: bool = _param(False, "Does a canasta keep the bonus it had when it was made?")
    counted: CountedTable = _param((), "What do several canastas of a side earn together?")
    concealed: int = _param(
        0, "What bonus does a canasta earn that is laid down complete from one hand?", low=0, high=1000
    )
    automatic: int | None = _param(None, "How many canastas in a round win the game at once?", low=3, high=20)
    special: tuple[tuple[SpecialCanasta, int], ...] = _param(
        (), "Which special canastas are there, and what do they earn?", low=0, high=10000
    )

    def earns(self, which: SpecialCanasta) -> int | None:
        """Return what a canasta of this kind earns; None where it earns what others do."""
        return points_of(self.special, which)


@dataclass(frozen=True, slots=True)
class OpeningRules:
    """The initial meld."""

    table: OpeningTable = _param(((-1000000, 15), (0, 50), (1500, 90), (3000, 120)), "What does a side need to open?")
    by: Literal["score", "round"] = _param("score", "What do the minimums for opening depend on?")
    whole_hand: Literal["minimum", "free-with-canasta", "free"] = _param(
        "free-with-canasta", "Must a whole hand that is laid down at once after drawing reach the minimum?"
    )
    pure: bool = _param(False, "Must a side open without wild cards?")
    triple: Literal["no", "or-wild-meld", "yes"] = _param(
        "no", "Does a side need three natural cards of one rank to open?"
    )
    splash: Literal["no", "natural-or-wild", "any"] = _param(
        "no", "Which canastas open without a minimum when laid down complete?"
    )
    before_draw: bool = _param(False, "Must a side open before drawing, at the start of a turn?")
    with_pile: Literal["top-counts", "first-from-hand", "no"] = _param(
        "top-counts",
        "Can the pile be taken in the turn in which a side opens?",
    )

    @property
    def free(self) -> bool:
        """Whether nobody ever needs anything to open."""
        return all(needed == 0 for _start, needed in self.table)


@dataclass(frozen=True, slots=True)
class PileRules:
    """Taking the discard pile."""

    open_to: Literal["all", "in-foot", "nobody"] = _param("all", "Who can take the pile?")
    always_frozen: bool = _param(
        False, "Is the pile always frozen, so that you always need natural cards of the top card's rank to take it?"
    )
    frozen_for_unopened: bool = _param(True, "Is the pile frozen for a side until it has opened?")
    frozen_needs: int = _param(2, "How many natural cards do you need to take a frozen pile?", low=2, high=4)
    natural_and_wild: bool = _param(True, "Can you take a pile that isn't frozen with one natural and one wild card?")
    wild_helps: bool = _param(False, "Can a wild card replace one of the natural cards you need to take the pile?")
    onto_meld: Literal["any", "below-canasta", "never"] = _param(
        "any", "To which of your side's melds can you add just the top card, to take a pile that isn't frozen?"
    )
    own_canasta: Literal["free", "never", "opponents"] = _param(
        "free",
        "Can a side take the pile when its top card has the rank of its own canasta?",
    )
    one_card: bool = _param(False, "Can a player who holds only one card take a pile of one card?")
    taken: Literal["all", "top", "five", "seven", "to-wild"] = _param("all", "What do you get when you take the pile?")
    own_meld_first: bool = _param(False, "Must you have laid down a new meld of your own before you can take the pile?")
    wild_top: bool = _param(False, "Can you take a two or joker on top with two of its kind?")
    sequences: Literal["no", "top-card", "whole"] = _param(
        "no", "What can you do with a top card that fits a run of your side?"
    )
    needs: Literal["top-card", "meld", "nothing"] = _param("top-card", "What must you do when you take the pile?")
    wild_joins: bool = _param(False, "Can you take the pile with a two or joker on top for any meld that can have it?")

    @property
    def can_be_taken(self) -> bool:
        """Whether anybody can take the pile at all."""
        return self.open_to != "nobody"


@dataclass(frozen=True, slots=True)
class DiscardRules:
    """Effects of discards, and forbidden discards."""

    freeze: Kinds = _param(("joker", "two"), "Which discards freeze the pile?")
    block: Kinds = _param(("joker", "two", "red-three", "black-three", "caliente"), "Which top cards can't be taken?")
    close: Kinds = _param((), "Which discards close the pile to everyone until that player's next turn?")
    closes_next_only: bool = _param(False, "Does a closed pile open again after the next player?")
    covered_black_freezes: bool = _param(False, "Does a discarded black three freeze the pile once it is covered?")
    wilds: Literal["free", "last-or-forced", "forced"] = _param("free", "Can you discard a wild card?")
    barred: tuple[Barred, ...] = _param((), "Which cards other than wild cards can't be discarded, and when?")


@dataclass(frozen=True, slots=True)
class OutRules:
    """Going out."""

    canastas: int = _param(1, "How many canastas does a side need to go out?", low=0, high=12)
    needs: Needs = _param((), "Which canastas must be among those needed to go out?")
    either_way: bool = _param(False, "Can the required numbers of natural and mixed canastas be swapped?")
    red_threes: int = _param(0, "How many red threes on the table does a side need to go out?", low=0, high=8)
    bonus: int = _param(100, "What does going out earn?", low=0, high=2000)
    concealed: int = _param(
        100, "What extra bonus do you earn for going out concealed (having laid down nothing before)?", low=0, high=2000
    )
    concealed_needs: tuple[ConcealedNeed, ...] = _param(
        ("own-canasta", "own-melds"), "What else does going out concealed require?"
    )
    concealed_plain: int = _param(
        0,
        "What extra bonus does going out concealed earn without the usual canasta of your own?",
        low=0,
        high=2000,
    )
    discard: Literal["optional", "required"] = _param("optional", "Must the last card be discarded?")
    discard_hidden: bool = _param(False, "Is the last discard laid face down when you go out?")
    last_not: Kinds = _param((), "Which cards can't be the last discard?")
    play_on: bool = _param(False, "Can you run out of cards when your side can't go out yet, and draw again next turn?")
    ask: Literal["no", "may", "must"] = _param("may", "Can or must you ask your partner for permission to go out?")
    ask_when: tuple[Asking, ...] = _param(
        (), "When else can you ask for permission to go out, apart from once a turn before laying down cards?"
    )
    foot: Literal["no", "played", "both-picked-up"] = _param("no", "What does going out require of the feet?")
    team_no_threes: bool = _param(False, "Is going out forbidden while somebody on the side holds a three?")

    def asks(self, kind: str) -> int:
        """Return how many canastas of a kind of `needs` a side must have."""
        return self.needs.count(kind)


@dataclass(frozen=True, slots=True)
class StockRules:
    """The end of the stock."""

    end: Literal["round", "reshuffle", "flip", "foot", "two-left"] = _param(
        "round", "What happens when the stock has run out?"
    )
    recycles: int = _param(3, "How often can the pile become the stock in a round?", low=0, high=3)
    forced_take: Literal["no", "onto-meld", "any"] = _param(
        "onto-meld", "When must you take the pile because the stock is empty?"
    )
    ends_on: tuple[StockEnd, ...] = _param((), "What ends the round because the stock has too few cards?")


@dataclass(frozen=True, slots=True)
class ExtraRules:
    """The moves that only some games have."""

    hand: int = _param(0, "How many extra cards can the player who opens for a side take?", low=0, high=20)
    caliente_cost: int = _param(100, "What does playing a caliente cost?", low=0, high=1000)
    caliente_to_deal: bool = _param(
        True, "Does a caliente refill your hand to the number dealt, not to what you held at the start of the turn?"
    )
    hands: tuple[tuple[SpecialHand, int], ...] = _param(
        (), "Which special hands of 14 cards are there, and what do they earn?", low=0, high=10000
    )
    hands_made: tuple[HandForm, ...] = _param((), "How do special hands of 14 cards differ from the usual ones?")

    def hand_earns(self, which: SpecialHand) -> int:
        """Return what a special hand earns, 0 where the rules don't have it."""
        return points_of(self.hands, which) or 0


@dataclass(frozen=True, slots=True)
class ScoreRules:
    """Points against a side, and points of its feet."""

    against: tuple[Against, ...] = _param(
        ("feet",), "What is subtracted from a side's score, apart from the cards left in its hands?"
    )
    feet: tuple[tuple[FootPoints, int], ...] = _param((), "What do feet earn or cost?", low=0, high=1000)
    foot_when: Literal["picked-up", "played"] = _param("picked-up", "When does a foot count as taken?")

    def foot(self, which: FootPoints) -> int:
        """Return what a foot earns (`taken`) or costs (the others)."""
        return points_of(self.feet, which) or 0


@dataclass(frozen=True)
class Rules:
    """Everything that can differ between two tables. `id`, `name`, `source`, `layout` and `seats` are not parameters.

    Conclusions from the parameters that every move needs are worked out once and kept with them.
    """

    id: str
    name: str
    source: str
    layout: str
    seats: int
    target: int = _param(5000, "At how many points does the game end, after a round?", low=100, high=100000)
    rounds: int = _param(
        0,
        "After how many rounds does the game end, whatever the points (0: the game is played to points)?",
        low=0,
        high=100,
    )
    more_rounds: bool = _param(False, "Is another round played after the last one while first place is tied?")
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
    def has_partners(self) -> bool:
        """Whether a player may ever have a partner in this game."""
        return self.side.mode != "fixed" or self.side.sides < self.seats

    @functools.cached_property
    def plain_threes(self) -> bool:
        """Whether threes are ordinary cards, which stand in runs and are melded as a rank."""
        return self.threes.red == "ordinary"

    @functools.cached_property
    def melds_ranks_only(self) -> bool:
        """Whether nothing is ever melded apart from cards of one rank and black threes."""
        return not (self.sequences.allowed or self.wilds.allowed or self.twos.allowed)

    @functools.cached_property
    def bars_discards(self) -> bool:
        """Whether a rule may keep a card of the hand from the pile in a turn that goes on to somebody else.

        That of a lone card taken is left out: the state says when it applies.
        """
        kept_back = any(self.ranks[rank].discard != "free" for rank in SET_RANKS)
        owed = self.wilds.binds or self.pile.needs == "meld"
        return not {*self.discards.barred} <= {"lone-card"} or self.discards.wilds != "free" or kept_back or owed

    @functools.cached_property
    def card_values(self) -> tuple[int, ...]:
        """The points of a card by its rank index; red threes have no value of their own and count as black ones
        here."""
        return tuple(getattr(self.values, name, 0) for name in RANK_NAMES)

    @functools.cached_property
    def card_worths(self) -> tuple[int, ...]:
        """The same by the card itself."""
        return tuple(self.card_values[card >> 2] for card in range(CARD_CODES))

    def __hash__(self) -> int:
        """Return the hash of all parameters: what is remembered about a game's rules is looked up by it."""
        return self._hash

    @functools.cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, one.name) for one in fields(self)))

    def __getstate__(self) -> dict[str, object]:
        """Return only the parameters: hashes of texts differ in another process."""
        return {one.name: getattr(self, one.name) for one in fields(self)}
