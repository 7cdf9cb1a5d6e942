-- What a message is for, and what has become of it, stood in one string and in the sign of a version.

-- A message shows a table as of `shows_version` (0: something of it is out of date) to tell of something: `kind`, with the
-- `number` of a seat or round (-1: none) and the person (`user_id`, 0: nobody) that it is about. `state`: it is `shown`; it was
-- `deleted` at `shows_version`, and it is remembered that it had called people; or it is `replaced`, and to be deleted.
CREATE TABLE messages_by_column (
    game_id INTEGER NOT NULL REFERENCES games (id),
    message_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN
        ('table', 'call', 'hand', 'scores', 'result', 'proposal', 'closed', 'still', 'gone', 'barred', 'locked', 'left')),
    number INTEGER NOT NULL DEFAULT -1,
    user_id INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL CHECK (state IN ('shown', 'deleted', 'replaced')),
    shows_version INTEGER NOT NULL CHECK (shows_version >= 0),
    PRIMARY KEY (game_id, message_id)
) STRICT;

-- A call that was deleted is no more remembered than any other message. Of a newcomer there were the last six digits; where nothing
-- else tells who that is, nothing is asked about them any more.
INSERT OR REPLACE INTO messages_by_column (game_id, message_id, channel_id, kind, number, user_id, state, shows_version)
SELECT game_id, message_id, messages.channel_id,
    CASE
        WHEN word = 'ping' THEN 'call'
        WHEN word = 'seat' THEN 'hand'
        WHEN word = 'score' THEN 'scores'
        WHEN word = 'ask' THEN 'proposal'
        WHEN word IN ('table', 'result', 'closed', 'still', 'gone', 'barred', 'locked', 'left') THEN word
        -- Nobody knows any more what a message that was replaced had been for.
        WHEN messages.channel_id <> games.channel_id THEN 'hand'
        ELSE 'table'
    END,
    CASE
        WHEN word IN ('seat', 'score') OR word IN ('gone', 'barred', 'locked', 'left') AND rest <> 'lobby'
            THEN CAST(rest AS INTEGER)
        WHEN word = 'ask' THEN CAST(substr(rest, 1, instr(rest, ':') - 1) AS INTEGER)
        ELSE -1
    END,
    CASE word WHEN 'closed' THEN CAST(rest AS INTEGER) WHEN 'ask' THEN coalesce(newcomer, 0) ELSE 0 END,
    CASE
        WHEN word NOT IN
            ('table', 'ping', 'seat', 'score', 'result', 'ask', 'closed', 'still', 'gone', 'barred', 'locked', 'left')
            OR word = 'ask' AND newcomer IS NULL THEN 'replaced'
        WHEN word = 'ask' AND shows_version < 0 THEN 'deleted'
        ELSE 'shown'
    END,
    abs(shows_version)
FROM (
    SELECT *,
        CASE
            WHEN rest NOT LIKE '%:%' THEN NULL
            WHEN digits = 0 THEN 0
            ELSE coalesce(
                (SELECT newcomer_id FROM agreements
                    WHERE agreements.game_id = words.game_id AND newcomer_id % 1000000 = digits),
                (SELECT json_extract(facts, '$.newcomer_id') FROM log
                    WHERE log.game_id = words.game_id AND json_extract(facts, '$.newcomer_id') % 1000000 = digits))
        END AS newcomer
    FROM (
        SELECT *,
            substr(purpose, 1, instr(purpose || ':', ':') - 1) AS word,
            substr(purpose, instr(purpose || ':', ':') + 1) AS rest,
            CAST(substr(purpose, instr(substr(purpose, 5), ':') + 5) AS INTEGER) AS digits
        FROM messages
    ) AS words
) AS messages JOIN games ON games.id = game_id
WHERE NOT (purpose = 'ping' AND shows_version <= 0)
ORDER BY word <> 'old';

DROP TABLE messages;
ALTER TABLE messages_by_column RENAME TO messages;

CREATE UNIQUE INDEX messages_for ON messages (game_id, kind, number, user_id) WHERE state <> 'replaced';
CREATE INDEX messages_in_channel ON messages (channel_id);
CREATE INDEX messages_about ON messages (user_id) WHERE user_id <> 0;
