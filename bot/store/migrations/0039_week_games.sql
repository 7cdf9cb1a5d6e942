-- The game of each deal, by its variant's id: a week keeps its game when the plan is changed.
--
-- In `days` and `daily_rounds`, the deal of a week has a `day` that is greater by 2^32 than that of its Monday.

ALTER TABLE days ADD COLUMN variant TEXT NOT NULL DEFAULT 'classic';
