"""What the seat to move may do: its verbs, and its moves up to equivalence.

Moves that differ only in suits where the rules don't care, or in how an opening larger than needed is put together,
are listed once. Every move listed is accepted; if any move of a verb is legal, at least one of it is listed.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import Final, NamedTuple

from bot.canasta.cards import (
    ACE,
    BLACK_THREES,
    CARD_CODES,
    JOKER,
    JOKER_RANK,
    NATURAL_RANKS,
    RANKS,
    SEVEN,
    THREE,
    TWO,
    Card,
    is_wild,
)
from bot.canasta.discarding import discardable
from bot.canasta.leaving import ask_problem, may_answer, must_go_out, out_plan
from bot.canasta.melds import CANASTA, Meld, locked, may_start, may_start_wild, takes_wilds, twos_locked
from bot.canasta.moves import Group, MeldName, Move
from bot.canasta.opening import laid_for_free
from bot.canasta.rarities import may_float, may_play_caliente, may_take_extra, special_points
from bot.canasta.round import Round
from bot.canasta.runs import run_groups
from bot.canasta.specials import NAMES as SPECIAL_HANDS
from bot.canasta.taking import cards_suffice, frozen_for, naturals_needed, onto, pile_problem, sets_of

#: At most so many openings are listed for a hand that could open in thousands of ways.
MAX_OPENINGS: Final = 200
#: At most about so many that take the pile, however many ways there are to take it.
_MAX_TAKES: Final = 1000
#: So many beginnings of an opening are tried at most.
_PRELUDES: Final = 300


def verbs(game_round: Round, legal: Iterable[Move]) -> list[str]:
    """The verbs of the seat's legal moves, in the order of a turn, with `undo` where it may be said."""
    found = list(dict.fromkeys(move.verb for move in legal))
    return [*found, "undo"] if game_round.may_undo() else found


def legal_moves(game_round: Round) -> list[Move]:
    """The moves of the seat to move, up to equivalence; `undo` is a verb but no move that leads on, and is left out."""
    seat = game_round.actor()
    if seat is None:
        return []
    if game_round.phase == "answer":
        return [Move(seat, "answer", word=word) for word in ("yes", "no") if may_answer(game_round, word)]
    if game_round.phase == "pass":
        return [Move(seat, "keep", word=word) for word in ("hand", "foot")]
    if game_round.phase == "draw":
        found = [] if game_round.must_take() or game_round.answer == "yes" else [Move(seat, "draw")]
        found += takes(game_round)
        found += picks(game_round)
        found += threes(game_round)
        if game_round.opens_before_draw(seat):
            found += melds(game_round)
        if ask_problem(game_round) is None:
            found.append(Move(seat, "ask"))
        return found
    found = threes(game_round)
    if not game_round.rules.opening.before_draw or game_round.required(seat) is None:
        found += melds(game_round)
    if game_round.has_rarities:
        found += _rarities(game_round, seat)
    if ask_problem(game_round) is None:
        found.append(Move(seat, "ask"))
    found += discards(game_round)
    return found


def threes(game_round: Round) -> list[Move]:
    """Threes that may be laid now."""
    seat = game_round.turn
    held = sorted(game_round.layable.intersection(game_round.hands[seat])) if game_round.layable else ()
    return [Move(seat, "three", card=card) for card in held if game_round.may_lay_three(seat, card)]


def _rarities(game_round: Round, seat: int) -> Iterator[Move]:
    """What only some games have: the extra hand, calientes, special hands, ending a turn without a discard."""
    if may_take_extra(game_round, seat):
        yield Move(seat, "extra")
    if may_play_caliente(game_round, seat):
        yield Move(seat, "caliente")
    for name in SPECIAL_HANDS:
        if special_points(game_round, seat, name) is not None:
            yield Move(seat, "special", word=name)
    if may_float(game_round, seat):
        yield Move(seat, "float")


def picks(game_round: Round) -> Iterable[Move]:
    """Taking the top card alone for a run of one's own."""
    if game_round.rules.pile.sequences != "top-card" or not game_round.pile:
        return ()
    seat = game_round.turn
    runs = (meld for meld in game_round.melds[game_round.side_of[seat]] if meld.kind == "sequence")
    names = (MeldName("sequence", meld.rank * 4 + meld.suit) for meld in runs)
    return filter(game_round.is_legal, (Move(seat, "pick", (Group((), name),)) for name in names))


#: Every discard there is, by seat and card: most of the moves listed are discards.
_DISCARDS: Final = tuple(tuple(Move(seat, "discard", card=card) for card in range(CARD_CODES)) for seat in range(8))


def discards(game_round: Round) -> Iterable[Move]:
    """One discard for each card of the hand that may go, copies once."""
    seat = game_round.turn
    hand, by_card = game_round.hands[seat], _DISCARDS[seat]
    if len(hand) == 1 and not game_round.foot(seat):
        return filter(game_round.is_legal, [by_card[hand[0]]])
    if must_go_out(game_round, game_round.side_of[seat]):
        return ()
    return [by_card[card] for card, why in discardable(game_round, seat).items() if why is None]


class _Hand:
    """A hand by rank, with its wild cards apart and all ways to take so many of them (copies once)."""

    __slots__ = ("blacks", "jokers", "naturals", "size", "spare", "twos", "wilds")

    def __init__(self, game_round: Round, hand: Sequence[Card]) -> None:
        by_rank: list[list[Card]] = [[] for _ in RANKS]
        for card in hand:
            by_rank[card >> 2].append(card)
        self.size = len(hand)
        self.naturals = by_rank[:NATURAL_RANKS]
        self.twos = by_rank[TWO]
        self.jokers = len(by_rank[JOKER_RANK])
        self.blacks = [card for card in by_rank[THREE] if card in BLACK_THREES]
        self.wilds = _wild_picks(tuple(self.twos), self.jokers)
        #: Those of them that melds of one rank may get now.
        self.spare = self.wilds
        if len(self.wilds) > 1:
            rules, melds = game_round.rules, game_round.melds[game_round.side_of[game_round.turn]]
            if locked(rules, melds):
                self.spare = self.wilds[:1]
            elif twos_locked(rules, melds):
                self.spare = _wild_picks((), self.jokers)


#: By number of cards, every mix of so many wild cards.
_Picks = tuple[tuple[tuple[Card, ...], ...], ...]


@functools.lru_cache(maxsize=4096)
def _wild_picks(twos: tuple[Card, ...], jokers: int) -> _Picks:
    """All mixes of twos and jokers (which twos does not matter)."""
    return tuple(
        tuple(
            twos[: count - mixed] + (JOKER,) * mixed
            for mixed in range(max(0, count - len(twos)), min(jokers, count) + 1)
        )
        for count in range(len(twos) + jokers + 1)
    )


def _picks_for(game_round: Round, hand: _Hand, rank: int, onto: Meld | None) -> _Picks:
    """The wild cards that may go to a meld of a rank, or to a new one."""
    picks = hand.spare
    if len(picks) > 1 and rank in (SEVEN, ACE):
        opening = not game_round.melds[game_round.side_of[game_round.turn]]
        if not takes_wilds(game_round.rules, rank, onto, opening=opening):
            return picks[:1]
    return picks


def _by_rank(game_round: Round, hand: _Hand, rank: int, of_rank: Sequence[Meld]) -> list[Group]:
    """All groups of one rank that can be laid now, the initial meld's minimum apart."""
    held = hand.naturals[rank]
    found: list[Group] = []
    for place, meld in enumerate(of_rank, 1):
        bare = _SET_NAMES[rank] if len(of_rank) == 1 else MeldName("set", rank, place)
        name = None if len(of_rank) == 1 else bare
        picks = _picks_for(game_round, hand, rank, meld)
        additions = game_round.sizes.additions(meld.naturals, meld.wilds, len(held), len(picks) - 1)
        found += [
            Group((*held[:more], *mix), name if more else bare)
            for more, wild in additions
            if more or wild
            for mix in picks[wild]
        ]
    if held and (not of_rank or may_start(game_round.rules, of_rank)):
        new = MeldName("set", rank, new=True) if of_rank else None
        picks = _picks_for(game_round, hand, rank, None)
        additions = game_round.sizes.additions(0, 0, len(held), len(picks) - 1)
        found += [Group((*held[:more], *mix), new) for more, wild in additions for mix in picks[wild]]
    return found


_SET_NAMES: Final = tuple(MeldName("set", rank) for rank in range(NATURAL_RANKS))


def _unchecked(game_round: Round, held: int) -> int:
    """How many of `held` cards may be laid without a look at whether the turn can be ended then; -1 where any laying needs it.

    Of groups that fit their melds only: with two cards left, nothing but a limit of melds, a bond to go out or threes that
    can't be discarded refuse them.
    """
    rules, seat = game_round.rules, game_round.turn
    bound = game_round.melds_limited or must_go_out(game_round, game_round.side_of[seat])
    if rules.discards.threes == "last":
        bound = bound or any(card >> 2 == THREE for card in (*game_round.hands[seat], *game_round.pile))
    return -1 if bound else held - 2


def melds(game_round: Round) -> Iterable[Move]:
    """Every meld of one group, or before the side has opened every opening (up to equivalence)."""
    seat = game_round.turn
    side = game_round.side_of[seat]
    if game_round.required(seat) is not None:
        return _openings(game_round)
    hand = _Hand(game_round, game_round.hands[seat])
    if hand.size == 1 and laid_for_free(game_round):
        return ()
    of_ranks: list[list[Meld]] = [[] for _ in range(NATURAL_RANKS)]
    for meld in game_round.melds[side]:
        if meld.kind == "set":
            of_ranks[meld.rank].append(meld)
    unchecked = _unchecked(game_round, hand.size)
    least = game_round.rules.melds.min_naturals
    found = []
    for rank, of_rank in enumerate(of_ranks):
        held = len(hand.naturals[rank])
        if held >= least or (of_rank and (held or len(hand.spare) > 1)):
            for group in _by_rank(game_round, hand, rank, of_rank):
                move = Move(seat, "meld", (group,))
                if len(group.cards) <= unchecked or game_round.is_legal(move):
                    found.append(move)
    others = (Move(seat, "meld", (group,)) for group in _other_groups(game_round, hand))
    found += filter(game_round.is_legal, others)
    return found


def _other_groups(game_round: Round, hand: _Hand) -> Iterator[Group]:
    """Black threes, wild cards by themselves, twos as a rank, and runs, where the rules have them."""
    rules = game_round.rules
    for count in range(len(hand.blacks), 2, -1):
        yield Group(tuple(hand.blacks[:count]))
    if not (rules.wilds.allowed or rules.twos.allowed or rules.sequences.allowed):
        return
    melds = game_round.melds[game_round.side_of[game_round.turn]]
    mixes = [mix for of_size in hand.wilds[1:] for mix in of_size]
    if rules.wilds.allowed:
        mine = [one for one in melds if one.kind == "wild"]
        for nth in range(1, len(mine) + 1):
            yield from (Group(mix, MeldName("wild", 0, nth)) for mix in mixes)
        if may_start_wild(rules, melds):
            yield from (Group(mix, MeldName("wild", new=True) if mine else None) for mix in mixes if len(mix) > 2)
    if rules.twos.allowed:
        least = 1 if any(one.kind == "twos" for one in melds) else 3
        yield from (Group(mix, MeldName("set", TWO)) for mix in mixes if len(mix) >= least)
    yield from _runs(game_round, melds)


def _runs(game_round: Round, melds: Sequence[Meld]) -> Iterator[Group]:
    """Runs of every length that the hand holds, and every card that extends one on the table by one place."""
    rules = game_round.rules
    if not rules.sequences.allowed:
        return
    seat = game_round.turn
    hand = game_round.hands[seat]
    for group in run_groups(game_round.table(game_round.side_of[seat]), hand):
        yield group
        if group.name is not None and group.name.new:
            longer, higher = group.cards, group.name.key + 4 * len(group.cards)
            while len(longer) < CANASTA and higher < TWO * 4 and higher in hand:
                longer, higher = (*longer, higher), higher + 4
                yield Group(longer, group.name)


def _openings(game_round: Round) -> list[Move]:
    """Bundles that reach the requirement, or the concealed one that needn't."""
    found = list(islice(_reaching(game_round, None), MAX_OPENINGS))
    if found:
        return found
    plan = out_plan(game_round)
    return [Move(game_round.turn, "meld", plan.groups)] if plan is not None and plan.groups else []


def _reaching(game_round: Round, taking: Group | None) -> Iterator[Move]:
    """Bundles that reach the requirement and would not without any one of their groups.

    `taking` is the group that takes the pile, whose cards and top card count unless all must come from the hand first.
    """
    seat, rules = game_round.turn, game_round.rules.opening
    needed, hand = game_round.required(seat), game_round.hands[seat]
    least = _short(needed)
    held = len(hand)
    counts = taking is not None and rules.with_pile != "first-from-hand"
    if taking is not None:
        hand = list(hand)
        _remove(hand, taking.cards)
        held += len(game_round.taken_cards())
        if counts:
            least -= _points(game_round, (*taking.cards, game_round.pile[-1]))
    if rules.splash == "no" and _points(game_round, hand) < least:
        return
    room = game_round.canastas_left(game_round.side_of[seat])
    if taking is not None and len(taking.cards) + 1 >= CANASTA:
        room -= 1
    opened = game_round.melds[game_round.side_of[seat]]
    plain = isinstance(needed, int) and not rules.pure and rules.triple == "no" and not opened
    if taking is not None and (not counts or (taking.name is not None and taking.name.kind != "set")):
        plain = False
    unchecked = _unchecked(game_round, held) if plain else -1
    skip = taking.cards[0] >> 2 if taking is not None and taking.cards and counts else None
    for prelude, rest in _preludes(game_round, hand, needed):
        left = room - len([group for group in prelude if len(group.cards) >= CANASTA])
        if left < 0 or (rules.pure and _is_spoilt(game_round, needed, prelude, taking)):
            continue
        splash = _is_splash(rules.splash, prelude)
        short = 0 if splash else least - _points(game_round, [card for group in prelude for card in group.cards])
        if short > 0 or not (prelude or taking):
            bundles = _bundles(game_round, _Hand(game_round, rest), short, left, skip)
        else:
            bundles = iter([()])
        for bundle in bundles:
            # Wild cards laid by themselves may hold back those of other melds, so they come last.
            groups = (*sorted((*prelude, *bundle), key=lambda group: _naturals(group) == 0),)
            if taking is not None:
                move = Move(seat, "take", (taking, *groups))
            elif groups:
                move = Move(seat, "meld", groups)
            else:
                continue
            size = sum(len(group.cards) for group in move.groups)
            if (size <= unchecked and not prelude) or game_round.is_legal(move):
                yield move


def _is_splash(rule: str, groups: Sequence[Group]) -> bool:
    """Whether one of these groups is a canasta that needs no minimum."""
    whole = [
        group
        for group in groups
        if len(group.cards) >= CANASTA and (group.name is None or group.name.kind != "sequence")
    ]
    if rule == "natural-or-wild":
        return any(_naturals(group) in (0, len(group.cards)) for group in whole)
    return rule == "any" and bool(whole)


def _is_spoilt(game_round: Round, needed: int | str | None, prelude: Sequence[Group], taking: Group | None) -> bool:
    """Whether wild cards among these groups forbid to open with them, where the initial meld must be pure."""
    cards = [(*taking.cards, game_round.pile[-1])] if taking is not None else []
    cards += [group.cards for group in prelude]
    splash = game_round.rules.opening.splash != "no" and any(len(one) >= CANASTA for one in cards)
    return needed != 0 and not splash and any(is_wild(card) for one in cards for card in one)


def _points(game_round: Round, cards: Iterable[Card]) -> int:
    values = game_round.values
    return sum([values[card >> 2] for card in cards])


def _short(needed: int | str | None) -> int:
    """The points of a requirement."""
    if isinstance(needed, int):
        return needed
    return 200 if needed == "canasta 200" else 0


def _preludes(
    game_round: Round, hand: Sequence[Card], needed: int | str | None
) -> Iterator[tuple[tuple[Group, ...], Sequence[Card]]]:
    """Groups to begin an opening with, besides plain melds: what the requirement demands, then runs and wild melds.

    First come single ones and none, then combinations of up to four, each with the cards that are left.
    """
    rules = game_round.rules
    demanded = isinstance(needed, str) or rules.opening.triple != "no"
    plain = not (rules.wilds.allowed or rules.twos.allowed or rules.sequences.allowed)
    if plain and not demanded and rules.opening.splash == "no":
        yield (), hand
        return
    pure = rules.opening.pure and needed != 0 and rules.opening.splash == "no"
    usable = [card for card in hand if not is_wild(card)] if pure else hand
    free = [
        group
        for group in _other_groups(game_round, _Hand(game_round, usable))
        if group.cards[0] >> 2 != THREE and all(card in usable for card in group.cards)
    ]
    keys: list[Group | None] = [None]
    if demanded or rules.opening.splash != "no":
        sorted_hand = _Hand(game_round, usable)
        sets = [group for rank in range(NATURAL_RANKS) for group in _by_rank(game_round, sorted_hand, rank, ())]
        least = CANASTA if isinstance(needed, str) else 3
        able = [
            group
            for group in (*sets, *free)
            if len(group.cards) >= CANASTA or (least == 3 and (_naturals(group) >= 3 or _naturals(group) == 0))
        ]
        keys = [*sorted(able, key=lambda group: -len(group.cards)), *([] if demanded else [None])]
    budget = _PRELUDES
    for size in range(5):
        for key in keys:
            start = (key,) if key is not None else ()
            for others in combinations(free, size):
                budget -= 1
                if budget < 0:
                    return
                left = list(hand)
                if _remove(left, [card for group in (*start, *others) for card in group.cards]):
                    yield (*start, *others), left
        if not free:
            return


def _naturals(group: Group) -> int:
    return sum(1 for card in group.cards if not is_wild(card))


def _remove(hand: list[Card], cards: Iterable[Card]) -> bool:
    for card in cards:
        if card not in hand:
            return False
        hand.remove(card)
    return True


def _bundles(
    game_round: Round, hand: _Hand, needed: int, canastas: int, skip: int | None
) -> Iterator[tuple[Group, ...]]:
    """At most `MAX_OPENINGS` combinations of one group a rank that together count just enough, the best first.

    `canastas` says how many may be made; the rank `skip` is left out. An ally who has still to open may add to the melds of his partner.
    """
    values, melds = game_round.values, game_round.melds[game_round.side_of[game_round.turn]]
    two, joker = values[TWO], values[JOKER >> 2]
    ranks = [
        rank
        for rank in range(NATURAL_RANKS)
        if rank != skip
        and (len(hand.naturals[rank]) >= game_round.rules.melds.min_naturals or (melds and sets_of(melds, rank)))
    ]
    most = [0]
    for rank in reversed(ranks):
        most.insert(0, most[0] + len(hand.naturals[rank]) * values[rank])
    if most[0] + len(hand.twos) * two + hand.jokers * joker < needed:
        return
    pools = []
    pure = game_round.rules.opening.pure and needed > 0
    for rank in ranks:
        pool = []
        for group in _by_rank(game_round, hand, rank, sets_of(melds, rank)):
            mixed = group.cards.count(JOKER)
            count = _naturals(group)
            plain = len(group.cards) - count - mixed
            if (not pure or count == len(group.cards)) and (canastas > 0 or len(group.cards) < CANASTA):
                pool.append((count * values[rank] + mixed * joker + plain * two, plain, mixed, group))
        pools.append(sorted(pool, key=lambda entry: -entry[0]))
    search = _Pools(needed, two, joker, pools, most)
    yield from islice(_filled(search, 0, 0, hand.twos, hand.jokers, ()), MAX_OPENINGS)


class _Pools(NamedTuple):
    """What bundles are put together from: by rank, (points, twos, jokers, group) with the best first.

    `most` says what all naturals come to from each rank on; `needed`, `two` and `joker` are points.
    """

    needed: int
    two: int
    joker: int
    ranks: Sequence[Sequence[tuple[int, int, int, Group]]]
    most: Sequence[int]


def _filled(
    pools: _Pools, place: int, points: int, twos: Sequence[Card], jokers: int, chosen: tuple[Group, ...]
) -> Iterator[tuple[Group, ...]]:
    """The bundles that begin with those chosen, and go on with the ranks from `place` and the wild cards left."""
    if points >= pools.needed and (chosen or pools.needed > 0):
        yield chosen
        return
    hope = points + pools.most[place] + len(twos) * pools.two + jokers * pools.joker
    if hope < pools.needed or place == len(pools.ranks):
        return
    for worth, plain, mixed, group in pools.ranks[place]:
        if plain <= len(twos) and mixed <= jokers:
            naturals = group.cards[: len(group.cards) - plain - mixed]
            own = Group((*naturals, *twos[:plain], *((JOKER,) * mixed)), group.name) if plain else group
            yield from _filled(pools, place + 1, points + worth, twos[plain:], jokers - mixed, (*chosen, own))
    yield from _filled(pools, place + 1, points, twos, jokers, chosen)


def takes(game_round: Round) -> Iterable[Move]:
    """Every way to take the pile (up to equivalence)."""
    seat = game_round.turn
    if pile_problem(game_round, seat) is not None:
        return ()
    if game_round.required(seat) is not None:
        if game_round.rules.opening.with_pile == "first-from-hand":
            groups = _taking_pairs(game_round)
        else:
            groups = [*_taking_sets(game_round), *_taking_others(game_round)]
        most = min(MAX_OPENINGS, max(10, _MAX_TAKES // max(1, len(groups))))
        return (move for group in groups for move in islice(_reaching(game_round, group), most))
    found = [Move(seat, "take", (group,)) for group in _taking_sets(game_round)]
    if found:
        unchecked = _unchecked(game_round, len(game_round.hands[seat]) + len(game_round.taken_cards()))
        found = [move for move in found if len(move.groups[0].cards) <= unchecked or game_round.is_legal(move)]
    others = (Move(seat, "take", (group,)) for group in _taking_others(game_round))
    found += filter(game_round.is_legal, others)
    return found


def _taking_pairs(game_round: Round) -> list[Group]:
    """A pair for the top card, by itself or among the initial melds of the same stroke (pagat: american-modern)."""
    rank = game_round.pile[-1] >> 2
    same = [card for card in game_round.hands[game_round.turn] if card >> 2 == rank]
    return [Group(()), Group(tuple(same[:2]))] if len(same) >= 2 else []


def _taking_sets(game_round: Round) -> Iterator[Group]:
    """The groups of the hand that the top card makes, or joins with, a meld of its rank, so that they take the pile."""
    seat, top = game_round.turn, game_round.pile[-1]
    side, rank = game_round.side_of[seat], top >> 2
    if rank >= NATURAL_RANKS:
        return
    alone = onto(game_round, side)
    if not alone:
        same = len([card for card in game_round.hands[seat] if card >> 2 == rank])
        least = naturals_needed(game_round, side) - (1 if game_round.rules.pile.wild_helps else 0)
        if same < (least if frozen_for(game_round, side) else 1):
            return
    hand = _Hand(game_round, game_round.hands[seat])
    held = hand.naturals[rank]
    if not alone and len(held) + (1 if len(hand.wilds) > 1 else 0) < 2:
        return
    of_rank = sets_of(game_round.melds[side], rank)
    places: list[tuple[Meld | None, MeldName | None]] = [
        (meld, MeldName("set", rank, place) if len(of_rank) > 1 else None) for place, meld in enumerate(of_rank, 1)
    ]
    if may_start(game_round.rules, of_rank):
        places.append((None, MeldName("set", rank, new=True) if of_rank else None))
    for place, (meld, name) in enumerate(places, 1):
        have, wild = (meld.naturals, meld.wilds) if meld is not None else (0, 0)
        picks = _picks_for(game_round, hand, rank, meld)
        for naturals, wilds in game_round.sizes.additions(have + 1, wild, len(held), len(picks) - 1):
            by_meld = meld is not None and place in alone
            if by_meld or cards_suffice(game_round, side, naturals, wilds):
                yield from (Group((*held[:naturals], *mix), name) for mix in picks[wilds])


def _taking_others(game_round: Round) -> Iterator[Group]:
    """The groups of the hand that might take the pile with a wild card on top, or for a run."""
    melds, top = game_round.melds[game_round.side_of[game_round.turn]], game_round.pile[-1]
    if is_wild(top):
        hand = _Hand(game_round, game_round.hands[game_round.turn])
        pair = (top, top) if top == JOKER else tuple(hand.twos[:2])
        if (hand.jokers if top == JOKER else len(hand.twos)) >= 2:
            wild = [one for one in melds if one.kind == "wild"]
            names = [MeldName("wild", 0, nth) for nth in range(1, len(wild) + 1)]
            yield from (Group(pair, name) for name in names)
            if may_start_wild(game_round.rules, melds):
                yield Group(pair, MeldName("wild", new=True) if wild else None)
    elif game_round.rules.pile.sequences == "whole":
        yield from _taking_runs(game_round, melds, top)


def _taking_runs(game_round: Round, melds: Sequence[Meld], top: Card) -> Iterator[Group]:
    """Runs that the top card makes with two cards of the hand, and runs on the table that it extends."""
    hand, rules = game_round.hands[game_round.turn], game_round.rules.sequences
    wild = next(filter(is_wild, hand), None) if rules.max_wilds and rules.min_naturals <= 2 else None
    for low in range(max(0, (top >> 2) - 2), min(top >> 2, ACE - 2) + 1):
        cards = [rank * 4 + (top & 3) for rank in range(low, low + 3)]
        others = [card if card in hand else wild for card in cards if card != top]
        if None not in others and others != [wild, wild]:
            yield Group(tuple(card for card in others if card is not None), MeldName("sequence", cards[0], new=True))
    for meld in melds:
        if meld.kind == "sequence" and meld.suit == top & 3:
            yield Group((), MeldName("sequence", meld.rank * 4 + meld.suit))
