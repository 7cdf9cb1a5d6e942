"""The games of past weeks, played for fun: as the deals of past days, with each week's game."""

from __future__ import annotations

import random

import pytest

from bot.computer import choose
from bot.data.daily import BegunDeal, Every, Span
from bot.data.tables import Status
from bot.store.daily import DailyStore
from bot.tables.daily_round import SEAT, DailyDeal
from bot.tables.errors import DealNotPast, NoSuchDeal, NoSuchTable
from bot.tables.rules import weekly_plan
from bot.tables.rules.daily_times import DAILY, PAST, date_of, first_day, last_day
from bot.ui.words import score_text
from tests.cogs.players import in_world
from tests.cogs.test_daily import finished, to_hour, today
from tests.cogs.test_past_deals import play_past
from tests.cogs.test_past_deals import seen as seen_past
from tests.cogs.test_weekly import GAME, asked, opened, over, par, this_week
from tests.players import bot_of, by_button
from tests.stored import gathered
from tests.world import Person, World

__all__ = ["par"]


async def past_week(world: World, *people: Person) -> int:
    """Have people finish a week's game, and return that week once it is past for everybody."""
    week = this_week(world)
    for person in people:
        await opened(world, person)
        await over(world, person)
    await to_hour(world, last_day(week) + 1, 3)
    return week


@pytest.mark.slow
@in_world
async def test_a_past_week_is_chosen_played_by_buttons_and_compared_with_what_counted(world: World) -> None:
    anna = world.person("Anna")
    week = await past_week(world, anna)
    tables = bot_of(world).services.tables
    own = await tables.look(DAILY + week, anna.id)
    assert own.daily is not None
    assert own.daily.result is not None
    was = own.daily.result.points
    before = [await tables.daily.board(world.guild.id, anna.id, span) for span in Span]
    new_game = await asked(anna)
    weeks = await anna.press("Past games of the week", on=new_game.message)
    assert weeks.message is not None
    assert GAME in str(weeks.message.menu("Choose a game"))
    days = await anna.press("Past deals", on=weeks.message)
    assert "Play the deal of any past day" in days.text
    again = await anna.press("Past games of the week", on=days.message)
    sent = await anna.choose("Choose a game", str(week), on=again.message)
    assert f"{GAME} is in your direct messages. It counts nowhere" in sent.text
    assert "Hand & Foot" in (await anna.press("Rules", on=sent.message)).text
    shown = anna.messages()[-1]
    assert f"{GAME}, for fun" in shown.text
    assert "Jan 4, 2026" in shown.text
    labels = [one.label for one in shown.buttons]
    assert "Rules" in labels
    assert "Hint" not in labels
    look, chance = await seen_past(world, anna, week), random.Random(3)
    then = await tables.replays.scene(DAILY + week, 0, SEAT, anna.id)
    assert look.mine is not None
    assert then.mine is not None
    assert look.mine.hand == then.mine.hand, "the same cards as when it counted"
    await by_button(anna, choose(look.mine, "normal", chance), look.mine)
    look = await play_past(world, anna, week)
    assert look.past_deal is not None
    assert look.past_deal.result is not None
    assert (look.past_deal.every, look.past_deal.result.was, look.past_deal.result.best) == (Every.WEEK, was, was)
    result = await anna.slash("canasta daily", game=date_of(first_day(week)).strftime("%G-W%V"))
    assert f"When it counted, you had {score_text.points(was)}" in result.text
    assert result.message is not None
    assert {one.label for one in result.message.buttons} == {
        "Play again",
        "Past games of the week",
        "Play today's deal",
    }
    assert [await tables.daily.board(world.guild.id, anna.id, span) for span in Span] == before
    assert (await DailyStore(bot_of(world).services.database).place(week, 0)).total == 1
    again = await anna.press("Play again", on=result.message)
    assert ", for fun" in again.text
    [row] = (await gathered(bot_of(world).services.database, anna.id))["past_rounds"]
    assert (row["day"], row["attempt"]) == (week, 2)


@in_world
async def test_a_week_that_others_still_play_or_that_is_to_come_is_refused(world: World) -> None:
    anna = world.person("Anna")
    week, tables = this_week(world), bot_of(world).services.tables
    await opened(world, anna)
    for other in (week, week + 7):
        with pytest.raises(DealNotPast):
            await tables.past_deals.open(other, anna.id, "Anna")
        typed = date_of(first_day(other)).strftime("%G-W%V")
        assert "once it is over for everybody" in (await anna.slash("canasta daily", game=typed)).text
        with pytest.raises(NoSuchTable):
            await tables.look(PAST + other, anna.id)
    await to_hour(world, last_day(week) + 1, 1.9)
    with pytest.raises(DealNotPast):
        await tables.past_deals.open(week, anna.id, "Anna")
    assert (await tables.past_deals.latest(anna.id, Every.WEEK)).deals == ()
    await to_hour(world, last_day(week) + 1, 2)
    assert [one.number for one in (await tables.past_deals.latest(anna.id, Every.WEEK)).deals] == [week]
    for missing in (week - 7, week - 6):
        with pytest.raises(NoSuchDeal):
            await tables.past_deals.open(missing, anna.id, "Anna")
    assert "That day or week has no deal" in (await anna.slash("canasta daily", game="2025-W01")).text


@in_world
async def test_days_and_weeks_are_listed_apart_by_pages_and_completed_together(world: World) -> None:
    anna = world.person("Anna")
    await finished(world, anna)
    day, week = today(world), this_week(world)
    store = DailyStore(bot_of(world).services.database)
    for number in range(week - 7 * 30, week, 7):
        first = first_day(number)
        game = weekly_plan.game_of(first)
        seal = DailyDeal(date_of(first), "0" * 32, Every.WEEK, game).dealt().commitment
        await store.begin_deal(BegunDeal(number, "0" * 32, seal, None, game), 0)
    await to_hour(world, day + 1, 3)
    latest = bot_of(world).services.tables.past_deals.latest
    assert [one.number for one in (await latest(anna.id)).deals] == [day]
    weeks = (await anna.press("Past games of the week", on=(await asked(anna)).message)).message
    earlier = (await anna.press("Earlier", on=weeks)).message
    assert earlier is not None
    assert not earlier.button("Earlier")
    assert (await anna.press("Later", on=earlier)).message.button("Earlier")  # type: ignore[union-attr]
    assert [one.number for one in (await latest(anna.id, Every.WEEK)).deals] == list(range(week - 7, week - 182, -7))
    samba = await anna.complete("canasta", "game", "samba", what="daily")
    assert len(samba) >= 2
    assert all(name.startswith("Samba") for name in samba)
    assert await anna.complete("canasta", "game", date_of(day).isoformat(), what="daily")


@in_world
async def test_a_round_that_goes_on_is_still_there(world: World) -> None:
    anna = world.person("Anna")
    week = await past_week(world)
    await DailyStore(bot_of(world).services.database).begin_deal(
        BegunDeal(week, "0" * 32, "", None, weekly_plan.game_of(first_day(week))), 0
    )
    tables = bot_of(world).services.tables
    await tables.past_deals.open(week, anna.id, "Anna")
    look = await play_past(world, anna, week, moves=3)
    assert look.table.status is Status.PLAYING
    again = await tables.past_deals.open(week, anna.id, "Anna")
    assert again.table.version == look.table.version
    assert again.table.id == PAST + week
