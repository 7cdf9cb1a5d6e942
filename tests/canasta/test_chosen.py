"""Cards that a player has chosen: every move that lays cards can be made by choosing exactly its cards."""

from __future__ import annotations

import copy
import os
import random
from collections import Counter
from unittest import mock

import pytest

from bot.canasta import round as rounds
from bot.canasta.cards import is_wild, read_cards
from bot.canasta.game import Game
from bot.canasta.moves import IllegalMove, Move
from bot.canasta.record import game_from_record
from bot.canasta.rules import list_variants, load_rules
from bot.canasta.state import State
from tests.canasta.play import classic

VARIANTS = [one.id for one in list_variants()]
#: How many rounds are played of each variant, and how many of the moves that lay cards are tried in each position.
ROUNDS, TRIED = (4, 2) if os.environ.get("CANASTA_TEST_LONG") else (1, 1)


def _after(game: Game, move: Move) -> object:
    """Return what lies on the mover's side after a move; which of the wild cards lies where doesn't matter."""
    # Rules never change.
    tried = copy.deepcopy(game.round, {id(game.rules): game.rules})
    assert tried is not None
    rounds.apply(tried, move)
    lying = (
        (
            one.kind,
            None if one.kind == "sequence" and game.rules.sequences.free_wild else one.rank,
            one.suit,
            len(one.cards),
            tuple(sorted(card for card in one.cards if not is_wild(card))),
        )
        for one in tried.melds[tried.side_of[move.seat]]
    )
    return Counter(lying), tried.phase


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_move_that_is_listed_can_be_made_by_choosing_its_cards(variant: str) -> None:
    seen = Counter[str]()
    for seed in range(ROUNDS):
        chance = random.Random(seed)
        rules = load_rules(variant)
        game = Game(rules, [f"P{seat}" for seat in range(rules.seats)])
        pack = game.fresh_pack()
        chance.shuffle(pack)
        game.start_round(pack, dealer=0)
        while game.turn is not None:
            legal = game.legal_moves()
            laying = [move for move in legal if move.verb in ("take", "meld")]
            for move in chance.sample(laying, min(TRIED, len(laying))):
                ways = game.ways(move.verb, move.cards)
                assert ways.moves, f"{move}: {ways.refusal}"
                assert all(game.problem(one) is None for one in ways.moves)
                assert all(Counter(one.cards) == Counter(move.cards) for one in ways.moves)
                wanted = _after(game, move)
                assert any(_after(game, one) == wanted for one in ways.moves), f"{move}: {[*map(str, ways.moves)]}"
                seen[move.verb] += 1
            game.apply(chance.choice(laying if laying and chance.random() < 0.6 else legal))
    assert seen["meld"]


def _ways(hand: str, verb: str, cards: str, **position: object) -> tuple[list[str], str | None]:
    game = game_from_record(classic(hands=[hand], **position))  # type: ignore[arg-type]
    ways = game.ways(verb, read_cards(cards))
    return [*map(str, ways.moves)], None if ways.refusal is None else ways.refusal.code


HAND = "KS KH KD QS QH QD AS AH 2S 2H * 7C"


@pytest.mark.parametrize(
    ("cards", "moves", "refusal"),
    [
        ("KS KH *", ["0 meld KS KH *"], None),
        ("* KH KS", ["0 meld KS KH *"], None),
        ("KS KH", [], "meld-too-small"),
        ("KS KH KD QS QH QD", ["0 meld QS QH QD / KS KH KD"], None),
        ("KS KH QS QH 2S 2H", ["0 meld QS QH 2S / KS KH 2H"], None),
        ("KS KH KD 7C", [], "meld-too-small"),
        ("2S 2H *", [], "no-wild-melds"),
        ("AS AH 2S", ["0 meld AS AH 2S"], None),
    ],
)
def test_chosen_cards_are_split_into_melds(cards: str, moves: list[str], refusal: str | None) -> None:
    assert _ways(HAND, "meld", cards, phase="play", turn=0) == (moves, refusal)


@pytest.mark.parametrize("variant", ["samba", "burraco", "tranca"])
def test_whatever_is_chosen_is_answered_without_trying_everything(variant: str) -> None:
    rules = load_rules(variant)
    game = Game(rules, [f"P{seat}" for seat in range(rules.seats)])
    pack = game.fresh_pack()
    random.Random(5).shuffle(pack)
    game.start_round(pack, dealer=0)
    game.apply(next(move for move in game.legal_moves() if move.verb == "draw"))
    assert game.round is not None
    assert game.turn is not None
    tried = 0
    real = rounds.problem

    def counted(state: State, move: Move) -> IllegalMove | None:
        nonlocal tried
        tried += 1
        return real(state, move)

    with mock.patch.object(rounds, "problem", counted):
        ways = game.ways("meld", game.round.hands[game.turn])
    assert ways.moves or ways.refusal is not None
    assert tried <= 400


def test_a_round_is_copied_with_the_moves_that_were_listed() -> None:
    game = Game(load_rules("classic", "4"), ["Ana"] * 4)
    game.start_round(game.fresh_pack())
    listed = game.legal_moves()
    again = copy.deepcopy(game)
    assert again.legal_moves() is not listed
    assert [*again.legal_moves()] == [*listed] != []
