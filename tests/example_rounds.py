"""The examples of the rules pages: `python -m tests.example_rounds [VARIANT …]` has computers play them, and writes them down.

Of the rounds that they play at a table, the command keeps one that shows much in few moves.
"""

from __future__ import annotations

import itertools
import json
import random
import sys
from collections.abc import Iterator
from typing import Any, Final

from bot.canasta import Game, Rules, cards_text, list_variants, load_rules, seat_view, variant_info
from bot.canasta.cards import card_at
from bot.canasta.events import Event, RoundSheet
from bot.canasta.example_round import FOLDER, PLAYERS, ExampleRound, play
from bot.canasta.moves import Move, read_name
from bot.computer import choose

#: How many rounds are played at a table.
ROUNDS: Final = 16
#: Rounds with more moves than this are not looked at.
_MOVES: Final = 400
#: The verbs of a turn that shows a draw or a pile, a meld and a discard, and no more.
_VERBS: Final = {"draw", "take", "meld", "discard"}
#: The events of such a turn.
_KINDS: Final = {"draw", "take", "meld", "open", "canasta", "discard", "frozen", "one-left"}
#: The fewest and the most cards in the hand with which the turn begins, the most that it lays, and the most of a pile.
_LEAST: Final = 5
_MOST: Final = 15
_LAID: Final = 10
_PILE: Final = 8


def written_down(rules: Rules) -> dict[str, Any]:
    """Return the best of the rounds that computers play at a table, as the files hold it."""
    rounds = (_played(rules, number) for number in range(ROUNDS))
    found = [(worth, written) for one in rounds if one is not None for worth, written in _turns(rules, one)]
    return max(found, key=lambda one: one[0])[1]


def _played(rules: Rules, number: int) -> Game | None:
    """Return a round that was played to its end, None if it took too long."""
    game = Game(rules, PLAYERS[: rules.seats])
    pack, chance = game.fresh_pack(), random.Random(f"example {rules.id} {rules.layout} {number}")
    chance.shuffle(pack)
    players = game.next_players()
    game.start_round(pack, players[number % len(players)])
    while game.turn is not None and len(game.deals[0].moves) < _MOVES:
        game.apply(choose(seat_view(game, game.turn), "normal", chance))
    return game if game.rounds else None


def _turns(rules: Rules, game: Game) -> Iterator[tuple[float, dict[str, Any]]]:
    """Yield each turn of a round that can be an example, with how good a one it is."""
    deal = game.deals[0]
    start = 0
    for seat, group in itertools.groupby(deal.moves, key=lambda move: move.seat):
        moves = [*group]
        if seat == 0 and _shows_a_turn(moves) and start + len(moves) < len(deal.moves):
            written = {
                "dealer": deal.dealer,
                "pack": cards_text(deal.pack),
                "turn": start,
                "moves": [*map(str, deal.moves)],
            }
            if (worth := _worth(rules, play(rules, written), len(deal.moves))) is not None:
                yield worth, written
        start += len(moves)


def _shows_a_turn(moves: list[Move]) -> bool:
    verbs = [move.verb for move in moves]
    lays = any(move.groups for move in moves)
    return lays and set(verbs) <= _VERBS and verbs[-1] == "discard" and verbs.count("meld") <= 2


def _worth(rules: Rules, example: ExampleRound, moves: int) -> float | None:
    """Return how well a round teaches, None if it is none to show."""
    events = [event for step in example.steps for event in step.events]
    kinds = {event.kind for event in events}
    laid = [event for event in events if event.kind == "meld"]
    pile = next((event.count for event in events if event.kind == "take"), 0)
    lie = len(example.before.sides[example.before.players[0].side].melds)
    if not kinds <= _KINDS or any(map(_at_the_low_end, laid)):
        return None
    if not _LEAST <= len(example.hand) <= _MOST or sum(len(one.cards) for one in laid) > _LAID or pile > _PILE:
        return None
    return (
        5 * ("take" in kinds)
        + 9 * ("open" in kinds)
        + 3 * any(one.word for one in laid)
        + 2 * ("canasta" in kinds)
        - abs(len(laid) - 2)
        - max(0, lie - 2)
        - len(example.hand) / 10
        + _worth_of_sheet(example.sheet)
        - moves / 40
    )


def _at_the_low_end(event: Event) -> bool:
    """Return whether cards joined a run from below: it is then called by a card that hadn't been there."""
    name = read_name(event.word) if event.word else None
    return name is not None and name.kind == "sequence" and card_at(name.key >> 2, name.key & 3) in event.cards


def _worth_of_sheet(sheet: RoundSheet) -> float:
    lines = [dict(side.lines) for side in sheet.sides]
    keys = set[str]().union(*lines)
    return (
        4 * (sheet.ending == "out")
        + min(len(keys), 6) / 2
        - max(0, len(keys) - 7)
        + 2 * ("natural" in keys)
        + ("mixed" in keys)
        + all(one.get("cards", 0) for one in lines)
    )


def main(names: list[str]) -> None:
    """Write down the rounds of these variants, of all without names."""
    for variant in names or [one.id for one in list_variants(own=False)]:
        tables = [one.name for one in variant_info(variant).layouts]
        lines = [f' "{name}": {json.dumps(written_down(load_rules(variant, name)))}' for name in tables]
        (FOLDER / f"{variant}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        print(f"{variant}: {', '.join(tables)}")


if __name__ == "__main__":
    main(sys.argv[1:])
