-- The league: what became of games, and what is kept of it by season so that no board has to count games.

-- A table may be for fun alone, end after so many rounds, and share its packs with others (`series` names them).
ALTER TABLE games ADD COLUMN friendly INTEGER NOT NULL DEFAULT 0 CHECK (friendly IN (0, 1));
ALTER TABLE games ADD COLUMN series INTEGER REFERENCES series (id);

-- From the secret of a series and a round's number follows that round's pack, the same at all its tables. Nothing of
-- what was dealt is shown to anybody until it is `open`.
CREATE TABLE series (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    secret TEXT NOT NULL,
    open INTEGER NOT NULL DEFAULT 0 CHECK (open IN (0, 1))
) STRICT;

-- People who had all that is stored about them deleted: their seats in finished games are those of the ghost -id.
CREATE TABLE ghosts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    made_at INTEGER NOT NULL
) STRICT;

-- At most one season of a server is open. `name` is '' where nobody chose one. `ends_at`: the calendar closes it then (NULL: a
-- moderator does); `closed_at` is the same if it did. `closing` is what was found at its end (awards and the first of its
-- board), kept as it was then; `told_message` shows it (0: it could not be shown).
CREATE TABLE seasons (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    ends_at INTEGER,
    closed_at INTEGER,
    closing TEXT CHECK (closing IS NULL OR json_valid(closing)),
    told_channel INTEGER,
    told_message INTEGER,
    UNIQUE (guild_id, number)
) STRICT;

CREATE UNIQUE INDEX seasons_open ON seasons (guild_id) WHERE closed_at IS NULL;
CREATE INDEX seasons_ending ON seasons (ends_at) WHERE closed_at IS NULL AND ends_at IS NOT NULL;
CREATE INDEX seasons_untold ON seasons (id) WHERE closing IS NOT NULL AND told_message IS NULL;

-- One row a game that was played and has ended, in the order in which they ended: ratings follow it. `season_id` NULL: no
-- season was open. `unrated` says why it does not count for ratings (NULL: it does). `sides` tells of each score in the order
-- of the score's index: its seats, points, rank, canastas. `correction` is what a moderator has put in place of that.
CREATE TABLE results (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id INTEGER NOT NULL UNIQUE REFERENCES games (id),
    guild_id INTEGER NOT NULL,
    season_id INTEGER REFERENCES seasons (id),
    variant TEXT NOT NULL,
    layout TEXT NOT NULL,
    family TEXT NOT NULL,
    house TEXT NOT NULL CHECK (json_valid(house)),
    abandoned INTEGER NOT NULL CHECK (abandoned IN (0, 1)),
    unrated TEXT,
    rounds INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    began_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    sides TEXT NOT NULL CHECK (json_valid(sides)),
    correction TEXT CHECK (correction IS NULL OR json_valid(correction))
) STRICT;

CREATE INDEX results_of_guild ON results (guild_id, id);
CREATE INDEX results_of_season ON results (season_id, id) WHERE season_id IS NOT NULL;

-- Everybody who had a seat in it (ghosts below 0; computers have none), also who left (`role`), with the turns of his time
-- in the seat, those of them a computer played for him, and the seconds he took for his own. A substitute has `replaced`
-- somebody, whom it names.
CREATE TABLE result_people (
    result_id INTEGER NOT NULL REFERENCES results (id),
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    side INTEGER NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('played', 'left', 'substitute')),
    turns INTEGER NOT NULL,
    missed INTEGER NOT NULL,
    seconds INTEGER NOT NULL,
    replaced INTEGER,
    PRIMARY KEY (result_id, seat, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_of_person ON result_people (user_id, guild_id, result_id);

-- What moderators did to results; only ever appended, but for `undone_by`, `undone_at`.
CREATE TABLE corrections (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    result_id INTEGER NOT NULL REFERENCES results (id),
    guild_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    reason TEXT NOT NULL,
    before TEXT CHECK (before IS NULL OR json_valid(before)),
    after TEXT CHECK (after IS NULL OR json_valid(after)),
    undone_at INTEGER,
    undone_by INTEGER
) STRICT;

CREATE INDEX corrections_of_guild ON corrections (guild_id, id);
CREATE INDEX corrections_of_result ON corrections (result_id, id);

-- A person's sums in a season (0: all of a server's time, without a season's reset) and scope ('': every game, else a
-- family of variants). They follow from the results and can be made anew from them. `trend` are his last ratings.
-- `hidden`: he has left the server, or is a ghost.
CREATE TABLE standings (
    guild_id INTEGER NOT NULL,
    season_id INTEGER NOT NULL,
    scope TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    rating INTEGER NOT NULL,
    rated INTEGER NOT NULL DEFAULT 0,
    games INTEGER NOT NULL DEFAULT 0,
    wins INTEGER NOT NULL DEFAULT 0,
    losses INTEGER NOT NULL DEFAULT 0,
    ties INTEGER NOT NULL DEFAULT 0,
    points INTEGER NOT NULL DEFAULT 0,
    rounds INTEGER NOT NULL DEFAULT 0,
    canastas INTEGER NOT NULL DEFAULT 0,
    natural INTEGER NOT NULL DEFAULT 0,
    mixed INTEGER NOT NULL DEFAULT 0,
    wild INTEGER NOT NULL DEFAULT 0,
    sequence INTEGER NOT NULL DEFAULT 0,
    concealed INTEGER NOT NULL DEFAULT 0,
    best_round INTEGER NOT NULL DEFAULT 0,
    turns INTEGER NOT NULL DEFAULT 0,
    missed INTEGER NOT NULL DEFAULT 0,
    seconds INTEGER NOT NULL DEFAULT 0,
    left_games INTEGER NOT NULL DEFAULT 0,
    trend TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(trend)),
    hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
    PRIMARY KEY (guild_id, season_id, scope, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX board_by_rating ON standings (guild_id, season_id, scope, hidden, rating DESC, user_id) WHERE rated > 0;
CREATE INDEX board_by_wins ON standings (guild_id, season_id, scope, hidden, wins DESC, user_id);
CREATE INDEX board_by_points ON standings (guild_id, season_id, scope, hidden, points DESC, user_id);
CREATE INDEX board_by_canastas ON standings (guild_id, season_id, scope, hidden, canastas DESC, user_id);
CREATE INDEX standings_of_person ON standings (user_id, guild_id, scope, season_id);

-- What two people have to do with each other, a row for either: games and wins on one side, and against each other.
-- `recent` are the last results in which they met. `worth` orders pairs (`user_id` < `other_id`) on their board.
CREATE TABLE meetings (
    guild_id INTEGER NOT NULL,
    season_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    other_id INTEGER NOT NULL,
    together INTEGER NOT NULL DEFAULT 0,
    together_won INTEGER NOT NULL DEFAULT 0,
    together_tied INTEGER NOT NULL DEFAULT 0,
    together_points INTEGER NOT NULL DEFAULT 0,
    against INTEGER NOT NULL DEFAULT 0,
    against_won INTEGER NOT NULL DEFAULT 0,
    against_tied INTEGER NOT NULL DEFAULT 0,
    against_margin INTEGER NOT NULL DEFAULT 0,
    recent TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(recent)),
    worth INTEGER NOT NULL DEFAULT 0,
    hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
    PRIMARY KEY (guild_id, season_id, user_id, other_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX board_of_pairs ON meetings (guild_id, season_id, hidden, worth DESC, user_id, other_id)
    WHERE user_id < other_id AND together > 0;
CREATE INDEX partners ON meetings (guild_id, season_id, user_id, hidden, worth DESC) WHERE together > 0;
CREATE INDEX meetings_of_person ON meetings (user_id);
CREATE INDEX meetings_of_other ON meetings (other_id);

-- Whether people who stand on a server's boards are in it, as far as is known, and since when that is known.
CREATE TABLE members (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
    checked_at INTEGER NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX members_by_person ON members (user_id);

-- A server's league; NULL: the bot's own choice. `calendar`: when seasons end by themselves. `rate_computers`: whether games
-- with computer seats from the start are rated.
ALTER TABLE servers ADD COLUMN calendar TEXT CHECK (calendar IN ('none', 'monthly', 'quarterly'));
ALTER TABLE servers ADD COLUMN rate_computers INTEGER CHECK (rate_computers IN (0, 1));
ALTER TABLE servers ADD COLUMN league_channel INTEGER;
-- Grows with whatever standings and meetings follow from, so that who makes them anew sees whether something came meanwhile.
ALTER TABLE servers ADD COLUMN league_version INTEGER NOT NULL DEFAULT 0;
