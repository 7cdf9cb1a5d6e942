"""Turns: the moves that people make, and what happens to a turn whose time is up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from bot.canasta.cards import Card
from bot.canasta.moves import Move, Ways, read_move
from bot.data.errors import StoreTrouble
from bot.data.play import PlayedMove
from bot.data.tables import Agreement, Status, Table
from bot.tables.changes import Changes
from bot.tables.company import Company
from bot.tables.computers import Computers
from bot.tables.errors import NotYourSeat, NotYourTurn, Stale
from bot.tables.rules import absence, agreements, rights, seat_plan
from bot.tables.rules.absence import Consequence
from bot.tables.vacations import Vacations
from bot.tables.views import Happening, Look, MoveOutcome


class OwnTables(Protocol):
    """Tables that aren't stored as games are, and count in no league: lessons, for example.

    One number stands for those of all people. Which table it means depends on the person who looks.
    """

    async def look(self, user_id: int) -> Look:
        """Return a person's own table as they see it. Raises `NoSuchTable`, `PositionGone`."""

    async def play(self, user_id: int, move: Move | str, version: int | None) -> MoveOutcome:
        """Play a person's move there; the arguments are as in `Turns.play`."""

    async def ways(self, user_id: int, verb: str, cards: Sequence[Card]) -> Ways:
        """Return the moves that lay exactly these cards there, as `Turns.ways` does."""


class Turns:
    """The turns of people in running games."""

    def __init__(
        self,
        changes: Changes,
        computers: Computers,
        vacations: Vacations,
        own_tables: Callable[[int], OwnTables | None],
    ) -> None:
        """Have `computers` finish turns whose time is up, and `vacations` end when their people play.

        `own_tables` returns people's own tables that a number stands for.
        """
        self._changes = changes
        self._company = Company(changes)
        self._computers = computers
        self._vacations = vacations
        self._own_tables = own_tables

    async def play(
        self,
        table_id: int,
        user_id: int,
        move: Move | str,
        *,
        version: int | None = None,
        interaction_id: int | None = None,
    ) -> MoveOutcome:
        """Play one move for the seat of a person.

        `move` may be text as people type it (`discard k`, seat left out; suits are taken from the mover's hand).
        `version` is the version that the person saw when they chose. One from before the last move is refused; None
        means the current one (typed commands). An `interaction_id` that has played already gets its outcome again,
        `repeated`. At a table of a person's own the move is made there, and in deals and lessons the same move from the
        same version counts once. Raises `NotSeated`,
        `WrongStatus`, `Stale`, `NotYourTurn`, `NotYourSeat`, `UnreadableMove`, `IllegalMove`, `OffTheLesson`.
        """
        if (tables := self._own_tables(table_id)) is not None:
            return await tables.play(user_id, move, version)
        async with self._changes.locked(table_id) as table:
            # A press that has played has moved the table on from the version in which its button was seen.
            if interaction_id is not None and version != table.version:
                stored = await self._changes.play.by_interaction(table_id, interaction_id)
                if stored is not None:
                    return MoveOutcome(table, await self._happened(table, stored), repeated=True)
            own = seat_plan.own_seat(table, user_id)
            rights.check_status(table, Status.PLAYING)
            live = await self._changes.in_memory.of(table)
            if version is not None and not live.last_move <= version <= table.version:
                raise Stale(table)
            to_move = table.to_move
            if to_move is not None and to_move.number != own.number:
                raise NotYourTurn(to_move)
            if isinstance(move, str):
                mine = await asyncio.to_thread(live.seat, own.number)
                move = read_move(move, mine.hand, own.number)
            if move.seat != own.number:
                raise NotYourSeat(own.number)
            after, played = await self._changes.commit_move(
                table,
                live,
                move,
                lambda after: absence.moved(after, own.number),
                user_id=user_id,
                interaction_id=interaction_id,
            )
        with suppress(StoreTrouble):
            await self._vacations.end(user_id)
        return MoveOutcome(after, played, repeated=False)

    async def ways(self, table_id: int, user_id: int, verb: str, cards: Sequence[Card]) -> Ways:
        """Return the moves of a verb, `meld` or `take`, by which a person could lay exactly these cards of their hand now.

        Raises `NotSeated`, `WrongStatus`, `NotYourTurn`.
        """
        if (tables := self._own_tables(table_id)) is not None:
            return await tables.ways(user_id, verb, cards)
        async with self._changes.looking(table_id) as table:
            own = seat_plan.own_seat(table, user_id)
            rights.check_status(table, Status.PLAYING)
            if table.to_move is not None and table.to_move.number != own.number:
                raise NotYourTurn(table.to_move)
            live = await self._changes.in_memory.of(table)
            return await asyncio.to_thread(live.game.ways, verb, cards)

    async def expire(self, table_id: int, version: int) -> Table:
        """Let a computer play the present turn safely, as its time is up.

        After the third missed turn in a row the computer sits in. Nothing happens if the table isn't at `version` any
        more, if no person is to move, or if they have got more time meanwhile. Called again after it was interrupted,
        it plays what is left of the turn.
        """
        async with self._changes.locked(table_id) as table:
            to_move = table.to_move
            if table.version != version or to_move is None or to_move.computer is not None:
                return table
            if table.turn_limit is not None and (table.deadline is None or table.deadline > self._changes.now()):
                return table
            meant = await self._company.still_agreed(table)
            return await self._computers.finish_turn(table, lambda after: _missed(after, to_move.number, meant))

    async def _happened(self, table: Table, stored: PlayedMove) -> Happening:
        """Return a stored move with its events; an old move has none, as they are only kept for a while."""
        live = await self._changes.in_memory.of(table)
        old = Happening(stored.version, stored.round, stored.seat, stored.line, ())
        return next((recent for recent in live.recent if recent.version == stored.version), old)


def _missed(table: Table, number: int, meant: tuple[Agreement, ...]) -> Consequence:
    """Return what follows from a missed turn, where the agreements at the table that are still `meant` count.

    A proposal that waited only for the person who is now away is carried out.
    """
    after, missed = absence.missed(table, number)
    after = replace(after, agreements=meant) if after.agreements else after
    after, settled = agreements.settled(after) if after.status is Status.PLAYING else (after, ())
    return after, (*missed, *settled)
