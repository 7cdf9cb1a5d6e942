"""Commands and buttons. Cogs hold no rules and no SQL: they call the tables, and show the results."""
