"""Other cards that lie hidden in the deal of the day change nothing that anybody gets while it is open, its player included."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest import mock

import pytest

from bot.canasta import seat_view
from bot.canasta.cards import Card, cards_text, is_red_three
from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.computer import choose
from bot.data.daily import BegunDeal, Every, Span
from bot.data.play import StoredDeal
from bot.data.tables import Status
from bot.store import dump
from bot.store.daily import DailyStore
from bot.tables import daily_round
from bot.tables.daily_round import SEAT, VARIANT, DailyDeal
from bot.tables.rules import weekly_plan
from bot.tables.rules.daily_times import DAILY, PAST, closes_at, date_of, first_day
from bot.tables.rules.seals import commitment
from bot.tables.thinkers import Thinkers
from bot.ui.pages import daily_page, hand_page, past_deal_page, review_page, table_page, watch_page
from tests.cogs.test_daily import club, play, to_hour, today
from tests.cogs.test_daily_morning import posts, switched_on
from tests.cogs.test_replay import forged
from tests.cogs.test_settings import manager
from tests.cogs.test_weekly import asked, over, this_week
from tests.known_deals import WHOLE
from tests.players import bot_of, by_button
from tests.world import Person, World

pytestmark = pytest.mark.slow

SEAL = re.compile(r"[0-9a-f]{64}|[0-9a-f]{16}…")
"""The published part of a deal: another pack has another one, which says nothing about any card."""
_RANDOM = re.compile(r"(?<='nonce': ')[0-9a-f]{24}|(?<='c:back:)[^']+")
"""Nonces and the numbers of drafts are other ones each time."""


def dealt(pack: list[Card]) -> contextlib.ExitStack:
    """Return a context in which each day deals this pack, and computers choose between equal moves in the same way."""

    def deal(day: DailyDeal) -> StoredDeal:
        text = cards_text(pack)
        return StoredDeal(1, 0, text, day.secret, commitment(text, day.secret))

    stack = contextlib.ExitStack()
    stack.enter_context(mock.patch.object(DailyDeal, "dealt", deal))
    stack.enter_context(mock.patch.object(DailyDeal, "_key", "the same"))
    stack.enter_context(mock.patch.object(Thinkers, "par", mock.AsyncMock(return_value=400)))
    return stack


def of_others() -> tuple[list[Card], list[Card]]:
    """Return two packs that deal the person the same, and all others a hand whose cards lie deep in the other's stock."""
    one = list(WHOLE)
    random.Random(4).shuffle(one)
    one.sort(key=is_red_three)  # to the bottom: they would be laid open
    other, deep = list(one), len(one) - 10
    for place in range(44):
        # The dealer is seat 0, so that seat 1 gets the first card.
        if (place + 1) % 4 != SEAT:
            deep -= 1
            other[place], other[deep] = other[deep], other[place]
    return one, other


def of_the_opponents() -> tuple[list[Card], list[Card]]:
    """Return two packs in which the opponents have each other's hands: as long as nobody lays down, their points are the same."""
    one, _other = of_others()
    other = list(one)
    for place in range(0, 44, 4):
        other[place], other[place + 2] = other[place + 2], other[place]
    return one, other


def of_the_stock() -> tuple[list[Card], list[Card]]:
    """Return two packs that differ in cards which nobody has drawn when the round is over."""
    for number in range(50):
        pack = list(WHOLE)
        random.Random(number).shuffle(pack)
        with dealt(pack):
            deal, chance = DailyDeal(date_of(1), "0" * 32), random.Random(1)
            game = deal.begun()
            while game.turn is not None:
                game.apply(deal.answer(game) or choose(seat_view(game, SEAT), "normal", chance))
        assert game.round is not None
        left = len(game.round.stock)
        for place in range(2, left + 1):
            if pack[-place] != pack[-1]:
                other = list(pack)
                other[-place], other[-1] = other[-1], other[-place]
                return pack, other
    raise AssertionError("no round has ended before the stock")


def draws_and_discards(view: SeatView, level: str, chance: random.Random) -> Move:
    """Choose as somebody who plays without a look at their hand."""
    return Move(view.seat, "discard", card=view.fresh[0]) if view.fresh else Move(view.seat, "draw")


async def first_turns(world: World, anna: Person, bruno: Person) -> None:
    """Play some turns by buttons, with looks at everything on the way."""
    for person in (anna, bruno):
        await person.slash("canasta daily")
        await three_turns(world, person, DAILY + today(world))


async def first_turns_of_a_week(world: World, anna: Person, bruno: Person) -> None:
    """Play some turns of the game of the week by buttons."""
    for person in (anna, bruno):
        await asked(person)
        await three_turns(world, person, DAILY + this_week(world))


async def turns_of_a_past_day(world: World, anna: Person, bruno: Person) -> None:
    """Begin the deal of a day, and play it for fun once it is past, while that of the next day is open."""
    day = today(world)
    await bruno.slash("canasta daily")
    await to_hour(world, day + 1, 3)
    for person in (anna, bruno):
        await person.slash("canasta daily", game=date_of(day).isoformat())
        await three_turns(world, person, PAST + day)


async def three_turns(world: World, person: Person, number: int) -> None:
    """Draw and discard at a table of one's own."""
    for _ in range(3):
        await person.press("Draw", dm=True)
        view = await own_view(world, person, number)
        await person.press("Lay down…", dm=True)
        await person.press("Back", dm=True)
        await by_button(person, Move(SEAT, "discard", card=view.fresh[0]), view)
    assert not (await own_view(world, person, number)).public.over


async def own_view(world: World, person: Person, number: int) -> SeatView:
    view = (await bot_of(world).services.tables.look(number, person.id)).mine
    assert view is not None
    return view


async def whole_round(world: World, anna: Person, bruno: Person) -> None:
    """Play to the end, with its result and the line that shares it; somebody else has begun."""
    await bruno.slash("canasta daily")
    await anna.slash("canasta daily")
    assert (await play(world, anna)).table.status is Status.FINISHED
    result = (await anna.slash("canasta daily")).message
    await anna.press("Share", on=result)


async def to_the_last_card(world: World, anna: Person, bruno: Person) -> None:
    """Draw and discard until the round is over, and share the result; somebody else has begun."""
    await first_turns(world, bruno, anna)
    number, turns = DAILY + today(world), bot_of(world).services.tables.turns
    while not (view := await own_view(world, anna, number)).public.over:
        await turns.play(number, anna.id, draws_and_discards(view, "", random.Random(1)))
    await anna.press("Share", on=(await anna.slash("canasta daily")).message)


async def whole_week(world: World, anna: Person, bruno: Person) -> None:
    """Play the game of the week to the end, which is the same deal as that of the day; somebody else has begun."""
    for person in (bruno, anna):
        await asked(person)
    assert (await over(world, anna)).table.status is Status.FINISHED
    await anna.press("Share", on=(await asked(anna)).message)


async def morning(world: World, anna: Person, bruno: Person) -> None:
    """Have the server's morning post made of a day's deal that one has finished, while the game of the week goes on."""
    day = today(world)
    await switched_on(world, manager(world))
    await club(world, anna, bruno)
    for person in (bruno, anna):
        await asked(person)
    assert (await over(world, anna)).table.status is Status.FINISHED
    assert (await play(world, anna)).table.status is Status.FINISHED
    await to_hour(world, day + 1, 8.1)
    [post] = posts(world)
    for label in ("Leaderboard", "Play today's deal"):
        for person in (anna, bruno):
            await person.press(label, on=post)


async def ask_for_more(world: World, *people: Person) -> None:
    """Ask for everything that tells the cards of games, by commands, typed and forged."""
    for person in people:
        message = (await person.slash("canasta daily")).message
        assert message is not None
        day, week = today(world), this_week(world)
        now, store = bot_of(world).services.tables.now(), DailyStore(bot_of(world).services.database)
        for deal in (day - 1, day, day + 1, week - 7, week, week + 7):
            if closes_at(deal) <= now and await store.deal(deal) is not None:
                # That is no secret any more.
                continue
            number = DAILY + deal
            for action in (
                table_page.Replay(number, 1), table_page.Record(number, 1), table_page.OpenReview(number, 1, 1),
                table_page.CheckDeal(number, 1, 1), table_page.Watch(number, 1), table_page.Sealed(number, 1),
                table_page.Sheet(number, 1, 1), watch_page.ReplayStep(number, 1, "hand 3 1"), watch_page.Refresh(number, 1),
                review_page.PlayOn(number, 1, 1, 0), review_page.ShowOthers(number, 1, 1), review_page.AskPuzzle(number, 1, 1), hand_page.AskHint(number, 1),
                daily_page.DealBefore(number, 1), daily_page.ShareDaily(number, 1),
                past_deal_page.TurnPastDeals(day), past_deal_page.PastDealHere(day), past_deal_page.PastDealAgain(PAST + day, 1),
                past_deal_page.TurnPastDeals(week), past_deal_page.SwitchPastDeals(Every.WEEK), past_deal_page.ShowPastWeeks(), past_deal_page.PastDealHere(week),
                past_deal_page.PastDealAgain(PAST + week, 1), hand_page.Draw(PAST + week, 1), table_page.Record(PAST + week, 1), review_page.ShowOthers(PAST + week, 1, 1),
                hand_page.Draw(PAST + day, 1), table_page.Replay(PAST + day, 1), table_page.OpenReview(PAST + day, 1, 1),
            ):  # fmt: skip
                now_there = world.show(message.handle)
                if now_there.menus or not now_there.buttons:
                    # The answer to a press has taken its place.
                    message = (await person.slash("canasta daily")).message
                    assert message is not None
                await forged(world, person, message, action.pack())
        for span in Span:
            board = await person.slash("canasta daily")
            assert board.message is not None
            await forged(world, person, board.message, daily_page.ShowDailyBoard(span).pack())
        board = await person.slash("canasta daily")
        assert board.message is not None
        await forged(world, person, board.message, daily_page.ShowWorldBoard().pack())
        day = today(world)
        for ahead in (-1, 0, 1):
            for when in (date_of(day + ahead).isoformat(), date_of(day + 7 * ahead).strftime("%G-W%V")):
                await person.slash("canasta daily", game=when)
                await person.complete("canasta", "game", when, what="daily")
        await person.complete("canasta", "game", "", what="daily")
        for what in ("replay", "record", "review"):
            await person.slash(f"canasta {what}", game=str(DAILY + today(world)))
            await person.complete("canasta", "game", "2", what=what)
        for command in ("hand", "draw"):
            await person.slash(command)
        await person.complete("discard", "card", "")
        await person.complete("meld", "cards", "")
        await person.slash("preferences export")


async def what_all_get(
    database: Path,
    pack: list[Card],
    secret: str,
    acts: Callable[[World, Person, Person], Awaitable[None]],
    chooses: Callable[[SeatView, str, random.Random], Move],
) -> tuple[list[str], str]:
    """Return all that anybody gets while a day and a week are open, with the log and what an export of the database holds; and its cards.

    The computers choose by `chooses`. Messages that go out at the same time may overtake each other, so they are sorted.
    """
    with (
        dealt(pack),
        mock.patch.object(weekly_plan, "GAMES", (VARIANT,)),
        mock.patch.object(daily_round, "choose", chooses),
    ):
        async with World(database, seed=1) as world:
            services = bot_of(world).services
            for deal in (today(world), this_week(world)):
                seal = DailyDeal(date_of(first_day(deal)), secret).dealt().commitment
                await DailyStore(services.database).begin_deal(BegunDeal(deal, secret, seal, None), 0)
            anna, bruno, carla = world.people("Anna", "Bruno", "Carla")
            await acts(world, anna, bruno)
            await ask_for_more(world, anna, bruno, carla)
            got = [
                f"{sent.method} {sent.path} {sent.body} {sent.uploads} {sorted(sent.readers or [])}"
                for sent in world.sent
            ]
            got += [line.replace(str(database), "DATABASE") for line in world.log]
        # The export asks the system's clock, by which this day has long been over.
        open_yet = {name: (columns, "0") for name, (columns, _closed) in dump.SECRETS.items()}
        with mock.patch.dict(dump.SECRETS, open_yet):
            tables = dump.tables(database)
            exported = [f"{name} {row}" for name in tables for row in dump.rows(database, name, tables[name])]
        return sorted(_RANDOM.sub("RANDOM", SEAL.sub("SEAL", text)) for text in [*got, *exported]), cards_text(pack)


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("twins", "acts", "chooses"),
    [
        (of_others, first_turns, draws_and_discards),
        (of_others, first_turns_of_a_week, draws_and_discards),
        (of_the_opponents, to_the_last_card, draws_and_discards),
        (of_others, turns_of_a_past_day, draws_and_discards),
        (of_the_stock, whole_round, choose),
        (of_the_stock, whole_week, choose),
        (of_the_stock, morning, choose),
    ],
)
async def test_hidden_cards_of_an_open_deal_change_nothing_for_anybody(
    tmp_path: Path,
    twins: Callable[[], tuple[list[Card], list[Card]]],
    acts: Callable[[World, Person, Person], Awaitable[None]],
    chooses: Callable[[SeatView, str, random.Random], Move],
) -> None:
    one, other = twins()
    got, cards = await what_all_get(tmp_path / "one.sqlite3", one, "1" * 32, acts, chooses)
    the_same, other_cards = await what_all_get(tmp_path / "other.sqlite3", other, "2" * 32, acts, chooses)
    assert cards != other_cards
    assert len(got) > 200
    assert the_same == got
    for text in got:
        assert "1" * 32 not in text
        assert cards not in text
