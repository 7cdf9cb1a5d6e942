"""Views of hand-made positions, dealt by the engine from a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.canasta.record import game_from_record
from bot.canasta.views import SeatView, seat_view


def view_of(
    hands: Sequence[str],
    *,
    melds: Sequence[Sequence[str]] = ((), ()),
    pile: str = "4S",
    stock: str = "5S 5H 5D 5C 6S 6H 6D 6C 7S 7H 7D 7C 8S 8H 8D 8C " * 2,
    turn: int = 0,
    phase: str = "play",
    scores: Sequence[int] = (0, 0),
    variant: str = "classic",
    layout: str = "4",
    rules: Mapping[str, object] | None = None,
    **more: object,
) -> SeatView:
    """Return what the seat to move sees in a position of a record; of four players unless `layout` says so."""
    position = {
        "turn": turn,
        "phase": phase,
        "hands": list(hands),
        "melds": [list(side) for side in melds],
        "threes": [""] * len(melds),
        "stock": stock,
        "pile": pile,
        "so_far": ["draw"] if phase == "play" else [],
        **more,
    }
    game = game_from_record(
        {
            "variant": variant,
            "layout": layout,
            "scores": list(scores),
            "rules": dict(rules or {}),
            "position": position,
            "moves": [],
        }
    )
    assert game.turn is not None
    return seat_view(game, game.turn)
