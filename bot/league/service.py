"""The league of each server: records what became of games, and tells who stands where, now and in past seasons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.store.corrections import Correction
from bot.store.database import Database, Transaction
from bot.store.results import Result
from bot.store.seasons import Season
from bot.store.standings import Meeting, Standing

#: The season id of all of a server's time; ratings have no season's reset in it.
ALL_TIME = 0

#: Rows on a page of a board, and results on a page of a history.
PAGE = 10


class LeagueError(Exception):
    """What was asked of the league can't be done; its kinds say why, and nothing was changed."""


class NoSuchResult(LeagueError):
    """This server has no result, or correction, of that number."""


class AlreadyUndone(LeagueError):
    """That correction has been undone before."""


class WrongScores(LeagueError):
    """There must be a number for each of `sides` sides; ranks begin at 1."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class SeasonOpen(LeagueError):
    """A season is open already: `season`."""

    def __init__(self, season: Season) -> None:
        super().__init__(season.id)
        self.season = season


class NoSeasonOpen(LeagueError):
    """No season is open."""


class By(StrEnum):
    """What a board is sorted by."""

    RATING = "rating"
    WINS = "wins"
    POINTS = "points"
    CANASTAS = "canastas"
    PAIRS = "pairs"


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One row: a person with his `standing`, or a pair with what it has done together.

    `rank` counts from 1 and is equal where the `value` (that the board is sorted by) is.
    """

    rank: int
    user_ids: tuple[int, ...]
    names: tuple[str, ...]
    value: int
    standing: Standing | None = None
    pair: Meeting | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """One page (from 1) of a board; `me` is the asker's own row (of pairs: his best), None if he has none.

    `season` is None for all of a server's time, and before the first season. `total` counts all rows.
    """

    season: Season | None
    scope: str
    by: By
    page: int
    pages: int
    total: int
    rows: tuple[BoardRow, ...]
    me: BoardRow | None


@dataclass(frozen=True, slots=True)
class Partner:
    """Somebody's partner, with what they have done together."""

    user_id: int
    name: str
    meeting: Meeting


@dataclass(frozen=True, slots=True)
class Profile:
    """A person's season: all that counts together, and each family of variants apart, the most played first.

    `rank` of the `ranked` is by rating, None before his first rated game and for those who have left. `scopes` are the
    families a server has boards for.
    """

    season: Season | None
    user_id: int
    name: str
    standing: Standing
    rank: int | None
    ranked: int
    families: tuple[Standing, ...]
    partner: Partner | None


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """What two people have to do with each other, seen from the first; standings are None without a game that counts.

    `recent` are the last results in which they met, the latest first.
    """

    season: Season | None
    names: tuple[str, str]
    standings: tuple[Standing | None, Standing | None]
    meeting: Meeting
    recent: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class History:
    """Results, the latest first; `before` asks for the next page, None after the last."""

    results: tuple[Result, ...]
    before: int | None


class League:
    """The league of all servers. Every method takes a server's id, and tells or changes nothing of another."""

    def __init__(self, database: Database, *, clock: Callable[[], int]) -> None:
        """`clock` gives whole seconds UTC."""
        self._database = database
        self._clock = clock

    async def record(self, tx: Transaction, result: Result) -> None:
        """Write what became of a game, inside the transaction that ends it.

        Decides its season and whether it is rated: `id`, `season_id` and `unrated` of `result` are not looked at.
        """
        raise NotImplementedError

    async def board(
        self,
        guild_id: int,
        *,
        season: int | None = None,
        scope: str = "",
        by: By = By.RATING,
        page: int = 1,
        me: int | None = None,
    ) -> Board:
        """A page of a board; a page beyond the last is the last.

        `season` is a season's id, `ALL_TIME`, or None for the latest; `scope` a family of variants ('': every one; pairs
        know no other). By rating only those stand on it who have a rated game.
        """
        raise NotImplementedError

    async def scopes(self, guild_id: int) -> list[str]:
        """The families of variants that a server has boards for."""
        raise NotImplementedError

    async def profile(self, guild_id: int, user_id: int, *, season: int | None = None) -> Profile | None:
        """A person's profile, None if he has no game there that counts. `season` as for `board`."""
        raise NotImplementedError

    async def head_to_head(self, guild_id: int, one: int, other: int, *, season: int = ALL_TIME) -> HeadToHead:
        """What two people have to do with each other in a season (its id)."""
        raise NotImplementedError

    async def history(self, guild_id: int, user_id: int | None = None, *, before: int | None = None) -> History:
        """A page of a server's results, or of those in which a person had a seat, also unrated and void ones."""
        raise NotImplementedError

    async def result(self, guild_id: int, result_id: int) -> Result | None:
        """A result of a server."""
        raise NotImplementedError

    async def result_of_game(self, guild_id: int, game_id: int) -> Result | None:
        """What became of a game of a server, None if it has not ended."""
        raise NotImplementedError

    async def seasons(self, guild_id: int) -> list[Season]:
        """A server's seasons, the latest first."""
        raise NotImplementedError

    async def season(self, guild_id: int, season_id: int | None = None) -> Season | None:
        """A season of a server by its id, or the latest; None if there is none, and for `ALL_TIME`."""
        raise NotImplementedError

    async def open_season(self, guild_id: int, name: str = "") -> Season:
        """Open a season; its end follows the server's calendar. Raises `SeasonOpen`."""
        raise NotImplementedError

    async def close_season(self, guild_id: int) -> Season:
        """Close the open season. Until the next is opened games count for nothing. Raises `NoSeasonOpen`."""
        raise NotImplementedError

    async def roll(self) -> list[Season]:
        """Close all seasons that the calendar has ended by now, in every server; those."""
        raise NotImplementedError

    async def calendar_changed(self, guild_id: int) -> None:
        """Have the open season end as the server's calendar (which was just set) says."""
        raise NotImplementedError

    async def untold(self) -> list[Season]:
        """The closed seasons of all servers whose end was not posted yet."""
        raise NotImplementedError

    async def told(self, season_id: int, channel_id: int, message_id: int) -> None:
        """A season's end was posted there (0, 0: it can't be, and is not to be tried again)."""
        raise NotImplementedError

    async def correct(
        self,
        guild_id: int,
        result_id: int,
        *,
        by: int,
        reason: str,
        points: Sequence[int] | None = None,
        ranks: Sequence[int] | None = None,
    ) -> Correction:
        """Put other points or ranks (by sides) in place of a result's; without ranks they follow from the points.

        All standings are then as if it had always been so. Raises `NoSuchResult` and `WrongScores`.
        """
        raise NotImplementedError

    async def void(self, guild_id: int, result_id: int, *, by: int, reason: str) -> Correction:
        """Have a result count for nothing; histories still show it. Raises `NoSuchResult`."""
        raise NotImplementedError

    async def undo(self, guild_id: int, correction_id: int, *, by: int) -> Correction:
        """Undo a correction; what stands then is the latest that was not undone. Raises `NoSuchResult`, `AlreadyUndone`."""
        raise NotImplementedError

    async def corrections(self, guild_id: int, *, before: int | None = None) -> list[Correction]:
        """A page of what moderators did to a server's results, the latest first; `before` is the id to go on from."""
        raise NotImplementedError

    async def rerate(self, guild_id: int) -> int:
        """Make a server's standings anew from its results; how many results there were."""
        raise NotImplementedError

    async def guilds(self) -> list[int]:
        """The servers that have results."""
        raise NotImplementedError

    async def seen(self, guild_id: int, user_id: int, name: str) -> None:
        """A person is in a server, where he is called so: he stands on its boards if he has played there."""
        raise NotImplementedError

    async def gone(self, guild_id: int, user_id: int) -> None:
        """A person has left a server: its boards hide him, histories don't."""
        raise NotImplementedError

    async def stale(self, guild_id: int, users: Collection[int], *, older_than: int) -> list[int]:
        """Of those people, whose being in a server was last known so many seconds ago or more."""
        raise NotImplementedError

    async def forget(self, tx: Transaction, user_id: int, ghost_id: int) -> None:
        """Have a ghost (an id below 0) stand in a person's place in all servers, hidden and without a name."""
        raise NotImplementedError
