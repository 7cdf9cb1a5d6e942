"""Melds: what they are, what cards they may hold, and how a group of cards joins or starts one."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from bot.canasta.cards import ACE, BLACK_THREES, JOKER, NATURAL_RANKS, RANKS, SEVEN, SUITS, THREE, TWO, Card, is_wild
from bot.canasta.moves import Group, IllegalMove, MeldName
from bot.canasta.rules import Rules

#: A meld of this many cards is a canasta (pagat: common).
CANASTA: Final = 7


class Meld:
    """One meld on the table.

    `kind` is `set`, `wild`, `twos`, `sequence` or `black-threes`. `cards` are in the order laid, a sequence from low to
    high; `rank` is the rank index of a set, the lowest place of a sequence; `suit` is a sequence's. `made` is the kind of
    canasta it was when it became one.
    """

    __slots__ = ("cards", "kind", "made", "naturals", "rank", "suit", "wilds")

    def __init__(self, kind: str, rank: int = 0, suit: int = 0) -> None:
        self.kind = kind
        self.rank = rank
        self.suit = suit
        self.cards: list[Card] = []
        self.naturals = 0
        self.wilds = 0
        self.made: str | None = None

    @property
    def canasta(self) -> str | None:
        """Which canasta this is: `natural`, `mixed`, `wild`, `twos`, `sequence`, or None below seven cards."""
        if len(self.cards) < CANASTA or self.kind == "black-threes":
            return None
        if self.kind == "set":
            return "mixed" if self.wilds else "natural"
        return self.kind

    @property
    def high(self) -> int:
        """The highest place of a sequence."""
        return self.rank + len(self.cards) - 1


class Table(NamedTuple):
    """What laying on a side's melds depends on besides the cards.

    `opening` says that the side's initial meld is being laid, `barred` are ranks that it may not begin, `room` is how
    many canastas it may have in all (None: any number).
    """

    rules: Rules
    melds: list[Meld]
    opening: bool = False
    barred: frozenset[int] = frozenset()
    room: int | None = None


def set_problem(rules: Rules, naturals: int, wilds: int) -> str | None:
    """Why a meld of one rank may not hold so many cards, as an error code, or None (pagat: classic, Melds)."""
    limits = rules.melds
    size = naturals + wilds
    if size < 3:
        return "meld-too-small"
    if naturals < limits.min_naturals:
        return "too-few-naturals"
    if wilds:
        unlimited = limits.mixed_unlimited or (limits.big_unlimited and size > CANASTA and naturals >= 4)
        if limits.max_wilds is not None and wilds > limits.max_wilds and not unlimited:
            return "too-many-wilds"
        if _outnumbered(limits.ratio, naturals, wilds):
            return "wilds-outnumber-naturals"
    elif limits.max_natural is not None and size > limits.max_natural:
        return "meld-full"
    if limits.max_size is not None and size > limits.max_size:
        return "meld-full"
    return None


def _outnumbered(ratio: str, naturals: int, wilds: int) -> bool:
    if ratio == "free":
        return False
    if ratio == "half-of-naturals":
        return naturals < 2 * wilds
    return wilds > naturals or (wilds == naturals and ratio == "fewer-than-naturals")


#: Numbers of natural and of wild cards that may join a meld together.
Additions = tuple[tuple[int, int], ...]


class SetSizes:
    """What `set_problem` allows, for those who ask often: each answer is worked out once for all games of the same rules."""

    __slots__ = ("_known", "_rules")

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._known: dict[tuple[int, int, int, int], Additions] = {}

    def additions(self, naturals: int, wilds: int, more: int, more_wilds: int) -> Additions:
        """What may join a meld of `naturals` and `wilds`, or be one, out of `more` and `more_wilds`; fewest first."""
        key = naturals, wilds, more, more_wilds
        if key not in self._known:
            self._known[key] = tuple(
                (count, wild)
                for count in range(more + 1)
                for wild in range(more_wilds + 1)
                if set_problem(self._rules, naturals + count, wilds + wild) is None
            )
        return self._known[key]


@functools.lru_cache(maxsize=256)
def set_sizes(rules: Rules) -> SetSizes:
    """What is known of these rules' sets."""
    return SetSizes(rules)


def wild_problem(rules: Rules, size: int) -> str | None:
    """Why a meld of wild cards alone may not hold `size` cards, or None (pagat: opt-wild-melds)."""
    if not rules.wilds.allowed:
        return "no-wild-melds"
    if size < (CANASTA if rules.wilds.whole else 3):
        return "meld-too-small"
    if rules.wilds.max_size is not None and size > rules.wilds.max_size:
        return "meld-full"
    return None


def twos_problem(rules: Rules, twos: int, jokers: int) -> str | None:
    """Why a meld of twos may not hold so many twos and jokers, or None (romanian: italian, AI.5)."""
    if not rules.twos.allowed:
        return "no-wild-melds"
    if twos + jokers < 3:
        return "meld-too-small"
    if twos < 2:
        return "too-few-naturals"
    if jokers > 2:
        return "too-many-wilds"
    return "meld-full" if twos + jokers > CANASTA else None


def sequence_problem(rules: Rules, naturals: int, wilds: int, low: int) -> str | None:
    """Why a run from the rank `low` up may not hold so many cards, or None (wikipedia: samba, Melds)."""
    size = naturals + wilds
    if size < 3:
        return "meld-too-small"
    if size > CANASTA or low < 0 or low + size - 1 > ACE:
        return "sequence-too-long"
    if wilds > rules.sequences.max_wilds:
        return "too-many-wilds"
    if naturals < rules.sequences.min_naturals:
        return "too-few-naturals"
    return None


class Laid:
    """One group as it was laid: the cards, the meld, whether that was new, and a sequence's shape before.

    `topped` says that the pile's top card is among the cards, `from_foot` that they are the first that its player played
    from a foot.
    """

    __slots__ = ("before", "cards", "from_foot", "meld", "new", "topped")

    def __init__(
        self, meld: Meld, cards: tuple[Card, ...], new: bool = False, before: tuple[int, list[Card]] | None = None
    ) -> None:
        self.meld = meld
        self.cards = cards
        self.new = new
        self.before = before
        self.topped = False
        self.from_foot = False


def lay(table: Table, group: Group, top: Card | None = None) -> Laid:
    """Lay a group (with the pile's top card, when one is being taken) on a side's melds.

    Changes the melds and returns what `unlay` needs. Raises `IllegalMove` and changes nothing if the rules forbid the
    meld that would result.
    """
    laid = _lay(table, group, top)
    if top is not None:
        laid.topped = True
    meld = laid.meld
    if len(meld.cards) >= CANASTA > len(meld.cards) - len(laid.cards):
        if table.room is not None and _canasta_count(table.melds) > table.room:
            unlay(table.melds, laid)
            raise IllegalMove("too-many-canastas", room=table.room)
        meld.made = meld.canasta
    return laid


def _canasta_count(melds: Iterable[Meld]) -> int:
    return sum(1 for meld in melds if meld.canasta is not None)


def _lay(table: Table, group: Group, top: Card | None) -> Laid:
    cards = group.cards if top is None else (*group.cards, top)
    wilds = [card for card in cards if is_wild(card)]
    naturals = [card for card in cards if card < TWO * 4]
    name = group.name
    if len(wilds) + len(naturals) != len(cards):
        return _lay_threes(table, cards)
    if (name is not None and name.kind == "sequence") or (name is None and _is_run(naturals)):
        return _lay_sequence(table, group, cards, wilds, top)
    if (name is not None and name.kind == "wild") or (name is None and not naturals):
        return _lay_wilds(table, name, cards)
    ranks = {card >> 2 for card in naturals}
    rank = name.key if name is not None else naturals[0] >> 2
    if ranks - {rank}:
        raise IllegalMove("mixed-ranks", cards=cards)
    if rank == TWO:
        return _lay_twos(table, name, cards)
    if name is None and len(cards) < 3 and not any(one.kind == "set" and one.rank == rank for one in table.melds):
        run = _run_for(table, cards, naturals)
        if run is not None:
            _refuse_locked(table, cards)
            return _extend(table, run, cards, below=group.below)
    return _lay_set(table, name, rank, cards, len(wilds))


def unlay(melds: list[Meld], laid: Laid) -> None:
    """Take back the group laid last on its meld."""
    meld = laid.meld
    if laid.new:
        melds.remove(meld)
        return
    if laid.before is not None:
        meld.rank, meld.cards = laid.before
    else:
        del meld.cards[len(meld.cards) - len(laid.cards) :]
    wilds = sum(map(is_wild, laid.cards))
    meld.wilds -= wilds
    meld.naturals -= len(laid.cards) - wilds
    if len(meld.cards) < CANASTA:
        meld.made = None


def _lay_set(table: Table, name: MeldName | None, rank: int, cards: tuple[Card, ...], wilds: int) -> Laid:
    rules, melds = table.rules, table.melds
    if rank >= NATURAL_RANKS:
        raise IllegalMove("no-such-meld", meld=RANKS[rank])
    _refuse_locked(table, cards)
    of_rank = [one for one in melds if one.kind == "set" and one.rank == rank]
    if name is not None and name.nth > len(of_rank):
        raise IllegalMove("no-such-meld", meld=str(name))
    problem: str | None = None
    if name is None or not name.new:
        for meld in of_rank[name.nth - 1 : name.nth] if name is not None and name.nth else of_rank:
            problem = set_problem(rules, meld.naturals + len(cards) - wilds, meld.wilds + wilds)
            if problem is None and wilds and not takes_wilds(rules, rank, meld, opening=False):
                problem = "pure-only"
            if problem is None:
                return _add(meld, cards, wilds)
        if of_rank and name is not None:
            raise IllegalMove(problem or "no-such-meld", rank=rank)
    if of_rank and not may_start(rules, of_rank):
        raise IllegalMove(problem or "one-meld-a-rank", rank=rank)
    if name is not None and not name.new and not of_rank and len(cards) < 3:
        raise IllegalMove("no-such-meld", meld=str(name))
    if rank in table.barred:
        raise IllegalMove("their-canasta", rank=rank)
    started = set_problem(rules, len(cards) - wilds, wilds)
    if started is None and wilds and not takes_wilds(rules, rank, None, opening=table.opening):
        started = "pure-only"
    if started is not None:
        raise IllegalMove(problem or started, rank=rank)
    return _start(melds, Meld("set", rank), cards, wilds)


def takes_wilds(rules: Rules, rank: int, meld: Meld | None, *, opening: bool) -> bool:
    """Whether a meld of this rank (None: a new one) may get wild cards (pagat: american-modern, Melds)."""
    if rank == SEVEN:
        return not rules.melds.pure_sevens
    if rank == ACE and rules.melds.pure_aces:
        return opening if meld is None else meld.wilds > 0
    return True


def may_start(rules: Rules, of_rank: Sequence[Meld]) -> bool:
    """Whether a side with these melds of a rank may start another (pagat: opt-completed-canasta-problem, 1)."""
    return _another(rules.melds.same_rank, of_rank)


def _another(rule: str, melds: Sequence[Meld]) -> bool:
    if not melds:
        return True
    if rule == "two":
        return len(melds) < 2
    return rule == "after-canasta" and all(len(one.cards) >= CANASTA for one in melds)


def locked(rules: Rules, melds: Iterable[Meld]) -> bool:
    """Whether wild cards may go to no other meld than an unfinished wild meld (pagat: opt-wild-melds, Lock)."""
    return rules.wilds.locks and wild_open(melds)


def _refuse_locked(table: Table, cards: Iterable[Card]) -> None:
    """Raise `IllegalMove` if wild cards among these must go elsewhere than to a meld of one rank or a run."""
    wilds = [card for card in cards if is_wild(card)]
    if wilds and locked(table.rules, table.melds):
        raise IllegalMove("wilds-locked")
    if any(card != JOKER for card in wilds) and twos_locked(table.rules, table.melds):
        raise IllegalMove("twos-locked")


def wild_open(melds: Iterable[Meld]) -> bool:
    """Whether a wild meld is there that is no canasta yet."""
    return any(one.kind == "wild" and len(one.cards) < CANASTA for one in melds)


def twos_locked(rules: Rules, melds: Iterable[Meld]) -> bool:
    """Whether twos may go to no other meld than an unfinished one of twos (romanian: italian, Twos as a rank)."""
    return rules.twos.allowed and any(one.kind == "twos" and len(one.cards) < CANASTA for one in melds)


def may_start_wild(rules: Rules, melds: Iterable[Meld]) -> bool:
    """Whether a side with these melds may start a wild meld (romanian: bolivian AB.1, hollywood AH.2)."""
    return rules.wilds.allowed and _another(rules.wilds.melds, [one for one in melds if one.kind == "wild"])


def _lay_wilds(table: Table, name: MeldName | None, cards: tuple[Card, ...]) -> Laid:
    rules, melds = table.rules, table.melds
    if any(not is_wild(card) for card in cards):
        raise IllegalMove("mixed-ranks", cards=cards)
    if name is None and rules.twos.allowed:
        return _lay_twos(table, name, cards)
    if not rules.wilds.allowed:
        raise IllegalMove("no-wild-melds")
    mine = [one for one in melds if one.kind == "wild"]
    problem: str | None = None
    if name is None or not name.new:
        if name is not None and name.nth > len(mine):
            raise IllegalMove("no-such-meld", meld=str(name))
        for meld in mine[name.nth - 1 : name.nth] if name is not None and name.nth else mine:
            problem = wild_problem(rules, len(meld.cards) + len(cards))
            if problem is None:
                return _add(meld, cards, len(cards))
        if name is not None and mine:
            raise IllegalMove(problem or "meld-full", rank=TWO)
    if not may_start_wild(rules, melds):
        raise IllegalMove(problem or "one-wild-meld", rank=TWO)
    problem = wild_problem(rules, len(cards))
    if problem is not None:
        raise IllegalMove(problem, rank=TWO)
    return _start(melds, Meld("wild"), cards, len(cards))


def _lay_twos(table: Table, name: MeldName | None, cards: tuple[Card, ...]) -> Laid:
    rules, melds = table.rules, table.melds
    if not rules.twos.allowed:
        raise IllegalMove("no-wild-melds")
    mine = [one for one in melds if one.kind == "twos"]
    jokers = cards.count(JOKER)
    if name is not None and name.nth > len(mine):
        raise IllegalMove("no-such-meld", meld=str(name))
    if mine and not (name is not None and name.new):
        meld = mine[name.nth - 1] if name is not None and name.nth else mine[-1]
        have = meld.cards.count(JOKER)
        problem = twos_problem(rules, len(meld.cards) - have + len(cards) - jokers, have + jokers)
        if problem is None:
            return _add(meld, cards, len(cards))
        if not _another("after-canasta", mine):
            raise IllegalMove(problem, rank=TWO)
    if not _another("after-canasta", mine):
        raise IllegalMove("one-meld-a-rank", rank=TWO)
    problem = twos_problem(rules, len(cards) - jokers, jokers)
    if problem is not None:
        raise IllegalMove(problem, rank=TWO)
    return _start(melds, Meld("twos", TWO), cards, len(cards))


def black_threes_needed(rules: Rules) -> int | None:
    """How many black threes a meld of them needs at least; None where they are never melded."""
    if rules.threes.black_meld == "never":
        return None
    return 2 * rules.pack.decks if rules.threes.black_meld == "all" else 3


def _lay_threes(table: Table, cards: tuple[Card, ...]) -> Laid:
    needed = black_threes_needed(table.rules)
    if needed is None or any(card not in BLACK_THREES for card in cards):
        raise IllegalMove("threes-not-melded")
    if any(one.kind == "black-threes" for one in table.melds):
        raise IllegalMove("one-meld-a-rank", rank=THREE)
    if len(cards) < needed:
        raise IllegalMove("black-threes-few", needed=needed)
    return _start(table.melds, Meld("black-threes", THREE), cards, 0)


def _is_run(naturals: Sequence[Card]) -> bool:
    return len(naturals) > 1 and len({card >> 2 for card in naturals}) > 1 and len({card & 3 for card in naturals}) == 1


def _lay_sequence(table: Table, group: Group, cards: tuple[Card, ...], wilds: Sequence[Card], top: Card | None) -> Laid:
    rules, name = table.rules, group.name
    if not rules.sequences.allowed:
        raise IllegalMove("mixed-ranks", cards=cards)
    _refuse_locked(table, cards)
    if name is not None and not name.new:
        runs = [
            run for run in table.melds if (run.kind, run.suit, run.rank) == ("sequence", name.key & 3, name.key >> 2)
        ]
        if not runs or name.nth > len(runs):
            raise IllegalMove("no-such-meld", meld=str(name))
        refused: IllegalMove | None = None
        for run in runs[name.nth - 1 : name.nth] if name.nth else runs:
            try:
                return _extend(table, run, cards, below=group.below)
            except IllegalMove as error:
                refused = error
        assert refused is not None
        raise refused
    naturals = [card for card in cards if not is_wild(card)]
    if name is None:
        extends = _run_for(table, cards, naturals)
        if extends is not None:
            return _extend(table, extends, cards, below=group.below)
    if not naturals:
        raise IllegalMove("too-few-naturals", rank=TWO)
    cards = _in_order(cards, top)
    low = _low_place(cards)
    if low is None:
        raise IllegalMove("not-a-run", cards=cards)
    problem = sequence_problem(rules, len(naturals), len(wilds), low)
    if problem is not None:
        raise IllegalMove(problem, rank=low)
    return _start(table.melds, Meld("sequence", low, naturals[0] & 3), cards, len(wilds))


def _in_order(cards: tuple[Card, ...], top: Card | None) -> tuple[Card, ...]:
    """The cards of a new run from low to high; a wild stays where it is written, the pile's top card goes where it fits."""
    if not any(map(is_wild, cards)):
        return tuple(sorted(cards))
    if top is not None:
        others = cards[:-1]
        orders = ((*others[:place], top, *others[place:]) for place in range(len(cards)))
        return next((order for order in orders if _low_place(order) is not None), cards)
    return cards


def _low_place(cards: Sequence[Card]) -> int | None:
    """The lowest place of a run that is written from low to high, None if the cards are no run."""
    first = next(place for place, card in enumerate(cards) if not is_wild(card))
    start = cards[first] - 4 * first
    if all(is_wild(card) or card == start + 4 * place for place, card in enumerate(cards)):
        return start >> 2
    return None


def _run_for(table: Table, cards: tuple[Card, ...], naturals: Sequence[Card]) -> Meld | None:
    if not table.rules.sequences.allowed or not naturals:
        return None
    for meld in table.melds:
        if meld.kind == "sequence" and meld.suit == naturals[0] & 3 and fits_run(table.rules, meld, cards):
            return meld
    return None


def fits_run(rules: Rules, meld: Meld, cards: Sequence[Card]) -> bool:
    """Whether cards may be added to a sequence."""
    try:
        extended(rules, meld, cards, below=False)
    except IllegalMove:
        return False
    return True


def extended(rules: Rules, meld: Meld, cards: Sequence[Card], *, below: bool) -> tuple[int, list[Card]]:
    """The low place and cards of a sequence with `cards` added; wilds fill gaps, else go on top, else below.

    Raises `IllegalMove` if no run results.
    """
    places = {meld.rank + offset: card for offset, card in enumerate(meld.cards)}
    for card in cards:
        if not is_wild(card):
            if card & 3 != meld.suit or card >> 2 in places:
                raise IllegalMove("not-a-run", cards=tuple(cards))
            places[card >> 2] = card
    for wild in filter(is_wild, cards):
        low, high = min(places), max(places)
        gap = next((place for place in range(low, high) if place not in places), None)
        if gap is None:
            gap = low - 1 if high == ACE or below else high + 1
        places[gap] = wild
    low, high = min(places), max(places)
    if high - low + 1 != len(places):
        raise IllegalMove("not-a-run", cards=tuple(cards))
    run = [places[place] for place in range(low, high + 1)]
    wilds = sum(map(is_wild, run))
    problem = sequence_problem(rules, len(run) - wilds, wilds, low)
    if problem is not None:
        raise IllegalMove(problem, rank=low)
    return low, run


def _extend(table: Table, meld: Meld, cards: tuple[Card, ...], *, below: bool) -> Laid:
    before = meld.rank, meld.cards
    meld.rank, meld.cards = extended(table.rules, meld, cards, below=below)
    wilds = sum(map(is_wild, cards))
    meld.naturals += len(cards) - wilds
    meld.wilds += wilds
    return Laid(meld, cards, before=before)


def _add(meld: Meld, cards: tuple[Card, ...], wilds: int) -> Laid:
    meld.cards.extend(cards)
    meld.naturals += len(cards) - wilds
    meld.wilds += wilds
    return Laid(meld, cards)


def _start(melds: list[Meld], meld: Meld, cards: tuple[Card, ...], wilds: int) -> Laid:
    melds.append(meld)
    meld.cards, meld.naturals, meld.wilds = list(cards), len(cards) - wilds, wilds
    return Laid(meld, cards, new=True)


def meld_name(meld: Meld, melds: Sequence[Meld]) -> str:
    """What a move calls a meld of these (`K`, `K2`, `WILD`, `H5#2`; black threes are `3`)."""
    nth = 1
    for one in melds:
        if one is meld:
            break
        nth += (one.kind, one.rank, one.suit) == (meld.kind, meld.rank, meld.suit)
    if meld.kind == "sequence":
        return SUITS[meld.suit] + RANKS[meld.rank] + (f"#{nth}" if nth > 1 else "")
    return ("WILD" if meld.kind == "wild" else RANKS[meld.rank]) + (str(nth) if nth > 1 else "")


def meld_from_cards(rules: Rules, cards: Sequence[Card]) -> Meld:
    """The meld that these cards, as a record writes it, are. Raises `IllegalMove` if they are none."""
    if cards and all(card >> 2 == THREE for card in cards):
        meld = Meld("black-threes", THREE)
        meld.cards, meld.naturals = list(cards), len(cards)
        return meld
    return lay(Table(rules, [], opening=True), Group(tuple(cards))).meld
