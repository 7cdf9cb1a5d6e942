"""Leave to watch, which ends when Discord says that its person sees the channel no more."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from bot.browser.doors import Doors
from bot.data.tables import Home, InChannel

#: Returns whether a person sees a channel of a server (by their ids: server, channel, person), None where Discord doesn't say.
Sees: TypeAlias = Callable[[int, int, int], Awaitable[bool | None]]

#: Seconds after which Discord is asked again about somebody who still looks.
_ASK_EVERY: Final = 3600


class StillSeen:
    """The questions whether those who watch still see the channel: one an hour for each, and only while they look."""

    def __init__(self, doors: Doors, sees: Sees, clock: Callable[[], int]) -> None:
        """`clock` gives whole seconds UTC."""
        self._doors = doors
        self._sees = sees
        self._clock = clock
        self._asked: dict[tuple[int, int], int] = {}

    async def check(self, home: Home, user_id: int) -> None:
        """End a person's leave to watch in a channel if it is time to ask, and Discord says that they don't see it any more."""
        if not isinstance(home, InChannel):
            return
        now, asked = self._clock(), (user_id, home.channel_id)
        if now - self._asked.get(asked, now - _ASK_EVERY) < _ASK_EVERY:
            return
        self._asked = {one: at for one, at in self._asked.items() if now - at < _ASK_EVERY} | {asked: now}
        if await self._sees(home.guild_id, home.channel_id, user_id) is False:
            await self._doors.shut_out(user_id, home.channel_id)


async def not_said(_guild_id: int, _channel_id: int, _user_id: int) -> bool | None:
    """Say of nobody whether they see a channel."""
    return None
