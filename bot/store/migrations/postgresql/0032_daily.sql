-- The deals of the days; `day` counts from 1 January 1970. All of a deal follows from the day and its `secret`, and nobody learns that
-- while the day is open. `par` is NULL until somebody needs it.

CREATE TABLE days (
    day BIGINT PRIMARY KEY,
    secret TEXT NOT NULL,
    seal TEXT NOT NULL,
    opened_at BIGINT NOT NULL,
    par BIGINT
);

-- The rounds of the people who play them, one a day: everybody's moves in the words of the record, one a line, and how many these are.
-- `points` and `ended_at` are NULL until the round is over.

CREATE TABLE daily_rounds (
    day BIGINT NOT NULL REFERENCES days (day),
    user_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    moves TEXT NOT NULL,
    played BIGINT NOT NULL,
    began_at BIGINT NOT NULL,
    ended_at BIGINT,
    points BIGINT,
    PRIMARY KEY (day, user_id)
);

CREATE INDEX daily_board ON daily_rounds (day, points) WHERE points IS NOT NULL;
-- The moves make rows long, so boards read from this index alone.
CREATE INDEX daily_by_person ON daily_rounds (user_id, day, points);
