"""Pictures of celebrations, drawn once their messages have been sent."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.data.errors import StoreTrouble
from bot.data.messages import Purpose
from bot.data.servers import Server
from bot.ui import i18n
from bot.ui.page import Attachment
from bot.ui.pictures import Pictures
from renderer import CelebrationView

log = logging.getLogger(__name__)

#: How many pictures are kept: a message that shows one is edited some times more.
_KEPT = 32

#: The event, the looks of its picture, and the language and the vocabulary of its words.
_Wanted = tuple[CelebrationView, tuple[str | None, ...], str, i18n.Vocabulary]


@dataclass(eq=False, slots=True)
class _Missing:
    """A picture that wasn't drawn yet when its message was sent; `begun` says that it is being drawn."""

    wanted: _Wanted
    server: Server
    begun: bool = False


class Celebrations:
    """The pictures drawn lately, and those that messages of tables lack.

    No message waits for a picture. One that can't be drawn is left out.
    """

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._drawn: OrderedDict[_Wanted, Attachment | None] = OrderedDict()
        self._missing: dict[tuple[int, Purpose], _Missing] = {}
        """By tables and messages, until the picture is drawn or the message is made again."""
        self._one_at_a_time = asyncio.Lock()
        self._tasks = set[asyncio.Task[None]]()
        self._when_drawn: Callable[[int, Purpose], Awaitable[None]] | None = None

    def when_drawn(self, show: Callable[[int, Purpose], Awaitable[None]]) -> None:
        """Have `show` called with a table and a message's purpose when there is a picture that the message lacks."""
        self._when_drawn = show

    def begin(self, table_id: int, purpose: Purpose) -> None:
        """Forget what a message of a table lacks: it is made again."""
        self._missing.pop((table_id, purpose), None)

    def drawn(self, table_id: int, purpose: Purpose | None, view: CelebrationView, server: Server) -> Attachment | None:
        """Return a picture for a message of a table, None if it is not drawn yet. Its words are in the task's language.

        Without a purpose, nobody waits for the picture.
        """
        wanted = (view, (server.celebrations, server.theme, server.back), i18n.language(), i18n.vocabulary())
        if wanted in self._drawn:
            self._drawn.move_to_end(wanted)
            return self._drawn[wanted]
        if purpose is not None:
            self._missing[table_id, purpose] = _Missing(wanted, server)
        return None

    def draw(self, table_id: int) -> None:
        """Draw in the background the pictures that the messages of a table lack, now that they have been sent."""
        new = {key: one for key, one in self._missing.items() if key[0] == table_id and not one.begun}
        for missing in new.values():
            missing.begun = True
        if new:
            task = asyncio.create_task(self._draw(new), name=f"celebrate-{table_id}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Draw no more."""
        for task in self._tasks:
            task.cancel()

    async def _draw(self, missing: Mapping[tuple[int, Purpose], _Missing]) -> None:
        for key, one in missing.items():
            # Messages that show the same in the same language share a picture.
            async with self._one_at_a_time:
                if one.wanted not in self._drawn:
                    await self._draw_one(key[0], one.wanted, one.server)
            if self._missing.get(key) is not one:
                continue  # the message was made again meanwhile
            del self._missing[key]
            if self._drawn.get(one.wanted) is not None and self._when_drawn is not None:
                # Where the database fails just now, the message stays without.
                with contextlib.suppress(StoreTrouble):
                    await self._when_drawn(*key)

    async def _draw_one(self, table_id: int, wanted: _Wanted, server: Server) -> None:
        view, _looks, language, vocabulary = wanted
        try:
            with i18n.speaking(language), i18n.using_words(vocabulary):
                self._drawn[wanted] = await self._pictures.celebration(view, server)
        except Exception:
            log.exception("Table %s: a celebration could not be drawn", table_id)
            self._drawn[wanted] = None
        while len(self._drawn) > _KEPT:
            self._drawn.popitem(last=False)
