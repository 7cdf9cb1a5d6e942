"""The memory of the `Teller`: of each table, what passes leave to later ones in this process."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from bot.data.messages import Purpose
from bot.messages.delivery import Delivery, SeenMessage
from bot.messages.discord_refusals import Refusal


@dataclass(slots=True)
class Telling:
    """How far the messages of one table are. A table that is up to date and over is as it begins."""

    under_way: asyncio.Task[None] | None = None
    """The pass, if there is one."""
    changed: bool = False
    """Whether there is something to tell that no pass has begun to tell."""
    retry: asyncio.TimerHandle | None = None
    failures: int = 0
    """How many passes in a row have left something untold."""
    delivery: Delivery | None = None
    """The delivery under way."""
    unshown: Refusal | None = None
    """Why Discord refuses to show the table, for nothing that has lost it its place."""
    unshown_times: int = 0
    """How many times in a row it has."""
    host_told: set[bool] = field(default_factory=set)
    """For which reasons the host has got the message about that: whether there are too many threads."""
    host_maybe_told: bool = False
    """Whether the host may have got that message from this process, or the one before."""
    overtaken: bool = False
    """Whether another process may have shown the table while this one did too: what it has shown may be older."""
    wishes: dict[int, object] = field(default_factory=dict)
    """By people: what they are shown is to be drawn again, as they have come to like it."""
    answered: dict[int, int] = field(default_factory=dict)
    """By people: the version before a move that they were shown elsewhere."""
    left: int | None = None
    """The version of which something is left for later."""
    waited: int | None = None
    """The version at which nothing is left for later any more."""
    round_read: int = 0
    """The last round whose sheet people may read before they are shown their next hand, 0 before there is one."""
    reading: asyncio.TimerHandle | None = None
    """The end of that time, None once it is over."""
    in_sight: SeenMessage | None = None
    """When the message in the channel was last seen in sight, while the table is in progress."""
    outdated: set[Purpose] = field(default_factory=set)
    """The messages that have to be sent again: a pass under way may note that it shows what it had read before."""

    def wish(self, user_id: int) -> None:
        """Have a person's hand drawn again."""
        self.wishes[user_id] = object()

    def granted(self, user_id: int, wish: object) -> None:
        """Strike out a wish that is fulfilled, unless there was another meanwhile."""
        if self.wishes.get(user_id) is wish:
            del self.wishes[user_id]

    def over(self) -> None:
        """Forget what matters only while the table is in progress."""
        self.answered.clear()
        self.waited, self.round_read, self.in_sight = None, 0, None
        if self.reading is not None:
            self.reading.cancel()
            self.reading = None
