"""Whole games between computers: nothing offered is refused, no card gets lost, every total adds up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.canasta.game import Game
from bot.canasta.melds import Set
from bot.canasta.moves import IllegalMove, Move
from bot.canasta.record import replay
from bot.canasta.rules import Rules, list_variants, load_rules, variant_info
from bot.computer.workshop.audit import Auditor, ViolationError, check_replay
from bot.computer.workshop.simulate import MOST_ROUNDS, THOROUGH, SimulationError, simulate, tables
from tests.killed import LONG

#: The levels that play everywhere; `hard` has tests of its own, which are cheaper.
EVERYWHERE = ("random", "normal")
#: Each level's table of a game in the short form; the long one has every table with each level.
PLACES = {"random": 0, "normal": -1}
ROUNDS = [
    (rules, level)
    for rules in tables("all", None)
    for level in EVERYWHERE
    if LONG or rules.layout == variant_info(rules.id).layouts[PLACES[level]].name
]
#: The games at each table of classic.
GAMES = 3 if LONG else 1
LAYOUTS = [layout.name for layout in variant_info("classic").layouts]


def run(
    layout: str, players: str = "random", games: int = 3, seed: int = 1, records: Path | None = None
) -> dict[str, object]:
    (rules,) = tables("classic", layout)
    report = simulate(rules, games=games, seed=seed, players=players.split(","), records=records)
    for name in ("seconds", "moves_per_second"):
        assert report.pop(name) >= 0
    return report


@pytest.mark.slow
@pytest.mark.parametrize("level", EVERYWHERE)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_games_end_without_a_violation(layout: str, level: str) -> None:
    report = run(layout, level, games=GAMES)
    assert report["violations"] == []
    assert sum(report["wins"]) == GAMES  # type: ignore[call-overload]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "level"), ROUNDS, ids=lambda one: one if one in EVERYWHERE else f"{one.id} {one.layout}"
)
def test_a_round_at_every_table_without_a_violation(rules: Rules, level: str) -> None:
    """The short form of what the command does for as many games as one likes."""
    report = simulate(rules, games=1, seed=2, players=[level], most_rounds=1)
    assert report["violations"] == []
    assert (report["rounds"], report["replayed"]) == (1, 1)


def test_a_game_is_left_unfinished_after_so_many_rounds() -> None:
    report = simulate(load_rules("classic", "4"), games=2, seed=1, players=["random"], most_rounds=1)
    assert (report["unfinished"], report["rounds"], report["violations"]) == (2, 2, [])


def test_all_variants_are_all_their_tables() -> None:
    found = [(rules.id, rules.layout) for rules in tables("all", None)]
    assert found == [(one.id, table.name) for one in list_variants() for table in one.layouts]
    assert [rules.layout for rules in tables("regency", "5")] == ["5-solo"]
    with pytest.raises(SimulationError, match="every layout"):
        tables("all", "4")


@pytest.mark.slow
def test_four_sensible_players_need_as_many_rounds_as_people() -> None:
    report = run("4", "normal", games=4)
    assert 4 <= report["rounds"] / 4 <= 10  # type: ignore[operator]


@pytest.mark.slow
def test_the_sensible_player_beats_chance() -> None:
    assert run("4", "normal,random", games=3)["wins"] == [3, 0]
    assert run("4", "random,normal", games=3)["wins"] == [0, 3]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "layout"),
    [
        ("american", "4"),
        ("brazilian", "4"),
        ("canadian", "4"),
        ("filanda", "4"),
        ("hand-and-foot", "4"),
        ("mexican", "4"),
        ("uruguay", "2"),
    ],
)
def test_the_sensible_player_scores_far_more_than_chance(variant: str, layout: str) -> None:
    report = simulate(load_rules(variant, layout), games=2, seed=1, players=["normal", "random"], most_rounds=3)
    sensible, by_chance = report["mean"]
    assert sensible > max(2 * by_chance, by_chance + 300)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "share"), [("hand-and-foot", 0.7), ("canadian", 0.15), ("american", 0.4)])
def test_sensible_players_make_what_going_out_takes(variant: str, share: float) -> None:
    report = simulate(load_rules(variant, "4"), games=5, seed=1, players=["normal"], most_rounds=2)
    assert report["ends"]["out"] >= share * report["rounds"]


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["classic", "filanda"])
def test_sensible_players_go_out_as_often_where_cards_may_be_used_up_before(variant: str) -> None:
    ends = []
    for house in (None, {"out.play_on": True}):
        (rules,) = tables(variant, "4", house)
        report = simulate(rules, games=25, seed=5, players=["normal"], most_rounds=1, thorough=25)
        assert report["violations"] == []
        ends.append(report["ends"]["out"] / report["rounds"])
    assert ends[1] >= ends[0] - 0.04


@pytest.mark.slow
@pytest.mark.parametrize("players", ["random", "normal,random"])
def test_whoever_plays_on_without_cards_does_so_without_a_violation(players: str) -> None:
    (rules,) = tables("filanda", "4", {"out.play_on": True})
    report = simulate(rules, games=3, seed=2, players=players.split(","), most_rounds=2)
    assert report["violations"] == []


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games() -> None:
    first = run("4", "normal", games=1)
    assert run("4", "normal", games=1) == first
    assert run("4", "normal", games=1, seed=2) != first


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games_on_every_machine() -> None:
    """A change of a player or of the order of legal moves changes these numbers, knowingly."""
    report = run("2", "random", games=2, seed=7)
    assert (report["rounds"], report["moves"], report["wins"]) == (7, 871, [0, 2])


@pytest.mark.slow
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
    meld = Set(5)
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


def test_the_auditor_sees_a_move_that_is_offered_and_refused() -> None:
    game, auditor = dealt()
    auditor.check_offers(game.legal_moves())
    with pytest.raises(ViolationError, match="offered and refused"):
        auditor.check_offers([Move(0, "draw"), Move(0, "discard", card=0)])
    with pytest.raises(ViolationError, match="offered and refused"):
        auditor.check_offers([Move(0, "ask")])


def test_the_auditor_sees_a_move_accepted_that_cannot_be_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    game, auditor = dealt()
    for _ in range(3):
        auditor.check_probe(game.legal_moves())
    legal = game.legal_moves()
    monkeypatch.setattr(game, "apply", lambda _: [])
    with pytest.raises(ViolationError, match="was accepted"):
        auditor.check_probe(legal)


def test_the_auditor_sees_that_a_refused_move_changed_something(monkeypatch: pytest.MonkeyPatch) -> None:
    game, auditor = dealt()

    def refuse(_: Move) -> None:
        assert game.round is not None
        game.round.hands[2].reverse()
        raise IllegalMove("not-your-turn", seat=0)

    legal = game.legal_moves()
    monkeypatch.setattr(game, "apply", refuse)
    with pytest.raises(ViolationError, match="changed the round"):
        auditor.check_probe(legal)


def test_the_auditor_sees_a_record_that_leads_elsewhere() -> None:
    game, _ = dealt()
    game.apply(Move(0, "draw"))
    check_replay(game)
    assert game.round is not None
    game.round.hands[3].pop()
    with pytest.raises(ViolationError, match="another state"):
        check_replay(game)
    game.deals[-1].moves.append(Move(0, "draw"))
    with pytest.raises(ViolationError, match="replayed"):
        check_replay(game)


def test_the_command_prints_a_line_for_each_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    two = [load_rules("classic", "2"), load_rules("samba", "4")]
    monkeypatch.setattr("bot.commands.simulate.tables", lambda *_: two)
    assert main(["simulate", "--variant", "all", "--games", "1", "--most-rounds", "1"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["variant"], line["layout"], line["most_rounds"]) for line in lines] == [
        ("classic", "2", 1),
        ("samba", "4", 1),
    ]
    monkeypatch.setattr("bot.canasta.game.Game.legal_moves", lambda _: [])
    assert main(["simulate", "--variant", "all", "--games", "1"]) == 1
    assert "no legal move" in capsys.readouterr().out


def test_the_command_has_the_defaults_of_the_function(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert f"unfinished after so many (default {MOST_ROUNDS})" in said
    assert f"replay the record (default {THOROUGH})" in said


def test_house_rules_are_played_and_named_in_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--house", "target=500, pile.always_frozen=yes", "--games", "1"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["rules"] == {"target": 500, "pile.always_frozen": True}
    assert report["rounds"] <= 3
    with pytest.raises(SystemExit, match="nonsense"):
        main(["simulate", "--house", "nonsense=1"])


def test_a_card_thrown_for_another_is_no_violation() -> None:
    rules = load_rules("classic", "4", house={"turn.exchange": True})
    found = simulate(rules, games=2, seed=1, players=["random"], most_rounds=1, thorough=1)
    assert found["violations"] == []
