-- The people who may watch a table on the page: they have shown that they see the channel where it was then. Times are seconds UTC.

CREATE TABLE watchers (
    game_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (game_id, user_id)
) STRICT;

CREATE INDEX watchers_of_person ON watchers (user_id);
CREATE INDEX watchers_ending ON watchers (until);
