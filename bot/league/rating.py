"""Ratings of players after a game, by openskill's Plackett-Luce model.

A side's people are a team, whatever their number, and sides with an equal result are tied. A person who left takes the
loss: they are rated as if they had sat there to the end and their side had come last. For their partners the game
counts as if nobody had left: whatever spared them, two could make one of them safe by having the other leave all games
that they are losing. For a substitute, who did not choose their position, the game counts only if it helps. For a
person whose turns a computer played in more than a quarter it counts only if it doesn't help, or they would be safe by
staying away. A game that was abandoned counts only for those who had left it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, auto
from itertools import chain
from typing import Any, NamedTuple

from bot.data.results import GameOutcome, ResultPerson, Role, plain_teams, played
from bot.data.standings import Standing
from bot.league.plackett_luce import MU, SIGMA, beaten, pair_beaten, plain_winner, rated


class Skill(NamedTuple):
    """The estimate of a player's skill: a normal distribution."""

    mu: float
    sigma: float


NEW = Skill(MU, SIGMA)

#: The skill of every computer: that of an average person, well known and never changed.
COMPUTER = Skill(MU, SIGMA / 4)

#: How many rated games, those of earlier seasons among them, make a rating more than provisional.
SURE = 10


def shown(skill: tuple[float, float]) -> int:
    """Return the number that people see: what somebody's skill almost certainly exceeds.

    It is 1000 before the first game. It grows with skill and with certainty alike, so that nobody leads a board by two
    lucky games, and people who play rise. The factor makes a good player's number differ from a beginner's by some
    hundreds, as in chess.
    """
    mu, sigma = skill
    return round(1000 + 25 * (mu - 3 * sigma))


def spread(standing: Standing) -> int:
    """Return one standard deviation of a rating, as a number to write after `±`."""
    return round(25 * standing.sigma)


def sure(standing: Standing) -> bool:
    """Return whether a rating is more than provisional."""
    return standing.earlier + standing.rated >= SURE


def next_season(skill: tuple[float, float]) -> Skill:
    """Return the skill with which somebody begins a season who ended their last one with `skill`.

    It is a quarter of the way back to the average, `mu' = mu + (25 - mu) / 4`, and less sure by a third of a newcomer's
    doubt, `sigma'² = sigma² + (25/9)²`, up to a newcomer's.
    """
    mu, sigma = skill
    return Skill(mu + (NEW.mu - mu) / 4, min(NEW.sigma, math.sqrt(sigma**2 + (NEW.sigma / 3) ** 2)))


class RatingEffect(Enum):
    """How a game counts for somebody's rating."""

    FULLY = auto()
    IF_IT_HELPS = auto()
    UNLESS_IT_HELPS = auto()
    AS_LOST = auto()


class RatedPerson(NamedTuple):
    """A person rated by a game: their side, the one of its seats that they had, and the side's people as it is rated for them."""

    user_id: int
    side: int
    place: int
    how: RatingEffect
    team: tuple[int | None, ...]


#: A skill as the model gives it back.
_Skill = tuple[float, float]


class Lineup(NamedTuple):
    """A game as the model sees it.

    `teams` are, by sides, the ids of the people rated for its seats, None for computers; `starters` are those who had
    them first. `mixed` are those for whom the game counts, None if that is everybody in `teams`, fully, and no computer sits
    there.
    """

    teams: tuple[tuple[int | None, ...], ...]
    starters: tuple[tuple[int | None, ...], ...]
    ranks: tuple[int, ...]
    mixed: tuple[RatedPerson, ...] | None

    @property
    def entries(self) -> tuple[RatedPerson, ...]:
        """Those for whom the game counts."""
        if self.mixed is not None:
            return self.mixed
        return tuple(
            RatedPerson(user_id, side, place, RatingEffect.FULLY, team)
            for side, team in enumerate(self.teams)
            for place, user_id in enumerate(team)
            if user_id is not None
        )

    @property
    def people(self) -> set[int]:
        """All whose skill matters."""
        people = {user_id for team in self.teams for user_id in team if user_id is not None}
        if self.mixed is not None:
            people.update(user_id for team in self.starters for user_id in team if user_id is not None)
            people.update(one.user_id for one in self.mixed)
        return people


def lineup(result: GameOutcome) -> Lineup:
    """Return the line-up of a result.

    Each seat is rated for the person who had it at the end; if a computer had it then, for the person who left it last.
    Sides go by their index and seats by their number, so that sums come out the same to the last bit.
    """
    sides = result.standing_sides
    ranks = tuple([side.rank for side in sides])
    plain = _plain_teams(result)
    if plain is not None:
        return Lineup(plain, plain, ranks, None)
    seats = [sorted(side.seats) for side in sides]
    by_seat: dict[int, list[ResultPerson]] = {}
    for person in result.people:
        by_seat.setdefault(person.seat, []).append(person)
    teams = tuple(
        [tuple([_stands_for(by_seat[seat]).user_id if seat in by_seat else None for seat in side]) for side in seats]
    )
    starters = teams
    if len(by_seat) < len(result.people):
        starters = tuple(
            [tuple([_starter(by_seat[seat]).user_id if seat in by_seat else None for seat in side]) for side in seats]
        )
    entries: dict[int, RatedPerson] = {}
    for person in sorted(result.people, key=_leavers_first):
        how = RatingEffect.FULLY
        if person.role is Role.LEFT:
            how = RatingEffect.AS_LOST
        elif result.abandoned or not person.turns:
            continue
        elif person.role is Role.SUBSTITUTE:
            if not played(person.turns, person.missed):
                continue
            how = RatingEffect.IF_IT_HELPS
        elif not played(person.turns, person.missed):
            how = RatingEffect.UNLESS_IT_HELPS
        # A person who left one seat and took over another has left.
        if person.user_id not in entries:
            place = seats[person.side].index(person.seat)
            # With whom somebody began decides, so that nobody gains by who comes for a partner.
            team = (teams if how is RatingEffect.IF_IT_HELPS else starters)[person.side]
            if team[place] != person.user_id:
                team = (*team[:place], person.user_id, *team[place + 1 :])
            entries[person.user_id] = RatedPerson(person.user_id, person.side, place, how, team)
    return Lineup(teams, starters, ranks, tuple(entries.values()))


def rate(game: Lineup, skills: Mapping[int, tuple[float, float]]) -> dict[int, Skill]:
    """Return the new skills of the people rated by a game; `skills` are the earlier ones of all its people.

    A game from which the model infers more skill never makes anybody less sure, so that a win can't lower what is shown.
    """
    found = {}
    teams, ranks = game.teams, game.ranks
    usual: list[list[tuple[float, float]]] | None = None
    for user_id, side, place, how, team in game.entries:
        if how is RatingEffect.AS_LOST or (team is not teams[side] and team != teams[side]):
            last = max(ranks) + 1 if how is RatingEffect.AS_LOST else ranks[side]
            after = _after((*teams[:side], team, *teams[side + 1 :]), (*ranks[:side], last, *ranks[side + 1 :]), skills)
        else:
            after = usual = usual or _after(teams, ranks, skills)
        skill, former = after[side][place], skills[user_id]
        if how is RatingEffect.IF_IT_HELPS and skill[0] <= former[0]:
            continue
        if how is RatingEffect.UNLESS_IT_HELPS and skill[0] > former[0]:
            continue
        found[user_id] = Skill(*(skill if skill[1] <= former[1] else _less_sure(former, skill)))
    return found


def play(
    teams: Sequence[Sequence[int | None]], ranks: Sequence[int], ladders: Iterable[Mapping[Any, list[_Skill]]]
) -> None:
    """Rate a game that counts fully for everybody, without computers, as `rate` does, on several ladders.

    A ladder has everybody's skills after one game and another, to which this game's are added. A league is rated again
    by this.
    """
    first = plain_winner(teams, ranks)
    if first is None:
        for ladder in ladders:
            climbs = [[ladder[user_id] for user_id in team] for team in teams]
            found = rated([[climb[-1] for climb in team] for team in climbs], ranks)
            for climb, now in zip(chain.from_iterable(climbs), chain.from_iterable(found), strict=True):
                _go_on(climb, climb[-1], now)
    elif len(teams[first]) == 1:
        (one,), (other,) = teams[first], teams[1 - first]
        for ladder in ladders:
            up, down = ladder[one], ladder[other]
            before, then = up[-1], down[-1]
            after, now = beaten(before, then)
            _go_on(up, before, after)
            _go_on(down, then, now)
    else:
        (one, partner), (other, others) = teams[first], teams[1 - first]
        for ladder in ladders:
            up, along, down, under = ladder[one], ladder[partner], ladder[other], ladder[others]
            one_then, partner_then, other_then, others_then = up[-1], along[-1], down[-1], under[-1]
            one_now, partner_now, other_now, others_now = pair_beaten(one_then, partner_then, other_then, others_then)
            up.append(one_now if one_now[1] <= one_then[1] else _less_sure(one_then, one_now))
            along.append(partner_now if partner_now[1] <= partner_then[1] else _less_sure(partner_then, partner_now))
            down.append(other_now if other_now[1] <= other_then[1] else _less_sure(other_then, other_now))
            under.append(others_now if others_now[1] <= others_then[1] else _less_sure(others_then, others_now))


def _go_on(climb: list[_Skill], before: _Skill, after: _Skill) -> None:
    climb.append(after if after[1] <= before[1] else _less_sure(before, after))


def _less_sure(before: _Skill, after: _Skill) -> _Skill:
    """Return somebody's skill after a game that makes the model less sure of it: as sure as before if it infers more."""
    return (after[0], before[1]) if after[0] >= before[0] else after


def _plain_teams(result: GameOutcome) -> tuple[tuple[int, ...], ...] | None:
    """Return the teams if one person sat in each seat from the beginning to the end and played for themselves; else None."""
    if result.abandoned:
        return None
    users: dict[int, int] = {}
    for person in result.people:
        if person.role is not Role.PLAYED or not played(person.turns, person.missed):
            return None
        users[person.seat] = person.user_id
    return plain_teams([side.seats for side in result.sides], users, len(result.people))


def _leavers_first(person: ResultPerson) -> tuple[bool, int]:
    return person.role is not Role.LEFT, person.seat


def _stands_for(people: Sequence[ResultPerson]) -> ResultPerson:
    """Return the person for whom a seat is rated by its opponents, of those who had it."""
    if len(people) == 1:
        return people[0]
    left = [one for one in people if one.role is Role.LEFT]
    replaced = {one.replaced for one in people if not one.handed_back}
    stayed = [one for one in people if one.stayed]
    return min(stayed or left or people, key=lambda one: (one.user_id in replaced, -one.turns, one.user_id))


def _starter(people: Sequence[ResultPerson]) -> ResultPerson:
    """Return the person who had a seat first, of those who had it."""
    return min(people, key=lambda one: (one.replaced is not None, one.user_id))


def _after(
    teams: Sequence[Sequence[int | None]], ranks: Sequence[int], skills: Mapping[int, tuple[float, float]]
) -> list[list[tuple[float, float]]]:
    return rated([[COMPUTER if user_id is None else skills[user_id] for user_id in team] for team in teams], ranks)
