"""Notices: one new message for whom something concerns that happened at a table, in their direct messages; only a challenge makes a sound."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.data.notices import News, Notice
from bot.data.people import Person
from bot.data.tables import Table
from bot.league import League
from bot.messages.direct import DirectMessages
from bot.messages.discord_api import DiscordApi, before, nonce_of
from bot.messages.discord_refusals import Refusal
from bot.messages.pages import Pages
from bot.store.database import Database
from bot.store.notices import NoticeStore
from bot.store.people import PersonStore
from bot.tables import Tables
from bot.tables.errors import NoSuchTable
from bot.ui import i18n
from bot.ui.page import Page, Posted
from bot.ui.pages import notice_page
from bot.ui.words import variant_names
from bot.ui.words.game_places import PlaceNames
from bot.worker import Worker

#: Notices that people without direct messages get in the table's channel: they have lost something, or are waited for.
_MATTERS = frozenset(
    {
        News.SITTING_IN,
        News.SEATED_COMPUTER,
        News.SUBSTITUTED,
        News.SUBSTITUTED_BY_MODERATOR,
        News.MOVED,
        News.FULL,
        News.HOST,
        News.REMOVED,
        News.AGAIN,
    }
)


class Notifier(Worker):
    """The worker that tells each notice once, soon after it was stored or the process started.

    Before a message is posted, the moment is stored. After a kill the bot searches the channel from that moment on.
    """

    led = True

    def __init__(
        self,
        database: Database,
        tables: Tables,
        league: League,
        discord_api: DiscordApi,
        pages: Pages,
        *,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        """Write through `discord_api`; `pages` knows the places of tables."""
        super().__init__(database, sleep)
        self._stored = NoticeStore(database)
        self._people = PersonStore(database)
        self._direct = DirectMessages(self._people, discord_api)
        self._tables = tables
        self._league = league
        self._discord_api = discord_api
        self._pages = pages

    def start(self) -> None:
        """Start with the notices that could not be sent before."""
        self._tables.changes.on_notice(self.wake)
        self._league.corrections.on_notice(self.wake)
        super().start()

    async def _work(self) -> float:
        """Send the due notices, and return the seconds until something is tried again."""
        complaint = "a notice could not be sent"
        return await self._tell_each(await self._stored.all(), self._settled, complaint)

    async def _settled(self, notice: Notice) -> bool:
        """Tell a notice. Return whether nothing is left to be done."""
        if not await self._database.works():
            # A post made now could not be remembered, and would be made again.
            return False
        try:
            table = await self._tables.get(notice.table_id)
        except NoSuchTable:
            table = None
        if table is not None and not await self._told(notice, table):
            return False
        await self._stored.end(notice)
        return True

    async def _told(self, notice: Notice, table: Table) -> bool:
        """Tell a notice in the first place that takes it, if there is one. Return False where it is to be tried again."""
        kinds = [one[0] for one in notice.news if notice_page.holds(one, table, notice.user_id)]
        if not kinds:
            return True
        person = await self._people.get(notice.user_id)
        # Those who play in direct messages want them.
        plays_there = table.channel_id is None and News.CHALLENGED not in kinds
        if (person.direct or plays_there) and not person.dm_closed:
            sent = await self._direct.reach(person, lambda channel: self._posted(notice, table, person, channel))
            if not isinstance(sent, Refusal) or sent.passing:
                return not isinstance(sent, Refusal)
            if sent is Refusal.CLOSED:
                await self._people.dm_closed(notice.user_id, self._tables.now(), if_known=True)
        if table.channel_id is not None and table.lost is None and not _MATTERS.isdisjoint(kinds):
            sent = await self._posted(notice, table, person, table.channel_id, aloud=True)
            return not isinstance(sent, Refusal) or not sent.passing
        return True

    async def _posted(
        self, notice: Notice, table: Table, person: Person, channel_id: int, *, aloud: bool = False
    ) -> int | Refusal:
        """Post a notice in a channel, unless it is there already, and return the message's id.

        `aloud`: where others see it, with the person's name.
        """
        place = await self._pages.find_place(table)
        page = await self._page(notice, table, person, place, aloud=aloud)
        if notice.posting_at is not None:
            own = await self._discord_api.messages.own(channel_id, before(notice.posting_at))
            if isinstance(own, Refusal) and own.passing:
                return own
            found = [] if isinstance(own, Refusal) else [one.id for one in own if _alike(one, page, place)]
            if found:
                return found[0]
        else:
            await self._stored.begin(notice, self._tables.now())
        pings = (notice.user_id,) if aloud else ()
        silent = notice.news[0][0] is not News.CHALLENGED or await self._rests(person)
        return await self._discord_api.messages.post(
            channel_id, page, nonce=nonce_of("notice", notice.id, channel_id), pings=pings, silent=silent
        )

    async def _rests(self, person: Person) -> bool:
        """Return whether a person has quiet hours or a vacation now."""
        now = self._tables.now()
        return (await self._tables.rests.of_person(person)).resumes(now) > now

    async def _page(
        self, notice: Notice, table: Table, person: Person, place: PlaceNames | None, *, aloud: bool
    ) -> Page:
        language = await self._pages.language_of(table.guild_id) if aloud else person.language or person.locale
        variant_names.speak_of(table.variant)
        with i18n.speaking(language):
            return notice_page.page(notice, table, place, aloud=aloud)


def _alike(posted: Posted, page: Page, place: PlaceNames | None) -> bool:
    """Return whether a message was posted to show a notice: the server and the channel may be called otherwise by now."""
    (first, _newline, said), (own, _newline, wanted) = posted.text.partition("\n"), page.shown().text.partition("\n")
    return said == wanted and (first == own or (place is not None and place.link in first))
