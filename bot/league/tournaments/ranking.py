"""Tournament standings: how many victory points each entry has, and the order of those with equally many.

They are worked out from the outcomes alone, so that a correction is made by correcting an outcome.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

from bot.league.tournaments.matches import Entry, Outcome
from bot.league.tournaments.victory import DRAW, Award, Scale


@dataclass(frozen=True, slots=True)
class Standing:
    """The position of an entry in the standings.

    `rank` counts from 1; equal entries share it. The entry `won`, `drew` and `lost` matches by victory points, forfeits
    among them, and had `byes` as well. `vp`, `margin` and `made` are the sums of its awards. `direct` are its victory
    points against those with the same `vp`, or 0 where these haven't all met; `opponents` those of its opponents
    (Buchholz).
    """

    rank: int
    entry: int
    won: int
    drew: int
    lost: int
    byes: int
    vp: int
    direct: int
    opponents: int
    margin: int
    made: int

    @property
    def played(self) -> int:
        """How many matches the entry had, without byes."""
        return self.won + self.drew + self.lost

    @property
    def merit(self) -> tuple[int, ...]:
        """What the entry is ranked by, the most important first; more is better."""
        return self.vp, self.direct, self.opponents, self.margin, self.made


@dataclass(slots=True)
class _Tally:
    """One entry's awards, each with its opponent (`None` in a bye), by rounds."""

    rounds: dict[int, tuple[int | None, Award]] = field(default_factory=dict)

    @property
    def vp(self) -> int:
        return sum(award.vp for _, award in self.rounds.values())

    def against(self, opponent: int) -> list[int]:
        """Return the victory points of each match against `opponent`."""
        return [award.vp for other, award in self.rounds.values() if other == opponent]


def standings(entries: Collection[Entry], outcomes: Iterable[Outcome], scale: Scale) -> list[Standing]:
    """Return all entries from first to last, those that left among them; equal ones in the order of their seeds.

    The entry with more victory points is ahead. Among equals, these decide in order: victory points against all the
    others with as many, if each two of these have met equally often; the victory points of the opponents; the greater
    margin; more points made. To count opponents, what isn't played is a draw: a bye is an opponent that draws every
    round, and an opponent has a draw's points for each round it takes no part in. Raises `ValueError` for an outcome of
    an entry that isn't there, or two of one entry in a round.
    """
    tallies = _tallies(entries, outcomes, scale)
    past = range(1, 1 + max((number for tally in tallies.values() for number in tally.rounds), default=0))
    vps = {one: tally.vp for one, tally in tallies.items()}
    strengths: dict[int | None, int] = {
        entry.id: vps[entry.id] + DRAW * sum(not entry.takes_part(number) for number in past) for entry in entries
    }
    strengths[None] = DRAW * len(past)
    direct = _direct(tallies, vps)
    ordered = sorted(
        (
            _standing(entry.id, tallies[entry.id], direct.get(entry.id, 0), strengths)
            for entry in sorted(entries, key=lambda entry: (entry.seed, entry.id))
        ),
        key=lambda standing: standing.merit,
        reverse=True,
    )
    ranked: list[Standing] = []
    for place, standing in enumerate(ordered, 1):
        equal = ranked and ranked[-1].merit == standing.merit
        ranked.append(replace(standing, rank=ranked[-1].rank if equal else place))
    return ranked


def _tallies(entries: Collection[Entry], outcomes: Iterable[Outcome], scale: Scale) -> dict[int, _Tally]:
    tallies = {entry.id: _Tally() for entry in entries}
    for outcome in outcomes:
        match = outcome.match
        for side, other, award in zip(match.sides, (match.second, match.first), scale.awards(outcome), strict=False):
            if side not in tallies:
                raise ValueError(f"{side} has a match without having entered")
            if match.round in tallies[side].rounds:
                raise ValueError(f"{side} has two matches in round {match.round}")
            tallies[side].rounds[match.round] = (other, award)
    return tallies


def _direct(tallies: Mapping[int, _Tally], vps: Mapping[int, int]) -> dict[int, int]:
    """Return the victory points against entries with as many, for all entries for which these decide."""
    equals = defaultdict(list)
    for one, vp in vps.items():
        equals[vp].append(one)
    found: dict[int, int] = {}
    for group in equals.values():
        meetings = {len(tallies[one].against(other)) for one, other in combinations(group, 2)}
        if len(meetings) == 1 and meetings != {0}:
            found |= {one: sum(vp for other in group for vp in tallies[one].against(other)) for one in group}
    return found


def _standing(entry: int, tally: _Tally, direct: int, strengths: Mapping[int | None, int]) -> Standing:
    matches = [award for other, award in tally.rounds.values() if other is not None]
    awards = [award for _, award in tally.rounds.values()]
    return Standing(
        rank=0,
        entry=entry,
        won=sum(award.vp > DRAW for award in matches),
        drew=sum(award.vp == DRAW for award in matches),
        lost=sum(award.vp < DRAW for award in matches),
        byes=len(awards) - len(matches),
        vp=tally.vp,
        direct=direct,
        opponents=sum(strengths[other] for other, _ in tally.rounds.values()),
        margin=sum(award.margin for award in awards),
        made=sum(award.made for award in awards),
    )
