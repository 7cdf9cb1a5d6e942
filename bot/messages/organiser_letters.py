"""What the organiser of a tournament is written: one letter a day at most, and only if there is something new to say.

So are those who asked for something, or looked for a partner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.league.tournaments import Organiser, TournamentState
from bot.messages.discord_api import DiscordApi, nonce_of
from bot.messages.letters import Letters
from bot.store.tournaments import Request
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
        """Ask the organiser for what is requested, and say to those who asked what was decided. Return whether all was said."""
        done = True
        for one in await self._organiser.requests.open(state.tournament.id):
            if one.answer is None:
                done &= one.message is not None or await self._pass_on(state, one, language)
            else:
                done &= await self._answer(state, one, language)
        return done

    async def _open(self, tournament_id: int) -> list[Request]:
        return [each for each in await self._organiser.requests.open(tournament_id) if each.answer is None]

    async def _pass_on(self, state: TournamentState, one: Request, language: str) -> bool:
        table = await self._tables.get(one.game_id)
        sent = await self._letters.write(
            state.tournament.host_id,
            lambda address: tournament_letter_page.request(state.tournament, one, table, address),
            nonce=nonce_of("request", one.id),
            otherwise=state.tournament.channel_id,
            language=language,
        )
        if sent is not None:
            await self._organiser.requests.note_message(one.id, sent)
        return sent is not None

    async def _answer(self, state: TournamentState, one: Request, language: str) -> bool:
        """Take the buttons from a request that was decided, and say so to the person who asked."""
        table = await self._tables.get(one.game_id)
        if one.message is not None and one.message != (0, 0):
            with i18n.speaking(await self._letters.language(state.tournament.host_id) or language):
                page = tournament_letter_page.decided(state.tournament, one, table)
            edited = await self._discord_api.edit(*one.message, page)
            if edited is not None and edited.passing:
                return False
            await self._organiser.requests.note_message(one.id, None)
        told = await self._letters.write(
            one.user_id,
            lambda address: tournament_letter_page.decided(state.tournament, one, table, address),
            nonce=nonce_of("decided", one.id),
            otherwise=table.channel_id,
            language=language,
        )
        if told is not None:
            await self._organiser.requests.settle(one.id)
        return told is not None

    async def not_matched(self, state: TournamentState, user_id: int, *, language: str) -> bool:
        """Say to somebody who looked for a partner that the tournament has begun without them. Return whether it was said."""
        one = state.tournament
        told = await self._letters.write(
            user_id,
            lambda address: tournament_letter_page.word(tournament_letter_page.not_matched(one), address),
            nonce=nonce_of("not matched", one.id, user_id),
            otherwise=one.channel_id,
            language=language,
            silent=True,
        )
        return told is not None

    async def write(self, state: TournamentState, lines: Lines, *, now: int, language: str) -> float | None:
        """Write what there is to say about a tournament, if some of it is new.

        `now` is seconds UTC, `language` that of the server's channels. Return the seconds until the letter can be
        written if it can't be now, else None.
        """
        one = state.tournament
        at, said = await self._organiser.letter(one.id)
        still = said & lines.keys()
        new = lines.keys() - said
        if not new:
            if still != said:
                await self._organiser.note_letter(one.id, at, still)
            return None
        if at is not None and now - at < _APART:
            return float(at + _APART - now)
        waiting = [(each, await self._tables.get(each.game_id)) for each in await self._open(one.id)]
        written = await self._letters.write(
            one.host_id,
            lambda address: tournament_letter_page.letter(one, [line() for line in lines.values()], waiting, address),
            nonce=nonce_of("letter", one.id, at),
            otherwise=one.channel_id,
            language=language,
        )
        if written is None:
            return 0.0
        await self._organiser.note_letter(one.id, now, lines.keys())
        return None
