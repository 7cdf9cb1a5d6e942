"""The plan of the games of the week: which game each week has."""

from __future__ import annotations

from typing import Final

#: The Monday of the first week of the plan, 30 November 2026, counted in days from 1 January 1970.
FIRST_MONDAY: Final = 20_787
#: The games of 52 weeks, after which the plan begins again. Famous games come every few months, all others once. Classic, the
#: game of every day, is not among them.
GAMES: Final = (
    "samba",
    "chilean",
    "burraco",
    "tranca",
    "hand-and-foot",
    "viennese",
    "american",
    "italian",
    "buraco",
    "mexicana",
    "bolivia",
    "pennies",
    "biriba",
    "samba",
    "hollywood",
    "burraco",
    "buraco-fechado",
    "hand-and-foot",
    "american-2007",
    "caliente",
    "samba-ro",
    "buraco",
    "romanian",
    "american",
    "hand-and-foot-rounds",
    "joker",
    "samba",
    "burako",
    "burraco",
    "canadian",
    "hand-and-foot",
    "regency",
    "brazilian",
    "burraco-international",
    "bolivia",
    "mexican",
    "american",
    "filanda",
    "biriba",
    "samba",
    "sevens",
    "burraco",
    "buraco-stbl",
    "hand-and-foot",
    "bolivian-ro",
    "caliente",
    "uruguay",
    "buraco",
    "miller",
    "brazilian",
    "retail",
    "cuban",
)


def game_of(monday: int) -> str:
    """Return the game of the week from a Monday, counted in days from 1 January 1970, by its variant's id."""
    return GAMES[(monday - FIRST_MONDAY) // 7 % len(GAMES)]
