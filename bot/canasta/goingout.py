"""Whether and how a hand can be laid out whole this turn, by which going out is offered, asked and enforced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.canasta.cards import JOKER, NATURAL_RANKS, THREE, TWO, Card
from bot.canasta.melds import CANASTA, Meld, locked, may_start, set_problem, wild_problem
from bot.canasta.moves import Group, MeldName
from bot.canasta.rules import Rules


@dataclass(frozen=True, slots=True)
class OutPlan:
    """A way to go out: the groups to lay in one stroke, and the card to discard after them, if any."""

    groups: tuple[Group, ...]
    discard: Card | None


def requirement_met(rules: Rules, kinds: Sequence[str]) -> bool:
    """Whether canastas of these kinds let a side go out (pagat: classic, Going out, and the layouts' numbers)."""
    need = rules.out
    return len(kinds) >= need.canastas and kinds.count("natural") >= need.natural and kinds.count("wild") >= need.wild


def canasta_kinds(melds: Iterable[Meld]) -> list[str]:
    """The kinds of a side's canastas."""
    return [kind for meld in melds if (kind := meld.canasta) is not None]


class _Target:
    """A meld in the plan: what it is now and the cards the plan adds."""

    __slots__ = ("added", "meld", "naturals", "new", "rank", "wilds")

    def __init__(self, meld: Meld | None, rank: int) -> None:
        self.meld = meld
        self.rank = rank
        self.new = meld is None
        self.naturals = 0 if meld is None else meld.naturals
        self.wilds = 0 if meld is None else meld.wilds
        self.added: list[Card] = []

    @property
    def wild_meld(self) -> bool:
        return self.rank == TWO

    def problem(self, rules: Rules, more: int) -> str | None:
        if self.wild_meld:
            return wild_problem(rules, self.wilds + more) if self.wilds + more else None
        return set_problem(rules, self.naturals, self.wilds + more)

    def kind(self, more: int) -> str | None:
        if self.naturals + self.wilds + more < CANASTA:
            return None
        return "wild" if self.wild_meld else "mixed" if self.wilds + more else "natural"


def plan_out(rules: Rules, melds: Sequence[Meld], hand: Sequence[Card]) -> OutPlan | None:
    """A way to lay all cards of `hand`, but for one discarded at most, that leaves the side free to go out.

    The initial meld's minimum is not looked at. None if there is no way.
    """
    by_rank: dict[int, list[Card]] = {}
    for card in hand:
        by_rank.setdefault(card >> 2, []).append(card)
    last_cards = _last_cards(rules, melds, by_rank)
    for discard in last_cards:
        groups = _lay_out(rules, melds, by_rank, discard)
        if groups is not None:
            return OutPlan(tuple(groups), discard)
    return None


def _last_cards(rules: Rules, melds: Sequence[Meld], by_rank: dict[int, list[Card]]) -> Sequence[Card | None]:
    """Which cards may be the last discard (None: none is needed); empty for most hands, by a cheap look.

    A card that no meld can take must be the one discarded, so there is one such card at most; a rank that only a
    wild card makes up to three needs one of its own, or is a single card and discarded; and enough canastas must be
    near, where every meld counts by itself, since a side may have two of a rank.
    """
    wilds = len(by_rank.get(TWO, ())) + len(by_rank.get(JOKER >> 2, ()))
    on_table = {meld.rank for meld in melds if meld.kind == "set"}
    stuck: list[Card] = []
    short = spare = 0
    near = 1 if rules.wilds.allowed and wilds >= CANASTA else 0
    for meld in melds:
        added = len(by_rank.get(meld.rank, ())) if meld.kind == "set" else 0
        near += len(meld.cards) + added + wilds >= CANASTA
    for rank, cards in by_rank.items():
        if rank < NATURAL_RANKS:
            near += len(cards) + wilds >= CANASTA
            if rank not in on_table and len(cards) < 3:
                if len(cards) < rules.melds.min_naturals:
                    stuck += cards
                else:
                    short += 1
                    spare = max(spare, len(cards) == 1)
        elif rank == THREE and len(cards) < 3:
            stuck += cards
    if len(stuck) > 1 or short - spare > wilds or near < rules.out.canastas:
        return ()
    return stuck or (None, *(cards[-1] for cards in by_rank.values()))


def _lay_out(
    rules: Rules, melds: Sequence[Meld], by_rank: dict[int, list[Card]], discard: Card | None
) -> list[Group] | None:
    left = {rank: cards.copy() for rank, cards in by_rank.items()}
    if discard is not None:
        left[discard >> 2].remove(discard)
    threes = left.pop(THREE, [])
    if threes:
        needed = 2 * rules.pack.decks if rules.threes.black_meld == "all" else 3
        taken = any(meld.kind == "black-threes" for meld in melds)
        if rules.threes.black_meld == "never" or len(threes) < needed or taken:
            return None
        if any(card not in (THREE * 4, THREE * 4 + 3) for card in threes):
            return None
    wilds = left.pop(TWO, []) + left.pop(JOKER >> 2, [])
    naturals = [(rank, cards) for rank, cards in sorted(left.items()) if cards]
    if any(rank > TWO for rank, _ in naturals):
        return None
    for targets in _assignments(rules, melds, naturals):
        shares = _share_wilds(rules, melds, targets, len(wilds))
        if shares is not None:
            return [*_groups(targets, shares, wilds), *([Group(tuple(threes))] if threes else [])]
    return None


def _assignments(
    rules: Rules, melds: Sequence[Meld], naturals: Sequence[tuple[int, list[Card]]]
) -> Iterator[list[_Target]]:
    """Every way to send each rank whole to one meld of it, old or new, as lists of all set and wild melds."""
    if not naturals:
        targets = [_Target(meld, meld.rank) for meld in melds if meld.kind == "set"]
        wild = [_Target(meld, TWO) for meld in melds if meld.kind == "wild"]
        if rules.wilds.allowed and not wild:
            wild = [_Target(None, TWO)]
        yield targets + wild
        return
    (rank, cards), rest = naturals[0], naturals[1:]
    of_rank = [meld for meld in melds if meld.kind == "set" and meld.rank == rank]
    choices: list[Meld | None] = [*of_rank]
    if not of_rank or may_start(rules, of_rank):
        choices.append(None)
    for choice in choices:
        if choice is None and len(cards) < rules.melds.min_naturals:
            continue
        for targets in _assignments(rules, melds, rest):
            if choice is None:
                target = _Target(None, rank)
                targets.insert(0, target)
            else:
                target = next(one for one in targets if one.meld is choice)
            target.added = list(cards)
            target.naturals += len(cards)
            yield targets


def _share_wilds(rules: Rules, melds: Sequence[Meld], targets: list[_Target], wilds: int) -> list[int] | None:
    """How many wild cards each target gets so that all are used, every meld is legal and the side may go out."""
    others = [kind for meld in melds if meld.kind == "sequence" and (kind := meld.canasta) is not None]
    lock = locked(rules, melds)
    shares = [0] * len(targets)

    def share(place: int, left: int) -> bool:
        if place < 0:
            if left:
                return False
            kinds = [kind for one, more in zip(targets, shares, strict=True) if (kind := one.kind(more)) is not None]
            return requirement_met(rules, kinds + others)
        target = targets[place]
        for more in range(left + 1):
            untouched = not more and not target.added
            if not untouched and target.problem(rules, more) is not None:
                continue
            if lock and target.wild_meld and more < left and target.wilds + more < CANASTA:
                continue
            shares[place] = more
            if share(place - 1, left - more):
                return True
        shares[place] = 0
        return False

    return shares if share(len(targets) - 1, wilds) else None


def _groups(targets: list[_Target], shares: list[int], wilds: list[Card]) -> Iterator[Group]:
    """The plan as groups, an unfinished wild meld first since it holds the others back."""
    pool = list(wilds)
    ordered = sorted(zip(targets, shares, strict=True), key=lambda pair: not (pair[0].wild_meld and not pair[0].new))
    for target, more in ordered:
        cards = tuple(target.added) + tuple(pool.pop(0) for _ in range(more))
        if not cards:
            continue
        alike = [one for one in targets if one.rank == target.rank and not one.new]
        if target.wild_meld or not alike:
            yield Group(cards)
        elif target.new:
            yield Group(cards, MeldName("set", target.rank, new=True))
        else:
            yield Group(cards, MeldName("set", target.rank, alike.index(target) + 1 if len(alike) > 1 else 0))
