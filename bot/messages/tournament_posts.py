"""What a tournament posts in its channel: its own message, each round's pairings and standings.

What may have been posted without being recorded is searched for first, by a button that it has.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import TypeVar

from bot.league.tournaments import Organiser, TournamentState
from bot.messages.discord_api import DiscordApi, nonce_of
from bot.messages.discord_refusals import Refusal
from bot.store.servers import Servers
from bot.store.tournaments import Round
from bot.ui.page import Page
from bot.ui.pages import tournament_page
from bot.ui.pictures import Pictures

Answer = TypeVar("Answer")

#: The most seconds by which Discord's clock may differ from ours, for the search for messages.
_SKEW = 60


class NotNow(Exception):
    """Discord doesn't accept the next call now; everything after it waits."""


class TournamentAnnouncer:
    """Posts how tournaments stand, each thing once, in the language of the task that asks.

    All methods raise `NotNow` if Discord doesn't accept a call now, or the bot is about to end.
    """

    def __init__(self, organiser: Organiser, discord_api: DiscordApi, pictures: Pictures, servers: Servers) -> None:
        """Post through `discord_api`, and have `organiser` note what was posted."""
        self._organiser = organiser
        self._discord_api = discord_api
        self._pictures = pictures
        self._servers = servers
        self._closed = False
        self._told: dict[int, str] = {}

    def close(self) -> None:
        """Post nothing more: the bot is about to end."""
        self._closed = True

    async def tell_standings(self, state: TournamentState) -> None:
        """Post the standings after each round that is over, and the last results beside its pairings."""
        one = state.tournament
        for number in state.rounds:
            if number.ended_at is None or number.standings_message is not None:
                continue
            if number.pairings_message:
                played = tournament_page.pairings(state, number.number)
                accepted(await self._discord_api.edit(one.channel_id, number.pairings_message, played))
            identity = tournament_page.identity("standings", one, number.number)

            async def page(number: Round = number) -> Page:
                then = state.after(number.number)
                views = [
                    tournament_page.standings_view(then, page=page)
                    for page in range(1, tournament_page.pages(then) + 1)
                ]
                server = await self._servers.get(one.guild_id)
                return tournament_page.standings(
                    then, number.number, [await self._pictures.standings(view, server) for view in views]
                )

            sent = await self.post_once(one.channel_id, number.ended_at, identity, page, f"{number.number}-s-{one.id}")
            await self._organiser.rounds.note_post(one.id, number.number, "standings", _noted(sent))

    async def tell_pairings(self, state: TournamentState) -> None:
        """Post who meets whom in the present round, or update that post with the results."""
        one, now = state.tournament, state.now
        if now is None or now.ended_at is not None:
            return
        if now.pairings_message is None:
            identity = tournament_page.identity("pairings", one, now.number)

            async def page() -> Page:
                return tournament_page.pairings(state, now.number)

            sent = await self.post_once(one.channel_id, now.began_at, identity, page, f"{now.number}-p-{one.id}")
            await self._organiser.rounds.note_post(one.id, now.number, "pairings", _noted(sent))
        elif now.pairings_message and one.shown_version < one.version:
            page_now = tournament_page.pairings(state, now.number)
            accepted(await self._discord_api.edit(one.channel_id, now.pairings_message, page_now))

    async def close_questions(self, state: TournamentState) -> None:
        """Take the buttons from questions to partners that have been answered, or are pointless."""
        for message_id, team in (await self._organiser.entries.answered_questions(state)).items():
            self.check_open()
            page = tournament_page.answered(state.tournament, team)
            accepted(await self._discord_api.edit(state.tournament.channel_id, message_id, page))
            await self._organiser.entries.close_question(message_id)

    async def show(self, state: TournamentState, trouble: str) -> None:
        """Update the tournament's own message, or post another one if it was deleted.

        `trouble` says what keeps its matches from being played, an empty text if nothing.
        """
        one = state.tournament
        if one.shown_version == one.version and trouble == self._told.get(one.id, ""):
            return
        page = tournament_page.overview(state, size=await self._organiser.entries.size(one), trouble=trouble)
        message: int | Refusal | None = one.message_id
        if one.message_id is not None:
            self.check_open()
            edited = accepted(await self._discord_api.edit(one.channel_id, one.message_id, page))
            message = None if edited is Refusal.GONE else message
        if message is None:

            async def again() -> Page:
                return page

            identity = tournament_page.identity("standings", one)
            message = await self.post_once(one.channel_id, one.created_at, identity, again, f"{one.version}-o-{one.id}")
        await self._organiser.note_overview(one.id, one.version, message if isinstance(message, int) else None)
        self._told[one.id] = trouble

    async def post_once(
        self,
        channel_id: int,
        since: int,
        identity: str,
        page: Callable[[], Awaitable[Page]],
        nonce: str,
        *,
        pings: Collection[int] = (),
    ) -> int | Refusal:
        """Post a page unless it has been posted since then, and return the message's id.

        `identity` is the custom id of a button that no other page has, and `nonce` tells the post from all others in its
        channel.
        """
        self.check_open()
        found = accepted(await self._discord_api.posted(channel_id, since - _SKEW, identity))
        if isinstance(found, int):
            return found
        nonce = nonce_of("tournament", channel_id, nonce)
        return accepted(await self._discord_api.post(channel_id, await page(), nonce=nonce, pings=pings))

    def check_open(self) -> None:
        """Raise `NotNow` if the bot is about to end."""
        if self._closed:
            raise NotNow


def accepted(answer: Answer) -> Answer:
    """Return Discord's answer if asking again would bring the same.

    Raises `NotNow` if it is a passing refusal.
    """
    if isinstance(answer, Refusal) and answer.passing:
        raise NotNow
    return answer


def _noted(sent: int | Refusal) -> int:
    """Return what is recorded of a post: its message's id, or 0 if it can't be posted."""
    return 0 if isinstance(sent, Refusal) else sent
