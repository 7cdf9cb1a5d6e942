"""Discards that wait some seconds before they are played."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pause:
    """A discard that waits: who chose which card at which version of the game, and when it is due (seconds UTC)."""

    game_id: int
    user_id: int
    version: int
    card: int
    interaction_id: int
    due_at: int
