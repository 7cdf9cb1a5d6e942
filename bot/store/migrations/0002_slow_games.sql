-- What games that last for days need: clocks and their timers, seats whose player is absent, agreements, the log of a
-- game, what people and servers prefer, and the rules a game was begun with.

-- A turn may take `turn_limit` seconds (NULL: no clock) and then what is left of its seat's bank. Of the present turn
-- `turn_spent` seconds have counted until `clock_at`.
ALTER TABLE games ADD COLUMN turn_limit INTEGER CHECK (turn_limit > 0);
ALTER TABLE games ADD COLUMN bank INTEGER NOT NULL DEFAULT 0 CHECK (bank >= 0);
ALTER TABLE games ADD COLUMN turn_spent INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN clock_at INTEGER;
-- Why the bot can't show the game in its channel (NULL: it can); until then its clock stands still.
ALTER TABLE games ADD COLUMN lost TEXT CHECK (lost IN ('gone', 'barred', 'locked', 'left'));
ALTER TABLE games ADD COLUMN rules TEXT CHECK (rules IS NULL OR json_valid(rules));

-- `missed` turns in a row were played by the computer; `sitting_in` is the level of the one that plays until he is back.
-- Whoever plays the seat now has done so from `since_version` on.
ALTER TABLE seats ADD COLUMN bank INTEGER NOT NULL DEFAULT 0 CHECK (bank >= 0);
ALTER TABLE seats ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN sitting_in TEXT;
ALTER TABLE seats ADD COLUMN since_version INTEGER NOT NULL DEFAULT 0;

-- What falls due in the present turn, and when.
CREATE TABLE timers (
    game_id INTEGER NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (game_id, kind)
) STRICT;

CREATE INDEX timers_by_time ON timers (at);

-- What was done to a game beside its moves, by whom (NULL: the bot itself) and to which seat; only ever appended.
CREATE TABLE log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id INTEGER NOT NULL REFERENCES games (id),
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    user_id INTEGER,
    seat INTEGER,
    facts TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(facts))
) STRICT;

CREATE INDEX log_of_game ON log (game_id, id);

CREATE TRIGGER log_stays BEFORE UPDATE OF game_id, version, at, kind, seat ON log
BEGIN
    SELECT RAISE(ABORT, 'the log is only ever appended');
END;

-- Who agrees to what: to abandon the game, or to give a seat to somebody else (`seat`, the newcomer's id and name).
CREATE TABLE agreements (
    game_id INTEGER NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL CHECK (kind IN ('abandon', 'substitute')),
    seat INTEGER NOT NULL DEFAULT -1,
    newcomer_id INTEGER NOT NULL DEFAULT 0,
    newcomer TEXT NOT NULL DEFAULT '',
    user_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (game_id, kind, seat, newcomer_id, user_id)
) STRICT;

-- Preferences that a person has not set are NULL: the bot's own choice holds. Quiet hours are minutes after midnight.
-- `locale` is the language of his Discord when he was last heard of, which holds where `language` is NULL.
ALTER TABLE people ADD COLUMN locale TEXT;
ALTER TABLE people ADD COLUMN language TEXT;
ALTER TABLE people ADD COLUMN direct INTEGER CHECK (direct IN (0, 1));
ALTER TABLE people ADD COLUMN pictures INTEGER CHECK (pictures IN (0, 1));
ALTER TABLE people ADD COLUMN colours INTEGER CHECK (colours IN (2, 4));
ALTER TABLE people ADD COLUMN card_size TEXT;
ALTER TABLE people ADD COLUMN theme TEXT;
ALTER TABLE people ADD COLUMN reminders INTEGER CHECK (reminders IN (0, 1));
ALTER TABLE people ADD COLUMN quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439);
ALTER TABLE people ADD COLUMN quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 1439);
ALTER TABLE people ADD COLUMN time_zone TEXT;

-- The clocks of a person stand still from `began_at` to `ends_at`, which is set earlier when he ends his vacation.
CREATE TABLE vacations (
    user_id INTEGER NOT NULL,
    began_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, began_at)
) STRICT;

-- What a server has set; NULL: the bot's own choice. `house` holds the usual house rules of variants by their ids.
CREATE TABLE servers (
    guild_id INTEGER PRIMARY KEY,
    language TEXT,
    variant TEXT,
    layout TEXT,
    house TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(house)),
    turn_limit INTEGER CHECK (turn_limit >= 0),
    bank INTEGER CHECK (bank >= 0)
) STRICT;
