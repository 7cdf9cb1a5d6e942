-- How many people have finished each deal with the same points. A place among all follows from these few rows, however many results there
-- are: to count the results themselves takes a look at each of a busy day's.

CREATE TABLE daily_scores (
    day BIGINT NOT NULL REFERENCES days (day),
    points BIGINT NOT NULL,
    results BIGINT NOT NULL CHECK (results > 0),
    PRIMARY KEY (day, points)
);

INSERT INTO daily_scores (day, points, results)
SELECT day, points, count(*) FROM daily_rounds WHERE points IS NOT NULL GROUP BY day, points;

-- Boards read results from an index alone, which works for those that were vacuumed since they were written. A table of years would
-- be vacuumed too seldom for that: once a fifth of it is new.
ALTER TABLE daily_rounds SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
