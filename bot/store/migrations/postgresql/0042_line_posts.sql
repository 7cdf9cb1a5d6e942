-- The message by which each server shows its line of players, in a channel (NULL: switched off). `message_…` is the one that stands, what it
-- shows as a digest, and from when on it may be edited again. Before a post is made, its channel and the moment are stored (`posting_…`), so
-- that it can be searched for after a kill. `again_at` is when it was last posted again, as somebody had deleted it. `trouble` says why it was
-- given up.

CREATE TABLE line_posts (
    guild_id BIGINT PRIMARY KEY,
    channel_id BIGINT,
    trouble TEXT CHECK (trouble IN ('closed', 'deleted')),
    message_in BIGINT,
    message_id BIGINT,
    shown TEXT,
    edit_from BIGINT,
    posting_in BIGINT,
    posting_at BIGINT,
    again_at BIGINT NOT NULL DEFAULT 0,
    CHECK ((message_in IS NULL) = (message_id IS NULL) AND (shown IS NULL) = (message_id IS NULL)),
    CHECK ((edit_from IS NULL) = (message_id IS NULL) AND (posting_in IS NULL) = (posting_at IS NULL))
);
