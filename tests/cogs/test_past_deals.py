"""Deals of past days, played for fun: the same cards, at a table of one's own, without effect on any board."""

from __future__ import annotations

import random
from datetime import date, timedelta
from unittest import mock

import pytest

from bot.computer import choose
from bot.data.daily import BegunDeal, Span
from bot.data.tables import Status
from bot.store.daily import DailyStore
from bot.store.past_deals import PastDealStore
from bot.tables.daily import Daily
from bot.tables.daily_round import SEAT, DailyDeal
from bot.tables.errors import DealNotPast, NoSuchDeal, NoSuchTable, Stale, WrongStatus
from bot.tables.past_deals import PastDeals
from bot.tables.rules.daily_times import DAILY, PAST, date_of
from bot.tables.views import Look
from bot.ui.pages import past_deal_page
from bot.ui.words import score_text
from bot.ui.words.refusals import Refused
from cogs.past_deals import typed_deal
from tests.cogs.players import in_world
from tests.cogs.test_daily import club, finished, par, to_hour, today
from tests.cogs.test_replay import forged
from tests.players import bot_of, by_button
from tests.stored import gathered
from tests.world import Person, World

__all__ = ["par"]


async def seen(world: World, person: Person, day: int) -> Look:
    return await bot_of(world).services.tables.look(PAST + day, person.id)


async def play_past(world: World, person: Person, day: int, seed: int = 2, moves: int | None = None) -> Look:
    """Play on, by what is called for a press, until the round is over or this many moves are made."""
    chance, tables, made = random.Random(seed), bot_of(world).services.tables, 0
    look = await seen(world, person, day)
    while look.table.status is Status.PLAYING and (moves is None or made < moves):
        assert look.mine is not None
        move = choose(look.mine, "normal", chance)
        await tables.turns.play(look.table.id, person.id, move, version=look.table.version)
        look, made = await seen(world, person, day), made + 1
    return look


async def first_day(world: World, *people: Person) -> int:
    """Have people finish a day's deal, and return that day once it is past for everybody."""
    day = today(world)
    for person in people:
        await finished(world, person)
    await to_hour(world, day + 1, 3)
    return day


@in_world
async def test_a_past_deal_is_chosen_played_by_buttons_and_compared_with_its_day(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    day = await first_day(world, anna, bruno)
    own = await bot_of(world).services.tables.look(DAILY + day, anna.id)
    assert own.daily is not None
    assert own.daily.result is not None
    was = own.daily.result.points
    opened = await anna.slash("canasta daily")
    days = await anna.press("Past deals", on=opened.message)
    answer = await anna.choose("Choose a day", str(day), on=days.message)
    assert "The deal of " in answer.text
    assert "is in your direct messages" in answer.text
    shown = anna.messages()[-1]
    assert ", for fun" in shown.text
    assert "It counts nowhere now." in shown.text
    assert "Hint" not in [button.label for button in shown.buttons]
    look, chance = await seen(world, anna, day), random.Random(5)
    then = await bot_of(world).services.tables.replays.scene(DAILY + day, 0, SEAT, anna.id)
    assert look.mine is not None
    assert then.mine is not None
    assert look.mine.hand == then.mine.hand, "the same cards as on the day"
    while look.table.status is Status.PLAYING:
        assert look.mine is not None
        await by_button(anna, choose(look.mine, "normal", chance), look.mine)
        before, look = look, await seen(world, anna, day)
        assert look.table.version > before.table.version
    result = anna.messages()[-1]
    assert look.past_deal is not None
    assert look.past_deal.result is not None
    assert look.past_deal.result.was == was
    assert f"When it counted, you had {score_text.points(was)}" in result.text
    assert "The best result that counted: " in result.text
    assert {"Play again", "Past deals", "Play today's deal"} <= {one.label for one in result.buttons}


@in_world
async def test_equal_choices_lead_to_the_points_of_the_day(world: World) -> None:
    """The computers answer as they did, so the round is the same one."""
    anna = world.person("Anna")
    day = await first_day(world, anna)
    stored = await DailyStore(bot_of(world).services.database).of(day, anna.id)
    assert stored is not None
    tables = bot_of(world).services.tables
    await tables.past_deals.open(day, anna.id, "Anna")
    for line in stored.moves:
        if line.split()[0] == str(SEAT):
            look = await seen(world, anna, day)
            await tables.turns.play(PAST + day, anna.id, line, version=look.table.version)
    look = await seen(world, anna, day)
    assert look.past_deal is not None
    assert look.past_deal.result is not None
    assert look.past_deal.result.points == stored.points


@in_world
async def test_a_round_for_fun_changes_no_board_place_or_streak(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await club(world, anna, bruno)
    day = await first_day(world, anna)
    tables, database = bot_of(world).services.tables, bot_of(world).services.database
    before = [await tables.daily.board(world.guild.id, anna.id, span) for span in Span]
    for person in (anna, bruno):
        await tables.past_deals.open(day, person.id, person.name)
        assert (await play_past(world, person, day)).table.status is Status.FINISHED
    assert [await tables.daily.board(world.guild.id, anna.id, span) for span in Span] == before
    assert (await DailyStore(database).place(day, 0)).total == 1
    assert await DailyStore(database).streak(bruno.id, day) == 0
    look = await seen(world, bruno, day)
    assert look.past_deal is not None
    assert look.past_deal.result is not None
    assert look.past_deal.result.was is None
    assert await bot_of(world).services.league.guilds() == []


@in_world
async def test_days_that_are_open_or_to_come_are_refused_in_one_sentence(world: World) -> None:
    anna = world.person("Anna")
    day = today(world)
    await finished(world, anna)
    tables, said = bot_of(world).services.tables, "A deal can be played for fun once it is over for everybody"
    for ahead in (0, 1, 400):
        with pytest.raises(DealNotPast):
            await tables.past_deals.open(day + ahead, anna.id, "Anna")
        typed = (date_of(day) + timedelta(ahead)).isoformat()
        answer = await anna.slash("canasta daily", game=typed)
        assert said in answer.text
        opened = (await anna.slash("canasta daily")).message
        assert opened is not None
        assert said in (await forged(world, anna, opened, past_deal_page.PastDealHere(day + ahead).pack())).text
        with pytest.raises(NoSuchTable):
            await tables.look(PAST + day + ahead, anna.id)
    assert await anna.complete("canasta", "game", "", what="daily") == {}
    await to_hour(world, day + 1, 1.9)
    with pytest.raises(DealNotPast):
        await tables.past_deals.open(day, anna.id, "Anna")
    assert (await tables.past_deals.latest(anna.id)).deals == ()
    await to_hour(world, day + 1, 2)
    assert [one.number for one in (await tables.past_deals.latest(anna.id)).deals] == [day]
    with pytest.raises(NoSuchDeal):
        await tables.past_deals.open(day - 1, anna.id, "Anna")
    assert "That day or week has no deal" in (await anna.slash("canasta daily", game="1931-02-03")).text
    for wrong in ("yesterday", "2026-02-30", "2026-1", "2026-W60"):
        assert "write it like 2026-11-20" in (await anna.slash("canasta daily", game=wrong)).text


@in_world
async def test_a_date_is_typed_or_completed(world: World) -> None:
    anna = world.person("Anna")
    day = await first_day(world, anna)
    [offer] = await anna.complete("canasta", "game", date_of(day).isoformat()[:7], what="daily")
    assert "above par" in offer or "below par" in offer or "par" in offer
    answer = await anna.slash("canasta daily", game=date_of(day).isoformat())
    assert "is in your direct messages" in answer.text
    assert await PastDealStore(bot_of(world).services.database).of(day, anna.id) is not None


@in_world
async def test_it_goes_on_where_it_stood_and_begins_again_once(world: World) -> None:
    anna = world.person("Anna")
    day = await first_day(world, anna)
    await bot_of(world).services.tables.past_deals.open(day, anna.id, "Anna")
    look = await play_past(world, anna, day, moves=3)
    await world.restart()
    tables = bot_of(world).services.tables
    assert await tables.past_deals.open(day, anna.id, "Anna") == look
    with pytest.raises(Stale):
        await tables.past_deals.again(day, anna.id, look.table.version)
    over = await play_past(world, anna, day)
    with pytest.raises(WrongStatus):
        await tables.turns.play(PAST + day, anna.id, "draw")
    again = await tables.past_deals.again(day, anna.id, over.table.version)
    assert again.table.status is Status.PLAYING
    assert again.table.version > over.table.version, "buttons of the first round are stale"
    with pytest.raises(Stale):
        await tables.past_deals.again(day, anna.id, over.table.version)


@in_world
async def test_two_processes_make_one_table_and_one_move(world: World) -> None:
    anna = world.person("Anna")
    day = await first_day(world, anna)
    tables = bot_of(world).services.tables
    other = PastDeals(tables.changes, Daily(tables.changes, tables.thinkers))
    one, same = await tables.past_deals.open(day, anna.id, "Anna"), await other.open(day, anna.id, "Anna")
    assert one == same
    assert one.mine is not None
    move = choose(one.mine, "normal", random.Random(1))
    await tables.past_deals.play(day, anna.id, move, one.table.version)
    with pytest.raises(Stale):
        await other.play(day, anna.id, move, one.table.version)
    assert await other.look(day, anna.id) == await tables.past_deals.look(day, anna.id)
    # The other process makes its move after this one has read the round, and before it stores its own.
    look = await other.look(day, anna.id)
    assert look.mine is not None
    move = choose(look.mine, "normal", random.Random(1))
    add = PastDealStore.add

    async def late(store: PastDealStore, before: object, moves: object, points: int | None) -> bool:
        with mock.patch.object(PastDealStore, "add", add):
            await other.play(day, anna.id, move, look.table.version)
        return await add(store, before, moves, points)  # type: ignore[arg-type]

    with mock.patch.object(PastDealStore, "add", late), pytest.raises(Stale):
        await tables.past_deals.play(day, anna.id, move, look.table.version)
    [row] = (await gathered(bot_of(world).services.database, anna.id))["past_rounds"]
    assert row["played"] == str(row["moves"]).count("\n")


@in_world
async def test_days_are_turned_by_pages(world: World) -> None:
    anna = world.person("Anna")
    day, store = today(world), DailyStore(bot_of(world).services.database)
    for before in range(1, 61):
        seal = DailyDeal(date_of(day - before), "0" * 32).dealt().commitment
        await store.begin_deal(BegunDeal(day - before, "0" * 32, seal, None), 0)
        await store.set_par(day - before, 400)
    opened = await anna.slash("canasta daily")
    first = (await anna.press("Past deals", on=opened.message)).message
    assert first is not None
    assert not first.button("Later")
    second = (await anna.press("Earlier", on=first)).message
    third = (await anna.press("Earlier", on=second)).message
    assert third is not None
    assert not third.button("Earlier")
    assert third.button("Later")
    back = await anna.press("Later", on=third)
    listed = await bot_of(world).services.tables.past_deals.latest(anna.id, last=day - 2 - 25)
    assert back.message is not None
    assert [one.number for one in listed.deals] == list(range(day - 27, day - 52, -1))


@in_world
async def test_who_has_closed_their_direct_messages_plays_right_here(world: World) -> None:
    anna = world.person("Anna")
    day = await first_day(world, anna)
    world.close_messages(anna)
    answer = await anna.slash("canasta daily", game=date_of(day).isoformat())
    assert "Play the deal right here" in answer.text
    here = await anna.press("Play here", on=answer.message)
    assert ", for fun" in here.text


@in_world
async def test_deleting_ones_data_takes_rounds_for_fun(world: World) -> None:
    anna = world.person("Anna")
    day = await first_day(world, anna)
    tables, database = bot_of(world).services.tables, bot_of(world).services.database
    await tables.past_deals.open(day, anna.id, "Anna")
    assert "past_rounds" in await gathered(database, anna.id)
    await bot_of(world).services.privacy.delete(anna.id)
    assert await database.rows("SELECT 1 FROM past_rounds") == []


@pytest.mark.parametrize(
    "typed",
    [
        "2026-11-20",
        "2026‑11‑20",
        "2026–11–20",
        "２０２６-１１-２０",
        "2026/11/20",
        "2026. 11. 20.",
        "20.11.2026",
        "20. 11. 2026",
    ],
)
def test_a_date_is_read_in_the_forms_of_people_and_of_their_keyboards(typed: str) -> None:
    assert date_of(typed_deal(typed)) == date(2026, 11, 20)


@pytest.mark.parametrize("typed", ["2026-W49", "2026-w49", "2026W49", "2026‑W49"])
def test_a_week_is_read_as_it_is_written_and_by_other_hyphens(typed: str) -> None:
    assert typed_deal(typed) == typed_deal("2026-W49")


@pytest.mark.parametrize("typed", ["20.11.", "11/20/2026", "2026-11/20", "2026-13-01", "٣", "2026-1", "20261120"])
def test_a_text_that_could_be_several_days_or_is_none_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        typed_deal(typed)
