"""One move from end to end: read this before you write a module of `bot/canasta/turn/`.

The move is `draw`, the shortest one that every game has. The first four tests show the four functions of its module, which
`VerbModule` in `bot/canasta/round.py` asks of each; the last two play it through a game, as the bot does.
"""

from __future__ import annotations

from bot.canasta.cards import cards_text
from bot.canasta.game import Game
from bot.canasta.moves import Move, read_move
from bot.canasta.record import game_from_record
from bot.canasta.round import ACTIONS
from bot.canasta.rules import load_rules
from bot.canasta.state import State
from bot.canasta.turn import draw
from bot.canasta.views import seat_view

DRAW = Move(0, "draw")


def begun() -> Game:
    """Return a game of Classic for two in the middle of a round: seat 0 is to draw, and the 6♦ lies on top of the stock."""
    position = {"turn": 0, "phase": "draw", "hands": ["9S 9H 5S", "4C JD"], "stock": "6D 7C TH 8S", "pile": "JS"}
    return game_from_record({"variant": "classic", "layout": "2", "position": position})


def state_of(game: Game) -> State:
    """Return the round's state, which the functions of a module read and change."""
    assert game.round is not None
    return game.round


def test_phases_say_when_the_verb_is_tried_at_all() -> None:
    assert draw.phases(load_rules("classic", "2")) == ("draw",)
    # A parameter decides it, never the name of a game: this house rule lets the first card be drawn again.
    assert draw.phases(load_rules("classic", "2", house={"turn": {"exchange": True}})) == ("draw", "play")


def test_candidates_are_moves_to_try() -> None:
    assert list(draw.candidates(state_of(begun()))) == [DRAW]


def test_a_problem_is_a_refusal_with_a_code_and_changes_nothing() -> None:
    state = state_of(begun())
    assert draw.problem(state, DRAW) is None
    state.phase = "play"
    refusal = draw.problem(state, DRAW)
    assert refusal is not None
    assert refusal.code == "already-drawn"


def test_apply_changes_the_state_and_returns_what_the_table_saw() -> None:
    state = state_of(begun())
    events = draw.apply(state, DRAW)
    # Classic for two draws two cards. The event counts them, and names none: others see no more.
    assert [(event.kind, event.seat, event.cards, event.count) for event in events] == [("draw", 0, (), 2)]
    assert cards_text(state.hands[0]) == "5S 6D 7C 9S 9H"
    assert (state.phase, state.so_far) == ("play", ["draw"])


def test_a_line_of_a_record_is_played_by_the_module_of_its_verb() -> None:
    game = begun()
    assert ACTIONS["draw"] is draw
    assert read_move("0 draw") == DRAW
    game.apply(read_move("0 draw"))
    assert "draw" not in game.legal_verbs()


def test_people_read_views_of_the_outcome() -> None:
    game = begun()
    game.apply(DRAW)
    mine, theirs = seat_view(game, 0), seat_view(game, 1)
    assert cards_text(mine.hand) == "5S 6D 7C 9S 9H"
    assert cards_text(theirs.hand) == "4C JD"
    assert theirs.public.players[0].hand_size == 5
