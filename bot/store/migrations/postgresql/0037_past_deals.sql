-- What people play of the deals of past days for fun, one round of each person and day; it counts nowhere. `attempt` counts from 1 how often
-- they have begun it. Everybody's moves are in the words of the record, one a line, and `played` is how many these are. `points` is NULL until
-- the round is over.

CREATE TABLE past_rounds (
    user_id BIGINT NOT NULL,
    day BIGINT NOT NULL REFERENCES days (day),
    attempt BIGINT NOT NULL CHECK (attempt > 0),
    name TEXT NOT NULL,
    moves TEXT NOT NULL,
    played BIGINT NOT NULL,
    points BIGINT,
    PRIMARY KEY (user_id, day)
);

-- Whether a person's name may stand on the boards of all who play the deal of the day; NULL: they never said.
ALTER TABLE people ADD COLUMN named BIGINT CHECK (named IN (0, 1));
