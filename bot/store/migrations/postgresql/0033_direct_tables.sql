-- A table whose home is its players' direct messages has neither server nor channel, and its result has no server either. People
-- come to its lobby by a code, until a time; `follows` is the game that it plays again.

ALTER TABLE games ADD COLUMN code TEXT CHECK (code IS NULL OR (channel_id IS NULL AND status = 'lobby'));
ALTER TABLE games ADD COLUMN code_until BIGINT CHECK ((code IS NULL) = (code_until IS NULL));
ALTER TABLE games ADD COLUMN follows BIGINT CHECK ((guild_id IS NULL) = (channel_id IS NULL));

ALTER TABLE games ALTER COLUMN guild_id DROP NOT NULL;
ALTER TABLE games ALTER COLUMN channel_id DROP NOT NULL;
ALTER TABLE results ALTER COLUMN guild_id DROP NOT NULL;
ALTER TABLE result_people ALTER COLUMN guild_id DROP NOT NULL;

CREATE UNIQUE INDEX games_by_code ON games (code) WHERE code IS NOT NULL;
CREATE UNIQUE INDEX games_following ON games (follows) WHERE follows IS NOT NULL AND status IN ('lobby', 'playing');
