-- The person who is to have a seat stood in the facts of entries alone, where nobody finds all that are about somebody.
ALTER TABLE log ADD COLUMN newcomer_id INTEGER;
UPDATE log SET newcomer_id = json_extract(facts, '$.newcomer_id'), facts = json_remove(facts, '$.newcomer_id')
    WHERE facts LIKE '%"newcomer_id":%';
CREATE INDEX log_of_newcomer ON log (newcomer_id) WHERE newcomer_id IS NOT NULL;

-- Whose place a ghost takes, until all about that person is deleted.
ALTER TABLE ghosts ADD COLUMN user_id INTEGER;
CREATE UNIQUE INDEX ghosts_of_person ON ghosts (user_id) WHERE user_id IS NOT NULL;
