"""Whole games between computer players, with every move audited."""

from __future__ import annotations

import json
import random
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from bot.canasta.cards import Card, is_natural, is_wild
from bot.canasta.game import Game, account_count
from bot.canasta.moves import IllegalMove, Move
from bot.canasta.record import record_of
from bot.canasta.round import Round
from bot.canasta.rules import Rules, RulesError
from bot.canasta.variants import load_rules
from bot.canasta.views import seat_view
from bot.computer import LEVELS, choose

#: A game is left unfinished after so many rounds: by chance alone, some variants' targets are out of reach.
MAX_ROUNDS: Final = 300
#: A round of so many moves counts as one that never ends.
MAX_MOVES: Final = 5000


class SimulationError(ValueError):
    """A simulation that cannot be run; `args[0]` says why."""


class ViolationError(Exception):
    """Something that must not happen in a game; `args[0]` says what."""


def simulate(
    *, variant: str, layout: str | None, games: int, seed: int, players: Sequence[str], records: Path | None = None
) -> dict[str, Any]:
    """Play `games` games and return the report as a JSON-able document.

    `players` names one level for all, or one a side or seat. The same seed gives the same games everywhere.
    `records` is a directory that gets one file a game. Raises `SimulationError`.
    """
    try:
        rules = load_rules(variant, layout)
    except RulesError as error:
        raise SimulationError(str(error)) from None
    levels = _levels(rules, players)
    if games < 1:
        raise SimulationError("there must be at least one game to play")
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    tally = Tally(rules)
    started = time.perf_counter()
    for number in range(games):
        game = Game(rules, [f"{level} {seat}" for seat, level in enumerate(levels)])
        play(game, levels, f"{seed}/{number}", tally, number)
        if records is not None:
            name = f"{rules.id}-{rules.layout}-{seed}-{number}.json"
            records.joinpath(name).write_text(json.dumps(record_of(game), ensure_ascii=False) + "\n", encoding="utf-8")
    return {
        "variant": rules.id,
        "layout": rules.layout,
        "seed": seed,
        "players": levels,
        "games": games,
        **tally.report(time.perf_counter() - started),
    }


def play(game: Game, levels: Sequence[str], seed: str, tally: Tally, number: int = 0) -> None:
    """Play one game to its end, counting into `tally`; a violation ends the game where it happened."""
    packs, chance = random.Random(f"packs {seed}"), random.Random(f"moves {seed}")
    try:
        while game.needs_deal and len(game.rounds) < MAX_ROUNDS:
            _play_round(game, levels, packs, chance, tally)
    except ViolationError as violation:
        what = str(violation)
    except Exception as error:  # a bug of the engine or a player: the report has to name it, and go on
        what = f"{type(error).__name__}: {error}"
    else:
        if game.winner is None:
            tally.unfinished += 1
        else:
            tally.wins[game.winner] += 1
        return
    done = len(game.deals[-1].moves) if game.deals else 0
    tally.violations.append({"game": number, "round": len(game.deals) - 1, "move": done, "what": what})


def _play_round(game: Game, levels: Sequence[str], packs: random.Random, chance: random.Random, tally: Tally) -> None:
    pack = game.fresh_pack()
    packs.shuffle(pack)
    game.start_round(pack)
    auditor = Auditor(game, pack)
    for _ in range(MAX_MOVES):
        seat = game.turn
        if seat is None:
            break
        move = _move(game, seat, levels[seat], chance)
        try:
            game.apply(move)
        except IllegalMove as error:
            raise ViolationError(f"{move} was offered and refused: {error.code}") from None
        tally.moves += 1
        auditor.check_cards()
        if move.groups:
            auditor.check_melds()
    else:
        raise ViolationError(f"the round goes on after {MAX_MOVES} moves")
    auditor.check_melds()
    auditor.check_scores()
    tally.count_round(game)


def _move(game: Game, seat: int, level: str, chance: random.Random) -> Move:
    # Chance looks at nothing but the moves, and a view costs as much as they do.
    view = seat_view(game, seat) if level != "random" else None
    legal = view.legal if view is not None else game.legal_moves()
    if not legal:
        raise ViolationError(f"seat {seat} has no legal move")
    return choose(view, level, chance) if view is not None else chance.choice(legal)


class Auditor:
    """Counts the cards of one round after each move, without asking the engine what it thinks it has."""

    def __init__(self, game: Game, pack: Sequence[Card]) -> None:
        self.game = game
        self.pack = sorted(pack)
        self.before = list(game.scores)

    def check_cards(self) -> None:
        """Raise if a card is lost or doubled."""
        now = self.game.round
        assert now is not None
        found = [*now.stock, *now.pile]
        for packet in (*now.hands, *now.feet, *now.threes, *now.talons, *now.talons_left, *now.set_aside):
            found += packet
        for melds in now.melds:
            for meld in melds:
                found += meld.cards
        found.sort()
        if found != self.pack:
            lost, doubled = Counter(self.pack) - Counter(found), Counter(found) - Counter(self.pack)
            raise ViolationError(f"cards lost: {sorted(lost.elements())}, doubled: {sorted(doubled.elements())}")

    def check_melds(self) -> None:
        """Raise if a meld is one that the rules forbid."""
        assert self.game.round is not None
        for melds in self.game.round.melds:
            for meld in melds:
                if meld.kind == "set" and not _fair_set(self.game.rules, meld.cards):
                    raise ViolationError(f"a meld that may not be: {meld.cards}")

    def check_scores(self) -> None:
        """Raise if a total of the round just finished isn't the sum of its lines, or a score not that of its totals."""
        now, result = self.game.round, self.game.rounds[-1]
        assert now is not None
        for entry, sheet in enumerate(result.sides):
            if sheet.total != sum(points for _, points in sheet.lines):
                raise ViolationError(f"side {entry}: {sheet.total} is not the sum of {sheet.lines}")
        for seat in range(self.game.rules.seats):
            account, sheet = now.account(seat), result.sides[now.entry(seat)]
            if result.scores[account] != self.before[account] + sheet.total:
                raise ViolationError(
                    f"score {account}: {self.before[account]} and {sheet.total} is not {result.scores[account]}"
                )


def _fair_set(rules: Rules, cards: Sequence[Card]) -> bool:
    naturals = [card >> 2 for card in cards if is_natural(card)]
    wilds = sum(1 for card in cards if is_wild(card))
    most = rules.melds.max_wilds
    if most is None or rules.melds.mixed_unlimited or (rules.melds.big_unlimited and len(cards) > 7):
        most = len(cards)
    return (
        len(cards) >= 3
        and len(naturals) + wilds == len(cards)
        and len(set(naturals)) == 1
        and len(naturals) >= rules.melds.min_naturals
        and wilds <= most
    )


class Tally:
    """What is counted over all games.

    `wins` are by side, or by seat where each has a score of his own; `totals` of rounds by entry of the score sheet.
    """

    def __init__(self, rules: Rules) -> None:
        self.rounds = 0
        self.moves = 0
        self.wins = [0] * account_count(rules)
        self.totals: list[list[int]] = [[] for _ in Round(rules, self.wins, 0).threes]
        self.unfinished = 0
        self.ends = dict.fromkeys(("out", "stock", "special", "automatic"), 0)
        self.violations: list[dict[str, object]] = []

    def count_round(self, game: Game) -> None:
        """Count the round that has just finished."""
        result = game.rounds[-1]
        self.rounds += 1
        self.ends[result.ending] += 1
        for totals, sheet in zip(self.totals, result.sides, strict=True):
            totals.append(sheet.total)

    def report(self, seconds: float) -> dict[str, Any]:
        """What was counted, as `simulate` prints it."""
        return {
            "rounds": self.rounds,
            "moves": self.moves,
            "seconds": round(seconds, 3),
            "moves_per_second": round(self.moves / seconds),
            "wins": self.wins,
            "unfinished": self.unfinished,
            "mean": [round(statistics.fmean(totals), 1) if totals else None for totals in self.totals],
            "deviation": [round(statistics.pstdev(totals), 1) if totals else None for totals in self.totals],
            "ends": self.ends,
            "violations": self.violations,
        }


def _levels(rules: Rules, players: Sequence[str]) -> list[str]:
    """The level of each seat, from one for all, or one a side or seat."""
    for level in players:
        if level not in LEVELS:
            raise SimulationError(f"there is no computer player {level!r}; there are {', '.join(LEVELS)}")
    if len(players) == rules.seats:
        return list(players)
    sides = Round(rules, [0] * account_count(rules), 0).side_of
    if len(players) == 1 or len(players) == len(set(sides)):
        return [players[side % len(players)] for side in sides]
    raise SimulationError(f"{len(players)} players for {rules.seats} seats on {len(set(sides))} sides")
