-- The ids by which Discord knows the bot's commands, for messages that mention them.

CREATE TABLE commands (
    name TEXT PRIMARY KEY,
    id INTEGER NOT NULL
) STRICT;
