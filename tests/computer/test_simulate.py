"""Whole games between computers: nothing offered is refused, no card gets lost, every total adds up."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from bot.canasta.game import Game
from bot.canasta.melds import Meld
from bot.canasta.moves import Move
from bot.canasta.record import replay
from bot.canasta.variants import list_variants, load_rules, variant_info
from bot.canasta.views import seat_view
from bot.computer import LEVELS, choose
from bot.computer.simulate import Auditor, SimulationError, ViolationError, simulate

LAYOUTS = [layout.name for layout in variant_info("classic").layouts]


def run(
    layout: str, players: str = "random", games: int = 3, seed: int = 1, records: Path | None = None
) -> dict[str, object]:
    report = simulate(
        variant="classic", layout=layout, games=games, seed=seed, players=players.split(","), records=records
    )
    for name in ("seconds", "moves_per_second"):
        assert report.pop(name) >= 0
    return report


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_games_end_without_a_violation(layout: str, level: str) -> None:
    report = run(layout, level)
    assert report["violations"] == []
    assert sum(report["wins"]) == 3  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("variant", "layout"), [(one.id, table.name) for one in list_variants() for table in one.layouts]
)
def test_the_sensible_player_plays_a_round_of_every_table(variant: str, layout: str) -> None:
    rules = load_rules(variant, layout)
    game = Game(rules, ["player"] * rules.seats)
    chance = random.Random(f"{variant} {layout}")
    pack = game.fresh_pack()
    chance.shuffle(pack)
    game.start_round(pack)
    auditor = Auditor(game, pack)
    while (seat := game.turn) is not None:
        game.apply(choose(seat_view(game, seat), "normal", chance))
        auditor.check_cards()
    auditor.check_scores()


def test_four_sensible_players_need_as_many_rounds_as_people() -> None:
    report = run("4", "normal", games=12)
    assert 4 <= report["rounds"] / 12 <= 10  # type: ignore[operator]


def test_the_sensible_player_beats_chance() -> None:
    wins = run("4", "normal,random", games=8)["wins"]
    assert wins == [8, 0]
    assert run("4", "random,normal", games=8)["wins"] == [0, 8]


def test_the_same_seed_gives_the_same_games() -> None:
    assert run("4", "normal") == run("4", "normal")
    assert run("4", "normal") != run("4", "normal", seed=2)


def test_the_same_seed_gives_the_same_games_on_every_machine() -> None:
    """Whoever changes a player or the order of legal moves changes these numbers, knowingly."""
    report = run("2", "random", games=2, seed=7)
    assert (report["rounds"], report["moves"], report["wins"]) == (7, 871, [0, 2])


def test_records_replay_to_the_same_scores(tmp_path: Path) -> None:
    report = run("4", "normal", games=2, records=tmp_path)
    files = sorted(tmp_path.iterdir())
    assert len(files) == 2
    rounds = 0
    for file in files:
        status, answer = replay(json.loads(file.read_text(encoding="utf-8")))
        assert status == 0
        assert answer["result"] is not None
        rounds += len(answer["rounds"])
    assert rounds == report["rounds"]


@pytest.mark.parametrize(
    ("layout", "players", "games"),
    [("4", "clever", 1), ("4", "random,random,random", 1), ("7", "random", 1), ("4", "random", 0)],
)
def test_a_simulation_that_cannot_be_run_is_refused(layout: str, players: str, games: int) -> None:
    with pytest.raises(SimulationError):
        run(layout, players, games=games)


def dealt() -> tuple[Game, Auditor]:
    game = Game(load_rules("classic", "4"), "abcd")
    pack = game.fresh_pack()
    game.start_round(pack, 3)
    return game, Auditor(game, pack)


def test_the_auditor_sees_a_lost_card() -> None:
    game, auditor = dealt()
    auditor.check_cards()
    assert game.round is not None
    game.round.stock.pop()
    with pytest.raises(ViolationError, match="lost"):
        auditor.check_cards()


def test_the_auditor_sees_a_doubled_card() -> None:
    game, auditor = dealt()
    assert game.round is not None
    game.round.hands[0][0] = game.round.hands[0][1]
    game.round.hands[0][2] = game.round.hands[0][1]
    with pytest.raises(ViolationError, match="doubled"):
        auditor.check_cards()


def test_the_auditor_sees_a_meld_that_the_rules_forbid() -> None:
    game, auditor = dealt()
    assert game.round is not None
    meld = Meld("set", 5)
    meld.cards = [5 * 4, 5 * 4 + 1, 6 * 4]
    game.round.melds[1].append(meld)
    with pytest.raises(ViolationError, match="may not be"):
        auditor.check_melds()


def test_the_auditor_sees_a_total_that_does_not_add_up() -> None:
    game, auditor = dealt()
    while game.turn is not None:
        move = next((one for one in game.legal_moves() if one.verb in ("draw", "discard")), None)
        game.apply(move or Move(game.turn, "draw"))
    auditor.check_scores()
    auditor.before[0] += 5
    with pytest.raises(ViolationError):
        auditor.check_scores()
