"""A game in words: cards, moves, names, clocks, scores. Other packages import these texts from here."""

from bot.ui.words.card_names import card, cards, counted, group, groups, rank, suit
from bot.ui.words.happenings import lines_since_last_turn, turn_lines
from bot.ui.words.moves import choice, discard_hint, reason, refusal, untaken
from bot.ui.words.people import bare, bare_name, label_of, name_of, plain
from bot.ui.words.scores import game_of, meld, melds, points, sides, standing, standing_towards
from bot.ui.words.times import deadline, limit, own_deadline, reminder, span
from bot.ui.words.variant_names import VARIANTS

__all__ = [
    "VARIANTS",
    "bare",
    "bare_name",
    "card",
    "cards",
    "choice",
    "counted",
    "deadline",
    "discard_hint",
    "game_of",
    "group",
    "groups",
    "label_of",
    "limit",
    "lines_since_last_turn",
    "meld",
    "melds",
    "name_of",
    "own_deadline",
    "plain",
    "points",
    "rank",
    "reason",
    "refusal",
    "reminder",
    "sides",
    "span",
    "standing",
    "standing_towards",
    "suit",
    "turn_lines",
    "untaken",
]
