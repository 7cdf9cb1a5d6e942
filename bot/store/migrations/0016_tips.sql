-- What people are told when they meet something for the first time: the turn in which each was told it, by the tip's kind.

CREATE TABLE tips (
    user_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    game_id INTEGER NOT NULL,
    turn_since INTEGER NOT NULL,
    PRIMARY KEY (user_id, kind)
) STRICT, WITHOUT ROWID;

ALTER TABLE people ADD COLUMN tips INTEGER CHECK (tips IN (0, 1));
