"""The seats: pure functions from the seats of a table as they are to its seats after a change."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.computer.levels import USUAL
from bot.data.signs import is_invisible
from bot.data.tables import Seat, Table
from bot.tables.errors import AlreadySeated, EmptySeat, NoFreeSeat, NoSuchSeat, NotSeated, SeatTaken, TooManySeated
from bot.tables.rules.lengths import without_length

#: The names of computers; each gets the first that nobody else at the table has.
COMPUTER_NAMES = ("Ada", "Bruno", "Carla", "Dino", "Elsa", "Franco", "Gina", "Hugo")

Seats = tuple[Seat, ...]


def own_seat(table: Table, user_id: int) -> Seat:
    """Return the seat of a person. Raises `NotSeated`."""
    seat = table.seat_of(user_id)
    if seat is None:
        raise NotSeated
    return seat


def free_seat(table: Table, wanted: int | None) -> int:
    """Return the wanted seat, or the first free one. Raises `NoFreeSeat`, `NoSuchSeat`, `SeatTaken`."""
    if wanted is None:
        if not table.free:
            raise NoFreeSeat
        return table.free[0]
    check_number(table, wanted)
    taken = table.seat(wanted)
    if taken is not None:
        raise SeatTaken(wanted, taken.name)
    return wanted


def check_number(table: Table, number: int) -> None:
    """Raise `NoSuchSeat` unless the table has a seat of that number."""
    if not 0 <= number < table.size:
        raise NoSuchSeat(table.size)


def seated(table: Table, number: int) -> Seat:
    """Return a seat that somebody sits in. Raises `NoSuchSeat`, `EmptySeat`."""
    check_number(table, number)
    seat = table.seat(number)
    if seat is None:
        raise EmptySeat
    return seat


def with_seat(table: Table, seat: Seat) -> Seats:
    """Return the seats with `seat` in its place; it replaces the player who sat there before."""
    return tuple(sorted([*without(table, seat.number), seat], key=lambda seat: seat.number))


def without(table: Table, number: int) -> Seats:
    """Return the seats with one freed."""
    return tuple(seat for seat in table.seats if seat.number != number)


def swapped(table: Table, one: int, other: int) -> Seats:
    """Return the seats with two changing places; either may be empty. Raises `NoSuchSeat`."""
    check_number(table, one)
    check_number(table, other)
    places = {one: other, other: one}
    moved = [replace(seat, number=places.get(seat.number, seat.number)) for seat in table.seats]
    return tuple(sorted(moved, key=lambda seat: seat.number))


def fitted(table: Table, size: int, levels: Collection[str]) -> Seats:
    """Return the seats in a layout of another size, at which computers can play at `levels`. Raises `TooManySeated`.

    Players whose seat number still exists stay; the others move up. Computers of other levels play at the usual one.
    """
    if len(table.seats) > size:
        raise TooManySeated(size, len(table.seats))
    stay = [seat for seat in table.seats if seat.number < size]
    free = iter(sorted(set(range(size)) - {seat.number for seat in stay}))
    moved = [replace(seat, number=next(free)) for seat in table.seats if seat.number >= size]
    able = [replace(seat, level=USUAL) if seat.level and seat.level not in levels else seat for seat in stay + moved]
    return tuple(sorted(able, key=lambda seat: seat.number))


def computer_in(table: Table, number: int) -> Seat:
    """Return the seat of a computer. Raises `NoSuchSeat`, and `EmptySeat` where no computer sits."""
    seat = seated(table, number)
    if seat.level is None:
        raise EmptySeat
    return seat


def at_level(table: Table, level: str) -> Seats:
    """Return the seats with all computers at a level."""
    return tuple(replace(seat, level=level) if seat.level else seat for seat in table.seats)


def computer(table: Table, number: int, level: str, former: Collection[str] = ()) -> Seat:
    """Return a computer player for a seat, under a name that nobody at the table has, or has had (`former`)."""
    names = {seat.name for seat in table.seats if seat.number != number}
    return Seat(number, None, level, _spare_name({*names, *former}))


def apart(table: Table, name: str) -> Seats:
    """Return the seats as they are when somebody of a name sits down: a computer of that name gets another."""
    return tuple(
        replace(seat, name=_spare_name({one.name for one in table.seats} | {name}))
        if seat.level and _alike(seat.name, name)
        else seat
        for seat in table.seats
    )


def called(table: Table, name: str, number: int | None = None) -> str:
    """Return what somebody of a name is called at a table: two of one name get numbers. `number` is their own seat."""
    return _told_apart(name, [seat.name for seat in table.seats if seat.number != number and seat.level is None])


def _told_apart(name: str, others: Collection[str]) -> str:
    """Return a name, with a number if another one is the same."""
    names = itertools.chain([name], (f"{name} ({which})" for which in itertools.count(2)))
    return next(one for one in names if not any(_alike(one, other) for other in others))


def _spare_name(taken: Collection[str]) -> str:
    """Return the first name of a computer that isn't taken."""
    rounds = itertools.chain([""], (f" {number}" for number in itertools.count(2)))
    names = (f"{name}{mark}" for mark in rounds for name in COMPUTER_NAMES)
    return next(name for name in names if not any(_alike(name, one) for one in taken))


def _alike(one: str, other: str) -> bool:
    """Return whether people would take two names for the same."""
    return _as_read(one) == _as_read(other)


def _as_read(name: str) -> str:
    """Return a name without what nobody sees of it: capitals, forms of letters, spaces beside others, invisible signs."""
    seen = "".join(sign for sign in unicodedata.normalize("NFKC", name) if not is_invisible(sign))
    return " ".join(seen.casefold().split())


def seats_for(players: Sequence[tuple[int, str] | tuple[str, str] | str]) -> Seats:
    """Return the seats of people (id and name) and computers (level and name, or level), in their order.

    Raises `AlreadySeated`.
    """
    people: dict[int, int] = {}
    names = {one[1] for one in players if not isinstance(one, str)}
    seats: list[Seat] = []
    for number, one in enumerate(players):
        taken = [seat.name for seat in seats]
        if isinstance(one, str):
            seats.append(Seat(number, None, one, _spare_name({*names, *taken})))
            continue
        who, name = one
        if isinstance(who, str):
            seats.append(Seat(number, None, who, _told_apart(name, taken)))
            continue
        if who in people:
            raise AlreadySeated(people[who])
        people[who] = number
        seats.append(Seat(number, who, None, _told_apart(name, taken)))
    return tuple(seats)


def next_host(table: Table, seats: Seats) -> int | None:
    """Return the host once these seats are left: the same if still seated, else the first person, None without one."""
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    return table.host_id if table.host_id in people else next(iter(people), None)


def again(old: Table, host: Seat, *, swap: bool) -> Seats:
    """Return the seats of a game that is played again, with its `host` and its computers alone.

    With `swap` all but the first seat move up by one, so that everybody there gets another partner.
    """
    staying = [seat for seat in old.seats if seat.level is not None or seat.number == host.number]
    return tuple(
        sorted(
            (
                Seat(moved_up(seat.number, old.size) if swap else seat.number, seat.user_id, seat.level, seat.name)
                for seat in staying
            ),
            key=lambda seat: seat.number,
        )
    )


def moved_up(number: int, size: int) -> int:
    """Return the seat that a player has once all but the first seat have moved up by one."""
    return number and number % (size - 1) + 1


def goes_on(old: Table, lobby: Table) -> bool:
    """Return whether a lobby is for the game of an old table: the same, maybe shorter or longer, opened by one of its people."""
    same = (lobby.variant, lobby.layout) == (old.variant, old.layout)
    same = same and without_length(lobby.house) == without_length(old.house)
    return same and old.seat_of(lobby.host_id) is not None
