-- A database as schema 44 left it: that of schema 43, which this version's own migration brought up to date; sqlite3's iterdump wrote
-- it down. Somebody may watch a table.
PRAGMA application_id = 1128353345;
PRAGMA user_version = 44;
BEGIN TRANSACTION;
CREATE TABLE agreements (
    game_id INTEGER NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL CHECK (kind IN ('abandon', 'substitute')),
    seat INTEGER NOT NULL DEFAULT -1,
    newcomer_id INTEGER NOT NULL DEFAULT 0,
    newcomer TEXT NOT NULL DEFAULT '',
    user_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (game_id, kind, seat, newcomer_id, user_id)
) STRICT;
INSERT INTO "agreements" VALUES(8,'abandon',-1,0,'',101,9);
CREATE TABLE avoid_key (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    secret TEXT NOT NULL
) STRICT;
INSERT INTO "avoid_key" VALUES(1,'abababababababababababababababababababababababababababababababab');
CREATE TABLE avoided (
    user_id INTEGER NOT NULL,
    other_id INTEGER NOT NULL CHECK (other_id <> user_id),
    name TEXT NOT NULL,
    PRIMARY KEY (user_id, other_id)
) STRICT;
INSERT INTO "avoided" VALUES(101,102,'Bruno');
CREATE TABLE browser_links (
    secret_hash TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT;
INSERT INTO "browser_links" VALUES('bb',101,1,1800000120);
CREATE TABLE browsers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    secret_hash TEXT NOT NULL UNIQUE,
    user_id INTEGER NOT NULL,
    since INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT;
INSERT INTO "browsers" VALUES(1,'aa',101,1800000000,1800000100,1802592000);
CREATE TABLE commands (
    name TEXT PRIMARY KEY,
    id INTEGER NOT NULL
) STRICT;
INSERT INTO "commands" VALUES('hand',990200);
CREATE TABLE corrections (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    result_id INTEGER NOT NULL REFERENCES results (id),
    guild_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    reason TEXT NOT NULL,
    before TEXT CHECK (before IS NULL OR json_valid(before)),
    after TEXT CHECK (after IS NULL OR json_valid(after)),
    undone_at INTEGER,
    undone_by INTEGER
) STRICT;
INSERT INTO "corrections" VALUES(1,1,7,1800137740,190,'They swapped hands',NULL,'{"void": true}',NULL,NULL);
INSERT INTO "corrections" VALUES(2,2,7,1800137740,190,'Miscounted',NULL,'{"points": [900, 100], "ranks": [1, 2]}',1800137740,190);
CREATE TABLE daily_rounds (
    day INTEGER NOT NULL REFERENCES days (day),
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    moves TEXT NOT NULL,
    played INTEGER NOT NULL,
    began_at INTEGER NOT NULL,
    ended_at INTEGER,
    points INTEGER,
    PRIMARY KEY (day, user_id)
) STRICT;
INSERT INTO "daily_rounds" VALUES(20700,101,'Anna','1 draw
',1,1788480100,NULL,NULL);
INSERT INTO "daily_rounds" VALUES(20700,102,'Bea','1 draw
1 meld AS AC 2D
1 discard 5S
2 draw
2 meld 4S 4S 4D / 8S 8D 2S
2 discard 9S
3 draw
3 meld AS AC
3 meld 5D 5C 5C
3 discard 9H
0 take 9C *
0 meld 4C
0 meld 5S 5H 5H
0 meld 9S
0 discard TH
1 draw
1 discard KH
2 draw
2 discard KS
3 draw
3 meld AH
3 discard 6S
0 draw
0 discard 3C
1 draw
1 discard KC
2 draw
2 meld 4C 2H 2D
2 discard QC
3 draw
3 discard TH
0 draw
0 discard KH
1 draw
1 discard QD
2 draw
2 discard TD
3 draw
3 meld A: *
3 discard TC
0 draw
0 discard KD
1 draw
1 discard JS
2 take JH JD
2 meld KS KH KH KD KC
2 meld TH TH TD TC
2 discard 6S
3 draw
3 discard 4H
0 take
0 meld 6S 6S 6H
0 meld TS
0 meld JS
0 meld K: 2C
0 discard 7H
',56,1788480200,1788480900,855);
CREATE TABLE daily_scores (
    day INTEGER NOT NULL REFERENCES days (day),
    points INTEGER NOT NULL,
    results INTEGER NOT NULL CHECK (results > 0),
    PRIMARY KEY (day, points)
) STRICT, WITHOUT ROWID;
INSERT INTO "daily_scores" VALUES(20700,855,1);
CREATE TABLE days (
    day INTEGER PRIMARY KEY,
    secret TEXT NOT NULL,
    seal TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    par INTEGER
, variant TEXT NOT NULL DEFAULT 'classic') STRICT;
INSERT INTO "days" VALUES(20700,'0123456789abcdef0123456789abcdef','f608621e0cda41851b753a5119e91dd409177477cb8892f70edcc2ee08abe764',1788480000,420,'classic');
CREATE TABLE deauthorizations (
    user_id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    pending INTEGER NOT NULL CHECK (pending IN (0, 1))
) STRICT;
INSERT INTO "deauthorizations" VALUES(101,1789000000,0);
CREATE TABLE emojis (
    emoji_id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL
) STRICT;
INSERT INTO "emojis" VALUES(1456074443980800044,'3f2c9a1d');
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER,
    channel_id INTEGER,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'finished', 'cancelled', 'abandoned')),
    version INTEGER NOT NULL,
    told_version INTEGER NOT NULL DEFAULT 0,
    variant TEXT NOT NULL,
    layout TEXT NOT NULL,
    size INTEGER NOT NULL,
    house TEXT NOT NULL CHECK (json_valid(house)),
    host_id INTEGER NOT NULL,
    round INTEGER NOT NULL DEFAULT 0,
    turn INTEGER CHECK (turn IS NULL OR status = 'playing'),
    turn_since INTEGER,
    scores TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(scores)),
    winner INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    ended_at INTEGER
, turn_limit INTEGER CHECK (turn_limit > 0), bank INTEGER NOT NULL DEFAULT 0 CHECK (bank >= 0), turn_spent INTEGER NOT NULL DEFAULT 0, clock_at INTEGER, lost TEXT CHECK (lost IN ('gone', 'barred', 'locked', 'left')), rules TEXT CHECK (rules IS NULL OR json_valid(rules)), friendly INTEGER NOT NULL DEFAULT 0 CHECK (friendly IN (0, 1)), series INTEGER REFERENCES series (id), orders_wait INTEGER, orders_at INTEGER, computers TEXT NOT NULL DEFAULT 'normal', advice INTEGER NOT NULL DEFAULT 0, in_match INTEGER NOT NULL DEFAULT 0 CHECK (in_match IN (0, 1)), code TEXT CHECK (code IS NULL OR (channel_id IS NULL AND status = 'lobby')), code_until INTEGER CHECK ((code IS NULL) = (code_until IS NULL)), follows INTEGER CHECK ((guild_id IS NULL) = (channel_id IS NULL)), in_open_league INTEGER NOT NULL DEFAULT 0 CHECK (in_open_league = 0 OR (in_open_league = 1 AND guild_id IS NULL))) STRICT;
INSERT INTO "games" VALUES(1,7,71,'finished',96,96,'classic','2',2,'{"target": 500}',101,1,NULL,NULL,'[1345, 1000]',0,1800000000,1800032880,1800032880,NULL,0,0,NULL,NULL,'{"id":"classic","name":"Classic","source":"pagat: classic","layout":"2","seats":2,"house":["target"],"parameters":{"target":500,"rounds":0,"side.sides":2,"side.mode":"fixed","side.full_share":false,"side.shared_opening":true,"side.lone_by_going_out":true,"pack.decks":2,"pack.jokers":4,"pack.calientes":0,"pack.copies_per_natural":null,"values.joker":50,"values.two":20,"values.ace":20,"values.eight":10,"values.black_three":5,"deal.hand":15,"deal.foot":0,"deal.foot_per_side":false,"deal.foot_choice":"second","deal.talons":[],"deal.talons_given":true,"deal.upcard":true,"deal.cover":["joker","two","red-three"],"deal.cover_freezes":true,"deal.face_down":0,"deal.face_down_by_rank":false,"deal.red_threes_first":false,"deal.cut_bonus":0,"deal.mirror_bonus":0,"turn.draw":2,"turn.float":false,"threes.red":"at-once","threes.black":"played","threes.any_time":false,"threes.totals":[100,200,300,800],"threes.plus_if":"meld","threes.pile_replaced":false,"threes.held":0,"threes.held_no_turn":null,"threes.held_only_out":false,"threes.held_tally":"five","threes.black_meld":"going-out","threes.black_four":0,"threes.black_held":0,"threes.black_held_only_out":false,"threes.set_aside":[],"melds.min_naturals":2,"melds.max_wilds":3,"melds.ratio":"free","melds.max_size":null,"melds.max_natural":null,"melds.big_unlimited":false,"melds.mixed_unlimited":false,"melds.same_rank":"one","melds.pure_sevens":false,"melds.pure_aces":false,"melds.not_theirs":false,"melds.cap":null,"melds.cap_red_threes":"no","wilds.allowed":false,"wilds.pure_twos":false,"wilds.whole":false,"wilds.locks":true,"wilds.binds":false,"wilds.melds":"one","wilds.max_size":null,"wilds.bonus":2000,"wilds.bonus_twos":null,"wilds.bonus_four_jokers":null,"wilds.bonus_six_jokers":null,"wilds.unfinished":0,"twos.allowed":false,"twos.natural":3000,"twos.mixed":2000,"sequences.allowed":false,"sequences.max_wilds":0,"sequences.min_naturals":3,"sequences.bonus":1500,"sequences.bonus_wild":null,"sequences.unfinished":0,"sequences.unfinished_up_to":6,"canastas.natural":500,"canastas.mixed":300,"canastas.sevens":null,"canastas.aces":null,"canastas.unfinished_sevens":0,"canastas.unfinished_aces":0,"canastas.held_sevens":0,"canastas.held_aces":0,"canastas.held_aces_if_mixed":true,"canastas.fixed_when_made":false,"canastas.five_natural":0,"canastas.five_mixed":0,"canastas.five_any":0,"canastas.ten":0,"canastas.concealed":0,"canastas.automatic":null,"opening.table":[[-1000000,15],[0,50],[1500,90],[3000,120]],"opening.concealed_free":true,"opening.concealed_partner":false,"opening.pure":false,"opening.triple":"no","opening.splash":"no","opening.before_draw":false,"opening.with_pile":"top-counts","pile.open_to":"all","pile.always_frozen":false,"pile.frozen_for_unopened":true,"pile.frozen_needs":2,"pile.natural_and_wild":true,"pile.wild_helps":false,"pile.onto_meld":"any","pile.own_canasta":"free","pile.one_card":false,"pile.taken":"all","pile.own_meld_first":false,"pile.wild_top":false,"pile.sequences":"no","discards.freeze":["joker","two"],"discards.block":["joker","two","red-three","black-three","caliente"],"discards.close":[],"discards.closes_next_only":false,"discards.covered_black_freezes":false,"discards.wilds":"free","discards.threes":"free","discards.no_black_first":false,"discards.empty_pile_ban":false,"discards.safe_ban":false,"out.canastas":2,"out.natural":0,"out.mixed":0,"out.wild":0,"out.either_way":false,"out.pure_or_sequence":false,"out.sequence":false,"out.red_threes":0,"out.specials_complete":false,"out.bonus":100,"out.concealed":100,"out.concealed_own_canasta":true,"out.concealed_no_partner":true,"out.concealed_side":false,"out.concealed_take":true,"out.concealed_plain":0,"out.discard":"optional","out.discard_hidden":false,"out.last_not":[],"out.play_on":false,"out.ask":"may","out.ask_late":false,"out.ask_once":false,"out.foot":"no","out.team_no_threes":false,"out.foot_penalty":0,"stock.end":"round","stock.recycles":3,"stock.forced_take":"onto-meld","stock.short_draw_ends":false,"stock.three_ends":false,"extra.hand":0,"extra.caliente_cost":100,"extra.caliente_to_deal":true,"extra.straight":0,"extra.pairs":0,"extra.pairs_wild":0,"extra.pairs_joker":false,"extra.pairs_distinct":false,"extra.garbage":0,"extra.garbage_triples":false,"score.cards_against":false,"score.foot_against":true,"score.talon_against":false}}',0,NULL,NULL,NULL,'normal',0,0,NULL,NULL,NULL,0);
INSERT INTO "games" VALUES(2,7,72,'finished',147,147,'classic','2',2,'{"target": 500}',-1,1,NULL,NULL,'[2155, 2520]',1,1800032880,1800074450,1800074450,NULL,0,0,NULL,NULL,'{"id":"classic","name":"Classic","source":"pagat: classic","layout":"2","seats":2,"house":["target"],"parameters":{"target":500,"rounds":0,"side.sides":2,"side.mode":"fixed","side.full_share":false,"side.shared_opening":true,"side.lone_by_going_out":true,"pack.decks":2,"pack.jokers":4,"pack.calientes":0,"pack.copies_per_natural":null,"values.joker":50,"values.two":20,"values.ace":20,"values.eight":10,"values.black_three":5,"deal.hand":15,"deal.foot":0,"deal.foot_per_side":false,"deal.foot_choice":"second","deal.talons":[],"deal.talons_given":true,"deal.upcard":true,"deal.cover":["joker","two","red-three"],"deal.cover_freezes":true,"deal.face_down":0,"deal.face_down_by_rank":false,"deal.red_threes_first":false,"deal.cut_bonus":0,"deal.mirror_bonus":0,"turn.draw":2,"turn.float":false,"threes.red":"at-once","threes.black":"played","threes.any_time":false,"threes.totals":[100,200,300,800],"threes.plus_if":"meld","threes.pile_replaced":false,"threes.held":0,"threes.held_no_turn":null,"threes.held_only_out":false,"threes.held_tally":"five","threes.black_meld":"going-out","threes.black_four":0,"threes.black_held":0,"threes.black_held_only_out":false,"threes.set_aside":[],"melds.min_naturals":2,"melds.max_wilds":3,"melds.ratio":"free","melds.max_size":null,"melds.max_natural":null,"melds.big_unlimited":false,"melds.mixed_unlimited":false,"melds.same_rank":"one","melds.pure_sevens":false,"melds.pure_aces":false,"melds.not_theirs":false,"melds.cap":null,"melds.cap_red_threes":"no","wilds.allowed":false,"wilds.pure_twos":false,"wilds.whole":false,"wilds.locks":true,"wilds.binds":false,"wilds.melds":"one","wilds.max_size":null,"wilds.bonus":2000,"wilds.bonus_twos":null,"wilds.bonus_four_jokers":null,"wilds.bonus_six_jokers":null,"wilds.unfinished":0,"twos.allowed":false,"twos.natural":3000,"twos.mixed":2000,"sequences.allowed":false,"sequences.max_wilds":0,"sequences.min_naturals":3,"sequences.bonus":1500,"sequences.bonus_wild":null,"sequences.unfinished":0,"sequences.unfinished_up_to":6,"canastas.natural":500,"canastas.mixed":300,"canastas.sevens":null,"canastas.aces":null,"canastas.unfinished_sevens":0,"canastas.unfinished_aces":0,"canastas.held_sevens":0,"canastas.held_aces":0,"canastas.held_aces_if_mixed":true,"canastas.fixed_when_made":false,"canastas.five_natural":0,"canastas.five_mixed":0,"canastas.five_any":0,"canastas.ten":0,"canastas.concealed":0,"canastas.automatic":null,"opening.table":[[-1000000,15],[0,50],[1500,90],[3000,120]],"opening.concealed_free":true,"opening.concealed_partner":false,"opening.pure":false,"opening.triple":"no","opening.splash":"no","opening.before_draw":false,"opening.with_pile":"top-counts","pile.open_to":"all","pile.always_frozen":false,"pile.frozen_for_unopened":true,"pile.frozen_needs":2,"pile.natural_and_wild":true,"pile.wild_helps":false,"pile.onto_meld":"any","pile.own_canasta":"free","pile.one_card":false,"pile.taken":"all","pile.own_meld_first":false,"pile.wild_top":false,"pile.sequences":"no","discards.freeze":["joker","two"],"discards.block":["joker","two","red-three","black-three","caliente"],"discards.close":[],"discards.closes_next_only":false,"discards.covered_black_freezes":false,"discards.wilds":"free","discards.threes":"free","discards.no_black_first":false,"discards.empty_pile_ban":false,"discards.safe_ban":false,"out.canastas":2,"out.natural":0,"out.mixed":0,"out.wild":0,"out.either_way":false,"out.pure_or_sequence":false,"out.sequence":false,"out.red_threes":0,"out.specials_complete":false,"out.bonus":100,"out.concealed":100,"out.concealed_own_canasta":true,"out.concealed_no_partner":true,"out.concealed_side":false,"out.concealed_take":true,"out.concealed_plain":0,"out.discard":"optional","out.discard_hidden":false,"out.last_not":[],"out.play_on":false,"out.ask":"may","out.ask_late":false,"out.ask_once":false,"out.foot":"no","out.team_no_threes":false,"out.foot_penalty":0,"stock.end":"round","stock.recycles":3,"stock.forced_take":"onto-meld","stock.short_draw_ends":false,"stock.three_ends":false,"extra.hand":0,"extra.caliente_cost":100,"extra.caliente_to_deal":true,"extra.straight":0,"extra.pairs":0,"extra.pairs_wild":0,"extra.pairs_joker":false,"extra.pairs_distinct":false,"extra.garbage":0,"extra.garbage_triples":false,"score.cards_against":false,"score.foot_against":true,"score.talon_against":false}}',0,NULL,NULL,NULL,'normal',0,0,NULL,NULL,NULL,0);
INSERT INTO "games" VALUES(3,7,73,'finished',41,41,'classic','4',4,'{"target": 500}',103,1,NULL,NULL,'[820, 510]',0,1800074450,1800090780,1800090780,3600,3600,0,NULL,NULL,'{"id":"classic","name":"Classic","source":"pagat: classic","layout":"4","seats":4,"house":["target"],"parameters":{"target":500,"rounds":0,"side.sides":2,"side.mode":"fixed","side.full_share":false,"side.shared_opening":true,"side.lone_by_going_out":true,"pack.decks":2,"pack.jokers":4,"pack.calientes":0,"pack.copies_per_natural":null,"values.joker":50,"values.two":20,"values.ace":20,"values.eight":10,"values.black_three":5,"deal.hand":11,"deal.foot":0,"deal.foot_per_side":false,"deal.foot_choice":"second","deal.talons":[],"deal.talons_given":true,"deal.upcard":true,"deal.cover":["joker","two","red-three"],"deal.cover_freezes":true,"deal.face_down":0,"deal.face_down_by_rank":false,"deal.red_threes_first":false,"deal.cut_bonus":0,"deal.mirror_bonus":0,"turn.draw":1,"turn.float":false,"threes.red":"at-once","threes.black":"played","threes.any_time":false,"threes.totals":[100,200,300,800],"threes.plus_if":"meld","threes.pile_replaced":false,"threes.held":0,"threes.held_no_turn":null,"threes.held_only_out":false,"threes.held_tally":"five","threes.black_meld":"going-out","threes.black_four":0,"threes.black_held":0,"threes.black_held_only_out":false,"threes.set_aside":[],"melds.min_naturals":2,"melds.max_wilds":3,"melds.ratio":"free","melds.max_size":null,"melds.max_natural":null,"melds.big_unlimited":false,"melds.mixed_unlimited":false,"melds.same_rank":"one","melds.pure_sevens":false,"melds.pure_aces":false,"melds.not_theirs":false,"melds.cap":null,"melds.cap_red_threes":"no","wilds.allowed":false,"wilds.pure_twos":false,"wilds.whole":false,"wilds.locks":true,"wilds.binds":false,"wilds.melds":"one","wilds.max_size":null,"wilds.bonus":2000,"wilds.bonus_twos":null,"wilds.bonus_four_jokers":null,"wilds.bonus_six_jokers":null,"wilds.unfinished":0,"twos.allowed":false,"twos.natural":3000,"twos.mixed":2000,"sequences.allowed":false,"sequences.max_wilds":0,"sequences.min_naturals":3,"sequences.bonus":1500,"sequences.bonus_wild":null,"sequences.unfinished":0,"sequences.unfinished_up_to":6,"canastas.natural":500,"canastas.mixed":300,"canastas.sevens":null,"canastas.aces":null,"canastas.unfinished_sevens":0,"canastas.unfinished_aces":0,"canastas.held_sevens":0,"canastas.held_aces":0,"canastas.held_aces_if_mixed":true,"canastas.fixed_when_made":false,"canastas.five_natural":0,"canastas.five_mixed":0,"canastas.five_any":0,"canastas.ten":0,"canastas.concealed":0,"canastas.automatic":null,"opening.table":[[-1000000,15],[0,50],[1500,90],[3000,120]],"opening.concealed_free":true,"opening.concealed_partner":false,"opening.pure":false,"opening.triple":"no","opening.splash":"no","opening.before_draw":false,"opening.with_pile":"top-counts","pile.open_to":"all","pile.always_frozen":false,"pile.frozen_for_unopened":true,"pile.frozen_needs":2,"pile.natural_and_wild":true,"pile.wild_helps":false,"pile.onto_meld":"any","pile.own_canasta":"free","pile.one_card":false,"pile.taken":"all","pile.own_meld_first":false,"pile.wild_top":false,"pile.sequences":"no","discards.freeze":["joker","two"],"discards.block":["joker","two","red-three","black-three","caliente"],"discards.close":[],"discards.closes_next_only":false,"discards.covered_black_freezes":false,"discards.wilds":"free","discards.threes":"free","discards.no_black_first":false,"discards.empty_pile_ban":false,"discards.safe_ban":false,"out.canastas":1,"out.natural":0,"out.mixed":0,"out.wild":0,"out.either_way":false,"out.pure_or_sequence":false,"out.sequence":false,"out.red_threes":0,"out.specials_complete":false,"out.bonus":100,"out.concealed":100,"out.concealed_own_canasta":true,"out.concealed_no_partner":true,"out.concealed_side":false,"out.concealed_take":true,"out.concealed_plain":0,"out.discard":"optional","out.discard_hidden":false,"out.last_not":[],"out.play_on":false,"out.ask":"may","out.ask_late":false,"out.ask_once":false,"out.foot":"no","out.team_no_threes":false,"out.foot_penalty":0,"stock.end":"round","stock.recycles":3,"stock.forced_take":"onto-meld","stock.short_draw_ends":false,"stock.three_ends":false,"extra.hand":0,"extra.caliente_cost":100,"extra.caliente_to_deal":true,"extra.straight":0,"extra.pairs":0,"extra.pairs_wild":0,"extra.pairs_joker":false,"extra.pairs_distinct":false,"extra.garbage":0,"extra.garbage_triples":false,"score.cards_against":false,"score.foot_against":true,"score.talon_against":false}}',0,NULL,NULL,NULL,'normal',0,0,NULL,NULL,NULL,0);
INSERT INTO "games" VALUES(4,7,74,'finished',86,86,'classic','2',2,'{"target": 500}',101,1,NULL,NULL,'[1500, 1125]',0,1800090780,1800109540,1800109540,NULL,0,0,NULL,NULL,'{"id":"classic","name":"Classic","source":"pagat: classic","layout":"2","seats":2,"house":["target"],"parameters":{"target":500,"rounds":0,"side.sides":2,"side.mode":"fixed","side.full_share":false,"side.shared_opening":true,"side.lone_by_going_out":true,"pack.decks":2,"pack.jokers":4,"pack.calientes":0,"pack.copies_per_natural":null,"values.joker":50,"values.two":20,"values.ace":20,"values.eight":10,"values.black_three":5,"deal.hand":15,"deal.foot":0,"deal.foot_per_side":false,"deal.foot_choice":"second","deal.talons":[],"deal.talons_given":true,"deal.upcard":true,"deal.cover":["joker","two","red-three"],"deal.cover_freezes":true,"deal.face_down":0,"deal.face_down_by_rank":false,"deal.red_threes_first":false,"deal.cut_bonus":0,"deal.mirror_bonus":0,"turn.draw":2,"turn.float":false,"threes.red":"at-once","threes.black":"played","threes.any_time":false,"threes.totals":[100,200,300,800],"threes.plus_if":"meld","threes.pile_replaced":false,"threes.held":0,"threes.held_no_turn":null,"threes.held_only_out":false,"threes.held_tally":"five","threes.black_meld":"going-out","threes.black_four":0,"threes.black_held":0,"threes.black_held_only_out":false,"threes.set_aside":[],"melds.min_naturals":2,"melds.max_wilds":3,"melds.ratio":"free","melds.max_size":null,"melds.max_natural":null,"melds.big_unlimited":false,"melds.mixed_unlimited":false,"melds.same_rank":"one","melds.pure_sevens":false,"melds.pure_aces":false,"melds.not_theirs":false,"melds.cap":null,"melds.cap_red_threes":"no","wilds.allowed":false,"wilds.pure_twos":false,"wilds.whole":false,"wilds.locks":true,"wilds.binds":false,"wilds.melds":"one","wilds.max_size":null,"wilds.bonus":2000,"wilds.bonus_twos":null,"wilds.bonus_four_jokers":null,"wilds.bonus_six_jokers":null,"wilds.unfinished":0,"twos.allowed":false,"twos.natural":3000,"twos.mixed":2000,"sequences.allowed":false,"sequences.max_wilds":0,"sequences.min_naturals":3,"sequences.bonus":1500,"sequences.bonus_wild":null,"sequences.unfinished":0,"sequences.unfinished_up_to":6,"canastas.natural":500,"canastas.mixed":300,"canastas.sevens":null,"canastas.aces":null,"canastas.unfinished_sevens":0,"canastas.unfinished_aces":0,"canastas.held_sevens":0,"canastas.held_aces":0,"canastas.held_aces_if_mixed":true,"canastas.fixed_when_made":false,"canastas.five_natural":0,"canastas.five_mixed":0,"canastas.five_any":0,"canastas.ten":0,"canastas.concealed":0,"canastas.automatic":null,"opening.table":[[-1000000,15],[0,50],[1500,90],[3000,120]],"opening.concealed_free":true,"opening.concealed_partner":false,"opening.pure":false,"opening.triple":"no","opening.splash":"no","opening.before_draw":false,"opening.with_pile":"top-counts","pile.open_to":"all","pile.always_frozen":false,"pile.frozen_for_unopened":true,"pile.frozen_needs":2,"pile.natural_and_wild":true,"pile.wild_helps":false,"pile.onto_meld":"any","pile.own_canasta":"free","pile.one_card":false,"pile.taken":"all","pile.own_meld_first":false,"pile.wild_top":false,"pile.sequences":"no","discards.freeze":["joker","two"],"discards.block":["joker","two","red-three","black-three","caliente"],"discards.close":[],"discards.closes_next_only":false,"discards.covered_black_freezes":false,"discards.wilds":"free","discards.threes":"free","discards.no_black_first":false,"discards.empty_pile_ban":false,"discards.safe_ban":false,"out.canastas":2,"out.natural":0,"out.mixed":0,"out.wild":0,"out.either_way":false,"out.pure_or_sequence":false,"out.sequence":false,"out.red_threes":0,"out.specials_complete":false,"out.bonus":100,"out.concealed":100,"out.concealed_own_canasta":true,"out.concealed_no_partner":true,"out.concealed_side":false,"out.concealed_take":true,"out.concealed_plain":0,"out.discard":"optional","out.discard_hidden":false,"out.last_not":[],"out.play_on":false,"out.ask":"may","out.ask_late":false,"out.ask_once":false,"out.foot":"no","out.team_no_threes":false,"out.foot_penalty":0,"stock.end":"round","stock.recycles":3,"stock.forced_take":"onto-meld","stock.short_draw_ends":false,"stock.three_ends":false,"extra.hand":0,"extra.caliente_cost":100,"extra.caliente_to_deal":true,"extra.straight":0,"extra.pairs":0,"extra.pairs_wild":0,"extra.pairs_joker":false,"extra.pairs_distinct":false,"extra.garbage":0,"extra.garbage_triples":false,"score.cards_against":false,"score.foot_against":true,"score.talon_against":false}}',1,NULL,NULL,NULL,'normal',0,0,NULL,NULL,NULL,0);
INSERT INTO "games" VALUES(5,7,75,'finished',99,0,'classic','2',2,'{"target": 500}',101,1,NULL,NULL,'[980, 1430]',1,1800109540,1800136290,1800136290,NULL,0,0,NULL,NULL,'{"id":"classic","name":"Classic","source":"pagat: classic","layout":"2","seats":2,"house":["target"],"parameters":{"target":500,"rounds":0,"side.sides":2,"side.mode":"fixed","side.full_share":false,"side.shared_opening":true,"side.lone_by_going_out":true,"pack.decks":2,"pack.jokers":4,"pack.calientes":0,"pack.copies_per_natural":null,"values.joker":50,"values.two":20,"values.ace":20,"values.eight":10,"values.black_three":5,"deal.hand":15,"deal.foot":0,"deal.foot_per_side":false,"deal.foot_choice":"second","deal.talons":[],"deal.talons_given":true,"deal.upcard":true,"deal.cover":["joker","two","red-three"],"deal.cover_freezes":true,"deal.face_down":0,"deal.face_down_by_rank":false,"deal.red_threes_first":false,"deal.cut_bonus":0,"deal.mirror_bonus":0,"turn.draw":2,"turn.float":false,"threes.red":"at-once","threes.black":"played","threes.any_time":false,"threes.totals":[100,200,300,800],"threes.plus_if":"meld","threes.pile_replaced":false,"threes.held":0,"threes.held_no_turn":null,"threes.held_only_out":false,"threes.held_tally":"five","threes.black_meld":"going-out","threes.black_four":0,"threes.black_held":0,"threes.black_held_only_out":false,"threes.set_aside":[],"melds.min_naturals":2,"melds.max_wilds":3,"melds.ratio":"free","melds.max_size":null,"melds.max_natural":null,"melds.big_unlimited":false,"melds.mixed_unlimited":false,"melds.same_rank":"one","melds.pure_sevens":false,"melds.pure_aces":false,"melds.not_theirs":false,"melds.cap":null,"melds.cap_red_threes":"no","wilds.allowed":false,"wilds.pure_twos":false,"wilds.whole":false,"wilds.locks":true,"wilds.binds":false,"wilds.melds":"one","wilds.max_size":null,"wilds.bonus":2000,"wilds.bonus_twos":null,"wilds.bonus_four_jokers":null,"wilds.bonus_six_jokers":null,"wilds.unfinished":0,"twos.allowed":false,"twos.natural":3000,"twos.mixed":2000,"sequences.allowed":false,"sequences.max_wilds":0,"sequences.min_naturals":3,"sequences.bonus":1500,"sequences.bonus_wild":null,"sequences.unfinished":0,"sequences.unfinished_up_to":6,"canastas.natural":500,"canastas.mixed":300,"canastas.sevens":null,"canastas.aces":null,"canastas.unfinished_sevens":0,"canastas.unfinished_aces":0,"canastas.held_sevens":0,"canastas.held_aces":0,"canastas.held_aces_if_mixed":true,"canastas.fixed_when_made":false,"canastas.five_natural":0,"canastas.five_mixed":0,"canastas.five_any":0,"canastas.ten":0,"canastas.concealed":0,"canastas.automatic":null,"opening.table":[[-1000000,15],[0,50],[1500,90],[3000,120]],"opening.concealed_free":true,"opening.concealed_partner":false,"opening.pure":false,"opening.triple":"no","opening.splash":"no","opening.before_draw":false,"opening.with_pile":"top-counts","pile.open_to":"all","pile.always_frozen":false,"pile.frozen_for_unopened":true,"pile.frozen_needs":2,"pile.natural_and_wild":true,"pile.wild_helps":false,"pile.onto_meld":"any","pile.own_canasta":"free","pile.one_card":false,"pile.taken":"all","pile.own_meld_first":false,"pile.wild_top":false,"pile.sequences":"no","discards.freeze":["joker","two"],"discards.block":["joker","two","red-three","black-three","caliente"],"discards.close":[],"discards.closes_next_only":false,"discards.covered_black_freezes":false,"discards.wilds":"free","discards.threes":"free","discards.no_black_first":false,"discards.empty_pile_ban":false,"discards.safe_ban":false,"out.canastas":2,"out.natural":0,"out.mixed":0,"out.wild":0,"out.either_way":false,"out.pure_or_sequence":false,"out.sequence":false,"out.red_threes":0,"out.specials_complete":false,"out.bonus":100,"out.concealed":100,"out.concealed_own_canasta":true,"out.concealed_no_partner":true,"out.concealed_side":false,"out.concealed_take":true,"out.concealed_plain":0,"out.discard":"optional","out.discard_hidden":false,"out.last_not":[],"out.play_on":false,"out.ask":"may","out.ask_late":false,"out.ask_once":false,"out.foot":"no","out.team_no_threes":false,"out.foot_penalty":0,"stock.end":"round","stock.recycles":3,"stock.forced_take":"onto-meld","stock.short_draw_ends":false,"stock.three_ends":false,"extra.hand":0,"extra.caliente_cost":100,"extra.caliente_to_deal":true,"extra.straight":0,"extra.pairs":0,"extra.pairs_wild":0,"extra.pairs_joker":false,"extra.pairs_distinct":false,"extra.garbage":0,"extra.garbage_triples":false,"score.cards_against":false,"score.foot_against":true,"score.talon_against":false}}',0,1,NULL,NULL,'normal',0,0,NULL,NULL,NULL,0);
INSERT INTO "games" VALUES(6,9,76,'abandoned',10,10,'classic','2',2,'{}',101,1,NULL,NULL,'[0, 0]',NULL,1800136290,1800137740,1800137740,NULL,0,0,NULL,NULL,'{"id":"classic","name":"Classic","source":"pagat: classic","layout":"2","seats":2,"house":[],"parameters":{"target":5000,"rounds":0,"side.sides":2,"side.mode":"fixed","side.full_share":false,"side.shared_opening":true,"side.lone_by_going_out":true,"pack.decks":2,"pack.jokers":4,"pack.calientes":0,"pack.copies_per_natural":null,"values.joker":50,"values.two":20,"values.ace":20,"values.eight":10,"values.black_three":5,"deal.hand":15,"deal.foot":0,"deal.foot_per_side":false,"deal.foot_choice":"second","deal.talons":[],"deal.talons_given":true,"deal.upcard":true,"deal.cover":["joker","two","red-three"],"deal.cover_freezes":true,"deal.face_down":0,"deal.face_down_by_rank":false,"deal.red_threes_first":false,"deal.cut_bonus":0,"deal.mirror_bonus":0,"turn.draw":2,"turn.float":false,"threes.red":"at-once","threes.black":"played","threes.any_time":false,"threes.totals":[100,200,300,800],"threes.plus_if":"meld","threes.pile_replaced":false,"threes.held":0,"threes.held_no_turn":null,"threes.held_only_out":false,"threes.held_tally":"five","threes.black_meld":"going-out","threes.black_four":0,"threes.black_held":0,"threes.black_held_only_out":false,"threes.set_aside":[],"melds.min_naturals":2,"melds.max_wilds":3,"melds.ratio":"free","melds.max_size":null,"melds.max_natural":null,"melds.big_unlimited":false,"melds.mixed_unlimited":false,"melds.same_rank":"one","melds.pure_sevens":false,"melds.pure_aces":false,"melds.not_theirs":false,"melds.cap":null,"melds.cap_red_threes":"no","wilds.allowed":false,"wilds.pure_twos":false,"wilds.whole":false,"wilds.locks":true,"wilds.binds":false,"wilds.melds":"one","wilds.max_size":null,"wilds.bonus":2000,"wilds.bonus_twos":null,"wilds.bonus_four_jokers":null,"wilds.bonus_six_jokers":null,"wilds.unfinished":0,"twos.allowed":false,"twos.natural":3000,"twos.mixed":2000,"sequences.allowed":false,"sequences.max_wilds":0,"sequences.min_naturals":3,"sequences.bonus":1500,"sequences.bonus_wild":null,"sequences.unfinished":0,"sequences.unfinished_up_to":6,"canastas.natural":500,"canastas.mixed":300,"canastas.sevens":null,"canastas.aces":null,"canastas.unfinished_sevens":0,"canastas.unfinished_aces":0,"canastas.held_sevens":0,"canastas.held_aces":0,"canastas.held_aces_if_mixed":true,"canastas.fixed_when_made":false,"canastas.five_natural":0,"canastas.five_mixed":0,"canastas.five_any":0,"canastas.ten":0,"canastas.concealed":0,"canastas.automatic":null,"opening.table":[[-1000000,15],[0,50],[1500,90],[3000,120]],"opening.concealed_free":true,"opening.concealed_partner":false,"opening.pure":false,"opening.triple":"no","opening.splash":"no","opening.before_draw":false,"opening.with_pile":"top-counts","pile.open_to":"all","pile.always_frozen":false,"pile.frozen_for_unopened":true,"pile.frozen_needs":2,"pile.natural_and_wild":true,"pile.wild_helps":false,"pile.onto_meld":"any","pile.own_canasta":"free","pile.one_card":false,"pile.taken":"all","pile.own_meld_first":false,"pile.wild_top":false,"pile.sequences":"no","discards.freeze":["joker","two"],"discards.block":["joker","two","red-three","black-three","caliente"],"discards.close":[],"discards.closes_next_only":false,"discards.covered_black_freezes":false,"discards.wilds":"free","discards.threes":"free","discards.no_black_first":false,"discards.empty_pile_ban":false,"discards.safe_ban":false,"out.canastas":2,"out.natural":0,"out.mixed":0,"out.wild":0,"out.either_way":false,"out.pure_or_sequence":false,"out.sequence":false,"out.red_threes":0,"out.specials_complete":false,"out.bonus":100,"out.concealed":100,"out.concealed_own_canasta":true,"out.concealed_no_partner":true,"out.concealed_side":false,"out.concealed_take":true,"out.concealed_plain":0,"out.discard":"optional","out.discard_hidden":false,"out.last_not":[],"out.play_on":false,"out.ask":"may","out.ask_late":false,"out.ask_once":false,"out.foot":"no","out.team_no_threes":false,"out.foot_penalty":0,"stock.end":"round","stock.recycles":3,"stock.forced_take":"onto-meld","stock.short_draw_ends":false,"stock.three_ends":false,"extra.hand":0,"extra.caliente_cost":100,"extra.caliente_to_deal":true,"extra.straight":0,"extra.pairs":0,"extra.pairs_wild":0,"extra.pairs_joker":false,"extra.pairs_distinct":false,"extra.garbage":0,"extra.garbage_triples":false,"score.cards_against":false,"score.foot_against":true,"score.talon_against":false}}',0,NULL,NULL,NULL,'normal',0,0,NULL,NULL,NULL,0);
INSERT INTO "games" VALUES(7,7,77,'playing',9,0,'classic','2',2,'{}',103,1,1,1800139830,'[0, 0]',NULL,1800137740,1800139860,NULL,86400,86400,0,1800139830,NULL,'{"id":"classic","name":"Classic","source":"pagat: classic","layout":"2","seats":2,"house":[],"parameters":{"target":5000,"rounds":0,"side.sides":2,"side.mode":"fixed","side.full_share":false,"side.shared_opening":true,"side.lone_by_going_out":true,"pack.decks":2,"pack.jokers":4,"pack.calientes":0,"pack.copies_per_natural":null,"values.joker":50,"values.two":20,"values.ace":20,"values.eight":10,"values.black_three":5,"deal.hand":15,"deal.foot":0,"deal.foot_per_side":false,"deal.foot_choice":"second","deal.talons":[],"deal.talons_given":true,"deal.upcard":true,"deal.cover":["joker","two","red-three"],"deal.cover_freezes":true,"deal.face_down":0,"deal.face_down_by_rank":false,"deal.red_threes_first":false,"deal.cut_bonus":0,"deal.mirror_bonus":0,"turn.draw":2,"turn.float":false,"threes.red":"at-once","threes.black":"played","threes.any_time":false,"threes.totals":[100,200,300,800],"threes.plus_if":"meld","threes.pile_replaced":false,"threes.held":0,"threes.held_no_turn":null,"threes.held_only_out":false,"threes.held_tally":"five","threes.black_meld":"going-out","threes.black_four":0,"threes.black_held":0,"threes.black_held_only_out":false,"threes.set_aside":[],"melds.min_naturals":2,"melds.max_wilds":3,"melds.ratio":"free","melds.max_size":null,"melds.max_natural":null,"melds.big_unlimited":false,"melds.mixed_unlimited":false,"melds.same_rank":"one","melds.pure_sevens":false,"melds.pure_aces":false,"melds.not_theirs":false,"melds.cap":null,"melds.cap_red_threes":"no","wilds.allowed":false,"wilds.pure_twos":false,"wilds.whole":false,"wilds.locks":true,"wilds.binds":false,"wilds.melds":"one","wilds.max_size":null,"wilds.bonus":2000,"wilds.bonus_twos":null,"wilds.bonus_four_jokers":null,"wilds.bonus_six_jokers":null,"wilds.unfinished":0,"twos.allowed":false,"twos.natural":3000,"twos.mixed":2000,"sequences.allowed":false,"sequences.max_wilds":0,"sequences.min_naturals":3,"sequences.bonus":1500,"sequences.bonus_wild":null,"sequences.unfinished":0,"sequences.unfinished_up_to":6,"canastas.natural":500,"canastas.mixed":300,"canastas.sevens":null,"canastas.aces":null,"canastas.unfinished_sevens":0,"canastas.unfinished_aces":0,"canastas.held_sevens":0,"canastas.held_aces":0,"canastas.held_aces_if_mixed":true,"canastas.fixed_when_made":false,"canastas.five_natural":0,"canastas.five_mixed":0,"canastas.five_any":0,"canastas.ten":0,"canastas.concealed":0,"canastas.automatic":null,"opening.table":[[-1000000,15],[0,50],[1500,90],[3000,120]],"opening.concealed_free":true,"opening.concealed_partner":false,"opening.pure":false,"opening.triple":"no","opening.splash":"no","opening.before_draw":false,"opening.with_pile":"top-counts","pile.open_to":"all","pile.always_frozen":false,"pile.frozen_for_unopened":true,"pile.frozen_needs":2,"pile.natural_and_wild":true,"pile.wild_helps":false,"pile.onto_meld":"any","pile.own_canasta":"free","pile.one_card":false,"pile.taken":"all","pile.own_meld_first":false,"pile.wild_top":false,"pile.sequences":"no","discards.freeze":["joker","two"],"discards.block":["joker","two","red-three","black-three","caliente"],"discards.close":[],"discards.closes_next_only":false,"discards.covered_black_freezes":false,"discards.wilds":"free","discards.threes":"free","discards.no_black_first":false,"discards.empty_pile_ban":false,"discards.safe_ban":false,"out.canastas":2,"out.natural":0,"out.mixed":0,"out.wild":0,"out.either_way":false,"out.pure_or_sequence":false,"out.sequence":false,"out.red_threes":0,"out.specials_complete":false,"out.bonus":100,"out.concealed":100,"out.concealed_own_canasta":true,"out.concealed_no_partner":true,"out.concealed_side":false,"out.concealed_take":true,"out.concealed_plain":0,"out.discard":"optional","out.discard_hidden":false,"out.last_not":[],"out.play_on":false,"out.ask":"may","out.ask_late":false,"out.ask_once":false,"out.foot":"no","out.team_no_threes":false,"out.foot_penalty":0,"stock.end":"round","stock.recycles":3,"stock.forced_take":"onto-meld","stock.short_draw_ends":false,"stock.three_ends":false,"extra.hand":0,"extra.caliente_cost":100,"extra.caliente_to_deal":true,"extra.straight":0,"extra.pairs":0,"extra.pairs_wild":0,"extra.pairs_joker":false,"extra.pairs_distinct":false,"extra.garbage":0,"extra.garbage_triples":false,"score.cards_against":false,"score.foot_against":true,"score.talon_against":false}}',0,2,NULL,NULL,'normal',0,0,NULL,NULL,NULL,0);
INSERT INTO "games" VALUES(8,7,78,'playing',9,9,'samba','4',4,'{}',101,1,1,1800140240,'[0, 0]',NULL,1800139860,1800141430,NULL,86400,86400,0,1800140240,NULL,'{"id":"samba","name":"Samba","source":"wikipedia-filanda-retail: samba","layout":"4","seats":4,"house":[],"parameters":{"target":10000,"rounds":0,"side.sides":2,"side.mode":"fixed","side.full_share":false,"side.shared_opening":true,"side.lone_by_going_out":true,"pack.decks":3,"pack.jokers":6,"pack.calientes":0,"pack.copies_per_natural":null,"values.joker":50,"values.two":20,"values.ace":20,"values.eight":10,"values.black_three":5,"deal.hand":15,"deal.foot":0,"deal.foot_per_side":false,"deal.foot_choice":"second","deal.talons":[],"deal.talons_given":true,"deal.upcard":true,"deal.cover":["joker","two","red-three","black-three"],"deal.cover_freezes":true,"deal.face_down":0,"deal.face_down_by_rank":false,"deal.red_threes_first":true,"deal.cut_bonus":0,"deal.mirror_bonus":0,"turn.draw":2,"turn.float":false,"threes.red":"at-once","threes.black":"played","threes.any_time":false,"threes.totals":[100,200,300,800,1000,1200],"threes.plus_if":"meld","threes.pile_replaced":false,"threes.held":0,"threes.held_no_turn":null,"threes.held_only_out":false,"threes.held_tally":"five","threes.black_meld":"going-out","threes.black_four":0,"threes.black_held":0,"threes.black_held_only_out":false,"threes.set_aside":[],"melds.min_naturals":2,"melds.max_wilds":2,"melds.ratio":"free","melds.max_size":null,"melds.max_natural":null,"melds.big_unlimited":false,"melds.mixed_unlimited":false,"melds.same_rank":"after-canasta","melds.pure_sevens":false,"melds.pure_aces":false,"melds.not_theirs":false,"melds.cap":null,"melds.cap_red_threes":"no","wilds.allowed":false,"wilds.pure_twos":false,"wilds.whole":false,"wilds.locks":true,"wilds.binds":false,"wilds.melds":"one","wilds.max_size":null,"wilds.bonus":2000,"wilds.bonus_twos":null,"wilds.bonus_four_jokers":null,"wilds.bonus_six_jokers":null,"wilds.unfinished":0,"twos.allowed":false,"twos.natural":3000,"twos.mixed":2000,"sequences.allowed":true,"sequences.max_wilds":0,"sequences.min_naturals":3,"sequences.bonus":1500,"sequences.bonus_wild":null,"sequences.unfinished":0,"sequences.unfinished_up_to":6,"canastas.natural":500,"canastas.mixed":300,"canastas.sevens":null,"canastas.aces":null,"canastas.unfinished_sevens":0,"canastas.unfinished_aces":0,"canastas.held_sevens":0,"canastas.held_aces":0,"canastas.held_aces_if_mixed":true,"canastas.fixed_when_made":false,"canastas.five_natural":0,"canastas.five_mixed":0,"canastas.five_any":0,"canastas.ten":0,"canastas.concealed":0,"canastas.automatic":null,"opening.table":[[-1000000,15],[0,50],[1500,90],[3000,120],[7000,150]],"opening.concealed_free":false,"opening.concealed_partner":false,"opening.pure":false,"opening.triple":"no","opening.splash":"no","opening.before_draw":false,"opening.with_pile":"top-counts","pile.open_to":"all","pile.always_frozen":true,"pile.frozen_for_unopened":true,"pile.frozen_needs":2,"pile.natural_and_wild":false,"pile.wild_helps":false,"pile.onto_meld":"any","pile.own_canasta":"free","pile.one_card":true,"pile.taken":"all","pile.own_meld_first":false,"pile.wild_top":false,"pile.sequences":"top-card","discards.freeze":["joker","two"],"discards.block":["joker","two","red-three","black-three","caliente"],"discards.close":[],"discards.closes_next_only":false,"discards.covered_black_freezes":false,"discards.wilds":"free","discards.threes":"free","discards.no_black_first":false,"discards.empty_pile_ban":false,"discards.safe_ban":false,"out.canastas":2,"out.natural":0,"out.mixed":0,"out.wild":0,"out.either_way":false,"out.pure_or_sequence":true,"out.sequence":false,"out.red_threes":0,"out.specials_complete":false,"out.bonus":100,"out.concealed":100,"out.concealed_own_canasta":false,"out.concealed_no_partner":false,"out.concealed_side":true,"out.concealed_take":true,"out.concealed_plain":0,"out.discard":"optional","out.discard_hidden":false,"out.last_not":[],"out.play_on":false,"out.ask":"may","out.ask_late":false,"out.ask_once":false,"out.foot":"no","out.team_no_threes":false,"out.foot_penalty":0,"stock.end":"round","stock.recycles":3,"stock.forced_take":"any","stock.short_draw_ends":false,"stock.three_ends":false,"extra.hand":0,"extra.caliente_cost":100,"extra.caliente_to_deal":true,"extra.straight":0,"extra.pairs":0,"extra.pairs_wild":0,"extra.pairs_joker":false,"extra.pairs_distinct":false,"extra.garbage":0,"extra.garbage_triples":false,"score.cards_against":false,"score.foot_against":true,"score.talon_against":false}}',0,NULL,600,1,'normal',1,0,NULL,NULL,NULL,0);
INSERT INTO "games" VALUES(9,9,79,'lobby',1,1,'classic','4',4,'{}',106,0,NULL,NULL,'[]',NULL,1800141430,1800141430,NULL,3600,3600,0,NULL,NULL,NULL,0,NULL,NULL,NULL,'normal',0,0,NULL,NULL,NULL,0);
CREATE TABLE gatherings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    variant TEXT NOT NULL,
    size INTEGER NOT NULL,
    pace INTEGER NOT NULL,
    computers INTEGER NOT NULL CHECK (computers BETWEEN 0 AND size - 2),
    made_at INTEGER NOT NULL,
    until INTEGER NOT NULL
, rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1))) STRICT;
INSERT INTO "gatherings" VALUES(1,'classic',4,0,2,1788480000,1788480600,0);
CREATE TABLE ghosts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    made_at INTEGER NOT NULL
, user_id INTEGER) STRICT;
INSERT INTO "ghosts" VALUES(1,1800137740,NULL);
CREATE TABLE hints (
    game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    taken INTEGER NOT NULL,
    PRIMARY KEY (game_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "hints" VALUES(8,101,2);
CREATE TABLE in_line (
    user_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    guild_id INTEGER,
    variant TEXT NOT NULL,
    players INTEGER NOT NULL,
    pace INTEGER NOT NULL,
    here INTEGER NOT NULL CHECK (here = 0 OR (here = 1 AND guild_id IS NOT NULL)),
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    patient_since INTEGER NOT NULL,
    version INTEGER NOT NULL,
    stage TEXT NOT NULL CHECK (stage IN ('waiting', 'called', 'ready', 'missed', 'unreached', 'over')),
    gathering_id INTEGER REFERENCES gatherings (id) CHECK ((gathering_id IS NOT NULL) = (stage IN ('called', 'ready'))),
    letter TEXT CHECK (letter IN ('call', 'again', 'missed', 'over')),
    changed_at INTEGER NOT NULL
, unheard INTEGER NOT NULL DEFAULT 0, rated TEXT NOT NULL DEFAULT 'no' CHECK (rated IN ('any', 'yes', 'no'))) STRICT;
INSERT INTO "in_line" VALUES(101,'Anna',NULL,'',0,0,0,1788470000,1789000000,1788470000,1,'called',1,'call',1788480000,0,'no');
INSERT INTO "in_line" VALUES(102,'Bruno',NULL,'classic',4,0,0,1788470000,1789000000,1788470000,1,'ready',1,NULL,1788480100,0,'no');
CREATE TABLE lessons (
    user_id INTEGER NOT NULL,
    course TEXT NOT NULL,
    name TEXT NOT NULL,
    done INTEGER NOT NULL,
    opened INTEGER NOT NULL,
    PRIMARY KEY (user_id, course)
) STRICT;
INSERT INTO "lessons" VALUES(101,'classic','Ana',3,1);
CREATE TABLE line_posts (
    guild_id INTEGER PRIMARY KEY,
    channel_id INTEGER,
    trouble TEXT CHECK (trouble IN ('closed', 'deleted')),
    message_in INTEGER,
    message_id INTEGER,
    shown TEXT,
    edit_from INTEGER,
    posting_in INTEGER,
    posting_at INTEGER,
    again_at INTEGER NOT NULL DEFAULT 0,
    CHECK ((message_in IS NULL) = (message_id IS NULL) AND (shown IS NULL) = (message_id IS NULL)),
    CHECK ((edit_from IS NULL) = (message_id IS NULL) AND (posting_in IS NULL) = (posting_at IS NULL))
) STRICT;
INSERT INTO "line_posts" VALUES(1,2,NULL,2,3,'a digest',1788470000,NULL,NULL,0);
CREATE TABLE log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id INTEGER NOT NULL REFERENCES games (id),
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    user_id INTEGER,
    seat INTEGER,
    facts TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(facts))
, newcomer_id INTEGER) STRICT;
INSERT INTO "log" VALUES(1,3,7,1800083480,'missed',NULL,1,'{"name": "Di"}',NULL);
INSERT INTO "log" VALUES(2,6,9,1800137740,'agreed',101,NULL,'{}',NULL);
INSERT INTO "log" VALUES(3,6,10,1800137740,'abandoned',106,NULL,'{}',NULL);
INSERT INTO "log" VALUES(4,8,9,1800141430,'agreed',101,NULL,'{}',NULL);
CREATE TABLE meetings (
    guild_id INTEGER NOT NULL,
    season_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    other_id INTEGER NOT NULL,
    together INTEGER NOT NULL DEFAULT 0,
    together_won INTEGER NOT NULL DEFAULT 0,
    together_tied INTEGER NOT NULL DEFAULT 0,
    together_points INTEGER NOT NULL DEFAULT 0,
    against INTEGER NOT NULL DEFAULT 0,
    against_won INTEGER NOT NULL DEFAULT 0,
    against_tied INTEGER NOT NULL DEFAULT 0,
    against_margin INTEGER NOT NULL DEFAULT 0,
    recent TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(recent)),
    worth INTEGER NOT NULL DEFAULT 0,
    hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
    PRIMARY KEY (guild_id, season_id, user_id, other_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "meetings" VALUES(7,0,-1,103,0,0,0,0,1,0,0,-365,'[2]',0,1);
INSERT INTO "meetings" VALUES(7,0,101,103,0,0,0,0,1,0,0,-450,'[5]',0,0);
INSERT INTO "meetings" VALUES(7,0,103,-1,0,0,0,0,1,1,0,365,'[2]',0,1);
INSERT INTO "meetings" VALUES(7,0,103,101,0,0,0,0,1,1,0,450,'[5]',0,0);
INSERT INTO "meetings" VALUES(7,0,103,104,0,0,0,0,1,1,0,310,'[3]',0,1);
INSERT INTO "meetings" VALUES(7,0,103,105,1,1,0,820,0,0,0,0,'[3]',5454,0);
INSERT INTO "meetings" VALUES(7,0,104,103,0,0,0,0,1,0,0,-310,'[3]',0,1);
INSERT INTO "meetings" VALUES(7,0,104,105,0,0,0,0,1,0,0,-310,'[3]',0,1);
INSERT INTO "meetings" VALUES(7,0,105,103,1,1,0,820,0,0,0,0,'[3]',5454,0);
INSERT INTO "meetings" VALUES(7,0,105,104,0,0,0,0,1,1,0,310,'[3]',0,1);
INSERT INTO "meetings" VALUES(7,1,-1,103,0,0,0,0,1,0,0,-365,'[2]',0,1);
INSERT INTO "meetings" VALUES(7,1,103,-1,0,0,0,0,1,1,0,365,'[2]',0,1);
INSERT INTO "meetings" VALUES(7,2,101,103,0,0,0,0,1,0,0,-450,'[5]',0,0);
INSERT INTO "meetings" VALUES(7,2,103,101,0,0,0,0,1,1,0,450,'[5]',0,0);
INSERT INTO "meetings" VALUES(7,2,103,104,0,0,0,0,1,1,0,310,'[3]',0,1);
INSERT INTO "meetings" VALUES(7,2,103,105,1,1,0,820,0,0,0,0,'[3]',5454,0);
INSERT INTO "meetings" VALUES(7,2,104,103,0,0,0,0,1,0,0,-310,'[3]',0,1);
INSERT INTO "meetings" VALUES(7,2,104,105,0,0,0,0,1,0,0,-310,'[3]',0,1);
INSERT INTO "meetings" VALUES(7,2,105,103,1,1,0,820,0,0,0,0,'[3]',5454,0);
INSERT INTO "meetings" VALUES(7,2,105,104,0,0,0,0,1,1,0,310,'[3]',0,1);
CREATE TABLE members (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
    checked_at INTEGER NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "members" VALUES(7,101,'Ana',0,1800032880);
INSERT INTO "members" VALUES(7,103,'Cy 🂡',0,1800074450);
INSERT INTO "members" VALUES(7,104,'Di',1,1800137740);
INSERT INTO "members" VALUES(7,105,'Eva O''Hara',0,1800090780);
INSERT INTO "members" VALUES(9,101,'Ana',0,1800137740);
INSERT INTO "members" VALUES(9,106,'Fay',0,1800137740);
CREATE TABLE "messages" (
    game_id INTEGER NOT NULL REFERENCES games (id),
    message_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN
        ('table', 'call', 'hand', 'heads-up', 'scores', 'result', 'proposal', 'closed', 'still', 'gone', 'barred', 'locked',
         'left')),
    number INTEGER NOT NULL DEFAULT -1,
    user_id INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL CHECK (state IN ('shown', 'deleted', 'replaced')),
    shows_version INTEGER NOT NULL CHECK (shows_version >= 0), called INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game_id, message_id)
) STRICT;
INSERT INTO "messages" VALUES(8,800100,902,'hand',-1,0,'replaced',5,0);
INSERT INTO "messages" VALUES(8,800014,78,'table',-1,0,'replaced',9,0);
INSERT INTO "messages" VALUES(1,800000,71,'table',-1,0,'shown',96,0);
INSERT INTO "messages" VALUES(1,800001,71,'result',-1,0,'shown',96,0);
INSERT INTO "messages" VALUES(2,800002,72,'table',-1,0,'shown',147,0);
INSERT INTO "messages" VALUES(2,800003,72,'result',-1,0,'shown',147,0);
INSERT INTO "messages" VALUES(3,800004,73,'table',-1,0,'shown',41,0);
INSERT INTO "messages" VALUES(3,800005,73,'result',-1,0,'shown',41,0);
INSERT INTO "messages" VALUES(4,800006,74,'table',-1,0,'shown',86,0);
INSERT INTO "messages" VALUES(4,800007,74,'result',-1,0,'shown',86,0);
INSERT INTO "messages" VALUES(5,800008,75,'table',-1,0,'shown',99,0);
INSERT INTO "messages" VALUES(5,800009,75,'result',-1,0,'shown',0,0);
INSERT INTO "messages" VALUES(6,800010,76,'table',-1,0,'shown',10,0);
INSERT INTO "messages" VALUES(7,800011,77,'table',-1,0,'shown',9,9);
INSERT INTO "messages" VALUES(7,800012,77,'table',-1,0,'replaced',9,0);
INSERT INTO "messages" VALUES(8,800013,78,'table',-1,0,'shown',9,9);
INSERT INTO "messages" VALUES(9,800015,79,'table',-1,0,'shown',1,0);
INSERT INTO "messages" VALUES(8,800101,902,'hand',1,0,'shown',8,8);
INSERT INTO "messages" VALUES(8,800102,78,'table',-1,0,'replaced',8,0);
INSERT INTO "messages" VALUES(8,800103,78,'scores',1,0,'shown',6,0);
INSERT INTO "messages" VALUES(8,800104,78,'closed',-1,102,'shown',1,0);
INSERT INTO "messages" VALUES(8,800105,78,'proposal',-1,0,'shown',9,0);
INSERT INTO "messages" VALUES(8,800106,78,'proposal',2,0,'replaced',9,0);
INSERT INTO "messages" VALUES(8,800107,78,'proposal',3,0,'replaced',8,0);
INSERT INTO "messages" VALUES(9,800108,901,'barred',-1,0,'shown',1,0);
INSERT INTO "messages" VALUES(7,800109,901,'left',0,0,'shown',9,0);
INSERT INTO "messages" VALUES(7,800110,77,'still',-1,0,'shown',9,0);
CREATE TABLE morning_posts (
    guild_id INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL,
    hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    zone TEXT NOT NULL,
    due_at INTEGER,
    told_day INTEGER NOT NULL,
    posting_day INTEGER,
    posting_in INTEGER,
    posting_at INTEGER,
    refused INTEGER NOT NULL DEFAULT 0 CHECK (refused IN (0, 1)),
    CHECK ((posting_day IS NULL) = (posting_at IS NULL) AND (posting_in IS NULL) = (posting_at IS NULL))
) STRICT;
INSERT INTO "morning_posts" VALUES(501,601,8,'Europe/Rome',1788501600,20699,NULL,NULL,NULL,0);
CREATE TABLE moves (
    game_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    round INTEGER NOT NULL,
    version INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    line TEXT NOT NULL,
    user_id INTEGER,
    interaction_id INTEGER UNIQUE,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, number),
    UNIQUE (game_id, version),
    FOREIGN KEY (game_id, round) REFERENCES rounds (game_id, number)
) STRICT;
INSERT INTO "moves" VALUES(1,1,1,3,0,'0 draw',101,9000,1800000900);
INSERT INTO "moves" VALUES(1,2,1,4,0,'0 meld TS TH TD / QS QD *',101,9001,1800001100);
INSERT INTO "moves" VALUES(1,3,1,5,0,'0 discard 5D',101,9002,1800002000);
INSERT INTO "moves" VALUES(1,4,1,6,1,'1 take 5H 5D 2D * *',-1,9003,1800002900);
INSERT INTO "moves" VALUES(1,5,1,7,1,'1 meld 5C',-1,9004,1800003800);
INSERT INTO "moves" VALUES(1,6,1,8,1,'1 discard 3S',-1,9005,1800004700);
INSERT INTO "moves" VALUES(1,7,1,9,0,'0 draw',101,9006,1800004900);
INSERT INTO "moves" VALUES(1,8,1,10,0,'0 meld JH JH JD',101,9007,1800004990);
INSERT INTO "moves" VALUES(1,9,1,11,0,'0 discard AH',101,9008,1800005080);
INSERT INTO "moves" VALUES(1,10,1,12,1,'1 draw',-1,9009,1800005280);
INSERT INTO "moves" VALUES(1,11,1,13,1,'1 meld 7H 7D 7C',-1,9010,1800005370);
INSERT INTO "moves" VALUES(1,12,1,14,1,'1 discard AD',-1,9011,1800006270);
INSERT INTO "moves" VALUES(1,13,1,15,0,'0 draw',101,9012,1800006470);
INSERT INTO "moves" VALUES(1,14,1,16,0,'0 meld JC 2H 2D 2C',101,9013,1800006670);
INSERT INTO "moves" VALUES(1,15,1,17,0,'0 discard 3S',101,9014,1800006700);
INSERT INTO "moves" VALUES(1,16,1,18,1,'1 draw',-1,9015,1800007600);
INSERT INTO "moves" VALUES(1,17,1,19,1,'1 discard 9D',-1,9016,1800007630);
INSERT INTO "moves" VALUES(1,18,1,20,0,'0 draw',101,9017,1800007660);
INSERT INTO "moves" VALUES(1,19,1,21,0,'0 discard 9D',101,9018,1800007690);
INSERT INTO "moves" VALUES(1,20,1,22,1,'1 draw',-1,9019,1800007780);
INSERT INTO "moves" VALUES(1,21,1,23,1,'1 meld TS TH TC',-1,9020,1800007870);
INSERT INTO "moves" VALUES(1,22,1,24,1,'1 discard 8S',-1,9021,1800007900);
INSERT INTO "moves" VALUES(1,23,1,25,0,'0 take 8D 2S',101,9022,1800008800);
INSERT INTO "moves" VALUES(1,24,1,26,0,'0 discard 3S',101,9023,1800008830);
INSERT INTO "moves" VALUES(1,25,1,27,1,'1 draw',-1,9024,1800009730);
INSERT INTO "moves" VALUES(1,26,1,28,1,'1 discard AD',-1,9025,1800009760);
INSERT INTO "moves" VALUES(1,27,1,29,0,'0 take AH AD',101,9026,1800009850);
INSERT INTO "moves" VALUES(1,28,1,30,0,'0 discard 3S',101,9027,1800009880);
INSERT INTO "moves" VALUES(1,29,1,31,1,'1 draw',-1,9028,1800009970);
INSERT INTO "moves" VALUES(1,30,1,32,1,'1 meld 4H 4H 4D',-1,9029,1800010060);
INSERT INTO "moves" VALUES(1,31,1,33,1,'1 discard KH',-1,9030,1800010260);
INSERT INTO "moves" VALUES(1,32,1,34,0,'0 draw',101,9031,1800010290);
INSERT INTO "moves" VALUES(1,33,1,35,0,'0 meld 9H 9D 9D',101,9032,1800011190);
INSERT INTO "moves" VALUES(1,34,1,36,0,'0 discard KS',101,9033,1800011220);
INSERT INTO "moves" VALUES(1,35,1,37,1,'1 draw',-1,9034,1800011250);
INSERT INTO "moves" VALUES(1,36,1,38,1,'1 meld 7S',-1,9035,1800012150);
INSERT INTO "moves" VALUES(1,37,1,39,1,'1 discard 5H',-1,9036,1800012350);
INSERT INTO "moves" VALUES(1,38,1,40,0,'0 draw',101,9037,1800012440);
INSERT INTO "moves" VALUES(1,39,1,41,0,'0 discard 3S',101,9038,1800012640);
INSERT INTO "moves" VALUES(1,40,1,42,1,'1 draw',-1,9039,1800012840);
INSERT INTO "moves" VALUES(1,41,1,43,1,'1 discard 6H',-1,9040,1800013740);
INSERT INTO "moves" VALUES(1,42,1,44,0,'0 take 6S 6S',101,9041,1800014640);
INSERT INTO "moves" VALUES(1,43,1,45,0,'0 meld KS KH KC',101,9042,1800014730);
INSERT INTO "moves" VALUES(1,44,1,46,0,'0 discard 3S',101,9043,1800014820);
INSERT INTO "moves" VALUES(1,45,1,47,1,'1 draw',-1,9044,1800015020);
INSERT INTO "moves" VALUES(1,46,1,48,1,'1 discard 8S',-1,9045,1800015050);
INSERT INTO "moves" VALUES(1,47,1,49,0,'0 draw',101,9046,1800015950);
INSERT INTO "moves" VALUES(1,48,1,50,0,'0 meld 6D',101,9047,1800016040);
INSERT INTO "moves" VALUES(1,49,1,51,0,'0 discard 3S',101,9048,1800016940);
INSERT INTO "moves" VALUES(1,50,1,52,1,'1 draw',-1,9049,1800017140);
INSERT INTO "moves" VALUES(1,51,1,53,1,'1 discard 8H',-1,9050,1800017230);
INSERT INTO "moves" VALUES(1,52,1,54,0,'0 take',101,9051,1800017260);
INSERT INTO "moves" VALUES(1,53,1,55,0,'0 meld 8S',101,9052,1800017290);
INSERT INTO "moves" VALUES(1,54,1,56,0,'0 discard 3S',101,9053,1800017490);
INSERT INTO "moves" VALUES(1,55,1,57,1,'1 draw',-1,9054,1800017690);
INSERT INTO "moves" VALUES(1,56,1,58,1,'1 meld 7: 2H 2C *',-1,9055,1800017890);
INSERT INTO "moves" VALUES(1,57,1,59,1,'1 discard KH',-1,9056,1800018090);
INSERT INTO "moves" VALUES(1,58,1,60,0,'0 take',101,9057,1800018120);
INSERT INTO "moves" VALUES(1,59,1,61,0,'0 meld 4S 4S 4D',101,9058,1800019020);
INSERT INTO "moves" VALUES(1,60,1,62,0,'0 discard 3S',101,9059,1800019220);
INSERT INTO "moves" VALUES(1,61,1,63,1,'1 draw',-1,9060,1800019310);
INSERT INTO "moves" VALUES(1,62,1,64,1,'1 meld 9H 9C 9C',-1,9061,1800019340);
INSERT INTO "moves" VALUES(1,63,1,65,1,'1 discard 5S',-1,9062,1800019430);
INSERT INTO "moves" VALUES(1,64,1,66,0,'0 draw',101,9063,1800019460);
INSERT INTO "moves" VALUES(1,65,1,67,0,'0 discard 3S',101,9064,1800019660);
INSERT INTO "moves" VALUES(1,66,1,68,1,'1 draw',-1,9065,1800019690);
INSERT INTO "moves" VALUES(1,67,1,69,1,'1 meld 4C',-1,9066,1800019780);
INSERT INTO "moves" VALUES(1,68,1,70,1,'1 discard JS',-1,9067,1800019980);
INSERT INTO "moves" VALUES(1,69,1,71,0,'0 take',101,9068,1800020880);
INSERT INTO "moves" VALUES(1,70,1,72,0,'0 meld 8: 2S',101,9069,1800020970);
INSERT INTO "moves" VALUES(1,71,1,73,0,'0 discard 3S',101,9070,1800021060);
INSERT INTO "moves" VALUES(1,72,1,74,1,'1 draw',-1,9071,1800021090);
INSERT INTO "moves" VALUES(1,73,1,75,1,'1 discard 5C',-1,9072,1800021990);
INSERT INTO "moves" VALUES(1,74,1,76,0,'0 draw',101,9073,1800022080);
INSERT INTO "moves" VALUES(1,75,1,77,0,'0 meld 9S',101,9074,1800022280);
INSERT INTO "moves" VALUES(1,76,1,78,0,'0 meld QC',101,9075,1800023180);
INSERT INTO "moves" VALUES(1,77,1,79,0,'0 discard 3S',101,9076,1800024080);
INSERT INTO "moves" VALUES(1,78,1,80,1,'1 draw',-1,9077,1800024980);
INSERT INTO "moves" VALUES(1,79,1,81,1,'1 meld TC',-1,9078,1800025880);
INSERT INTO "moves" VALUES(1,80,1,82,1,'1 discard 3C',-1,9079,1800026780);
INSERT INTO "moves" VALUES(1,81,1,83,0,'0 draw',101,9080,1800026980);
INSERT INTO "moves" VALUES(1,82,1,84,0,'0 meld KD',101,9081,1800027880);
INSERT INTO "moves" VALUES(1,83,1,85,0,'0 discard 5H',101,9082,1800028080);
INSERT INTO "moves" VALUES(1,84,1,86,1,'1 draw',-1,9083,1800028110);
INSERT INTO "moves" VALUES(1,85,1,87,1,'1 discard 7C',-1,9084,1800028200);
INSERT INTO "moves" VALUES(1,86,1,88,0,'0 take 7S 7H',101,9085,1800029100);
INSERT INTO "moves" VALUES(1,87,1,89,0,'0 meld 4C',101,9086,1800030000);
INSERT INTO "moves" VALUES(1,88,1,90,0,'0 discard 3S',101,9087,1800030900);
INSERT INTO "moves" VALUES(1,89,1,91,1,'1 draw',-1,9088,1800030990);
INSERT INTO "moves" VALUES(1,90,1,92,1,'1 meld TD',-1,9089,1800031020);
INSERT INTO "moves" VALUES(1,91,1,93,1,'1 discard 8C',-1,9090,1800031920);
INSERT INTO "moves" VALUES(1,92,1,94,0,'0 take',101,9091,1800031950);
INSERT INTO "moves" VALUES(1,93,1,95,0,'0 meld 5S 5H 5C',101,9092,1800031980);
INSERT INTO "moves" VALUES(1,94,1,96,0,'0 meld 3S 3S 3C',101,9093,1800032880);
INSERT INTO "moves" VALUES(2,1,1,3,1,'1 draw',103,9094,1800033080);
INSERT INTO "moves" VALUES(2,2,1,4,1,'1 meld TS TH TH TC / JH JC *',103,9095,1800033170);
INSERT INTO "moves" VALUES(2,3,1,5,1,'1 meld 5S 5S 5H',103,9096,1800034070);
INSERT INTO "moves" VALUES(2,4,1,6,1,'1 discard 9H',103,9097,1800034160);
INSERT INTO "moves" VALUES(2,5,1,7,0,'0 draw',-1,9098,1800035060);
INSERT INTO "moves" VALUES(2,6,1,8,0,'0 meld KC KC * *',-1,9099,1800035150);
INSERT INTO "moves" VALUES(2,7,1,9,0,'0 discard 9H',-1,9100,1800035240);
INSERT INTO "moves" VALUES(2,8,1,10,1,'1 draw',103,9101,1800035440);
INSERT INTO "moves" VALUES(2,9,1,11,1,'1 discard 3C',103,9102,1800035530);
INSERT INTO "moves" VALUES(2,10,1,12,0,'0 draw',-1,9103,1800035620);
INSERT INTO "moves" VALUES(2,11,1,13,0,'0 meld 7H 7D 7D',-1,9104,1800036520);
INSERT INTO "moves" VALUES(2,12,1,14,0,'0 discard AH',-1,9105,1800036550);
INSERT INTO "moves" VALUES(2,13,1,15,1,'1 draw',103,9106,1800036640);
INSERT INTO "moves" VALUES(2,14,1,16,1,'1 meld QS QH QH',103,9107,1800036840);
INSERT INTO "moves" VALUES(2,15,1,17,1,'1 discard 3C',103,9108,1800037040);
INSERT INTO "moves" VALUES(2,16,1,18,0,'0 draw',-1,9109,1800037240);
INSERT INTO "moves" VALUES(2,17,1,19,0,'0 meld 8S 8H *',-1,9110,1800037330);
INSERT INTO "moves" VALUES(2,18,1,20,0,'0 discard 6H',-1,9111,1800037420);
INSERT INTO "moves" VALUES(2,19,1,21,1,'1 take 6D 2S',103,9112,1800037450);
INSERT INTO "moves" VALUES(2,20,1,22,1,'1 meld 9H 9H 9D',103,9113,1800037480);
INSERT INTO "moves" VALUES(2,21,1,23,1,'1 discard AH',103,9114,1800037570);
INSERT INTO "moves" VALUES(2,22,1,24,0,'0 draw',-1,9115,1800037600);
INSERT INTO "moves" VALUES(2,23,1,25,0,'0 meld 5H 5D 5C',-1,9116,1800038500);
INSERT INTO "moves" VALUES(2,24,1,26,0,'0 meld KS',-1,9117,1800038530);
INSERT INTO "moves" VALUES(2,25,1,27,0,'0 discard JD',-1,9118,1800039430);
INSERT INTO "moves" VALUES(2,26,1,28,1,'1 draw',103,9119,1800039630);
INSERT INTO "moves" VALUES(2,27,1,29,1,'1 meld 6H',103,9120,1800040530);
INSERT INTO "moves" VALUES(2,28,1,30,1,'1 discard 3S',103,9121,1800040620);
INSERT INTO "moves" VALUES(2,29,1,31,0,'0 draw',-1,9122,1800040710);
INSERT INTO "moves" VALUES(2,30,1,32,0,'0 discard AS',-1,9123,1800041610);
INSERT INTO "moves" VALUES(2,31,1,33,1,'1 draw',103,9124,1800041810);
INSERT INTO "moves" VALUES(2,32,1,34,1,'1 meld 6S 2S 2D',103,9125,1800042010);
INSERT INTO "moves" VALUES(2,33,1,35,1,'1 discard 3C',103,9126,1800042100);
INSERT INTO "moves" VALUES(2,34,1,36,0,'0 draw',-1,9127,1800042190);
INSERT INTO "moves" VALUES(2,35,1,37,0,'0 meld 8D',-1,9128,1800042280);
INSERT INTO "moves" VALUES(2,36,1,38,0,'0 discard AD',-1,9129,1800042480);
INSERT INTO "moves" VALUES(2,37,1,39,1,'1 draw',103,9130,1800042570);
INSERT INTO "moves" VALUES(2,38,1,40,1,'1 discard 3C',103,9131,1800042600);
INSERT INTO "moves" VALUES(2,39,1,41,0,'0 draw',-1,9132,1800042690);
INSERT INTO "moves" VALUES(2,40,1,42,0,'0 discard 4C',-1,9133,1800042780);
INSERT INTO "moves" VALUES(2,41,1,43,1,'1 take 4D 4C',103,9134,1800043680);
INSERT INTO "moves" VALUES(2,42,1,44,1,'1 meld AS AH AD',103,9135,1800043710);
INSERT INTO "moves" VALUES(2,43,1,45,1,'1 discard 3C',103,9136,1800043910);
INSERT INTO "moves" VALUES(2,44,1,46,0,'0 draw',-1,9137,1800044110);
INSERT INTO "moves" VALUES(2,45,1,47,0,'0 discard TD',-1,9138,1800044140);
INSERT INTO "moves" VALUES(2,46,1,48,1,'1 draw',103,9139,1800044230);
INSERT INTO "moves" VALUES(2,47,1,49,1,'1 meld QC',103,9140,1800044320);
INSERT INTO "moves" VALUES(2,48,1,50,1,'1 discard 3S',103,9141,1800044410);
INSERT INTO "moves" VALUES(2,49,1,51,0,'0 draw',-1,9142,1800044440);
INSERT INTO "moves" VALUES(2,50,1,52,0,'0 meld KH 2D',-1,9143,1800044470);
INSERT INTO "moves" VALUES(2,51,1,53,0,'0 meld 8H',-1,9144,1800045370);
INSERT INTO "moves" VALUES(2,52,1,54,0,'0 discard 4H',-1,9145,1800045400);
INSERT INTO "moves" VALUES(2,53,1,55,1,'1 take',103,9146,1800045430);
INSERT INTO "moves" VALUES(2,54,1,56,1,'1 meld TD',103,9147,1800046330);
INSERT INTO "moves" VALUES(2,55,1,57,1,'1 meld JD',103,9148,1800046530);
INSERT INTO "moves" VALUES(2,56,1,58,1,'1 discard 6S',103,9149,1800047430);
INSERT INTO "moves" VALUES(2,57,1,59,0,'0 draw',-1,9150,1800047520);
INSERT INTO "moves" VALUES(2,58,1,60,0,'0 meld 9S 9S 9C',-1,9151,1800047720);
INSERT INTO "moves" VALUES(2,59,1,61,0,'0 discard KS',-1,9152,1800047810);
INSERT INTO "moves" VALUES(2,60,1,62,1,'1 draw',103,9153,1800047840);
INSERT INTO "moves" VALUES(2,61,1,63,1,'1 meld 4H',103,9154,1800048040);
INSERT INTO "moves" VALUES(2,62,1,64,1,'1 discard 3C',103,9155,1800048130);
INSERT INTO "moves" VALUES(2,63,1,65,0,'0 draw',-1,9156,1800049030);
INSERT INTO "moves" VALUES(2,64,1,66,0,'0 discard 6C',-1,9157,1800049930);
INSERT INTO "moves" VALUES(2,65,1,67,1,'1 take',103,9158,1800050130);
INSERT INTO "moves" VALUES(2,66,1,68,1,'1 meld 6S',103,9159,1800050160);
INSERT INTO "moves" VALUES(2,67,1,69,1,'1 discard 3C',103,9160,1800051060);
INSERT INTO "moves" VALUES(2,68,1,70,0,'0 draw',-1,9161,1800051960);
INSERT INTO "moves" VALUES(2,69,1,71,0,'0 meld 8: 2C 2C',-1,9162,1800052050);
INSERT INTO "moves" VALUES(2,70,1,72,0,'0 meld 9D 9C',-1,9163,1800052080);
INSERT INTO "moves" VALUES(2,71,1,73,0,'0 discard QC',-1,9164,1800052280);
INSERT INTO "moves" VALUES(2,72,1,74,1,'1 take 2H',103,9165,1800053180);
INSERT INTO "moves" VALUES(2,73,1,75,1,'1 discard 3S',103,9166,1800053380);
INSERT INTO "moves" VALUES(2,74,1,76,0,'0 draw',-1,9167,1800053580);
INSERT INTO "moves" VALUES(2,75,1,77,0,'0 discard AC',-1,9168,1800053780);
INSERT INTO "moves" VALUES(2,76,1,78,1,'1 take',103,9169,1800053980);
INSERT INTO "moves" VALUES(2,77,1,79,1,'1 discard 3C',103,9170,1800054070);
INSERT INTO "moves" VALUES(2,78,1,80,0,'0 draw',-1,9171,1800054100);
INSERT INTO "moves" VALUES(2,79,1,81,0,'0 meld 5C',-1,9172,1800055000);
INSERT INTO "moves" VALUES(2,80,1,82,0,'0 discard JS',-1,9173,1800055090);
INSERT INTO "moves" VALUES(2,81,1,83,1,'1 take',103,9174,1800055180);
INSERT INTO "moves" VALUES(2,82,1,84,1,'1 discard 3C',103,9175,1800055380);
INSERT INTO "moves" VALUES(2,83,1,85,0,'0 draw',-1,9176,1800055470);
INSERT INTO "moves" VALUES(2,84,1,86,0,'0 meld 7S 7C',-1,9177,1800055560);
INSERT INTO "moves" VALUES(2,85,1,87,0,'0 discard AS',-1,9178,1800056460);
INSERT INTO "moves" VALUES(2,86,1,88,1,'1 take',103,9179,1800057360);
INSERT INTO "moves" VALUES(2,87,1,89,1,'1 discard 3C',103,9180,1800058260);
INSERT INTO "moves" VALUES(2,88,1,90,0,'0 draw',-1,9181,1800058290);
INSERT INTO "moves" VALUES(2,89,1,91,0,'0 discard AH',-1,9182,1800058320);
INSERT INTO "moves" VALUES(2,90,1,92,1,'1 take',103,9183,1800058410);
INSERT INTO "moves" VALUES(2,91,1,93,1,'1 discard 3C',103,9184,1800058440);
INSERT INTO "moves" VALUES(2,92,1,94,0,'0 draw',-1,9185,1800058530);
INSERT INTO "moves" VALUES(2,93,1,95,0,'0 discard AD',-1,9186,1800058620);
INSERT INTO "moves" VALUES(2,94,1,96,1,'1 take',103,9187,1800058820);
INSERT INTO "moves" VALUES(2,95,1,97,1,'1 discard 3C',103,9188,1800058850);
INSERT INTO "moves" VALUES(2,96,1,98,0,'0 draw',-1,9189,1800059050);
INSERT INTO "moves" VALUES(2,97,1,99,0,'0 meld 8C',-1,9190,1800059250);
INSERT INTO "moves" VALUES(2,98,1,100,0,'0 discard QD',-1,9191,1800059450);
INSERT INTO "moves" VALUES(2,99,1,101,1,'1 take',103,9192,1800059540);
INSERT INTO "moves" VALUES(2,100,1,102,1,'1 discard 3S',103,9193,1800060440);
INSERT INTO "moves" VALUES(2,101,1,103,0,'0 draw',-1,9194,1800060470);
INSERT INTO "moves" VALUES(2,102,1,104,0,'0 meld 8S',-1,9195,1800061370);
INSERT INTO "moves" VALUES(2,103,1,105,0,'0 discard JD',-1,9196,1800061570);
INSERT INTO "moves" VALUES(2,104,1,106,1,'1 take',103,9197,1800061770);
INSERT INTO "moves" VALUES(2,105,1,107,1,'1 discard 3S',103,9198,1800062670);
INSERT INTO "moves" VALUES(2,106,1,108,0,'0 draw',-1,9199,1800062700);
INSERT INTO "moves" VALUES(2,107,1,109,0,'0 meld 7C 2H',-1,9200,1800062790);
INSERT INTO "moves" VALUES(2,108,1,110,0,'0 discard TD',-1,9201,1800062880);
INSERT INTO "moves" VALUES(2,109,1,111,1,'1 take',103,9202,1800062910);
INSERT INTO "moves" VALUES(2,110,1,112,1,'1 discard 3C',103,9203,1800062940);
INSERT INTO "moves" VALUES(2,111,1,113,0,'0 draw',-1,9204,1800063030);
INSERT INTO "moves" VALUES(2,112,1,114,0,'0 discard AC',-1,9205,1800063230);
INSERT INTO "moves" VALUES(2,113,1,115,1,'1 draw',103,9206,1800064130);
INSERT INTO "moves" VALUES(2,114,1,116,1,'1 meld KS KD KD',103,9207,1800065030);
INSERT INTO "moves" VALUES(2,115,1,117,1,'1 discard 3S',103,9208,1800065060);
INSERT INTO "moves" VALUES(2,116,1,118,0,'0 draw',-1,9209,1800065150);
INSERT INTO "moves" VALUES(2,117,1,119,0,'0 discard 3S',-1,9210,1800066050);
INSERT INTO "moves" VALUES(2,118,1,120,1,'1 draw',103,9211,1800066080);
INSERT INTO "moves" VALUES(2,119,1,121,1,'1 discard 3C',103,9212,1800066280);
INSERT INTO "moves" VALUES(2,120,1,122,0,'0 draw',-1,9213,1800066370);
INSERT INTO "moves" VALUES(2,121,1,123,0,'0 meld 8C',-1,9214,1800067270);
INSERT INTO "moves" VALUES(2,122,1,124,0,'0 discard QS',-1,9215,1800068170);
INSERT INTO "moves" VALUES(2,123,1,125,1,'1 draw',103,9216,1800068370);
INSERT INTO "moves" VALUES(2,124,1,126,1,'1 meld JC',103,9217,1800069270);
INSERT INTO "moves" VALUES(2,125,1,127,1,'1 meld QD',103,9218,1800070170);
INSERT INTO "moves" VALUES(2,126,1,128,1,'1 discard 6C',103,9219,1800070260);
INSERT INTO "moves" VALUES(2,127,1,129,0,'0 draw',-1,9220,1800070460);
INSERT INTO "moves" VALUES(2,128,1,130,0,'0 meld 5D',-1,9221,1800070660);
INSERT INTO "moves" VALUES(2,129,1,131,0,'0 discard TC',-1,9222,1800070750);
INSERT INTO "moves" VALUES(2,130,1,132,1,'1 take',103,9223,1800070950);
INSERT INTO "moves" VALUES(2,131,1,133,1,'1 meld AC',103,9224,1800070980);
INSERT INTO "moves" VALUES(2,132,1,134,1,'1 meld QS',103,9225,1800071180);
INSERT INTO "moves" VALUES(2,133,1,135,1,'1 meld 6C',103,9226,1800071210);
INSERT INTO "moves" VALUES(2,134,1,136,1,'1 discard 3S',103,9227,1800071410);
INSERT INTO "moves" VALUES(2,135,1,137,0,'0 draw',-1,9228,1800071610);
INSERT INTO "moves" VALUES(2,136,1,138,0,'0 meld 4S 4S 4D',-1,9229,1800071700);
INSERT INTO "moves" VALUES(2,137,1,139,0,'0 meld KH',-1,9230,1800072600);
INSERT INTO "moves" VALUES(2,138,1,140,0,'0 discard JH',-1,9231,1800072800);
INSERT INTO "moves" VALUES(2,139,1,141,1,'1 take',103,9232,1800072890);
INSERT INTO "moves" VALUES(2,140,1,142,1,'1 discard 3S',103,9233,1800073090);
INSERT INTO "moves" VALUES(2,141,1,143,0,'0 draw',-1,9234,1800073290);
INSERT INTO "moves" VALUES(2,142,1,144,0,'0 discard TS',-1,9235,1800073320);
INSERT INTO "moves" VALUES(2,143,1,145,1,'1 take',103,9236,1800074220);
INSERT INTO "moves" VALUES(2,144,1,146,1,'1 discard 3C',103,9237,1800074420);
INSERT INTO "moves" VALUES(2,145,1,147,0,'0 draw',-1,9238,1800074450);
INSERT INTO "moves" VALUES(3,1,1,3,0,'0 draw',103,9239,1800075350);
INSERT INTO "moves" VALUES(3,2,1,4,0,'0 meld 5S 5H 5D / 7H 7C *',103,9240,1800075380);
INSERT INTO "moves" VALUES(3,3,1,5,0,'0 discard 8S',103,9241,1800076280);
INSERT INTO "moves" VALUES(3,4,1,6,1,'1 draw',NULL,NULL,1800083480);
INSERT INTO "moves" VALUES(3,5,1,7,1,'1 discard 3S',NULL,NULL,1800083480);
INSERT INTO "moves" VALUES(3,6,1,8,2,'2 draw',105,9242,1800083570);
INSERT INTO "moves" VALUES(3,7,1,9,2,'2 meld 5C',105,9243,1800084470);
INSERT INTO "moves" VALUES(3,8,1,10,2,'2 meld 7H',105,9244,1800085370);
INSERT INTO "moves" VALUES(3,9,1,11,2,'2 discard 3C',105,9245,1800086270);
INSERT INTO "moves" VALUES(3,10,1,12,3,'3 draw',NULL,NULL,1800086270);
INSERT INTO "moves" VALUES(3,11,1,13,3,'3 meld JS JS JD JD *',NULL,NULL,1800086270);
INSERT INTO "moves" VALUES(3,12,1,14,3,'3 discard 8H',NULL,NULL,1800086270);
INSERT INTO "moves" VALUES(3,13,1,15,0,'0 draw',103,9246,1800086470);
INSERT INTO "moves" VALUES(3,14,1,16,0,'0 meld 5: 2S 2D 2C',103,9247,1800086500);
INSERT INTO "moves" VALUES(3,15,1,17,0,'0 discard AS',103,9248,1800086530);
INSERT INTO "moves" VALUES(3,16,1,18,1,'1 take AH 2H',104,9249,1800086620);
INSERT INTO "moves" VALUES(3,17,1,19,1,'1 meld 8S 8S 8H 8C',104,9250,1800086710);
INSERT INTO "moves" VALUES(3,18,1,20,1,'1 meld JH',104,9251,1800086740);
INSERT INTO "moves" VALUES(3,19,1,21,1,'1 discard 3S',104,9252,1800086770);
INSERT INTO "moves" VALUES(3,20,1,22,2,'2 draw',105,9253,1800087670);
INSERT INTO "moves" VALUES(3,21,1,23,2,'2 discard 9S',105,9254,1800087760);
INSERT INTO "moves" VALUES(3,22,1,24,3,'3 draw',NULL,NULL,1800087760);
INSERT INTO "moves" VALUES(3,23,1,25,3,'3 meld J: 2D',NULL,NULL,1800087760);
INSERT INTO "moves" VALUES(3,24,1,26,3,'3 meld AC',NULL,NULL,1800087760);
INSERT INTO "moves" VALUES(3,25,1,27,3,'3 discard 9H',NULL,NULL,1800087760);
INSERT INTO "moves" VALUES(3,26,1,28,0,'0 draw',103,9255,1800088660);
INSERT INTO "moves" VALUES(3,27,1,29,0,'0 discard AH',103,9256,1800088750);
INSERT INTO "moves" VALUES(3,28,1,30,1,'1 take',104,9257,1800088950);
INSERT INTO "moves" VALUES(3,29,1,31,1,'1 meld 9S 9H 9D',104,9258,1800088980);
INSERT INTO "moves" VALUES(3,30,1,32,1,'1 discard 3C',104,9259,1800089070);
INSERT INTO "moves" VALUES(3,31,1,33,2,'2 draw',105,9260,1800089160);
INSERT INTO "moves" VALUES(3,32,1,34,2,'2 meld KS KH KD',105,9261,1800089250);
INSERT INTO "moves" VALUES(3,33,1,35,2,'2 meld QS QC 2S',105,9262,1800089450);
INSERT INTO "moves" VALUES(3,34,1,36,2,'2 discard 6C',105,9263,1800089650);
INSERT INTO "moves" VALUES(3,35,1,37,3,'3 draw',NULL,NULL,1800089650);
INSERT INTO "moves" VALUES(3,36,1,38,3,'3 discard TS',NULL,NULL,1800089650);
INSERT INTO "moves" VALUES(3,37,1,39,0,'0 draw',103,9264,1800089850);
INSERT INTO "moves" VALUES(3,38,1,40,0,'0 meld 7S',103,9265,1800090750);
INSERT INTO "moves" VALUES(3,39,1,41,0,'0 meld QD QC',103,9266,1800090780);
INSERT INTO "moves" VALUES(4,1,1,3,0,'0 draw',101,9267,1800090980);
INSERT INTO "moves" VALUES(4,2,1,4,0,'0 meld JS JC JC / QS QC QC',101,9268,1800091070);
INSERT INTO "moves" VALUES(4,3,1,5,0,'0 discard AS',101,9269,1800091270);
INSERT INTO "moves" VALUES(4,4,1,6,1,'1 draw',104,9270,1800091300);
INSERT INTO "moves" VALUES(4,5,1,7,1,'1 discard 3S',104,9271,1800091390);
INSERT INTO "moves" VALUES(4,6,1,8,0,'0 draw',101,9272,1800091590);
INSERT INTO "moves" VALUES(4,7,1,9,0,'0 meld 8S 8D 8D',101,9273,1800091620);
INSERT INTO "moves" VALUES(4,8,1,10,0,'0 discard KD',101,9274,1800092520);
INSERT INTO "moves" VALUES(4,9,1,11,1,'1 draw',104,9275,1800092610);
INSERT INTO "moves" VALUES(4,10,1,12,1,'1 meld KS KH KD / AH AH AC',104,9276,1800092700);
INSERT INTO "moves" VALUES(4,11,1,13,1,'1 meld TH TC *',104,9277,1800092900);
INSERT INTO "moves" VALUES(4,12,1,14,1,'1 discard 7D',104,9278,1800092990);
INSERT INTO "moves" VALUES(4,13,1,15,0,'0 take 7D 7C',101,9279,1800093190);
INSERT INTO "moves" VALUES(4,14,1,16,0,'0 discard 3S',101,9280,1800093280);
INSERT INTO "moves" VALUES(4,15,1,17,1,'1 draw',104,9281,1800093370);
INSERT INTO "moves" VALUES(4,16,1,18,1,'1 discard 6H',104,9282,1800094270);
INSERT INTO "moves" VALUES(4,17,1,19,0,'0 draw',101,9283,1800094470);
INSERT INTO "moves" VALUES(4,18,1,20,0,'0 meld 8H',101,9284,1800094560);
INSERT INTO "moves" VALUES(4,19,1,21,0,'0 discard 5S',101,9285,1800095460);
INSERT INTO "moves" VALUES(4,20,1,22,1,'1 draw',104,9286,1800095490);
INSERT INTO "moves" VALUES(4,21,1,23,1,'1 meld AD',104,9287,1800095520);
INSERT INTO "moves" VALUES(4,22,1,24,1,'1 meld 4S 4S 4D',104,9288,1800095610);
INSERT INTO "moves" VALUES(4,23,1,25,1,'1 discard 5S',104,9289,1800095700);
INSERT INTO "moves" VALUES(4,24,1,26,0,'0 draw',101,9290,1800096600);
INSERT INTO "moves" VALUES(4,25,1,27,0,'0 meld KD KC KC',101,9291,1800096800);
INSERT INTO "moves" VALUES(4,26,1,28,0,'0 discard 3C',101,9292,1800097000);
INSERT INTO "moves" VALUES(4,27,1,29,1,'1 draw',104,9293,1800097200);
INSERT INTO "moves" VALUES(4,28,1,30,1,'1 discard 5C',104,9294,1800098100);
INSERT INTO "moves" VALUES(4,29,1,31,0,'0 draw',101,9295,1800098190);
INSERT INTO "moves" VALUES(4,30,1,32,0,'0 meld 7S',101,9296,1800098280);
INSERT INTO "moves" VALUES(4,31,1,33,0,'0 discard 9C',101,9297,1800098310);
INSERT INTO "moves" VALUES(4,32,1,34,1,'1 take 9S 9D',104,9298,1800098510);
INSERT INTO "moves" VALUES(4,33,1,35,1,'1 meld 5S 5S 5H 5C',104,9299,1800099410);
INSERT INTO "moves" VALUES(4,34,1,36,1,'1 discard 3C',104,9300,1800099440);
INSERT INTO "moves" VALUES(4,35,1,37,0,'0 draw',101,9301,1800100340);
INSERT INTO "moves" VALUES(4,36,1,38,0,'0 meld QH',101,9302,1800100370);
INSERT INTO "moves" VALUES(4,37,1,39,0,'0 meld JD',101,9303,1800101270);
INSERT INTO "moves" VALUES(4,38,1,40,0,'0 discard 9H',101,9304,1800101300);
INSERT INTO "moves" VALUES(4,39,1,41,1,'1 draw',104,9305,1800101330);
INSERT INTO "moves" VALUES(4,40,1,42,1,'1 meld 4C',104,9306,1800101360);
INSERT INTO "moves" VALUES(4,41,1,43,1,'1 meld TS',104,9307,1800102260);
INSERT INTO "moves" VALUES(4,42,1,44,1,'1 discard 3S',104,9308,1800102460);
INSERT INTO "moves" VALUES(4,43,1,45,0,'0 draw',101,9309,1800102660);
INSERT INTO "moves" VALUES(4,44,1,46,0,'0 meld AS AD *',101,9310,1800102750);
INSERT INTO "moves" VALUES(4,45,1,47,0,'0 discard 4D',101,9311,1800102840);
INSERT INTO "moves" VALUES(4,46,1,48,1,'1 take',104,9312,1800103040);
INSERT INTO "moves" VALUES(4,47,1,49,1,'1 meld 4: 2S 2D',104,9313,1800103240);
INSERT INTO "moves" VALUES(4,48,1,50,1,'1 discard 6H',104,9314,1800103270);
INSERT INTO "moves" VALUES(4,49,1,51,0,'0 draw',101,9315,1800103470);
INSERT INTO "moves" VALUES(4,50,1,52,0,'0 meld 8C',101,9316,1800103670);
INSERT INTO "moves" VALUES(4,51,1,53,0,'0 discard 3S',101,9317,1800103700);
INSERT INTO "moves" VALUES(4,52,1,54,1,'1 draw',104,9318,1800103790);
INSERT INTO "moves" VALUES(4,53,1,55,1,'1 meld AS',104,9319,1800103880);
INSERT INTO "moves" VALUES(4,54,1,56,1,'1 discard 3S',104,9320,1800104080);
INSERT INTO "moves" VALUES(4,55,1,57,0,'0 draw',101,9321,1800104170);
INSERT INTO "moves" VALUES(4,56,1,58,0,'0 meld JH',101,9322,1800104370);
INSERT INTO "moves" VALUES(4,57,1,59,0,'0 discard 9S',101,9323,1800104570);
INSERT INTO "moves" VALUES(4,58,1,60,1,'1 take 9H',104,9324,1800105470);
INSERT INTO "moves" VALUES(4,59,1,61,1,'1 discard 6H',104,9325,1800105500);
INSERT INTO "moves" VALUES(4,60,1,62,0,'0 draw',101,9326,1800105700);
INSERT INTO "moves" VALUES(4,61,1,63,0,'0 meld 7S',101,9327,1800105730);
INSERT INTO "moves" VALUES(4,62,1,64,0,'0 discard 9C',101,9328,1800105820);
INSERT INTO "moves" VALUES(4,63,1,65,1,'1 draw',104,9329,1800105910);
INSERT INTO "moves" VALUES(4,64,1,66,1,'1 meld TC',104,9330,1800105940);
INSERT INTO "moves" VALUES(4,65,1,67,1,'1 discard 3C',104,9331,1800105970);
INSERT INTO "moves" VALUES(4,66,1,68,0,'0 draw',101,9332,1800106000);
INSERT INTO "moves" VALUES(4,67,1,69,0,'0 discard TH',101,9333,1800106200);
INSERT INTO "moves" VALUES(4,68,1,70,1,'1 take',104,9334,1800106230);
INSERT INTO "moves" VALUES(4,69,1,71,1,'1 meld 9C',104,9335,1800106320);
INSERT INTO "moves" VALUES(4,70,1,72,1,'1 discard 3S',104,9336,1800106350);
INSERT INTO "moves" VALUES(4,71,1,73,0,'0 draw',101,9337,1800107250);
INSERT INTO "moves" VALUES(4,72,1,74,0,'0 meld JD 2H',101,9338,1800107280);
INSERT INTO "moves" VALUES(4,73,1,75,0,'0 discard TD',101,9339,1800107370);
INSERT INTO "moves" VALUES(4,74,1,76,1,'1 take',104,9340,1800108270);
INSERT INTO "moves" VALUES(4,75,1,77,1,'1 discard 3S',104,9341,1800108300);
INSERT INTO "moves" VALUES(4,76,1,78,0,'0 draw',101,9342,1800108500);
INSERT INTO "moves" VALUES(4,77,1,79,0,'0 discard 5H',101,9343,1800108700);
INSERT INTO "moves" VALUES(4,78,1,80,1,'1 draw',104,9344,1800108730);
INSERT INTO "moves" VALUES(4,79,1,81,1,'1 discard 3S',104,9345,1800108820);
INSERT INTO "moves" VALUES(4,80,1,82,0,'0 draw',101,9346,1800109020);
INSERT INTO "moves" VALUES(4,81,1,83,0,'0 meld 6S 6D 6C',101,9347,1800109220);
INSERT INTO "moves" VALUES(4,82,1,84,0,'0 meld 8S 8C',101,9348,1800109420);
INSERT INTO "moves" VALUES(4,83,1,85,0,'0 meld J: *',101,9349,1800109450);
INSERT INTO "moves" VALUES(4,84,1,86,0,'0 discard 5D',101,9350,1800109540);
INSERT INTO "moves" VALUES(5,1,1,3,1,'1 draw',103,9351,1800109570);
INSERT INTO "moves" VALUES(5,2,1,4,1,'1 meld AS AD *',103,9352,1800109660);
INSERT INTO "moves" VALUES(5,3,1,5,1,'1 discard 3C',103,9353,1800109750);
INSERT INTO "moves" VALUES(5,4,1,6,0,'0 draw',101,9354,1800109950);
INSERT INTO "moves" VALUES(5,5,1,7,0,'0 meld 5S 5H 5C / 9H 9H 9C / QS QS 2D',101,9355,1800110040);
INSERT INTO "moves" VALUES(5,6,1,8,0,'0 discard 3S',101,9356,1800110940);
INSERT INTO "moves" VALUES(5,7,1,9,1,'1 draw',103,9357,1800111140);
INSERT INTO "moves" VALUES(5,8,1,10,1,'1 meld QH QD QC',103,9358,1800111170);
INSERT INTO "moves" VALUES(5,9,1,11,1,'1 discard 3C',103,9359,1800111260);
INSERT INTO "moves" VALUES(5,10,1,12,0,'0 draw',101,9360,1800111290);
INSERT INTO "moves" VALUES(5,11,1,13,0,'0 meld 5C',101,9361,1800111490);
INSERT INTO "moves" VALUES(5,12,1,14,0,'0 discard 4H',101,9362,1800111520);
INSERT INTO "moves" VALUES(5,13,1,15,1,'1 draw',103,9363,1800111610);
INSERT INTO "moves" VALUES(5,14,1,16,1,'1 meld KH KH KC',103,9364,1800111640);
INSERT INTO "moves" VALUES(5,15,1,17,1,'1 discard 8H',103,9365,1800111840);
INSERT INTO "moves" VALUES(5,16,1,18,0,'0 draw',101,9366,1800111930);
INSERT INTO "moves" VALUES(5,17,1,19,0,'0 meld TD TD TC',101,9367,1800111960);
INSERT INTO "moves" VALUES(5,18,1,20,0,'0 discard JH',101,9368,1800112160);
INSERT INTO "moves" VALUES(5,19,1,21,1,'1 take JS JD',103,9369,1800112190);
INSERT INTO "moves" VALUES(5,20,1,22,1,'1 discard 8H',103,9370,1800112220);
INSERT INTO "moves" VALUES(5,21,1,23,0,'0 draw',101,9371,1800113120);
INSERT INTO "moves" VALUES(5,22,1,24,0,'0 meld 5D',101,9372,1800114020);
INSERT INTO "moves" VALUES(5,23,1,25,0,'0 discard 7S',101,9373,1800114050);
INSERT INTO "moves" VALUES(5,24,1,26,1,'1 draw',103,9374,1800114080);
INSERT INTO "moves" VALUES(5,25,1,27,1,'1 meld 4S 4H 4H',103,9375,1800114110);
INSERT INTO "moves" VALUES(5,26,1,28,1,'1 discard 3C',103,9376,1800114310);
INSERT INTO "moves" VALUES(5,27,1,29,0,'0 draw',101,9377,1800115210);
INSERT INTO "moves" VALUES(5,28,1,30,0,'0 meld 5: * *',101,9378,1800116110);
INSERT INTO "moves" VALUES(5,29,1,31,0,'0 discard 6D',101,9379,1800116310);
INSERT INTO "moves" VALUES(5,30,1,32,1,'1 take 6H 6H',103,9380,1800116510);
INSERT INTO "moves" VALUES(5,31,1,33,1,'1 meld 7S 7H 7D',103,9381,1800116600);
INSERT INTO "moves" VALUES(5,32,1,34,1,'1 discard 8H',103,9382,1800116690);
INSERT INTO "moves" VALUES(5,33,1,35,0,'0 draw',101,9383,1800116720);
INSERT INTO "moves" VALUES(5,34,1,36,0,'0 discard AH',101,9384,1800116810);
INSERT INTO "moves" VALUES(5,35,1,37,1,'1 draw',103,9385,1800116840);
INSERT INTO "moves" VALUES(5,36,1,38,1,'1 meld TS TH TC',103,9386,1800117740);
INSERT INTO "moves" VALUES(5,37,1,39,1,'1 discard 3S',103,9387,1800117770);
INSERT INTO "moves" VALUES(5,38,1,40,0,'0 draw',101,9388,1800118670);
INSERT INTO "moves" VALUES(5,39,1,41,0,'0 discard 3S',101,9389,1800118870);
INSERT INTO "moves" VALUES(5,40,1,42,1,'1 draw',103,9390,1800118960);
INSERT INTO "moves" VALUES(5,41,1,43,1,'1 meld 4S',103,9391,1800118990);
INSERT INTO "moves" VALUES(5,42,1,44,1,'1 discard 3C',103,9392,1800119020);
INSERT INTO "moves" VALUES(5,43,1,45,0,'0 draw',101,9393,1800119110);
INSERT INTO "moves" VALUES(5,44,1,46,0,'0 meld 5S',101,9394,1800119310);
INSERT INTO "moves" VALUES(5,45,1,47,0,'0 discard 8C',101,9395,1800119400);
INSERT INTO "moves" VALUES(5,46,1,48,1,'1 take 8D 2C',103,9396,1800119430);
INSERT INTO "moves" VALUES(5,47,1,49,1,'1 meld AH',103,9397,1800119460);
INSERT INTO "moves" VALUES(5,48,1,50,1,'1 meld 8H',103,9398,1800119490);
INSERT INTO "moves" VALUES(5,49,1,51,1,'1 discard 3C',103,9399,1800119580);
INSERT INTO "moves" VALUES(5,50,1,52,0,'0 draw',101,9400,1800119670);
INSERT INTO "moves" VALUES(5,51,1,53,0,'0 discard JC',101,9401,1800119760);
INSERT INTO "moves" VALUES(5,52,1,54,1,'1 draw',103,9402,1800119960);
INSERT INTO "moves" VALUES(5,53,1,55,1,'1 meld 4C',103,9403,1800120860);
INSERT INTO "moves" VALUES(5,54,1,56,1,'1 discard 3C',103,9404,1800121060);
INSERT INTO "moves" VALUES(5,55,1,57,0,'0 draw',101,9405,1800121090);
INSERT INTO "moves" VALUES(5,56,1,58,0,'0 discard JH',101,9406,1800121290);
INSERT INTO "moves" VALUES(5,57,1,59,1,'1 take',103,9407,1800121490);
INSERT INTO "moves" VALUES(5,58,1,60,1,'1 meld JC',103,9408,1800122390);
INSERT INTO "moves" VALUES(5,59,1,61,1,'1 meld 6S',103,9409,1800123290);
INSERT INTO "moves" VALUES(5,60,1,62,1,'1 discard 3S',103,9410,1800123490);
INSERT INTO "moves" VALUES(5,61,1,63,0,'0 draw',101,9411,1800123690);
INSERT INTO "moves" VALUES(5,62,1,64,0,'0 meld 9D',101,9412,1800123780);
INSERT INTO "moves" VALUES(5,63,1,65,0,'0 discard 8D',101,9413,1800124680);
INSERT INTO "moves" VALUES(5,64,1,66,1,'1 draw',103,9414,1800125580);
INSERT INTO "moves" VALUES(5,65,1,67,1,'1 meld 7C',103,9415,1800125780);
INSERT INTO "moves" VALUES(5,66,1,68,1,'1 discard 3C',103,9416,1800125810);
INSERT INTO "moves" VALUES(5,67,1,69,0,'0 draw',101,9417,1800125900);
INSERT INTO "moves" VALUES(5,68,1,70,0,'0 meld QD',101,9418,1800126800);
INSERT INTO "moves" VALUES(5,69,1,71,0,'0 discard 7D',101,9419,1800126830);
INSERT INTO "moves" VALUES(5,70,1,72,1,'1 take',103,9420,1800126860);
INSERT INTO "moves" VALUES(5,71,1,73,1,'1 meld 8D',103,9421,1800127060);
INSERT INTO "moves" VALUES(5,72,1,74,1,'1 discard 3C',103,9422,1800127090);
INSERT INTO "moves" VALUES(5,73,1,75,0,'0 draw',101,9423,1800127120);
INSERT INTO "moves" VALUES(5,74,1,76,0,'0 meld 9: 2H 2D 2C',101,9424,1800127150);
INSERT INTO "moves" VALUES(5,75,1,77,0,'0 discard AS',101,9425,1800127350);
INSERT INTO "moves" VALUES(5,76,1,78,1,'1 take',103,9426,1800128250);
INSERT INTO "moves" VALUES(5,77,1,79,1,'1 discard 3C',103,9427,1800129150);
INSERT INTO "moves" VALUES(5,78,1,80,0,'0 draw',101,9428,1800129350);
INSERT INTO "moves" VALUES(5,79,1,81,0,'0 meld 6D 6C 6C',101,9429,1800130250);
INSERT INTO "moves" VALUES(5,80,1,82,0,'0 discard AH',101,9430,1800130280);
INSERT INTO "moves" VALUES(5,81,1,83,1,'1 take 2S',103,9431,1800130370);
INSERT INTO "moves" VALUES(5,82,1,84,1,'1 discard 3C',103,9432,1800130570);
INSERT INTO "moves" VALUES(5,83,1,85,0,'0 draw',101,9433,1800130600);
INSERT INTO "moves" VALUES(5,84,1,86,0,'0 meld QH',101,9434,1800130800);
INSERT INTO "moves" VALUES(5,85,1,87,0,'0 discard 9S',101,9435,1800130890);
INSERT INTO "moves" VALUES(5,86,1,88,1,'1 take 9S 9C',103,9436,1800130980);
INSERT INTO "moves" VALUES(5,87,1,89,1,'1 discard 3C',103,9437,1800131880);
INSERT INTO "moves" VALUES(5,88,1,90,0,'0 draw',101,9438,1800132780);
INSERT INTO "moves" VALUES(5,89,1,91,0,'0 discard 5H',101,9439,1800132980);
INSERT INTO "moves" VALUES(5,90,1,92,1,'1 draw',103,9440,1800133070);
INSERT INTO "moves" VALUES(5,91,1,93,1,'1 discard 3C',103,9441,1800133100);
INSERT INTO "moves" VALUES(5,92,1,94,0,'0 draw',101,9442,1800133300);
INSERT INTO "moves" VALUES(5,93,1,95,0,'0 discard JC',101,9443,1800134200);
INSERT INTO "moves" VALUES(5,94,1,96,1,'1 take 2H',103,9444,1800134400);
INSERT INTO "moves" VALUES(5,95,1,97,1,'1 meld KD',103,9445,1800135300);
INSERT INTO "moves" VALUES(5,96,1,98,1,'1 meld 3S 3S 3C 3C',103,9446,1800136200);
INSERT INTO "moves" VALUES(5,97,1,99,1,'1 discard 5H',103,9447,1800136290);
INSERT INTO "moves" VALUES(6,1,1,3,1,'1 draw',106,9448,1800136320);
INSERT INTO "moves" VALUES(6,2,1,4,1,'1 meld 6H 6D 6C / JS JH *',106,9449,1800136410);
INSERT INTO "moves" VALUES(6,3,1,5,1,'1 discard QC',106,9450,1800137310);
INSERT INTO "moves" VALUES(6,4,1,6,0,'0 take QS QS / 4S 4D 4C / KS KD KC',101,9451,1800137340);
INSERT INTO "moves" VALUES(6,5,1,7,0,'0 meld QH',101,9452,1800137540);
INSERT INTO "moves" VALUES(6,6,1,8,0,'0 discard 5H',101,9453,1800137740);
INSERT INTO "moves" VALUES(7,1,1,3,1,'1 draw',104,9454,1800138640);
INSERT INTO "moves" VALUES(7,2,1,4,1,'1 meld TH TD TC / QS QD 2D',104,9455,1800138840);
INSERT INTO "moves" VALUES(7,3,1,5,1,'1 discard 8C',104,9456,1800138870);
INSERT INTO "moves" VALUES(7,4,1,6,0,'0 draw',103,9457,1800138900);
INSERT INTO "moves" VALUES(7,5,1,7,0,'0 meld JS JC 2S / KS KH KD',103,9458,1800139800);
INSERT INTO "moves" VALUES(7,6,1,8,0,'0 discard AC',103,9459,1800139830);
INSERT INTO "moves" VALUES(7,7,1,9,1,'1 draw',104,9460,1800139860);
INSERT INTO "moves" VALUES(8,1,1,3,0,'0 take JS JC / H7+: 7H 8H 9H TH',101,9461,1800139950);
INSERT INTO "moves" VALUES(8,2,1,4,0,'0 meld QS QH QD',101,9462,1800140040);
INSERT INTO "moves" VALUES(8,3,1,5,0,'0 discard 8C',101,9463,1800140240);
INSERT INTO "moves" VALUES(8,4,1,6,1,'1 draw',103,9464,1800140440);
INSERT INTO "moves" VALUES(8,5,1,7,1,'1 meld 9H 9C *',103,9465,1800140530);
INSERT INTO "moves" VALUES(8,6,1,8,1,'1 meld TS TS TH',103,9466,1800141430);
CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id INTEGER NOT NULL REFERENCES games (id),
    user_id INTEGER NOT NULL,
    news TEXT NOT NULL CHECK (json_valid(news)),
    at INTEGER NOT NULL,
    posting_at INTEGER
) STRICT;
INSERT INTO "notices" VALUES(1,8,101,'{}',1800000000,NULL);
CREATE TABLE past_rounds (
    user_id INTEGER NOT NULL,
    day INTEGER NOT NULL REFERENCES days (day),
    attempt INTEGER NOT NULL CHECK (attempt > 0),
    name TEXT NOT NULL,
    moves TEXT NOT NULL,
    played INTEGER NOT NULL,
    points INTEGER,
    PRIMARY KEY (user_id, day)
) STRICT;
INSERT INTO "past_rounds" VALUES(101,20700,1,'Anna','0 draw',1,NULL);
CREATE TABLE pauses (
    game_id INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    card INTEGER NOT NULL,
    interaction_id INTEGER NOT NULL,
    due_at INTEGER NOT NULL
) STRICT;
INSERT INTO "pauses" VALUES(7,103,9,5,990001,1800139900);
CREATE TABLE people (
    user_id INTEGER PRIMARY KEY,
    dm_channel_id INTEGER,
    dm_closed INTEGER NOT NULL DEFAULT 0 CHECK (dm_closed IN (0, 1))
, locale TEXT, language TEXT, direct INTEGER CHECK (direct IN (0, 1)), pictures INTEGER CHECK (pictures IN (0, 1)), colours INTEGER CHECK (colours IN (2, 4)), card_size TEXT, theme TEXT, reminders INTEGER CHECK (reminders IN (0, 1)), quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439), quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 1439), time_zone TEXT, discarding TEXT CHECK (discarding IN ('undo', 'ask', 'at once')), heads_up INTEGER CHECK (heads_up IN (0, 1)), news_at INTEGER, back TEXT, tips INTEGER CHECK (tips IN (0, 1)), safe_first INTEGER CHECK (safe_first IN (0, 1)), dm_tried_at INTEGER, pinged INTEGER CHECK (pinged IN (0, 1)), named INTEGER CHECK (named IN (0, 1)), hand_order TEXT) STRICT;
INSERT INTO "people" VALUES(101,5101,0,'it',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,1800141430,'waves',NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO "people" VALUES(103,5103,0,'it',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "people" VALUES(104,5104,0,'it',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "people" VALUES(105,5105,0,'it',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE posting (
    game_id INTEGER PRIMARY KEY REFERENCES games (id)
) STRICT;
INSERT INTO "posting" VALUES(1);
CREATE TABLE result_people (
    result_id INTEGER NOT NULL REFERENCES results (id),
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    guild_id INTEGER,
    name TEXT NOT NULL,
    side INTEGER NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('played', 'left', 'substitute')),
    turns INTEGER NOT NULL,
    missed INTEGER NOT NULL,
    seconds INTEGER NOT NULL,
    replaced INTEGER, handed_back INTEGER NOT NULL DEFAULT 0 CHECK (handed_back IN (0, 1)), solo INTEGER CHECK (solo BETWEEN 0 AND 3),
    PRIMARY KEY (result_id, seat, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "result_people" VALUES(1,0,101,7,'Ana',0,'played',18,0,17890,NULL,0,NULL);
INSERT INTO "result_people" VALUES(1,1,-1,7,'',1,'played',17,0,14990,NULL,0,NULL);
INSERT INTO "result_people" VALUES(2,0,-1,7,'',0,'played',27,0,7110,NULL,0,NULL);
INSERT INTO "result_people" VALUES(2,1,103,7,'Cy 🂡',1,'played',27,0,21070,NULL,0,NULL);
INSERT INTO "result_people" VALUES(3,0,103,7,'Cy 🂡',0,'played',4,0,4210,NULL,0,NULL);
INSERT INTO "result_people" VALUES(3,1,104,7,'Di',1,'played',3,1,560,NULL,0,NULL);
INSERT INTO "result_people" VALUES(3,2,105,7,'Eva O''Hara',0,'played',3,0,4360,NULL,0,NULL);
INSERT INTO "result_people" VALUES(4,0,101,7,'Ana',0,'played',15,0,10460,NULL,0,NULL);
INSERT INTO "result_people" VALUES(4,1,104,7,'Di',1,'played',14,0,8300,NULL,0,NULL);
INSERT INTO "result_people" VALUES(5,0,101,7,'Ana',0,'played',17,0,13730,NULL,0,NULL);
INSERT INTO "result_people" VALUES(5,1,103,7,'Cy 🂡',1,'played',18,0,13020,NULL,0,NULL);
INSERT INTO "result_people" VALUES(6,0,101,9,'Ana',0,'played',1,0,430,NULL,0,NULL);
INSERT INTO "result_people" VALUES(6,1,106,9,'Fay',1,'played',1,0,1020,NULL,0,NULL);
CREATE TABLE results (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id INTEGER NOT NULL UNIQUE REFERENCES games (id),
    guild_id INTEGER,
    season_id INTEGER REFERENCES seasons (id),
    variant TEXT NOT NULL,
    layout TEXT NOT NULL,
    family TEXT NOT NULL,
    house TEXT NOT NULL CHECK (json_valid(house)),
    abandoned INTEGER NOT NULL CHECK (abandoned IN (0, 1)),
    unrated TEXT,
    rounds INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    began_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    sides TEXT NOT NULL CHECK (json_valid(sides)),
    correction TEXT CHECK (correction IS NULL OR json_valid(correction))
) STRICT;
INSERT INTO "results" VALUES(1,1,7,1,'classic','2','classic','{"target": 500}',0,NULL,1,94,1800000000,1800032880,'[{"seats": [0], "points": 1345, "rank": 1, "canastas": {"mixed": 2}, "concealed": 0, "best_round": 1345}, {"seats": [1], "points": 1000, "rank": 2, "canastas": {"mixed": 2}, "concealed": 0, "best_round": 1000}]','{"void": true}');
INSERT INTO "results" VALUES(2,2,7,1,'classic','2','classic','{"target": 500}',0,NULL,1,145,1800032880,1800074450,'[{"seats": [0], "points": 2155, "rank": 2, "canastas": {"mixed": 3}, "concealed": 0, "best_round": 2155}, {"seats": [1], "points": 2520, "rank": 1, "canastas": {"mixed": 3, "natural": 2}, "concealed": 0, "best_round": 2520}]',NULL);
INSERT INTO "results" VALUES(3,3,7,2,'classic','4','classic','{"target": 500}',0,NULL,1,39,1800074450,1800090780,'[{"seats": [0, 2], "points": 820, "rank": 1, "canastas": {"mixed": 1}, "concealed": 0, "best_round": 820}, {"seats": [1, 3], "points": 510, "rank": 2, "canastas": {"mixed": 1}, "concealed": 0, "best_round": 510}]',NULL);
INSERT INTO "results" VALUES(4,4,7,2,'classic','2','classic','{"target": 500}',0,'friendly',1,84,1800090780,1800109540,'[{"seats": [0], "points": 1500, "rank": 1, "canastas": {"mixed": 1, "natural": 1}, "concealed": 0, "best_round": 1500}, {"seats": [1], "points": 1125, "rank": 2, "canastas": {"mixed": 2}, "concealed": 0, "best_round": 1125}]',NULL);
INSERT INTO "results" VALUES(5,5,7,2,'classic','2','classic','{"target": 500}',0,NULL,1,97,1800109540,1800136290,'[{"seats": [0], "points": 980, "rank": 2, "canastas": {"mixed": 2}, "concealed": 0, "best_round": 980}, {"seats": [1], "points": 1430, "rank": 1, "canastas": {"mixed": 2}, "concealed": 0, "best_round": 1430}]',NULL);
INSERT INTO "results" VALUES(6,6,9,3,'classic','2','classic','{}',1,'abandoned',0,6,1800136290,1800137740,'[{"seats": [0], "points": 0, "rank": 1, "canastas": {}, "concealed": 0, "best_round": 0}, {"seats": [1], "points": 0, "rank": 1, "canastas": {}, "concealed": 0, "best_round": 0}]',NULL);
CREATE TABLE rounds (
    game_id INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    dealer INTEGER NOT NULL,
    pack TEXT NOT NULL,
    salt TEXT NOT NULL,
    commitment TEXT NOT NULL,
    dealt_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, number)
) STRICT;
INSERT INTO "rounds" VALUES(1,1,1,'TS 2D QD * 2D 5D 6S 3S QS TS 3D * 8D 5H 4S QC 2C 8S * AD TH 7D JH 7C 9D 6H TD TC AH JS 5C 3S JH 5D JD 6S 7H 4H 2H JC 9D 4D 2S 4D TH 2H AD 9C KH 3H 4H KS 9H 5H 7S 7S KC 6H 9H 8S 6C 4S 6D 8H KH 2C * 9C 5S 7H 2S KD 4C 5C 7C QC 9S 3C TC KD 4C JC QH 8C TD 8C 5S AS AC 8D JS 3C 3H AC 9S QS KC 3D 6C QH QD AH JD 8H 7D AS 6D KS','bac0ef69ee24f5bd9a0b75d7e2b4c809','a0dfc950d241f5226e06517df71933f979f92ed339f0110348ccbdaac6766372',1800000000);
INSERT INTO "rounds" VALUES(2,1,0,'QS 2D 3C 7D JH 7D 3S 8H 4D * JC KC 2S * TH 9H 5H KC 5S 5C 5S 4H TC QD QH JD * 6H 9H AH 9D TH TS 2C 3D 4C 2S 6D 8S 7H QH 3C * 5D KS 5H 4C 6H AS 6C 6S 2D AD 8D 2H KD 9C 9S TD QC 6S QC 8H KH 9S KS 4H 7S 5C 9D 9C 3H 2C AC 7C 4D JS AS 7S AH 3H 2H AD JD 6D 8C 4S 8S TD 7C AC JH KD 8D TC 3S QD 6C 8C QS 7H JC JS 3D 5D KH 4S TS','534d3a824970af274bf12b09c00602cf','bb7872d14ecdf8dbb50c2b94217bfde21a47e8dc1dc7de7696964ae17c34c10c',1800032880);
INSERT INTO "rounds" VALUES(3,1,3,'AS 9D 9S TS 2C AH 3D JS 5S TH KH 5D 7C 3S 7H JD * 8S 3C 7D 5H 5S QC JD 8S 6D 4H 8H 2S QS 6C 9H 5D 2H KS * 2D JH 3D 7D QD QD JH JS 8C 4H 5C 7H KC QS AC QC 2S 2D AH KD QH 7S 3C TD AC 8D KS 6S 7S 2C JC * 4C KC 4S 6C 9H 7C TC 8H 9D 6H * 4D 2H JC AS 6H 4D QH TS KH TC 3H 6S 8D 4C AD KD 9C 4S 6D 3S TH AD 3H 8C 5C 9S 9C 5H TD','dbcfdb9119af2489a31d9bb1d88bb6b4','75d699ab7ec037dd54d31598737ed1de26b9839b06988a5e28c2c6c8b1a7cbb5',1800074450);
INSERT INTO "rounds" VALUES(4,1,1,'AS KD 3H 3D JS 3S 5S 7D 8D KH 9H 6H JC KS JC 9D 7C 9S QC TC 6D QS 4D TH KD 5S QC 5C QS AH AD 6C 4S 7D 8S AH JS 8D 9C AC * 4S 2S 8H KC 3D 4D AD 3C 3H KC 2D 5H 6S 7S JD QH 4C TS 8C * 3S 7S JH AS JH 9S 9C TH 7C TC 2H 5H JD TD * 5D 6D QD 8S 8C QH 6S 4C 2S AC QD 9D 7H 6C 5D KH KS 3C 4H TD TS 2H 9H 2C 5C 4H 7H * 8H 2C 6H 2D','d3f0d05a89c99c8aaab997ca018d77c4','7e04a809b3950d48feea4a5c5298540f66f96d12f275bd957881614c4c1bdfc4',1800090780);
INSERT INTO "rounds" VALUES(5,1,0,'6H JH TS AH QC 2D 3H 6D KC QS TC 9H JD 5C AD 5H AS 9H KH 4H 3C 3S JS TD 7H 2C 6H TD * 5S 4S QD 3C 3D 8H QS 9C QH 7D 5C 7S 9C KH KD TC 5D KS 2C 4H * * 4D 2D TH 9S 3S 8C 4S 8D JC 5S 7D 6D 4C 6S 3D 8D JH 6C 9D 7C 2S 4C QD 2H AS 6C AH QH 9S JC 5H 2H KD 7H 2S JS AD 9D 7S AC 8S QC 3H JD KS * TS KC 4D 8H 8C TH AC 8S 5D 7C 6S','13f6adadad4afcba1f41f7a7bab9a418','74d8e91be81a9ae258ad5329b2f65919b27fb677e5fe19d9ad8388b581a829e8',1800109540);
INSERT INTO "rounds" VALUES(6,1,0,'6C QS 6H 6H 3S 4S AS JH * 4C JH KS 3C 8C 2C QS QC 5H JS KC 2H KD 8H 4D 8H 9S KD 9S 5C 8S QH TD 6D AH JD 7S 5D * AD 3H AC 3H 4C 4D 8D 5D AC 2S QD TH 6C 7D 5H AD * QH AH KS 7C 2D QD 5S 4H 7S TC 9C * 3S 6S 7H JD 4S 9H TS 2D 4H 6S 9D 6D 3C AS 5S 7H TS TH 8S 9C 2H 2S TD 8D TC KH JC KH 3D 5C 7D JS 3D JC 7C QC 8C 9H 9D KC 2C','01780bb7de8d18b951d5b9213f68be2e','8515400e42eee651dd32a32b74582d463e21c7b0723712c4ae5f4fe9e69a02b4',1800136290);
INSERT INTO "rounds" VALUES(7,1,0,'2C 4S 9C KS 5D JS 7C 2H 3S 7D TD 5H 9H 6S QS TS JC JC TC KD 5C 2S QD AC 7H 6S TH KH 6D 9C 8D 8C 2D 2D 5D 6H KC TS * 7S JH AH 3D QD 5H 5C QC TD 4H 3C 4C 4D 2C 7D 6C 7H KC KD 8H 9D 3C AD 9S 6C 9S * 4H * 8S AS KH 6H 3H 3S TH 4S 4C 8S AS 4D QS 2S 8H 3H 9D 5S AC QC JS TC * AH 2H 7S JH 8D 8C QH 3D 6D JD 5S QH 7C KS JD AD 9H','4f526b6a06b09e9b8538d361fcb6d700','dec0545957697ac86ab607c89ac7844209e81e1f77883eae43f578c2af52e2e4',1800137740);
INSERT INTO "rounds" VALUES(8,1,3,'QS 9H AC KD 8H 2H TD * 5D 9C 7H TH 3C 2S QH AS JC TS AC 9S JS * QD KD 9H 7D KC 7C 7H 2D 8H KC 8C TH JC 8D QD 3H 7C TC 5C 4S AC 2D 5H 6S AS JH TH 5D 3H TD 4D 3C JS 8C QH 3D 8S 4H 3S 7D * JD 8S TS 3H TS 9D JC 4S 6C KS 5H 4H * 4C 3D 8C 4C QH 5S 7S 4S 7C 9D 9S 6C KS * 4C 2C 8D QS KH 9S 3S JH JH AH 6C 5C 5D 5S 6S 2S 2H 6D TD 9H AS 7D 2C KD QC 6S 4D 8H 8S AD JS QC KH 2D 3S 5H 9C QC KH 3C AH 9C AD AD 4D 7S JD 9D AH QS 6H 6H 6D TC 5C 5S 6D JD 3D 2S 4H KS QD 2H KC * TC 6H 7S 2C 8D 7H','bcc02984e4f377fff28df656df009f50','80e3725d414ed34e1dde53a706524a81a8477e8f56d031dcf055fe26af86eca0',1800139860);
CREATE TABLE seasons (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    ends_at INTEGER,
    closed_at INTEGER,
    closing TEXT CHECK (closing IS NULL OR json_valid(closing)),
    told_channel INTEGER,
    told_message INTEGER,
    UNIQUE (guild_id, number)
) STRICT;
INSERT INTO "seasons" VALUES(1,7,1,'Spring',1800000000,NULL,1800074450,'{"games": 2, "players": 3, "podium": [{"rank": 1, "user_id": 101, "name": "Ana", "rating": 1086}, {"rank": 2, "user_id": 103, "name": "Cy \ud83c\udca1", "rating": 1081}, {"rank": 3, "user_id": -1, "name": "", "rating": 916}], "awards": [{"honour": "champion", "user_ids": [101], "names": ["Ana"], "figures": [1086]}, {"honour": "canastas", "user_ids": [-1, 103], "names": ["", "Cy \ud83c\udca1"], "figures": [5]}, {"honour": "round", "user_ids": [103], "names": ["Cy \ud83c\udca1"], "figures": [2520]}]}',700,444);
INSERT INTO "seasons" VALUES(2,7,2,'Summer',1800074450,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "seasons" VALUES(3,9,1,'',1800137740,1801440000,NULL,NULL,NULL,NULL);
CREATE TABLE seats (
    game_id INTEGER NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL,
    from_version INTEGER NOT NULL,
    until_version INTEGER,
    user_id INTEGER,
    level TEXT,
    name TEXT NOT NULL, bank INTEGER NOT NULL DEFAULT 0 CHECK (bank >= 0), missed INTEGER NOT NULL DEFAULT 0, sitting_in TEXT, since_version INTEGER NOT NULL DEFAULT 0, gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
    PRIMARY KEY (game_id, seat, from_version),
    CHECK (user_id IS NULL OR level IS NULL)
) STRICT;
INSERT INTO "seats" VALUES(1,0,0,NULL,101,NULL,'Ana',0,0,NULL,0,0);
INSERT INTO "seats" VALUES(1,1,0,NULL,-1,NULL,'',0,0,NULL,0,0);
INSERT INTO "seats" VALUES(2,0,0,NULL,-1,NULL,'',0,0,NULL,0,0);
INSERT INTO "seats" VALUES(2,1,0,NULL,103,NULL,'Cy 🂡',0,0,NULL,0,0);
INSERT INTO "seats" VALUES(3,0,0,NULL,103,NULL,'Cy 🂡',3600,0,NULL,0,0);
INSERT INTO "seats" VALUES(3,1,0,NULL,104,NULL,'Di',0,0,NULL,0,0);
INSERT INTO "seats" VALUES(3,2,0,NULL,105,NULL,'Eva O''Hara',3600,0,NULL,0,0);
INSERT INTO "seats" VALUES(3,3,0,NULL,NULL,'normal','Ada',0,0,NULL,0,0);
INSERT INTO "seats" VALUES(4,0,0,NULL,101,NULL,'Ana',0,0,NULL,0,0);
INSERT INTO "seats" VALUES(4,1,0,NULL,104,NULL,'Di',0,0,NULL,0,0);
INSERT INTO "seats" VALUES(5,0,0,NULL,101,NULL,'Ana',0,0,NULL,0,0);
INSERT INTO "seats" VALUES(5,1,0,NULL,103,NULL,'Cy 🂡',0,0,NULL,0,0);
INSERT INTO "seats" VALUES(6,0,0,NULL,101,NULL,'Ana',0,0,NULL,0,0);
INSERT INTO "seats" VALUES(6,1,0,NULL,106,NULL,'Fay',0,0,NULL,0,0);
INSERT INTO "seats" VALUES(7,0,0,NULL,103,NULL,'Cy 🂡',86400,0,NULL,0,0);
INSERT INTO "seats" VALUES(7,1,0,NULL,104,NULL,'Di',86400,0,NULL,0,0);
INSERT INTO "seats" VALUES(8,0,0,NULL,101,NULL,'Ana',86400,0,NULL,0,0);
INSERT INTO "seats" VALUES(8,1,0,NULL,103,NULL,'Cy 🂡',86400,0,NULL,0,0);
INSERT INTO "seats" VALUES(8,2,0,NULL,105,NULL,'Eva O''Hara',86400,0,NULL,0,0);
INSERT INTO "seats" VALUES(8,3,0,NULL,104,NULL,'Di',86400,0,NULL,0,0);
INSERT INTO "seats" VALUES(9,0,0,NULL,106,NULL,'Fay',0,0,NULL,0,0);
CREATE TABLE series (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    secret TEXT NOT NULL,
    open INTEGER NOT NULL DEFAULT 0 CHECK (open IN (0, 1))
) STRICT;
INSERT INTO "series" VALUES(1,'84bd4655773a3b9ef5fb3c71c1035a1da6aec8b9b5695462f3ff757f36499c8e',1);
INSERT INTO "series" VALUES(2,'39fad23d25c5f07266b10c74f5c43a7e347f034816e0af338695628c8915f853',0);
CREATE TABLE servers (
    guild_id INTEGER PRIMARY KEY,
    language TEXT,
    variant TEXT,
    layout TEXT,
    house TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(house)),
    turn_limit INTEGER CHECK (turn_limit >= 0),
    bank INTEGER CHECK (bank >= 0)
, calendar TEXT CHECK (calendar IN ('none', 'monthly', 'quarterly')), rate_computers INTEGER CHECK (rate_computers IN (0, 1)), league_channel INTEGER, league_version INTEGER NOT NULL DEFAULT 0, advice INTEGER, celebrations TEXT CHECK (celebrations IN ('moving', 'still', 'none')), theme TEXT, back TEXT) STRICT;
INSERT INTO "servers" VALUES(7,'it',NULL,NULL,'{"classic":{"target":1500}}',NULL,NULL,'none',1,700,5,NULL,'still',NULL,NULL);
INSERT INTO "servers" VALUES(9,NULL,NULL,NULL,'{}',NULL,NULL,'monthly',NULL,NULL,0,NULL,NULL,NULL,NULL);
CREATE TABLE standing_orders (
    game_id INTEGER NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    orders TEXT NOT NULL CHECK (json_valid(orders)),
    lasting INTEGER NOT NULL CHECK (lasting IN (0, 1)),
    later INTEGER NOT NULL CHECK (later IN (0, 1)),
    played_version INTEGER,
    stopped TEXT,
    told INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
    PRIMARY KEY (game_id, seat)
) STRICT;
INSERT INTO "standing_orders" VALUES(8,0,101,'{"take": "K", "draw": "always", "discard": "4S 5D", "call": ["frozen"], "pile": 8}',1,0,NULL,NULL,0);
CREATE TABLE standings (
    guild_id INTEGER NOT NULL,
    season_id INTEGER NOT NULL,
    scope TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    rating INTEGER NOT NULL,
    rated INTEGER NOT NULL DEFAULT 0,
    games INTEGER NOT NULL DEFAULT 0,
    wins INTEGER NOT NULL DEFAULT 0,
    losses INTEGER NOT NULL DEFAULT 0,
    ties INTEGER NOT NULL DEFAULT 0,
    points INTEGER NOT NULL DEFAULT 0,
    rounds INTEGER NOT NULL DEFAULT 0,
    canastas INTEGER NOT NULL DEFAULT 0,
    natural INTEGER NOT NULL DEFAULT 0,
    mixed INTEGER NOT NULL DEFAULT 0,
    wild INTEGER NOT NULL DEFAULT 0,
    sequence INTEGER NOT NULL DEFAULT 0,
    concealed INTEGER NOT NULL DEFAULT 0,
    best_round INTEGER NOT NULL DEFAULT 0,
    turns INTEGER NOT NULL DEFAULT 0,
    missed INTEGER NOT NULL DEFAULT 0,
    seconds INTEGER NOT NULL DEFAULT 0,
    left_games INTEGER NOT NULL DEFAULT 0,
    trend TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(trend)),
    hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)), earlier INTEGER NOT NULL DEFAULT 0, began TEXT NOT NULL DEFAULT '' CHECK (began = '' OR json_valid(began)),
    PRIMARY KEY (guild_id, season_id, scope, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "standings" VALUES(7,0,'',-1,2.23646105068595026912e+01,8.06590141354368,954,1,1,0,1,0,2155,1,3,0,3,0,0,0,2155,27,0,7110,0,'[954]',1,0,'');
INSERT INTO "standings" VALUES(7,0,'',101,2.27755632715216762554e+01,8.05587517728619317836e+00,965,1,1,0,1,0,980,1,2,0,2,0,0,0,980,17,0,13730,0,'[965]',0,0,'');
INSERT INTO "standings" VALUES(7,0,'',103,3.15274055702349400567e+01,7.64503370183225161582e+00,1215,3,3,3,0,0,4770,3,8,2,6,0,0,0,2520,49,0,38300,0,'[1086,1149,1215]',0,0,'');
INSERT INTO "standings" VALUES(7,0,'',104,25.0,8.33333333333333392545e+00,1000,0,1,0,1,0,510,1,1,0,1,0,0,0,510,3,1,560,0,'[]',1,0,'');
INSERT INTO "standings" VALUES(7,0,'',105,2.70396529886939092075e+01,8.11087749214370390404e+00,1068,1,1,1,0,0,820,1,1,0,1,0,0,0,820,3,0,4360,0,'[1068]',0,0,'');
INSERT INTO "standings" VALUES(7,0,'classic',-1,2.23646105068595026912e+01,8.06590141354368,954,1,1,0,1,0,2155,1,3,0,3,0,0,0,2155,27,0,7110,0,'[954]',1,0,'');
INSERT INTO "standings" VALUES(7,0,'classic',101,2.27755632715216762554e+01,8.05587517728619317836e+00,965,1,1,0,1,0,980,1,2,0,2,0,0,0,980,17,0,13730,0,'[965]',0,0,'');
INSERT INTO "standings" VALUES(7,0,'classic',103,3.15274055702349400567e+01,7.64503370183225161582e+00,1215,3,3,3,0,0,4770,3,8,2,6,0,0,0,2520,49,0,38300,0,'[1086,1149,1215]',0,0,'');
INSERT INTO "standings" VALUES(7,0,'classic',104,25.0,8.33333333333333392545e+00,1000,0,1,0,1,0,510,1,1,0,1,0,0,0,510,3,1,560,0,'[]',1,0,'');
INSERT INTO "standings" VALUES(7,0,'classic',105,2.70396529886939092075e+01,8.11087749214370390404e+00,1068,1,1,1,0,0,820,1,1,0,1,0,0,0,820,3,0,4360,0,'[1068]',0,0,'');
INSERT INTO "standings" VALUES(7,1,'',-1,2.23646105068595026912e+01,8.06590141354368,954,1,1,0,1,0,2155,1,3,0,3,0,0,0,2155,27,0,7110,0,'[954]',1,0,'');
INSERT INTO "standings" VALUES(7,1,'',103,2.76353894931404973087e+01,8.06590141354368,1086,1,1,1,0,0,2520,1,5,2,3,0,0,0,2520,27,0,21070,0,'[1086]',0,0,'');
INSERT INTO "standings" VALUES(7,1,'classic',-1,2.23646105068595026912e+01,8.06590141354368,954,1,1,0,1,0,2155,1,3,0,3,0,0,0,2155,27,0,7110,0,'[954]',1,0,'');
INSERT INTO "standings" VALUES(7,1,'classic',103,2.76353894931404973087e+01,8.06590141354368,1086,1,1,1,0,0,2520,1,5,2,3,0,0,0,2520,27,0,21070,0,'[1086]',0,0,'');
INSERT INTO "standings" VALUES(7,2,'',101,2.2746550174033920654e+01,8.06379034689469520458e+00,964,1,1,0,1,0,980,1,2,0,2,0,0,0,980,17,0,13730,0,'[964]',0,0,'');
INSERT INTO "standings" VALUES(7,2,'',103,3.11813289201046082163e+01,7.8708533546414543025e+00,1189,2,2,2,0,0,2250,2,3,0,3,0,0,0,1430,22,0,17230,0,'[1118,1189]',0,1,'');
INSERT INTO "standings" VALUES(7,2,'',104,25.0,8.33333333333333392545e+00,1000,0,1,0,1,0,510,1,1,0,1,0,0,0,510,3,1,560,0,'[]',1,0,'');
INSERT INTO "standings" VALUES(7,2,'',105,2.70691299597166938899e+01,8.11258659260282399827e+00,1068,1,1,1,0,0,820,1,1,0,1,0,0,0,820,3,0,4360,0,'[1068]',0,0,'');
INSERT INTO "standings" VALUES(7,2,'classic',101,2.2746550174033920654e+01,8.06379034689469520458e+00,964,1,1,0,1,0,980,1,2,0,2,0,0,0,980,17,0,13730,0,'[964]',0,0,'');
INSERT INTO "standings" VALUES(7,2,'classic',103,3.11813289201046082163e+01,7.8708533546414543025e+00,1189,2,2,2,0,0,2250,2,3,0,3,0,0,0,1430,22,0,17230,0,'[1118,1189]',0,1,'');
INSERT INTO "standings" VALUES(7,2,'classic',104,25.0,8.33333333333333392545e+00,1000,0,1,0,1,0,510,1,1,0,1,0,0,0,510,3,1,560,0,'[]',1,0,'');
INSERT INTO "standings" VALUES(7,2,'classic',105,2.70691299597166938899e+01,8.11258659260282399827e+00,1068,1,1,1,0,0,820,1,1,0,1,0,0,0,820,3,0,4360,0,'[1068]',0,0,'');
CREATE TABLE timers (
    game_id INTEGER NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (game_id, kind)
) STRICT;
INSERT INTO "timers" VALUES(7,'tenth',1800217590);
INSERT INTO "timers" VALUES(7,'half',1800183030);
INSERT INTO "timers" VALUES(7,'expiry',1800312630);
INSERT INTO "timers" VALUES(8,'tenth',1800218000);
INSERT INTO "timers" VALUES(8,'half',1800183440);
INSERT INTO "timers" VALUES(8,'expiry',1800313040);
CREATE TABLE tips (
    user_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    game_id INTEGER NOT NULL,
    turn_since INTEGER NOT NULL,
    PRIMARY KEY (user_id, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO "tips" VALUES(101,'wild',1,1700000000);
CREATE TABLE tournament_corrections (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    round INTEGER NOT NULL,
    first INTEGER NOT NULL,
    at INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    reason TEXT NOT NULL,
    before TEXT NOT NULL CHECK (json_valid(before)),
    after TEXT NOT NULL CHECK (json_valid(after)),
    undone_at INTEGER,
    undone_by INTEGER
) STRICT;
INSERT INTO "tournament_corrections" VALUES(1,1,1,3,1800000000,101,'so','[0, 0, 0, null]','[5, 7, 1, null]',NULL,NULL);
CREATE TABLE tournament_entries (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    entry INTEGER NOT NULL,
    seed INTEGER,
    joined INTEGER NOT NULL DEFAULT 1,
    left INTEGER,
    PRIMARY KEY (tournament_id, entry)
) STRICT, WITHOUT ROWID;
INSERT INTO "tournament_entries" VALUES(1,1,1,1,NULL);
INSERT INTO "tournament_entries" VALUES(1,2,2,1,NULL);
INSERT INTO "tournament_entries" VALUES(1,3,3,1,NULL);
CREATE TABLE tournament_matches (
    tournament_id INTEGER NOT NULL,
    round INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER,
    thread_id INTEGER,
    game_id INTEGER UNIQUE REFERENCES games (id),
    over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1)),
    points_first INTEGER NOT NULL DEFAULT 0,
    points_second INTEGER NOT NULL DEFAULT 0,
    deals INTEGER NOT NULL DEFAULT 0,
    forfeit TEXT CHECK (forfeit IN ('first', 'second', 'both')), late INTEGER NOT NULL DEFAULT 0, stopped_at INTEGER, number INTEGER NOT NULL DEFAULT 0, greeting_id INTEGER, result_id INTEGER, said TEXT,
    PRIMARY KEY (tournament_id, round, first),
    FOREIGN KEY (tournament_id, round) REFERENCES tournament_rounds (tournament_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "tournament_matches" VALUES(1,1,1,NULL,NULL,NULL,1,0,0,0,NULL,0,NULL,0,NULL,NULL,NULL);
INSERT INTO "tournament_matches" VALUES(1,1,3,2,NULL,NULL,1,5,7,1,NULL,0,NULL,1,NULL,NULL,NULL);
CREATE TABLE tournament_players (
    tournament_id INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    place INTEGER NOT NULL,
    user_id INTEGER,
    level TEXT,
    name TEXT NOT NULL,
    agreed INTEGER NOT NULL DEFAULT 1 CHECK (agreed IN (0, 1)),
    PRIMARY KEY (tournament_id, entry, place),
    FOREIGN KEY (tournament_id, entry) REFERENCES tournament_entries (tournament_id, entry),
    CHECK (user_id IS NULL OR level IS NULL)
) STRICT, WITHOUT ROWID;
INSERT INTO "tournament_players" VALUES(1,1,0,101,NULL,'Ana',1);
INSERT INTO "tournament_players" VALUES(1,2,0,102,NULL,'Bo',1);
INSERT INTO "tournament_players" VALUES(1,3,0,103,NULL,'Cy',1);
CREATE TABLE tournament_questions (
    message_id INTEGER PRIMARY KEY,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    by INTEGER NOT NULL
) STRICT;
INSERT INTO "tournament_questions" VALUES(990300,1,101);
CREATE TABLE "tournament_requests" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    game_id INTEGER REFERENCES games (id),
    kind TEXT NOT NULL CHECK (kind IN ('abandon', 'substitute')),
    user_id INTEGER NOT NULL,
    asker TEXT NOT NULL,
    entry INTEGER NOT NULL,
    place INTEGER NOT NULL,
    newcomer_id INTEGER NOT NULL,
    newcomer TEXT NOT NULL,
    holder_id INTEGER,
    holder TEXT NOT NULL,
    absent INTEGER NOT NULL CHECK (absent IN (0, 1)),
    answer TEXT CHECK (answer IN ('approved', 'declined', 'void', 'asked', 'agreed', 'refused', 'lapsed', 'unreached')),
    channel_id INTEGER,
    message_id INTEGER
) STRICT;
INSERT INTO "tournament_requests" VALUES(1,1,8,'abandon',101,'Ana',0,0,0,'',NULL,'',0,NULL,NULL,NULL);
CREATE TABLE tournament_rounds (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    number INTEGER NOT NULL,
    series INTEGER REFERENCES series (id),
    began_at INTEGER NOT NULL,
    ends_at INTEGER,
    ended_at INTEGER,
    pairings_message INTEGER,
    standings_message INTEGER,
    PRIMARY KEY (tournament_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "tournament_rounds" VALUES(1,1,NULL,1800000000,NULL,NULL,NULL,NULL);
CREATE TABLE tournament_seekers (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    place INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (tournament_id, place)
) STRICT, WITHOUT ROWID;
INSERT INTO "tournament_seekers" VALUES(1,1,104,'Dino');
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    host_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('round-robin', 'swiss', 'danish')),
    variant TEXT NOT NULL,
    layout TEXT NOT NULL,
    house TEXT NOT NULL CHECK (json_valid(house)),
    deals INTEGER NOT NULL CHECK (deals > 0),
    rounds INTEGER CHECK (rounds > 0),
    seconds INTEGER CHECK (seconds > 0),
    turn_limit INTEGER CHECK (turn_limit >= 0),
    same_packs INTEGER NOT NULL CHECK (same_packs IN (0, 1)),
    scale INTEGER NOT NULL CHECK (scale > 0),
    status TEXT NOT NULL CHECK (status IN ('open', 'running', 'finished', 'cancelled')),
    round INTEGER NOT NULL DEFAULT 0,
    version INTEGER NOT NULL DEFAULT 1,
    shown_version INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    ended_at INTEGER
, letter_at INTEGER, letter TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(letter)), starts_at INTEGER, minimum INTEGER CHECK (minimum > 1), missed_at INTEGER) STRICT;
INSERT INTO "tournaments" VALUES(1,7,70,NULL,101,'Cup','round-robin','classic','2','{"rounds": 1}',1,NULL,NULL,NULL,0,1250,'running',1,7,0,1800000000,NULL,NULL,'[]',NULL,NULL,NULL);
CREATE TABLE vacations (
    user_id INTEGER NOT NULL,
    began_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, began_at)
) STRICT;
INSERT INTO "vacations" VALUES(105,1800141430,1800314230);
CREATE TABLE watchers (
    game_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (game_id, user_id)
) STRICT;
INSERT INTO "watchers" VALUES(1,201,60,1800000000,1800604800);
CREATE UNIQUE INDEX games_active_in_channel ON games (channel_id) WHERE status IN ('lobby', 'playing');
CREATE INDEX games_in_channel ON games (channel_id);
CREATE INDEX games_lagging ON games (id) WHERE told_version < version;
CREATE UNIQUE INDEX seats_now ON seats (game_id, seat) WHERE until_version IS NULL;
CREATE UNIQUE INDEX seats_of_person_now ON seats (user_id, game_id) WHERE until_version IS NULL AND user_id IS NOT NULL;
CREATE TRIGGER moves_stay BEFORE UPDATE OF game_id, number, round, version, seat, line ON moves
BEGIN
    SELECT RAISE(ABORT, 'moves are only ever appended');
END;
CREATE INDEX timers_by_time ON timers (at);
CREATE INDEX log_of_game ON log (game_id, id);
CREATE TRIGGER log_stays BEFORE UPDATE OF game_id, version, at, kind, seat ON log
BEGIN
    SELECT RAISE(ABORT, 'the log is only ever appended');
END;
CREATE UNIQUE INDEX seasons_open ON seasons (guild_id) WHERE closed_at IS NULL;
CREATE INDEX seasons_ending ON seasons (ends_at) WHERE closed_at IS NULL AND ends_at IS NOT NULL;
CREATE INDEX seasons_untold ON seasons (id) WHERE closing IS NOT NULL AND told_message IS NULL;
CREATE INDEX results_of_guild ON results (guild_id, id);
CREATE INDEX results_of_season ON results (season_id, id) WHERE season_id IS NOT NULL;
CREATE INDEX results_of_person ON result_people (user_id, guild_id, result_id);
CREATE INDEX corrections_of_guild ON corrections (guild_id, id);
CREATE INDEX corrections_of_result ON corrections (result_id, id);
CREATE INDEX board_by_rating ON standings (guild_id, season_id, scope, hidden, rating DESC, user_id) WHERE rated > 0;
CREATE INDEX board_by_wins ON standings (guild_id, season_id, scope, hidden, wins DESC, user_id);
CREATE INDEX board_by_points ON standings (guild_id, season_id, scope, hidden, points DESC, user_id);
CREATE INDEX board_by_canastas ON standings (guild_id, season_id, scope, hidden, canastas DESC, user_id);
CREATE INDEX standings_of_person ON standings (user_id, guild_id, scope, season_id);
CREATE INDEX board_of_pairs ON meetings (guild_id, season_id, hidden, worth DESC, user_id, other_id)
    WHERE user_id < other_id AND together > 0;
CREATE INDEX partners ON meetings (guild_id, season_id, user_id, hidden, worth DESC) WHERE together > 0;
CREATE INDEX meetings_of_person ON meetings (user_id);
CREATE INDEX meetings_of_other ON meetings (other_id);
CREATE INDEX members_by_person ON members (user_id);
CREATE INDEX tournaments_of_guild ON tournaments (guild_id, id);
CREATE INDEX tournaments_going_on ON tournaments (id) WHERE status IN ('open', 'running') OR shown_version < version;
CREATE INDEX tournament_players_by_person ON tournament_players (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX tournament_corrections_of ON tournament_corrections (tournament_id, id);
CREATE INDEX games_of_host ON games (host_id);
CREATE INDEX games_of_series ON games (series) WHERE series IS NOT NULL;
CREATE INDEX seats_of_person ON seats (user_id, game_id) WHERE user_id IS NOT NULL;
CREATE INDEX moves_of_person ON moves (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX log_of_person ON log (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX results_of_replaced ON result_people (replaced) WHERE replaced IS NOT NULL;
CREATE INDEX corrections_by_person ON corrections (user_id);
CREATE INDEX corrections_undone_by ON corrections (undone_by) WHERE undone_by IS NOT NULL;
CREATE INDEX tournaments_of_host ON tournaments (host_id);
CREATE INDEX tournament_corrections_by_person ON tournament_corrections (user_id);
CREATE INDEX tournament_corrections_undone_by ON tournament_corrections (undone_by) WHERE undone_by IS NOT NULL;
CREATE INDEX standing_orders_of_person ON standing_orders (user_id);
CREATE INDEX pauses_of_person ON pauses (user_id);
CREATE INDEX hints_of_person ON hints (user_id);
CREATE UNIQUE INDEX messages_for ON messages (game_id, kind, number, user_id) WHERE state <> 'replaced';
CREATE INDEX messages_in_channel ON messages (channel_id);
CREATE INDEX messages_about ON messages (user_id);
CREATE INDEX games_by_status ON games (status, guild_id);
CREATE INDEX notices_by_person ON notices (user_id);
CREATE INDEX notices_of_game ON notices (game_id);
CREATE INDEX tournament_questions_of ON tournament_questions (tournament_id);
CREATE INDEX tournament_questions_by ON tournament_questions (by);
CREATE INDEX log_of_newcomer ON log (newcomer_id) WHERE newcomer_id IS NOT NULL;
CREATE UNIQUE INDEX ghosts_of_person ON ghosts (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX tournament_seekers_by ON tournament_seekers (user_id);
CREATE INDEX people_closed ON people (dm_tried_at) WHERE dm_closed = 1;
CREATE INDEX tournament_requests_of ON tournament_requests (tournament_id);
CREATE INDEX tournament_requests_by ON tournament_requests (user_id);
CREATE INDEX tournament_requests_for ON tournament_requests (newcomer_id);
CREATE INDEX tournament_requests_about ON tournament_requests (holder_id) WHERE holder_id IS NOT NULL;
CREATE INDEX result_people_solo ON result_people (guild_id) WHERE solo IS NOT NULL;
CREATE INDEX daily_board ON daily_rounds (day, points) WHERE points IS NOT NULL;
CREATE INDEX daily_by_person ON daily_rounds (user_id, day, points);
CREATE UNIQUE INDEX games_by_code ON games (code) WHERE code IS NOT NULL;
CREATE UNIQUE INDEX games_following ON games (follows) WHERE follows IS NOT NULL AND status IN ('lobby', 'playing');
CREATE INDEX morning_posts_due ON morning_posts (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX avoided_by ON avoided (other_id, user_id);
CREATE INDEX in_line_called ON in_line (gathering_id) WHERE gathering_id IS NOT NULL;
CREATE INDEX browser_links_of_person ON browser_links (user_id);
CREATE INDEX browser_links_ending ON browser_links (until);
CREATE INDEX browsers_of_person ON browsers (user_id, since);
CREATE INDEX browsers_ending ON browsers (until);
CREATE INDEX deauthorizations_pending ON deauthorizations (at) WHERE pending = 1;
CREATE INDEX games_in_open_league ON games (created_at) WHERE in_open_league = 1;
CREATE INDEX watchers_of_person ON watchers (user_id);
CREATE INDEX watchers_ending ON watchers (until);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('seasons',3);
INSERT INTO "sqlite_sequence" VALUES('gatherings',1);
INSERT INTO "sqlite_sequence" VALUES('games',9);
INSERT INTO "sqlite_sequence" VALUES('results',6);
INSERT INTO "sqlite_sequence" VALUES('log',4);
INSERT INTO "sqlite_sequence" VALUES('series',2);
INSERT INTO "sqlite_sequence" VALUES('browsers',1);
INSERT INTO "sqlite_sequence" VALUES('corrections',2);
INSERT INTO "sqlite_sequence" VALUES('ghosts',1);
INSERT INTO "sqlite_sequence" VALUES('tournaments',1);
INSERT INTO "sqlite_sequence" VALUES('tournament_corrections',1);
INSERT INTO "sqlite_sequence" VALUES('notices',1);
INSERT INTO "sqlite_sequence" VALUES('tournament_requests',1);
COMMIT;
