"""Whole games between computer players, with every move audited."""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from bot.canasta.cards import Card
from bot.canasta.game import Game, account_count
from bot.canasta.moves import IllegalMove
from bot.canasta.record import record_of
from bot.canasta.rules import Rules, RulesError, list_variants, load_rules
from bot.canasta.state import State
from bot.canasta.views import seat_view
from bot.computer import LEVELS, UnknownLevel, UnsupportedLevel, choose, player_at
from bot.computer.workshop.audit import Auditor, ViolationError, check_replay

#: After how many rounds a game is left unfinished: by chance alone, some variants' targets are out of reach.
MOST_ROUNDS: Final = 300
#: One game in this many is checked thoroughly, unless asked otherwise: that takes several times as long.
THOROUGH: Final = 10
#: After how many moves a round counts as one that never ends.
MAX_MOVES: Final = 5000


class SimulationError(ValueError):
    """A simulation that cannot be run; `args[0]` says why."""


def tables(variant: str, layout: str | None, house: Mapping[str, object] | None = None) -> list[Rules]:
    """Return the rules of one table, or of every table there is for the variant `all`, with these house rules.

    Raises `SimulationError`.
    """
    if variant != "all":
        return [_load(variant, layout, house)]
    if layout is not None:
        raise SimulationError("with all variants every layout is played, so none can be named")
    return [_load(info.id, one.name, house) for info in list_variants() for one in info.layouts]


def _load(variant: str, layout: str | None, house: Mapping[str, object] | None) -> Rules:
    try:
        return load_rules(variant, layout, house=house)
    except RulesError as error:
        raise SimulationError(str(error)) from None


def simulate(
    rules: Rules,
    *,
    games: int,
    seed: int,
    players: Sequence[str],
    most_rounds: int = MOST_ROUNDS,
    thorough: int = THOROUGH,
    records: Path | None = None,
) -> dict[str, Any]:
    """Play `games` games at one table and return the report as a document that can be written as JSON.

    `players` names one level for all, or one per side or seat. The same seed gives the same games everywhere. A game is
    left unfinished after `most_rounds` rounds. `records` is a directory that gets one file per game. Raises
    `SimulationError`.

    In every position a legal move must exist, and the one that is made, one of those offered, must be accepted; after
    every move all cards are counted. In the first game of every `thorough`, all moves that are offered are tried
    (`Auditor.check_offers` says how), one that can't be legal must be refused without a trace, and the game is replayed
    from its record, with the cards of every traced state counted.
    """
    levels = _levels(rules, players)
    if games < 1 or most_rounds < 1 or thorough < 1:
        raise SimulationError(
            "there must be at least one game of one round to play, and one in so many that is thorough"
        )
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    tally = Tally(rules)
    started = time.perf_counter()
    for number in range(games):
        game = Game(rules, [f"{level} {seat}" for seat, level in enumerate(levels)])
        play(game, levels, f"{seed}/{number}", tally, number, most_rounds, thorough=number % thorough == 0)
        if records is not None:
            name = f"{rules.id}-{rules.layout}-{seed}-{number}.json"
            records.joinpath(name).write_text(json.dumps(record_of(game), ensure_ascii=False) + "\n", encoding="utf-8")
    return {
        "variant": rules.id,
        "layout": rules.layout,
        "rules": dict(rules.house),
        "seed": seed,
        "players": levels,
        "games": games,
        "most_rounds": most_rounds,
        **tally.report(time.perf_counter() - started),
    }


def play(
    game: Game,
    levels: Sequence[str],
    seed: str,
    tally: Tally,
    number: int = 0,
    most_rounds: int = MOST_ROUNDS,
    *,
    most_moves: int = MAX_MOVES,
    thorough: bool = True,
    shuffle: Callable[[random.Random, list[Card]], None] = random.Random.shuffle,
) -> None:
    """Play one game to its end, counting into `tally`; a violation ends the game where it happened."""
    packs, chance = random.Random(f"packs {seed}"), random.Random(f"moves {seed}")
    try:
        while game.needs_deal and len(game.rounds) < most_rounds:
            pack = game.fresh_pack()
            shuffle(packs, pack)
            _play_round(game, pack, levels, chance, tally, most_moves, thorough)
        if thorough:
            check_replay(game)
            tally.replayed += 1
    except ViolationError as violation:
        what = str(violation)
    except Exception as error:  # a bug of the engine or a player: the report has to name it, and go on
        what = f"{type(error).__name__}: {error}"
    else:
        if not game.over:
            tally.unfinished += 1
        elif game.winner is None:
            tally.draws += 1
        else:
            tally.wins[game.winner] += 1
        return
    done = len(game.deals[-1].moves) if game.deals else 0
    tally.violations.append({"game": number, "round": len(game.deals) - 1, "move": done, "what": what})


def _play_round(
    game: Game,
    pack: list[Card],
    levels: Sequence[str],
    chance: random.Random,
    tally: Tally,
    most_moves: int,
    thorough: bool,
) -> None:
    game.start_round(pack)
    auditor = Auditor(game, pack)
    for _ in range(most_moves):
        seat = game.turn
        if seat is None:
            break
        # The random level looks at nothing but the moves, and a view costs as much as they do.
        view = seat_view(game, seat) if levels[seat] != "random" else None
        legal = view.legal if view is not None else game.legal_moves()
        if not legal:
            raise ViolationError(f"seat {seat} has no legal move")
        if thorough:
            auditor.check_offers(legal)
            auditor.check_probe(legal)
            tally.offered += len(legal)
        move = choose(view, levels[seat], chance) if view is not None else chance.choice(legal)
        try:
            game.apply(move)
        except IllegalMove as error:
            raise ViolationError(f"{move} was offered and refused: {error.code}") from None
        tally.moves += 1
        auditor.check_cards()
        if move.groups:
            auditor.check_melds()
    else:
        raise ViolationError(f"the round goes on after {most_moves} moves")
    auditor.check_melds()
    auditor.check_scores()
    tally.count_round(game)


class Tally:
    """The counts over all games.

    `wins` are by side, or by seat where each has their own score; `totals` of rounds by entry of the score sheet.
    """

    def __init__(self, rules: Rules) -> None:
        self.rounds = 0
        self.moves = 0
        self.offered = 0
        self.replayed = 0
        self.wins = [0] * account_count(rules)
        self.totals: list[list[int]] = [[] for _ in State(rules, self.wins, 0).threes]
        self.draws = 0
        self.unfinished = 0
        self.ends = dict.fromkeys(("out", "stock", "special", "automatic"), 0)
        self.violations: list[dict[str, Any]] = []

    def count_round(self, game: Game) -> None:
        """Count the round that has just finished."""
        result = game.rounds[-1]
        self.rounds += 1
        self.ends[result.ending] += 1
        for totals, sheet in zip(self.totals, result.sides, strict=True):
            totals.append(sheet.total)

    def report(self, seconds: float) -> dict[str, Any]:
        """Return what was counted, as `simulate` returns it."""
        return {
            "rounds": self.rounds,
            "moves": self.moves,
            "offered": self.offered,
            "replayed": self.replayed,
            "seconds": round(seconds, 3),
            "moves_per_second": round(self.moves / seconds),
            "wins": self.wins,
            "draws": self.draws,
            "unfinished": self.unfinished,
            "mean": [round(statistics.fmean(totals), 1) if totals else None for totals in self.totals],
            "deviation": [round(statistics.pstdev(totals), 1) if totals else None for totals in self.totals],
            "ends": self.ends,
            "violations": self.violations,
        }


def _levels(rules: Rules, players: Sequence[str]) -> list[str]:
    """Return the level of each seat, from one for all, or one per side or seat. Raises `SimulationError`."""
    for level in players:
        try:
            player_at(rules, level)
        except UnknownLevel:
            raise SimulationError(f"there is no computer player {level!r}; there are {', '.join(LEVELS)}") from None
        except UnsupportedLevel as error:
            raise SimulationError(str(error)) from None
    if len(players) == rules.seats:
        return list(players)
    sides = State(rules, [0] * account_count(rules), 0).side_of
    if len(players) == 1 or len(players) == len(set(sides)):
        return [players[side % len(players)] for side in sides]
    raise SimulationError(f"{len(players)} players for {rules.seats} seats on {len(set(sides))} sides")
