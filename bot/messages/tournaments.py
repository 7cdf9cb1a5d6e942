"""The course of tournaments: opens a thread and a table for each match, calls time, begins the next round.

Everything follows from what is stored, so that after a kill at any point it continues where it was. A thread that may
have been opened without being recorded is searched for first, by its name.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord

from bot.data.errors import StoreTrouble
from bot.data.tables import Table
from bot.data.tournaments import Match, Round, Tournament, TournamentStage
from bot.league.tournaments import Organiser, TournamentState
from bot.league.tournaments.errors import WrongStage
from bot.league.tournaments.match_tables import deserted
from bot.league.tournaments.rounds import is_over, starts
from bot.messages.discord_api import DiscordApi
from bot.messages.discord_refusals import Reason, Refusal
from bot.messages.organiser_letters import OrganiserLetters
from bot.messages.places import Places
from bot.messages.tournament_posts import NotNow, NotThis, TournamentAnnouncer, accepted, first_words, reminded_at
from bot.store import Database
from bot.tables import Tables
from bot.tables.errors import ChannelBusy
from bot.tables.views import Change
from bot.ui import i18n, permissions
from bot.ui.i18n import _
from bot.ui.page import Page
from bot.ui.pages import tournament_letter_page, tournament_page
from bot.ui.words import tournament_names
from bot.worker import AGAIN_AFTER, LONGEST_SLEEP, Worker

log = logging.getLogger(__name__)

#: Seconds for which nobody hears that Discord puts off opening a thread.
_SOON = 600


class Director(Worker):
    """A worker that runs all tournaments: it acts soon after something has happened, or after the process has started."""

    led = True

    def __init__(
        self,
        database: Database,
        organiser: Organiser,
        tables: Tables,
        discord_api: DiscordApi,
        announcer: TournamentAnnouncer,
        language: Callable[[int], Awaitable[str]],
        places: Places,
        letters: OrganiserLetters,
        *,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        """Open threads through `discord_api`, have `announcer` post how each tournament stands, and its organiser written to by `letters`.

        `language` returns the language of a server's channels.
        """
        super().__init__(database, sleep)
        self._organiser = organiser
        self._tables = tables
        self._discord_api = discord_api
        self._announcer = announcer
        self._language = language
        self._places = places
        self._letters = letters
        self._troubles: dict[int, dict[str, Callable[[], str]]] = {}
        """By tournaments, what says in the language of the task why their matches can't be played, by keys."""
        self._held_up: dict[int, int] = {}
        """By tournaments, since when Discord has put off opening their threads (seconds UTC)."""
        self._shown_in = dict[int, tuple[int, bool]]()
        """The channels of the tables of matches, and whether they are lost, as far as is known."""

    def start(self) -> None:
        """Begin with what was left undone before now."""
        if self._task is None:
            self._tables.changes.on_change(self._heard)
        super().start()

    async def close(self) -> None:
        """Finish the present step, and do no more."""
        self._announcer.close()
        await super().close()

    def _heard(self, change: Change) -> None:
        ended = not change.table.active and self._organiser.match_tables.has_recorded(change.table.id)
        left = change.table.in_match and any(seat.gone for seat in change.table.seats)
        if self._note_place(change.table) or ended or left:
            self.wake()

    def _note_place(self, table: Table) -> bool:
        """Note where the table of a match is shown. Return whether that has changed."""
        playing = table.active and table.in_match and table.channel_id is not None
        now = (table.channel_id or 0, table.lost is not None) if playing else None
        before = self._shown_in.pop(table.id, None)
        if now is not None:
            self._shown_in[table.id] = now
        return now != before

    async def _work(self) -> float:
        """Do what is due and return the seconds until there may be more."""
        async with self._one_at_a_time:
            if not await self._database.works():
                # A post made now could not be recorded, and would be made again.
                return self._again()
            delays = await asyncio.gather(*(self._lead(one) for one in await self._organiser.active()))
        return min([LONGEST_SLEEP, *delays])

    async def _lead(self, tournament_id: int) -> float:
        """Do all that is due in one tournament and return the seconds until there may be more.

        It runs as a task of its own.
        """
        try:
            while True:
                state = await self._organiser.state(tournament_id)
                i18n.speak(await self._language(state.tournament.guild_id))
                if starts(state.tournament, self._tables.now()):
                    # Those who were there when it was announced may have left the server.
                    await self._organiser.rounds.start_on_time(tournament_id, await self._gone(state))
                    state = await self._organiser.state(tournament_id)
                settled = await self._bring_up_to_date(state)
                state = await self._organiser.state(tournament_id)
                if not await self._organiser.rounds.advance(tournament_id, await self._absent(state)):
                    state = await self._organiser.state(tournament_id)
                    wait = await self._write_letter(state)
                    break
        except (NotNow, StoreTrouble):
            return self._again()
        except Exception:
            log.exception("Tournament %s could not be led on; it is tried again", tournament_id)
            return self._again()
        running = [match for match in state.of_round(state.tournament.round) if match.stopped_at is None]
        now = self._tables.now()
        ends = [state.ends_at(match) for match in running if match.played is None]
        ends += [at for match in running if (at := reminded_at(state, match)) is not None and at > now]
        ends += [state.tournament.starts_at] if state.tournament.status is TournamentStage.OPEN else []
        delays = [LONGEST_SLEEP if settled else AGAIN_AFTER, *([] if wait is None else [max(float(AGAIN_AFTER), wait)])]
        return min([*delays, *(float(max(1, at - now)) for at in ends if at is not None)])

    async def _absent(self, state: TournamentState) -> set[int]:
        """Return those who aren't in the server any more, if a round may be about to be paired."""
        return await self._gone(state) if is_over(state) else set()

    async def _gone(self, state: TournamentState) -> set[int]:
        """Return those with an entry who aren't in the server any more."""
        tournament = state.tournament
        return await self._places.absent(
            tournament.guild_id, [user for team in tournament.teams for user in team.people]
        )

    async def _write_letter(self, state: TournamentState) -> float | None:
        """Write to the organiser what there is to say. Return the seconds until it can be said if it can't be now, else None."""
        tournament = state.tournament
        if tournament.status is not TournamentStage.RUNNING and tournament.missed_at is None:
            return None
        lines = dict(self._troubles.get(tournament.id, {}))
        if tournament.status is TournamentStage.OPEN:
            lines[f"few:{tournament.missed_at}"] = partial(tournament_letter_page.too_few, tournament)
        for team in state.unpaired():
            lines[f"gone:{tournament.round}.{team.entry}"] = partial(tournament_page.not_paired, team)
        for match in state.of_round(tournament.round):
            if match.played is None and match.game_id is not None:
                lines |= await self._lines_of(state, match)
        return await self._letters.write(
            state, lines, now=self._tables.now(), language=await self._language(tournament.guild_id)
        )

    async def _bring_up_to_date(self, state: TournamentState) -> bool:
        """Have Discord show how a tournament stands, and have its matches played.

        Return whether all of that could be done. Raises `NotNow` if Discord doesn't accept a call now.
        """
        tournament_id = state.tournament.id
        await self._clear_seekers(state)
        if await self._call_time(state):
            state = await self._organiser.state(tournament_id)
        await self._open_packs(state)
        settled = await _done(self._announcer.tell_standings(state))
        settled &= await self._begin_matches(state)
        state = await self._organiser.state(tournament_id)
        if tournament_id in self._troubles:
            # First of all: what keeps the matches from being played may keep the rest from being posted too.
            await self._write_letter(state)
        settled &= await _done(self._announcer.tell_pairings(state))
        settled &= await _done(self._announcer.tell_matches(state, self._tables.now()))
        settled &= await _done(self._announcer.close_questions(state))
        settled &= await self._letters.ask(state, language=await self._language(state.tournament.guild_id))
        trouble = " ".join(say() for say in self._troubles.get(tournament_id, {}).values())
        return await _done(self._announcer.show(state, trouble)) and settled

    async def _clear_seekers(self, state: TournamentState) -> None:
        """Have nobody look for a partner who has left the server; after the start say to the others that there was none.

        Raises `NotNow` if Discord doesn't accept a call now.
        """
        tournament = state.tournament
        if not tournament.seekers or (
            tournament.status is TournamentStage.OPEN and tournament.shown_version == tournament.version
        ):
            return
        seekers = [seeker.user_id for seeker in tournament.seekers if seeker.user_id]
        gone = await self._places.absent(tournament.guild_id, seekers)
        await self._organiser.entries.stop_seeking(tournament.id, gone)
        if tournament.status is TournamentStage.OPEN:
            return
        for user in seekers:
            if user in gone:
                continue
            if not await self._letters.not_matched(state, user, language=await self._language(tournament.guild_id)):
                raise NotNow
            await self._organiser.entries.stop_seeking(tournament.id, [user])

    async def _lines_of(self, state: TournamentState, match: Match) -> dict[str, Callable[[], str]]:
        """Return what the organiser may want to know of a match that is being played, by keys."""
        assert match.game_id is not None
        table, now, which = await self._tables.get(match.game_id), self._tables.now(), f"{match.round}.{match.number}"
        lines: dict[str, Callable[[], str]] = {}
        late = now - table.created_at >= min(_DAY, (state.tournament.seconds or _DAY) // 2)
        if late and await self._organiser.match_tables.not_begun(match):
            lines[f"begun:{which}"] = partial(tournament_letter_page.not_begun, state, match)
        for seat in table.seats:
            if seat.gone:
                lines[f"left:{which}.{seat.number}"] = partial(tournament_letter_page.has_left, state, match, seat)
            elif seat.sitting_in is not None:
                lines[f"away:{which}.{seat.number}"] = partial(tournament_letter_page.away, state, match, seat)
        reminded = reminded_at(state, match)
        if reminded is not None and now >= reminded and match.stopped_at is None:
            lines[f"ends:{which}.{state.ends_at(match)}"] = partial(tournament_letter_page.ends, state, match)
        return lines

    # -- rounds that are over

    async def _call_time(self, state: TournamentState) -> bool:
        """End the matches whose time is up and those whose game ended without a result; the time of others runs or stands still.

        Return whether anything has changed.
        """
        tournament, now, changed = state.tournament, state.now, False
        self._troubles.pop(tournament.id, None)
        if now is None or now.ended_at is not None or tournament.status is not TournamentStage.RUNNING:
            return False
        for match in state.of_round(now.number):
            table = None if match.game_id is None else await self._tables.get(match.game_id)
            channel_id = None if table is None else table.channel_id
            if channel_id is not None and channel_id != match.thread_id:
                await self._organiser.match_tables.move(tournament.id, match, channel_id)
                changed = True
            if match.played is not None:
                continue
            if table is not None:
                self._note_place(table)
                if table.active and table.lost is not None:
                    self._note_trouble(
                        tournament, f"place:{match.round}.{match.first}", partial(_place_lost, state, match)
                    )
            playable = table is not None and table.lost is None
            ends_at = state.ends_at(match)
            if table is not None and not table.active:
                await self._organiser.match_tables.call_time(tournament.id, match)
            elif playable != (match.stopped_at is None):
                await self._organiser.match_tables.keep_time(tournament.id, match, playable=playable)
            elif (
                table is not None
                and playable
                and (deserted(table) or (ends_at is not None and ends_at <= self._tables.now()))
            ):
                await self._organiser.match_tables.call_time(tournament.id, match)
            else:
                continue
            changed = True
        return changed

    def _note_trouble(self, tournament: Tournament, key: str, say: Callable[[], str]) -> None:
        """Note what keeps matches from being played; `say` returns a sentence about it in the language of the task."""
        self._troubles.setdefault(tournament.id, {})[key] = say

    async def _open_packs(self, state: TournamentState) -> None:
        """Allow the packs of rounds to be seen that are over, or that nobody plays any more."""
        for number in state.rounds:
            broken_off = state.tournament.status is TournamentStage.CANCELLED and not _being_played(state, number)
            over = number.ended_at is not None and number.standings_message is None
            if over or (number.ended_at is None and broken_off):
                await self._organiser.rounds.open_packs(number)

    # -- the present round

    async def _begin_matches(self, state: TournamentState) -> bool:
        """Open a thread and a table for each match that has none. Return whether all have them now."""
        tournament = state.tournament
        waiting = [
            match for match in state.of_round(tournament.round) if match.game_id is None and match.played is None
        ]
        if tournament.status is not TournamentStage.RUNNING or not waiting:
            return True
        granted = await self._places.permissions(tournament.guild_id, tournament.channel_id)
        channel = self._places.channel(tournament.guild_id, tournament.channel_id)
        if granted is None or not isinstance(channel, discord.TextChannel):
            if await self._discord_api.places.there(tournament.channel_id) is Refusal.NOWHERE:
                self._note_trouble(tournament, "channel", channel_gone)
            return False
        if trouble(granted):
            self._note_trouble(tournament, "threads", partial(trouble, granted))
            return False
        found: dict[int, str] | Refusal = {}
        if any(match.thread_id is None for match in waiting):
            found = await self._discord_api.places.threads(channel, tournament.message_id or 0)
            if found is Refusal.UNKNOWN:
                self._note_trouble(tournament, "threads", _refused)
                return False
            accepted(found)
        done = [await self._begin(state, match, channel, found if isinstance(found, dict) else {}) for match in waiting]
        return all(done)

    async def _begin(
        self, state: TournamentState, match: Match, channel: discord.TextChannel, threads: dict[int, str]
    ) -> bool:
        """Call a match's players to its thread, and open its table there. Return whether it is open."""
        tournament = state.tournament
        self._announcer.check_open()
        thread_id = match.thread_id
        if thread_id is None:
            thread_id = await self._thread(state, match, channel, threads)
            if thread_id is None:
                return False
            await self._organiser.match_tables.note_thread(tournament.id, match, thread_id)

        async def page() -> Page:
            return tournament_page.greeting(state, match)

        identity, nonce = (
            tournament_page.identity("match", tournament, match.round),
            f"{match.round}-{match.first}-{tournament.id}",
        )
        began_at = (state.now or _NEVER).began_at
        pings = tournament.people_of(match)
        try:
            sent = await self._announcer.post_once(thread_id, began_at, identity, page, nonce, pings=pings)
        except NotThis:
            self._note_trouble(tournament, "greetings", _refused)
            return False
        if isinstance(sent, Refusal):
            if sent is Refusal.NOWHERE:
                # Somebody has deleted the thread: the match gets another one.
                await self._organiser.match_tables.note_thread(tournament.id, match, None)
            elif sent.about is Reason.PLACE:
                self._note_trouble(tournament, f"thread:{match.round}.{match.first}", partial(_barred, thread_id))
            else:
                self._note_trouble(tournament, "greetings", _refused)
            return False
        if match.said is None:
            said = first_words(state, match)
            await self._organiser.match_tables.note_words(tournament.id, match, said, greeting_id=sent, result_id=None)
        try:
            await self._organiser.match_tables.seat(tournament.id, match, thread_id)
        except ChannelBusy:
            # Somebody was quicker and opened a table of their own there.
            await self._organiser.match_tables.note_thread(tournament.id, match, None)
            return False
        except WrongStage:
            # The tournament was broken off meanwhile.
            return True
        except StoreTrouble:
            raise
        except Exception:
            log.exception("Match %s.%s of tournament %s could not begin", match.round, match.first, tournament.id)
            return False
        return True

    async def _thread(
        self, state: TournamentState, match: Match, channel: discord.TextChannel, threads: dict[int, str]
    ) -> int | None:
        """Return the thread of a match: one that was opened and not recorded, or a new one.

        None if no thread may be opened.
        """
        beginning = tournament_names.thread_beginning(state, match)
        for thread_id, name in threads.items():
            if name.startswith(beginning) and await self._tables.games.in_channel(thread_id) is None:
                return thread_id
        if self._troubles.get(state.tournament.id, {}).get("threads") in _NO_THREADS:
            # No other match gets one either.
            return None
        name = tournament_names.thread_name(state, match)
        opened = await self._discord_api.places.open_thread(channel, name, since=state.tournament.message_id or 0)
        if not isinstance(opened, Refusal):
            self._held_up.pop(state.tournament.id, None)
            return opened
        why = self._why(state.tournament.id, opened)
        if why is None:
            raise NotNow
        self._note_trouble(state.tournament, "threads", why)
        return None

    def _why(self, tournament_id: int, refusal: Refusal) -> Callable[[], str] | None:
        """Return what says why a thread can't be opened; None for nothing, as that may well pass."""
        if refusal is Refusal.FULL:
            return _no_room
        if refusal is Refusal.NOWHERE:
            return channel_gone
        if refusal.about is Reason.PLACE:
            return _not_allowed
        since = self._held_up.setdefault(tournament_id, self._tables.now())
        # A thread that nobody knows may stay: better to say so than to stand still.
        short = refusal.passing and refusal is not Refusal.UNKNOWN and self._tables.now() - since < _SOON
        return None if short else _refused


async def _done(step: Awaitable[None]) -> bool:
    """Take a step on which no other depends. Return False if Discord refuses it for an unknown reason. Raises `NotNow`."""
    try:
        await step
    except NotThis:
        return False
    return True


def _not_allowed() -> str:
    return _("I'm not allowed to open threads here.")


def _no_room() -> str:
    return _("I can't open threads here: this server has too many open ones. I go on once some are closed.")


def _refused() -> str:
    return _("Discord doesn't let me begin the matches. I keep trying.")


def channel_gone() -> str:
    """Return what must be done if a tournament's channel is gone."""
    return _("The tournament's channel was deleted. `/tournament-admin cancel` ends the tournament.")


#: Refusals that keep all matches from getting a thread.
_NO_THREADS = (_not_allowed, _no_room, _refused, channel_gone)
#: The most seconds after which the organiser hears of a match that hasn't begun.
_DAY = 24 * 3600
#: A round that doesn't exist.
_NEVER = Round(0, 0)


def trouble(granted: discord.Permissions) -> str:
    """Return what must be done before matches can be played in threads of a channel, an empty text if nothing.

    `granted` is what the bot may do in the channel.
    """
    missing = permissions.lacking_for_tournaments(granted)
    if not missing:
        return ""
    return _("I can't open threads for the matches here: I need the permission {names}.").format(
        names=", ".join(missing)
    )


def _barred(thread_id: int) -> str:
    return _("I'm not allowed to write in <#{thread}>.").format(thread=thread_id)


def _place_lost(state: TournamentState, match: Match) -> str:
    text = _(
        "{match}: this match waits, as its thread is gone or closed to me. `/canasta move` gives it another channel."
    )
    return text.format(match=tournament_names.sides(state, match))


def _being_played(state: TournamentState, number: Round) -> bool:
    return any(match.played is None and match.game_id is not None for match in state.of_round(number.number))
