-- What a person's rating of all time was before the first game of a season, in the season's row: the numbers, how many games were
-- rated and the last shown ratings, as JSON. A correction is worked out from there on. '' where it isn't known, and in rows of all time.

ALTER TABLE standings ADD COLUMN began TEXT NOT NULL DEFAULT '' CHECK (began = '' OR began IS JSON);
