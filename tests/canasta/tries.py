"""Moves that a mischievous player might try: every shape that a hand allows, with names and without. Most of them are wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

NATURALS = "456789TJQKA"
#: The ranks of a run, from the low ace up; the three and the two only in some games.
PLACES = "A23456789TJQKA"
VERBS = (
    "draw", "ask", "extra", "caliente", "float", "undo", "answer yes", "answer no", "keep hand", "keep foot",
    "special straight", "special pairs", "special garbage",
)  # fmt: skip
#: This many wild cards go into one group at most: more than any shipped game lets into a set, enough for a wild
#: canasta.
MOST_WILDS = 8


@dataclass(frozen=True)
class Place:
    """The view of a player who makes up moves: the own hand, the melds of the own side, the top card of the pile."""

    seat: int
    hand: tuple[str, ...]
    melds: tuple[tuple[str, ...], ...]
    top: str | None


def is_wild(card: str) -> bool:
    return card[0] in "2*"


def is_run(cards: Sequence[str]) -> bool:
    """Return whether these cards of one meld are a run.

    A run may have a single natural card beside a two that lies in its own place, an ace below it or another above:
    `AH 2H *`, `2C * 4C`. Otherwise it has several ranks.
    """
    naturals = [card for card in cards if not is_wild(card)]
    if len(naturals) != 1:
        return len({card[0] for card in naturals}) > 1
    rank, suit = naturals[0][0], naturals[0][1]
    at, two = cards.index(naturals[0]), "2" + suit
    below = PLACES.rindex(rank) - PLACES.index("2")
    return (0 < below <= at and cards[at - below] == two) or (rank == "A" and at == 0 and two in cards[1:2])


def low_place(run: Sequence[str]) -> str:
    """Return what a run is called: its suit and its lowest place, where a wild card may stand."""
    suit = next(card[1] for card in run if not is_wild(card))
    return suit + PLACES[lowest(run)]


def lowest(run: Sequence[str]) -> int:
    """Return the place of `PLACES` where a run begins."""
    for low in range(len(PLACES) - len(run) + 1):
        places = zip(run, PLACES[low:], strict=False)
        if all(is_wild(card) or card[0] == rank for card, rank in places):
            return low
    raise ValueError(f"no run: {run}")


def mixes(wilds: Sequence[str]) -> list[list[str]]:
    """Return every mix of twos and jokers out of some wild cards, none first; which twos doesn't matter."""
    twos = [card for card in wilds if card != "*"]
    jokers = len(wilds) - len(twos)
    counts = product(range(len(twos) + 1), range(jokers + 1))
    found = [[*twos[:count], *["*"] * more] for count, more in counts if count + more <= MOST_WILDS]
    return sorted(found, key=len)


def _by_rank(cards: Sequence[str]) -> dict[str, list[str]]:
    ranks: dict[str, list[str]] = {}
    for card in cards:
        if not is_wild(card):
            ranks.setdefault(card[0], []).append(card)
    return ranks


def _named(name: str, cards: Sequence[str]) -> str:
    return f"{name}: {' '.join(cards)}" if name else " ".join(cards)


def sets(chance: random.Random, place: Place) -> Iterator[str]:
    """Yield groups of one rank of every size with every mix of wild cards, by every name that might be meant."""
    ranks = _by_rank(place.hand)
    lying = [meld[0][0] for meld in map(_naturals, place.melds) if meld and not is_run(meld)]
    for rank in dict.fromkeys([*ranks, *lying]):
        held = chance.sample(ranks.get(rank, []), len(ranks.get(rank, [])))
        names = [rank, f"{rank}+", f"{rank}2", *([f"{rank}3"] if lying.count(rank) > 2 else [])]
        for count in range(len(held) + 1):
            for mix in mixes([card for card in place.hand if is_wild(card)]):
                if not count and not mix:
                    continue
                usual = [""] if count else [rank]
                wanted = [*usual, *names] if rank in lying else [*usual, chance.choice(names)]
                yield from (_named(name, [*held[:count], *mix]) for name in dict.fromkeys(wanted))


def _naturals(meld: Sequence[str]) -> list[str]:
    return [card for card in meld if not is_wild(card)]


def runs(chance: random.Random, place: Place, top: str | None = None) -> Iterator[str]:
    """Yield runs of every length and additions to runs on the table; with a `top` card those that it is part of, without it."""
    wilds = [card for card in place.hand if is_wild(card)]
    some = [mix for mix in mixes(wilds) if len(mix) <= 4]
    for suit in "SHDC":
        held = {card for card in place.hand if card[1:] == suit and card[0] in PLACES}
        if top is not None and top[1:] == suit:
            held.add(top)
        for low, size in product(range(14), range(3, 15)):
            places = [rank + suit for rank in PLACES[low : low + size]]
            missing = [card for card in places if card not in held]
            if len(places) < size or len(missing) == size or (top is not None and top not in places):
                continue
            for mix in some:
                if len(mix) == len(missing):
                    fill = iter(chance.sample(mix, len(mix)))
                    cards = [card if card in held else next(fill) for card in places]
                    cards = [card for card in cards if card != top] if top is not None else cards
                    name = f"{suit}{PLACES[low]}"
                    yield from (_named(one, cards) for one in ("", f"{name}+"))
    for run in filter(is_run, place.melds):
        yield from _additions(chance, place, run, some)


def _additions(chance: random.Random, place: Place, run: Sequence[str], some: Sequence[list[str]]) -> Iterator[str]:
    name, suit = low_place(run), low_place(run)[0]
    low = lowest(run)
    near = [rank + suit for rank in PLACES[max(0, low - 4) : low + len(run) + 4]]
    able = [card for card in dict.fromkeys(near) if card in place.hand and card not in run]
    for count in range(min(4, len(able)) + 1):
        for mix in some:
            if count + len(mix) == 0 or len(mix) > 2:
                continue
            cards = [*chance.sample(able, count), *mix]
            yield _named(name, cards)
            yield _named(chance.choice((f"{name}#2", f"{name}+", "")), cards)
            if mix:
                yield f"{_named(name, cards)} <"


def others(chance: random.Random, place: Place) -> Iterator[str]:
    """Yield wild cards by themselves, black threes, and nonsense."""
    wilds = [card for card in place.hand if is_wild(card)]
    for mix in mixes(wilds)[1:]:
        yield from (_named(name, mix) for name in ("", "WILD", "WILD+", "WILD2", "2", "2+"))
    threes = [card for card in place.hand if card[0] == "3"]
    blacks = [card for card in threes if card in ("3S", "3C")]
    for count in range(1, len(blacks) + 1):
        yield " ".join(blacks[:count])
    for cards in (threes, [*blacks, *wilds[:1]], [card for card in place.hand if card == "!"]):
        if cards:
            yield " ".join(cards)
    if place.hand:
        yield " ".join(chance.sample(place.hand, chance.randint(1, min(4, len(place.hand)))))


def groups(chance: random.Random, place: Place) -> list[str]:
    """Return all groups of the hand that somebody might lay by itself, in any order."""
    found = list(dict.fromkeys([*sets(chance, place), *runs(chance, place), *others(chance, place)]))
    chance.shuffle(found)
    return found


def stroke(chance: random.Random, place: Place, hand: Sequence[str]) -> list[str]:
    """Return groups to lay in one stroke from some cards: the whole of them, or most, in some order."""
    left = chance.sample(hand, len(hand))
    for _ in range(chance.choice((0, 0, 1, 1, 2, 4))):
        if left:
            left.pop()
    wilds = [card for card in left if is_wild(card)]
    made: list[tuple[str, list[str]]] = []
    if chance.random() < 0.5:
        for text in _some_runs(chance, left):
            made.append(("", text))
            for card in text:
                left.remove(card)
    lying = {meld[0][0] for meld in map(_naturals, place.melds) if meld and not is_run(meld)}
    kept = chance.random()
    for rank, cards in _by_rank(left).items():
        if rank == "!" or (rank not in lying and len(cards) < 2 and chance.random() < kept):
            continue
        made.append(("", chance.sample(cards, chance.randint(1, len(cards))) if chance.random() < 0.2 else cards))
    able = [one for one in made if not is_run(one[1]) and one[1][0][0] in NATURALS]
    alone: list[str] = []
    apart = chance.choice((0.0, 0.0, 0.0, 0.6, 1.0))
    for wild in wilds:
        short = [one for one in able if len(one[1]) == 2]
        if chance.random() < apart:
            alone.append(wild)
        elif able and chance.random() < 0.8:
            chance.choice(short or able)[1].append(wild)
        elif lying & set(NATURALS) and chance.random() < 0.7:
            made.append((chance.choice(sorted(lying & set(NATURALS))), [wild]))
    if alone:
        made.append((chance.choice(("", "", "WILD", "2")), alone))
    if chance.random() < 0.7:
        chance.shuffle(made)
    if chance.random() < 0.6:
        # Openings are mostly refused for groups of two: leave those out that nothing lies for.
        made = [one for one in made if len(one[1]) > 2 or one[0] or one[1][0][0] in lying]
    return [_named(name, cards) for name, cards in made if cards]


def _some_runs(chance: random.Random, cards: Sequence[str]) -> Iterator[list[str]]:
    for suit in "SHDC":
        row: list[str] = []
        for rank in [*NATURALS, "-"]:
            if rank + suit in cards:
                row.append(rank + suit)
                continue
            if len(row) > 2 and chance.random() < 0.8:
                yield row[:7]
            row = []


def takes(chance: random.Random, place: Place, count: int) -> Iterator[str]:
    """Yield takes: each group for the top card, alone and with other melds in the same stroke."""
    if place.top is None:
        yield ""
        return
    top, wilds = place.top, [card for card in place.hand if is_wild(card)]
    same = [card for card in place.hand if card[0] == top[0] and not is_wild(card)]
    chance.shuffle(same)
    firsts = [""]
    names = ["", "", top[0], f"{top[0]}2", f"{top[0]}+", "WILD", "WILD+"]
    for have, mix in product(range(len(same) + 1), mixes(wilds)):
        if have or mix:
            firsts.append(_named(chance.choice(names), [*same[:have], *mix]))
    if top[0] in NATURALS:
        firsts += [one for one in runs(chance, place, top) if not one.endswith("<")]
    firsts += chance.sample(groups(chance, place), min(2, len(place.hand)))
    yield from firsts
    for _ in range(count):
        first = chance.choice(firsts)
        left = list(place.hand)
        for card in first.rpartition(":")[2].replace("<", "").split():
            if card in left:
                left.remove(card)
        more = stroke(chance, place, left)
        if more:
            yield " / ".join([first, *more])


def tries(chance: random.Random, place: Place, many: int) -> Iterator[str]:
    """Yield lines to try: what stands alone, and about `many` of single groups, of strokes and of takes each."""
    seat = place.seat
    yield from (f"{seat} {verb}" for verb in VERBS)
    yield f"{seat + 1} draw"
    for card in dict.fromkeys(place.hand):
        yield f"{seat} discard {card}"
        if card[0] in "3!":
            yield f"{seat} three {card}"
    names = [low_place(meld) for meld in place.melds if is_run(meld)]
    yield from (f"{seat} pick {name}{end}:" for name in names for end in ("", "#2", "+"))
    found = groups(chance, place)
    yield from (f"{seat} meld {one}" for one in found[:many])
    for _ in range(many // 2):
        more = stroke(chance, place, place.hand)
        if more:
            yield f"{seat} meld {' / '.join(more)}"
    able = list(dict.fromkeys(takes(chance, place, many // 2)))
    for one in chance.sample(able, min(len(able), many)):
        yield f"{seat} take {one}".strip()
