"""Carry out the plan of a table's messages: Discord is asked to do it, and what was done is remembered at once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import NamedTuple

from bot.data.errors import StoreTrouble
from bot.data.messages import Message, MessageKind, MessageState, Purpose, Told
from bot.data.tables import Lost, Seat, Table
from bot.messages.direct import DirectMessages
from bot.messages.discord_api import DiscordApi, nonce_of
from bot.messages.discord_refusals import Refusal
from bot.messages.pages import Pages
from bot.messages.plan import Delete, Plan, SendMode, Show, Situation, Step
from bot.messages.strays import Strays
from bot.store.database import Database, Transaction
from bot.store.messages import MessageStore
from bot.store.people import PersonStore
from bot.store.timers import TimerStore
from bot.tables import Tables
from bot.tables.views import Look
from bot.ui.page import Attachment, Page
from bot.ui.pages import table_page

log = logging.getLogger(__name__)

#: As many messages under the table hide it on a phone.
_SCROLLED_AFTER = 4

#: Seconds between two looks at a channel for whether a table is out of sight: where people play fast, one serves several turns.
_LOOKED_AFTER = 60

#: Seconds after a refused message for which a change of an older one doesn't have the next one tried, in direct messages alone.
_REFUSED_FOR = 3600

#: Refusals that keep a table from being shown: for its words, for too many open threads, or for an unknown reason.
_UNSHOWN = (Refusal.UNFIT, Refusal.MALFORMED, Refusal.FULL, Refusal.UNKNOWN)

#: The meaning of a refusal for a table's channel.
_LOST = {Refusal.NOWHERE: Lost.GONE, Refusal.BARRED: Lost.BARRED, Refusal.LOCKED: Lost.LOCKED}


class Untold(Exception):
    """A message has still to be sent that Discord refused, asking for a `rest` of this many seconds (0: for none)."""

    def __init__(self, refusal: Refusal, rest: float = 0.0) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
        self.rest = rest


class SeenMessage(NamedTuple):
    """A message that was in sight in its channel, and when the bot saw that (seconds UTC)."""

    message_id: int
    at: int


class _NotBefore(Exception):
    """The end of a game has still to be posted in its channel, which can't be before that changes."""


class Delivery:
    """Carries out the plan for one table as it stands now.

    `again`: people turned out not to take direct messages, so that there is another plan for the table.
    """

    def __init__(
        self,
        database: Database,
        tables: Tables,
        discord_api: DiscordApi,
        strays: Strays,
        pages: Pages,
        now: Situation,
        *,
        in_sight: SeenMessage | None,
        posting: bool,
    ) -> None:
        """`in_sight` says when the table's message was last seen in sight; it is kept up to date.

        `posting`: an earlier pass may have posted what it could not remember, as it is noted in the database.
        """
        self._shared = database.shared
        self._posting = posting
        self._people = PersonStore(database)
        self._direct = DirectMessages(self._people, discord_api)
        self._messages = MessageStore(database)
        self._timers = TimerStore(database)
        self._tables = tables
        self._discord_api = discord_api
        self._strays = strays
        self._pages = pages
        self._now = now
        self.in_sight = in_sight
        self._looks: dict[int, Look] = {}
        self._one_page_at_a_time = asyncio.Lock()
        self._one_note_at_a_time = asyncio.Lock()
        self._taken: set[int] = set()
        """The messages that serve another purpose now."""
        self._sent: list[Message] = []
        self._shown: list[int] = []
        self._deleted: list[int] = []
        self._called: list[int] = []
        self._settled = False
        self.drawn: set[int] = set()
        """The people who have got to see their cards."""
        self.again = False
        self.unshown: Refusal | None = None
        """The reason why Discord refuses posts in the channel, unless it ends a game's time there."""

    def holds(self, message_id: int) -> bool:
        """Return whether a message was sent in this pass and has still to be remembered."""
        return any(one.message_id == message_id for one in self._sent)

    async def carry_out(self, plan: Plan) -> bool:
        """Do what is planned, as far as Discord lets it be done. Return False if a message failed in another way. Raises `Untold`, `StoreTrouble`."""
        table = self._now.table
        shows = [step for steps in plan.direct for step in steps if isinstance(step, Show)]
        hands = {step.to for step in shows if step.purpose.kind is MessageKind.HAND}
        if hands:
            looks = await self._tables.looks(table.id, hands)
            self._looks = {one: looks[one] for one in hands if looks[one].table.version == table.version}
        done = await asyncio.gather(
            self._in_channel(plan),
            *(self._in_order(steps) for steps in plan.direct),
            *(self._in_order([step]) for step in plan.useless),
            return_exceptions=True,
        )
        failures = [one for one in done if isinstance(one, BaseException) and not isinstance(one, _NotBefore)]
        for failure in failures:
            if not isinstance(failure, (Untold, StoreTrouble)):
                log.error("Table %s: a message failed", table.id, exc_info=failure)
        untold: Untold | None = None
        if not failures and not self.again:
            untold = await self._clear()
        not_before = any(isinstance(one, _NotBefore) for one in done)
        waits = plan.unshown or plan.later or plan.reading
        complete = not (failures or untold or not_before or self.again or waits)
        calls = self._now.calls
        needless = not (failures or untold or not_before or self.again or calls.remind)
        await self._remember(calls.due if self._settled or needless else (), complete=complete)
        if complete and not table.active:
            self._strays.forget(table.id)
        refused = [one for one in failures if isinstance(one, Untold)]
        if refused and len(refused) == len(failures):
            # Everything that can be tried before the other rests are over is tried. It is another error, as those kept
            # here would refer to themselves by where they were raised.
            soonest = min(refused, key=lambda one: one.rest)
            raise Untold(soonest.refusal, soonest.rest)
        if untold is not None:
            raise untold
        return not failures

    async def stands_still(self, page: Page) -> None:
        """Say in the channel that a game can't go on, by a page. Raises `Untold`, `StoreTrouble`."""
        table = self._now.table
        step = Show(Purpose(MessageKind.STILL), SendMode.POST, table.version)
        try:
            await self._post_here(step, page)
        finally:
            await self._remember(())

    async def stands_still_for(self, seat: Seat, page: Page) -> None:
        """Say the same to the player of a seat in their direct messages. Raises `Untold`, `StoreTrouble`."""
        person = self._now.people[seat.user_id or 0]
        step = Show(Purpose(MessageKind.STILL, seat.number), SendMode.POST, self._now.table.version, to=person.user_id)
        try:
            sent = await self._direct.reach(person, lambda channel_id: self._post(step, channel_id, page))
            if isinstance(sent, Refusal) and sent.passing:
                raise self._untold(sent, person.dm_channel_id)
        finally:
            await self._remember(())

    # -- what is done

    async def _in_channel(self, plan: Plan) -> None:
        """Tell the channel, and notice if that is impossible now, or possible again."""
        table = self._now.table
        if self._now.direct:
            return
        lost, told = None if self._now.there else Lost.LEFT, True
        if lost is None and table.lost is Lost.GONE:
            return
        if lost is None:
            try:
                await self._in_order(plan.channel)
            except Untold as error:
                lost, told, refusal, rest = _LOST.get(error.refusal), False, error.refusal, error.rest
                if lost is None:
                    self.unshown = refusal if refusal in _UNSHOWN else None
                    raise
        if lost is None:
            if table.lost is not None:
                await self._tables.channels.find(table.id)
        else:
            log.log(
                logging.INFO if lost is table.lost else logging.WARNING, "Table %s lost its place: %s", table.id, lost
            )
            await self._tables.channels.lose(table.id, lost)
        if not table.active and lost not in (None, Lost.GONE):
            raise _NotBefore
        if not told and lost is table.lost and table.active:
            raise Untold(refusal, rest)

    async def _in_order(self, steps: Iterable[Step]) -> None:
        for step in steps:
            if isinstance(step, Show):
                await (self._show_person(step) if step.to else self._show(step))
            elif isinstance(step, Delete):
                await self._delete(step)
            else:
                self._deleted.append(step.message.message_id)

    async def _show(self, step: Show) -> None:
        """Show a page in the channel, in the old message if it is to be edited and can be. Raises `Untold`."""
        place = self._now.table.channel_id
        page = await self._page(step)
        if page is None:
            return
        old = step.old
        reposted = step.way is SendMode.POST or (step.way is SendMode.POST_IF_SCROLLED and await self._scrolled(old))
        if not reposted and old is not None and old.channel_id == place:
            refusal = await self._edit(old, page)
            if refusal is None:
                self._take(step)
                return
            if refusal not in (Refusal.GONE, Refusal.AGED):
                raise self._untold(refusal, place)
        await self._post_here(step, page)
        served = old is not None and not step.takes and old.message_id not in self._taken
        if old is not None and served and not await self._points_on(old):
            await self._delete(Delete(old))

    def _take(self, step: Show) -> None:
        """Note that a message which was there for another purpose serves that of a step."""
        if step.takes and step.old is not None:
            old = step.old
            self._sent.append(
                Message(old.table_id, step.purpose, old.channel_id, old.message_id, self._now.table.version)
            )
            self._taken.add(old.message_id)

    async def _post_here(self, step: Show, page: Page) -> None:
        """Post a message in the table's channel. Raises `Untold`."""
        place = self._now.table.channel_id
        assert place is not None
        sent = await self._post(step, place, page)
        if isinstance(sent, Refusal):
            raise self._untold(sent, place)

    async def _points_on(self, old: Message) -> bool:
        """Have the table's message in a channel from which the game has moved say where it is now. Raises `Untold`."""
        if old.purpose.kind is not MessageKind.TABLE or old.channel_id == self._now.table.channel_id:
            return False
        if await self._edit(old, table_page.moved(self._now.table)) is not None:
            return False
        self._deleted.append(old.message_id)
        return True

    async def _show_person(self, step: Show) -> None:
        """Show a page in somebody's direct messages. Raises `Untold`."""
        page = await self._page(step)
        if page is None:
            return
        if step.old is not None and step.way is not SendMode.POST:
            refusal = await self._edit(step.old, page)
            if refusal is None and page.incomplete:
                page = await self._page(replace(step, keeps_table=False, keeps_hand=False, afresh=True)) or page
                refusal = await self._edit(step.old, page)
            if refusal is None or step.way is SendMode.EDIT_ONLY:
                self._take(step)
                await self._edited(step, refusal)
                return
        person = self._now.people[step.to]
        sent = await self._direct.reach(person, lambda channel_id: self._post(step, channel_id, page))
        if sent is Refusal.CLOSED:
            if step.purpose.kind in (MessageKind.HAND, MessageKind.TABLE):
                await self._people.dm_closed(step.to, self._now.now, if_known=True)
                self.again = True
            return
        if isinstance(sent, Refusal):
            raise self._untold(sent, person.dm_channel_id)
        self._seen(step)
        if step.news:
            await self._people.told_news(step.to, self._now.now, if_known=True)
        if step.old is not None and not step.kept:
            await self._delete(Delete(step.old))

    async def _edited(self, step: Show, refusal: Refusal | None) -> None:
        """Note that a message was edited, or can't be. A person in whose direct messages that works may be written to again.

        Discord may take changes where it takes no new message. In a game that is in direct messages alone, the next one would be
        refused too, and so on: there a while passes first.
        """
        self._seen(step)
        person = self._now.people[step.to]
        # Where a channel can call them instead, they are.
        waits = self._now.direct and self._now.now - (person.dm_tried_at or 0) < _REFUSED_FOR
        if refusal is None and person.dm_closed and step.old is not None and not waits:
            await self._people.dm_opened(step.to, step.old.channel_id, if_known=True)
            self.again = True

    def _seen(self, step: Show) -> None:
        if step.purpose.kind is MessageKind.HAND:
            self.drawn.add(step.to)

    async def _page(self, step: Show) -> Page | None:
        # Made at the same time, two pages with the same picture would have it drawn twice.
        async with self._one_page_at_a_time:
            kept: list[Attachment] = []
            if step.old is not None and (step.keeps_table or step.keeps_hand):
                kept = await self._discord_api.messages.held(step.old.channel_id, step.old.message_id)
            return await self._pages.page(self._now, step, self._looks, kept)

    async def _edit(self, message: Message, page: Page) -> Refusal | None:
        """Show a page in a message that is there. Return what keeps it from that for good, if anything does. Raises `Untold`."""
        refusal = await self._discord_api.messages.edit(message.channel_id, message.message_id, page)
        if refusal is None:
            self._shown.append(message.message_id)
        elif refusal.passing:
            rest = self._discord_api.caller.rest(message.channel_id, of_edits=True)
            raise Untold(refusal, rest if refusal is Refusal.LATER else 0.0)
        return refusal

    async def _post(self, step: Show, channel_id: int, page: Page) -> int | Refusal:
        """Post a message, unless it was posted before without being remembered. Return its id. Raises `Untold`."""
        table = self._now.table
        sent = await self._adopted(table, channel_id, page, step.since)
        if sent is None:
            await self._note_posting()
            posted = await self._discord_api.messages.post(
                channel_id, page, nonce=self._nonce(step, channel_id), pings=step.pings, silent=step.silent
            )
            if posted is Refusal.UNSURE:
                self._strays.doubt(table.id)
            if isinstance(posted, Refusal):
                return posted
            sent = posted
        self._sent.append(Message(table.id, step.purpose, channel_id, sent, table.version, called=step.called))
        self._settled = self._settled or step.calls is not None
        return sent

    def _nonce(self, step: Show, channel_id: int) -> str:
        """Return what tells a message from all others, also from those that served the same purpose at the same version."""
        purpose, table = step.purpose, self._now.table
        served = {
            one.message_id
            for one in self._now.messages
            if one.purpose == purpose and one.state is not MessageState.SHOWN
        }
        if step.old is not None:
            served.add(step.old.message_id)
        newest = max(served, default=0)
        about = (table.id, purpose.kind, purpose.number, purpose.user_id, channel_id, step.since, step.mark, newest)
        return nonce_of("table", *about)

    async def _adopted(self, table: Table, channel_id: int, page: Page, since: int) -> int | None:
        """Return the message that was posted before to show this, and have it show it. Raises `Untold`."""
        stray = await self._strays.like(table, channel_id, page, since)
        if isinstance(stray, Refusal):
            raise self._untold(stray, channel_id)
        if stray is None:
            return None
        same = stray.buttons == page.shown().buttons
        refusal = None if same else await self._discord_api.messages.edit(channel_id, stray.id, page)
        if refusal is None:
            return stray.id
        if refusal is Refusal.AGED:
            refusal = await self._discord_api.messages.delete(channel_id, stray.id)
        if refusal not in (None, Refusal.GONE):
            raise self._untold(refusal, channel_id)
        return None

    async def _delete(self, step: Delete) -> None:
        """Delete a message, unless it is where the bot has no business any more. Raises `Untold`."""
        message = step.message
        refusal = await self._discord_api.messages.delete(message.channel_id, message.message_id)
        if refusal is not None and (refusal.passing or message.channel_id == self._now.table.channel_id):
            raise self._untold(refusal, message.channel_id)
        (self._called if step.called else self._deleted).append(message.message_id)

    async def _scrolled(self, message: Message | None) -> bool:
        """Return whether so much has been written under the table that people would have to look for it."""
        if message is None:
            return False
        seen = self.in_sight
        if seen is not None and seen.message_id == message.message_id and self._now.now - seen.at < _LOOKED_AFTER:
            return False
        later = await self._discord_api.messages.written_since(message.channel_id, message.message_id, _SCROLLED_AFTER)
        if isinstance(later, Refusal):
            return False
        if len(later) == _SCROLLED_AFTER:
            return True
        self.in_sight = SeenMessage(message.message_id, self._now.now)
        return False

    def _untold(self, refusal: Refusal, channel_id: int | None) -> Untold:
        """Return what is raised where Discord refuses something in a channel (None: to open one for direct messages)."""
        return Untold(refusal, self._discord_api.caller.rest(channel_id) if refusal is Refusal.LATER else 0.0)

    async def _note_posting(self) -> None:
        """Have the process that tells the table next look for what this one posts, if this one doesn't come to remember it.

        Where there is one process, the next one looks for that at all tables that are behind when it starts.
        """
        async with self._one_note_at_a_time:
            if self._shared and not self._posting:
                await self._messages.begin_posting(self._now.table.id)
                self._posting = True

    # -- what is remembered

    async def _clear(self) -> Untold | None:
        """Delete what was posted without being remembered and isn't wanted any more. Return what keeps it from that, if anything does."""
        table = self._now.table
        places = [table.channel_id, *(person.dm_channel_id for person in self._now.people.values())]
        channels = {one for one in places if one is not None}
        refusal = await self._strays.clear(table, channels, {one.message_id for one in self._sent})
        return None if refusal is None else Untold(refusal)

    async def _remember(self, due: Collection[str], *, complete: bool = False) -> None:
        """Remember what was done, and that calls are `due` no more; `complete`: all is sent."""
        table = self._now.table
        told = Told(table.version, self._sent, self._shown, self._deleted, self._called, all=complete)
        posted = self._posting and not self._strays.doubts(table.id)
        if not (due or posted or told != Told(table.version, [], [], [], [])):
            return

        async def settle(tx: Transaction) -> None:
            await self._timers.settle(tx, table.id, due, self._tables.now())
            if posted:
                await self._messages.end_posting(tx, table.id)

        try:
            await self._messages.record(table.id, told, settle)
        except BaseException:
            if self._sent:
                self._strays.doubt(table.id)
            raise
