"""The lobby: every seat has a place of its own, and its words say who plays with whom."""

import dataclasses
import itertools
import re

import pytest

from renderer import LobbySeat, LobbyView, Style, lobby, render_lobby
from tests.renderer.samples import LOBBIES, PSEUDO


@pytest.mark.parametrize("seats", range(2, 9))
def test_seats_lie_around_the_table_without_touching(seats: int) -> None:
    places = lobby._places(seats)
    assert len(places) == seats
    width, height = lobby._PILL
    for x, y in places:
        assert width // 2 <= x <= lobby._TABLE_ROOM - width // 2
        assert height // 2 <= y <= lobby.HEIGHT - height // 2
    for (x, y), (other_x, other_y) in itertools.combinations(places, 2):
        assert abs(x - other_x) >= width or abs(y - other_y) >= height
    # Those who sit across from each other in pairs do so in the picture.
    if seats == 4:
        assert places[0][0] == places[2][0]
        assert places[1][1] == places[3][1]


def test_alt_says_who_plays_with_whom() -> None:
    assert render_lobby(LOBBIES["pairs"]).alt == (
        "Classic canasta. Two pairs, across the table. To 5,000 points. A day for each turn. "
        "Ana and Ștefan. Horațiu-Alexandru and 1 free seat."
    )
    assert "Bartholomew the Third. Player 2. Hal." in render_lobby(LOBBIES["three"]).alt


@pytest.mark.parametrize(
    "seats",
    [
        (LobbySeat(0, "Ana"), LobbySeat(1, "Bo")),
        (LobbySeat(0, "Ana"), LobbySeat(1, "Bo", computer=True)),
        (LobbySeat(0, "Ana"), LobbySeat(0, "Bo")),
        (LobbySeat(0, "Bo"), LobbySeat(1, "Ana")),
        (LobbySeat(0, "Ana"), LobbySeat(1)),
        (LobbySeat(0), LobbySeat(1)),
    ],
)
def test_what_changes_shows(seats: tuple[LobbySeat, ...]) -> None:
    view = LobbyView("Canasta", ("To 5,000",), (LobbySeat(0, "Cy"), LobbySeat(1, "Dee")))
    assert render_lobby(dataclasses.replace(view, seats=seats)).png != render_lobby(view).png


def test_its_own_words_can_be_translated() -> None:
    alt = render_lobby(LobbyView("", (), (LobbySeat(0), LobbySeat(1, "日本"))), style=Style(translation=PSEUDO)).alt
    assert "¤" in alt
    assert not re.search(r"[a-zA-Z]", alt)


def test_drawn_twice_is_the_same() -> None:
    for view in LOBBIES.values():
        assert lobby.render.__wrapped__(view, Style()) == render_lobby(view)
