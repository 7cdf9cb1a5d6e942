"""Troubles of the database, as everybody who uses it may hear of them."""

from __future__ import annotations


class DatabaseError(Exception):
    """The database can't be used; the text tells the operator which one and what to do."""


class StoreTrouble(DatabaseError):
    """The open database can't be used just now, and nothing was changed. It has been logged."""


class Overtaken(StoreTrouble):
    """Another transaction stood in the way of this one, of which nothing is left. It can be done again at once."""


class VersionMoved(Exception):
    """Another process changed the table since it was read."""


class TournamentMoved(Exception):
    """A tournament was changed since it was read."""
