"""The people whom a change of a table concerns, so that they get a notice in a message of its own. Pure functions.

The person who made the change gets none. Nobody gets a notice about things that they see anyway, such as a turn that is
theirs now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.canasta.rules import RulesError
from bot.data.log import Deed, LogEntry
from bot.data.notices import Facts, News, Notice
from bot.data.tables import Seat, Status, Table
from bot.tables.rules.game_rules import rules_of

_Piece = tuple[int, News, Facts]
#: Notices to the person whose seat was changed.
_TO_SEAT = {
    Deed.MISSED: News.MISSED,
    Deed.SITTING_IN: News.SITTING_IN,
    Deed.SKIPPED: News.SKIPPED,
    Deed.SEATED_COMPUTER: News.SEATED_COMPUTER,
    Deed.GAVE_BACK: News.GAVE_BACK,
    Deed.EXTENDED: News.EXTENDED,
    Deed.SUBSTITUTED: News.SUBSTITUTED,
    Deed.SUBSTITUTED_BY_MODERATOR: News.SUBSTITUTED_BY_MODERATOR,
}
#: Notices to the others at the table.
_TO_OTHERS = {
    Deed.GONE: News.GONE,
    Deed.UNREACHED: News.UNREACHED,
    Deed.ABANDONED: News.ENDED,
    Deed.ENDED: News.ENDED,
    Deed.MOVED: News.MOVED,
}


def concerned(before: Table, after: Table, entries: Sequence[LogEntry], by: int | None) -> list[Notice]:
    """Return the notices about a change, one for each person; `by` is who made it (None: nobody at the table)."""
    found: dict[int, list[tuple[News, Facts]]] = {}
    deeds = [*_of_entries(before, after, entries), *_of_lobby(before, after, by)]
    for user_id, news, facts in deeds:
        found.setdefault(user_id, []).append((news, facts))
    return [Notice(after.id, user_id, tuple(news)) for user_id, news in found.items()]


def called_again(old: Table, lobby: Table, by: int) -> list[Notice]:
    """Return the notices to the people of a finished game when one of them wants to play it again."""
    return [Notice(lobby.id, one, ((News.AGAIN, {"by": by, "old": old.id}),)) for one in _people(old) if one != by]


def _of_entries(before: Table, after: Table, entries: Sequence[LogEntry]) -> Iterator[_Piece]:
    deeds = {entry.deed for entry in entries}
    for entry in entries:
        seat = None if entry.seat is None else before.seat(entry.seat)
        if entry.deed in _TO_SEAT and not (entry.deed is Deed.MISSED and Deed.SITTING_IN in deeds):
            if seat is not None and _told(seat, entry.user_id):
                assert seat.user_id is not None
                yield seat.user_id, _TO_SEAT[entry.deed], entry.facts
        elif entry.deed in _TO_OTHERS:
            for one in _people(before):
                if one != entry.user_id and (seat is None or one != seat.user_id):
                    of_seat = {} if seat is None else {"seat": seat.number}
                    yield one, _TO_OTHERS[entry.deed], {**entry.facts, **of_seat}
        elif entry.deed in (Deed.RESIGNED, Deed.LEFT) and seat is not None:
            for one in _partners(before, seat):
                yield one, News(entry.deed), entry.facts
        elif entry.deed is Deed.DECLINED:
            for one in _agreed(before, entry):
                if one != entry.user_id and one > 0:
                    yield one, News.DECLINED, {**entry.facts, "by": entry.user_id or 0}
    played = before.status is Status.PLAYING is after.status and before.seat_of(before.host_id) is not None
    if played and before.host_id != after.host_id > 0:
        yield after.host_id, News.HOST, {}


def _of_lobby(before: Table, after: Table, by: int | None) -> Iterator[_Piece]:
    """Yield notices about a change of a lobby that is not in the log."""
    if before.status is not Status.LOBBY:
        return
    if after.status is Status.CANCELLED:
        for seat in before.seats:
            if seat.user_id not in (by, None) and not seat.gone:
                assert seat.user_id is not None
                yield seat.user_id, News.CANCELLED, {}
    if after.status is not Status.LOBBY:
        return
    for seat in before.seats:
        now = None if seat.user_id is None else after.seat_of(seat.user_id)
        if seat.user_id is None or seat.user_id in (by, None) or seat.gone:
            continue
        if now is None:
            yield seat.user_id, News.REMOVED, {"by": by or 0}
        elif now.number != seat.number:
            yield seat.user_id, News.SEATED, {"by": by or 0}
    if before.host_id != after.host_id != by:
        yield after.host_id, News.HOST, {}
    if before.free and not after.free and after.host_id != by:
        yield after.host_id, News.FULL, {}


def _told(seat: Seat, by: int | None) -> bool:
    """Return whether the person of a seat gets a notice when somebody else has changed it."""
    return seat.user_id is not None and seat.user_id > 0 and seat.user_id != by


def _people(table: Table) -> list[int]:
    return [seat.user_id for seat in table.seats if seat.user_id is not None and seat.user_id > 0]


def _partners(table: Table, seat: Seat) -> list[int]:
    """Return the people who play together with a seat; all others where nobody does, or where sides change."""
    others = [one for one in table.seats if one.number != seat.number and one.user_id is not None and one.user_id > 0]
    try:
        side = rules_of(table).side
    except RulesError:
        side = None
    if side is not None and side.mode == "fixed" and side.sides < table.size:
        others = [one for one in others if one.number % side.sides == seat.number % side.sides]
    return [one.user_id for one in others if one.user_id is not None]


def _agreed(table: Table, entry: LogEntry) -> list[int]:
    """Return the people who had agreed to what was declined."""
    about = (entry.seat if entry.seat is not None else -1, entry.newcomer_id or 0)
    return [one.user_id for one in table.agreements if (one.seat, one.newcomer_id) == about]
