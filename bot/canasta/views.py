"""Views, the part of a game that everybody or one seat may know: all that cogs, renderer and computer players ever
receive.

A view is a frozen copy. It holds no reference to the game, so a hidden card cannot leak through code that was given
one.

The cards on the table change seldom: a player, a side or its melds that look as they did in the last view are shown by
the same copy. Objects made at every move are named tuples, which take a fraction of the time of frozen dataclasses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from .cards import BLACK_THREES, RED_THREES, WILD_CARDS, Card
from .events import RoundSheet
from .game import Game
from .melds import Meld, Melds, Run, WildMeld, meld_name
from .memory import SeatMemory
from .moves import Move
from .opening import required
from .pile import is_blocked, left_lying, pile_problem
from .rules.model import Rules
from .scoring import MeldWorth, meld_worth, melds_worth
from .state import State
from .untaken import Untaken

#: A requirement to open: points, `None` once opened, or the words of the record (`"canasta"`).
Requirement = int | str | None


class MeldView(NamedTuple):
    """One meld on the table.

    `kind` is `set`, `sequence`, `wild`, `twos` or `black-threes`; `name` is how a move names it (`K`, `K2`, `H5`,
    `WILD`). `cards` are in the order laid, a sequence from low to high. `canasta` is None until the meld is one, then
    `natural`, `mixed`, `wild`, `sequence` or `twos`.
    """

    kind: str
    name: str
    cards: tuple[Card, ...]
    rank: int | None
    suit: int | None
    naturals: int
    wilds: int
    canasta: str | None


@dataclass(frozen=True, slots=True)
class SideView:
    """One side: its seats, score before this round (`score`), melds and bonus cards.

    `opening` is what it needs to open, None if it has opened, and also where that differs from player to player.
    `foot_size` is how many cards wait in the foot that belongs to the side, 0 where players have feet of their own.
    `worth` is what its melds count as they lie now, with bonuses.
    """

    index: int
    seats: tuple[int, ...]
    score: int
    opening: Requirement
    melds: tuple[MeldView, ...]
    threes: tuple[Card, ...]
    set_aside: tuple[Card, ...]
    foot_size: int = 0
    worth: int = 0


class PlayerView(NamedTuple):
    """One seat as everybody sees it.

    Sizes are numbers of cards; a foot that belongs to a side lies beside its first seat. `opening` is what the seat
    needs to open, if anything.
    """

    seat: int
    name: str
    side: int
    hand_size: int
    foot_size: int
    in_foot: bool
    talon_size: int
    sitting_out: bool
    lone: bool
    opening: Requirement = None


class PublicView(NamedTuple):
    """The table as a spectator sees it.

    `turn` is the seat to move (the asked partner while `phase` is `answer`), None when the round or game is over.
    `phase` is `pass`, `draw`, `play`, `answer` or `over`. `answer` is what the partner said in this turn, `yes` or `no`, to
    the seat to move, None if they weren't asked. `pile` is bottom first, None for a card that lies face down;
    `freezing` is the card that lies crosswise, if any. `so_far` are the verbs of this turn. `winner` is the score index
    of the winner once the game is `over`, None then too where the best scores are equal. `talons_left` are the sizes of
    the side packets that nobody has been given yet, the next one first. `may_take` is False where everybody knows that
    the seat to move can't take the pile with any hand. A game that is `abandoned` was ended early. `trump` is the suit
    that is trump this round, if there is one. `memory` is what was seen of each seat since the deal.
    """

    rules: Rules
    round_number: int
    dealer: int
    turn: int | None
    phase: str
    stock_size: int
    pile: tuple[Card | None, ...]
    frozen: bool
    blocked: bool
    closed_by: int | None
    freezing: Card | None
    players: tuple[PlayerView, ...]
    sides: tuple[SideView, ...]
    scores: tuple[int, ...]
    so_far: tuple[str, ...]
    asking: int | None
    finished: tuple[RoundSheet, ...]
    winner: int | None
    talons_left: tuple[int, ...] = ()
    over: bool = False
    may_take: bool = True
    abandoned: bool = False
    trump: int | None = None
    memory: tuple[SeatMemory, ...] = ()
    answer: str | None = None

    @property
    def upcard(self) -> Card | None:
        """The top of the pile, None if the pile is empty."""
        return self.pile[-1] if self.pile else None

    @property
    def brought(self) -> tuple[Card | None, ...]:
        """The cards of the pile that a take would bring, the top card last; None for a card that lies face down."""
        return self.pile[left_lying(self.rules, self.pile) :]

    @property
    def by_player(self) -> bool:
        """Whether each player has a score of their own apart from their side's; then a side may have no seats."""
        return len(self.scores) != len(self.sides) or not all(side.seats for side in self.sides)


class SeatView(NamedTuple):
    """The table as one seat sees it: the public view, its own cards, and what it may do now.

    `hand` is in canonical order; while packets are passed it is only the top card of each packet, the first one's
    first, since nobody has looked at the others. `fresh` are the cards of the hand that the last draw or taken pile of
    this turn brought (a multiset, in canonical order). `verbs` are the verbs that the seat may start now, empty when it
    is not its turn; `legal` are moves up to equivalence, every one of which will be accepted. `untaken` says why the
    seat can't take the pile, in a view that was `explained`.
    """

    public: PublicView
    seat: int
    hand: tuple[Card, ...]
    fresh: tuple[Card, ...]
    verbs: tuple[str, ...]
    legal: tuple[Move, ...]
    untaken: Untaken | None = None

    @property
    def my_turn(self) -> bool:
        """Whether this seat is the one to move."""
        return self.public.turn == self.seat


def public_view(game: Game) -> PublicView:
    """Return the table as everybody sees it. Raises `ValueError` before the first deal."""
    now = game.round
    if now is None:
        raise ValueError("nothing has been dealt yet")
    facts = game.names, game.over, game.abandoned, len(game.rounds)
    last: tuple[object, PublicView] | None = now.known.get(PublicView)
    if last is None or last[0] != facts:
        last = now.known[PublicView] = facts, _public_view(game, now)
    return last[1]


def _public_view(game: Game, now: State) -> PublicView:
    """Return the same; parts that are as they were in the last view are shared."""
    rules, players = game.rules, _player_views(game, now)
    last_hidden = _is_last_hidden(now)
    # By place, which takes a third of the time that names take: the fields in their order.
    return PublicView(
        rules,
        now.number + 1,
        now.dealer,
        game.turn,
        now.phase,
        len(now.stock),
        _pile(now, last_hidden=last_hidden),
        now.frozen or rules.pile.always_frozen,
        not last_hidden and _blocked(now),
        now.closed_by,
        _freezing(now) if now.frozen else None,
        players,
        _side_views(now, players),
        tuple(game.scores),
        tuple(now.so_far),
        now.turn if now.phase == "answer" else None,
        tuple(game.rounds),
        game.winner,
        tuple(map(len, now.talons_left)),
        game.over,
        now.phase == "draw" and pile_problem(now) is None,
        game.abandoned,
        now.trump,
        tuple(game.memory.seats),
        now.answer,
    )


def seat_view(game: Game, seat: int) -> SeatView:
    """Return the table as one seat sees it. Raises `ValueError` before the first deal."""
    public = public_view(game)
    assert game.round is not None
    mine = public.turn == seat
    now = game.round
    hand = [now.hands[seat][-1], now.feet[seat][-1]] if now.phase == "pass" else now.hands[seat]
    legal = game.legal_moves() if mine else ()
    return SeatView(
        public=public,
        seat=seat,
        hand=tuple(hand),
        fresh=_in_both(now.drawn, hand) if now.turn == seat else (),
        verbs=tuple(game.legal_verbs()) if mine else (),
        legal=tuple(legal),
    )


def explained(game: Game, view: SeatView) -> SeatView:
    """Return the same view with the reason why the seat can't take the pile, where it is to draw and can't."""
    if not view.my_turn or "take" in view.verbs:
        return view
    return view._replace(untaken=game.take_refusal())


def _in_both(some: list[Card], others: list[Card]) -> tuple[Card, ...]:
    """Return the cards that two lists share, each as often as both hold it, in canonical order."""
    if not some:
        return ()
    if len(some) == 1:
        return tuple(some) if some[0] in others else ()
    return tuple([card for card in sorted(set(some)) for _ in range(min(some.count(card), others.count(card)))])


def _pile(now: State, *, last_hidden: bool) -> tuple[Card | None, ...]:
    if not now.face_down and not last_hidden:
        return tuple(now.pile)
    down: list[None] = [None] * now.face_down
    pile = (*down, *now.pile[now.face_down :])
    return (*pile[:-1], None) if last_hidden else pile


def _is_last_hidden(now: State) -> bool:
    """Return whether the discard that went out lies face down on the pile (docs/rules.md, Going out)."""
    return now.rules.out.discard_hidden and now.phase == "over" and now.so_far[-1:] == ["discard"]


def _blocked(now: State) -> bool:
    return is_blocked(now, now.turn if now.phase == "draw" else now.next_seat())


def _freezing(now: State) -> Card | None:
    """Return the lowest open card of a frozen pile that freezes it, which lies crosswise."""
    crosswise = _CROSSWISE_TOO if now.rules.discards.covered_black_freezes else _CROSSWISE
    return next((card for card in now.pile[now.face_down :] if card in crosswise), None)


#: The cards that may lie crosswise in the pile, and those where black threes may as well.
_CROSSWISE: Final = WILD_CARDS.union(RED_THREES)
_CROSSWISE_TOO: Final = _CROSSWISE.union(BLACK_THREES)
#: The place of `hand_size` among the fields of a `PlayerView`, where it changes from one view to the next.
_HAND_SIZE: Final = PlayerView._fields.index("hand_size")


def _player_views(game: Game, now: State) -> tuple[PlayerView, ...]:
    """Return all players: the same views as the last time of those about whom nothing has changed."""
    seats, resting, lone = range(len(game.names)), now.sitting_out, now.lone
    sizes = [*map(len, now.hands)]
    # A seat needs other points to open when its side's first meld is laid; of a pair against a lone player, each opens.
    alone = () if lone is None else (now.turn, [*now.melded_by], any(now.laid))
    opened = [*map(bool, now.melds)], alone
    others = game.names, resting, lone, opened, len(now.in_foot), [*map(len, now.feet)], [*map(len, now.talons)]
    last: tuple[object, Sequence[int], tuple[PlayerView, ...]] | None = now.shown.get(PlayerView)
    if last is not None and last[0] == others:
        if last[1] == sizes:
            return last[2]
        players = [
            view if view.hand_size == size else PlayerView._make((*view[:_HAND_SIZE], size, *view[_HAND_SIZE + 1 :]))
            for view, size in zip(last[2], sizes, strict=True)
        ]
    else:
        openings = [None if seat == resting else required(now, seat) for seat in seats]
        players = [
            PlayerView(
                seat=seat,
                name=game.names[seat],
                side=now.side_of[seat],
                hand_size=sizes[seat],
                foot_size=len(now.feet[seat]),
                in_foot=seat in now.in_foot,
                talon_size=len(now.talons[seat]),
                sitting_out=seat == resting,
                lone=seat == lone,
                opening=openings[seat],
            )
            for seat in seats
        ]
    found = tuple(players)
    now.shown[PlayerView] = others, sizes, found
    return found


def _side_views(now: State, players: Sequence[PlayerView]) -> tuple[SideView, ...]:
    """Return all sides: the same views as the last time of those about which nothing has changed."""
    changed = [melds.changes for melds in now.melds]
    # Cards are only ever added to those that lie apart; a deal begins with a state of its own.
    apart = [*map(len, now.threes)], [*map(len, now.set_aside)], [*map(len, now.feet)]
    facts = now.lone, [player.opening for player in players], changed, apart
    last: tuple[object, tuple[SideView, ...]] | None = now.shown.get(SideView)
    if last is None or last[0] != facts:
        last = now.shown[SideView] = facts, tuple([_side_view(now, players, side) for side in range(len(now.melds))])
    return last[1]


def _side_view(now: State, players: Sequence[PlayerView], side: int) -> SideView:
    """Return a side: the same view as the last time if nothing about it has changed."""
    seats, melds = now.seats_of.get(side, ()), now.melds[side]
    openings = [players[seat].opening for seat in seats if seat != now.sitting_out]
    entries = now.entries_of.get(side, ())
    foot = sum([len(now.feet[seat]) for seat in seats]) if now.rules.deal.foot_of == "side" else 0
    facts = seats, openings, melds.changes, [len(now.threes[one]) for one in entries], len(now.set_aside[side]), foot
    last: tuple[object, Melds, SideView] | None = now.shown.get((SideView, side))
    if last is None or last[0] != facts or last[1] is not melds:
        shown = _meld_views(now, side)
        view = SideView(
            index=side,
            seats=seats,
            score=now.scores[now.account(seats[0])] if seats else 0,
            opening=openings[0] if openings and openings.count(openings[0]) == len(openings) else None,
            melds=tuple([one.view for one in shown]),
            threes=tuple([card for entry in entries for card in now.threes[entry]]),
            set_aside=tuple(now.set_aside[side]),
            foot_size=foot,
            worth=melds_worth(now.rules, [one.worth for one in shown]),
        )
        last = now.shown[SideView, side] = facts, melds, view
    return last[2]


class _Shown(NamedTuple):
    """A meld as it was shown last: what it was then, its view, and what it is worth."""

    meld: Meld
    rank: int
    made: str | None
    view: MeldView
    worth: MeldWorth


def _meld_views(now: State, side: int) -> list[_Shown]:
    """Return a side's melds: the same views as the last time where the same cards lie under the same name."""
    melds = now.melds[side]
    found: list[_Shown] = []
    last: list[_Shown] = now.shown.get((MeldView, side), [])
    # A meld keeps its name as long as all melds before it are the same.
    same = True
    for place, meld in enumerate(melds):
        shown = last[place] if place < len(last) else None
        if shown is None or shown.meld is not meld or shown.rank != meld.rank:
            same = False
        if shown is None or not same or shown.made != meld.made or shown.view.cards != tuple(meld.cards):
            view = meld_view(now.rules, meld, meld_name(meld, melds))
            shown = _Shown(meld, meld.rank, meld.made, view, meld_worth(now, meld))
        found.append(shown)
    now.shown[MeldView, side] = found
    return found


def meld_view(rules: Rules, meld: Meld, name: str) -> MeldView:
    """Return a meld as everybody sees it; `name` is how a move names it."""
    return MeldView(
        kind=meld.kind,
        name=name,
        cards=tuple(meld.cards),
        rank=None if isinstance(meld, WildMeld) else meld.rank,
        suit=meld.suit if isinstance(meld, Run) else None,
        naturals=meld.naturals,
        wilds=meld.wilds,
        canasta=meld.counts_as(rules) if isinstance(meld, Run) else meld.canasta,
    )
