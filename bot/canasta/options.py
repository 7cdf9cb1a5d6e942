"""What the seat to move may do: its verbs, and its moves up to equivalence.

Moves that differ only in suits where the rules don't care, or in how an opening larger than needed is put together,
are listed once. Every move listed is accepted; if any move of a verb is legal, at least one of it is listed.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from bot.canasta.cards import JOKER, NATURAL_RANKS, TWO, Card
from bot.canasta.melds import Meld, locked, may_start, wild_problem
from bot.canasta.moves import Group, MeldName, Move
from bot.canasta.round import BLACK_THREES, Round

#: At most so many openings are listed for a hand that could open in thousands of ways.
MAX_OPENINGS: Final = 200


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
    elif game_round.phase == "draw":
        if not game_round.must_take():
            yield Move(seat, "draw")
        yield from takes(game_round)
    else:
        yield from melds(game_round)
        if game_round.ask_problem() is None:
            yield Move(seat, "ask")
        yield from discards(game_round)


def discards(game_round: Round) -> Iterator[Move]:
    """One discard for each card of the hand that may go, copies once."""
    seat = game_round.turn
    hand = game_round.hands[seat]
    free = len(hand) > 1 and not game_round.must_go_out(game_round.side_of[seat])
    last = -1
    for card in hand:
        if card != last and (free or game_round.is_legal(Move(seat, "discard", card=card))):
            yield Move(seat, "discard", card=card)
        last = card


class _Hand:
    """A hand by rank, with its wild cards apart and all ways to take so many of them (copies once)."""

    __slots__ = ("blacks", "jokers", "naturals", "size", "twos", "wilds")

    def __init__(self, hand: Sequence[Card]) -> None:
        self.size = len(hand)
        self.naturals: list[list[Card]] = [[] for _ in range(NATURAL_RANKS)]
        self.twos: list[Card] = []
        self.jokers = 0
        self.blacks: list[Card] = []
        for card in hand:
            rank = card >> 2
            if rank < NATURAL_RANKS:
                self.naturals[rank].append(card)
            elif rank == TWO:
                self.twos.append(card)
            elif card == JOKER:
                self.jokers += 1
            elif card in BLACK_THREES:
                self.blacks.append(card)
        self.wilds = _wild_picks(tuple(self.twos), self.jokers)


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


class _Choice(NamedTuple):
    """So many naturals of one rank with some wild cards, for one meld."""

    rank: int
    naturals: int
    wilds: tuple[Card, ...]
    name: MeldName | None

    def group(self, hand: _Hand) -> Group:
        return Group((*hand.naturals[self.rank][: self.naturals], *self.wilds), self.name)

    @property
    def size(self) -> int:
        return self.naturals + len(self.wilds)


def _choices(
    game_round: Round, hand: _Hand, rank: int, onto: Meld | None, name: MeldName | None, *, top: int = 0
) -> Iterator[_Choice]:
    """All ways to lay cards of one rank on a meld (or as a new one), with `top` naturals more from the pile."""
    fits = game_round.fits
    have, wild = (onto.naturals, onto.wilds) if onto is not None else (0, 0)
    available = len(hand.naturals[rank])
    picks = hand.wilds
    if len(picks) > 1 and locked(game_round.rules, game_round.melds[game_round.side_of[game_round.turn]]):
        picks = picks[:1]
    for naturals in range(available + 1):
        row = fits[have + naturals + top]
        for count, mixes in enumerate(picks):
            if row[wild + count] and (naturals or count or (top and onto is not None)):
                for mix in mixes:
                    yield _Choice(rank, naturals, mix, name)


def _by_rank(game_round: Round, hand: _Hand, rank: int, of_rank: Sequence[Meld]) -> Iterator[_Choice]:
    """All ways to meld cards of one rank now, the initial meld's minimum apart."""
    if len(of_rank) == 1:
        meld = of_rank[0]
        for choice in _choices(game_round, hand, rank, meld, None):
            yield choice if choice.naturals else choice._replace(name=MeldName("set", rank))
    else:
        for place, meld in enumerate(of_rank, 1):
            yield from _choices(game_round, hand, rank, meld, MeldName("set", rank, place))
    if hand.naturals[rank] and (not of_rank or may_start(game_round.rules, of_rank)):
        yield from _choices(game_round, hand, rank, None, MeldName("set", rank, new=True) if of_rank else None)


def melds(game_round: Round) -> Iterator[Move]:
    """Every meld of one group, or before the side has opened every opening (up to equivalence)."""
    seat = game_round.turn
    side = game_round.side_of[seat]
    hand = _Hand(game_round.hands[seat])
    if game_round.required(seat) is not None:
        yield from _openings(game_round, hand)
        return
    if hand.size == 1 and game_round.laid_for_free():
        return
    bound = game_round.must_go_out(side)
    by_rank: list[list[Meld]] = [[] for _ in range(NATURAL_RANKS)]
    for meld in game_round.melds[side]:
        if meld.kind == "set":
            by_rank[meld.rank].append(meld)
    for rank, of_rank in enumerate(by_rank):
        if not of_rank and len(hand.naturals[rank]) < game_round.rules.melds.min_naturals:
            continue
        for choice in _by_rank(game_round, hand, rank, of_rank):
            move = Move(seat, "meld", (choice.group(hand),))
            if (not bound and hand.size - choice.size >= 2) or game_round.is_legal(move):
                yield move
    for group in (*_wild_groups(game_round, hand), *_other_groups(game_round, hand)):
        move = Move(seat, "meld", (group,))
        if game_round.is_legal(move):
            yield move


def _wild_groups(game_round: Round, hand: _Hand) -> Iterator[Group]:
    """Groups of wild cards alone, for the wild meld or a new one."""
    rules = game_round.rules
    if not rules.wilds.allowed:
        return
    mine = [one for one in game_round.melds[game_round.side_of[game_round.turn]] if one.kind == "wild"]
    have = len(mine[0].cards) if mine else 0
    for count, mixes in enumerate(hand.wilds):
        if count and wild_problem(rules, have + count) is None:
            yield from map(Group, mixes)


def _other_groups(game_round: Round, hand: _Hand) -> Iterator[Group]:
    """Black threes, and runs where the rules have them."""
    if len(hand.blacks) >= 3:
        yield Group(tuple(hand.blacks))
    if not game_round.rules.sequences.allowed:
        return
    side = game_round.melds[game_round.side_of[game_round.turn]]
    for suit in range(4):
        held = [rank for rank in range(NATURAL_RANKS) if rank * 4 + suit in hand.naturals[rank]]
        for start in range(len(held)):
            run = [rank for offset, rank in enumerate(held[start:]) if rank == held[start] + offset]
            for size in range(3, min(len(run), 7) + 1):
                yield Group(
                    tuple(rank * 4 + suit for rank in run[:size]), MeldName("sequence", run[0] * 4 + suit, new=True)
                )
        for meld in side:
            if meld.kind == "sequence" and meld.suit == suit:
                for rank in (meld.rank - 1, meld.high + 1):
                    if rank in held:
                        yield Group((rank * 4 + suit,), MeldName("sequence", meld.rank * 4 + suit))


def _openings(game_round: Round, hand: _Hand, taking: _Choice | None = None) -> Iterator[Move]:
    """Bundles that reach the minimum and would not without any one of their groups; the concealed one besides."""
    seat = game_round.turn
    needed = game_round.required(seat)
    assert needed is not None
    held = hand.size + (game_round.gain() if taking else 0)
    found = False
    for chosen in islice(_bundles(game_round, hand, needed, taking), 20 * MAX_OPENINGS):
        move = Move(seat, "take" if taking else "meld", tuple(choice.group(hand) for choice in chosen))
        if held - sum(choice.size for choice in chosen) >= 2 or game_round.is_legal(move):
            found = True
            yield move
    if taking is None:
        yield from _whole_hand(game_round, listed=found)


def _bundles(game_round: Round, hand: _Hand, needed: int, taking: _Choice | None) -> Iterator[tuple[_Choice, ...]]:
    """At most `MAX_OPENINGS` combinations of one choice a rank that together count just enough, the best first."""
    values = game_round.values
    two, joker = values[TWO], values[JOKER >> 2]
    naturals = [
        rank
        for rank in range(NATURAL_RANKS)
        if len(hand.naturals[rank]) >= game_round.rules.melds.min_naturals and not (taking and taking.rank == rank)
    ]
    points = 0
    twos, jokers = len(hand.twos), hand.jokers
    if taking is not None:
        points = (taking.naturals + 1) * values[taking.rank] + sum(values[card >> 2] for card in taking.wilds)
        jokers -= taking.wilds.count(JOKER)
        twos -= len(taking.wilds) - taking.wilds.count(JOKER)
    most = [0]
    for rank in reversed(naturals):
        most.insert(0, most[0] + len(hand.naturals[rank]) * values[rank])
    if points + most[0] + twos * two + jokers * joker < needed:
        return
    pools: list[list[tuple[int, int, int, _Choice]]] = []
    for rank in naturals:
        pool = []
        for choice in _choices(game_round, hand, rank, None, None):
            mixed = choice.wilds.count(JOKER)
            plain = len(choice.wilds) - mixed
            pool.append((choice.naturals * values[rank] + mixed * joker + plain * two, plain, mixed, choice))
        pools.append(sorted(pool, key=lambda entry: -entry[0]))
    left = MAX_OPENINGS

    def choose(
        place: int, points: int, twos: int, jokers: int, chosen: tuple[_Choice, ...]
    ) -> Iterator[tuple[_Choice, ...]]:
        nonlocal left
        if points >= needed:
            left -= 1
            yield chosen
            return
        if left <= 0 or points + most[place] + twos * two + jokers * joker < needed or place == len(pools):
            return
        for worth, plain, mixed, choice in pools[place]:
            if plain <= twos and mixed <= jokers:
                at = len(hand.twos) - twos
                own = choice._replace(wilds=(*hand.twos[at : at + plain], *((JOKER,) * mixed)))
                yield from choose(place + 1, points + worth, twos - plain, jokers - mixed, (*chosen, own))
        yield from choose(place + 1, points, twos, jokers, chosen)

    yield from choose(0, points, twos, jokers, (taking,) if taking else ())


def _whole_hand(game_round: Round, *, listed: bool) -> Iterator[Move]:
    """The concealed going out that needs no minimum, and with wild melds an opening of wild cards."""
    seat = game_round.turn
    if game_round.rules.wilds.allowed:
        for group in _wild_groups(game_round, _Hand(game_round.hands[seat])):
            move = Move(seat, "meld", (group,))
            if game_round.is_legal(move):
                yield move
    if not game_round.rules.opening.concealed_free or listed:
        return
    plan = game_round.out_plan()
    if plan is not None and plan.groups:
        yield Move(seat, "meld", plan.groups)


def takes(game_round: Round) -> Iterator[Move]:
    """Every way to take the pile (up to equivalence)."""
    seat = game_round.turn
    side = game_round.side_of[seat]
    if game_round.phase != "draw" or game_round.pile_problem(seat) is not None:
        return
    rank = game_round.pile[-1] >> 2
    hand = _Hand(game_round.hands[seat])
    frozen = game_round.frozen_for(side)
    if frozen and len(hand.naturals[rank]) < 2:
        return
    of_rank = [one for one in game_round.melds[side] if one.kind == "set" and one.rank == rank]
    places: list[tuple[Meld | None, MeldName | None]] = [
        (meld, MeldName("set", rank, place) if len(of_rank) > 1 else None) for place, meld in enumerate(of_rank, 1)
    ]
    if may_start(game_round.rules, of_rank):
        places.append((None, MeldName("set", rank, new=True) if of_rank else None))
    opening = game_round.required(seat) is not None
    for meld, name in places:
        for choice in _choices(game_round, hand, rank, meld, name, top=1):
            if choice.naturals < 2 and frozen:
                continue
            if opening:
                yield from _openings(game_round, hand, choice)
                continue
            move = Move(seat, "take", (choice.group(hand),))
            if game_round.is_legal(move):
                yield move
