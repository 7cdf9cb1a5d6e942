-- How many steps (`done`) people have done of the guided hands by which they learn a game. Of a person's lessons, the one that
-- they opened last has the highest number `opened`.

CREATE TABLE lessons (
    user_id INTEGER NOT NULL,
    course TEXT NOT NULL,
    name TEXT NOT NULL,
    done INTEGER NOT NULL,
    opened INTEGER NOT NULL,
    PRIMARY KEY (user_id, course)
) STRICT;
