"""Records as test data: build a position, play moves on it, and say if the last one was allowed.

Everything here goes through the documented text form (a record in, a JSON document out), so the tests
that use it know nothing of the engine's insides.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.canasta import record

Document = dict[str, Any]
State = dict[str, Any]

SEATS = {
    "2": 2, "3-lone": 3, "3-solo": 3, "3-alliance": 3, "4": 4, "5-solo": 5, "5-sitout": 5, "5-rotating": 5,
    "6-pairs": 6, "6-trios": 6, "8-pairs": 8,
}  # fmt: skip
SIDES = {
    "2": 2, "3-lone": 3, "3-solo": 3, "3-alliance": 3, "4": 2, "5-solo": 5, "5-sitout": 2, "5-rotating": 2,
    "6-pairs": 3, "6-trios": 2, "8-pairs": 4,
}  # fmt: skip
DECKS = {"2": 2, "3-lone": 2, "4": 2, "5-sitout": 2, "6-pairs": 3, "6-trios": 3}

#: Hands for the seats that a test says nothing about: no two cards of a rank in one hand, nothing wild.
BYSTANDERS = ("9S TS JS", "9H TH JH", "9D TD JD", "9C TC JC", "8S 7S 6S", "8H 7H 6H", "8D 7D 6D", "8C 7C 6C")


def bag(cards: str | Sequence[str]) -> Counter[str]:
    """Return cards as a multiset, for comparing texts whose order says nothing."""
    return Counter(cards.split() if isinstance(cards, str) else cards)


def replay(document: Mapping[str, Any]) -> Document:
    """Return what `replay` prints for a record, having gone through JSON on the way in and on the way out."""
    status, printed = record.replay(json.loads(json.dumps(document)))
    answer: Document = json.loads(json.dumps(printed))
    unread = not answer["ok"] and answer["error"]["code"] == "bad-record"
    assert status == (0 if answer["ok"] else 2 if unread else 1)
    return answer


def classic(
    layout: str = "4",
    *,
    scores: Sequence[int] | None = None,
    rules: Mapping[str, object] | None = None,
    round: int = 0,  # noqa: A002 - the record's own word
    variant: str = "classic",
    **position: Any,
) -> Document:
    """Return a record that starts at a position, of `classic` if no other variant is named: seat 0 is to draw unless the position says otherwise.

    `hands` may stop early, the other seats then hold `BYSTANDERS`; a stock is supplied if none is given.
    """
    seats = SEATS[layout]
    hands = list(position.pop("hands", []))
    hands += [BYSTANDERS[seat] for seat in range(len(hands), seats)]
    where: Document = {"turn": 0, "phase": "draw", "hands": hands, "stock": "4C 8D 4D 7D 6D 5D", **position}
    for key in ("melds", "threes"):
        if key in where:
            empty: object = [] if key == "melds" else ""
            where[key] = list(where[key]) + [empty] * (SIDES[layout] - len(where[key]))
    if variant == "classic":
        _check_supply(where, DECKS[layout])
    document: Document = {"variant": variant, "layout": layout, "position": where, "moves": []}
    return _with_settings(document, scores, rules, round)


def _with_settings(
    document: Document, scores: Sequence[int] | None, rules: Mapping[str, object] | None, number: int
) -> Document:
    """Return a record with scores, house rules and the number of its round, as far as they are given."""
    given = {"scores": scores and list(scores), "rules": rules and dict(rules), "round": number}
    return document | {name: value for name, value in given.items() if value}


def _check_supply(position: Mapping[str, Any], decks: int) -> None:
    """Refuse a position with more copies of a card than the pack has: the record would be unreadable for that."""
    texts = [*position["hands"], position["stock"], position.get("pile", ""), *position.get("threes", [])]
    texts += [meld for side in position.get("melds", []) for meld in side]
    supply = Counter(card for text in texts for card in text.split())
    short = {card: count for card, count in supply.items() if count > (2 * decks if card == "*" else decks)}
    assert not short, f"the position uses too many copies: {short}"


def with_moves(document: Mapping[str, Any], *moves: str) -> Document:
    """Return the same record with these moves after its own."""
    if "rounds" in document:
        *before, last = document["rounds"]
        return {**document, "rounds": [*before, {**last, "moves": [*last["moves"], *moves]}]}
    return {**document, "moves": [*document["moves"], *moves]}


def played(document: Mapping[str, Any], *moves: str) -> Document:
    """Return the whole answer after moves that must all be allowed."""
    answer = replay(with_moves(document, *moves))
    assert answer["ok"], f"refused {moves}: {answer['error']}\nin {answer.get('state')}"
    return answer


def allowed(document: Mapping[str, Any], *moves: str) -> State:
    """Return the state after moves that must all be allowed."""
    state: State = played(document, *moves)["state"]
    return state


def refused(document: Mapping[str, Any], *moves: str) -> str:
    """Return the code of the error for the last of these moves; all before it must be allowed.

    The state in the answer must be the one before the refused move: a refusal changes nothing.
    """
    before = played(document, *moves[:-1])
    answer = replay(with_moves(document, *moves))
    assert not answer["ok"], f"accepted {moves[-1]}: {answer['state']}"
    error = answer["error"]
    assert error["code"] != "bad-record", error
    all_moves = document["rounds"][-1]["moves"] if "rounds" in document else document["moves"]
    assert error["move"] == len(all_moves) + len(moves) - 1
    assert error["message"]
    assert answer["state"] == before["state"]
    return str(error["code"])


def unreadable(document: Mapping[str, Any]) -> str:
    """Return the message for a record that can't be read; it must be refused as such."""
    answer = replay(document)
    assert answer["ok"] is False
    assert answer["error"]["code"] == "bad-record", answer
    message = answer["error"]["message"]
    assert isinstance(message, str)
    assert message
    return message


def round_entry(document: Mapping[str, Any], *moves: str) -> Document:
    """Return the entry of the one round that these moves end."""
    answer = played(document, *moves)
    assert answer["state"]["phase"] == "over"
    (entry,) = answer["rounds"]
    result: Document = entry
    return result


def lines(document: Mapping[str, Any], *moves: str, side: int = 0) -> dict[str, int]:
    """Return one side's score lines of the round that these moves end, without the total, which must be their sum."""
    sheet = dict(round_entry(document, *moves)["sides"][side])
    total = sheet.pop("total")
    assert total == sum(sheet.values())
    assert 0 not in sheet.values(), "only lines that are not zero are written"
    return sheet


def at_end(game: Callable[..., Document], side: int = 0, **position: Any) -> dict[str, int]:
    """Return one side's score lines of a round that ends on seat 0's draw from an empty stock; the hands are empty unless given.

    `game` makes the record of such a position.
    """
    hands = [""] * SEATS[position.get("layout", "4")]
    return lines(game(**{"hands": hands, "stock": "", "pile": "", **position}), "0 draw", side=side)


def verbs(state: State) -> set[str]:
    """Return the verbs that the seat to move may start."""
    seats = {line.split()[0] for line in state["legal"]}
    assert len(seats) <= 1
    return {line.split()[1] for line in state["legal"]}


def hand(state: State, seat: int) -> Counter[str]:
    """Return a seat's cards."""
    return bag(state["hands"][seat])


def meld_bags(state: State, side: int) -> list[Counter[str]]:
    """Return a side's melds, each as a multiset, in the order laid."""
    return [bag(meld) for meld in state["melds"][side]]


def whole_pack(decks: int = 2) -> Counter[str]:
    """Return every card of `decks` packs with two jokers each."""
    pack = Counter({rank + suit: decks for rank in "A23456789TJQK" for suit in "SHDC"})
    pack["*"] = 2 * decks
    return pack


def stacked(
    hands: Mapping[int, str] | None = None,
    then: str = "",
    *,
    order: Sequence[int] = (0, 1, 2, 3),
    size: int = 11,
    decks: int = 2,
    end: str = "",
) -> str:
    """Return a whole pack that deals `hands` to those seats, then turns up and draws `then`; `end` lies lowest.

    `order` is the order in which the seats get their cards. Cards a test doesn't care about are naturals
    first, so that nobody is dealt a three or a wild that the test didn't ask for.
    """
    hands = hands or {}
    rest = whole_pack(decks)
    for text in (*hands.values(), then, end):
        rest.subtract(text.split())
    assert min(rest.values()) >= 0, "more copies than the pack has"
    filler = sorted(rest.elements(), key=lambda card: (card[0] in "23*", "KQJT987654A".find(card[0]), card))
    # Neighbours in the filler are of one rank: spread them so that bystanders don't hold whole melds.
    naturals = [card for card in filler if card[0] not in "23*"]
    specials = [card for card in filler if card[0] in "23*"]
    filler = [naturals[at] for start in range(7) for at in range(start, len(naturals), 7)] + specials
    packets = {seat: hands.get(seat, "").split() for seat in order}
    for seat in order:
        packets[seat] += [filler.pop(0) for _ in range(size - len(packets[seat]))]
        assert len(packets[seat]) == size
    dealt = [packets[seat][place] for place in range(size) for seat in order]
    return " ".join([*dealt, *then.split(), *filler, *end.split()])


def dealt(
    pack: str,
    *moves: str,
    layout: str = "4",
    dealer: int | None = None,
    scores: Sequence[int] | None = None,
    rules: Mapping[str, object] | None = None,
    round: int = 0,  # noqa: A002 - the record's own word
    variant: str = "classic",
) -> Document:
    """Return a record of one round from its pack; the dealer is the last seat unless said."""
    document: Document = {
        "format": "canasta-record/1",
        "variant": variant,
        "layout": layout,
        "players": [f"Player {seat}" for seat in range(SEATS[layout])],
        "rounds": [{"dealer": SEATS[layout] - 1 if dealer is None else dealer, "pack": pack, "moves": list(moves)}],
    }
    return _with_settings(document, scores, rules, round)
