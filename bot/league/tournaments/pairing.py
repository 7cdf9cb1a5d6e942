"""The pairings of a tournament's rounds: round robin, Swiss, and the Danish system of Italian clubs.

Swiss and Danish pair by the standings. All the ways to pair a round are compared at once, as perfect matchings of a
weighted graph, so that nothing of importance is given up for what matters less.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from bot.data.tournaments import Forfeit, TournamentKind
from bot.league.tournaments.matches import Entry, Fixture, MatchOutcome
from bot.league.tournaments.ranking import TournamentStanding, standings
from bot.league.tournaments.victory import Scale


class NoPlaceLeft(ValueError):
    """A round robin that has begun has room for one late entry if it began with an odd number, else for none."""


#: Two places in the standings, counted from 0, the upper first; a bye is a pair with the place after the last.
_Pair = tuple[int, int]
#: The costs of a pair in a pairing, the most important first. The sums over all pairs are compared in that order.
_Cost = tuple[int, ...]
#: How many ways to pair a round are tried for the sake of later ones, and how many steps a look ahead takes at most.
_WAYS, _STEPS = 60, 20_000
#: The cost of a bye for its place among scores and distances.
_BYE: _Cost = (0, 0, 0)


def rounds(entries: Collection[Entry]) -> int:
    """Return in how many rounds everybody can meet everybody once.

    A round robin lasts that many rounds, and a Swiss or Danish tournament needs rematches after them.
    """
    everybody = len(_taking_part(entries))
    return max(0, everybody + everybody % 2 - 1)


def pairings(
    kind: TournamentKind,
    entries: Collection[Entry],
    outcomes: Iterable[MatchOutcome],
    number: int,
    scale: Scale,
    last: int | None = None,
    apart: Collection[frozenset[int]] = (),
) -> list[Fixture]:
    """Return the matches of round `number`, counted from 1, of all entries that take part in it; byes come last.

    Of `outcomes`, those of earlier rounds matter; to a round robin, none. Equal arguments give equal matches, in
    whatever order entries and outcomes come.

    A round robin starts over, with first and second exchanged, when everybody has met everybody. An entry has a bye if
    its opponent doesn't take part.

    In the other kinds one entry has a bye if their number is odd: no entry gets another while one has had fewer. Next,
    there are as few rematches as possible, of entries that met least often and longest ago; a forfeited match is a
    meeting too. Next, the rounds up to the `last` that is planned (None: until everybody has met everybody) can still
    be paired without a rematch and with fair byes, as far as a bounded search can tell. Next, the bye goes to the
    lowest in the standings that can have it. Only then comes the kind's own order. Where all that leaves a choice, those of
    two entries who are to be kept `apart` don't meet: a pairing never shows that they are.

    Raises `NoPlaceLeft` for a round robin, and `ValueError` as `standings` does.
    """
    if kind is TournamentKind.ROUND_ROBIN:
        return _round_robin(_places(entries), number)
    past = [outcome for outcome in outcomes if outcome.fixture.round < number]
    playing = {entry.id for entry in entries if entry.takes_part(number)}
    placed = [standing for standing in standings(entries, past, scale) if standing.entry in playing]
    fair = _fairness(placed, [outcome.fixture for outcome in past])
    wanted = _neighbours(placed) if kind is TournamentKind.DANISH else _halves(placed)
    ahead = (rounds(entries) if last is None else last) - number
    ids = [standing.entry for standing in placed]
    costs: dict[_Pair, _Cost] = {pair: (*cost, *wanted.get(pair, _BYE)) for pair, cost in fair.items()}
    chosen = _far_sighted(costs, ahead)
    kept = {pair for pair in costs if frozenset(ids[place] for place in pair if place < len(ids)) in apart}
    if not kept.isdisjoint(chosen):
        # Only then: another search could choose another of equal ways also where nobody is to be kept apart.
        chosen = _far_sighted({pair: (*cost, int(pair in kept)) for pair, cost in costs.items()}, ahead)
    return [
        Fixture(number, ids[upper], ids[lower] if lower < len(ids) else None)
        for upper, lower in sorted(chosen, key=lambda pair: (pair[1] == len(ids), pair))
    ]


def _taking_part(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that take part in any round, by their seeds."""
    some = (entry for entry in entries if entry.left is None or entry.left >= entry.joined)
    return sorted(some, key=lambda entry: (entry.seed, entry.id))


def _places(entries: Collection[Entry]) -> list[Entry | None]:
    """Return an even number of places in a round robin, the last of them free if the entries are odd.

    They are the same in each round, as a late entry can only take the free one. Raises `NoPlaceLeft`.
    """
    everybody = _taking_part(entries)
    places: list[Entry | None] = [entry for entry in everybody if entry.joined == 1]
    late = [entry for entry in everybody if entry.joined != 1]
    if len(late) > len(places) % 2:
        raise NoPlaceLeft(f"{len(places)} entries began this round robin: there is no place for {len(late)} more")
    places += late
    return places if len(places) % 2 == 0 else [*places, None]


def _round_robin(places: Sequence[Entry | None], number: int) -> list[Fixture]:
    """Pair by the circle method.

    All places but the last lie on a circle, round a point that moves on from round to round. Two places meet that are
    equally far from the point on either side; the place at the point meets the last.
    """
    matches = []
    for first, second in _circle(places, number):
        sides = [entry.id for entry in (first, second) if entry is not None and entry.takes_part(number)]
        if sides:
            matches.append(Fixture(number, sides[0], sides[1] if len(sides) == 2 else None))
    return sorted(matches, key=lambda fixture: fixture.second is None)


def annulled(entries: Collection[Entry], outcomes: Iterable[MatchOutcome], last: int) -> list[int]:
    """Return the entries of a round robin of `last` rounds that have left it before half of their matches were played.

    An entry that has left plays the round that is under way. A match that it forfeits, alone or with the other side,
    isn't played.
    """
    played: Counter[int] = Counter()
    over = 0
    for outcome in outcomes:
        over = max(over, outcome.fixture.round)
        blame = {Forfeit.FIRST: (0,), Forfeit.SECOND: (1,), Forfeit.BOTH: (0, 1), None: ()}[outcome.forfeit]
        if outcome.fixture.second is not None:
            played.update(side for place, side in enumerate(outcome.fixture.sides) if place not in blame)
    wanted: Counter[int] = Counter()
    places = _places(entries)
    for number in range(1, last + 1):
        for both in _circle(places, number):
            if None not in both:
                wanted.update(entry.id for entry in both if entry is not None and entry.joined <= number)
    return [
        entry.id
        for entry in entries
        if entry.left is not None
        and entry.joined <= entry.left <= min(over, last - 1)
        and 2 * played[entry.id] < wanted[entry.id]
    ]


def without(entries: Collection[Entry], outcomes: Iterable[MatchOutcome], out: Collection[int]) -> list[MatchOutcome]:
    """Return the outcomes of a round robin without those of the entries `out`, and without byes for want of them."""
    places = _places(entries)
    kept = []
    for outcome in outcomes:
        fixture = outcome.fixture
        sides = set(fixture.sides)
        if fixture.second is None:
            sides = {
                one.id
                for both in _circle(places, fixture.round)
                for one in both
                if one is not None and fixture.first in {each.id for each in both if each is not None}
            }
        if not sides & set(out):
            kept.append(outcome)
    return kept


def _circle(places: Sequence[Entry | None], number: int) -> Iterator[tuple[Entry | None, Entry | None]]:
    """Yield the places that meet in a round, the first side of each match first, whether they take part or not."""
    if not places:
        return
    around = len(places) - 1
    leg, turn = divmod(number - 1, around)
    for near in range(len(places) // 2):
        one, other = (turn + near) % around, (turn - near) % around if near else around
        # A place lies at the point once, but twice at each other distance, once on either side. So all come first
        # equally often, or nearly.
        swapped = (turn if near == 0 else near) % 2 != leg % 2
        first, second = (other, one) if swapped else (one, other)
        yield places[first], places[second]


def _fairness(placed: Sequence[TournamentStanding], past: Iterable[Fixture]) -> dict[_Pair, _Cost]:
    """Return what each pair costs by earlier rounds: byes, rematch or not, meetings, the last one, the bye's height."""
    byes: Counter[int] = Counter()
    meetings: Counter[frozenset[int]] = Counter()
    last: dict[frozenset[int], int] = {}
    for fixture in past:
        sides = frozenset(fixture.sides)
        if fixture.second is None:
            byes[fixture.first] += 1
        else:
            meetings[sides] += 1
            last[sides] = max(last.get(sides, 0), fixture.round)
    ids = [standing.entry for standing in placed]
    costs: dict[_Pair, _Cost] = {}
    for upper, lower in combinations(range(len(ids)), 2):
        sides = frozenset((ids[upper], ids[lower]))
        costs[upper, lower] = (0, int(sides in meetings), meetings[sides], last.get(sides, 0), 0)
    if len(ids) % 2:
        for place, one in enumerate(ids):
            costs[place, len(ids)] = (byes[one], 0, 0, 0, len(ids) - 1 - place)
    return costs


def _neighbours(placed: Sequence[TournamentStanding]) -> dict[_Pair, _Cost]:
    """Return the costs of the Danish system: the least sum of distances between places.

    Between equal sums, two similar distances are better than a smaller and a greater one.
    """
    return {
        (upper, lower): (0, lower - upper, (lower - upper) ** 2) for upper, lower in combinations(range(len(placed)), 2)
    }


def _halves(placed: Sequence[TournamentStanding]) -> dict[_Pair, _Cost]:
    """Return the costs of Swiss pairing: the least sum of squared differences of scores comes first.

    So no entry plays one with a far different score without need. Between two score groups the lowest of the upper
    meets the highest of the lower; inside one group, entries half the group apart meet. Scores are matches won, a bye
    being won and a draw half: victory points are hardly ever equal.
    """
    scores = [2 * (standing.won + standing.byes) + standing.drew for standing in placed]
    sizes = Counter(scores)
    ranked = sorted(range(len(placed)), key=lambda place: -scores[place])
    costs: dict[_Pair, _Cost] = {}
    for (above, one), (below, other) in combinations(enumerate(ranked), 2):
        apart, fall = below - above, scores[one] - scores[other]
        # Doubled, as half of an odd group is no whole number. Squared, so that no pair is far off for the sake of
        # others.
        cost = (fall**2, apart, 0) if fall else (0, 0, (2 * apart - sizes[scores[one]]) ** 2)
        costs[min(one, other), max(one, other)] = cost
    return costs


def _far_sighted(costs: Mapping[_Pair, _Cost], ahead: int) -> list[_Pair]:
    """Return the cheapest pairs after which as many of the rounds `ahead` as possible can be paired without a rematch.

    Ways to pair the round are tried from the cheapest on, each without one pair more than those before it.
    """
    best = _cheapest(costs)
    # Of odd entries the last place is that of byes, and of even ones no pair costs a bye.
    after = max((lower for _, lower in costs), default=0)
    fewest = min((cost[0] for pair, cost in costs.items() if pair[1] == after), default=0)
    free = {pair for pair, cost in costs.items() if not cost[1] and (pair[1] < after or cost[0] == fewest)}
    if not free.issuperset(best):
        return best
    search = _Search()
    while ahead > 0 and not search.finds(free, ahead + 1):
        ahead -= 1
    tried = {frozenset[_Pair]()}
    ways = [(_sum(costs, best), 0, frozenset[_Pair](), best)]
    for _ in range(_WAYS):
        if ahead <= 0 or not ways:
            break
        _cost, _number, without, pairs = heapq.heappop(ways)
        if search.finds(free - set(pairs), ahead):
            return pairs
        for pair in pairs:
            less = without | {pair}
            if less not in tried:
                tried.add(less)
                other = _cheapest({one: cost for one, cost in costs.items() if one in free and one not in less})
                if len(other) == len(best):
                    heapq.heappush(ways, (_sum(costs, other), len(tried), less, other))
    return best


def _sum(costs: Mapping[_Pair, _Cost], pairs: Iterable[_Pair]) -> _Cost:
    return tuple(map(sum, zip(*(costs[pair] for pair in pairs), strict=True)))


class _Search:
    """A search for rounds without rematches, which ends after this many steps."""

    def __init__(self) -> None:
        self._steps = _STEPS
        self._failed: set[tuple[int, ...]] = set()

    def finds(self, free: Collection[_Pair], count: int) -> bool:
        """Return whether this many rounds can be made of pairs, each used once; also if that is too much to find
        out."""
        places = 1 + max((lower for _, lower in free), default=-1)
        neighbours = [0] * places
        for upper, lower in free:
            neighbours[upper] |= 1 << lower
            neighbours[lower] |= 1 << upper
        return self.lasts(neighbours, count)

    def lasts(self, neighbours: list[int], count: int) -> bool:
        """Return whether `count` rounds can be paired; `neighbours` are as bits whom each can still meet."""
        least = min(map(int.bit_count, neighbours), default=0)
        # Where all can still meet at least half of the others, a round can be paired (Dirac).
        if count <= 0 or 2 * (least - count + 1) >= len(neighbours):
            return True
        key = (count, *neighbours)
        if least < count or key in self._failed:
            return False
        found = self._pair(neighbours, (1 << len(neighbours)) - 1, count, first=True)
        if not found:
            self._failed.add(key)
        return found

    def _pair(self, neighbours: list[int], left: int, count: int, *, first: bool = False) -> bool:
        if not left:
            return self.lasts(neighbours, count - 1)
        self._steps -= 1
        if self._steps < 0:
            return True
        team = min(
            (place for place in range(len(neighbours)) if left >> place & 1),
            key=lambda place: ((neighbours[place] & left).bit_count(), place),
        )
        others = neighbours[team] & left
        # A team that must meet all remaining opponents may meet them in any order.
        ordered = first and neighbours[team].bit_count() == count
        while others:
            bit = others & -others
            other = bit.bit_length() - 1
            after = [*neighbours]
            after[team] ^= bit
            after[other] ^= 1 << team
            if self._pair(after, left & ~bit & ~(1 << team), count):
                return True
            others = 0 if ordered else others ^ bit
        return False


def _cheapest(costs: Mapping[_Pair, _Cost]) -> list[_Pair]:
    """Return the pairs in which everybody is once and whose costs have the least sum."""
    if not costs:
        return []
    most = 1 + max(lower for _, lower in costs) // 2
    # Each kind of cost is one digit of a number, with room for the sum of all pairs, so that the first digits decide
    # first.
    bases = [1 + most * max(column) for column in zip(*costs.values(), strict=True)]
    # Most bots pair no tournament: it takes a tenth of the start, and 12 MB.
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    for pair, cost in costs.items():
        weight = 0
        for base, digit in zip(bases, cost, strict=True):
            weight = weight * base + digit
        graph.add_edge(*pair, weight=-weight)
    return [(min(pair), max(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True)]
