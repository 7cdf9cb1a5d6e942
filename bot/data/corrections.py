"""Moderators' corrections of results."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Amendment:
    """The replacement of a result's facts: it is `void`, or its sides (by index) have these points and ranks."""

    void: bool = False
    points: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()

    @property
    def json(self) -> str:
        """The amendment as it is stored."""
        return json.dumps({"void": True} if self.void else {"points": self.points, "ranks": self.ranks})

    @classmethod
    def of(cls, text: str | None) -> Amendment | None:
        """Return the amendment that was stored as `text`, None for None."""
        if text is None:
            return None
        found = json.loads(text)
        return cls(found.get("void", False), tuple(found.get("points", ())), tuple(found.get("ranks", ())))


@dataclass(frozen=True, slots=True)
class Correction:
    """A moderator's (`user_id`) change of a result, with its reason. Times are whole seconds UTC.

    `before` held until then (None: the result's own facts), `after` from then on, unless the correction was undone.
    """

    id: int
    result_id: int
    game_id: int
    at: int
    user_id: int
    reason: str
    before: Amendment | None
    after: Amendment
    undone_at: int | None = None
    undone_by: int | None = None
