-- A substitute may have given the seat back to somebody who had it before; and a rating is based on the games of earlier
-- seasons too (`earlier`).

ALTER TABLE result_people ADD COLUMN handed_back INTEGER NOT NULL DEFAULT 0 CHECK (handed_back IN (0, 1));
ALTER TABLE standings ADD COLUMN earlier INTEGER NOT NULL DEFAULT 0;
-- Without the index that is named SQLite would read all of a server's standings for each of them.
UPDATE standings SET earlier = (
    SELECT coalesce(sum(before.rated), 0) FROM standings AS before INDEXED BY standings_of_person
    WHERE before.guild_id = standings.guild_id AND before.scope = standings.scope
        AND before.user_id = standings.user_id AND before.season_id > 0 AND before.season_id < standings.season_id
);
