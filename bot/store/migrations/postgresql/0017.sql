-- The order in which cards to discard are offered where a table has advice: those that help opponents least first, or as in the hand.

ALTER TABLE people ADD COLUMN safe_first BIGINT CHECK (safe_first IN (0, 1));
