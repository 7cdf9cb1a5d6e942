-- When Discord refused a direct message to a person last, or when one may be tried in spite of that (seconds UTC); NULL since it took one.

ALTER TABLE people ADD COLUMN dm_tried_at INTEGER;
UPDATE people SET dm_tried_at = 0 WHERE dm_closed = 1;
CREATE INDEX people_closed ON people (dm_tried_at) WHERE dm_closed = 1;
