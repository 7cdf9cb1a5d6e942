"""Records: games and positions as JSON documents, read, replayed and written (docs/record-format.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from .cards import cards_text
from .errors import explain
from .events import RoundSheet
from .game import Game, account_count
from .moves import IllegalMove, UnreadableMove, read_move
from .position import KEYS, set_position, state
from .reading import BadRecord, read_cards_at, read_lines, read_list, read_mapping, read_number, read_reshuffles
from .rules.errors import RulesError
from .rules.load import comes_with_bot, list_variants, load_rules
from .rules.model import Rules
from .rules.parameters import parameters, value_of
from .rules.stored import in_old_names
from .stock import MissingReshuffle

FORMAT: Final = "canasta-record/1"
WrittenState = dict[str, Any]

_TOP_KEYS = {
    "format", "variant", "layout", "rules", "players", "scores", "round", "rounds", "position", "moves",
}  # fmt: skip
_ROUND_KEYS = {"dealer", "pack", "moves", "cut", "reshuffles"}


def replay(
    document: object, trace: Callable[[str, WrittenState | None], None] | None = None
) -> tuple[int, WrittenState]:
    """Apply a record: return the exit status (0 done, 1 a move was refused, 2 unreadable) and the document to print.

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
    """Return the game that a record holds, every move made. Raises `BadRecord`, also where the rules refuse a move.

    With `derive`, the orders in which piles became the stock follow from the packs, not from the record.
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


def record_of(game: Game) -> WrittenState:
    """Return the record of a game that began with a deal. It holds every hidden card: its players must not see it."""
    document: WrittenState = {"format": FORMAT} | _rules_named(game.rules)
    document["players"] = list(game.names)
    document["scores"] = list(game.started_with)
    if game.played:
        document["round"] = game.played
    document["rounds"] = [
        {"dealer": deal.dealer, "pack": cards_text(deal.pack)}
        | ({} if deal.cut is None else {"cut": deal.cut})
        | ({"reshuffles": [cards_text(order) for order in deal.reshuffles]} if deal.reshuffles else {})
        | {"moves": list(map(str, deal.moves))}
        for deal in game.deals
    ]
    return document


def _rules_named(rules: Rules) -> WrittenState:
    """Return the keys of a record that read as these rules wherever the bot runs.

    They name the rules' own variant if it comes with the bot and still has these rules; else the nearest variant that
    comes with it, and everything that differs from it.
    """
    house = [name for name, _value in rules.house]
    try:
        if comes_with_bot(rules.id) and load_rules(rules.id, rules.layout, house=dict(rules.house)) == rules:
            return _named(load_rules(rules.id, rules.layout), rules, house)
    except RulesError:
        pass
    tables = [
        load_rules(info.id, layout.name)
        for info in list_variants(own=False)
        for layout in info.layouts
        if layout.seats == rules.seats
    ]
    if not tables:
        return {"variant": rules.id, "layout": rules.layout} | ({"rules": dict(rules.house)} if house else {})
    changes = [
        [one.name for one in parameters() if value_of(rules, one.name) != value_of(table, one.name)] for table in tables
    ]
    table, differing = min(zip(tables, changes, strict=True), key=lambda pair: len(pair[1]))
    return _named(table, rules, differing)


def _named(table: Rules, rules: Rules, names: Sequence[str]) -> WrittenState:
    """Return the keys that name a table, and what rules change of it by parameters of these names."""
    own = {"rules": in_old_names(table, rules, names)} if names else {}
    return {"variant": table.id, "layout": table.layout} | own


# Reading


def _steps(document: object, *, derive: bool = False) -> Iterator[tuple[Game, tuple[int, int], str | None]]:
    """Yield the game with each line of the record about to be made; first, and after each deal, without a line."""
    record = read_mapping(document, "the record", _TOP_KEYS)
    if record.get("format", FORMAT) != FORMAT:
        raise BadRecord(f"format: {record['format']!r} is not {FORMAT!r}")
    if ("rounds" in record) == ("position" in record):
        raise BadRecord("the record needs either rounds or a position")
    rules = _rules(record)
    names = _names(record, rules)
    scores = _scores(record, rules)
    played = read_number(record.get("round", 0), "round", 0, 100000)
    game = Game(rules, names, scores, played)
    if "position" in record:
        set_position(game, record["position"])
        yield game, (0, 0), None
        for number, line in enumerate(read_lines(record.get("moves", []), "moves")):
            yield game, (0, number), line
        return
    yield game, (0, 0), None
    for index, entry in enumerate(read_list(record["rounds"], "rounds")):
        place = f"rounds[{index}]"
        data = read_mapping(entry, place, _ROUND_KEYS)
        if game.over:
            raise BadRecord(f"{place}: the game had ended before this round")
        if not game.needs_deal:
            raise BadRecord(f"{place}: the round before it is not over")
        if "dealer" not in data or "pack" not in data:
            raise BadRecord(f"{place}: a round needs a dealer and a pack")
        dealer = read_number(data["dealer"], f"{place}.dealer", 0, rules.seats - 1)
        cut = None if data.get("cut") is None else read_number(data["cut"], f"{place}.cut", 0, 1000)
        try:
            reshuffles = read_reshuffles(data["reshuffles"], f"{place}.reshuffles", 0) if "reshuffles" in data else []
            game.start_round(read_cards_at(data["pack"], f"{place}.pack"), dealer, cut, None if derive else reshuffles)
        except ValueError as error:
            raise BadRecord(f"{place}: {error}") from None
        yield game, (index, 0), None
        for number, line in enumerate(read_lines(data.get("moves", []), f"{place}.moves")):
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
    house = read_mapping(record.get("rules", {}), "rules", None)
    count: int | None = None
    if layout is None:
        if "players" in record:
            count = len(read_list(record["players"], "players"))
        elif "position" in record:
            position = read_mapping(record["position"], "position", KEYS)
            count = len(read_list(position.get("hands", []), "position.hands"))
    try:
        return load_rules(variant, layout, count or None, dict(house))
    except RulesError as error:
        raise BadRecord(f"variant: {error}") from None


def _names(record: Mapping[str, Any], rules: Rules) -> list[str]:
    if "players" not in record:
        return [f"Player {seat + 1}" for seat in range(rules.seats)]
    names = read_list(record["players"], "players")
    if len(names) != rules.seats or not all(isinstance(one, str) for one in names):
        raise BadRecord(f"players: {rules.name} {rules.layout} needs {rules.seats} names")
    return names


def _scores(record: Mapping[str, Any], rules: Rules) -> list[int] | None:
    given, place = record.get("scores"), "scores"
    if given is None and isinstance(record.get("position"), Mapping):
        given, place = record["position"].get("scores"), "position.scores"
    if given is None:
        return None
    scores = [read_number(one, place, -10_000_000, 10_000_000) for one in read_list(given, place)]
    if len(scores) != account_count(rules):
        raise BadRecord(f"{place}: {rules.name} {rules.layout} keeps {account_count(rules)} scores, not {len(scores)}")
    return scores


def _round_entry(score: RoundSheet) -> WrittenState:
    return {
        "out": score.out,
        "concealed": score.concealed,
        "sides": [dict(side.lines) | {"total": side.total} for side in score.sides],
    }
