"""The rules of Canasta in all its variants: no input or output, no clock, no chance of its own, no Discord.

Deal a round from a pack that you have shuffled, list what the seat to move may do, make moves, and read the score:

>>> import random
>>> from bot.canasta import Game, load_rules, read_move
>>> rules = load_rules("classic", "2", house={"target": 500})
>>> game = Game(rules, ["Anna", "Bruno"])
>>> pack = game.fresh_pack()
>>> random.Random(7).shuffle(pack)
>>> for event in game.start_round(pack, dealer=1):
...     print(event.kind, event.seat)
deal 1
three 0
three 1
>>> game.turn, game.phase
(0, 'draw')
>>> print(cards_text(game.round.hands[0]))
4S 4H 6S 7S 8C 9H 9C JS JH QH KD AC 2S 2D *
>>> [str(move) for move in game.legal_moves()]
['0 draw']
>>> drawn = game.apply(read_move("0 draw"))
>>> print(game.problem(read_move("0 meld JS JH AC")))
mixed-ranks

A text is read as a move, and a move is written as the same text. Moves can leave out suits where a hand supplies them:

>>> move = read_move("discard 8", game.round.hands[0], seat=0)
>>> str(move), game.problem(move) is None
('0 discard 8S', True)
>>> thrown = game.apply(move)

Let chance play the rest, then read the sheet and the record, from which the same game comes back:

>>> chance = random.Random(1)
>>> while game.turn is not None:
...     events = game.apply(chance.choice(game.legal_moves()))
>>> [sheet.total for sheet in game.rounds[-1].sides] == game.scores
True
>>> again = game_from_record(record_of(game))
>>> again.scores == game.scores
True

`README.md` beside this file is the map.
"""

from .cards import Card, cards_text, read_card, read_cards
from .errors import explain
from .events import Event, Lack, RoundSheet, ScoreLine
from .game import Game
from .moves import Group, IllegalMove, MeldName, Move, UnreadableMove, read_move
from .reading import BadRecord
from .record import game_from_record, record_of, replay
from .rules import Rules, RulesError, list_variants, load_rules, parameters, use_folder, variant_info
from .views import PublicView, SeatView, public_view, seat_view

__all__ = [
    "BadRecord",
    "Card",
    "Event",
    "Game",
    "Group",
    "IllegalMove",
    "Lack",
    "MeldName",
    "Move",
    "PublicView",
    "RoundSheet",
    "Rules",
    "RulesError",
    "ScoreLine",
    "SeatView",
    "UnreadableMove",
    "cards_text",
    "explain",
    "game_from_record",
    "list_variants",
    "load_rules",
    "parameters",
    "public_view",
    "read_card",
    "read_cards",
    "read_move",
    "record_of",
    "replay",
    "seat_view",
    "use_folder",
    "variant_info",
]
