"""Lessons: guided hands of prepared games, by which people learn. They are real games at a table that isn't stored.

The moves of everybody are written down in a course. A person's own moves are its steps: whatever leads where the course
goes on is done, anything else is refused. The database holds the number of finished steps; the game is played up to
there again.
"""

from __future__ import annotations

import asyncio
import functools
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import count

from bot.canasta.cards import Card
from bot.canasta.moves import Move, Ways, read_move
from bot.canasta.views import PublicView, SeatView
from bot.data.lessons import Progress
from bot.data.play import PlayedMove, StoredDeal
from bot.data.tables import InDirectMessages, Status, Table
from bot.store.database import Database
from bot.store.lessons import LessonStore
from bot.store.people import PersonStore
from bot.tables.errors import NoSuchTable, NotYourSeat, OffTheLesson, Stale
from bot.tables.games_in_memory import GameInMemory
from bot.tables.rules import seat_plan
from bot.tables.rules.game_rules import rules_for
from bot.tables.views import Lesson, Look, MoveOutcome, played_from

#: The number under which everybody finds a table of their own: the lesson that they opened last. No stored table has it.
LESSON = 0
#: The courses, in the order in which they are to be learned.
COURSES = ("classic", "hand-and-foot")
#: The seat of the person in all courses.
_SEAT = 0
#: The level by which the computers of a lesson are known; their moves are the course's.
_LEVEL = "normal"
#: The house rule of all courses: the game is over after the round that was prepared.
_HOUSE = {"rounds": 1}
#: The versions of a table that each course has for itself, so that a button of one is stale in another.
_VERSIONS = 1_000


@dataclass(frozen=True, slots=True)
class _Course:
    """A prepared game: its table, its deal, and everybody's moves. The moves of a step begin with the person's own."""

    table: Table
    deal: StoredDeal
    steps: tuple[tuple[Move, ...], ...]

    def move(self, done: int) -> Move | None:
        """Return the person's own move after this many steps, None after the last."""
        return self.steps[done][0] if done < len(self.steps) else None

    def game(self, name: str, done: int) -> GameInMemory:
        """Return the game after this many steps, played by a person of that name. Slow: not for the event loop."""
        version = self.table.version + done
        table = replace(self.table, seats=_seats(self.table.size, name), version=version, round=1)
        numbers = count(1)
        moves = [
            PlayedMove(next(numbers), 1, self.table.version + step, move.seat, str(move))
            for step, group in enumerate(self.steps[:done], 1)
            for move in group
        ]
        return GameInMemory.rebuild(table, [self.deal], moves)


class Lessons:
    """The lessons of all people."""

    def __init__(self, database: Database) -> None:
        self._stored = LessonStore(database)
        self._people = PersonStore(database)

    async def open(self, user_id: int, name: str, course: str | None = None, *, known: bool | None = None) -> Look:
        """Return a person's lesson as it stands now: of a course, or of the one that they opened last (at first: the first).

        A course that they have done begins again. `known`: whether anything was stored of them when their name was read; nothing
        begins for somebody of whom nothing is any more. None: it is looked up now. Raises `NoSuchTable` if there is no such course.
        """
        known = await self._people.known(user_id) if known is None else known
        last = await self._stored.last(user_id)
        wanted = course or (COURSES[0] if last is None else last.course)
        if wanted not in COURSES:
            raise NoSuchTable
        before = await self._stored.of(user_id, wanted)
        done = 0 if before is None or before.done >= len(_course(wanted).steps) else before.done
        await self._stored.open(user_id, Progress(wanted, name, done), if_known=known)
        return await self.look(user_id)

    async def look(self, user_id: int) -> Look:
        """Return the lesson that a person opened last, as they see it. Raises `NoSuchTable` if there is none."""
        progress = await self._last(user_id)
        return await asyncio.to_thread(_look, progress, user_id)

    async def version(self, user_id: int) -> int:
        """Return the version of a person's lesson, without a look at it. Raises `NoSuchTable` if there is none."""
        progress = await self._last(user_id)
        return _course(progress.course).table.version + progress.done

    async def play(self, user_id: int, move: Move | str, version: int | None) -> MoveOutcome:
        """Do the next step of a person's lesson by a move, if it leads where the lesson goes on.

        The arguments are as in `Turns.play`. Raises `NoSuchTable`, `Stale`, `UnreadableMove`, `IllegalMove`, and for a
        legal move that leads elsewhere `OffTheLesson`.
        """
        progress = await self._last(user_id)
        look = await asyncio.to_thread(_look, progress, user_id)
        if (again := played_from(look.recent, version, move)) is not None:
            return MoveOutcome(look.table, again, repeated=True)
        if version not in (None, look.table.version):
            raise Stale(look.table)
        assert look.mine is not None
        if isinstance(move, str):
            move = read_move(move, look.mine.hand, _SEAT)
        if move.seat != _SEAT:
            raise NotYourSeat(_SEAT)
        await asyncio.to_thread(_check, progress, move, look.mine)
        if not await self._stored.advance(user_id, progress):
            raise Stale((await self.look(user_id)).table)
        after = await self.look(user_id)
        played = next(one for one in after.recent if one.version == after.table.version)
        return MoveOutcome(after.table, played, repeated=False)

    async def ways(self, user_id: int, verb: str, cards: Sequence[Card]) -> Ways:
        """Return the moves by which a person could lay exactly these cards in their lesson now. Raises `NoSuchTable`."""
        progress = await self._last(user_id)
        live = await asyncio.to_thread(_course(progress.course).game, progress.name, progress.done)
        return await asyncio.to_thread(live.game.ways, verb, cards)

    async def _last(self, user_id: int) -> Progress:
        progress = await self._stored.last(user_id)
        if progress is None:
            raise NoSuchTable
        return progress


@functools.cache
def _course(name: str) -> _Course:
    """Return a course, read from its file."""
    text = (files("bot.tables") / "courses" / f"{name}.toml").read_text("utf-8")
    written = tomllib.loads(text)
    rules = rules_for(written["variant"], written["layout"], _HOUSE)
    moves = [read_move(line) for line in written["moves"]]
    table = Table(
        id=LESSON,
        home=InDirectMessages(),
        status=Status.PLAYING,
        version=1 + _VERSIONS * COURSES.index(name),
        variant=rules.id,
        layout=rules.layout,
        size=rules.seats,
        house=_HOUSE,
        host_id=0,
        seats=(),
        round=1,
        commitment=None,
        turn=_SEAT,
        turn_since=None,
        scores=(),
        winner=None,
        created_at=0,
        updated_at=0,
        ended_at=None,
        friendly=True,
    )
    deal = StoredDeal(1, written["dealer"], " ".join(written["pack"].split()), "", "")
    return _Course(table, deal, tuple(_steps(moves)))


def _steps(moves: Sequence[Move]) -> Iterator[tuple[Move, ...]]:
    """Yield each of the person's moves with the moves of others after it."""
    begins = [place for place, move in enumerate(moves) if move.seat == _SEAT]
    for begin, end in zip(begins, [*begins[1:], len(moves)], strict=True):
        yield tuple(moves[begin:end])


def _seats(size: int, name: str, user_id: int = 0) -> seat_plan.Seats:
    return seat_plan.seats_for([(user_id, name), *[_LEVEL] * (size - 1)])


def _look(progress: Progress, user_id: int) -> Look:
    """Return a lesson as its person sees it. Slow: not for the event loop."""
    course = _course(progress.course)
    live, move = course.game(progress.name, progress.done), course.move(progress.done)
    public = live.public()
    table = replace(
        course.table,
        status=Status.PLAYING if move is not None else Status.FINISHED,
        version=live.version,
        host_id=user_id,
        seats=_seats(course.table.size, progress.name, user_id),
        turn=public.turn,
        scores=public.scores,
    )
    lesson = Lesson(progress.course, progress.done, len(course.steps), move)
    return Look(table, public, live.explained(_SEAT), tuple(live.recent), (), live.dealt, lesson)


def _check(progress: Progress, move: Move, view: SeatView) -> None:
    """Raise `IllegalMove` if the rules refuse a move, `OffTheLesson` if it leads elsewhere than the lesson. Slow."""
    course = _course(progress.course)
    own = course.move(progress.done)
    tried, meant = (course.game(progress.name, progress.done) for _ in range(2))
    tried.apply(move)
    if own is None:
        raise NoSuchTable
    meant.apply(own)
    if _lies(tried.public()) != _lies(meant.public()) or tried.seat(_SEAT).hand != meant.seat(_SEAT).hand:
        raise OffTheLesson(view, own)


def _lies(public: PublicView) -> object:
    """Return what lies on the table, in whatever order it was laid."""
    melds = [Counter((meld.name, tuple(sorted(meld.cards))) for meld in side.melds) for side in public.sides]
    return melds, public.pile, public.turn, public.phase, public.asking
