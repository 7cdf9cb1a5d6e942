"""Letters: what one person is written apart from any table, in their direct messages or, where these are closed, in a channel."""

from __future__ import annotations

from collections.abc import Callable

from bot.messages.direct import DirectMessages
from bot.messages.discord_api import DiscordApi
from bot.messages.discord_refusals import Refusal
from bot.store.people import PersonStore
from bot.ui import i18n
from bot.ui.page import Page


class Letters:
    """Writes letters to people, in their language."""

    def __init__(self, discord_api: DiscordApi, people: PersonStore) -> None:
        self._discord_api = discord_api
        self._people = people
        self._direct = DirectMessages(people, discord_api)

    async def write(
        self,
        user_id: int,
        page: Callable[[str], Page],
        *,
        nonce: str,
        otherwise: int,
        language: str,
        silent: bool = False,
    ) -> tuple[int, int] | None:
        """Write to a person, and return the channel and the message, or zeros if nothing reaches them. None if Discord accepts nothing now.

        `page` is called with how the letter addresses them, an empty text in direct messages. `otherwise` is the channel
        in which they are pinged, in `language`, if they take no direct messages. `nonce` as for `MessageCalls.post`.
        """
        person = await self._people.get(user_id)
        answer: int | Refusal = Refusal.CLOSED
        channel = otherwise
        if user_id > 0 and person.direct and not person.dm_closed:
            with i18n.speaking(person.language or person.locale):
                letter = page("")

            async def send(to: int) -> int | Refusal:
                nonlocal channel
                channel = to
                return await self._discord_api.messages.post(to, letter, nonce=nonce, silent=silent)

            answer = await self._direct.reach(person, send)
        if isinstance(answer, Refusal) and not answer.passing:
            channel = otherwise
            with i18n.speaking(language):
                letter = page(f"<@{user_id}>: " if user_id > 0 else "")
            answer = await self._discord_api.messages.post(
                otherwise, letter, nonce=nonce, pings=[user_id], silent=silent
            )
        if isinstance(answer, Refusal):
            return None if answer.passing else (0, 0)
        return channel, answer

    async def language(self, user_id: int) -> str | None:
        """Return the language of a person, None if it isn't known."""
        person = await self._people.get(user_id)
        return person.language or person.locale
