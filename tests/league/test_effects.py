"""The text beneath a game's result gives its effect on the ratings, however much later somebody asks for it."""

from __future__ import annotations

import random

import pytest

from bot.data.results import Result
from bot.league.effects import Effect, effects
from tests.league.games import GUILD, Club, game

pytestmark = pytest.mark.slow

PEOPLE = range(1, 9)
GAMES = 60


def some_game(chance: random.Random) -> Result:
    """Return a game of two or three sides of one or two people.

    Now and then somebody left, was replaced, let a computer play, or all is for fun.
    """
    size, sides = chance.choice([(1, 2), (1, 3), (2, 2), (2, 3)])
    people = chance.sample(PEOPLE, size * sides)
    teams = [people[side * size : (side + 1) * size] for side in range(sides)]
    outside = [one for one in PEOPLE if one not in people]
    left = {}
    if size > 1 and chance.random() < 0.4:
        left = {chance.choice(people): chance.choice([None, *outside])}
    missed = {chance.choice(people): 10} if chance.random() < 0.2 else {}
    points = [chance.choice([1000, 2000, 3000, 3000]) for _side in teams]
    return game(*teams, points=points, left=left, missed=missed, friendly=chance.random() < 0.1)


async def ratings(club: Club) -> dict[str, tuple[int, int]]:
    """Return everybody's rating and number of rated games."""
    found = [await club.league.boards.profile(GUILD, one) for one in PEOPLE]
    return {one.name: (one.standing.rating, one.standing.rated) for one in found if one is not None}


async def test_effects_are_what_happened_to_the_standings(club: Club) -> None:
    chance = random.Random(5)
    told: list[tuple[Result, dict[str, Effect]]] = []
    for _game in range(GAMES):
        before = await ratings(club)
        result = await club.play(some_game(chance))
        after = await ratings(club)
        said = {one.name: one for one in await effects(club.league, result)}
        changed = {name for name, (_rating, rated) in after.items() if rated != before.get(name, (0, 0))[1]}
        # Of who is in between, it may not be plain if the game helped them.
        assert said.keys() <= changed
        assert len(changed - said.keys()) <= 2
        for name, effect in said.items():
            old, rated = before.get(name, (0, 0))
            assert effect.rating == after[name][0]
            assert effect.change == (after[name][0] - old if rated else None)
        told.append((result, said))
    assert sum(len(said) for _result, said in told) > GAMES
    again = 0
    for result, said in told:
        for one in await effects(club.league, result):
            assert one == said[one.name]
            again += 1
    assert again > 2 * len(PEOPLE)
