-- How somebody is called to a turn: by a new direct message, or as they prefer it by a ping in the channel (`pinged`). A message remembers at
-- which version the turn began to which it `called` its reader (0: to none); calls are no messages of their own any more.

ALTER TABLE people ADD COLUMN pinged INTEGER CHECK (pinged IN (0, 1));
ALTER TABLE messages ADD COLUMN called INTEGER NOT NULL DEFAULT 0;

UPDATE messages SET called = shows_version
WHERE kind IN ('table', 'hand') AND state = 'shown'
    AND game_id IN (SELECT game_id FROM messages WHERE kind = 'call' AND state = 'shown');
UPDATE messages SET kind = 'table', state = 'replaced' WHERE kind = 'call';
