"""The moves that lay exactly the cards that a player has chosen: which melds these make or join."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, islice, product
from typing import Final, NamedTuple

from . import round as rounds
from .cards import ACE, LOW_ACE, THREE, TWO, Card, card_at, is_wild
from .melds import LayConditions, place
from .melds.runs import Run, run_standing, runs_of
from .melds.sets import may_start_set, set_ranks, sets_of
from .melds.wilds import may_start_wild, wild_melds
from .moves import Group, IllegalMove, MeldName, Move, Ways
from .state import State
from .turn.taking import opens_from_hand

#: The most ways that are found, the most strokes that are tried to find them, and the most of each step towards a stroke.
_MOST_WAYS: Final = 25
_MOST_TRIED: Final = 200
_MOST_STEPS: Final = 100


#: The mark of strokes with a group that is no meld: each of them is refused.
_FITS_NOWHERE: Final = "fits nowhere"


class _Target(NamedTuple):
    """A meld that cards may join or begin.

    `kind` is `set`, `run`, `wild` or `threes`; `of` is the set's rank or the run's suit. `nth` counts, from 0, the melds of
    that kind on the table (those of the rank, of sets); None is a new one.
    """

    kind: str
    of: int = 0
    nth: int | None = None


#: Cards and the meld that they go to.
_Part = tuple[_Target, tuple[Card, ...]]
#: The cards of a rank, each with the meld that it goes to, and how unlikely that is.
_OfRank = tuple[tuple[tuple[Card, _Target], ...], int]
#: Groups, and what tells this way to lay them from others.
_Stroke = tuple[object, tuple[Group, ...]]


def ways(state: State, verb: str, cards: Sequence[Card]) -> Ways:
    """Return the moves of a verb, `meld` or `take`, that lay exactly these cards of the seat to move, the likeliest first.

    Ways that come to the same are one. Wild cards go to the melds of the other cards; only where that can't be, or there
    are none, to other melds of the side.
    """
    found: dict[object, Move] = {}
    refusal = None
    for elsewhere in (False, True):
        for key, groups in islice(_strokes(state, verb, cards, elsewhere=elsewhere), _MOST_TRIED):
            if key in found or (refusal is not None and key is _FITS_NOWHERE):
                continue
            move = Move(state.turn, verb, groups)
            problem = rounds.problem(state, move)
            if problem is None:
                found[key] = move
                if len(found) == _MOST_WAYS:
                    break
            refusal = refusal or problem
        if found:
            return Ways(tuple(found.values()))
    return Ways((), refusal or IllegalMove("meld-too-small"))


def _strokes(state: State, verb: str, cards: Sequence[Card], *, elsewhere: bool) -> Iterator[_Stroke]:
    """Yield the groups by which a verb could lay exactly these cards; wild cards go `elsewhere` only if that is asked for."""
    top = state.pile[-1] if verb == "take" and state.pile else None
    if verb == "take" and (top is None or state.rules.takes_freely):
        yield None, (Group(tuple(cards)),)
        return
    conditions, known = state.turn_conditions(), dict[_Part, list[tuple[object, Group]]]()
    every = sorted(cards if top is None else (*cards, top))
    naturals, wilds = [card for card in every if not is_wild(card)], [card for card in every if is_wild(card)]
    for parts in _shared_out(conditions, naturals, len(wilds)):
        others = _others(conditions, parts) if elsewhere else []
        for filled in _filled(parts, others, wilds):
            for key, groups in _as_groups(conditions, filled, top, known):
                yield from [(key, groups)] if top is None else _with_top(state, key, groups, top)


def _with_top(state: State, key: object, groups: tuple[Group, ...], top: Card) -> Iterator[_Stroke]:
    """Yield the groups of a take: first the one that gets the pile's top card, without that card."""
    for nth, group in enumerate(groups):
        if top not in group.cards:
            continue
        left = list(group.cards)
        left.remove(top)
        rest = (*groups[:nth], *groups[nth + 1 :])
        yield key if key is _FITS_NOWHERE else (key, nth), (group._replace(cards=tuple(left)), *rest)
        if left and opens_from_hand(state):
            yield key if key is _FITS_NOWHERE else (key, None), (Group(()), Group(tuple(left)), *rest)


# -- which cards go together


def _shared_out(conditions: LayConditions, naturals: Sequence[Card], wilds: int) -> list[list[_Part]]:
    """Return the ways to share natural cards out among melds, few melds first; `wilds` are still to be added."""
    of_suit = Counter(card & 3 for card in naturals)
    ranks = [
        _of_rank(conditions, [card for card in naturals if card >> 2 == rank], wilds, of_suit)
        for rank in dict.fromkeys(card >> 2 for card in naturals)
    ]
    found = []
    for chosen in islice(product(*ranks), _MOST_STEPS):
        parts: dict[_Target, list[Card]] = {}
        for of_rank, _ in chosen:
            for card, target in of_rank:
                parts.setdefault(target, []).append(card)
        apart = [part for target, cards in parts.items() for part in _apart(target, cards, wilds)]
        found.append((len(apart), sum(cost for _, cost in chosen), apart))
    return [apart for _, _, apart in sorted(found, key=lambda one: one[:2])]


def _of_rank(conditions: LayConditions, cards: Sequence[Card], wilds: int, of_suit: Counter[int]) -> list[_OfRank]:
    """Return the ways to share out the cards of one rank, the likeliest first."""
    rank, rules = cards[0] >> 2, conditions.rules
    of_rank = sets_of(conditions.melds, rank)
    sets = [_Target("set", rank, nth) for nth in range(len(of_rank))]
    if rank == THREE and not rules.plain_threes:
        sets = [_Target("threes")]
    elif rank in set_ranks(rules) and may_start_set(rules, conditions.melds.lying[rank]):
        sets.append(_Target("set", rank))
    runs = [_runs(conditions, card, wilds + of_suit[card & 3]) for card in cards]
    ways: dict[tuple[tuple[Card, _Target], ...], int] = {}
    to_sets: list[_Target | None] = [*sets] or [None]
    for one in to_sets:
        for to in islice(product(*([*([one] if one else []), *others] for others in runs)), _MOST_STEPS):
            in_set = to.count(one)
            new = one is not None and one.nth is None and one.kind == "set"
            if new and 0 < in_set < 3 - wilds and any(runs):
                continue
            lone = 2 * (new and in_set == 1)
            ways.setdefault(
                tuple(sorted(zip(cards, to, strict=True), key=str)),
                sum(lone if target == one else 1 for target in to),
            )
    fallback = tuple((card, _Target("set", rank)) for card in cards)
    return sorted(ways.items(), key=lambda way: way[1]) or [(fallback, 0)]


def _runs(conditions: LayConditions, card: Card, fellows: int) -> list[_Target]:
    """Return the runs that a card may join, and a new one if it has two `fellows` or more, itself not counted."""
    rules = conditions.rules
    if not rules.sequences.allowed or (card >> 2 == THREE and not rules.plain_threes):
        return []
    runs = [_Target("run", card & 3, nth) for nth, run in enumerate(runs_of(conditions.melds)) if run.suit == card & 3]
    return [*runs, _Target("run", card & 3)] if fellows >= 3 or not runs else runs


def _apart(target: _Target, cards: Sequence[Card], wilds: int) -> list[_Part]:
    """Return the cards of a meld; those of a new run as several runs if they are too far apart, or there twice."""
    if target.kind != "run" or target.nth is not None or _fits(cards, target.of, len(cards) + wilds):
        return [(target, tuple(cards))]
    runs: list[list[Card]] = []
    for card in sorted(cards, key=_lowest_place):
        fitting = (run for run in runs if _fits([*run, card], target.of, len(run) + 1 + wilds))
        run = next(fitting, None)
        if run is None:
            runs.append(run := [])
        run.append(card)
    return [(target, tuple(run)) for run in runs]


def _lowest_place(card: Card) -> int:
    rank = card >> 2
    return rank if rank <= ACE else rank - THREE - 1


def _windows(cards: Sequence[Card], suit: int, size: int) -> Iterator[int]:
    """Yield the lowest places of runs of a size that have a place for each of these cards, the highest first."""
    for low in range(ACE + 1 - size, LOW_ACE - 1, -1):
        if Counter(cards) <= Counter(card_at(at, suit) for at in range(low, low + size)):
            yield low


def _fits(cards: Sequence[Card], suit: int, size: int) -> bool:
    return next(_windows(cards, suit, size), None) is not None


# -- where wild cards go


def _others(conditions: LayConditions, parts: Sequence[_Part]) -> list[_Part]:
    """Return the melds of the side, and new ones of wild cards, that get nothing yet."""
    melds = conditions.melds
    targets = [_Target("set", rank, nth) for rank, of_rank in melds.sets.items() for nth in range(len(of_rank))]
    targets += [_Target("run", run.suit, nth) for nth, run in enumerate(runs_of(melds))]
    targets += [_Target("wild", 0, nth) for nth in range(len(wild_melds(melds)))]
    targets.append(_Target("wild"))
    taken = {target for target, _ in parts}
    return [(target, ()) for target in targets if target not in taken]


def _filled(parts: Sequence[_Part], others: Sequence[_Part], wilds: Sequence[Card]) -> Iterator[list[_Part]]:
    """Yield parts with wild cards added to them, to few of them first. Those without any card are left out."""
    every = [*parts, *others]
    if not wilds:
        yield [*parts]
        return
    twos, jokers = [card for card in wilds if card >> 2 == TWO], [card for card in wilds if card >> 2 != TWO]
    for count in range(1, min(len(wilds), len(every)) + 1):
        for chosen in combinations(range(len(every)), count):
            ways = product(
                combinations_with_replacement(chosen, len(twos)), combinations_with_replacement(chosen, len(jokers))
            )
            for to_twos, to_jokers in islice(ways, _MOST_STEPS):
                if {*to_twos, *to_jokers} == {*chosen}:
                    yield _with_wilds(every, twos, to_twos, (jokers, to_jokers))
    if not every:
        yield [(_Target("wild"), tuple(wilds))]


def _with_wilds(
    parts: Sequence[_Part], twos: Sequence[Card], to_twos: Sequence[int], jokers: tuple[Sequence[Card], Sequence[int]]
) -> list[_Part]:
    """Return parts with twos and jokers added; a run gets the two of its suit, which may be natural there."""
    more: list[list[Card]] = [[] for _ in parts]
    left, wanting = list(twos), sorted(to_twos, key=lambda nth: parts[nth][0].kind != "run")
    for nth in wanting:
        target = parts[nth][0]
        own = TWO * 4 + target.of
        two = own if target.kind == "run" and own in left else next((one for one in left if one != own), left[0])
        left.remove(two)
        more[nth].append(two)
    for joker, nth in zip(*jokers, strict=True):
        more[nth].append(joker)
    filled = [(target, (*cards, *also)) for (target, cards), also in zip(parts, more, strict=True)]
    # Wild cards laid by themselves may hold back those of other melds, so they come last.
    return sorted((part for part in filled if part[1]), key=lambda part: part[0].kind == "wild")


# -- as a move says it


def _as_groups(
    conditions: LayConditions, parts: Sequence[_Part], top: Card | None, known: dict[_Part, list[tuple[object, Group]]]
) -> Iterator[_Stroke]:
    """Yield the groups of a move for cards and the melds that they go to; several where a run can stand in several
    ways.

    Findings about each part are `known` from then on.
    """
    for part in parts:
        if part not in known:
            known[part] = _groups(conditions, *part, top)
    for found in product(*(known[part] for part in parts)):
        groups = tuple(group for _, group in found)
        if any(key is _FITS_NOWHERE for key, _ in found):
            yield _FITS_NOWHERE, groups
        else:
            yield tuple((target, key) for (target, _), (key, _) in zip(parts, found, strict=True)), groups


def _groups(
    conditions: LayConditions, target: _Target, cards: tuple[Card, ...], top: Card | None
) -> list[tuple[object, Group]]:
    """Return a group for each way in which cards can lie in a meld, with what tells these ways apart."""
    if target.kind == "run":
        tried = _of_run(conditions, target, cards)
        shapes: dict[object, Group] = {}
        for group in tried:
            if (shape := _shape(conditions, group)) is not None:
                shapes.setdefault(shape, group)
        fitting = [*shapes.items()][: 1 if conditions.rules.sequences.free_wild and target.nth is None else None]
        return fitting or [(_FITS_NOWHERE, tried[0])]
    naturals = tuple(card for card in cards if not is_wild(card))
    wilds = len(cards) - len(naturals)
    name: MeldName | None = None
    if target.kind == "wild":
        mine = wild_melds(conditions.melds)
        if target.nth is not None:
            name = MeldName("wild", 0, target.nth + 1)
        elif mine and may_start_wild(conditions.rules, conditions.melds):
            name = MeldName("wild", new=True)
        elif conditions.rules.twos.allowed:
            name = MeldName("set", TWO)
    elif target.kind == "set":
        of_rank = sets_of(conditions.melds, target.of)
        taking = top is not None and top in cards and conditions.rules.sequences.allowed
        if target.nth is None:
            name = MeldName("set", target.of, new=True) if of_rank else None
        elif len(of_rank) > 1 or not naturals or taking:
            name = MeldName("set", target.of, target.nth + 1 if len(of_rank) > 1 else 0)
    group = Group(cards, name)
    if top is None and not _fits_in(conditions, group):
        return [(_FITS_NOWHERE, group)]
    return [((len(naturals), wilds), group)]


def _fits_in(conditions: LayConditions, group: Group) -> bool:
    try:
        place(conditions, group)
    except IllegalMove:
        return False
    return True


def _of_run(conditions: LayConditions, target: _Target, cards: tuple[Card, ...]) -> list[Group]:
    """Return the groups by which cards may join a run or be one; at least one, which may be refused."""
    naturals = [card for card in cards if not is_wild(card)]
    if target.nth is not None:
        runs = runs_of(conditions.melds)
        run = runs[target.nth]
        alike = [one for one in runs if one.key == run.key]
        nth = next(place for place, one in enumerate(alike, 1) if one is run) if len(alike) > 1 else 0
        name = run.name._replace(nth=nth)
        return [Group(cards, name), Group(cards, name, below=True)]
    suit = target.of
    found = []
    for low in _windows(naturals, suit, len(cards)):
        stands = tuple(run_standing(suit, low, cards))
        found.append(Group(stands, MeldName("sequence", low * 4 + suit, new=True)))
    return found or [Group(cards, MeldName("sequence", cards[0], new=True))]


def _shape(conditions: LayConditions, group: Group) -> object:
    """Return where the cards of a run lie after a group has joined it or begun it, None if it can't."""
    try:
        found = place(conditions, group)
    except IllegalMove:
        return None
    assert isinstance(found.meld, Run)
    low, cards = found.run if found.run is not None else (found.meld.rank, found.cards)
    return low, tuple(card for card in cards if not is_wild(card)), tuple(map(is_wild, cards))
