-- How well the computers of a table play; if its players get advice, and how many hints they have taken; if a server allows
-- advice in games that are rated.

ALTER TABLE games ADD COLUMN computers TEXT NOT NULL DEFAULT 'normal';
ALTER TABLE games ADD COLUMN advice INTEGER NOT NULL DEFAULT 0;

ALTER TABLE servers ADD COLUMN advice INTEGER;

CREATE TABLE hints (
    game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    taken INTEGER NOT NULL,
    PRIMARY KEY (game_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX hints_of_person ON hints (user_id);
