-- The open league: ratings across servers, of tables that came together out of the line and whose people all said yes to it. Where others
-- have a server's id, its results, seasons, standings, meetings and corrections have 1.

ALTER TABLE games ADD COLUMN in_open_league BIGINT NOT NULL DEFAULT 0 CHECK (in_open_league = 0 OR (in_open_league = 1 AND guild_id IS NULL));
CREATE INDEX games_in_open_league ON games (created_at) WHERE in_open_league = 1;

-- Whether somebody's wish, or a table that calls, is for a game that counts there ('any': both suit). Those who were in line before haven't
-- been asked.
ALTER TABLE in_line ADD COLUMN rated TEXT NOT NULL DEFAULT 'no' CHECK (rated IN ('any', 'yes', 'no'));
ALTER TABLE gatherings ADD COLUMN rated BIGINT NOT NULL DEFAULT 0 CHECK (rated IN (0, 1));
