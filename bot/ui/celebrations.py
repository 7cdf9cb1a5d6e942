"""Celebrations of events that everybody saw at a table, with their words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from bot.canasta.cards import is_red_three, is_wild
from bot.canasta.events import Event, RoundSheet
from bot.canasta.rules import Rules
from bot.canasta.views import PublicView
from bot.tables.views import Happening, Look
from bot.ui import i18n
from bot.ui.i18n import _, amount
from bot.ui.page import Attachment
from bot.ui.words import happenings, person_names, score_text, warmth
from renderer import CelebrationView
from renderer.scores import how_it_ended
from renderer.words import joined

#: The kinds that are events of a turn.
_TOLD: Final = ("canasta", "stolen-pile")
#: The kinds of events of a turn by one of which there may be something to celebrate.
_OF_A_TURN: Final = frozenset({"canasta", "take", "three"})
#: From how many cards on it is celebrated that a pile is taken.
LARGE_PILE: Final = 12
#: How many red threes of one side are celebrated.
_RED_THREES: Final = 4
#: By how many points somebody must have been behind to celebrate that they lead now: a fifth of what the game is
#: played to, and not less than the second number.
_BEHIND_PART, _BEHIND_LEAST = 5, 500


@dataclass(frozen=True, slots=True)
class Celebrated:
    """A message's celebration, with its picture once that has been drawn.

    `said` is what is said instead of the title to a reader who did it.
    """

    view: CelebrationView
    file: Attachment | None = None
    said: str = ""

    @property
    def title(self) -> str:
        """The celebrated event in a sentence."""
        named = self.view.title.format(name=" & ".join(map(person_names.plain, self.view.names)))
        return f"**{self.said or named}.**"

    @property
    def words(self) -> str:
        """The celebrated event in a line."""
        return f"{self.title} {person_names.plain(self.view.line) if self.view.line else ''}".strip()

    @property
    def told(self) -> bool:
        """Whether the lines that tell what happened in a turn say it too."""
        return self.view.kind in _TOLD


def of_turns(look: Look, public: PublicView) -> CelebrationView | None:
    """Return what is celebrated of the turns that the table's message tells, the latest first; None for nothing."""
    events = _seen_lately(look.recent, look.table.size)
    if _OF_A_TURN.isdisjoint(event.kind for event in events):
        return None
    turns = [(seat, list(some)) for seat, some in groupby(events, key=lambda event: event.seat)]
    for place in range(len(turns) - 1, max(len(turns) - look.table.size, 0) - 1, -1):
        seat, turn = turns[place]
        later = [event for _, some in turns[place + 1 :] for event in some]
        if seat is not None and (found := _of_turn(seat, turn, later, public)) is not None:
            mover = next(
                (one.mover for one in reversed(look.recent) if any(event is turn[-1] for event in one.events)), None
            )
            # A computer's moves for somebody aren't celebrated as theirs, nor those of somebody who has left since.
            name = None if mover is None else person_names.bare(person_names.mover_name(replace(mover, level=None)))
            return found if name is None else replace(found, names=(name,))
    return None


def _seen_lately(moves: Sequence[Happening], turns: int) -> list[Event]:
    """Return what was seen of the moves since the last deal that weren't taken back: of at least as many of the last turns, if
    there were as many."""
    kept: list[tuple[Event, ...]] = []
    taken_back = changes = 0
    seat: int | None = None
    for move in reversed(moves):
        kinds = [event.kind for event in move.events]
        if "undo" in kinds:
            taken_back += 1
        elif taken_back:
            taken_back -= 1
        elif "deal" in kinds:
            kept.append(move.events[len(kinds) - kinds[::-1].index("deal") :])
            break
        else:
            kept.append(move.events)
            for event in reversed(move.events):
                changes += event.seat != seat
                seat = event.seat
            # The turn before has changed the seat as well: all of the last ones are whole then.
            if changes > turns + 1:
                break
    return [event for events in reversed(kept) for event in events]


def _of_turn(seat: int, turn: Sequence[Event], later: Sequence[Event], public: PublicView) -> CelebrationView | None:
    """Return what is celebrated of a seat's turn; `later` is what was seen after it."""
    player = public.players[seat]
    threes = sum(map(is_red_three, public.sides[player.side].threes))
    threes -= _red_threes(later, player.side, public)
    if threes - _red_threes(turn, player.side, public) < _RED_THREES <= threes:
        return CelebrationView("red-threes", _("{name} has four red threes"), (player.name,), side=player.side)
    for event in turn:
        if event.kind == "take" and event.count >= LARGE_PILE:
            return _told("stolen-pile", event, public)
    canastas = [event for event in turn if event.kind == "canasta"]
    return _told("canasta", canastas[-1], public) if canastas else None


def _red_threes(events: Sequence[Event], side: int, public: PublicView) -> int:
    """Return how many red threes a side has laid."""
    return sum(
        is_red_three(card)
        for event in events
        if event.kind == "three" and event.seat is not None and public.players[event.seat].side == side
        for card in event.cards
    )


def _told(kind: str, event: Event, public: PublicView) -> CelebrationView:
    """Return an event of a turn in the form of other pages."""
    assert event.seat is not None
    player = public.players[event.seat]
    cards = tuple(sorted(event.cards, key=is_wild))
    return CelebrationView(kind, f"{{name}} {happenings.phrase(event)}", (player.name,), cards=cards, side=player.side)


def of_round(sheet: RoundSheet, public: PublicView) -> CelebrationView | None:
    """Return what is celebrated of a finished round: those who gained most, by taking the lead from far behind or going out."""
    best = gained_most(sheet)
    if best is None:
        return None
    went_out = sheet.out is not None and account_of(sheet.out, public) == best
    if _came_back(sheet, public.rules) == best and not (went_out and sheet.concealed):
        behind = max(_before(sheet)) - _before(sheet)[best]
        line = warmth.came_back(sheet.number, score_text.points(behind))
        return CelebrationView("comeback", _("{name} took the lead"), _names(best, public), line, side=best)
    points = score_text.points(sheet.sides[best].total)
    if not went_out or sheet.out is None:
        return CelebrationView("gained", _("{name} gained most"), _names(best, public), points, side=best)
    line = _("{points} for {names}").format(points=points, names=joined(_names(best, public), i18n.current()))
    title, name = how_it_ended(sheet, public, i18n.current())
    side = public.players[sheet.out].side
    return CelebrationView("concealed" if sheet.concealed else "out", title, (name,), line, side=side)


def of_last_round(sheet: RoundSheet, public: PublicView) -> Celebrated | None:
    """Return who went out in the last round of a game that is won, for the winners: the game's message has the picture."""
    found = of_round(sheet, public)
    return Celebrated(replace(found, line="")) if found is not None and found.kind in ("out", "concealed") else None


def gained_most(sheet: RoundSheet) -> int | None:
    """Return whose score gained more than all others in a round, None if none did."""
    totals = [side.total for side in sheet.sides]
    best = max(totals)
    return totals.index(best) if best > 0 and totals.count(best) == 1 else None


def account_of(seat: int, public: PublicView) -> int:
    """Return the index of the score that a seat plays for."""
    return seat if public.by_player else public.players[seat].side


def said_to(seat: int, celebrated: CelebrationView, public: PublicView) -> str:
    """Return what is said instead of the title to a player whose own deed or side it is; an empty text to others."""
    match celebrated.kind:
        case "red-threes" if public.players[seat].side == celebrated.side:
            shared = len(public.sides[celebrated.side].seats) > 1
            return _("Your side has four red threes") if shared else _("You have four red threes")
        case "comeback" | "gained" if seat in (
            owners := score_text.owners(public, len(public.scores))[celebrated.side]
        ):
            if celebrated.kind == "gained":
                return _("Your side gained most") if len(owners) > 1 else _("You gained most")
            return _("Your side took the lead") if len(owners) > 1 else _("You took the lead")
        case "out" | "concealed" if public.finished[-1].out == seat:
            return _went_out(public.finished[-1])
    return ""


def _went_out(sheet: RoundSheet) -> str:
    """Return how the reader ended a round."""
    match sheet.ending:
        case "special":
            return _("You laid down a special hand")
        case "automatic":
            return _("You won the round outright")
    return _("You went out concealed") if sheet.concealed else _("You went out")


def of_game(public: PublicView) -> CelebrationView | None:
    """Return what is celebrated of a game that is over; None for a draw."""
    if public.winner is None:
        return None
    ranked = sorted(range(len(public.scores)), key=lambda account: -public.scores[account])
    spoken = tuple((_names(account, public), score_text.points(public.scores[account])) for account in ranked)
    return CelebrationView(
        "won",
        _("{name} won the game"),
        _names(public.winner, public),
        " : ".join(amount(public.scores[account]) for account in ranked),
        side=public.winner,
        spoken=spoken,
    )


def _came_back(sheet: RoundSheet, rules: Rules) -> int | None:
    """Return whose score leads alone after a round in which it was far behind; None if none does."""
    best = max(sheet.scores)
    leading = [account for account, score in enumerate(sheet.scores) if score == best]
    before = _before(sheet)
    needed = max(rules.target // _BEHIND_PART, _BEHIND_LEAST)
    return leading[0] if len(leading) == 1 and max(before) - before[leading[0]] >= needed else None


def _before(sheet: RoundSheet) -> list[int]:
    """Return the scores before a round."""
    return [score - side.total for score, side in zip(sheet.scores, sheet.sides, strict=True)]


def _names(account: int, public: PublicView) -> tuple[str, ...]:
    """Return the names of those who share a score."""
    if len(public.scores) == len(public.players):
        return (public.players[account].name,)
    return tuple(public.players[seat].name for seat in public.sides[account].seats)
