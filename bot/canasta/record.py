"""Records: games and positions as JSON documents, read, replayed and written (the project's text form of a game)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from bot.canasta.cards import BLACK_THREES, CALIENTE, THREE, Card, UnreadableCard, cards_text, read_cards
from bot.canasta.errors import explain
from bot.canasta.game import Game, account_count
from bot.canasta.melds import Laid, meld_from_cards, meld_name
from bot.canasta.moves import IllegalMove, UnreadableMove, read_move
from bot.canasta.round import Round
from bot.canasta.rules import Rules, RulesError, parameters, value_of
from bot.canasta.stock import MissingReshuffle
from bot.canasta.taking import freezes, is_blocked
from bot.canasta.variants import comes_with_bot, list_variants, load_rules
from bot.canasta.views import RoundScore

FORMAT: Final = "canasta-record/1"
State = dict[str, Any]


class BadRecord(ValueError):
    """A record that can't be read; the text names the place and what is wrong there."""


_TOP_KEYS = {
    "format", "variant", "layout", "rules", "players", "scores", "round", "rounds", "position", "moves",
}  # fmt: skip
_ROUND_KEYS = {"dealer", "pack", "moves", "cut", "reshuffles"}
_POSITION_KEYS = {
    "turn", "phase", "hands", "feet", "talons", "talons_left", "melds", "threes", "set_aside", "stock", "pile", "frozen",
    "closed_by", "lone", "sitting_out", "melded_by", "opened_meld_by", "so_far", "laid", "drawn", "asked", "answer",
    "in_foot", "foot_played", "no_turn_yet", "extra_taken", "recycles", "mirror", "concealed_canastas",
    "natural_when_made", "dealer", "reshuffles", "cut",
}  # fmt: skip
#: Keys that a state has besides a position's; they follow from the rest, so a position may bring them along.
_STATE_KEYS = {"blocked", "opening", "legal", "scores"}


def replay(document: object, trace: Callable[[str, State | None], None] | None = None) -> tuple[int, State]:
    """Apply a record: the exit status (0 done, 1 a move was refused, 2 unreadable) and the document to print.

    `trace` is called after every move with its line and the state.
    """
    game: Game | None = None
    try:
        for game, place, line in _steps(document):
            if line is None:
                continue
            try:
                _apply_line(game, line, place)
            except IllegalMove as refused:
                where = {"round": place[0], "move": place[1], "code": refused.code, "message": explain(refused)}
                return 1, {"ok": False, "error": where, "state": state(game)}
            if trace is not None:
                trace(line, state(game))
    except BadRecord as error:
        return 2, {"ok": False, "error": {"code": "bad-record", "message": str(error)}}
    assert game is not None
    result = None if not game.over else {"winner": game.winner, "scores": list(game.scores)}
    return 0, {"ok": True, "state": state(game), "rounds": [_round_entry(one) for one in game.rounds], "result": result}


def game_from_record(document: object, *, derive: bool = False) -> Game:
    """The game that a record holds, every move made. Raises `BadRecord`, also where the rules refuse a move.

    `derive`: the orders in which piles became the stock follow from the packs, whatever the record says of them.
    """
    game: Game | None = None
    for game, place, line in _steps(document, derive=derive):
        if line is not None:
            try:
                _apply_line(game, line, place)
            except IllegalMove as refused:
                raise BadRecord(f"rounds[{place[0]}].moves[{place[1]}]: {explain(refused)}") from None
    assert game is not None
    return game


def record_of(game: Game) -> State:
    """The record of a game that began with a deal. Holds every hidden card: not for the eyes of its players."""
    document: State = {"format": FORMAT} | _rules_named(game.rules)
    document["players"] = list(game.names)
    document["scores"] = list(game.started_with)
    if game.played:
        document["round"] = game.played
    document["rounds"] = [
        {"dealer": deal.dealer, "pack": cards_text(deal.pack)}
        | ({} if deal.cut is None else {"cut": deal.cut})
        | ({"reshuffles": [cards_text(order) for order in deal.reshuffles]} if deal.reshuffles else {})
        | {"moves": list(deal.moves)}
        for deal in game.deals
    ]
    return document


def _rules_named(rules: Rules) -> State:
    """The keys of a record that read as these rules wherever the bot runs.

    They name their own variant, if it comes with the bot and is (still) what was played; else the nearest that does,
    and everything that differs from it.
    """
    own: State = {"variant": rules.id, "layout": rules.layout}
    if rules.house:
        own["rules"] = dict(rules.house)
    try:
        if comes_with_bot(rules.id) and load_rules(rules.id, rules.layout, house=dict(rules.house)) == rules:
            return own
    except RulesError:
        pass
    tables = [
        load_rules(info.id, layout.name)
        for info in list_variants(own=False)
        for layout in info.layouts
        if layout.seats == rules.seats
    ]
    if not tables:
        return own
    changes = [
        {
            one.name: value_of(rules, one.name)
            for one in parameters()
            if value_of(rules, one.name) != value_of(table, one.name)
        }
        for table in tables
    ]
    table, differing = min(zip(tables, changes, strict=True), key=lambda pair: len(pair[1]))
    return {"variant": table.id, "layout": table.layout, "rules": differing}


# Reading


def _steps(document: object, *, derive: bool = False) -> Iterator[tuple[Game, tuple[int, int], str | None]]:
    """The game with each line of the record about to be made; first, and after each deal, without a line."""
    record = _mapping(document, "the record", _TOP_KEYS)
    if record.get("format", FORMAT) != FORMAT:
        raise BadRecord(f"format: {record['format']!r} is not {FORMAT!r}")
    if ("rounds" in record) == ("position" in record):
        raise BadRecord("the record needs either rounds or a position")
    rules = _rules(record)
    names = _names(record, rules)
    scores = _scores(record, rules)
    played = _number(record.get("round", 0), "round", 0, 100000)
    game = Game(rules, names, scores, played)
    if "position" in record:
        _set_position(game, record["position"])
        yield game, (0, 0), None
        for number, line in enumerate(_lines(record.get("moves", []), "moves")):
            yield game, (0, number), line
        return
    yield game, (0, 0), None
    for index, entry in enumerate(_list(record["rounds"], "rounds")):
        place = f"rounds[{index}]"
        data = _mapping(entry, place, _ROUND_KEYS)
        if game.over:
            raise BadRecord(f"{place}: the game had ended before this round")
        if not game.needs_deal:
            raise BadRecord(f"{place}: the round before it is not over")
        if "dealer" not in data or "pack" not in data:
            raise BadRecord(f"{place}: a round needs a dealer and a pack")
        dealer = _number(data["dealer"], f"{place}.dealer", 0, rules.seats - 1)
        cut = None if data.get("cut") is None else _number(data["cut"], f"{place}.cut", 0, 1000)
        try:
            reshuffles = _reshuffles(data["reshuffles"], f"{place}.reshuffles", 0) if "reshuffles" in data else []
            game.start_round(_cards(data["pack"], f"{place}.pack"), dealer, cut, None if derive else reshuffles)
        except ValueError as error:
            raise BadRecord(f"{place}: {error}") from None
        yield game, (index, 0), None
        for number, line in enumerate(_lines(data.get("moves", []), f"{place}.moves")):
            yield game, (index, number), line


def _apply_line(game: Game, line: str, place: tuple[int, int]) -> None:
    head = line.split(maxsplit=1)[0] if line.split() else ""
    seat = int(head) if head.isdecimal() and len(head) < 3 else -1
    hand = game.round.hands[seat] if game.round is not None and 0 <= seat < game.rules.seats else None
    try:
        move = read_move(line, hand)
    except UnreadableMove as error:
        raise BadRecord(f"rounds[{place[0]}].moves[{place[1]}]: {error}") from None
    try:
        game.apply(move)
    except MissingReshuffle as error:
        raise BadRecord(f"rounds[{place[0]}].reshuffles: {error}") from None


def _rules(record: Mapping[str, Any]) -> Rules:
    variant = record.get("variant")
    if not isinstance(variant, str):
        raise BadRecord("variant: must name a variant")
    layout = record.get("layout")
    if layout is not None and not isinstance(layout, str):
        raise BadRecord("layout: must name a layout")
    house = _mapping(record.get("rules", {}), "rules", None)
    count: int | None = None
    if layout is None:
        if "players" in record:
            count = len(_list(record["players"], "players"))
        elif "position" in record:
            position = _mapping(record["position"], "position", _POSITION_KEYS | _STATE_KEYS)
            count = len(_list(position.get("hands", []), "position.hands"))
    try:
        return load_rules(variant, layout, count or None, dict(house))
    except RulesError as error:
        raise BadRecord(f"variant: {error}") from None


def _names(record: Mapping[str, Any], rules: Rules) -> list[str]:
    if "players" not in record:
        return [f"Player {seat + 1}" for seat in range(rules.seats)]
    names = _list(record["players"], "players")
    if len(names) != rules.seats or not all(isinstance(one, str) for one in names):
        raise BadRecord(f"players: {rules.name} {rules.layout} needs {rules.seats} names")
    return names


def _scores(record: Mapping[str, Any], rules: Rules) -> list[int] | None:
    given, place = record.get("scores"), "scores"
    if given is None and isinstance(record.get("position"), Mapping):
        given, place = record["position"].get("scores"), "position.scores"
    if given is None:
        return None
    scores = [_number(one, place, -10_000_000, 10_000_000) for one in _list(given, place)]
    if len(scores) != account_count(rules):
        raise BadRecord(f"{place}: {rules.name} {rules.layout} keeps {account_count(rules)} scores, not {len(scores)}")
    return scores


def _set_position(game: Game, value: object) -> None:
    position = _mapping(value, "position", _POSITION_KEYS | _STATE_KEYS)
    rules = game.rules
    dealer = _number(position.get("dealer", rules.seats - 1), "position.dealer", 0, rules.seats - 1)
    now = Round(rules, game.scores, dealer, game.played)
    now.hands = [sorted(one) for one in _per(position, "hands", rules.seats)]
    now.feet = _per(position, "feet", rules.seats)
    now.talons = _per(position, "talons", rules.seats)
    now.talons_left = [
        _cards(text, "position.talons_left") for text in _list(position.get("talons_left", []), "position.talons_left")
    ]
    now.threes = _per(position, "threes", len(now.threes))
    now.set_aside = _per(position, "set_aside", len(now.set_aside))
    for key, places in (("threes", now.threes), ("set_aside", now.set_aside)):
        for index, cards in enumerate(places):
            if any(card >> 2 != THREE and card != CALIENTE for card in cards):
                raise BadRecord(f"position.{key}[{index}]: only threes lie there")
    now.stock = _cards(position.get("stock", ""), "position.stock")[::-1]
    now.pile = _cards(position.get("pile", ""), "position.pile")
    frozen = position.get("frozen")
    if frozen is None:
        frozen = freezes(now)
    if not isinstance(frozen, bool):
        raise BadRecord("position.frozen: must be true or false")
    now.frozen = frozen
    sides = _list(position.get("melds", []), "position.melds")
    if len(sides) > len(now.melds):
        raise BadRecord(f"position.melds: there are {len(now.melds)} sides, not {len(sides)}")
    for side, melds in enumerate(sides):
        for index, text in enumerate(_list(melds, f"position.melds[{side}]")):
            place = f"position.melds[{side}][{index}]"
            try:
                now.melds[side].append(meld_from_cards(rules, _cards(text, place)))
            except IllegalMove as error:
                raise BadRecord(f"{place}: {explain(error)}") from None
    _set_seats(now, position)
    _set_turn(now, position)
    now.top_was_turned = bool(now.pile) and len(now.no_turn_yet) == len(now.order)
    for seat in range(rules.seats):
        if seat not in now.order and (now.hands[seat] or now.feet[seat]):
            raise BadRecord(f"position.hands[{seat}]: this seat sits out")
    count = sum(map(len, (*now.hands, *now.feet, *now.talons, *now.threes, *now.set_aside, now.stock, now.pile)))
    count += sum(len(meld.cards) for melds in now.melds for meld in melds)
    if count > len(game.fresh_pack()):
        raise BadRecord(f"position: {count} cards lie there, more than the pack has")
    for side, melds in enumerate(now.melds):
        if melds and side not in now.side_of:
            raise BadRecord(f"position.melds[{side}]: a pair's melds stand at the lower of its seats")
    game.round = now


def _set_seats(now: Round, position: Mapping[str, Any]) -> None:
    """Who sits out, who is alone, who has melded or asked."""
    seats = now.rules.seats
    sitting_out = position.get("sitting_out")
    if sitting_out is not None:
        number = _number(sitting_out, "position.sitting_out", 0, seats - 1)
        if now.rules.side.mode != "sit-out" or number not in (1, 3, 4):
            raise BadRecord(f"position.sitting_out: seat {number} does not rest at this table")
        now.rest(number)
    lone = position.get("lone")
    if lone is not None:
        if now.rules.side.mode not in ("lone", "alliance"):
            raise BadRecord("position.lone: nobody plays alone at this table")
        now.pair_against(_number(lone, "position.lone", 0, seats - 1))
    if position.get("melded_by") is None:
        now.melded_by = {seat for seat in now.order if now.melds[now.side_of[seat]]}
    else:
        now.melded_by = _seat_set(position, "melded_by", seats)
    if position.get("opened_meld_by") is None:
        now.opened_meld_by = set(now.melded_by)
    else:
        now.opened_meld_by = _seat_set(position, "opened_meld_by", seats)
    now.asked = _seat_set(position, "asked", seats)
    now.in_foot = _seat_set(position, "in_foot", seats)
    now.foot_played = _seat_set(position, "foot_played", seats)
    now.no_turn_yet = _seat_set(position, "no_turn_yet", seats)
    now.extra_taken = _seat_set(position, "extra_taken", seats)
    now.mirror = _seat_set(position, "mirror", seats)
    if position.get("closed_by") is not None:
        now.closed_by = _number(position["closed_by"], "position.closed_by", 0, seats - 1)
        if now.closed_by not in now.order:
            raise BadRecord(f"position.closed_by: seat {now.closed_by} does not play this round")
    now.recycles = _number(position.get("recycles", 0), "position.recycles", 0, 100)
    counts = _list(position.get("concealed_canastas", []), "position.concealed_canastas")
    for side, count in enumerate(counts[: len(now.concealed_canastas)]):
        now.concealed_canastas[side] = _number(count, "position.concealed_canastas", 0, 50)
    now.given_reshuffles = _reshuffles(position.get("reshuffles", []), "position.reshuffles", now.recycles)
    _set_made(now, position.get("natural_when_made"))


def _set_made(now: Round, value: object) -> None:
    """Remember which mixed canastas were natural when they became canastas."""
    names = _list(value, "position.natural_when_made") if value is not None else []
    for side, melds in enumerate(now.melds):
        mine = names[side] if side < len(names) and isinstance(names[side], list) else names
        for meld in melds:
            if meld.canasta == "mixed" and meld_name(meld, melds) in mine:
                meld.made = "natural"


def _seat_set(position: Mapping[str, Any], key: str, seats: int) -> set[int]:
    return {_number(one, f"position.{key}", 0, seats - 1) for one in _list(position.get(key, []), f"position.{key}")}


def _reshuffles(value: object, place: str, before: int) -> list[list[Card]]:
    """The given orders, those of recycles already past left empty."""
    return [[] for _ in range(before)] + [_cards(text, place) for text in _list(value, place)]


def _set_turn(now: Round, position: Mapping[str, Any]) -> None:
    """Whose turn it is and what has been done in it."""
    turn = _number(position.get("turn", now.order[0]), "position.turn", 0, now.rules.seats - 1)
    if turn not in now.order:
        raise BadRecord(f"position.turn: seat {turn} does not play this round")
    phase = position.get("phase", "draw")
    if phase not in ("pass", "draw", "play", "over"):
        raise BadRecord(f"position.phase: {phase!r} is none of pass, draw, play, over")
    answer = position.get("answer")
    if answer not in (None, "yes", "no", "due"):
        raise BadRecord(f"position.answer: {answer!r} is none of yes, no, due")
    now.phase = phase
    now.turn = turn
    if answer == "due":
        mates = now.mates(turn)
        if not mates:
            raise BadRecord("position.answer: this seat has no partner")
        now.turn = mates[-1] if mates[-1] in now.asked or turn not in now.asked else turn
        now.asked_in = "draw" if phase == "draw" else "play"
        now.phase = "answer"
    elif answer is not None:
        now.answer = answer
    drawn = position.get("drawn", "")
    now.drawn = _cards(drawn, "position.drawn")
    verbs = _list(position.get("so_far", []), "position.so_far")
    if not all(isinstance(one, str) for one in verbs):
        raise BadRecord("position.so_far: must be a list of verbs")
    now.so_far = list(verbs)
    now.laid = [
        [
            _laid(now, group, f"position.laid[{stroke}][{index}]")
            for index, group in enumerate(_list(groups, "position.laid"))
        ]
        for stroke, groups in enumerate(_list(position.get("laid", []), "position.laid"))
    ]
    for verb, laid in zip((verb for verb in now.so_far if verb in ("meld", "take", "pick")), now.laid, strict=False):
        # As moves are written, the first group is the one that got the pile's top card.
        if verb != "meld" and laid:
            laid[0].topped = True


def _laid(now: Round, value: object, place: str) -> Laid:
    data = _mapping(value, place, {"cards", "meld", "new", "low"})
    melds = now.melds[now.side_of[now.turn]]
    meld = next((one for one in melds if meld_name(one, melds) == data.get("meld")), None)
    if meld is None:
        raise BadRecord(f"{place}.meld: this side has no meld {data.get('meld')!r}")
    cards = tuple(_cards(data.get("cards", ""), f"{place}.cards"))
    if Counter(cards) - Counter(meld.cards):
        raise BadRecord(f"{place}.cards: they don't lie in that meld")
    before = None
    if "low" in data:
        low = _number(data["low"], f"{place}.low", 0, 12)
        start = low - meld.rank
        before = low, meld.cards[start : start + len(meld.cards) - len(cards)]
    return Laid(meld, cards, bool(data.get("new")), before)


def _mapping(value: object, place: str, keys: set[str] | None) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadRecord(f"{place} must be an object")
    for key in value:
        if keys is not None and key not in keys:
            raise BadRecord(f"{place}: there is no key {key!r}")
    return value


def _list(value: object, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadRecord(f"{place}: must be a list")
    return value


def _lines(value: object, place: str) -> list[str]:
    lines = _list(value, place)
    if not all(isinstance(one, str) for one in lines):
        raise BadRecord(f"{place}: must be a list of moves")
    return lines


def _number(value: object, place: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadRecord(f"{place}: must be a whole number from {low} to {high}")
    return value


def _cards(value: object, place: str) -> list[Card]:
    if not isinstance(value, str):
        raise BadRecord(f"{place}: must be a text of cards")
    try:
        return read_cards(value)
    except UnreadableCard as error:
        raise BadRecord(f"{place}: no such card: {error.args[0][:20]!r}") from None


def _per(position: Mapping[str, Any], key: str, count: int) -> list[list[Card]]:
    texts = _list(position.get(key, []), f"position.{key}")
    if len(texts) > count:
        raise BadRecord(f"position.{key}: there are {count} places, not {len(texts)}")
    cards = [_cards(text, f"position.{key}[{index}]") for index, text in enumerate(texts)]
    return cards + [[] for _ in range(count - len(cards))]


# Writing


def state(game: Game) -> State | None:
    """The state as `replay` prints it, which is also a position; None before the first deal."""
    now = game.round
    if now is None:
        return None
    document: State = {
        "turn": now.turn if now.phase == "over" else now.actor(),
        "phase": now.asked_in if now.phase == "answer" else now.phase,
        "hands": [cards_text(sorted(hand)) for hand in now.hands],
        "melds": [[cards_text(meld.cards) for meld in melds] for melds in now.melds],
        "threes": [cards_text(threes) for threes in now.threes],
        "stock": cards_text(reversed(now.stock)),
        "pile": cards_text(now.pile),
        "frozen": now.frozen or game.rules.pile.always_frozen,
        "blocked": is_blocked(now, now.turn if now.phase == "draw" else now.next_seat()),
        "opening": [_required(now, account) for account in range(len(game.scores))],
        "scores": list(game.scores),
        "legal": [f"{now.actor()} {verb}" for verb in game.legal_verbs()],
    }
    for key, packets in (("feet", now.feet), ("talons", now.talons), ("set_aside", now.set_aside)):
        if any(packets):
            document[key] = [cards_text(packet) for packet in packets]
    if now.talons_left:
        document["talons_left"] = [cards_text(talon) for talon in now.talons_left]
    for key, seat in (("closed_by", now.closed_by), ("lone", now.lone), ("sitting_out", now.sitting_out)):
        if seat is not None:
            document[key] = seat
    if now.melded_by != {seat for seat in now.order if now.melds[now.side_of[seat]]}:
        document["melded_by"] = sorted(now.melded_by)
    if now.opened_meld_by != now.melded_by:
        document["opened_meld_by"] = sorted(now.opened_meld_by)
    if now.so_far:
        document["so_far"] = list(now.so_far)
    if now.laid:
        document["laid"] = [[_laid_entry(now, one) for one in _written(now, stroke)] for stroke in now.laid]
    if now.drawn:
        document["drawn"] = cards_text(now.drawn)
    if now.asked:
        document["asked"] = sorted(now.asked)
    if now.phase == "answer" or now.answer is not None:
        document["answer"] = now.answer or "due"
    for key, seats in (
        ("in_foot", now.in_foot),
        ("foot_played", now.foot_played),
        ("no_turn_yet", now.no_turn_yet if _counts_turns(now) else set()),
        ("extra_taken", now.extra_taken if game.rules.extra.hand or game.rules.deal.talons else set()),
        ("mirror", now.mirror),
    ):
        if seats:
            document[key] = sorted(seats)
    if now.recycles:
        document["recycles"] = now.recycles
    if any(now.concealed_canastas):
        document["concealed_canastas"] = list(now.concealed_canastas)
    if game.rules.canastas.fixed_when_made:
        made = [[meld_name(one, melds) for one in melds if one.made == "natural" and one.wilds] for melds in now.melds]
        if any(made):
            document["natural_when_made"] = made
    return document


def _counts_turns(now: Round) -> bool:
    """Whether it matters who has had no turn yet: where that counts, or tells that a black three on top was turned up."""
    limits = now.rules.discards
    turned_up = limits.covered_black_freezes and now.top_was_turned and now.pile[-1] in BLACK_THREES
    return now.rules.threes.held_no_turn is not None or limits.no_black_first or turned_up


def _required(now: Round, account: int) -> int | str | None:
    seat = next(seat for seat in range(now.rules.seats) if now.account(seat) == account)
    return None if now.melds[now.side_of[seat]] else now.required(seat)


def _written(now: Round, stroke: Sequence[Laid]) -> Sequence[Laid]:
    """Return the groups of a stroke as a position lists them: where it matters, the one with the pile's top card first."""
    return sorted(stroke, key=lambda one: not one.topped) if now.rules.canastas.concealed else stroke


def _laid_entry(now: Round, laid: Laid) -> State:
    melds = now.melds[now.side_of[now.turn]]
    entry: State = {"cards": cards_text(laid.cards), "meld": meld_name(laid.meld, melds), "new": laid.new}
    if laid.before is not None:
        entry["low"] = laid.before[0]
    return entry


def _round_entry(score: RoundScore) -> State:
    return {
        "out": score.out,
        "concealed": score.concealed,
        "sides": [dict(side.lines) | {"total": side.total} for side in score.sides],
    }
