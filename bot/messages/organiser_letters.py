"""Letters to the organiser of a tournament: one letter a day at most, and only if there is something new to say.

So are those who asked for something, or looked for a partner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.data.tournaments import Request
from bot.league.tournaments import Organiser, TournamentState
from bot.messages.discord_api import DiscordApi, nonce_of
from bot.messages.letters import Letters
from bot.tables import Tables
from bot.ui import i18n
from bot.ui.pages import tournament_letter_page

#: Each thing that is to be said, by a key that is the same as long as it is the same thing. The text is in the language of the task.
Lines = Mapping[str, Callable[[], str]]

#: The least seconds between two letters about a tournament.
_APART = 24 * 3600


class OrganiserLetters:
    """Writes to those who opened tournaments, about what they may want to do something about."""

    def __init__(self, organiser: Organiser, tables: Tables, discord_api: DiscordApi, letters: Letters) -> None:
        self._organiser = organiser
        self._tables = tables
        self._discord_api = discord_api
        self._letters = letters

    async def ask(self, state: TournamentState, *, language: str) -> bool:
        """Ask the organiser, or a newcomer, for what is requested, and say what was decided. Return whether all was said."""
        done = True
        for one in await self._organiser.requests.open(state.tournament.id):
            if not one.undecided:
                done &= await self._answer(state, one, language)
            elif one.message is None:
                done &= await self._pass_on(state, one, language)
        return done

    async def _pass_on(self, state: TournamentState, request: Request, language: str) -> bool:
        """Ask whoever is to decide. Return whether they are asked, or nothing reaches them."""
        asks = tournament_letter_page.stand_in if request.asks_newcomer else tournament_letter_page.request
        place = await self._place(state, request)
        sent = await self._letters.write(
            request.newcomer_id if request.asks_newcomer else state.tournament.host_id,
            lambda address: asks(state.tournament, request, place, address),
            nonce=nonce_of("request", request.id, request.answer),
            otherwise=state.tournament.channel_id,
            language=language,
        )
        if sent == (0, 0) and request.asks_newcomer:
            return await self._answer(state, await self._organiser.requests.note_unreached(request), language)
        if sent is not None:
            await self._organiser.requests.note_message(request, sent)
        return sent is not None

    async def _answer(self, state: TournamentState, request: Request, language: str) -> bool:
        """Take the buttons from a request that was decided, and say so to the person who asked, and to the organiser."""
        place, host = await self._place(state, request), state.tournament.host_id
        if request.message is not None and request.message != (0, 0):
            reader = request.newcomer_id if request.asks_newcomer else host
            with i18n.speaking(await self._letters.language(reader) or language):
                page = tournament_letter_page.decided(state.tournament, request, place)
                if request.asks_newcomer and request.message[0] != state.tournament.channel_id:
                    page = tournament_letter_page.stood_in(state.tournament, request)
            edited = await self._discord_api.messages.edit(*request.message, page)
            if edited is not None and edited.passing:
                return False
            await self._organiser.requests.note_message(request, None)
        for user in {request.user_id, host} if request.asks_newcomer else {request.user_id}:
            told = await self._letters.write(
                user,
                lambda address: tournament_letter_page.decided(state.tournament, request, place, address),
                nonce=nonce_of("decided", request.id, user),
                otherwise=place,
                language=language,
            )
            if told is None:
                return False
        await self._organiser.requests.settle(request.id)
        return True

    async def _place(self, state: TournamentState, request: Request) -> int:
        """Return the thread of the match that a request is about, or else the tournament's channel."""
        channel_id = None if request.game_id is None else (await self._tables.get(request.game_id)).channel_id
        return state.tournament.channel_id if channel_id is None else channel_id

    async def not_matched(self, state: TournamentState, user_id: int, *, language: str) -> bool:
        """Say to somebody who looked for a partner that the tournament has begun without them. Return whether it was said."""
        tournament = state.tournament
        told = await self._letters.write(
            user_id,
            lambda address: tournament_letter_page.word(tournament_letter_page.not_matched(tournament), address),
            nonce=nonce_of("not matched", tournament.id, user_id),
            otherwise=tournament.channel_id,
            language=language,
            silent=True,
        )
        return told is not None

    async def write(self, state: TournamentState, lines: Lines, *, now: int, language: str) -> float | None:
        """Write what there is to say about a tournament, if some of it is new.

        `now` is seconds UTC, `language` that of the server's channels. Return the seconds until the letter can be
        written if it can't be now, else None.
        """
        tournament = state.tournament
        at, said = await self._organiser.letter(tournament.id)
        still = said & lines.keys()
        new = lines.keys() - said
        if not new:
            if still != said:
                await self._organiser.note_letter(tournament.id, at, still)
            return None
        if at is not None and now - at < _APART:
            return float(at + _APART - now)
        requests = [each for each in await self._organiser.requests.open(tournament.id) if each.undecided]
        waiting = [(each, await self._place(state, each)) for each in requests]
        written = await self._letters.write(
            tournament.host_id,
            lambda address: tournament_letter_page.letter(
                tournament, [line() for line in lines.values()], waiting, address
            ),
            nonce=nonce_of("letter", tournament.id, at),
            otherwise=tournament.channel_id,
            language=language,
        )
        if written is None:
            return 0.0
        await self._organiser.note_letter(tournament.id, now, lines.keys())
        return None
