"""The plan of a table's messages, to post, edit and delete, and of the people to call: decided without doing any of
it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from bot.data.log import OF_ALL
from bot.data.messages import Message, MessageKind, MessageState, Purpose
from bot.data.people import Person
from bot.data.tables import InDirectMessages, Lost, Seat, Status, Table
from bot.tables.rules import agreements, clock
from bot.tables.views import Happening, Look

#: The events with which a deal's moves are over.
_DEALING = frozenset({"deal", "game"})
#: The message that says why a table can't be shown in its channel.
_LOST = frozenset(MessageKind(one) for one in Lost)


@dataclass(frozen=True, slots=True)
class Calls:
    """How the player to move is to be called by now.

    `resting`: not by a sound, as they have quiet hours or are on vacation. `due` are the timers of calls that are due;
    `remind`: one of them is a reminder, of a turn that they have been called to before, which they want.
    """

    resting: bool = False
    due: tuple[str, ...] = ()
    remind: bool = False

    @property
    def mark(self) -> str:
        """The mark of a reminder's message, which the first call lacks."""
        return self.due[-1][0] if self.remind else ""


@dataclass(frozen=True)
class Situation:
    """How a table stands, the messages that tell of it, and what is known of the people who sit there."""

    look: Look
    messages: Collection[Message]
    people: Mapping[int, Person]
    now: int
    """Seconds UTC."""
    resting: bool = False
    """Whether no time counts now for the player to move."""
    choosing: Collection[int] = frozenset()
    """The messages in which people choose what to do."""
    redraw: Collection[int] = frozenset()
    """The people who want to see their cards again."""
    answered: Mapping[int, int] = field(default_factory=dict)
    """By people who were shown a move of theirs elsewhere than in their direct messages: the version before it."""
    patient: bool = False
    """Whether the turn may go on in a moment, so that what only its next move makes worth telling may wait."""
    there: bool = True
    """Whether the bot is in the table's server."""
    onwards: bool = True
    """Whether those who have read the sheet of the last round for a while are shown their next hand by itself."""

    @cached_property
    def table(self) -> Table:
        """The table."""
        return self.look.table

    @property
    def direct(self) -> bool:
        """Whether direct messages are all that there is of the table."""
        return isinstance(self.table.home, InDirectMessages)

    @cached_property
    def mover(self) -> Seat | None:
        """The seat of the person who is to move, None where nobody is or a computer."""
        seat = self.table.to_move if self.table.status is Status.PLAYING else None
        return None if seat is None or seat.computer or seat.user_id is None else seat

    @cached_property
    def known(self) -> dict[Purpose, Message]:
        """The messages by what they are for, without those that were replaced."""
        return {one.purpose: one for one in self.messages if one.state is not MessageState.REPLACED}

    @cached_property
    def by_ping(self) -> bool:
        """Whether the player to move is called in the channel."""
        mover = self.mover
        return mover is not None and mover.user_id is not None and self.calls_here(self.people[mover.user_id])

    def calls_here(self, person: Person) -> bool:
        """Return whether a person is called in the channel: as they prefer it, or as no direct message may reach them."""
        if self.direct:
            return False
        unreached = not person.direct or person.dm_closed or person.dm_tried_at is not None
        return unreached or (person.pinged and self.table.lost is None)

    def writes_to(self, person: Person) -> bool:
        """Return whether a person wants direct messages about the table: all who play in these do."""
        return person.direct or self.direct

    @cached_property
    def called(self) -> bool:
        """Whether a message has called the player to move to the present turn."""
        shown, hand = (
            self.known.get(purpose)
            for purpose in (
                Purpose(MessageKind.TABLE),
                Purpose(MessageKind.HAND, -1 if self.mover is None else self.mover.number),
            )
        )
        if shown is not None and self.moved(shown):
            shown = None
        return any(one is not None and one.called >= turn_began(self.look) for one in (shown, hand))

    def moved(self, message: Message) -> bool:
        """Return whether a message is in another channel than its table is now."""
        return message.channel_id != self.table.channel_id

    @cached_property
    def calls(self) -> Calls:
        """How the player to move is to be called."""
        mover = self.mover
        if mover is None or mover.user_id is None:
            return Calls()
        if self.resting:
            return Calls(resting=True)
        due = tuple(kind for kind, at in self.table.timers.items() if kind != clock.EXPIRY and at <= self.now)
        wanted = self.people[mover.user_id].reminders
        return Calls(due=due, remind=self.called and wanted and any(kind in clock.REMINDERS for kind in due))


class SendMode(Enum):
    """How a page is brought to its readers; what can't be edited is posted instead, unless it is to be edited only."""

    EDIT = "in the message that is there"
    EDIT_ONLY = "in the message that is there, or not at all"
    POST = "as a new message"
    POST_IF_SCROLLED = "as a new message, if the one that is there is out of sight"


@dataclass(frozen=True, slots=True)
class Show:
    """Show how the table stands, for a purpose."""

    purpose: Purpose
    way: SendMode
    since: int
    """The page would have been for the same from this version on."""
    old: Message | None = None
    """The message that is there, which a new one replaces."""
    to: int = 0
    """The person to whose direct messages it goes, 0 for the channel."""
    pings: tuple[int, ...] = ()
    """The people who are called."""
    silent: bool = False
    """Whether it makes no sound."""
    mark: str = ""
    """A mark that distinguishes it from other messages, apart from purpose and `since`."""
    calls: Calls | None = None
    """The calls of which it does what is due."""
    kept: bool = False
    """Whether the old message stays beside a new one."""
    news: bool = False
    """Whether a new message would tell its reader of something else than a turn of theirs."""
    called: int = 0
    """The version at which the turn began to which it calls somebody by a sound, 0 if it calls nobody to a turn."""
    takes: bool = False
    """Whether it takes the place of a message that was there for another purpose."""
    keeps_table: bool = False
    """Whether it keeps the picture of the table that the message holds."""
    keeps_hand: bool = False
    """Whether it keeps the picture of the hand that the message holds, if it holds one."""
    afresh: bool = False
    """Whether its reader wants to see their cards again."""
    onwards: bool = False
    """Whether its reader may ask for their next hand."""


@dataclass(frozen=True, slots=True)
class Delete:
    """Delete a message. `called`: remember that it had called people."""

    message: Message
    called: bool = False


@dataclass(frozen=True, slots=True)
class Forget:
    """Forget a message that was deleted before."""

    message: Message


Step = Show | Delete | Forget


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps to take. The steps of one row run one after another, and rows beside each other."""

    channel: tuple[Step, ...]
    direct: tuple[tuple[Step, ...], ...]
    """A row for each person's direct messages."""
    useless: tuple[Delete | Forget, ...]
    """Steps for messages of no more use, each beside all others."""
    waiting: frozenset[int]
    """The messages that stay as they are until their readers have chosen."""
    unshown: bool
    """Whether one of these doesn't show how the table stands now."""
    later: bool
    """Whether a message is left to be sent with the next move of the turn, or if there is none soon."""
    reading: bool
    """Whether somebody's next hand waits, as they may still be reading the sheet of the last round."""


def planned(now: Situation) -> Plan:
    """Return what is to be done to tell how a table stands."""
    out_of_date = [one for one in now.messages if _out_of_date(now, one)]
    waiting = {one.message_id for one in out_of_date if one.message_id in now.choosing}
    seats = [(seat, seat.user_id) for seat in now.table.seats if seat.user_id is not None and seat.user_id > 0]
    hands = []
    unshown = False
    for seat, user_id in seats:
        steps = tuple(_cards(now, seat, now.people[user_id]))
        later = [step for step in steps if isinstance(step, Show) and step.old and step.old.message_id in now.choosing]
        waiting.update(step.old.message_id for step in later if step.old)
        unshown = unshown or not all(step.kept for step in later)
        hands.append(tuple(step for step in steps if step not in later or (isinstance(step, Show) and step.kept)))
    return Plan(
        channel=tuple(_channel(now)) if now.there and not now.direct and now.table.lost is not Lost.GONE else (),
        direct=tuple(
            row
            for row in (
                *hands,
                *(tuple(_heads_up(now, seat, now.people[user_id])) for seat, user_id in seats),
                *(tuple(_lost(now, seat)) for seat, _user in seats),
            )
            if row
        ),
        useless=tuple(_taken_away(now, one) for one in out_of_date if one.message_id not in now.choosing),
        waiting=frozenset(waiting),
        unshown=unshown,
        later=_table_waits(now) or any(_hand_waits(now, seat) for seat, _user in seats),
        reading=any(_reads(now, seat, now.people[user_id]) for seat, user_id in seats),
    )


# The channel


def _channel(now: Situation) -> Iterator[Step]:
    table = now.table
    sheets = list(_sheets(now))
    yield from sheets
    message = now.known.get(Purpose(MessageKind.TABLE))
    taken = any(sheet.takes for sheet in sheets)
    if table.status is not Status.FINISHED or (message is not None and not taken):
        yield from _table(now, message, posted=taken or any(sheet.way is SendMode.POST for sheet in sheets))
    yield from _proposals(now)
    result = now.known.get(Purpose(MessageKind.RESULT))
    if table.status is Status.FINISHED and now.look.public is not None and (not result or not result.shows_version):
        yield Show(Purpose(MessageKind.RESULT), SendMode.EDIT, table.version, result)
    yield from _closed(now)


def _table(now: Situation, message: Message | None, *, posted: bool) -> Iterator[Show]:
    """Show the table, and by that call or remind the player to move if it is the channel where they are called.

    `posted`: it belongs below a sheet that stands where it stood.
    """
    table, calls = now.table, now.calls
    if _calls_here(now):
        assert now.mover is not None
        assert now.mover.user_id is not None
        yield Show(
            Purpose(MessageKind.TABLE),
            SendMode.POST,
            turn_began(now.look),
            message,
            pings=(now.mover.user_id,),
            mark=calls.mark,
            calls=calls,
            called=turn_began(now.look),
        )
    elif (message is None or message.shows_version < table.version) and not _table_waits(now):
        way = SendMode.EDIT
        if table.status is Status.PLAYING and posted:
            way = SendMode.POST
        elif message is not None and now.mover is not None and 0 < message.shows_version < turn_began(now.look):
            way = SendMode.EDIT if calls.resting else SendMode.POST_IF_SCROLLED
        yield Show(Purpose(MessageKind.TABLE), way, table.version, message, silent=table.status is Status.PLAYING)


def _calls_here(now: Situation) -> bool:
    """Return whether the player to move is to be called or reminded in the channel now."""
    return now.by_ping and not now.calls.resting and (not now.called or now.calls.remind)


def _table_waits(now: Situation) -> bool:
    """Return whether the rest of a player's turn shows all that has happened since the table was shown.

    They have only drawn, or play in their direct messages, where they see their own moves.
    """
    table, message = now.table, now.known.get(Purpose(MessageKind.TABLE))
    if not now.patient or table.status is not Status.PLAYING or message is None or now.moved(message):
        return False
    looks_there = now.mover is None or _seen_elsewhere(now, now.mover)
    shown_later = {one.version for one in now.look.recent if one.seat == table.turn and (not looks_there or _drew(one))}
    return message.shows_version < table.version and shown_later.issuperset(
        range(message.shows_version + 1, table.version + 1)
    )


def _sheets(now: Situation) -> Iterator[Show]:
    """Return the score sheets that are missing, and those that no longer show what they should.

    The sheet of the round that is just over takes the place of the table, so that it is no message more.
    """
    finished = now.look.public.finished if now.look.public else ()
    missing = [sheet.number for sheet in finished if Purpose(MessageKind.SCORES, sheet.number) not in now.known]
    message = now.known.get(Purpose(MessageKind.TABLE))
    takes = len(missing) == 1 and message is not None and not now.moved(message)
    for sheet in finished:
        purpose = Purpose(MessageKind.SCORES, sheet.number)
        there = now.known.get(purpose)
        if there is None and takes:
            way = SendMode.POST_IF_SCROLLED if now.table.status is Status.PLAYING else SendMode.EDIT
            yield Show(purpose, way, 1, message, takes=True)
        elif there is None:
            yield Show(purpose, SendMode.POST, 1, silent=True)
        elif not there.shows_version:
            yield Show(purpose, SendMode.EDIT, 1, there)


def _proposals(now: Situation) -> Iterator[Show]:
    """Show what those at the table are to agree on."""
    for one in agreements.proposals(now.table):
        purpose = proposal_of(one)
        old = now.known.get(purpose)
        there = old if old is not None and old.state is MessageState.SHOWN else None
        if there is None or there.shows_version < one.version:
            call = there is None and (old is None or not _called_lately(now.look, old))
            pings = tuple(sorted(one.missing)) if call else ()
            yield Show(purpose, SendMode.EDIT, one.version, there, pings=pings)


def proposal_of(proposal: agreements.Proposal) -> Purpose:
    """Return what the message of a proposal is for."""
    return Purpose(MessageKind.PROPOSAL, proposal.seat, proposal.newcomer_id)


def _closed(now: Situation) -> Iterator[Show]:
    """Say once of everybody who would get direct messages that they can't be written to."""
    if now.table.status is not Status.PLAYING or now.table.lost or now.look.public is None:
        return
    for seat in now.table.seats:
        person = now.people.get(seat.user_id or 0)
        purpose = Purpose(MessageKind.CLOSED, user_id=seat.user_id or 0)
        hand = now.known.get(Purpose(MessageKind.HAND, seat.number))
        wanted = person is not None and person.direct and person.dm_closed and _is_due(now, seat, person, hand)
        if person is not None and wanted and purpose not in now.known:
            called = seat == now.mover and _calls_here(now)
            yield Show(purpose, SendMode.POST, 1, pings=() if called else (person.user_id,), silent=called)


# Direct messages


def _cards(now: Situation, seat: Seat, person: Person) -> Iterator[Step]:
    """Show a player the sheet of the round that is over in place of its last hand, and their cards as far as they are to see them."""
    if now.direct and now.look.public is None:
        yield from _own_lobby(now, person)
        return
    old = now.known.get(Purpose(MessageKind.HAND, seat.number))
    sheet = _own_sheet(now, person)
    there = None if sheet is None else now.known.get(sheet)
    waits = _reads(now, seat, person)
    if sheet is not None and there is None and old is not None and not _begun(now, old) and _writable(now, person, old):
        yield Show(
            sheet, SendMode.EDIT, now.table.version, old, to=person.user_id, silent=True, takes=True, onwards=waits
        )
        old = None
        if waits:
            return
    elif sheet is not None and there is not None and _writable(now, person, there):
        if not there.shows_version or (old is None and not waits and person.user_id not in now.redraw):
            yield Show(sheet, SendMode.EDIT_ONLY, now.table.version, there, to=person.user_id, onwards=waits)
        if waits:
            return
    yield from _hand(now, seat, person, old)


def _own_lobby(now: Situation, person: Person) -> Iterator[Show]:
    """Show a table in direct messages, before its game, to somebody who sits there; they have just done what brought it there."""
    purpose, lobby = Purpose(MessageKind.TABLE, user_id=person.user_id), now.table.status is Status.LOBBY
    old = now.known.get(purpose)
    if old is None and lobby and not person.dm_closed:
        yield Show(purpose, SendMode.POST, now.table.version, to=person.user_id, silent=True)
    elif old is not None and old.shows_version < now.table.version:
        way = SendMode.EDIT if lobby and not person.dm_closed else SendMode.EDIT_ONLY
        yield Show(purpose, way, now.table.version, old, to=person.user_id, silent=True)


def _own_sheet(now: Situation, person: Person) -> Purpose | None:
    """Return the purpose of the message that shows a player the sheet of the round before, while a game goes on."""
    finished = now.look.public.finished if now.look.public else ()
    if now.table.status is not Status.PLAYING or not finished:
        return None
    return Purpose(MessageKind.SCORES, finished[-1].number, person.user_id)


def _writable(now: Situation, person: Person, message: Message) -> bool:
    return now.writes_to(person) and not person.dm_closed and message.channel_id == person.dm_channel_id


def _begun(now: Situation, hand: Message) -> bool:
    """Return whether a message shows a hand of the round that is being played."""
    return hand.shows_version >= _last_deal(now.look)


def _reads(now: Situation, seat: Seat, person: Person) -> bool:
    """Return whether a player may still be reading the sheet of the last round, so that their next hand can wait.

    It doesn't wait for whoever asks for it, nor where others wait for its player.
    """
    sheet, old = _own_sheet(now, person), now.known.get(Purpose(MessageKind.HAND, seat.number))
    if sheet is None or now.onwards or person.user_id in now.redraw:
        return False
    if sheet not in now.known if old is None else _begun(now, old):
        return False
    if not _writable(now, person, now.known[sheet] if old is None else old):
        return False
    return seat != now.mover or not clock.people_wait(now.table)


def _hand(now: Situation, seat: Seat, person: Person, old: Message | None) -> Iterator[Step]:
    """Show a player their cards as far as they are to see them."""
    if now.look.public is None:
        return
    if not now.writes_to(person):
        if old is not None:
            yield Delete(old)
        return
    if not _is_due(now, seat, person, old) or _hand_waits(now, seat):
        return
    if old is not None and old.channel_id != person.dm_channel_id:
        # It went to whoever had this seat before.
        yield Delete(old)
        old = None
    purpose, version = Purpose(MessageKind.HAND, seat.number), now.table.version
    tried = person.dm_tried_at is not None
    remind = _reminded(now, seat, person)
    calls = remind or _is_called(now, seat, person)
    news = old is not None and old.shows_version < version and _is_news(now, person)
    turn = (
        old is not None
        and seat == now.mover
        and not now.calls_here(person)
        and _is_turn(now.look, seat, old.shows_version)
    )
    if person.dm_closed:
        if old is not None:
            yield Show(purpose, SendMode.EDIT_ONLY, version, old, to=person.user_id)
    elif old is not None and not (calls or news or turn):
        waits = now.table.status is Status.PLAYING and now.table.turn != seat.number and not seat.sitting_in
        afresh = person.user_id in now.redraw
        keeps = waits and not afresh and old.shows_version >= _last_own(now.look, seat.number)
        yield Show(
            purpose,
            SendMode.EDIT,
            version,
            old,
            to=person.user_id,
            silent=tried,
            keeps_table=keeps and _others_play(now, seat),
            keeps_hand=keeps and not _passed(now.look, old.shows_version),
            afresh=afresh,
        )
    else:
        yield Show(
            purpose,
            SendMode.POST,
            version,
            old,
            to=person.user_id,
            silent=tried or not (calls or news),
            mark=now.calls.mark if remind else "",
            calls=now.calls if calls else None,
            kept=old is not None and old.message_id in now.choosing,
            news=news,
            called=turn_began(now.look) if calls else 0,
        )


def _is_called(now: Situation, seat: Seat, person: Person) -> bool:
    """Return whether a player is to be called to the present turn in their direct messages now."""
    return seat == now.mover and not now.calls_here(person) and not now.calls.resting and not now.called


def _others_play(now: Situation, seat: Seat) -> bool:
    """Return whether another person has played since a seat's last move.

    The picture of the table then stays as it is in that player's message, and its words say what has happened: no more than
    one message of a table at a time gets new pictures while its reader waits.
    """
    since = _last_own(now.look, seat.number)
    movers = [(one.mover or now.table.seat(one.seat)) for one in now.look.recent if one.version > since]
    return any(mover is not None and mover.computer is None for mover in movers)


def _passed(look: Look, version: int) -> bool:
    """Return whether packets were passed on since a version, by which hands change in others' turns."""
    return any(one.line.startswith("keep") for one in look.recent if one.version > version)


def _hand_waits(now: Situation, seat: Seat) -> bool:
    """Return whether a player who is in their turn plays elsewhere, so that their direct message can wait."""
    table, old = now.table, now.known.get(Purpose(MessageKind.HAND, seat.number))
    if not now.patient or old is None or table.turn != seat.number or not _seen_elsewhere(now, seat):
        return False
    began = turn_began(now.look)
    return began <= old.shows_version < table.version == _last_move(now.look) and seat.user_id not in now.redraw


def _seen_elsewhere(now: Situation, seat: Seat) -> bool:
    """Return whether a player has seen the outcome of their last move, in this round, elsewhere than in their direct messages."""
    last = next((one for one in reversed(now.look.recent) if one.seat == seat.number), None)
    if last is None or now.look.public is None or now.table.status is not Status.PLAYING:
        return False
    return now.answered.get(seat.user_id or 0) == last.version - 1 and last.round == now.look.public.round_number


def _heads_up(now: Situation, seat: Seat, person: Person) -> Iterator[Show]:
    """Tell a player that they are next."""
    purpose = Purpose(MessageKind.HEADS_UP, seat.number)
    if _is_warned(now, seat, person) and purpose not in now.known:
        yield Show(purpose, SendMode.POST, turn_began(now.look), to=person.user_id, silent=True)


def _is_warned(now: Situation, seat: Seat, person: Person) -> bool:
    """Return whether a player wants to know that they are next, and the one before them is a person whose turn has begun."""
    public = now.look.public
    if public is None or not (person.heads_up and now.writes_to(person)) or person.dm_closed or seat.sitting_in:
        return False
    playing = public.turn if public.asking is None else public.asking
    mover = None if playing is None else now.table.seat(playing)
    if now.table.status is not Status.PLAYING or mover is None or mover.computer is not None:
        return False
    seats = [one.seat for one in public.players if not one.sitting_out]
    return seats[(seats.index(mover.number) + 1) % len(seats)] == seat.number


def _is_due(now: Situation, seat: Seat, person: Person, old: Message | None) -> bool:
    """Return whether there is more for a player to see than the message with their cards shows."""
    shown = old is not None and old.shows_version >= _due(now.look, seat.number)
    called = _reminded(now, seat, person) or _is_called(now, seat, person)
    return not shown or called or person.user_id in now.redraw


def _reminded(now: Situation, seat: Seat, person: Person) -> bool:
    """Return whether a player is reminded in their direct messages now."""
    return now.calls.remind and seat == now.mover and not now.calls_here(person)


def _lost(now: Situation, seat: Seat) -> Iterator[Show]:
    """Tell a player why their game can't be shown in its channel; of a lobby only the host."""
    table = now.table
    lobby = table.status is Status.LOBBY
    if table.lost is None or not table.active or seat.user_id is None or (lobby and seat.user_id != table.host_id):
        return
    purpose = Purpose(MessageKind(table.lost)) if lobby else Purpose(MessageKind(table.lost), seat.number)
    if purpose not in now.known:
        yield Show(purpose, SendMode.POST, table.version, to=seat.user_id)


# Messages of use


def _taken_away(now: Situation, message: Message) -> Delete | Forget:
    """Delete a message that serves nobody any more; that it called to a proposal is remembered as long as the turn lasts."""
    if message.state is MessageState.DELETED:
        return Forget(message)
    called = message.purpose.kind is MessageKind.PROPOSAL and message.state is MessageState.SHOWN
    return Delete(message, called=called and now.table.status is Status.PLAYING)


def _out_of_date(now: Situation, message: Message) -> bool:
    """Return whether a message was of use only until now.

    The cards of somebody who gave up their seat, why a game stood still or had lost its place, what was proposed, what was
    replaced.
    """
    if message.state is MessageState.REPLACED:
        return True
    match message.purpose.kind:
        case MessageKind.STILL:
            return True
        case MessageKind.TABLE if message.purpose.user_id:
            # Once the game has begun, the cards take its place.
            seated = now.table.seat_of(message.purpose.user_id) is not None
            return not seated or now.look.public is not None
        case MessageKind.HAND:
            seat = now.table.seat(message.purpose.number)
            return seat is None or seat.user_id is None
        case MessageKind.HEADS_UP:
            seat = now.table.seat(message.purpose.number)
            person = None if seat is None else now.people.get(seat.user_id or 0)
            there = person is not None and message.channel_id == person.dm_channel_id
            return seat is None or person is None or not there or not _is_warned(now, seat, person)
        case MessageKind.PROPOSAL:
            asked = message.purpose in map(proposal_of, agreements.proposals(now.table))
            return not asked and not _called_lately(now.look, message)
        case kind if kind in _LOST:
            lobby = now.table.status is Status.LOBBY
            lost = None if now.table.lost is None else MessageKind(now.table.lost)
            return kind is not lost or not now.table.active or (message.purpose.number < 0) != lobby
        case _:
            return False


def _called_lately(look: Look, message: Message) -> bool:
    """Return whether the message of a proposal was deleted in the present turn."""
    lately = message.shows_version >= turn_began(look)
    return look.table.status is Status.PLAYING and message.state is MessageState.DELETED and lately


def turn_began(look: Look) -> int:
    """Return the version at which the turn came to whoever plays its seat: by a move of others, a deal, or to them."""
    turn, player = look.table.turn, look.table.to_move
    began = next((one.version for one in reversed(look.recent) if one.seat != turn or _dealt(one)), 1)
    return max(began, 0 if player is None else player.since)


def _last_move(look: Look) -> int:
    """Return the version that the last move made."""
    return look.recent[-1].version if look.recent else 1


def _last_deal(look: Look) -> int:
    """Return the version in which cards were dealt last, or the game ended."""
    return next((one.version for one in reversed(look.recent) if _dealt(one)), 1)


def _due(look: Look, seat: int) -> int:
    """Return the version that a player's direct message must at least show: once a turn it follows what others play."""
    table = look.table
    if table.status is not Status.PLAYING:
        return table.version
    player = table.seat(seat)
    since = 0 if player is None else player.since
    asked = max((entry.version for entry in look.deeds if entry.deed in OF_ALL), default=0)
    follows = 0 if player is not None and player.sitting_in else turn_began(look)
    return max(table.version if table.turn == seat else _last_own(look, seat), follows, since, asked)


def _last_own(look: Look, seat: int) -> int:
    """Return the version of a seat's last move, or of the deal if that was later."""
    return next((one.version for one in reversed(look.recent) if one.seat == seat or _dealt(one)), 1)


def _is_turn(look: Look, seat: Seat, version: int) -> bool:
    """Return whether the turn has come to a seat since `version`, which is worth a new message."""
    later = [one for one in look.recent if one.version > version]
    return look.table.turn == seat.number and any(one.seat != seat.number or _dealt(one) for one in later)


def _is_news(now: Situation, person: Person) -> bool:
    """Return whether a person hears of something other than a turn of theirs: of a game that is over, once a day."""
    return now.table.status is Status.FINISHED and now.now - person.news_at >= clock.DAY


def _drew(happening: Happening) -> bool:
    """Return whether a move was a draw, by which at most threes were laid down, as they are by themselves."""
    kinds = {event.kind for event in happening.events}
    return "draw" in kinds and kinds <= {"draw", "three"}


def _dealt(happening: Happening) -> bool:
    return not _DEALING.isdisjoint([event.kind for event in happening.events])
