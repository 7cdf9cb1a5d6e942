-- What people have said is to be played for them, and when it is played in the present turn.

-- Orders run once `orders_wait` seconds of the turn have counted, which is at `orders_at`; the former is drawn when the turn begins,
-- the same way for every seat (NULL: they have run in this turn, or nobody's can).
ALTER TABLE games ADD COLUMN orders_wait INTEGER;
ALTER TABLE games ADD COLUMN orders_at INTEGER;

-- The orders of whoever has a seat, until the round ends or, unless they are `lasting`, the turn. Those that are for `later` begin
-- with the next turn of the seat. `played_version` is the one that their last move made. They `stopped` for that reason, of which
-- their owner has been `told` or not.
CREATE TABLE standing_orders (
    game_id INTEGER NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    orders TEXT NOT NULL CHECK (json_valid(orders)),
    lasting INTEGER NOT NULL CHECK (lasting IN (0, 1)),
    later INTEGER NOT NULL CHECK (later IN (0, 1)),
    played_version INTEGER,
    stopped TEXT,
    told INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
    PRIMARY KEY (game_id, seat)
) STRICT;

CREATE INDEX standing_orders_of_person ON standing_orders (user_id);
