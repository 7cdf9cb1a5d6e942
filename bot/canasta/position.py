"""Positions: the state of a round as a JSON document, read and written (docs/record-format.md, A position)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from .cards import BLACK_THREES, CALIENTE, LOW_ACE, SUITS, THREE, Card, card_text, cards_text
from .errors import explain
from .game import Game
from .hand import Hand
from .melds import Laid, meld_from_cards, meld_name
from .melds.runs import run_standing
from .moves import IllegalMove
from .opening import required
from .pile import freezes, is_blocked
from .reading import BadRecord, read_cards_at, read_list, read_mapping, read_number, read_reshuffles
from .state import State

Document = dict[str, Any]

_POSITION_KEYS: Final = {
    "turn", "phase", "hands", "feet", "talons", "talons_left", "melds", "threes", "set_aside", "stock", "pile", "frozen",
    "closed_by", "lone", "sitting_out", "melded_by", "opened_meld_by", "so_far", "laid", "drawn", "asked", "answer",
    "in_foot", "foot_played", "no_turn_yet", "extra_taken", "recycles", "mirror", "concealed_canastas",
    "natural_when_made", "dealer", "reshuffles", "cut", "trump",
}  # fmt: skip
#: Keys that a state has in addition to a position's; they follow from the rest, so a position may have them too.
_STATE_KEYS: Final = {"blocked", "opening", "legal", "scores"}
KEYS: Final = _POSITION_KEYS | _STATE_KEYS


def set_position(game: Game, value: object) -> None:
    """Set a game to a position. Raises `BadRecord`."""
    position = read_mapping(value, "position", KEYS)
    rules = game.rules
    dealer = read_number(position.get("dealer", rules.seats - 1), "position.dealer", 0, rules.seats - 1)
    now = State(rules, game.scores, dealer, game.played)
    now.hands = [Hand(sorted(one)) for one in _per(position, "hands", rules.seats)]
    now.feet = _per(position, "feet", rules.seats)
    now.talons = _per(position, "talons", rules.seats)
    now.talons_left = [
        read_cards_at(text, "position.talons_left")
        for text in read_list(position.get("talons_left", []), "position.talons_left")
    ]
    now.threes = _per(position, "threes", len(now.threes))
    now.set_aside = _per(position, "set_aside", len(now.set_aside))
    for key, places in (("threes", now.threes), ("set_aside", now.set_aside)):
        for index, cards in enumerate(places):
            if any(card >> 2 != THREE and card != CALIENTE for card in cards):
                raise BadRecord(f"position.{key}[{index}]: only threes lie there")
    now.stock = read_cards_at(position.get("stock", ""), "position.stock")[::-1]
    now.pile = read_cards_at(position.get("pile", ""), "position.pile")
    now.trump = _trump(now, position.get("trump"))
    frozen = position.get("frozen")
    if frozen is None:
        frozen = freezes(now)
    if not isinstance(frozen, bool):
        raise BadRecord("position.frozen: must be true or false")
    now.frozen = frozen
    sides = read_list(position.get("melds", []), "position.melds")
    if len(sides) > len(now.melds):
        raise BadRecord(f"position.melds: there are {len(now.melds)} sides, not {len(sides)}")
    for side, melds in enumerate(sides):
        for index, text in enumerate(read_list(melds, f"position.melds[{side}]")):
            place = f"position.melds[{side}][{index}]"
            try:
                now.melds[side].append(meld_from_cards(rules, read_cards_at(text, place)))
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


def _set_seats(now: State, position: Mapping[str, Any]) -> None:
    """Set the seats that sit out, play alone, have melded or have asked."""
    seats = now.rules.seats
    sitting_out = position.get("sitting_out")
    if sitting_out is not None:
        number = read_number(sitting_out, "position.sitting_out", 0, seats - 1)
        if now.rules.side.mode != "sit-out" or number not in (1, 3, 4):
            raise BadRecord(f"position.sitting_out: seat {number} does not rest at this table")
        now.rest(number)
    lone = position.get("lone")
    if lone is not None:
        if now.rules.side.mode not in ("lone", "alliance"):
            raise BadRecord("position.lone: nobody plays alone at this table")
        now.pair_against(read_number(lone, "position.lone", 0, seats - 1))
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
        now.closed_by = read_number(position["closed_by"], "position.closed_by", 0, seats - 1)
        if now.closed_by not in now.order:
            raise BadRecord(f"position.closed_by: seat {now.closed_by} does not play this round")
    now.recycles = read_number(position.get("recycles", 0), "position.recycles", 0, 100)
    counts = read_list(position.get("concealed_canastas", []), "position.concealed_canastas")
    for side, count in enumerate(counts[: len(now.concealed_canastas)]):
        now.concealed_canastas[side] = read_number(count, "position.concealed_canastas", 0, 50)
    now.given_reshuffles = read_reshuffles(position.get("reshuffles", []), "position.reshuffles", now.recycles)
    _set_made(now, position.get("natural_when_made"))


def _set_made(now: State, value: object) -> None:
    """Note the mixed canastas that were natural when they became canastas."""
    names = read_list(value, "position.natural_when_made") if value is not None else []
    for side, melds in enumerate(now.melds):
        mine = names[side] if side < len(names) and isinstance(names[side], list) else names
        for meld in melds:
            if meld.canasta == "mixed" and meld_name(meld, melds) in mine:
                meld.made = "natural"


def _trump(now: State, value: object) -> int | None:
    """Return the suit that is trump; None where none is."""
    if value is None:
        return None
    if not now.rules.sequences.trump:
        raise BadRecord("position.trump: no suit is trump in this game")
    if not isinstance(value, str) or len(value) != 1 or value.upper() not in SUITS:
        raise BadRecord(f"position.trump: {value!r} is none of S, H, D, C")
    return SUITS.index(value.upper())


def _seat_set(position: Mapping[str, Any], key: str, seats: int) -> set[int]:
    return {
        read_number(one, f"position.{key}", 0, seats - 1) for one in read_list(position.get(key, []), f"position.{key}")
    }


def _set_turn(now: State, position: Mapping[str, Any]) -> None:
    """Set the turn: its seat, its phase, and what has been done in it."""
    turn = read_number(position.get("turn", now.order[0]), "position.turn", 0, now.rules.seats - 1)
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
    now.drawn = read_cards_at(drawn, "position.drawn")
    verbs = read_list(position.get("so_far", []), "position.so_far")
    if not all(isinstance(one, str) for one in verbs):
        raise BadRecord("position.so_far: must be a list of verbs")
    now.so_far = list(verbs)
    now.laid = [
        [
            _laid(now, group, f"position.laid[{stroke}][{index}]")
            for index, group in enumerate(read_list(groups, "position.laid"))
        ]
        for stroke, groups in enumerate(read_list(position.get("laid", []), "position.laid"))
    ]
    _set_shapes(now)
    for verb, laid in zip(_strokes(now), now.laid, strict=False):
        # As moves are written, the first group is the one that got the pile's top card.
        if verb != "meld" and laid:
            laid[0].topped = True
    now.whole_pile = _whole_pile(now)


def _whole_pile(now: State) -> Card | None:
    """Return the card that was the whole pile taken this turn, if it may not be discarded; else None."""
    bars = "lone-card" in now.rules.discards.barred and now.rules.takes_freely
    if not bars or "take" not in now.so_far or len(now.drawn) != 1:
        return None
    since = now.laid[_strokes(now).index("take") :]
    cards = [*now.hands[now.turn], *(card for stroke in since for one in stroke for card in one.cards)]
    return now.drawn[0] if cards.count(now.drawn[0]) == 1 else None


def _strokes(now: State) -> list[str]:
    """Return the verbs of this turn that laid cards, or took a pile without, as `State.laid` has them."""
    return [verb for verb in now.so_far if verb in ("meld", "take", "pick")]


def _set_shapes(now: State) -> None:
    """Note the shape of each run before each group laid on it: without that group and all that came later."""
    left: dict[int, list[Card]] = {}
    for laid in (one for stroke in reversed(now.laid) for one in reversed(stroke)):
        cards = left.setdefault(id(laid.meld), laid.meld.cards.copy())
        for card in laid.cards:
            if card not in cards:
                raise BadRecord(f"position.laid: {card_text(card)} doesn't lie so often in that meld")
            cards.remove(card)
        if laid.before is not None:
            low, _ = laid.before
            cards[:] = run_standing(laid.meld.suit, low, cards)
            laid.before = low, cards.copy()


def _laid(now: State, value: object, place: str) -> Laid:
    data = read_mapping(value, place, {"cards", "meld", "new", "low"})
    melds = now.melds[now.side_of[now.turn]]
    meld = next((one for one in melds if meld_name(one, melds) == data.get("meld")), None)
    if meld is None:
        raise BadRecord(f"{place}.meld: this side has no meld {data.get('meld')!r}")
    cards = tuple(read_cards_at(data.get("cards", ""), f"{place}.cards"))
    if Counter(cards) - Counter(meld.cards):
        raise BadRecord(f"{place}.cards: they don't lie in that meld")
    before = None
    if "low" in data:
        before = read_number(data["low"], f"{place}.low", LOW_ACE, 12), list[Card]()
    return Laid(meld, cards, bool(data.get("new")), before)


def _per(position: Mapping[str, Any], key: str, count: int) -> list[list[Card]]:
    texts = read_list(position.get(key, []), f"position.{key}")
    if len(texts) > count:
        raise BadRecord(f"position.{key}: there are {count} places, not {len(texts)}")
    cards = [read_cards_at(text, f"position.{key}[{index}]") for index, text in enumerate(texts)]
    return cards + [[] for _ in range(count - len(cards))]


def state(game: Game) -> Document | None:
    """Return the state as `replay` prints it, which is also a position; None before the first deal."""
    now = game.round
    if now is None:
        return None
    return {**_always(game, now), **_packets(now), **_turn(now), **_seats(now), **_canastas(now)}


def _always(game: Game, now: State) -> Document:
    """Return what every state says."""
    return {
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


def _packets(now: State) -> Document:
    """Return feet, talons and threes set aside, where there are any."""
    document: Document = {}
    for key, packets in (("feet", now.feet), ("talons", now.talons), ("set_aside", now.set_aside)):
        if any(packets):
            document[key] = [cards_text(packet) for packet in packets]
    if now.talons_left:
        document["talons_left"] = [cards_text(talon) for talon in now.talons_left]
    return document


def _turn(now: State) -> Document:
    """Return trump, who plays alone, sits out, has opened or closed the pile, and what this turn came to so far."""
    document: Document = {}
    for key, seat in (("closed_by", now.closed_by), ("lone", now.lone), ("sitting_out", now.sitting_out)):
        if seat is not None:
            document[key] = seat
    if now.trump is not None:
        document["trump"] = SUITS[now.trump]
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
    return document


def _seats(now: State) -> Document:
    """Return the seats of which something can be said, and how often the stock was made from the pile."""
    document: Document = {}
    for key, seats in (
        ("in_foot", now.in_foot),
        ("foot_played", now.foot_played),
        ("no_turn_yet", now.no_turn_yet if _counts_turns(now) else set()),
        ("extra_taken", now.extra_taken if now.rules.extra.hand or now.rules.deal.talons else set()),
        ("mirror", now.mirror),
    ):
        if seats:
            document[key] = sorted(seats)
    if now.recycles:
        document["recycles"] = now.recycles
    return document


def _canastas(now: State) -> Document:
    """Return what canastas were when they were made, where that counts at the end."""
    document: Document = {}
    if any(now.concealed_canastas):
        document["concealed_canastas"] = list(now.concealed_canastas)
    if now.rules.canastas.fixed_when_made:
        made = [[meld_name(one, melds) for one in melds if one.made == "natural" and one.wilds] for melds in now.melds]
        if any(made):
            document["natural_when_made"] = made
    return document


def _counts_turns(now: State) -> bool:
    """Return whether it matters which seats have had no turn: where the rules ask, or a black three on top was turned up."""
    limits = now.rules.discards
    turned_up = limits.covered_black_freezes and now.top_was_turned and now.pile[-1] in BLACK_THREES
    return now.rules.threes.costs("red-no-turn") is not None or "early-black-threes" in limits.barred or turned_up


def _required(now: State, account: int) -> int | str | None:
    seat = next(seat for seat in range(now.rules.seats) if now.account(seat) == account)
    return None if now.melds[now.side_of[seat]] else required(now, seat)


def _written(now: State, stroke: Sequence[Laid]) -> Sequence[Laid]:
    """Return the groups of a stroke as a position lists them: if it matters, the one with the top card first."""
    return sorted(stroke, key=lambda one: not one.topped) if now.rules.canastas.concealed else stroke


def _laid_entry(now: State, laid: Laid) -> Document:
    melds = now.melds[now.side_of[now.turn]]
    entry: Document = {"cards": cards_text(laid.cards), "meld": meld_name(laid.meld, melds), "new": laid.new}
    if laid.before is not None:
        entry["low"] = laid.before[0]
    return entry
