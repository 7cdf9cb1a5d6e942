"""The plan of the games of the week: what it holds, and what its page says."""

from __future__ import annotations

import random
import re
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from bot.canasta import seat_view
from bot.canasta.rules import list_variants, variant_info
from bot.computer import choose
from bot.data.daily import Every
from bot.tables.daily_round import SEAT, VARIANT, DailyDeal, marks_of, points_of
from bot.tables.rules.weekly_plan import FIRST_MONDAY, GAMES, game_of
from bot.tables.views import Mark

PAGE = Path(__file__).parents[2] / "docs" / "weekly.md"
MONDAY = date(1970, 1, 1) + timedelta(FIRST_MONDAY)


def week(game: str, number: int = 1) -> DailyDeal:
    return DailyDeal(MONDAY, f"{number:032x}", Every.WEEK, game)


def test_a_year_has_every_game_but_that_of_the_days_and_famous_ones_more_often() -> None:
    assert len(GAMES) == 52
    times = Counter(GAMES)
    assert set(times) == {one.id for one in list_variants(own=False)} - {VARIANT}
    assert [game for game, count in times.most_common(3) if count == 4] == ["samba", "burraco", "hand-and-foot"]
    for place, game in enumerate(GAMES):
        following = [GAMES[(place + more) % 52] for more in range(1, 9)]
        assert game not in following, "a game doesn't come again within two months"


def test_the_plan_begins_again_after_a_year_and_counts_from_any_monday() -> None:
    assert MONDAY.isoweekday() == 1
    assert [game_of(FIRST_MONDAY + 7 * weeks) for weeks in (0, 1, 52, -1)] == [GAMES[0], GAMES[1], GAMES[0], GAMES[-1]]


def test_the_page_has_the_plan() -> None:
    rows = re.findall(
        r"^\| (\d+) \| (\S+) \| (.+) \| `(\S+)` \| (\d) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert rows == [
        (
            str(number),
            (MONDAY + timedelta(7 * (number - 1))).isoformat(),
            variant_info(game).name,
            game,
            str(week(game).rules.seats),
        )
        for number, game in enumerate(GAMES, 1)
    ]


def test_a_week_is_another_deal_than_that_of_its_monday() -> None:
    of_week, of_day = DailyDeal(MONDAY, "0" * 32, Every.WEEK), DailyDeal(MONDAY, "0" * 32)
    assert (of_week.name, of_day.name) == ("2026-W49", "2026-11-30")
    assert of_week.dealt().pack != of_day.dealt().pack


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(set(GAMES)))
def test_a_round_of_every_game_is_played_to_its_end(game: str) -> None:
    deal, chance = week(game), random.Random(2)
    rules, played = deal.rules, deal.begun()
    assert len({played.round.account(seat) for seat in range(rules.seats)}) == 2  # type: ignore[union-attr]
    while played.turn is not None:
        played.apply(deal.answer(played) or choose(seat_view(played, SEAT), "normal", chance))
    assert (played.over, len(played.deals)) == (True, 1)
    assert -20_000 <= points_of(played) <= 100_000
    assert points_of(played) % 5 == 0
    marks = marks_of(played)
    canastas = marks.count(Mark.CANASTA) + marks.count(Mark.THEIRS)
    assert len(marks) > canastas
    assert (Mark.OUT in marks) == (played.rounds[0].out == SEAT)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["burraco", "hand-and-foot", "hand-and-foot-rounds"])
def test_the_turn_in_which_the_person_picks_up_a_foot_has_a_mark(game: str) -> None:
    marked = 0
    for number in range(4):
        deal, chance = week(game, number), random.Random(2)
        played, picked = deal.begun(), 0
        while played.turn is not None:
            before = seat_view(played, SEAT).public.players[SEAT].in_foot
            played.apply(deal.answer(played) or choose(seat_view(played, SEAT), "normal", chance))
            picked += seat_view(played, SEAT).public.players[SEAT].in_foot and not before
        marks = marks_of(played)
        assert marks.count(Mark.FOOT) <= picked <= 1
        marked += marks.count(Mark.FOOT)
    assert marked


def test_only_games_with_a_foot_have_its_mark() -> None:
    deal, chance = week("samba"), random.Random(2)
    played = deal.begun()
    while played.turn is not None:
        played.apply(deal.answer(played) or choose(seat_view(played, SEAT), "normal", chance))
    assert Mark.FOOT not in marks_of(played)
