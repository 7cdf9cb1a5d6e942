"""Happenings since one's last turn, in the order of play, in at most four lines."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.canasta.cards import read_cards
from bot.canasta.events import Event
from bot.data.tables import Seat
from bot.tables.views import Happening
from bot.ui import i18n
from bot.ui.words import happenings
from tests.cogs.test_panels import table_row


def cards(text: str) -> tuple[int, ...]:
    return tuple(read_cards(text))


def turn(seat: int, *moves: Event | tuple[Event, ...], thrown: str = "5D") -> list[Happening]:
    """Return a turn's moves: a draw, some moves by what was seen of them, a discard."""
    return [
        Happening(1, 1, seat, "", (Event("draw", seat, count=1),)),
        *(Happening(1, 1, seat, "", (move,) if isinstance(move, Event) else move) for move in moves),
        Happening(1, 1, seat, "", (Event("discard", seat, cards(thrown), count=1),)),
    ]


QUEENS = (
    Event("meld", 1, cards("QS QH QD QC QS QH QD")),
    Event("open", 1, count=120),
    Event("canasta", 1, cards("QS QS QH QH QD QD QC"), word="natural"),
)


SEATS = tuple(
    Seat(number, 100 + number, None, name) for number, name in enumerate(("Anna", "Bo", "Cy", "Dan", "Eve", "Flo"))
)


def told(past: list[Happening], to_move: int = 0) -> list[str]:
    """Return the happenings as seat 0 reads them."""
    lines = happenings.lines_since_last_turn(past, table_row(turn=to_move, seats=SEATS), 0)
    return [line.replace("\ufe0e", "") for line in lines]


def test_each_turn_is_a_sentence_and_they_stand_in_the_order_of_play() -> None:
    laid = Event("meld", 1, cards("7S 7H 7D"))
    took = Event("take", 3, cards("KS"), count=14)
    took_turn = [Happening(1, 1, 3, "", (took,)), Happening(1, 1, 3, "", (Event("discard", 3, cards("4H"), count=1),))]
    assert told([*turn(0), *turn(1, laid), *turn(2, thrown="KS"), *took_turn]) == [
        "**Bo** drew, laid down 7♠ 7♥ 7♦, discarded 5♦.",
        "**Cy** drew, discarded K♠.",
        "**Dan** **took the pile, 14 cards**, discarded 4♥.",
    ]


def test_the_cards_that_open_stand_by_themselves_with_their_points() -> None:
    opening = (Event("meld", 1, cards("AH AC 2H")), Event("open", 1, count=60))
    later = Event("meld", 1, cards("8S 8D 8D")), Event("meld", 1, cards("9S 9D 9D"))
    assert told(turn(1, opening, *later)) == [
        "**Bo** drew, laid down A♥ A♣ 2♥, **opened with 60**, laid down 8♠ 8♦ 8♦ + 9♠ 9♦ 9♦, discarded 5♦."
    ]


def test_of_more_than_four_turns_the_oldest_are_folded() -> None:
    moves = [*turn(0), *(one for seat in range(1, 6) for one in turn(seat))]
    assert told(moves) == ["-# 2 turns before", *(f"**{name}** drew, discarded 5♦." for name in ("Dan", "Eve", "Flo"))]


def test_whoever_waits_is_told_their_own_turn_and_all_since() -> None:
    moves = [*turn(3), *turn(0), *turn(1), Happening(1, 1, 2, "", (Event("draw", 2, count=1),))]
    assert told(moves, to_move=2) == [
        "**You** drew, discarded 5♦.",
        "**Bo** drew, discarded 5♦.",
        "**Cy** drew.",
    ]


def test_nothing_is_told_of_the_round_before() -> None:
    dealt = (Event("out", 2), Event("round"), Event("deal", count=11), Event("three", 3, cards("3H")))
    ended = Happening(1, 1, 2, "", (Event("discard", 2, cards("4H"), count=1), *dealt))
    moves = [*turn(0), *turn(1), ended, *turn(3)]
    assert told(moves) == ["**Dan** drew, discarded 5♦."]
    table = table_row(turn=0, seats=SEATS)
    assert [line.replace("\ufe0e", "") for line in happenings.LatestTurns(moves, table, 6).lines()] == told(moves)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "**completed 5 canastas: queens (natural), sevens (mixed), twos, wild cards, a run of ♠**"),
        ("it", "**completa 5 canaste: donne (pura), sette (sporca), pinelle, matte, una sequenza di ♠**"),
    ],
)
def test_several_canastas_of_a_turn_are_told_in_one_phrase(language: str, said: str) -> None:
    several = [
        ("QS QH QD", "natural"),
        ("7S 7H 2D", "mixed"),
        ("2S 2H 2D", "twos"),
        ("2S 2H *", "wild"),
        ("7S 8S 9S", "run"),
    ]
    done = [Event("canasta", 1, cards(shown), word=kind) for shown, kind in several]
    with i18n.speaking(language):
        [line] = told([*turn(0), *turn(1, (done[0], Event("one-left", 1)), *done[1:])])
    assert f", {said}" in line
    assert line.count(said[2:10]) == 1
    assert "****" not in line, "the others leave nothing behind"


def test_a_last_discard_that_lies_face_down_is_told_without_its_card() -> None:
    out = Happening(1, 1, 1, "", (Event("discard", 1, (), count=1), Event("out", 1)))
    assert told([*turn(0), out]) == ["**Bo** discarded a card face down, **went out**."]


def test_a_canasta_and_an_opening_are_named() -> None:
    line, _other = told([*turn(0), *turn(1, QUEENS), *turn(2)])
    assert line.startswith("**Bo** drew, laid down Q♠")
    assert line.endswith("**opened with 120**, **completed a natural canasta of queens**, discarded 5♦.")


def test_what_was_taken_back_is_not_told_to_have_opened() -> None:
    laid = (Event("meld", 1, cards("QS QH QD")), Event("open", 1, count=60))
    [line] = told([*turn(0), *turn(1, laid, Event("undo", 1, cards("QS QH QD")))])
    assert "opened" not in line
    assert "took Q♠ Q♥ Q♦ back" in line


def test_what_was_laid_before_what_was_taken_back_is_still_told() -> None:
    sevens, back = Event("meld", 1, cards("7S 7H 7D")), Event("undo", 1, cards("7S 7H 7D"))
    [line] = told([*turn(0), *turn(1, QUEENS, sevens, back)])
    assert line.startswith("**Bo** drew, laid down Q♠")
    assert "**opened with 120**, **completed a natural canasta of queens**, took 7♠ 7♥ 7♦ back" in line


def test_of_two_melds_taken_back_one_after_the_other_neither_is_told_to_have_done_anything() -> None:
    sevens = (Event("meld", 1, cards("7S 7H 7D 7C 7S 7H 7D")), Event("canasta", 1, cards("7S 7H"), word="natural"))
    back = Event("undo", 1, cards("7S 7H 7D 7C 7S 7H 7D")), Event("undo", 1, cards("QS QS QH QH QD QD QC"))
    [line] = told([*turn(0), *turn(1, Event("take", 1, cards("QC"), count=4), QUEENS, sevens, *back)])
    assert "opened" not in line
    assert "completed" not in line
    assert "laid down" not in line
    assert line.startswith("**Bo** drew, **took the pile, 4 cards**, took 7♠")


def test_what_was_laid_and_taken_back_is_told_as_taken_back_alone() -> None:
    sevens, back = Event("meld", 1, cards("7S 7H 7D")), Event("undo", 1, cards("7S 7H 7D"))
    nines = Event("meld", 1, cards("9S 9H 9D"))
    [line] = told([*turn(0), *turn(1, nines, sevens, back)])
    assert line == "**Bo** drew, laid down 9♠ 9♥ 9♦, took 7♠ 7♥ 7♦ back, discarded 5♦."


def test_of_cards_that_were_laid_again_the_taking_back_is_left_out() -> None:
    sevens, back = Event("meld", 1, cards("7S 7H 7D")), Event("undo", 1, cards("7S 7H 7D"))
    nines, eights = Event("meld", 1, cards("9S 9H 9D")), Event("meld", 1, cards("8S 8H 8D"))
    said = "**Bo** drew, laid down 9♠ 9♥ 9♦ + 7♠ 7♥ 7♦, discarded 5♦."
    assert told([*turn(0), *turn(1, nines, sevens, back, sevens)]) == [said]
    assert told([*turn(0), *turn(1, nines, sevens, back, sevens, back, sevens)]) == [said]
    [line] = told([*turn(0), *turn(1, sevens, back, eights)])
    assert line == "**Bo** drew, took 7♠ 7♥ 7♦ back, laid down 8♠ 8♥ 8♦, discarded 5♦."


def test_a_turn_that_has_begun_is_left_out() -> None:
    moves = [*turn(0), *turn(1), Happening(1, 1, 0, "", (Event("draw", 0, count=1),))]
    assert told(moves) == ["**Bo** drew, discarded 5♦."]


@pytest.mark.parametrize(("language", "said"), [
    ("en", "**You** drew, laid down Q♠"),
    ("de", "**Du** ziehst, legst Q♠"),
    ("it", "**Tu** peschi, cali Q♠"),
])  # fmt: skip
def test_ones_own_turn_is_told_to_oneself(language: str, said: str) -> None:
    with i18n.speaking(language):
        [line] = told([*turn(1), *turn(0, tuple(replace(event, seat=0) for event in QUEENS))], to_move=1)
    assert line.startswith(said)


@pytest.mark.parametrize(("event", "said"), [
    (Event("take", 0, count=3), "**prendi il pozzo, 3 carte**"),
    (Event("open", 0, count=50), "**apri con 50**"),
    (Event("canasta", 0, cards("7S 7H 7D"), word="natural"), "**completi una canasta pura di sette**"),
    (Event("canasta", 0, cards("7S 7H 2D"), word="mixed"), "**completi una canasta sporca di sette**"),
    (Event("canasta", 0, cards("2S 2H 2D"), word="twos"), "**completi una canasta di pinelle**"),
    (Event("canasta", 0, cards("2S 2H *"), word="wild"), "**completi una canasta di matte**"),
    (Event("canasta", 0, cards("7S 8S 9S"), word="run"), "**completi una canasta: una sequenza di ♠**"),
    (Event("meld", 0, cards("7S 7H 7D")), "cali 4♠ 4♥ 4♦ + 7♠ 7♥ 7♦"),
    (Event("discard", 0, cards("5D")), "scarti 5♦"),
    (Event("frozen", 0), "**congeli il pozzo**"),
    (Event("one-left", 0), "**resti con una carta**"),
    (Event("ask", 0), "chiedi “posso chiudere?”"),
    (Event("answer", 0, word="yes"), "rispondi “sì, chiudi”"),
    (Event("answer", 0, word="no"), "rispondi “no, non ancora”"),
    (Event("undo", 0, cards("5D")), "riprendi 5♦"),
    (Event("foot", 0), "**prendi il piede**"),
    (Event("out", 0), "**chiudi**"),
])  # fmt: skip
def test_whatever_somebody_did_is_told_to_themselves(event: Event, said: str) -> None:
    moves = [Happening(1, 1, 0, "", (one,)) for one in (Event("meld", 0, cards("4S 4H 4D")), event)]
    if event.kind == "undo":
        moves.insert(1, Happening(1, 1, 0, "", (Event("meld", 0, event.cards),)))
    with i18n.speaking("it"):
        [line] = told([*turn(1), *moves], to_move=1)
    assert line.startswith("**Tu** ")
    assert said in line.replace("\ufe0e", "")


def test_a_round_is_told_by_its_two_weightiest_turns_in_their_order() -> None:
    laid, left = Event("meld", 1, cards("7S 7H 7D")), Event("one-left", 0)
    moves = [
        *turn(0, (laid, Event("open", 0, count=60))),
        *turn(1, QUEENS),
        *turn(2, Event("take", 2, cards("KS"), count=14)),
        *turn(3, Event("frozen", 3)),
        *turn(0, left),
        *turn(1, laid),
        *turn(2, (Event("frozen", 2), Event("out", 2))),
    ]
    lines = happenings.turning_points(moves, table_row(seats=SEATS))
    assert lines == [
        "**Bo** opened with 120, completed a natural canasta of queens",
        "**Cy** took the pile, 14 cards",
    ]


def test_the_sheet_alone_says_of_a_round_that_somebody_went_out() -> None:
    moves = [*turn(1, QUEENS), *turn(2, Event("out", 2))]
    assert happenings.turning_points(moves, table_row(seats=SEATS)) == [
        "**Bo** opened with 120, completed a natural canasta of queens"
    ]


def test_a_draw_that_finds_nothing_is_told_by_the_end_of_the_round_alone() -> None:
    ended = Happening(1, 1, 0, "", (Event("draw", 0, count=0), Event("round", 0, word="stock")))
    assert happenings.turn_lines([ended], table_row(seats=SEATS), 2) == ["The stock has run out: the round is over."]
    drawn = Happening(1, 1, 0, "", (Event("draw", 0, count=1), Event("round", 0, word="stock")))
    assert happenings.turn_lines([drawn], table_row(seats=SEATS), 2)[0] == "**Anna** drew"


def by_chance(seed: int) -> list[Happening]:
    """Return a game's moves: some show nothing, some are taken back, and some show what others did or what happens by itself."""
    chance, found = random.Random(seed), []
    for _ in range(chance.randrange(60)):
        seat = chance.randrange(4)
        for _ in range(chance.randrange(1, 5)):
            events = [
                Event(kind, chance.choice((seat, seat, seat, 3 - seat)), cards("5D"), count=chance.randrange(2))
                for kind in chance.choices(("draw", "meld", "three", "discard", "keep", "undo", "canasta"), k=2)
            ]
            if chance.random() < 0.04:
                events.append(Event(chance.choice(("deal", "round")), None, count=1, word="stock"))
            found.append(Happening(1, 1, seat, "", tuple(events)))
    return found


@pytest.mark.parametrize("seed", range(30))
def test_the_last_turns_are_those_of_all_turns(seed: int) -> None:
    """Only the end of a long round is looked at; that tells the same as all of it."""
    past, table = by_chance(seed), table_row(turn=0, seats=SEATS)
    for most in (1, 3, 8):
        for reader in (-1, 1):
            whole = [one.line() for one in happenings._turns(past, table, reader)[-most:]]
            assert happenings.turn_lines(past, table, most, reader) == whole
