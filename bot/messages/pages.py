"""Pages of a table's messages: the page for a step of a plan, with its pictures, in its readers' language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

import discord

from bot.canasta.cards import Card
from bot.canasta.views import PublicView, SeatView
from bot.data.errors import StoreTrouble
from bot.data.messages import MessageKind, Purpose
from bot.data.pauses import Pause
from bot.data.people import Person
from bot.data.tables import InChannel, Lost, Status, Table
from bot.messages.celebrations import Celebrations
from bot.messages.emojis import EmojiUploads
from bot.messages.places import Places
from bot.messages.plan import SendMode, Show, Situation, proposal_of
from bot.store.database import Database
from bot.store.pauses import PauseStore
from bot.store.servers import ServerStore
from bot.store.tips import TipStore
from bot.tables import Tables, is_own
from bot.tables.rules import agreements, defaults
from bot.tables.views import Look
from bot.ui import celebrations, i18n, permissions
from bot.ui.celebrations import Celebrated
from bot.ui.page import Attachment, Page
from bot.ui.pages import hand_page, lobby_page, proposals_page, round_page, table_page, watch_page
from bot.ui.pages.hand_page import is_waiting
from bot.ui.pictures import Pictures, after_last_move
from bot.ui.words import clock_text, score_text, tips
from bot.ui.words.game_places import PlaceNames
from renderer import CelebrationView, Picture

#: The most pictures of a hand and its table together: with its buttons, a message may have 40 components.
_MOST_PICTURES = 4
#: The remark beneath the end of a game; None: nothing.
Remark = Callable[[Table], Awaitable[str | None]]
OwnRemark = Callable[[Table, int], Awaitable[str | None]]


class Pages:
    """Makes the pages that show a table."""

    def __init__(
        self,
        places: Places,
        database: Database,
        tables: Tables,
        pictures: Pictures,
        emojis: EmojiUploads,
    ) -> None:
        self._places = places
        self._servers = ServerStore(database)
        self._pauses = PauseStore(database)
        self._tips = TipStore(database)
        self._tables = tables
        self._pictures = pictures
        self._emojis = emojis
        self.celebrations = Celebrations(pictures)
        """The pictures of what is celebrated."""
        self.remark: Remark = _no_remark
        self.achieved: OwnRemark = _no_remark_of_ones_own
        self.in_browsers = False
        """Whether tables can be opened in browsers."""

    async def remark_to(self, table: Table, user_id: int) -> str | None:
        """Return the words to all beneath the end of a game, and those to one of its people; None for nothing."""
        everybody, own = await self.remark(table), await self.achieved(table, user_id)
        if own and everybody and own in everybody:
            own = None
        return "\n".join(line for line in (everybody, own) if line) or None

    async def page(
        self, now: Situation, step: Show, looks: Mapping[int, Look], held: Sequence[Attachment] = ()
    ) -> Page | None:
        """Return the page for a step, None if nothing can be shown. `looks` are what people see of the table, by their
        ids.
        `held` are the files that the message holds, if it is to keep some.

        Pages for the channel are in the language of the task that asks.
        """
        self.celebrations.begin(now.table.id, step.purpose)
        if not step.to:
            return await self._for_all(now, step)
        person = now.people[step.to]
        with i18n.speaking(person.language or person.locale):
            if step.purpose.kind is MessageKind.HEADS_UP:
                return hand_page.heads_up(now.look, self.place(now.table))
            if step.purpose.kind is MessageKind.TABLE:
                return await self._lobby(now.table, person)
            if step.purpose.kind is MessageKind.SCORES:
                return await self.round_over(now.look, step.purpose.number, person, onwards=step.onwards, step=step)
            if step.purpose.kind is not MessageKind.HAND:
                return await self._lost(now.table, Lost(step.purpose.kind))
            look = looks.get(step.to)
            if look is None or look.mine is None:
                return None
            if step.way is not SendMode.POST and not step.afresh and is_waiting(look, look.mine):
                return await self._waiting(look, look.mine, person, step, held)
            remark = clock_text.reminder(now.table, step.calls.due) if step.calls and step.mark else None
            return hand_page.hand(await self.parts(look, look.mine, person, with_table=True, step=step), remark)

    async def _waiting(
        self, look: Look, view: SeatView, person: Person, step: Show, held: Sequence[Attachment]
    ) -> Page:
        """Return the page for a player who waits, with what stays of the pictures that their message holds."""
        tables, hands = (
            [file for file in held if file.name.startswith(name) and person.pictures and wanted]
            for name, wanted in (("table", step.keeps_table), ("hand", step.keeps_hand))
        )
        parts = await self.parts(look, view, person, with_table=not tables, with_hand=False, step=step)
        return hand_page.waiting(parts, (*tables, *hands), table_in_words=not person.pictures)

    async def _for_all(self, now: Situation, step: Show) -> Page | None:
        table, look, public = now.table, now.look, now.look.public
        match step.purpose.kind:
            case MessageKind.TABLE:
                return await self._table(now, step)
            case MessageKind.SCORES if public is not None:
                sheet = next(one for one in public.finished if one.number == step.purpose.number)
                if public.winner is not None and sheet == public.finished[-1]:
                    return await self.scores(look, sheet.number, celebrated=celebrations.of_last_round(sheet, public))
                round_won = celebrations.of_round(sheet, public)
                celebrated = await self._celebrated_by_all(now, step, round_won, celebrations.gained_most(sheet))
                return await self.scores(look, sheet.number, celebrated=celebrated)
            case MessageKind.PROPOSAL:
                proposal = next(one for one in agreements.proposals(table) if proposal_of(one) == step.purpose)
                return proposals_page.proposed(proposal, table)
            case MessageKind.RESULT if public is not None:
                won = await self._celebrated_by_all(now, step, celebrations.of_game(public), public.winner)
                return table_page.result(public, table, await self.remark(table), won)
            case MessageKind.CLOSED:
                return table_page.closed_messages(step.purpose.user_id)
        return None

    async def _lost(self, table: Table, why: Lost) -> Page | None:
        """Return why a table can't be shown in its channel, for its players; None for one in direct messages."""
        place = self.place(table)
        if place is None or not isinstance(table.home, InChannel):
            return None
        return table_page.lost(
            table, why, place.server, await self._lacking(table.home.guild_id, table.home.channel_id)
        )

    async def _lobby(self, table: Table, person: Person | None = None) -> Page:
        """Return a table before its game, for everybody or, in direct messages, as a person prefers it."""
        if table.status is Status.CANCELLED:
            return lobby_page.closed_lobby()
        server = await self._servers.get(table.guild_id)
        view = lobby_page.pictured(table) if person is None or person.pictures else None
        picture = None if view is None else await self._pictures.lobby(view, person or server)
        return lobby_page.lobby(table, defaults.house_of(server, table.variant), picture)

    async def _table(self, now: Situation, step: Show) -> Page:
        look, table = now.look, now.table
        if look.public is None:
            return await self._lobby(table)
        remark = await self.remark(table) if table.status is Status.ABANDONED else None
        playing = table.status is Status.PLAYING
        celebrated = celebrations.of_turns(look, look.public) if playing else None
        again = clock_text.reminder(table, step.calls.due) if step.calls and step.mark else None
        return table_page.table(
            look,
            look.public,
            await self._pictures.table(look.public, await self._servers.get(table.guild_id)),
            remark,
            await self._celebrated(table, Purpose(MessageKind.TABLE), celebrated),
            call=table_page.call(look.public, table, again) if now.by_ping and not now.calls.resting else None,
            in_browsers=self.in_browsers,
        )

    async def _celebrated(
        self, table: Table, purpose: Purpose | None, view: CelebrationView | None
    ) -> Celebrated | None:
        """Return what a message celebrates, with its picture if the server wants one and it has been drawn."""
        if view is None:
            return None
        server = await self._servers.get(table.guild_id)
        if server.celebrations == "none":
            return Celebrated(view)
        return Celebrated(view, self.celebrations.drawn(table.id, purpose, view, server))

    async def _celebrated_by_all(
        self, now: Situation, step: Show, view: CelebrationView | None, account: int | None
    ) -> Celebrated | None:
        """Return what the channel celebrates of a round or game that an account won: without a picture if computers alone have it."""
        table, public = now.table, now.look.public
        if view is None or account is None or public is None:
            return None
        seats = score_text.owners(public, len(public.scores))[account]
        if any(seat.level is None for seat in table.seats if seat.number in seats):
            return await self._celebrated(table, step.purpose, view)
        return Celebrated(view)

    async def scores(
        self, look: Look, number: int, person: Person | None = None, celebrated: Celebrated | None = None
    ) -> Page:
        """Return the sheet of a round that was scored, for everybody or as one person prefers it."""
        table, public = look.table, look.public
        assert public is not None
        ended = await self._ended(table, public, number, person)
        return table_page.scores(ended, table, celebrated)

    async def watching(self, look: Look, person: Person) -> Page:
        """Return a table for somebody who looks on, as they prefer it."""
        picture = await self._pictures.table(look.public, person) if look.public and person.pictures else None
        in_browsers = self.in_browsers and not is_own(look.table.id)
        return watch_page.watching(look, picture, person.user_id, in_browsers=in_browsers)

    async def sheet(self, look: Look, number: int, person: Person) -> Page:
        """Return the sheet of a round for one person who looks it up, with the way to those of other rounds."""
        table, public = look.table, look.public
        assert public is not None
        ended = await self._ended(table, public, number, person)
        return table_page.scores(ended, table, others=table_page.other_sheets(public, table, number))

    async def _ended(self, table: Table, public: PublicView, number: int, person: Person | None) -> table_page.Ended:
        sheet = next(one for one in public.finished if one.number == number)
        reader = person or await self._servers.get(table.guild_id)
        picture = await self._pictures.scores(sheet, public, reader)
        story = None if is_own(table.id) else await self._tables.replays.story(table.id, number)
        return table_page.Ended(number, picture, story, in_words=person is not None and not person.pictures)

    async def hand(self, look: Look, person: Person) -> Page:
        """Return somebody's hand in a game of their own, with its table."""
        assert look.mine is not None
        return hand_page.hand(await self.parts(look, look.mine, person, with_table=True))

    async def parts(
        self,
        look: Look,
        view: SeatView,
        person: Person,
        *,
        with_table: bool,
        with_hand: bool = True,
        chosen: tuple[Card, ...] = (),
        counted: int = 0,
        step: Show | None = None,
    ) -> hand_page.HandParts:
        """Return what a message to a player is made from, with pictures as they like them; none if they would rather read.

        The `chosen` cards are lifted in the picture of the hand, unless it doesn't hold them all. The picture of the table
        says how much of what it takes to open they have `counted`. `step` is what shows the message by itself.
        """
        place = self.place(look.table)
        pause = await self._pause(look, person) if view.my_turn else None
        held = chosen if Counter(chosen) <= Counter(view.hand) else ()
        hand = await self._pictures.hands(view, person, chosen=held) if person.pictures and with_hand else ()
        table: tuple[Picture, ...] = ()
        if person.pictures and with_table:
            most = _MOST_PICTURES - len(hand)
            seen = after_last_move(look, view.public) if is_waiting(look, view) else view.public
            table = await self._pictures.tables(seen, person, own=view.my_turn, most=most, chosen=counted)
        emojis = self._emojis.seen_by(person)
        orders = None
        if not is_own(look.table.id):
            orders = await self._tables.standing_orders.pending(look, person.user_id)
        ended = None
        if view.public.finished and view.public.over:
            ended = await self._ended(look.table, view.public, view.public.finished[-1].number, person)
        elsewhere = set[int]()
        if not view.my_turn:
            # Of all who sit there, so that it is asked once for the pages of all.
            seated = [seat.user_id for seat in look.table.seats if seat.user_id is not None]
            elsewhere = await self._tables.games.waited_for_elsewhere(look.table.id, seated)
        return hand_page.HandParts(
            look,
            view,
            place,
            hand_page.Drawn(hand, table),
            pause,
            emojis,
            others=person.user_id in elsewhere,
            orders=orders,
            ended=ended,
            celebrated=await self._celebrated_with(look, view, person, step),
            tip=await self._tip(look, view, person),
            achieved=await self.achieved(look.table, person.user_id)
            if view.public.over and not is_own(look.table.id)
            else None,
            safe_first=person.safe_first,
            in_browsers=self.in_browsers,
        )

    async def _celebrated_with(
        self, look: Look, view: SeatView, person: Person, step: Show | None
    ) -> Celebrated | None:
        """Return what a message to a player celebrates: a game or round that is over with its picture, else in words."""
        table, public = look.table, view.public
        if is_own(table.id):
            return None
        if not public.over:
            found = celebrations.of_turns(look, public)
            return None if found is None else Celebrated(found, said=celebrations.said_to(view.seat, found, public))
        if public.winner != celebrations.account_of(view.seat, public):
            return None
        return await self._won(table, celebrations.of_game(public), view.seat, public, person, step)

    async def _won(
        self,
        table: Table,
        found: CelebrationView | None,
        seat: int,
        public: PublicView,
        person: Person,
        step: Show | None,
    ) -> Celebrated | None:
        """Return what is celebrated of a round or game that is over, for a player who gained by it."""
        if found is None:
            return None
        said = celebrations.said_to(seat, found, public)
        if not person.pictures:
            return Celebrated(found, said=said)
        celebrated = await self._celebrated(table, None if step is None else step.purpose, found)
        return None if celebrated is None else replace(celebrated, said=said)

    async def round_over(
        self, look: Look, number: int, person: Person, *, onwards: bool, step: Show | None = None
    ) -> Page:
        """Return the end of a round for one of its players; `onwards`: they may ask for their next hand."""
        table, public, seat = look.table, look.public, look.table.seat_of(person.user_id)
        assert public is not None
        assert seat is not None
        ended = await self._ended(table, public, number, person)
        sheet = next(one for one in public.finished if one.number == number)
        won = celebrations.gained_most(sheet) == celebrations.account_of(seat.number, public)
        found = celebrations.of_round(sheet, public) if won else None
        celebrated = await self._won(table, found, seat.number, public, person, step)
        place = self.place(table)
        return round_page.over(table, public, place, seat.number, sheet, ended, celebrated, onwards=onwards)

    async def _tip(self, look: Look, view: SeatView, person: Person) -> str | None:
        """Return the kind of tip that a person reads in their present turn, None for nothing new: one a turn."""
        if not person.tips or not view.my_turn or is_own(look.table.id):
            return None
        with suppress(StoreTrouble):
            turn = look.table.id, look.table.turn_since or 0
            told, due = await self._tips.of(person.user_id), tips.due(view)
            if turn in told.values():
                return next((kind for kind in due if told.get(kind) == turn), None)
            new = next((kind for kind in due if kind not in told), None)
            if new is not None:
                await self._tips.tell(person.user_id, new, turn, if_known=True)
            return new
        return None

    async def _pause(self, look: Look, person: Person) -> Pause | None:
        """Return a person's discard that waits, unless another move has come before it."""
        pause = await self._pauses.of(look.table.id)
        own = pause is not None and pause.user_id == person.user_id
        return pause if pause is not None and own and pause.version >= look.last_move else None

    def place(self, table: Table) -> PlaceNames | None:
        """Return where a table stands, in words and as a link; None in direct messages."""
        if not isinstance(table.home, InChannel):
            return None
        guild_id, channel_id = table.home.guild_id, table.home.channel_id
        guild, channel = self._places.guild(guild_id), self._places.channel(guild_id, channel_id)
        return PlaceNames(
            guild.name if guild else "?",
            channel.name if channel else "?",
            f"https://discord.com/channels/{guild_id}/{channel_id}",
        )

    async def find_place(self, table: Table) -> PlaceNames | None:
        """Return the same, after asking Discord where that isn't known."""
        if isinstance(table.home, InChannel):
            await self._places.learn(table.home.guild_id, table.home.channel_id)
        return self.place(table)

    async def language_of(self, guild_id: int | None) -> str:
        """Return the language of a server's channels: what it has set, else what Discord says of it.

        Of no server (None) it is English.
        """
        if guild_id is None:
            return "en"
        server = await self._servers.get(guild_id)
        guild = self._places.guild(guild_id)
        return server.language or (str(guild.preferred_locale) if guild else "en")

    async def _lacking(self, guild_id: int, channel_id: int) -> list[str]:
        """Return the permissions that the bot lacks in a channel, as far as it knows."""
        granted = await self._places.permissions(guild_id, channel_id)
        in_thread = isinstance(self._places.channel(guild_id, channel_id), discord.Thread)
        return [] if granted is None else permissions.lacking(granted, thread=in_thread)


async def _no_remark_of_ones_own(_table: Table, _user_id: int) -> str | None:
    return None


async def _no_remark(_: Table) -> str | None:
    return None
