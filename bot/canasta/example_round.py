"""Rounds that computers played, one for each table of the bot's own variants, and one turn of each: for the rules pages.

`example_rounds` holds their packs and moves, which `python -m tests.example_rounds` writes. Everything else comes from
playing them again, so an example says what the rules say.
"""

from __future__ import annotations

import functools
import itertools
import json
from collections import Counter
from pathlib import Path
from typing import Any, Final, NamedTuple

from .cards import Card, read_cards
from .events import Event, RoundSheet
from .game import Game
from .moves import read_move
from .rules.load import comes_with_bot, load_rules
from .rules.model import Rules
from .views import PublicView, public_view

#: The players by seat: the turn is that of the first.
PLAYERS: Final = ("Ada", "Bo", "Cy", "Dee", "Eva", "Flo", "Gus", "Hal")
FOLDER: Final = Path(__file__).parent / "example_rounds"


class ExampleMove(NamedTuple):
    """One move of the turn: its verb, what everybody saw of it, and the cards that it brought to the hand of its player."""

    verb: str
    events: tuple[Event, ...]
    brought: tuple[Card, ...]


class ExampleRound(NamedTuple):
    """A round, and a turn of its first seat.

    `hand` and `before` are that player's cards and the table as the turn begins. `sheet` and `after` are the points and
    the table as the round ends.
    """

    hand: tuple[Card, ...]
    before: PublicView
    steps: tuple[ExampleMove, ...]
    sheet: RoundSheet
    after: PublicView


def has_example(rules: Rules) -> bool:
    """Return whether there is an example for a table: there is none for the operator's own variants."""
    return comes_with_bot(rules.id) and rules.layout in written_of(rules.id)


def example_round(rules: Rules) -> ExampleRound:
    """Return the example for a table, which is played without house rules. Raises `KeyError` if there is none."""
    return _played(rules.id, rules.layout)


@functools.lru_cache(maxsize=128)
def _played(variant: str, layout: str) -> ExampleRound:
    return play(load_rules(variant, layout), written_of(variant)[layout])


@functools.cache
def written_of(variant: str) -> dict[str, Any]:
    """Return what is written down of a variant's rounds, by layout."""
    file = FOLDER / f"{variant}.json"
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


def play(rules: Rules, written: dict[str, Any]) -> ExampleRound:
    """Play a round that is written down: its `dealer`, its `pack`, its `moves`, and the number of the `turn`'s first move.

    Raises `IllegalMove` if the rules refuse a move.
    """
    game = Game(rules, PLAYERS[: rules.seats])
    game.start_round(read_cards(written["pack"]), written["dealer"])
    moves = [read_move(line) for line in written["moves"]]
    for move in moves[: written["turn"]]:
        game.apply(move)
    state, rest = game.round, moves[written["turn"] :]
    assert state is not None
    hand, before, steps = tuple(state.hands[0]), public_view(game), list[ExampleMove]()
    for move in itertools.takewhile(lambda one: one.seat == 0, rest):
        held = list(state.hands[0])
        steps.append(ExampleMove(move.verb, tuple(game.apply(move)), _more(state.hands[0], held)))
    for move in rest[len(steps) :]:
        game.apply(move)
    return ExampleRound(hand, before, tuple(steps), game.rounds[-1], public_view(game))


def _more(cards: list[Card], before: list[Card]) -> tuple[Card, ...]:
    """Return the cards that weren't there before, in order."""
    return tuple(sorted((Counter(cards) - Counter(before)).elements()))
