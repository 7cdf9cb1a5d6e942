"""The arena: paired deals, honest intervals, contests that go on, and programs that misbehave."""

from __future__ import annotations

import io
import json
import math
import statistics
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.__main__ import main
from bot.canasta.cards import cards_text
from bot.canasta.game import Game
from bot.canasta.moves import read_move
from bot.canasta.rules import load_rules
from bot.canasta.views import seat_view
from bot.computer.workshop.arena.contest import ContestError, contest
from bot.computer.workshop.arena.entrants import UnknownEntrant
from bot.computer.workshop.arena.pairs import ArenaMatch, play_pair
from bot.computer.workshop.arena.programs import document
from bot.computer.workshop.arena.summary import summary
from renderer.arena import ArenaView, render
from renderer.canvas import WIDTH, Style
from tests.bench.levels import gain
from tests.computer.positions import view_of

RULES = load_rules("classic", "4")
PROGRAM = f"program:{sys.executable} {Path(__file__).with_name('entrant.py')}"


def points(pair: dict[str, Any]) -> list[tuple[float, float]]:
    return [(played["a"]["points"], played["b"]["points"]) for played in pair["rounds"]]


def test_a_player_gains_nothing_over_itself() -> None:
    """As both rounds of a pair are the same then, but for the names."""
    for layout in ("4", "3-lone", "5-sitout"):
        first, second = points(play_pair(ArenaMatch(load_rules("classic", layout), ("normal", "normal")), 3))
        assert first == second[::-1] or layout == "3-lone"


def test_deals_for_tests_are_others_than_those_for_tuning() -> None:
    found = [
        play_pair(ArenaMatch(RULES, ("random", "random"), seed, reserved), 0)
        for seed, reserved in ((1, False), (1, True), (2, True), (1, True))
    ]
    assert found[1] == found[3]
    assert len({str(one) for one in found}) == 3


@pytest.mark.slow
def test_a_contest_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    match, file = ArenaMatch(RULES, ("normal", "random")), tmp_path / "pairs"
    whole = contest(match, 4, processes=2)
    assert contest(match, 2, file=file) == whole[:2]
    kept = file.read_text(encoding="utf-8")
    file.write_text(kept + '{"pair": 2, "rou', encoding="utf-8")
    told: list[int] = []
    assert contest(match, 4, file=file, told=told.append) == whole
    assert told == [3, 4]
    assert file.read_text(encoding="utf-8").startswith(kept)
    assert contest(match, 4, file=file, told=told.append) == whole
    assert told == [3, 4]
    with pytest.raises(ContestError, match="holds another contest"):
        contest(ArenaMatch(RULES, ("normal", "random"), seed=2), 4, file=file)


def pair(*gains: float, ending: str = "out", **figures: int) -> dict[str, Any]:
    """Return a pair of rounds that A won by this many points, and B scored nothing."""
    return {
        "rounds": [
            {
                "ending": ending,
                "a": {"points": gain, "figures": figures, "faults": {}},
                "b": {"points": 0, "figures": {}, "faults": {"hung": 1}},
            }
            for gain in gains
        ]
    }


def test_the_interval_is_of_pair_means() -> None:
    found = summary([pair(1000, -600), pair(300, 100), pair(-100, -300), pair(500, 500)], target=5000)
    half = statistics.NormalDist().inv_cdf(0.975) * statistics.stdev([200, 200, -200, 500]) / math.sqrt(4)
    assert found.points == 175
    assert found.low == pytest.approx(175 - half)
    assert found.high == pytest.approx(175 + half)
    assert (found.rounds_won, found.rounds_lost, found.pairs_won, found.pairs_lost) == (5, 3, 3, 1)
    assert summary([pair(100, 0)], target=5000).low is None


def test_the_table_of_levels_marks_what_may_be_chance() -> None:
    assert gain(summary([pair(100, 120), pair(90, 110), pair(100, 100)], 5000)) == "+103 ± 7"
    assert gain(summary([pair(-300, -300), pair(320, 320), pair(10, 10)], 5000)) == "+10 ± 351 ?"
    assert gain(None) == "–"


def test_matches_are_rounds_added_up() -> None:
    found = summary([pair(600, -600), pair(600, -400), pair(100, 900)], target=1000)
    assert (found.matches_won, found.matches_lost) == (1, 0)
    found = summary([pair(0, 0), pair(100, 100)], target=1000, score=950)
    assert (found.matches_won, found.matches_lost) == (2, 0)


def test_figures_are_means_and_faults_are_counted() -> None:
    found = summary([pair(0, 0, takes=3, cards_taken=12), pair(0, 0, ending="stock")], target=5000)
    figures = {label: values for label, *values in found.figures}
    assert figures["piles taken a round"] == [1.5, 0]
    assert figures["cards in such a pile"] == [4, None]
    assert (found.by_stock, found.faults) == (0.5, ({}, {"hung": 4}))


@pytest.mark.slow
def test_what_is_counted_is_what_was_played() -> None:
    """At Hand & Foot, where all figures occur; both players are the same, so the counts are the sides'."""
    rounds = [
        played
        for number in range(4)
        for variant in ("classic", "hand-and-foot")
        for played in play_pair(ArenaMatch(load_rules(variant, "4"), ("normal", "random")), number)["rounds"]
    ]
    normal, chance = (sum((Counter(played[name]["figures"]) for played in rounds), Counter[str]()) for name in "ab")
    assert normal["exits"] + chance["exits"] == sum(played["ending"] == "out" for played in rounds)
    beaten = [played for played in rounds if played["a"]["points"] < played["b"]["points"]]
    assert normal["exits_lost"] == sum(played["a"]["figures"].get("exits", 0) for played in beaten)
    assert normal["partner_cards_at_exit"] > 0
    assert chance["large_piles_given"] > 2 * normal["large_piles_given"] > 0
    assert normal["openings"] <= len(rounds) < normal["opening_turns"]
    assert chance["feet_left"] > normal["feet_left"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "limit", "faults"),
    [
        ("cheats", 60, {"illegal"}),
        ("hangs", 0.3, {"hung"}),
        ("dies", 60, {"died"}),
        ("stutters", 60, {"died"}),
        ("rants", 60, {"nonsense", "died"}),
    ],
)
def test_a_program_that_misbehaves_is_played_for(way: str, limit: float, faults: set[str]) -> None:
    played = play_pair(ArenaMatch(RULES, (f"{PROGRAM} {way}", "random"), limit=limit), 0)["rounds"][0]
    assert played["ending"] in ("out", "stock")
    assert played["a"]["faults"].keys() <= faults
    # A program that hung or died is not asked again in the round.
    most = 2 if faults & {"hung", "died"} and way != "rants" else 1000
    assert 2 <= sum(played["a"]["faults"].values()) <= most
    assert played["b"]["faults"] == {}


@pytest.mark.slow
def test_a_program_plays_by_its_seats_view(tmp_path: Path) -> None:
    notes = tmp_path / "seen"
    played = play_pair(ArenaMatch(RULES, (f"{PROGRAM} remembers {notes}", "random"), limit=60), 0)["rounds"]
    assert [one["a"]["faults"] for one in played] == [{}, {}]
    seen = [json.loads(line) for line in notes.read_text(encoding="utf-8").splitlines()]
    assert {one["seat"] for one in seen} == {0, 1, 2, 3}
    assert {one["phase"] for one in seen} >= {"draw", "play"}


def test_a_program_is_told_nothing_of_hidden_cards() -> None:
    hands = ["4S 4H 9D KS", "5S 5H TD", "6S 6H JD", "7S 7H QD 7D"]
    stock = "8S 8H KD 2C *"
    others = ["4S 4H 9D KS", "8S 8H KD", "7S 2C TD", "7H * QD 7D"]
    told = [
        document(view_of(one, stock=other, pile="9S")) for one, other in ((hands, stock), (others, "6S 6H JD 5S 5H"))
    ]
    assert told[0] == told[1]
    assert told[0]["hand"] == "4S 4H 9D KS"
    assert "0 discard 4S" in told[0]["legal"]


def test_what_a_program_is_told_has_the_pile_face_down_hidden() -> None:
    game = Game(load_rules("canadian", "4"), ["a", "b", "c", "d"])
    game.start_round(game.fresh_pack())
    told = document(seat_view(game, 0))
    assert told["pile"].startswith("? ? ? ? ")
    assert document(seat_view(game, 2))["legal"] == []


def test_a_program_is_told_what_people_remember() -> None:
    game = Game(RULES, ["a", "b", "c", "d"])
    game.start_round(game.fresh_pack(), dealer=3)
    for line in ("0 draw", f"0 discard {document(seat_view(game, 0))['hand'].split()[0]}"):
        game.apply(read_move(line))
    players = document(seat_view(game, 2))["players"]
    assert players[0]["discards"] == cards_text([game.deals[-1].moves[1].card or 0])
    assert players[0]["passed"] == cards_text([game.round.pile[0]] if game.round is not None else [])
    assert players[0]["picked"] == players[1]["discards"] == ""


@pytest.mark.parametrize(
    ("names", "said"),
    [(("nobody", "normal"), "there is no player 'nobody'"), (("normal", "no such"), "there is no player 'no such'")],
)
def test_an_unknown_name_is_refused(names: tuple[str, str], said: str) -> None:
    with pytest.raises(UnknownEntrant, match=said):
        contest(ArenaMatch(RULES, names), 1)


@pytest.mark.slow
def test_the_command_prints_a_report_and_draws_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "result.png"
    options = ["--layout", "4", "--pairs", "3", "--processes", "1", "--reserved", "--json", "--picture", str(picture)]
    assert main(["arena", "normal", "random", *options]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "normal against random: Classic, table 4, 3 pairs (reserved deals, seed 1)"
    last = json.loads(lines[-1])
    assert list(last) == ["a", "b", "pairs", "points", "low", "high", "rounds_won", "pairs_won"]
    assert (last["a"], last["b"], last["pairs"], last["rounds_won"], last["pairs_won"]) == ("normal", "random", 3, 6, 3)
    assert 200 < last["low"] < last["points"] < last["high"]
    assert Image.open(picture).size[0] == WIDTH


def test_the_command_says_in_a_sentence_what_is_wrong() -> None:
    for arguments in (["nobody", "normal"], ["program:/no/such", "normal"], ["normal", "normal", "--layout", "9"]):
        with pytest.raises(SystemExit) as ended:
            main(["arena", *arguments, "--pairs", "1", "--processes", "1"])
        assert str(ended.value).startswith("arena: ")
        assert "\n" not in str(ended.value)


def test_the_picture_shows_the_line_on_its_side_of_zero() -> None:
    """A mean above zero leaves the lower part of the chart empty; below zero the upper one."""

    def inked(means: tuple[float, ...]) -> list[int]:
        course = tuple((mean, 20.0) for mean in means)
        view = ArenaView("hard against normal", "Classic", "+200 ± 20", course, ("hard", "normal"), ())
        image = Image.open(io.BytesIO(render(view, Style()).png)).convert("RGB")
        near_its_end = WIDTH - 55
        dots = [
            y
            for y in range(100, 310)
            if isinstance(pixel := image.getpixel((near_its_end, y)), tuple) and pixel[0] > 200
        ]
        return [min(dots), max(dots)]

    assert inked((200, 200, 200))[1] < 165
    assert inked((-200, -200, -200))[0] > 245
