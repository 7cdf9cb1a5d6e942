-- Matches are numbered in their round, as they are listed. The messages in a match's thread are the one that called its players and the one
-- with the result; `said` is what the thread has heard last, NULL before its players were called.

ALTER TABLE tournament_matches ADD COLUMN number BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tournament_matches ADD COLUMN greeting_id BIGINT;
ALTER TABLE tournament_matches ADD COLUMN result_id BIGINT;
ALTER TABLE tournament_matches ADD COLUMN said TEXT;
UPDATE tournament_matches
SET number = (SELECT count(*) FROM tournament_matches AS other
    WHERE other.tournament_id = tournament_matches.tournament_id AND other.round = tournament_matches.round
    AND other.second IS NOT NULL AND other.first <= tournament_matches.first)
WHERE second IS NOT NULL;
UPDATE tournament_matches
SET said = 'until ' || CAST(coalesce((SELECT ends_at FROM tournament_rounds AS r
    WHERE r.tournament_id = tournament_matches.tournament_id AND r.number = tournament_matches.round), 0) AS TEXT)
WHERE game_id IS NOT NULL AND over = 0;
