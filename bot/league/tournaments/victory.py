"""Victory points: what a match is worth to both sides, twenty between them, by the margin in points.

Clubs in Italy score burraco tournaments that way. Matches of three deals give 10:10 up to a margin of 50 points, 11:9
up to 150, then 12 to 19 up to 250, 350, 500, 650, 800, 1000, 1250 and 1500, and 20:0 beyond (eburraco.com, "Victory
points"; puntiburraco.it, "Partite e punti vittoria", where 20:0 in four deals begins beyond 2000). That is 500 points a
deal for 20:0, a quarter of the 2005 to which burraco is played otherwise. `Scale` has the steps of that table and
stretches them to any number of deals and any game.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Final, Self

from bot.data.tournaments import Forfeit
from bot.league.tournaments.matches import MatchOutcome

#: The victory points that both sides of a match get together.
SHARED: Final = 20
#: The victory points of each side in a draw.
DRAW: Final = SHARED // 2
#: The victory points of a side that was ready to play and had no opponent, for a bye or because the other side
#: forfeited: seven tenths of what can be won, about what the winner of a match gets. Clubs give that in matches of
#: three deals both to a side that has no opponent (genovagioca.it, "Regolamento dei campionati": 14, and the margin 355
#: that is the least for it) and to a side whose opponents are late (eburraco.com, "Tornei di burraco, ritardo": 70%).
READY: Final = 14
#: The victory points of a side that forfeits. Clubs leave latecomers 6 or 8; here a side could look at its prospects
#: first.
ABSENT: Final = 0

#: The greatest margins for 10:10, 11:9 … 19:1, in thirtieths of the last.
_STEPS: Final = (1, 3, 5, 7, 10, 13, 16, 20, 25, 30)
_WHOLE: Final = _STEPS[-1]


@dataclass(frozen=True, slots=True)
class MatchShare:
    """The share of one side in one match: victory points, its margin (negative if it is behind) and the points it
    made."""

    vp: int
    margin: int
    made: int


@dataclass(frozen=True, slots=True)
class Scale:
    """How many points make how many victory points.

    `deal` is the margin for each deal beyond which a match is won 20:0, `deals` how many a match has if it is played
    out. Raises `ValueError` unless both are positive.
    """

    deal: int
    deals: int

    def __post_init__(self) -> None:
        if self.deal < 1 or self.deals < 1:
            raise ValueError("a scale needs points and deals")

    @classmethod
    def of_target(cls, target: int, deals: int) -> Self:
        """Return the scale for a game usually played to `target` points: burraco's in proportion, in tens."""
        return cls(max(1, target // 40) * 10, deals)

    def vp(self, margin: int, deals: int) -> int:
        """Return the victory points of a side `margin` points ahead (behind, if negative) after `deals` deals."""
        if deals == 0:
            return DRAW
        parts = -(-abs(margin) * _WHOLE // (self.deal * deals))
        steps = bisect_left(_STEPS, parts)
        return DRAW + steps if margin > 0 else DRAW - steps

    def least(self, vp: int) -> int:
        """Return the least margin for which a match played out gives `vp` victory points; negative below a draw."""
        if vp == DRAW:
            return 0
        margin = _STEPS[abs(vp - DRAW) - 1] * self.deal * self.deals // _WHOLE + 1
        return margin if vp > DRAW else -margin

    def awards(self, outcome: MatchOutcome) -> tuple[MatchShare, ...]:
        """Return what the sides of the match have of it, in their order: two awards, or that of a bye.

        The margin counts no further than 20:0 does. Where nothing was played it is the least for the victory points
        given.
        """
        ready, absent = (MatchShare(vp, self.least(vp), 0) for vp in (READY, ABSENT))
        if outcome.fixture.second is None:
            return (ready,)
        match outcome.forfeit:
            case Forfeit.FIRST:
                return absent, ready
            case Forfeit.SECOND:
                return ready, absent
            case Forfeit.BOTH:
                return absent, absent
        first, second = outcome.points
        most = self.deal * outcome.deals + 1
        margin = max(-most, min(most, first - second))
        return (
            MatchShare(self.vp(margin, outcome.deals), margin, first),
            MatchShare(self.vp(-margin, outcome.deals), -margin, second),
        )
