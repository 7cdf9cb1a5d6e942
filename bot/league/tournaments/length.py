"""How long matches last: how many turns a deal has, as computers play it, and what that means for a round's deadline.

A turn is reckoned at a sixth of the longest that it may take: somebody who has a day looks in some times a day.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.rules.clock import DAY

#: Turns of a deal by variant and layout, the means of six to ten deals among computers.
TURNS = {
    ("classic", "2"): 34, ("classic", "4"): 33, ("classic", "6-trios"): 29, ("american", "4"): 33,
    ("american-2007", "4"): 39, ("biriba", "2"): 73, ("biriba", "4"): 42, ("bolivia", "4"): 33,
}  # fmt: skip
#: Turns of a deal of other games, by the number of players.
_USUAL = {2: 34, 4: 36}
#: How many turns are played in the time that one may take.
_PACE = 6
#: The most deals of a match that are chosen by themselves.
MOST_DEALS = 4


def turns(variant: str, layout: str, deals: int) -> int:
    """Return about how many turns a match of this many deals has."""
    # The name of a layout begins with its number of seats.
    seats = int(layout.partition("-")[0])
    return deals * TURNS.get((variant, layout), _USUAL.get(seats, _USUAL[4]))


def seconds(count: int, turn_limit: int | None) -> int:
    """Return about how many seconds this many turns take, each of which may take `turn_limit` (None: reckoned as a
    day)."""
    return count * (turn_limit or DAY) // _PACE


def usual_deals(variant: str, layout: str, turn_limit: int | None, deadline: int | None) -> int:
    """Return the most deals, up to four, that a match can have within a deadline in seconds (None: none); one at least."""
    fitting = [
        deals
        for deals in range(1, MOST_DEALS + 1)
        if deadline is None or seconds(turns(variant, layout, deals), turn_limit) <= deadline
    ]
    return max(fitting, default=1)


def usual_deadline(
    variant: str, layout: str, deals: int, turn_limit: int | None, offered: Sequence[int], least: int
) -> int | None:
    """Return the shortest of the `offered` deadlines, in seconds, in which a match can be played; None if none is enough.

    It is no shorter than `least`.
    """
    wanted = max(least, seconds(turns(variant, layout, deals), turn_limit))
    return min((one for one in offered if one >= wanted), default=None)
