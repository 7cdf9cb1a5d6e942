"""The celebrated event: what everybody saw, the latest first, and nothing that was taken back."""

from __future__ import annotations

from itertools import groupby

import pytest

from bot.canasta.cards import read_cards
from bot.canasta.events import Event
from bot.tables.views import Happening, Look
from bot.ui import celebrations
from renderer import CelebrationView
from tests.cogs.test_panels import table_row
from tests.renderer.samples import FOUR_PLAYERS, round_score, side
from tests.ui.words.test_happenings import QUEENS, SEATS, by_chance, turn

LARGE = Event("take", 3, tuple(read_cards("KS")), count=celebrations.LARGE_PILE)
SMALL = Event("take", 3, tuple(read_cards("KS")), count=celebrations.LARGE_PILE - 1)
THREE = Event("three", 2, tuple(read_cards("3D")))
ALL_THREES = FOUR_PLAYERS._replace(
    sides=(side(0, (0, 2), 2385, threes="3H 3D 3H 3D"), *FOUR_PLAYERS.sides[1:]),
)


def celebrated(past: list[Happening], public: object = FOUR_PLAYERS) -> CelebrationView | None:
    assert isinstance(public, type(FOUR_PLAYERS))
    look = Look(table_row(turn=0, size=4, seats=SEATS[:4]), public, None, tuple(past))
    return celebrations.of_turns(look, public)


def kind(past: list[Happening], public: object = FOUR_PLAYERS) -> str | None:
    found = celebrated(past, public)
    return None if found is None else found.kind


def test_a_canasta_is_celebrated_until_its_turn_is_told_no_more() -> None:
    made = turn(1, QUEENS)
    found = celebrated([*turn(0), *made])
    assert found is not None
    assert celebrations.Celebrated(found).words == "**Ilinca completed a natural canasta of queens.**"
    assert sorted(found.cards) == sorted(QUEENS[2].cards)
    assert kind([*made, *turn(2), *turn(3), *turn(0)]) == "canasta"
    assert kind([*made, *turn(2), *turn(3), *turn(0), *turn(1)]) is None


def test_what_was_taken_back_is_not() -> None:
    undone = Happening(1, 1, 1, "", (Event("undo", 1, QUEENS[0].cards),))
    draw, canasta, discard = turn(1, QUEENS)
    assert kind([draw, canasta, undone, discard]) is None
    assert kind([draw, canasta, undone, canasta, discard]) == "canasta"


def test_only_a_large_pile_is_and_the_latest_comes_first() -> None:
    assert kind([*turn(3, SMALL)]) is None
    assert kind([*turn(3, LARGE)]) == "stolen-pile"
    assert kind([*turn(1, QUEENS), *turn(2), *turn(3, LARGE)]) == "stolen-pile"
    assert kind([*turn(3, LARGE), *turn(0), *turn(1, QUEENS)]) == "canasta"


def test_the_last_of_four_red_threes_is() -> None:
    found = celebrated([*turn(2, THREE)], ALL_THREES)
    assert found is not None
    assert celebrations.Celebrated(found).words == "**Ștefan has four red threes.**"
    assert kind([*turn(2, THREE)]) is None, "the side has but two"
    assert kind([*turn(1), *turn(2)], ALL_THREES) is None, "they were there before"


def test_nothing_of_the_round_before() -> None:
    dealt = Happening(1, 1, 1, "", (*QUEENS, Event("out", 1), Event("round", word="out"), Event("deal", 0)))
    assert kind([*turn(3, LARGE), dealt]) is None


def test_a_round_is_celebrated_for_those_who_gained_most() -> None:
    lines = [{"natural": 500, "cards": 385}, {"mixed": 300}]
    other = celebrations.of_round(round_score(lines, (3625, 2670)), FOUR_PLAYERS)
    plain = celebrations.of_round(round_score(lines[::-1], (3625, 2670)), FOUR_PLAYERS)
    concealed = celebrations.of_round(round_score(lines[::-1], (3625, 2670), concealed=True), FOUR_PLAYERS)
    stock = celebrations.of_round(round_score(lines, (3625, 2670), out=None, ending="stock"), FOUR_PLAYERS)
    assert None not in (other, plain, concealed, stock)
    assert other is not None
    assert plain is not None
    assert concealed is not None
    assert (other.kind, other.names, other.line) == ("gained", ("Ana", "Ștefan"), "885 points")
    assert (plain.kind, plain.names, plain.line) == ("out", ("Niccolò",), "885 points for Ilinca & Niccolò")
    assert (concealed.kind, concealed.names) == ("concealed", ("Niccolò",))
    assert stock == other


@pytest.mark.parametrize("lines", [[{"mixed": 300}, {"mixed": 300}], [{"left": -300}, {"left": -200}]])
def test_where_nobody_gained_more_than_all_others_nobody_is_celebrated(lines: list[dict[str, int]]) -> None:
    assert celebrations.of_round(round_score(lines, (3625, 2670)), FOUR_PLAYERS) is None


def test_a_comeback_is_the_lead_after_being_far_behind() -> None:
    back = round_score([{"natural": 2000}, {"cards": 100}], (2100, 1200), out=None, ending="stock")
    found = celebrations.of_round(back, FOUR_PLAYERS)
    assert found is not None
    assert (found.kind, found.names) == ("comeback", ("Ana", "Ștefan"))
    assert found.line == "What a comeback: they were 1,000 points behind!"
    public = FOUR_PLAYERS._replace(finished=(back,))
    said = [celebrations.said_to(seat, found, public) for seat in range(4)]
    assert said == ["Your side took the lead", "", "Your side took the lead", ""]
    near = round_score([{"natural": 2000}, {"cards": 101}], (2100, 1200), out=None, ending="stock")
    gained = celebrations.of_round(near, FOUR_PLAYERS)
    assert gained is not None
    assert gained.kind == "gained"
    said = [celebrations.said_to(seat, gained, public) for seat in range(4)]
    assert said == ["Your side gained most", "", "Your side gained most", ""]


@pytest.mark.parametrize(("ending", "said"), [
    ("special", "You laid down a special hand"),
    ("automatic", "You won the round outright"),
    ("out", "You went out"),
])  # fmt: skip
def test_how_somebody_ended_a_round_is_said_to_themselves(ending: str, said: str) -> None:
    sheet = round_score([{"mixed": 300}, {"natural": 500, "cards": 385}], (3625, 2670), ending=ending)
    found = celebrations.of_round(sheet, FOUR_PLAYERS)
    assert found is not None
    public = FOUR_PLAYERS._replace(finished=(sheet,))
    assert [celebrations.said_to(seat, found, public) for seat in range(4)] == [
        said if seat == sheet.out else "" for seat in range(4)
    ]


def test_a_draw_is_not() -> None:
    assert celebrations.of_game(FOUR_PLAYERS._replace(over=True, winner=None)) is None


@pytest.mark.parametrize("seed", range(30))
def test_the_last_turns_are_seen_whole_however_long_the_round_is(seed: int) -> None:
    past = by_chance(seed)
    kept: list[Happening] = []
    for move in past:
        if any(event.kind == "undo" for event in move.events):
            del kept[-1:]
        else:
            kept.append(move)
    events = [event for move in kept for event in move.events]
    dealt = max((place for place, event in enumerate(events) if event.kind == "deal"), default=-1)
    whole = [list(some) for _, some in groupby(events[dealt + 1 :], key=lambda event: event.seat)]
    for size in (2, 4):
        seen = [list(some) for _, some in groupby(celebrations._seen_lately(past, size), key=lambda event: event.seat)]
        assert seen[-size:] == whole[-size:]
