-- Who is next can be told so, and nobody is written to more than once a day of anything but their turns.

ALTER TABLE people ADD COLUMN heads_up INTEGER CHECK (heads_up IN (0, 1));
ALTER TABLE people ADD COLUMN news_at INTEGER;

CREATE TABLE messages_with_heads_ups (
    game_id INTEGER NOT NULL REFERENCES games (id),
    message_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN
        ('table', 'call', 'hand', 'heads-up', 'scores', 'result', 'proposal', 'closed', 'still', 'gone', 'barred', 'locked',
         'left')),
    number INTEGER NOT NULL DEFAULT -1,
    user_id INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL CHECK (state IN ('shown', 'deleted', 'replaced')),
    shows_version INTEGER NOT NULL CHECK (shows_version >= 0),
    PRIMARY KEY (game_id, message_id)
) STRICT;

INSERT INTO messages_with_heads_ups SELECT game_id, message_id, channel_id, kind, number, user_id, state, shows_version FROM messages;

DROP TABLE messages;
ALTER TABLE messages_with_heads_ups RENAME TO messages;

CREATE UNIQUE INDEX messages_for ON messages (game_id, kind, number, user_id) WHERE state <> 'replaced';
CREATE INDEX messages_in_channel ON messages (channel_id);
CREATE INDEX messages_about ON messages (user_id);
