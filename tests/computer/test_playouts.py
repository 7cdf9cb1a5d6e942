"""Rounds played out by counts: legal move by move in the rules engine, equal in the score, and blind as at the table."""

from __future__ import annotations

import random

import pytest

from bot.canasta.rules import Rules, list_variants, load_rules
from bot.canasta.views import seat_view
from bot.computer.compact import BLACKS, JOKERS, KINDS, TWOS, LogMove, facts_of, supports
from bot.computer.playout import play_out
from bot.computer.worlds import Worlds, kinds_of_pack
from bot.computer.worlds import position_of as seen_by
from tests.computer.playouts import check, dealt, move_of, position_of, tables
from tests.killed import LONG

TABLES = list(tables())
RULES = load_rules("classic", "4")


@pytest.mark.slow
@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: f"{rules.id} {rules.layout}")
def test_the_engine_accepts_every_move_and_counts_the_same(rules: Rules) -> None:
    """The short form of `python -m tests.computer.playouts`."""
    for seed in range(10_000 if LONG else 12):
        assert check(rules, seed) > 20


def test_red_threes_in_a_taken_pile_leave_no_card_to_hold() -> None:
    assert check(load_rules("classic", "6-pairs"), 3958) > 20


def test_the_check_finds_a_wrong_score(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = facts_of(RULES)
    monkeypatch.setattr("tests.computer.playouts.facts_of", lambda _: facts._replace(out=facts.out + 5))
    with pytest.raises(AssertionError):
        check(RULES, 1)


def test_only_games_whose_rules_it_knows_are_played_out() -> None:
    found = {(rules.id, rules.layout) for rules in TABLES}
    assert {("classic", "2"), ("classic", "4"), ("classic", "5-sitout"), ("regency", "4"), ("viennese", "4")} <= found
    known = {"classic", "regency", "retail", "viennese"}
    assert {name for name, _ in found} == known
    assert {info.id for info in list_variants()} > known
    assert not supports(load_rules("classic", "3-lone"))
    for house in ({"out.ask": "must"}, {"canastas.automatic": 7}, {"pile.taken": "five"}, {"sequences.allowed": True}):
        assert not supports(load_rules("classic", "4", house=house))
    assert supports(load_rules("classic", "4", house={"pile.always_frozen": True, "values.two": 50}))


@pytest.mark.slow
def test_house_rules_that_it_knows_are_played() -> None:
    house = {"pile.always_frozen": True, "values.two": 50, "out.canastas": 2, "melds.max_wilds": 2, "turn.draw": 2}
    for seed in range(12):
        check(load_rules("classic", "4", house=house), seed)


def test_the_policy_looks_at_no_hidden_card() -> None:
    """Whatever the other hands and the stock hold, the first turn goes the same way."""
    facts = facts_of(RULES)
    for seed in range(30):
        start = position_of(dealt(RULES, seed))
        start.draw(facts, start.turn)
        turns = set()
        for chance in (random.Random(1), random.Random(2)):
            now = start.copy()
            others = [one for one in now.order if one != now.turn]
            hidden = [kind for one in others for kind in range(KINDS) for _ in range(now.hands[one][kind])] + now.stock
            chance.shuffle(hidden)
            for one in others:
                now.hands[one] = [0] * KINDS
                dealt_now = 0
                while dealt_now < now.sizes[one]:
                    kind = hidden.pop(0)
                    if kind == KINDS:
                        hidden.append(kind)
                        continue
                    now.hands[one][kind] += 1
                    dealt_now += 1
            now.stock = hidden
            log: list[LogMove] = []
            play_out(facts, now, log)
            turns.add(tuple(log[: next(at for at, move in enumerate(log) if move[0] != start.turn)]))
        assert len(turns) == 1


@pytest.mark.parametrize("variant", ["classic", "regency"])
def test_what_a_seat_sees_is_what_lies_open(variant: str) -> None:
    """In the middle of rounds: all that is open is counted as in the round itself."""
    rules = load_rules(variant, "4")
    game = dealt(rules, 3)
    log: list[LogMove] = []
    play_out(facts_of(rules), position_of(game), log)
    for logged in log:
        view = seat_view(game, logged[0])
        seen, full = seen_by(view), position_of(game)
        assert seen.hands[view.seat] == full.hands[view.seat]
        assert (seen.sizes, seen.pile, seen.frozen, seen.turn) == (full.sizes, full.pile, full.frozen, full.turn)
        assert (sorted(seen.order), seen.sides, seen.reds) == (sorted(full.order), full.sides, full.reds)
        assert seen.opening == [side.opening or 0 for side in view.public.sides]
        game.apply(move_of(game, logged))
    assert game.round is not None


def test_a_world_holds_the_whole_pack() -> None:
    game = dealt(RULES, 5)
    log: list[LogMove] = []
    play_out(facts_of(RULES), position_of(game), log)
    for logged in log[:40]:
        game.apply(move_of(game, logged))
    assert game.turn is not None
    view = seat_view(game, game.turn)
    worlds, chance = Worlds(view, seen_by(view)), random.Random(1)
    hands = set()
    for _ in range(20):
        world = worlds.sample(chance)
        assert [sum(hand) for hand in world.hands] == world.sizes
        assert len(world.stock) == view.public.stock_size
        assert world.hands[view.seat] == seen_by(view).hands[view.seat]
        counts = [sum(hand[kind] for hand in world.hands) for kind in range(KINDS)] + [sum(world.reds)]
        for kind in (*world.pile, *world.stock):
            counts[kind] += 1
        for side, lying in enumerate(world.lying):
            for rank, size in enumerate(lying):
                counts[rank] += size - world.wilds[side][rank]
        melded_wilds = sum(map(sum, world.wilds))
        pack = kinds_of_pack(RULES)
        assert counts[TWOS] + counts[JOKERS] + melded_wilds == pack[TWOS] + pack[JOKERS]
        assert counts[:TWOS] + counts[BLACKS:] == pack[:TWOS] + pack[BLACKS:]
        hands.add(str(world.hands))
    assert len(hands) == 20
