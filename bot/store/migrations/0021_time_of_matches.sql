-- A match's time runs only while it can be played. It stands still since `stopped_at` (NULL: it runs): before its table is open, and while
-- that has lost its place. `late` is by how many seconds the match ends later than its round for that reason.

ALTER TABLE tournament_matches ADD COLUMN late INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tournament_matches ADD COLUMN stopped_at INTEGER;
UPDATE tournament_matches
SET stopped_at = (SELECT began_at FROM tournament_rounds AS r
    WHERE r.tournament_id = tournament_matches.tournament_id AND r.number = tournament_matches.round)
WHERE game_id IS NULL AND over = 0;

-- A person whose entry has left can play for another.
DROP INDEX tournament_players_once;

-- When the organiser was last written to, and what that letter said, by keys of its lines.
ALTER TABLE tournaments ADD COLUMN letter_at INTEGER;
ALTER TABLE tournaments ADD COLUMN letter TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(letter));

-- The questions to partners that still have buttons. `by` is the person who asked.
CREATE TABLE tournament_questions (
    message_id INTEGER PRIMARY KEY,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    by INTEGER NOT NULL
) STRICT;

CREATE INDEX tournament_questions_of ON tournament_questions (tournament_id);
CREATE INDEX tournament_questions_by ON tournament_questions (by);
