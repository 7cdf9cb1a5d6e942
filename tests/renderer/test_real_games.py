"""Pictures of games as the engine plays them, in every layout of the classic game, and with runs."""

import random

import pytest

from bot.canasta.cards import card_at
from bot.canasta.game import Game
from bot.canasta.rules import load_rules
from bot.canasta.views import public_view, seat_view
from bot.computer import choose
from renderer import render_hand, render_scores, render_table, speech
from renderer.canvas import ENGLISH, MAX_HEIGHT

TABLES = [
    *(("classic", layout) for layout in ("2", "3-lone", "4", "5-sitout", "6-pairs", "6-trios")),
    *((variant, "4") for variant in ("samba", "burraco", "biriba", "buraco")),
]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "layout"), TABLES)
def test_a_round(variant: str, layout: str) -> None:
    chance = random.Random(layout)
    rules = load_rules(variant, layout)
    game = Game(rules, [f"Player called {seat}" for seat in range(rules.seats)])
    pack = game.fresh_pack()
    chance.shuffle(pack)
    game.start_round(pack, 0)
    moves = 0
    while (seat := game.turn) is not None:
        if moves % 9 == 0:
            view = public_view(game)
            table, hand = render_table(view), render_hand(seat_view(game, seat))
            assert table.height <= MAX_HEIGHT
            assert hand.height <= MAX_HEIGHT
            assert f"Player called {seat}" in table.alt
            for side in view.sides:
                for meld in side.melds:
                    if meld.kind == "sequence":
                        first, last = (
                            card_at((meld.rank or 0) + place, meld.suit or 0) for place in (0, len(meld.cards) - 1)
                        )
                        assert f"{speech.card(first, ENGLISH)} to {speech.card(last, ENGLISH)}" in table.alt
                    elif meld.kind == "set":
                        assert speech.counted(meld.rank or 0, meld.naturals, ENGLISH) in table.alt
            assert f"{len(seat_view(game, seat).hand)} card" in hand.alt
        game.apply(choose(seat_view(game, seat), "normal", chance))
        moves += 1
    view = public_view(game)
    sheet = render_scores(view.finished[-1], view)
    assert sheet.height <= MAX_HEIGHT
    for total in view.finished[-1].scores:
        assert f"score {speech.number(total, ENGLISH)}" in sheet.alt
    over = render_table(view).alt
    assert "The round is over." in over
    for total in view.finished[-1].scores:
        # Where sides change each player has a score of their own beside their cards.
        said = speech.points(total, ENGLISH) if view.by_player else f"score {speech.number(total, ENGLISH)}"
        assert said in over
