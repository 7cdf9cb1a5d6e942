-- Each server's morning post: the board of the last deal of the day that is closed, at an hour of a time zone. `due_at` is when the next one
-- is due, NULL while the post is switched off. `told_day` is the last day whose board was posted. Before a post is made, its day, its channel
-- and the moment are stored (`posting_…`), so that it can be searched for after a kill. `refused`: the last one could not be posted.

CREATE TABLE morning_posts (
    guild_id INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL,
    hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    zone TEXT NOT NULL,
    due_at INTEGER,
    told_day INTEGER NOT NULL,
    posting_day INTEGER,
    posting_in INTEGER,
    posting_at INTEGER,
    refused INTEGER NOT NULL DEFAULT 0 CHECK (refused IN (0, 1)),
    CHECK ((posting_day IS NULL) = (posting_at IS NULL) AND (posting_in IS NULL) = (posting_at IS NULL))
) STRICT;

CREATE INDEX morning_posts_due ON morning_posts (due_at) WHERE due_at IS NOT NULL;
