"""What the seat to move may do: its verbs, and its moves up to equivalence.

Moves that differ only in suits where the rules don't care, or in how an opening larger than needed is put together,
are listed once. Every move listed is accepted; if any move of a verb is legal, at least one of it is listed.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

from bot.canasta.cards import ACE, BLACK_THREES, JOKER, NATURAL_RANKS, SEVEN, THREE, TWO, Card, is_wild
from bot.canasta.discarding import discardable
from bot.canasta.goingout import run_groups
from bot.canasta.melds import CANASTA, Meld, locked, may_start, may_start_wild, takes_wilds, twos_locked
from bot.canasta.moves import Group, MeldName, Move
from bot.canasta.round import Round
from bot.canasta.specials import NAMES as SPECIAL_HANDS
from bot.canasta.taking import cards_suffice, frozen_for, naturals_needed, onto, pile_problem, sets_of

#: At most so many openings are listed for a hand that could open in thousands of ways.
MAX_OPENINGS: Final = 200
#: So many beginnings of an opening are tried at most.
_PRELUDES: Final = 300


def verbs(game_round: Round, legal: Iterable[Move]) -> list[str]:
    """The verbs of the seat's legal moves, in the order of a turn, with `undo` where it may be said."""
    found = list(dict.fromkeys(move.verb for move in legal))
    return [*found, "undo"] if game_round.may_undo() else found


def legal_moves(game_round: Round) -> list[Move]:
    """The moves of the seat to move, up to equivalence; `undo` is a verb but no move that leads on, and is left out."""
    return list(moves(game_round))


def moves(game_round: Round) -> Iterator[Move]:
    """`legal_moves`, one by one."""
    seat = game_round.actor()
    if seat is None:
        return
    if game_round.phase == "answer":
        yield from (Move(seat, "answer", word=word) for word in ("yes", "no") if game_round.may_answer(word))
    elif game_round.phase == "pass":
        yield from (Move(seat, "keep", word=word) for word in ("hand", "foot"))
    elif game_round.phase == "draw":
        if not game_round.must_take():
            yield Move(seat, "draw")
        yield from takes(game_round)
        yield from picks(game_round)
        yield from threes(game_round)
        if game_round.opens_before_draw(seat):
            yield from melds(game_round)
    else:
        yield from threes(game_round)
        if not game_round.rules.opening.before_draw or game_round.required(seat) is None:
            yield from melds(game_round)
        if game_round.has_rarities:
            yield from _rarities(game_round, seat)
        if game_round.ask_problem() is None:
            yield Move(seat, "ask")
        yield from discards(game_round)


def threes(game_round: Round) -> Iterator[Move]:
    """Threes that may be laid now."""
    seat = game_round.turn
    if not game_round.layable:
        return
    for card in sorted(game_round.layable.intersection(game_round.hands[seat])):
        if game_round.may_lay_three(seat, card):
            yield Move(seat, "three", card=card)


def _rarities(game_round: Round, seat: int) -> Iterator[Move]:
    """What only some games have: the extra hand, calientes, special hands, ending a turn without a discard."""
    if game_round.may_take_extra(seat):
        yield Move(seat, "extra")
    if game_round.may_play_caliente(seat):
        yield Move(seat, "caliente")
    for name in SPECIAL_HANDS:
        if game_round.special_points(seat, name) is not None:
            yield Move(seat, "special", word=name)
    if game_round.may_float(seat):
        yield Move(seat, "float")


def picks(game_round: Round) -> Iterator[Move]:
    """Taking the top card alone for a run of one's own."""
    if game_round.rules.pile.sequences != "top-card" or not game_round.pile:
        return
    seat = game_round.turn
    for meld in game_round.melds[game_round.side_of[seat]]:
        if meld.kind == "sequence":
            move = Move(seat, "pick", (Group((), MeldName("sequence", meld.rank * 4 + meld.suit)),))
            if game_round.is_legal(move):
                yield move


def discards(game_round: Round) -> Iterator[Move]:
    """One discard for each card of the hand that may go, copies once."""
    seat = game_round.turn
    hand = game_round.hands[seat]
    if len(hand) > 1 or game_round.foot(seat):
        if not game_round.must_go_out(game_round.side_of[seat]):
            for card, why in discardable(game_round, seat).items():
                if why is None:
                    yield Move(seat, "discard", card=card)
    else:
        yield from filter(game_round.is_legal, (Move(seat, "discard", card=card) for card in hand))


class _Hand:
    """A hand by rank, with its wild cards apart and all ways to take so many of them (copies once)."""

    __slots__ = ("blacks", "jokers", "naturals", "size", "spare", "twos", "wilds")

    def __init__(self, game_round: Round, hand: Sequence[Card]) -> None:
        self.size = len(hand)
        self.naturals: list[list[Card]] = [[] for _ in range(NATURAL_RANKS)]
        self.twos: list[Card] = []
        self.jokers = 0
        self.blacks: list[Card] = []
        for card in hand:
            if card < TWO * 4:
                self.naturals[card >> 2].append(card)
            elif card == JOKER:
                self.jokers += 1
            elif card < JOKER:
                self.twos.append(card)
            elif card in BLACK_THREES:
                self.blacks.append(card)
        self.wilds = _wild_picks(tuple(self.twos), self.jokers)
        #: Those of them that melds of one rank may get now.
        self.spare = self.wilds
        if len(self.wilds) > 1:
            rules, melds = game_round.rules, game_round.melds[game_round.side_of[game_round.turn]]
            if locked(rules, melds):
                self.spare = self.wilds[:1]
            elif twos_locked(rules, melds):
                self.spare = _wild_picks((), self.jokers)


@functools.lru_cache(maxsize=4096)
def _wild_picks(twos: tuple[Card, ...], jokers: int) -> tuple[tuple[tuple[Card, ...], ...], ...]:
    """By number of cards: every mix of twos and jokers (which twos does not matter)."""
    return tuple(
        tuple(
            twos[: count - mixed] + (JOKER,) * mixed
            for mixed in range(max(0, count - len(twos)), min(jokers, count) + 1)
        )
        for count in range(len(twos) + jokers + 1)
    )


#: So many naturals of a rank, and the wild cards that go with them.
_Choice = tuple[int, tuple[Card, ...]]


def _choices(game_round: Round, hand: _Hand, rank: int, onto: Meld | None, *, top: int = 0) -> Iterator[_Choice]:
    """All ways to lay cards of one rank on a meld (or as a new one), with `top` naturals more from the pile."""
    rules, fits = game_round.rules, game_round.fits
    have, wild = (onto.naturals, onto.wilds) if onto is not None else (0, 0)
    picks = hand.spare
    if len(picks) > 1 and rank in (SEVEN, ACE):
        opening = not game_round.melds[game_round.side_of[game_round.turn]]
        if not takes_wilds(rules, rank, onto, opening=opening):
            picks = picks[:1]
    least = 0 if onto is not None else max(1 - top, rules.melds.min_naturals - top)
    for naturals in range(least, len(hand.naturals[rank]) + 1):
        row = fits[have + naturals + top]
        for count, mixes in enumerate(picks, wild):
            if row[count] and (naturals or count > wild or top):
                for mix in mixes:
                    yield naturals, mix


def _by_rank(game_round: Round, hand: _Hand, rank: int, of_rank: Sequence[Meld]) -> Iterator[Group]:
    """All groups of one rank that can be laid now, the initial meld's minimum apart."""
    held = hand.naturals[rank]
    for place, meld in enumerate(of_rank, 1):
        name = _SET_NAMES[rank] if len(of_rank) == 1 else MeldName("set", rank, place)
        for naturals, mix in _choices(game_round, hand, rank, meld):
            plain = naturals and len(of_rank) == 1
            yield Group((*held[:naturals], *mix), None if plain else name)
    if held and (not of_rank or may_start(game_round.rules, of_rank)):
        new = MeldName("set", rank, new=True) if of_rank else None
        for naturals, mix in _choices(game_round, hand, rank, None):
            yield Group((*held[:naturals], *mix), new)


_SET_NAMES = tuple(MeldName("set", rank) for rank in range(NATURAL_RANKS))


def melds(game_round: Round) -> Iterator[Move]:
    """Every meld of one group, or before the side has opened every opening (up to equivalence)."""
    seat = game_round.turn
    side = game_round.side_of[seat]
    if game_round.required(seat) is not None:
        yield from _openings(game_round)
        return
    hand = _Hand(game_round, game_round.hands[seat])
    if hand.size == 1 and game_round.laid_for_free():
        return
    table = game_round.table(side)
    sure = not game_round.must_go_out(side) and table.room is None and not table.barred
    least = table.rules.melds.min_naturals
    by_rank: list[list[Meld]] = [[] for _ in range(NATURAL_RANKS)]
    for meld in table.melds:
        if meld.kind == "set":
            by_rank[meld.rank].append(meld)
    for rank, of_rank in enumerate(by_rank):
        held = len(hand.naturals[rank])
        if held < least and not (of_rank and (held or len(hand.spare) > 1)):
            continue
        for group in _by_rank(game_round, hand, rank, of_rank):
            move = Move(seat, "meld", (group,))
            if (sure and hand.size - len(group.cards) >= 2) or game_round.is_legal(move):
                yield move
    for group in _other_groups(game_round, hand):
        move = Move(seat, "meld", (group,))
        if game_round.is_legal(move):
            yield move


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
        yield from (Group(mix, MeldName("set", TWO)) for mix in mixes)
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


def _openings(game_round: Round, taking: Group | None = None) -> Iterator[Move]:
    """Bundles that reach the requirement and would not without any one of their groups; the concealed one besides.

    `taking` is the group that takes the pile, whose cards and top card count.
    """
    seat = game_round.turn
    rules, hand = game_round.rules.opening, list(game_round.hands[seat])
    needed = game_round.required(seat)
    held = len(hand)
    points = 0
    if taking is not None:
        held += len(game_round.taken_cards())
        points = _points(game_round, (*taking.cards, game_round.pile[-1]))
        for card in taking.cards:
            hand.remove(card)
    table = game_round.table(game_round.side_of[seat])
    sure = (
        not game_round.must_go_out(game_round.side_of[seat])
        and isinstance(needed, int)
        and not rules.pure
        and rules.triple == "no"
        and not table.melds
        and not table.barred
        and table.room is None
    )
    found = 0
    hopeless = rules.splash == "no" and points + _points(game_round, hand) < _short(needed)
    for prelude, rest in () if hopeless else _preludes(game_round, hand, needed):
        short = _short(needed) - points - _points(game_round, [card for group in prelude for card in group.cards])
        skip = taking.cards[0] >> 2 if taking is not None and taking.cards else None
        bundles = (
            _bundles(game_round, _Hand(game_round, rest), short, skip)
            if short > 0 or not (prelude or taking)
            else iter([()])
        )
        for bundle in bundles:
            groups = (*prelude, *bundle)
            if taking is None and not groups:
                continue
            move = Move(seat, "meld", groups) if taking is None else Move(seat, "take", (taking, *groups))
            left = held - sum(len(group.cards) for group in move.groups)
            if (sure and left >= 2 and not prelude) or game_round.is_legal(move):
                found += 1
                yield move
                if found >= MAX_OPENINGS:
                    return
    if taking is None and not found:
        plan = game_round.out_plan()
        if plan is not None and plan.groups:
            yield Move(seat, "meld", plan.groups)


def _points(game_round: Round, cards: Iterable[Card]) -> int:
    return sum(game_round.values[card >> 2] for card in cards)


def _short(needed: int | str | None) -> int:
    """The points of a requirement."""
    if isinstance(needed, int):
        return needed
    return 200 if needed == "canasta 200" else 0


def _preludes(
    game_round: Round, hand: list[Card], needed: int | str | None
) -> Iterator[tuple[tuple[Group, ...], list[Card]]]:
    """Groups to begin an opening with, besides plain melds: what the requirement demands, then runs and wild melds.

    First come single ones and none, then combinations of up to four, each with the cards that are left.
    """
    rules = game_round.rules
    demanded = isinstance(needed, str) or rules.opening.triple != "no"
    plain = not (rules.wilds.allowed or rules.twos.allowed or rules.sequences.allowed)
    if plain and not demanded and rules.opening.splash == "no":
        yield (), hand
        return
    free = [
        group
        for group in _other_groups(game_round, _Hand(game_round, hand))
        if group.cards[0] >> 2 != THREE and all(card in hand for card in group.cards)
    ]
    keys: list[Group | None] = [None]
    if demanded or rules.opening.splash != "no":
        sorted_hand = _Hand(game_round, hand)
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
                left = hand.copy()
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


def _bundles(game_round: Round, hand: _Hand, needed: int, skip: int | None) -> Iterator[tuple[Group, ...]]:
    """At most `MAX_OPENINGS` combinations of one group a rank that together count just enough, the best first.

    An ally who has still to open may add to the melds of his partner.
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
    pools: list[list[tuple[int, int, int, Group]]] = []
    pure = game_round.rules.opening.pure and needed > 0
    for rank in ranks:
        pool = []
        for group in _by_rank(game_round, hand, rank, sets_of(melds, rank)):
            mixed = group.cards.count(JOKER)
            count = _naturals(group)
            plain = len(group.cards) - count - mixed
            if not pure or count == len(group.cards):
                pool.append((count * values[rank] + mixed * joker + plain * two, plain, mixed, group))
        pools.append(sorted(pool, key=lambda entry: -entry[0]))
    left = MAX_OPENINGS

    def choose(
        place: int, points: int, twos: int, jokers: int, chosen: tuple[Group, ...]
    ) -> Iterator[tuple[Group, ...]]:
        nonlocal left
        if points >= needed and (chosen or needed > 0):
            left -= 1
            yield chosen
            return
        if left <= 0 or place == len(pools) or points + most[place] + twos * two + jokers * joker < needed:
            return
        for worth, plain, mixed, group in pools[place]:
            if plain <= twos and mixed <= jokers:
                own = group
                if plain and twos < len(hand.twos):
                    at = len(hand.twos) - twos
                    naturals = group.cards[: len(group.cards) - plain - mixed]
                    own = Group((*naturals, *hand.twos[at : at + plain], *((JOKER,) * mixed)), group.name)
                yield from choose(place + 1, points + worth, twos - plain, jokers - mixed, (*chosen, own))
        yield from choose(place + 1, points, twos, jokers, chosen)

    yield from choose(0, 0, len(hand.twos), hand.jokers, ())


def takes(game_round: Round) -> Iterator[Move]:
    """Every way to take the pile (up to equivalence)."""
    seat = game_round.turn
    if game_round.phase != "draw" or pile_problem(game_round, seat) is not None:
        return
    opening = game_round.required(seat) is not None
    if opening and game_round.rules.opening.with_pile == "first-from-hand":
        yield from _takes_after_opening(game_round)
        return
    for group in _taking_groups(game_round):
        if opening:
            yield from _openings(game_round, group)
            continue
        move = Move(seat, "take", (group,))
        if game_round.is_legal(move):
            yield move


def _taking_groups(game_round: Round) -> Iterator[Group]:
    """The groups of the hand that might take the pile with its top card."""
    seat, top = game_round.turn, game_round.pile[-1]
    side = game_round.side_of[seat]
    melds = game_round.melds[side]
    alone = onto(game_round, side)
    if not (alone or is_wild(top) or game_round.rules.pile.sequences == "whole"):
        same = sum(1 for card in game_round.hands[seat] if card >> 2 == top >> 2)
        least = naturals_needed(game_round, side) - (1 if game_round.rules.pile.wild_helps else 0)
        if same < (least if frozen_for(game_round, side) else 1):
            return
    hand = _Hand(game_round, game_round.hands[seat])
    if is_wild(top):
        pair = (top, top) if top == JOKER else tuple(hand.twos[:2])
        if (hand.jokers if top == JOKER else len(hand.twos)) >= 2:
            wild = [one for one in melds if one.kind == "wild"]
            names = [MeldName("wild", 0, nth) for nth in range(1, len(wild) + 1)]
            yield from (Group(pair, name) for name in names)
            if may_start_wild(game_round.rules, melds):
                yield Group(pair, MeldName("wild", new=True) if wild else None)
        return
    rank = top >> 2
    of_rank = sets_of(melds, rank)
    places: list[tuple[Meld | None, MeldName | None]] = [
        (meld, MeldName("set", rank, place) if len(of_rank) > 1 else None) for place, meld in enumerate(of_rank, 1)
    ]
    if may_start(game_round.rules, of_rank):
        places.append((None, MeldName("set", rank, new=True) if of_rank else None))
    if not alone and len(hand.naturals[rank]) + (1 if len(hand.wilds) > 1 else 0) < 2:
        places = []
    for place, (meld, name) in enumerate(places, 1):
        for naturals, mix in _choices(game_round, hand, rank, meld, top=1):
            by_meld = meld is not None and place in alone
            if by_meld or cards_suffice(game_round, side, naturals, len(mix)):
                yield Group((*hand.naturals[rank][:naturals], *mix), name)
    if game_round.rules.pile.sequences == "whole":
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


def _takes_after_opening(game_round: Round) -> Iterator[Move]:
    """Takes that follow an initial meld from the hand alone, in the same stroke (pagat: american-modern)."""
    seat, top = game_round.turn, game_round.pile[-1]
    rank = top >> 2
    same = [card for card in game_round.hands[seat] if card >> 2 == rank]
    if len(same) < 2:
        return
    needed = game_round.required(seat)
    for pair in ((), tuple(same[:2])):
        hand = list(game_round.hands[seat])
        _remove(hand, pair)
        found = 0
        for prelude, rest in _preludes(game_round, hand, needed):
            short = _short(needed) - _points(game_round, [card for group in prelude for card in group.cards])
            bundles = _bundles(game_round, _Hand(game_round, rest), short, None) if short > 0 else iter([()])
            for bundle in bundles:
                groups = (*prelude, *bundle)
                if not pair and not any(sum(1 for c in g.cards if c >> 2 == rank) >= 2 for g in groups):
                    continue
                move = Move(seat, "take", (Group(pair), *groups))
                if found < MAX_OPENINGS and game_round.is_legal(move):
                    found += 1
                    yield move
