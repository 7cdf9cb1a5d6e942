"""The question whether one may go out, in a deal of the day: a computer asks its partner, or answers them, in a direct message."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from bot.computer import choose
from bot.data.daily import BegunDeal
from bot.data.tables import Status
from bot.store.daily import DailyStore
from bot.tables import Look
from bot.tables.daily_round import SEAT, DailyDeal
from bot.tables.rules.daily_times import date_of
from bot.tables.thinkers import Thinkers
from tests.cogs.players import in_world
from tests.cogs.test_daily import play, seen, today
from tests.players import bot_of, by_button
from tests.world import Person, World

#: Secrets of the day on which these tests begin: with that one the partner asks early on, with the other one the person may.
ASKED, ASKING = f"{20:032x}", f"{344:032x}"


@pytest.fixture(autouse=True)
def par() -> Iterator[None]:
    with mock.patch.object(Thinkers, "par", mock.AsyncMock(return_value=400)):
        yield


async def opened(world: World, person: Person, secret: str) -> Look:
    """Have a person open the deal that follows from a secret."""
    day = today(world)
    assert f"{date_of(day)}" == "2026-01-01"
    seal = DailyDeal(date_of(day), secret).dealt().commitment
    await DailyStore(bot_of(world).services.database).begin_deal(BegunDeal(day, secret, seal, None), day * 86_400)
    await person.slash("canasta daily")
    return await seen(world, person)


async def played_to(world: World, person: Person, look: Look, verb: str) -> Look:
    """Play on by buttons until the person can make a move of a kind, and would."""
    chance = random.Random(1)
    while True:
        assert look.mine is not None
        move = choose(look.mine, "normal", chance)
        if move.verb == verb:
            return look
        await by_button(person, move, look.mine)
        look = await seen(world, person)


@pytest.mark.parametrize(("answer", "word"), [("Yes, go out", "yes"), ("No, not yet", "no")])
async def test_a_computer_asks_its_partner_in_the_direct_message(tmp_path: Path, answer: str, word: str) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        await asked(world, answer, word)


async def asked(world: World, answer: str, word: str) -> None:
    anna = world.person("Anna")
    look = await played_to(world, anna, await opened(world, anna, ASKED), "answer")
    [hand] = anna.messages()
    assert hand.text.endswith("**May Bruno 🤖 go out?** If you say yes, they must, this turn.")
    assert "Anna is asked: May Bruno go out?" in hand.alt_texts[0]
    assert look.mine is not None
    assert {move.word for move in look.mine.legal} == {"yes", "no"}
    assert [one.label for one in hand.buttons if one.label in ("Yes, go out", "No, not yet", "Draw")] == [
        "Yes, go out", "No, not yet",
    ]  # fmt: skip
    await anna.press(answer, dm=True)
    stored = await DailyStore(bot_of(world).services.database).of(today(world), anna.id)
    assert stored is not None
    place = stored.moves.index(f"{SEAT} answer {word}")
    assert stored.moves[place - 1] == "2 ask"
    after = await seen(world, anna)
    assert (after.table.status is Status.FINISHED) is (word == "yes")
    over = await play(world, anna)
    assert over.daily is not None
    assert over.daily.result is not None


@in_world
async def test_a_computer_answers_its_partner_at_once(world: World) -> None:
    anna = world.person("Anna")
    await played_to(world, anna, await opened(world, anna, ASKING), "ask")
    await anna.press("Ask to go out", dm=True)
    [hand] = anna.messages()
    stored = await DailyStore(bot_of(world).services.database).of(today(world), anna.id)
    assert stored is not None
    assert stored.moves[-2] == f"{SEAT} ask"
    assert stored.moves[-1] == "2 answer yes"
    assert "answered “yes, go out”." in hand.text
    assert hand.text.endswith("You must go out this turn.")
