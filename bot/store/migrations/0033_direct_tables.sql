-- A table whose home is its players' direct messages has neither server nor channel, and its result has no server either. People
-- come to its lobby by a code, until a time; `follows` is the game that it plays again.

ALTER TABLE games ADD COLUMN code TEXT CHECK (code IS NULL OR (channel_id IS NULL AND status = 'lobby'));
ALTER TABLE games ADD COLUMN code_until INTEGER CHECK ((code IS NULL) = (code_until IS NULL));
ALTER TABLE games ADD COLUMN follows INTEGER CHECK ((guild_id IS NULL) = (channel_id IS NULL));

-- SQLite has no statement that lets a column be empty. This is the way that its makers describe for it: nothing that is stored changes.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(replace(sql, 'guild_id INTEGER NOT NULL', 'guild_id INTEGER'),
        'channel_id INTEGER NOT NULL', 'channel_id INTEGER')
    WHERE type = 'table' AND name IN ('games', 'results', 'result_people');
PRAGMA writable_schema = RESET;

CREATE UNIQUE INDEX games_by_code ON games (code) WHERE code IS NOT NULL;
CREATE UNIQUE INDEX games_following ON games (follows) WHERE follows IS NOT NULL AND status IN ('lobby', 'playing');
