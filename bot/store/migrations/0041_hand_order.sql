-- The order in which a person keeps their hand on the page of a table: `rank`, `suit`, or `own` with the table and its cards. Empty means
-- that they never chose one.

ALTER TABLE people ADD COLUMN hand_order TEXT;
