-- The people with whom somebody doesn't want to be put together, under the names by which they were chosen. Nobody but `user_id` may know.

CREATE TABLE avoided (
    user_id INTEGER NOT NULL,
    other_id INTEGER NOT NULL CHECK (other_id <> user_id),
    name TEXT NOT NULL,
    PRIMARY KEY (user_id, other_id)
) STRICT;

CREATE INDEX avoided_by ON avoided (other_id, user_id);

-- Tables that have come together out of the line, until all who were called have said yes and the game is dealt. Who doesn't answer by
-- `until` loses their place.

CREATE TABLE gatherings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    variant TEXT NOT NULL,
    size INTEGER NOT NULL,
    pace INTEGER NOT NULL,
    computers INTEGER NOT NULL CHECK (computers BETWEEN 0 AND size - 2),
    made_at INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT;

-- The line: one place for each person. Their wish: a game ('': any), how many play (0: any), seconds for a turn (0: any), and whether only
-- people are to play who were in the line from the same server (`here`). They have waited for people since `patient_since`. `version` is another
-- one with each new wish. `letter` is what they still have to be written of the change at `changed_at`, NULL for nothing.
CREATE TABLE in_line (
    user_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    guild_id INTEGER,
    variant TEXT NOT NULL,
    players INTEGER NOT NULL,
    pace INTEGER NOT NULL,
    here INTEGER NOT NULL CHECK (here = 0 OR (here = 1 AND guild_id IS NOT NULL)),
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    patient_since INTEGER NOT NULL,
    version INTEGER NOT NULL,
    stage TEXT NOT NULL CHECK (stage IN ('waiting', 'called', 'ready', 'missed', 'unreached', 'over')),
    gathering_id INTEGER REFERENCES gatherings (id) CHECK ((gathering_id IS NOT NULL) = (stage IN ('called', 'ready'))),
    letter TEXT CHECK (letter IN ('call', 'again', 'missed', 'over')),
    changed_at INTEGER NOT NULL
) STRICT;

CREATE INDEX in_line_called ON in_line (gathering_id) WHERE gathering_id IS NOT NULL;
