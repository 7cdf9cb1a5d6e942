"""Posts of a tournament in its channel: its own message, each round's pairings and standings.

It first searches, by its button, for a post that may have been made without being recorded.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Collection
from typing import TypeVar

from bot.data.tournaments import Match, Round, TournamentStage
from bot.league.tournaments import Organiser, TournamentState
from bot.messages.discord_api import DiscordApi, nonce_of
from bot.messages.discord_refusals import Refusal
from bot.store.servers import ServerStore
from bot.ui.page import Page
from bot.ui.pages import tournament_match_page, tournament_page
from bot.ui.pictures import Pictures

Given = TypeVar("Given")

#: The seconds by which two ends of a match may differ that count as the same.
_ALIKE = 60
#: The most seconds before the end of a match at which its players are reminded.
_DAY = 24 * 3600


class NotNow(Exception):
    """Discord doesn't accept the next call now; everything after it waits."""


class NotThis(NotNow):
    """Discord refuses a call for a reason that the bot doesn't know; what doesn't depend on it goes on."""


class TournamentAnnouncer:
    """Posts how tournaments stand, each thing once, in the language of the task that asks.

    All methods raise `NotNow` if Discord doesn't accept a call now, or the bot is about to end, and `NotThis` if nobody knows
    why it doesn't.
    """

    def __init__(self, organiser: Organiser, discord_api: DiscordApi, pictures: Pictures, servers: ServerStore) -> None:
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
        tournament = state.tournament
        for number in state.rounds:
            if number.ended_at is None or number.standings_message is not None:
                continue
            if number.pairings_message:
                played = tournament_page.pairings(state, number.number)
                accepted(await self._discord_api.messages.edit(tournament.channel_id, number.pairings_message, played))
            identity = tournament_page.identity("standings", tournament, number.number)

            async def page(number: Round = number) -> Page:
                return await self._standings(state.after(number.number), number.number)

            sent = await self.post_once(
                tournament.channel_id, number.ended_at, identity, page, f"{number.number}-s-{tournament.id}"
            )
            await self._organiser.rounds.note_post(tournament.id, number.number, "standings", _noted(sent))

    async def tell_matches(self, state: TournamentState, now: int) -> None:
        """Tell the threads of matches what has changed: until when they last, that they end soon, results, corrections.

        `now` is seconds UTC. The posts of rounds whose results were corrected are edited.
        """
        changed, refused = set[int](), False
        for match in state.matches:
            said = _said(state, match, now)
            if said == match.said or match.second is None:
                continue
            if match.said is None and not (match.played and state.correction(match)):
                # Its players have not been called, or that was before anything was noted.
                continue
            if said.startswith("until") and (match.stopped_at is not None or _near(said, match.said or "")):
                continue
            try:
                await self._tell_match(state, match, said)
            except NotThis:
                # It is about one thread.
                refused = True
                continue
            if match.said is None or (said.startswith("result") and match.said.startswith("result")):
                changed.add(match.round)
        if changed:
            await self._tell_again(state, min(changed))
        if refused:
            raise NotThis

    async def _tell_match(self, state: TournamentState, match: Match, said: str) -> None:
        """Tell the thread of a match what is so now."""
        tournament, result_id = state.tournament, match.result_id
        before = match.said or ""
        mark = "m" + hashlib.blake2b(f"{match.first} {said} {before}".encode(), digest_size=6).hexdigest()
        again = said.startswith("result") and before.startswith("result")
        page = _page_of(state, match, said, mark, again=again)
        if match.thread_id is not None:
            self.check_open()
            if match.greeting_id:
                greeting = tournament_page.greeting(state, match)
                accepted(await self._discord_api.messages.edit(match.thread_id, match.greeting_id, greeting))
            if again and match.result_id:
                told = tournament_match_page.over(state, match, f"r{mark}")
                accepted(await self._discord_api.messages.edit(match.thread_id, match.result_id, told))
            people = tournament.people_of(match)

            async def made() -> Page:
                return page

            since = next(each.began_at for each in state.rounds if each.number == match.round)
            identity = tournament_page.ShowStandings(mark, tournament.id, match.round).pack()
            silent = not said.endswith("soon")
            sent = await self.post_once(
                match.thread_id, since, identity, made, f"{mark}-{tournament.id}", pings=people, silent=silent
            )
            if said.startswith("result") and not again:
                result_id = sent if isinstance(sent, int) else None
        await self._organiser.match_tables.note_words(
            tournament.id, match, said, greeting_id=match.greeting_id, result_id=result_id
        )

    async def _tell_again(self, state: TournamentState, first: int) -> None:
        """Edit the posts of all rounds from one on, whose results or standings are others now."""
        tournament = state.tournament
        for number in state.rounds:
            if number.number < first:
                continue
            if number.pairings_message:
                page = tournament_page.pairings(state, number.number)
                accepted(await self._discord_api.messages.edit(tournament.channel_id, number.pairings_message, page))
            if number.standings_message:
                page = await self._standings(state.after(number.number), number.number)
                accepted(await self._discord_api.messages.edit(tournament.channel_id, number.standings_message, page))

    async def _standings(self, then: TournamentState, number: int) -> Page:
        views = [tournament_page.standings_view(then, page=page) for page in range(1, tournament_page.pages(then) + 1)]
        server = await self._servers.get(then.tournament.guild_id)
        return tournament_page.standings(then, number, [await self._pictures.standings(view, server) for view in views])

    async def tell_pairings(self, state: TournamentState) -> None:
        """Post who meets whom in the present round, or update that post with the results."""
        tournament, now = state.tournament, state.now
        if now is None or now.ended_at is not None:
            return
        if now.pairings_message is None:
            identity = tournament_page.identity("pairings", tournament, now.number)

            async def page() -> Page:
                return tournament_page.pairings(state, now.number)

            sent = await self.post_once(
                tournament.channel_id, now.began_at, identity, page, f"{now.number}-p-{tournament.id}"
            )
            await self._organiser.rounds.note_post(tournament.id, now.number, "pairings", _noted(sent))
        elif now.pairings_message and tournament.shown_version < tournament.version:
            page_now = tournament_page.pairings(state, now.number)
            accepted(await self._discord_api.messages.edit(tournament.channel_id, now.pairings_message, page_now))

    async def close_questions(self, state: TournamentState) -> None:
        """Take the buttons from questions to partners that have been answered, or are pointless."""
        for message_id, team in (await self._organiser.entries.answered_questions(state)).items():
            self.check_open()
            page = tournament_page.answered(state.tournament, team)
            accepted(await self._discord_api.messages.edit(state.tournament.channel_id, message_id, page))
            await self._organiser.entries.close_question(message_id)

    async def show(self, state: TournamentState, trouble: str) -> None:
        """Update the tournament's own message, or post another one if it was deleted.

        `trouble` says what keeps its matches from being played, an empty text if nothing.
        """
        tournament = state.tournament
        if tournament.shown_version == tournament.version and trouble == self._told.get(tournament.id, ""):
            return
        page = tournament_page.overview(state, size=await self._organiser.entries.size(tournament), trouble=trouble)
        message: int | Refusal | None = tournament.message_id
        if tournament.message_id is not None:
            self.check_open()
            edited = accepted(await self._discord_api.messages.edit(tournament.channel_id, tournament.message_id, page))
            message = None if edited is Refusal.GONE else message
        if message is None:

            async def again() -> Page:
                return page

            identity = tournament_page.identity("standings", tournament)
            message = await self.post_once(
                tournament.channel_id, tournament.created_at, identity, again, f"{tournament.version}-o-{tournament.id}"
            )
        await self._organiser.note_overview(
            tournament.id, tournament.version, message if isinstance(message, int) else None
        )
        self._told[tournament.id] = trouble

    async def post_once(
        self,
        channel_id: int,
        since: int,
        identity: str,
        page: Callable[[], Awaitable[Page]],
        nonce: str,
        *,
        pings: Collection[int] = (),
        silent: bool = False,
    ) -> int | Refusal:
        """Post a page unless it has been posted since then, and return the message's id.

        `identity` is the custom id of a button that no other page has, and `nonce` tells the post from all others in its
        channel.
        """
        self.check_open()
        found = accepted(await self._discord_api.messages.posted(channel_id, since, identity))
        if isinstance(found, int):
            return found
        nonce = nonce_of("tournament", channel_id, nonce)
        return accepted(
            await self._discord_api.messages.post(channel_id, await page(), nonce=nonce, pings=pings, silent=silent)
        )

    def check_open(self) -> None:
        """Raise `NotNow` if the bot is about to end."""
        if self._closed:
            raise NotNow


def accepted(answer: Given) -> Given:
    """Return Discord's answer if asking again would bring the same.

    Raises `NotNow` if it is a passing refusal, `NotThis` if nobody knows what it is.
    """
    if answer is Refusal.UNKNOWN:
        raise NotThis
    if isinstance(answer, Refusal) and answer.passing:
        raise NotNow
    return answer


def _noted(sent: int | Refusal) -> int:
    """Return what is recorded of a post: its message's id, or 0 if it can't be posted."""
    return 0 if isinstance(sent, Refusal) else sent


def first_words(state: TournamentState, match: Match) -> str:
    """Return what the thread of a match has heard when its players are called."""
    return _said(state, match, 0)


def reminded_at(state: TournamentState, match: Match) -> int | None:
    """Return when the players of a match are reminded of its end (seconds UTC), None if it has none."""
    until, seconds = state.ends_at(match), state.tournament.seconds
    return None if until is None or seconds is None else until - min(_DAY, seconds // 2)


def _said(state: TournamentState, match: Match, now: int) -> str:
    """Return what the thread of a match is to have heard: a text that is another one when that changes."""
    tournament = state.tournament
    if match.played is not None:
        correction = state.correction(match)
        facts = (*match.played.points, match.played.deals, match.played.forfeit, correction.id if correction else 0)
        return "result " + " ".join(map(str, facts))
    if tournament.status is TournamentStage.CANCELLED:
        return "cancelled"
    reminded = reminded_at(state, match)
    soon = reminded is not None and now >= reminded
    return f"until {state.ends_at(match) or 0}{' soon' if soon else ''}"


def _near(said: str, before: str) -> bool:
    """Return whether two ends of a match, as `_said` writes them, are the same to the minute, and no reminder is due."""
    one, other = said.split(), before.split()
    if len(other) < 2 or other[0] != "until" or said.endswith("soon"):
        return not before
    return abs(int(one[1]) - int(other[1])) < _ALIKE


def _page_of(state: TournamentState, match: Match, said: str, mark: str, *, again: bool) -> Page:
    if said.startswith("result"):
        return (tournament_match_page.corrected if again else tournament_match_page.over)(state, match, mark)
    if said == "cancelled":
        return tournament_match_page.cancelled(state, match, mark)
    return (tournament_match_page.ends_soon if said.endswith("soon") else tournament_match_page.lasts)(
        state, match, mark
    )
