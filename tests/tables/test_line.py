"""The line: who is called, who sits down, who loses their place, and that nobody ever is at two tables by it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.data.line import LineLetter, LineStage, RatedWish, Wish
from bot.data.people import MOST_AVOIDED, NamedPerson
from bot.data.servers import OPEN_LEAGUE, Server
from bot.data.tables import InDirectMessages, Status, Table
from bot.store import Database
from bot.store.avoid import AvoidStore
from bot.store.opening import open_database
from bot.store.privacy import PrivacyStore
from bot.store.servers import ServerStore
from bot.tables import Order, Tables
from bot.tables.errors import CalledNow
from bot.tables.line import ANSWER_WITHIN
from bot.tables.privacy import Privacy
from bot.tables.rules import rights
from bot.tables.rules.clock import DAY, HOUR
from bot.tables.rules.matching import MOST_TOGETHER, TOGETHER_WITHIN
from tests import killed, postgresql_server
from tests.stored import gathered, place
from tests.tables.club import ANA, BO, CY, DI, EVA, NAMES, Clock, started
from tests.tables.test_killed import each_kill

TWO = Wish("classic", 2, DAY)


async def enter(tables: Tables, *people: int, wish: Wish = TWO, guild_id: int | None = None) -> None:
    for user_id in people:
        await tables.line.enter(user_id, NAMES[user_id], wish, guild_id, DAY)


async def step(tables: Tables) -> list[tuple[int, LineLetter]]:
    """Do what the worker does, and return who was written what."""
    await tables.line.settle()
    await tables.line.put_together()
    letters = await tables.line.unwritten()
    for one in letters:
        await tables.line.written(one, reached=True)
    return [(one.user_id, one.letter) for one in letters if one.letter is not None]


async def call_of(tables: Tables, user_id: int) -> int:
    place = await tables.line.of(user_id)
    assert place is not None
    assert place.gathering_id is not None
    return place.gathering_id


async def stages(tables: Tables, *people: int) -> list[LineStage | None]:
    places = [await tables.line.of(user_id) for user_id in people]
    return [None if place is None else place.stage for place in places]


async def dealt(tables: Tables, *people: int) -> list[int]:
    """Return the numbers of the tables at which these people sit, each once."""
    return sorted({table.id for user_id in people for table in await tables.games.of_person(user_id)})


async def test_two_who_say_yes_sit_at_a_table_in_direct_messages(tables: Tables) -> None:
    await enter(tables, ANA, wish=Wish())
    assert await step(tables) == []
    await enter(tables, BO, wish=Wish("", 2, 12 * HOUR))
    assert await step(tables) == [(ANA, LineLetter.CALL), (BO, LineLetter.CALL)]
    call = await call_of(tables, ANA)
    assert await tables.line.agree(ANA, call)
    assert await tables.line.agree(ANA, call), "a press that is sent twice"
    assert await step(tables) == []
    assert await dealt(tables, ANA, BO) == []
    with pytest.raises(CalledNow):
        await enter(tables, ANA)
    assert await tables.line.agree(BO, call)
    assert await step(tables) == []
    [number] = await dealt(tables, ANA, BO)
    table = await tables.get(number)
    assert table.status is Status.PLAYING
    assert table.home == InDirectMessages()
    assert table.turn_limit == 12 * HOUR
    assert {seat.name for seat in table.seats} == {"Ana", "Bo"}
    assert await stages(tables, ANA, BO) == [None, None]
    assert await tables.line.gathering(call) is None
    assert not await tables.line.agree(BO, call)


async def test_who_has_a_lobby_in_direct_messages_gets_a_table_all_the_same(tables: Tables) -> None:
    for user_id in (ANA, BO):
        await tables.lobbies.open(Order(home=InDirectMessages(), host_id=user_id, layout="2"), NAMES[user_id])
    await enter(tables, ANA, BO)
    await step(tables)
    for user_id in (ANA, BO):
        await tables.line.agree(user_id, await call_of(tables, user_id))
    await step(tables)
    assert len(await dealt(tables, ANA, BO)) == 3


async def test_who_does_not_answer_loses_the_place_and_the_others_keep_theirs(tables: Tables, clock: Clock) -> None:
    await enter(tables, ANA)
    began = clock.now
    clock.now += 60
    await enter(tables, BO)
    await step(tables)
    call = await call_of(tables, ANA)
    await tables.line.agree(ANA, call)
    clock.now += ANSWER_WITHIN - 1
    assert await step(tables) == []
    clock.now += 1
    assert await step(tables) == [(ANA, LineLetter.AGAIN), (BO, LineLetter.MISSED)]
    place = await tables.line.of(ANA)
    assert place is not None
    assert (place.stage, place.since) == (LineStage.WAITING, began)
    assert await stages(tables, BO) == [LineStage.MISSED]
    assert not await tables.line.agree(BO, call)
    # The trust isn't lost: they get in again at once, and both are called.
    await enter(tables, BO)
    assert await step(tables) == [(ANA, LineLetter.CALL), (BO, LineLetter.CALL)]
    clock.now += 31 * DAY
    await step(tables)
    await step(tables)
    clock.now += 31 * DAY
    await step(tables)
    assert await stages(tables, ANA, BO) == [None, None], "what nobody needs any more is gone"


async def test_who_leaves_while_a_table_calls_keeps_nobody_waiting(tables: Tables) -> None:
    await enter(tables, ANA, BO)
    await step(tables)
    await tables.line.agree(ANA, await call_of(tables, ANA))
    assert await tables.line.leave(BO)
    assert not await tables.line.leave(BO)
    assert await step(tables) == [(ANA, LineLetter.AGAIN)]
    assert await stages(tables, ANA, BO) == [LineStage.WAITING, None]


async def test_who_cannot_be_written_to_loses_the_place_at_once(tables: Tables) -> None:
    await enter(tables, ANA, BO)
    await tables.line.put_together()
    ana, bo = await tables.line.unwritten()
    await tables.line.written(ana, reached=True)
    await tables.line.written(bo, reached=False)
    assert await stages(tables, ANA, BO) == [LineStage.CALLED, LineStage.UNREACHED]
    assert await step(tables) == [(ANA, LineLetter.AGAIN)]
    assert await stages(tables, ANA) == [LineStage.WAITING]


async def test_who_was_never_told_of_a_call_does_not_lose_the_place(tables: Tables, clock: Clock) -> None:
    """Discord takes nothing for an hour."""
    await enter(tables, ANA, BO)
    await tables.line.put_together()
    clock.now += ANSWER_WITHIN
    await tables.line.settle()
    assert await stages(tables, ANA, BO) == [LineStage.WAITING, LineStage.WAITING]
    assert await tables.line.unwritten() == []


async def test_whom_no_call_reaches_is_called_ever_more_seldom_and_then_loses_the_place(
    tables: Tables, clock: Clock
) -> None:
    """Discord refuses what Bo is written, for a reason that it doesn't say."""
    begin, calls = clock.now, []
    await enter(tables, ANA, BO)
    for _minute in range(20 * 60):
        await tables.line.settle()
        await tables.line.put_together()
        for one in await tables.line.unwritten():
            if one.user_id == ANA:
                await tables.line.written(one, reached=True)
            elif (one.letter, clock.now) == (LineLetter.CALL, one.changed_at):
                calls.append((clock.now - begin) / HOUR)
        if (place := await tables.line.of(ANA)) is not None and place.stage is LineStage.CALLED:
            await tables.line.agree(ANA, place.gathering_id or 0)
        clock.now += 60
    assert calls == [0, 2, 5, 10], "each call counts for an hour; then nobody calls them for one, two and four"
    assert await stages(tables, ANA, BO) == [LineStage.WAITING, LineStage.UNREACHED]


async def test_whom_a_call_has_reached_again_is_called_as_before(tables: Tables, clock: Clock) -> None:
    await enter(tables, ANA, BO)
    await tables.line.put_together()
    clock.now += ANSWER_WITHIN
    await tables.line.settle()
    await tables.line.put_together()
    assert await tables.line.unwritten() == [], "nobody calls them for a while"
    clock.now += HOUR
    assert len(await step(tables)) == 2
    bo = await tables.line.of(BO)
    assert bo is not None
    assert await tables.line.rather_wait(BO, bo.gathering_id or 0)
    assert await step(tables) == [(ANA, LineLetter.AGAIN)]
    assert len(await step(tables)) == 2


async def test_who_hears_of_a_call_too_late_to_answer_keeps_the_place(tables: Tables, clock: Clock) -> None:
    """Discord takes nothing for most of the hour."""
    await enter(tables, ANA, BO)
    await tables.line.put_together()
    ana, bo = await tables.line.unwritten()
    await tables.line.written(ana, reached=True)
    clock.now += ANSWER_WITHIN - 60
    await tables.line.written(bo, reached=True)
    clock.now += 60
    await tables.line.settle()
    assert await stages(tables, ANA, BO) == [LineStage.MISSED, LineStage.WAITING]


async def test_a_table_that_cannot_be_dealt_holds_up_nobody(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    await enter(tables, ANA, BO, CY, DI)
    await step(tables)
    for user_id in (ANA, BO, CY, DI):
        await tables.line.agree(user_id, await call_of(tables, user_id))
    begin = tables.lobbies.begin

    async def fails_for_ana(order: Order, *arguments: object) -> object:
        if order.host_id == ANA:
            raise RuntimeError("a fault")
        return await begin(order, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(tables.lobbies, "begin", fails_for_ana)
    await tables.line.settle()
    assert len(await dealt(tables, CY, DI)) == 1
    assert await stages(tables, ANA, BO) == [LineStage.WAITING, LineStage.WAITING]


async def test_nobody_is_put_together_for_a_game_that_is_gone(tables: Tables, database: Database) -> None:
    await enter(tables, ANA, BO, wish=Wish("no-such-game", 2, DAY))
    assert await step(tables) == []
    await enter(tables, ANA, BO)
    await step(tables)
    await database.write("UPDATE gatherings SET variant = 'no-such-game'")
    for user_id in (ANA, BO):
        await tables.line.agree(user_id, await call_of(tables, user_id))
    await tables.line.settle()
    assert await stages(tables, ANA, BO) == [LineStage.WAITING, LineStage.WAITING]
    assert await dealt(tables, ANA, BO) == []


async def test_people_see_those_with_whom_they_can_be_put_together(tables: Tables, clock: Clock) -> None:
    """So a person whom they don't see may just sleep while they are awake."""
    minute = clock.now % DAY // 60
    for user_id, begins in ((ANA, minute), (BO, minute + 600)):
        ends = (begins + 600) % 1440
        await tables.preferences.set(user_id, quiet_from=begins % 1440, quiet_until=ends, time_zone="UTC")
    await enter(tables, BO)
    assert len(await tables.line.waiting(CY, None)) == 1
    assert await tables.line.waiting(ANA, None) == []
    clock.now += 6 * HOUR
    assert await tables.line.waiting(ANA, None) == []
    clock.now += 6 * HOUR
    # In four hours a day both are awake: enough for somebody who has waited for so long.
    assert [one.user_id for one in await tables.line.waiting(ANA, None)] == [BO]


async def test_nobody_is_called_in_their_sleep(tables: Tables, clock: Clock) -> None:
    await enter(tables, ANA, BO)
    minute = clock.now % DAY // 60
    await tables.preferences.set(BO, quiet_from=(minute + 30) % 1440, quiet_until=(minute + 90) % 1440, time_zone="UTC")
    assert await step(tables) == []
    clock.now += 90 * 60
    assert len(await step(tables)) == 2


async def test_a_time_in_line_ends(tables: Tables, clock: Clock) -> None:
    await enter(tables, ANA)
    clock.now += DAY
    await enter(tables, BO)
    assert await step(tables) == [(ANA, LineLetter.OVER)]
    assert await stages(tables, ANA, BO) == [LineStage.OVER, LineStage.WAITING]


async def test_another_wish_keeps_the_place(tables: Tables, clock: Clock) -> None:
    await enter(tables, ANA)
    before = await tables.line.of(ANA)
    clock.now += HOUR
    await enter(tables, ANA, wish=Wish("samba", 4, 0))
    after = await tables.line.of(ANA)
    assert before is not None
    assert after is not None
    assert (after.since, after.wish.variant) == (before.since, "samba")
    assert after.until == before.until + HOUR


async def test_a_wish_that_changes_while_people_are_put_together_counts(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    await enter(tables, ANA, BO)
    seekers = tables.line._seekers

    async def slow(*arguments: object) -> object:
        found = await seekers(*arguments)  # type: ignore[arg-type]
        await enter(tables, BO, wish=Wish("samba", 4, HOUR))
        return found

    monkeypatch.setattr(tables.line, "_seekers", slow)
    assert await step(tables) == []
    assert await stages(tables, ANA, BO) == [LineStage.WAITING, LineStage.WAITING]


async def test_after_a_while_a_table_with_computers_is_offered_and_can_be_turned_down(
    tables: Tables, clock: Clock
) -> None:
    wish = Wish("classic", 4, DAY)
    await enter(tables, ANA, BO, CY, wish=wish)
    assert await step(tables) == []
    clock.now += 6 * HOUR
    assert len(await step(tables)) == 3
    call = await call_of(tables, ANA)
    assert await tables.line.rather_wait(BO, call)
    assert not await tables.line.rather_wait(BO, call)
    assert await step(tables) == [(ANA, LineLetter.AGAIN), (CY, LineLetter.AGAIN)]
    assert await step(tables) == [], "with Bo it would be the same table"
    clock.now += 6 * HOUR
    assert len(await step(tables)) == 3
    for user_id in (ANA, BO, CY):
        await tables.line.agree(user_id, await call_of(tables, user_id))
    await step(tables)
    [number] = await dealt(tables, ANA, BO, CY)
    assert sorted(seat.user_id or 0 for seat in (await tables.get(number)).seats) == [0, ANA, BO, CY]


# The private list


async def avoid(database: Database, user_id: int, other: int) -> None:
    assert await AvoidStore(database).add(user_id, NamedPerson(other, NAMES[other]))


@pytest.mark.parametrize("both_ways", [(ANA, BO), (BO, ANA)])
async def test_who_avoids_somebody_is_never_put_together_with_them(
    tables: Tables, database: Database, clock: Clock, both_ways: tuple[int, int]
) -> None:
    await avoid(database, *both_ways)
    await enter(tables, ANA, BO)
    for _ in range(3):
        assert await step(tables) == []
        clock.now += 7 * HOUR
    # Neither of them sees the other wait, so neither can tell.
    assert await tables.line.waiting(ANA, None) == await tables.line.waiting(BO, None) == []
    assert len(await tables.line.waiting(CY, None)) == 2
    await enter(tables, CY)
    assert [user_id for user_id, _letter in await step(tables)] == [ANA, CY]


@pytest.mark.parametrize("ready", [False, True])
async def test_a_table_is_not_dealt_to_two_of_whom_one_avoids_the_other_since_it_called_them(
    tables: Tables, database: Database, ready: bool
) -> None:
    await enter(tables, ANA, BO)
    await step(tables)
    if ready:
        for user_id in (ANA, BO):
            await tables.line.agree(user_id, await call_of(tables, user_id))
    await avoid(database, BO, ANA)
    assert await step(tables) == [(ANA, LineLetter.AGAIN), (BO, LineLetter.AGAIN)]
    assert await step(tables) == []
    assert await dealt(tables, ANA, BO) == []


async def test_a_list_is_its_owners_alone(database: Database) -> None:
    stored = AvoidStore(database)
    await avoid(database, ANA, BO)
    assert await stored.of(ANA) == [NamedPerson(BO, "Bo")]
    assert await stored.of(BO) == []
    assert "avoided" in await gathered(database, ANA)
    assert "avoided" not in await gathered(database, BO), "an export would tell Bo"
    for number in range(MOST_AVOIDED - 1):
        assert await stored.add(ANA, NamedPerson(1000 + number, "Somebody"))
    assert not await stored.add(ANA, NamedPerson(CY, "Cy"))
    assert await stored.add(ANA, NamedPerson(BO, "Bob")), "who is on it can be chosen again"
    await stored.remove(ANA, BO)
    assert NamedPerson(BO, "Bob") not in await stored.of(ANA)


async def test_people_whom_somebody_has_met_are_offered(tables: Tables, database: Database) -> None:
    stored = AvoidStore(database)
    await started(tables, ANA, BO, CY, DI)
    await avoid(database, ANA, CY)
    assert await stored.met(ANA, 9) == [NamedPerson(BO, "Bo"), NamedPerson(DI, "Di")]
    assert await stored.met(ANA, 1) == [NamedPerson(BO, "Bo")]
    assert await stored.met(EVA, 9) == []


# Deletion


async def test_who_has_their_data_deleted_leaves_nothing_in_the_line(tables: Tables, database: Database) -> None:
    await enter(tables, ANA, BO)
    await step(tables)
    for user_id in (ANA, BO):
        await tables.line.agree(user_id, await call_of(tables, user_id))
    await avoid(database, ANA, CY)
    await avoid(database, CY, ANA)
    await Privacy(database, tables).delete(ANA)
    assert await gathered(database, ANA) == {}
    assert await step(tables) == [(BO, LineLetter.AGAIN)]
    assert await dealt(tables, BO) == []


@pytest.mark.parametrize("again", [False, True])
async def test_nobody_comes_back_to_who_avoids_them_by_having_their_data_deleted(
    tables: Tables, database: Database, again: bool
) -> None:
    stored = AvoidStore(database)
    await avoid(database, CY, ANA)
    await avoid(database, CY, BO)
    await avoid(database, ANA, DI)
    await Privacy(database, tables).delete(ANA)
    if again:
        # They come back, meet again, and go again.
        await avoid(database, CY, ANA)
        await Privacy(database, tables).delete(ANA)
    (without_name, bo) = await stored.of(CY)
    assert bo == NamedPerson(BO, "Bo")
    assert without_name.name == ""
    assert without_name.user_id < 0, "nothing says whose entry it was"
    assert await stored.pairs([ANA, BO, CY, DI]) == {frozenset((ANA, CY)), frozenset((BO, CY))}
    await enter(tables, ANA, CY)
    assert await step(tables) == []
    assert await tables.line.waiting(ANA, None) == await tables.line.waiting(CY, None) == []
    # After a restart the key is the same.
    assert frozenset((ANA, CY)) in await AvoidStore(database).pairs([ANA, CY])
    await stored.remove(CY, without_name.user_id)
    assert await step(tables) == [(ANA, LineLetter.CALL), (CY, LineLetter.CALL)]


async def test_who_is_on_a_list_without_a_name_and_is_put_there_again_is_there_once(
    tables: Tables, database: Database
) -> None:
    stored = AvoidStore(database)
    await avoid(database, CY, ANA)
    await Privacy(database, tables).delete(ANA)
    await avoid(database, CY, ANA)
    assert await stored.of(CY) == [NamedPerson(ANA, "Ana")]
    await stored.remove(CY, ANA)
    assert await stored.pairs([ANA, CY]) == set()


async def test_two_databases_make_different_things_of_an_id(tables: Tables, database: Database, tmp_path: Path) -> None:
    await avoid(database, CY, ANA)
    await Privacy(database, tables).delete(ANA)
    other = await open_database(place(tmp_path / "other.sqlite3"))
    try:
        await avoid(other, CY, ANA)
        await PrivacyStore(other).forget(ANA, 1)
        assert (await AvoidStore(other).of(CY))[0].user_id != (await AvoidStore(database).of(CY))[0].user_id
    finally:
        await other.close()


async def test_who_has_their_data_deleted_while_a_table_is_dealt_does_not_sit_there(
    tables: Tables, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await enter(tables, ANA, BO)
    await step(tables)
    for user_id in (ANA, BO):
        await tables.line.agree(user_id, await call_of(tables, user_id))
    first_deal = tables.lobbies._first_deal

    async def slow(*arguments: object) -> object:
        await PrivacyStore(database).forget(ANA, 1)
        return await first_deal(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(tables.lobbies, "_first_deal", slow)
    assert await step(tables) == [(BO, LineLetter.AGAIN)]
    assert await dealt(tables, ANA, BO) == []
    assert await stages(tables, ANA, BO) == [None, LineStage.WAITING]


# The open league

RATED, UNRATED = [replace(TWO, rated=wish) for wish in (RatedWish.YES, RatedWish.NO)]


async def play(tables: Tables, *people: int) -> Table:
    """Have people who are called say yes, and return the table at which they sit then, which is taken off again."""
    for user_id in people:
        assert await tables.line.agree(user_id, await call_of(tables, user_id))
    await step(tables)
    [number] = await dealt(tables, *people)
    table = await tables.get(number)
    for user_id in people:
        await tables.seating.resign(number, user_id)
    return table


async def test_a_table_counts_unless_somebody_does_not_want_it(tables: Tables) -> None:
    for wishes, counts in (
        ((RATED, RATED), True),
        ((RATED, TWO), True),
        ((TWO, UNRATED), False),
        ((UNRATED, UNRATED), False),
        ((TWO, TWO), True),
    ):
        for user_id, wish in zip((ANA, BO), wishes, strict=True):
            await enter(tables, user_id, wish=wish)
        await step(tables)
        gathering = await tables.line.gathering(await call_of(tables, ANA))
        assert gathering is not None
        assert gathering.rated is counts, "what they say yes to"
        assert (await play(tables, ANA, BO)).in_open_league is counts
    await enter(tables, ANA, wish=RATED)
    await enter(tables, BO, wish=UNRATED)
    assert await step(tables) == []


async def test_two_people_sit_at_three_rated_tables_a_week(tables: Tables, clock: Clock) -> None:
    for _ in range(MOST_TOGETHER):
        clock.now += DAY
        await enter(tables, ANA, BO, wish=RATED)
        assert len(await step(tables)) == 2
        assert (await play(tables, ANA, BO)).in_open_league
    await enter(tables, ANA, BO, wish=RATED)
    assert await step(tables) == []
    # Others may come between them, and it goes on for fun.
    await enter(tables, CY, wish=RATED)
    assert sorted(await step(tables)) == [(ANA, LineLetter.CALL), (CY, LineLetter.CALL)]
    await play(tables, ANA, CY)
    await enter(tables, ANA, BO)
    await step(tables)
    assert not (await play(tables, ANA, BO)).in_open_league
    # The first of the three was a week ago.
    clock.now += TOGETHER_WITHIN - 2 * DAY
    await enter(tables, ANA, BO, wish=RATED)
    assert await step(tables) == []
    clock.now += 1
    assert len(await step(tables)) == 2
    assert (await play(tables, ANA, BO)).in_open_league


async def test_a_rated_table_with_computers_only_where_the_league_rates_them(
    tables: Tables, clock: Clock, database: Database
) -> None:
    four = Wish("classic", 4, DAY, rated=RatedWish.YES)
    await enter(tables, ANA, BO, CY, wish=four)
    clock.now += 7 * HOUR
    assert await step(tables) == []
    await ServerStore(database).set(OPEN_LEAGUE, rate_computers=1)
    assert len(await step(tables)) == 3
    gathering = await tables.line.gathering(await call_of(tables, ANA))
    assert gathering is not None
    assert (gathering.computers, gathering.rated) == (1, True)


async def test_with_computers_a_table_does_not_count(tables: Tables, clock: Clock) -> None:
    await enter(tables, ANA, BO, CY, wish=Wish("classic", 4, DAY))
    clock.now += 7 * HOUR
    assert len(await step(tables)) == 3
    gathering = await tables.line.gathering(await call_of(tables, ANA))
    assert gathering is not None
    assert (gathering.computers, gathering.rated) == (1, False)


async def test_there_is_no_advice_at_a_table_that_counts(tables: Tables) -> None:
    await enter(tables, ANA, BO, wish=RATED)
    await step(tables)
    for user_id in (ANA, BO):
        await tables.line.agree(user_id, await call_of(tables, user_id))
    await step(tables)
    table = await tables.get((await dealt(tables, ANA, BO))[0])
    assert not rights.may_advise(table, Server(0))
    assert not rights.may_hint(table)
    assert rights.may_advise(replace(table, in_open_league=False), Server(0))


async def test_the_same_people_play_again_for_themselves(tables: Tables) -> None:
    await enter(tables, ANA, BO, wish=RATED)
    await step(tables)
    for user_id in (ANA, BO):
        await tables.line.agree(user_id, await call_of(tables, user_id))
    await step(tables)
    [number] = await dealt(tables, ANA, BO)
    assert (await tables.endings.end_as_it_stands(number, None)).in_open_league
    again = await tables.lobbies.again(number, ANA)
    assert isinstance(again.home, InDirectMessages)
    assert again.home.follows == number
    assert not again.in_open_league


# Several processes, and kills


@pytest.mark.parametrize("shared", [False, pytest.param(True, marks=pytest.mark.slow)])
async def test_what_two_processes_do_at_once_is_done_once(tmp_path: Path, clock: Clock, shared: bool) -> None:
    where = postgresql_server.database_for(tmp_path / "shared") if shared else tmp_path / "canasta.sqlite3"
    databases = [await open_database(where, shared=shared) for _ in range(2 if shared else 1)]
    both: Sequence[Tables] = [
        Tables(databases[-number], clock=clock, chance=random.Random(number)) for number in (0, 1)
    ]
    one, other = both
    people = (ANA, BO, CY, DI)
    await enter(one, *people)
    await asyncio.gather(*(tables.line.put_together() for tables in both))
    letters = await one.line.unwritten()
    assert sorted(letter.user_id for letter in letters) == sorted(people)
    calls = [await call_of(one, user_id) for user_id in people]
    assert sorted(calls) == [1, 1, 2, 2] or len(set(calls)) == 2
    await asyncio.gather(
        *(both[user_id % 2].line.agree(user_id, call) for user_id, call in zip(people, calls, strict=True))
    )
    await asyncio.gather(*(tables.line.settle() for tables in both))
    await other.line.settle()
    assert len(await dealt(one, *people)) == 2
    assert all([len(await one.games.of_person(user_id)) == 1 for user_id in people])
    assert await stages(one, *people) == [None] * 4
    for tables in both:
        await tables.computers.close()
    for database in databases:
        await database.close()
    if isinstance(where, str):
        postgresql_server.drop([where])


async def two_wait(tables: Tables) -> None:
    await enter(tables, ANA, BO)


async def are_called(tables: Tables) -> None:
    await tables.line.put_together()


async def have_said_yes(tables: Tables) -> None:
    await two_wait(tables)
    await step(tables)
    for user_id in (ANA, BO):
        await tables.line.agree(user_id, await call_of(tables, user_id))


async def one_has_said_yes(tables: Tables) -> None:
    await two_wait(tables)
    await step(tables)
    await tables.line.agree(ANA, await call_of(tables, ANA))
    await tables.line.leave(BO)


async def settle(tables: Tables) -> None:
    await tables.line.settle()


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("before", "work"), [(two_wait, are_called), (have_said_yes, settle), (one_has_said_yes, settle)]
)
def test_a_step_of_the_line_killed_between_any_two_writes(
    tmp_path: Path, before: killed.Work, work: killed.Work
) -> None:
    path = tmp_path / "canasta.sqlite3"
    assert killed.run(path, before)
    assert each_kill(path, work) >= 3


async def test_who_has_left_a_server_is_called_by_nobody_there(tables: Tables) -> None:
    """Ana wants people from her server alone, and Bo has left it; Cy got in line there later, Di anywhere."""
    here, asked = replace(TWO, here=True), list[tuple[int, set[int]]]()

    async def gone(guild_id: int, users: Collection[int]) -> set[int]:
        asked.append((guild_id, set(users)))
        return {BO} & set(users)

    await enter(tables, ANA, wish=here, guild_id=7)
    await enter(tables, BO, guild_id=7)
    await tables.line.put_together(gone)
    assert await stages(tables, ANA, BO) == [LineStage.WAITING, LineStage.WAITING]
    assert asked == [(7, {ANA, BO})]
    await enter(tables, CY, guild_id=7)
    await enter(tables, DI)
    await tables.line.put_together(gone)
    assert await stages(tables, ANA, CY, BO, DI) == [LineStage.CALLED] * 4
    assert await call_of(tables, ANA) == await call_of(tables, CY)
    assert asked[1:] == [(7, {ANA, CY})], "nobody is asked for where all are welcome"


async def test_somebody_who_wants_a_server_alone_and_has_left_it_loses_their_place(tables: Tables) -> None:
    async def gone(_guild_id: int, users: Collection[int]) -> set[int]:
        return {ANA} & set(users)

    await enter(tables, ANA, wish=replace(TWO, here=True), guild_id=7)
    await enter(tables, BO, CY, guild_id=7)
    await tables.line.put_together(gone)
    assert await stages(tables, ANA, BO, CY) == [LineStage.OVER, LineStage.CALLED, LineStage.CALLED]
