-- Whoever is to play in somebody's place is asked first, also by the organiser and apart from any table: then `game_id` is NULL. A request is
-- about a place (from 0) of an entry, where it is about one, and names its player. `answer` is NULL until the organiser has decided, and `asked` until the newcomer has;
-- the message is the one with the buttons for whoever is to decide.

ALTER TABLE tournament_requests DROP CONSTRAINT tournament_requests_game_id_kind_seat_newcomer_id_key;
ALTER TABLE tournament_requests DROP CONSTRAINT tournament_requests_answer_check;
ALTER TABLE tournament_requests ALTER COLUMN game_id DROP NOT NULL;
ALTER TABLE tournament_requests ADD COLUMN entry BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tournament_requests ADD COLUMN place BIGINT NOT NULL DEFAULT 0;
UPDATE tournament_requests SET entry = CASE WHEN seat % 2 = 0 THEN first ELSE coalesce(second, 0) END, place = seat / 2
    FROM tournament_matches WHERE tournament_matches.game_id = tournament_requests.game_id AND seat >= 0;
ALTER TABLE tournament_requests ADD COLUMN holder TEXT NOT NULL DEFAULT '';
UPDATE tournament_requests SET holder = coalesce((SELECT name FROM tournament_players AS one
    WHERE one.tournament_id = tournament_requests.tournament_id AND one.entry = tournament_requests.entry
        AND one.place = tournament_requests.place), '') WHERE seat >= 0;
ALTER TABLE tournament_requests ALTER COLUMN entry DROP DEFAULT;
ALTER TABLE tournament_requests ALTER COLUMN place DROP DEFAULT;
ALTER TABLE tournament_requests ALTER COLUMN holder DROP DEFAULT;
ALTER TABLE tournament_requests DROP COLUMN seat;
ALTER TABLE tournament_requests ADD CHECK (answer IN ('approved', 'declined', 'void', 'asked', 'agreed', 'refused', 'lapsed', 'unreached'));
