-- The tables of which messages may have been posted that are not remembered yet, where several processes tell of tables.

CREATE TABLE posting (
    game_id INTEGER PRIMARY KEY REFERENCES games (id)
) STRICT;
