"""The memory of a view: all that was seen at the table, and nothing that was not."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bot.canasta.cards import Card, cards_text
from bot.canasta.game import Game
from bot.canasta.memory import SeatMemory
from bot.canasta.moves import read_move
from bot.canasta.record import game_from_record, record_of
from bot.canasta.rules import load_rules
from bot.canasta.views import public_view, seat_view
from bot.computer import choose

TABLES = [
    ("classic", "4"), ("romanian", "4"), ("american", "4"), ("canadian", "4"), ("hand-and-foot-rounds", "4"), ("burraco", "4"),
    ("samba", "4"), ("cuban", "4"), ("pennies", "6-trios"), ("caliente", "4"), ("italian", "4"),
]  # fmt: skip


def played(position: dict[str, object], *moves: str, variant: str = "classic") -> list[tuple[str, str, str]]:
    """Return the memory of each seat, as texts, after moves from a position."""
    record = {"variant": variant, "layout": "4", "position": position, "moves": list(moves)}
    memory = public_view(game_from_record(record)).memory
    return [(cards_text(one.picked), cards_text(one.discards), cards_text(one.passed)) for one in memory]


HANDS = ["KS KH 5S 5H 9D QD", "4C 7C 8C", "5D 7D 8D", "6S 7S 8S"]
BEFORE = {"hands": HANDS, "melds": [["QS QH QD"], []], "stock": "5C 6D 7C 8C 9C", "pile": "7H 5S 6H KD", "turn": 0}


def test_the_cards_of_a_taken_pile_are_remembered_until_they_are_played() -> None:
    taken = played(BEFORE, "0 take KS KH")
    assert taken[0] == ("5S 6H 7H", "", "")
    # A five of spades lies in the hand twice: whichever is laid, one is known to be left if the pile's was one of two.
    assert played(BEFORE, "0 take KS KH", "0 meld 5S 5H 5S")[0] == ("6H 7H", "", "")
    assert played(BEFORE, "0 take KS KH", "0 discard 6H")[0] == ("5S 7H", "6H", "")
    assert played(BEFORE, "0 take KS KH", "0 discard 9D")[0] == ("5S 6H 7H", "9D", "")


def test_what_is_taken_back_is_known_to_be_in_the_hand() -> None:
    assert played(BEFORE, "0 draw", "0 meld QD")[0] == ("", "", "KD")
    assert played(BEFORE, "0 draw", "0 meld QD", "0 undo")[0] == ("QD", "", "KD")


def test_a_card_left_lying_is_remembered_for_each_player_who_drew() -> None:
    after = played(BEFORE, "0 draw", "0 discard 9D", "1 draw", "1 discard 4C", "2 draw")
    assert after == [("", "9D", "KD"), ("", "4C", "9D"), ("", "", "4C"), ("", "", "")]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "layout"), TABLES)
def test_what_is_remembered_is_true_and_was_seen(variant: str, layout: str) -> None:
    """In a round by computers: the cards are in the hand, and a replay from the record remembers the same."""
    rules, chance = load_rules(variant, layout), random.Random(3)
    game = Game(rules, [str(seat) for seat in range(rules.seats)])
    pack = game.fresh_pack()
    chance.shuffle(pack)
    game.start_round(pack)
    seen: set[Card] = set()
    taken = 0
    while game.turn is not None and game.round is not None:
        seen |= {card for card in public_view(game).pile if card is not None}
        seen |= {card for side in public_view(game).sides for meld in side.melds for card in meld.cards}
        move = choose(seat_view(game, game.turn), chance.choice(["normal", "random"]), chance)
        taken += move.verb == "take"
        game.apply(move)
        for seat, memory in enumerate(game.memory.seats):
            assert not Counter(memory.picked) - Counter(game.round.hands[seat])
            assert set(memory.picked) <= seen
    assert taken or variant == "romanian"
    assert public_view(game_from_record(record_of(game))).memory == public_view(game).memory


def test_a_new_deal_forgets() -> None:
    game = Game(load_rules("classic", "4"), ["a", "b", "c", "d"])
    assert game.memory.seats == [SeatMemory()] * 4
    game.start_round(game.fresh_pack(), dealer=3)
    game.apply(read_move("0 draw"))
    assert public_view(game).memory[0].passed
    game.apply(game.legal_moves()[-1])
    assert public_view(game).memory[0].discards
    while game.turn is not None:
        game.apply(random.Random(1).choice(game.legal_moves()))
    game.start_round(game.fresh_pack())
    assert game.memory.seats == [SeatMemory()] * 4
