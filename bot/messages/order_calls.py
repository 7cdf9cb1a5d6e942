"""Calls of the owners of standing orders that have stopped: in their direct messages, which nobody else sees."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.data.standing_orders import SeatOrders
from bot.data.tables import Table
from bot.messages.direct import DirectMessages
from bot.messages.discord_api import DiscordApi, nonce_of
from bot.messages.discord_refusals import Refusal
from bot.store.database import Database
from bot.store.people import PersonStore
from bot.tables import Tables
from bot.ui import i18n
from bot.ui.pages import orders_page
from bot.ui.words.game_places import PlaceNames
from bot.worker import Worker


class OrderCalls(Worker):
    """The worker that calls each owner once, soon after their orders stopped or the process started."""

    led = True

    def __init__(
        self,
        database: Database,
        tables: Tables,
        discord_api: DiscordApi,
        find_place: Callable[[Table], Awaitable[PlaceNames | None]],
        *,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        """Write through `discord_api`; `find_place` returns where a table is."""
        super().__init__(database, sleep)
        self._people = PersonStore(database)
        self._direct = DirectMessages(self._people, discord_api)
        self._tables = tables
        self._find_place = find_place
        self._calls: dict[tuple[int, int], int] = {}
        """How many times the owner of each seat was called: orders can stop more than once at one version of the table."""

    def start(self) -> None:
        """Start with the owners who could not be called before."""
        self._tables.standing_orders.on_stop(lambda _stopped: self.wake())
        super().start()

    async def _work(self) -> float:
        """Call whoever is to be called, and return the seconds until somebody is tried again."""
        complaint = "the owner of orders could not be called"
        return await self._tell_each(await self._tables.standing_orders.untold(), self._call, complaint)

    async def _call(self, seat_orders: SeatOrders) -> bool:
        """Call the owner of orders. Return whether nothing is left to be done.

        People who take no direct messages find it in their orders: a call in the channel would tell everybody else.
        """
        if not await self._database.works():
            return False
        person = await self._people.get(seat_orders.user_id)
        if person.direct and not person.dm_closed:
            table = await self._tables.get(seat_orders.table_id)
            place = await self._find_place(table)
            with i18n.speaking(person.language or person.locale):
                page = orders_page.stopped(table, place, seat_orders)
            now = self._tables.now()
            rests = (await self._tables.rests.of_person(person)).resumes(now) > now
            # After a restart nobody knows how often the owner was called, so other orders, or another stop, make another nonce.
            what = (seat_orders.stopped, seat_orders.orders, self._called(seat_orders))
            nonce = nonce_of("orders", table.id, seat_orders.seat, person.user_id, table.version, *what)
            sent = await self._direct.send(person, page, nonce=nonce, silent=rests)
            if isinstance(sent, Refusal) and sent.passing:
                return False
        await self._tables.standing_orders.told(seat_orders)
        self._calls[seat_orders.table_id, seat_orders.seat] = self._called(seat_orders) + 1
        return True

    def _called(self, seat_orders: SeatOrders) -> int:
        """Return how many times the owner of a seat's orders was called."""
        return self._calls.get((seat_orders.table_id, seat_orders.seat), 0)
