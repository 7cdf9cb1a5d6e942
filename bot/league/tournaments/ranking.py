"""Tournament standings: how many victory points each entry has, and the order of those with equally many.

They are worked out from the outcomes alone, so that a correction is made by correcting an outcome.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from bot.league.tournaments.matches import Entry, MatchOutcome
from bot.league.tournaments.victory import DRAW, MatchShare, Scale


@dataclass(frozen=True, slots=True)
class TournamentStanding:
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


@dataclass(slots=True)
class _Tally:
    """One entry's awards, each with its opponent (`None` in a bye), by rounds."""

    rounds: dict[int, tuple[int | None, MatchShare]] = field(default_factory=dict)

    @property
    def vp(self) -> int:
        return sum(award.vp for _, award in self.rounds.values())

    def against(self, opponent: int) -> list[int]:
        """Return the victory points of each match against `opponent`."""
        return [award.vp for other, award in self.rounds.values() if other == opponent]


def standings(entries: Collection[Entry], outcomes: Iterable[MatchOutcome], scale: Scale) -> list[TournamentStanding]:
    """Return all entries from first to last, those that left among them; equal ones in the order of their seeds.

    The entry with more victory points is ahead. Among equals, these decide in order: victory points against each other,
    if each two of them have met equally often; the victory points of the opponents; the greater margin; more points
    made. Where their matches separate some of them, or the rest has found the best of them, it begins again among those
    that are still tied. To count opponents, what isn't played is a draw: a bye is an opponent that draws every round,
    and an opponent has a draw's points for each round it takes no part in. Raises `ValueError` for an outcome of an
    entry that isn't there, or two of one entry in a round.
    """
    tallies = _tallies(entries, outcomes, scale)
    past = {number for tally in tallies.values() for number in tally.rounds}
    vps = {one: tally.vp for one, tally in tallies.items()}
    strengths: dict[int | None, int] = {
        entry.id: vps[entry.id] + DRAW * sum(not entry.takes_part(number) for number in past) for entry in entries
    }
    strengths[None] = DRAW * len(past)
    everybody = [
        _standing(entry.id, tallies[entry.id], strengths)
        for entry in sorted(entries, key=lambda entry: (entry.seed, entry.id))
    ]
    ranked: list[TournamentStanding] = []
    for tied in _parted(everybody, lambda one: one.vp):
        direct = _direct(tied, tallies)
        whole = [replace(one, direct=direct[one.entry]) for one in tied]
        for equal in _settled(whole, tallies):
            rank = len(ranked) + 1
            ranked += [replace(one, rank=rank) for one in equal]
    return ranked


def _tallies(entries: Collection[Entry], outcomes: Iterable[MatchOutcome], scale: Scale) -> dict[int, _Tally]:
    tallies = {entry.id: _Tally() for entry in entries}
    for outcome in outcomes:
        fixture = outcome.fixture
        for side, other, award in zip(
            fixture.sides, (fixture.second, fixture.first), scale.awards(outcome), strict=False
        ):
            if side not in tallies:
                raise ValueError(f"{side} has a match without having entered")
            if fixture.round in tallies[side].rounds:
                raise ValueError(f"{side} has two matches in round {fixture.round}")
            tallies[side].rounds[fixture.round] = (other, award)
    return tallies


def _parted(
    tied: Iterable[TournamentStanding], measure: Callable[[TournamentStanding], int | tuple[int, ...]]
) -> list[list[TournamentStanding]]:
    """Return the entries with equal values of a measure together, those with more first."""
    parts: defaultdict[Any, list[TournamentStanding]] = defaultdict(list)
    for one in tied:
        parts[measure(one)].append(one)
    return [parts[value] for value in sorted(parts, reverse=True)]


def _settled(tied: Sequence[TournamentStanding], tallies: Mapping[int, _Tally]) -> list[list[TournamentStanding]]:
    """Return entries with as many victory points, the best first; those that nothing separates share a part."""
    direct = _direct(tied, tallies)
    parts = _parted(tied, lambda one: direct[one.entry])
    if len(parts) > 1:
        return [equal for part in parts for equal in _settled(part, tallies)]
    best, *others = _parted(tied, lambda one: (one.opponents, one.margin, one.made))
    if not others:
        return [best]
    # Fewer are tied now, so their matches against each other may say more.
    rest = [one for part in others for one in part]
    return [*_settled(best, tallies), *_settled(rest, tallies)]


def _direct(tied: Sequence[TournamentStanding], tallies: Mapping[int, _Tally]) -> dict[int, int]:
    """Return the victory points of tied entries against each other; 0 where these haven't all met equally often."""
    ids = [one.entry for one in tied]
    if len({len(tallies[one].against(other)) for one, other in combinations(ids, 2)}) != 1:
        return dict.fromkeys(ids, 0)
    return {one: sum(vp for other in ids for vp in tallies[one].against(other)) for one in ids}


def _standing(entry: int, tally: _Tally, strengths: Mapping[int | None, int]) -> TournamentStanding:
    matches = [award for other, award in tally.rounds.values() if other is not None]
    awards = [award for _, award in tally.rounds.values()]
    return TournamentStanding(
        rank=0,
        entry=entry,
        won=sum(award.vp > DRAW for award in matches),
        drew=sum(award.vp == DRAW for award in matches),
        lost=sum(award.vp < DRAW for award in matches),
        byes=len(awards) - len(matches),
        vp=tally.vp,
        direct=0,
        opponents=sum(strengths[other] for other, _ in tally.rounds.values()),
        margin=sum(award.margin for award in awards),
        made=sum(award.made for award in awards),
    )
