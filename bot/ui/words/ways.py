"""The actions of a command's option `what`: several things behind one name, so that the list of commands stays short.

Texts name such a thing like a command, as `/canasta log` between backticks; people read where to find it.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.ui.i18n import N_

#: The things by their commands, in the order in which they are offered: their names, and what they do.
WAYS: Mapping[str, Mapping[str, str]] = {
    "canasta": {
        "list": N_("Show the games you are in, in every server"),
        "join": N_("Sit down at this channel's table, or by a code at one in direct messages"),
        "leave": N_("Leave the table before the game begins"),
        "start": N_("Start this channel's game"),
        "cancel": N_("Close this channel's table, or end its game without a result"),
        "hint": N_("Say what a strong player would do in your turn, if the game isn't rated"),
        "undo": N_("Take back the cards you have just laid down"),
        "orders": N_("Say what should be played for you in your turn"),
        "back": N_("Take your seat back from the computer that plays for you"),
        "substitute": N_("Propose somebody to take over a seat of this game"),
        "resign": N_("Give your seat to a computer, for good"),
        "abandon": N_("Propose to end the game without a result, or agree to it"),
        "move": N_("Move a game of this server into this channel"),
        "log": N_("Show what happened in this channel's game, apart from the moves"),
        "review": N_("See your costliest moves of a round, and what decided it"),
        "replay": N_("Go through a finished game move by move"),
        "record": N_("Get the record of a finished game as a file"),
        "history": N_("Show a player's finished games"),
        "solo": N_("Show your streaks, records and badges against computers"),
        "daily": N_("Play the deal of the day, the same for everybody"),
        "find": N_("Get in line to find others to play with, in direct messages"),
        "avoid": N_("Choose people with whom you aren't put together; only you know"),
        "learn": N_("Learn Canasta in a guided round against computers"),
    },
    "preferences": {
        "export": N_("Get everything stored about you, as a file in a direct message"),
        "delete": N_("Delete everything stored about you, for good"),
    },
    "tournament": {
        "standings": N_("Show the standings of a tournament"),
        "pairings": N_("Show who plays whom"),
        "withdraw": N_("Leave a tournament"),
    },
}

#: Actions that `/canasta` didn't have before.
_ADDED = ("hint", "undo", "orders", "history", "solo", "daily", "find", "avoid")
#: The commands that had other names before, with where they are now. People's Discords keep the old ones for a while.
MOVED: Mapping[str, str] = {
    "canasta new": "play",
    "canasta rules": "rules",
    "canasta watch": "table",
    "canasta alone": "canasta solo",
    **{f"canasta {name}": f"canasta {name}" for name in WAYS["canasta"] if name not in _ADDED},
    "hint": "canasta hint",
    "undo": "canasta undo",
    "orders": "canasta orders",
    "history": "canasta history",
    "head-to-head": "profile",
    "privacy export": "preferences export",
    "privacy delete": "preferences delete",
    "tournament list": "tournament",
    **{f"tournament {name}": f"tournament {name}" for name in WAYS["tournament"]},
}


def split(path: str) -> tuple[str, str | None]:
    """Return the command that people type for a path such as `canasta log`, and what they choose then; None for nothing."""
    command, _space, name = path.partition(" ")
    return (command, name) if name in WAYS.get(command, {}) else (path, None)
