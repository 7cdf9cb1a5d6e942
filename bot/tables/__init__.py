"""The games in play: lobbies, seats, deals and moves. Each change is stored before anybody sees it."""

from bot.tables.lessons import COURSES, LESSON
from bot.tables.order import Order
from bot.tables.rules.game_rules import rules_for, rules_of
from bot.tables.service import Tables, is_own
from bot.tables.views import Change, Happening, Look, MoveOutcome

__all__ = [
    "COURSES",
    "LESSON",
    "Change",
    "Happening",
    "Look",
    "MoveOutcome",
    "Order",
    "Tables",
    "is_own",
    "rules_for",
    "rules_of",
]
