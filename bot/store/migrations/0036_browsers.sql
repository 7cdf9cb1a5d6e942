-- Links that open a table in a browser, for one person and once; and the browsers in which people are known by such a link. A link or
-- browser is known by the SHA-256 of its secret alone. Times are seconds UTC.

CREATE TABLE browser_links (
    secret_hash TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT;

CREATE INDEX browser_links_of_person ON browser_links (user_id);
CREATE INDEX browser_links_ending ON browser_links (until);

CREATE TABLE browsers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    secret_hash TEXT NOT NULL UNIQUE,
    user_id INTEGER NOT NULL,
    since INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT;

CREATE INDEX browsers_of_person ON browsers (user_id, since);
CREATE INDEX browsers_ending ON browsers (until);
