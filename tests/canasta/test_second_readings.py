"""Random positions of `samba` and `hand-and-foot`: the engine and a second reading of the rules agree on what is allowed."""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.canasta import record
from bot.canasta.position import state as position_state
from bot.canasta.reading import BadRecord
from bot.canasta.rules import load_rules
from tests.canasta.oracle import Turn
from tests.canasta.oracle_runs_and_feet import TABLES, Reading, Table, next_turn
from tests.canasta.play import Document, State
from tests.canasta.search import Position, place_of, positions
from tests.canasta.tight import tight
from tests.canasta.tries import tries
from tests.perft.walk import Start

pytestmark = pytest.mark.slow

ROUNDS = int(os.environ.get("CANASTA_TEST_RANDOM_ROUNDS", "2"))
TRIES = 25
"""This many moves of each kind are tried in a position."""
tables = pytest.mark.parametrize("table", TABLES.values(), ids=list(TABLES))
some = settings(max_examples=3 * ROUNDS // 2, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def state_of(document: Document) -> State:
    state = position_state(record.game_from_record(document))
    assert state is not None
    return state


def compare(table: Table, document: Document, chance: random.Random, steps: int) -> None:
    """Try moves from a position where somebody is to draw, and from those that come of it, until the turn is over."""
    state, turn, seat = state_of(document), Turn(), document["position"]["turn"]
    for _ in range(steps):
        reading = Reading(table, state, turn, seat)
        position = Position(document)
        if position.game.turn is None or not position.listed:
            return
        listed = list(map(str, position.listed))
        accepted = []
        for line in dict.fromkeys([*listed, *tries(chance, place_of(position.game), TRIES)]):
            said = reading.allows(line)
            if said is None:
                continue
            allowed = position.accepts(line) is not None
            assert allowed == said, f"{line}: engine {allowed}, rules {said}, in {document}, {turn}"
            if allowed:
                accepted.append(line)
        forward = [line for line in accepted if not line.endswith("undo")]
        if not forward:
            return
        stay = [line for line in forward if " discard " not in line]
        line = chance.choice(stay if stay and chance.random() < 0.9 else forward)
        document = {**document, "moves": [*document["moves"], line]}
        state = state_of(document)
        turn = next_turn(reading, line, state)
        if state["phase"] == "over" or (state["phase"] == "draw" and "answer" not in state):
            return


@tables
@some
@given(seed=st.integers(0, 2**32))
def test_engine_and_second_reading_agree_on_what_is_allowed(table: Table, seed: int) -> None:
    chance = random.Random(seed)
    rules = load_rules(table.variant, table.layout)
    for document in positions(Start(table.variant, table.layout, {}, seed)):
        position = document["position"]
        if position["phase"] != "draw" or "answer" in position or chance.random() < 0.85:
            continue
        compare(table, document, chance, 3)
        near = tight(chance, rules, document)
        try:
            state_of(near)
        except BadRecord:
            continue  # a meld that the rules don't know
        compare(table, near, chance, 6)
