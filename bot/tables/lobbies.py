"""Lobbies: tables are opened, people and computers take seats, rules are chosen, and the first round is dealt."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from bot.canasta.events import Event
from bot.canasta.rules import VariantInfo
from bot.canasta.rules.stored import write as write_rules
from bot.computer import USUAL, UnsupportedLevel, offered_at
from bot.data.log import Deed, LogEntry
from bot.data.notices import News, Notice
from bot.data.play import StoredDeal
from bot.data.tables import InChannel, InDirectMessages, Seat, Status, Table
from bot.store.database import Transaction
from bot.store.people import PersonStore
from bot.store.servers import ServerStore
from bot.tables.changes import Changes
from bot.tables.company import Company, seated
from bot.tables.errors import (
    AlreadySeated,
    ChannelBusy,
    LengthStays,
    NoAdviceHere,
    NoSuchInvitation,
    NoSuchTable,
    PartnersStay,
    SeatsMissing,
    SeatTaken,
    TooManySeated,
    WrongStatus,
)
from bot.tables.games_in_memory import GameInMemory
from bot.tables.order import Order, bank_for
from bot.tables.rules import concerns, defaults, invitations, lengths, rights, seat_plan
from bot.tables.rules.clock import one_person
from bot.tables.rules.game_rules import rules_for, rules_of
from bot.tables.rules.lengths import Length

#: How many of the newest tables of all servers are searched for what a server plays, so that nobody waits long.
_RECENT = 2_000


class Lobbies:
    """Changes of a table before its first deal, up to that deal."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._people = PersonStore(changes.database)
        self._servers = ServerStore(changes.database)
        self._company = Company(changes)

    async def offered(self, guild_id: int) -> list[VariantInfo]:
        """Return all variants, those first that a server's people are most likely to want."""
        server, tables = await self._servers.get(guild_id), await self._changes.games.variants_of(guild_id, _RECENT)
        return defaults.offered(server, tables)

    async def open(self, order: Order, host_name: str) -> Table:
        """Open a lobby with its host in seat 0; in direct messages, people come to it by the code that it gets.

        Raises `ChannelBusy`, `LobbyOpen`, `RulesError`, `NoSuchSeries`.
        """
        rules = await asyncio.to_thread(order.rules)
        host = Seat(0, order.host_id, None, host_name)
        table = self._inviting(replace(order.lobby(rules, self._changes.now()), seats=(host,)))
        await self._changes.series.secret_of(table)
        async with self._changes.room_for(table.home, table.host_id), self._changes.database.transaction() as tx:
            table = replace(table, id=await self._changes.games.add(tx, table))
        self._changes.publish(table)
        return table

    async def begin(
        self,
        order: Order,
        players: Sequence[tuple[int, str] | tuple[str, str] | str],
        along: Callable[[Transaction, Table], Awaitable[None]] | None = None,
    ) -> Table:
        """Open a table with these players and deal at once.

        `players` are in the order of the seats: a person's id and name, or a computer's level and name, or its level. The host need not
        be among them. `along` stores what belongs to the new table in the same transaction. Raises `ChannelBusy`,
        `RulesError`, `SeatsMissing`, `TooManySeated`, `AlreadySeated`, `NoSuchSeries`.
        """
        rules = await asyncio.to_thread(order.rules)
        table = replace(order.lobby(rules, self._changes.now()), seats=seat_plan.seats_for(players))
        if len(players) > rules.seats:
            raise TooManySeated(rules.seats, len(players))
        if table.free:
            raise SeatsMissing(len(table.free))
        live, deal, after, events = await self._first_deal(table)
        # In direct messages, only a lobby stands in another one's way.
        room = self._changes.room_for(table.home, table.host_id) if isinstance(table.home, InChannel) else nullcontext()
        async with room, self._changes.database.transaction() as tx:
            table = replace(table, id=await self._changes.games.add(tx, table))
            after = replace(after, id=table.id)
            await self._changes.games.save(tx, table, after)
            await self._changes.play.deal(tx, after.id, deal, after.updated_at)
            if along is not None:
                await along(tx, after)
        self._changes.in_memory.keep(after.id, live)
        self._changes.publish(after, tuple(events))
        return after

    def _inviting(self, lobby: Table) -> Table:
        """Return a lobby with a new invitation, where it takes one to come to it."""
        if isinstance(lobby.home, InChannel):
            return lobby
        return replace(
            lobby, home=replace(lobby.home, invitation=invitations.drawn(self._changes.chance, self._changes.now()))
        )

    async def invite_anew(self, table_id: int, by: int) -> Table:
        """Have people come to a lobby in direct messages by a new code; the one before holds no longer.

        Raises `WrongStatus`, `NotAllowed`.
        """
        async with self._changes.locked(table_id, Status.LOBBY) as table:
            rights.check_host(table, by, moderator=False)
            return await self._save(table, by, home=self._inviting(table).home)

    async def challenge(self, table_id: int, by: int, challenged: int) -> None:
        """Have somebody who has met the bot get a letter that leads to the lobby of a person, `by`, in direct messages.

        Raises `WrongStatus`, `NotSeated`.
        """
        async with self._changes.locked(table_id, Status.LOBBY) as table:
            letter = Notice(table.id, challenged, ((News.CHALLENGED, {"name": seat_plan.own_seat(table, by).name}),))
            async with self._changes.database.transaction() as tx:
                if await self._people.met(challenged, tx):
                    await self._changes.notices.add(tx, [letter], self._changes.now())
        self._changes.noticed()

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
        async with self._changes.locked(table_id, Status.LOBBY) as table:
            rights.check_host(table, by, moderator)
            levels = offered_at(rules)
            return await self._save(
                table,
                by,
                computers=table.computers if table.computers in levels else USUAL,
                variant=variant,
                layout=rules.layout,
                size=rules.seats,
                house=dict(house or {}),
                seats=seat_plan.fitted(table, rules.seats, levels),
            )

    async def set_length(self, table_id: int, by: int, length: Length, *, moderator: bool = False) -> Table:
        """Choose how long the game of a lobby will be. Raises `WrongStatus`, `NotAllowed`, `RulesError`."""
        async with self._changes.locked(table_id, Status.LOBBY) as table:
            rights.check_host(table, by, moderator)
            return await self._save(table, by, house=await asyncio.to_thread(_with_length, table, length))

    async def limit(
        self, table_id: int, by: int, turn_limit: int | None, *, bank: int | None = None, moderator: bool = False
    ) -> Table:
        """Choose how long a turn may take in the game of a lobby; the values are as in `Order`.

        Raises `WrongStatus`, `NotAllowed`.
        """
        async with self._changes.locked(table_id, Status.LOBBY) as table:
            rights.check_host(table, by, moderator)
            return await self._save(table, by, turn_limit=turn_limit, bank=bank_for(turn_limit, bank))

    async def set_level(self, table_id: int, by: int, level: str, seat: int | None = None) -> Table:
        """Have the computer of a seat play at a level or, without a seat, all that sit here now or ever will.

        Anyone seated may do this. Raises `WrongStatus`, `NotSeated`, `NoSuchSeat`, `EmptySeat`, and `UnsupportedLevel` for a
        level that isn't offered at this table.
        """
        async with self._changes.locked(table_id, Status.LOBBY) as table:
            seat_plan.own_seat(table, by)
            rules = await asyncio.to_thread(rules_of, table)
            if level not in offered_at(rules):
                raise UnsupportedLevel(level)
            if seat is not None:
                changed = replace(seat_plan.computer_in(table, seat), level=level)
                return await self._save(table, by, seats=seat_plan.with_seat(table, changed))
            return await self._save(table, by, computers=level, seats=seat_plan.at_level(table, level))

    async def advise(self, table_id: int, by: int, *, advice: bool, moderator: bool = False) -> Table:
        """Choose if everybody at a table gets advice.

        Raises `WrongStatus`, `NotAllowed`, and `NoAdviceHere` where the game is rated and its server doesn't allow it.
        """
        async with self._changes.locked(table_id, Status.LOBBY) as table:
            rights.check_host(table, by, moderator)
            if advice and not rights.may_advise(table, await self._servers.get(table.guild_id)):
                raise NoAdviceHere
            return await self._save(table, by, advice=advice)

    async def join(self, table_id: int, user_id: int, name: str, seat: int | None = None) -> Table:
        """Seat a person at the table of a channel, in `seat` or the first free one.

        Raises `WrongStatus`, `AlreadySeated`, `Avoided`, `NoFreeSeat`, `SeatTaken`, `NoSuchSeat`; `NoSuchTable` for one in direct
        messages.
        """
        async with self._changes.locked(table_id, Status.LOBBY) as table:
            if isinstance(table.home, InDirectMessages):
                raise NoSuchTable
            return await self._sit(table, user_id, name, seat)

    async def join_by(self, code: str | None, user_id: int, name: str) -> Table:
        """Seat a person at the table in direct messages to which a code invites (None: a text that is no code).

        Raises `NoSuchInvitation`, `AlreadySeated`, `Avoided`, `NoFreeSeat`.
        """
        invited = None if code is None else await self._changes.games.invited_by(code, self._changes.now())
        if invited is None:
            raise NoSuchInvitation
        async with self._changes.locked(invited.id) as table:
            if table.home != invited.home:
                # It began or was closed in this moment, or there is another code.
                raise NoSuchInvitation
            return await self._sit(table, user_id, name)

    async def _sit(self, table: Table, user_id: int, name: str, seat: int | None = None) -> Table:
        """Seat a person at a locked lobby; the arguments and errors are those of `join`."""
        own = table.seat_of(user_id)
        if own is not None:
            raise AlreadySeated(own.number)
        await self._company.check(user_id, seated(table))
        new = Seat(seat_plan.free_seat(table, seat), user_id, None, seat_plan.called(table, name))
        apart = replace(table, seats=seat_plan.apart(table, name))
        return await self._save(table, user_id, seats=seat_plan.with_seat(apart, new))

    async def again(self, table_id: int, user_id: int, *, swap: bool = False, length: Length | None = None) -> Table:
        """Sit down to the same game as the one that has ended at a table; where everybody is back, it is dealt at once.

        The first player who wants it opens the lobby, with the same computers in their seats, and the others get a
        notice; with `swap` all but seat 0 move up by one, so that partners change, and with a `length` the game has
        another one. People get their seats back, moved up if the first player wanted it, or the first free one. Raises `NoSuchTable`,
        `WrongStatus`, `NotSeated`, `AlreadySeated`, `Avoided`, `NoFreeSeat`, `RulesError`, `LobbyOpen`, `ChannelBusy` where another table
        is in the channel, or the game has begun again in direct messages, and where the lobby is open otherwise,
        `PartnersStay` for a `swap` and `LengthStays` for a `length`.
        """
        old = await self._changes.games.get(table_id)
        if old is None:
            raise NoSuchTable
        own = seat_plan.own_seat(old, user_id)
        if old.active:
            raise WrongStatus(old)
        present = await self._changes.games.after(old)
        direct = isinstance(old.home, InDirectMessages)
        if present is None:
            table = await self._open_again(old, own, swap=swap, length=length)
        elif present.status is Status.LOBBY and (direct or seat_plan.goes_on(old, present)):
            swapped = await self._swapped(present)
            if swap and not swapped:
                raise PartnersStay(present.host_id)
            if length is not None and length != await asyncio.to_thread(_length_of, present):
                if present.host_id != user_id:
                    raise LengthStays(present.host_id)
                return await self.set_length(present.id, user_id, length)
            wanted = seat_plan.moved_up(own.number, old.size) if swapped else own.number
            async with self._changes.locked(present.id, Status.LOBBY) as lobby:
                table = await self._sit(lobby, user_id, own.name, wanted if wanted in lobby.free else None)
        else:
            raise ChannelBusy(present)
        return table if table.free else await self.start(table.id, user_id)

    async def _open_again(self, old: Table, host: Seat, *, swap: bool, length: Length | None) -> Table:
        """Open a lobby for the game of an old table, with its `host` and its computers in their seats."""
        assert host.user_id is not None
        order = Order(
            home=old.home if isinstance(old.home, InChannel) else InDirectMessages(follows=old.id),
            host_id=host.user_id,
            variant=old.variant,
            layout=old.layout,
            house=old.house if length is None else await asyncio.to_thread(_with_length, old, length),
            turn_limit=old.turn_limit,
            bank=old.bank,
            friendly=old.friendly,
        )
        lobby = self._inviting(order.lobby(await asyncio.to_thread(order.rules), self._changes.now()))
        lobby = replace(lobby, seats=seat_plan.again(old, host, swap=swap), computers=old.computers)
        if old.advice and rights.may_advise(lobby, await self._servers.get(old.guild_id)):
            lobby = replace(lobby, advice=True)
        async with self._changes.room_for(lobby.home, lobby.host_id), self._changes.database.transaction() as tx:
            lobby = replace(lobby, id=await self._changes.games.add(tx, lobby))
            if lobby.free or not one_person(lobby):
                # For the others: those who sit down again, and those who want other partners.
                again = LogEntry(Deed.AGAIN, host.user_id, facts={"swapped": int(swap)})
                await self._changes.log.append(tx, lobby, [again])
            # Of those who sat there somebody may have had their data deleted meanwhile; nobody can while this is stored.
            there = await self._changes.games.get(old.id)
            called = [] if there is None else concerns.called_again(there, lobby, host.user_id)
            await self._changes.notices.add(tx, called, lobby.updated_at)
        self._changes.publish(lobby)
        self._changes.noticed()
        return lobby

    async def _swapped(self, lobby: Table) -> bool:
        """Return whether a lobby was opened to play a game again with other partners."""
        entries = await self._changes.log.since(lobby.id, 0)
        return any(entry.deed is Deed.AGAIN and entry.facts.get("swapped") for entry in entries)

    async def leave(self, table_id: int, user_id: int) -> Table:
        """Take a person out of a lobby. The next person seated becomes host; when none is left the lobby is cancelled.

        Raises `WrongStatus`, `NotSeated`.
        """
        async with self._changes.locked(table_id, Status.LOBBY) as table:
            return await self._free(table, seat_plan.own_seat(table, user_id), user_id)

    async def add_computer(self, table_id: int, by: int, level: str | None = None, seat: int | None = None) -> Table:
        """Seat a computer player, of the table's level if none is given; anyone seated may do this.

        Raises `WrongStatus`, `NotSeated`, `NoFreeSeat`, `SeatTaken`, `NoSuchSeat`.
        """
        async with self._changes.locked(table_id, Status.LOBBY) as table:
            seat_plan.own_seat(table, by)
            new = seat_plan.computer(table, seat_plan.free_seat(table, seat), level or table.computers)
            return await self._save(table, by, seats=seat_plan.with_seat(table, new))

    async def remove(self, table_id: int, by: int, seat: int, *, moderator: bool = False) -> Table:
        """Free a lobby's seat. Anyone seated may free a computer's, the host or a moderator a person's.

        Raises `WrongStatus`, `NotSeated`, `NotAllowed`, `NoSuchSeat`, `EmptySeat`.
        """
        async with self._changes.locked(table_id, Status.LOBBY) as table:
            leaving = seat_plan.seated(table, seat)
            if leaving.level is None:
                rights.check_host(table, by, moderator)
            elif not rights.moderates(table, moderator):
                seat_plan.own_seat(table, by)
            return await self._free(table, leaving, by)

    async def free_gone(self, table_id: int, by: int, gone: Collection[int]) -> Table:
        """Free the seats of people who have left the server. Raises `WrongStatus`."""
        async with self._changes.locked(table_id, Status.LOBBY) as table:
            seats = tuple(replace(seat, gone=seat.user_id in gone) for seat in table.seats)
            there = tuple(seat for seat in seats if not seat.gone)
            host = seat_plan.next_host(table, there)
            before = replace(table, seats=seats)
            if host is None:
                return await self._changes.end(before, Status.CANCELLED, by=by)
            after = self._changes.next_version(table, seats=there, host_id=host)
            return await self._changes.commit(before, after, by=by)

    async def change_seat(self, table_id: int, user_id: int, seat: int) -> Table:
        """Move a person to a free seat of the lobby, or swap them with a computer.

        Raises `WrongStatus`, `NotSeated`, `SeatTaken`, `NoSuchSeat`.
        """
        async with self._changes.locked(table_id, Status.LOBBY) as table:
            own = seat_plan.own_seat(table, user_id)
            there = table.seat(seat)
            if there is not None and there.user_id not in (None, user_id):
                raise SeatTaken(seat, there.name)
            return await self._save(table, user_id, seats=seat_plan.swapped(table, own.number, seat))

    async def swap(self, table_id: int, by: int, one: int, other: int, *, moderator: bool = False) -> Table:
        """Swap two seats of the lobby; either may be empty. Raises `WrongStatus`, `NotAllowed`, `NoSuchSeat`."""
        async with self._changes.locked(table_id, Status.LOBBY) as table:
            rights.check_host(table, by, moderator)
            return await self._save(table, by, seats=seat_plan.swapped(table, one, other))

    async def start(
        self,
        table_id: int,
        by: int,
        *,
        fill: str | None = None,
        moderator: bool = False,
    ) -> Table:
        """Deal the first round; anyone seated or a moderator may do this.

        `fill` is the level of the computers that take the empty seats (None: no seat may be empty). Where the same game
        was played in this channel before, the dealer is the next after its last one. Raises `WrongStatus`, `NotSeated`,
        `SeatsMissing`.
        """
        async with self._changes.locked(table_id, Status.LOBBY) as table:
            if not rights.moderates(table, moderator):
                seat_plan.own_seat(table, by)
            full = replace(table, home=invitations.closed(table.home))
            if fill is not None:
                for number in table.free:
                    full = replace(full, seats=seat_plan.with_seat(full, seat_plan.computer(full, number, fill)))
            if full.free:
                raise SeatsMissing(len(full.free))
            live, deal, after, events = await self._first_deal(full, await self._last_dealer(full))
            async with self._changes.storing(table, after) as tx:
                await self._changes.play.deal(tx, after.id, deal, after.updated_at)
            self._changes.in_memory.keep(after.id, live)
            self._changes.publish(after, tuple(events))
            return after

    async def _last_dealer(self, lobby: Table) -> int | None:
        """Return who dealt last in the game that a lobby goes on from, None if it goes on from none."""
        before = await self._changes.games.dealt_before(lobby)
        if before is None or not seat_plan.goes_on(before, lobby):
            return None
        return (await self._changes.play.deals(before.id))[-1].dealer

    async def _first_deal(
        self, full: Table, last_dealer: int | None = None
    ) -> tuple[GameInMemory, StoredDeal, Table, list[Event]]:
        """Deal to a full lobby.

        Return the game, its deal, the table that this leads to, and the events that everybody saw.
        """
        secret = await self._changes.series.secret_of(full)
        live = await asyncio.to_thread(GameInMemory, full)
        deal, events = live.deal(self._changes.chance, 1, secret, last_dealer)
        after = replace(self._changes.moved_on(full, live, deal), rules=write_rules(live.game.rules))
        after = await self._changes.with_clock(full, after)
        live.version = after.version
        return live, deal, after, events

    async def _save(self, table: Table, by: int, **changes: Any) -> Table:
        return await self._changes.commit(table, self._changes.next_version(table, **changes), by=by)

    async def _free(self, table: Table, leaving: Seat, by: int) -> Table:
        seats = seat_plan.without(table, leaving.number)
        host = seat_plan.next_host(table, seats)
        if host is None:
            return await self._changes.end(table, Status.CANCELLED, by=by)
        return await self._save(table, by, seats=seats, host_id=host)


def _length_of(lobby: Table) -> Length:
    """Return how long the game of a lobby will be. Raises `RulesError`. Slow at first use."""
    return lengths.length_of(rules_of(lobby))


def _with_length(table: Table, length: Length) -> dict[str, object]:
    """Return the house rules of a table for a game of another length, which must work.

    Raises `RulesError`. Slow at first use.
    """
    house = lengths.with_length(table.house, length, lengths.usual(table.variant, table.layout))
    rules_for(table.variant, table.layout, house)
    return house
