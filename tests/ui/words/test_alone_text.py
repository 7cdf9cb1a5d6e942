"""What people achieve alone against computers, in words."""

from __future__ import annotations

import pytest

from bot.league.alone import Badge, Best, Solo
from bot.ui.words import alone_text


@pytest.mark.parametrize(
    ("badge", "name"),
    [
        (Badge("wins", 1), "first win"),
        (Badge("wins", 10), "10 wins"),
        (Badge("streak", 3), "3 wins in a row"),
        (Badge("games", 5), "won 5 different games"),
        (Badge("natural"), "first natural canasta"),
        (Badge("concealed"), "went out concealed"),
        (Badge("hard"), "beat hard computers"),
    ],
)
def test_each_badge_has_a_name(badge: Badge, name: str) -> None:
    assert alone_text.badge(badge) == name


def test_only_the_latest_six_badges_stand_in_a_line() -> None:
    solo = Solo(badges=tuple(Badge("wins", number) for number in (1, 2, 3, 4, 5, 6, 7)))

    assert alone_text.badges(solo) == "🏅 Against computers: 2 wins · 3 wins · 4 wins · 5 wins · 6 wins · 7 wins"
    assert alone_text.badges(Solo()) is None


def test_the_end_of_a_game_tells_of_a_streak_of_new_badges_and_of_records_that_were_broken() -> None:
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

    assert alone_text.ended(before, now) == (
        "🏅 Against computers: 2 wins in a row; first natural canasta (new);"
        " your best game, 5,200 points; your best round, 1,600 points"
    )


def test_the_end_of_a_game_that_brought_nothing_is_not_told_of() -> None:
    before = Solo(streak=3, badges=(Badge("wins", 1),), best_games={"classic": Best(5000, 1)})
    first_of_its_kind = {"classic": Best(5000, 1), "samba": Best(100, 2)}

    assert alone_text.ended(before, Solo(badges=before.badges, best_games=first_of_its_kind)) is None


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

    assert alone_text.lines(solo) == [
        "**4 games, 3 wins.**",
        "Longest streak: 2; now: 1.",
        "1 canasta.",
        "### Badges",
        "- 🏅 first win, <t:86400:D>",
        "### Your records",
        "- Classic: 5,200 points in a game, 1,600 points in a round",
        "- Samba: 100 points in a game, 100 points in a round",
    ]
    assert alone_text.lines(Solo(games=1)) == ["**1 game, 0 wins.**", "0 canastas."]
