"""The database: the only place with SQL, one repository a subject."""

from bot.store.database import Database, DatabaseError

__all__ = ["Database", "DatabaseError"]
