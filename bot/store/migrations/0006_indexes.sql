-- What people wait for, and what is written while nobody else can write, is found without going over a table that grows.

CREATE INDEX games_active ON games (status, guild_id) WHERE status IN ('lobby', 'playing');
CREATE INDEX games_of_host ON games (host_id);
CREATE INDEX games_of_series ON games (series) WHERE series IS NOT NULL;
CREATE INDEX seats_of_person ON seats (user_id, game_id) WHERE user_id IS NOT NULL;
CREATE INDEX moves_of_person ON moves (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX log_of_person ON log (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX results_of_replaced ON result_people (replaced) WHERE replaced IS NOT NULL;
CREATE INDEX corrections_by_person ON corrections (user_id);
CREATE INDEX corrections_undone_by ON corrections (undone_by) WHERE undone_by IS NOT NULL;
CREATE INDEX tournaments_of_host ON tournaments (host_id);
CREATE INDEX tournament_corrections_by_person ON tournament_corrections (user_id);
CREATE INDEX tournament_corrections_undone_by ON tournament_corrections (undone_by) WHERE undone_by IS NOT NULL;

-- It left out the messages about nobody, so that a person's could only be found by it where a query said so too.
DROP INDEX messages_about;
CREATE INDEX messages_about ON messages (user_id);
