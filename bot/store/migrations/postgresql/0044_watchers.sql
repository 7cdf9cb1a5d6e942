-- The people who may watch a table on the page: they have shown that they see the channel where it was then. Times are seconds UTC.

CREATE TABLE watchers (
    game_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    since BIGINT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (game_id, user_id)
);

CREATE INDEX watchers_of_person ON watchers (user_id);
CREATE INDEX watchers_ending ON watchers (until);
