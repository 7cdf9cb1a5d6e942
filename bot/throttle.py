"""How often somebody may ask for something."""

from __future__ import annotations

#: Beyond so many keys, those that have asked for nothing lately are forgotten.
_MOST_KEPT = 10_000
#: Seconds that sums of clock readings may be wrong by.
_ROUNDING = 0.001


class Throttle:
    """Lets each key through `most` times at once, and then as often as makes `most` times in `seconds`.

    What is refused doesn't count: whoever waits a little is let through again.
    """

    def __init__(self, most: int, seconds: float) -> None:
        self._seconds = seconds
        self._each = seconds / most
        self._used_up: dict[int, float] = {}

    def lets(self, key: int, now: float) -> bool:
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
