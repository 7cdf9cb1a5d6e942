"""Achievements of people alone against computers: streaks, personal records and badges, apart from every league."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from bot.data.results import Result, Role, SoloRow, Unrated
from bot.league.boards import PAGE
from bot.store.database import Database
from bot.store.results import ResultStore

#: The points for a win, by the level of the easiest computer at the table.
POINTS = {"easy": 1, "normal": 2, "hard": 3}
#: The numbers of wins, of wins in a row, of different games won, and of canastas that earn a badge.
WINS = (1, 10, 50, 100)
STREAKS = (3, 5, 10)
GAMES = (3, 10, 20)
CANASTAS = (10, 50, 100, 500)
#: How many games something takes at least, as a guess: canastas in a game, and the games until somebody goes out concealed.
_CANASTAS_IN_A_GAME, _UNTIL_CONCEALED = 3, 6
#: The levels of computers for which there is a badge if nobody easier sat at the table.
_STRONG = frozenset({"hard"})


@dataclass(frozen=True, slots=True)
class Badge:
    """Something that was achieved for the first time, in the game that ended `at` (seconds UTC).

    `kind` is `wins`, `streak`, `games` (different ones won), `canastas`, `natural` (a canasta), `concealed` or `hard`; the
    first four have a `number`.
    """

    kind: str
    number: int = 0
    at: int = 0


@dataclass(frozen=True, slots=True)
class Best:
    """A personal record: this many points, in a game that ended `at` (seconds UTC)."""

    points: int
    at: int


@dataclass(frozen=True, slots=True)
class Solo:
    """Somebody's achievements alone. A `streak` is of games won one after the other; `badges` are in order of time.

    `best_games` and `best_rounds` are the most points in a game and in a round, by variants: others count differently.
    """

    games: int = 0
    won: int = 0
    streak: int = 0
    longest: int = 0
    canastas: int = 0
    variants_won: frozenset[str] = frozenset()
    best_games: Mapping[str, Best] = field(default_factory=dict)
    best_rounds: Mapping[str, Best] = field(default_factory=dict)
    badges: tuple[Badge, ...] = ()


@dataclass(frozen=True, slots=True)
class SoloBoard:
    """A page (from 1) of a server's board of games against computers; `me` is the asker's row, None if they have none.

    `total` counts all rows.
    """

    page: int
    pages: int
    total: int
    rows: tuple[SoloRow, ...]
    me: SoloRow | None


@dataclass(frozen=True, slots=True)
class Goal:
    """The badge that is next, and how many more wins, canastas or games it takes."""

    badge: Badge
    left: int


class SoloGames:
    """Achievements in games with one person."""

    def __init__(self, database: Database) -> None:
        self._results = ResultStore(database)

    async def of(self, user_id: int, guild_id: int | None = None) -> Solo:
        """Return what a person has achieved alone, in one server if it is named."""
        found = await self._results.alone(user_id)
        levels = await self._results.levels(user_id)
        return _solo((one for one in found if guild_id in (None, one.guild_id)), levels)

    async def board(self, guild_id: int, page: int, me: int) -> SoloBoard:
        """Return a page of a server's board; people who have left the server aren't on it."""
        total = await self._results.count_solo(guild_id)
        pages = max(1, -(-total // PAGE))
        page = min(max(1, page), pages)
        rows = await self._results.solo(guild_id, (page - 1) * PAGE, PAGE)
        return SoloBoard(page, pages, total, tuple(rows), await self._results.solo_of(guild_id, me))

    async def by(self, user_id: int, game_id: int) -> tuple[Solo, Solo] | None:
        """Return what a person had achieved before a game and after it; None unless they played it alone."""
        found = await self._results.alone(user_id)
        last = next((place for place, one in enumerate(found) if one.game_id == game_id), None)
        if last is None or not _counts(found[last]):
            return None
        levels = await self._results.levels(user_id)
        before = _solo(found[:last], levels)
        return before, after(before, found[last], levels.get(game_id, frozenset()))

    async def points(self, guild_id: int, user_id: int) -> int:
        """Return the points that somebody has on a server's board."""
        own = await self._results.solo_of(guild_id, user_id)
        return 0 if own is None else own.points


def _solo(results: Iterable[Result], levels: Mapping[int, frozenset[str]]) -> Solo:
    """Return what somebody has achieved in these results; `levels` are those of the computers, by games."""
    solo = Solo()
    for result in results:
        if _counts(result):
            solo = after(solo, result, levels.get(result.game_id, frozenset()))
    return solo


def after(before: Solo, result: Result, levels: frozenset[str]) -> Solo:
    """Return what somebody has achieved after one more game against computers of these levels."""
    own, won = result.sides[result.people[0].side], _won(result)
    streak = before.streak + 1 if won else 0
    now = replace(
        before,
        games=before.games + 1,
        won=before.won + won,
        streak=streak,
        longest=max(before.longest, streak),
        canastas=before.canastas + sum(own.canastas.values()),
        variants_won=before.variants_won | ({result.variant} if won else set()),
        best_games=_best(before.best_games, result, own.points),
        best_rounds=_best(before.best_rounds, result, own.best_round),
    )
    earned: dict[tuple[str, int], bool] = {
        **{("wins", number): now.won >= number for number in WINS},
        **{("streak", number): streak >= number for number in STREAKS},
        **{("games", number): len(now.variants_won) >= number for number in GAMES},
        **{("canastas", number): now.canastas >= number for number in CANASTAS},
        ("natural", 0): bool(own.canastas.get("natural")),
        ("concealed", 0): own.concealed > 0,
        ("hard", 0): won and bool(levels) and levels <= _STRONG,
    }
    have = {(one.kind, one.number) for one in before.badges}
    new = [Badge(*key, result.ended_at) for key, is_earned in earned.items() if is_earned and key not in have]
    return replace(now, badges=(*before.badges, *new))


def goal(solo: Solo) -> Goal | None:
    """Return the badge that the fewest more games may bring; None if somebody has them all."""
    have = {(one.kind, one.number) for one in solo.badges}
    left = {
        **{("wins", number): number - solo.won for number in WINS},
        **{("streak", number): number - solo.streak for number in STREAKS},
        **{("canastas", number): number - solo.canastas for number in CANASTAS},
        **{("games", number): number - len(solo.variants_won) for number in GAMES},
        **dict.fromkeys((("natural", 0), ("hard", 0), ("concealed", 0)), 1),
    }
    goals = [Goal(Badge(*key), number) for key, number in left.items() if key not in have]
    return min(goals, key=_effort, default=None)


def _effort(goal: Goal) -> float:
    """Return about how many games a goal takes."""
    match goal.badge.kind:
        case "canastas":
            return goal.left / _CANASTAS_IN_A_GAME
        case "concealed":
            return _UNTIL_CONCEALED
        case "games":
            # Another game must be learned first.
            return 2 * goal.left
        case "hard":
            return 1.5
        case _:
            return goal.left


def solo_points(result: Result, levels: frozenset[str]) -> int | None:
    """Return what a game against computers of these levels brings to its one person; None for any other game."""
    alone = result.computers and len({person.user_id for person in result.people}) == 1
    if not alone or not _counts(result):
        return None
    return min((POINTS.get(level, POINTS["normal"]) for level in levels), default=None) if _won(result) else 0


def _won(result: Result) -> bool:
    person = result.people[0]
    best = [side.rank == 1 for side in result.sides]
    return person.role is not Role.LEFT and best[person.side] and sum(best) == 1


def _best(before: Mapping[str, Best], result: Result, points: int) -> Mapping[str, Best]:
    old = before.get(result.variant)
    if points <= 0 or (old is not None and old.points >= points):
        return before
    return {**before, result.variant: Best(points, result.ended_at)}


def _counts(result: Result) -> bool:
    """Return whether a game says something: it was played to its end, or given up, and nobody made it void."""
    given_up = result.people[0].role is Role.LEFT
    return result.rounds > 0 and result.standing is not Unrated.VOID and (given_up or not result.abandoned)
