"""What people achieve alone against computers: counted game by game, whatever the league makes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.league.alone import Solo, after
from bot.store.results import Result
from tests.league.games import DAY, GUILD, OTHER_GUILD, Club, game

ANNA, BRUNO = 101, 102


def alone(points: int, theirs: int, **facts: Any) -> Result:
    """Return a game of Anna against a computer."""
    own = facts.pop("canastas", {})
    result = game([ANNA], [None], points=(points, theirs), **facts)
    first, *others = result.sides
    return replace(result, sides=(first._replace(canastas=own, concealed=0), *others))


def badges(solo: Any) -> list[tuple[str, int]]:
    return [(one.kind, one.number) for one in solo.badges]


async def test_a_streak_grows_with_each_win_and_ends_with_a_loss(club: Club) -> None:
    for points in (500, 510, 520):
        await club.play(alone(points, 100))
        club.clock.now += DAY
    solo = await club.league.alone.of(ANNA)
    assert (solo.games, solo.won, solo.streak, solo.longest) == (3, 3, 3, 3)
    assert badges(solo) == [("wins", 1), ("streak", 3)]
    assert solo.badges[1].at == solo.badges[0].at + 2 * DAY
    await club.play(alone(100, 500))
    solo = await club.league.alone.of(ANNA)
    assert (solo.games, solo.won, solo.streak, solo.longest) == (4, 3, 0, 3)
    assert solo.best_games["classic"].points == 520
    assert solo.best_rounds["classic"].points == 260
    assert badges(solo) == [("wins", 1), ("streak", 3)]


async def test_a_draw_and_a_game_given_up_win_nothing(club: Club) -> None:
    await club.play(alone(500, 100))
    await club.play(alone(300, 300, ranks=(1, 1)))
    assert (await club.league.alone.of(ANNA)).streak == 0
    await club.play(alone(500, 100))
    await club.play(alone(900, 0, abandoned=True, left={ANNA: None}))
    solo = await club.league.alone.of(ANNA)
    assert (solo.games, solo.won, solo.streak) == (4, 2, 0)


async def test_games_with_other_people_and_void_ones_are_left_out(club: Club) -> None:
    await club.play(game([ANNA], [BRUNO], points=(500, 100)))
    await club.play(game([ANNA, None], [BRUNO, None], points=(500, 100)))
    result = await club.play(alone(500, 100))
    await club.league.corrections.void(GUILD, result.id, by=BRUNO, reason="a trial")
    assert (await club.league.alone.of(ANNA)).games == 0
    assert await club.league.alone.by(ANNA, result.game_id) is None


async def test_all_servers_count_together_and_each_by_itself(club: Club) -> None:
    await club.play(alone(500, 100))
    await club.play(alone(500, 100, guild_id=OTHER_GUILD))
    assert (await club.league.alone.of(ANNA)).won == 2
    assert (await club.league.alone.of(ANNA, OTHER_GUILD)).won == 1
    assert (await club.league.alone.of(BRUNO)).games == 0


async def test_nothing_is_left_of_somebody_who_is_deleted(club: Club) -> None:
    await club.play(alone(500, 100))
    await club.forget(ANNA)
    assert (await club.league.alone.of(ANNA)).games == 0


async def test_badges_for_canastas_levels_and_different_games() -> None:
    solo = after(Solo(), alone(100, 500, canastas={"natural": 1}), frozenset({"hard"}))
    assert badges(solo) == [("natural", 0)]
    solo = after(solo, alone(500, 100), frozenset({"hard", "easy"}))
    assert ("hard", 0) not in badges(solo), "somebody easier sat there too"
    solo = after(solo, alone(500, 100), frozenset({"hard"}))
    assert ("hard", 0) in badges(solo)
    for variant in ("samba", "burraco"):
        solo = after(solo, replace(alone(500, 100), variant=variant), frozenset({"normal"}))
    assert ("games", 3) in badges(solo)
    assert solo.canastas == 1
