-- What a game against computers brings to the one person who played it: 1 to 3 points for a win, by the easiest computer at the table, else 0.
-- It stands in the first of their rows; NULL is everything else.

ALTER TABLE result_people ADD COLUMN solo BIGINT CHECK (solo BETWEEN 0 AND 3);

UPDATE result_people SET solo = (
    SELECT CASE
        WHEN own.role = 'left' OR (results.sides::jsonb -> own.side::int ->> 'rank')::int <> 1
            OR (SELECT count(*) FROM jsonb_array_elements(results.sides::jsonb) AS sides (one) WHERE (one ->> 'rank')::int = 1) <> 1 THEN 0
        ELSE (SELECT min(CASE level WHEN 'easy' THEN 1 WHEN 'hard' THEN 3 ELSE 2 END) FROM seats
            WHERE seats.game_id = results.game_id AND from_version = 0 AND level IS NOT NULL)
        END
    FROM result_people AS own JOIN results ON results.id = own.result_id
    WHERE own.result_id = result_people.result_id AND own.seat = result_people.seat AND own.user_id = result_people.user_id
)
WHERE user_id > 0
    AND seat = (SELECT min(seat) FROM result_people AS other WHERE other.result_id = result_people.result_id)
    AND (SELECT count(DISTINCT user_id) FROM result_people AS other WHERE other.result_id = result_people.result_id) = 1
    AND EXISTS (
        SELECT 1 FROM results WHERE results.id = result_people.result_id AND rounds > 0
            AND (results.abandoned = 0 OR result_people.role = 'left')
            AND (SELECT count(DISTINCT seat) FROM result_people AS other WHERE other.result_id = results.id)
                < (SELECT sum(jsonb_array_length(one -> 'seats')) FROM jsonb_array_elements(results.sides::jsonb) AS sides (one))
    );

CREATE INDEX result_people_solo ON result_people (guild_id) WHERE solo IS NOT NULL;
