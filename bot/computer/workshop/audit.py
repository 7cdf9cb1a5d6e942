"""Conditions that hold in every position of a game between computers, checked without asking the engine for its
opinion."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from bot.canasta import round as rounds
from bot.canasta.cards import CARD_CODES, JOKER, Card, card_text, is_wild, read_cards
from bot.canasta.game import Game
from bot.canasta.melds import CANASTA
from bot.canasta.moves import IllegalMove, Move
from bot.canasta.position import Document, state
from bot.canasta.record import record_of, replay
from bot.canasta.rules import Rules
from bot.canasta.state import State

#: Verbs whose moves are judged card by card, and are not made in a copy as well.
_JUDGED: Final = ("take", "pick", "meld", "discard")


class ViolationError(Exception):
    """Something that must not happen in a game; `args[0]` says what."""


class Auditor:
    """The watch over one round: a move exists, offered moves and no others are accepted, and no card is lost.

    The pack, the scores before and the positions of cards are its own; the engine's lists are only counted.
    """

    def __init__(self, game: Game, pack: Sequence[Card]) -> None:
        self.game = game
        self.pack = sorted(pack)
        self.before = list(game.scores)
        self.probes = 0

    def check_offers(self, legal: Sequence[Move]) -> None:
        """Raise `ViolationError` if a move that is offered would be refused.

        Findings from the listing of moves are forgotten first. The rarer verbs are made in a copy of the round.
        A draw, offered in half of all positions, is only ever made in the game itself.
        """
        now = self._round()
        now.forget()
        for move in legal:
            refused = self.game.problem(move)
            if refused is not None:
                raise ViolationError(f"{move} was offered and refused: {refused.code}")
            if move.verb not in _JUDGED:
                rounds.apply(_copied(now), move)

    def check_probe(self, legal: Sequence[Move]) -> None:
        """Make a move that can't be legal, each time of another kind.

        Raise `ViolationError` unless it is refused and changes nothing.
        """
        now, seat = self._round(), legal[0].seat
        self.probes += 1
        foreign = (self.probes * 7) % CARD_CODES
        while foreign in now.hands[seat]:
            foreign = (foreign + 1) % CARD_CODES
        # A seat that plays on without cards holds none.
        own = now.hands[seat][0] if now.hands[seat] else foreign
        # A card just drawn may be thrown for another in some games; the pile is never taken then.
        again = "take" if any(move.verb == "draw" for move in legal) else "draw"
        probes = (
            legal[self.probes % len(legal)]._replace(seat=(seat + 1) % self.game.rules.seats),
            Move(seat, "discard", card=foreign),
            Move(seat, "discard", card=own) if now.phase == "draw" else Move(seat, again),
        )
        probe = probes[self.probes % len(probes)]
        before = _snapshot(now)
        try:
            self.game.apply(probe)
        except IllegalMove:
            if _snapshot(now) != before:
                raise ViolationError(f"{probe} was refused, and yet changed the round") from None
        else:
            raise ViolationError(f"{probe} was accepted")

    def check_cards(self) -> None:
        """Raise `ViolationError` if a card is lost or doubled."""
        now = self._round()
        found = [*now.stock, *now.pile]
        for packet in (*now.hands, *now.feet, *now.threes, *now.talons, *now.talons_left, *now.set_aside):
            found += packet
        for melds in now.melds:
            for meld in melds:
                found += meld.cards
        _compare(self.pack, found)

    def check_melds(self) -> None:
        """Raise `ViolationError` if a meld is one that the rules forbid."""
        for melds in self._round().melds:
            for meld in melds:
                fair = _FAIR.get(meld.kind)
                if fair is not None and not fair(self.game.rules, meld.cards):
                    raise ViolationError(f"a meld that may not be: {meld.cards}")

    def check_scores(self) -> None:
        """Raise `ViolationError` if a total of the round just finished isn't the sum of its lines, or a score is wrong.

        A score must be the one before the round plus the total.
        """
        now, result = self._round(), self.game.rounds[-1]
        for entry, sheet in enumerate(result.sides):
            if sheet.total != sum(points for _, points in sheet.lines):
                raise ViolationError(f"side {entry}: {sheet.total} is not the sum of {sheet.lines}")
        for seat in range(self.game.rules.seats):
            account, sheet = now.account(seat), result.sides[now.entry(seat)]
            if result.scores[account] != self.before[account] + sheet.total:
                raise ViolationError(
                    f"score {account}: {self.before[account]} and {sheet.total} is not {result.scores[account]}"
                )

    def _round(self) -> State:
        assert self.game.round is not None
        return self.game.round


def check_replay(game: Game) -> None:
    """Check that the game's record, read back from its text, leads to the same state.

    Raise `ViolationError` if it doesn't, or if a traced state lacks a card.
    """
    pack = sorted(game.fresh_pack())

    def trace(_: str, found: Document | None) -> None:
        assert found is not None
        _compare(pack, read_cards(" ".join(_texts(found[key] for key in _PLACES if key in found))))

    status, answer = replay(json.loads(json.dumps(record_of(game))), trace)
    if status != 0:
        raise ViolationError(f"the record can't be replayed: {answer['error']}")
    if answer["state"] != json.loads(json.dumps(state(game))):
        raise ViolationError("the record leads to another state")
    totals = [[side["total"] for side in one["sides"]] for one in answer["rounds"]]
    if totals != [[sheet.total for sheet in one.sides] for one in game.rounds]:
        raise ViolationError("the record leads to other totals")


#: The keys of a traced state under which cards lie.
_PLACES: Final = ("hands", "feet", "talons", "talons_left", "melds", "threes", "set_aside", "stock", "pile")


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
        return
    for one in value:
        yield from _texts(one)


def _compare(pack: Sequence[Card], found: list[Card]) -> None:
    found.sort()
    if found != pack:
        lost, doubled = Counter(pack) - Counter(found), Counter(found) - Counter(pack)
        raise ViolationError(f"cards lost: {sorted(lost.elements())}, doubled: {sorted(doubled.elements())}")


def _copied(now: State) -> State:
    """Return a copy of a round to try a move in; what never changes is shared."""
    fresh, memo = copy.copy(now), dict[int, Any]()
    for name in State.__slots__:
        value = getattr(now, name)
        if isinstance(value, list | set | dict):
            setattr(fresh, name, copy.deepcopy(value, memo))
    return fresh


def _snapshot(now: State) -> tuple[object, ...]:
    """Return enough of a round to see that nothing was touched."""
    return (
        [hand.copy() for hand in now.hands],
        [[meld.cards.copy() for meld in melds] for melds in now.melds],
        [threes.copy() for threes in now.threes],
        (now.phase, now.turn, now.answer, now.frozen, now.closed_by, len(now.laid)),
        now.so_far.copy(),
        len(now.stock),
        now.pile.copy(),
    )


def _fair_set(rules: Rules, cards: Sequence[Card]) -> bool:
    naturals = [card >> 2 for card in cards if not is_wild(card) and (card < JOKER or rules.threes.red == "ordinary")]
    wilds = sum(1 for card in cards if is_wild(card))
    most = rules.melds.max_wilds
    if most is None or (rules.melds.big_unlimited and len(cards) > CANASTA):
        most = len(cards)
    return (
        len(cards) >= 3
        and len(naturals) + wilds == len(cards)
        and len(set(naturals)) == 1
        and len(naturals) >= rules.melds.min_naturals
        and wilds <= most
    )


def _fair_run(rules: Rules, cards: Sequence[Card]) -> bool:
    ranks = "456789TJQKA" if rules.sequences.ace == "high" else "A23456789TJQKA"
    suits = {card_text(card)[1] for card in cards if not is_wild(card)}
    if not 3 <= len(cards) <= rules.sequences.max_size or len(suits) != 1:
        return False
    for low in range(len(ranks) - len(cards) + 1):
        places = ranks[low : low + len(cards)]
        own = [card_text(card) == rank + min(suits) for card, rank in zip(cards, places, strict=True)]
        others = [card for card, natural in zip(cards, own, strict=True) if not natural]
        if all(map(is_wild, others)) and sum(own) >= rules.sequences.min_naturals:
            aces = sum(card_text(card)[0] == "A" for card in cards)
            return len(others) <= rules.sequences.max_wilds and (aces < 2 or rules.sequences.ace == "both-ends")
    return False


#: The function that says if a meld is one that the rules allow, by its kind.
_FAIR: Final = {"set": _fair_set, "sequence": _fair_run}
