"""The database: the only place with SQL, one repository per subject."""

from bot.store.database import Database

__all__ = ["Database"]
