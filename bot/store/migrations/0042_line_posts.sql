-- The message by which each server shows its line of players, in a channel (NULL: switched off). `message_…` is the one that stands, what it
-- shows as a digest, and from when on it may be edited again. Before a post is made, its channel and the moment are stored (`posting_…`), so
-- that it can be searched for after a kill. `again_at` is when it was last posted again, as somebody had deleted it. `trouble` says why it was
-- given up.

CREATE TABLE line_posts (
    guild_id INTEGER PRIMARY KEY,
    channel_id INTEGER,
    trouble TEXT CHECK (trouble IN ('closed', 'deleted')),
    message_in INTEGER,
    message_id INTEGER,
    shown TEXT,
    edit_from INTEGER,
    posting_in INTEGER,
    posting_at INTEGER,
    again_at INTEGER NOT NULL DEFAULT 0,
    CHECK ((message_in IS NULL) = (message_id IS NULL) AND (shown IS NULL) = (message_id IS NULL)),
    CHECK ((edit_from IS NULL) = (message_id IS NULL) AND (posting_in IS NULL) = (posting_at IS NULL))
) STRICT;
