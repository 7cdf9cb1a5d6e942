-- The pictures of cards that Discord keeps as emojis of the bot: what was uploaded as each.

CREATE TABLE emojis (
    emoji_id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL
) STRICT;
