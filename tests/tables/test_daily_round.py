"""The deal of the day: everything follows from the day, its secret and the person's choices."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from bot.canasta import Game, seat_view
from bot.canasta.cards import cards_text, is_red_three, read_cards
from bot.canasta.moves import Move
from bot.canasta.record import game_from_record
from bot.canasta.views import SeatView
from bot.computer import choose
from bot.data.daily import Every
from bot.tables.daily_round import SEAT, DailyDeal, points_of
from bot.tables.rules.seals import commitment
from tests.test_main import ROOT, bot_here, without_settings

DAY = date(2026, 12, 1)
SECRET = "00112233445566778899aabbccddeeff"
DEAL = DailyDeal(DAY, SECRET)
COMMAND = ("daily", "--day", "2026-12-01", "--secret", SECRET)


def played(deal: DailyDeal, person: Callable[[SeatView], list[Move]]) -> Game:
    """Return a round in which a person makes the moves that they choose by their view; others may follow in vain."""
    game = deal.begun()
    while game.turn is not None:
        own = [answer] if (answer := deal.answer(game)) else person(seat_view(game, SEAT))
        for move in own:
            game.apply(move)
    return game


def usual(view: SeatView) -> list[Move]:
    return [choose(view, "normal", random.Random(3))]


def hesitant(view: SeatView) -> list[Move]:
    """Play the same, but lay each meld twice, with a step back between."""
    [move] = usual(view)
    return [move, Move(SEAT, "undo"), move] if move.verb == "meld" else [move]


def moves(game: Game) -> list[str]:
    return [str(move) for move in game.deals[0].moves]


def own_moves(game: Game) -> str:
    return "\n".join(line for line in moves(game) if line.startswith(f"{SEAT} "))


def test_the_pack_follows_from_day_and_secret_and_its_seal_can_be_checked() -> None:
    deal = DEAL.dealt()
    assert DailyDeal(DAY, SECRET).dealt() == deal
    assert deal.commitment == commitment(deal.pack, SECRET)
    assert sorted(read_cards(deal.pack)) == sorted(DEAL.begun().fresh_pack())
    others = [DailyDeal(date(2026, 12, 2), SECRET), DailyDeal(DAY, "f" * 32)]
    assert len({deal.pack, *(one.dealt().pack for one in others)}) == 3
    assert SECRET not in repr(DEAL)


def test_equal_choices_give_equal_rounds_also_after_steps_back() -> None:
    once = played(DEAL, usual)
    assert once.over
    assert once.rounds[0].scores == tuple(once.scores)
    again, undecided = played(DEAL, usual), played(DEAL, hesitant)
    assert moves(again) == moves(once)
    assert len(moves(undecided)) > len(moves(once))
    left = [line for line in moves(undecided) if "meld" not in line and "undo" not in line]
    assert left == [line for line in moves(once) if "meld" not in line]
    assert points_of(undecided) == points_of(once) == once.scores[0]


def test_a_computer_chooses_by_what_it_sees_alone() -> None:
    """The hidden cards of its first decision may lie in any way: its move stays the same."""
    compared = 0
    for number in range(24):
        deal = DailyDeal(DAY, f"{number:032x}")
        game = deal.begun()
        first = game.turn
        assert first is not None
        pack, seats = read_cards(deal.dealt().pack), [*range(first, 4), *range(first)]
        dealt = 11 * len(seats)
        seen = {place for place in range(dealt) if seats[place % 4] == first} | {
            place for place in range(len(pack)) if is_red_three(pack[place]) or place == dealt
        }
        if first == SEAT or any(map(is_red_three, pack[: dealt + 1])):
            continue
        hidden = [place for place in range(len(pack)) if place not in seen]
        mixed, order = list(pack), random.Random(number).sample(hidden, len(hidden))
        for place, other in zip(hidden, order, strict=True):
            mixed[place] = pack[other]
        twin = Game(game.rules, game.names)
        twin.start_round(mixed, game.deals[0].dealer)
        assert seat_view(twin, first).hand == seat_view(game, first).hand
        assert cards_text(twin.deals[0].pack) != deal.dealt().pack
        assert deal.answer(twin) == deal.answer(game)
        compared += 1
    assert compared


def test_par_is_played_by_another_player_than_the_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[tuple[int, str]] = []

    def choosing(view: SeatView, level: str, chance: random.Random) -> Move:
        chosen.append((view.seat, level))
        return choose(view, "normal", chance)

    monkeypatch.setattr("bot.tables.daily_round.choose", choosing)
    game = DEAL.play_for_par()
    assert game.over
    assert set(chosen) == {(SEAT, "hard"), *((seat, "normal") for seat in (1, 2, 3))}


@pytest.mark.slow
def test_the_command_says_the_same_in_every_process(tmp_path: Path) -> None:
    said = [
        subprocess.run(
            [sys.executable, "-m", "bot", *COMMAND, "--json"],
            cwd=tmp_path,
            env=without_settings() | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1]
    document = json.loads(said[0])
    assert (document["day"], document["seal"]) == ("2026-12-01", DEAL.dealt().commitment)
    assert document["points"] == document["par"] == game_from_record(document["record"]).scores[0]


@pytest.mark.slow
def test_the_command_plays_given_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(DEAL, usual)
    (tmp_path / "moves").write_text(own_moves(game), encoding="utf-8")
    ended = bot_here(tmp_path, *COMMAND, "--moves", "moves", "--json")
    document = json.loads(ended.stdout)
    assert document["record"]["rounds"][0]["moves"] == moves(game)
    assert document["points"] == points_of(game)
    assert document["par"] == points_of(DEAL.play_for_par())
    monkeypatch.setattr(DailyDeal, "play_for_par", lambda deal: game)
    text = bot_here(tmp_path, *COMMAND, "--moves", "-", stdin=own_moves(game)).stdout
    assert text == f"2026-12-01: {points_of(game):,} points, +0 to par ({points_of(game):,})\nseal {document['seal']}\n"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("", "daily: the round isn't over after 0 moves of the person: add the next ones.\n"),
        ("0 dance", "daily: move 1: no such move: 'dance'.\n"),
        ("1 draw", "daily: move 1 is of seat 1: give those of the person alone, seat 0.\n"),
        ("0 answer yes", "daily: move 1, 0 answer yes: "),
    ],
)
def test_moves_that_make_no_round_are_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str, said: str
) -> None:
    monkeypatch.setattr(DailyDeal, "play_for_par", DailyDeal.begun)
    ended = bot_here(tmp_path, *COMMAND, "--moves", "-", stdin=given)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(said)
    assert ended.stderr.count("\n") == 1


def test_moves_after_the_end_and_missing_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DailyDeal, "play_for_par", DailyDeal.begun)
    game = played(DEAL, usual)
    number = len(own_moves(game).splitlines()) + 1
    ended = bot_here(tmp_path, *COMMAND, "--moves", "-", stdin=f"{own_moves(game)}\n0 draw\n")
    assert ended.stderr == f"daily: the round is over before move {number}: leave out the moves from there on.\n"
    missing = bot_here(tmp_path, *COMMAND, "--moves", "none")
    assert missing.stderr == "daily: none: No such file or directory.\n"


@pytest.mark.parametrize(
    ("day", "secret"), [("2026-02-30", SECRET), ("1.12.2026", SECRET), ("2026-12-01", "12"), ("2026-12-01", "x" * 32)]
)
def test_a_wrong_day_or_secret_is_named(tmp_path: Path, day: str, secret: str) -> None:
    ended = bot_here(tmp_path, "daily", "--day", day, "--secret", secret)
    assert ended.returncode == 2
    assert repr(day if secret == SECRET else secret) in ended.stderr.splitlines()[-1]


def test_the_command_deals_a_week_by_the_plan_or_by_a_game_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DailyDeal, "play_for_par", lambda deal: played(deal, usual))
    said = {}
    for given in (["--week", "2026-W49"], ["--week", "2026-W49", "--game", "samba"], ["--week", "2027-W48"]):
        ended = bot_here(tmp_path, "daily", *given, "--secret", SECRET, "--json")
        said[" ".join(given)] = json.loads(ended.stdout)
    planned, named, next_year = said.values()
    assert planned == named
    assert (planned["week"], planned["record"]["variant"]) == ("2026-W49", "samba")
    assert (next_year["record"]["variant"], next_year["seal"]) == ("samba", DailyDeal(
        date(2027, 11, 29), SECRET, Every.WEEK, "samba"
    ).dealt().commitment)  # fmt: skip
    assert next_year["seal"] != planned["seal"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--week", "2026-W60"], "'2026-W60' is not a week of the calendar"),
        (["--week", "2026-12-01"], "'2026-12-01' is not a week like 2026-W49"),
        (["--day", "2026-12-01", "--week", "2026-W49"], "not allowed with argument --day"),
        (["--week", "2026-W49", "--game", "whist"], "daily: there is no variant called whist; "),
        (["--day", "2026-12-01", "--game", "samba"], "daily: every day has the same game: "),
    ],
)
def test_a_wrong_week_or_game_is_named(tmp_path: Path, given: list[str], said: str) -> None:
    ended = bot_here(tmp_path, "daily", *given, "--secret", SECRET)
    assert ended.returncode == 2
    assert said in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr
