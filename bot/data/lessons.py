"""Lessons: how far people have come in the guided hands by which they learn a game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How many steps of a course a person has done, and the name under which they play it."""

    course: str
    name: str
    done: int
