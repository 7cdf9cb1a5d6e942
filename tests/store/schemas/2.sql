-- A database as schema 2 left it, written by that version's own bot.tables: a script opened tables, had computers choose the
-- moves of the people, let turns expire and people agree, then wrote down sqlite3's iterdump. Games: 1 and 2 finished (in 2
-- somebody was substituted and somebody resigned), 3 cancelled, 4 abandoned by agreement, 5 in play by the clock with a
-- computer sitting in and two proposals, 6 in play with its channel lost, 7 a lobby, 8 in play while its player is on vacation.
PRAGMA application_id = 1128353345;
PRAGMA user_version = 2;
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
INSERT INTO "agreements" VALUES(5,'abandon',-1,0,'',102,133);
INSERT INTO "agreements" VALUES(5,'substitute',3,106,'Fay',104,134);
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
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
, turn_limit INTEGER CHECK (turn_limit > 0), bank INTEGER NOT NULL DEFAULT 0 CHECK (bank >= 0), turn_spent INTEGER NOT NULL DEFAULT 0, clock_at INTEGER, lost TEXT CHECK (lost IN ('gone', 'barred', 'locked', 'left')), rules TEXT CHECK (rules IS NULL OR json_valid(rules))) STRICT;
INSERT INTO "games" VALUES(1,7,71,'finished',94,94,'classic','2',2,'{"target": 1000}',101,1,NULL,NULL,'[1405, 1475]',1,1800000000,1800022710,1800022710,NULL,0,0,NULL,NULL,'{"id":"classic","name":"Classic","source":"pagat: classic","layout":"2","seats":2,"house":["target"],"parameters":{"target":1000,"side.sides":2,"side.mode":"fixed","side.full_share":false,"side.shared_opening":true,"side.lone_by_going_out":true,"pack.decks":2,"pack.jokers":4,"pack.calientes":0,"pack.copies_per_natural":null,"values.joker":50,"values.two":20,"values.ace":20,"values.eight":10,"values.black_three":5,"deal.hand":15,"deal.foot":0,"deal.foot_per_side":false,"deal.foot_choice":"second","deal.talons":[],"deal.talons_given":true,"deal.upcard":true,"deal.cover":["joker","two","red-three"],"deal.cover_freezes":true,"deal.face_down":0,"deal.face_down_by_rank":false,"deal.red_threes_first":false,"deal.cut_bonus":0,"deal.mirror_bonus":0,"turn.draw":2,"turn.float":false,"threes.red":"at-once","threes.black":"played","threes.any_time":false,"threes.totals":[100,200,300,800],"threes.plus_if":"meld","threes.pile_replaced":false,"threes.held":0,"threes.held_no_turn":null,"threes.held_only_out":false,"threes.held_tally":"five","threes.black_meld":"going-out","threes.black_four":0,"threes.black_held":0,"threes.black_held_only_out":false,"threes.set_aside":[],"melds.min_naturals":2,"melds.max_wilds":3,"melds.ratio":"free","melds.max_size":null,"melds.max_natural":null,"melds.big_unlimited":false,"melds.mixed_unlimited":false,"melds.same_rank":"one","melds.pure_sevens":false,"melds.pure_aces":false,"melds.not_theirs":false,"melds.cap":null,"melds.cap_red_threes":"no","wilds.allowed":false,"wilds.pure_twos":false,"wilds.whole":false,"wilds.locks":true,"wilds.binds":false,"wilds.melds":"one","wilds.max_size":null,"wilds.bonus":2000,"wilds.bonus_twos":null,"wilds.bonus_four_jokers":null,"wilds.bonus_six_jokers":null,"wilds.unfinished":0,"twos.allowed":false,"twos.natural":3000,"twos.mixed":2000,"sequences.allowed":false,"sequences.max_wilds":0,"sequences.min_naturals":3,"sequences.bonus":1500,"sequences.bonus_wild":null,"sequences.unfinished":0,"sequences.unfinished_up_to":6,"canastas.natural":500,"canastas.mixed":300,"canastas.sevens":null,"canastas.aces":null,"canastas.unfinished_sevens":0,"canastas.unfinished_aces":0,"canastas.held_sevens":0,"canastas.held_aces":0,"canastas.held_aces_if_mixed":true,"canastas.fixed_when_made":false,"canastas.five_natural":0,"canastas.five_mixed":0,"canastas.five_any":0,"canastas.ten":0,"canastas.concealed":0,"canastas.automatic":null,"opening.table":[[-1000000,15],[0,50],[1500,90],[3000,120]],"opening.concealed_free":true,"opening.concealed_partner":false,"opening.pure":false,"opening.triple":"no","opening.splash":"no","opening.before_draw":false,"opening.with_pile":"top-counts","pile.open_to":"all","pile.always_frozen":false,"pile.frozen_for_unopened":true,"pile.frozen_needs":2,"pile.natural_and_wild":true,"pile.wild_helps":false,"pile.onto_meld":"any","pile.own_canasta":"free","pile.one_card":false,"pile.taken":"all","pile.own_meld_first":false,"pile.wild_top":false,"pile.sequences":"no","discards.freeze":["joker","two"],"discards.block":["joker","two","red-three","black-three","caliente"],"discards.close":[],"discards.closes_next_only":false,"discards.covered_black_freezes":false,"discards.wilds":"free","discards.threes":"free","discards.no_black_first":false,"discards.empty_pile_ban":false,"discards.safe_ban":false,"out.canastas":2,"out.natural":0,"out.mixed":0,"out.wild":0,"out.either_way":false,"out.pure_or_sequence":false,"out.sequence":false,"out.red_threes":0,"out.specials_complete":false,"out.bonus":100,"out.concealed":100,"out.concealed_own_canasta":true,"out.concealed_no_partner":true,"out.concealed_side":false,"out.concealed_take":true,"out.concealed_plain":0,"out.discard":"optional","out.discard_hidden":false,"out.last_not":[],"out.play_on":false,"out.ask":"may","out.ask_late":false,"out.ask_once":false,"out.foot":"no","out.team_no_threes":false,"out.foot_penalty":0,"stock.end":"round","stock.recycles":3,"stock.forced_take":"onto-meld","stock.short_draw_ends":false,"stock.three_ends":false,"extra.hand":0,"extra.caliente_cost":100,"extra.caliente_to_deal":true,"extra.straight":0,"extra.pairs":0,"extra.pairs_wild":0,"extra.pairs_joker":false,"extra.pairs_distinct":false,"extra.garbage":0,"extra.garbage_triples":false,"score.cards_against":false,"score.foot_against":true,"score.talon_against":false}}');
INSERT INTO "games" VALUES(2,7,71,'finished',111,111,'samba','4',4,'{"target": 1500}',103,1,NULL,NULL,'[4935, 1515]',0,1800022710,1800039480,1800039480,3600,3600,0,NULL,NULL,'{"id":"samba","name":"Samba","source":"wikipedia-filanda-retail: samba","layout":"4","seats":4,"house":["target"],"parameters":{"target":1500,"side.sides":2,"side.mode":"fixed","side.full_share":false,"side.shared_opening":true,"side.lone_by_going_out":true,"pack.decks":3,"pack.jokers":6,"pack.calientes":0,"pack.copies_per_natural":null,"values.joker":50,"values.two":20,"values.ace":20,"values.eight":10,"values.black_three":5,"deal.hand":15,"deal.foot":0,"deal.foot_per_side":false,"deal.foot_choice":"second","deal.talons":[],"deal.talons_given":true,"deal.upcard":true,"deal.cover":["joker","two","red-three","black-three"],"deal.cover_freezes":true,"deal.face_down":0,"deal.face_down_by_rank":false,"deal.red_threes_first":true,"deal.cut_bonus":0,"deal.mirror_bonus":0,"turn.draw":2,"turn.float":false,"threes.red":"at-once","threes.black":"played","threes.any_time":false,"threes.totals":[100,200,300,800,1000,1200],"threes.plus_if":"meld","threes.pile_replaced":false,"threes.held":0,"threes.held_no_turn":null,"threes.held_only_out":false,"threes.held_tally":"five","threes.black_meld":"going-out","threes.black_four":0,"threes.black_held":0,"threes.black_held_only_out":false,"threes.set_aside":[],"melds.min_naturals":2,"melds.max_wilds":2,"melds.ratio":"free","melds.max_size":null,"melds.max_natural":null,"melds.big_unlimited":false,"melds.mixed_unlimited":false,"melds.same_rank":"after-canasta","melds.pure_sevens":false,"melds.pure_aces":false,"melds.not_theirs":false,"melds.cap":null,"melds.cap_red_threes":"no","wilds.allowed":false,"wilds.pure_twos":false,"wilds.whole":false,"wilds.locks":true,"wilds.binds":false,"wilds.melds":"one","wilds.max_size":null,"wilds.bonus":2000,"wilds.bonus_twos":null,"wilds.bonus_four_jokers":null,"wilds.bonus_six_jokers":null,"wilds.unfinished":0,"twos.allowed":false,"twos.natural":3000,"twos.mixed":2000,"sequences.allowed":true,"sequences.max_wilds":0,"sequences.min_naturals":3,"sequences.bonus":1500,"sequences.bonus_wild":null,"sequences.unfinished":0,"sequences.unfinished_up_to":6,"canastas.natural":500,"canastas.mixed":300,"canastas.sevens":null,"canastas.aces":null,"canastas.unfinished_sevens":0,"canastas.unfinished_aces":0,"canastas.held_sevens":0,"canastas.held_aces":0,"canastas.held_aces_if_mixed":true,"canastas.fixed_when_made":false,"canastas.five_natural":0,"canastas.five_mixed":0,"canastas.five_any":0,"canastas.ten":0,"canastas.concealed":0,"canastas.automatic":null,"opening.table":[[-1000000,15],[0,50],[1500,90],[3000,120],[7000,150]],"opening.concealed_free":false,"opening.concealed_partner":false,"opening.pure":false,"opening.triple":"no","opening.splash":"no","opening.before_draw":false,"opening.with_pile":"top-counts","pile.open_to":"all","pile.always_frozen":true,"pile.frozen_for_unopened":true,"pile.frozen_needs":2,"pile.natural_and_wild":false,"pile.wild_helps":false,"pile.onto_meld":"any","pile.own_canasta":"free","pile.one_card":true,"pile.taken":"all","pile.own_meld_first":false,"pile.wild_top":false,"pile.sequences":"top-card","discards.freeze":["joker","two"],"discards.block":["joker","two","red-three","black-three","caliente"],"discards.close":[],"discards.closes_next_only":false,"discards.covered_black_freezes":false,"discards.wilds":"free","discards.threes":"free","discards.no_black_first":false,"discards.empty_pile_ban":false,"discards.safe_ban":false,"out.canastas":2,"out.natural":0,"out.mixed":0,"out.wild":0,"out.either_way":false,"out.pure_or_sequence":true,"out.sequence":false,"out.red_threes":0,"out.specials_complete":false,"out.bonus":100,"out.concealed":100,"out.concealed_own_canasta":false,"out.concealed_no_partner":false,"out.concealed_side":true,"out.concealed_take":true,"out.concealed_plain":0,"out.discard":"optional","out.discard_hidden":false,"out.last_not":[],"out.play_on":false,"out.ask":"may","out.ask_late":false,"out.ask_once":false,"out.foot":"no","out.team_no_threes":false,"out.foot_penalty":0,"stock.end":"round","stock.recycles":3,"stock.forced_take":"any","stock.short_draw_ends":false,"stock.three_ends":false,"extra.hand":0,"extra.caliente_cost":100,"extra.caliente_to_deal":true,"extra.straight":0,"extra.pairs":0,"extra.pairs_wild":0,"extra.pairs_joker":false,"extra.pairs_distinct":false,"extra.garbage":0,"extra.garbage_triples":false,"score.cards_against":false,"score.foot_against":true,"score.talon_against":false}}');
INSERT INTO "games" VALUES(3,7,72,'cancelled',3,3,'classic','4',4,'{}',104,0,NULL,NULL,'[]',NULL,1800039480,1800039520,1800039520,NULL,0,0,NULL,NULL,NULL);
INSERT INTO "games" VALUES(4,9,91,'abandoned',10,10,'classic','2',2,'{}',101,1,NULL,NULL,'[0, 0]',NULL,1800039520,1800043190,1800043190,NULL,0,0,NULL,NULL,'{"id":"classic","name":"Classic","source":"pagat: classic","layout":"2","seats":2,"house":[],"parameters":{"target":5000,"side.sides":2,"side.mode":"fixed","side.full_share":false,"side.shared_opening":true,"side.lone_by_going_out":true,"pack.decks":2,"pack.jokers":4,"pack.calientes":0,"pack.copies_per_natural":null,"values.joker":50,"values.two":20,"values.ace":20,"values.eight":10,"values.black_three":5,"deal.hand":15,"deal.foot":0,"deal.foot_per_side":false,"deal.foot_choice":"second","deal.talons":[],"deal.talons_given":true,"deal.upcard":true,"deal.cover":["joker","two","red-three"],"deal.cover_freezes":true,"deal.face_down":0,"deal.face_down_by_rank":false,"deal.red_threes_first":false,"deal.cut_bonus":0,"deal.mirror_bonus":0,"turn.draw":2,"turn.float":false,"threes.red":"at-once","threes.black":"played","threes.any_time":false,"threes.totals":[100,200,300,800],"threes.plus_if":"meld","threes.pile_replaced":false,"threes.held":0,"threes.held_no_turn":null,"threes.held_only_out":false,"threes.held_tally":"five","threes.black_meld":"going-out","threes.black_four":0,"threes.black_held":0,"threes.black_held_only_out":false,"threes.set_aside":[],"melds.min_naturals":2,"melds.max_wilds":3,"melds.ratio":"free","melds.max_size":null,"melds.max_natural":null,"melds.big_unlimited":false,"melds.mixed_unlimited":false,"melds.same_rank":"one","melds.pure_sevens":false,"melds.pure_aces":false,"melds.not_theirs":false,"melds.cap":null,"melds.cap_red_threes":"no","wilds.allowed":false,"wilds.pure_twos":false,"wilds.whole":false,"wilds.locks":true,"wilds.binds":false,"wilds.melds":"one","wilds.max_size":null,"wilds.bonus":2000,"wilds.bonus_twos":null,"wilds.bonus_four_jokers":null,"wilds.bonus_six_jokers":null,"wilds.unfinished":0,"twos.allowed":false,"twos.natural":3000,"twos.mixed":2000,"sequences.allowed":false,"sequences.max_wilds":0,"sequences.min_naturals":3,"sequences.bonus":1500,"sequences.bonus_wild":null,"sequences.unfinished":0,"sequences.unfinished_up_to":6,"canastas.natural":500,"canastas.mixed":300,"canastas.sevens":null,"canastas.aces":null,"canastas.unfinished_sevens":0,"canastas.unfinished_aces":0,"canastas.held_sevens":0,"canastas.held_aces":0,"canastas.held_aces_if_mixed":true,"canastas.fixed_when_made":false,"canastas.five_natural":0,"canastas.five_mixed":0,"canastas.five_any":0,"canastas.ten":0,"canastas.concealed":0,"canastas.automatic":null,"opening.table":[[-1000000,15],[0,50],[1500,90],[3000,120]],"opening.concealed_free":true,"opening.concealed_partner":false,"opening.pure":false,"opening.triple":"no","opening.splash":"no","opening.before_draw":false,"opening.with_pile":"top-counts","pile.open_to":"all","pile.always_frozen":false,"pile.frozen_for_unopened":true,"pile.frozen_needs":2,"pile.natural_and_wild":true,"pile.wild_helps":false,"pile.onto_meld":"any","pile.own_canasta":"free","pile.one_card":false,"pile.taken":"all","pile.own_meld_first":false,"pile.wild_top":false,"pile.sequences":"no","discards.freeze":["joker","two"],"discards.block":["joker","two","red-three","black-three","caliente"],"discards.close":[],"discards.closes_next_only":false,"discards.covered_black_freezes":false,"discards.wilds":"free","discards.threes":"free","discards.no_black_first":false,"discards.empty_pile_ban":false,"discards.safe_ban":false,"out.canastas":2,"out.natural":0,"out.mixed":0,"out.wild":0,"out.either_way":false,"out.pure_or_sequence":false,"out.sequence":false,"out.red_threes":0,"out.specials_complete":false,"out.bonus":100,"out.concealed":100,"out.concealed_own_canasta":true,"out.concealed_no_partner":true,"out.concealed_side":false,"out.concealed_take":true,"out.concealed_plain":0,"out.discard":"optional","out.discard_hidden":false,"out.last_not":[],"out.play_on":false,"out.ask":"may","out.ask_late":false,"out.ask_once":false,"out.foot":"no","out.team_no_threes":false,"out.foot_penalty":0,"stock.end":"round","stock.recycles":3,"stock.forced_take":"onto-meld","stock.short_draw_ends":false,"stock.three_ends":false,"extra.hand":0,"extra.caliente_cost":100,"extra.caliente_to_deal":true,"extra.straight":0,"extra.pairs":0,"extra.pairs_wild":0,"extra.pairs_joker":false,"extra.pairs_distinct":false,"extra.garbage":0,"extra.garbage_triples":false,"score.cards_against":false,"score.foot_against":true,"score.talon_against":false}}');
INSERT INTO "games" VALUES(5,7,71,'playing',134,0,'classic','4',4,'{"target": 3000}',102,2,0,1800093460,'[1150, 1035]',NULL,1800043190,1800094360,NULL,3600,3600,900,1800094360,NULL,'{"id":"classic","name":"Classic","source":"pagat: classic","layout":"4","seats":4,"house":["target"],"parameters":{"target":3000,"side.sides":2,"side.mode":"fixed","side.full_share":false,"side.shared_opening":true,"side.lone_by_going_out":true,"pack.decks":2,"pack.jokers":4,"pack.calientes":0,"pack.copies_per_natural":null,"values.joker":50,"values.two":20,"values.ace":20,"values.eight":10,"values.black_three":5,"deal.hand":11,"deal.foot":0,"deal.foot_per_side":false,"deal.foot_choice":"second","deal.talons":[],"deal.talons_given":true,"deal.upcard":true,"deal.cover":["joker","two","red-three"],"deal.cover_freezes":true,"deal.face_down":0,"deal.face_down_by_rank":false,"deal.red_threes_first":false,"deal.cut_bonus":0,"deal.mirror_bonus":0,"turn.draw":1,"turn.float":false,"threes.red":"at-once","threes.black":"played","threes.any_time":false,"threes.totals":[100,200,300,800],"threes.plus_if":"meld","threes.pile_replaced":false,"threes.held":0,"threes.held_no_turn":null,"threes.held_only_out":false,"threes.held_tally":"five","threes.black_meld":"going-out","threes.black_four":0,"threes.black_held":0,"threes.black_held_only_out":false,"threes.set_aside":[],"melds.min_naturals":2,"melds.max_wilds":3,"melds.ratio":"free","melds.max_size":null,"melds.max_natural":null,"melds.big_unlimited":false,"melds.mixed_unlimited":false,"melds.same_rank":"one","melds.pure_sevens":false,"melds.pure_aces":false,"melds.not_theirs":false,"melds.cap":null,"melds.cap_red_threes":"no","wilds.allowed":false,"wilds.pure_twos":false,"wilds.whole":false,"wilds.locks":true,"wilds.binds":false,"wilds.melds":"one","wilds.max_size":null,"wilds.bonus":2000,"wilds.bonus_twos":null,"wilds.bonus_four_jokers":null,"wilds.bonus_six_jokers":null,"wilds.unfinished":0,"twos.allowed":false,"twos.natural":3000,"twos.mixed":2000,"sequences.allowed":false,"sequences.max_wilds":0,"sequences.min_naturals":3,"sequences.bonus":1500,"sequences.bonus_wild":null,"sequences.unfinished":0,"sequences.unfinished_up_to":6,"canastas.natural":500,"canastas.mixed":300,"canastas.sevens":null,"canastas.aces":null,"canastas.unfinished_sevens":0,"canastas.unfinished_aces":0,"canastas.held_sevens":0,"canastas.held_aces":0,"canastas.held_aces_if_mixed":true,"canastas.fixed_when_made":false,"canastas.five_natural":0,"canastas.five_mixed":0,"canastas.five_any":0,"canastas.ten":0,"canastas.concealed":0,"canastas.automatic":null,"opening.table":[[-1000000,15],[0,50],[1500,90],[3000,120]],"opening.concealed_free":true,"opening.concealed_partner":false,"opening.pure":false,"opening.triple":"no","opening.splash":"no","opening.before_draw":false,"opening.with_pile":"top-counts","pile.open_to":"all","pile.always_frozen":false,"pile.frozen_for_unopened":true,"pile.frozen_needs":2,"pile.natural_and_wild":true,"pile.wild_helps":false,"pile.onto_meld":"any","pile.own_canasta":"free","pile.one_card":false,"pile.taken":"all","pile.own_meld_first":false,"pile.wild_top":false,"pile.sequences":"no","discards.freeze":["joker","two"],"discards.block":["joker","two","red-three","black-three","caliente"],"discards.close":[],"discards.closes_next_only":false,"discards.covered_black_freezes":false,"discards.wilds":"free","discards.threes":"free","discards.no_black_first":false,"discards.empty_pile_ban":false,"discards.safe_ban":false,"out.canastas":1,"out.natural":0,"out.mixed":0,"out.wild":0,"out.either_way":false,"out.pure_or_sequence":false,"out.sequence":false,"out.red_threes":0,"out.specials_complete":false,"out.bonus":100,"out.concealed":100,"out.concealed_own_canasta":true,"out.concealed_no_partner":true,"out.concealed_side":false,"out.concealed_take":true,"out.concealed_plain":0,"out.discard":"optional","out.discard_hidden":false,"out.last_not":[],"out.play_on":false,"out.ask":"may","out.ask_late":false,"out.ask_once":false,"out.foot":"no","out.team_no_threes":false,"out.foot_penalty":0,"stock.end":"round","stock.recycles":3,"stock.forced_take":"onto-meld","stock.short_draw_ends":false,"stock.three_ends":false,"extra.hand":0,"extra.caliente_cost":100,"extra.caliente_to_deal":true,"extra.straight":0,"extra.pairs":0,"extra.pairs_wild":0,"extra.pairs_joker":false,"extra.pairs_distinct":false,"extra.garbage":0,"extra.garbage_triples":false,"score.cards_against":false,"score.foot_against":true,"score.talon_against":false}}');
INSERT INTO "games" VALUES(6,9,91,'playing',26,26,'hand-and-foot','4',4,'{}',106,1,0,1800098490,'[0, 0]',NULL,1800094360,1800114820,NULL,NULL,0,120,NULL,'barred','{"id":"hand-and-foot","name":"Hand & Foot","source":"wikipedia-filanda-retail: hand-and-foot","layout":"4","seats":4,"house":[],"parameters":{"target":5000,"side.sides":2,"side.mode":"fixed","side.full_share":false,"side.shared_opening":true,"side.lone_by_going_out":true,"pack.decks":5,"pack.jokers":10,"pack.calientes":0,"pack.copies_per_natural":null,"values.joker":50,"values.two":20,"values.ace":20,"values.eight":10,"values.black_three":0,"deal.hand":11,"deal.foot":13,"deal.foot_per_side":false,"deal.foot_choice":"low-bottom","deal.talons":[],"deal.talons_given":true,"deal.upcard":false,"deal.cover":["joker","two","red-three","black-three"],"deal.cover_freezes":false,"deal.face_down":0,"deal.face_down_by_rank":false,"deal.red_threes_first":true,"deal.cut_bonus":0,"deal.mirror_bonus":0,"turn.draw":2,"turn.float":false,"threes.red":"never","threes.black":"played","threes.any_time":false,"threes.totals":[100,200,300,800],"threes.plus_if":"meld","threes.pile_replaced":false,"threes.held":500,"threes.held_no_turn":null,"threes.held_only_out":false,"threes.held_tally":"five","threes.black_meld":"never","threes.black_four":0,"threes.black_held":0,"threes.black_held_only_out":false,"threes.set_aside":[],"melds.min_naturals":2,"melds.max_wilds":3,"melds.ratio":"fewer-than-naturals","melds.max_size":null,"melds.max_natural":null,"melds.big_unlimited":false,"melds.mixed_unlimited":false,"melds.same_rank":"after-canasta","melds.pure_sevens":false,"melds.pure_aces":false,"melds.not_theirs":false,"melds.cap":null,"melds.cap_red_threes":"no","wilds.allowed":false,"wilds.pure_twos":false,"wilds.whole":false,"wilds.locks":true,"wilds.binds":false,"wilds.melds":"one","wilds.max_size":null,"wilds.bonus":1500,"wilds.bonus_twos":null,"wilds.bonus_four_jokers":null,"wilds.bonus_six_jokers":null,"wilds.unfinished":0,"twos.allowed":false,"twos.natural":3000,"twos.mixed":2000,"sequences.allowed":false,"sequences.max_wilds":0,"sequences.min_naturals":3,"sequences.bonus":1500,"sequences.bonus_wild":null,"sequences.unfinished":0,"sequences.unfinished_up_to":6,"canastas.natural":500,"canastas.mixed":300,"canastas.sevens":null,"canastas.aces":null,"canastas.unfinished_sevens":0,"canastas.unfinished_aces":0,"canastas.held_sevens":0,"canastas.held_aces":0,"canastas.held_aces_if_mixed":true,"canastas.fixed_when_made":false,"canastas.five_natural":0,"canastas.five_mixed":0,"canastas.five_any":0,"canastas.ten":0,"canastas.concealed":0,"canastas.automatic":null,"opening.table":[[-1000000,15],[0,50],[1500,90],[3000,120]],"opening.concealed_free":false,"opening.concealed_partner":false,"opening.pure":false,"opening.triple":"no","opening.splash":"no","opening.before_draw":false,"opening.with_pile":"top-counts","pile.open_to":"nobody","pile.always_frozen":false,"pile.frozen_for_unopened":true,"pile.frozen_needs":2,"pile.natural_and_wild":false,"pile.wild_helps":false,"pile.onto_meld":"any","pile.own_canasta":"free","pile.one_card":true,"pile.taken":"all","pile.own_meld_first":false,"pile.wild_top":false,"pile.sequences":"no","discards.freeze":["joker","two"],"discards.block":["joker","two","red-three","black-three","caliente"],"discards.close":[],"discards.closes_next_only":false,"discards.covered_black_freezes":false,"discards.wilds":"free","discards.threes":"free","discards.no_black_first":false,"discards.empty_pile_ban":false,"discards.safe_ban":false,"out.canastas":5,"out.natural":2,"out.mixed":3,"out.wild":0,"out.either_way":false,"out.pure_or_sequence":false,"out.sequence":false,"out.red_threes":0,"out.specials_complete":false,"out.bonus":100,"out.concealed":100,"out.concealed_own_canasta":false,"out.concealed_no_partner":false,"out.concealed_side":true,"out.concealed_take":true,"out.concealed_plain":0,"out.discard":"optional","out.discard_hidden":false,"out.last_not":[],"out.play_on":false,"out.ask":"may","out.ask_late":false,"out.ask_once":false,"out.foot":"played","out.team_no_threes":false,"out.foot_penalty":0,"stock.end":"round","stock.recycles":3,"stock.forced_take":"any","stock.short_draw_ends":false,"stock.three_ends":false,"extra.hand":0,"extra.caliente_cost":100,"extra.caliente_to_deal":true,"extra.straight":0,"extra.pairs":0,"extra.pairs_wild":0,"extra.pairs_joker":false,"extra.pairs_distinct":false,"extra.garbage":0,"extra.garbage_triples":false,"score.cards_against":false,"score.foot_against":true,"score.talon_against":false}}');
INSERT INTO "games" VALUES(7,7,73,'lobby',3,3,'bolivia','4',4,'{"target": 5000}',105,0,NULL,NULL,'[]',NULL,1800098610,1800098650,NULL,259200,259200,0,NULL,NULL,NULL);
INSERT INTO "games" VALUES(8,9,92,'playing',14,0,'classic','2',2,'{}',103,1,1,1800104020,'[0, 0]',NULL,1800098650,1800104020,NULL,86400,86400,0,1800104020,NULL,'{"id":"classic","name":"Classic","source":"pagat: classic","layout":"2","seats":2,"house":[],"parameters":{"target":5000,"side.sides":2,"side.mode":"fixed","side.full_share":false,"side.shared_opening":true,"side.lone_by_going_out":true,"pack.decks":2,"pack.jokers":4,"pack.calientes":0,"pack.copies_per_natural":null,"values.joker":50,"values.two":20,"values.ace":20,"values.eight":10,"values.black_three":5,"deal.hand":15,"deal.foot":0,"deal.foot_per_side":false,"deal.foot_choice":"second","deal.talons":[],"deal.talons_given":true,"deal.upcard":true,"deal.cover":["joker","two","red-three"],"deal.cover_freezes":true,"deal.face_down":0,"deal.face_down_by_rank":false,"deal.red_threes_first":false,"deal.cut_bonus":0,"deal.mirror_bonus":0,"turn.draw":2,"turn.float":false,"threes.red":"at-once","threes.black":"played","threes.any_time":false,"threes.totals":[100,200,300,800],"threes.plus_if":"meld","threes.pile_replaced":false,"threes.held":0,"threes.held_no_turn":null,"threes.held_only_out":false,"threes.held_tally":"five","threes.black_meld":"going-out","threes.black_four":0,"threes.black_held":0,"threes.black_held_only_out":false,"threes.set_aside":[],"melds.min_naturals":2,"melds.max_wilds":3,"melds.ratio":"free","melds.max_size":null,"melds.max_natural":null,"melds.big_unlimited":false,"melds.mixed_unlimited":false,"melds.same_rank":"one","melds.pure_sevens":false,"melds.pure_aces":false,"melds.not_theirs":false,"melds.cap":null,"melds.cap_red_threes":"no","wilds.allowed":false,"wilds.pure_twos":false,"wilds.whole":false,"wilds.locks":true,"wilds.binds":false,"wilds.melds":"one","wilds.max_size":null,"wilds.bonus":2000,"wilds.bonus_twos":null,"wilds.bonus_four_jokers":null,"wilds.bonus_six_jokers":null,"wilds.unfinished":0,"twos.allowed":false,"twos.natural":3000,"twos.mixed":2000,"sequences.allowed":false,"sequences.max_wilds":0,"sequences.min_naturals":3,"sequences.bonus":1500,"sequences.bonus_wild":null,"sequences.unfinished":0,"sequences.unfinished_up_to":6,"canastas.natural":500,"canastas.mixed":300,"canastas.sevens":null,"canastas.aces":null,"canastas.unfinished_sevens":0,"canastas.unfinished_aces":0,"canastas.held_sevens":0,"canastas.held_aces":0,"canastas.held_aces_if_mixed":true,"canastas.fixed_when_made":false,"canastas.five_natural":0,"canastas.five_mixed":0,"canastas.five_any":0,"canastas.ten":0,"canastas.concealed":0,"canastas.automatic":null,"opening.table":[[-1000000,15],[0,50],[1500,90],[3000,120]],"opening.concealed_free":true,"opening.concealed_partner":false,"opening.pure":false,"opening.triple":"no","opening.splash":"no","opening.before_draw":false,"opening.with_pile":"top-counts","pile.open_to":"all","pile.always_frozen":false,"pile.frozen_for_unopened":true,"pile.frozen_needs":2,"pile.natural_and_wild":true,"pile.wild_helps":false,"pile.onto_meld":"any","pile.own_canasta":"free","pile.one_card":false,"pile.taken":"all","pile.own_meld_first":false,"pile.wild_top":false,"pile.sequences":"no","discards.freeze":["joker","two"],"discards.block":["joker","two","red-three","black-three","caliente"],"discards.close":[],"discards.closes_next_only":false,"discards.covered_black_freezes":false,"discards.wilds":"free","discards.threes":"free","discards.no_black_first":false,"discards.empty_pile_ban":false,"discards.safe_ban":false,"out.canastas":2,"out.natural":0,"out.mixed":0,"out.wild":0,"out.either_way":false,"out.pure_or_sequence":false,"out.sequence":false,"out.red_threes":0,"out.specials_complete":false,"out.bonus":100,"out.concealed":100,"out.concealed_own_canasta":true,"out.concealed_no_partner":true,"out.concealed_side":false,"out.concealed_take":true,"out.concealed_plain":0,"out.discard":"optional","out.discard_hidden":false,"out.last_not":[],"out.play_on":false,"out.ask":"may","out.ask_late":false,"out.ask_once":false,"out.foot":"no","out.team_no_threes":false,"out.foot_penalty":0,"stock.end":"round","stock.recycles":3,"stock.forced_take":"onto-meld","stock.short_draw_ends":false,"stock.three_ends":false,"extra.hand":0,"extra.caliente_cost":100,"extra.caliente_to_deal":true,"extra.straight":0,"extra.pairs":0,"extra.pairs_wild":0,"extra.pairs_joker":false,"extra.pairs_distinct":false,"extra.garbage":0,"extra.garbage_triples":false,"score.cards_against":false,"score.foot_against":true,"score.talon_against":false}}');
CREATE TABLE log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id INTEGER NOT NULL REFERENCES games (id),
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    user_id INTEGER,
    seat INTEGER,
    facts TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(facts))
) STRICT;
INSERT INTO "log" VALUES(1,2,12,1800023710,'agreed',103,1,'{"name": "Di", "newcomer": "Fay", "newcomer_id": 106}');
INSERT INTO "log" VALUES(2,2,13,1800023710,'agreed',105,1,'{"name": "Di", "newcomer": "Fay", "newcomer_id": 106}');
INSERT INTO "log" VALUES(3,2,14,1800023710,'agreed',104,1,'{"name": "Di", "newcomer": "Fay", "newcomer_id": 106}');
INSERT INTO "log" VALUES(4,2,15,1800023710,'substituted',106,1,'{"name": "Di", "newcomer": "Fay"}');
INSERT INTO "log" VALUES(5,2,22,1800024700,'resigned',105,2,'{"name": "Eva O''Hara", "newcomer": "Bruno"}');
INSERT INTO "log" VALUES(6,4,9,1800043190,'agreed',101,NULL,'{}');
INSERT INTO "log" VALUES(7,4,10,1800043190,'abandoned',103,NULL,'{}');
INSERT INTO "log" VALUES(8,5,101,1800079510,'missed',NULL,3,'{"name": "Eva O''Hara"}');
INSERT INTO "log" VALUES(9,5,111,1800087120,'missed',NULL,3,'{"name": "Eva O''Hara"}');
INSERT INTO "log" VALUES(10,5,121,1800092010,'missed',NULL,3,'{"name": "Eva O''Hara"}');
INSERT INTO "log" VALUES(11,5,121,1800092010,'sitting-in',NULL,3,'{"name": "Eva O''Hara"}');
INSERT INTO "log" VALUES(12,5,132,1800094360,'extended',190,0,'{"name": "Bo", "seconds": 7200}');
INSERT INTO "log" VALUES(13,5,133,1800094360,'agreed',102,NULL,'{}');
INSERT INTO "log" VALUES(14,5,134,1800094360,'agreed',104,3,'{"name": "Eva O''Hara", "newcomer": "Fay", "newcomer_id": 106}');
INSERT INTO "log" VALUES(15,6,24,1800098610,'lost',NULL,NULL,'{"why": "barred"}');
CREATE TABLE messages (
    game_id INTEGER NOT NULL REFERENCES games (id),
    purpose TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    shows_version INTEGER NOT NULL,
    PRIMARY KEY (game_id, purpose)
) STRICT;
INSERT INTO "messages" VALUES(1,'table',71,800000,94);
INSERT INTO "messages" VALUES(1,'result',71,800001,94);
INSERT INTO "messages" VALUES(2,'table',71,800002,111);
INSERT INTO "messages" VALUES(2,'result',71,800003,111);
INSERT INTO "messages" VALUES(3,'table',72,800004,3);
INSERT INTO "messages" VALUES(4,'table',91,800005,10);
INSERT INTO "messages" VALUES(5,'ping',71,800007,134);
INSERT INTO "messages" VALUES(5,'score:1',71,800008,30);
INSERT INTO "messages" VALUES(5,'old:800006',71,800006,134);
INSERT INTO "messages" VALUES(5,'table',71,800009,134);
INSERT INTO "messages" VALUES(5,'own:102',5102,800010,133);
INSERT INTO "messages" VALUES(6,'table',91,800011,26);
INSERT INTO "messages" VALUES(6,'ping',91,800012,26);
INSERT INTO "messages" VALUES(7,'table',73,800013,3);
INSERT INTO "messages" VALUES(7,'ping',73,800014,3);
INSERT INTO "messages" VALUES(8,'table',92,800015,14);
INSERT INTO "messages" VALUES(8,'ping',92,800016,14);
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
INSERT INTO "moves" VALUES(1,1,1,4,1,'1 take 4S 4D / 5S 5D 5D / AD AC * *',102,9000,1800000070);
INSERT INTO "moves" VALUES(1,2,1,5,1,'1 discard 9C',102,9001,1800000160);
INSERT INTO "moves" VALUES(1,3,1,6,0,'0 take 9H 9C / TS TH TD',101,9002,1800000190);
INSERT INTO "moves" VALUES(1,4,1,7,0,'0 discard 8C',101,9003,1800001090);
INSERT INTO "moves" VALUES(1,5,1,8,1,'1 draw',102,9004,1800001120);
INSERT INTO "moves" VALUES(1,6,1,9,1,'1 discard 3S',102,9005,1800002020);
INSERT INTO "moves" VALUES(1,7,1,10,0,'0 draw',101,9006,1800002220);
INSERT INTO "moves" VALUES(1,8,1,11,0,'0 discard 3C',101,9007,1800003120);
INSERT INTO "moves" VALUES(1,9,1,12,1,'1 draw',102,9008,1800003150);
INSERT INTO "moves" VALUES(1,10,1,13,1,'1 discard QD',102,9009,1800003350);
INSERT INTO "moves" VALUES(1,11,1,14,0,'0 draw',101,9010,1800003550);
INSERT INTO "moves" VALUES(1,12,1,15,0,'0 discard QS',101,9011,1800003580);
INSERT INTO "moves" VALUES(1,13,1,16,1,'1 draw',102,9012,1800003780);
INSERT INTO "moves" VALUES(1,14,1,17,1,'1 discard QD',102,9013,1800003810);
INSERT INTO "moves" VALUES(1,15,1,18,0,'0 draw',101,9014,1800003840);
INSERT INTO "moves" VALUES(1,16,1,19,0,'0 discard 6H',101,9015,1800003930);
INSERT INTO "moves" VALUES(1,17,1,20,1,'1 take 6D 2S',102,9016,1800004130);
INSERT INTO "moves" VALUES(1,18,1,21,1,'1 meld QS QD QD',102,9017,1800004160);
INSERT INTO "moves" VALUES(1,19,1,22,1,'1 discard 3C',102,9018,1800004250);
INSERT INTO "moves" VALUES(1,20,1,23,0,'0 draw',101,9019,1800004280);
INSERT INTO "moves" VALUES(1,21,1,24,0,'0 meld JS JH JD JC 2H 2H 2D',101,9020,1800004370);
INSERT INTO "moves" VALUES(1,22,1,25,0,'0 discard AS',101,9021,1800005270);
INSERT INTO "moves" VALUES(1,23,1,26,1,'1 draw',102,9022,1800005360);
INSERT INTO "moves" VALUES(1,24,1,27,1,'1 meld 7S 7D 7C',102,9023,1800005560);
INSERT INTO "moves" VALUES(1,25,1,28,1,'1 discard 3S',102,9024,1800006460);
INSERT INTO "moves" VALUES(1,26,1,29,0,'0 draw',101,9025,1800007360);
INSERT INTO "moves" VALUES(1,27,1,30,0,'0 meld 8S 8D 8D',101,9026,1800007560);
INSERT INTO "moves" VALUES(1,28,1,31,0,'0 discard QH',101,9027,1800007650);
INSERT INTO "moves" VALUES(1,29,1,32,1,'1 take',102,9028,1800007740);
INSERT INTO "moves" VALUES(1,30,1,33,1,'1 meld AS',102,9029,1800007770);
INSERT INTO "moves" VALUES(1,31,1,34,1,'1 discard 3C',102,9030,1800007860);
INSERT INTO "moves" VALUES(1,32,1,35,0,'0 draw',101,9031,1800008760);
INSERT INTO "moves" VALUES(1,33,1,36,0,'0 discard 7H',101,9032,1800008790);
INSERT INTO "moves" VALUES(1,34,1,37,1,'1 draw',102,9033,1800009690);
INSERT INTO "moves" VALUES(1,35,1,38,1,'1 meld AD 2C',102,9034,1800009780);
INSERT INTO "moves" VALUES(1,36,1,39,1,'1 meld JH JD JC',102,9035,1800009810);
INSERT INTO "moves" VALUES(1,37,1,40,1,'1 discard 3S',102,9036,1800009840);
INSERT INTO "moves" VALUES(1,38,1,41,0,'0 draw',101,9037,1800009930);
INSERT INTO "moves" VALUES(1,39,1,42,0,'0 discard 4S',101,9038,1800010130);
INSERT INTO "moves" VALUES(1,40,1,43,1,'1 take',102,9039,1800010160);
INSERT INTO "moves" VALUES(1,41,1,44,1,'1 meld 7H',102,9040,1800010250);
INSERT INTO "moves" VALUES(1,42,1,45,1,'1 discard 3C',102,9041,1800010280);
INSERT INTO "moves" VALUES(1,43,1,46,0,'0 draw',101,9042,1800010310);
INSERT INTO "moves" VALUES(1,44,1,47,0,'0 meld KD KC *',101,9043,1800010510);
INSERT INTO "moves" VALUES(1,45,1,48,0,'0 discard 7H',101,9044,1800010600);
INSERT INTO "moves" VALUES(1,46,1,49,1,'1 draw',102,9045,1800010690);
INSERT INTO "moves" VALUES(1,47,1,50,1,'1 meld QC',102,9046,1800011590);
INSERT INTO "moves" VALUES(1,48,1,51,1,'1 discard 3S',102,9047,1800011790);
INSERT INTO "moves" VALUES(1,49,1,52,0,'0 draw',101,9048,1800011990);
INSERT INTO "moves" VALUES(1,50,1,53,0,'0 discard 5H',101,9049,1800012020);
INSERT INTO "moves" VALUES(1,51,1,54,1,'1 take',102,9050,1800012050);
INSERT INTO "moves" VALUES(1,52,1,55,1,'1 meld 7H',102,9051,1800012250);
INSERT INTO "moves" VALUES(1,53,1,56,1,'1 discard 3S',102,9052,1800012450);
INSERT INTO "moves" VALUES(1,54,1,57,0,'0 draw',101,9053,1800012650);
INSERT INTO "moves" VALUES(1,55,1,58,0,'0 meld 8H',101,9054,1800012850);
INSERT INTO "moves" VALUES(1,56,1,59,0,'0 discard AS',101,9055,1800013050);
INSERT INTO "moves" VALUES(1,57,1,60,1,'1 draw',102,9056,1800013950);
INSERT INTO "moves" VALUES(1,58,1,61,1,'1 meld TS TH TC',102,9057,1800014040);
INSERT INTO "moves" VALUES(1,59,1,62,1,'1 discard 3C',102,9058,1800014940);
INSERT INTO "moves" VALUES(1,60,1,63,0,'0 draw',101,9059,1800014970);
INSERT INTO "moves" VALUES(1,61,1,64,0,'0 meld 9H',101,9060,1800015870);
INSERT INTO "moves" VALUES(1,62,1,65,0,'0 discard AH',101,9061,1800015960);
INSERT INTO "moves" VALUES(1,63,1,66,1,'1 draw',102,9062,1800015990);
INSERT INTO "moves" VALUES(1,64,1,67,1,'1 meld 4C',102,9063,1800016190);
INSERT INTO "moves" VALUES(1,65,1,68,1,'1 discard 3S',102,9064,1800016220);
INSERT INTO "moves" VALUES(1,66,1,69,0,'0 draw',101,9065,1800016310);
INSERT INTO "moves" VALUES(1,67,1,70,0,'0 meld KS',101,9066,1800016510);
INSERT INTO "moves" VALUES(1,68,1,71,0,'0 discard 5S',101,9067,1800016710);
INSERT INTO "moves" VALUES(1,69,1,72,1,'1 take',102,9068,1800016740);
INSERT INTO "moves" VALUES(1,70,1,73,1,'1 meld 9S 9D *',102,9069,1800016770);
INSERT INTO "moves" VALUES(1,71,1,74,1,'1 discard 3S',102,9070,1800016800);
INSERT INTO "moves" VALUES(1,72,1,75,0,'0 draw',101,9071,1800017000);
INSERT INTO "moves" VALUES(1,73,1,76,0,'0 meld KH',101,9072,1800017200);
INSERT INTO "moves" VALUES(1,74,1,77,0,'0 discard 5C',101,9073,1800018100);
INSERT INTO "moves" VALUES(1,75,1,78,1,'1 draw',102,9074,1800018300);
INSERT INTO "moves" VALUES(1,76,1,79,1,'1 meld 7S',102,9075,1800018390);
INSERT INTO "moves" VALUES(1,77,1,80,1,'1 discard 3S',102,9076,1800018590);
INSERT INTO "moves" VALUES(1,78,1,81,0,'0 draw',101,9077,1800018680);
INSERT INTO "moves" VALUES(1,79,1,82,0,'0 meld 8C',101,9078,1800018770);
INSERT INTO "moves" VALUES(1,80,1,83,0,'0 discard QH',101,9079,1800018800);
INSERT INTO "moves" VALUES(1,81,1,84,1,'1 take',102,9080,1800019000);
INSERT INTO "moves" VALUES(1,82,1,85,1,'1 meld 5C',102,9081,1800019200);
INSERT INTO "moves" VALUES(1,83,1,86,1,'1 discard 3C',102,9082,1800019230);
INSERT INTO "moves" VALUES(1,84,1,87,0,'0 draw',101,9083,1800019430);
INSERT INTO "moves" VALUES(1,85,1,88,0,'0 meld 8S',101,9084,1800019520);
INSERT INTO "moves" VALUES(1,86,1,89,0,'0 meld KH',101,9085,1800020420);
INSERT INTO "moves" VALUES(1,87,1,90,0,'0 discard QS',101,9086,1800021320);
INSERT INTO "moves" VALUES(1,88,1,91,1,'1 take',102,9087,1800021520);
INSERT INTO "moves" VALUES(1,89,1,92,1,'1 meld AS AH',102,9088,1800022420);
INSERT INTO "moves" VALUES(1,90,1,93,1,'1 meld 3S 3S 3C 3C',102,9089,1800022620);
INSERT INTO "moves" VALUES(1,91,1,94,1,'1 discard 8C',102,9090,1800022710);
INSERT INTO "moves" VALUES(2,1,1,6,0,'0 draw',103,9091,1800022820);
INSERT INTO "moves" VALUES(2,2,1,7,0,'0 meld C7+: 7C 8C 9C / AD AD *',103,9092,1800022910);
INSERT INTO "moves" VALUES(2,3,1,8,0,'0 discard 3S',103,9093,1800023110);
INSERT INTO "moves" VALUES(2,4,1,9,1,'1 draw',104,9094,1800023310);
INSERT INTO "moves" VALUES(2,5,1,10,1,'1 meld DT+: TD JD QD KD / 8S 8H 2S',104,9095,1800023510);
INSERT INTO "moves" VALUES(2,6,1,11,1,'1 discard 3S',104,9096,1800023710);
INSERT INTO "moves" VALUES(2,7,1,16,2,'2 draw',105,9097,1800023740);
INSERT INTO "moves" VALUES(2,8,1,17,2,'2 meld 4S 4H 4H 4H 4D 2C 2C',105,9098,1800023770);
INSERT INTO "moves" VALUES(2,9,1,18,2,'2 meld AS AH',105,9099,1800023800);
INSERT INTO "moves" VALUES(2,10,1,19,2,'2 discard 7H',105,9100,1800024700);
INSERT INTO "moves" VALUES(2,11,1,20,3,'3 draw',NULL,NULL,1800024700);
INSERT INTO "moves" VALUES(2,12,1,21,3,'3 discard 9D',NULL,NULL,1800024700);
INSERT INTO "moves" VALUES(2,13,1,23,0,'0 draw',103,9101,1800025600);
INSERT INTO "moves" VALUES(2,14,1,24,0,'0 meld 4C',103,9102,1800026500);
INSERT INTO "moves" VALUES(2,15,1,25,0,'0 discard 6H',103,9103,1800026700);
INSERT INTO "moves" VALUES(2,16,1,26,1,'1 draw',106,9104,1800027600);
INSERT INTO "moves" VALUES(2,17,1,27,1,'1 meld 9H 9C *',106,9105,1800028500);
INSERT INTO "moves" VALUES(2,18,1,28,1,'1 discard AS',106,9106,1800028700);
INSERT INTO "moves" VALUES(2,19,1,29,2,'2 draw',NULL,NULL,1800028700);
INSERT INTO "moves" VALUES(2,20,1,30,2,'2 meld AC',NULL,NULL,1800028700);
INSERT INTO "moves" VALUES(2,21,1,31,2,'2 discard 7D',NULL,NULL,1800028700);
INSERT INTO "moves" VALUES(2,22,1,32,3,'3 draw',NULL,NULL,1800028700);
INSERT INTO "moves" VALUES(2,23,1,33,3,'3 meld 8: 2S',NULL,NULL,1800028700);
INSERT INTO "moves" VALUES(2,24,1,34,3,'3 discard 4C',NULL,NULL,1800028700);
INSERT INTO "moves" VALUES(2,25,1,35,0,'0 draw',103,9107,1800028790);
INSERT INTO "moves" VALUES(2,26,1,36,0,'0 meld H7+: 7H 8H 9H',103,9108,1800028990);
INSERT INTO "moves" VALUES(2,27,1,37,0,'0 meld A: 2S',103,9109,1800029080);
INSERT INTO "moves" VALUES(2,28,1,38,0,'0 discard 9D',103,9110,1800029170);
INSERT INTO "moves" VALUES(2,29,1,39,1,'1 pick DT:',106,9111,1800029200);
INSERT INTO "moves" VALUES(2,30,1,40,1,'1 discard QS',106,9112,1800029230);
INSERT INTO "moves" VALUES(2,31,1,41,2,'2 take QD QC',NULL,NULL,1800029230);
INSERT INTO "moves" VALUES(2,32,1,42,2,'2 meld D7+: 7D 8D 9D',NULL,NULL,1800029230);
INSERT INTO "moves" VALUES(2,33,1,43,2,'2 meld H7: 6H',NULL,NULL,1800029230);
INSERT INTO "moves" VALUES(2,34,1,44,2,'2 meld AS',NULL,NULL,1800029230);
INSERT INTO "moves" VALUES(2,35,1,45,2,'2 meld 4C',NULL,NULL,1800029230);
INSERT INTO "moves" VALUES(2,36,1,46,2,'2 discard 3S',NULL,NULL,1800029230);
INSERT INTO "moves" VALUES(2,37,1,47,3,'3 draw',NULL,NULL,1800029230);
INSERT INTO "moves" VALUES(2,38,1,48,3,'3 meld TS TH TH TC 2D',NULL,NULL,1800029230);
INSERT INTO "moves" VALUES(2,39,1,49,3,'3 discard 8S',NULL,NULL,1800029230);
INSERT INTO "moves" VALUES(2,40,1,50,0,'0 draw',103,9113,1800029260);
INSERT INTO "moves" VALUES(2,41,1,51,0,'0 meld QC',103,9114,1800030160);
INSERT INTO "moves" VALUES(2,42,1,52,0,'0 meld AD',103,9115,1800030250);
INSERT INTO "moves" VALUES(2,43,1,53,0,'0 discard 7D',103,9116,1800031150);
INSERT INTO "moves" VALUES(2,44,1,54,1,'1 draw',106,9117,1800031240);
INSERT INTO "moves" VALUES(2,45,1,55,1,'1 discard KD',106,9118,1800031270);
INSERT INTO "moves" VALUES(2,46,1,56,2,'2 draw',NULL,NULL,1800031270);
INSERT INTO "moves" VALUES(2,47,1,57,2,'2 meld H6: TH',NULL,NULL,1800031270);
INSERT INTO "moves" VALUES(2,48,1,58,2,'2 meld D7: 6D',NULL,NULL,1800031270);
INSERT INTO "moves" VALUES(2,49,1,59,2,'2 discard 3S',NULL,NULL,1800031270);
INSERT INTO "moves" VALUES(2,50,1,60,3,'3 draw',NULL,NULL,1800031270);
INSERT INTO "moves" VALUES(2,51,1,61,3,'3 meld T: 2D',NULL,NULL,1800031270);
INSERT INTO "moves" VALUES(2,52,1,62,3,'3 meld 8C',NULL,NULL,1800031270);
INSERT INTO "moves" VALUES(2,53,1,63,3,'3 discard 7S',NULL,NULL,1800031270);
INSERT INTO "moves" VALUES(2,54,1,64,0,'0 draw',103,9119,1800031360);
INSERT INTO "moves" VALUES(2,55,1,65,0,'0 meld H6: JH',103,9120,1800031560);
INSERT INTO "moves" VALUES(2,56,1,66,0,'0 meld D6: 5D',103,9121,1800031590);
INSERT INTO "moves" VALUES(2,57,1,67,0,'0 discard TS',103,9122,1800031620);
INSERT INTO "moves" VALUES(2,58,1,68,1,'1 draw',106,9123,1800031710);
INSERT INTO "moves" VALUES(2,59,1,69,1,'1 discard 3C',106,9124,1800031740);
INSERT INTO "moves" VALUES(2,60,1,70,2,'2 draw',NULL,NULL,1800031740);
INSERT INTO "moves" VALUES(2,61,1,71,2,'2 meld H6: 5H',NULL,NULL,1800031740);
INSERT INTO "moves" VALUES(2,62,1,72,2,'2 meld D5: TD',NULL,NULL,1800031740);
INSERT INTO "moves" VALUES(2,63,1,73,2,'2 meld D5: JD',NULL,NULL,1800031740);
INSERT INTO "moves" VALUES(2,64,1,74,2,'2 discard 7H',NULL,NULL,1800031740);
INSERT INTO "moves" VALUES(2,65,1,75,3,'3 draw',NULL,NULL,1800031740);
INSERT INTO "moves" VALUES(2,66,1,76,3,'3 discard QH',NULL,NULL,1800031740);
INSERT INTO "moves" VALUES(2,67,1,77,0,'0 draw',103,9125,1800031830);
INSERT INTO "moves" VALUES(2,68,1,78,0,'0 meld QH',103,9126,1800032730);
INSERT INTO "moves" VALUES(2,69,1,79,0,'0 discard 9S',103,9127,1800032760);
INSERT INTO "moves" VALUES(2,70,1,80,1,'1 draw',106,9128,1800032850);
INSERT INTO "moves" VALUES(2,71,1,81,1,'1 meld TS',106,9129,1800033050);
INSERT INTO "moves" VALUES(2,72,1,82,1,'1 meld 6S 6S 6H 6D',106,9130,1800033080);
INSERT INTO "moves" VALUES(2,73,1,83,1,'1 discard KH',106,9131,1800033170);
INSERT INTO "moves" VALUES(2,74,1,84,2,'2 draw',NULL,NULL,1800033170);
INSERT INTO "moves" VALUES(2,75,1,85,2,'2 meld QH',NULL,NULL,1800033170);
INSERT INTO "moves" VALUES(2,76,1,86,2,'2 discard 7C',NULL,NULL,1800033170);
INSERT INTO "moves" VALUES(2,77,1,87,3,'3 draw',NULL,NULL,1800033170);
INSERT INTO "moves" VALUES(2,78,1,88,3,'3 discard 2H',NULL,NULL,1800033170);
INSERT INTO "moves" VALUES(2,79,1,89,0,'0 draw',103,9132,1800033370);
INSERT INTO "moves" VALUES(2,80,1,90,0,'0 meld QC',103,9133,1800034270);
INSERT INTO "moves" VALUES(2,81,1,91,0,'0 discard JD',103,9134,1800034360);
INSERT INTO "moves" VALUES(2,82,1,92,1,'1 draw',106,9135,1800034450);
INSERT INTO "moves" VALUES(2,83,1,93,1,'1 meld 9: *',106,9136,1800034540);
INSERT INTO "moves" VALUES(2,84,1,94,1,'1 discard 4D',106,9137,1800034740);
INSERT INTO "moves" VALUES(2,85,1,95,2,'2 draw',NULL,NULL,1800034740);
INSERT INTO "moves" VALUES(2,86,1,96,2,'2 discard 4S',NULL,NULL,1800034740);
INSERT INTO "moves" VALUES(2,87,1,97,3,'3 draw',NULL,NULL,1800034740);
INSERT INTO "moves" VALUES(2,88,1,98,3,'3 meld 6S 6C',NULL,NULL,1800034740);
INSERT INTO "moves" VALUES(2,89,1,99,3,'3 discard KS',NULL,NULL,1800034740);
INSERT INTO "moves" VALUES(2,90,1,100,0,'0 take KS KC',103,9138,1800035640);
INSERT INTO "moves" VALUES(2,91,1,101,0,'0 ask',103,9139,1800035670);
INSERT INTO "moves" VALUES(2,92,1,102,2,'2 answer yes',NULL,NULL,1800035670);
INSERT INTO "moves" VALUES(2,93,1,103,0,'0 meld S7+: 7S 8S 9S',103,9140,1800035700);
INSERT INTO "moves" VALUES(2,94,1,104,0,'0 meld S7: TS',103,9141,1800036600);
INSERT INTO "moves" VALUES(2,95,1,105,0,'0 meld 4S 4D',103,9142,1800036630);
INSERT INTO "moves" VALUES(2,96,1,106,0,'0 meld 5D 5C 2H',103,9143,1800036660);
INSERT INTO "moves" VALUES(2,97,1,107,0,'0 meld 7H 7D 7C',103,9144,1800036690);
INSERT INTO "moves" VALUES(2,98,1,108,0,'0 meld QH',103,9145,1800037590);
INSERT INTO "moves" VALUES(2,99,1,109,0,'0 meld KH KD 2H',103,9146,1800038490);
INSERT INTO "moves" VALUES(2,100,1,110,0,'0 meld 3S 3S 3C',103,9147,1800039390);
INSERT INTO "moves" VALUES(2,101,1,111,0,'0 discard JD',103,9148,1800039480);
INSERT INTO "moves" VALUES(4,1,1,4,0,'0 draw',101,9149,1800040460);
INSERT INTO "moves" VALUES(4,2,1,5,0,'0 meld 7S 7H 7C / 8S 8H 8D *',101,9150,1800041360);
INSERT INTO "moves" VALUES(4,3,1,6,0,'0 discard 9D',101,9151,1800042260);
INSERT INTO "moves" VALUES(4,4,1,7,1,'1 draw',103,9152,1800043160);
INSERT INTO "moves" VALUES(4,5,1,8,1,'1 meld JH JD JC / AD AD AC AC',103,9153,1800043190);
INSERT INTO "moves" VALUES(5,1,1,6,2,'2 draw',104,9154,1800043340);
INSERT INTO "moves" VALUES(5,2,1,7,2,'2 meld AS AH 2S',104,9155,1800043370);
INSERT INTO "moves" VALUES(5,3,1,8,2,'2 discard 9H',104,9156,1800043570);
INSERT INTO "moves" VALUES(5,4,1,9,3,'3 draw',105,9157,1800043600);
INSERT INTO "moves" VALUES(5,5,1,10,3,'3 meld JS JD *',105,9158,1800044500);
INSERT INTO "moves" VALUES(5,6,1,11,3,'3 discard 3S',105,9159,1800044700);
INSERT INTO "moves" VALUES(5,7,1,12,0,'0 draw',102,9160,1800044730);
INSERT INTO "moves" VALUES(5,8,1,13,0,'0 meld AC *',102,9161,1800044820);
INSERT INTO "moves" VALUES(5,9,1,14,0,'0 discard JC',102,9162,1800045720);
INSERT INTO "moves" VALUES(5,10,1,15,1,'1 draw',103,9163,1800045750);
INSERT INTO "moves" VALUES(5,11,1,16,1,'1 meld J: *',103,9164,1800045950);
INSERT INTO "moves" VALUES(5,12,1,17,1,'1 discard AH',103,9165,1800046150);
INSERT INTO "moves" VALUES(5,13,1,18,2,'2 draw',104,9166,1800047050);
INSERT INTO "moves" VALUES(5,14,1,19,2,'2 discard JH',104,9167,1800047250);
INSERT INTO "moves" VALUES(5,15,1,20,3,'3 draw',105,9168,1800047280);
INSERT INTO "moves" VALUES(5,16,1,21,3,'3 discard 9S',105,9169,1800047310);
INSERT INTO "moves" VALUES(5,17,1,22,0,'0 take 9S 9H',102,9170,1800047340);
INSERT INTO "moves" VALUES(5,18,1,23,0,'0 meld AH 2S',102,9171,1800047540);
INSERT INTO "moves" VALUES(5,19,1,24,0,'0 meld 9H',102,9172,1800047630);
INSERT INTO "moves" VALUES(5,20,1,25,0,'0 discard 3S',102,9173,1800047720);
INSERT INTO "moves" VALUES(5,21,1,26,1,'1 draw',103,9174,1800047750);
INSERT INTO "moves" VALUES(5,22,1,27,1,'1 discard TD',103,9175,1800048650);
INSERT INTO "moves" VALUES(5,23,1,28,2,'2 draw',104,9176,1800048680);
INSERT INTO "moves" VALUES(5,24,1,29,2,'2 meld KH KD KC',104,9177,1800049580);
INSERT INTO "moves" VALUES(5,25,1,30,2,'2 discard 5H',104,9178,1800049670);
INSERT INTO "moves" VALUES(5,26,1,31,3,'3 draw',105,9179,1800049700);
INSERT INTO "moves" VALUES(5,27,1,32,3,'3 meld JS',105,9180,1800049790);
INSERT INTO "moves" VALUES(5,28,1,33,3,'3 discard 7C',105,9181,1800050690);
INSERT INTO "moves" VALUES(5,29,1,34,0,'0 take 7S 7D',102,9182,1800051590);
INSERT INTO "moves" VALUES(5,30,1,35,0,'0 meld KH KD',102,9183,1800051790);
INSERT INTO "moves" VALUES(5,31,1,36,0,'0 discard 3S',102,9184,1800052690);
INSERT INTO "moves" VALUES(5,32,1,37,1,'1 draw',103,9185,1800053590);
INSERT INTO "moves" VALUES(5,33,1,38,1,'1 meld JC 2C',103,9186,1800053620);
INSERT INTO "moves" VALUES(5,34,1,39,1,'1 discard 7D',103,9187,1800054520);
INSERT INTO "moves" VALUES(5,35,1,40,2,'2 draw',104,9188,1800055420);
INSERT INTO "moves" VALUES(5,36,1,41,2,'2 meld 9C 2H 2C',104,9189,1800055450);
INSERT INTO "moves" VALUES(5,37,1,42,2,'2 discard 4S',104,9190,1800056350);
INSERT INTO "moves" VALUES(5,38,1,43,3,'3 draw',105,9191,1800056440);
INSERT INTO "moves" VALUES(5,39,1,44,3,'3 discard 8C',105,9192,1800056470);
INSERT INTO "moves" VALUES(5,40,1,45,0,'0 take 8S 2D',102,9193,1800056670);
INSERT INTO "moves" VALUES(5,41,1,46,0,'0 meld 7D',102,9194,1800057570);
INSERT INTO "moves" VALUES(5,42,1,47,0,'0 discard 3S',102,9195,1800058470);
INSERT INTO "moves" VALUES(5,43,1,48,1,'1 draw',103,9196,1800058670);
INSERT INTO "moves" VALUES(5,44,1,49,1,'1 meld 5S 5D 5C',103,9197,1800059570);
INSERT INTO "moves" VALUES(5,45,1,50,1,'1 discard QS',103,9198,1800059770);
INSERT INTO "moves" VALUES(5,46,1,51,2,'2 draw',104,9199,1800060670);
INSERT INTO "moves" VALUES(5,47,1,52,2,'2 discard AS',104,9200,1800060760);
INSERT INTO "moves" VALUES(5,48,1,53,3,'3 draw',105,9201,1800060790);
INSERT INTO "moves" VALUES(5,49,1,54,3,'3 discard QC',105,9202,1800060880);
INSERT INTO "moves" VALUES(5,50,1,55,0,'0 draw',102,9203,1800060910);
INSERT INTO "moves" VALUES(5,51,1,56,0,'0 discard 4S',102,9204,1800061000);
INSERT INTO "moves" VALUES(5,52,1,57,1,'1 draw',103,9205,1800061030);
INSERT INTO "moves" VALUES(5,53,1,58,1,'1 discard QH',103,9206,1800061060);
INSERT INTO "moves" VALUES(5,54,1,59,2,'2 draw',104,9207,1800061260);
INSERT INTO "moves" VALUES(5,55,1,60,2,'2 discard 6D',104,9208,1800061290);
INSERT INTO "moves" VALUES(5,56,1,61,3,'3 draw',105,9209,1800061490);
INSERT INTO "moves" VALUES(5,57,1,62,3,'3 meld 5C',105,9210,1800062390);
INSERT INTO "moves" VALUES(5,58,1,63,3,'3 discard QC',105,9211,1800063290);
INSERT INTO "moves" VALUES(5,59,1,64,0,'0 draw',102,9212,1800063320);
INSERT INTO "moves" VALUES(5,60,1,65,0,'0 discard 6H',102,9213,1800064220);
INSERT INTO "moves" VALUES(5,61,1,66,1,'1 take 6H 6C',103,9214,1800064310);
INSERT INTO "moves" VALUES(5,62,1,67,1,'1 meld QS QH QC QC',103,9215,1800064510);
INSERT INTO "moves" VALUES(5,63,1,68,1,'1 meld 6D',103,9216,1800064600);
INSERT INTO "moves" VALUES(5,64,1,69,1,'1 discard 4S',103,9217,1800064630);
INSERT INTO "moves" VALUES(5,65,1,70,2,'2 draw',104,9218,1800065530);
INSERT INTO "moves" VALUES(5,66,1,71,2,'2 discard QD',104,9219,1800066430);
INSERT INTO "moves" VALUES(5,67,1,72,3,'3 take',105,9220,1800067330);
INSERT INTO "moves" VALUES(5,68,1,73,3,'3 meld 4S 4D 4C',105,9221,1800067420);
INSERT INTO "moves" VALUES(5,69,1,74,3,'3 discard 8D',105,9222,1800067510);
INSERT INTO "moves" VALUES(5,70,1,75,0,'0 take',102,9223,1800067600);
INSERT INTO "moves" VALUES(5,71,1,76,0,'0 discard 6D',102,9224,1800067690);
INSERT INTO "moves" VALUES(5,72,1,77,1,'1 take',103,9225,1800067890);
INSERT INTO "moves" VALUES(5,73,1,78,1,'1 discard 3C',103,9226,1800067920);
INSERT INTO "moves" VALUES(5,74,1,79,2,'2 draw',104,9227,1800067950);
INSERT INTO "moves" VALUES(5,75,1,80,2,'2 meld 8: *',104,9228,1800068150);
INSERT INTO "moves" VALUES(5,76,1,81,2,'2 discard QD',104,9229,1800068180);
INSERT INTO "moves" VALUES(5,77,1,82,3,'3 take',105,9230,1800069080);
INSERT INTO "moves" VALUES(5,78,1,83,3,'3 discard 3C',105,9231,1800069980);
INSERT INTO "moves" VALUES(5,79,1,84,0,'0 draw',102,9232,1800070070);
INSERT INTO "moves" VALUES(5,80,1,85,0,'0 discard 6S',102,9233,1800070270);
INSERT INTO "moves" VALUES(5,81,1,86,1,'1 take',103,9234,1800070470);
INSERT INTO "moves" VALUES(5,82,1,87,1,'1 discard 3S',103,9235,1800070500);
INSERT INTO "moves" VALUES(5,83,1,88,2,'2 draw',104,9236,1800070590);
INSERT INTO "moves" VALUES(5,84,1,89,2,'2 discard QS',104,9237,1800070680);
INSERT INTO "moves" VALUES(5,85,1,90,3,'3 take',105,9238,1800070710);
INSERT INTO "moves" VALUES(5,86,1,91,3,'3 discard 3S',105,9239,1800070800);
INSERT INTO "moves" VALUES(5,87,1,92,0,'0 draw',102,9240,1800071700);
INSERT INTO "moves" VALUES(5,88,1,93,0,'0 meld TD TD TC',102,9241,1800071730);
INSERT INTO "moves" VALUES(5,89,1,94,0,'0 discard JH',102,9242,1800071760);
INSERT INTO "moves" VALUES(5,90,1,95,1,'1 take',103,9243,1800071790);
INSERT INTO "moves" VALUES(5,91,1,96,1,'1 discard 3S',103,9244,1800071990);
INSERT INTO "moves" VALUES(5,92,1,97,2,'2 draw',104,9245,1800072020);
INSERT INTO "moves" VALUES(5,93,1,98,2,'2 meld KS',104,9246,1800072110);
INSERT INTO "moves" VALUES(5,94,1,99,2,'2 discard 6S',104,9247,1800072310);
INSERT INTO "moves" VALUES(5,95,2,100,3,'3 draw',NULL,NULL,1800079510);
INSERT INTO "moves" VALUES(5,96,2,101,3,'3 discard TH',NULL,NULL,1800079510);
INSERT INTO "moves" VALUES(5,97,2,102,0,'0 draw',102,9248,1800079540);
INSERT INTO "moves" VALUES(5,98,2,103,0,'0 meld 9C 9C 2D / KS KH KD',102,9249,1800080440);
INSERT INTO "moves" VALUES(5,99,2,104,0,'0 discard 3C',102,9250,1800080530);
INSERT INTO "moves" VALUES(5,100,2,105,1,'1 draw',103,9251,1800080730);
INSERT INTO "moves" VALUES(5,101,2,106,1,'1 discard 3S',103,9252,1800081630);
INSERT INTO "moves" VALUES(5,102,2,107,2,'2 draw',104,9253,1800081720);
INSERT INTO "moves" VALUES(5,103,2,108,2,'2 meld 5S 5H 5D * *',104,9254,1800082620);
INSERT INTO "moves" VALUES(5,104,2,109,2,'2 discard TD',104,9255,1800083520);
INSERT INTO "moves" VALUES(5,105,2,110,3,'3 draw',NULL,NULL,1800087120);
INSERT INTO "moves" VALUES(5,106,2,111,3,'3 discard TS',NULL,NULL,1800087120);
INSERT INTO "moves" VALUES(5,107,2,112,0,'0 draw',102,9256,1800087150);
INSERT INTO "moves" VALUES(5,108,2,113,0,'0 meld 5H',102,9257,1800087180);
INSERT INTO "moves" VALUES(5,109,2,114,0,'0 discard 4S',102,9258,1800087210);
INSERT INTO "moves" VALUES(5,110,2,115,1,'1 draw',103,9259,1800087240);
INSERT INTO "moves" VALUES(5,111,2,116,1,'1 discard 7C',103,9260,1800087330);
INSERT INTO "moves" VALUES(5,112,2,117,2,'2 take 7S 2C',104,9261,1800088230);
INSERT INTO "moves" VALUES(5,113,2,118,2,'2 meld TS TH TD',104,9262,1800088320);
INSERT INTO "moves" VALUES(5,114,2,119,2,'2 discard AH',104,9263,1800088410);
INSERT INTO "moves" VALUES(5,115,2,120,3,'3 draw',NULL,NULL,1800092010);
INSERT INTO "moves" VALUES(5,116,2,121,3,'3 discard AC',NULL,NULL,1800092010);
INSERT INTO "moves" VALUES(5,117,2,122,0,'0 draw',102,9264,1800092210);
INSERT INTO "moves" VALUES(5,118,2,123,0,'0 discard AD',102,9265,1800092240);
INSERT INTO "moves" VALUES(5,119,2,124,1,'1 draw',103,9266,1800092270);
INSERT INTO "moves" VALUES(5,120,2,125,1,'1 discard AH',103,9267,1800092360);
INSERT INTO "moves" VALUES(5,121,2,126,2,'2 draw',104,9268,1800093260);
INSERT INTO "moves" VALUES(5,122,2,127,2,'2 discard 3S',104,9269,1800093460);
INSERT INTO "moves" VALUES(5,123,2,128,3,'3 draw',NULL,NULL,1800093460);
INSERT INTO "moves" VALUES(5,124,2,129,3,'3 meld QS QD *',NULL,NULL,1800093460);
INSERT INTO "moves" VALUES(5,125,2,130,3,'3 discard JH',NULL,NULL,1800093460);
INSERT INTO "moves" VALUES(5,126,2,131,0,'0 draw',102,9270,1800094360);
INSERT INTO "moves" VALUES(6,1,1,4,0,'0 draw',106,9271,1800095300);
INSERT INTO "moves" VALUES(6,2,1,5,0,'0 meld 6S 6H 6D 2C / KH KD KD',106,9272,1800095500);
INSERT INTO "moves" VALUES(6,3,1,6,0,'0 discard 3D',106,9273,1800096400);
INSERT INTO "moves" VALUES(6,4,1,7,1,'1 draw',101,9274,1800096600);
INSERT INTO "moves" VALUES(6,5,1,8,1,'1 meld 9S 9H 2S / QC QC 2S',101,9275,1800096690);
INSERT INTO "moves" VALUES(6,6,1,9,1,'1 meld 7S 7C 2H',101,9276,1800097590);
INSERT INTO "moves" VALUES(6,7,1,10,1,'1 discard 3D',101,9277,1800098490);
INSERT INTO "moves" VALUES(6,8,1,11,2,'2 draw',NULL,NULL,1800098490);
INSERT INTO "moves" VALUES(6,9,1,12,2,'2 meld TH TD TC',NULL,NULL,1800098490);
INSERT INTO "moves" VALUES(6,10,1,13,2,'2 meld JS JH 2S',NULL,NULL,1800098490);
INSERT INTO "moves" VALUES(6,11,1,14,2,'2 meld KH',NULL,NULL,1800098490);
INSERT INTO "moves" VALUES(6,12,1,15,2,'2 discard 3H',NULL,NULL,1800098490);
INSERT INTO "moves" VALUES(6,13,1,16,3,'3 draw',NULL,NULL,1800098490);
INSERT INTO "moves" VALUES(6,14,1,17,3,'3 meld TS TH TH * *',NULL,NULL,1800098490);
INSERT INTO "moves" VALUES(6,15,1,18,3,'3 meld 5D 5C 5C',NULL,NULL,1800098490);
INSERT INTO "moves" VALUES(6,16,1,19,3,'3 meld QC',NULL,NULL,1800098490);
INSERT INTO "moves" VALUES(6,17,1,20,3,'3 meld 7H',NULL,NULL,1800098490);
INSERT INTO "moves" VALUES(6,18,1,21,3,'3 discard 6C',NULL,NULL,1800098490);
INSERT INTO "moves" VALUES(6,19,1,22,0,'0 draw',106,9278,1800098520);
INSERT INTO "moves" VALUES(6,20,1,23,0,'0 meld TS TD',106,9279,1800098610);
INSERT INTO "moves" VALUES(8,1,1,4,0,'0 draw',103,9280,1800099590);
INSERT INTO "moves" VALUES(8,2,1,5,0,'0 meld 6H 6H 6D / 8H 8D * *',103,9281,1800099790);
INSERT INTO "moves" VALUES(8,3,1,6,0,'0 meld QS QH QC',103,9282,1800100690);
INSERT INTO "moves" VALUES(8,4,1,7,0,'0 discard 3C',103,9283,1800101590);
INSERT INTO "moves" VALUES(8,5,1,8,1,'1 draw',104,9284,1800101790);
INSERT INTO "moves" VALUES(8,6,1,9,1,'1 meld TH TH TD TC TC 2S *',104,9285,1800101820);
INSERT INTO "moves" VALUES(8,7,1,10,1,'1 discard AD',104,9286,1800102720);
INSERT INTO "moves" VALUES(8,8,1,11,0,'0 draw',103,9287,1800102920);
INSERT INTO "moves" VALUES(8,9,1,12,0,'0 meld QH',103,9288,1800103120);
INSERT INTO "moves" VALUES(8,10,1,13,0,'0 discard JH',103,9289,1800104020);
CREATE TABLE people (
    user_id INTEGER PRIMARY KEY,
    dm_channel_id INTEGER,
    dm_closed INTEGER NOT NULL DEFAULT 0 CHECK (dm_closed IN (0, 1))
, locale TEXT, language TEXT, direct INTEGER CHECK (direct IN (0, 1)), pictures INTEGER CHECK (pictures IN (0, 1)), colours INTEGER CHECK (colours IN (2, 4)), card_size TEXT, theme TEXT, reminders INTEGER CHECK (reminders IN (0, 1)), quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439), quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 1439), time_zone TEXT) STRICT;
INSERT INTO "people" VALUES(101,5101,0,'it','en',NULL,NULL,2,'large',NULL,NULL,1320,420,'Europe/Rome');
INSERT INTO "people" VALUES(102,5102,0,'en-GB',NULL,0,0,NULL,NULL,'dark',0,NULL,NULL,NULL);
INSERT INTO "people" VALUES(103,5103,0,'ro',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "people" VALUES(104,5104,0,'en-US',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "people" VALUES(105,5105,1,'de',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "people" VALUES(106,NULL,0,'it',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
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
INSERT INTO "rounds" VALUES(1,1,0,'7D 5S 4D TS * 9H 6D 3H 3S 3C * 3D 5S TH 7C 2H 2C TD 4S 9C AD AS AC 2D 5D KC 5D JH 9C KD 2S 4D 8C 2H JH QD JS QS JD 9D 4S 8D TS QD 8D 6H JD JC 7S TC 3D QH 8S 6S 7H AD JC 6D * 7H 5H 3S QC 3H 8H 6H QS AS TH * AH 9H 9S 4C KS QH KH 5C 3C 7S TD 8C 8S KH 4H KS 2D TC AC QC 6C KD 9S 4C 8H 7D 5H 9D AH 2C 5C 2S 6C JS KC 4H 7C 6S','bd31e1d1a5a6e0c8c7623186cbc0946a','b216d6d1d987a72272b803792924120afd8bfa7226147369dba87c0976f2689b',1800000040);
INSERT INTO "rounds" VALUES(2,1,3,'2H KD 5S TH 2S 4D 4H TS 9H 2S QC 4C AD 6S AS 5D KC 9H 7H TC * AS 2C 3H 4C 8S 4H JS QC 8H 2C 3H 9C 2H 5C TH AD 3D 4S KS 8C 3H AH 3C JH 3S JC QH JD JD 4D 8S 7H KH 3D JC 3S QS QD 9D 4D 3D TD 7D 2D 5H 7C KS 7C QD 9C JD 4H 7S 2D 9D 6H 6D * AC 8D AS 2S 8H 5C 3C 8C AD 7D 6S KD TH 6D 9D 7S TS 5D 3C 4S 5H TD 6C TC QH 9S TS 6H KD QH 2H AH QC 5D 5S * 4S JH 7S 6S 7C 8D JS KS QD * JH 8S 3S KH KC 6C QS 8H JS 5H QS AC 7D TC AH 6H 7H 9S 9H 5S KH 6C 2C TD 9S 6D 5C 8D * AC 9C KC 4C JC * 8C 2D','f3ce71e255dd2cc0f452391ba053558c','47375b168342e2ee032f10c1cd94704a4be9cae50154ce50a38859ebbf95f78f',1800022790);
INSERT INTO "rounds" VALUES(4,1,1,'4S 8D 8S TC 7S JH 3D 6H 5S AD 3H 4S 7H 7D QD 9H 8D AC 9D JD 2S AD 8H 4H TC JC KD 2D AH TH 9C * 7C JS 5H AC 7H 2C TH 3C 9H 4D 2C KH 6D JH * 2D 6C 6S 3H 7S TD QH JD KC 6H 4C AS QC 8C 5C KS AS KS JC 5C 2S 5D AH * TD 9D 5D TS TS QH 8C KC 4H KH 5S 2H 3D 3C KD 8H 6S 7D 9C 2H QS QC * JS QD 4C 5H 6D 9S 4D 8S 9S 6C 7C 3S QS 3S','d9f49f9098b57bd771496dbffc7a8bac','c39fb4e9484e058d6f4010a548fbfe4d2341a3d3b113d9011039cfb72c13e88e',1800039560);
INSERT INTO "rounds" VALUES(5,1,1,'KC QC * AH 4S JD 6D QS AH TC 9H QH 9H 9S 9S 2C 2C 8C 7S * 2S 3S 7D 5S KH 7C 6H 8D KD 4C 2S 6C AS * AC 7D 6S JS JC 6H 5H 8D KH 5C 2D 8S 2H QC KD 8H JH TH TD AS JS JC 9C 4D 5D 6D 7S TC 3C * 5C 5S QD QD 6S QS TD KS 4H 5H 3C KC 8S QH 3D AD 9D 7H 6C TS 4C 7H JH 3H TH 7C 4S TS 8H AC JD 4D 3D 3H 3S 9D AD 2D 4H 9C 5D KS 2H 8C','08a6b0504adcfd2636bd6188ee1a74ad','86a87b1804187034e64824a94b2727f7fd06078f88b9d1a54112576c4059595f',1800043310);
INSERT INTO "rounds" VALUES(5,2,2,'6H KH 3S 8D 8H 9C 9S QD JH KS 7C 6C * 7D 5C 5H QD 5H JD TD AC 2D QC 3H 7H KD 2D AH TD 9C 8H 2C TS 4S AH 5D TH 6C QH * QS 3C 9H 5S 4C 7S TC AD KH * 8C 6H 8S 2C 4S 5D 4H KD 5C TH 6S QC JC 2H TS AS 7D 7H 9H 3D QS 2S QH JD JS 6D AD 5S 8C 6S 6D * 3S 3H 7C 9D 9S KC JC TC 3C 7S 4D 4D KS 2H JH AS JS 8D 8S 2S KC 4H 9D 4C AC 3D','14c7cc2c025a92ecb2fc97bbb4441e7f','a2b8052c99f5760be19972b03d2033dc8b1a0c6db9f911929f96d4873c3ce1b1',1800072310);
INSERT INTO "rounds" VALUES(6,1,3,'JC 7D 3S 4C 8H KD TC TH 9C 4D JH TH 7H 9S KH * 3H AS 3S 7H 5H 8C 3H 5C 2C 9H 2C TS 4D KC AC 2H * TC 9H QC 4S 4D JS 5D JH 2D 2S 5C 8S 3D 4H 8H 3D 8C 7S 8H TD 2H 6C AH 8H QC 8D JD 6H 2S 4H 5C 6D 7C TS JH AC 7S KH 5S KD QC 7H JD 2C 9H AC AD 6S 2S 3C 8C TS JD 7C * 3C 3D 2H TS KH KS AH AC KD 4C 4D 9S TD TH 6C * KS 7C TD AC 5D * 4C QS TD 8S 3H 8D 6D JC 3C KC 4S 2H 8H 3D 6D 6H TC 9D 6S 6S 4H 7S QD QC 3D 4S 7C KD 5H QS * * 7D KS * 8S 6S AH 2C TH 8D 5H 7S 5C 6H QC AH TS 7H 6H 5D 8C KC 7H 5S QS 6D JS 5C * KD * 7D JS 2S AD 6C KH 9D AD JH 9H 2D 3H 9C QD 9S 9C TD 4S 3S KS 7D 3S QS QD 2S QH 9H 3S 7S 8S AS 5S TC QD AH 6C QH QH 5S 6H 2D KH AD JD JC 3C 3C QH 5D 5H 8C JS 4H QH 3H 6D 9D 4C TC 4C QS 9D 2D AD 8D 8S 5S 6S KS 8D 6C QD 2C 9C AS JC JD JS 9C TH 2H 9S AS 9S 4H 5D 7C KC JH 4D 4S 5H 2D KC 9D 7D AS JC','3dbe4362dbbf8d2731a5985abcf92d49','b51d2188ad3ac3e82df036688f591f87132a64d9f4639809f97c8d2b2ed428df',1800094400);
INSERT INTO "rounds" VALUES(8,1,1,'6H 5S 3H 4C QH * 6H 6C 6D 8S KC JS 3C TH 2H 7H TS TC * QD 5S 6S JH 3D 8H TC 7C 2S QS JS AC 8D AD * QC TH TD 5H QH 9S 9H AH 2C 7H 8C 9C JC 6D AS AH JC 9D 3C 4D 5D 9H QC 8C 6C 3S * KH 5C KS JD 3D 2D 5C 2H 3S JD KD 4C 4S 4H QD KD KH TD KS 5H 3H 8D 7D 7S 4S 9C 2C 6S AC 7S JH 4D 8H TS 4H 9D QS 2S 7C 9S 5D 8S AS 2D 7D KC AD','7f190d23fe4981d071cf2c2216688e0c','dffd4dbc07b31ad3e6d4ed92fd074052c02c06345cf6717e08e1278b1ddc6a97',1800098690);
CREATE TABLE seats (
    game_id INTEGER NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL,
    from_version INTEGER NOT NULL,
    until_version INTEGER,
    user_id INTEGER,
    level TEXT,
    name TEXT NOT NULL, bank INTEGER NOT NULL DEFAULT 0 CHECK (bank >= 0), missed INTEGER NOT NULL DEFAULT 0, sitting_in TEXT, since_version INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game_id, seat, from_version),
    CHECK (user_id IS NULL OR level IS NULL)
) STRICT;
INSERT INTO "seats" VALUES(1,0,0,NULL,101,NULL,'Ana',0,0,NULL,0);
INSERT INTO "seats" VALUES(1,1,0,NULL,102,NULL,'Bo',0,0,NULL,0);
INSERT INTO "seats" VALUES(2,0,0,NULL,103,NULL,'Cy 🂡',3390,0,NULL,0);
INSERT INTO "seats" VALUES(2,1,0,15,104,NULL,'Di',3600,0,NULL,0);
INSERT INTO "seats" VALUES(2,2,0,22,105,NULL,'Eva O''Hara',3600,0,NULL,0);
INSERT INTO "seats" VALUES(2,3,0,NULL,NULL,'random','Ada',0,0,NULL,0);
INSERT INTO "seats" VALUES(2,1,15,NULL,106,NULL,'Fay',3600,0,NULL,15);
INSERT INTO "seats" VALUES(2,2,22,NULL,NULL,'normal','Bruno',0,0,NULL,22);
INSERT INTO "seats" VALUES(3,0,0,NULL,104,NULL,'Di',0,0,NULL,0);
INSERT INTO "seats" VALUES(3,1,0,NULL,105,NULL,'Eva O''Hara',0,0,NULL,0);
INSERT INTO "seats" VALUES(4,0,0,NULL,101,NULL,'Ana',0,0,NULL,0);
INSERT INTO "seats" VALUES(4,1,0,NULL,103,NULL,'Cy 🂡',0,0,NULL,0);
INSERT INTO "seats" VALUES(5,0,0,NULL,102,NULL,'Bo',10800,0,NULL,0);
INSERT INTO "seats" VALUES(5,1,0,NULL,103,NULL,'Cy 🂡',3600,0,NULL,0);
INSERT INTO "seats" VALUES(5,2,0,NULL,104,NULL,'Di',3600,0,NULL,0);
INSERT INTO "seats" VALUES(5,3,0,NULL,105,NULL,'Eva O''Hara',0,3,'normal',121);
INSERT INTO "seats" VALUES(6,0,0,NULL,106,NULL,'Fay',0,0,NULL,0);
INSERT INTO "seats" VALUES(6,1,0,NULL,101,NULL,'Ana',0,0,NULL,0);
INSERT INTO "seats" VALUES(6,2,0,NULL,NULL,'normal','Ada',0,0,NULL,0);
INSERT INTO "seats" VALUES(6,3,0,NULL,NULL,'normal','Bruno',0,0,NULL,0);
INSERT INTO "seats" VALUES(7,0,0,NULL,105,NULL,'Eva O''Hara',0,0,NULL,0);
INSERT INTO "seats" VALUES(7,1,0,NULL,101,NULL,'Ana',0,0,NULL,0);
INSERT INTO "seats" VALUES(7,2,0,NULL,NULL,'normal','Ada',0,0,NULL,0);
INSERT INTO "seats" VALUES(8,0,0,NULL,103,NULL,'Cy 🂡',86400,0,NULL,0);
INSERT INTO "seats" VALUES(8,1,0,NULL,104,NULL,'Di',86400,0,NULL,0);
CREATE TABLE servers (
    guild_id INTEGER PRIMARY KEY,
    language TEXT,
    variant TEXT,
    layout TEXT,
    house TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(house)),
    turn_limit INTEGER CHECK (turn_limit >= 0),
    bank INTEGER CHECK (bank >= 0)
) STRICT;
INSERT INTO "servers" VALUES(7,'it','classic','4','{"classic":{"target":1500,"pile.always_frozen":true},"samba":{"target":3000}}',86400,86400);
INSERT INTO "servers" VALUES(9,NULL,NULL,NULL,'{}',0,NULL);
CREATE TABLE timers (
    game_id INTEGER NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (game_id, kind)
) STRICT;
INSERT INTO "timers" VALUES(5,'tenth',1800096700);
INSERT INTO "timers" VALUES(5,'expiry',1800107860);
INSERT INTO "timers" VALUES(8,'call',1800276820);
INSERT INTO "timers" VALUES(8,'tenth',1800354580);
INSERT INTO "timers" VALUES(8,'half',1800320020);
INSERT INTO "timers" VALUES(8,'expiry',1800449620);
CREATE TABLE vacations (
    user_id INTEGER NOT NULL,
    began_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, began_at)
) STRICT;
INSERT INTO "vacations" VALUES(104,1800104020,1800276820);
INSERT INTO "vacations" VALUES(106,1800107620,1800114820);
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
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',8);
INSERT INTO "sqlite_sequence" VALUES('log',15);
COMMIT;
