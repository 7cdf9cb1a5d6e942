"""Tables: everything people can do with a game, with one lock and one version per table.

What is given out is a `Table` row or a view; a `Game` never leaves this package.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bot.canasta.events import Event
from bot.canasta.moves import Move, read_move
from bot.canasta.rules import Rules, VariantInfo
from bot.canasta.rules.stored import write as write_rules
from bot.store.database import StoreTrouble, Transaction
from bot.store.games import Seat, Status, Table
from bot.store.log import Deed, Entry
from bot.store.play import Deal
from bot.tables.changes import check_host, check_status
from bot.tables.channels import Channels
from bot.tables.computers import Computers
from bot.tables.errors import (
    AlreadySeated,
    ChannelBusy,
    NotYourSeat,
    NotYourTurn,
    OthersPlay,
    SeatsMissing,
    SeatTaken,
    Stale,
    TooManySeated,
)
from bot.tables.game_in_memory import GameInMemory
from bot.tables.replay import Replays
from bot.tables.rules import absence, defaults, seat_plan
from bot.tables.rules.clock import reserve
from bot.tables.rules.game_rules import rules_for
from bot.tables.seating import Seating
from bot.tables.vacations import Resting
from bot.tables.views import Look, Outcome

#: How many of the newest tables of all servers are searched for what a server plays, so that nobody waits long.
_RECENT = 2_000
#: The most entries of a log that are shown.
_LOG_LENGTH = 30


class Tables(Seating, Computers, Channels, Replays, Resting):
    """The tables of one database.

    Every change is committed before its method returns; subscribers hear of it then. Methods that change a table raise
    a `TableError` (which one is said below), and then nothing has changed. `NoSuchTable` can come from all that take a
    table's number. `by` is the person who asks; `moderator` says that they may act as the host does.

    `messages`, `people` and `servers` are the memory of the code that tells people about the tables.
    """

    # -- looking

    async def in_channel(self, channel_id: int) -> Table | None:
        """Return the active table of a channel or thread, or None."""
        return await self._games.in_channel(channel_id)

    async def last_in_channel(self, channel_id: int) -> Table | None:
        """Return the newest table of a channel or thread, whatever its status, or None."""
        return await self._games.last_in_channel(channel_id)

    async def of_person(self, user_id: int) -> list[Table]:
        """Return a person's active tables in all servers, those that wait for them first."""
        return await self._games.of_person(user_id)

    async def waiting_for(self, user_id: int) -> list[Table]:
        """Return the games in which this person is to move, longest waiting first."""
        return await self._games.waiting_for(user_id)

    async def offered(self, guild_id: int) -> list[VariantInfo]:
        """Return all variants, those first that a server's people are most likely to want."""
        server, tables = await self.servers.get(guild_id), await self._games.variants_of(guild_id, _RECENT)
        return defaults.offered(server, tables)

    async def active(self) -> list[Table]:
        """Return all lobbies and running games, oldest first."""
        return await self._games.active()

    async def look(self, table_id: int, user_id: int | None = None) -> Look:
        """Return the table with its public view and, for a person who sits there, their own view."""
        looks = await self.looks(table_id, [] if user_id is None else [user_id])
        return looks[user_id]

    async def looks(self, table_id: int, user_ids: Collection[int]) -> dict[int | None, Look]:
        """Return the same for several people, by their ids, and for everybody (None), all of one version."""
        async with self._locked(table_id) as table:
            if not table.round:
                return dict.fromkeys([None, *user_ids], Look(table, None, None, ()))
            live = await self._game(table)
            deeds = await self._log.since(table.id, live.lap_began())
            public = Look(table, live.public(), None, tuple(live.recent), tuple(deeds), live.dealt)
            found: dict[int | None, Look] = {None: public}
            for user_id in user_ids:
                own = table.seat_of(user_id)
                mine = None if own is None else await asyncio.to_thread(live.explained, own.number)
                found[user_id] = replace(public, mine=mine)
            return found

    # -- the lobby

    async def open_lobby(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        host_name: str,
        variant: str = "classic",
        layout: str | None = None,
        house: Mapping[str, object] | None = None,
        turn_limit: int | None = None,
        bank: int | None = None,
        friendly: bool = False,
        series: int | None = None,
    ) -> Table:
        """Open a lobby with its host in seat 0; without a `layout`, the one for four or else the variant's first.

        A turn may take `turn_limit` seconds (None: any time). `bank` is how many seconds everybody may exceed that by
        in the whole game (None: the usual number). A `friendly` game isn't counted in the league. All tables of a
        `series` are dealt the same packs. Raises `ChannelBusy`, `RulesError`, `NoSuchSeries`.
        """
        rules = await asyncio.to_thread(rules_for, variant, layout, house or {})
        table = replace(
            self._new_table(guild_id, channel_id, host_id, rules, house, turn_limit, bank),
            seats=(Seat(0, host_id, None, host_name),),
            friendly=friendly,
            series=series,
        )
        await self._secret(table)
        async with self._database.transaction() as tx:
            table = await self._add(tx, table)
        self._publish(table)
        return table

    async def begin(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        players: Sequence[tuple[int, str] | str],
        variant: str = "classic",
        layout: str | None = None,
        house: Mapping[str, object] | None = None,
        turn_limit: int | None = None,
        bank: int | None = None,
        friendly: bool = False,
        series: int | None = None,
        along: Callable[[Transaction, Table], Awaitable[None]] | None = None,
    ) -> Table:
        """Open a table with these players and deal at once.

        `players` are in the order of the seats: a person's id and name, or the level of a computer. The host need not
        be among them. `along` stores what belongs to the new table in the same transaction. The rest is as in
        `open_lobby`. Raises `ChannelBusy`, `RulesError`, `SeatsMissing`, `TooManySeated`, `AlreadySeated`,
        `NoSuchSeries`.
        """
        rules = await asyncio.to_thread(rules_for, variant, layout, house or {})
        table = self._new_table(guild_id, channel_id, host_id, rules, house, turn_limit, bank)
        table = replace(table, seats=seat_plan.seats_for(players), friendly=friendly, series=series)
        if len(players) > rules.seats:
            raise TooManySeated(rules.seats, len(players))
        if table.free:
            raise SeatsMissing(len(table.free))
        live, deal, after, events = await self._first_deal(table)
        async with self._database.transaction() as tx:
            table = await self._add(tx, table)
            after = replace(after, id=table.id)
            await self._games.save(tx, table, after)
            await self._play.deal(tx, after.id, deal, after.updated_at)
            if along is not None:
                await along(tx, after)
        self._keep(after.id, live)
        self._publish(after, tuple(events))
        return after

    async def set_up(
        self,
        table_id: int,
        by: int,
        *,
        variant: str,
        layout: str | None = None,
        house: Mapping[str, object] | None = None,
        moderator: bool = False,
    ) -> Table:
        """Change what a lobby will play; where seats vanish, those who sat in them move up.

        Raises `WrongStatus`, `NotAllowed`, `RulesError`, `TooManySeated`.
        """
        rules = await asyncio.to_thread(rules_for, variant, layout, house or {})
        async with self._locked(table_id, Status.LOBBY) as table:
            check_host(table, by, moderator)
            return await self._save_lobby(
                table,
                variant=variant,
                layout=rules.layout,
                size=rules.seats,
                house=dict(house or {}),
                seats=seat_plan.fitted(table, rules.seats),
            )

    async def limit(
        self, table_id: int, by: int, turn_limit: int | None, *, bank: int | None = None, moderator: bool = False
    ) -> Table:
        """Choose how long a turn may take in the game of a lobby; the values are as in `open_lobby`.

        Raises `WrongStatus`, `NotAllowed`.
        """
        async with self._locked(table_id, Status.LOBBY) as table:
            check_host(table, by, moderator)
            return await self._save_lobby(table, **_limited(turn_limit, bank))

    async def join(self, table_id: int, user_id: int, name: str, seat: int | None = None) -> Table:
        """Seat a person, in `seat` or the first free one.

        Raises `WrongStatus`, `AlreadySeated`, `NoFreeSeat`, `SeatTaken`, `NoSuchSeat`.
        """
        async with self._locked(table_id, Status.LOBBY) as table:
            own = table.seat_of(user_id)
            if own is not None:
                raise AlreadySeated(own.number)
            new = Seat(seat_plan.free_seat(table, seat), user_id, None, name)
            return await self._save_lobby(table, seats=seat_plan.with_seat(table, new))

    async def leave(self, table_id: int, user_id: int) -> Table:
        """Take a person out of a lobby. The next person seated becomes host; when none is left the lobby is cancelled.

        Raises `WrongStatus`, `NotSeated`.
        """
        async with self._locked(table_id, Status.LOBBY) as table:
            return await self._free(table, seat_plan.own_seat(table, user_id))

    async def add_computer(self, table_id: int, by: int, level: str, seat: int | None = None) -> Table:
        """Seat a computer player; anyone seated may do this.

        Raises `WrongStatus`, `NotSeated`, `NoFreeSeat`, `SeatTaken`, `NoSuchSeat`.
        """
        async with self._locked(table_id, Status.LOBBY) as table:
            seat_plan.own_seat(table, by)
            new = seat_plan.computer(table, seat_plan.free_seat(table, seat), level)
            return await self._save_lobby(table, seats=seat_plan.with_seat(table, new))

    async def remove(self, table_id: int, by: int, seat: int, *, moderator: bool = False) -> Table:
        """Free a lobby's seat. Anyone seated may free a computer's, the host or a moderator a person's.

        Raises `WrongStatus`, `NotSeated`, `NotAllowed`, `NoSuchSeat`, `EmptySeat`.
        """
        async with self._locked(table_id, Status.LOBBY) as table:
            leaving = seat_plan.seated(table, seat)
            if leaving.level is None:
                check_host(table, by, moderator)
            elif not moderator:
                seat_plan.own_seat(table, by)
            return await self._free(table, leaving)

    async def change_seat(self, table_id: int, user_id: int, seat: int) -> Table:
        """Move a person to a free seat of the lobby, or swap them with a computer.

        Raises `WrongStatus`, `NotSeated`, `SeatTaken`, `NoSuchSeat`.
        """
        async with self._locked(table_id, Status.LOBBY) as table:
            own = seat_plan.own_seat(table, user_id)
            there = table.seat(seat)
            if there is not None and there.user_id not in (None, user_id):
                raise SeatTaken(seat, there.name)
            return await self._save_lobby(table, seats=seat_plan.swapped(table, own.number, seat))

    async def swap(self, table_id: int, by: int, one: int, other: int, *, moderator: bool = False) -> Table:
        """Swap two seats of the lobby; either may be empty. Raises `WrongStatus`, `NotAllowed`, `NoSuchSeat`."""
        async with self._locked(table_id, Status.LOBBY) as table:
            check_host(table, by, moderator)
            return await self._save_lobby(table, seats=seat_plan.swapped(table, one, other))

    async def start(self, table_id: int, by: int, *, fill: str | None = None, moderator: bool = False) -> Table:
        """Deal the first round; anyone seated or a moderator may do this.

        `fill` is the level of the computers that take the empty seats (None: no seat may be empty). Raises
        `WrongStatus`, `NotSeated`, `SeatsMissing`.
        """
        async with self._locked(table_id, Status.LOBBY) as table:
            if not moderator:
                seat_plan.own_seat(table, by)
            full = table
            if fill is not None:
                for number in table.free:
                    full = replace(full, seats=seat_plan.with_seat(full, seat_plan.computer(full, number, fill)))
            if full.free:
                raise SeatsMissing(len(full.free))
            live, deal, after, events = await self._first_deal(full)
            async with self._storing(table, after) as tx:
                await self._play.deal(tx, after.id, deal, after.updated_at)
            self._keep(after.id, live)
            self._publish(after, tuple(events))
            return after

    # -- playing

    async def play(
        self,
        table_id: int,
        user_id: int,
        move: Move | str,
        *,
        version: int | None = None,
        interaction_id: int | None = None,
    ) -> Outcome:
        """Play one move for the seat of a person.

        `move` may be text as people type it (`discard k`, seat left out; suits are taken from the mover's hand).
        `version` is the version that the person saw when they chose. One from before the last move is refused; None
        means the current one (typed commands). An `interaction_id` that has played already gets its outcome again,
        `repeated`. Raises `NotSeated`, `WrongStatus`, `Stale`, `NotYourTurn`, `NotYourSeat`, `UnreadableMove`,
        `IllegalMove`.
        """
        async with self._locked(table_id) as table:
            if interaction_id is not None:
                stored = await self._play.by_interaction(table_id, interaction_id)
                if stored is not None:
                    return Outcome(table, await self._happened(table, stored), repeated=True)
            own = seat_plan.own_seat(table, user_id)
            check_status(table, Status.PLAYING)
            live = await self._game(table)
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
            after, played = await self._make(
                table,
                live,
                move,
                lambda after: absence.moved(after, own.number),
                user_id=user_id,
                interaction_id=interaction_id,
            )
        with suppress(StoreTrouble):
            await self.end_vacation(user_id)
        return Outcome(after, played, repeated=False)

    async def cancel(self, table_id: int, by: int, *, moderator: bool = False) -> Table:
        """End a lobby (`CANCELLED`) or a running game (`ABANDONED`) without a result.

        A game that others play too is ended only by a moderator, or by agreement (`abandon`). Raises `WrongStatus`,
        `NotAllowed`, `OthersPlay`.
        """
        async with self._locked(table_id, Status.LOBBY, Status.PLAYING) as table:
            check_host(table, by, moderator)
            if table.status is Status.LOBBY:
                return await self._end(table, Status.CANCELLED)
            if not moderator and self.present(table) - {by}:
                raise OthersPlay
            return await self._end(table, Status.ABANDONED, [Entry(Deed.ENDED, by)])

    async def end_as_it_stands(self, table_id: int, by: int | None) -> Table:
        """Finish a game with its present totals; the round in play counts for nothing.

        `by` is the person who wants it so, None for the bot itself. Raises `WrongStatus`, `Unplayable`.
        """
        async with self._locked(table_id, Status.PLAYING) as table:
            live = await self._game(table)
            live.stop()
            try:
                after = self._next(table, status=Status.FINISHED, winner=live.game.winner)
                return await self._change(table, absence.over(after), [Entry(Deed.STOPPED, by)])
            except BaseException:
                # The game in memory has ended, the stored one has not.
                self._live.pop(table.id, None)
                raise

    async def unstick(self, table_id: int, by: int) -> Table:
        """Read a table again from what is stored, and renew all messages that show it, as a moderator."""
        async with self._locked(table_id) as table:
            self._live.pop(table.id, None)
            computer = self._computers.pop(table.id, None)
            if computer is not None:
                computer.cancel()
            await self.messages.retire(table.id)
            return await self._change(table, self._next(table), [Entry(Deed.UNSTUCK, by)])

    async def history(self, table_id: int) -> list[Entry]:
        """Return the last of what was done to a game apart from its moves, oldest first."""
        return await self._log.of(table_id, _LOG_LENGTH)

    def _new_table(
        self,
        guild_id: int,
        channel_id: int,
        host_id: int,
        rules: Rules,
        house: Mapping[str, object] | None,
        turn_limit: int | None,
        bank: int | None,
    ) -> Table:
        """Return a lobby that isn't stored yet, in which nobody sits."""
        now = self._clock()
        return Table(
            id=0,
            guild_id=guild_id,
            channel_id=channel_id,
            status=Status.LOBBY,
            version=1,
            variant=rules.id,
            layout=rules.layout,
            size=rules.seats,
            house=dict(house or {}),
            host_id=host_id,
            seats=(),
            round=0,
            commitment=None,
            turn=None,
            turn_since=None,
            scores=(),
            winner=None,
            created_at=now,
            updated_at=now,
            ended_at=None,
            **_limited(turn_limit, bank),
        )

    async def _add(self, tx: Transaction, table: Table) -> Table:
        """Store a new table, and return it with its number. Raises `ChannelBusy`."""
        busy = await self._games.in_channel(table.channel_id)
        if busy is not None:
            raise ChannelBusy(busy)
        return replace(table, id=await self._games.add(tx, table))

    async def _first_deal(self, full: Table) -> tuple[GameInMemory, Deal, Table, list[Event]]:
        """Deal to a full lobby.

        Return the game, its deal, the table that this leads to, and the events that everybody saw.
        """
        secret = await self._secret(full)
        live = await asyncio.to_thread(GameInMemory, full)
        deal, events = live.deal(self._chance, 1, secret)
        after = replace(self._after(full, live, deal), rules=write_rules(live.game.rules))
        after = await self._wound(full, after)
        live.version = after.version
        return live, deal, after, events

    async def _save_lobby(self, table: Table, **changes: Any) -> Table:
        return await self._change(table, self._next(table, **changes))

    async def _free(self, table: Table, leaving: Seat) -> Table:
        seats = seat_plan.without(table, leaving.number)
        host = seat_plan.next_host(table, seats)
        if host is None:
            return await self._end(table, Status.CANCELLED)
        return await self._save_lobby(table, seats=seats, host_id=host)


def _limited(turn_limit: int | None, bank: int | None) -> dict[str, Any]:
    """Return the columns of a table's clock; without a limit there is no bank."""
    if turn_limit is None:
        return {"turn_limit": None, "bank": 0}
    return {"turn_limit": turn_limit, "bank": reserve(turn_limit) if bank is None else bank}
