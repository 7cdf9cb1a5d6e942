ALTER TABLE log ADD COLUMN newcomer_id BIGINT;
UPDATE log SET newcomer_id = (facts::jsonb ->> 'newcomer_id')::bigint, facts = (facts::jsonb - 'newcomer_id')::text
    WHERE facts LIKE '%"newcomer_id":%';
CREATE INDEX log_of_newcomer ON log (newcomer_id) WHERE newcomer_id IS NOT NULL;

ALTER TABLE ghosts ADD COLUMN user_id BIGINT;
CREATE UNIQUE INDEX ghosts_of_person ON ghosts (user_id) WHERE user_id IS NOT NULL;
