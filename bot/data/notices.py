"""Notices about a table that people still have to get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class News(StrEnum):
    """The kind of a notice to one person."""

    MISSED = "missed"
    SITTING_IN = "sitting-in"
    SKIPPED = "skipped"
    SEATED_COMPUTER = "seated-computer"
    GAVE_BACK = "gave-back"
    EXTENDED = "extended"
    SUBSTITUTED = "substituted"
    SUBSTITUTED_BY_MODERATOR = "substituted-by-moderator"
    RESIGNED = "resigned"
    LEFT = "left"
    GONE = "gone"
    UNREACHED = "unreached"
    DECLINED = "declined"
    ENDED = "ended"
    CANCELLED = "cancelled"
    MOVED = "moved"
    FULL = "full"
    HOST = "host"
    REMOVED = "removed"
    SEATED = "seated"
    AGAIN = "again"
    CHALLENGED = "challenged"
    CORRECTED = "corrected"


Facts = Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice to one person about a table: each piece of `news` with the facts of its sentence.

    `at` is when it happened (seconds UTC). The message may have been posted since `posting_at` (None: it wasn't).
    """

    table_id: int
    user_id: int
    news: tuple[tuple[News, Facts], ...]
    id: int = 0
    at: int = 0
    posting_at: int | None = field(default=None, compare=False)
