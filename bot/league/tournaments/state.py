"""How a tournament stands: its rounds and matches so far, and what follows from them for places and outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.data.tournaments import Amended, Match, Played, Round, Team, Tournament, TournamentKind
from bot.league.tournaments.errors import NoSuchEntry, NoSuchMatch
from bot.league.tournaments.matches import Entry, Fixture, MatchOutcome
from bot.league.tournaments.pairing import annulled, rounds, without
from bot.league.tournaments.ranking import TournamentStanding, standings
from bot.league.tournaments.victory import Scale


@dataclass(frozen=True, slots=True)
class TournamentState:
    """The state of a tournament: its rounds and matches so far, and the standings after the rounds that are over.

    The results of the entries `annulled` don't count, for nobody: they left a round robin before half of their matches.
    """

    tournament: Tournament
    rounds: tuple[Round, ...]
    matches: tuple[Match, ...]
    standings: tuple[TournamentStanding, ...]
    annulled: tuple[int, ...] = ()
    amended: tuple[Amended, ...] = ()

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        rounds: tuple[Round, ...],
        matches: tuple[Match, ...],
        amended: tuple[Amended, ...] = (),
    ) -> TournamentState:
        """Return the state with these rounds, matches and corrections (the latest first), as they are stored."""
        over = {each.number for each in rounds if each.ended_at is not None}
        counted = outcomes([match for match in matches if match.round in over])
        met = {entry for match in matches for entry in (match.first, match.second)}
        entries = [as_entry(team) for team in tournament.teams if team.agreed or team.entry in met]
        out: list[int] = []
        if tournament.kind is TournamentKind.ROUND_ROBIN:
            out = annulled(entries, counted, tournament.rounds or usual_rounds(tournament))
            counted = without(entries, counted, out)
        found = standings(entries, counted, scale(tournament))
        return cls(tournament, rounds, matches, tuple(found), tuple(out), amended)

    def of_round(self, number: int) -> tuple[Match, ...]:
        """Return the matches of a round, byes last."""
        return tuple(match for match in self.matches if match.round == number)

    def after(self, number: int) -> TournamentState:
        """Return the state when a round was over."""
        return TournamentState.of(
            self.tournament, tuple(each for each in self.rounds if each.number <= number), self.matches, self.amended
        )

    def correction(self, match: Match) -> Amended | None:
        """Return the correction by which a match counts as it does, None if it counts as it was played."""
        held = (one for one in self.amended if one.undone_at is None)
        return next((one for one in held if (one.round, one.first) == (match.round, match.first)), None)

    def places(self) -> dict[int, int]:
        """Return the places of the entries as they are now, matches of the present round that are over included."""
        over = tuple(replace(each, ended_at=each.began_at) for each in self.rounds)
        return {each.entry: each.rank for each in TournamentState.of(self.tournament, over, self.matches).standings}

    def ends_at(self, match: Match) -> int | None:
        """Return when a match ends at the latest (seconds UTC), if its time doesn't stand still any more; None: no limit."""
        ends_at = next((each.ends_at for each in self.rounds if each.number == match.round), None)
        return None if ends_at is None else ends_at + match.late

    @property
    def until(self) -> int | None:
        """When the last match of the present round ends that isn't over, at the latest (seconds UTC); None: no limit."""
        ends = [self.ends_at(match) for match in self.of_round(self.tournament.round) if match.played is None]
        return max((at for at in ends if at is not None), default=self.now.ends_at if self.now else None)

    def unpaired(self) -> list[Team]:
        """Return the entries without a match or a bye in the present round, in which they would take part.

        One of their players wasn't in the server when it was paired.
        """
        number = self.tournament.round
        paired = {entry for match in self.of_round(number) for entry in (match.first, match.second)}
        return [
            team for team in self.tournament.teams if as_entry(team).takes_part(number) and team.entry not in paired
        ]

    @property
    def now(self) -> Round | None:
        """The present round, or the last one; None before the first."""
        return self.rounds[-1] if self.rounds else None

    @property
    def last(self) -> int:
        """The number of the last round there will be."""
        tournament = self.tournament
        return tournament.rounds or usual_rounds(tournament)

    def finished(self, number: int, first: int) -> Match:
        """Return the match of a round that `first` played, if it is over. Raises `NoSuchMatch`."""
        for match in self.of_round(number):
            if match.first == first and match.second is not None and match.played is not None:
                return match
        raise NoSuchMatch


def usual_rounds(tournament: Tournament) -> int:
    """Return how many rounds a tournament has where nobody chose it: in a round robin, until all have met.

    The other kinds have one round more than it takes to find the best by knocking out, and no more than go without
    rematches.
    """
    most = rounds([as_entry(team) for team in tournament.teams])
    if tournament.kind is TournamentKind.ROUND_ROBIN:
        return most
    return min(most, max(0, len(tournament.teams) - 1).bit_length() + 1)


def as_entry(team: Team) -> Entry:
    """Return a stored entry as it is paired and ranked; one whose players haven't all said yes takes part in no round."""
    left = team.left if team.agreed else team.joined - 1
    return Entry(team.entry, team.entry if team.seed is None else team.seed, team.joined, left)


def scale(tournament: Tournament) -> Scale:
    """Return how the points of a tournament's matches become victory points."""
    return Scale(tournament.scale, tournament.deals)


def outcome(match: Match, played: Played) -> MatchOutcome:
    """Return how a match counts that ended so."""
    return MatchOutcome(Fixture(match.round, match.first, match.second), played.points, played.deals, played.forfeit)


def outcomes(matches: Sequence[Match]) -> list[MatchOutcome]:
    """Return how those of the matches count that are over."""
    return [outcome(match, match.played) for match in matches if match.played is not None]


def team_numbered(tournament: Tournament, entry: int) -> Team:
    """Return the entry of that number, its players included. Raises `NoSuchEntry`."""
    team = tournament.team(entry)
    if team is None:
        raise NoSuchEntry
    return team
