"""The result of a game that has ended, from its table, its rounds, and all that was stored on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from bot.canasta.game import Game
from bot.canasta.record import record_of
from bot.canasta.rules import RulesError, families, variant_info
from bot.data.log import Deed, LogEntry
from bot.data.play import MadeMove
from bot.data.results import Result, ResultPerson, ResultSide, Role
from bot.data.servers import OPEN_LEAGUE
from bot.data.tables import Sitting, Status, Table
from bot.tables.rules.clock import Rest

#: Entries of the log that bring somebody to a seat, or back to it, perhaps in the middle of a turn.
_ARRIVALS = (Deed.SUBSTITUTED, Deed.SUBSTITUTED_BY_MODERATOR, Deed.BACK, Deed.GAVE_BACK)


@dataclass(frozen=True, slots=True)
class Past:
    """A stored game: when it began, its moves, its seats' players, and its log, each oldest first."""

    began_at: int
    moves: Sequence[MadeMove]
    sittings: Sequence[Sitting]
    entries: Sequence[LogEntry]

    @property
    def people(self) -> set[int]:
        """Everybody who had a seat."""
        return {one.user_id for one in self.sittings if one.user_id is not None}


@dataclass(frozen=True, slots=True)
class _Turn:
    """The moves that a seat made one after the other in a round; the seat was to move from `came_at` (seconds UTC) on.

    As for the clock, the answer to a partner's question is a turn, and so is what the partner does afterwards.
    """

    seat: int
    came_at: int
    moves: tuple[MadeMove, ...]


def result(table: Table, game: Game, past: Past, rests: Mapping[int, Rest]) -> Result:
    """Return the result of a game in which at least one round was dealt; `rests` are those of all who had a seat.

    Of a round that was not scored, only turns and moves count.
    """
    assert table.ended_at is not None
    return Result(
        game_id=table.id,
        guild_id=OPEN_LEAGUE if table.in_open_league else table.guild_id,
        variant=table.variant,
        layout=table.layout,
        family=_family(game),
        house=table.house,
        friendly=table.friendly,
        abandoned=table.status is Status.ABANDONED,
        rounds=len(game.rounds),
        moves=len(past.moves),
        began_at=past.began_at,
        ended_at=table.ended_at,
        sides=_sides(table, game),
        people=tuple(_people(table, game, past, rests)),
        computers=tuple(one.seat for one in past.sittings if one.since == 0 and one.level is not None),
    )


def _family(game: Game) -> str:
    """Return the family of a game's variant.

    Where the variant's file is gone, it is the family of the nearest variant that comes with the bot.
    """
    with suppress(RulesError):
        return variant_info(game.rules.id).family
    with suppress(RulesError):
        return variant_info(str(record_of(game)["variant"])).family
    return families()[0]


def _accounts(game: Game) -> list[int]:
    """Return the score's index of each seat."""
    assert game.round is not None
    return [game.round.account(seat) for seat in range(game.rules.seats)]


def _sides(table: Table, game: Game) -> tuple[ResultSide, ...]:
    accounts = _accounts(game)
    totals = [game.started_with, *(one.scores for one in game.rounds)]
    # An automatic win counts whatever the points say.
    standings = [(index == table.winner, points) for index, points in enumerate(table.scores)]
    sides = []
    for index, points in enumerate(table.scores):
        canastas: Counter[str] = Counter()
        for one in game.rounds:
            canastas.update(dict(one.canastas[index]))
        concealed = [one for one in game.rounds if one.concealed and one.out is not None and accounts[one.out] == index]
        sides.append(
            ResultSide(
                seats=tuple(seat for seat, account in enumerate(accounts) if account == index),
                points=points,
                rank=1 + sum(1 for other in standings if other > standings[index]),
                canastas=dict(canastas),
                concealed=len(concealed),
                best_round=max((after[index] - before[index] for before, after in pairwise(totals)), default=0),
            )
        )
    return tuple(sides)


def _people(table: Table, game: Game, past: Past, rests: Mapping[int, Rest]) -> Iterator[ResultPerson]:
    """Yield everybody who had a seat, by seat and by when they first came to it."""
    accounts, turns, lost = _accounts(game), _turns(past), _lost(table, past.entries)
    for seat, group in groupby(past.sittings, key=lambda one: one.seat):
        sittings = list(group)
        for user_id in dict.fromkeys(one.user_id for one in sittings if one.user_id is not None):
            theirs = [one for one in sittings if one.user_id == user_id]
            earlier = [one.user_id for one in sittings if one.since < theirs[0].since and one.user_id is not None]
            back = _handed_back(user_id, sittings, theirs)
            rest = replace(rests[user_id], vacations=(*rests[user_id].vacations, *lost))
            had = [turn for turn in (_part(turn, theirs) for turn in turns if turn.seat == seat) if turn.moves]
            own = [turn for turn in had if all(move.user_id is not None for move in turn.moves)]
            yield ResultPerson(
                seat=seat,
                user_id=user_id,
                name=theirs[-1].name,
                side=accounts[seat],
                role=Role.SUBSTITUTE if back else _role(table, user_id, sittings, theirs, past.entries),
                turns=len(had),
                missed=len(had) - len(own),
                seconds=sum(_seconds(turn, past.entries, rest) for turn in own),
                replaced=earlier[-1] if earlier else None,
                handed_back=back,
            )


def _handed_back(user_id: int, sittings: Sequence[Sitting], theirs: Sequence[Sitting]) -> bool:
    """Return whether somebody gave a seat back to a person who had had it before they came."""
    before = {one.user_id for one in sittings if one.since < theirs[0].since} - {None, user_id}
    return next((one.user_id in before for one in sittings if one.since > theirs[-1].since), False)


def _role(
    table: Table, user_id: int, sittings: Sequence[Sitting], theirs: Sequence[Sitting], log: Sequence[LogEntry]
) -> Role:
    # The last person to resign, or to have their data deleted, ends the game, and stays in their seat.
    gave_up = any(
        one.deed in (Deed.RESIGNED, Deed.LEFT) and one.user_id == user_id and one.version == table.version
        for one in log
    )
    if gave_up or sittings[-1].user_id != user_id:
        return Role.LEFT
    return Role.PLAYED if theirs[0].since == 0 else Role.SUBSTITUTE


def _turns(past: Past) -> list[_Turn]:
    turns, came_at = [], past.began_at
    for (_round, seat), group in groupby(past.moves, key=lambda move: (move.round, move.seat)):
        moves = tuple(group)
        turns.append(_Turn(seat, came_at, moves))
        came_at = moves[-1].made_at
    return turns


def _part(turn: _Turn, theirs: Sequence[Sitting]) -> _Turn:
    """Return the part of a turn that was played while somebody had the seat."""
    moves = [
        move
        for move in turn.moves
        if any(one.since < move.version and (one.until is None or move.version < one.until) for one in theirs)
    ]
    return replace(turn, moves=tuple(moves))


def _seconds(turn: _Turn, log: Sequence[LogEntry], rest: Rest) -> int:
    """Return how long somebody took for a turn that they played themselves.

    It is counted in seconds from when they could begin the turn to their last move in it. As for the clock, no time
    counts in their quiet hours (as they are now), on their vacations, or while the game is lost.
    """
    first = turn.moves[0].version
    arrivals = [one.at for one in log if one.seat == turn.seat and one.deed in _ARRIVALS and one.version < first]
    return rest.counted(max([turn.came_at, *arrivals]), turn.moves[-1].made_at)


def _lost(table: Table, log: Sequence[LogEntry]) -> list[tuple[int, int]]:
    """Return the times in which the game could not be shown, as pairs of seconds UTC."""
    spans: list[tuple[int, int]] = []
    since: int | None = None
    for one in log:
        if one.deed is Deed.LOST and since is None:
            since = one.at
        elif one.deed in (Deed.FOUND, Deed.MOVED) and since is not None:
            spans.append((since, one.at))
            since = None
    return spans if since is None else [*spans, (since, table.updated_at)]
