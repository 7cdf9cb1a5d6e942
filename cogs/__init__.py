"""What people can say and press. Cogs hold no rules and no SQL: they ask the tables, and show what comes back."""
