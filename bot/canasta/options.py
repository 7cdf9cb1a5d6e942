"""What the seat to move may do: its verbs, and its moves up to equivalence.

Moves that differ only in suits where the rules don't care, or in how an opening larger than needed is put together,
are listed once. Every move listed is accepted; if any move of a verb is legal, at least one of it is listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from bot.canasta.cards import JOKER, NATURAL_RANKS, TWO, Card
from bot.canasta.melds import Meld, locked, may_start, set_problem, wild_problem
from bot.canasta.moves import Group, MeldName, Move
from bot.canasta.round import BLACK_THREES, Round

#: At most so many openings are listed for a hand that could open in thousands of ways.
MAX_OPENINGS: Final = 200


def verbs(game_round: Round) -> list[str]:
    """The verbs that the seat to move may start now, in the order of a turn. Empty when the round is over."""
    if game_round.phase == "over":
        return []
    if game_round.phase == "answer":
        return ["answer"]
    if game_round.phase == "draw":
        found = [] if game_round.must_take() else ["draw"]
        return found + (["take"] if _any(takes(game_round)) else [])
    tests: tuple[tuple[str, Callable[[], bool]], ...] = (
        ("meld", lambda: _any(melds(game_round))),
        ("ask", lambda: game_round.ask_problem() is None),
        ("discard", lambda: _any(discards(game_round))),
        ("undo", game_round.may_undo),
    )
    return [verb for verb, test in tests if test()]


def _any(moves: Iterator[Move]) -> bool:
    return next(moves, None) is not None


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
    """A hand by rank, with its wild cards apart."""

    __slots__ = ("blacks", "jokers", "naturals", "twos")

    def __init__(self, hand: Sequence[Card]) -> None:
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

    def wilds(self, jokers: int, twos: int) -> tuple[Card, ...]:
        return (*self.twos[:twos], *([JOKER] * jokers))


class _Choice(NamedTuple):
    """So many naturals of one rank with so many jokers and twos, for one meld."""

    rank: int
    naturals: int
    jokers: int
    twos: int
    name: MeldName | None

    def group(self, hand: _Hand) -> Group:
        return Group((*hand.naturals[self.rank][: self.naturals], *hand.wilds(self.jokers, self.twos)), self.name)

    @property
    def size(self) -> int:
        return self.naturals + self.jokers + self.twos


def _choices(
    game_round: Round, hand: _Hand, rank: int, onto: Meld | None, name: MeldName | None, *, top: int = 0
) -> Iterator[_Choice]:
    """All ways to lay cards of one rank on a meld (or as a new one), with `top` naturals more from the pile."""
    rules = game_round.rules
    have, wild = (onto.naturals, onto.wilds) if onto is not None else (0, 0)
    available = len(hand.naturals[rank])
    most = len(hand.twos) + hand.jokers
    if most and locked(rules, game_round.melds[game_round.side_of[game_round.turn]]):
        most = 0
    for naturals in range(available + 1):
        for wilds in range(most + 1):
            if not naturals + wilds + top or (not naturals + wilds and onto is None):
                continue
            if set_problem(rules, have + naturals + top, wild + wilds) is not None:
                continue
            for jokers in range(max(0, wilds - len(hand.twos)), min(hand.jokers, wilds) + 1):
                yield _Choice(rank, naturals, jokers, wilds - jokers, name)


def _by_rank(game_round: Round, hand: _Hand, rank: int) -> Iterator[_Choice]:
    """All ways to meld cards of one rank now, the initial meld's minimum apart."""
    rules = game_round.rules
    of_rank = [
        one for one in game_round.melds[game_round.side_of[game_round.turn]] if one.kind == "set" and one.rank == rank
    ]
    for place, meld in enumerate(of_rank, 1):
        for choice in _choices(game_round, hand, rank, meld, None):
            named = place > 1 or not choice.naturals or len(of_rank) > 1
            yield choice._replace(name=MeldName("set", rank, place if len(of_rank) > 1 else 0) if named else None)
    if hand.naturals[rank] and may_start(rules, of_rank):
        yield from _choices(game_round, hand, rank, None, MeldName("set", rank, new=True) if of_rank else None)


def melds(game_round: Round) -> Iterator[Move]:
    """Every meld of one group, or before the side has opened every opening (up to equivalence)."""
    seat = game_round.turn
    side = game_round.side_of[seat]
    cards = game_round.hands[seat]
    hand = _Hand(cards)
    if game_round.required(seat) is not None:
        yield from _openings(game_round, hand)
        return
    bound = game_round.must_go_out(side)
    for rank in range(NATURAL_RANKS):
        for choice in _by_rank(game_round, hand, rank):
            move = Move(seat, "meld", (choice.group(hand),))
            if (not bound and len(cards) - choice.size >= 2) or game_round.is_legal(move):
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
    for jokers in range(hand.jokers + 1):
        for twos in range(len(hand.twos) + 1):
            if jokers + twos and wild_problem(rules, have + jokers + twos) is None:
                yield Group(hand.wilds(jokers, twos))


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
    values = game_round.values
    held = len(game_round.hands[seat]) + (game_round.gain() if taking else 0)
    top = game_round.pile[-1] if taking else None
    pools: list[list[tuple[int, _Choice]]] = []
    for rank in range(NATURAL_RANKS):
        if hand.naturals[rank] and not (taking and taking.rank == rank):
            choices = [
                (
                    choice.naturals * values[rank] + choice.jokers * values[JOKER >> 2] + choice.twos * values[TWO],
                    choice,
                )
                for choice in _choices(game_round, hand, rank, None, None)
            ]
            if choices:
                pools.append(sorted(choices, key=lambda pair: -pair[0]))
    start = 0
    jokers, twos = hand.jokers, len(hand.twos)
    if taking is not None:
        start = (
            (taking.naturals + 1) * values[taking.rank] + taking.jokers * values[JOKER >> 2] + taking.twos * values[TWO]
        )
        jokers, twos = jokers - taking.jokers, twos - taking.twos
    most = [0] * (len(pools) + 1)
    for place in range(len(pools) - 1, -1, -1):
        rank = pools[place][0][1].rank
        most[place] = most[place + 1] + len(hand.naturals[rank]) * values[rank]
    wild_points = hand.jokers * values[JOKER >> 2] + len(hand.twos) * values[TWO]

    def bundles(
        place: int, points: int, jokers: int, twos: int, chosen: tuple[_Choice, ...]
    ) -> Iterator[tuple[_Choice, ...]]:
        if points >= needed:
            yield chosen
            return
        if place == len(pools) or points + most[place] + jokers * values[JOKER >> 2] + twos * values[TWO] < needed:
            return
        for worth, choice in pools[place]:
            if choice.jokers <= jokers and choice.twos <= twos:
                yield from bundles(
                    place + 1, points + worth, jokers - choice.jokers, twos - choice.twos, (*chosen, choice)
                )
        yield from bundles(place + 1, points, jokers, twos, chosen)

    def moves_of() -> Iterator[Move]:
        if start + most[0] + wild_points < needed:
            return
        for chosen in islice(bundles(0, start, jokers, twos, ()), 20 * MAX_OPENINGS):
            groups = tuple(_place_wilds(hand, (taking, *chosen) if taking else chosen))
            move = Move(seat, "take" if taking else "meld", groups)
            size = sum(choice.size for choice in chosen) + (taking.size if taking else 0)
            if held - size >= 2 or game_round.is_legal(move):
                yield move

    found = False
    for move in islice(moves_of(), MAX_OPENINGS):
        found = True
        yield move
    if top is None:
        yield from _whole_hand(game_round, listed=found)


def _place_wilds(hand: _Hand, chosen: Sequence[_Choice]) -> Iterator[Group]:
    """The groups of several choices, each with wild cards of its own."""
    twos = 0
    for choice in chosen:
        cards = (*hand.naturals[choice.rank][: choice.naturals], *hand.twos[twos : twos + choice.twos])
        twos += choice.twos
        yield Group(cards + (JOKER,) * choice.jokers, choice.name)


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
