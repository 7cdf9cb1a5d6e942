-- How many people have finished each deal with the same points. A place among all follows from these few rows, however many results there
-- are: to count the results themselves takes a look at each of a busy day's.

CREATE TABLE daily_scores (
    day INTEGER NOT NULL REFERENCES days (day),
    points INTEGER NOT NULL,
    results INTEGER NOT NULL CHECK (results > 0),
    PRIMARY KEY (day, points)
) STRICT, WITHOUT ROWID;

INSERT INTO daily_scores (day, points, results)
SELECT day, points, count(*) FROM daily_rounds WHERE points IS NOT NULL GROUP BY day, points;
