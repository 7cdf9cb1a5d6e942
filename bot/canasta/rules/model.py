"""The rules of one table as data: a frozen tree of dataclasses, one group a subject.

Every leaf is a *rule parameter*: it has a dotted name (`pile.always_frozen`), a type, a range and a sentence.
Variant files and house rules set parameters by these names; nothing else in the engine knows of variants.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal

from ..cards import RANK_NAMES, Card, full_pack

#: Rows of the initial meld: (from this score, requirement); the first row holds for all lower scores too.
OpeningTable = tuple[tuple[int, int | str], ...]
#: Rows of what a wild canasta earns: (from so many jokers, points); the first row holds for fewer too.
JokerTable = tuple[tuple[int, int], ...]
CountedKind = Literal["natural", "mixed", "some-mixed", "any"]
#: Rows of bonuses for a number of canastas: (which, so many or more, points).
CountedTable = tuple[tuple[CountedKind, int, int], ...]
Kind = Literal["joker", "two", "seven", "ace", "red-three", "black-three", "caliente"]
#: Sets of card kinds, as variant files name them.
Kinds = tuple[Kind, ...]


#: Groups of parameters that are there for each rank: its name is the second part of theirs.
BY_RANK: Final = ("values", "ranks")


def _param(default: Any, doc: str, *, low: int | None = None, high: int | None = None) -> Any:
    """Return a rule parameter: its default, what it means, and for numbers its range."""
    return field(default=default, metadata={"doc": doc, "low": low, "high": high})


def _points(default: int) -> Any:
    """Return the parameter that says what a card of some rank counts."""
    return _param(default, "How many points does a card of this rank count?", low=0, high=100)


@dataclass(frozen=True, slots=True)
class SideRules:
    """Who plays with whom."""

    sides: int = _param(2, "How many sides share the seats, in turn order.", low=2, high=8)
    mode: Literal["fixed", "lone", "alliance", "sit-out", "rotating"] = _param(
        "fixed",
        "Who plays with whom.",
    )
    full_share: bool = _param(False, "Whether allies each score all of their common melds, not half.")
    shared_opening: bool = _param(
        True, "Whether a partner's initial meld opens for a player at a table with a lone one."
    )
    lone_by_going_out: bool = _param(True, "Whether who goes out before anybody took the pile is the lone player.")


@dataclass(frozen=True, slots=True)
class PackRules:
    """The cards in play."""

    decks: int = _param(2, "Packs of 52 cards.", low=1, high=9)
    jokers: int = _param(4, "Jokers in all.", low=0, high=18)
    calientes: int = _param(0, "Calientes in all.", low=0, high=6)
    copies_per_natural: int | None = _param(
        None, "Cards of each rank from 4 to ace, where fewer than the packs hold.", low=1, high=36
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

    hand: int = _param(11, "Cards dealt to each player.", low=5, high=20)
    foot: int = _param(0, "Cards of the second packet, the foot (0: none).", low=0, high=20)
    foot_per_side: bool = _param(False, "Whether there is one such packet a side, for who uses up his hand first.")
    foot_with: Literal["empty-hand", "first-canasta"] = _param("empty-hand", "What brings a player the foot.")
    foot_choice: Literal["low-bottom", "second", "pass"] = _param(
        "second",
        "Which of a player's two packets is his foot.",
    )
    talons: tuple[int, ...] = _param((), "Side packets for those who make their side's initial meld, first come first.")
    talons_given: bool = _param(True, "Whether the side packets are given out at all.")
    upcard: bool = _param(True, "Whether a card is turned to start the pile.")
    cover: Kinds = _param(("joker", "two", "red-three"), "Upcards that are covered by the next card.")
    cover_freezes: bool = _param(True, "Whether a covered wild card or red three freezes the pile.")
    face_down: int = _param(0, "Cards put face down under the upcard.", low=0, high=20)
    face_down_by_rank: bool = _param(False, "Whether as many cards lie face down as the upcard's rank says.")
    red_threes_first: bool = _param(False, "Whether the red threes dealt are laid before the upcard is turned.")
    cut_bonus: int = _param(
        0, "For the side that does not deal, when the cutter lifts exactly the cards of the deal.", low=0, high=1000
    )
    mirror_bonus: int = _param(0, "For a player dealt the twin of the upcard.", low=0, high=1000)
    foot_canastas: int = _param(
        0, "Canastas that a side needs before a hand may be used up for its foot.", low=0, high=7
    )


@dataclass(frozen=True, slots=True)
class TurnRules:
    """How a turn runs."""

    draw: int = _param(1, "Cards drawn from the stock.", low=1, high=4)
    float: bool = _param(False, "Whether a player in his foot may end his turn without a discard.")


@dataclass(frozen=True, slots=True)
class ThreeRules:
    """Red and black threes."""

    red: Literal["at-once", "held", "optional", "never", "ordinary"] = _param(
        "at-once",
        "How red threes are laid.",
    )
    black: Literal["played", "like-red", "may-be-laid"] = _param("played", "What is done with black threes.")
    any_time: bool = _param(False, "Whether optional threes may be laid at any time before the discard.")
    totals: tuple[int, ...] = _param(
        (100, 200, 300, 800), "What one, two, three … red threes of a side count together."
    )
    plus_if: Literal["meld", "canasta", "ready", "two-canastas", "pure-and-mixed", "sevens", "never"] = _param(
        "meld", "What the side needs for its threes to count for it."
    )
    pile_replaced: bool = _param(False, "Whether a red three found in a taken pile is replaced from the stock.")
    held: int = _param(0, "Penalty for each red three left in a hand.", low=0, high=2000)
    held_no_turn: int | None = _param(None, "The same where the player had no turn yet.", low=0, high=2000)
    held_only_out: bool = _param(False, "Whether that penalty is due only when somebody went out.")
    held_tally: Literal["tally-and-5", "tally", "five", "penalty"] = _param(
        "five", "How threes kept in a hand count where laying is optional."
    )
    black_meld: Literal["never", "going-out", "all"] = _param(
        "going-out",
        "How many black threes may be melded in the turn one goes out.",
    )
    black_four: int = _param(0, "For melding four black threes, in place of their value.", low=0, high=1000)
    black_held: int = _param(
        0, "Penalty for each black three left in a hand, in place of its value (0: its value).", low=0, high=1000
    )
    black_held_only_out: bool = _param(False, "Whether that penalty is due only when somebody else went out.")
    set_aside: tuple[int, ...] = _param((), "What one, two, three … black threes from taken piles count, if set aside.")


@dataclass(frozen=True, slots=True)
class MeldRules:
    """Melds of one rank."""

    min_naturals: int = _param(2, "Natural cards that every meld needs.", low=1, high=7)
    max_wilds: int | None = _param(3, "Wild cards a meld may hold.", low=0, high=12)
    ratio: Literal["free", "at-most-naturals", "fewer-than-naturals", "half-of-naturals"] = _param(
        "free", "Wild cards in one meld, compared with its naturals."
    )
    max_size: int | None = _param(None, "Cards a meld may hold.", low=3, high=60)
    max_natural: int | None = _param(None, "Cards a natural canasta may hold.", low=3, high=60)
    big_unlimited: bool = _param(False, "No limit of wild cards in melds over seven cards that hold four naturals.")
    same_rank: Literal["one", "after-canasta", "two"] = _param("one", "Melds of one rank that a side may have.")
    canasta_wilds: bool = _param(True, "Whether a canasta takes further wild cards.")
    not_theirs: bool = _param(False, "Whether no meld may be begun in the rank of the opponents' canasta.")
    cap: int | None = _param(None, "Canastas a side may have.", low=1, high=20)
    cap_red_threes: Literal["no", "always", "going-out"] = _param(
        "no", "How red threes limit the canastas of their side."
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
    held_if_mixed: bool = _param(True, "Is that due too where the side has a mixed meld of this rank?")
    discard: Literal["free", "own-canasta", "every-canasta"] = _param("free", "May this rank be discarded?")


@dataclass(frozen=True, slots=True)
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
        rules: RankRules = getattr(self, RANK_NAMES[rank])
        return rules


@dataclass(frozen=True, slots=True)
class WildMeldRules:
    """Melds of wild cards alone."""

    allowed: bool = _param(False, "Whether twos and jokers may be melded by themselves.")
    pure_twos: bool = _param(
        False, "Whether a canasta of twos counts as a natural one, and other wild canastas as mixed ones."
    )
    whole: bool = _param(False, "Whether a wild meld must be a canasta when it is laid.")
    locks: bool = _param(True, "Whether no other meld may get wild cards while the wild meld is under seven.")
    binds: bool = _param(False, "Whether an unfinished wild meld forbids discarding wild cards and going out.")
    melds: Literal["one", "after-canasta", "two"] = _param("one", "Melds of wild cards that a side may have.")
    max_size: int | None = _param(None, "Cards a wild meld may hold.", low=3, high=40)
    bonuses: JokerTable = _param(((0, 2000),), "What does a wild canasta earn, by the number of its jokers?")
    unfinished: int = _param(0, "Penalty for a wild meld that is no canasta at the end.", low=0, high=10000)

    def bonus(self, jokers: int) -> int:
        """Return what a wild canasta with so many jokers earns."""
        return next((points for start, points in reversed(self.bonuses) if start <= jokers), self.bonuses[0][1])


@dataclass(frozen=True, slots=True)
class TwosRules:
    """Melds of twos as a rank of their own."""

    allowed: bool = _param(False, "Whether twos are melded as a rank, with two jokers at most, up to seven cards.")
    natural: int = _param(3000, "Seven twos, if the side goes out.", low=0, high=10000)
    mixed: int = _param(2000, "Twos with jokers, if the side goes out.", low=0, high=10000)


@dataclass(frozen=True, slots=True)
class SequenceRules:
    """Melds of consecutive cards of one suit."""

    allowed: bool = _param(False, "Whether runs of one suit may be melded.")
    max_wilds: int = _param(0, "Wild cards a run may hold.", low=0, high=4)
    min_naturals: int = _param(3, "Natural cards that every run needs.", low=2, high=7)
    bonus: int = _param(1500, "A run of seven.", low=0, high=10000)
    bonus_wild: int | None = _param(
        None, "A run of seven with a wild card, where it counts otherwise.", low=0, high=10000
    )
    unfinished: int = _param(0, "Penalty for each run that is short of seven at the end.", low=0, high=10000)
    unfinished_up_to: int = _param(6, "The longest run that is penalised.", low=3, high=6)
    ace: Literal["high", "either-end", "both-ends"] = _param("high", "Where does the ace stand in a run?")
    max_size: int = _param(7, "Cards that a run may hold.", low=7, high=14)
    free_wild: bool = _param(False, "Does a wild card in a run move on when the card it stands for is added?")
    counts: Literal["sequence", "natural-or-mixed"] = _param("sequence", "What does a run of seven count as?")
    royal: int | None = _param(
        None, "A run from ace to king without wild cards, where it counts otherwise.", low=0, high=10000
    )
    royal_wild: int | None = _param(
        None, "A run from ace to king with a wild card, where it counts otherwise.", low=0, high=10000
    )
    royal_aces: int | None = _param(
        None, "A run from ace to ace without wild cards, where it counts otherwise.", low=0, high=10000
    )
    trump: bool = _param(False, "Is the upcard's suit trump for the round, so that canastas of its runs count twice?")


@dataclass(frozen=True, slots=True)
class CanastaRules:
    """What melds of seven earn besides their cards."""

    natural: int = _param(500, "A canasta without wild cards.", low=0, high=10000)
    mixed: int = _param(300, "A canasta with wild cards.", low=0, high=10000)
    fixed_when_made: bool = _param(False, "Whether a canasta keeps the bonus it had when it was made.")
    counted: CountedTable = _param((), "What do several canastas of a side earn together?")
    concealed: int = _param(0, "For a canasta laid whole from one hand.", low=0, high=1000)
    automatic: int | None = _param(None, "Canastas that win the game at once.", low=3, high=20)
    semi: int | None = _param(
        None,
        "A canasta with seven naturals side by side and a wild card, where it counts otherwise.",
        low=0,
        high=10000,
    )
    eight: int | None = _param(
        None, "Eight natural cards of one rank without wild cards, where they count otherwise.", low=0, high=10000
    )
    eight_wild: int | None = _param(
        None, "Eight natural cards of one rank with a wild card, where they count otherwise.", low=0, high=10000
    )


@dataclass(frozen=True, slots=True)
class OpeningRules:
    """The initial meld."""

    table: OpeningTable = _param(
        ((-1000000, 15), (0, 50), (1500, 90), (3000, 120)), "What is needed, by the side's score before the round."
    )
    by: Literal["score", "round"] = _param("score", "What the rows of that minimum go by.")
    concealed_free: bool = _param(True, "Whether who lays his whole hand at once after drawing needs no minimum.")
    concealed_partner: bool = _param(False, "Whether a concealed going out needs no canasta of one's own to be free.")
    pure: bool = _param(False, "Whether the initial meld holds no wild cards.")
    triple: Literal["no", "or-wild-meld", "yes"] = _param(
        "no", "Whether the initial meld needs three naturals of a rank."
    )
    splash: Literal["no", "natural-or-wild", "any"] = _param(
        "no", "Canastas that need no minimum where they open whole."
    )
    before_draw: bool = _param(False, "Whether it is laid before the draw and not after.")
    with_pile: Literal["top-counts", "first-from-hand", "no"] = _param(
        "top-counts",
        "Whether the pile may be taken in the turn of the initial meld.",
    )


@dataclass(frozen=True, slots=True)
class PileRules:
    """Taking the discard pile."""

    open_to: Literal["all", "in-foot", "nobody"] = _param("all", "Who may take the pile.")
    always_frozen: bool = _param(False, "Whether only natural cards of the top card's rank ever take the pile.")
    frozen_for_unopened: bool = _param(True, "Whether the pile is frozen for a side that has not opened.")
    frozen_needs: int = _param(2, "Natural cards that take a frozen pile.", low=2, high=4)
    natural_and_wild: bool = _param(True, "Whether a natural and a wild card take a pile that is not frozen.")
    wild_helps: bool = _param(False, "Whether a wild card may stand for one of the natural cards that take the pile.")
    onto_meld: Literal["any", "below-canasta", "never"] = _param(
        "any", "Own melds that the top card alone may join to take a pile that is not frozen."
    )
    own_canasta: Literal["free", "never", "opponents"] = _param(
        "free",
        "Taking a top card of the rank of one's own canasta.",
    )
    one_card: bool = _param(False, "Whether a player with one card may take a pile of one card.")
    taken: Literal["all", "top", "five", "seven", "to-wild"] = _param("all", "What who takes the pile gets.")
    own_meld_first: bool = _param(False, "Whether only who has laid a new meld himself may take the pile.")
    wild_top: bool = _param(False, "Whether a two or joker on top is taken with two of its kind.")
    sequences: Literal["no", "top-card", "whole"] = _param("no", "A top card that extends a run of one's own.")
    needs: Literal["top-card", "meld", "nothing"] = _param("top-card", "What who takes the pile must do for it.")
    wild_joins: bool = _param(False, "Does a two or joker on top take the pile with any meld that may hold it?")


@dataclass(frozen=True, slots=True)
class DiscardRules:
    """What a discard does, and which may not be made."""

    freeze: Kinds = _param(("joker", "two"), "Discards that freeze the pile.")
    block: Kinds = _param(("joker", "two", "red-three", "black-three", "caliente"), "Top cards that cannot be taken.")
    close: Kinds = _param((), "Discards that close the pile to all until the player's next turn.")
    closes_next_only: bool = _param(False, "Whether a closed pile opens again after the next player.")
    covered_black_freezes: bool = _param(False, "Whether a discarded black three freezes the pile once it is covered.")
    wilds: Literal["free", "last-or-forced", "forced"] = _param("free", "Discarding a wild card.")
    threes: Literal["free", "last"] = _param("free", "Discarding a three that may be laid.")
    no_black_first: bool = _param(False, "Whether no black three is discarded while a player has had no turn yet.")
    empty_pile_ban: bool = _param(
        False, "Whether no ace or seven starts an empty pile while another natural card is held."
    )
    safe_ban: bool = _param(False, "Whether no safe card starts an empty pile while another card may go.")
    throw_back: bool = _param(True, "May a card that was the whole pile taken be discarded in the same turn?")


@dataclass(frozen=True, slots=True)
class OutRules:
    """Going out."""

    canastas: int = _param(1, "Canastas that the side needs.", low=0, high=12)
    natural: int = _param(0, "Natural canastas among them.", low=0, high=10)
    mixed: int = _param(0, "Mixed canastas among them.", low=0, high=10)
    wild: int = _param(0, "Wild canastas among them.", low=0, high=10)
    sevens: int = _param(
        0, "Canastas of sevens among them, which then count as neither natural nor mixed.", low=0, high=4
    )
    either_way: bool = _param(False, "Whether the numbers of natural and mixed canastas may change places.")
    pure_or_sequence: bool = _param(False, "Whether one of them must be a natural one or a run.")
    sequence: bool = _param(False, "Whether one of them must be a run.")
    red_threes: int = _param(0, "Red threes that the side needs on the table.", low=0, high=8)
    bonus: int = _param(100, "For going out.", low=0, high=2000)
    concealed: int = _param(100, "On top, when the player had melded nothing before.", low=0, high=2000)
    concealed_own_canasta: bool = _param(True, "Whether that takes a canasta of his own.")
    concealed_no_partner: bool = _param(True, "Whether that takes that he adds nothing to his partner's melds.")
    concealed_side: bool = _param(False, "Whether that takes that his partner had melded nothing either.")
    concealed_take: bool = _param(True, "Whether that may follow a taken pile.")
    concealed_plain: int = _param(0, "On top, for the same without a canasta of his own.", low=0, high=2000)
    discard: Literal["optional", "required"] = _param("optional", "Whether the last card must be discarded.")
    discard_hidden: bool = _param(False, "Whether that last discard lies face down.")
    last_not: Kinds = _param((), "Cards that can't be the last discard.")
    play_on: bool = _param(
        False, "Whether one may use up his cards while his side may not go out, and draws again next turn."
    )
    ask: Literal["no", "may", "must"] = _param(
        "may", "Whether a player may or must ask his partner for leave to go out."
    )
    ask_late: bool = _param(False, "Whether he may ask after melding too.")
    ask_once: bool = _param(False, "Whether a player may ask only once a round.")
    foot: Literal["no", "played", "both-picked-up"] = _param("no", "What going out takes of feet.")
    team_no_threes: bool = _param(False, "Whether no player of the side may hold a three.")
    foot_penalty: int = _param(0, "Penalty for a partner's foot left unplayed.", low=0, high=1000)


@dataclass(frozen=True, slots=True)
class StockRules:
    """When the stock has run out."""

    end: Literal["round", "reshuffle", "flip", "foot", "two-left"] = _param(
        "round", "What happens when the stock has run out."
    )
    recycles: int = _param(3, "How often the pile may become the stock in a round.", low=0, high=3)
    forced_take: Literal["no", "onto-meld", "any"] = _param(
        "onto-meld", "Takes of the pile that an empty stock forces."
    )
    short_draw_ends: bool = _param(False, "Whether the round ends on a draw that brings fewer cards than it should.")
    three_ends: bool = _param(False, "Whether a three that can't be replaced ends the round.")


@dataclass(frozen=True, slots=True)
class ExtraRules:
    """What only some games have."""

    hand: int = _param(0, "Cards that who makes his side's initial meld may take besides.", low=0, high=20)
    caliente_cost: int = _param(100, "Cost of playing a caliente.", low=0, high=1000)
    caliente_to_deal: bool = _param(
        True, "Whether a caliente refills to the deal's size, not that of the turn's start."
    )
    straight: int = _param(0, "A hand of one card of every rank and a joker.", low=0, high=10000)
    pairs: int = _param(0, "A hand of seven pairs without wild cards.", low=0, high=10000)
    pairs_wild: int = _param(0, "A hand of seven pairs with twos, sevens and aces among them.", low=0, high=10000)
    pairs_joker: bool = _param(False, "Whether the wild pair may be of jokers.")
    pairs_distinct: bool = _param(False, "Whether the pairs are of seven ranks.")
    garbage: int = _param(0, "A hand of two fours and two threes of a kind.", low=0, high=10000)
    garbage_triples: bool = _param(False, "Whether it is four threes of a kind and a wild pair instead.")


@dataclass(frozen=True, slots=True)
class ScoreRules:
    """Signs that depend on a side's canastas."""

    cards_against: bool = _param(False, "Whether melded cards count against a side without a canasta.")
    foot_against: bool = _param(True, "Whether an unplayed foot counts against its side.")
    talon_against: bool = _param(False, "Whether a side packet given out, but not picked up, counts against its side.")
    foot_taken: int = _param(0, "For a foot that was taken.", low=0, high=1000)
    foot_left: int = _param(0, "Penalty for a foot that was not taken.", low=0, high=1000)
    foot_when: Literal["picked-up", "played"] = _param("picked-up", "When a foot counts as taken.")


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that can differ between two tables. `id`, `name`, `source`, `layout` and `seats` are not parameters."""

    id: str
    name: str
    source: str
    layout: str
    seats: int
    target: int = _param(5000, "The game ends when a side has this many points after a round.", low=100, high=100000)
    rounds: int = _param(
        0, "Rounds after which the game ends, whatever the points (0: it is played to its points).", low=0, high=100
    )
    more_rounds: bool = _param(False, "Whether another round follows the last one while the best points are equal.")
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

    @property
    def plain_threes(self) -> bool:
        """If threes are ordinary cards, which stand in runs and are melded as a rank."""
        return self.threes.red == "ordinary"

    def card_values(self) -> tuple[int, ...]:
        """Return points of a card by its rank index; red threes have none of their own and count as black ones here."""
        return tuple(getattr(self.values, name, 0) for name in RANK_NAMES)
