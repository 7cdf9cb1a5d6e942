"""Whether and how a hand can be laid out whole this turn, by which going out is offered, asked and enforced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.canasta.cards import ACE, JOKER, NATURAL_RANKS, SEVEN, THREE, TWO, Card, cards_of
from bot.canasta.melds import (
    CANASTA,
    Meld,
    Table,
    black_threes_needed,
    is_wild,
    lay,
    locked,
    may_start,
    may_start_wild,
    set_problem,
    takes_wilds,
    twos_problem,
    unlay,
    wild_problem,
)
from bot.canasta.moves import Group, IllegalMove, MeldName
from bot.canasta.rules import Rules

#: How many ways of laying runs are looked at before a hand counts as one that can't go out.
_RUN_BUDGET: Final = 200


@dataclass(frozen=True, slots=True)
class OutPlan:
    """A way to go out: the groups to lay in one stroke, and the card to discard after them, if any."""

    groups: tuple[Group, ...]
    discard: Card | None


def canasta_kinds(rules: Rules, melds: Iterable[Meld]) -> list[str]:
    """The kinds of a side's canastas, canastas of twos left out since they never count towards going out."""
    kinds = []
    for meld in melds:
        kind = meld.canasta
        if kind == "wild" and rules.wilds.pure_twos:
            kind = "mixed" if JOKER in meld.cards else "natural"
        if kind is not None and kind != "twos":
            kinds.append(kind)
    return kinds


def requirement_met(rules: Rules, kinds: Sequence[str], reds: int = 0) -> bool:
    """Whether canastas of these kinds, and so many red threes, let a side go out (each game's Going out)."""
    need = rules.out
    if len(kinds) < need.canastas or kinds.count("wild") < need.wild or reds < need.red_threes:
        return False
    natural, mixed = kinds.count("natural"), kinds.count("mixed")
    if not (natural >= need.natural and mixed >= need.mixed) and not (
        need.either_way and natural >= need.mixed and mixed >= need.natural
    ):
        return False
    if need.pure_or_sequence and not natural and "sequence" not in kinds:
        return False
    return not need.sequence or "sequence" in kinds


def unfinished(rules: Rules, melds: Iterable[Meld]) -> bool:
    """Whether a meld lies there that must be a canasta before its side may go out."""
    return any(_must_finish(rules, meld.kind, meld.rank, meld.wilds) and len(meld.cards) < CANASTA for meld in melds)


def _must_finish(rules: Rules, kind: str, rank: int, wilds: int) -> bool:
    if kind == "wild":
        return rules.wilds.binds
    return kind == "set" and rules.out.specials_complete and (rank == SEVEN or (rank == ACE and not wilds))


class _Target:
    """A meld in the plan: what it is now and the cards the plan adds."""

    __slots__ = ("added", "kind", "meld", "naturals", "rank", "wilds")

    def __init__(self, meld: Meld | None, kind: str, rank: int) -> None:
        self.meld = meld
        self.kind = kind
        self.rank = rank
        self.naturals = 0 if meld is None else meld.naturals
        self.wilds = 0 if meld is None else meld.wilds
        self.added: list[Card] = []

    def problem(self, table: Table, more: int) -> str | None:
        if self.kind == "wild":
            return wild_problem(table.rules, self.wilds + more) if self.wilds + more else None
        if more and not takes_wilds(table.rules, self.rank, self.meld, opening=table.opening):
            return "pure-only"
        return set_problem(table.rules, self.naturals, self.wilds + more)

    def canasta(self, rules: Rules, more: int) -> str | None:
        if self.naturals + self.wilds + more < CANASTA:
            return None
        if self.kind == "wild" and rules.wilds.pure_twos:
            twos = not more and self.meld is not None and JOKER not in self.meld.cards
            return "natural" if twos else "mixed"
        return "wild" if self.kind == "wild" else "mixed" if self.wilds + more else "natural"


def plan_out(table: Table, hand: Sequence[Card], reds: int) -> OutPlan | None:
    """A way to lay all cards of `hand`, but for one discarded at most, that leaves the side free to go out.

    `reds` are the side's red threes on the table. The initial meld's minimum is not looked at. None if no way is found.
    """
    rules = table.rules
    by_rank: dict[int, list[Card]] = {}
    for card in hand:
        by_rank.setdefault(card >> 2, []).append(card)
    barred = cards_of(rules.out.last_not)
    for last in _last_cards(table, hand, by_rank):
        if (last is None and rules.out.discard == "required") or last in barred:
            continue
        left = list(hand)
        if last is not None:
            left.remove(last)
        for runs, rest in _run_plays(table, left):
            groups = _lay_sets(table, rest, reds)
            if groups is not None:
                return OutPlan((*runs, *groups), last)
    return None


def _last_cards(table: Table, hand: Sequence[Card], by_rank: dict[int, list[Card]]) -> Sequence[Card | None]:
    """Which cards may be the last discard (None: none is needed); empty for most hands, by a cheap look.

    A card that no meld can take must be the one discarded, so there is one such card at most; a rank that only a
    wild card makes up to three needs one of its own; and enough canastas must be near.
    """
    rules, melds = table.rules, table.melds
    on_table = {meld.rank for meld in melds if meld.kind == "set"}
    wilds = len(by_rank.get(TWO, ())) + len(by_rank.get(JOKER >> 2, ()))
    suits = _run_suits(table, hand)
    stuck: list[Card] = []
    short = spare = 0
    near = len(suits) + (1 if rules.wilds.allowed and wilds >= CANASTA else 0)
    for meld in melds:
        added = len(by_rank.get(meld.rank, ())) if meld.kind == "set" else 0
        near += len(meld.cards) + added + wilds >= CANASTA or (meld.kind == "sequence" and bool(suits))
    for rank, cards in by_rank.items():
        if rank < NATURAL_RANKS:
            near += len(cards) + wilds >= CANASTA
            if rank not in on_table and len(cards) < 3:
                if len(cards) < rules.melds.min_naturals:
                    stuck += [card for card in cards if card & 3 not in suits]
                elif not suits:
                    short += 1
                    spare = max(spare, len(cards) == 1)
        elif rank >= THREE and (len(cards) < 3 or rank > THREE):
            stuck += cards
    if len(stuck) > 1 or short - spare > wilds or near < rules.out.canastas:
        return ()
    if stuck:
        return stuck
    return (None, *(dict.fromkeys(hand) if suits else (cards[-1] for cards in by_rank.values())))


def _run_suits(table: Table, hand: Sequence[Card]) -> set[int]:
    """Suits in which a card of the hand could join or start a run."""
    rules = table.rules.sequences
    if not rules.allowed:
        return set()
    suits = {meld.suit for meld in table.melds if meld.kind == "sequence" and len(meld.cards) < CANASTA}
    for suit in range(4):
        if len({card for card in hand if card < TWO * 4 and card & 3 == suit}) >= 3 - rules.max_wilds:
            suits.add(suit)
    return suits


def run_groups(table: Table, hand: Sequence[Card]) -> Iterator[Group]:
    """Every card that extends a run by one place, and every new run of three, wilds where the rules let them in."""
    rules = table.rules.sequences
    if not rules.allowed:
        return
    wild = next(filter(is_wild, hand), None) if rules.max_wilds else None
    for meld in table.melds:
        if meld.kind == "sequence" and len(meld.cards) < CANASTA:
            name = MeldName("sequence", meld.rank * 4 + meld.suit)
            for rank, below in ((meld.high + 1, False), (meld.rank - 1, True)):
                card = rank * 4 + meld.suit
                if 0 <= rank <= ACE:
                    if card in hand:
                        yield Group((card,), name)
                    if wild is not None and meld.wilds < rules.max_wilds and (below or meld.high < ACE):
                        yield Group((wild,), name, below)
    for suit in range(4):
        for low in range(ACE - 1):
            places = [rank * 4 + suit for rank in (low, low + 1, low + 2)]
            missing = [card for card in places if card not in hand]
            new = MeldName("sequence", low * 4 + suit, new=True)
            if not missing:
                yield Group(tuple(places), new)
            elif len(missing) == 1 and wild is not None and rules.min_naturals <= 2:
                yield Group(tuple(wild if card in missing else card for card in places), new)


def _run_plays(table: Table, hand: Sequence[Card]) -> Iterator[tuple[tuple[Group, ...], Sequence[Card]]]:
    """Ways to lay runs from a hand, none first: the groups, and what is left. The melds change while this goes on."""
    if not _run_suits(table, hand):
        yield (), hand
        return
    seen: set[tuple[object, ...]] = set()

    def plays(done: tuple[Group, ...], left: list[Card]) -> Iterator[tuple[tuple[Group, ...], Sequence[Card]]]:
        shape = (
            tuple(left),
            *sorted((one.suit, one.rank, len(one.cards)) for one in table.melds if one.kind == "sequence"),
        )
        if shape in seen or len(seen) >= _RUN_BUDGET:
            return
        seen.add(shape)
        yield done, left
        for group in list(run_groups(table, left)):
            try:
                laid = lay(table, group)
            except IllegalMove:
                continue
            rest = left.copy()
            for card in group.cards:
                rest.remove(card)
            try:
                yield from plays((*done, group), rest)
            finally:
                unlay(table.melds, laid)

    yield from plays((), list(hand))


def _lay_sets(table: Table, hand: Sequence[Card], reds: int) -> list[Group] | None:
    """Groups of one rank, wild melds and black threes that use the whole hand and let the side go out."""
    rules = table.rules
    left: dict[int, list[Card]] = {}
    for card in hand:
        left.setdefault(card >> 2, []).append(card)
    threes = left.pop(THREE, [])
    if threes:
        needed = black_threes_needed(rules)
        taken = any(meld.kind == "black-threes" for meld in table.melds)
        if needed is None or len(threes) < needed or taken:
            return None
        if any(card not in (THREE * 4, THREE * 4 + 3) for card in threes):
            return None
    twos, jokers = left.pop(TWO, []), left.pop(JOKER >> 2, [])
    naturals = [(rank, cards) for rank, cards in sorted(left.items()) if cards]
    if any(rank > TWO for rank, _ in naturals):
        return None
    for two_meld, wilds in _twos_plays(table, twos, jokers):
        for targets in _assignments(table, naturals):
            shares = _share_wilds(table, targets, len(wilds), reds)
            if shares is not None:
                return [*two_meld, *_groups(targets, shares, wilds), *([Group(tuple(threes))] if threes else [])]
    return None


def _twos_plays(table: Table, twos: list[Card], jokers: list[Card]) -> Iterator[tuple[list[Group], list[Card]]]:
    """Ways to send twos and jokers to a meld of twos, and the wild cards left for other melds."""
    if not table.rules.twos.allowed:
        yield [], twos + jokers
        return
    mine = next((one for one in table.melds if one.kind == "twos" and len(one.cards) < CANASTA), None)
    have = mine.cards.count(JOKER) if mine is not None else 0
    base = len(mine.cards) - have if mine is not None else 0
    for count in range(len(twos) + 1):
        for mixed in range(len(jokers) + 1):
            whole = base + have + count + mixed
            if (count or mixed) and twos_problem(table.rules, base + count, have + mixed) is not None:
                continue
            if (mine is not None or count) and whole < CANASTA and count < len(twos):
                continue
            group = [Group((*twos[:count], *jokers[:mixed]), MeldName("set", TWO))] if count or mixed else []
            yield group, twos[count:] + jokers[mixed:]


def _assignments(table: Table, naturals: Sequence[tuple[int, list[Card]]]) -> Iterator[list[_Target]]:
    """Every way to send each rank to its melds, old or new, as lists of all set and wild melds."""
    if not naturals:
        targets = [_Target(meld, "set", meld.rank) for meld in table.melds if meld.kind == "set"]
        wild = [_Target(meld, "wild", TWO) for meld in table.melds if meld.kind == "wild"]
        if may_start_wild(table.rules, table.melds):
            wild.append(_Target(None, "wild", TWO))
        yield targets + wild
        return
    (rank, cards), rest = naturals[0], naturals[1:]
    of_rank = [meld for meld in table.melds if meld.kind == "set" and meld.rank == rank]
    places: list[Meld | None] = [*of_rank]
    if rank not in table.barred and may_start(table.rules, of_rank):
        places.append(None)
    for split in _splits(len(cards), len(places)):
        if places and places[-1] is None and 0 < split[-1] < table.rules.melds.min_naturals:
            continue
        for targets in _assignments(table, rest):
            at = 0
            for place, count in zip(places, split, strict=True):
                if not count:
                    continue
                target = next((one for one in targets if place is not None and one.meld is place), None)
                if target is None:
                    target = _Target(None, "set", rank)
                    targets.insert(0, target)
                target.added = cards[at : at + count]
                target.naturals += count
                at += count
            yield targets


def _splits(count: int, places: int) -> Iterator[tuple[int, ...]]:
    """Every way to share `count` cards out over so many places."""
    if places == 0:
        return
    if places == 1:
        yield (count,)
        return
    for first in range(count, -1, -1):
        for others in _splits(count - first, places - 1):
            yield (first, *others)


def _share_wilds(table: Table, targets: list[_Target], wilds: int, reds: int) -> list[int] | None:
    """How many wild cards each target gets so that all are used, every meld is legal and the side may go out."""
    rules, melds = table.rules, table.melds
    runs = [kind for meld in melds if meld.kind == "sequence" and (kind := meld.canasta) is not None]
    others = sum(1 for meld in melds if meld.kind == "twos" and meld.canasta)
    before = sum(1 for meld in melds if meld.kind in ("set", "wild") and meld.canasta)
    lock = locked(rules, melds)
    shares = [0] * len(targets)

    def allowed() -> bool:
        finals = list(zip(targets, shares, strict=True))
        kinds = [kind for one, more in finals if (kind := one.canasta(rules, more)) is not None]
        if table.room is not None and len(kinds) > before and len(kinds) + len(runs) + others > table.room:
            return False
        for one, more in finals:
            size = one.naturals + one.wilds + more
            if 0 < size < CANASTA and _must_finish(rules, one.kind, one.rank, one.wilds + more):
                return False
        return requirement_met(rules, kinds + runs, reds)

    def share(place: int, left: int) -> bool:
        if place < 0:
            return not left and allowed()
        target = targets[place]
        for more in range(left + 1):
            untouched = not more and not target.added
            if not untouched and target.problem(table, more) is not None:
                continue
            if lock and target.kind == "wild" and more < left and target.wilds + more < CANASTA:
                continue
            shares[place] = more
            if share(place - 1, left - more):
                return True
        shares[place] = 0
        return False

    return shares if share(len(targets) - 1, wilds) else None


def _groups(targets: list[_Target], shares: list[int], wilds: list[Card]) -> Iterator[Group]:
    """The plan as groups, an unfinished wild meld first since it holds the others back, a new one last."""
    pool = list(wilds)
    order = sorted(zip(targets, shares, strict=True), key=lambda pair: _turn_of(pair[0]))
    for target, more in order:
        cards = (*target.added, *(pool.pop(0) for _ in range(more)))
        if not cards:
            continue
        alike = [one for one in targets if (one.kind, one.rank) == (target.kind, target.rank) and one.meld is not None]
        kind = (target.kind, 0 if target.kind == "wild" else target.rank)
        if target.meld is None:
            yield Group(cards, MeldName(*kind, new=True) if alike else None)
        elif len(alike) > 1 or not target.added:
            yield Group(cards, MeldName(*kind, alike.index(target) + 1 if len(alike) > 1 else 0))
        else:
            yield Group(cards)


def _turn_of(target: _Target) -> int:
    if target.kind != "wild":
        return 1
    return 2 if target.meld is None else 0
