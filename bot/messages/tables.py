"""Tells people how a table stands: brings every message that shows it up to date, however the last one came to lag.

Messages are projections of a table. Which version each one shows is stored, so that a pass after a restart, or after
a failed edit, does what is still to be done and nothing twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, replace

import discord

from bot.canasta.views import SeatView
from bot.messages.discord_api import DiscordApi, Refusal
from bot.messages.strays import Strays
from bot.store.database import StoreTrouble, Transaction
from bot.store.games import Lost, Seat, Status, Table
from bot.store.messages import OLD, Message
from bot.store.people import Person
from bot.store.servers import Server
from bot.tables.errors import Unplayable
from bot.tables.rules import absence, agreements, clock, defaults
from bot.tables.service import Tables
from bot.tables.views import Change, Happening, Look
from bot.ui import i18n, permissions, words
from bot.ui.limits import NONCE_LENGTH
from bot.ui.page import Page, notice
from bot.ui.pages import hand_page, lobby_page, log_page, proposals_page, table_page
from bot.ui.pictures import Pictures
from bot.ui.words import refusals
from renderer import Picture

log = logging.getLogger(__name__)

#: Seconds until what could not be told is tried again, where nobody knows when it will be possible: twice as many after
#: each failure, up to the latter.
FIRST_AGAIN_AFTER = 5.0
_AT_LEAST_EVERY = 3600.0
#: Seconds by which the end of a rest may be off.
_MOMENT = 1.0
#: As many messages under the table hide it on a phone.
_SCROLLED_AFTER = 4
#: What a message is for that says why a game stands still.
_STILL = "still"
#: For whom a message is that says why a lobby can't be shown: its host, whatever his seat.
_LOBBY = "lobby"
#: What a ping's message is said to show once it was deleted.
_DELETED = 0

Shown = Mapping[str, Message]
Remark = Callable[[Table], Awaitable[str | None]]

#: What a refusal says about a table's channel.
_LOST = {Refusal.NOWHERE: Lost.GONE, Refusal.BARRED: Lost.BARRED, Refusal.LOCKED: Lost.LOCKED}


@dataclass(frozen=True, slots=True)
class _Calls:
    """What the player to move is to be called by now.

    `resting`: not by a sound, as he has quiet hours or is on vacation. `due` are the timers of calls that are due;
    `remind`: one of them is a reminder, of a turn that he has been called to before, which he wants.
    """

    resting: bool = False
    due: tuple[str, ...] = ()
    remind: bool = False


class _Untold(Exception):
    """Something has still to be told that Discord refused, asking for a `rest` of so many seconds (0: for none)."""

    def __init__(self, refusal: Refusal, rest: float = 0.0) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
        self.rest = rest


class _NotBefore(Exception):
    """What became of a game, now over, has still to be told in its channel, which can't be before that changes."""


class _Chosen(Exception):
    """Something has still to be shown in a message in which its reader is choosing: it is once they have chosen."""


@dataclass(slots=True)
class _Choice:
    """Somebody is choosing in a message what to do at a table, from what it showed at `version`.

    `kept_waiting`: there is something to be shown in the message afterwards.
    """

    table_id: int
    user_id: int
    version: int
    kept_waiting: bool = False


class Teller:
    """One pass at a time for each table; changes during a pass make one more."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        discord_api: DiscordApi,
        pictures: Pictures,
        *,
        each_computer: bool,
    ) -> None:
        """`each_computer`: computers take their time, so each one's turn is shown; else a row of them makes one update."""
        self._each_computer = each_computer
        self._client = client
        self._tables = tables
        self._discord_api = discord_api
        self._pictures = pictures
        self._passes: dict[int, asyncio.Task[None]] = {}
        self._changed: set[int] = set()
        self._retries: dict[int, asyncio.TimerHandle] = {}
        self._failures: dict[int, int] = {}
        self._remark: Remark = _no_remark
        self._strays = Strays(discord_api, tables.messages)
        self._choices: dict[int, _Choice] = {}
        """By the messages in which people are choosing. They may be drawn over after a restart."""
        self._wishes: dict[tuple[int, int], object] = {}
        """By tables and people: what they are shown is to be drawn again, as they have come to like it."""
        tables.on_change(self._heard)

    def remark_results(self, remark: Remark) -> None:
        """Have `remark` asked for a line beneath the end of a game; None: there is nothing to say."""
        self._remark = remark

    async def result_changed(self, table_id: int) -> None:
        """What is said beneath the end of a game has changed: show it."""
        table = await self._tables.get(table_id)
        await self._tables.messages.outdated(table_id, "table" if table.status is Status.ABANDONED else "result")
        self.wake(table_id)

    async def catch_up(self, guild_id: int | None = None) -> None:
        """Tell what could not be told before, of one server's tables if it is named: it may be possible now."""
        await self._strays.start()
        for table_id in await self._tables.messages.lagging(guild_id):
            self.wake(table_id)

    def wake(self, table_id: int) -> None:
        """Bring the messages of a table up to date soon."""
        retry = self._retries.pop(table_id, None)
        if retry is not None:
            retry.cancel()
        self._changed.add(table_id)
        if table_id not in self._passes:
            self._passes[table_id] = asyncio.create_task(self._tell(table_id), name=f"tell-{table_id}")

    async def finish(self) -> None:
        """Wait for the passes under way, and start no more by itself."""
        for retry in self._retries.values():
            retry.cancel()
        self._retries.clear()
        await asyncio.gather(*self._passes.values(), return_exceptions=True)

    async def write_again(self, user_id: int) -> None:
        """Try direct messages again with somebody who had closed them: he has done something that may have changed it."""
        person = await self._tables.people.get(user_id)
        if person.dm_closed and person.dm_channel_id is not None:
            await self._tables.people.dm_opened(user_id, person.dm_channel_id)

    async def redraw(self, user_id: int) -> None:
        """Show a person's hands as they like them now, in the direct messages of the games that they are in."""
        for table in await self._tables.of_person(user_id):
            if table.status is Status.PLAYING:
                self._wishes[table.id, user_id] = object()
                self.wake(table.id)

    def choosing(self, message_id: int, user_id: int, look: Look) -> None:
        """Leave a message as it is from now on: its reader is choosing in it, from what `look` shows.

        That ends by `chosen`, or when the game moves on.
        """
        before = self._choices.get(message_id)
        waiting = before is not None and before.kept_waiting
        self._choices[message_id] = _Choice(look.table.id, user_id, look.table.version, waiting)

    def chosen(self, message_id: int) -> None:
        """Nobody is choosing in a message any more: show there what had to wait."""
        choice = self._choices.pop(message_id, None)
        if choice is not None and choice.kept_waiting:
            self.wake(choice.table_id)

    async def keeps(self, table_id: int, message_id: int) -> bool:
        """Whether a message is one of those that follow a table by themselves."""
        kept = (await self._tables.messages.of(table_id)).values()
        return any(one.message_id == message_id and not one.purpose.startswith(OLD) for one in kept)

    def place(self, guild_id: int, channel_id: int) -> hand_page.Place:
        """Where a table stands, in words and as a link."""
        guild = self._client.get_guild(guild_id)
        channel = guild.get_channel_or_thread(channel_id) if guild else None
        return hand_page.Place(
            guild.name if guild else "?",
            channel.name if channel else "?",
            f"https://discord.com/channels/{guild_id}/{channel_id}",
        )

    async def own(self, look: Look, view: SeatView, person: Person, *, with_table: bool) -> hand_page.Own:
        """What a message to a player is made from, with pictures as he likes them; none if he would rather read."""
        place = self.place(look.table.guild_id, look.table.channel_id)
        if not person.pictures:
            return hand_page.Own(look, view, place, ())
        hand = await self._pictures.hands(view, person)
        table = await self._pictures.table(view.public, person, mine=view) if with_table else None
        return hand_page.Own(look, view, place, hand, table)

    def _heard(self, change: Change) -> None:
        self.wake(change.table.id)

    async def _tell(self, table_id: int) -> None:
        told, rest = True, 0.0
        while table_id in self._changed:
            self._changed.discard(table_id)
            rest = 0.0
            try:
                told = await self._pass(table_id)
            except _Untold as untold:
                told, rest = False, untold.rest
            except StoreTrouble:
                told = False
            except Exception:
                log.exception("Table %s could not be told", table_id)
                told = False
        del self._passes[table_id]
        if told:
            self._failures.pop(table_id, None)
            return
        failures = self._failures.get(table_id, 0)
        if not rest:
            self._failures[table_id] = failures + 1
        # Nothing is asked of Discord meanwhile; a moment later the rest is over by its clock too.
        delay = rest + _MOMENT if rest else min(FIRST_AGAIN_AFTER * 2 ** min(failures, 10), _AT_LEAST_EVERY)
        self._retries[table_id] = asyncio.get_running_loop().call_later(delay, self.wake, table_id)

    async def _pass(self, table_id: int) -> bool:
        """Whether everything is told that there is to tell now. Raises `_Untold`."""
        if not await self._tables.can_store():
            # What is sent now could not be remembered, and would be sent again.
            return False
        try:
            look = await self._tables.look(table_id)
        except Unplayable as error:
            return await self._stands_still(table_id, error.reason)
        if _computers_go_on(look, each=self._each_computer):
            return True
        self._strays.begin(table_id)
        shown = await self._tables.messages.of(table_id)
        i18n.speak(await self.language_of(look.table.guild_id))
        picture = await self._pictures.table(look.public) if look.public else None
        calls = await self._calls(look, shown)
        # Of people who were deleted there is only a number below 0.
        people = [seat for seat in look.table.seats if seat.user_id is not None and seat.user_id > 0]
        done = await asyncio.gather(
            self._place(look, shown, picture, calls),
            *(self._seat(look, seat, shown, calls) for seat in people),
            *(self._tell_lost(look, seat, shown) for seat in people),
            *(
                self._take_away(look, message)
                for message in shown.values()
                if _out_of_date(look, message) and not self._chosen_in(look, message)
            ),
            return_exceptions=True,
        )
        for failure in done:
            if isinstance(failure, BaseException) and not isinstance(
                failure, (_Untold, _NotBefore, _Chosen, StoreTrouble)
            ):
                log.error("Table %s: a message failed", table_id, exc_info=failure)
        failures = [
            one for one in done if isinstance(one, BaseException) and not isinstance(one, (_NotBefore, _Chosen))
        ]
        refused = [one for one in failures if isinstance(one, _Untold)]
        if refused and len(refused) == len(failures):
            # What can be tried before the other rests are over is.
            raise min(refused, key=lambda one: one.rest)
        if failures:
            return False
        await self._clear(look, people)
        if any(isinstance(one, _NotBefore) for one in done):
            return True
        if calls.due and not calls.remind:
            await self._tables.timers.drop(table_id, calls.due, self._tables.now())
        if not any(isinstance(one, _Chosen) for one in done):
            await self._tables.messages.told(table_id, look.table.version)
            if not look.table.active:
                self._strays.forget(table_id)
        return True

    async def _calls(self, look: Look, shown: Shown) -> _Calls:
        row, now = look.table, self._tables.now()
        to_move = row.to_move
        if row.status is not Status.PLAYING or to_move is None or to_move.user_id is None or to_move.computer:
            return _Calls()
        if (await self._tables.rest(to_move.user_id)).resumes(now) > now:
            return _Calls(resting=True)
        due = tuple(kind for kind, at in row.timers.items() if kind != clock.EXPIRY and at <= now)
        ping = shown.get("ping")
        called = ping is not None and ping.shows_version >= _turn_began(look)
        wanted = (await self._tables.people.get(to_move.user_id)).reminders
        return _Calls(due=due, remind=called and wanted and any(kind in clock.REMINDERS for kind in due))

    async def language_of(self, guild_id: int) -> str:
        """The language of a server's channels: what it has set, else what Discord says of it."""
        server = await self._tables.servers.get(guild_id)
        guild = self._client.get_guild(guild_id)
        return server.language or (str(guild.preferred_locale) if guild else "en")

    async def _stands_still(self, table_id: int, reason: str) -> bool:
        """Say once in the channel that a game can't go on until the bot is another one. Raises `_Untold`."""
        table = await self._tables.get(table_id)
        i18n.speak(await self.language_of(table.guild_id))
        if _STILL not in await self._tables.messages.of(table_id):
            page = notice(refusals.stands_still(reason))
            await self._show(Look(table, None, None, ()), _STILL, page, None, edit=False)
        return True

    # -- the channel

    async def _place(self, look: Look, shown: Shown, picture: Picture | None, calls: _Calls) -> None:
        """Tell the channel, and notice whether that is still, or again, possible."""
        row = look.table
        lost, untold = Lost.LEFT if self._client.get_guild(row.guild_id) is None else None, None
        if lost is None and row.lost is Lost.GONE:
            return
        if lost is None:
            try:
                await self._channel(look, shown, picture, calls)
            except _Untold as error:
                lost, untold = _LOST.get(error.refusal), error
                if lost is None:
                    raise
        if lost is None:
            await self._tables.find(row.id)
        else:
            log.log(logging.INFO if lost is row.lost else logging.WARNING, "Table %s lost its place: %s", row.id, lost)
            await self._tables.lose(row.id, lost)
        if not row.active and lost not in (None, Lost.GONE):
            raise _NotBefore
        if untold is not None and lost is row.lost and row.active:
            raise untold

    async def _channel(self, look: Look, shown: Shown, picture: Picture | None, calls: _Calls) -> None:
        row = look.table
        sheets = await self._sheets(look, shown)
        to_move = row.to_move if row.status is Status.PLAYING else None
        if to_move is not None and to_move.computer:
            to_move = None
        begun = _turn_began(look)
        ping = shown.get("ping")
        ping = None if ping is None or ping.shows_version == _DELETED else ping
        elsewhere = ping is not None and ping.channel_id != row.channel_id
        if ping is not None and (to_move is None or elsewhere or ping.shows_version < begun):
            await self._delete(look, ping)
            await self._tables.messages.shown(row.id, "ping", _DELETED)
            ping = None

        table = shown.get("table")
        if table is None or table.shows_version < row.version:
            call = ping is None and to_move is not None and not calls.resting
            anew = row.status is Status.PLAYING and (sheets or (call and await self._scrolled(table)))
            remark = await self._remark(row) if row.status is Status.ABANDONED else None
            page = _table_page(look, picture, await self._tables.servers.get(row.guild_id), remark)
            await self._show(look, "table", page, table, edit=not anew)
        if to_move is not None:
            await self._call(look, to_move, ping, calls, since=row.version if elsewhere else begun)
        await self._proposals(look, shown)
        result = shown.get("result")
        if row.status is Status.FINISHED and look.public is not None and (not result or not result.shows_version):
            page = table_page.result(look.public, row, await self._remark(row))
            await self._show(look, "result", page, result, edit=True)

    async def _call(self, look: Look, to_move: Seat, ping: Message | None, calls: _Calls, *, since: int) -> None:
        """Call the player to move, or remind him here if that can't be done in his direct messages.

        `ping` is the message that called him to this turn, if one has, and `since` the version that it is for.
        """
        row = look.table
        remind = ping is not None and calls.remind and not await self._writes_to(to_move)
        # His moves change nothing of the call, anything else may have changed his time.
        changed = ping is not None and ping.shows_version < row.version and _last_move(look) < row.version
        if to_move.user_id is None or not (remind or changed or (ping is None and not calls.resting)):
            return
        asked = look.public is not None and look.public.phase == "answer"
        page = table_page.ping(
            row, to_move.user_id, asked=asked, again=words.reminder(row, calls.due) if remind else None
        )
        edit = ping is not None and not remind
        mark = calls.due[-1][0] if remind else ""
        called = () if edit else (to_move.user_id,)
        await self._show(look, "ping", page, ping, edit=edit, pings=called, since=since, mark=mark, calls=calls)

    async def _proposals(self, look: Look, shown: Shown) -> None:
        """Show what those at the table are to agree on."""
        for one in agreements.proposals(look.table):
            purpose = proposals_page.purpose(one)
            old = shown.get(purpose)
            if old is None or old.shows_version < one.version:
                page = proposals_page.proposed(one, look.table)
                there = old if old is not None and old.shows_version > 0 else None
                call = there is None and (old is None or not _called_lately(look, old))
                called = sorted(one.missing) if call else ()
                await self._show(look, purpose, page, there, edit=True, pings=called, since=one.version)

    async def _sheets(self, look: Look, shown: Shown) -> bool:
        """Post the score sheets that are missing; whether there were any."""
        public = look.public
        missing = [] if public is None else [one for one in public.finished if f"score:{one.number}" not in shown]
        seals = await self._tables.commitments(look.table.id) if missing else {}
        for sheet in missing:
            assert public is not None
            picture = await self._pictures.scores(sheet, public)
            page = table_page.scores(sheet.number, picture, look.table, seals[sheet.number])
            await self._show(look, f"score:{sheet.number}", page, None, edit=False, since=1)
        return bool(missing)

    async def _scrolled(self, table: Message | None) -> bool:
        """Whether so much has been written under the table that people would have to look for it."""
        if table is None:
            return False
        later = await self._discord_api.written_since(table.channel_id, table.message_id, _SCROLLED_AFTER)
        return not isinstance(later, Refusal) and len(later) == _SCROLLED_AFTER

    async def _show(
        self,
        look: Look,
        purpose: str,
        page: Page,
        old: Message | None,
        *,
        edit: bool,
        pings: Collection[int] = (),
        since: int | None = None,
        mark: str = "",
        calls: _Calls | None = None,
    ) -> None:
        """Show a page in the channel, in the old message if it is to be edited and can be. Raises `_Untold`.

        `since` is the version from which on the page would be for the same (default: the present one); `mark` is what
        else distinguishes it. A message that is sent for `calls` settles them.
        """
        row = look.table
        if edit and old is not None and old.channel_id == row.channel_id:
            refusal = await self._edit(row, old, page)
            if refusal is None:
                return
            if refusal not in (Refusal.GONE, Refusal.AGED):
                raise self._untold(refusal, row.channel_id)
        since = since or row.version
        sent = await self._post(row, row.channel_id, page, f"{purpose}-{since}{mark}", since, pings=pings)
        await self._put(row, purpose, row.channel_id, sent, calls)
        if old is not None:
            await self._take_away(look, replace(old, purpose=f"{OLD}{old.message_id}"))

    async def _edit(self, row: Table, message: Message, page: Page) -> Refusal | None:
        """Show a page in a message that is there; what keeps it from that for good. Raises `_Untold`."""
        refusal = await self._discord_api.edit(message.channel_id, message.message_id, page)
        if refusal is None:
            await self._tables.messages.shown(row.id, message.purpose, row.version)
        elif refusal.passing:
            raise self._untold(refusal, message.channel_id)
        return refusal

    def _untold(self, refusal: Refusal, channel_id: int | None) -> _Untold:
        """What is raised where Discord refuses something in a channel (None: to open one for direct messages)."""
        return _Untold(refusal, self._discord_api.rest(channel_id) if refusal is Refusal.LATER else 0.0)

    async def _post(
        self,
        row: Table,
        channel_id: int,
        page: Page,
        name: str,
        since: int,
        *,
        pings: Collection[int] = (),
        silent: bool = False,
    ) -> int:
        """Post a message, unless it was posted before without being remembered; returns its id. Raises `_Untold`.

        `name` distinguishes it from the others of its table, `since` is as in `_show`.
        """
        stray = await self._strays.like(row, channel_id, page, since)
        if isinstance(stray, Refusal):
            raise self._untold(stray, channel_id)
        if stray is not None:
            same = stray.buttons == page.shown().buttons
            refusal = None if same else await self._discord_api.edit(channel_id, stray.id, page)
            if refusal is None:
                return stray.id
            if refusal is Refusal.AGED:
                refusal = await self._discord_api.delete(channel_id, stray.id)
            if refusal not in (None, Refusal.GONE):
                raise self._untold(refusal, channel_id)
        nonce = f"{row.id}-{name}"[:NONCE_LENGTH]
        sent = await self._discord_api.post(channel_id, page, nonce=nonce, pings=pings, silent=silent)
        if sent is Refusal.UNSURE:
            self._strays.doubt(row.id)
        if isinstance(sent, Refusal):
            raise self._untold(sent, channel_id)
        return sent

    async def _clear(self, look: Look, people: list[Seat]) -> None:
        """Delete what was posted without being remembered and isn't wanted any more. Raises `_Untold`."""
        channels = {look.table.channel_id}
        for seat in people:
            person = None if seat.user_id is None else await self._tables.people.get(seat.user_id)
            if person is not None and person.dm_channel_id is not None:
                channels.add(person.dm_channel_id)
        refusal = await self._strays.clear(look.table, channels)
        if refusal is not None:
            raise _Untold(refusal)

    async def _put(self, row: Table, purpose: str, channel_id: int, sent: int, calls: _Calls | None) -> None:
        """Remember a message that was sent, and with it that these calls are made."""

        async def settle(tx: Transaction) -> None:
            if calls is not None:
                await self._tables.timers.settle(tx, row.id, calls.due, self._tables.now())

        try:
            await self._tables.messages.put(row.id, purpose, channel_id, sent, row.version, settle)
        except BaseException:
            self._strays.doubt(row.id)
            raise

    async def _delete(self, look: Look, message: Message) -> None:
        """Delete a message, unless it is where the bot has no business any more. Raises `_Untold`."""
        refusal = await self._discord_api.delete(message.channel_id, message.message_id)
        if refusal is not None and (refusal.passing or message.channel_id == look.table.channel_id):
            raise self._untold(refusal, message.channel_id)

    # -- a player's direct messages

    async def _writes_to(self, seat: Seat) -> bool:
        """Whether the person in a seat gets direct messages."""
        person = None if seat.user_id is None else await self._tables.people.get(seat.user_id)
        return person is not None and person.direct and not person.dm_closed

    def _chosen_in(self, look: Look, message: Message) -> bool:
        """Whether the reader of a message is choosing in it what the game still lets them choose."""
        choice = self._choices.get(message.message_id)
        if choice is None:
            return False
        mover = look.table.to_move
        playing = mover is not None and mover.user_id == choice.user_id and not mover.computer
        choice.kept_waiting = playing and look.last_move <= choice.version
        if not choice.kept_waiting:
            del self._choices[message.message_id]
        return choice.kept_waiting

    async def _seat(self, public: Look, seat: Seat, shown: Shown, calls: _Calls) -> None:
        row = public.table
        purpose = f"seat:{seat.number}"
        old = shown.get(purpose)
        if seat.user_id is None or public.public is None:
            return
        wish = self._wishes.get((row.id, seat.user_id))
        person = await self._tables.people.get(seat.user_id)
        if not person.direct:
            if old is not None:
                await self._take_away(public, old)
            return
        remind = calls.remind and seat == row.to_move and not person.dm_closed
        if old is not None and old.shows_version >= _due(public, seat.number) and not remind and wish is None:
            return
        if old is not None and old.channel_id != person.dm_channel_id:
            # It went to whoever had this seat before.
            await self._take_away(public, old)
            old = None
        if person.dm_closed:
            await self._say_closed(public, seat, shown)
            if old is None:
                return
        look = await self._tables.look(row.id, seat.user_id)
        if look.mine is None or look.table.version != row.version:
            return
        with i18n.speaking(person.language or person.locale):
            remark = words.reminder(row, calls.due) if remind else None
            page = hand_page.hand(await self.own(look, look.mine, person, with_table=True), remark)
        anew = old is None or remind or (not seat.sitting_in and _news(look.recent, seat.number, old.shows_version))
        chosen_in = old is not None and self._chosen_in(look, old)
        if old is not None and (person.dm_closed or not anew):
            if chosen_in:
                raise _Chosen
            refusal = await self._edit(row, old, page)
            if refusal is None or person.dm_closed:
                self._granted(row.id, seat.user_id, wish)
                return
        try:
            silent = calls.resting and seat == row.to_move
            mark = calls.due[-1][0] if remind else ""
            reminded = calls if remind else None
            await self._send(row, seat.user_id, purpose, page, silent=silent, mark=mark, calls=reminded)
            self._granted(row.id, seat.user_id, wish)
        except _Untold as untold:
            if untold.refusal.passing:
                raise
            await self._tables.people.dm_closed(seat.user_id)
            await self._say_closed(look, seat, shown)
            if old is not None:
                await self._edit(row, old, page)
            if remind:
                # Now that this is known, he is reminded in the channel.
                self._changed.add(row.id)
            return
        if old is not None and not chosen_in:
            await self._take_away(look, replace(old, purpose=f"{OLD}{old.message_id}"))

    def _granted(self, table_id: int, user_id: int, wish: object | None) -> None:
        """A wish is fulfilled, unless there was another meanwhile."""
        if self._wishes.get((table_id, user_id)) is wish:
            self._wishes.pop((table_id, user_id), None)

    async def _send(
        self,
        row: Table,
        user_id: int,
        purpose: str,
        page: Page,
        *,
        silent: bool = False,
        mark: str = "",
        calls: _Calls | None = None,
    ) -> None:
        """Send somebody a new direct message; `mark` and `calls` as for `_show`. Raises `_Untold`."""
        channel = (await self._tables.people.get(user_id)).dm_channel_id
        if channel is None:
            opened = await self._discord_api.open_direct(user_id)
            if isinstance(opened, Refusal):
                raise self._untold(opened, None)
            await self._tables.people.dm_opened(user_id, opened)
            channel = opened
        sent = await self._post(row, channel, page, f"{purpose}-{row.version}{mark}", row.version, silent=silent)
        await self._put(row, purpose, channel, sent, calls)

    async def _tell_lost(self, look: Look, seat: Seat, shown: Shown) -> None:
        """Tell a player why his game can't be shown in its channel, as far as he can be told; of a lobby only the host."""
        row = look.table
        lobby = row.status is Status.LOBBY
        purpose = f"{row.lost}:{_LOBBY if lobby else seat.number}"
        if row.lost is None or not row.active or seat.user_id is None or purpose in shown:
            return
        if lobby and seat.user_id != row.host_id:
            return
        place = self.place(row.guild_id, row.channel_id)
        person = await self._tables.people.get(seat.user_id)
        with i18n.speaking(person.language or person.locale):
            page = table_page.lost(row, row.lost, place.server, self._lacking(row.guild_id, row.channel_id))
        try:
            await self._send(row, seat.user_id, purpose, page)
        except _Untold as untold:
            if untold.refusal.passing:
                raise

    def _lacking(self, guild_id: int, channel_id: int) -> list[str]:
        """The permissions that the bot lacks in a channel, as far as it knows."""
        guild = self._client.get_guild(guild_id)
        channel = guild.get_channel_or_thread(channel_id) if guild else None
        if guild is None or channel is None:
            return []
        return permissions.lacking(channel.permissions_for(guild.me), thread=isinstance(channel, discord.Thread))

    async def _say_closed(self, look: Look, seat: Seat, shown: Shown) -> None:
        """Say once in the channel that somebody can't be written to."""
        purpose = f"closed:{seat.user_id}"
        if purpose in shown or seat.user_id is None or look.table.status is not Status.PLAYING or look.table.lost:
            return
        page = table_page.closed_messages(seat.user_id)
        await self._show(look, purpose, page, None, edit=False, pings=(seat.user_id,), since=1)

    async def _take_away(self, look: Look, message: Message) -> None:
        """Delete a message that serves nobody any more. Raises `_Untold`.

        That it called people to a proposal is remembered for as long as the turn lasts.
        """
        row = look.table
        await self._delete(look, message)
        if (
            row.status is Status.PLAYING
            and message.purpose.startswith(proposals_page.ASKS)
            and message.shows_version > 0
        ):
            await self._tables.messages.shown(row.id, message.purpose, -row.version)
        else:
            await self._tables.messages.remove(row.id, message.purpose)


async def _no_remark(_: Table) -> str | None:
    return None


def _table_page(look: Look, picture: Picture | None, server: Server, remark: str | None) -> Page:
    if look.table.status is Status.CANCELLED:
        return lobby_page.closed_lobby()
    if look.public is None or picture is None:
        return lobby_page.lobby(look.table, defaults.house_of(server, look.table.variant))
    return table_page.table(look, look.public, picture, remark)


def _computers_go_on(look: Look, *, each: bool) -> bool:
    """Whether a computer has just played and another (with `each`: the same one) is to: what they do is told together."""
    row = look.table
    last = look.recent[-1] if look.recent else None
    if row.status is not Status.PLAYING or absence.computer_to_move(row) is None or last is None:
        return False
    mover = row.seat(last.seat)
    return mover is not None and mover.computer is not None and (not each or last.seat == row.turn)


def _dealt(happening: Happening) -> bool:
    return any(event.kind in ("deal", "game") for event in happening.events)


def _turn_began(look: Look) -> int:
    """The version at which the present turn came to whoever plays its seat: by a move of others, a deal, or to him."""
    turn, player = look.table.turn, look.table.to_move
    began = next((one.version for one in reversed(look.recent) if one.seat != turn or _dealt(one)), 1)
    return max(began, 0 if player is None else player.since)


def _last_move(look: Look) -> int:
    """The version that the last move made."""
    return look.recent[-1].version if look.recent else 1


def _due(look: Look, seat: int) -> int:
    """The version that a player's direct message must at least show."""
    row = look.table
    if row.status is not Status.PLAYING:
        return row.version
    own = next((one.version for one in reversed(look.recent) if one.seat == seat or _dealt(one)), 1)
    player = row.seat(seat)
    since = 0 if player is None else player.since
    asked = max((entry.version for entry in look.deeds if entry.deed in log_page.OF_ALL), default=0)
    return max(row.version if row.turn == seat else own, since, asked)


def _news(recent: tuple[Happening, ...], seat: int, version: int) -> bool:
    """Whether since `version` cards were dealt or the turn came to `seat`: worth a new message."""
    later = [one for one in recent if one.version > version]
    return any(one.seat != seat or _dealt(one) for one in later)


def _out_of_date(look: Look, message: Message) -> bool:
    """Whether a message was of use only until now.

    The cards of somebody who gave up his seat, why a game stood still or had lost its place, what was proposed, what was replaced.
    """
    kind, _, of = message.purpose.partition(":")
    lobby = look.table.status is Status.LOBBY
    other_place = kind in set(Lost) and (kind != look.table.lost or not look.table.active or (of == _LOBBY) != lobby)
    asked = {proposals_page.purpose(one) for one in agreements.proposals(look.table)}
    settled = kind == proposals_page.ASKS and message.purpose not in asked and not _called_lately(look, message)
    replaced = message.purpose == _STILL or message.purpose.startswith(OLD)
    return replaced or other_place or settled or _seat_left(look, message)


def _called_lately(look: Look, message: Message) -> bool:
    """Whether the message of a proposal was deleted in the present turn: its version is below 0 then."""
    return look.table.status is Status.PLAYING and -message.shows_version >= _turn_began(look)


def _seat_left(look: Look, message: Message) -> bool:
    kind, _, number = message.purpose.partition(":")
    if kind != "seat":
        return False
    seat = look.table.seat(int(number))
    return seat is None or seat.user_id is None
