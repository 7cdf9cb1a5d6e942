"""What moderators did to results: logged, and never erased."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Amendment:
    """What holds in place of a result's facts: it is `void`, or its sides (by index) have these points and ranks."""

    void: bool = False
    points: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """What a moderator (`user_id`) did to a result, and why. Times are whole seconds UTC.

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
