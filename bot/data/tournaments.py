"""Tournaments: the entries, the matches of each round, and their outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class TournamentStage(StrEnum):
    """The state of a tournament: people sign up, it is played, it was played to its end, or it was broken off."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class TournamentKind(StrEnum):
    """The kinds of tournament.

    Round robin: everybody meets everybody, in an order known from the start. Swiss: entries meet that have won equally
    many matches, the upper half of them the lower. Danish: the standings' first meets the second, the third the fourth
    … (so for burraco specchiolla.it, "Torneo di burraco", and burraco.atuttonet.it: "sistema danese").
    """

    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    DANISH = "danish"


class Forfeit(StrEnum):
    """The side of a match that lost it, whatever was played."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Player:
    """The player in a place of an entry: a person (`user_id`), or a computer of a `level`.

    A partner who was asked has not `agreed` until they say so.
    """

    name: str
    user_id: int | None = None
    level: str | None = None
    agreed: bool = True


@dataclass(frozen=True, slots=True)
class Team:
    """An entry: its players by places. It takes part in rounds `joined` to `left`; `seed` is drawn at the start."""

    entry: int
    players: tuple[Player, ...]
    seed: int | None = None
    joined: int = 1
    left: int | None = None

    @property
    def agreed(self) -> bool:
        """Whether all its players have said yes: until then it takes part in nothing."""
        return all(player.agreed for player in self.players)

    @property
    def people(self) -> tuple[int, ...]:
        """The ids of its players, without computers and people who had their data deleted."""
        return tuple(player.user_id for player in self.players if player.user_id and player.user_id > 0)


@dataclass(frozen=True, slots=True)
class Round:
    """One round. Times are whole seconds UTC.

    `ends_at` is None where there is no limit, `ended_at` None while the round is played. `series` names the packs of
    all its tables, where they are the same. The messages are those that announced it and its standings.
    """

    number: int
    began_at: int
    ends_at: int | None = None
    ended_at: int | None = None
    series: int | None = None
    pairings_message: int | None = None
    standings_message: int | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """The outcome of a match that is over: the points of first and second, in how many `deals`, or who forfeited it."""

    points: tuple[int, int] = (0, 0)
    deals: int = 0
    forfeit: Forfeit | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A match of two entries, or a bye of the first. `played` is None until it is over; a bye is over at once.

    `number` counts the matches of a round from 1. The messages are those in its thread that called the players and that
    announced the result; `said` is what the thread has heard last. It ends `late` seconds after its round, as its time stood still for so long; it stands still since `stopped_at`
    (seconds UTC, None: it runs).
    """

    round: int
    first: int
    second: int | None
    thread_id: int | None = None
    game_id: int | None = None
    played: Played | None = None
    late: int = 0
    stopped_at: int | None = None
    number: int = 0
    greeting_id: int | None = None
    result_id: int | None = None
    said: str | None = None


class RequestState(StrEnum):
    """The state of a request: the organiser has `APPROVED` or `DECLINED` it, or its reason is gone (`VOID`).

    If somebody else is to play who hasn't said that they want to, an approval means that they are `ASKED`; then they
    have
    `AGREED` or `REFUSED`, the reason is gone (`LAPSED`), or no message reaches them (`UNREACHED`).
    """

    APPROVED = "approved"
    DECLINED = "declined"
    VOID = "void"
    ASKED = "asked"
    AGREED = "agreed"
    REFUSED = "refused"
    LAPSED = "lapsed"
    UNREACHED = "unreached"


@dataclass(frozen=True, slots=True)
class Request:
    """A request of the person `user_id`, called `asker`: the organiser, or in their name a newcomer.

    `kind` is `abandon`, or `substitute`: the newcomer is to play in the `place` (from 0) of the entry, which the person
    `holder_id`, called `holder`, has (None: a computer). `game_id` is the game at whose table that was asked; None: the
    organiser asks.
    `absent`: a computer played for its person then. `answer` is None as long as the organiser hasn't decided. `message`
    is
    the channel and message with the buttons for whoever is to decide, None if there are none.
    """

    id: int
    tournament_id: int
    game_id: int | None
    kind: str
    user_id: int
    asker: str
    entry: int = 0
    place: int = 0
    newcomer_id: int = 0
    newcomer: str = ""
    holder_id: int | None = None
    holder: str = ""
    absent: bool = False
    answer: RequestState | None = None
    message: tuple[int, int] | None = None

    @property
    def undecided(self) -> bool:
        """Whether the organiser or the newcomer has still to decide."""
        return self.answer in (None, RequestState.ASKED)

    @property
    def asks_newcomer(self) -> bool:
        """Whether the message with the buttons is for the newcomer, rather than for the organiser."""
        return self.answer in (
            RequestState.ASKED,
            RequestState.AGREED,
            RequestState.REFUSED,
            RequestState.LAPSED,
            RequestState.UNREACHED,
        )


@dataclass(frozen=True, slots=True)
class Amended:
    """A moderator's correction of a match's outcome. Times are whole seconds UTC."""

    id: int
    round: int
    first: int
    at: int
    user_id: int
    reason: str
    before: Played
    after: Played
    undone_at: int | None
    undone_by: int | None


@dataclass(frozen=True, slots=True)
class Tournament:
    """One tournament with its entries. Ids of places and people are Discord's, times whole seconds UTC.

    `deals` are the rounds of a match, `rounds` those of the tournament (None: until everybody has met everybody),
    `seconds` the longest that one of these may last, `scale` the margin per deal beyond which a match is won 20:0.
    `round` is the present one, 0 before the start. `version` grows with every change that its message could show.
    It starts by itself at `starts_at`, if at least `minimum` entries are complete (None: two); if too few were,
    `missed_at` is when it was to start. `seekers` are the people who look for a partner, in the order in which they came.
    """

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    name: str
    kind: TournamentKind
    variant: str
    layout: str
    deals: int
    scale: int
    created_at: int
    house: Mapping[str, object] = field(default_factory=dict)
    rounds: int | None = None
    seconds: int | None = None
    turn_limit: int | None = None
    same_packs: bool = False
    status: TournamentStage = TournamentStage.OPEN
    round: int = 0
    version: int = 1
    shown_version: int = 0
    message_id: int | None = None
    ended_at: int | None = None
    starts_at: int | None = None
    minimum: int | None = None
    missed_at: int | None = None
    teams: tuple[Team, ...] = ()
    seekers: tuple[Player, ...] = ()

    def team(self, entry: int) -> Team | None:
        """Return the entry of that number, or None."""
        return next((team for team in self.teams if team.entry == entry), None)

    def sides(self, match: Match) -> tuple[Team | None, Team | None]:
        """Return the entries that meet in a match."""
        return self.team(match.first), self.team(match.second or 0)

    def people_of(self, match: Match) -> list[int]:
        """Return the ids of the people who play a match."""
        return [user_id for team in self.sides(match) if team is not None for user_id in team.people]

    def team_of(self, user_id: int) -> Team | None:
        """Return the entry for which a person plays, or is asked to play; or None.

        An entry that has left is returned only if there is no other.
        """
        theirs = [team for team in self.teams if any(one.user_id == user_id for one in team.players)]
        return next((team for team in theirs if team.left is None), theirs[-1] if theirs else None)

    def seeks(self, user_id: int) -> bool:
        """Return whether a person looks for a partner."""
        return any(seeker.user_id == user_id for seeker in self.seekers)

    @property
    def least(self) -> int:
        """The fewest complete entries with which it starts by itself."""
        return max(2, self.minimum or 0)

    @property
    def wanting(self) -> int:
        """How many complete entries it lacks for that."""
        return max(0, self.least - sum(team.agreed for team in self.teams))
