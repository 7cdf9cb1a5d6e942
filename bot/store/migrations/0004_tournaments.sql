-- Tournaments: who takes part, who meets whom in which round, and what came of it.

-- A match is a game of `deals` rounds; a round of the tournament lasts `seconds` at most (NULL: until all is played). `scale` is the
-- margin a deal beyond which a match is won 20:0. `rounds` NULL: as many as it takes that all meet (round robin). Its
-- message, in which people sign up and later find how things stand, shows `shown_version` of it.
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    host_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('round-robin', 'swiss', 'danish')),
    variant TEXT NOT NULL,
    layout TEXT NOT NULL,
    house TEXT NOT NULL CHECK (json_valid(house)),
    deals INTEGER NOT NULL CHECK (deals > 0),
    rounds INTEGER CHECK (rounds > 0),
    seconds INTEGER CHECK (seconds > 0),
    turn_limit INTEGER CHECK (turn_limit >= 0),
    same_packs INTEGER NOT NULL CHECK (same_packs IN (0, 1)),
    scale INTEGER NOT NULL CHECK (scale > 0),
    status TEXT NOT NULL CHECK (status IN ('open', 'running', 'finished', 'cancelled')),
    round INTEGER NOT NULL DEFAULT 0,
    version INTEGER NOT NULL DEFAULT 1,
    shown_version INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    ended_at INTEGER
) STRICT;

CREATE INDEX tournaments_of_guild ON tournaments (guild_id, id);
CREATE INDEX tournaments_going_on ON tournaments (id) WHERE status IN ('open', 'running') OR shown_version < version;

-- A player or a pair. `seed` is drawn at the start; rounds `joined` to `left` are those in which it takes part.
CREATE TABLE tournament_entries (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    entry INTEGER NOT NULL,
    seed INTEGER,
    joined INTEGER NOT NULL DEFAULT 1,
    left INTEGER,
    PRIMARY KEY (tournament_id, entry)
) STRICT, WITHOUT ROWID;

-- Who plays for an entry now, by places: people or computers (`level`). A partner who was asked to join is not `agreed` yet.
CREATE TABLE tournament_players (
    tournament_id INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    place INTEGER NOT NULL,
    user_id INTEGER,
    level TEXT,
    name TEXT NOT NULL,
    agreed INTEGER NOT NULL DEFAULT 1 CHECK (agreed IN (0, 1)),
    PRIMARY KEY (tournament_id, entry, place),
    FOREIGN KEY (tournament_id, entry) REFERENCES tournament_entries (tournament_id, entry),
    CHECK (user_id IS NULL OR level IS NULL)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX tournament_players_once ON tournament_players (tournament_id, user_id) WHERE user_id IS NOT NULL;
CREATE INDEX tournament_players_by_person ON tournament_players (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE tournament_rounds (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    number INTEGER NOT NULL,
    series INTEGER REFERENCES series (id),
    began_at INTEGER NOT NULL,
    ends_at INTEGER,
    ended_at INTEGER,
    pairings_message INTEGER,
    standings_message INTEGER,
    PRIMARY KEY (tournament_id, number)
) STRICT, WITHOUT ROWID;

-- `second` NULL: a bye. Of a match there are the thread and the game once they were begun, and, once it is over, its points
-- and deals or who forfeited it. `thread_id` is stored before the table is opened in it.
CREATE TABLE tournament_matches (
    tournament_id INTEGER NOT NULL,
    round INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER,
    thread_id INTEGER,
    game_id INTEGER UNIQUE REFERENCES games (id),
    over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1)),
    points_first INTEGER NOT NULL DEFAULT 0,
    points_second INTEGER NOT NULL DEFAULT 0,
    deals INTEGER NOT NULL DEFAULT 0,
    forfeit TEXT CHECK (forfeit IN ('first', 'second', 'both')),
    PRIMARY KEY (tournament_id, round, first),
    FOREIGN KEY (tournament_id, round) REFERENCES tournament_rounds (tournament_id, number)
) STRICT, WITHOUT ROWID;

-- What moderators did to outcomes; only ever appended, but for `undone_at`, `undone_by`.
CREATE TABLE tournament_corrections (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    round INTEGER NOT NULL,
    first INTEGER NOT NULL,
    at INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    reason TEXT NOT NULL,
    before TEXT NOT NULL CHECK (json_valid(before)),
    after TEXT NOT NULL CHECK (json_valid(after)),
    undone_at INTEGER,
    undone_by INTEGER
) STRICT;

CREATE INDEX tournament_corrections_of ON tournament_corrections (tournament_id, id);
