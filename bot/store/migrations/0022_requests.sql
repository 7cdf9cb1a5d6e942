-- At the table of a match the organiser decides what people agree on elsewhere.

ALTER TABLE games ADD COLUMN in_match INTEGER NOT NULL DEFAULT 0 CHECK (in_match IN (0, 1));
UPDATE games SET in_match = 1 WHERE id IN (SELECT game_id FROM tournament_matches WHERE game_id IS NOT NULL);
DELETE FROM agreements WHERE game_id IN (SELECT id FROM games WHERE in_match = 1);

-- What the people at the table of a match ask the organiser for, until they have heard the answer: to end the game, or that a newcomer
-- plays a seat, in which `holder_id` sits (NULL: a computer); `absent`: a computer played it when that was asked. `answer` is NULL as
-- long as nobody has decided. The message is the one with the buttons, NULL before it was sent and after they were taken away.
CREATE TABLE tournament_requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    game_id INTEGER NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL CHECK (kind IN ('abandon', 'substitute')),
    user_id INTEGER NOT NULL,
    asker TEXT NOT NULL,
    seat INTEGER NOT NULL,
    newcomer_id INTEGER NOT NULL,
    newcomer TEXT NOT NULL,
    holder_id INTEGER,
    absent INTEGER NOT NULL CHECK (absent IN (0, 1)),
    answer TEXT CHECK (answer IN ('approved', 'declined', 'void')),
    channel_id INTEGER,
    message_id INTEGER,
    UNIQUE (game_id, kind, seat, newcomer_id)
) STRICT;

CREATE INDEX tournament_requests_of ON tournament_requests (tournament_id);
CREATE INDEX tournament_requests_by ON tournament_requests (user_id);
CREATE INDEX tournament_requests_for ON tournament_requests (newcomer_id);
CREATE INDEX tournament_requests_about ON tournament_requests (holder_id) WHERE holder_id IS NOT NULL;
