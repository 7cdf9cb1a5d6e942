"""The cards' pictures as emojis of the bot: uploaded once, and again where a drawing has changed."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable

from bot.data.people import Person
from bot.messages.discord_api import DiscordApi
from bot.messages.discord_refusals import Refusal
from bot.store.database import Database
from bot.store.emojis import EmojiStore
from bot.ui.card_emojis import CardEmojis
from bot.worker import Worker
from renderer import Emoji, emojis

log = logging.getLogger(__name__)

#: Seconds until it is looked again if Discord still has all emojis; it also is when Discord refuses a message for one.
_AGAIN_AFTER = 7 * 24 * 3600.0
#: Seconds until what Discord has refused is tried again.
_REFUSED_AGAIN_AFTER = 300.0


class EmojiUploads(Worker):
    """The worker that has Discord keep the emojis of cards; messages have words alone as long as there are none.

    `ids` are those that Discord has, by their names. Of several processes, the one that leads uploads.
    """

    look_every = 600.0

    def __init__(
        self,
        database: Database,
        discord_api: DiscordApi,
        *,
        upload: bool,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        """Without `upload`, only use the emojis that another process has uploaded."""
        super().__init__(database, sleep)
        self._stored = EmojiStore(database)
        self._discord_api = discord_api
        self._upload = upload
        self._drawn: list[Emoji] = []
        self.ids: dict[str, int] = {}
        self._found: dict[str, int] | None = None
        """The emojis that Discord has just named, for the next time that they are asked for."""

    def seen_by(self, person: Person) -> CardEmojis:
        """Return the emojis in the colours that a person prefers; none if they would rather read."""
        return CardEmojis(self.ids, two_colour=person.colours == 2) if person.pictures else CardEmojis()

    async def learn(self) -> None:
        """Find out which emojis Discord has, for the messages of a start; without an answer these have words alone."""
        found = await self._discord_api.application.emojis()
        if not isinstance(found, Refusal):
            self.ids = self._found = found

    def start(self) -> None:
        """Start with what Discord lacks; look again whenever it refuses a message because of an emoji."""
        self._discord_api.showing.emojis_unknown = self.wake
        super().start()

    async def _work(self) -> float:
        """Upload what Discord lacks, and return the seconds until it is looked at again."""
        refusal = await self._bring_up_to_date()
        if refusal is None:
            return _AGAIN_AFTER
        if refusal.passing:
            return self._again()
        log.warning("The emojis of cards can't be uploaded; buttons have words alone (%s)", refusal.value)
        return _REFUSED_AGAIN_AFTER

    async def _bring_up_to_date(self) -> Refusal | None:
        """Have Discord keep all emojis as they are drawn. Return what keeps it from that, if anything does."""
        found = await self._discord_api.application.emojis() if self._found is None else self._found
        self._found = None
        if isinstance(found, Refusal):
            return found
        # Those of an earlier drawing serve until they are replaced.
        self.ids = found
        if not (self._upload and self._database.leads):
            return None
        async with self._duty() as mine:
            return None if mine is None else await self._upload_all()

    async def _upload_all(self) -> Refusal | None:
        """Upload all emojis that Discord lacks. Return what keeps it from that, if anything does."""
        self._drawn = self._drawn or await _all_drawn()
        stored = await self._stored.digests()
        for emoji in self._drawn:
            digest = hashlib.sha256(emoji.png).hexdigest()
            if stored.get(self.ids.get(emoji.name, 0)) != digest:
                async with self._one_at_a_time:
                    if (refusal := await self._replace(emoji, digest)) is not None:
                        return refusal
        names = {emoji.name for emoji in self._drawn}
        for name in [name for name, there in self.ids.items() if name not in names and there in stored]:
            async with self._one_at_a_time:
                if (refusal := await self._delete(name)) is not None:
                    return refusal
        if gone := stored.keys() - self.ids.values():
            await self._stored.remove(gone)
        return None

    async def _replace(self, emoji: Emoji, digest: str) -> Refusal | None:
        """Have Discord keep an emoji in place of one of the same name. Return what keeps it from that, if anything does."""
        if emoji.name in self.ids and (refusal := await self._delete(emoji.name)) is not None:
            return refusal
        uploaded = await self._discord_api.application.upload_emoji(emoji.name, emoji.png)
        if isinstance(uploaded, Refusal):
            return uploaded
        await self._stored.add(uploaded, digest)
        self.ids[emoji.name] = uploaded
        return None

    async def _delete(self, name: str) -> Refusal | None:
        """Delete the emoji of a name, which no message shows from now on. Return what keeps Discord from that, if anything does."""
        return await self._discord_api.application.delete_emoji(self.ids.pop(name))


async def _all_drawn() -> list[Emoji]:
    """Return all emojis, drawn one after another so that no thread is taken for long."""
    drawing, drawn = emojis(), []
    while (emoji := await asyncio.to_thread(next, drawing, None)) is not None:
        drawn.append(emoji)
    return drawn
