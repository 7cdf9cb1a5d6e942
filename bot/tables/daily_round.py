"""The deal of the day: a round of classic for one person against three computers, the same for everybody.

All of it follows from the day and its secret: the pack, the dealer, and the chance by which the computers decide between
moves that look equal to them. They see their own views alone, so that equal choices of the person give equal rounds.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import Final

from bot.canasta.cards import cards_text, read_cards
from bot.canasta.game import Game
from bot.canasta.moves import Move
from bot.canasta.rules import Rules
from bot.canasta.views import public_view, seat_view
from bot.computer import choose, levels_at
from bot.data.play import StoredDeal
from bot.tables.rules import shuffles
from bot.tables.rules.game_rules import rules_for
from bot.tables.rules.seals import commitment
from bot.tables.views import Mark

#: The game: its variant, layout and house rules.
VARIANT: Final = "classic"
LAYOUT: Final = "4"
HOUSE: Final = {"rounds": 1}
#: The person's seat, and the level of the computers in the others.
SEAT: Final = 0
LEVEL: Final = "normal"
#: The levels that may play for par, the best first.
_PAR: Final = ("hard", "normal")


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """The deal of a day. Its `secret`, 32 hexadecimal digits, is the salt of its seal too."""

    day: date
    secret: str = field(repr=False)

    def dealt(self) -> StoredDeal:
        """Return the round's deal with its seal."""
        rules = game_rules()
        pack = cards_text(shuffles.shuffled(rules.full_pack(), self._key, 1))
        dealer = shuffles.first_dealer(range(rules.seats), self._key)
        return StoredDeal(1, dealer, pack, self.secret, commitment(pack, self.secret))

    def begun(self) -> Game:
        """Return the game as it was dealt."""
        rules, deal = game_rules(), self.dealt()
        game = Game(rules, [f"Player {seat + 1}" for seat in range(rules.seats)])
        game.start_round(read_cards(deal.pack), deal.dealer)
        return game

    def answer(self, game: Game) -> Move | None:
        """Return the move of the computer that is to move; None where the person is, or the round is over.

        The seat's own moves are counted, so that a move that the person takes back has no effect on it. Slow: not for the
        event loop.
        """
        return None if game.turn in (None, SEAT) else self._chosen(game, LEVEL)

    def play_for_par(self) -> Game:
        """Return the game as par's player plays it to its end. This takes many seconds."""
        game = self.begun()
        level = next(level for level in _PAR if level in levels_at(game.rules))
        while game.turn is not None:
            game.apply(self.answer(game) or self._chosen(game, level))
        return game

    def _chosen(self, game: Game, level: str) -> Move:
        """Return what a computer of a level plays for the seat that is to move."""
        seat = game.turn
        assert seat is not None
        made = sum(move.seat == seat for move in game.deals[-1].moves)
        chance = random.Random(shuffles.drawn(self._key, f"{level} {seat} {made}"))
        return choose(seat_view(game, seat), level, chance)

    @property
    def _key(self) -> str:
        """The text from which all follows: a day's secret says nothing of the same secret on another day."""
        return f"{self.day.isoformat()} {self.secret}"


@cache
def game_rules() -> Rules:
    """Return the rules of the deal of the day."""
    return rules_for(VARIANT, LAYOUT, HOUSE)


def points_of(game: Game) -> int:
    """Return what the person's side has scored in a round that is over."""
    assert game.round is not None
    return game.scores[game.round.account(SEAT)]


def marks_of(game: Game) -> tuple[Mark, ...]:
    """Return how a round that is over went, turn by turn: nothing of it names a card.

    Each turn of the person has a mark; turns of the others have one where they completed a canasta. Slow: not for the event
    loop.
    """
    deal = game.deals[0]
    undone = {place - 1 for place, move in enumerate(deal.moves) if move.verb == "undo"}
    again = Game(game.rules, game.names)
    again.start_round(deal.pack, deal.dealer)
    marks: list[Mark] = []
    verbs, canastas = set[str](), [0, 0]
    for place, move in enumerate(deal.moves):
        again.apply(move)
        if place not in undone:
            verbs.add(move.verb)
        if place + 1 < len(deal.moves) and deal.moves[place + 1].seat == move.seat:
            continue
        public = public_view(again)
        own, side = public.players[SEAT].side, public.players[move.seat].side
        now = [sum(meld.canasta is not None for meld in side.melds) for side in public.sides]
        more = now[side] > canastas[side]
        if move.seat == SEAT and verbs != {"answer"}:
            out = place + 1 == len(deal.moves) and game.rounds[0].out == SEAT
            marks.append(_mark(verbs, out=out, canasta=more))
        elif more:
            marks.append(Mark.CANASTA if side == own else Mark.THEIRS)
        verbs, canastas = set(), now
    return tuple(marks)


def _mark(verbs: set[str], *, out: bool, canasta: bool) -> Mark:
    """Return the mark of a turn of the person's: of all that it was, the rarest."""
    if out:
        return Mark.OUT
    if canasta:
        return Mark.CANASTA
    if "take" in verbs:
        return Mark.TOOK
    return Mark.MELDED if "meld" in verbs else Mark.DREW
