"""What happened since one's last turn, told in at most four lines."""

from __future__ import annotations

from bot.canasta.cards import read_cards
from bot.canasta.events import Event
from bot.store.games import Seat
from bot.tables.views import Happening
from bot.ui.words import happenings
from tests.cogs.test_panels import table_row


def cards(text: str) -> tuple[int, ...]:
    return tuple(read_cards(text))


def turn(seat: int, *events: Event, thrown: str = "5D") -> list[Happening]:
    """A turn's moves: a draw, some events, a discard."""
    return [
        Happening(1, 1, seat, "", (Event("draw", seat, count=1),)),
        *(Happening(1, 1, seat, "", (event,)) for event in events),
        Happening(1, 1, seat, "", (Event("discard", seat, cards(thrown), count=1),)),
    ]


SEATS = tuple(
    Seat(number, 100 + number, None, name) for number, name in enumerate(("Anna", "Bo", "Cy", "Dan", "Eve", "Flo"))
)


def told(past: list[Happening], to_move: int = 0) -> list[str]:
    """What seat 0 is told."""
    lines = happenings.lines_since_last_turn(past, table_row(turn=to_move, seats=SEATS), 0)
    return [line.replace("\ufe0e", "") for line in lines]


def test_turns_of_a_draw_and_a_discard_are_one_line() -> None:
    moves = [*turn(0), *turn(1), *turn(2, thrown="KS"), *turn(3, thrown="4H")]
    assert told(moves) == ["Discarded: Bo 5♦, Cy K♠, Dan 4♥."]


def test_what_matters_comes_first_and_bold() -> None:
    laid = Event("meld", 1, cards("7S 7H 7D"))
    took = Event("take", 3, cards("KS"), count=14)
    assert told([*turn(0), *turn(1, laid), *turn(2), *turn(3, took)]) == [
        "**Dan** **took the pile, 14 cards**, discarded 5♦",
        "**Bo** laid down 7♠ 7♥ 7♦, discarded 5♦",
        "Discarded: Cy 5♦.",
    ]


def test_a_canasta_and_an_opening_are_named() -> None:
    events = (
        Event("meld", 1, cards("QS QH QD QC")),
        Event("open", 1, count=120),
        Event("canasta", 1, cards("QS QS QH QH QD QD QC"), word="natural"),
    )
    [line, _discards] = told([*turn(0), *turn(1, *events), *turn(2)])
    assert line.startswith("**Bo** **opened with 120**, **completed a natural canasta of queens**, laid down Q♠")


def test_what_was_taken_back_is_not_told_to_have_opened() -> None:
    laid = (Event("meld", 1, cards("QS QH QD")), Event("open", 1, count=60), Event("undo", 1, cards("QS QH QD")))
    [line] = told([*turn(0), *turn(1, *laid)])
    assert "opened" not in line
    assert "took Q♠ Q♥ Q♦ back" in line


def test_no_more_than_four_lines_are_told() -> None:
    moves = [*turn(0)]
    for seat in range(1, 6):
        moves += turn(seat, Event("meld", seat, cards("7S 7H 7D")), *([Event("frozen", seat)] if seat == 5 else []))
    lines = told(moves)
    assert len(lines) == 4
    assert "**froze the pile**" in lines[0]
    assert lines[-1].startswith("Discarded: ")


def test_a_turn_that_has_begun_is_left_out_and_one_just_ended_is_told() -> None:
    moves = [*turn(0), *turn(1), Happening(1, 1, 0, "", (Event("draw", 0, count=1),))]
    assert told(moves) == ["Discarded: Bo 5♦."]
    assert told([*turn(1), *turn(0)], to_move=1) == ["Discarded: Anna 5♦."]
