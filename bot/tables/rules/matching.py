"""The matching of people in the line: who is put together, at which table. Pure functions.

Everybody who is passed in waits, and is awake for as long as a call counts. Nobody is ever put together with somebody from whom they
are to be kept apart. How long people have been awake at the same times and how strong they are counts much at first, and less
the longer somebody has waited. Some of it always counts: so nobody who waits in vain can tell the reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.data.line import RatedWish, Wish
from bot.tables.rules.clock import DAY, HOUR, QuietHours

#: The times for a turn that can be wished for. Nobody holds up strangers without end.
PACES: Final = (600, HOUR, 12 * HOUR, DAY, 3 * DAY)
#: Seconds for which somebody can say that they wait.
HOLDS: Final = (6 * HOUR, DAY, 3 * DAY, 7 * DAY)
#: The game and the time for a turn where nobody wishes for any.
USUAL_GAME: Final = "classic"
USUAL_PACE: Final = DAY

#: After how many seconds of waiting how many hours a day two must be awake both, and how many points their ratings may differ (None: any).
_LOOSER: Final = ((0, 8, 200), (2 * HOUR, 5, 400), (12 * HOUR, 2, None))
#: After how many seconds of waiting for people a table is offered in which one seat of four is a computer's, and one in which half are.
ONE_COMPUTER_AFTER: Final = 6 * HOUR
MANY_COMPUTERS_AFTER: Final = DAY

#: The most tables of the open league at which the same two people sit within a number of seconds: ratings come from playing with many
#: people.
MOST_TOGETHER: Final = 3
TOGETHER_WITHIN: Final = 7 * DAY

#: A day in parts of half an hour.
_PARTS: Final = 48
_PART: Final = DAY // _PARTS
#: The numbers of seats that are tried first.
_SIZES: Final = (4, 3, 2)
#: The search for people who all fit together is over after this many of them, and after this many steps.
_MOST_CANDIDATES: Final = 40
_MOST_STEPS: Final = 4_000


@dataclass(frozen=True, slots=True)
class Seeker:
    """A person in the line who can be called now, with what counts about them; times are seconds UTC.

    `awake` are the half hours of the next day in which they are awake, as bits; `rating` is None where it isn't known.
    """

    user_id: int
    wish: Wish
    guild_id: int | None
    since: int
    patient_since: int
    awake: int
    rating: int | None


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table for `size` that can be dealt: its people, those first who have waited longest, and the number of its `computers`.

    A `rated` one counts in the open league.
    """

    people: tuple[int, ...]
    variant: str
    size: int
    pace: int
    computers: int
    rated: bool = False


@dataclass(frozen=True, slots=True)
class OpenLeagueTerms:
    """The terms of tables that count in the open league: pairs who have sat `too_often` at such tables sit at none.

    Computers have seats there from the start only if it is `with_computers`.
    """

    too_often: frozenset[frozenset[int]] = frozenset()
    with_computers: bool = False


#: The terms where nobody has played and computers aren't rated.
_NO_TERMS: Final = OpenLeagueTerms()


def awake(quiet: QuietHours | None, now: int) -> int:
    """Return the half hours of the day from now on (seconds UTC) in which somebody with such quiet hours is awake, as bits."""
    bits = (1 << _PARTS) - 1
    if quiet is None:
        return bits
    for start, end in quiet.windows(now):
        if start >= now + DAY:
            break
        first, last = max(0, (start - now) // _PART), min(_PARTS, -(-(end - now) // _PART))
        bits &= ~(((1 << (last - first)) - 1) << first)
    return bits


def tables(
    seekers: Collection[Seeker],
    apart: Collection[frozenset[int]],
    games: Mapping[str, Collection[int]],
    now: int,
    terms: OpenLeagueTerms = _NO_TERMS,
) -> list[FoundTable]:
    """Return the tables that come together; nobody is at two of them.

    `apart` are pairs of people who are never put together, `games` the numbers of players of each variant. Those come
    first who have waited longest. A table of people alone comes before one with computers, and one that counts in the open league, by
    its `terms`, before one that doesn't.
    """
    waiting = sorted(seekers, key=lambda one: (one.since, one.user_id))
    any_fit, rated_fit = _Fit(apart, now), _Fit({*apart, *terms.too_often}, now)
    found: list[FoundTable] = []
    for with_computers in (False, True):
        for first in waiting[:]:
            for rated in (True, False):
                if first not in waiting or (rated and with_computers and not terms.with_computers):
                    continue
                fit = rated_fit if rated else any_fit
                suited = [one for one in waiting if one.wish.rated is not (RatedWish.NO if rated else RatedWish.YES)]
                if first not in suited:
                    continue
                table = _table_of(first, suited, games, fit, with_computers=with_computers)
                if table is not None:
                    found.append(replace(table, rated=rated))
                    waiting = [one for one in waiting if one.user_id not in table.people]
    return found


def fitting(seeker: Seeker, others: Collection[Seeker], now: int) -> set[int]:
    """Return the ids of the others with whom somebody could be put together now (seconds UTC), whatever game all wish for."""
    fit = _Fit((), now)
    return {other.user_id for other in others if fit.both(seeker, other)}


class _Fit:
    """Whether people can be put together at a time."""

    def __init__(self, apart: Collection[frozenset[int]], now: int) -> None:
        self.now = now
        self._apart = frozenset(apart)

    def both(self, one: Seeker, other: Seeker) -> bool:
        """Return whether two people can sit at one table."""
        if (one.wish.here or other.wish.here) and (one.guild_id is None or one.guild_id != other.guild_id):
            return False
        hours, points = self._wanted(self.now - min(one.since, other.since))
        if (one.awake & other.awake).bit_count() * _PART < hours * HOUR:
            return False
        known = one.rating is not None and other.rating is not None
        if known and points is not None and abs((one.rating or 0) - (other.rating or 0)) > points:
            return False
        return frozenset((one.user_id, other.user_id)) not in self._apart

    def takes_computers(self, seeker: Seeker, missing: int, size: int) -> bool:
        """Return whether somebody has waited for so long that a table is offered to them in which computers take seats."""
        waited = self.now - seeker.patient_since
        return waited >= (ONE_COMPUTER_AFTER if missing <= max(1, size // 3) else MANY_COMPUTERS_AFTER)

    def _wanted(self, waited: int) -> tuple[int, int | None]:
        return next((hours, points) for after, hours, points in reversed(_LOOSER) if max(0, waited) >= after)


def _table_of(
    first: Seeker, waiting: Sequence[Seeker], games: Mapping[str, Collection[int]], fit: _Fit, *, with_computers: bool
) -> FoundTable | None:
    """Return the best table for somebody, None if there is none now."""
    others = [one for one in waiting if one is not first and fit.both(first, one)]
    for missing in (
        range(1, 1 + max((max(sizes, default=0) for sizes in games.values()), default=0) // 2)
        if with_computers
        else (0,)
    ):
        for variant, size, pace in _choices(first, others, games):
            if missing > size // 2 or size - missing < 2:
                continue
            if missing and not fit.takes_computers(first, missing, size):
                continue
            suited = [
                one
                for one in others
                if _wants(one.wish, variant, size, pace) and (not missing or fit.takes_computers(one, missing, size))
            ]
            people = _together([first], suited[:_MOST_CANDIDATES], size - missing, fit, [_MOST_STEPS])
            if people is not None:
                return FoundTable(tuple(one.user_id for one in people), variant, size, pace, missing)
    return None


def _choices(
    first: Seeker, others: Sequence[Seeker], games: Mapping[str, Collection[int]]
) -> Iterator[tuple[str, int, int]]:
    """Yield the games that somebody would play, with the numbers of players and the times for a turn, the best first."""
    wished = [first.wish, *(one.wish for one in others)]
    variants = (
        [first.wish.variant] if first.wish.variant else [*(one.variant for one in wished if one.variant), USUAL_GAME]
    )
    paces = [first.wish.pace] if first.wish.pace else [*(one.pace for one in wished if one.pace), USUAL_PACE]
    for variant in dict.fromkeys(variants):
        sizes = games.get(variant, ())
        order = sorted(sizes, key=lambda size: (_SIZES.index(size) if size in _SIZES else size, size))
        for size in [first.wish.players] if first.wish.players else order:
            if size in sizes:
                for pace in dict.fromkeys(paces):
                    yield variant, size, pace


def _wants(wish: Wish, variant: str, size: int, pace: int) -> bool:
    return wish.variant in ("", variant) and wish.players in (0, size) and wish.pace in (0, pace)


def _together(
    chosen: list[Seeker], candidates: Sequence[Seeker], size: int, fit: _Fit, steps: list[int]
) -> list[Seeker] | None:
    """Return `size` people who all fit together, among them the `chosen` ones; None if there are none."""
    if len(chosen) == size:
        return chosen
    for place, one in enumerate(candidates):
        steps[0] -= 1
        if steps[0] < 0 or len(chosen) + len(candidates) - place < size:
            return None
        rest = [other for other in candidates[place + 1 :] if fit.both(one, other)]
        found = _together([*chosen, one], rest, size, fit, steps)
        if found is not None:
            return found
    return None
