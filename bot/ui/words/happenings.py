"""Happenings at a table in words: turn by turn, of all or since somebody's last one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby
from typing import Final, TypeAlias

from bot.canasta.cards import Card, is_wild
from bot.canasta.events import Event
from bot.canasta.moves import Group, read_name
from bot.data.tables import Seat, Table
from bot.tables.views import Happening
from bot.ui.i18n import Vocabulary, _, amount, language, ngettext, npgettext, pgettext, vocabulary
from bot.ui.words.card_names import cards, group, rank, suit
from bot.ui.words.person_names import begun, mover_name

#: The most lines that tell what happened since somebody's last turn.
_MOST = 4
#: Turns that a round's end names: a sheet stands above them.
_MOST_TURNING = 2
#: How much it turned a round that a player completed a canasta, froze the pile, and so on; the cards of a taken pile count as many.
_WEIGHTS = {"special": 40, "canasta": 10, "foot": 6, "frozen": 5, "open": 3}
#: Events that change what others do next: they stand in bold.
_MATTERING = ("take", "open", "canasta", "frozen", "one-left", "foot", "special", "out")
#: Events that tell of cards that were laid.
_LAID = ("meld", "three")
#: An event that tells what laying cards has brought, between those of the cards. Cards that a side opens with stand by
#: themselves, as they make the points that are named.
_OF_LAYING = "canasta"

#: The turns that are kept in words: the last ones of some dozens of tables.
_SPOKEN = 1024
#: The fields of an `Event`.
_Facts: TypeAlias = tuple[str, int | None, tuple[Card, ...], int, str]


@dataclass
class _Turn:
    """One player's turn in words; `seat` is None for what happens by itself, and `yours` says that its reader played
    it.

    `player` is who played it, as its reader calls them; `mover` is who made it, None for who has the seat now. Happenings stand in the order of play, but cards that were
    laid one after the other stand together, and of cards that were taken back only the taking back is mentioned, unless
    they were laid again. Only the few turns that are shown become words.
    """

    seat: int | None
    yours: bool = False
    player: str = ""
    mover: Seat | None = None
    _told: list[list[Event]] = field(default_factory=list)
    _laid: list[Event] = field(default_factory=list)
    _by_move: list[list[Event]] = field(default_factory=list)
    """The cards laid by each move that wasn't taken back, and those of them that mattered."""

    def add(self, events: Iterable[Event]) -> None:
        """Add a move by what was seen of it."""
        move: list[Event] = []
        self._by_move.append(move)
        for event in events:
            if event.kind in _LAID:
                if not self._laid:
                    self._told.append(self._laid)
                self._laid.append(event)
            else:
                self._told.append([event])
                if event.kind != _OF_LAYING:
                    self._laid = []
            if event.kind == "undo":
                # This move, and the one that it took back.
                self._forget(self._by_move[-2:])
                del self._by_move[-2:]
            elif event.kind in (*_LAID, *_MATTERING):
                move.append(event)

    def _forget(self, moves: Iterable[Sequence[Event]]) -> None:
        """Tell no longer of what these moves did."""
        gone = [event for events in moves for event in events]
        for told in self._told:
            told[:] = [event for event in told if not any(event is one for one in gone)]
        self._told = [told for told in self._told if told]

    def read_by(self, table: Table, reader: int) -> _Turn:
        """Return the turn as the player in the seat `reader` reads it, or as everybody does if nobody sits there.

        If another player, or a computer for them, has made it, it isn't theirs.
        """
        if self.seat is None:
            return self
        reading = table.seat(reader)
        to, mover = None if reading is None else reading.user_id, self.mover
        own = mover is None or (mover.user_id == to and mover.sitting_in is None)
        return replace(
            self, yours=self.seat == reader and own, player=mover_name(mover or table.seat(self.seat), to=to)
        )

    def leave_out_undone(self) -> None:
        """Tell of what was taken back only as long as nothing has been done since."""
        self._told = [told for told in self._told if told[0].kind != "undo" or told is self._told[-1]]

    def _lasting(self) -> list[list[Event]]:
        """Return all events of the turn to tell of: not that cards were taken back which were laid again later."""
        lasting: list[list[Event]] = []
        for place, told in enumerate(self._told):
            if told[0].kind == "undo":
                later = Counter(
                    card for laid in self._told[place:] if laid[0].kind in _LAID for one in laid for card in one.cards
                )
                if Counter(told[0].cards) <= later:
                    continue
            if lasting and told[0].kind in _LAID and lasting[-1][0].kind in _LAID:
                lasting[-1] = [*lasting[-1], *told]
            else:
                lasting.append(told)
        return lasting

    def _matters(self) -> list[Event]:
        return [told[0] for told in self._told if told[0].kind in _MATTERING]

    def _canastas(self) -> list[Event]:
        return [event for event in self._matters() if event.kind == "canasta"]

    def _phrase(self, events: Sequence[Event]) -> str:
        """Return what was laid, or one event, in words; an empty text for a canasta that an earlier phrase names."""
        first, canastas = events[0], self._canastas()
        if first.kind in _LAID:
            laid = (group(Group(event.cards, read_name(event.word) if event.word else None)) for event in events)
            return _text("laid", 1, self.yours).format(cards=" + ".join(laid))
        if first.kind == "canasta" and len(canastas) > 1:
            return _canastas(canastas, self.yours) if first is canastas[0] else ""
        return phrase(first, yours=self.yours) or ""

    @property
    def weight(self) -> int:
        """How much the turn has turned the round."""
        return sum(event.count if event.kind == "take" else _WEIGHTS.get(event.kind, 0) for event in self._matters())

    def line(self) -> str:
        """Return all that happened in the turn, in the order of play."""
        told = tuple(
            tuple((event.kind, event.seat, event.cards, event.count, event.word) for event in events)
            for events in self._told
        )
        return self._by_player(_deeds(language(), vocabulary(), told, self.yours))

    def deeds(self) -> list[str]:
        """Return all that happened, in the order of play, without the player's name."""
        said = [(self._phrase(told), told[0].kind in _MATTERING) for told in self._lasting()]
        return [f"**{text}**" if matters and text else text for text, matters in said]

    def sentence(self) -> str:
        """Return the same as a sentence: what happens by itself is one already."""
        return self.line() + ("" if self.seat is None else ".")

    def turning_point(self) -> str:
        """Return what of the turn turned the round; the score sheet says how it ended."""
        return self._by_player(self._phrase([event]) for event in self._matters() if event.kind != "out")

    def _by_player(self, deeds: Iterable[str]) -> str:
        """Return deeds of the turn with the name of the player who did them, or as said to that player."""
        said = ", ".join(filter(None, deeds))
        if self.seat is None:
            return said
        if self.yours:
            return pgettext("what you did", "**You** {deeds}").format(deeds=said)
        return f"**{begun(self.player)}** {said}"


@lru_cache(_SPOKEN)
def _deeds(
    _language: str, _vocabulary: Vocabulary, told: tuple[tuple[_Facts, ...], ...], yours: bool
) -> tuple[str, ...]:
    """Return the deeds of a turn in the language and words of the task.

    Everybody at a table reads the same ones again after each move; no name stands in them.
    """
    return tuple(_Turn(None, yours, _told=[[Event(*facts) for facts in events] for events in told]).deeds())


def turn_lines(happenings: Sequence[Happening], table: Table, most: int, reader: int = -1) -> list[str]:
    """Return what happened, one line for each seat's turn: the last `most` turns, oldest first.

    The player in the seat `reader`, if there is one, reads "you" for themselves.
    """
    return [turn.read_by(table, reader).line() for turn in _last_turns(happenings, table, most)]


def of_player(name: str, moves: Iterable[Iterable[Event]]) -> str:
    """Return moves of one player, by what was seen of each, as a sentence."""
    turn = _Turn(0, player=name)
    for events in moves:
        turn.add(event for event in events if _is_told(event))
    return turn.sentence()


class LatestTurns:
    """The last turns since the last deal, which are found once, for one reader after another."""

    def __init__(self, happenings: Sequence[Happening], table: Table, most: int) -> None:
        """`most` bounds the turns that it tells."""
        self._turns = _last_turns(_of_round(happenings), table, most)
        self._table = table

    def lines(self, reader: int = -1) -> list[str]:
        """Return a sentence for each turn, oldest first. The player in the seat `reader`, if there is one, reads "you" for themselves."""
        return [turn.read_by(self._table, reader).sentence() for turn in self._turns]


def turning_points(moves: Sequence[Happening], table: Table, reader: int = -1) -> list[str]:
    """Return what turned a round, by all its moves: at most two turns, each in a line, in the order in which they were played.

    The player in the seat `reader`, if there is one, reads "you" for themselves.
    """
    turns = [turn for turn in _turns(moves, table, reader) if turn.seat is not None and turn.weight]
    heaviest = sorted(turns, key=lambda turn: -turn.weight)[:_MOST_TURNING]
    return [turn.turning_point() for turn in turns if any(turn is one for one in heaviest)]


def lines_since_last_turn(happenings: Sequence[Happening], table: Table, seat: int) -> list[str]:
    """Return what happened in this round since a seat's last turn, in the order of play, in at most four lines.

    Each turn is a sentence; if there are more turns, the first line says how many are left out. A seat that waits reads
    its own last turn too.
    """
    turns = _turns(_since_last_turn(happenings, table, seat), table, seat)
    if len(turns) <= _MOST:
        return [turn.sentence() for turn in turns]
    folded = len(turns) - _MOST + 1
    text = ngettext("-# {count} turn before", "-# {count} turns before", folded)
    return [text.format(count=folded), *(turn.sentence() for turn in turns[folded:])]


def _of_round(happenings: Sequence[Happening]) -> Sequence[Happening]:
    """Return the moves since the last deal, and all of them where there was none; the deal is not one of them."""
    begin = len(happenings)
    while _in_round(happenings, begin):
        begin -= 1
    return happenings[begin:]


def _in_round(happenings: Sequence[Happening], end: int) -> bool:
    """Return whether the last of the moves before `end` was made since the deal before it; False if there is none."""
    return end > 0 and "deal" not in [event.kind for event in happenings[end - 1].events]


def lines_of_turn(happenings: Sequence[Happening], table: Table, seat: int) -> list[str]:
    """Return what the player in a seat has done since they drew in the turn that they have now, in a line; nothing if nothing."""
    begin = len(happenings)
    while (
        begin
        and table.turn == seat
        and (happenings[begin - 1].seat, happenings[begin - 1].round) == (seat, table.round)
    ):
        begin -= 1
    moves = (
        replace(one, events=tuple(event for event in one.events if event.kind != "draw")) for one in happenings[begin:]
    )
    turns = [turn for turn in _turns(moves, table, seat) if turn.seat == seat]
    for turn in turns:
        turn.leave_out_undone()
    return [turn.sentence() for turn in turns]


def _since_last_turn(happenings: Sequence[Happening], table: Table, seat: int) -> Sequence[Happening]:
    """Return the moves of this round since a seat's last turn; while it waits, those of that turn too, but never those of
    the present one."""
    end = len(happenings)
    while _in_round(happenings, end) and table.turn == seat and happenings[end - 1].seat == seat:
        end -= 1
    begin = end
    while _in_round(happenings, begin) and happenings[begin - 1].seat != seat:
        begin -= 1
    while _in_round(happenings, begin) and table.turn != seat and happenings[begin - 1].seat == seat:
        begin -= 1
    return happenings[begin:end]


def _last_turns(happenings: Sequence[Happening], table: Table, most: int) -> list[_Turn]:
    """Return the last `most` turns of `_played`; what was played long before doesn't count for them, and is not looked at."""
    begin, stretches, seat = len(happenings), 0, None
    while begin:
        happening = happenings[begin - 1]
        if any(map(_is_told, happening.events)) and (happening.seat != seat or not stretches):
            stretches, seat = stretches + 1, happening.seat
            # The first of the turns that are made may lack its beginning, and is one more than those that are wanted.
            if stretches > most + 1:
                break
        begin -= 1
    turns = _played(happenings[begin:], table)
    if begin and len(turns) <= most:
        # Stretches of different seats made one turn.
        turns = _played(happenings, table)
    return turns[-most:]


def _turns(happenings: Iterable[Happening], table: Table, reader: int = -1) -> list[_Turn]:
    """Return what happened by turns, as the player in the seat `reader` reads it, or everybody if nobody sits there."""
    return [turn.read_by(table, reader) for turn in _played(happenings, table)]


def _played(happenings: Iterable[Happening], table: Table) -> list[_Turn]:
    """Return what happened by turns, oldest first, without those of which there is nothing to tell.

    If another player, or a computer for them, has made a part of a turn, that part stands by itself.
    """
    turns: list[_Turn] = []
    last: Seat | None = None
    for happening in happenings:
        for seat, events in groupby(filter(_is_told, happening.events), _seat_of):
            mover = happening.mover if happening.mover is not None and seat == happening.seat else None
            if turns and turns[-1].seat == seat and last is mover:
                # Most moves go on with the turn before: it knows its player's name.
                turns[-1].add(events)
                continue
            last = mover
            name = "" if seat is None else mover_name(mover or table.seat(seat))
            if not turns or (turns[-1].seat, turns[-1].player) != (seat, name):
                turns.append(_Turn(seat, player=name, mover=mover))
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
        # Nothing was left to draw, which ends the round: that is mentioned.
        return None
    deed = _deed_of(event)
    return deed if deed in _DEEDS or deed in _BY_ITSELF else None


def _deed_of(event: Event) -> str:
    """Return the name of what happened in the tables of texts."""
    return _deed(event.kind, event.word, bool(event.cards))


@lru_cache(_SPOKEN)
def _deed(kind: str, word: str, with_cards: bool) -> str:
    # Asked for each event of the feed, for everybody who looks at a table: kept, an answer costs a tenth.
    match kind, word:
        case "answer", word:
            return "answer yes" if word == "yes" else "answer no"
        case "canasta", word:
            return f"canasta {word}" if word in ("natural", "mixed", "twos", "wild") else "canasta run"
        case "round", "stock":
            return "round stock"
        case "discard", _word if not with_cards:
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
#: Actions of players: the text to the player who did it, and the text for the others.
_DEEDS: Final[Mapping[str, tuple[_Text, _Text]]] = {
    "draw": (
        lambda n: pgettext("what you did", "drew"),
        lambda n: pgettext("what a player did", "drew"),
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
        lambda n: pgettext("what you did", "completed a canasta: a run of {suit}"),
        lambda n: _("completed a canasta: a run of {suit}"),
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
#: Automatic events.
_BY_ITSELF: Final[Mapping[str, _Text]] = {
    "deal": lambda n: _("New cards were dealt."),
    "foot-stock": lambda n: ngettext(
        "The stock was empty: a foot that nobody had taken became the stock.",
        "The stock was empty: feet that nobody had taken became the stock.",
        n,
    ),
    "round stock": lambda n: _("The stock has run out: the round is over."),
}
