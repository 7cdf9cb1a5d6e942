-- What people are still to be told in a message of its own, stored with the change that concerns them; and seats whose people
-- have left the server.

CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id INTEGER NOT NULL REFERENCES games (id),
    user_id INTEGER NOT NULL,
    news TEXT NOT NULL CHECK (json_valid(news)),
    at INTEGER NOT NULL,
    posting_at INTEGER
) STRICT;

CREATE INDEX notices_by_person ON notices (user_id);
CREATE INDEX notices_of_game ON notices (game_id);

ALTER TABLE seats ADD COLUMN gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1));
