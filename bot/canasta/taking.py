"""Who may take the discard pile, with which cards, and what it brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bot.canasta.cards import ACE, BLACK_THREES, JOKER, NATURAL_RANKS, RED_THREES, TWO, Card, is_wild
from bot.canasta.hands import Hand, picks_for
from bot.canasta.melds import CANASTA, Meld, fits_run, may_start, may_start_wild, set_problem
from bot.canasta.moves import Group, IllegalMove, MeldName, Move

if TYPE_CHECKING:
    from bot.canasta.round import Round


def is_blocked(now: Round, seat: int) -> bool:
    """Whether the top card alone keeps a seat from the pile (pagat: classic, Black threes; viennese)."""
    if not now.pile:
        return False
    top = now.pile[-1]
    if top in now.blocking:
        return True
    rule = now.rules.pile.own_canasta
    if rule == "free" or top >= TWO * 4:
        return False
    if rule == "never":
        return _has_canasta(now, now.side_of[seat], top >> 2)
    discarder = now.order[now.order.index(seat) - 1]
    if now.side_of[discarder] == now.side_of[seat]:
        return False
    others = set(now.side_of) - {now.side_of[discarder]}
    return any(_has_canasta(now, side, top >> 2) for side in others)


def _has_canasta(now: Round, side: int, rank: int) -> bool:
    return any(meld.kind == "set" and meld.rank == rank and len(meld.cards) >= CANASTA for meld in now.melds[side])


def pile_problem(now: Round, seat: int) -> str | None:
    """Why a seat can't take the pile whatever it holds, as an error code, or None."""
    rules = now.rules.pile
    if rules.open_to == "nobody":
        return "pile-never-taken"
    if not now.pile:
        return "pile-empty"
    if rules.open_to == "in-foot" and seat not in now.in_foot:
        return "pile-in-foot"
    if now.closed_by not in (None, seat):
        return "pile-closed"
    if is_blocked(now, seat):
        return "pile-blocked" if now.pile[-1] in now.blocking else "pile-own-canasta"
    if len(now.pile) == 1 and len(now.hands[seat]) <= 1 and not rules.one_card:
        return "one-card-pile"
    if rules.own_meld_first and seat not in now.opened_meld_by:
        return "pile-own-meld-first"
    if now.rules.opening.with_pile == "no" and now.required(seat) is not None:
        return "pile-open-first"
    return None


def frozen_for(now: Round, side: int) -> bool:
    """Whether the pile is frozen for a side (pagat: classic, Taking the pile)."""
    rules = now.rules.pile
    return now.frozen or rules.always_frozen or (rules.frozen_for_unopened and not now.melds[side])


def naturals_needed(now: Round, side: int) -> int:
    """How many natural cards of the top card's rank take the pile in any case; or wild ones of its kind."""
    return now.rules.pile.frozen_needs if frozen_for(now, side) else 2


def onto(now: Round, side: int, naturals: int = 0, wilds: int = 0) -> list[int]:
    """Which of the side's melds of the top card's rank (1 for the first) the top card alone may join.

    `naturals` and `wilds` are cards of the hand that go there with it, though it needs none of them.
    """
    rule = now.rules.pile.onto_meld
    if rule == "never" or frozen_for(now, side):
        return []
    rank = now.pile[-1] >> 2
    return [
        place
        for place, meld in enumerate(sets_of(now.melds[side], rank), 1)
        if (rule == "any" or len(meld.cards) < CANASTA)
        and set_problem(now.rules, meld.naturals + 1 + naturals, meld.wilds + wilds) is None
    ]


def sets_of(melds: list[Meld], rank: int) -> list[Meld]:
    """The melds of one rank."""
    return [meld for meld in melds if meld.kind == "set" and meld.rank == rank]


def cards_suffice(now: Round, side: int, naturals: int, wilds: int) -> bool:
    """Whether so many naturals of the top card's rank, with wild cards, take the pile by themselves."""
    rules = now.rules.pile
    if naturals + (1 if rules.wild_helps and wilds else 0) >= naturals_needed(now, side):
        return True
    return rules.natural_and_wild and naturals > 0 < wilds and not frozen_for(now, side)


def check_take(now: Round, move: Move) -> tuple[Group, ...]:
    """The groups of a take in the order to lay them, the one that gets the top card first.

    Raises `IllegalMove` if these cards don't take the pile, whatever melds would result.
    """
    seat = move.seat
    problem = pile_problem(now, seat)
    if problem is not None:
        raise IllegalMove(problem, top=now.pile[-1] if now.pile else None)
    side, top, first = now.side_of[seat], now.pile[-1], move.groups[0]
    if is_wild(top):
        same = _of_kind(first.cards, top)
        elsewhere = first.name is not None and first.name.kind != "wild"
        needed = naturals_needed(now, side)
        if same < needed or elsewhere or not all(map(is_wild, first.cards)):
            raise IllegalMove("pile-wild-pair", top=top, needed=needed)
        return move.groups
    if now.rules.pile.sequences == "whole" and _makes_run(now, side, first, top):
        return move.groups
    naturals = sum(1 for card in first.cards if card >> 2 == top >> 2)
    wilds = sum(map(is_wild, first.cards))
    name = first.name
    if naturals + wilds < len(first.cards) or (name is not None and (name.kind, name.key) != ("set", top >> 2)):
        raise IllegalMove("take-with-other-ranks", top=top)
    if cards_suffice(now, side, naturals, wilds):
        return move.groups
    places = onto(now, side, naturals, wilds) or onto(now, side)
    if name is not None and (name.new or name.nth):
        places = [place for place in places if place == name.nth]
    if places:
        return (Group(first.cards, MeldName("set", top >> 2, places[0])), *move.groups[1:])
    if _pair_among(now, seat, move):
        return move.groups
    raise IllegalMove(_missing(now, side), top=top, needed=naturals_needed(now, side))


def _of_kind(wilds: Sequence[Card], top: Card) -> int:
    """Return how many of some cards are wild and of the kind of a wild card on top: jokers, or twos."""
    return sum(1 for card in wilds if is_wild(card) and (card == JOKER) == (top == JOKER))


def _missing(now: Round, side: int) -> str:
    """What the cards of a refused take lack, as an error code."""
    if frozen_for(now, side):
        return "pile-frozen"
    if now.rules.pile.natural_and_wild:
        return "pile-needs-cards"
    return "pile-needs-pair" if now.rules.pile.onto_meld == "never" else "pile-needs-pair-or-meld"


def _pair_among(now: Round, seat: int, move: Move) -> bool:
    """Whether the pair for the top card lies in the initial melds of the same stroke (pagat: american-modern)."""
    if move.groups[0].cards or now.rules.opening.with_pile != "first-from-hand" or now.required(seat) is None:
        return False
    rank = now.pile[-1] >> 2
    return any(sum(1 for card in group.cards if card >> 2 == rank) >= 2 for group in move.groups[1:])


def _makes_run(now: Round, side: int, first: Group, top: Card) -> bool:
    naturals = [card for card in (*first.cards, top) if not is_wild(card)]
    if len({card & 3 for card in naturals}) > 1 or len({card >> 2 for card in naturals}) < len(naturals):
        return False
    if len(first.cards) >= 2 and len(naturals) > 1:
        return True
    runs = [meld for meld in now.melds[side] if meld.kind == "sequence"]
    return any(fits_run(now.rules, meld, (*first.cards, top)) for meld in runs)


def check_pick(now: Round, seat: int) -> None:
    """Raise `IllegalMove` if a seat may not take the top card alone for a run (wikipedia: samba, pile_and_sequences)."""
    if now.rules.pile.sequences != "top-card":
        raise IllegalMove("not-in-this-game", verb="pick")
    if not now.pile:
        raise IllegalMove("pile-empty")
    if now.closed_by not in (None, seat):
        raise IllegalMove("pile-closed")
    if now.pile[-1] >= TWO * 4:
        raise IllegalMove("pile-blocked", top=now.pile[-1])
    if now.required(seat) is not None:
        raise IllegalMove("pile-open-first")


def freezes(now: Round) -> bool:
    """Whether the cards of the pile are such that it is frozen (pagat: classic, Taking the pile)."""
    freezing = now.freezing.union(RED_THREES) if now.rules.deal.cover_freezes else now.freezing
    covered = now.pile[:-1] if now.rules.discards.covered_black_freezes else []
    return not freezing.isdisjoint(now.pile) or any(card in BLACK_THREES for card in covered)


def split_pile(now: Round) -> tuple[list[Card], list[Card]]:
    """What a take brings below the top card, and what stays (pagat: opt-pile-take-limit)."""
    below = now.pile[:-1]
    limit = {"five": 4, "seven": 6}.get(now.rules.pile.taken)
    if limit is not None:
        stays = max(0, len(below) - limit)
    elif now.rules.pile.taken == "to-wild":
        stays = max((place + 1 for place, card in enumerate(below) if is_wild(card)), default=0)
    else:
        stays = 0
    return below[stays:], below[:stays]


def taking_groups(now: Round) -> Iterator[Group]:
    """Yield the groups of the hand that might take the pile, of every kind; `check_take` and the melds decide."""
    yield from taking_sets(now)
    yield from taking_others(now)


def taking_sets(now: Round) -> Iterator[Group]:
    """The groups of the hand that the top card makes, or joins with, a meld of its rank, so that they take the pile."""
    seat, top = now.turn, now.pile[-1]
    side, rank = now.side_of[seat], top >> 2
    if rank >= NATURAL_RANKS:
        return
    alone = onto(now, side)
    if not alone:
        same = len([card for card in now.hands[seat] if card >> 2 == rank])
        least = naturals_needed(now, side) - (1 if now.rules.pile.wild_helps else 0)
        if same < (least if frozen_for(now, side) else 1):
            return
    hand = Hand(now, now.hands[seat])
    held = hand.naturals[rank]
    if now.rules.sequences.allowed:
        held = _spare_first(held, now.hands[seat])
    if not alone and len(held) + (1 if len(hand.wilds) > 1 else 0) < 2:
        return
    of_rank = sets_of(now.melds[side], rank)
    places: list[tuple[Meld | None, MeldName | None]] = [
        (meld, MeldName("set", rank, place) if len(of_rank) > 1 else None) for place, meld in enumerate(of_rank, 1)
    ]
    if may_start(now.rules, of_rank):
        places.append((None, MeldName("set", rank, new=True) if of_rank else None))
    for place, (meld, name) in enumerate(places, 1):
        have, wild = (meld.naturals, meld.wilds) if meld is not None else (0, 0)
        picks = picks_for(now, hand, rank, meld)
        for naturals, wilds in now.sizes.additions(have + 1, wild, len(held), len(picks) - 1):
            by_meld = meld is not None and place in alone
            if by_meld or cards_suffice(now, side, naturals, wilds):
                yield from (Group((*held[:naturals], *mix), name) for mix in picks[wilds])


def _spare_first(cards: Sequence[Card], hand: Sequence[Card]) -> list[Card]:
    """Return cards of one rank, those that a run in the hand might need last."""

    def neighbours(card: Card) -> int:
        near = (other for other in hand if other < TWO * 4 and other & 3 == card & 3)
        return len({other for other in near if 0 < abs(other - card) <= 8})

    kept = sorted(dict.fromkeys(cards), key=neighbours)
    spare = list(cards)
    for card in kept:
        spare.remove(card)
    return spare + kept


def taking_others(now: Round) -> Iterator[Group]:
    """Yield the groups of the hand that might take the pile with a wild card or a black three on top, or for a run."""
    top, hand = now.pile[-1], now.hands[now.turn]
    if is_wild(top):
        yield from _taking_wilds(now, Hand(now, hand), top)
    elif top in BLACK_THREES:
        blacks = [card for card in hand if card in BLACK_THREES]
        yield from (Group(tuple(blacks[:count])) for count in range(2, len(blacks) + 1))
    elif now.rules.pile.sequences == "whole":
        yield from dict.fromkeys(_taking_runs(now, Hand(now, hand), top))


def _taking_wilds(now: Round, hand: Hand, top: Card) -> Iterator[Group]:
    """Yield wild cards with enough of the top card's kind among them, for every meld that might take them."""
    rules, side = now.rules, now.side_of[now.turn]
    mine = [one for one in now.melds[side] if one.kind == "wild"]
    names: list[MeldName | None] = [MeldName("wild", 0, nth) for nth in range(1, len(mine) + 1)]
    if may_start_wild(rules, now.melds[side]):
        names.append(MeldName("wild", new=True) if mine else None)
    if rules.twos.allowed:
        names.append(None)
    needed = naturals_needed(now, side)
    for mix in (mix for of_size in hand.wilds[needed:] for mix in of_size):
        if _of_kind(mix, top) >= needed:
            yield from (Group(mix, name) for name in names)


def _taking_runs(now: Round, hand: Hand, top: Card) -> Iterator[Group]:
    """Yield cards that make a run with the top card, or join it to a run on the table, wilds where they are let in."""
    rules, held = now.rules.sequences, set(now.hands[now.turn])
    suit, place = top & 3, top >> 2

    def filled(places: Sequence[int], wilds: int, name: MeldName) -> Iterator[Group]:
        cards = [rank * 4 + suit for rank in places if rank != place]
        count = len([card for card in cards if card not in held])
        if count <= wilds and count < len(hand.wilds):
            for mix in hand.wilds[count]:
                fill = iter(mix)
                yield Group(tuple(card if card in held else next(fill) for card in cards), name)

    for size in range(3, CANASTA + 1):
        for low in range(max(0, place - size + 1), min(place, ACE + 1 - size) + 1):
            name = MeldName("sequence", low * 4 + suit, new=True)
            yield from filled(range(low, low + size), min(rules.max_wilds, size - rules.min_naturals), name)
    for meld in now.melds[now.side_of[now.turn]]:
        if meld.kind == "sequence" and meld.suit == suit and not meld.rank <= place <= meld.high:
            gap = range(meld.high + 1, place) if place > meld.high else range(place + 1, meld.rank)
            name = MeldName("sequence", meld.rank * 4 + suit)
            yield from filled(gap, rules.max_wilds - meld.wilds, name)
