"""The deal of the day: played in direct messages, once, with a result to compare and to share; a secret until it closes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from bot.canasta.moves import Move
from bot.computer import choose
from bot.computer.review import Better
from bot.data.daily import BegunDeal, Span
from bot.data.tables import Status
from bot.store.daily import DailyStore
from bot.store.members import MemberStore
from bot.tables import Look
from bot.tables.daily_round import SEAT
from bot.tables.errors import DailyClosed, DailyOpen, NoSuchTable, Stale, WrongStatus
from bot.tables.played_rounds import PlayedRound
from bot.tables.rules.daily_times import DAILY, closes_at, date_of, day_at
from bot.tables.thinkers import Thinkers
from bot.ui.actions import TableAction
from bot.ui.pages import daily_page, hand_page, review_page, table_page, watch_page
from tests.cogs import clubs
from tests.cogs.players import in_world
from tests.cogs.test_replay import forged
from tests.players import bot_of, by_button
from tests.stored import gathered
from tests.world import Person, World

#: The points of par's player in these tests, who doesn't play.
PAR = 400
#: Where a result in a direct message can be shown to others.
SHARED_IN_A_SERVER = "in a server to share this there"


@pytest.fixture(autouse=True)
def par() -> Iterator[mock.AsyncMock]:
    with mock.patch.object(Thinkers, "par", mock.AsyncMock(return_value=PAR)) as played:
        yield played


def today(world: World) -> int:
    return day_at(bot_of(world).services.tables.now())


async def seen(world: World, person: Person, day: int | None = None) -> Look:
    number = DAILY + (today(world) if day is None else day)
    return await bot_of(world).services.tables.look(number, person.id)


async def to_hour(world: World, day: int, hour: float) -> None:
    """Let time pass until an hour of a day."""
    now = bot_of(world).services.tables.now()
    await world.env.advance_time(day * 86_400 + round(hour * 3_600) - now)


async def play(
    world: World, person: Person, *, day: int | None = None, moves: int | None = None, seed: int = 1
) -> Look:
    """Play on, by what is called for a press, until the round is over or this many moves are made."""
    chance, tables, made = random.Random(seed), bot_of(world).services.tables, 0
    look = await seen(world, person, day)
    while look.table.status is Status.PLAYING and (moves is None or made < moves):
        assert look.mine is not None
        await tables.turns.play(
            look.table.id, person.id, choose(look.mine, "normal", chance), version=look.table.version
        )
        look, made = await seen(world, person, day), made + 1
    return look


async def finished(world: World, person: Person, seed: int = 1) -> Look:
    await person.slash("canasta daily")
    return await play(world, person, seed=seed)


@in_world
async def test_it_is_played_by_the_buttons_of_every_hand_in_direct_messages(world: World) -> None:
    anna, chance = world.person("Anna"), random.Random(3)
    answer = await anna.slash("canasta daily")
    assert "The deal of the day is in your direct messages." in answer.text
    [hand] = anna.messages()
    look = await seen(world, anna)
    assert look.daily is not None
    assert "Deal of the day: " in hand.text
    assert look.daily.seal in hand.text
    while look.table.status is Status.PLAYING:
        assert look.mine is not None
        shown = anna.messages()[-1]
        assert "Hint" not in [button.label for button in shown.buttons]
        before = look.table.version
        await by_button(anna, choose(look.mine, "normal", chance), look.mine)
        look = await seen(world, anna)
        assert look.table.version > before
    [result] = anna.messages()
    assert result.id == hand.id
    own = look.daily.result if look.daily is not None else None
    assert own is not None
    assert f"{own.points:,}".replace("-", "−") in result.text
    assert f"par: {PAR}" in result.text
    assert SHARED_IN_A_SERVER in result.text
    labels = {button.label for button in result.buttons}
    assert labels == {
        "Yesterday",
        "Game of the week: Hand & Foot",
        "Past deals",
        "Everybody's leaderboard",
        "My days",
    }, "nothing can be looked back at, and there is no channel to share it in"
    assert await bot_of(world).services.league.guilds() == []


@in_world
async def test_everybody_gets_the_same_cards_and_equal_choices_lead_to_equal_results(world: World) -> None:
    people = world.people("Anna", "Bruno")
    looks = [await finished(world, person) for person in people]
    first, second = looks
    assert first.mine is not None
    assert second.mine is not None
    assert first.mine.hand == second.mine.hand
    assert first.table.scores == second.table.scores
    assert [one.line for one in first.recent] == [one.line for one in second.recent]
    assert second.daily is not None
    assert second.daily.result is not None
    assert (second.daily.result.place.better, second.daily.result.place.total) == (0, 2), "ties share places"


@in_world
async def test_there_is_one_try_a_day_which_goes_on_where_it_stood(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("canasta daily")
    look = await play(world, anna, moves=3)
    await world.restart()
    await anna.slash("canasta daily")
    assert await seen(world, anna) == look
    over = await play(world, anna)
    again = await anna.slash("canasta daily")
    assert "par: 400" in again.text
    assert (await seen(world, anna)).table == over.table
    tables = bot_of(world).services.tables
    with pytest.raises(WrongStatus):
        await tables.turns.play(over.table.id, anna.id, "draw")


@in_world
async def test_a_press_that_comes_twice_or_late_changes_nothing(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("canasta daily")
    before = await seen(world, anna)
    assert before.mine is not None
    tables, move = bot_of(world).services.tables, choose(before.mine, "normal", random.Random(1))
    await tables.turns.play(before.table.id, anna.id, move, version=before.table.version)
    after = await seen(world, anna)
    again = await tables.turns.play(before.table.id, anna.id, move, version=before.table.version)
    assert (again.repeated, again.played.line, again.table) == (True, str(move), after.table)
    with pytest.raises(Stale):
        await tables.turns.play(before.table.id, anna.id, "ask", version=before.table.version)
    assert await seen(world, anna) == after


@in_world
async def test_who_has_begun_may_finish_until_two_hours_after_the_day(world: World) -> None:
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    day, tables = today(world), bot_of(world).services.tables
    for person in (anna, bruno):
        await person.slash("canasta daily")
    await to_hour(world, day + 1, 1.5)
    await anna.slash("canasta daily")
    with pytest.raises(NoSuchTable):
        await seen(world, anna)
    await play(world, anna, day=day)
    await anna.slash("canasta daily")
    assert (await seen(world, anna)).table.status is Status.PLAYING, "after that, today's deal comes"
    await carla.slash("canasta daily")
    with pytest.raises(NoSuchTable):
        await seen(world, carla, day)
    await to_hour(world, day + 1, 2)
    with pytest.raises(DailyClosed):
        await tables.turns.play(DAILY + day, bruno.id, "draw")
    refused = await bruno.press("Draw", dm=True)
    assert "The time for this deal is over. " in refused.text
    await bruno.slash("canasta daily")
    assert (await seen(world, bruno)).table.status is Status.PLAYING


@in_world
async def test_a_result_has_par_place_and_streak_and_a_row_of_squares(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    day = today(world)
    store = DailyStore(bot_of(world).services.database)
    await finished(world, anna)
    for number, points in enumerate((-5_000, -4_000, 9_000)):
        await store.begin(day, 1_000 + number, "Somebody", [], 0)
        begun = await store.of(day, 1_000 + number)
        assert begun is not None
        assert await store.add(begun, [], points, 1)
    for before in (1, 2):
        await store.begin_deal(type(await store.deal(day))(day - before, "0" * 32, "", 0), 0)  # type: ignore[misc]
        await store.begin(day - before, anna.id, "Anna", [], 0)
        begun = await store.of(day - before, anna.id)
        assert begun is not None
        assert await store.add(begun, [], 10, 1)
    shown = (await anna.slash("canasta daily")).text
    assert "Place 2 of 4: better than 66%." in shown
    assert "3 days in a row" in shown
    own = (await seen(world, anna)).daily.result  # type: ignore[union-attr]
    assert own is not None
    difference = own.points - PAR
    assert f"{abs(difference):,} {'above' if difference > 0 else 'below'} par" in shown
    [row] = [line for line in shown.splitlines() if line and not set(line) - set("⬜🟦🟩🟨🏁🟥")]
    turns = [line.split()[0] for line in (await store.of(day, anna.id)).moves if line.split()[1] == "discard"]  # type: ignore[union-attr]
    assert len(row) >= turns.count(str(SEAT))
    await finished(world, bruno)
    assert (await seen(world, bruno)).daily.result.streak == 1  # type: ignore[union-attr]


async def club(world: World, *people: Person) -> None:
    """Have people known as members of the server, as if they had played at its tables."""
    database = bot_of(world).services.database
    async with database.transaction() as tx:
        await MemberStore(database).played(tx, world.guild.id, {one.id: one.name for one in people}, 1)


@in_world
async def test_a_servers_board_is_shown_by_day_week_and_month(world: World) -> None:
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    await club(world, anna, bruno, carla)
    day, tables = today(world), bot_of(world).services.tables
    for person in (anna, bruno):
        look = await finished(world, person)
    above = look.daily.result.points - PAR  # type: ignore[union-attr]
    result = (await anna.slash("canasta daily")).message
    assert "Best in this server" in result.text  # type: ignore[union-attr]
    board = (await anna.press("Leaderboard", on=result)).message
    assert board is not None
    [name] = [one for one in board.files if "daily" in one]
    assert name
    assert not board.button("Day").enabled  # type: ignore[union-attr]
    await tables.preferences.set(anna.id, pictures=False)
    week = await anna.press("Week", on=board)
    signed = f"{above:+,}".replace("-", "−")
    lines = [line for line in week.text.splitlines() if f"Above par **{signed}** (Days 1)" in line]
    assert [line.startswith("1. ") for line in lines] == [True, True], "ties share a place"
    assert all(person.name in week.text for person in (anna, bruno))
    assert "Carla" not in week.text
    month = await anna.press("Month", on=week.message)
    assert "2026" in month.text
    for span in Span:
        seen_by_carla = await tables.daily.board(world.guild.id, carla.id, span)
        assert seen_by_carla.rows == (), "she may still play that deal"
    await to_hour(world, day + 1, 2)
    later = await tables.daily.board(world.guild.id, carla.id, Span.DAY)
    assert [row.user_id for row in later.rows] == [anna.id, bruno.id]


@in_world
async def test_a_newcomer_stands_on_the_board_of_the_server_from_which_they_play(world: World) -> None:
    """Nobody needs to have sat at the server's tables."""
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    services, guild = bot_of(world).services, world.guild.id
    await finished(world, anna)
    await bruno.slash("canasta daily", dm=True)
    await play(world, bruno)
    board = await services.tables.daily.board(guild, anna.id, Span.DAY)
    assert [row.name for row in board.rows] == ["Anna"], "Bruno has played elsewhere, and may be no member"
    result = (await bruno.slash("canasta daily", dm=True)).message
    assert result is not None
    for person in (bruno, carla):
        opened = (await person.slash("help")).message
        assert opened is not None
        await forged(world, person, opened, daily_page.ShowDailyBoard(Span.DAY).pack())
    board = await services.tables.daily.board(guild, bruno.id, Span.DAY)
    assert {row.name for row in board.rows} == {"Anna", "Bruno"}
    assert await gathered(services.database, carla.id) == {} or "members" not in await gathered(
        services.database, carla.id
    ), "she only looks"
    await services.privacy.delete(bruno.id)
    assert await gathered(services.database, bruno.id) == {}


@in_world
async def test_a_board_leaves_out_those_who_have_left_the_server(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    guild, tables = world.guild.id, bot_of(world).services.tables
    for person in (anna, bruno):
        await finished(world, person)
    world.guild.remove_member(bruno.member)
    await world.env.advance_time(86_400)
    await to_hour(world, today(world), 12)
    await anna.slash("canasta daily")
    message = (await anna.slash("help")).message
    assert message is not None
    await forged(world, anna, message, daily_page.ShowDailyBoard(Span.WEEK).pack())
    assert [row.name for row in (await tables.daily.board(guild, anna.id, Span.WEEK)).rows] == ["Anna"]


@pytest.mark.parametrize(
    ("status", "code", "said"), [(500, 0, "right now"), (403, 50001, "can't write in this channel")]
)
async def test_what_is_not_shared_says_why(status: int, code: int, said: str, tmp_path: Path) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        anna = world.person("Anna")
        await finished(world, anna)
        result = (await anna.slash("canasta daily")).message
        path = f"/channels/{world.channel.id}/messages"
        world.env.inject_error("POST", path, status=status, code=code, message="refused by the test", times=None)
        assert said in (await anna.press("Share", on=result)).text
        assert world.messages() == []


@in_world
async def test_it_is_shared_without_cards_and_once(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await finished(world, anna)
    result = (await anna.slash("canasta daily")).message
    assert result is not None
    assert SHARED_IN_A_SERVER not in result.text
    assert "Everybody can see it now" in (await anna.press("Share", on=result)).text
    await anna.press("Share", on=result)
    [post] = [shown for shown in world.messages() if "deal of the day" in shown.text]
    assert f"<@{anna.id}>, deal of the day, " in post.text
    assert not any(sign in post.text for sign in "♠♥♦♣")
    assert "The deal of the day is in your direct messages." in (await bruno.press("Deal of the day", on=post)).text


@in_world
async def test_yesterdays_deal_can_be_looked_back_at(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    day = today(world)
    await finished(world, anna)
    await to_hour(world, day + 1, 3)
    opened = await anna.slash("canasta daily")
    before = await anna.press("Yesterday", on=opened.message)
    assert {"Review", "Replay", "Record of the game"} <= {button.label for button in before.message.buttons}  # type: ignore[union-attr]
    replay = await anna.press("Replay", on=before.message)
    assert "Replay: " in replay.text
    other = await anna.choose("Show somebody's cards", "hand 0 1", on=replay.message)
    assert "'s cards: " in other.text
    record = await anna.press("Record of the game", on=before.message)
    assert any("seals" in one for one in record.message.files)  # type: ignore[union-attr]
    opened = await bruno.slash("canasta daily")
    assert "You didn't play yesterday's deal." in (await bruno.press("Yesterday", on=opened.message)).text


@in_world
async def test_nothing_of_an_open_deal_can_be_asked_for(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    day, tables = today(world), bot_of(world).services.tables
    await finished(world, anna)
    number = DAILY + day
    for ask in (
        lambda: tables.replays.scene(number, 0, 1, anna.id),
        lambda: tables.replays.proof(number, None, anna.id),
        lambda: tables.reviews.of(number, anna.id),
        lambda: tables.what_ifs.open(number, anna.id, 1, 0),
    ):
        with pytest.raises(DailyOpen):
            await ask()
    for other in (bruno.id, 0):
        with pytest.raises(NoSuchTable):
            await tables.look(number, other)
        with pytest.raises(NoSuchTable):
            await tables.replays.scene(number, 0, 1, other)
    with pytest.raises(NoSuchTable):
        await tables.look(number)
    with pytest.raises(NoSuchTable):
        await tables.look(number + 1, anna.id)
    stored = await DailyStore(bot_of(world).services.database).deal(day)
    assert stored is not None
    assert stored.secret not in str(await gathered(bot_of(world).services.database, anna.id))


@in_world
async def test_forged_presses_about_an_open_deal_are_refused_in_a_sentence(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    number, day = DAILY + today(world), today(world)
    await finished(world, anna)

    async def pressed(person: Person, action: TableAction) -> str:
        """Return what a press says that was made up, on a message of the person's own."""
        message = (await person.slash("canasta daily")).message
        assert message is not None
        return (await forged(world, person, message, action.pack())).text

    said = "Others can still play these cards"
    for action in (
        table_page.Replay(number, 1),
        table_page.Record(number, 1),
        table_page.OpenReview(number, 1, 1),
        table_page.CheckDeal(number, 1, 1),
        watch_page.ReplayStep(number, 1, "hand 3 1"),
        review_page.PlayOn(number, 1, 1, 0),
        review_page.AskPuzzle(number, 1, 1),
    ):
        assert said in await pressed(anna, action)
        assert "♠" not in await pressed(bruno, action)
    assert day_at(closes_at(day)) == day + 1
    assert "♠" not in await pressed(anna, hand_page.AskHint(number, 1))


@pytest.mark.slow
@in_world
async def test_every_result_and_board_leads_to_todays_deal(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await clubs.play(world, [anna, bruno])
    in_channel = next(shown for shown in reversed(world.messages()) if shown.button("Record of the game"))
    own = next(shown for shown in reversed(anna.messages()) if shown.button("Record of the game"))
    board = (await anna.slash("leaderboard")).message
    solo = (await anna.press("Solo", on=board)).message
    board = (await anna.slash("leaderboard")).message
    for page in (in_channel, own, board, solo):
        assert page is not None
        answer = await anna.press("Play today's deal", on=page)
        assert "The deal of the day is in your direct messages." in answer.text
    await play(world, anna)
    await to_hour(world, today(world) + 1, 3)
    opened = await anna.slash("canasta daily")
    before = (await anna.press("Yesterday", on=opened.message)).message
    assert before is not None
    assert before.button("Play today's deal")


@in_world
async def test_the_board_of_all_names_only_those_who_want_it(world: World) -> None:
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    for person in (anna, bruno):
        await finished(world, person)
    tables = bot_of(world).services.tables
    result = (await anna.slash("canasta daily", dm=True)).message
    board = await anna.press("Everybody's leaderboard", on=result, dm=True)
    assert board.message is not None
    assert any("world" in one for one in board.message.files)
    assert "Place 1 of 2: better than 0%." in board.text
    assert "Not final yet" in board.text
    assert "/preferences" in board.text
    await tables.preferences.set(anna.id, pictures=False)
    words = (await anna.press("Everybody's leaderboard", on=result, dm=True)).text
    assert "Anna" in words, "one's own name stands there for oneself"
    assert "Bruno" not in words
    assert "Somebody" in words
    pane = await bruno.slash("preferences")
    times = await bruno.press("Times and data", on=pane.message)
    assert "only boards of your own servers show it" in times.text
    changed = await bruno.press("My name on everybody's leaderboard: off", on=times.message)
    assert "the leaderboard of all who play the deal of the day shows it" in changed.text
    assert "Bruno" in (await anna.press("Everybody's leaderboard", on=result, dm=True)).text
    assert (await tables.daily.world(carla.id)).rows == (), "she may still play that deal"
    await to_hour(world, today(world) + 1, 2)
    later = await tables.daily.world(carla.id)
    assert [row.place for row in later.rows] == [1, 1]
    assert (later.own, later.place, later.open_until) == (None, None, None)


@in_world
async def test_between_midnight_and_two_a_board_says_that_its_day_is_not_final(world: World) -> None:
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    await club(world, anna, bruno, carla)
    day, tables, guild = today(world), bot_of(world).services.tables, world.guild.id
    await finished(world, anna)
    await bruno.slash("canasta daily")
    await to_hour(world, day + 1, 1)
    own = await tables.daily.board(guild, anna.id, Span.DAY)
    assert (own.last, own.open_until, own.next_at) == (date_of(day), closes_at(day), None)
    assert [row.user_id for row in own.rows] == [anna.id]
    for other in (bruno, carla):
        before = await tables.daily.board(guild, other.id, Span.DAY)
        assert (before.last, before.open_until, before.next_at) == (date_of(day - 1), None, closes_at(day))
        assert before.rows == ()
    await finished(world, carla)
    new = await tables.daily.board(guild, carla.id, Span.DAY)
    assert (new.last, [row.user_id for row in new.rows]) == (date_of(day + 1), [carla.id])
    month = await tables.daily.board(guild, carla.id, Span.MONTH)
    assert [row.user_id for row in month.rows] == [carla.id], "not what Anna has in the deal that others still play"
    opened = (await anna.slash("canasta daily")).message
    assert opened is not None
    shown = await forged(world, anna, opened, daily_page.ShowDailyBoard(Span.DAY).pack())
    assert "Not final yet: others can finish the last deal until" in shown.text
    opened = (await bruno.slash("canasta daily")).message
    assert opened is not None
    shown = await forged(world, bruno, opened, daily_page.ShowDailyBoard(Span.DAY).pack())
    assert "its results join this leaderboard" in shown.text
    await to_hour(world, day + 1, 2)
    final = await tables.daily.board(guild, bruno.id, Span.DAY)
    assert (final.last, final.open_until, final.next_at) == (date_of(day), None, None)


@in_world
async def test_ones_own_days_are_a_curve_with_streaks_and_badges(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await club(world, anna, bruno)
    day, store = today(world), DailyStore(bot_of(world).services.database)
    none_yet = await anna.slash("canasta daily")
    await play(world, anna)
    for before in (1, 2, 4):
        await store.begin_deal(BegunDeal(day - before, "0" * 32, "", None), 0)
        await store.set_par(day - before, 100)
        for person, points in ((anna, 400), (bruno, 300)):
            await store.begin(day - before, person.id, person.name, [], 0)
            begun = await store.of(day - before, person.id)
            assert begun is not None
            assert await store.add(begun, [], points, 1)
    result = (await anna.slash("canasta daily")).message
    days = await anna.press("My days", on=result)
    assert days.message is not None
    [picture] = [one for one in days.message.files if "days" in one]
    assert picture
    assert "4 deals" in days.text
    assert "3 days in a row" in days.text
    assert "first deal of the day" in days.text
    assert "best of a server's day" in days.text
    bruno_days = await bot_of(world).services.tables.daily.days_of(bruno.id)
    assert (bruno_days.won, bruno_days.streak, bruno_days.longest) == (False, 2, 2)
    assert len((await bot_of(world).services.tables.daily.days_of(anna.id, closed=True)).results) == 2, (
        "others may know of closed days alone, and yesterday's is open until 02:00"
    )
    assert none_yet.text


@in_world
async def test_others_choices_are_shown_after_the_day_where_a_turn_cost_most(world: World) -> None:
    anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
    day, tables = today(world), bot_of(world).services.tables
    for person, seed in ((anna, 1), (bruno, 1), (carla, 2)):
        await finished(world, person, seed)
    stored = await DailyStore(bot_of(world).services.database).of(day, anna.id)
    assert stored is not None
    place = next(at for at, line in enumerate(stored.moves) if line.startswith(f"{SEAT} discard"))
    for person in (anna, bruno):
        with pytest.raises(DailyOpen):
            await tables.daily.others_turn(DAILY + day, person.id, place)
    opened = (await anna.slash("canasta daily")).message
    assert opened is not None
    early = await forged(world, anna, opened, review_page.ShowOthers(DAILY + day, 1, 1).pack())
    assert "Others can still play these cards" in early.text
    await to_hour(world, day + 1, 3)
    with pytest.raises(NoSuchTable):
        await tables.daily.others_turn(DAILY + day, world.person("Dora").id, place)

    async def costs(_thinkers: object, played: PlayedRound, at: int, seed: str) -> Better | None:
        move = played.deal.moves[at]
        return Better(Move(SEAT, "discard", card=move.card), 50) if at == place else None

    opened = (await anna.slash("canasta daily")).message
    before = await anna.press("Yesterday", on=opened)
    with mock.patch.object(Thinkers, "better", costs):
        review = await anna.press("Review", on=before.message)
        shown = await anna.press("What others did", on=review.message)
    assert "Your turn 1: what others did" in shown.text
    assert "2 other players had the same cards and the same table here." in shown.text
    assert "Most, " in shown.text
    assert not any(person.name in shown.text for person in (bruno, carla)), "nobody is named"
    assert "Your costliest moves" in (await anna.press("Back to the review", on=shown.message)).text
