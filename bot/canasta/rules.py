"""The rules of one table as data: a frozen tree of dataclasses read from variant files."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class TurnRules:
    """How a turn runs."""

    draw: int = 1


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that can differ between two tables."""

    id: str = "classic"
    name: str = "Classic"
    layout: str = "4"
    seats: int = 4
    target: int = 5000
    turn: TurnRules = field(default_factory=TurnRules)
