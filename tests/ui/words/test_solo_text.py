"""Achievements of people alone against computers, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.league.solo import CANASTAS, GAMES, STREAKS, WINS, Badge, Best, Solo
from bot.ui.words import solo_text


@pytest.mark.parametrize(
    ("badge", "name"),
    [
        (Badge("wins", 1), "first win"),
        (Badge("wins", 10), "10 wins"),
        (Badge("streak", 3), "3 wins in a row"),
        (Badge("games", 5), "won 5 kinds of Canasta"),
        (Badge("canastas", 50), "50 canastas"),
        (Badge("natural"), "first natural canasta"),
        (Badge("concealed"), "went out concealed"),
        (Badge("hard"), "beat hard computers"),
    ],
)
def test_each_badge_has_a_name(badge: Badge, name: str) -> None:
    assert solo_text.badge(badge) == name


def test_only_the_latest_six_badges_stand_in_a_line() -> None:
    solo = Solo(badges=tuple(Badge("wins", number) for number in (1, 2, 3, 4, 5, 6, 7)))

    assert solo_text.badges(solo) == "🏅 Against computers: 2 wins · 3 wins · 4 wins · 5 wins · 6 wins · 7 wins"
    assert solo_text.badges(Solo()) is None


def test_the_end_of_a_game_tells_of_points_new_badges_records_and_what_is_next() -> None:
    before = Solo(
        streak=1,
        badges=(Badge("wins", 1),),
        best_games={"classic": Best(5000, 1), "samba": Best(9000, 1)},
        best_rounds={"classic": Best(1500, 1)},
    )
    now = Solo(
        streak=2,
        badges=(Badge("wins", 1), Badge("natural")),
        best_games={"classic": Best(5200, 2), "samba": Best(9000, 1), "bolivia": Best(4000, 2)},
        best_rounds={"classic": Best(1600, 2)},
    )

    assert solo_text.ended(before, now, 3, 1234) == (
        "🏅 New badge: first natural canasta\n"
        "🤖 Solo: +3, 1,234 points in all · 2 wins in a row · Your best game, 5,200 points · Your best round, 1,600 points\n"
        "🎯 Next: 1 more win in a row to “3 wins in a row”"
    )


def test_a_lost_game_brings_the_next_goal_alone() -> None:
    before = Solo(streak=3, won=3, games=3, canastas=8, badges=(Badge("wins", 1), Badge("streak", 3), Badge("natural")))
    now = replace(before, games=4, streak=0)
    assert solo_text.ended(before, now, 0, 9) == "🎯 Next: 2 more canastas to “10 canastas”"


EVERY = [
    *(Badge("wins", number) for number in WINS),
    *(Badge("streak", number) for number in STREAKS),
    *(Badge("games", number) for number in GAMES),
    *(Badge("canastas", number) for number in CANASTAS),
    *map(Badge, ("natural", "concealed", "hard")),
]


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        (Badge("wins", 1), "first win"),
        (Badge("wins", 50), "5 more wins to “50 wins”"),
        (Badge("streak", 5), "3 more wins in a row to “5 wins in a row”"),
        (Badge("games", 3), "a win in 1 other game to “won 3 kinds of Canasta”"),
        (Badge("canastas", 500), "1 more canasta to “500 canastas”"),
        (Badge("natural"), "first natural canasta"),
        (Badge("concealed"), "go out concealed"),
        (Badge("hard"), "first win against hard computers"),
    ],
)
def test_the_next_goal_is_the_badge_that_is_missing(missing: Badge, said: str) -> None:
    have = tuple(one for one in EVERY if one != missing)
    solo = Solo(games=70, won=45, streak=2, canastas=499, variants_won=frozenset({"classic", "samba"}), badges=have)
    if missing == Badge("wins", 1):
        solo = replace(solo, won=0)
    assert solo_text.ended(solo, solo, 0, 0) == f"🎯 Next: {said}"


def test_whoever_has_every_badge_has_no_next_goal() -> None:
    solo = Solo(badges=tuple(EVERY))
    assert solo_text.ended(solo, solo, None, 0) == ""


def test_all_that_was_achieved_is_told_with_badges_and_records_under_their_headings() -> None:
    solo = Solo(
        games=4,
        won=3,
        streak=1,
        longest=2,
        canastas=1,
        best_games={"classic": Best(5200, 2), "samba": Best(100, 2)},
        best_rounds={"classic": Best(1600, 2)},
        badges=(Badge("wins", 1, at=86400),),
    )

    assert solo_text.lines(solo) == [
        "**4 games, 3 wins.**",
        "Longest streak: 2; now: 1.",
        "1 canasta.",
        "### Badges",
        "- 🏅 first win, <t:86400:D>",
        "### Your records",
        "- Classic: 5,200 points in a game, 1,600 points in a round",
        "- Samba: 100 points in a game, 100 points in a round",
    ]
    assert solo_text.lines(Solo(games=1)) == ["**1 game, 0 wins.**", "0 canastas."]
