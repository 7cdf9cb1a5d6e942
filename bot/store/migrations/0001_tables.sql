-- Tables, their seats, deals and moves, the messages that show them, and how people can be reached.
-- Ids of guilds, channels, people, messages and interactions are Discord's; times are whole seconds UTC.

CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'finished', 'cancelled', 'abandoned')),
    version INTEGER NOT NULL,
    told_version INTEGER NOT NULL DEFAULT 0,
    variant TEXT NOT NULL,
    layout TEXT NOT NULL,
    size INTEGER NOT NULL,
    house TEXT NOT NULL CHECK (json_valid(house)),
    host_id INTEGER NOT NULL,
    round INTEGER NOT NULL DEFAULT 0,
    turn INTEGER CHECK (turn IS NULL OR status = 'playing'),
    turn_since INTEGER,
    scores TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(scores)),
    winner INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    ended_at INTEGER
) STRICT;

CREATE UNIQUE INDEX games_active_in_channel ON games (channel_id) WHERE status IN ('lobby', 'playing');
CREATE INDEX games_in_channel ON games (channel_id);
CREATE INDEX games_lagging ON games (id) WHERE told_version < version;

-- A seat given to somebody else in a running game is closed (until_version) and a new row begins.
CREATE TABLE seats (
    game_id INTEGER NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL,
    from_version INTEGER NOT NULL,
    until_version INTEGER,
    user_id INTEGER,
    level TEXT,
    name TEXT NOT NULL,
    PRIMARY KEY (game_id, seat, from_version),
    CHECK (user_id IS NULL OR level IS NULL)
) STRICT;

CREATE UNIQUE INDEX seats_now ON seats (game_id, seat) WHERE until_version IS NULL;
CREATE UNIQUE INDEX seats_of_person_now ON seats (user_id, game_id) WHERE until_version IS NULL AND user_id IS NOT NULL;

-- The commitment is published at the deal; pack and salt, which it proves, are secret until the round is scored.
CREATE TABLE rounds (
    game_id INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    dealer INTEGER NOT NULL,
    pack TEXT NOT NULL,
    salt TEXT NOT NULL,
    commitment TEXT NOT NULL,
    dealt_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, number)
) STRICT;

CREATE TABLE moves (
    game_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    round INTEGER NOT NULL,
    version INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    line TEXT NOT NULL,
    user_id INTEGER,
    interaction_id INTEGER UNIQUE,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, number),
    UNIQUE (game_id, version),
    FOREIGN KEY (game_id, round) REFERENCES rounds (game_id, number)
) STRICT;

CREATE TRIGGER moves_stay BEFORE UPDATE OF game_id, number, round, version, seat, line ON moves
BEGIN
    SELECT RAISE(ABORT, 'moves are only ever appended');
END;

CREATE TABLE messages (
    game_id INTEGER NOT NULL REFERENCES games (id),
    purpose TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    shows_version INTEGER NOT NULL,
    PRIMARY KEY (game_id, purpose)
) STRICT;

CREATE TABLE people (
    user_id INTEGER PRIMARY KEY,
    dm_channel_id INTEGER,
    dm_closed INTEGER NOT NULL DEFAULT 0 CHECK (dm_closed IN (0, 1))
) STRICT;
