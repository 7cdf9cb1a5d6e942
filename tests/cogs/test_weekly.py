"""The game of the week: reached from the deal of the day, played once from Monday to Sunday, a secret until it closes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from unittest import mock

import pytest

from bot.canasta.rules import variant_info
from bot.computer import choose
from bot.data.daily import BegunDeal, Every, Span
from bot.data.tables import Status
from bot.store.daily import DailyStore
from bot.store.morning_posts import MorningPostStore
from bot.store.privacy import PrivacyStore
from bot.tables import Look
from bot.tables.errors import DailyClosed, DailyOpen, NoSuchTable
from bot.tables.rules import weekly_plan
from bot.tables.rules.daily_times import DAILY, date_of, deal_at, first_day, hour_after, last_day
from bot.tables.thinkers import Thinkers
from bot.ui.pages import table_page, watch_page
from tests.cogs.players import in_world
from tests.cogs.test_daily import club, finished, to_hour, today
from tests.cogs.test_daily_morning import panel, posts, switched_on
from tests.cogs.test_replay import forged
from tests.cogs.test_settings import manager
from tests.players import bot_of, by_button
from tests.stored import gathered
from tests.world import Answer, Person, Shown, World

#: The points of par's player in these tests, who doesn't play.
PAR = 400
#: The game of the week in which tests begin, by the plan.
GAME = "Hand & Foot"


@pytest.fixture(autouse=True)
def par() -> Iterator[mock.AsyncMock]:
    with mock.patch.object(Thinkers, "par", mock.AsyncMock(return_value=PAR)) as played:
        yield played


def this_week(world: World) -> int:
    return deal_at(bot_of(world).services.tables.now(), Every.WEEK)


def way(shown: Shown | None) -> str | None:
    """Return the label of the button that opens the game of the week, None where there is none."""
    assert shown is not None
    return next((one.label for one in shown.buttons if (one.label or "").startswith("Game of the week: ")), None)


async def asked(person: Person) -> Answer:
    """Ask for the game of the week as people do, by the deal of the day."""
    answer = await person.slash("canasta daily")
    return await person.press(str(way(answer.message)), on=answer.message)


async def opened(world: World, person: Person) -> Look:
    await asked(person)
    return await seen(world, person)


async def seen(world: World, person: Person, week: int | None = None) -> Look:
    number = DAILY + (this_week(world) if week is None else week)
    return await bot_of(world).services.tables.look(number, person.id)


async def over(world: World, person: Person, seed: int = 1, week: int | None = None) -> Look:
    """Play the game on to its end, by what is called for a press."""
    chance, look = random.Random(seed), await seen(world, person, week)
    while look.table.status is Status.PLAYING:
        assert look.mine is not None
        move = choose(look.mine, "normal", chance)
        await bot_of(world).services.tables.turns.play(look.table.id, person.id, move, version=look.table.version)
        look = await seen(world, person, week)
    return look


async def scored(world: World, week: int, points: dict[Person, int]) -> None:
    """Store results of a week."""
    store, monday = DailyStore(bot_of(world).services.database), first_day(week) * 86_400
    await store.begin_deal(BegunDeal(week, "5" * 32, "sealed", None, weekly_plan.game_of(first_day(week))), monday)
    await store.set_par(week, PAR)
    for person, count in points.items():
        await store.begin(week, person.id, person.name, ["1 draw"], monday)
        begun = await store.of(week, person.id)
        assert begun is not None
        assert await store.add(begun, ["0 draw"], count, monday + 9)


@in_world
async def test_the_deal_of_the_day_names_it_and_leads_to_it_and_its_rules(world: World) -> None:
    anna = world.person("Anna")
    answer = await anna.slash("canasta daily")
    assert f"Game of the week: **{GAME}**, until Sunday." in answer.text
    sent = await anna.press(f"Game of the week: {GAME}", on=answer.message)
    assert f"The game of the week, {GAME}, is in your direct messages." in sent.text
    rules = await anna.press("Rules", on=sent.message)
    assert "Hand & Foot" in rules.text
    look = await seen(world, anna)
    assert look.daily is not None
    assert (look.table.variant, look.table.size, look.daily.every) == ("hand-and-foot", 4, Every.WEEK)
    hand = anna.messages()[-1]
    assert f"Game of the week: {GAME}" in hand.text
    assert look.daily.seal in hand.text
    again = await anna.press("Rules", on=hand, dm=True)
    assert again.text == rules.text


@pytest.mark.slow
@pytest.mark.parametrize("game", ["samba", "burraco", "hand-and-foot", "bolivia", "miller"])
async def test_it_is_played_by_the_buttons_of_every_hand(tmp_path: Path, game: str) -> None:
    with mock.patch.object(weekly_plan, "GAMES", (game,)):
        async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
            anna, chance = world.person("Anna"), random.Random(3)
            look = await opened(world, anna)
            while look.table.status is Status.PLAYING:
                assert look.mine is not None
                labels = [button.label for button in anna.messages()[-1].buttons]
                assert "Rules" in labels
                assert "Hint" not in labels
                before = look.table.version
                await by_button(anna, choose(look.mine, "normal", chance), look.mine)
                look = await seen(world, anna)
                assert look.table.version > before
            result = anna.messages()[-1]
            assert await bot_of(world).services.league.guilds() == []
    assert f"Game of the week: {variant_info(game).name}" in result.text
    assert f"par: {PAR}" in result.text
    assert {button.label for button in result.buttons} == {"Last week", "Past games of the week", "Play today's deal"}
    [row] = [line for line in result.text.splitlines() if line and not set(line) - set("⬜🟦🟩🟪🟨🏁🟥")]
    assert row


@in_world
async def test_its_result_is_shared_without_cards_and_says_nothing_of_the_streak(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await opened(world, anna)
    await over(world, anna)
    result = (await asked(anna)).message
    assert result is not None
    assert "in a row" not in result.text
    await anna.press("Share", on=result)
    await anna.press("Share", on=result)
    [post] = [shown for shown in world.messages() if "game of the week" in shown.text]
    week = this_week(world)
    first, last = date_of(first_day(week)), date_of(last_day(week))
    assert (first.isoweekday(), last - first) == (1, timedelta(6))
    assert f"<@{anna.id}>, game of the week, {GAME}, Dec 29, 2025 – Jan 4, 2026: **" in post.text
    assert not any(sign in post.text for sign in "♠♥♦♣")
    opened_there = await bruno.press(str(way(post)), on=post)
    assert "is in your direct messages." in opened_there.text
    store = DailyStore(bot_of(world).services.database)
    assert await store.streak(anna.id, today(world)) == 0
    await finished(world, anna)
    assert await store.streak(anna.id, today(world)) == 1


@in_world
async def test_who_has_begun_may_finish_until_two_hours_after_sunday(world: World) -> None:
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    week, tables = this_week(world), bot_of(world).services.tables
    for person in (anna, bruno):
        await opened(world, person)
    await to_hour(world, last_day(week), 23.9)
    await to_hour(world, last_day(week) + 1, 1.5)
    assert this_week(world) == week + 7
    assert (await tables.daily.open(anna.id, "Anna", Every.WEEK)).table.id == DAILY + week
    await over(world, anna, week=week)
    assert (await opened(world, anna)).table.variant == "viennese", "after that, the new week's game comes"
    await opened(world, carla)
    with pytest.raises(NoSuchTable):
        await seen(world, carla, week)
    await to_hour(world, last_day(week) + 1, 2)
    with pytest.raises(DailyClosed):
        await tables.turns.play(DAILY + week, bruno.id, "draw")
    refused = await bruno.press("Last week", on=(await asked(bruno)).message)
    assert "You didn't finish last week's game." in refused.text
    refused = await carla.press("Last week", on=(await asked(carla)).message)
    assert "You didn't play last week's game." in refused.text


@in_world
async def test_last_weeks_game_can_be_looked_back_at_and_none_before(world: World) -> None:
    anna = world.person("Anna")
    week, tables = this_week(world), bot_of(world).services.tables
    await opened(world, anna)
    await over(world, anna)
    number = DAILY + week
    for ask in (
        lambda: tables.replays.scene(number, 0, 1, anna.id),
        lambda: tables.replays.proof(number, None, anna.id),
        lambda: tables.reviews.of(number, anna.id),
        lambda: tables.what_ifs.open(number, anna.id, 1, 0),
    ):
        with pytest.raises(DailyOpen):
            await ask()
    message = (await anna.slash("canasta daily")).message
    assert message is not None
    for action in (
        table_page.Replay(number, 1),
        table_page.Record(number, 1),
        watch_page.ReplayStep(number, 1, "hand 3 1"),
    ):
        assert "Others can still play these cards" in (await forged(world, anna, message, action.pack())).text
    stored = await DailyStore(bot_of(world).services.database).deal(week)
    assert stored is not None
    assert stored.secret not in str(await gathered(bot_of(world).services.database, anna.id))
    await to_hour(world, last_day(week) + 1, 3)
    before = await anna.press("Last week", on=(await asked(anna)).message)
    assert {"Review", "Replay", "Record of the game", "Share"} <= {one.label for one in before.message.buttons}  # type: ignore[union-attr]
    assert "Replay: " in (await anna.press("Replay", on=before.message)).text
    assert f"Your review: {GAME}" in (await anna.press("Review", on=before.message)).text
    record = await anna.press("Record of the game", on=before.message)
    assert any("seals" in one for one in record.message.files)  # type: ignore[union-attr]


@in_world
async def test_a_servers_board_of_the_week_is_apart_from_those_of_the_days(world: World) -> None:
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    await club(world, anna, bruno, carla)
    week, tables = this_week(world), bot_of(world).services.tables
    for person in (anna, bruno):
        await opened(world, person)
        await over(world, person)
    await tables.preferences.set(anna.id, pictures=False)
    result = (await asked(anna)).message
    assert result is not None
    assert "Best in this server" in result.text
    board = await anna.press("Leaderboard", on=result)
    assert f"Game of the week\\: {GAME}" in board.text
    assert "Anna" in board.text
    assert "Bruno" in board.text
    assert "()" not in board.text
    assert not board.message.button("Game of the week").enabled  # type: ignore[union-attr]
    day = await anna.press("Day", on=board.message)
    assert "Bruno" not in day.text, "the week counts on no board of days"
    assert (await tables.daily.board(world.guild.id, carla.id, Span.GAME)).rows == (), "she may still play it"
    await to_hour(world, last_day(week) + 1, 2)
    closed = await tables.daily.board(world.guild.id, carla.id, Span.GAME)
    assert [(row.place, row.user_id) for row in closed.rows] == [(1, anna.id), (1, bruno.id)], "ties share a place"
    assert closed.variant == "hand-and-foot"


@in_world
async def test_mondays_post_has_last_weeks_board_and_the_new_game(world: World) -> None:
    anna, mona = world.person("Anna"), manager(world)
    await club(world, anna)
    await switched_on(world, mona)
    week = this_week(world)
    await scored(world, week, {anna: 900})
    for day in range(today(world) + 1, last_day(week) + 3):
        await to_hour(world, day, 9)
    *earlier, monday, tuesday = posts(world)
    assert [bool(way(one)) for one in earlier] == [True] + [False] * (len(earlier) - 1)
    assert "The new game of the week is open: **Viennese**, one round, until Sunday." in monday.text
    [alt] = monday.alt_texts
    assert "Game of the week: Hand and Foot. Dec 29, 2025 to Jan 4, 2026." in alt
    assert "Anna" in alt
    assert "plus 500" in alt
    assert "is in your direct messages." in (await anna.press("Game of the week: Viennese", on=monday)).text
    assert tuesday.alt_texts == ()
    assert way(tuesday) is None


@in_world
async def test_after_weeks_out_of_order_the_post_has_the_last_one_alone(world: World) -> None:
    anna, mona = world.person("Anna"), manager(world)
    await club(world, anna)
    await switched_on(world, mona)
    week = this_week(world)
    for before, points in ((week, 900), (week + 7, 700), (week + 14, 600)):
        await scored(world, before, {anna: points})
    await to_hour(world, today(world) + 1, 9)
    now = bot_of(world).services.tables.now()
    await world.stop()
    await world.env.advance_time((last_day(week) + 17) * 86_400 + 9 * 3_600 - now)
    await world.env.restart_bot(await world.make_client())
    await world.env.advance_time(60)
    later = posts(world)[1:]
    assert len(later) == 1
    [alt] = later[0].alt_texts
    assert "plus 200" in alt
    assert "plus 500" not in alt
    assert "plus 300" not in alt


@in_world
async def test_a_server_whose_morning_comes_before_the_week_closes_gets_its_board_a_day_later(world: World) -> None:
    anna, mona = world.person("Anna"), manager(world)
    await club(world, anna)
    await switched_on(world, mona)
    week = this_week(world)
    await scored(world, week, {anna: 900})
    monday = last_day(week) + 1
    store = MorningPostStore(bot_of(world).services.database)
    await store.set(world.guild.id, world.channel.id, 1, "UTC", (today(world) + 1) * 86_400 + 3_600)
    for day in range(today(world) + 1, monday + 2):
        await to_hour(world, day, 1.5)
    *_, at_one, next_day = posts(world)
    assert "**Viennese**" in at_one.text
    assert at_one.alt_texts == ()
    assert ["plus 500" in alt for alt in next_day.alt_texts] == [True]
    assert way(at_one)
    assert way(next_day) is None, "the new game was said on Monday"


async def monday_night(world: World, hour: int, then: int) -> tuple[Shown, list[Shown]]:
    """Return Sunday's post at an hour, and the posts up to Tuesday where a moderator moves them on Monday at 07:00 UTC."""
    mona, week = manager(world), this_week(world)
    store, monday = MorningPostStore(bot_of(world).services.database), last_day(week) + 1
    await to_hour(world, monday - 1, 0.1)
    shown = await switched_on_at(world, mona, hour)
    await to_hour(world, monday, 7)
    *_, before = posts(world)
    count = len(posts(world))
    await mona.choose("Hour of the post", f"Post at {then:02}:00", on=shown)
    await to_hour(world, monday + 1, 23)
    assert await store.of(world.guild.id) is not None
    return before, posts(world)[count:]


async def switched_on_at(world: World, mona: Person, hour: int) -> Shown:
    """Switch the morning post on by the clocks of UTC, without a wait for noon."""
    await MorningPostStore(bot_of(world).services.database).set(
        world.guild.id, world.channel.id, hour, "UTC", hour_after(bot_of(world).services.tables.now(), hour, "UTC")
    )
    bot_of(world).services.morning_poster.wake()
    return await panel(mona)


@pytest.mark.parametrize(("hour", "then"), [(8, 1), (8, 9), (1, 8), (1, 0)])
async def test_the_new_game_is_named_once_where_a_moderator_moves_the_post_on_a_monday(
    tmp_path: Path, hour: int, then: int
) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        before, after = await monday_night(world, hour, then)
        named = [shown for shown in (before, *after) if "**Viennese**" in shown.text]
    assert len(named) == 1
    assert len(after) == 1 + ((hour, then) == (8, 9)), "one post a morning"


@in_world
async def test_a_new_game_that_mondays_refused_post_had_is_named_on_tuesday(world: World) -> None:
    mona, week = manager(world), this_week(world)
    monday = last_day(week) + 1
    await to_hour(world, monday - 1, 0.1)
    await switched_on_at(world, mona, 8)
    await to_hour(world, monday, 7)
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50013, message="Missing", times=None)
    await to_hour(world, monday, 9)
    world.env.backend.faults.clear()
    await to_hour(world, monday + 1, 9)
    assert "**Viennese**" in posts(world)[-1].text


@in_world
async def test_export_and_deletion_hold_it_as_a_day(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    database, week = bot_of(world).services.database, this_week(world)
    for person in (anna, bruno):
        await opened(world, person)
    look = await over(world, anna)
    [row] = [one for one in (await gathered(database, anna.id))["daily_rounds"] if one["day"] == week]
    assert row["points"] == look.daily.result.points  # type: ignore[union-attr]
    for person in (anna, bruno):
        assert await PrivacyStore(database).forget(person.id, 5) is not None
        assert "daily_rounds" not in await gathered(database, person.id)
    assert (await DailyStore(database).place(week, 0)).total == 1
