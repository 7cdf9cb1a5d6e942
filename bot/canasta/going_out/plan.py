"""Ways to lay out a whole hand this turn: they decide if going out is offered, asked for or required."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain

from ..cards import (
    CALIENTE_RANK,
    JOKER,
    JOKER_RANK,
    NATURAL_RANKS,
    RED_THREES,
    THREE,
    TWO,
    Card,
    cards_of,
    is_wild,
)
from ..hand import Hand
from ..melds import CANASTA, LayConditions, canasta_count
from ..melds.base import wilds_among
from ..melds.black_threes import black_threes_problem
from ..melds.locks import is_unfinished
from ..melds.runs import Run
from ..melds.sets import Set, set_ranks
from ..melds.twos import Twos, twos_problem
from ..moves import Group, MeldName
from ..rules.model import Rules
from .run_search import is_stuck, run_kinds, run_plays
from .sharing import Known, Sharing, can_share, groups_of, share_out


@dataclass(frozen=True, slots=True)
class OutPlan:
    """A way to go out: the groups to lay in one stroke, and the card to discard after them, if any."""

    groups: tuple[Group, ...]
    discard: Card | None


def is_hopeless(rules: Rules, on_table: Collection[int | None], counts: Sequence[int]) -> bool:
    """Return whether a hand surely can't go out.

    Then it holds single cards of two ranks that have no meld, or more pairs of such ranks than wild cards. Most hands
    fail by that. `on_table` are the ranks that have one, each once. `counts` are the numbers of its cards by rank.
    """
    if rules.sequences.allowed or rules.melds.min_naturals == 1:
        return False
    stuck = [*counts]
    for rank in on_table:
        if rank is not None:
            stuck[rank] = 0
    stuck = stuck[:NATURAL_RANKS]
    return stuck.count(1) > 1 or stuck.count(2) > counts[TWO] + counts[JOKER_RANK]


def lacks_canastas(conditions: LayConditions, counts: Sequence[int]) -> bool:
    """Return whether a hand surely can't complete the canastas that going out takes; False where runs may be some.

    Each meld is given all its cards and all wild ones. `counts` are the numbers of the hand's cards by rank.
    """
    wilds, lacking = counts[TWO] + counts[JOKER_RANK], conditions.rules.out.canastas
    if conditions.rules.sequences.allowed or wilds >= CANASTA:
        return False
    for meld in conditions.melds:
        lacking -= len(meld.cards) + counts[meld.rank] + wilds >= CANASTA
    return lacking > 0 and lacking > len([count for count in counts if count + wilds >= CANASTA])


def plan_out(
    conditions: LayConditions, hand: Sequence[Card], reds: int, barred: frozenset[Card] = frozenset()
) -> OutPlan | None:
    """Return the first of `plans_out`, None if there is none."""
    with closing(plans_out(conditions, hand, reds, barred)) as plans:
        return next(plans, None)


def has_plan_out(
    conditions: LayConditions, hand: Sequence[Card], reds: int, barred: frozenset[Card] = frozenset()
) -> bool:
    """Return whether there is a way that `plans_out` would yield."""
    with closing(_ways_out(conditions, hand, reds, barred, can_share)) as ways:
        return next(ways, None) is not None


def plans_out(
    conditions: LayConditions, hand: Sequence[Card], reds: int, barred: frozenset[Card] = frozenset()
) -> Generator[OutPlan]:
    """Yield ways to lay all cards of `hand`, except at most one that is discarded, that leave the side free to go out.

    There is one for each last discard and way to lay runs. `reds` are the side's red threes on the table, `barred`
    cards that can't be the last discard in addition to those that never can. The conditions of an initial meld are not
    checked.
    """
    with closing(_ways_out(conditions, hand, reds, barred, share_out)) as ways:
        for groups, last in ways:
            yield OutPlan(tuple(groups), last)


def _ways_out(
    conditions: LayConditions, hand: Sequence[Card], reds: int, barred: frozenset[Card], share: Sharing
) -> Generator[tuple[Iterable[Group], Card | None]]:
    """Yield the ways out, each as its groups and its last discard.

    The groups must be put together before the next way is asked for. Where `share` says only that there is a way, they
    are some of it.
    """
    rules = conditions.rules
    if rules.sequences.allowed:
        if _canastas_are_far(conditions, hand) or is_stuck(conditions, hand):
            return
    elif lacks_canastas(conditions, hand.counts if isinstance(hand, Hand) else Hand(hand).counts):
        return
    barred = barred | cards_of(rules.out.last_not)
    known: Known = {}
    seen: set[tuple[object, ...]] = set()
    with closing(run_plays(conditions, hand)) as plays:
        for runs, rest in plays:
            kinds = run_kinds(conditions)
            if kinds.count("sequence") < rules.out.asks("run"):
                continue
            for last in _last_cards(conditions, rest):
                if (last is None and rules.out.discard == "required") or last in barred:
                    continue
                left = list(rest)
                if last is not None:
                    left.remove(last)
                shape = (kinds, *(card >> 2 if card < TWO * 4 else card for card in left))
                if shape in seen:
                    continue
                seen.add(shape)
                groups = _lay_sets(conditions, left, reds, known, share)
                if groups is not None:
                    yield chain(runs, groups), last


def _canastas_are_far(conditions: LayConditions, hand: Sequence[Card]) -> bool:
    """Return whether a hand surely can't complete the canastas that going out takes, or those of them without wild cards.

    Each canasta is given all cards that could go to it, but a wild card goes to one only.
    """
    rules, wilds = conditions.rules, wilds_among(hand)
    short = sorted(_short_canastas(conditions, hand, wilds))
    needed = rules.out.canastas
    if len(short) < needed or sum([lack for lack, _ in short[:needed]]) > wilds:
        return True
    asked = rules.out.asks("natural")
    if not rules.sequences.max_wilds:
        asked += rules.out.asks("run") + rules.out.asks("natural-or-run")
    if not asked or rules.out.either_way or rules.wilds.allowed:
        return False
    return len([lack for lack, clean in short if clean and not lack]) < asked


def _short_canastas(conditions: LayConditions, hand: Sequence[Card], wilds: int) -> Iterator[tuple[int, bool]]:
    """Yield how many wild cards each canasta needs at least that a hand could complete, and if it is clean without any."""
    rules = conditions.rules
    own_twos = [hand.count(TWO * 4 + suit) for suit in range(4)] if rules.plain_threes else [0] * 4
    of_suit, of_rank = own_twos.copy(), dict[int, int]()
    for card in hand:
        if not is_wild(card):
            of_suit[card & 3] += 1
            of_rank[card >> 2] = of_rank.get(card >> 2, 0) + 1
    for meld in conditions.melds:
        have, clean, more = len(meld.cards), not meld.wilds, 0
        if isinstance(meld, Set):
            more = of_rank.get(meld.rank, 0)
        elif isinstance(meld, Run):
            more = of_suit[meld.suit]
            clean = clean or (rules.plain_threes and TWO * 4 + meld.suit in meld.cards)
        if have + more + wilds >= CANASTA:
            yield max(0, CANASTA - have - more), clean
    helping = wilds if rules.sequences.max_wilds else 0
    for count, most in (*((one, wilds) for one in of_rank.values()), *((one, helping) for one in of_suit)):
        for whole in range(CANASTA, count + most + 1, CANASTA):
            yield max(0, min(CANASTA, whole - count)), True
    for _ in range(wilds // CANASTA):
        yield CANASTA, False


def _last_cards(conditions: LayConditions, hand: Sequence[Card]) -> Sequence[Card | None]:
    """Return the cards that may be the last discard (None: none is needed); for most hands none, as a quick look shows.

    A card that no meld can take must be the one discarded, so there is one such card at most; a rank that only a wild
    card makes up to three needs one of its own.
    """
    rules, last_of = conditions.rules, {card >> 2: card for card in hand}
    ranks, lying = [card >> 2 for card in hand], conditions.melds.lying
    wilds = ranks.count(TWO) + ranks.count(JOKER_RANK)
    may_be, least, stuck = set_ranks(rules), rules.melds.min_naturals, list[Card]()
    short = spare = 0
    for rank, last in last_of.items():
        count = ranks.count(rank)
        if rank in may_be:
            if count > 2 or lying[rank]:
                continue
            if count < least:
                stuck += [last] * count
            else:
                short += 1
                spare = max(spare, count == 1)
        elif rank == THREE and count >= 3:
            stuck += [card for card in hand if card in RED_THREES]
        elif rank not in (TWO, JOKER_RANK):
            stuck += [last] * count
        if len(stuck) > 1:
            return ()
    if short - spare > wilds:
        return ()
    return stuck or (None, *last_of.values())


def _lay_sets(
    conditions: LayConditions, hand: Sequence[Card], reds: int, known: Known, share: Sharing
) -> Iterable[Group] | None:
    """Return groups of one rank, wild melds and black threes that use the whole hand and let the side go out, or None.

    `known` keeps what was found out about the first ranks, for the next hand that differs only in later ones.
    """
    rules = conditions.rules
    left: dict[int, list[Card]] = {}
    for card in hand:
        left.setdefault(card >> 2, []).append(card)
    threes = [] if rules.plain_threes else left.pop(THREE, [])
    if threes and black_threes_problem(conditions, threes) is not None:
        return None
    twos, jokers = left.pop(TWO, []), left.pop(JOKER >> 2, [])
    if CALIENTE_RANK in left:
        return None
    for two_meld, wilds in _twos_plays(conditions, twos, jokers):
        parts = share(conditions, left, wilds, reds, known)
        if parts is not None:
            return chain(two_meld, groups_of(conditions, parts, left, wilds), [Group(tuple(threes))] if threes else ())
    return None


def _twos_plays(
    conditions: LayConditions, twos: list[Card], jokers: list[Card]
) -> Iterator[tuple[list[Group], list[Card]]]:
    """Yield ways to send twos and jokers to a meld of twos, and the wild cards left for other melds."""
    if not conditions.rules.twos.allowed:
        yield [], twos + jokers
        return
    mine = next((one for one in conditions.melds if isinstance(one, Twos) and is_unfinished(len(one.cards))), None)
    have = mine.cards.count(JOKER) if mine is not None else 0
    base = len(mine.cards) - have if mine is not None else 0
    for count in range(len(twos) + 1):
        for mixed in range(len(jokers) + 1):
            whole = base + have + count + mixed
            if (count or mixed) and twos_problem(conditions.rules, base + count, have + mixed) is not None:
                continue
            if conditions.room is not None and whole >= CANASTA and canasta_count(conditions.melds) >= conditions.room:
                continue
            if (mine is not None or count) and is_unfinished(whole) and count < len(twos):
                continue
            group = [Group((*twos[:count], *jokers[:mixed]), MeldName("set", TWO))] if count or mixed else []
            yield group, twos[count:] + jokers[mixed:]
