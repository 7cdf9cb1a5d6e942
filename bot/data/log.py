"""The log of a game: what was done to it apart from moves. Players leave or agree; moderators step in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Deed(StrEnum):
    """The deeds in a game's log. Those from `SKIPPED` on are a moderator's."""

    MISSED = "missed"
    SITTING_IN = "sitting-in"
    BACK = "back"
    RESIGNED = "resigned"
    LEFT = "left"
    GONE = "gone"
    AWAY = "away"
    UNREACHED = "unreached"
    AGREED = "agreed"
    WITHDREW = "withdrew"
    DECLINED = "declined"
    SUBSTITUTED = "substituted"
    ABANDONED = "abandoned"
    LOST = "lost"
    FOUND = "found"
    MOVED = "moved"
    STOPPED = "stopped"
    AGAIN = "again"
    SKIPPED = "skipped"
    SEATED_COMPUTER = "seated-computer"
    GAVE_BACK = "gave-back"
    SUBSTITUTED_BY_MODERATOR = "substituted-by-moderator"
    EXTENDED = "extended"
    ENDED = "ended"
    UNSTUCK = "unstuck"


#: News that all players find in their hands: what is proposed, what came of it, and where the game is now.
OF_ALL = frozenset(
    {
        Deed.RESIGNED,
        Deed.LEFT,
        Deed.AGREED,
        Deed.WITHDREW,
        Deed.DECLINED,
        Deed.SUBSTITUTED,
        Deed.SUBSTITUTED_BY_MODERATOR,
        Deed.MOVED,
    }
)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One deed of `user_id` (None: the bot itself), to `seat` if it was done to one.

    `facts` fill the sentence about it, such as the name that a seat's player had then. Everybody may know them. An
    entry that was read says when it was made (`at`, seconds UTC), and with which version of the table. `newcomer_id` is the
    person who is to have the seat, where others still have to agree.
    """

    deed: Deed
    user_id: int | None = None
    seat: int | None = None
    facts: Mapping[str, str | int] = field(default_factory=dict)
    at: int = 0
    version: int = 0
    newcomer_id: int | None = None
