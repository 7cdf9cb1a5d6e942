-- A tournament can start by itself at `starts_at`, if at least `minimum` entries are complete. If too few are, the organiser decides: then
-- `missed_at` is when it was to start, and `starts_at` is NULL. Times are whole seconds UTC.

ALTER TABLE tournaments ADD COLUMN starts_at INTEGER;
ALTER TABLE tournaments ADD COLUMN minimum INTEGER CHECK (minimum > 1);
ALTER TABLE tournaments ADD COLUMN missed_at INTEGER;

-- Those who look for a partner, by `place` in the order in which they came. After the start those who are left in it are still to hear that
-- nobody was left to play with them.
CREATE TABLE tournament_seekers (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    place INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (tournament_id, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX tournament_seekers_by ON tournament_seekers (user_id);
