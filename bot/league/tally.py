"""How results add up: to a person's sums and rating, and to the record of two people with each other.

The same steps are taken when a game ends and when all is made again, so both give the same numbers to the last bit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from bot.data.results import GameOutcome, PlainGame, Result, Role
from bot.data.standings import Meeting, Standing, StandingKey, Trend
from bot.league.rating import NEW, lineup, next_season, play, rate, shown
from bot.store.standings import Rating, SeasonEnd, course, stored_rating

#: The season id of all of a server's time; no new season changes the ratings there.
ALL_TIME = 0

#: How many ratings of a person are kept, and how many last meetings of two people.
TREND = 30
RECENT = 5

#: After how many results the skills that no trend needs are forgotten.
_FORGET_EVERY = 2_500

#: The estimate of somebody's skill, as `Skill` has it.
_Skill = tuple[float, float]

#: How many games, half of them won, a pair is credited with at the start: so three lucky games lead no board.
_PRIOR = 10


@dataclass(frozen=True, slots=True)
class PersonTally:
    """The additions of a result to the sums of one of its people.

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


class Climb(list[_Skill]):
    """Somebody's way up and down in a season and scope: their skill at the start, and after one rated game and another.

    Of these only the last are kept. A rated game adds one.
    """

    __slots__ = ("_began", "_earlier", "_rated", "_trend", "place")

    def __init__(
        self, place: StandingKey, skill: _Skill, *, rated: int = 0, earlier: int = 0, trend: Trend = (), began: str = ""
    ) -> None:
        """Begin at `skill`. The rest is as in a `Standing`."""
        super().__init__((skill,))
        self.place = place
        self._rated = rated
        self._earlier = earlier
        self._trend = trend
        self._began = began

    @classmethod
    def of(cls, standing: Standing) -> Climb:
        """Return the way on from a standing."""
        place = standing.season_id, standing.scope, standing.user_id
        return cls(
            place,
            (standing.mu, standing.sigma),
            rated=standing.rated,
            earlier=standing.earlier,
            trend=standing.trend,
            began=standing.began,
        )

    @property
    def course(self) -> str:
        """The course of a standing that has come this way."""
        self.catch_up()
        return course(*self[-1], shown(self[-1]), self._rated, self._trend)

    @property
    def end(self) -> SeasonEnd:
        """The skill that is reached, and how many rated games it is based on."""
        self.catch_up()
        return self[-1], self._earlier + self._rated

    @property
    def rating(self) -> Rating:
        """The rating of a standing that has come this way."""
        self.catch_up()
        return stored_rating(*self[-1], shown(self[-1]), self._rated, self._earlier, self._began, self._trend)

    def write(self, to: Standing) -> None:
        """Set a standing's rating."""
        self.catch_up()
        to.mu, to.sigma = self[-1]
        to.rating = shown(self[-1])
        to.rated, to.earlier, to.began, to.trend = self._rated, self._earlier, self._began, self._trend

    def forget(self) -> None:
        """Count the games that were added long ago, and forget the skills that the trend doesn't need."""
        over = len(self) - 1 - TREND
        if over > 0:
            self._rated += over
            del self[:over]

    def catch_up(self) -> None:
        """Count the games that were added, and forget all skills but the last."""
        if len(self) > 1:
            self._rated += len(self) - 1
            self._trend = (*self._trend, *map(shown, self[1:][-TREND:]))[-TREND:]
            del self[:-1]


class _Climbs(dict[int, Climb]):
    """The climbs of a season and scope, by people. Where somebody has none, it begins."""

    def __init__(self, begin: Callable[[int], Climb]) -> None:
        self._begin = begin

    def __missing__(self, user_id: int) -> Climb:
        climb = self[user_id] = self._begin(user_id)
        return climb


class Ladder:
    """The ratings of one server that results are added to; it must hold all that the results concern."""

    def __init__(
        self,
        standings: Iterable[Standing] = (),
        former: Mapping[tuple[str, int], SeasonEnd] | None = None,
        scopes: Collection[str] | None = None,
    ) -> None:
        """Begin with `standings`, and the `former` ends of each person's last season. Rate in these `scopes`, None for all."""
        self._scopes = scopes
        self._former = dict(former or {})
        self._added = 0
        self._climbs: dict[tuple[int, str], _Climbs] = {}
        for standing in standings:
            self._of(standing.season_id, standing.scope)[standing.user_id] = Climb.of(standing)

    def add(self, result: PlainGame | GameOutcome) -> None:
        """Add one result, which ended after all that were added before. One that doesn't count changes nothing."""
        if isinstance(result, PlainGame):
            if result.season_id is not None:
                for _, ladders in self._ladders(result.season_id, result.family):
                    play(result.teams, result.ranks, ladders)
            return
        if not result.counts or result.season_id is None:
            return
        game = lineup(result) if result.standing is None else None
        for scope, ladders in self._ladders(result.season_id, result.family):
            if game is not None and game.mixed is None:
                play(game.teams, game.ranks, ladders)
                continue
            for ladder in ladders:
                for user_id in concerned(result):
                    ladder[user_id]
            if game is None:
                continue
            everybody = game.people
            for season_id, ladder in zip((result.season_id, ALL_TIME), ladders, strict=True):
                skills = {
                    user_id: (ladder.get(user_id) or self._begin(season_id, scope, user_id))[-1]
                    for user_id in everybody
                }
                for user_id, skill in rate(game, skills).items():
                    ladder[user_id].append(skill)

    def end_season(self, season_id: int) -> list[Climb]:
        """Take out and return all of a season to which no result will be added any more."""
        ended = [key for key in self._climbs if key[0] == season_id]
        found = [climb for key in ended for climb in self._climbs.pop(key).values()]
        self._former.update((climb.place[1:], climb.end) for climb in found)
        return found

    def climbs(self) -> Iterator[Climb]:
        """Yield all that were not taken out."""
        for climbs in self._climbs.values():
            yield from climbs.values()

    def _ladders(self, season_id: int, family: str) -> Iterator[tuple[str, tuple[_Climbs, _Climbs]]]:
        """Yield each scope in which a game counts, and its climbs of the season and of all time, to which the game is added."""
        self._added += 1
        if self._added % _FORGET_EVERY == 0:
            for climb in self.climbs():
                climb.forget()
        for scope in scopes_of(family):
            if self._scopes is None or scope in self._scopes:
                # A season begins with the rating of all time before its first game.
                yield scope, (self._of(season_id, scope), self._of(ALL_TIME, scope))

    def _of(self, season_id: int, scope: str) -> _Climbs:
        """Return the climbs of a season and scope."""
        climbs = self._climbs.get((season_id, scope))
        if climbs is None:
            climbs = self._climbs[season_id, scope] = _Climbs(partial(self._begin, season_id, scope))
        return climbs

    def _begin(self, season_id: int, scope: str, user_id: int) -> Climb:
        place = season_id, scope, user_id
        if season_id == ALL_TIME:
            return Climb(place, NEW)
        ever = self._of(ALL_TIME, scope).get(user_id) or Climb(place, NEW)
        former = self._former.get((scope, user_id))
        if former is None:
            return Climb(place, NEW, began=ever.course)
        return Climb(place, next_season(former[0]), earlier=former[1], began=ever.course)


class Book:
    """The standings and meetings of one server that results are added to; it must hold all that the results concern.

    Standings go by season, scope and person, meetings by season and both people.
    """

    def __init__(
        self,
        gone: Collection[int],
        standings: Iterable[Standing] = (),
        former: Iterable[Standing] = (),
        meetings: Iterable[Meeting] = (),
        only: Collection[int] | None = None,
    ) -> None:
        """Begin with these. People who are `gone` from the server are hidden, and so are ghosts.

        `former` are the standings of each person's last season. Of `only` some people there are just the sums and their
        meetings with each other: nobody is rated.
        """
        self._gone = gone
        self._only = only
        self._standings = {(one.season_id, one.scope, one.user_id): one for one in standings}
        self._ladder = Ladder(self._standings.values(), {(one.scope, one.user_id): Climb.of(one).end for one in former})
        self.meetings = {(one.season_id, one.user_id, one.other_id): one for one in meetings}

    def add(self, result: Result) -> None:
        """Add one result, which ended after all that were added before. One that doesn't count changes nothing."""
        if not result.counts or result.season_id is None:
            return
        found = parts(result)
        if self._only is None:
            self._ladder.add(result)
        else:
            found = [part for part in found if part.user_id in self._only]
        for season_id in (result.season_id, ALL_TIME):
            for scope in scopes_of(result.family):
                for part in found:
                    self._add_up(season_id, scope, part)
            for one, other in combinations(found, 2):
                self._meet(season_id, one, other, result.id)
                self._meet(season_id, other, one, result.id)

    @property
    def standings(self) -> dict[StandingKey, Standing]:
        """All standings."""
        for climb in self._ladder.climbs():
            climb.write(self._standings[climb.place])
        return self._standings

    def end_season(self, season_id: int) -> tuple[list[Standing], list[Meeting]]:
        """Take out and return all rows of a season to which no result will be added any more."""
        standings = []
        for climb in self._ladder.end_season(season_id):
            climb.write(standing := self._standings.pop(climb.place))
            standings.append(standing)
        return standings, [self.meetings.pop(pair) for pair in [*self.meetings] if pair[0] == season_id]

    def _add_up(self, season_id: int, scope: str, part: PersonTally) -> None:
        standing = self._standings.get((season_id, scope, part.user_id))
        if standing is None:
            standing = Standing(season_id, scope, part.user_id, *NEW, shown(NEW), hidden=self._hidden(part.user_id))
            self._standings[season_id, scope, part.user_id] = standing
        _add(standing, part)

    def _meet(self, season_id: int, one: PersonTally, other: PersonTally, result_id: int) -> None:
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
        return user_id < 0 or user_id in self._gone


def scopes_of(family: str) -> tuple[str, ...]:
    """Return the scopes in which a result counts, by the family of its variant."""
    return ("", family) if family else ("",)


def concerned(result: GameOutcome) -> set[int]:
    """Return the people for whom a result counts: of a game that was abandoned only those who had left it before."""
    return {person.user_id for person in result.people if not result.abandoned or person.role is Role.LEFT}


def parts(result: Result) -> list[PersonTally]:
    """Return what a result adds for each of its people, by their ids.

    A person who left a seat has left, even if they took another.
    """
    sides = result.standing_sides
    ranks = [side.rank for side in sides]
    found = []
    for user_id in sorted(concerned(result)):
        seats = [person for person in result.people if person.user_id == user_id]
        main = min(seats, key=lambda one: (one.role is not Role.LEFT, one.seat))
        side = sides[main.side]
        left = main.role is Role.LEFT
        best = not left and side.rank == min(ranks)
        alone = ranks.count(side.rank) == 1
        found.append(
            PersonTally(
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


def _add(to: Standing, part: PersonTally) -> None:
    """Add a game to the sums of one of its people."""
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


def _add_together(to: Meeting, together: PersonTally) -> None:
    to.together += 1
    to.together_won += together.won
    to.together_tied += together.tied
    to.together_points += together.points
    to.worth = 10_000 * (2 * to.together_won + to.together_tied + _PRIOR) // (2 * (to.together + _PRIOR))


def _add_against(to: Meeting, one: PersonTally, other: PersonTally) -> None:
    to.against += 1
    to.against_won += one.rank < other.rank
    to.against_tied += one.rank == other.rank
    if not one.left and not other.left:
        to.against_margin += one.points - other.points
