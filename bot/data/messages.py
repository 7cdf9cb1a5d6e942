"""Discord messages that show a table, and how much of it has been shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class MessageKind(StrEnum):
    """The purpose of a message about a table; the last four say why it can't be shown in its channel, as `Lost` has it.

    A heads-up tells a player that they are next. The scores of a round are shown to all, and to each player by
    themselves; so is a table before its game, where direct messages are all that there is.
    """

    TABLE = "table"
    HAND = "hand"
    HEADS_UP = "heads-up"
    SCORES = "scores"
    RESULT = "result"
    PROPOSAL = "proposal"
    CLOSED = "closed"
    STILL = "still"
    GONE = "gone"
    BARRED = "barred"
    LOCKED = "locked"
    LEFT = "left"


class MessageState(StrEnum):
    """The state of a message: it is shown, was deleted after it had called people, or another has replaced it."""

    SHOWN = "shown"
    DELETED = "deleted"
    REPLACED = "replaced"


@dataclass(frozen=True, slots=True)
class Purpose:
    """The purpose of one message of a table: its kind, the seat or round (-1: none) and the person (0: nobody) it is
    about."""

    kind: MessageKind
    number: int = -1
    user_id: int = 0


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a table as of `shows_version` (0: something of it is out of date); one that was deleted was so then.

    `called` is the version at which the turn began to which it has called its reader, 0 if it has called nobody to a turn.
    """

    table_id: int
    purpose: Purpose
    channel_id: int
    message_id: int
    shows_version: int
    state: MessageState = MessageState.SHOWN
    called: int = 0


@dataclass(frozen=True, slots=True)
class Told:
    """The messages sent, edited and deleted for a table, to be remembered at once.

    `sent` are new messages, `shown` older ones (by their ids) that show this `version` now, `deleted` those that are no
    more, and
    `called` deleted ones that had called people. `settled` are kinds of timers that were due. `all`: no message is left
    to be sent.
    """

    version: int
    sent: Sequence[Message] = ()
    shown: Sequence[int] = ()
    deleted: Sequence[int] = ()
    called: Sequence[int] = ()
    all: bool = False
