-- How many tables there are in each state is counted without reading the tables, which all wait for meanwhile.

DROP INDEX games_active;
CREATE INDEX games_by_status ON games (status, guild_id);
