-- Of somebody on a list of avoided people whose data was deleted, their list keeps what `avoid_key` makes of the id, below zero, without a
-- name: it says whether a person who comes back is the one, and not who it was. The key is drawn when it is needed first.

CREATE TABLE avoid_key (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    secret TEXT NOT NULL
) STRICT;

-- How many calls in a row did not reach somebody in the line.

ALTER TABLE in_line ADD COLUMN unheard INTEGER NOT NULL DEFAULT 0;

-- People who have taken the app away from their account, as Discord has said: when, and whether what follows from it is still to be done.

CREATE TABLE deauthorizations (
    user_id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    pending INTEGER NOT NULL CHECK (pending IN (0, 1))
) STRICT;

CREATE INDEX deauthorizations_pending ON deauthorizations (at) WHERE pending = 1;
