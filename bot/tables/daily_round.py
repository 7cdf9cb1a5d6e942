"""The deals of the day and of the week: a round for one person against computers, the same for everybody.

All of it follows from the day or the week, its game and its secret: the pack, the dealer, and the chance by which the computers decide between
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
from bot.computer import choose, offered_at
from bot.data.daily import Every
from bot.data.play import StoredDeal
from bot.tables.rules import shuffles
from bot.tables.rules.game_rules import rules_for
from bot.tables.rules.seals import commitment
from bot.tables.views import Mark

#: The game of every day, and the house rules of all deals.
VARIANT: Final = "classic"
HOUSE: Final = {"rounds": 1}
#: The person's seat, and the level of the computers in the others.
SEAT: Final = 0
LEVEL: Final = "normal"
#: The levels that may play for par where they are offered, the best first.
_PAR: Final = ("hard", "normal")


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """The deal of a day, or of the week from its Monday: `first`. Its `secret`, 32 hexadecimal digits, is the salt of its seal too.

    It is played by the rules of a `variant`, by as many people as usually play that.
    """

    first: date
    secret: str = field(repr=False)
    every: Every = Every.DAY
    variant: str = VARIANT

    @property
    def rules(self) -> Rules:
        """The rules of its game."""
        return _rules_of(self.variant)

    @property
    def name(self) -> str:
        """The day or the week as ISO 8601 writes it: 2026-12-01, 2026-W49."""
        return self.first.isoformat() if self.every is Every.DAY else self.first.strftime("%G-W%V")

    def dealt(self) -> StoredDeal:
        """Return the round's deal with its seal."""
        rules = self.rules
        pack = cards_text(shuffles.shuffled(rules.full_pack(), self._key, 1))
        dealer = shuffles.first_dealer(range(rules.seats), self._key)
        return StoredDeal(1, dealer, pack, self.secret, commitment(pack, self.secret))

    def begun(self) -> Game:
        """Return the game as it was dealt."""
        rules, deal = self.rules, self.dealt()
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
        level = next(level for level in _PAR if level in offered_at(game.rules))
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
        """The text from which all follows: a deal's secret says nothing of the same secret on another day or in a week."""
        return f"{self.name} {self.secret}"


@cache
def _rules_of(variant: str) -> Rules:
    return rules_for(variant, None, HOUSE)


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
    before = public_view(again)
    verbs, canastas, in_foot = set[str](), [0] * len(before.sides), before.players[SEAT].in_foot
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
            foot = public.players[SEAT].in_foot and not in_foot
            marks.append(_mark(verbs, out=out, foot=foot, canasta=more))
        elif more:
            marks.append(Mark.CANASTA if side == own else Mark.THEIRS)
        verbs, canastas, in_foot = set(), now, public.players[SEAT].in_foot
    return tuple(marks)


def _mark(verbs: set[str], *, out: bool, foot: bool, canasta: bool) -> Mark:
    """Return the mark of a turn of the person's: of all that it was, the rarest."""
    if out:
        return Mark.OUT
    if foot:
        return Mark.FOOT
    if canasta:
        return Mark.CANASTA
    if "take" in verbs:
        return Mark.TOOK
    return Mark.MELDED if "meld" in verbs else Mark.DREW
