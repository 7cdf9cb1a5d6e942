"""Tells people how a table stands: brings every message that shows it up to date, however the last one came to lag.

Messages are projections of a table. Which version each one shows is stored, so that a pass after a restart, or after
a failed edit, does what is still to be done and nothing twice. `bot.messages.plan` decides on them;
`bot.messages.delivery` sends them.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from dataclasses import dataclass

from bot.data.errors import StoreTrouble
from bot.data.messages import Message, MessageKind, MessageState, Purpose
from bot.data.people import Person
from bot.data.tables import InChannel, InDirectMessages, Status, Table
from bot.messages.delivery import Delivery, Untold
from bot.messages.direct import DirectMessages
from bot.messages.discord_api import DiscordApi, answers, nonce_of
from bot.messages.discord_refusals import Refusal
from bot.messages.emojis import EmojiUploads
from bot.messages.pages import OwnRemark, Pages, Remark
from bot.messages.places import Places
from bot.messages.plan import Situation, planned
from bot.messages.strays import Strays
from bot.messages.telling import Telling
from bot.store.database import Database, Hold, Lock
from bot.store.messages import MessageStore
from bot.store.people import PersonStore
from bot.tables import Tables
from bot.tables.errors import Unplayable
from bot.tables.rules import absence, clock
from bot.tables.views import Change, Look
from bot.ui import i18n
from bot.ui.page import notice
from bot.ui.pages import table_page
from bot.ui.pictures import Pictures
from bot.ui.words import refusals, variant_names
from bot.watching import logs

log = logging.getLogger(__name__)

#: Seconds until unsent messages are tried again, where Discord names no time: twice as many after each failure, up to
#: the latter.
FIRST_AGAIN_AFTER = 5.0
_AT_LEAST_EVERY = 3600.0
#: After this many failures for the same kind of reason a table's host gets a message that Discord refuses to show it.
_TOLD_AFTER = 5
#: How many tables are shown at a time once Discord answers again.
_AT_ONCE = 5
#: Seconds that a turn gets to go on before a draw is shown by itself.
PATIENCE = 30.0
#: Seconds that people get to read the sheet of a round before they are shown their next hand by itself: where others wait for each
#: other, and where one person plays with computers alone.
READING, READING_ALONE = 60.0, 20.0
#: Seconds by which the end of a rest may be off.
_MOMENT = 1.0


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
        places: Places,
        database: Database,
        tables: Tables,
        discord_api: DiscordApi,
        pictures: Pictures,
        emojis: EmojiUploads,
        *,
        each_computer: bool,
    ) -> None:
        """Show every computer's turn if `each_computer`, as they take their time; else one update for a row of them."""
        self._each_computer = each_computer
        self._places = places
        self._database = database
        self._people = PersonStore(database)
        self._direct = DirectMessages(self._people, discord_api)
        self.messages = MessageStore(database)
        """The messages sent for the tables, and the state that each shows."""
        self._tables = tables
        self._discord_api = discord_api
        self._tables_told = defaultdict[int, Telling](Telling)
        """By tables what is remembered of those that are in progress, or behind."""
        self._trying: asyncio.Task[None] | None = None
        self._try_once_more = False
        self.pages = Pages(places, database, tables, pictures, emojis)
        """The maker of the pages, also for answers that show them."""
        self.pages.celebrations.when_drawn(self._celebrated)
        self._strays = Strays(discord_api, self.messages)
        self._choices: dict[int, _Choice] = {}
        """By the messages in which people are choosing. They may be drawn over after a restart."""
        tables.changes.on_change(self._heard)
        tables.changes.on_forgotten(self._names_forgotten)
        tables.standing_orders.on_change(self.redraw_one)

    def remark_results(self, remark: Remark, achieved: OwnRemark) -> None:
        """Have `remark` asked for the words to all beneath the end of a game, `achieved` for those to each of its
        people."""
        self.pages.remark, self.pages.achieved = remark, achieved

    async def result_changed(self, table_id: int) -> None:
        """Show what is said beneath the end of a game, which has changed."""
        table = await self._tables.get(table_id)
        kind = MessageKind.TABLE if table.status is Status.ABANDONED else MessageKind.RESULT
        await self._tell_again(table_id, Purpose(kind))

    async def _tell_again(self, table_id: int, purpose: Purpose) -> None:
        """Have the message for a purpose sent again in its place, if there is one."""
        self._tables_told[table_id].outdated.add(purpose)
        await self.messages.outdated(table_id, purpose)
        self.wake(table_id)

    async def catch_up(self, guild_id: int | None = None) -> None:
        """Send the messages that could not be sent before, of one server's tables if it is named: it may be possible
        now."""
        await self._strays.start()
        lagging = await self.messages.lagging(guild_id)
        for table_id in lagging:
            if guild_id is None:
                self._tables_told[table_id].host_maybe_told = True
            self.wake(table_id)

    def try_again(self) -> None:
        """Send the messages that could not be sent before, a few tables at a time, as Discord answers again."""
        self._try_once_more = True
        if self._trying is None or self._trying.done():
            self._trying = asyncio.create_task(self._try_again(), name="try-again")

    async def _try_again(self) -> None:
        at_once = asyncio.Semaphore(_AT_ONCE)

        async def tell(table_id: int) -> None:
            async with at_once:
                telling = self._tables_told.get(table_id)
                if telling is not None and telling.retry is not None:
                    await asyncio.wait({self.wake(table_id)})

        while self._try_once_more:
            # Another outage may begin and end meanwhile.
            self._try_once_more = False
            await asyncio.gather(
                *(tell(table_id) for table_id in [*self._tables_told] if self._tables_told[table_id].failures)
            )

    def wake(self, table_id: int) -> asyncio.Task[None]:
        """Bring the messages of a table up to date soon, in the pass that is returned."""
        telling = self._tables_told[table_id]
        if telling.retry is not None:
            telling.retry.cancel()
            telling.retry = None
        telling.changed = True
        if telling.under_way is None:
            telling.under_way = asyncio.create_task(self._tell(table_id, telling), name=f"tell-{table_id}")
        return telling.under_way

    @property
    def passes(self) -> list[asyncio.Task[None]]:
        """The passes under way."""
        return [telling.under_way for telling in self._tables_told.values() if telling.under_way is not None]

    async def finish(self) -> None:
        """Wait for the passes under way, and start no more by itself."""
        for telling in self._tables_told.values():
            for timer in (telling.retry, telling.reading):
                if timer is not None:
                    timer.cancel()
            telling.retry = None
        if self._trying is not None:
            self._trying.cancel()
        self.pages.celebrations.close()
        await asyncio.gather(*self.passes, return_exceptions=True)

    def _names_forgotten(self, table_id: int) -> None:
        """Show a table again, of which messages may name somebody whose name was erased."""
        self._tables_told[table_id].overtaken = True
        self.wake(table_id)

    async def write_again(self, user_id: int) -> None:
        """Try direct messages again with a person who had closed them, now that they may have opened them."""
        person = await self._people.get(user_id)
        if person.dm_closed:
            await self._people.dm_opened(user_id, person.dm_channel_id, if_known=True)

    async def reached(self, person: Person, channel_id: int) -> None:
        """Note that a person does something in their direct messages, and where these are now; write to them again.

        Data that is deleted meanwhile isn't written back.
        """
        if person.dm_tried_at is not None or person.dm_channel_id != channel_id:
            known = person.locale is not None
            await self._people.dm_opened(person.user_id, channel_id, if_known=known)
        if person.dm_closed:
            await self.wake_those_of(person.user_id)

    async def wake_those_of(self, user_id: int) -> None:
        """Bring the messages of all tables of a person up to date soon."""
        for table in await self._tables.games.of_person(user_id):
            self.wake(table.id)

    async def redraw(self, user_id: int) -> None:
        """Show a person's hands as they like them now, in the direct messages of the games that they are in."""
        for table in await self._tables.games.of_person(user_id):
            if table.status is Status.PLAYING:
                self._tables_told[table.id].wish(user_id)
                self.wake(table.id)

    def redraw_one(self, table_id: int, user_id: int) -> None:
        """Show one hand of a person again, at a time that tells the others nothing: where something waits, together with that."""
        telling = self._tables_told[table_id]
        telling.wish(user_id)
        if telling.retry is None:
            self.wake(table_id)

    async def shown(self, table_id: int) -> None:
        """Wait a moment for what is being shown of a table."""
        telling = self._tables_told.get(table_id)
        if telling is not None and telling.under_way is not None:
            await asyncio.wait({telling.under_way}, timeout=answers.QUICK_SECONDS)

    def next_hand(self, table_id: int, user_id: int) -> None:
        """Show a person their hand of a round, though they may not have read the sheet of the one before for long."""
        self._tables_told[table_id].wish(user_id)
        self.wake(table_id)

    def choosing(self, message_id: int, user_id: int, look: Look) -> None:
        """Leave a message as it is from now on, as its reader is choosing in it, from what `look` shows.

        That ends by `chosen`, or when the game moves on.
        """
        before = self._choices.get(message_id)
        waiting = before is not None and before.kept_waiting
        self._choices[message_id] = _Choice(look.table.id, user_id, look.table.version, waiting)

    def chosen(self, message_id: int) -> None:
        """Show in a message what had to wait until its reader had chosen."""
        choice = self._choices.pop(message_id, None)
        if choice is not None and choice.kept_waiting:
            self.wake(choice.table_id)

    def answered(self, user_id: int, table: Table, *, elsewhere: bool) -> None:
        """Note where a person will be shown the move that they make at the table as it is: in their direct message or `elsewhere`."""
        if elsewhere:
            self._tables_told[table.id].answered[user_id] = table.version
        elif (telling := self._tables_told.get(table.id)) is not None:
            telling.answered.pop(user_id, None)

    async def keeps(self, table_id: int, message_id: int) -> bool:
        """Return whether a message is one of those that follow a table by themselves."""
        telling = self._tables_told.get(table_id)
        if telling is not None and telling.delivery is not None and telling.delivery.holds(message_id):
            return True
        kept = await self.messages.of(table_id)
        return any(one.message_id == message_id and one.state is not MessageState.REPLACED for one in kept)

    async def hand_there(self, table: Table, user_id: int) -> Message | None:
        """Return the direct message in which a player sees their cards as the table stands, None if there is none."""
        seat = table.seat_of(user_id)
        if seat is None:
            return None
        wanted = (Purpose(MessageKind.HAND, seat.number), MessageState.SHOWN, table.version)
        kept = await self.messages.of(table.id)
        return next((one for one in kept if (one.purpose, one.state, one.shows_version) == wanted), None)

    async def _celebrated(self, table_id: int, purpose: Purpose) -> None:
        """Show a picture in a message that was sent before the picture was drawn."""
        if purpose.kind is MessageKind.HAND:
            # The message shows the present turn all the same, to which its reader isn't called again.
            seat = (await self._tables.get(table_id)).seat(purpose.number)
            if seat is not None and seat.user_id is not None:
                self._tables_told[table_id].wish(seat.user_id)
                self.wake(table_id)
        else:
            await self._tell_again(table_id, purpose)

    def _heard(self, change: Change) -> None:
        self.wake(change.table.id)

    async def _tell(self, table_id: int, telling: Telling) -> None:
        logs.about(table=table_id)
        told, rest = True, 0.0
        while telling.changed:
            telling.changed = False
            rest = 0.0
            hold = Hold()
            try:
                # A message that another process is sending is not sent again, since it is remembered by then.
                async with self._database.locked(Lock.TELLING, table_id) as hold:
                    told = await self._pass(table_id, telling)
            except Untold as untold:
                told, rest = False, untold.rest
            except StoreTrouble:
                told = False
            except Exception:
                log.exception("Table %s could not be told", table_id)
                told = False
            if hold.lost:
                telling.overtaken = telling.changed = True
        telling.under_way = None
        left, telling.left = telling.left, None
        if told:
            telling.failures = 0
            if left is not None:
                telling.retry = asyncio.get_running_loop().call_later(PATIENCE, self.lose_patience, table_id, left)
            elif telling == Telling():
                del self._tables_told[table_id]
            return
        failures = telling.failures
        if telling.unshown_times > _TOLD_AFTER and telling.unshown is not None:
            await self._tell_host(table_id, telling, full=telling.unshown is Refusal.FULL)
        if not rest:
            telling.failures = failures + 1
        # Nothing is asked of Discord meanwhile; a moment later the rest is over by its clock too.
        delay = rest + _MOMENT if rest else min(FIRST_AGAIN_AFTER * 2 ** min(failures, 10), _AT_LEAST_EVERY)
        telling.retry = asyncio.get_running_loop().call_later(delay, self.wake, table_id)

    async def _tell_host(self, table_id: int, telling: Telling, *, full: bool) -> None:
        """Tell a table's host, once, that Discord refuses to show it; `full`: as the server has too many open threads."""
        if full in telling.host_told:
            return
        try:
            table, person = await self._hosted(table_id)
            with i18n.speaking(person.language or person.locale):
                page = table_page.unshown(table, full=full)
            telling.host_maybe_told = True
            nonce = nonce_of("unshown", table_id, full, table.version)
            sent = await self._direct.write_once(person, page, since=table.created_at, nonce=nonce)
        except StoreTrouble:
            return
        if not isinstance(sent, Refusal) or not sent.passing:
            telling.host_told.add(full)

    async def _take_back(self, table_id: int, telling: Telling) -> bool:
        """Delete the message to the host about a table that Discord shows now. Return whether that is settled."""
        if not telling.host_maybe_told:
            return True
        table, person = await self._hosted(table_id)
        for full in (False, True):
            with i18n.speaking(person.language or person.locale):
                page = table_page.unshown(table, full=full)
            if await self._direct.take_back(person, page, since=table.created_at) is not None:
                return False
            telling.host_told.discard(full)
        telling.host_maybe_told = False
        return True

    async def _hosted(self, table_id: int) -> tuple[Table, Person]:
        """Return a table with its host."""
        table = await self._tables.get(table_id)
        return table, await self._people.get(table.host_id)

    def lose_patience(self, table_id: int, version: int) -> None:
        """Tell what was left for later, as the turn hasn't gone on."""
        self._tables_told[table_id].waited = version
        self.wake(table_id)

    async def _pass(self, table_id: int, telling: Telling) -> bool:
        """Tell all that there is to tell now. Return False if a message has still to be sent. Raises `Untold`."""
        if not await self._database.works():
            # A message sent now could not be remembered, and would be sent again.
            return False
        while telling.outdated:
            await self.messages.outdated(table_id, telling.outdated.pop())
        try:
            look = await self._tables.look(table_id)
        except Unplayable as error:
            return await self._stands_still(table_id, telling, error.reason)
        if _computers_go_on(look, each=self._each_computer):
            return True
        if telling.overtaken:
            look = await self._show_again(table_id, telling)
        posting = self._database.shared and await self.messages.is_posting(table_id)
        if posting:
            self._strays.doubt(table_id)
        self._strays.begin(table_id)
        now = await self._situation(look, telling)
        wishes = {user_id: telling.wishes[user_id] for user_id in now.redraw}
        i18n.speak(await self.pages.language_of(look.table.guild_id), variant_names.vocabulary(look.table.variant))
        plan = planned(now)
        for message_id in plan.waiting:
            self._choices[message_id].kept_waiting = True
        telling.left = look.table.version if plan.later else None
        delivery = self._delivery(now, telling, posting=posting)
        try:
            return await delivery.carry_out(plan) and await self._take_back(table_id, telling)
        finally:
            telling.delivery, telling.in_sight = None, delivery.in_sight
            telling.unshown = delivery.unshown
            telling.unshown_times = 0 if delivery.unshown is None else telling.unshown_times + 1
            self.pages.celebrations.draw(table_id)
            for user_id in delivery.drawn & wishes.keys():
                telling.granted(user_id, wishes[user_id])
            if delivery.again:
                telling.changed = True
            if not look.table.active:
                telling.over()

    async def _show_again(self, table_id: int, telling: Telling) -> Look:
        """Have all that shows how a table stands shown again in its place, and return the table."""
        await self.messages.outdated(table_id, Purpose(MessageKind.TABLE))
        look = await self._tables.look(table_id)
        for seat in look.table.seats:
            if seat.user_id is not None and look.table.status is Status.PLAYING:
                telling.wish(seat.user_id)
        telling.overtaken = False
        return look

    def _delivery(self, now: Situation, telling: Telling, *, posting: bool = False) -> Delivery:
        delivery = Delivery(
            self._database,
            self._tables,
            self._discord_api,
            self._strays,
            self.pages,
            now,
            in_sight=telling.in_sight,
            posting=posting,
        )
        telling.delivery = delivery
        return delivery

    async def _situation(self, look: Look, telling: Telling) -> Situation:
        """Read all that a plan for a table depends on."""
        table = look.table
        # Of people who were deleted there is only a number below 0.
        seated = [seat.user_id for seat in table.seats if seat.user_id is not None and seat.user_id > 0]
        people = await self._people.all(seated)
        mover = None if table.to_move is None or table.to_move.computer else people.get(table.to_move.user_id or 0)
        there = True
        if isinstance(table.home, InChannel):
            await self._places.learn(table.home.guild_id, table.home.channel_id)
            there = await self._places.there(table.home.guild_id)
        now = self._tables.now()
        return Situation(
            look,
            await self.messages.of(table.id),
            people,
            now,
            resting=mover is not None and (await self._tables.rests.of_person(mover)).resumes(now) > now,
            choosing=self._choosing(look),
            redraw=telling.wishes.keys() & people.keys(),
            answered=telling.answered,
            patient=telling.waited != table.version,
            there=there,
            onwards=self._onwards(look, telling),
        )

    def _onwards(self, look: Look, telling: Telling) -> bool:
        """Return whether the sheet of the last round has been there for long enough; begin to count the first time it is asked."""
        table_id, round_number = look.table.id, len(look.public.finished) if look.public else 0
        if not round_number or look.table.status is not Status.PLAYING:
            return True
        if telling.round_read != round_number:
            if telling.reading is not None:
                telling.reading.cancel()
            seconds = READING if clock.people_wait(look.table) else READING_ALONE
            telling.round_read = round_number
            telling.reading = asyncio.get_running_loop().call_later(seconds, self._have_read, table_id)
        return telling.reading is None

    def _have_read(self, table_id: int) -> None:
        """Show people their next hands, as they have had time to read the sheet of a round."""
        self._tables_told[table_id].reading = None
        self.wake(table_id)

    def _choosing(self, look: Look) -> set[int]:
        """Return the messages in which people choose what the game still lets them choose. Let the table's others go."""
        mover, found = look.table.to_move, set()
        for message_id, choice in [*self._choices.items()]:
            if choice.table_id == look.table.id:
                playing = mover is not None and mover.user_id == choice.user_id and not mover.computer
                if playing and look.last_move <= choice.version:
                    found.add(message_id)
                else:
                    del self._choices[message_id]
        return found

    async def _stands_still(self, table_id: int, telling: Telling, reason: str) -> bool:
        """Say once in the channel that a game can't go on until the bot is another one. Raises `Untold`."""
        table = await self._tables.get(table_id)
        if isinstance(table.home, InDirectMessages):
            return await self._each_stands_still(table, telling, reason)
        i18n.speak(await self.pages.language_of(table.guild_id), variant_names.vocabulary(table.variant))
        messages = await self.messages.of(table_id)
        if not any(one.purpose.kind is MessageKind.STILL and one.state is MessageState.SHOWN for one in messages):
            page = notice(refusals.stands_still(reason))
            now = Situation(Look(table, None, None, ()), messages, {}, self._tables.now())
            try:
                await self._delivery(now, telling).stands_still(page)
            finally:
                telling.delivery = None
        return True

    async def _each_stands_still(self, table: Table, telling: Telling, reason: str) -> bool:
        """Say the same once to each player of a game in direct messages. Raises `Untold`."""
        messages = await self.messages.of(table.id)
        said = {one.purpose.number for one in messages if one.purpose.kind is MessageKind.STILL}
        seats = [seat for seat in table.seats if seat.user_id is not None and seat.user_id > 0]
        people = await self._people.all([seat.user_id for seat in seats if seat.user_id is not None])
        now = Situation(Look(table, None, None, ()), messages, people, self._tables.now())
        try:
            for seat in seats:
                person = people[seat.user_id or 0]
                if seat.number not in said and not person.dm_closed:
                    with i18n.speaking(person.language or person.locale):
                        page = notice(refusals.stands_still(reason))
                    await self._delivery(now, telling).stands_still_for(seat, page)
        finally:
            telling.delivery = None
        return True


def _computers_go_on(look: Look, *, each: bool) -> bool:
    """Return whether a computer has just played and another one goes on (with `each`: the same one), which is shown
    together."""
    table = look.table
    last = look.recent[-1] if look.recent else None
    if table.status is not Status.PLAYING or absence.computer_to_move(table) is None or last is None:
        return False
    mover = table.seat(last.seat)
    return mover is not None and mover.computer is not None and (not each or last.seat == table.turn)
