-- Discards that wait some seconds so that their players can take them back, and how people want to discard.

CREATE TABLE pauses (
    game_id INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    card INTEGER NOT NULL,
    interaction_id INTEGER NOT NULL,
    due_at INTEGER NOT NULL
) STRICT;

CREATE INDEX pauses_of_person ON pauses (user_id);

ALTER TABLE people ADD COLUMN discarding TEXT CHECK (discarding IN ('undo', 'ask', 'at once'));
