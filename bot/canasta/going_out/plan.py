"""Ways to lay out a whole hand this turn: they decide if going out is offered, asked for or required."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from typing import Final

from ..cards import (
    CALIENTE_RANK,
    JOKER,
    JOKER_RANK,
    NATURAL_RANKS,
    RANKS,
    RED_THREES,
    THREE,
    TWO,
    Card,
    cards_of,
    is_wild,
    rank_counts,
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

_WILD_RANKS: Final = (TWO, JOKER_RANK)
#: No card of the ranks that aren't natural.
_OTHER_RANKS: Final = (0,) * (len(RANKS) - NATURAL_RANKS)


@dataclass(frozen=True, slots=True)
class OutPlan:
    """A way to go out: the groups to lay in one stroke, and the card to discard after them, if any."""

    groups: tuple[Group, ...]
    discard: Card | None


def is_hopeless(rules: Rules, on_table: Iterable[int], counts: Sequence[int]) -> bool:
    """Return whether a hand surely can't go out.

    Then it holds single cards of two ranks that have no meld, or more pairs of such ranks than wild cards. Most hands
    fail by that. `on_table` are the ranks that have one, each once. `counts` are the numbers of its cards by rank.
    """
    if rules.sequences.allowed or rules.melds.min_naturals == 1:
        return False
    stuck = [*counts[:NATURAL_RANKS], *_OTHER_RANKS]
    for rank in on_table:
        stuck[rank] = 0
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
            counts = rest.counts if isinstance(rest, Hand) else rank_counts(rest)
            for last in _last_cards(conditions, rest, counts):
                if (last is None and rules.out.discard == "required") or last in barred:
                    continue
                left, left_counts = [*rest], counts
                if last is not None:
                    left.remove(last)
                    left_counts = counts.copy()
                    left_counts[last >> 2] -= 1
                # Of threes it matters which are left.
                shape = kinds, last if last is not None and last >> 2 == THREE else None, *left_counts
                if shape in seen:
                    continue
                seen.add(shape)
                groups = _lay_sets(conditions, left, left_counts, reds, known, share)
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
    of_suit = own_twos.copy()
    of_rank: dict[int, int] = {}
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


def _last_cards(conditions: LayConditions, hand: Sequence[Card], counts: Sequence[int]) -> Sequence[Card | None]:
    """Return the cards that may be the last discard (None: none is needed); for most hands none, as a quick look shows.

    A card that no meld can take must be the one discarded, so there is one such card at most; a rank that only a wild
    card makes up to three needs one of its own. `counts` are the numbers of the hand's cards by rank.
    """
    rules, lying = conditions.rules, conditions.melds.lying
    may_be, least = set_ranks(rules), rules.melds.min_naturals
    stuck: list[Card] = []
    short = spare = 0
    for rank, count in enumerate(counts):
        if not count or rank in _WILD_RANKS:
            continue
        if rank in may_be:
            if count > 2 or lying[rank]:
                continue
            if count >= least:
                short += 1
                spare = max(spare, count == 1)
                continue
        if rank == THREE and count > 2 and rank not in may_be:
            stuck += [card for card in hand if card in RED_THREES]
        elif count > 1:
            return ()
        else:
            stuck += [card for card in hand if card >> 2 == rank]
        if len(stuck) > 1:
            return ()
    if short - spare > counts[TWO] + counts[JOKER_RANK]:
        return ()
    return stuck or (None, *{card >> 2: card for card in hand}.values())


def _lay_sets(
    conditions: LayConditions, hand: Sequence[Card], counts: Sequence[int], reds: int, known: Known, share: Sharing
) -> Iterable[Group] | None:
    """Return groups of one rank, wild melds and black threes that use the whole hand and let the side go out, or None.

    `counts` are the numbers of the hand's cards by rank. `known` keeps what was found out about the first ranks, for the
    next hand that differs only in later ones.
    """
    if counts[CALIENTE_RANK]:
        return None
    plain_threes = conditions.rules.plain_threes
    threes: list[Group] = []
    if counts[THREE] and not plain_threes:
        blacks = tuple([card for card in hand if card >> 2 == THREE])
        if black_threes_problem(conditions, blacks) is not None:
            return None
        threes.append(Group(blacks))
    twos = [card for card in hand if card >> 2 == TWO] if counts[TWO] else []
    naturals = {rank: count for rank, count in enumerate(counts[:NATURAL_RANKS]) if count}
    if plain_threes and counts[THREE]:
        naturals[THREE] = counts[THREE]
    for two_meld, wilds in _twos_plays(conditions, twos, [JOKER] * counts[JOKER_RANK]):
        parts = share(conditions, naturals, wilds, reds, known)
        if parts is not None:
            return chain(two_meld, groups_of(conditions, parts, hand, wilds), threes)
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
