"""How results add up: to a person's sums and rating, and to the record of two people with each other.

The same steps are taken when a game ends and when all is made again, so both give the same numbers to the last bit.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from bot.league.rating import NEW, Lineup, Skill, lineup, next_season, rate, shown
from bot.store.results import Result, Role
from bot.store.standings import Meeting, Standing

#: The season id of all of a server's time; no new season changes the ratings there.
ALL_TIME = 0

#: How many ratings of a person are kept, and how many last meetings of two people.
TREND = 30
RECENT = 5

#: How many games, half of them won, a pair is credited with at the start: so three lucky games lead no board.
_PRIOR = 10


@dataclass(frozen=True, slots=True)
class Part:
    """What a result adds to the sums of one of its people.

    One who left comes last, and has no share in the side's points.
    """

    user_id: int
    side: int
    left: bool
    rank: int
    won: bool
    tied: bool
    points: int
    rounds: int
    canastas: Mapping[str, int]
    concealed: int
    best_round: int
    turns: int
    missed: int
    seconds: int


@dataclass(slots=True)
class Book:
    """The standings and meetings of one server that results are added to; it must hold all that the results concern.

    Standings go by season, scope and person, meetings by season and both people. `former` is each person's skill at the
    end of their last season, and how many rated games it is based on, by scope and person. People who are `gone` from the server are hidden, and so are ghosts.
    """

    gone: Collection[int]
    standings: dict[tuple[int, str, int], Standing] = field(default_factory=dict)
    meetings: dict[tuple[int, int, int], Meeting] = field(default_factory=dict)
    former: dict[tuple[str, int], tuple[Skill, int]] = field(default_factory=dict)

    def add(self, result: Result) -> None:
        """Add one result, which ended after all that were added before. One that doesn't count changes nothing."""
        if not result.counts or result.season_id is None:
            return
        found = parts(result)
        rated = lineup(result) if result.standing is None else None
        for season_id in (result.season_id, ALL_TIME):
            for scope in dict.fromkeys(("", result.family)):
                self._add_up(season_id, scope, found, rated)
            for one, other in combinations(found, 2):
                self._meet(season_id, one, other, result.id)
                self._meet(season_id, other, one, result.id)

    def end_season(self, season_id: int) -> tuple[list[Standing], list[Meeting]]:
        """Take out and return all rows of a season to which no result will be added any more."""
        standings = {key: one for key, one in self.standings.items() if key[0] == season_id}
        meetings = {key: one for key, one in self.meetings.items() if key[0] == season_id}
        for key, one in standings.items():
            del self.standings[key]
            self.former[one.scope, one.user_id] = at_end(one)
        for pair in meetings:
            del self.meetings[pair]
        return list(standings.values()), list(meetings.values())

    def _add_up(self, season_id: int, scope: str, found: list[Part], rated: Lineup | None) -> None:
        after: dict[int, Skill] = {}
        if rated is not None:
            standings = [self._standing(season_id, scope, user_id) for user_id in rated.people]
            after = rate(rated, {one.user_id: Skill(one.mu, one.sigma) for one in standings})
        for part in found:
            standing = self._standing(season_id, scope, part.user_id)
            _add(standing, part, after.get(part.user_id))
            self.standings[season_id, scope, part.user_id] = standing

    def _standing(self, season_id: int, scope: str, user_id: int) -> Standing:
        one = self.standings.get((season_id, scope, user_id))
        if one is not None:
            return one
        former = self.former.get((scope, user_id)) if season_id != ALL_TIME else None
        skill, earlier = (NEW, 0) if former is None else (next_season(former[0]), former[1])
        hidden = self._hidden(user_id)
        return Standing(season_id, scope, user_id, skill.mu, skill.sigma, shown(skill), earlier=earlier, hidden=hidden)

    def _meet(self, season_id: int, one: Part, other: Part, result_id: int) -> None:
        together = one.side == other.side
        if (one.left or other.left) if together else (one.left and other.left):
            return
        key = season_id, one.user_id, other.user_id
        meeting = self.meetings.get(key)
        if meeting is None:
            hidden = self._hidden(one.user_id) or self._hidden(other.user_id)
            meeting = self.meetings[key] = Meeting(season_id, one.user_id, other.user_id, hidden=hidden)
        meeting.recent = (*meeting.recent, result_id)[-RECENT:]
        if together:
            _add_together(meeting, one)
        else:
            _add_against(meeting, one, other)

    def _hidden(self, user_id: int) -> bool:
        return user_id < 0 or user_id in self.gone


def at_end(one: Standing) -> tuple[Skill, int]:
    """Return somebody's skill at the end of a season, and how many rated games it is based on."""
    return Skill(one.mu, one.sigma), one.earlier + one.rated


def parts(result: Result) -> list[Part]:
    """Return what a result adds for each of its people, by their ids.

    A person who left a seat has left, even if they took another. A game that was abandoned counts only for those who
    had left it before.
    """
    sides = result.standing_sides
    ranks = [side.rank for side in sides]
    found = []
    for user_id in sorted({person.user_id for person in result.people}):
        seats = [person for person in result.people if person.user_id == user_id]
        main = min(seats, key=lambda one: (one.role is not Role.LEFT, one.seat))
        side = sides[main.side]
        left = main.role is Role.LEFT
        if result.abandoned and not left:
            continue
        best = not left and side.rank == min(ranks)
        alone = ranks.count(side.rank) == 1
        found.append(
            Part(
                user_id,
                main.side,
                left,
                rank=max(ranks) + 1 if left else side.rank,
                won=best and alone,
                tied=best and not alone,
                points=0 if left else side.points,
                rounds=0 if left else result.rounds,
                canastas={} if left else side.canastas,
                concealed=0 if left else side.concealed,
                best_round=0 if left else side.best_round,
                turns=sum(one.turns for one in seats),
                missed=sum(one.missed for one in seats),
                seconds=sum(one.seconds for one in seats),
            )
        )
    return found


def _add(to: Standing, part: Part, after: Skill | None) -> None:
    """Add a game to the sums of one of its people, and their new skill if it was rated."""
    if after is not None:
        to.mu, to.sigma, to.rating = after.mu, after.sigma, shown(after)
        to.trend = (*to.trend, to.rating)[-TREND:]
        to.rated += 1
    to.games += 1
    to.wins += part.won
    to.ties += part.tied
    to.losses += not part.won and not part.tied
    to.points += part.points
    to.rounds += part.rounds
    kinds = part.canastas
    to.canastas += sum(kinds.values())
    to.natural += kinds.get("natural", 0)
    to.mixed += kinds.get("mixed", 0)
    to.wild += kinds.get("wild", 0) + kinds.get("twos", 0)
    to.sequence += kinds.get("sequence", 0)
    to.concealed += part.concealed
    to.best_round = max(to.best_round, part.best_round)
    to.turns += part.turns
    to.missed += part.missed
    to.seconds += part.seconds
    to.left_games += part.left


def _add_together(to: Meeting, one: Part) -> None:
    to.together += 1
    to.together_won += one.won
    to.together_tied += one.tied
    to.together_points += one.points
    to.worth = 10_000 * (2 * to.together_won + to.together_tied + _PRIOR) // (2 * (to.together + _PRIOR))


def _add_against(to: Meeting, one: Part, other: Part) -> None:
    to.against += 1
    to.against_won += one.rank < other.rank
    to.against_tied += one.rank == other.rank
    if not one.left and not other.left:
        to.against_margin += one.points - other.points
