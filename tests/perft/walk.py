"""Plays a round by moves drawn by shape, and sums up what the engine offered and what state it was in at every step.

Moves that differ only in suits where the rules don't care are one *shape*, and what is played is made from a shape
here, so that neither the order of the engine's list nor the suits it chooses change how a round goes.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.canasta import position
from bot.canasta.cards import NATURAL_RANKS, Card, card_text, is_wild
from bot.canasta.game import Game
from bot.canasta.moves import Group, Move
from bot.canasta.rules import load_rules

MOST_STEPS = 260
MANY = 100
"""From this many moves of several groups on, the engine may list some of them only, and it chooses which."""
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


@dataclass(frozen=True)
class Start:
    """How a round begins: table, house rules, and the seed of everything else."""

    variant: str
    layout: str
    house: Mapping[str, object]
    seed: int


@dataclass(frozen=True)
class Walk:
    """The outcome of a round.

    `trace` has a letter for each step, made from all that was seen so far: from the first difference on, it differs.
    `listed` is the number of all moves that were listed, `digest` sums up everything.
    """

    trace: str
    listed: int
    digest: str


def begin(start: Start) -> Game:
    """Return a game that is dealt: scores, dealer, and number of the round are drawn by the seed."""
    chance = random.Random(start.seed)
    rules = load_rules(start.variant, start.layout, house=dict(start.house))
    game = Game(rules, [f"player {seat}" for seat in range(rules.seats)])
    scores = [chance.choice((0, 0, -200, 700, 1600, 3100, 6000)) for _ in game.scores]
    game = Game(rules, game.names, scores, chance.randrange(5))
    pack = game.fresh_pack()
    chance.shuffle(pack)
    game.start_round(pack, chance.choice(game.next_players()), chance.choice((None, None, 40, 61)))
    return game


def walk(start: Start) -> Walk:
    """Play one round, up to `MOST_STEPS` moves, and sum it up."""
    chance = random.Random(f"walk {start.seed}")
    game = begin(start)
    seen = hashlib.sha256()
    trace, listed = [], 0
    for _ in range(MOST_STEPS):
        if game.turn is None:
            break
        shapes = by_shape(game)
        listed += sum(map(len, shapes.values()))
        seen.update(json.dumps([summary(shapes), position.state(game)], sort_keys=True).encode())
        trace.append(_LETTERS[seen.digest()[0] & 63])
        if not shapes:
            break
        shape = drawn(shapes, game, chance)
        game.apply(plainest(game, shapes[shape][0]))
    seen.update(
        json.dumps([position.state(game), [[side.lines for side in one.sides] for one in game.rounds]]).encode()
    )
    return Walk("".join(trace), listed, seen.hexdigest()[:16])


def by_shape(game: Game) -> dict[str, list[Move]]:
    """Return the legal moves by shape, sorted, with `undo` where it may be said."""
    found: dict[str, list[Move]] = {}
    for move in game.legal_moves():
        found.setdefault(shape_of(move), []).append(move)
    if "undo" in game.legal_verbs():
        found["undo"] = [Move(game.turn or 0, "undo")]
    return dict(sorted(found.items()))


def shape_of(move: Move) -> str:
    """Return a move without the suits that don't matter to it, its groups in order."""
    if not move.groups:
        return str(move).partition(" ")[2]
    first, *others = map(_group_shape, move.groups)
    if move.verb == "meld":
        return "meld " + " / ".join(sorted([first, *others]))
    return f"{move.verb} " + " / ".join([first, *sorted(others)])


def _group_shape(group: Group) -> str:
    cards = sorted(group.cards)
    named = group.name is not None and (group.name.kind != "set" or group.name.new or group.name.nth > 1)
    name = (
        f"{group.name}: "
        if named
        else f"{str(group.name)[0]}: "
        if cards and all(map(is_wild, cards)) and group.name
        else ""
    )
    texts = [card_text(card)[0] if _is_plain(group) else card_text(card) for card in cards]
    return f"{name}{' '.join(texts)}{' <' if group.below else ''}"


def _is_plain(group: Group) -> bool:
    """Return whether the suits of a group don't matter: all but runs and black threes."""
    naturals = {card >> 2 for card in group.cards if not is_wild(card)}
    return len(naturals) <= 1 and all(rank < NATURAL_RANKS for rank in naturals) and not _is_run(group)


def _is_run(group: Group) -> bool:
    return group.name is not None and group.name.kind == "sequence"


def summary(shapes: Mapping[str, Sequence[Move]]) -> list[str]:
    """Return the shapes that are all listed; where there are too many of several groups, only that there are."""
    many = [shape for shape in shapes if " / " in shape]
    if len(many) < MANY:
        return list(shapes)
    return [*(shape for shape in shapes if " / " not in shape), f"{MANY} or more"]


def drawn(shapes: Mapping[str, Sequence[Move]], game: Game, chance: random.Random) -> str:
    """Return a shape to play: by a greedy player mostly, who lays what they can and keeps pairs, else any."""
    shares = {shape: moves[0] for shape, moves in shapes.items()}
    roll = chance.random()
    if chance.random() < 0.12:
        return chance.choice(list(shares))
    laying = {
        shape: move for shape, move in shares.items() if move.verb in ("take", "pick", "meld", "extra", "special")
    }
    if laying and roll < 0.85:
        most = sorted(laying, key=lambda shape: (-sum(len(group.cards) for group in laying[shape].groups), shape))
        return most[0] if chance.random() < 0.5 else chance.choice(sorted(laying))
    others = {
        shape: move for shape, move in shares.items() if move.verb not in ("discard", "undo") and shape not in laying
    }
    if others and (roll < 0.9 or len(shares) == len(others)):
        return chance.choice(sorted(others))
    discards = [shape for shape, move in shares.items() if move.verb == "discard"]
    if not discards:
        return chance.choice(list(shares))
    assert game.round is not None
    held = Counter(card >> 2 for card in game.round.hands[game.round.turn])
    cards = {shape: shares[shape].card or 0 for shape in discards}
    return min(discards, key=lambda shape: (is_wild(cards[shape]), held[cards[shape] >> 2], chance.random()))


def plainest(game: Game, move: Move) -> Move:
    """Return a move of the same shape with the first suits that the hand has; the move itself where that is refused."""
    assert game.round is not None
    if not move.groups or move.verb not in ("meld", "take"):
        return move
    left = sorted(game.round.hands[move.seat])
    for group in move.groups:
        if not _is_plain(group):
            for card in group.cards:
                left.remove(card)
    groups = []
    for group in move.groups:
        groups.append(group._replace(cards=_first_suits(group.cards, left)) if _is_plain(group) else group)
    plain = move._replace(groups=tuple(groups))
    return move if game.problem(plain) else plain


def _first_suits(cards: Sequence[Card], left: list[Card]) -> tuple[Card, ...]:
    picked = []
    for card in cards:
        one = next(held for held in left if held >> 2 == card >> 2)
        left.remove(one)
        picked.append(one)
    return tuple(picked)
