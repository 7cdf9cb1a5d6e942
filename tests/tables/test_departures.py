"""People who take the app away from their account: computers take over, once, and nothing happens to those who are back."""

from __future__ import annotations

import asyncio
import random
from unittest import mock

from bot.browser.doors import Doors
from bot.data.line import Wish
from bot.data.log import Deed
from bot.data.tables import InDirectMessages, Status
from bot.store import Database
from bot.store.deauthorizations import DeauthorizationStore
from bot.store.people import PersonStore
from bot.store.privacy import PrivacyStore
from bot.tables import Order, Tables
from bot.tables.departures import Departures
from tests.stored import gathered
from tests.tables.club import ANA, BO, CY, NAMES, Clock, lobby, play_on, started


def departures(tables: Tables) -> Departures:
    return Departures(tables.changes.database, tables, sleep=asyncio.sleep)


async def at_everything(tables: Tables) -> list[int]:
    """Have Ana be in a game, at a table that waits for players, and in line; return the tables."""
    game = await started(tables, ANA, BO, layout="2")
    waiting = await lobby(tables, CY, ANA, channel=71)
    order = Order(home=InDirectMessages(), host_id=ANA, variant="classic", layout="2")
    alone = await tables.lobbies.open(order, "Ana")
    await tables.line.enter(ANA, NAMES[ANA], Wish(), None, 3600)
    return [game.id, waiting.id, alone.id]


async def away(tables: Tables, game: int) -> bool:
    seat = (await tables.get(game)).seat_of(ANA)
    assert seat is not None
    return seat.sitting_in is not None


async def test_computers_take_over_for_who_has_taken_the_app_away(tables: Tables, clock: Clock) -> None:
    game, waiting, alone = await at_everything(tables)
    one = departures(tables)
    await one.note(ANA, clock.now)
    await one._work()
    assert await away(tables, game)
    assert (await tables.get(waiting)).seat_of(ANA) is None
    assert (await tables.get(alone)).status is Status.CANCELLED
    assert await tables.line.of(ANA) is None
    assert [entry.deed for entry in await tables.history(game)] == [Deed.AWAY]
    assert (await tables.get(game)).seat_of(BO) is not None


async def test_the_same_event_again_and_an_earlier_one_do_nothing_to_who_is_back(tables: Tables, clock: Clock) -> None:
    game, *_lobbies = await at_everything(tables)
    one = departures(tables)
    at = clock.now
    await one.note(ANA, at)
    await one._work()
    clock.now += 60
    await tables.seating.back(game, ANA)
    await tables.line.enter(ANA, NAMES[ANA], Wish(), None, 3600)
    for again in (at, at - 5):
        await one.note(ANA, again)
        await one._work()
    assert not await away(tables, game)
    assert await tables.line.of(ANA) is not None
    clock.now += 60
    await one.note(ANA, clock.now)
    await one._work()
    assert await away(tables, game), "they have taken it away once more"


async def test_an_event_that_comes_late_does_nothing_to_what_they_have_done_since(tables: Tables, clock: Clock) -> None:
    at = clock.now
    game = await started(tables, ANA, BO, layout="2")
    other = await started(tables, ANA, CY, layout="2", channel=72)
    clock.now += 60
    await play_on(tables, game, random.Random(1), moves=8)
    waiting = await lobby(tables, CY, ANA, channel=71)
    await tables.line.enter(ANA, NAMES[ANA], Wish(), None, 3600)
    one = departures(tables)
    await one.note(ANA, at)
    await one._work()
    assert not await away(tables, game.id)
    assert await away(tables, other.id), "there they have done nothing since"
    assert (await tables.get(waiting.id)).seat_of(ANA) is not None
    assert await tables.line.of(ANA) is not None


async def test_a_stranger_leaves_nothing_behind(tables: Tables, database: Database, clock: Clock) -> None:
    one = departures(tables)
    await one.note(ANA, clock.now)
    assert await DeauthorizationStore(database).pending() == []
    assert await gathered(database, ANA) == {}


async def test_a_time_to_come_counts_as_now(tables: Tables, database: Database, clock: Clock) -> None:
    await PersonStore(database).heard(ANA, "en-US")
    await departures(tables).note(ANA, clock.now + 1_000_000)
    assert await DeauthorizationStore(database).pending() == [(ANA, clock.now)]


async def test_it_is_kept_for_a_while_and_goes_with_their_data(
    tables: Tables, database: Database, clock: Clock
) -> None:
    await PersonStore(database).heard(ANA, "en-US")
    await PersonStore(database).heard(BO, "en-US")
    one = departures(tables)
    for user_id in (ANA, BO):
        await one.note(user_id, clock.now)
    await one._work()
    assert "deauthorizations" in await gathered(database, ANA)
    await PrivacyStore(database).forget(ANA, clock.now)
    assert await gathered(database, ANA) == {}
    clock.now += 25 * 3600
    await one._work()
    assert "deauthorizations" not in await gathered(database, BO)


async def test_an_end_of_the_process_at_any_step_loses_nothing(
    tables: Tables, database: Database, clock: Clock
) -> None:
    """Each step fails once, as if the process had ended before it; the next process goes on."""
    game, waiting, _alone = await at_everything(tables)
    await departures(tables).note(ANA, clock.now)
    for service, name in (
        (tables.line, "leave"),
        (tables.seating, "away"),
        (tables.lobbies, "leave"),
        (DeauthorizationStore, "done"),
    ):
        with mock.patch.object(service, name, side_effect=RuntimeError("the process ends")):
            await departures(tables)._work()
        assert [user_id for user_id, _at in await DeauthorizationStore(database).pending()] == [ANA]
    await departures(tables)._work()
    assert await DeauthorizationStore(database).pending() == []
    assert await away(tables, game)
    assert (await tables.get(waiting)).seat_of(ANA) is None
    assert [entry.deed for entry in await tables.history(game)] == [Deed.AWAY], "once"


async def test_browsers_opened_since_stay(tables: Tables, database: Database, clock: Clock) -> None:
    game, *_lobbies = await at_everything(tables)
    doors = Doors(database, "https://page.example", clock)
    unused, before = await doors.link(ANA, game), await doors.admit(ANA)
    at = clock.now
    clock.now += 1
    since, new = await doors.admit(ANA), await doors.link(ANA, game)
    other = await doors.admit(BO)
    assert None not in (before, since, other)
    one = departures(tables)
    await one.note(ANA, at)
    await one._work()
    assert await doors.known(before or "") is None
    assert await doors.whose(secret_of(unused)) is None
    assert await doors.known(since or "") is not None
    assert await doors.whose(secret_of(new)) == ANA
    assert await doors.known(other or "") is not None, "it is somebody else's"


def secret_of(link: str) -> str:
    return link.partition("#")[2]
