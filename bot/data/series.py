"""Series of games: tables that play with the same packs, and the secret that decides these."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Series:
    """One series. Nothing that its `secret` decides may be shown to anybody before it is `open`."""

    id: int
    secret: str
    open: bool
