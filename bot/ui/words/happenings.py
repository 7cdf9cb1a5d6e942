"""What happened at a table in words: turn by turn, or in brief since somebody's last turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from bot.canasta.cards import Card, is_wild
from bot.canasta.events import Event
from bot.canasta.moves import Group, read_name
from bot.store.games import Table
from bot.tables.views import Happening
from bot.ui.i18n import _, amount, ngettext, npgettext, pgettext
from bot.ui.words.card_names import cards, group, rank, suit
from bot.ui.words.person_names import begun, mover_name

#: The most lines that tell what happened since somebody's last turn, or what turned a round.
_MOST = 4
#: How much it turned a round that a player completed a canasta, froze the pile, and so on; the cards of a taken pile count as many.
_WEIGHTS = {"special": 40, "canasta": 10, "foot": 6, "frozen": 5, "open": 3}
#: Events that change what others do next: they are told first and in bold.
_MATTERING = ("take", "open", "canasta", "frozen", "one-left", "foot", "special", "out")
#: Events that tell of cards that were laid.
_LAID = ("meld", "three")
#: Events that tell what laying cards has brought, between those of the cards.
_OF_LAYING = ("open", "canasta")


@dataclass
class _Turn:
    """One player's turn in words; `seat` is None for what happens by itself, and `yours` says that its reader played it.

    `player` is who played it, as its `reader` calls them.

    `mattering` has what mattered of each move that wasn't taken back, `others` what else there was to tell: cards that were laid
    one after the other stand together, and of cards that were taken back only that is told. What was `drawn` is told while there
    is nothing else. `busy` says that the turn was more than a draw and a discard. `discarded` are the cards that it put on the
    pile. Words are made of the few turns that are told.
    """

    seat: int | None
    yours: bool = False
    player: str = ""
    mattering: list[list[Event]] = field(default_factory=list)
    others: list[list[Event]] = field(default_factory=list)
    drawn: Event | None = None
    busy: bool = False
    discarded: Sequence[Card] = ()
    _laid: list[Event] = field(default_factory=list)
    _laid_by_move: list[list[Event]] = field(default_factory=list)

    def add(self, events: Iterable[Event]) -> None:
        """Add a move by what was seen of it."""
        mattering: list[Event] = []
        self.mattering.append(mattering)
        laid: list[Event] = []
        self._laid_by_move.append(laid)
        for event in events:
            self.busy = self.busy or event.kind not in ("draw", "discard")
            if event.kind in _LAID:
                if not self._laid:
                    self.others.append(self._laid)
                self._laid.append(event)
                laid.append(event)
                continue
            if event.kind == "draw":
                self.drawn = event
            elif event.kind in _MATTERING:
                mattering.append(event)
            else:
                self.others.append([event])
            if event.kind not in _OF_LAYING:
                self._laid = []
            if event.kind == "undo":
                self._forget_laid(self._laid_by_move[-2:])
                # This move, and the one that it took back.
                del self.mattering[-2:], self._laid_by_move[-2:]
            if event.kind == "discard":
                self.discarded = event.cards

    def _forget_laid(self, moves: Iterable[Sequence[Event]]) -> None:
        """Tell no longer of the cards that these moves laid."""
        gone = [event for events in moves for event in events]
        for laid in self.others:
            laid[:] = [event for event in laid if not any(event is one for one in gone)]
        self.others = [some for some in self.others if some]

    def _phrase(self, event: Event) -> str:
        return phrase(event, yours=self.yours) or ""

    def _other(self, events: Sequence[Event]) -> str:
        if events[0].kind not in _LAID:
            return self._phrase(events[0])
        laid = (group(Group(event.cards, read_name(event.word) if event.word else None)) for event in events)
        return _text("laid", 1, self.yours).format(cards=" + ".join(laid))

    @property
    def weight(self) -> int:
        """How much the turn has turned the round."""
        events = [event for events in self.mattering for event in events]
        return sum(event.count if event.kind == "take" else _WEIGHTS.get(event.kind, 0) for event in events)

    @property
    def phrases(self) -> list[str]:
        """What mattered in the turn, in words; several canastas are told in one phrase."""
        events = [event for events in self.mattering for event in events]
        canastas = [event for event in events if event.kind == "canasta"]
        if len(canastas) < 2:
            return [self._phrase(event) for event in events]
        several = _canastas(canastas, self.yours)
        return [
            several if event is canastas[0] else self._phrase(event)
            for event in events
            if event is canastas[0] or event.kind != "canasta"
        ]

    def line(self) -> str:
        """Return all that happened in the turn."""
        mattering = [f"**{said}**" for said in self.phrases]
        said = ", ".join([*mattering, *map(self._other, self.others)])
        return self.told(said or (self._phrase(self.drawn) if self.drawn else ""))

    def told(self, deeds: str) -> str:
        """Return deeds of the turn with the name of the player who did them, or as said to that player."""
        if self.seat is None:
            return deeds
        if self.yours:
            return pgettext("what you did", "**You** {deeds}").format(deeds=deeds)
        return f"**{begun(self.player)}** {deeds}"


def turn_lines(happenings: Sequence[Happening], table: Table, most: int) -> list[str]:
    """Return what happened, one line for each seat's turn: the last `most` turns, oldest first."""
    return [turn.line() for turn in _turns(happenings, table)[-most:]]


def turning_points(moves: Sequence[Happening], table: Table, reader: int = -1) -> list[str]:
    """Return what turned a round, by all its moves: up to four turns, each in a line, in the order in which they were played.

    The player in the seat `reader`, if there is one, reads "you" for themselves. The score sheet says how the round ended.
    """
    turns = [turn for turn in _turns(moves, table, reader) if turn.seat is not None and turn.weight]
    for turn in turns:
        turn.mattering = [[event for event in events if event.kind != "out"] for events in turn.mattering]
    heaviest = sorted(turns, key=lambda turn: -turn.weight)[:_MOST]
    return [turn.told(", ".join(turn.phrases)) for turn in turns if any(turn is one for one in heaviest)]


def lines_since_last_turn(happenings: Sequence[Happening], table: Table, seat: int) -> list[str]:
    """Return what happened since a seat's last turn, in at most four lines.

    The turns in which something happened that matters come first, then those in which cards were laid, each with its
    own line; of the others the last line names the discards. A seat that has just had its turn is told that turn, in
    a line too.
    """
    turns = _turns(_since_last_turn(happenings, table, seat), table, seat)
    told = sorted((turn for turn in turns if turn.busy or turn.seat == seat), key=lambda turn: not any(turn.mattering))
    told = told[: _MOST - 1] if len(told) > _MOST or len(told) < len(turns) else told
    thrown = [
        f"{turn.player} {cards(turn.discarded)}"
        for turn in turns
        if not any(turn is one for one in told) and turn.seat is not None and turn.discarded
    ]
    lines = [turn.line() for turn in told]
    return [*lines, _("Discarded: {discards}.").format(discards=", ".join(thrown))] if thrown else lines


def _since_last_turn(happenings: Sequence[Happening], table: Table, seat: int) -> Sequence[Happening]:
    """Return the moves since a seat's last turn; those of the turn that it has now are left out."""
    end = len(happenings)
    while end and table.turn == seat and happenings[end - 1].seat == seat:
        end -= 1
    begin = end
    while begin and happenings[begin - 1].seat != seat:
        begin -= 1
    if begin < end:
        return happenings[begin:end]
    while begin and happenings[begin - 1].seat == seat:
        begin -= 1
    return happenings[begin:]


def _turns(happenings: Iterable[Happening], table: Table, reader: int = -1) -> list[_Turn]:
    """Return what happened by turns, oldest first, without those of which there is nothing to tell.

    Those of the seat `reader` are told to the player who sits there. If another player, or a computer for them, has made a
    part of a turn, that part stands by itself.
    """
    turns: list[_Turn] = []
    reading = table.seat(reader)
    to = None if reading is None else reading.user_id
    for happening in happenings:
        for seat, events in groupby(filter(_is_told, happening.events), _seat_of):
            mover = happening.mover if happening.mover is not None and seat == happening.seat else None
            own = mover is None or (mover.user_id == to and mover.sitting_in is None)
            now = None if seat is None else table.seat(seat)
            turn = _Turn(
                seat, yours=seat == reader and own, player=mover_name(mover or now, to=to) if seat is not None else ""
            )
            if not turns or (turns[-1].seat, turns[-1].player) != (turn.seat, turn.player):
                turns.append(turn)
            turns[-1].add(events)
    return turns


def _is_told(event: Event) -> bool:
    return event.kind in _LAID or _told_as(event) is not None


def _seat_of(event: Event) -> int | None:
    return None if event.kind in ("deal", "round") else event.seat


def _canastas(events: Sequence[Event], yours: bool) -> str:
    """Return that several canastas were completed in a turn."""
    named = (_ONE_OF_SEVERAL[_deed_of(event)]().format_map(_facts(event)) for event in events)
    return _text("canastas", len(events), yours).format(count=len(events), canastas=", ".join(named))


def phrase(event: Event, *, yours: bool = False) -> str | None:
    """Return one event in words, None for events that need no telling; to the player whose event it is if `yours`.

    In other languages than English a verb that is said to its player is another one.
    """
    deed = _told_as(event)
    if deed is None:
        return None
    if deed in _BY_ITSELF:
        return _BY_ITSELF[deed](event.count)
    return _text(deed, event.count, yours).format_map(_facts(event))


def _text(deed: str, count: int, yours: bool) -> str:
    to_you, of_others = _DEEDS[deed]
    return (to_you if yours else of_others)(count)


def _told_as(event: Event) -> str | None:
    """Return the name of an event in the tables of texts, None for one that needs no telling."""
    if event.kind == "draw" and not event.count:
        # Nothing was left to draw, which ends the round: that is told.
        return None
    deed = _deed_of(event)
    return deed if deed in _DEEDS or deed in _BY_ITSELF else None


def _deed_of(event: Event) -> str:
    """Return the name of what happened in the tables of texts."""
    match event.kind, event.word:
        case "answer", word:
            return "answer yes" if word == "yes" else "answer no"
        case "canasta", word:
            return f"canasta {word}" if word in ("natural", "mixed", "twos", "wild") else "canasta run"
        case "round", "stock":
            return "round stock"
        case "discard", _word if not event.cards:
            return "discard face down"
        case kind, _word:
            return kind


def _facts(event: Event) -> dict[str, str]:
    """Return what fills the texts of an event."""
    facts = {"count": str(event.count), "points": amount(event.count), "cards": cards(event.cards)}
    if event.kind == "canasta" and (naturals := [card for card in event.cards if not is_wild(card)]):
        facts |= {"rank": rank(naturals[0] >> 2, 7), "suit": suit(naturals[0] & 3)}
    return facts


#: A text by the number of what it tells of.
_Text = Callable[[int], str]
#: What players do: the text to the player who did it, and the text for the others.
_DEEDS: Final[Mapping[str, tuple[_Text, _Text]]] = {
    "draw": (
        lambda n: npgettext("what you did", "drew {count} card", "drew {count} cards", n),
        lambda n: (
            pgettext("what a player did", "drew a card")
            if n == 1
            else ngettext("drew {count} card", "drew {count} cards", n)
        ),
    ),
    "take": (
        lambda n: npgettext("what you did", "took the pile, {count} card", "took the pile, {count} cards", n),
        lambda n: ngettext("took the pile, {count} card", "took the pile, {count} cards", n),
    ),
    "open": (
        lambda n: pgettext("what you did", "opened with {points}"),
        lambda n: _("opened with {points}"),
    ),
    "canasta natural": (
        lambda n: pgettext("what you did", "completed a natural canasta of {rank}"),
        lambda n: _("completed a natural canasta of {rank}"),
    ),
    "canasta mixed": (
        lambda n: pgettext("what you did", "completed a mixed canasta of {rank}"),
        lambda n: _("completed a mixed canasta of {rank}"),
    ),
    "canasta twos": (
        lambda n: pgettext("what you did", "completed a canasta of twos"),
        lambda n: _("completed a canasta of twos"),
    ),
    "canasta wild": (
        lambda n: pgettext("what you did", "completed a canasta of wild cards"),
        lambda n: _("completed a canasta of wild cards"),
    ),
    "canasta run": (
        lambda n: pgettext("what you did", "completed a canasta, a run of {suit}"),
        lambda n: _("completed a canasta, a run of {suit}"),
    ),
    "canastas": (
        lambda n: npgettext(
            "what you did", "completed {count} canasta: {canastas}", "completed {count} canastas: {canastas}", n
        ),
        lambda n: ngettext("completed {count} canasta: {canastas}", "completed {count} canastas: {canastas}", n),
    ),
    "laid": (
        lambda n: pgettext("what you did", "laid down {cards}"),
        lambda n: pgettext("what a player did", "laid down {cards}"),
    ),
    "discard": (
        lambda n: pgettext("what you did", "discarded {cards}"),
        lambda n: pgettext("what a player did", "discarded {cards}"),
    ),
    "discard face down": (
        lambda n: pgettext("what you did", "discarded a card face down"),
        lambda n: pgettext("what a player did", "discarded a card face down"),
    ),
    "frozen": (
        lambda n: pgettext("what you did", "froze the pile"),
        lambda n: pgettext("what a player did", "froze the pile"),
    ),
    "one-left": (
        lambda n: pgettext("what you did", "have one card left"),
        lambda n: pgettext("what a player did", "has one card left"),
    ),
    "ask": (
        lambda n: pgettext("what you did", "asked “May I go out?”"),
        lambda n: pgettext("what a player did", "asked “May I go out?”"),
    ),
    "answer yes": (
        lambda n: pgettext("what you did", "answered “yes, go out”"),
        lambda n: pgettext("what a player did", "answered “yes, go out”"),
    ),
    "answer no": (
        lambda n: pgettext("what you did", "answered “no, not yet”"),
        lambda n: pgettext("what a player did", "answered “no, not yet”"),
    ),
    "undo": (
        lambda n: pgettext("what you did", "took {cards} back"),
        lambda n: pgettext("what a player did", "took {cards} back"),
    ),
    "foot": (
        lambda n: pgettext("what you did", "picked up the foot"),
        lambda n: pgettext("what a player did", "picked up the foot"),
    ),
    "out": (
        lambda n: pgettext("what you did", "went out"),
        lambda n: pgettext("what a player did", "went out"),
    ),
}
#: Canastas in a list of some that were completed in one turn.
_ONE_OF_SEVERAL: Final[Mapping[str, Callable[[], str]]] = {
    "canasta natural": lambda: pgettext("one of several canastas", "{rank} (natural)"),
    "canasta mixed": lambda: pgettext("one of several canastas", "{rank} (mixed)"),
    "canasta twos": lambda: pgettext("one of several canastas", "twos"),
    "canasta wild": lambda: pgettext("one of several canastas", "wild cards"),
    "canasta run": lambda: pgettext("one of several canastas", "a run of {suit}"),
}
#: What happens by itself.
_BY_ITSELF: Final[Mapping[str, _Text]] = {
    "deal": lambda n: _("New cards were dealt."),
    "foot-stock": lambda n: ngettext(
        "The stock was empty: a foot that nobody had taken became the stock.",
        "The stock was empty: feet that nobody had taken became the stock.",
        n,
    ),
    "round stock": lambda n: _("The stock has run out: the round is over."),
}
