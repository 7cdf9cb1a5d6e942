"""The line that the others at a table read of somebody whom no direct message reaches, as long as that is so."""

from __future__ import annotations

from dataclasses import replace

from bot.data.log import Deed, LogEntry
from bot.data.notices import Facts, News
from bot.data.tables import InDirectMessages, Seat, Status, Table
from bot.ui.pages import log_page, notice_page

ANNA, BRUNO, CARLA = 101, 102, 103
SEATS = tuple(Seat(number, user, None, name) for number, user, name in ((0, ANNA, "Anna"), (1, BRUNO, "Bruno"), (2, CARLA, "Carla")))  # fmt: skip
#: The game waits for Bruno, since second 50.
TABLE = Table(1, InDirectMessages(), Status.PLAYING, 9, "classic", "3-lone", 3, {}, ANNA, SEATS, 1, None, 1, 50, (0, 0, 0), None, 0, 0, None)  # fmt: skip
UNREACHED = LogEntry(Deed.UNREACHED, None, 1, {"name": "Bruno"}, at=60, version=5)
NOTICE: tuple[News, Facts] = (News.UNREACHED, {"name": "Bruno", "seat": 1})


def shown(table: Table, *later: LogEntry) -> bool:
    return any("no message from me" in line for line in log_page.lately([UNREACHED, *later], table))


def test_the_log_below_a_table_names_them_until_they_are_back() -> None:
    back = LogEntry(Deed.BACK, BRUNO, 1, {"name": "Bruno"}, at=60, version=6)
    assert shown(TABLE)
    assert shown(TABLE, replace(back, seat=0)), "somebody else is back"
    assert shown(TABLE, replace(back, version=4)), "they were back before"
    assert not shown(TABLE, back)


def test_the_log_below_a_table_names_them_in_their_turn_alone() -> None:
    assert not shown(replace(TABLE, turn=2, turn_since=70))
    assert not shown(replace(TABLE, turn_since=70)), "they have moved since"


def test_a_notice_is_of_the_seat_that_it_names() -> None:
    assert notice_page.holds(NOTICE, TABLE, ANNA)
    assert not notice_page.holds(NOTICE, replace(TABLE, turn=2), ANNA), "the game waits for Carla, who can be reached"
    assert not notice_page.holds(NOTICE, replace(TABLE, turn=None), ANNA)
    played = replace(TABLE, seats=(SEATS[0], replace(SEATS[1], sitting_in="normal"), SEATS[2]))
    assert not notice_page.holds(NOTICE, played, ANNA), "a computer plays for them"
