"""Games of a fixed number of rounds: over after them and not before, drawn where the best points are equal."""

from __future__ import annotations

import json
import random

import pytest

from bot.canasta.game import Game
from bot.canasta.moves import IllegalMove, read_move
from bot.canasta.reading import BadRecord
from bot.canasta.record import game_from_record, record_of, replay
from bot.canasta.rules import RulesError, load_rules
from bot.canasta.rules import stored as stored_rules
from bot.canasta.views import public_view, seat_view
from bot.computer import choose
from bot.computer.workshop.simulate import simulate
from tests.canasta.play import Document, classic, played

#: Four seats with as much in hand, two a side.
EVEN = ["5S 5H", "4S 4H", "6S 6H", "7S 7H"]
#: Seat 0 has more in its hand.
UNEVEN = ["KS KH", *EVEN[1:]]


def _last_round(hands: list[str], scores: list[int], rounds: int = 3, **rules: object) -> Document:
    """Return the third round, which ends on seat 0's draw from an empty stock."""
    return classic(scores=scores, round=2, rules={"rounds": rounds, **rules}, hands=hands, stock="", pile="8H")


def _random_game(house: dict[str, object], seed: int, layout: str = "4") -> Game:
    chance = random.Random(seed)
    game = Game(load_rules("classic", layout, house=house), ["A", "B", "C", "D", "E"][: int(layout[0])])
    while game.needs_deal:
        pack = game.fresh_pack()
        chance.shuffle(pack)
        game.start_round(pack)
        while not game.needs_deal and not game.over:
            game.apply(chance.choice(game.legal_moves()))
    return game


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_a_game_is_exactly_so_many_rounds(rounds: int) -> None:
    """Chance alone reaches a hundred points long before the fifth round."""
    game = _random_game({"rounds": rounds, "target": 100}, 5)
    assert len(game.rounds) == rounds
    assert game.over
    if rounds == 5:
        assert max(max(one.scores) for one in game.rounds[:-1]) >= 100
    best = max(game.scores)
    assert game.winner == (game.scores.index(best) if game.scores.count(best) == 1 else None)
    assert game.turn is None
    with pytest.raises(IllegalMove, match="game-over"):
        game.apply(read_move("0 draw"))
    with pytest.raises(ValueError, match="no deal is due"):
        game.start_round(game.fresh_pack())


def test_without_it_the_points_decide() -> None:
    game = _random_game({"target": 500}, 5)
    assert max(game.scores) >= 500
    assert all(max(one.scores) < 500 for one in game.rounds[:-1])


@pytest.mark.parametrize(
    ("hands", "scores", "winner"),
    [
        (EVEN, [700, 600], 0),
        (EVEN, [-50, -40], 1),
        (UNEVEN, [600, 600], 1),
        (EVEN, [600, 600], None),
    ],
)
def test_the_best_points_win_and_equal_ones_are_a_draw(hands: list[str], scores: list[int], winner: int | None) -> None:
    answer = played(_last_round(hands, scores), "0 draw")
    assert answer["result"]["winner"] == winner
    assert answer["result"]["scores"] == answer["state"]["scores"]
    assert answer["state"]["legal"] == []


def test_more_points_than_the_target_end_nothing_before_the_last_round() -> None:
    document = _last_round(EVEN, [9000, 600], rounds=4)
    assert played(document, "0 draw")["result"] is None


def test_equal_points_over_the_target_end_nothing_where_no_rounds_are_counted() -> None:
    assert played(_last_round(EVEN, [9000, 9000], rounds=0), "0 draw")["result"] is None


def test_an_automatic_win_ends_it_before() -> None:
    """The third canasta of seat 0's side wins at once, in the first of nine rounds."""
    melds = ["KS KH KD KC KS KH KD", "QS QH QD QC QS QH", "JS JH JD JC JS JH JD"]
    document = classic(
        hands=["QD 5S 5H", *EVEN[1:]], melds=[melds], rules={"rounds": 9, "canastas.automatic": 3}, pile="8H"
    )
    answer = played(document, "0 draw", "0 meld Q: QD")
    assert answer["result"]["winner"] == 0


def test_a_drawn_game_is_seen_to_be_over_and_read_back_from_its_record() -> None:
    """Nobody lays anything until the stock is out; in some game all hold as much."""
    game = next(game for game in map(_idle_game, range(2000)) if game.winner is None)
    assert (game.over, game.winner, game.scores[0]) == (True, None, game.scores[1])
    view = public_view(game)
    assert (view.over, view.winner, view.turn) == (True, None, None)
    assert seat_view(game, 0).legal == ()
    document = json.loads(json.dumps(record_of(game)))
    assert document["rules"] == {"rounds": 1}
    status, answer = replay(document)
    assert (status, answer["result"]) == (0, {"winner": None, "scores": game.scores})
    assert game_from_record(document).over
    document["rounds"].append(document["rounds"][0])
    with pytest.raises(BadRecord, match="the game had ended"):
        game_from_record(document)


def _idle_game(seed: int) -> Game:
    """Return a game of one round in which everybody draws and discards the first card allowed, until the stock is out."""
    chance = random.Random(seed)
    game = Game(load_rules("classic", "4", house={"rounds": 1}), ["A", "B", "C", "D"])
    pack = game.fresh_pack()
    chance.shuffle(pack)
    game.start_round(pack)
    while not game.over:
        moves = {move.verb: move for move in game.legal_moves()}
        game.apply(moves.get("draw") or moves.get("discard") or next(iter(moves.values())))
    return game


def test_a_game_can_be_stopped_as_its_totals_stand() -> None:
    game = Game(load_rules("classic", "4"), ["A", "B", "C", "D"], [300, 200])
    game.start_round(game.fresh_pack())
    [event] = game.stop()
    assert (event.kind, event.word) == ("game", "0")
    assert (game.over, game.winner, game.scores, game.rounds) == (True, 0, [300, 200], [])
    assert (game.turn, game.legal_moves(), game.needs_deal) == (None, [], False)
    assert game.stop() == []
    even = Game(load_rules("classic", "4"), ["A", "B", "C", "D"], [300, 300])
    even.start_round(even.fresh_pack())
    [event] = even.stop()
    assert (event.word, even.over, even.winner) == ("", True, None)


def test_it_is_a_house_rule_that_is_stored_with_a_game() -> None:
    rules = load_rules("samba", "4", house={"rounds": 6})
    assert stored_rules.read(stored_rules.write(rules)).rounds == 6
    with pytest.raises(RulesError, match="rounds"):
        load_rules("samba", "4", house={"rounds": 101})


def test_rules_stored_before_there_was_such_a_rule_are_played_to_their_points() -> None:
    document = json.loads(stored_rules.write(load_rules("classic", "4")))
    del document["parameters"]["rounds"]
    assert stored_rules.read(json.dumps(document)) == load_rules("classic", "4")


def test_simulate_counts_what_is_drawn() -> None:
    report = simulate(load_rules("classic", "2", house={"rounds": 1}), games=8, players=["random"], seed=3)
    assert report["rounds"] == 8
    assert sum(report["wins"]) + report["draws"] == 8
    assert (report["unfinished"], report["violations"]) == (0, [])


@pytest.mark.parametrize("rounds", [1, 2])
def test_computers_play_it_to_the_end(rounds: int) -> None:
    chance = random.Random(4)
    game = Game(load_rules("classic", "4", house={"rounds": rounds}), ["A", "B", "C", "D"])
    while game.needs_deal:
        pack = game.fresh_pack()
        chance.shuffle(pack)
        game.start_round(pack)
        while (seat := game.turn) is not None:
            game.apply(choose(seat_view(game, seat), "normal", chance))
    assert len(game.rounds) == rounds


def _reshuffled(key: bytes = b"") -> tuple[list[int], list[int]]:
    """Return the pile before its reshuffle and the stock after it, in a game for two where everybody draws and discards.

    The pack is always the same; a `key` stands for the secret of another one.
    """
    game = Game(load_rules("classic", "2", house={"stock.end": "reshuffle"}), ["Anna", "Bruno"])
    pack = game.fresh_pack()
    random.Random(1).shuffle(pack)
    game.start_round(pack)
    assert game.round is not None
    game.round.pack_key = key or game.round.pack_key
    while not game.round.recycles:
        before = list(game.round.pile)
        plain = [move for move in game.legal_moves() if move.verb in ("draw", "discard")]
        game.apply(plain[0])
    order = game.round.reshuffles[0]
    assert sorted(order) == sorted(before)
    return before, order


def test_a_pile_is_shuffled_by_the_secret_pack_alone() -> None:
    """The same pack gives the same order, so that a record comes back to it; the pile alone doesn't tell it."""
    before, order = _reshuffled()
    assert (before, order) == _reshuffled()
    assert order not in (before, before[::-1])
    other, another_order = _reshuffled(b"another pack")
    assert other == before
    assert another_order != order
