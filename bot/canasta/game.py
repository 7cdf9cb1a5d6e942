"""A whole game: its rounds, totals, dealers and winner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from . import chosen, legal
from . import round as rounds
from .cards import Card
from .deal import deal
from .events import Event, RoundSheet
from .memory import NOTHING, PILE_VERBS, Memory, before
from .moves import IllegalMove, Move, Ways
from .rules.model import Rules
from .scoring import score_round
from .state import State, seats_playing
from .untaken import Untaken, take_refusal


@dataclass(slots=True)
class Deal:
    """The deal of a round: all that a record keeps of it."""

    dealer: int
    pack: tuple[Card, ...]
    cut: int | None = None
    reshuffles: list[list[Card]] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)


class Game:
    """Rules, names by seat, and all that happened. A game is the same wherever its deals and moves are replayed.

    `winner` is the index of the score that has won once the game is `over`; it stays None where the best points are
    equal. A game that is `abandoned` was ended early: nobody is to move any more.
    """

    def __init__(
        self, rules: Rules, names: Sequence[str], scores: Sequence[int] | None = None, played: int = 0
    ) -> None:
        """Begin a game. `scores` are totals by account before the first round, `played` the rounds already played.

        Raises `ValueError` if names or scores don't fit the layout.
        """
        if len(names) != rules.seats:
            raise ValueError(f"{rules.name} {rules.layout} seats {rules.seats}, not {len(names)}")
        accounts = account_count(rules)
        if scores is not None and len(scores) != accounts:
            raise ValueError(f"{rules.name} {rules.layout} keeps {accounts} scores, not {len(scores)}")
        self.rules = rules
        self.names = tuple(names)
        self.started_with = tuple(scores) if scores is not None else (0,) * accounts
        self.scores = list(self.started_with)
        self.played = played
        self.round: State | None = None
        self.memory = Memory(rules.seats)
        self.deals: list[Deal] = []
        self.rounds: list[RoundSheet] = []
        self.over = False
        self.abandoned = False
        self.winner: int | None = None

    @property
    def phase(self) -> str:
        """The round's phase, `over` before the first deal."""
        return self.round.phase if self.round is not None else "over"

    @property
    def turn(self) -> int | None:
        """The seat to move (the one asked while an answer is due), None when a deal is due or the game has ended."""
        now = self.round
        return None if now is None or self.over or self.abandoned else now.actor()

    @property
    def needs_deal(self) -> bool:
        """Whether a deal is the next thing to happen."""
        return self.phase == "over" and not self.over

    def scores_before(self, index: int) -> tuple[int, ...]:
        """Return the scores with which the round of that index (from 0) began."""
        return self.rounds[index - 1].scores if index else self.started_with

    def fresh_pack(self) -> list[Card]:
        """Return the whole pack in order, for the caller to shuffle."""
        return self.rules.full_pack()

    def next_players(self) -> list[int]:
        """Return the seats that play the next round, by number."""
        return seats_playing(self.rules, self.played + len(self.rounds))

    def next_dealer(self) -> int:
        """Return the next seat to deal: the one after the last dealer of those that play (docs/rules.md, The deal)."""
        playing = self.next_players()
        last = self.deals[-1].dealer if self.deals else self.rules.seats - 1
        return next((seat for seat in playing if seat > last), playing[0])

    def start_round(
        self,
        pack: Sequence[Card],
        dealer: int | None = None,
        cut: int | None = None,
        reshuffles: list[list[Card]] | None = None,
    ) -> list[Event]:
        """Deal a round from a whole shuffled pack, first card on top, and return the events.

        `dealer` None is the next dealer. `reshuffles` are the orders of the pile where it becomes the stock; None
        derives them from the pack. `cut` is how many cards the pack's cutter lifted, if it is known. Raises
        `ValueError` if the pack isn't the rules' pack, no deal is due, or the dealer does not play.
        """
        if not self.needs_deal:
            raise ValueError("no deal is due")
        if sorted(pack) != sorted(self.fresh_pack()):
            raise ValueError("the pack is not the whole pack of these rules")
        dealer = self.next_dealer() if dealer is None else dealer
        fresh = State(self.rules, self.scores, dealer, self.played + len(self.rounds))
        if dealer not in fresh.order:
            raise ValueError(f"seat {dealer} does not play this round, so cannot deal")
        fresh.given_reshuffles = reshuffles
        self.round, self.memory = fresh, Memory(self.rules.seats)
        self.deals.append(Deal(dealer, tuple(pack), cut, fresh.reshuffles))
        return deal(fresh, pack, cut)

    def problem(self, move: Move) -> IllegalMove | None:
        """Return why a move would be refused now, None if it would be made."""
        refused = self._problem_of_game(move)
        return rounds.problem(self.round, move) if refused is None and self.round is not None else refused

    def _problem_of_game(self, move: Move) -> IllegalMove | None:
        if self.round is None or self.over:
            return IllegalMove("game-over" if self.over else "round-over")
        return None if 0 <= move.seat < self.rules.seats else IllegalMove("no-such-seat")

    def apply(self, move: Move) -> list[Event]:
        """Make a move and return the events. Raises `IllegalMove`, and then nothing has changed."""
        now = self.round
        if now is None or self.over or not 0 <= move.seat < self.rules.seats:
            raise self._problem_of_game(move) or IllegalMove("round-over")
        lay_open = before(now, move) if move.verb in PILE_VERBS else NOTHING
        events = rounds.apply(now, move)
        self.memory.note(move, lay_open, events)
        if self.deals:
            self.deals[-1].moves.append(move)
        if now.phase == "over":
            events += self._finish_round(now)
        return events

    def _finish_round(self, finished: State) -> list[Event]:
        result = score_round(finished)
        self.rounds.append(result)
        self.scores = list(result.scores)
        if finished.ending == "automatic" and finished.out is not None:
            return self._end(finished.account(finished.out))
        best, rules = self._best(), self.rules
        if rules.rounds:
            over = self.played + len(self.rounds) >= rules.rounds and (best is not None or not rules.more_rounds)
        else:
            over = max(self.scores) >= rules.target and best is not None
        return self._end(best) if over else []

    def stop(self) -> list[Event]:
        """End the game with its present totals, and return the events; the round in play counts for nothing."""
        return [] if self.over else self._end(self._best())

    def _best(self) -> int | None:
        """Return the index of the best total, None if several are equal."""
        best = max(self.scores)
        return self.scores.index(best) if self.scores.count(best) == 1 else None

    def _end(self, winner: int | None) -> list[Event]:
        self.over, self.winner = True, winner
        return [Event("game", word="" if winner is None else str(winner))]

    def legal_moves(self) -> Sequence[Move]:
        """Return the moves of the seat to move, up to equivalence; every one is accepted. Empty when a deal is due."""
        return legal.legal_moves(self.round) if self.round is not None and not self.over else []

    def ways(self, verb: str, cards: Sequence[Card]) -> Ways:
        """Return the moves of a verb, `meld` or `take`, by which the seat to move lays exactly these cards of its hand."""
        refused = IllegalMove("game-over" if self.over else "round-over")
        return chosen.ways(self.round, verb, cards) if self.round is not None and not self.over else Ways((), refused)

    def take_refusal(self) -> Untaken | None:
        """Return why the seat to draw can't take the pile.

        Of the refusals of all that its hand could try, it is the one nearest to success. None where it can take the
        pile, or where nobody is to draw.
        """
        return take_refusal(self.round) if self.round is not None and self.phase == "draw" else None

    def legal_verbs(self) -> list[str]:
        """Return the verbs that the seat to move may start, `undo` included."""
        return legal.verbs(self.round) if self.round is not None and not self.over else []


def account_count(rules: Rules) -> int:
    """Return how many totals a game of these rules keeps: one per side, or one per seat where the sides change."""
    if rules.side.mode in ("lone", "alliance", "rotating"):
        return rules.seats
    return rules.side.sides
