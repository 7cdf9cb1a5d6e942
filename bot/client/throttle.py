"""How often somebody may ask for something."""

from __future__ import annotations

from collections.abc import Hashable

from bot.ui.i18n import _

#: Seconds for which `Settings.most_presses` holds, and how many times that many a whole server has.
_MOMENT = 10.0
_SERVER_TIMES = 10
#: Commands and presses that take a lot of work: how many of them a person has in a number of seconds, and a server ten
#: times as many.
_COSTLY = {
    "/preferences export",
    "/canasta record",
    "record",
    "deal",
    "/canasta hint",
    "hint",
    "/canasta review",
    "review",
    "review-rounds",
    # So that nobody finds codes of tables by trying.
    "/canasta join",
    "join-code",
}
_MOST_COSTLY, _COSTLY_MOMENT = 5, 60.0

#: How many requests of people who aren't known yet are answered in `_MOMENT`: of one address, and of all together.
_MOST_OF_ADDRESS, _MOST_STRANGERS = 20, 100
#: Seconds for which an address is remembered that came with something made up.
_REMEMBERED = 600.0

#: Beyond this many keys, those that have asked for nothing lately are forgotten.
_MOST_KEPT = 10_000
#: Seconds that sums of clock readings may be wrong by.
_ROUNDING = 0.001


class Throttle:
    """Lets each key through `most` times at once, and then as often as makes `most` times in `seconds`.

    Refused requests don't count: whoever waits a little is let through again.
    """

    def __init__(self, most: int, seconds: float) -> None:
        self._seconds = seconds
        self._each = seconds / most
        self._used_up: dict[Hashable, float] = {}

    def lets(self, key: Hashable, now: float) -> bool:
        """Return whether a key is let through now (seconds, of any clock that hardly ever goes back), and count that."""
        until = max(self._used_up.get(key, now), now)
        if until - now > self._seconds + self._each:
            until = now  # the clock was set back
        if until - now > self._seconds - self._each + _ROUNDING:
            return False
        if len(self._used_up) >= _MOST_KEPT:
            self._used_up = {one: end for one, end in self._used_up.items() if end > now}
        self._used_up[key] = until + self._each
        return True


class Strangers:
    """How much people who aren't known yet have asked for lately, by the addresses that they come from.

    Addresses that came with something made up share what all together have, and the others share as much again: a flood
    from some addresses leaves room for whoever comes from another one.
    """

    def __init__(self) -> None:
        self._of_address = Throttle(_MOST_OF_ADDRESS, _MOMENT)
        self._of_all = Throttle(_MOST_STRANGERS, _MOMENT)
        self._refused: dict[str, float] = {}

    def lets(self, address: str, now: float) -> bool:
        """Return whether a request from an address is answered now, and count it."""
        refused = self._refused.get(address, -_REMEMBERED) > now - _REMEMBERED
        return self._of_address.lets(address, now) and self._of_all.lets(refused, now)

    def refused(self, address: str, now: float) -> None:
        """Take note that an address came with something made up."""
        self._refused.pop(address, None)
        self._refused[address] = now
        if len(self._refused) > _MOST_KEPT:
            del self._refused[next(iter(self._refused))]


class TooOften(Exception):
    """Somebody, or a server, asks for more than the bot answers; `args[0]` is the sentence for them."""


def too_often() -> str:
    """Return the sentence for a person who asks for too much."""
    return _("That was a lot at once. Wait ten seconds, then try again.")


class Restraint:
    """How much people and servers have asked for lately: `most` commands and presses each, as many completions, fewer of those that are costly."""

    def __init__(self, most: int) -> None:
        self._of_person = Throttle(most, _MOMENT)
        self._of_server = Throttle(most * _SERVER_TIMES, _MOMENT)
        self._completions = Throttle(most, _MOMENT)
        self._costly = Throttle(_MOST_COSTLY, _COSTLY_MOMENT)
        self._costly_of_server = Throttle(_MOST_COSTLY * _SERVER_TIMES, _COSTLY_MOMENT)

    def lets_complete(self, person: int, now: float) -> bool:
        """Return whether a completion is answered, and count it: each letter that somebody types asks for one."""
        return self._completions.lets(person, now)

    def note(self, person: int, server: int | None, kind: str, now: float) -> None:
        """Count a command or press of some kind. Raises `TooOften` if it is one too many."""
        if not self._of_person.lets(person, now):
            raise TooOften(too_often())
        if server is not None and not self._of_server.lets(server, now):
            raise TooOften(_("This server is very busy right now. Wait ten seconds, then try again."))
        if kind not in _COSTLY:
            return
        if not self._costly.lets(person, now):
            raise TooOften(_("You can do that only a few times a minute. Try again in a minute."))
        if server is not None and not self._costly_of_server.lets(server, now):
            raise TooOften(_("This server is very busy right now. Try again in a minute."))
