"""Tournaments under way as chance would have them: rounds paired without any system, results of every kind."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from bot.data.tournaments import Forfeit
from bot.league.tournaments.matches import Entry, Fixture, MatchOutcome


def result(fixture: Fixture, chance: random.Random) -> MatchOutcome:
    """Return some outcome of `fixture`: nearly always points, of few different kinds so that there are equals."""
    if fixture.second is None:
        return MatchOutcome(fixture)
    kind = chance.choice(["played"] * 8 + ["forfeit", "nothing"])
    if kind == "played":
        return MatchOutcome(fixture, (chance.randrange(-500, 3000, 250), chance.randrange(-500, 3000, 250)), 3)
    return MatchOutcome(fixture, forfeit=chance.choice(list(Forfeit)) if kind == "forfeit" else None)


@st.composite
def events(draw: st.DrawFn, most: int = 9) -> tuple[list[Entry], list[MatchOutcome]]:
    """Up to `most` entries, some late or gone, and what came of up to eight rounds."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    number = draw(st.integers(1, most))
    rounds = draw(st.integers(0, 8))
    entries = [
        Entry(one, seed, chance.choice((1, 1, 1, 2)), chance.choice((None, None, None, rounds - 1)))
        for seed, one in enumerate(chance.sample(range(1, 100), number), 1)
    ]
    outcomes = []
    for this in range(1, rounds + 1):
        playing = [entry.id for entry in entries if entry.takes_part(this)]
        chance.shuffle(playing)
        matches = [Fixture(this, *pair) for pair in zip(playing[::2], playing[1::2], strict=False)]
        if len(playing) % 2:
            matches.append(Fixture(this, playing[-1], None))
        outcomes += [result(match, chance) for match in matches]
    return entries, outcomes
