-- Whoever is to play in somebody's place is asked first, also by the organiser and apart from any table: then `game_id` is NULL. A request is
-- about a place (from 0) of an entry, where it is about one, and names its player. `answer` is NULL until the organiser has decided, and `asked` until the newcomer has;
-- the message is the one with the buttons for whoever is to decide.

CREATE TABLE requests_about_places (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    game_id INTEGER REFERENCES games (id),
    kind TEXT NOT NULL CHECK (kind IN ('abandon', 'substitute')),
    user_id INTEGER NOT NULL,
    asker TEXT NOT NULL,
    entry INTEGER NOT NULL,
    place INTEGER NOT NULL,
    newcomer_id INTEGER NOT NULL,
    newcomer TEXT NOT NULL,
    holder_id INTEGER,
    holder TEXT NOT NULL,
    absent INTEGER NOT NULL CHECK (absent IN (0, 1)),
    answer TEXT CHECK (answer IN ('approved', 'declined', 'void', 'asked', 'agreed', 'refused', 'lapsed', 'unreached')),
    channel_id INTEGER,
    message_id INTEGER
) STRICT;

INSERT INTO sqlite_sequence (name, seq)
    SELECT 'requests_about_places', seq FROM sqlite_sequence WHERE name = 'tournament_requests';
INSERT INTO requests_about_places
    SELECT id, tournament_requests.tournament_id, tournament_requests.game_id, kind, user_id, asker,
           coalesce(CASE WHEN seat < 0 THEN 0 WHEN seat % 2 = 0 THEN first ELSE second END, 0), CASE WHEN seat < 0 THEN 0 ELSE seat / 2 END,
           newcomer_id, newcomer, holder_id,
           coalesce((SELECT name FROM tournament_players AS one WHERE seat >= 0 AND one.tournament_id = tournament_requests.tournament_id
               AND one.entry = CASE WHEN seat % 2 = 0 THEN first ELSE second END AND one.place = seat / 2), ''),
           absent, answer, channel_id, message_id
    FROM tournament_requests LEFT JOIN tournament_matches ON tournament_matches.game_id = tournament_requests.game_id;

DROP TABLE tournament_requests;
ALTER TABLE requests_about_places RENAME TO tournament_requests;
-- Copying nothing has numbered the table, too.
DELETE FROM sqlite_sequence WHERE name = 'tournament_requests' AND seq = 0;

CREATE INDEX tournament_requests_of ON tournament_requests (tournament_id);
CREATE INDEX tournament_requests_by ON tournament_requests (user_id);
CREATE INDEX tournament_requests_for ON tournament_requests (newcomer_id);
CREATE INDEX tournament_requests_about ON tournament_requests (holder_id) WHERE holder_id IS NOT NULL;
